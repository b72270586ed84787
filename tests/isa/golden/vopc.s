; VOPC: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
v_cmp_f_f16_e32 vcc_lo, v1.l, v4.l                           ; 01 09 00 7c
v_cmp_f_f16_e32 vcc_lo, v127.h, v4.l                         ; ff 09 00 7c
v_cmp_f_f16_e32 vcc_lo, s2, v4.l                             ; 02 08 00 7c
v_cmp_f_f16_e32 vcc_lo, s104, v4.l                           ; 68 08 00 7c
v_cmp_f_f16_e32 vcc_lo, vcc_lo, v4.l                         ; 6a 08 00 7c
v_cmp_f_f16_e32 vcc_lo, exec_lo, v4.l                        ; 7e 08 00 7c
v_cmp_f_f16_e32 vcc_lo, null, v4.l                           ; 7c 08 00 7c
v_cmp_f_f16_e32 vcc_lo, ttmp0, v4.l                          ; 6c 08 00 7c
v_cmp_f_f16_e32 vcc_lo, 0, v4.l                              ; 80 08 00 7c
v_cmp_f_f16_e32 vcc_lo, 64, v4.l                             ; c0 08 00 7c
v_cmp_f_f16_e32 vcc_lo, -1, v4.l                             ; c1 08 00 7c
v_cmp_f_f16_e32 vcc_lo, -16, v4.l                            ; d0 08 00 7c
v_cmp_f_f16_e32 vcc_lo, 0.5, v4.l                            ; f0 08 00 7c
v_cmp_f_f16_e32 vcc_lo, 1.0, v4.l                            ; f2 08 00 7c
v_cmp_f_f16_e32 vcc_lo, -4.0, v4.l                           ; f7 08 00 7c
v_cmp_f_f16_e32 vcc_lo, 0.15915494, v4.l                     ; f8 08 00 7c
v_cmp_f_f16_e32 vcc_lo, src_scc, v4.l                        ; fd 08 00 7c
v_cmp_f_f16_e32 vcc_lo, src_shared_base, v4.l                ; eb 08 00 7c
v_cmp_f_f16_e32 vcc_lo, 0x5678, v4.l                         ; ff 08 00 7c 78 56 34 12
v_cmp_f_f16 vcc_lo, -v103.l, v39.l row_xmask:1 row_mask:0x1 bank_mask:0x1 bound_ctrl:1 fi:1 ; fa 4e 00 7c 67 61 1d 11
v_cmp_f_f16 vcc_lo, v75.h, v45.h dpp8:[5,1,4,1,2,6,4,3]      ; e9 5a 01 7c cb 0d 23 73
v_cmp_f_f16_e32 vcc_lo, v5.l, v111.l                         ; 05 df 00 7c
v_cmp_lt_f16_e32 vcc_lo, v25.h, v100.h                       ; 99 c9 03 7c
v_cmp_eq_f16 vcc_lo, v91.l, v77.h dpp8:[3,7,0,1,0,4,2,2] fi:1 ; ea 9a 05 7c 5b 3b 02 4a
v_cmp_le_f16_e32 vcc_lo, v127.h, v120.l                      ; ff f1 06 7c
v_cmp_gt_f16_e32 vcc_lo, ttmp3, v121.h                       ; 6f f2 09 7c
v_cmp_lg_f16_e32 vcc_lo, v127.h, v8.l                        ; ff 11 0a 7c
v_cmp_ge_f16 vcc_lo, v64.l, v102.l dpp8:[6,3,4,7,0,5,2,6] fi:1 ; ea cc 0c 7c 40 1e 8f ca
v_cmp_o_f16_e32 vcc_lo, v0.l, v103.l                         ; 00 cf 0e 7c
v_cmp_u_f16_e32 vcc_lo, v0.l, v11.h                          ; 00 17 11 7c
v_cmp_nge_f16 vcc_lo, v5.h, v37.l row_xmask:11 row_mask:0x6 bank_mask:0xe ; fa 4a 12 7c 85 6b 01 6e
v_cmp_nlg_f16 vcc_lo, v124.l, v17.h quad_perm:[3,1,0,0] row_mask:0xf bank_mask:0xf fi:1 ; fa 22 15 7c 7c 07 04 ff
v_cmp_ngt_f16 vcc_lo, v122.l, v24.h quad_perm:[2,3,1,2] row_mask:0x6 bank_mask:0x2 fi:1 ; fa 30 17 7c 7a 9e 04 62
v_cmp_nle_f16_e32 vcc_lo, 1.0, v24.l                         ; f2 30 18 7c
v_cmp_neq_f16_e32 vcc_lo, v127.h, v52.h                      ; ff 69 1b 7c
v_cmp_nlt_f16 vcc_lo, v19.h, v0.l quad_perm:[3,3,2,2] row_mask:0x0 bank_mask:0xf ; fa 00 1c 7c 93 af 00 0f
v_cmp_t_f16_e32 vcc_lo, v34.l, v90.l                         ; 22 b5 1e 7c
v_cmp_f_f32_e32 vcc_lo, v1, v4                               ; 01 09 20 7c
v_cmp_f_f32_e32 vcc_lo, v255, v4                             ; ff 09 20 7c
v_cmp_f_f32_e32 vcc_lo, s2, v4                               ; 02 08 20 7c
v_cmp_f_f32_e32 vcc_lo, s104, v4                             ; 68 08 20 7c
v_cmp_f_f32_e32 vcc_lo, vcc_lo, v4                           ; 6a 08 20 7c
v_cmp_f_f32_e32 vcc_lo, exec_lo, v4                          ; 7e 08 20 7c
v_cmp_f_f32_e32 vcc_lo, null, v4                             ; 7c 08 20 7c
v_cmp_f_f32_e32 vcc_lo, ttmp0, v4                            ; 6c 08 20 7c
v_cmp_f_f32_e32 vcc_lo, 0, v4                                ; 80 08 20 7c
v_cmp_f_f32_e32 vcc_lo, 64, v4                               ; c0 08 20 7c
v_cmp_f_f32_e32 vcc_lo, -1, v4                               ; c1 08 20 7c
v_cmp_f_f32_e32 vcc_lo, -16, v4                              ; d0 08 20 7c
v_cmp_f_f32_e32 vcc_lo, 0.5, v4                              ; f0 08 20 7c
v_cmp_f_f32_e32 vcc_lo, 1.0, v4                              ; f2 08 20 7c
v_cmp_f_f32_e32 vcc_lo, -4.0, v4                             ; f7 08 20 7c
v_cmp_f_f32_e32 vcc_lo, 0.15915494, v4                       ; f8 08 20 7c
v_cmp_f_f32_e32 vcc_lo, src_scc, v4                          ; fd 08 20 7c
v_cmp_f_f32_e32 vcc_lo, src_shared_base, v4                  ; eb 08 20 7c
v_cmp_f_f32_e32 vcc_lo, 0x12345678, v4                       ; ff 08 20 7c 78 56 34 12
v_cmp_f_f32_e32 vcc_lo, s71, v0                              ; 47 00 20 7c
v_cmp_f_f32_e32 vcc_lo, ttmp9, v0                            ; 75 00 20 7c
v_cmp_f_f32 vcc_lo, v97, v0 dpp8:[7,3,3,7,3,2,3,6] fi:1      ; ea 00 20 7c 61 df 3e cd
v_cmp_lt_f32 vcc_lo, v51, v0 dpp8:[1,1,7,1,4,0,6,2] fi:1     ; ea 00 22 7c 33 c9 43 58
v_cmp_eq_f32 vcc_lo, v6, v255 dpp8:[6,7,5,2,4,2,0,4] fi:1    ; ea fe 25 7c 06 7e 45 81
v_cmp_le_f32_e32 vcc_lo, 60, v127                            ; bc fe 26 7c
v_cmp_gt_f32 vcc_lo, v180, v255 row_ror:7 row_mask:0x6 bank_mask:0x6 bound_ctrl:1 fi:1 ; fa fe 29 7c b4 27 0d 66
v_cmp_lg_f32_e32 vcc_lo, -4.0, v96                           ; f7 c0 2a 7c
v_cmp_ge_f32_e32 vcc_lo, 41, v255                            ; a9 fe 2d 7c
v_cmp_o_f32 vcc_lo, v110, v239 quad_perm:[1,1,1,2] row_mask:0xb bank_mask:0x9 ; fa de 2f 7c 6e 95 00 b9
v_cmp_u_f32 vcc_lo, v236, -|v204| quad_perm:[1,0,3,2] row_mask:0x2 bank_mask:0xb bound_ctrl:1 ; fa 98 31 7c ec b1 c8 2b
v_cmp_nge_f32 vcc_lo, v165, v0 dpp8:[0,5,7,5,3,6,0,0] fi:1   ; ea 00 32 7c a5 e8 3b 03
v_cmp_nlg_f32 vcc_lo, v84, v255 quad_perm:[2,2,2,2] row_mask:0x8 bank_mask:0xe fi:1 ; fa fe 35 7c 54 aa 04 8e
v_cmp_ngt_f32 vcc_lo, v37, v0 dpp8:[2,5,2,7,2,0,4,7] fi:1    ; ea 00 36 7c 25 aa 2e f0
v_cmp_nle_f32_e32 vcc_lo, s58, v0                            ; 3a 00 38 7c
v_cmp_neq_f32_e32 vcc_lo, v0, v255                           ; 00 ff 3b 7c
v_cmp_nlt_f32_e32 vcc_lo, ttmp7, v176                        ; 73 60 3d 7c
v_cmp_t_f32_e32 vcc_lo, v135, v255                           ; 87 ff 3f 7c
v_cmp_f_f64_e32 vcc_lo, v[1:2], v[4:5]                       ; 01 09 40 7c
v_cmp_f_f64_e32 vcc_lo, v[255:256], v[4:5]                   ; ff 09 40 7c
v_cmp_f_f64_e32 vcc_lo, s[2:3], v[4:5]                       ; 02 08 40 7c
v_cmp_f_f64_e32 vcc_lo, s[104:105], v[4:5]                   ; 68 08 40 7c
v_cmp_f_f64_e32 vcc_lo, vcc, v[4:5]                          ; 6a 08 40 7c
v_cmp_f_f64_e32 vcc_lo, exec, v[4:5]                         ; 7e 08 40 7c
v_cmp_f_f64_e32 vcc_lo, null, v[4:5]                         ; 7c 08 40 7c
v_cmp_f_f64_e32 vcc_lo, ttmp[0:1], v[4:5]                    ; 6c 08 40 7c
v_cmp_f_f64_e32 vcc_lo, 0, v[4:5]                            ; 80 08 40 7c
v_cmp_f_f64_e32 vcc_lo, 64, v[4:5]                           ; c0 08 40 7c
v_cmp_f_f64_e32 vcc_lo, -1, v[4:5]                           ; c1 08 40 7c
v_cmp_f_f64_e32 vcc_lo, -16, v[4:5]                          ; d0 08 40 7c
v_cmp_f_f64_e32 vcc_lo, 0.5, v[4:5]                          ; f0 08 40 7c
v_cmp_f_f64_e32 vcc_lo, 1.0, v[4:5]                          ; f2 08 40 7c
v_cmp_f_f64_e32 vcc_lo, -4.0, v[4:5]                         ; f7 08 40 7c
v_cmp_f_f64_e32 vcc_lo, 0.15915494309189532, v[4:5]          ; f8 08 40 7c
v_cmp_f_f64_e32 vcc_lo, src_scc, v[4:5]                      ; fd 08 40 7c
v_cmp_f_f64_e32 vcc_lo, src_shared_base, v[4:5]              ; eb 08 40 7c
v_cmp_f_f64_e32 vcc_lo, 0x12345678, v[4:5]                   ; ff 08 40 7c 78 56 34 12
v_cmp_f_f64_e32 vcc_lo, 0xd9, v[0:1]                         ; ff 00 40 7c d9 00 00 00
v_cmp_f_f64_e32 vcc_lo, src_shared_base, v[0:1]              ; eb 00 40 7c
v_cmp_f_f64_e32 vcc_lo, v[254:255], v[0:1]                   ; fe 01 40 7c
v_cmp_lt_f64_e32 vcc_lo, v[217:218], v[55:56]                ; d9 6f 42 7c
v_cmp_eq_f64_e32 vcc_lo, s[70:71], v[0:1]                    ; 46 00 44 7c
v_cmp_le_f64_e32 vcc_lo, v[224:225], v[62:63]                ; e0 7d 46 7c
v_cmp_gt_f64_e32 vcc_lo, v[93:94], v[0:1]                    ; 5d 01 48 7c
v_cmp_lg_f64_e32 vcc_lo, v[92:93], v[50:51]                  ; 5c 65 4a 7c
v_cmp_ge_f64_e32 vcc_lo, s[50:51], v[119:120]                ; 32 ee 4c 7c
v_cmp_o_f64_e32 vcc_lo, v[28:29], v[0:1]                     ; 1c 01 4e 7c
v_cmp_u_f64_e32 vcc_lo, v[151:152], v[0:1]                   ; 97 01 50 7c
v_cmp_nge_f64_e32 vcc_lo, src_shared_limit, v[254:255]       ; ec fc 53 7c
v_cmp_nlg_f64_e32 vcc_lo, src_private_limit, v[243:244]      ; ee e6 55 7c
v_cmp_ngt_f64_e32 vcc_lo, s[84:85], v[168:169]               ; 54 50 57 7c
v_cmp_nle_f64_e32 vcc_lo, v[254:255], v[254:255]             ; fe fd 59 7c
v_cmp_neq_f64_e32 vcc_lo, v[0:1], v[0:1]                     ; 00 01 5a 7c
v_cmp_nlt_f64_e32 vcc_lo, ttmp[4:5], v[254:255]              ; 70 fc 5d 7c
v_cmp_t_f64_e32 vcc_lo, v[0:1], v[0:1]                       ; 00 01 5e 7c
v_cmp_lt_i16_e32 vcc_lo, v1.l, v4.l                          ; 01 09 62 7c
v_cmp_lt_i16_e32 vcc_lo, v127.h, v4.l                        ; ff 09 62 7c
v_cmp_lt_i16_e32 vcc_lo, s2, v4.l                            ; 02 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, s104, v4.l                          ; 68 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, vcc_lo, v4.l                        ; 6a 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, exec_lo, v4.l                       ; 7e 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, null, v4.l                          ; 7c 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, ttmp0, v4.l                         ; 6c 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, 0, v4.l                             ; 80 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, 64, v4.l                            ; c0 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, -1, v4.l                            ; c1 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, -16, v4.l                           ; d0 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, 0x3800, v4.l                        ; f0 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, 0x3c00, v4.l                        ; f2 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, 0xc400, v4.l                        ; f7 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, 0x3118, v4.l                        ; f8 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, src_scc, v4.l                       ; fd 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, src_shared_base, v4.l               ; eb 08 62 7c
v_cmp_lt_i16_e32 vcc_lo, 0x5678, v4.l                        ; ff 08 62 7c 78 56 34 12
v_cmp_lt_i16_e32 vcc_lo, v0.l, v28.h                         ; 00 39 63 7c
v_cmp_lt_i16_e32 vcc_lo, 0xbc00, v84.h                       ; f3 a8 63 7c
v_cmp_lt_i16_e32 vcc_lo, v96.l, v76.h                        ; 60 99 63 7c
v_cmp_eq_i16_e32 vcc_lo, v0.l, v67.l                         ; 00 87 64 7c
v_cmp_le_i16 vcc_lo, v92.l, v37.l row_ror:1 row_mask:0x4 bank_mask:0xa bound_ctrl:1 fi:1 ; fa 4a 66 7c 5c 21 0d 4a
v_cmp_gt_i16 vcc_lo, v65.h, v56.h row_shr:12 row_mask:0x4 bank_mask:0x6 ; fa 70 69 7c c1 1c 01 46
v_cmp_ne_i16_e32 vcc_lo, 5, v100.h                           ; 85 c8 6b 7c
v_cmp_ge_i16_e32 vcc_lo, 0x3c00, v84.h                       ; ff a8 6d 7c 00 3c 00 00
v_cmp_lt_u16_e32 vcc_lo, v1.l, v4.l                          ; 01 09 72 7c
v_cmp_lt_u16_e32 vcc_lo, v127.h, v4.l                        ; ff 09 72 7c
v_cmp_lt_u16_e32 vcc_lo, s2, v4.l                            ; 02 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, s104, v4.l                          ; 68 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, vcc_lo, v4.l                        ; 6a 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, exec_lo, v4.l                       ; 7e 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, null, v4.l                          ; 7c 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, ttmp0, v4.l                         ; 6c 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, 0, v4.l                             ; 80 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, 64, v4.l                            ; c0 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, -1, v4.l                            ; c1 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, -16, v4.l                           ; d0 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, 0x3800, v4.l                        ; f0 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, 0x3c00, v4.l                        ; f2 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, 0xc400, v4.l                        ; f7 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, 0x3118, v4.l                        ; f8 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, src_scc, v4.l                       ; fd 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, src_shared_base, v4.l               ; eb 08 72 7c
v_cmp_lt_u16_e32 vcc_lo, 0x5678, v4.l                        ; ff 08 72 7c 78 56 34 12
v_cmp_lt_u16_e32 vcc_lo, s51, v9.l                           ; 33 12 72 7c
v_cmp_lt_u16_e32 vcc_lo, v127.h, v23.l                       ; ff 2f 72 7c
v_cmp_lt_u16_e32 vcc_lo, 14, v93.h                           ; 8e ba 73 7c
v_cmp_eq_u16_e32 vcc_lo, v127.h, v16.l                       ; ff 21 74 7c
v_cmp_le_u16 vcc_lo, v102.l, v61.h quad_perm:[1,3,1,2] row_mask:0xf bank_mask:0x5 bound_ctrl:1 fi:1 ; fa 7a 77 7c 66 9d 0c f5
v_cmp_gt_u16_e32 vcc_lo, v0.l, v122.h                        ; 00 f5 79 7c
v_cmp_ne_u16 vcc_lo, v35.h, v64.l dpp8:[0,1,5,0,4,1,3,2]     ; e9 80 7a 7c a3 48 c1 4c
v_cmp_ge_u16_e32 vcc_lo, v1.l, v70.l                         ; 01 8d 7c 7c
v_cmp_f_i32_e32 vcc_lo, v1, v4                               ; 01 09 80 7c
v_cmp_f_i32_e32 vcc_lo, v255, v4                             ; ff 09 80 7c
v_cmp_f_i32_e32 vcc_lo, s2, v4                               ; 02 08 80 7c
v_cmp_f_i32_e32 vcc_lo, s104, v4                             ; 68 08 80 7c
v_cmp_f_i32_e32 vcc_lo, vcc_lo, v4                           ; 6a 08 80 7c
v_cmp_f_i32_e32 vcc_lo, exec_lo, v4                          ; 7e 08 80 7c
v_cmp_f_i32_e32 vcc_lo, null, v4                             ; 7c 08 80 7c
v_cmp_f_i32_e32 vcc_lo, ttmp0, v4                            ; 6c 08 80 7c
v_cmp_f_i32_e32 vcc_lo, 0, v4                                ; 80 08 80 7c
v_cmp_f_i32_e32 vcc_lo, 64, v4                               ; c0 08 80 7c
v_cmp_f_i32_e32 vcc_lo, -1, v4                               ; c1 08 80 7c
v_cmp_f_i32_e32 vcc_lo, -16, v4                              ; d0 08 80 7c
v_cmp_f_i32_e32 vcc_lo, 0.5, v4                              ; f0 08 80 7c
v_cmp_f_i32_e32 vcc_lo, 1.0, v4                              ; f2 08 80 7c
v_cmp_f_i32_e32 vcc_lo, -4.0, v4                             ; f7 08 80 7c
v_cmp_f_i32_e32 vcc_lo, 0.15915494, v4                       ; f8 08 80 7c
v_cmp_f_i32_e32 vcc_lo, src_scc, v4                          ; fd 08 80 7c
v_cmp_f_i32_e32 vcc_lo, src_shared_base, v4                  ; eb 08 80 7c
v_cmp_f_i32_e32 vcc_lo, 0x12345678, v4                       ; ff 08 80 7c 78 56 34 12
v_cmp_f_i32_e32 vcc_lo, v184, v0                             ; b8 01 80 7c
v_cmp_f_i32 vcc_lo, v79, v239 dpp8:[5,2,7,2,1,4,6,6]         ; e9 de 81 7c 4f d5 15 da
v_cmp_f_i32 vcc_lo, v204, v0 quad_perm:[0,3,1,0] row_mask:0x5 bank_mask:0x2 bound_ctrl:1 fi:1 ; fa 00 80 7c cc 1c 0c 52
v_cmp_lt_i32_e32 vcc_lo, v3, v0                              ; 03 01 82 7c
v_cmp_eq_i32_e32 vcc_lo, v0, v75                             ; 00 97 84 7c
v_cmp_le_i32_e32 vcc_lo, v231, v0                            ; e7 01 86 7c
v_cmp_gt_i32 vcc_lo, v12, v114 dpp8:[7,2,6,6,7,6,5,5]        ; e9 e4 88 7c 0c 97 7d b7
v_cmp_ne_i32_e32 vcc_lo, v255, v10                           ; ff 15 8a 7c
v_cmp_ge_i32_e32 vcc_lo, 0x1fbee657, v255                    ; ff fe 8d 7c 57 e6 be 1f
v_cmp_t_i32_e32 vcc_lo, v85, v21                             ; 55 2b 8e 7c
v_cmp_f_u32_e32 vcc_lo, v1, v4                               ; 01 09 90 7c
v_cmp_f_u32_e32 vcc_lo, v255, v4                             ; ff 09 90 7c
v_cmp_f_u32_e32 vcc_lo, s2, v4                               ; 02 08 90 7c
v_cmp_f_u32_e32 vcc_lo, s104, v4                             ; 68 08 90 7c
v_cmp_f_u32_e32 vcc_lo, vcc_lo, v4                           ; 6a 08 90 7c
v_cmp_f_u32_e32 vcc_lo, exec_lo, v4                          ; 7e 08 90 7c
v_cmp_f_u32_e32 vcc_lo, null, v4                             ; 7c 08 90 7c
v_cmp_f_u32_e32 vcc_lo, ttmp0, v4                            ; 6c 08 90 7c
v_cmp_f_u32_e32 vcc_lo, 0, v4                                ; 80 08 90 7c
v_cmp_f_u32_e32 vcc_lo, 64, v4                               ; c0 08 90 7c
v_cmp_f_u32_e32 vcc_lo, -1, v4                               ; c1 08 90 7c
v_cmp_f_u32_e32 vcc_lo, -16, v4                              ; d0 08 90 7c
v_cmp_f_u32_e32 vcc_lo, 0.5, v4                              ; f0 08 90 7c
v_cmp_f_u32_e32 vcc_lo, 1.0, v4                              ; f2 08 90 7c
v_cmp_f_u32_e32 vcc_lo, -4.0, v4                             ; f7 08 90 7c
v_cmp_f_u32_e32 vcc_lo, 0.15915494, v4                       ; f8 08 90 7c
v_cmp_f_u32_e32 vcc_lo, src_scc, v4                          ; fd 08 90 7c
v_cmp_f_u32_e32 vcc_lo, src_shared_base, v4                  ; eb 08 90 7c
v_cmp_f_u32_e32 vcc_lo, 0x12345678, v4                       ; ff 08 90 7c 78 56 34 12
v_cmp_f_u32_e32 vcc_lo, v0, v0                               ; 00 01 90 7c
v_cmp_f_u32 vcc_lo, v180, v0 quad_perm:[1,1,2,2] row_mask:0x8 bank_mask:0x2 fi:1 ; fa 00 90 7c b4 a5 04 82
v_cmp_f_u32 vcc_lo, v244, v0 quad_perm:[2,1,0,3] row_mask:0xd bank_mask:0x0 bound_ctrl:1 fi:1 ; fa 00 90 7c f4 c6 0c d0
v_cmp_lt_u32_e32 vcc_lo, v255, v228                          ; ff c9 93 7c
v_cmp_eq_u32_e32 vcc_lo, s36, v28                            ; 24 38 94 7c
v_cmp_le_u32_e32 vcc_lo, v255, v62                           ; ff 7d 96 7c
v_cmp_gt_u32_e32 vcc_lo, v50, v255                           ; 32 ff 99 7c
v_cmp_ne_u32_e32 vcc_lo, -5, v231                            ; c5 ce 9b 7c
v_cmp_ge_u32_e32 vcc_lo, v255, v59                           ; ff 77 9c 7c
v_cmp_t_u32_e32 vcc_lo, v75, v59                             ; 4b 77 9e 7c
v_cmp_f_i64_e32 vcc_lo, v[1:2], v[4:5]                       ; 01 09 a0 7c
v_cmp_f_i64_e32 vcc_lo, v[255:256], v[4:5]                   ; ff 09 a0 7c
v_cmp_f_i64_e32 vcc_lo, s[2:3], v[4:5]                       ; 02 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, s[104:105], v[4:5]                   ; 68 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, vcc, v[4:5]                          ; 6a 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, exec, v[4:5]                         ; 7e 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, null, v[4:5]                         ; 7c 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, ttmp[0:1], v[4:5]                    ; 6c 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, 0, v[4:5]                            ; 80 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, 64, v[4:5]                           ; c0 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, -1, v[4:5]                           ; c1 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, -16, v[4:5]                          ; d0 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, 0.5, v[4:5]                          ; f0 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, 1.0, v[4:5]                          ; f2 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, -4.0, v[4:5]                         ; f7 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, 0.15915494309189532, v[4:5]          ; f8 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, src_scc, v[4:5]                      ; fd 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, src_shared_base, v[4:5]              ; eb 08 a0 7c
v_cmp_f_i64_e32 vcc_lo, 0x12345678, v[4:5]                   ; ff 08 a0 7c 78 56 34 12
v_cmp_f_i64_e32 vcc_lo, 31, v[212:213]                       ; 9f a8 a1 7c
v_cmp_f_i64_e32 vcc_lo, v[254:255], v[254:255]               ; fe fd a1 7c
v_cmp_f_i64_e32 vcc_lo, s[40:41], v[254:255]                 ; 28 fc a1 7c
v_cmp_lt_i64_e32 vcc_lo, -4.0, v[146:147]                    ; f7 24 a3 7c
v_cmp_eq_i64_e32 vcc_lo, v[181:182], v[123:124]              ; b5 f7 a4 7c
v_cmp_le_i64_e32 vcc_lo, ttmp[6:7], v[0:1]                   ; 72 00 a6 7c
v_cmp_gt_i64_e32 vcc_lo, 5, v[67:68]                         ; 85 86 a8 7c
v_cmp_ne_i64_e32 vcc_lo, v[68:69], v[254:255]                ; 44 fd ab 7c
v_cmp_ge_i64_e32 vcc_lo, s[86:87], v[0:1]                    ; 56 00 ac 7c
v_cmp_t_i64_e32 vcc_lo, v[254:255], v[254:255]               ; fe fd af 7c
v_cmp_f_u64_e32 vcc_lo, v[1:2], v[4:5]                       ; 01 09 b0 7c
v_cmp_f_u64_e32 vcc_lo, v[255:256], v[4:5]                   ; ff 09 b0 7c
v_cmp_f_u64_e32 vcc_lo, s[2:3], v[4:5]                       ; 02 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, s[104:105], v[4:5]                   ; 68 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, vcc, v[4:5]                          ; 6a 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, exec, v[4:5]                         ; 7e 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, null, v[4:5]                         ; 7c 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, ttmp[0:1], v[4:5]                    ; 6c 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, 0, v[4:5]                            ; 80 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, 64, v[4:5]                           ; c0 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, -1, v[4:5]                           ; c1 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, -16, v[4:5]                          ; d0 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, 0.5, v[4:5]                          ; f0 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, 1.0, v[4:5]                          ; f2 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, -4.0, v[4:5]                         ; f7 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, 0.15915494309189532, v[4:5]          ; f8 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, src_scc, v[4:5]                      ; fd 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, src_shared_base, v[4:5]              ; eb 08 b0 7c
v_cmp_f_u64_e32 vcc_lo, 0x12345678, v[4:5]                   ; ff 08 b0 7c 78 56 34 12
v_cmp_f_u64_e32 vcc_lo, src_shared_base, v[173:174]          ; eb 5a b1 7c
v_cmp_f_u64_e32 vcc_lo, v[132:133], v[254:255]               ; 84 fd b1 7c
v_cmp_f_u64_e32 vcc_lo, v[254:255], v[161:162]               ; fe 43 b1 7c
v_cmp_lt_u64_e32 vcc_lo, s[38:39], v[254:255]                ; 26 fc b3 7c
v_cmp_eq_u64_e32 vcc_lo, s[58:59], v[129:130]                ; 3a 02 b5 7c
v_cmp_le_u64_e32 vcc_lo, v[152:153], v[197:198]              ; 98 8b b7 7c
v_cmp_gt_u64_e32 vcc_lo, ttmp[14:15], v[254:255]             ; 7a fc b9 7c
v_cmp_ne_u64_e32 vcc_lo, v[0:1], v[80:81]                    ; 00 a1 ba 7c
v_cmp_ge_u64_e32 vcc_lo, v[254:255], v[0:1]                  ; fe 01 bc 7c
v_cmp_t_u64_e32 vcc_lo, 36, v[0:1]                           ; a4 00 be 7c
v_cmp_class_f16_e32 vcc_lo, v1.l, v4.l                       ; 01 09 fa 7c
v_cmp_class_f16_e32 vcc_lo, v127.h, v4.l                     ; ff 09 fa 7c
v_cmp_class_f16_e32 vcc_lo, s2, v4.l                         ; 02 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, s104, v4.l                       ; 68 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, vcc_lo, v4.l                     ; 6a 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, exec_lo, v4.l                    ; 7e 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, null, v4.l                       ; 7c 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, ttmp0, v4.l                      ; 6c 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, 0, v4.l                          ; 80 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, 64, v4.l                         ; c0 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, -1, v4.l                         ; c1 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, -16, v4.l                        ; d0 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, 0.5, v4.l                        ; f0 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, 1.0, v4.l                        ; f2 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, -4.0, v4.l                       ; f7 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, 0.15915494, v4.l                 ; f8 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, src_scc, v4.l                    ; fd 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, src_shared_base, v4.l            ; eb 08 fa 7c
v_cmp_class_f16_e32 vcc_lo, 0x5678, v4.l                     ; ff 08 fa 7c 78 56 34 12
v_cmp_class_f16_e32 vcc_lo, v0.l, v60.h                      ; 00 79 fb 7c
v_cmp_class_f16_e32 vcc_lo, v42.l, v66.l                     ; 2a 85 fa 7c
v_cmp_class_f16_e32 vcc_lo, v127.h, v83.h                    ; ff a7 fb 7c
v_cmp_class_f32_e32 vcc_lo, v1, v4                           ; 01 09 fc 7c
v_cmp_class_f32_e32 vcc_lo, exec_lo, v4                      ; 7e 08 fc 7c
v_cmp_class_f32_e32 vcc_lo, -1, v4                           ; c1 08 fc 7c
v_cmp_class_f32_e32 vcc_lo, 0.15915494, v4                   ; f8 08 fc 7c
v_cmp_class_f32_e32 vcc_lo, 41, v0                           ; a9 00 fc 7c
v_cmp_class_f32_e32 vcc_lo, v255, v21                        ; ff 2b fc 7c
v_cmp_class_f32_e32 vcc_lo, 0x3c00, v113                     ; ff e2 fc 7c 00 3c 00 00
v_cmp_class_f64_e32 vcc_lo, v[1:2], v4                       ; 01 09 fe 7c
v_cmp_class_f64_e32 vcc_lo, exec, v4                         ; 7e 08 fe 7c
v_cmp_class_f64_e32 vcc_lo, -1, v4                           ; c1 08 fe 7c
v_cmp_class_f64_e32 vcc_lo, 0.15915494309189532, v4          ; f8 08 fe 7c
v_cmp_class_f64_e32 vcc_lo, -1.0, v180                       ; f3 68 ff 7c
v_cmp_class_f64_e32 vcc_lo, v[0:1], v0                       ; 00 01 fe 7c
v_cmp_class_f64_e32 vcc_lo, null, v0                         ; 7c 00 fe 7c
v_cmpx_f_f16_e32 v1.l, v4.l                                  ; 01 09 00 7d
v_cmpx_f_f16_e32 exec_lo, v4.l                               ; 7e 08 00 7d
v_cmpx_f_f16_e32 -1, v4.l                                    ; c1 08 00 7d
v_cmpx_f_f16_e32 0.15915494, v4.l                            ; f8 08 00 7d
v_cmpx_f_f16_e32 v114.l, v122.l                              ; 72 f5 00 7d
v_cmpx_f_f16_e32 v101.h, v101.l                              ; e5 cb 00 7d
v_cmpx_f_f16_e32 v0.l, v68.l                                 ; 00 89 00 7d
v_cmpx_lt_f16_e32 src_private_base, v66.h                    ; ed 84 03 7d
v_cmpx_eq_f16_e32 v125.h, v70.h                              ; fd 8d 05 7d
v_cmpx_le_f16_e32 v127.h, v62.l                              ; ff 7d 06 7d
v_cmpx_gt_f16_e32 v0.h, v89.l                                ; 80 b3 08 7d
v_cmpx_lg_f16 v6.l, v53.h dpp8:[2,6,1,2,1,5,7,2]             ; e9 6a 0b 7d 06 72 94 5e
v_cmpx_ge_f16_e32 v0.l, v16.l                                ; 00 21 0c 7d
v_cmpx_o_f16_e32 v115.l, v114.h                              ; 73 e5 0f 7d
v_cmpx_u_f16_e32 src_private_base, v2.h                      ; ed 04 11 7d
v_cmpx_nge_f16_e32 23, v73.h                                 ; 97 92 13 7d
v_cmpx_nlg_f16_e32 v127.h, v62.h                             ; ff 7d 15 7d
v_cmpx_ngt_f16_e32 v96.h, v33.l                              ; e0 43 16 7d
v_cmpx_nle_f16_e32 src_private_limit, v74.h                  ; ee 94 19 7d
v_cmpx_neq_f16 v42.l, v106.h quad_perm:[2,0,3,3] row_mask:0x2 bank_mask:0x5 bound_ctrl:1 ; fa d4 1b 7d 2a f2 08 25
v_cmpx_nlt_f16_e32 v81.l, v114.l                             ; 51 e5 1c 7d
v_cmpx_t_f16 -v19.l, v71.h quad_perm:[0,1,3,2] row_mask:0x8 bank_mask:0xd bound_ctrl:1 ; fa 8e 1f 7d 13 b4 18 8d
v_cmpx_f_f32_e32 v1, v4                                      ; 01 09 20 7d
v_cmpx_f_f32_e32 exec_lo, v4                                 ; 7e 08 20 7d
v_cmpx_f_f32_e32 -1, v4                                      ; c1 08 20 7d
v_cmpx_f_f32_e32 0.15915494, v4                              ; f8 08 20 7d
v_cmpx_f_f32_e32 s103, v0                                    ; 67 00 20 7d
v_cmpx_f_f32_e32 v255, v255                                  ; ff ff 21 7d
v_cmpx_f_f32_e32 2.0, v159                                   ; f4 3e 21 7d
v_cmpx_lt_f32 v80, v255 quad_perm:[1,2,3,3] row_mask:0x9 bank_mask:0x1 bound_ctrl:1 ; fa fe 23 7d 50 f9 08 91
v_cmpx_eq_f32 v79, v69 dpp8:[4,4,4,7,6,1,2,5] fi:1           ; ea 8a 24 7d 4f 24 ef a8
v_cmpx_le_f32_e32 v113, v0                                   ; 71 01 26 7d
v_cmpx_gt_f32_e32 v167, v131                                 ; a7 07 29 7d
v_cmpx_lg_f32_e32 src_shared_base, v255                      ; eb fe 2b 7d
v_cmpx_ge_f32 v123, v113 dpp8:[1,7,6,7,2,3,3,0] fi:1         ; ea e2 2c 7d 7b b9 af 0d
v_cmpx_o_f32 v29, v0 dpp8:[1,4,3,2,6,1,0,1]                  ; e9 00 2e 7d 1d e1 e4 20
v_cmpx_u_f32 v21, v86 dpp8:[6,7,0,5,4,6,7,3] fi:1            ; ea ac 30 7d 15 3e 4a 7f
v_cmpx_nge_f32_e32 v255, v255                                ; ff ff 33 7d
v_cmpx_nlg_f32 v250, v0 quad_perm:[2,1,3,2] row_mask:0x0 bank_mask:0x9 bound_ctrl:1 fi:1 ; fa 00 34 7d fa b6 0c 09
v_cmpx_ngt_f32 v34, v255 quad_perm:[3,2,0,0] row_mask:0xb bank_mask:0x6 ; fa fe 37 7d 22 0b 00 b6
v_cmpx_nle_f32 v153, v6 dpp8:[3,2,3,4,4,6,1,1]               ; e9 0c 38 7d 99 d3 48 27
v_cmpx_neq_f32 v238, v255 quad_perm:[2,2,1,2] row_mask:0xf bank_mask:0xb bound_ctrl:1 ; fa fe 3b 7d ee 9a 08 fb
v_cmpx_nlt_f32_e32 v0, v0                                    ; 00 01 3c 7d
v_cmpx_t_f32 v95, v0 quad_perm:[3,1,2,1] row_mask:0xa bank_mask:0x1 fi:1 ; fa 00 3e 7d 5f 67 04 a1
v_cmpx_f_f64_e32 v[1:2], v[4:5]                              ; 01 09 40 7d
v_cmpx_f_f64_e32 exec, v[4:5]                                ; 7e 08 40 7d
v_cmpx_f_f64_e32 -1, v[4:5]                                  ; c1 08 40 7d
v_cmpx_f_f64_e32 0.15915494309189532, v[4:5]                 ; f8 08 40 7d
v_cmpx_f_f64_e32 s[40:41], v[0:1]                            ; 28 00 40 7d
v_cmpx_f_f64_e32 v[205:206], v[254:255]                      ; cd fd 41 7d
v_cmpx_f_f64_e32 v[170:171], v[171:172]                      ; aa 57 41 7d
v_cmpx_lt_f64_e32 26, v[111:112]                             ; 9a de 42 7d
v_cmpx_eq_f64_e32 v[0:1], v[254:255]                         ; 00 fd 45 7d
v_cmpx_le_f64_e32 0.5, v[197:198]                            ; f0 8a 47 7d
v_cmpx_gt_f64_e32 v[0:1], v[254:255]                         ; 00 fd 49 7d
v_cmpx_lg_f64_e32 v[13:14], v[254:255]                       ; 0d fd 4b 7d
v_cmpx_ge_f64_e32 v[191:192], v[254:255]                     ; bf fd 4d 7d
v_cmpx_o_f64_e32 v[0:1], v[254:255]                          ; 00 fd 4f 7d
v_cmpx_u_f64_e32 v[254:255], v[198:199]                      ; fe 8d 51 7d
v_cmpx_nge_f64_e32 v[254:255], v[254:255]                    ; fe fd 53 7d
v_cmpx_nlg_f64_e32 v[254:255], v[207:208]                    ; fe 9f 55 7d
v_cmpx_ngt_f64_e32 0x51, v[192:193]                          ; ff 80 57 7d 51 00 00 00
v_cmpx_nle_f64_e32 v[0:1], v[23:24]                          ; 00 2f 58 7d
v_cmpx_neq_f64_e32 -0.5, v[192:193]                          ; f1 80 5b 7d
v_cmpx_nlt_f64_e32 v[163:164], v[197:198]                    ; a3 8b 5d 7d
v_cmpx_t_f64_e32 s[94:95], v[0:1]                            ; 5e 00 5e 7d
v_cmpx_lt_i16_e32 v1.l, v4.l                                 ; 01 09 62 7d
v_cmpx_lt_i16_e32 exec_lo, v4.l                              ; 7e 08 62 7d
v_cmpx_lt_i16_e32 -1, v4.l                                   ; c1 08 62 7d
v_cmpx_lt_i16_e32 0x3118, v4.l                               ; f8 08 62 7d
v_cmpx_lt_i16_e32 v127.h, v2.h                               ; ff 05 63 7d
v_cmpx_lt_i16_e32 v127.h, v85.h                              ; ff ab 63 7d
v_cmpx_lt_i16_e32 v127.h, v43.h                              ; ff 57 63 7d
v_cmpx_eq_i16_e32 v0.l, v8.l                                 ; 00 11 64 7d
v_cmpx_le_i16 v68.h, v110.l row_shr:9 row_mask:0x6 bank_mask:0xf bound_ctrl:1 ; fa dc 66 7d c4 19 09 6f
v_cmpx_gt_i16_e32 v127.h, v33.l                              ; ff 43 68 7d
v_cmpx_ne_i16_e32 v127.h, v107.h                             ; ff d7 6b 7d
v_cmpx_ge_i16 v5.h, v29.l row_shl:2 row_mask:0x9 bank_mask:0x3 bound_ctrl:1 ; fa 3a 6c 7d 85 02 09 93
v_cmpx_lt_u16_e32 v1.l, v4.l                                 ; 01 09 72 7d
v_cmpx_lt_u16_e32 exec_lo, v4.l                              ; 7e 08 72 7d
v_cmpx_lt_u16_e32 -1, v4.l                                   ; c1 08 72 7d
v_cmpx_lt_u16_e32 0x3118, v4.l                               ; f8 08 72 7d
v_cmpx_lt_u16_e32 v73.l, v109.h                              ; 49 db 73 7d
v_cmpx_lt_u16 v76.l, v41.h dpp8:[3,7,0,1,0,0,6,2] fi:1       ; ea 52 73 7d 4c 3b 02 58
v_cmpx_lt_u16_e32 v119.l, v111.l                             ; 77 df 72 7d
v_cmpx_eq_u16_e32 v90.l, v89.l                               ; 5a b3 74 7d
v_cmpx_le_u16_e32 v0.l, v28.l                                ; 00 39 76 7d
v_cmpx_gt_u16_e32 v74.l, v58.h                               ; 4a 75 79 7d
v_cmpx_ne_u16 v20.h, v19.h quad_perm:[0,2,2,0] row_mask:0x4 bank_mask:0x0 bound_ctrl:1 fi:1 ; fa 26 7b 7d 94 28 0c 40
v_cmpx_ge_u16_e32 v127.h, v126.h                             ; ff fd 7d 7d
v_cmpx_f_i32_e32 v1, v4                                      ; 01 09 80 7d
v_cmpx_f_i32_e32 exec_lo, v4                                 ; 7e 08 80 7d
v_cmpx_f_i32_e32 -1, v4                                      ; c1 08 80 7d
v_cmpx_f_i32_e32 0.15915494, v4                              ; f8 08 80 7d
v_cmpx_f_i32_e32 2.0, v121                                   ; f4 f2 80 7d
v_cmpx_f_i32_e32 v255, v0                                    ; ff 01 80 7d
v_cmpx_f_i32_e32 v39, v0                                     ; 27 01 80 7d
v_cmpx_lt_i32_e32 v166, v255                                 ; a6 ff 83 7d
v_cmpx_eq_i32_e32 31, v255                                   ; 9f fe 85 7d
v_cmpx_le_i32 v237, v0 quad_perm:[2,1,2,2] row_mask:0x8 bank_mask:0x3 bound_ctrl:1 ; fa 00 86 7d ed a6 08 83
v_cmpx_gt_i32_e32 0x80000000, v255                           ; ff fe 89 7d 00 00 00 80
v_cmpx_ne_i32 v25, v193 quad_perm:[2,0,3,3] row_mask:0x1 bank_mask:0x2 bound_ctrl:1 ; fa 82 8b 7d 19 f2 08 12
v_cmpx_ge_i32_e32 v0, v0                                     ; 00 01 8c 7d
v_cmpx_t_i32_e32 5, v255                                     ; 85 fe 8f 7d
v_cmpx_f_u32_e32 v1, v4                                      ; 01 09 90 7d
v_cmpx_f_u32_e32 exec_lo, v4                                 ; 7e 08 90 7d
v_cmpx_f_u32_e32 -1, v4                                      ; c1 08 90 7d
v_cmpx_f_u32_e32 0.15915494, v4                              ; f8 08 90 7d
v_cmpx_f_u32 v19, v0 dpp8:[6,1,4,6,7,0,4,2]                  ; e9 00 90 7d 13 0e 7d 50
v_cmpx_f_u32_e32 v247, v0                                    ; f7 01 90 7d
v_cmpx_f_u32_e32 v255, v255                                  ; ff ff 91 7d
v_cmpx_lt_u32 v114, v21 row_ror:11 row_mask:0xc bank_mask:0x0 ; fa 2a 92 7d 72 2b 01 c0
v_cmpx_eq_u32 v146, v238 dpp8:[1,6,4,5,6,7,1,5]              ; e9 dc 95 7d 92 31 eb a7
v_cmpx_le_u32_e32 -2.0, v53                                  ; f5 6a 96 7d
v_cmpx_gt_u32 v47, v0 dpp8:[2,0,0,3,5,6,4,3]                 ; e9 00 98 7d 2f 02 56 73
v_cmpx_ne_u32 v217, v255 dpp8:[3,1,1,1,5,2,6,0] fi:1         ; ea fe 9b 7d d9 4b 52 19
v_cmpx_ge_u32 v191, v0 dpp8:[3,6,4,4,0,5,3,3]                ; e9 00 9c 7d bf 33 89 6e
v_cmpx_t_u32 v102, v255 quad_perm:[0,2,2,1] row_mask:0x2 bank_mask:0x1 ; fa fe 9f 7d 66 68 00 21
v_cmpx_f_i64_e32 v[1:2], v[4:5]                              ; 01 09 a0 7d
v_cmpx_f_i64_e32 exec, v[4:5]                                ; 7e 08 a0 7d
v_cmpx_f_i64_e32 -1, v[4:5]                                  ; c1 08 a0 7d
v_cmpx_f_i64_e32 0.15915494309189532, v[4:5]                 ; f8 08 a0 7d
v_cmpx_f_i64_e32 v[0:1], v[55:56]                            ; 00 6f a0 7d
v_cmpx_f_i64_e32 s[2:3], v[254:255]                          ; 02 fc a1 7d
v_cmpx_f_i64_e32 v[254:255], v[254:255]                      ; fe fd a1 7d
v_cmpx_lt_i64_e32 v[247:248], v[254:255]                     ; f7 fd a3 7d
v_cmpx_eq_i64_e32 v[0:1], v[243:244]                         ; 00 e7 a5 7d
v_cmpx_le_i64_e32 v[0:1], v[0:1]                             ; 00 01 a6 7d
v_cmpx_gt_i64_e32 s[98:99], v[184:185]                       ; 62 70 a9 7d
v_cmpx_ne_i64_e32 -4, v[106:107]                             ; c4 d4 aa 7d
v_cmpx_ge_i64_e32 v[26:27], v[142:143]                       ; 1a 1d ad 7d
v_cmpx_t_i64_e32 v[81:82], v[88:89]                          ; 51 b1 ae 7d
v_cmpx_f_u64_e32 v[1:2], v[4:5]                              ; 01 09 b0 7d
v_cmpx_f_u64_e32 exec, v[4:5]                                ; 7e 08 b0 7d
v_cmpx_f_u64_e32 -1, v[4:5]                                  ; c1 08 b0 7d
v_cmpx_f_u64_e32 0.15915494309189532, v[4:5]                 ; f8 08 b0 7d
v_cmpx_f_u64_e32 v[128:129], v[199:200]                      ; 80 8f b1 7d
v_cmpx_f_u64_e32 v[254:255], v[0:1]                          ; fe 01 b0 7d
v_cmpx_f_u64_e32 s[80:81], v[28:29]                          ; 50 38 b0 7d
v_cmpx_lt_u64_e32 src_scc, v[72:73]                          ; fd 90 b2 7d
v_cmpx_eq_u64_e32 vcc, v[0:1]                                ; 6a 00 b4 7d
v_cmpx_le_u64_e32 v[79:80], v[5:6]                           ; 4f 0b b6 7d
v_cmpx_gt_u64_e32 s[4:5], v[63:64]                           ; 04 7e b8 7d
v_cmpx_ne_u64_e32 2, v[254:255]                              ; 82 fc bb 7d
v_cmpx_ge_u64_e32 v[0:1], v[254:255]                         ; 00 fd bd 7d
v_cmpx_t_u64_e32 s[60:61], v[0:1]                            ; 3c 00 be 7d
v_cmpx_class_f16_e32 v1.l, v4.l                              ; 01 09 fa 7d
v_cmpx_class_f16_e32 exec_lo, v4.l                           ; 7e 08 fa 7d
v_cmpx_class_f16_e32 -1, v4.l                                ; c1 08 fa 7d
v_cmpx_class_f16_e32 0.15915494, v4.l                        ; f8 08 fa 7d
v_cmpx_class_f16 v32.h, v102.h dpp8:[3,6,6,7,3,5,3,6]        ; e9 cc fb 7d a0 b3 bf ce
v_cmpx_class_f16 v100.h, v106.h dpp8:[7,6,0,6,3,3,6,1] fi:1  ; ea d4 fb 7d e4 37 bc 39
v_cmpx_class_f16_e32 v66.h, v122.l                           ; c2 f5 fa 7d
v_cmpx_class_f32_e32 v1, v4                                  ; 01 09 fc 7d
v_cmpx_class_f32_e32 exec_lo, v4                             ; 7e 08 fc 7d
v_cmpx_class_f32_e32 -1, v4                                  ; c1 08 fc 7d
v_cmpx_class_f32_e32 0.15915494, v4                          ; f8 08 fc 7d
v_cmpx_class_f32_e32 0.15915494, v0                          ; f8 00 fc 7d
v_cmpx_class_f32_e32 v196, v255                              ; c4 ff fd 7d
v_cmpx_class_f32_e32 v0, v152                                ; 00 31 fd 7d
v_cmpx_class_f64_e32 v[1:2], v4                              ; 01 09 fe 7d
v_cmpx_class_f64_e32 exec, v4                                ; 7e 08 fe 7d
v_cmpx_class_f64_e32 -1, v4                                  ; c1 08 fe 7d
v_cmpx_class_f64_e32 0.15915494309189532, v4                 ; f8 08 fe 7d
v_cmpx_class_f64_e32 v[37:38], v0                            ; 25 01 fe 7d
v_cmpx_class_f64_e32 -4.0, v255                              ; f7 fe ff 7d
v_cmpx_class_f64_e32 15, v103                                ; 8f ce fe 7d
; wave64
v_cmp_f_f16_e32 vcc, v1.l, v4.l                              ; 01 09 00 7c
v_cmp_f_f16_e32 vcc, v127.h, v4.l                            ; ff 09 00 7c
v_cmp_f_f16_e32 vcc, s2, v4.l                                ; 02 08 00 7c
v_cmp_f_f16_e32 vcc, s104, v4.l                              ; 68 08 00 7c
v_cmp_f_f16_e32 vcc, vcc_lo, v4.l                            ; 6a 08 00 7c
v_cmp_f_f16_e32 vcc, exec_lo, v4.l                           ; 7e 08 00 7c
v_cmp_f_f16_e32 vcc, null, v4.l                              ; 7c 08 00 7c
v_cmp_f_f16_e32 vcc, ttmp0, v4.l                             ; 6c 08 00 7c
v_cmp_f_f16_e32 vcc, 0, v4.l                                 ; 80 08 00 7c
v_cmp_f_f16_e32 vcc, 64, v4.l                                ; c0 08 00 7c
v_cmp_f_f16_e32 vcc, -1, v4.l                                ; c1 08 00 7c
v_cmp_f_f16_e32 vcc, -16, v4.l                               ; d0 08 00 7c
v_cmp_f_f16_e32 vcc, 0.5, v4.l                               ; f0 08 00 7c
v_cmp_f_f16_e32 vcc, 1.0, v4.l                               ; f2 08 00 7c
v_cmp_f_f16_e32 vcc, -4.0, v4.l                              ; f7 08 00 7c
v_cmp_f_f16_e32 vcc, 0.15915494, v4.l                        ; f8 08 00 7c
v_cmp_f_f16_e32 vcc, src_scc, v4.l                           ; fd 08 00 7c
v_cmp_f_f16_e32 vcc, src_shared_base, v4.l                   ; eb 08 00 7c
v_cmp_f_f16_e32 vcc, 0x5678, v4.l                            ; ff 08 00 7c 78 56 34 12
v_cmp_f_f16_e32 vcc, v127.h, v46.l                           ; ff 5d 00 7c
v_cmp_f_f16_e32 vcc, 61, v122.l                              ; bd f4 00 7c
v_cmp_f_f16 vcc, v9.l, v58.h quad_perm:[1,1,3,1] row_mask:0x8 bank_mask:0x6 fi:1 ; fa 74 01 7c 09 75 04 86
v_cmp_f_f32_e32 vcc, v1, v4                                  ; 01 09 20 7c
v_cmp_f_f32_e32 vcc, v255, v4                                ; ff 09 20 7c
v_cmp_f_f32_e32 vcc, s2, v4                                  ; 02 08 20 7c
v_cmp_f_f32_e32 vcc, s104, v4                                ; 68 08 20 7c
v_cmp_f_f32_e32 vcc, vcc_lo, v4                              ; 6a 08 20 7c
v_cmp_f_f32_e32 vcc, exec_lo, v4                             ; 7e 08 20 7c
v_cmp_f_f32_e32 vcc, null, v4                                ; 7c 08 20 7c
v_cmp_f_f32_e32 vcc, ttmp0, v4                               ; 6c 08 20 7c
v_cmp_f_f32_e32 vcc, 0, v4                                   ; 80 08 20 7c
v_cmp_f_f32_e32 vcc, 64, v4                                  ; c0 08 20 7c
v_cmp_f_f32_e32 vcc, -1, v4                                  ; c1 08 20 7c
v_cmp_f_f32_e32 vcc, -16, v4                                 ; d0 08 20 7c
v_cmp_f_f32_e32 vcc, 0.5, v4                                 ; f0 08 20 7c
v_cmp_f_f32_e32 vcc, 1.0, v4                                 ; f2 08 20 7c
v_cmp_f_f32_e32 vcc, -4.0, v4                                ; f7 08 20 7c
v_cmp_f_f32_e32 vcc, 0.15915494, v4                          ; f8 08 20 7c
v_cmp_f_f32_e32 vcc, src_scc, v4                             ; fd 08 20 7c
v_cmp_f_f32_e32 vcc, src_shared_base, v4                     ; eb 08 20 7c
v_cmp_f_f32_e32 vcc, 0x12345678, v4                          ; ff 08 20 7c 78 56 34 12
v_cmp_f_f32_e32 vcc, 1.0, v69                                ; f2 8a 20 7c
v_cmp_f_f32_e32 vcc, 0x51, v87                               ; ff ae 20 7c 51 00 00 00
v_cmp_f_f32 vcc, v68, v22 quad_perm:[3,3,1,2] row_mask:0x8 bank_mask:0xc bound_ctrl:1 ; fa 2c 20 7c 44 9f 08 8c
v_cmp_f_f64_e32 vcc, v[1:2], v[4:5]                          ; 01 09 40 7c
v_cmp_f_f64_e32 vcc, v[255:256], v[4:5]                      ; ff 09 40 7c
v_cmp_f_f64_e32 vcc, s[2:3], v[4:5]                          ; 02 08 40 7c
v_cmp_f_f64_e32 vcc, s[104:105], v[4:5]                      ; 68 08 40 7c
v_cmp_f_f64_e32 vcc, vcc, v[4:5]                             ; 6a 08 40 7c
v_cmp_f_f64_e32 vcc, exec, v[4:5]                            ; 7e 08 40 7c
v_cmp_f_f64_e32 vcc, null, v[4:5]                            ; 7c 08 40 7c
v_cmp_f_f64_e32 vcc, ttmp[0:1], v[4:5]                       ; 6c 08 40 7c
v_cmp_f_f64_e32 vcc, 0, v[4:5]                               ; 80 08 40 7c
v_cmp_f_f64_e32 vcc, 64, v[4:5]                              ; c0 08 40 7c
v_cmp_f_f64_e32 vcc, -1, v[4:5]                              ; c1 08 40 7c
v_cmp_f_f64_e32 vcc, -16, v[4:5]                             ; d0 08 40 7c
v_cmp_f_f64_e32 vcc, 0.5, v[4:5]                             ; f0 08 40 7c
v_cmp_f_f64_e32 vcc, 1.0, v[4:5]                             ; f2 08 40 7c
v_cmp_f_f64_e32 vcc, -4.0, v[4:5]                            ; f7 08 40 7c
v_cmp_f_f64_e32 vcc, 0.15915494309189532, v[4:5]             ; f8 08 40 7c
v_cmp_f_f64_e32 vcc, src_scc, v[4:5]                         ; fd 08 40 7c
v_cmp_f_f64_e32 vcc, src_shared_base, v[4:5]                 ; eb 08 40 7c
v_cmp_f_f64_e32 vcc, 0x12345678, v[4:5]                      ; ff 08 40 7c 78 56 34 12
v_cmp_f_f64_e32 vcc, s[104:105], v[0:1]                      ; 68 00 40 7c
v_cmp_f_f64_e32 vcc, v[0:1], v[49:50]                        ; 00 63 40 7c
v_cmp_f_f64_e32 vcc, 0x3c00, v[254:255]                      ; ff fc 41 7c 00 3c 00 00
v_cmp_lt_i16_e32 vcc, v1.l, v4.l                             ; 01 09 62 7c
v_cmp_lt_i16_e32 vcc, v127.h, v4.l                           ; ff 09 62 7c
v_cmp_lt_i16_e32 vcc, s2, v4.l                               ; 02 08 62 7c
v_cmp_lt_i16_e32 vcc, s104, v4.l                             ; 68 08 62 7c
v_cmp_lt_i16_e32 vcc, vcc_lo, v4.l                           ; 6a 08 62 7c
v_cmp_lt_i16_e32 vcc, exec_lo, v4.l                          ; 7e 08 62 7c
v_cmp_lt_i16_e32 vcc, null, v4.l                             ; 7c 08 62 7c
v_cmp_lt_i16_e32 vcc, ttmp0, v4.l                            ; 6c 08 62 7c
v_cmp_lt_i16_e32 vcc, 0, v4.l                                ; 80 08 62 7c
v_cmp_lt_i16_e32 vcc, 64, v4.l                               ; c0 08 62 7c
v_cmp_lt_i16_e32 vcc, -1, v4.l                               ; c1 08 62 7c
v_cmp_lt_i16_e32 vcc, -16, v4.l                              ; d0 08 62 7c
v_cmp_lt_i16_e32 vcc, 0x3800, v4.l                           ; f0 08 62 7c
v_cmp_lt_i16_e32 vcc, 0x3c00, v4.l                           ; f2 08 62 7c
v_cmp_lt_i16_e32 vcc, 0xc400, v4.l                           ; f7 08 62 7c
v_cmp_lt_i16_e32 vcc, 0x3118, v4.l                           ; f8 08 62 7c
v_cmp_lt_i16_e32 vcc, src_scc, v4.l                          ; fd 08 62 7c
v_cmp_lt_i16_e32 vcc, src_shared_base, v4.l                  ; eb 08 62 7c
v_cmp_lt_i16_e32 vcc, 0x5678, v4.l                           ; ff 08 62 7c 78 56 34 12
v_cmp_lt_i16_e32 vcc, v71.h, v47.l                           ; c7 5f 62 7c
v_cmp_lt_i16_e32 vcc, v0.l, v100.h                           ; 00 c9 63 7c
v_cmp_lt_i16_e32 vcc, v127.h, v103.l                         ; ff cf 62 7c
v_cmp_lt_u16_e32 vcc, v1.l, v4.l                             ; 01 09 72 7c
v_cmp_lt_u16_e32 vcc, v127.h, v4.l                           ; ff 09 72 7c
v_cmp_lt_u16_e32 vcc, s2, v4.l                               ; 02 08 72 7c
v_cmp_lt_u16_e32 vcc, s104, v4.l                             ; 68 08 72 7c
v_cmp_lt_u16_e32 vcc, vcc_lo, v4.l                           ; 6a 08 72 7c
v_cmp_lt_u16_e32 vcc, exec_lo, v4.l                          ; 7e 08 72 7c
v_cmp_lt_u16_e32 vcc, null, v4.l                             ; 7c 08 72 7c
v_cmp_lt_u16_e32 vcc, ttmp0, v4.l                            ; 6c 08 72 7c
v_cmp_lt_u16_e32 vcc, 0, v4.l                                ; 80 08 72 7c
v_cmp_lt_u16_e32 vcc, 64, v4.l                               ; c0 08 72 7c
v_cmp_lt_u16_e32 vcc, -1, v4.l                               ; c1 08 72 7c
v_cmp_lt_u16_e32 vcc, -16, v4.l                              ; d0 08 72 7c
v_cmp_lt_u16_e32 vcc, 0x3800, v4.l                           ; f0 08 72 7c
v_cmp_lt_u16_e32 vcc, 0x3c00, v4.l                           ; f2 08 72 7c
v_cmp_lt_u16_e32 vcc, 0xc400, v4.l                           ; f7 08 72 7c
v_cmp_lt_u16_e32 vcc, 0x3118, v4.l                           ; f8 08 72 7c
v_cmp_lt_u16_e32 vcc, src_scc, v4.l                          ; fd 08 72 7c
v_cmp_lt_u16_e32 vcc, src_shared_base, v4.l                  ; eb 08 72 7c
v_cmp_lt_u16_e32 vcc, 0x5678, v4.l                           ; ff 08 72 7c 78 56 34 12
v_cmp_lt_u16_e32 vcc, 0x4000, v13.l                          ; f4 1a 72 7c
v_cmp_lt_u16_e32 vcc, v112.h, v26.l                          ; f0 35 72 7c
v_cmp_lt_u16 vcc, v105.h, v107.h dpp8:[6,2,7,5,3,3,5,0]      ; e9 d6 73 7c e9 d6 bb 15
v_cmp_f_i32_e32 vcc, v1, v4                                  ; 01 09 80 7c
v_cmp_f_i32_e32 vcc, v255, v4                                ; ff 09 80 7c
v_cmp_f_i32_e32 vcc, s2, v4                                  ; 02 08 80 7c
v_cmp_f_i32_e32 vcc, s104, v4                                ; 68 08 80 7c
v_cmp_f_i32_e32 vcc, vcc_lo, v4                              ; 6a 08 80 7c
v_cmp_f_i32_e32 vcc, exec_lo, v4                             ; 7e 08 80 7c
v_cmp_f_i32_e32 vcc, null, v4                                ; 7c 08 80 7c
v_cmp_f_i32_e32 vcc, ttmp0, v4                               ; 6c 08 80 7c
v_cmp_f_i32_e32 vcc, 0, v4                                   ; 80 08 80 7c
v_cmp_f_i32_e32 vcc, 64, v4                                  ; c0 08 80 7c
v_cmp_f_i32_e32 vcc, -1, v4                                  ; c1 08 80 7c
v_cmp_f_i32_e32 vcc, -16, v4                                 ; d0 08 80 7c
v_cmp_f_i32_e32 vcc, 0.5, v4                                 ; f0 08 80 7c
v_cmp_f_i32_e32 vcc, 1.0, v4                                 ; f2 08 80 7c
v_cmp_f_i32_e32 vcc, -4.0, v4                                ; f7 08 80 7c
v_cmp_f_i32_e32 vcc, 0.15915494, v4                          ; f8 08 80 7c
v_cmp_f_i32_e32 vcc, src_scc, v4                             ; fd 08 80 7c
v_cmp_f_i32_e32 vcc, src_shared_base, v4                     ; eb 08 80 7c
v_cmp_f_i32_e32 vcc, 0x12345678, v4                          ; ff 08 80 7c 78 56 34 12
v_cmp_f_i32_e32 vcc, 31, v230                                ; 9f cc 81 7c
v_cmp_f_i32_e32 vcc, -4.0, v255                              ; f7 fe 81 7c
v_cmp_f_i32_e32 vcc, null, v102                              ; 7c cc 80 7c
v_cmp_f_u32_e32 vcc, v1, v4                                  ; 01 09 90 7c
v_cmp_f_u32_e32 vcc, v255, v4                                ; ff 09 90 7c
v_cmp_f_u32_e32 vcc, s2, v4                                  ; 02 08 90 7c
v_cmp_f_u32_e32 vcc, s104, v4                                ; 68 08 90 7c
v_cmp_f_u32_e32 vcc, vcc_lo, v4                              ; 6a 08 90 7c
v_cmp_f_u32_e32 vcc, exec_lo, v4                             ; 7e 08 90 7c
v_cmp_f_u32_e32 vcc, null, v4                                ; 7c 08 90 7c
v_cmp_f_u32_e32 vcc, ttmp0, v4                               ; 6c 08 90 7c
v_cmp_f_u32_e32 vcc, 0, v4                                   ; 80 08 90 7c
v_cmp_f_u32_e32 vcc, 64, v4                                  ; c0 08 90 7c
v_cmp_f_u32_e32 vcc, -1, v4                                  ; c1 08 90 7c
v_cmp_f_u32_e32 vcc, -16, v4                                 ; d0 08 90 7c
v_cmp_f_u32_e32 vcc, 0.5, v4                                 ; f0 08 90 7c
v_cmp_f_u32_e32 vcc, 1.0, v4                                 ; f2 08 90 7c
v_cmp_f_u32_e32 vcc, -4.0, v4                                ; f7 08 90 7c
v_cmp_f_u32_e32 vcc, 0.15915494, v4                          ; f8 08 90 7c
v_cmp_f_u32_e32 vcc, src_scc, v4                             ; fd 08 90 7c
v_cmp_f_u32_e32 vcc, src_shared_base, v4                     ; eb 08 90 7c
v_cmp_f_u32_e32 vcc, 0x12345678, v4                          ; ff 08 90 7c 78 56 34 12
v_cmp_f_u32_e32 vcc, 0xd5, v255                              ; ff fe 91 7c d5 00 00 00
v_cmp_f_u32_e32 vcc, s8, v73                                 ; 08 92 90 7c
v_cmp_f_u32_e32 vcc, s32, v55                                ; 20 6e 90 7c
v_cmp_f_i64_e32 vcc, v[1:2], v[4:5]                          ; 01 09 a0 7c
v_cmp_f_i64_e32 vcc, v[255:256], v[4:5]                      ; ff 09 a0 7c
v_cmp_f_i64_e32 vcc, s[2:3], v[4:5]                          ; 02 08 a0 7c
v_cmp_f_i64_e32 vcc, s[104:105], v[4:5]                      ; 68 08 a0 7c
v_cmp_f_i64_e32 vcc, vcc, v[4:5]                             ; 6a 08 a0 7c
v_cmp_f_i64_e32 vcc, exec, v[4:5]                            ; 7e 08 a0 7c
v_cmp_f_i64_e32 vcc, null, v[4:5]                            ; 7c 08 a0 7c
v_cmp_f_i64_e32 vcc, ttmp[0:1], v[4:5]                       ; 6c 08 a0 7c
v_cmp_f_i64_e32 vcc, 0, v[4:5]                               ; 80 08 a0 7c
v_cmp_f_i64_e32 vcc, 64, v[4:5]                              ; c0 08 a0 7c
v_cmp_f_i64_e32 vcc, -1, v[4:5]                              ; c1 08 a0 7c
v_cmp_f_i64_e32 vcc, -16, v[4:5]                             ; d0 08 a0 7c
v_cmp_f_i64_e32 vcc, 0.5, v[4:5]                             ; f0 08 a0 7c
v_cmp_f_i64_e32 vcc, 1.0, v[4:5]                             ; f2 08 a0 7c
v_cmp_f_i64_e32 vcc, -4.0, v[4:5]                            ; f7 08 a0 7c
v_cmp_f_i64_e32 vcc, 0.15915494309189532, v[4:5]             ; f8 08 a0 7c
v_cmp_f_i64_e32 vcc, src_scc, v[4:5]                         ; fd 08 a0 7c
v_cmp_f_i64_e32 vcc, src_shared_base, v[4:5]                 ; eb 08 a0 7c
v_cmp_f_i64_e32 vcc, 0x12345678, v[4:5]                      ; ff 08 a0 7c 78 56 34 12
v_cmp_f_i64_e32 vcc, v[254:255], v[254:255]                  ; fe fd a1 7c
v_cmp_f_i64_e32 vcc, v[250:251], v[27:28]                    ; fa 37 a0 7c
v_cmp_f_i64_e32 vcc, -1.0, v[214:215]                        ; f3 ac a1 7c
v_cmp_f_u64_e32 vcc, v[1:2], v[4:5]                          ; 01 09 b0 7c
v_cmp_f_u64_e32 vcc, v[255:256], v[4:5]                      ; ff 09 b0 7c
v_cmp_f_u64_e32 vcc, s[2:3], v[4:5]                          ; 02 08 b0 7c
v_cmp_f_u64_e32 vcc, s[104:105], v[4:5]                      ; 68 08 b0 7c
v_cmp_f_u64_e32 vcc, vcc, v[4:5]                             ; 6a 08 b0 7c
v_cmp_f_u64_e32 vcc, exec, v[4:5]                            ; 7e 08 b0 7c
v_cmp_f_u64_e32 vcc, null, v[4:5]                            ; 7c 08 b0 7c
v_cmp_f_u64_e32 vcc, ttmp[0:1], v[4:5]                       ; 6c 08 b0 7c
v_cmp_f_u64_e32 vcc, 0, v[4:5]                               ; 80 08 b0 7c
v_cmp_f_u64_e32 vcc, 64, v[4:5]                              ; c0 08 b0 7c
v_cmp_f_u64_e32 vcc, -1, v[4:5]                              ; c1 08 b0 7c
v_cmp_f_u64_e32 vcc, -16, v[4:5]                             ; d0 08 b0 7c
v_cmp_f_u64_e32 vcc, 0.5, v[4:5]                             ; f0 08 b0 7c
v_cmp_f_u64_e32 vcc, 1.0, v[4:5]                             ; f2 08 b0 7c
v_cmp_f_u64_e32 vcc, -4.0, v[4:5]                            ; f7 08 b0 7c
v_cmp_f_u64_e32 vcc, 0.15915494309189532, v[4:5]             ; f8 08 b0 7c
v_cmp_f_u64_e32 vcc, src_scc, v[4:5]                         ; fd 08 b0 7c
v_cmp_f_u64_e32 vcc, src_shared_base, v[4:5]                 ; eb 08 b0 7c
v_cmp_f_u64_e32 vcc, 0x12345678, v[4:5]                      ; ff 08 b0 7c 78 56 34 12
v_cmp_f_u64_e32 vcc, v[209:210], v[229:230]                  ; d1 cb b1 7c
v_cmp_f_u64_e32 vcc, s[10:11], v[254:255]                    ; 0a fc b1 7c
v_cmp_f_u64_e32 vcc, src_scc, v[0:1]                         ; fd 00 b0 7c
v_cmp_class_f16_e32 vcc, v1.l, v4.l                          ; 01 09 fa 7c
v_cmp_class_f16_e32 vcc, v127.h, v4.l                        ; ff 09 fa 7c
v_cmp_class_f16_e32 vcc, s2, v4.l                            ; 02 08 fa 7c
v_cmp_class_f16_e32 vcc, s104, v4.l                          ; 68 08 fa 7c
v_cmp_class_f16_e32 vcc, vcc_lo, v4.l                        ; 6a 08 fa 7c
v_cmp_class_f16_e32 vcc, exec_lo, v4.l                       ; 7e 08 fa 7c
v_cmp_class_f16_e32 vcc, null, v4.l                          ; 7c 08 fa 7c
v_cmp_class_f16_e32 vcc, ttmp0, v4.l                         ; 6c 08 fa 7c
v_cmp_class_f16_e32 vcc, 0, v4.l                             ; 80 08 fa 7c
v_cmp_class_f16_e32 vcc, 64, v4.l                            ; c0 08 fa 7c
v_cmp_class_f16_e32 vcc, -1, v4.l                            ; c1 08 fa 7c
v_cmp_class_f16_e32 vcc, -16, v4.l                           ; d0 08 fa 7c
v_cmp_class_f16_e32 vcc, 0.5, v4.l                           ; f0 08 fa 7c
v_cmp_class_f16_e32 vcc, 1.0, v4.l                           ; f2 08 fa 7c
v_cmp_class_f16_e32 vcc, -4.0, v4.l                          ; f7 08 fa 7c
v_cmp_class_f16_e32 vcc, 0.15915494, v4.l                    ; f8 08 fa 7c
v_cmp_class_f16_e32 vcc, src_scc, v4.l                       ; fd 08 fa 7c
v_cmp_class_f16_e32 vcc, src_shared_base, v4.l               ; eb 08 fa 7c
v_cmp_class_f16_e32 vcc, 0x5678, v4.l                        ; ff 08 fa 7c 78 56 34 12
v_cmp_class_f16_e32 vcc, 0.5, v97.h                          ; f0 c2 fb 7c
v_cmp_class_f16 vcc, v118.h, v100.l dpp8:[4,3,3,5,0,6,7,4] fi:1 ; ea c8 fa 7c f6 dc 0a 9f
v_cmp_class_f16 vcc, v26.h, v51.h quad_perm:[2,0,3,2] row_mask:0xd bank_mask:0x8 bound_ctrl:1 fi:1 ; fa 66 fb 7c 9a b2 0c d8
v_cmp_class_f32_e32 vcc, v1, v4                              ; 01 09 fc 7c
v_cmp_class_f32_e32 vcc, v255, v4                            ; ff 09 fc 7c
v_cmp_class_f32_e32 vcc, s2, v4                              ; 02 08 fc 7c
v_cmp_class_f32_e32 vcc, s104, v4                            ; 68 08 fc 7c
v_cmp_class_f32_e32 vcc, vcc_lo, v4                          ; 6a 08 fc 7c
v_cmp_class_f32_e32 vcc, exec_lo, v4                         ; 7e 08 fc 7c
v_cmp_class_f32_e32 vcc, null, v4                            ; 7c 08 fc 7c
v_cmp_class_f32_e32 vcc, ttmp0, v4                           ; 6c 08 fc 7c
v_cmp_class_f32_e32 vcc, 0, v4                               ; 80 08 fc 7c
v_cmp_class_f32_e32 vcc, 64, v4                              ; c0 08 fc 7c
v_cmp_class_f32_e32 vcc, -1, v4                              ; c1 08 fc 7c
v_cmp_class_f32_e32 vcc, -16, v4                             ; d0 08 fc 7c
v_cmp_class_f32_e32 vcc, 0.5, v4                             ; f0 08 fc 7c
v_cmp_class_f32_e32 vcc, 1.0, v4                             ; f2 08 fc 7c
v_cmp_class_f32_e32 vcc, -4.0, v4                            ; f7 08 fc 7c
v_cmp_class_f32_e32 vcc, 0.15915494, v4                      ; f8 08 fc 7c
v_cmp_class_f32_e32 vcc, src_scc, v4                         ; fd 08 fc 7c
v_cmp_class_f32_e32 vcc, src_shared_base, v4                 ; eb 08 fc 7c
v_cmp_class_f32_e32 vcc, 0x12345678, v4                      ; ff 08 fc 7c 78 56 34 12
v_cmp_class_f32_e32 vcc, lit(0x3f800000), v255               ; ff fe fd 7c 00 00 80 3f
v_cmp_class_f32 vcc, v201, v255 dpp8:[7,2,4,4,5,7,7,5]       ; e9 fe fd 7c c9 17 d9 bf
v_cmp_class_f32_e32 vcc, v151, v40                           ; 97 51 fc 7c
v_cmp_class_f64_e32 vcc, v[1:2], v4                          ; 01 09 fe 7c
v_cmp_class_f64_e32 vcc, v[255:256], v4                      ; ff 09 fe 7c
v_cmp_class_f64_e32 vcc, s[2:3], v4                          ; 02 08 fe 7c
v_cmp_class_f64_e32 vcc, s[104:105], v4                      ; 68 08 fe 7c
v_cmp_class_f64_e32 vcc, vcc, v4                             ; 6a 08 fe 7c
v_cmp_class_f64_e32 vcc, exec, v4                            ; 7e 08 fe 7c
v_cmp_class_f64_e32 vcc, null, v4                            ; 7c 08 fe 7c
v_cmp_class_f64_e32 vcc, ttmp[0:1], v4                       ; 6c 08 fe 7c
v_cmp_class_f64_e32 vcc, 0, v4                               ; 80 08 fe 7c
v_cmp_class_f64_e32 vcc, 64, v4                              ; c0 08 fe 7c
v_cmp_class_f64_e32 vcc, -1, v4                              ; c1 08 fe 7c
v_cmp_class_f64_e32 vcc, -16, v4                             ; d0 08 fe 7c
v_cmp_class_f64_e32 vcc, 0.5, v4                             ; f0 08 fe 7c
v_cmp_class_f64_e32 vcc, 1.0, v4                             ; f2 08 fe 7c
v_cmp_class_f64_e32 vcc, -4.0, v4                            ; f7 08 fe 7c
v_cmp_class_f64_e32 vcc, 0.15915494309189532, v4             ; f8 08 fe 7c
v_cmp_class_f64_e32 vcc, src_scc, v4                         ; fd 08 fe 7c
v_cmp_class_f64_e32 vcc, src_shared_base, v4                 ; eb 08 fe 7c
v_cmp_class_f64_e32 vcc, 0x12345678, v4                      ; ff 08 fe 7c 78 56 34 12
v_cmp_class_f64_e32 vcc, v[131:132], v255                    ; 83 ff ff 7c
v_cmp_class_f64_e32 vcc, v[8:9], v0                          ; 08 01 fe 7c
v_cmp_class_f64_e32 vcc, v[254:255], v15                     ; fe 1f fe 7c
v_cmpx_f_f16_e32 v1.l, v4.l                                  ; 01 09 00 7d
v_cmpx_f_f16_e32 v127.h, v4.l                                ; ff 09 00 7d
v_cmpx_f_f16_e32 s2, v4.l                                    ; 02 08 00 7d
v_cmpx_f_f16_e32 s104, v4.l                                  ; 68 08 00 7d
v_cmpx_f_f16_e32 vcc_lo, v4.l                                ; 6a 08 00 7d
v_cmpx_f_f16_e32 exec_lo, v4.l                               ; 7e 08 00 7d
v_cmpx_f_f16_e32 null, v4.l                                  ; 7c 08 00 7d
v_cmpx_f_f16_e32 ttmp0, v4.l                                 ; 6c 08 00 7d
v_cmpx_f_f16_e32 0, v4.l                                     ; 80 08 00 7d
v_cmpx_f_f16_e32 64, v4.l                                    ; c0 08 00 7d
v_cmpx_f_f16_e32 -1, v4.l                                    ; c1 08 00 7d
v_cmpx_f_f16_e32 -16, v4.l                                   ; d0 08 00 7d
v_cmpx_f_f16_e32 0.5, v4.l                                   ; f0 08 00 7d
v_cmpx_f_f16_e32 1.0, v4.l                                   ; f2 08 00 7d
v_cmpx_f_f16_e32 -4.0, v4.l                                  ; f7 08 00 7d
v_cmpx_f_f16_e32 0.15915494, v4.l                            ; f8 08 00 7d
v_cmpx_f_f16_e32 src_scc, v4.l                               ; fd 08 00 7d
v_cmpx_f_f16_e32 src_shared_base, v4.l                       ; eb 08 00 7d
v_cmpx_f_f16_e32 0x5678, v4.l                                ; ff 08 00 7d 78 56 34 12
v_cmpx_f_f16 v17.h, v35.l dpp8:[6,7,0,2,2,1,2,7] fi:1        ; ea 46 00 7d 91 3e a4 e8
v_cmpx_f_f16 v7.l, v4.l dpp8:[2,7,0,0,6,1,2,1] fi:1          ; ea 08 00 7d 07 3a e0 28
v_cmpx_f_f16_e32 s56, v119.h                                 ; 38 ee 01 7d
v_cmpx_f_f32_e32 v1, v4                                      ; 01 09 20 7d
v_cmpx_f_f32_e32 v255, v4                                    ; ff 09 20 7d
v_cmpx_f_f32_e32 s2, v4                                      ; 02 08 20 7d
v_cmpx_f_f32_e32 s104, v4                                    ; 68 08 20 7d
v_cmpx_f_f32_e32 vcc_lo, v4                                  ; 6a 08 20 7d
v_cmpx_f_f32_e32 exec_lo, v4                                 ; 7e 08 20 7d
v_cmpx_f_f32_e32 null, v4                                    ; 7c 08 20 7d
v_cmpx_f_f32_e32 ttmp0, v4                                   ; 6c 08 20 7d
v_cmpx_f_f32_e32 0, v4                                       ; 80 08 20 7d
v_cmpx_f_f32_e32 64, v4                                      ; c0 08 20 7d
v_cmpx_f_f32_e32 -1, v4                                      ; c1 08 20 7d
v_cmpx_f_f32_e32 -16, v4                                     ; d0 08 20 7d
v_cmpx_f_f32_e32 0.5, v4                                     ; f0 08 20 7d
v_cmpx_f_f32_e32 1.0, v4                                     ; f2 08 20 7d
v_cmpx_f_f32_e32 -4.0, v4                                    ; f7 08 20 7d
v_cmpx_f_f32_e32 0.15915494, v4                              ; f8 08 20 7d
v_cmpx_f_f32_e32 src_scc, v4                                 ; fd 08 20 7d
v_cmpx_f_f32_e32 src_shared_base, v4                         ; eb 08 20 7d
v_cmpx_f_f32_e32 0x12345678, v4                              ; ff 08 20 7d 78 56 34 12
v_cmpx_f_f32_e32 v255, v50                                   ; ff 65 20 7d
v_cmpx_f_f32_e32 null, v0                                    ; 7c 00 20 7d
v_cmpx_f_f32_e32 0.15915494, v234                            ; f8 d4 21 7d
v_cmpx_f_f64_e32 v[1:2], v[4:5]                              ; 01 09 40 7d
v_cmpx_f_f64_e32 exec, v[4:5]                                ; 7e 08 40 7d
v_cmpx_f_f64_e32 -1, v[4:5]                                  ; c1 08 40 7d
v_cmpx_f_f64_e32 0.15915494309189532, v[4:5]                 ; f8 08 40 7d
v_cmpx_f_f64_e32 v[0:1], v[254:255]                          ; 00 fd 41 7d
v_cmpx_f_f64_e32 s[6:7], v[213:214]                          ; 06 aa 41 7d
v_cmpx_f_f64_e32 v[3:4], v[254:255]                          ; 03 fd 41 7d
v_cmpx_lt_i16_e32 v1.l, v4.l                                 ; 01 09 62 7d
v_cmpx_lt_i16_e32 exec_lo, v4.l                              ; 7e 08 62 7d
v_cmpx_lt_i16_e32 -1, v4.l                                   ; c1 08 62 7d
v_cmpx_lt_i16_e32 0x3118, v4.l                               ; f8 08 62 7d
v_cmpx_lt_i16 v76.l, v27.l dpp8:[2,1,7,4,1,4,2,1] fi:1       ; ea 36 62 7d 4c ca 19 2a
v_cmpx_lt_i16_e32 v72.l, v59.l                               ; 48 77 62 7d
v_cmpx_lt_i16_e32 ttmp6, v107.l                              ; 72 d6 62 7d
v_cmpx_lt_u16_e32 v1.l, v4.l                                 ; 01 09 72 7d
v_cmpx_lt_u16_e32 exec_lo, v4.l                              ; 7e 08 72 7d
v_cmpx_lt_u16_e32 -1, v4.l                                   ; c1 08 72 7d
v_cmpx_lt_u16_e32 0x3118, v4.l                               ; f8 08 72 7d
v_cmpx_lt_u16_e32 v59.l, v55.l                               ; 3b 6f 72 7d
v_cmpx_lt_u16 v42.l, v112.l dpp8:[1,0,5,1,3,0,7,5]           ; e9 e0 72 7d 2a 41 33 bc
v_cmpx_lt_u16_e32 0x3118, v90.h                              ; f8 b4 73 7d
v_cmpx_f_i32_e32 v1, v4                                      ; 01 09 80 7d
v_cmpx_f_i32_e32 exec_lo, v4                                 ; 7e 08 80 7d
v_cmpx_f_i32_e32 -1, v4                                      ; c1 08 80 7d
v_cmpx_f_i32_e32 0.15915494, v4                              ; f8 08 80 7d
v_cmpx_f_i32_e32 v0, v255                                    ; 00 ff 81 7d
v_cmpx_f_i32_e32 v0, v119                                    ; 00 ef 80 7d
v_cmpx_f_i32_e32 v255, v255                                  ; ff ff 81 7d
v_cmpx_f_u32_e32 v1, v4                                      ; 01 09 90 7d
v_cmpx_f_u32_e32 exec_lo, v4                                 ; 7e 08 90 7d
v_cmpx_f_u32_e32 -1, v4                                      ; c1 08 90 7d
v_cmpx_f_u32_e32 0.15915494, v4                              ; f8 08 90 7d
v_cmpx_f_u32_e32 57, v255                                    ; b9 fe 91 7d
v_cmpx_f_u32_e32 v202, v255                                  ; ca ff 91 7d
v_cmpx_f_u32_e32 lit(0x3f800000), v255                       ; ff fe 91 7d 00 00 80 3f
v_cmpx_f_i64_e32 v[1:2], v[4:5]                              ; 01 09 a0 7d
v_cmpx_f_i64_e32 exec, v[4:5]                                ; 7e 08 a0 7d
v_cmpx_f_i64_e32 -1, v[4:5]                                  ; c1 08 a0 7d
v_cmpx_f_i64_e32 0.15915494309189532, v[4:5]                 ; f8 08 a0 7d
v_cmpx_f_i64_e32 v[0:1], v[254:255]                          ; 00 fd a1 7d
v_cmpx_f_i64_e32 v[154:155], v[203:204]                      ; 9a 97 a1 7d
v_cmpx_f_i64_e32 ttmp[4:5], v[254:255]                       ; 70 fc a1 7d
v_cmpx_f_u64_e32 v[1:2], v[4:5]                              ; 01 09 b0 7d
v_cmpx_f_u64_e32 exec, v[4:5]                                ; 7e 08 b0 7d
v_cmpx_f_u64_e32 -1, v[4:5]                                  ; c1 08 b0 7d
v_cmpx_f_u64_e32 0.15915494309189532, v[4:5]                 ; f8 08 b0 7d
v_cmpx_f_u64_e32 v[254:255], v[122:123]                      ; fe f5 b0 7d
v_cmpx_f_u64_e32 v[0:1], v[233:234]                          ; 00 d3 b1 7d
v_cmpx_f_u64_e32 v[238:239], v[63:64]                        ; ee 7f b0 7d
v_cmpx_class_f16_e32 v1.l, v4.l                              ; 01 09 fa 7d
v_cmpx_class_f16_e32 exec_lo, v4.l                           ; 7e 08 fa 7d
v_cmpx_class_f16_e32 -1, v4.l                                ; c1 08 fa 7d
v_cmpx_class_f16_e32 0.15915494, v4.l                        ; f8 08 fa 7d
v_cmpx_class_f16 v118.h, v61.l quad_perm:[0,0,2,3] row_mask:0xf bank_mask:0xb bound_ctrl:1 ; fa 7a fa 7d f6 e0 08 fb
v_cmpx_class_f16 v55.h, v34.l dpp8:[0,4,0,4,4,7,2,3]         ; e9 44 fa 7d b7 20 c8 6b
v_cmpx_class_f16_e32 14, v120.h                              ; 8e f0 fb 7d
v_cmpx_class_f32_e32 v1, v4                                  ; 01 09 fc 7d
v_cmpx_class_f32_e32 exec_lo, v4                             ; 7e 08 fc 7d
v_cmpx_class_f32_e32 -1, v4                                  ; c1 08 fc 7d
v_cmpx_class_f32_e32 0.15915494, v4                          ; f8 08 fc 7d
v_cmpx_class_f32_e32 exec_hi, v126                           ; 7f fc fc 7d
v_cmpx_class_f32_e32 s96, v73                                ; 60 92 fc 7d
v_cmpx_class_f32_e32 34, v255                                ; a2 fe fd 7d
v_cmpx_class_f64_e32 v[1:2], v4                              ; 01 09 fe 7d
v_cmpx_class_f64_e32 exec, v4                                ; 7e 08 fe 7d
v_cmpx_class_f64_e32 -1, v4                                  ; c1 08 fe 7d
v_cmpx_class_f64_e32 0.15915494309189532, v4                 ; f8 08 fe 7d
v_cmpx_class_f64_e32 35, v0                                  ; a3 00 fe 7d
v_cmpx_class_f64_e32 src_scc, v71                            ; fd 8e fe 7d
v_cmpx_class_f64_e32 v[254:255], v77                         ; fe 9b fe 7d

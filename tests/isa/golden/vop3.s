; VOP3: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
v_cndmask_b32_e64 v4, v1, v8, s4                             ; 04 00 01 d5 01 11 12 00
v_cndmask_b32_e64 v4, v255, v8, s4                           ; 04 00 01 d5 ff 11 12 00
v_cndmask_b32_e64 v4, s2, v8, s4                             ; 04 00 01 d5 02 10 12 00
v_cndmask_b32_e64 v4, s104, v8, s4                           ; 04 00 01 d5 68 10 12 00
v_cndmask_b32_e64 v4, vcc_lo, v8, s4                         ; 04 00 01 d5 6a 10 12 00
v_cndmask_b32_e64 v4, exec_lo, v8, s4                        ; 04 00 01 d5 7e 10 12 00
v_cndmask_b32_e64 v4, null, v8, s4                           ; 04 00 01 d5 7c 10 12 00
v_cndmask_b32_e64 v4, ttmp0, v8, s4                          ; 04 00 01 d5 6c 10 12 00
v_cndmask_b32_e64 v4, 0, v8, s4                              ; 04 00 01 d5 80 10 12 00
v_cndmask_b32_e64 v4, 64, v8, s4                             ; 04 00 01 d5 c0 10 12 00
v_cndmask_b32_e64 v4, -1, v8, s4                             ; 04 00 01 d5 c1 10 12 00
v_cndmask_b32_e64 v4, -16, v8, s4                            ; 04 00 01 d5 d0 10 12 00
v_cndmask_b32_e64 v4, 0.5, v8, s4                            ; 04 00 01 d5 f0 10 12 00
v_cndmask_b32_e64 v4, 1.0, v8, s4                            ; 04 00 01 d5 f2 10 12 00
v_cndmask_b32_e64 v4, -4.0, v8, s4                           ; 04 00 01 d5 f7 10 12 00
v_cndmask_b32_e64 v4, 0.15915494, v8, s4                     ; 04 00 01 d5 f8 10 12 00
v_cndmask_b32_e64 v4, src_scc, v8, s4                        ; 04 00 01 d5 fd 10 12 00
v_cndmask_b32_e64 v4, src_shared_base, v8, s4                ; 04 00 01 d5 eb 10 12 00
v_cndmask_b32_e64 v4, 0x12345678, v8, s4                     ; 04 00 01 d5 ff 10 12 00 78 56 34 12
v_cndmask_b32_e64 v4, v8, v1, s4                             ; 04 00 01 d5 08 03 12 00
v_cndmask_b32_e64 v4, v8, v255, s4                           ; 04 00 01 d5 08 ff 13 00
v_cndmask_b32_e64 v4, v8, s2, s4                             ; 04 00 01 d5 08 05 10 00
v_cndmask_b32_e64 v4, v8, s104, s4                           ; 04 00 01 d5 08 d1 10 00
v_cndmask_b32_e64 v4, v8, vcc_lo, s4                         ; 04 00 01 d5 08 d5 10 00
v_cndmask_b32_e64 v4, v8, exec_lo, s4                        ; 04 00 01 d5 08 fd 10 00
v_cndmask_b32_e64 v4, v8, null, s4                           ; 04 00 01 d5 08 f9 10 00
v_cndmask_b32_e64 v4, v8, ttmp0, s4                          ; 04 00 01 d5 08 d9 10 00
v_cndmask_b32_e64 v4, v8, 0, s4                              ; 04 00 01 d5 08 01 11 00
v_cndmask_b32_e64 v4, v8, 64, s4                             ; 04 00 01 d5 08 81 11 00
v_cndmask_b32_e64 v4, v8, -1, s4                             ; 04 00 01 d5 08 83 11 00
v_cndmask_b32_e64 v4, v8, -16, s4                            ; 04 00 01 d5 08 a1 11 00
v_cndmask_b32_e64 v4, v8, 0.5, s4                            ; 04 00 01 d5 08 e1 11 00
v_cndmask_b32_e64 v4, v8, 1.0, s4                            ; 04 00 01 d5 08 e5 11 00
v_cndmask_b32_e64 v4, v8, -4.0, s4                           ; 04 00 01 d5 08 ef 11 00
v_cndmask_b32_e64 v4, v8, 0.15915494, s4                     ; 04 00 01 d5 08 f1 11 00
v_cndmask_b32_e64 v4, v8, src_scc, s4                        ; 04 00 01 d5 08 fb 11 00
v_cndmask_b32_e64 v4, v8, src_shared_base, s4                ; 04 00 01 d5 08 d7 11 00
v_cndmask_b32_e64 v4, v8, 0x12345678, s4                     ; 04 00 01 d5 08 ff 11 00 78 56 34 12
v_cndmask_b32_e64 v4, v8, v8, s2                             ; 04 00 01 d5 08 11 0a 00
v_cndmask_b32_e64 v4, v8, v8, s104                           ; 04 00 01 d5 08 11 a2 01
v_cndmask_b32_e64 v4, v8, v8, vcc_lo                         ; 04 00 01 d5 08 11 aa 01
v_cndmask_b32_e64 v4, v8, v8, exec_lo                        ; 04 00 01 d5 08 11 fa 01
v_cndmask_b32_e64 v4, v8, v8, null                           ; 04 00 01 d5 08 11 f2 01
v_cndmask_b32_e64 v4, v8, v8, ttmp0                          ; 04 00 01 d5 08 11 b2 01
v_cndmask_b32_e64_dpp v103, v57, v122, m0 dpp8:[2,3,3,5,1,3,1,5] ; 67 00 01 d5 e9 f4 f6 01 39 da 9a a5
v_cndmask_b32_e64 v0, v43, 59, ttmp10                        ; 00 00 01 d5 2b 77 d9 01
v_cndmask_b32_e64 v78, 0x80000000, v0, s9                    ; 4e 00 01 d5 ff 00 26 00 00 00 00 80
v_add_f32_e64 v4, v1, v8                                     ; 04 00 03 d5 01 11 02 00
v_add_f32_e64 v4, v255, v8                                   ; 04 00 03 d5 ff 11 02 00
v_add_f32_e64 v4, s2, v8                                     ; 04 00 03 d5 02 10 02 00
v_add_f32_e64 v4, s104, v8                                   ; 04 00 03 d5 68 10 02 00
v_add_f32_e64 v4, vcc_lo, v8                                 ; 04 00 03 d5 6a 10 02 00
v_add_f32_e64 v4, exec_lo, v8                                ; 04 00 03 d5 7e 10 02 00
v_add_f32_e64 v4, null, v8                                   ; 04 00 03 d5 7c 10 02 00
v_add_f32_e64 v4, ttmp0, v8                                  ; 04 00 03 d5 6c 10 02 00
v_add_f32_e64 v4, 0, v8                                      ; 04 00 03 d5 80 10 02 00
v_add_f32_e64 v4, 64, v8                                     ; 04 00 03 d5 c0 10 02 00
v_add_f32_e64 v4, -1, v8                                     ; 04 00 03 d5 c1 10 02 00
v_add_f32_e64 v4, -16, v8                                    ; 04 00 03 d5 d0 10 02 00
v_add_f32_e64 v4, 0.5, v8                                    ; 04 00 03 d5 f0 10 02 00
v_add_f32_e64 v4, 1.0, v8                                    ; 04 00 03 d5 f2 10 02 00
v_add_f32_e64 v4, -4.0, v8                                   ; 04 00 03 d5 f7 10 02 00
v_add_f32_e64 v4, 0.15915494, v8                             ; 04 00 03 d5 f8 10 02 00
v_add_f32_e64 v4, src_scc, v8                                ; 04 00 03 d5 fd 10 02 00
v_add_f32_e64 v4, src_shared_base, v8                        ; 04 00 03 d5 eb 10 02 00
v_add_f32_e64 v4, 0x12345678, v8                             ; 04 00 03 d5 ff 10 02 00 78 56 34 12
v_add_f32_e64 v4, v8, v1                                     ; 04 00 03 d5 08 03 02 00
v_add_f32_e64 v4, v8, v255                                   ; 04 00 03 d5 08 ff 03 00
v_add_f32_e64 v4, v8, s2                                     ; 04 00 03 d5 08 05 00 00
v_add_f32_e64 v4, v8, s104                                   ; 04 00 03 d5 08 d1 00 00
v_add_f32_e64 v4, v8, vcc_lo                                 ; 04 00 03 d5 08 d5 00 00
v_add_f32_e64 v4, v8, exec_lo                                ; 04 00 03 d5 08 fd 00 00
v_add_f32_e64 v4, v8, null                                   ; 04 00 03 d5 08 f9 00 00
v_add_f32_e64 v4, v8, ttmp0                                  ; 04 00 03 d5 08 d9 00 00
v_add_f32_e64 v4, v8, 0                                      ; 04 00 03 d5 08 01 01 00
v_add_f32_e64 v4, v8, 64                                     ; 04 00 03 d5 08 81 01 00
v_add_f32_e64 v4, v8, -1                                     ; 04 00 03 d5 08 83 01 00
v_add_f32_e64 v4, v8, -16                                    ; 04 00 03 d5 08 a1 01 00
v_add_f32_e64 v4, v8, 0.5                                    ; 04 00 03 d5 08 e1 01 00
v_add_f32_e64 v4, v8, 1.0                                    ; 04 00 03 d5 08 e5 01 00
v_add_f32_e64 v4, v8, -4.0                                   ; 04 00 03 d5 08 ef 01 00
v_add_f32_e64 v4, v8, 0.15915494                             ; 04 00 03 d5 08 f1 01 00
v_add_f32_e64 v4, v8, src_scc                                ; 04 00 03 d5 08 fb 01 00
v_add_f32_e64 v4, v8, src_shared_base                        ; 04 00 03 d5 08 d7 01 00
v_add_f32_e64 v4, v8, 0x12345678                             ; 04 00 03 d5 08 ff 01 00 78 56 34 12
v_add_f32_e64_dpp v59, v215, v34 quad_perm:[3,2,3,2] row_mask:0xd bank_mask:0x0 bound_ctrl:1 ; 3b 00 03 d5 fa 44 02 00 d7 bb 08 d0
v_add_f32_e64_dpp v255, -|v87|, v7 clamp dpp8:[4,6,6,1,7,1,6,2] ; ff 81 03 d5 e9 0e 02 20 57 b4 f3 58
v_add_f32_e64 v239, 24, 1.0                                  ; ef 00 03 d5 98 e4 01 00
v_sub_f32_e64 v7, v6, 35                                     ; 07 00 04 d5 06 47 01 00
v_subrev_f32_e64 v120, exec_hi, v255                         ; 78 00 05 d5 7f fe 03 00
v_fmac_dx9_zero_f32_e64 v4, v1, v8                           ; 04 00 06 d5 01 11 02 00
v_fmac_dx9_zero_f32_e64 v4, v255, v8                         ; 04 00 06 d5 ff 11 02 00
v_fmac_dx9_zero_f32_e64 v4, s2, v8                           ; 04 00 06 d5 02 10 02 00
v_fmac_dx9_zero_f32_e64 v4, s104, v8                         ; 04 00 06 d5 68 10 02 00
v_fmac_dx9_zero_f32_e64 v4, vcc_lo, v8                       ; 04 00 06 d5 6a 10 02 00
v_fmac_dx9_zero_f32_e64 v4, exec_lo, v8                      ; 04 00 06 d5 7e 10 02 00
v_fmac_dx9_zero_f32_e64 v4, null, v8                         ; 04 00 06 d5 7c 10 02 00
v_fmac_dx9_zero_f32_e64 v4, ttmp0, v8                        ; 04 00 06 d5 6c 10 02 00
v_fmac_dx9_zero_f32_e64 v4, 0, v8                            ; 04 00 06 d5 80 10 02 00
v_fmac_dx9_zero_f32_e64 v4, 64, v8                           ; 04 00 06 d5 c0 10 02 00
v_fmac_dx9_zero_f32_e64 v4, -1, v8                           ; 04 00 06 d5 c1 10 02 00
v_fmac_dx9_zero_f32_e64 v4, -16, v8                          ; 04 00 06 d5 d0 10 02 00
v_fmac_dx9_zero_f32_e64 v4, 0.5, v8                          ; 04 00 06 d5 f0 10 02 00
v_fmac_dx9_zero_f32_e64 v4, 1.0, v8                          ; 04 00 06 d5 f2 10 02 00
v_fmac_dx9_zero_f32_e64 v4, -4.0, v8                         ; 04 00 06 d5 f7 10 02 00
v_fmac_dx9_zero_f32_e64 v4, 0.15915494, v8                   ; 04 00 06 d5 f8 10 02 00
v_fmac_dx9_zero_f32_e64 v4, src_scc, v8                      ; 04 00 06 d5 fd 10 02 00
v_fmac_dx9_zero_f32_e64 v4, src_shared_base, v8              ; 04 00 06 d5 eb 10 02 00
v_fmac_dx9_zero_f32_e64 v4, 0x12345678, v8                   ; 04 00 06 d5 ff 10 02 00 78 56 34 12
v_fmac_dx9_zero_f32_e64 v4, v8, v1                           ; 04 00 06 d5 08 03 02 00
v_fmac_dx9_zero_f32_e64 v4, v8, v255                         ; 04 00 06 d5 08 ff 03 00
v_fmac_dx9_zero_f32_e64 v4, v8, s2                           ; 04 00 06 d5 08 05 00 00
v_fmac_dx9_zero_f32_e64 v4, v8, s104                         ; 04 00 06 d5 08 d1 00 00
v_fmac_dx9_zero_f32_e64 v4, v8, vcc_lo                       ; 04 00 06 d5 08 d5 00 00
v_fmac_dx9_zero_f32_e64 v4, v8, exec_lo                      ; 04 00 06 d5 08 fd 00 00
v_fmac_dx9_zero_f32_e64 v4, v8, null                         ; 04 00 06 d5 08 f9 00 00
v_fmac_dx9_zero_f32_e64 v4, v8, ttmp0                        ; 04 00 06 d5 08 d9 00 00
v_fmac_dx9_zero_f32_e64 v4, v8, 0                            ; 04 00 06 d5 08 01 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, 64                           ; 04 00 06 d5 08 81 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, -1                           ; 04 00 06 d5 08 83 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, -16                          ; 04 00 06 d5 08 a1 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, 0.5                          ; 04 00 06 d5 08 e1 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, 1.0                          ; 04 00 06 d5 08 e5 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, -4.0                         ; 04 00 06 d5 08 ef 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, 0.15915494                   ; 04 00 06 d5 08 f1 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, src_scc                      ; 04 00 06 d5 08 fb 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, src_shared_base              ; 04 00 06 d5 08 d7 01 00
v_fmac_dx9_zero_f32_e64 v4, v8, 0x12345678                   ; 04 00 06 d5 08 ff 01 00 78 56 34 12
v_fmac_dx9_zero_f32_e64 v90, src_private_limit, s20          ; 5a 00 06 d5 ee 28 00 00
v_fmac_dx9_zero_f32_e64 v0, v217, v255                       ; 00 00 06 d5 d9 ff 03 00
v_fmac_dx9_zero_f32_e64 v255, -1, v116                       ; ff 00 06 d5 c1 e8 02 00
v_mul_dx9_zero_f32_e64_dpp v176, v9, v242 dpp8:[3,0,5,6,1,2,1,4] fi:1 ; b0 00 07 d5 ea e4 03 00 09 43 1d 85
v_mul_f32_e64 v162, vcc_hi, v0                               ; a2 00 08 d5 6b 00 02 00
v_mul_i32_i24_e64 v4, v1, v8                                 ; 04 00 09 d5 01 11 02 00
v_mul_i32_i24_e64 v4, v255, v8                               ; 04 00 09 d5 ff 11 02 00
v_mul_i32_i24_e64 v4, s2, v8                                 ; 04 00 09 d5 02 10 02 00
v_mul_i32_i24_e64 v4, s104, v8                               ; 04 00 09 d5 68 10 02 00
v_mul_i32_i24_e64 v4, vcc_lo, v8                             ; 04 00 09 d5 6a 10 02 00
v_mul_i32_i24_e64 v4, exec_lo, v8                            ; 04 00 09 d5 7e 10 02 00
v_mul_i32_i24_e64 v4, null, v8                               ; 04 00 09 d5 7c 10 02 00
v_mul_i32_i24_e64 v4, ttmp0, v8                              ; 04 00 09 d5 6c 10 02 00
v_mul_i32_i24_e64 v4, 0, v8                                  ; 04 00 09 d5 80 10 02 00
v_mul_i32_i24_e64 v4, 64, v8                                 ; 04 00 09 d5 c0 10 02 00
v_mul_i32_i24_e64 v4, -1, v8                                 ; 04 00 09 d5 c1 10 02 00
v_mul_i32_i24_e64 v4, -16, v8                                ; 04 00 09 d5 d0 10 02 00
v_mul_i32_i24_e64 v4, 0.5, v8                                ; 04 00 09 d5 f0 10 02 00
v_mul_i32_i24_e64 v4, 1.0, v8                                ; 04 00 09 d5 f2 10 02 00
v_mul_i32_i24_e64 v4, -4.0, v8                               ; 04 00 09 d5 f7 10 02 00
v_mul_i32_i24_e64 v4, 0.15915494, v8                         ; 04 00 09 d5 f8 10 02 00
v_mul_i32_i24_e64 v4, src_scc, v8                            ; 04 00 09 d5 fd 10 02 00
v_mul_i32_i24_e64 v4, src_shared_base, v8                    ; 04 00 09 d5 eb 10 02 00
v_mul_i32_i24_e64 v4, 0x12345678, v8                         ; 04 00 09 d5 ff 10 02 00 78 56 34 12
v_mul_i32_i24_e64 v4, v8, v1                                 ; 04 00 09 d5 08 03 02 00
v_mul_i32_i24_e64 v4, v8, v255                               ; 04 00 09 d5 08 ff 03 00
v_mul_i32_i24_e64 v4, v8, s2                                 ; 04 00 09 d5 08 05 00 00
v_mul_i32_i24_e64 v4, v8, s104                               ; 04 00 09 d5 08 d1 00 00
v_mul_i32_i24_e64 v4, v8, vcc_lo                             ; 04 00 09 d5 08 d5 00 00
v_mul_i32_i24_e64 v4, v8, exec_lo                            ; 04 00 09 d5 08 fd 00 00
v_mul_i32_i24_e64 v4, v8, null                               ; 04 00 09 d5 08 f9 00 00
v_mul_i32_i24_e64 v4, v8, ttmp0                              ; 04 00 09 d5 08 d9 00 00
v_mul_i32_i24_e64 v4, v8, 0                                  ; 04 00 09 d5 08 01 01 00
v_mul_i32_i24_e64 v4, v8, 64                                 ; 04 00 09 d5 08 81 01 00
v_mul_i32_i24_e64 v4, v8, -1                                 ; 04 00 09 d5 08 83 01 00
v_mul_i32_i24_e64 v4, v8, -16                                ; 04 00 09 d5 08 a1 01 00
v_mul_i32_i24_e64 v4, v8, 0.5                                ; 04 00 09 d5 08 e1 01 00
v_mul_i32_i24_e64 v4, v8, 1.0                                ; 04 00 09 d5 08 e5 01 00
v_mul_i32_i24_e64 v4, v8, -4.0                               ; 04 00 09 d5 08 ef 01 00
v_mul_i32_i24_e64 v4, v8, 0.15915494                         ; 04 00 09 d5 08 f1 01 00
v_mul_i32_i24_e64 v4, v8, src_scc                            ; 04 00 09 d5 08 fb 01 00
v_mul_i32_i24_e64 v4, v8, src_shared_base                    ; 04 00 09 d5 08 d7 01 00
v_mul_i32_i24_e64 v4, v8, 0x12345678                         ; 04 00 09 d5 08 ff 01 00 78 56 34 12
v_mul_i32_i24_e64_dpp v255, v82, v182 quad_perm:[1,0,1,3] row_mask:0xd bank_mask:0x2 bound_ctrl:1 ; ff 00 09 d5 fa 6c 03 00 52 d1 08 d2
v_mul_i32_i24_e64 v255, v235, -1.0                           ; ff 00 09 d5 eb e7 01 00
v_mul_i32_i24_e64_dpp v255, v229, v227 quad_perm:[3,3,3,0] row_mask:0xe bank_mask:0xe fi:1 ; ff 00 09 d5 fa c6 03 00 e5 3f 04 ee
v_mul_hi_i32_i24_e64 v0, exec_hi, ttmp9                      ; 00 00 0a d5 7f ea 00 00
v_mul_u32_u24_e64 v4, v1, v8                                 ; 04 00 0b d5 01 11 02 00
v_mul_u32_u24_e64 v4, v255, v8                               ; 04 00 0b d5 ff 11 02 00
v_mul_u32_u24_e64 v4, s2, v8                                 ; 04 00 0b d5 02 10 02 00
v_mul_u32_u24_e64 v4, s104, v8                               ; 04 00 0b d5 68 10 02 00
v_mul_u32_u24_e64 v4, vcc_lo, v8                             ; 04 00 0b d5 6a 10 02 00
v_mul_u32_u24_e64 v4, exec_lo, v8                            ; 04 00 0b d5 7e 10 02 00
v_mul_u32_u24_e64 v4, null, v8                               ; 04 00 0b d5 7c 10 02 00
v_mul_u32_u24_e64 v4, ttmp0, v8                              ; 04 00 0b d5 6c 10 02 00
v_mul_u32_u24_e64 v4, 0, v8                                  ; 04 00 0b d5 80 10 02 00
v_mul_u32_u24_e64 v4, 64, v8                                 ; 04 00 0b d5 c0 10 02 00
v_mul_u32_u24_e64 v4, -1, v8                                 ; 04 00 0b d5 c1 10 02 00
v_mul_u32_u24_e64 v4, -16, v8                                ; 04 00 0b d5 d0 10 02 00
v_mul_u32_u24_e64 v4, 0.5, v8                                ; 04 00 0b d5 f0 10 02 00
v_mul_u32_u24_e64 v4, 1.0, v8                                ; 04 00 0b d5 f2 10 02 00
v_mul_u32_u24_e64 v4, -4.0, v8                               ; 04 00 0b d5 f7 10 02 00
v_mul_u32_u24_e64 v4, 0.15915494, v8                         ; 04 00 0b d5 f8 10 02 00
v_mul_u32_u24_e64 v4, src_scc, v8                            ; 04 00 0b d5 fd 10 02 00
v_mul_u32_u24_e64 v4, src_shared_base, v8                    ; 04 00 0b d5 eb 10 02 00
v_mul_u32_u24_e64 v4, 0x12345678, v8                         ; 04 00 0b d5 ff 10 02 00 78 56 34 12
v_mul_u32_u24_e64 v4, v8, v1                                 ; 04 00 0b d5 08 03 02 00
v_mul_u32_u24_e64 v4, v8, v255                               ; 04 00 0b d5 08 ff 03 00
v_mul_u32_u24_e64 v4, v8, s2                                 ; 04 00 0b d5 08 05 00 00
v_mul_u32_u24_e64 v4, v8, s104                               ; 04 00 0b d5 08 d1 00 00
v_mul_u32_u24_e64 v4, v8, vcc_lo                             ; 04 00 0b d5 08 d5 00 00
v_mul_u32_u24_e64 v4, v8, exec_lo                            ; 04 00 0b d5 08 fd 00 00
v_mul_u32_u24_e64 v4, v8, null                               ; 04 00 0b d5 08 f9 00 00
v_mul_u32_u24_e64 v4, v8, ttmp0                              ; 04 00 0b d5 08 d9 00 00
v_mul_u32_u24_e64 v4, v8, 0                                  ; 04 00 0b d5 08 01 01 00
v_mul_u32_u24_e64 v4, v8, 64                                 ; 04 00 0b d5 08 81 01 00
v_mul_u32_u24_e64 v4, v8, -1                                 ; 04 00 0b d5 08 83 01 00
v_mul_u32_u24_e64 v4, v8, -16                                ; 04 00 0b d5 08 a1 01 00
v_mul_u32_u24_e64 v4, v8, 0.5                                ; 04 00 0b d5 08 e1 01 00
v_mul_u32_u24_e64 v4, v8, 1.0                                ; 04 00 0b d5 08 e5 01 00
v_mul_u32_u24_e64 v4, v8, -4.0                               ; 04 00 0b d5 08 ef 01 00
v_mul_u32_u24_e64 v4, v8, 0.15915494                         ; 04 00 0b d5 08 f1 01 00
v_mul_u32_u24_e64 v4, v8, src_scc                            ; 04 00 0b d5 08 fb 01 00
v_mul_u32_u24_e64 v4, v8, src_shared_base                    ; 04 00 0b d5 08 d7 01 00
v_mul_u32_u24_e64 v4, v8, 0x12345678                         ; 04 00 0b d5 08 ff 01 00 78 56 34 12
v_mul_u32_u24_e64 v0, s40, src_scc                           ; 00 00 0b d5 28 fa 01 00
v_mul_u32_u24_e64_dpp v176, v11, v46 dpp8:[0,5,4,5,2,6,7,3]  ; b0 00 0b d5 e9 5c 02 00 0b 28 2b 7f
v_mul_u32_u24_e64_dpp v255, v5, v143 quad_perm:[2,3,1,0] row_mask:0x5 bank_mask:0x8 fi:1 ; ff 00 0b d5 fa 1e 03 00 05 1e 04 58
v_mul_hi_u32_u24_e64 v247, v0, v0                            ; f7 00 0c d5 00 01 02 00
v_min_f32_e64 v255, v226, |v222| div:2                       ; ff 02 0f d5 e2 bd 03 18
v_max_f32_e64 v255, v93, 0xab                                ; ff 00 10 d5 5d ff 01 00 ab 00 00 00
v_min_i32_e64 v184, s61, src_scc                             ; b8 00 11 d5 3d fa 01 00
v_max_i32_e64 v223, v255, 53                                 ; df 00 12 d5 ff 6b 01 00
v_min_u32_e64 v255, v207, 1.0                                ; ff 00 13 d5 cf e5 01 00
v_max_u32_e64_dpp v255, v147, v147 dpp8:[0,7,1,5,1,5,3,1] fi:1 ; ff 00 14 d5 ea 26 03 00 93 78 9a 2e
v_lshlrev_b32_e64 v4, v1, v8                                 ; 04 00 18 d5 01 11 02 00
v_lshlrev_b32_e64 v4, v255, v8                               ; 04 00 18 d5 ff 11 02 00
v_lshlrev_b32_e64 v4, s2, v8                                 ; 04 00 18 d5 02 10 02 00
v_lshlrev_b32_e64 v4, s104, v8                               ; 04 00 18 d5 68 10 02 00
v_lshlrev_b32_e64 v4, vcc_lo, v8                             ; 04 00 18 d5 6a 10 02 00
v_lshlrev_b32_e64 v4, exec_lo, v8                            ; 04 00 18 d5 7e 10 02 00
v_lshlrev_b32_e64 v4, null, v8                               ; 04 00 18 d5 7c 10 02 00
v_lshlrev_b32_e64 v4, ttmp0, v8                              ; 04 00 18 d5 6c 10 02 00
v_lshlrev_b32_e64 v4, 0, v8                                  ; 04 00 18 d5 80 10 02 00
v_lshlrev_b32_e64 v4, 64, v8                                 ; 04 00 18 d5 c0 10 02 00
v_lshlrev_b32_e64 v4, -1, v8                                 ; 04 00 18 d5 c1 10 02 00
v_lshlrev_b32_e64 v4, -16, v8                                ; 04 00 18 d5 d0 10 02 00
v_lshlrev_b32_e64 v4, 0.5, v8                                ; 04 00 18 d5 f0 10 02 00
v_lshlrev_b32_e64 v4, 1.0, v8                                ; 04 00 18 d5 f2 10 02 00
v_lshlrev_b32_e64 v4, -4.0, v8                               ; 04 00 18 d5 f7 10 02 00
v_lshlrev_b32_e64 v4, 0.15915494, v8                         ; 04 00 18 d5 f8 10 02 00
v_lshlrev_b32_e64 v4, src_scc, v8                            ; 04 00 18 d5 fd 10 02 00
v_lshlrev_b32_e64 v4, src_shared_base, v8                    ; 04 00 18 d5 eb 10 02 00
v_lshlrev_b32_e64 v4, 0x12345678, v8                         ; 04 00 18 d5 ff 10 02 00 78 56 34 12
v_lshlrev_b32_e64 v4, v8, v1                                 ; 04 00 18 d5 08 03 02 00
v_lshlrev_b32_e64 v4, v8, v255                               ; 04 00 18 d5 08 ff 03 00
v_lshlrev_b32_e64 v4, v8, s2                                 ; 04 00 18 d5 08 05 00 00
v_lshlrev_b32_e64 v4, v8, s104                               ; 04 00 18 d5 08 d1 00 00
v_lshlrev_b32_e64 v4, v8, vcc_lo                             ; 04 00 18 d5 08 d5 00 00
v_lshlrev_b32_e64 v4, v8, exec_lo                            ; 04 00 18 d5 08 fd 00 00
v_lshlrev_b32_e64 v4, v8, null                               ; 04 00 18 d5 08 f9 00 00
v_lshlrev_b32_e64 v4, v8, ttmp0                              ; 04 00 18 d5 08 d9 00 00
v_lshlrev_b32_e64 v4, v8, 0                                  ; 04 00 18 d5 08 01 01 00
v_lshlrev_b32_e64 v4, v8, 64                                 ; 04 00 18 d5 08 81 01 00
v_lshlrev_b32_e64 v4, v8, -1                                 ; 04 00 18 d5 08 83 01 00
v_lshlrev_b32_e64 v4, v8, -16                                ; 04 00 18 d5 08 a1 01 00
v_lshlrev_b32_e64 v4, v8, 0.5                                ; 04 00 18 d5 08 e1 01 00
v_lshlrev_b32_e64 v4, v8, 1.0                                ; 04 00 18 d5 08 e5 01 00
v_lshlrev_b32_e64 v4, v8, -4.0                               ; 04 00 18 d5 08 ef 01 00
v_lshlrev_b32_e64 v4, v8, 0.15915494                         ; 04 00 18 d5 08 f1 01 00
v_lshlrev_b32_e64 v4, v8, src_scc                            ; 04 00 18 d5 08 fb 01 00
v_lshlrev_b32_e64 v4, v8, src_shared_base                    ; 04 00 18 d5 08 d7 01 00
v_lshlrev_b32_e64 v4, v8, 0x12345678                         ; 04 00 18 d5 08 ff 01 00 78 56 34 12
v_lshlrev_b32_e64 v63, -0.5, v121                            ; 3f 00 18 d5 f1 f2 02 00
v_lshlrev_b32_e64 v238, v173, -13                            ; ee 00 18 d5 ad 9b 01 00
v_lshlrev_b32_e64 v84, s40, v38                              ; 54 00 18 d5 28 4c 02 00
v_lshrrev_b32_e64_dpp v255, v130, v212 row_shl:9 row_mask:0x0 bank_mask:0x8 bound_ctrl:1 fi:1 ; ff 00 19 d5 fa a8 03 00 82 09 0d 08
v_ashrrev_i32_e64 v4, v1, v8                                 ; 04 00 1a d5 01 11 02 00
v_ashrrev_i32_e64 v4, v255, v8                               ; 04 00 1a d5 ff 11 02 00
v_ashrrev_i32_e64 v4, s2, v8                                 ; 04 00 1a d5 02 10 02 00
v_ashrrev_i32_e64 v4, s104, v8                               ; 04 00 1a d5 68 10 02 00
v_ashrrev_i32_e64 v4, vcc_lo, v8                             ; 04 00 1a d5 6a 10 02 00
v_ashrrev_i32_e64 v4, exec_lo, v8                            ; 04 00 1a d5 7e 10 02 00
v_ashrrev_i32_e64 v4, null, v8                               ; 04 00 1a d5 7c 10 02 00
v_ashrrev_i32_e64 v4, ttmp0, v8                              ; 04 00 1a d5 6c 10 02 00
v_ashrrev_i32_e64 v4, 0, v8                                  ; 04 00 1a d5 80 10 02 00
v_ashrrev_i32_e64 v4, 64, v8                                 ; 04 00 1a d5 c0 10 02 00
v_ashrrev_i32_e64 v4, -1, v8                                 ; 04 00 1a d5 c1 10 02 00
v_ashrrev_i32_e64 v4, -16, v8                                ; 04 00 1a d5 d0 10 02 00
v_ashrrev_i32_e64 v4, 0.5, v8                                ; 04 00 1a d5 f0 10 02 00
v_ashrrev_i32_e64 v4, 1.0, v8                                ; 04 00 1a d5 f2 10 02 00
v_ashrrev_i32_e64 v4, -4.0, v8                               ; 04 00 1a d5 f7 10 02 00
v_ashrrev_i32_e64 v4, 0.15915494, v8                         ; 04 00 1a d5 f8 10 02 00
v_ashrrev_i32_e64 v4, src_scc, v8                            ; 04 00 1a d5 fd 10 02 00
v_ashrrev_i32_e64 v4, src_shared_base, v8                    ; 04 00 1a d5 eb 10 02 00
v_ashrrev_i32_e64 v4, 0x12345678, v8                         ; 04 00 1a d5 ff 10 02 00 78 56 34 12
v_ashrrev_i32_e64 v4, v8, v1                                 ; 04 00 1a d5 08 03 02 00
v_ashrrev_i32_e64 v4, v8, v255                               ; 04 00 1a d5 08 ff 03 00
v_ashrrev_i32_e64 v4, v8, s2                                 ; 04 00 1a d5 08 05 00 00
v_ashrrev_i32_e64 v4, v8, s104                               ; 04 00 1a d5 08 d1 00 00
v_ashrrev_i32_e64 v4, v8, vcc_lo                             ; 04 00 1a d5 08 d5 00 00
v_ashrrev_i32_e64 v4, v8, exec_lo                            ; 04 00 1a d5 08 fd 00 00
v_ashrrev_i32_e64 v4, v8, null                               ; 04 00 1a d5 08 f9 00 00
v_ashrrev_i32_e64 v4, v8, ttmp0                              ; 04 00 1a d5 08 d9 00 00
v_ashrrev_i32_e64 v4, v8, 0                                  ; 04 00 1a d5 08 01 01 00
v_ashrrev_i32_e64 v4, v8, 64                                 ; 04 00 1a d5 08 81 01 00
v_ashrrev_i32_e64 v4, v8, -1                                 ; 04 00 1a d5 08 83 01 00
v_ashrrev_i32_e64 v4, v8, -16                                ; 04 00 1a d5 08 a1 01 00
v_ashrrev_i32_e64 v4, v8, 0.5                                ; 04 00 1a d5 08 e1 01 00
v_ashrrev_i32_e64 v4, v8, 1.0                                ; 04 00 1a d5 08 e5 01 00
v_ashrrev_i32_e64 v4, v8, -4.0                               ; 04 00 1a d5 08 ef 01 00
v_ashrrev_i32_e64 v4, v8, 0.15915494                         ; 04 00 1a d5 08 f1 01 00
v_ashrrev_i32_e64 v4, v8, src_scc                            ; 04 00 1a d5 08 fb 01 00
v_ashrrev_i32_e64 v4, v8, src_shared_base                    ; 04 00 1a d5 08 d7 01 00
v_ashrrev_i32_e64 v4, v8, 0x12345678                         ; 04 00 1a d5 08 ff 01 00 78 56 34 12
v_ashrrev_i32_e64 v255, s48, s72                             ; ff 00 1a d5 30 90 00 00
v_ashrrev_i32_e64 v255, 0.15915494, s67                      ; ff 00 1a d5 f8 86 00 00
v_ashrrev_i32_e64_dpp v208, v116, v226 quad_perm:[1,3,0,0] row_mask:0xe bank_mask:0x6 fi:1 ; d0 00 1a d5 fa c4 03 00 74 0d 04 e6
v_and_b32_e64 v4, v1, v8                                     ; 04 00 1b d5 01 11 02 00
v_and_b32_e64 v4, exec_lo, v8                                ; 04 00 1b d5 7e 10 02 00
v_and_b32_e64 v4, -1, v8                                     ; 04 00 1b d5 c1 10 02 00
v_and_b32_e64 v4, 0.15915494, v8                             ; 04 00 1b d5 f8 10 02 00
v_and_b32_e64 v4, v8, v255                                   ; 04 00 1b d5 08 ff 03 00
v_and_b32_e64 v4, v8, null                                   ; 04 00 1b d5 08 f9 00 00
v_and_b32_e64 v4, v8, -16                                    ; 04 00 1b d5 08 a1 01 00
v_and_b32_e64 v4, v8, src_scc                                ; 04 00 1b d5 08 fb 01 00
v_and_b32_e64 v0, v3, v255                                   ; 00 00 1b d5 03 ff 03 00
v_and_b32_e64 v0, ttmp15, s59                                ; 00 00 1b d5 7b 76 00 00
v_and_b32_e64 v83, exec_lo, v105                             ; 53 00 1b d5 7e d2 02 00
v_or_b32_e64_dpp v57, v48, v185 dpp8:[4,2,2,7,5,2,5,2] fi:1  ; 39 00 1c d5 ea 72 03 00 30 94 5e 55
v_xor_b32_e64 v0, v255, v0                                   ; 00 00 1d d5 ff 01 02 00
v_xnor_b32_e64 v255, v75, s52                                ; ff 00 1e d5 4b 69 00 00
v_add_nc_u32_e64 v255, v29, v165                             ; ff 00 25 d5 1d 4b 03 00
v_sub_nc_u32_e64 v255, v255, v182                            ; ff 00 26 d5 ff 6d 03 00
v_subrev_nc_u32_e64 v0, 6, 2.0                               ; 00 00 27 d5 86 e8 01 00
v_fmac_f32_e64 v255, v137, v255                              ; ff 00 2b d5 89 ff 03 00
v_cvt_pk_rtz_f16_f32_e64 v4, v1, v8                          ; 04 00 2f d5 01 11 02 00
v_cvt_pk_rtz_f16_f32_e64 v4, exec_lo, v8                     ; 04 00 2f d5 7e 10 02 00
v_cvt_pk_rtz_f16_f32_e64 v4, -1, v8                          ; 04 00 2f d5 c1 10 02 00
v_cvt_pk_rtz_f16_f32_e64 v4, 0.15915494, v8                  ; 04 00 2f d5 f8 10 02 00
v_cvt_pk_rtz_f16_f32_e64 v4, v8, v255                        ; 04 00 2f d5 08 ff 03 00
v_cvt_pk_rtz_f16_f32_e64 v4, v8, null                        ; 04 00 2f d5 08 f9 00 00
v_cvt_pk_rtz_f16_f32_e64 v4, v8, -16                         ; 04 00 2f d5 08 a1 01 00
v_cvt_pk_rtz_f16_f32_e64 v4, v8, src_scc                     ; 04 00 2f d5 08 fb 01 00
v_cvt_pk_rtz_f16_f32_e64_dpp v255, -|v229|, |v28| quad_perm:[2,0,3,1] row_mask:0x6 bank_mask:0xb bound_ctrl:1 fi:1 ; ff 03 2f d5 fa 38 02 20 e5 72 0c 6b
v_cvt_pk_rtz_f16_f32_e64 v0, v194, 2.0                       ; 00 00 2f d5 c2 e9 01 00
v_cvt_pk_rtz_f16_f32_e64_dpp v198, v17, v70 quad_perm:[0,1,0,3] row_mask:0x9 bank_mask:0x6 bound_ctrl:1 fi:1 ; c6 00 2f d5 fa 8c 02 00 11 c4 0c 96
v_add_f16_e64 v4.l, v1.l, v8.l                               ; 04 00 32 d5 01 11 02 00
v_add_f16_e64 v4.l, exec_lo, v8.l                            ; 04 00 32 d5 7e 10 02 00
v_add_f16_e64 v4.l, -1, v8.l                                 ; 04 00 32 d5 c1 10 02 00
v_add_f16_e64 v4.l, 0.15915494, v8.l                         ; 04 00 32 d5 f8 10 02 00
v_add_f16_e64 v4.l, v8.l, v255.l                             ; 04 00 32 d5 08 ff 03 00
v_add_f16_e64 v4.l, v8.l, null                               ; 04 00 32 d5 08 f9 00 00
v_add_f16_e64 v4.l, v8.l, -16                                ; 04 00 32 d5 08 a1 01 00
v_add_f16_e64 v4.l, v8.l, src_scc                            ; 04 00 32 d5 08 fb 01 00
v_add_f16_e64 v150.l, neg(2), |42| op_sel:[1,0,0] clamp mul:2 ; 96 8a 32 d5 82 54 01 28
v_add_f16_e64 v255.l, v0.h, -|src_shared_limit| op_sel:[1,0,0] clamp mul:4 ; ff 8a 32 d5 00 d9 01 50
v_add_f16_e64 v180.l, v0.l, 0.15915494                       ; b4 00 32 d5 00 f1 01 00
v_sub_f16_e64 v114.l, 47, v133.l                             ; 72 00 33 d5 af 0a 03 00
v_subrev_f16_e64 v80.l, v134.l, exec_lo                      ; 50 00 34 d5 86 fd 00 00
v_mul_f16_e64 v0.l, v255.l, src_shared_base                  ; 00 00 35 d5 ff d7 01 00
v_fmac_f16_e64 v4.l, v1.l, v8.l                              ; 04 00 36 d5 01 11 02 00
v_fmac_f16_e64 v4.l, exec_lo, v8.l                           ; 04 00 36 d5 7e 10 02 00
v_fmac_f16_e64 v4.l, -1, v8.l                                ; 04 00 36 d5 c1 10 02 00
v_fmac_f16_e64 v4.l, 0.15915494, v8.l                        ; 04 00 36 d5 f8 10 02 00
v_fmac_f16_e64 v4.l, v8.l, v255.l                            ; 04 00 36 d5 08 ff 03 00
v_fmac_f16_e64 v4.l, v8.l, null                              ; 04 00 36 d5 08 f9 00 00
v_fmac_f16_e64 v4.l, v8.l, -16                               ; 04 00 36 d5 08 a1 01 00
v_fmac_f16_e64 v4.l, v8.l, src_scc                           ; 04 00 36 d5 08 fb 01 00
v_fmac_f16_e64 v73.l, lit(0x1), 0.15915494                   ; 49 00 36 d5 ff f0 01 00 01 00 00 00
v_fmac_f16_e64 v18.l, vcc_lo, lit(0x3c00)                    ; 12 00 36 d5 6a fe 01 00 00 3c 00 00
v_fmac_f16_e64 v0.l, 35, -6                                  ; 00 00 36 d5 a3 8c 01 00
v_max_f16_e64_dpp v255.l, |v78.h|, |v191.l| op_sel:[1,0,0] row_shl:4 row_mask:0xe bank_mask:0xd bound_ctrl:1 fi:1 ; ff 0b 39 d5 fa 7e 03 00 4e 04 0d ed
v_min_f16_e64 v95.l, 0.5, s94                                ; 5f 00 3a d5 f0 bc 00 00
v_ldexp_f16_e64 v4.l, v1.l, v8.l                             ; 04 00 3b d5 01 11 02 00
v_ldexp_f16_e64 v4.l, exec_lo, v8.l                          ; 04 00 3b d5 7e 10 02 00
v_ldexp_f16_e64 v4.l, -1, v8.l                               ; 04 00 3b d5 c1 10 02 00
v_ldexp_f16_e64 v4.l, 0.15915494, v8.l                       ; 04 00 3b d5 f8 10 02 00
v_ldexp_f16_e64 v4.l, v8.l, v255.l                           ; 04 00 3b d5 08 ff 03 00
v_ldexp_f16_e64 v4.l, v8.l, null                             ; 04 00 3b d5 08 f9 00 00
v_ldexp_f16_e64 v4.l, v8.l, -16                              ; 04 00 3b d5 08 a1 01 00
v_ldexp_f16_e64 v4.l, v8.l, src_scc                          ; 04 00 3b d5 08 fb 01 00
v_ldexp_f16_e64_dpp v152.l, v123.l, v210.l dpp8:[2,2,2,2,3,2,2,7] ; 98 00 3b d5 e9 a4 03 00 7b 92 34 e9
v_ldexp_f16_e64_dpp v0.h, -v95.h, v23.l op_sel:[1,0,1] row_shl:8 row_mask:0x2 bank_mask:0x7 ; 00 48 3b d5 fa 2e 02 20 5f 08 01 27
v_ldexp_f16_e64_dpp v0.l, v176.l, v220.l quad_perm:[1,3,3,0] row_mask:0x0 bank_mask:0x5 bound_ctrl:1 ; 00 00 3b d5 fa b8 03 00 b0 3d 08 05
v_nop                                                        ; 00 00 80 d5 00 00 00 00
v_mov_b32_e64 v4, v1                                         ; 04 00 81 d5 01 01 00 00
v_mov_b32_e64 v4, exec_lo                                    ; 04 00 81 d5 7e 00 00 00
v_mov_b32_e64 v4, -1                                         ; 04 00 81 d5 c1 00 00 00
v_mov_b32_e64 v4, 0.15915494                                 ; 04 00 81 d5 f8 00 00 00
v_mov_b32_e64_dpp v105, v97 quad_perm:[0,2,2,0] row_mask:0xf bank_mask:0x5 bound_ctrl:1 ; 69 00 81 d5 fa 00 00 00 61 28 08 f5
v_mov_b32_e64_dpp v255, v220 dpp8:[5,2,1,6,3,7,6,3]          ; ff 00 81 d5 e9 00 00 00 dc 55 bc 7b
v_mov_b32_e64_dpp v77, v145 dpp8:[7,3,7,7,2,5,6,6]           ; 4d 00 81 d5 e9 00 00 00 91 df af da
v_cvt_i32_f64_e64 v4, v[1:2]                                 ; 04 00 83 d5 01 01 00 00
v_cvt_i32_f64_e64 v4, exec                                   ; 04 00 83 d5 7e 00 00 00
v_cvt_i32_f64_e64 v4, -1                                     ; 04 00 83 d5 c1 00 00 00
v_cvt_i32_f64_e64 v4, 0.15915494309189532                    ; 04 00 83 d5 f8 00 00 00
v_cvt_i32_f64_e64 v255, v[194:195]                           ; ff 00 83 d5 c2 01 00 00
v_cvt_i32_f64_e64 v68, v[254:255]                            ; 44 00 83 d5 fe 01 00 00
v_cvt_i32_f64_e64 v70, v[120:121]                            ; 46 00 83 d5 78 01 00 00
v_cvt_f64_i32_e64 v[4:5], v1                                 ; 04 00 84 d5 01 01 00 00
v_cvt_f64_i32_e64 v[4:5], exec_lo                            ; 04 00 84 d5 7e 00 00 00
v_cvt_f64_i32_e64 v[4:5], -1                                 ; 04 00 84 d5 c1 00 00 00
v_cvt_f64_i32_e64 v[4:5], 0.15915494                         ; 04 00 84 d5 f8 00 00 00
v_cvt_f64_i32_e64 v[80:81], s11                              ; 50 00 84 d5 0b 00 00 00
v_cvt_f64_i32_e64 v[254:255], v48                            ; fe 00 84 d5 30 01 00 00
v_cvt_f64_i32_e64 v[254:255], v255                           ; fe 00 84 d5 ff 01 00 00
v_cvt_f32_i32_e64 v4, v1                                     ; 04 00 85 d5 01 01 00 00
v_cvt_f32_i32_e64 v4, exec_lo                                ; 04 00 85 d5 7e 00 00 00
v_cvt_f32_i32_e64 v4, -1                                     ; 04 00 85 d5 c1 00 00 00
v_cvt_f32_i32_e64 v4, 0.15915494                             ; 04 00 85 d5 f8 00 00 00
v_cvt_f32_i32_e64_dpp v216, v20 quad_perm:[3,3,2,2] row_mask:0xe bank_mask:0xc ; d8 00 85 d5 fa 00 00 00 14 af 00 ec
v_cvt_f32_i32_e64 v64, -2.0                                  ; 40 00 85 d5 f5 00 00 00
v_cvt_f32_i32_e64 v255, s76                                  ; ff 00 85 d5 4c 00 00 00
v_cvt_f32_u32_e64 v4, v1                                     ; 04 00 86 d5 01 01 00 00
v_cvt_f32_u32_e64 v4, exec_lo                                ; 04 00 86 d5 7e 00 00 00
v_cvt_f32_u32_e64 v4, -1                                     ; 04 00 86 d5 c1 00 00 00
v_cvt_f32_u32_e64 v4, 0.15915494                             ; 04 00 86 d5 f8 00 00 00
v_cvt_f32_u32_e64 v110, v0                                   ; 6e 00 86 d5 00 01 00 00
v_cvt_f32_u32_e64 v0, v46                                    ; 00 00 86 d5 2e 01 00 00
v_cvt_f32_u32_e64 v0, v255                                   ; 00 00 86 d5 ff 01 00 00
v_cvt_u32_f32_e64 v4, v1                                     ; 04 00 87 d5 01 01 00 00
v_cvt_u32_f32_e64 v4, exec_lo                                ; 04 00 87 d5 7e 00 00 00
v_cvt_u32_f32_e64 v4, -1                                     ; 04 00 87 d5 c1 00 00 00
v_cvt_u32_f32_e64 v4, 0.15915494                             ; 04 00 87 d5 f8 00 00 00
v_cvt_u32_f32_e64 v255, -|-0.5|                              ; ff 01 87 d5 f1 00 00 20
v_cvt_u32_f32_e64 v199, -|v218|                              ; c7 01 87 d5 da 01 00 20
v_cvt_u32_f32_e64 v119, s0                                   ; 77 00 87 d5 00 00 00 00
v_cvt_i32_f32_e64 v4, v1                                     ; 04 00 88 d5 01 01 00 00
v_cvt_i32_f32_e64 v4, exec_lo                                ; 04 00 88 d5 7e 00 00 00
v_cvt_i32_f32_e64 v4, -1                                     ; 04 00 88 d5 c1 00 00 00
v_cvt_i32_f32_e64 v4, 0.15915494                             ; 04 00 88 d5 f8 00 00 00
v_cvt_i32_f32_e64_dpp v254, v162 quad_perm:[3,1,0,0] row_mask:0x5 bank_mask:0x5 fi:1 ; fe 00 88 d5 fa 00 00 00 a2 07 04 55
v_cvt_i32_f32_e64 v94, 0x668855d9                            ; 5e 00 88 d5 ff 00 00 00 d9 55 88 66
v_cvt_i32_f32_e64 v255, -v255                                ; ff 00 88 d5 ff 01 00 20
v_cvt_f16_f32_e64 v4.l, v1                                   ; 04 00 8a d5 01 01 00 00
v_cvt_f16_f32_e64 v4.l, exec_lo                              ; 04 00 8a d5 7e 00 00 00
v_cvt_f16_f32_e64 v4.l, -1                                   ; 04 00 8a d5 c1 00 00 00
v_cvt_f16_f32_e64 v4.l, 0.15915494                           ; 04 00 8a d5 f8 00 00 00
v_cvt_f16_f32_e64_dpp v12.l, v148 dpp8:[7,3,3,6,7,0,1,6]     ; 0c 00 8a d5 e9 00 00 00 94 df 7c c4
v_cvt_f16_f32_e64 v255.l, |s103|                             ; ff 01 8a d5 67 00 00 00
v_cvt_f16_f32_e64 v182.h, -v6 op_sel:[0,1] mul:2             ; b6 40 8a d5 06 01 00 28
v_cvt_f32_f16_e64 v4, v1.l                                   ; 04 00 8b d5 01 01 00 00
v_cvt_f32_f16_e64 v4, exec_lo                                ; 04 00 8b d5 7e 00 00 00
v_cvt_f32_f16_e64 v4, -1                                     ; 04 00 8b d5 c1 00 00 00
v_cvt_f32_f16_e64 v4, 0.15915494                             ; 04 00 8b d5 f8 00 00 00
v_cvt_f32_f16_e64 v169, ttmp8                                ; a9 00 8b d5 74 00 00 00
v_cvt_f32_f16_e64_dpp v197, v28.l dpp8:[5,4,0,5,5,0,5,4] fi:1 ; c5 00 8b d5 ea 00 00 00 1c 25 5a 94
v_cvt_f32_f16_e64 v240, -0.5                                 ; f0 00 8b d5 f1 00 00 00
v_cvt_nearest_i32_f32_e64_dpp v180, v75 dpp8:[3,6,1,5,7,5,5,5] fi:1 ; b4 00 8c d5 ea 00 00 00 4b 73 fa b6
v_cvt_floor_i32_f32_e64 v0, v0                               ; 00 00 8d d5 00 01 00 00
v_cvt_off_f32_i4_e64_dpp v113, v129 dpp8:[6,0,2,1,5,0,2,5]   ; 71 00 8e d5 e9 00 00 00 81 86 52 a8
v_cvt_f32_f64_e64 v4, v[1:2]                                 ; 04 00 8f d5 01 01 00 00
v_cvt_f32_f64_e64 v4, exec                                   ; 04 00 8f d5 7e 00 00 00
v_cvt_f32_f64_e64 v4, -1                                     ; 04 00 8f d5 c1 00 00 00
v_cvt_f32_f64_e64 v4, 0.15915494309189532                    ; 04 00 8f d5 f8 00 00 00
v_cvt_f32_f64_e64 v255, neg(-6) clamp                        ; ff 80 8f d5 c6 00 00 20
v_cvt_f32_f64_e64 v255, -13                                  ; ff 00 8f d5 cd 00 00 00
v_cvt_f32_f64_e64 v255, 39                                   ; ff 00 8f d5 a7 00 00 00
v_cvt_f64_f32_e64 v[4:5], v1                                 ; 04 00 90 d5 01 01 00 00
v_cvt_f64_f32_e64 v[4:5], exec_lo                            ; 04 00 90 d5 7e 00 00 00
v_cvt_f64_f32_e64 v[4:5], -1                                 ; 04 00 90 d5 c1 00 00 00
v_cvt_f64_f32_e64 v[4:5], 0.15915494                         ; 04 00 90 d5 f8 00 00 00
v_cvt_f64_f32_e64 v[254:255], v0 mul:2                       ; fe 00 90 d5 00 01 00 08
v_cvt_f64_f32_e64 v[254:255], v108                           ; fe 00 90 d5 6c 01 00 00
v_cvt_f64_f32_e64 v[254:255], -v33                           ; fe 00 90 d5 21 01 00 20
v_cvt_f32_ubyte0_e64 v84, v31                                ; 54 00 91 d5 1f 01 00 00
v_cvt_f32_ubyte1_e64_dpp v65, v90 dpp8:[5,6,7,3,7,7,2,3] fi:1 ; 41 00 92 d5 ea 00 00 00 5a f5 f7 6b
v_cvt_f32_ubyte2_e64 v0, exec_hi                             ; 00 00 93 d5 7f 00 00 00
v_cvt_f32_ubyte3_e64 v76, src_private_limit                  ; 4c 00 94 d5 ee 00 00 00
v_cvt_u32_f64_e64 v4, v[1:2]                                 ; 04 00 95 d5 01 01 00 00
v_cvt_u32_f64_e64 v4, exec                                   ; 04 00 95 d5 7e 00 00 00
v_cvt_u32_f64_e64 v4, -1                                     ; 04 00 95 d5 c1 00 00 00
v_cvt_u32_f64_e64 v4, 0.15915494309189532                    ; 04 00 95 d5 f8 00 00 00
v_cvt_u32_f64_e64 v92, 45                                    ; 5c 00 95 d5 ad 00 00 00
v_cvt_u32_f64_e64 v65, -v[0:1]                               ; 41 00 95 d5 00 01 00 20
v_cvt_u32_f64_e64 v125, v[254:255]                           ; 7d 00 95 d5 fe 01 00 00
v_cvt_f64_u32_e64 v[4:5], v1                                 ; 04 00 96 d5 01 01 00 00
v_cvt_f64_u32_e64 v[4:5], exec_lo                            ; 04 00 96 d5 7e 00 00 00
v_cvt_f64_u32_e64 v[4:5], -1                                 ; 04 00 96 d5 c1 00 00 00
v_cvt_f64_u32_e64 v[4:5], 0.15915494                         ; 04 00 96 d5 f8 00 00 00
v_cvt_f64_u32_e64 v[16:17], v99                              ; 10 00 96 d5 63 01 00 00
v_cvt_f64_u32_e64 v[254:255], exec_lo                        ; fe 00 96 d5 7e 00 00 00
v_cvt_f64_u32_e64 v[138:139], 57                             ; 8a 00 96 d5 b9 00 00 00
v_trunc_f64_e64 v[4:5], v[1:2]                               ; 04 00 97 d5 01 01 00 00
v_trunc_f64_e64 v[4:5], exec                                 ; 04 00 97 d5 7e 00 00 00
v_trunc_f64_e64 v[4:5], -1                                   ; 04 00 97 d5 c1 00 00 00
v_trunc_f64_e64 v[4:5], 0.15915494309189532                  ; 04 00 97 d5 f8 00 00 00
v_trunc_f64_e64 v[121:122], |v[33:34]| clamp                 ; 79 81 97 d5 21 01 00 00
v_trunc_f64_e64 v[254:255], -|v[254:255]| clamp div:2        ; fe 81 97 d5 fe 01 00 38
v_trunc_f64_e64 v[254:255], v[0:1]                           ; fe 00 97 d5 00 01 00 00
v_ceil_f64_e64 v[158:159], |1.0| mul:4                       ; 9e 01 98 d5 f2 00 00 10
v_rndne_f64_e64 v[166:167], s[86:87] clamp mul:4             ; a6 80 99 d5 56 00 00 10
v_floor_f64_e64 v[198:199], -|v[0:1]| clamp div:2            ; c6 81 9a d5 00 01 00 38
v_pipeflush                                                  ; 00 00 9b d5 00 00 00 00
v_mov_b16_e64 v4.l, v1.l                                     ; 04 00 9c d5 01 01 00 00
v_mov_b16_e64 v4.l, exec_lo                                  ; 04 00 9c d5 7e 00 00 00
v_mov_b16_e64 v4.l, -1                                       ; 04 00 9c d5 c1 00 00 00
v_mov_b16_e64 v4.l, 0x3118                                   ; 04 00 9c d5 f8 00 00 00
v_mov_b16_e64_dpp v186.h, v211.l op_sel:[0,1] quad_perm:[1,1,0,2] row_mask:0x8 bank_mask:0x8 fi:1 ; ba 40 9c d5 fa 00 00 00 d3 85 04 88
v_mov_b16_e64 v255.l, v255.l                                 ; ff 00 9c d5 ff 01 00 00
v_mov_b16_e64 v171.l, v0.l                                   ; ab 00 9c d5 00 01 00 00
v_fract_f32_e64 v4, v1                                       ; 04 00 a0 d5 01 01 00 00
v_fract_f32_e64 v4, exec_lo                                  ; 04 00 a0 d5 7e 00 00 00
v_fract_f32_e64 v4, -1                                       ; 04 00 a0 d5 c1 00 00 00
v_fract_f32_e64 v4, 0.15915494                               ; 04 00 a0 d5 f8 00 00 00
v_fract_f32_e64 v0, v212 div:2                               ; 00 00 a0 d5 d4 01 00 18
v_fract_f32_e64 v0, -|ttmp9| clamp mul:4                     ; 00 81 a0 d5 75 00 00 30
v_fract_f32_e64 v255, src_private_base clamp mul:4           ; ff 80 a0 d5 ed 00 00 10
v_trunc_f32_e64 v181, 45                                     ; b5 00 a1 d5 ad 00 00 00
v_ceil_f32_e64_dpp v83, -|v198| clamp mul:2 quad_perm:[3,3,0,0] row_mask:0x7 bank_mask:0xb ; 53 81 a2 d5 fa 00 00 28 c6 0f 00 7b
v_rndne_f32_e64 v161, neg(63) clamp mul:4                    ; a1 80 a3 d5 bf 00 00 30
v_floor_f32_e64 v142, v255                                   ; 8e 00 a4 d5 ff 01 00 00
v_exp_f32_e64 v173, lit(0x3f800000)                          ; ad 00 a5 d5 ff 00 00 00 00 00 80 3f
v_log_f32_e64 v255, 63                                       ; ff 00 a7 d5 bf 00 00 00
v_rcp_f32_e64_dpp v255, v203 mul:4 quad_perm:[3,2,0,3] row_mask:0xe bank_mask:0x0 bound_ctrl:1 ; ff 00 aa d5 fa 00 00 10 cb cb 08 e0
v_rcp_iflag_f32_e64_dpp v222, v139 quad_perm:[3,0,2,3] row_mask:0xb bank_mask:0x1 bound_ctrl:1 fi:1 ; de 00 ab d5 fa 00 00 00 8b e3 0c b1
v_rsq_f32_e64 v73, v185                                      ; 49 00 ae d5 b9 01 00 00
v_rcp_f64_e64 v[161:162], -s[54:55] mul:4                    ; a1 00 af d5 36 00 00 30
v_rsq_f64_e64 v[19:20], neg(-1) clamp mul:2                  ; 13 80 b1 d5 c1 00 00 28
v_sqrt_f32_e64 v0, v63                                       ; 00 00 b3 d5 3f 01 00 00
v_sqrt_f64_e64 v[254:255], src_private_limit                 ; fe 00 b4 d5 ee 00 00 00
v_sin_f32_e64 v0, v255                                       ; 00 00 b5 d5 ff 01 00 00
v_cos_f32_e64_dpp v199, |v217| div:2 row_shl:6 row_mask:0xb bank_mask:0x7 ; c7 01 b6 d5 fa 00 00 18 d9 06 01 b7
v_not_b32_e64 v0, vcc_hi                                     ; 00 00 b7 d5 6b 00 00 00
v_bfrev_b32_e64 v142, ttmp12                                 ; 8e 00 b8 d5 78 00 00 00
v_clz_i32_u32_e64 v4, v1                                     ; 04 00 b9 d5 01 01 00 00
v_clz_i32_u32_e64 v4, exec_lo                                ; 04 00 b9 d5 7e 00 00 00
v_clz_i32_u32_e64 v4, -1                                     ; 04 00 b9 d5 c1 00 00 00
v_clz_i32_u32_e64 v4, 0.15915494                             ; 04 00 b9 d5 f8 00 00 00
v_clz_i32_u32_e64 v132, v255                                 ; 84 00 b9 d5 ff 01 00 00
v_clz_i32_u32_e64 v0, 15                                     ; 00 00 b9 d5 8f 00 00 00
v_clz_i32_u32_e64 v0, 0.5                                    ; 00 00 b9 d5 f0 00 00 00
v_ctz_i32_b32_e64 v4, v1                                     ; 04 00 ba d5 01 01 00 00
v_ctz_i32_b32_e64 v4, exec_lo                                ; 04 00 ba d5 7e 00 00 00
v_ctz_i32_b32_e64 v4, -1                                     ; 04 00 ba d5 c1 00 00 00
v_ctz_i32_b32_e64 v4, 0.15915494                             ; 04 00 ba d5 f8 00 00 00
v_ctz_i32_b32_e64_dpp v11, v25 row_ror:1 row_mask:0xf bank_mask:0xd bound_ctrl:1 fi:1 ; 0b 00 ba d5 fa 00 00 00 19 21 0d fd
v_ctz_i32_b32_e64 v0, v255                                   ; 00 00 ba d5 ff 01 00 00
v_ctz_i32_b32_e64_dpp v0, v214 row_xmask:4 row_mask:0x1 bank_mask:0x9 bound_ctrl:1 fi:1 ; 00 00 ba d5 fa 00 00 00 d6 64 0d 19
v_cls_i32_e64 v4, v1                                         ; 04 00 bb d5 01 01 00 00
v_cls_i32_e64 v4, exec_lo                                    ; 04 00 bb d5 7e 00 00 00
v_cls_i32_e64 v4, -1                                         ; 04 00 bb d5 c1 00 00 00
v_cls_i32_e64 v4, 0.15915494                                 ; 04 00 bb d5 f8 00 00 00
v_cls_i32_e64 v86, 2.0                                       ; 56 00 bb d5 f4 00 00 00
v_cls_i32_e64 v19, 0.5                                       ; 13 00 bb d5 f0 00 00 00
v_cls_i32_e64 v0, v144                                       ; 00 00 bb d5 90 01 00 00
v_frexp_exp_i32_f64_e64 v176, v[110:111]                     ; b0 00 bc d5 6e 01 00 00
v_frexp_mant_f64_e64 v[254:255], 2.0                         ; fe 00 bd d5 f4 00 00 00
v_fract_f64_e64 v[0:1], -2.0                                 ; 00 00 be d5 f5 00 00 00
v_frexp_exp_i32_f32_e64_dpp v0, |v67| row_share:11 row_mask:0x1 bank_mask:0xb fi:1 ; 00 01 bf d5 fa 00 00 00 43 5b 05 1b
v_frexp_mant_f32_e64_dpp v255, -|v59| clamp quad_perm:[3,1,3,1] row_mask:0x0 bank_mask:0x1 ; ff 81 c0 d5 fa 00 00 20 3b 77 00 01
v_movreld_b32_e64_dpp v203, v91 dpp8:[6,7,5,1,0,4,7,6]       ; cb 00 c2 d5 e9 00 00 00 5b 7e 03 de
v_movrels_b32_e64 v92, v6                                    ; 5c 00 c3 d5 06 01 00 00
v_movrelsd_b32_e64 v0, v246                                  ; 00 00 c4 d5 f6 01 00 00
v_movrelsd_2_b32_e64_dpp v0, v59 dpp8:[2,2,2,6,0,6,3,7] fi:1 ; 00 00 c8 d5 ea 00 00 00 3b 92 0c ef
v_cvt_f16_u16_e64 v4.l, v1.l                                 ; 04 00 d0 d5 01 01 00 00
v_cvt_f16_u16_e64 v4.l, exec_lo                              ; 04 00 d0 d5 7e 00 00 00
v_cvt_f16_u16_e64 v4.l, -1                                   ; 04 00 d0 d5 c1 00 00 00
v_cvt_f16_u16_e64 v4.l, 0x3118                               ; 04 00 d0 d5 f8 00 00 00
v_cvt_f16_u16_e64_dpp v0.l, v7.l quad_perm:[3,0,3,1] row_mask:0xa bank_mask:0x0 fi:1 ; 00 00 d0 d5 fa 00 00 00 07 73 04 a0
v_cvt_f16_u16_e64_dpp v255.l, v237.l dpp8:[3,2,0,7,2,3,5,5]  ; ff 00 d0 d5 e9 00 00 00 ed 13 ae b5
v_cvt_f16_u16_e64_dpp v75.l, v89.l quad_perm:[0,3,2,0] row_mask:0x3 bank_mask:0x0 ; 4b 00 d0 d5 fa 00 00 00 59 2c 00 30
v_cvt_f16_i16_e64 v4.l, v1.l                                 ; 04 00 d1 d5 01 01 00 00
v_cvt_f16_i16_e64 v4.l, exec_lo                              ; 04 00 d1 d5 7e 00 00 00
v_cvt_f16_i16_e64 v4.l, -1                                   ; 04 00 d1 d5 c1 00 00 00
v_cvt_f16_i16_e64 v4.l, 0x3118                               ; 04 00 d1 d5 f8 00 00 00
v_cvt_f16_i16_e64 v202.l, v255.h op_sel:[1,0]                ; ca 08 d1 d5 ff 01 00 00
v_cvt_f16_i16_e64 v0.l, s54                                  ; 00 00 d1 d5 36 00 00 00
v_cvt_f16_i16_e64 v30.l, 8 op_sel:[1,0]                      ; 1e 08 d1 d5 88 00 00 00
v_cvt_u16_f16_e64 v4.l, v1.l                                 ; 04 00 d2 d5 01 01 00 00
v_cvt_u16_f16_e64 v4.l, exec_lo                              ; 04 00 d2 d5 7e 00 00 00
v_cvt_u16_f16_e64 v4.l, -1                                   ; 04 00 d2 d5 c1 00 00 00
v_cvt_u16_f16_e64 v4.l, 0.15915494                           ; 04 00 d2 d5 f8 00 00 00
v_cvt_u16_f16_e64 v33.h, -v106.l op_sel:[0,1]                ; 21 40 d2 d5 6a 01 00 20
v_cvt_u16_f16_e64 v0.l, v0.l                                 ; 00 00 d2 d5 00 01 00 00
v_cvt_u16_f16_e64_dpp v0.l, |v158.l| quad_perm:[2,1,0,1] row_mask:0x9 bank_mask:0x0 ; 00 01 d2 d5 fa 00 00 00 9e 46 00 90
v_cvt_i16_f16_e64 v4.l, v1.l                                 ; 04 00 d3 d5 01 01 00 00
v_cvt_i16_f16_e64 v4.l, exec_lo                              ; 04 00 d3 d5 7e 00 00 00
v_cvt_i16_f16_e64 v4.l, -1                                   ; 04 00 d3 d5 c1 00 00 00
v_cvt_i16_f16_e64 v4.l, 0.15915494                           ; 04 00 d3 d5 f8 00 00 00
v_cvt_i16_f16_e64 v255.l, m0                                 ; ff 00 d3 d5 7d 00 00 00
v_cvt_i16_f16_e64_dpp v255.l, -|v66.l| row_ror:1 row_mask:0x6 bank_mask:0xf fi:1 ; ff 01 d3 d5 fa 00 00 20 42 21 05 6f
v_cvt_i16_f16_e64_dpp v152.l, v124.l quad_perm:[3,1,2,3] row_mask:0xf bank_mask:0x1 fi:1 ; 98 00 d3 d5 fa 00 00 00 7c e7 04 f1
v_rcp_f16_e64 v4.l, v1.l                                     ; 04 00 d4 d5 01 01 00 00
v_rcp_f16_e64 v4.l, exec_lo                                  ; 04 00 d4 d5 7e 00 00 00
v_rcp_f16_e64 v4.l, -1                                       ; 04 00 d4 d5 c1 00 00 00
v_rcp_f16_e64 v4.l, 0.15915494                               ; 04 00 d4 d5 f8 00 00 00
v_rcp_f16_e64_dpp v255.l, -v37.l clamp mul:4 row_shr:6 row_mask:0x9 bank_mask:0x9 ; ff 80 d4 d5 fa 00 00 30 25 16 01 99
v_rcp_f16_e64 v237.l, v117.l                                 ; ed 00 d4 d5 75 01 00 00
v_rcp_f16_e64 v209.l, -v214.l clamp mul:4                    ; d1 80 d4 d5 d6 01 00 30
v_sqrt_f16_e64_dpp v231.l, v144.l dpp8:[1,4,7,3,4,6,3,3] fi:1 ; e7 00 d5 d5 ea 00 00 00 90 e1 47 6f
v_rsq_f16_e64_dpp v0.h, -|v161.l| op_sel:[0,1] clamp mul:4 dpp8:[2,7,2,5,3,2,6,2] fi:1 ; 00 c1 d6 d5 ea 00 00 30 a1 ba 3a 59
v_log_f16_e64 v255.h, neg(0.5) op_sel:[0,1] clamp div:2      ; ff c0 d7 d5 f0 00 00 38
v_exp_f16_e64 v203.h, -|lit(0x3f800000)| op_sel:[0,1] clamp  ; cb c1 d8 d5 ff 00 00 20 00 00 80 3f
v_frexp_mant_f16_e64 v0.l, vcc_hi                            ; 00 00 d9 d5 6b 00 00 00
v_frexp_exp_i16_f16_e64 v94.l, v128.l                        ; 5e 00 da d5 80 01 00 00
v_floor_f16_e64_dpp v255.l, -v225.l mul:2 row_shl:5 row_mask:0x2 bank_mask:0x2 bound_ctrl:1 fi:1 ; ff 00 db d5 fa 00 00 28 e1 05 0d 22
v_ceil_f16_e64_dpp v0.l, v251.l quad_perm:[2,0,2,2] row_mask:0xa bank_mask:0xb bound_ctrl:1 fi:1 ; 00 00 dc d5 fa 00 00 00 fb a2 0c ab
v_trunc_f16_e64 v87.h, -|v226.l| op_sel:[0,1] mul:4          ; 57 41 dd d5 e2 01 00 30
v_rndne_f16_e64 v255.l, v0.l                                 ; ff 00 de d5 00 01 00 00
v_fract_f16_e64_dpp v1.l, v228.l dpp8:[1,5,1,2,6,3,3,6]      ; 01 00 df d5 e9 00 00 00 e4 69 e4 cd
v_sin_f16_e64 v255.l, -|-1.0| clamp mul:4                    ; ff 81 e0 d5 f3 00 00 30
v_cos_f16_e64 v167.h, -|v156.l| op_sel:[0,1] mul:2           ; a7 41 e1 d5 9c 01 00 28
v_sat_pk_u8_i16_e64 v4.l, v1                                 ; 04 00 e2 d5 01 01 00 00
v_sat_pk_u8_i16_e64 v4.l, exec_lo                            ; 04 00 e2 d5 7e 00 00 00
v_sat_pk_u8_i16_e64 v4.l, -1                                 ; 04 00 e2 d5 c1 00 00 00
v_sat_pk_u8_i16_e64 v4.l, 0.15915494                         ; 04 00 e2 d5 f8 00 00 00
v_sat_pk_u8_i16_e64 v255.l, s69                              ; ff 00 e2 d5 45 00 00 00
v_sat_pk_u8_i16_e64 v97.h, v181 op_sel:[0,1]                 ; 61 40 e2 d5 b5 01 00 00
v_sat_pk_u8_i16_e64_dpp v255.l, v150 dpp8:[5,7,5,1,2,0,6,0] fi:1 ; ff 00 e2 d5 ea 00 00 00 96 7d 23 18
v_cvt_norm_i16_f16_e64 v255.l, v166.l                        ; ff 00 e3 d5 a6 01 00 00
v_cvt_norm_u16_f16_e64 v48.h, -|v0.l| op_sel:[0,1]           ; 30 41 e4 d5 00 01 00 20
v_not_b16_e64_dpp v255.l, v43.l quad_perm:[3,0,0,0] row_mask:0x5 bank_mask:0xc bound_ctrl:1 ; ff 00 e9 d5 fa 00 00 00 2b 03 08 5c
v_cvt_i32_i16_e64 v4, v1.l                                   ; 04 00 ea d5 01 01 00 00
v_cvt_i32_i16_e64 v4, exec_lo                                ; 04 00 ea d5 7e 00 00 00
v_cvt_i32_i16_e64 v4, -1                                     ; 04 00 ea d5 c1 00 00 00
v_cvt_i32_i16_e64 v4, 0x3118                                 ; 04 00 ea d5 f8 00 00 00
v_cvt_i32_i16_e64 v169, v44.l                                ; a9 00 ea d5 2c 01 00 00
v_cvt_i32_i16_e64 v253, v136.l                               ; fd 00 ea d5 88 01 00 00
v_cvt_i32_i16_e64 v30, s21                                   ; 1e 00 ea d5 15 00 00 00
v_cvt_u32_u16_e64 v4, v1.l                                   ; 04 00 eb d5 01 01 00 00
v_cvt_u32_u16_e64 v4, exec_lo                                ; 04 00 eb d5 7e 00 00 00
v_cvt_u32_u16_e64 v4, -1                                     ; 04 00 eb d5 c1 00 00 00
v_cvt_u32_u16_e64 v4, 0x3118                                 ; 04 00 eb d5 f8 00 00 00
v_cvt_u32_u16_e64_dpp v151, v170.l dpp8:[5,3,4,1,5,0,0,4]    ; 97 00 eb d5 e9 00 00 00 aa 1d 53 80
v_cvt_u32_u16_e64 v139, 2                                    ; 8b 00 eb d5 82 00 00 00
v_cvt_u32_u16_e64_dpp v23, v27.h op_sel:[1,0] quad_perm:[3,2,0,1] row_mask:0xf bank_mask:0x5 fi:1 ; 17 08 eb d5 fa 00 00 00 1b 4b 04 f5
v_cmp_f_f16_e64 s4, v1.l, v8.l                               ; 04 00 00 d4 01 11 02 00
v_cmp_f_f16_e64 s4, exec_lo, v8.l                            ; 04 00 00 d4 7e 10 02 00
v_cmp_f_f16_e64 s4, -1, v8.l                                 ; 04 00 00 d4 c1 10 02 00
v_cmp_f_f16_e64 s4, 0.15915494, v8.l                         ; 04 00 00 d4 f8 10 02 00
v_cmp_f_f16_e64 s4, v8.l, v255.l                             ; 04 00 00 d4 08 ff 03 00
v_cmp_f_f16_e64 s4, v8.l, null                               ; 04 00 00 d4 08 f9 00 00
v_cmp_f_f16_e64 s4, v8.l, -16                                ; 04 00 00 d4 08 a1 01 00
v_cmp_f_f16_e64 s4, v8.l, src_scc                            ; 04 00 00 d4 08 fb 01 00
v_cmp_f_f16_e64 exec_hi, -s63, 0.15915494                    ; 7f 00 00 d4 3f f0 01 20
v_cmp_f_f16_e64_dpp ttmp15, v123.l, v137.l row_share:5 row_mask:0x8 bank_mask:0xf bound_ctrl:1 fi:1 ; 7b 00 00 d4 fa 12 03 00 7b 55 0d 8f
v_cmp_f_f16_e64 s21, exec_lo, v255.l                         ; 15 00 00 d4 7e fe 03 00
v_cmp_lt_f16_e64_dpp s49, v57.l, v46.l quad_perm:[2,0,3,2] row_mask:0x2 bank_mask:0xc bound_ctrl:1 ; 31 00 01 d4 fa 5c 02 00 39 b2 08 2c
v_cmp_eq_f16_e64 s30, 26, vcc_hi                             ; 1e 00 02 d4 9a d6 00 00
v_cmp_le_f16_e64 s59, exec_lo, s95 op_sel:[0,1,0]            ; 3b 10 03 d4 7e be 00 00
v_cmp_gt_f16_e64_dpp null, v201.h, |v52.h| op_sel:[1,1] quad_perm:[3,2,0,0] row_mask:0x8 bank_mask:0x0 ; 7c 1a 04 d4 fa 68 02 00 c9 0b 00 80
v_cmp_lg_f16_e64_dpp s84, v193.l, v201.l dpp8:[4,2,0,7,2,7,7,2] ; 54 00 05 d4 e9 92 03 00 c1 14 ae 5f
v_cmp_ge_f16_e64 ttmp5, v208.l, -|v18.l|                     ; 71 02 06 d4 d0 25 02 40
v_cmp_o_f16_e64 s38, v58.l, -v255.l                          ; 26 00 07 d4 3a ff 03 40
v_cmp_u_f16_e64_dpp s67, v102.l, v72.l dpp8:[7,0,2,5,6,0,0,4] ; 43 00 08 d4 e9 90 02 00 66 87 6a 80
v_cmp_nge_f16_e64 s29, -v178.h, |v255.l| op_sel:[1,0,0]      ; 1d 0a 09 d4 b2 ff 03 20
v_cmp_nlg_f16_e64_dpp ttmp12, v130.h, v218.l op_sel:[1,0] dpp8:[6,5,4,6,1,7,1,1] fi:1 ; 78 08 0a d4 ea b4 03 00 82 2e 9d 27
v_cmp_ngt_f16_e64_dpp s105, v26.l, v235.l row_shr:1 row_mask:0x2 bank_mask:0xd bound_ctrl:1 ; 69 00 0b d4 fa d6 03 00 1a 11 09 2d
v_cmp_nle_f16_e64_dpp s21, v96.l, v91.l quad_perm:[2,0,2,2] row_mask:0x2 bank_mask:0x4 ; 15 00 0c d4 fa b6 02 00 60 a2 00 24
v_cmp_neq_f16_e64 ttmp7, v0.l, -|v0.l|                       ; 73 02 0d d4 00 01 02 40
v_cmp_nlt_f16_e64 s94, neg(-1.0), |46| op_sel:[1,1,0]        ; 5e 1a 0e d4 f3 5c 01 20
v_cmp_t_f16_e64 s54, neg(41), -v0.l op_sel:[1,0,0]           ; 36 08 0f d4 a9 00 02 60
v_cmp_f_f32_e64 s4, v1, v8                                   ; 04 00 10 d4 01 11 02 00
v_cmp_f_f32_e64 s4, exec_lo, v8                              ; 04 00 10 d4 7e 10 02 00
v_cmp_f_f32_e64 s4, -1, v8                                   ; 04 00 10 d4 c1 10 02 00
v_cmp_f_f32_e64 s4, 0.15915494, v8                           ; 04 00 10 d4 f8 10 02 00
v_cmp_f_f32_e64 s4, v8, v255                                 ; 04 00 10 d4 08 ff 03 00
v_cmp_f_f32_e64 s4, v8, null                                 ; 04 00 10 d4 08 f9 00 00
v_cmp_f_f32_e64 s4, v8, -16                                  ; 04 00 10 d4 08 a1 01 00
v_cmp_f_f32_e64 s4, v8, src_scc                              ; 04 00 10 d4 08 fb 01 00
v_cmp_f_f32_e64 s41, s82, v0                                 ; 29 00 10 d4 52 00 02 00
v_cmp_f_f32_e64 ttmp11, v255, 4.0                            ; 77 00 10 d4 ff ed 01 00
v_cmp_f_f32_e64 s25, |m0|, |1.0|                             ; 19 03 10 d4 7d e4 01 00
v_cmp_lt_f32_e64_dpp s19, v93, v191 quad_perm:[2,0,1,2] row_mask:0x3 bank_mask:0x9 bound_ctrl:1 ; 13 00 11 d4 fa 7e 03 00 5d 92 08 39
v_cmp_eq_f32_e64_dpp ttmp12, -|v226|, v64 dpp8:[2,0,3,1,6,7,1,7] ; 78 01 12 d4 e9 80 02 20 e2 c2 e2 e7
v_cmp_le_f32_e64 s74, v255, s90                              ; 4a 00 13 d4 ff b5 00 00
v_cmp_gt_f32_e64 s57, -2.0, v66                              ; 39 00 14 d4 f5 84 02 00
v_cmp_lg_f32_e64 s37, v255, s56                              ; 25 00 15 d4 ff 71 00 00
v_cmp_ge_f32_e64 null, -v255, -s32                           ; 7c 00 16 d4 ff 41 00 60
v_cmp_o_f32_e64 ttmp6, -v0, |v202|                           ; 72 02 17 d4 00 95 03 20
v_cmp_u_f32_e64 s72, lit(0x1), src_shared_base               ; 48 00 18 d4 ff d6 01 00 01 00 00 00
v_cmp_nge_f32_e64 s24, |ttmp4|, -s1                          ; 18 01 19 d4 70 02 00 40
v_cmp_nlg_f32_e64 ttmp7, 37, src_private_limit               ; 73 00 1a d4 a5 dc 01 00
v_cmp_ngt_f32_e64 s64, src_shared_limit, 17                  ; 40 00 1b d4 ec 22 01 00
v_cmp_nle_f32_e64_dpp vcc_lo, v128, v17 dpp8:[5,7,2,1,3,7,0,0] fi:1 ; 6a 00 1c d4 ea 22 02 00 80 bd b2 03
v_cmp_neq_f32_e64 ttmp6, v242, -2.0                          ; 72 00 1d d4 f2 eb 01 00
v_cmp_nlt_f32_e64 s15, |lit(0xffffffff)|, -exec_lo           ; 0f 01 1e d4 ff fc 00 40 ff ff ff ff
v_cmp_t_f32_e64 s77, neg(43), neg(-1.0)                      ; 4d 00 1f d4 ab e6 01 60
v_cmp_f_f64_e64 s4, v[1:2], v[8:9]                           ; 04 00 20 d4 01 11 02 00
v_cmp_f_f64_e64 s4, exec, v[8:9]                             ; 04 00 20 d4 7e 10 02 00
v_cmp_f_f64_e64 s4, -1, v[8:9]                               ; 04 00 20 d4 c1 10 02 00
v_cmp_f_f64_e64 s4, 0.15915494309189532, v[8:9]              ; 04 00 20 d4 f8 10 02 00
v_cmp_f_f64_e64 s4, v[8:9], v[255:256]                       ; 04 00 20 d4 08 ff 03 00
v_cmp_f_f64_e64 s4, v[8:9], null                             ; 04 00 20 d4 08 f9 00 00
v_cmp_f_f64_e64 s4, v[8:9], -16                              ; 04 00 20 d4 08 a1 01 00
v_cmp_f_f64_e64 s4, v[8:9], src_scc                          ; 04 00 20 d4 08 fb 01 00
v_cmp_f_f64_e64 s14, |s[32:33]|, 29                          ; 0e 01 20 d4 20 3a 01 00
v_cmp_f_f64_e64 ttmp14, |v[254:255]|, |v[237:238]|           ; 7a 03 20 d4 fe db 03 00
v_cmp_f_f64_e64 m0, 0x80000000, 36                           ; 7d 00 20 d4 ff 48 01 00 00 00 00 80
v_cmp_lt_f64_e64 m0, |v[254:255]|, -|v[254:255]|             ; 7d 03 21 d4 fe fd 03 40
v_cmp_eq_f64_e64 s80, |54|, -v[0:1]                          ; 50 01 22 d4 b6 00 02 40
v_cmp_le_f64_e64 s20, 22, 38                                 ; 14 00 23 d4 96 4c 01 00
v_cmp_gt_f64_e64 s43, |v[183:184]|, -s[30:31]                ; 2b 01 24 d4 b7 3d 00 40
v_cmp_lg_f64_e64 s31, 0xaf, neg(4.0)                         ; 1f 00 25 d4 ff ec 01 40 af 00 00 00
v_cmp_ge_f64_e64 null, -v[143:144], -v[233:234]              ; 7c 00 26 d4 8f d3 03 60
v_cmp_o_f64_e64 s100, -|v[50:51]|, -|v[0:1]|                 ; 64 03 27 d4 32 01 02 60
v_cmp_u_f64_e64 ttmp5, src_scc, -src_shared_base             ; 71 00 28 d4 fd d6 01 40
v_cmp_nge_f64_e64 exec_hi, v[0:1], v[147:148]                ; 7f 00 29 d4 00 27 03 00
v_cmp_nlg_f64_e64 vcc_hi, s[58:59], |v[254:255]|             ; 6b 02 2a d4 3a fc 03 00
v_cmp_ngt_f64_e64 s26, neg(-3), |v[254:255]|                 ; 1a 02 2b d4 c3 fc 03 20
v_cmp_nle_f64_e64 null, v[180:181], src_shared_base          ; 7c 00 2c d4 b4 d7 01 00
v_cmp_neq_f64_e64 ttmp4, v[254:255], v[254:255]              ; 70 00 2d d4 fe fd 03 00
v_cmp_nlt_f64_e64 s81, -4.0, neg(0x8)                        ; 51 00 2e d4 f7 fe 01 40 08 00 00 00
v_cmp_t_f64_e64 s62, src_scc, s[36:37]                       ; 3e 00 2f d4 fd 48 00 00
v_cmp_lt_i16_e64 s4, v1.l, v8.l                              ; 04 00 31 d4 01 11 02 00
v_cmp_lt_i16_e64 s4, exec_lo, v8.l                           ; 04 00 31 d4 7e 10 02 00
v_cmp_lt_i16_e64 s4, -1, v8.l                                ; 04 00 31 d4 c1 10 02 00
v_cmp_lt_i16_e64 s4, 0x3118, v8.l                            ; 04 00 31 d4 f8 10 02 00
v_cmp_lt_i16_e64 s4, v8.l, v255.l                            ; 04 00 31 d4 08 ff 03 00
v_cmp_lt_i16_e64 s4, v8.l, null                              ; 04 00 31 d4 08 f9 00 00
v_cmp_lt_i16_e64 s4, v8.l, -16                               ; 04 00 31 d4 08 a1 01 00
v_cmp_lt_i16_e64 s4, v8.l, src_scc                           ; 04 00 31 d4 08 fb 01 00
v_cmp_lt_i16_e64 s57, 0x3118, 0xb800 op_sel:[0,1,0]          ; 39 10 31 d4 f8 e2 01 00
v_cmp_lt_i16_e64 s20, v0.h, v1.h op_sel:[1,1,0]              ; 14 18 31 d4 00 03 02 00
v_cmp_lt_i16_e64_dpp m0, v148.l, v14.l dpp8:[3,1,5,7,0,5,7,3] ; 7d 00 31 d4 e9 1c 02 00 94 4b 8f 7e
v_cmp_eq_i16_e64 vcc_hi, ttmp13, 11                          ; 6b 00 32 d4 79 16 01 00
v_cmp_le_i16_e64 s69, 9, s65 op_sel:[1,1,0]                  ; 45 18 33 d4 89 82 00 00
v_cmp_gt_i16_e64_dpp s79, v208.l, v212.l dpp8:[6,5,7,3,7,7,6,0] ; 4f 00 34 d4 e9 a8 03 00 d0 ee f7 1b
v_cmp_ne_i16_e64 s99, 0x3800, v255.l                         ; 63 00 35 d4 f0 fe 03 00
v_cmp_ge_i16_e64_dpp s101, v2.h, v197.l op_sel:[1,0] dpp8:[0,4,4,4,6,1,3,2] ; 65 08 36 d4 e9 8a 03 00 02 20 e9 4c
v_cmp_lt_u16_e64 s4, v1.l, v8.l                              ; 04 00 39 d4 01 11 02 00
v_cmp_lt_u16_e64 s4, exec_lo, v8.l                           ; 04 00 39 d4 7e 10 02 00
v_cmp_lt_u16_e64 s4, -1, v8.l                                ; 04 00 39 d4 c1 10 02 00
v_cmp_lt_u16_e64 s4, 0x3118, v8.l                            ; 04 00 39 d4 f8 10 02 00
v_cmp_lt_u16_e64 s4, v8.l, v255.l                            ; 04 00 39 d4 08 ff 03 00
v_cmp_lt_u16_e64 s4, v8.l, null                              ; 04 00 39 d4 08 f9 00 00
v_cmp_lt_u16_e64 s4, v8.l, -16                               ; 04 00 39 d4 08 a1 01 00
v_cmp_lt_u16_e64 s4, v8.l, src_scc                           ; 04 00 39 d4 08 fb 01 00
v_cmp_lt_u16_e64 s35, s68, v149.l                            ; 23 00 39 d4 44 2a 03 00
v_cmp_lt_u16_e64 exec_lo, v255.l, 0xb800                     ; 7e 00 39 d4 ff e3 01 00
v_cmp_lt_u16_e64 s52, 63, s38                                ; 34 00 39 d4 bf 4c 00 00
v_cmp_eq_u16_e64 null, s32, v111.h op_sel:[0,1,0]            ; 7c 10 3a d4 20 de 02 00
v_cmp_le_u16_e64 s63, v0.l, v255.l                           ; 3f 00 3b d4 00 ff 03 00
v_cmp_gt_u16_e64 exec_lo, v241.h, v0.l op_sel:[1,0,0]        ; 7e 08 3c d4 f1 01 02 00
v_cmp_ne_u16_e64_dpp s96, v74.l, v126.l dpp8:[7,3,5,6,5,5,0,6] ; 60 00 3d d4 e9 fc 02 00 4a 5f dd c2
v_cmp_ge_u16_e64 s66, 0x3c00, -16                            ; 42 00 3e d4 ff a0 01 00 00 3c 00 00
v_cmp_f_i32_e64 s4, v1, v8                                   ; 04 00 40 d4 01 11 02 00
v_cmp_f_i32_e64 s4, exec_lo, v8                              ; 04 00 40 d4 7e 10 02 00
v_cmp_f_i32_e64 s4, -1, v8                                   ; 04 00 40 d4 c1 10 02 00
v_cmp_f_i32_e64 s4, 0.15915494, v8                           ; 04 00 40 d4 f8 10 02 00
v_cmp_f_i32_e64 s4, v8, v255                                 ; 04 00 40 d4 08 ff 03 00
v_cmp_f_i32_e64 s4, v8, null                                 ; 04 00 40 d4 08 f9 00 00
v_cmp_f_i32_e64 s4, v8, -16                                  ; 04 00 40 d4 08 a1 01 00
v_cmp_f_i32_e64 s4, v8, src_scc                              ; 04 00 40 d4 08 fb 01 00
v_cmp_f_i32_e64 s3, -4, v6                                   ; 03 00 40 d4 c4 0c 02 00
v_cmp_f_i32_e64_dpp vcc_hi, v58, v110 quad_perm:[1,2,1,2] row_mask:0x4 bank_mask:0x9 bound_ctrl:1 ; 6b 00 40 d4 fa dc 02 00 3a 99 08 49
v_cmp_f_i32_e64_dpp s6, v231, v126 row_share:5 row_mask:0xa bank_mask:0xd ; 06 00 40 d4 fa fc 02 00 e7 55 01 ad
v_cmp_lt_i32_e64_dpp ttmp12, v108, v17 row_xmask:6 row_mask:0x6 bank_mask:0xd bound_ctrl:1 ; 78 00 41 d4 fa 22 02 00 6c 66 09 6d
v_cmp_eq_i32_e64_dpp m0, v165, v204 quad_perm:[3,2,2,0] row_mask:0xf bank_mask:0x2 ; 7d 00 42 d4 fa 98 03 00 a5 2b 00 f2
v_cmp_le_i32_e64_dpp s38, v86, v77 quad_perm:[3,0,1,1] row_mask:0x8 bank_mask:0xf ; 26 00 43 d4 fa 9a 02 00 56 53 00 8f
v_cmp_gt_i32_e64 s61, v241, v255                             ; 3d 00 44 d4 f1 ff 03 00
v_cmp_ne_i32_e64_dpp s48, v160, v244 quad_perm:[0,0,1,1] row_mask:0x9 bank_mask:0x7 bound_ctrl:1 fi:1 ; 30 00 45 d4 fa e8 03 00 a0 50 0c 97
v_cmp_ge_i32_e64 s4, 12, -0.5                                ; 04 00 46 d4 8c e2 01 00
v_cmp_t_i32_e64 s36, 44, v208                                ; 24 00 47 d4 ac a0 03 00
v_cmp_f_u32_e64 s4, v1, v8                                   ; 04 00 48 d4 01 11 02 00
v_cmp_f_u32_e64 s4, exec_lo, v8                              ; 04 00 48 d4 7e 10 02 00
v_cmp_f_u32_e64 s4, -1, v8                                   ; 04 00 48 d4 c1 10 02 00
v_cmp_f_u32_e64 s4, 0.15915494, v8                           ; 04 00 48 d4 f8 10 02 00
v_cmp_f_u32_e64 s4, v8, v255                                 ; 04 00 48 d4 08 ff 03 00
v_cmp_f_u32_e64 s4, v8, null                                 ; 04 00 48 d4 08 f9 00 00
v_cmp_f_u32_e64 s4, v8, -16                                  ; 04 00 48 d4 08 a1 01 00
v_cmp_f_u32_e64 s4, v8, src_scc                              ; 04 00 48 d4 08 fb 01 00
v_cmp_f_u32_e64 ttmp13, 4.0, s11                             ; 79 00 48 d4 f6 16 00 00
v_cmp_f_u32_e64 m0, 31, 0x5f                                 ; 7d 00 48 d4 9f fe 01 00 5f 00 00 00
v_cmp_f_u32_e64_dpp s13, v64, v81 dpp8:[3,4,2,6,4,7,2,6]     ; 0d 00 48 d4 e9 a2 02 00 40 a3 cc cb
v_cmp_lt_u32_e64_dpp ttmp7, v31, v105 dpp8:[3,1,3,2,3,3,5,4] ; 73 00 49 d4 e9 d2 02 00 1f cb b4 95
v_cmp_eq_u32_e64 s85, v151, lit(0x1)                         ; 55 00 4a d4 97 ff 01 00 01 00 00 00
v_cmp_le_u32_e64_dpp s62, v200, v144 quad_perm:[2,0,2,1] row_mask:0x7 bank_mask:0x2 fi:1 ; 3e 00 4b d4 fa 20 03 00 c8 62 04 72
v_cmp_gt_u32_e64_dpp s95, v93, v113 dpp8:[0,6,5,0,3,0,1,4] fi:1 ; 5f 00 4c d4 ea e2 02 00 5d 70 31 84
v_cmp_ne_u32_e64 s68, v137, -12                              ; 44 00 4d d4 89 99 01 00
v_cmp_ge_u32_e64_dpp s40, v111, v110 quad_perm:[1,2,3,2] row_mask:0xf bank_mask:0x5 ; 28 00 4e d4 fa dc 02 00 6f b9 00 f5
v_cmp_t_u32_e64 ttmp6, v45, null                             ; 72 00 4f d4 2d f9 00 00
v_cmp_f_i64_e64 s4, v[1:2], v[8:9]                           ; 04 00 50 d4 01 11 02 00
v_cmp_f_i64_e64 s4, exec, v[8:9]                             ; 04 00 50 d4 7e 10 02 00
v_cmp_f_i64_e64 s4, -1, v[8:9]                               ; 04 00 50 d4 c1 10 02 00
v_cmp_f_i64_e64 s4, 0.15915494309189532, v[8:9]              ; 04 00 50 d4 f8 10 02 00
v_cmp_f_i64_e64 s4, v[8:9], v[255:256]                       ; 04 00 50 d4 08 ff 03 00
v_cmp_f_i64_e64 s4, v[8:9], null                             ; 04 00 50 d4 08 f9 00 00
v_cmp_f_i64_e64 s4, v[8:9], -16                              ; 04 00 50 d4 08 a1 01 00
v_cmp_f_i64_e64 s4, v[8:9], src_scc                          ; 04 00 50 d4 08 fb 01 00
v_cmp_f_i64_e64 s93, v[247:248], v[0:1]                      ; 5d 00 50 d4 f7 01 02 00
v_cmp_f_i64_e64 s4, v[254:255], null                         ; 04 00 50 d4 fe f9 00 00
v_cmp_f_i64_e64 s82, v[0:1], v[62:63]                        ; 52 00 50 d4 00 7d 02 00
v_cmp_lt_i64_e64 vcc_hi, 0.5, v[254:255]                     ; 6b 00 51 d4 f0 fc 03 00
v_cmp_eq_i64_e64 s65, s[100:101], v[254:255]                 ; 41 00 52 d4 64 fc 03 00
v_cmp_le_i64_e64 ttmp13, s[26:27], s[60:61]                  ; 79 00 53 d4 1a 78 00 00
v_cmp_gt_i64_e64 m0, 0x3c00, 2.0                             ; 7d 00 54 d4 ff e8 01 00 00 3c 00 00
v_cmp_ne_i64_e64 m0, v[7:8], v[0:1]                          ; 7d 00 55 d4 07 01 02 00
v_cmp_ge_i64_e64 ttmp13, s[80:81], v[0:1]                    ; 79 00 56 d4 50 00 02 00
v_cmp_t_i64_e64 null, v[0:1], 4.0                            ; 7c 00 57 d4 00 ed 01 00
v_cmp_f_u64_e64 s4, v[1:2], v[8:9]                           ; 04 00 58 d4 01 11 02 00
v_cmp_f_u64_e64 s4, exec, v[8:9]                             ; 04 00 58 d4 7e 10 02 00
v_cmp_f_u64_e64 s4, -1, v[8:9]                               ; 04 00 58 d4 c1 10 02 00
v_cmp_f_u64_e64 s4, 0.15915494309189532, v[8:9]              ; 04 00 58 d4 f8 10 02 00
v_cmp_f_u64_e64 s4, v[8:9], v[255:256]                       ; 04 00 58 d4 08 ff 03 00
v_cmp_f_u64_e64 s4, v[8:9], null                             ; 04 00 58 d4 08 f9 00 00
v_cmp_f_u64_e64 s4, v[8:9], -16                              ; 04 00 58 d4 08 a1 01 00
v_cmp_f_u64_e64 s4, v[8:9], src_scc                          ; 04 00 58 d4 08 fb 01 00
v_cmp_f_u64_e64 vcc_lo, -0.5, v[0:1]                         ; 6a 00 58 d4 f1 00 02 00
v_cmp_f_u64_e64 s23, v[254:255], v[0:1]                      ; 17 00 58 d4 fe 01 02 00
v_cmp_f_u64_e64 s19, v[238:239], v[46:47]                    ; 13 00 58 d4 ee 5d 02 00
v_cmp_lt_u64_e64 s92, v[254:255], v[254:255]                 ; 5c 00 59 d4 fe fd 03 00
v_cmp_eq_u64_e64 s7, 11, v[0:1]                              ; 07 00 5a d4 8b 00 02 00
v_cmp_le_u64_e64 s81, v[254:255], v[254:255]                 ; 51 00 5b d4 fe fd 03 00
v_cmp_gt_u64_e64 s50, v[41:42], s[60:61]                     ; 32 00 5c d4 29 79 00 00
v_cmp_ne_u64_e64 s25, 57, -0.5                               ; 19 00 5d d4 b9 e2 01 00
v_cmp_ge_u64_e64 s80, v[149:150], s[22:23]                   ; 50 00 5e d4 95 2d 00 00
v_cmp_t_u64_e64 s48, v[0:1], 0.15915494309189532             ; 30 00 5f d4 00 f1 01 00
v_cmp_class_f16_e64 s4, v1.l, v8.l                           ; 04 00 7d d4 01 11 02 00
v_cmp_class_f16_e64 s4, exec_lo, v8.l                        ; 04 00 7d d4 7e 10 02 00
v_cmp_class_f16_e64 s4, -1, v8.l                             ; 04 00 7d d4 c1 10 02 00
v_cmp_class_f16_e64 s4, 0.15915494, v8.l                     ; 04 00 7d d4 f8 10 02 00
v_cmp_class_f16_e64 s4, v8.l, v255.l                         ; 04 00 7d d4 08 ff 03 00
v_cmp_class_f16_e64 s4, v8.l, null                           ; 04 00 7d d4 08 f9 00 00
v_cmp_class_f16_e64 s4, v8.l, -16                            ; 04 00 7d d4 08 a1 01 00
v_cmp_class_f16_e64 s4, v8.l, src_scc                        ; 04 00 7d d4 08 fb 01 00
v_cmp_class_f16_e64 s98, -s32, v0.l op_sel:[1,0,0]           ; 62 08 7d d4 20 00 02 20
v_cmp_class_f16_e64 s47, -2.0, v255.l                        ; 2f 00 7d d4 f5 fe 03 00
v_cmp_class_f16_e64 ttmp10, v255.l, null                     ; 76 00 7d d4 ff f9 00 00
v_cmp_class_f32_e64 s4, v1, v8                               ; 04 00 7e d4 01 11 02 00
v_cmp_class_f32_e64 s4, exec_lo, v8                          ; 04 00 7e d4 7e 10 02 00
v_cmp_class_f32_e64 s4, -1, v8                               ; 04 00 7e d4 c1 10 02 00
v_cmp_class_f32_e64 s4, 0.15915494, v8                       ; 04 00 7e d4 f8 10 02 00
v_cmp_class_f32_e64 s4, v8, v255                             ; 04 00 7e d4 08 ff 03 00
v_cmp_class_f32_e64 s4, v8, null                             ; 04 00 7e d4 08 f9 00 00
v_cmp_class_f32_e64 s4, v8, -16                              ; 04 00 7e d4 08 a1 01 00
v_cmp_class_f32_e64 s4, v8, src_scc                          ; 04 00 7e d4 08 fb 01 00
v_cmp_class_f32_e64 s30, v82, s12                            ; 1e 00 7e d4 52 19 00 00
v_cmp_class_f32_e64_dpp exec_hi, -|v138|, v163 dpp8:[5,0,1,3,7,6,5,2] ; 7f 01 7e d4 e9 46 03 20 8a 45 76 57
v_cmp_class_f32_e64 s56, |v0|, v255                          ; 38 01 7e d4 00 ff 03 00
v_cmp_class_f64_e64 s4, v[1:2], v8                           ; 04 00 7f d4 01 11 02 00
v_cmp_class_f64_e64 s4, exec, v8                             ; 04 00 7f d4 7e 10 02 00
v_cmp_class_f64_e64 s4, -1, v8                               ; 04 00 7f d4 c1 10 02 00
v_cmp_class_f64_e64 s4, 0.15915494309189532, v8              ; 04 00 7f d4 f8 10 02 00
v_cmp_class_f64_e64 s4, v[8:9], v255                         ; 04 00 7f d4 08 ff 03 00
v_cmp_class_f64_e64 s4, v[8:9], null                         ; 04 00 7f d4 08 f9 00 00
v_cmp_class_f64_e64 s4, v[8:9], -16                          ; 04 00 7f d4 08 a1 01 00
v_cmp_class_f64_e64 s4, v[8:9], src_scc                      ; 04 00 7f d4 08 fb 01 00
v_cmp_class_f64_e64 exec_lo, v[0:1], 0.15915494              ; 7e 00 7f d4 00 f1 01 00
v_cmp_class_f64_e64 s48, |src_scc|, null                     ; 30 01 7f d4 fd f8 00 00
v_cmp_class_f64_e64 s76, -|v[254:255]|, v255                 ; 4c 01 7f d4 fe ff 03 20
v_cmpx_f_f16_e64 v1.l, v8.l                                  ; 00 00 80 d4 01 11 02 00
v_cmpx_f_f16_e64 exec_lo, v8.l                               ; 00 00 80 d4 7e 10 02 00
v_cmpx_f_f16_e64 -1, v8.l                                    ; 00 00 80 d4 c1 10 02 00
v_cmpx_f_f16_e64 0.15915494, v8.l                            ; 00 00 80 d4 f8 10 02 00
v_cmpx_f_f16_e64 v8.l, v255.l                                ; 00 00 80 d4 08 ff 03 00
v_cmpx_f_f16_e64 v8.l, null                                  ; 00 00 80 d4 08 f9 00 00
v_cmpx_f_f16_e64 v8.l, -16                                   ; 00 00 80 d4 08 a1 01 00
v_cmpx_f_f16_e64 v8.l, src_scc                               ; 00 00 80 d4 08 fb 01 00
v_cmpx_f_f16_e64_dpp v144.h, |v141.h| op_sel:[1,1] dpp8:[0,2,0,2,1,0,0,1] fi:1 ; 00 1a 80 d4 ea 1a 03 00 90 10 14 20
v_cmpx_f_f16_e64_dpp v149.l, -v239.h op_sel:[0,1] quad_perm:[2,2,1,3] row_mask:0xf bank_mask:0xb ; 00 10 80 d4 fa de 03 40 95 da 00 fb
v_cmpx_f_f16_e64 ttmp13, 0.5                                 ; 00 00 80 d4 79 e0 01 00
v_cmpx_lt_f16_e64 -4.0, v99.l                                ; 00 00 81 d4 f7 c6 02 00
v_cmpx_eq_f16_e64 v255.l, 0xbf                               ; 00 00 82 d4 ff ff 01 00 bf 00 00 00
v_cmpx_le_f16_e64_dpp v1.l, v243.l dpp8:[0,3,2,0,1,6,2,4] fi:1 ; 00 00 83 d4 ea e6 03 00 01 98 10 8b
v_cmpx_gt_f16_e64 v255.l, s27                                ; 00 00 84 d4 ff 37 00 00
v_cmpx_lg_f16_e64 |lit(0x80000000)|, |-0.5| op_sel:[0,1]     ; 00 13 85 d4 ff e2 01 00 00 00 00 80
v_cmpx_ge_f16_e64 vcc_lo, -v255.l                            ; 00 00 86 d4 6a fe 03 40
v_cmpx_o_f16_e64_dpp v107.l, v163.l dpp8:[6,4,0,4,4,4,0,6]   ; 00 00 87 d4 e9 46 03 00 6b 26 48 c2
v_cmpx_u_f16_e64 lit(0x3c00), v255.l                         ; 00 00 88 d4 ff fe 03 00 00 3c 00 00
v_cmpx_nge_f16_e64 v0.l, 28                                  ; 00 00 89 d4 00 39 01 00
v_cmpx_nlg_f16_e64 v0.h, v0.l op_sel:[1,0]                   ; 00 08 8a d4 00 01 02 00
v_cmpx_ngt_f16_e64 |v0.l|, -v255.l                           ; 00 01 8b d4 00 ff 03 40
v_cmpx_nle_f16_e64 v167.l, v238.l                            ; 00 00 8c d4 a7 dd 03 00
v_cmpx_neq_f16_e64 v0.l, v255.l                              ; 00 00 8d d4 00 ff 03 00
v_cmpx_nlt_f16_e64 exec_lo, -|exec_hi|                       ; 00 02 8e d4 7e fe 00 40
v_cmpx_t_f16_e64 v0.l, -1.0                                  ; 00 00 8f d4 00 e7 01 00
v_cmpx_f_f32_e64 v1, v8                                      ; 00 00 90 d4 01 11 02 00
v_cmpx_f_f32_e64 exec_lo, v8                                 ; 00 00 90 d4 7e 10 02 00
v_cmpx_f_f32_e64 -1, v8                                      ; 00 00 90 d4 c1 10 02 00
v_cmpx_f_f32_e64 0.15915494, v8                              ; 00 00 90 d4 f8 10 02 00
v_cmpx_f_f32_e64 v8, v255                                    ; 00 00 90 d4 08 ff 03 00
v_cmpx_f_f32_e64 v8, null                                    ; 00 00 90 d4 08 f9 00 00
v_cmpx_f_f32_e64 v8, -16                                     ; 00 00 90 d4 08 a1 01 00
v_cmpx_f_f32_e64 v8, src_scc                                 ; 00 00 90 d4 08 fb 01 00
v_cmpx_f_f32_e64 v231, |-2.0|                                ; 00 02 90 d4 e7 eb 01 00
v_cmpx_f_f32_e64 -v255, -|v0|                                ; 00 02 90 d4 ff 01 02 60
v_cmpx_f_f32_e64_dpp v240, v252 dpp8:[1,7,4,4,2,5,2,5] fi:1  ; 00 00 90 d4 ea f8 03 00 f0 39 a9 aa
v_cmpx_lt_f32_e64 s15, 0.5                                   ; 00 00 91 d4 0f e0 01 00
v_cmpx_eq_f32_e64 |v239|, -v236                              ; 00 01 92 d4 ef d9 03 40
v_cmpx_le_f32_e64_dpp v125, v228 row_shr:1 row_mask:0x9 bank_mask:0xf fi:1 ; 00 00 93 d4 fa c8 03 00 7d 11 05 9f
v_cmpx_gt_f32_e64 v0, s85                                    ; 00 00 94 d4 00 ab 00 00
v_cmpx_lg_f32_e64 v255, v121                                 ; 00 00 95 d4 ff f3 02 00
v_cmpx_ge_f32_e64 -v240, |v0|                                ; 00 02 96 d4 f0 01 02 20
v_cmpx_o_f32_e64_dpp |v231|, -v32 dpp8:[5,4,7,0,0,4,4,2]     ; 00 01 97 d4 e9 40 02 40 e7 e5 01 52
v_cmpx_u_f32_e64 -|v101|, -|s92|                             ; 00 03 98 d4 65 b9 00 60
v_cmpx_nge_f32_e64_dpp v245, -v195 quad_perm:[0,2,2,2] row_mask:0x5 bank_mask:0x2 fi:1 ; 00 00 99 d4 fa 86 03 40 f5 a8 04 52
v_cmpx_nlg_f32_e64 -|src_private_base|, |src_shared_base|    ; 00 03 9a d4 ed d6 01 20
v_cmpx_ngt_f32_e64_dpp v204, |v145| quad_perm:[3,0,2,0] row_mask:0xc bank_mask:0xe ; 00 02 9b d4 fa 22 03 00 cc 23 00 ce
v_cmpx_nle_f32_e64 -v245, v98                                ; 00 00 9c d4 f5 c5 02 20
v_cmpx_neq_f32_e64 -v0, |v255|                               ; 00 02 9d d4 00 ff 03 20
v_cmpx_nlt_f32_e64_dpp v147, v247 dpp8:[2,2,4,1,0,1,7,3]     ; 00 00 9e d4 e9 ee 03 00 93 12 83 7c
v_cmpx_t_f32_e64 v107, lit(0x3f800000)                       ; 00 00 9f d4 6b ff 01 00 00 00 80 3f
v_cmpx_f_f64_e64 v[1:2], v[8:9]                              ; 00 00 a0 d4 01 11 02 00
v_cmpx_f_f64_e64 exec, v[8:9]                                ; 00 00 a0 d4 7e 10 02 00
v_cmpx_f_f64_e64 -1, v[8:9]                                  ; 00 00 a0 d4 c1 10 02 00
v_cmpx_f_f64_e64 0.15915494309189532, v[8:9]                 ; 00 00 a0 d4 f8 10 02 00
v_cmpx_f_f64_e64 v[8:9], v[255:256]                          ; 00 00 a0 d4 08 ff 03 00
v_cmpx_f_f64_e64 v[8:9], null                                ; 00 00 a0 d4 08 f9 00 00
v_cmpx_f_f64_e64 v[8:9], -16                                 ; 00 00 a0 d4 08 a1 01 00
v_cmpx_f_f64_e64 v[8:9], src_scc                             ; 00 00 a0 d4 08 fb 01 00
v_cmpx_f_f64_e64 neg(-0.5), exec                             ; 00 00 a0 d4 f1 fc 00 20
v_cmpx_f_f64_e64 v[254:255], v[249:250]                      ; 00 00 a0 d4 fe f3 03 00
v_cmpx_f_f64_e64 -13, 0x3f800000                             ; 00 00 a0 d4 cd fe 01 00 00 00 80 3f
v_cmpx_lt_f64_e64 neg(-0.5), neg(0x4c4c)                     ; 00 00 a1 d4 f1 fe 01 60 4c 4c 00 00
v_cmpx_eq_f64_e64 v[0:1], src_private_limit                  ; 00 00 a2 d4 00 dd 01 00
v_cmpx_le_f64_e64 -|s[76:77]|, neg(-2.0)                     ; 00 01 a3 d4 4c ea 01 60
v_cmpx_gt_f64_e64 20, v[254:255]                             ; 00 00 a4 d4 94 fc 03 00
v_cmpx_lg_f64_e64 -v[76:77], |src_private_limit|             ; 00 02 a5 d4 4c dd 01 20
v_cmpx_ge_f64_e64 -v[254:255], -v[152:153]                   ; 00 00 a6 d4 fe 31 03 60
v_cmpx_o_f64_e64 9, v[0:1]                                   ; 00 00 a7 d4 89 00 02 00
v_cmpx_u_f64_e64 v[0:1], v[254:255]                          ; 00 00 a8 d4 00 fd 03 00
v_cmpx_nge_f64_e64 v[0:1], s[84:85]                          ; 00 00 a9 d4 00 a9 00 00
v_cmpx_nlg_f64_e64 v[254:255], v[0:1]                        ; 00 00 aa d4 fe 01 02 00
v_cmpx_ngt_f64_e64 s[90:91], v[254:255]                      ; 00 00 ab d4 5a fc 03 00
v_cmpx_nle_f64_e64 -|v[254:255]|, neg(0x80000000)            ; 00 01 ac d4 fe ff 01 60 00 00 00 80
v_cmpx_neq_f64_e64 v[254:255], v[95:96]                      ; 00 00 ad d4 fe bf 02 00
v_cmpx_nlt_f64_e64 |0x18|, -|src_shared_base|                ; 00 03 ae d4 ff d6 01 40 18 00 00 00
v_cmpx_t_f64_e64 57, ttmp[2:3]                               ; 00 00 af d4 b9 dc 00 00
v_cmpx_lt_i16_e64 v1.l, v8.l                                 ; 00 00 b1 d4 01 11 02 00
v_cmpx_lt_i16_e64 exec_lo, v8.l                              ; 00 00 b1 d4 7e 10 02 00
v_cmpx_lt_i16_e64 -1, v8.l                                   ; 00 00 b1 d4 c1 10 02 00
v_cmpx_lt_i16_e64 0x3118, v8.l                               ; 00 00 b1 d4 f8 10 02 00
v_cmpx_lt_i16_e64 v8.l, v255.l                               ; 00 00 b1 d4 08 ff 03 00
v_cmpx_lt_i16_e64 v8.l, null                                 ; 00 00 b1 d4 08 f9 00 00
v_cmpx_lt_i16_e64 v8.l, -16                                  ; 00 00 b1 d4 08 a1 01 00
v_cmpx_lt_i16_e64 v8.l, src_scc                              ; 00 00 b1 d4 08 fb 01 00
v_cmpx_lt_i16_e64 v0.h, v208.l op_sel:[1,0]                  ; 00 08 b1 d4 00 a1 03 00
v_cmpx_lt_i16_e64_dpp v205.l, v9.l dpp8:[3,0,2,5,0,7,1,1]    ; 00 00 b1 d4 e9 12 02 00 cd 83 8a 27
v_cmpx_lt_i16_e64 v255.l, v129.l                             ; 00 00 b1 d4 ff 03 03 00
v_cmpx_eq_i16_e64_dpp v237.h, v22.l op_sel:[1,0] dpp8:[3,4,5,2,7,4,1,7] fi:1 ; 00 08 b2 d4 ea 2c 02 00 ed 63 75 e6
v_cmpx_le_i16_e64 src_shared_base, v255.h op_sel:[1,1]       ; 00 18 b3 d4 eb fe 03 00
v_cmpx_gt_i16_e64_dpp v80.l, v221.l quad_perm:[0,1,3,2] row_mask:0x7 bank_mask:0xd ; 00 00 b4 d4 fa ba 03 00 50 b4 00 7d
v_cmpx_ne_i16_e64 61, 0xbc00                                 ; 00 00 b5 d4 bd e6 01 00
v_cmpx_ge_i16_e64 v255.l, v0.l                               ; 00 00 b6 d4 ff 01 02 00
v_cmpx_lt_u16_e64 v1.l, v8.l                                 ; 00 00 b9 d4 01 11 02 00
v_cmpx_lt_u16_e64 exec_lo, v8.l                              ; 00 00 b9 d4 7e 10 02 00
v_cmpx_lt_u16_e64 -1, v8.l                                   ; 00 00 b9 d4 c1 10 02 00
v_cmpx_lt_u16_e64 0x3118, v8.l                               ; 00 00 b9 d4 f8 10 02 00
v_cmpx_lt_u16_e64 v8.l, v255.l                               ; 00 00 b9 d4 08 ff 03 00
v_cmpx_lt_u16_e64 v8.l, null                                 ; 00 00 b9 d4 08 f9 00 00
v_cmpx_lt_u16_e64 v8.l, -16                                  ; 00 00 b9 d4 08 a1 01 00
v_cmpx_lt_u16_e64 v8.l, src_scc                              ; 00 00 b9 d4 08 fb 01 00
v_cmpx_lt_u16_e64 v187.l, v220.l                             ; 00 00 b9 d4 bb b9 03 00
v_cmpx_lt_u16_e64 v163.l, s95                                ; 00 00 b9 d4 a3 bf 00 00
v_cmpx_lt_u16_e64_dpp v221.h, v140.h op_sel:[1,1] dpp8:[6,5,4,4,0,0,6,0] fi:1 ; 00 18 b9 d4 ea 18 03 00 dd 2e 09 18
v_cmpx_eq_u16_e64 src_scc, 32                                ; 00 00 ba d4 fd 40 01 00
v_cmpx_le_u16_e64 s51, v255.h op_sel:[0,1]                   ; 00 10 bb d4 33 fe 03 00
v_cmpx_gt_u16_e64_dpp v76.l, v198.l quad_perm:[0,0,0,1] row_mask:0xb bank_mask:0x9 bound_ctrl:1 ; 00 00 bc d4 fa 8c 03 00 4c 40 08 b9
v_cmpx_ne_u16_e64 ttmp4, v128.l                              ; 00 00 bd d4 70 00 03 00
v_cmpx_ge_u16_e64 lit(0x1), v255.l                           ; 00 00 be d4 ff fe 03 00 01 00 00 00
v_cmpx_f_i32_e64 v1, v8                                      ; 00 00 c0 d4 01 11 02 00
v_cmpx_f_i32_e64 exec_lo, v8                                 ; 00 00 c0 d4 7e 10 02 00
v_cmpx_f_i32_e64 -1, v8                                      ; 00 00 c0 d4 c1 10 02 00
v_cmpx_f_i32_e64 0.15915494, v8                              ; 00 00 c0 d4 f8 10 02 00
v_cmpx_f_i32_e64 v8, v255                                    ; 00 00 c0 d4 08 ff 03 00
v_cmpx_f_i32_e64 v8, null                                    ; 00 00 c0 d4 08 f9 00 00
v_cmpx_f_i32_e64 v8, -16                                     ; 00 00 c0 d4 08 a1 01 00
v_cmpx_f_i32_e64 v8, src_scc                                 ; 00 00 c0 d4 08 fb 01 00
v_cmpx_f_i32_e64_dpp v66, v146 quad_perm:[3,0,0,0] row_mask:0x4 bank_mask:0xa ; 00 00 c0 d4 fa 24 03 00 42 03 00 4a
v_cmpx_f_i32_e64 src_shared_limit, 0.5                       ; 00 00 c0 d4 ec e0 01 00
v_cmpx_f_i32_e64 s40, 0xa227                                 ; 00 00 c0 d4 28 fe 01 00 27 a2 00 00
v_cmpx_lt_i32_e64 v255, v255                                 ; 00 00 c1 d4 ff ff 03 00
v_cmpx_eq_i32_e64 -5, 4.0                                    ; 00 00 c2 d4 c5 ec 01 00
v_cmpx_le_i32_e64_dpp v1, v226 quad_perm:[0,2,3,1] row_mask:0xc bank_mask:0xf fi:1 ; 00 00 c3 d4 fa c4 03 00 01 78 04 cf
v_cmpx_gt_i32_e64 -0.5, v220                                 ; 00 00 c4 d4 f1 b8 03 00
v_cmpx_ne_i32_e64_dpp v189, v106 quad_perm:[1,3,0,0] row_mask:0x8 bank_mask:0xa ; 00 00 c5 d4 fa d4 02 00 bd 0d 00 8a
v_cmpx_ge_i32_e64 v255, v255                                 ; 00 00 c6 d4 ff ff 03 00
v_cmpx_t_i32_e64 ttmp7, v255                                 ; 00 00 c7 d4 73 fe 03 00
v_cmpx_f_u32_e64 v1, v8                                      ; 00 00 c8 d4 01 11 02 00
v_cmpx_f_u32_e64 exec_lo, v8                                 ; 00 00 c8 d4 7e 10 02 00
v_cmpx_f_u32_e64 -1, v8                                      ; 00 00 c8 d4 c1 10 02 00
v_cmpx_f_u32_e64 0.15915494, v8                              ; 00 00 c8 d4 f8 10 02 00
v_cmpx_f_u32_e64 v8, v255                                    ; 00 00 c8 d4 08 ff 03 00
v_cmpx_f_u32_e64 v8, null                                    ; 00 00 c8 d4 08 f9 00 00
v_cmpx_f_u32_e64 v8, -16                                     ; 00 00 c8 d4 08 a1 01 00
v_cmpx_f_u32_e64 v8, src_scc                                 ; 00 00 c8 d4 08 fb 01 00
v_cmpx_f_u32_e64 s0, 59                                      ; 00 00 c8 d4 00 76 01 00
v_cmpx_f_u32_e64_dpp v63, v140 row_xmask:12 row_mask:0x2 bank_mask:0xd bound_ctrl:1 fi:1 ; 00 00 c8 d4 fa 18 03 00 3f 6c 0d 2d
v_cmpx_f_u32_e64 v109, s82                                   ; 00 00 c8 d4 6d a5 00 00
v_cmpx_lt_u32_e64_dpp v13, v113 dpp8:[6,5,4,2,2,3,4,6] fi:1  ; 00 00 c9 d4 ea e2 02 00 0d 2e a5 d1
v_cmpx_eq_u32_e64 v10, s26                                   ; 00 00 ca d4 0a 35 00 00
v_cmpx_le_u32_e64 0x80000000, 0x80000000                     ; 00 00 cb d4 ff fe 01 00 00 00 00 80
v_cmpx_gt_u32_e64 v137, v0                                   ; 00 00 cc d4 89 01 02 00
v_cmpx_ne_u32_e64_dpp v208, v197 quad_perm:[0,2,1,3] row_mask:0x8 bank_mask:0x4 bound_ctrl:1 ; 00 00 cd d4 fa 8a 03 00 d0 d8 08 84
v_cmpx_ge_u32_e64 s103, v241                                 ; 00 00 ce d4 67 e2 03 00
v_cmpx_t_u32_e64 m0, s78                                     ; 00 00 cf d4 7d 9c 00 00
v_cmpx_f_i64_e64 v[1:2], v[8:9]                              ; 00 00 d0 d4 01 11 02 00
v_cmpx_f_i64_e64 exec, v[8:9]                                ; 00 00 d0 d4 7e 10 02 00
v_cmpx_f_i64_e64 -1, v[8:9]                                  ; 00 00 d0 d4 c1 10 02 00
v_cmpx_f_i64_e64 0.15915494309189532, v[8:9]                 ; 00 00 d0 d4 f8 10 02 00
v_cmpx_f_i64_e64 v[8:9], v[255:256]                          ; 00 00 d0 d4 08 ff 03 00
v_cmpx_f_i64_e64 v[8:9], null                                ; 00 00 d0 d4 08 f9 00 00
v_cmpx_f_i64_e64 v[8:9], -16                                 ; 00 00 d0 d4 08 a1 01 00
v_cmpx_f_i64_e64 v[8:9], src_scc                             ; 00 00 d0 d4 08 fb 01 00
v_cmpx_f_i64_e64 v[49:50], s[82:83]                          ; 00 00 d0 d4 31 a5 00 00
v_cmpx_f_i64_e64 2.0, v[0:1]                                 ; 00 00 d0 d4 f4 00 02 00
v_cmpx_f_i64_e64 v[254:255], v[0:1]                          ; 00 00 d0 d4 fe 01 02 00
v_cmpx_lt_i64_e64 v[46:47], v[95:96]                         ; 00 00 d1 d4 2e bf 02 00
v_cmpx_eq_i64_e64 v[18:19], v[144:145]                       ; 00 00 d2 d4 12 21 03 00
v_cmpx_le_i64_e64 v[0:1], v[0:1]                             ; 00 00 d3 d4 00 01 02 00
v_cmpx_gt_i64_e64 v[253:254], v[55:56]                       ; 00 00 d4 d4 fd 6f 02 00
v_cmpx_ne_i64_e64 v[254:255], 0x3c00                         ; 00 00 d5 d4 fe ff 01 00 00 3c 00 00
v_cmpx_ge_i64_e64 s[34:35], 0.15915494309189532              ; 00 00 d6 d4 22 f0 01 00
v_cmpx_t_i64_e64 s[62:63], v[71:72]                          ; 00 00 d7 d4 3e 8e 02 00
v_cmpx_f_u64_e64 v[1:2], v[8:9]                              ; 00 00 d8 d4 01 11 02 00
v_cmpx_f_u64_e64 exec, v[8:9]                                ; 00 00 d8 d4 7e 10 02 00
v_cmpx_f_u64_e64 -1, v[8:9]                                  ; 00 00 d8 d4 c1 10 02 00
v_cmpx_f_u64_e64 0.15915494309189532, v[8:9]                 ; 00 00 d8 d4 f8 10 02 00
v_cmpx_f_u64_e64 v[8:9], v[255:256]                          ; 00 00 d8 d4 08 ff 03 00
v_cmpx_f_u64_e64 v[8:9], null                                ; 00 00 d8 d4 08 f9 00 00
v_cmpx_f_u64_e64 v[8:9], -16                                 ; 00 00 d8 d4 08 a1 01 00
v_cmpx_f_u64_e64 v[8:9], src_scc                             ; 00 00 d8 d4 08 fb 01 00
v_cmpx_f_u64_e64 -7, v[0:1]                                  ; 00 00 d8 d4 c7 00 02 00
v_cmpx_f_u64_e64 src_scc, 0xffffffee                         ; 00 00 d8 d4 fd fe 01 00 ee ff ff ff
v_cmpx_f_u64_e64 src_shared_base, s[42:43]                   ; 00 00 d8 d4 eb 54 00 00
v_cmpx_lt_u64_e64 vcc, s[0:1]                                ; 00 00 d9 d4 6a 00 00 00
v_cmpx_eq_u64_e64 v[250:251], v[0:1]                         ; 00 00 da d4 fa 01 02 00
v_cmpx_le_u64_e64 src_private_base, 2.0                      ; 00 00 db d4 ed e8 01 00
v_cmpx_gt_u64_e64 ttmp[10:11], 2                             ; 00 00 dc d4 76 04 01 00
v_cmpx_ne_u64_e64 v[29:30], s[14:15]                         ; 00 00 dd d4 1d 1d 00 00
v_cmpx_ge_u64_e64 v[127:128], null                           ; 00 00 de d4 7f f9 00 00
v_cmpx_t_u64_e64 vcc, -4.0                                   ; 00 00 df d4 6a ee 01 00
v_cmpx_class_f16_e64 v1.l, v8.l                              ; 00 00 fd d4 01 11 02 00
v_cmpx_class_f16_e64 exec_lo, v8.l                           ; 00 00 fd d4 7e 10 02 00
v_cmpx_class_f16_e64 -1, v8.l                                ; 00 00 fd d4 c1 10 02 00
v_cmpx_class_f16_e64 0.15915494, v8.l                        ; 00 00 fd d4 f8 10 02 00
v_cmpx_class_f16_e64 v8.l, v255.l                            ; 00 00 fd d4 08 ff 03 00
v_cmpx_class_f16_e64 v8.l, null                              ; 00 00 fd d4 08 f9 00 00
v_cmpx_class_f16_e64 v8.l, -16                               ; 00 00 fd d4 08 a1 01 00
v_cmpx_class_f16_e64 v8.l, src_scc                           ; 00 00 fd d4 08 fb 01 00
v_cmpx_class_f16_e64 |s88|, v209.h op_sel:[0,1]              ; 00 11 fd d4 58 a2 03 00
v_cmpx_class_f16_e64 exec_lo, s64                            ; 00 00 fd d4 7e 80 00 00
v_cmpx_class_f16_e64 v10.h, s104 op_sel:[1,0]                ; 00 08 fd d4 0a d1 00 00
v_cmpx_class_f32_e64 v1, v8                                  ; 00 00 fe d4 01 11 02 00
v_cmpx_class_f32_e64 exec_lo, v8                             ; 00 00 fe d4 7e 10 02 00
v_cmpx_class_f32_e64 -1, v8                                  ; 00 00 fe d4 c1 10 02 00
v_cmpx_class_f32_e64 0.15915494, v8                          ; 00 00 fe d4 f8 10 02 00
v_cmpx_class_f32_e64 v8, v255                                ; 00 00 fe d4 08 ff 03 00
v_cmpx_class_f32_e64 v8, null                                ; 00 00 fe d4 08 f9 00 00
v_cmpx_class_f32_e64 v8, -16                                 ; 00 00 fe d4 08 a1 01 00
v_cmpx_class_f32_e64 v8, src_scc                             ; 00 00 fe d4 08 fb 01 00
v_cmpx_class_f32_e64 v255, vcc_hi                            ; 00 00 fe d4 ff d7 00 00
v_cmpx_class_f32_e64_dpp v87, v96 dpp8:[5,4,4,7,1,6,1,6] fi:1 ; 00 00 fe d4 ea c0 02 00 57 25 1f c7
v_cmpx_class_f32_e64 -2.0, v255                              ; 00 00 fe d4 f5 fe 03 00
v_cmpx_class_f64_e64 v[1:2], v8                              ; 00 00 ff d4 01 11 02 00
v_cmpx_class_f64_e64 exec, v8                                ; 00 00 ff d4 7e 10 02 00
v_cmpx_class_f64_e64 -1, v8                                  ; 00 00 ff d4 c1 10 02 00
v_cmpx_class_f64_e64 0.15915494309189532, v8                 ; 00 00 ff d4 f8 10 02 00
v_cmpx_class_f64_e64 v[8:9], v255                            ; 00 00 ff d4 08 ff 03 00
v_cmpx_class_f64_e64 v[8:9], null                            ; 00 00 ff d4 08 f9 00 00
v_cmpx_class_f64_e64 v[8:9], -16                             ; 00 00 ff d4 08 a1 01 00
v_cmpx_class_f64_e64 v[8:9], src_scc                         ; 00 00 ff d4 08 fb 01 00
v_cmpx_class_f64_e64 18, 33                                  ; 00 00 ff d4 92 42 01 00
v_cmpx_class_f64_e64 -|0x80000000|, v0                       ; 00 01 ff d4 ff 00 02 20 00 00 00 80
v_cmpx_class_f64_e64 -|-1.0|, v255                           ; 00 01 ff d4 f3 fe 03 20
v_fma_dx9_zero_f32 v4, v1, v8, v8                            ; 04 00 09 d6 01 11 22 04
v_fma_dx9_zero_f32 v4, exec_lo, v8, v8                       ; 04 00 09 d6 7e 10 22 04
v_fma_dx9_zero_f32 v4, -1, v8, v8                            ; 04 00 09 d6 c1 10 22 04
v_fma_dx9_zero_f32 v4, 0.15915494, v8, v8                    ; 04 00 09 d6 f8 10 22 04
v_fma_dx9_zero_f32 v4, v8, v255, v8                          ; 04 00 09 d6 08 ff 23 04
v_fma_dx9_zero_f32 v4, v8, null, v8                          ; 04 00 09 d6 08 f9 20 04
v_fma_dx9_zero_f32 v4, v8, -16, v8                           ; 04 00 09 d6 08 a1 21 04
v_fma_dx9_zero_f32 v4, v8, src_scc, v8                       ; 04 00 09 d6 08 fb 21 04
v_fma_dx9_zero_f32 v4, v8, v8, s2                            ; 04 00 09 d6 08 11 0a 00
v_fma_dx9_zero_f32 v4, v8, v8, ttmp0                         ; 04 00 09 d6 08 11 b2 01
v_fma_dx9_zero_f32 v4, v8, v8, 0.5                           ; 04 00 09 d6 08 11 c2 03
v_fma_dx9_zero_f32 v4, v8, v8, src_shared_base               ; 04 00 09 d6 08 11 ae 03
v_fma_dx9_zero_f32 v255, lit(0x14), v255, -15                ; ff 00 09 d6 ff fe 3f 03 14 00 00 00
v_fma_dx9_zero_f32 v11, 0.5, v0, 53                          ; 0b 00 09 d6 f0 00 d6 02
v_mad_i32_i24 v4, v1, v8, v8                                 ; 04 00 0a d6 01 11 22 04
v_mad_i32_i24 v4, exec_lo, v8, v8                            ; 04 00 0a d6 7e 10 22 04
v_mad_i32_i24 v4, -1, v8, v8                                 ; 04 00 0a d6 c1 10 22 04
v_mad_i32_i24 v4, 0.15915494, v8, v8                         ; 04 00 0a d6 f8 10 22 04
v_mad_i32_i24 v4, v8, v255, v8                               ; 04 00 0a d6 08 ff 23 04
v_mad_i32_i24 v4, v8, null, v8                               ; 04 00 0a d6 08 f9 20 04
v_mad_i32_i24 v4, v8, -16, v8                                ; 04 00 0a d6 08 a1 21 04
v_mad_i32_i24 v4, v8, src_scc, v8                            ; 04 00 0a d6 08 fb 21 04
v_mad_i32_i24 v4, v8, v8, s2                                 ; 04 00 0a d6 08 11 0a 00
v_mad_i32_i24 v4, v8, v8, ttmp0                              ; 04 00 0a d6 08 11 b2 01
v_mad_i32_i24 v4, v8, v8, 0.5                                ; 04 00 0a d6 08 11 c2 03
v_mad_i32_i24 v4, v8, v8, src_shared_base                    ; 04 00 0a d6 08 11 ae 03
v_mad_i32_i24 v249, v104, v255, src_private_limit            ; f9 00 0a d6 68 ff bb 03
v_mad_i32_i24 v50, s43, 0xffffffe3, s11                      ; 32 00 0a d6 2b fe 2d 00 e3 ff ff ff
v_mad_i32_i24_e64_dpp v94, v242, v199, v91 quad_perm:[3,0,1,3] row_mask:0x8 bank_mask:0x1 fi:1 ; 5e 00 0a d6 fa 8e 6f 05 f2 d3 04 81
v_mad_u32_u24 v4, v1, v8, v8                                 ; 04 00 0b d6 01 11 22 04
v_mad_u32_u24 v4, exec_lo, v8, v8                            ; 04 00 0b d6 7e 10 22 04
v_mad_u32_u24 v4, -1, v8, v8                                 ; 04 00 0b d6 c1 10 22 04
v_mad_u32_u24 v4, 0.15915494, v8, v8                         ; 04 00 0b d6 f8 10 22 04
v_mad_u32_u24 v4, v8, v255, v8                               ; 04 00 0b d6 08 ff 23 04
v_mad_u32_u24 v4, v8, null, v8                               ; 04 00 0b d6 08 f9 20 04
v_mad_u32_u24 v4, v8, -16, v8                                ; 04 00 0b d6 08 a1 21 04
v_mad_u32_u24 v4, v8, src_scc, v8                            ; 04 00 0b d6 08 fb 21 04
v_mad_u32_u24 v4, v8, v8, s2                                 ; 04 00 0b d6 08 11 0a 00
v_mad_u32_u24 v4, v8, v8, ttmp0                              ; 04 00 0b d6 08 11 b2 01
v_mad_u32_u24 v4, v8, v8, 0.5                                ; 04 00 0b d6 08 11 c2 03
v_mad_u32_u24 v4, v8, v8, src_shared_base                    ; 04 00 0b d6 08 11 ae 03
v_mad_u32_u24_e64_dpp v255, v21, v122, v171 dpp8:[0,7,3,7,5,3,7,0] ; ff 00 0b d6 e9 f4 ae 06 15 f8 de 1d
v_mad_u32_u24 v159, s6, src_shared_limit, v255               ; 9f 00 0b d6 06 d8 fd 07
v_mad_u32_u24 v130, v255, s86, s0                            ; 82 00 0b d6 ff ad 00 00
v_cubeid_f32_e64_dpp v223, v150, v135, v164 quad_perm:[2,0,0,1] row_mask:0x5 bank_mask:0xc fi:1 ; df 00 0c d6 fa 0e 93 06 96 42 04 5c
v_cubesc_f32 v118, s31, v255, m0                             ; 76 00 0d d6 1f fe f7 01
v_cubetc_f32 v157, s91, v0, 31                               ; 9d 00 0e d6 5b 00 7e 02
v_cubema_f32_e64_dpp v144, -|v185|, -|v80|, s52 div:2 dpp8:[4,4,5,3,7,6,0,0] ; 90 03 0f d6 e9 a0 d2 78 b9 64 77 03
v_bfe_u32 v0, s31, v0, 41                                    ; 00 00 10 d6 1f 00 a6 02
v_bfe_i32 v4, v1, v8, v8                                     ; 04 00 11 d6 01 11 22 04
v_bfe_i32 v4, exec_lo, v8, v8                                ; 04 00 11 d6 7e 10 22 04
v_bfe_i32 v4, -1, v8, v8                                     ; 04 00 11 d6 c1 10 22 04
v_bfe_i32 v4, 0.15915494, v8, v8                             ; 04 00 11 d6 f8 10 22 04
v_bfe_i32 v4, v8, v255, v8                                   ; 04 00 11 d6 08 ff 23 04
v_bfe_i32 v4, v8, null, v8                                   ; 04 00 11 d6 08 f9 20 04
v_bfe_i32 v4, v8, -16, v8                                    ; 04 00 11 d6 08 a1 21 04
v_bfe_i32 v4, v8, src_scc, v8                                ; 04 00 11 d6 08 fb 21 04
v_bfe_i32 v4, v8, v8, s2                                     ; 04 00 11 d6 08 11 0a 00
v_bfe_i32 v4, v8, v8, ttmp0                                  ; 04 00 11 d6 08 11 b2 01
v_bfe_i32 v4, v8, v8, 0.5                                    ; 04 00 11 d6 08 11 c2 03
v_bfe_i32 v4, v8, v8, src_shared_base                        ; 04 00 11 d6 08 11 ae 03
v_bfe_i32 v118, v255, -0.5, v170                             ; 76 00 11 d6 ff e3 a9 06
v_bfe_i32 v255, v165, s82, v0                                ; ff 00 11 d6 a5 a5 00 04
v_bfe_i32 v0, s74, v0, exec_lo                               ; 00 00 11 d6 4a 00 fa 01
v_bfi_b32 v4, v1, v8, v8                                     ; 04 00 12 d6 01 11 22 04
v_bfi_b32 v4, exec_lo, v8, v8                                ; 04 00 12 d6 7e 10 22 04
v_bfi_b32 v4, -1, v8, v8                                     ; 04 00 12 d6 c1 10 22 04
v_bfi_b32 v4, 0.15915494, v8, v8                             ; 04 00 12 d6 f8 10 22 04
v_bfi_b32 v4, v8, v255, v8                                   ; 04 00 12 d6 08 ff 23 04
v_bfi_b32 v4, v8, null, v8                                   ; 04 00 12 d6 08 f9 20 04
v_bfi_b32 v4, v8, -16, v8                                    ; 04 00 12 d6 08 a1 21 04
v_bfi_b32 v4, v8, src_scc, v8                                ; 04 00 12 d6 08 fb 21 04
v_bfi_b32 v4, v8, v8, s2                                     ; 04 00 12 d6 08 11 0a 00
v_bfi_b32 v4, v8, v8, ttmp0                                  ; 04 00 12 d6 08 11 b2 01
v_bfi_b32 v4, v8, v8, 0.5                                    ; 04 00 12 d6 08 11 c2 03
v_bfi_b32 v4, v8, v8, src_shared_base                        ; 04 00 12 d6 08 11 ae 03
v_bfi_b32_e64_dpp v220, v132, v36, v223 quad_perm:[2,2,3,2] row_mask:0xa bank_mask:0xe ; dc 00 12 d6 fa 48 7e 07 84 ba 00 ae
v_bfi_b32_e64_dpp v97, v205, v235, v67 dpp8:[2,0,3,2,1,0,1,1] fi:1 ; 61 00 12 d6 ea d6 0f 05 cd c2 14 24
v_bfi_b32_e64_dpp v44, v51, v121, v0 dpp8:[6,7,2,6,6,7,6,1]  ; 2c 00 12 d6 e9 f2 02 04 33 be ec 3b
v_fma_f32 v255, v255, v185, v225                             ; ff 00 13 d6 ff 73 87 07
v_fma_f64 v[4:5], v[1:2], v[8:9], v[8:9]                     ; 04 00 14 d6 01 11 22 04
v_fma_f64 v[4:5], exec, v[8:9], v[8:9]                       ; 04 00 14 d6 7e 10 22 04
v_fma_f64 v[4:5], -1, v[8:9], v[8:9]                         ; 04 00 14 d6 c1 10 22 04
v_fma_f64 v[4:5], 0.15915494309189532, v[8:9], v[8:9]        ; 04 00 14 d6 f8 10 22 04
v_fma_f64 v[4:5], v[8:9], v[255:256], v[8:9]                 ; 04 00 14 d6 08 ff 23 04
v_fma_f64 v[4:5], v[8:9], null, v[8:9]                       ; 04 00 14 d6 08 f9 20 04
v_fma_f64 v[4:5], v[8:9], -16, v[8:9]                        ; 04 00 14 d6 08 a1 21 04
v_fma_f64 v[4:5], v[8:9], src_scc, v[8:9]                    ; 04 00 14 d6 08 fb 21 04
v_fma_f64 v[4:5], v[8:9], v[8:9], s[2:3]                     ; 04 00 14 d6 08 11 0a 00
v_fma_f64 v[4:5], v[8:9], v[8:9], ttmp[0:1]                  ; 04 00 14 d6 08 11 b2 01
v_fma_f64 v[4:5], v[8:9], v[8:9], 0.5                        ; 04 00 14 d6 08 11 c2 03
v_fma_f64 v[4:5], v[8:9], v[8:9], src_shared_base            ; 04 00 14 d6 08 11 ae 03
v_fma_f64 v[48:49], v[0:1], 26, -0.5                         ; 30 00 14 d6 00 35 c5 03
v_fma_f64 v[0:1], 1.0, v[75:76], v[254:255]                  ; 00 00 14 d6 f2 96 fa 07
v_fma_f64 v[19:20], -v[76:77], ttmp[4:5], |v[0:1]|           ; 13 04 14 d6 4c e1 00 24
v_lerp_u8 v255, v255, v255, 27                               ; ff 00 15 d6 ff ff 6f 02
v_alignbit_b32 v4, v1, v8, v8.l                              ; 04 00 16 d6 01 11 22 04
v_alignbit_b32 v4, exec_lo, v8, v8.l                         ; 04 00 16 d6 7e 10 22 04
v_alignbit_b32 v4, -1, v8, v8.l                              ; 04 00 16 d6 c1 10 22 04
v_alignbit_b32 v4, 0.15915494, v8, v8.l                      ; 04 00 16 d6 f8 10 22 04
v_alignbit_b32 v4, v8, v255, v8.l                            ; 04 00 16 d6 08 ff 23 04
v_alignbit_b32 v4, v8, null, v8.l                            ; 04 00 16 d6 08 f9 20 04
v_alignbit_b32 v4, v8, -16, v8.l                             ; 04 00 16 d6 08 a1 21 04
v_alignbit_b32 v4, v8, src_scc, v8.l                         ; 04 00 16 d6 08 fb 21 04
v_alignbit_b32 v4, v8, v8, s2                                ; 04 00 16 d6 08 11 0a 00
v_alignbit_b32 v4, v8, v8, ttmp0                             ; 04 00 16 d6 08 11 b2 01
v_alignbit_b32 v4, v8, v8, 0x3800                            ; 04 00 16 d6 08 11 c2 03
v_alignbit_b32 v4, v8, v8, src_shared_base                   ; 04 00 16 d6 08 11 ae 03
v_alignbit_b32 v255, v0, v0, 0xb800                          ; ff 00 16 d6 00 01 c6 03
v_alignbit_b32 v255, s17, -0.5, v255.h op_sel:[0,0,1,0]      ; ff 20 16 d6 11 e2 fd 07
v_alignbit_b32 v143, ttmp9, src_private_base, v0.l           ; 8f 00 16 d6 75 da 01 04
v_alignbyte_b32 v0, 0.5, v27, v159.l                         ; 00 00 17 d6 f0 36 7e 06
v_mullit_f32_e64_dpp v219, |v171|, |v125|, |0.5| clamp div:2 dpp8:[7,4,1,0,5,2,7,3] fi:1 ; db 87 18 d6 ea fa c2 1b ab 67 50 7d
v_min3_f32 v0, -|v255|, |s28|, -src_private_base mul:2       ; 00 03 19 d6 ff 39 b4 ab
v_min3_i32 v0, v156, exec_hi, 5                              ; 00 00 1a d6 9c ff 14 02
v_min3_u32 v36, 0x80000000, 4.0, 13                          ; 24 00 1b d6 ff ec 35 02 00 00 00 80
v_max3_f32_e64_dpp v145, v75, v90, v255 quad_perm:[2,2,2,3] row_mask:0x2 bank_mask:0x5 fi:1 ; 91 00 1c d6 fa b4 fe 07 4b ea 04 25
v_max3_i32_e64_dpp v0, v220, v235, v255 dpp8:[7,5,7,5,4,1,6,0] fi:1 ; 00 00 1d d6 ea d6 ff 07 dc ef cb 18
v_max3_u32 v255, s32, v111, src_shared_base                  ; ff 00 1e d6 20 de ae 03
v_med3_f32 v0, 0xcdb2, 4, v255                               ; 00 00 1f d6 ff 08 fd 07 b2 cd 00 00
v_med3_i32 v255, src_private_base, v0, 53                    ; ff 00 20 d6 ed 00 d6 02
v_med3_u32 v255, ttmp6, v0, null                             ; ff 00 21 d6 72 00 f2 01
v_sad_u8 v23, -0.5, v255, v221                               ; 17 00 22 d6 f1 fe 77 07
v_sad_hi_u8 v255, src_scc, v0, 0x3c00                        ; ff 00 23 d6 fd 00 fe 03 00 3c 00 00
v_sad_u16 v163, s67, 41, ttmp11                              ; a3 00 24 d6 43 52 dd 01
v_sad_u32 v0, exec_hi, v255, s101                            ; 00 00 25 d6 7f fe 97 01
v_cvt_pk_u8_f32 v4, v1, v8, v8                               ; 04 00 26 d6 01 11 22 04
v_cvt_pk_u8_f32 v4, exec_lo, v8, v8                          ; 04 00 26 d6 7e 10 22 04
v_cvt_pk_u8_f32 v4, -1, v8, v8                               ; 04 00 26 d6 c1 10 22 04
v_cvt_pk_u8_f32 v4, 0.15915494, v8, v8                       ; 04 00 26 d6 f8 10 22 04
v_cvt_pk_u8_f32 v4, v8, v255, v8                             ; 04 00 26 d6 08 ff 23 04
v_cvt_pk_u8_f32 v4, v8, null, v8                             ; 04 00 26 d6 08 f9 20 04
v_cvt_pk_u8_f32 v4, v8, -16, v8                              ; 04 00 26 d6 08 a1 21 04
v_cvt_pk_u8_f32 v4, v8, src_scc, v8                          ; 04 00 26 d6 08 fb 21 04
v_cvt_pk_u8_f32 v4, v8, v8, s2                               ; 04 00 26 d6 08 11 0a 00
v_cvt_pk_u8_f32 v4, v8, v8, ttmp0                            ; 04 00 26 d6 08 11 b2 01
v_cvt_pk_u8_f32 v4, v8, v8, 0.5                              ; 04 00 26 d6 08 11 c2 03
v_cvt_pk_u8_f32 v4, v8, v8, src_shared_base                  ; 04 00 26 d6 08 11 ae 03
v_cvt_pk_u8_f32_e64_dpp v197, v161, v154, v255 dpp8:[4,0,0,0,5,6,7,0] ; c5 00 26 d6 e9 34 ff 07 a1 04 50 1f
v_cvt_pk_u8_f32_e64_dpp v0, v202, v7, v255 dpp8:[4,6,1,0,0,5,5,3] fi:1 ; 00 00 26 d6 ea 0e fe 07 ca 74 80 76
v_cvt_pk_u8_f32_e64_dpp v255, v189, v62, v255 dpp8:[0,1,5,2,1,3,6,2] ; ff 00 26 d6 e9 7c fe 07 bd 48 95 59
v_div_fixup_f32 v139, -|v255|, src_shared_limit, -s83 mul:2  ; 8b 01 27 d6 ff d9 4d a9
v_div_fixup_f64 v[254:255], -|v[254:255]|, |-2.0|, -v[0:1] mul:2 ; fe 03 28 d6 fe eb 01 ac
v_div_fmas_f32 v4, v1, v8, v8                                ; 04 00 37 d6 01 11 22 04
v_div_fmas_f32 v4, exec_lo, v8, v8                           ; 04 00 37 d6 7e 10 22 04
v_div_fmas_f32 v4, -1, v8, v8                                ; 04 00 37 d6 c1 10 22 04
v_div_fmas_f32 v4, 0.15915494, v8, v8                        ; 04 00 37 d6 f8 10 22 04
v_div_fmas_f32 v4, v8, v255, v8                              ; 04 00 37 d6 08 ff 23 04
v_div_fmas_f32 v4, v8, null, v8                              ; 04 00 37 d6 08 f9 20 04
v_div_fmas_f32 v4, v8, -16, v8                               ; 04 00 37 d6 08 a1 21 04
v_div_fmas_f32 v4, v8, src_scc, v8                           ; 04 00 37 d6 08 fb 21 04
v_div_fmas_f32 v4, v8, v8, s2                                ; 04 00 37 d6 08 11 0a 00
v_div_fmas_f32 v4, v8, v8, ttmp0                             ; 04 00 37 d6 08 11 b2 01
v_div_fmas_f32 v4, v8, v8, 0.5                               ; 04 00 37 d6 08 11 c2 03
v_div_fmas_f32 v4, v8, v8, src_shared_base                   ; 04 00 37 d6 08 11 ae 03
v_div_fmas_f32 v10, v255, -ttmp1, neg(39)                    ; 0a 00 37 d6 ff db 9c c2
v_div_fmas_f32 v199, v155, |v0|, v0                          ; c7 02 37 d6 9b 01 02 04
v_div_fmas_f32 v200, |lit(0x3f800000)|, v30, -v255 clamp     ; c8 81 37 d6 ff 3c fe 87 00 00 80 3f
v_div_fmas_f64 v[4:5], v[1:2], v[8:9], v[8:9]                ; 04 00 38 d6 01 11 22 04
v_div_fmas_f64 v[4:5], exec, v[8:9], v[8:9]                  ; 04 00 38 d6 7e 10 22 04
v_div_fmas_f64 v[4:5], -1, v[8:9], v[8:9]                    ; 04 00 38 d6 c1 10 22 04
v_div_fmas_f64 v[4:5], 0.15915494309189532, v[8:9], v[8:9]   ; 04 00 38 d6 f8 10 22 04
v_div_fmas_f64 v[4:5], v[8:9], v[255:256], v[8:9]            ; 04 00 38 d6 08 ff 23 04
v_div_fmas_f64 v[4:5], v[8:9], null, v[8:9]                  ; 04 00 38 d6 08 f9 20 04
v_div_fmas_f64 v[4:5], v[8:9], -16, v[8:9]                   ; 04 00 38 d6 08 a1 21 04
v_div_fmas_f64 v[4:5], v[8:9], src_scc, v[8:9]               ; 04 00 38 d6 08 fb 21 04
v_div_fmas_f64 v[4:5], v[8:9], v[8:9], s[2:3]                ; 04 00 38 d6 08 11 0a 00
v_div_fmas_f64 v[4:5], v[8:9], v[8:9], ttmp[0:1]             ; 04 00 38 d6 08 11 b2 01
v_div_fmas_f64 v[4:5], v[8:9], v[8:9], 0.5                   ; 04 00 38 d6 08 11 c2 03
v_div_fmas_f64 v[4:5], v[8:9], v[8:9], src_shared_base       ; 04 00 38 d6 08 11 ae 03
v_div_fmas_f64 v[0:1], |v[0:1]|, v[0:1], -v[254:255] clamp mul:2 ; 00 81 38 d6 00 01 fa 8f
v_div_fmas_f64 v[0:1], v[254:255], v[18:19], 4.0             ; 00 00 38 d6 fe 25 da 03
v_div_fmas_f64 v[58:59], s[0:1], src_shared_limit, s[100:101] ; 3a 00 38 d6 00 d8 91 01
v_msad_u8 v255, v0, 45, 2.0                                  ; ff 00 39 d6 00 5b d1 03
v_qsad_pk_u16_u8 v[4:5], v[1:2], v8, v[8:9]                  ; 04 00 3a d6 01 11 22 04
v_qsad_pk_u16_u8 v[4:5], exec, v8, v[8:9]                    ; 04 00 3a d6 7e 10 22 04
v_qsad_pk_u16_u8 v[4:5], -1, v8, v[8:9]                      ; 04 00 3a d6 c1 10 22 04
v_qsad_pk_u16_u8 v[4:5], 0.15915494309189532, v8, v[8:9]     ; 04 00 3a d6 f8 10 22 04
v_qsad_pk_u16_u8 v[4:5], v[8:9], v255, v[8:9]                ; 04 00 3a d6 08 ff 23 04
v_qsad_pk_u16_u8 v[4:5], v[8:9], null, v[8:9]                ; 04 00 3a d6 08 f9 20 04
v_qsad_pk_u16_u8 v[4:5], v[8:9], -16, v[8:9]                 ; 04 00 3a d6 08 a1 21 04
v_qsad_pk_u16_u8 v[4:5], v[8:9], src_scc, v[8:9]             ; 04 00 3a d6 08 fb 21 04
v_qsad_pk_u16_u8 v[4:5], v[8:9], v8, s[2:3]                  ; 04 00 3a d6 08 11 0a 00
v_qsad_pk_u16_u8 v[4:5], v[8:9], v8, ttmp[0:1]               ; 04 00 3a d6 08 11 b2 01
v_qsad_pk_u16_u8 v[4:5], v[8:9], v8, 0.5                     ; 04 00 3a d6 08 11 c2 03
v_qsad_pk_u16_u8 v[4:5], v[8:9], v8, src_shared_base         ; 04 00 3a d6 08 11 ae 03
v_qsad_pk_u16_u8 v[112:113], 2, 27, null                     ; 70 00 3a d6 82 36 f1 01
v_qsad_pk_u16_u8 v[0:1], s[8:9], v255, exec                  ; 00 00 3a d6 08 fe fb 01
v_qsad_pk_u16_u8 v[96:97], s[22:23], 0x80000000, v[254:255]  ; 60 00 3a d6 16 fe f9 07 00 00 00 80
v_mqsad_pk_u16_u8 v[254:255], v[193:194], s21, 49            ; fe 00 3b d6 c1 2b c4 02
v_mqsad_u32_u8 v[4:7], v[1:2], v8, v[8:11]                   ; 04 00 3d d6 01 11 22 04
v_mqsad_u32_u8 v[4:7], exec, v8, v[8:11]                     ; 04 00 3d d6 7e 10 22 04
v_mqsad_u32_u8 v[4:7], -1, v8, v[8:11]                       ; 04 00 3d d6 c1 10 22 04
v_mqsad_u32_u8 v[4:7], 0.15915494309189532, v8, v[8:11]      ; 04 00 3d d6 f8 10 22 04
v_mqsad_u32_u8 v[4:7], v[8:9], v255, v[8:11]                 ; 04 00 3d d6 08 ff 23 04
v_mqsad_u32_u8 v[4:7], v[8:9], null, v[8:11]                 ; 04 00 3d d6 08 f9 20 04
v_mqsad_u32_u8 v[4:7], v[8:9], -16, v[8:11]                  ; 04 00 3d d6 08 a1 21 04
v_mqsad_u32_u8 v[4:7], v[8:9], src_scc, v[8:11]              ; 04 00 3d d6 08 fb 21 04
v_mqsad_u32_u8 v[252:255], -1.0, src_shared_base, v[28:31]   ; fc 00 3d d6 f3 d6 71 04
v_mqsad_u32_u8 v[0:3], v[254:255], v79, v[252:255]           ; 00 00 3d d6 fe 9f f2 07
v_xor3_b32 v255, 0x80000000, v255, v255                      ; ff 00 40 d6 ff fe ff 07 00 00 00 80
v_mad_u16 v4.l, v1.l, v8.l, v8.l                             ; 04 00 41 d6 01 11 22 04
v_mad_u16 v4.l, exec_lo, v8.l, v8.l                          ; 04 00 41 d6 7e 10 22 04
v_mad_u16 v4.l, -1, v8.l, v8.l                               ; 04 00 41 d6 c1 10 22 04
v_mad_u16 v4.l, 0x3118, v8.l, v8.l                           ; 04 00 41 d6 f8 10 22 04
v_mad_u16 v4.l, v8.l, v255.l, v8.l                           ; 04 00 41 d6 08 ff 23 04
v_mad_u16 v4.l, v8.l, null, v8.l                             ; 04 00 41 d6 08 f9 20 04
v_mad_u16 v4.l, v8.l, -16, v8.l                              ; 04 00 41 d6 08 a1 21 04
v_mad_u16 v4.l, v8.l, src_scc, v8.l                          ; 04 00 41 d6 08 fb 21 04
v_mad_u16 v4.l, v8.l, v8.l, s2                               ; 04 00 41 d6 08 11 0a 00
v_mad_u16 v4.l, v8.l, v8.l, ttmp0                            ; 04 00 41 d6 08 11 b2 01
v_mad_u16 v4.l, v8.l, v8.l, 0x3800                           ; 04 00 41 d6 08 11 c2 03
v_mad_u16 v4.l, v8.l, v8.l, src_shared_base                  ; 04 00 41 d6 08 11 ae 03
v_mad_u16 v205.l, s96, v27.l, src_shared_limit               ; cd 00 41 d6 60 36 b2 03
v_mad_u16_e64_dpp v68.l, v236.l, v183.l, v0.l dpp8:[1,6,0,3,6,0,4,5] fi:1 ; 44 00 41 d6 ea 6e 03 04 ec 31 66 b0
v_mad_u16_e64_dpp v0.l, v156.l, v252.l, 29 op_sel:[0,0,1,0] dpp8:[7,4,0,6,1,0,7,3] fi:1 ; 00 20 41 d6 ea f8 77 02 9c 27 1c 7c
v_perm_b32 v255, -7, v255, v192                              ; ff 00 44 d6 c7 fe 03 07
v_xad_u32 v255, v0, -2.0, 60                                 ; ff 00 45 d6 00 eb f1 02
v_lshl_add_u32 v201, 1.0, v0, vcc_hi                         ; c9 00 46 d6 f2 00 ae 01
v_add_lshl_u32 v0, exec_lo, v45, v55                         ; 00 00 47 d6 7e 5a de 04
v_fma_f16 v4.l, v1.l, v8.l, v8.l                             ; 04 00 48 d6 01 11 22 04
v_fma_f16 v4.l, exec_lo, v8.l, v8.l                          ; 04 00 48 d6 7e 10 22 04
v_fma_f16 v4.l, -1, v8.l, v8.l                               ; 04 00 48 d6 c1 10 22 04
v_fma_f16 v4.l, 0.15915494, v8.l, v8.l                       ; 04 00 48 d6 f8 10 22 04
v_fma_f16 v4.l, v8.l, v255.l, v8.l                           ; 04 00 48 d6 08 ff 23 04
v_fma_f16 v4.l, v8.l, null, v8.l                             ; 04 00 48 d6 08 f9 20 04
v_fma_f16 v4.l, v8.l, -16, v8.l                              ; 04 00 48 d6 08 a1 21 04
v_fma_f16 v4.l, v8.l, src_scc, v8.l                          ; 04 00 48 d6 08 fb 21 04
v_fma_f16 v4.l, v8.l, v8.l, s2                               ; 04 00 48 d6 08 11 0a 00
v_fma_f16 v4.l, v8.l, v8.l, ttmp0                            ; 04 00 48 d6 08 11 b2 01
v_fma_f16 v4.l, v8.l, v8.l, 0.5                              ; 04 00 48 d6 08 11 c2 03
v_fma_f16 v4.l, v8.l, v8.l, src_shared_base                  ; 04 00 48 d6 08 11 ae 03
v_fma_f16_e64_dpp v238.l, v157.l, v242.l, 4.0 quad_perm:[1,2,1,0] row_mask:0xc bank_mask:0x7 fi:1 ; ee 00 48 d6 fa e4 db 03 9d 19 04 c7
v_fma_f16 v0.l, |lit(0x3f800000)|, |v255.h|, |63| op_sel:[1,1,0,0] ; 00 1f 48 d6 ff fe ff 02 00 00 80 3f
v_fma_f16_e64_dpp v142.l, v134.l, v239.l, v0.l quad_perm:[2,3,2,3] row_mask:0x8 bank_mask:0xa bound_ctrl:1 ; 8e 00 48 d6 fa de 03 04 86 ee 08 8a
v_min3_f16 v137.h, |v219.l|, |v170.l|, -|ttmp7| op_sel:[0,0,0,1] clamp div:2 ; 89 c7 49 d6 db 55 cf 99
v_min3_i16 v4.l, v1.l, v8.l, v8.l                            ; 04 00 4a d6 01 11 22 04
v_min3_i16 v4.l, exec_lo, v8.l, v8.l                         ; 04 00 4a d6 7e 10 22 04
v_min3_i16 v4.l, -1, v8.l, v8.l                              ; 04 00 4a d6 c1 10 22 04
v_min3_i16 v4.l, 0x3118, v8.l, v8.l                          ; 04 00 4a d6 f8 10 22 04
v_min3_i16 v4.l, v8.l, v255.l, v8.l                          ; 04 00 4a d6 08 ff 23 04
v_min3_i16 v4.l, v8.l, null, v8.l                            ; 04 00 4a d6 08 f9 20 04
v_min3_i16 v4.l, v8.l, -16, v8.l                             ; 04 00 4a d6 08 a1 21 04
v_min3_i16 v4.l, v8.l, src_scc, v8.l                         ; 04 00 4a d6 08 fb 21 04
v_min3_i16 v4.l, v8.l, v8.l, s2                              ; 04 00 4a d6 08 11 0a 00
v_min3_i16 v4.l, v8.l, v8.l, ttmp0                           ; 04 00 4a d6 08 11 b2 01
v_min3_i16 v4.l, v8.l, v8.l, 0x3800                          ; 04 00 4a d6 08 11 c2 03
v_min3_i16 v4.l, v8.l, v8.l, src_shared_base                 ; 04 00 4a d6 08 11 ae 03
v_min3_i16 v0.l, v229.l, 0xb800, 0x0                         ; 00 00 4a d6 e5 e3 fd 03 00 00 00 80
v_min3_i16 v213.l, 0xffe4, 0xb800, -8 op_sel:[1,0,1,0]       ; d5 28 4a d6 ff e2 21 03 e4 ff ff ff
v_min3_i16_e64_dpp v74.l, v38.h, v12.h, 16 op_sel:[1,1,1,0] quad_perm:[1,3,1,1] row_mask:0x2 bank_mask:0x3 bound_ctrl:1 ; 4a 38 4a d6 fa 18 42 02 26 5d 08 23
v_min3_u16 v0.l, v0.l, v255.h, s52 op_sel:[0,1,0,0]          ; 00 10 4b d6 00 ff d3 00
v_max3_f16_e64_dpp v0.l, v176.l, v17.l, src_scc quad_perm:[1,3,3,1] row_mask:0xb bank_mask:0xa ; 00 00 4c d6 fa 22 f6 03 b0 7d 00 ba
v_max3_i16 v94.l, 41, 0xffe9, v182.l                         ; 5e 00 4d d6 a9 fe d9 06 e9 ff ff ff
v_max3_u16 v195.l, 11, v72.l, v255.l                         ; c3 00 4e d6 8b 90 fe 07
v_med3_f16 v136.h, -|v51.l|, |v255.l|, -vcc_lo op_sel:[0,0,1,1] div:2 ; 88 63 4f d6 33 ff ab b9
v_med3_i16 v255.l, v255.l, v255.l, 34                        ; ff 00 50 d6 ff ff 8b 02
v_med3_u16 v255.l, lit(0xfffffff7), v0.h, 39 op_sel:[1,1,1,0] ; ff 38 51 d6 ff 00 9e 02 f7 ff ff ff
v_mad_i16 v156.l, v31.l, v252.h, v236.h op_sel:[0,1,1,0]     ; 9c 30 53 d6 1f f9 b3 07
v_div_fixup_f16 v255.l, vcc_lo, s93, v255.l                  ; ff 00 54 d6 6a ba fc 07
v_add3_u32_e64_dpp v69, v201, v213, v255 quad_perm:[1,3,0,3] row_mask:0x0 bank_mask:0x8 bound_ctrl:1 ; 45 00 55 d6 fa aa ff 07 c9 cd 08 08
v_lshl_or_b32 v17, lit(0x1), v212, v225                      ; 11 00 56 d6 ff a8 87 07 01 00 00 00
v_and_or_b32 v255, v66, src_private_base, v0                 ; ff 00 57 d6 42 db 01 04
v_or3_b32 v229, v87, s91, s90                                ; e5 00 58 d6 57 b7 68 01
v_mad_u32_u16 v4, v1.l, v8.l, v8                             ; 04 00 59 d6 01 11 22 04
v_mad_u32_u16 v4, exec_lo, v8.l, v8                          ; 04 00 59 d6 7e 10 22 04
v_mad_u32_u16 v4, -1, v8.l, v8                               ; 04 00 59 d6 c1 10 22 04
v_mad_u32_u16 v4, 0x3118, v8.l, v8                           ; 04 00 59 d6 f8 10 22 04
v_mad_u32_u16 v4, v8.l, v255.l, v8                           ; 04 00 59 d6 08 ff 23 04
v_mad_u32_u16 v4, v8.l, null, v8                             ; 04 00 59 d6 08 f9 20 04
v_mad_u32_u16 v4, v8.l, -16, v8                              ; 04 00 59 d6 08 a1 21 04
v_mad_u32_u16 v4, v8.l, src_scc, v8                          ; 04 00 59 d6 08 fb 21 04
v_mad_u32_u16 v4, v8.l, v8.l, s2                             ; 04 00 59 d6 08 11 0a 00
v_mad_u32_u16 v4, v8.l, v8.l, ttmp0                          ; 04 00 59 d6 08 11 b2 01
v_mad_u32_u16 v4, v8.l, v8.l, 0.5                            ; 04 00 59 d6 08 11 c2 03
v_mad_u32_u16 v4, v8.l, v8.l, src_shared_base                ; 04 00 59 d6 08 11 ae 03
v_mad_u32_u16 v214, src_shared_base, 57, v255                ; d6 00 59 d6 eb 72 fd 07
v_mad_u32_u16 v0, 0xc400, v255.l, v255                       ; 00 00 59 d6 f7 fe ff 07
v_mad_u32_u16 v255, 0, v0.l, v0 op_sel:[1,0,0,0]             ; ff 08 59 d6 80 00 02 04
v_mad_i32_i16 v4, v1.l, v8.l, v8                             ; 04 00 5a d6 01 11 22 04
v_mad_i32_i16 v4, exec_lo, v8.l, v8                          ; 04 00 5a d6 7e 10 22 04
v_mad_i32_i16 v4, -1, v8.l, v8                               ; 04 00 5a d6 c1 10 22 04
v_mad_i32_i16 v4, 0x3118, v8.l, v8                           ; 04 00 5a d6 f8 10 22 04
v_mad_i32_i16 v4, v8.l, v255.l, v8                           ; 04 00 5a d6 08 ff 23 04
v_mad_i32_i16 v4, v8.l, null, v8                             ; 04 00 5a d6 08 f9 20 04
v_mad_i32_i16 v4, v8.l, -16, v8                              ; 04 00 5a d6 08 a1 21 04
v_mad_i32_i16 v4, v8.l, src_scc, v8                          ; 04 00 5a d6 08 fb 21 04
v_mad_i32_i16 v4, v8.l, v8.l, s2                             ; 04 00 5a d6 08 11 0a 00
v_mad_i32_i16 v4, v8.l, v8.l, ttmp0                          ; 04 00 5a d6 08 11 b2 01
v_mad_i32_i16 v4, v8.l, v8.l, 0.5                            ; 04 00 5a d6 08 11 c2 03
v_mad_i32_i16 v4, v8.l, v8.l, src_shared_base                ; 04 00 5a d6 08 11 ae 03
v_mad_i32_i16 v151, v0.l, 0x0, src_private_limit             ; 97 00 5a d6 00 ff b9 03 00 00 00 80
v_mad_i32_i16 v0, 0xc400, v0.h, v125 op_sel:[0,1,0,0]        ; 00 10 5a d6 f7 00 f6 05
v_mad_i32_i16_e64_dpp v255, v217.l, v223.h, s42 op_sel:[0,1,0,0] quad_perm:[0,1,2,1] row_mask:0x8 bank_mask:0xd fi:1 ; ff 10 5a d6 fa be ab 00 d9 64 04 8d
v_permlane16_b32 v0, v77, vcc_lo, 48                         ; 00 00 5b d6 4d d5 c0 02
v_permlane16_b32 v255, v119, ttmp0, ttmp13                   ; ff 00 5b d6 77 d9 e4 01
v_permlanex16_b32 v29, v43, 4.0, -3                          ; 1d 00 5c d6 2b ed 0d 03
v_cndmask_b16 v4.l, v1.l, v8.l, s4                           ; 04 00 5d d6 01 11 12 00
v_cndmask_b16 v4.l, exec_lo, v8.l, s4                        ; 04 00 5d d6 7e 10 12 00
v_cndmask_b16 v4.l, -1, v8.l, s4                             ; 04 00 5d d6 c1 10 12 00
v_cndmask_b16 v4.l, 0x3118, v8.l, s4                         ; 04 00 5d d6 f8 10 12 00
v_cndmask_b16 v4.l, v8.l, v255.l, s4                         ; 04 00 5d d6 08 ff 13 00
v_cndmask_b16 v4.l, v8.l, null, s4                           ; 04 00 5d d6 08 f9 10 00
v_cndmask_b16 v4.l, v8.l, -16, s4                            ; 04 00 5d d6 08 a1 11 00
v_cndmask_b16 v4.l, v8.l, src_scc, s4                        ; 04 00 5d d6 08 fb 11 00
v_cndmask_b16 v4.l, v8.l, v8.l, vcc_lo                       ; 04 00 5d d6 08 11 aa 01
v_cndmask_b16_e64_dpp v88.l, v89.l, v255.l, ttmp10 dpp8:[7,7,7,0,2,3,4,1] fi:1 ; 58 00 5d d6 ea fe db 01 59 ff a1 31
v_cndmask_b16 v255.h, s24, v0.l, s65                         ; ff 48 5d d6 18 00 06 01
v_cndmask_b16 v15.h, v134.h, s34, ttmp7                      ; 0f 48 5d d6 86 45 cc 01
v_maxmin_f32_e64_dpp v0, -|v227|, v238, -v106 clamp div:2 row_shr:3 row_mask:0xa bank_mask:0x3 bound_ctrl:1 ; 00 81 5e d6 fa dc ab bd e3 13 09 a3
v_minmax_f32 v125, s101, -v6, 0.5 clamp mul:2                ; 7d 80 5f d6 65 0c c2 4b
v_maxmin_f16 v137.l, |s104|, v255.l, |s29| op_sel:[1,0,1,0] clamp div:2 ; 89 ad 60 d6 68 fe 77 18
v_minmax_f16 v255.l, v0.l, v14.l, v0.l                       ; ff 00 61 d6 00 1d 02 04
v_maxmin_u32_e64_dpp v0, v21, v174, v94 dpp8:[3,6,4,3,7,7,7,7] ; 00 00 62 d6 e9 5c 7b 05 15 33 f7 ff
v_minmax_u32_e64_dpp v142, v195, v103, v255 quad_perm:[0,1,1,0] row_mask:0x2 bank_mask:0x9 bound_ctrl:1 ; 8e 00 63 d6 fa ce fe 07 c3 14 08 29
v_maxmin_i32 v255, 19, s83, v255                             ; ff 00 64 d6 93 a6 fc 07
v_minmax_i32 v255, v0, v81, v139                             ; ff 00 65 d6 00 a3 2e 06
v_dot2_f16_f16 v4.l, v1, v8, v8.l                            ; 04 00 66 d6 01 11 22 04
v_dot2_f16_f16 v4.l, exec_lo, v8, v8.l                       ; 04 00 66 d6 7e 10 22 04
v_dot2_f16_f16 v4.l, -1, v8, v8.l                            ; 04 00 66 d6 c1 10 22 04
v_dot2_f16_f16 v4.l, 0.15915494, v8, v8.l                    ; 04 00 66 d6 f8 10 22 04
v_dot2_f16_f16 v4.l, v8, v255, v8.l                          ; 04 00 66 d6 08 ff 23 04
v_dot2_f16_f16 v4.l, v8, null, v8.l                          ; 04 00 66 d6 08 f9 20 04
v_dot2_f16_f16 v4.l, v8, -16, v8.l                           ; 04 00 66 d6 08 a1 21 04
v_dot2_f16_f16 v4.l, v8, src_scc, v8.l                       ; 04 00 66 d6 08 fb 21 04
v_dot2_f16_f16 v4.l, v8, v8, s2                              ; 04 00 66 d6 08 11 0a 00
v_dot2_f16_f16 v4.l, v8, v8, ttmp0                           ; 04 00 66 d6 08 11 b2 01
v_dot2_f16_f16 v4.l, v8, v8, 0.5                             ; 04 00 66 d6 08 11 c2 03
v_dot2_f16_f16 v4.l, v8, v8, src_shared_base                 ; 04 00 66 d6 08 11 ae 03
v_dot2_f16_f16_e64_dpp v8.l, v238, v172, v0.l quad_perm:[1,0,1,2] row_mask:0xa bank_mask:0xc fi:1 ; 08 00 66 d6 fa 58 03 04 ee 91 04 ac
v_dot2_f16_f16 v201.l, v79, src_shared_base, 0.15915494      ; c9 00 66 d6 4f d7 e1 03
v_dot2_f16_f16_e64_dpp v0.l, v137, v91, 26 quad_perm:[3,2,0,1] row_mask:0x0 bank_mask:0xf bound_ctrl:1 fi:1 ; 00 00 66 d6 fa b6 6a 02 89 4b 0c 0f
v_dot2_bf16_bf16 v4.l, v1, v8, v8.l                          ; 04 00 67 d6 01 11 22 04
v_dot2_bf16_bf16 v4.l, exec_lo, v8, v8.l                     ; 04 00 67 d6 7e 10 22 04
v_dot2_bf16_bf16 v4.l, -1, v8, v8.l                          ; 04 00 67 d6 c1 10 22 04
v_dot2_bf16_bf16 v4.l, 0.15915494, v8, v8.l                  ; 04 00 67 d6 f8 10 22 04
v_dot2_bf16_bf16 v4.l, v8, v255, v8.l                        ; 04 00 67 d6 08 ff 23 04
v_dot2_bf16_bf16 v4.l, v8, null, v8.l                        ; 04 00 67 d6 08 f9 20 04
v_dot2_bf16_bf16 v4.l, v8, -16, v8.l                         ; 04 00 67 d6 08 a1 21 04
v_dot2_bf16_bf16 v4.l, v8, src_scc, v8.l                     ; 04 00 67 d6 08 fb 21 04
v_dot2_bf16_bf16 v4.l, v8, v8, s2                            ; 04 00 67 d6 08 11 0a 00
v_dot2_bf16_bf16 v4.l, v8, v8, ttmp0                         ; 04 00 67 d6 08 11 b2 01
v_dot2_bf16_bf16 v4.l, v8, v8, 0.5                           ; 04 00 67 d6 08 11 c2 03
v_dot2_bf16_bf16 v4.l, v8, v8, src_shared_base               ; 04 00 67 d6 08 11 ae 03
v_dot2_bf16_bf16 v255.l, 1.0, v92, v127.l                    ; ff 00 67 d6 f2 b8 fe 05
v_dot2_bf16_bf16 v219.l, v0, v255, null                      ; db 00 67 d6 00 ff f3 01
v_dot2_bf16_bf16_e64_dpp v241.l, v184, v102, v0.l row_xmask:4 row_mask:0xe bank_mask:0xe fi:1 ; f1 00 67 d6 fa cc 02 04 b8 64 05 ee
v_add_nc_u16 v4.l, v1.l, v8.l                                ; 04 00 03 d7 01 11 02 00
v_add_nc_u16 v4.l, exec_lo, v8.l                             ; 04 00 03 d7 7e 10 02 00
v_add_nc_u16 v4.l, -1, v8.l                                  ; 04 00 03 d7 c1 10 02 00
v_add_nc_u16 v4.l, 0x3118, v8.l                              ; 04 00 03 d7 f8 10 02 00
v_add_nc_u16 v4.l, v8.l, v255.l                              ; 04 00 03 d7 08 ff 03 00
v_add_nc_u16 v4.l, v8.l, null                                ; 04 00 03 d7 08 f9 00 00
v_add_nc_u16 v4.l, v8.l, -16                                 ; 04 00 03 d7 08 a1 01 00
v_add_nc_u16 v4.l, v8.l, src_scc                             ; 04 00 03 d7 08 fb 01 00
v_add_nc_u16 v0.h, src_shared_base, v0.h op_sel:[0,1,1]      ; 00 50 03 d7 eb 00 02 00
v_add_nc_u16 v155.l, v255.l, src_scc                         ; 9b 00 03 d7 ff fb 01 00
v_add_nc_u16 v59.l, 25, v153.l                               ; 3b 00 03 d7 99 32 03 00
v_sub_nc_u16_e64_dpp v255.l, v61.l, v137.l quad_perm:[0,2,1,3] row_mask:0x6 bank_mask:0x4 bound_ctrl:1 ; ff 00 04 d7 fa 12 03 00 3d d8 08 64
v_mul_lo_u16_e64_dpp v255.l, v110.h, v93.h op_sel:[1,1,0] dpp8:[6,1,4,1,2,2,3,5] fi:1 ; ff 18 05 d7 ea ba 02 00 6e 0e 23 ad
v_cvt_pk_i16_f32 v4, v1, v8                                  ; 04 00 06 d7 01 11 02 00
v_cvt_pk_i16_f32 v4, exec_lo, v8                             ; 04 00 06 d7 7e 10 02 00
v_cvt_pk_i16_f32 v4, -1, v8                                  ; 04 00 06 d7 c1 10 02 00
v_cvt_pk_i16_f32 v4, 0.15915494, v8                          ; 04 00 06 d7 f8 10 02 00
v_cvt_pk_i16_f32 v4, v8, v255                                ; 04 00 06 d7 08 ff 03 00
v_cvt_pk_i16_f32 v4, v8, null                                ; 04 00 06 d7 08 f9 00 00
v_cvt_pk_i16_f32 v4, v8, -16                                 ; 04 00 06 d7 08 a1 01 00
v_cvt_pk_i16_f32 v4, v8, src_scc                             ; 04 00 06 d7 08 fb 01 00
v_cvt_pk_i16_f32 v94, v255, src_shared_base                  ; 5e 00 06 d7 ff d7 01 00
v_cvt_pk_i16_f32_e64_dpp v232, v173, v204 quad_perm:[0,3,3,1] row_mask:0xf bank_mask:0x4 ; e8 00 06 d7 fa 98 03 00 ad 7c 00 f4
v_cvt_pk_i16_f32_e64_dpp v60, v80, v244 dpp8:[5,2,4,2,3,0,3,5] fi:1 ; 3c 00 06 d7 ea e8 03 00 50 15 35 ac
v_cvt_pk_u16_f32 v4, v1, v8                                  ; 04 00 07 d7 01 11 02 00
v_cvt_pk_u16_f32 v4, exec_lo, v8                             ; 04 00 07 d7 7e 10 02 00
v_cvt_pk_u16_f32 v4, -1, v8                                  ; 04 00 07 d7 c1 10 02 00
v_cvt_pk_u16_f32 v4, 0.15915494, v8                          ; 04 00 07 d7 f8 10 02 00
v_cvt_pk_u16_f32 v4, v8, v255                                ; 04 00 07 d7 08 ff 03 00
v_cvt_pk_u16_f32 v4, v8, null                                ; 04 00 07 d7 08 f9 00 00
v_cvt_pk_u16_f32 v4, v8, -16                                 ; 04 00 07 d7 08 a1 01 00
v_cvt_pk_u16_f32 v4, v8, src_scc                             ; 04 00 07 d7 08 fb 01 00
v_cvt_pk_u16_f32 v255, v55, v61                              ; ff 00 07 d7 37 7b 02 00
v_cvt_pk_u16_f32_e64_dpp v168, |v20|, |v159| dpp8:[5,3,1,2,0,3,3,1] ; a8 03 07 d7 e9 3e 03 00 14 5d 84 2d
v_cvt_pk_u16_f32_e64_dpp v255, v9, v203 quad_perm:[2,0,3,2] row_mask:0x7 bank_mask:0x8 fi:1 ; ff 00 07 d7 fa 96 03 00 09 b2 04 78
v_max_u16 v255.h, v43.h, v174.l op_sel:[1,0,1]               ; ff 48 09 d7 2b 5d 03 00
v_max_i16 v4.l, v1.l, v8.l                                   ; 04 00 0a d7 01 11 02 00
v_max_i16 v4.l, exec_lo, v8.l                                ; 04 00 0a d7 7e 10 02 00
v_max_i16 v4.l, -1, v8.l                                     ; 04 00 0a d7 c1 10 02 00
v_max_i16 v4.l, 0x3118, v8.l                                 ; 04 00 0a d7 f8 10 02 00
v_max_i16 v4.l, v8.l, v255.l                                 ; 04 00 0a d7 08 ff 03 00
v_max_i16 v4.l, v8.l, null                                   ; 04 00 0a d7 08 f9 00 00
v_max_i16 v4.l, v8.l, -16                                    ; 04 00 0a d7 08 a1 01 00
v_max_i16 v4.l, v8.l, src_scc                                ; 04 00 0a d7 08 fb 01 00
v_max_i16 v131.l, s88, s4                                    ; 83 00 0a d7 58 08 00 00
v_max_i16_e64_dpp v116.l, v247.l, v29.l row_shr:10 row_mask:0x4 bank_mask:0xc ; 74 00 0a d7 fa 3a 02 00 f7 1a 01 4c
v_max_i16 v99.h, v0.l, v255.h op_sel:[0,1,1]                 ; 63 50 0a d7 00 ff 03 00
v_min_u16 v206.h, s90, v255.h op_sel:[0,1,1]                 ; ce 50 0b d7 5a fe 03 00
v_min_i16 v17.h, vcc_hi, 0x90b3 op_sel:[0,1,1]               ; 11 50 0c d7 6b fe 01 00 b3 90 9a 57
v_add_nc_i16_e64_dpp v156.l, v139.h, v180.l op_sel:[1,0,0] quad_perm:[2,2,0,3] row_mask:0x3 bank_mask:0xa fi:1 ; 9c 08 0d d7 fa 68 03 00 8b ca 04 3a
v_sub_nc_i16 v255.l, v184.l, s38                             ; ff 00 0e d7 b8 4d 00 00
v_pack_b32_f16 v4, v1.l, v8.l                                ; 04 00 11 d7 01 11 02 00
v_pack_b32_f16 v4, exec_lo, v8.l                             ; 04 00 11 d7 7e 10 02 00
v_pack_b32_f16 v4, -1, v8.l                                  ; 04 00 11 d7 c1 10 02 00
v_pack_b32_f16 v4, 0.15915494, v8.l                          ; 04 00 11 d7 f8 10 02 00
v_pack_b32_f16 v4, v8.l, v255.l                              ; 04 00 11 d7 08 ff 03 00
v_pack_b32_f16 v4, v8.l, null                                ; 04 00 11 d7 08 f9 00 00
v_pack_b32_f16 v4, v8.l, -16                                 ; 04 00 11 d7 08 a1 01 00
v_pack_b32_f16 v4, v8.l, src_scc                             ; 04 00 11 d7 08 fb 01 00
v_pack_b32_f16 v255, -|v121.h|, -|v43.l| op_sel:[1,0,0]      ; ff 0b 11 d7 79 57 02 60
v_pack_b32_f16 v0, 19, v125.l                                ; 00 00 11 d7 93 fa 02 00
v_pack_b32_f16 v255, -|v226.l|, -|v147.l|                    ; ff 03 11 d7 e2 27 03 60
v_cvt_pk_norm_i16_f16 v4, v1.l, v8.l                         ; 04 00 12 d7 01 11 02 00
v_cvt_pk_norm_i16_f16 v4, exec_lo, v8.l                      ; 04 00 12 d7 7e 10 02 00
v_cvt_pk_norm_i16_f16 v4, -1, v8.l                           ; 04 00 12 d7 c1 10 02 00
v_cvt_pk_norm_i16_f16 v4, 0.15915494, v8.l                   ; 04 00 12 d7 f8 10 02 00
v_cvt_pk_norm_i16_f16 v4, v8.l, v255.l                       ; 04 00 12 d7 08 ff 03 00
v_cvt_pk_norm_i16_f16 v4, v8.l, null                         ; 04 00 12 d7 08 f9 00 00
v_cvt_pk_norm_i16_f16 v4, v8.l, -16                          ; 04 00 12 d7 08 a1 01 00
v_cvt_pk_norm_i16_f16 v4, v8.l, src_scc                      ; 04 00 12 d7 08 fb 01 00
v_cvt_pk_norm_i16_f16 v21, lit(0x1a), v255.l                 ; 15 00 12 d7 ff fe 03 00 1a 00 00 00
v_cvt_pk_norm_i16_f16 v69, v104.l, src_private_base          ; 45 00 12 d7 68 db 01 00
v_cvt_pk_norm_i16_f16 v41, -|v64.h|, v111.l op_sel:[1,0,0]   ; 29 09 12 d7 40 df 02 20
v_cvt_pk_norm_u16_f16 v4, v1.l, v8.l                         ; 04 00 13 d7 01 11 02 00
v_cvt_pk_norm_u16_f16 v4, exec_lo, v8.l                      ; 04 00 13 d7 7e 10 02 00
v_cvt_pk_norm_u16_f16 v4, -1, v8.l                           ; 04 00 13 d7 c1 10 02 00
v_cvt_pk_norm_u16_f16 v4, 0.15915494, v8.l                   ; 04 00 13 d7 f8 10 02 00
v_cvt_pk_norm_u16_f16 v4, v8.l, v255.l                       ; 04 00 13 d7 08 ff 03 00
v_cvt_pk_norm_u16_f16 v4, v8.l, null                         ; 04 00 13 d7 08 f9 00 00
v_cvt_pk_norm_u16_f16 v4, v8.l, -16                          ; 04 00 13 d7 08 a1 01 00
v_cvt_pk_norm_u16_f16 v4, v8.l, src_scc                      ; 04 00 13 d7 08 fb 01 00
v_cvt_pk_norm_u16_f16 v223, v255.l, s15                      ; df 00 13 d7 ff 1f 00 00
v_cvt_pk_norm_u16_f16_e64_dpp v123, v205.l, v71.l dpp8:[1,2,6,5,4,0,7,4] fi:1 ; 7b 00 13 d7 ea 8e 02 00 cd 91 4b 9c
v_cvt_pk_norm_u16_f16 v77, v0.l, v232.l                      ; 4d 00 13 d7 00 d1 03 00
v_ldexp_f32 v4, v1, v8                                       ; 04 00 1c d7 01 11 02 00
v_ldexp_f32 v4, exec_lo, v8                                  ; 04 00 1c d7 7e 10 02 00
v_ldexp_f32 v4, -1, v8                                       ; 04 00 1c d7 c1 10 02 00
v_ldexp_f32 v4, 0.15915494, v8                               ; 04 00 1c d7 f8 10 02 00
v_ldexp_f32 v4, v8, v255                                     ; 04 00 1c d7 08 ff 03 00
v_ldexp_f32 v4, v8, null                                     ; 04 00 1c d7 08 f9 00 00
v_ldexp_f32 v4, v8, -16                                      ; 04 00 1c d7 08 a1 01 00
v_ldexp_f32 v4, v8, src_scc                                  ; 04 00 1c d7 08 fb 01 00
v_ldexp_f32_e64_dpp v255, v208, v84 dpp8:[4,7,5,2,0,4,6,1]   ; ff 00 1c d7 e9 a8 02 00 d0 7c 05 3a
v_ldexp_f32_e64_dpp v158, v143, v81 quad_perm:[1,1,1,2] row_mask:0x5 bank_mask:0xb bound_ctrl:1 ; 9e 00 1c d7 fa a2 02 00 8f 95 08 5b
v_ldexp_f32 v29, -4.0, ttmp9                                 ; 1d 00 1c d7 f7 ea 00 00
v_bfm_b32 v4, v1, v8                                         ; 04 00 1d d7 01 11 02 00
v_bfm_b32 v4, exec_lo, v8                                    ; 04 00 1d d7 7e 10 02 00
v_bfm_b32 v4, -1, v8                                         ; 04 00 1d d7 c1 10 02 00
v_bfm_b32 v4, 0.15915494, v8                                 ; 04 00 1d d7 f8 10 02 00
v_bfm_b32 v4, v8, v255                                       ; 04 00 1d d7 08 ff 03 00
v_bfm_b32 v4, v8, null                                       ; 04 00 1d d7 08 f9 00 00
v_bfm_b32 v4, v8, -16                                        ; 04 00 1d d7 08 a1 01 00
v_bfm_b32 v4, v8, src_scc                                    ; 04 00 1d d7 08 fb 01 00
v_bfm_b32_e64_dpp v255, v247, v152 quad_perm:[1,3,1,1] row_mask:0x3 bank_mask:0xe fi:1 ; ff 00 1d d7 fa 30 03 00 f7 5d 04 3e
v_bfm_b32 v248, v66, v0                                      ; f8 00 1d d7 42 01 02 00
v_bfm_b32 v255, v86, s65                                     ; ff 00 1d d7 56 83 00 00
v_bcnt_u32_b32 v4, v1, v8                                    ; 04 00 1e d7 01 11 02 00
v_bcnt_u32_b32 v4, exec_lo, v8                               ; 04 00 1e d7 7e 10 02 00
v_bcnt_u32_b32 v4, -1, v8                                    ; 04 00 1e d7 c1 10 02 00
v_bcnt_u32_b32 v4, 0.15915494, v8                            ; 04 00 1e d7 f8 10 02 00
v_bcnt_u32_b32 v4, v8, v255                                  ; 04 00 1e d7 08 ff 03 00
v_bcnt_u32_b32 v4, v8, null                                  ; 04 00 1e d7 08 f9 00 00
v_bcnt_u32_b32 v4, v8, -16                                   ; 04 00 1e d7 08 a1 01 00
v_bcnt_u32_b32 v4, v8, src_scc                               ; 04 00 1e d7 08 fb 01 00
v_bcnt_u32_b32 v0, v95, s28                                  ; 00 00 1e d7 5f 39 00 00
v_bcnt_u32_b32_e64_dpp v255, v202, v123 dpp8:[4,1,3,4,7,4,5,6] fi:1 ; ff 00 1e d7 ea f6 02 00 ca cc 78 d6
v_bcnt_u32_b32_e64_dpp v35, v51, v250 dpp8:[7,6,5,3,2,2,4,6] fi:1 ; 23 00 1e d7 ea f4 03 00 33 77 27 d1
v_mbcnt_lo_u32_b32 v4, v1, v8                                ; 04 00 1f d7 01 11 02 00
v_mbcnt_lo_u32_b32 v4, exec_lo, v8                           ; 04 00 1f d7 7e 10 02 00
v_mbcnt_lo_u32_b32 v4, -1, v8                                ; 04 00 1f d7 c1 10 02 00
v_mbcnt_lo_u32_b32 v4, 0.15915494, v8                        ; 04 00 1f d7 f8 10 02 00
v_mbcnt_lo_u32_b32 v4, v8, v255                              ; 04 00 1f d7 08 ff 03 00
v_mbcnt_lo_u32_b32 v4, v8, null                              ; 04 00 1f d7 08 f9 00 00
v_mbcnt_lo_u32_b32 v4, v8, -16                               ; 04 00 1f d7 08 a1 01 00
v_mbcnt_lo_u32_b32 v4, v8, src_scc                           ; 04 00 1f d7 08 fb 01 00
v_mbcnt_lo_u32_b32 v218, exec_lo, v255                       ; da 00 1f d7 7e fe 03 00
v_mbcnt_lo_u32_b32 v33, -5, 23                               ; 21 00 1f d7 c5 2e 01 00
v_mbcnt_lo_u32_b32 v52, s77, 26                              ; 34 00 1f d7 4d 34 01 00
v_mbcnt_hi_u32_b32 v0, s96, v209                             ; 00 00 20 d7 60 a2 03 00
v_cvt_pk_norm_i16_f32 v255, -v0, v0                          ; ff 00 21 d7 00 01 02 20
v_cvt_pk_norm_u16_f32_e64_dpp v255, |v211|, v90 dpp8:[5,5,7,7,3,4,0,6] ; ff 01 22 d7 e9 b4 02 00 d3 ed 3f c2
v_cvt_pk_u16_u32 v4, v1, v8                                  ; 04 00 23 d7 01 11 02 00
v_cvt_pk_u16_u32 v4, exec_lo, v8                             ; 04 00 23 d7 7e 10 02 00
v_cvt_pk_u16_u32 v4, -1, v8                                  ; 04 00 23 d7 c1 10 02 00
v_cvt_pk_u16_u32 v4, 0.15915494, v8                          ; 04 00 23 d7 f8 10 02 00
v_cvt_pk_u16_u32 v4, v8, v255                                ; 04 00 23 d7 08 ff 03 00
v_cvt_pk_u16_u32 v4, v8, null                                ; 04 00 23 d7 08 f9 00 00
v_cvt_pk_u16_u32 v4, v8, -16                                 ; 04 00 23 d7 08 a1 01 00
v_cvt_pk_u16_u32 v4, v8, src_scc                             ; 04 00 23 d7 08 fb 01 00
v_cvt_pk_u16_u32_e64_dpp v161, v85, v191 quad_perm:[0,1,2,1] row_mask:0xb bank_mask:0x5 bound_ctrl:1 ; a1 00 23 d7 fa 7e 03 00 55 64 08 b5
v_cvt_pk_u16_u32 v255, 1.0, v166                             ; ff 00 23 d7 f2 4c 03 00
v_cvt_pk_u16_u32 v0, v0, s86                                 ; 00 00 23 d7 00 ad 00 00
v_cvt_pk_i16_i32 v4, v1, v8                                  ; 04 00 24 d7 01 11 02 00
v_cvt_pk_i16_i32 v4, exec_lo, v8                             ; 04 00 24 d7 7e 10 02 00
v_cvt_pk_i16_i32 v4, -1, v8                                  ; 04 00 24 d7 c1 10 02 00
v_cvt_pk_i16_i32 v4, 0.15915494, v8                          ; 04 00 24 d7 f8 10 02 00
v_cvt_pk_i16_i32 v4, v8, v255                                ; 04 00 24 d7 08 ff 03 00
v_cvt_pk_i16_i32 v4, v8, null                                ; 04 00 24 d7 08 f9 00 00
v_cvt_pk_i16_i32 v4, v8, -16                                 ; 04 00 24 d7 08 a1 01 00
v_cvt_pk_i16_i32 v4, v8, src_scc                             ; 04 00 24 d7 08 fb 01 00
v_cvt_pk_i16_i32 v46, v41, v0                                ; 2e 00 24 d7 29 01 02 00
v_cvt_pk_i16_i32 v74, s75, v246                              ; 4a 00 24 d7 4b ec 03 00
v_cvt_pk_i16_i32 v0, v0, v255                                ; 00 00 24 d7 00 ff 03 00
v_sub_nc_i32 v170, v198, v118                                ; aa 00 25 d7 c6 ed 02 00
v_add_nc_i32_e64_dpp v255, v183, v71 dpp8:[4,6,2,6,2,5,0,3] fi:1 ; ff 00 26 d7 ea 8e 02 00 b7 b4 ac 62
v_add_f64 v[4:5], v[1:2], v[8:9]                             ; 04 00 27 d7 01 11 02 00
v_add_f64 v[4:5], exec, v[8:9]                               ; 04 00 27 d7 7e 10 02 00
v_add_f64 v[4:5], -1, v[8:9]                                 ; 04 00 27 d7 c1 10 02 00
v_add_f64 v[4:5], 0.15915494309189532, v[8:9]                ; 04 00 27 d7 f8 10 02 00
v_add_f64 v[4:5], v[8:9], v[255:256]                         ; 04 00 27 d7 08 ff 03 00
v_add_f64 v[4:5], v[8:9], null                               ; 04 00 27 d7 08 f9 00 00
v_add_f64 v[4:5], v[8:9], -16                                ; 04 00 27 d7 08 a1 01 00
v_add_f64 v[4:5], v[8:9], src_scc                            ; 04 00 27 d7 08 fb 01 00
v_add_f64 v[66:67], 0x65, -s[32:33] clamp div:2              ; 42 80 27 d7 ff 40 00 58 65 00 00 00
v_add_f64 v[2:3], 0.15915494309189532, v[254:255]            ; 02 00 27 d7 f8 fc 03 00
v_add_f64 v[99:100], exec, v[0:1]                            ; 63 00 27 d7 7e 00 02 00
v_mul_f64 v[254:255], 0xf0, v[143:144]                       ; fe 00 28 d7 ff 1e 03 00 f0 00 00 00
v_min_f64 v[243:244], exec, v[254:255]                       ; f3 00 29 d7 7e fc 03 00
v_max_f64 v[141:142], s[52:53], v[0:1]                       ; 8d 00 2a d7 34 00 02 00
v_ldexp_f64 v[4:5], v[1:2], v8                               ; 04 00 2b d7 01 11 02 00
v_ldexp_f64 v[4:5], exec, v8                                 ; 04 00 2b d7 7e 10 02 00
v_ldexp_f64 v[4:5], -1, v8                                   ; 04 00 2b d7 c1 10 02 00
v_ldexp_f64 v[4:5], 0.15915494309189532, v8                  ; 04 00 2b d7 f8 10 02 00
v_ldexp_f64 v[4:5], v[8:9], v255                             ; 04 00 2b d7 08 ff 03 00
v_ldexp_f64 v[4:5], v[8:9], null                             ; 04 00 2b d7 08 f9 00 00
v_ldexp_f64 v[4:5], v[8:9], -16                              ; 04 00 2b d7 08 a1 01 00
v_ldexp_f64 v[4:5], v[8:9], src_scc                          ; 04 00 2b d7 08 fb 01 00
v_ldexp_f64 v[232:233], s[66:67], -4.0                       ; e8 00 2b d7 42 ee 01 00
v_ldexp_f64 v[122:123], -4, v0                               ; 7a 00 2b d7 c4 00 02 00
v_ldexp_f64 v[0:1], neg(2.0), s14 mul:2                      ; 00 00 2b d7 f4 1c 00 28
v_mul_lo_u32 v255, v178, -13                                 ; ff 00 2c d7 b2 9b 01 00
v_mul_hi_u32 v108, ttmp8, v195                               ; 6c 00 2d d7 74 86 03 00
v_mul_hi_i32 v255, 12, exec_hi                               ; ff 00 2e d7 8c fe 00 00
v_trig_preop_f64 v[4:5], v[1:2], v8                          ; 04 00 2f d7 01 11 02 00
v_trig_preop_f64 v[4:5], exec, v8                            ; 04 00 2f d7 7e 10 02 00
v_trig_preop_f64 v[4:5], -1, v8                              ; 04 00 2f d7 c1 10 02 00
v_trig_preop_f64 v[4:5], 0.15915494309189532, v8             ; 04 00 2f d7 f8 10 02 00
v_trig_preop_f64 v[4:5], v[8:9], v255                        ; 04 00 2f d7 08 ff 03 00
v_trig_preop_f64 v[4:5], v[8:9], null                        ; 04 00 2f d7 08 f9 00 00
v_trig_preop_f64 v[4:5], v[8:9], -16                         ; 04 00 2f d7 08 a1 01 00
v_trig_preop_f64 v[4:5], v[8:9], src_scc                     ; 04 00 2f d7 08 fb 01 00
v_trig_preop_f64 v[44:45], -v[254:255], m0 mul:4             ; 2c 00 2f d7 fe fb 00 30
v_trig_preop_f64 v[213:214], |v[0:1]|, v0 mul:2              ; d5 01 2f d7 00 01 02 08
v_trig_preop_f64 v[254:255], -s[70:71], src_shared_base div:2 ; fe 00 2f d7 46 d6 01 38
v_lshlrev_b16 v4.l, v1.l, v8.l                               ; 04 00 38 d7 01 11 02 00
v_lshlrev_b16 v4.l, exec_lo, v8.l                            ; 04 00 38 d7 7e 10 02 00
v_lshlrev_b16 v4.l, -1, v8.l                                 ; 04 00 38 d7 c1 10 02 00
v_lshlrev_b16 v4.l, 0x3118, v8.l                             ; 04 00 38 d7 f8 10 02 00
v_lshlrev_b16 v4.l, v8.l, v255.l                             ; 04 00 38 d7 08 ff 03 00
v_lshlrev_b16 v4.l, v8.l, null                               ; 04 00 38 d7 08 f9 00 00
v_lshlrev_b16 v4.l, v8.l, -16                                ; 04 00 38 d7 08 a1 01 00
v_lshlrev_b16 v4.l, v8.l, src_scc                            ; 04 00 38 d7 08 fb 01 00
v_lshlrev_b16 v111.l, -3, 45                                 ; 6f 00 38 d7 c3 5a 01 00
v_lshlrev_b16 v0.h, 57, v255.h op_sel:[1,1,1]                ; 00 58 38 d7 b9 fe 03 00
v_lshlrev_b16 v75.l, v255.l, 0x4400                          ; 4b 00 38 d7 ff ed 01 00
v_lshrrev_b16 v26.l, src_private_base, v255.l                ; 1a 00 39 d7 ed fe 03 00
v_ashrrev_i16 v4.l, v1.l, v8.l                               ; 04 00 3a d7 01 11 02 00
v_ashrrev_i16 v4.l, exec_lo, v8.l                            ; 04 00 3a d7 7e 10 02 00
v_ashrrev_i16 v4.l, -1, v8.l                                 ; 04 00 3a d7 c1 10 02 00
v_ashrrev_i16 v4.l, 0x3118, v8.l                             ; 04 00 3a d7 f8 10 02 00
v_ashrrev_i16 v4.l, v8.l, v255.l                             ; 04 00 3a d7 08 ff 03 00
v_ashrrev_i16 v4.l, v8.l, null                               ; 04 00 3a d7 08 f9 00 00
v_ashrrev_i16 v4.l, v8.l, -16                                ; 04 00 3a d7 08 a1 01 00
v_ashrrev_i16 v4.l, v8.l, src_scc                            ; 04 00 3a d7 08 fb 01 00
v_ashrrev_i16 v255.l, v255.l, ttmp12                         ; ff 00 3a d7 ff f1 00 00
v_ashrrev_i16 v0.h, s100, v118.h op_sel:[1,1,1]              ; 00 58 3a d7 64 ec 02 00
v_ashrrev_i16 v117.l, v0.l, s85                              ; 75 00 3a d7 00 ab 00 00
v_lshlrev_b64 v[4:5], v1, v[8:9]                             ; 04 00 3c d7 01 11 02 00
v_lshlrev_b64 v[4:5], exec_lo, v[8:9]                        ; 04 00 3c d7 7e 10 02 00
v_lshlrev_b64 v[4:5], -1, v[8:9]                             ; 04 00 3c d7 c1 10 02 00
v_lshlrev_b64 v[4:5], 0.15915494, v[8:9]                     ; 04 00 3c d7 f8 10 02 00
v_lshlrev_b64 v[4:5], v8, v[255:256]                         ; 04 00 3c d7 08 ff 03 00
v_lshlrev_b64 v[4:5], v8, null                               ; 04 00 3c d7 08 f9 00 00
v_lshlrev_b64 v[4:5], v8, -16                                ; 04 00 3c d7 08 a1 01 00
v_lshlrev_b64 v[4:5], v8, src_scc                            ; 04 00 3c d7 08 fb 01 00
v_lshlrev_b64 v[0:1], -16, s[60:61]                          ; 00 00 3c d7 d0 78 00 00
v_lshlrev_b64 v[127:128], -1.0, v[200:201]                   ; 7f 00 3c d7 f3 90 03 00
v_lshlrev_b64 v[0:1], v255, v[0:1]                           ; 00 00 3c d7 ff 01 02 00
v_lshrrev_b64 v[245:246], ttmp4, v[254:255]                  ; f5 00 3d d7 70 fc 03 00
v_ashrrev_i64 v[4:5], v1, v[8:9]                             ; 04 00 3e d7 01 11 02 00
v_ashrrev_i64 v[4:5], exec_lo, v[8:9]                        ; 04 00 3e d7 7e 10 02 00
v_ashrrev_i64 v[4:5], -1, v[8:9]                             ; 04 00 3e d7 c1 10 02 00
v_ashrrev_i64 v[4:5], 0.15915494, v[8:9]                     ; 04 00 3e d7 f8 10 02 00
v_ashrrev_i64 v[4:5], v8, v[255:256]                         ; 04 00 3e d7 08 ff 03 00
v_ashrrev_i64 v[4:5], v8, null                               ; 04 00 3e d7 08 f9 00 00
v_ashrrev_i64 v[4:5], v8, -16                                ; 04 00 3e d7 08 a1 01 00
v_ashrrev_i64 v[4:5], v8, src_scc                            ; 04 00 3e d7 08 fb 01 00
v_ashrrev_i64 v[0:1], s89, v[254:255]                        ; 00 00 3e d7 59 fc 03 00
v_ashrrev_i64 v[189:190], v0, v[31:32]                       ; bd 00 3e d7 00 3f 02 00
v_ashrrev_i64 v[12:13], lit(0x1), src_shared_base            ; 0c 00 3e d7 ff d6 01 00 01 00 00 00
v_readlane_b32 s4, v8, -16                                   ; 04 00 60 d7 08 a1 01 00
v_readlane_b32 exec_hi, v36, 0.5                             ; 7f 00 60 d7 24 e1 01 00
v_readlane_b32 exec_lo, v4, s89                              ; 7e 00 60 d7 04 b3 00 00
v_readlane_b32 s42, v75, s57                                 ; 2a 00 60 d7 4b 73 00 00
v_writelane_b32 v226, -3, src_private_limit                  ; e2 00 61 d7 c3 dc 01 00
v_and_b16 v4.l, v1.l, v8.l                                   ; 04 00 62 d7 01 11 02 00
v_and_b16 v4.l, exec_lo, v8.l                                ; 04 00 62 d7 7e 10 02 00
v_and_b16 v4.l, -1, v8.l                                     ; 04 00 62 d7 c1 10 02 00
v_and_b16 v4.l, 0x3118, v8.l                                 ; 04 00 62 d7 f8 10 02 00
v_and_b16 v4.l, v8.l, v255.l                                 ; 04 00 62 d7 08 ff 03 00
v_and_b16 v4.l, v8.l, null                                   ; 04 00 62 d7 08 f9 00 00
v_and_b16 v4.l, v8.l, -16                                    ; 04 00 62 d7 08 a1 01 00
v_and_b16 v4.l, v8.l, src_scc                                ; 04 00 62 d7 08 fb 01 00
v_and_b16 v182.l, v189.l, s51                                ; b6 00 62 d7 bd 67 00 00
v_and_b16_e64_dpp v135.l, v62.l, v140.l quad_perm:[2,1,1,3] row_mask:0xd bank_mask:0x8 bound_ctrl:1 fi:1 ; 87 00 62 d7 fa 18 03 00 3e d6 0c d8
v_and_b16_e64_dpp v146.l, v116.l, v180.l quad_perm:[3,0,2,1] row_mask:0x8 bank_mask:0x0 ; 92 00 62 d7 fa 68 03 00 74 63 00 80
v_or_b16_e64_dpp v0.h, v211.l, v79.l op_sel:[0,0,1] quad_perm:[3,2,2,1] row_mask:0xf bank_mask:0x8 bound_ctrl:1 ; 00 40 63 d7 fa 9e 02 00 d3 6b 08 f8
v_xor_b16 v151.h, -3, 0x4400 op_sel:[0,1,1]                  ; 97 50 64 d7 c3 ec 01 00
; wave64
v_cndmask_b32_e64 v4, v1, v8, s[4:5]                         ; 04 00 01 d5 01 11 12 00
v_cndmask_b32_e64 v4, v255, v8, s[4:5]                       ; 04 00 01 d5 ff 11 12 00
v_cndmask_b32_e64 v4, s2, v8, s[4:5]                         ; 04 00 01 d5 02 10 12 00
v_cndmask_b32_e64 v4, s104, v8, s[4:5]                       ; 04 00 01 d5 68 10 12 00
v_cndmask_b32_e64 v4, vcc_lo, v8, s[4:5]                     ; 04 00 01 d5 6a 10 12 00
v_cndmask_b32_e64 v4, exec_lo, v8, s[4:5]                    ; 04 00 01 d5 7e 10 12 00
v_cndmask_b32_e64 v4, null, v8, s[4:5]                       ; 04 00 01 d5 7c 10 12 00
v_cndmask_b32_e64 v4, ttmp0, v8, s[4:5]                      ; 04 00 01 d5 6c 10 12 00
v_cndmask_b32_e64 v4, 0, v8, s[4:5]                          ; 04 00 01 d5 80 10 12 00
v_cndmask_b32_e64 v4, 64, v8, s[4:5]                         ; 04 00 01 d5 c0 10 12 00
v_cndmask_b32_e64 v4, -1, v8, s[4:5]                         ; 04 00 01 d5 c1 10 12 00
v_cndmask_b32_e64 v4, -16, v8, s[4:5]                        ; 04 00 01 d5 d0 10 12 00
v_cndmask_b32_e64 v4, 0.5, v8, s[4:5]                        ; 04 00 01 d5 f0 10 12 00
v_cndmask_b32_e64 v4, 1.0, v8, s[4:5]                        ; 04 00 01 d5 f2 10 12 00
v_cndmask_b32_e64 v4, -4.0, v8, s[4:5]                       ; 04 00 01 d5 f7 10 12 00
v_cndmask_b32_e64 v4, 0.15915494, v8, s[4:5]                 ; 04 00 01 d5 f8 10 12 00
v_cndmask_b32_e64 v4, src_scc, v8, s[4:5]                    ; 04 00 01 d5 fd 10 12 00
v_cndmask_b32_e64 v4, src_shared_base, v8, s[4:5]            ; 04 00 01 d5 eb 10 12 00
v_cndmask_b32_e64 v4, 0x12345678, v8, s[4:5]                 ; 04 00 01 d5 ff 10 12 00 78 56 34 12
v_cndmask_b32_e64 v4, v8, v1, s[4:5]                         ; 04 00 01 d5 08 03 12 00
v_cndmask_b32_e64 v4, v8, v255, s[4:5]                       ; 04 00 01 d5 08 ff 13 00
v_cndmask_b32_e64 v4, v8, s2, s[4:5]                         ; 04 00 01 d5 08 05 10 00
v_cndmask_b32_e64 v4, v8, s104, s[4:5]                       ; 04 00 01 d5 08 d1 10 00
v_cndmask_b32_e64 v4, v8, vcc_lo, s[4:5]                     ; 04 00 01 d5 08 d5 10 00
v_cndmask_b32_e64 v4, v8, exec_lo, s[4:5]                    ; 04 00 01 d5 08 fd 10 00
v_cndmask_b32_e64 v4, v8, null, s[4:5]                       ; 04 00 01 d5 08 f9 10 00
v_cndmask_b32_e64 v4, v8, ttmp0, s[4:5]                      ; 04 00 01 d5 08 d9 10 00
v_cndmask_b32_e64 v4, v8, 0, s[4:5]                          ; 04 00 01 d5 08 01 11 00
v_cndmask_b32_e64 v4, v8, 64, s[4:5]                         ; 04 00 01 d5 08 81 11 00
v_cndmask_b32_e64 v4, v8, -1, s[4:5]                         ; 04 00 01 d5 08 83 11 00
v_cndmask_b32_e64 v4, v8, -16, s[4:5]                        ; 04 00 01 d5 08 a1 11 00
v_cndmask_b32_e64 v4, v8, 0.5, s[4:5]                        ; 04 00 01 d5 08 e1 11 00
v_cndmask_b32_e64 v4, v8, 1.0, s[4:5]                        ; 04 00 01 d5 08 e5 11 00
v_cndmask_b32_e64 v4, v8, -4.0, s[4:5]                       ; 04 00 01 d5 08 ef 11 00
v_cndmask_b32_e64 v4, v8, 0.15915494, s[4:5]                 ; 04 00 01 d5 08 f1 11 00
v_cndmask_b32_e64 v4, v8, src_scc, s[4:5]                    ; 04 00 01 d5 08 fb 11 00
v_cndmask_b32_e64 v4, v8, src_shared_base, s[4:5]            ; 04 00 01 d5 08 d7 11 00
v_cndmask_b32_e64 v4, v8, 0x12345678, s[4:5]                 ; 04 00 01 d5 08 ff 11 00 78 56 34 12
v_cndmask_b32_e64 v4, v8, v8, s[2:3]                         ; 04 00 01 d5 08 11 0a 00
v_cndmask_b32_e64 v4, v8, v8, s[104:105]                     ; 04 00 01 d5 08 11 a2 01
v_cndmask_b32_e64 v4, v8, v8, vcc                            ; 04 00 01 d5 08 11 aa 01
v_cndmask_b32_e64 v4, v8, v8, exec                           ; 04 00 01 d5 08 11 fa 01
v_cndmask_b32_e64 v4, v8, v8, null                           ; 04 00 01 d5 08 11 f2 01
v_cndmask_b32_e64 v4, v8, v8, ttmp[0:1]                      ; 04 00 01 d5 08 11 b2 01
v_cndmask_b32_e64_dpp v6, v176, v219, s[54:55] quad_perm:[2,0,3,1] row_mask:0xe bank_mask:0x8 ; 06 00 01 d5 fa b6 db 00 b0 72 00 e8
v_cndmask_b32_e64 v255, src_shared_base, v150, exec          ; ff 00 01 d5 eb 2c fb 01
v_cndmask_b32_e64 v0, lit(0x3f800000), s73, vcc              ; 00 00 01 d5 ff 92 a8 01 00 00 80 3f
v_cmp_f_f16_e64 s[4:5], v1.l, v8.l                           ; 04 00 00 d4 01 11 02 00
v_cmp_f_f16_e64 s[4:5], v255.l, v8.l                         ; 04 00 00 d4 ff 11 02 00
v_cmp_f_f16_e64 s[4:5], s2, v8.l                             ; 04 00 00 d4 02 10 02 00
v_cmp_f_f16_e64 s[4:5], s104, v8.l                           ; 04 00 00 d4 68 10 02 00
v_cmp_f_f16_e64 s[4:5], vcc_lo, v8.l                         ; 04 00 00 d4 6a 10 02 00
v_cmp_f_f16_e64 s[4:5], exec_lo, v8.l                        ; 04 00 00 d4 7e 10 02 00
v_cmp_f_f16_e64 s[4:5], null, v8.l                           ; 04 00 00 d4 7c 10 02 00
v_cmp_f_f16_e64 s[4:5], ttmp0, v8.l                          ; 04 00 00 d4 6c 10 02 00
v_cmp_f_f16_e64 s[4:5], 0, v8.l                              ; 04 00 00 d4 80 10 02 00
v_cmp_f_f16_e64 s[4:5], 64, v8.l                             ; 04 00 00 d4 c0 10 02 00
v_cmp_f_f16_e64 s[4:5], -1, v8.l                             ; 04 00 00 d4 c1 10 02 00
v_cmp_f_f16_e64 s[4:5], -16, v8.l                            ; 04 00 00 d4 d0 10 02 00
v_cmp_f_f16_e64 s[4:5], 0.5, v8.l                            ; 04 00 00 d4 f0 10 02 00
v_cmp_f_f16_e64 s[4:5], 1.0, v8.l                            ; 04 00 00 d4 f2 10 02 00
v_cmp_f_f16_e64 s[4:5], -4.0, v8.l                           ; 04 00 00 d4 f7 10 02 00
v_cmp_f_f16_e64 s[4:5], 0.15915494, v8.l                     ; 04 00 00 d4 f8 10 02 00
v_cmp_f_f16_e64 s[4:5], src_scc, v8.l                        ; 04 00 00 d4 fd 10 02 00
v_cmp_f_f16_e64 s[4:5], src_shared_base, v8.l                ; 04 00 00 d4 eb 10 02 00
v_cmp_f_f16_e64 s[4:5], 0x5678, v8.l                         ; 04 00 00 d4 ff 10 02 00 78 56 34 12
v_cmp_f_f16_e64 s[4:5], v8.l, v1.l                           ; 04 00 00 d4 08 03 02 00
v_cmp_f_f16_e64 s[4:5], v8.l, v255.l                         ; 04 00 00 d4 08 ff 03 00
v_cmp_f_f16_e64 s[4:5], v8.l, s2                             ; 04 00 00 d4 08 05 00 00
v_cmp_f_f16_e64 s[4:5], v8.l, s104                           ; 04 00 00 d4 08 d1 00 00
v_cmp_f_f16_e64 s[4:5], v8.l, vcc_lo                         ; 04 00 00 d4 08 d5 00 00
v_cmp_f_f16_e64 s[4:5], v8.l, exec_lo                        ; 04 00 00 d4 08 fd 00 00
v_cmp_f_f16_e64 s[4:5], v8.l, null                           ; 04 00 00 d4 08 f9 00 00
v_cmp_f_f16_e64 s[4:5], v8.l, ttmp0                          ; 04 00 00 d4 08 d9 00 00
v_cmp_f_f16_e64 s[4:5], v8.l, 0                              ; 04 00 00 d4 08 01 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, 64                             ; 04 00 00 d4 08 81 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, -1                             ; 04 00 00 d4 08 83 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, -16                            ; 04 00 00 d4 08 a1 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, 0.5                            ; 04 00 00 d4 08 e1 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, 1.0                            ; 04 00 00 d4 08 e5 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, -4.0                           ; 04 00 00 d4 08 ef 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, 0.15915494                     ; 04 00 00 d4 08 f1 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, src_scc                        ; 04 00 00 d4 08 fb 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, src_shared_base                ; 04 00 00 d4 08 d7 01 00
v_cmp_f_f16_e64 s[4:5], v8.l, 0x5678                         ; 04 00 00 d4 08 ff 01 00 78 56 34 12
v_cmp_f_f16_e64 ttmp[8:9], -|exec_lo|, m0 op_sel:[0,1,0]     ; 74 11 00 d4 7e fa 00 20
v_cmp_f_f16_e64 s[44:45], -|-2.0|, src_scc op_sel:[1,1,0]    ; 2c 19 00 d4 f5 fa 01 20
v_cmp_f_f16_e64 null, 4, s27                                 ; 7c 00 00 d4 84 36 00 00
v_cmp_f_f32_e64 s[4:5], v1, v8                               ; 04 00 10 d4 01 11 02 00
v_cmp_f_f32_e64 s[4:5], v255, v8                             ; 04 00 10 d4 ff 11 02 00
v_cmp_f_f32_e64 s[4:5], s2, v8                               ; 04 00 10 d4 02 10 02 00
v_cmp_f_f32_e64 s[4:5], s104, v8                             ; 04 00 10 d4 68 10 02 00
v_cmp_f_f32_e64 s[4:5], vcc_lo, v8                           ; 04 00 10 d4 6a 10 02 00
v_cmp_f_f32_e64 s[4:5], exec_lo, v8                          ; 04 00 10 d4 7e 10 02 00
v_cmp_f_f32_e64 s[4:5], null, v8                             ; 04 00 10 d4 7c 10 02 00
v_cmp_f_f32_e64 s[4:5], ttmp0, v8                            ; 04 00 10 d4 6c 10 02 00
v_cmp_f_f32_e64 s[4:5], 0, v8                                ; 04 00 10 d4 80 10 02 00
v_cmp_f_f32_e64 s[4:5], 64, v8                               ; 04 00 10 d4 c0 10 02 00
v_cmp_f_f32_e64 s[4:5], -1, v8                               ; 04 00 10 d4 c1 10 02 00
v_cmp_f_f32_e64 s[4:5], -16, v8                              ; 04 00 10 d4 d0 10 02 00
v_cmp_f_f32_e64 s[4:5], 0.5, v8                              ; 04 00 10 d4 f0 10 02 00
v_cmp_f_f32_e64 s[4:5], 1.0, v8                              ; 04 00 10 d4 f2 10 02 00
v_cmp_f_f32_e64 s[4:5], -4.0, v8                             ; 04 00 10 d4 f7 10 02 00
v_cmp_f_f32_e64 s[4:5], 0.15915494, v8                       ; 04 00 10 d4 f8 10 02 00
v_cmp_f_f32_e64 s[4:5], src_scc, v8                          ; 04 00 10 d4 fd 10 02 00
v_cmp_f_f32_e64 s[4:5], src_shared_base, v8                  ; 04 00 10 d4 eb 10 02 00
v_cmp_f_f32_e64 s[4:5], 0x12345678, v8                       ; 04 00 10 d4 ff 10 02 00 78 56 34 12
v_cmp_f_f32_e64 s[4:5], v8, v1                               ; 04 00 10 d4 08 03 02 00
v_cmp_f_f32_e64 s[4:5], v8, v255                             ; 04 00 10 d4 08 ff 03 00
v_cmp_f_f32_e64 s[4:5], v8, s2                               ; 04 00 10 d4 08 05 00 00
v_cmp_f_f32_e64 s[4:5], v8, s104                             ; 04 00 10 d4 08 d1 00 00
v_cmp_f_f32_e64 s[4:5], v8, vcc_lo                           ; 04 00 10 d4 08 d5 00 00
v_cmp_f_f32_e64 s[4:5], v8, exec_lo                          ; 04 00 10 d4 08 fd 00 00
v_cmp_f_f32_e64 s[4:5], v8, null                             ; 04 00 10 d4 08 f9 00 00
v_cmp_f_f32_e64 s[4:5], v8, ttmp0                            ; 04 00 10 d4 08 d9 00 00
v_cmp_f_f32_e64 s[4:5], v8, 0                                ; 04 00 10 d4 08 01 01 00
v_cmp_f_f32_e64 s[4:5], v8, 64                               ; 04 00 10 d4 08 81 01 00
v_cmp_f_f32_e64 s[4:5], v8, -1                               ; 04 00 10 d4 08 83 01 00
v_cmp_f_f32_e64 s[4:5], v8, -16                              ; 04 00 10 d4 08 a1 01 00
v_cmp_f_f32_e64 s[4:5], v8, 0.5                              ; 04 00 10 d4 08 e1 01 00
v_cmp_f_f32_e64 s[4:5], v8, 1.0                              ; 04 00 10 d4 08 e5 01 00
v_cmp_f_f32_e64 s[4:5], v8, -4.0                             ; 04 00 10 d4 08 ef 01 00
v_cmp_f_f32_e64 s[4:5], v8, 0.15915494                       ; 04 00 10 d4 08 f1 01 00
v_cmp_f_f32_e64 s[4:5], v8, src_scc                          ; 04 00 10 d4 08 fb 01 00
v_cmp_f_f32_e64 s[4:5], v8, src_shared_base                  ; 04 00 10 d4 08 d7 01 00
v_cmp_f_f32_e64 s[4:5], v8, 0x12345678                       ; 04 00 10 d4 08 ff 01 00 78 56 34 12
v_cmp_f_f32_e64 s[86:87], |0.15915494|, v255                 ; 56 01 10 d4 f8 fe 03 00
v_cmp_f_f32_e64_dpp null, v223, v147 quad_perm:[2,0,3,3] row_mask:0x5 bank_mask:0xd ; 7c 00 10 d4 fa 26 03 00 df f2 00 5d
v_cmp_f_f32_e64 vcc, -s37, -|v255|                           ; 6a 02 10 d4 25 fe 03 60
v_cmp_f_f64_e64 s[4:5], v[1:2], v[8:9]                       ; 04 00 20 d4 01 11 02 00
v_cmp_f_f64_e64 s[4:5], v[255:256], v[8:9]                   ; 04 00 20 d4 ff 11 02 00
v_cmp_f_f64_e64 s[4:5], s[2:3], v[8:9]                       ; 04 00 20 d4 02 10 02 00
v_cmp_f_f64_e64 s[4:5], s[104:105], v[8:9]                   ; 04 00 20 d4 68 10 02 00
v_cmp_f_f64_e64 s[4:5], vcc, v[8:9]                          ; 04 00 20 d4 6a 10 02 00
v_cmp_f_f64_e64 s[4:5], exec, v[8:9]                         ; 04 00 20 d4 7e 10 02 00
v_cmp_f_f64_e64 s[4:5], null, v[8:9]                         ; 04 00 20 d4 7c 10 02 00
v_cmp_f_f64_e64 s[4:5], ttmp[0:1], v[8:9]                    ; 04 00 20 d4 6c 10 02 00
v_cmp_f_f64_e64 s[4:5], 0, v[8:9]                            ; 04 00 20 d4 80 10 02 00
v_cmp_f_f64_e64 s[4:5], 64, v[8:9]                           ; 04 00 20 d4 c0 10 02 00
v_cmp_f_f64_e64 s[4:5], -1, v[8:9]                           ; 04 00 20 d4 c1 10 02 00
v_cmp_f_f64_e64 s[4:5], -16, v[8:9]                          ; 04 00 20 d4 d0 10 02 00
v_cmp_f_f64_e64 s[4:5], 0.5, v[8:9]                          ; 04 00 20 d4 f0 10 02 00
v_cmp_f_f64_e64 s[4:5], 1.0, v[8:9]                          ; 04 00 20 d4 f2 10 02 00
v_cmp_f_f64_e64 s[4:5], -4.0, v[8:9]                         ; 04 00 20 d4 f7 10 02 00
v_cmp_f_f64_e64 s[4:5], 0.15915494309189532, v[8:9]          ; 04 00 20 d4 f8 10 02 00
v_cmp_f_f64_e64 s[4:5], src_scc, v[8:9]                      ; 04 00 20 d4 fd 10 02 00
v_cmp_f_f64_e64 s[4:5], src_shared_base, v[8:9]              ; 04 00 20 d4 eb 10 02 00
v_cmp_f_f64_e64 s[4:5], 0x12345678, v[8:9]                   ; 04 00 20 d4 ff 10 02 00 78 56 34 12
v_cmp_f_f64_e64 s[4:5], v[8:9], v[1:2]                       ; 04 00 20 d4 08 03 02 00
v_cmp_f_f64_e64 s[4:5], v[8:9], v[255:256]                   ; 04 00 20 d4 08 ff 03 00
v_cmp_f_f64_e64 s[4:5], v[8:9], s[2:3]                       ; 04 00 20 d4 08 05 00 00
v_cmp_f_f64_e64 s[4:5], v[8:9], s[104:105]                   ; 04 00 20 d4 08 d1 00 00
v_cmp_f_f64_e64 s[4:5], v[8:9], vcc                          ; 04 00 20 d4 08 d5 00 00
v_cmp_f_f64_e64 s[4:5], v[8:9], exec                         ; 04 00 20 d4 08 fd 00 00
v_cmp_f_f64_e64 s[4:5], v[8:9], null                         ; 04 00 20 d4 08 f9 00 00
v_cmp_f_f64_e64 s[4:5], v[8:9], ttmp[0:1]                    ; 04 00 20 d4 08 d9 00 00
v_cmp_f_f64_e64 s[4:5], v[8:9], 0                            ; 04 00 20 d4 08 01 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], 64                           ; 04 00 20 d4 08 81 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], -1                           ; 04 00 20 d4 08 83 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], -16                          ; 04 00 20 d4 08 a1 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], 0.5                          ; 04 00 20 d4 08 e1 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], 1.0                          ; 04 00 20 d4 08 e5 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], -4.0                         ; 04 00 20 d4 08 ef 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], 0.15915494309189532          ; 04 00 20 d4 08 f1 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], src_scc                      ; 04 00 20 d4 08 fb 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], src_shared_base              ; 04 00 20 d4 08 d7 01 00
v_cmp_f_f64_e64 s[4:5], v[8:9], 0x12345678                   ; 04 00 20 d4 08 ff 01 00 78 56 34 12
v_cmp_f_f64_e64 s[34:35], |src_shared_base|, -v[137:138]     ; 22 01 20 d4 eb 12 03 40
v_cmp_f_f64_e64 s[56:57], |v[0:1]|, -|-2.0|                  ; 38 03 20 d4 00 eb 01 40
v_cmp_f_f64_e64 ttmp[2:3], -|s[6:7]|, null                   ; 6e 01 20 d4 06 f8 00 20
v_cmp_lt_i16_e64 s[4:5], v1.l, v8.l                          ; 04 00 31 d4 01 11 02 00
v_cmp_lt_i16_e64 s[4:5], v255.l, v8.l                        ; 04 00 31 d4 ff 11 02 00
v_cmp_lt_i16_e64 s[4:5], s2, v8.l                            ; 04 00 31 d4 02 10 02 00
v_cmp_lt_i16_e64 s[4:5], s104, v8.l                          ; 04 00 31 d4 68 10 02 00
v_cmp_lt_i16_e64 s[4:5], vcc_lo, v8.l                        ; 04 00 31 d4 6a 10 02 00
v_cmp_lt_i16_e64 s[4:5], exec_lo, v8.l                       ; 04 00 31 d4 7e 10 02 00
v_cmp_lt_i16_e64 s[4:5], null, v8.l                          ; 04 00 31 d4 7c 10 02 00
v_cmp_lt_i16_e64 s[4:5], ttmp0, v8.l                         ; 04 00 31 d4 6c 10 02 00
v_cmp_lt_i16_e64 s[4:5], 0, v8.l                             ; 04 00 31 d4 80 10 02 00
v_cmp_lt_i16_e64 s[4:5], 64, v8.l                            ; 04 00 31 d4 c0 10 02 00
v_cmp_lt_i16_e64 s[4:5], -1, v8.l                            ; 04 00 31 d4 c1 10 02 00
v_cmp_lt_i16_e64 s[4:5], -16, v8.l                           ; 04 00 31 d4 d0 10 02 00
v_cmp_lt_i16_e64 s[4:5], 0x3800, v8.l                        ; 04 00 31 d4 f0 10 02 00
v_cmp_lt_i16_e64 s[4:5], 0x3c00, v8.l                        ; 04 00 31 d4 f2 10 02 00
v_cmp_lt_i16_e64 s[4:5], 0xc400, v8.l                        ; 04 00 31 d4 f7 10 02 00
v_cmp_lt_i16_e64 s[4:5], 0x3118, v8.l                        ; 04 00 31 d4 f8 10 02 00
v_cmp_lt_i16_e64 s[4:5], src_scc, v8.l                       ; 04 00 31 d4 fd 10 02 00
v_cmp_lt_i16_e64 s[4:5], src_shared_base, v8.l               ; 04 00 31 d4 eb 10 02 00
v_cmp_lt_i16_e64 s[4:5], 0x5678, v8.l                        ; 04 00 31 d4 ff 10 02 00 78 56 34 12
v_cmp_lt_i16_e64 s[4:5], v8.l, v1.l                          ; 04 00 31 d4 08 03 02 00
v_cmp_lt_i16_e64 s[4:5], v8.l, v255.l                        ; 04 00 31 d4 08 ff 03 00
v_cmp_lt_i16_e64 s[4:5], v8.l, s2                            ; 04 00 31 d4 08 05 00 00
v_cmp_lt_i16_e64 s[4:5], v8.l, s104                          ; 04 00 31 d4 08 d1 00 00
v_cmp_lt_i16_e64 s[4:5], v8.l, vcc_lo                        ; 04 00 31 d4 08 d5 00 00
v_cmp_lt_i16_e64 s[4:5], v8.l, exec_lo                       ; 04 00 31 d4 08 fd 00 00
v_cmp_lt_i16_e64 s[4:5], v8.l, null                          ; 04 00 31 d4 08 f9 00 00
v_cmp_lt_i16_e64 s[4:5], v8.l, ttmp0                         ; 04 00 31 d4 08 d9 00 00
v_cmp_lt_i16_e64 s[4:5], v8.l, 0                             ; 04 00 31 d4 08 01 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, 64                            ; 04 00 31 d4 08 81 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, -1                            ; 04 00 31 d4 08 83 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, -16                           ; 04 00 31 d4 08 a1 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, 0x3800                        ; 04 00 31 d4 08 e1 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, 0x3c00                        ; 04 00 31 d4 08 e5 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, 0xc400                        ; 04 00 31 d4 08 ef 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, 0x3118                        ; 04 00 31 d4 08 f1 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, src_scc                       ; 04 00 31 d4 08 fb 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, src_shared_base               ; 04 00 31 d4 08 d7 01 00
v_cmp_lt_i16_e64 s[4:5], v8.l, 0x5678                        ; 04 00 31 d4 08 ff 01 00 78 56 34 12
v_cmp_lt_i16_e64_dpp s[28:29], v27.l, v163.h op_sel:[0,1] quad_perm:[1,1,0,0] row_mask:0x1 bank_mask:0x7 bound_ctrl:1 fi:1 ; 1c 10 31 d4 fa 46 03 00 1b 05 0c 17
v_cmp_lt_i16_e64 s[22:23], 0xbc00, null op_sel:[1,0,0]       ; 16 08 31 d4 f3 f8 00 00
v_cmp_lt_i16_e64_dpp s[38:39], v239.l, v157.h op_sel:[0,1] dpp8:[5,0,6,6,6,2,7,2] ; 26 10 31 d4 e9 3a 03 00 ef 85 6d 5d
v_cmp_lt_u16_e64 s[4:5], v1.l, v8.l                          ; 04 00 39 d4 01 11 02 00
v_cmp_lt_u16_e64 s[4:5], v255.l, v8.l                        ; 04 00 39 d4 ff 11 02 00
v_cmp_lt_u16_e64 s[4:5], s2, v8.l                            ; 04 00 39 d4 02 10 02 00
v_cmp_lt_u16_e64 s[4:5], s104, v8.l                          ; 04 00 39 d4 68 10 02 00
v_cmp_lt_u16_e64 s[4:5], vcc_lo, v8.l                        ; 04 00 39 d4 6a 10 02 00
v_cmp_lt_u16_e64 s[4:5], exec_lo, v8.l                       ; 04 00 39 d4 7e 10 02 00
v_cmp_lt_u16_e64 s[4:5], null, v8.l                          ; 04 00 39 d4 7c 10 02 00
v_cmp_lt_u16_e64 s[4:5], ttmp0, v8.l                         ; 04 00 39 d4 6c 10 02 00
v_cmp_lt_u16_e64 s[4:5], 0, v8.l                             ; 04 00 39 d4 80 10 02 00
v_cmp_lt_u16_e64 s[4:5], 64, v8.l                            ; 04 00 39 d4 c0 10 02 00
v_cmp_lt_u16_e64 s[4:5], -1, v8.l                            ; 04 00 39 d4 c1 10 02 00
v_cmp_lt_u16_e64 s[4:5], -16, v8.l                           ; 04 00 39 d4 d0 10 02 00
v_cmp_lt_u16_e64 s[4:5], 0x3800, v8.l                        ; 04 00 39 d4 f0 10 02 00
v_cmp_lt_u16_e64 s[4:5], 0x3c00, v8.l                        ; 04 00 39 d4 f2 10 02 00
v_cmp_lt_u16_e64 s[4:5], 0xc400, v8.l                        ; 04 00 39 d4 f7 10 02 00
v_cmp_lt_u16_e64 s[4:5], 0x3118, v8.l                        ; 04 00 39 d4 f8 10 02 00
v_cmp_lt_u16_e64 s[4:5], src_scc, v8.l                       ; 04 00 39 d4 fd 10 02 00
v_cmp_lt_u16_e64 s[4:5], src_shared_base, v8.l               ; 04 00 39 d4 eb 10 02 00
v_cmp_lt_u16_e64 s[4:5], 0x5678, v8.l                        ; 04 00 39 d4 ff 10 02 00 78 56 34 12
v_cmp_lt_u16_e64 s[4:5], v8.l, v1.l                          ; 04 00 39 d4 08 03 02 00
v_cmp_lt_u16_e64 s[4:5], v8.l, v255.l                        ; 04 00 39 d4 08 ff 03 00
v_cmp_lt_u16_e64 s[4:5], v8.l, s2                            ; 04 00 39 d4 08 05 00 00
v_cmp_lt_u16_e64 s[4:5], v8.l, s104                          ; 04 00 39 d4 08 d1 00 00
v_cmp_lt_u16_e64 s[4:5], v8.l, vcc_lo                        ; 04 00 39 d4 08 d5 00 00
v_cmp_lt_u16_e64 s[4:5], v8.l, exec_lo                       ; 04 00 39 d4 08 fd 00 00
v_cmp_lt_u16_e64 s[4:5], v8.l, null                          ; 04 00 39 d4 08 f9 00 00
v_cmp_lt_u16_e64 s[4:5], v8.l, ttmp0                         ; 04 00 39 d4 08 d9 00 00
v_cmp_lt_u16_e64 s[4:5], v8.l, 0                             ; 04 00 39 d4 08 01 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, 64                            ; 04 00 39 d4 08 81 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, -1                            ; 04 00 39 d4 08 83 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, -16                           ; 04 00 39 d4 08 a1 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, 0x3800                        ; 04 00 39 d4 08 e1 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, 0x3c00                        ; 04 00 39 d4 08 e5 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, 0xc400                        ; 04 00 39 d4 08 ef 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, 0x3118                        ; 04 00 39 d4 08 f1 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, src_scc                       ; 04 00 39 d4 08 fb 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, src_shared_base               ; 04 00 39 d4 08 d7 01 00
v_cmp_lt_u16_e64 s[4:5], v8.l, 0x5678                        ; 04 00 39 d4 08 ff 01 00 78 56 34 12
v_cmp_lt_u16_e64 exec, 0xb800, v201.l                        ; 7e 00 39 d4 f1 92 03 00
v_cmp_lt_u16_e64 ttmp[2:3], s40, 63 op_sel:[0,1,0]           ; 6e 10 39 d4 28 7e 01 00
v_cmp_lt_u16_e64 ttmp[0:1], 0xbc00, v0.l                     ; 6c 00 39 d4 f3 00 02 00
v_cmp_f_i32_e64 s[4:5], v1, v8                               ; 04 00 40 d4 01 11 02 00
v_cmp_f_i32_e64 s[4:5], v255, v8                             ; 04 00 40 d4 ff 11 02 00
v_cmp_f_i32_e64 s[4:5], s2, v8                               ; 04 00 40 d4 02 10 02 00
v_cmp_f_i32_e64 s[4:5], s104, v8                             ; 04 00 40 d4 68 10 02 00
v_cmp_f_i32_e64 s[4:5], vcc_lo, v8                           ; 04 00 40 d4 6a 10 02 00
v_cmp_f_i32_e64 s[4:5], exec_lo, v8                          ; 04 00 40 d4 7e 10 02 00
v_cmp_f_i32_e64 s[4:5], null, v8                             ; 04 00 40 d4 7c 10 02 00
v_cmp_f_i32_e64 s[4:5], ttmp0, v8                            ; 04 00 40 d4 6c 10 02 00
v_cmp_f_i32_e64 s[4:5], 0, v8                                ; 04 00 40 d4 80 10 02 00
v_cmp_f_i32_e64 s[4:5], 64, v8                               ; 04 00 40 d4 c0 10 02 00
v_cmp_f_i32_e64 s[4:5], -1, v8                               ; 04 00 40 d4 c1 10 02 00
v_cmp_f_i32_e64 s[4:5], -16, v8                              ; 04 00 40 d4 d0 10 02 00
v_cmp_f_i32_e64 s[4:5], 0.5, v8                              ; 04 00 40 d4 f0 10 02 00
v_cmp_f_i32_e64 s[4:5], 1.0, v8                              ; 04 00 40 d4 f2 10 02 00
v_cmp_f_i32_e64 s[4:5], -4.0, v8                             ; 04 00 40 d4 f7 10 02 00
v_cmp_f_i32_e64 s[4:5], 0.15915494, v8                       ; 04 00 40 d4 f8 10 02 00
v_cmp_f_i32_e64 s[4:5], src_scc, v8                          ; 04 00 40 d4 fd 10 02 00
v_cmp_f_i32_e64 s[4:5], src_shared_base, v8                  ; 04 00 40 d4 eb 10 02 00
v_cmp_f_i32_e64 s[4:5], 0x12345678, v8                       ; 04 00 40 d4 ff 10 02 00 78 56 34 12
v_cmp_f_i32_e64 s[4:5], v8, v1                               ; 04 00 40 d4 08 03 02 00
v_cmp_f_i32_e64 s[4:5], v8, v255                             ; 04 00 40 d4 08 ff 03 00
v_cmp_f_i32_e64 s[4:5], v8, s2                               ; 04 00 40 d4 08 05 00 00
v_cmp_f_i32_e64 s[4:5], v8, s104                             ; 04 00 40 d4 08 d1 00 00
v_cmp_f_i32_e64 s[4:5], v8, vcc_lo                           ; 04 00 40 d4 08 d5 00 00
v_cmp_f_i32_e64 s[4:5], v8, exec_lo                          ; 04 00 40 d4 08 fd 00 00
v_cmp_f_i32_e64 s[4:5], v8, null                             ; 04 00 40 d4 08 f9 00 00
v_cmp_f_i32_e64 s[4:5], v8, ttmp0                            ; 04 00 40 d4 08 d9 00 00
v_cmp_f_i32_e64 s[4:5], v8, 0                                ; 04 00 40 d4 08 01 01 00
v_cmp_f_i32_e64 s[4:5], v8, 64                               ; 04 00 40 d4 08 81 01 00
v_cmp_f_i32_e64 s[4:5], v8, -1                               ; 04 00 40 d4 08 83 01 00
v_cmp_f_i32_e64 s[4:5], v8, -16                              ; 04 00 40 d4 08 a1 01 00
v_cmp_f_i32_e64 s[4:5], v8, 0.5                              ; 04 00 40 d4 08 e1 01 00
v_cmp_f_i32_e64 s[4:5], v8, 1.0                              ; 04 00 40 d4 08 e5 01 00
v_cmp_f_i32_e64 s[4:5], v8, -4.0                             ; 04 00 40 d4 08 ef 01 00
v_cmp_f_i32_e64 s[4:5], v8, 0.15915494                       ; 04 00 40 d4 08 f1 01 00
v_cmp_f_i32_e64 s[4:5], v8, src_scc                          ; 04 00 40 d4 08 fb 01 00
v_cmp_f_i32_e64 s[4:5], v8, src_shared_base                  ; 04 00 40 d4 08 d7 01 00
v_cmp_f_i32_e64 s[4:5], v8, 0x12345678                       ; 04 00 40 d4 08 ff 01 00 78 56 34 12
v_cmp_f_i32_e64 ttmp[14:15], lit(0x32), v252                 ; 7a 00 40 d4 ff f8 03 00 32 00 00 00
v_cmp_f_i32_e64 vcc, v255, null                              ; 6a 00 40 d4 ff f9 00 00
v_cmp_f_i32_e64_dpp s[58:59], v68, v251 dpp8:[3,2,0,2,5,2,3,3] ; 3a 00 40 d4 e9 f6 03 00 44 13 54 6d
v_cmp_f_u32_e64 s[4:5], v1, v8                               ; 04 00 48 d4 01 11 02 00
v_cmp_f_u32_e64 s[4:5], v255, v8                             ; 04 00 48 d4 ff 11 02 00
v_cmp_f_u32_e64 s[4:5], s2, v8                               ; 04 00 48 d4 02 10 02 00
v_cmp_f_u32_e64 s[4:5], s104, v8                             ; 04 00 48 d4 68 10 02 00
v_cmp_f_u32_e64 s[4:5], vcc_lo, v8                           ; 04 00 48 d4 6a 10 02 00
v_cmp_f_u32_e64 s[4:5], exec_lo, v8                          ; 04 00 48 d4 7e 10 02 00
v_cmp_f_u32_e64 s[4:5], null, v8                             ; 04 00 48 d4 7c 10 02 00
v_cmp_f_u32_e64 s[4:5], ttmp0, v8                            ; 04 00 48 d4 6c 10 02 00
v_cmp_f_u32_e64 s[4:5], 0, v8                                ; 04 00 48 d4 80 10 02 00
v_cmp_f_u32_e64 s[4:5], 64, v8                               ; 04 00 48 d4 c0 10 02 00
v_cmp_f_u32_e64 s[4:5], -1, v8                               ; 04 00 48 d4 c1 10 02 00
v_cmp_f_u32_e64 s[4:5], -16, v8                              ; 04 00 48 d4 d0 10 02 00
v_cmp_f_u32_e64 s[4:5], 0.5, v8                              ; 04 00 48 d4 f0 10 02 00
v_cmp_f_u32_e64 s[4:5], 1.0, v8                              ; 04 00 48 d4 f2 10 02 00
v_cmp_f_u32_e64 s[4:5], -4.0, v8                             ; 04 00 48 d4 f7 10 02 00
v_cmp_f_u32_e64 s[4:5], 0.15915494, v8                       ; 04 00 48 d4 f8 10 02 00
v_cmp_f_u32_e64 s[4:5], src_scc, v8                          ; 04 00 48 d4 fd 10 02 00
v_cmp_f_u32_e64 s[4:5], src_shared_base, v8                  ; 04 00 48 d4 eb 10 02 00
v_cmp_f_u32_e64 s[4:5], 0x12345678, v8                       ; 04 00 48 d4 ff 10 02 00 78 56 34 12
v_cmp_f_u32_e64 s[4:5], v8, v1                               ; 04 00 48 d4 08 03 02 00
v_cmp_f_u32_e64 s[4:5], v8, v255                             ; 04 00 48 d4 08 ff 03 00
v_cmp_f_u32_e64 s[4:5], v8, s2                               ; 04 00 48 d4 08 05 00 00
v_cmp_f_u32_e64 s[4:5], v8, s104                             ; 04 00 48 d4 08 d1 00 00
v_cmp_f_u32_e64 s[4:5], v8, vcc_lo                           ; 04 00 48 d4 08 d5 00 00
v_cmp_f_u32_e64 s[4:5], v8, exec_lo                          ; 04 00 48 d4 08 fd 00 00
v_cmp_f_u32_e64 s[4:5], v8, null                             ; 04 00 48 d4 08 f9 00 00
v_cmp_f_u32_e64 s[4:5], v8, ttmp0                            ; 04 00 48 d4 08 d9 00 00
v_cmp_f_u32_e64 s[4:5], v8, 0                                ; 04 00 48 d4 08 01 01 00
v_cmp_f_u32_e64 s[4:5], v8, 64                               ; 04 00 48 d4 08 81 01 00
v_cmp_f_u32_e64 s[4:5], v8, -1                               ; 04 00 48 d4 08 83 01 00
v_cmp_f_u32_e64 s[4:5], v8, -16                              ; 04 00 48 d4 08 a1 01 00
v_cmp_f_u32_e64 s[4:5], v8, 0.5                              ; 04 00 48 d4 08 e1 01 00
v_cmp_f_u32_e64 s[4:5], v8, 1.0                              ; 04 00 48 d4 08 e5 01 00
v_cmp_f_u32_e64 s[4:5], v8, -4.0                             ; 04 00 48 d4 08 ef 01 00
v_cmp_f_u32_e64 s[4:5], v8, 0.15915494                       ; 04 00 48 d4 08 f1 01 00
v_cmp_f_u32_e64 s[4:5], v8, src_scc                          ; 04 00 48 d4 08 fb 01 00
v_cmp_f_u32_e64 s[4:5], v8, src_shared_base                  ; 04 00 48 d4 08 d7 01 00
v_cmp_f_u32_e64 s[4:5], v8, 0x12345678                       ; 04 00 48 d4 08 ff 01 00 78 56 34 12
v_cmp_f_u32_e64_dpp null, v193, v111 dpp8:[5,7,2,7,7,1,5,5]  ; 7c 00 48 d4 e9 de 02 00 c1 bd fe b4
v_cmp_f_u32_e64_dpp s[32:33], v235, v215 dpp8:[2,0,0,6,4,7,4,2] ; 20 00 48 d4 e9 ae 03 00 eb 02 cc 53
v_cmp_f_u32_e64 s[10:11], s34, v255                          ; 0a 00 48 d4 22 fe 03 00
v_cmp_f_i64_e64 s[4:5], v[1:2], v[8:9]                       ; 04 00 50 d4 01 11 02 00
v_cmp_f_i64_e64 s[4:5], exec, v[8:9]                         ; 04 00 50 d4 7e 10 02 00
v_cmp_f_i64_e64 s[4:5], -1, v[8:9]                           ; 04 00 50 d4 c1 10 02 00
v_cmp_f_i64_e64 s[4:5], 0.15915494309189532, v[8:9]          ; 04 00 50 d4 f8 10 02 00
v_cmp_f_i64_e64 s[4:5], v[8:9], v[255:256]                   ; 04 00 50 d4 08 ff 03 00
v_cmp_f_i64_e64 s[4:5], v[8:9], null                         ; 04 00 50 d4 08 f9 00 00
v_cmp_f_i64_e64 s[4:5], v[8:9], -16                          ; 04 00 50 d4 08 a1 01 00
v_cmp_f_i64_e64 s[4:5], v[8:9], src_scc                      ; 04 00 50 d4 08 fb 01 00
v_cmp_f_i64_e64 s[54:55], v[254:255], vcc                    ; 36 00 50 d4 fe d5 00 00
v_cmp_f_i64_e64 s[24:25], v[0:1], v[222:223]                 ; 18 00 50 d4 00 bd 03 00
v_cmp_f_i64_e64 exec, v[58:59], s[36:37]                     ; 7e 00 50 d4 3a 49 00 00
v_cmp_f_u64_e64 s[4:5], v[1:2], v[8:9]                       ; 04 00 58 d4 01 11 02 00
v_cmp_f_u64_e64 s[4:5], exec, v[8:9]                         ; 04 00 58 d4 7e 10 02 00
v_cmp_f_u64_e64 s[4:5], -1, v[8:9]                           ; 04 00 58 d4 c1 10 02 00
v_cmp_f_u64_e64 s[4:5], 0.15915494309189532, v[8:9]          ; 04 00 58 d4 f8 10 02 00
v_cmp_f_u64_e64 s[4:5], v[8:9], v[255:256]                   ; 04 00 58 d4 08 ff 03 00
v_cmp_f_u64_e64 s[4:5], v[8:9], null                         ; 04 00 58 d4 08 f9 00 00
v_cmp_f_u64_e64 s[4:5], v[8:9], -16                          ; 04 00 58 d4 08 a1 01 00
v_cmp_f_u64_e64 s[4:5], v[8:9], src_scc                      ; 04 00 58 d4 08 fb 01 00
v_cmp_f_u64_e64 s[48:49], v[226:227], v[254:255]             ; 30 00 58 d4 e2 fd 03 00
v_cmp_f_u64_e64 s[72:73], v[223:224], 17                     ; 48 00 58 d4 df 23 01 00
v_cmp_f_u64_e64 s[14:15], lit(0x1), v[247:248]               ; 0e 00 58 d4 ff ee 03 00 01 00 00 00
v_cmp_class_f16_e64 s[4:5], v1.l, v8.l                       ; 04 00 7d d4 01 11 02 00
v_cmp_class_f16_e64 s[4:5], exec_lo, v8.l                    ; 04 00 7d d4 7e 10 02 00
v_cmp_class_f16_e64 s[4:5], -1, v8.l                         ; 04 00 7d d4 c1 10 02 00
v_cmp_class_f16_e64 s[4:5], 0.15915494, v8.l                 ; 04 00 7d d4 f8 10 02 00
v_cmp_class_f16_e64 s[4:5], v8.l, v255.l                     ; 04 00 7d d4 08 ff 03 00
v_cmp_class_f16_e64 s[4:5], v8.l, null                       ; 04 00 7d d4 08 f9 00 00
v_cmp_class_f16_e64 s[4:5], v8.l, -16                        ; 04 00 7d d4 08 a1 01 00
v_cmp_class_f16_e64 s[4:5], v8.l, src_scc                    ; 04 00 7d d4 08 fb 01 00
v_cmp_class_f16_e64_dpp s[82:83], -|v130.h|, v185.h op_sel:[1,1] dpp8:[1,3,1,2,1,5,7,7] fi:1 ; 52 19 7d d4 ea 72 03 20 82 59 94 fe
v_cmp_class_f16_e64 ttmp[6:7], v255.l, s56                   ; 72 00 7d d4 ff 71 00 00
v_cmp_class_f16_e64 s[76:77], null, v255.l                   ; 4c 00 7d d4 7c fe 03 00
v_cmp_class_f32_e64 s[4:5], v1, v8                           ; 04 00 7e d4 01 11 02 00
v_cmp_class_f32_e64 s[4:5], exec_lo, v8                      ; 04 00 7e d4 7e 10 02 00
v_cmp_class_f32_e64 s[4:5], -1, v8                           ; 04 00 7e d4 c1 10 02 00
v_cmp_class_f32_e64 s[4:5], 0.15915494, v8                   ; 04 00 7e d4 f8 10 02 00
v_cmp_class_f32_e64 s[4:5], v8, v255                         ; 04 00 7e d4 08 ff 03 00
v_cmp_class_f32_e64 s[4:5], v8, null                         ; 04 00 7e d4 08 f9 00 00
v_cmp_class_f32_e64 s[4:5], v8, -16                          ; 04 00 7e d4 08 a1 01 00
v_cmp_class_f32_e64 s[4:5], v8, src_scc                      ; 04 00 7e d4 08 fb 01 00
v_cmp_class_f32_e64_dpp s[10:11], v17, v170 row_xmask:4 row_mask:0x4 bank_mask:0x0 bound_ctrl:1 fi:1 ; 0a 00 7e d4 fa 54 03 00 11 64 0d 40
v_cmp_class_f32_e64 ttmp[8:9], v0, v255                      ; 74 00 7e d4 00 ff 03 00
v_cmp_class_f32_e64 null, v255, v0                           ; 7c 00 7e d4 ff 01 02 00
v_cmp_class_f64_e64 s[4:5], v[1:2], v8                       ; 04 00 7f d4 01 11 02 00
v_cmp_class_f64_e64 s[4:5], exec, v8                         ; 04 00 7f d4 7e 10 02 00
v_cmp_class_f64_e64 s[4:5], -1, v8                           ; 04 00 7f d4 c1 10 02 00
v_cmp_class_f64_e64 s[4:5], 0.15915494309189532, v8          ; 04 00 7f d4 f8 10 02 00
v_cmp_class_f64_e64 s[4:5], v[8:9], v255                     ; 04 00 7f d4 08 ff 03 00
v_cmp_class_f64_e64 s[4:5], v[8:9], null                     ; 04 00 7f d4 08 f9 00 00
v_cmp_class_f64_e64 s[4:5], v[8:9], -16                      ; 04 00 7f d4 08 a1 01 00
v_cmp_class_f64_e64 s[4:5], v[8:9], src_scc                  ; 04 00 7f d4 08 fb 01 00
v_cmp_class_f64_e64 s[56:57], |32|, null                     ; 38 01 7f d4 a0 f8 00 00
v_cmp_class_f64_e64 s[28:29], 0x3c00, 58                     ; 1c 00 7f d4 ff 74 01 00 00 3c 00 00
v_cmp_class_f64_e64 s[10:11], v[149:150], 0x80000000         ; 0a 00 7f d4 95 ff 01 00 00 00 00 80
v_cmpx_f_f16_e64 v1.l, v8.l                                  ; 00 00 80 d4 01 11 02 00
v_cmpx_f_f16_e64 exec_lo, v8.l                               ; 00 00 80 d4 7e 10 02 00
v_cmpx_f_f16_e64 -1, v8.l                                    ; 00 00 80 d4 c1 10 02 00
v_cmpx_f_f16_e64 0.15915494, v8.l                            ; 00 00 80 d4 f8 10 02 00
v_cmpx_f_f16_e64 v8.l, v255.l                                ; 00 00 80 d4 08 ff 03 00
v_cmpx_f_f16_e64 v8.l, null                                  ; 00 00 80 d4 08 f9 00 00
v_cmpx_f_f16_e64 v8.l, -16                                   ; 00 00 80 d4 08 a1 01 00
v_cmpx_f_f16_e64 v8.l, src_scc                               ; 00 00 80 d4 08 fb 01 00
v_cmpx_f_f16_e64 v162.l, s83                                 ; 00 00 80 d4 a2 a7 00 00
v_cmpx_f_f16_e64_dpp |v160.l|, -|v78.l| dpp8:[5,1,0,0,0,4,0,1] ; 00 03 80 d4 e9 9c 02 40 a0 0d 00 22
v_cmpx_f_f16_e64_dpp v192.l, -|v139.l| row_ror:7 row_mask:0xa bank_mask:0xf bound_ctrl:1 ; 00 02 80 d4 fa 16 03 40 c0 27 09 af
v_cmpx_f_f32_e64 v1, v8                                      ; 00 00 90 d4 01 11 02 00
v_cmpx_f_f32_e64 exec_lo, v8                                 ; 00 00 90 d4 7e 10 02 00
v_cmpx_f_f32_e64 -1, v8                                      ; 00 00 90 d4 c1 10 02 00
v_cmpx_f_f32_e64 0.15915494, v8                              ; 00 00 90 d4 f8 10 02 00
v_cmpx_f_f32_e64 v8, v255                                    ; 00 00 90 d4 08 ff 03 00
v_cmpx_f_f32_e64 v8, null                                    ; 00 00 90 d4 08 f9 00 00
v_cmpx_f_f32_e64 v8, -16                                     ; 00 00 90 d4 08 a1 01 00
v_cmpx_f_f32_e64 v8, src_scc                                 ; 00 00 90 d4 08 fb 01 00
v_cmpx_f_f32_e64_dpp -|v152|, -v135 dpp8:[5,0,4,3,1,0,2,7] fi:1 ; 00 01 90 d4 ea 0e 03 60 98 05 17 e8
v_cmpx_f_f32_e64 v186, |v255|                                ; 00 02 90 d4 ba ff 03 00
v_cmpx_f_f32_e64_dpp v56, -v87 row_shl:8 row_mask:0x3 bank_mask:0xb bound_ctrl:1 fi:1 ; 00 00 90 d4 fa ae 02 40 38 08 0d 3b
v_cmpx_f_f64_e64 v[1:2], v[8:9]                              ; 00 00 a0 d4 01 11 02 00
v_cmpx_f_f64_e64 exec, v[8:9]                                ; 00 00 a0 d4 7e 10 02 00
v_cmpx_f_f64_e64 -1, v[8:9]                                  ; 00 00 a0 d4 c1 10 02 00
v_cmpx_f_f64_e64 0.15915494309189532, v[8:9]                 ; 00 00 a0 d4 f8 10 02 00
v_cmpx_f_f64_e64 v[8:9], v[255:256]                          ; 00 00 a0 d4 08 ff 03 00
v_cmpx_f_f64_e64 v[8:9], null                                ; 00 00 a0 d4 08 f9 00 00
v_cmpx_f_f64_e64 v[8:9], -16                                 ; 00 00 a0 d4 08 a1 01 00
v_cmpx_f_f64_e64 v[8:9], src_scc                             ; 00 00 a0 d4 08 fb 01 00
v_cmpx_f_f64_e64 v[0:1], 47                                  ; 00 00 a0 d4 00 5f 01 00
v_cmpx_f_f64_e64 src_private_base, v[74:75]                  ; 00 00 a0 d4 ed 94 02 00
v_cmpx_f_f64_e64 neg(-1.0), -v[202:203]                      ; 00 00 a0 d4 f3 94 03 60
v_cmpx_lt_i16_e64 v1.l, v8.l                                 ; 00 00 b1 d4 01 11 02 00
v_cmpx_lt_i16_e64 exec_lo, v8.l                              ; 00 00 b1 d4 7e 10 02 00
v_cmpx_lt_i16_e64 -1, v8.l                                   ; 00 00 b1 d4 c1 10 02 00
v_cmpx_lt_i16_e64 0x3118, v8.l                               ; 00 00 b1 d4 f8 10 02 00
v_cmpx_lt_i16_e64 v8.l, v255.l                               ; 00 00 b1 d4 08 ff 03 00
v_cmpx_lt_i16_e64 v8.l, null                                 ; 00 00 b1 d4 08 f9 00 00
v_cmpx_lt_i16_e64 v8.l, -16                                  ; 00 00 b1 d4 08 a1 01 00
v_cmpx_lt_i16_e64 v8.l, src_scc                              ; 00 00 b1 d4 08 fb 01 00
v_cmpx_lt_i16_e64 exec_hi, 0x4400 op_sel:[0,1]               ; 00 10 b1 d4 7f ec 01 00
v_cmpx_lt_i16_e64_dpp v1.h, v144.h op_sel:[1,1] quad_perm:[3,0,3,1] row_mask:0x4 bank_mask:0xe ; 00 18 b1 d4 fa 20 03 00 01 73 00 4e
v_cmpx_lt_i16_e64 v255.h, v174.l op_sel:[1,0]                ; 00 08 b1 d4 ff 5d 03 00
v_cmpx_lt_u16_e64 v1.l, v8.l                                 ; 00 00 b9 d4 01 11 02 00
v_cmpx_lt_u16_e64 exec_lo, v8.l                              ; 00 00 b9 d4 7e 10 02 00
v_cmpx_lt_u16_e64 -1, v8.l                                   ; 00 00 b9 d4 c1 10 02 00
v_cmpx_lt_u16_e64 0x3118, v8.l                               ; 00 00 b9 d4 f8 10 02 00
v_cmpx_lt_u16_e64 v8.l, v255.l                               ; 00 00 b9 d4 08 ff 03 00
v_cmpx_lt_u16_e64 v8.l, null                                 ; 00 00 b9 d4 08 f9 00 00
v_cmpx_lt_u16_e64 v8.l, -16                                  ; 00 00 b9 d4 08 a1 01 00
v_cmpx_lt_u16_e64 v8.l, src_scc                              ; 00 00 b9 d4 08 fb 01 00
v_cmpx_lt_u16_e64 v0.l, 0x3118                               ; 00 00 b9 d4 00 f1 01 00
v_cmpx_lt_u16_e64 v58.l, v13.l                               ; 00 00 b9 d4 3a 1b 02 00
v_cmpx_lt_u16_e64_dpp v159.l, v196.l dpp8:[6,5,2,0,1,2,7,6]  ; 00 00 b9 d4 e9 88 03 00 9f ae 10 dd
v_cmpx_f_i32_e64 v1, v8                                      ; 00 00 c0 d4 01 11 02 00
v_cmpx_f_i32_e64 exec_lo, v8                                 ; 00 00 c0 d4 7e 10 02 00
v_cmpx_f_i32_e64 -1, v8                                      ; 00 00 c0 d4 c1 10 02 00
v_cmpx_f_i32_e64 0.15915494, v8                              ; 00 00 c0 d4 f8 10 02 00
v_cmpx_f_i32_e64 v8, v255                                    ; 00 00 c0 d4 08 ff 03 00
v_cmpx_f_i32_e64 v8, null                                    ; 00 00 c0 d4 08 f9 00 00
v_cmpx_f_i32_e64 v8, -16                                     ; 00 00 c0 d4 08 a1 01 00
v_cmpx_f_i32_e64 v8, src_scc                                 ; 00 00 c0 d4 08 fb 01 00
v_cmpx_f_i32_e64 55, s73                                     ; 00 00 c0 d4 b7 92 00 00
v_cmpx_f_i32_e64 lit(0x3f800000), 21                         ; 00 00 c0 d4 ff 2a 01 00 00 00 80 3f
v_cmpx_f_i32_e64 -7, v0                                      ; 00 00 c0 d4 c7 00 02 00
v_cmpx_f_u32_e64 v1, v8                                      ; 00 00 c8 d4 01 11 02 00
v_cmpx_f_u32_e64 exec_lo, v8                                 ; 00 00 c8 d4 7e 10 02 00
v_cmpx_f_u32_e64 -1, v8                                      ; 00 00 c8 d4 c1 10 02 00
v_cmpx_f_u32_e64 0.15915494, v8                              ; 00 00 c8 d4 f8 10 02 00
v_cmpx_f_u32_e64 v8, v255                                    ; 00 00 c8 d4 08 ff 03 00
v_cmpx_f_u32_e64 v8, null                                    ; 00 00 c8 d4 08 f9 00 00
v_cmpx_f_u32_e64 v8, -16                                     ; 00 00 c8 d4 08 a1 01 00
v_cmpx_f_u32_e64 v8, src_scc                                 ; 00 00 c8 d4 08 fb 01 00
v_cmpx_f_u32_e64 null, v203                                  ; 00 00 c8 d4 7c 96 03 00
v_cmpx_f_u32_e64 0x3c00, v197                                ; 00 00 c8 d4 ff 8a 03 00 00 3c 00 00
v_cmpx_f_u32_e64 22, v255                                    ; 00 00 c8 d4 96 fe 03 00
v_cmpx_f_i64_e64 v[1:2], v[8:9]                              ; 00 00 d0 d4 01 11 02 00
v_cmpx_f_i64_e64 exec, v[8:9]                                ; 00 00 d0 d4 7e 10 02 00
v_cmpx_f_i64_e64 -1, v[8:9]                                  ; 00 00 d0 d4 c1 10 02 00
v_cmpx_f_i64_e64 0.15915494309189532, v[8:9]                 ; 00 00 d0 d4 f8 10 02 00
v_cmpx_f_i64_e64 v[8:9], v[255:256]                          ; 00 00 d0 d4 08 ff 03 00
v_cmpx_f_i64_e64 v[8:9], null                                ; 00 00 d0 d4 08 f9 00 00
v_cmpx_f_i64_e64 v[8:9], -16                                 ; 00 00 d0 d4 08 a1 01 00
v_cmpx_f_i64_e64 v[8:9], src_scc                             ; 00 00 d0 d4 08 fb 01 00
v_cmpx_f_i64_e64 s[6:7], v[71:72]                            ; 00 00 d0 d4 06 8e 02 00
v_cmpx_f_i64_e64 s[60:61], -4.0                              ; 00 00 d0 d4 3c ee 01 00
v_cmpx_f_i64_e64 v[254:255], v[0:1]                          ; 00 00 d0 d4 fe 01 02 00
v_cmpx_f_u64_e64 v[1:2], v[8:9]                              ; 00 00 d8 d4 01 11 02 00
v_cmpx_f_u64_e64 exec, v[8:9]                                ; 00 00 d8 d4 7e 10 02 00
v_cmpx_f_u64_e64 -1, v[8:9]                                  ; 00 00 d8 d4 c1 10 02 00
v_cmpx_f_u64_e64 0.15915494309189532, v[8:9]                 ; 00 00 d8 d4 f8 10 02 00
v_cmpx_f_u64_e64 v[8:9], v[255:256]                          ; 00 00 d8 d4 08 ff 03 00
v_cmpx_f_u64_e64 v[8:9], null                                ; 00 00 d8 d4 08 f9 00 00
v_cmpx_f_u64_e64 v[8:9], -16                                 ; 00 00 d8 d4 08 a1 01 00
v_cmpx_f_u64_e64 v[8:9], src_scc                             ; 00 00 d8 d4 08 fb 01 00
v_cmpx_f_u64_e64 v[0:1], -14                                 ; 00 00 d8 d4 00 9d 01 00
v_cmpx_f_u64_e64 v[0:1], -0.5                                ; 00 00 d8 d4 00 e3 01 00
v_cmpx_f_u64_e64 v[202:203], lit(0x1)                        ; 00 00 d8 d4 ca ff 01 00 01 00 00 00
v_cmpx_class_f16_e64 v1.l, v8.l                              ; 00 00 fd d4 01 11 02 00
v_cmpx_class_f16_e64 exec_lo, v8.l                           ; 00 00 fd d4 7e 10 02 00
v_cmpx_class_f16_e64 -1, v8.l                                ; 00 00 fd d4 c1 10 02 00
v_cmpx_class_f16_e64 0.15915494, v8.l                        ; 00 00 fd d4 f8 10 02 00
v_cmpx_class_f16_e64 v8.l, v255.l                            ; 00 00 fd d4 08 ff 03 00
v_cmpx_class_f16_e64 v8.l, null                              ; 00 00 fd d4 08 f9 00 00
v_cmpx_class_f16_e64 v8.l, -16                               ; 00 00 fd d4 08 a1 01 00
v_cmpx_class_f16_e64 v8.l, src_scc                           ; 00 00 fd d4 08 fb 01 00
v_cmpx_class_f16_e64_dpp v125.l, v151.l dpp8:[4,1,7,5,4,7,4,0] fi:1 ; 00 00 fd d4 ea 2e 03 00 7d cc cb 13
v_cmpx_class_f16_e64 |vcc_lo|, v87.l                         ; 00 01 fd d4 6a ae 02 00
v_cmpx_class_f16_e64 -|-0.5|, v227.h op_sel:[0,1]            ; 00 11 fd d4 f1 c6 03 20
v_cmpx_class_f32_e64 v1, v8                                  ; 00 00 fe d4 01 11 02 00
v_cmpx_class_f32_e64 exec_lo, v8                             ; 00 00 fe d4 7e 10 02 00
v_cmpx_class_f32_e64 -1, v8                                  ; 00 00 fe d4 c1 10 02 00
v_cmpx_class_f32_e64 0.15915494, v8                          ; 00 00 fe d4 f8 10 02 00
v_cmpx_class_f32_e64 v8, v255                                ; 00 00 fe d4 08 ff 03 00
v_cmpx_class_f32_e64 v8, null                                ; 00 00 fe d4 08 f9 00 00
v_cmpx_class_f32_e64 v8, -16                                 ; 00 00 fe d4 08 a1 01 00
v_cmpx_class_f32_e64 v8, src_scc                             ; 00 00 fe d4 08 fb 01 00
v_cmpx_class_f32_e64 v0, src_shared_limit                    ; 00 00 fe d4 00 d9 01 00
v_cmpx_class_f32_e64 v73, v95                                ; 00 00 fe d4 49 bf 02 00
v_cmpx_class_f32_e64_dpp -v148, v71 dpp8:[5,4,3,4,4,4,5,1] fi:1 ; 00 00 fe d4 ea 8e 02 20 94 e5 48 36
v_cmpx_class_f64_e64 v[1:2], v8                              ; 00 00 ff d4 01 11 02 00
v_cmpx_class_f64_e64 exec, v8                                ; 00 00 ff d4 7e 10 02 00
v_cmpx_class_f64_e64 -1, v8                                  ; 00 00 ff d4 c1 10 02 00
v_cmpx_class_f64_e64 0.15915494309189532, v8                 ; 00 00 ff d4 f8 10 02 00
v_cmpx_class_f64_e64 v[8:9], v255                            ; 00 00 ff d4 08 ff 03 00
v_cmpx_class_f64_e64 v[8:9], null                            ; 00 00 ff d4 08 f9 00 00
v_cmpx_class_f64_e64 v[8:9], -16                             ; 00 00 ff d4 08 a1 01 00
v_cmpx_class_f64_e64 v[8:9], src_scc                         ; 00 00 ff d4 08 fb 01 00
v_cmpx_class_f64_e64 s[90:91], v202                          ; 00 00 ff d4 5a 94 03 00
v_cmpx_class_f64_e64 21, v28                                 ; 00 00 ff d4 95 38 02 00
v_cmpx_class_f64_e64 0xfffffffa, 23                          ; 00 00 ff d4 ff 2e 01 00 fa ff ff ff
v_div_fmas_f32 v4, v1, v8, v8                                ; 04 00 37 d6 01 11 22 04
v_div_fmas_f32 v4, exec_lo, v8, v8                           ; 04 00 37 d6 7e 10 22 04
v_div_fmas_f32 v4, -1, v8, v8                                ; 04 00 37 d6 c1 10 22 04
v_div_fmas_f32 v4, 0.15915494, v8, v8                        ; 04 00 37 d6 f8 10 22 04
v_div_fmas_f32 v4, v8, v255, v8                              ; 04 00 37 d6 08 ff 23 04
v_div_fmas_f32 v4, v8, null, v8                              ; 04 00 37 d6 08 f9 20 04
v_div_fmas_f32 v4, v8, -16, v8                               ; 04 00 37 d6 08 a1 21 04
v_div_fmas_f32 v4, v8, src_scc, v8                           ; 04 00 37 d6 08 fb 21 04
v_div_fmas_f32 v4, v8, v8, s2                                ; 04 00 37 d6 08 11 0a 00
v_div_fmas_f32 v4, v8, v8, ttmp0                             ; 04 00 37 d6 08 11 b2 01
v_div_fmas_f32 v4, v8, v8, 0.5                               ; 04 00 37 d6 08 11 c2 03
v_div_fmas_f32 v4, v8, v8, src_shared_base                   ; 04 00 37 d6 08 11 ae 03
v_div_fmas_f32 v255, v255, |v0|, -v36                        ; ff 02 37 d6 ff 01 92 84
v_div_fmas_f32 v255, 4.0, v197, v0                           ; ff 00 37 d6 f6 8a 03 04
v_div_fmas_f64 v[4:5], v[1:2], v[8:9], v[8:9]                ; 04 00 38 d6 01 11 22 04
v_div_fmas_f64 v[4:5], exec, v[8:9], v[8:9]                  ; 04 00 38 d6 7e 10 22 04
v_div_fmas_f64 v[4:5], -1, v[8:9], v[8:9]                    ; 04 00 38 d6 c1 10 22 04
v_div_fmas_f64 v[4:5], 0.15915494309189532, v[8:9], v[8:9]   ; 04 00 38 d6 f8 10 22 04
v_div_fmas_f64 v[4:5], v[8:9], v[255:256], v[8:9]            ; 04 00 38 d6 08 ff 23 04
v_div_fmas_f64 v[4:5], v[8:9], null, v[8:9]                  ; 04 00 38 d6 08 f9 20 04
v_div_fmas_f64 v[4:5], v[8:9], -16, v[8:9]                   ; 04 00 38 d6 08 a1 21 04
v_div_fmas_f64 v[4:5], v[8:9], src_scc, v[8:9]               ; 04 00 38 d6 08 fb 21 04
v_div_fmas_f64 v[4:5], v[8:9], v[8:9], s[2:3]                ; 04 00 38 d6 08 11 0a 00
v_div_fmas_f64 v[4:5], v[8:9], v[8:9], ttmp[0:1]             ; 04 00 38 d6 08 11 b2 01
v_div_fmas_f64 v[4:5], v[8:9], v[8:9], 0.5                   ; 04 00 38 d6 08 11 c2 03
v_div_fmas_f64 v[4:5], v[8:9], v[8:9], src_shared_base       ; 04 00 38 d6 08 11 ae 03
v_div_fmas_f64 v[209:210], |v[254:255]|, -|v[2:3]|, |v[119:120]| ; d1 07 38 d6 fe 05 de 45
v_div_fmas_f64 v[69:70], neg(54), exec, src_private_limit mul:4 ; 45 00 38 d6 b6 fc b8 33
v_div_fmas_f64 v[0:1], s[20:21], 0.15915494309189532, v[254:255] ; 00 00 38 d6 14 f0 f9 07
v_cndmask_b16 v4.l, v1.l, v8.l, s[4:5]                       ; 04 00 5d d6 01 11 12 00
v_cndmask_b16 v4.l, exec_lo, v8.l, s[4:5]                    ; 04 00 5d d6 7e 10 12 00
v_cndmask_b16 v4.l, -1, v8.l, s[4:5]                         ; 04 00 5d d6 c1 10 12 00
v_cndmask_b16 v4.l, 0x3118, v8.l, s[4:5]                     ; 04 00 5d d6 f8 10 12 00
v_cndmask_b16 v4.l, v8.l, v255.l, s[4:5]                     ; 04 00 5d d6 08 ff 13 00
v_cndmask_b16 v4.l, v8.l, null, s[4:5]                       ; 04 00 5d d6 08 f9 10 00
v_cndmask_b16 v4.l, v8.l, -16, s[4:5]                        ; 04 00 5d d6 08 a1 11 00
v_cndmask_b16 v4.l, v8.l, src_scc, s[4:5]                    ; 04 00 5d d6 08 fb 11 00
v_cndmask_b16 v4.l, v8.l, v8.l, vcc                          ; 04 00 5d d6 08 11 aa 01
v_cndmask_b16_e64_dpp v255.h, v3.l, v52.h, s[22:23] quad_perm:[1,1,0,1] row_mask:0x6 bank_mask:0xb fi:1 ; ff 50 5d d6 fa 68 5a 00 03 45 04 6b
v_cndmask_b16 v55.h, 60, v0.l, s[92:93]                      ; 37 40 5d d6 bc 00 72 01
v_cndmask_b16 v142.l, v1.l, v158.l, ttmp[0:1]                ; 8e 00 5d d6 01 3d b3 01

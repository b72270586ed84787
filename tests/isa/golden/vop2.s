; VOP2: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
v_illegal                                                    ; 00 00 00 00
v_cndmask_b32_e32 v4, v1, v4, vcc_lo                         ; 01 09 08 02
v_cndmask_b32_e32 v4, v255, v4, vcc_lo                       ; ff 09 08 02
v_cndmask_b32_e32 v4, s2, v4, vcc_lo                         ; 02 08 08 02
v_cndmask_b32_e32 v4, s104, v4, vcc_lo                       ; 68 08 08 02
v_cndmask_b32_e32 v4, vcc_lo, v4, vcc_lo                     ; 6a 08 08 02
v_cndmask_b32_e32 v4, exec_lo, v4, vcc_lo                    ; 7e 08 08 02
v_cndmask_b32_e32 v4, null, v4, vcc_lo                       ; 7c 08 08 02
v_cndmask_b32_e32 v4, ttmp0, v4, vcc_lo                      ; 6c 08 08 02
v_cndmask_b32_e32 v4, 0, v4, vcc_lo                          ; 80 08 08 02
v_cndmask_b32_e32 v4, 64, v4, vcc_lo                         ; c0 08 08 02
v_cndmask_b32_e32 v4, -1, v4, vcc_lo                         ; c1 08 08 02
v_cndmask_b32_e32 v4, -16, v4, vcc_lo                        ; d0 08 08 02
v_cndmask_b32_e32 v4, 0.5, v4, vcc_lo                        ; f0 08 08 02
v_cndmask_b32_e32 v4, 1.0, v4, vcc_lo                        ; f2 08 08 02
v_cndmask_b32_e32 v4, -4.0, v4, vcc_lo                       ; f7 08 08 02
v_cndmask_b32_e32 v4, 0.15915494, v4, vcc_lo                 ; f8 08 08 02
v_cndmask_b32_e32 v4, src_scc, v4, vcc_lo                    ; fd 08 08 02
v_cndmask_b32_e32 v4, src_shared_base, v4, vcc_lo            ; eb 08 08 02
v_cndmask_b32_e32 v4, 0x12345678, v4, vcc_lo                 ; ff 08 08 02 78 56 34 12
v_cndmask_b32_e32 v255, 33, v6, vcc_lo                       ; a1 0c fe 03
v_cndmask_b32_e32 v125, 2.0, v57, vcc_lo                     ; f4 72 fa 02
v_cndmask_b32_e32 v0, v0, v34, vcc_lo                        ; 00 45 00 02
v_dot2acc_f32_f16 v4, v1, v4                                 ; 01 09 08 04
v_dot2acc_f32_f16 v4, v255, v4                               ; ff 09 08 04
v_dot2acc_f32_f16 v4, s2, v4                                 ; 02 08 08 04
v_dot2acc_f32_f16 v4, s104, v4                               ; 68 08 08 04
v_dot2acc_f32_f16 v4, vcc_lo, v4                             ; 6a 08 08 04
v_dot2acc_f32_f16 v4, exec_lo, v4                            ; 7e 08 08 04
v_dot2acc_f32_f16 v4, null, v4                               ; 7c 08 08 04
v_dot2acc_f32_f16 v4, ttmp0, v4                              ; 6c 08 08 04
v_dot2acc_f32_f16 v4, 0, v4                                  ; 80 08 08 04
v_dot2acc_f32_f16 v4, 64, v4                                 ; c0 08 08 04
v_dot2acc_f32_f16 v4, -1, v4                                 ; c1 08 08 04
v_dot2acc_f32_f16 v4, -16, v4                                ; d0 08 08 04
v_dot2acc_f32_f16 v4, 0.5, v4                                ; f0 08 08 04
v_dot2acc_f32_f16 v4, 1.0, v4                                ; f2 08 08 04
v_dot2acc_f32_f16 v4, -4.0, v4                               ; f7 08 08 04
v_dot2acc_f32_f16 v4, 0.15915494, v4                         ; f8 08 08 04
v_dot2acc_f32_f16 v4, src_scc, v4                            ; fd 08 08 04
v_dot2acc_f32_f16 v4, src_shared_base, v4                    ; eb 08 08 04
v_dot2acc_f32_f16 v4, 0x12345678, v4                         ; ff 08 08 04 78 56 34 12
v_dot2acc_f32_f16 v0, 0.15915494, v145                       ; f8 22 01 04
v_dot2acc_f32_f16 v213, vcc_lo, v131                         ; 6a 06 ab 05
v_dot2acc_f32_f16_dpp v0, v170, v0 dpp8:[6,2,7,0,5,6,1,6] fi:1 ; ea 00 00 04 aa d6 51 c7
v_add_f32_e32 v4, v1, v4                                     ; 01 09 08 06
v_add_f32_e32 v4, v255, v4                                   ; ff 09 08 06
v_add_f32_e32 v4, s2, v4                                     ; 02 08 08 06
v_add_f32_e32 v4, s104, v4                                   ; 68 08 08 06
v_add_f32_e32 v4, vcc_lo, v4                                 ; 6a 08 08 06
v_add_f32_e32 v4, exec_lo, v4                                ; 7e 08 08 06
v_add_f32_e32 v4, null, v4                                   ; 7c 08 08 06
v_add_f32_e32 v4, ttmp0, v4                                  ; 6c 08 08 06
v_add_f32_e32 v4, 0, v4                                      ; 80 08 08 06
v_add_f32_e32 v4, 64, v4                                     ; c0 08 08 06
v_add_f32_e32 v4, -1, v4                                     ; c1 08 08 06
v_add_f32_e32 v4, -16, v4                                    ; d0 08 08 06
v_add_f32_e32 v4, 0.5, v4                                    ; f0 08 08 06
v_add_f32_e32 v4, 1.0, v4                                    ; f2 08 08 06
v_add_f32_e32 v4, -4.0, v4                                   ; f7 08 08 06
v_add_f32_e32 v4, 0.15915494, v4                             ; f8 08 08 06
v_add_f32_e32 v4, src_scc, v4                                ; fd 08 08 06
v_add_f32_e32 v4, src_shared_base, v4                        ; eb 08 08 06
v_add_f32_e32 v4, 0x12345678, v4                             ; ff 08 08 06 78 56 34 12
v_add_f32_e32 v0, 2.0, v184                                  ; f4 70 01 06
v_add_f32_dpp v0, v54, v63 dpp8:[5,2,4,7,6,7,5,1] fi:1       ; ea 7e 00 06 36 15 ef 37
v_add_f32_e32 v197, s65, v0                                  ; 41 00 8a 07
v_sub_f32_e32 v0, src_shared_limit, v255                     ; ec fe 01 08
v_subrev_f32_e32 v97, 0x107f68d8, v0                         ; ff 00 c2 0a d8 68 7f 10
v_fmac_dx9_zero_f32_e32 v4, v1, v4                           ; 01 09 08 0c
v_fmac_dx9_zero_f32_e32 v4, v255, v4                         ; ff 09 08 0c
v_fmac_dx9_zero_f32_e32 v4, s2, v4                           ; 02 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, s104, v4                         ; 68 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, vcc_lo, v4                       ; 6a 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, exec_lo, v4                      ; 7e 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, null, v4                         ; 7c 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, ttmp0, v4                        ; 6c 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, 0, v4                            ; 80 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, 64, v4                           ; c0 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, -1, v4                           ; c1 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, -16, v4                          ; d0 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, 0.5, v4                          ; f0 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, 1.0, v4                          ; f2 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, -4.0, v4                         ; f7 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, 0.15915494, v4                   ; f8 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, src_scc, v4                      ; fd 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, src_shared_base, v4              ; eb 08 08 0c
v_fmac_dx9_zero_f32_e32 v4, 0x12345678, v4                   ; ff 08 08 0c 78 56 34 12
v_fmac_dx9_zero_f32_e32 v0, 13, v255                         ; 8d fe 01 0c
v_fmac_dx9_zero_f32_e32 v25, v45, v107                       ; 2d d7 32 0c
v_fmac_dx9_zero_f32_e32 v154, -6, v97                        ; c6 c2 34 0d
v_mul_dx9_zero_f32_e32 v120, v37, v255                       ; 25 ff f1 0e
v_mul_f32_dpp v0, v137, v209 quad_perm:[0,1,1,1] row_mask:0xc bank_mask:0xf bound_ctrl:1 ; fa a2 01 10 89 54 08 cf
v_mul_i32_i24_e32 v4, v1, v4                                 ; 01 09 08 12
v_mul_i32_i24_e32 v4, v255, v4                               ; ff 09 08 12
v_mul_i32_i24_e32 v4, s2, v4                                 ; 02 08 08 12
v_mul_i32_i24_e32 v4, s104, v4                               ; 68 08 08 12
v_mul_i32_i24_e32 v4, vcc_lo, v4                             ; 6a 08 08 12
v_mul_i32_i24_e32 v4, exec_lo, v4                            ; 7e 08 08 12
v_mul_i32_i24_e32 v4, null, v4                               ; 7c 08 08 12
v_mul_i32_i24_e32 v4, ttmp0, v4                              ; 6c 08 08 12
v_mul_i32_i24_e32 v4, 0, v4                                  ; 80 08 08 12
v_mul_i32_i24_e32 v4, 64, v4                                 ; c0 08 08 12
v_mul_i32_i24_e32 v4, -1, v4                                 ; c1 08 08 12
v_mul_i32_i24_e32 v4, -16, v4                                ; d0 08 08 12
v_mul_i32_i24_e32 v4, 0.5, v4                                ; f0 08 08 12
v_mul_i32_i24_e32 v4, 1.0, v4                                ; f2 08 08 12
v_mul_i32_i24_e32 v4, -4.0, v4                               ; f7 08 08 12
v_mul_i32_i24_e32 v4, 0.15915494, v4                         ; f8 08 08 12
v_mul_i32_i24_e32 v4, src_scc, v4                            ; fd 08 08 12
v_mul_i32_i24_e32 v4, src_shared_base, v4                    ; eb 08 08 12
v_mul_i32_i24_e32 v4, 0x12345678, v4                         ; ff 08 08 12 78 56 34 12
v_mul_i32_i24_dpp v255, v161, v255 dpp8:[7,0,6,4,1,4,6,6] fi:1 ; ea fe ff 13 a1 87 19 da
v_mul_i32_i24_e32 v55, s17, v255                             ; 11 fe 6f 12
v_mul_i32_i24_e32 v0, v168, v255                             ; a8 ff 01 12
v_mul_hi_i32_i24_dpp v255, v203, v0 dpp8:[0,4,5,1,4,4,7,0] fi:1 ; ea 00 fe 15 cb 60 43 1e
v_mul_u32_u24_e32 v4, v1, v4                                 ; 01 09 08 16
v_mul_u32_u24_e32 v4, v255, v4                               ; ff 09 08 16
v_mul_u32_u24_e32 v4, s2, v4                                 ; 02 08 08 16
v_mul_u32_u24_e32 v4, s104, v4                               ; 68 08 08 16
v_mul_u32_u24_e32 v4, vcc_lo, v4                             ; 6a 08 08 16
v_mul_u32_u24_e32 v4, exec_lo, v4                            ; 7e 08 08 16
v_mul_u32_u24_e32 v4, null, v4                               ; 7c 08 08 16
v_mul_u32_u24_e32 v4, ttmp0, v4                              ; 6c 08 08 16
v_mul_u32_u24_e32 v4, 0, v4                                  ; 80 08 08 16
v_mul_u32_u24_e32 v4, 64, v4                                 ; c0 08 08 16
v_mul_u32_u24_e32 v4, -1, v4                                 ; c1 08 08 16
v_mul_u32_u24_e32 v4, -16, v4                                ; d0 08 08 16
v_mul_u32_u24_e32 v4, 0.5, v4                                ; f0 08 08 16
v_mul_u32_u24_e32 v4, 1.0, v4                                ; f2 08 08 16
v_mul_u32_u24_e32 v4, -4.0, v4                               ; f7 08 08 16
v_mul_u32_u24_e32 v4, 0.15915494, v4                         ; f8 08 08 16
v_mul_u32_u24_e32 v4, src_scc, v4                            ; fd 08 08 16
v_mul_u32_u24_e32 v4, src_shared_base, v4                    ; eb 08 08 16
v_mul_u32_u24_e32 v4, 0x12345678, v4                         ; ff 08 08 16 78 56 34 12
v_mul_u32_u24_e32 v0, v0, v0                                 ; 00 01 00 16
v_mul_u32_u24_dpp v115, v254, v165 row_shr:9 row_mask:0x2 bank_mask:0xa fi:1 ; fa 4a e7 16 fe 19 05 2a
v_mul_u32_u24_e32 v0, 0.15915494, v199                       ; f8 8e 01 16
v_mul_hi_u32_u24_e32 v0, 2.0, v255                           ; f4 fe 01 18
v_min_f32_e32 v0, v0, v79                                    ; 00 9f 00 1e
v_max_f32_e32 v255, v145, v0                                 ; 91 01 fe 21
v_min_i32_e32 v113, v217, v27                                ; d9 37 e2 22
v_max_i32_dpp v255, v157, v69 row_share:8 row_mask:0x5 bank_mask:0xa bound_ctrl:1 ; fa 8a fe 25 9d 58 09 5a
v_min_u32_dpp v0, v234, v255 dpp8:[4,1,2,1,1,5,0,6] fi:1     ; ea fe 01 26 ea 8c 92 c2
v_max_u32_e32 v0, v77, v255                                  ; 4d ff 01 28
v_lshlrev_b32_e32 v4, v1, v4                                 ; 01 09 08 30
v_lshlrev_b32_e32 v4, v255, v4                               ; ff 09 08 30
v_lshlrev_b32_e32 v4, s2, v4                                 ; 02 08 08 30
v_lshlrev_b32_e32 v4, s104, v4                               ; 68 08 08 30
v_lshlrev_b32_e32 v4, vcc_lo, v4                             ; 6a 08 08 30
v_lshlrev_b32_e32 v4, exec_lo, v4                            ; 7e 08 08 30
v_lshlrev_b32_e32 v4, null, v4                               ; 7c 08 08 30
v_lshlrev_b32_e32 v4, ttmp0, v4                              ; 6c 08 08 30
v_lshlrev_b32_e32 v4, 0, v4                                  ; 80 08 08 30
v_lshlrev_b32_e32 v4, 64, v4                                 ; c0 08 08 30
v_lshlrev_b32_e32 v4, -1, v4                                 ; c1 08 08 30
v_lshlrev_b32_e32 v4, -16, v4                                ; d0 08 08 30
v_lshlrev_b32_e32 v4, 0.5, v4                                ; f0 08 08 30
v_lshlrev_b32_e32 v4, 1.0, v4                                ; f2 08 08 30
v_lshlrev_b32_e32 v4, -4.0, v4                               ; f7 08 08 30
v_lshlrev_b32_e32 v4, 0.15915494, v4                         ; f8 08 08 30
v_lshlrev_b32_e32 v4, src_scc, v4                            ; fd 08 08 30
v_lshlrev_b32_e32 v4, src_shared_base, v4                    ; eb 08 08 30
v_lshlrev_b32_e32 v4, 0x12345678, v4                         ; ff 08 08 30 78 56 34 12
v_lshlrev_b32_e32 v0, v10, v255                              ; 0a ff 01 30
v_lshlrev_b32_e32 v180, v160, v0                             ; a0 01 68 31
v_lshlrev_b32_dpp v26, v123, v155 quad_perm:[3,0,3,1] row_mask:0xd bank_mask:0x6 fi:1 ; fa 36 35 30 7b 73 04 d6
v_lshrrev_b32_e32 v0, s30, v99                               ; 1e c6 00 32
v_ashrrev_i32_e32 v4, v1, v4                                 ; 01 09 08 34
v_ashrrev_i32_e32 v4, v255, v4                               ; ff 09 08 34
v_ashrrev_i32_e32 v4, s2, v4                                 ; 02 08 08 34
v_ashrrev_i32_e32 v4, s104, v4                               ; 68 08 08 34
v_ashrrev_i32_e32 v4, vcc_lo, v4                             ; 6a 08 08 34
v_ashrrev_i32_e32 v4, exec_lo, v4                            ; 7e 08 08 34
v_ashrrev_i32_e32 v4, null, v4                               ; 7c 08 08 34
v_ashrrev_i32_e32 v4, ttmp0, v4                              ; 6c 08 08 34
v_ashrrev_i32_e32 v4, 0, v4                                  ; 80 08 08 34
v_ashrrev_i32_e32 v4, 64, v4                                 ; c0 08 08 34
v_ashrrev_i32_e32 v4, -1, v4                                 ; c1 08 08 34
v_ashrrev_i32_e32 v4, -16, v4                                ; d0 08 08 34
v_ashrrev_i32_e32 v4, 0.5, v4                                ; f0 08 08 34
v_ashrrev_i32_e32 v4, 1.0, v4                                ; f2 08 08 34
v_ashrrev_i32_e32 v4, -4.0, v4                               ; f7 08 08 34
v_ashrrev_i32_e32 v4, 0.15915494, v4                         ; f8 08 08 34
v_ashrrev_i32_e32 v4, src_scc, v4                            ; fd 08 08 34
v_ashrrev_i32_e32 v4, src_shared_base, v4                    ; eb 08 08 34
v_ashrrev_i32_e32 v4, 0x12345678, v4                         ; ff 08 08 34 78 56 34 12
v_ashrrev_i32_e32 v228, v255, v255                           ; ff ff c9 35
v_ashrrev_i32_dpp v255, v41, v0 quad_perm:[1,3,0,1] row_mask:0x6 bank_mask:0xd fi:1 ; fa 00 fe 35 29 4d 04 6d
v_ashrrev_i32_e32 v26, src_shared_limit, v167                ; ec 4e 35 34
v_and_b32_e32 v4, v1, v4                                     ; 01 09 08 36
v_and_b32_e32 v4, v255, v4                                   ; ff 09 08 36
v_and_b32_e32 v4, s2, v4                                     ; 02 08 08 36
v_and_b32_e32 v4, s104, v4                                   ; 68 08 08 36
v_and_b32_e32 v4, vcc_lo, v4                                 ; 6a 08 08 36
v_and_b32_e32 v4, exec_lo, v4                                ; 7e 08 08 36
v_and_b32_e32 v4, null, v4                                   ; 7c 08 08 36
v_and_b32_e32 v4, ttmp0, v4                                  ; 6c 08 08 36
v_and_b32_e32 v4, 0, v4                                      ; 80 08 08 36
v_and_b32_e32 v4, 64, v4                                     ; c0 08 08 36
v_and_b32_e32 v4, -1, v4                                     ; c1 08 08 36
v_and_b32_e32 v4, -16, v4                                    ; d0 08 08 36
v_and_b32_e32 v4, 0.5, v4                                    ; f0 08 08 36
v_and_b32_e32 v4, 1.0, v4                                    ; f2 08 08 36
v_and_b32_e32 v4, -4.0, v4                                   ; f7 08 08 36
v_and_b32_e32 v4, 0.15915494, v4                             ; f8 08 08 36
v_and_b32_e32 v4, src_scc, v4                                ; fd 08 08 36
v_and_b32_e32 v4, src_shared_base, v4                        ; eb 08 08 36
v_and_b32_e32 v4, 0x12345678, v4                             ; ff 08 08 36 78 56 34 12
v_and_b32_e32 v171, src_scc, v0                              ; fd 00 56 37
v_and_b32_e32 v255, s75, v255                                ; 4b fe ff 37
v_and_b32_dpp v255, v229, v80 dpp8:[4,4,5,0,4,4,2,5] fi:1    ; ea a0 fe 37 e5 64 41 aa
v_or_b32_e32 v255, v255, v100                                ; ff c9 fe 39
v_xor_b32_e32 v134, v40, v0                                  ; 28 01 0c 3b
v_xnor_b32_e32 v0, v0, v0                                    ; 00 01 00 3c
v_add_co_ci_u32_e32 v4, vcc_lo, v1, v4, vcc_lo               ; 01 09 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, v255, v4, vcc_lo             ; ff 09 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, s2, v4, vcc_lo               ; 02 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, s104, v4, vcc_lo             ; 68 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, vcc_lo, v4, vcc_lo           ; 6a 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, exec_lo, v4, vcc_lo          ; 7e 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, null, v4, vcc_lo             ; 7c 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, ttmp0, v4, vcc_lo            ; 6c 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, 0, v4, vcc_lo                ; 80 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, 64, v4, vcc_lo               ; c0 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, -1, v4, vcc_lo               ; c1 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, -16, v4, vcc_lo              ; d0 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, 0.5, v4, vcc_lo              ; f0 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, 1.0, v4, vcc_lo              ; f2 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, -4.0, v4, vcc_lo             ; f7 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, 0.15915494, v4, vcc_lo       ; f8 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, src_scc, v4, vcc_lo          ; fd 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, src_shared_base, v4, vcc_lo  ; eb 08 08 40
v_add_co_ci_u32_e32 v4, vcc_lo, 0x12345678, v4, vcc_lo       ; ff 08 08 40 78 56 34 12
v_add_co_ci_u32_e32 v255, vcc_lo, s93, v64, vcc_lo           ; 5d 80 fe 41
v_add_co_ci_u32_dpp v111, vcc_lo, v131, v0, vcc_lo quad_perm:[3,2,3,2] row_mask:0x8 bank_mask:0xf bound_ctrl:1 fi:1 ; fa 00 de 40 83 bb 0c 8f
v_add_co_ci_u32_e32 v214, vcc_lo, 33, v255, vcc_lo           ; a1 fe ad 41
v_sub_co_ci_u32_dpp v208, vcc_lo, v90, v0, vcc_lo quad_perm:[1,3,3,3] row_mask:0x1 bank_mask:0xd bound_ctrl:1 ; fa 00 a0 43 5a fd 08 1d
v_subrev_co_ci_u32_e32 v255, vcc_lo, v70, v14, vcc_lo        ; 46 1d fe 45
v_add_nc_u32_e32 v0, v0, v255                                ; 00 ff 01 4a
v_sub_nc_u32_dpp v255, v203, v255 dpp8:[3,1,7,5,0,0,3,7] fi:1 ; ea fe ff 4d cb cb 0b ec
v_subrev_nc_u32_e32 v255, v96, v255                          ; 60 ff ff 4f
v_fmac_f32_e32 v0, v0, v255                                  ; 00 ff 01 56
v_fmamk_f32 v4, v1, 0x12345678, v4                           ; 01 09 08 58 78 56 34 12
v_fmamk_f32 v4, v255, 0x12345678, v4                         ; ff 09 08 58 78 56 34 12
v_fmamk_f32 v4, s2, 0x12345678, v4                           ; 02 08 08 58 78 56 34 12
v_fmamk_f32 v4, s104, 0x12345678, v4                         ; 68 08 08 58 78 56 34 12
v_fmamk_f32 v4, vcc_lo, 0x12345678, v4                       ; 6a 08 08 58 78 56 34 12
v_fmamk_f32 v4, exec_lo, 0x12345678, v4                      ; 7e 08 08 58 78 56 34 12
v_fmamk_f32 v4, null, 0x12345678, v4                         ; 7c 08 08 58 78 56 34 12
v_fmamk_f32 v4, ttmp0, 0x12345678, v4                        ; 6c 08 08 58 78 56 34 12
v_fmamk_f32 v4, 0, 0x12345678, v4                            ; 80 08 08 58 78 56 34 12
v_fmamk_f32 v4, 64, 0x12345678, v4                           ; c0 08 08 58 78 56 34 12
v_fmamk_f32 v4, -1, 0x12345678, v4                           ; c1 08 08 58 78 56 34 12
v_fmamk_f32 v4, -16, 0x12345678, v4                          ; d0 08 08 58 78 56 34 12
v_fmamk_f32 v4, 0.5, 0x12345678, v4                          ; f0 08 08 58 78 56 34 12
v_fmamk_f32 v4, 1.0, 0x12345678, v4                          ; f2 08 08 58 78 56 34 12
v_fmamk_f32 v4, -4.0, 0x12345678, v4                         ; f7 08 08 58 78 56 34 12
v_fmamk_f32 v4, 0.15915494, 0x12345678, v4                   ; f8 08 08 58 78 56 34 12
v_fmamk_f32 v4, src_scc, 0x12345678, v4                      ; fd 08 08 58 78 56 34 12
v_fmamk_f32 v4, src_shared_base, 0x12345678, v4              ; eb 08 08 58 78 56 34 12
v_fmamk_f32 v4, 0x12345678, 0x12345678, v4                   ; ff 08 08 58 78 56 34 12
v_fmamk_f32 v194, s7, 0xffffffff, v0                         ; 07 00 84 59 ff ff ff ff
v_fmamk_f32 v255, v239, 0x1, v0                              ; ef 01 fe 59 01 00 00 00
v_fmamk_f32 v41, null, 0xffffffe4, v255                      ; 7c fe 53 58 e4 ff ff ff
v_fmaak_f32 v4, v1, v4, 0x12345678                           ; 01 09 08 5a 78 56 34 12
v_fmaak_f32 v4, v255, v4, 0x12345678                         ; ff 09 08 5a 78 56 34 12
v_fmaak_f32 v4, s2, v4, 0x12345678                           ; 02 08 08 5a 78 56 34 12
v_fmaak_f32 v4, s104, v4, 0x12345678                         ; 68 08 08 5a 78 56 34 12
v_fmaak_f32 v4, vcc_lo, v4, 0x12345678                       ; 6a 08 08 5a 78 56 34 12
v_fmaak_f32 v4, exec_lo, v4, 0x12345678                      ; 7e 08 08 5a 78 56 34 12
v_fmaak_f32 v4, null, v4, 0x12345678                         ; 7c 08 08 5a 78 56 34 12
v_fmaak_f32 v4, ttmp0, v4, 0x12345678                        ; 6c 08 08 5a 78 56 34 12
v_fmaak_f32 v4, 0, v4, 0x12345678                            ; 80 08 08 5a 78 56 34 12
v_fmaak_f32 v4, 64, v4, 0x12345678                           ; c0 08 08 5a 78 56 34 12
v_fmaak_f32 v4, -1, v4, 0x12345678                           ; c1 08 08 5a 78 56 34 12
v_fmaak_f32 v4, -16, v4, 0x12345678                          ; d0 08 08 5a 78 56 34 12
v_fmaak_f32 v4, 0.5, v4, 0x12345678                          ; f0 08 08 5a 78 56 34 12
v_fmaak_f32 v4, 1.0, v4, 0x12345678                          ; f2 08 08 5a 78 56 34 12
v_fmaak_f32 v4, -4.0, v4, 0x12345678                         ; f7 08 08 5a 78 56 34 12
v_fmaak_f32 v4, 0.15915494, v4, 0x12345678                   ; f8 08 08 5a 78 56 34 12
v_fmaak_f32 v4, src_scc, v4, 0x12345678                      ; fd 08 08 5a 78 56 34 12
v_fmaak_f32 v4, src_shared_base, v4, 0x12345678              ; eb 08 08 5a 78 56 34 12
v_fmaak_f32 v4, 0x12345678, v4, 0x12345678                   ; ff 08 08 5a 78 56 34 12
v_fmaak_f32 v137, v204, v0, 0x5ea78583                       ; cc 01 12 5b 83 85 a7 5e
v_fmaak_f32 v164, v213, v0, 0x3f800000                       ; d5 01 48 5b 00 00 80 3f
v_fmaak_f32 v42, v212, v255, 0x80000000                      ; d4 ff 55 5a 00 00 00 80
v_cvt_pk_rtz_f16_f32_e32 v4, v1, v4                          ; 01 09 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, v255, v4                        ; ff 09 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, s2, v4                          ; 02 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, s104, v4                        ; 68 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, vcc_lo, v4                      ; 6a 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, exec_lo, v4                     ; 7e 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, null, v4                        ; 7c 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, ttmp0, v4                       ; 6c 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, 0, v4                           ; 80 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, 64, v4                          ; c0 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, -1, v4                          ; c1 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, -16, v4                         ; d0 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, 0.5, v4                         ; f0 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, 1.0, v4                         ; f2 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, -4.0, v4                        ; f7 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, 0.15915494, v4                  ; f8 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, src_scc, v4                     ; fd 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, src_shared_base, v4             ; eb 08 08 5e
v_cvt_pk_rtz_f16_f32_e32 v4, 0x12345678, v4                  ; ff 08 08 5e 78 56 34 12
v_cvt_pk_rtz_f16_f32_e32 v255, s24, v28                      ; 18 38 fe 5f
v_cvt_pk_rtz_f16_f32_e32 v255, v172, v161                    ; ac 43 ff 5f
v_cvt_pk_rtz_f16_f32_dpp v59, v36, v255 dpp8:[3,4,0,1,6,1,4,6] fi:1 ; ea fe 77 5e 24 23 e2 d0
v_add_f16_e32 v4.l, v1.l, v4.l                               ; 01 09 08 64
v_add_f16_e32 v4.l, exec_lo, v4.l                            ; 7e 08 08 64
v_add_f16_e32 v4.l, -1, v4.l                                 ; c1 08 08 64
v_add_f16_e32 v4.l, 0.15915494, v4.l                         ; f8 08 08 64
v_add_f16_e32 v73.h, s90, v50.l                              ; 5a 64 92 65
v_add_f16_e32 v70.h, -7, v33.l                               ; c7 42 8c 65
v_add_f16_e32 v3.l, 4, v27.h                                 ; 84 36 07 64
v_sub_f16_e32 v106.l, -2.0, v95.h                            ; f5 be d5 66
v_subrev_f16_dpp v66.l, v60.h, v21.l quad_perm:[1,3,2,2] row_mask:0x7 bank_mask:0xf bound_ctrl:1 ; fa 2a 84 68 bc ad 08 7f
v_mul_f16_e32 v24.h, s55, v53.l                              ; 37 6a 30 6b
v_fmac_f16_e32 v4.l, v1.l, v4.l                              ; 01 09 08 6c
v_fmac_f16_e32 v4.l, exec_lo, v4.l                           ; 7e 08 08 6c
v_fmac_f16_e32 v4.l, -1, v4.l                                ; c1 08 08 6c
v_fmac_f16_e32 v4.l, 0.15915494, v4.l                        ; f8 08 08 6c
v_fmac_f16_e32 v34.l, 2.0, v0.h                              ; f4 00 45 6c
v_fmac_f16_e32 v11.l, v2.l, v28.h                            ; 02 39 17 6c
v_fmac_f16_e32 v47.h, v28.l, v81.h                           ; 1c a3 5f 6d
v_fmamk_f16 v4.l, v1.l, 0x12345678, v4.l                     ; 01 09 08 6e 78 56 34 12
v_fmamk_f16 v4.l, exec_lo, 0x12345678, v4.l                  ; 7e 08 08 6e 78 56 34 12
v_fmamk_f16 v4.l, -1, 0x12345678, v4.l                       ; c1 08 08 6e 78 56 34 12
v_fmamk_f16 v4.l, 0.15915494, 0x12345678, v4.l               ; f8 08 08 6e 78 56 34 12
v_fmamk_f16 v60.l, 49, 0x80000000, v100.h                    ; b1 c8 79 6e 00 00 00 80
v_fmamk_f16 v113.l, v113.h, 0x3c00, v71.l                    ; f1 8f e2 6e 00 3c 00 00
v_fmamk_f16 v34.h, ttmp0, 0xfaf59b9a, v41.l                  ; 6c 52 44 6f 9a 9b f5 fa
v_fmaak_f16 v4.l, v1.l, v4.l, 0x12345678                     ; 01 09 08 70 78 56 34 12
v_fmaak_f16 v4.l, exec_lo, v4.l, 0x12345678                  ; 7e 08 08 70 78 56 34 12
v_fmaak_f16 v4.l, -1, v4.l, 0x12345678                       ; c1 08 08 70 78 56 34 12
v_fmaak_f16 v4.l, 0.15915494, v4.l, 0x12345678               ; f8 08 08 70 78 56 34 12
v_fmaak_f16 v98.l, v12.l, v9.h, 0x3f800000                   ; 0c 13 c5 70 00 00 80 3f
v_fmaak_f16 v37.h, v102.h, v79.h, 0x4e891250                 ; e6 9f 4b 71 50 12 89 4e
v_fmaak_f16 v49.l, s4, v89.l, 0x7                            ; 04 b2 62 70 07 00 00 00
v_max_f16_e32 v74.l, 6, v1.h                                 ; 86 02 95 72
v_min_f16_dpp v82.h, v55.h, v92.l dpp8:[2,3,6,6,7,3,3,0] fi:1 ; ea b8 a4 75 b7 9a fd 0d
v_ldexp_f16_e32 v4.l, v1.l, v4.l                             ; 01 09 08 76
v_ldexp_f16_e32 v4.l, exec_lo, v4.l                          ; 7e 08 08 76
v_ldexp_f16_e32 v4.l, -1, v4.l                               ; c1 08 08 76
v_ldexp_f16_e32 v4.l, 0.15915494, v4.l                       ; f8 08 08 76
v_ldexp_f16_dpp v26.l, v26.h, v45.h quad_perm:[3,3,2,3] row_mask:0x5 bank_mask:0x0 bound_ctrl:1 ; fa 5a 35 76 9a ef 08 50
v_ldexp_f16_e32 v9.l, src_private_limit, v52.l               ; ee 68 12 76
v_ldexp_f16_e32 v60.l, v27.l, v2.l                           ; 1b 05 78 76
v_pk_fmac_f16 v4, v1, v4                                     ; 01 09 08 78
v_pk_fmac_f16 v4, exec_lo, v4                                ; 7e 08 08 78
v_pk_fmac_f16 v4, -1, v4                                     ; c1 08 08 78
v_pk_fmac_f16 v4, 0.15915494, v4                             ; f8 08 08 78
v_pk_fmac_f16 v129, v44, v0                                  ; 2c 01 02 79
v_pk_fmac_f16 v0, v255, v0                                   ; ff 01 00 78
v_pk_fmac_f16 v115, src_shared_base, v103                    ; eb ce e6 78
; wave64
v_cndmask_b32_e32 v4, v1, v4, vcc                            ; 01 09 08 02
v_cndmask_b32_e32 v4, v255, v4, vcc                          ; ff 09 08 02
v_cndmask_b32_e32 v4, s2, v4, vcc                            ; 02 08 08 02
v_cndmask_b32_e32 v4, s104, v4, vcc                          ; 68 08 08 02
v_cndmask_b32_e32 v4, vcc_lo, v4, vcc                        ; 6a 08 08 02
v_cndmask_b32_e32 v4, exec_lo, v4, vcc                       ; 7e 08 08 02
v_cndmask_b32_e32 v4, null, v4, vcc                          ; 7c 08 08 02
v_cndmask_b32_e32 v4, ttmp0, v4, vcc                         ; 6c 08 08 02
v_cndmask_b32_e32 v4, 0, v4, vcc                             ; 80 08 08 02
v_cndmask_b32_e32 v4, 64, v4, vcc                            ; c0 08 08 02
v_cndmask_b32_e32 v4, -1, v4, vcc                            ; c1 08 08 02
v_cndmask_b32_e32 v4, -16, v4, vcc                           ; d0 08 08 02
v_cndmask_b32_e32 v4, 0.5, v4, vcc                           ; f0 08 08 02
v_cndmask_b32_e32 v4, 1.0, v4, vcc                           ; f2 08 08 02
v_cndmask_b32_e32 v4, -4.0, v4, vcc                          ; f7 08 08 02
v_cndmask_b32_e32 v4, 0.15915494, v4, vcc                    ; f8 08 08 02
v_cndmask_b32_e32 v4, src_scc, v4, vcc                       ; fd 08 08 02
v_cndmask_b32_e32 v4, src_shared_base, v4, vcc               ; eb 08 08 02
v_cndmask_b32_e32 v4, 0x12345678, v4, vcc                    ; ff 08 08 02 78 56 34 12
v_cndmask_b32_e32 v0, 1.0, v210, vcc                         ; f2 a4 01 02
v_cndmask_b32_dpp v242, v92, v0, vcc dpp8:[0,6,6,4,2,7,1,3] fi:1 ; ea 00 e4 03 5c b0 a9 67
v_cndmask_b32_dpp v255, v136, v255, vcc quad_perm:[3,1,3,1] row_mask:0xd bank_mask:0x7 bound_ctrl:1 fi:1 ; fa fe ff 03 88 77 0c d7
v_add_co_ci_u32_e32 v4, vcc, v1, v4, vcc                     ; 01 09 08 40
v_add_co_ci_u32_e32 v4, vcc, v255, v4, vcc                   ; ff 09 08 40
v_add_co_ci_u32_e32 v4, vcc, s2, v4, vcc                     ; 02 08 08 40
v_add_co_ci_u32_e32 v4, vcc, s104, v4, vcc                   ; 68 08 08 40
v_add_co_ci_u32_e32 v4, vcc, vcc_lo, v4, vcc                 ; 6a 08 08 40
v_add_co_ci_u32_e32 v4, vcc, exec_lo, v4, vcc                ; 7e 08 08 40
v_add_co_ci_u32_e32 v4, vcc, null, v4, vcc                   ; 7c 08 08 40
v_add_co_ci_u32_e32 v4, vcc, ttmp0, v4, vcc                  ; 6c 08 08 40
v_add_co_ci_u32_e32 v4, vcc, 0, v4, vcc                      ; 80 08 08 40
v_add_co_ci_u32_e32 v4, vcc, 64, v4, vcc                     ; c0 08 08 40
v_add_co_ci_u32_e32 v4, vcc, -1, v4, vcc                     ; c1 08 08 40
v_add_co_ci_u32_e32 v4, vcc, -16, v4, vcc                    ; d0 08 08 40
v_add_co_ci_u32_e32 v4, vcc, 0.5, v4, vcc                    ; f0 08 08 40
v_add_co_ci_u32_e32 v4, vcc, 1.0, v4, vcc                    ; f2 08 08 40
v_add_co_ci_u32_e32 v4, vcc, -4.0, v4, vcc                   ; f7 08 08 40
v_add_co_ci_u32_e32 v4, vcc, 0.15915494, v4, vcc             ; f8 08 08 40
v_add_co_ci_u32_e32 v4, vcc, src_scc, v4, vcc                ; fd 08 08 40
v_add_co_ci_u32_e32 v4, vcc, src_shared_base, v4, vcc        ; eb 08 08 40
v_add_co_ci_u32_e32 v4, vcc, 0x12345678, v4, vcc             ; ff 08 08 40 78 56 34 12
v_add_co_ci_u32_dpp v0, vcc, v198, v255, vcc quad_perm:[2,0,3,0] row_mask:0x3 bank_mask:0xd ; fa fe 01 40 c6 32 00 3d
v_add_co_ci_u32_dpp v64, vcc, v203, v0, vcc dpp8:[4,1,2,1,3,7,1,3] ; e9 00 80 40 cb 8c b2 67
v_add_co_ci_u32_e32 v255, vcc, v0, v0, vcc                   ; 00 01 fe 41

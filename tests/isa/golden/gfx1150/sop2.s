; SOP2: recorded from llvm-mc 22 -disassemble --mcpu=gfx1150 by golden.py --bless
s_add_f32 s4, s2, s4                                         ; 02 04 04 a0
s_add_f32 s4, s104, s4                                       ; 68 04 04 a0
s_add_f32 s4, vcc_lo, s4                                     ; 6a 04 04 a0
s_add_f32 s4, exec_lo, s4                                    ; 7e 04 04 a0
s_add_f32 s4, null, s4                                       ; 7c 04 04 a0
s_add_f32 s4, ttmp0, s4                                      ; 6c 04 04 a0
s_add_f32 s4, 0, s4                                          ; 80 04 04 a0
s_add_f32 s4, 64, s4                                         ; c0 04 04 a0
s_add_f32 s4, -1, s4                                         ; c1 04 04 a0
s_add_f32 s4, -16, s4                                        ; d0 04 04 a0
s_add_f32 s4, 0.5, s4                                        ; f0 04 04 a0
s_add_f32 s4, 1.0, s4                                        ; f2 04 04 a0
s_add_f32 s4, -4.0, s4                                       ; f7 04 04 a0
s_add_f32 s4, 0.15915494, s4                                 ; f8 04 04 a0
s_add_f32 s4, src_scc, s4                                    ; fd 04 04 a0
s_add_f32 s4, src_shared_base, s4                            ; eb 04 04 a0
s_add_f32 s4, 0x12345678, s4                                 ; ff 04 04 a0 78 56 34 12
s_add_f32 s4, s4, s2                                         ; 04 02 04 a0
s_add_f32 s4, s4, s104                                       ; 04 68 04 a0
s_add_f32 s4, s4, vcc_lo                                     ; 04 6a 04 a0
s_add_f32 s4, s4, exec_lo                                    ; 04 7e 04 a0
s_add_f32 s4, s4, null                                       ; 04 7c 04 a0
s_add_f32 s4, s4, ttmp0                                      ; 04 6c 04 a0
s_add_f32 s4, s4, 0                                          ; 04 80 04 a0
s_add_f32 s4, s4, 64                                         ; 04 c0 04 a0
s_add_f32 s4, s4, -1                                         ; 04 c1 04 a0
s_add_f32 s4, s4, -16                                        ; 04 d0 04 a0
s_add_f32 s4, s4, 0.5                                        ; 04 f0 04 a0
s_add_f32 s4, s4, 1.0                                        ; 04 f2 04 a0
s_add_f32 s4, s4, -4.0                                       ; 04 f7 04 a0
s_add_f32 s4, s4, 0.15915494                                 ; 04 f8 04 a0
s_add_f32 s4, s4, src_scc                                    ; 04 fd 04 a0
s_add_f32 s4, s4, src_shared_base                            ; 04 eb 04 a0
s_add_f32 s4, s4, 0x12345678                                 ; 04 ff 04 a0 78 56 34 12
s_add_f32 ttmp4, vcc_lo, 1.0                                 ; 6a f2 70 a0
s_add_f32 s9, s74, s40                                       ; 4a 28 09 a0
s_add_f32 exec_lo, exec_hi, s31                              ; 7f 1f 7e a0
s_sub_f32 s24, m0, s15                                       ; 7d 0f 98 a0
s_min_f32 s29, -1.0, s102                                    ; f3 66 1d a1
s_max_f32 s17, s92, s81                                      ; 5c 51 91 a1
s_mul_f32 null, ttmp3, ttmp13                                ; 6f 79 7c a2
s_fmaak_f32 s4, s2, s4, 0x12345678                           ; 02 04 84 a2 78 56 34 12
s_fmaak_f32 s4, s104, s4, 0x12345678                         ; 68 04 84 a2 78 56 34 12
s_fmaak_f32 s4, vcc_lo, s4, 0x12345678                       ; 6a 04 84 a2 78 56 34 12
s_fmaak_f32 s4, exec_lo, s4, 0x12345678                      ; 7e 04 84 a2 78 56 34 12
s_fmaak_f32 s4, null, s4, 0x12345678                         ; 7c 04 84 a2 78 56 34 12
s_fmaak_f32 s4, ttmp0, s4, 0x12345678                        ; 6c 04 84 a2 78 56 34 12
s_fmaak_f32 s4, 0, s4, 0x12345678                            ; 80 04 84 a2 78 56 34 12
s_fmaak_f32 s4, 64, s4, 0x12345678                           ; c0 04 84 a2 78 56 34 12
s_fmaak_f32 s4, -1, s4, 0x12345678                           ; c1 04 84 a2 78 56 34 12
s_fmaak_f32 s4, -16, s4, 0x12345678                          ; d0 04 84 a2 78 56 34 12
s_fmaak_f32 s4, 0.5, s4, 0x12345678                          ; f0 04 84 a2 78 56 34 12
s_fmaak_f32 s4, 1.0, s4, 0x12345678                          ; f2 04 84 a2 78 56 34 12
s_fmaak_f32 s4, -4.0, s4, 0x12345678                         ; f7 04 84 a2 78 56 34 12
s_fmaak_f32 s4, 0.15915494, s4, 0x12345678                   ; f8 04 84 a2 78 56 34 12
s_fmaak_f32 s4, src_scc, s4, 0x12345678                      ; fd 04 84 a2 78 56 34 12
s_fmaak_f32 s4, src_shared_base, s4, 0x12345678              ; eb 04 84 a2 78 56 34 12
s_fmaak_f32 s4, 0x12345678, s4, 0x12345678                   ; ff 04 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, s2, 0x12345678                           ; 04 02 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, s104, 0x12345678                         ; 04 68 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, vcc_lo, 0x12345678                       ; 04 6a 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, exec_lo, 0x12345678                      ; 04 7e 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, null, 0x12345678                         ; 04 7c 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, ttmp0, 0x12345678                        ; 04 6c 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, 0, 0x12345678                            ; 04 80 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, 64, 0x12345678                           ; 04 c0 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, -1, 0x12345678                           ; 04 c1 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, -16, 0x12345678                          ; 04 d0 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, 0.5, 0x12345678                          ; 04 f0 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, 1.0, 0x12345678                          ; 04 f2 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, -4.0, 0x12345678                         ; 04 f7 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, 0.15915494, 0x12345678                   ; 04 f8 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, src_scc, 0x12345678                      ; 04 fd 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, src_shared_base, 0x12345678              ; 04 eb 84 a2 78 56 34 12
s_fmaak_f32 s4, s4, 0x12345678, 0x12345678                   ; 04 ff 84 a2 78 56 34 12
s_fmaak_f32 s77, s22, src_shared_base, 0x1                   ; 16 eb cd a2 01 00 00 00
s_fmaak_f32 ttmp1, 1.0, s42, 0xfffffffa                      ; f2 2a ed a2 fa ff ff ff
s_fmaak_f32 s10, src_private_base, null, 0x81b32c2b          ; ed 7c 8a a2 2b 2c b3 81
s_fmamk_f32 s4, s2, 0x12345678, s4                           ; 02 04 04 a3 78 56 34 12
s_fmamk_f32 s4, s104, 0x12345678, s4                         ; 68 04 04 a3 78 56 34 12
s_fmamk_f32 s4, vcc_lo, 0x12345678, s4                       ; 6a 04 04 a3 78 56 34 12
s_fmamk_f32 s4, exec_lo, 0x12345678, s4                      ; 7e 04 04 a3 78 56 34 12
s_fmamk_f32 s4, null, 0x12345678, s4                         ; 7c 04 04 a3 78 56 34 12
s_fmamk_f32 s4, ttmp0, 0x12345678, s4                        ; 6c 04 04 a3 78 56 34 12
s_fmamk_f32 s4, 0, 0x12345678, s4                            ; 80 04 04 a3 78 56 34 12
s_fmamk_f32 s4, 64, 0x12345678, s4                           ; c0 04 04 a3 78 56 34 12
s_fmamk_f32 s4, -1, 0x12345678, s4                           ; c1 04 04 a3 78 56 34 12
s_fmamk_f32 s4, -16, 0x12345678, s4                          ; d0 04 04 a3 78 56 34 12
s_fmamk_f32 s4, 0.5, 0x12345678, s4                          ; f0 04 04 a3 78 56 34 12
s_fmamk_f32 s4, 1.0, 0x12345678, s4                          ; f2 04 04 a3 78 56 34 12
s_fmamk_f32 s4, -4.0, 0x12345678, s4                         ; f7 04 04 a3 78 56 34 12
s_fmamk_f32 s4, 0.15915494, 0x12345678, s4                   ; f8 04 04 a3 78 56 34 12
s_fmamk_f32 s4, src_scc, 0x12345678, s4                      ; fd 04 04 a3 78 56 34 12
s_fmamk_f32 s4, src_shared_base, 0x12345678, s4              ; eb 04 04 a3 78 56 34 12
s_fmamk_f32 s4, 0x12345678, 0x12345678, s4                   ; ff 04 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, s2                           ; 04 02 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, s104                         ; 04 68 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, vcc_lo                       ; 04 6a 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, exec_lo                      ; 04 7e 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, null                         ; 04 7c 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, ttmp0                        ; 04 6c 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, 0                            ; 04 80 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, 64                           ; 04 c0 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, -1                           ; 04 c1 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, -16                          ; 04 d0 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, 0.5                          ; 04 f0 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, 1.0                          ; 04 f2 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, -4.0                         ; 04 f7 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, 0.15915494                   ; 04 f8 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, src_scc                      ; 04 fd 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, src_shared_base              ; 04 eb 04 a3 78 56 34 12
s_fmamk_f32 s4, s4, 0x12345678, 0x12345678                   ; 04 ff 04 a3 78 56 34 12
s_fmamk_f32 ttmp4, 1.0, 0x3c00, s12                          ; f2 0c 70 a3 00 3c 00 00
s_fmamk_f32 s49, -0.5, 0x3c00, s24                           ; f1 18 31 a3 00 3c 00 00
s_fmamk_f32 s79, vcc_lo, 0x4853, s49                         ; 6a 31 4f a3 53 48 00 00
s_fmac_f32 s4, s2, s4                                        ; 02 04 84 a3
s_fmac_f32 s4, s104, s4                                      ; 68 04 84 a3
s_fmac_f32 s4, vcc_lo, s4                                    ; 6a 04 84 a3
s_fmac_f32 s4, exec_lo, s4                                   ; 7e 04 84 a3
s_fmac_f32 s4, null, s4                                      ; 7c 04 84 a3
s_fmac_f32 s4, ttmp0, s4                                     ; 6c 04 84 a3
s_fmac_f32 s4, 0, s4                                         ; 80 04 84 a3
s_fmac_f32 s4, 64, s4                                        ; c0 04 84 a3
s_fmac_f32 s4, -1, s4                                        ; c1 04 84 a3
s_fmac_f32 s4, -16, s4                                       ; d0 04 84 a3
s_fmac_f32 s4, 0.5, s4                                       ; f0 04 84 a3
s_fmac_f32 s4, 1.0, s4                                       ; f2 04 84 a3
s_fmac_f32 s4, -4.0, s4                                      ; f7 04 84 a3
s_fmac_f32 s4, 0.15915494, s4                                ; f8 04 84 a3
s_fmac_f32 s4, src_scc, s4                                   ; fd 04 84 a3
s_fmac_f32 s4, src_shared_base, s4                           ; eb 04 84 a3
s_fmac_f32 s4, 0x12345678, s4                                ; ff 04 84 a3 78 56 34 12
s_fmac_f32 s4, s4, s2                                        ; 04 02 84 a3
s_fmac_f32 s4, s4, s104                                      ; 04 68 84 a3
s_fmac_f32 s4, s4, vcc_lo                                    ; 04 6a 84 a3
s_fmac_f32 s4, s4, exec_lo                                   ; 04 7e 84 a3
s_fmac_f32 s4, s4, null                                      ; 04 7c 84 a3
s_fmac_f32 s4, s4, ttmp0                                     ; 04 6c 84 a3
s_fmac_f32 s4, s4, 0                                         ; 04 80 84 a3
s_fmac_f32 s4, s4, 64                                        ; 04 c0 84 a3
s_fmac_f32 s4, s4, -1                                        ; 04 c1 84 a3
s_fmac_f32 s4, s4, -16                                       ; 04 d0 84 a3
s_fmac_f32 s4, s4, 0.5                                       ; 04 f0 84 a3
s_fmac_f32 s4, s4, 1.0                                       ; 04 f2 84 a3
s_fmac_f32 s4, s4, -4.0                                      ; 04 f7 84 a3
s_fmac_f32 s4, s4, 0.15915494                                ; 04 f8 84 a3
s_fmac_f32 s4, s4, src_scc                                   ; 04 fd 84 a3
s_fmac_f32 s4, s4, src_shared_base                           ; 04 eb 84 a3
s_fmac_f32 s4, s4, 0x12345678                                ; 04 ff 84 a3 78 56 34 12
s_fmac_f32 s43, ttmp2, 0x2dd05a7a                            ; 6e ff ab a3 7a 5a d0 2d
s_fmac_f32 m0, s51, s46                                      ; 33 2e fd a3
s_fmac_f32 m0, 0.15915494, s102                              ; f8 66 fd a3
s_cvt_pk_rtz_f16_f32 s4, s2, s4                              ; 02 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, s104, s4                            ; 68 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, vcc_lo, s4                          ; 6a 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, exec_lo, s4                         ; 7e 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, null, s4                            ; 7c 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, ttmp0, s4                           ; 6c 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, 0, s4                               ; 80 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, 64, s4                              ; c0 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, -1, s4                              ; c1 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, -16, s4                             ; d0 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, 0.5, s4                             ; f0 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, 1.0, s4                             ; f2 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, -4.0, s4                            ; f7 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, 0.15915494, s4                      ; f8 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, src_scc, s4                         ; fd 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, src_shared_base, s4                 ; eb 04 04 a4
s_cvt_pk_rtz_f16_f32 s4, 0x12345678, s4                      ; ff 04 04 a4 78 56 34 12
s_cvt_pk_rtz_f16_f32 s4, s4, s2                              ; 04 02 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, s104                            ; 04 68 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, vcc_lo                          ; 04 6a 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, exec_lo                         ; 04 7e 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, null                            ; 04 7c 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, ttmp0                           ; 04 6c 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, 0                               ; 04 80 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, 64                              ; 04 c0 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, -1                              ; 04 c1 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, -16                             ; 04 d0 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, 0.5                             ; 04 f0 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, 1.0                             ; 04 f2 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, -4.0                            ; 04 f7 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, 0.15915494                      ; 04 f8 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, src_scc                         ; 04 fd 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, src_shared_base                 ; 04 eb 04 a4
s_cvt_pk_rtz_f16_f32 s4, s4, 0x12345678                      ; 04 ff 04 a4 78 56 34 12
s_cvt_pk_rtz_f16_f32 ttmp10, s57, src_private_base           ; 39 ed 76 a4
s_cvt_pk_rtz_f16_f32 exec_lo, s104, m0                       ; 68 7d 7e a4
s_cvt_pk_rtz_f16_f32 s99, 17, s18                            ; 91 12 63 a4
s_add_f16 s4, s2, s4                                         ; 02 04 84 a4
s_add_f16 s4, s104, s4                                       ; 68 04 84 a4
s_add_f16 s4, vcc_lo, s4                                     ; 6a 04 84 a4
s_add_f16 s4, exec_lo, s4                                    ; 7e 04 84 a4
s_add_f16 s4, null, s4                                       ; 7c 04 84 a4
s_add_f16 s4, ttmp0, s4                                      ; 6c 04 84 a4
s_add_f16 s4, 0, s4                                          ; 80 04 84 a4
s_add_f16 s4, 64, s4                                         ; c0 04 84 a4
s_add_f16 s4, -1, s4                                         ; c1 04 84 a4
s_add_f16 s4, -16, s4                                        ; d0 04 84 a4
s_add_f16 s4, 0.5, s4                                        ; f0 04 84 a4
s_add_f16 s4, 1.0, s4                                        ; f2 04 84 a4
s_add_f16 s4, -4.0, s4                                       ; f7 04 84 a4
s_add_f16 s4, 0.15915494, s4                                 ; f8 04 84 a4
s_add_f16 s4, src_scc, s4                                    ; fd 04 84 a4
s_add_f16 s4, src_shared_base, s4                            ; eb 04 84 a4
s_add_f16 s4, s4, s2                                         ; 04 02 84 a4
s_add_f16 s4, s4, s104                                       ; 04 68 84 a4
s_add_f16 s4, s4, vcc_lo                                     ; 04 6a 84 a4
s_add_f16 s4, s4, exec_lo                                    ; 04 7e 84 a4
s_add_f16 s4, s4, null                                       ; 04 7c 84 a4
s_add_f16 s4, s4, ttmp0                                      ; 04 6c 84 a4
s_add_f16 s4, s4, 0                                          ; 04 80 84 a4
s_add_f16 s4, s4, 64                                         ; 04 c0 84 a4
s_add_f16 s4, s4, -1                                         ; 04 c1 84 a4
s_add_f16 s4, s4, -16                                        ; 04 d0 84 a4
s_add_f16 s4, s4, 0.5                                        ; 04 f0 84 a4
s_add_f16 s4, s4, 1.0                                        ; 04 f2 84 a4
s_add_f16 s4, s4, -4.0                                       ; 04 f7 84 a4
s_add_f16 s4, s4, 0.15915494                                 ; 04 f8 84 a4
s_add_f16 s4, s4, src_scc                                    ; 04 fd 84 a4
s_add_f16 s4, s4, src_shared_base                            ; 04 eb 84 a4
s_add_f16 s57, s49, m0                                       ; 31 7d b9 a4
s_add_f16 exec_lo, m0, exec_hi                               ; 7d 7f fe a4
s_add_f16 ttmp15, ttmp10, src_scc                            ; 76 fd fb a4
s_sub_f16 vcc_lo, 4, s27                                     ; 84 1b 6a a5
s_min_f16 exec_hi, ttmp4, ttmp2                              ; 70 6e ff a5
s_max_f16 s35, m0, s12                                       ; 7d 0c 23 a6
s_mul_f16 ttmp15, s60, ttmp3                                 ; 3c 6f fb a6
s_fmac_f16 s4, s2, s4                                        ; 02 04 04 a7
s_fmac_f16 s4, s104, s4                                      ; 68 04 04 a7
s_fmac_f16 s4, vcc_lo, s4                                    ; 6a 04 04 a7
s_fmac_f16 s4, exec_lo, s4                                   ; 7e 04 04 a7
s_fmac_f16 s4, null, s4                                      ; 7c 04 04 a7
s_fmac_f16 s4, ttmp0, s4                                     ; 6c 04 04 a7
s_fmac_f16 s4, 0, s4                                         ; 80 04 04 a7
s_fmac_f16 s4, 64, s4                                        ; c0 04 04 a7
s_fmac_f16 s4, -1, s4                                        ; c1 04 04 a7
s_fmac_f16 s4, -16, s4                                       ; d0 04 04 a7
s_fmac_f16 s4, 0.5, s4                                       ; f0 04 04 a7
s_fmac_f16 s4, 1.0, s4                                       ; f2 04 04 a7
s_fmac_f16 s4, -4.0, s4                                      ; f7 04 04 a7
s_fmac_f16 s4, 0.15915494, s4                                ; f8 04 04 a7
s_fmac_f16 s4, src_scc, s4                                   ; fd 04 04 a7
s_fmac_f16 s4, src_shared_base, s4                           ; eb 04 04 a7
s_fmac_f16 s4, s4, s2                                        ; 04 02 04 a7
s_fmac_f16 s4, s4, s104                                      ; 04 68 04 a7
s_fmac_f16 s4, s4, vcc_lo                                    ; 04 6a 04 a7
s_fmac_f16 s4, s4, exec_lo                                   ; 04 7e 04 a7
s_fmac_f16 s4, s4, null                                      ; 04 7c 04 a7
s_fmac_f16 s4, s4, ttmp0                                     ; 04 6c 04 a7
s_fmac_f16 s4, s4, 0                                         ; 04 80 04 a7
s_fmac_f16 s4, s4, 64                                        ; 04 c0 04 a7
s_fmac_f16 s4, s4, -1                                        ; 04 c1 04 a7
s_fmac_f16 s4, s4, -16                                       ; 04 d0 04 a7
s_fmac_f16 s4, s4, 0.5                                       ; 04 f0 04 a7
s_fmac_f16 s4, s4, 1.0                                       ; 04 f2 04 a7
s_fmac_f16 s4, s4, -4.0                                      ; 04 f7 04 a7
s_fmac_f16 s4, s4, 0.15915494                                ; 04 f8 04 a7
s_fmac_f16 s4, s4, src_scc                                   ; 04 fd 04 a7
s_fmac_f16 s4, s4, src_shared_base                           ; 04 eb 04 a7
s_fmac_f16 null, s21, exec_hi                                ; 15 7f 7c a7
s_fmac_f16 vcc_lo, s98, 2.0                                  ; 62 f4 6a a7
s_fmac_f16 s66, 26, ttmp15                                   ; 9a 7b 42 a7

; VOP3P: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
v_pk_mad_i16 v4, v1, v8, v8                                  ; 04 40 00 cc 01 11 22 1c
v_pk_mad_i16 v4, v255, v8, v8                                ; 04 40 00 cc ff 11 22 1c
v_pk_mad_i16 v4, s2, v8, v8                                  ; 04 40 00 cc 02 10 22 1c
v_pk_mad_i16 v4, s104, v8, v8                                ; 04 40 00 cc 68 10 22 1c
v_pk_mad_i16 v4, vcc_lo, v8, v8                              ; 04 40 00 cc 6a 10 22 1c
v_pk_mad_i16 v4, exec_lo, v8, v8                             ; 04 40 00 cc 7e 10 22 1c
v_pk_mad_i16 v4, null, v8, v8                                ; 04 40 00 cc 7c 10 22 1c
v_pk_mad_i16 v4, ttmp0, v8, v8                               ; 04 40 00 cc 6c 10 22 1c
v_pk_mad_i16 v4, 0, v8, v8                                   ; 04 40 00 cc 80 10 22 1c
v_pk_mad_i16 v4, 64, v8, v8                                  ; 04 40 00 cc c0 10 22 1c
v_pk_mad_i16 v4, -1, v8, v8                                  ; 04 40 00 cc c1 10 22 1c
v_pk_mad_i16 v4, -16, v8, v8                                 ; 04 40 00 cc d0 10 22 1c
v_pk_mad_i16 v4, 0.5, v8, v8                                 ; 04 40 00 cc f0 10 22 1c
v_pk_mad_i16 v4, 1.0, v8, v8                                 ; 04 40 00 cc f2 10 22 1c
v_pk_mad_i16 v4, -4.0, v8, v8                                ; 04 40 00 cc f7 10 22 1c
v_pk_mad_i16 v4, 0.15915494, v8, v8                          ; 04 40 00 cc f8 10 22 1c
v_pk_mad_i16 v4, src_scc, v8, v8                             ; 04 40 00 cc fd 10 22 1c
v_pk_mad_i16 v4, src_shared_base, v8, v8                     ; 04 40 00 cc eb 10 22 1c
v_pk_mad_i16 v4, 0x12345678, v8, v8                          ; 04 40 00 cc ff 10 22 1c 78 56 34 12
v_pk_mad_i16 v4, v8, v1, v8                                  ; 04 40 00 cc 08 03 22 1c
v_pk_mad_i16 v4, v8, v255, v8                                ; 04 40 00 cc 08 ff 23 1c
v_pk_mad_i16 v4, v8, s2, v8                                  ; 04 40 00 cc 08 05 20 1c
v_pk_mad_i16 v4, v8, s104, v8                                ; 04 40 00 cc 08 d1 20 1c
v_pk_mad_i16 v4, v8, vcc_lo, v8                              ; 04 40 00 cc 08 d5 20 1c
v_pk_mad_i16 v4, v8, exec_lo, v8                             ; 04 40 00 cc 08 fd 20 1c
v_pk_mad_i16 v4, v8, null, v8                                ; 04 40 00 cc 08 f9 20 1c
v_pk_mad_i16 v4, v8, ttmp0, v8                               ; 04 40 00 cc 08 d9 20 1c
v_pk_mad_i16 v4, v8, 0, v8                                   ; 04 40 00 cc 08 01 21 1c
v_pk_mad_i16 v4, v8, 64, v8                                  ; 04 40 00 cc 08 81 21 1c
v_pk_mad_i16 v4, v8, -1, v8                                  ; 04 40 00 cc 08 83 21 1c
v_pk_mad_i16 v4, v8, -16, v8                                 ; 04 40 00 cc 08 a1 21 1c
v_pk_mad_i16 v4, v8, 0.5, v8                                 ; 04 40 00 cc 08 e1 21 1c
v_pk_mad_i16 v4, v8, 1.0, v8                                 ; 04 40 00 cc 08 e5 21 1c
v_pk_mad_i16 v4, v8, -4.0, v8                                ; 04 40 00 cc 08 ef 21 1c
v_pk_mad_i16 v4, v8, 0.15915494, v8                          ; 04 40 00 cc 08 f1 21 1c
v_pk_mad_i16 v4, v8, src_scc, v8                             ; 04 40 00 cc 08 fb 21 1c
v_pk_mad_i16 v4, v8, src_shared_base, v8                     ; 04 40 00 cc 08 d7 21 1c
v_pk_mad_i16 v4, v8, 0x12345678, v8                          ; 04 40 00 cc 08 ff 21 1c 78 56 34 12
v_pk_mad_i16 v4, v8, v8, v1                                  ; 04 40 00 cc 08 11 06 1c
v_pk_mad_i16 v4, v8, v8, v255                                ; 04 40 00 cc 08 11 fe 1f
v_pk_mad_i16 v4, v8, v8, s2                                  ; 04 40 00 cc 08 11 0a 18
v_pk_mad_i16 v4, v8, v8, s104                                ; 04 40 00 cc 08 11 a2 19
v_pk_mad_i16 v4, v8, v8, vcc_lo                              ; 04 40 00 cc 08 11 aa 19
v_pk_mad_i16 v4, v8, v8, exec_lo                             ; 04 40 00 cc 08 11 fa 19
v_pk_mad_i16 v4, v8, v8, null                                ; 04 40 00 cc 08 11 f2 19
v_pk_mad_i16 v4, v8, v8, ttmp0                               ; 04 40 00 cc 08 11 b2 19
v_pk_mad_i16 v4, v8, v8, 0                                   ; 04 40 00 cc 08 11 02 1a
v_pk_mad_i16 v4, v8, v8, 64                                  ; 04 40 00 cc 08 11 02 1b
v_pk_mad_i16 v4, v8, v8, -1                                  ; 04 40 00 cc 08 11 06 1b
v_pk_mad_i16 v4, v8, v8, -16                                 ; 04 40 00 cc 08 11 42 1b
v_pk_mad_i16 v4, v8, v8, 0.5                                 ; 04 40 00 cc 08 11 c2 1b
v_pk_mad_i16 v4, v8, v8, 1.0                                 ; 04 40 00 cc 08 11 ca 1b
v_pk_mad_i16 v4, v8, v8, -4.0                                ; 04 40 00 cc 08 11 de 1b
v_pk_mad_i16 v4, v8, v8, 0.15915494                          ; 04 40 00 cc 08 11 e2 1b
v_pk_mad_i16 v4, v8, v8, src_scc                             ; 04 40 00 cc 08 11 f6 1b
v_pk_mad_i16 v4, v8, v8, src_shared_base                     ; 04 40 00 cc 08 11 ae 1b
v_pk_mad_i16 v4, v8, v8, 0x12345678                          ; 04 40 00 cc 08 11 fe 1b 78 56 34 12
v_pk_mad_i16 v77, v42, v255, v91 op_sel:[1,0,1] op_sel_hi:[0,1,0] ; 4d 28 00 cc 2a ff 6f 15
v_pk_mad_i16 v35, v0, v0, v255 op_sel:[1,0,1] op_sel_hi:[1,0,0] ; 23 28 00 cc 00 01 fe 0f
v_pk_mad_i16 v255, v84, s100, v0                             ; ff 40 00 cc 54 c9 00 1c
v_pk_mul_lo_u16 v4, v1, v8                                   ; 04 40 01 cc 01 11 02 18
v_pk_mul_lo_u16 v4, v255, v8                                 ; 04 40 01 cc ff 11 02 18
v_pk_mul_lo_u16 v4, s2, v8                                   ; 04 40 01 cc 02 10 02 18
v_pk_mul_lo_u16 v4, s104, v8                                 ; 04 40 01 cc 68 10 02 18
v_pk_mul_lo_u16 v4, vcc_lo, v8                               ; 04 40 01 cc 6a 10 02 18
v_pk_mul_lo_u16 v4, exec_lo, v8                              ; 04 40 01 cc 7e 10 02 18
v_pk_mul_lo_u16 v4, null, v8                                 ; 04 40 01 cc 7c 10 02 18
v_pk_mul_lo_u16 v4, ttmp0, v8                                ; 04 40 01 cc 6c 10 02 18
v_pk_mul_lo_u16 v4, 0, v8                                    ; 04 40 01 cc 80 10 02 18
v_pk_mul_lo_u16 v4, 64, v8                                   ; 04 40 01 cc c0 10 02 18
v_pk_mul_lo_u16 v4, -1, v8                                   ; 04 40 01 cc c1 10 02 18
v_pk_mul_lo_u16 v4, -16, v8                                  ; 04 40 01 cc d0 10 02 18
v_pk_mul_lo_u16 v4, 0.5, v8                                  ; 04 40 01 cc f0 10 02 18
v_pk_mul_lo_u16 v4, 1.0, v8                                  ; 04 40 01 cc f2 10 02 18
v_pk_mul_lo_u16 v4, -4.0, v8                                 ; 04 40 01 cc f7 10 02 18
v_pk_mul_lo_u16 v4, 0.15915494, v8                           ; 04 40 01 cc f8 10 02 18
v_pk_mul_lo_u16 v4, src_scc, v8                              ; 04 40 01 cc fd 10 02 18
v_pk_mul_lo_u16 v4, src_shared_base, v8                      ; 04 40 01 cc eb 10 02 18
v_pk_mul_lo_u16 v4, 0x12345678, v8                           ; 04 40 01 cc ff 10 02 18 78 56 34 12
v_pk_mul_lo_u16 v4, v8, v1                                   ; 04 40 01 cc 08 03 02 18
v_pk_mul_lo_u16 v4, v8, v255                                 ; 04 40 01 cc 08 ff 03 18
v_pk_mul_lo_u16 v4, v8, s2                                   ; 04 40 01 cc 08 05 00 18
v_pk_mul_lo_u16 v4, v8, s104                                 ; 04 40 01 cc 08 d1 00 18
v_pk_mul_lo_u16 v4, v8, vcc_lo                               ; 04 40 01 cc 08 d5 00 18
v_pk_mul_lo_u16 v4, v8, exec_lo                              ; 04 40 01 cc 08 fd 00 18
v_pk_mul_lo_u16 v4, v8, null                                 ; 04 40 01 cc 08 f9 00 18
v_pk_mul_lo_u16 v4, v8, ttmp0                                ; 04 40 01 cc 08 d9 00 18
v_pk_mul_lo_u16 v4, v8, 0                                    ; 04 40 01 cc 08 01 01 18
v_pk_mul_lo_u16 v4, v8, 64                                   ; 04 40 01 cc 08 81 01 18
v_pk_mul_lo_u16 v4, v8, -1                                   ; 04 40 01 cc 08 83 01 18
v_pk_mul_lo_u16 v4, v8, -16                                  ; 04 40 01 cc 08 a1 01 18
v_pk_mul_lo_u16 v4, v8, 0.5                                  ; 04 40 01 cc 08 e1 01 18
v_pk_mul_lo_u16 v4, v8, 1.0                                  ; 04 40 01 cc 08 e5 01 18
v_pk_mul_lo_u16 v4, v8, -4.0                                 ; 04 40 01 cc 08 ef 01 18
v_pk_mul_lo_u16 v4, v8, 0.15915494                           ; 04 40 01 cc 08 f1 01 18
v_pk_mul_lo_u16 v4, v8, src_scc                              ; 04 40 01 cc 08 fb 01 18
v_pk_mul_lo_u16 v4, v8, src_shared_base                      ; 04 40 01 cc 08 d7 01 18
v_pk_mul_lo_u16 v4, v8, 0x12345678                           ; 04 40 01 cc 08 ff 01 18 78 56 34 12
v_pk_mul_lo_u16 v0, -2.0, v85                                ; 00 40 01 cc f5 aa 02 18
v_pk_mul_lo_u16 v109, 0x68bb4c37, v0                         ; 6d 40 01 cc ff 00 02 18 37 4c bb 68
v_pk_mul_lo_u16 v100, 4.0, v162 op_sel:[1,1] op_sel_hi:[0,1] ; 64 58 01 cc f6 44 03 10
v_pk_add_i16 v4, v1, v8                                      ; 04 40 02 cc 01 11 02 18
v_pk_add_i16 v4, v255, v8                                    ; 04 40 02 cc ff 11 02 18
v_pk_add_i16 v4, s2, v8                                      ; 04 40 02 cc 02 10 02 18
v_pk_add_i16 v4, s104, v8                                    ; 04 40 02 cc 68 10 02 18
v_pk_add_i16 v4, vcc_lo, v8                                  ; 04 40 02 cc 6a 10 02 18
v_pk_add_i16 v4, exec_lo, v8                                 ; 04 40 02 cc 7e 10 02 18
v_pk_add_i16 v4, null, v8                                    ; 04 40 02 cc 7c 10 02 18
v_pk_add_i16 v4, ttmp0, v8                                   ; 04 40 02 cc 6c 10 02 18
v_pk_add_i16 v4, 0, v8                                       ; 04 40 02 cc 80 10 02 18
v_pk_add_i16 v4, 64, v8                                      ; 04 40 02 cc c0 10 02 18
v_pk_add_i16 v4, -1, v8                                      ; 04 40 02 cc c1 10 02 18
v_pk_add_i16 v4, -16, v8                                     ; 04 40 02 cc d0 10 02 18
v_pk_add_i16 v4, 0.5, v8                                     ; 04 40 02 cc f0 10 02 18
v_pk_add_i16 v4, 1.0, v8                                     ; 04 40 02 cc f2 10 02 18
v_pk_add_i16 v4, -4.0, v8                                    ; 04 40 02 cc f7 10 02 18
v_pk_add_i16 v4, 0.15915494, v8                              ; 04 40 02 cc f8 10 02 18
v_pk_add_i16 v4, src_scc, v8                                 ; 04 40 02 cc fd 10 02 18
v_pk_add_i16 v4, src_shared_base, v8                         ; 04 40 02 cc eb 10 02 18
v_pk_add_i16 v4, 0x12345678, v8                              ; 04 40 02 cc ff 10 02 18 78 56 34 12
v_pk_add_i16 v4, v8, v1                                      ; 04 40 02 cc 08 03 02 18
v_pk_add_i16 v4, v8, v255                                    ; 04 40 02 cc 08 ff 03 18
v_pk_add_i16 v4, v8, s2                                      ; 04 40 02 cc 08 05 00 18
v_pk_add_i16 v4, v8, s104                                    ; 04 40 02 cc 08 d1 00 18
v_pk_add_i16 v4, v8, vcc_lo                                  ; 04 40 02 cc 08 d5 00 18
v_pk_add_i16 v4, v8, exec_lo                                 ; 04 40 02 cc 08 fd 00 18
v_pk_add_i16 v4, v8, null                                    ; 04 40 02 cc 08 f9 00 18
v_pk_add_i16 v4, v8, ttmp0                                   ; 04 40 02 cc 08 d9 00 18
v_pk_add_i16 v4, v8, 0                                       ; 04 40 02 cc 08 01 01 18
v_pk_add_i16 v4, v8, 64                                      ; 04 40 02 cc 08 81 01 18
v_pk_add_i16 v4, v8, -1                                      ; 04 40 02 cc 08 83 01 18
v_pk_add_i16 v4, v8, -16                                     ; 04 40 02 cc 08 a1 01 18
v_pk_add_i16 v4, v8, 0.5                                     ; 04 40 02 cc 08 e1 01 18
v_pk_add_i16 v4, v8, 1.0                                     ; 04 40 02 cc 08 e5 01 18
v_pk_add_i16 v4, v8, -4.0                                    ; 04 40 02 cc 08 ef 01 18
v_pk_add_i16 v4, v8, 0.15915494                              ; 04 40 02 cc 08 f1 01 18
v_pk_add_i16 v4, v8, src_scc                                 ; 04 40 02 cc 08 fb 01 18
v_pk_add_i16 v4, v8, src_shared_base                         ; 04 40 02 cc 08 d7 01 18
v_pk_add_i16 v4, v8, 0x12345678                              ; 04 40 02 cc 08 ff 01 18 78 56 34 12
v_pk_add_i16 v73, v24, v5 op_sel:[0,1] op_sel_hi:[1,0]       ; 49 50 02 cc 18 0b 02 08
v_pk_add_i16 v189, -1.0, 0.15915494 op_sel:[1,1] op_sel_hi:[0,1] ; bd 58 02 cc f3 f0 01 10
v_pk_add_i16 v204, s72, -4.0 op_sel:[1,0]                    ; cc 48 02 cc 48 ee 01 18
v_pk_sub_i16 v90, s7, lit(0x12) op_sel:[1,0] op_sel_hi:[0,1] ; 5a 48 03 cc 07 fe 01 10 12 00 00 00
v_pk_lshlrev_b16 v4, v1, v8                                  ; 04 40 04 cc 01 11 02 18
v_pk_lshlrev_b16 v4, v255, v8                                ; 04 40 04 cc ff 11 02 18
v_pk_lshlrev_b16 v4, s2, v8                                  ; 04 40 04 cc 02 10 02 18
v_pk_lshlrev_b16 v4, s104, v8                                ; 04 40 04 cc 68 10 02 18
v_pk_lshlrev_b16 v4, vcc_lo, v8                              ; 04 40 04 cc 6a 10 02 18
v_pk_lshlrev_b16 v4, exec_lo, v8                             ; 04 40 04 cc 7e 10 02 18
v_pk_lshlrev_b16 v4, null, v8                                ; 04 40 04 cc 7c 10 02 18
v_pk_lshlrev_b16 v4, ttmp0, v8                               ; 04 40 04 cc 6c 10 02 18
v_pk_lshlrev_b16 v4, 0, v8                                   ; 04 40 04 cc 80 10 02 18
v_pk_lshlrev_b16 v4, 64, v8                                  ; 04 40 04 cc c0 10 02 18
v_pk_lshlrev_b16 v4, -1, v8                                  ; 04 40 04 cc c1 10 02 18
v_pk_lshlrev_b16 v4, -16, v8                                 ; 04 40 04 cc d0 10 02 18
v_pk_lshlrev_b16 v4, 0.5, v8                                 ; 04 40 04 cc f0 10 02 18
v_pk_lshlrev_b16 v4, 1.0, v8                                 ; 04 40 04 cc f2 10 02 18
v_pk_lshlrev_b16 v4, -4.0, v8                                ; 04 40 04 cc f7 10 02 18
v_pk_lshlrev_b16 v4, 0.15915494, v8                          ; 04 40 04 cc f8 10 02 18
v_pk_lshlrev_b16 v4, src_scc, v8                             ; 04 40 04 cc fd 10 02 18
v_pk_lshlrev_b16 v4, src_shared_base, v8                     ; 04 40 04 cc eb 10 02 18
v_pk_lshlrev_b16 v4, 0x12345678, v8                          ; 04 40 04 cc ff 10 02 18 78 56 34 12
v_pk_lshlrev_b16 v4, v8, v1                                  ; 04 40 04 cc 08 03 02 18
v_pk_lshlrev_b16 v4, v8, v255                                ; 04 40 04 cc 08 ff 03 18
v_pk_lshlrev_b16 v4, v8, s2                                  ; 04 40 04 cc 08 05 00 18
v_pk_lshlrev_b16 v4, v8, s104                                ; 04 40 04 cc 08 d1 00 18
v_pk_lshlrev_b16 v4, v8, vcc_lo                              ; 04 40 04 cc 08 d5 00 18
v_pk_lshlrev_b16 v4, v8, exec_lo                             ; 04 40 04 cc 08 fd 00 18
v_pk_lshlrev_b16 v4, v8, null                                ; 04 40 04 cc 08 f9 00 18
v_pk_lshlrev_b16 v4, v8, ttmp0                               ; 04 40 04 cc 08 d9 00 18
v_pk_lshlrev_b16 v4, v8, 0                                   ; 04 40 04 cc 08 01 01 18
v_pk_lshlrev_b16 v4, v8, 64                                  ; 04 40 04 cc 08 81 01 18
v_pk_lshlrev_b16 v4, v8, -1                                  ; 04 40 04 cc 08 83 01 18
v_pk_lshlrev_b16 v4, v8, -16                                 ; 04 40 04 cc 08 a1 01 18
v_pk_lshlrev_b16 v4, v8, 0.5                                 ; 04 40 04 cc 08 e1 01 18
v_pk_lshlrev_b16 v4, v8, 1.0                                 ; 04 40 04 cc 08 e5 01 18
v_pk_lshlrev_b16 v4, v8, -4.0                                ; 04 40 04 cc 08 ef 01 18
v_pk_lshlrev_b16 v4, v8, 0.15915494                          ; 04 40 04 cc 08 f1 01 18
v_pk_lshlrev_b16 v4, v8, src_scc                             ; 04 40 04 cc 08 fb 01 18
v_pk_lshlrev_b16 v4, v8, src_shared_base                     ; 04 40 04 cc 08 d7 01 18
v_pk_lshlrev_b16 v4, v8, 0x12345678                          ; 04 40 04 cc 08 ff 01 18 78 56 34 12
v_pk_lshlrev_b16 v255, -0.5, v0 op_sel:[1,0]                 ; ff 48 04 cc f1 00 02 18
v_pk_lshlrev_b16 v161, v0, v183                              ; a1 40 04 cc 00 6f 03 18
v_pk_lshlrev_b16 v0, null, 0xcbc3629c                        ; 00 40 04 cc 7c fe 01 18 9c 62 c3 cb
v_pk_lshrrev_b16 v0, ttmp6, vcc_lo                           ; 00 40 05 cc 72 d4 00 18
v_pk_ashrrev_i16 v4, v1, v8                                  ; 04 40 06 cc 01 11 02 18
v_pk_ashrrev_i16 v4, v255, v8                                ; 04 40 06 cc ff 11 02 18
v_pk_ashrrev_i16 v4, s2, v8                                  ; 04 40 06 cc 02 10 02 18
v_pk_ashrrev_i16 v4, s104, v8                                ; 04 40 06 cc 68 10 02 18
v_pk_ashrrev_i16 v4, vcc_lo, v8                              ; 04 40 06 cc 6a 10 02 18
v_pk_ashrrev_i16 v4, exec_lo, v8                             ; 04 40 06 cc 7e 10 02 18
v_pk_ashrrev_i16 v4, null, v8                                ; 04 40 06 cc 7c 10 02 18
v_pk_ashrrev_i16 v4, ttmp0, v8                               ; 04 40 06 cc 6c 10 02 18
v_pk_ashrrev_i16 v4, 0, v8                                   ; 04 40 06 cc 80 10 02 18
v_pk_ashrrev_i16 v4, 64, v8                                  ; 04 40 06 cc c0 10 02 18
v_pk_ashrrev_i16 v4, -1, v8                                  ; 04 40 06 cc c1 10 02 18
v_pk_ashrrev_i16 v4, -16, v8                                 ; 04 40 06 cc d0 10 02 18
v_pk_ashrrev_i16 v4, 0.5, v8                                 ; 04 40 06 cc f0 10 02 18
v_pk_ashrrev_i16 v4, 1.0, v8                                 ; 04 40 06 cc f2 10 02 18
v_pk_ashrrev_i16 v4, -4.0, v8                                ; 04 40 06 cc f7 10 02 18
v_pk_ashrrev_i16 v4, 0.15915494, v8                          ; 04 40 06 cc f8 10 02 18
v_pk_ashrrev_i16 v4, src_scc, v8                             ; 04 40 06 cc fd 10 02 18
v_pk_ashrrev_i16 v4, src_shared_base, v8                     ; 04 40 06 cc eb 10 02 18
v_pk_ashrrev_i16 v4, 0x12345678, v8                          ; 04 40 06 cc ff 10 02 18 78 56 34 12
v_pk_ashrrev_i16 v4, v8, v1                                  ; 04 40 06 cc 08 03 02 18
v_pk_ashrrev_i16 v4, v8, v255                                ; 04 40 06 cc 08 ff 03 18
v_pk_ashrrev_i16 v4, v8, s2                                  ; 04 40 06 cc 08 05 00 18
v_pk_ashrrev_i16 v4, v8, s104                                ; 04 40 06 cc 08 d1 00 18
v_pk_ashrrev_i16 v4, v8, vcc_lo                              ; 04 40 06 cc 08 d5 00 18
v_pk_ashrrev_i16 v4, v8, exec_lo                             ; 04 40 06 cc 08 fd 00 18
v_pk_ashrrev_i16 v4, v8, null                                ; 04 40 06 cc 08 f9 00 18
v_pk_ashrrev_i16 v4, v8, ttmp0                               ; 04 40 06 cc 08 d9 00 18
v_pk_ashrrev_i16 v4, v8, 0                                   ; 04 40 06 cc 08 01 01 18
v_pk_ashrrev_i16 v4, v8, 64                                  ; 04 40 06 cc 08 81 01 18
v_pk_ashrrev_i16 v4, v8, -1                                  ; 04 40 06 cc 08 83 01 18
v_pk_ashrrev_i16 v4, v8, -16                                 ; 04 40 06 cc 08 a1 01 18
v_pk_ashrrev_i16 v4, v8, 0.5                                 ; 04 40 06 cc 08 e1 01 18
v_pk_ashrrev_i16 v4, v8, 1.0                                 ; 04 40 06 cc 08 e5 01 18
v_pk_ashrrev_i16 v4, v8, -4.0                                ; 04 40 06 cc 08 ef 01 18
v_pk_ashrrev_i16 v4, v8, 0.15915494                          ; 04 40 06 cc 08 f1 01 18
v_pk_ashrrev_i16 v4, v8, src_scc                             ; 04 40 06 cc 08 fb 01 18
v_pk_ashrrev_i16 v4, v8, src_shared_base                     ; 04 40 06 cc 08 d7 01 18
v_pk_ashrrev_i16 v4, v8, 0x12345678                          ; 04 40 06 cc 08 ff 01 18 78 56 34 12
v_pk_ashrrev_i16 v255, v24, s97                              ; ff 40 06 cc 18 c3 00 18
v_pk_ashrrev_i16 v4, 4.0, v3 op_sel:[1,0]                    ; 04 48 06 cc f6 06 02 18
v_pk_ashrrev_i16 v255, v0, v104 op_sel:[0,1] op_sel_hi:[0,1] ; ff 50 06 cc 00 d1 02 10
v_pk_max_i16 v178, v255, 22 op_sel:[1,0] op_sel_hi:[0,1]     ; b2 48 07 cc ff 2d 01 10
v_pk_min_i16 v226, v84, v0 op_sel:[1,0] op_sel_hi:[0,1]      ; e2 48 08 cc 54 01 02 10
v_pk_mad_u16 v4, v1, v8, v8                                  ; 04 40 09 cc 01 11 22 1c
v_pk_mad_u16 v4, v255, v8, v8                                ; 04 40 09 cc ff 11 22 1c
v_pk_mad_u16 v4, s2, v8, v8                                  ; 04 40 09 cc 02 10 22 1c
v_pk_mad_u16 v4, s104, v8, v8                                ; 04 40 09 cc 68 10 22 1c
v_pk_mad_u16 v4, vcc_lo, v8, v8                              ; 04 40 09 cc 6a 10 22 1c
v_pk_mad_u16 v4, exec_lo, v8, v8                             ; 04 40 09 cc 7e 10 22 1c
v_pk_mad_u16 v4, null, v8, v8                                ; 04 40 09 cc 7c 10 22 1c
v_pk_mad_u16 v4, ttmp0, v8, v8                               ; 04 40 09 cc 6c 10 22 1c
v_pk_mad_u16 v4, 0, v8, v8                                   ; 04 40 09 cc 80 10 22 1c
v_pk_mad_u16 v4, 64, v8, v8                                  ; 04 40 09 cc c0 10 22 1c
v_pk_mad_u16 v4, -1, v8, v8                                  ; 04 40 09 cc c1 10 22 1c
v_pk_mad_u16 v4, -16, v8, v8                                 ; 04 40 09 cc d0 10 22 1c
v_pk_mad_u16 v4, 0.5, v8, v8                                 ; 04 40 09 cc f0 10 22 1c
v_pk_mad_u16 v4, 1.0, v8, v8                                 ; 04 40 09 cc f2 10 22 1c
v_pk_mad_u16 v4, -4.0, v8, v8                                ; 04 40 09 cc f7 10 22 1c
v_pk_mad_u16 v4, 0.15915494, v8, v8                          ; 04 40 09 cc f8 10 22 1c
v_pk_mad_u16 v4, src_scc, v8, v8                             ; 04 40 09 cc fd 10 22 1c
v_pk_mad_u16 v4, src_shared_base, v8, v8                     ; 04 40 09 cc eb 10 22 1c
v_pk_mad_u16 v4, 0x12345678, v8, v8                          ; 04 40 09 cc ff 10 22 1c 78 56 34 12
v_pk_mad_u16 v4, v8, v1, v8                                  ; 04 40 09 cc 08 03 22 1c
v_pk_mad_u16 v4, v8, v255, v8                                ; 04 40 09 cc 08 ff 23 1c
v_pk_mad_u16 v4, v8, s2, v8                                  ; 04 40 09 cc 08 05 20 1c
v_pk_mad_u16 v4, v8, s104, v8                                ; 04 40 09 cc 08 d1 20 1c
v_pk_mad_u16 v4, v8, vcc_lo, v8                              ; 04 40 09 cc 08 d5 20 1c
v_pk_mad_u16 v4, v8, exec_lo, v8                             ; 04 40 09 cc 08 fd 20 1c
v_pk_mad_u16 v4, v8, null, v8                                ; 04 40 09 cc 08 f9 20 1c
v_pk_mad_u16 v4, v8, ttmp0, v8                               ; 04 40 09 cc 08 d9 20 1c
v_pk_mad_u16 v4, v8, 0, v8                                   ; 04 40 09 cc 08 01 21 1c
v_pk_mad_u16 v4, v8, 64, v8                                  ; 04 40 09 cc 08 81 21 1c
v_pk_mad_u16 v4, v8, -1, v8                                  ; 04 40 09 cc 08 83 21 1c
v_pk_mad_u16 v4, v8, -16, v8                                 ; 04 40 09 cc 08 a1 21 1c
v_pk_mad_u16 v4, v8, 0.5, v8                                 ; 04 40 09 cc 08 e1 21 1c
v_pk_mad_u16 v4, v8, 1.0, v8                                 ; 04 40 09 cc 08 e5 21 1c
v_pk_mad_u16 v4, v8, -4.0, v8                                ; 04 40 09 cc 08 ef 21 1c
v_pk_mad_u16 v4, v8, 0.15915494, v8                          ; 04 40 09 cc 08 f1 21 1c
v_pk_mad_u16 v4, v8, src_scc, v8                             ; 04 40 09 cc 08 fb 21 1c
v_pk_mad_u16 v4, v8, src_shared_base, v8                     ; 04 40 09 cc 08 d7 21 1c
v_pk_mad_u16 v4, v8, 0x12345678, v8                          ; 04 40 09 cc 08 ff 21 1c 78 56 34 12
v_pk_mad_u16 v4, v8, v8, v1                                  ; 04 40 09 cc 08 11 06 1c
v_pk_mad_u16 v4, v8, v8, v255                                ; 04 40 09 cc 08 11 fe 1f
v_pk_mad_u16 v4, v8, v8, s2                                  ; 04 40 09 cc 08 11 0a 18
v_pk_mad_u16 v4, v8, v8, s104                                ; 04 40 09 cc 08 11 a2 19
v_pk_mad_u16 v4, v8, v8, vcc_lo                              ; 04 40 09 cc 08 11 aa 19
v_pk_mad_u16 v4, v8, v8, exec_lo                             ; 04 40 09 cc 08 11 fa 19
v_pk_mad_u16 v4, v8, v8, null                                ; 04 40 09 cc 08 11 f2 19
v_pk_mad_u16 v4, v8, v8, ttmp0                               ; 04 40 09 cc 08 11 b2 19
v_pk_mad_u16 v4, v8, v8, 0                                   ; 04 40 09 cc 08 11 02 1a
v_pk_mad_u16 v4, v8, v8, 64                                  ; 04 40 09 cc 08 11 02 1b
v_pk_mad_u16 v4, v8, v8, -1                                  ; 04 40 09 cc 08 11 06 1b
v_pk_mad_u16 v4, v8, v8, -16                                 ; 04 40 09 cc 08 11 42 1b
v_pk_mad_u16 v4, v8, v8, 0.5                                 ; 04 40 09 cc 08 11 c2 1b
v_pk_mad_u16 v4, v8, v8, 1.0                                 ; 04 40 09 cc 08 11 ca 1b
v_pk_mad_u16 v4, v8, v8, -4.0                                ; 04 40 09 cc 08 11 de 1b
v_pk_mad_u16 v4, v8, v8, 0.15915494                          ; 04 40 09 cc 08 11 e2 1b
v_pk_mad_u16 v4, v8, v8, src_scc                             ; 04 40 09 cc 08 11 f6 1b
v_pk_mad_u16 v4, v8, v8, src_shared_base                     ; 04 40 09 cc 08 11 ae 1b
v_pk_mad_u16 v4, v8, v8, 0x12345678                          ; 04 40 09 cc 08 11 fe 1b 78 56 34 12
v_pk_mad_u16 v255, v0, -0.5, v115                            ; ff 40 09 cc 00 e3 cd 1d
v_pk_mad_u16 v0, s12, v192, v255 op_sel:[0,1,1] op_sel_hi:[1,0,0] ; 00 30 09 cc 0c 80 ff 0f
v_pk_mad_u16 v40, 2.0, s62, -2.0                             ; 28 40 09 cc f4 7c d4 1b
v_pk_add_u16 v0, v13, 1 op_sel:[1,1]                         ; 00 58 0a cc 0d 03 01 18
v_pk_sub_u16 v87, 2.0, v47                                   ; 57 40 0b cc f4 5e 02 18
v_pk_max_u16 v232, v0, v255                                  ; e8 40 0c cc 00 ff 03 18
v_pk_min_u16 v147, -2.0, s18                                 ; 93 40 0d cc f5 24 00 18
v_pk_fma_f16 v4, v1, v8, v8                                  ; 04 40 0e cc 01 11 22 1c
v_pk_fma_f16 v4, v255, v8, v8                                ; 04 40 0e cc ff 11 22 1c
v_pk_fma_f16 v4, s2, v8, v8                                  ; 04 40 0e cc 02 10 22 1c
v_pk_fma_f16 v4, s104, v8, v8                                ; 04 40 0e cc 68 10 22 1c
v_pk_fma_f16 v4, vcc_lo, v8, v8                              ; 04 40 0e cc 6a 10 22 1c
v_pk_fma_f16 v4, exec_lo, v8, v8                             ; 04 40 0e cc 7e 10 22 1c
v_pk_fma_f16 v4, null, v8, v8                                ; 04 40 0e cc 7c 10 22 1c
v_pk_fma_f16 v4, ttmp0, v8, v8                               ; 04 40 0e cc 6c 10 22 1c
v_pk_fma_f16 v4, 0, v8, v8                                   ; 04 40 0e cc 80 10 22 1c
v_pk_fma_f16 v4, 64, v8, v8                                  ; 04 40 0e cc c0 10 22 1c
v_pk_fma_f16 v4, -1, v8, v8                                  ; 04 40 0e cc c1 10 22 1c
v_pk_fma_f16 v4, -16, v8, v8                                 ; 04 40 0e cc d0 10 22 1c
v_pk_fma_f16 v4, 0.5, v8, v8                                 ; 04 40 0e cc f0 10 22 1c
v_pk_fma_f16 v4, 1.0, v8, v8                                 ; 04 40 0e cc f2 10 22 1c
v_pk_fma_f16 v4, -4.0, v8, v8                                ; 04 40 0e cc f7 10 22 1c
v_pk_fma_f16 v4, 0.15915494, v8, v8                          ; 04 40 0e cc f8 10 22 1c
v_pk_fma_f16 v4, src_scc, v8, v8                             ; 04 40 0e cc fd 10 22 1c
v_pk_fma_f16 v4, src_shared_base, v8, v8                     ; 04 40 0e cc eb 10 22 1c
v_pk_fma_f16 v4, 0x12345678, v8, v8                          ; 04 40 0e cc ff 10 22 1c 78 56 34 12
v_pk_fma_f16 v4, v8, v1, v8                                  ; 04 40 0e cc 08 03 22 1c
v_pk_fma_f16 v4, v8, v255, v8                                ; 04 40 0e cc 08 ff 23 1c
v_pk_fma_f16 v4, v8, s2, v8                                  ; 04 40 0e cc 08 05 20 1c
v_pk_fma_f16 v4, v8, s104, v8                                ; 04 40 0e cc 08 d1 20 1c
v_pk_fma_f16 v4, v8, vcc_lo, v8                              ; 04 40 0e cc 08 d5 20 1c
v_pk_fma_f16 v4, v8, exec_lo, v8                             ; 04 40 0e cc 08 fd 20 1c
v_pk_fma_f16 v4, v8, null, v8                                ; 04 40 0e cc 08 f9 20 1c
v_pk_fma_f16 v4, v8, ttmp0, v8                               ; 04 40 0e cc 08 d9 20 1c
v_pk_fma_f16 v4, v8, 0, v8                                   ; 04 40 0e cc 08 01 21 1c
v_pk_fma_f16 v4, v8, 64, v8                                  ; 04 40 0e cc 08 81 21 1c
v_pk_fma_f16 v4, v8, -1, v8                                  ; 04 40 0e cc 08 83 21 1c
v_pk_fma_f16 v4, v8, -16, v8                                 ; 04 40 0e cc 08 a1 21 1c
v_pk_fma_f16 v4, v8, 0.5, v8                                 ; 04 40 0e cc 08 e1 21 1c
v_pk_fma_f16 v4, v8, 1.0, v8                                 ; 04 40 0e cc 08 e5 21 1c
v_pk_fma_f16 v4, v8, -4.0, v8                                ; 04 40 0e cc 08 ef 21 1c
v_pk_fma_f16 v4, v8, 0.15915494, v8                          ; 04 40 0e cc 08 f1 21 1c
v_pk_fma_f16 v4, v8, src_scc, v8                             ; 04 40 0e cc 08 fb 21 1c
v_pk_fma_f16 v4, v8, src_shared_base, v8                     ; 04 40 0e cc 08 d7 21 1c
v_pk_fma_f16 v4, v8, 0x12345678, v8                          ; 04 40 0e cc 08 ff 21 1c 78 56 34 12
v_pk_fma_f16 v4, v8, v8, v1                                  ; 04 40 0e cc 08 11 06 1c
v_pk_fma_f16 v4, v8, v8, v255                                ; 04 40 0e cc 08 11 fe 1f
v_pk_fma_f16 v4, v8, v8, s2                                  ; 04 40 0e cc 08 11 0a 18
v_pk_fma_f16 v4, v8, v8, s104                                ; 04 40 0e cc 08 11 a2 19
v_pk_fma_f16 v4, v8, v8, vcc_lo                              ; 04 40 0e cc 08 11 aa 19
v_pk_fma_f16 v4, v8, v8, exec_lo                             ; 04 40 0e cc 08 11 fa 19
v_pk_fma_f16 v4, v8, v8, null                                ; 04 40 0e cc 08 11 f2 19
v_pk_fma_f16 v4, v8, v8, ttmp0                               ; 04 40 0e cc 08 11 b2 19
v_pk_fma_f16 v4, v8, v8, 0                                   ; 04 40 0e cc 08 11 02 1a
v_pk_fma_f16 v4, v8, v8, 64                                  ; 04 40 0e cc 08 11 02 1b
v_pk_fma_f16 v4, v8, v8, -1                                  ; 04 40 0e cc 08 11 06 1b
v_pk_fma_f16 v4, v8, v8, -16                                 ; 04 40 0e cc 08 11 42 1b
v_pk_fma_f16 v4, v8, v8, 0.5                                 ; 04 40 0e cc 08 11 c2 1b
v_pk_fma_f16 v4, v8, v8, 1.0                                 ; 04 40 0e cc 08 11 ca 1b
v_pk_fma_f16 v4, v8, v8, -4.0                                ; 04 40 0e cc 08 11 de 1b
v_pk_fma_f16 v4, v8, v8, 0.15915494                          ; 04 40 0e cc 08 11 e2 1b
v_pk_fma_f16 v4, v8, v8, src_scc                             ; 04 40 0e cc 08 11 f6 1b
v_pk_fma_f16 v4, v8, v8, src_shared_base                     ; 04 40 0e cc 08 11 ae 1b
v_pk_fma_f16 v4, v8, v8, 0x12345678                          ; 04 40 0e cc 08 11 fe 1b 78 56 34 12
v_pk_fma_f16 v255, v23, src_shared_base, -2.0                ; ff 40 0e cc 17 d7 d5 1b
v_pk_fma_f16 v255, v255, 0.15915494, 51                      ; ff 40 0e cc ff f1 cd 1a
v_pk_fma_f16 v255, v100, v53, v0 op_sel_hi:[1,0,1]           ; ff 40 0e cc 64 6b 02 0c
v_pk_add_f16 v4, v1, v8                                      ; 04 40 0f cc 01 11 02 18
v_pk_add_f16 v4, exec_lo, v8                                 ; 04 40 0f cc 7e 10 02 18
v_pk_add_f16 v4, -1, v8                                      ; 04 40 0f cc c1 10 02 18
v_pk_add_f16 v4, 0.15915494, v8                              ; 04 40 0f cc f8 10 02 18
v_pk_add_f16 v4, v8, v255                                    ; 04 40 0f cc 08 ff 03 18
v_pk_add_f16 v4, v8, null                                    ; 04 40 0f cc 08 f9 00 18
v_pk_add_f16 v4, v8, -16                                     ; 04 40 0f cc 08 a1 01 18
v_pk_add_f16 v4, v8, src_scc                                 ; 04 40 0f cc 08 fb 01 18
v_pk_add_f16 v255, 4.0, s79                                  ; ff 40 0f cc f6 9e 00 18
v_pk_add_f16 v37, v255, v0                                   ; 25 40 0f cc ff 01 02 18
v_pk_add_f16 v255, v136, v122                                ; ff 40 0f cc 88 f5 02 18
v_pk_mul_f16 v181, v251, exec_lo                             ; b5 40 10 cc fb fd 00 18
v_pk_min_f16 v0, v167, v197                                  ; 00 40 11 cc a7 8b 03 18
v_pk_max_f16 v109, v27, s53 op_sel:[1,1]                     ; 6d 58 12 cc 1b 6b 00 18
v_dot2_f32_f16 v4, v1, v8, v8                                ; 04 40 13 cc 01 11 22 1c
v_dot2_f32_f16 v4, exec_lo, v8, v8                           ; 04 40 13 cc 7e 10 22 1c
v_dot2_f32_f16 v4, -1, v8, v8                                ; 04 40 13 cc c1 10 22 1c
v_dot2_f32_f16 v4, 0.15915494, v8, v8                        ; 04 40 13 cc f8 10 22 1c
v_dot2_f32_f16 v4, v8, v255, v8                              ; 04 40 13 cc 08 ff 23 1c
v_dot2_f32_f16 v4, v8, null, v8                              ; 04 40 13 cc 08 f9 20 1c
v_dot2_f32_f16 v4, v8, -16, v8                               ; 04 40 13 cc 08 a1 21 1c
v_dot2_f32_f16 v4, v8, src_scc, v8                           ; 04 40 13 cc 08 fb 21 1c
v_dot2_f32_f16 v4, v8, v8, s2                                ; 04 40 13 cc 08 11 0a 18
v_dot2_f32_f16 v4, v8, v8, ttmp0                             ; 04 40 13 cc 08 11 b2 19
v_dot2_f32_f16 v4, v8, v8, 0.5                               ; 04 40 13 cc 08 11 c2 1b
v_dot2_f32_f16 v4, v8, v8, src_shared_base                   ; 04 40 13 cc 08 11 ae 1b
v_dot2_f32_f16_e64_dpp v0, v34, v211, v84 op_sel:[1,1,1] op_sel_hi:[1,1,0] neg_hi:[0,0,1] dpp8:[5,7,3,6,7,6,7,1] fi:1 ; 00 3c 13 cc ea a6 53 1d 22 fd 7c 3f
v_dot2_f32_f16 v255, 0.15915494, v0, s100                    ; ff 40 13 cc f8 00 92 19
v_dot2_f32_f16 v134, ttmp1, v0, v0                           ; 86 40 13 cc 6d 00 02 1c
v_dot4_i32_iu8 v4, v1, v8, v8                                ; 04 40 16 cc 01 11 22 1c
v_dot4_i32_iu8 v4, exec_lo, v8, v8                           ; 04 40 16 cc 7e 10 22 1c
v_dot4_i32_iu8 v4, -1, v8, v8                                ; 04 40 16 cc c1 10 22 1c
v_dot4_i32_iu8 v4, 0.15915494, v8, v8                        ; 04 40 16 cc f8 10 22 1c
v_dot4_i32_iu8 v4, v8, v255, v8                              ; 04 40 16 cc 08 ff 23 1c
v_dot4_i32_iu8 v4, v8, null, v8                              ; 04 40 16 cc 08 f9 20 1c
v_dot4_i32_iu8 v4, v8, -16, v8                               ; 04 40 16 cc 08 a1 21 1c
v_dot4_i32_iu8 v4, v8, src_scc, v8                           ; 04 40 16 cc 08 fb 21 1c
v_dot4_i32_iu8 v4, v8, v8, s2                                ; 04 40 16 cc 08 11 0a 18
v_dot4_i32_iu8 v4, v8, v8, ttmp0                             ; 04 40 16 cc 08 11 b2 19
v_dot4_i32_iu8 v4, v8, v8, 0.5                               ; 04 40 16 cc 08 11 c2 1b
v_dot4_i32_iu8 v4, v8, v8, src_shared_base                   ; 04 40 16 cc 08 11 ae 1b
v_dot4_i32_iu8 v246, s60, v137, 4                            ; f6 40 16 cc 3c 12 13 1a
v_dot4_i32_iu8 v255, src_shared_limit, v0, 4.0               ; ff 40 16 cc ec 00 da 1b
v_dot4_i32_iu8 v255, v255, v70, v109                         ; ff 40 16 cc ff 8d b6 1d
v_dot4_u32_u8 v4, v1, v8, v8                                 ; 04 40 17 cc 01 11 22 1c
v_dot4_u32_u8 v4, exec_lo, v8, v8                            ; 04 40 17 cc 7e 10 22 1c
v_dot4_u32_u8 v4, -1, v8, v8                                 ; 04 40 17 cc c1 10 22 1c
v_dot4_u32_u8 v4, 0.15915494, v8, v8                         ; 04 40 17 cc f8 10 22 1c
v_dot4_u32_u8 v4, v8, v255, v8                               ; 04 40 17 cc 08 ff 23 1c
v_dot4_u32_u8 v4, v8, null, v8                               ; 04 40 17 cc 08 f9 20 1c
v_dot4_u32_u8 v4, v8, -16, v8                                ; 04 40 17 cc 08 a1 21 1c
v_dot4_u32_u8 v4, v8, src_scc, v8                            ; 04 40 17 cc 08 fb 21 1c
v_dot4_u32_u8 v4, v8, v8, s2                                 ; 04 40 17 cc 08 11 0a 18
v_dot4_u32_u8 v4, v8, v8, ttmp0                              ; 04 40 17 cc 08 11 b2 19
v_dot4_u32_u8 v4, v8, v8, 0.5                                ; 04 40 17 cc 08 11 c2 1b
v_dot4_u32_u8 v4, v8, v8, src_shared_base                    ; 04 40 17 cc 08 11 ae 1b
v_dot4_u32_u8 v52, 33, lit(0x3f800000), v43                  ; 34 40 17 cc a1 fe ad 1c 00 00 80 3f
v_dot4_u32_u8 v0, v105, s83, src_scc                         ; 00 40 17 cc 69 a7 f4 1b
v_dot4_u32_u8 v99, ttmp15, v255, v197                        ; 63 40 17 cc 7b fe 17 1f
v_dot8_i32_iu4 v4, v1, v8, v8                                ; 04 40 18 cc 01 11 22 1c
v_dot8_i32_iu4 v4, exec_lo, v8, v8                           ; 04 40 18 cc 7e 10 22 1c
v_dot8_i32_iu4 v4, -1, v8, v8                                ; 04 40 18 cc c1 10 22 1c
v_dot8_i32_iu4 v4, 0.15915494, v8, v8                        ; 04 40 18 cc f8 10 22 1c
v_dot8_i32_iu4 v4, v8, v255, v8                              ; 04 40 18 cc 08 ff 23 1c
v_dot8_i32_iu4 v4, v8, null, v8                              ; 04 40 18 cc 08 f9 20 1c
v_dot8_i32_iu4 v4, v8, -16, v8                               ; 04 40 18 cc 08 a1 21 1c
v_dot8_i32_iu4 v4, v8, src_scc, v8                           ; 04 40 18 cc 08 fb 21 1c
v_dot8_i32_iu4 v4, v8, v8, s2                                ; 04 40 18 cc 08 11 0a 18
v_dot8_i32_iu4 v4, v8, v8, ttmp0                             ; 04 40 18 cc 08 11 b2 19
v_dot8_i32_iu4 v4, v8, v8, 0.5                               ; 04 40 18 cc 08 11 c2 1b
v_dot8_i32_iu4 v4, v8, v8, src_shared_base                   ; 04 40 18 cc 08 11 ae 1b
v_dot8_i32_iu4 v12, v125, s38, v58                           ; 0c 40 18 cc 7d 4d e8 1c
v_dot8_i32_iu4 v97, v255, v0, v0                             ; 61 40 18 cc ff 01 02 1c
v_dot8_i32_iu4 v94, 2.0, 29, v255                            ; 5e 40 18 cc f4 3a fd 1f
v_dot8_u32_u4 v4, v1, v8, v8                                 ; 04 40 19 cc 01 11 22 1c
v_dot8_u32_u4 v4, exec_lo, v8, v8                            ; 04 40 19 cc 7e 10 22 1c
v_dot8_u32_u4 v4, -1, v8, v8                                 ; 04 40 19 cc c1 10 22 1c
v_dot8_u32_u4 v4, 0.15915494, v8, v8                         ; 04 40 19 cc f8 10 22 1c
v_dot8_u32_u4 v4, v8, v255, v8                               ; 04 40 19 cc 08 ff 23 1c
v_dot8_u32_u4 v4, v8, null, v8                               ; 04 40 19 cc 08 f9 20 1c
v_dot8_u32_u4 v4, v8, -16, v8                                ; 04 40 19 cc 08 a1 21 1c
v_dot8_u32_u4 v4, v8, src_scc, v8                            ; 04 40 19 cc 08 fb 21 1c
v_dot8_u32_u4 v4, v8, v8, s2                                 ; 04 40 19 cc 08 11 0a 18
v_dot8_u32_u4 v4, v8, v8, ttmp0                              ; 04 40 19 cc 08 11 b2 19
v_dot8_u32_u4 v4, v8, v8, 0.5                                ; 04 40 19 cc 08 11 c2 1b
v_dot8_u32_u4 v4, v8, v8, src_shared_base                    ; 04 40 19 cc 08 11 ae 1b
v_dot8_u32_u4 v164, s7, v0, v255                             ; a4 40 19 cc 07 00 fe 1f
v_dot8_u32_u4 v23, v0, v101, v255                            ; 17 40 19 cc 00 cb fe 1f
v_dot8_u32_u4 v40, vcc_lo, v25, v163                         ; 28 40 19 cc 6a 32 8e 1e
v_dot2_f32_bf16 v4, v1, v8, v8                               ; 04 40 1a cc 01 11 22 1c
v_dot2_f32_bf16 v4, exec_lo, v8, v8                          ; 04 40 1a cc 7e 10 22 1c
v_dot2_f32_bf16 v4, -1, v8, v8                               ; 04 40 1a cc c1 10 22 1c
v_dot2_f32_bf16 v4, 0.15915494, v8, v8                       ; 04 40 1a cc f8 10 22 1c
v_dot2_f32_bf16 v4, v8, v255, v8                             ; 04 40 1a cc 08 ff 23 1c
v_dot2_f32_bf16 v4, v8, null, v8                             ; 04 40 1a cc 08 f9 20 1c
v_dot2_f32_bf16 v4, v8, -16, v8                              ; 04 40 1a cc 08 a1 21 1c
v_dot2_f32_bf16 v4, v8, src_scc, v8                          ; 04 40 1a cc 08 fb 21 1c
v_dot2_f32_bf16 v4, v8, v8, s2                               ; 04 40 1a cc 08 11 0a 18
v_dot2_f32_bf16 v4, v8, v8, ttmp0                            ; 04 40 1a cc 08 11 b2 19
v_dot2_f32_bf16 v4, v8, v8, 0.5                              ; 04 40 1a cc 08 11 c2 1b
v_dot2_f32_bf16 v4, v8, v8, src_shared_base                  ; 04 40 1a cc 08 11 ae 1b
v_dot2_f32_bf16 v255, s16, v67, 24                           ; ff 40 1a cc 10 86 62 1a
v_dot2_f32_bf16 v235, v255, v255, 18 op_sel:[1,0,0] neg_hi:[0,0,1] ; eb 4c 1a cc ff ff 4b 1a
v_dot2_f32_bf16_e64_dpp v255, v189, v210, v255 op_sel:[1,1,1] op_sel_hi:[1,0,0] neg_lo:[0,0,1] neg_hi:[0,0,1] clamp quad_perm:[0,3,0,2] row_mask:0x1 bank_mask:0x4 bound_ctrl:1 fi:1 ; ff bc 1a cc fa a4 ff 8f bd 8c 0c 14
v_fma_mix_f32 v4, v1, v8, v8 op_sel_hi:[1,1,1]               ; 04 40 20 cc 01 11 22 1c
v_fma_mix_f32 v4, exec_lo, v8, v8 op_sel_hi:[1,1,1]          ; 04 40 20 cc 7e 10 22 1c
v_fma_mix_f32 v4, -1, v8, v8 op_sel_hi:[1,1,1]               ; 04 40 20 cc c1 10 22 1c
v_fma_mix_f32 v4, 0.15915494, v8, v8 op_sel_hi:[1,1,1]       ; 04 40 20 cc f8 10 22 1c
v_fma_mix_f32 v4, v8, v255, v8 op_sel_hi:[1,1,1]             ; 04 40 20 cc 08 ff 23 1c
v_fma_mix_f32 v4, v8, null, v8 op_sel_hi:[1,1,1]             ; 04 40 20 cc 08 f9 20 1c
v_fma_mix_f32 v4, v8, -16, v8 op_sel_hi:[1,1,1]              ; 04 40 20 cc 08 a1 21 1c
v_fma_mix_f32 v4, v8, src_scc, v8 op_sel_hi:[1,1,1]          ; 04 40 20 cc 08 fb 21 1c
v_fma_mix_f32 v4, v8, v8, s2 op_sel_hi:[1,1,1]               ; 04 40 20 cc 08 11 0a 18
v_fma_mix_f32 v4, v8, v8, ttmp0 op_sel_hi:[1,1,1]            ; 04 40 20 cc 08 11 b2 19
v_fma_mix_f32 v4, v8, v8, 0.5 op_sel_hi:[1,1,1]              ; 04 40 20 cc 08 11 c2 1b
v_fma_mix_f32 v4, v8, v8, src_shared_base op_sel_hi:[1,1,1]  ; 04 40 20 cc 08 11 ae 1b
v_fma_mix_f32 v0, |v206|, -|lit(0x1)|, -|v255| op_sel:[0,1,1] op_sel_hi:[1,0,0] ; 00 37 20 cc ce ff fd cf 01 00 00 00
v_fma_mix_f32 v255, -v255, -|ttmp6|, |v255| op_sel:[0,0,1] op_sel_hi:[1,1,1] ; ff 66 20 cc ff e5 fc 7f
v_fma_mix_f32 v255, v228, v0, ttmp14 op_sel_hi:[1,1,1]       ; ff 40 20 cc e4 01 ea 19
v_fma_mixlo_f16 v4, v1, v8, v8 op_sel_hi:[1,1,1]             ; 04 40 21 cc 01 11 22 1c
v_fma_mixlo_f16 v4, exec_lo, v8, v8 op_sel_hi:[1,1,1]        ; 04 40 21 cc 7e 10 22 1c
v_fma_mixlo_f16 v4, -1, v8, v8 op_sel_hi:[1,1,1]             ; 04 40 21 cc c1 10 22 1c
v_fma_mixlo_f16 v4, 0.15915494, v8, v8 op_sel_hi:[1,1,1]     ; 04 40 21 cc f8 10 22 1c
v_fma_mixlo_f16 v4, v8, v255, v8 op_sel_hi:[1,1,1]           ; 04 40 21 cc 08 ff 23 1c
v_fma_mixlo_f16 v4, v8, null, v8 op_sel_hi:[1,1,1]           ; 04 40 21 cc 08 f9 20 1c
v_fma_mixlo_f16 v4, v8, -16, v8 op_sel_hi:[1,1,1]            ; 04 40 21 cc 08 a1 21 1c
v_fma_mixlo_f16 v4, v8, src_scc, v8 op_sel_hi:[1,1,1]        ; 04 40 21 cc 08 fb 21 1c
v_fma_mixlo_f16 v4, v8, v8, s2 op_sel_hi:[1,1,1]             ; 04 40 21 cc 08 11 0a 18
v_fma_mixlo_f16 v4, v8, v8, ttmp0 op_sel_hi:[1,1,1]          ; 04 40 21 cc 08 11 b2 19
v_fma_mixlo_f16 v4, v8, v8, 0.5 op_sel_hi:[1,1,1]            ; 04 40 21 cc 08 11 c2 1b
v_fma_mixlo_f16 v4, v8, v8, src_shared_base op_sel_hi:[1,1,1] ; 04 40 21 cc 08 11 ae 1b
v_fma_mixlo_f16 v255, -v95, |v255|, -|v25| op_sel:[1,1,0] op_sel_hi:[1,0,0] ; ff 1e 21 cc 5f ff 67 ac
v_fma_mixlo_f16 v173, v221, v175, v0 op_sel_hi:[1,1,1]       ; ad 40 21 cc dd 5f 03 1c
v_fma_mixlo_f16 v14, s83, v255, s12 op_sel_hi:[1,1,1]        ; 0e 40 21 cc 53 fe 33 18
v_wmma_f32_16x16x16_f16 v[4:11], v[1:8], v[8:15], v[8:15]    ; 04 40 40 cc 01 11 22 1c
v_wmma_f32_16x16x16_f16 v[4:11], v[8:15], v[255:262], v[8:15] ; 04 40 40 cc 08 ff 23 1c
v_wmma_f32_16x16x16_f16 v[4:11], v[8:15], v[8:15], 0.5       ; 04 40 40 cc 08 11 c2 1b
v_wmma_f32_16x16x16_f16 v[248:255], v[242:249], v[217:224], v[101:108] ; f8 40 40 cc f2 b3 97 1d
v_wmma_f32_16x16x16_f16 v[248:255], v[217:224], v[182:189], v[248:255] ; f8 40 40 cc d9 6d e3 1f
v_wmma_f32_16x16x16_bf16 v[4:11], v[1:8], v[8:15], v[8:15]   ; 04 40 41 cc 01 11 22 1c
v_wmma_f32_16x16x16_bf16 v[4:11], v[8:15], v[255:262], v[8:15] ; 04 40 41 cc 08 ff 23 1c
v_wmma_f32_16x16x16_bf16 v[4:11], v[8:15], v[8:15], 0.5      ; 04 40 41 cc 08 11 c2 1b
v_wmma_f32_16x16x16_bf16 v[0:7], v[130:137], v[99:106], 0.5  ; 00 40 41 cc 82 c7 c2 1b
v_wmma_f32_16x16x16_bf16 v[0:7], v[113:120], v[195:202], -2.0 ; 00 40 41 cc 71 87 d7 1b
v_wmma_f32_16x16x16_bf16 v[135:142], v[175:182], v[123:130], v[37:44] ; 87 40 41 cc af f7 96 1c
v_wmma_f16_16x16x16_f16 v[4:11], v[1:8], v[8:15], v[8:15]    ; 04 40 42 cc 01 11 22 1c
v_wmma_f16_16x16x16_f16 v[4:11], v[8:15], v[255:262], v[8:15] ; 04 40 42 cc 08 ff 23 1c
v_wmma_f16_16x16x16_f16 v[4:11], v[8:15], v[8:15], 0.5       ; 04 40 42 cc 08 11 c2 1b
v_wmma_f16_16x16x16_f16 v[0:7], v[109:116], v[173:180], v[107:114] ; 00 40 42 cc 6d 5b af 1d
v_wmma_f16_16x16x16_f16 v[0:7], v[147:154], v[178:185], v[225:232] ; 00 40 42 cc 93 65 87 1f
v_wmma_f16_16x16x16_f16 v[248:255], v[88:95], v[25:32], v[53:60] ; f8 40 42 cc 58 33 d6 1c
v_wmma_bf16_16x16x16_bf16 v[4:11], v[1:8], v[8:15], v[8:15]  ; 04 40 43 cc 01 11 22 1c
v_wmma_bf16_16x16x16_bf16 v[4:11], v[8:15], v[255:262], v[8:15] ; 04 40 43 cc 08 ff 23 1c
v_wmma_bf16_16x16x16_bf16 v[4:11], v[8:15], v[8:15], 0.5     ; 04 40 43 cc 08 11 c2 1b
v_wmma_bf16_16x16x16_bf16 v[69:76], v[160:167], v[184:191], v[163:170] ; 45 40 43 cc a0 71 8f 1e
v_wmma_bf16_16x16x16_bf16 v[132:139], v[23:30], v[71:78], v[192:199] ; 84 40 43 cc 17 8f 02 1f
v_wmma_bf16_16x16x16_bf16 v[0:7], v[38:45], v[24:31], v[42:49] ; 00 40 43 cc 26 31 aa 1c
v_wmma_i32_16x16x16_iu8 v[4:11], v[1:4], v[8:11], v[8:15]    ; 04 40 44 cc 01 11 22 1c
v_wmma_i32_16x16x16_iu8 v[4:11], v[8:11], v[255:258], v[8:15] ; 04 40 44 cc 08 ff 23 1c
v_wmma_i32_16x16x16_iu8 v[4:11], v[8:11], v[8:11], 0.5       ; 04 40 44 cc 08 11 c2 1b
v_wmma_i32_16x16x16_iu8 v[53:60], v[154:157], v[124:127], 38 ; 35 40 44 cc 9a f9 9a 1a
v_wmma_i32_16x16x16_iu8 v[151:158], v[229:232], v[184:187], v[0:7] ; 97 40 44 cc e5 71 03 1c
v_wmma_i32_16x16x16_iu4 v[4:11], v[1:2], v[8:9], v[8:15]     ; 04 40 45 cc 01 11 22 1c
v_wmma_i32_16x16x16_iu4 v[4:11], v[8:9], v[255:256], v[8:15] ; 04 40 45 cc 08 ff 23 1c
v_wmma_i32_16x16x16_iu4 v[4:11], v[8:9], v[8:9], 0.5         ; 04 40 45 cc 08 11 c2 1b
v_wmma_i32_16x16x16_iu4 v[51:58], v[126:127], v[79:80], v[107:114] ; 33 40 45 cc 7e 9f ae 1d
v_wmma_i32_16x16x16_iu4 v[15:22], v[94:95], v[160:161], 3    ; 0f 40 45 cc 5e 41 0f 1a
v_wmma_i32_16x16x16_iu4 v[248:255], v[172:173], v[0:1], 48   ; f8 40 45 cc ac 01 c2 1a
; wave64
v_wmma_f32_16x16x16_f16 v[4:7], v[1:8], v[8:15], v[8:11]     ; 04 40 40 cc 01 11 22 1c
v_wmma_f32_16x16x16_f16 v[4:7], v[255:262], v[8:15], v[8:11] ; 04 40 40 cc ff 11 22 1c
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[1:8], v[8:11]     ; 04 40 40 cc 08 03 22 1c
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[255:262], v[8:11] ; 04 40 40 cc 08 ff 23 1c
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], v[1:4]     ; 04 40 40 cc 08 11 06 1c
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], v[255:258] ; 04 40 40 cc 08 11 fe 1f
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], 0          ; 04 40 40 cc 08 11 02 1a
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], 64         ; 04 40 40 cc 08 11 02 1b
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], -1         ; 04 40 40 cc 08 11 06 1b
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], -16        ; 04 40 40 cc 08 11 42 1b
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], 0.5        ; 04 40 40 cc 08 11 c2 1b
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], 1.0        ; 04 40 40 cc 08 11 ca 1b
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], -4.0       ; 04 40 40 cc 08 11 de 1b
v_wmma_f32_16x16x16_f16 v[4:7], v[8:15], v[8:15], 0.15915494 ; 04 40 40 cc 08 11 e2 1b
v_wmma_f32_16x16x16_f16 v[0:3], v[112:119], v[225:232], v[0:3] ; 00 40 40 cc 70 c3 03 1c
v_wmma_f32_16x16x16_f16 v[248:251], v[84:91], v[11:18], v[223:226] ; f8 40 40 cc 54 17 7e 1f
v_wmma_f32_16x16x16_f16 v[0:3], v[99:106], v[60:67], v[81:84] ; 00 40 40 cc 63 79 46 1d
v_wmma_f32_16x16x16_bf16 v[4:7], v[1:8], v[8:15], v[8:11]    ; 04 40 41 cc 01 11 22 1c
v_wmma_f32_16x16x16_bf16 v[4:7], v[255:262], v[8:15], v[8:11] ; 04 40 41 cc ff 11 22 1c
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[1:8], v[8:11]    ; 04 40 41 cc 08 03 22 1c
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[255:262], v[8:11] ; 04 40 41 cc 08 ff 23 1c
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], v[1:4]    ; 04 40 41 cc 08 11 06 1c
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], v[255:258] ; 04 40 41 cc 08 11 fe 1f
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 0         ; 04 40 41 cc 08 11 02 1a
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 64        ; 04 40 41 cc 08 11 02 1b
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], -1        ; 04 40 41 cc 08 11 06 1b
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], -16       ; 04 40 41 cc 08 11 42 1b
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 0.5       ; 04 40 41 cc 08 11 c2 1b
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 1.0       ; 04 40 41 cc 08 11 ca 1b
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], -4.0      ; 04 40 41 cc 08 11 de 1b
v_wmma_f32_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 0.15915494 ; 04 40 41 cc 08 11 e2 1b
v_wmma_f32_16x16x16_bf16 v[248:251], v[3:10], v[73:80], v[32:35] ; f8 40 41 cc 03 93 82 1c
v_wmma_f32_16x16x16_bf16 v[248:251], v[11:18], v[36:43], v[30:33] ; f8 40 41 cc 0b 49 7a 1c
v_wmma_f16_16x16x16_f16 v[4:7], v[1:8], v[8:15], v[8:11]     ; 04 40 42 cc 01 11 22 1c
v_wmma_f16_16x16x16_f16 v[4:7], v[255:262], v[8:15], v[8:11] ; 04 40 42 cc ff 11 22 1c
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[1:8], v[8:11]     ; 04 40 42 cc 08 03 22 1c
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[255:262], v[8:11] ; 04 40 42 cc 08 ff 23 1c
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], v[1:4]     ; 04 40 42 cc 08 11 06 1c
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], v[255:258] ; 04 40 42 cc 08 11 fe 1f
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], 0          ; 04 40 42 cc 08 11 02 1a
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], 64         ; 04 40 42 cc 08 11 02 1b
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], -1         ; 04 40 42 cc 08 11 06 1b
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], -16        ; 04 40 42 cc 08 11 42 1b
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], 0.5        ; 04 40 42 cc 08 11 c2 1b
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], 1.0        ; 04 40 42 cc 08 11 ca 1b
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], -4.0       ; 04 40 42 cc 08 11 de 1b
v_wmma_f16_16x16x16_f16 v[4:7], v[8:15], v[8:15], 0.15915494 ; 04 40 42 cc 08 11 e2 1b
v_wmma_f16_16x16x16_f16 v[69:72], v[64:71], v[205:212], v[229:232] ; 45 40 42 cc 40 9b 97 1f
v_wmma_f16_16x16x16_f16 v[82:85], v[188:195], v[46:53], v[27:30] ; 52 40 42 cc bc 5d 6e 1c
v_wmma_f16_16x16x16_f16 v[119:122], v[32:39], v[86:93], v[97:100] ; 77 40 42 cc 20 ad 86 1d
v_wmma_bf16_16x16x16_bf16 v[4:7], v[1:8], v[8:15], v[8:11]   ; 04 40 43 cc 01 11 22 1c
v_wmma_bf16_16x16x16_bf16 v[4:7], v[255:262], v[8:15], v[8:11] ; 04 40 43 cc ff 11 22 1c
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[1:8], v[8:11]   ; 04 40 43 cc 08 03 22 1c
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[255:262], v[8:11] ; 04 40 43 cc 08 ff 23 1c
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], v[1:4]   ; 04 40 43 cc 08 11 06 1c
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], v[255:258] ; 04 40 43 cc 08 11 fe 1f
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 0        ; 04 40 43 cc 08 11 02 1a
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 64       ; 04 40 43 cc 08 11 02 1b
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], -1       ; 04 40 43 cc 08 11 06 1b
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], -16      ; 04 40 43 cc 08 11 42 1b
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 0.5      ; 04 40 43 cc 08 11 c2 1b
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 1.0      ; 04 40 43 cc 08 11 ca 1b
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], -4.0     ; 04 40 43 cc 08 11 de 1b
v_wmma_bf16_16x16x16_bf16 v[4:7], v[8:15], v[8:15], 0.15915494 ; 04 40 43 cc 08 11 e2 1b
v_wmma_bf16_16x16x16_bf16 v[248:251], v[25:32], v[237:244], v[118:121] ; f8 40 43 cc 19 db db 1d
v_wmma_bf16_16x16x16_bf16 v[0:3], v[190:197], v[141:148], v[157:160] ; 00 40 43 cc be 1b 77 1e
v_wmma_bf16_16x16x16_bf16 v[147:150], v[169:176], v[149:156], v[85:88] ; 93 40 43 cc a9 2b 57 1d
v_wmma_i32_16x16x16_iu8 v[4:7], v[1:4], v[8:11], v[8:11]     ; 04 40 44 cc 01 11 22 1c
v_wmma_i32_16x16x16_iu8 v[4:7], v[255:258], v[8:11], v[8:11] ; 04 40 44 cc ff 11 22 1c
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[1:4], v[8:11]     ; 04 40 44 cc 08 03 22 1c
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[255:258], v[8:11] ; 04 40 44 cc 08 ff 23 1c
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], v[1:4]     ; 04 40 44 cc 08 11 06 1c
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], v[255:258] ; 04 40 44 cc 08 11 fe 1f
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], 0          ; 04 40 44 cc 08 11 02 1a
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], 64         ; 04 40 44 cc 08 11 02 1b
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], -1         ; 04 40 44 cc 08 11 06 1b
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], -16        ; 04 40 44 cc 08 11 42 1b
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], 0.5        ; 04 40 44 cc 08 11 c2 1b
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], 1.0        ; 04 40 44 cc 08 11 ca 1b
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], -4.0       ; 04 40 44 cc 08 11 de 1b
v_wmma_i32_16x16x16_iu8 v[4:7], v[8:11], v[8:11], 0.15915494 ; 04 40 44 cc 08 11 e2 1b
v_wmma_i32_16x16x16_iu8 v[248:251], v[197:200], v[241:244], v[248:251] ; f8 40 44 cc c5 e3 e3 1f
v_wmma_i32_16x16x16_iu8 v[21:24], v[85:88], v[178:181], v[0:3] ; 15 40 44 cc 55 65 03 1c
v_wmma_i32_16x16x16_iu8 v[0:3], v[238:241], v[116:119], v[0:3] ; 00 40 44 cc ee e9 02 1c
v_wmma_i32_16x16x16_iu4 v[4:7], v[1:2], v[8:9], v[8:11]      ; 04 40 45 cc 01 11 22 1c
v_wmma_i32_16x16x16_iu4 v[4:7], v[8:9], v[255:256], v[8:11]  ; 04 40 45 cc 08 ff 23 1c
v_wmma_i32_16x16x16_iu4 v[4:7], v[8:9], v[8:9], 0.5          ; 04 40 45 cc 08 11 c2 1b
v_wmma_i32_16x16x16_iu4 v[59:62], v[136:137], v[53:54], v[248:251] ; 3b 40 45 cc 88 6b e2 1f
v_wmma_i32_16x16x16_iu4 v[0:3], v[16:17], v[244:245], 18     ; 00 40 45 cc 10 e9 4b 1a

; VOP1: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
v_nop                                                        ; 00 00 00 7e
v_mov_b32_e32 v4, v1                                         ; 01 03 08 7e
v_mov_b32_e32 v4, v255                                       ; ff 03 08 7e
v_mov_b32_e32 v4, s2                                         ; 02 02 08 7e
v_mov_b32_e32 v4, s104                                       ; 68 02 08 7e
v_mov_b32_e32 v4, vcc_lo                                     ; 6a 02 08 7e
v_mov_b32_e32 v4, exec_lo                                    ; 7e 02 08 7e
v_mov_b32_e32 v4, null                                       ; 7c 02 08 7e
v_mov_b32_e32 v4, ttmp0                                      ; 6c 02 08 7e
v_mov_b32_e32 v4, 0                                          ; 80 02 08 7e
v_mov_b32_e32 v4, 64                                         ; c0 02 08 7e
v_mov_b32_e32 v4, -1                                         ; c1 02 08 7e
v_mov_b32_e32 v4, -16                                        ; d0 02 08 7e
v_mov_b32_e32 v4, 0.5                                        ; f0 02 08 7e
v_mov_b32_e32 v4, 1.0                                        ; f2 02 08 7e
v_mov_b32_e32 v4, -4.0                                       ; f7 02 08 7e
v_mov_b32_e32 v4, 0.15915494                                 ; f8 02 08 7e
v_mov_b32_e32 v4, src_scc                                    ; fd 02 08 7e
v_mov_b32_e32 v4, src_shared_base                            ; eb 02 08 7e
v_mov_b32_e32 v4, 0x12345678                                 ; ff 02 08 7e 78 56 34 12
v_mov_b32_e32 v0, s13                                        ; 0d 02 00 7e
v_mov_b32_dpp v215, v157 dpp8:[6,5,5,2,3,0,3,2]              ; e9 02 ae 7f 9d 6e 35 4c
v_mov_b32_e32 v0, v0                                         ; 00 03 00 7e
v_readfirstlane_b32 s4, v1                                   ; 01 05 08 7e
v_readfirstlane_b32 s4, v255                                 ; ff 05 08 7e
v_readfirstlane_b32 vcc_lo, v253                             ; fd 05 d4 7e
v_readfirstlane_b32 s22, v181                                ; b5 05 2c 7e
v_readfirstlane_b32 s18, v0                                  ; 00 05 24 7e
v_cvt_i32_f64_e32 v4, v[1:2]                                 ; 01 07 08 7e
v_cvt_i32_f64_e32 v4, v[255:256]                             ; ff 07 08 7e
v_cvt_i32_f64_e32 v4, s[2:3]                                 ; 02 06 08 7e
v_cvt_i32_f64_e32 v4, s[104:105]                             ; 68 06 08 7e
v_cvt_i32_f64_e32 v4, vcc                                    ; 6a 06 08 7e
v_cvt_i32_f64_e32 v4, exec                                   ; 7e 06 08 7e
v_cvt_i32_f64_e32 v4, null                                   ; 7c 06 08 7e
v_cvt_i32_f64_e32 v4, ttmp[0:1]                              ; 6c 06 08 7e
v_cvt_i32_f64_e32 v4, 0                                      ; 80 06 08 7e
v_cvt_i32_f64_e32 v4, 64                                     ; c0 06 08 7e
v_cvt_i32_f64_e32 v4, -1                                     ; c1 06 08 7e
v_cvt_i32_f64_e32 v4, -16                                    ; d0 06 08 7e
v_cvt_i32_f64_e32 v4, 0.5                                    ; f0 06 08 7e
v_cvt_i32_f64_e32 v4, 1.0                                    ; f2 06 08 7e
v_cvt_i32_f64_e32 v4, -4.0                                   ; f7 06 08 7e
v_cvt_i32_f64_e32 v4, 0.15915494309189532                    ; f8 06 08 7e
v_cvt_i32_f64_e32 v4, src_scc                                ; fd 06 08 7e
v_cvt_i32_f64_e32 v4, src_shared_base                        ; eb 06 08 7e
v_cvt_i32_f64_e32 v4, 0x12345678                             ; ff 06 08 7e 78 56 34 12
v_cvt_i32_f64_e32 v133, s[68:69]                             ; 44 06 0a 7f
v_cvt_i32_f64_e32 v55, s[0:1]                                ; 00 06 6e 7e
v_cvt_i32_f64_e32 v0, 0xfffffffd                             ; ff 06 00 7e fd ff ff ff
v_cvt_f64_i32_e32 v[4:5], v1                                 ; 01 09 08 7e
v_cvt_f64_i32_e32 v[4:5], v255                               ; ff 09 08 7e
v_cvt_f64_i32_e32 v[4:5], s2                                 ; 02 08 08 7e
v_cvt_f64_i32_e32 v[4:5], s104                               ; 68 08 08 7e
v_cvt_f64_i32_e32 v[4:5], vcc_lo                             ; 6a 08 08 7e
v_cvt_f64_i32_e32 v[4:5], exec_lo                            ; 7e 08 08 7e
v_cvt_f64_i32_e32 v[4:5], null                               ; 7c 08 08 7e
v_cvt_f64_i32_e32 v[4:5], ttmp0                              ; 6c 08 08 7e
v_cvt_f64_i32_e32 v[4:5], 0                                  ; 80 08 08 7e
v_cvt_f64_i32_e32 v[4:5], 64                                 ; c0 08 08 7e
v_cvt_f64_i32_e32 v[4:5], -1                                 ; c1 08 08 7e
v_cvt_f64_i32_e32 v[4:5], -16                                ; d0 08 08 7e
v_cvt_f64_i32_e32 v[4:5], 0.5                                ; f0 08 08 7e
v_cvt_f64_i32_e32 v[4:5], 1.0                                ; f2 08 08 7e
v_cvt_f64_i32_e32 v[4:5], -4.0                               ; f7 08 08 7e
v_cvt_f64_i32_e32 v[4:5], 0.15915494                         ; f8 08 08 7e
v_cvt_f64_i32_e32 v[4:5], src_scc                            ; fd 08 08 7e
v_cvt_f64_i32_e32 v[4:5], src_shared_base                    ; eb 08 08 7e
v_cvt_f64_i32_e32 v[4:5], 0x12345678                         ; ff 08 08 7e 78 56 34 12
v_cvt_f64_i32_e32 v[172:173], v70                            ; 46 09 58 7f
v_cvt_f64_i32_e32 v[254:255], v110                           ; 6e 09 fc 7f
v_cvt_f64_i32_e32 v[191:192], v0                             ; 00 09 7e 7f
v_cvt_f32_i32_e32 v4, v1                                     ; 01 0b 08 7e
v_cvt_f32_i32_e32 v4, v255                                   ; ff 0b 08 7e
v_cvt_f32_i32_e32 v4, s2                                     ; 02 0a 08 7e
v_cvt_f32_i32_e32 v4, s104                                   ; 68 0a 08 7e
v_cvt_f32_i32_e32 v4, vcc_lo                                 ; 6a 0a 08 7e
v_cvt_f32_i32_e32 v4, exec_lo                                ; 7e 0a 08 7e
v_cvt_f32_i32_e32 v4, null                                   ; 7c 0a 08 7e
v_cvt_f32_i32_e32 v4, ttmp0                                  ; 6c 0a 08 7e
v_cvt_f32_i32_e32 v4, 0                                      ; 80 0a 08 7e
v_cvt_f32_i32_e32 v4, 64                                     ; c0 0a 08 7e
v_cvt_f32_i32_e32 v4, -1                                     ; c1 0a 08 7e
v_cvt_f32_i32_e32 v4, -16                                    ; d0 0a 08 7e
v_cvt_f32_i32_e32 v4, 0.5                                    ; f0 0a 08 7e
v_cvt_f32_i32_e32 v4, 1.0                                    ; f2 0a 08 7e
v_cvt_f32_i32_e32 v4, -4.0                                   ; f7 0a 08 7e
v_cvt_f32_i32_e32 v4, 0.15915494                             ; f8 0a 08 7e
v_cvt_f32_i32_e32 v4, src_scc                                ; fd 0a 08 7e
v_cvt_f32_i32_e32 v4, src_shared_base                        ; eb 0a 08 7e
v_cvt_f32_i32_e32 v4, 0x12345678                             ; ff 0a 08 7e 78 56 34 12
v_cvt_f32_i32_e32 v231, s71                                  ; 47 0a ce 7f
v_cvt_f32_i32_e32 v255, s68                                  ; 44 0a fe 7f
v_cvt_f32_i32_dpp v0, v196 row_shr:13 row_mask:0x7 bank_mask:0x9 bound_ctrl:1 ; fa 0a 00 7e c4 1d 09 79
v_cvt_f32_u32_e32 v4, v1                                     ; 01 0d 08 7e
v_cvt_f32_u32_e32 v4, v255                                   ; ff 0d 08 7e
v_cvt_f32_u32_e32 v4, s2                                     ; 02 0c 08 7e
v_cvt_f32_u32_e32 v4, s104                                   ; 68 0c 08 7e
v_cvt_f32_u32_e32 v4, vcc_lo                                 ; 6a 0c 08 7e
v_cvt_f32_u32_e32 v4, exec_lo                                ; 7e 0c 08 7e
v_cvt_f32_u32_e32 v4, null                                   ; 7c 0c 08 7e
v_cvt_f32_u32_e32 v4, ttmp0                                  ; 6c 0c 08 7e
v_cvt_f32_u32_e32 v4, 0                                      ; 80 0c 08 7e
v_cvt_f32_u32_e32 v4, 64                                     ; c0 0c 08 7e
v_cvt_f32_u32_e32 v4, -1                                     ; c1 0c 08 7e
v_cvt_f32_u32_e32 v4, -16                                    ; d0 0c 08 7e
v_cvt_f32_u32_e32 v4, 0.5                                    ; f0 0c 08 7e
v_cvt_f32_u32_e32 v4, 1.0                                    ; f2 0c 08 7e
v_cvt_f32_u32_e32 v4, -4.0                                   ; f7 0c 08 7e
v_cvt_f32_u32_e32 v4, 0.15915494                             ; f8 0c 08 7e
v_cvt_f32_u32_e32 v4, src_scc                                ; fd 0c 08 7e
v_cvt_f32_u32_e32 v4, src_shared_base                        ; eb 0c 08 7e
v_cvt_f32_u32_e32 v4, 0x12345678                             ; ff 0c 08 7e 78 56 34 12
v_cvt_f32_u32_dpp v0, v208 dpp8:[3,0,2,6,6,1,1,1] fi:1       ; ea 0c 00 7e d0 83 ec 24
v_cvt_f32_u32_e32 v0, s96                                    ; 60 0c 00 7e
v_cvt_f32_u32_e32 v0, 41                                     ; a9 0c 00 7e
v_cvt_u32_f32_e32 v4, v1                                     ; 01 0f 08 7e
v_cvt_u32_f32_e32 v4, v255                                   ; ff 0f 08 7e
v_cvt_u32_f32_e32 v4, s2                                     ; 02 0e 08 7e
v_cvt_u32_f32_e32 v4, s104                                   ; 68 0e 08 7e
v_cvt_u32_f32_e32 v4, vcc_lo                                 ; 6a 0e 08 7e
v_cvt_u32_f32_e32 v4, exec_lo                                ; 7e 0e 08 7e
v_cvt_u32_f32_e32 v4, null                                   ; 7c 0e 08 7e
v_cvt_u32_f32_e32 v4, ttmp0                                  ; 6c 0e 08 7e
v_cvt_u32_f32_e32 v4, 0                                      ; 80 0e 08 7e
v_cvt_u32_f32_e32 v4, 64                                     ; c0 0e 08 7e
v_cvt_u32_f32_e32 v4, -1                                     ; c1 0e 08 7e
v_cvt_u32_f32_e32 v4, -16                                    ; d0 0e 08 7e
v_cvt_u32_f32_e32 v4, 0.5                                    ; f0 0e 08 7e
v_cvt_u32_f32_e32 v4, 1.0                                    ; f2 0e 08 7e
v_cvt_u32_f32_e32 v4, -4.0                                   ; f7 0e 08 7e
v_cvt_u32_f32_e32 v4, 0.15915494                             ; f8 0e 08 7e
v_cvt_u32_f32_e32 v4, src_scc                                ; fd 0e 08 7e
v_cvt_u32_f32_e32 v4, src_shared_base                        ; eb 0e 08 7e
v_cvt_u32_f32_e32 v4, 0x12345678                             ; ff 0e 08 7e 78 56 34 12
v_cvt_u32_f32_dpp v84, v1 quad_perm:[1,0,1,2] row_mask:0x0 bank_mask:0x7 bound_ctrl:1 fi:1 ; fa 0e a8 7e 01 91 0c 07
v_cvt_u32_f32_e32 v0, null                                   ; 7c 0e 00 7e
v_cvt_u32_f32_e32 v0, 0.15915494                             ; f8 0e 00 7e
v_cvt_i32_f32_e32 v4, v1                                     ; 01 11 08 7e
v_cvt_i32_f32_e32 v4, v255                                   ; ff 11 08 7e
v_cvt_i32_f32_e32 v4, s2                                     ; 02 10 08 7e
v_cvt_i32_f32_e32 v4, s104                                   ; 68 10 08 7e
v_cvt_i32_f32_e32 v4, vcc_lo                                 ; 6a 10 08 7e
v_cvt_i32_f32_e32 v4, exec_lo                                ; 7e 10 08 7e
v_cvt_i32_f32_e32 v4, null                                   ; 7c 10 08 7e
v_cvt_i32_f32_e32 v4, ttmp0                                  ; 6c 10 08 7e
v_cvt_i32_f32_e32 v4, 0                                      ; 80 10 08 7e
v_cvt_i32_f32_e32 v4, 64                                     ; c0 10 08 7e
v_cvt_i32_f32_e32 v4, -1                                     ; c1 10 08 7e
v_cvt_i32_f32_e32 v4, -16                                    ; d0 10 08 7e
v_cvt_i32_f32_e32 v4, 0.5                                    ; f0 10 08 7e
v_cvt_i32_f32_e32 v4, 1.0                                    ; f2 10 08 7e
v_cvt_i32_f32_e32 v4, -4.0                                   ; f7 10 08 7e
v_cvt_i32_f32_e32 v4, 0.15915494                             ; f8 10 08 7e
v_cvt_i32_f32_e32 v4, src_scc                                ; fd 10 08 7e
v_cvt_i32_f32_e32 v4, src_shared_base                        ; eb 10 08 7e
v_cvt_i32_f32_e32 v4, 0x12345678                             ; ff 10 08 7e 78 56 34 12
v_cvt_i32_f32_e32 v0, v108                                   ; 6c 11 00 7e
v_cvt_i32_f32_e32 v24, v0                                    ; 00 11 30 7e
v_cvt_i32_f32_dpp v63, v165 dpp8:[6,0,6,1,4,5,7,5] fi:1      ; ea 10 7e 7e a5 86 c3 be
v_cvt_f16_f32_e32 v4.l, v1                                   ; 01 15 08 7e
v_cvt_f16_f32_e32 v4.l, v255                                 ; ff 15 08 7e
v_cvt_f16_f32_e32 v4.l, s2                                   ; 02 14 08 7e
v_cvt_f16_f32_e32 v4.l, s104                                 ; 68 14 08 7e
v_cvt_f16_f32_e32 v4.l, vcc_lo                               ; 6a 14 08 7e
v_cvt_f16_f32_e32 v4.l, exec_lo                              ; 7e 14 08 7e
v_cvt_f16_f32_e32 v4.l, null                                 ; 7c 14 08 7e
v_cvt_f16_f32_e32 v4.l, ttmp0                                ; 6c 14 08 7e
v_cvt_f16_f32_e32 v4.l, 0                                    ; 80 14 08 7e
v_cvt_f16_f32_e32 v4.l, 64                                   ; c0 14 08 7e
v_cvt_f16_f32_e32 v4.l, -1                                   ; c1 14 08 7e
v_cvt_f16_f32_e32 v4.l, -16                                  ; d0 14 08 7e
v_cvt_f16_f32_e32 v4.l, 0.5                                  ; f0 14 08 7e
v_cvt_f16_f32_e32 v4.l, 1.0                                  ; f2 14 08 7e
v_cvt_f16_f32_e32 v4.l, -4.0                                 ; f7 14 08 7e
v_cvt_f16_f32_e32 v4.l, 0.15915494                           ; f8 14 08 7e
v_cvt_f16_f32_e32 v4.l, src_scc                              ; fd 14 08 7e
v_cvt_f16_f32_e32 v4.l, src_shared_base                      ; eb 14 08 7e
v_cvt_f16_f32_e32 v4.l, 0x12345678                           ; ff 14 08 7e 78 56 34 12
v_cvt_f16_f32_e32 v77.l, v226                                ; e2 15 9a 7e
v_cvt_f16_f32_e32 v124.l, s32                                ; 20 14 f8 7e
v_cvt_f16_f32_dpp v12.h, v90 dpp8:[3,4,2,5,1,0,6,3]          ; e9 14 18 7f 5a a3 1a 78
v_cvt_f32_f16_e32 v4, v1.l                                   ; 01 17 08 7e
v_cvt_f32_f16_e32 v4, v127.h                                 ; ff 17 08 7e
v_cvt_f32_f16_e32 v4, s2                                     ; 02 16 08 7e
v_cvt_f32_f16_e32 v4, s104                                   ; 68 16 08 7e
v_cvt_f32_f16_e32 v4, vcc_lo                                 ; 6a 16 08 7e
v_cvt_f32_f16_e32 v4, exec_lo                                ; 7e 16 08 7e
v_cvt_f32_f16_e32 v4, null                                   ; 7c 16 08 7e
v_cvt_f32_f16_e32 v4, ttmp0                                  ; 6c 16 08 7e
v_cvt_f32_f16_e32 v4, 0                                      ; 80 16 08 7e
v_cvt_f32_f16_e32 v4, 64                                     ; c0 16 08 7e
v_cvt_f32_f16_e32 v4, -1                                     ; c1 16 08 7e
v_cvt_f32_f16_e32 v4, -16                                    ; d0 16 08 7e
v_cvt_f32_f16_e32 v4, 0.5                                    ; f0 16 08 7e
v_cvt_f32_f16_e32 v4, 1.0                                    ; f2 16 08 7e
v_cvt_f32_f16_e32 v4, -4.0                                   ; f7 16 08 7e
v_cvt_f32_f16_e32 v4, 0.15915494                             ; f8 16 08 7e
v_cvt_f32_f16_e32 v4, src_scc                                ; fd 16 08 7e
v_cvt_f32_f16_e32 v4, src_shared_base                        ; eb 16 08 7e
v_cvt_f32_f16_e32 v4, 0x5678                                 ; ff 16 08 7e 78 56 34 12
v_cvt_f32_f16_e32 v90, -2.0                                  ; f5 16 b4 7e
v_cvt_f32_f16_dpp v0, v45.h dpp8:[0,1,7,1,4,3,2,1]           ; e9 16 00 7e ad c8 c3 29
v_cvt_f32_f16_e32 v0, v127.h                                 ; ff 17 00 7e
v_cvt_nearest_i32_f32_e32 v185, v255                         ; ff 19 72 7f
v_cvt_floor_i32_f32_e32 v255, src_shared_base                ; eb 1a fe 7f
v_cvt_off_f32_i4_e32 v214, 0x4ed9                            ; ff 1c ac 7f d9 4e 00 00
v_cvt_f32_f64_e32 v4, v[1:2]                                 ; 01 1f 08 7e
v_cvt_f32_f64_e32 v4, v[255:256]                             ; ff 1f 08 7e
v_cvt_f32_f64_e32 v4, s[2:3]                                 ; 02 1e 08 7e
v_cvt_f32_f64_e32 v4, s[104:105]                             ; 68 1e 08 7e
v_cvt_f32_f64_e32 v4, vcc                                    ; 6a 1e 08 7e
v_cvt_f32_f64_e32 v4, exec                                   ; 7e 1e 08 7e
v_cvt_f32_f64_e32 v4, null                                   ; 7c 1e 08 7e
v_cvt_f32_f64_e32 v4, ttmp[0:1]                              ; 6c 1e 08 7e
v_cvt_f32_f64_e32 v4, 0                                      ; 80 1e 08 7e
v_cvt_f32_f64_e32 v4, 64                                     ; c0 1e 08 7e
v_cvt_f32_f64_e32 v4, -1                                     ; c1 1e 08 7e
v_cvt_f32_f64_e32 v4, -16                                    ; d0 1e 08 7e
v_cvt_f32_f64_e32 v4, 0.5                                    ; f0 1e 08 7e
v_cvt_f32_f64_e32 v4, 1.0                                    ; f2 1e 08 7e
v_cvt_f32_f64_e32 v4, -4.0                                   ; f7 1e 08 7e
v_cvt_f32_f64_e32 v4, 0.15915494309189532                    ; f8 1e 08 7e
v_cvt_f32_f64_e32 v4, src_scc                                ; fd 1e 08 7e
v_cvt_f32_f64_e32 v4, src_shared_base                        ; eb 1e 08 7e
v_cvt_f32_f64_e32 v4, 0x12345678                             ; ff 1e 08 7e 78 56 34 12
v_cvt_f32_f64_e32 v0, v[0:1]                                 ; 00 1f 00 7e
v_cvt_f32_f64_e32 v0, ttmp[12:13]                            ; 78 1e 00 7e
v_cvt_f32_f64_e32 v255, null                                 ; 7c 1e fe 7f
v_cvt_f64_f32_e32 v[4:5], v1                                 ; 01 21 08 7e
v_cvt_f64_f32_e32 v[4:5], v255                               ; ff 21 08 7e
v_cvt_f64_f32_e32 v[4:5], s2                                 ; 02 20 08 7e
v_cvt_f64_f32_e32 v[4:5], s104                               ; 68 20 08 7e
v_cvt_f64_f32_e32 v[4:5], vcc_lo                             ; 6a 20 08 7e
v_cvt_f64_f32_e32 v[4:5], exec_lo                            ; 7e 20 08 7e
v_cvt_f64_f32_e32 v[4:5], null                               ; 7c 20 08 7e
v_cvt_f64_f32_e32 v[4:5], ttmp0                              ; 6c 20 08 7e
v_cvt_f64_f32_e32 v[4:5], 0                                  ; 80 20 08 7e
v_cvt_f64_f32_e32 v[4:5], 64                                 ; c0 20 08 7e
v_cvt_f64_f32_e32 v[4:5], -1                                 ; c1 20 08 7e
v_cvt_f64_f32_e32 v[4:5], -16                                ; d0 20 08 7e
v_cvt_f64_f32_e32 v[4:5], 0.5                                ; f0 20 08 7e
v_cvt_f64_f32_e32 v[4:5], 1.0                                ; f2 20 08 7e
v_cvt_f64_f32_e32 v[4:5], -4.0                               ; f7 20 08 7e
v_cvt_f64_f32_e32 v[4:5], 0.15915494                         ; f8 20 08 7e
v_cvt_f64_f32_e32 v[4:5], src_scc                            ; fd 20 08 7e
v_cvt_f64_f32_e32 v[4:5], src_shared_base                    ; eb 20 08 7e
v_cvt_f64_f32_e32 v[4:5], 0x12345678                         ; ff 20 08 7e 78 56 34 12
v_cvt_f64_f32_e32 v[227:228], s9                             ; 09 20 c6 7f
v_cvt_f64_f32_e32 v[0:1], v209                               ; d1 21 00 7e
v_cvt_f64_f32_e32 v[0:1], s96                                ; 60 20 00 7e
v_cvt_f32_ubyte0_e32 v35, v0                                 ; 00 23 46 7e
v_cvt_f32_ubyte1_dpp v69, v110 quad_perm:[3,3,1,1] row_mask:0x2 bank_mask:0x6 bound_ctrl:1 fi:1 ; fa 24 8a 7e 6e 5f 0c 26
v_cvt_f32_ubyte2_e32 v7, s6                                  ; 06 26 0e 7e
v_cvt_f32_ubyte3_e32 v255, v216                              ; d8 29 fe 7f
v_cvt_u32_f64_e32 v4, v[1:2]                                 ; 01 2b 08 7e
v_cvt_u32_f64_e32 v4, v[255:256]                             ; ff 2b 08 7e
v_cvt_u32_f64_e32 v4, s[2:3]                                 ; 02 2a 08 7e
v_cvt_u32_f64_e32 v4, s[104:105]                             ; 68 2a 08 7e
v_cvt_u32_f64_e32 v4, vcc                                    ; 6a 2a 08 7e
v_cvt_u32_f64_e32 v4, exec                                   ; 7e 2a 08 7e
v_cvt_u32_f64_e32 v4, null                                   ; 7c 2a 08 7e
v_cvt_u32_f64_e32 v4, ttmp[0:1]                              ; 6c 2a 08 7e
v_cvt_u32_f64_e32 v4, 0                                      ; 80 2a 08 7e
v_cvt_u32_f64_e32 v4, 64                                     ; c0 2a 08 7e
v_cvt_u32_f64_e32 v4, -1                                     ; c1 2a 08 7e
v_cvt_u32_f64_e32 v4, -16                                    ; d0 2a 08 7e
v_cvt_u32_f64_e32 v4, 0.5                                    ; f0 2a 08 7e
v_cvt_u32_f64_e32 v4, 1.0                                    ; f2 2a 08 7e
v_cvt_u32_f64_e32 v4, -4.0                                   ; f7 2a 08 7e
v_cvt_u32_f64_e32 v4, 0.15915494309189532                    ; f8 2a 08 7e
v_cvt_u32_f64_e32 v4, src_scc                                ; fd 2a 08 7e
v_cvt_u32_f64_e32 v4, src_shared_base                        ; eb 2a 08 7e
v_cvt_u32_f64_e32 v4, 0x12345678                             ; ff 2a 08 7e 78 56 34 12
v_cvt_u32_f64_e32 v59, v[14:15]                              ; 0e 2b 76 7e
v_cvt_u32_f64_e32 v26, ttmp[12:13]                           ; 78 2a 34 7e
v_cvt_u32_f64_e32 v249, -4.0                                 ; f7 2a f2 7f
v_cvt_f64_u32_e32 v[4:5], v1                                 ; 01 2d 08 7e
v_cvt_f64_u32_e32 v[4:5], v255                               ; ff 2d 08 7e
v_cvt_f64_u32_e32 v[4:5], s2                                 ; 02 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], s104                               ; 68 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], vcc_lo                             ; 6a 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], exec_lo                            ; 7e 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], null                               ; 7c 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], ttmp0                              ; 6c 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], 0                                  ; 80 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], 64                                 ; c0 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], -1                                 ; c1 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], -16                                ; d0 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], 0.5                                ; f0 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], 1.0                                ; f2 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], -4.0                               ; f7 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], 0.15915494                         ; f8 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], src_scc                            ; fd 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], src_shared_base                    ; eb 2c 08 7e
v_cvt_f64_u32_e32 v[4:5], 0x12345678                         ; ff 2c 08 7e 78 56 34 12
v_cvt_f64_u32_e32 v[0:1], v0                                 ; 00 2d 00 7e
v_cvt_f64_u32_e32 v[7:8], lit(0x3f800000)                    ; ff 2c 0e 7e 00 00 80 3f
v_cvt_f64_u32_e32 v[195:196], 0.15915494                     ; f8 2c 86 7f
v_trunc_f64_e32 v[4:5], v[1:2]                               ; 01 2f 08 7e
v_trunc_f64_e32 v[4:5], exec                                 ; 7e 2e 08 7e
v_trunc_f64_e32 v[4:5], -1                                   ; c1 2e 08 7e
v_trunc_f64_e32 v[4:5], 0.15915494309189532                  ; f8 2e 08 7e
v_trunc_f64_e32 v[254:255], -0.5                             ; f1 2e fc 7f
v_trunc_f64_e32 v[195:196], v[19:20]                         ; 13 2f 86 7f
v_trunc_f64_e32 v[0:1], v[2:3]                               ; 02 2f 00 7e
v_ceil_f64_e32 v[0:1], v[254:255]                            ; fe 31 00 7e
v_rndne_f64_e32 v[134:135], s[44:45]                         ; 2c 32 0c 7f
v_floor_f64_e32 v[132:133], s[98:99]                         ; 62 34 08 7f
v_pipeflush                                                  ; 00 36 00 7e
v_mov_b16_e32 v4.l, v1.l                                     ; 01 39 08 7e
v_mov_b16_e32 v4.l, exec_lo                                  ; 7e 38 08 7e
v_mov_b16_e32 v4.l, -1                                       ; c1 38 08 7e
v_mov_b16_e32 v4.l, 0x3118                                   ; f8 38 08 7e
v_mov_b16_e32 v94.l, v36.l                                   ; 24 39 bc 7e
v_mov_b16_e32 v86.h, ttmp2                                   ; 6e 38 ac 7f
v_mov_b16_e32 v8.h, null                                     ; 7c 38 10 7f
v_fract_f32_e32 v4, v1                                       ; 01 41 08 7e
v_fract_f32_e32 v4, exec_lo                                  ; 7e 40 08 7e
v_fract_f32_e32 v4, -1                                       ; c1 40 08 7e
v_fract_f32_e32 v4, 0.15915494                               ; f8 40 08 7e
v_fract_f32_e32 v0, v255                                     ; ff 41 00 7e
v_fract_f32_e32 v0, v0                                       ; 00 41 00 7e
v_fract_f32_dpp v255, v214 quad_perm:[2,0,2,2] row_mask:0x9 bank_mask:0x6 bound_ctrl:1 ; fa 40 fe 7f d6 a2 08 96
v_trunc_f32_e32 v196, v255                                   ; ff 43 88 7f
v_ceil_f32_e32 v39, s81                                      ; 51 44 4e 7e
v_rndne_f32_dpp v118, v189 dpp8:[2,5,3,3,0,7,4,4] fi:1       ; ea 46 ec 7e bd ea 86 93
v_floor_f32_e32 v0, v216                                     ; d8 49 00 7e
v_exp_f32_e32 v200, v0                                       ; 00 4b 90 7f
v_log_f32_dpp v111, v238 dpp8:[2,5,6,7,1,5,3,1] fi:1         ; ea 4e de 7e ee aa 9f 2e
v_rcp_f32_dpp v164, v98 row_share:2 row_mask:0x1 bank_mask:0xf ; fa 54 48 7f 62 52 01 1f
v_rcp_iflag_f32_e32 v255, s14                                ; 0e 56 fe 7f
v_rsq_f32_dpp v211, v250 dpp8:[4,7,7,1,5,6,4,5] fi:1         ; ea 5c a6 7f fa fc 53 b3
v_rcp_f64_e32 v[254:255], exec                               ; 7e 5e fc 7f
v_rsq_f64_e32 v[254:255], v[11:12]                           ; 0b 63 fc 7f
v_sqrt_f32_dpp v0, v16 quad_perm:[0,0,2,0] row_mask:0x9 bank_mask:0xf bound_ctrl:1 ; fa 66 00 7e 10 20 08 9f
v_sqrt_f64_e32 v[103:104], 58                                ; ba 68 ce 7e
v_sin_f32_e32 v0, v5                                         ; 05 6b 00 7e
v_cos_f32_dpp v0, -v93 quad_perm:[1,3,0,2] row_mask:0x6 bank_mask:0x7 bound_ctrl:1 ; fa 6c 00 7e 5d 8d 18 67
v_not_b32_dpp v160, v101 row_xmask:12 row_mask:0x2 bank_mask:0x1 ; fa 6e 40 7f 65 6c 01 21
v_bfrev_b32_e32 v0, v27                                      ; 1b 71 00 7e
v_clz_i32_u32_e32 v4, v1                                     ; 01 73 08 7e
v_clz_i32_u32_e32 v4, exec_lo                                ; 7e 72 08 7e
v_clz_i32_u32_e32 v4, -1                                     ; c1 72 08 7e
v_clz_i32_u32_e32 v4, 0.15915494                             ; f8 72 08 7e
v_clz_i32_u32_dpp v255, v83 dpp8:[6,3,2,6,3,1,6,2]           ; e9 72 fe 7f 53 9e bc 58
v_clz_i32_u32_dpp v239, v228 dpp8:[6,4,4,5,6,3,2,1]          ; e9 72 de 7f e4 26 eb 29
v_clz_i32_u32_e32 v180, s84                                  ; 54 72 68 7f
v_ctz_i32_b32_e32 v4, v1                                     ; 01 75 08 7e
v_ctz_i32_b32_e32 v4, exec_lo                                ; 7e 74 08 7e
v_ctz_i32_b32_e32 v4, -1                                     ; c1 74 08 7e
v_ctz_i32_b32_e32 v4, 0.15915494                             ; f8 74 08 7e
v_ctz_i32_b32_e32 v255, -1.0                                 ; f3 74 fe 7f
v_ctz_i32_b32_dpp v255, v235 quad_perm:[0,0,2,2] row_mask:0xf bank_mask:0xf bound_ctrl:1 fi:1 ; fa 74 fe 7f eb a0 0c ff
v_ctz_i32_b32_e32 v116, v7                                   ; 07 75 e8 7e
v_cls_i32_e32 v4, v1                                         ; 01 77 08 7e
v_cls_i32_e32 v4, exec_lo                                    ; 7e 76 08 7e
v_cls_i32_e32 v4, -1                                         ; c1 76 08 7e
v_cls_i32_e32 v4, 0.15915494                                 ; f8 76 08 7e
v_cls_i32_e32 v0, exec_lo                                    ; 7e 76 00 7e
v_cls_i32_e32 v43, v180                                      ; b4 77 56 7e
v_cls_i32_e32 v94, v0                                        ; 00 77 bc 7e
v_frexp_exp_i32_f64_e32 v255, v[30:31]                       ; 1e 79 fe 7f
v_frexp_mant_f64_e32 v[0:1], 24                              ; 98 7a 00 7e
v_fract_f64_e32 v[254:255], v[196:197]                       ; c4 7d fc 7f
v_frexp_exp_i32_f32_dpp v48, -|v26| quad_perm:[3,0,3,2] row_mask:0x7 bank_mask:0x3 bound_ctrl:1 fi:1 ; fa 7e 60 7e 1a b3 3c 73
v_frexp_mant_f32_e32 v84, v53                                ; 35 81 a8 7e
v_movreld_b32_e32 v238, v46                                  ; 2e 85 dc 7f
v_movrels_b32_dpp v114, v147 quad_perm:[0,3,3,1] row_mask:0x4 bank_mask:0xf fi:1 ; fa 86 e4 7e 93 7c 04 4f
v_movrelsd_b32_e32 v255, v44                                 ; 2c 89 fe 7f
v_movrelsd_2_b32_e32 v0, v91                                 ; 5b 91 00 7e
v_cvt_f16_u16_e32 v4.l, v1.l                                 ; 01 a1 08 7e
v_cvt_f16_u16_e32 v4.l, exec_lo                              ; 7e a0 08 7e
v_cvt_f16_u16_e32 v4.l, -1                                   ; c1 a0 08 7e
v_cvt_f16_u16_e32 v4.l, 0x3118                               ; f8 a0 08 7e
v_cvt_f16_u16_e32 v124.h, v54.l                              ; 36 a1 f8 7f
v_cvt_f16_u16_e32 v115.l, v127.h                             ; ff a1 e6 7e
v_cvt_f16_u16_e32 v59.l, v0.l                                ; 00 a1 76 7e
v_cvt_f16_i16_e32 v4.l, v1.l                                 ; 01 a3 08 7e
v_cvt_f16_i16_e32 v4.l, exec_lo                              ; 7e a2 08 7e
v_cvt_f16_i16_e32 v4.l, -1                                   ; c1 a2 08 7e
v_cvt_f16_i16_e32 v4.l, 0x3118                               ; f8 a2 08 7e
v_cvt_f16_i16_dpp v106.l, v89.l row_shl:15 row_mask:0xf bank_mask:0x3 ; fa a2 d4 7e 59 0f 01 f3
v_cvt_f16_i16_e32 v12.l, 0x3118                              ; f8 a2 18 7e
v_cvt_f16_i16_e32 v76.h, v127.h                              ; ff a3 98 7f
v_cvt_u16_f16_e32 v4.l, v1.l                                 ; 01 a5 08 7e
v_cvt_u16_f16_e32 v4.l, exec_lo                              ; 7e a4 08 7e
v_cvt_u16_f16_e32 v4.l, -1                                   ; c1 a4 08 7e
v_cvt_u16_f16_e32 v4.l, 0.15915494                           ; f8 a4 08 7e
v_cvt_u16_f16_e32 v81.l, s7                                  ; 07 a4 a2 7e
v_cvt_u16_f16_dpp v55.h, v4.h quad_perm:[3,3,1,3] row_mask:0xb bank_mask:0x6 bound_ctrl:1 ; fa a4 6e 7f 84 df 08 b6
v_cvt_u16_f16_e32 v76.h, s82                                 ; 52 a4 98 7f
v_cvt_i16_f16_e32 v4.l, v1.l                                 ; 01 a7 08 7e
v_cvt_i16_f16_e32 v4.l, exec_lo                              ; 7e a6 08 7e
v_cvt_i16_f16_e32 v4.l, -1                                   ; c1 a6 08 7e
v_cvt_i16_f16_e32 v4.l, 0.15915494                           ; f8 a6 08 7e
v_cvt_i16_f16_e32 v17.l, v127.h                              ; ff a7 22 7e
v_cvt_i16_f16_dpp v113.l, v88.h dpp8:[1,5,7,2,7,6,3,5] fi:1  ; ea a6 e2 7e d8 e9 75 af
v_cvt_i16_f16_e32 v47.h, v94.l                               ; 5e a7 5e 7f
v_rcp_f16_e32 v4.l, v1.l                                     ; 01 a9 08 7e
v_rcp_f16_e32 v4.l, exec_lo                                  ; 7e a8 08 7e
v_rcp_f16_e32 v4.l, -1                                       ; c1 a8 08 7e
v_rcp_f16_e32 v4.l, 0.15915494                               ; f8 a8 08 7e
v_rcp_f16_e32 v65.l, v127.h                                  ; ff a9 82 7e
v_rcp_f16_e32 v107.l, 2.0                                    ; f4 a8 d6 7e
v_rcp_f16_e32 v74.l, 52                                      ; b4 a8 94 7e
v_sqrt_f16_e32 v110.h, v0.l                                  ; 00 ab dc 7f
v_rsq_f16_e32 v51.h, src_shared_base                         ; eb ac 66 7f
v_log_f16_e32 v75.h, ttmp6                                   ; 72 ae 96 7f
v_exp_f16_e32 v119.l, 0.15915494                             ; f8 b0 ee 7e
v_frexp_mant_f16_e32 v40.h, v118.h                           ; f6 b3 50 7f
v_frexp_exp_i16_f16_e32 v111.l, 53                           ; b5 b4 de 7e
v_floor_f16_e32 v64.h, v127.h                                ; ff b7 80 7f
v_ceil_f16_e32 v45.l, s30                                    ; 1e b8 5a 7e
v_trunc_f16_dpp v123.h, -v78.l quad_perm:[0,1,1,1] row_mask:0x9 bank_mask:0xb bound_ctrl:1 ; fa ba f6 7f 4e 54 18 9b
v_rndne_f16_e32 v4.h, ttmp5                                  ; 71 bc 08 7f
v_fract_f16_e32 v38.h, v127.h                                ; ff bf 4c 7f
v_sin_f16_dpp v31.h, v11.h dpp8:[2,7,1,4,2,2,0,6]            ; e9 c0 3e 7f 8b 7a 28 c1
v_cos_f16_e32 v80.l, v127.h                                  ; ff c3 a0 7e
v_sat_pk_u8_i16_e32 v4.l, v1                                 ; 01 c5 08 7e
v_sat_pk_u8_i16_e32 v4.l, exec_lo                            ; 7e c4 08 7e
v_sat_pk_u8_i16_e32 v4.l, -1                                 ; c1 c4 08 7e
v_sat_pk_u8_i16_e32 v4.l, 0.15915494                         ; f8 c4 08 7e
v_sat_pk_u8_i16_dpp v47.l, v189 quad_perm:[2,1,1,3] row_mask:0x7 bank_mask:0x6 fi:1 ; fa c4 5e 7e bd d6 04 76
v_sat_pk_u8_i16_e32 v122.h, v255                             ; ff c5 f4 7f
v_sat_pk_u8_i16_dpp v125.l, v17 quad_perm:[1,3,3,2] row_mask:0xe bank_mask:0x2 bound_ctrl:1 fi:1 ; fa c4 fa 7e 11 bd 0c e2
v_cvt_norm_i16_f16_dpp v81.l, |v117.l| quad_perm:[1,3,3,2] row_mask:0x0 bank_mask:0x4 ; fa c6 a2 7e 75 bd 20 04
v_cvt_norm_u16_f16_dpp v126.h, v39.l quad_perm:[2,1,0,3] row_mask:0x9 bank_mask:0x2 ; fa c8 fc 7f 27 c6 00 92
v_swap_b32 v0, v20                                           ; 14 cb 00 7e
v_swap_b32 v0, v0                                            ; 00 cb 00 7e
v_swap_b16 v56.h, v21.h                                      ; 95 cd 70 7f
v_swap_b16 v40.l, v33.h                                      ; a1 cd 50 7e
v_swap_b16 v78.l, v81.h                                      ; d1 cd 9c 7e
v_permlane64_b32 v255, v212                                  ; d4 cf fe 7f
v_swaprel_b32 v255, v173                                     ; ad d1 fe 7f
v_not_b16_dpp v125.h, v28.h dpp8:[3,2,5,0,0,7,1,5]           ; e9 d2 fa 7f 9c 53 81 a7
v_cvt_i32_i16_e32 v4, v1.l                                   ; 01 d5 08 7e
v_cvt_i32_i16_e32 v4, exec_lo                                ; 7e d4 08 7e
v_cvt_i32_i16_e32 v4, -1                                     ; c1 d4 08 7e
v_cvt_i32_i16_e32 v4, 0x3118                                 ; f8 d4 08 7e
v_cvt_i32_i16_e32 v0, 41                                     ; a9 d4 00 7e
v_cvt_i32_i16_e32 v255, 0x4000                               ; f4 d4 fe 7f
v_cvt_i32_i16_dpp v255, v80.l row_shl:15 row_mask:0xe bank_mask:0x6 ; fa d4 fe 7f 50 0f 01 e6
v_cvt_u32_u16_e32 v4, v1.l                                   ; 01 d7 08 7e
v_cvt_u32_u16_e32 v4, exec_lo                                ; 7e d6 08 7e
v_cvt_u32_u16_e32 v4, -1                                     ; c1 d6 08 7e
v_cvt_u32_u16_e32 v4, 0x3118                                 ; f8 d6 08 7e
v_cvt_u32_u16_e32 v214, v110.l                               ; 6e d7 ac 7f
v_cvt_u32_u16_e32 v0, 32                                     ; a0 d6 00 7e
v_cvt_u32_u16_dpp v0, v29.h dpp8:[1,4,1,4,5,5,7,6] fi:1      ; ea d6 00 7e 9d 61 d8 de

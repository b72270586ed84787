; VOP3SD: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
v_add_co_ci_u32_e64 v4, s4, v1, v8, s4                       ; 04 04 20 d5 01 11 12 00
v_add_co_ci_u32_e64 v4, s4, v255, v8, s4                     ; 04 04 20 d5 ff 11 12 00
v_add_co_ci_u32_e64 v4, s4, s2, v8, s4                       ; 04 04 20 d5 02 10 12 00
v_add_co_ci_u32_e64 v4, s4, s104, v8, s4                     ; 04 04 20 d5 68 10 12 00
v_add_co_ci_u32_e64 v4, s4, vcc_lo, v8, s4                   ; 04 04 20 d5 6a 10 12 00
v_add_co_ci_u32_e64 v4, s4, exec_lo, v8, s4                  ; 04 04 20 d5 7e 10 12 00
v_add_co_ci_u32_e64 v4, s4, null, v8, s4                     ; 04 04 20 d5 7c 10 12 00
v_add_co_ci_u32_e64 v4, s4, ttmp0, v8, s4                    ; 04 04 20 d5 6c 10 12 00
v_add_co_ci_u32_e64 v4, s4, 0, v8, s4                        ; 04 04 20 d5 80 10 12 00
v_add_co_ci_u32_e64 v4, s4, 64, v8, s4                       ; 04 04 20 d5 c0 10 12 00
v_add_co_ci_u32_e64 v4, s4, -1, v8, s4                       ; 04 04 20 d5 c1 10 12 00
v_add_co_ci_u32_e64 v4, s4, -16, v8, s4                      ; 04 04 20 d5 d0 10 12 00
v_add_co_ci_u32_e64 v4, s4, 0.5, v8, s4                      ; 04 04 20 d5 f0 10 12 00
v_add_co_ci_u32_e64 v4, s4, 1.0, v8, s4                      ; 04 04 20 d5 f2 10 12 00
v_add_co_ci_u32_e64 v4, s4, -4.0, v8, s4                     ; 04 04 20 d5 f7 10 12 00
v_add_co_ci_u32_e64 v4, s4, 0.15915494, v8, s4               ; 04 04 20 d5 f8 10 12 00
v_add_co_ci_u32_e64 v4, s4, src_scc, v8, s4                  ; 04 04 20 d5 fd 10 12 00
v_add_co_ci_u32_e64 v4, s4, src_shared_base, v8, s4          ; 04 04 20 d5 eb 10 12 00
v_add_co_ci_u32_e64 v4, s4, 0x12345678, v8, s4               ; 04 04 20 d5 ff 10 12 00 78 56 34 12
v_add_co_ci_u32_e64 v4, s4, v8, v1, s4                       ; 04 04 20 d5 08 03 12 00
v_add_co_ci_u32_e64 v4, s4, v8, v255, s4                     ; 04 04 20 d5 08 ff 13 00
v_add_co_ci_u32_e64 v4, s4, v8, s2, s4                       ; 04 04 20 d5 08 05 10 00
v_add_co_ci_u32_e64 v4, s4, v8, s104, s4                     ; 04 04 20 d5 08 d1 10 00
v_add_co_ci_u32_e64 v4, s4, v8, vcc_lo, s4                   ; 04 04 20 d5 08 d5 10 00
v_add_co_ci_u32_e64 v4, s4, v8, exec_lo, s4                  ; 04 04 20 d5 08 fd 10 00
v_add_co_ci_u32_e64 v4, s4, v8, null, s4                     ; 04 04 20 d5 08 f9 10 00
v_add_co_ci_u32_e64 v4, s4, v8, ttmp0, s4                    ; 04 04 20 d5 08 d9 10 00
v_add_co_ci_u32_e64 v4, s4, v8, 0, s4                        ; 04 04 20 d5 08 01 11 00
v_add_co_ci_u32_e64 v4, s4, v8, 64, s4                       ; 04 04 20 d5 08 81 11 00
v_add_co_ci_u32_e64 v4, s4, v8, -1, s4                       ; 04 04 20 d5 08 83 11 00
v_add_co_ci_u32_e64 v4, s4, v8, -16, s4                      ; 04 04 20 d5 08 a1 11 00
v_add_co_ci_u32_e64 v4, s4, v8, 0.5, s4                      ; 04 04 20 d5 08 e1 11 00
v_add_co_ci_u32_e64 v4, s4, v8, 1.0, s4                      ; 04 04 20 d5 08 e5 11 00
v_add_co_ci_u32_e64 v4, s4, v8, -4.0, s4                     ; 04 04 20 d5 08 ef 11 00
v_add_co_ci_u32_e64 v4, s4, v8, 0.15915494, s4               ; 04 04 20 d5 08 f1 11 00
v_add_co_ci_u32_e64 v4, s4, v8, src_scc, s4                  ; 04 04 20 d5 08 fb 11 00
v_add_co_ci_u32_e64 v4, s4, v8, src_shared_base, s4          ; 04 04 20 d5 08 d7 11 00
v_add_co_ci_u32_e64 v4, s4, v8, 0x12345678, s4               ; 04 04 20 d5 08 ff 11 00 78 56 34 12
v_add_co_ci_u32_e64 v4, s4, v8, v8, s2                       ; 04 04 20 d5 08 11 0a 00
v_add_co_ci_u32_e64 v4, s4, v8, v8, s104                     ; 04 04 20 d5 08 11 a2 01
v_add_co_ci_u32_e64 v4, s4, v8, v8, vcc_lo                   ; 04 04 20 d5 08 11 aa 01
v_add_co_ci_u32_e64 v4, s4, v8, v8, exec_lo                  ; 04 04 20 d5 08 11 fa 01
v_add_co_ci_u32_e64 v4, s4, v8, v8, null                     ; 04 04 20 d5 08 11 f2 01
v_add_co_ci_u32_e64 v4, s4, v8, v8, ttmp0                    ; 04 04 20 d5 08 11 b2 01
v_add_co_ci_u32_e64 v255, vcc_hi, v72, lit(0xffffffff), s81  ; ff 6b 20 d5 48 ff 45 01 ff ff ff ff
v_add_co_ci_u32_e64 v20, null, exec_hi, 4.0, ttmp10          ; 14 7c 20 d5 7f ec d9 01
v_add_co_ci_u32_e64 v255, ttmp5, ttmp6, -4.0, ttmp12         ; ff 71 20 d5 72 ee e1 01
v_sub_co_ci_u32_e64_dpp v6, ttmp7, v245, v152, s6 dpp8:[4,2,2,1,2,3,4,1] ; 06 73 21 d5 e9 30 1b 00 f5 94 a2 31
v_subrev_co_ci_u32_e64 v0, vcc_hi, s5, ttmp8, ttmp13         ; 00 6b 22 d5 05 e8 e4 01
v_div_scale_f32 v4, s4, v1, v8, v8                           ; 04 04 fc d6 01 11 22 04
v_div_scale_f32 v4, s4, v255, v8, v8                         ; 04 04 fc d6 ff 11 22 04
v_div_scale_f32 v4, s4, s2, v8, v8                           ; 04 04 fc d6 02 10 22 04
v_div_scale_f32 v4, s4, s104, v8, v8                         ; 04 04 fc d6 68 10 22 04
v_div_scale_f32 v4, s4, vcc_lo, v8, v8                       ; 04 04 fc d6 6a 10 22 04
v_div_scale_f32 v4, s4, exec_lo, v8, v8                      ; 04 04 fc d6 7e 10 22 04
v_div_scale_f32 v4, s4, null, v8, v8                         ; 04 04 fc d6 7c 10 22 04
v_div_scale_f32 v4, s4, ttmp0, v8, v8                        ; 04 04 fc d6 6c 10 22 04
v_div_scale_f32 v4, s4, 0, v8, v8                            ; 04 04 fc d6 80 10 22 04
v_div_scale_f32 v4, s4, 64, v8, v8                           ; 04 04 fc d6 c0 10 22 04
v_div_scale_f32 v4, s4, -1, v8, v8                           ; 04 04 fc d6 c1 10 22 04
v_div_scale_f32 v4, s4, -16, v8, v8                          ; 04 04 fc d6 d0 10 22 04
v_div_scale_f32 v4, s4, 0.5, v8, v8                          ; 04 04 fc d6 f0 10 22 04
v_div_scale_f32 v4, s4, 1.0, v8, v8                          ; 04 04 fc d6 f2 10 22 04
v_div_scale_f32 v4, s4, -4.0, v8, v8                         ; 04 04 fc d6 f7 10 22 04
v_div_scale_f32 v4, s4, 0.15915494, v8, v8                   ; 04 04 fc d6 f8 10 22 04
v_div_scale_f32 v4, s4, src_scc, v8, v8                      ; 04 04 fc d6 fd 10 22 04
v_div_scale_f32 v4, s4, src_shared_base, v8, v8              ; 04 04 fc d6 eb 10 22 04
v_div_scale_f32 v4, s4, 0x12345678, v8, v8                   ; 04 04 fc d6 ff 10 22 04 78 56 34 12
v_div_scale_f32 v4, s4, v8, v1, v8                           ; 04 04 fc d6 08 03 22 04
v_div_scale_f32 v4, s4, v8, v255, v8                         ; 04 04 fc d6 08 ff 23 04
v_div_scale_f32 v4, s4, v8, s2, v8                           ; 04 04 fc d6 08 05 20 04
v_div_scale_f32 v4, s4, v8, s104, v8                         ; 04 04 fc d6 08 d1 20 04
v_div_scale_f32 v4, s4, v8, vcc_lo, v8                       ; 04 04 fc d6 08 d5 20 04
v_div_scale_f32 v4, s4, v8, exec_lo, v8                      ; 04 04 fc d6 08 fd 20 04
v_div_scale_f32 v4, s4, v8, null, v8                         ; 04 04 fc d6 08 f9 20 04
v_div_scale_f32 v4, s4, v8, ttmp0, v8                        ; 04 04 fc d6 08 d9 20 04
v_div_scale_f32 v4, s4, v8, 0, v8                            ; 04 04 fc d6 08 01 21 04
v_div_scale_f32 v4, s4, v8, 64, v8                           ; 04 04 fc d6 08 81 21 04
v_div_scale_f32 v4, s4, v8, -1, v8                           ; 04 04 fc d6 08 83 21 04
v_div_scale_f32 v4, s4, v8, -16, v8                          ; 04 04 fc d6 08 a1 21 04
v_div_scale_f32 v4, s4, v8, 0.5, v8                          ; 04 04 fc d6 08 e1 21 04
v_div_scale_f32 v4, s4, v8, 1.0, v8                          ; 04 04 fc d6 08 e5 21 04
v_div_scale_f32 v4, s4, v8, -4.0, v8                         ; 04 04 fc d6 08 ef 21 04
v_div_scale_f32 v4, s4, v8, 0.15915494, v8                   ; 04 04 fc d6 08 f1 21 04
v_div_scale_f32 v4, s4, v8, src_scc, v8                      ; 04 04 fc d6 08 fb 21 04
v_div_scale_f32 v4, s4, v8, src_shared_base, v8              ; 04 04 fc d6 08 d7 21 04
v_div_scale_f32 v4, s4, v8, 0x12345678, v8                   ; 04 04 fc d6 08 ff 21 04 78 56 34 12
v_div_scale_f32 v4, s4, v8, v8, v1                           ; 04 04 fc d6 08 11 06 04
v_div_scale_f32 v4, s4, v8, v8, v255                         ; 04 04 fc d6 08 11 fe 07
v_div_scale_f32 v4, s4, v8, v8, s2                           ; 04 04 fc d6 08 11 0a 00
v_div_scale_f32 v4, s4, v8, v8, s104                         ; 04 04 fc d6 08 11 a2 01
v_div_scale_f32 v4, s4, v8, v8, vcc_lo                       ; 04 04 fc d6 08 11 aa 01
v_div_scale_f32 v4, s4, v8, v8, exec_lo                      ; 04 04 fc d6 08 11 fa 01
v_div_scale_f32 v4, s4, v8, v8, null                         ; 04 04 fc d6 08 11 f2 01
v_div_scale_f32 v4, s4, v8, v8, ttmp0                        ; 04 04 fc d6 08 11 b2 01
v_div_scale_f32 v4, s4, v8, v8, 0                            ; 04 04 fc d6 08 11 02 02
v_div_scale_f32 v4, s4, v8, v8, 64                           ; 04 04 fc d6 08 11 02 03
v_div_scale_f32 v4, s4, v8, v8, -1                           ; 04 04 fc d6 08 11 06 03
v_div_scale_f32 v4, s4, v8, v8, -16                          ; 04 04 fc d6 08 11 42 03
v_div_scale_f32 v4, s4, v8, v8, 0.5                          ; 04 04 fc d6 08 11 c2 03
v_div_scale_f32 v4, s4, v8, v8, 1.0                          ; 04 04 fc d6 08 11 ca 03
v_div_scale_f32 v4, s4, v8, v8, -4.0                         ; 04 04 fc d6 08 11 de 03
v_div_scale_f32 v4, s4, v8, v8, 0.15915494                   ; 04 04 fc d6 08 11 e2 03
v_div_scale_f32 v4, s4, v8, v8, src_scc                      ; 04 04 fc d6 08 11 f6 03
v_div_scale_f32 v4, s4, v8, v8, src_shared_base              ; 04 04 fc d6 08 11 ae 03
v_div_scale_f32 v4, s4, v8, v8, 0x12345678                   ; 04 04 fc d6 08 11 fe 03 78 56 34 12
v_div_scale_f32 v255, s41, -s46, -v84, -v0 div:2             ; ff 29 fc d6 2e a8 02 fc
v_div_scale_f32 v0, vcc_hi, s50, v255, v255                  ; 00 6b fc d6 32 fe ff 07
v_div_scale_f32 v233, s70, v255, v0, v0                      ; e9 46 fc d6 ff 01 02 04
v_div_scale_f64 v[4:5], s4, v[1:2], v[8:9], v[8:9]           ; 04 04 fd d6 01 11 22 04
v_div_scale_f64 v[4:5], s4, v[255:256], v[8:9], v[8:9]       ; 04 04 fd d6 ff 11 22 04
v_div_scale_f64 v[4:5], s4, s[2:3], v[8:9], v[8:9]           ; 04 04 fd d6 02 10 22 04
v_div_scale_f64 v[4:5], s4, s[104:105], v[8:9], v[8:9]       ; 04 04 fd d6 68 10 22 04
v_div_scale_f64 v[4:5], s4, vcc, v[8:9], v[8:9]              ; 04 04 fd d6 6a 10 22 04
v_div_scale_f64 v[4:5], s4, exec, v[8:9], v[8:9]             ; 04 04 fd d6 7e 10 22 04
v_div_scale_f64 v[4:5], s4, null, v[8:9], v[8:9]             ; 04 04 fd d6 7c 10 22 04
v_div_scale_f64 v[4:5], s4, ttmp[0:1], v[8:9], v[8:9]        ; 04 04 fd d6 6c 10 22 04
v_div_scale_f64 v[4:5], s4, 0, v[8:9], v[8:9]                ; 04 04 fd d6 80 10 22 04
v_div_scale_f64 v[4:5], s4, 64, v[8:9], v[8:9]               ; 04 04 fd d6 c0 10 22 04
v_div_scale_f64 v[4:5], s4, -1, v[8:9], v[8:9]               ; 04 04 fd d6 c1 10 22 04
v_div_scale_f64 v[4:5], s4, -16, v[8:9], v[8:9]              ; 04 04 fd d6 d0 10 22 04
v_div_scale_f64 v[4:5], s4, 0.5, v[8:9], v[8:9]              ; 04 04 fd d6 f0 10 22 04
v_div_scale_f64 v[4:5], s4, 1.0, v[8:9], v[8:9]              ; 04 04 fd d6 f2 10 22 04
v_div_scale_f64 v[4:5], s4, -4.0, v[8:9], v[8:9]             ; 04 04 fd d6 f7 10 22 04
v_div_scale_f64 v[4:5], s4, 0.15915494309189532, v[8:9], v[8:9] ; 04 04 fd d6 f8 10 22 04
v_div_scale_f64 v[4:5], s4, src_scc, v[8:9], v[8:9]          ; 04 04 fd d6 fd 10 22 04
v_div_scale_f64 v[4:5], s4, src_shared_base, v[8:9], v[8:9]  ; 04 04 fd d6 eb 10 22 04
v_div_scale_f64 v[4:5], s4, 0x12345678, v[8:9], v[8:9]       ; 04 04 fd d6 ff 10 22 04 78 56 34 12
v_div_scale_f64 v[4:5], s4, v[8:9], v[1:2], v[8:9]           ; 04 04 fd d6 08 03 22 04
v_div_scale_f64 v[4:5], s4, v[8:9], v[255:256], v[8:9]       ; 04 04 fd d6 08 ff 23 04
v_div_scale_f64 v[4:5], s4, v[8:9], s[2:3], v[8:9]           ; 04 04 fd d6 08 05 20 04
v_div_scale_f64 v[4:5], s4, v[8:9], s[104:105], v[8:9]       ; 04 04 fd d6 08 d1 20 04
v_div_scale_f64 v[4:5], s4, v[8:9], vcc, v[8:9]              ; 04 04 fd d6 08 d5 20 04
v_div_scale_f64 v[4:5], s4, v[8:9], exec, v[8:9]             ; 04 04 fd d6 08 fd 20 04
v_div_scale_f64 v[4:5], s4, v[8:9], null, v[8:9]             ; 04 04 fd d6 08 f9 20 04
v_div_scale_f64 v[4:5], s4, v[8:9], ttmp[0:1], v[8:9]        ; 04 04 fd d6 08 d9 20 04
v_div_scale_f64 v[4:5], s4, v[8:9], 0, v[8:9]                ; 04 04 fd d6 08 01 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], 64, v[8:9]               ; 04 04 fd d6 08 81 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], -1, v[8:9]               ; 04 04 fd d6 08 83 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], -16, v[8:9]              ; 04 04 fd d6 08 a1 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], 0.5, v[8:9]              ; 04 04 fd d6 08 e1 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], 1.0, v[8:9]              ; 04 04 fd d6 08 e5 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], -4.0, v[8:9]             ; 04 04 fd d6 08 ef 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], 0.15915494309189532, v[8:9] ; 04 04 fd d6 08 f1 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], src_scc, v[8:9]          ; 04 04 fd d6 08 fb 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], src_shared_base, v[8:9]  ; 04 04 fd d6 08 d7 21 04
v_div_scale_f64 v[4:5], s4, v[8:9], 0x12345678, v[8:9]       ; 04 04 fd d6 08 ff 21 04 78 56 34 12
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], v[1:2]           ; 04 04 fd d6 08 11 06 04
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], v[255:256]       ; 04 04 fd d6 08 11 fe 07
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], s[2:3]           ; 04 04 fd d6 08 11 0a 00
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], s[104:105]       ; 04 04 fd d6 08 11 a2 01
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], vcc              ; 04 04 fd d6 08 11 aa 01
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], exec             ; 04 04 fd d6 08 11 fa 01
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], null             ; 04 04 fd d6 08 11 f2 01
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], ttmp[0:1]        ; 04 04 fd d6 08 11 b2 01
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], 0                ; 04 04 fd d6 08 11 02 02
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], 64               ; 04 04 fd d6 08 11 02 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], -1               ; 04 04 fd d6 08 11 06 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], -16              ; 04 04 fd d6 08 11 42 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], 0.5              ; 04 04 fd d6 08 11 c2 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], 1.0              ; 04 04 fd d6 08 11 ca 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], -4.0             ; 04 04 fd d6 08 11 de 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], 0.15915494309189532 ; 04 04 fd d6 08 11 e2 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], src_scc          ; 04 04 fd d6 08 11 f6 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], src_shared_base  ; 04 04 fd d6 08 11 ae 03
v_div_scale_f64 v[4:5], s4, v[8:9], v[8:9], 0x12345678       ; 04 04 fd d6 08 11 fe 03 78 56 34 12
v_div_scale_f64 v[0:1], null, 0.15915494309189532, 3, v[0:1] ; 00 7c fd d6 f8 06 01 04
v_div_scale_f64 v[254:255], s48, 7, -2.0, 48                 ; fe 30 fd d6 87 ea c1 02
v_div_scale_f64 v[0:1], s48, -v[0:1], v[54:55], -v[254:255] div:2 ; 00 30 fd d6 00 6d fa bf
v_mad_u64_u32 v[4:5], s4, v1, v8, v[8:9]                     ; 04 04 fe d6 01 11 22 04
v_mad_u64_u32 v[4:5], s4, v255, v8, v[8:9]                   ; 04 04 fe d6 ff 11 22 04
v_mad_u64_u32 v[4:5], s4, s2, v8, v[8:9]                     ; 04 04 fe d6 02 10 22 04
v_mad_u64_u32 v[4:5], s4, s104, v8, v[8:9]                   ; 04 04 fe d6 68 10 22 04
v_mad_u64_u32 v[4:5], s4, vcc_lo, v8, v[8:9]                 ; 04 04 fe d6 6a 10 22 04
v_mad_u64_u32 v[4:5], s4, exec_lo, v8, v[8:9]                ; 04 04 fe d6 7e 10 22 04
v_mad_u64_u32 v[4:5], s4, null, v8, v[8:9]                   ; 04 04 fe d6 7c 10 22 04
v_mad_u64_u32 v[4:5], s4, ttmp0, v8, v[8:9]                  ; 04 04 fe d6 6c 10 22 04
v_mad_u64_u32 v[4:5], s4, 0, v8, v[8:9]                      ; 04 04 fe d6 80 10 22 04
v_mad_u64_u32 v[4:5], s4, 64, v8, v[8:9]                     ; 04 04 fe d6 c0 10 22 04
v_mad_u64_u32 v[4:5], s4, -1, v8, v[8:9]                     ; 04 04 fe d6 c1 10 22 04
v_mad_u64_u32 v[4:5], s4, -16, v8, v[8:9]                    ; 04 04 fe d6 d0 10 22 04
v_mad_u64_u32 v[4:5], s4, 0.5, v8, v[8:9]                    ; 04 04 fe d6 f0 10 22 04
v_mad_u64_u32 v[4:5], s4, 1.0, v8, v[8:9]                    ; 04 04 fe d6 f2 10 22 04
v_mad_u64_u32 v[4:5], s4, -4.0, v8, v[8:9]                   ; 04 04 fe d6 f7 10 22 04
v_mad_u64_u32 v[4:5], s4, 0.15915494, v8, v[8:9]             ; 04 04 fe d6 f8 10 22 04
v_mad_u64_u32 v[4:5], s4, src_scc, v8, v[8:9]                ; 04 04 fe d6 fd 10 22 04
v_mad_u64_u32 v[4:5], s4, src_shared_base, v8, v[8:9]        ; 04 04 fe d6 eb 10 22 04
v_mad_u64_u32 v[4:5], s4, 0x12345678, v8, v[8:9]             ; 04 04 fe d6 ff 10 22 04 78 56 34 12
v_mad_u64_u32 v[4:5], s4, v8, v1, v[8:9]                     ; 04 04 fe d6 08 03 22 04
v_mad_u64_u32 v[4:5], s4, v8, v255, v[8:9]                   ; 04 04 fe d6 08 ff 23 04
v_mad_u64_u32 v[4:5], s4, v8, s2, v[8:9]                     ; 04 04 fe d6 08 05 20 04
v_mad_u64_u32 v[4:5], s4, v8, s104, v[8:9]                   ; 04 04 fe d6 08 d1 20 04
v_mad_u64_u32 v[4:5], s4, v8, vcc_lo, v[8:9]                 ; 04 04 fe d6 08 d5 20 04
v_mad_u64_u32 v[4:5], s4, v8, exec_lo, v[8:9]                ; 04 04 fe d6 08 fd 20 04
v_mad_u64_u32 v[4:5], s4, v8, null, v[8:9]                   ; 04 04 fe d6 08 f9 20 04
v_mad_u64_u32 v[4:5], s4, v8, ttmp0, v[8:9]                  ; 04 04 fe d6 08 d9 20 04
v_mad_u64_u32 v[4:5], s4, v8, 0, v[8:9]                      ; 04 04 fe d6 08 01 21 04
v_mad_u64_u32 v[4:5], s4, v8, 64, v[8:9]                     ; 04 04 fe d6 08 81 21 04
v_mad_u64_u32 v[4:5], s4, v8, -1, v[8:9]                     ; 04 04 fe d6 08 83 21 04
v_mad_u64_u32 v[4:5], s4, v8, -16, v[8:9]                    ; 04 04 fe d6 08 a1 21 04
v_mad_u64_u32 v[4:5], s4, v8, 0.5, v[8:9]                    ; 04 04 fe d6 08 e1 21 04
v_mad_u64_u32 v[4:5], s4, v8, 1.0, v[8:9]                    ; 04 04 fe d6 08 e5 21 04
v_mad_u64_u32 v[4:5], s4, v8, -4.0, v[8:9]                   ; 04 04 fe d6 08 ef 21 04
v_mad_u64_u32 v[4:5], s4, v8, 0.15915494, v[8:9]             ; 04 04 fe d6 08 f1 21 04
v_mad_u64_u32 v[4:5], s4, v8, src_scc, v[8:9]                ; 04 04 fe d6 08 fb 21 04
v_mad_u64_u32 v[4:5], s4, v8, src_shared_base, v[8:9]        ; 04 04 fe d6 08 d7 21 04
v_mad_u64_u32 v[4:5], s4, v8, 0x12345678, v[8:9]             ; 04 04 fe d6 08 ff 21 04 78 56 34 12
v_mad_u64_u32 v[4:5], s4, v8, v8, v[1:2]                     ; 04 04 fe d6 08 11 06 04
v_mad_u64_u32 v[4:5], s4, v8, v8, v[255:256]                 ; 04 04 fe d6 08 11 fe 07
v_mad_u64_u32 v[4:5], s4, v8, v8, s[2:3]                     ; 04 04 fe d6 08 11 0a 00
v_mad_u64_u32 v[4:5], s4, v8, v8, s[104:105]                 ; 04 04 fe d6 08 11 a2 01
v_mad_u64_u32 v[4:5], s4, v8, v8, vcc                        ; 04 04 fe d6 08 11 aa 01
v_mad_u64_u32 v[4:5], s4, v8, v8, exec                       ; 04 04 fe d6 08 11 fa 01
v_mad_u64_u32 v[4:5], s4, v8, v8, null                       ; 04 04 fe d6 08 11 f2 01
v_mad_u64_u32 v[4:5], s4, v8, v8, ttmp[0:1]                  ; 04 04 fe d6 08 11 b2 01
v_mad_u64_u32 v[4:5], s4, v8, v8, 0                          ; 04 04 fe d6 08 11 02 02
v_mad_u64_u32 v[4:5], s4, v8, v8, 64                         ; 04 04 fe d6 08 11 02 03
v_mad_u64_u32 v[4:5], s4, v8, v8, -1                         ; 04 04 fe d6 08 11 06 03
v_mad_u64_u32 v[4:5], s4, v8, v8, -16                        ; 04 04 fe d6 08 11 42 03
v_mad_u64_u32 v[4:5], s4, v8, v8, 0.5                        ; 04 04 fe d6 08 11 c2 03
v_mad_u64_u32 v[4:5], s4, v8, v8, 1.0                        ; 04 04 fe d6 08 11 ca 03
v_mad_u64_u32 v[4:5], s4, v8, v8, -4.0                       ; 04 04 fe d6 08 11 de 03
v_mad_u64_u32 v[4:5], s4, v8, v8, 0.15915494309189532        ; 04 04 fe d6 08 11 e2 03
v_mad_u64_u32 v[4:5], s4, v8, v8, src_scc                    ; 04 04 fe d6 08 11 f6 03
v_mad_u64_u32 v[4:5], s4, v8, v8, src_shared_base            ; 04 04 fe d6 08 11 ae 03
v_mad_u64_u32 v[4:5], s4, v8, v8, 0x12345678                 ; 04 04 fe d6 08 11 fe 03 78 56 34 12
v_mad_u64_u32 v[187:188], ttmp10, s61, v240, s[90:91]        ; bb 76 fe d6 3d e0 6b 01
v_mad_u64_u32 v[236:237], s91, v0, v232, v[254:255]          ; ec 5b fe d6 00 d1 fb 07
v_mad_u64_u32 v[254:255], s12, src_scc, v177, src_shared_base ; fe 0c fe d6 fd 62 af 03
v_mad_i64_i32 v[4:5], s4, v1, v8, v[8:9]                     ; 04 04 ff d6 01 11 22 04
v_mad_i64_i32 v[4:5], s4, v255, v8, v[8:9]                   ; 04 04 ff d6 ff 11 22 04
v_mad_i64_i32 v[4:5], s4, s2, v8, v[8:9]                     ; 04 04 ff d6 02 10 22 04
v_mad_i64_i32 v[4:5], s4, s104, v8, v[8:9]                   ; 04 04 ff d6 68 10 22 04
v_mad_i64_i32 v[4:5], s4, vcc_lo, v8, v[8:9]                 ; 04 04 ff d6 6a 10 22 04
v_mad_i64_i32 v[4:5], s4, exec_lo, v8, v[8:9]                ; 04 04 ff d6 7e 10 22 04
v_mad_i64_i32 v[4:5], s4, null, v8, v[8:9]                   ; 04 04 ff d6 7c 10 22 04
v_mad_i64_i32 v[4:5], s4, ttmp0, v8, v[8:9]                  ; 04 04 ff d6 6c 10 22 04
v_mad_i64_i32 v[4:5], s4, 0, v8, v[8:9]                      ; 04 04 ff d6 80 10 22 04
v_mad_i64_i32 v[4:5], s4, 64, v8, v[8:9]                     ; 04 04 ff d6 c0 10 22 04
v_mad_i64_i32 v[4:5], s4, -1, v8, v[8:9]                     ; 04 04 ff d6 c1 10 22 04
v_mad_i64_i32 v[4:5], s4, -16, v8, v[8:9]                    ; 04 04 ff d6 d0 10 22 04
v_mad_i64_i32 v[4:5], s4, 0.5, v8, v[8:9]                    ; 04 04 ff d6 f0 10 22 04
v_mad_i64_i32 v[4:5], s4, 1.0, v8, v[8:9]                    ; 04 04 ff d6 f2 10 22 04
v_mad_i64_i32 v[4:5], s4, -4.0, v8, v[8:9]                   ; 04 04 ff d6 f7 10 22 04
v_mad_i64_i32 v[4:5], s4, 0.15915494, v8, v[8:9]             ; 04 04 ff d6 f8 10 22 04
v_mad_i64_i32 v[4:5], s4, src_scc, v8, v[8:9]                ; 04 04 ff d6 fd 10 22 04
v_mad_i64_i32 v[4:5], s4, src_shared_base, v8, v[8:9]        ; 04 04 ff d6 eb 10 22 04
v_mad_i64_i32 v[4:5], s4, 0x12345678, v8, v[8:9]             ; 04 04 ff d6 ff 10 22 04 78 56 34 12
v_mad_i64_i32 v[4:5], s4, v8, v1, v[8:9]                     ; 04 04 ff d6 08 03 22 04
v_mad_i64_i32 v[4:5], s4, v8, v255, v[8:9]                   ; 04 04 ff d6 08 ff 23 04
v_mad_i64_i32 v[4:5], s4, v8, s2, v[8:9]                     ; 04 04 ff d6 08 05 20 04
v_mad_i64_i32 v[4:5], s4, v8, s104, v[8:9]                   ; 04 04 ff d6 08 d1 20 04
v_mad_i64_i32 v[4:5], s4, v8, vcc_lo, v[8:9]                 ; 04 04 ff d6 08 d5 20 04
v_mad_i64_i32 v[4:5], s4, v8, exec_lo, v[8:9]                ; 04 04 ff d6 08 fd 20 04
v_mad_i64_i32 v[4:5], s4, v8, null, v[8:9]                   ; 04 04 ff d6 08 f9 20 04
v_mad_i64_i32 v[4:5], s4, v8, ttmp0, v[8:9]                  ; 04 04 ff d6 08 d9 20 04
v_mad_i64_i32 v[4:5], s4, v8, 0, v[8:9]                      ; 04 04 ff d6 08 01 21 04
v_mad_i64_i32 v[4:5], s4, v8, 64, v[8:9]                     ; 04 04 ff d6 08 81 21 04
v_mad_i64_i32 v[4:5], s4, v8, -1, v[8:9]                     ; 04 04 ff d6 08 83 21 04
v_mad_i64_i32 v[4:5], s4, v8, -16, v[8:9]                    ; 04 04 ff d6 08 a1 21 04
v_mad_i64_i32 v[4:5], s4, v8, 0.5, v[8:9]                    ; 04 04 ff d6 08 e1 21 04
v_mad_i64_i32 v[4:5], s4, v8, 1.0, v[8:9]                    ; 04 04 ff d6 08 e5 21 04
v_mad_i64_i32 v[4:5], s4, v8, -4.0, v[8:9]                   ; 04 04 ff d6 08 ef 21 04
v_mad_i64_i32 v[4:5], s4, v8, 0.15915494, v[8:9]             ; 04 04 ff d6 08 f1 21 04
v_mad_i64_i32 v[4:5], s4, v8, src_scc, v[8:9]                ; 04 04 ff d6 08 fb 21 04
v_mad_i64_i32 v[4:5], s4, v8, src_shared_base, v[8:9]        ; 04 04 ff d6 08 d7 21 04
v_mad_i64_i32 v[4:5], s4, v8, 0x12345678, v[8:9]             ; 04 04 ff d6 08 ff 21 04 78 56 34 12
v_mad_i64_i32 v[4:5], s4, v8, v8, v[1:2]                     ; 04 04 ff d6 08 11 06 04
v_mad_i64_i32 v[4:5], s4, v8, v8, v[255:256]                 ; 04 04 ff d6 08 11 fe 07
v_mad_i64_i32 v[4:5], s4, v8, v8, s[2:3]                     ; 04 04 ff d6 08 11 0a 00
v_mad_i64_i32 v[4:5], s4, v8, v8, s[104:105]                 ; 04 04 ff d6 08 11 a2 01
v_mad_i64_i32 v[4:5], s4, v8, v8, vcc                        ; 04 04 ff d6 08 11 aa 01
v_mad_i64_i32 v[4:5], s4, v8, v8, exec                       ; 04 04 ff d6 08 11 fa 01
v_mad_i64_i32 v[4:5], s4, v8, v8, null                       ; 04 04 ff d6 08 11 f2 01
v_mad_i64_i32 v[4:5], s4, v8, v8, ttmp[0:1]                  ; 04 04 ff d6 08 11 b2 01
v_mad_i64_i32 v[4:5], s4, v8, v8, 0                          ; 04 04 ff d6 08 11 02 02
v_mad_i64_i32 v[4:5], s4, v8, v8, 64                         ; 04 04 ff d6 08 11 02 03
v_mad_i64_i32 v[4:5], s4, v8, v8, -1                         ; 04 04 ff d6 08 11 06 03
v_mad_i64_i32 v[4:5], s4, v8, v8, -16                        ; 04 04 ff d6 08 11 42 03
v_mad_i64_i32 v[4:5], s4, v8, v8, 0.5                        ; 04 04 ff d6 08 11 c2 03
v_mad_i64_i32 v[4:5], s4, v8, v8, 1.0                        ; 04 04 ff d6 08 11 ca 03
v_mad_i64_i32 v[4:5], s4, v8, v8, -4.0                       ; 04 04 ff d6 08 11 de 03
v_mad_i64_i32 v[4:5], s4, v8, v8, 0.15915494309189532        ; 04 04 ff d6 08 11 e2 03
v_mad_i64_i32 v[4:5], s4, v8, v8, src_scc                    ; 04 04 ff d6 08 11 f6 03
v_mad_i64_i32 v[4:5], s4, v8, v8, src_shared_base            ; 04 04 ff d6 08 11 ae 03
v_mad_i64_i32 v[4:5], s4, v8, v8, 0x12345678                 ; 04 04 ff d6 08 11 fe 03 78 56 34 12
v_mad_i64_i32 v[195:196], s19, v255, v34, src_private_limit  ; c3 13 ff d6 ff 45 ba 03
v_mad_i64_i32 v[254:255], ttmp1, v142, 20, -13               ; fe 6d ff d6 8e 29 35 03
v_mad_i64_i32 v[226:227], null, v0, 4.0, src_shared_limit    ; e2 7c ff d6 00 ed b1 03
v_add_co_u32 v4, s4, v1, v8                                  ; 04 04 00 d7 01 11 02 00
v_add_co_u32 v4, s4, v255, v8                                ; 04 04 00 d7 ff 11 02 00
v_add_co_u32 v4, s4, s2, v8                                  ; 04 04 00 d7 02 10 02 00
v_add_co_u32 v4, s4, s104, v8                                ; 04 04 00 d7 68 10 02 00
v_add_co_u32 v4, s4, vcc_lo, v8                              ; 04 04 00 d7 6a 10 02 00
v_add_co_u32 v4, s4, exec_lo, v8                             ; 04 04 00 d7 7e 10 02 00
v_add_co_u32 v4, s4, null, v8                                ; 04 04 00 d7 7c 10 02 00
v_add_co_u32 v4, s4, ttmp0, v8                               ; 04 04 00 d7 6c 10 02 00
v_add_co_u32 v4, s4, 0, v8                                   ; 04 04 00 d7 80 10 02 00
v_add_co_u32 v4, s4, 64, v8                                  ; 04 04 00 d7 c0 10 02 00
v_add_co_u32 v4, s4, -1, v8                                  ; 04 04 00 d7 c1 10 02 00
v_add_co_u32 v4, s4, -16, v8                                 ; 04 04 00 d7 d0 10 02 00
v_add_co_u32 v4, s4, 0.5, v8                                 ; 04 04 00 d7 f0 10 02 00
v_add_co_u32 v4, s4, 1.0, v8                                 ; 04 04 00 d7 f2 10 02 00
v_add_co_u32 v4, s4, -4.0, v8                                ; 04 04 00 d7 f7 10 02 00
v_add_co_u32 v4, s4, 0.15915494, v8                          ; 04 04 00 d7 f8 10 02 00
v_add_co_u32 v4, s4, src_scc, v8                             ; 04 04 00 d7 fd 10 02 00
v_add_co_u32 v4, s4, src_shared_base, v8                     ; 04 04 00 d7 eb 10 02 00
v_add_co_u32 v4, s4, 0x12345678, v8                          ; 04 04 00 d7 ff 10 02 00 78 56 34 12
v_add_co_u32 v4, s4, v8, v1                                  ; 04 04 00 d7 08 03 02 00
v_add_co_u32 v4, s4, v8, v255                                ; 04 04 00 d7 08 ff 03 00
v_add_co_u32 v4, s4, v8, s2                                  ; 04 04 00 d7 08 05 00 00
v_add_co_u32 v4, s4, v8, s104                                ; 04 04 00 d7 08 d1 00 00
v_add_co_u32 v4, s4, v8, vcc_lo                              ; 04 04 00 d7 08 d5 00 00
v_add_co_u32 v4, s4, v8, exec_lo                             ; 04 04 00 d7 08 fd 00 00
v_add_co_u32 v4, s4, v8, null                                ; 04 04 00 d7 08 f9 00 00
v_add_co_u32 v4, s4, v8, ttmp0                               ; 04 04 00 d7 08 d9 00 00
v_add_co_u32 v4, s4, v8, 0                                   ; 04 04 00 d7 08 01 01 00
v_add_co_u32 v4, s4, v8, 64                                  ; 04 04 00 d7 08 81 01 00
v_add_co_u32 v4, s4, v8, -1                                  ; 04 04 00 d7 08 83 01 00
v_add_co_u32 v4, s4, v8, -16                                 ; 04 04 00 d7 08 a1 01 00
v_add_co_u32 v4, s4, v8, 0.5                                 ; 04 04 00 d7 08 e1 01 00
v_add_co_u32 v4, s4, v8, 1.0                                 ; 04 04 00 d7 08 e5 01 00
v_add_co_u32 v4, s4, v8, -4.0                                ; 04 04 00 d7 08 ef 01 00
v_add_co_u32 v4, s4, v8, 0.15915494                          ; 04 04 00 d7 08 f1 01 00
v_add_co_u32 v4, s4, v8, src_scc                             ; 04 04 00 d7 08 fb 01 00
v_add_co_u32 v4, s4, v8, src_shared_base                     ; 04 04 00 d7 08 d7 01 00
v_add_co_u32 v4, s4, v8, 0x12345678                          ; 04 04 00 d7 08 ff 01 00 78 56 34 12
v_add_co_u32_e64_dpp v134, s39, v182, v128 dpp8:[0,5,4,1,5,4,5,2] ; 86 27 00 d7 e9 00 03 00 b6 28 53 56
v_add_co_u32 v13, s38, v36, s13                              ; 0d 26 00 d7 24 1b 00 00
v_add_co_u32 v0, ttmp7, v214, v108                           ; 00 73 00 d7 d6 d9 02 00
v_sub_co_u32 v0, ttmp9, v54, v115                            ; 00 75 01 d7 36 e7 02 00
v_subrev_co_u32_e64_dpp v171, exec_lo, v56, v28 quad_perm:[2,3,2,3] row_mask:0x7 bank_mask:0xc ; ab 7e 02 d7 fa 38 02 00 38 ee 00 7c
; wave64
v_add_co_ci_u32_e64 v4, s[4:5], v1, v8, s[4:5]               ; 04 04 20 d5 01 11 12 00
v_add_co_ci_u32_e64 v4, s[4:5], v255, v8, s[4:5]             ; 04 04 20 d5 ff 11 12 00
v_add_co_ci_u32_e64 v4, s[4:5], s2, v8, s[4:5]               ; 04 04 20 d5 02 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], s104, v8, s[4:5]             ; 04 04 20 d5 68 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], vcc_lo, v8, s[4:5]           ; 04 04 20 d5 6a 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], exec_lo, v8, s[4:5]          ; 04 04 20 d5 7e 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], null, v8, s[4:5]             ; 04 04 20 d5 7c 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], ttmp0, v8, s[4:5]            ; 04 04 20 d5 6c 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], 0, v8, s[4:5]                ; 04 04 20 d5 80 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], 64, v8, s[4:5]               ; 04 04 20 d5 c0 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], -1, v8, s[4:5]               ; 04 04 20 d5 c1 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], -16, v8, s[4:5]              ; 04 04 20 d5 d0 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], 0.5, v8, s[4:5]              ; 04 04 20 d5 f0 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], 1.0, v8, s[4:5]              ; 04 04 20 d5 f2 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], -4.0, v8, s[4:5]             ; 04 04 20 d5 f7 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], 0.15915494, v8, s[4:5]       ; 04 04 20 d5 f8 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], src_scc, v8, s[4:5]          ; 04 04 20 d5 fd 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], src_shared_base, v8, s[4:5]  ; 04 04 20 d5 eb 10 12 00
v_add_co_ci_u32_e64 v4, s[4:5], 0x12345678, v8, s[4:5]       ; 04 04 20 d5 ff 10 12 00 78 56 34 12
v_add_co_ci_u32_e64 v4, s[4:5], v8, v1, s[4:5]               ; 04 04 20 d5 08 03 12 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, v255, s[4:5]             ; 04 04 20 d5 08 ff 13 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, s2, s[4:5]               ; 04 04 20 d5 08 05 10 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, s104, s[4:5]             ; 04 04 20 d5 08 d1 10 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, vcc_lo, s[4:5]           ; 04 04 20 d5 08 d5 10 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, exec_lo, s[4:5]          ; 04 04 20 d5 08 fd 10 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, null, s[4:5]             ; 04 04 20 d5 08 f9 10 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, ttmp0, s[4:5]            ; 04 04 20 d5 08 d9 10 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, 0, s[4:5]                ; 04 04 20 d5 08 01 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, 64, s[4:5]               ; 04 04 20 d5 08 81 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, -1, s[4:5]               ; 04 04 20 d5 08 83 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, -16, s[4:5]              ; 04 04 20 d5 08 a1 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, 0.5, s[4:5]              ; 04 04 20 d5 08 e1 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, 1.0, s[4:5]              ; 04 04 20 d5 08 e5 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, -4.0, s[4:5]             ; 04 04 20 d5 08 ef 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, 0.15915494, s[4:5]       ; 04 04 20 d5 08 f1 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, src_scc, s[4:5]          ; 04 04 20 d5 08 fb 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, src_shared_base, s[4:5]  ; 04 04 20 d5 08 d7 11 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, 0x12345678, s[4:5]       ; 04 04 20 d5 08 ff 11 00 78 56 34 12
v_add_co_ci_u32_e64 v4, s[4:5], v8, v8, s[2:3]               ; 04 04 20 d5 08 11 0a 00
v_add_co_ci_u32_e64 v4, s[4:5], v8, v8, s[104:105]           ; 04 04 20 d5 08 11 a2 01
v_add_co_ci_u32_e64 v4, s[4:5], v8, v8, vcc                  ; 04 04 20 d5 08 11 aa 01
v_add_co_ci_u32_e64 v4, s[4:5], v8, v8, exec                 ; 04 04 20 d5 08 11 fa 01
v_add_co_ci_u32_e64 v4, s[4:5], v8, v8, null                 ; 04 04 20 d5 08 11 f2 01
v_add_co_ci_u32_e64 v4, s[4:5], v8, v8, ttmp[0:1]            ; 04 04 20 d5 08 11 b2 01
v_add_co_ci_u32_e64 v202, null, v0, -3, s[96:97]             ; ca 7c 20 d5 00 87 81 01
v_add_co_ci_u32_e64 v7, s[12:13], v255, s76, s[46:47]        ; 07 0c 20 d5 ff 99 b8 00
v_add_co_ci_u32_e64 v192, s[0:1], -4.0, v255, null           ; c0 00 20 d5 f7 fe f3 01
v_div_scale_f32 v4, s[4:5], v1, v8, v8                       ; 04 04 fc d6 01 11 22 04
v_div_scale_f32 v4, s[4:5], v255, v8, v8                     ; 04 04 fc d6 ff 11 22 04
v_div_scale_f32 v4, s[4:5], s2, v8, v8                       ; 04 04 fc d6 02 10 22 04
v_div_scale_f32 v4, s[4:5], s104, v8, v8                     ; 04 04 fc d6 68 10 22 04
v_div_scale_f32 v4, s[4:5], vcc_lo, v8, v8                   ; 04 04 fc d6 6a 10 22 04
v_div_scale_f32 v4, s[4:5], exec_lo, v8, v8                  ; 04 04 fc d6 7e 10 22 04
v_div_scale_f32 v4, s[4:5], null, v8, v8                     ; 04 04 fc d6 7c 10 22 04
v_div_scale_f32 v4, s[4:5], ttmp0, v8, v8                    ; 04 04 fc d6 6c 10 22 04
v_div_scale_f32 v4, s[4:5], 0, v8, v8                        ; 04 04 fc d6 80 10 22 04
v_div_scale_f32 v4, s[4:5], 64, v8, v8                       ; 04 04 fc d6 c0 10 22 04
v_div_scale_f32 v4, s[4:5], -1, v8, v8                       ; 04 04 fc d6 c1 10 22 04
v_div_scale_f32 v4, s[4:5], -16, v8, v8                      ; 04 04 fc d6 d0 10 22 04
v_div_scale_f32 v4, s[4:5], 0.5, v8, v8                      ; 04 04 fc d6 f0 10 22 04
v_div_scale_f32 v4, s[4:5], 1.0, v8, v8                      ; 04 04 fc d6 f2 10 22 04
v_div_scale_f32 v4, s[4:5], -4.0, v8, v8                     ; 04 04 fc d6 f7 10 22 04
v_div_scale_f32 v4, s[4:5], 0.15915494, v8, v8               ; 04 04 fc d6 f8 10 22 04
v_div_scale_f32 v4, s[4:5], src_scc, v8, v8                  ; 04 04 fc d6 fd 10 22 04
v_div_scale_f32 v4, s[4:5], src_shared_base, v8, v8          ; 04 04 fc d6 eb 10 22 04
v_div_scale_f32 v4, s[4:5], 0x12345678, v8, v8               ; 04 04 fc d6 ff 10 22 04 78 56 34 12
v_div_scale_f32 v4, s[4:5], v8, v1, v8                       ; 04 04 fc d6 08 03 22 04
v_div_scale_f32 v4, s[4:5], v8, v255, v8                     ; 04 04 fc d6 08 ff 23 04
v_div_scale_f32 v4, s[4:5], v8, s2, v8                       ; 04 04 fc d6 08 05 20 04
v_div_scale_f32 v4, s[4:5], v8, s104, v8                     ; 04 04 fc d6 08 d1 20 04
v_div_scale_f32 v4, s[4:5], v8, vcc_lo, v8                   ; 04 04 fc d6 08 d5 20 04
v_div_scale_f32 v4, s[4:5], v8, exec_lo, v8                  ; 04 04 fc d6 08 fd 20 04
v_div_scale_f32 v4, s[4:5], v8, null, v8                     ; 04 04 fc d6 08 f9 20 04
v_div_scale_f32 v4, s[4:5], v8, ttmp0, v8                    ; 04 04 fc d6 08 d9 20 04
v_div_scale_f32 v4, s[4:5], v8, 0, v8                        ; 04 04 fc d6 08 01 21 04
v_div_scale_f32 v4, s[4:5], v8, 64, v8                       ; 04 04 fc d6 08 81 21 04
v_div_scale_f32 v4, s[4:5], v8, -1, v8                       ; 04 04 fc d6 08 83 21 04
v_div_scale_f32 v4, s[4:5], v8, -16, v8                      ; 04 04 fc d6 08 a1 21 04
v_div_scale_f32 v4, s[4:5], v8, 0.5, v8                      ; 04 04 fc d6 08 e1 21 04
v_div_scale_f32 v4, s[4:5], v8, 1.0, v8                      ; 04 04 fc d6 08 e5 21 04
v_div_scale_f32 v4, s[4:5], v8, -4.0, v8                     ; 04 04 fc d6 08 ef 21 04
v_div_scale_f32 v4, s[4:5], v8, 0.15915494, v8               ; 04 04 fc d6 08 f1 21 04
v_div_scale_f32 v4, s[4:5], v8, src_scc, v8                  ; 04 04 fc d6 08 fb 21 04
v_div_scale_f32 v4, s[4:5], v8, src_shared_base, v8          ; 04 04 fc d6 08 d7 21 04
v_div_scale_f32 v4, s[4:5], v8, 0x12345678, v8               ; 04 04 fc d6 08 ff 21 04 78 56 34 12
v_div_scale_f32 v4, s[4:5], v8, v8, v1                       ; 04 04 fc d6 08 11 06 04
v_div_scale_f32 v4, s[4:5], v8, v8, v255                     ; 04 04 fc d6 08 11 fe 07
v_div_scale_f32 v4, s[4:5], v8, v8, s2                       ; 04 04 fc d6 08 11 0a 00
v_div_scale_f32 v4, s[4:5], v8, v8, s104                     ; 04 04 fc d6 08 11 a2 01
v_div_scale_f32 v4, s[4:5], v8, v8, vcc_lo                   ; 04 04 fc d6 08 11 aa 01
v_div_scale_f32 v4, s[4:5], v8, v8, exec_lo                  ; 04 04 fc d6 08 11 fa 01
v_div_scale_f32 v4, s[4:5], v8, v8, null                     ; 04 04 fc d6 08 11 f2 01
v_div_scale_f32 v4, s[4:5], v8, v8, ttmp0                    ; 04 04 fc d6 08 11 b2 01
v_div_scale_f32 v4, s[4:5], v8, v8, 0                        ; 04 04 fc d6 08 11 02 02
v_div_scale_f32 v4, s[4:5], v8, v8, 64                       ; 04 04 fc d6 08 11 02 03
v_div_scale_f32 v4, s[4:5], v8, v8, -1                       ; 04 04 fc d6 08 11 06 03
v_div_scale_f32 v4, s[4:5], v8, v8, -16                      ; 04 04 fc d6 08 11 42 03
v_div_scale_f32 v4, s[4:5], v8, v8, 0.5                      ; 04 04 fc d6 08 11 c2 03
v_div_scale_f32 v4, s[4:5], v8, v8, 1.0                      ; 04 04 fc d6 08 11 ca 03
v_div_scale_f32 v4, s[4:5], v8, v8, -4.0                     ; 04 04 fc d6 08 11 de 03
v_div_scale_f32 v4, s[4:5], v8, v8, 0.15915494               ; 04 04 fc d6 08 11 e2 03
v_div_scale_f32 v4, s[4:5], v8, v8, src_scc                  ; 04 04 fc d6 08 11 f6 03
v_div_scale_f32 v4, s[4:5], v8, v8, src_shared_base          ; 04 04 fc d6 08 11 ae 03
v_div_scale_f32 v4, s[4:5], v8, v8, 0x12345678               ; 04 04 fc d6 08 11 fe 03 78 56 34 12
v_div_scale_f32 v96, s[6:7], v255, neg(0.5), -s77 clamp mul:2 ; 60 86 fc d6 ff e1 35 c9
v_div_scale_f32 v114, s[18:19], v229, -7, v255               ; 72 12 fc d6 e5 8f fd 07
v_div_scale_f32 v0, s[52:53], v239, v25, v138                ; 00 34 fc d6 ef 33 2a 06
v_div_scale_f64 v[4:5], s[4:5], v[1:2], v[8:9], v[8:9]       ; 04 04 fd d6 01 11 22 04
v_div_scale_f64 v[4:5], s[4:5], v[255:256], v[8:9], v[8:9]   ; 04 04 fd d6 ff 11 22 04
v_div_scale_f64 v[4:5], s[4:5], s[2:3], v[8:9], v[8:9]       ; 04 04 fd d6 02 10 22 04
v_div_scale_f64 v[4:5], s[4:5], s[104:105], v[8:9], v[8:9]   ; 04 04 fd d6 68 10 22 04
v_div_scale_f64 v[4:5], s[4:5], vcc, v[8:9], v[8:9]          ; 04 04 fd d6 6a 10 22 04
v_div_scale_f64 v[4:5], s[4:5], exec, v[8:9], v[8:9]         ; 04 04 fd d6 7e 10 22 04
v_div_scale_f64 v[4:5], s[4:5], null, v[8:9], v[8:9]         ; 04 04 fd d6 7c 10 22 04
v_div_scale_f64 v[4:5], s[4:5], ttmp[0:1], v[8:9], v[8:9]    ; 04 04 fd d6 6c 10 22 04
v_div_scale_f64 v[4:5], s[4:5], 0, v[8:9], v[8:9]            ; 04 04 fd d6 80 10 22 04
v_div_scale_f64 v[4:5], s[4:5], 64, v[8:9], v[8:9]           ; 04 04 fd d6 c0 10 22 04
v_div_scale_f64 v[4:5], s[4:5], -1, v[8:9], v[8:9]           ; 04 04 fd d6 c1 10 22 04
v_div_scale_f64 v[4:5], s[4:5], -16, v[8:9], v[8:9]          ; 04 04 fd d6 d0 10 22 04
v_div_scale_f64 v[4:5], s[4:5], 0.5, v[8:9], v[8:9]          ; 04 04 fd d6 f0 10 22 04
v_div_scale_f64 v[4:5], s[4:5], 1.0, v[8:9], v[8:9]          ; 04 04 fd d6 f2 10 22 04
v_div_scale_f64 v[4:5], s[4:5], -4.0, v[8:9], v[8:9]         ; 04 04 fd d6 f7 10 22 04
v_div_scale_f64 v[4:5], s[4:5], 0.15915494309189532, v[8:9], v[8:9] ; 04 04 fd d6 f8 10 22 04
v_div_scale_f64 v[4:5], s[4:5], src_scc, v[8:9], v[8:9]      ; 04 04 fd d6 fd 10 22 04
v_div_scale_f64 v[4:5], s[4:5], src_shared_base, v[8:9], v[8:9] ; 04 04 fd d6 eb 10 22 04
v_div_scale_f64 v[4:5], s[4:5], 0x12345678, v[8:9], v[8:9]   ; 04 04 fd d6 ff 10 22 04 78 56 34 12
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[1:2], v[8:9]       ; 04 04 fd d6 08 03 22 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[255:256], v[8:9]   ; 04 04 fd d6 08 ff 23 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], s[2:3], v[8:9]       ; 04 04 fd d6 08 05 20 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], s[104:105], v[8:9]   ; 04 04 fd d6 08 d1 20 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], vcc, v[8:9]          ; 04 04 fd d6 08 d5 20 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], exec, v[8:9]         ; 04 04 fd d6 08 fd 20 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], null, v[8:9]         ; 04 04 fd d6 08 f9 20 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], ttmp[0:1], v[8:9]    ; 04 04 fd d6 08 d9 20 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], 0, v[8:9]            ; 04 04 fd d6 08 01 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], 64, v[8:9]           ; 04 04 fd d6 08 81 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], -1, v[8:9]           ; 04 04 fd d6 08 83 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], -16, v[8:9]          ; 04 04 fd d6 08 a1 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], 0.5, v[8:9]          ; 04 04 fd d6 08 e1 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], 1.0, v[8:9]          ; 04 04 fd d6 08 e5 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], -4.0, v[8:9]         ; 04 04 fd d6 08 ef 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], 0.15915494309189532, v[8:9] ; 04 04 fd d6 08 f1 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], src_scc, v[8:9]      ; 04 04 fd d6 08 fb 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], src_shared_base, v[8:9] ; 04 04 fd d6 08 d7 21 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], 0x12345678, v[8:9]   ; 04 04 fd d6 08 ff 21 04 78 56 34 12
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], v[1:2]       ; 04 04 fd d6 08 11 06 04
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], v[255:256]   ; 04 04 fd d6 08 11 fe 07
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], s[2:3]       ; 04 04 fd d6 08 11 0a 00
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], s[104:105]   ; 04 04 fd d6 08 11 a2 01
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], vcc          ; 04 04 fd d6 08 11 aa 01
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], exec         ; 04 04 fd d6 08 11 fa 01
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], null         ; 04 04 fd d6 08 11 f2 01
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], ttmp[0:1]    ; 04 04 fd d6 08 11 b2 01
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], 0            ; 04 04 fd d6 08 11 02 02
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], 64           ; 04 04 fd d6 08 11 02 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], -1           ; 04 04 fd d6 08 11 06 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], -16          ; 04 04 fd d6 08 11 42 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], 0.5          ; 04 04 fd d6 08 11 c2 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], 1.0          ; 04 04 fd d6 08 11 ca 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], -4.0         ; 04 04 fd d6 08 11 de 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], 0.15915494309189532 ; 04 04 fd d6 08 11 e2 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], src_scc      ; 04 04 fd d6 08 11 f6 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], src_shared_base ; 04 04 fd d6 08 11 ae 03
v_div_scale_f64 v[4:5], s[4:5], v[8:9], v[8:9], 0x12345678   ; 04 04 fd d6 08 11 fe 03 78 56 34 12
v_div_scale_f64 v[231:232], s[86:87], v[0:1], 0xffffffe9, neg(0xffffffe9) mul:4 ; e7 56 fd d6 00 ff fd 93 e9 ff ff ff
v_div_scale_f64 v[57:58], s[82:83], -v[0:1], ttmp[2:3], 4 clamp mul:4 ; 39 d2 fd d6 00 dd 10 32
v_div_scale_f64 v[254:255], s[30:31], 27, null, 1.0          ; fe 1e fd d6 9b f8 c8 03
v_mad_u64_u32 v[4:5], s[4:5], v1, v8, v[8:9]                 ; 04 04 fe d6 01 11 22 04
v_mad_u64_u32 v[4:5], s[4:5], v255, v8, v[8:9]               ; 04 04 fe d6 ff 11 22 04
v_mad_u64_u32 v[4:5], s[4:5], s2, v8, v[8:9]                 ; 04 04 fe d6 02 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], s104, v8, v[8:9]               ; 04 04 fe d6 68 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], vcc_lo, v8, v[8:9]             ; 04 04 fe d6 6a 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], exec_lo, v8, v[8:9]            ; 04 04 fe d6 7e 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], null, v8, v[8:9]               ; 04 04 fe d6 7c 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], ttmp0, v8, v[8:9]              ; 04 04 fe d6 6c 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], 0, v8, v[8:9]                  ; 04 04 fe d6 80 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], 64, v8, v[8:9]                 ; 04 04 fe d6 c0 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], -1, v8, v[8:9]                 ; 04 04 fe d6 c1 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], -16, v8, v[8:9]                ; 04 04 fe d6 d0 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], 0.5, v8, v[8:9]                ; 04 04 fe d6 f0 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], 1.0, v8, v[8:9]                ; 04 04 fe d6 f2 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], -4.0, v8, v[8:9]               ; 04 04 fe d6 f7 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], 0.15915494, v8, v[8:9]         ; 04 04 fe d6 f8 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], src_scc, v8, v[8:9]            ; 04 04 fe d6 fd 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], src_shared_base, v8, v[8:9]    ; 04 04 fe d6 eb 10 22 04
v_mad_u64_u32 v[4:5], s[4:5], 0x12345678, v8, v[8:9]         ; 04 04 fe d6 ff 10 22 04 78 56 34 12
v_mad_u64_u32 v[4:5], s[4:5], v8, v1, v[8:9]                 ; 04 04 fe d6 08 03 22 04
v_mad_u64_u32 v[4:5], s[4:5], v8, v255, v[8:9]               ; 04 04 fe d6 08 ff 23 04
v_mad_u64_u32 v[4:5], s[4:5], v8, s2, v[8:9]                 ; 04 04 fe d6 08 05 20 04
v_mad_u64_u32 v[4:5], s[4:5], v8, s104, v[8:9]               ; 04 04 fe d6 08 d1 20 04
v_mad_u64_u32 v[4:5], s[4:5], v8, vcc_lo, v[8:9]             ; 04 04 fe d6 08 d5 20 04
v_mad_u64_u32 v[4:5], s[4:5], v8, exec_lo, v[8:9]            ; 04 04 fe d6 08 fd 20 04
v_mad_u64_u32 v[4:5], s[4:5], v8, null, v[8:9]               ; 04 04 fe d6 08 f9 20 04
v_mad_u64_u32 v[4:5], s[4:5], v8, ttmp0, v[8:9]              ; 04 04 fe d6 08 d9 20 04
v_mad_u64_u32 v[4:5], s[4:5], v8, 0, v[8:9]                  ; 04 04 fe d6 08 01 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, 64, v[8:9]                 ; 04 04 fe d6 08 81 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, -1, v[8:9]                 ; 04 04 fe d6 08 83 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, -16, v[8:9]                ; 04 04 fe d6 08 a1 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, 0.5, v[8:9]                ; 04 04 fe d6 08 e1 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, 1.0, v[8:9]                ; 04 04 fe d6 08 e5 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, -4.0, v[8:9]               ; 04 04 fe d6 08 ef 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, 0.15915494, v[8:9]         ; 04 04 fe d6 08 f1 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, src_scc, v[8:9]            ; 04 04 fe d6 08 fb 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, src_shared_base, v[8:9]    ; 04 04 fe d6 08 d7 21 04
v_mad_u64_u32 v[4:5], s[4:5], v8, 0x12345678, v[8:9]         ; 04 04 fe d6 08 ff 21 04 78 56 34 12
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, v[1:2]                 ; 04 04 fe d6 08 11 06 04
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, v[255:256]             ; 04 04 fe d6 08 11 fe 07
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, s[2:3]                 ; 04 04 fe d6 08 11 0a 00
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, s[104:105]             ; 04 04 fe d6 08 11 a2 01
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, vcc                    ; 04 04 fe d6 08 11 aa 01
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, exec                   ; 04 04 fe d6 08 11 fa 01
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, null                   ; 04 04 fe d6 08 11 f2 01
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, ttmp[0:1]              ; 04 04 fe d6 08 11 b2 01
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, 0                      ; 04 04 fe d6 08 11 02 02
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, 64                     ; 04 04 fe d6 08 11 02 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, -1                     ; 04 04 fe d6 08 11 06 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, -16                    ; 04 04 fe d6 08 11 42 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, 0.5                    ; 04 04 fe d6 08 11 c2 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, 1.0                    ; 04 04 fe d6 08 11 ca 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, -4.0                   ; 04 04 fe d6 08 11 de 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, 0.15915494309189532    ; 04 04 fe d6 08 11 e2 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, src_scc                ; 04 04 fe d6 08 11 f6 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, src_shared_base        ; 04 04 fe d6 08 11 ae 03
v_mad_u64_u32 v[4:5], s[4:5], v8, v8, 0x12345678             ; 04 04 fe d6 08 11 fe 03 78 56 34 12
v_mad_u64_u32 v[219:220], s[48:49], lit(0x3f800000), v100, 1.0 ; db 30 fe d6 ff c8 ca 03 00 00 80 3f
v_mad_u64_u32 v[254:255], vcc, 0x80000000, v0, vcc           ; fe 6a fe d6 ff 00 aa 01 00 00 00 80
v_mad_u64_u32 v[203:204], s[12:13], -4.0, s12, -5            ; cb 0c fe d6 f7 18 14 03
v_mad_i64_i32 v[4:5], s[4:5], v1, v8, v[8:9]                 ; 04 04 ff d6 01 11 22 04
v_mad_i64_i32 v[4:5], s[4:5], v255, v8, v[8:9]               ; 04 04 ff d6 ff 11 22 04
v_mad_i64_i32 v[4:5], s[4:5], s2, v8, v[8:9]                 ; 04 04 ff d6 02 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], s104, v8, v[8:9]               ; 04 04 ff d6 68 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], vcc_lo, v8, v[8:9]             ; 04 04 ff d6 6a 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], exec_lo, v8, v[8:9]            ; 04 04 ff d6 7e 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], null, v8, v[8:9]               ; 04 04 ff d6 7c 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], ttmp0, v8, v[8:9]              ; 04 04 ff d6 6c 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], 0, v8, v[8:9]                  ; 04 04 ff d6 80 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], 64, v8, v[8:9]                 ; 04 04 ff d6 c0 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], -1, v8, v[8:9]                 ; 04 04 ff d6 c1 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], -16, v8, v[8:9]                ; 04 04 ff d6 d0 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], 0.5, v8, v[8:9]                ; 04 04 ff d6 f0 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], 1.0, v8, v[8:9]                ; 04 04 ff d6 f2 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], -4.0, v8, v[8:9]               ; 04 04 ff d6 f7 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], 0.15915494, v8, v[8:9]         ; 04 04 ff d6 f8 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], src_scc, v8, v[8:9]            ; 04 04 ff d6 fd 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], src_shared_base, v8, v[8:9]    ; 04 04 ff d6 eb 10 22 04
v_mad_i64_i32 v[4:5], s[4:5], 0x12345678, v8, v[8:9]         ; 04 04 ff d6 ff 10 22 04 78 56 34 12
v_mad_i64_i32 v[4:5], s[4:5], v8, v1, v[8:9]                 ; 04 04 ff d6 08 03 22 04
v_mad_i64_i32 v[4:5], s[4:5], v8, v255, v[8:9]               ; 04 04 ff d6 08 ff 23 04
v_mad_i64_i32 v[4:5], s[4:5], v8, s2, v[8:9]                 ; 04 04 ff d6 08 05 20 04
v_mad_i64_i32 v[4:5], s[4:5], v8, s104, v[8:9]               ; 04 04 ff d6 08 d1 20 04
v_mad_i64_i32 v[4:5], s[4:5], v8, vcc_lo, v[8:9]             ; 04 04 ff d6 08 d5 20 04
v_mad_i64_i32 v[4:5], s[4:5], v8, exec_lo, v[8:9]            ; 04 04 ff d6 08 fd 20 04
v_mad_i64_i32 v[4:5], s[4:5], v8, null, v[8:9]               ; 04 04 ff d6 08 f9 20 04
v_mad_i64_i32 v[4:5], s[4:5], v8, ttmp0, v[8:9]              ; 04 04 ff d6 08 d9 20 04
v_mad_i64_i32 v[4:5], s[4:5], v8, 0, v[8:9]                  ; 04 04 ff d6 08 01 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, 64, v[8:9]                 ; 04 04 ff d6 08 81 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, -1, v[8:9]                 ; 04 04 ff d6 08 83 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, -16, v[8:9]                ; 04 04 ff d6 08 a1 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, 0.5, v[8:9]                ; 04 04 ff d6 08 e1 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, 1.0, v[8:9]                ; 04 04 ff d6 08 e5 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, -4.0, v[8:9]               ; 04 04 ff d6 08 ef 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, 0.15915494, v[8:9]         ; 04 04 ff d6 08 f1 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, src_scc, v[8:9]            ; 04 04 ff d6 08 fb 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, src_shared_base, v[8:9]    ; 04 04 ff d6 08 d7 21 04
v_mad_i64_i32 v[4:5], s[4:5], v8, 0x12345678, v[8:9]         ; 04 04 ff d6 08 ff 21 04 78 56 34 12
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, v[1:2]                 ; 04 04 ff d6 08 11 06 04
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, v[255:256]             ; 04 04 ff d6 08 11 fe 07
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, s[2:3]                 ; 04 04 ff d6 08 11 0a 00
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, s[104:105]             ; 04 04 ff d6 08 11 a2 01
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, vcc                    ; 04 04 ff d6 08 11 aa 01
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, exec                   ; 04 04 ff d6 08 11 fa 01
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, null                   ; 04 04 ff d6 08 11 f2 01
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, ttmp[0:1]              ; 04 04 ff d6 08 11 b2 01
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, 0                      ; 04 04 ff d6 08 11 02 02
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, 64                     ; 04 04 ff d6 08 11 02 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, -1                     ; 04 04 ff d6 08 11 06 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, -16                    ; 04 04 ff d6 08 11 42 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, 0.5                    ; 04 04 ff d6 08 11 c2 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, 1.0                    ; 04 04 ff d6 08 11 ca 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, -4.0                   ; 04 04 ff d6 08 11 de 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, 0.15915494309189532    ; 04 04 ff d6 08 11 e2 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, src_scc                ; 04 04 ff d6 08 11 f6 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, src_shared_base        ; 04 04 ff d6 08 11 ae 03
v_mad_i64_i32 v[4:5], s[4:5], v8, v8, 0x12345678             ; 04 04 ff d6 08 11 fe 03 78 56 34 12
v_mad_i64_i32 v[159:160], s[18:19], -1.0, v205, v[122:123]   ; 9f 12 ff d6 f3 9a eb 05
v_mad_i64_i32 v[254:255], null, exec_lo, v0, s[96:97]        ; fe 7c ff d6 7e 00 82 01
v_mad_i64_i32 v[247:248], vcc, v213, s81, s[18:19]           ; f7 6a ff d6 d5 a3 48 00
v_add_co_u32 v4, s[4:5], v1, v8                              ; 04 04 00 d7 01 11 02 00
v_add_co_u32 v4, s[4:5], v255, v8                            ; 04 04 00 d7 ff 11 02 00
v_add_co_u32 v4, s[4:5], s2, v8                              ; 04 04 00 d7 02 10 02 00
v_add_co_u32 v4, s[4:5], s104, v8                            ; 04 04 00 d7 68 10 02 00
v_add_co_u32 v4, s[4:5], vcc_lo, v8                          ; 04 04 00 d7 6a 10 02 00
v_add_co_u32 v4, s[4:5], exec_lo, v8                         ; 04 04 00 d7 7e 10 02 00
v_add_co_u32 v4, s[4:5], null, v8                            ; 04 04 00 d7 7c 10 02 00
v_add_co_u32 v4, s[4:5], ttmp0, v8                           ; 04 04 00 d7 6c 10 02 00
v_add_co_u32 v4, s[4:5], 0, v8                               ; 04 04 00 d7 80 10 02 00
v_add_co_u32 v4, s[4:5], 64, v8                              ; 04 04 00 d7 c0 10 02 00
v_add_co_u32 v4, s[4:5], -1, v8                              ; 04 04 00 d7 c1 10 02 00
v_add_co_u32 v4, s[4:5], -16, v8                             ; 04 04 00 d7 d0 10 02 00
v_add_co_u32 v4, s[4:5], 0.5, v8                             ; 04 04 00 d7 f0 10 02 00
v_add_co_u32 v4, s[4:5], 1.0, v8                             ; 04 04 00 d7 f2 10 02 00
v_add_co_u32 v4, s[4:5], -4.0, v8                            ; 04 04 00 d7 f7 10 02 00
v_add_co_u32 v4, s[4:5], 0.15915494, v8                      ; 04 04 00 d7 f8 10 02 00
v_add_co_u32 v4, s[4:5], src_scc, v8                         ; 04 04 00 d7 fd 10 02 00
v_add_co_u32 v4, s[4:5], src_shared_base, v8                 ; 04 04 00 d7 eb 10 02 00
v_add_co_u32 v4, s[4:5], 0x12345678, v8                      ; 04 04 00 d7 ff 10 02 00 78 56 34 12
v_add_co_u32 v4, s[4:5], v8, v1                              ; 04 04 00 d7 08 03 02 00
v_add_co_u32 v4, s[4:5], v8, v255                            ; 04 04 00 d7 08 ff 03 00
v_add_co_u32 v4, s[4:5], v8, s2                              ; 04 04 00 d7 08 05 00 00
v_add_co_u32 v4, s[4:5], v8, s104                            ; 04 04 00 d7 08 d1 00 00
v_add_co_u32 v4, s[4:5], v8, vcc_lo                          ; 04 04 00 d7 08 d5 00 00
v_add_co_u32 v4, s[4:5], v8, exec_lo                         ; 04 04 00 d7 08 fd 00 00
v_add_co_u32 v4, s[4:5], v8, null                            ; 04 04 00 d7 08 f9 00 00
v_add_co_u32 v4, s[4:5], v8, ttmp0                           ; 04 04 00 d7 08 d9 00 00
v_add_co_u32 v4, s[4:5], v8, 0                               ; 04 04 00 d7 08 01 01 00
v_add_co_u32 v4, s[4:5], v8, 64                              ; 04 04 00 d7 08 81 01 00
v_add_co_u32 v4, s[4:5], v8, -1                              ; 04 04 00 d7 08 83 01 00
v_add_co_u32 v4, s[4:5], v8, -16                             ; 04 04 00 d7 08 a1 01 00
v_add_co_u32 v4, s[4:5], v8, 0.5                             ; 04 04 00 d7 08 e1 01 00
v_add_co_u32 v4, s[4:5], v8, 1.0                             ; 04 04 00 d7 08 e5 01 00
v_add_co_u32 v4, s[4:5], v8, -4.0                            ; 04 04 00 d7 08 ef 01 00
v_add_co_u32 v4, s[4:5], v8, 0.15915494                      ; 04 04 00 d7 08 f1 01 00
v_add_co_u32 v4, s[4:5], v8, src_scc                         ; 04 04 00 d7 08 fb 01 00
v_add_co_u32 v4, s[4:5], v8, src_shared_base                 ; 04 04 00 d7 08 d7 01 00
v_add_co_u32 v4, s[4:5], v8, 0x12345678                      ; 04 04 00 d7 08 ff 01 00 78 56 34 12
v_add_co_u32_e64_dpp v255, s[78:79], v12, v2 quad_perm:[2,3,0,0] row_mask:0x5 bank_mask:0x2 bound_ctrl:1 ; ff 4e 00 d7 fa 04 02 00 0c 0e 08 52
v_add_co_u32_e64_dpp v240, s[96:97], v45, v143 quad_perm:[2,2,2,3] row_mask:0x0 bank_mask:0x4 bound_ctrl:1 fi:1 ; f0 60 00 d7 fa 1e 03 00 2d ea 0c 04
v_add_co_u32 v0, s[16:17], v0, s35                           ; 00 10 00 d7 00 47 00 00

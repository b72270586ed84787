; SMEM: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
s_load_b32 s7, s[84:85], s48 offset:0xa4f0                   ; ea 01 00 f4 f0 a4 00 60
s_load_b32 s25, s[62:63], 0x7933                             ; 5f 06 00 f4 33 79 00 f8
s_load_b32 ttmp12, s[16:17], m0 offset:0xec62                ; 08 1e 00 f4 62 ec 00 fa
s_load_b64 ttmp[14:15], s[0:1], 0xfeb8f                      ; 80 1e 04 f4 8f eb 0f f8
s_load_b64 null, s[64:65], m0                                ; 20 1f 04 f4 00 00 00 fa
s_load_b128 s[80:83], s[104:105], 0x1e80d                    ; 34 14 08 f4 0d e8 01 f8
s_load_b128 ttmp[12:15], s[94:95], 0x8172 dlc                ; 2f 3e 08 f4 72 81 00 f8
s_load_b128 s[28:31], s[0:1], null                           ; 00 07 08 f4 00 00 00 f8
s_load_b256 s[16:23], s[78:79], m0 offset:-0x87858 dlc       ; 27 24 0c f4 a8 87 17 fa
s_load_b256 s[0:7], vcc, m0 offset:-0xfae11                  ; 35 00 0c f4 ef 51 10 fa
s_load_b256 s[12:19], s[0:1], m0 offset:0x92102              ; 00 03 0c f4 02 21 09 fa
s_load_b512 s[76:91], s[24:25], 0xa                          ; 0c 13 10 f4 0a 00 00 f8
s_load_b512 s[56:71], s[96:97], s29 offset:0x1               ; 30 0e 10 f4 01 00 00 3a
s_load_b512 s[40:55], s[70:71], m0                           ; 23 0a 10 f4 00 00 00 fa
s_buffer_load_b32 s18, s[0:3], 0xcee5                        ; 80 04 20 f4 e5 ce 00 f8
s_buffer_load_b32 s48, s[4:7], s50 offset:0x11               ; 02 0c 20 f4 11 00 00 64
s_buffer_load_b64 s[10:11], s[72:75], s48 offset:0xb18f      ; a4 02 24 f4 8f b1 00 60
s_buffer_load_b64 s[80:81], s[56:59], null                   ; 1c 14 24 f4 00 00 00 f8
s_buffer_load_b64 null, s[20:23], -0x1fe57                   ; 0a 1f 24 f4 a9 01 1e f8
s_buffer_load_b128 s[8:11], s[48:51], 0x14                   ; 18 02 28 f4 14 00 00 f8
s_buffer_load_b128 ttmp[0:3], s[84:87], null                 ; 2a 1b 28 f4 00 00 00 f8
s_buffer_load_b128 s[0:3], s[4:7], 0xe                       ; 02 00 28 f4 0e 00 00 f8
s_buffer_load_b256 s[84:91], s[80:83], null                  ; 28 15 2c f4 00 00 00 f8
s_buffer_load_b256 s[56:63], s[20:23], m0 offset:0x8d71 dlc  ; 0a 2e 2c f4 71 8d 00 fa
s_buffer_load_b256 s[68:75], s[72:75], 0x3e198               ; 24 11 2c f4 98 e1 03 f8
s_buffer_load_b512 s[8:23], s[52:55], 0x1                    ; 1a 02 30 f4 01 00 00 f8
s_buffer_load_b512 s[0:15], s[0:3], 0x1                      ; 00 00 30 f4 01 00 00 f8
s_buffer_load_b512 s[72:87], ttmp[4:7], null                 ; 38 12 30 f4 00 00 00 f8
s_gl1_inv                                                    ; 00 00 80 f4 00 00 00 00
s_dcache_inv                                                 ; 00 00 84 f4 00 00 00 00
s_atc_probe 7, s[4:5], 0x64                                  ; c2 01 88 f4 64 00 00 f8
s_atc_probe 0x7f, s[6:7], null                               ; c3 1f 88 f4 00 00 00 f8
s_atc_probe 64, s[102:103], -0x1                             ; 33 10 88 f4 ff ff 1f f8
s_atc_probe_buffer 0, s[8:11], s5 offset:0x64                ; 04 00 8c f4 64 00 00 0a
s_atc_probe_buffer 0x64, s[4:7], m0 offset:0xfffff           ; 02 19 8c f4 ff ff 0f fa

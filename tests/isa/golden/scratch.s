; SCRATCH: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
scratch_load_u8 v100, v120, off                              ; 00 00 41 dc 78 00 fc 64
scratch_load_u8 v0, off, s96 offset:2779 glc                 ; db 4a 41 dc 1b 00 60 00
scratch_load_u8 v0, v119, off                                ; 00 00 41 dc 77 00 fc 00
scratch_load_i8 v81, v114, off offset:2452 glc dlc           ; 94 69 45 dc 72 00 fc 51
scratch_load_i8 v255, v169, s38 offset:1057 glc slc          ; 21 c4 45 dc a9 00 a6 ff
scratch_load_i8 v213, v186, s78 offset:-3697                 ; 8f 11 45 dc ba 00 ce d5
scratch_load_u16 v0, off, s44                                ; 00 00 49 dc 96 00 2c 00
scratch_load_u16 v0, v3, off offset:-448 slc                 ; 40 9e 49 dc 03 00 fc 00
scratch_load_u16 v0, off, off offset:-3982 slc               ; 72 90 49 dc cd 00 7c 00
scratch_load_i16 v0, off, off offset:-3193                   ; 87 13 4d dc d6 00 7c 00
scratch_load_i16 v246, off, s74                              ; 00 00 4d dc 94 00 4a f6
scratch_load_i16 v255, off, off                              ; 00 00 4d dc 4c 00 7c ff
scratch_load_b32 v0, off, s94 offset:1938 dlc                ; 92 27 51 dc e1 00 5e 00
scratch_load_b32 v255, off, off offset:-3561                 ; 17 12 51 dc ea 00 7c ff
scratch_load_b32 v254, v133, s6                              ; 00 00 51 dc 85 00 86 fe
scratch_load_b64 v[254:255], off, s70                        ; 00 00 55 dc 03 00 46 fe
scratch_load_b64 v[173:174], v12, s2                         ; 00 00 55 dc 0c 00 82 ad
scratch_load_b64 v[21:22], v33, s46 offset:1842 slc          ; 32 87 55 dc 21 00 ae 15
scratch_load_b96 v[0:2], off, off offset:-1829 slc           ; db 98 59 dc e9 00 7c 00
scratch_load_b96 v[0:2], v200, s46 offset:-1575 slc          ; d9 99 59 dc c8 00 ae 00
scratch_load_b96 v[253:255], off, s98 offset:1969 glc dlc    ; b1 67 59 dc 3f 00 62 fd
scratch_load_b128 v[0:3], v161, off                          ; 00 00 5d dc a1 00 fc 00
scratch_load_b128 v[130:133], off, s12                       ; 00 00 5d dc 49 00 0c 82
scratch_load_b128 v[0:3], off, s70 offset:628 dlc            ; 74 22 5d dc 97 00 46 00
scratch_store_b8 off, v0, s28                                ; 00 00 61 dc 00 00 1c 00
scratch_store_b8 off, v0, off offset:-1739 glc               ; 35 59 61 dc ae 00 7c 00
scratch_store_b8 v145, v255, s64 offset:2170 glc slc dlc     ; 7a e8 61 dc 91 ff c0 00
scratch_store_b16 v145, v182, off                            ; 00 00 65 dc 91 b6 fc 00
scratch_store_b16 v214, v225, off                            ; 00 00 65 dc d6 e1 fc 00
scratch_store_b16 v194, v0, s18 offset:2091                  ; 2b 08 65 dc c2 00 92 00
scratch_store_b32 v141, v0, s56                              ; 00 00 69 dc 8d 00 b8 00
scratch_store_b32 off, v255, off offset:-2078 glc slc dlc    ; e2 f7 69 dc ac ff 7c 00
scratch_store_b32 v4, v255, s46 offset:-3201 dlc             ; 7f 33 69 dc 04 ff ae 00
scratch_store_b64 off, v[66:67], s88 offset:-2306 slc        ; fe 96 6d dc a2 42 58 00
scratch_store_b64 off, v[220:221], s66 offset:300 glc slc    ; 2c c1 6d dc 25 dc 42 00
scratch_store_b64 v174, v[0:1], s92 offset:-37 glc slc dlc   ; db ff 6d dc ae 00 dc 00
scratch_store_b96 v199, v[247:249], s74 offset:-1306         ; e6 1a 71 dc c7 f7 ca 00
scratch_store_b96 v48, v[35:37], s68 offset:-1097 glc slc    ; b7 db 71 dc 30 23 c4 00
scratch_store_b96 off, v[0:2], s42 offset:1266 glc dlc       ; f2 64 71 dc 4f 00 2a 00
scratch_store_b128 v39, v[195:198], off                      ; 00 00 75 dc 27 c3 fc 00
scratch_store_b128 v38, v[165:168], off offset:-2621 dlc     ; c3 35 75 dc 26 a5 fc 00
scratch_store_b128 v22, v[0:3], off offset:3419 glc slc dlc  ; 5b ed 75 dc 16 00 fc 00
scratch_load_d16_u8 v229, off, s64 offset:2470 glc slc       ; a6 c9 79 dc 1a 00 40 e5
scratch_load_d16_u8 v255, off, off offset:-1353 glc          ; b7 5a 79 dc 1e 00 7c ff
scratch_load_d16_u8 v196, off, s64                           ; 00 00 79 dc ae 00 40 c4
scratch_load_d16_i8 v159, off, off                           ; 00 00 7d dc ea 00 7c 9f
scratch_load_d16_i8 v255, off, off offset:323 glc slc dlc    ; 43 e1 7d dc 9f 00 7c ff
scratch_load_d16_i8 v255, off, off offset:-4060 glc slc      ; 24 d0 7d dc 5b 00 7c ff
scratch_load_d16_b16 v255, v151, off offset:-1938 glc dlc    ; 6e 78 81 dc 97 00 fc ff
scratch_load_d16_b16 v71, v18, s76                           ; 00 00 81 dc 12 00 cc 47
scratch_load_d16_b16 v0, off, s2                             ; 00 00 81 dc bb 00 02 00
scratch_load_d16_hi_u8 v255, off, off                        ; 00 00 85 dc 36 00 7c ff
scratch_load_d16_hi_i8 v157, v206, s56 offset:3077 glc slc dlc ; 05 ec 89 dc ce 00 b8 9d
scratch_load_d16_hi_b16 v0, v227, off offset:961             ; c1 03 8d dc e3 00 fc 00
scratch_store_d16_hi_b8 v142, v242, off                      ; 00 00 91 dc 8e f2 fc 00
scratch_store_d16_hi_b16 off, v154, off                      ; 00 00 95 dc 59 9a 7c 00

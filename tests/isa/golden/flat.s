; FLAT: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
flat_load_u8 v255, v[78:79]                                  ; 00 00 40 dc 4e 00 7c ff
flat_load_u8 v0, v[201:202] offset:2798 glc slc dlc          ; ee ea 40 dc c9 00 7c 00
flat_load_u8 v0, v[81:82]                                    ; 00 00 40 dc 51 00 7c 00
flat_load_i8 v43, v[108:109] offset:3026 dlc                 ; d2 2b 44 dc 6c 00 7c 2b
flat_load_i8 v0, v[59:60] offset:3863 slc                    ; 17 8f 44 dc 3b 00 7c 00
flat_load_i8 v58, v[60:61]                                   ; 00 00 44 dc 3c 00 7c 3a
flat_load_u16 v166, v[226:227]                               ; 00 00 48 dc e2 00 7c a6
flat_load_u16 v208, v[184:185] offset:1584 dlc               ; 30 26 48 dc b8 00 7c d0
flat_load_u16 v40, v[4:5] offset:2844 glc slc dlc            ; 1c eb 48 dc 04 00 7c 28
flat_load_i16 v255, v[202:203] offset:3801 glc slc           ; d9 ce 4c dc ca 00 7c ff
flat_load_i16 v62, v[84:85] offset:3802 glc slc              ; da ce 4c dc 54 00 7c 3e
flat_load_i16 v255, v[65:66] offset:3330 glc                 ; 02 4d 4c dc 41 00 7c ff
flat_load_b32 v113, v[128:129]                               ; 00 00 50 dc 80 00 7c 71
flat_load_b32 v177, v[108:109]                               ; 00 00 50 dc 6c 00 7c b1
flat_load_b32 v185, v[44:45]                                 ; 00 00 50 dc 2c 00 7c b9
flat_load_b64 v[0:1], v[182:183]                             ; 00 00 54 dc b6 00 7c 00
flat_load_b64 v[254:255], v[43:44]                           ; 00 00 54 dc 2b 00 7c fe
flat_load_b64 v[0:1], v[139:140] offset:3804                 ; dc 0e 54 dc 8b 00 7c 00
flat_load_b96 v[0:2], v[187:188] offset:265 slc              ; 09 81 58 dc bb 00 7c 00
flat_load_b96 v[253:255], v[207:208]                         ; 00 00 58 dc cf 00 7c fd
flat_load_b96 v[230:232], v[154:155] offset:929 slc          ; a1 83 58 dc 9a 00 7c e6
flat_load_b128 v[0:3], v[163:164] offset:553 glc             ; 29 42 5c dc a3 00 7c 00
flat_load_b128 v[0:3], v[93:94] offset:1619 glc dlc          ; 53 66 5c dc 5d 00 7c 00
flat_load_b128 v[0:3], v[129:130] offset:2271 glc slc        ; df c8 5c dc 81 00 7c 00
flat_store_b8 v[84:85], v222                                 ; 00 00 60 dc 54 de 7c 00
flat_store_b8 v[139:140], v0 offset:4092 glc slc dlc         ; fc ef 60 dc 8b 00 7c 00
flat_store_b8 v[108:109], v255                               ; 00 00 60 dc 6c ff 7c 00
flat_store_b16 v[160:161], v255 offset:1337 glc dlc          ; 39 65 64 dc a0 ff 7c 00
flat_store_b16 v[222:223], v221                              ; 00 00 64 dc de dd 7c 00
flat_store_b16 v[84:85], v67 offset:474 glc                  ; da 41 64 dc 54 43 7c 00
flat_store_b32 v[27:28], v255                                ; 00 00 68 dc 1b ff 7c 00
flat_store_b32 v[88:89], v134                                ; 00 00 68 dc 58 86 7c 00
flat_store_b32 v[236:237], v211                              ; 00 00 68 dc ec d3 7c 00
flat_store_b64 v[30:31], v[0:1] offset:2121 slc dlc          ; 49 a8 6c dc 1e 00 7c 00
flat_store_b64 v[42:43], v[75:76]                            ; 00 00 6c dc 2a 4b 7c 00
flat_store_b64 v[146:147], v[26:27] offset:2479 glc          ; af 49 6c dc 92 1a 7c 00
flat_store_b96 v[200:201], v[140:142]                        ; 00 00 70 dc c8 8c 7c 00
flat_store_b96 v[89:90], v[35:37]                            ; 00 00 70 dc 59 23 7c 00
flat_store_b96 v[155:156], v[165:167]                        ; 00 00 70 dc 9b a5 7c 00
flat_store_b128 v[237:238], v[197:200] offset:802            ; 22 03 74 dc ed c5 7c 00
flat_store_b128 v[188:189], v[252:255]                       ; 00 00 74 dc bc fc 7c 00
flat_store_b128 v[152:153], v[11:14] offset:1942 glc slc dlc ; 96 e7 74 dc 98 0b 7c 00
flat_load_d16_u8 v148, v[160:161] offset:3178 dlc            ; 6a 2c 78 dc a0 00 7c 94
flat_load_d16_u8 v24, v[187:188]                             ; 00 00 78 dc bb 00 7c 18
flat_load_d16_u8 v213, v[99:100] offset:3083 glc dlc         ; 0b 6c 78 dc 63 00 7c d5
flat_load_d16_i8 v0, v[83:84] offset:3969 glc dlc            ; 81 6f 7c dc 53 00 7c 00
flat_load_d16_i8 v252, v[8:9] offset:1979 dlc                ; bb 27 7c dc 08 00 7c fc
flat_load_d16_i8 v255, v[133:134]                            ; 00 00 7c dc 85 00 7c ff
flat_load_d16_b16 v255, v[140:141]                           ; 00 00 80 dc 8c 00 7c ff
flat_load_d16_b16 v5, v[228:229] offset:2200 glc dlc         ; 98 68 80 dc e4 00 7c 05
flat_load_d16_b16 v131, v[182:183] offset:3354 glc slc dlc   ; 1a ed 80 dc b6 00 7c 83
flat_load_d16_hi_u8 v127, v[84:85]                           ; 00 00 84 dc 54 00 7c 7f
flat_load_d16_hi_i8 v25, v[22:23] offset:909 glc slc         ; 8d c3 88 dc 16 00 7c 19
flat_load_d16_hi_b16 v224, v[30:31] offset:3810 glc dlc      ; e2 6e 8c dc 1e 00 7c e0
flat_store_d16_hi_b8 v[63:64], v0 offset:3690 slc            ; 6a 8e 90 dc 3f 00 7c 00
flat_store_d16_hi_b16 v[128:129], v97                        ; 00 00 94 dc 80 61 7c 00
flat_atomic_swap_b32 v[99:100], v171                         ; 00 00 cc dc 63 ab 7c 55
flat_atomic_swap_b32 v255, v[233:234], v0 offset:957 glc slc dlc ; bd e3 cc dc e9 00 7c ff
flat_atomic_swap_b32 v[238:239], v0                          ; 00 00 cc dc ee 00 7c e5
flat_atomic_cmpswap_b32 v[47:48], v[0:1]                     ; 00 00 d0 dc 2f 00 7c 99
flat_atomic_cmpswap_b32 v85, v[51:52], v[34:35] offset:1173 glc dlc ; 95 64 d0 dc 33 22 7c 55
flat_atomic_cmpswap_b32 v[54:55], v[24:25]                   ; 00 00 d0 dc 36 18 7c 50
flat_atomic_add_u32 v0, v[37:38], v255 offset:2792 glc slc dlc ; e8 ea d4 dc 25 ff 7c 00
flat_atomic_add_u32 v[103:104], v0                           ; 00 00 d4 dc 67 00 7c fa
flat_atomic_add_u32 v[191:192], v133                         ; 00 00 d4 dc bf 85 7c 00
flat_atomic_sub_u32 v[51:52], v255 offset:4027               ; bb 0f d8 dc 33 ff 7c ff
flat_atomic_min_i32 v[30:31], v87                            ; 00 00 e0 dc 1e 57 7c 00
flat_atomic_min_i32 v[148:149], v147                         ; 00 00 e0 dc 94 93 7c 0f
flat_atomic_min_i32 v[213:214], v0                           ; 00 00 e0 dc d5 00 7c 54
flat_atomic_min_u32 v[71:72], v95                            ; 00 00 e4 dc 47 5f 7c 57
flat_atomic_max_i32 v[152:153], v175 offset:3441 slc dlc     ; 71 ad e8 dc 98 af 7c 0f
flat_atomic_max_u32 v[211:212], v0                           ; 00 00 ec dc d3 00 7c 97
flat_atomic_and_b32 v[215:216], v255                         ; 00 00 f0 dc d7 ff 7c ff
flat_atomic_or_b32 v[227:228], v140                          ; 00 00 f4 dc e3 8c 7c 86
flat_atomic_xor_b32 v0, v[140:141], v0 offset:2721 glc slc dlc ; a1 ea f8 dc 8c 00 7c 00
flat_atomic_inc_u32 v[66:67], v223 offset:295 slc dlc        ; 27 a1 fc dc 42 df 7c 00
flat_atomic_dec_u32 v[61:62], v17                            ; 00 00 00 dd 3d 11 7c ff
flat_atomic_swap_b64 v[84:85], v[254:255] offset:1072        ; 30 04 04 dd 54 fe 7c 4d
flat_atomic_swap_b64 v[52:53], v[153:154]                    ; 00 00 04 dd 34 99 7c 00
flat_atomic_swap_b64 v[205:206], v[8:9], v[254:255] offset:3743 glc slc dlc ; 9f ee 04 dd 08 fe 7c cd
flat_atomic_cmpswap_b64 v[3:4], v[134:137]                   ; 00 00 08 dd 03 86 7c 00
flat_atomic_cmpswap_b64 v[228:229], v[0:3]                   ; 00 00 08 dd e4 00 7c fe
flat_atomic_cmpswap_b64 v[63:64], v[199:200], v[0:3] offset:3555 glc slc ; e3 cd 08 dd c7 00 7c 3f
flat_atomic_add_u64 v[117:118], v[0:1]                       ; 00 00 0c dd 75 00 7c 71
flat_atomic_add_u64 v[239:240], v[23:24] offset:2766 slc dlc ; ce aa 0c dd ef 17 7c fe
flat_atomic_add_u64 v[187:188], v[60:61]                     ; 00 00 0c dd bb 3c 7c fe
flat_atomic_sub_u64 v[254:255], v[146:147], v[200:201] offset:2895 glc ; 4f 4b 10 dd 92 c8 7c fe
flat_atomic_min_i64 v[35:36], v[254:255] offset:2786 dlc     ; e2 2a 14 dd 23 fe 7c bc
flat_atomic_min_i64 v[36:37], v[29:30], v[43:44] offset:1896 glc dlc ; 68 67 14 dd 1d 2b 7c 24
flat_atomic_min_i64 v[220:221], v[0:1] offset:3193 slc       ; 79 8c 14 dd dc 00 7c 00
flat_atomic_min_u64 v[25:26], v[234:235]                     ; 00 00 18 dd 19 ea 7c 69
flat_atomic_max_i64 v[229:230], v[151:152], v[0:1] offset:379 glc ; 7b 41 1c dd 97 00 7c e5
flat_atomic_max_u64 v[87:88], v[187:188], v[254:255] offset:1270 glc slc dlc ; f6 e4 20 dd bb fe 7c 57
flat_atomic_and_b64 v[183:184], v[203:204]                   ; 00 00 24 dd b7 cb 7c 8e
flat_atomic_or_b64 v[89:90], v[0:1]                          ; 00 00 28 dd 59 00 7c fe
flat_atomic_xor_b64 v[30:31], v[128:129]                     ; 00 00 2c dd 1e 80 7c fe
flat_atomic_inc_u64 v[221:222], v[216:217], v[254:255] offset:2326 glc dlc ; 16 69 30 dd d8 fe 7c dd
flat_atomic_dec_u64 v[30:31], v[166:167] offset:3527 dlc     ; c7 2d 34 dd 1e a6 7c d9
flat_atomic_cmpswap_f32 v[135:136], v[122:123] offset:761 slc dlc ; f9 a2 40 dd 87 7a 7c 9b
flat_atomic_cmpswap_f32 v[8:9], v[254:255]                   ; 00 00 40 dd 08 fe 7c 89
flat_atomic_cmpswap_f32 v[7:8], v[156:157]                   ; 00 00 40 dd 07 9c 7c 44
flat_atomic_min_f32 v[23:24], v0 offset:2964 slc             ; 94 8b 44 dd 17 00 7c fd
flat_atomic_min_f32 v[169:170], v100                         ; 00 00 44 dd a9 64 7c 4e
flat_atomic_min_f32 v[209:210], v99                          ; 00 00 44 dd d1 63 7c 61
flat_atomic_max_f32 v[147:148], v0                           ; 00 00 48 dd 93 00 7c d3
flat_atomic_add_f32 v[174:175], v160 offset:2118 slc dlc     ; 46 a8 58 dd ae a0 7c 00

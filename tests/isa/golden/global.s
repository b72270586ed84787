; GLOBAL: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
global_load_u8 v255, v237, s[64:65] offset:-2084 glc slc dlc ; dc f7 42 dc ed 00 40 ff
global_load_u8 v255, v[4:5], off offset:-2266 glc slc        ; 26 d7 42 dc 04 00 7c ff
global_load_u8 v255, v43, s[84:85] offset:3847               ; 07 0f 42 dc 2b 00 54 ff
global_load_i8 v0, v[230:231], off offset:-1957 dlc          ; 5b 38 46 dc e6 00 7c 00
global_load_i8 v0, v54, s[46:47] offset:-1322 glc dlc        ; d6 7a 46 dc 36 00 2e 00
global_load_i8 v0, v129, s[26:27] offset:-2568 dlc           ; f8 35 46 dc 81 00 1a 00
global_load_u16 v132, v[158:159], off offset:-154 glc slc    ; 66 df 4a dc 9e 00 7c 84
global_load_u16 v18, v157, s[72:73]                          ; 00 00 4a dc 9d 00 48 12
global_load_u16 v255, v[86:87], off                          ; 00 00 4a dc 56 00 7c ff
global_load_i16 v163, v223, s[80:81] offset:3428 glc slc dlc ; 64 ed 4e dc df 00 50 a3
global_load_i16 v107, v113, s[70:71]                         ; 00 00 4e dc 71 00 46 6b
global_load_i16 v238, v196, s[90:91]                         ; 00 00 4e dc c4 00 5a ee
global_load_b32 v255, v[167:168], off offset:-1040 slc dlc   ; f0 bb 52 dc a7 00 7c ff
global_load_b32 v0, v[132:133], off                          ; 00 00 52 dc 84 00 7c 00
global_load_b32 v129, v212, s[2:3]                           ; 00 00 52 dc d4 00 02 81
global_load_b64 v[254:255], v[15:16], off offset:-2177       ; 7f 17 56 dc 0f 00 7c fe
global_load_b64 v[254:255], v[170:171], off offset:-1140 glc slc ; 8c db 56 dc aa 00 7c fe
global_load_b64 v[50:51], v15, s[40:41]                      ; 00 00 56 dc 0f 00 28 32
global_load_b96 v[247:249], v[132:133], off                  ; 00 00 5a dc 84 00 7c f7
global_load_b96 v[253:255], v60, s[70:71]                    ; 00 00 5a dc 3c 00 46 fd
global_load_b96 v[150:152], v194, s[12:13]                   ; 00 00 5a dc c2 00 0c 96
global_load_b128 v[252:255], v94, s[90:91] offset:2763 slc   ; cb 8a 5e dc 5e 00 5a fc
global_load_b128 v[40:43], v130, s[86:87]                    ; 00 00 5e dc 82 00 56 28
global_load_b128 v[0:3], v[195:196], off                     ; 00 00 5e dc c3 00 7c 00
global_store_b8 v131, v141, s[36:37]                         ; 00 00 62 dc 83 8d 24 00
global_store_b8 v[103:104], v0, off                          ; 00 00 62 dc 67 00 7c 00
global_store_b8 v38, v205, s[80:81]                          ; 00 00 62 dc 26 cd 50 00
global_store_b16 v[6:7], v0, off offset:2175                 ; 7f 08 66 dc 06 00 7c 00
global_store_b16 v170, v0, s[62:63] offset:3460 dlc          ; 84 2d 66 dc aa 00 3e 00
global_store_b16 v167, v11, s[4:5] offset:-3012 slc dlc      ; 3c b4 66 dc a7 0b 04 00
global_store_b32 v69, v255, s[84:85]                         ; 00 00 6a dc 45 ff 54 00
global_store_b32 v[132:133], v157, off offset:3507 glc slc dlc ; b3 ed 6a dc 84 9d 7c 00
global_store_b32 v[63:64], v255, off offset:2263 dlc         ; d7 28 6a dc 3f ff 7c 00
global_store_b64 v205, v[209:210], s[18:19]                  ; 00 00 6e dc cd d1 12 00
global_store_b64 v118, v[76:77], s[16:17]                    ; 00 00 6e dc 76 4c 10 00
global_store_b64 v[4:5], v[9:10], off offset:-3141 slc       ; bb 93 6e dc 04 09 7c 00
global_store_b96 v71, v[80:82], s[76:77]                     ; 00 00 72 dc 47 50 4c 00
global_store_b96 v144, v[0:2], s[80:81] offset:-2068 slc     ; ec 97 72 dc 90 00 50 00
global_store_b96 v[9:10], v[228:230], off                    ; 00 00 72 dc 09 e4 7c 00
global_store_b128 v189, v[34:37], s[22:23] offset:2969 glc slc dlc ; 99 eb 76 dc bd 22 16 00
global_store_b128 v[53:54], v[157:160], off offset:-1031 slc ; f9 9b 76 dc 35 9d 7c 00
global_store_b128 v150, v[252:255], s[86:87]                 ; 00 00 76 dc 96 fc 56 00
global_load_d16_u8 v155, v215, s[70:71] offset:-1739         ; 35 19 7a dc d7 00 46 9b
global_load_d16_u8 v255, v196, s[78:79] offset:-1767 glc slc ; 19 d9 7a dc c4 00 4e ff
global_load_d16_u8 v239, v188, s[16:17] offset:3380 dlc      ; 34 2d 7a dc bc 00 10 ef
global_load_d16_i8 v24, v87, s[96:97]                        ; 00 00 7e dc 57 00 60 18
global_load_d16_i8 v255, v188, s[98:99] offset:3677 dlc      ; 5d 2e 7e dc bc 00 62 ff
global_load_d16_i8 v87, v225, s[30:31] offset:-2351          ; d1 16 7e dc e1 00 1e 57
global_load_d16_b16 v69, v90, s[94:95] offset:777 glc dlc    ; 09 63 82 dc 5a 00 5e 45
global_load_d16_b16 v0, v[69:70], off offset:-1543 dlc       ; f9 39 82 dc 45 00 7c 00
global_load_d16_b16 v224, v[58:59], off offset:-2233 glc slc ; 47 d7 82 dc 3a 00 7c e0
global_load_d16_hi_u8 v0, v[29:30], off                      ; 00 00 86 dc 1d 00 7c 00
global_load_d16_hi_i8 v255, v[8:9], off                      ; 00 00 8a dc 08 00 7c ff
global_load_d16_hi_b16 v187, v[18:19], off                   ; 00 00 8e dc 12 00 7c bb
global_store_d16_hi_b8 v[66:67], v56, off                    ; 00 00 92 dc 42 38 7c 00
global_store_d16_hi_b16 v179, v243, s[20:21]                 ; 00 00 96 dc b3 f3 14 00
global_load_addtid_b32 v255, s[94:95] offset:-3032 glc       ; 28 54 a2 dc 00 00 5e ff
global_load_addtid_b32 v0, s[8:9] offset:802 glc dlc         ; 22 63 a2 dc 00 00 08 00
global_load_addtid_b32 v219, off offset:-1071 glc slc        ; d1 db a2 dc 00 00 7c db
global_store_addtid_b32 v15, s[56:57] offset:-2724 glc dlc   ; 5c 75 a6 dc 00 0f 38 00
global_store_addtid_b32 v47, s[40:41] offset:-3559 slc dlc   ; 19 b2 a6 dc 00 2f 28 00
global_store_addtid_b32 v255, off offset:1619 glc dlc        ; 53 66 a6 dc 00 ff 7c 00
global_atomic_swap_b32 v[136:137], v217, off                 ; 00 00 ce dc 88 d9 7c ff
global_atomic_swap_b32 v172, v95, s[68:69]                   ; 00 00 ce dc ac 5f 44 ff
global_atomic_swap_b32 v192, v181, s[56:57]                  ; 00 00 ce dc c0 b5 38 00
global_atomic_cmpswap_b32 v149, v[0:1], s[52:53] offset:-3732 slc dlc ; 6c b1 d2 dc 95 00 34 2f
global_atomic_cmpswap_b32 v219, v[0:1], s[94:95]             ; 00 00 d2 dc db 00 5e 00
global_atomic_cmpswap_b32 v157, v[0:1], s[30:31]             ; 00 00 d2 dc 9d 00 1e d4
global_atomic_add_u32 v144, v255, s[58:59] offset:539 slc dlc ; 1b a2 d6 dc 90 ff 3a c0
global_atomic_add_u32 v146, v46, v0, s[98:99] offset:-1799 glc slc dlc ; f9 f8 d6 dc 2e 00 62 92
global_atomic_add_u32 v[20:21], v101, off                    ; 00 00 d6 dc 14 65 7c ff
global_atomic_sub_u32 v26, v0, s[30:31] offset:-581 slc      ; bb 9d da dc 1a 00 1e 00
global_atomic_csub_u32 v67, v0, s[100:101]                   ; 00 00 de dc 43 00 64 ff
global_atomic_min_i32 v200, v0, s[88:89] offset:-1200 dlc    ; 50 3b e2 dc c8 00 58 00
global_atomic_min_i32 v[234:235], v255, off                  ; 00 00 e2 dc ea ff 7c 21
global_atomic_min_i32 v[128:129], v255, off offset:-2015 dlc ; 21 38 e2 dc 80 ff 7c 04
global_atomic_min_u32 v0, v[52:53], v237, off offset:347 glc ; 5b 41 e6 dc 34 ed 7c 00
global_atomic_max_i32 v0, v84, v177, s[96:97] offset:3638 glc slc ; 36 ce ea dc 54 b1 60 00
global_atomic_max_u32 v[106:107], v255, off                  ; 00 00 ee dc 6a ff 7c 31
global_atomic_and_b32 v[152:153], v0, off offset:2979        ; a3 0b f2 dc 98 00 7c ff
global_atomic_or_b32 v[205:206], v0, off                     ; 00 00 f6 dc cd 00 7c ac
global_atomic_xor_b32 v[41:42], v255, off offset:1831        ; 27 07 fa dc 29 ff 7c 35
global_atomic_inc_u32 v[27:28], v55, off                     ; 00 00 fe dc 1b 37 7c ff
global_atomic_dec_u32 v212, v255, s[24:25]                   ; 00 00 02 dd d4 ff 18 ba
global_atomic_swap_b64 v[198:199], v[179:180], off           ; 00 00 06 dd c6 b3 7c a0
global_atomic_swap_b64 v[143:144], v[254:255], off offset:-1085 ; c3 1b 06 dd 8f fe 7c fe
global_atomic_swap_b64 v[5:6], v[122:123], off               ; 00 00 06 dd 05 7a 7c 6b
global_atomic_cmpswap_b64 v147, v[32:35], s[4:5]             ; 00 00 0a dd 93 20 04 fa
global_atomic_cmpswap_b64 v217, v[0:3], s[2:3] offset:-923 dlc ; 65 3c 0a dd d9 00 02 fe
global_atomic_cmpswap_b64 v[38:39], v[60:63], off            ; 00 00 0a dd 26 3c 7c 00
global_atomic_add_u64 v[219:220], v[252:253], off            ; 00 00 0e dd db fc 7c fe
global_atomic_add_u64 v[146:147], v[33:34], v[254:255], off offset:3857 glc slc dlc ; 11 ef 0e dd 21 fe 7c 92
global_atomic_add_u64 v[0:1], v109, v[157:158], s[0:1] offset:1371 glc dlc ; 5b 65 0e dd 6d 9d 00 00
global_atomic_sub_u64 v[14:15], v[88:89], off                ; 00 00 12 dd 0e 58 7c fe
global_atomic_min_i64 v[12:13], v[0:1], off offset:-462 slc dlc ; 32 be 16 dd 0c 00 7c fe
global_atomic_min_i64 v95, v[0:1], s[14:15]                  ; 00 00 16 dd 5f 00 0e 52
global_atomic_min_i64 v[99:100], v153, v[143:144], s[96:97] offset:-3164 glc ; a4 53 16 dd 99 8f 60 63
global_atomic_min_u64 v[169:170], v[128:129], v[180:181], off offset:964 glc dlc ; c4 63 1a dd 80 b4 7c a9
global_atomic_max_i64 v[67:68], v7, v[254:255], s[50:51] offset:517 glc slc dlc ; 05 e2 1e dd 07 fe 32 43
global_atomic_max_u64 v[66:67], v[247:248], off offset:1013 slc ; f5 83 22 dd 42 f7 7c 00
global_atomic_and_b64 v164, v[56:57], s[14:15]               ; 00 00 26 dd a4 38 0e fe
global_atomic_or_b64 v[182:183], v[116:117], off             ; 00 00 2a dd b6 74 7c fe
global_atomic_xor_b64 v192, v[254:255], s[94:95]             ; 00 00 2e dd c0 fe 5e 77
global_atomic_inc_u64 v[254:255], v[70:71], v[254:255], off offset:-3807 glc slc dlc ; 21 f1 32 dd 46 fe 7c fe
global_atomic_dec_u64 v44, v[254:255], s[40:41] offset:-1555 dlc ; ed 39 36 dd 2c fe 28 d9
global_atomic_cmpswap_f32 v174, v[185:186], s[8:9]           ; 00 00 42 dd ae b9 08 49
global_atomic_cmpswap_f32 v[55:56], v[227:228], off offset:-4092 slc dlc ; 04 b0 42 dd 37 e3 7c 00
global_atomic_cmpswap_f32 v[133:134], v[18:19], off offset:2180 ; 84 08 42 dd 85 12 7c 00
global_atomic_min_f32 v230, v64, s[46:47] offset:-1312 dlc   ; e0 3a 46 dd e6 40 2e 00
global_atomic_min_f32 v255, v65, v134, s[58:59] offset:-3719 glc slc dlc ; 79 f1 46 dd 41 86 3a ff
global_atomic_min_f32 v16, v255, s[50:51]                    ; 00 00 46 dd 10 ff 32 00
global_atomic_max_f32 v[125:126], v212, off offset:-3227 dlc ; 65 33 4a dd 7d d4 7c ff
global_atomic_add_f32 v[1:2], v0, off offset:3623 slc dlc    ; 27 ae 5a dd 01 00 7c a2

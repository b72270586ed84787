; DS: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
ds_add_u32 v178, v0                                          ; 00 00 00 d8 b2 00 00 00
ds_add_u32 v255, v0                                          ; 00 00 00 d8 ff 00 00 00
ds_add_u32 v51, v94                                          ; 00 00 00 d8 33 5e 00 00
ds_sub_u32 v150, v171                                        ; 00 00 04 d8 96 ab 00 00
ds_rsub_u32 v78, v87 offset:4687                             ; 4f 12 08 d8 4e 57 00 00
ds_inc_u32 v168, v188                                        ; 00 00 0c d8 a8 bc 00 00
ds_dec_u32 v129, v193                                        ; 00 00 10 d8 81 c1 00 00
ds_min_i32 v255, v0 offset:50763 gds                         ; 4b c6 16 d8 ff 00 00 00
ds_min_i32 v255, v31                                         ; 00 00 14 d8 ff 1f 00 00
ds_min_i32 v0, v236                                          ; 00 00 14 d8 00 ec 00 00
ds_max_i32 v143, v19 offset:54322                            ; 32 d4 18 d8 8f 13 00 00
ds_min_u32 v255, v0                                          ; 00 00 1c d8 ff 00 00 00
ds_max_u32 v96, v255 offset:38181                            ; 25 95 20 d8 60 ff 00 00
ds_and_b32 v50, v112 offset:32219                            ; db 7d 24 d8 32 70 00 00
ds_and_b32 v0, v197 offset:32595                             ; 53 7f 24 d8 00 c5 00 00
ds_and_b32 v255, v255 offset:62472                           ; 08 f4 24 d8 ff ff 00 00
ds_or_b32 v81, v226                                          ; 00 00 28 d8 51 e2 00 00
ds_xor_b32 v255, v255                                        ; 00 00 2c d8 ff ff 00 00
ds_mskor_b32 v255, v157, v0 offset:63289                     ; 39 f7 30 d8 ff 9d 00 00
ds_mskor_b32 v171, v0, v255 offset:64637                     ; 7d fc 30 d8 ab 00 ff 00
ds_mskor_b32 v0, v249, v0                                    ; 00 00 30 d8 00 f9 00 00
ds_store_b32 v0, v173 offset:31998                           ; fe 7c 34 d8 00 ad 00 00
ds_store_b32 v255, v0                                        ; 00 00 34 d8 ff 00 00 00
ds_store_b32 v237, v255 offset:55201                         ; a1 d7 34 d8 ed ff 00 00
ds_store_2addr_b32 v255, v216, v178 offset0:51 offset1:162   ; 33 a2 38 d8 ff d8 b2 00
ds_store_2addr_b32 v134, v0, v255 offset0:245 offset1:94 gds ; f5 5e 3a d8 86 00 ff 00
ds_store_2addr_b32 v164, v53, v73 offset0:169 offset1:149    ; a9 95 38 d8 a4 35 49 00
ds_store_2addr_stride64_b32 v0, v37, v192 offset0:233 offset1:153 ; e9 99 3c d8 00 25 c0 00
ds_cmpstore_b32 v0, v167, v239 offset:27022                  ; 8e 69 40 d8 00 a7 ef 00
ds_cmpstore_f32 v255, v0, v148 offset:63333                  ; 65 f7 44 d8 ff 00 94 00
ds_cmpstore_f32 v183, v105, v0 offset:18226                  ; 32 47 44 d8 b7 69 00 00
ds_cmpstore_f32 v255, v0, v0                                 ; 00 00 44 d8 ff 00 00 00
ds_min_f32 v0, v104 offset:2528                              ; e0 09 48 d8 00 68 00 00
ds_min_f32 v93, v143 offset:45717                            ; 95 b2 48 d8 5d 8f 00 00
ds_min_f32 v88, v255 offset:31850 gds                        ; 6a 7c 4a d8 58 ff 00 00
ds_max_f32 v0, v0 offset:25503                               ; 9f 63 4c d8 00 00 00 00
ds_nop                                                       ; 00 00 50 d8 00 00 00 00
ds_add_f32 v0, v0 offset:37933                               ; 2d 94 54 d8 00 00 00 00
ds_gws_sema_release_all gds                                  ; 00 00 62 d8 00 00 00 00
ds_gws_init v0 gds                                           ; 00 00 66 d8 00 00 00 00
ds_gws_init v250 gds                                         ; 00 00 66 d8 fa 00 00 00
ds_gws_sema_v gds                                            ; 00 00 6a d8 00 00 00 00
ds_gws_sema_br v45 offset:34377 gds                          ; 49 86 6e d8 2d 00 00 00
ds_gws_sema_p gds                                            ; 00 00 72 d8 00 00 00 00
ds_gws_barrier v184 offset:59244 gds                         ; 6c e7 76 d8 b8 00 00 00
ds_store_b8 v255, v117                                       ; 00 00 78 d8 ff 75 00 00
ds_store_b8 v253, v255 offset:32904 gds                      ; 88 80 7a d8 fd ff 00 00
ds_store_b8 v124, v8                                         ; 00 00 78 d8 7c 08 00 00
ds_store_b16 v0, v150                                        ; 00 00 7c d8 00 96 00 00
ds_store_b16 v255, v255 offset:43631                         ; 6f aa 7c d8 ff ff 00 00
ds_store_b16 v43, v0 offset:583                              ; 47 02 7c d8 2b 00 00 00
ds_add_rtn_u32 v192, v0, v96 offset:28716 gds                ; 2c 70 82 d8 00 60 00 c0
ds_add_rtn_u32 v163, v255, v9 offset:8070                    ; 86 1f 80 d8 ff 09 00 a3
ds_add_rtn_u32 v255, v68, v255                               ; 00 00 80 d8 44 ff 00 ff
ds_sub_rtn_u32 v10, v0, v253                                 ; 00 00 84 d8 00 fd 00 0a
ds_rsub_rtn_u32 v94, v0, v198 offset:1440                    ; a0 05 88 d8 00 c6 00 5e
ds_inc_rtn_u32 v255, v72, v224 offset:12107                  ; 4b 2f 8c d8 48 e0 00 ff
ds_dec_rtn_u32 v255, v54, v0 offset:27029                    ; 95 69 90 d8 36 00 00 ff
ds_min_rtn_i32 v202, v0, v255                                ; 00 00 94 d8 00 ff 00 ca
ds_min_rtn_i32 v85, v249, v214                               ; 00 00 94 d8 f9 d6 00 55
ds_min_rtn_i32 v0, v237, v163                                ; 00 00 94 d8 ed a3 00 00
ds_max_rtn_i32 v118, v0, v159                                ; 00 00 98 d8 00 9f 00 76
ds_min_rtn_u32 v115, v204, v0 offset:2626                    ; 42 0a 9c d8 cc 00 00 73
ds_max_rtn_u32 v162, v255, v113 offset:62814                 ; 5e f5 a0 d8 ff 71 00 a2
ds_and_rtn_b32 v0, v45, v111                                 ; 00 00 a4 d8 2d 6f 00 00
ds_and_rtn_b32 v80, v0, v110 offset:58187                    ; 4b e3 a4 d8 00 6e 00 50
ds_and_rtn_b32 v38, v163, v80 offset:20378 gds               ; 9a 4f a6 d8 a3 50 00 26
ds_or_rtn_b32 v0, v0, v255 offset:60657                      ; f1 ec a8 d8 00 ff 00 00
ds_xor_rtn_b32 v7, v255, v250                                ; 00 00 ac d8 ff fa 00 07
ds_mskor_rtn_b32 v51, v0, v109, v0 offset:56072 gds          ; 08 db b2 d8 00 6d 00 33
ds_mskor_rtn_b32 v255, v184, v5, v0 offset:51178             ; ea c7 b0 d8 b8 05 00 ff
ds_mskor_rtn_b32 v0, v255, v255, v255 offset:20778           ; 2a 51 b0 d8 ff ff ff 00
ds_storexchg_rtn_b32 v194, v255, v255                        ; 00 00 b4 d8 ff ff 00 c2
ds_storexchg_2addr_rtn_b32 v[156:157], v255, v0, v34         ; 00 00 b8 d8 ff 00 22 9c
ds_storexchg_2addr_rtn_b32 v[254:255], v80, v0, v0 offset0:123 offset1:111 ; 7b 6f b8 d8 50 00 00 fe
ds_storexchg_2addr_rtn_b32 v[234:235], v255, v255, v11       ; 00 00 b8 d8 ff ff 0b ea
ds_storexchg_2addr_stride64_rtn_b32 v[254:255], v169, v249, v255 offset0:41 offset1:104 ; 29 68 bc d8 a9 f9 ff fe
ds_cmpstore_rtn_b32 v168, v192, v0, v255                     ; 00 00 c0 d8 c0 00 ff a8
ds_cmpstore_rtn_f32 v255, v155, v0, v0 offset:16575          ; bf 40 c4 d8 9b 00 00 ff
ds_cmpstore_rtn_f32 v255, v0, v6, v171 offset:59914          ; 0a ea c4 d8 00 06 ab ff
ds_cmpstore_rtn_f32 v0, v170, v0, v214                       ; 00 00 c4 d8 aa 00 d6 00
ds_min_rtn_f32 v194, v255, v255                              ; 00 00 c8 d8 ff ff 00 c2
ds_min_rtn_f32 v0, v61, v250 offset:55111 gds                ; 47 d7 ca d8 3d fa 00 00
ds_min_rtn_f32 v255, v38, v255                               ; 00 00 c8 d8 26 ff 00 ff
ds_max_rtn_f32 v141, v201, v0 offset:26483                   ; 73 67 cc d8 c9 00 00 8d
ds_wrap_rtn_b32 v0, v159, v255, v0                           ; 00 00 d0 d8 9f ff 00 00
ds_swizzle_b32 v97, v255 offset:swizzle(BITMASK_PERM,"p1011") ; 90 3c d4 d8 ff 00 00 61
ds_swizzle_b32 v255, v227                                    ; 00 00 d4 d8 e3 00 00 ff
ds_swizzle_b32 v0, v103 offset:swizzle(BITMASK_PERM,"111ii") ; 97 0f d4 d8 67 00 00 00
ds_load_b32 v255, v103                                       ; 00 00 d8 d8 67 00 00 ff
ds_load_b32 v255, v255 offset:30574                          ; 6e 77 d8 d8 ff 00 00 ff
ds_load_b32 v0, v0                                           ; 00 00 d8 d8 00 00 00 00
ds_load_2addr_b32 v[0:1], v0                                 ; 00 00 dc d8 00 00 00 00
ds_load_2addr_b32 v[254:255], v166 offset0:12 offset1:4 gds  ; 0c 04 de d8 a6 00 00 fe
ds_load_2addr_b32 v[0:1], v0 offset0:24 offset1:197 gds      ; 18 c5 de d8 00 00 00 00
ds_load_2addr_stride64_b32 v[0:1], v7 offset0:125 offset1:59 ; 7d 3b e0 d8 07 00 00 00
ds_load_i8 v0, v86                                           ; 00 00 e4 d8 56 00 00 00
ds_load_i8 v211, v213                                        ; 00 00 e4 d8 d5 00 00 d3
ds_load_i8 v159, v136 offset:47560                           ; c8 b9 e4 d8 88 00 00 9f
ds_load_u8 v0, v0                                            ; 00 00 e8 d8 00 00 00 00
ds_load_u8 v0, v216 offset:18663 gds                         ; e7 48 ea d8 d8 00 00 00
ds_load_u8 v0, v237                                          ; 00 00 e8 d8 ed 00 00 00
ds_load_i16 v138, v255                                       ; 00 00 ec d8 ff 00 00 8a
ds_load_i16 v188, v255 offset:8833                           ; 81 22 ec d8 ff 00 00 bc
ds_load_i16 v163, v255                                       ; 00 00 ec d8 ff 00 00 a3
ds_load_u16 v0, v20                                          ; 00 00 f0 d8 14 00 00 00
ds_load_u16 v235, v66                                        ; 00 00 f0 d8 42 00 00 eb
ds_load_u16 v92, v0 offset:14993 gds                         ; 91 3a f2 d8 00 00 00 5c
ds_consume v0                                                ; 00 00 f4 d8 00 00 00 00
ds_consume v152 offset:56441                                 ; 79 dc f4 d8 00 00 00 98
ds_append v228                                               ; 00 00 f8 d8 00 00 00 e4
ds_ordered_count v47, v0 gds                                 ; 00 00 fe d8 00 00 00 2f
ds_add_u64 v255, v[0:1]                                      ; 00 00 00 d9 ff 00 00 00
ds_add_u64 v0, v[246:247] offset:3619                        ; 23 0e 00 d9 00 f6 00 00
ds_add_u64 v136, v[68:69] offset:10023                       ; 27 27 00 d9 88 44 00 00
ds_sub_u64 v255, v[134:135] offset:42309                     ; 45 a5 04 d9 ff 86 00 00
ds_rsub_u64 v0, v[63:64]                                     ; 00 00 08 d9 00 3f 00 00
ds_inc_u64 v138, v[254:255]                                  ; 00 00 0c d9 8a fe 00 00
ds_dec_u64 v255, v[254:255] offset:54367                     ; 5f d4 10 d9 ff fe 00 00
ds_min_i64 v255, v[0:1]                                      ; 00 00 14 d9 ff 00 00 00
ds_min_i64 v0, v[9:10]                                       ; 00 00 14 d9 00 09 00 00
ds_min_i64 v0, v[80:81]                                      ; 00 00 14 d9 00 50 00 00
ds_max_i64 v75, v[25:26] offset:42113                        ; 81 a4 18 d9 4b 19 00 00
ds_min_u64 v26, v[3:4] offset:55729                          ; b1 d9 1c d9 1a 03 00 00
ds_max_u64 v0, v[33:34]                                      ; 00 00 20 d9 00 21 00 00
ds_and_b64 v236, v[0:1] offset:10684                         ; bc 29 24 d9 ec 00 00 00
ds_and_b64 v84, v[254:255] offset:12659                      ; 73 31 24 d9 54 fe 00 00
ds_and_b64 v255, v[103:104]                                  ; 00 00 24 d9 ff 67 00 00
ds_or_b64 v101, v[0:1] offset:25500                          ; 9c 63 28 d9 65 00 00 00
ds_xor_b64 v255, v[254:255] offset:24466 gds                 ; 92 5f 2e d9 ff fe 00 00
ds_mskor_b64 v29, v[195:196], v[0:1] offset:14907            ; 3b 3a 30 d9 1d c3 00 00
ds_mskor_b64 v44, v[158:159], v[0:1] offset:32885            ; 75 80 30 d9 2c 9e 00 00
ds_mskor_b64 v9, v[254:255], v[51:52]                        ; 00 00 30 d9 09 fe 33 00
ds_store_b64 v0, v[0:1] offset:65397                         ; 75 ff 34 d9 00 00 00 00
ds_store_b64 v255, v[254:255]                                ; 00 00 34 d9 ff fe 00 00
ds_store_b64 v149, v[254:255]                                ; 00 00 34 d9 95 fe 00 00
ds_store_2addr_b64 v97, v[6:7], v[179:180] offset0:252 offset1:244 gds ; fc f4 3a d9 61 06 b3 00
ds_store_2addr_b64 v0, v[254:255], v[254:255]                ; 00 00 38 d9 00 fe fe 00
ds_store_2addr_b64 v255, v[254:255], v[125:126] offset0:24 offset1:75 ; 18 4b 38 d9 ff fe 7d 00
ds_store_2addr_stride64_b64 v178, v[127:128], v[208:209]     ; 00 00 3c d9 b2 7f d0 00
ds_cmpstore_b64 v215, v[228:229], v[0:1] offset:16390        ; 06 40 40 d9 d7 e4 00 00
ds_cmpstore_f64 v255, v[0:1], v[0:1]                         ; 00 00 44 d9 ff 00 00 00
ds_cmpstore_f64 v255, v[0:1], v[0:1] offset:62645            ; b5 f4 44 d9 ff 00 00 00
ds_cmpstore_f64 v194, v[163:164], v[0:1] offset:31826        ; 52 7c 44 d9 c2 a3 00 00
ds_min_f64 v255, v[84:85]                                    ; 00 00 48 d9 ff 54 00 00
ds_min_f64 v179, v[254:255] offset:24587                     ; 0b 60 48 d9 b3 fe 00 00
ds_min_f64 v0, v[254:255]                                    ; 00 00 48 d9 00 fe 00 00
ds_max_f64 v255, v[127:128]                                  ; 00 00 4c d9 ff 7f 00 00
ds_add_rtn_u64 v[201:202], v99, v[67:68] offset:44452 gds    ; a4 ad 82 d9 63 43 00 c9
ds_add_rtn_u64 v[0:1], v83, v[254:255] offset:48307          ; b3 bc 80 d9 53 fe 00 00
ds_add_rtn_u64 v[114:115], v255, v[254:255] offset:62039 gds ; 57 f2 82 d9 ff fe 00 72
ds_sub_rtn_u64 v[22:23], v0, v[172:173] offset:26871         ; f7 68 84 d9 00 ac 00 16
ds_rsub_rtn_u64 v[204:205], v243, v[246:247] offset:44502    ; d6 ad 88 d9 f3 f6 00 cc
ds_inc_rtn_u64 v[55:56], v0, v[0:1]                          ; 00 00 8c d9 00 00 00 37
ds_dec_rtn_u64 v[214:215], v88, v[0:1]                       ; 00 00 90 d9 58 00 00 d6
ds_min_rtn_i64 v[125:126], v0, v[129:130] offset:55175       ; 87 d7 94 d9 00 81 00 7d
ds_min_rtn_i64 v[69:70], v194, v[71:72]                      ; 00 00 94 d9 c2 47 00 45
ds_min_rtn_i64 v[0:1], v0, v[78:79] offset:64845             ; 4d fd 94 d9 00 4e 00 00
ds_max_rtn_i64 v[254:255], v208, v[107:108]                  ; 00 00 98 d9 d0 6b 00 fe
ds_min_rtn_u64 v[193:194], v255, v[49:50]                    ; 00 00 9c d9 ff 31 00 c1
ds_max_rtn_u64 v[181:182], v58, v[104:105] offset:62393      ; b9 f3 a0 d9 3a 68 00 b5
ds_and_rtn_b64 v[81:82], v255, v[237:238] offset:14182       ; 66 37 a4 d9 ff ed 00 51
ds_and_rtn_b64 v[0:1], v0, v[59:60]                          ; 00 00 a4 d9 00 3b 00 00
ds_and_rtn_b64 v[111:112], v37, v[254:255]                   ; 00 00 a4 d9 25 fe 00 6f
ds_or_rtn_b64 v[0:1], v12, v[217:218]                        ; 00 00 a8 d9 0c d9 00 00
ds_xor_rtn_b64 v[0:1], v30, v[79:80]                         ; 00 00 ac d9 1e 4f 00 00
ds_mskor_rtn_b64 v[254:255], v74, v[5:6], v[0:1]             ; 00 00 b0 d9 4a 05 00 fe
ds_mskor_rtn_b64 v[0:1], v205, v[0:1], v[180:181]            ; 00 00 b0 d9 cd 00 b4 00
ds_mskor_rtn_b64 v[90:91], v8, v[10:11], v[17:18] offset:16173 ; 2d 3f b0 d9 08 0a 11 5a
ds_storexchg_rtn_b64 v[0:1], v255, v[0:1]                    ; 00 00 b4 d9 ff 00 00 00
ds_storexchg_2addr_rtn_b64 v[88:91], v71, v[254:255], v[0:1] ; 00 00 b8 d9 47 fe 00 58
ds_storexchg_2addr_rtn_b64 v[252:255], v68, v[254:255], v[250:251] ; 00 00 b8 d9 44 fe fa fc
ds_storexchg_2addr_rtn_b64 v[150:153], v56, v[54:55], v[135:136] ; 00 00 b8 d9 38 36 87 96
ds_storexchg_2addr_stride64_rtn_b64 v[252:255], v102, v[47:48], v[254:255] offset0:15 offset1:28 ; 0f 1c bc d9 66 2f fe fc
ds_cmpstore_rtn_b64 v[254:255], v0, v[254:255], v[254:255] offset:20544 ; 40 50 c0 d9 00 fe fe fe
ds_cmpstore_rtn_f64 v[202:203], v182, v[187:188], v[0:1] offset:51742 ; 1e ca c4 d9 b6 bb 00 ca
ds_cmpstore_rtn_f64 v[61:62], v0, v[254:255], v[61:62] offset:35133 ; 3d 89 c4 d9 00 fe 3d 3d
ds_cmpstore_rtn_f64 v[0:1], v0, v[52:53], v[200:201] offset:11108 ; 64 2b c4 d9 00 34 c8 00
ds_min_rtn_f64 v[0:1], v255, v[0:1]                          ; 00 00 c8 d9 ff 00 00 00
ds_min_rtn_f64 v[254:255], v2, v[155:156]                    ; 00 00 c8 d9 02 9b 00 fe
ds_min_rtn_f64 v[188:189], v93, v[23:24] offset:49306        ; 9a c0 c8 d9 5d 17 00 bc
ds_max_rtn_f64 v[254:255], v239, v[221:222] offset:19448 gds ; f8 4b ce d9 ef dd 00 fe
ds_load_b64 v[254:255], v0                                   ; 00 00 d8 d9 00 00 00 fe
ds_load_b64 v[7:8], v130                                     ; 00 00 d8 d9 82 00 00 07
ds_load_b64 v[0:1], v255                                     ; 00 00 d8 d9 ff 00 00 00
ds_load_2addr_b64 v[252:255], v229 offset0:235 offset1:185   ; eb b9 dc d9 e5 00 00 fc
ds_load_2addr_b64 v[0:3], v0                                 ; 00 00 dc d9 00 00 00 00
ds_load_2addr_b64 v[0:3], v0 offset0:214 offset1:237 gds     ; d6 ed de d9 00 00 00 00
ds_load_2addr_stride64_b64 v[148:151], v177 offset0:86 offset1:31 ; 56 1f e0 d9 b1 00 00 94
ds_add_rtn_f32 v255, v116, v255 offset:20120                 ; 98 4e e4 d9 74 ff 00 ff
ds_add_gs_reg_rtn v[254:255], v255 gds                       ; 00 00 ea d9 00 ff 00 fe
ds_add_gs_reg_rtn v[0:1], v169 offset:29928 gds              ; e8 74 ea d9 00 a9 00 00
ds_add_gs_reg_rtn v[153:154], v5 gds                         ; 00 00 ea d9 00 05 00 99
ds_sub_gs_reg_rtn v[254:255], v255 gds                       ; 00 00 ee d9 00 ff 00 fe
ds_condxchg32_rtn_b64 v[254:255], v0, v[225:226]             ; 00 00 f8 d9 00 e1 00 fe
ds_store_b8_d16_hi v215, v148                                ; 00 00 80 da d7 94 00 00
ds_store_b16_d16_hi v245, v0                                 ; 00 00 84 da f5 00 00 00
ds_load_u8_d16 v136, v255 offset:18906                       ; da 49 88 da ff 00 00 88
ds_load_u8_d16 v181, v0                                      ; 00 00 88 da 00 00 00 b5
ds_load_u8_d16 v168, v146 offset:37713 gds                   ; 51 93 8a da 92 00 00 a8
ds_load_u8_d16_hi v252, v255                                 ; 00 00 8c da ff 00 00 fc
ds_load_i8_d16 v91, v159                                     ; 00 00 90 da 9f 00 00 5b
ds_load_i8_d16 v163, v133 offset:24451                       ; 83 5f 90 da 85 00 00 a3
ds_load_i8_d16 v0, v255                                      ; 00 00 90 da ff 00 00 00
ds_load_i8_d16_hi v255, v143 offset:1690                     ; 9a 06 94 da 8f 00 00 ff
ds_load_u16_d16 v159, v0                                     ; 00 00 98 da 00 00 00 9f
ds_load_u16_d16 v255, v255                                   ; 00 00 98 da ff 00 00 ff
ds_load_u16_d16 v255, v255 offset:10798                      ; 2e 2a 98 da ff 00 00 ff
ds_load_u16_d16_hi v255, v0 offset:46388 gds                 ; 34 b5 9e da 00 00 00 ff
ds_bvh_stack_rtn_b32 v231, v196, v0, v[0:3] offset:22273     ; 01 57 b4 da c4 00 00 e7
ds_bvh_stack_rtn_b32 v0, v1, v81, v[0:3]                     ; 00 00 b4 da 01 51 00 00
ds_bvh_stack_rtn_b32 v58, v193, v177, v[252:255] offset:30828 ; 6c 78 b4 da c1 b1 fc 3a
ds_store_addtid_b32 v0 offset:1456                           ; b0 05 c0 da 00 00 00 00
ds_store_addtid_b32 v37 offset:23353 gds                     ; 39 5b c2 da 00 25 00 00
ds_store_addtid_b32 v228                                     ; 00 00 c0 da 00 e4 00 00
ds_load_addtid_b32 v0 offset:31007                           ; 1f 79 c4 da 00 00 00 00
ds_load_addtid_b32 v0                                        ; 00 00 c4 da 00 00 00 00
ds_load_addtid_b32 v38                                       ; 00 00 c4 da 00 00 00 26
ds_permute_b32 v255, v255, v197                              ; 00 00 c8 da ff c5 00 ff
ds_permute_b32 v84, v231, v0 offset:51624                    ; a8 c9 c8 da e7 00 00 54
ds_permute_b32 v148, v20, v255                               ; 00 00 c8 da 14 ff 00 94
ds_bpermute_b32 v255, v201, v0                               ; 00 00 cc da c9 00 00 ff
ds_store_b96 v255, v[229:231] offset:29085                   ; 9d 71 78 db ff e5 00 00
ds_store_b96 v255, v[0:2]                                    ; 00 00 78 db ff 00 00 00
ds_store_b96 v0, v[253:255]                                  ; 00 00 78 db 00 fd 00 00
ds_store_b128 v77, v[88:91]                                  ; 00 00 7c db 4d 58 00 00
ds_store_b128 v101, v[159:162] offset:4656                   ; 30 12 7c db 65 9f 00 00
ds_store_b128 v0, v[186:189] offset:44418                    ; 82 ad 7c db 00 ba 00 00
ds_load_b96 v[213:215], v255                                 ; 00 00 f8 db ff 00 00 d5
ds_load_b96 v[253:255], v255                                 ; 00 00 f8 db ff 00 00 fd
ds_load_b96 v[0:2], v61                                      ; 00 00 f8 db 3d 00 00 00
ds_load_b128 v[97:100], v255                                 ; 00 00 fc db ff 00 00 61
ds_load_b128 v[252:255], v0                                  ; 00 00 fc db 00 00 00 fc
ds_load_b128 v[252:255], v254                                ; 00 00 fc db fe 00 00 fc

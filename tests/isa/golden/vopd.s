; VOPD: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
v_dual_cndmask_b32 v210, v0, v145 :: v_dual_add_nc_u32 v255, s89, v102 ; 00 23 61 ca 59 cc fe d2
v_dual_fmac_f32 v223, v246, v189 :: v_dual_cndmask_b32 v134, 44, v141 ; f6 7b 13 c8 ac 1a 87 df
v_dual_min_f32 v25, v91, v47 :: v_dual_cndmask_b32 v142, 0xc5b22b67, v28 ; 5b 5f d2 ca ff 38 8e 19 67 2b b2 c5
v_dual_mul_dx9_zero_f32 v241, src_shared_limit, v244 :: v_dual_cndmask_b32 v114, 25, v179 ; ec e8 d3 c9 99 66 73 f1
v_dual_mul_dx9_zero_f32 v205, s55, v127 :: v_dual_cndmask_b32 v220, s72, v193 ; 37 fe d2 c9 48 82 dd cd
v_dual_dot2acc_f32_f16 v96, v170, v164 :: v_dual_mov_b32 v209, v255 ; aa 49 11 cb ff 01 d0 60
v_dual_add_f32 v223, v65, v248 :: v_dual_dot2acc_f32_f16 v192, v0, v98 ; 41 f1 19 c9 00 c5 c0 df
v_dual_dot2acc_f32_f16 v172, m0, v109 :: v_dual_lshlrev_b32 v107, v9, v161 ; 7d da 22 cb 09 43 6b ac
v_dual_max_f32 v27, v0, v183 :: v_dual_dot2acc_f32_f16 v108, v233, v33 ; 00 6f 99 ca e9 43 6c 1b
v_dual_dot2acc_f32_f16 v40, v0, v125 :: v_dual_fmaak_f32 v191, s35, v47, 0xa7233911 ; 00 fb 02 cb 23 5e be 28 11 39 23 a7
v_dual_min_f32 v9, v0, v171 :: v_dual_add_f32 v102, v0, v232 ; 00 57 c9 ca 00 d1 67 09
v_dual_add_f32 v27, s89, v176 :: v_dual_add_f32 v110, -2.0, v54 ; 59 60 09 c9 f5 6c 6e 1b
v_dual_add_f32 v123, v203, v152 :: v_dual_max_f32 v138, 62, v85 ; cb 31 15 c9 be aa 8a 7b
v_dual_add_f32 v104, 0x5d, v208 :: v_dual_fmaak_f32 v21, ttmp6, v7, 0x5d ; ff a0 03 c9 72 0e 14 68 5d 00 00 00
v_dual_add_f32 v206, 0.5, v60 :: v_dual_add_f32 v9, exec_lo, v129 ; f0 78 08 c9 7e 02 09 ce
v_dual_add_f32 v248, 33, v83 :: v_dual_sub_f32 v201, v255, v4 ; a1 a6 0a c9 ff 09 c8 f8
v_dual_sub_f32 v89, v0, v193 :: v_dual_dot2acc_f32_f16 v250, src_shared_base, v44 ; 00 83 59 c9 eb 58 fa 59
v_dual_sub_f32 v141, vcc_lo, v122 :: v_dual_mov_b32 v140, s37 ; 6a f4 50 c9 25 00 8c 8d
v_dual_min_f32 v250, v0, v173 :: v_dual_sub_f32 v223, v255, v253 ; 00 5b cb ca ff fb df fa
v_dual_sub_f32 v8, v0, v54 :: v_dual_fmaak_f32 v119, 43, v91, 0x1 ; 00 6d 42 c9 ab b6 76 08 01 00 00 00
v_dual_subrev_f32 v32, v0, v185 :: v_dual_max_f32 v81, s6, v41 ; 00 73 95 c9 06 52 50 20
v_dual_subrev_f32 v84, v32, v170 :: v_dual_subrev_f32 v193, exec_lo, v73 ; 20 55 8d c9 7e 92 c0 54
v_dual_subrev_f32 v40, 3, v125 :: v_dual_mul_f32 v5, 0xfce3a53d, v169 ; 83 fa 86 c9 ff 52 05 28 3d a5 e3 fc
v_dual_cndmask_b32 v81, v255, v167 :: v_dual_subrev_f32 v36, ttmp15, v242 ; ff 4f 4d ca 7b e4 25 51
v_dual_subrev_f32 v6, m0, v153 :: v_dual_fmamk_f32 v211, v240, 0x80000000, v204 ; 7d 32 85 c9 f0 99 d3 06 00 00 00 80
v_dual_mul_dx9_zero_f32 v249, v0, v210 :: v_dual_mul_f32 v200, v163, v238 ; 00 a5 c7 c9 a3 dd c9 f9
v_dual_mul_dx9_zero_f32 v61, v126, v210 :: v_dual_max_f32 v248, v0, v213 ; 7e a5 d5 c9 00 ab f9 3d
v_dual_dot2acc_f32_f16 v44, v194, v105 :: v_dual_mul_dx9_zero_f32 v155, src_scc, v179 ; c2 d3 0e cb fd 66 9b 2c
v_dual_cndmask_b32 v139, -0.5, v125 :: v_dual_mul_dx9_zero_f32 v82, src_shared_base, v122 ; f1 fa 4e ca eb f4 52 8b
v_dual_mov_b32 v103, v183 :: v_dual_mul_dx9_zero_f32 v2, v0, v117 ; b7 01 0e ca 00 eb 02 67
v_dual_mul_f32 v10, s79, v40 :: v_dual_max_f32 v127, v0, v161 ; 4f 50 d4 c8 00 43 7f 0a
v_dual_fmaak_f32 v96, v102, v12, 0xdfa5 :: v_dual_mul_f32 v3, 42, v146 ; 66 19 46 c8 aa 24 03 60 a5 df 00 00
v_dual_mul_f32 v194, 1.0, v240 :: v_dual_add_nc_u32 v231, s15, v193 ; f2 e0 e1 c8 0f 82 e7 c2
v_dual_min_f32 v48, v0, v30 :: v_dual_mul_f32 v1, v94, v144  ; 00 3d c6 ca 5e 21 01 30
v_dual_subrev_f32 v233, v39, v216 :: v_dual_mul_f32 v190, -1.0, v149 ; 27 b1 87 c9 f3 2a bf e9
v_dual_min_f32 v246, v0, v14 :: v_dual_mul_f32 v109, 4.0, v107 ; 00 1d c6 ca f6 d6 6c f6
v_dual_fmaak_f32 v32, v0, v114, 0x1 :: v_dual_min_f32 v49, v170, v64 ; 00 e5 56 c8 aa 81 30 20 01 00 00 00
v_dual_fmac_f32 v251, v46, v253 :: v_dual_min_f32 v94, lit(0x1), v198 ; 2e fb 17 c8 ff 8c 5f fb 01 00 00 00
v_dual_mul_f32 v49, v0, v138 :: v_dual_min_f32 v82, v0, v153 ; 00 15 d7 c8 00 33 53 31
v_dual_min_f32 v81, exec_lo, v203 :: v_dual_and_b32 v66, v107, v126 ; 7e 96 e5 ca 6b fd 42 51
v_dual_max_f32 v116, lit(0xfffffffc), v17 :: v_dual_fmamk_f32 v83, v133, 0xfffffffc, v69 ; ff 22 84 ca 85 8b 52 74 fc ff ff ff
v_dual_min_f32 v145, s43, v103 :: v_dual_max_f32 v112, v157, v60 ; 2b ce d4 ca 9d 79 70 91
v_dual_max_f32 v190, v0, v208 :: v_dual_min_f32 v135, v151, v168 ; 00 a1 97 ca 97 51 87 be
v_dual_mul_f32 v172, 0.15915494, v31 :: v_dual_max_f32 v153, -0.5, v248 ; f8 3e d4 c8 f1 f0 99 ac
v_dual_dot2acc_f32_bf16 v71, s43, v176 :: v_dual_max_f32 v174, v216, v221 ; 2b 60 55 cb d8 bb af 47
v_dual_dot2acc_f32_bf16 v124, s15, v185 :: v_dual_lshlrev_b32 v27, s86, v66 ; 0f 72 63 cb 56 84 1a 7c
v_dual_cndmask_b32 v195, s75, v198 :: v_dual_lshlrev_b32 v32, src_private_limit, v210 ; 4b 8c 63 ca ee a4 21 c3
v_dual_subrev_f32 v208, -1.0, v81 :: v_dual_lshlrev_b32 v79, v222, v22 ; f3 a2 a2 c9 de 2d 4e d0
v_dual_dot2acc_f32_f16 v218, 60, v92 :: v_dual_lshlrev_b32 v211, v41, v197 ; bc b8 22 cb 29 8b d3 da
v_dual_mul_f32 v31, s11, v42 :: v_dual_lshlrev_b32 v186, v255, v61 ; 0b 54 e2 c8 ff 7b ba 1f
v_dual_mul_dx9_zero_f32 v131, v255, v37 :: v_dual_and_b32 v166, lit(0x1), v71 ; ff 4b e4 c9 ff 8e a6 83 01 00 00 00
v_dual_subrev_f32 v212, v255, v117 :: v_dual_and_b32 v117, v255, v155 ; ff eb a4 c9 ff 37 75 d4
v_dual_max_f32 v233, s102, v69 :: v_dual_and_b32 v190, v165, v11 ; 66 8a a4 ca a5 17 be e9
v_dual_max_f32 v13, v0, v171 :: v_dual_and_b32 v34, v35, v14 ; 00 57 a5 ca 23 1d 22 0d
v_dual_mul_f32 v166, -2.0, v72 :: v_dual_and_b32 v185, v255, v239 ; f5 90 e4 c8 ff df b9 a6
v_dual_dot2acc_f32_bf16 v239, ttmp3, v193 :: v_dual_add_nc_u32 v198, s78, v14 ; 6f 82 61 cb 4e 1c c6 ef
v_dual_dot2acc_f32_bf16 v215, 0x5ee4, v47 :: v_dual_add_nc_u32 v80, v122, v120 ; ff 5e 60 cb 7a f1 50 d7 e4 5e 00 00
v_dual_fmac_f32 v165, v0, v54 :: v_dual_add_nc_u32 v36, v56, v251 ; 00 6d 20 c8 38 f7 25 a5
v_dual_fmac_f32 v127, 52, v91 :: v_dual_add_nc_u32 v104, v12, v105 ; b4 b6 20 c8 0c d3 68 7f
v_dual_fmac_f32 v215, v255, v142 :: v_dual_add_nc_u32 v36, 6, v193 ; ff 1d 21 c8 86 82 25 d7
v_dual_fmaak_f32 v22, null, v10, 0x3c00 :: v_dual_fmac_f32 v63, v255, v252 ; 7c 14 40 c8 ff f9 3f 16 00 3c 00 00
v_dual_min_f32 v7, v112, v89 :: v_dual_fmac_f32 v86, v65, v41 ; 70 b3 c0 ca 41 53 56 07
v_dual_min_f32 v61, v144, v44 :: v_dual_fmac_f32 v146, v238, v95 ; 90 59 c0 ca ee bf 92 3d
v_dual_fmac_f32 v31, v255, v21 :: v_dual_dot2acc_f32_bf16 v58, 2.0, v126 ; ff 2b 1a c8 f4 fc 3a 1f
v_dual_fmac_f32 v236, s67, v24 :: v_dual_max_f32 v21, src_scc, v104 ; 43 30 14 c8 fd d0 14 ec
v_dual_fmaak_f32 v98, ttmp13, v138, 0x1fa4f8d5 :: v_dual_fmamk_f32 v29, v255, 0x1fa4f8d5, v95 ; 79 14 45 c8 ff bf 1c 62 d5 f8 a4 1f
v_dual_fmamk_f32 v29, v255, 0xffffffe9, v90 :: v_dual_sub_f32 v222, v255, v83 ; ff b5 8a c8 ff a7 de 1d e9 ff ff ff
v_dual_sub_f32 v233, v0, v209 :: v_dual_fmamk_f32 v156, v51, 0x1, v72 ; 00 a3 45 c9 33 91 9c e9 01 00 00 00
v_dual_fmamk_f32 v83, v255, 0x3f800000, v150 :: v_dual_add_nc_u32 v164, lit(0x3f800000), v146 ; ff 2d a1 c8 ff 24 a5 53 00 00 80 3f
v_dual_fmamk_f32 v15, ttmp10, 0x3f800000, v219 :: v_dual_dot2acc_f32_f16 v22, ttmp5, v193 ; 76 b6 99 c8 71 82 17 0f 00 00 80 3f
v_dual_add_f32 v79, s35, v91 :: v_dual_fmaak_f32 v126, v255, v25, 0x3c00 ; 23 b6 02 c9 ff 33 7e 4f 00 3c 00 00
v_dual_fmaak_f32 v238, src_scc, v169, 0xcf2d8c26 :: v_dual_fmaak_f32 v129, v0, v138, 0xcf2d8c26 ; fd 52 43 c8 00 15 81 ee 26 8c 2d cf
v_dual_min_f32 v201, ttmp8, v154 :: v_dual_fmaak_f32 v44, v255, v1, 0xffffffed ; 74 34 c3 ca ff 03 2c c9 ed ff ff ff
v_dual_max_f32 v138, ttmp14, v255 :: v_dual_fmaak_f32 v189, exec_hi, v140, 0xfb3e ; 7a fe 83 ca 7f 18 bd 8a 3e fb 00 00
v_dual_mov_b32 v156, s37 :: v_dual_fmaak_f32 v69, s30, v76, 0xffffffeb ; 25 00 02 ca 1e 98 44 9c eb ff ff ff
v_dual_add_f32 v75, s55, v106 :: v_dual_mov_b32 v244, 0x32b4ed17 ; 37 d4 10 c9 ff 00 f4 4b 17 ed b4 32
v_dual_mov_b32 v251, 17 :: v_dual_add_nc_u32 v168, exec_hi, v65 ; 91 00 20 ca 7f 82 a8 fb
v_dual_dot2acc_f32_bf16 v34, v0, v81 :: v_dual_mov_b32 v97, v255 ; 00 a3 50 cb ff 01 60 22
v_dual_mul_f32 v60, 0.5, v44 :: v_dual_mov_b32 v97, s15      ; f0 58 d0 c8 0f 00 60 3c
v_dual_mov_b32 v162, src_private_limit :: v_dual_mul_dx9_zero_f32 v117, v0, v200 ; ee 00 0e ca 00 91 75 a2
v_dual_fmamk_f32 v25, 22, 0x1, v87 :: v_dual_dot2acc_f32_bf16 v130, v180, v21 ; 96 ae 9a c8 b4 2b 82 19 01 00 00 00
v_dual_dot2acc_f32_bf16 v218, s6, v76 :: v_dual_and_b32 v215, vcc_lo, v223 ; 06 98 64 cb 6a be d7 da
v_dual_fmamk_f32 v7, v123, 0x3f800000, v60 :: v_dual_dot2acc_f32_bf16 v176, v255, v61 ; 7b 79 9a c8 ff 7b b0 07 00 00 80 3f
v_dual_dot2acc_f32_bf16 v32, s74, v51 :: v_dual_dot2acc_f32_bf16 v77, v255, v79 ; 4a 66 5a cb ff 9f 4c 20
v_dual_sub_f32 v92, v67, v167 :: v_dual_dot2acc_f32_bf16 v21, v97, v38 ; 43 4f 5b c9 61 4d 14 5c

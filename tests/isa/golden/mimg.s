; MIMG: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
image_load v[250:253], v[199:200], s[24:31] dmask:0xb dim:SQ_RSRC_IMG_1D_ARRAY r128 tfe ; 10 8b 00 f0 c7 fa 26 00
image_load v[250:251], v58, s[64:71] dmask:0x6 dim:SQ_RSRC_IMG_1D glc slc lwe ; 00 56 00 f0 3a fa 50 00
image_load v250, v[184:185], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D glc dlc lwe ; 04 61 00 f0 b8 fa 44 00
image_load_mip v[250:251], [v63, v4, v108], s[16:23] dmask:0xa dim:SQ_RSRC_IMG_2D lwe ; 05 0a 04 f0 3f fa 44 00 04 6c 96 30
image_load_pck v[250:251], [v138, v232, v86, v224], s[56:63] dmask:0xa dim:SQ_RSRC_IMG_2D_MSAA_ARRAY r128 ; 1d 8a 08 f0 8a fa 0e 00 e8 56 e0 24
image_load_pck_sgn v[0:2], v[1:4], s[56:63] dmask:0xe dim:SQ_RSRC_IMG_2D_MSAA_ARRAY slc ; 1c 1e 0c f0 01 00 0e 00
image_load_mip_pck v[5:7], v[85:87], s[64:71] dmask:0x7 dim:SQ_RSRC_IMG_1D_ARRAY ; 10 07 10 f0 55 05 10 00
image_load_mip_pck_sgn v[250:251], v[39:40], s[80:87] dmask:0x3 dim:SQ_RSRC_IMG_1D ; 00 03 14 f0 27 fa 14 00
image_store v250, v[41:43], s[72:79] dmask:0x2 dim:SQ_RSRC_IMG_CUBE ; 0c 02 18 f0 29 fa 12 00
image_store v[250:251], [v236, v143, v46], s[56:63] dmask:0x5 dim:SQ_RSRC_IMG_CUBE r128 ; 0d 85 18 f0 ec fa 0e 00 8f 2e 2b 41
image_store v250, v[134:136], s[72:79] dmask:0x4 dim:SQ_RSRC_IMG_CUBE unorm dlc ; 8c 24 18 f0 86 fa 12 00
image_store_mip v[239:240], v[33:35], s[40:47] dmask:0xa dim:SQ_RSRC_IMG_1D_ARRAY glc ; 10 4a 1c f0 21 ef 0a 00
image_store_pck v151, [v213, v9, v85, v147], s[56:63] dmask:0x4 dim:SQ_RSRC_IMG_2D_MSAA_ARRAY slc dlc ; 1d 34 20 f0 d5 97 0e 00 09 55 93 52
image_store_mip_pck v[172:174], [v103, v193, v226, v124], s[56:63] dmask:0x7 dim:SQ_RSRC_IMG_3D ; 09 07 24 f0 67 ac 0e 00 c1 e2 7c 5c
image_atomic_swap v0, v[194:195], s[64:71] dmask:0x1 dim:SQ_RSRC_IMG_1D_ARRAY slc dlc ; 10 31 28 f0 c2 00 10 00
image_atomic_swap v81, v[154:155], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D glc ; 04 41 28 f0 9a 51 02 00
image_atomic_swap v90, [v173, v71, v117], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_3D ; 09 01 28 f0 ad 5a 00 00 47 75 de 1c
image_atomic_cmpswap v[0:1], v103, s[32:39] dmask:0x3 dim:SQ_RSRC_IMG_1D slc r128 ; 00 93 2c f0 67 00 08 00
image_atomic_add v225, v167, s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_1D glc ; 00 41 30 f0 a7 e1 06 00
image_atomic_sub v78, [v227, v86, v119], s[72:79] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA glc slc ; 19 51 34 f0 e3 4e 12 00 56 77 7b 1a
image_atomic_smin v250, v224, s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_1D ; 00 01 38 f0 e0 fa 08 00
image_atomic_umin v81, v98, s[64:71] dmask:0x1 dim:SQ_RSRC_IMG_1D ; 00 01 3c f0 62 51 10 00
image_atomic_smax v250, v106, s[80:87] dmask:0x1 dim:SQ_RSRC_IMG_1D glc slc dlc ; 00 71 40 f0 6a fa 14 00
image_atomic_umax v94, v[52:53], s[88:95] dmask:0x1 dim:SQ_RSRC_IMG_2D ; 04 01 44 f0 34 5e 16 00
image_atomic_and v0, [v207, v183, v112], s[72:79] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY glc slc dlc ; 15 71 48 f0 cf 00 12 00 b7 70 5b 4b
image_atomic_or v243, v[202:203], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D ; 04 01 4c f0 ca f3 02 00
image_atomic_xor v7, [v200, v134], s[72:79] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY slc dlc a16 ; 15 31 51 f0 c8 07 12 00 86 de a4 19
image_atomic_inc v240, v[199:201], s[64:71] dmask:0x1 dim:SQ_RSRC_IMG_3D glc slc ; 08 51 54 f0 c7 f0 10 00
image_atomic_dec v63, v[147:148], s[40:47] dmask:0x1 dim:SQ_RSRC_IMG_1D_ARRAY ; 10 01 58 f0 93 3f 0a 00
image_get_resinfo v[165:167], v208, s[80:87] dmask:0xb dim:SQ_RSRC_IMG_2D_MSAA ; 18 0b 5c f0 d0 a5 14 00
image_msaa_load v[0:3], [v1, v107, v30, v24], s[72:79] dmask:0xd dim:SQ_RSRC_IMG_2D_MSAA_ARRAY ; 1d 0d 60 f0 01 00 12 00 6b 1e 18 61
image_bvh_intersect_ray v[0:3], v[122:132], s[56:59]         ; 80 8f 64 f0 7a 00 0e 00
image_bvh_intersect_ray v[53:56], [v58, v55, v[64:66], v[2:4], v[117:119]], s[80:83] ; 81 8f 64 f0 3a 35 14 00 37 40 02 75
image_bvh_intersect_ray v[94:97], v[47:57], s[0:3]           ; 80 8f 64 f0 2f 5e 00 00
image_bvh64_intersect_ray v[197:200], v[3:11], s[48:51] a16  ; 80 8f 69 f0 03 c5 0c 00
image_sample v[250:252], v[58:59], s[32:39], s[68:71] dmask:0xd dim:SQ_RSRC_IMG_1D_ARRAY glc slc dlc r128 ; 10 fd 6c f0 3a fa 08 44
image_sample  v[138:141], [v78, v191, v234], s[56:63], s[0:3] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY glc slc dlc ; 15 7f 6c f0 4e 8a 0e 00 bf ea d9 06
image_sample v[250:253], v[185:187], s[72:79], s[60:63] dmask:0xf dim:SQ_RSRC_IMG_3D ; 08 0f 6c f0 b9 fa 12 3c
image_sample_d v[0:2], v[130:132], s[80:87], s[40:43] dmask:0xb dim:SQ_RSRC_IMG_1D glc slc ; 00 5b 70 f0 82 00 14 28
image_sample_l v226, v[17:20], s[72:79], s[4:7] dmask:0x2 dim:SQ_RSRC_IMG_CUBE glc slc ; 0c 52 74 f0 11 e2 12 04
image_sample_b  v[250:252], [v221, v80, v199, v99], s[48:55], s[0:3] dmask:0xe dim:SQ_RSRC_IMG_2D_ARRAY dlc ; 15 2e 78 f0 dd fa 0c 00 50 c7 63 45
image_sample_lz v0, v19, s[72:79], s[8:11] dmask:0xa dim:SQ_RSRC_IMG_1D d16 ; 00 0a 7e f0 13 00 12 08
image_sample_c  v[0:3], [v46, v214, v136, v238], s[64:71], s[68:71] dmask:0xe dim:SQ_RSRC_IMG_3D tfe ; 09 0e 80 f0 2e 00 30 44 d6 88 ee 57
image_sample_c_d v[0:1], v[27:31], s[0:7], s[56:59] dmask:0x9 dim:SQ_RSRC_IMG_1D_ARRAY glc dlc r128 ; 10 e9 84 f0 1b 00 00 38
image_sample_c_l v[0:1], v[116:120], s[24:31], s[4:7] dmask:0xc dim:SQ_RSRC_IMG_2D_ARRAY unorm slc ; 94 1c 88 f0 74 00 06 04
image_sample_c_b v[183:184], v[93:95], s[40:47], s[32:35] dmask:0xc dim:SQ_RSRC_IMG_1D r128 ; 00 8c 8c f0 5d b7 0a 20
image_sample_c_lz  v[250:252], [v61, v79, v71, v205], s[0:7], s[28:31] dmask:0xb dim:SQ_RSRC_IMG_3D ; 09 0b 90 f0 3d fa 00 1c 4f 47 cd 3a
image_sample_o  v188, [v14, v14, v195, v205], s[64:71], s[44:47] dmask:0x2 dim:SQ_RSRC_IMG_2D_ARRAY d16 ; 15 02 96 f0 0e bc 10 2c 0e c3 cd 54
image_sample_d_o  v[186:187], [v142, v50, v140, v175, v[63:65]], s[40:47], s[64:67] dmask:0x6 dim:SQ_RSRC_IMG_2D glc slc dlc ; 05 76 98 f0 8e ba 0a 40 32 8c af 3f
image_sample_l_o  v250, [v9, v118, v45, v223, v4], s[88:95], s[84:87] dmask:0x2 dim:SQ_RSRC_IMG_3D ; 09 02 9c f0 09 fa 16 54 76 2d df 04
image_sample_b_o v[250:251], v[237:239], s[8:15], s[44:47] dmask:0x5 dim:SQ_RSRC_IMG_1D unorm ; 80 05 a0 f0 ed fa 02 2c
image_sample_lz_o v[53:54], v[134:136], s[88:95], s[36:39] dmask:0x3 dim:SQ_RSRC_IMG_2D ; 04 03 a4 f0 86 35 16 24
image_sample_c_o  v[0:1], [v53, v73, v170, v194], s[72:79], s[24:27] dmask:0x5 dim:SQ_RSRC_IMG_2D ; 05 05 a8 f0 35 00 12 18 49 aa c2 00
image_sample_c_d_o v[37:38], v[98:106], s[72:79], s[28:31] dmask:0x2 dim:SQ_RSRC_IMG_2D_ARRAY tfe ; 14 02 ac f0 62 25 32 1c
image_sample_c_l_o v[250:252], v[96:99], s[48:55], s[24:27] dmask:0x7 dim:SQ_RSRC_IMG_1D ; 00 07 b0 f0 60 fa 0c 18
image_sample_c_b_o  v[250:251], [v61, v66, v17, v17, v[104:105]], s[48:55], s[32:35] dmask:0x9 dim:SQ_RSRC_IMG_CUBE unorm ; 8d 09 b4 f0 3d fa 0c 20 42 11 11 68
image_sample_c_lz_o  v250, [v2, v245, v117, v41, v69], s[24:31], s[32:35] dmask:0x2 dim:SQ_RSRC_IMG_2D_ARRAY ; 15 02 b8 f0 02 fa 06 20 f5 75 29 45
image_gather4 v[31:32], v58, s[40:47], s[32:35] dmask:0x4 dim:SQ_RSRC_IMG_1D unorm slc dlc r128 d16 ; 80 b4 be f0 3a 1f 0a 20
image_gather4_l v[0:3], v[210:211], s[88:95], s[60:63] dmask:0x3 dim:SQ_RSRC_IMG_1D ; 00 03 c0 f0 d2 00 16 3c
image_gather4_b  v[250:251], [v4, v143, v88], s[80:87], s[44:47] dmask:0x3 dim:SQ_RSRC_IMG_CUBE a16 d16 ; 0d 03 c7 f0 04 fa 14 2c 8f 58 7d 6d
image_gather4_lz v[21:25], v[147:148], s[88:95], s[24:27] dmask:0x3 dim:SQ_RSRC_IMG_2D tfe ; 04 03 c8 f0 93 15 36 18
image_gather4_c  v[29:32], [v231, v197, v179], s[88:95], s[76:79] dmask:0xc dim:SQ_RSRC_IMG_2D ; 05 0c cc f0 e7 1d 16 4c c5 b3 c0 57
image_gather4_c_lz v[0:3], v[201:204], s[24:31], s[68:71] dmask:0xf dim:SQ_RSRC_IMG_CUBE dlc ; 0c 2f d0 f0 c9 00 06 44
image_gather4_o v[189:192], v[129:131], s[16:23], s[36:39] dmask:0xa dim:SQ_RSRC_IMG_1D_ARRAY ; 10 0a d4 f0 81 bd 04 24
image_gather4_lz_o v[53:56], v[238:241], s[80:87], s[64:67] dmask:0x6 dim:SQ_RSRC_IMG_3D slc dlc r128 ; 08 b6 d8 f0 ee 35 14 40
image_gather4_c_lz_o v[149:152], v[14:16], s[40:47], s[20:23] dmask:0x7 dim:SQ_RSRC_IMG_1D glc slc dlc a16 ; 00 77 dd f0 0e 95 0a 14
image_get_lod  v[202:204], [v184, v188], s[48:55], s[72:75] dmask:0xe dim:SQ_RSRC_IMG_2D ; 05 0e e0 f0 b8 ca 0c 48 bc 6e 47 43
image_sample_d_g16 v[250:251], v[77:80], s[48:55], s[60:63] dmask:0xa dim:SQ_RSRC_IMG_1D_ARRAY ; 10 0a e4 f0 4d fa 0c 3c
image_sample_c_d_g16 v[231:232], v[111:115], s[56:63], s[28:31] dmask:0xa dim:SQ_RSRC_IMG_1D_ARRAY ; 10 0a e8 f0 6f e7 0e 1c
image_sample_d_o_g16 v[0:3], v[117:121], s[88:95], s[68:71] dmask:0xb dim:SQ_RSRC_IMG_1D_ARRAY r128 tfe ; 10 8b ec f0 75 00 36 44
image_sample_c_d_o_g16  v[0:2], [v224, v55, v164, v228, v[114:118]], s[24:31], s[8:11] dmask:0xd dim:SQ_RSRC_IMG_3D lwe ; 09 0d f0 f0 e0 00 46 08 37 a4 e4 72
image_sample_cl v0, v[136:137], s[56:63], s[36:39] dmask:0x2 dim:SQ_RSRC_IMG_1D ; 00 02 00 f1 88 00 0e 24
image_sample_d_cl v[18:20], v[189:195], s[24:31], s[56:59] dmask:0xb dim:SQ_RSRC_IMG_2D unorm ; 84 0b 04 f1 bd 12 06 38
image_sample_b_cl  v165, [v219, v209, v252, v105, v90], s[0:7], s[44:47] dmask:0x2 dim:SQ_RSRC_IMG_2D_ARRAY d16 ; 15 02 0a f1 db a5 00 2c d1 fc 69 5a
image_sample_c_cl  v[250:252], [v33, v223, v95, v33], s[8:15], s[48:51] dmask:0xd dim:SQ_RSRC_IMG_2D dlc r128 ; 05 ad 0c f1 21 fa 02 30 df 5f 21 1d
image_sample_c_d_cl v55, v[39:43], s[80:87], s[80:83] dmask:0x1 dim:SQ_RSRC_IMG_1D slc ; 00 11 10 f1 27 37 14 50
image_sample_c_b_cl v[233:235], v[9:13], s[32:39], s[60:63] dmask:0x7 dim:SQ_RSRC_IMG_1D_ARRAY slc r128 ; 10 97 14 f1 09 e9 08 3c
image_sample_cl_o  v250, [v138, v205, v2, v38], s[8:15], s[28:31] dmask:0x4 dim:SQ_RSRC_IMG_2D ; 05 04 18 f1 8a fa 02 1c cd 02 26 23
image_sample_d_cl_o v250, v[232:240], s[64:71], s[84:87] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY lwe ; 14 01 1c f1 e8 fa 50 54
image_sample_b_cl_o v[113:114], v[194:199], s[8:15], s[20:23] dmask:0x5 dim:SQ_RSRC_IMG_CUBE ; 0c 05 20 f1 c2 71 02 14
image_sample_c_cl_o v[128:129], v[175:180], s[40:47], s[60:63] dmask:0x6 dim:SQ_RSRC_IMG_CUBE glc dlc r128 ; 0c e6 24 f1 af 80 0a 3c
image_sample_c_d_cl_o v199, v[229:235], s[88:95], s[0:3] dmask:0x2 dim:SQ_RSRC_IMG_1D_ARRAY d16 ; 10 02 2a f1 e5 c7 16 00
image_sample_c_b_cl_o v[250:251], v[21:26], s[32:39], s[44:47] dmask:0x9 dim:SQ_RSRC_IMG_1D_ARRAY glc slc ; 10 59 2c f1 15 fa 08 2c
image_sample_c_d_cl_g16 v[224:225], v[158:162], s[0:7], s[40:43] dmask:0x6 dim:SQ_RSRC_IMG_1D ; 00 06 50 f1 9e e0 00 28
image_sample_d_cl_o_g16  v0, [v154, v221, v131, v70, v[71:75]], s[24:31], s[36:39] dmask:0x8 dim:SQ_RSRC_IMG_3D unorm lwe ; 89 08 54 f1 9a 00 46 24 dd 83 46 47
image_sample_c_d_cl_o_g16 v157, v[18:24], s[16:23], s[48:51] dmask:0x2 dim:SQ_RSRC_IMG_2D r128 ; 04 82 58 f1 12 9d 04 30
image_sample_d_cl_g16 v[55:57], v[116:120], s[16:23], s[64:67] dmask:0x9 dim:SQ_RSRC_IMG_2D tfe ; 04 09 7c f1 74 37 24 40
image_gather4_cl  v[250:253], [v125, v57, v81, v161], s[80:87], s[52:55] dmask:0x2 dim:SQ_RSRC_IMG_3D ; 09 02 80 f1 7d fa 14 34 39 51 a1 06
image_gather4_b_cl  v[0:3], [v212, v147, v84, v39], s[80:87], s[24:27] dmask:0x1 dim:SQ_RSRC_IMG_2D lwe ; 05 01 84 f1 d4 00 54 18 93 54 27 0b
image_gather4_c_cl v[158:161], v[218:221], s[40:47], s[12:15] dmask:0x7 dim:SQ_RSRC_IMG_1D_ARRAY ; 10 07 88 f1 da 9e 0a 0c
image_gather4_c_l v[0:3], v[168:172], s[8:15], s[88:91] dmask:0xa dim:SQ_RSRC_IMG_3D glc dlc ; 08 6a 8c f1 a8 00 02 58
image_gather4_c_b  v[250:253], [v117, v137, v190, v213], s[32:39], s[20:23] dmask:0x4 dim:SQ_RSRC_IMG_2D glc dlc ; 05 64 90 f1 75 fa 08 14 89 be d5 03
image_gather4_c_b_cl v[23:26], v[77:81], s[24:31], s[72:75] dmask:0xd dim:SQ_RSRC_IMG_1D_ARRAY ; 10 0d 94 f1 4d 17 06 48
image_gather4h v[73:76], v[185:187], s[48:55], s[32:35] dmask:0x8 dim:SQ_RSRC_IMG_2D_ARRAY ; 14 08 40 f2 b9 49 0c 20

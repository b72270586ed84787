; MTBUF: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
tbuffer_load_format_x v4, off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 02
tbuffer_load_format_x v4, off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 68
tbuffer_load_format_x v4, off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 6a
tbuffer_load_format_x v4, off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 7e
tbuffer_load_format_x v4, off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 7c
tbuffer_load_format_x v4, off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 6c
tbuffer_load_format_x v4, off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 80
tbuffer_load_format_x v4, off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 c0
tbuffer_load_format_x v4, off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 c1
tbuffer_load_format_x v4, off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 d0
tbuffer_load_format_x v4, off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 f0
tbuffer_load_format_x v4, off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 f2
tbuffer_load_format_x v4, off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 f7
tbuffer_load_format_x v4, off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 f8
tbuffer_load_format_x v4, off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 fd
tbuffer_load_format_x v4, off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 eb
tbuffer_load_format_x v4, off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 00 00 e8 04 04 04 ff 78 56 34 12
tbuffer_load_format_x v164, v[77:78], s[20:23], -5 format:[BUF_FMT_16_SINT] idxen offen ; 00 00 60 e8 4d a4 c5 c5
tbuffer_load_format_x v23, v[51:52], s[84:87], s103 format:84 idxen offen ; 00 00 a0 ea 33 17 d5 67
tbuffer_load_format_x v0, v189, s[60:63], s25 format:98 offen ; 00 00 10 eb bd 00 4f 19
tbuffer_load_format_xy v[4:5], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 02
tbuffer_load_format_xy v[4:5], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 68
tbuffer_load_format_xy v[4:5], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 6a
tbuffer_load_format_xy v[4:5], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 7e
tbuffer_load_format_xy v[4:5], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 7c
tbuffer_load_format_xy v[4:5], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 6c
tbuffer_load_format_xy v[4:5], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 80
tbuffer_load_format_xy v[4:5], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 c0
tbuffer_load_format_xy v[4:5], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 c1
tbuffer_load_format_xy v[4:5], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 d0
tbuffer_load_format_xy v[4:5], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 f0
tbuffer_load_format_xy v[4:5], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 f2
tbuffer_load_format_xy v[4:5], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 f7
tbuffer_load_format_xy v[4:5], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 f8
tbuffer_load_format_xy v[4:5], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 fd
tbuffer_load_format_xy v[4:5], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 eb
tbuffer_load_format_xy v[4:5], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 80 00 e8 04 04 04 ff 78 56 34 12
tbuffer_load_format_xy v[250:251], v28, s[20:23], s65 format:[BUF_FMT_8_8_SSCALED] idxen offset:3025 glc dlc ; d1 eb 88 e8 1c fa 85 41
tbuffer_load_format_xy v[143:144], v[28:29], s[4:7], 56 format:109 idxen offen offset:2821 glc slc dlc ; 05 fb 68 eb 1c 8f c1 b8
tbuffer_load_format_xy v[179:180], v70, s[16:19], s75 format:125 offen ; 00 80 e8 eb 46 b3 44 4b
tbuffer_load_format_xyz v[4:6], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 02
tbuffer_load_format_xyz v[4:6], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 68
tbuffer_load_format_xyz v[4:6], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 6a
tbuffer_load_format_xyz v[4:6], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 7e
tbuffer_load_format_xyz v[4:6], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 7c
tbuffer_load_format_xyz v[4:6], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 6c
tbuffer_load_format_xyz v[4:6], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 80
tbuffer_load_format_xyz v[4:6], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 c0
tbuffer_load_format_xyz v[4:6], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 c1
tbuffer_load_format_xyz v[4:6], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 d0
tbuffer_load_format_xyz v[4:6], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 f0
tbuffer_load_format_xyz v[4:6], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 f2
tbuffer_load_format_xyz v[4:6], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 f7
tbuffer_load_format_xyz v[4:6], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 f8
tbuffer_load_format_xyz v[4:6], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 fd
tbuffer_load_format_xyz v[4:6], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 eb
tbuffer_load_format_xyz v[4:6], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 00 01 e8 04 04 04 ff 78 56 34 12
tbuffer_load_format_xyz v[0:2], v[213:214], s[92:95], exec_lo format:79 idxen offen offset:1913 glc ; 79 47 79 ea d5 00 d7 7e
tbuffer_load_format_xyz v[9:11], off, s[8:11], s4 format:[BUF_FMT_16_16_16_16_UNORM] ; 00 00 99 e9 00 09 02 04
tbuffer_load_format_xyz v[54:56], v165, s[68:71], 64 format:64 offen ; 00 00 01 ea a5 36 51 c0
tbuffer_load_format_xyzw v[4:7], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 02
tbuffer_load_format_xyzw v[4:7], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 68
tbuffer_load_format_xyzw v[4:7], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 6a
tbuffer_load_format_xyzw v[4:7], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 7e
tbuffer_load_format_xyzw v[4:7], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 7c
tbuffer_load_format_xyzw v[4:7], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 6c
tbuffer_load_format_xyzw v[4:7], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 80
tbuffer_load_format_xyzw v[4:7], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 c0
tbuffer_load_format_xyzw v[4:7], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 c1
tbuffer_load_format_xyzw v[4:7], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 d0
tbuffer_load_format_xyzw v[4:7], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 f0
tbuffer_load_format_xyzw v[4:7], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 f2
tbuffer_load_format_xyzw v[4:7], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 f7
tbuffer_load_format_xyzw v[4:7], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 f8
tbuffer_load_format_xyzw v[4:7], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 fd
tbuffer_load_format_xyzw v[4:7], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 eb
tbuffer_load_format_xyzw v[4:7], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 80 01 e8 04 04 04 ff 78 56 34 12
tbuffer_load_format_xyzw v[250:253], v[197:198], s[48:51], 24 format:106 idxen offen ; 00 80 51 eb c5 fa cc 98
tbuffer_load_format_xyzw v[0:3], v78, s[8:11], m0 format:[BUF_FMT_16_16_FLOAT] idxen offset:3739 ; 9b 8e e9 e8 4e 00 82 7d
tbuffer_load_format_xyzw v[0:3], off, s[60:63], ttmp12 format:92 offset:3063 glc slc ; f7 db e1 ea 00 00 0f 78
tbuffer_store_format_x v4, off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 02
tbuffer_store_format_x v4, off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 68
tbuffer_store_format_x v4, off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 6a
tbuffer_store_format_x v4, off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 7e
tbuffer_store_format_x v4, off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 7c
tbuffer_store_format_x v4, off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 6c
tbuffer_store_format_x v4, off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 80
tbuffer_store_format_x v4, off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 c0
tbuffer_store_format_x v4, off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 c1
tbuffer_store_format_x v4, off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 d0
tbuffer_store_format_x v4, off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 f0
tbuffer_store_format_x v4, off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 f2
tbuffer_store_format_x v4, off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 f7
tbuffer_store_format_x v4, off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 f8
tbuffer_store_format_x v4, off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 fd
tbuffer_store_format_x v4, off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 eb
tbuffer_store_format_x v4, off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 00 02 e8 04 04 04 ff 78 56 34 12
tbuffer_store_format_x v207, off, s[72:75], 24 format:67 offset:3044 slc dlc ; e4 3b 1a ea 00 cf 12 98
tbuffer_store_format_x v152, v[202:203], s[16:19], src_shared_base format:[BUF_FMT_16_16_16_16_USCALED] idxen offen ; 00 00 aa e9 ca 98 c4 eb
tbuffer_store_format_x v101, off, s[28:31], ttmp0 format:116 ; 00 00 a2 eb 00 65 07 6c
tbuffer_store_format_xy v[4:5], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 02
tbuffer_store_format_xy v[4:5], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 68
tbuffer_store_format_xy v[4:5], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 6a
tbuffer_store_format_xy v[4:5], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 7e
tbuffer_store_format_xy v[4:5], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 7c
tbuffer_store_format_xy v[4:5], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 6c
tbuffer_store_format_xy v[4:5], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 80
tbuffer_store_format_xy v[4:5], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 c0
tbuffer_store_format_xy v[4:5], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 c1
tbuffer_store_format_xy v[4:5], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 d0
tbuffer_store_format_xy v[4:5], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 f0
tbuffer_store_format_xy v[4:5], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 f2
tbuffer_store_format_xy v[4:5], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 f7
tbuffer_store_format_xy v[4:5], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 f8
tbuffer_store_format_xy v[4:5], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 fd
tbuffer_store_format_xy v[4:5], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 eb
tbuffer_store_format_xy v[4:5], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 80 02 e8 04 04 04 ff 78 56 34 12
tbuffer_store_format_xy v[250:251], v187, s[44:47], ttmp5 format:[BUF_FMT_32_32_32_SINT] idxen ; 00 80 da e9 bb fa 8b 71
tbuffer_store_format_xy v[240:241], v58, s[28:31], 6 format:[BUF_FMT_32_32_32_32_UINT] idxen offset:2592 slc dlc ; 20 ba ea e9 3a f0 87 86
tbuffer_store_format_xy v[0:1], off, s[44:47], s54 format:[BUF_FMT_8_SSCALED] ; 00 80 22 e8 00 00 0b 36
tbuffer_store_format_xyz v[4:6], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 02
tbuffer_store_format_xyz v[4:6], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 68
tbuffer_store_format_xyz v[4:6], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 6a
tbuffer_store_format_xyz v[4:6], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 7e
tbuffer_store_format_xyz v[4:6], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 7c
tbuffer_store_format_xyz v[4:6], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 6c
tbuffer_store_format_xyz v[4:6], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 80
tbuffer_store_format_xyz v[4:6], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 c0
tbuffer_store_format_xyz v[4:6], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 c1
tbuffer_store_format_xyz v[4:6], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 d0
tbuffer_store_format_xyz v[4:6], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 f0
tbuffer_store_format_xyz v[4:6], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 f2
tbuffer_store_format_xyz v[4:6], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 f7
tbuffer_store_format_xyz v[4:6], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 f8
tbuffer_store_format_xyz v[4:6], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 fd
tbuffer_store_format_xyz v[4:6], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 eb
tbuffer_store_format_xyz v[4:6], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 00 03 e8 04 04 04 ff 78 56 34 12
tbuffer_store_format_xyz v[53:55], v[24:25], s[56:59], exec_lo format:[BUF_FMT_2_10_10_10_SSCALED] idxen offen offset:1947 slc dlc ; 9b 37 3b e9 18 35 ce 7e
tbuffer_store_format_xyz v[130:132], off, s[52:55], src_private_limit format:71 offset:3273 dlc ; c9 2c 3b ea 00 82 0d ee
tbuffer_store_format_xyz v[0:2], v126, s[0:3], s75 idxen     ; 00 00 0b e8 7e 00 80 4b
tbuffer_store_format_xyzw v[4:7], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 02
tbuffer_store_format_xyzw v[4:7], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 68
tbuffer_store_format_xyzw v[4:7], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 6a
tbuffer_store_format_xyzw v[4:7], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 7e
tbuffer_store_format_xyzw v[4:7], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 7c
tbuffer_store_format_xyzw v[4:7], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 6c
tbuffer_store_format_xyzw v[4:7], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 80
tbuffer_store_format_xyzw v[4:7], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 c0
tbuffer_store_format_xyzw v[4:7], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 c1
tbuffer_store_format_xyzw v[4:7], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 d0
tbuffer_store_format_xyzw v[4:7], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 f0
tbuffer_store_format_xyzw v[4:7], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 f2
tbuffer_store_format_xyzw v[4:7], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 f7
tbuffer_store_format_xyzw v[4:7], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 f8
tbuffer_store_format_xyzw v[4:7], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 fd
tbuffer_store_format_xyzw v[4:7], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 eb
tbuffer_store_format_xyzw v[4:7], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 80 03 e8 04 04 04 ff 78 56 34 12
tbuffer_store_format_xyzw v[250:253], v[150:151], s[68:71], 43 format:[BUF_FMT_8_8_SSCALED] idxen offen offset:3901 ; 3d 8f 8b e8 96 fa d1 ab
tbuffer_store_format_xyzw v[250:253], v[207:208], s[36:39], ttmp1 format:88 idxen offen ; 00 80 c3 ea cf fa c9 6d
tbuffer_store_format_xyzw v[16:19], v[221:222], s[36:39], s95 format:76 idxen offen ; 00 80 63 ea dd 10 c9 5f
tbuffer_load_d16_format_x v4, off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 02
tbuffer_load_d16_format_x v4, off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 68
tbuffer_load_d16_format_x v4, off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 6a
tbuffer_load_d16_format_x v4, off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 7e
tbuffer_load_d16_format_x v4, off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 7c
tbuffer_load_d16_format_x v4, off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 6c
tbuffer_load_d16_format_x v4, off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 80
tbuffer_load_d16_format_x v4, off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 c0
tbuffer_load_d16_format_x v4, off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 c1
tbuffer_load_d16_format_x v4, off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 d0
tbuffer_load_d16_format_x v4, off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 f0
tbuffer_load_d16_format_x v4, off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 f2
tbuffer_load_d16_format_x v4, off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 f7
tbuffer_load_d16_format_x v4, off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 f8
tbuffer_load_d16_format_x v4, off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 fd
tbuffer_load_d16_format_x v4, off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 eb
tbuffer_load_d16_format_x v4, off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 00 04 e8 04 04 04 ff 78 56 34 12
tbuffer_load_d16_format_x v106, off, s[32:35], s35 format:127 ; 00 00 fc eb 00 6a 08 23
tbuffer_load_d16_format_x v2, v158, s[76:79], 51 format:[BUF_FMT_16_SINT] idxen ; 00 00 64 e8 9e 02 93 b3
tbuffer_load_d16_format_x v196, v67, s[44:47], 33 format:111 idxen ; 00 00 7c eb 43 c4 8b a1
tbuffer_load_d16_format_xy v4, off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 02
tbuffer_load_d16_format_xy v4, off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 68
tbuffer_load_d16_format_xy v4, off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 6a
tbuffer_load_d16_format_xy v4, off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 7e
tbuffer_load_d16_format_xy v4, off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 7c
tbuffer_load_d16_format_xy v4, off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 6c
tbuffer_load_d16_format_xy v4, off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 80
tbuffer_load_d16_format_xy v4, off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 c0
tbuffer_load_d16_format_xy v4, off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 c1
tbuffer_load_d16_format_xy v4, off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 d0
tbuffer_load_d16_format_xy v4, off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 f0
tbuffer_load_d16_format_xy v4, off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 f2
tbuffer_load_d16_format_xy v4, off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 f7
tbuffer_load_d16_format_xy v4, off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 f8
tbuffer_load_d16_format_xy v4, off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 fd
tbuffer_load_d16_format_xy v4, off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 eb
tbuffer_load_d16_format_xy v4, off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 80 04 e8 04 04 04 ff 78 56 34 12
tbuffer_load_d16_format_xy v27, v178, s[16:19], 55 format:72 offen ; 00 80 44 ea b2 1b 44 b7
tbuffer_load_d16_format_xy v250, v[41:42], s[28:31], s41 format:[BUF_FMT_16_16_SINT] idxen offen ; 00 80 e4 e8 29 fa c7 29
tbuffer_load_d16_format_xy v250, v70, s[4:7], 9 format:[BUF_FMT_INVALID] idxen ; 00 80 04 e8 46 fa 81 89
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 02
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 68
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 6a
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 7e
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 7c
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 6c
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 80
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 c0
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 c1
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 d0
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 f0
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 f2
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 f7
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 f8
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 fd
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 eb
tbuffer_load_d16_format_xyz v[4:5], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 00 05 e8 04 04 04 ff 78 56 34 12
tbuffer_load_d16_format_xyz v[250:251], v64, s[12:15], 32 format:85 idxen ; 00 00 ad ea 40 fa 83 a0
tbuffer_load_d16_format_xyz v[0:1], off, s[88:91], src_private_limit format:[BUF_FMT_11_11_10_FLOAT] offset:163 ; a3 00 fd e8 00 00 16 ee
tbuffer_load_d16_format_xyz v[87:88], v[223:224], s[60:63], ttmp5 format:[BUF_FMT_8_SINT] idxen offen offset:3622 glc slc dlc ; 26 7e 35 e8 df 57 cf 71
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 02
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 68
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 6a
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 7e
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 7c
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 6c
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 80
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 c0
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 c1
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 d0
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 f0
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 f2
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 f7
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 f8
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 fd
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 eb
tbuffer_load_d16_format_xyzw v[4:5], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 80 05 e8 04 04 04 ff 78 56 34 12
tbuffer_load_d16_format_xyzw v[250:251], v27, s[36:39], s36 format:115 idxen offset:1503 glc ; df c5 9d eb 1b fa 89 24
tbuffer_load_d16_format_xyzw v[188:189], v189, s[92:95], ttmp5 format:74 offen ; 00 80 55 ea bd bc 57 71
tbuffer_load_d16_format_xyzw v[0:1], v[152:153], s[28:31], s67 format:[BUF_FMT_16_SINT] idxen offen ; 00 80 65 e8 98 00 c7 43
tbuffer_store_d16_format_x v250, v[68:69], s[12:15], src_shared_base format:77 idxen offen offset:2685 dlc ; 7d 2a 6e ea 44 fa c3 eb
tbuffer_store_d16_format_xy v4, off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 02
tbuffer_store_d16_format_xy v4, off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 68
tbuffer_store_d16_format_xy v4, off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 6a
tbuffer_store_d16_format_xy v4, off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 7e
tbuffer_store_d16_format_xy v4, off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 7c
tbuffer_store_d16_format_xy v4, off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 6c
tbuffer_store_d16_format_xy v4, off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 80
tbuffer_store_d16_format_xy v4, off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 c0
tbuffer_store_d16_format_xy v4, off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 c1
tbuffer_store_d16_format_xy v4, off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 d0
tbuffer_store_d16_format_xy v4, off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 f0
tbuffer_store_d16_format_xy v4, off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 f2
tbuffer_store_d16_format_xy v4, off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 f7
tbuffer_store_d16_format_xy v4, off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 f8
tbuffer_store_d16_format_xy v4, off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 fd
tbuffer_store_d16_format_xy v4, off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 eb
tbuffer_store_d16_format_xy v4, off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 80 06 e8 04 04 04 ff 78 56 34 12
tbuffer_store_d16_format_xy v250, v[187:188], s[84:87], s26 format:64 idxen offen offset:3343 slc dlc ; 0f bd 06 ea bb fa d5 1a
tbuffer_store_d16_format_xy v37, v[135:136], s[24:27], s76 idxen offen offset:532 glc slc dlc ; 14 f2 0e e8 87 25 c6 4c
tbuffer_store_d16_format_xy v4, v222, s[20:23], src_private_base format:[BUF_FMT_8_8_8_8_SINT] offen ; 00 80 7e e9 de 04 45 ed
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 02
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 68
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 6a
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 7e
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 7c
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 6c
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 80
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 c0
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 c1
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 d0
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 f0
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 f2
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 f7
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 f8
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 fd
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 eb
tbuffer_store_d16_format_xyz v[4:5], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 00 07 e8 04 04 04 ff 78 56 34 12
tbuffer_store_d16_format_xyz v[250:251], off, s[28:31], s41 format:[BUF_FMT_16_16_16_16_SSCALED] ; 00 00 b7 e9 00 fa 07 29
tbuffer_store_d16_format_xyz v[250:251], off, s[68:71], s1 format:[BUF_FMT_8_8_USCALED] ; 00 00 87 e8 00 fa 11 01
tbuffer_store_d16_format_xyz v[0:1], off, s[32:35], vcc_hi format:[BUF_FMT_8_USCALED] offset:2591 slc dlc ; 1f 3a 1f e8 00 00 08 6b
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], s2 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 02
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], s104 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 68
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], vcc_lo format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 6a
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], exec_lo format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 7e
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], null format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 7c
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], ttmp0 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 6c
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], 0 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 80
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], 64 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 c0
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], -1 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 c1
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], -16 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 d0
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], 0.5 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 f0
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], 1.0 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 f2
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], -4.0 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 f7
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], 0.15915494 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 f8
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], src_scc format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 fd
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], src_shared_base format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 eb
tbuffer_store_d16_format_xyzw v[4:5], off, s[16:19], 0x12345678 format:[BUF_FMT_INVALID] ; 00 80 07 e8 04 04 04 ff 78 56 34 12
tbuffer_store_d16_format_xyzw v[200:201], off, s[60:63], s79 format:113 offset:1139 ; 73 84 8f eb 00 c8 0f 4f
tbuffer_store_d16_format_xyzw v[250:251], v128, s[4:7], s41 format:118 idxen ; 00 80 b7 eb 80 fa 81 29
tbuffer_store_d16_format_xyzw v[48:49], off, s[92:95], src_private_base format:[BUF_FMT_2_10_10_10_SNORM] offset:3993 slc dlc ; 99 bf 2f e9 00 30 17 ed

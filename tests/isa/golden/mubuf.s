; MUBUF: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
buffer_load_format_x v4, off, s[16:19], s2                   ; 00 00 00 e0 04 04 04 02
buffer_load_format_x v4, off, s[16:19], s104                 ; 00 00 00 e0 04 04 04 68
buffer_load_format_x v4, off, s[16:19], vcc_lo               ; 00 00 00 e0 04 04 04 6a
buffer_load_format_x v4, off, s[16:19], exec_lo              ; 00 00 00 e0 04 04 04 7e
buffer_load_format_x v4, off, s[16:19], null                 ; 00 00 00 e0 04 04 04 7c
buffer_load_format_x v4, off, s[16:19], ttmp0                ; 00 00 00 e0 04 04 04 6c
buffer_load_format_x v4, off, s[16:19], 0                    ; 00 00 00 e0 04 04 04 80
buffer_load_format_x v4, off, s[16:19], 64                   ; 00 00 00 e0 04 04 04 c0
buffer_load_format_x v4, off, s[16:19], -1                   ; 00 00 00 e0 04 04 04 c1
buffer_load_format_x v4, off, s[16:19], -16                  ; 00 00 00 e0 04 04 04 d0
buffer_load_format_x v4, off, s[16:19], 0.5                  ; 00 00 00 e0 04 04 04 f0
buffer_load_format_x v4, off, s[16:19], 1.0                  ; 00 00 00 e0 04 04 04 f2
buffer_load_format_x v4, off, s[16:19], -4.0                 ; 00 00 00 e0 04 04 04 f7
buffer_load_format_x v4, off, s[16:19], 0.15915494           ; 00 00 00 e0 04 04 04 f8
buffer_load_format_x v4, off, s[16:19], src_scc              ; 00 00 00 e0 04 04 04 fd
buffer_load_format_x v4, off, s[16:19], src_shared_base      ; 00 00 00 e0 04 04 04 eb
buffer_load_format_x v4, off, s[16:19], 0x12345678           ; 00 00 00 e0 04 04 04 ff 78 56 34 12
buffer_load_format_x v0, off, s[76:79], 13                   ; 00 00 00 e0 00 00 13 8d
buffer_load_format_x v224, v[105:106], s[92:95], s51 idxen offen offset:2034 dlc ; f2 27 00 e0 69 e0 d7 33
buffer_load_format_x v0, v70, s[76:79], 4.0 offen offset:3821 slc dlc ; ed 3e 00 e0 46 00 53 f6
buffer_load_format_xy v[4:5], off, s[16:19], s2              ; 00 00 04 e0 04 04 04 02
buffer_load_format_xy v[4:5], off, s[16:19], s104            ; 00 00 04 e0 04 04 04 68
buffer_load_format_xy v[4:5], off, s[16:19], vcc_lo          ; 00 00 04 e0 04 04 04 6a
buffer_load_format_xy v[4:5], off, s[16:19], exec_lo         ; 00 00 04 e0 04 04 04 7e
buffer_load_format_xy v[4:5], off, s[16:19], null            ; 00 00 04 e0 04 04 04 7c
buffer_load_format_xy v[4:5], off, s[16:19], ttmp0           ; 00 00 04 e0 04 04 04 6c
buffer_load_format_xy v[4:5], off, s[16:19], 0               ; 00 00 04 e0 04 04 04 80
buffer_load_format_xy v[4:5], off, s[16:19], 64              ; 00 00 04 e0 04 04 04 c0
buffer_load_format_xy v[4:5], off, s[16:19], -1              ; 00 00 04 e0 04 04 04 c1
buffer_load_format_xy v[4:5], off, s[16:19], -16             ; 00 00 04 e0 04 04 04 d0
buffer_load_format_xy v[4:5], off, s[16:19], 0.5             ; 00 00 04 e0 04 04 04 f0
buffer_load_format_xy v[4:5], off, s[16:19], 1.0             ; 00 00 04 e0 04 04 04 f2
buffer_load_format_xy v[4:5], off, s[16:19], -4.0            ; 00 00 04 e0 04 04 04 f7
buffer_load_format_xy v[4:5], off, s[16:19], 0.15915494      ; 00 00 04 e0 04 04 04 f8
buffer_load_format_xy v[4:5], off, s[16:19], src_scc         ; 00 00 04 e0 04 04 04 fd
buffer_load_format_xy v[4:5], off, s[16:19], src_shared_base ; 00 00 04 e0 04 04 04 eb
buffer_load_format_xy v[4:5], off, s[16:19], 0x12345678      ; 00 00 04 e0 04 04 04 ff 78 56 34 12
buffer_load_format_xy v[121:122], off, s[36:39], -4.0 offset:3830 glc slc dlc ; f6 7e 04 e0 00 79 09 f7
buffer_load_format_xy v[215:216], v60, s[16:19], 27 offen offset:91 glc slc ; 5b 50 04 e0 3c d7 44 9b
buffer_load_format_xy v[22:23], v[21:22], s[0:3], -2 idxen offen offset:1627 glc slc ; 5b 56 04 e0 15 16 c0 c2
buffer_load_format_xyz v[4:6], off, s[16:19], s2             ; 00 00 08 e0 04 04 04 02
buffer_load_format_xyz v[4:6], off, s[16:19], s104           ; 00 00 08 e0 04 04 04 68
buffer_load_format_xyz v[4:6], off, s[16:19], vcc_lo         ; 00 00 08 e0 04 04 04 6a
buffer_load_format_xyz v[4:6], off, s[16:19], exec_lo        ; 00 00 08 e0 04 04 04 7e
buffer_load_format_xyz v[4:6], off, s[16:19], null           ; 00 00 08 e0 04 04 04 7c
buffer_load_format_xyz v[4:6], off, s[16:19], ttmp0          ; 00 00 08 e0 04 04 04 6c
buffer_load_format_xyz v[4:6], off, s[16:19], 0              ; 00 00 08 e0 04 04 04 80
buffer_load_format_xyz v[4:6], off, s[16:19], 64             ; 00 00 08 e0 04 04 04 c0
buffer_load_format_xyz v[4:6], off, s[16:19], -1             ; 00 00 08 e0 04 04 04 c1
buffer_load_format_xyz v[4:6], off, s[16:19], -16            ; 00 00 08 e0 04 04 04 d0
buffer_load_format_xyz v[4:6], off, s[16:19], 0.5            ; 00 00 08 e0 04 04 04 f0
buffer_load_format_xyz v[4:6], off, s[16:19], 1.0            ; 00 00 08 e0 04 04 04 f2
buffer_load_format_xyz v[4:6], off, s[16:19], -4.0           ; 00 00 08 e0 04 04 04 f7
buffer_load_format_xyz v[4:6], off, s[16:19], 0.15915494     ; 00 00 08 e0 04 04 04 f8
buffer_load_format_xyz v[4:6], off, s[16:19], src_scc        ; 00 00 08 e0 04 04 04 fd
buffer_load_format_xyz v[4:6], off, s[16:19], src_shared_base ; 00 00 08 e0 04 04 04 eb
buffer_load_format_xyz v[4:6], off, s[16:19], 0x12345678     ; 00 00 08 e0 04 04 04 ff 78 56 34 12
buffer_load_format_xyz v[0:2], v12, s[12:15], s65 offen offset:1193 slc dlc ; a9 34 08 e0 0c 00 43 41
buffer_load_format_xyz v[126:128], off, s[24:27], exec_lo offset:3205 glc slc ; 85 5c 08 e0 00 7e 06 7e
buffer_load_format_xyz v[31:33], v[225:226], s[20:23], s104 idxen offen offset:1744 ; d0 06 08 e0 e1 1f c5 68
buffer_load_format_xyzw v[4:7], off, s[16:19], s2            ; 00 00 0c e0 04 04 04 02
buffer_load_format_xyzw v[4:7], off, s[16:19], s104          ; 00 00 0c e0 04 04 04 68
buffer_load_format_xyzw v[4:7], off, s[16:19], vcc_lo        ; 00 00 0c e0 04 04 04 6a
buffer_load_format_xyzw v[4:7], off, s[16:19], exec_lo       ; 00 00 0c e0 04 04 04 7e
buffer_load_format_xyzw v[4:7], off, s[16:19], null          ; 00 00 0c e0 04 04 04 7c
buffer_load_format_xyzw v[4:7], off, s[16:19], ttmp0         ; 00 00 0c e0 04 04 04 6c
buffer_load_format_xyzw v[4:7], off, s[16:19], 0             ; 00 00 0c e0 04 04 04 80
buffer_load_format_xyzw v[4:7], off, s[16:19], 64            ; 00 00 0c e0 04 04 04 c0
buffer_load_format_xyzw v[4:7], off, s[16:19], -1            ; 00 00 0c e0 04 04 04 c1
buffer_load_format_xyzw v[4:7], off, s[16:19], -16           ; 00 00 0c e0 04 04 04 d0
buffer_load_format_xyzw v[4:7], off, s[16:19], 0.5           ; 00 00 0c e0 04 04 04 f0
buffer_load_format_xyzw v[4:7], off, s[16:19], 1.0           ; 00 00 0c e0 04 04 04 f2
buffer_load_format_xyzw v[4:7], off, s[16:19], -4.0          ; 00 00 0c e0 04 04 04 f7
buffer_load_format_xyzw v[4:7], off, s[16:19], 0.15915494    ; 00 00 0c e0 04 04 04 f8
buffer_load_format_xyzw v[4:7], off, s[16:19], src_scc       ; 00 00 0c e0 04 04 04 fd
buffer_load_format_xyzw v[4:7], off, s[16:19], src_shared_base ; 00 00 0c e0 04 04 04 eb
buffer_load_format_xyzw v[4:7], off, s[16:19], 0x12345678    ; 00 00 0c e0 04 04 04 ff 78 56 34 12
buffer_load_format_xyzw v[250:254], v130, s[0:3], src_private_base idxen tfe ; 00 00 0c e0 82 fa a0 ed
buffer_load_format_xyzw v[250:253], v225, s[80:83], -9 idxen offset:1351 glc slc dlc ; 47 75 0c e0 e1 fa 94 c9
buffer_load_format_xyzw v[172:176], v[118:119], s[16:19], ttmp13 idxen offen tfe ; 00 00 0c e0 76 ac e4 79
buffer_store_format_x v4, off, s[16:19], s2                  ; 00 00 10 e0 04 04 04 02
buffer_store_format_x v4, off, s[16:19], s104                ; 00 00 10 e0 04 04 04 68
buffer_store_format_x v4, off, s[16:19], vcc_lo              ; 00 00 10 e0 04 04 04 6a
buffer_store_format_x v4, off, s[16:19], exec_lo             ; 00 00 10 e0 04 04 04 7e
buffer_store_format_x v4, off, s[16:19], null                ; 00 00 10 e0 04 04 04 7c
buffer_store_format_x v4, off, s[16:19], ttmp0               ; 00 00 10 e0 04 04 04 6c
buffer_store_format_x v4, off, s[16:19], 0                   ; 00 00 10 e0 04 04 04 80
buffer_store_format_x v4, off, s[16:19], 64                  ; 00 00 10 e0 04 04 04 c0
buffer_store_format_x v4, off, s[16:19], -1                  ; 00 00 10 e0 04 04 04 c1
buffer_store_format_x v4, off, s[16:19], -16                 ; 00 00 10 e0 04 04 04 d0
buffer_store_format_x v4, off, s[16:19], 0.5                 ; 00 00 10 e0 04 04 04 f0
buffer_store_format_x v4, off, s[16:19], 1.0                 ; 00 00 10 e0 04 04 04 f2
buffer_store_format_x v4, off, s[16:19], -4.0                ; 00 00 10 e0 04 04 04 f7
buffer_store_format_x v4, off, s[16:19], 0.15915494          ; 00 00 10 e0 04 04 04 f8
buffer_store_format_x v4, off, s[16:19], src_scc             ; 00 00 10 e0 04 04 04 fd
buffer_store_format_x v4, off, s[16:19], src_shared_base     ; 00 00 10 e0 04 04 04 eb
buffer_store_format_x v4, off, s[16:19], 0x12345678          ; 00 00 10 e0 04 04 04 ff 78 56 34 12
buffer_store_format_x v0, v[105:106], s[40:43], s3 idxen offen ; 00 00 10 e0 69 00 ca 03
buffer_store_format_x v0, v[126:127], s[76:79], s29 idxen offen offset:1945 glc slc dlc ; 99 77 10 e0 7e 00 d3 1d
buffer_store_format_x v74, v185, s[4:7], s105 idxen          ; 00 00 10 e0 b9 4a 81 69
buffer_store_format_xy v[4:5], off, s[16:19], s2             ; 00 00 14 e0 04 04 04 02
buffer_store_format_xy v[4:5], off, s[16:19], s104           ; 00 00 14 e0 04 04 04 68
buffer_store_format_xy v[4:5], off, s[16:19], vcc_lo         ; 00 00 14 e0 04 04 04 6a
buffer_store_format_xy v[4:5], off, s[16:19], exec_lo        ; 00 00 14 e0 04 04 04 7e
buffer_store_format_xy v[4:5], off, s[16:19], null           ; 00 00 14 e0 04 04 04 7c
buffer_store_format_xy v[4:5], off, s[16:19], ttmp0          ; 00 00 14 e0 04 04 04 6c
buffer_store_format_xy v[4:5], off, s[16:19], 0              ; 00 00 14 e0 04 04 04 80
buffer_store_format_xy v[4:5], off, s[16:19], 64             ; 00 00 14 e0 04 04 04 c0
buffer_store_format_xy v[4:5], off, s[16:19], -1             ; 00 00 14 e0 04 04 04 c1
buffer_store_format_xy v[4:5], off, s[16:19], -16            ; 00 00 14 e0 04 04 04 d0
buffer_store_format_xy v[4:5], off, s[16:19], 0.5            ; 00 00 14 e0 04 04 04 f0
buffer_store_format_xy v[4:5], off, s[16:19], 1.0            ; 00 00 14 e0 04 04 04 f2
buffer_store_format_xy v[4:5], off, s[16:19], -4.0           ; 00 00 14 e0 04 04 04 f7
buffer_store_format_xy v[4:5], off, s[16:19], 0.15915494     ; 00 00 14 e0 04 04 04 f8
buffer_store_format_xy v[4:5], off, s[16:19], src_scc        ; 00 00 14 e0 04 04 04 fd
buffer_store_format_xy v[4:5], off, s[16:19], src_shared_base ; 00 00 14 e0 04 04 04 eb
buffer_store_format_xy v[4:5], off, s[16:19], 0x12345678     ; 00 00 14 e0 04 04 04 ff 78 56 34 12
buffer_store_format_xy v[250:251], v205, s[76:79], s33 offen ; 00 00 14 e0 cd fa 53 21
buffer_store_format_xy v[218:219], v[159:160], s[12:15], ttmp10 idxen offen offset:2600 slc ; 28 1a 14 e0 9f da c3 76
buffer_store_format_xy v[0:1], v[161:162], s[32:35], -4.0 idxen offen offset:2284 slc dlc ; ec 38 14 e0 a1 00 c8 f7
buffer_store_format_xyz v[4:6], off, s[16:19], s2            ; 00 00 18 e0 04 04 04 02
buffer_store_format_xyz v[4:6], off, s[16:19], s104          ; 00 00 18 e0 04 04 04 68
buffer_store_format_xyz v[4:6], off, s[16:19], vcc_lo        ; 00 00 18 e0 04 04 04 6a
buffer_store_format_xyz v[4:6], off, s[16:19], exec_lo       ; 00 00 18 e0 04 04 04 7e
buffer_store_format_xyz v[4:6], off, s[16:19], null          ; 00 00 18 e0 04 04 04 7c
buffer_store_format_xyz v[4:6], off, s[16:19], ttmp0         ; 00 00 18 e0 04 04 04 6c
buffer_store_format_xyz v[4:6], off, s[16:19], 0             ; 00 00 18 e0 04 04 04 80
buffer_store_format_xyz v[4:6], off, s[16:19], 64            ; 00 00 18 e0 04 04 04 c0
buffer_store_format_xyz v[4:6], off, s[16:19], -1            ; 00 00 18 e0 04 04 04 c1
buffer_store_format_xyz v[4:6], off, s[16:19], -16           ; 00 00 18 e0 04 04 04 d0
buffer_store_format_xyz v[4:6], off, s[16:19], 0.5           ; 00 00 18 e0 04 04 04 f0
buffer_store_format_xyz v[4:6], off, s[16:19], 1.0           ; 00 00 18 e0 04 04 04 f2
buffer_store_format_xyz v[4:6], off, s[16:19], -4.0          ; 00 00 18 e0 04 04 04 f7
buffer_store_format_xyz v[4:6], off, s[16:19], 0.15915494    ; 00 00 18 e0 04 04 04 f8
buffer_store_format_xyz v[4:6], off, s[16:19], src_scc       ; 00 00 18 e0 04 04 04 fd
buffer_store_format_xyz v[4:6], off, s[16:19], src_shared_base ; 00 00 18 e0 04 04 04 eb
buffer_store_format_xyz v[4:6], off, s[16:19], 0x12345678    ; 00 00 18 e0 04 04 04 ff 78 56 34 12
buffer_store_format_xyz v[250:252], v191, s[8:11], exec_lo offen ; 00 00 18 e0 bf fa 42 7e
buffer_store_format_xyz v[168:170], v145, s[12:15], 0.15915494 offen ; 00 00 18 e0 91 a8 43 f8
buffer_store_format_xyz v[182:184], v229, s[40:43], src_private_limit offen ; 00 00 18 e0 e5 b6 4a ee
buffer_store_format_xyzw v[4:7], off, s[16:19], s2           ; 00 00 1c e0 04 04 04 02
buffer_store_format_xyzw v[4:7], off, s[16:19], s104         ; 00 00 1c e0 04 04 04 68
buffer_store_format_xyzw v[4:7], off, s[16:19], vcc_lo       ; 00 00 1c e0 04 04 04 6a
buffer_store_format_xyzw v[4:7], off, s[16:19], exec_lo      ; 00 00 1c e0 04 04 04 7e
buffer_store_format_xyzw v[4:7], off, s[16:19], null         ; 00 00 1c e0 04 04 04 7c
buffer_store_format_xyzw v[4:7], off, s[16:19], ttmp0        ; 00 00 1c e0 04 04 04 6c
buffer_store_format_xyzw v[4:7], off, s[16:19], 0            ; 00 00 1c e0 04 04 04 80
buffer_store_format_xyzw v[4:7], off, s[16:19], 64           ; 00 00 1c e0 04 04 04 c0
buffer_store_format_xyzw v[4:7], off, s[16:19], -1           ; 00 00 1c e0 04 04 04 c1
buffer_store_format_xyzw v[4:7], off, s[16:19], -16          ; 00 00 1c e0 04 04 04 d0
buffer_store_format_xyzw v[4:7], off, s[16:19], 0.5          ; 00 00 1c e0 04 04 04 f0
buffer_store_format_xyzw v[4:7], off, s[16:19], 1.0          ; 00 00 1c e0 04 04 04 f2
buffer_store_format_xyzw v[4:7], off, s[16:19], -4.0         ; 00 00 1c e0 04 04 04 f7
buffer_store_format_xyzw v[4:7], off, s[16:19], 0.15915494   ; 00 00 1c e0 04 04 04 f8
buffer_store_format_xyzw v[4:7], off, s[16:19], src_scc      ; 00 00 1c e0 04 04 04 fd
buffer_store_format_xyzw v[4:7], off, s[16:19], src_shared_base ; 00 00 1c e0 04 04 04 eb
buffer_store_format_xyzw v[4:7], off, s[16:19], 0x12345678   ; 00 00 1c e0 04 04 04 ff 78 56 34 12
buffer_store_format_xyzw v[174:177], off, s[64:67], 2.0 offset:3919 ; 4f 0f 1c e0 00 ae 10 f4
buffer_store_format_xyzw v[69:72], off, s[56:59], s42        ; 00 00 1c e0 00 45 0e 2a
buffer_store_format_xyzw v[82:85], v125, s[56:59], src_shared_base idxen ; 00 00 1c e0 7d 52 8e eb
buffer_load_d16_format_x v4, off, s[16:19], s2               ; 00 00 20 e0 04 04 04 02
buffer_load_d16_format_x v4, off, s[16:19], s104             ; 00 00 20 e0 04 04 04 68
buffer_load_d16_format_x v4, off, s[16:19], vcc_lo           ; 00 00 20 e0 04 04 04 6a
buffer_load_d16_format_x v4, off, s[16:19], exec_lo          ; 00 00 20 e0 04 04 04 7e
buffer_load_d16_format_x v4, off, s[16:19], null             ; 00 00 20 e0 04 04 04 7c
buffer_load_d16_format_x v4, off, s[16:19], ttmp0            ; 00 00 20 e0 04 04 04 6c
buffer_load_d16_format_x v4, off, s[16:19], 0                ; 00 00 20 e0 04 04 04 80
buffer_load_d16_format_x v4, off, s[16:19], 64               ; 00 00 20 e0 04 04 04 c0
buffer_load_d16_format_x v4, off, s[16:19], -1               ; 00 00 20 e0 04 04 04 c1
buffer_load_d16_format_x v4, off, s[16:19], -16              ; 00 00 20 e0 04 04 04 d0
buffer_load_d16_format_x v4, off, s[16:19], 0.5              ; 00 00 20 e0 04 04 04 f0
buffer_load_d16_format_x v4, off, s[16:19], 1.0              ; 00 00 20 e0 04 04 04 f2
buffer_load_d16_format_x v4, off, s[16:19], -4.0             ; 00 00 20 e0 04 04 04 f7
buffer_load_d16_format_x v4, off, s[16:19], 0.15915494       ; 00 00 20 e0 04 04 04 f8
buffer_load_d16_format_x v4, off, s[16:19], src_scc          ; 00 00 20 e0 04 04 04 fd
buffer_load_d16_format_x v4, off, s[16:19], src_shared_base  ; 00 00 20 e0 04 04 04 eb
buffer_load_d16_format_x v4, off, s[16:19], 0x12345678       ; 00 00 20 e0 04 04 04 ff 78 56 34 12
buffer_load_d16_format_x v0, off, s[12:15], s76 offset:3000  ; b8 0b 20 e0 00 00 03 4c
buffer_load_d16_format_x v250, v17, s[48:51], s49 idxen      ; 00 00 20 e0 11 fa 8c 31
buffer_load_d16_format_x v[0:1], v19, s[60:63], -4.0 offen offset:2002 glc dlc tfe ; d2 67 20 e0 13 00 6f f7
buffer_load_d16_format_xy v4, off, s[16:19], s2              ; 00 00 24 e0 04 04 04 02
buffer_load_d16_format_xy v4, off, s[16:19], s104            ; 00 00 24 e0 04 04 04 68
buffer_load_d16_format_xy v4, off, s[16:19], vcc_lo          ; 00 00 24 e0 04 04 04 6a
buffer_load_d16_format_xy v4, off, s[16:19], exec_lo         ; 00 00 24 e0 04 04 04 7e
buffer_load_d16_format_xy v4, off, s[16:19], null            ; 00 00 24 e0 04 04 04 7c
buffer_load_d16_format_xy v4, off, s[16:19], ttmp0           ; 00 00 24 e0 04 04 04 6c
buffer_load_d16_format_xy v4, off, s[16:19], 0               ; 00 00 24 e0 04 04 04 80
buffer_load_d16_format_xy v4, off, s[16:19], 64              ; 00 00 24 e0 04 04 04 c0
buffer_load_d16_format_xy v4, off, s[16:19], -1              ; 00 00 24 e0 04 04 04 c1
buffer_load_d16_format_xy v4, off, s[16:19], -16             ; 00 00 24 e0 04 04 04 d0
buffer_load_d16_format_xy v4, off, s[16:19], 0.5             ; 00 00 24 e0 04 04 04 f0
buffer_load_d16_format_xy v4, off, s[16:19], 1.0             ; 00 00 24 e0 04 04 04 f2
buffer_load_d16_format_xy v4, off, s[16:19], -4.0            ; 00 00 24 e0 04 04 04 f7
buffer_load_d16_format_xy v4, off, s[16:19], 0.15915494      ; 00 00 24 e0 04 04 04 f8
buffer_load_d16_format_xy v4, off, s[16:19], src_scc         ; 00 00 24 e0 04 04 04 fd
buffer_load_d16_format_xy v4, off, s[16:19], src_shared_base ; 00 00 24 e0 04 04 04 eb
buffer_load_d16_format_xy v4, off, s[16:19], 0x12345678      ; 00 00 24 e0 04 04 04 ff 78 56 34 12
buffer_load_d16_format_xy v0, off, s[56:59], s71 offset:1915 slc dlc ; 7b 37 24 e0 00 00 0e 47
buffer_load_d16_format_xy v250, v[13:14], s[88:91], vcc_hi idxen offen offset:663 glc slc dlc ; 97 72 24 e0 0d fa d6 6b
buffer_load_d16_format_xy v184, v18, s[92:95], null idxen offset:774 glc slc dlc ; 06 73 24 e0 12 b8 97 7c
buffer_load_d16_format_xyz v[4:5], off, s[16:19], s2         ; 00 00 28 e0 04 04 04 02
buffer_load_d16_format_xyz v[4:5], off, s[16:19], s104       ; 00 00 28 e0 04 04 04 68
buffer_load_d16_format_xyz v[4:5], off, s[16:19], vcc_lo     ; 00 00 28 e0 04 04 04 6a
buffer_load_d16_format_xyz v[4:5], off, s[16:19], exec_lo    ; 00 00 28 e0 04 04 04 7e
buffer_load_d16_format_xyz v[4:5], off, s[16:19], null       ; 00 00 28 e0 04 04 04 7c
buffer_load_d16_format_xyz v[4:5], off, s[16:19], ttmp0      ; 00 00 28 e0 04 04 04 6c
buffer_load_d16_format_xyz v[4:5], off, s[16:19], 0          ; 00 00 28 e0 04 04 04 80
buffer_load_d16_format_xyz v[4:5], off, s[16:19], 64         ; 00 00 28 e0 04 04 04 c0
buffer_load_d16_format_xyz v[4:5], off, s[16:19], -1         ; 00 00 28 e0 04 04 04 c1
buffer_load_d16_format_xyz v[4:5], off, s[16:19], -16        ; 00 00 28 e0 04 04 04 d0
buffer_load_d16_format_xyz v[4:5], off, s[16:19], 0.5        ; 00 00 28 e0 04 04 04 f0
buffer_load_d16_format_xyz v[4:5], off, s[16:19], 1.0        ; 00 00 28 e0 04 04 04 f2
buffer_load_d16_format_xyz v[4:5], off, s[16:19], -4.0       ; 00 00 28 e0 04 04 04 f7
buffer_load_d16_format_xyz v[4:5], off, s[16:19], 0.15915494 ; 00 00 28 e0 04 04 04 f8
buffer_load_d16_format_xyz v[4:5], off, s[16:19], src_scc    ; 00 00 28 e0 04 04 04 fd
buffer_load_d16_format_xyz v[4:5], off, s[16:19], src_shared_base ; 00 00 28 e0 04 04 04 eb
buffer_load_d16_format_xyz v[4:5], off, s[16:19], 0x12345678 ; 00 00 28 e0 04 04 04 ff 78 56 34 12
buffer_load_d16_format_xyz v[250:251], v0, s[24:27], s15 offen offset:2262 slc dlc ; d6 38 28 e0 00 fa 46 0f
buffer_load_d16_format_xyz v[120:121], v234, s[16:19], m0 idxen offset:3438 ; 6e 0d 28 e0 ea 78 84 7d
buffer_load_d16_format_xyz v[49:50], v29, s[12:15], 1.0 idxen ; 00 00 28 e0 1d 31 83 f2
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], s2        ; 00 00 2c e0 04 04 04 02
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], s104      ; 00 00 2c e0 04 04 04 68
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], vcc_lo    ; 00 00 2c e0 04 04 04 6a
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], exec_lo   ; 00 00 2c e0 04 04 04 7e
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], null      ; 00 00 2c e0 04 04 04 7c
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], ttmp0     ; 00 00 2c e0 04 04 04 6c
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], 0         ; 00 00 2c e0 04 04 04 80
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], 64        ; 00 00 2c e0 04 04 04 c0
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], -1        ; 00 00 2c e0 04 04 04 c1
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], -16       ; 00 00 2c e0 04 04 04 d0
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], 0.5       ; 00 00 2c e0 04 04 04 f0
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], 1.0       ; 00 00 2c e0 04 04 04 f2
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], -4.0      ; 00 00 2c e0 04 04 04 f7
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], 0.15915494 ; 00 00 2c e0 04 04 04 f8
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], src_scc   ; 00 00 2c e0 04 04 04 fd
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], src_shared_base ; 00 00 2c e0 04 04 04 eb
buffer_load_d16_format_xyzw v[4:5], off, s[16:19], 0x12345678 ; 00 00 2c e0 04 04 04 ff 78 56 34 12
buffer_load_d16_format_xyzw v[48:49], v[196:197], s[84:87], null idxen offen ; 00 00 2c e0 c4 30 d5 7c
buffer_load_d16_format_xyzw v[250:251], v125, s[76:79], vcc_hi offen ; 00 00 2c e0 7d fa 53 6b
buffer_load_d16_format_xyzw v[107:108], v[50:51], s[68:71], 54 idxen offen ; 00 00 2c e0 32 6b d1 b6
buffer_store_d16_format_x v195, v[226:227], s[44:47], m0 idxen offen offset:733 slc dlc ; dd 32 30 e0 e2 c3 cb 7d
buffer_store_d16_format_xy v4, off, s[16:19], s2             ; 00 00 34 e0 04 04 04 02
buffer_store_d16_format_xy v4, off, s[16:19], s104           ; 00 00 34 e0 04 04 04 68
buffer_store_d16_format_xy v4, off, s[16:19], vcc_lo         ; 00 00 34 e0 04 04 04 6a
buffer_store_d16_format_xy v4, off, s[16:19], exec_lo        ; 00 00 34 e0 04 04 04 7e
buffer_store_d16_format_xy v4, off, s[16:19], null           ; 00 00 34 e0 04 04 04 7c
buffer_store_d16_format_xy v4, off, s[16:19], ttmp0          ; 00 00 34 e0 04 04 04 6c
buffer_store_d16_format_xy v4, off, s[16:19], 0              ; 00 00 34 e0 04 04 04 80
buffer_store_d16_format_xy v4, off, s[16:19], 64             ; 00 00 34 e0 04 04 04 c0
buffer_store_d16_format_xy v4, off, s[16:19], -1             ; 00 00 34 e0 04 04 04 c1
buffer_store_d16_format_xy v4, off, s[16:19], -16            ; 00 00 34 e0 04 04 04 d0
buffer_store_d16_format_xy v4, off, s[16:19], 0.5            ; 00 00 34 e0 04 04 04 f0
buffer_store_d16_format_xy v4, off, s[16:19], 1.0            ; 00 00 34 e0 04 04 04 f2
buffer_store_d16_format_xy v4, off, s[16:19], -4.0           ; 00 00 34 e0 04 04 04 f7
buffer_store_d16_format_xy v4, off, s[16:19], 0.15915494     ; 00 00 34 e0 04 04 04 f8
buffer_store_d16_format_xy v4, off, s[16:19], src_scc        ; 00 00 34 e0 04 04 04 fd
buffer_store_d16_format_xy v4, off, s[16:19], src_shared_base ; 00 00 34 e0 04 04 04 eb
buffer_store_d16_format_xy v4, off, s[16:19], 0x12345678     ; 00 00 34 e0 04 04 04 ff 78 56 34 12
buffer_store_d16_format_xy v250, v[130:131], s[20:23], -0.5 idxen offen ; 00 00 34 e0 82 fa c5 f1
buffer_store_d16_format_xy v250, off, s[28:31], -2.0         ; 00 00 34 e0 00 fa 07 f5
buffer_store_d16_format_xy v124, v215, s[92:95], -4.0 offen offset:3073 ; 01 0c 34 e0 d7 7c 57 f7
buffer_store_d16_format_xyz v[4:5], off, s[16:19], s2        ; 00 00 38 e0 04 04 04 02
buffer_store_d16_format_xyz v[4:5], off, s[16:19], s104      ; 00 00 38 e0 04 04 04 68
buffer_store_d16_format_xyz v[4:5], off, s[16:19], vcc_lo    ; 00 00 38 e0 04 04 04 6a
buffer_store_d16_format_xyz v[4:5], off, s[16:19], exec_lo   ; 00 00 38 e0 04 04 04 7e
buffer_store_d16_format_xyz v[4:5], off, s[16:19], null      ; 00 00 38 e0 04 04 04 7c
buffer_store_d16_format_xyz v[4:5], off, s[16:19], ttmp0     ; 00 00 38 e0 04 04 04 6c
buffer_store_d16_format_xyz v[4:5], off, s[16:19], 0         ; 00 00 38 e0 04 04 04 80
buffer_store_d16_format_xyz v[4:5], off, s[16:19], 64        ; 00 00 38 e0 04 04 04 c0
buffer_store_d16_format_xyz v[4:5], off, s[16:19], -1        ; 00 00 38 e0 04 04 04 c1
buffer_store_d16_format_xyz v[4:5], off, s[16:19], -16       ; 00 00 38 e0 04 04 04 d0
buffer_store_d16_format_xyz v[4:5], off, s[16:19], 0.5       ; 00 00 38 e0 04 04 04 f0
buffer_store_d16_format_xyz v[4:5], off, s[16:19], 1.0       ; 00 00 38 e0 04 04 04 f2
buffer_store_d16_format_xyz v[4:5], off, s[16:19], -4.0      ; 00 00 38 e0 04 04 04 f7
buffer_store_d16_format_xyz v[4:5], off, s[16:19], 0.15915494 ; 00 00 38 e0 04 04 04 f8
buffer_store_d16_format_xyz v[4:5], off, s[16:19], src_scc   ; 00 00 38 e0 04 04 04 fd
buffer_store_d16_format_xyz v[4:5], off, s[16:19], src_shared_base ; 00 00 38 e0 04 04 04 eb
buffer_store_d16_format_xyz v[4:5], off, s[16:19], 0x12345678 ; 00 00 38 e0 04 04 04 ff 78 56 34 12
buffer_store_d16_format_xyz v[250:251], v12, s[52:55], -8 idxen offset:3684 dlc ; 64 2e 38 e0 0c fa 8d c8
buffer_store_d16_format_xyz v[196:197], off, s[68:71], s104 offset:3792 slc dlc ; d0 3e 38 e0 00 c4 11 68
buffer_store_d16_format_xyz v[60:61], off, s[72:75], 54 offset:53 slc dlc ; 35 30 38 e0 00 3c 12 b6
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], s2       ; 00 00 3c e0 04 04 04 02
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], s104     ; 00 00 3c e0 04 04 04 68
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], vcc_lo   ; 00 00 3c e0 04 04 04 6a
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], exec_lo  ; 00 00 3c e0 04 04 04 7e
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], null     ; 00 00 3c e0 04 04 04 7c
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], ttmp0    ; 00 00 3c e0 04 04 04 6c
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], 0        ; 00 00 3c e0 04 04 04 80
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], 64       ; 00 00 3c e0 04 04 04 c0
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], -1       ; 00 00 3c e0 04 04 04 c1
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], -16      ; 00 00 3c e0 04 04 04 d0
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], 0.5      ; 00 00 3c e0 04 04 04 f0
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], 1.0      ; 00 00 3c e0 04 04 04 f2
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], -4.0     ; 00 00 3c e0 04 04 04 f7
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], 0.15915494 ; 00 00 3c e0 04 04 04 f8
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], src_scc  ; 00 00 3c e0 04 04 04 fd
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], src_shared_base ; 00 00 3c e0 04 04 04 eb
buffer_store_d16_format_xyzw v[4:5], off, s[16:19], 0x12345678 ; 00 00 3c e0 04 04 04 ff 78 56 34 12
buffer_store_d16_format_xyzw v[105:106], off, s[92:95], -0.5 offset:4029 glc ; bd 4f 3c e0 00 69 17 f1
buffer_store_d16_format_xyzw v[141:142], off, s[80:83], s12  ; 00 00 3c e0 00 8d 14 0c
buffer_store_d16_format_xyzw v[250:251], v139, s[16:19], 15 offen offset:3751 ; a7 0e 3c e0 8b fa 44 8f
buffer_load_u8 v4, off, s[16:19], s2                         ; 00 00 40 e0 04 04 04 02
buffer_load_u8 v4, off, s[16:19], ttmp0                      ; 00 00 40 e0 04 04 04 6c
buffer_load_u8 v4, off, s[16:19], 0.5                        ; 00 00 40 e0 04 04 04 f0
buffer_load_u8 v4, off, s[16:19], src_shared_base            ; 00 00 40 e0 04 04 04 eb
buffer_load_u8 v250, v45, s[36:39], s85 offen                ; 00 00 40 e0 2d fa 49 55
buffer_load_u8 v0, v25, s[44:47], ttmp7 offen                ; 00 00 40 e0 19 00 4b 73
buffer_load_u8 v248, v135, s[0:3], m0 offen offset:1043 slc  ; 13 14 40 e0 87 f8 40 7d
buffer_load_i8 v4, off, s[16:19], s2                         ; 00 00 44 e0 04 04 04 02
buffer_load_i8 v4, off, s[16:19], ttmp0                      ; 00 00 44 e0 04 04 04 6c
buffer_load_i8 v4, off, s[16:19], 0.5                        ; 00 00 44 e0 04 04 04 f0
buffer_load_i8 v4, off, s[16:19], src_shared_base            ; 00 00 44 e0 04 04 04 eb
buffer_load_i8 v234, v[87:88], s[52:55], s6 idxen offen offset:720 glc ; d0 42 44 e0 57 ea cd 06
buffer_load_i8 v250, v[227:228], s[60:63], s38 idxen offen   ; 00 00 44 e0 e3 fa cf 26
buffer_load_i8 v217, v3, s[8:11], 56 idxen offset:1357 glc   ; 4d 45 44 e0 03 d9 82 b8
buffer_load_u16 v4, off, s[16:19], s2                        ; 00 00 48 e0 04 04 04 02
buffer_load_u16 v4, off, s[16:19], ttmp0                     ; 00 00 48 e0 04 04 04 6c
buffer_load_u16 v4, off, s[16:19], 0.5                       ; 00 00 48 e0 04 04 04 f0
buffer_load_u16 v4, off, s[16:19], src_shared_base           ; 00 00 48 e0 04 04 04 eb
buffer_load_u16 v143, off, s[64:67], 0.5                     ; 00 00 48 e0 00 8f 10 f0
buffer_load_u16 v0, v39, s[56:59], s21 offen offset:3940 glc slc dlc ; 64 7f 48 e0 27 00 4e 15
buffer_load_u16 v0, off, s[36:39], s61                       ; 00 00 48 e0 00 00 09 3d
buffer_load_i16 v4, off, s[16:19], s2                        ; 00 00 4c e0 04 04 04 02
buffer_load_i16 v4, off, s[16:19], ttmp0                     ; 00 00 4c e0 04 04 04 6c
buffer_load_i16 v4, off, s[16:19], 0.5                       ; 00 00 4c e0 04 04 04 f0
buffer_load_i16 v4, off, s[16:19], src_shared_base           ; 00 00 4c e0 04 04 04 eb
buffer_load_i16 v250, off, s[28:31], vcc_lo offset:3038 glc  ; de 4b 4c e0 00 fa 07 6a
buffer_load_i16 v69, off, s[76:79], s43 offset:2270 dlc      ; de 28 4c e0 00 45 13 2b
buffer_load_i16 v15, v220, s[0:3], src_scc offen offset:386 glc slc ; 82 51 4c e0 dc 0f 40 fd
buffer_load_b32 v4, off, s[16:19], s2                        ; 00 00 50 e0 04 04 04 02
buffer_load_b32 v4, off, s[16:19], ttmp0                     ; 00 00 50 e0 04 04 04 6c
buffer_load_b32 v4, off, s[16:19], 0.5                       ; 00 00 50 e0 04 04 04 f0
buffer_load_b32 v4, off, s[16:19], src_shared_base           ; 00 00 50 e0 04 04 04 eb
buffer_load_b32 v250, v84, s[48:51], m0 idxen offset:940 slc dlc ; ac 33 50 e0 54 fa 8c 7d
buffer_load_b32 v[59:60], off, s[36:39], src_shared_limit tfe ; 00 00 50 e0 00 3b 29 ec
buffer_load_b32 v38, v192, s[84:87], ttmp4 offen offset:782 glc dlc ; 0e 63 50 e0 c0 26 55 70
buffer_load_b64 v[4:5], off, s[16:19], s2                    ; 00 00 54 e0 04 04 04 02
buffer_load_b64 v[4:5], off, s[16:19], ttmp0                 ; 00 00 54 e0 04 04 04 6c
buffer_load_b64 v[4:5], off, s[16:19], 0.5                   ; 00 00 54 e0 04 04 04 f0
buffer_load_b64 v[4:5], off, s[16:19], src_shared_base       ; 00 00 54 e0 04 04 04 eb
buffer_load_b64 v[0:1], v178, s[80:83], src_private_base idxen ; 00 00 54 e0 b2 00 94 ed
buffer_load_b64 v[250:251], off, s[40:43], s1                ; 00 00 54 e0 00 fa 0a 01
buffer_load_b64 v[38:39], v[171:172], s[48:51], s70 idxen offen offset:562 glc ; 32 42 54 e0 ab 26 cc 46
buffer_load_b96 v[4:6], off, s[16:19], s2                    ; 00 00 58 e0 04 04 04 02
buffer_load_b96 v[4:6], off, s[16:19], ttmp0                 ; 00 00 58 e0 04 04 04 6c
buffer_load_b96 v[4:6], off, s[16:19], 0.5                   ; 00 00 58 e0 04 04 04 f0
buffer_load_b96 v[4:6], off, s[16:19], src_shared_base       ; 00 00 58 e0 04 04 04 eb
buffer_load_b96 v[0:2], off, s[80:83], -0.5                  ; 00 00 58 e0 00 00 14 f1
buffer_load_b96 v[250:252], v54, s[84:87], null idxen offset:1192 slc dlc ; a8 34 58 e0 36 fa 95 7c
buffer_load_b96 v[87:89], v207, s[4:7], vcc_hi offen         ; 00 00 58 e0 cf 57 41 6b
buffer_load_b128 v[4:7], off, s[16:19], s2                   ; 00 00 5c e0 04 04 04 02
buffer_load_b128 v[4:7], off, s[16:19], ttmp0                ; 00 00 5c e0 04 04 04 6c
buffer_load_b128 v[4:7], off, s[16:19], 0.5                  ; 00 00 5c e0 04 04 04 f0
buffer_load_b128 v[4:7], off, s[16:19], src_shared_base      ; 00 00 5c e0 04 04 04 eb
buffer_load_b128 v[101:104], v232, s[76:79], -2.0 offen offset:2148 glc slc dlc ; 64 78 5c e0 e8 65 53 f5
buffer_load_b128 v[250:253], off, s[8:11], s30 offset:2926 slc ; 6e 1b 5c e0 00 fa 02 1e
buffer_load_b128 v[250:253], v109, s[52:55], src_private_base idxen offset:307 slc ; 33 11 5c e0 6d fa 8d ed
buffer_store_b8 v4, off, s[16:19], s2                        ; 00 00 60 e0 04 04 04 02
buffer_store_b8 v4, off, s[16:19], ttmp0                     ; 00 00 60 e0 04 04 04 6c
buffer_store_b8 v4, off, s[16:19], 0.5                       ; 00 00 60 e0 04 04 04 f0
buffer_store_b8 v4, off, s[16:19], src_shared_base           ; 00 00 60 e0 04 04 04 eb
buffer_store_b8 v220, v74, s[56:59], s49 idxen               ; 00 00 60 e0 4a dc 8e 31
buffer_store_b8 v250, v127, s[44:47], s45 idxen              ; 00 00 60 e0 7f fa 8b 2d
buffer_store_b8 v102, v[230:231], s[76:79], 0.5 idxen offen offset:2778 slc dlc ; da 3a 60 e0 e6 66 d3 f0
buffer_store_b16 v4, off, s[16:19], s2                       ; 00 00 64 e0 04 04 04 02
buffer_store_b16 v4, off, s[16:19], ttmp0                    ; 00 00 64 e0 04 04 04 6c
buffer_store_b16 v4, off, s[16:19], 0.5                      ; 00 00 64 e0 04 04 04 f0
buffer_store_b16 v4, off, s[16:19], src_shared_base          ; 00 00 64 e0 04 04 04 eb
buffer_store_b16 v144, v201, s[56:59], vcc_hi offen offset:3450 slc dlc ; 7a 3d 64 e0 c9 90 4e 6b
buffer_store_b16 v0, v[136:137], s[60:63], 2.0 idxen offen offset:3855 glc dlc ; 0f 6f 64 e0 88 00 cf f4
buffer_store_b16 v0, v[191:192], s[56:59], m0 idxen offen    ; 00 00 64 e0 bf 00 ce 7d
buffer_store_b32 v4, off, s[16:19], s2                       ; 00 00 68 e0 04 04 04 02
buffer_store_b32 v4, off, s[16:19], ttmp0                    ; 00 00 68 e0 04 04 04 6c
buffer_store_b32 v4, off, s[16:19], 0.5                      ; 00 00 68 e0 04 04 04 f0
buffer_store_b32 v4, off, s[16:19], src_shared_base          ; 00 00 68 e0 04 04 04 eb
buffer_store_b32 v241, v37, s[88:91], ttmp3 offen            ; 00 00 68 e0 25 f1 56 6f
buffer_store_b32 v82, off, s[68:71], s42 offset:1223         ; c7 04 68 e0 00 52 11 2a
buffer_store_b32 v0, v208, s[72:75], vcc_lo offen offset:1237 glc slc dlc ; d5 74 68 e0 d0 00 52 6a
buffer_store_b64 v[4:5], off, s[16:19], s2                   ; 00 00 6c e0 04 04 04 02
buffer_store_b64 v[4:5], off, s[16:19], ttmp0                ; 00 00 6c e0 04 04 04 6c
buffer_store_b64 v[4:5], off, s[16:19], 0.5                  ; 00 00 6c e0 04 04 04 f0
buffer_store_b64 v[4:5], off, s[16:19], src_shared_base      ; 00 00 6c e0 04 04 04 eb
buffer_store_b64 v[250:251], v127, s[48:51], -0.5 offen offset:1112 dlc ; 58 24 6c e0 7f fa 4c f1
buffer_store_b64 v[197:198], v213, s[72:75], ttmp10 idxen offset:2040 glc dlc ; f8 67 6c e0 d5 c5 92 76
buffer_store_b64 v[250:251], v[204:205], s[92:95], s6 idxen offen offset:2918 glc dlc ; 66 6b 6c e0 cc fa d7 06
buffer_store_b96 v[4:6], off, s[16:19], s2                   ; 00 00 70 e0 04 04 04 02
buffer_store_b96 v[4:6], off, s[16:19], ttmp0                ; 00 00 70 e0 04 04 04 6c
buffer_store_b96 v[4:6], off, s[16:19], 0.5                  ; 00 00 70 e0 04 04 04 f0
buffer_store_b96 v[4:6], off, s[16:19], src_shared_base      ; 00 00 70 e0 04 04 04 eb
buffer_store_b96 v[0:2], v36, s[80:83], vcc_lo offen offset:2407 glc slc dlc ; 67 79 70 e0 24 00 54 6a
buffer_store_b96 v[250:252], v76, s[88:91], s50 offen offset:2029 glc ; ed 47 70 e0 4c fa 56 32
buffer_store_b96 v[25:27], v193, s[52:55], -4.0 offen offset:1912 glc dlc ; 78 67 70 e0 c1 19 4d f7
buffer_store_b128 v[4:7], off, s[16:19], s2                  ; 00 00 74 e0 04 04 04 02
buffer_store_b128 v[4:7], off, s[16:19], ttmp0               ; 00 00 74 e0 04 04 04 6c
buffer_store_b128 v[4:7], off, s[16:19], 0.5                 ; 00 00 74 e0 04 04 04 f0
buffer_store_b128 v[4:7], off, s[16:19], src_shared_base     ; 00 00 74 e0 04 04 04 eb
buffer_store_b128 v[250:253], v228, s[28:31], 35 idxen       ; 00 00 74 e0 e4 fa 87 a3
buffer_store_b128 v[0:3], off, s[28:31], s92 offset:3565 slc dlc ; ed 3d 74 e0 00 00 07 5c
buffer_store_b128 v[157:160], v[186:187], s[88:91], -4.0 idxen offen offset:1024 glc slc dlc ; 00 74 74 e0 ba 9d d6 f7
buffer_load_d16_u8 v4, off, s[16:19], s2                     ; 00 00 78 e0 04 04 04 02
buffer_load_d16_u8 v4, off, s[16:19], ttmp0                  ; 00 00 78 e0 04 04 04 6c
buffer_load_d16_u8 v4, off, s[16:19], 0.5                    ; 00 00 78 e0 04 04 04 f0
buffer_load_d16_u8 v4, off, s[16:19], src_shared_base        ; 00 00 78 e0 04 04 04 eb
buffer_load_d16_u8 v181, off, s[4:7], 56                     ; 00 00 78 e0 00 b5 01 b8
buffer_load_d16_u8 v[0:1], off, s[12:15], null offset:2294 slc tfe ; f6 18 78 e0 00 00 23 7c
buffer_load_d16_u8 v239, off, s[12:15], s37                  ; 00 00 78 e0 00 ef 03 25
buffer_load_d16_i8 v4, off, s[16:19], s2                     ; 00 00 7c e0 04 04 04 02
buffer_load_d16_i8 v4, off, s[16:19], ttmp0                  ; 00 00 7c e0 04 04 04 6c
buffer_load_d16_i8 v4, off, s[16:19], 0.5                    ; 00 00 7c e0 04 04 04 f0
buffer_load_d16_i8 v4, off, s[16:19], src_shared_base        ; 00 00 7c e0 04 04 04 eb
buffer_load_d16_i8 v39, off, s[88:91], s10                   ; 00 00 7c e0 00 27 16 0a
buffer_load_d16_i8 v183, v201, s[44:47], s31 offen offset:441 slc ; b9 11 7c e0 c9 b7 4b 1f
buffer_load_d16_i8 v17, v9, s[44:47], ttmp11 offen offset:1641 slc ; 69 16 7c e0 09 11 4b 77
buffer_load_d16_b16 v4, off, s[16:19], s2                    ; 00 00 80 e0 04 04 04 02
buffer_load_d16_b16 v4, off, s[16:19], ttmp0                 ; 00 00 80 e0 04 04 04 6c
buffer_load_d16_b16 v4, off, s[16:19], 0.5                   ; 00 00 80 e0 04 04 04 f0
buffer_load_d16_b16 v4, off, s[16:19], src_shared_base       ; 00 00 80 e0 04 04 04 eb
buffer_load_d16_b16 v93, v14, s[32:35], ttmp14 offen offset:1020 glc slc dlc ; fc 73 80 e0 0e 5d 48 7a
buffer_load_d16_b16 v250, v[104:105], s[0:3], ttmp0 idxen offen ; 00 00 80 e0 68 fa c0 6c
buffer_load_d16_b16 v0, v207, s[52:55], s45 idxen offset:3792 ; d0 0e 80 e0 cf 00 8d 2d
buffer_load_d16_hi_u8 v152, off, s[24:27], 38 offset:1087 slc ; 3f 14 84 e0 00 98 06 a6
buffer_load_d16_hi_i8 v[0:1], v[190:191], s[92:95], 2.0 idxen offen tfe ; 00 00 88 e0 be 00 f7 f4
buffer_load_d16_hi_b16 v133, v147, s[28:31], 43 offen        ; 00 00 8c e0 93 85 47 ab
buffer_store_d16_hi_b8 v0, v204, s[28:31], s84 offen offset:159 glc slc dlc ; 9f 70 90 e0 cc 00 47 54
buffer_store_d16_hi_b16 v146, v7, s[76:79], -2.0 offen       ; 00 00 94 e0 07 92 53 f5
buffer_load_d16_hi_format_x v0, v197, s[16:19], 0.5 idxen offset:1913 glc ; 79 47 98 e0 c5 00 84 f0
buffer_store_d16_hi_format_x v231, off, s[84:87], s31 offset:1564 glc slc dlc ; 1c 76 9c e0 00 e7 15 1f
buffer_gl0_inv                                               ; 00 00 ac e0 00 00 00 00
buffer_gl1_inv                                               ; 00 00 b0 e0 00 00 00 00
buffer_atomic_swap_b32 v4, off, s[16:19], s2                 ; 00 00 cc e0 04 04 04 02
buffer_atomic_swap_b32 v4, off, s[16:19], ttmp0              ; 00 00 cc e0 04 04 04 6c
buffer_atomic_swap_b32 v4, off, s[16:19], 0.5                ; 00 00 cc e0 04 04 04 f0
buffer_atomic_swap_b32 v4, off, s[16:19], src_shared_base    ; 00 00 cc e0 04 04 04 eb
buffer_atomic_swap_b32 v173, v77, s[56:59], -4.0 offen offset:3278 slc ; ce 1c cc e0 4d ad 4e f7
buffer_atomic_swap_b32 v182, v165, s[68:71], s6 offen        ; 00 00 cc e0 a5 b6 51 06
buffer_atomic_swap_b32 v209, v[19:20], s[52:55], 0.15915494 idxen offen ; 00 00 cc e0 13 d1 cd f8
buffer_atomic_cmpswap_b32 v[4:5], off, s[16:19], s2          ; 00 00 d0 e0 04 04 04 02
buffer_atomic_cmpswap_b32 v[4:5], off, s[16:19], ttmp0       ; 00 00 d0 e0 04 04 04 6c
buffer_atomic_cmpswap_b32 v[4:5], off, s[16:19], 0.5         ; 00 00 d0 e0 04 04 04 f0
buffer_atomic_cmpswap_b32 v[4:5], off, s[16:19], src_shared_base ; 00 00 d0 e0 04 04 04 eb
buffer_atomic_cmpswap_b32 v[0:1], v[57:58], s[80:83], ttmp6 idxen offen offset:1869 glc dlc ; 4d 67 d0 e0 39 00 d4 72
buffer_atomic_cmpswap_b32 v[0:1], off, s[44:47], ttmp14 offset:2194 glc dlc ; 92 68 d0 e0 00 00 0b 7a
buffer_atomic_cmpswap_b32 v[73:74], off, s[0:3], s51 offset:1336 glc ; 38 45 d0 e0 00 49 00 33
buffer_atomic_add_u32 v4, off, s[16:19], s2                  ; 00 00 d4 e0 04 04 04 02
buffer_atomic_add_u32 v4, off, s[16:19], ttmp0               ; 00 00 d4 e0 04 04 04 6c
buffer_atomic_add_u32 v4, off, s[16:19], 0.5                 ; 00 00 d4 e0 04 04 04 f0
buffer_atomic_add_u32 v4, off, s[16:19], src_shared_base     ; 00 00 d4 e0 04 04 04 eb
buffer_atomic_add_u32 v0, off, s[92:95], ttmp3 offset:253 glc slc ; fd 50 d4 e0 00 00 17 6f
buffer_atomic_add_u32 v250, off, s[32:35], 1.0               ; 00 00 d4 e0 00 fa 08 f2
buffer_atomic_add_u32 v10, off, s[36:39], src_private_limit  ; 00 00 d4 e0 00 0a 09 ee
buffer_atomic_sub_u32 v22, v[121:122], s[80:83], m0 idxen offen offset:816 glc ; 30 43 d8 e0 79 16 d4 7d
buffer_atomic_csub_u32 v0, v[143:144], s[80:83], s3 idxen offen offset:496 glc dlc ; f0 61 dc e0 8f 00 d4 03
buffer_atomic_min_i32 v4, off, s[16:19], s2                  ; 00 00 e0 e0 04 04 04 02
buffer_atomic_min_i32 v4, off, s[16:19], ttmp0               ; 00 00 e0 e0 04 04 04 6c
buffer_atomic_min_i32 v4, off, s[16:19], 0.5                 ; 00 00 e0 e0 04 04 04 f0
buffer_atomic_min_i32 v4, off, s[16:19], src_shared_base     ; 00 00 e0 e0 04 04 04 eb
buffer_atomic_min_i32 v0, v185, s[20:23], src_shared_base offen ; 00 00 e0 e0 b9 00 45 eb
buffer_atomic_min_i32 v250, off, s[44:47], s47 offset:3978 slc ; 8a 1f e0 e0 00 fa 0b 2f
buffer_atomic_min_i32 v176, v206, s[20:23], ttmp10 idxen offset:3839 slc dlc ; ff 3e e0 e0 ce b0 85 76
buffer_atomic_min_u32 v152, v[214:215], s[56:59], s38 idxen offen ; 00 00 e4 e0 d6 98 ce 26
buffer_atomic_max_i32 v0, v192, s[40:43], s71 idxen          ; 00 00 e8 e0 c0 00 8a 47
buffer_atomic_max_u32 v136, v99, s[20:23], s57 offen offset:455 glc dlc ; c7 61 ec e0 63 88 45 39
buffer_atomic_and_b32 v131, off, s[24:27], s9 offset:4060 dlc ; dc 2f f0 e0 00 83 06 09
buffer_atomic_or_b32 v250, off, s[64:67], ttmp3              ; 00 00 f4 e0 00 fa 10 6f
buffer_atomic_xor_b32 v172, v171, s[4:7], s49 idxen offset:2288 glc slc dlc ; f0 78 f8 e0 ab ac 81 31
buffer_atomic_inc_u32 v250, v180, s[92:95], exec_hi offen offset:400 ; 90 01 fc e0 b4 fa 57 7f
buffer_atomic_dec_u32 v0, off, s[88:91], s96 offset:2273     ; e1 08 00 e1 00 00 16 60
buffer_atomic_swap_b64 v[4:5], off, s[16:19], s2             ; 00 00 04 e1 04 04 04 02
buffer_atomic_swap_b64 v[4:5], off, s[16:19], ttmp0          ; 00 00 04 e1 04 04 04 6c
buffer_atomic_swap_b64 v[4:5], off, s[16:19], 0.5            ; 00 00 04 e1 04 04 04 f0
buffer_atomic_swap_b64 v[4:5], off, s[16:19], src_shared_base ; 00 00 04 e1 04 04 04 eb
buffer_atomic_swap_b64 v[68:69], v54, s[88:91], ttmp9 offen offset:3900 slc dlc ; 3c 3f 04 e1 36 44 56 75
buffer_atomic_swap_b64 v[0:1], v[130:131], s[60:63], s95 idxen offen offset:2540 ; ec 09 04 e1 82 00 cf 5f
buffer_atomic_swap_b64 v[147:148], v99, s[4:7], s30 idxen offset:1810 slc dlc ; 12 37 04 e1 63 93 81 1e
buffer_atomic_cmpswap_b64 v[4:7], off, s[16:19], s2          ; 00 00 08 e1 04 04 04 02
buffer_atomic_cmpswap_b64 v[4:7], off, s[16:19], ttmp0       ; 00 00 08 e1 04 04 04 6c
buffer_atomic_cmpswap_b64 v[4:7], off, s[16:19], 0.5         ; 00 00 08 e1 04 04 04 f0
buffer_atomic_cmpswap_b64 v[4:7], off, s[16:19], src_shared_base ; 00 00 08 e1 04 04 04 eb
buffer_atomic_cmpswap_b64 v[250:253], v[158:159], s[36:39], src_shared_limit idxen offen ; 00 00 08 e1 9e fa c9 ec
buffer_atomic_cmpswap_b64 v[48:51], v[31:32], s[0:3], 1.0 idxen offen ; 00 00 08 e1 1f 30 c0 f2
buffer_atomic_cmpswap_b64 v[96:99], v60, s[80:83], -4 idxen  ; 00 00 08 e1 3c 60 94 c4
buffer_atomic_add_u64 v[4:5], off, s[16:19], s2              ; 00 00 0c e1 04 04 04 02
buffer_atomic_add_u64 v[4:5], off, s[16:19], ttmp0           ; 00 00 0c e1 04 04 04 6c
buffer_atomic_add_u64 v[4:5], off, s[16:19], 0.5             ; 00 00 0c e1 04 04 04 f0
buffer_atomic_add_u64 v[4:5], off, s[16:19], src_shared_base ; 00 00 0c e1 04 04 04 eb
buffer_atomic_add_u64 v[250:251], v198, s[16:19], ttmp9 offen offset:1250 ; e2 04 0c e1 c6 fa 44 75
buffer_atomic_add_u64 v[194:195], v78, s[4:7], s99 offen offset:1683 glc dlc ; 93 66 0c e1 4e c2 41 63
buffer_atomic_add_u64 v[167:168], v[123:124], s[44:47], s73 idxen offen offset:4087 glc slc dlc ; f7 7f 0c e1 7b a7 cb 49
buffer_atomic_sub_u64 v[0:1], v223, s[68:71], 4 idxen offset:790 glc slc ; 16 53 10 e1 df 00 91 84
buffer_atomic_min_i64 v[4:5], off, s[16:19], s2              ; 00 00 14 e1 04 04 04 02
buffer_atomic_min_i64 v[4:5], off, s[16:19], ttmp0           ; 00 00 14 e1 04 04 04 6c
buffer_atomic_min_i64 v[4:5], off, s[16:19], 0.5             ; 00 00 14 e1 04 04 04 f0
buffer_atomic_min_i64 v[4:5], off, s[16:19], src_shared_base ; 00 00 14 e1 04 04 04 eb
buffer_atomic_min_i64 v[0:1], v185, s[20:23], s9 idxen offset:2136 slc ; 58 18 14 e1 b9 00 85 09
buffer_atomic_min_i64 v[165:166], off, s[0:3], s14           ; 00 00 14 e1 00 a5 00 0e
buffer_atomic_min_i64 v[250:251], v[179:180], s[32:35], 33 idxen offen ; 00 00 14 e1 b3 fa c8 a1
buffer_atomic_min_u64 v[250:251], off, s[64:67], ttmp10 offset:2762 dlc ; ca 2a 18 e1 00 fa 10 76
buffer_atomic_max_i64 v[0:1], v174, s[8:11], s79 idxen offset:710 glc ; c6 42 1c e1 ae 00 82 4f
buffer_atomic_max_u64 v[0:1], v209, s[36:39], -5 offen       ; 00 00 20 e1 d1 00 49 c5
buffer_atomic_and_b64 v[250:251], v[103:104], s[16:19], s16 idxen offen offset:1081 ; 39 04 24 e1 67 fa c4 10
buffer_atomic_or_b64 v[250:251], off, s[32:35], src_shared_limit ; 00 00 28 e1 00 fa 08 ec
buffer_atomic_xor_b64 v[156:157], v151, s[64:67], 51 idxen offset:1336 dlc ; 38 25 2c e1 97 9c 90 b3
buffer_atomic_inc_u64 v[250:251], v203, s[88:91], vcc_lo offen ; 00 00 30 e1 cb fa 56 6a
buffer_atomic_dec_u64 v[250:251], v189, s[28:31], -2.0 idxen offset:1633 slc dlc ; 61 36 34 e1 bd fa 87 f5
buffer_atomic_cmpswap_f32 v[4:5], off, s[16:19], s2          ; 00 00 40 e1 04 04 04 02
buffer_atomic_cmpswap_f32 v[4:5], off, s[16:19], ttmp0       ; 00 00 40 e1 04 04 04 6c
buffer_atomic_cmpswap_f32 v[4:5], off, s[16:19], 0.5         ; 00 00 40 e1 04 04 04 f0
buffer_atomic_cmpswap_f32 v[4:5], off, s[16:19], src_shared_base ; 00 00 40 e1 04 04 04 eb
buffer_atomic_cmpswap_f32 v[123:124], v[87:88], s[88:91], ttmp15 idxen offen ; 00 00 40 e1 57 7b d6 7b
buffer_atomic_cmpswap_f32 v[250:251], v182, s[72:75], s18 offen ; 00 00 40 e1 b6 fa 52 12
buffer_atomic_cmpswap_f32 v[250:251], v[205:206], s[72:75], s48 idxen offen ; 00 00 40 e1 cd fa d2 30
buffer_atomic_min_f32 v4, off, s[16:19], s2                  ; 00 00 44 e1 04 04 04 02
buffer_atomic_min_f32 v4, off, s[16:19], ttmp0               ; 00 00 44 e1 04 04 04 6c
buffer_atomic_min_f32 v4, off, s[16:19], 0.5                 ; 00 00 44 e1 04 04 04 f0
buffer_atomic_min_f32 v4, off, s[16:19], src_shared_base     ; 00 00 44 e1 04 04 04 eb
buffer_atomic_min_f32 v40, v8, s[80:83], s2 offen            ; 00 00 44 e1 08 28 54 02
buffer_atomic_min_f32 v133, off, s[56:59], ttmp0 offset:664 glc slc dlc ; 98 72 44 e1 00 85 0e 6c
buffer_atomic_min_f32 v0, v[183:184], s[8:11], src_private_limit idxen offen ; 00 00 44 e1 b7 00 c2 ee
buffer_atomic_max_f32 v73, off, s[52:55], s5                 ; 00 00 48 e1 00 49 0d 05
buffer_atomic_add_f32 v122, v81, s[72:75], null idxen offset:2181 glc slc dlc ; 85 78 58 e1 51 7a 92 7c

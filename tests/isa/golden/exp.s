; EXP: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
exp pos4 off, off, v255, off done row_en                     ; 04 29 00 f8 00 00 ff 00
exp dual_src_blend0 off, off, v255, off done                 ; 54 09 00 f8 00 00 ff 00
exp dual_src_blend1 off, off, v0, off done                   ; 64 09 00 f8 00 00 00 00
exp pos4 off, off, off, v0 done                              ; 08 09 00 f8 00 00 00 00
exp dual_src_blend0 v72, v0, off, v0 row_en                  ; 5b 21 00 f8 48 00 00 00
exp pos4 v54, off, off, v203 done row_en                     ; 09 29 00 f8 36 00 00 cb
exp dual_src_blend1 v128, v240, v0, off done                 ; 67 09 00 f8 80 f0 00 00
exp pos4 off, v0, v0, v107 row_en                            ; 0e 21 00 f8 00 00 00 6b
exp mrtz v0, off, off, v0 done                               ; 89 08 00 f8 00 00 00 00
exp mrt0 v0, off, off, v238 done                             ; 09 08 00 f8 00 00 00 ee
exp mrt7 v0, off, off, v255 done                             ; 79 08 00 f8 00 00 00 ff
exp pos4 v255, v255, v0, off row_en                          ; 07 21 00 f8 ff ff 00 00
exp mrt0 v255, off, off, v86 row_en                          ; 09 20 00 f8 ff 00 00 56
exp mrtz v255, off, v61, v255 row_en                         ; 8d 20 00 f8 ff 00 3d ff
exp pos4 off, off, v255, v52 row_en                          ; 0c 21 00 f8 00 00 ff 34
exp pos0 v36, off, v30, v0 done row_en                       ; cd 28 00 f8 24 00 1e 00
exp dual_src_blend1 off, v0, v255, v117                      ; 6e 01 00 f8 00 00 ff 75
exp mrt0 off, v53, v0, v237                                  ; 0e 00 00 f8 00 35 00 ed
exp mrt7 v249, off, v0, off row_en                           ; 75 20 00 f8 f9 00 00 00
exp mrtz off, off, v186, v45 row_en                          ; 8c 20 00 f8 00 00 ba 2d
exp pos0 off, v2, off, off done                              ; c2 08 00 f8 00 02 00 00
exp prim off, off, off, off                                  ; 40 01 00 f8 00 00 00 00
exp pos4 v0, off, v237, off done row_en                      ; 05 29 00 f8 00 00 ed 00
exp pos4 off, off, off, v255 done row_en                     ; 08 29 00 f8 00 00 00 ff
exp mrt1 v255, v0, v0, v255 done row_en                      ; 1f 28 00 f8 ff 00 00 ff
exp mrt0 v0, v163, off, v255 done                            ; 0b 08 00 f8 00 a3 00 ff
exp dual_src_blend1 off, off, off, off done row_en           ; 60 29 00 f8 00 00 00 00
exp dual_src_blend0 v18, v255, v241, off                     ; 57 01 00 f8 12 ff f1 00
exp mrt0 off, off, v59, v213 row_en                          ; 0c 20 00 f8 00 00 3b d5
exp mrt1 v237, off, off, off done                            ; 11 08 00 f8 ed 00 00 00

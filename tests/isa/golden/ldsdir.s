; LDSDIR: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
lds_param_load v255, attr0.z wait_vdst:2                     ; ff 02 02 ce
lds_param_load v255, attr9.w wait_vdst:11                    ; ff 27 0b ce
lds_param_load v0, attr7.w wait_vdst:8                       ; 00 1f 08 ce
lds_direct_load v255 wait_vdst:9                             ; ff 00 19 ce
lds_direct_load v145 wait_vdst:8                             ; 91 00 18 ce
lds_direct_load v30 wait_vdst:2                              ; 1e 00 12 ce

; VINTERP: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
v_interp_p10_f32 v0, -v255, -v174, v98 wait_exp:5            ; 00 05 00 cd ff 5d 8b 65
v_interp_p10_f32 v0, -v255, v0, v176 wait_exp:0              ; 00 70 00 cd ff 01 c2 26
v_interp_p10_f32 v0, v86, v61, v0 clamp wait_exp:1           ; 00 81 00 cd 56 7b 02 04
v_interp_p2_f32 v184, -v0, v0, -v255 wait_exp:2              ; b8 52 01 cd 00 01 fe a7
v_interp_p10_f16_f32 v0, -v210.l, v75, v0.h clamp op_sel:[0,0,1,0] wait_exp:4 ; 00 a4 02 cd d2 97 02 24
v_interp_p10_f16_f32 v0, -v0.l, -v0, v0.h clamp op_sel:[0,1,1,1] wait_exp:6 ; 00 f6 02 cd 00 01 02 64
v_interp_p10_f16_f32 v214, -v154.l, -v0, -v123.l wait_exp:5  ; d6 05 02 cd 9a 01 ee e5
v_interp_p2_f16_f32 v255.l, v255.l, -v0, v0 clamp op_sel:[0,1,0,0] wait_exp:3 ; ff 93 03 cd ff 01 02 44
v_interp_p2_f16_f32 v255.l, v73.l, v155, -v53 wait_exp:0     ; ff 00 03 cd 49 37 d7 84
v_interp_p2_f16_f32 v32.l, -v66.l, v0, v82 wait_exp:4        ; 20 04 03 cd 42 01 4a 25
v_interp_p10_rtz_f16_f32 v0, -v255.l, -v100, v181.l wait_exp:2 ; 00 02 04 cd ff c9 d6 66
v_interp_p2_rtz_f16_f32 v150.l, -v192.l, -v214, -v1 wait_exp:6 ; 96 06 05 cd c0 ad 07 e4

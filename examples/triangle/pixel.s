; A pixel shader: interpolates a colour (attribute 0) and a texture coordinate (attribute 1), samples
; a texture and multiplies.
;
; At the start: s[0:7] image, s[8:11] sampler, m0 where the parameters are in LDS, v0 and v1 the
; barycentrics I and J of each pixel, EXEC the pixels that the triangle covers.
        .if WAVE64                      ; given by the program that assembles this
        s_mov_b64 s[12:13], exec
        s_wqm_b64 exec, exec            ; the sample needs whole quads for its derivatives
        .else
        s_mov_b32 s12, exec_lo
        s_wqm_b32 exec_lo, exec_lo
        .endif
        lds_param_load v2, attr0.x wait_vdst:15
        lds_param_load v3, attr0.y wait_vdst:15
        lds_param_load v4, attr0.z wait_vdst:15
        lds_param_load v5, attr1.x wait_vdst:15
        lds_param_load v6, attr1.y wait_vdst:15
        v_interp_p10_f32 v7, v2, v0, v2 wait_exp:4    ; P0 + I * P10
        v_interp_p10_f32 v8, v3, v0, v3 wait_exp:3
        v_interp_p10_f32 v9, v4, v0, v4 wait_exp:2
        v_interp_p10_f32 v10, v5, v0, v5 wait_exp:1
        v_interp_p10_f32 v11, v6, v0, v6 wait_exp:0
        v_interp_p2_f32 v7, v2, v1, v7 wait_exp:7    ; + J * P20
        v_interp_p2_f32 v8, v3, v1, v8 wait_exp:7
        v_interp_p2_f32 v9, v4, v1, v9 wait_exp:7
        v_interp_p2_f32 v10, v5, v1, v10 wait_exp:7
        v_interp_p2_f32 v11, v6, v1, v11 wait_exp:7
        image_sample v[12:15], v[10:11], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D
        s_waitcnt vmcnt(0)
        v_mul_f32 v12, v12, v7
        v_mul_f32 v13, v13, v8
        v_mul_f32 v14, v14, v9
        .if WAVE64                      ; only covered pixels leave the shader
        s_mov_b64 exec, s[12:13]
        .else
        s_mov_b32 exec_lo, s12
        .endif
        exp mrt0 v12, v13, v14, v15 done
        s_endpgm

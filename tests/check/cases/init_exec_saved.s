// EXEC is set back from the wrong pair of registers.
// @check init
// @run --grid 64 --block 64 --arg buf:u32:64:iota --arg buf:u32:64
    s_mov_b64 s[8:9], exec
    v_cmpx_gt_u32 20, v0
    s_mov_b64 exec, s[10:11] // @expect init:undefined-mask @bug
    s_mov_b64 exec, s[8:9] // @right
    s_endpgm

// Raw stores of one, two and three dwords near the end of a buffer of 64 bytes.
// @check mem
// @run --grid 32 --block 32 --arg buf:u32:16
    s_load_b64 s[4:5], s[0:1], 0x0
    v_mov_b32 v0, 52 // @right
    v_mov_b32 v0, 56 // @bug
    v_mov_b32 v1, 1
    v_mov_b32 v2, 2
    v_mov_b32 v3, 3
    s_waitcnt lgkmcnt(0)
    global_store_b32 v0, v1, s[4:5]
    global_store_b64 v0, v[1:2], s[4:5]
    global_store_b96 v0, v[1:3], s[4:5] // @expect mem:out-of-bounds item=0,0,0 count=32
    s_endpgm

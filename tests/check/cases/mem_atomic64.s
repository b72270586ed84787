// A 64-bit atomic on the last dword of a buffer.
// @run --grid 32 --block 32 --arg buf:u32:16
    s_load_b64 s[4:5], s[0:1], 0x0
    v_mov_b32 v1, 60 // @bug
    v_mov_b32 v1, 56 // @right
    v_mov_b32 v2, 1
    v_mov_b32 v3, 0
    s_waitcnt lgkmcnt(0)
    global_atomic_add_u64 v1, v[2:3], s[4:5] // @expect mem:out-of-bounds item=0,0,0 count=32
    s_endpgm

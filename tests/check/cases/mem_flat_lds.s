// A flat address that means LDS, behind its 1024 bytes.
// @run --grid 32 --block 32 --arg buf:u32:1
    s_mov_b64 s[4:5], src_shared_base
    v_lshlrev_b32 v1, 5, v0
    v_mov_b32 v2, s5
    flat_load_b32 v3, v[1:2] offset:32 // @expect mem:lds-out-of-bounds item=31,0,0 count=1 @bug
    flat_load_b32 v3, v[1:2] offset:28 // @right
    s_waitcnt vmcnt(0) lgkmcnt(0)
    s_endpgm

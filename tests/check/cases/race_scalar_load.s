// A scalar load of what another wave stores: nothing orders them.
// @run --grid 64 --block 64 --arg buf:u32:64
// @variants 32
// @check race
    s_load_b64 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    v_readfirstlane_b32 s6, v0
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v0, s[4:5]
    s_load_b32 s7, s[4:5], 0x80 // @expect race:read-write many=1 @bug
    s_lshl_b32 s6, s6, 2 // @right
    s_waitcnt_vscnt null, 0x0 // @right
    s_endpgm

// Scratch behind the work-item's: this kernel has none at all.
// @run --grid 64 --block 64 --arg buf:u32:1
    v_mov_b32_e32 v1, 1
    scratch_store_b32 off, v1, off offset:64 // @expect mem:scratch-out-of-bounds item=0,0,0 @bug
    s_waitcnt_vscnt null, 0x0
    s_endpgm

// A stack that grows down from 0: its first slot is below the work-item's scratch.
// @run --grid 32 --block 32 --arg buf:u32:1
    v_mov_b32 v1, 1
    v_mov_b32 v2, -4
    scratch_store_b32 v2, v1, off // @expect mem:scratch-out-of-bounds item=0,0,0 @bug
    s_endpgm

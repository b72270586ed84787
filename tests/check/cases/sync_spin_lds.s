// The second wave waits for a byte in LDS that the first would write behind the barrier at which it waits for the second.
// @run --grid 64 --block 64 --arg buf:u32:1
// @variants 32
// @check sync
    v_mov_b32_e32 v1, 0
    v_mov_b32_e32 v2, 1
    v_cmp_gt_u32_e32 vcc_lo, 32, v0
    s_cbranch_vccz .Lsecond
    ds_store_b32 v1, v2 // @right
    s_waitcnt lgkmcnt(0)
    s_branch .Lmeet
.Lsecond:
    ds_load_b32 v3, v1 // @expect sync:spin wave=1
    s_waitcnt lgkmcnt(0)
    v_cmp_eq_u32_e32 vcc_lo, 0, v3
    s_cbranch_vccnz .Lsecond
.Lmeet:
    s_barrier
    ds_store_b32 v1, v2
    s_waitcnt lgkmcnt(0)
    s_endpgm

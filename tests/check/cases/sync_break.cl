// Waves leave a loop when they have converged, and the others wait at its barrier.
// @run --grid 128 --block 128 --arg buf:i32:128:iota
// @variants -O2; -O2 -mwavefrontsize64
// @check sync
kernel void k(global int *p)
{
    local int t[128];
    int l = get_local_id(0);
#pragma clang loop unroll(disable)
    for (int i = 0; i < 4; i++) {
        t[l] = p[l] + i;
        barrier(CLK_LOCAL_MEM_FENCE); // @expect sync:ended-before-barrier many=1
        if (p[l & 64] >= 64) // @bug
            break; // @bug
    }
}

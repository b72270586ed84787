// A scan in steps reads and writes one buffer, with one barrier a step instead of two.
// @run --grid 128 --block 128 --arg buf:i32:128:iota
// @variants -O2; -O0 -mwavefrontsize64
// @check race
kernel void k(global int *p)
{
    local int t[128];
    int l = get_local_id(0);
    t[l] = p[l];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma clang loop unroll(disable)
    for (int step = 1; step < 128; step *= 2) {
        int before = l >= step ? t[l - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE); // @right
        t[l] += before;               // @expect race:read-write many=1
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    p[l] = t[l];
}

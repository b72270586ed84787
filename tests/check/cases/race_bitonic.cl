// A sort in local memory: no barrier between the steps whose partners are in another wave.
// @run --grid 128 --block 128 --arg buf:i32:128:iota
// @variants -O2; -O0 -mwavefrontsize64
// @check race
kernel void k(global int *p)
{
    local int t[128];
    int l = get_local_id(0);
    t[l] = p[127 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma clang loop unroll(disable)
    for (int step = 1; step < 128; step *= 2) {
        int a = t[l], b = t[l ^ step]; // @expect race:read-write many=1
        int keep = (l & step) ? max(a, b) : min(a, b);
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] = keep;
        barrier(CLK_LOCAL_MEM_FENCE); // @right
    }
    p[l] = t[l];
}

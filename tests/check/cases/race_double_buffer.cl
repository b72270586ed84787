// Two buffers, whose number changes once a round: the bug stores into the one that is read.
// @run --grid 128 --block 128 --arg buf:i32:128:iota
// @variants -O0; -O2 -mwavefrontsize64
// @check race
kernel void k(global int *p)
{
    local int t[2][128];
    int l = get_local_id(0), now = 0;
    t[0][l] = p[l];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma clang loop unroll(disable)
    for (int i = 0; i < 3; i++) {
        int next = now;     // @bug
        int next = now ^ 1; // @right
        t[next][l] = t[now][127 - l] + 1; // @expect race:read-write many=1
        barrier(CLK_LOCAL_MEM_FENCE);
        now = next;
    }
    p[l] = t[now][l];
}

// The second barrier of a loop is missing: a wave stores before another has read.
// @run --grid 256 --block 256 --arg buf:i32:256:iota
// @check race
kernel void k(global int *y)
{
    local int t[256];
    int l = get_local_id(0), sum = 0;
#pragma clang loop unroll(disable)
    for (int i = 0; i < 4; i++) {
        t[l] = sum + y[l]; // @expect race:read-write many=1
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += t[(l + 64) % 256];
        barrier(CLK_LOCAL_MEM_FENCE); // @right
    }
    y[l] = sum;
}

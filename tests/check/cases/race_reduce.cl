// A reduction that takes it for granted that 128 work-items run in step.
// @run --grid 256 --block 256 --arg buf:i32:256:iota --arg buf:i32:1
// @check race
kernel void k(global const int *x, global int *y)
{
    local int t[256];
    int l = get_local_id(0);
    t[l] = x[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128)
        t[l] += t[l + 128];
    barrier(CLK_LOCAL_MEM_FENCE); // @right
    if (l < 64)
        t[l] += t[l + 64]; // @expect race:read-write many=1
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
        y[0] = t[0];
}

// A counter is read while others count with it.
// @run --grid 256 --block 256 --arg buf:i32:256
// @check race
kernel void k(global int *y)
{
    local int n;
    int l = get_local_id(0);
    if (l == 0)
        n = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&n);
    barrier(CLK_LOCAL_MEM_FENCE); // @right
    y[l] = n; // @expect race:atomic-and-plain many=1
}

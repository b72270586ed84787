// A counter is set while others count with it.
// @run --grid 256 --block 256 --arg buf:i32:1
// @check race
kernel void k(global int *y)
{
    local int n;
    if (get_local_id(0) == 0)
        n = 0; // @expect race:atomic-and-plain many=1
    barrier(CLK_LOCAL_MEM_FENCE); // @right
    atomic_inc(&n);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        y[0] = n;
}

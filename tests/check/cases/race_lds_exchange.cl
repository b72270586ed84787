// Waves read what another wave stores, without a barrier.
// @run --grid 256 --block 256 --arg buf:i32:256:iota
// @check race
kernel void k(global int *y)
{
    local int t[256];
    int l = get_local_id(0);
    t[l] = y[l];
    barrier(CLK_LOCAL_MEM_FENCE); // @right
    y[l] = t[255 - l]; // @expect race:read-write many=1
}

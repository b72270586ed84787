// The first work-item reads a parameter for all, and the others do not wait for it.
// @run --grid 128 --block 128 --arg buf:i32:129:iota
// @variants -O0; -O0 -mwavefrontsize64
// @check race
kernel void k(global int *p)
{
    local int scale;
    if (get_local_id(0) == 0)
        scale = p[128];
    barrier(CLK_LOCAL_MEM_FENCE); // @right
    p[get_global_id(0)] = 2 * scale; // @expect race:read-write many=1
}

// Four elements at once: 30 is no multiple of 4.
// @run --grid 8 --block 8 --arg buf:f32:30:iota
// @variants -O2; -O0 -mwavefrontsize64
// @check mem
kernel void k(global float *p)
{
    int i = get_global_id(0);
    if (4 * i + 4 <= 30) // @right
        ((global float4 *)p)[i] += 1.0f; // @expect mem:out-of-bounds item=7,0,0 many=1
}

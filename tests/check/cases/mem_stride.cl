// Records of three, whose fields are addressed as if they were of four.
// @run --grid 32 --block 32 --arg buf:f32:96:iota
// @variants -O2; -O0 -mwavefrontsize64
// @check mem
kernel void k(global float *p)
{
    int i = get_global_id(0);
    const int stride = 4; // @bug
    const int stride = 3; // @right
    p[i * stride + 2] = i; // @expect mem:out-of-bounds item=24,0,0 count=8
}

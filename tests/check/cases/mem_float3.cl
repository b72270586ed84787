// The host packs three floats, but float3 has 16 bytes.
// @run --grid 32 --block 32 --arg buf:f32:96:iota --arg buf:f32:32
// @variants -O0; -O2 -mwavefrontsize64
// @check mem
kernel void k(global const float *raw, global float *y)
{
    int i = get_global_id(0);
    float3 v = ((global const float3 *)raw)[i]; // @expect mem:out-of-bounds many=1 @bug
    float3 v = vload3(i, raw);                  // @right
    y[i] = v.x + v.y + v.z;
}

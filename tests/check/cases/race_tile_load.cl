// A tiled product: no barrier between the loads of the tiles and their use.
// @run --grid 16,16 --block 16,16 --arg buf:f32:256:iota --arg buf:f32:256:iota --arg buf:f32:256
// @variants -O0; -O2 -mwavefrontsize64
// @check race
kernel void k(global const float *a, global const float *b, global float *c)
{
    local float s[16][16], t[16][16];
    int x = get_local_id(0), y = get_local_id(1);
    float sum = 0;
    s[y][x] = a[16 * y + x];
    t[y][x] = b[16 * y + x];
    barrier(CLK_LOCAL_MEM_FENCE); // @right
#pragma clang loop unroll(disable)
    for (int i = 0; i < 16; i++)
        sum += s[y][i] * t[i][x]; // @expect race:read-write many=1
    c[16 * y + x] = sum;
}

/* vector.cl: element-wise kernels, ids of every dimension, vector types, constants. */

kernel void add(global const float *x, global const float *y, global float *sum)
{
    size_t i = get_global_id(0);
    sum[i] = x[i] + y[i];
}

kernel void saxpy(float a, global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    y[i] = fma(a, x[i], y[i]);
}

/* One record per work-item of what the id functions say. */
kernel void ids(global ulong *out)
{
    size_t at = get_global_linear_id() * 16;
    out[at + 0] = get_global_id(0);
    out[at + 1] = get_global_id(1);
    out[at + 2] = get_global_id(2);
    out[at + 3] = get_local_id(0) | get_local_id(1) << 16 | get_local_id(2) << 32;
    out[at + 4] = get_group_id(0) | get_group_id(1) << 16 | get_group_id(2) << 32;
    out[at + 5] = get_local_size(0) | get_local_size(1) << 16 | get_local_size(2) << 32;
    out[at + 6] = get_enqueued_local_size(0) | get_enqueued_local_size(1) << 16 |
                  get_enqueued_local_size(2) << 32;
    out[at + 7] = get_num_groups(0) | get_num_groups(1) << 16 | get_num_groups(2) << 32;
    out[at + 8] = get_global_size(0);
    out[at + 9] = get_global_size(1);
    out[at + 10] = get_global_size(2);
    out[at + 11] = get_global_offset(0) | get_global_offset(1) << 16 | get_global_offset(2) << 32;
    out[at + 12] = get_local_linear_id();
    out[at + 13] = get_work_dim();
    out[at + 14] = get_global_id(3) << 8 | get_local_size(4) << 4 | get_num_groups(5);
    /* A dimension that the compiler does not know. */
    uint dim = get_global_id(0) % 3;
    out[at + 15] = get_global_id(dim) << 32 | get_local_size(dim);
}

typedef struct affine {
    char tag;
    short shift[3];
    float scale;
    double bias;
    struct {
        uchar low, high;
    } bounds;
    long mask;
} affine;

kernel void by_value(affine a, global const int *x, global long *out, uchar extra)
{
    size_t i = get_global_id(0);
    long v = (long)((double)x[i] * a.scale + a.bias);
    v += a.shift[i % 3] + a.tag + extra;
    v = clamp(v, (long)a.bounds.low, (long)a.bounds.high);
    out[i] = v ^ a.mask;
}

constant uint crc_nibbles[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

/* CRC-32 of 64 bytes per work-item. */
kernel void crc32(global const uchar *data, global uint *out)
{
    size_t i = get_global_id(0);
    uint crc = ~0u;
    for (int k = 0; k < 64; k++) {
        crc ^= data[i * 64 + k];
        crc = crc >> 4 ^ crc_nibbles[crc & 15];
        crc = crc >> 4 ^ crc_nibbles[crc & 15];
    }
    out[i] = ~crc;
}

global int start_value = 40;
global uint counters[4];
global const short weights[5] = {3, -5, 7, -11, 13};

kernel void program_scope(global int *out)
{
    size_t i = get_global_id(0);
    atomic_add((volatile global uint *)&counters[i % 4], (uint)i);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = start_value + weights[i % 5] + (int)counters[i % 4];
}

kernel void char_vectors(global const char4 *a, global const uchar4 *b, global char4 *sum,
                         global uchar4 *average, global short4 *wide)
{
    size_t i = get_global_id(0);
    sum[i] = add_sat(a[i], a[i].wzyx);
    average[i] = rhadd(b[i], b[i].yxwz);
    wide[i] = convert_short4(a[i]) * convert_short4(b[i]);
}

kernel void short_vectors(global const short8 *a, global const short8 *b, global short8 *out,
                          global int8 *products)
{
    size_t i = get_global_id(0);
    short8 x = a[i];
    short8 y = b[i];
    out[i] = select(x - y, sub_sat(x, y), x > y);
    products[i] = convert_int8(x.s76543210) * convert_int8(y);
}

kernel void wide_vectors(global const int16 *a, global int16 *out, global const uchar *indices)
{
    size_t i = get_global_id(0);
    int16 v = a[i];
    uint16 mask = convert_uint16(vload16(i, indices));
    int16 mixed = shuffle(v, mask);
    mixed.even = min(mixed.even, v.odd);
    mixed.lo += v.hi;
    out[i] = mixed;
}

/* Unaligned three-element vectors through vload3 and vstore3. */
kernel void triples(global const float *a, global float *out)
{
    size_t i = get_global_id(0);
    float3 v = vload3(i, a);
    vstore3(v.zxy * 2.0f, i, out);
}

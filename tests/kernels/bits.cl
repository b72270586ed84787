/* bits.cl: integer built-ins on 8, 16 and 32 bits, bit fields, 24-bit products. */

/* Rows of 20; T is signed, U unsigned of the same size. */
#define INTEGER_KERNEL(T, U)                                                                       \
    kernel void T##_functions(global const T *a, global const T *b, global const T *c,             \
                              global T *out)                                                       \
    {                                                                                              \
        size_t i = get_global_id(0);                                                               \
        T x = a[i], y = b[i], z = c[i];                                                            \
        U ux = (U)x, uy = (U)y, uz = (U)z;                                                         \
        global T *row = out + i * 20;                                                              \
        row[0] = add_sat(x, y);                                                                    \
        row[1] = (T)add_sat(ux, uy);                                                               \
        row[2] = sub_sat(x, y);                                                                    \
        row[3] = (T)sub_sat(ux, uy);                                                               \
        row[4] = hadd(x, y);                                                                       \
        row[5] = (T)hadd(ux, uy);                                                                  \
        row[6] = rhadd(x, y);                                                                      \
        row[7] = (T)rhadd(ux, uy);                                                                 \
        row[8] = (T)abs(x);                                                                        \
        row[9] = (T)abs_diff(x, y);                                                                \
        row[10] = mul_hi(x, y);                                                                    \
        row[11] = (T)mul_hi(ux, uy);                                                               \
        row[12] = mad_hi(x, y, z);                                                                 \
        row[13] = mad_sat(x, y, z);                                                                \
        row[14] = (T)mad_sat(ux, uy, uz);                                                          \
        row[15] = rotate(x, y);                                                                    \
        row[16] = clz(x);                                                                          \
        row[17] = popcount(x);                                                                     \
        row[18] = bitselect(x, y, z);                                                              \
        row[19] = clamp(x, min(y, z), max(y, z));                                                  \
    }
INTEGER_KERNEL(char, uchar)
INTEGER_KERNEL(short, ushort)
INTEGER_KERNEL(int, uint)

kernel void fields(global const uint *a, global const uint *b, global uint *out)
{
    size_t i = get_global_id(0);
    uint x = a[i];
    uint y = b[i];
    uint offset = y & 31;
    uint width = y >> 5 & 15;
    global uint *row = out + i * 12;
    row[0] = x >> offset & ((1u << width) - 1);              /* extract */
    row[1] = (uint)((int)(x << (31 - offset)) >> 31);        /* one bit, sign extended */
    row[2] = (x & ~(0xffu << 8)) | (y & 0xff) << 8;          /* insert */
    row[3] = __builtin_bitreverse32(x);
    row[4] = __builtin_bswap32(x);
    row[5] = mad24((int)(x << 8) >> 8, (int)(y << 8) >> 8, (int)y);
    row[6] = mul24(x & 0xffffff, y & 0xffffff);
    row[7] = upsample((ushort)x, (ushort)y);
    row[8] = x ? 31 - clz(x) : 77;                           /* highest set bit */
    row[9] = x ? popcount((x & -x) - 1) : 88;                /* lowest set bit */
    row[10] = as_uint(as_uchar4(x).wxzy);
    row[11] = (x ^ y) & ((x | y) + ~x);
}

/* Bits moved one by one through 64-bit shifts: Morton codes there and back. */
kernel void morton(global const uint2 *points, global ulong *codes, global uint2 *back)
{
    size_t i = get_global_id(0);
    uint2 p = points[i];
    ulong code = 0;
    for (int k = 0; k < 32; k++)
        code |= (ulong)(p.x >> k & 1) << (2 * k) | (ulong)(p.y >> k & 1) << (2 * k + 1);
    codes[i] = code;
    ulong2 v = (ulong2)(code, code >> 1) & 0x5555555555555555ul;
    v = (v | v >> 1) & 0x3333333333333333ul;
    v = (v | v >> 2) & 0x0f0f0f0f0f0f0f0ful;
    v = (v | v >> 4) & 0x00ff00ff00ff00fful;
    v = (v | v >> 8) & 0x0000ffff0000fffful;
    v = (v | v >> 16) & 0x00000000fffffffful;
    back[i] = convert_uint2(v);
}

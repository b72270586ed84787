/* long.cl: 64-bit integers and 128-bit products. */

kernel void arithmetic(global const long *a, global const long *b, global long *out)
{
    size_t i = get_global_id(0);
    long x = a[i];
    long y = b[i];
    global long *row = out + i * 16;
    uint count = (uint)y & 63;
    row[0] = x + y;
    row[1] = x - y;
    row[2] = x * y;
    row[3] = x << count;
    row[4] = x >> count;
    row[5] = (long)((ulong)x >> count);
    row[6] = mul_hi(x, y);
    row[7] = (long)mul_hi((ulong)x, (ulong)y);
    row[8] = (x < y) | (x <= y) << 1 | ((ulong)x < (ulong)y) << 2 | (x == y) << 3;
    row[9] = min(x, y);
    row[10] = (long)max((ulong)x, (ulong)y);
    row[11] = (long)abs_diff(x, y);
    row[12] = add_sat(x, y);
    row[13] = sub_sat(x, y);
    row[14] = rotate(x, y);
    row[15] = clz(x) << 16 | popcount(y) << 8 | (long)(x != 0 ? ctz(x) : 99);
}

/* The divisor is never 0, and LONG_MIN / -1 does not occur (undefined in C). */
kernel void divide(global const long *a, global const long *b, global long *out)
{
    size_t i = get_global_id(0);
    long x = a[i];
    long y = b[i];
    global long *row = out + i * 6;
    row[0] = x / y;
    row[1] = x % y;
    row[2] = (long)((ulong)x / (ulong)y);
    row[3] = (long)((ulong)x % (ulong)y);
    row[4] = x / 1000003;
    row[5] = (long)((ulong)x % 1000000007u);
}

kernel void divide_int(global const int *a, global const int *b, global int *out)
{
    size_t i = get_global_id(0);
    int x = a[i];
    int y = b[i];
    global int *row = out + i * 10;
    row[0] = x / y;
    row[1] = x % y;
    row[2] = (int)((uint)x / (uint)y);
    row[3] = (int)((uint)x % (uint)y);
    row[4] = x / 7;
    row[5] = x % -16;
    row[6] = (int)((uint)x / 10);
    row[7] = (short)x / ((short)y ? (short)y : 3);
    row[8] = (uchar)x % ((uchar)y ? (uchar)y : 5);
    row[9] = (ushort)x / ((ushort)y ? (ushort)y : 9);
}

/* Modular exponentiation: 64-bit multiply and remainder in a loop. */
kernel void power_mod(global const ulong *base, global const uint *exponent, ulong modulus,
                      global ulong *out)
{
    size_t i = get_global_id(0);
    ulong result = 1;
    ulong factor = base[i] % modulus;
    for (uint e = exponent[i]; e; e >>= 1) {
        if (e & 1)
            result = result * factor % modulus;
        factor = factor * factor % modulus;
    }
    out[i] = result;
}

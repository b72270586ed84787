/* shapes.cl: kernels of many shapes, small and unlike each other, for bench/shapes: what users write, not what
 * Shoal was tuned for. Each is
 *
 *     SHAPE(name) { ... }
 *
 * behind a line that says its kind of result (u: 32-bit integers, which are equal everywhere; f: floats) and
 * its sizes: items in x and y, and of a work-group.
 * x has 2^20 floats in [0, 1), y as many random dwords; out has 2^18 dwords, 0 at first. */
#define SHAPE(name) kernel void name(global uint *out, global const uint *x, global const uint *y)
#define F(p)        ((global float *)(p))
#define IN(p)       ((global const float *)(p))
#define B(p)        ((global const uchar *)(p))
#define N           (1 << 18)
#define I           ((int)get_global_id(0))

/* ---- streams ---- */

/* shape add f 262144 1 256 1 */
SHAPE(add) { F(out)[I] = IN(x)[I] + IN(x)[I + N]; }
/* shape affine f 262144 1 64 1 */
SHAPE(affine) { F(out)[I] = 1.5f * IN(x)[I] + IN(x)[I + N]; }
/* shape affine4 f 65536 1 256 1 */
SHAPE(affine4) { vstore4(1.5f * vload4(I, IN(x)) + vload4(I, IN(x) + N), I, F(out)); }
/* shape copy_bytes u 262144 1 256 1 */
SHAPE(copy_bytes) { ((global uchar *)out)[I] = B(y)[I] ^ 0x55; }
/* shape reversed f 262144 1 256 1 */
SHAPE(reversed) { F(out)[I] = IN(x)[N - 1 - I]; }
/* shape neighbour u 262144 1 256 1 */
SHAPE(neighbour) { out[I] = y[I ^ 1] + y[I]; }
/* shape strided f 262144 1 256 1 */
SHAPE(strided) { F(out)[I] = IN(x)[(I * 17) & (N - 1)]; }
/* shape shifted u 262144 1 256 1 */
SHAPE(shifted) { out[I] = y[I] << 3 | y[I + 1] >> 29; }
/* shape grid_stride f 16384 1 256 1 */
SHAPE(grid_stride)
{
    for (int i = I; i < N; i += (int)get_global_size(0))
        F(out)[i] = IN(x)[i] * IN(x)[i];
}
/* shape guarded f 262144 1 256 1 */
SHAPE(guarded)
{
    if (I < N - 77)
        F(out)[I] = IN(x)[I] * 2;
}

/* ---- structures, bytes, halves ---- */

/* shape grey u 262144 1 256 1 */
SHAPE(grey)
{
    global const uchar *p = B(y) + 3 * I;
    ((global uchar *)out)[I] = (uchar)((p[0] * 77 + p[1] * 151 + p[2] * 28) >> 8);
}
/* shape sobel u 512 512 16 16 */
SHAPE(sobel)
{
    int cx = get_global_id(0), cy = get_global_id(1), w = 514;
    global const uchar *p = B(y) + cy * w + cx;
    int gx = p[2] + 2 * p[w + 2] + p[2 * w + 2] - p[0] - 2 * p[w] - p[2 * w];
    int gy = p[2 * w] + 2 * p[2 * w + 1] + p[2 * w + 2] - p[0] - 2 * p[1] - p[2];
    out[cy * 512 + cx] = abs(gx) + abs(gy);
}
/* shape life u 512 512 16 16 */
SHAPE(life)
{
    int cx = get_global_id(0), cy = get_global_id(1), n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                n += B(y)[((cy + dy) & 511) * 512 + ((cx + dx) & 511)] & 1;
    int alive = B(y)[cy * 512 + cx] & 1;
    ((global uchar *)out)[cy * 512 + cx] = n == 3 || (n == 2 && alive);
}
/* shape blend4 u 262144 1 256 1 */
SHAPE(blend4)
{
    uchar4 a = as_uchar4(x[I]), b = as_uchar4(y[I]);
    out[I] = as_uint(convert_uchar4((convert_ushort4(a) * (ushort)100 + convert_ushort4(b) * (ushort)156) >> (ushort)8));
}
/* shape particles f 32768 1 256 1 */
SHAPE(particles)
{
    global const float *p = IN(x) + 7 * I;
    global float *q = F(out) + 7 * I;
    for (int k = 0; k < 3; k++) {
        float v = p[3 + k] + 0.01f * p[k];
        q[3 + k] = v;
        q[k] = p[k] + 0.01f * v;
    }
    q[6] = p[6];
}
/* shape halves f 262144 1 256 1 */
SHAPE(halves)
{
    float v = vload_half(I, (global const half *)y);
    F(out)[I] = isfinite(v) ? v : vload_half(I & 1023, (global const half *)y + 1024) > 0;
}
/* shape quantise u 262144 1 256 1 */
SHAPE(quantise) { ((global char *)out)[I] = convert_char_sat_rte(IN(x)[I] * 300 - 150); }
/* shape rotate4 f 65536 1 256 1 */
SHAPE(rotate4)
{
    float4 q = normalize(vload4(I, IN(x))), v = vload4(I, IN(x) + N);
    float4 t = 2 * cross((float4)(q.xyz, 0), (float4)(v.xyz, 0));
    vstore4((float4)(v.xyz, 0) + q.w * t + cross((float4)(q.xyz, 0), t), I, F(out));
}

/* ---- arithmetic ---- */

/* shape horner f 262144 1 256 1 */
SHAPE(horner)
{
    float t = IN(x)[I], s = 0;
    for (int k = 0; k < 32; k++)
        s = s * t + (float)(k & 7);
    F(out)[I] = s;
}
/* shape horner64 f 65536 1 256 1 */
SHAPE(horner64)
{
    double t = IN(x)[I], s = 0;
    for (int k = 0; k < 32; k++)
        s = s * t + (double)(k & 7);
    F(out)[I] = (float)s;
}
/* shape lcg64 u 131072 1 256 1 */
SHAPE(lcg64)
{
    ulong s = y[I];
    for (int k = 0; k < 32; k++)
        s = s * 6364136223846793005UL + 1442695040888963407UL;
    out[I] = (uint)(s >> 32);
}
/* shape xorshift_pi u 65536 1 256 1 */
SHAPE(xorshift_pi)
{
    uint s = y[I] | 1, hits = 0;
    for (int k = 0; k < 64; k++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        uint a = s & 0xffff, b = s >> 16;
        hits += a * a + b * b < 0xfffe0001U && a * a <= 0xffffffffU - b * b;
    }
    out[I] = hits;
}
/* shape bits u 262144 1 256 1 */
SHAPE(bits)
{
    uint v = y[I];
    out[I] = popcount(v) + clz(v) + (rotate(v, 7U) ^ mul_hi(v, 0x9e3779b9U)) + mad24((int)(v & 0xffff), 3, 1);
}
/* shape divide u 262144 1 256 1 */
SHAPE(divide) { out[I] = y[I] / (y[I + N] & 0xffff | 1) + y[I] % 1000; }
/* shape gcd u 65536 1 256 1 */
SHAPE(gcd)
{
    uint a = y[I] >> 8 | 1, b = y[I + N] >> 8 | 1;
    while (b) {
        uint t = a % b;
        a = b;
        b = t;
    }
    out[I] = a;
}
/* shape collatz u 65536 1 256 1 */
SHAPE(collatz)
{
    uint v = (y[I] & 0xffff) + 1, n = 0;
    while (v != 1 && n < 500) {
        v = v & 1 ? 3 * v + 1 : v >> 1;
        n++;
    }
    out[I] = n;
}
/* shape julia u 256 256 16 16 */
SHAPE(julia)
{
    float a = get_global_id(0) / 128.0f - 1, b = get_global_id(1) / 128.0f - 1;
    uint n = 0;
    while (a * a + b * b < 4 && n < 64) {
        float t = a * a - b * b - 0.75f;
        b = 2 * a * b + 0.125f;
        a = t;
        n++;
    }
    out[get_global_id(1) * 256 + get_global_id(0)] = n > 8;
}
/* shape gelu f 262144 1 256 1 */
SHAPE(gelu)
{
    float v = 4 * IN(x)[I] - 2;
    F(out)[I] = 0.5f * v * (1 + erf(v * 0.70710678f));
}
/* shape trigonometry f 131072 1 256 1 */
SHAPE(trigonometry)
{
    float v = 100 * IN(x)[I];
    F(out)[I] = sin(v) * cos(0.5f * v) + atan2(v, 3.0f);
}
/* shape powers f 131072 1 256 1 */
SHAPE(powers) { F(out)[I] = pow(IN(x)[I] + 0.1f, 1.7f) + log(IN(x)[I] + 1) + sqrt(IN(x)[I]); }
/* shape sphere f 512 512 16 16 */
SHAPE(sphere)
{
    float3 d = normalize((float3)(get_global_id(0) / 256.0f - 1, get_global_id(1) / 256.0f - 1, 1.5f)), o = (float3)(0, 0, -3);
    float best = 1e9f;
    for (int k = 0; k < 8; k++) {
        float3 c = (float3)(IN(x)[4 * k] * 2 - 1, IN(x)[4 * k + 1] * 2 - 1, IN(x)[4 * k + 2]), oc = o - c;
        float b = dot(oc, d), disc = b * b - dot(oc, oc) + 0.25f;
        if (disc > 0) {
            float t = -b - sqrt(disc);
            if (t > 0 && t < best)
                best = t;
        }
    }
    F(out)[get_global_id(1) * 512 + get_global_id(0)] = best < 1e8f ? 1 / best : 0;
}

/* ---- rows and matrices ---- */

/* shape blur f 512 512 16 16 */
SHAPE(blur)
{
    int cx = get_global_id(0), cy = get_global_id(1);
    float s = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            s += IN(x)[(cy + dy) * 514 + cx + dx];
    F(out)[cy * 512 + cx] = s / 9;
}
/* shape clamped f 512 512 16 16 */
SHAPE(clamped)
{
    int cx = get_global_id(0), cy = get_global_id(1);
    float s = 0;
    for (int d = -2; d <= 2; d++)
        s += IN(x)[cy * 512 + clamp(cx + d, 0, 511)] + IN(x)[clamp(cy + d, 0, 511) * 512 + cx];
    F(out)[cy * 512 + cx] = s;
}
/* shape resize f 512 512 16 16 */
SHAPE(resize)
{
    float u = get_global_id(0) * 0.73f, v = get_global_id(1) * 0.73f;
    int a = (int)u, b = (int)v;
    global const float *p = IN(x) + b * 512 + a;
    F(out)[get_global_id(1) * 512 + get_global_id(0)] = mix(mix(p[0], p[1], u - a), mix(p[512], p[513], u - a), v - b);
}
/* shape transpose u 512 512 16 16 */
SHAPE(transpose) { out[get_global_id(0) * 512 + get_global_id(1)] = y[get_global_id(1) * 512 + get_global_id(0)]; }
/* shape transpose_tiled u 512 512 16 16 */
SHAPE(transpose_tiled)
{
    local uint t[16][17];
    int lx = get_local_id(0), ly = get_local_id(1);
    t[ly][lx] = y[get_global_id(1) * 512 + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(get_group_id(0) * 16 + ly) * 512 + get_group_id(1) * 16 + lx] = t[lx][ly];
}
/* shape matrix_vector f 1024 1 64 1 */
SHAPE(matrix_vector)
{
    float s = 0;
    for (int k = 0; k < 512; k++)
        s += IN(x)[I * 512 + k] * IN(x)[k];
    F(out)[I] = s;
}
/* shape vector_matrix f 1024 1 64 1 */
SHAPE(vector_matrix)
{
    float s = 0;
    for (int k = 0; k < 512; k++)
        s += IN(x)[k * 1024 + I] * IN(x)[k];
    F(out)[I] = s;
}
/* shape softmax f 4096 1 256 1 */
SHAPE(softmax)
{
    float most = -INFINITY, s = 0;
    for (int k = 0; k < 32; k++)
        most = fmax(most, k > I % 32 ? -INFINITY : IN(x)[k * 4096 + I]);
    for (int k = 0; k < 32; k++)
        s += exp((k > I % 32 ? -INFINITY : IN(x)[k * 4096 + I]) - most);
    for (int k = 0; k < 32; k++)
        F(out)[k * 4096 + I] = exp((k > I % 32 ? -INFINITY : IN(x)[k * 4096 + I]) - most) / s;
}
/* shape layer_norm f 65536 1 256 1 */
SHAPE(layer_norm)
{
    local float s[256];
    int l = get_local_id(0);
    float v = IN(x)[I];
    s[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 128; k; k >>= 1) {
        if (l < k)
            s[l] += s[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float d = v - s[0] / 256;
    barrier(CLK_LOCAL_MEM_FENCE);
    s[l] = d * d;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 128; k; k >>= 1) {
        if (l < k)
            s[l] += s[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    F(out)[I] = d * rsqrt(s[0] / 256 + 1e-5f);
}
/* shape floyd_warshall u 512 512 16 16 */
SHAPE(floyd_warshall)
{
    int cx = get_global_id(0), cy = get_global_id(1);
    uint through = (y[cy * 512 + 77] >> 4) + (y[77 * 512 + cx] >> 4);
    out[cy * 512 + cx] = min(y[cy * 512 + cx], through);
}
/* shape k_means f 65536 1 256 1 */
SHAPE(k_means)
{
    float a = IN(x)[2 * I], b = IN(x)[2 * I + 1], best = 1e9f;
    int at = 0;
    for (int k = 0; k < 16; k++) {
        float u = a - (k & 3) / 3.0f, v = b - (k >> 2) / 3.0f, d = u * u + v * v;
        if (d < best) {
            best = d;
            at = k;
        }
    }
    F(out)[I] = fabs(a - (at & 3) / 3.0f) + best;
}

/* ---- LDS ---- */

/* shape sums f 65536 1 256 1 */
SHAPE(sums)
{
    local float s[2][256];
    int l = get_local_id(0), from = 0;
    s[0][l] = IN(x)[I];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 1; k < 256; k *= 2) {
        s[!from][l] = s[from][l] + (l >= k ? s[from][l - k] : 0);
        from = !from;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    F(out)[I] = s[from][l];
}
/* shape byte_histogram u 65536 1 256 1 */
SHAPE(byte_histogram)
{
    local uint n[256];
    int l = get_local_id(0);
    n[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint v = y[I];
    for (int k = 0; k < 4; k++)
        atomic_inc(&n[v >> 8 * k & 255]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = n[l];
}
/* shape alignment u 16384 1 64 1 */
SHAPE(alignment)
{
    local int d[3][65];
    int l = get_local_id(0), group = get_group_id(0), best = 0;
    for (int k = 0; k < 3; k++)
        d[k][l] = 0;
    if (l == 0)
        d[0][64] = d[1][64] = d[2][64] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int t = 0; t < 127; t++) {
        int j = t - l;
        if (j >= 0 && j < 64) {
            int same = (B(y)[group * 64 + l] & 3) == (B(y)[group * 64 + j + 7777] & 3);
            int v = max(0, max(d[(t + 1) % 3][l] + (same ? 2 : -1), max(d[(t + 2) % 3][l], d[(t + 2) % 3][l + 1]) - 1));
            d[t % 3][l + 1] = v;
            best = max(best, v);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[I] = best;
}
/* shape tile_gather u 65536 1 256 1 */
SHAPE(tile_gather)
{
    local uint t[256];
    int l = get_local_id(0);
    t[l] = y[I];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint s = 0;
    for (int k = 0; k < 16; k++)
        s = s * 31 + t[(l * 37 + k * k) & 255];
    out[I] = s;
}
/* shape private_sort u 32768 1 256 1 */
SHAPE(private_sort)
{
    uint v[16], s = 0;
    for (int k = 0; k < 16; k++)
        v[k] = y[k * 32768 + I];
    for (int i = 1; i < 16; i++) {
        uint key = v[i];
        int j = i - 1;
        while (j >= 0 && v[j] > key) {
            v[j + 1] = v[j];
            j--;
        }
        v[j + 1] = key;
    }
    for (int k = 0; k < 16; k++)
        s = s * 33 + v[k];
    out[I] = s;
}

/* ---- places ---- */

/* shape search u 65536 1 256 1 */
SHAPE(search)
{
    float key = IN(x)[I] * 4096;
    int low = 0, high = 4096;
    while (low < high) {
        int mid = (low + high) / 2;
        if ((float)mid + IN(x)[mid] * 0.5f < key)
            low = mid + 1;
        else
            high = mid;
    }
    out[I] = low;
}
/* shape chase u 65536 1 256 1 */
SHAPE(chase)
{
    uint at = I;
    for (int k = 0; k < 16; k++)
        at = y[at] & 0xffff;
    out[I] = at;
}
/* shape probe u 65536 1 256 1 */
SHAPE(probe)
{
    uint key = y[I] & 0xfff, at = key * 2654435761U >> 16, n = 0;
    while ((y[at & 0xffff] & 0x1f) != (key & 0x1f) && n < 64) {
        at++;
        n++;
    }
    out[I] = n;
}
/* shape permute u 262144 1 256 1 */
SHAPE(permute) { out[(I * 40503) & (N - 1)] = y[I]; }
/* shape lookup u 262144 1 256 1 */
SHAPE(lookup)
{
    uint v = y[I], s = 0xffffffff;
    for (int k = 0; k < 4; k++)
        s = s >> 8 ^ x[(s ^ v >> 8 * k) & 255];
    out[I] = s;
}
/* shape counters u 65536 1 256 1 */
SHAPE(counters) { atomic_add(&out[y[I] & 1023], 1); }
/* shape match u 65536 1 256 1 */
SHAPE(match)
{
    uint n = 0;
    for (int k = 0; k < 16; k++) {
        int j = 0;
        while (j < 8 && (B(y)[I * 4 + k + j] & 1) == (j & 1))
            j++;
        n += j == 8;
    }
    out[I] = n;
}
/* shape ways u 262144 1 256 1 */
SHAPE(ways)
{
    uint v = y[I];
    switch (v & 7) {
    case 0: v = v * 3 + 1; break;
    case 1: v ^= v >> 7; break;
    case 2: v = v / 5; break;
    case 3: v = popcount(v); break;
    case 4: v = y[(v >> 3) & 0xffff]; break;
    case 5: v = rotate(v, 11U); break;
    case 6: v = ~v; break;
    default: v -= 77; break;
    }
    out[I] = v;
}
/* shape runs u 65536 1 256 1 */
SHAPE(runs)
{
    int n = 0, at = I;
    while (n < 100 && (B(y)[at] & 3)) {
        at++;
        n++;
    }
    out[I] = n;
}
/* shape steps u 65536 1 256 1 */
SHAPE(steps)
{
    uint s = 0;
    int end = y[I] & 63;
    for (int k = 0; k < end; k++) {
        if (y[k] & 1)
            continue;
        if (s > 0xf0000000)
            break;
        s += y[I + k] >> 8;
    }
    out[I] = s;
}

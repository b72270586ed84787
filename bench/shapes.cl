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
#define J           ((int)get_global_id(1))
#define L           ((int)get_local_id(0))
#define LJ          ((int)get_local_id(1))
#define G           ((int)get_group_id(0))

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

/* ---- more ---- */

/* shape jacobi f 512 512 16 16 */
SHAPE(jacobi)
{
    int p = J * 512 + I + 1024;
    F(out)[J * 512 + I] = 0.25f * (IN(x)[p - 1] + IN(x)[p + 1] + IN(x)[p - 512] + IN(x)[p + 512]);
}
/* shape jacobi_edges f 512 512 32 8 */
SHAPE(jacobi_edges)
{
    int i = I, j = J, p = j * 512 + i;
    float v = IN(x)[p];
    if (i > 0 && j > 0 && i < 511 && j < 511)
        v = 0.25f * (IN(x)[p - 1] + IN(x)[p + 1] + IN(x)[p - 512] + IN(x)[p + 512]);
    F(out)[p] = v;
}
/* shape stencil3d f 64 4096 64 4 */
SHAPE(stencil3d)
{
    int i = I, j = J & 63, k = J >> 6, p = (k * 64 + j) * 64 + i;
    int l = max(i - 1, 0) - i, r = min(i + 1, 63) - i;
    F(out)[p] = IN(x)[p] * -6 + IN(x)[p + l] + IN(x)[p + r] + IN(x)[p + 64] + IN(x)[max(p - 64, 0)] + IN(x)[p + 4096] + IN(x)[max(p - 4096, 0)];
}
/* shape max_pool f 256 256 16 16 */
SHAPE(max_pool)
{
    global const float *p = IN(x) + J * 2 * 512 + I * 2;
    F(out)[J * 256 + I] = fmax(fmax(p[0], p[1]), fmax(p[512], p[513]));
}
/* shape conv3 f 256 256 16 16 */
SHAPE(conv3)
{
    float s = 0;
    for (int c = 0; c < 4; c++)
        for (int v = 0; v < 3; v++)
            for (int u = 0; u < 3; u++)
                s += IN(x)[c * 66564 + (J + v) * 258 + I + u] * IN(x)[900000 + c * 9 + v * 3 + u];
    F(out)[J * 256 + I] = s;
}
/* shape rms_norm f 65536 1 256 1 */
SHAPE(rms_norm)
{
    local float t[256];
    int l = get_local_id(0);
    float v = IN(x)[I];
    t[l] = v * v;
    for (int k = 128; k; k >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < k)
            t[l] += t[l + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    F(out)[I] = v * rsqrt(t[0] / 256 + 1e-5f) * IN(x)[N + l];
}
/* shape embedding f 256 1024 256 1 */
SHAPE(embedding) { F(out)[J * 256 + I] = IN(x)[(y[J] & 1023) * 256 + I]; }
/* shape argmax u 1024 1 64 1 */
SHAPE(argmax)
{
    float best = -1;
    uint at = 0;
    for (int k = 0; k < 256; k++) {
        float v = IN(x)[k * 1024 + I];
        if (v > best) {
            best = v;
            at = k;
        }
    }
    out[I] = at;
}
/* shape gemv_int4 f 16384 1 64 1 */
SHAPE(gemv_int4)
{
    local float t[64];
    int row = get_group_id(0), l = get_local_id(0);
    float s = 0;
    for (int k = l; k < 128; k += 64) {
        uint w = y[row * 128 + k];
        for (int b = 0; b < 8; b++)
            s += ((int)(w >> 4 * b & 15) - 8) * IN(x)[k * 8 + b];
    }
    t[l] = s;
    for (int k = 32; k; k >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < k)
            t[l] += t[l + k];
    }
    if (l == 0)
        F(out)[row] = t[0];
}
/* shape philox u 65536 1 256 1 */
SHAPE(philox)
{
    uint a = I, b = 1, c = 2, d = 3, k0 = 11, k1 = 22;
    for (int r = 0; r < 10; r++) {
        uint h0 = mul_hi(0xD2511F53U, a), l0 = 0xD2511F53U * a, h1 = mul_hi(0xCD9E8D57U, c), l1 = 0xCD9E8D57U * c;
        a = h1 ^ b ^ k0;
        b = l1;
        c = h0 ^ d ^ k1;
        d = l0;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    out[I * 4] = a;
    out[I * 4 + 1] = b;
    out[I * 4 + 2] = c;
    out[I * 4 + 3] = d;
}
/* shape sha_rounds u 16384 1 256 1 */
SHAPE(sha_rounds)
{
    uint w[16], s[8];
    for (int k = 0; k < 16; k++)
        w[k] = y[I * 16 + k];
    for (int k = 0; k < 8; k++)
        s[k] = 0x6a09e667 * (k + 1);
    for (int r = 0; r < 64; r++) {
        uint v = w[r & 15];
        if (r >= 16) {
            uint p = w[(r + 1) & 15], q = w[(r + 14) & 15];
            v = w[r & 15] += (rotate(p, 25U) ^ rotate(p, 14U) ^ p >> 3) + (rotate(q, 15U) ^ rotate(q, 13U) ^ q >> 10) + w[(r + 9) & 15];
        }
        uint e = s[4], a = s[0];
        uint t = s[7] + (rotate(e, 26U) ^ rotate(e, 21U) ^ rotate(e, 7U)) + (e & s[5] ^ ~e & s[6]) + v + 0x428a2f98;
        uint u = (rotate(a, 30U) ^ rotate(a, 19U) ^ rotate(a, 10U)) + (a & s[1] ^ a & s[2] ^ s[1] & s[2]);
        for (int k = 7; k; k--)
            s[k] = s[k - 1];
        s[4] += t;
        s[0] = t + u;
    }
    for (int k = 0; k < 8; k++)
        out[I * 8 + k] = s[k];
}
/* shape substitute u 65536 1 256 1 */
SHAPE(substitute)
{
    local uchar box[256];
    int l = get_local_id(0);
    box[l] = l * 167 + 13;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint v = y[I];
    for (int r = 0; r < 4; r++)
        v = box[v & 255] | box[v >> 8 & 255] << 8 | box[v >> 16 & 255] << 16 | (uint)box[v >> 24] << 24, v = rotate(v, 9U);
    out[I] = v;
}
/* shape base64 u 65536 1 256 1 */
SHAPE(base64)
{
    global const uchar *p = B(y) + I * 3;
    uint v = p[0] << 16 | p[1] << 8 | p[2], r = 0;
    for (int k = 0; k < 4; k++) {
        uint c = v >> (18 - 6 * k) & 63;
        c = c < 26 ? 'A' + c : c < 52 ? 'a' + c - 26 : c < 62 ? '0' + c - 52 : c == 62 ? '+' : '/';
        r |= c << 8 * k;
    }
    out[I] = r;
}
/* shape bilateral f 256 256 16 16 */
SHAPE(bilateral)
{
    global const float *p = IN(x) + J * 260 + I;
    float c = p[2 * 260 + 2], s = 0, n = 0;
    for (int v = 0; v < 5; v++)
        for (int u = 0; u < 5; u++) {
            float a = p[v * 260 + u], w = native_exp(-(a - c) * (a - c) * 8);
            s += a * w;
            n += w;
        }
    F(out)[J * 256 + I] = s / n;
}
/* shape median f 256 256 16 16 */
SHAPE(median)
{
    float v[9];
    for (int k = 0; k < 9; k++)
        v[k] = IN(x)[(J + k / 3) * 258 + I + k % 3];
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 9; j++) {
            float a = fmin(v[i], v[j]);
            v[j] = fmax(v[i], v[j]);
            v[i] = a;
        }
    F(out)[J * 256 + I] = v[4];
}
/* shape nbody f 2048 1 64 1 */
SHAPE(nbody)
{
    float px = IN(x)[I * 4], py = IN(x)[I * 4 + 1], pz = IN(x)[I * 4 + 2], ax = 0, ay = 0, az = 0;
    for (int k = 0; k < 512; k++) {
        float dx = IN(x)[k * 4] - px, dy = IN(x)[k * 4 + 1] - py, dz = IN(x)[k * 4 + 2] - pz;
        float r = native_rsqrt(dx * dx + dy * dy + dz * dz + 0.01f), f = IN(x)[k * 4 + 3] * r * r * r;
        ax += dx * f;
        ay += dy * f;
        az += dz * f;
    }
    F(out)[I * 4] = ax;
    F(out)[I * 4 + 1] = ay;
    F(out)[I * 4 + 2] = az;
}
/* shape dot_product f 262144 1 256 1 */
SHAPE(dot_product)
{
    local float t[256];
    int l = get_local_id(0);
    t[l] = IN(x)[I] * IN(x)[I + N];
    for (int k = 128; k; k >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < k)
            t[l] += t[l + k];
    }
    if (l == 0)
        F(out)[get_group_id(0)] = t[0];
}
/* shape scan_block u 131072 1 256 1 */
SHAPE(scan_block)
{
    local uint t[256];
    int l = get_local_id(0);
    uint v = y[I];
    t[l] = v;
    for (int k = 1; k < 256; k <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint w = l >= k ? t[l - k] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] = v += w;
    }
    out[I] = v;
}
/* shape blelloch u 65536 1 128 1 */
SHAPE(blelloch)
{
    local uint t[256];
    int l = get_local_id(0), n = 256, off = 1;
    t[2 * l] = y[2 * I];
    t[2 * l + 1] = y[2 * I + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d)
            t[off * (2 * l + 2) - 1] += t[off * (2 * l + 1) - 1];
        off *= 2;
    }
    if (l == 0)
        t[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        off >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int a = off * (2 * l + 1) - 1, b = off * (2 * l + 2) - 1;
            uint v = t[a];
            t[a] = t[b];
            t[b] += v;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[2 * I] = t[2 * l];
    out[2 * I + 1] = t[2 * l + 1];
}
/* shape bitonic_step u 131072 1 256 1 */
SHAPE(bitonic_step)
{
    int k = 64, i = (I & ~(k - 1)) * 2 | I & (k - 1);
    uint a = y[i], b = y[i + k];
    bool up = (i & 512) == 0;
    out[i] = up == a < b ? a : b;
    out[i + k] = up == a < b ? b : a;
}
/* shape hsv f 65536 1 256 1 */
SHAPE(hsv)
{
    float r = IN(x)[I * 3], g = IN(x)[I * 3 + 1], b = IN(x)[I * 3 + 2];
    float hi = fmax(r, fmax(g, b)), lo = fmin(r, fmin(g, b)), d = hi - lo;
    float h = d == 0 ? 0 : hi == r ? (g - b) / d : hi == g ? 2 + (b - r) / d : 4 + (r - g) / d;
    F(out)[I * 3] = h < 0 ? h + 6 : h;
    F(out)[I * 3 + 1] = hi == 0 ? 0 : d / hi;
    F(out)[I * 3 + 2] = hi;
}
/* shape composite u 262144 1 256 1 */
SHAPE(composite)
{
    uchar4 a = vload4(I, B(x)), b = vload4(I, B(y));
    uint k = b.w, r = 0;
    r |= (a.x * (255 - k) + b.x * k) / 255;
    r |= (a.y * (255 - k) + b.y * k) / 255 << 8;
    r |= (a.z * (255 - k) + b.z * k) / 255 << 16;
    out[I] = r | 0xff000000;
}
/* shape warp_affine f 512 512 16 16 */
SHAPE(warp_affine)
{
    float u = 0.9f * I - 0.1f * J + 60, v = 0.1f * I + 0.9f * J;
    int a = clamp((int)u, 0, 510), b = clamp((int)v, 0, 510);
    float fu = u - a, fv = v - b;
    global const uchar *p = B(y) + b * 512 + a;
    float t = mix(mix((float)p[0], (float)p[1], fu), mix((float)p[512], (float)p[513], fu), fv);
    F(out)[J * 512 + I] = clamp(t, 0.0f, 255.0f) / 255;
}
/* shape row_sums u 512 1 64 1 */
SHAPE(row_sums)
{
    uint s = 0;
    for (int k = 0; k < 512; k++)
        out[I * 512 + k] = s += y[I * 512 + k];
}
/* shape column_sums u 512 1 64 1 */
SHAPE(column_sums)
{
    uint s = 0;
    for (int k = 0; k < 512; k++)
        out[k * 512 + I] = s += y[k * 512 + I];
}
/* shape march f 256 256 16 16 */
SHAPE(march)
{
    float px = I * 0.25f, py = J * 0.25f, pz = 0, dx = 0.3f, dy = 0.2f, dz = 0.9f, s = 0;
    for (int k = 0; k < 48 && s < 20; k++) {
        int at = ((int)pz & 63) * 4096 + ((int)py & 63) * 64 + ((int)px & 63);
        s += IN(x)[at];
        px += dx;
        py += dy;
        pz += dz;
    }
    F(out)[J * 256 + I] = s;
}
/* shape heat f 262144 1 256 1 */
SHAPE(heat)
{
    local float t[258];
    int l = get_local_id(0);
    t[l + 1] = IN(x)[I + 1];
    if (l == 0)
        t[0] = IN(x)[I];
    if (l == 255)
        t[257] = IN(x)[I + 2];
    barrier(CLK_LOCAL_MEM_FENCE);
    F(out)[I] = t[l + 1] + 0.1f * (t[l] - 2 * t[l + 1] + t[l + 2]);
}
/* shape knn u 4096 1 64 1 */
SHAPE(knn)
{
    float a = IN(x)[I], b = IN(x)[I + N], d[4] = {9, 9, 9, 9};
    uint at[4] = {0, 0, 0, 0};
    for (int k = 0; k < 256; k++) {
        float u = IN(x)[k + 8192] - a, v = IN(x)[k + 16384] - b, w = u * u + v * v;
        uint i = k;
        for (int m = 0; m < 4; m++)
            if (w < d[m]) {
                float t = d[m];
                d[m] = w;
                w = t;
                uint n = at[m];
                at[m] = i;
                i = n;
            }
    }
    out[I] = at[0] ^ at[1] << 8 ^ at[2] << 16 ^ at[3] << 24;
}
/* shape page_rank f 16384 1 256 1 */
SHAPE(page_rank)
{
    float s = 0;
    for (int k = 0; k < 16; k++)
        s += IN(x)[y[I * 16 + k] & 0x3fff] * IN(x)[N + (y[I * 16 + k] & 0x3fff)];
    F(out)[I] = 0.15f + 0.85f * s;
}
/* shape pages_by_columns f 16384 1 256 1 */
SHAPE(pages_by_columns)
{
    float s = 0;
    for (int k = 0; k < 16; k++)
        s += IN(x)[y[k * 16384 + I] & 0x3fff];
    F(out)[I] = s;
}
/* shape edit_distance u 4096 1 64 1 */
SHAPE(edit_distance)
{
    uchar row[17];
    for (int k = 0; k <= 16; k++)
        row[k] = k;
    for (int i = 0; i < 16; i++) {
        uchar c = B(y)[I * 16 + i] & 3, last = i, left = i + 1;
        for (int k = 1; k <= 16; k++) {
            uchar up = row[k], v = min(min(up, left) + 1, last + ((B(y)[k] & 3) != c));
            last = up;
            row[k] = left = v;
        }
        row[0] = i + 1;
    }
    out[I] = row[16];
}
/* shape digits u 65536 1 256 1 */
SHAPE(digits)
{
    local uint n[16];
    int l = get_local_id(0);
    if (l < 16)
        n[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&n[y[I] >> 28]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        out[get_group_id(0) * 16 + l] = n[l];
}
/* shape black f 65536 1 256 1 */
SHAPE(black)
{
    float s = 10 + 20 * IN(x)[I], k = 10 + 20 * IN(x)[I + N], t = 0.1f + IN(x)[I + 2 * N];
    float d = (log(s / k) + 0.06f * t) / (0.3f * sqrt(t)), e = d - 0.3f * sqrt(t);
    float p = 1 / (1 + exp(-1.6f * d)), q = 1 / (1 + exp(-1.6f * e));
    F(out)[I] = s * p - k * exp(-0.02f * t) * q;
}
/* shape dct8 f 4096 8 8 8 */
SHAPE(dct8)
{
    local float t[64];
    int u = get_local_id(0), v = get_local_id(1);
    t[v * 8 + u] = IN(x)[J * 4096 + I];
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0;
    for (int k = 0; k < 8; k++)
        s += t[v * 8 + k] * native_cos((2 * k + 1) * u * 0.19634954f);
    F(out)[J * 4096 + I] = s;
}
/* shape count_if u 262144 1 256 1 */
SHAPE(count_if)
{
    if ((y[I] & 7) == 3)
        atomic_inc(out);
}
/* shape compact u 65536 1 256 1 */
SHAPE(compact)
{
    local uint n, base;
    if (get_local_id(0) == 0)
        n = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = 0, v = y[I];
    if (v & 1)
        at = atomic_inc(&n);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v & 1)
        out[get_group_id(0) * 256 + (at & 0)] = n;
}
/* shape doubles f 65536 1 256 1 */
SHAPE(doubles)
{
    double v = IN(x)[I], s = 1;
    for (int k = 1; k < 12; k++)
        s = s * v + 1.0 / k;
    F(out)[I] = (float)sqrt(s);
}
/* shape shorts u 131072 1 256 1 */
SHAPE(shorts)
{
    short2 a = as_short2(x[I]), b = as_short2(y[I]);
    short2 c = max(a, b) - min(a, b) + (short2)(3, 5) * a;
    out[I] = as_uint(c);
}
/* shape soa_to_aos f 65536 1 256 1 */
SHAPE(soa_to_aos)
{
    F(out)[I * 4] = IN(x)[I];
    F(out)[I * 4 + 1] = IN(x)[I + 65536];
    F(out)[I * 4 + 2] = IN(x)[I + 131072];
    F(out)[I * 4 + 3] = IN(x)[I + 196608];
}
/* shape aos_to_soa f 65536 1 256 1 */
SHAPE(aos_to_soa)
{
    for (int k = 0; k < 3; k++)
        F(out)[I + k * 65536] = IN(x)[I * 3 + k];
}
/* shape lu_step f 256 256 16 16 */
SHAPE(lu_step) { F(out)[J * 256 + I] = IN(x)[J * 256 + I] - IN(x)[J * 256 + 7] * IN(x)[7 * 256 + I] / (1 + IN(x)[7 * 256 + 7]); }
/* shape triangle f 256 256 16 16 */
SHAPE(triangle)
{
    float s = 0;
    for (int k = 0; k <= min(I, J); k++)
        s += IN(x)[J * 256 + k] * IN(x)[I * 256 + k];
    F(out)[J * 256 + I] = s;
}
/* shape horizontal f 512 512 64 4 */
SHAPE(horizontal)
{
    float s = 0;
    for (int k = -4; k <= 4; k++)
        s += IN(x)[J * 512 + clamp(I + k, 0, 511)];
    F(out)[J * 512 + I] = s / 9;
}
/* shape lbm f 65536 1 256 1 */
SHAPE(lbm)
{
    float f[5], r = 0;
    for (int k = 0; k < 5; k++)
        r += f[k] = IN(x)[k * 65536 + I];
    float u = (f[1] - f[2]) / r, v = (f[3] - f[4]) / r, e = 0;
    for (int k = 0; k < 5; k++)
        e += f[k] + 0.6f * (r * 0.2f * (1 + 3 * (k & 1 ? u : v)) - f[k]);
    F(out)[I] = e;
}

/* ---- of all kinds ---- */
/* shape chunk16 f 16384 1 256 1 */
SHAPE(chunk16) { for (int k = 0; k < 16; k++) F(out)[I * 16 + k] = IN(x)[I * 16 + k] * 2 + 1; }
/* shape chunk_n f 8192 1 64 1 */
SHAPE(chunk_n)
{
    int n = 32 + (y[N] & 0);
    for (int k = 0; k < n; k++)
        F(out)[I * n + k] = IN(x)[I * n + k] * 2 + 1;
}
/* shape softmax_rows f 2048 1 64 1 */
SHAPE(softmax_rows)
{
    global const float *p = IN(x) + I * 128;
    float m = p[0], s = 0;
    for (int k = 1; k < 128; k++)
        m = fmax(m, p[k]);
    for (int k = 0; k < 128; k++)
        s += exp(p[k] - m);
    for (int k = 0; k < 128; k++)
        F(out)[I * 128 + k] = exp(p[k] - m) / s;
}
/* shape float4_add f 65536 1 256 1 */
SHAPE(float4_add) { ((global float4 *)out)[I] = ((global const float4 *)x)[I] + ((global const float4 *)y)[I] * 0.0f; }
/* shape float4_dot f 65536 1 256 1 */
SHAPE(float4_dot) { float4 v = vload4(I, IN(x)); F(out)[I] = dot(v, v.wzyx); }
/* shape normalize3 f 65536 1 256 1 */
SHAPE(normalize3) { float3 v = vload3(I, IN(x)); vstore3(normalize(v), I, F(out)); }
/* shape switcher u 262144 1 256 1 */
SHAPE(switcher)
{
    uint v = y[I], r;
    switch (v & 7) {
    case 0: r = v * 3; break;
    case 1: r = v / 7; break;
    case 2: r = popcount(v); break;
    case 3: r = clz(v); break;
    case 4: r = v ^ (v >> 3); break;
    case 5: r = rotate(v, 5u); break;
    case 6: r = mul_hi(v, 0x12345u); break;
    default: r = v % 1000; break;
    }
    out[I] = r;
}
/* shape early u 262144 1 256 1 */
SHAPE(early)
{
    uint v = y[I];
    if (v & 1) return;
    out[I] = v * 2654435761u >> 3;
}
/* shape volume f 64 4096 64 1 */
SHAPE(volume)
{
    int z = J >> 6, yy = J & 63, xx = I;
    float s = 0;
    if (xx > 0 && xx < 63 && yy > 0 && yy < 63 && z > 0 && z < 63)
        s = IN(x)[J * 64 + I - 1] + IN(x)[J * 64 + I + 1] + IN(x)[(J - 1) * 64 + I] + IN(x)[(J + 1) * 64 + I] + IN(x)[(J - 64) * 64 + I] + IN(x)[(J + 64) * 64 + I];
    F(out)[J * 64 + I] = s;
}
/* shape wave_eq f 512 512 16 16 */
SHAPE(wave_eq)
{
    if (I == 0 || J == 0 || I == 511 || J == 511) return;
    int i = J * 512 + I;
    float c = IN(x)[i];
    F(out)[i] = 2 * c - IN(x)[i + N] + 0.1f * (IN(x)[i - 1] + IN(x)[i + 1] + IN(x)[i - 512] + IN(x)[i + 512] - 4 * c);
}
/* shape matmul_t f 256 256 16 16 */
SHAPE(matmul_t)
{
    float s = 0;
    for (int k = 0; k < 64; k++)
        s += IN(x)[J * 64 + k] * IN(x)[I * 64 + k];
    F(out)[J * 256 + I] = s;
}
/* shape csr f 8192 1 64 1 */
SHAPE(csr)
{
    float s = 0;
    int a = I * 12 + (y[I] & 7), b = I * 12 + 12 + (y[I + 1] & 7);
    for (int k = a; k < b; k++)
        s += IN(x)[k] * IN(x)[y[k] & 0x3fff];
    F(out)[I] = s;
}
/* shape histogram_private u 256 1 64 1 */
SHAPE(histogram_private)
{
    uint h[16] = { 0 };
    for (int k = 0; k < 256; k++)
        h[y[k * 256 + I] & 15]++;
    for (int k = 0; k < 16; k++)
        out[k * 256 + I] = h[k];
}
/* shape local_sum4 u 65536 1 128 1 */
SHAPE(local_sum4)
{
    local uint t[128];
    int l = get_local_id(0);
    t[l] = y[I] & 0xffff;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint s = 0;
    for (int k = -4; k <= 4; k++)
        s += t[(l + k) & 127];
    out[I] = s;
}
/* shape crc u 16384 1 64 1 */
SHAPE(crc)
{
    uint c = ~0u;
    for (int k = 0; k < 4; k++) {
        c ^= y[I * 4 + k];
        for (int b = 0; b < 32; b++)
            c = c >> 1 ^ (0xEDB88320u & -(c & 1));
    }
    out[I] = ~c;
}
/* shape strlen u 8192 1 64 1 */
SHAPE(strlen)
{
    global const uchar *p = (global const uchar *)y + I * 64;
    int n = 0;
    while (n < 64 && (p[n] & 0xf))
        n++;
    out[I] = n;
}
/* shape upper u 65536 1 256 1 */
SHAPE(upper)
{
    for (int k = 0; k < 4; k++) {
        uchar c = B(y)[I * 4 + k];
        if (c >= 'a' && c <= 'z') c -= 32;
        ((global uchar *)out)[I * 4 + k] = c;
    }
}
/* shape shorts_scale u 262144 1 256 1 */
SHAPE(shorts_scale) { short v = ((global const short *)y)[I]; ((global short *)out)[I] = (short)clamp(v * 3 / 2, -32768, 32767); }
/* shape longs u 131072 1 256 1 */
SHAPE(longs) { ulong v = ((global const ulong *)y)[I]; ((global ulong *)out)[I] = v * v + (v >> 17) + rotate(v, (ulong)13); }
/* shape long_div u 32768 1 256 1 */
SHAPE(long_div) { ulong v = ((global const ulong *)y)[I]; ((global ulong *)out)[I] = v / (y[I] | 1) + v % 1000003; }
/* shape int_div u 131072 1 256 1 */
SHAPE(int_div) { int v = (int)y[I], w = (int)y[I + N] >> 16 | 1; out[I] = v / w + v % w; }
/* shape bfs u 16384 1 256 1 */
SHAPE(bfs)
{
    if ((y[I] & 7) == 3) {
        for (int k = 0; k < 4; k++) {
            uint t = y[I * 4 + k] & 0x3fff;
            if ((y[t] & 7) != 3)
                out[t] = 5;
        }
    }
}
/* shape atomic_max_cells u 65536 1 256 1 */
SHAPE(atomic_max_cells) { atomic_max(&out[y[I] >> 20], y[I]); }
/* shape atomic_append u 65536 1 256 1 */
SHAPE(atomic_append)
{
    if ((y[I] & 3) == 0)
        atomic_inc(&out[y[I] >> 28]);
}
/* shape lds_histogram u 65536 1 256 1 */
SHAPE(lds_histogram)
{
    local uint h[256];
    int l = get_local_id(0);
    h[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&h[y[I] & 255]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[l], h[l]);
}
/* shape odd_even u 65536 1 256 1 */
SHAPE(odd_even)
{
    local uint t[256];
    int l = get_local_id(0);
    t[l] = y[I];
    for (int p = 0; p < 32; p++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int a = 2 * l + (p & 1);
        if (a + 1 < 256) {
            uint u = t[a], v = t[a + 1];
            if (u > v) {
                t[a] = v;
                t[a + 1] = u;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = t[l];
}
/* shape monte_carlo u 4096 1 64 1 */
SHAPE(monte_carlo)
{
    uint s = y[I], hits = 0;
    for (int k = 0; k < 256; k++) {
        s = s * 1664525 + 1013904223;
        float a = (s >> 8) * 0x1p-24f;
        s = s * 1664525 + 1013904223;
        float b = (s >> 8) * 0x1p-24f;
        if (a * a + b * b < 1) hits++;
    }
    out[I] = hits;
}
/* shape newton f 65536 1 256 1 */
SHAPE(newton)
{
    float v = IN(x)[I] + 1, r = v;
    for (int k = 0; k < 20 && fabs(r * r - v) > 1e-5f; k++)
        r = 0.5f * (r + v / r);
    F(out)[I] = r;
}
/* shape tridiagonal f 1024 1 64 1 */
SHAPE(tridiagonal)
{
    float c[32], d[32];
    c[0] = 0.25f;
    d[0] = IN(x)[I] * 0.25f;
    for (int k = 1; k < 32; k++) {
        float m = 1 / (4 - c[k - 1]);
        c[k] = m;
        d[k] = (IN(x)[k * 1024 + I] + d[k - 1]) * m;
    }
    float v = 0;
    for (int k = 31; k >= 0; k--)
        F(out)[k * 1024 + I] = v = d[k] - c[k] * v;
}
/* shape cholesky4 f 4096 1 64 1 */
SHAPE(cholesky4)
{
    float a[16];
    for (int i = 0; i < 16; i++) a[i] = IN(x)[I * 16 + i] + (i % 5 == 0 ? 4 : 0);
    for (int j = 0; j < 4; j++)
        for (int i = j; i < 4; i++) {
            float s = a[i * 4 + j];
            for (int k = 0; k < j; k++) s -= a[i * 4 + k] * a[j * 4 + k];
            a[i * 4 + j] = i == j ? sqrt(s) : s / a[j * 4 + j];
        }
    for (int i = 0; i < 16; i++) F(out)[I * 16 + i] = a[i];
}
/* shape yuv u 65536 1 256 1 */
SHAPE(yuv)
{
    uint r = B(y)[I * 3], g = B(y)[I * 3 + 1], b = B(y)[I * 3 + 2];
    global uchar *o = (global uchar *)out;
    o[I] = (66 * r + 129 * g + 25 * b + 4224) >> 8;
    o[I + 65536] = (112 * b - 38 * r - 74 * g + 32896) >> 8;
    o[I + 131072] = (112 * r - 94 * g - 18 * b + 32896) >> 8;
}
/* shape rgba_swap u 262144 1 256 1 */
SHAPE(rgba_swap) { ((global uchar4 *)out)[I] = ((global const uchar4 *)y)[I].zyxw; }
/* shape interleave u 131072 1 256 1 */
SHAPE(interleave) { out[2 * I] = y[I]; out[2 * I + 1] = y[I + 131072]; }
/* shape complex_mul f 131072 1 256 1 */
SHAPE(complex_mul)
{
    float2 a = ((global const float2 *)x)[I], b = ((global const float2 *)x)[I + 131072];
    ((global float2 *)out)[I] = (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
/* shape dft f 4096 1 64 1 */
SHAPE(dft)
{
    float re = 0, im = 0;
    for (int k = 0; k < 64; k++) {
        float c, s = sincos(-6.2831853f * (I & 63) * k / 64, &c);
        re += IN(x)[(I & ~63) + k] * c;
        im += IN(x)[(I & ~63) + k] * s;
    }
    F(out)[2 * I] = re;
    F(out)[2 * I + 1] = im;
}
/* shape interp1 f 65536 1 256 1 */
SHAPE(interp1)
{
    float t = IN(x)[I] * 1023;
    int i = (int)t;
    F(out)[I] = mix(IN(x)[i], IN(x)[i + 1], t - i);
}
/* shape lower_bound u 65536 1 256 1 */
SHAPE(lower_bound)
{
    uint key = y[I] >> 12;
    int lo = 0, n = 4096;
    while (n > 0) {
        int h = n / 2;
        if ((uint)(lo + h) * 250 < key) { lo += h + 1; n -= h + 1; }
        else n = h;
    }
    out[I] = lo;
}
/* shape lower_bound_mem u 65536 1 256 1 */
SHAPE(lower_bound_mem)
{
    uint key = y[I];
    int lo = 0, n = 4096;
    while (n > 0) {
        int h = n / 2;
        if (y[lo + h] < key) { lo += h + 1; n -= h + 1; }
        else n = h;
    }
    out[I] = lo;
}
/* shape rows_max f 512 1 64 1 */
SHAPE(rows_max)
{
    float m = 0;
    for (int k = 0; k < 512; k++)
        m = fmax(m, IN(x)[I * 512 + k]);
    F(out)[I] = m;
}
/* shape enlarge f 512 512 16 16 */
SHAPE(enlarge) { F(out)[J * 512 + I] = IN(x)[(J / 2) * 256 + I / 2]; }
/* shape shrink f 256 256 16 16 */
SHAPE(shrink)
{
    int i = J * 2 * 512 + I * 2;
    F(out)[J * 256 + I] = 0.25f * (IN(x)[i] + IN(x)[i + 1] + IN(x)[i + 512] + IN(x)[i + 513]);
}
/* shape flip f 512 512 16 16 */
SHAPE(flip) { F(out)[J * 512 + I] = IN(x)[(511 - J) * 512 + 511 - I]; }
/* shape rot90 f 512 512 16 16 */
SHAPE(rot90) { F(out)[J * 512 + I] = IN(x)[I * 512 + 511 - J]; }
/* shape modulo u 262144 1 256 1 */
SHAPE(modulo) { out[I] = y[I % 1000] + y[I / 1000]; }
/* shape batch_norm f 262144 1 256 1 */
SHAPE(batch_norm)
{
    int c = (I >> 10) & 63;
    F(out)[I] = (IN(x)[I] - IN(x)[c]) * rsqrt(IN(x)[c + 64] + 1e-5f) * IN(x)[c + 128] + IN(x)[c + 192];
}
/* shape relu f 262144 1 256 1 */
SHAPE(relu) { F(out)[I] = fmax(IN(x)[I] - 0.5f, 0.0f); }
/* shape sigmoid f 262144 1 256 1 */
SHAPE(sigmoid) { F(out)[I] = 1 / (1 + exp(-IN(x)[I])); }
/* shape adam f 65536 1 256 1 */
SHAPE(adam)
{
    float g = IN(x)[I], m = IN(x)[I + N], v = IN(x)[I + 2 * N];
    m = 0.9f * m + 0.1f * g;
    v = 0.999f * v + 0.001f * g * g;
    F(out)[I] = IN(x)[I + 3 * N / 2] - 0.001f * m / (sqrt(v) + 1e-8f);
    F(out)[I + 65536] = m;
    F(out)[I + 131072] = v;
}
/* shape double_dot f 4096 1 64 1 */
SHAPE(double_dot)
{
    double s = 0;
    for (int k = 0; k < 64; k++)
        s += (double)IN(x)[k * 4096 + I] * IN(x)[k * 64 + N];
    F(out)[I] = (float)s;
}
/* shape pow_f f 65536 1 256 1 */
SHAPE(pow_f) { F(out)[I] = pow(IN(x)[I] + 0.5f, 2.4f); }
/* shape erf_f f 65536 1 256 1 */
SHAPE(erf_f) { F(out)[I] = erf(IN(x)[I] * 3 - 1.5f); }
/* shape atan_f f 65536 1 256 1 */
SHAPE(atan_f) { F(out)[I] = atan2(IN(x)[I] - 0.5f, IN(x)[I + N] - 0.5f); }
/* shape md5ish u 16384 1 64 1 */
SHAPE(md5ish)
{
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    for (int k = 0; k < 64; k++) {
        uint f = k < 16 ? (b & c) | (~b & d) : k < 32 ? (d & b) | (~d & c) : b ^ c ^ d;
        uint t = d;
        d = c;
        c = b;
        b += rotate(a + f + y[(I & 0xff) * 16 + (k & 15)] + k * 0x9e3779b9, (uint)(7 + (k & 3) * 5));
        a = t;
    }
    out[I] = a ^ b ^ c ^ d;
}
/* shape perlin f 256 256 16 16 */
SHAPE(perlin)
{
    float px = I * 0.11f, py = J * 0.13f;
    int xi = (int)floor(px), yi = (int)floor(py);
    float xf = px - xi, yf = py - yi;
    float u = xf * xf * (3 - 2 * xf), v = yf * yf * (3 - 2 * yf), r[4];
    for (int k = 0; k < 4; k++) {
        uint h = (xi + (k & 1)) * 374761393u + (yi + (k >> 1)) * 668265263u;
        h = (h ^ (h >> 13)) * 1274126177u;
        float gx = (h & 1) ? xf - (k & 1) : (k & 1) - xf, gy = (h & 2) ? yf - (k >> 1) : (k >> 1) - yf;
        r[k] = gx + gy;
    }
    F(out)[J * 256 + I] = mix(mix(r[0], r[1], u), mix(r[2], r[3], u), v);
}
/* shape lds_transpose32 u 512 512 32 8 */
SHAPE(lds_transpose32)
{
    local uint t[32][33];
    int lx = get_local_id(0), ly = get_local_id(1), bx = get_group_id(0) * 32;
    t[ly][lx] = y[J * 512 + I];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(bx + lx) * 512 + get_group_id(1) * 8 + ly] = t[ly][lx];
}
/* shape rows100 f 25600 1 100 1 */
SHAPE(rows100) { F(out)[I] = IN(x)[I] * 2 + IN(x)[I + 1]; }
/* shape rows24 f 192 1024 24 4 */
SHAPE(rows24) { F(out)[J * 192 + I] = IN(x)[J * 192 + I] * 2 + IN(x)[J * 192 + I + 192]; }
/* shape rows8 f 512 512 8 8 */
SHAPE(rows8) { F(out)[J * 512 + I] = IN(x)[J * 512 + I] * 2 + IN(x)[J * 512 + I + 512]; }
/* shape rows4 f 512 512 4 64 */
SHAPE(rows4) { F(out)[J * 512 + I] = IN(x)[J * 512 + I] * 2 + IN(x)[J * 512 + I + 512]; }
/* shape tall f 256 1024 1 256 */
SHAPE(tall) { F(out)[J * 256 + I] = IN(x)[J * 256 + I] * 2; }
/* shape uneven f 200000 1 64 1 */
SHAPE(uneven) { F(out)[I] = IN(x)[I] / (1 + IN(x)[I + N]); }
/* shape small_groups f 65536 1 16 1 */
SHAPE(small_groups) { F(out)[I] = IN(x)[I] * IN(x)[I]; }
/* shape tree u 65536 1 256 1 */
SHAPE(tree)
{
    local uint t[256];
    int l = get_local_id(0);
    t[l] = y[I];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 128; s > 0; s >>= 1) {
        if (l < s)
            t[l] += t[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = t[0];
}
/* shape char16s u 16384 1 256 1 */
SHAPE(char16s) { uchar16 a = vload16(I, B(x)), b = vload16(I, B(y)); vstore16(add_sat(a, b), I, (global uchar *)out); }
/* shape absdiff u 65536 1 256 1 */
SHAPE(absdiff) { uchar4 a = vload4(I, B(x)), b = vload4(I, B(y)); vstore4(abs_diff(a, b), I, (global uchar *)out); }
/* shape half_store f 131072 1 256 1 */
SHAPE(half_store) { vstore_half(IN(x)[I], I, (global half *)out); out[I + 131072] = 0; }
/* shape float_atomic f 16384 1 256 1 */
SHAPE(float_atomic)
{
    volatile global uint *p = &out[y[I] >> 20];
    uint old = *p, next;
    do {
        next = old;
        old = atomic_cmpxchg(p, next, as_uint(as_float(next) + 1.0f));
    } while (old != next);
}
/* shape long_atomic u 16384 1 256 1 */
SHAPE(long_atomic) { atomic_add(&out[(y[I] >> 24) * 2], y[I] >> 16); }
/* shape doubles_axpy u 131072 1 256 1 */
SHAPE(doubles_axpy) { double a = (double)IN(x)[I], b = (double)IN(x)[I + N]; ((global double *)out)[I] = a * 2.5 + b; }
/* shape double_exp f 16384 1 256 1 */
SHAPE(double_exp) { F(out)[I] = (float)exp((double)IN(x)[I]); }
/* shape matmul8 f 128 128 8 8 */
SHAPE(matmul8)
{
    local float a[8][8], b[8][8];
    int lx = get_local_id(0), ly = get_local_id(1);
    float s = 0;
    for (int t = 0; t < 128; t += 8) {
        a[ly][lx] = IN(x)[J * 128 + t + lx];
        b[ly][lx] = IN(x)[(t + ly) * 128 + I];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 8; k++)
            s += a[ly][k] * b[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    F(out)[J * 128 + I] = s;
}
/* shape matmul_4x4 f 64 64 16 16 */
SHAPE(matmul_4x4)
{
    float s[4][4] = { { 0 } };
    for (int k = 0; k < 64; k++) {
        float4 a = vload4(k * 64 + J, IN(x)), b = vload4(k * 64 + I, IN(x) + 65536);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                s[i][j] += ((float *)&a)[i] * ((float *)&b)[j];
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            F(out)[(4 * J + i) * 256 + 4 * I + j] = s[i][j];
}
/* shape conv1d_31 f 65536 1 256 1 */
SHAPE(conv1d_31)
{
    float s = 0;
    for (int k = 0; k < 31; k++)
        s += IN(x)[I + k] * IN(x)[N + k];
    F(out)[I] = s;
}
/* shape conv_local f 65536 1 256 1 */
SHAPE(conv_local)
{
    local float t[256 + 32];
    int l = get_local_id(0);
    t[l] = IN(x)[I];
    if (l < 32)
        t[l + 256] = IN(x)[I + 256];
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0;
    for (int k = 0; k < 31; k++)
        s += t[l + k] * IN(x)[N + k];
    F(out)[I] = s;
}
/* shape fft8 f 8192 1 64 1 */
SHAPE(fft8)
{
    float2 v[8];
    for (int k = 0; k < 8; k++)
        v[k] = ((global const float2 *)x)[k * 8192 + I];
    for (int s = 4; s > 0; s >>= 1)
        for (int i = 0; i < 8; i++)
            if (!(i & s)) {
                float2 a = v[i], b = v[i + s];
                v[i] = a + b;
                float2 d = a - b;
                v[i + s] = (i & 1) ? (float2)(d.y, -d.x) : d;
            }
    for (int k = 0; k < 8; k++)
        ((global float2 *)out)[k * 8192 + I] = v[k];
}
/* shape queue u 16384 1 256 1 */
SHAPE(queue)
{
    local uint n, items[256];
    int l = get_local_id(0);
    if (l == 0)
        n = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((y[I] & 3) == 1)
        items[atomic_inc(&n)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < (int)n)
        out[get_group_id(0) * 256 + l] = items[l];
}
/* shape bisect f 65536 1 256 1 */
SHAPE(bisect)
{
    float v = IN(x)[I], lo = 0, hi = 2;
    for (int k = 0; k < 24; k++) {
        float m = 0.5f * (lo + hi);
        if (m * m * m < v)
            lo = m;
        else
            hi = m;
    }
    F(out)[I] = lo;
}
/* shape nested u 4096 1 64 1 */
SHAPE(nested)
{
    uint s = 0;
    for (uint a = 0; a < (y[I] & 15); a++)
        for (uint b = 0; b < (y[I + a] & 15); b++)
            s += a * b ^ y[I + b];
    out[I] = s;
}
/* shape heap u 4096 1 64 1 */
SHAPE(heap)
{
    uint h[32];
    for (int k = 0; k < 32; k++) {
        uint v = y[k * 4096 + I];
        int i = k;
        while (i > 0 && h[(i - 1) / 2] > v) {
            h[i] = h[(i - 1) / 2];
            i = (i - 1) / 2;
        }
        h[i] = v;
    }
    out[I] = h[0] ^ h[31];
}
/* shape tokens u 4096 1 64 1 */
SHAPE(tokens)
{
    global const uchar *p = B(y) + I * 128;
    uint words = 0, state = 0;
    for (int k = 0; k < 128; k++) {
        uchar c = p[k];
        uint is = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        words += is && !state;
        state = is;
    }
    out[I] = words;
}
/* shape struct_update f 16384 1 256 1 */
typedef struct { float px, py, vx, vy, mass; uint kind, pad[2]; } body;
SHAPE(struct_update)
{
    global const body *b = (global const body *)x + I;
    global body *o = (global body *)out + I;
    body v = *b;
    v.px += v.vx * 0.1f;
    v.py += v.vy * 0.1f;
    if (v.px > 1)
        v.vx = -v.vx;
    *o = v;
}
/* shape gather_structs f 65536 1 256 1 */
SHAPE(gather_structs)
{
    float4 v = vload4(y[I] & 0xffff, IN(x));
    F(out)[I] = v.x * v.y + v.z * v.w;
}
/* shape scatter_add u 65536 1 256 1 */
SHAPE(scatter_add) { atomic_add(&out[(I * 7) & 0xffff], y[I] & 15); }
/* shape reduce_rows f 256 256 64 1 */
SHAPE(reduce_rows)
{
    local float t[64];
    int l = get_local_id(0);
    t[l] = IN(x)[J * 1024 + I * 4] + IN(x)[J * 1024 + I * 4 + 1] + IN(x)[J * 1024 + I * 4 + 2] + IN(x)[J * 1024 + I * 4 + 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > 0; s >>= 1) {
        if (l < s)
            t[l] += t[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        F(out)[J * 4 + get_group_id(0)] = t[0];
}
/* shape winner u 65536 1 256 1 */
SHAPE(winner)
{
    uint a = y[I], b = y[I + N], c = a > b ? a - b : b - a;
    if (c > 1u << 30)
        out[I] = c;
    else if (c > 1u << 28)
        out[I] = c * 3;
    else
        out[I] = a ^ b;
}
/* shape mandel_small u 128 128 16 16 */
SHAPE(mandel_small)
{
    float cr = I * 0.02f - 2, ci = J * 0.02f - 1.3f, a = 0, b = 0;
    uint n = 0;
    while (n < 100 && a * a + b * b < 4) {
        float t = a * a - b * b + cr;
        b = 2 * a * b + ci;
        a = t;
        n++;
    }
    out[J * 128 + I] = n;
}
/* shape popcounts u 131072 1 256 1 */
SHAPE(popcounts) { out[I] = popcount(((global const ulong *)y)[I]); }
/* shape brev u 131072 1 256 1 */
SHAPE(brev)
{
    uint v = y[I];
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    out[I] = v >> 24 | (v >> 8 & 0xff00) | (v << 8 & 0xff0000) | v << 24;
}
/* shape polar f 65536 1 256 1 */
SHAPE(polar)
{
    float2 v = ((global const float2 *)x)[I];
    ((global float2 *)out)[I] = (float2)(hypot(v.x, v.y), atan2(v.y, v.x));
}
/* shape rsqrt_f f 262144 1 256 1 */
SHAPE(rsqrt_f) { F(out)[I] = rsqrt(IN(x)[I] + 0.1f) + sqrt(IN(x)[I]); }
/* shape logsumexp f 1024 1 64 1 */
SHAPE(logsumexp)
{
    float m = -1e30f, s = 0;
    for (int k = 0; k < 64; k++)
        m = fmax(m, IN(x)[k * 1024 + I]);
    for (int k = 0; k < 64; k++)
        s += exp(IN(x)[k * 1024 + I] - m);
    F(out)[I] = m + log(s);
}

/* ---- some lanes, elements of all sizes ---- */

/* shape bytes_if u 262144 1 256 1 */
SHAPE(bytes_if)
{
    uint v = y[I];
    if (v & 1)
        ((global uchar *)out)[I] = v >> 3;
}
/* shape words_if u 262144 1 256 1 */
SHAPE(words_if)
{
    uint v = y[I];
    if (v & 1)
        ((global ushort *)out)[I] = v >> 3;
}
/* shape quads_if u 65536 1 256 1 */
SHAPE(quads_if)
{
    uint v = y[I];
    if (v & 1)
        ((global uint4 *)out)[I] = ((global uint4 *)x)[I] + v;
}
/* shape eights_if f 16384 1 256 1 */
SHAPE(eights_if)
{
    uint v = y[I];
    if (v & 1) {
        float8 a = vload8(I, IN(x));
        vstore8(a * 3.f, I, F(out));
    }
}
struct some {
    uint a, b, c, d, e;
    uchar f, g;
    ushort h;
};
/* shape structs_if u 32768 1 256 1 */
SHAPE(structs_if)
{
    uint v = y[I];
    if (v & 1) {
        struct some s = ((global const struct some *)x)[I];
        s.a += s.b;
        s.f ^= s.g;
        s.h += s.e;
        ((global struct some *)out)[I] = s;
    }
}
/* shape ragged_bytes u 65536 1 256 1 */
SHAPE(ragged_bytes)
{
    uint n = y[I] & 15, s = 0;
    for (uint i = 0; i < n; i++)
        s += B(x)[I + 64 * i];
    out[I] = s;
}
/* shape ragged_quads u 512 128 16 16 */
SHAPE(ragged_quads)
{
    uint n = y[I + J * 512] & 15;
    uint4 s = 0;
    for (uint i = 0; i < n; i++)
        s += ((global const uint4 *)x)[I + J * 512 + 64 * i];
    out[I + J * 512] = s.x + s.y + s.z + s.w;
}
#define RAGGED_TILE(type)                                                                          \
    {                                                                                              \
        local type t[16][17];                                                                      \
        int l = get_local_id(0), m = get_local_id(1);                                              \
        t[m][l] = y[I + J * 512];                                                                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        uint n = y[I + J * 512] & 15, s = 0;                                                       \
        for (uint i = 0; i < n; i++)                                                               \
            s += t[i][l];                                                                          \
        out[I + J * 512] = s;                                                                      \
    }
/* shape ragged_tile u 512 128 16 16 */
SHAPE(ragged_tile) RAGGED_TILE(uint)
/* shape ragged_byte_tile u 512 128 16 16 */
SHAPE(ragged_byte_tile) RAGGED_TILE(uchar)
/* shape local_bytes_if u 65536 1 256 1 */
SHAPE(local_bytes_if)
{
    local uchar t[256];
    int l = get_local_id(0);
    t[l] = y[I];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint v = y[I];
    if (v & 2)
        t[l] = v >> 4;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v & 1)
        v += t[255 - l];
    if (v & 4)
        v += t[l];
    out[I] = v;
}
#define HALO(type, from, to)                                                                       \
    {                                                                                              \
        local type t[18][18];                                                                      \
        int l = get_local_id(0), m = get_local_id(1);                                              \
        t[m + 1][l + 1] = from[J * 128 + I];                                                       \
        if (l == 0)                                                                                \
            t[m + 1][0] = I ? from[J * 128 + I - 1] : 0;                                           \
        if (l == 15)                                                                               \
            t[m + 1][17] = I < 127 ? from[J * 128 + I + 1] : 0;                                    \
        if (m == 0)                                                                                \
            t[0][l + 1] = J ? from[J * 128 - 128 + I] : 0;                                         \
        if (m == 15)                                                                               \
            t[17][l + 1] = J < 127 ? from[J * 128 + 128 + I] : 0;                                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        to[J * 128 + I] = t[m][l + 1] + t[m + 2][l + 1] + t[m + 1][l] + t[m + 1][l + 2];           \
    }
/* shape halo f 128 128 16 16 */
SHAPE(halo) HALO(float, IN(x), F(out))
/* shape halo_bytes u 128 128 16 16 */
SHAPE(halo_bytes) HALO(uchar, B(x), out)
/* shape copy_ragged u 65536 1 256 1 */
SHAPE(copy_ragged)
{
    uint n = y[I] & 31;
    for (uint k = 0; k < n; k++)
        ((global uchar *)out)[I * 16 + (k & 15)] = B(x)[I * 32 + k];
}
/* shape find_byte u 65536 1 64 1 */
SHAPE(find_byte)
{
    uint n = 0;
    while (n < 200 && B(y)[I * 4 + n] != 7)
        n++;
    out[I] = n;
}
/* shape double_div f 65536 1 256 1 */
SHAPE(double_div)
{
    double a = IN(x)[I] + 1.0, b = IN(x)[I + 1] + 2.0;
    F(out)[I] = (float)(a / b + sqrt(a * b));
}
/* shape swap_loop u 16384 1 256 1 */
SHAPE(swap_loop)
{
    uint v = y[I];
    volatile global uint *p = &out[(v >> 4) & 4095];
    uint old = *p, was;
    do {
        was = old;
        old = atomic_cmpxchg(p, was, was + (v & 7));
    } while (old != was);
}
/* shape groups_48 u 65520 1 48 1 */
SHAPE(groups_48) { vstore4(vload4(I, y) * 3u, I, out); }
/* shape groups_7x5 u 490 350 7 5 */
SHAPE(groups_7x5) { out[I + J * 512] = y[I + J * 512] + B(x)[I + J * 512] * 3; }

/* ---- doubles, scalars that say the way, private arrays ---- */

/* shape log_d f 65536 1 256 1 */
SHAPE(log_d) { F(out)[I] = (float)log((double)IN(x)[I] + 0.5); }
/* shape sin_d f 65536 1 256 1 */
SHAPE(sin_d) { F(out)[I] = (float)sin(IN(x)[I] * 6.0); }
/* shape pow_d f 16384 1 256 1 */
SHAPE(pow_d) { F(out)[I] = (float)pow((double)IN(x)[I] + 0.5, IN(x)[I + N] * 3.0); }
/* shape limits_d f 65536 1 256 1 */
SHAPE(limits_d)
{
    double a = IN(x)[I], b = IN(x)[I + N];
    F(out)[I] = (float)(fmin(a, b) * 2 + fmax(a, b) + clamp(a, 0.2, 0.7));
}
/* shape complex_div_d f 32768 1 256 1 */
SHAPE(complex_div_d)
{
    double2 a = convert_double2(vload2(I, IN(x))), b = convert_double2(vload2(I, IN(x) + N)) + 1;
    double n = b.x * b.x + b.y * b.y;
    F(out)[2 * I] = (float)((a.x * b.x + a.y * b.y) / n);
    F(out)[2 * I + 1] = (float)((a.y * b.x - a.x * b.y) / n);
}
/* shape nbody_d f 2048 1 256 1 */
SHAPE(nbody_d)
{
    double px = IN(x)[I], py = IN(x)[I + N], ax = 0, ay = 0;
    for (int k = 0; k < 64; k++) {
        double dx = IN(x)[k] - px, dy = IN(x)[k + N] - py, r2 = dx * dx + dy * dy + 0.01;
        double inv = 1 / sqrt(r2);
        inv = inv * inv * inv;
        ax += dx * inv;
        ay += dy * inv;
    }
    F(out)[I * 2] = (float)ax;
    F(out)[I * 2 + 1] = (float)ay;
}
/* shape flags f 262144 1 256 1 */
SHAPE(flags)
{
    uint m = y[3];
    float a = IN(x)[I];
    if (m & 2)
        a += IN(x)[N + (I & 255)];
    if (m & 4)
        a = fmax(a, 0.0f);
    if (m & 8)
        a *= 0.5f;
    F(out)[I] = a;
}
/* shape activation f 262144 1 256 1 */
SHAPE(activation)
{
    float a = IN(x)[I] - 0.5f;
    switch (y[5] & 3) {
    case 0:
        a = fmax(a, 0.0f);
        break;
    case 1:
        a = a / (1 + fabs(a));
        break;
    case 2:
        a = a < 0 ? 0.01f * a : a;
        break;
    default:
        a = clamp(a, -0.2f, 0.2f);
    }
    F(out)[I] = a;
}
/* shape groups_100 f 65500 1 100 1 */
SHAPE(groups_100) { F(out)[I] = IN(x)[I] * 3 + IN(x)[I + N]; }
/* shape to_text u 16384 1 256 1 */
SHAPE(to_text)
{
    uint v = y[I];
    char t[12];
    int n = 0;
    do {
        t[n++] = '0' + v % 10;
        v /= 10;
    } while (v);
    global char *o = (global char *)out + I * 12;
    for (int k = 0; k < n; k++)
        o[k] = t[n - 1 - k];
}
/* shape trial_division u 16384 1 256 1 */
SHAPE(trial_division)
{
    uint n = (y[I] & 0xfffff) | 1, p = 1;
    for (uint d = 3; d * d <= n; d += 2)
        if (n % d == 0) {
            p = d;
            break;
        }
    out[I] = p;
}
/* shape integral_rows u 512 1 64 1 */
SHAPE(integral_rows)
{
    uint s = 0;
    for (int k = 0; k < 512; k++)
        out[I * 512 + k] = s += B(y)[I * 512 + k];
}
/* shape table_rounds u 65536 1 256 1 */
SHAPE(table_rounds)
{
    uint4 s = vload4(I, y);
    for (int r = 0; r < 4; r++) {
        uint4 t = (uint4)(y[s.x & 255], y[s.y & 255], y[s.z & 255], y[s.w & 255]);
        t ^= (uint4)(y[256 + (s.y >> 8 & 255)], y[256 + (s.z >> 8 & 255)],
                     y[256 + (s.w >> 8 & 255)], y[256 + (s.x >> 8 & 255)]);
        s = t ^ x[r];
    }
    vstore4(s, I, out);
}
/* shape traversal u 16384 1 64 1 */
SHAPE(traversal)
{
    float px = IN(x)[I], py = IN(x)[I + N];
    int stack[16], n = 0;
    uint hits = 0;
    stack[n++] = 1;
    while (n) {
        int k = stack[--n];
        float lo = IN(x)[k * 2 + 100], hi = lo + 0.6f;
        if (px < lo || px > hi)
            continue;
        if (k >= 128) {
            if (py > IN(x)[k + 5000])
                hits++;
            continue;
        }
        stack[n++] = 2 * k;
        stack[n++] = 2 * k + 1;
    }
    out[I] = hits;
}
/* shape grid_walk u 16384 1 64 1 */
SHAPE(grid_walk)
{
    float dx = IN(x)[I] - 0.5f, dy = IN(x)[I + N] - 0.5f;
    int cx = 64, cy = 64, sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1, n = 0;
    float ix = fabs(1 / (dx + 1e-9f)), iy = fabs(1 / (dy + 1e-9f)), tx = ix * 0.5f, ty = iy * 0.5f;
    while (cx >= 0 && cx < 128 && cy >= 0 && cy < 128 && (y[cy * 128 + cx] & 31) != 3) {
        if (tx < ty) {
            tx += ix;
            cx += sx;
        } else {
            ty += iy;
            cy += sy;
        }
        n++;
    }
    out[I] = n << 16 | (cx & 255) << 8 | (cy & 255);
}

/* ---- NaNs ---- */

/* shape nan_div f 262144 1 256 1 */
SHAPE(nan_div)
{
    float a = IN(x)[I];
    if ((y[I] & 63) == 0)
        a = 0;
    F(out)[I] = a / a + 1 / (a + 2);
}
/* shape nan_gemm f 256 256 16 16 */
SHAPE(nan_gemm)
{
    float s = 0;
    for (int k = 0; k < 256; k++)
        s += (y[J * 256 + k] & 63 ? IN(x)[J * 256 + k] : NAN) * IN(x)[k * 256 + I + N];
    F(out)[J * 256 + I] = s;
}
/* shape nan_mean f 4096 1 64 1 */
SHAPE(nan_mean)
{
    float s = 0;
    int n = 0;
    for (int k = 0; k < 64; k++) {
        float a = y[I + k * 4096] & 63 ? IN(x)[I + k * 4096] : NAN;
        if (!isnan(a)) {
            s += a;
            n++;
        }
    }
    F(out)[I] = s / n;
}
/* shape nan_norm f 65536 1 256 1 */
SHAPE(nan_norm)
{
    float a = IN(y)[I * 3], b = IN(y)[I * 3 + 1], c = IN(x)[I * 3 + 2], l = rsqrt(a * a + b * b + c * c);
    F(out)[I] = a * l + b * l * c;
}
/* shape nan_functions f 65536 1 256 1 */
SHAPE(nan_functions)
{
    float a = y[I] & 1023 ? IN(x)[I] : INFINITY;
    F(out)[I] = exp(a - INFINITY + a) * sqrt(a - 0.5f) + log(a - 0.9f);
}

/* ---- places that lanes choose, tables, clamped neighbours, exchanges ---- */

/* shape btree u 16384 1 256 1 */
SHAPE(btree)
{
    uint key = y[I] & 0xffff, lo = 0, node = 0;
    for (int level = 0; level < 4; level++) {
        int c = 0;
        uint w = 65536 >> (4 * level + 4);
        for (int k = 1; k < 16; k++)
            if (key >= lo + k * w + (y[node * 16 + k] & 1))
                c = k;
        lo += c * w;
        node = (node * 16 + c + 1) & 0x3fff;
    }
    out[I] = lo ^ node;
}
/* shape cubes u 63 4032 63 1 */
SHAPE(cubes)
{
    int yy = J & 63, z = J >> 6;
    if (yy > 62 || z > 62)
        return;
    global const float *q = IN(x) + J * 64 + I;
    uint c = 0;
    c |= (q[0] < 0.3f) << 0;
    c |= (q[1] < 0.3f) << 1;
    c |= (q[65] < 0.3f) << 2;
    c |= (q[64] < 0.3f) << 3;
    c |= (q[4096] < 0.3f) << 4;
    c |= (q[4097] < 0.3f) << 5;
    c |= (q[4161] < 0.3f) << 6;
    c |= (q[4160] < 0.3f) << 7;
    out[J * 64 + I] = c ? y[c] & 15 : 0;
}
/* shape cyclic f 32768 1 128 1 */
SHAPE(cyclic)
{
    local float a[256], b[256], c[256], d[256];
    for (int k = 0; k < 2; k++) {
        int i = L + 128 * k, g = (G & 255) * 256 + i;
        a[i] = i ? -0.3f : 0;
        c[i] = i < 255 ? -0.3f : 0;
        b[i] = 1 + IN(x)[g];
        d[i] = IN(x)[g + N];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int st = 1; st < 256; st <<= 1) {
        float na[2], nb[2], nc[2], nd[2];
        for (int k = 0; k < 2; k++) {
            int i = L + 128 * k, lo = max(i - st, 0), hi = min(i + st, 255);
            float k1 = a[i] / b[lo], k2 = c[i] / b[hi];
            nb[k] = b[i] - (i >= st ? c[lo] * k1 : 0) - (i + st < 256 ? a[hi] * k2 : 0);
            nd[k] = d[i] - (i >= st ? d[lo] * k1 : 0) - (i + st < 256 ? d[hi] * k2 : 0);
            na[k] = i >= st ? -a[lo] * k1 : 0;
            nc[k] = i + st < 256 ? -c[hi] * k2 : 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 2; k++) {
            int i = L + 128 * k;
            a[i] = na[k];
            b[i] = nb[k];
            c[i] = nc[k];
            d[i] = nd[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int k = 0; k < 2; k++) {
        int i = L + 128 * k;
        F(out)[(G & 255) * 256 + i] = d[i] / b[i];
    }
}
/* shape radix_block u 65536 1 256 1 */
SHAPE(radix_block)
{
    local uint k[256], f[256];
    k[L] = y[I] & 0xffff;
    for (int bit = 0; bit < 8; bit++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint v = k[L], b = v >> bit & 1, e = 1 - b;
        f[L] = e;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint s = e;
        for (int d = 1; d < 256; d <<= 1) {
            uint t = L >= d ? f[L - d] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            s += t;
            f[L] = s;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        uint total = f[255], to = b ? L - s + total : s - 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        k[to] = v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = k[L];
}
/* shape lud_diag f 2048 1 16 1 */
SHAPE(lud_diag)
{
    local float t[16][16];
    for (int k = 0; k < 16; k++)
        t[k][L] = IN(x)[(G * 16 + k) * 16 + L] + (k == L ? 8 : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 15; i++) {
        if (L > i) {
            for (int j = 0; j < i; j++)
                t[L][i] -= t[L][j] * t[j][i];
            t[L][i] /= t[i][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (L > i)
            for (int j = 0; j < i + 1; j++)
                t[i + 1][L] -= t[i + 1][j] * t[j][L];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int k = 0; k < 16; k++)
        F(out)[(G * 16 + k) * 16 + L] = t[k][L];
}
/* shape aes_rounds u 65536 1 256 1 */
SHAPE(aes_rounds)
{
    local uint T[256];
    T[L] = y[L];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint4 s = vload4(I, x);
    for (int r = 0; r < 10; r++) {
        uint4 t;
        t.x =
            T[s.x & 255] ^ rotate(T[s.y >> 8 & 255], 8u) ^ rotate(T[s.z >> 16 & 255], 16u) ^ rotate(T[s.w >> 24], 24u);
        t.y =
            T[s.y & 255] ^ rotate(T[s.z >> 8 & 255], 8u) ^ rotate(T[s.w >> 16 & 255], 16u) ^ rotate(T[s.x >> 24], 24u);
        t.z =
            T[s.z & 255] ^ rotate(T[s.w >> 8 & 255], 8u) ^ rotate(T[s.x >> 16 & 255], 16u) ^ rotate(T[s.y >> 24], 24u);
        t.w =
            T[s.w & 255] ^ rotate(T[s.x >> 8 & 255], 8u) ^ rotate(T[s.y >> 16 & 255], 16u) ^ rotate(T[s.z >> 24], 24u);
        s = t ^ vload4(r, y + 512);
    }
    vstore4(s, I, out);
}
/* shape dfa u 8192 1 64 1 */
SHAPE(dfa)
{
    local uchar t[16 * 16];
    for (int k = L; k < 256; k += 64)
        t[k] = B(x)[k * 4 + 1] & 15;
    barrier(CLK_LOCAL_MEM_FENCE);
    global const uchar *p = B(y) + I * 64;
    uint s = 0, n = 0;
    for (int k = 0; k < 64; k++) {
        s = t[s * 16 + (p[k] & 15)];
        n += s == 7;
    }
    out[I] = n << 4 | s;
}
/* shape queens u 1024 1 64 1 */
SHAPE(queens)
{
    uint cols = 1u << (I & 7), d1 = cols << 1, d2 = cols >> 1, n = 0;
    uint st[8][4];
    int sp = 0;
    st[0][0] = cols;
    st[0][1] = d1;
    st[0][2] = d2;
    st[0][3] = ~(cols | d1 | d2) & 255;
    while (sp >= 0) {
        uint av = st[sp][3];
        if (!av) {
            sp--;
            continue;
        }
        uint bit = av & -av;
        st[sp][3] = av ^ bit;
        uint c = st[sp][0] | bit;
        if (c == 255) {
            n++;
            continue;
        }
        uint a = (st[sp][1] | bit) << 1, b = (st[sp][2] | bit) >> 1;
        if (sp < 7) {
            sp++;
            st[sp][0] = c;
            st[sp][1] = a;
            st[sp][2] = b;
            st[sp][3] = ~(c | a | b) & 255;
        }
    }
    out[I] = n;
}
/* shape hog f 64 64 8 8 */
SHAPE(hog)
{
    float h[8] = {0};
    for (int v = 0; v < 8; v++)
        for (int u = 0; u < 8; u++) {
            int i = (J * 8 + v) * 512 + I * 8 + u;
            float gx = IN(x)[i + 1] - IN(x)[i], gy = IN(x)[i + 512] - IN(x)[i];
            int b = (gx > 0) | (gy > 0) << 1 | (fabs(gx) > fabs(gy)) << 2;
            h[b] += sqrt(gx * gx + gy * gy);
        }
    for (int k = 0; k < 8; k++)
        F(out)[(J * 64 + I) * 8 + k] = h[k];
}
/* shape lbp u 512 512 16 16 */
SHAPE(lbp)
{
    int a = clamp(I, 1, 510), b = clamp(J, 1, 510);
    global const float *q = IN(x) + b * 512 + a;
    float c = q[0];
    out[J * 512 + I] = (q[-513] > c) | (q[-512] > c) << 1 | (q[-511] > c) << 2 | (q[1] > c) << 3 | (q[513] > c) << 4 |
                       (q[512] > c) << 5 | (q[511] > c) << 6 | (q[-1] > c) << 7;
}
/* shape prolong f 512 512 16 16 */
SHAPE(prolong)
{
    int a = I >> 1, b = J >> 1;
    global const float *q = IN(x) + b * 256 + a;
    float v = q[0];
    if (I & 1)
        v = J & 1 ? 0.25f * (q[0] + q[1] + q[256] + q[257]) : 0.5f * (q[0] + q[1]);
    else if (J & 1)
        v = 0.5f * (q[0] + q[256]);
    F(out)[J * 512 + I] = v;
}
/* shape int3s u 65536 1 256 1 */
SHAPE(int3s)
{
    uint3 v = vload3(I, y);
    vstore3(v.zxy + v, I, out);
}
/* shape crc_table u 8192 1 64 1 */
SHAPE(crc_table)
{
    uint c = ~0u;
    global const uchar *p = B(y) + I * 16;
    for (int k = 0; k < 16; k++)
        c = y[4096 + ((c ^ p[k]) & 255)] ^ c >> 8;
    out[I] = ~c;
}
/* shape wg_copy f 65536 1 256 1 */
SHAPE(wg_copy)
{
    local float s[256];
    event_t ev = async_work_group_copy(s, IN(x) + G * 256, 256, 0);
    wait_group_events(1, &ev);
    F(out)[I] = s[255 - L] * 2;
}
/* shape priv_bytes u 16384 1 64 1 */
SHAPE(priv_bytes)
{
    uchar a[64];
    for (int k = 0; k < 64; k++)
        a[k] = k;
    uint s = y[I];
    for (int k = 0; k < 64; k++) {
        s = s * 1103515245 + 12345;
        int j = s >> 26;
        uchar t = a[k];
        a[k] = a[j];
        a[j] = t;
    }
    uint h = 0;
    for (int k = 0; k < 64; k++)
        h = h * 31 + a[k];
    out[I] = h;
}
/* shape box_u8 u 512 512 16 16 */
SHAPE(box_u8)
{
    uint s = 0;
    for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++)
            s += B(y)[clamp(J + v, 0, 511) * 512 + clamp(I + u, 0, 511)];
    ((global uchar *)out)[J * 512 + I] = s / 9;
}

/* ---- a row of memory for each work-item ---- */

/* shape layer_rows f 512 1 64 1 */
SHAPE(layer_rows)
{
    int n = 256 + (int)(y[0] & 1);
    global const float *p = IN(x) + I * n;
    float mean = 0, variance = 0;
    for (int k = 0; k < n; k++)
        mean += p[k];
    mean /= n;
    for (int k = 0; k < n; k++)
        variance += (p[k] - mean) * (p[k] - mean);
    float scale = rsqrt(variance / n + 1e-5f);
    for (int k = 0; k < n; k++)
        F(out)[I * n + k] = (p[k] - mean) * scale * IN(x)[k] + IN(x)[k + 512];
}
/* shape scale_rows f 512 1 64 1 */
SHAPE(scale_rows)
{
    int n = 300 + (int)(y[0] & 1);
    for (int k = 0; k < n; k++)
        F(out)[I * n + k] = IN(x)[I * n + k] * 1.5f;
}
/* shape rows_in_place u 512 1 64 1 */
SHAPE(rows_in_place)
{
    int n = 300 + (int)(y[0] & 1);
    out[I * n] = y[I];
    for (int k = 1; k < n; k++)
        out[I * n + k] = out[I * n + k - 1] * 1664525 + 1013904223;
}
/* shape two_strips f 512 1 64 1 */
SHAPE(two_strips)
{
    for (int k = 0; k < 128; k++) {
        float v = IN(x)[I * 128 + k];
        F(out)[I * 256 + k] = v * 1.5f;
        F(out)[I * 256 + 128 + k] = v + 1;
    }
}
/* shape columns_to_rows u 512 1 64 1 */
SHAPE(columns_to_rows)
{
    int n = 400 + (int)(y[0] & 1);
    for (int k = 0; k < n; k++)
        out[I * n + k] = y[k * 512 + I];
}
/* shape rows_backwards u 512 1 64 1 */
SHAPE(rows_backwards)
{
    int n = 200 + (int)(y[0] & 1);
    for (int k = n - 1; k >= 0; k--)
        out[I * n + k] = y[I * n + k] + k;
}

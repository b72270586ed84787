/* compiled_work.h: ordinary C, compiled by LLVM for riscv32 (rv32ima_zfinx) and for the host:
 * both must compute the same words. Uses every group of scalar instructions: arithmetic, M,
 * shifts, memory of all widths, jump tables, calls, recursion, atomics, floats. No NaN is
 * stored, since their bits differ between machines. */
#include <stddef.h>
#include <stdint.h>

enum { IN_WORDS = 256, OUT_WORDS = 1024 };

struct sink {
    uint32_t *out;
    uint32_t count;
};

static void put(struct sink *s, uint32_t x)
{
    if (s->count < OUT_WORDS)
        s->out[s->count++] = x;
}
static void put_float(struct sink *s, float x)
{
    uint32_t u;
    __builtin_memcpy(&u, &x, 4);
    put(s, x != x ? 0x7fc00000 : u);
}

/* ---- integers ---- */

static uint32_t rotate(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static void hash(struct sink *s, const uint32_t *in)
{
    uint32_t a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    for (unsigned i = 0; i < IN_WORDS; i++) {
        uint32_t t = a + (rotate(b, 6) ^ rotate(b, 11) ^ rotate(b, 25)) + ((b & c) ^ (~b & d)) +
                     in[i] + 0x428a2f98u * i;
        a = d;
        d = c;
        c = b + t;
        b = t + (rotate(t, 2) ^ rotate(t, 13));
        if (i % 16 == 15)
            put(s, a ^ b ^ c ^ d);
    }
}

static void divide(struct sink *s, const uint32_t *in)
{
    for (unsigned i = 0; i + 1 < 40; i += 2) {
        uint32_t y = in[i + 1] >> (i & 31) | 1;
        int32_t a = (int32_t)in[i], b = (int32_t)y;
        put(s, in[i] / y);
        put(s, in[i] % y);
        if (b != -1) {
            put(s, (uint32_t)(a / b));
            put(s, (uint32_t)(a % b));
        }
        put(s, (uint32_t)(a / 7));
        uint64_t product = (uint64_t)in[i] * in[i + 1];
        int64_t both = (int64_t)a * (int32_t)in[i + 1];
        put(s, (uint32_t)(product >> 32));
        put(s, (uint32_t)(both >> 32));
        put(s, (uint32_t)(both >> (i & 31)));
    }
}

static void sort(uint32_t *v, int low, int high)
{
    if (low >= high)
        return;
    uint32_t pivot = v[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
        while (v[i] < pivot)
            i++;
        while (v[j] > pivot)
            j--;
        if (i <= j) {
            uint32_t t = v[i];
            v[i++] = v[j];
            v[j--] = t;
        }
    }
    sort(v, low, j);
    sort(v, i, high);
}

/* A little machine with a jump table; bytes, halfwords, signs. */
static void interpret(struct sink *s, const uint32_t *in)
{
    uint8_t program[128];
    int16_t memory[16] = {0};
    int8_t small = 0;
    uint16_t wide = 1;
    uint32_t acc = 1;
    for (unsigned i = 0; i < sizeof program; i++)
        program[i] = (uint8_t)(in[i] >> (i & 24));
    for (unsigned i = 0; i < sizeof program; i++) {
        unsigned k = program[i] >> 4;
        switch (program[i] & 15) {
        case 0:
            acc += (uint32_t)memory[k];
            break;
        case 1:
            memory[k] = (int16_t)acc;
            break;
        case 2:
            small = (int8_t)(acc + k);
            break;
        case 3:
            acc -= (uint32_t)small;
            break;
        case 4:
            wide = (uint16_t)(wide * 31 + k);
            break;
        case 5:
            acc ^= wide;
            break;
        case 6:
            acc = acc << (k & 7) | acc >> 31;
            break;
        case 7:
            acc = (uint32_t)((int32_t)acc >> (k & 3));
            break;
        case 8:
            acc = (int32_t)acc < memory[k] ? (uint32_t)memory[k] : acc;
            break;
        case 9:
            memory[(k + 1) & 15] = (int16_t)(memory[k] * 3);
            break;
        default:
            acc += program[i] * 0x01010101u;
            break;
        }
    }
    put(s, acc);
    for (unsigned i = 0; i < 16; i++)
        put(s, (uint32_t)memory[i]);
    put(s, (uint32_t)small + wide);
}

static uint32_t ackermann(uint32_t m, uint32_t n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static void atomics(struct sink *s, const uint32_t *in)
{
    static uint32_t cell;
    cell = in[0];
    for (unsigned i = 1; i < 20; i++) {
        put(s, __atomic_fetch_add(&cell, in[i], __ATOMIC_SEQ_CST));
        put(s, __atomic_fetch_xor(&cell, in[i] >> 3, __ATOMIC_RELAXED));
        put(s, __atomic_fetch_or(&cell, 1u << (i & 31), __ATOMIC_ACQ_REL));
        uint32_t old = cell;
        put(s, __atomic_compare_exchange_n(&cell, &old, old * 5, 0, __ATOMIC_SEQ_CST,
                                           __ATOMIC_SEQ_CST));
        put(s, __atomic_exchange_n(&cell, ~cell, __ATOMIC_SEQ_CST));
    }
}

/* ---- floats ---- */

static float as_float(uint32_t u)
{
    float f;
    __builtin_memcpy(&f, &u, 4);
    return f;
}

static void floats(struct sink *s, const uint32_t *in)
{
    for (unsigned i = 0; i + 2 < 120; i += 3) {
        float a = as_float(in[i]), b = as_float(in[i + 1]), c = as_float(in[i + 2]);
        put_float(s, a + b);
        put_float(s, a - c);
        put_float(s, a * b);
        put_float(s, b / c);
        put_float(s, __builtin_fmaf(a, b, c));
        put_float(s, __builtin_fmaf(-a, b, c));
        put_float(s, __builtin_sqrtf(a < 0 ? -a : a));
        put(s, (uint32_t)(a < b) | (uint32_t)(a <= c) << 1 | (uint32_t)(b == c) << 2);
        put_float(s, (float)(int32_t)in[i]);
        put_float(s, (float)in[i + 1]);
        put_float(s, __builtin_copysignf(a, c));
        float m = (float)(int32_t)in[i + 2] * 0x1p-8f;
        put(s, (uint32_t)(int32_t)m);
        put(s, (uint32_t)(m < 0 ? -m : m));
    }
}

static void solve(struct sink *s, const uint32_t *in)
{
    enum { N = 8 };
    float m[N][N + 1];
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j <= N; j++)
            m[i][j] = (float)(int32_t)in[i * (N + 1) + j] * 0x1p-31f + (i == j ? 8 : 0);
    for (unsigned k = 0; k < N; k++)
        for (unsigned i = k + 1; i < N; i++) {
            float f = m[i][k] / m[k][k];
            for (unsigned j = k; j <= N; j++)
                m[i][j] -= f * m[k][j];
        }
    for (unsigned i = N; i-- > 0;) {
        float sum = m[i][N];
        for (unsigned j = i + 1; j < N; j++)
            sum -= m[i][j] * m[j][N];
        m[i][N] = sum / m[i][i];
        put_float(s, m[i][N]);
    }
}

static uint32_t work_all(uint32_t *in, uint32_t *out)
{
    struct sink s = {out, 0};
    hash(&s, in);
    divide(&s, in);
    interpret(&s, in);
    atomics(&s, in);
    floats(&s, in);
    solve(&s, in);
    put(&s, ackermann(2, 5));
    sort(in, 0, IN_WORDS - 1);
    for (unsigned i = 0; i < IN_WORDS; i += 16)
        put(&s, in[i]);
    return s.count;
}

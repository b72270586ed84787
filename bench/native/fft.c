/* fft.c: the passes of kernels/fft.cl, 16 butterflies at a time. The twiddles of a pass are
 * copied once, so that they lie one after the other. */
#include "native/native.h"

enum { MAX_PASSES = 16, GRAIN = 1 << 13 };

struct complex16 {
    f32x16 re, im;
};

/* Real and imaginary parts of 16 numbers that follow each other, and back. */
static inline struct complex16 load(const float *from)
{
    f32x16 a = load_f32(from), b = load_f32(from + 16);
    return (struct complex16){
        __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
        __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)};
}

static inline void store(float *to, struct complex16 v)
{
    store_f32(to, __builtin_shufflevector(v.re, v.im, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6,
                                          22, 7, 23));
    store_f32(to + 16, __builtin_shufflevector(v.re, v.im, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                                               29, 14, 30, 15, 31));
}

static inline struct complex16 times(struct complex16 a, struct complex16 b)
{
    return (struct complex16){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline struct complex16 plus(struct complex16 a, struct complex16 b)
{
    return (struct complex16){a.re + b.re, a.im + b.im};
}

static inline struct complex16 minus(struct complex16 a, struct complex16 b)
{
    return (struct complex16){a.re - b.re, a.im - b.im};
}

struct pass {
    size_t n, p;
    float *out;
    const float *in;
    const float *twiddles; /* [3][length] complex, length: p, or 16 if that is more */
};

static void butterflies(void *context, size_t begin, size_t end)
{
    const struct pass *x = context;
    size_t quarter = x->n / 4, length = x->p < 16 ? 16 : x->p;
    for (size_t i = begin; i < end; i += 16) {
        size_t k = i & (x->p - 1), at = (i - k) * 4 + k;
        const float *w = x->twiddles + 2 * (i & (length - 1));
        struct complex16 a = load(x->in + 2 * i);
        struct complex16 b = times(load(x->in + 2 * (i + quarter)), load(w));
        struct complex16 c = times(load(x->in + 2 * (i + 2 * quarter)), load(w + 2 * length));
        struct complex16 d = times(load(x->in + 2 * (i + 3 * quarter)), load(w + 4 * length));
        struct complex16 s = plus(a, c), t = minus(a, c), u = plus(b, d), v = minus(b, d);
        v = (struct complex16){v.im, -v.re};
        struct complex16 y[4] = {plus(s, u), plus(t, v), minus(s, u), minus(t, v)};
        if (x->p >= 16) {
            for (size_t q = 0; q < 4; q++)
                store(x->out + 2 * (at + q * x->p), y[q]);
            continue;
        }
        /* p is 1 or 4: butterfly i + lane goes to rows of p numbers. */
        float rows[4][32];
        for (size_t q = 0; q < 4; q++)
            store(rows[q], y[q]);
        for (size_t lane = 0; lane < 16; lane += x->p)
            for (size_t q = 0; q < 4; q++)
                memcpy(x->out + 2 * (4 * (i + lane) + q * x->p), rows[q] + 2 * lane,
                       x->p * 2 * sizeof(float));
    }
}

/* Of the pass with transforms of p points, made on first use. */
static const float *twiddles_of(const float *all, size_t n, size_t p, unsigned pass)
{
    static float *kept[MAX_PASSES];
    size_t length = p < 16 ? 16 : p;
    if (!kept[pass]) {
        kept[pass] = bench_alloc(3 * length * 2 * sizeof(float));
        for (size_t q = 0; q < 3; q++)
            for (size_t k = 0; k < length; k++)
                memcpy(kept[pass] + 2 * (q * length + k),
                       all + 2 * ((q + 1) * (k % p) * (n / 4 / p)), 2 * sizeof(float));
    }
    return kept[pass];
}

void native_fft(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    for (unsigned i = 0; i < p->step_count; i++) {
        const struct bench_step *s = &p->steps[i];
        struct pass x = {.n = p->n,
                         .p = s->args[4].bits,
                         .out = buffers[s->args[0].bits],
                         .in = buffers[s->args[1].bits]};
        x.twiddles = twiddles_of(buffers[3], x.n, x.p, i);
        native_for(threads, x.n / 4, GRAIN, butterflies, &x);
    }
}

/* attention.c: keys and values are widened once, keys by columns; 8 queries are scored against 32
 * keys at a time in registers, and their results are summed in registers of 64 columns. */
#include "native/native.h"

enum { QUERIES = 8, KEYS = 32, MAX_N = 1024, PARTS = ATTENTION_COLUMNS / 16 };

struct context {
    size_t n;
    _Float16 *out;
    const _Float16 *q, *k, *v;
    float *k_wide; /* [n / KEYS][ATTENTION_COLUMNS][KEYS] */
    float *v_wide; /* [n][ATTENTION_COLUMNS] */
};

static void widen(void *context, size_t begin, size_t end)
{
    const struct context *x = context;
    for (size_t key = begin; key < end; key++)
        for (size_t i = 0; i < ATTENTION_COLUMNS; i++) {
            x->k_wide[(key / KEYS * ATTENTION_COLUMNS + i) * KEYS + key % KEYS] =
                (float)x->k[key * ATTENTION_COLUMNS + i] * (0.125f * 1.44269504f);
            x->v_wide[key * ATTENTION_COLUMNS + i] = (float)x->v[i * x->n + key];
        }
}

/* 2^x for x <= 0: the fraction by a polynomial of degree 5, the rest into the exponent. */
static f32x16 exp2_of(f32x16 x)
{
    x = __builtin_elementwise_max(x, all_f32(-126));
    f32x16 whole = __builtin_elementwise_floor(x), t = x - whole;
    f32x16 y = t * 0.0018775767f + 0.0089893397f;
    y = y * t + 0.0558263180f;
    y = y * t + 0.2401536107f;
    y = y * t + 0.6931531072f;
    y = y * t + 0.9999999403f;
    return (f32x16)((i32x16)y + (__builtin_convertvector(whole, i32x16) << 23));
}

static float greatest_of(f32x16 v) { return __builtin_reduce_max(v); }

struct state {
    float q[QUERIES][ATTENTION_COLUMNS];
    f32x16 sum[QUERIES][PARTS];
    float greatest[QUERIES], total[QUERIES];
    float weights[QUERIES][KEYS] __attribute__((aligned(64)));
};

/* weights: of KEYS keys, of which the greatest so far has 1. */
static void score(struct state *s, const float *k_wide)
{
    f32x16 score[QUERIES][2] = {0};
    for (size_t i = 0; i < ATTENTION_COLUMNS; i++) {
        f32x16 k0 = load_f32(k_wide + i * KEYS), k1 = load_f32(k_wide + i * KEYS + 16);
#pragma unroll
        for (size_t q = 0; q < QUERIES; q++) {
            score[q][0] += s->q[q][i] * k0;
            score[q][1] += s->q[q][i] * k1;
        }
    }
    for (size_t q = 0; q < QUERIES; q++) {
        float most = greatest_of(__builtin_elementwise_max(score[q][0], score[q][1]));
        if (most > s->greatest[q]) {
            float scale = exp2_of(all_f32(s->greatest[q] - most))[0];
            s->greatest[q] = most;
            s->total[q] *= scale;
            for (size_t i = 0; i < PARTS; i++)
                s->sum[q][i] *= scale;
        }
        f32x16 w0 = exp2_of(score[q][0] - s->greatest[q]),
               w1 = exp2_of(score[q][1] - s->greatest[q]);
        s->total[q] += sum_f32(w0 + w1);
        store_f32(s->weights[q], w0);
        store_f32(s->weights[q] + 16, w1);
    }
}

static void add_values(struct state *s, const float *v_wide)
{
    for (size_t part = 0; part < PARTS; part++) {
        f32x16 sum[QUERIES];
#pragma unroll
        for (size_t q = 0; q < QUERIES; q++)
            sum[q] = s->sum[q][part];
        for (size_t key = 0; key < KEYS; key++) {
            f32x16 v = load_f32(v_wide + key * ATTENTION_COLUMNS + 16 * part);
#pragma unroll
            for (size_t q = 0; q < QUERIES; q++)
                sum[q] += s->weights[q][key] * v;
        }
#pragma unroll
        for (size_t q = 0; q < QUERIES; q++)
            s->sum[q][part] = sum[q];
    }
}

static void attend(void *context, size_t begin, size_t end)
{
    const struct context *x = context;
    for (size_t query = begin; query < end; query += QUERIES) {
        struct state s = {0};
        for (size_t q = 0; q < QUERIES; q++) {
            s.greatest[q] = -1e30f;
            for (size_t i = 0; i < ATTENTION_COLUMNS; i++)
                s.q[q][i] = (float)x->q[(query + q) * ATTENTION_COLUMNS + i];
        }
        for (size_t key = 0; key < x->n; key += KEYS) {
            score(&s, x->k_wide + key * ATTENTION_COLUMNS);
            add_values(&s, x->v_wide + key * ATTENTION_COLUMNS);
        }
        for (size_t q = 0; q < QUERIES; q++)
            for (size_t i = 0; i < ATTENTION_COLUMNS; i++)
                x->out[(query + q) * ATTENTION_COLUMNS + i] =
                    (_Float16)(s.sum[q][i / 16][i % 16] / s.total[q]);
    }
}

void native_attention(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    static float k_wide[MAX_N * ATTENTION_COLUMNS] __attribute__((aligned(64)));
    static float v_wide[MAX_N * ATTENTION_COLUMNS] __attribute__((aligned(64)));
    struct context x = {p->n, buffers[0], buffers[1], buffers[2], buffers[3], k_wide, v_wide};
    native_for(threads, x.n, KEYS, widen, &x);
    native_for(threads, x.n, QUERIES, attend, &x);
}

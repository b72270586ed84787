/* blackscholes.c: 16 options at a time, with exp and log as polynomials. */
#include "native/native.h"

/* exp(x) = 2^k exp(r), |r| <= ln 2 / 2, by the Taylor polynomial of degree 7. */
static inline f32x16 exp_of(f32x16 x)
{
    x = __builtin_elementwise_max(x, all_f32(-87));
    f32x16 k = __builtin_elementwise_roundeven(x * 1.44269504f);
    f32x16 r = x - k * 0.693359375f + k * 2.12194440e-4f; /* ln 2 in two parts */
    f32x16 y = all_f32(1.0f / 5040);
    y = y * r + 1.0f / 720;
    y = y * r + 1.0f / 120;
    y = y * r + 1.0f / 24;
    y = y * r + 1.0f / 6;
    y = y * r + 0.5f;
    y = y * r + 1.0f;
    y = y * r + 1.0f;
    i32x16 power = __builtin_convertvector(k, i32x16) + 127 << 23;
    return y * (f32x16)power;
}

/* log(x) = k ln 2 + 2 atanh(s), s = (m - 1) / (m + 1), 0.70 <= m < 1.42; x normal and > 0. */
static inline f32x16 log_of(f32x16 x)
{
    i32x16 bits = (i32x16)x - 0x3f330000;
    f32x16 k = __builtin_convertvector(bits >> 23, f32x16);
    f32x16 m = (f32x16)((bits & 0x7fffff) + 0x3f330000);
    f32x16 s = (m - 1.0f) / (m + 1.0f), s2 = s * s;
    f32x16 y = all_f32(2.0f / 9);
    y = y * s2 + 2.0f / 7;
    y = y * s2 + 2.0f / 5;
    y = y * s2 + 2.0f / 3;
    y = y * s2 + 2.0f;
    return k * 0.69314718f + y * s;
}

static inline f32x16 normal(f32x16 d)
{
    f32x16 k = 1.0f / (1.0f + 0.2316419f * __builtin_elementwise_abs(d));
    f32x16 sum = k * 1.330274429f - 1.821255978f;
    sum = sum * k + 1.781477937f;
    sum = sum * k - 0.356563782f;
    sum = (sum * k + 0.319381530f) * k;
    f32x16 tail = 0.39894228040f * exp_of(-0.5f * d * d) * sum;
    return d > 0.0f ? 1.0f - tail : tail;
}

static void options(void *context, size_t begin, size_t end)
{
    void *const *buffers = context;
    float *call = buffers[0], *put = buffers[1];
    const float *price = buffers[2], *strike = buffers[3], *years = buffers[4];
    const float rate = BLACKSCHOLES_RATE, volatility = BLACKSCHOLES_VOLATILITY;
    for (size_t i = begin; i < end; i += 16) {
        f32x16 s = load_f32(price + i), x = load_f32(strike + i), t = load_f32(years + i);
        f32x16 root = __builtin_elementwise_sqrt(t);
        f32x16 d1 =
            (log_of(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
        f32x16 d2 = d1 - volatility * root;
        f32x16 n1 = normal(d1), n2 = normal(d2), discounted = x * exp_of(-rate * t);
        store_f32(call + i, s * n1 - discounted * n2);
        store_f32(put + i, discounted * (1.0f - n2) - s * (1.0f - n1));
    }
}

void native_blackscholes(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    void *pointers[5];
    memcpy(pointers, buffers, sizeof pointers);
    native_for(threads, p->n, 1 << 14, options, pointers);
}

/* product.c: D = A x B + C in plain C. */
#include "product.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* ---- elements ---- */

const unsigned product_bits[TYPES] = {32, 16, 16, 8, 8, 8, 4, 1, 8, 8, 4, 4};

bool product_is_integer(unsigned dt) { return dt == S8 || dt == S4 || dt == B1; }

/* sign, exponent of e bits, fraction of m bits, bias; a largest exponent like any other. */
static double small_float(uint32_t x, int e, int m, int bias)
{
    int exponent = (int)(x >> m & ((1u << e) - 1)), fraction = (int)(x & ((1u << m) - 1));
    double v =
        exponent ? ldexp((1 << m) + fraction, exponent - bias - m) : ldexp(fraction, 1 - bias - m);
    return x >> (e + m) & 1 ? -v : v;
}

static double ieee(uint32_t x, int e, int m)
{
    uint32_t most = (1u << e) - 1;
    if ((x >> m & most) != most)
        return small_float(x, e, m, (int)(most >> 1));
    return x & ((1u << m) - 1) ? NAN : x >> (e + m) & 1 ? -INFINITY : INFINITY;
}

static double value(unsigned dt, uint32_t x, bool is_tf32)
{
    static const double e2m1[8] = {0, .5, 1, 1.5, 2, 3, 4, 6};
    float f;
    switch (dt) {
    case F32:
        x &= is_tf32 ? 0xffffe000 : UINT32_MAX;
        memcpy(&f, &x, 4);
        return f;
    case F16:
        return ieee(x, 5, 10);
    case BF16:
        x <<= 16;
        memcpy(&f, &x, 4);
        return f;
    case E4M3:
        return (x & 0x7f) == 0x7f ? NAN : small_float(x, 4, 3, 7);
    case E5M2:
        return ieee(x, 5, 2);
    case E3M2:
        return small_float(x & 63, 3, 2, 3);
    case E2M3:
        return small_float(x & 63, 2, 3, 1);
    case E2M1:
        return x & 8 ? -e2m1[x & 7] : e2m1[x & 7];
    case E3M0:
        return (x & 8 ? -1 : 1) * (x & 7 ? exp2((int)(x & 7) - 3) : 0);
    case S8:
        return (int8_t)x;
    case S4:
        return x & 8 ? (int)x - 16 : (int)x;
    default:
        return x;
    }
}

/* To f16 in the host's rounding mode. */
static uint32_t half_of(float f)
{
    if (isnan(f))
        return 0x7e00;
    uint32_t sign = signbit(f) ? 0x8000 : 0;
    double x = fabs((double)f), limit = 65504;
    int mode = fegetround();
    if (isinf(x))
        return sign | 0x7c00;
    if (x > limit) {
        bool down =
            mode == FE_TOWARDZERO || (mode == FE_DOWNWARD && !sign) || (mode == FE_UPWARD && sign);
        if (down || (mode == FE_TONEAREST && x < 65520))
            return sign | 0x7bff;
        return sign | 0x7c00;
    }
    int e;
    frexp(x, &e);
    e = e - 1 < -14 ? -14 : e - 1;
    volatile double scaled = ldexp(sign ? -x : x, 10 - e); /* units of the last place */
    double n = fabs(nearbyint(scaled));
    return sign | ((uint32_t)(e + 14) << 10) + (uint32_t)n;
}

/* ---- products ---- */

struct sizes product_sizes(unsigned dt, unsigned shape)
{
    static const unsigned m[4] = {8, 16, 8, 16}, n[4] = {8, 8, 16, 16};
    unsigned k = shape < 4 ? 16 : 8;
    return (struct sizes){m[shape & 3], n[shape & 3],
                          product_bits[dt] < 16 ? k * 16 / product_bits[dt] : k};
}

void product_compute(struct product *x)
{
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    bool is_tf32 = x->is_toolchain && x->dt == F32;
    static double a[16 * 256], b[256 * 16];
    for (unsigned i = 0; i < x->s.m * x->s.k; i++)
        a[i] = value(x->dt, x->a[i], is_tf32);
    for (unsigned i = 0; i < x->s.n * x->s.k; i++)
        b[i] = value(x->dt, x->b[i], is_tf32);
    fesetround(product_is_integer(x->dt) ? FE_TONEAREST : modes[x->rounding]);
    for (unsigned m = 0; m < x->s.m; m++)
        for (unsigned n = 0; n < x->s.n; n++) {
            uint32_t c = x->c[m * x->s.n + n], *d = &x->d[m * x->s.n + n];
            const double *ra = &a[m * x->s.k], *rb = &b[n];
            if (product_is_integer(x->dt)) {
                int64_t sum = (int32_t)c;
                for (unsigned k = 0; k < x->s.k; k++)
                    sum += (int64_t)ra[k] * (int64_t)rb[k * x->s.n];
                if (x->saturates && sum > INT32_MAX)
                    sum = INT32_MAX;
                if (x->saturates && sum < INT32_MIN)
                    sum = INT32_MIN;
                *d = (uint32_t)sum;
                continue;
            }
            volatile float sum = (float)(x->ct ? value(F32, c, false) : value(F16, c, false));
            for (unsigned k = 0; k < x->s.k; k++) {
                volatile float product = (float)ra[k] * (float)rb[k * x->s.n];
                sum = sum + product;
            }
            float result = sum;
            if (!x->ct)
                *d = half_of(result);
            else if (isnan(result))
                *d = 0x7fc00000;
            else
                memcpy(d, &result, 4);
        }
    fesetround(FE_TONEAREST);
}

unsigned product_a_number(const struct product *x, unsigned m, unsigned k)
{
    return x->al ? k * x->s.m + m : m * x->s.k + k;
}
/* Manual: BL 0 is columns, one after the other; the toolchain's simulator: rows. */
bool product_b_is_by_columns(const struct product *x) { return x->is_toolchain ? x->bl : !x->bl; }
unsigned product_b_number(const struct product *x, unsigned k, unsigned n)
{
    return product_b_is_by_columns(x) ? n * x->s.k + k : k * x->s.n + n;
}

unsigned product_c_bits(const struct product *x) { return x->ct ? 32 : 16; }

uint32_t product_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

/* kind 0: numbers near 1; 1: any finite; 2: any. */
static uint32_t random_element(unsigned dt, unsigned kind, uint64_t *seed)
{
    uint32_t x = product_random(seed) & (UINT32_MAX >> (32 - product_bits[dt]));
    static const struct {
        uint8_t e, m;
    } wide[TYPES] = {[F32] = {8, 23}, [F16] = {5, 10}, [BF16] = {8, 7}, [E5M2] = {5, 2}};
    unsigned e = wide[dt].e, m = wide[dt].m;
    if (!e || kind == 2 || (kind == 1 && (x >> m & ((1u << e) - 1)) != (1u << e) - 1))
        return x;
    uint32_t near = (1u << (e - 1)) - 3 + product_random(seed) % 5;
    return (x & ~(((1u << e) - 1) << m)) | near << m;
}

void product_randomize(struct product *x, unsigned kind, uint64_t *seed)
{
    x->s = product_sizes(x->dt, x->shape);
    for (unsigned i = 0; i < x->s.m * x->s.k; i++)
        x->a[i] = random_element(x->dt, kind, seed);
    for (unsigned i = 0; i < x->s.n * x->s.k; i++)
        x->b[i] = random_element(x->dt, kind, seed);
    for (unsigned i = 0; i < x->s.m * x->s.n; i++) {
        x->c[i] = random_element(x->ct ? F32 : F16, kind, seed);
        if (product_is_integer(x->dt)) /* often near overflow */
            x->c[i] = i & 1 ? product_random(seed)
                            : 0x7fffffff + (product_random(seed) % 100 - 50) + (i >> 1 & 1);
    }
}

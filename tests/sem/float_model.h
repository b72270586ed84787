/* float_model.h: what the tests float_*.c share: a scalar model of IEEE formats under MODE,
 * made on MPFR and not on Shoal's code, operands that reach the edges, and a runner that
 * puts one instruction on 2048 lanes at a time, at every host level.
 *
 *     static uint64_t add32(const uint64_t *s, uint32_t mode) { ... expected bits ... }
 *     compare("v_add_f32", FMT_VOP2, add32, 0);
 *
 * Rounds as MPFR does: to the format's precision with the ternary value, then
 * mpfr_check_range and mpfr_subnormalize for range and denormals. */
#ifndef SHOAL_TESTS_FLOAT_MODEL_H
#define SHOAL_TESTS_FLOAT_MODEL_H

#include <math.h>
#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness.h"

enum { F16, F32, F64 };

struct format {
    int bits, mant; /* width, explicit mantissa bits */
    mpfr_exp_t emin, emax;
};
static const struct format formats[] = {
    {16, 10, -23, 16}, {32, 23, -148, 128}, {64, 52, -1073, 1024}};

static inline uint64_t sign_bit(int f) { return UINT64_C(1) << (formats[f].bits - 1); }
static inline uint64_t quiet_bit(int f) { return UINT64_C(1) << (formats[f].mant - 1); }
static inline uint64_t inf_bits(int f) { return sign_bit(f) - (UINT64_C(1) << formats[f].mant); }
static inline uint64_t magnitude(uint64_t x, int f) { return x & (sign_bit(f) - 1); }
static inline bool is_nan(uint64_t x, int f) { return magnitude(x, f) > inf_bits(f); }
static inline bool is_signaling(uint64_t x, int f) { return is_nan(x, f) && !(x & quiet_bit(f)); }
static inline bool is_denorm(uint64_t x, int f) { return magnitude(x, f) >> formats[f].mant == 0; }

static inline double value_of(uint64_t x, int f)
{
    if (f == F64) {
        double d;
        memcpy(&d, &x, 8);
        return d;
    }
    if (f == F32) {
        float v;
        uint32_t u = (uint32_t)x;
        memcpy(&v, &u, 4);
        return v;
    }
    uint64_t m = magnitude(x, F16), e = m >> 10;
    double v = e == 31 ? (m & 0x3ff ? NAN : INFINITY)
                       : ldexp((double)(e ? (m & 0x3ff) | 0x400 : m), (int)(e ? e : 1) - 25);
    return x & 0x8000 ? -v : v;
}

/* The bits of a double that the format holds exactly. */
static inline uint64_t bits_of_exact(double d, int f)
{
    if (f == F64) {
        uint64_t u;
        memcpy(&u, &d, 8);
        return u;
    }
    if (f == F32) {
        float v = (float)d;
        uint32_t u;
        memcpy(&u, &v, 4);
        return u;
    }
    uint64_t sign = signbit(d) ? 0x8000 : 0;
    d = fabs(d);
    if (isnan(d))
        return 0x7e00;
    if (isinf(d))
        return sign | 0x7c00;
    if (d < 0x1p-14)
        return sign | (uint64_t)(d * 0x1p24);
    int e;
    double m = frexp(d, &e);
    return sign | (uint64_t)(e + 14) << 10 | ((uint64_t)(m * 2048) & 0x3ff);
}

static inline mpfr_rnd_t mpfr_round_of(unsigned mode)
{
    static const mpfr_rnd_t r[] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
    return r[mode & 3];
}

static inline void wide_range(void)
{
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
}

/* Rounds a value that was rounded to the format's precision with ternary value t. */
static inline uint64_t finish(mpfr_t r, int t, int f, mpfr_rnd_t rnd)
{
    mpfr_set_emin(formats[f].emin);
    mpfr_set_emax(formats[f].emax);
    t = mpfr_check_range(r, t, rnd);
    mpfr_subnormalize(r, t, rnd);
    wide_range();
    return bits_of_exact(mpfr_get_d(r, MPFR_RNDN), f);
}

/* op: '+', '-', '*', '/', 'f' (a * b + c), 's' (square root), '=' (a). Sources in format
 * `from`, the result in `to`. NaNs come out as any NaN. */
static inline uint64_t ieee(char op, const double *s, int to, unsigned round)
{
    static bool ready;
    static mpfr_t a, b, c, r[3];
    if (!ready) {
        mpfr_inits2(53, a, b, c, (mpfr_ptr)0);
        for (int f = 0; f < 3; f++)
            mpfr_init2(r[f], formats[f].mant + 1);
        ready = true;
        wide_range();
    }
    mpfr_rnd_t rnd = mpfr_round_of(round);
    mpfr_ptr x = r[to];
    int t = 0;
    mpfr_set_d(a, s[0], MPFR_RNDN);
    if (op != 's' && op != '=')
        mpfr_set_d(b, s[1], MPFR_RNDN);
    switch (op) {
    case '+':
        t = mpfr_add(x, a, b, rnd);
        break;
    case '-':
        t = mpfr_sub(x, a, b, rnd);
        break;
    case '*':
        t = mpfr_mul(x, a, b, rnd);
        break;
    case '/':
        t = mpfr_div(x, a, b, rnd);
        break;
    case 's':
        t = mpfr_sqrt(x, a, rnd);
        break;
    case '=':
        t = mpfr_set(x, a, rnd);
        break;
    default:
        mpfr_set_d(c, s[2], MPFR_RNDN);
        t = mpfr_fma(x, a, b, c, rnd);
        break;
    }
    return finish(x, t, to, rnd);
}

/* ---- MODE ---- */

static inline unsigned round_for(uint32_t mode, int f)
{
    return f == F32 ? mode & 3 : mode >> 2 & 3;
}
static inline uint64_t flush_operand(uint64_t x, int f, uint32_t mode)
{
    return !(mode & (f == F32 ? 0x10 : 0x40)) && is_denorm(x, f) ? x & sign_bit(f) : x;
}
static inline uint64_t flush_result(uint64_t x, int f, uint32_t mode)
{
    return !(mode & (f == F32 ? 0x20 : 0x80)) && is_denorm(x, f) ? x & sign_bit(f) : x;
}

/* First NaN of the n operands, else the positive default NaN; IEEE quiets. */
static inline uint64_t nan_result(const uint64_t *s, unsigned n, int f, uint32_t mode)
{
    for (unsigned i = 0; i < n; i++)
        if (is_nan(s[i], f))
            return mode & 0x200 ? s[i] | quiet_bit(f) : s[i];
    return inf_bits(f) | quiet_bit(f);
}

/* An IEEE operation of n operands under MODE, everything in format f. */
static inline uint64_t arithmetic(char op, const uint64_t *raw, unsigned n, int f, uint32_t mode)
{
    uint64_t s[3];
    double d[3];
    for (unsigned i = 0; i < n; i++) {
        s[i] = flush_operand(raw[i], f, mode);
        d[i] = value_of(s[i], f);
    }
    uint64_t r = ieee(op, d, f, round_for(mode, f));
    if (is_nan(r, f))
        r = nan_result(s, n, f, mode);
    return flush_result(r, f, mode);
}

/* ---- operands ---- */

static uint64_t seed = 0x9e3779b97f4a7c15;
static inline uint64_t random64(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * UINT64_C(0x2545f4914f6cdd1d);
}

/* Zeros, denormals, powers of two and their neighbours, the range's ends, NaNs of both
 * kinds, random bits, numbers with few mantissa bits (ties), numbers near `other` (cancellation).
 */
static inline uint64_t random_operand(int f, uint64_t other)
{
    const struct format *x = &formats[f];
    uint64_t r = random64(), one = (UINT64_C(1) << (x->bits - x->mant - 2)) - 1,
             mant = (UINT64_C(1) << x->mant) - 1;
    uint64_t sign = r & sign_bit(f), e;
    uint64_t all = x->bits == 64 ? UINT64_MAX : (UINT64_C(1) << x->bits) - 1;
    r = random64();
    unsigned pick = (unsigned)(r >> 60);
    r &= (UINT64_C(1) << 60) - 1;
    switch (pick) {
    case 0: {
        const uint64_t edges[] = {0,
                                  1,
                                  2,
                                  3,
                                  mant,
                                  mant + 1,
                                  mant + 2,
                                  inf_bits(f) - 1,
                                  inf_bits(f) - 2,
                                  inf_bits(f),
                                  inf_bits(f) | 1,
                                  inf_bits(f) | quiet_bit(f),
                                  inf_bits(f) | quiet_bit(f) | 5,
                                  one << x->mant,
                                  (one << x->mant) + 1,
                                  (one << x->mant) - 1};
        return sign | edges[r % (sizeof edges / sizeof *edges)];
    }
    case 1:
    case 2: /* a denormal or nearly */
        return sign | (r & (2 * mant + 1)) >> (r >> 54) % (unsigned)x->mant;
    case 3:
    case 4:
    case 5:
    case 6: /* moderate exponent, few mantissa bits */
        e = one - 12 + (r >> 40) % 25;
        return sign | e << x->mant | (mant & ~(mant >> (r % 8)) & (r >> 3 | mant << (x->mant - 5)));
    case 7:
    case 8:
    case 9: /* moderate exponent */
        e = one - 4 + (r >> 53) % 9;
        return sign | e << x->mant | (random64() & mant);
    case 10:
    case 11: /* around the other operand */
        return (other ^ sign) + (r % 64 << (r >> 50) % (unsigned)x->mant);
    default:
        return (r ^ r << 7 ^ random64()) & all;
    }
}

/* ---- the runner ---- */

enum { COPIES = 32, LANES = 64, BATCH = COPIES * LANES, MAX_SOURCES = 3 };

/* Every host level the CPU has, in both wave sizes. */
static struct harness levels[2 * HOST_LEVELS];
static unsigned n_levels;

static inline int open_levels(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2 * HOST_LEVELS; i++) {
        const char *level = host_levels[i % HOST_LEVELS];
        if (harness_open(&levels[n_levels], level, i < HOST_LEVELS ? 64 : 32))
            n_levels++;
        else
            fprintf(stderr, "SKIP: no %s in this build or CPU\n", level);
    }
    return n_levels ? 0 : -1;
}

static inline int close_levels(void **state)
{
    (void)state;
    while (n_levels)
        harness_close(&levels[--n_levels]);
    return 0;
}

/* One instruction under test: its operands in the order a, b, c, d. */
struct subject {
    const struct rdna3_row *row;
    struct rdna3_insn in;
    unsigned n, role[MAX_SOURCES], type[MAX_SOURCES], dst_type;
};

static inline struct subject subject_of(const char *name, unsigned format)
{
    struct subject t = {.in = harness_insn(name, format)};
    t.row = &rdna3_rows[t.in.row];
    t.dst_type = t.row->operands[0].type;
    const unsigned roles[] = {ROLE_a, ROLE_b, ROLE_c, ROLE_d};
    for (unsigned k = 0; k < 4; k++)
        for (unsigned i = t.row->n_writes; i < t.row->n_operands; i++)
            if (t.row->operands[i].role == roles[k]) {
                t.role[t.n] = roles[k];
                t.type[t.n++] = t.row->operands[i].type;
            }
    return t;
}

static inline int format_of_type(unsigned type)
{
    return type == T_f16 ? F16 : type == T_f64 ? F64 : F32;
}

/* Random sources for one lane, by type; integers get counts as well as random bits. */
static inline void random_sources(const struct subject *t, uint64_t *s)
{
    for (unsigned i = 0; i < t->n; i++) {
        uint64_t other = i ? s[random64() % i] : 0, r;
        switch (t->type[i]) {
        case T_f16:
        case T_f32:
        case T_f64:
        case T_mix:
            s[i] = random_operand(format_of_type(t->type[i]), other);
            break;
        case T_2f16:
            r = random_operand(F16, other & 0xffff) & 0xffff;
            s[i] = r | (random_operand(F16, other >> 16 & 0xffff) & 0xffff) << 16;
            break;
        case T_2bf16:
            s[i] = (random_operand(F32, other) & 0xffff0000) |
                   (random_operand(F32, other) & 0xffffffff) >> 16;
            break;
        case T_bf16:
            s[i] = (random_operand(F32, other) & 0xffffffff) >> 16;
            break;
        default:
            r = random64();
            s[i] =
                r & 1 ? r >> 1 : (uint64_t)((int64_t)(r >> 1 & 0xffff) - 0x8000) >> (r >> 40) % 12;
            break;
        }
        unsigned bits = rdna3_type_bits[t->type[i]];
        if (bits < 64)
            s[i] &= (UINT64_C(1) << bits) - 1;
    }
}

/* Runs COPIES copies of the instruction, each on its own registers. */
static inline void run_wave(struct harness *h, const struct subject *t, uint32_t mode,
                            uint64_t (*s)[MAX_SOURCES], uint64_t *out)
{
    static const unsigned place_of[] = {[ROLE_d] = 0, [ROLE_a] = 2, [ROLE_b] = 4, [ROLE_c] = 6};
    uint32_t code[COPIES * 3];
    size_t dwords = 0;
    harness_reset(h);
    h->w->mode = mode;
    for (unsigned copy = 0; copy < COPIES; copy++) {
        struct rdna3_insn in = t->in;
        for (unsigned i = 0; i <= t->n; i++) {
            unsigned role = i == t->n ? ROLE_d : t->role[i], reg = copy * 8 + place_of[role];
            struct rdna3_place p = rdna3_places[in.format][role];
            in.f[p.field] = p.kind == K_src ? SRC_VGPR0 + reg : reg;
            for (unsigned l = 0; i < t->n && l < h->lanes; l++)
                harness_set_v64(h, reg, l, s[copy * h->lanes + l][i]);
        }
        dwords += rdna3_encode(&in, code + dwords) / 4;
    }
    if (!harness_run(h, code, dwords))
        fail_msg("%s: %s", t->row->name, h->w->base.fault.text);
    unsigned bits = rdna3_type_bits[t->dst_type];
    for (unsigned i = 0; i < COPIES * h->lanes; i++) {
        uint64_t v = harness_v64(h, i / h->lanes * 8, i % h->lanes);
        if (t->row->flags & FLAG_dsthi)
            v >>= 16;
        out[i] = bits == 64 ? v : v & ((UINT64_C(1) << bits) - 1);
    }
}

/* Runs BATCH lanes at level h under `mode`. */
static inline void run_batch(struct harness *h, const struct subject *t, uint32_t mode,
                             uint64_t (*s)[MAX_SOURCES], uint64_t *out)
{
    for (unsigned i = 0; i < BATCH; i += COPIES * h->lanes)
        run_wave(h, t, mode, s + i, out + i);
}

/* Round modes, denormal modes, IEEE; the fields of single and double differ in some. */
static const uint32_t all_modes[] = {0xf0, 0xf5, 0xfa, 0xff, 0xf1,  0xf8,
                                     0x00, 0x50, 0xa0, 0x0f, 0x2f0, 0x3c6};

typedef uint64_t (*reference)(const uint64_t *s, uint32_t mode);

/* Every level's result against `want`, in all modes. ANY_NAN: NaN payloads are not compared. */
enum { ANY_NAN = 1 };
static inline void compare(const char *name, unsigned format, reference want, unsigned options)
{
    static uint64_t s[BATCH][MAX_SOURCES], expected[BATCH], got[BATCH];
    struct subject t = subject_of(name, format);
    int f = format_of_type(t.dst_type);
    for (unsigned m = 0; m < sizeof all_modes / sizeof *all_modes; m++)
        for (unsigned batch = 0; batch < 5; batch++) {
            for (unsigned i = 0; i < BATCH; i++) {
                random_sources(&t, s[i]);
                expected[i] = want(s[i], all_modes[m]);
            }
            for (unsigned level = 0; level < n_levels; level++) {
                run_batch(&levels[level], &t, all_modes[m], s, got);
                for (unsigned i = 0; i < BATCH; i++)
                    if (got[i] != expected[i] &&
                        !(options & ANY_NAN && is_nan(got[i], f) && is_nan(expected[i], f)))
                        fail_msg(
                            "%s %s mode %#x: (%#llx, %#llx, %#llx) gives %#llx, expected %#llx",
                            name, levels[level].isa->host_cpu, all_modes[m],
                            (unsigned long long)s[i][0], (unsigned long long)s[i][1],
                            (unsigned long long)s[i][2], (unsigned long long)got[i],
                            (unsigned long long)expected[i]);
            }
        }
}

#endif

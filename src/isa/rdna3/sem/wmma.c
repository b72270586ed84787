/* wmma.c: 16x16x16 matrix multiply-accumulate, D = A * B + C. Manual: RDNA3 7.9, 16.10.
 *
 * Registers. A: lane i has row i, B: lane j has column j, k running through the registers
 * from the low bits up (two f16, four bytes or eight nibbles in each); lanes 16 and up hold
 * copies, which are not read here. C and D: column n in lanes n and n + 16, one row in each
 * 16 lanes: a wave32 register has rows 2 r and 2 r + 1, a wave64 register 4 r .. 4 r + 3.
 * So 32 lanes always hold rows 2 p and 2 p + 1, and pair p is the p-th vec32 from the first
 * register on, in both wave sizes. With 16-bit results the halves that OPSEL[2] does not
 * choose are neither read nor changed.
 *
 * EXEC is ignored. Everything is read before D is written, so that D may overlap.
 *
 * Arithmetic. Integers are exact; CLAMP saturates the final sum. Floats: the manual says only
 * "internally use the DOT instructions" and round to nearest even. Here: C in f32, then for
 * k = 0, 2, .. 14 what V_DOT2_F32_F16 writes down, acc = (a[k] b[k] + a[k+1] b[k+1]) + acc, each
 * operation rounded to f32 (products of f16 are exact), denormals kept; a 16-bit D is rounded
 * once at the end. A NaN is what the DOT instructions make of it (3.4.2): C's, quiet, else the
 * positive default one. Errata E-013
 *
 * Compiled code calls these functions as they are: a row of D is a register of 16 lanes, and what
 * a wave has to do beside its 384 operations on such registers is little. */
#include "isa/rdna3/exec/lanes.h"
#include "isa/rdna3/sem/bits.h"
#include "isa/rdna3/sem/sem.h"

enum { N = 16, PAIRS = 8 };

typedef VEC(uint32_t, 64) u32x16;
typedef VEC(int32_t, 64) i32x16;
typedef VEC(float, 64) f32x16;

/* What depends on the type of elements is compiled for each. */
#define INLINE __attribute__((always_inline)) static inline

/* ---- registers ---- */

/* First vec32 of a group of `regs` registers; a group that ends out of range is taken from
 * VGPR 0 (manual 3.3.2.2). */
static const vec32 *source_group(const struct rdna3_wave *w, uint32_t field, unsigned regs)
{
    unsigned n = field - SRC_VGPR0;
    return &w->v[(n + regs > w->vgprs ? 0 : n) * w->halves];
}

/* The registers of D; NULL: out of range, nothing is written. */
static vec32 *result_group(struct rdna3_wave *w, const struct rdna3_op *o)
{
    unsigned n = o->insn->f[F_vdst], regs = PAIRS / w->halves;
    return n + regs > w->vgprs ? NULL : &w->v[n * w->halves];
}

/* A source operand as `regs` registers of which only lanes 0..15 count. A and B must be
 * VGPRs; anything else is read as the constant it is, in every register. */
INLINE void read_matrix(const struct rdna3_wave *w, const struct rdna3_op *o, unsigned at,
                        unsigned regs, u32x16 *out)
{
    uint32_t field = at ? o->insn->f[F_src1] : o->insn->f[F_src0];
    const vec32 *p = field >= SRC_VGPR0 ? source_group(w, field, regs) : NULL;
    u32x16 constant = {0};
    if (!p)
        constant += scalar32(w, &o->valu.src[at]);
    for (unsigned r = 0; r < regs; r++)
        out[r] = p ? *(const u32x16 *)&p[r * w->halves] : constant;
}

/* C as rows 2 p, 2 p + 1 for p = 0..7, raw. */
static void read_addend(const struct rdna3_wave *w, const struct rdna3_op *o, u32x32 *c)
{
    uint32_t field = o->insn->f[F_src2];
    const vec32 *p = field >= SRC_VGPR0 ? source_group(w, field, PAIRS / w->halves) : NULL;
    for (unsigned i = 0; i < PAIRS; i++)
        c[i] = p ? p[i].u : splat32(scalar32(w, &o->valu.src[2]));
}

/* ---- floats ---- */

static inline f32x32 f32_of_bf16(u32x32 x) { return (f32x32)(x << 16); }

/* Round to nearest even; NaNs become quiet. */
static inline u32x32 bf16_of_f32(f32x32 x)
{
    u32x32 bits = (u32x32)x, rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return pick32((u32x32)(x != x), bits >> 16 | 0x40, rounded);
}

enum element { F16, BF16 };

/* NEG is for the low halves of A and B, NEG_HI for the high ones. */
static uint32_t sign_flips(const struct rdna3_insn *in, unsigned at)
{
    return (in->f[F_neg] >> at & 1) << 15 | (in->f[F_neghi] >> at & 1) << 31;
}

/* Lanes 0..15 of a register of A or B as floats: those of the low halves, then of the high ones. */
struct halves {
    f32x16 low, high;
};

INLINE void halves_of(u32x16 x, enum element e, struct halves *out)
{
    u16x32 in = (u16x32)x, apart = __builtin_shufflevector(
                               in, in, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 1,
                               3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    f32x32 wide = e == F16 ? f32_of_f16(apart) : f32_of_bf16(zext16(apart));
    memcpy(out, &wide, sizeof *out);
}

INLINE void read_floats(const struct rdna3_wave *w, const struct rdna3_op *o, unsigned at,
                        enum element e, struct halves out[PAIRS])
{
    u32x16 x[PAIRS];
    uint32_t flips = sign_flips(o->insn, at);
    read_matrix(w, o, at, PAIRS, x);
    for (unsigned k = 0; k < PAIRS; k++)
        halves_of(x[k] ^ flips, e, &out[k]);
}

/* x * y + z where the product is exact, so that it does not matter whether it is rounded. */
static inline f32x16 add_exact_product(f32x16 x, f32x16 y, f32x16 z)
{
#ifdef __FMA__
    return __builtin_elementwise_fma(x, y, z);
#else
    return x * y + z;
#endif
}

static inline f32x16 same(const f32x16 *x, unsigned i)
{
    return (f32x16)((u32x16){0} + ((const uint32_t *)x)[i]);
}

/* Rows of sums that fit the host's registers, beside B's. */
#if defined __AVX512F__
enum { BLOCK = 16 };
#elif defined __AVX__
enum { BLOCK = 4 };
#else
enum { BLOCK = 2 };
#endif

/* acc = C + A * B, the rows one after the other. false: one of them may be NaN. */
INLINE bool multiply_floats(const struct halves a[PAIRS], const struct halves b[PAIRS],
                            enum element e, const f32x16 c[N], f32x16 acc[N])
{
    f32x16 all = {0}; /* NaN in lanes in which a row is, or infinities meet */
#pragma clang loop unroll(full)
    for (unsigned first = 0; first < N; first += BLOCK) {
        f32x16 sum[BLOCK];
#pragma clang loop unroll(full)
        for (unsigned r = 0; r < BLOCK; r++)
            sum[r] = c[first + r];
#pragma clang loop unroll(disable)
        for (unsigned k = 0; k < PAIRS; k++) {
            f32x16 b_low = b[k].low, b_high = b[k].high;
#pragma clang loop unroll(full)
            for (unsigned r = 0; r < BLOCK; r++) {
                f32x16 low = same(&a[k].low, first + r), high = same(&a[k].high, first + r);
                sum[r] = (e == F16 ? add_exact_product(low, b_low, high * b_high)
                                   : low * b_low + high * b_high) +
                         sum[r];
            }
        }
#pragma clang loop unroll(full)
        for (unsigned r = 0; r < BLOCK; r += 2)
            all += sum[r] + sum[r + 1];
#pragma clang loop unroll(full)
        for (unsigned r = 0; r < BLOCK; r++)
            acc[first + r] = sum[r];
    }
    f32x32 both = {0};
    memcpy(&both, &all, sizeof all);
    return mask_of(both != both) == 0;
}

/* Which NaN results are: the host's choice depends on how the compiler orders operands. */
__attribute__((noinline)) static void settle_nans(const f32x32 c[PAIRS], f32x32 acc[PAIRS])
{
    for (unsigned p = 0; p < PAIRS; p++) {
        u32x32 nan = pick32((u32x32)(c[p] != c[p]), (u32x32)c[p] | 0x400000, splat32(0x7fc00000));
        acc[p] = pickf(acc[p] != acc[p], (f32x32)nan, acc[p]);
    }
}

/* D of C as floats. D may be in C's place. */
INLINE void float_product(const struct rdna3_wave *w, const struct rdna3_op *o, enum element e,
                          const f32x32 c[PAIRS], f32x32 d[PAIRS])
{
    struct halves a[PAIRS], b[PAIRS];
    f32x16 acc[N];
    read_floats(w, o, 0, e, a);
    read_floats(w, o, 1, e, b);
    if (__builtin_expect(!multiply_floats(a, b, e, (const f32x16 *)c, acc), 0)) {
        f32x32 slow[PAIRS];
        memcpy(slow, acc, sizeof slow);
        settle_nans(c, slow);
        memcpy(d, slow, sizeof slow);
        return;
    }
    for (unsigned r = 0; r < N; r++)
        ((f32x16 *)d)[r] = acc[r];
}

/* {NEG_HI[2], NEG[2]} are ABS and NEG of C. */
static u32x32 modify_addend(const struct rdna3_insn *in, u32x32 x, uint32_t sign)
{
    if (in->f[F_neghi] & 4)
        x &= ~sign;
    if (in->f[F_neg] & 4)
        x ^= sign;
    return x;
}

INLINE const struct rdna3_op *wmma_f32(struct rdna3_wave *w, const struct rdna3_op *o,
                                       enum element e)
{
    vec32 *d = result_group(w, o);
    bool is_as_it_is = !((o->insn->f[F_neg] | o->insn->f[F_neghi]) & 4);
    f32x32 changed[PAIRS];
    const f32x32 *c = changed;
    if (!d)
        return op_next(o);
    if (is_as_it_is && o->insn->f[F_src2] >= SRC_VGPR0) {
        c = &source_group(w, o->insn->f[F_src2], PAIRS / w->halves)->f;
    } else {
        read_addend(w, o, (u32x32 *)changed);
        for (unsigned p = 0; p < PAIRS; p++)
            changed[p] = (f32x32)modify_addend(o->insn, (u32x32)changed[p], 0x80000000);
    }
    float_product(w, o, e, c, &d->f);
    return op_next(o);
}

INLINE const struct rdna3_op *wmma_16bit(struct rdna3_wave *w, const struct rdna3_op *o,
                                         enum element e)
{
    vec32 *d = result_group(w, o);
    bool high = o->insn->f[F_opsel] & 4;
    /* A constant C is in both halves. */
    bool c_high = high && o->insn->f[F_src2] >= SRC_VGPR0;
    u32x32 raw[PAIRS];
    f32x32 c[PAIRS], acc[PAIRS];
    if (!d)
        return op_next(o);
    read_addend(w, o, raw);
    for (unsigned p = 0; p < PAIRS; p++) {
        u32x32 half = c_high ? raw[p] >> 16 : raw[p] & 0xffff;
        half = modify_addend(o->insn, half, 0x8000);
        c[p] = e == F16 ? f32_of_f16(trunc16(half)) : f32_of_bf16(half);
    }
    float_product(w, o, e, c, acc);
    for (unsigned p = 0; p < PAIRS; p++) {
        u32x32 r = e == F16 ? zext16(f16_of_f32(acc[p])) : bf16_of_f32(acc[p]);
        d[p].u = high ? (d[p].u & 0xffff) | r << 16 : (d[p].u & 0xffff0000) | r;
    }
    return op_next(o);
}

SEM(v_wmma_f32_16x16x16_f16) { return wmma_f32(w, o, F16); }
SEM(v_wmma_f32_16x16x16_bf16) { return wmma_f32(w, o, BF16); }
SEM(v_wmma_f16_16x16x16_f16) { return wmma_16bit(w, o, F16); }
SEM(v_wmma_bf16_16x16x16_bf16) { return wmma_16bit(w, o, BF16); }

/* ---- integers ---- */

/* Element i of each lane. */
static inline i32x16 element(u32x16 x, unsigned i, unsigned bits, bool is_signed)
{
    u32x16 top = x << (32 - bits * (i + 1));
    return is_signed ? (i32x16)top >> (32 - bits) : (i32x16)(top >> (32 - bits));
}

/* Elements k and k + 1 as 16 bits each: what the host multiplies and adds in one instruction. */
static inline u32x16 two_elements(u32x16 x, unsigned k, unsigned bits, bool is_signed)
{
    u32x16 low = (u32x16)element(x, k, bits, is_signed),
           high = (u32x16)element(x, k + 1, bits, is_signed);
    return (low & 0xffff) | high << 16;
}

static inline u32x16 sum_of_products(u32x16 x, u32x16 y)
{
    i32x16 x_low = (i32x16)(x << 16) >> 16, y_low = (i32x16)(y << 16) >> 16;
    return (u32x16)(x_low * y_low + ((i32x16)x >> 16) * ((i32x16)y >> 16));
}

/* NEG[0], NEG[1]: A, B are signed. */
INLINE const struct rdna3_op *wmma_int(struct rdna3_wave *w, const struct rdna3_op *o,
                                       unsigned bits)
{
    vec32 *d = result_group(w, o);
    unsigned regs = N * bits / 32, per_reg = 32 / bits;
    bool a_signed = o->insn->f[F_neg] & 1, b_signed = o->insn->f[F_neg] & 2;
    u32x16 a[4], b[4], a_k[PAIRS], b_k[PAIRS], sum[N];
    u32x32 c[PAIRS], sums[PAIRS];
    if (!d)
        return op_next(o);
    read_matrix(w, o, 0, regs, a);
    read_matrix(w, o, 1, regs, b);
    read_addend(w, o, c);
    for (unsigned k = 0; k < PAIRS; k++) {
        a_k[k] = two_elements(a[2 * k / per_reg], 2 * k % per_reg, bits, a_signed);
        b_k[k] = two_elements(b[2 * k / per_reg], 2 * k % per_reg, bits, b_signed);
    }
    for (unsigned row = 0; row < N; row++) {
        sum[row] = (u32x16){0};
#pragma clang loop unroll(full)
        for (unsigned k = 0; k < PAIRS; k++)
            sum[row] += sum_of_products((u32x16){0} + ((const uint32_t *)&a_k[k])[row], b_k[k]);
    }
    memcpy(sums, sum, sizeof sums);
    for (unsigned p = 0; p < PAIRS; p++)
        d[p].u =
            o->insn->f[F_clamp] ? (u32x32)ADD_SAT((i32x32)sums[p], (i32x32)c[p]) : sums[p] + c[p];
    return op_next(o);
}

SEM(v_wmma_i32_16x16x16_iu8) { return wmma_int(w, o, 8); }
SEM(v_wmma_i32_16x16x16_iu4) { return wmma_int(w, o, 4); }

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
 * once at the end. Errata E-013 */
#include "isa/rdna3/exec/lanes.h"
#include "isa/rdna3/sem/bits.h"
#include "isa/rdna3/sem/sem.h"

enum { N = 16, PAIRS = 8 };

typedef VEC(uint32_t, 64) u32x16;

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

/* Lanes 0..15 of x, twice. */
static inline u32x32 lower_twice(u32x32 x)
{
    return __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1,
                                   2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* x in lanes 0..15, y in the others. */
static inline u32x32 two_rows(uint32_t x, uint32_t y)
{
    u32x16 a = (u32x16){0} + x, b = (u32x16){0} + y;
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
                                   17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
}

/* A source operand as `regs` registers of which only lanes 0..15 count. A and B must be
 * VGPRs; anything else is read as the constant it is, in every register. */
static void read_matrix(const struct rdna3_wave *w, const struct rdna3_op *o, unsigned at,
                        unsigned regs, u32x32 *out)
{
    uint32_t field = at ? o->insn->f[F_src1] : o->insn->f[F_src0];
    const vec32 *p = field >= SRC_VGPR0 ? source_group(w, field, regs) : NULL;
    for (unsigned r = 0; r < regs; r++)
        out[r] = p ? p[r * w->halves].u : splat32(scalar32(w, &o->valu.src[at]));
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

static inline f32x32 low_float(u32x32 x, enum element e)
{
    return e == F16 ? f32_of_f16(lo16(x)) : f32_of_bf16(x);
}
static inline f32x32 high_float(u32x32 x, enum element e)
{
    return e == F16 ? f32_of_f16(hi16(x)) : (f32x32)(x & 0xffff0000);
}

/* NEG is for the low halves of A and B, NEG_HI for the high ones. */
static uint32_t sign_flips(const struct rdna3_insn *in, unsigned at)
{
    return (in->f[F_neg] >> at & 1) << 15 | (in->f[F_neghi] >> at & 1) << 31;
}

/* acc[p] += rows 2 p and 2 p + 1 of A * B. */
static void multiply_floats(const struct rdna3_wave *w, const struct rdna3_op *o, enum element e,
                            f32x32 *acc)
{
    u32x32 a[PAIRS], b[PAIRS];
    f32x32 a_low[PAIRS], a_high[PAIRS], b_low[PAIRS], b_high[PAIRS];
    uint32_t flip_a = sign_flips(o->insn, 0), flip_b = sign_flips(o->insn, 1);
    read_matrix(w, o, 0, PAIRS, a);
    read_matrix(w, o, 1, PAIRS, b);
    for (unsigned k = 0; k < PAIRS; k++) {
        u32x32 column = lower_twice(b[k]) ^ flip_b, row = a[k] ^ flip_a;
        a_low[k] = low_float(row, e);
        a_high[k] = high_float(row, e);
        b_low[k] = low_float(column, e);
        b_high[k] = high_float(column, e);
    }
    for (unsigned p = 0; p < PAIRS; p++)
        for (unsigned k = 0; k < PAIRS; k++) {
            const u32x32 *lo = (const u32x32 *)&a_low[k], *hi = (const u32x32 *)&a_high[k];
            f32x32 x = (f32x32)two_rows((*lo)[2 * p], (*lo)[2 * p + 1]);
            f32x32 y = (f32x32)two_rows((*hi)[2 * p], (*hi)[2 * p + 1]);
            acc[p] = (x * b_low[k] + y * b_high[k]) + acc[p];
        }
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

static const struct rdna3_op *wmma_f32(struct rdna3_wave *w, const struct rdna3_op *o,
                                       enum element e)
{
    vec32 *d = result_group(w, o);
    u32x32 c[PAIRS];
    f32x32 acc[PAIRS];
    if (!d)
        return op_next(o);
    read_addend(w, o, c);
    for (unsigned p = 0; p < PAIRS; p++)
        acc[p] = (f32x32)modify_addend(o->insn, c[p], 0x80000000);
    multiply_floats(w, o, e, acc);
    for (unsigned p = 0; p < PAIRS; p++)
        d[p].f = acc[p];
    return op_next(o);
}

static const struct rdna3_op *wmma_16bit(struct rdna3_wave *w, const struct rdna3_op *o,
                                         enum element e)
{
    vec32 *d = result_group(w, o);
    bool high = o->insn->f[F_opsel] & 4;
    /* A constant C is in both halves. */
    bool c_high = high && o->insn->f[F_src2] >= SRC_VGPR0;
    u32x32 c[PAIRS];
    f32x32 acc[PAIRS];
    if (!d)
        return op_next(o);
    read_addend(w, o, c);
    for (unsigned p = 0; p < PAIRS; p++)
        acc[p] = low_float(modify_addend(o->insn, c_high ? c[p] >> 16 : c[p] & 0xffff, 0x8000), e);
    multiply_floats(w, o, e, acc);
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

static inline u32x32 element(u32x32 x, unsigned i, unsigned bits, bool is_signed)
{
    u32x32 top = x << (32 - bits * (i + 1));
    return is_signed ? (u32x32)((i32x32)top >> (32 - bits)) : top >> (32 - bits);
}

/* NEG[0], NEG[1]: A, B are signed. */
static inline const struct rdna3_op *wmma_int(struct rdna3_wave *w, const struct rdna3_op *o,
                                              unsigned bits)
{
    vec32 *d = result_group(w, o);
    unsigned regs = N * bits / 32, per_reg = 32 / bits;
    bool a_signed = o->insn->f[F_neg] & 1, b_signed = o->insn->f[F_neg] & 2;
    u32x32 a[4], b[4], c[PAIRS], a_k[N], b_k[N];
    if (!d)
        return op_next(o);
    read_matrix(w, o, 0, regs, a);
    read_matrix(w, o, 1, regs, b);
    read_addend(w, o, c);
    for (unsigned k = 0; k < N; k++) {
        a_k[k] = element(a[k / per_reg], k % per_reg, bits, a_signed);
        b_k[k] = element(lower_twice(b[k / per_reg]), k % per_reg, bits, b_signed);
    }
    for (unsigned p = 0; p < PAIRS; p++) {
        u32x32 sum = splat32(0);
        for (unsigned k = 0; k < N; k++)
            sum += two_rows(a_k[k][2 * p], a_k[k][2 * p + 1]) * b_k[k];
        c[p] = o->insn->f[F_clamp] ? (u32x32)ADD_SAT((i32x32)sum, (i32x32)c[p]) : sum + c[p];
    }
    for (unsigned p = 0; p < PAIRS; p++)
        d[p].u = c[p];
    return op_next(o);
}

SEM(v_wmma_i32_16x16x16_iu8) { return wmma_int(w, o, 8); }
SEM(v_wmma_i32_16x16x16_iu4) { return wmma_int(w, o, 4); }

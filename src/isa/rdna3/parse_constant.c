/* parse_constant.c: fits an operand into a source field: registers by size, numbers as inline
 * constants or literals by the operand's type.
 *
 * Integers are inline constants of the operand's width; floating-point text is converted to the
 * operand's format, for integer operands of up to 32 bits to single precision. Literals of
 * 64-bit operands are extended as manual 7.2.2.2 says: doubles keep their upper half. */
#include <math.h>
#include <string.h>

#include "isa/rdna3/constant.h"
#include "isa/rdna3/parse_parts.h"

unsigned operand_dwords(const struct parser *s, unsigned type)
{
    unsigned bits = rdna3_type_bits[type];
    switch (type) {
    case T_mask:
        return s->opt->wave64 ? 2 : 1;
    case T_8f32:
    case T_8i32:
    case T_16f16d:
    case T_16bf16d: /* shared by twice as many lanes (manual 7.9) */
        return s->opt->wave64 ? bits / 64 : bits / 32;
    default:
        return bits <= 32 ? 1 : bits / 32;
    }
}

bool is_half_type(unsigned type)
{
    return type == T_b16 || type == T_u16 || type == T_i16 || type == T_f16 || type == T_bf16;
}

static bool is_64(unsigned type)
{
    return type == T_b64 || type == T_u64 || type == T_i64 || type == T_f64;
}

static bool fits(int64_t v, unsigned bits)
{
    return bits >= 64 || (v >= -(INT64_C(1) << (bits - 1)) && v < (INT64_C(1) << bits));
}

/* ---- floating point of smaller formats ------------------------------------------- */

/* `v` with `exponent` bits of exponent and `fraction` bits of fraction, nearest even.
 * *lost: it overflows, or a denormal loses bits. */
static uint32_t narrow(double v, unsigned exponent, unsigned fraction, bool *lost)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    uint32_t sign = (uint32_t)(bits >> 63) << (exponent + fraction);
    uint32_t inf = ((1u << exponent) - 1) << fraction;
    int bias = (1 << (exponent - 1)) - 1, e = (int)(bits >> 52 & 0x7ff) - 1023;
    uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
    *lost = false;
    if (e == 1024)
        return sign | inf | (m ? 1u << (fraction - 1) : 0);
    if (e == -1023 && !m)
        return sign;
    m |= UINT64_C(1) << 52;
    unsigned drop = 52 - fraction;
    bool denormal = e < 1 - bias;
    if (denormal) {
        int more = 1 - bias - e;
        drop = more > 60 ? 63 : drop + (unsigned)more;
        if (drop > 63)
            drop = 63;
    }
    uint64_t kept = m >> drop, rest = m & ((UINT64_C(1) << drop) - 1);
    uint64_t half = UINT64_C(1) << (drop - 1);
    if (rest > half || (rest == half && kept & 1))
        kept++;
    if (denormal) {
        *lost = rest != 0;
        return sign | (uint32_t)kept; /* a carry makes it the smallest normal number */
    }
    uint64_t value = ((uint64_t)(e + bias) << fraction) + (kept - (UINT64_C(1) << fraction));
    if (value >= inf) {
        *lost = true;
        return sign | inf;
    }
    return sign | (uint32_t)value;
}

static uint32_t narrow_to(unsigned type, double v, bool *lost)
{
    switch (type) {
    case T_f16:
    case T_2f16:
    case T_16f16:
    case T_16f16d:
        return narrow(v, 5, 10, lost);
    case T_bf16:
    case T_2bf16:
    case T_16bf16:
    case T_16bf16d:
        return narrow(v, 8, 7, lost);
    default:
        return narrow(v, 8, 23, lost);
    }
}

/* ---- inline constants --------------------------------------------------------------- */

/* The source value whose 32-bit operand is `bits`, 0: none. */
static uint32_t inline_source(const struct parser *s, unsigned type, uint32_t bits)
{
    bool both_halves = s->in->format == FMT_VOP2 && s->row->operands[0].type == T_2f16;
    return rdna3_inline_source(type, both_halves, bits);
}

bool take_literal(struct parser *s, const char *at, uint32_t bits)
{
    if (s->has_literal && s->literal != bits)
        return refuse(
            s, at, "an instruction has one literal only (RDNA3 chapter 15): 0x%x was used before",
            s->literal);
    s->has_literal = true;
    s->literal = bits;
    return true;
}

static bool fit_expression(struct parser *s, const struct operand *o, uint32_t *value)
{
    if (s->has_literal || s->out->fix == RDNA3_FIX_LITERAL)
        return refuse(s, o->at, "an instruction has one literal only (RDNA3 chapter 15)");
    s->out->fix = RDNA3_FIX_LITERAL;
    s->out->expr = o->expr;
    s->has_literal = true;
    s->literal = 0;
    *value = SRC_LITERAL;
    return true;
}

static bool fit_wide_constant(struct parser *s, const struct operand *o, unsigned type, bool fold,
                              uint32_t *value)
{
    uint64_t bits;
    if (o->kind == OPERAND_FLOAT) {
        memcpy(&bits, &o->real, sizeof bits);
    } else {
        if (fold && (o->neg || o->abs))
            return refuse(s, o->at,
                          "a modified integer cannot be a 64-bit floating-point operand: "
                          "write a number like 1.0");
        bits = (uint64_t)o->integer;
    }
    if (fold) {
        bits &= o->abs ? ~(UINT64_C(1) << 63) : ~UINT64_C(0);
        bits ^= (uint64_t)o->neg << 63;
    }
    if (!o->lit) {
        uint32_t src = rdna3_small_integer((int64_t)bits);
        if (!src)
            src = rdna3_inline_float(bits, T_f64);
        if (src) {
            *value = src;
            return true;
        }
    }
    uint32_t literal;
    if (o->kind == OPERAND_FLOAT) {
        if (type != T_f64)
            return refuse(s, o->at, "a 64-bit integer operand takes no floating-point literal");
        literal = (uint32_t)(bits >> 32); /* the lower half is zero */
    } else {
        if (type == T_f64 && (o->neg || o->abs))
            return refuse(s, o->at,
                          "a modified integer cannot be a 64-bit floating-point operand: "
                          "write a number like 1.0");
        if (!fits(o->integer, 32))
            return refuse(s, o->at, "a literal has 32 bits (RDNA3 chapter 15)");
        literal = (uint32_t)bits;
        uint32_t src =
            type == T_f64 && !o->lit ? rdna3_inline_float((uint64_t)literal << 32, T_f64) : 0;
        if (src) { /* the upper half of a double that has an inline constant */
            *value = src;
            return true;
        }
    }
    *value = SRC_LITERAL;
    return take_literal(s, o->at, literal);
}

/* Some 16-bit integer operands take the float constants of f16 (FLAG_f16const). */
static unsigned constant_type(const struct parser *s, unsigned type)
{
    if (s->row->cls == C_salu && type == T_2f16)
        return T_b32; /* of one half of which a scalar row makes use */
    return s->row->flags & FLAG_f16const && rdna3_type_bits[type] == 16 ? T_f16 : type;
}

bool fit_constant(struct parser *s, const struct operand *o, unsigned type, bool fold,
                  uint32_t *value)
{
    if (o->kind == OPERAND_EXPR)
        return fit_expression(s, o, value);
    type = constant_type(s, type);
    if (is_64(type))
        return fit_wide_constant(s, o, type, fold, value);
    uint32_t bits;
    bool half = is_half_type(type);
    if (o->kind == OPERAND_FLOAT) {
        double v = o->real;
        bool lost;
        if (fold)
            v = o->abs ? fabs(v) : v;
        if (fold)
            v = o->neg ? -v : v;
        /* The range is that of the operand's width, even where 16-bit integers then take the
         * bits of a single-precision number. */
        if (half && type != T_bf16) {
            narrow(v, 5, 10, &lost);
            if (lost)
                return refuse(s, o->at, "the number does not fit in 16 bits");
        }
        /* 1/(2 pi) is cut, not rounded, in bfloat16: LLVM finds it by its 32-bit value */
        if ((type == T_bf16 || type == T_2bf16 || type == T_16bf16d) && !o->lit) {
            uint32_t src = rdna3_inline_float(narrow(v, 8, 23, &lost), T_f32);
            if (src) {
                *value = src;
                return true;
            }
        }
        bits = narrow_to(type == T_mix ? T_f16 : type, v, &lost);
        if (lost)
            return refuse(s, o->at, "the number is too large or too small for this operand");
        if (half && type != T_f16 && type != T_bf16) { /* 16-bit integer */
            uint32_t src = o->lit ? 0 : rdna3_inline_float(bits, T_f32);
            if (src) {
                *value = src;
                return true;
            }
            *value = SRC_LITERAL;
            return take_literal(s, o->at, bits);
        }
    } else {
        unsigned width = half || type == T_mix ? 16 : 32;
        if (!fits(o->integer, width))
            return refuse(s, o->at, "the number does not fit in %u bits", width);
        bits = (uint32_t)o->integer;
        if (s->row->flags & FLAG_wmma &&
            !rdna3_small_integer(type == T_8f32 ? (int32_t)bits : o->integer))
            return refuse(s, o->at, "the accumulator takes a register or an inline constant");
        if (fold) {
            bits &= o->abs ? ~(1u << (width - 1)) : ~0u;
            bits ^= (uint32_t)o->neg << (width - 1);
        }
    }
    if (half && (type == T_b16 || type == T_i16 || type == T_u16) && !o->lit) {
        uint32_t src = rdna3_small_integer((int32_t)bits);
        *value = src ? src : SRC_LITERAL;
        return src || take_literal(s, o->at, bits);
    }
    uint32_t src = o->lit ? 0 : inline_source(s, type, bits);
    *value = src ? src : SRC_LITERAL;
    return src || take_literal(s, o->at, half || type == T_mix ? bits & 0xffff : bits);
}

bool fit_scalar(struct parser *s, const struct operand *o, unsigned dwords, uint32_t *value)
{
    if (o->kind != OPERAND_SCALAR)
        return refuse(s, o->at, "expected a scalar register");
    if (o->dwords && o->dwords != dwords)
        return refuse(s, o->at, "expected %u scalar register%s, here %s %u", dwords,
                      dwords == 1 ? "" : "s", o->dwords == 1 ? "is" : "are", o->dwords);
    *value = o->reg;
    return true;
}

bool fit_vgpr(struct parser *s, const struct operand *o, unsigned dwords, uint32_t *value)
{
    if (o->kind != OPERAND_VGPR)
        return refuse(s, o->at, "expected a vector register");
    if (o->dwords != dwords)
        return refuse(s, o->at, "expected %u vector register%s, here %s %u", dwords,
                      dwords == 1 ? "" : "s", o->dwords == 1 ? "is" : "are", o->dwords);
    if (o->half)
        return refuse(s, o->at, "this operand is a whole register: leave out .%c",
                      o->half == HALF_LOW ? 'l' : 'h');
    *value = o->reg;
    return true;
}

bool fit_source(struct parser *s, const struct operand *o, unsigned type, uint32_t *value)
{
    switch (o->kind) {
    case OPERAND_SCALAR:
        return fit_scalar(s, o, operand_dwords(s, type), value);
    case OPERAND_VGPR:
        if (!fit_vgpr(s, o, operand_dwords(s, type), value))
            return false;
        *value += SRC_VGPR0;
        return true;
    case OPERAND_OFF:
        return refuse(s, o->at, "expected a register or a number");
    default:
        return fit_constant(s, o, type, true, value);
    }
}

bool fit_literal(struct parser *s, const struct operand *o, unsigned type)
{
    uint32_t value;
    if (o->kind == OPERAND_EXPR)
        return fit_expression(s, o, &value);
    if (o->kind == OPERAND_INTEGER) {
        unsigned width = is_half_type(type) ? 16 : 32;
        if (!fits(o->integer, width))
            return refuse(s, o->at, "the literal has %u bits", width);
        return take_literal(s, o->at, (uint32_t)o->integer);
    }
    if (o->kind != OPERAND_FLOAT)
        return refuse(s, o->at, "expected a number: this operand is a literal");
    bool lost;
    uint32_t bits = narrow_to(type, o->real, &lost);
    if (lost)
        return refuse(s, o->at, "the number is too large or too small for this operand");
    return take_literal(s, o->at, bits);
}

/* print_operand.c: registers, inline constants and literals as text, by type. */
#include "isa/rdna3/constant.h"
#include "isa/rdna3/names.h"
#include "isa/rdna3/print_parts.h"

static inline __attribute__((always_inline)) void put_range(struct pen *p, const char *file,
                                                            unsigned first, unsigned dwords)
{
    put_text(p, file);
    if (dwords == 1) {
        put_unsigned(p, first);
        return;
    }
    put_char(p, '[');
    put_unsigned(p, first);
    put_char(p, ':');
    put_unsigned(p, first + dwords - 1);
    put_char(p, ']');
}

void put_vgpr(struct pen *p, unsigned first, unsigned dwords) { put_range(p, "v", first, dwords); }

/* Scalar source or destination that is not a constant: 0..127, 235..238, 253. The low bits of
 * a register range are not looked at: two or four registers are aligned (manual 3.6.1). */
void put_scalar(struct pen *p, unsigned value, unsigned dwords)
{
    unsigned first = value & ~(dwords == 1 ? 0u : dwords == 2 ? 1u : 3u);
    if (value < SRC_VCC_LO) {
        put_range(p, "s", first, dwords);
    } else if (value >= SRC_TTMP0 && value < SRC_NULL) {
        put_range(p, "ttmp", first - SRC_TTMP0, dwords);
    } else {
        const char *name = "src_scc";
        for (unsigned i = RDNA3_SCALAR_NAMES; i-- > 0;) {
            const struct rdna3_scalar_name *n = &rdna3_scalar_names[i];
            bool half_of_pair = n->dwords == 1 && (value == SRC_VCC_LO || value == SRC_EXEC_LO);
            if (n->value == value && (dwords > 1 ? !half_of_pair : n->dwords != 2))
                name = n->name; /* the first that fits */
        }
        put_text(p, name);
    }
}

static bool is_constant(unsigned value)
{
    return (value >= SRC_INT_0 && value < SRC_INT_M1 + 16) ||
           (value >= SRC_FLOAT_FIRST && value <= SRC_FLOAT_LAST) || value == SRC_LITERAL;
}

static const uint16_t f16_constants[9] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                          0xc000, 0x4400, 0xc400, 0x3118};

static const char *const float_names[9] = {"0.5",  "-0.5", "1.0",  "-1.0",      "2.0",
                                           "-2.0", "4.0",  "-4.0", "0.15915494"};

static bool is_int16(unsigned type) { return type == T_b16 || type == T_u16 || type == T_i16; }

static void put_constant(struct pen *p, unsigned value, unsigned type)
{
    if (value <= SRC_INT_0 + 64) {
        put_unsigned(p, value - SRC_INT_0);
    } else if (value < SRC_FLOAT_FIRST) {
        put_signed(p, (int)SRC_INT_M1 - 1 - (int)value);
    } else if (is_int16(type)) { /* LLVM shows the bits, since 1.0 would not be a number */
        put_hex(p, f16_constants[value - SRC_FLOAT_FIRST]);
    } else if (value == SRC_FLOAT_LAST &&
               (type_dwords(p, type) == 2 || type_dwords(p, type) == 8)) {
        put_text(p, "0.15915494309189532");
    } else {
        put_text(p, float_names[value - SRC_FLOAT_FIRST]);
    }
}

static bool is_small(int32_t value) { return value >= -16 && value <= 64; }

/* Would the assembler turn the literal's number into an inline constant of `type`? */
static bool is_inline(const struct pen *p, unsigned type)
{
    uint32_t v = p->in->literal;
    if (type == T_b64 || type == T_u64 || type == T_i64)
        return v <= 64;
    bool both_halves = p->in->format == FMT_VOP2 && p->row->operands[0].type == T_2f16;
    return rdna3_inline_source(type, both_halves, v) != 0;
}

/* Some 16-bit integer operands take the float constants of f16 (FLAG_f16const). */
static unsigned constant_type(const struct pen *p, unsigned type)
{
    if (p->row->cls == C_salu && type == T_2f16)
        return T_b32; /* of one half of which a scalar row makes use */
    return p->row->flags & FLAG_f16const && rdna3_type_bits[type] == 16 ? T_f16 : type;
}

/* Does put_source print a bare number? (lit(...) is none.) */
bool is_number(const struct pen *p, unsigned value, unsigned type)
{
    if (value == SRC_LITERAL)
        return type == T_f64 || !is_inline(p, constant_type(p, type));
    return is_constant(value);
}

/* The literal in hexadecimal, or as lit(...) where the plain number would assemble to an
 * inline constant. Only the low half counts for 16-bit operands. */
static void put_literal(struct pen *p, unsigned type)
{
    uint32_t v = p->in->literal;
    if (type == T_f64) { /* the upper half of the constant, the lower one is zero */
        unsigned src = SRC_FLOAT_FIRST;
        while (src < SRC_FLOAT_LAST && rdna3_inline_constant(src, T_f64) != (uint64_t)v << 32)
            src++;
        if (!v)
            put_char(p, '0');
        else if (src < SRC_FLOAT_LAST)
            put_constant(p, src, type);
        else
            put_hex(p, v);
        return;
    }
    bool lit = is_inline(p, type), half = is_int16(type) || type == T_f16 || type == T_mix;
    put_flag(p, lit, "lit(");
    put_hex(p, half && !lit ? v & 0xffff : v);
    put_flag(p, lit, ")");
}

void put_constant_k(struct pen *p) { put_hex(p, p->in->literal); }

void put_imm32(struct pen *p)
{
    uint32_t v = p->in->literal;
    unsigned src = SRC_FLOAT_FIRST;
    while (src <= SRC_FLOAT_LAST && rdna3_inline_constant(src, T_b32) != v)
        src++;
    if (is_small((int32_t)v))
        put_signed(p, (int32_t)v);
    else if (src <= SRC_FLOAT_LAST)
        put_constant(p, src, T_b32);
    else
        put_hex(p, v);
}

void put_source(struct pen *p, unsigned value, unsigned type)
{
    if (value >= SRC_VGPR0)
        put_vgpr(p, value - SRC_VGPR0, type_dwords(p, type));
    else if (value == SRC_LITERAL)
        put_literal(p, constant_type(p, type));
    else if (is_constant(value))
        put_constant(p, value, constant_type(p, type));
    else
        put_scalar(p, value, type_dwords(p, type));
}

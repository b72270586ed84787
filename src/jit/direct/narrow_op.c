/* narrow_op.c: arithmetic that AVX2 has in several instructions. See narrow.h. */
#include "jit/direct/narrow_parts.h"

/* ---- logic of three inputs ---- */

/* A function of two inputs: bit 2 * x + y of its table. */
static reg logic_of_two(struct narrow *n, unsigned table, reg x, reg y)
{
    switch (table) {
    case 0x8:
        return two_in(n, VPANDD, x, y);
    case 0xe:
        return two_in(n, VPORD, x, y);
    case 0x6:
        return two_in(n, VPXORD, x, y);
    case 0x2: /* ~x & y */
        return two_in(n, VPANDND, x, y);
    case 0x4:
        return two_in(n, VPANDND, y, x);
    case 0xc:
        return x;
    case 0xa:
        return y;
    case 0x0:
        return load_mem(n, constant_dwords(n, 0));
    case 0xf:
        return load_mem(n, constant_dwords(n, UINT32_MAX));
    default:
        return invert(n, logic_of_two(n, table ^ 0xf, x, y));
    }
}

static unsigned cost_of_two(unsigned table)
{
    return table == 0xc || table == 0xa ? 0
           : table == 0 || table == 0xf || table == 0x8 || table == 0xe || table == 0x6 ||
                   table == 0x2 || table == 0x4
               ? 1
               : cost_of_two(table ^ 0xf) + 1;
}

/* s ? yes : no, where both are functions of two inputs. */
struct choice {
    unsigned yes, no; /* tables */
};

/* The two halves of a table of three inputs, numbered by bits 4, 2 and 1 of its index, for input
 * s. */
static struct choice halves(unsigned table, unsigned s)
{
    struct choice c = {0};
    for (unsigned i = 0; i < 8; i++) {
        unsigned rest = s == 4 ? i & 3 : s == 2 ? (i >> 1 & 2) | (i & 1) : i >> 1;
        if (i & s)
            c.yes |= (table >> i & 1) << rest;
        else
            c.no |= (table >> i & 1) << rest;
    }
    return c;
}

static unsigned cost_of(struct choice c)
{
    if (c.yes == c.no)
        return cost_of_two(c.no);
    if (c.yes == 0xf || c.no == 0)
        return 1 + cost_of_two(c.yes == 0xf ? c.no : c.yes);
    if (c.yes == 0)
        return 1 + cost_of_two(c.no);
    unsigned both = c.yes ^ c.no;
    return both == 0xf ? 1 + cost_of_two(c.no) : 2 + cost_of_two(both) + cost_of_two(c.no);
}

static reg choose(struct narrow *n, struct choice c, reg s, reg x, reg y)
{
    if (c.yes == c.no)
        return logic_of_two(n, c.no, x, y);
    if (c.yes == 0xf)
        return two_in(n, VPORD, s, logic_of_two(n, c.no, x, y));
    if (c.no == 0)
        return two_in(n, VPANDD, s, logic_of_two(n, c.yes, x, y));
    if (c.yes == 0)
        return two_in(n, VPANDND, s, logic_of_two(n, c.no, x, y));
    unsigned both = c.yes ^ c.no;
    reg other = logic_of_two(n, c.no, x, y);
    if (both == 0xf)
        return two_in(n, VPXORD, s, other);
    return two_in(n, VPXORD, other, two_in(n, VPANDD, s, logic_of_two(n, both, x, y)));
}

static void ternary(struct narrow *n, const struct ins *i)
{
    static const uint8_t inputs[] = {4, 2, 1};
    unsigned best = 0, table = (unsigned)i->imm & 0xff;
    for (unsigned s = 1; s < 3; s++)
        if (cost_of(halves(table, inputs[s])) < cost_of(halves(table, inputs[best])))
            best = s;
    reg out[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++) {
        reg in[3] = {half_of(n, i->d, h), half_of(n, i->a, h), b_reg(n, i, h)};
        reg s = in[best], x = in[best == 0 ? 1 : 0], y = in[best == 2 ? 1 : 2];
        out[h] = choose(n, halves(table, inputs[best]), s, x, y);
    }
    put_result(n, i, out);
}

/* ---- by half ---- */

/* i's result for a half, of operands in registers. */
typedef reg operation(struct narrow *n, const struct ins *i, reg a, reg b);

static void each_half(struct narrow *n, const struct ins *i, operation *op)
{
    reg out[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++) {
        reg a = i->a ? half_of(n, i->a, h) : 0, b = b_reg(n, i, h);
        out[h] = op(n, i, a, b);
    }
    put_result(n, i, out);
}

static reg rotate_right(struct narrow *n, const struct ins *i, reg a, reg b)
{
    (void)a;
    int64_t by = i->imm & 31;
    return two_in(n, VPORD, with_imm(n, VPSRLDI, b, by), with_imm(n, VPSLLDI, b, 32 - by));
}

static reg rotate_by_lane(struct narrow *n, const struct ins *i, reg a, reg b)
{
    (void)i;
    reg by = with_mem(n, VPANDD, b, constant_dwords(n, 31)),
        back = two_in(n, VPSUBD, load_mem(n, constant_dwords(n, 32)), by);
    return two_in(n, VPORD, two_in(n, VPSRLVD, a, by), two_in(n, VPSLLVD, a, back));
}

static reg is_negative(struct narrow *n, reg a)
{
    return two_in(n, VPCMPGTQ, load_mem(n, constant_dwords(n, 0)), a);
}

/* Of 64 bits: the bits turned where it is negative, shifted, and turned again. */
static reg shift_signed(struct narrow *n, const struct ins *i, reg a, reg b)
{
    bool is_fixed = i->op == VPSRAQI;
    reg in = is_fixed ? b : a, sign = is_negative(n, in), turned = two_in(n, VPXORD, in, sign),
        r = is_fixed ? with_imm(n, VPSRLQI, turned, i->imm) : two_in(n, VPSRLVQ, turned, b);
    return two_in(n, VPXORD, r, sign);
}

/* Of words, as dwords with the lower or the upper one. */
static reg shift_words(struct narrow *n, const struct ins *i, reg a, reg b)
{
    struct mem low = constant_dwords(n, 0xffff), high = constant_dwords(n, 0xffff0000);
    reg by_low = with_mem(n, VPANDD, b, low), by_high = with_imm(n, VPSRLDI, b, 16), x, y;
    switch (i->op) {
    case VPSLLVW:
        x = with_mem(n, VPANDD, two_in(n, VPSLLVD, a, by_low), low);
        y = two_in(n, VPSLLVD, with_mem(n, VPANDD, a, high), by_high);
        break;
    case VPSRLVW:
        x = two_in(n, VPSRLVD, with_mem(n, VPANDD, a, low), by_low);
        y = with_mem(n, VPANDD, two_in(n, VPSRLVD, a, by_high), high);
        break;
    default:
        x = with_imm(n, VPSRLDI, two_in(n, VPSRAVD, with_imm(n, VPSLLDI, a, 16), by_low), 16);
        y = with_mem(n, VPANDD, two_in(n, VPSRAVD, a, by_high), high);
        break;
    }
    return two_in(n, VPORD, x, y);
}

/* Of 64 bits: the lower halves' product, and those of the others shifted. */
static reg multiply_quads(struct narrow *n, const struct ins *i, reg a, reg b)
{
    (void)i;
    reg low = two_in(n, VPMULUDQ, a, b),
        cross = two_in(n, VPADDQ, two_in(n, VPMULUDQ, with_imm(n, VPSRLQI, a, 32), b),
                       two_in(n, VPMULUDQ, a, with_imm(n, VPSRLQI, b, 32)));
    return two_in(n, VPADDQ, low, with_imm(n, VPSLLQI, cross, 32));
}

/* The smaller or the larger one of 64 bits. */
static reg extreme(struct narrow *n, const struct ins *i, reg a, reg b)
{
    reg x = a, y = b;
    if (i->op == VPMINUQ || i->op == VPMAXUQ) {
        struct mem sign = constant_quads(n, UINT64_C(1) << 63);
        x = with_mem(n, VPXORD, a, sign);
        y = with_mem(n, VPXORD, b, sign);
    }
    bool is_least = i->op == VPMINSQ || i->op == VPMINUQ;
    return blend(n, 64, a, b, two_in(n, VPCMPGTQ, is_least ? x : y, is_least ? y : x));
}

/* Half words as floats, exactly, and one sum that rounds: 2^23 + lower, 2^39 + upper * 2^16. */
static reg from_unsigned(struct narrow *n, const struct ins *i, reg a, reg b)
{
    (void)i, (void)a;
    reg low = with_mem(n, VPORD, with_mem(n, VPANDD, b, constant_dwords(n, 0xffff)),
                       constant_dwords(n, 0x4b000000)),
        high = with_mem(n, VPORD, with_imm(n, VPSRLDI, b, 16), constant_dwords(n, 0x53000000));
    high = with_mem(n, VSUBPS, high, constant_dwords(n, 0x53000080)); /* 2^39 + 2^23 */
    return two_in(n, VADDPS, low, high);
}

/* What is below 2^31 as it is, and others by what is above that. */
reg to_unsigned(struct narrow *n, reg floats, bool is_double)
{
    unsigned convert = is_double ? VCVTTPD2DQ : VCVTTPS2DQ;
    struct mem limit = is_double ? constant_quads(n, UINT64_C(0x41e0000000000000))
                                 : constant_dwords(n, 0x4f000000);
    reg small = one_in(n, convert, floats),
        rest = with_mem(n, is_double ? VSUBPD : VSUBPS, floats, limit),
        large = one_in(n, convert, rest);
    return two_in(n, VPORD, small, two_in(n, VPANDD, large, with_imm(n, VPSRADI, small, 31)));
}

static reg singles_to_unsigned(struct narrow *n, const struct ins *i, reg a, reg b)
{
    (void)i, (void)a;
    return to_unsigned(n, b, false);
}

bool narrow_op(struct narrow *n, const struct ins *i)
{
    static const struct {
        uint16_t op;
        operation *make;
    } all[] = {{VPRORDI, rotate_right},     {VPRORVD, rotate_by_lane},
               {VPSRAQI, shift_signed},     {VPSRAVQ, shift_signed},
               {VPSLLVW, shift_words},      {VPSRLVW, shift_words},
               {VPSRAVW, shift_words},      {VPMULLQ, multiply_quads},
               {VPMINSQ, extreme},          {VPMAXSQ, extreme},
               {VPMINUQ, extreme},          {VPMAXUQ, extreme},
               {VCVTUDQ2PS, from_unsigned}, {VCVTTPS2UDQ, singles_to_unsigned}};
    if (i->k || i->rounding)
        return false;
    if (i->op == VPTERNLOGD) {
        ternary(n, i);
        return true;
    }
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].op == i->op) {
            each_half(n, i, all[k].make);
            return true;
        }
    return false;
}

/* narrow_mask.c: lane masks without mask registers. See narrow.h. */
#include "jit/direct/encode.h"
#include "jit/direct/narrow_parts.h"

/* ---- masks as vectors ---- */

void forget_masks(struct narrow *n) { n->mask_count = 0; }

static const uint8_t widths[] = {16, 32, 64}; /* of elements */
enum { WIDTHS = sizeof widths };

static unsigned known_count(const struct narrow *n)
{
    return n->mask_count < KNOWN_MASKS ? n->mask_count : KNOWN_MASKS;
}

static struct known_mask *find(struct narrow *n, reg k, unsigned bits)
{
    for (unsigned i = 0; i < known_count(n); i++)
        if (n->masks[i].k == k && n->masks[i].bits == bits)
            return &n->masks[i];
    return NULL;
}

static void know(struct narrow *n, reg k, unsigned bits, reg low, reg high)
{
    n->masks[n->mask_count++ % KNOWN_MASKS] =
        (struct known_mask){.k = k, .half = {low, high}, .bits = bits};
}

/* k is something else now. */
static void forget(struct narrow *n, reg k)
{
    for (unsigned i = 0; i < known_count(n); i++)
        if (n->masks[i].k == k || n->masks[i].from == k || n->masks[i].upper == k)
            n->masks[i].k = 0;
}

/* All ones in the elements of a half whose bits are 1 in k. */
static reg expand(struct narrow *n, reg k, unsigned bits, unsigned half)
{
    unsigned per = 256 / bits;
    union {
        uint16_t w[16];
        uint32_t d[8];
        uint64_t q[4];
    } flags;
    if (bits == 16 && half)
        k = put_general(n, SHRI, k, 16);
    reg z = new_reg(n->f, CLASS_Z);
    struct ins *i = put_vex(n, LD_VMOVD, 0);
    i->d = z, i->b = k;
    reg all = one_in(n, bits == 16 ? VPBROADCASTW : bits == 32 ? VPBROADCASTD : VPBROADCASTQ, z);
    for (unsigned e = 0; e < per; e++) {
        unsigned bit = bits == 16 ? e : half * per + e;
        if (bits == 16)
            flags.w[e] = (uint16_t)(1U << bit);
        else if (bits == 32)
            flags.d[e] = 1U << bit;
        else
            flags.q[e] = UINT64_C(1) << bit;
    }
    struct mem m = constant_bytes(n, &flags);
    return with_mem(n,
                    bits == 16   ? VPCMPEQW
                    : bits == 32 ? VPCMPEQD
                                 : VPCMPEQQ,
                    with_mem(n, VPANDD, all, m), m);
}

reg mask_vector(struct narrow *n, reg k, unsigned bits, unsigned half)
{
    struct known_mask *m = find(n, k, bits);
    if (m && m->half[half])
        return m->half[half];
    if (m && m->from && !half)
        return mask_vector(n, m->from, bits, 1);
    reg r = expand(n, k, bits, half);
    m = find(n, k, bits);
    if (m)
        m->half[half] = r;
    else
        know(n, k, bits, half ? 0 : r, half ? r : 0);
    return r;
}

/* ---- bits of vectors ---- */

/* d = low | high << by, of which low has zeros there. */
static void put_joined(struct narrow *n, reg d, reg low, reg high, int64_t by)
{
    reg up = put_general(n, SHLI, high, by);
    struct ins *i = put_vex(n, LEA, 0);
    i->d = d, i->mem = (struct mem){.kind = MEM_AT, .base = low, .index = up, .scale = 1};
}

/* The bits of elements' signs: d = those of both halves, or of one. */
static void put_bits(struct narrow *n, reg d, unsigned bits, const reg *half, uint8_t vl)
{
    struct ins *i;
    if (bits == 16) { /* words become bytes */
        reg low = half[0], packed;
        if (vl == 2)
            packed = with_imm(n, VPERMQI, two_in(n, VPACKSSWB, low, half[1]), 0xd8);
        else
            packed = with_imm(n, VPERMQI, two_in(n, VPACKSSWB, low, low), 0xd8);
        i = put_vex(n, VPMOVMSKB, vl == 2 ? 1 : 0);
        i->d = d, i->b = packed;
        return;
    }
    unsigned op = bits == 32 ? VMOVMSKPS : VMOVMSKPD;
    reg part[2];
    for (unsigned h = 0; h < 2; h++) {
        part[h] = vl < 2 ? d : new_reg(n->f, CLASS_G);
        i = put_vex(n, op, vl ? 1 : 0);
        i->d = part[h], i->b = half[h];
        if (vl < 2)
            return;
    }
    put_joined(n, d, part[0], part[1], bits == 32 ? 8 : 4);
}

/* k is the mask of these. */
static void define(struct narrow *n, const struct ins *i, unsigned bits, const reg *half)
{
    forget(n, i->d);
    put_bits(n, i->d, bits, half, i->vl);
    know(n, i->d, bits, half[0], i->vl == 2 ? half[1] : 0);
}

/* ---- comparisons ---- */

static void compare_floats(struct narrow *n, const struct ins *i, unsigned bits)
{
    reg half[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++) {
        reg a = half_of(n, i->a, h);
        struct ins b = {0};
        set_b(n, &b, i, h);
        half[h] = new_reg(n->f, CLASS_Z);
        struct ins *c = put_vex(n, i->op, i->vl ? 1 : 0);
        c->d = half[h], c->a = a, c->b = b.b, c->mem = b.mem, c->imm = i->imm;
    }
    define(n, i, bits, half);
}

static unsigned equal_op(unsigned bits)
{
    return bits == 16 ? VPCMPEQW : bits == 32 ? VPCMPEQD : VPCMPEQQ;
}

static unsigned greater_op(unsigned bits)
{
    return bits == 16 ? VPCMPGTW : bits == 32 ? VPCMPGTD : VPCMPGTQ;
}

/* a <= b without a sign. */
static reg not_above(struct narrow *n, unsigned bits, reg a, reg b)
{
    if (bits == 64) {
        struct mem sign = constant_quads(n, UINT64_C(1) << 63);
        return invert(
            n, two_in(n, VPCMPGTQ, with_mem(n, VPXORD, a, sign), with_mem(n, VPXORD, b, sign)));
    }
    return two_in(n, equal_op(bits), two_in(n, bits == 16 ? VPMINUW : VPMINUD, a, b), a);
}

static void compare_integers(struct narrow *n, const struct ins *i, unsigned bits, bool is_signed)
{
    enum { EQ, LT, LE, NE = 4, NLT, NLE };
    reg half[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++) {
        reg a = half_of(n, i->a, h), b = b_reg(n, i, h), r;
        bool is_not = i->imm == NE || i->imm == LE || i->imm == NLT;
        if (i->imm == EQ || i->imm == NE) {
            r = two_in(n, equal_op(bits), a, b);
        } else if (is_signed) { /* LT, NLT: b > a; LE, NLE: a > b */
            bool by_b = i->imm == LT || i->imm == NLT;
            r = two_in(n, greater_op(bits), by_b ? b : a, by_b ? a : b);
        } else { /* LE, NLE: a <= b; LT, NLT: b <= a */
            bool by_a = i->imm == LE || i->imm == NLE;
            is_not = i->imm == NLE || i->imm == LT;
            r = not_above(n, bits, by_a ? a : b, by_a ? b : a);
        }
        half[h] = is_not ? invert(n, r) : r;
    }
    define(n, i, bits, half);
}

static void compare_signed(struct narrow *n, const struct ins *i, unsigned bits)
{
    compare_integers(n, i, bits, true);
}

static void compare_unsigned(struct narrow *n, const struct ins *i, unsigned bits)
{
    compare_integers(n, i, bits, false);
}

/* Which dwords of a & b are 0, or are not. */
static void test(struct narrow *n, const struct ins *i, unsigned bits)
{
    reg half[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++) {
        reg a = half_of(n, i->a, h);
        struct ins b = {0};
        set_b(n, &b, i, h);
        reg both = b.b == a ? a
                   : b.b    ? two_in(n, VPANDD, a, b.b)
                            : with_mem(n, VPANDD, a, b.mem),
            r = with_mem(n, VPCMPEQD, both, constant_dwords(n, 0));
        half[h] = i->op == VPTESTNMD ? r : invert(n, r);
    }
    define(n, i, bits, half);
}

/* ---- logic, and moves to and from general registers ---- */

static void put_binary(struct narrow *n, unsigned op, reg d, reg a, reg b)
{
    reg sum = put_general(n, MOV, a, 0);
    struct ins *i = put_vex(n, op, 0);
    i->d = sum, i->b = b, i->tied = true;
    i = put_vex(n, MOV, 0);
    i->d = d, i->b = sum;
    n->f->hints[d - REG_VIRTUAL] = sum;
}

/* The same on what is known as vectors; by halves. */
static void logic_of_vectors(struct narrow *n, const struct ins *i, unsigned op, bool is_not)
{
    for (unsigned w = 0; w < WIDTHS; w++) {
        const struct known_mask *a = find(n, i->a, widths[w]), *b = find(n, i->b, widths[w]);
        if (!a || !b)
            continue;
        struct known_mask x = *a, y = *b;
        reg half[2] = {0};
        for (unsigned h = 0; h < 2; h++) {
            if (!x.half[h] || !y.half[h])
                continue;
            half[h] = two_in(n, op, x.half[h], y.half[h]);
            half[h] = is_not ? invert(n, half[h]) : half[h];
        }
        know(n, i->d, widths[w], half[0], half[1]);
    }
}

static void logic(struct narrow *n, const struct ins *i)
{
    bool is_not = i->op == KXNORW;
    struct ins *o;
    forget(n, i->d);
    if (i->op == KANDNW) {
        o = put_vex(n, ANDN, 0);
        o->d = i->d, o->a = i->a, o->b = i->b;
    } else {
        unsigned op = i->op == KANDW ? AND : i->op == KORW ? OR : XOR;
        reg d = is_not ? new_reg(n->f, CLASS_G) : i->d;
        put_binary(n, op, d, i->a, i->b);
        if (is_not) {
            o = put_vex(n, MOV, 0);
            o->d = i->d, o->b = put_general(n, XORI, d, -1);
        }
    }
    logic_of_vectors(n, i,
                     i->op == KANDNW  ? VPANDND
                     : i->op == KANDW ? VPANDD
                     : i->op == KORW  ? VPORD
                                      : VPXORD,
                     is_not);
}

static void copy_known(struct narrow *n, reg to, reg from)
{
    for (unsigned w = 0; w < WIDTHS; w++) {
        const struct known_mask *m = find(n, from, widths[w]);
        if (m)
            know(n, to, widths[w], m->half[0], m->half[1]);
    }
}

/* d = b, of whose bits n remain; 32: all. */
static void put_low_bits(struct narrow *n, reg d, reg b, unsigned bits)
{
    struct ins *o = put_vex(n, bits == 8 ? MOVZX8 : bits == 16 ? MOVZX16 : MOV, 0);
    o->d = d, o->b = b;
}

static void shift_right(struct narrow *n, const struct ins *i, unsigned bits)
{
    forget(n, i->d);
    put_low_bits(n, i->d, i->b, bits);
    struct ins *o = put_vex(n, SHRI, 0);
    o->d = i->d, o->tied = true, o->imm = i->imm;
    if (bits == 16 && i->imm == 8) {
        const struct known_mask *m = find(n, i->b, 64),
                                *up = m && m->upper ? find(n, m->upper, 64) : NULL;
        if (up)
            know(n, i->d, 64, up->half[0], up->half[1]);
        know(n, i->d, 32, 0, 0);
        find(n, i->d, 32)->from = i->b;
    }
}

/* d = a's bits above b's. */
static void unpack(struct narrow *n, const struct ins *i, unsigned bits)
{
    reg low = new_reg(n->f, CLASS_G);
    forget(n, i->d);
    put_low_bits(n, low, i->b, bits);
    put_joined(n, i->d, low, i->a, bits);
    const struct known_mask *m = bits == 8 ? find(n, i->b, 64) : NULL;
    if (m) {
        know(n, i->d, 64, m->half[0], m->half[1]);
        find(n, i->d, 64)->upper = i->a;
    }
}

static void test_bits(struct narrow *n, const struct ins *i)
{
    reg both = i->d;
    if (i->b != i->d)
        put_binary(n, OR, both = new_reg(n->f, CLASS_G), i->d, i->b);
    struct ins *o = put_vex(n, TESTI, 0);
    o->b = both, o->imm = 0xffff;
}

static void not_mask(struct narrow *n, const struct ins *i)
{
    forget(n, i->d);
    put_low_bits(n, i->d, put_general(n, XORI, i->b, -1), 32);
}

/* ---- what masks select ---- */

static void put_blend(struct narrow *n, const struct ins *i, unsigned bits)
{
    reg half[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++) {
        reg mask = mask_vector(n, i->k, bits, h);
        half[h] = blend(n, bits, half_of(n, i->a, h), b_reg(n, i, h), mask);
    }
    put_result(n, i, half);
}

/* A move under a mask: others become 0, or stay. */
static void masked_move(struct narrow *n, const struct ins *i, unsigned bits)
{
    reg half[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++) {
        reg mask = mask_vector(n, i->k, bits, h), r = 0;
        if (i->mem.kind == MEM_NONE) {
            reg b = half_of(n, i->b, h);
            r = i->tied ? b : two_in(n, VPANDD, mask, b);
        } else {
            struct mem m = i->mem;
            m.disp += (int32_t)(32 * h);
            r = new_reg(n->f, CLASS_Z);
            struct ins *o = put_vex(n, bits == 32 ? VPMASKMOVD : VPMASKMOVQ, i->vl ? 1 : 0);
            o->d = r, o->k = mask, o->mem = m;
        }
        half[h] = i->tied ? blend(n, bits, half_of(n, i->d, h), r, mask) : r;
    }
    put_result(n, i, half);
}

/* It is of 256 bits, and its mask a vector, from the start. */
static void gather(struct narrow *n, const struct ins *i, unsigned bits)
{
    (void)bits;
    struct ins *o = put_vex(n, i->op, i->vl);
    *o = *i;
    o->is_vex = true;
}

static void masked_store(struct narrow *n, const struct ins *i, unsigned bits)
{
    for (unsigned h = 0; h < half_count(i); h++) {
        reg mask = mask_vector(n, i->k, bits, h), a = half_of(n, i->a, h);
        struct ins *o = put_vex(n, bits == 32 ? ST_VPMASKMOVD : ST_VPMASKMOVQ, i->vl ? 1 : 0);
        o->a = a, o->k = mask, o->mem = i->mem;
        o->mem.disp += (int32_t)(32 * h);
    }
}

/* A mask as elements of all ones. */
static void extend(struct narrow *n, const struct ins *i, unsigned bits)
{
    reg half[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++)
        half[h] = mask_vector(n, i->b, bits, h);
    put_result(n, i, half);
}

static void signs(struct narrow *n, const struct ins *i, unsigned bits)
{
    reg half[2] = {0};
    for (unsigned h = 0; h < half_count(i); h++)
        half[h] = with_imm(n, VPSRADI, half_of(n, i->b, h), 31);
    define(n, i, bits, half);
}

/* ---- which ---- */

static bool mask_register(struct narrow *n, const struct ins *i)
{
    switch (i->op) {
    case KANDW:
    case KORW:
    case KXORW:
    case KXNORW:
    case KANDNW:
        logic(n, i);
        return true;
    case KNOTW:
        not_mask(n, i);
        return true;
    case KORTESTW:
        test_bits(n, i);
        return true;
    case KUNPCKBW:
        unpack(n, i, 8);
        return true;
    case KUNPCKWD:
        unpack(n, i, 16);
        return true;
    case KSHIFTRW:
        shift_right(n, i, 16);
        return true;
    case KSHIFTRD:
        shift_right(n, i, 32);
        return true;
    case KMOVQ_KK:
        forget(n, i->d);
        put_low_bits(n, i->d, i->b, 32);
        n->f->hints[i->d - REG_VIRTUAL] = i->b;
        copy_known(n, i->d, i->b);
        return true;
    case KMOVD_KR:
        forget(n, i->d);
        put_low_bits(n, i->d, i->b, 32);
        return true;
    case KMOVD_RK:
        put_low_bits(n, i->d, i->b, 32);
        return true;
    case KMOVW_RK:
        put_low_bits(n, i->d, i->b, 16);
        return true;
    case KMOVB_RK:
        put_low_bits(n, i->d, i->b, 8);
        return true;
    default:
        return false;
    }
}

bool narrow_mask(struct narrow *n, const struct ins *i)
{
    static const struct {
        uint16_t op;
        uint8_t bits; /* of elements */
        void (*make)(struct narrow *, const struct ins *, unsigned bits);
    } all[] = {
        {VCMPPS, 32, compare_floats},
        {VCMPPD, 64, compare_floats},
        {VPCMPW, 16, compare_signed},
        {VPCMPUW, 16, compare_unsigned},
        {VPCMPD, 32, compare_signed},
        {VPCMPUD, 32, compare_unsigned},
        {VPCMPQ, 64, compare_signed},
        {VPCMPUQ, 64, compare_unsigned},
        {VPTESTMD, 32, test},
        {VPTESTNMD, 32, test},
        {VPMOVD2M, 32, signs},
        {VPMOVM2W, 16, extend},
        {VPMOVM2D, 32, extend},
        {VPMOVM2Q, 64, extend},
        {VPBLENDMW, 16, put_blend},
        {VPBLENDMD, 32, put_blend},
        {VPBLENDMQ, 64, put_blend},
        {VMOVDQU32, 32, masked_move},
        {VMOVDQU64, 64, masked_move},
        {ST_VMOVDQU32, 32, masked_store},
        {ST_VMOVDQU64, 64, masked_store},
        {VGATHERDD, 32, gather},
        {VGATHERDQ, 64, gather},
    };
    if (i->op >= KANDW && i->op < MOV)
        return mask_register(n, i);
    unsigned k = 0;
    while (k < sizeof all / sizeof *all && all[k].op != i->op)
        k++;
    if (k == sizeof all / sizeof *all)
        return false;
    bool is_move = all[k].make == masked_move || all[k].make == masked_store,
         gives_vector = all[k].make == compare_floats && reg_class(n->f, i->d) == CLASS_Z;
    if ((is_move && !i->k) || gives_vector)
        return false;
    all[k].make(n, i, all[k].bits);
    return true;
}

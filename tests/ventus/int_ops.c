/* int_ops.c: integer instructions against scalar formulas of the RISC-V specification (I, M, V
 * 11 and 12), on random and edge operands: every element width, LMUL, warp size, active mask,
 * host level. Placement rules are those of spec isa.md 7.3 and 8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness.h"

__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;

/* Operands of one element: as unsigned and signed numbers of `bits`; c: the destination's old
 * value. rm: vxrm. */
struct operands {
    uint64_t ub, ua, uc;
    int64_t sb, sa;
    unsigned bits, rm;
    bool saturated;
};

typedef uint64_t (*reference)(struct operands *);

#define REF(name, ...)                                                                             \
    static uint64_t name(struct operands *o)                                                       \
    {                                                                                              \
        uint64_t ub = o->ub, ua = o->ua, uc = o->uc;                                               \
        int64_t sb = o->sb, sa = o->sa;                                                            \
        unsigned bits = o->bits, shift = (unsigned)(ua & (bits - 1));                              \
        (void)ub, (void)ua, (void)uc, (void)sb, (void)sa, (void)bits, (void)shift;                 \
        return (uint64_t)(__VA_ARGS__);                                                            \
    }

REF(add, ub + ua)
REF(sub, ub - ua)
REF(rsub, ua - ub)
REF(and_, ub &ua)
REF(or_, ub | ua)
REF(xor_, ub ^ ua)
REF(sll, ub << shift)
REF(srl, ub >> shift)
REF(sra, sb >> shift)
REF(minu, ub < ua ? ub : ua)
REF(min, sb < sa ? sb : sa)
REF(maxu, ub > ua ? ub : ua)
REF(max, sb > sa ? sb : sa)
REF(mul, ub *ua)
REF(mulh, ((s128)sb * sa) >> bits)
REF(mulhu, ((u128)ub * ua) >> bits)
REF(mulhsu, ((s128)sb * (s128)ua) >> bits)
REF(divu, ua ? ub / ua : UINT64_MAX)
REF(div_, sa == 0 ? -1 : sa == -1 ? (int64_t) - (uint64_t)sb : sb / sa)
REF(remu, ua ? ub % ua : ub)
REF(rem, sa == 0 ? sb : sa == -1 ? 0 : sb % sa)
REF(macc, uc + ua * ub)
REF(nmsac, uc - ua * ub)
REF(madd, uc *ua + ub)
REF(nmsub, ub - uc * ua)
REF(seq, ub == ua)
REF(sne, ub != ua)
REF(sltu, ub < ua)
REF(slt, sb < sa)
REF(sleu, ub <= ua)
REF(sle, sb <= sa)
REF(sgtu, ub > ua)
REF(sgt, sb > sa)

/* RVV 12: rounding of v >> d */
static s128 roundoff(s128 v, unsigned d, unsigned rm)
{
    if (!d)
        return v;
    s128 low = v & (((s128)1 << d) - 1), half = (s128)1 << (d - 1), q = v >> d;
    switch (rm) {
    case 0:
        return q + (low >= half);
    case 1:
        return q + (low > half || (low == half && (q & 1)));
    case 2:
        return q;
    default:
        return low ? q | 1 : q;
    }
}
static s128 saturate(struct operands *o, s128 x, bool is_signed)
{
    s128 most = is_signed ? ((s128)1 << (o->bits - 1)) - 1 : ((s128)1 << o->bits) - 1;
    s128 least = is_signed ? -((s128)1 << (o->bits - 1)) : 0;
    o->saturated |= x > most || x < least;
    return x > most ? most : x < least ? least : x;
}
REF(saddu, saturate(o, (s128)ub + ua, false))
REF(sadd, saturate(o, (s128)sb + sa, true))
REF(ssubu, saturate(o, (s128)ub - ua, false))
REF(ssub, saturate(o, (s128)sb - sa, true))
REF(aaddu, roundoff((s128)ub + ua, 1, o->rm))
REF(aadd, roundoff((s128)sb + sa, 1, o->rm))
REF(asubu, roundoff((s128)ub - ua, 1, o->rm))
REF(asub, roundoff((s128)sb - sa, 1, o->rm))
REF(smul, saturate(o, roundoff((s128)sb *sa, bits - 1, o->rm), true))
REF(ssrl, roundoff(ub, shift, o->rm))
REF(ssra, roundoff(sb, shift, o->rm))

enum { NEITHER, ZERO, SIGN, TRUTH }; /* how a result fills its lane's word; 0 or 1 */

static const struct vector_case {
    const char *name; /* without the form */
    reference f;
    int fills;
    const char *forms; /* v: .vv, x: .vx, i: .vi, u: .vi with 5 unsigned bits */
} vector_cases[] = {
    {"vadd", add, ZERO, "vxi"},     {"vsub", sub, ZERO, "vx"},       {"vrsub", rsub, ZERO, "xi"},
    {"vand", and_, ZERO, "vxi"},    {"vor", or_, ZERO, "vxi"},       {"vxor", xor_, ZERO, "vxi"},
    {"vsll", sll, ZERO, "vxu"},     {"vsrl", srl, ZERO, "vxu"},      {"vsra", sra, SIGN, "vxu"},
    {"vminu", minu, ZERO, "vx"},    {"vmin", min, SIGN, "vx"},       {"vmaxu", maxu, ZERO, "vx"},
    {"vmax", max, SIGN, "vx"},      {"vmul", mul, ZERO, "vx"},       {"vmulh", mulh, SIGN, "vx"},
    {"vmulhu", mulhu, ZERO, "vx"},  {"vmulhsu", mulhsu, SIGN, "vx"}, {"vdivu", divu, ZERO, "vx"},
    {"vdiv", div_, SIGN, "vx"},     {"vremu", remu, ZERO, "vx"},     {"vrem", rem, SIGN, "vx"},
    {"vmacc", macc, ZERO, "vx"},    {"vnmsac", nmsac, ZERO, "vx"},   {"vmadd", madd, ZERO, "vx"},
    {"vnmsub", nmsub, ZERO, "vx"},  {"vmseq", seq, TRUTH, "vxi"},    {"vmsne", sne, TRUTH, "vxi"},
    {"vmsltu", sltu, TRUTH, "vx"},  {"vmslt", slt, TRUTH, "vx"},     {"vmsleu", sleu, TRUTH, "vxu"},
    {"vmsle", sle, TRUTH, "vxi"},   {"vmsgtu", sgtu, TRUTH, "xu"},   {"vmsgt", sgt, TRUTH, "xi"},
    {"vsaddu", saddu, ZERO, "vxi"}, {"vsadd", sadd, SIGN, "vxi"},    {"vssubu", ssubu, ZERO, "vx"},
    {"vssub", ssub, SIGN, "vx"},    {"vaaddu", aaddu, ZERO, "vx"},   {"vaadd", aadd, SIGN, "vx"},
    {"vasubu", asubu, ZERO, "vx"},  {"vasub", asub, SIGN, "vx"},     {"vsmul", smul, SIGN, "vx"},
    {"vssrl", ssrl, ZERO, "vxu"},   {"vssra", ssra, SIGN, "vxu"},
};

static uint64_t low(uint64_t x, unsigned bits) { return bits == 64 ? x : x & ((1ull << bits) - 1); }
static int64_t extended(uint64_t x, unsigned bits)
{
    return (int64_t)(x << (64 - bits)) >> (64 - bits);
}

static struct operands operands_of(uint64_t b, uint64_t a, uint64_t c, unsigned bits, unsigned rm)
{
    return (struct operands){low(b, bits),      low(a, bits), low(c, bits), extended(b, bits),
                             extended(a, bits), bits,         rm,           false};
}

static uint64_t word_of(uint64_t x, unsigned bits, int fills)
{
    return fills == TRUTH  ? x & 1
           : bits == 64    ? x
           : fills == SIGN ? (uint32_t)extended(x, bits)
                           : low(x, bits);
}

static uint64_t seed = 1;

static uint64_t get(struct harness *h, unsigned reg, unsigned lane, unsigned bits)
{
    return bits == 64 ? harness_lane64(h, reg, lane) : harness_lane(h, reg, lane);
}
static void fill(struct harness *h, unsigned reg, unsigned bits)
{
    for (unsigned l = 0; l < 32; l++) {
        uint64_t x = harness_random(&seed);
        if (bits == 64)
            harness_set64(h, reg, l, x);
        else
            h->w->v[reg].u[l] = (uint32_t)x;
    }
}

/* One instruction, widths and LMUL as configured, under a random mask. */
static void run_vector(struct harness *h, const struct vector_case *t, char form, unsigned sew,
                       unsigned lmul)
{
    char name[32];
    unsigned bits = 8u << sew, step = bits == 64 ? 2 : 1,
             rm = (unsigned)(harness_random(&seed) & 3);
    snprintf(name, sizeof name, "%s.v%c", t->name, form == 'u' ? 'i' : form);
    uint32_t lanes = h->lanes * lmul, vl = harness_random(&seed) & 4 ? lanes : lanes - 3;
    harness_configure(h, sew, lmul, vl);
    harness_set_csr(h, 0x00a, rm);
    harness_set_csr(h, 0x009, 0);
    for (unsigned g = 0; g < lmul * step; g++) {
        fill(h, 8 + g, 32);
        fill(h, 16 + g, 32);
        fill(h, 24 + g, 32);
    }
    static vec32 before[VGPR_COUNT];
    memcpy(before, h->w->v, sizeof before);
    h->w->x[9] = (uint32_t)harness_random(&seed);
    h->w->mask = (uint32_t)(harness_random(&seed) >> 7) & h->w->all;
    if (!h->w->mask || harness_random(&seed) & 1)
        h->w->mask = h->w->all;
    update_on(h->w);
    struct ventus_insn in = harness_insn(name);
    uint32_t imm = (uint32_t)harness_random(&seed) & 31;
    in.f[VF_rd] = 24;
    in.f[VF_rs2] = 16;
    if (form == 'v')
        in.f[VF_rs1] = 8;
    else if (form == 'x')
        in.f[VF_rs1] = 9;
    else
        in.f[VF_imm] = imm;
    uint32_t mask = h->w->mask, x9 = h->w->x[9];
    if (!harness_run_insn(h, &in))
        fail_msg("%s: %s", name, h->w->base.fault.text);
    bool saturated = false;
    for (unsigned e = 0; e < lanes; e++) {
        unsigned l = e % h->lanes, g = e / h->lanes;
        unsigned d = 24 + g * (t->fills == TRUTH ? 1 : step);
        uint64_t a = form == 'v' ? before[8 + g * step].u[l] |
                                       (step == 2 ? (uint64_t)before[9 + g * step].u[l] << 32 : 0)
                     : form == 'x' ? (uint64_t)(int64_t)(int32_t)x9
                     : form == 'i' ? (uint64_t)((int64_t)(int32_t)(imm << 27) >> 27)
                                   : imm;
        if (form == 'x' && t->fills != SIGN && strcmp(t->name, "vmslt") &&
            strcmp(t->name, "vmsle") && strcmp(t->name, "vmsgt"))
            a = x9; /* unsigned operations extend the scalar with zeros where SEW is 64 */
        uint64_t b = before[16 + g * step].u[l] |
                     (step == 2 ? (uint64_t)before[17 + g * step].u[l] << 32 : 0);
        uint64_t c = before[24 + g * step].u[l] |
                     (step == 2 ? (uint64_t)before[25 + g * step].u[l] << 32 : 0);
        if (t->fills == TRUTH)
            c = before[24 + g].u[l];
        bool on = mask >> l & 1 && e < vl;
        struct operands o = operands_of(b, a, c, bits, rm);
        uint64_t want = on ? word_of(t->f(&o), bits, t->fills) : c;
        uint64_t got = t->fills == TRUTH ? harness_lane(h, d, l) : get(h, d, l, bits);
        saturated |= on && o.saturated;
        if (want != got)
            fail_msg("%s e%u m%u lane %u (%s): b %llx a %llx c %llx vxrm %u: %llx, not %llx", name,
                     bits, lmul, l, on ? "on" : "off", (unsigned long long)b, (unsigned long long)a,
                     (unsigned long long)c, rm, (unsigned long long)got, (unsigned long long)want);
    }
    assert_int_equal(harness_csr(h, 0x009), saturated);
}

/* vmulhsu.vx and shifts take their scalar unsigned; those are the cases that a signed result's
 * rule above would get wrong at SEW 64. */
static bool scalar_sign_differs(const struct vector_case *t)
{
    return !strcmp(t->name, "vmulhsu") || !strcmp(t->name, "vsra") || !strcmp(t->name, "vssra");
}

static void each_machine(void (*f)(struct harness *))
{
    static const unsigned sizes[] = {32, 8};
    unsigned ran = 0;
    for (unsigned level = 0; level < HOST_LEVELS; level++)
        for (unsigned s = 0; s < 2; s++) {
            struct harness h;
            if (!harness_open(&h, host_levels[level], sizes[s], HARNESS_MANUAL))
                continue;
            f(&h);
            harness_close(&h);
            ran++;
        }
    assert_true(ran > 0);
}

static void vectors_on(struct harness *h)
{
    for (unsigned i = 0; i < sizeof vector_cases / sizeof *vector_cases; i++) {
        const struct vector_case *t = &vector_cases[i];
        for (const char *form = t->forms; *form; form++)
            for (unsigned sew = 0; sew < 4; sew++)
                for (unsigned n = 0; n < 12; n++)
                    if (!(sew == 3 && *form == 'x' && scalar_sign_differs(t)))
                        run_vector(h, t, *form, sew, 1 + n % 2);
    }
}
static void vector_operations(void **state)
{
    (void)state;
    each_machine(vectors_on);
}

/* ---- widening: 32 x 32 -> 64 on pairs; .wv takes pairs on both sides (7.3) ---- */

REF(w_addu, ub + ua)
REF(w_add, (uint64_t)sb + (uint64_t)sa)
REF(w_subu, ub - ua)
REF(w_sub, (uint64_t)sb - (uint64_t)sa)
REF(w_mulu, ub *ua)
REF(w_mul, sb *sa)
REF(w_mulsu, sb *(int64_t)ua)
REF(w_maccu, uc + ua * ub)
REF(w_macc, uc + (uint64_t)(sa * sb))
REF(w_maccsu, uc + (uint64_t)(sa * (int64_t)ub))
REF(w_maccus, uc + (uint64_t)((int64_t)ua * sb))

static const struct {
    const char *name;
    reference f;
    bool wide; /* sources are pairs */
} wide_cases[] = {
    {"vwaddu.vv", w_addu, 0},     {"vwadd.vv", w_add, 0},     {"vwsubu.vv", w_subu, 0},
    {"vwsub.vv", w_sub, 0},       {"vwmulu.vv", w_mulu, 0},   {"vwmul.vv", w_mul, 0},
    {"vwmulsu.vv", w_mulsu, 0},   {"vwmaccu.vv", w_maccu, 0}, {"vwmacc.vv", w_macc, 0},
    {"vwmaccsu.vv", w_maccsu, 0}, {"vwaddu.wv", w_addu, 1},   {"vwadd.wv", w_add, 1},
    {"vwsubu.wv", w_subu, 1},     {"vwsub.wv", w_sub, 1},     {"vwaddu.vx", w_addu, 0},
    {"vwadd.vx", w_add, 0},       {"vwsubu.vx", w_subu, 0},   {"vwsub.vx", w_sub, 0},
    {"vwmulu.vx", w_mulu, 0},     {"vwmul.vx", w_mul, 0},     {"vwmulsu.vx", w_mulsu, 0},
    {"vwmaccu.vx", w_maccu, 0},   {"vwmacc.vx", w_macc, 0},   {"vwmaccsu.vx", w_maccsu, 0},
    {"vwmaccus.vx", w_maccus, 0},
};

static void widening_on(struct harness *h)
{
    for (unsigned i = 0; i < sizeof wide_cases / sizeof *wide_cases; i++) {
        for (unsigned n = 0; n < 20; n++) {
            harness_configure(h, 2, 1, h->lanes);
            for (unsigned r = 8; r < 14; r++)
                fill(h, r, 32);
            vec32 b = h->w->v[8], b1 = h->w->v[9], a = h->w->v[10], a1 = h->w->v[11];
            vec32 c = h->w->v[12], c1 = h->w->v[13];
            bool scalar = strchr(wide_cases[i].name, 'x') != NULL, wide = wide_cases[i].wide;
            h->w->x[10] = (uint32_t)harness_random(&seed);
            struct ventus_insn in = harness_insn(wide_cases[i].name);
            in.f[VF_rs2] = 8;
            in.f[VF_rs1] = 10;
            in.f[VF_rd] = 12;
            assert_true(harness_run_insn(h, &in));
            for (unsigned l = 0; l < h->lanes; l++) {
                uint64_t x = b.u[l] | (wide ? (uint64_t)b1.u[l] << 32 : 0);
                uint64_t y = scalar ? h->w->x[10] : a.u[l] | (wide ? (uint64_t)a1.u[l] << 32 : 0);
                struct operands o = operands_of(x, y, 0, wide ? 64 : 32, 0);
                o.uc = c.u[l] | (uint64_t)c1.u[l] << 32;
                uint64_t want = wide_cases[i].f(&o), got = harness_lane64(h, 12, l);
                if (want != got)
                    fail_msg("%s: %llx %llx: %llx, not %llx", wide_cases[i].name,
                             (unsigned long long)x, (unsigned long long)y, (unsigned long long)got,
                             (unsigned long long)want);
            }
        }
    }
    /* the scalar of .wx is extended: 64 = 64 op extend(32) */
    harness_set64(h, 8, 0, 0x100000000);
    h->w->x[10] = 0xffffffff;
    struct ventus_insn in = harness_insn("vwadd.wx");
    in.f[VF_rs2] = 8, in.f[VF_rs1] = 10, in.f[VF_rd] = 12;
    assert_true(harness_run_insn(h, &in));
    assert_int_equal(harness_lane64(h, 12, 0), 0xffffffff);
    in = harness_insn("vwaddu.wx");
    in.f[VF_rs2] = 8, in.f[VF_rs1] = 10, in.f[VF_rd] = 12;
    assert_true(harness_run_insn(h, &in));
    assert_int_equal(harness_lane64(h, 12, 0), 0x1ffffffff);
    /* an odd destination is no pair */
    in.f[VF_rd] = 13;
    assert_false(harness_run_insn(h, &in));
    assert_int_equal(h->w->base.fault.cause, SHOAL_FAULT_ILLEGAL);
}
static void widening(void **state)
{
    (void)state;
    each_machine(widening_on);
}

/* ---- narrowing: 2 x SEW >> shift, RVV 11.7 and 12.5 ---- */

static void narrowing_on(struct harness *h)
{
    static const char *const names[] = {"vnsrl.wv", "vnsra.wx", "vnclipu.wv", "vnclip.wx",
                                        "vnsrl.wi", "vnsra.wv", "vnclipu.wi", "vnclip.wv"};
    for (unsigned i = 0; i < 8; i++)
        for (unsigned n = 0; n < 36; n++) {
            unsigned sew = n % 3, bits = 8u << sew, rm = n / 3 % 4;
            bool is_signed = strstr(names[i], "ra.") || strstr(names[i], "clip.");
            bool clips = strstr(names[i], "clip") != NULL;
            char form = names[i][strlen(names[i]) - 1];
            harness_configure(h, sew, 1, h->lanes);
            harness_set_csr(h, 0x00a, rm);
            harness_set_csr(h, 0x009, 0);
            for (unsigned r = 8; r < 11; r++)
                fill(h, r, 32);
            vec32 low_words = h->w->v[8], high_words = h->w->v[9], a = h->w->v[10];
            h->w->x[10] = (uint32_t)harness_random(&seed);
            struct ventus_insn in = harness_insn(names[i]);
            in.f[VF_rs2] = 8, in.f[VF_rd] = 12;
            in.f[form == 'i' ? VF_imm : VF_rs1] = form == 'i' ? n % 32 : 10;
            assert_true(harness_run_insn(h, &in));
            struct operands all = {.bits = bits};
            for (unsigned l = 0; l < h->lanes; l++) {
                uint64_t y = form == 'i' ? n % 32 : form == 'x' ? h->w->x[10] : a.u[l];
                uint64_t x = low_words.u[l] | (sew == 2 ? (uint64_t)high_words.u[l] << 32 : 0);
                unsigned shift = (unsigned)(y & (2 * bits - 1));
                s128 v = is_signed ? (s128)extended(x, 2 * bits) : (s128)low(x, 2 * bits);
                s128 r = clips ? saturate(&all, roundoff(v, shift, rm), is_signed) : v >> shift;
                uint64_t want = word_of(low((uint64_t)r, bits), bits, is_signed ? SIGN : ZERO);
                if (harness_lane(h, 12, l) != (uint32_t)want)
                    fail_msg("%s e%u: %llx >> %u: %x, not %llx", names[i], bits,
                             (unsigned long long)x, shift, harness_lane(h, 12, l),
                             (unsigned long long)want);
            }
            assert_int_equal(harness_csr(h, 0x009), all.saturated);
        }
}
static void narrowing(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_TOOLCHAIN));
    narrowing_on(&h);
    harness_close(&h);
}

/* ---- scalars ---- */

static const struct {
    const char *name;
    reference f;
    unsigned bits;
} scalar_cases[] = {
    {"add", add, 32},     {"sub", rsub, 32},      {"and", and_, 32}, {"or", or_, 32},
    {"xor", xor_, 32},    {"sll", sll, 32},       {"srl", srl, 32},  {"sra", sra, 32},
    {"slt", slt, 32},     {"sltu", sltu, 32},     {"mul", mul, 32},  {"mulh", mulh, 32},
    {"mulhu", mulhu, 32}, {"mulhsu", mulhsu, 32}, {"div", div_, 32}, {"divu", divu, 32},
    {"rem", rem, 32},     {"remu", remu, 32},     {"addw", add, 64}, {"subw", sub, 64},
    {"sllw", sll, 64},    {"srlw", srl, 64},      {"sraw", sra, 64},
};

/* scalar rows compute rs1 op rs2: the references' b is rs1, a is rs2 */
static void scalar_operations(void **state)
{
    (void)state;
    struct harness h;
    if (!harness_open(&h, NULL, 32, HARNESS_MANUAL))
        fail();
    for (unsigned i = 0; i < sizeof scalar_cases / sizeof *scalar_cases; i++)
        for (unsigned n = 0; n < 200; n++) {
            unsigned bits = scalar_cases[i].bits;
            uint64_t x = harness_random(&seed), y = harness_random(&seed);
            h.w->x[10] = (uint32_t)x, h.w->x[11] = (uint32_t)(x >> 32);
            h.w->x[12] = (uint32_t)y, h.w->x[13] = (uint32_t)(y >> 32);
            struct ventus_insn in = harness_insn(scalar_cases[i].name);
            in.f[VF_rd] = 14, in.f[VF_rs1] = 10, in.f[VF_rs2] = 12;
            assert_true(harness_run_insn(&h, &in));
            struct operands o = operands_of(x, y, 0, bits, 0);
            bool is_sub = !strcmp(scalar_cases[i].name, "sub");
            uint64_t want = low(is_sub ? x - y : scalar_cases[i].f(&o), bits);
            uint64_t got = h.w->x[14] | (bits == 64 ? (uint64_t)h.w->x[15] << 32 : 0);
            if (want != got)
                fail_msg("%s %llx %llx: %llx, not %llx", scalar_cases[i].name,
                         (unsigned long long)x, (unsigned long long)y, (unsigned long long)got,
                         (unsigned long long)want);
        }
    harness_close(&h);
}

/* ---- PREFIX: pairs, ABS, NEG (3.7); 64-bit compute (4.5); register numbers above 31 ---- */

static struct ventus_insn with_prefix(const char *name, unsigned prefix, bool pair, unsigned abs,
                                      unsigned neg)
{
    struct ventus_insn in = harness_insn(name);
    in.prefix_row = (uint16_t)prefix;
    in.pair = pair;
    in.abs = (uint8_t)abs;
    in.neg = (uint8_t)neg;
    return in;
}

static void prefixes(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_MANUAL));
    for (unsigned l = 0; l < 32; l++) {
        harness_set64(&h, 34, l, 0x1ffffffffull + l);
        harness_set64(&h, 66, l, 3 * l);
    }
    /* vadd.vv v130, v34, v66 on pairs, NEG of src1 (vs1): v34 - v66 */
    struct ventus_insn in = with_prefix("vadd.vv", VENTUS_PREFIX, true, 0, 1);
    in.f[VF_rd] = 2, in.xd = 4;
    in.f[VF_rs2] = 2, in.x2 = 1;
    in.f[VF_rs1] = 2, in.x1 = 2;
    assert_true(harness_run_insn(&h, &in));
    for (unsigned l = 0; l < 32; l++)
        assert_int_equal(harness_lane64(&h, 130, l), 0x1ffffffffull + l - 3 * l);
    in.f[VF_rd] = 3; /* an odd pair */
    assert_false(harness_run_insn(&h, &in));
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_ILLEGAL);
    /* ABS then NEG of src2 on 32 bits: -|x| + 1 */
    in = with_prefix("vadd.vv", VENTUS_PREFIX, false, 2, 2);
    in.f[VF_rd] = 3, in.f[VF_rs2] = 1, in.f[VF_rs1] = 2;
    for (unsigned l = 0; l < 32; l++) {
        h.w->v[1].u[l] = l & 1 ? (uint32_t)-5 : 7;
        h.w->v[2].u[l] = 1;
    }
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal((int32_t)harness_lane(&h, 3, 0), -6);
    assert_int_equal((int32_t)harness_lane(&h, 3, 1), -4);
    /* regexti: an 11-bit immediate, -1000 = 0x418: high 0x20, low 0x18 */
    in = with_prefix("vadd.vi", VENTUS_REGEXTI, false, 0, 0);
    in.has_imm_high = true, in.imm_high = 0x20, in.f[VF_imm] = 0x18;
    in.f[VF_rd] = 3, in.f[VF_rs2] = 1;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal((int32_t)harness_lane(&h, 3, 0), 7 - 1000);
    /* a scalar pair: x12:x13 - on 64 bits */
    in = with_prefix("sub", VENTUS_PREFIX, true, 0, 0);
    h.w->x[10] = 0, h.w->x[11] = 1, h.w->x[12] = 1, h.w->x[13] = 0;
    in.f[VF_rd] = 14, in.f[VF_rs1] = 10, in.f[VF_rs2] = 12;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(h.w->x[14], 0xffffffff);
    assert_int_equal(h.w->x[15], 0);
    /* the drafts' regpair: an operand in an odd register stays at 32 bits */
    in = with_prefix("vadd.vv", VENTUS_REGPAIR, true, 0, 0);
    in.f[VF_rd] = 4, in.f[VF_rs2] = 2, in.f[VF_rs1] = 7;
    harness_set64(&h, 2, 0, 0x1ffffffff);
    h.w->v[7].u[0] = 2;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane64(&h, 4, 0), 0x200000001);
    in.f[VF_rd] = 5; /* the low word of the result */
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 5, 0), 1);
    assert_int_equal(harness_lane(&h, 6, 0), 0);
    /* a prefix before what has no register faults, one before a prefix does nothing */
    assert_false(harness_run(&h, (uint32_t[]){0x0010200b, 0x0400400b}, 2)); /* regext; barrier */
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_ILLEGAL);
    h.w->v[1].u[0] = 41;
    assert_true(harness_run(&h, (uint32_t[]){0x0010200b, 0x0000200b, 0x02108057 | 3 << 7}, 3));
    assert_int_equal(harness_lane(&h, 3, 0), 82); /* regext; regext; vadd.vv v3, v1, v1 */
    harness_close(&h);
}

/* vd = (vs2 op vs1) with 16-, 32-, 64-bit sources and results: expected values by hand from
 * the rules of isa.md 4.5. */
static void compute64(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 32, HARNESS_MANUAL));
    h.w->v[200].u[0] = 0xfffe0003; /* low 3, high -2 */
    h.w->v[201].u[0] = 0x0005ffff; /* low -1, high 5 */
    struct ventus_insn in = harness_insn("vadd64.vv");
    in.f[VF_vd] = 210, in.f[VF_vs2] = 200, in.f[VF_vs1] = 201;
    in.f[VF_vss] = 0, in.f[VF_vds] = 1;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 210, 0), 2); /* 3 + -1, sign-extended */
    in.f[VF_opsel] = 1 | 2;                        /* high halves: -2 + 5 */
    in.f[VF_omod] = 2;                             /* times 4 */
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 210, 0), 12);
    in.f[VF_omod] = 3;
    in.f[VF_neg] = 1; /* -2 - 5 = -7, halved -4 */
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal((int32_t)harness_lane(&h, 210, 0), -4);
    in.f[VF_vds] = 0, in.f[VF_opsel] = 7, in.f[VF_omod] = 0, in.f[VF_neg] = 0;
    h.w->v[210].u[0] = 0x11112222;
    assert_true(harness_run_insn(&h, &in)); /* into the high half */
    assert_int_equal(harness_lane(&h, 210, 0), 0x00032222);
    in = harness_insn("vmul64.vv");
    in.f[VF_vd] = 212, in.f[VF_vs2] = 200, in.f[VF_vs1] = 201, in.f[VF_vss] = 1, in.f[VF_vds] = 2;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane64(&h, 212, 0),
                     (uint64_t)((int64_t)(int32_t)0xfffe0003 * 0x0005ffff));
    in.f[VF_vd] = 213;
    assert_false(harness_run_insn(&h, &in));
    harness_close(&h);
}

/* ---- single instructions: expected values written from the manual's words ---- */

static void others(void **state)
{
    (void)state;
    struct harness h;
    assert_true(harness_open(&h, NULL, 16, HARNESS_MANUAL));
    for (unsigned l = 0; l < 32; l++) {
        h.w->v[1].u[l] = 0xa5f0 + l;
        h.w->v[2].u[l] = l % 3 == 0;
        h.w->v[0].u[l] = l & 1;
    }
    struct ventus_insn in = harness_insn("vid.v");
    in.f[VF_rd] = 3;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 3, 15), 15);
    assert_int_equal(harness_lane(&h, 3, 16), 0); /* beyond the warp */
    in = harness_insn("vsext.vf4");
    in.f[VF_rd] = 3, in.f[VF_rs2] = 1;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 3, 0), 0xfffffff0);
    in = harness_insn("vzext.vf8");
    in.f[VF_rd] = 3, in.f[VF_rs2] = 1;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 3, 5), 5);
    /* manual: vm = 0 takes bit 0 of each lane of v0 */
    in = harness_insn("vadd.vv");
    in.f[VF_vm] = 0, in.f[VF_rd] = 3, in.f[VF_rs1] = 1, in.f[VF_rs2] = 1;
    h.w->v[3] = (vec32){0};
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 3, 2), 0);
    assert_int_equal(harness_lane(&h, 3, 3), 2 * 0xa5f3);
    in = harness_insn("vmerge.vim");
    in.f[VF_rd] = 3, in.f[VF_rs2] = 1, in.f[VF_imm] = 31;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 3, 2), 0xa5f2);
    assert_int_equal(harness_lane(&h, 3, 3), UINT32_MAX);
    in = harness_insn("vmnand.mm");
    in.f[VF_rd] = 3, in.f[VF_rs2] = 2, in.f[VF_rs1] = 2;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 3, 0), 0xfffffffe);
    /* vmv.x.s: the last active lane */
    in = harness_insn("vmv.x.s");
    in.f[VF_rd] = 7, in.f[VF_rs2] = 1;
    h.w->mask = 0x0ff0;
    update_on(h.w);
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(h.w->x[7], 0xa5f0 + 11);
    h.w->vl = 2;
    update_on(h.w); /* no active lane below vl: nothing is written */
    h.w->x[7] = 99;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(h.w->x[7], 99);
    harness_reset(&h);
    /* vadd12.vi: unsigned in the manual's dialect, signed in the toolchain's */
    in = harness_insn("vadd12.vi");
    in.f[VF_rd] = 3, in.f[VF_rs1] = 1, in.f[VF_imm] = 0xfff;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 3, 0), 4095);
    harness_close(&h);
    assert_true(harness_open(&h, NULL, 16, HARNESS_TOOLCHAIN));
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal((int32_t)harness_lane(&h, 3, 0), -1);
    in = harness_insn("vsub12.vi");
    h.w->v[1].u[0] = 20;
    in.f[VF_rd] = 3, in.f[VF_rs1] = 1, in.f[VF_imm] = 15;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 3, 0), 5);
    /* shuffles clamp at the warp's edge */
    static const struct {
        const char *name;
        unsigned lane, from;
    } shuffles[] = {{"shuffle.bfly", 1, 4}, {"shuffle.idx", 0, 5},  {"shuffle.up", 3, 3},
                    {"shuffle.up", 9, 4},   {"shuffle.down", 2, 7}, {"shuffle.down", 13, 13}};
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned l = 0; l < 32; l++)
            h.w->v[1].u[l] = 100 + l;
        in = harness_insn(shuffles[i].name);
        in.f[VF_rd] = 3, in.f[VF_rs2] = 1, in.f[VF_imm] = 5;
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(harness_lane(&h, 3, shuffles[i].lane), 100 + shuffles[i].from);
    }
    /* lui, auipc: pc of the instruction */
    assert_true(harness_run(&h, (uint32_t[]){0x123452b7, 0x00001317}, 2));
    assert_int_equal(h.w->x[5], 0x12345000);
    assert_int_equal(h.w->x[6], HARNESS_BASE + HARNESS_CODE + 4 + 0x1000);
    harness_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_operations),
        cmocka_unit_test(widening),
        cmocka_unit_test(narrowing),
        cmocka_unit_test(scalar_operations),
        cmocka_unit_test(prefixes),
        cmocka_unit_test(compute64),
        cmocka_unit_test(others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

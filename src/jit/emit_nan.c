/* emit_nan.c: see emit_nan.h.
 *
 * A NaN operand makes most results NaN, so only the last ones of a chain are looked at, and of
 * these only those whose bits matter: comparisons treat all NaNs alike.
 *
 * Other values may come from unchecked results. They must not be addresses, for a wrong one
 * may fault: then the check is made first, but where waves run together, since they begin again
 * alone after a fault. */
#include "jit/emit_nan.h"

#include <string.h>

#include "jit/build.h"
#include "jit/call.h"
#include "jit/emit_steps.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/half.h"
#include "jit/liveness.h"
#include "jit/mend.h"
#include "jit/registers.h"
#include "jit/settle.h"
#include "jit/team.h"
#include "jit/walk.h"
#include "jit/writeback.h"

enum { NOBODY = -1 };

/* ---- the group ---- */

static int find_check(const struct emitter *e, unsigned var)
{
    const struct nan_group *g = e->nan;
    for (unsigned i = g->count; i-- > 0;) {
        const struct nan_check *c = &g->check[i];
        if (c->is_current && (c->var == var || (c->is_f64 && c->var + e->region->halves == var)))
            return (int)i;
    }
    return NOBODY;
}

/* ---- what ops do with NaNs ---- */

/* What is known of a value in a function: which sources make it NaN by being NaN, and by which
 * operation on two of them it is made; by the bits of which NaN sources it may differ; which
 * sources it may be as they are, and on the bits of which NaN sources it may depend otherwise. */
struct nans {
    uint32_t from;           /* bit i: source[i] */
    uint32_t shows;          /* likewise */
    uint32_t is, other;      /* likewise */
    uint32_t if_nan, unless; /* of an i1: sources that make it true, or false, by being NaN */
    uint8_t made_by;         /* an opcode, of the values that are `from`; 0: something else */
    bool in_fraction, is_sign,
        has_magnitude; /* constants: no bits but those, or all but the sign */
};

static void nans_constant(void *context, unsigned type, uint64_t bits, bool all_alike, void *out)
{
    unsigned width = step_bits(type);
    uint64_t fraction = width == 64   ? UINT64_C(0xfffffffffffff)
                        : width == 32 ? 0x7fffff
                        : width == 16 ? 0x3ff
                                      : 0,
             sign = UINT64_C(1) << (width - 1);
    (void)context;
    *(struct nans *)out = all_alike
                              ? (struct nans){.in_fraction = !(bits & ~fraction),
                                              .is_sign = !(bits & ~sign),
                                              .has_magnitude = (bits | sign) == sign + (sign - 1)}
                              : (struct nans){0};
}

/* The same of what bits of a constant do to a float: it stays NaN. */
static uint32_t from_bits(LLVMOpcode opcode, const struct nans *a, const struct nans *b)
{
    bool keeps = opcode == LLVMOr    ? b->in_fraction || b->is_sign
                 : opcode == LLVMAnd ? b->has_magnitude
                                     : b->is_sign;
    return keeps ? a->from : 0;
}

static void nans_step(void *context, const struct step *s, const char *intrinsic,
                      const void *const arg[3], void *out)
{
    const struct nans *a = arg[0], *b = arg[1], *c = arg[2];
    struct nans r = {.shows = a->shows | (b ? b->shows : 0) | (c ? c->shows : 0),
                     .other = a->is | a->other | (b ? b->is | b->other : 0) |
                              (c ? c->is | c->other : 0)};
    (void)context;
    switch ((LLVMOpcode)s->opcode) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
        r.from = a->from | b->from;
        r.made_by = a->made_by || b->made_by ? 0 : s->opcode;
        break;
    case LLVMFDiv:
        r.from = a->from | b->from;
        break;
    case LLVMOr:
    case LLVMAnd:
    case LLVMXor:
        r.from = from_bits((LLVMOpcode)s->opcode, a, b) | from_bits((LLVMOpcode)s->opcode, b, a);
        break;
    case LLVMBitCast:
    case LLVMFNeg:
        r = *a;
        break;
    case LLVMFPExt:
    case LLVMFPTrunc:
        r.from = a->from;
        break;
    case LLVMFCmp: /* treats all NaNs alike */
        r.shows = (a->shows & ~a->from) | (b->shows & ~b->from);
        r.other = ((a->is | a->other) & ~a->from) | ((b->is | b->other) & ~b->from);
        if (s->detail >= LLVMRealUNO && s->detail <= LLVMRealUNE)
            r.if_nan = a->from | b->from;
        else if (s->detail >= LLVMRealOEQ && s->detail <= LLVMRealORD)
            r.unless = a->from | b->from;
        break;
    case LLVMSelect:
        r.from = (b->from & c->from) | (b->from & a->if_nan) | (c->from & a->unless);
        r.shows = a->shows | (b->shows & ~a->unless) | (c->shows & ~a->if_nan);
        r.is = b->is | c->is;
        r.other = a->is | a->other | b->other | c->other;
        break;
    case LLVMCall:
        if (!strcmp(intrinsic, "llvm.fma"))
            r.from = a->from | b->from | c->from;
        else if (!strcmp(intrinsic, "llvm.sqrt") || !strcmp(intrinsic, "llvm.rint") ||
                 !strcmp(intrinsic, "llvm.roundeven"))
            r.from = a->from;
        break;
    default:
        break;
    }
    *(struct nans *)out = r;
}

static struct nans nans_of(const struct computation *c)
{
    static const struct domain domain = {sizeof(struct nans), nans_constant, nans_step, NULL};
    struct nans in[MAX_SOURCES], out[MAX_DESTINATIONS] = {{0}};
    for (unsigned i = 0; i < c->source_count; i++)
        in[i] = (struct nans){.from = 1u << i, .shows = 1u << i, .is = 1u << i};
    if (!walk(&domain, NULL, c->function, in, out))
        out[0] = (struct nans){.shows = UINT32_MAX};
    for (unsigned i = 1; i < MAX_DESTINATIONS; i++)
        out[0].shows |= out[i].shows;
    return out[0];
}

/* All that the results depend on of the sources, by bit, if they are NaN, is that they are: a
 * function may replace NaNs by something else. */
static uint32_t ignored_nans(const struct computation *c)
{
    uint32_t ignored = 0, shows = c->is_vector && !c->moves.from ? nans_of(c).shows : UINT32_MAX;
    for (unsigned i = 0; i < c->source_count; i++)
        if (c->source[i].is_float && c->source[i].bits >= 32 && !c->source[i].is_packed &&
            c->source[i].adapt == ADAPT_NONE && !(shows >> i & 1))
            ignored |= 1u << i;
    return ignored;
}

/* Sources of which a lane of the result either is one as it is, but for its sign, or does not
 * depend on its bits if it is NaN, as of V_CNDMASK: a NaN that the host has made of it is one
 * there, too, or has been chosen away. */
static uint32_t picked_sources(const struct computation *c)
{
    bool is_plain = c->is_vector && c->destination_count == 1 && !c->moves.from && !c->is_masked &&
                    !c->is_clamped && !c->is_adapted && !c->scale && !c->flushes;
    const struct destination *to = &c->destination[0];
    uint32_t picked = 0;
    if (!is_plain || to->kind != TO_LANES || to->bits != 32 || c->is_packed)
        return 0;
    struct nans n = nans_of(c);
    for (unsigned i = 0; i < c->source_count; i++) /* what lanes are is not told from that */
        if (n.is >> i & 1 && c->source[i].kind == SOURCE_CONSTANT &&
            (c->source[i].constant & 0x7fffffff) > 0x7f800000)
            return 0;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        uint32_t makes_nan = c->float_bits == 32 && s->is_float ? n.from : 0;
        if (((n.is & ~n.other) | makes_nan) >> i & 1 && s->kind == SOURCE_LANES && s->bits == 32 &&
            !s->is_packed && !s->is_moved && !s->flushes && s->adapt == ADAPT_NONE)
            picked |= 1u << i;
    }
    return picked;
}

/* The sources that the result may be, if it is nothing else that depends on bits of sources which
 * may be NaN; else 0. */
static uint32_t sources_as_they_are(const struct computation *c)
{
    struct nans n = nans_of(c);
    uint32_t floats = 0;
    for (unsigned i = 0; i < c->source_count; i++)
        floats |=
            (uint32_t)(c->source[i].kind == SOURCE_LANES || c->source[i].kind == SOURCE_SCALAR)
            << i;
    return n.other & floats ? 0 : n.is;
}

/* A NaN source of the result's type makes the result NaN. */
static bool passes_nan_on(const struct computation *c)
{
    if (!c->has_nan_rule || c->is_clamped || !c->float_bits || c->moves.from)
        return false;
    uint32_t from = c->is_scaling ? 1 : nans_of(c).from;
    for (unsigned i = 0; i < c->source_count; i++)
        if (nan_is_like_result(c, &c->source[i]) && !(from >> i & 1))
            return false;
    return from != 0;
}

/* Nothing is undefined with this number; it is not 0, infinite or NaN. */
static bool is_plain_constant(const struct source *s)
{
    uint64_t exponent = s->constant & 0x7f800000;
    return s->kind == SOURCE_CONSTANT && s->bits == 32 && exponent != 0 && exponent != 0x7f800000;
}

/* Multiplications by 1 and -1 may become none. */
static bool is_one(const struct source *s) { return (s->constant & 0x7fffffff) == 0x3f800000; }

static bool is_unchanged_f32(const struct source *s)
{
    return s->kind == SOURCE_LANES && s->bits == 32 && !s->neg && !s->abs;
}

/* Whether the host's result is the rule's: NaN only because of one source, and that made quiet. */
static bool follows_rule(struct emitter *e, const struct computation *c, unsigned half,
                         LLVMValueRef result)
{
    const struct source *s = c->source, *k;
    const struct jit_isa *isa = e->region->isa;
    if (!isa->quiets_nans || !isa->quiets_nans(e->mode) || c->is_adapted || c->float_bits != 32)
        return false;
    if (c->is_scaling) /* not folded away */
        return is_unchanged_f32(s) && find_check(e, s->var + half) == NOBODY &&
               without_casts(result) != without_casts(get_var(e, s->var + half));
    struct nans n = nans_of(c);
    if (!n.made_by || n.from != 3 || c->source_count != 2)
        return false;
    k = &c->source[is_plain_constant(s) ? 0 : 1];
    s = &c->source[k == s];
    if (!is_plain_constant(k) || (n.made_by == LLVMFMul && is_one(k)))
        return false;
    /* else its own check is the source's, too */
    return is_unchanged_f32(s) && find_check(e, s->var + half) == NOBODY;
}

/* All that counts of a NaN source is that it is one. */
static bool compares(const struct computation *c)
{
    return c->source_count == 2 && c->destination_count == 1 && c->destination[0].kind == TO_MASK &&
           c->source[0].is_float && c->source[1].is_float && c->source[0].bits == c->source[1].bits;
}

/* The bits of the variable matter from here on. */
static void need(struct emitter *e, unsigned var)
{
    int i = find_check(e, var);
    if (i != NOBODY)
        e->nan->check[i].is_needed = true;
}

static bool is_unchecked(const struct emitter *e, unsigned var)
{
    return var_has(&e->nan->tainted, var) || find_check(e, var) != NOBODY;
}

/* The vector registers of a source, as variables. */
static varset source_vars(const struct emitter *e, const struct source *s)
{
    varset vars = {{0}};
    bool is_register = s->kind == SOURCE_LANES || s->kind == SOURCE_LANE_BITS;
    unsigned count = !is_register ? 0 : s->bits == 64 ? 2 : 1;
    for (unsigned k = 0; k < count * e->region->halves; k++)
        var_add(&vars, s->var + k);
    return vars;
}

/* A result that is looked at later, if the variable is one, is a float of the source's kind. */
static bool is_checked_as(const struct emitter *e, const struct source *s, unsigned var)
{
    int i = find_check(e, var);
    const struct nan_check *n = i == NOBODY ? NULL : &e->nan->check[i];
    if (!n)
        return true;
    if (n->is_packed || s->is_packed)
        return n->is_packed && s->is_packed;
    if (n->is_f16)
        return s->bits == 16 && n->is_high == s->is_high;
    return s->bits == (n->is_f64 ? 64 : 32) && s->adapt == ADAPT_NONE;
}

/* Of 16 bits: what is to be looked at in the variable is the half that is written. */
static bool is_replaced(const struct emitter *e, const struct destination *to, unsigned var)
{
    int i = find_check(e, var);
    const struct nan_check *n = i == NOBODY ? NULL : &e->nan->check[i];
    return n && n->is_f16 && !n->is_packed && n->is_high == to->is_high;
}

/* Sources whose bits the op does not only pass on as NaNs. */
static void need_sources(struct emitter *e, const struct computation *c)
{
    if (!e->nan->count)
        return;
    bool passes = passes_nan_on(c), compare = compares(c);
    uint32_t ignored = ignored_nans(c), picked = picked_sources(c);
    for (unsigned i = 0; i < c->destination_count; i++) { /* part of it stays as it is */
        const struct destination *to = &c->destination[i];
        bool keeps = to->kind == TO_LANES && (to->bits == 16 || c->moves.from);
        for (unsigned k = 0; keeps && k < (to->bits == 64 ? 2 : 1) * e->region->halves; k++)
            if (c->moves.from || !is_replaced(e, to, to->var + k))
                need(e, to->var + k);
    }
    for (unsigned k = 0; c->is_masked && k < e->region->halves; k++) {
        need(e, c->destination[0].var + k); /* other lanes keep it */
        need(e, c->source[c->source_count].var + k);
    }
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        varset vars = source_vars(e, s);
        bool is_passed =
            picked >> i & 1 ||
            (s->is_float && (compare || ignored >> i & 1 || (passes && nan_is_like_result(c, s))));
        for (unsigned x = var_next(&vars, 0); x < VAR_COUNT; x = var_next(&vars, x + 1))
            if (!is_passed || !is_checked_as(e, s, x))
                need(e, x);
    }
}

/* Whether the op could not be done again. */
static bool has_effects(const struct region_op *at)
{
    bool computes = at->kind == OP_COMPUTE || at->kind == OP_PAIR || at->kind == OP_BRANCH ||
                    (at->kind >= OP_NARROW && at->kind <= OP_WIDEN) || at->kind == OP_JUMP ||
                    at->is_pure;
    return at->fx.treatment != AS_NOTHING &&
           (at->fx.treatment != AS_IR || !(computes || nan_is_load(at)));
}

static void reset(struct emitter *e)
{
    e->nan->count = 0;
    e->nan->number_count = e->nan->load_count = 0;
    e->nan->loads_unknown = false;
    e->nan->raises = e->nan->has_ways = e->nan->is_unmendable = false;
    memset(&e->nan->tainted, 0, sizeof e->nan->tainted);
    memset(&e->nan->written, 0, sizeof e->nan->written);
}

/* ---- the check ---- */

/* Marks what has to be looked at where these variables are live: the ends of chains with something
 * needed in them. */
static unsigned mark_needed(struct emitter *e, const varset *live)
{
    struct nan_group *g = e->nan;
    unsigned halves = e->region->halves, n = 0;
    for (unsigned i = 0; i < g->count; i++) {
        struct nan_check *c = &g->check[i];
        if (c->is_current && !c->is_needed)
            c->is_needed = var_has(live, c->var) || (c->is_f64 && var_has(live, c->var + halves));
        if (c->is_needed && c->covered_by != NOBODY)
            g->check[c->covered_by].is_needed = true;
    }
    for (unsigned i = 0; i < g->count; i++)
        n += g->check[i].is_needed && g->check[i].covered_by == NOBODY;
    return n;
}

/* <n x i16>, not 0 where the element is NaN. */
static LLVMValueRef nan_halves(struct emitter *e, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef mask[64], infinity[64];
    unsigned n = LLVMGetVectorSize(t);
    for (unsigned i = 0; i < n; i++) {
        mask[i] = LLVMConstInt(e->i16, 0x7fff, 0);
        infinity[i] = LLVMConstInt(e->i16, 0x7c00, 0);
    }
    LLVMValueRef args[2] = {LLVMBuildAnd(e->b, v, LLVMConstVector(mask, n), ""),
                            LLVMConstVector(infinity, n)};
    return call_intrinsic(e, "llvm.usub.sat", &t, 1, args, 2);
}

static LLVMValueRef either(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return a ? fold_binary(e, LLVMOr, a, b) : b;
}

/* Results of which some have been looked at. */
struct looking {
    const struct nan_check *check; /* [count] */
    unsigned count;
    bool is_done[MAX_NAN_CHECKS];
};

/* <32 x i1>: lanes that are NaN in one of the results [from, count) in 16 bits that are to be
 * looked at for these active lanes; NULL: there are none. */
static LLVMValueRef nan_lanes16(struct emitter *e, struct looking *l, unsigned from,
                                LLVMValueRef active)
{
    LLVMValueRef some[2] = {NULL, NULL}, lanes = NULL;
    bool *is_done = l->is_done;
    for (unsigned k = from; k < l->count; k++) {
        const struct nan_check *c = &l->check[k];
        if (is_done[k] || !c->is_f16 || !c->is_needed || c->covered_by != NOBODY ||
            c->active != active)
            continue;
        is_done[k] = true;
        LLVMValueRef bad = nan_halves(e, c->result), *sum = &some[c->is_packed];
        LLVMValueRef flags = half_flags(e, c->result);
        if (flags)
            bad = LLVMBuildOr(e->b, bad, flags, "");
        *sum = *sum ? LLVMBuildOr(e->b, *sum, bad, "") : bad;
    }
    for (unsigned k = 0; k < 2; k++)
        if (some[k]) {
            LLVMTypeRef t = k ? e->v32i32 : e->v32i16;
            LLVMValueRef v = LLVMBuildBitCast(e->b, some[k], t, "");
            lanes = either(e, lanes, fold_icmp(e, LLVMIntNE, v, LLVMConstNull(t)));
        }
    return lanes;
}

/* <32 x i1>: the same of the results [from, count) in 32 and 64 bits. Two at a time: a comparison
 * is unordered if either is NaN. */
static LLVMValueRef nan_lanes32(struct emitter *e, struct looking *l, unsigned from,
                                LLVMValueRef active)
{
    LLVMValueRef single[2] = {NULL, NULL}, lanes = NULL;
    bool *is_done = l->is_done;
    for (unsigned k = from; k < l->count; k++) {
        const struct nan_check *c = &l->check[k];
        if (is_done[k] || c->is_f16 || !c->is_needed || c->covered_by != NOBODY ||
            c->active != active)
            continue;
        is_done[k] = true;
        LLVMValueRef *other = &single[c->is_f64];
        if (*other)
            lanes = either(e, lanes, fold_fcmp(e, LLVMRealUNO, *other, c->result));
        *other = *other ? NULL : c->result;
    }
    for (unsigned k = 0; k < 2; k++)
        if (single[k])
            lanes = either(e, lanes, fold_fcmp(e, LLVMRealUNO, single[k], single[k]));
    return lanes;
}

/* With AVX2, i32: the same of the results in 32 bits. Dwords of the comparisons are joined, of
 * which LLVM would make bytes one comparison after the other, so that it must not see what they
 * are. */
static LLVMValueRef nan_bits32(struct emitter *e, struct looking *l, unsigned from,
                               LLVMValueRef active)
{
    enum { QUARTERS = 4, LANES = 8, UNORDERED = 3 /* the predicate of VCMPPS */, FEWEST = 5 };
    unsigned check[MAX_NAN_CHECKS], n = 0;
    bool *is_done = l->is_done;
    LLVMValueRef some[QUARTERS] = {NULL}, bits = NULL;
    LLVMTypeRef dwords = LLVMVectorType(e->i32, LANES);
    for (unsigned k = from; k < l->count; k++) {
        const struct nan_check *c = &l->check[k];
        if (!is_done[k] && !c->is_f16 && !c->is_f64 && c->is_needed && c->covered_by == NOBODY &&
            c->active == active)
            check[n++] = k;
    }
    if (n < FEWEST)
        return NULL;
    for (unsigned i = 0; i < n; i += 2) {
        LLVMValueRef one = l->check[check[i]].result,
                     other = l->check[check[i + 1 < n ? i + 1 : i]].result;
        is_done[check[i]] = is_done[check[i + 1 < n ? i + 1 : i]] = true;
        for (unsigned q = 0; q < QUARTERS; q++) {
            LLVMValueRef args[3] = {pick(e, one, NULL, LANES * q, 1, LANES),
                                    pick(e, other, NULL, LANES * q, 1, LANES),
                                    LLVMConstInt(e->i8, UNORDERED, 0)};
            LLVMValueRef x = call_intrinsic(e, "llvm.x86.avx.cmp.ps.256", NULL, 0, args, 3);
            x = LLVMBuildBitCast(e->b, x, dwords, "");
            some[q] = some[q] ? LLVMBuildOr(e->b, some[q], x, "") : x;
        }
    }
    for (unsigned q = 0; q < QUARTERS && some[q]; q++) {
        LLVMTypeRef floats = LLVMVectorType(LLVMGetElementType(e->v32f32), LANES);
        LLVMValueRef x = LLVMBuildBitCast(e->b, some[q], floats, "");
        x = call_intrinsic(e, "llvm.x86.avx.movmsk.ps.256", NULL, 0, &x, 1);
        x = LLVMBuildShl(e->b, x, const_i32(e, LANES * q), "");
        bits = bits ? LLVMBuildOr(e->b, bits, x, "") : x;
    }
    return bits;
}

/* EXEC as a mask; as it is now, for what comes behind, too. */
static LLVMValueRef lanes_of(struct emitter *e, LLVMValueRef active)
{
    for (unsigned half = 0; half < e->region->halves; half++)
        if (get_var(e, exec_var(e, half)) == active)
            return exec_bools(e, half);
    return fold_lanes(e, active);
}

/* i1: no active lane of any pass is NaN in one of the results to be looked at. NULL: none is. */
static LLVMValueRef no_nan(struct emitter *e, const struct nan_check *check, unsigned count)
{
    struct looking l = {.check = check, .count = count};
    bool by_halves = fold_has_lane_halves(e);
    LLVMValueRef lanes = NULL;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef active = check[i].active, any = nan_lanes16(e, &l, i, active),
                     bits = e->masks == MASKS_WIDE ? nan_bits32(e, &l, i, active) : NULL,
                     wide = nan_lanes32(e, &l, i, active);
        if (wide)
            any = either(e, any, wide);
        if (!any && !bits)
            continue;
        if (any && !by_halves)
            any = LLVMBuildBitCast(e->b, any, e->i32, "");
        any = bits ? either(e, any, bits) : any;
        if (by_halves)
            any = fold_binary(e, LLVMAnd, any, lanes_of(e, active));
        else
            any = LLVMBuildAnd(e->b, any, active, "");
        lanes = either(e, lanes, any);
    }
    return lanes ? fold_no_lane(e, lanes) : NULL;
}

/* i1: the group is as its executors would have done it. */
static LLVMValueRef is_right(struct emitter *e)
{
    LLVMValueRef raised = e->nan->raises ? e->region->isa->emit_raised(e) : NULL,
                 none = no_nan(e, e->nan->check, e->nan->count);
    if (!raised)
        return none;
    raised = LLVMBuildNot(e->b, raised, "");
    return none ? LLVMBuildAnd(e->b, none, raised, "") : raised;
}

/* i1: no result that is looked at is NaN or too great, be its lane active or not, which need not be
 * found out then. NULL: not all results are of half.h's. */
static LLVMValueRef are_plain(struct emitter *e)
{
    const struct nan_group *g = e->nan;
    LLVMValueRef results[MAX_NAN_CHECKS];
    unsigned n = 0;
    for (unsigned i = 0; i < g->count; i++) {
        const struct nan_check *c = &g->check[i];
        if (!c->is_needed || c->covered_by != NOBODY)
            continue;
        if (!c->is_f16)
            return NULL;
        results[n++] = c->result;
    }
    return n && !g->raises ? half_are_plain(e, results, n) : NULL;
}

/* Branches to `join` if the group is right, from one block or two, else to `nan`. */
static void branch_right(struct emitter *e, LLVMBasicBlockRef join, LLVMBasicBlockRef nan,
                         LLVMBasicBlockRef from[2])
{
    LLVMValueRef plain = are_plain(e);
    const struct exec_lanes before = *e->exec;
    if (plain) {
        LLVMBasicBlockRef rest = new_block(e, "unsure");
        from[1] = LLVMGetInsertBlock(e->b);
        branch(e, plain, join, rest, 2000);
        LLVMPositionBuilderAtEnd(e->b, rest);
    }
    LLVMValueRef right = is_right(e);
    from[0] = LLVMGetInsertBlock(e->b);
    branch(e, right, join, nan, 2000);
    if (plain) /* what the rest made of EXEC others do not have */
        *e->exec = before;
}

bool nan_is_open(const struct emitter *e) { return nan_group_is_open(e->nan); }

bool nan_hand_over(struct emitter *e, const struct region_op *before, struct nan_group *to)
{
    struct nan_group *g = e->nan;
    varset live;
    bool has_room = true;
    if (nan_group_is_open(g)) {
        region_live_before(e->region, e->block, before, &live);
        mark_needed(e, &live);
    }
    for (unsigned i = 0; i < g->count; i++) {
        struct nan_check c = g->check[i];
        if (!c.is_needed || c.covered_by != NOBODY)
            continue;
        c.is_current = false;
        c.var = VAR_COUNT;
        if (to->count == MAX_NAN_CHECKS)
            has_room = false;
        else
            to->check[to->count++] = c;
    }
    reset(e);
    return has_room;
}

/* Whether a float is certainly NaN in lanes in which `source` is, in up to `depth` steps. */
static bool passes_on(LLVMValueRef v, LLVMTypeRef type, LLVMValueRef source, unsigned depth)
{
    v = without_casts(v);
    if (v == source)
        return true;
    if (!depth || !LLVMIsAInstruction(v) || LLVMTypeOf(v) != type)
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    LLVMValueRef f = op == LLVMCall ? LLVMIsAFunction(LLVMGetCalledValue(v)) : NULL;
    bool is_fma = f && LLVMGetIntrinsicID(f) == LLVMLookupIntrinsicID("llvm.fma", 8);
    unsigned n = is_fma ? 3 : op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul ? 2 : 0;
    while (n > 0)
        if (passes_on(LLVMGetOperand(v, --n), type, source, depth - 1))
            return true;
    return false;
}

/* Whether the result stays NaN, where it is, for whatever is made of it from `head` on. */
static bool stays_nan(const struct emitter *e, const struct nan_check *c, LLVMValueRef head)
{
    enum { MOST_STEPS = 16 };
    LLVMTypeRef type = c->is_f16 ? LLVMVectorType(LLVMHalfTypeInContext(e->c), 64) : e->v32f32;
    if (!head || c->is_f64 || (c->is_f16 && (!c->is_packed || half_is_for(e))))
        return false;
    return without_casts(e->now[c->var]) == without_casts(c->result) &&
           passes_on(c->result, type, head, MOST_STEPS);
}

void nan_put_off(struct emitter *e, const struct region_op *before, LLVMValueRef *heads,
                 struct nan_later *later)
{
    struct nan_group *g = e->nan;
    varset live;
    if (!nan_group_is_open(g))
        return;
    region_live_before(e->region, e->block, before, &live);
    mark_needed(e, &live);
    for (unsigned i = 0; i < g->count; i++) {
        struct nan_check *c = &g->check[i];
        if (!c->is_needed || c->covered_by != NOBODY ||
            !stays_nan(e, c, c->is_current ? heads[c->var] : NULL))
            continue;
        var_add(c->is_packed ? &later->packed : &later->floats, c->var);
        c->is_current = c->is_needed = false;
        for (unsigned k = i; k-- > 0;) /* what is NaN only if this one is */
            if (g->check[k].covered_by != NOBODY && !g->check[g->check[k].covered_by].is_needed)
                g->check[k].is_current = g->check[k].is_needed = false;
    }
}

LLVMValueRef nan_none(struct emitter *e, const struct region_op *before)
{
    varset live;
    LLVMValueRef none = NULL;
    if (nan_group_is_open(e->nan)) {
        region_live_before(e->region, e->block, before, &live);
        if (mark_needed(e, &live) || e->nan->raises)
            none = is_right(e);
    }
    reset(e);
    return none;
}

/* What no unchecked result went into, the executors only make again: such values stay, and with
 * them what is known of them (address.h). */
static void leave_same(const struct emitter *e, varset *changed)
{
    const struct nan_group *g = e->nan;
    bool is_known = !g->has_ways;
    for (unsigned i = 0; i < g->count; i++) /* else which results its source went into is not */
        is_known &= g->check[i].var != VAR_COUNT;
    for (unsigned v = var_next(changed, 0); is_known && v < VAR_COUNT; v = var_next(changed, v + 1))
        if (!is_unchecked(e, v))
            var_remove(changed, v);
}

static const struct region_op *last_op(const struct emitter *e)
{
    return &e->region->ops[e->block->op + e->block->ops - 1];
}

/* Gives the wave what it has at the group's start. */
static void store_start(struct emitter *e)
{
    const struct nan_group *g = e->nan;
    varset stored;
    region_live_before(e->region, e->block, g->start, &stored);
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        stored.w[i] &= g->written.w[i] | g->start_dirty.w[i];
    store_values(e, &stored, g->start_values);
}

/* The executors do the ops from the group's start on. */
static void do_again(struct emitter *e, const struct region_op *before)
{
    const struct region *r = e->region;
    const struct region_op *last = last_op(e), *from = e->nan->start;
    const struct op *end = before > last ? op_behind(r, op_of(r, last)) : op_of(r, before);
    if (e->nan->has_ways) {
        walk_ops(e, op_of(r, from), end);
        return;
    }
    for (const struct region_op *at = from; at < before; at++)
        if (at->kind == OP_JUMP) {
            call_jump(e, op_of(r, from), op_of(r, at), op_of(r, at + 1));
            from = at + 1;
        }
    if (from < before)
        call_ops(e, op_of(r, from), end);
}

/* What ops read as bits must be numbers. Before mark_needed. */
static void require_needed(struct emitter *e)
{
    struct nan_group *g = e->nan;
    for (unsigned i = 0; i < g->count; i++)
        if (g->check[i].is_needed && (g->check[i].is_f16 || g->check[i].is_f64))
            g->is_unmendable = true;
        else if (g->check[i].is_needed)
            mend_require(e, g->check[i].result, g->check[i].active);
}

static LLVMValueRef as_dwords(struct emitter *e, LLVMValueRef v)
{
    return LLVMTypeOf(v) == e->i32 ? splat(e, v, e->v32i32)
                                   : LLVMBuildBitCast(e->b, v, e->v32i32, "");
}

/* <32 x float>: NaN in lanes where the value is not what it must be. */
static LLVMValueRef no_number(struct emitter *e, const struct nan_number *n)
{
    LLVMValueRef zero = LLVMConstNull(e->v32i32), results[STEP_RESULTS], v = n->value;
    LLVMValueRef default_nan = const_splat(e, e->v32i32, DEFAULT_NAN);
    if (!v) {
        emit_semantics(e, n->function, &default_nan, results);
        v = results[0];
    }
    v = as_dwords(e, v);
    if (n->may_be_default)
        v = fold_select(e, fold_icmp(e, LLVMIntEQ, v, default_nan), zero, v);
    if (n->source) {
        LLVMValueRef s = LLVMBuildBitCast(e->b, as_dwords(e, n->source), e->v32f32, "");
        v = fold_select(e, fold_fcmp(e, LLVMRealUNO, s, s), zero, v);
    }
    return LLVMBuildBitCast(e->b, v, e->v32f32, "");
}

/* i1: all NaNs of the group are the default one. NULL: they are. */
static LLVMValueRef are_default(struct emitter *e)
{
    struct nan_group *g = e->nan;
    struct nan_check check[MAX_NAN_NUMBERS];
    for (unsigned i = 0; i < g->number_count; i++)
        check[i] = (struct nan_check){.result = no_number(e, &g->number[i]),
                                      .active = g->number[i].active,
                                      .is_needed = true,
                                      .covered_by = NOBODY};
    return no_nan(e, check, g->number_count);
}

/* Of groups with functions as V_EXP_F32, in which NaNs are common, and which cost a fifth more of
 * compile time for it: instead of doing the group again, where that can be: the default NaN in what
 * is live of it, and goes to `join`. Returns the block that does; NULL: none. mended: what
 * variables are then, NULL: what they are. */
static LLVMBasicBlockRef mend(struct emitter *e, const varset *live, LLVMBasicBlockRef join,
                              LLVMValueRef *mended)
{
    const struct nan_group *g = e->nan;
    bool is_any = false, has_function = false;
    for (unsigned i = 0; i < g->count; i++)
        is_any |= g->check[i].is_current && var_has(live, g->check[i].var);
    for (unsigned i = 0; i < g->number_count; i++)
        has_function |= !g->number[i].value;
    if (g->is_unmendable || g->raises || g->has_ways || !is_any || !has_function)
        return NULL;
    const struct exec_lanes before = *e->exec;
    LLVMBasicBlockRef here = new_block(e, "mend"), again = new_block(e, "again");
    LLVMValueRef can = are_default(e);
    branch(e, can ? can : LLVMConstInt(e->i1, 1, 0), here, again, 8);
    LLVMPositionBuilderAtEnd(e->b, here);
    for (unsigned i = 0; i < g->count; i++) {
        const struct nan_check *c = &g->check[i];
        if (!c->is_current || !var_has(live, c->var))
            continue;
        LLVMValueRef is_nan = fold_fcmp(e, LLVMRealUNO, c->result, c->result);
        is_nan = fold_binary(e, LLVMAnd, is_nan, lanes_of(e, c->active));
        mended[c->var] =
            fold_select(e, is_nan, const_splat(e, e->v32i32, DEFAULT_NAN), get_var(e, c->var));
    }
    LLVMBuildBr(e->b, join);
    here = LLVMGetInsertBlock(e->b);
    *e->exec = before; /* other blocks do not have what this one made of EXEC */
    LLVMPositionBuilderAtEnd(e->b, again);
    return here;
}

void check_nan(struct emitter *e, const struct region_op *before)
{
    struct nan_group *g = e->nan;
    varset live;
    if (e->crew) {
        team_require(e, nan_none(e, before));
        return;
    }
    if (nan_group_is_open(g)) {
        region_live_before(e->region, e->block, before, &live);
        require_needed(e);
    }
    if (nan_group_is_open(g) && (mark_needed(e, &live) || g->raises)) {
        LLVMBasicBlockRef from[2] = {NULL, NULL}, nan = new_block(e, "nan"),
                          join = new_block(e, "numbers");
        LLVMValueRef mended[VAR_COUNT] = {NULL};
        branch_right(e, join, nan, from);
        LLVMPositionBuilderAtEnd(e->b, nan);
        LLVMBasicBlockRef mend_block = mend(e, &live, join, mended);
        varset changed = g->written;
        for (unsigned i = 0; i < VARSET_WORDS; i++)
            changed.w[i] &= live.w[i];
        leave_same(e, &changed);
        e->is_rare = e->block->is_in_loop; /* where kernels make NaNs, it is often outside */
        LLVMValueRef again[VAR_COUNT];
        if (!settle_again(e, before, again)) {
            store_start(e);
            do_again(e, before);
            for (unsigned v = var_next(&changed, 0); v < VAR_COUNT; v = var_next(&changed, v + 1))
                again[v] = load_var(e, v);
        }
        e->is_rare = false;
        nan = LLVMGetInsertBlock(e->b);
        LLVMBuildBr(e->b, join);
        LLVMPositionBuilderAtEnd(e->b, join);
        for (unsigned v = var_next(&changed, 0); v < VAR_COUNT; v = var_next(&changed, v + 1)) {
            LLVMValueRef now = get_var(e, v), values[4] = {now, again[v]};
            LLVMBasicBlockRef blocks[4] = {from[0], nan};
            unsigned n = 2;
            if (from[1])
                values[n] = now, blocks[n++] = from[1];
            if (mend_block)
                values[n] = mended[v] ? mended[v] : now, blocks[n++] = mend_block;
            e->now[v] = LLVMBuildPhi(e->b, var_type(e, v), "");
            LLVMAddIncoming(e->now[v], values, blocks, n);
            half_join(e, e->now[v], values[0]);
        }
    }
    reset(e);
}

/* ---- around ops ---- */

/* Of the ways between OP_NARROW and OP_WIDEN, which are done again as a whole. */
static unsigned nan_rules_inside(const struct region *r, const struct region_op *narrow)
{
    unsigned n = 0;
    for (const struct region_op *at = narrow; at->kind != OP_WIDEN; at++)
        n += has_nan_rule(r, at);
    return n;
}

/* Whether there may be too little room for what the op adds, one of each of its results or sources.
 */
static bool is_full(const struct emitter *e, const struct region_op *at)
{
    unsigned results = at->kind == OP_PAIR ? 2 : 3;
    return e->nan->count + results * e->region->halves > MAX_NAN_CHECKS;
}

/* Leaves out what will not be looked at, so that the group need not end in the middle, where NaNs
 * are alive that are not chosen in the end. */
static void make_room(struct nan_group *g)
{
    int place[MAX_NAN_CHECKS];
    unsigned count = 0;
    for (unsigned i = 0; i < g->count; i++) /* what covers a result is behind it */
        if (g->check[i].is_needed && g->check[i].covered_by != NOBODY)
            g->check[g->check[i].covered_by].is_needed = true;
    bool keeps[MAX_NAN_CHECKS] = {false};
    for (unsigned i = 0; i < g->count; i++) {
        struct nan_check *c = &g->check[i];
        keeps[i] |= c->is_current || (c->is_needed && c->covered_by == NOBODY);
        if (keeps[i] && c->covered_by != NOBODY)
            keeps[c->covered_by] = true;
    }
    for (unsigned i = 0; i < g->count; i++)
        place[i] = keeps[i] ? (int)count++ : NOBODY;
    for (unsigned i = 0; i < g->count; i++) {
        struct nan_check c = g->check[i];
        if (!keeps[i])
            continue;
        c.covered_by = c.covered_by == NOBODY ? NOBODY : place[c.covered_by];
        g->check[place[i]] = c;
    }
    g->count = count;
}

bool nan_check_is_due(const struct emitter *e, const struct region_op *at)
{
    const varset *use = &at->fx.use;
    if (!nan_group_is_open(e->nan))
        return false;
    /* Addresses, and which ways lanes take, which is counted; what is spilled, so that it is known
     * again. */
    bool is_final =
        (nan_is_load(at) && !e->crew) || at->kind == OP_NARROW || at->copy.kind == LANE_PUT;
    if (at->kind == OP_JUMP && at == last_op(e)) /* what follows is not in this block */
        return true;
    for (unsigned v = var_next(use, 0); is_final && v < VAR_COUNT; v = var_next(use, v + 1))
        if (is_unchecked(e, v))
            return true;
    /* It may change what the wave has of registers at home, which the group began with. */
    if (nan_is_load(at) && sets_meet(&at->fx.def, &e->region->home))
        return true;
    return has_effects(at) || is_full(e, at);
}

void nan_before_op(struct emitter *e)
{
    struct nan_group *g = e->nan;
    const struct effects *fx = &e->at->fx;
    if (nan_group_is_open(g)) {
        for (unsigned v = var_next(&e->at->kept, 0); v < VAR_COUNT;
             v = var_next(&e->at->kept, v + 1))
            need(e, v);
        if (is_vector(e->region, e->at)) {
            for (unsigned i = 0; i < computations_of(e->at); i++)
                need_sources(e, computation_of(e->region, e->at, i));
        } else {
            for (unsigned v = var_next(&fx->use, 0); v < VAR_COUNT; v = var_next(&fx->use, v + 1))
                need(e, v);
        }
        if (is_full(e, e->at))
            make_room(g);
        if (nan_check_is_due(e, e->at))
            check_nan(e, e->at);
    }
    bool has_ways = e->at->kind == OP_NARROW && nan_rules_inside(e->region, e->at);
    if (!nan_group_is_open(g) && (has_ways || has_nan_rule(e->region, e->at))) {
        g->start = e->at;
        g->start_dirty = e->dirty;
        memcpy(g->start_values, e->now, VAR_COUNT * sizeof *e->now);
    }
    g->has_ways |= has_ways || (nan_group_is_open(g) && e->at->kind == OP_NARROW);
    g->first_of_op = g->count;
}

/* Results of one type, and of 16 bits what the source reads of the first. */
static bool is_same_kind(const struct nan_check *first, const struct nan_check *second,
                         const struct source *s)
{
    bool is_half = first->is_f16 && !first->is_packed;
    return first->is_f64 == second->is_f64 && first->is_f16 == second->is_f16 &&
           first->is_packed == second->is_packed && (!is_half || first->is_high == s->is_high);
}

void nan_result(struct emitter *e, const struct computation *c, unsigned half, LLVMValueRef result)
{
    struct nan_group *g = e->nan;
    if (follows_rule(e, c, half, result))
        return;
    unsigned self = g->count++;
    struct nan_check *n = &g->check[self];
    bool is_f64 = c->float_bits == 64, is_f16 = c->float_bits == 16;
    LLVMTypeRef type = is_f64         ? e->v32f64
                       : !is_f16      ? e->v32f32
                       : c->is_packed ? LLVMVectorType(e->i16, 64)
                                      : e->v32i16;
    *n = (struct nan_check){.var = c->destination[0].var + half,
                            .is_f64 = is_f64,
                            .is_f16 = is_f16,
                            .is_packed = c->is_packed,
                            .is_high = c->destination[0].is_high,
                            .result = LLVMBuildBitCast(e->b, result, type, ""),
                            .active = get_var(e, exec_var(e, half)),
                            .is_needed = c->raises, /* NaNs raise flags that the host does not */
                            .covered_by = NOBODY};
    mend_note_result(e, c, half, n);
    n->is_needed |= is_f16 && half_is_risky(e, n->result, NULL);
    if (!passes_nan_on(c))
        return;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        if (s->kind != SOURCE_LANES || !nan_is_like_result(c, s))
            continue;
        int i_source = find_check(e, s->var + half);
        struct nan_check *k = i_source == NOBODY ? NULL : &g->check[i_source];
        if (k && (unsigned)i_source < g->first_of_op && is_same_kind(k, n, s) &&
            k->var == s->var + half && k->active == n->active && k->covered_by == NOBODY &&
            !(is_f16 && half_is_risky(e, k->result, n->result)))
            k->covered_by = (int)self;
    }
}

void nan_picked(struct emitter *e, const struct computation *c, unsigned half, LLVMValueRef result)
{
    bool is_unsure = false;
    for (unsigned i = 0, picked = e->nan->count ? picked_sources(c) : 0; i < c->source_count; i++) {
        unsigned var = c->source[i].var + half; /* halves of f64 are looked at themselves */
        is_unsure |=
            picked >> i & 1 && find_check(e, var) != NOBODY && is_checked_as(e, &c->source[i], var);
    }
    if (!is_unsure)
        return;
    struct nan_check *n = &e->nan->check[e->nan->count++];
    *n = (struct nan_check){.var = c->destination[0].var + half,
                            .result = LLVMBuildBitCast(e->b, result, e->v32f32, ""),
                            .active = get_var(e, exec_var(e, half)),
                            .covered_by = NOBODY};
    mend_note_picked(e, c, half, n, sources_as_they_are(c));
}

/* A value that the op reads, f32 or two halves. */
static void add_source(struct emitter *e, unsigned half, LLVMValueRef source, bool is_packed)
{
    LLVMTypeRef type = is_packed ? LLVMVectorType(e->i16, 64) : e->v32f32;
    e->nan->check[e->nan->count++] =
        (struct nan_check){.var = VAR_COUNT,
                           .is_f16 = is_packed,
                           .is_packed = is_packed,
                           .result = LLVMBuildBitCast(e->b, source, type, ""),
                           .active = get_var(e, exec_var(e, half)),
                           .is_needed = true,
                           .covered_by = NOBODY};
}

void nan_source(struct emitter *e, unsigned half, LLVMValueRef source)
{
    add_source(e, half, source, false);
}

void nan_look_later(struct emitter *e, const struct nan_later *later, LLVMValueRef *now)
{
    e->nan->is_unmendable = true; /* what they were made of is not known */
    for (unsigned packed = 0; packed < 2; packed++) {
        const varset *vars = packed ? &later->packed : &later->floats;
        for (unsigned v = var_next(vars, 0); v < VAR_COUNT; v = var_next(vars, v + 1))
            add_source(e, 0, now[v], packed);
    }
}

/* Whether it only counts of the variable, as a source of such a computation, what is looked at, or
 * that it is NaN. */
static bool is_passed(const struct emitter *e, const struct computation *c, unsigned var)
{
    bool compare = compares(c), passes = passes_nan_on(c), is_source = false;
    uint32_t ignored = ignored_nans(c), picked = picked_sources(c);
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        varset vars = source_vars(e, s);
        if (!var_has(&vars, var))
            continue;
        is_source = true;
        if (!is_checked_as(e, s, var) ||
            !(picked >> i & 1 || ignored >> i & 1 ||
              (s->is_float && (compare || (passes && nan_is_like_result(c, s))))))
            return false;
    }
    return is_source || compare || passes;
}

void nan_after_op(struct emitter *e)
{
    struct nan_group *g = e->nan;
    const struct effects *fx = &e->at->fx;
    if (!nan_group_is_open(g))
        return;
    /* What comes of unchecked results, but for results that get checks of their own. */
    const struct computation *c =
        e->at->kind == OP_COMPUTE ? computation_of(e->region, e->at, 0) : NULL;
    bool is_tainted = false;
    for (unsigned v = var_next(&fx->use, 0); v < VAR_COUNT; v = var_next(&fx->use, v + 1))
        is_tainted |= var_has(&g->tainted, v) ||
                      (find_check(e, v) != NOBODY && !(c && c->is_vector && is_passed(e, c, v)));
    for (unsigned v = var_next(&fx->def, 0); v < VAR_COUNT; v = var_next(&fx->def, v + 1)) {
        bool keeps = var_has(&e->at->kept, v) && is_unchecked(e, v);
        if (is_tainted || keeps)
            var_add(&g->tainted, v);
        else
            var_remove(&g->tainted, v);
        var_add(&g->written, v);
    }
    unsigned halves = e->region->halves;
    for (unsigned i = 0; i < g->first_of_op; i++) {
        struct nan_check *n = &g->check[i];
        if (n->var == VAR_COUNT)
            continue;
        bool low = var_has(&fx->def, n->var);
        bool high = n->is_f64 ? var_has(&fx->def, n->var + halves) : low;
        if (n->is_current && low != high) { /* half of it stays */
            n->is_needed = true;
            var_add(&g->tainted, low ? n->var + halves : n->var);
        }
        n->is_current &= !low && !high;
    }
    for (unsigned i = g->first_of_op; i < g->count; i++)
        g->check[i].is_current = g->check[i].var < VAR_COUNT;
}

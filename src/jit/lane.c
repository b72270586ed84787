/* lane.c: see lane.h. */
#include "jit/lane.h"

#include <string.h>

#include "jit/build.h"
#include "jit/dead.h"
#include "jit/emit_steps.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/form.h"
#include "jit/inspect.h"
#include "jit/registers.h"
#include "jit/signature.h"
#include "jit/steps.h"

/* ---- 64 bits ---- */

static void note_whole(struct lane_code *c, LLVMValueRef lo, LLVMValueRef hi, LLVMValueRef v)
{
    c->whole[c->wholes++ % MAX_WHOLES] = (struct whole){lo, hi, v};
}

static LLVMValueRef known_whole(const struct lane_code *c, LLVMValueRef lo, LLVMValueRef hi)
{
    for (unsigned i = 0; i < MAX_WHOLES && i < c->wholes; i++)
        if (c->whole[i].lo == lo && c->whole[i].hi == hi)
            return c->whole[i].v;
    return NULL;
}

static struct outside *outside_of(struct lane_code *c, LLVMValueRef v)
{
    for (unsigned i = 0; i < c->outsides; i++)
        if (c->outside[i].v == v)
            return &c->outside[i];
    return NULL;
}

void lane_add_outside(struct lane_code *c, LLVMValueRef v)
{
    if (!outside_of(c, v) && c->outsides < MAX_OUTSIDE)
        c->outside[c->outsides++] = (struct outside){.v = v};
}

/* Builds before the loop; returns the block to come back to. */
static LLVMBasicBlockRef go_outside(struct lane_code *c)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(c->e->b);
    LLVMPositionBuilderBefore(c->e->b, LLVMGetBasicBlockTerminator(c->begin));
    return here;
}

LLVMValueRef lane_join(struct lane_code *c, LLVMValueRef lo, LLVMValueRef hi)
{
    LLVMValueRef v = known_whole(c, lo, hi);
    if (v)
        return v;
    bool is_outside = outside_of(c, lo) && outside_of(c, hi);
    LLVMBasicBlockRef here = is_outside ? go_outside(c) : NULL;
    v = join_s64(c->e, lo, hi);
    if (here) {
        LLVMPositionBuilderAtEnd(c->e->b, here);
        lane_add_outside(c, v);
    }
    note_whole(c, lo, hi, v);
    return v;
}

LLVMValueRef lane_place(struct lane_code *c, LLVMValueRef v)
{
    struct emitter *e = c->e;
    LLVMValueRef base = window_base(e);
    struct outside *o = outside_of(c, v);
    if (o && !o->place) {
        LLVMBasicBlockRef here = go_outside(c);
        o->place = LLVMBuildSub(e->b, v, base, "");
        LLVMPositionBuilderAtEnd(e->b, here);
    }
    if (o)
        return o->place;
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMAdd)
        return LLVMBuildSub(e->b, v, base, "");
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
    if (y == base)
        return x;
    if (outside_of(c, x)) {
        LLVMValueRef swap = x;
        x = y;
        y = swap;
    }
    if (outside_of(c, y))
        return LLVMBuildAdd(e->b, x, lane_place(c, y), "");
    return LLVMIsAConstantInt(y) ? LLVMBuildAdd(e->b, lane_place(c, x), y, "")
                                 : LLVMBuildSub(e->b, v, base, "");
}

/* A 32-bit index, times 8 at most. */
static bool is_index(LLVMValueRef v)
{
    if (is_instruction(v, LLVMShl) && LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
        LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) <= MAX_SHIFT)
        v = LLVMGetOperand(v, 0);
    if (!is_instruction(v, LLVMSExt) && !is_instruction(v, LLVMZExt))
        return false;
    return LLVMTypeOf(LLVMGetOperand(v, 0)) != LLVMTypeOf(v);
}

/* Whether a place is inside the window or meets its guards. Where it follows from one that is
 * outside of the loop, that is tested there. */
static bool is_guarded(struct lane_code *c, LLVMValueRef place)
{
    int64_t by;
    LLVMValueRef v = without_sum(place, &by);
    if (!c->has_guards || by > MAX_STEP || by < -MAX_STEP)
        return false;
    for (unsigned i = 0; i + 1 < VAR_S0; i++)
        if (c->phi[i] == v)
            return LLVMTypeOf(v) == c->e->i64;
    if (!is_instruction(v, LLVMAdd))
        return false;
    for (unsigned i = 0; i < c->outsides; i++) {
        struct outside *o = &c->outside[i];
        if (o->place && LLVMGetOperand(v, 1) == o->place && is_index(LLVMGetOperand(v, 0)))
            return o->is_inside = true;
    }
    return false;
}

void lane_split(struct lane_code *c, LLVMValueRef v, LLVMValueRef out[2])
{
    struct emitter *e = c->e;
    out[0] = LLVMBuildTrunc(e->b, v, e->i32, "");
    out[1] = LLVMBuildTrunc(e->b, LLVMBuildLShr(e->b, v, const_i64(e, 32), ""), e->i32, "");
    note_whole(c, out[0], out[1], v);
}

/* ---- semantics: an element of each vector ---- */

static bool is_lanes(unsigned type) { return 1u << type % 16 == 32; }

static LLVMValueRef broken(struct lane_code *c, LLVMTypeRef t)
{
    c->is_broken = true;
    return LLVMGetPoison(t);
}

/* A value of a function. Masks are a bit, in place of the i32 with those of all lanes. */
struct one {
    LLVMValueRef v;
    uint8_t type;
    bool is_mask;
};

static struct one constant_of(struct lane_code *c, int16_t n)
{
    static const uint8_t integer[] = {KIND_I1,  KIND_I8,  KIND_I16, KIND_I32,
                                      KIND_I64, KIND_I16, KIND_I32, KIND_I64};
    struct emitter *e = c->e;
    const struct step_constant *k = step_constant(n);
    LLVMTypeRef t = type_of_kind(e, k->type / 16), bits = type_of_kind(e, integer[k->type / 16]);
    if (!k->is_splat || (!is_lanes(k->type) && k->type % 16))
        return (struct one){broken(c, t), k->type, false};
    return (struct one){LLVMConstBitCast(LLVMConstInt(bits, k->value, 0), t), k->type, false};
}

/* A constant of all lanes' bits as that of one. */
static void make_mask(struct lane_code *c, struct one *a)
{
    struct emitter *e = c->e;
    if (a->is_mask)
        return;
    bool is_splat = LLVMIsAConstantInt(a->v) && a->type == 16 * KIND_I32;
    uint64_t v = is_splat ? LLVMConstIntGetZExtValue(a->v) : 1;
    if (v != 0 && v != UINT32_MAX)
        c->is_broken = true;
    *a = (struct one){LLVMConstInt(e->i1, v != 0, 0), a->type, true};
}

LLVMValueRef lane_recast(struct emitter *e, LLVMValueRef v, LLVMTypeRef t)
{
    if (is_instruction(v, LLVMBitCast) && LLVMTypeOf(LLVMGetOperand(v, 0)) == t)
        return LLVMGetOperand(v, 0);
    return LLVMTypeOf(v) == t ? v : LLVMBuildBitCast(e->b, v, t, "");
}

/* Logic of bits. */
static LLVMValueRef build_bits(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef k = i ? a : b, x = i ? b : a;
        if (!LLVMIsAConstantInt(k))
            continue;
        bool is_set = LLVMConstIntGetZExtValue(k);
        if (is_set == (op == LLVMAnd))
            return x;
        if (op != LLVMXor)
            return k;
    }
    return LLVMBuildBinOp(e->b, op, a, b, "");
}

static LLVMValueRef build(struct lane_code *c, const struct step *s, struct one a[3], unsigned n,
                          bool *is_mask)
{
    struct emitter *e = c->e;
    LLVMOpcode op = (LLVMOpcode)s->opcode;
    LLVMTypeRef t = type_of_kind(e, s->type / 16);
    bool has_mask = false;
    if (op == LLVMCall && is_host_form(step_intrinsic(s)))
        return a[n - 1].v;
    for (unsigned i = 0; i < n; i++)
        has_mask |= a[i].is_mask;
    if (op == LLVMBitCast && s->type == 16 * KIND_I1 + 5 && a[0].type == 16 * KIND_I32) {
        make_mask(c, &a[0]);
        return a[0].v;
    }
    if (op == LLVMBitCast && s->type == 16 * KIND_I32 && a[0].type == 16 * KIND_I1 + 5) {
        *is_mask = true;
        return a[0].v;
    }
    if (has_mask) {
        if (op != LLVMAnd && op != LLVMOr && op != LLVMXor)
            return broken(c, t);
        *is_mask = true;
        make_mask(c, &a[0]);
        make_mask(c, &a[1]);
        return build_bits(e, op, a[0].v, a[1].v);
    }
    if (s->type % 16 && !is_lanes(s->type))
        return broken(c, t);
    /* an i32 of lanes' bits that is no source, or bits that are no longer lanes */
    for (unsigned i = 0; i < n; i++)
        if (a[i].type % 16 != s->type % 16 && (op != LLVMSelect || i))
            return broken(c, t);
    switch (op) {
    case LLVMCall: {
        LLVMTypeRef over = LLVMTypeOf(a[0].v);
        LLVMValueRef args[3] = {a[0].v, a[1].v, a[2].v};
        bool is_either = strstr(step_intrinsic(s), "num") || strstr(step_intrinsic(s), "imum");
        if (over != t || is_either) /* of 0 and -0, LLVM takes either one */
            return broken(c, t);
        return call_intrinsic(e, step_intrinsic(s), &over, 1, args, n);
    }
    case LLVMICmp:
        return LLVMBuildICmp(e->b, (LLVMIntPredicate)s->detail, a[0].v, a[1].v, "");
    case LLVMFCmp:
        return LLVMBuildFCmp(e->b, (LLVMRealPredicate)s->detail, a[0].v, a[1].v, "");
    case LLVMSelect:
        return LLVMBuildSelect(e->b, a[0].v, a[1].v, a[2].v, "");
    case LLVMFNeg:
        return LLVMBuildFNeg(e->b, a[0].v, "");
    case LLVMExtractValue:
    case LLVMShuffleVector:
    case LLVMInsertElement:
    case LLVMExtractElement:
        return broken(c, t);
    default:
        if (op == LLVMBitCast)
            return lane_recast(e, a[0].v, t);
        if (n == 1)
            return LLVMBuildCast(e->b, op, a[0].v, t, "");
        return n == 2 ? LLVMBuildBinOp(e->b, op, a[0].v, a[1].v, "") : broken(c, t);
    }
}

/* Result n of a function of lanes or of their bits; only what it needs is built. */
static struct one value_of(struct lane_code *c, const struct step_list *l, int16_t n,
                           struct one *values)
{
    if (n < 0)
        return constant_of(c, n);
    if (values[n].v || c->is_broken)
        return values[n];
    const struct step *s = step_at(l, (unsigned)n - l->params);
    struct one a[3] = {{0}};
    unsigned count = 0;
    for (; count < 3 && s->arg[count] != NO_STEP; count++)
        a[count] = value_of(c, l, s->arg[count], values);
    bool is_mask = false;
    LLVMValueRef v = c->is_broken ? broken(c, c->e->i32) : build(c, s, a, count, &is_mask);
    return values[n] = (struct one){v, s->type, is_mask};
}

/* ---- computations ---- */

static LLVMValueRef source_of(struct lane_code *c, const struct source *s)
{
    struct emitter *e = c->e;
    LLVMTypeRef t = s->bits == 64 ? e->i64 : e->i32;
    LLVMValueRef v;
    if (s->kind == SOURCE_CONSTANT)
        v = LLVMConstInt(t, s->constant, 0);
    else
        v = s->bits == 64 ? lane_join(c, c->now[s->var], c->now[s->var + 1]) : c->now[s->var];
    uint64_t sign = s->bits == 64 ? UINT64_C(1) << 63 : 1u << 31;
    if (s->abs)
        v = LLVMBuildAnd(e->b, v, LLVMConstInt(t, sign - 1, 0), "");
    return s->neg ? LLVMBuildXor(e->b, v, LLVMConstInt(t, sign, 0), "") : v;
}

static uint8_t param_type(unsigned type)
{
    return type == SIG_V32    ? 16 * KIND_I32 + 5
           : type == SIG_V64  ? 16 * KIND_I64 + 5
           : type == SIG_I32  ? 16 * KIND_I32
           : type == SIG_I64  ? 16 * KIND_I64
           : type == SIG_BOOL ? 16 * KIND_I8
                              : 0;
}

static void take_sources(struct lane_code *c, const struct computation *x, struct one *values)
{
    struct emitter *e = c->e;
    const struct signature *sig = signature_at((unsigned)x->function);
    for (unsigned i = 0, n = 0; i < sig->count; i++) {
        if (!sig->param[i].is_read)
            continue;
        const struct source *s = &x->source[n];
        uint8_t type = param_type(sig->param[i].type);
        bool is_vector = type % 16;
        struct one *to = &values[n++];
        *to = (struct one){.type = type};
        if (s->kind == SOURCE_MASK) {
            to->v = c->now[s->var];
            to->is_mask = true;
            c->is_broken |= type != 16 * KIND_I32;
        } else if (!x->is_vector && s->kind == SOURCE_SCALAR) {
            to->v = c->now[s->var];
            to->is_mask = true;
        } else if (!is_vector && s->kind == SOURCE_CONSTANT && type) {
            to->v = LLVMConstInt(type_of_kind(e, type / 16), s->constant, 0);
        } else if (is_vector && s->bits == (type / 16 == KIND_I64 ? 64 : 32)) {
            to->v = source_of(c, s);
        } else {
            c->is_broken = true;
        }
        if (!to->v)
            to->v = broken(c, e->i32);
    }
}

void lane_require(struct lane_code *c, LLVMValueRef holds)
{
    struct emitter *e = c->e;
    LLVMBasicBlockRef next = new_block(e, "fine");
    branch(e, holds, next, c->fail, 2000);
    LLVMPositionBuilderAtEnd(e->b, next);
}

/* The upper half of a sum whose lower half was computed before: both as one. NULL: it is none. */
static LLVMValueRef whole_sum(struct lane_code *c, const struct computation *x,
                              const struct form *f, LLVMValueRef *lower)
{
    struct emitter *e = c->e;
    LLVMValueRef carry = NULL, hi[2] = {NULL, NULL}, sum = NULL;
    unsigned n = 0;
    if (f->kind != FORM_SUM || f->bits != 32 || !f->takes_carry || f->minus)
        return NULL;
    for (unsigned i = 0; i < x->source_count; i++) {
        if (x->source[i].kind == SOURCE_MASK)
            carry = c->now[x->source[i].var];
        else if (f->plus >> i & 1 && n < 2)
            hi[n++] = source_of(c, &x->source[i]);
    }
    if (n == 1)
        hi[1] = const_i32(e, 0);
    for (unsigned i = c->lowers; carry && n && i-- > 0 && c->lowers - i <= MAX_LOWERS;) {
        const struct lower *l = &c->lower[i % MAX_LOWERS];
        if (l->carry != carry)
            continue;
        bool swap = !known_whole(c, l->in[0], hi[0]) && known_whole(c, l->in[0], hi[1]);
        LLVMValueRef a = lane_join(c, l->in[0], hi[swap]), b = lane_join(c, l->in[1], hi[!swap]);
        bool is_constant = LLVMIsAConstantInt(a);
        sum = LLVMBuildAdd(e->b, is_constant ? b : a, is_constant ? a : b, "");
        *lower = l->result;
        break;
    }
    return sum;
}

static void note_form(struct lane_code *c, const struct computation *x, const struct form *f,
                      const LLVMValueRef in[MAX_SOURCES], LLVMValueRef result, LLVMValueRef carry)
{
    struct emitter *e = c->e;
    if (f->kind == FORM_SHIFT_SIGNED && f->bits == 32 && f->shift == 31 && in[f->shifted])
        note_whole(c, in[f->shifted], result, LLVMBuildSExt(e->b, in[f->shifted], e->i64, ""));
    if (f->kind != FORM_SUM || !f->gives_carry || f->takes_carry || f->minus || f->bits != 32 ||
        !carry)
        return;
    struct lower l = {.carry = carry, .result = result};
    unsigned n = 0;
    for (unsigned i = 0; i < x->source_count && n < 2; i++)
        if (f->plus >> i & 1)
            l.in[n++] = in[i];
    if (n == 2)
        c->lower[c->lowers++ % MAX_LOWERS] = l;
}

struct result {
    LLVMValueRef v[MAX_DESTINATIONS];
};

/* Whether a sum or product has itself, from the last trip, among its operands: then it stays NaN.
 */
static bool stays_nan(const struct lane_code *c, const struct computation *x, LLVMValueRef v)
{
    unsigned var = x->destination[0].var, writes = 0;
    const struct region *r = c->e->region;
    LLVMValueRef phi = c->phi[var];
    bool is_sum = is_instruction(v, LLVMFAdd) || is_instruction(v, LLVMFSub) ||
                  is_instruction(v, LLVMFMul),
         has = false;
    if (is_instruction(v, LLVMCall)) {
        size_t length;
        const char *name = LLVMGetValueName2(LLVMGetCalledValue(v), &length);
        is_sum = !strncmp(name, "llvm.fma.", strlen("llvm.fma."));
    }
    if (!phi || !is_sum)
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++)
        has |= LLVMGetOperand(v, i) == phi;
    for (uint32_t k = 0; k < c->b->ops; k++)
        writes += var_has(&r->ops[c->b->op + k].fx.def, var);
    return has && writes == 1;
}

static struct result compute_one(struct lane_code *c, const struct computation *x)
{
    struct emitter *e = c->e;
    const struct step_list *l = step_list(x->function);
    struct result r = {{NULL}};
    struct one values[MAX_STEPS];
    LLVMValueRef in[MAX_SOURCES] = {NULL};
    memset(values, 0, (size_t)(l->params + l->count) * sizeof *values);
    take_sources(c, x, values);
    for (unsigned i = 0; i < x->source_count; i++)
        in[i] = values[i].v;
    for (unsigned i = 0; i < x->destination_count && !c->is_broken; i++) {
        const struct destination *to = &x->destination[i];
        if (to->kind == TO_NOWHERE || (!x->is_vector && to->var >= first_flag(e)))
            continue;
        struct one o = value_of(c, l, l->result[i], values);
        if (to->kind != TO_LANES)
            make_mask(c, &o);
        r.v[i] = o.v;
    }
    if (c->is_broken || !x->is_vector)
        return r;
    if (x->has_nan_rule && x->float_bits >= 32) {
        LLVMTypeRef t = type_of_kind(e, x->float_bits == 64 ? KIND_F64 : KIND_F32);
        LLVMValueRef v = lane_recast(e, r.v[0], t);
        if (stays_nan(c, x, v))
            c->late[x->destination[0].var] = true;
        else
            lane_require(c, LLVMBuildFCmp(e->b, LLVMRealORD, v, v, ""));
    } else if (x->has_nan_rule) {
        c->is_broken = true;
    }
    struct form f = form_of(x);
    LLVMValueRef lower = NULL, sum = whole_sum(c, x, &f, &lower);
    if (sum)
        note_whole(c, lower, r.v[0], sum);
    else if (x->destination[0].kind == TO_LANES && x->destination[0].bits == 32)
        note_form(c, x, &f, in, r.v[0], x->destination_count > 1 ? r.v[1] : NULL);
    return r;
}

static void write_one(struct lane_code *c, const struct computation *x, const struct result *r)
{
    for (unsigned i = 0; i < x->destination_count && !c->is_broken; i++) {
        const struct destination *to = &x->destination[i];
        if (!r->v[i] || to->kind == TO_NOWHERE)
            continue;
        if (to->kind == TO_LANES && to->bits == 64)
            lane_split(c, r->v[i], &c->now[to->var]);
        else if (to->kind == TO_LANES || !c->e->region->isa->is_zero(to->var))
            c->now[to->var] = r->v[i];
    }
}

/* To a place in the window. */
static LLVMValueRef pointer_to(struct lane_code *c, LLVMValueRef place)
{
    struct emitter *e = c->e;
    LLVMValueRef window = symbol_address(e, "shoal_window");
    for (unsigned i = 0; i < c->outsides && is_instruction(place, LLVMAdd); i++) {
        struct outside *o = &c->outside[i];
        if (!o->place || LLVMGetOperand(place, 1) != o->place)
            continue;
        if (!o->pointer) {
            LLVMBasicBlockRef here = go_outside(c);
            o->pointer = LLVMBuildGEP2(e->b, e->i8, window, &o->place, 1, "");
            LLVMPositionBuilderAtEnd(e->b, here);
        }
        LLVMValueRef by = LLVMGetOperand(place, 0);
        return LLVMBuildGEP2(e->b, e->i8, o->pointer, &by, 1, "");
    }
    return LLVMBuildGEP2(e->b, e->i8, window, &place, 1, "");
}

/* Whether the first op behind this one that reads the variable takes it as f32: then it is loaded
 * as such, so that the host's operation may load it. */
static bool is_float_next(const struct lane_code *c, const struct region_op *at, unsigned var)
{
    const struct region *r = c->e->region;
    const struct region_op *last = &r->ops[c->b->op + c->b->ops - 1];
    for (at++; at < last; at++) {
        for (unsigned i = 0; i < computations_of(at); i++) {
            const struct computation *x = computation_of(r, at, i);
            for (unsigned n = 0; n < x->source_count; n++)
                if (x->source[n].kind == SOURCE_LANES && x->source[n].var == var)
                    return x->source[n].is_float && x->source[n].bits == 32;
        }
        if (var_has(&at->fx.use, var) || var_has(&at->fx.def, var))
            return false;
    }
    return false;
}

static void load_one(struct lane_code *c, const struct region_op *at)
{
    struct emitter *e = c->e;
    struct lane_load l;
    e->region->isa->describe_lane_load(e->region, op_of(e->region, at), &l);
    LLVMValueRef address = l.is_wide ? lane_join(c, c->now[l.address], c->now[l.address + 1])
                                     : zext64(e, c->now[l.address]);
    if (!l.is_wide)
        address = LLVMBuildAdd(e->b, address, lane_join(c, c->now[l.base], c->now[l.base + 1]), "");
    LLVMValueRef by = lane_place(c, address);
    if (l.offset)
        by = LLVMBuildAdd(e->b, by, const_i64(e, (uint64_t)(int64_t)l.offset), "");
    LLVMValueRef size = const_i64(e, e->machine->window_size - 4u * l.dwords);
    if (!is_guarded(c, by))
        lane_require(c, LLVMBuildICmp(e->b, LLVMIntULE, by, size, ""));
    LLVMValueRef p = pointer_to(c, by);
    for (unsigned i = 0; i < l.dwords; i++) {
        bool is_float = is_float_next(c, at, l.result + i);
        LLVMTypeRef t = is_float ? LLVMFloatTypeInContext(e->c) : e->i32;
        LLVMValueRef v = load_at(e, t, p, 4 * (size_t)i);
        LLVMSetAlignment(v, 1);
        mark_load(e, v);
        c->now[l.result + i] = lane_recast(e, v, e->i32);
    }
}

void emit_trip(struct lane_code *c)
{
    struct emitter *e = c->e;
    const struct region *r = e->region;
    for (uint32_t k = 0; k + 1 < c->b->ops && !c->is_broken; k++) {
        const struct region_op *at = &r->ops[c->b->op + k];
        struct result made[2];
        inspect_line(e, at->slot);
        if (at->fx.treatment == AS_NOTHING)
            continue;
        if (at->kind == OP_ACCESS) {
            load_one(c, at);
            continue;
        }
        for (unsigned i = 0; i < computations_of(at); i++)
            made[i] = compute_one(c, computation_of(r, at, i));
        for (unsigned i = 0; i < computations_of(at); i++)
            write_one(c, computation_of(r, at, i), &made[i]);
    }
}

/* The branch at the end, by a lane's bit of EXEC: i1, it is taken. */
static LLVMValueRef emit_taken(struct lane_code *c, LLVMValueRef active)
{
    struct emitter *e = c->e;
    const struct region_op *at = &e->region->ops[c->b->op + c->b->ops - 1];
    const struct computation *x = computation_of(e->region, at, 0);
    LLVMValueRef args[MAX_SOURCES], taken[STEP_RESULTS];
    LLVMValueRef none = LLVMBuildZExt(e->b, LLVMBuildNot(e->b, active, ""), e->i8, "");
    for (unsigned i = 0; i < x->source_count; i++) {
        unsigned bits = x->source[i].bits;
        LLVMTypeRef t = bits == 8 ? e->i8 : bits == 16 ? e->i16 : bits == 64 ? e->i64 : e->i32;
        args[i] =
            x->source[i].kind == SOURCE_NONE_SET ? none : LLVMConstInt(t, x->source[i].constant, 0);
    }
    emit_semantics(e, x->function, args, taken);
    return fold_cast(e, LLVMTrunc, taken[0], e->i1);
}

bool lane_goes_back(struct lane_code *c)
{
    struct emitter *e = c->e;
    bool is_back = c->b->succ[1] == (int)c->loop->head, ok = true;
    for (unsigned active = 0; active < 2; active++) {
        LLVMValueRef v = emit_taken(c, LLVMConstInt(e->i1, active, 0));
        ok &= LLVMIsAConstantInt(v) && (LLVMConstIntGetZExtValue(v) == active) == is_back;
    }
    return ok;
}

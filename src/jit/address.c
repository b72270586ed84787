/* address.c: see address.h. */
#include "jit/address.h"

#include "jit/loop.h"

/* ---- what is known ---- */

static bool is_zero(LLVMValueRef v) { return v && LLVMIsConstant(v) && LLVMIsNull(v); }

static void remember(struct emitter *e, struct address a)
{
    struct addresses *t = &e->addresses;
    t->known[t->count++ % MAX_ADDRESSES] = a;
}

/* The latest entry for a pair of halves; hi NULL: for a 32-bit value. */
static const struct address *find(const struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    const struct addresses *t = &e->addresses;
    for (unsigned i = 0; i < MAX_ADDRESSES && i < t->count; i++) {
        const struct address *a = &t->known[(t->count - 1 - i) % MAX_ADDRESSES];
        if (a->lo == lo && a->hi == hi)
            return a;
    }
    return loop_address(e, lo, hi);
}

static LLVMValueRef add32(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return !a ? b : !b ? a : LLVMBuildAdd(e->b, a, b, "");
}

struct address find_offset(const struct emitter *e, LLVMValueRef v)
{
    const struct address *a = find(e, v, NULL);
    return a ? *a : (struct address){.lo = v, .root = v};
}

struct address find_address(const struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    const struct address *a = find(e, lo, hi);
    if (a)
        return *a;
    if (!is_zero(hi) || LLVMIsConstant(lo))
        return (struct address){.lo = lo, .hi = hi, .root = lo, .root_hi = hi};
    struct address zero_extended = find_offset(e, lo);
    zero_extended.hi = hi;
    return zero_extended;
}

const struct address *find_half(const struct emitter *e, LLVMValueRef v, bool *is_high)
{
    const struct addresses *t = &e->addresses;
    for (unsigned i = 0; i < MAX_ADDRESSES && i < t->count; i++) {
        const struct address *a = &t->known[i];
        bool is_cheap = is_loop_root(e, a->root) || (a->hi && a->plus && !a->root_hi);
        *is_high = a->hi == v;
        if (is_cheap && (a->lo == v || a->hi == v))
            return a;
    }
    for (unsigned i = 0; i < e->loops.variable_count; i++) {
        const struct address *a = &e->loops.variables[i].a;
        *is_high = a->hi == v;
        if (a->lo == v || a->hi == v)
            return a;
    }
    return NULL;
}

/* ---- operands ---- */

static struct operand operand_of(struct emitter *e, const struct rdna3_src *s, unsigned half)
{
    unsigned v = s->value / (unsigned)sizeof(vec32) + half;
    if (s->neg || s->abs)
        return (struct operand){.kind = UNKNOWN};
    switch (s->kind) {
    case SRCK_V32:
        return (struct operand){LANES, get_var(e, v), NULL};
    case SRCK_V64:
        return (struct operand){LANES, get_var(e, v), get_var(e, v + e->region->halves)};
    case SRCK_S32:
        return (struct operand){UNIFORM, get_var(e, VAR_S0 + s->value), NULL};
    case SRCK_I32:
        return (struct operand){UNIFORM, const_i32(e, (uint32_t)s->imm), NULL};
    case SRCK_S64:
        return (struct operand){UNIFORM, get_s64(e, s->value), NULL};
    case SRCK_I64:
        return (struct operand){UNIFORM, const_i64(e, s->imm), NULL};
    default:
        return (struct operand){.kind = UNKNOWN};
    }
}

static bool shift_of(const struct operand *x, unsigned *out)
{
    if (x->kind != UNIFORM || !LLVMIsAConstantInt(x->lo))
        return false;
    *out = (unsigned)LLVMConstIntGetZExtValue(x->lo) & 63;
    return true;
}

/* lanes + uniform + ... */
static void note_sum(struct emitter *e, const struct operand *x, unsigned n, LLVMValueRef result)
{
    LLVMValueRef by = NULL, lanes = NULL;
    for (unsigned i = 0; i < n; i++) {
        if (x[i].kind == UNKNOWN || (x[i].kind == LANES && lanes))
            return;
        if (x[i].kind == LANES)
            lanes = x[i].lo;
        else
            by = add32(e, by, x[i].lo);
    }
    if (!lanes)
        return;
    struct address a = find_offset(e, lanes);
    remember(e, (struct address){.lo = result, .root = a.root, .by = add32(e, a.by, by)});
}

static void note_difference(struct emitter *e, const struct operand *a, const struct operand *b,
                            LLVMValueRef result)
{
    if (a->kind != LANES || b->kind != UNIFORM)
        return;
    struct operand x[2] = {*a, {UNIFORM, LLVMBuildNeg(e->b, b->lo, ""), NULL}};
    note_sum(e, x, 2, result);
}

/* lo:hi is `a`, shifted left. */
static void note_shifted(struct emitter *e, struct address a, unsigned shift, LLVMValueRef lo,
                         LLVMValueRef hi)
{
    a.lo = lo;
    a.hi = hi;
    a.shift += shift;
    a.plus = a.plus ? LLVMBuildShl(e->b, a.plus, const_i64(e, shift), "") : const_i64(e, 0);
    if (a.shift < 32 && !a.root_hi)
        remember(e, a);
}

/* ---- 64-bit sums: an addition that carries, and one that takes the carry ---- */

static bool note_wide_sum(struct emitter *e, const struct operand lo[2], const struct operand hi[2],
                          LLVMValueRef result_lo, LLVMValueRef result_hi)
{
    unsigned lanes = lo[0].kind == LANES ? 0 : 1, other = 1 - lanes;
    LLVMValueRef high = hi[lanes].lo;
    struct address a;
    if (lo[lanes].kind != LANES || lo[other].kind != UNIFORM || hi[other].kind != UNIFORM)
        return false;
    if (hi[lanes].kind == UNIFORM && is_zero(high))
        high = LLVMConstNull(e->v32i32);
    else if (hi[lanes].kind != LANES)
        return false;
    a = find_address(e, lo[lanes].lo, high);
    LLVMValueRef by = join_s64(e, lo[other].lo, hi[other].lo);
    a.lo = result_lo;
    a.hi = result_hi;
    a.plus = a.plus ? LLVMBuildAdd(e->b, a.plus, by, "") : by;
    remember(e, a);
    return true;
}

static void note_carry_in(struct emitter *e, const struct operand x[2], LLVMValueRef carry,
                          LLVMValueRef exec, LLVMValueRef result)
{
    const struct addresses *t = &e->addresses;
    for (unsigned i = 0; i < MAX_CARRIES && i < t->carry_count; i++) {
        const struct carry *c = &t->carries[(t->carry_count - 1 - i) % MAX_CARRIES];
        if (c->out != carry || c->exec != exec)
            continue;
        const struct operand swapped[2] = {x[1], x[0]};
        if (!note_wide_sum(e, c->in, x, c->result, result))
            note_wide_sum(e, c->in, swapped, c->result, result);
        return;
    }
}

void note_carry(struct emitter *e, const struct rdna3_op *o, const struct noted *n,
                LLVMValueRef result, LLVMValueRef co, LLVMValueRef exec)
{
    struct addresses *t = &e->addresses;
    if (o->base.row == RDNA3_V_ADD_CO_U32 && n->count >= 2)
        t->carries[t->carry_count++ % MAX_CARRIES] =
            (struct carry){co, exec, result, {n->x[0], n->x[1]}};
}

/* ---- ops ---- */

static bool is_followed(unsigned row)
{
    switch (row) {
    case RDNA3_V_MOV_B32:
    case RDNA3_V_ADD_NC_U32:
    case RDNA3_V_SUB_NC_U32:
    case RDNA3_V_SUBREV_NC_U32:
    case RDNA3_V_ADD3_U32:
    case RDNA3_V_ADD_CO_U32:
    case RDNA3_V_ADD_CO_CI_U32:
    case RDNA3_V_ASHRREV_I32:
    case RDNA3_V_ASHRREV_I64:
    case RDNA3_V_LSHRREV_B64:
    case RDNA3_V_LSHLREV_B64:
        return true;
    default:
        return false;
    }
}

enum steps step_of(const struct rdna3_op *o, unsigned var)
{
    if (is_dual(o)) /* its parts write different registers */
        o = o->vopd.x->valu.dst / sizeof(vec32) == var ? o->vopd.x : o->vopd.y;
    else if (!is_vector(o))
        return STEPS_OTHERWISE;
    const struct rdna3_valu *v = &o->valu;
    unsigned lanes = 0, which = 0;
    if (!is_followed(o->base.row) || v->clamp || v->dpp_kind || v->dst_kind != DST_V32 ||
        v->dst / sizeof(vec32) != var)
        return STEPS_OTHERWISE;
    for (unsigned i = 0; i < v->nsrc; i++) {
        const struct rdna3_src *s = &v->src[i];
        bool is_itself = s->kind == SRCK_V32 && s->value == v->dst;
        if (s->neg || s->abs || (!is_itself && s->kind != SRCK_S32 && s->kind != SRCK_I32))
            return STEPS_OTHERWISE;
        lanes += is_itself;
        which = is_itself ? i : which;
    }
    if (lanes != 1)
        return STEPS_OTHERWISE;
    switch (o->base.row) {
    case RDNA3_V_ADD_NC_U32:
    case RDNA3_V_ADD3_U32:
        return STEPS_ALONE;
    case RDNA3_V_SUB_NC_U32:
        return which == 0 ? STEPS_ALONE : STEPS_OTHERWISE;
    case RDNA3_V_SUBREV_NC_U32:
        return which == 1 ? STEPS_ALONE : STEPS_OTHERWISE;
    case RDNA3_V_ADD_CO_U32:
        return STEPS_LOW;
    case RDNA3_V_ADD_CO_CI_U32:
        return STEPS_HIGH;
    default:
        return STEPS_OTHERWISE;
    }
}

void note_operands(struct emitter *e, const struct rdna3_op *o, const struct rdna3_valu *v,
                   unsigned half, struct noted *out)
{
    *out = (struct noted){0};
    if (!is_followed(o->base.row) || v->clamp || v->dpp_kind)
        return;
    for (; out->count < v->nsrc; out->count++)
        out->x[out->count] = operand_of(e, &v->src[out->count], half);
    out->carry = v->reads_m ? get_var(e, VAR_S0 + v->m_sgpr + half) : NULL;
}

void note_result(struct emitter *e, const struct rdna3_op *o, const struct noted *n,
                 LLVMValueRef exec, LLVMValueRef lo, LLVMValueRef hi)
{
    const struct operand *x = n->x;
    struct address a;
    unsigned shift;
    if (n->count == 0)
        return;
    switch (o->base.row) {
    case RDNA3_V_MOV_B32:
        if (x[0].kind == UNIFORM)
            remember(e,
                     (struct address){.lo = lo, .root = LLVMConstNull(e->v32i32), .by = x[0].lo});
        break;
    case RDNA3_V_ADD_NC_U32:
    case RDNA3_V_ADD_CO_U32:
    case RDNA3_V_ADD3_U32:
        note_sum(e, x, n->count, lo);
        break;
    case RDNA3_V_SUB_NC_U32:
        note_difference(e, &x[0], &x[1], lo);
        break;
    case RDNA3_V_SUBREV_NC_U32:
        note_difference(e, &x[1], &x[0], lo);
        break;
    case RDNA3_V_ADD_CO_CI_U32:
        note_carry_in(e, x, n->carry, exec, lo);
        break;
    case RDNA3_V_ASHRREV_I32: /* the sign: the upper half of a sign extension */
        if (shift_of(&x[0], &shift) && shift == 31 && x[1].kind == LANES) {
            a = find_offset(e, x[1].lo);
            a.lo = x[1].lo;
            a.hi = lo;
            a.is_signed = true;
            remember(e, a);
        }
        break;
    case RDNA3_V_LSHLREV_B64:
        if (shift_of(&x[0], &shift) && x[1].kind == LANES)
            note_shifted(e, find_address(e, x[1].lo, x[1].hi), shift, lo, hi);
        break;
    case RDNA3_V_ASHRREV_I64: /* of hi:0: an extension, shifted left by what is left of 32 */
    case RDNA3_V_LSHRREV_B64:
        if (shift_of(&x[0], &shift) && x[1].kind == LANES && is_zero(x[1].lo) && shift <= 32 &&
            !LLVMIsConstant(x[1].hi)) {
            a = find_offset(e, x[1].hi);
            a.is_signed = o->base.row == RDNA3_V_ASHRREV_I64;
            note_shifted(e, a, 32 - shift, lo, hi);
        }
        break;
    default:
        break;
    }
}

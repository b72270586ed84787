/* address.c: see address.h. */
#include "jit/address.h"

#include "jit/loop.h"
#include "jit/walk.h"

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

static struct operand operand_of(struct emitter *e, const struct source *s, unsigned half)
{
    if (s->neg || s->abs || s->bits < 32)
        return (struct operand){.kind = UNKNOWN};
    switch (s->kind) {
    case SOURCE_LANES: {
        LLVMValueRef lo = get_var(e, s->var + half);
        return (struct operand){
            LANES, lo, s->bits == 64 ? get_var(e, s->var + half + e->region->halves) : NULL};
    }
    case SOURCE_SCALAR:
        if (s->var >= first_flag(e))
            return (struct operand){.kind = UNKNOWN};
        return (struct operand){UNIFORM,
                                s->bits == 64 ? get_scalars(e, s->var) : get_var(e, s->var), NULL};
    case SOURCE_CONSTANT:
        return (struct operand){
            UNIFORM,
            s->bits == 64 ? const_i64(e, s->constant) : const_i32(e, (uint32_t)s->constant), NULL};
    default:
        return (struct operand){.kind = UNKNOWN};
    }
}

/* lanes + uniform + ... - uniform ... */
static void note_sum(struct emitter *e, const struct noted *n, LLVMValueRef result)
{
    LLVMValueRef by = NULL, lanes = NULL;
    for (unsigned i = 0; i < MAX_SOURCES; i++) {
        const struct operand *x = &n->x[i];
        bool plus = n->form.plus >> i & 1, minus = n->form.minus >> i & 1;
        if (!plus && !minus)
            continue;
        if (x->kind == UNKNOWN || (x->kind == LANES && (lanes || minus)))
            return;
        if (x->kind == LANES)
            lanes = x->lo;
        else
            by = add32(e, by, minus ? LLVMBuildNeg(e->b, x->lo, "") : x->lo);
    }
    bool is_copy = !lanes && !n->form.minus && !(n->form.plus & (n->form.plus - 1));
    if (is_copy) /* of something that all lanes have */
        remember(e, (struct address){.lo = result, .root = LLVMConstNull(e->v32i32), .by = by});
    if (!lanes || !(by || n->form.plus & (n->form.plus - 1)))
        return;
    struct address a = find_offset(e, lanes);
    remember(e, (struct address){.lo = result, .root = a.root, .by = add32(e, a.by, by)});
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

/* The two sources that a sum with a carry adds. */
static bool two_terms(const struct noted *n, struct operand out[2])
{
    unsigned count = 0;
    for (unsigned i = 0; i < MAX_SOURCES; i++)
        if (n->form.plus >> i & 1) {
            if (count == 2)
                return false;
            out[count++] = n->x[i];
        }
    return count == 2 && !n->form.minus;
}

void note_carry(struct emitter *e, const struct noted *n, LLVMValueRef result, LLVMValueRef co,
                LLVMValueRef exec)
{
    struct addresses *t = &e->addresses;
    struct operand x[2];
    if (n->form.gives_carry && !n->form.takes_carry && two_terms(n, x))
        t->carries[t->carry_count++ % MAX_CARRIES] = (struct carry){co, exec, result, {x[0], x[1]}};
}

/* ---- what computations are ---- */

/* What is known of a value in a function. */
struct term {
    enum { TERM_OTHER, TERM_FORM, TERM_BIT, TERM_MINUS_BIT, TERM_CARRY } kind;
    bool is_known; /* it is a constant, whatever else it is */
    uint64_t constant;
    struct form form;
};

static void term_constant(void *context, unsigned type, uint64_t bits, bool all_alike, void *out)
{
    (void)context, (void)type;
    *(struct term *)out = (struct term){.is_known = all_alike, .constant = bits};
}

static bool is_sum(const struct term *t)
{
    return t->kind == TERM_FORM && t->form.kind == FORM_SUM;
}

/* The one source that the value is; -1: it is something else. */
static int only_source(const struct term *t)
{
    uint8_t plus = t->form.plus;
    bool is_one =
        is_sum(t) && plus && !(plus & (plus - 1)) && !t->form.minus && !t->form.takes_carry;
    return is_one ? __builtin_ctz(plus) : -1;
}

static bool is_constant(const struct term *t, uint64_t value)
{
    return t->is_known && t->constant == value;
}

static struct term summed(const struct term *a, const struct term *b, bool minus)
{
    struct term r = {.kind = TERM_FORM, .form = a->form};
    if (b->kind != TERM_FORM && is_constant(b, 0))
        return *a;
    if (a->kind != TERM_FORM && !minus && is_constant(a, 0))
        return *b;
    if (is_sum(a) && ((b->kind == TERM_BIT && !minus) || (b->kind == TERM_MINUS_BIT && minus)) &&
        !a->form.takes_carry) {
        r.form.takes_carry = true;
        return r;
    }
    uint8_t plus = minus ? b->form.minus : b->form.plus,
            less = minus ? b->form.plus : b->form.minus;
    if (!is_sum(a) || !is_sum(b) || b->form.takes_carry ||
        ((plus | less) & (a->form.plus | a->form.minus)))
        return (struct term){.kind = TERM_OTHER};
    r.form.plus |= plus;
    r.form.minus |= less;
    return r;
}

static struct term shifted(const struct term *a, const struct term *by, enum form_kind kind,
                           unsigned bits)
{
    int source = only_source(a);
    if (source < 0 || !by->is_known)
        return (struct term){.kind = TERM_OTHER};
    return (struct term){.kind = TERM_FORM,
                         .form = {.kind = kind,
                                  .shifted = (uint8_t)source,
                                  .shift = (uint8_t)by->constant,
                                  .bits = (uint8_t)bits}};
}

static struct term extended(const struct step *s, const struct term *a)
{
    if (a->kind == TERM_BIT && s->opcode != LLVMTrunc)
        return (struct term){.kind = s->opcode == LLVMSExt ? TERM_MINUS_BIT : TERM_BIT};
    return (struct term){.kind = TERM_OTHER};
}

/* A mask as bits of lanes, or back. */
static struct term cast(const struct step *s, const struct term *a)
{
    bool to_bits = step_kind(s->type) == KIND_I1 && step_lanes(s->type) == 32;
    if (a->kind == TERM_CARRY || (a->kind == TERM_BIT && to_bits))
        return *a;
    return (struct term){.kind = TERM_OTHER};
}

/* Whether a sum of two is less than one of them: the carry. */
static struct term compared(const struct step *s, const struct term *a, const struct term *b)
{
    int source = only_source(b);
    bool is_carry = s->detail == LLVMIntULT && is_sum(a) && source >= 0 &&
                    __builtin_popcount(a->form.plus) == 2 && !a->form.minus &&
                    !a->form.takes_carry && a->form.plus >> source & 1;
    return (struct term){.kind = is_carry ? TERM_CARRY : TERM_OTHER};
}

static void combine(const struct step *s, unsigned bits, const struct term *a, const struct term *b,
                    const struct term *c, struct term *r)
{
    switch ((LLVMOpcode)s->opcode) {
    case LLVMAdd:
        *r = summed(a, b, false);
        break;
    case LLVMSub:
        *r = summed(a, b, true);
        break;
    case LLVMOr:
        *r = is_constant(a, 0) ? *b : is_constant(b, 0) ? *a : *r;
        break;
    case LLVMShl:
        *r = shifted(a, b, FORM_SHIFT_LEFT, bits);
        break;
    case LLVMLShr:
        *r = shifted(a, b, FORM_SHIFT_RIGHT, bits);
        break;
    case LLVMAShr:
        *r = shifted(a, b, FORM_SHIFT_SIGNED, bits);
        break;
    case LLVMZExt:
    case LLVMSExt:
        *r = extended(s, a);
        break;
    case LLVMBitCast:
        *r = cast(s, a);
        break;
    case LLVMICmp:
        *r = compared(s, a, b);
        break;
    case LLVMSelect: /* without clamp, and the like */
        if (a->is_known)
            *r = a->constant & 1 ? *b : *c;
        break;
    default:
        break;
    }
}

static void term_step(void *context, const struct step *s, const char *intrinsic,
                      const void *const arg[3], void *out)
{
    const struct term *a = arg[0], *b = arg[1], *c = arg[2];
    struct term *r = out;
    uint64_t k[3] = {0}, value;
    unsigned bits = step_bits(s->type);
    bool all_known = !intrinsic;
    (void)context;
    for (unsigned n = 0; n < 3 && arg[n]; n++) {
        const struct term *x = arg[n];
        all_known &= x->is_known;
        k[n] = x->constant;
    }
    *r = (struct term){.kind = TERM_OTHER};
    bool keeps_width = s->opcode != LLVMICmp && s->opcode != LLVMTrunc && s->opcode != LLVMZExt &&
                       s->opcode != LLVMSExt;
    bool is_equality = s->opcode == LLVMICmp && (s->detail == LLVMIntEQ || s->detail == LLVMIntNE);
    bool can_fold = keeps_width || is_equality || s->opcode == LLVMZExt || s->opcode == LLVMTrunc;
    if (all_known && can_fold && step_of_constants(s, keeps_width ? bits : 64, k, &value))
        *r = (struct term){.is_known = true, .constant = value};
    else
        combine(s, bits, a, b, c, r);
}

static struct form form_of(const struct computation *c)
{
    static const struct domain terms = {sizeof(struct term), term_constant, term_step, NULL};
    struct term in[MAX_SOURCES], out[MAX_DESTINATIONS];
    struct form none = {.kind = FORM_OTHER};
    if (!c->is_vector || c->crosses_lanes || c->destination[0].kind != TO_LANES ||
        c->destination[0].bits < 32)
        return none;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        in[i] = (struct term){.kind = TERM_FORM,
                              .form = {.kind = FORM_SUM, .plus = (uint8_t)(1u << i)}};
        in[i].is_known = s->kind == SOURCE_CONSTANT && !s->neg && !s->abs;
        in[i].constant = s->constant;
        if (s->neg || s->abs || s->is_float)
            in[i].kind = TERM_OTHER;
        else if (s->kind == SOURCE_MASK)
            in[i].kind = TERM_BIT;
        else if (s->kind == SOURCE_OTHER || s->kind == SOURCE_LANE0 || s->kind == SOURCE_LANE_BITS)
            in[i].kind = TERM_OTHER;
    }
    if (!walk(&terms, NULL, c->function, in, out) || out[0].kind != TERM_FORM)
        return none;
    struct form f = out[0].form;
    f.bits = c->destination[0].bits;
    f.gives_carry = c->destination_count > 1 && out[1].kind == TERM_CARRY;
    return f;
}

enum steps step_of(const struct region *r, const struct region_op *at, unsigned var)
{
    const struct computation *c = NULL;
    for (unsigned i = 0; i < computations_of(at) && !c;
         i++) /* of a pair, with different registers */
        if (computation_of(r, at, i)->is_vector &&
            computation_of(r, at, i)->destination[0].kind == TO_LANES &&
            computation_of(r, at, i)->destination[0].var == var)
            c = computation_of(r, at, i);
    if (!c || c->destination[0].bits != 32)
        return STEPS_OTHERWISE;
    struct form f = form_of(c);
    unsigned itself = 0;
    if (f.kind != FORM_SUM || f.bits != 32)
        return STEPS_OTHERWISE;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        if (!((f.plus | f.minus) >> i & 1))
            continue;
        bool is_itself = s->kind == SOURCE_LANES && s->var == var && s->bits == 32;
        if (is_itself ? f.minus >> i & 1 : s->kind == SOURCE_LANES)
            return STEPS_OTHERWISE;
        itself += is_itself;
    }
    if (itself != 1 || !((f.plus | f.minus) & ((f.plus | f.minus) - 1)))
        return STEPS_OTHERWISE;
    return f.takes_carry               ? (f.minus ? STEPS_OTHERWISE : STEPS_HIGH)
           : c->destination_count == 1 ? STEPS_ALONE
           : f.gives_carry             ? STEPS_LOW
                                       : STEPS_OTHERWISE;
}

/* ---- ops ---- */

void note_operands(struct emitter *e, const struct computation *c, unsigned half, struct noted *out)
{
    *out = (struct noted){.form = form_of(c)};
    if (out->form.kind == FORM_OTHER)
        return;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        bool is_term = out->form.kind == FORM_SUM ? (out->form.plus | out->form.minus) >> i & 1
                                                  : out->form.shifted == i;
        if (is_term)
            out->x[i] = operand_of(e, s, half);
        else if (s->kind == SOURCE_MASK)
            out->carry = get_var(e, s->var + half);
    }
}

void note_result(struct emitter *e, const struct noted *n, LLVMValueRef exec, LLVMValueRef lo,
                 LLVMValueRef hi)
{
    const struct form *f = &n->form;
    const struct operand *x = &n->x[f->shifted];
    struct operand terms[2];
    struct address a;
    switch (f->kind) {
    case FORM_SUM:
        if (f->bits != 32)
            break;
        if (!f->takes_carry)
            note_sum(e, n, lo);
        else if (two_terms(n, terms) && n->carry)
            note_carry_in(e, terms, n->carry, exec, lo);
        break;
    case FORM_SHIFT_LEFT:
        if (f->bits == 64 && x->kind == LANES)
            note_shifted(e, find_address(e, x->lo, x->hi), f->shift, lo, hi);
        break;
    case FORM_SHIFT_RIGHT:
    case FORM_SHIFT_SIGNED:
        if (x->kind != LANES)
            break;
        if (f->bits == 32 && f->kind == FORM_SHIFT_SIGNED && f->shift == 31) {
            /* the sign: the upper half of a sign extension */
            a = find_offset(e, x->lo);
            a.lo = x->lo;
            a.hi = lo;
            a.is_signed = true;
            remember(e, a);
        } else if (f->bits == 64 && is_zero(x->lo) && f->shift <= 32 && !LLVMIsConstant(x->hi)) {
            /* of hi:0: an extension, shifted left by what is left of 32 */
            a = find_offset(e, x->hi);
            a.is_signed = f->kind == FORM_SHIFT_SIGNED;
            note_shifted(e, a, 32 - f->shift, lo, hi);
        }
        break;
    default:
        break;
    }
}

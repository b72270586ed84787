/* address.c: see address.h. */
#include "jit/address.h"

#include "jit/batch_rows.h"
#include "jit/registers.h"

/* ---- what is known ---- */

/* same: whether the value is one that was there before, as after the addition of 0: of that,
 * nothing new can be said here, where what is made may not reach all its uses. */
static void remember(struct emitter *e, struct address a, bool same)
{
    if (same)
        return;
    struct addresses *t = e->addresses;
    t->known[t->count++ % MAX_ADDRESSES] = a;
}

/* The latest entry for a pair of halves; hi NULL: for a 32-bit value. */
static const struct address *find(const struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    const struct addresses *t = e->addresses;
    for (unsigned i = 0; i < MAX_ADDRESSES && i < t->count; i++) {
        const struct address *a = &t->known[(t->count - 1 - i) % MAX_ADDRESSES];
        if (a->lo == lo && a->hi == hi)
            return a;
    }
    for (unsigned i = 0; i < t->lasting_count; i++)
        if (t->lasting[i].lo == lo && t->lasting[i].hi == hi)
            return &t->lasting[i];
    return NULL;
}

static LLVMValueRef add32(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return !a ? b : !b ? a : LLVMBuildAdd(e->b, a, b, "");
}

struct address find_offset(struct emitter *e, LLVMValueRef v)
{
    struct batch_row r;
    bool is_row = in_batch(e) && find_batch_row(e, v, &r); /* then all is known already */
    const struct address *a = is_row ? NULL : find(e, v, NULL);
    return a ? *a : (struct address){.lo = v, .root = v};
}

/* A root of 64 bits. */
static struct address itself(LLVMValueRef lo, LLVMValueRef hi)
{
    return (struct address){.lo = lo, .hi = hi, .root = lo, .root_hi = hi};
}

struct address find_multiple(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    const struct address *a = find(e, lo, hi);
    if (a)
        return *a;
    if (!is_const_zero(hi) || LLVMIsConstant(lo))
        return itself(lo, hi);
    struct address zero_extended = find_offset(e, lo);
    zero_extended.hi = hi;
    return zero_extended;
}

struct address find_address(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    struct address a = find_multiple(e, lo, hi);
    return a.more ? itself(lo, hi) : a;
}

const struct address *find_half(const struct emitter *e, LLVMValueRef v, bool *is_high)
{
    const struct addresses *t = e->addresses;
    for (unsigned i = 0; i < MAX_ADDRESSES && i < t->count; i++) {
        const struct address *a = &t->known[i];
        bool is_cheap = is_lasting_root(e, a->root) || (a->hi && a->plus && !a->root_hi);
        *is_high = a->hi == v;
        if (is_cheap && (a->lo == v || a->hi == v))
            return a;
    }
    for (unsigned i = 0; i < t->lasting_count; i++) {
        const struct address *a = &t->lasting[i];
        *is_high = a->hi == v;
        if (a->lo == v || a->hi == v)
            return a;
    }
    return NULL;
}

const struct address *add_lasting(struct emitter *e, struct address a)
{
    struct addresses *t = e->addresses;
    if (t->lasting_count == MAX_LASTING)
        return NULL;
    t->lasting[t->lasting_count] = a;
    return &t->lasting[t->lasting_count++];
}

bool is_lasting_root(const struct emitter *e, LLVMValueRef root)
{
    for (unsigned i = 0; i < e->addresses->lasting_count; i++)
        if (e->addresses->lasting[i].root == root)
            return true;
    return false;
}

/* ---- operands ---- */

static struct operand operand_of(struct emitter *e, const struct source *s, unsigned half)
{
    if (s->neg || s->abs || s->bits < 32)
        return (struct operand){.kind = UNKNOWN};
    switch (s->kind) {
    case SOURCE_LANES: {
        LLVMValueRef lo = active_lanes(e, get_var(e, s->var + half), half), hi = NULL;
        if (s->bits == 64)
            hi = active_lanes(e, get_var(e, s->var + half + e->region->halves), half);
        return (struct operand){LANES, lo, hi};
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
        remember(e, (struct address){.lo = result, .root = LLVMConstNull(e->v32i32), .by = by},
                 false);
    if (!lanes || !(by || n->form.plus & (n->form.plus - 1)))
        return;
    struct address a = find_offset(e, lanes);
    remember(e, (struct address){.lo = result, .root = a.root, .by = add32(e, a.by, by)},
             result == lanes);
}

/* lo:hi is `a`, shifted left. */
static void note_shifted(struct emitter *e, struct address a, unsigned shift, LLVMValueRef lo,
                         LLVMValueRef hi)
{
    bool same = a.lo == lo && a.hi == hi;
    a.lo = lo;
    a.hi = hi;
    a.shift += shift;
    a.plus = a.plus ? LLVMBuildShl(e->b, a.plus, const_i64(e, shift), "") : const_i64(e, 0);
    if (a.shift < 32 && !a.root_hi)
        remember(e, a, same);
}

/* ---- 64-bit sums: an addition that carries, and one that takes the carry ---- */

static LLVMValueRef add64(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return !a ? b : !b ? a : LLVMBuildAdd(e->b, a, b, "");
}

/* Of two addresses that are made of one root: a multiple of it. */
static bool note_multiple(struct emitter *e, const struct operand lo[2], const struct operand hi[2],
                          LLVMValueRef result_lo, LLVMValueRef result_hi)
{
    if (hi[0].kind != LANES || hi[1].kind != LANES)
        return false;
    struct address a = find_multiple(e, lo[0].lo, hi[0].lo),
                   b = find_multiple(e, lo[1].lo, hi[1].lo);
    if (a.root != b.root || a.by != b.by || a.root_hi || b.root_hi || a.is_signed != b.is_signed)
        return false;
    unsigned shift = a.shift < b.shift ? a.shift : b.shift, up = a.shift - shift + b.shift - shift;
    uint64_t times =
        up > 3 ? UINT64_MAX
               : ((1 + a.more) << (a.shift - shift)) + ((1 + b.more) << (b.shift - shift));
    if (times > 1 + MAX_MORE || result_lo == lo[0].lo || result_lo == lo[1].lo)
        return false;
    a.lo = result_lo;
    a.hi = result_hi;
    a.shift = shift;
    a.more = (unsigned)times - 1;
    a.plus = add64(e, a.plus, b.plus);
    a.plus = a.plus ? a.plus : const_i64(e, 0);
    remember(e, a, false);
    return true;
}

static bool note_wide_sum(struct emitter *e, const struct operand lo[2], const struct operand hi[2],
                          LLVMValueRef result_lo, LLVMValueRef result_hi)
{
    unsigned lanes = lo[0].kind == LANES ? 0 : 1, other = 1 - lanes;
    LLVMValueRef high = hi[lanes].lo;
    struct address a;
    if (lo[0].kind == LANES && lo[1].kind == LANES)
        return note_multiple(e, lo, hi, result_lo, result_hi);
    if (lo[lanes].kind != LANES || lo[other].kind != UNIFORM || hi[other].kind != UNIFORM)
        return false;
    if (hi[lanes].kind == UNIFORM && is_const_zero(high))
        high = LLVMConstNull(e->v32i32);
    else if (hi[lanes].kind != LANES)
        return false;
    a = find_multiple(e, lo[lanes].lo, high);
    LLVMValueRef by = join_s64(e, lo[other].lo, hi[other].lo);
    a.lo = result_lo;
    a.hi = result_hi;
    a.plus = add64(e, a.plus, by);
    remember(e, a, result_lo == lo[lanes].lo && result_hi == high);
    return true;
}

/* Waves of a batch may have one carry, and the halves that take it in common. */
static void note_carry_in(struct emitter *e, const struct operand x[2], LLVMValueRef carry,
                          LLVMValueRef exec, LLVMValueRef result)
{
    const struct addresses *t = e->addresses;
    const struct operand swapped[2] = {x[1], x[0]};
    for (unsigned i = 0; i < MAX_CARRIES && i < t->carry_count; i++) {
        const struct carry *c = &t->carries[(t->carry_count - 1 - i) % MAX_CARRIES];
        if (c->out != carry || c->exec != exec)
            continue;
        if (!note_wide_sum(e, c->in, x, c->result, result))
            note_wide_sum(e, c->in, swapped, c->result, result);
        if (!in_batch(e))
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
    struct addresses *t = e->addresses;
    struct operand x[2];
    if (n->form.gives_carry && !n->form.takes_carry && two_terms(n, x))
        t->carries[t->carry_count++ % MAX_CARRIES] = (struct carry){co, exec, result, {x[0], x[1]}};
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
            remember(e, a, false);
        } else if (f->bits == 64 && is_const_zero(x->lo) && f->shift <= 32 &&
                   !LLVMIsConstant(x->hi)) {
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

/* ---- registers ---- */

void store_address(struct emitter *e, unsigned var, const struct address *a, bool is_high)
{
    LLVMValueRef root = LLVMBuildStore(e->b, a->root, wave_field(e, e->region->isa->layout.root));
    LLVMSetAlignment(root, VECTOR_BYTES);
    if (a->root_hi) {
        root = LLVMBuildStore(e->b, a->root_hi, wave_field(e, e->region->isa->layout.root_high));
        LLVMSetAlignment(root, VECTOR_BYTES);
    }
    LLVMTypeRef types[5] = {e->ptr, e->i32, e->i32, e->i64, e->i32},
                type = LLVMFunctionType(LLVMVoidTypeInContext(e->c), types, 5, 0);
    uint32_t form = a->shift | (a->is_signed ? ADDRESS_SIGNED : 0) | (is_high ? ADDRESS_HIGH : 0) |
                    (a->root_hi ? ADDRESS_WIDE : 0) | a->more << ADDRESS_MORE;
    LLVMValueRef args[5] = {e->wave, const_i32(e, var), a->by ? a->by : const_i32(e, 0),
                            a->plus ? a->plus : const_i64(e, 0), const_i32(e, form)};
    LLVMBuildCall2(e->b, type, c_function(e, "store_address", type), args, 5, "");
}

/* form.c: see form.h. */
#include "jit/form.h"

#include <llvm-c/Core.h>

#include "jit/walk.h"

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

struct form form_of(const struct computation *c)
{
    static const struct domain terms = {sizeof(struct term), term_constant, term_step, NULL};
    struct term in[MAX_SOURCES], out[MAX_DESTINATIONS];
    struct form none = {.kind = FORM_OTHER};
    if (!c->is_vector || c->is_adapted || c->destination[0].kind != TO_LANES ||
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

enum increment increment_of(const struct region *r, const struct region_op *at, unsigned var)
{
    const struct computation *c = NULL;
    for (unsigned i = 0; i < computations_of(at) && !c;
         i++) /* of a pair, with different registers */
        if (computation_of(r, at, i)->is_vector &&
            computation_of(r, at, i)->destination[0].kind == TO_LANES &&
            computation_of(r, at, i)->destination[0].var == var)
            c = computation_of(r, at, i);
    if (!c || c->destination[0].bits != 32)
        return INCREMENT_OTHERWISE;
    struct form f = form_of(c);
    unsigned itself = 0;
    if (f.kind != FORM_SUM || f.bits != 32)
        return INCREMENT_OTHERWISE;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        if (!((f.plus | f.minus) >> i & 1))
            continue;
        bool is_itself = s->kind == SOURCE_LANES && s->var == var && s->bits == 32;
        if (is_itself ? f.minus >> i & 1 : s->kind == SOURCE_LANES)
            return INCREMENT_OTHERWISE;
        itself += is_itself;
    }
    if (itself != 1 || !((f.plus | f.minus) & ((f.plus | f.minus) - 1)))
        return INCREMENT_OTHERWISE;
    return f.takes_carry               ? (f.minus ? INCREMENT_OTHERWISE : INCREMENT_HIGH)
           : c->destination_count == 1 ? INCREMENT_ALONE
           : f.gives_carry             ? INCREMENT_LOW
                                       : INCREMENT_OTHERWISE;
}

/* shadow.c: see shadow.h. What becomes of undefined bits in each kind of step: exact for logic,
 * shifts by what is defined, sums, selects and conversions of width; comparisons by the interval
 * that their operands may be in; for everything else, floats above all, an undefined bit in makes
 * all bits of the lane undefined. */
#include "jit/shadow.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "jit/isa.h"
#include "jit/signature.h"
#include "jit/walk.h"

/* A value of a semantic function: of each element, its bits and which of them are undefined. */
struct bits {
    unsigned type, lanes;     /* as in steps.h */
    bool is_known;            /* else `value` says nothing: results of float operations */
    uint64_t *value, *shadow; /* [lanes] */
};

struct arena {
    struct bits *bits;
    uint64_t *words;
};

static uint64_t all_of(unsigned width)
{
    return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static struct bits *make(struct arena *a, unsigned type)
{
    struct bits *b = a->bits++;
    b->type = type;
    b->lanes = step_lanes(type);
    b->is_known = true;
    b->value = a->words;
    b->shadow = a->words + b->lanes;
    a->words += 2 * b->lanes;
    return b;
}

static uint64_t value_at(const struct bits *b, unsigned i)
{
    return b->value[b->lanes == 1 ? 0 : i];
}

static uint64_t shadow_of(const struct bits *b, unsigned i)
{
    return b->shadow[b->lanes == 1 ? 0 : i];
}

/* ---- steps ------------------------------------------------------------------------------ */

/* One element of a step. */
struct element_step {
    const struct step *step;
    const char *intrinsic;
    unsigned width; /* of the arguments */
    unsigned out;   /* of the result */
    uint64_t v[3], s[3];
    bool known[3];
    unsigned count;
};

static uint64_t any_to_all(const struct element_step *e)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < e->count; i++)
        any |= e->s[i];
    return any ? all_of(e->out) : 0;
}

/* Carries go upwards from the lowest undefined bit. With values, those that the largest and the
 * smallest possible sum agree about are known. */
static uint64_t sum_shadow(const struct element_step *e, bool is_difference)
{
    uint64_t s = e->s[0] | e->s[1], all = all_of(e->width);
    if (!s)
        return 0;
    if (!e->known[0] || !e->known[1])
        return (s | (0 - s)) & all;
    uint64_t a_min = e->v[0] & ~e->s[0], a_max = e->v[0] | e->s[0];
    uint64_t b = is_difference ? ~e->v[1] & all : e->v[1];
    uint64_t b_min = b & ~e->s[1], b_max = b | e->s[1];
    uint64_t most = a_max + b_max + is_difference, least = a_min + b_min + is_difference;
    uint64_t no_carry = ~(most ^ a_max ^ b_max), carry = least ^ a_min ^ b_min;
    return (s | ~(no_carry | carry)) & all;
}

/* Zeros at the lower end that are known. */
static unsigned known_zeros(const struct element_step *e, unsigned i)
{
    uint64_t maybe = e->known[i] ? e->v[i] | e->s[i] : UINT64_MAX;
    return maybe ? (unsigned)__builtin_ctzll(maybe) : 64;
}

static uint64_t product_shadow(const struct element_step *e)
{
    unsigned first = 64;
    for (unsigned i = 0; i < 2; i++)
        if (e->s[i]) {
            unsigned at = (unsigned)__builtin_ctzll(e->s[i]) + known_zeros(e, !i);
            first = at < first ? at : first;
        }
    return first >= e->width ? 0 : all_of(e->width) & (UINT64_MAX << first);
}

static uint64_t shift_shadow(const struct element_step *e)
{
    if (e->s[1] || !e->known[1])
        return any_to_all(e);
    const uint64_t arg[3] = {e->s[0], e->v[1], 0};
    uint64_t out = 0;
    return step_of_constants(e->step, e->width, arg, &out) ? out : any_to_all(e);
}

static bool holds(const struct element_step *e, uint64_t a, uint64_t b)
{
    const uint64_t arg[3] = {a, b, 0};
    uint64_t out = 0;
    step_of_constants(e->step, e->width, arg, &out);
    return out;
}

/* Whether the undefined bits can change a comparison. */
static uint64_t compare_shadow(const struct element_step *e)
{
    uint64_t s = e->s[0] | e->s[1];
    if (!s || !e->known[0] || !e->known[1])
        return s != 0;
    if (e->step->detail == LLVMIntEQ || e->step->detail == LLVMIntNE)
        return !((e->v[0] ^ e->v[1]) & ~s & all_of(e->width));
    uint64_t sign = e->step->detail >= LLVMIntSGT ? UINT64_C(1) << (e->width - 1) : 0;
    uint64_t least[2], most[2];
    for (unsigned i = 0; i < 2; i++) {
        uint64_t v = e->v[i] ^ sign;
        least[i] = (v & ~e->s[i]) ^ sign;
        most[i] = (v | e->s[i]) ^ sign;
    }
    return holds(e, least[0], most[1]) != holds(e, most[0], least[1]);
}

/* An unknown value, which no undefined bit can be in, is taken to hide one where it could. */
static uint64_t logic_shadow(const struct element_step *e)
{
    bool is_or = e->step->opcode == LLVMOr;
    uint64_t out = e->s[0] & e->s[1];
    for (unsigned i = 0; i < 2; i++)
        if (e->known[!i])
            out |= e->s[i] & (is_or ? ~e->v[!i] : e->v[!i]);
    return out;
}

static uint64_t select_shadow(const struct element_step *e)
{
    if (e->s[0] & 1) {
        bool known = e->known[1] && e->known[2];
        return e->s[1] | e->s[2] | (known ? e->v[1] ^ e->v[2] : all_of(e->out));
    }
    if (!e->known[0])
        return e->s[1] & e->s[2];
    return e->v[0] & 1 ? e->s[1] : e->s[2];
}

static uint64_t reversed(uint64_t v, unsigned width)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < width; i++)
        out |= (v >> i & 1) << (width - 1 - i);
    return out;
}

static uint64_t funnel(uint64_t high, uint64_t low, uint64_t by, unsigned width, bool right)
{
    by %= width;
    if (by == 0)
        return right ? low : high;
    if (right)
        by = width - by;
    return (high << by | low >> (width - by)) & all_of(width);
}

/* Calls that move bits. false: it is another one. */
static bool moving_call(const struct element_step *e, uint64_t *value, uint64_t *shadow)
{
    const char *name = e->intrinsic + strlen("llvm.");
    uint64_t sign = UINT64_C(1) << (e->out - 1);
    bool right = strcmp(name, "fshr") == 0;
    if (right || strcmp(name, "fshl") == 0) {
        if (e->s[2] || !e->known[2])
            return false;
        *value = funnel(e->v[0], e->v[1], e->v[2], e->out, right);
        *shadow = funnel(e->s[0], e->s[1], e->v[2], e->out, right);
    } else if (strcmp(name, "bitreverse") == 0) {
        *value = reversed(e->v[0], e->out);
        *shadow = reversed(e->s[0], e->out);
    } else if (strcmp(name, "fabs") == 0) {
        *value = e->v[0] & ~sign;
        *shadow = e->s[0] & ~sign;
    } else if (strcmp(name, "copysign") == 0) {
        *value = (e->v[0] & ~sign) | (e->v[1] & sign);
        *shadow = (e->s[0] & ~sign) | (e->s[1] & sign);
    } else {
        return false;
    }
    return true;
}

/* Minima and maxima of integers, of which the value is used as the amount of shifts. */
static bool limiting_call(const struct element_step *e, uint64_t *value)
{
    const char *name = e->intrinsic + strlen("llvm.");
    uint64_t sign = name[0] == 's' ? UINT64_C(1) << (e->width - 1) : 0;
    uint64_t a = e->v[0] ^ sign, b = e->v[1] ^ sign;
    if (strcmp(name, "umin") == 0 || strcmp(name, "smin") == 0)
        *value = (a < b ? a : b) ^ sign;
    else if (strcmp(name, "umax") == 0 || strcmp(name, "smax") == 0)
        *value = (a > b ? a : b) ^ sign;
    else
        return false;
    return true;
}

static bool compare_floats(unsigned predicate, bool less, bool equal, bool unordered)
{
    bool greater = !less && !equal && !unordered;
    return (predicate & 1 && equal) || (predicate & 2 && greater) || (predicate & 4 && less) ||
           (predicate & 8 && unordered);
}

static bool float_condition(const struct element_step *e, unsigned kind, uint64_t *value)
{
    double x[2];
    for (unsigned i = 0; i < 2; i++) {
        uint32_t low = (uint32_t)e->v[i];
        float f;
        memcpy(&f, &low, sizeof f);
        if (kind == KIND_F64)
            memcpy(&x[i], &e->v[i], sizeof x[i]);
        else
            x[i] = (double)f;
    }
    *value = compare_floats(e->step->detail, x[0] < x[1], x[0] == x[1],
                            !(x[0] == x[0]) || !(x[1] == x[1]));
    return kind != KIND_F16;
}

/* The shadow of an element of the result; *value if it is known. */
static uint64_t element_shadow(const struct element_step *e)
{
    switch ((LLVMOpcode)e->step->opcode) {
    case LLVMAdd:
    case LLVMSub:
        return sum_shadow(e, e->step->opcode == LLVMSub);
    case LLVMMul:
        return product_shadow(e);
    case LLVMAnd:
    case LLVMOr:
        return logic_shadow(e);
    case LLVMXor:
        return e->s[0] | e->s[1];
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return shift_shadow(e);
    case LLVMICmp:
        return compare_shadow(e);
    case LLVMSelect:
        return select_shadow(e);
    case LLVMSExt: {
        const uint64_t arg[3] = {e->s[0], 0, 0};
        uint64_t out = 0;
        step_of_constants(e->step, e->width, arg, &out);
        return out;
    }
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMFNeg:
        return e->s[0] & all_of(e->out);
    default:
        return any_to_all(e);
    }
}

/* Sets the value of an element; false: it is not known. */
static bool element_value(const struct element_step *e, unsigned kind, uint64_t *value)
{
    if (e->step->opcode == LLVMSelect) {
        unsigned arm = e->v[0] & 1 ? 1 : 2;
        *value = e->v[arm];
        return e->known[0] && e->known[arm];
    }
    for (unsigned i = 0; i < e->count; i++)
        if (!e->known[i])
            return false;
    if (e->step->opcode == LLVMFCmp)
        return float_condition(e, kind, value);
    if (e->step->opcode == LLVMFNeg) {
        *value = e->v[0] ^ UINT64_C(1) << (e->out - 1);
        return true;
    }
    return step_of_constants(e->step, e->width, e->v, value);
}

/* Vectors of elements of another width. */
static void recast(const struct bits *from, struct bits *to)
{
    unsigned in = step_bits(from->type), out = step_bits(to->type);
    for (unsigned i = 0; i < to->lanes; i++) {
        to->value[i] = to->shadow[i] = 0;
        for (unsigned k = 0; k < (out > in ? out / in : 1); k++) {
            unsigned bit = i * out + k * in, at = bit / in;
            to->value[i] |= (from->value[at] >> bit % in & all_of(out)) << k * in;
            to->shadow[i] |= (from->shadow[at] >> bit % in & all_of(out)) << k * in;
        }
    }
    to->is_known = from->is_known;
}

static void take_step(void *context, const struct step *s, const char *intrinsic,
                      const void *const arg[3], void *out)
{
    struct bits *r = make(context, s->type);
    const struct bits *in[3] = {NULL, NULL, NULL};
    struct element_step e = {.step = s, .intrinsic = intrinsic, .out = step_bits(s->type)};
    memcpy(out, &r, sizeof(struct bits *));
    for (; e.count < 3 && arg[e.count]; e.count++)
        memcpy(&in[e.count], arg[e.count], sizeof(struct bits *));
    e.width = step_bits(in[0]->type);
    if (s->opcode == LLVMBitCast && e.width != e.out) {
        recast(in[0], r);
        return;
    }
    for (unsigned i = 0; i < r->lanes; i++) {
        uint64_t value = 0, shadow;
        bool is_known = false, is_moved = false;
        for (unsigned k = 0; k < e.count; k++) {
            e.v[k] = value_at(in[k], i);
            e.s[k] = shadow_of(in[k], i);
            e.known[k] = in[k]->is_known;
        }
        if (intrinsic) {
            is_moved = moving_call(&e, &value, &shadow);
            bool known = true;
            for (unsigned k = 0; k < e.count; k++)
                known &= e.known[k];
            is_known = known && (is_moved || limiting_call(&e, &value));
        } else {
            is_known = element_value(&e, step_kind(in[0]->type), &value);
        }
        r->value[i] = value & all_of(e.out);
        r->shadow[i] = is_moved ? shadow : element_shadow(&e);
        r->is_known &= is_known;
    }
}

static void take_constant(void *context, unsigned type, uint64_t bits, bool all_alike, void *out)
{
    struct bits *r = make(context, type);
    const struct step_constant k = {.type = (uint8_t)type, .value = bits};
    for (unsigned i = 0; i < r->lanes; i++) {
        r->value[i] = all_alike ? bits : step_elements(&k)[i];
        r->shadow[i] = 0;
    }
    memcpy(out, &r, sizeof(struct bits *));
}

static const struct domain domain = {
    .value_bytes = sizeof(struct bits *), .constant = take_constant, .step = take_step};

/* ---- functions -------------------------------------------------------------------------- */

enum { MAX_ARGUMENT_WORDS = SIG_MAX * 2 * 32 };

static unsigned type_of_param(unsigned type)
{
    static const uint8_t types[] = {
        [SIG_V16] = 16 * KIND_I16 + 5, [SIG_V32] = 16 * KIND_I32 + 5,
        [SIG_V64] = 16 * KIND_I64 + 5, [SIG_V128] = 16 * KIND_I32 + 7,
        [SIG_I16] = 16 * KIND_I16,     [SIG_I32] = 16 * KIND_I32,
        [SIG_I64] = 16 * KIND_I64,     [SIG_BOOL] = 16 * KIND_I8,
    };
    return types[type];
}

/* Memory for the values of a function's steps and constants. */
static bool arena_open(struct arena *a, const struct step_list *l, void **memory)
{
    size_t words = 2 * 32 * SIG_MAX, values = SIG_MAX;
    for (unsigned i = 0; i < l->count; i++) {
        const struct step *s = step_at(l, i);
        words += 2 * step_lanes(s->type);
        values++;
        for (unsigned k = 0; k < 3 && s->arg[k] != NO_STEP; k++)
            if (s->arg[k] < 0) {
                words += 2 * step_lanes(step_constant(s->arg[k])->type);
                values++;
            }
    }
    for (unsigned i = 0; i < STEP_RESULTS; i++, values++)
        words += 2 * 32;
    *memory = malloc(words * sizeof(uint64_t) + values * sizeof(struct bits));
    a->words = *memory;
    a->bits = (struct bits *)(void *)(a->words + words);
    return *memory;
}

/* ---- computations ----------------------------------------------------------------------- */

static uint32_t scalar_value(const struct shadow_set *s, const struct wave *w, unsigned var)
{
    uint32_t v = 0;
    memcpy(&v, shadow_at(s, w, var), shadow_bytes(s, var));
    return v;
}

static uint64_t scalars_value(const struct shadow_set *s, const struct wave *w,
                              const struct source *x)
{
    uint64_t v = scalar_value(s, w, x->var);
    if (x->bits == 64 && x->var < s->first_flag)
        v |= (uint64_t)scalar_value(s, w, x->var + 1u) << 32;
    return v >> (x->bits == 16 && x->is_high ? 16 : 0) & all_of(x->bits);
}

static uint64_t lane_value(const struct shadow_set *s, const struct wave *w, const struct source *x,
                           unsigned half, unsigned lane)
{
    uint64_t v = ((const uint32_t *)shadow_at(s, w, x->var + half))[lane];
    if (x->bits == 64)
        v |= (uint64_t)((const uint32_t *)shadow_at(s, w, x->var + s->halves + half))[lane] << 32;
    return v >> (x->bits == 16 && x->is_high ? 16 : 0) & all_of(x->bits);
}

/* Whether no bit of a mask is set, as far as that is known. */
static void none_set(const struct shadow_set *s, const struct wave *w, const struct wave *shadow,
                     const struct source *x, uint64_t *value, uint64_t *undefined)
{
    uint64_t mask = 0, unknown = 0;
    for (unsigned h = 0; h < s->halves; h++) {
        mask |= (uint64_t)scalar_value(s, w, x->var + h) << 32 * h;
        unknown |= (uint64_t)scalar_value(s, shadow, x->var + h) << 32 * h;
    }
    *value = !mask;
    *undefined = unknown && !(mask & ~unknown) ? 1 : 0;
}

static void fetch(const struct shadow_set *s, const struct wave *w, const struct wave *shadow,
                  const struct source *x, unsigned half, struct bits *out)
{
    uint64_t sign = UINT64_C(1) << ((x->bits ? x->bits : 32) - 1);
    for (unsigned i = 0; i < out->lanes; i++) {
        uint64_t v = x->constant, u = 0;
        switch (x->kind) {
        case SOURCE_LANES:
            v = lane_value(s, w, x, half, i);
            u = lane_value(s, shadow, x, half, i);
            break;
        case SOURCE_SCALAR:
            v = scalars_value(s, w, x);
            u = scalars_value(s, shadow, x);
            break;
        case SOURCE_MASK:
            v = scalar_value(s, w, x->var + half);
            u = scalar_value(s, shadow, x->var + half);
            break;
        case SOURCE_NONE_SET:
            none_set(s, w, shadow, x, &v, &u);
            break;
        case SOURCE_LANE0:
            v = 32 * half;
            break;
        case SOURCE_FIELD:
            v = *(const uint32_t *)(const void *)((const char *)w + x->constant);
            break;
        case SOURCE_PC:
            v = w->code->base + x->constant;
            break;
        default:
            break;
        }
        if (x->abs && x->kind != SOURCE_MASK) {
            v &= sign - 1;
            u &= sign - 1;
        }
        out->value[i] = (x->neg ? v ^ sign : v) & all_of(step_bits(out->type));
        out->shadow[i] = u & all_of(step_bits(out->type));
    }
}

struct results {
    struct bits *of[STEP_RESULTS];
    void *memory;
};

static bool compute(const struct shadow_set *s, const struct computation *c, const struct wave *w,
                    const struct wave *shadow, unsigned half, struct results *out)
{
    const struct step_list *l = step_list(c->function);
    struct arena a;
    struct bits *in[SIG_MAX];
    out->memory = NULL;
    if (!l || !arena_open(&a, l, &out->memory))
        return false;
    const struct signature *sig = signature_at((unsigned)c->function);
    for (unsigned i = 0, n = 0; i < sig->count; i++) {
        if (!sig->param[i].is_read)
            continue;
        in[n] = make(&a, type_of_param(sig->param[i].type));
        fetch(s, w, shadow, &c->source[n], half, in[n]);
        n++;
    }
    return walk(&domain, &a, c->function, in, out->of);
}

/* ---- results ---------------------------------------------------------------------------- */

static void put_lanes(const struct shadow_set *s, const struct destination *to, unsigned half,
                      uint32_t active, const struct bits *r, struct wave *shadow)
{
    for (unsigned k = 0; k < (to->bits == 64 ? 2 : 1); k++) {
        uint32_t *at = shadow_at(s, shadow, to->var + k * s->halves + half);
        for (uint32_t left = active; left; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctz(left);
            uint32_t v = (uint32_t)(shadow_of(r, i) >> 32 * k);
            if (to->bits == 16 && to->is_high)
                v = (at[i] & 0xffff) | v << 16;
            else if (to->bits == 16)
                v = (at[i] & 0xffff0000) | (v & 0xffff);
            at[i] = v;
        }
    }
}

static void put_scalar(const struct shadow_set *s, unsigned var, uint32_t value,
                       struct wave *shadow)
{
    if (!s->isa->is_zero(var))
        memcpy(shadow_at(s, shadow, var), &value, shadow_bytes(s, var));
}

static void put(const struct shadow_set *s, const struct computation *c, unsigned half,
                uint32_t active, const struct results *r, struct wave *shadow)
{
    for (unsigned i = 0; i < c->destination_count; i++) {
        const struct destination *to = &c->destination[i];
        if (to->kind == TO_LANES) {
            put_lanes(s, to, half, active, r->of[i], shadow);
        } else if (to->kind == TO_MASK) {
            put_scalar(s, to->var + half, (uint32_t)r->of[i]->shadow[0] & active, shadow);
        } else if (to->kind == TO_SCALAR) {
            put_scalar(s, to->var, (uint32_t)r->of[i]->shadow[0], shadow);
            if (to->bits == 64)
                put_scalar(s, to->var + 1u, (uint32_t)(r->of[i]->shadow[0] >> 32), shadow);
        }
    }
}

/* ---- what is executed twice ------------------------------------------------------------- */

/* Of the vector registers, which are a wave's end and most of it, only those of `set`. */
static void copy_wave(const struct shadow_set *s, const struct wave *w, const varset *set,
                      struct wave *to)
{
    memcpy(to, w, s->at.vectors);
    for (unsigned v = var_next(set, 0); v < VAR_S0; v = var_next(set, v + 1))
        memcpy(shadow_at(s, to, v), shadow_at(s, w, v), shadow_bytes(s, v));
}

static void rerun(const struct shadow_set *s, const struct shadow_op *o, const struct op *op,
                  const struct wave *w, struct wave *shadow, uint8_t *scratch)
{
    struct wave *same = (struct wave *)(void *)scratch,
                *other = (struct wave *)(void *)(scratch + s->wave_bytes);
    op_exec_fn exec = atomic_load_explicit(&op->exec, memory_order_relaxed);
    varset def = o->d.fx.def, flipped;
    if (o->d.fx.treatment == AS_SYNC) /* registers whose numbers are computed */
        s->isa->all_variables(s->region, &def);
    flipped = def; /* so that what is not written stays undefined */
    add_set(&flipped, &o->d.fx.use);
    copy_wave(s, w, &flipped, same);
    copy_wave(s, w, &flipped, other);
    for (unsigned v = var_next(&flipped, 0); v < VAR_COUNT; v = var_next(&flipped, v + 1)) {
        uint8_t *at = shadow_at(s, other, v);
        const uint8_t *u = shadow_at(s, shadow, v);
        bool is_mask = v >= s->active && v < s->active + s->halves;
        for (unsigned i = 0; i < shadow_bytes(s, v) && !is_mask; i++)
            at[i] ^= v >= s->first_flag ? u[i] & 1 : u[i];
    }
    exec(same, op);
    exec(other, op);
    for (unsigned v = var_next(&def, 0); v < VAR_COUNT; v = var_next(&def, v + 1)) {
        const uint8_t *a = shadow_at(s, same, v), *b = shadow_at(s, other, v);
        uint8_t *u = shadow_at(s, shadow, v);
        for (unsigned i = 0; i < shadow_bytes(s, v); i++)
            u[i] = a[i] ^ b[i];
    }
}

static bool propagate(const struct shadow_set *s, const struct shadow_op *o, const struct op *op,
                      const struct wave *w, struct wave *shadow, uint8_t *scratch)
{
    const struct computation *c = o->d.computation;
    unsigned count = o->d.kind == OP_PAIR ? 2 : 1;
    unsigned halves = c[0].is_vector ? s->halves : 1;
    bool is_undefined = false;
    if (o->way == SHADOW_RERUN) {
        rerun(s, o, op, w, shadow, scratch);
        return false;
    }
    for (unsigned h = 0; h < halves; h++) {
        struct results r[2] = {{.memory = NULL}, {.memory = NULL}};
        bool done = true;
        for (unsigned i = 0; i < count; i++)
            done &= compute(s, &c[i], w, shadow, h, &r[i]);
        for (unsigned i = 0; i < count && done; i++)
            put(s, &c[i], h, c[i].is_vector ? shadow_active(s, w, h) : UINT32_MAX, &r[i], shadow);
        if (o->is_branch && done)
            is_undefined = r[0].of[0]->shadow[0] & 1;
        for (unsigned i = 0; i < count; i++)
            free(r[i].memory);
    }
    return is_undefined;
}

/* ---- elements of memory ----------------------------------------------------------------- */

static void convert(const struct shadow_op *o, const uint32_t in[32], const uint32_t old[32],
                    uint32_t out[32])
{
    const struct step_list *l = step_list(o->element.function);
    struct bits *args[SIG_MAX], *result[STEP_RESULTS];
    struct arena a;
    void *memory = NULL;
    if (!l || !arena_open(&a, l, &memory)) {
        memset(out, 0, 32 * sizeof *out);
        return;
    }
    const struct signature *sig = signature_at((unsigned)o->element.function);
    for (unsigned i = 0, n = 0; i < sig->count; i++) {
        if (!sig->param[i].is_read)
            continue;
        bool is_old = sig->param[i].is_written;
        args[n] = make(&a, type_of_param(sig->param[i].type));
        for (unsigned k = 0; k < 32 && k < args[n]->lanes; k++) {
            args[n]->value[k] = is_old ? old[k] : 0; /* no function looks at the element's value */
            args[n]->shadow[k] = is_old ? out[k] : in[k];
        }
        n++;
    }
    walk(&domain, &a, o->element.function, args, result);
    for (unsigned k = 0; k < 32; k++)
        out[k] = (uint32_t)shadow_of(result[0], k);
    free(memory);
}

/* ---- ops -------------------------------------------------------------------------------- */

static bool has_steps(const struct description *d)
{
    for (unsigned i = 0; i < (d->kind == OP_PAIR ? 2 : 1); i++) {
        const struct computation *c = &d->computation[i];
        if (!step_list(c->function) || c->is_adapted)
            return false;
        for (unsigned k = 0; k < c->source_count; k++)
            if (c->source[k].kind == SOURCE_OTHER)
                return false;
    }
    return true;
}

static void describe(const struct shadow_set *s, const struct op *op, struct shadow_op *out)
{
    struct description *d = &out->d;
    memset(out, 0, sizeof *out);
    if (s->isa->prefixed && s->isa->prefixed(op))
        return; /* it does nothing by itself */
    s->isa->describe_op(s->region, op, d);
    bool is_computed = d->fx.treatment == AS_IR &&
                       (d->kind == OP_COMPUTE || d->kind == OP_PAIR || d->kind == OP_BRANCH);
    bool is_memory =
        op->cls == SHOAL_CLASS_VMEM || op->cls == SHOAL_CLASS_SMEM || d->kind == OP_ACCESS;
    bool is_run = d->fx.treatment == AS_CALL || d->fx.treatment == AS_IR ||
                  (d->fx.treatment == AS_SYNC && op->cls == SHOAL_CLASS_VALU);
    if (d->kind == OP_BRANCH && !d->is_conditional)
        return;
    out->is_branch = d->kind == OP_BRANCH;
    if (is_computed && has_steps(d))
        out->way = SHADOW_COMPUTED;
    else if (!is_memory && is_run && !out->is_branch &&
             (op->cls == SHOAL_CLASS_VALU || op->cls == SHOAL_CLASS_LDS))
        out->way = SHADOW_RERUN;
    if (is_memory || op->cls == SHOAL_CLASS_LDS)
        s->isa->describe_element(s->region, op, &out->element);
}

static bool open_set(struct shadow_set *s, const struct isa_exec *exec, struct code *code)
{
    *s = (struct shadow_set){.isa = jit_isa_find(exec->isa), .exec = exec};
    if (!s->isa || !(s->region = calloc(1, sizeof *s->region)))
        return false;
    const struct jit_layout *at = &s->isa->layout;
    s->at.vectors = at->vectors;
    s->at.scalars = at->scalars;
    s->at.flags = at->flags;
    s->first_flag = at->first_flag;
    s->active = at->exec;
    s->isa->code_shape(code, &s->halves, &s->vectors);
    s->wave_bytes = (s->isa->wave_bytes(s->halves) + 127) / 128 * 128;
    s->region->isa = s->isa;
    s->region->code = code;
    s->region->halves = s->halves;
    s->region->vectors = s->vectors;
    s->region->mode = s->isa->plain_mode; /* how results are rounded does not matter */
    return true;
}

static void close_set(struct shadow_set *s) { free(s->region); }

const struct shadow_api shadow_api = {open_set, close_set, describe, propagate, convert};

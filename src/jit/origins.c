/* origins.c: see origins.h. */
#include "jit/origins.h"

#include <string.h>

#include <llvm-c/Core.h>

#include "jit/isa.h"
#include "jit/walk.h"

static const struct origin unknown = {.kind = ORIGIN_OTHER};

static struct origin number(uint64_t n)
{
    return (struct origin){.kind = ORIGIN_NUMBER, .plus = n};
}

static bool are_same(const struct origin *a, const struct origin *b)
{
    return a->kind == b->kind && a->by == b->by && a->at == b->at && a->plus == b->plus;
}

/* ---- sums ----
 *
 * All are of the code's byte `at`, modulo 2^64: its lower half L and its upper half H. */

/* A sum as it is in 32 bits. */
static struct origin narrow(const struct origin *a)
{
    struct origin r = *a;
    switch (a->kind) {
    case ORIGIN_NUMBER:
        r.plus = (uint32_t)a->plus;
        return r;
    case ORIGIN_CODE:
        r.kind = ORIGIN_LOW;
        return r;
    case ORIGIN_RETURN:
        r.kind = ORIGIN_RETURN_LOW;
        return r;
    case ORIGIN_LOW: /* of a byte further on */
        r.at += a->plus;
        r.plus = 0;
        return r;
    case ORIGIN_HIGH: /* H + plus + the carry of L + by */
        r.at += (a->plus << 32) + a->by;
        r.plus = r.by = 0;
        return r;
    case ORIGIN_RETURN_LOW:
    case ORIGIN_RETURN_HIGH:
    case ORIGIN_CARRY:
        return r;
    default:
        return unknown;
    }
}

static struct origin carry_of(const struct origin *low)
{
    if (low->kind != ORIGIN_LOW || low->plus > UINT32_MAX)
        return unknown;
    return (struct origin){
        .kind = ORIGIN_CARRY, .at = (uint32_t)low->at, .by = (uint32_t)low->plus};
}

static struct origin summed(const struct origin *a, const struct origin *b)
{
    struct origin r = *a;
    if (b->kind == ORIGIN_NUMBER && a->kind != ORIGIN_OTHER) {
        bool is_code = a->kind == ORIGIN_CODE;
        if (a->kind >= ORIGIN_RETURN && b->plus)
            return unknown;
        r.at += is_code ? b->plus : 0;
        r.plus += is_code ? 0 : b->plus;
        return r;
    }
    if (a->kind == ORIGIN_HIGH && b->kind == ORIGIN_CARRY && !a->by && (uint32_t)a->at == b->at) {
        r.by = b->by;
        r.plus += b->plus;
        return r;
    }
    return unknown;
}

/* Whether a sum is less than what was added, or more than 32 bits: the carry. */
static struct origin compared(const struct step *s, const struct origin *a, const struct origin *b)
{
    bool is_low = a->kind == ORIGIN_LOW && !a->plus;
    if (s->detail == LLVMIntUGT && b->kind == ORIGIN_NUMBER && b->plus == UINT32_MAX)
        return carry_of(a);
    if (s->detail == LLVMIntULT && is_low && b->kind == ORIGIN_LOW && !b->plus)
        return (struct origin){
            .kind = ORIGIN_CARRY, .at = (uint32_t)b->at, .by = (uint32_t)(a->at - b->at)};
    if (s->detail == LLVMIntULT && is_low && b->kind == ORIGIN_NUMBER && b->plus <= UINT32_MAX)
        return (struct origin){
            .kind = ORIGIN_CARRY, .at = (uint32_t)(a->at - b->plus), .by = (uint32_t)b->plus};
    if (s->detail == LLVMIntNE && a->kind == ORIGIN_CARRY && !a->plus && b->kind == ORIGIN_NUMBER &&
        !b->plus)
        return *a;
    return unknown;
}

static void origin_constant(void *context, unsigned type, uint64_t bits, bool all_alike, void *out)
{
    (void)context, (void)type;
    *(struct origin *)out = all_alike ? number(bits) : unknown;
}

static struct origin shifted_right(const struct origin *a, const struct origin *by)
{
    struct origin r = *a;
    if (by->kind != ORIGIN_NUMBER || by->plus != 32)
        return unknown;
    if (a->kind == ORIGIN_CODE)
        r.kind = ORIGIN_HIGH;
    else if (a->kind == ORIGIN_RETURN)
        r.kind = ORIGIN_RETURN_HIGH;
    else
        return carry_of(a);
    return r;
}

static void origin_step(void *context, const struct step *s, const char *intrinsic,
                        const void *const arg[3], void *out)
{
    const struct origin *a = arg[0], *b = arg[1], *c = arg[2];
    struct origin *r = out;
    bool is_wide = step_bits(s->type) == 64;
    (void)context, (void)intrinsic;
    *r = unknown;
    switch ((LLVMOpcode)s->opcode) {
    case LLVMAdd:
        *r = summed(a, b);
        if (r->kind == ORIGIN_OTHER)
            *r = summed(b, a);
        if (step_bits(s->type) < 32)
            *r = unknown;
        if (!is_wide && r->kind != ORIGIN_HIGH && r->kind != ORIGIN_CARRY)
            *r = narrow(r);
        break;
    case LLVMZExt:
        *r = *a;
        break;
    case LLVMTrunc:
        if (step_bits(s->type) == 32)
            *r = narrow(a);
        else if (a->kind == ORIGIN_CARRY && !a->plus)
            *r = *a;
        break;
    case LLVMLShr:
        *r = is_wide ? shifted_right(a, b) : unknown;
        break;
    case LLVMICmp:
        *r = compared(s, a, b);
        break;
    case LLVMAnd:
        if (a->kind == ORIGIN_CARRY && !a->plus && b->kind == ORIGIN_NUMBER && b->plus & 1)
            *r = *a;
        break;
    case LLVMOr:
        *r = b->kind == ORIGIN_NUMBER && !b->plus ? *a : unknown;
        break;
    case LLVMSelect: /* of two numbers by a carry: itself */
        if (a->kind == ORIGIN_CARRY && b->kind == ORIGIN_NUMBER && b->plus == 1 &&
            c->kind == ORIGIN_NUMBER && !c->plus)
            *r = *a;
        break;
    default:
        break;
    }
}

static const struct domain origins = {sizeof(struct origin), origin_constant, origin_step, NULL};

/* ---- at a place in the code ---- */

static struct origin get(const struct origins *o, unsigned var, unsigned lane)
{
    for (unsigned i = 0; i < o->count; i++)
        if (o->known[i].var == var && o->known[i].lane == lane)
            return o->known[i].is;
    return unknown;
}

/* Numbers alone are not worth a place. */
static void put(struct origins *o, unsigned var, unsigned lane, const struct origin *is)
{
    if (is->kind <= ORIGIN_NUMBER)
        return;
    if (o->count == MAX_ORIGINS)
        memmove(o->known, o->known + 1, --o->count * sizeof *o->known);
    o->known[o->count++] = (struct origin_of){(uint16_t)var, (uint8_t)lane, *is};
}

/* lane: of a vector register; NO_LANE: the whole variable. */
static void forget(struct origins *o, unsigned var, unsigned lane)
{
    unsigned n = 0;
    for (unsigned i = 0; i < o->count; i++)
        if (o->known[i].var != var || (lane != NO_LANE && o->known[i].lane != lane))
            o->known[n++] = o->known[i];
    o->count = n;
}

struct origin origin_of_scalar(const struct origins *o, unsigned var)
{
    return get(o, var, NO_LANE);
}

struct origin origin_of_pair(const struct origins *o, unsigned var)
{
    struct origin lo = get(o, var, NO_LANE), hi = get(o, var + 1, NO_LANE);
    if (lo.kind == ORIGIN_LOW && hi.kind == ORIGIN_HIGH && (uint32_t)lo.at == (uint32_t)hi.at)
        return (struct origin){.kind = ORIGIN_CODE, .at = hi.at};
    if (lo.kind == ORIGIN_RETURN_LOW && hi.kind == ORIGIN_RETURN_HIGH)
        return (struct origin){.kind = ORIGIN_RETURN};
    return unknown;
}

static void put_pair(struct origins *o, unsigned var, const struct origin *is)
{
    bool is_code = is->kind == ORIGIN_CODE;
    if (!is_code && is->kind != ORIGIN_RETURN)
        return;
    put(o, var, NO_LANE,
        &(struct origin){.kind = is_code ? ORIGIN_LOW : ORIGIN_RETURN_LOW, .at = is->at});
    put(o, var + 1, NO_LANE,
        &(struct origin){.kind = is_code ? ORIGIN_HIGH : ORIGIN_RETURN_HIGH, .at = is->at});
}

static struct origin source_origin(const struct region *r, const struct origins *o,
                                   const struct source *s)
{
    if (s->kind == SOURCE_CONSTANT && !s->neg && !s->abs && !s->is_float)
        return number(s->bits == 64 ? s->constant : (uint32_t)s->constant);
    if (s->kind == SOURCE_PC)
        return (struct origin){.kind = ORIGIN_CODE, .at = s->constant};
    if (s->kind == SOURCE_SCALAR && r->isa->is_zero(s->var))
        return number(0);
    if (s->kind == SOURCE_SCALAR)
        return s->bits == 64 ? origin_of_pair(o, s->var) : get(o, s->var, NO_LANE);
    return unknown;
}

/* A scalar computation. */
static void compute(const struct region *r, struct origins *o, const struct region_op *at)
{
    const struct computation *c = computation_of(r, at, 0);
    struct origin in[MAX_SOURCES], out[MAX_DESTINATIONS];
    bool is_followed = !c->is_vector && !c->is_adapted;
    for (unsigned i = 0; i < c->source_count && is_followed; i++)
        in[i] = source_origin(r, o, &c->source[i]);
    is_followed = is_followed && walk(&origins, NULL, c->function, in, out);
    for (unsigned v = var_next(&at->fx.def, 0); v < VAR_COUNT; v = var_next(&at->fx.def, v + 1))
        forget(o, v, NO_LANE);
    for (unsigned i = 0; i < c->destination_count && is_followed; i++) {
        const struct destination *to = &c->destination[i];
        struct origin is = to->bits == 64 ? out[i] : narrow(&out[i]);
        if (to->kind != TO_SCALAR || r->isa->is_zero(to->var))
            continue;
        if (to->bits == 64)
            put_pair(o, to->var, &is);
        else if (is.kind != ORIGIN_CARRY || !is.plus)
            put(o, to->var, NO_LANE, &is);
    }
}

void origins_follow(const struct region *r, struct origins *o, const struct region_op *at)
{
    const struct lane_copy *l = &at->copy;
    if (at->fx.treatment == AS_SYNC || (at->fx.treatment == AS_LEAVE && !at->waits)) {
        o->count = 0;
    } else if (l->kind != LANE_NONE) {
        struct origin is =
            l->kind == LANE_PUT ? get(o, l->scalar, NO_LANE) : get(o, l->vector, l->lane);
        unsigned to = l->kind == LANE_PUT ? l->vector : l->scalar,
                 lane = l->kind == LANE_PUT ? l->lane : (unsigned)NO_LANE;
        forget(o, to, lane);
        put(o, to, lane, &is);
    } else if (at->kind == OP_COMPUTE && at->fx.treatment == AS_IR) {
        compute(r, o, at);
    } else {
        for (unsigned v = var_next(&at->fx.def, 0); v < VAR_COUNT; v = var_next(&at->fx.def, v + 1))
            forget(o, v, NO_LANE);
    }
    if (at->kind == OP_JUMP && at->link != NO_ADDRESS)
        put_pair(o, at->link,
                 &(struct origin){.kind = ORIGIN_CODE,
                                  .at = 4 * (uint64_t)(at->slot + op_slots(r, op_of(r, at)))});
}

void origins_begin(struct origins *o, unsigned var)
{
    o->count = 0;
    put_pair(o, var, &(struct origin){.kind = ORIGIN_RETURN});
}

bool origins_meet(struct origins *into, const struct origins *with)
{
    unsigned n = 0, before = into->count;
    for (unsigned i = 0; i < before; i++) {
        struct origin_of *k = &into->known[i];
        struct origin other = get(with, k->var, k->lane);
        if (are_same(&k->is, &other))
            into->known[n++] = *k;
    }
    into->count = n;
    return n < before;
}

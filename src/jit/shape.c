/* shape.c: how addresses differ from lane to lane.
 *
 * In each half-wave of 16 lanes a VGPR has a step: its value grows by so much from lane to lane
 * (0: it is the same in all). If that goes on over all 32 lanes of a pass, it is long. Steps are
 * solved forward over the blocks, from the register with the work-items' ids of a new wave, whose
 * low bits grow by one: sums add steps, shifts and products with constants scale them, and loads
 * from one place give one value. Work-groups are taken to have a multiple of 16 items in x,
 * of 32 if the kernel does not ask for ids in y. This is only a guess at which way an access is
 * compiled: the emitted code tests whether it is right. */
#include "jit/shape.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "jit/isa.h"
#include "jit/walk.h"

/* Not known yet. */
enum { STEP_NONE = INT32_MIN };

/* How a VGPR grows. */
struct growth {
    int32_t step; /* STEP_ANY, STEP_NONE */
    bool is_long;
    bool is_unsure;  /* of bits that a mask leaves which is not known, or not of all lanes */
    bool is_limited; /* some lanes may be at a limit */
    bool is_moved;   /* by a constant, which is no multiple of 32 */
    bool is_data;    /* something loaded has gone into it */
};

struct value {
    int32_t step; /* likewise */
    bool is_long, is_unsure, is_limited, is_moved, is_data;
    bool is_constant;
    int64_t constant;
    struct growth high; /* 64 bits: of the upper half */
    uint8_t shift;      /* not 0: it is something with step `before`, shifted left so far */
    int32_t before;
};

static const struct value any = {.step = STEP_ANY}, same = {.step = 0, .is_long = true};

struct finder {
    const struct region *r;
    struct growth *in;  /* [count][MAX_VECTORS] at the start of each block */
    struct growth *now; /* [MAX_VECTORS] */
};

static struct value stepping(int64_t step)
{
    bool fits = step > INT32_MIN && step < INT32_MAX;
    return fits ? (struct value){.step = (int32_t)step, .is_long = true} : any;
}

static bool is_known(struct value a) { return a.step != STEP_ANY && a.step != STEP_NONE; }

static struct value sum(struct value a, struct value b, int sign)
{
    return is_known(a) && is_known(b) ? stepping((int64_t)a.step + sign * (int64_t)b.step) : any;
}

static struct value scaled(struct value a, int64_t by) { return stepping(a.step * by); }

static struct value product(struct value a, struct value b)
{
    if (!is_known(a) || !is_known(b))
        return any;
    if (b.is_constant)
        return scaled(a, b.constant);
    if (a.is_constant)
        return scaled(b, a.constant);
    return a.step == 0 && b.step == 0 ? same : any;
}

static struct value shifted_left(struct value a, struct value by)
{
    if (is_known(a) && by.is_constant) {
        struct value r = scaled(a, INT64_C(1) << (by.constant & 31));
        r.shift = by.constant & 31;
        r.before = a.step;
        return r;
    }
    return a.step == 0 && by.step == 0 ? same : any;
}

static struct value shortened(struct value a)
{
    a.is_long = false;
    return a;
}

/* The upper bits of ids are the same in 16 lanes, those behind the lowest five in 32. */
static struct value shifted_right(struct value a, struct value by)
{
    if (a.step == 0 && by.step == 0)
        return same;
    if (a.shift && by.is_constant && by.constant == a.shift) /* fewer bits of it */
        return stepping(a.before);
    if (a.step != 1 || !by.is_constant || (by.constant & 31) < 4)
        return any;
    return (by.constant & 31) == 4 ? shortened(same) : same;
}

/* The lowest `bits` of an id. */
static struct value low_bits(struct value a, unsigned bits)
{
    return bits < 4 ? any : bits == 4 ? shortened(a) : a;
}

/* With all ones: less than 0 as it was more. Other constants change the order of lanes, but for
 * bits above those that count them, which is also what values are taken for that are not constants.
 */
static struct value exclusive(struct value a, struct value b)
{
    struct value other = a.is_constant ? b : a, mask = a.is_constant ? a : b;
    int64_t bits = mask.constant & UINT32_MAX, lowest = bits & -bits;
    if (!mask.is_constant || other.step == 0 || !bits || !is_known(other))
        return sum(a, b, 1);
    return mask.constant == -1                                    ? scaled(other, -1)
           : other.step > 0 && (int64_t)other.step * 32 <= lowest ? stepping(other.step)
                                                                  : any;
}

/* Numbers that are meant to have only so many bits: products of 24 bits. */
static bool is_wide_mask(int64_t mask) { return mask > 0xffff && !(mask & (mask + 1)); }

/* The low bits of ids count the lanes, if there are four of them: with an unknown mask there
 * mostly are. */
static struct value masked(struct value a, struct value b)
{
    if (a.is_constant) {
        struct value c = a;
        a = b;
        b = c;
    }
    if (a.step == 0 && b.step == 0)
        return same;
    if (is_known(a) && b.is_constant && is_wide_mask(b.constant & UINT32_MAX))
        return stepping(a.step);
    /* What is below the mask counts the lanes of a row. */
    int64_t mask = b.is_constant ? b.constant & UINT32_MAX : 0, lowest = mask & -mask;
    if (a.step > 0 && lowest && a.step <= lowest / 16)
        return a.step <= lowest / 32 ? same : shortened(same);
    if (a.step == 1 && b.is_constant) {
        unsigned bits = (unsigned)__builtin_ctzll(~(uint64_t)b.constant | UINT64_C(1) << 32);
        struct value low = low_bits(a, bits);
        low.is_limited = a.is_moved && is_known(low); /* it begins again at any lane */
        return low;
    }
    struct value r = shortened(b.step == 0 && a.step == 1   ? a
                               : a.step == 0 && b.step == 1 ? b
                                                            : any);
    r.is_unsure = true;
    return r;
}

static struct value value_of(struct growth g)
{
    return (struct value){.step = g.step,
                          .is_long = g.is_long,
                          .is_unsure = g.is_unsure,
                          .is_limited = g.is_limited,
                          .is_moved = g.is_moved,
                          .is_data = g.is_data};
}

static struct growth growth_of(struct value x)
{
    return (struct growth){x.step, x.is_long, x.is_unsure, x.is_limited, x.is_moved, x.is_data};
}

static struct value fetch(const struct finder *f, const struct source *s)
{
    struct value x = same;
    unsigned n = s->var / f->r->halves;
    switch (s->kind) {
    case SOURCE_LANES:
        x = value_of(f->now[n]);
        if (s->bits == 64)
            x.high = n + 1 < MAX_VECTORS ? f->now[n + 1] : (struct growth){.step = STEP_ANY};
        if (s->bits == 16 && x.step != 0 && (s->is_high || s->is_float))
            return (struct value){.step = STEP_ANY, .is_data = x.is_data};
        return x;
    case SOURCE_CONSTANT:
        x.is_constant = s->bits >= 32;
        x.constant = s->bits == 64 ? (int64_t)s->constant : (int32_t)s->constant;
        return x;
    case SOURCE_OTHER:
        return any;
    default:
        return x;
    }
}

static void grown_constant(void *context, unsigned type, uint64_t bits, bool all_alike, void *out)
{
    (void)context;
    *(struct value *)out =
        all_alike
            ? (struct value){.step = 0,
                             .is_long = true,
                             .is_constant = true,
                             .constant = step_bits(type) == 32 ? (int32_t)bits : (int64_t)bits}
            : any;
}

static void grown_numbers(void *context, void *out)
{
    (void)context;
    *(struct value *)out = stepping(1);
}

/* A dword in the upper half of 64 bits becomes an offset. */
static struct value lowered(struct value a, struct value by)
{
    struct value high = {.step = a.high.step, .is_long = a.high.is_long}, left = same;
    if (!by.is_constant || by.constant <= 16 || by.constant >= 32)
        return a.step == 0 && a.high.step == 0 && by.step == 0 ? same : any;
    left.is_constant = true;
    left.constant = 32 - by.constant;
    struct value r = shifted_left(high, left);
    r.shift = 0;
    r.is_unsure = a.high.is_unsure;
    r.is_limited = a.high.is_limited;
    return high.is_long ? r : shortened(r);
}

/* Either of two values, of which one is the same in all lanes, the limit of the other, or that with
 * another limit (medians). */
static struct value limited(struct value a, struct value b)
{
    struct value r = a.step == 0 ? b : a;
    if (!is_known(a) || !is_known(b) || (a.step && b.step && a.step != b.step))
        return any;
    r = stepping(r.step);
    r.is_limited = r.step != 0;
    return r;
}

/* Either of two values, by a mask: which lanes have which is not known. */
static struct value chosen(struct value a, struct value b)
{
    if (a.step != b.step)
        return limited(a, b);
    struct value r = stepping(a.step);
    bool is_one = a.is_constant && b.is_constant && a.constant == b.constant;
    r.is_unsure = a.step == 0 && !is_one;
    return r;
}

/* What one step makes of growing values. The rules are guesses: ORs are of bits that the other
 * operand has not, masks keep what counts the lanes, carries are 0. */
static struct value grown(const struct step *s, struct value a, struct value b, struct value c,
                          bool all_same)
{
    bool is_wide = step_bits(s->type) == 64;
    switch ((LLVMOpcode)s->opcode) {
    case LLVMAdd:
    case LLVMOr:
        return sum(a, b, 1);
    case LLVMXor:
        return exclusive(a, b);
    case LLVMSub:
        return sum(a, b, -1);
    case LLVMMul:
        return product(a, b);
    case LLVMShl:
        return shifted_left(a, b);
    case LLVMLShr:
    case LLVMAShr:
        return is_wide ? (s->opcode == LLVMAShr ? lowered(a, b)
                          : all_same            ? same
                                                : any)
                       : shifted_right(a, b);
    case LLVMAnd:
        return masked(a, b);
    case LLVMSelect:
        return chosen(b, c);
    case LLVMZExt:
    case LLVMSExt:
        a.high = (struct growth){.is_long = true};
        return step_bits(s->type) < 32 && a.step != 0 ? any : a;
    case LLVMTrunc:
        return step_bits(s->type) < 16 && a.step != 0 ? any : a;
    case LLVMBitCast:
        return a;
    default:
        return all_same ? same : any;
    }
}

static void grown_step(void *context, const struct step *s, const char *intrinsic,
                       const void *const arg[3], void *out)
{
    struct value x[3] = {any, any, any}, *r = out;
    bool all_same = true, all_long = true, all_constant = !intrinsic;
    bool any_unsure = false, any_limited = false, any_moved = false, any_data = false;
    bool is_sum = s->opcode == LLVMAdd || s->opcode == LLVMSub;
    unsigned order;
    uint64_t k[3] = {0}, value;
    (void)context;
    for (unsigned i = 0; i < 3 && arg[i]; i++) {
        x[i] = *(const struct value *)arg[i];
        all_same &= x[i].step == 0;
        all_long &= x[i].is_long || !is_known(x[i]);
        any_unsure |= x[i].is_unsure;
        any_limited |= x[i].is_limited;
        any_moved |= x[i].is_moved || (is_sum && x[i].is_constant && x[i].constant % 32);
        any_data |= x[i].is_data;
        all_constant &= x[i].is_constant;
        k[i] = (uint64_t)x[i].constant;
    }
    unsigned bits = s->opcode == LLVMICmp || s->opcode == LLVMZExt || s->opcode == LLVMTrunc
                        ? 64
                        : step_bits(s->type);
    if (s->opcode == LLVMZExt)
        k[0] &= UINT32_MAX;
    if (all_constant && s->opcode != LLVMSExt && step_of_constants(s, bits, k, &value)) {
        grown_constant(NULL, s->type, value, true, r);
        return;
    }
    if (s->opcode == LLVMSelect && x[0].is_constant) { /* nothing is known of the other one */
        *r = x[x[0].constant & 1 ? 1 : 2];
        return;
    }
    *r = intrinsic_is_limit(intrinsic, &order) ? limited(x[0], x[1])
                                               : grown(s, x[0], x[1], x[2], all_same);
    r->is_constant = false;
    if (s->opcode == LLVMSExt && x[0].is_constant) {
        r->is_constant = true;
        r->constant = x[0].constant;
    }
    if (!all_long)
        r->is_long = false;
    r->is_unsure |= any_unsure;
    r->is_limited |= any_limited;
    r->is_moved = any_moved;
    r->is_data = any_data;
}

/* What an op computes, of 64 bits the low half. */
static struct value result(const struct finder *f, const struct computation *c)
{
    static const struct domain growths = {sizeof(struct value), grown_constant, grown_step,
                                          grown_numbers};
    struct value in[MAX_SOURCES], out[MAX_DESTINATIONS];
    bool is_anything = c->is_adapted;
    for (unsigned i = 0; i < c->source_count; i++) {
        in[i] = fetch(f, &c->source[i]);
        is_anything |= c->source[i].kind == SOURCE_OTHER;
    }
    if (is_anything || !walk(&growths, NULL, c->function, in, out))
        return any;
    return out[0];
}

static void set(struct finder *f, unsigned n, struct growth x)
{
    if (n < MAX_VECTORS)
        f->now[n] = x;
}

static void forget(struct finder *f, unsigned n) { set(f, n, (struct growth){.step = STEP_ANY}); }

static void set_result(struct finder *f, const struct region_op *at, const struct computation *c,
                       struct value x)
{
    const struct destination *to = &c->destination[0];
    unsigned n = to->var / f->r->halves;
    if (to->kind != TO_LANES || to->bits < 16 || (to->bits == 16 && to->is_high))
        return; /* in lower halves, ids are added and masked as well */
    x.is_unsure |= var_has(&at->kept, to->var); /* other lanes may have something else */
    struct growth g = growth_of(x);
    set(f, n, g);
    g.step = is_known(x) ? 0 : STEP_ANY;
    if (to->bits == 64) /* the upper half of a sum with a step is the same, mostly */
        set(f, n + 1, g);
}

static void access_memory(struct finder *f, struct region_op *at)
{
    struct growth a = {.step = STEP_ANY};
    if (at->address != NO_ADDRESS)
        a = f->now[at->address / f->r->halves];
    at->step = a.step;
    at->is_long = a.is_long;
    at->is_unsure = a.is_unsure;
    at->is_limited = a.is_limited;
    at->is_data = a.is_data;
    bool is_same = at->is_load && a.step == 0;
    for (unsigned v = var_next(&at->fx.def, 0); v < VAR_S0; v = var_next(&at->fx.def, v + 1))
        set(f, v / f->r->halves,
            (struct growth){.step = is_same ? 0 : STEP_ANY,
                            .is_long = a.is_long,
                            .is_unsure = a.is_unsure,
                            .is_data = !is_same});
}

static void other_op(struct finder *f, const struct region_op *at)
{
    for (unsigned v = var_next(&at->fx.def, 0); v < VAR_S0; v = var_next(&at->fx.def, v + 1))
        forget(f, v / f->r->halves);
    if (at->fx.treatment == AS_SYNC)
        for (unsigned n = 0; n < MAX_VECTORS; n++)
            forget(f, n);
}

static void do_op(struct finder *f, struct region_op *at)
{
    struct value x[2];
    if (at->kind == OP_ACCESS) {
        access_memory(f, at);
        return;
    }
    unsigned n = is_vector(f->r, at) ? computations_of(at) : 0;
    for (unsigned i = 0; i < n; i++)
        x[i] = result(f, computation_of(f->r, at, i));
    other_op(f, at);
    for (unsigned i = 0; i < n; i++)
        set_result(f, at, computation_of(f->r, at, i), x[i]);
}

/* Merges the steps at the end of a block into those at the start of block `to`. Returns whether
 * that changed them. */
static bool flow(struct finder *f, int to)
{
    bool changed = false;
    struct growth *in = to < 0 ? NULL : f->in + (size_t)to * MAX_VECTORS;
    for (unsigned n = 0; in && n < MAX_VECTORS; n++) {
        struct growth x = f->now[n];
        if (in[n].step != STEP_NONE) {
            x.step = in[n].step == x.step ? x.step : STEP_ANY;
            x.is_long &= in[n].is_long;
            x.is_unsure |= in[n].is_unsure;
            x.is_limited |= in[n].is_limited;
            x.is_moved |= in[n].is_moved;
            x.is_data |= in[n].is_data;
        }
        changed |= x.step != in[n].step || x.is_long != in[n].is_long ||
                   x.is_unsure != in[n].is_unsure || x.is_limited != in[n].is_limited ||
                   x.is_moved != in[n].is_moved || x.is_data != in[n].is_data;
        in[n] = x;
    }
    return changed;
}

bool find_steps(struct region *r, uint32_t rsrc2, bool has_short_rows)
{
    struct growth ids = {.step = has_short_rows ? STEP_ANY : 1,
                         .is_long = r->isa->lane_id_is_long && r->isa->lane_id_is_long(rsrc2)};
    struct finder f = {.r = r};
    size_t bytes = MAX_VECTORS * sizeof *f.in;
    f.in = malloc((r->count + 1) * bytes);
    if (!f.in)
        return false;
    for (size_t i = 0; i < (size_t)r->count * MAX_VECTORS; i++)
        f.in[i].step = STEP_NONE;
    f.now = f.in + (size_t)r->count * MAX_VECTORS;
    for (unsigned n = 0; n < MAX_VECTORS; n++)
        f.now[n] = n == r->isa->lane_id ? ids : (struct growth){.is_long = true};
    flow(&f, (int)r->entry);
    for (unsigned n = 0; n < MAX_VECTORS; n++)
        f.now[n] = (struct growth){.step = STEP_ANY};
    for (unsigned i = 0; i < r->count; i++)
        if (r->blocks[i].is_root)
            flow(&f, (int)i);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            const struct block *b = &r->blocks[i];
            if (f.in[(size_t)i * MAX_VECTORS].step == STEP_NONE) /* not reached yet */
                continue;
            memcpy(f.now, f.in + (size_t)i * MAX_VECTORS, bytes);
            for (uint32_t k = 0; k < b->ops; k++)
                do_op(&f, &r->ops[b->op + k]);
            again = flow(&f, b->succ[0]) || again;
            again = flow(&f, b->succ[1]) || again;
            again = flow(&f, b->after) || again;
        }
    }
    free(f.in);
    return true;
}

void guess_steps(struct region *r, uint32_t seed)
{
    for (unsigned i = 0; i < r->op_count; i++) {
        uint32_t word, bytes = r->ops[i].bytes;
        memcpy(&word, r->code->bytes + op_of(r, &r->ops[i])->offset, sizeof word);
        uint32_t pick = (word ^ seed) * UINT32_C(0x9e3779b9) >> 28;
        static const int32_t others[] = {8, 8, -4, 12, 1, 3};
        r->ops[i].step = pick < 6    ? (int32_t)bytes
                         : pick < 9  ? 0
                         : pick < 15 ? others[pick - 9]
                                     : STEP_ANY;
        r->ops[i].is_long = pick & 1;
        r->ops[i].is_unsure = pick & 2;
        r->ops[i].is_limited = pick & 4;
        r->ops[i].is_data = pick & 8;
    }
}

/* lanes.c: see lanes.h. */
#include "jit/lanes.h"

#include <string.h>

#include <llvm-c/Core.h>

#include "jit/form.h"
#include "jit/isa.h"
#include "jit/seek.h"
#include "jit/shape.h"
#include "jit/teams.h"
#include "jit/walk.h"

enum {
    MAX_LANE_OPS = 64,
    MIN_GATHERS = 2,  /* loops that look for something in memory are over soon (docs/performance.md,
                       * What was tried) */
    TRIPS = 8,        /* of a lane through such a loop: a guess */
    MISSED = 20,      /* cycles of a lane's last iteration, which the host does not foresee */
    OVERHEAD = 30,    /* of an iteration of the wave: tests, masks, counts */
    GATHER = 24,      /* of a load of all lanes, where they are anywhere */
    COMPUTE = 10,     /* quarters of cycles: of a computation of all lanes... */
    LANE_COMPUTE = 1, /* ... and of one lane */
    LANE_LOAD = 3,    /* likewise, with its test */
};

/* ---- bits of a lane that has left ---- */

/* What a bit is, in a lane that is not active. */
struct bit {
    enum { BIT_ANY, BIT_ZERO, BIT_ONE, BIT_OLD } is;
    uint16_t var; /* BIT_OLD: what the variable was at the start of the loop */
    bool is_by_bit;
};

static void constant_bit(void *context, unsigned type, uint64_t bits, bool all_alike, void *out)
{
    (void)context;
    unsigned width = step_bits(type);
    uint64_t ones = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    struct bit b = {.is_by_bit = all_alike && (bits == 0 || bits == ones)};
    if (b.is_by_bit)
        b.is = bits ? BIT_ONE : BIT_ZERO;
    *(struct bit *)out = b;
}

static bool are_same(struct bit a, struct bit b)
{
    return a.is == b.is && a.is != BIT_ANY && (a.is != BIT_OLD || a.var == b.var);
}

static struct bit logic(LLVMOpcode op, struct bit a, struct bit b)
{
    struct bit any = {.is = BIT_ANY}, zero = {.is = BIT_ZERO};
    if (op == LLVMXor)
        return are_same(a, b) ? zero : a.is == BIT_ZERO ? b : b.is == BIT_ZERO ? a : any;
    unsigned wins = op == LLVMAnd ? BIT_ZERO : BIT_ONE;
    if (a.is == wins || b.is == wins)
        return (struct bit){.is = wins};
    if (a.is == BIT_ZERO || a.is == BIT_ONE) /* the other one decides */
        return b;
    return b.is == BIT_ZERO || b.is == BIT_ONE || are_same(a, b) ? a : any;
}

static void step_bit(void *context, const struct step *s, const char *intrinsic,
                     const void *const arg[3], void *out)
{
    struct bit r = {.is = BIT_ANY};
    LLVMOpcode op = (LLVMOpcode)s->opcode;
    (void)context, (void)intrinsic;
    if (op == LLVMAnd || op == LLVMOr || op == LLVMXor) {
        struct bit a = *(const struct bit *)arg[0], b = *(const struct bit *)arg[1];
        r = logic(op, a, b);
        r.is_by_bit = a.is_by_bit && b.is_by_bit;
    }
    *(struct bit *)out = r;
}

/* now: [VAR_COUNT] of scalars; NULL: only is_by_bit is wanted. */
static struct bit result_bit(const struct region *r, const struct computation *c, unsigned n,
                             const struct bit *now)
{
    static const struct domain domain = {sizeof(struct bit), constant_bit, step_bit, NULL};
    struct bit in[MAX_SOURCES], out[MAX_DESTINATIONS];
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        in[i] = (struct bit){.is = BIT_ANY};
        if (s->kind == SOURCE_CONSTANT)
            constant_bit(NULL, 16 * KIND_I32, (uint32_t)s->constant, s->bits == 32, &in[i]);
        else if (s->kind == SOURCE_SCALAR && s->bits == 32 && s->var < r->isa->layout.first_flag) {
            in[i] = now ? now[s->var] : in[i];
            in[i].is_by_bit = true;
        }
    }
    if (!walk(&domain, NULL, c->function, in, out))
        return (struct bit){.is = BIT_ANY};
    return out[n];
}

bool is_by_bit(const struct region *r, const struct computation *c, unsigned n)
{
    return result_bit(r, c, n, NULL).is_by_bit;
}

/* ---- one loop ---- */

struct finder {
    const struct region *r;
    const struct block *b;
    struct ragged *loop;
    varset exposed, values; /* read before they are written; scalars that all lanes read alike */
    bool exec_changed;
    unsigned loads, gathers, work;
};

static bool is_vector_source(struct finder *f, const struct source *s)
{
    if (s->adapt != ADAPT_NONE || s->is_moved || s->flushes || s->is_packed)
        return false;
    switch (s->kind) {
    case SOURCE_LANES:
        return s->bits == 32 || s->bits == 64;
    case SOURCE_CONSTANT:
        return true;
    case SOURCE_SCALAR:
        if (s->var >= f->r->isa->layout.first_flag || (s->bits != 32 && s->bits != 64))
            return false;
        var_add(&f->values, s->var);
        if (s->bits == 64)
            var_add(&f->values, s->var + 1u);
        return true;
    case SOURCE_MASK:
        var_add(&f->loop->bits, s->var);
        return true;
    default:
        return false;
    }
}

static bool can_compute_lanes(struct finder *f, const struct computation *c)
{
    if (f->exec_changed || c->is_adapted || c->raises || c->is_quiet || c->is_masked ||
        c->is_clamped || c->flushes || c->round || c->scale || c->is_packed || c->moves.from ||
        c->float_bits == 16)
        return false;
    for (unsigned i = 0; i < c->source_count; i++)
        if (!is_vector_source(f, &c->source[i]))
            return false;
    for (unsigned i = 0; i < c->destination_count; i++) {
        const struct destination *to = &c->destination[i];
        if (to->kind == TO_SCALAR || (to->kind == TO_LANES && to->bits != 32 && to->bits != 64))
            return false;
        if (to->kind == TO_MASK && !f->r->isa->is_zero(to->var)) {
            var_add(&f->loop->bits, to->var);
            f->exec_changed |= to->var == f->r->isa->layout.exec;
        }
    }
    return true;
}

/* Of scalars: logic of lanes' bits. What else it writes, nobody must read. */
static bool can_compute_bits(struct finder *f, const struct computation *c)
{
    const struct region *r = f->r;
    for (unsigned i = 0; i < c->source_count; i++)
        if (c->source[i].kind == SOURCE_SCALAR)
            var_add(&f->loop->bits, c->source[i].var);
    for (unsigned i = 0; i < c->destination_count; i++) {
        const struct destination *to = &c->destination[i];
        if (to->kind == TO_NOWHERE || to->var >= r->isa->layout.first_flag)
            continue;
        if (to->kind != TO_SCALAR || to->bits != 32 || !is_by_bit(r, c, i))
            return false;
        var_add(&f->loop->bits, to->var);
        f->exec_changed |= to->var == r->isa->layout.exec;
    }
    return true;
}

static bool can_load(struct finder *f, const struct region_op *at)
{
    const struct region *r = f->r;
    struct lane_load load;
    if (f->exec_changed || !at->is_load || !r->isa->describe_lane_load(r, op_of(r, at), &load))
        return false;
    if (!load.is_wide) {
        var_add(&f->values, load.base);
        var_add(&f->values, load.base + 1u);
    }
    bool is_row = at->step == (int32_t)at->bytes;
    f->loads++;
    f->gathers += at->step != 0 && !is_row;
    return !is_row || r->is_trial; /* lanes would be a row apart from iteration to iteration */
}

static bool can_run(struct finder *f, const struct region_op *at)
{
    const struct region *r = f->r;
    if (!r->isa->is_calm(r, at))
        return false;
    if (at->fx.treatment == AS_NOTHING)
        return true;
    if (at->fx.treatment != AS_IR)
        return false;
    if (at->kind == OP_ACCESS)
        return can_load(f, at);
    if (at->kind != OP_COMPUTE && at->kind != OP_PAIR)
        return false;
    for (unsigned i = 0; i < computations_of(at); i++) {
        const struct computation *c = computation_of(r, at, i);
        if (!step_list(c->function) || !(c->is_vector ? can_compute_lanes : can_compute_bits)(f, c))
            return false;
        f->work += c->is_vector;
    }
    return true;
}

/* The branch back, while a lane is in EXEC. */
static bool is_branch_on_exec(const struct region *r, const struct region_op *at)
{
    if (at->kind != OP_BRANCH || !at->is_conditional || at->fx.treatment != AS_IR)
        return false;
    const struct computation *c = computation_of(r, at, 0);
    unsigned found = 0;
    for (unsigned i = 0; i < c->source_count; i++) {
        const struct source *s = &c->source[i];
        if (s->kind == SOURCE_NONE_SET && s->var == r->isa->layout.exec)
            found++;
        else if (s->kind != SOURCE_CONSTANT)
            return false;
    }
    return found == 1 && step_list(c->function);
}

/* Whether an iteration changes nothing that is read later of a lane that is not active, whose bit
 * of EXEC stays 0. */
static bool leaves_others(const struct finder *f)
{
    const struct region *r = f->r;
    struct bit now[VAR_COUNT];
    varset read = r->blocks[f->loop->exit].live_in;
    add_set(&read, &f->exposed);
    for (unsigned v = 0; v < VAR_COUNT; v++)
        now[v] = (struct bit){.is = BIT_OLD, .var = (uint16_t)v};
    now[r->isa->layout.exec] = (struct bit){.is = BIT_ZERO};
    for (uint32_t k = 0; k + 1 < f->b->ops; k++) {
        const struct region_op *at = &r->ops[f->b->op + k];
        if (at->fx.treatment == AS_NOTHING || at->kind == OP_ACCESS)
            continue;
        struct bit made[2][MAX_DESTINATIONS];
        for (unsigned i = 0; i < computations_of(at); i++) {
            const struct computation *c = computation_of(r, at, i);
            for (unsigned n = 0; n < c->destination_count; n++)
                made[i][n] = c->is_vector ? (struct bit){.is = BIT_ZERO} : result_bit(r, c, n, now);
        }
        for (unsigned i = 0; i < computations_of(at); i++) {
            const struct computation *c = computation_of(r, at, i);
            for (unsigned n = 0; n < c->destination_count; n++)
                if (c->destination[n].kind == TO_MASK || c->destination[n].kind == TO_SCALAR)
                    now[c->destination[n].var] = made[i][n];
        }
    }
    for (unsigned v = var_next(&f->b->def, VAR_S0); v < VAR_COUNT;
         v = var_next(&f->b->def, v + 1)) {
        if (v == r->isa->layout.exec
                ? now[v].is != BIT_ZERO
                : var_has(&read, v) && (now[v].is != BIT_OLD || now[v].var != v))
            return false;
        if (v >= r->isa->layout.first_flag && var_has(&read, v))
            return false;
    }
    return true;
}

static bool is_lane_loop(struct finder *f, unsigned head)
{
    const struct region *r = f->r;
    const struct block *b = f->b;
    const varset none = {{0}};
    if (b->ops > MAX_LANE_OPS || b->succ[0] < 0 || b->succ[1] < 0 || b->succ[0] == b->succ[1] ||
        (b->succ[0] != (int)head && b->succ[1] != (int)head))
        return false;
    f->loop->head = head;
    f->loop->exit = (unsigned)b->succ[b->succ[0] == (int)head];
    const struct block *exit = &r->blocks[f->loop->exit];
    if (f->loop->exit < head || team_of(r, f->loop->exit) ||
        memcmp(&exit->clean, &none, sizeof none) != 0 ||
        !is_branch_on_exec(r, &r->ops[b->op + b->ops - 1]))
        return false;
    for (uint32_t k = 0; k + 1 < b->ops; k++) {
        const struct region_op *at = &r->ops[b->op + k];
        if (memcmp(&at->fx.across, &none, sizeof none) != 0 || !can_run(f, at))
            return false;
    }
    for (unsigned v = var_next(&f->values, 0); v < VAR_COUNT; v = var_next(&f->values, v + 1))
        if (var_has(&f->loop->bits, v) || var_has(&b->def, v))
            return false;
    f->exposed = exposed_vars(r, &(struct team){.block = {head}, .blocks = 1});
    return f->exec_changed && f->loads && leaves_others(f);
}

/* With how many active lanes a loop pays. */
static unsigned most_lanes(const struct finder *f)
{
    unsigned wave = 4 * (OVERHEAD + GATHER * f->gathers) + COMPUTE * f->work;
    unsigned lane = LANE_COMPUTE * f->work + LANE_LOAD * f->loads;
    if (f->r->is_trial)
        return 32;
    if (f->gathers < MIN_GATHERS)
        return 0;
    return 2 * TRIPS * wave / (TRIPS * lane + 4 * MISSED); /* of which half are active on average */
}

const struct ragged *lane_loop_of(const struct region *r, unsigned head)
{
    for (unsigned i = 0; i < r->lane_loop_count; i++)
        if (r->lane_loops[i].head == head)
            return &r->lane_loops[i];
    return NULL;
}

void find_lane_loops(struct region *r)
{
    if (!r->isa->describe_lane_load || r->halves != 1 || r->part_count != 1)
        return;
    for (unsigned i = 0; i < r->count && r->lane_loop_count < MAX_LANE_LOOPS; i++) {
        struct ragged *l = &r->lane_loops[r->lane_loop_count];
        struct finder f = {.r = r, .b = &r->blocks[i], .loop = l};
        *l = (struct ragged){.head = i};
        if (!is_lane_loop(&f, i))
            continue;
        if (r->seek_count < MAX_SEEKS && find_seek(r, l, &f.exposed, &r->seeks[r->seek_count])) {
            r->seek_count++;
            continue;
        }
        l->most = most_lanes(&f);
        if (!l->most)
            continue;
        r->lane_loop_count++;
        r->blocks[l->exit].is_label = true;
    }
}

/* teams.c: see teams.h. */
#include "jit/teams.h"

#include <stdlib.h>
#include <string.h>

#include "jit/form.h"
#include "jit/isa.h"
#include "jit/steps.h"

enum {
    HOST_VECTORS = 32,  /* registers */
    FREE_VECTORS = 6,   /* for what is shared, and between operations */
    MAX_TEAM_OPS = 128, /* of a loop: its code is as many times as long as the team has waves */
    MOST_WAVES = 8,
    STRETCH_OPS = 8,   /* vector computations that are worth what a team costs */
    MOST_CARRIED = 48, /* registers of the host around a loop with barriers: some are in memory */
};

/* ---- loops ---- */

/* The team's next op; NULL: the first one. NULL is returned behind the last one. */
static const struct region_op *next_op(const struct region *r, const struct team *t,
                                       const struct region_op *at, unsigned *i)
{
    const struct block *b = &r->blocks[t->block[at ? *i : (*i = 0)]];
    if (!at)
        return &r->ops[b->op];
    if (at != &r->ops[b->op + b->ops - 1])
        return at + 1;
    return ++*i < t->blocks ? &r->ops[r->blocks[t->block[*i]].op] : NULL;
}

varset exposed_vars(const struct region *r, const struct team *t)
{
    varset exposed = {{0}}, def = {{0}};
    unsigned i;
    for (const struct region_op *at = NULL; (at = next_op(r, t, at, &i));) {
        varset use = at->fx.use;
        if (at->fx.treatment == AS_NOTHING)
            continue;
        remove_set(&use, &def);
        add_set(&exposed, &use);
        add_set(&def, &at->fx.def);
    }
    return exposed;
}

void find_increments(const struct region *r, const struct team *t, uint8_t kinds[VAR_S0])
{
    unsigned i;
    memset(kinds, INCREMENT_NEVER, VAR_S0);
    for (const struct region_op *at = NULL; (at = next_op(r, t, at, &i));)
        for (unsigned v = var_next(&at->fx.def, 0); v < VAR_S0; v = var_next(&at->fx.def, v + 1)) {
            uint8_t kind = increment_of(r, at, v);
            kinds[v] = kinds[v] == INCREMENT_NEVER ? kind : INCREMENT_OTHERWISE;
        }
}

/* Whether a computation is of registers and constants alone. */
static bool is_plain(const struct computation *c)
{
    for (unsigned i = 0; i < c->source_count; i++)
        if (c->source[i].kind == SOURCE_OTHER || c->source[i].kind == SOURCE_FIELD)
            return false;
    return step_list(c->function) && !c->raises && !c->is_quiet;
}

/* An access to rows or one place, as far as can be guessed. */
static bool is_plain_access(const struct region_op *at)
{
    return at->kind == OP_ACCESS && at->address != NO_ADDRESS &&
           (at->step == 0 || at->step == (int32_t)at->bytes);
}

bool team_computes(const struct region *r, const struct region_op *at)
{
    if (at->kind != OP_COMPUTE && at->kind != OP_PAIR && at->kind != OP_BRANCH &&
        at->kind != OP_SCALAR_LOAD)
        return false;
    for (unsigned i = 0; i < computations_of(at); i++)
        if (!is_plain(computation_of(r, at, i)))
            return false;
    return at->fx.treatment == AS_IR;
}

bool team_computes_or_moves(const struct region *r, const struct region_op *at)
{
    return team_computes(r, at) || (at->kind == OP_OWN && at->fx.treatment == AS_IR);
}

/* stores: that is seen where it is emitted */
static bool can_run(const struct region *r, const struct region_op *at, bool stores)
{
    if (at->fx.treatment == AS_NOTHING)
        return true;
    if (at->fx.treatment != AS_IR || at->fx.exec != EXEC_STAYS)
        return false;
    return team_computes_or_moves(r, at) || (is_plain_access(at) && (at->is_load || stores));
}

/* Whether all ops but the last one can be run so. */
static bool can_run_all(const struct region *r, const struct block *b)
{
    for (uint32_t k = 0; k + 1 < b->ops; k++)
        if (!can_run(r, &r->ops[b->op + k], false))
            return false;
    return true;
}

/* The op by which lanes leave a loop that ends where none is active any more; NULL: it is no such
 * loop, or something of it cannot be run so. Behind that op there must be scalars only, of which
 * EXEC is none. */
static const struct region_op *leaving_op(const struct region *r, const struct block *b)
{
    const struct region_op *leaves = NULL, *last = last_op_of(r, b);
    unsigned exec = r->isa->layout.exec;
    const struct source *s = &computation_of(r, last, 0)->source[0];
    if (last->kind != OP_BRANCH || s->kind != SOURCE_NONE_SET || s->var != exec)
        return NULL;
    for (uint32_t k = 0; k + 1 < b->ops; k++) {
        const struct region_op *at = &r->ops[b->op + k];
        bool narrows = at->fx.exec == EXEC_NARROWS && at->fx.treatment == AS_IR;
        if (at->fx.treatment == AS_NOTHING)
            continue;
        if (leaves ? !team_computes(r, at) || at->fx.exec != EXEC_STAYS || is_vector(r, at) ||
                         var_has(&at->fx.use, exec)
                   : !(narrows && team_computes(r, at)) && !can_run(r, at, false))
            return NULL;
        if (narrows)
            leaves = at;
    }
    return leaves;
}

static unsigned vector_ops(const struct region *r, const struct block *b)
{
    unsigned n = 0;
    for (uint32_t k = 0; k < b->ops; k++)
        n += is_vector(r, &r->ops[b->op + k]);
    return n;
}

static bool is_access(const struct region_op *at) { return at->kind == OP_ACCESS; }

static bool is_row(const struct region_op *at)
{
    return is_access(at) && at->step == (int32_t)at->bytes;
}

static bool has_op(const struct region *r, const struct block *b,
                   bool (*is)(const struct region_op *at))
{
    for (uint32_t k = 0; k < b->ops; k++)
        if (is(&r->ops[b->op + k]))
            return true;
    return false;
}

/* A loop with barriers, whose iterations all go through the same blocks: sets the team's. */
static bool is_round(const struct region *r, unsigned head, struct team *t)
{
    unsigned ops = 0;
    bool waits = false;
    t->blocks = 0;
    for (int at = (int)head; at >= 0 && t->blocks < MAX_TEAM_BLOCKS && r->blocks[head].is_label;) {
        const struct block *b = &r->blocks[at];
        const struct region_op *last = &r->ops[b->op + b->ops - 1];
        bool is_branch = last->kind == OP_BRANCH;
        t->block[t->blocks++] = (unsigned)at;
        ops += b->ops;
        for (uint32_t k = 0; k < b->ops; k++)
            if (!can_run(r, &r->ops[b->op + k], true) && (k + 1 < b->ops || !last->is_barrier))
                return false;
        waits |= last->is_barrier;
        if (is_branch && last->is_conditional)
            return waits && ops <= MAX_TEAM_OPS && b->succ[0] >= 0 && b->succ[1] >= 0 &&
                   b->succ[0] != b->succ[1] && (b->succ[0] == (int)head || b->succ[1] == (int)head);
        if (is_branch || (!last->is_barrier && b->succ[1] >= 0))
            return false;
        at = last->is_barrier ? b->after : b->succ[0];
        if (at == (int)head)
            return false;
    }
    return false;
}

/* Behind a barrier, up to the next one, and work enough. */
static bool is_stretch(const struct region *r, unsigned index)
{
    const struct block *b = &r->blocks[index];
    return b->is_label && b->ops <= MAX_TEAM_OPS && ends_in_barrier(r, b) && !b->preds &&
           is_behind_barrier(r, index) && vector_ops(r, b) >= STRETCH_OPS &&
           has_op(r, b, is_access) && can_run_all(r, b);
}

varset left_vars(const struct region *r, const struct team *t)
{
    const struct block *b = &r->blocks[t->head];
    varset left = leaving_op(r, b)->fx.use, exposed = exposed_vars(r, t);
    for (unsigned v = var_next(&left, 0); v < VAR_COUNT; v = var_next(&left, v + 1))
        if (v < VAR_S0 || v >= r->isa->layout.first_flag || v == r->isa->layout.exec ||
            !var_has(&b->def, v) || !var_has(&exposed, v))
            var_remove(&left, v);
    return left;
}

static bool is_candidate(const struct region *r, unsigned index)
{
    const struct block *b = &r->blocks[index];
    const struct region_op *last = &r->ops[b->op + b->ops - 1];
    if (is_stretch(r, index))
        return true;
    if (!b->is_label || b->ops > MAX_TEAM_OPS || last->kind != OP_BRANCH || !last->is_conditional ||
        b->succ[0] < 0 || b->succ[1] < 0 || b->succ[0] == b->succ[1] ||
        (b->succ[0] != (int)index && b->succ[1] != (int)index))
        return false;
    if (has_op(r, b, is_row) && leaving_op(r, b))
        return true;
    return (has_op(r, b, is_access) || vector_ops(r, b)) && can_run(r, last, false) &&
           can_run_all(r, b);
}

/* Of a loop with barriers: as many as there are, if the most of what they carry around it has room
 * in the host's registers. */
static unsigned whole_group(const struct region *r, const struct team *t, unsigned most)
{
    uint8_t kinds[VAR_S0];
    varset exposed = exposed_vars(r, t);
    unsigned own = 0;
    find_increments(r, t, kinds);
    for (unsigned v = var_next(&exposed, 0); v < VAR_S0; v = var_next(&exposed, v + 1))
        own += kinds[v] == INCREMENT_OTHERWISE;
    return 2 * own * most > MOST_CARRIED ? 1 : most;
}

/* How many waves of `most` have room in the host's registers; 1: no team. */
static unsigned waves_with_room(const struct region *r, const struct team *t,
                                const uint8_t *depends, unsigned most)
{
    const struct block *b = &r->blocks[t->head];
    uint8_t kinds[VAR_S0];
    varset exposed = exposed_vars(r, t), addresses = {{0}};
    unsigned own = 0, shared = 0;
    find_increments(r, t, kinds);
    for (uint32_t k = 0; k < b->ops; k++)
        if (r->ops[b->op + k].kind == OP_ACCESS)
            var_add(&addresses, r->ops[b->op + k].address);
    for (unsigned v = var_next(&exposed, 0); v < VAR_S0; v = var_next(&exposed, v + 1)) {
        bool is_data = kinds[v] == INCREMENT_OTHERWISE ||
                       (kinds[v] == INCREMENT_NEVER && !var_has(&addresses, v));
        if (is_data && (kinds[v] != INCREMENT_NEVER || depends[v] & DEPENDS_Y))
            own++;
        else if (is_data)
            shared++;
    }
    while (most > 1 && 2 * (own * most + shared) + FREE_VECTORS > HOST_VECTORS)
        most /= 2;
    return most;
}

/* ---- teams ---- */

unsigned team_sharer(const struct team *t, unsigned var, unsigned wave)
{
    unsigned row = t->row_lanes / 32;
    row = row < 1 ? 1 : row < t->waves ? row : t->waves;
    switch (t->depends[var]) {
    case 0:
        return 0;
    case DEPENDS_X:
        return wave % row;
    case DEPENDS_Y:
        return wave / row * row;
    default:
        return wave;
    }
}

const struct team *team_of(const struct region *r, unsigned head)
{
    for (unsigned i = 0; i < r->team_count; i++)
        if (r->teams[i].head == head)
            return &r->teams[i];
    return NULL;
}

static void add_team(struct region *r, const uint8_t *depends, unsigned head, unsigned most,
                     unsigned row_lanes)
{
    struct team *t = &r->teams[r->team_count];
    *t = (struct team){.head = head, .exit = head, .row_lanes = row_lanes};
    t->is_whole = is_round(r, head, t);
    if (!t->is_whole) {
        t->block[0] = head;
        t->blocks = 1;
    }
    const struct block *b = &r->blocks[t->block[t->blocks - 1]];
    bool is_loop = r->ops[b->op + b->ops - 1].kind == OP_BRANCH;
    t->is_stretch = !is_loop;
    t->only_computes = is_loop && !t->is_whole && !has_op(r, b, is_access);
    t->lanes_leave = is_loop && !t->is_whole && leaving_op(r, b);
    if (is_loop)
        t->exit = (unsigned)b->succ[b->succ[0] == (int)head];
    t->waves = t->is_whole ? whole_group(r, t, most) : waves_with_room(r, t, depends, most);
    for (unsigned v = 0; v < VAR_COUNT; v++)
        t->depends[v] = depends_on(depends[v]);
    if (t->waves < 2)
        return;
    r->team_count++;
    if (is_loop)
        r->blocks[t->exit].is_label = true;
}

bool find_teams(struct region *r, struct depends *d, uint32_t group_waves, uint32_t row_lanes)
{
    unsigned heads[MAX_TEAMS], n = 0, most = MOST_WAVES;
    struct team t;
    while (group_waves && most > group_waves)
        most /= 2;
    if (!r->isa->id_bits || r->halves != 1 || r->part_count != 1 || most < 2)
        return true;
    /* Loops with barriers come first: stretches in them are run alone only where they are not. */
    for (unsigned i = 0; (!group_waves || most == group_waves) && i < r->count && n < MAX_TEAMS;
         i++)
        if (is_round(r, i, &t))
            heads[n++] = i;
    for (unsigned i = 0; i < r->count && n < MAX_TEAMS; i++)
        if (is_candidate(r, i))
            heads[n++] = i;
    if (!n)
        return true;
    r->teams = calloc(n, sizeof *r->teams);
    for (unsigned i = 0; i < n; i++) {
        const uint8_t *depends = r->teams ? depends_at(d, heads[i]) : NULL;
        if (!depends)
            return false;
        add_team(r, depends, heads[i], most, row_lanes > 32 ? row_lanes : 32);
    }
    return true;
}

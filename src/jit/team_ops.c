/* team_ops.c: see team_ops.h. */
#include "jit/team_ops.h"

#include <stdlib.h>
#include <string.h>

#include "jit/batch_rows.h"
#include "jit/compute.h"
#include "jit/emit_nan.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/half.h"
#include "jit/inspect.h"
#include "jit/isa.h"

bool team_begin(struct emitter *e, struct crew *c, LLVMValueRef *values, struct crew_place *place)
{
    *place = (struct crew_place){.wave = e->wave,
                                 .exec = e->exec,
                                 .nan = e->nan,
                                 .nans = calloc(MAX_TEAM_WAVES, sizeof *place->nans),
                                 .halves = e->halves ? e->halves->count : 0,
                                 .long_ways = e->long_ways};
    if (!place->nans)
        return false;
    for (unsigned w = 0; w < c->team->waves; w++) {
        c->now[w] = values + (size_t)w * VAR_COUNT;
        c->nan[w] = place->nans + w;
    }
    e->crew = c;
    e->exec = c->exec;
    return true;
}

void team_end(struct emitter *e, struct crew_place *place, LLVMBasicBlockRef first)
{
    if (e->crew->is_broken) {
        remove_blocks(first);
        if (e->halves) /* what it says of values that there are no more */
            e->halves->count = place->halves;
        e->long_ways = place->long_ways;
        memset(e->pairs, 0, sizeof *e->pairs);
    }
    e->crew = NULL;
    e->wave = place->wave;
    e->nan = place->nan;
    e->exec = place->exec;
    e->now = NULL;
    memset(&e->dirty, 0, sizeof e->dirty);
    free(place->nans);
}

/* Lanes that are not active keep what they had. */
static varset with_kept(const struct emitter *e, varset in)
{
    for (unsigned v = var_next(&e->at->fx.def, 0); v < VAR_S0; v = var_next(&e->at->fx.def, v + 1))
        if (var_has(&e->at->kept, v))
            var_add(&in, v);
    return in;
}

/* What an op's results follow from. */
static varset inputs_of(const struct emitter *e)
{
    varset in = e->at->fx.use;
    for (unsigned i = 0; i < computations_of(e->at); i++) {
        const struct computation *c = computation_of(e->region, e->at, i);
        if (c->is_masked || c->moves.from || c->destination[0].bits == 16)
            add_set(&in, &e->at->fx.def);
    }
    if (e->at->kind == OP_OWN)
        add_set(&in, &e->at->fx.def);
    return in_batch(e) && !team_is_full(e) ? with_kept(e, in) : in;
}

void team_emit_for_all(struct emitter *e)
{
    struct crew *c = e->crew;
    varset in = inputs_of(e);
    unsigned twin[MAX_TEAM_WAVES];
    for (unsigned w = 0; w < c->team->waves; w++)
        twin[w] = team_twin(e, w, &in);
    for (unsigned w = 0; w < c->team->waves; w++) {
        if (!team_takes_part(e, w, false))
            continue;
        team_switch(e, w);
        nan_before_op(e);
        if (twin[w] != w) {
            team_copy(e, w, twin[w], &e->at->fx.def);
        } else if (e->at->kind == OP_SCALAR_LOAD) {
            team_access(e, false, false);
            c->is_broken |= in_batch(e) && c->has_stored; /* which is done later */
            c->is_broken |= !e->region->isa->emit_scalar_load(e, op_of(e->region, e->at));
        } else if (e->at->kind == OP_OWN) {
            c->is_broken |= !e->region->isa->emit_own(e, op_of(e->region, e->at));
        } else {
            c->is_broken |= !emit_computations(e);
        }
        nan_after_op(e);
    }
}

void team_require_numbers(struct emitter *e)
{
    struct crew *c = e->crew;
    bool is_branch = e->at->kind == OP_BRANCH;
    for (unsigned w = c->team->waves; w-- > 0;) {
        team_switch(e, w);
        if (is_branch) /* else it would be looked at before the op, one by one */
            nan_before_op(e);
        if (w)
            c->is_broken |= !nan_hand_over(e, e->at, c->nan[0]);
    }
    team_require(e, nan_none(e, e->at));
}

uint32_t team_emit(struct emitter *e, uint32_t left)
{
    struct crew *c = e->crew;
    inspect_line(e, e->at->slot);
    if (e->at->fx.treatment == AS_NOTHING)
        return 1;
    if (e->at->kind != OP_ACCESS) {
        team_emit_for_all(e);
        return 1;
    }
    if (!e->at->is_load)
        team_require_numbers(e);
    for (unsigned w = 0; w < c->team->waves; w++)
        if (team_takes_part(e, w, false)) {
            team_switch(e, w);
            nan_before_op(e);
        }
    team_switch_first(e);
    uint32_t accesses = e->region->isa->emit_accesses(e, left);
    c->is_broken |= !accesses;
    return accesses ? accesses : left;
}

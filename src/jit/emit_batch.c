/* emit_batch.c: see emit_batch.h. Emitted are:
 *
 *   entry     what new waves begin with; then the ops, each for all waves, with tests
 *   stores    a block or more for each wave: it takes its turn, stores, and has ended
 *   fail      something else is needed: the waves begin alone */
#include "jit/emit_batch.h"

#include <stdlib.h>
#include <string.h>

#include "jit/batch.h"
#include "jit/batch_rows.h"
#include "jit/build.h"
#include "jit/compute.h"
#include "jit/emit_entry.h"
#include "jit/flow.h"
#include "jit/isa.h"
#include "jit/place.h"
#include "jit/registers.h"
#include "jit/team_ops.h"
#include "jit/teams.h"

#define GROUP(field) offsetof(struct group, field)

struct batch {
    struct emitter *e;
    const struct team *t;
    struct crew crew;
    struct batch_rows rows;
    struct batch_places places;
    LLVMValueRef start, part[MAX_TEAM_WAVES];
    LLVMValueRef first;                     /* i32: number of the first wave */
    LLVMBasicBlockRef turn[MAX_TEAM_WAVES]; /* where each wave's stores begin */
};

static void set_group(struct emitter *e, size_t offset, LLVMValueRef v)
{
    store_at(e, v, e->group, offset);
}

static void begin_waves(struct batch *m)
{
    struct emitter *e = m->e;
    const struct jit_isa *isa = e->region->isa;
    LLVMValueRef bytes = const_i64(e, isa->wave_bytes(e->region->halves));
    m->first = load_at(e, e->i32, e->group, GROUP(turns.next));
    m->start = load_at(e, e->ptr, e->group, GROUP(turns.start));
    LLVMValueRef at = LLVMBuildMul(e->b, zext64(e, m->first), bytes, "");
    LLVMValueRef p = load_at(e, e->ptr, e->group, GROUP(turns.waves));
    for (unsigned w = 0; w < m->t->waves; w++) {
        m->crew.pointer[w] = p = LLVMBuildInBoundsGEP2(e->b, e->i8, p, &at, 1, "");
        at = bytes;
        LLVMValueRef index = LLVMBuildAdd(e->b, m->first, const_i32(e, w), "");
        m->part[w] = isa->start_part(e, m->start, index);
    }
    team_assume(e, isa->start_counts(e, m->start, m->t->waves, m->t->row_waves));
    e->wave = m->crew.pointer[0];
    set_group(e, GROUP(running), e->wave);
    store_wave_byte(e, offsetof(struct wave, stop), STOP_NONE);
    store_wave_byte(e, offsetof(struct wave, faulting_access), 1);
    set_group(e, GROUP(turns.team), const_i32(e, 1));
}

static void begin_values(struct batch *m)
{
    struct emitter *e = m->e;
    const struct jit_isa *isa = e->region->isa;
    varset exposed = exposed_vars(e->region, m->t);
    struct batch_row ids = {.step = 1, .is_ids = true};
    unsigned row = m->t->row_waves;
    for (unsigned v = var_next(&exposed, 0); v < VAR_COUNT; v = var_next(&exposed, v + 1))
        for (unsigned w = 0; w < m->t->waves; w++) {
            LLVMValueRef *now = &m->crew.now[w][v];
            team_switch(e, w);
            *now = w && !isa->start_varies(e, v) ? m->crew.now[0][v]
                                                 : isa->start_value(e, v, m->start, m->part[w]);
            if (v != isa->lane_id)
                continue;
            ids.from = w ? ids.from : lane(e, *now, 0);
            ids.plus = batch_ids(w, row, isa->id_bits);
            ids.up = row ? NULL : const_i32(e, 1u << isa->id_bits);
            *now = make_batch_row(e, ids);
        }
    for (unsigned w = 0; w < m->t->waves; w++)
        m->crew.now[w][exec_var(e, 0)] = const_i32(e, UINT32_MAX);
}

/* Where the stores of a wave go: nothing but a fault of its own can come in between. */
static void begin_stores(struct batch *m)
{
    struct emitter *e = m->e;
    for (unsigned w = 0; w < m->t->waves; w++) {
        team_switch(e, w);
        m->turn[w] = m->crew.store[w] = new_block(e, "batch_stores");
        LLVMPositionBuilderAtEnd(e->b, m->turn[w]);
        LLVMValueRef number = LLVMBuildAdd(e->b, m->first, const_i32(e, w + 1), "");
        set_group(e, GROUP(turns.storing), number);
        store_wave_byte(e, offsetof(struct wave, stop), STOP_END);
    }
}

/* All lanes are still active. */
static void require_all(struct batch *m)
{
    struct emitter *e = m->e;
    unsigned exec = exec_var(e, 0);
    LLVMValueRef all = NULL, ones = const_i32(e, UINT32_MAX);
    for (unsigned w = 0; w < m->t->waves; w++) {
        LLVMValueRef *now = &m->crew.now[w][exec];
        all = team_both(e, all, *now);
        *now = ones;
    }
    if (all != ones)
        team_require(e, LLVMBuildICmp(e->b, LLVMIntEQ, all, ones, ""));
}

/* Emits the ops of a block. */
static void emit_block(struct batch *m, const struct block *b)
{
    struct emitter *e = m->e;
    e->block = b;
    for (uint32_t k = 0; k < b->ops && !m->crew.is_broken;) {
        const struct region_op *at = e->at = &e->region->ops[b->op + k];
        if (at->ends) {
            team_require_numbers(e);
            return;
        }
        if (at->kind == OP_BRANCH) {
            team_switch(e, 0);
            LLVMValueRef taken = at->is_conditional ? emit_condition(e) : NULL;
            m->crew.is_broken |=
                taken && (!LLVMIsAConstantInt(taken) || LLVMConstIntGetZExtValue(taken));
            k++;
            continue;
        }
        k += team_emit(e, b->ops - k);
        if (at->fx.treatment != AS_NOTHING && var_has(&at->fx.def, exec_var(e, 0)))
            require_all(m);
    }
}

static void count_all(struct batch *m)
{
    uint32_t n[COUNT_SLOTS], all[COUNT_SLOTS] = {0};
    for (unsigned i = 0; i < m->t->blocks; i++) {
        count_block(m->e->region, &m->e->region->blocks[m->t->block[i]], n);
        for (unsigned c = 0; c < COUNT_SLOTS; c++)
            all[c] += n[c] * m->t->waves;
    }
    m->e->block = NULL;
    add_counts(m->e, all);
}

static void end_batch(struct batch *m)
{
    struct emitter *e = m->e;
    unsigned waves = m->t->waves;
    team_require(e, NULL);
    set_group(e, GROUP(turns.team), const_i32(e, 0));
    set_group(e, GROUP(turns.next), LLVMBuildAdd(e->b, m->first, const_i32(e, waves), ""));
    count_all(m);
    for (unsigned w = 0; w < waves; w++) {
        LLVMBuildBr(e->b, m->turn[w]);
        LLVMPositionBuilderAtEnd(e->b, m->crew.store[w]);
    }
    team_switch(e, 0);
    set_group(e, GROUP(turns.storing), const_i32(e, 0));
    store_wave_byte(e, offsetof(struct wave, faulting_access), 0);
    LLVMBuildBr(e->b, e->advance);
    LLVMPositionBuilderAtEnd(e->b, m->crew.fail);
    LLVMValueRef failed = load_at(e, e->i32, e->group, GROUP(failed_batches));
    failed = LLVMBuildAdd(e->b, failed, const_i32(e, BATCH_FAILS), "");
    set_group(e, GROUP(failed_batches), failed);
    set_group(e, GROUP(turns.team), const_i32(e, 0));
}

static void emit_all(struct batch *m)
{
    struct emitter *e = m->e;
    LLVMPositionBuilderAtEnd(e->b, e->batch.entry);
    begin_waves(m);
    begin_values(m);
    begin_stores(m);
    LLVMPositionBuilderAtEnd(e->b, e->batch.entry);
    for (unsigned i = 0; i < m->t->blocks && !m->crew.is_broken; i++)
        emit_block(m, &e->region->blocks[m->t->block[i]]);
    if (!m->crew.is_broken)
        end_batch(m);
}

void emit_batch(struct emitter *e)
{
    const struct team *t = &e->region->batch;
    e->batch.entry = NULL;
    if (!t->blocks || !e->has_lanes)
        return;
    struct batch *m = calloc(1, sizeof *m);
    LLVMValueRef *values = calloc((size_t)MAX_TEAM_WAVES * VAR_COUNT, sizeof *values);
    struct crew_place place;
    if (m && values) {
        *m = (struct batch){.e = e, .t = t, .crew = {.team = t}};
        if (team_begin(e, &m->crew, values, &place)) {
            LLVMBasicBlockRef entry = e->batch.entry = new_block(e, "batch");
            e->batch.fail = m->crew.fail = new_block(e, "batch_fail");
            e->rows = &m->rows;
            e->places = &m->places;
            emit_all(m);
            if (m->crew.is_broken)
                e->batch.entry = NULL;
            team_end(e, &place, entry);
        }
    }
    e->rows = NULL;
    e->places = NULL;
    memset(e->addresses, 0, sizeof *e->addresses);
    memset(e->tests, 0, sizeof *e->tests);
    free(values);
    free(m);
}

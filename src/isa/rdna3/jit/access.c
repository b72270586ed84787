/* access.c: an op's access in place. See access.h.
 *
 * Addresses, operands and what must hold are made before the branch, elements behind it. */
#include <string.h>

#include "isa/rdna3/jit/access.h"
#include "isa/rdna3/jit/atomic.h"
#include "isa/rdna3/jit/buffer.h"
#include "isa/rdna3/jit/scratch.h"
#include "isa/rdna3/jit/tiles.h"
#include "isa/rdna3/jit/transfer.h"
#include "jit/batch_rows.h"
#include "jit/behind.h"
#include "jit/costs.h"
#include "jit/emit_nan.h"
#include "jit/emit_steps.h"
#include "jit/flow.h"
#include "jit/forward.h"
#include "jit/registers.h"

/* ---- for access_fault ---- */

void rdna3_say_slot(struct emitter *e, unsigned how)
{
    LLVMBuildStore(e->b, const_i32(e, (e->at->slot + 1) | how),
                   wave_field(e, offsetof(struct rdna3_wave, row_slot)));
}

void rdna3_say_rows(struct emitter *e, const struct access *a, const struct place place[2])
{
    for (unsigned h = 0; h < e->region->halves; h++) {
        LLVMValueRef rows[2] = {place[h].at[0], a->row == 32 ? NULL : place[h].apart};
        for (unsigned k = 0; k < 2; k++) {
            if (!rows[k] || rows[k] == e->tests->said[h][k])
                continue;
            LLVMBuildStore(e->b, rows[k],
                           wave_field(e, offsetof(struct rdna3_wave, rows) + 16 * h + 8 * k));
            e->tests->said[h][k] = rows[k];
        }
    }
}

void rdna3_forget_said(struct emitter *e, LLVMValueRef before[2][2])
{
    for (unsigned h = 0; h < 2; h++)
        for (unsigned k = 0; k < 2; k++)
            if (e->tests->said[h][k] != before[h][k])
                e->tests->said[h][k] = NULL;
}

/* Tells access_fault which op accesses device memory, how, and where the lanes are. */
static void say_places(struct emitter *e, const struct access *a, const struct place place[2])
{
    unsigned how = a->way == WAY_ANY    ? ROW_INDEX | place[0].shift << ROW_SHIFT
                   : a->way == WAY_SAME ? ROW_SAME
                                        : 0;
    rdna3_say_slot(e, how | (a->row == 32 ? ROW_LONG : 0));
    rdna3_say_rows(e, a, place);
    for (unsigned h = 0; h < e->region->halves; h++)
        if (a->way == WAY_ANY)
            LLVMSetAlignment(LLVMBuildStore(e->b, place[h].index,
                                            wave_field(e, offsetof(struct rdna3_wave, index) +
                                                              h * sizeof(vec32))),
                             128);
}

/* ---- elements and registers ---- */

/* The row's function between an element and a register. */
static LLVMValueRef convert(struct emitter *e, const struct rdna3_op *o, LLVMValueRef reg,
                            LLVMValueRef element)
{
    LLVMValueRef args[2] = {reg, element}, result;
    emit_semantics(e, rdna3_function(o), reg ? args : args + 1, &result);
    return result;
}

/* Whether a memory instruction looks for what others write, or is to be seen by them: DLC, GLC. */
static bool is_coherent(const struct region *r, const struct region_op *at)
{
    uint32_t word;
    memcpy(&word, r->code->bytes + 4 * (size_t)at->slot, sizeof word);
    return rdna3_op(op_of(r, at))->insn->format != FMT_DS && (word >> 13 & 3) != 0;
}

bool rdna3_is_calm(const struct region *r, const struct region_op *at)
{
    const struct rdna3_op *o = rdna3_op(op_of(r, at));
    switch (at->kind) {
    case OP_ACCESS:
        return o->mem.kind == MEM_LOAD && !is_coherent(r, at) && !o->mem.tolds;
    case OP_COMPUTE:
    case OP_PAIR:
    case OP_BRANCH:
    case OP_SCALAR_LOAD:
        return true;
    default:
        return at->fx.treatment == AS_NOTHING && !(op_row(o)->effects.syncs);
    }
}

enum strip_part rdna3_strip_part(const struct region *r, const struct region_op *at)
{
    enum { MOST_BYTES = 8 };
    const struct rdna3_op *o = rdna3_op(op_of(r, at));
    if (o->insn->format == FMT_DS)
        return STRIP_LETS;
    if (at->kind != OP_ACCESS)
        return rdna3_is_calm(r, at) ? STRIP_LETS : STRIP_NOT;
    bool is_anywhere = at->step != 0 && at->step != (int32_t)at->bytes;
    if (is_coherent(r, at) || o->insn->format != FMT_GLOBAL || !rdna3_is_plain_access(o))
        return STRIP_NOT;
    if (o->mem.kind == MEM_LOAD && rdna3_is_calm(r, at))
        return !is_anywhere ? STRIP_LETS : o->mem.bytes <= MOST_BYTES ? STRIP_LOADS : STRIP_NOT;
    bool is_dword = o->mem.kind == MEM_STORE && o->mem.bytes == 4 && o->mem.copies;
    return is_dword && is_anywhere ? STRIP_STORES : STRIP_NOT;
}

/* Lanes that are not active have what they had. */
static void keep_old(struct emitter *e, const struct access *a, unsigned half,
                     const LLVMValueRef old[4], LLVMValueRef out[4])
{
    for (unsigned i = 0; i < a->dwords; i++)
        if (old[i])
            out[i] = LLVMBuildSelect(e->b, exec_bools(e, half), out[i], old[i], "");
}

/* Lanes that go forward in a loop (forward.h). false: nothing was emitted. */
static bool load_ahead(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                       const struct place *at, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    const struct access *a = &p->a[k];
    struct forward f;
    if (e->crew || !loads_forward(e) || p->aperture || p->is_second || a->bytes > 8 ||
        !goes_forward(e, p->lo[half], p->hi[half], a->saddr, a->offset, half, false, &f))
        return false;
    struct anywhere lanes = rdna3_lanes_at(e, a, at, half);
    if (!f.is_behind) {
        load_forward(e, &f, lanes.from, lanes.index, at->shift, half, a->bytes, out);
        keep_old(e, a, half, old, out);
        return true;
    }
    LLVMValueRef value[2][4];
    struct forms forms = begin_forms(e, may_be_behind(e), 16);
    load_forward(e, &f, lanes.from, lanes.index, at->shift, half, a->bytes, value[0]);
    keep_old(e, a, half, old, value[0]);
    next_form(e, &forms);
    finish_behind(e);
    rdna3_load_any(e, a, at, half, old, value[1]);
    end_forms(e, &forms);
    for (unsigned i = 0; i < a->dwords; i++)
        out[i] = join_ways(e, (LLVMValueRef[]){value[0][i], value[1][i]}, forms.from);
    return true;
}

/* Lanes that are as far apart as is guessed. */
static void load_spaced_lanes(struct emitter *e, const struct access *a, const struct place *at,
                              LLVMValueRef out[4])
{
    const struct spaced *s = &at->spaced;
    LLVMValueRef from[2];
    for (unsigned k = 0; k < 2; k++) {
        if (k && !s->first[1]) {
            from[1] = at_offset(e, from[0], (size_t)(int64_t)(e->at->step * ROW));
            continue;
        }
        LLVMValueRef by = LLVMBuildSExt(e->b, s->first[k], e->i64, "");
        by = LLVMBuildShl(e->b, by, const_i64(e, at->shift), "");
        from[k] = rdna3_pointer(e, a, LLVMBuildAdd(e->b, at->at[0], by, ""));
    }
    load_spaced(e, from, e->at->step, a->bytes, !a->is_lds, out);
}

/* The same, else gathered. */
static void load_spaced_or_any(struct emitter *e, const struct access *a, const struct place *at,
                               unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    LLVMValueRef value[2][4];
    if (LLVMIsAConstantInt(at->spaced.holds)) {
        load_spaced_lanes(e, a, at, out);
        return;
    }
    exec_bools(e, half); /* not first made in one form */
    struct forms f = begin_forms(e, at->spaced.holds, 16);
    LLVMSetValueName2(LLVMBasicBlockAsValue(f.holds), "spaced",
                      sizeof "spaced" - 1); /* in listings */
    load_spaced_lanes(e, a, at, value[0]);
    next_form(e, &f);
    rdna3_load_any(e, a, at, half, old, value[1]);
    end_forms(e, &f);
    for (unsigned i = 0; i < a->dwords; i++)
        out[i] = join_ways(e, (LLVMValueRef[]){value[0][i], value[1][i]}, f.from);
}

/* Whether a load may put its results into registers that are at home there (jit/region.h). What has
 * been computed of their old values may have to be computed again. */
static bool may_go_home(const struct emitter *e, const struct plan *p)
{
    const struct access *a = &p->a[0];
    unsigned first = rdna3_result_var(e, p, 0, 0, 0);
    if (!p->is_to_wave || nan_is_open(e) || p->parts != 1 || e->crew || e->region->halves != 1 ||
        a->is_store || p->is_atomic || !rdna3_is_global(p) || a->way != WAY_ANY || a->bytes != 16 ||
        !p->o->mem.copies || !loads_quads(e))
        return false;
    for (unsigned v = first; v < first + 4; v++)
        if (!var_has(&e->region->home, v) || is_kept(e, v))
            return false;
    return true;
}

static void note_at_home(struct emitter *e, const struct plan *p)
{
    unsigned first = rdna3_result_var(e, p, 0, 0, 0);
    for (unsigned v = first; v < first + 4; v++) {
        e->now[v] = NULL;
        var_remove(&e->dirty, v);
    }
}

/* Where say_places has put it. */
static LLVMValueRef index_of(struct emitter *e, unsigned half)
{
    return wave_field(e, offsetof(struct rdna3_wave, index) + half * sizeof(vec32));
}

/* false: nothing was emitted. */
static bool load_home(struct emitter *e, const struct plan *p, const struct place *at)
{
    if (!may_go_home(e, p))
        return false;
    struct anywhere lanes = rdna3_lanes_at(e, &p->a[0], at, 0);
    load_quads_to(e, rdna3_result_var(e, p, 0, 0, 0), lanes.from, index_of(e, 0), at->shift, 0);
    note_at_home(e, p);
    return true;
}

/* Registers get what components of a formatted element are. */
static void put_components(struct emitter *e, const struct plan *p, unsigned half,
                           const LLVMValueRef element[4])
{
    const struct rdna3_mem *m = &p->o->mem;
    for (unsigned i = 0; i < m->components; i++) {
        unsigned var = rdna3_result_var(e, p, 0, i, half);
        set_var(e, var, under_exec(e, var, half, rdna3_unpack_component(e, m, element, i)));
    }
}

/* A load of another kind than those of strips comes behind stores that wait where it loads. */
static void come_behind(struct emitter *e, const struct plan *p, unsigned k, const struct place *at)
{
    const struct access *a = &p->a[k];
    LLVMValueRef from[2];
    unsigned rows = 32 / a->row;
    if (a->way == WAY_ANY) {
        finish_behind(e);
        return;
    }
    for (unsigned i = 0; i < rows; i++)
        from[i] = rdna3_pointer(e, a, at->at[i]);
    finish_behind_at(e, from, rows, a->way == WAY_SAME ? a->bytes : a->row * a->bytes);
}

static void load_pass(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                      const struct place *at)
{
    if (k == 0 && half == 0 && load_home(e, p, at))
        return;
    LLVMValueRef old[4] = {NULL, NULL, NULL, NULL}, value[4];
    enum way way = p->a[k].way;
    bool copies = p->o->mem.copies;
    for (unsigned i = 0; i < p->a[k].dwords; i++) {
        unsigned var = rdna3_result_var(e, p, k, i, half);
        old[i] = copies && is_kept(e, var) ? get_var(e, var) : NULL;
    }
    if (p->a[k].is_scratch) {
        rdna3_load_scratch(e, &p->a[k], at, half, value);
        keep_old(e, &p->a[k], half, old, value);
    } else if (way == WAY_ANY && rdna3_load_tile(e, p, k, value)) {
        keep_old(e, &p->a[k], half, old, value);
    } else if (way != WAY_ANY || at->spaced.holds || !load_ahead(e, p, k, half, at, old, value)) {
        if (is_behind(e) && !p->a[k].is_lds)
            come_behind(e, p, k, at);
        (way == WAY_ROWS    ? rdna3_load_rows
         : way == WAY_SAME  ? rdna3_load_same
         : at->spaced.holds ? load_spaced_or_any
                            : rdna3_load_any)(e, &p->a[k], at, half, old, value);
    }
    if (rdna3_is_converted(&p->o->mem)) {
        put_components(e, p, half, value);
        return;
    }
    for (unsigned i = 0; i < p->a[k].dwords; i++) {
        unsigned var = rdna3_result_var(e, p, k, i, half);
        if (!copies)
            value[i] = under_exec(e, var, half, convert(e, p->o, get_var(e, var), value[i]));
        set_var(e, var, value[i]);
    }
}

void rdna3_stored_values(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                         LLVMValueRef out[4])
{
    const struct rdna3_mem *m = &p->o->mem;
    if (rdna3_is_converted(m)) {
        LLVMValueRef in[4];
        for (unsigned i = 0; i < m->components; i++)
            in[i] = get_var(e, rdna3_vgpr_of(e, m->data + i, half));
        rdna3_pack_element(e, m, in, out);
        return;
    }
    for (unsigned i = 0; i < p->a[k].dwords; i++)
        out[i] = get_var(e, rdna3_vgpr_of(e, p->data[k][i], half));
    if (!m->copies)
        out[0] = convert(e, p->o, NULL, out[0]);
}

/* Lets a dword of each lane that goes forward wait (behind.h). What is emitted next, up to
 * end_forms, is for where it may not. false: nothing was emitted. */
static bool begin_to_wait(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                          const struct place *at, LLVMValueRef v, struct forms *forms)
{
    const struct access *a = &p->a[k];
    struct forward f;
    if (!is_behind(e) || a->way != WAY_ANY || a->is_scratch || a->is_lds || p->aperture ||
        p->parts != 1 || a->bytes != 4 ||
        !goes_forward(e, p->lo[half], p->hi[half], a->saddr, a->offset, half, true, &f))
        return false;
    struct anywhere lanes = rdna3_lanes_at(e, a, at, half);
    exec_bools(e, half); /* not first made in one form */
    has_full_exec(e, half);
    begin_behind(e,
                 &(struct behind_store){.number = f.number,
                                        .at = f.at,
                                        .from = lanes.from,
                                        .index = lanes.index,
                                        .shift = at->shift,
                                        .v = v},
                 forms);
    return true;
}

static void store_pass(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                       const struct place *at)
{
    LLVMValueRef value[4];
    rdna3_stored_values(e, p, k, half, value);
    struct forms forms;
    bool may_wait = begin_to_wait(e, p, k, half, at, value[0], &forms);
    if (!may_wait && is_behind(e) && !p->a[k].is_lds)
        forget_behind(e);
    (p->a[k].is_scratch        ? rdna3_store_scratch
     : p->a[k].way == WAY_ROWS ? rdna3_store_rows
     : p->a[k].way == WAY_SAME ? rdna3_store_same
                               : rdna3_store_any)(e, &p->a[k], at, half, value);
    if (may_wait)
        end_forms(e, &forms);
}

/* ---- stores that fill memory together ---- */

static bool goes_with(const struct plan *p, const struct plan *first)
{
    const struct place *at = &p->where[0][0], *from = &first->where[0][0];
    bool is_plain = p->a[0].is_store && !p->is_atomic && p->parts == 1 && p->a[0].way == WAY_ANY &&
                    rdna3_is_global(p) && p->o->mem.copies && !p->holds && !p->aperture;
    bool same_lanes =
        at->index == from->index || (p->lo[0] == first->lo[0] && p->hi[0] == first->hi[0]);
    return is_plain && same_lanes && at->shift == from->shift && p->a[0].bytes == first->a[0].bytes;
}

unsigned rdna3_find_weave(struct emitter *e, const struct plan *p, unsigned left, struct weave *w,
                          LLVMValueRef *holds)
{
    unsigned run = 0;
    while (run < left && goes_with(&p[run], p))
        run++;
    *w = (struct weave){
        .bytes = p->a[0].bytes, .index = p->where[0][0].index, .shift = p->where[0][0].shift};
    w->count = run == 3 ? 0 : can_weave(e, run, w->bytes, w->shift);
    for (unsigned k = 0; k < w->count; k++)
        w->at[k] = p[k].where[0][0].at[0];
    if (w->count)
        *holds = test_weave(e, w);
    return w->count;
}

void rdna3_do_woven(struct emitter *e, const struct plan *p, const struct weave *w)
{
    LLVMValueRef v[MAX_WOVEN][2];
    if (is_behind(e))
        forget_behind(e);
    e->at = p->at;
    say_places(e, &p->a[0], p->where[0]);
    for (unsigned k = 0; k < w->count; k++)
        for (unsigned i = 0; i < p->a[0].dwords; i++)
            v[k][i] = get_var(e, rdna3_vgpr_of(e, p[k].data[0][i], 0));
    rdna3_store_woven(e, &p->a[0], w, v);
}

/* ---- patterns ---- */

/* The two ways of an op that accesses LDS by a pattern, of pairs where two dwords are in one
 * window, else of single dwords; and by gathers and scatters. */
struct pattern_ways {
    LLVMBasicBlockRef on; /* where they meet */
    LLVMBasicBlockRef end[2];
    LLVMValueRef v[2][2]; /* of loads */
    unsigned count;
};

/* The builder is in the way if this i1 holds; returns where it does not. */
static LLVMBasicBlockRef begin_way(struct emitter *e, LLVMValueRef holds)
{
    LLVMBasicBlockRef way = new_block(e, "permuted"), other = new_block(e, "unmet");
    branch(e, holds, way, other, 4);
    LLVMPositionBuilderAtEnd(e->b, way);
    return other;
}

/* other: where the builder is next; NULL: that was the last way. */
static void end_way(struct emitter *e, struct pattern_ways *w, LLVMBasicBlockRef other)
{
    w->end[w->count++] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, w->on);
    LLVMPositionBuilderAtEnd(e->b, other ? other : w->on);
}

static LLVMValueRef window_of(struct emitter *e, const struct access *a, const struct place *where)
{
    LLVMValueRef by = LLVMBuildSExt(e->b, where->pattern.base, e->i64, "");
    return rdna3_pointer(e, a, LLVMBuildAdd(e->b, where->at[0], by, ""));
}

static void load_by_pattern(struct emitter *e, const struct plan *p, unsigned half,
                            const struct place *const at[2])
{
    const struct pattern *pattern = &at[0]->pattern;
    struct pattern_ways w = {.on = new_block(e, "accessed")};
    LLVMValueRef old[2];
    for (unsigned k = 0; k < p->parts; k++) {
        unsigned var = rdna3_result_var(e, p, k, 0, half);
        old[k] = is_kept(e, var) ? get_var(e, var) : NULL;
        if (old[k])
            exec_bools(e, half);
    }
    LLVMBasicBlockRef other = begin_way(e, pattern->pairs ? pattern->pairs : pattern->holds);
    LLVMValueRef v[2];
    if (pattern->pairs)
        load_pairs(e, pattern, window_of(e, &p->a[0], at[0]), v);
    for (unsigned k = 0; k < p->parts; k++) {
        if (!pattern->pairs)
            v[k] = load_permuted(e, pattern, window_of(e, &p->a[k], at[k]));
        if (old[k])
            v[k] = LLVMBuildSelect(e->b, exec_bools(e, half), v[k], old[k], "");
        w.v[k][0] = v[k];
    }
    end_way(e, &w, other);
    for (unsigned k = 0; k < p->parts; k++) {
        struct anywhere lanes = rdna3_lanes_at(e, &p->a[k], at[k], half);
        w.v[k][1] = gather_dwords(e, &lanes, old[k]);
    }
    end_way(e, &w, NULL);
    for (unsigned k = 0; k < p->parts; k++) {
        LLVMValueRef phi = LLVMBuildPhi(e->b, e->v32i32, "");
        LLVMAddIncoming(phi, w.v[k], w.end, 2);
        set_var(e, rdna3_result_var(e, p, k, 0, half), phi);
    }
}

static void store_by_pattern(struct emitter *e, const struct plan *p, unsigned half,
                             const struct place *const at[2])
{
    const struct pattern *pattern = &at[0]->pattern;
    struct pattern_ways w = {.on = new_block(e, "accessed")};
    LLVMValueRef v[2], to[2];
    for (unsigned k = 0; k < p->parts; k++)
        v[k] = get_var(e, rdna3_vgpr_of(e, p->data[k][0], half));
    LLVMValueRef lanes_set = exec_bools(e, half), holds = pattern->pairs;
    if (!holds)
        holds = LLVMBuildAnd(e->b, pattern->holds, is_distinct(e, pattern), "");
    LLVMBasicBlockRef other = begin_way(e, holds);
    for (unsigned k = 0; k < p->parts; k++)
        to[k] = window_of(e, &p->a[k], at[k]);
    if (pattern->pairs)
        store_pairs(e, pattern, lanes_set, to[0], v);
    else
        store_permuted(e, pattern, lanes_set, p->parts, to, v);
    end_way(e, &w, other);
    for (unsigned k = 0; k < p->parts; k++) {
        struct anywhere lanes = rdna3_lanes_at(e, &p->a[k], at[k], half);
        scatter_dwords(e, &lanes, v[k]);
    }
    end_way(e, &w, NULL);
}

/* ---- atomics ---- */

static void atomic_pass(struct emitter *e, const struct plan *p, unsigned half,
                        const struct place *const at[2])
{
    struct atomic x = {.o = p->o,
                       .a = &p->a[0],
                       .at = at[0],
                       .half = half,
                       .second = p->parts == 2 ? at[1] : NULL};
    LLVMValueRef out[2][2];
    for (unsigned i = 0; i < p->a[0].dwords; i++)
        for (unsigned k = 0; k < 2; k++) {
            unsigned var = rdna3_result_var(e, p, k, i, half);
            if (!k || p->has_second || x.second)
                x.data[k][i] = get_var(e, rdna3_vgpr_of(e, p->data[k][i], half));
            if (k < p->parts && p->o->mem.returns && is_kept(e, var))
                x.old[k][i] = get_var(e, var);
        }
    rdna3_emit_atomic(e, &x, out);
    for (unsigned k = 0; k < p->parts; k++)
        for (unsigned i = 0; i < p->a[0].dwords && p->o->mem.returns; i++)
            set_var(e, rdna3_result_var(e, p, k, i, half), out[k][i]);
}

/* What an atomic reads in registers of its element k, but for that element's first operand. */
static void prepare_operands(struct emitter *e, const struct plan *p, unsigned k, unsigned half)
{
    for (unsigned i = 0; i < p->a[0].dwords; i++) {
        unsigned var = rdna3_result_var(e, p, k, i, half);
        if (p->has_second)
            get_var(e, rdna3_vgpr_of(e, p->data[1][i], half));
        if (p->o->mem.returns && is_kept(e, var))
            get_var(e, var);
    }
}

/* ---- whole accesses ---- */

/* All active lanes are in the aperture. */
static void demand_aperture(struct emitter *e, const struct plan *p, unsigned half,
                            struct demands *d)
{
    LLVMValueRef is = const_splat(e, e->v32i32, p->aperture),
                 given = splatted(active_lanes(e, p->hi[half], half));
    if (given) {
        demand(d, is_equal(e, given, const_i32(e, p->aperture)));
        return;
    }
    demand(d, none_active(e, LLVMBuildICmp(e->b, LLVMIntNE, p->hi[half], is, ""), half));
}

/* What element k is stored of; what registers have of which a load does not write all. */
static void prepare_registers(struct emitter *e, const struct plan *p, unsigned k, unsigned half)
{
    const struct rdna3_mem *m = &p->o->mem;
    bool is_store = p->a[0].is_store, is_converted = rdna3_is_converted(m);
    for (unsigned i = 0; i < (is_converted ? m->components : p->a[k].dwords); i++) {
        unsigned from = is_converted ? m->data + i : p->data[k][i];
        unsigned var = is_store ? rdna3_vgpr_of(e, from, half) : rdna3_result_var(e, p, k, i, half);
        if (is_store || !(m->copies || is_converted) || is_kept(e, var))
            get_var(e, var);
    }
}

void rdna3_prepare_access(struct emitter *e, struct plan *p, struct demands *d)
{
    if (p->holds)
        demand(d, p->holds);
    for (unsigned k = 0; k < p->parts; k++)
        for (unsigned h = 0; h < e->region->halves; h++) {
            if (p->a[k].is_scratch)
                rdna3_find_scratch(e, &p->a[k], p->lo[h], p->base, h, &p->where[k][h], d);
            else
                find_place(e, &p->a[k], p->lo[h], p->aperture ? NULL : p->hi[h], h, &p->where[k][h],
                           d);
            if (p->aperture)
                demand_aperture(e, p, h, d);
            if (p->a[k].is_lds && p->a[k].way == WAY_ANY && p->a[k].bytes == 4 && !p->is_atomic &&
                p->o->mem.copies && !p->is_second && !p->at->is_data && can_permute(e))
                p->where[k][h].pattern = find_pattern(
                    e, p->lo[h], h, p->parts == 2 ? p->a[1].offset - p->a[0].offset : 0);
            else if (!p->a[k].is_scratch && !p->a[k].is_store && !p->is_second &&
                     (!e->crew || in_batch(e)))
                p->where[k][h].spaced = find_spaced(e, &p->a[k], &p->where[k][h], h);
            if (p->is_atomic) {
                rdna3_demand_aligned(e, &p->a[k], &p->where[k][h], h, d);
                prepare_operands(e, p, k, h);
            }
            exec_bools(e, h);
            prepare_registers(e, p, k, h);
        }
}

/* Adds the offset, and finds the second half of a row of 32 lanes. */
static struct place settled(struct emitter *e, const struct access *a, const struct place *p)
{
    struct place out = *p;
    if (a->is_scratch)
        return out;
    for (unsigned k = 0; k < 2 && p->at[k]; k++) {
        if (a->is_lds && a->way != WAY_ANY) /* lanes that are not active may be below LDS */
            out.at[k] = LLVMBuildSExt(e->b, p->at[k], e->i64, "");
        if (p->offset)
            out.at[k] = LLVMBuildAdd(e->b, out.at[k], const_i64(e, (uint64_t)p->offset), "");
    }
    if (a->way == WAY_ROWS && a->row == 32 && !out.at[1])
        out.at[1] = second_half(e, a, out.at[0]);
    return out;
}

struct anywhere rdna3_say_lanes(struct emitter *e, const struct plan *p)
{
    struct place at = settled(e, &p->a[0], &p->where[0][0]);
    say_places(e, &p->a[0], p->where[0]);
    return rdna3_lanes_at(e, &p->a[0], &at, 0);
}

void rdna3_load_part(struct emitter *e, const struct plan *p, unsigned k)
{
    for (unsigned h = 0; h < e->region->halves; h++) {
        struct place at = settled(e, &p->a[k], &p->where[k][h]);
        load_pass(e, p, k, h, &at);
    }
}

void rdna3_do_in_place(struct emitter *e, const struct plan *p)
{
    unsigned halves = e->region->halves;
    struct place at[2][2];
    for (unsigned k = 0; k < p->parts; k++)
        for (unsigned h = 0; h < halves; h++)
            at[k][h] = settled(e, &p->a[k], &p->where[k][h]);
    /* a team's faults show when its waves are alone, but for a batch's stores */
    if (rdna3_is_global(p) && (!e->crew || (in_batch(e) && p->a[0].is_store)))
        say_places(e, &p->a[0], p->where[0]);
    /* all addresses and operands are read before a result is written */
    for (unsigned h = 0; h < halves; h++) {
        const struct place *const by_part[2] = {&at[0][h], &at[1][h]};
        if (p->is_atomic) {
            atomic_pass(e, p, h, by_part);
            continue;
        }
        if (at[0][h].pattern.holds) {
            (p->a[0].is_store ? store_by_pattern : load_by_pattern)(e, p, h, by_part);
            continue;
        }
        for (unsigned k = 0; k < p->parts; k++)
            (p->a[0].is_store ? store_pass : load_pass)(e, p, k, h, &at[k][h]);
    }
}

bool rdna3_do_both_in_place(struct emitter *e, const struct plan *p, const struct plan *q)
{
    const struct rdna3_mem *m = &p->o->mem, *n = &q->o->mem;
    int32_t apart = q->a[0].offset - p->a[0].offset;
    const struct region_op *first = e->at;
    bool may = may_go_home(e, p);
    e->at = q->at;
    may &= may_go_home(e, q);
    e->at = first;
    if (!may || p->lo[0] != q->lo[0] || p->hi[0] != q->hi[0] || m->saddr != n->saddr ||
        (apart != 16 && apart != -16))
        return false;
    const struct plan *low = apart > 0 ? p : q, *high = apart > 0 ? q : p;
    struct place at = settled(e, &p->a[0], &p->where[0][0]);
    LLVMBasicBlockRef separate = new_block(e, "separate"), on = new_block(e, "both");
    say_places(e, &p->a[0], &at);
    if (low == q)
        at.at[0] = LLVMBuildSub(e->b, at.at[0], const_i64(e, 16), "");
    struct anywhere lanes = rdna3_lanes_at(e, &p->a[0], &at, 0);
    unsigned vars[2] = {rdna3_result_var(e, low, 0, 0, 0), rdna3_result_var(e, high, 0, 0, 0)};
    LLVMValueRef done = load_two_quads_to(e, vars, lanes.from, index_of(e, 0), at.shift, 0);
    branch(e, done, on, separate, 2000);
    LLVMPositionBuilderAtEnd(e->b, separate);
    LLVMValueRef said[2][2];
    memcpy(said, e->tests->said, sizeof said);
    rdna3_do_in_place(e, p);
    e->at = q->at;
    rdna3_do_in_place(e, q);
    e->at = first;
    rdna3_forget_said(e, said);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    return true;
}

/* wait.c: registers that are used before what was begun for them is known to be done: the result of
 * a load before the counter was waited for that covers it, and sources of exports that are
 * overwritten while they may still be read. In the interpreter all of it is done at once, so that
 * such code works here, and mostly on a chip, too.
 *
 * For each register the checker knows the latest instruction that is to write it, by the number
 * that it has among those that raised the same counter. "Wait until at most n are left" covers all
 * but the last n, if they are done in order; where they may not be (scalar loads and messages,
 * FLAT, and whatever counts together with them), only 0 does. Which counters and registers there
 * are, the instruction set says (struct isa_waits). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/code_ops.h"
#include "check/counter.h"
#include "check/late.h"
#include "check/wait.h"

/* Registers of an operand: vector registers first, then scalar ones. */
struct use {
    uint16_t first, count;
    bool is_read, is_write;
};

/* What there is to know of an instruction, found out once. */
struct op_uses {
    struct counting counting;
    uint8_t count;
    bool has_exec; /* only active lanes matter */
    uint64_t pc;
    /* For hints: how often it waited, and for which counters it ever had to. */
    atomic_uint_fast64_t executed;
    atomic_uint useful;
    struct use uses[SHOAL_INSN_MAX_OPERANDS];
};

/* What a register waits for. */
struct pending {
    uint64_t lanes; /* that are to be written */
    uint64_t pc;    /* of the instruction */
    uint64_t number[MAX_WAIT_COUNTERS];
    uint8_t counters;
    bool is_unordered;
    bool is_source; /* it is read: only writing it is wrong */
};

struct wait_wave {
    uint64_t set[MAX_WAIT_REGISTERS / 64]; /* registers that wait */
    struct counter counters[MAX_WAIT_COUNTERS];
    uint64_t done[MAX_WAIT_COUNTERS]; /* how many of those begun are not counted any more */
    struct late_wave late;
    struct pending registers[]; /* of isa_waits.vectors + scalars */
};

static const struct isa_waits *waits_of(const struct launch *l) { return l->device->isa->waits; }

/* ---- what instructions use ----------------------------------------------------------- */

static void find_uses(const struct launch *l, const struct wave *w, const struct op *op,
                      struct op_uses *out)
{
    const struct isa_exec *isa = l->device->isa;
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    if (!isa->waits->counting(op, &out->counting))
        return;
    size_t count = isa->operands(op, w->lanes, operands);
    for (size_t i = 0; i < count; i++) {
        const shoal_operand *o = &operands[i];
        shoal_register_file file;
        unsigned index;
        out->has_exec |= o->kind == SHOAL_OPERAND_EXEC && o->is_implicit;
        if (!o->dwords || !isa->operand_register(o, &file, &index))
            continue;
        bool is_vector = file == SHOAL_REG_VECTOR;
        if (index + o->dwords > (is_vector ? isa->waits->vectors : isa->waits->scalars))
            continue;
        unsigned first = is_vector ? index : isa->waits->vectors + index;
        out->uses[out->count++] = (struct use){(uint16_t)first, o->dwords, o->is_read, o->is_write};
    }
}

/* code_op_make */
static void *make_uses(void *launch, struct wave *w, const struct op *op)
{
    struct op_uses *made = calloc(1, sizeof *made);
    if (made) {
        made->pc = ((const struct launch *)launch)->device->isa->op_pc(w, op);
        find_uses(launch, w, op, made);
    }
    return made;
}

/* NULL: no memory, or `op` is not of the code. */
static struct op_uses *uses_of(struct check_group *g, struct wave *w, const struct op *op)
{
    struct check_launch *c = g->launch;
    if (!g->uses || g->uses->code != w->code)
        g->uses = code_ops_of(&c->uses, &c->lock, w->code, NULL, NULL);
    return g->uses ? code_op(g->uses, w, op, make_uses, g->slot->launch) : NULL;
}

/* ---- counters ------------------------------------------------------------------------ */

static void wait_for(struct check_group *g, struct wave *w, struct wait_wave *v, unsigned counter,
                     uint64_t most)
{
    uint64_t done = counter_wait(&v->counters[counter], most);
    uint64_t counted = v->counters[counter].begun - v->done[counter];
    v->done[counter] += counted > most ? counted - most : 0;
    if (v->late.first)
        late_show(g, w, &v->late, counter, done, most != 0);
    for (unsigned i = 0; i < MAX_WAIT_REGISTERS / 64; i++)
        for (uint64_t left = v->set[i]; left; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            struct pending *p = &v->registers[64 * i + bit];
            if (!(p->counters >> counter & 1) || p->number[counter] > done ||
                (most && p->is_unordered))
                continue;
            p->counters &= (uint8_t) ~(1u << counter);
            if (!p->counters)
                v->set[i] &= ~(UINT64_C(1) << bit);
        }
}

/* The results of the instruction are to come later. */
static void hold_back(struct check_group *g, struct wave *w, struct wait_wave *v,
                      const struct op_uses *u, const struct pending *p)
{
    struct late_wait wait = {.counters = p->counters, .is_unordered = p->is_unordered};
    memcpy(wait.number, p->number, sizeof wait.number);
    for (unsigned i = 0; i < u->count; i++)
        if (u->uses[i].is_write)
            late_begin(g, w, &v->late, u->uses[i].first, u->uses[i].count, p->lanes, &wait);
}

static void begin(struct check_group *g, struct wave *w, struct wait_wave *v,
                  const struct op_uses *u, const struct accesses *a, uint64_t lanes)
{
    const struct isa_waits *isa = waits_of(g->slot->launch);
    struct pending made = {.lanes = lanes,
                           .pc = u->pc,
                           .counters = u->counting.raises,
                           .is_unordered = u->counting.is_unordered};
    bool has_result = false;
    /* An access that goes nowhere near local memory is done when global memory is, which compilers
     * that know where a pointer points make use of. */
    if (u->counting.local_part && a && !a->lds) {
        made.is_unordered = false;
        made.counters &= (uint8_t)~u->counting.local_part;
    }
    for (unsigned c = 0; c < isa->count; c++)
        if (u->counting.raises >> c & 1) {
            made.number[c] = counter_raise(&v->counters[c], &u->counting, made.is_unordered);
            wait_for(g, w, v, c, isa->most[c]);
        }
    for (unsigned i = 0; i < u->count; i++)
        has_result |= u->uses[i].is_write;
    if ((!has_result && !u->counting.reads_later) || !lanes)
        return;
    made.is_source = u->counting.reads_later;
    for (unsigned i = 0; i < u->count; i++) {
        const struct use *x = &u->uses[i];
        if (made.is_source ? !x->is_read || x->first >= isa->vectors : !x->is_write)
            continue;
        for (unsigned r = x->first; r < x->first + x->count; r++) {
            v->registers[r] = made;
            v->set[r / 64] |= UINT64_C(1) << r % 64;
        }
    }
    if (g->launch->check->has_late_results && !made.is_source)
        hold_back(g, w, v, u, &made);
}

/* ---- reports ------------------------------------------------------------------------- */

static void report(struct check_group *g, struct wave *w, const struct pending *p, unsigned r,
                   bool is_read, uint64_t lanes)
{
    const char *rule = p->is_source ? "source-overwritten"
                       : is_read    ? "read-before-wait"
                                    : "overwritten-before-wait";
    const struct isa_waits *isa = waits_of(g->slot->launch);
    bool is_vector = r < isa->vectors;
    int lane = is_vector ? __builtin_ctzll(lanes) : -1;
    shoal_check_place other;
    place_fill_at(g, w, p->pc, lane, &other);
    struct finding *f = finding_enter(g, w, SHOAL_CHECK_WAIT, rule, &other, 1);
    if (f) {
        char name[16], counters[64] = "";
        g->slot->launch->device->isa->register_name(is_vector ? SHOAL_REG_VECTOR : SHOAL_REG_SCALAR,
                                                    is_vector ? r : r - isa->vectors, name);
        for (unsigned c = 0; c < isa->count; c++)
            if (p->counters >> c & 1) {
                strncat(counters, counters[0] ? " and " : "",
                        sizeof counters - strlen(counters) - 1);
                strncat(counters, isa->names[c], sizeof counters - strlen(counters) - 1);
            }
        place_fill(g, w, lane, &f->report.place);
        f->report.other_title =
            p->is_source ? "the instruction that reads it" : "the instruction that is to write it";
        snprintf(f->report.message, sizeof f->report.message, "%s is %s before %s was waited for",
                 name, is_read ? "read" : "written", counters);
    }
    finding_done(g);
}

static uint64_t active_lanes(const struct launch *l, const struct wave *w)
{
    return l->device->isa->active_lanes(w);
}

/* Loads that are done in order may follow each other into a register. */
static bool is_in_turn(const struct op_uses *u, const struct pending *p)
{
    return u->counting.raises == p->counters && !u->counting.is_unordered && !p->is_unordered &&
           !p->is_source;
}

static void look_at(struct check_group *g, struct wave *w, struct wait_wave *v,
                    const struct op_uses *u, const struct use *x)
{
    for (unsigned r = x->first; r < (unsigned)x->first + x->count; r++) {
        struct pending *p = &v->registers[r];
        if (!(v->set[r / 64] >> r % 64 & 1) || (x->is_write && is_in_turn(u, p)) ||
            (p->is_source && !x->is_write))
            continue;
        uint64_t lanes = p->lanes;
        if (r < waits_of(g->slot->launch)->vectors && u->has_exec)
            lanes &= active_lanes(g->slot->launch, w);
        if (!lanes)
            continue;
        report(g, w, p, r, x->is_read && !p->is_source, lanes);
        v->set[r / 64] &= ~(UINT64_C(1) << r % 64); /* once is enough */
    }
}

/* ---- hints ------------------------------------------------------------------------------- */

/* The counters that the instruction names; the others are at the most they can hold. */
static unsigned named_counters(const struct isa_waits *isa, const struct counting *c)
{
    unsigned named = 0;
    for (unsigned i = 0; i < isa->count; i++)
        named |= c->waits >> i & 1 && c->most[i] < isa->most[i] ? 1u << i : 0;
    return named;
}

static void hint(struct check_launch *c, const struct code *code, struct op_uses *u)
{
    const struct launch *l = c->launch;
    const struct isa_waits *isa = waits_of(l);
    unsigned named = named_counters(isa, &u->counting);
    const struct finding_key key = {
        .kind = SHOAL_CHECK_WAIT,
        .rule = "needless-wait",
        .kernel = l->kernel->info->name,
        .pc_offset = (int64_t)(u->pc - l->kernel->entry),
        .order = {c->number},
    };
    struct finding *f = named && u->executed ? finding_hint(c->check, &key, u->executed) : NULL;
    if (!f)
        return;
    char counters[64] = "";
    if (!f->report.is_note)
        place_fill_of(c, 0, 0, -1, code, u->pc, &f->report.place);
    f->report.is_note = true;
    f->useful |= atomic_load(&u->useful);
    f->is_void = !(named & ~f->useful);
    for (unsigned i = 0; i < isa->count; i++)
        if (named & ~f->useful & 1u << i) {
            strncat(counters, counters[0] ? " and " : "", sizeof counters - strlen(counters) - 1);
            strncat(counters, isa->names[i], sizeof counters - strlen(counters) - 1);
        }
    snprintf(f->report.message, sizeof f->report.message, "%s never had anything to wait for",
             counters);
    pthread_mutex_unlock(&c->check->lock);
}

void wait_launch_end(struct check_launch *c)
{
    for (struct code_ops *o = c->check->has_hints ? c->uses : NULL; o; o = o->next)
        for (uint64_t i = 0; i <= o->code->size_bytes / 4; i++) {
            struct op_uses *u = atomic_load_explicit(&o->ops[i], memory_order_acquire);
            if (u && u->counting.waits)
                hint(c, o->code, u);
        }
    code_ops_free(c->uses, NULL, NULL);
}

/* ---- the wave ------------------------------------------------------------------------ */

size_t wait_bytes(const struct launch *l)
{
    const struct isa_waits *isa = waits_of(l);
    return isa ? sizeof(struct wait_wave) + (isa->vectors + isa->scalars) * sizeof(struct pending)
               : 0;
}

static struct wait_wave *wave_of(const struct check_group *g, uint32_t wave)
{
    return (struct wait_wave *)(void *)(g->waits + wave * wait_bytes(g->slot->launch));
}

void wait_hide(struct check_group *g, struct wave *w)
{
    struct wait_wave *v = wave_of(g, w->index);
    if (v->late.now)
        late_hide(g, w, &v->late);
}

void wait_group_end(struct check_group *g)
{
    for (uint32_t i = 0; i < g->slot->group.wave_count; i++)
        late_end(&wave_of(g, i)->late);
}

/* The instruction waits for counters. */
static void wait_for_all(struct check_group *g, struct wave *w, struct wait_wave *v,
                         struct op_uses *u)
{
    const struct counting *waits = &u->counting;
    unsigned useful = 0;
    for (unsigned c = 0; c < waits_of(g->slot->launch)->count; c++) {
        if (!(waits->waits >> c & 1))
            continue;
        useful |= v->counters[c].begun - v->done[c] > waits->most[c] ? 1u << c : 0;
        wait_for(g, w, v, c, waits->most[c]);
    }
    if (!g->launch->check->has_hints)
        return;
    atomic_fetch_add(&u->executed, 1);
    atomic_fetch_or(&u->useful, useful);
}

void wait_check(struct check_group *g, struct wave *w, const struct op *op,
                const struct accesses *a)
{
    const struct launch *l = g->slot->launch;
    struct wait_wave *v = wave_of(g, w->index);
    struct op_uses *u = uses_of(g, w, op);
    uint64_t any = 0;
    if (!u)
        return;
    if (u->counting.waits)
        wait_for_all(g, w, v, u);
    for (unsigned i = 0; i < MAX_WAIT_REGISTERS / 64; i++)
        any |= v->set[i];
    for (unsigned i = 0; i < u->count && any; i++)
        if (u->uses[i].is_read)
            look_at(g, w, v, u, &u->uses[i]);
    for (unsigned i = 0; i < u->count && any; i++)
        if (!u->uses[i].is_read)
            look_at(g, w, v, u, &u->uses[i]);
    if (u->counting.raises)
        begin(g, w, v, u, a, u->has_exec ? active_lanes(l, w) : UINT64_MAX);
}

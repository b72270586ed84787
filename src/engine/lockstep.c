/* lockstep.c: single steps, and what they wrote. See lockstep.h. */
#include "engine/lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "engine/interp.h"
#include "engine/launch_run.h"
#include "engine/workgroup.h"

enum { PART_BYTES = 8 };

/* ---- work-groups --------------------------------------------------------------------- */

struct lockstep_group *lockstep_group(struct shoal_lockstep *l, uint64_t index)
{
    struct lockstep_group *g = l->groups;
    while (g && g->index != index)
        g = g->next;
    if (g || !(g = calloc(1, sizeof *g)))
        return g;
    const uint64_t *n = l->launch->groups;
    l->worker->claim =
        (struct claim){.next = index,
                       .end = index + 1,
                       .id = {(uint32_t)(index % n[0]), (uint32_t)(index / n[0] % n[1]),
                              (uint32_t)(index / n[0] / n[1])}};
    g->index = index;
    g->slot = group_start(l->worker, l->launch);
    if (!g->slot) {
        free(g);
        return NULL;
    }
    g->next = l->groups;
    l->groups = g;
    return g;
}

void lockstep_drop(struct shoal_lockstep *l, uint64_t index)
{
    for (struct lockstep_group **at = &l->groups; *at; at = &(*at)->next)
        if ((*at)->index == index) {
            struct lockstep_group *g = *at;
            *at = g->next;
            group_end(l->worker, l->launch, g->slot);
            free(g);
            return;
        }
}

/* ---- registers ----------------------------------------------------------------------- */

static void take_state(const struct isa_exec *isa, const struct wave *w, struct lockstep_state *s)
{
    uint32_t value[64];
    unsigned i = 0;
    for (; i < LOCKSTEP_SCALARS && isa->read_register(w, SHOAL_REG_SCALAR, i, value); i++)
        s->scalars[i] = value[0];
    s->scalar_count = i;
    for (i = 0; i < LOCKSTEP_STATUSES && isa->read_register(w, SHOAL_REG_STATUS, i, value); i++)
        s->statuses[i] = value[0];
    s->status_count = i;
    for (i = 0; i < LOCKSTEP_VECTORS;) {
        if (!isa->read_register(w, SHOAL_REG_VECTOR, i, s->vectors[i]))
            break;
        i++;
    }
    s->vector_count = i;
}

static shoal_write *find_write(struct shoal_lockstep *l, shoal_register_file file, unsigned index)
{
    for (size_t i = 0; i < l->write_count; i++)
        if (!l->writes[i].is_memory && l->writes[i].file == file && l->writes[i].index == index)
            return &l->writes[i];
    return NULL;
}

/* Adds a register, unless it is there already. before: its dwords before the step; NULL: not known.
 */
static void add_register(struct shoal_lockstep *l, const struct wave *w, shoal_register_file file,
                         unsigned index, uint64_t lanes, const uint32_t *before)
{
    if (l->write_count == LOCKSTEP_WRITES || find_write(l, file, index))
        return;
    shoal_write *x = &l->writes[l->write_count];
    *x = (shoal_write){.file = file, .index = index, .lanes = lanes};
    x->dwords =
        (uint32_t)l->launch->device->isa->read_register(w, (unsigned)file, index, x->values);
    if (!x->dwords)
        return;
    x->has_changed = !before || memcmp(before, x->values, x->dwords * sizeof *before) != 0;
    l->write_count++;
}

static void add_scalar(struct shoal_lockstep *l, const struct wave *w, unsigned index)
{
    const struct lockstep_state *b = &l->before;
    add_register(l, w, SHOAL_REG_SCALAR, index, 1,
                 index < b->scalar_count ? &b->scalars[index] : NULL);
}

static void add_vector(struct shoal_lockstep *l, const struct wave *w, unsigned index,
                       uint64_t lanes)
{
    const struct lockstep_state *b = &l->before;
    add_register(l, w, SHOAL_REG_VECTOR, index, lanes,
                 index < b->vector_count ? b->vectors[index] : NULL);
}

/* RDNA3's named scalars, by their operand numbers (observe.h). */
enum { SCALAR_VCC_LO = 106, SCALAR_TTMP0 = 108, SCALAR_M0 = 125, SCALAR_EXEC_LO = 126 };

static void add_operand(struct shoal_lockstep *l, const struct wave *w, const shoal_operand *o,
                        uint64_t lanes)
{
    unsigned first = o->first;
    switch (o->kind) {
    case SHOAL_OPERAND_VGPR:
        for (unsigned i = 0; i < o->dwords; i++)
            add_vector(l, w, first + i, lanes);
        return;
    case SHOAL_OPERAND_SCC:
        add_register(l, w, SHOAL_REG_STATUS, 0, 1, &l->before.statuses[0]);
        return;
    case SHOAL_OPERAND_SGPR:
        break;
    case SHOAL_OPERAND_VCC:
        first += SCALAR_VCC_LO;
        break;
    case SHOAL_OPERAND_TTMP:
        first += SCALAR_TTMP0;
        break;
    case SHOAL_OPERAND_M0:
        first = SCALAR_M0;
        break;
    case SHOAL_OPERAND_EXEC:
        if (l->launch->device->isa->has_zero) /* Ventus's mask is a status */
            return;
        first += SCALAR_EXEC_LO;
        break;
    default:
        return;
    }
    bool is_zero = l->launch->device->isa->has_zero && first == 0;
    for (unsigned i = is_zero ? 1 : 0; i < o->dwords; i++)
        add_scalar(l, w, first + i);
}

/* What the instruction names as its results. */
static void add_results(struct shoal_lockstep *l, const struct wave *w, const shoal_observed *at,
                        bool follows, uint64_t lanes)
{
    const shoal_isa *isa = shoal_isa_find(at->isa);
    shoal_insn insn;
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    uint32_t prefix = l->launch->device->isa->prefix_bytes;
    bool is_pair =
        follows &&
        shoal_insn_decode(isa, at->bytes - prefix, at->size_bytes + prefix, &insn) == SHOAL_OK &&
        insn.size_bytes == at->size_bytes + prefix;
    if (!is_pair &&
        (!at->size_bytes || shoal_insn_decode(isa, at->bytes, at->size_bytes, &insn) != SHOAL_OK))
        return;
    size_t count = shoal_insn_operands(isa, &insn, at->wave_lanes == 64, operands);
    for (size_t i = 0; i < count; i++)
        if (operands[i].is_write)
            add_operand(l, w, &operands[i], lanes);
}

/* What else is not as it was. */
static void add_changes(struct shoal_lockstep *l, const struct wave *w, uint64_t lanes)
{
    const struct lockstep_state *a = &l->before, *b = &l->after;
    for (unsigned i = 0; i < b->scalar_count; i++)
        if (a->scalars[i] != b->scalars[i])
            add_scalar(l, w, i);
    for (unsigned i = 0; i < b->vector_count; i++)
        if (memcmp(a->vectors[i], b->vectors[i], w->lanes * sizeof(uint32_t)) != 0)
            add_vector(l, w, i, lanes);
    for (unsigned i = 0; i < b->status_count; i++)
        if (a->statuses[i] != b->statuses[i])
            add_register(l, w, SHOAL_REG_STATUS, i, 1, &a->statuses[i]);
}

/* ---- memory ---------------------------------------------------------------------------- */

/* Where what the wave calls `address` is on the host; NULL: nowhere. */
static const uint8_t *host_of(const struct wave *w, const shoal_lane_accesses *a, uint64_t address,
                              unsigned bytes)
{
    const struct machine *m = w->machine;
    const struct group *g = w->group;
    uint64_t offset = address - m->shared_base;
    bool is_lds = a->space == SHOAL_SPACE_LDS;
    if (is_lds)
        offset = address;
    if ((is_lds || a->space == SHOAL_SPACE_FLAT || m->host_offset) && offset < g->lds_bytes)
        return bytes <= g->lds_bytes - offset ? g->lds + offset : NULL;
    if (is_lds || address - m->window_base > m->window_size - bytes)
        return NULL;
    return (const uint8_t *)(uintptr_t)(m->host_offset + address);
}

/* Scratch is kept by dwords of all lanes. */
static bool scratch_byte(const struct wave *w, unsigned lane, uint64_t offset, uint8_t *out)
{
    if (offset >= w->scratch_bytes)
        return false;
    *out = w->scratch[offset / 4 * 4 * w->lanes + 4 * lane + offset % 4];
    return true;
}

static uint64_t contents_of(const struct wave *w, const shoal_lane_accesses *a, unsigned lane,
                            uint64_t address, unsigned bytes)
{
    uint64_t value = 0;
    uint8_t byte = 0;
    const uint8_t *host = a->space == SHOAL_SPACE_SCRATCH ? NULL : host_of(w, a, address, bytes);
    if (host)
        memcpy(&value, host, bytes);
    for (unsigned i = 0; a->space == SHOAL_SPACE_SCRATCH && i < bytes; i++)
        if (scratch_byte(w, lane, address + i, &byte))
            value |= (uint64_t)byte << 8 * i;
    return value;
}

/* An element from byte `from` on, of which at most 8 fit in a write. */
static void add_part(struct shoal_lockstep *l, const struct wave *w, const shoal_lane_accesses *a,
                     uint32_t from, int32_t more)
{
    if (l->write_count == LOCKSTEP_WRITES)
        return;
    shoal_write *x = &l->writes[l->write_count++];
    uint32_t bytes = a->bytes - from < PART_BYTES ? a->bytes - from : PART_BYTES;
    *x = (shoal_write){.is_memory = true,
                       .has_changed = true,
                       .space = a->space,
                       .bytes = bytes,
                       .lanes = a->lanes};
    for (uint64_t left = a->lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        x->address[lane] = a->address[lane] + from + (uint64_t)(int64_t)more;
        x->contents[lane] = contents_of(w, a, lane, x->address[lane], bytes);
    }
}

static void add_memory(struct shoal_lockstep *l, const struct wave *w, const shoal_lane_accesses *a)
{
    for (uint32_t from = 0; from < a->bytes; from += PART_BYTES)
        add_part(l, w, a, from, 0);
    for (uint32_t from = 0; a->has_second && from < a->bytes; from += PART_BYTES)
        add_part(l, w, a, from, a->second);
}

/* ---- a step ------------------------------------------------------------------------------ */

shoal_wave_status lockstep_status(const struct slot *s, uint32_t wave)
{
    switch (s->states[wave]) {
    case WAVE_AT_BARRIER:
        return SHOAL_WAVE_WAITS;
    case WAVE_HALTED:
        return SHOAL_WAVE_HALTED;
    case WAVE_ENDED:
        return SHOAL_WAVE_ENDED;
    default:
        return SHOAL_WAVE_RUNS;
    }
}

shoal_status lockstep_step(struct shoal_lockstep *l, struct lockstep_group *g, uint32_t wave,
                           shoal_retired *out)
{
    struct launch *la = l->launch;
    const struct isa_exec *isa = la->device->isa;
    struct wave *w = slot_wave(la, g->slot, wave);
    launch_forget_fault(la);
    shoal_observed at;
    shoal_lane_accesses accesses;
    interp_prepare(la, w, &at);
    bool is_store = shoal_observed_lane_accesses(&at, &accesses) && accesses.is_store;
    bool follows = isa->prefix_bytes && g->last_pc[wave] == at.pc - isa->prefix_bytes && at.bytes;
    uint64_t lanes = isa->active_lanes(w);
    take_state(isa, w, &l->before);
    l->write_count = 0;
    if (group_step(l->worker, la, g->slot, wave) == SLICE_STOPPED) {
        launch_conclude(la);
        g->slot->states[wave] = WAVE_READY;
        return la->diag.status;
    }
    g->last_pc[wave] = at.pc;
    if (!out)
        return SHOAL_OK;
    take_state(isa, w, &l->after);
    add_results(l, w, &at, follows, lanes);
    add_changes(l, w, lanes);
    if (is_store)
        add_memory(l, w, &accesses);
    *out = (shoal_retired){.pc = at.pc,
                           .pc_offset = at.pc_offset,
                           .bytes = at.bytes,
                           .size_bytes = at.size_bytes,
                           .status = lockstep_status(g->slot, wave),
                           .writes = l->writes,
                           .write_count = l->write_count};
    if (out->status != SHOAL_WAVE_ENDED)
        out->next_pc = isa->op_pc(w, w->next);
    shoal_observed_text(&at, out->text, sizeof out->text);
    return SHOAL_OK;
}

/* late.c: results of loads and their like become visible at the wait that covers them, as late as a
 * chip may be. The interpreter writes them at once; before the wave's next instruction they are
 * taken away again, lane by lane, and put back when code has waited. What a load left as it was
 * (a half, other lanes) is not touched, so that loads into two halves of a register meet. */
#include "check/late.h"

#include <stdlib.h>
#include <string.h>

/* A register that is to be written. */
struct late_result {
    struct late_result *next;
    struct late_wait wait;
    unsigned file, index;
    uint64_t lanes;
    size_t dwords;
    uint32_t mask; /* bits that it writes: halves */
    uint32_t values[64];
};

static void locate(const struct check_group *g, unsigned number, struct late_result *r)
{
    unsigned vectors = g->slot->launch->device->isa->waits->vectors;
    r->file = number < vectors ? SHOAL_REG_VECTOR : SHOAL_REG_SCALAR;
    r->index = number < vectors ? number : number - vectors;
}

void late_begin(const struct check_group *g, struct wave *w, struct late_wave *v, unsigned first,
                unsigned count, uint64_t lanes, const struct late_wait *wait)
{
    const struct isa_exec *isa = g->slot->launch->device->isa;
    for (unsigned i = 0; i < count && isa->write_register; i++) {
        struct late_result *r = calloc(1, sizeof *r);
        if (!r)
            return;
        locate(g, first + i, r);
        r->wait = *wait;
        r->lanes = r->file == SHOAL_REG_VECTOR ? lanes : UINT64_MAX;
        r->dwords = isa->read_register(w, r->file, r->index, r->values);
        r->next = v->now;
        v->now = r;
    }
}

/* Takes away what the register got. false: it got nothing. */
static bool hide(const struct isa_exec *isa, struct wave *w, struct late_result *r)
{
    uint32_t after[64], changed = 0;
    if (r->dwords == 0 || isa->read_register(w, r->file, r->index, after) != r->dwords)
        return false;
    for (size_t i = 0; i < r->dwords; i++)
        changed |= after[i] ^ r->values[i];
    if (!changed)
        return false;
    r->mask = (changed & 0xffff ? 0xffff : 0) | (changed >> 16 ? 0xffff0000 : 0);
    isa->write_register(w, r->file, r->index, r->values);
    memcpy(r->values, after, sizeof after);
    return true;
}

void late_hide(const struct check_group *g, struct wave *w, struct late_wave *v)
{
    const struct isa_exec *isa = g->slot->launch->device->isa;
    if (!v->end)
        v->end = &v->first;
    for (struct late_result *r = v->now, *next; r; r = next) {
        next = r->next;
        r->next = NULL;
        if (!hide(isa, w, r)) {
            free(r);
            continue;
        }
        *v->end = r;
        v->end = &r->next;
    }
    v->now = NULL;
}

static void show(const struct isa_exec *isa, struct wave *w, const struct late_result *r)
{
    uint32_t values[64];
    if (isa->read_register(w, r->file, r->index, values) != r->dwords)
        return;
    for (size_t i = 0; i < r->dwords; i++)
        if (r->lanes >> i & 1)
            values[i] = (values[i] & ~r->mask) | (r->values[i] & r->mask);
    isa->write_register(w, r->file, r->index, values);
}

void late_show(const struct check_group *g, struct wave *w, struct late_wave *v, unsigned counter,
               uint64_t done, bool only_ordered)
{
    const struct isa_exec *isa = g->slot->launch->device->isa;
    for (struct late_result **at = &v->first, *r = v->first; r; r = *at) {
        if (r->wait.counters >> counter & 1 && r->wait.number[counter] <= done &&
            !(only_ordered && r->wait.is_unordered))
            r->wait.counters &= (uint8_t) ~(1u << counter);
        if (r->wait.counters) {
            at = &r->next;
            continue;
        }
        show(isa, w, r);
        *at = r->next;
        if (v->end == &r->next)
            v->end = at;
        free(r);
    }
}

void late_end(struct late_wave *v)
{
    for (struct late_result *lists[] = {v->first, v->now}, **list = lists; list < lists + 2; list++)
        for (struct late_result *r = *list, *next; r; r = next) {
            next = r->next;
            free(r);
        }
    *v = (struct late_wave){0};
}

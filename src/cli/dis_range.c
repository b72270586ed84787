/* dis_range.c: see dis_range.h. */
#include "cli/dis_range.h"

#include <string.h>

const shoal_object_symbol *dis_symbol_before(const struct dis_range *r, uint64_t address)
{
    size_t low = 0, high = r->object->symbol_count;
    while (low < high) { /* the first one behind */
        size_t middle = low + (high - low) / 2;
        const shoal_object_symbol *s = &r->object->symbols[middle];
        if (s->section < r->section_index ||
            (s->section == r->section_index && s->address <= address))
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || r->object->symbols[low - 1].section != r->section_index)
        return NULL;
    return &r->object->symbols[low - 1];
}

/* Shows [start, end) under the name of `symbol`, or of the section if that is NULL. */
static void show_range(const struct dis_request *q, struct dis_range *r,
                       const shoal_object_symbol *symbol, uint64_t start, uint64_t end,
                       void (*show)(void *user, const struct dis_range *range), void *user)
{
    if (start >= end || (q->symbol && (!symbol || strcmp(symbol->name, q->symbol) != 0)))
        return;
    r->name = symbol ? symbol->name : r->section->name;
    r->wave64 = q->wave64 || (symbol && symbol->wave_lanes == 64);
    r->start = start;
    r->end = end;
    show(user, r);
}

/* Is `next` only a label of a function that is shown as a whole? */
static bool is_inside(const struct dis_request *q, const shoal_object_symbol *symbol,
                      const shoal_object_symbol *next)
{
    bool is_whole =
        symbol && (q->cfg || q->json || (q->symbol && strcmp(symbol->name, q->symbol) == 0));
    return is_whole && symbol->is_function && !next->is_function &&
           next->address - symbol->address < symbol->size_bytes;
}

void dis_each_range(const struct dis_request *q, const shoal_object *object,
                    void (*show)(void *user, const struct dis_range *range), void *user)
{
    size_t at = 0;
    for (size_t i = 0; i < object->section_count; i++) {
        const shoal_object_section *s = &object->sections[i];
        struct dis_range r = {.object = object, .section = s, .section_index = i};
        uint64_t start = s->address, end = s->address + s->size_bytes;
        const shoal_object_symbol *symbol = NULL;
        for (; at < object->symbol_count && object->symbols[at].section == i; at++) {
            const shoal_object_symbol *next = &object->symbols[at];
            if (next->address < start || next->address >= end || is_inside(q, symbol, next))
                continue;
            if (next->address > start)
                show_range(q, &r, symbol, start, next->address, show, user);
            symbol = next; /* of several at one address, the last one */
            start = next->address;
        }
        show_range(q, &r, symbol, start, end, show, user);
    }
}

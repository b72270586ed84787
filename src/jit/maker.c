/* maker.c: see maker.h. Blocks are gone through backward, from one to those that lead there. */
#include "jit/maker.h"

#include <string.h>

enum { MAX_BLOCKS = 256 }; /* of regions that are looked through */

struct search {
    const struct region *r;
    unsigned var, found; /* so many makers */
    struct maker maker;
    uint8_t is_seen[MAX_BLOCKS];
    unsigned waiting[MAX_BLOCKS], count; /* blocks at whose start the maker is looked for */
};

static void note(struct search *s, const struct region_op *at, unsigned block)
{
    if (s->found && s->maker.at == at)
        return;
    s->found++;
    s->maker = (struct maker){at, block};
}

/* Looks before the op of the block, NULL: in all of it. */
static void look_in(struct search *s, unsigned block, const struct region_op *before)
{
    const struct block *b = &s->r->blocks[block];
    const struct region_op *first = &s->r->ops[b->op], *at = before ? before : first + b->ops;
    while (at-- > first)
        if (var_has(&at->fx.def, s->var)) {
            note(s, at, block);
            return;
        }
    s->waiting[s->count++] = block;
}

static bool leads_to(const struct block *b, unsigned to)
{
    return b->succ[0] == (int)to || b->succ[1] == (int)to || b->after == (int)to;
}

bool find_maker(const struct region *r, unsigned block, const struct region_op *before,
                unsigned var, struct maker *out)
{
    struct search s = {.r = r, .var = var};
    if (r->count > MAX_BLOCKS)
        return false;
    if (before)
        look_in(&s, block, before);
    else
        s.waiting[s.count++] = block;
    while (s.count && s.found < 2) {
        unsigned to = s.waiting[--s.count];
        if ((int)to == r->entry)
            note(&s, NULL, to);
        else if (!r->blocks[to].preds && !is_behind_barrier(r, to))
            return false;
        for (unsigned i = 0; i < r->count; i++)
            if (leads_to(&r->blocks[i], to) && !s.is_seen[i]) {
                s.is_seen[i] = 1;
                look_in(&s, i, NULL);
            }
    }
    *out = s.maker;
    return s.found == 1;
}

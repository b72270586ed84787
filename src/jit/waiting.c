/* waiting.c: see waiting.h. */
#include "jit/waiting.h"

#include <stdlib.h>

#include "jit/isa.h"

/* Atomics before the block's op `at` may wait until control has gone through the rest of it. */
static bool lets_from(const struct region *r, const struct block *b, uint32_t at)
{
    for (uint32_t k = at; k < b->ops; k++)
        if (r->isa->waiting(r, &r->ops[b->op + k]) == WAITING_NOT)
            return false;
    return true;
}

static bool lets_at(const uint8_t *lets, int block) { return block < 0 || lets[block]; }

/* ... and from there to the kernel's end. */
static bool lets_behind(const struct region *r, const struct block *b, const uint8_t *lets)
{
    const struct region_op *last = &r->ops[b->op + b->ops - 1];
    bool goes_on = b->after >= 0;
    for (unsigned i = 0; i < 2; i++) {
        if (!lets_at(lets, b->succ[i]) || !lets_at(lets, b->ways[i]))
            return false;
        goes_on |= b->succ[i] >= 0 || b->ways[i] >= 0;
    }
    for (uint32_t i = b->jump; i < b->jump + b->jumps; i++)
        if (r->jumps[i] < 0 || !lets[r->jumps[i]])
            return false;
    return lets_at(lets, b->after) && (goes_on || b->jumps || last->ends);
}

static void mark(struct region *r, const struct block *b)
{
    for (uint32_t k = 0; k < b->ops; k++) {
        struct region_op *at = &r->ops[b->op + k];
        at->may_wait = r->isa->waiting(r, at) == WAITING_MAY && lets_from(r, b, k + 1);
        r->has_waiting |= at->may_wait;
    }
}

void find_waiting(struct region *r)
{
    /* [count] whether atomics before the block may wait until the end; without memory none do */
    uint8_t *lets = r->isa->waiting ? calloc(r->count, 1) : NULL;
    if (!lets)
        return;
    for (unsigned i = 0; i < r->count; i++)
        lets[i] = lets_from(r, &r->blocks[i], 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = r->count; i-- > 0;)
            if (lets[i] && !lets_behind(r, &r->blocks[i], lets)) {
                lets[i] = 0;
                changed = true;
            }
    }
    for (unsigned i = 0; i < r->count; i++)
        if (lets_behind(r, &r->blocks[i], lets))
            mark(r, &r->blocks[i]);
    free(lets);
}

/* functions.c: see functions.h. */
#include "jit/functions.h"

#include <stdlib.h>

enum { MAX_COPY_OPS = 128, MAX_COPY_BLOCKS = 16, MAX_ONLY_BLOCKS = 1024 };

void function_free(struct function *f)
{
    free(f->block);
    free(f->place);
    free(f->at);
    *f = (struct function){.block = NULL};
}

void origins_follow_block(const struct region *r, const struct block *b, struct origins *o)
{
    for (uint32_t k = 0; k + 1 < b->ops; k++)
        origins_follow(r, o, &r->ops[b->op + k]);
}

/* ---- its blocks ---- */

static bool is_split(const struct region_op *at)
{
    return at->kind == OP_SPLIT || at->kind == OP_MEET;
}

/* Whether control goes on behind the block as it may in a function: in one that is copied forward
 * only. */
static bool goes_on(const struct region *r, unsigned block, bool is_only)
{
    const struct block *b = &r->blocks[block];
    const struct region_op *last = last_op_of(r, b);
    unsigned edges = 0;
    for (uint32_t k = 0; k < b->ops; k++)
        if (is_split(&r->ops[b->op + k]))
            return false;
    if (is_function_return(last))
        return true;
    if (last->fx.treatment == AS_LEAVE)
        return is_only && !last->is_call && last->to == NO_ADDRESS;
    for (unsigned k = 0; k < 2; k++) {
        if (b->succ[k] >= 0 && b->succ[k] <= (int)block && !is_only)
            return false;
        edges += b->succ[k] >= 0;
    }
    return edges == (last->kind == OP_BRANCH && last->is_conditional ? 2u : 1u);
}

/* Finds its blocks. stack: [region->count] */
static bool reach_blocks(const struct region *r, int first, bool is_only, struct function *f,
                         unsigned *stack)
{
    unsigned depth = 0;
    stack[depth++] = (unsigned)first;
    f->place[first] = 0;
    while (depth) {
        unsigned i = stack[--depth];
        const struct block *b = &r->blocks[i];
        int next[3] = {b->succ[0], b->succ[1], b->after};
        f->blocks++;
        f->ops += b->ops;
        if ((int)i == r->entry || (int)i < first || b->is_way || (b->is_root && (int)i != first) ||
            !goes_on(r, i, is_only) || f->blocks > (is_only ? MAX_ONLY_BLOCKS : MAX_COPY_BLOCKS) ||
            (f->ops > MAX_COPY_OPS && !is_only))
            return false;
        for (unsigned k = 0; k < 3 && !is_function_return(last_op_of(r, b)); k++)
            if (next[k] >= 0 && f->place[next[k]] < 0) {
                f->place[next[k]] = 0;
                stack[depth++] = (unsigned)next[k];
            }
    }
    return true;
}

/* Puts them in order. */
static bool list_blocks(const struct region *r, struct function *f)
{
    unsigned n = 0;
    f->block = malloc(f->blocks * sizeof *f->block);
    f->at = malloc(f->blocks * sizeof *f->at);
    if (!f->block || !f->at)
        return false;
    for (unsigned i = 0; i < r->count; i++)
        if (f->place[i] >= 0) {
            f->place[i] = (int)n;
            f->block[n++] = i;
        }
    return true;
}

/* ---- where it returns to ---- */

/* Finds out what is known where its blocks begin. */
static bool follow_all(const struct region *r, struct function *f, unsigned link)
{
    uint8_t *is_reached = calloc(f->blocks, 1);
    if (!is_reached)
        return false;
    origins_begin(&f->at[0], link);
    is_reached[0] = 1;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < f->blocks; i++) {
            const struct block *b = &r->blocks[f->block[i]];
            struct origins o = f->at[i];
            const int next[3] = {b->succ[0], b->succ[1], b->after};
            if (!is_reached[i] || is_function_return(last_op_of(r, b)))
                continue;
            origins_follow_block(r, b, &o);
            origins_follow(r, &o, last_op_of(r, b));
            for (unsigned k = 0; k < 3; k++) {
                int to = next[k] < 0 ? -1 : f->place[next[k]];
                if (to < 0)
                    continue;
                if (is_reached[to])
                    again |= origins_meet(&f->at[to], &o);
                else
                    f->at[to] = o;
                again |= !is_reached[to];
                is_reached[to] = 1;
            }
        }
    }
    free(is_reached);
    return true;
}

static bool returns(const struct region *r, const struct function *f)
{
    for (unsigned i = 0; i < f->blocks; i++) {
        const struct block *b = &r->blocks[f->block[i]];
        const struct region_op *last = last_op_of(r, b);
        struct origins o = f->at[i];
        origins_follow_block(r, b, &o);
        if (is_function_return(last) && origin_of_pair(&o, last->to).kind != ORIGIN_RETURN)
            return false;
    }
    return true;
}

bool find_function(const struct region *r, int first, unsigned link, bool is_only,
                   struct function *f)
{
    *f = (struct function){.place = malloc(r->count * sizeof *f->place)};
    unsigned *stack = malloc(r->count * sizeof *stack);
    for (unsigned i = 0; i < r->count && f->place; i++)
        f->place[i] = -1;
    bool is = f->place && stack && first >= 0 && reach_blocks(r, first, is_only, f, stack) &&
              list_blocks(r, f) && follow_all(r, f, link) && returns(r, f);
    free(stack);
    if (!is)
        function_free(f);
    return is;
}

/* jumps.c: see jumps.h. */
#include "jit/jumps.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_GUESSES = 4 };

bool jumps_add(struct jump_list *l, uint32_t from, uint32_t to)
{
    if (l->count == l->capacity) {
        size_t n = l->capacity ? 2 * l->capacity : 64;
        struct jump *p = realloc(l->jump, n * sizeof *p);
        if (!p)
            return false;
        l->jump = p;
        l->capacity = n;
    }
    l->jump[l->count++] = (struct jump){from, to};
    return true;
}

/* Marks what control comes to from a function's first block, calls passed over. stack: [count]. */
static void mark_function(const struct region *r, unsigned first, uint8_t *marks, int *stack)
{
    unsigned depth = 0;
    memset(marks, 0, r->count);
    marks[first] = 1;
    stack[depth++] = (int)first;
    while (depth) {
        const struct block *b = &r->blocks[stack[--depth]];
        int next[5] = {b->succ[0], b->succ[1], b->after, b->ways[0], b->ways[1]};
        for (unsigned k = 0; k < 5; k++)
            if (next[k] >= 0 && !marks[next[k]]) {
                marks[next[k]] = 1;
                stack[depth++] = next[k];
            }
    }
}

static bool leads(const struct jump_list *l, size_t count, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < count; i++)
        if (l->jump[i].from == from && (to == UINT32_MAX || l->jump[i].to == to))
            return true;
    return false;
}

/* Where an address was made in another block, as for several calls of a function, each function
 * that is called somewhere may be it, if there are few. Of blocks. */
static bool add_guesses(const struct region *r, struct jump_list *l)
{
    size_t calls = l->count;
    for (unsigned from = 0; from < r->count; from++) {
        const struct region_op *at = last_op_of(r, &r->blocks[from]);
        unsigned guesses = 0;
        if (at->to == NO_ADDRESS || at->link == NO_ADDRESS || leads(l, calls, from, UINT32_MAX))
            continue;
        for (size_t i = 0; i < calls && guesses < MAX_GUESSES; i++) {
            uint32_t to = l->jump[i].to;
            if (leads(l, l->count, from, to))
                continue;
            guesses++;
            if (!jumps_add(l, from, to))
                return false;
        }
    }
    return true;
}

/* Adds the returns to the calls. Of blocks. */
static bool add_returns(const struct region *r, struct jump_list *l, uint8_t *marks, int *stack)
{
    size_t calls = l->count;
    for (unsigned first = 0; first < r->count; first++) {
        bool is_marked = false;
        for (size_t i = 0; i < calls; i++) {
            int after = r->blocks[l->jump[i].from].after;
            if (l->jump[i].to != first || after < 0)
                continue;
            if (!is_marked)
                mark_function(r, first, marks, stack);
            is_marked = true;
            for (unsigned k = 0; k < r->count; k++)
                if (marks[k] && is_function_return(last_op_of(r, &r->blocks[k])) &&
                    !jumps_add(l, k, (uint32_t)after))
                    return false;
        }
    }
    return true;
}

static int by_source(const void *a, const void *b)
{
    const struct jump *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                              : (x->to > y->to) - (x->to < y->to);
}

/* Of blocks. */
static bool keep(struct region *r, struct jump_list *l)
{
    r->jumps = calloc(l->count + 1, sizeof *r->jumps);
    if (!r->jumps)
        return false;
    if (l->count)
        qsort(l->jump, l->count, sizeof *l->jump, by_source);
    for (size_t i = 0; i < l->count; i++) {
        const struct jump *j = &l->jump[i];
        struct block *b = &r->blocks[j->from];
        bool is_double = i && j[-1].from == j->from && j[-1].to == j->to;
        if (is_double || (int)j->to == r->entry || b->jumps == MAX_JUMPS)
            continue;
        if (!b->jumps++)
            b->jump = r->jump_count;
        r->jumps[r->jump_count++] = (int)j->to;
        struct region_op *at = last_op_of(r, &r->blocks[j->from]);
        for (unsigned k = 0; k < 2 && at->link != NO_ADDRESS; k++) {
            var_add(&at->fx.def, at->link + k);
            var_add(&b->def, at->link + k);
        }
    }
    return true;
}

bool find_jumps(struct region *r, struct jump_list *calls)
{
    struct jump_list l = {NULL, 0, 0};
    uint8_t *marks = malloc(r->count + 1);
    int *stack = malloc((r->count + 1) * sizeof *stack);
    bool ok = marks && stack;
    for (unsigned i = 0; ok && i < r->count; i++)
        for (size_t k = 0; ok && last_op_of(r, &r->blocks[i])->to != NO_ADDRESS && k < calls->count;
             k++) {
            int to = r->block_at[calls->jump[k].to];
            if (calls->jump[k].from == r->blocks[i].last && to >= 0)
                ok = jumps_add(&l, i, (uint32_t)to);
        }
    ok = ok && add_guesses(r, &l) && add_returns(r, &l, marks, stack) && keep(r, &l);
    free(marks);
    free(stack);
    free(l.jump);
    return ok;
}

/* region.c: see region.h. */
#include "jit/region.h"

#include <stdlib.h>
#include <string.h>

bool region_loop(const struct region *r, unsigned head, bool through_waits, uint8_t *marks)
{
    enum { FROM = 1, BACK = 2, BODY = FROM | BACK };
    memset(marks, 0, r->count);
    marks[head] = FROM;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = head; i < r->count; i++) {
            const struct block *b = &r->blocks[i];
            int next[3] = {b->succ[0], b->succ[1], through_waits ? b->after : -1};
            uint8_t mark = marks[i];
            for (unsigned k = 0; k < 3; k++) {
                if (next[k] == (int)head)
                    mark |= BACK;
                if (next[k] <= (int)head)
                    continue;
                mark |= marks[next[k]] & BACK;
                again |= (marks[i] & FROM) && !(marks[next[k]] & FROM);
                marks[next[k]] |= marks[i] & FROM;
            }
            again |= mark != marks[i];
            marks[i] = mark;
        }
    }
    for (unsigned i = 0; i < r->count; i++)
        marks[i] = marks[i] == BODY;
    return marks[head];
}

void region_free(struct region *r)
{
    if (!r)
        return;
    free(r->blocks);
    free(r->block_at);
    free(r->jumps);
    if (!r->is_part) {
        free(r->ops);
        free(r->computations);
        free(r->fixed);
        free(r->links);
        free(r->teams);
        free(r->spans);
    }
    free(r);
}

bool is_behind_barrier(const struct region *r, unsigned index)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->blocks[i].after == (int)index && ends_in_barrier(r, &r->blocks[i]))
            return true;
    return false;
}

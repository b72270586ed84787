/* columns.c: see columns.h. */
#include "isa/rdna3/jit/columns.h"

#include "isa/rdna3/jit/access.h"
#include "isa/rdna3/jit/transfer.h"
#include "jit/across.h"
#include "jit/anywhere.h"
#include "jit/build.h"
#include "jit/flow.h"
#include "jit/known.h"
#include "jit/tile.h"

/* Whether only the first wave has stored anything, or none, so that its stores can be before
 * others'. */
static bool is_first_store(const struct crew *c)
{
    for (unsigned w = 1; w < c->team->waves; w++)
        if (LLVMGetFirstInstruction(c->store[w]))
            return false;
    return true;
}

bool rdna3_may_be_across(const struct emitter *e, const struct plan plan[MAX_TEAM_WAVES])
{
    bool may_be = e->tiles && team_is_full(e) && e->has_lanes && is_first_store(e->crew);
    for (unsigned w = 0; w < e->crew->team->waves && may_be; w++) {
        const struct plan *p = &plan[w];
        may_be = team_takes_part(e, w, true) && rdna3_is_global(p) && p->parts == 1 &&
                 !p->is_atomic && !p->aperture && !p->holds && p->a[0].way == WAY_ANY &&
                 p->a[0].bytes == 4;
    }
    return may_be;
}

void rdna3_store_across(struct emitter *e, const struct plan plan[MAX_TEAM_WAVES],
                        const LLVMValueRef v[MAX_TEAM_WAVES])
{
    const struct place *where[MAX_TEAM_WAVES];
    for (unsigned w = 0; w < e->crew->team->waves; w++)
        where[w] = &plan[w].where[0][0];
    LLVMValueRef are = are_across(e, where);
    e->tiles->has_stores |= are != NULL;
    for (unsigned w = 0; w < e->crew->team->waves; w++) {
        struct forms f;
        team_switch(e, w);
        begin_stores(e, w);
        if (are) {
            f = begin_forms(e, are, 1);
            if (w == 0) {
                LLVMBasicBlockRef across = new_block(e, "across");
                LLVMBuildBr(e->b, across);
                LLVMPositionBuilderAtEnd(e->b, across);
                struct anywhere first = rdna3_lanes_at(e, &plan[0].a[0], where[0], 0);
                store_across(e, &first, v);
            }
            next_form(e, &f);
        }
        rdna3_do_in_place(e, &plan[w]);
        if (are)
            end_forms(e, &f);
        end_stores(e, w);
    }
}

/* known.c: see known.h. */
#include "jit/known.h"

#include <string.h>

#include "jit/half.h"

void note_known(const struct emitter *e, struct known *k)
{
    const struct crew *c = e->crew;
    if (c)
        memcpy(k->exec, c->exec, sizeof k->exec);
    else
        k->exec[0] = *e->exec;
    k->pairs = *e->pairs;
    k->addresses = *e->addresses;
    k->tests = *e->tests;
    k->halves = e->halves->count;
    if (!in_batch(e))
        return;
    k->rows = *e->rows;
    k->aheads = c->ahead_count;
    k->holds = c->holds;
}

void forget_since(struct emitter *e, const struct known *k)
{
    struct crew *c = e->crew;
    if (c)
        memcpy(c->exec, k->exec, sizeof k->exec);
    else
        *e->exec = k->exec[0];
    *e->pairs = k->pairs;
    *e->addresses = k->addresses;
    *e->tests = k->tests;
    e->halves->count = k->halves;
    if (!in_batch(e))
        return;
    bool has_assumed = c->holds != k->holds || e->rows->holds != k->rows.holds;
    c->is_broken |= has_assumed; /* and nothing would require it */
    *e->rows = k->rows;
    c->ahead_count = k->aheads;
}

void begin_aside(struct emitter *e, struct known *k, LLVMBasicBlockRef at)
{
    note_known(e, k);
    e->crew->asides++;
    LLVMPositionBuilderAtEnd(e->b, at);
}

void end_aside(struct emitter *e, const struct known *k, LLVMBasicBlockRef behind)
{
    e->crew->asides--;
    forget_since(e, k);
    LLVMPositionBuilderAtEnd(e->b, behind);
}

void begin_stores(struct emitter *e, unsigned wave)
{
    struct crew *c = e->crew;
    c->behind = LLVMGetInsertBlock(e->b);
    begin_aside(e, c->before_stores, c->store[wave]);
    memset(e->tests->said, 0, sizeof e->tests->said); /* each wave says for itself where */
}

void end_stores(struct emitter *e, unsigned wave)
{
    struct crew *c = e->crew;
    c->store[wave] = LLVMGetInsertBlock(e->b);
    end_aside(e, c->before_stores, c->behind);
}

/* machine.c: see machine.h. */
#include "jit/direct/machine.h"

#include <stdlib.h>
#include <string.h>

bool reserve(struct mfunction *f, void *array, uint32_t *capacity, uint32_t count, uint32_t more,
             size_t element)
{
    if (count + more <= *capacity)
        return true;
    uint32_t needed = count + more, n = needed + needed / 2 + 64;
    void **a = array, *p = realloc(*a, n * element);
    if (!p) {
        f->why = "memory";
        return false;
    }
    *a = p;
    *capacity = n;
    return true;
}

void release(void *array) { free(array); }

static uint32_t hash_bytes(const uint8_t *p, uint32_t count)
{
    uint32_t h = 2166136261U;
    for (uint32_t i = 0; i < count; i++)
        h = (h ^ p[i]) * 16777619U;
    return h ^ h >> 15;
}

static uint32_t append_pool(struct mfunction *f, const void *bytes, uint32_t count)
{
    uint32_t at = (f->pool_bytes + count - 1) & ~(count - 1);
    if (!reserve(f, &f->pool, &f->pool_capacity, f->pool_bytes, 2 * count, 1))
        return 0;
    memset(f->pool + f->pool_bytes, 0, at - f->pool_bytes);
    memcpy(f->pool + at, bytes, count);
    f->pool_bytes = at + count;
    return at;
}

uint32_t pool_bytes(struct mfunction *f, const void *bytes, uint32_t count)
{
    enum { SIZE = 4096 };
    if (!f->pool_hash) {
        f->pool_hash = calloc(SIZE, sizeof *f->pool_hash);
        f->pool_hash_size = SIZE;
    }
    if (!f->pool_hash) {
        f->why = "memory";
        return 0;
    }
    uint32_t h = hash_bytes(bytes, count) & (SIZE - 1);
    for (unsigned tries = 0; tries < 8; tries++, h = (h + 1) & (SIZE - 1)) {
        uint32_t at = f->pool_hash[h];
        if (!at) {
            at = append_pool(f, bytes, count);
            f->pool_hash[h] = at + 1;
            return at;
        }
        if (at - 1 + count <= f->pool_bytes && !((at - 1) & (count - 1)) &&
            !memcmp(f->pool + at - 1, bytes, count))
            return at - 1;
    }
    return append_pool(f, bytes, count);
}

uint32_t pool_address(struct mfunction *f, const char *name, int64_t addend)
{
    for (uint32_t i = f->fixup_count; i-- > 0 && f->fixup_count - i < 256;)
        if (f->fixups[i].addend == addend && !strcmp(f->fixups[i].name, name))
            return f->fixups[i].at;
    /* Not shared with constants, which the pool's hash does not know these bytes as. */
    static const uint64_t empty;
    uint32_t at = append_pool(f, &empty, sizeof empty);
    if (reserve(f, &f->fixups, &f->fixup_capacity, f->fixup_count, 1, sizeof *f->fixups))
        f->fixups[f->fixup_count++] = (struct fixup){at, name, addend};
    return at;
}

reg new_reg(struct mfunction *f, enum class c)
{
    uint32_t capacity = f->virtual_capacity;
    if (!reserve(f, &f->classes, &f->virtual_capacity, f->virtual_count, 1, sizeof *f->classes))
        return REG_VIRTUAL;
    if (capacity != f->virtual_capacity &&
        !reserve(f, &f->hints, &capacity, f->virtual_count, 1, sizeof *f->hints))
        return REG_VIRTUAL;
    f->classes[f->virtual_count] = (uint8_t)c;
    f->hints[f->virtual_count] = 0;
    return REG_VIRTUAL + f->virtual_count++;
}

/* Instructions that write no register: d is a source. */
static bool only_reads(unsigned op)
{
    return op == CMP || op == TEST || op == KORTESTW || op == OP_RET;
}

static void each_source(struct copy *c, each_reg *each, void *context)
{
    if (c->from == FROM_REG && c->source)
        each(context, &c->source, false, false);
    if (c->mem.base)
        each(context, &c->mem.base, false, false);
    if (c->mem.index)
        each(context, &c->mem.index, false, false);
}

void each_operand(struct mfunction *f, struct ins *i, each_reg *each, void *context)
{
    if (i->op == OP_COPIES) {
        struct copy *c = f->copies + i->imm;
        for (unsigned n = 0; n < i->copies; n++)
            each_source(&c[n], each, context);
        for (unsigned n = 0; n < i->copies; n++)
            each(context, &c[n].to, true, false);
        return;
    }
    if (i->op == OP_CALL) {
        struct call *c = &f->calls[i->imm];
        for (unsigned n = 0; n < c->count; n++)
            each_source(&c->args[n], each, context);
        each_source(&c->target, each, context);
    }
    if (i->a)
        each(context, &i->a, false, false);
    if (i->b)
        each(context, &i->b, false, false);
    if (i->k)
        each(context, &i->k, false, false);
    if (i->mem.base)
        each(context, &i->mem.base, false, i->late);
    if (i->mem.index)
        each(context, &i->mem.index, false, i->late);
    if (i->d && (i->tied || only_reads(i->op)))
        each(context, &i->d, false, false);
    if (i->d && !only_reads(i->op))
        each(context, &i->d, true, false);
    if (i->k && i->clobbers_k)
        each(context, &i->k, true, false);
}

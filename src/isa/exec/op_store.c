#include "isa/exec/op_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct op_block {
    struct op_block *next;
    size_t used;
    _Alignas(64) char bytes[60 * 1024];
};

bool op_store_open(struct op_store *s, const struct code *code, size_t op_bytes)
{
    size_t count = code->size_bytes / 4, bytes = (count + OPS_BEHIND) * op_bytes;
    void *ops = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (ops == MAP_FAILED)
        return false;
    *s = (struct op_store){.ops = ops, .count = count, .bytes = bytes};
    if (pthread_mutex_init(&s->mutex, NULL)) {
        munmap(ops, bytes);
        return false;
    }
    return true;
}

void op_store_close(struct op_store *s)
{
    for (struct op_block *b = s->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    munmap(s->ops, s->bytes);
    pthread_mutex_destroy(&s->mutex);
}

void *op_store_take(struct op_store *s, size_t size)
{
    size = (size + 63) & ~(size_t)63;
    if (!s->blocks || s->blocks->used + size > sizeof s->blocks->bytes) {
        struct op_block *b = aligned_alloc(64, sizeof *b);
        if (!b)
            return NULL;
        b->next = s->blocks;
        b->used = 0;
        s->blocks = b;
    }
    void *p = s->blocks->bytes + s->blocks->used;
    s->blocks->used += size;
    return memset(p, 0, size);
}

void fault_fill(struct fault_info *f, shoal_fault_cause cause, uint64_t lanes, uint64_t address,
                uint32_t bytes, const char *format, va_list args)
{
    f->cause = cause;
    f->lanes = lanes;
    f->address = address;
    f->bytes = bytes;
    f->text[0] = 0;
    if (format)
        vsnprintf(f->text, sizeof f->text, format, args);
}

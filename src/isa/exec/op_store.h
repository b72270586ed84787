/* op_store.h: what the decoded forms of a code range have in common: one op for each dword, made on
 * first execution under a lock, and the memory of what ops point to. Not compiled by host level. */
#ifndef SHOAL_ISA_EXEC_OP_STORE_H
#define SHOAL_ISA_EXEC_OP_STORE_H

#include <pthread.h>
#include <stdarg.h>

#include "isa/machine.h"

enum { OPS_BEHIND = 8 }; /* ops behind the last dword: there the pc runs out of the code */

struct op_store {
    pthread_mutex_t mutex;
    void *ops; /* [count + OPS_BEHIND], zero until an op is first run */
    size_t count, bytes;
    struct op_block *blocks;
};

/* The base of a decoded form, with the end of its bytes rounded down to whole dwords. */
static inline struct code code_range(uint64_t base, const uint8_t *bytes, uint64_t size_bytes,
                                     uint32_t variant)
{
    return (struct code){base, size_bytes & ~UINT64_C(3), bytes, variant};
}

/* Room for the ops of `code`, each of op_bytes. False: out of memory. */
bool op_store_open(struct op_store *s, const struct code *code, size_t op_bytes);
void op_store_close(struct op_store *s);

/* Zeroed memory that lives as long as the store, at a multiple of 64 bytes; the mutex is held.
 * NULL when out of memory. size: 60 KiB at most. */
void *op_store_take(struct op_store *s, size_t size);

/* Fills in what stopped a wave; format: of the text, or NULL. */
void fault_fill(struct fault_info *f, shoal_fault_cause cause, uint64_t lanes, uint64_t address,
                uint32_t bytes, const char *format, va_list args)
    __attribute__((format(printf, 6, 0)));

#endif

/* forward.h: lanes that each go forward through memory, a little in each iteration of a loop.
 *
 * As in the rows of a sparse matrix: lanes are far from each other, so each load is a gather, but
 * the next iteration's elements are behind this one's. A function loads 16 bytes for each lane
 * (isa/exec/lanes_ahead.h), from which the next iterations take theirs. All lanes go forward by the
 * same, which is a scalar (loop.h): it says whether an element is among those bytes. They are given
 * up where the loop is entered. The loop must not write memory, or as behind.h says. */
#ifndef SHOAL_JIT_FORWARD_H
#define SHOAL_JIT_FORWARD_H

#include "jit/address.h"

/* The bytes of one access. */
struct forward {
    LLVMValueRef room; /* struct lanes_ahead; NULL: of a store */
    LLVMValueRef at;   /* i64: what lanes add to their root */
    bool is_behind;    /* the loop stores, too (behind.h) */
    unsigned number;   /* of a store's room */
};

/* Whether lanes at this address, with `offset` added, go forward in a loop that e->block is part of
 * and that has calm ops only, or stores as in behind.h. hi NULL: 32-bit addresses, to which
 * `saddr`, if not NULL, is added.
 */
bool goes_forward(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi, LLVMValueRef saddr,
                  int64_t offset, unsigned half, bool is_store, struct forward *out);
/* Loads elements of 1, 2 (which become dwords), 4 or 8 bytes of the active lanes, which are at
 * from + (index << shift). */
void load_forward(struct emitter *e, const struct forward *f, LLVMValueRef from, LLVMValueRef index,
                  unsigned shift, unsigned half, unsigned bytes, LLVMValueRef *out);
/* Loads elements of 16 bytes. */
void load_quads(struct emitter *e, LLVMValueRef from, LLVMValueRef index, unsigned shift,
                unsigned half, LLVMValueRef out[4]);
/* The same into four variables of the wave's struct, which follow each other there; the index is
 * in memory, aligned for vectors. */
void load_quads_to(struct emitter *e, unsigned var, LLVMValueRef from, LLVMValueRef index_at,
                   unsigned shift, unsigned half);
/* Two such elements of each lane, one behind the other. i1: they were loaded; else, as some lie on
 * two pages, they are not yet. */
LLVMValueRef load_two_quads_to(struct emitter *e, const unsigned vars[2], LLVMValueRef from,
                               LLVMValueRef index_at, unsigned shift, unsigned half);
/* Whether that pays, and the host's CPU can do it. */
bool loads_quads(const struct emitter *e);
/* Whether such loads pay for lanes that go forward: in loops whose stores wait (behind.h), on every
 * host; in others, by the CPU's costs. */
bool loads_forward(const struct emitter *e);

#endif

/* slots.h: what is known to be in slots of a stack, that is rows of private memory, so that it need
 * not be loaded again.
 *
 * Memory has it as well: whoever looks there, as the interpreter, finds it. A slot is known in the
 * block that has stored or loaded it, and behind, also where ways join that all know it. It is not
 * known at labels, but for the heads of loops. */
#ifndef SHOAL_JIT_SLOTS_H
#define SHOAL_JIT_SLOTS_H

#include "jit/place.h"

/* Of the block that is begun: before anything is emitted there. */
void begin_slots(struct emitter *e, unsigned index);

/* The slot `offset` bytes from a scalar. */
struct slot slot_at(LLVMValueRef base, int64_t offset, unsigned half);
/* In active lanes at least. NULL: it is not known. */
LLVMValueRef slot_value(struct emitter *e, const struct slot *);
/* It has been loaded. */
void know_slot(struct emitter *e, const struct slot *, LLVMValueRef value);
/* It has been stored, in all lanes, or in those of the mask: slots of other roots may be the same
 * ones. */
void replace_slot(struct emitter *e, const struct slot *, LLVMValueRef value, LLVMValueRef under);
/* The value, loaded from where it is known to be, so that no register need have it; NULL: that is
 * nowhere. */
LLVMValueRef load_from_slot(struct emitter *e, LLVMValueRef value);
/* Something may have been stored anywhere in private memory. */
void forget_slots(struct emitter *e);
/* It is a phi of what ways have in one slot, with all its values. */
bool joins_slots(const struct emitter *e, LLVMValueRef v);

/* Slots of a loop, which its head, a label, takes for granted to be inside of private memory. */
struct loop_slots {
    struct loop_slot {
        unsigned head; /* block */
        struct slot at;
        LLVMValueRef phi;
    } * all;
    /* Their lanes that are asked for alone. */
    struct loop_lane {
        unsigned slot, n;
        LLVMValueRef phi;
    } * lanes;
    unsigned count, lane_count;
};

/* So many bytes of private memory there must be where waves come to the label; 0: nothing is. */
uint32_t loop_slots_end(const struct emitter *e, unsigned head);
/* Lane n of what a loop has in a slot, an i32 from the loop's head on. NULL: v is no such value. */
LLVMValueRef loop_slot_lane(struct emitter *e, LLVMValueRef v, unsigned n);
/* When all blocks and labels have been emitted: what comes into loops. */
void finish_loop_slots(struct emitter *e);

#endif

/* moves.h: instructions one by one to bytes, and copies between registers and the frame. */
#ifndef SHOAL_JIT_DIRECT_MOVES_H
#define SHOAL_JIT_DIRECT_MOVES_H

#include "jit/direct/machine.h"

struct bytes {
    uint8_t *code; /* the pool, then instructions; caller frees with free() */
    uint32_t count, capacity;
    uint32_t entry;
    uint32_t instructions;
};

struct writer {
    struct mfunction *f;
    struct bytes *out;
    uint32_t variables; /* where they begin in the frame; slots are before them */
    struct copy *work;  /* of parallel copies */
    uint32_t work_capacity;
};

/* A register's place: a register, or a place in the frame. */
struct place {
    reg r;
    uint32_t slot;
};

void write_ins(struct writer *w, struct ins i);
struct place place_of(const struct writer *w, reg r);
struct mem slot_mem(uint32_t at);
/* r = what is in the frame at `slot`, and back; of r's class. */
void load_slot(struct writer *w, reg r, uint32_t slot);
void store_slot(struct writer *w, reg r, uint32_t slot);
void move_reg(struct writer *w, reg to, reg from);
/* Copies at the same time; scratch registers are used. */
void copy_all(struct writer *w, const struct copy *copies, uint32_t count);

#endif

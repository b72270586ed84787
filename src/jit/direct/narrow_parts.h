/* narrow_parts.h: what the files of narrow.h share. */
#ifndef SHOAL_JIT_DIRECT_NARROW_PARTS_H
#define SHOAL_JIT_DIRECT_NARROW_PARTS_H

#include "jit/direct/machine.h"

enum { KNOWN_MASKS = 24 };

/* A mask as vectors, of elements of `bits`. */
struct known_mask {
    reg k, half[2];
    unsigned bits;
    reg from;  /* k is the upper half of this one, which may be known as vectors; 0: it is not */
    reg upper; /* of 64 bits: its upper half is this one's; 0: it is not known */
};

struct narrow {
    struct mfunction *f;
    uint32_t old_count;  /* of registers before */
    reg *high;           /* [old_count]: the upper half; 0: none so far */
    uint8_t *defs;       /* [old_count]: 1: one definition; 2: several */
    uint32_t *constants; /* [old_count]: where in the pool it was loaded from, + 1; 0: nowhere */
    struct known_mask masks[KNOWN_MASKS]; /* of this block, the latest ones */
    unsigned mask_count;
};

void cannot(struct narrow *n, const struct ins *i);

/* ---- registers and constants ---- */

/* How many halves i's result has. */
static inline unsigned half_count(const struct ins *i) { return i->vl == 2 ? 2 : 1; }
/* Half 0 or 1 of a register of 512 bits. */
reg half_of(struct narrow *n, reg r, unsigned half);
/* Whether both halves of r, which the next instruction defines, may be one register. */
bool can_be_alike(struct narrow *n, reg r);
/* 256 bits of the same element, in the pool. */
struct mem constant_dwords(struct narrow *n, uint32_t value);
struct mem constant_words(struct narrow *n, uint16_t value);
struct mem constant_quads(struct narrow *n, uint64_t value);
/* These 32 bytes. */
struct mem constant_bytes(struct narrow *n, const void *bytes);
/* Operand b of i: a register, or where it is in memory, for half 0 or 1. */
void set_b(struct narrow *n, struct ins *to, const struct ins *i, unsigned half);
/* The same as a register. */
reg b_reg(struct narrow *n, const struct ins *i, unsigned half);

/* ---- instructions of 256 bits ---- */

/* One more, whose operands are to be set. */
struct ins *put_vex(struct narrow *n, unsigned op, uint8_t vl);
/* A new register with op(a, b). */
reg two_in(struct narrow *n, unsigned op, reg a, reg b);
reg with_mem(struct narrow *n, unsigned op, reg a, struct mem m);
reg with_imm(struct narrow *n, unsigned op, reg b, int64_t imm);
reg one_in(struct narrow *n, unsigned op, reg b);
reg load_mem(struct narrow *n, struct mem m);
reg two_imm(struct narrow *n, unsigned op, reg a, reg b, int64_t imm);
/* mask ? b : a, of elements of `bits`. */
reg blend(struct narrow *n, unsigned bits, reg a, reg b, reg mask);
/* All ones where it is not. */
reg invert(struct narrow *n, reg r);
/* d = r, of 256 bits; hints that both are one. */
void put_move(struct narrow *n, reg d, reg r);
/* Halves of i's result. */
void put_result(struct narrow *n, const struct ins *i, const reg half[2]);
/* The upper 128 bits. */
reg upper_part(struct narrow *n, reg r);
/* low's 128 bits and high's. */
reg join_parts(struct narrow *n, reg low, reg high);
/* A new general register with op(a, imm); MOV: with a. */
reg put_general(struct narrow *n, unsigned op, reg a, int64_t imm);

/* Floats of 32 bits or, with is_double, of 64 as unsigned dwords. */
reg to_unsigned(struct narrow *n, reg floats, bool is_double);

/* ---- by kind. false: it is not one of these ---- */

bool narrow_mask(struct narrow *n, const struct ins *i);
bool narrow_move(struct narrow *n, const struct ins *i);
bool narrow_op(struct narrow *n, const struct ins *i);
/* The lanes of mask k as vectors of elements of `bits`. */
reg mask_vector(struct narrow *n, reg k, unsigned bits, unsigned half);
void forget_masks(struct narrow *n);

#endif

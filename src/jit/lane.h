/* lane.h: what one lane computes and loads in a trip through a loop (lanes.h), as scalar code.
 *
 * Vector registers are i32, lane masks the lane's bit, an i1; what the loop does not write and all
 * lanes have is as ever. Pairs of registers with 64 bits are followed, so that addresses are one
 * addition. */
#ifndef SHOAL_JIT_LANE_H
#define SHOAL_JIT_LANE_H

#include "jit/emitter.h"

enum {
    MAX_WHOLES = 48,
    MAX_LOWERS = 16,
    MAX_OUTSIDE = 32,
    MAX_STEP = 1 << 16, /* bytes that an address goes on by in each trip, at most */
    MAX_SHIFT = 3,      /* of an index that is added to one */
};

/* An i64 and the i32 that it is made of. */
struct whole {
    LLVMValueRef lo, hi, v;
};

/* An addition of lower halves. */
struct lower {
    LLVMValueRef carry, result;
    LLVMValueRef in[2];
};

struct lane_code {
    struct emitter *e;
    const struct ragged *loop;
    const struct block *b;
    LLVMBasicBlockRef begin, fail;
    LLVMValueRef phi[VAR_COUNT]; /* of `trip`; of pairs: of the address in the window */
    struct outside {             /* an i32 or i64 that all lanes have, from before the loop */
        LLVMValueRef v;
        LLVMValueRef place;   /* i64: v as a place in the window; NULL: not asked for */
        LLVMValueRef pointer; /* to the place */
        bool is_inside;       /* it is demanded that the place is inside */
    } outside[MAX_OUTSIDE];
    unsigned outsides;
    bool stays_zero;   /* bits that are 0 before the loop are so at the start of each trip */
    bool has_guards;   /* addresses that go on by little, or by an index, may meet the guards */
    bool late[VAR_S0]; /* that it is no NaN is looked at behind the last trip */
    LLVMValueRef now[VAR_COUNT]; /* i32, or i1 of loop->bits; in the trip */
    struct whole whole[MAX_WHOLES];
    struct lower lower[MAX_LOWERS];
    unsigned wholes, lowers;
    bool is_broken; /* something cannot be emitted so */
};

/* The i64 of two i32, and back; of halves that were made of one, that one. */
LLVMValueRef lane_join(struct lane_code *c, LLVMValueRef lo, LLVMValueRef hi);
void lane_split(struct lane_code *c, LLVMValueRef v, LLVMValueRef out[2]);
/* An address as a place in the window. */
LLVMValueRef lane_place(struct lane_code *c, LLVMValueRef v);
/* Notes a value from before the loop. */
void lane_add_outside(struct lane_code *c, LLVMValueRef v);
/* The value as one of a type with as many bits, without ways to and fro. */
LLVMValueRef lane_recast(struct emitter *e, LLVMValueRef v, LLVMTypeRef t);
/* Goes on if this i1 holds. */
void lane_require(struct lane_code *c, LLVMValueRef holds);

/* Everything but the branch at the end. */
void emit_trip(struct lane_code *c);
/* Whether the wave goes back while a lane is active, and only then. */
bool lane_goes_back(struct lane_code *c);

#endif

/* pattern.h: accesses to LDS of lanes that are anywhere in a window of 64 dwords, in a way that has
 * been met before (isa/lane_patterns.h): rows and permutations instead of gathers and scatters. */
#ifndef SHOAL_JIT_PATTERN_H
#define SHOAL_JIT_PATTERN_H

#include "jit/emitter.h"

struct pattern {
    LLVMValueRef lo, exec; /* of these addresses and active lanes */
    LLVMValueRef holds;    /* i1; NULL: there is none */
    LLVMValueRef entry;    /* pointer to a struct lane_pattern */
    LLVMValueRef base;     /* i32: where its window begins */
    int32_t distance;      /* of two dwords of each lane, bytes; 0: it is one dword */
    LLVMValueRef pairs;    /* i1: both are in the window, as a pattern that has been met */
};

bool can_permute(const struct emitter *e);
/* Sets the rest from lo and exec, in several blocks. */
void make_pattern(struct emitter *e, struct pattern *p);
/* Sets pairs, and distance to this. */
void make_pairs(struct emitter *e, struct pattern *p, int32_t distance);
/* Where pairs holds: both dwords of each lane; and stores v[0] and v[1], of the lanes that are
 * set. */
void load_pairs(struct emitter *e, const struct pattern *p, LLVMValueRef from, LLVMValueRef v[2]);
void store_pairs(struct emitter *e, const struct pattern *p, LLVMValueRef lanes, LLVMValueRef to,
                 const LLVMValueRef v[2]);
/* A dword of each lane, of the window at `from`. */
LLVMValueRef load_permuted(struct emitter *e, const struct pattern *p, LLVMValueRef from);
/* Stores `count` times: v[k], of the lanes that are set, to the window at to[k]. */
void store_permuted(struct emitter *e, const struct pattern *p, LLVMValueRef lanes, unsigned count,
                    const LLVMValueRef *to, const LLVMValueRef *v);
/* i1: the lanes can be stored so, too. */
LLVMValueRef is_distinct(struct emitter *e, const struct pattern *p);

#endif

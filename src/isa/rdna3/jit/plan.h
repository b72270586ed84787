/* plan.h: what an op accesses, and in which way it can be done in place (jit/place.h): elements,
 * their registers and addresses. */
#ifndef SHOAL_RDNA3_JIT_PLAN_H
#define SHOAL_RDNA3_JIT_PLAN_H

#include "isa/rdna3/jit/layer.h"
#include "jit/emitter.h"
#include "jit/place.h"

/* One op: an element per lane, or two. */
struct plan {
    const struct region_op *at;
    const struct rdna3_op *o;
    struct access a[2];
    unsigned parts;
    uint8_t data[2][4];         /* VGPR of dword i of element k; of operand k of an atomic's one */
    bool is_atomic, has_second; /* of an atomic: operands of one element */
    bool is_second;             /* it seldom runs: where the guess was wrong */
    bool is_to_wave;            /* a load that may put its results into the wave's struct */
    LLVMValueRef lo[2], hi[2];  /* addresses by pass */
    struct place where[2][2];   /* of element k by pass */
    LLVMValueRef base;          /* SCRATCH: i32 that all lanes add; NULL: nothing */
    uint32_t aperture;          /* FLAT: what `hi` of active lanes is; 0: it is not looked at */
    LLVMValueRef holds;         /* buffers: i1, all this is so; NULL: it is not looked at */
};

static inline unsigned rdna3_vgpr_of(const struct emitter *e, unsigned n, unsigned half)
{
    return n * e->region->halves + half;
}

static inline bool rdna3_is_global(const struct plan *p)
{
    return !p->a[0].is_lds && !p->a[0].is_scratch;
}

/* Whether all that the op does with memory and registers is known here. */
bool rdna3_is_plain_access(const struct rdna3_op *o);
/* An access to private memory at one offset of all lanes, whose dwords are rows if the scalar is a
 * multiple of 4. */
bool rdna3_is_on_stack(const struct rdna3_op *o);
/* Of GLOBAL, FLAT or LDS. */
bool rdna3_is_access(const struct emitter *e, const struct region_op *at);
/* What e->at accesses; false: it is to be called. */
bool rdna3_make_plan(struct emitter *e, struct plan *p);

/* Of one kind of memory. false: it cannot be done in place. */
bool rdna3_plan_global(struct emitter *e, const struct rdna3_op *o, struct plan *p);
/* Private memory, of SCRATCH; of FLAT if its addresses are in the aperture. */
bool rdna3_plan_scratch(struct emitter *e, const struct rdna3_op *o, struct plan *p);
/* FLAT or SCRATCH, no atomic: private memory at this offset, which all lanes have. */
void rdna3_plan_row(struct plan *p, int32_t offset);
/* FLAT: LDS, if its addresses are in the aperture. */
bool rdna3_plan_shared(struct emitter *e, const struct rdna3_op *o, struct plan *p);
/* Buffers: as GLOBAL with an SGPR, if all lanes are in a simple buffer. */
bool rdna3_plan_buffer(struct emitter *e, const struct rdna3_op *o, struct plan *p);
/* WAY_ANY: whether lanes' addresses can be gathered from. */
bool rdna3_finish_global(struct emitter *e, struct plan *p);
/* The registers that say where the op's lanes are, EXEC but as it is at the start of the group. */
varset rdna3_address_vars(const struct emitter *e, const struct rdna3_op *o);

#endif

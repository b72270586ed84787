/* isa.h: what an instruction set brings to the compiler.
 *
 * Everything that compiles is one struct jit_isa: how ops are described (op.h), where the wave's
 * struct keeps registers, how memory is accessed, and what new waves begin with. Its code is in the
 * folder jit of the instruction set. */
#ifndef SHOAL_JIT_ISA_H
#define SHOAL_JIT_ISA_H

#include <llvm-c/Core.h>

#include "jit/region.h"

struct emitter;

enum { NO_LANE_ID = UINT16_MAX };

/* Where things are, as offsets in bytes. */
struct jit_layout {
    /* In the wave: vector registers of 128 bytes each pass, scalar ones of 4, flags of one. */
    size_t vectors, scalars, flags;
    size_t mode;            /* uint32_t: compiled code is for one value of it */
    size_t left_to;         /* const struct op *: what shoal_call says to go on with */
    size_t access_slot;     /* uint32_t: 0 while no access of compiled code can fault */
    size_t root, root_high; /* 128 bytes each: arguments of shoal_store_address; 0: addresses are
                             * not followed (address.h, loop.h) */
    size_t interp;          /* in an op: its executor */
    uint16_t first_flag;    /* variable from which on they are flags */
    uint16_t exec;          /* variable: mask of the active lanes of the first pass */
};

struct jit_isa {
    const char *name;
    struct jit_layout layout;
    /* Passes of a vector instruction, and vector registers, of waves that run the code. */
    void (*code_shape)(const struct code *code, unsigned *halves, unsigned *vectors);
    /* Bytes from one wave of a work-group to the next. */
    size_t (*wave_bytes)(unsigned halves);
    /* Something that decoding takes for a wave of this code; freed with free(). NULL: no memory. */
    struct wave *(*stand_in)(struct code *code, struct machine *machine);
    /* Under this MODE, NaN results are made quiet. */
    bool (*quiets_nans)(uint32_t mode);
    /* The register reads as 0, and keeps nothing. */
    bool (*is_zero)(unsigned var);
    void (*describe_op)(const struct region *r, const struct op *op, struct description *out);
    /* Of a prefix: the op that runs behind it, as it changes that one; they are compiled as one.
     * NULL: the op is none. NULL (the function): there are no prefixes. */
    const struct op *(*prefixed)(const struct op *);
    /* No instruction makes lanes active that were not at the kernel's start. */
    bool masks_nest;
    /* Sets is_full of ops and ends_full of blocks by what is known of control flow; NULL: they
     * follow from what is computed. */
    void (*find_full)(struct region *r);
    /* Every register that the wave has. */
    void (*all_variables)(const struct region *r, varset *out);

    /* Emits an op of kind OP_OWN or OP_SCALAR_LOAD. false: nothing was emitted, it is called. */
    bool (*emit_own)(struct emitter *e, const struct op *op);
    bool (*emit_scalar_load)(struct emitter *e, const struct op *op);
    /* OP_SPLIT: i1, the wave goes to the target. OP_MEET: emits what it does, ends in a block from
     * where the wave goes on with the next op. NULL: there are no such ops. */
    LLVMValueRef (*emit_split)(struct emitter *e, const struct op *op);
    void (*emit_meet)(struct emitter *e, const struct op *op);
    /* OP_NARROW, OP_TURN, OP_WIDEN. NULL: OP_SPLIT stays. */
    void (*emit_flat)(struct emitter *e, const struct op *op);
    /* i1: operations (struct computation, raises) have raised flags that the wave has not, as far
     * as can be seen. NULL: there are no such operations. */
    LLVMValueRef (*emit_raised)(struct emitter *e);
    /* Accesses of lanes from e->at on, of `left` ops, in place. How many ops that was; 0: the next
     * one is to be called. */
    uint32_t (*emit_accesses)(struct emitter *e, uint32_t left);

    /* Loads of the kernel's first block that are the same for all waves: sets the region's
     * preloads. NULL: there are none. */
    void (*find_preloads)(struct region *r, uint32_t rsrc2);
    /* The vector register whose low bits count the lanes of a new wave, and whether they go on
     * counting over all lanes of a pass. */
    unsigned lane_id; /* NO_LANE_ID: there is none */
    bool (*lane_id_is_long)(uint32_t rsrc2);
    /* NULL: waves are always set up by the engine. Of launch_state.start, `start`: the part that is
     * wave `index`'s, i32, whose state apart from registers is copied to e->wave; and the value of
     * a variable there. */
    LLVMValueRef (*emit_start)(struct emitter *e, LLVMValueRef start, LLVMValueRef index);
    LLVMValueRef (*start_value)(struct emitter *e, unsigned var, LLVMValueRef start,
                                LLVMValueRef part);
};

/* NULL: the instruction set is not compiled. */
const struct jit_isa *jit_isa_find(const char *name);

#endif

/* isa.h: what an instruction set brings to the compiler.
 *
 * All of it is one struct jit_isa: how ops are described (op.h), where the wave's struct keeps
 * registers, how memory is accessed, and what new waves begin with. The functions are in the folder
 * jit of the instruction set. Those with an emitter make IR at the place that it builds at. */
#ifndef SHOAL_JIT_ISA_H
#define SHOAL_JIT_ISA_H

#include <llvm-c/Core.h>

#include "isa/batch_ids.h"
#include "jit/region.h"

struct emitter;
struct anywhere;
struct element;

/* A load of dwords from device memory, lane by lane; variables as in region.h. */
struct lane_load {
    uint16_t address; /* the vector register with the address of each lane... */
    bool is_wide;     /* ... of 64 bits; else it is added to scalars `base` */
    uint16_t base;
    int32_t offset;
    uint8_t dwords;
    uint16_t result;
};

/* What an op means to atomics that are done later (waiting.h). */
enum waiting {
    WAITING_NOT,  /* it may notice, or what comes behind it is not known: none waits until then */
    WAITING_LETS, /* they may wait until behind it */
    WAITING_MAY,  /* likewise, and it may wait itself */
};

/* What an op does with memory in a loop of lanes that each go through memory (behind.h). */
enum strip_part {
    STRIP_NOT,    /* it may be anything that such a loop must not do */
    STRIP_LETS,   /* nothing with device memory, or it loads what all lanes want, or rows */
    STRIP_LOADS,  /* a load of lanes anywhere... */
    STRIP_STORES, /* ... and a store of a dword of each */
};

enum { NO_LANE_ID = UINT16_MAX };

/* Where things are, as offsets in bytes. */
struct jit_layout {
    /* In the wave: vector registers, 128 bytes for each pass; scalar ones, 4 bytes; flags, one. */
    size_t vectors, scalars, flags;
    size_t mode;            /* uint32_t: compiled code is for one value of it */
    size_t left_to;         /* const struct op *: where to go on after shoal_call returned 0 */
    size_t access_slot;     /* uint32_t: which op of compiled code accesses memory; 0: none does */
    size_t root, root_high; /* 128 bytes each, in which shoal_store_address finds an address's root;
                             * 0: addresses are not followed (address.h, loop.h) */
    size_t interp;          /* in an op: its executor */
    uint16_t first_flag;    /* variable from which on they are flags */
    uint16_t exec;          /* variable: mask of the active lanes of the first pass */
};

struct jit_isa {
    const char *name;
    uint32_t plain_mode; /* that most code is compiled for: of numbers, nothing is changed */
    struct jit_layout layout;
    size_t wave_size, wave_alignment; /* of its struct, in bytes */
    /* Passes of a vector instruction, and vector registers, of waves that run the code. */
    void (*code_shape)(const struct code *code, unsigned *halves, unsigned *vectors);
    /* Bytes from one wave of a work-group to the next. */
    size_t (*wave_bytes)(unsigned halves);
    /* Whether NaN results are made quiet under this MODE. NULL: they never are. */
    bool (*quiets_nans)(uint32_t mode);
    /* Whether the register always reads as 0. */
    bool (*is_zero)(unsigned var);
    void (*describe_op)(const struct region *r, const struct op *op, struct description *out);
    /* Of an access to memory; out is zero before (shadow.h). */
    void (*describe_element)(const struct region *r, const struct op *op, struct element *out);
    /* The op that a prefix changes, as it is changed: both are compiled as one. NULL: the op is no
     * prefix. The function is NULL where there are no prefixes. */
    const struct op *(*prefixed)(const struct op *);
    /* Executors of scalar ops that compute need nothing but the wave's registers, so that they can
     * be executed on constants, of which addresses of called functions are made. */
    bool computes_alone;
    /* No instruction ever makes lanes active that were not at the kernel's start. */
    bool masks_nest;
    /* Sets is_full of ops and ends_full of blocks by what is known of control flow; NULL: they
     * follow from what is computed. */
    void (*find_full)(struct region *r);
    /* Of an op with AS_CALL whose semantic function works on registers alone, and for so long that
     * the call does not matter: its name for jit_function, without "shoal_". Compiled code calls it
     * instead of the executor, with the wave and the op. NULL: it is another op. The function is
     * NULL where there are none. */
    const char *(*semantic_function)(const struct op *);
    /* Every register that the wave has. */
    void (*all_variables)(const struct region *r, varset *out);

    /* Whether an op of the block, a computation of floats, ends with what is its third source
     * divided by its second one, rounded once, wherever these and the quotient are normal numbers.
     * NULL: none does. */
    bool (*is_division)(const struct region *r, const struct block *b, const struct region_op *at);
    /* Whether an op of the block multiplies the square root, rounded once, of what the variables
     * from *var on have by a power of 2, wherever that is a number of 2^-767 or more, and what
     * follows only replaces it by what those variables have where that is 0 or +infinity: so both
     * may be that result from the op on. NULL: none does. */
    bool (*find_root)(const struct region *r, const struct block *b, const struct region_op *at,
                      unsigned *var);

    /* Emits an op of kind OP_OWN or OP_SCALAR_LOAD. false: nothing was emitted, it is called. */
    bool (*emit_own)(struct emitter *e, const struct op *op);
    bool (*emit_scalar_load)(struct emitter *e, const struct op *op);
    /* An OP_SPLIT; returns the i1 that the wave goes to the target. An OP_MEET; ends in a block
     * from which the wave goes on with the next op. NULL: there are no such ops. */
    LLVMValueRef (*emit_split)(struct emitter *e, const struct op *op);
    void (*emit_meet)(struct emitter *e, const struct op *op);
    /* OP_NARROW, OP_TURN, OP_WIDEN. NULL: OP_SPLIT stays. */
    void (*emit_flat)(struct emitter *e, const struct op *op);
    /* i1: operations (struct computation, raises) have raised flags that the wave has not, as far
     * as can be seen. NULL: there are no such operations. */
    LLVMValueRef (*emit_raised)(struct emitter *e);
    /* Whether an op neither writes memory nor looks for what others write; and what a load of lanes
     * moves, apart from EXEC. false: it is no such load. NULL: loops are not run lane by lane. */
    bool (*is_calm)(const struct region *r, const struct region_op *at);
    bool (*describe_lane_load)(const struct region *r, const struct op *op, struct lane_load *out);
    /* NULL: there are no such loops. */
    enum strip_part (*strip_part)(const struct region *r, const struct region_op *at);
    /* Where lanes are whose dwords the op at e->at loads from places that have nothing to do with
     * each other, and the i1 that it is so; the wave gets what a report of a fault needs. false:
     * nothing was emitted. NULL: there are no such loads. */
    bool (*locate_load)(struct emitter *e, struct anywhere *out, LLVMValueRef *holds);
    /* The bytes of private memory that the op of the block stores, in dwords, if they are the same
     * ones in all lanes and it is known which. The function is NULL where there are no such ops. */
    bool (*stores_row)(const struct region *r, const struct block *b, const struct region_op *at,
                       uint32_t *from, uint32_t *bytes);
    /* Where there are: lane n of what is mostly a row of spilled scalars, an i32 that is there
     * before the row is. NULL: something else. */
    LLVMValueRef (*lane_of_row)(struct emitter *e, LLVMValueRef v, unsigned n);
    /* NULL: atomics never wait. */
    enum waiting (*waiting)(const struct region *r, const struct region_op *at);
    /* Emits the accesses of lanes that begin at e->at, in place, and what lies between them; `left`
     * ops are left in the block. Returns how many ops that was; 0: e->at is to be called. */
    uint32_t (*emit_accesses)(struct emitter *e, uint32_t left);
    /* Of a batch: stores that were put off (tile.h) are made. NULL: none are put off. */
    void (*store_tiles)(struct emitter *e);

    /* Loads of the kernel's first block that are the same for all waves: sets the region's
     * preloads. NULL: there are none. */
    void (*find_preloads)(struct region *r, uint32_t rsrc2);
    /* The vector register whose low bits count the lanes of a new wave, and whether they go on
     * counting over all lanes of a pass. */
    unsigned lane_id; /* NO_LANE_ID: there is none */
    bool (*lane_id_is_long)(uint32_t rsrc2);
    unsigned id_bits; /* of that register, which have the id in x; behind them are those in y and z.
                       * 0: waves do not run loops together */
    /* NULL: waves are always set up by the engine. Of launch_state.start, `start`: the part that is
     * wave `index`'s, i32; the state apart from registers that it says, copied to e->wave; and the
     * value of a variable, and whether waves have different ones. */
    LLVMValueRef (*start_part)(struct emitter *e, LLVMValueRef start, LLVMValueRef index);
    void (*start_state)(struct emitter *e, LLVMValueRef part);
    LLVMValueRef (*start_value)(struct emitter *e, unsigned var, LLVMValueRef start,
                                LLVMValueRef part);
    bool (*start_varies)(const struct emitter *e, unsigned var);
    /* i1: all lanes of all waves are active, and `lane_id` of wave n + w, where n is a multiple of
     * `waves`, counts them from n's first + batch_ids(w, row) on (batch_ids.h); row below 32: those
     * from there on are lanes of the next rows. Nothing of that carries into higher ids. NULL:
     * there are no batches. */
    LLVMValueRef (*start_counts)(struct emitter *e, LLVMValueRef start, unsigned waves,
                                 unsigned row);
};

/* By the registry's name. NULL: the instruction set is not compiled. */
const struct jit_isa *jit_isa_find(const char *name);

/* How many slots an op takes, with the one that it is a prefix of; and the op behind that. */
static inline uint32_t op_slots(const struct region *r, const struct op *op)
{
    const struct op *changed = r->isa->prefixed ? r->isa->prefixed(op) : NULL;
    return (op->size_bytes + (changed ? changed->size_bytes : 0)) / 4;
}
static inline const struct op *op_behind(const struct region *r, const struct op *op)
{
    return (const struct op *)((const char *)op + op_slots(r, op) * r->op_bytes);
}

#endif

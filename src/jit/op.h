/* op.h: one instruction as the compiler sees it: what kind of operation it is, which registers it
 * reads and writes, and which semantic functions compute its results.
 *
 * An op is an instruction as the interpreter has decoded it (struct op, isa/machine.h); its
 * executor is the interpreter's function for it. The instruction set describes each op once
 * (describe_op in isa.h), and no later phase of the compiler looks into the op itself. */
#ifndef SHOAL_JIT_OP_H
#define SHOAL_JIT_OP_H

#include "jit/varset.h"

enum op_kind {
    OP_OTHER,   /* called, left to the interpreter, or nothing at all: see enum treatment */
    OP_COMPUTE, /* computation[0] */
    OP_PAIR,    /* two at once: both read before one writes */
    OP_BRANCH,  /* computation[0] says whether it is taken */
    OP_SPLIT,   /* a branch of lanes: those of one of its ways wait while the others run, and which
                 * way is first is the instruction set's to say */
    OP_MEET,    /* where lanes wait for others: the wave may go on where some wait (a way of an
                 * OP_SPLIT), else with the next op */
    OP_NARROW,  /* an OP_SPLIT whose ways lie behind it (flat.h): lanes of the first one go on */
    OP_TURN,    /* those of the second one go on */
    OP_WIDEN,   /* the OP_MEET: all do */
    OP_ACCESS,  /* every lane loads from memory or stores there */
    OP_SCALAR_LOAD, /* the wave loads scalars */
    OP_OWN,         /* the instruction set emits it itself */
    OP_MODE,        /* it sets MODE to `target` and does nothing else: AS_LEAVE, but AS_IR where
                     * straight code sets it back (cfg.c) */
    OP_JUMP,        /* a call or a return that certainly leads to the op behind it in the block, or
                     * to succ[0] (copies.h): `link` gets the address of the op behind it in code */
};

/* Where an argument of a semantic function comes from. */
enum source_kind {
    SOURCE_OTHER,    /* something that is not compiled: values of other lanes, four registers, .. */
    SOURCE_LANES,    /* a vector register, 64 bits: two; each lane has its own value */
    SOURCE_SCALAR,   /* a scalar register or pair, or a flag: all lanes have the same value */
    SOURCE_CONSTANT, /* likewise */
    SOURCE_MASK,     /* a bit per lane: 32 bits, in wave64 from the register of the pass */
    SOURCE_LANE_BITS, /* likewise: the lowest bit of each lane of a vector register */
    SOURCE_NONE_SET,  /* a flag: no bit of a mask of the wave's width is set */
    SOURCE_LANE0,     /* number of the pass's first lane */
    SOURCE_FIELD,     /* 32 bits of the wave's struct, `constant` bytes from its start */
    SOURCE_PC,        /* address of the code's byte `constant` */
};

/* What a vector source is made of its register, apart from its sign. */
enum source_adapt {
    ADAPT_NONE,
    ADAPT_HALVES, /* 32 bits: two of 16; `low` and `high` say which half each is, `neg` and
                   * `neg_high` that its sign changes */
    ADAPT_WIDEN,  /* an f16, the half that is_high says, becomes an f32 */
};

struct source {
    uint8_t kind;   /* enum source_kind */
    uint8_t bits;   /* 8 (a flag), 16, 32 or 64 */
    bool is_high;   /* 16 bits: the upper half of the register */
    bool is_float;  /* of so many bits; else whatever the function takes it for */
    bool is_packed; /* 32 bits: two f16, which both count */
    bool neg, abs;  /* applied to the float */
    uint8_t adapt;  /* enum source_adapt, and the fields for it */
    uint8_t low, high;
    bool neg_high;
    bool is_old;       /* what the destination had */
    bool is_moved;     /* it is that of other lanes (struct lane_moves) */
    bool flushes;      /* denormals become zeros */
    bool flushes_half; /* ADAPT_WIDEN: likewise of the f16 */
    uint16_t var; /* the variable; of 64 bits the lower one, of vectors that of the first half */
    uint64_t constant;
};

enum destination_kind { TO_NOWHERE, TO_LANES, TO_SCALAR, TO_MASK };

struct destination {
    uint8_t kind; /* enum destination_kind */
    uint8_t bits; /* as in struct source; half a vector register keeps the other half */
    bool is_high;
    uint16_t var;
};

/* Sources with is_moved are those of other lanes of the pass. */
struct lane_moves {
    const uint8_t *from; /* [32] which lane each one reads; NULL: its own */
    uint32_t valid;      /* lanes for which there is one */
    uint32_t writes[2];  /* by pass: lanes that may be written */
    bool reads_inactive; /* else there is none where the lane read is not active */
    bool gives_zero;     /* where there is none the source is 0; else nothing is written */
};

enum { MAX_SOURCES = 8, MAX_DESTINATIONS = 3 };

/* A call of a semantic function: what it computes, from what, and where the results go. */
struct computation {
    int16_t function; /* index in signature.h; -1: none */
    uint8_t source_count, destination_count;
    bool is_vector;    /* of all lanes, under EXEC; else of scalars */
    bool has_nan_rule; /* the operands determine which NaN a NaN result is (emit_nan.h) */
    bool is_clamped;   /* the operand layer clamps the result to [0, 1], not the function */
    bool nan_clamps_to_zero;
    bool flushes;    /* results that are denormals become zeros */
    uint8_t scale;   /* 1, 2, 3: the result is multiplied by 2, 4, 1/2 */
    bool is_adapted; /* sources or the result are not what the function has: nothing follows from
                      * its steps but which sources make the result NaN */
    bool is_scaling; /* the result is NaN where the first source is, and only there */
    uint8_t round;   /* as MODE says it: 1 up, 2 down, 3 to zero; 0: to nearest (rounding.h) */
    bool raises;     /* it may raise exception flags of the host's FPU, which the wave keeps */
    bool is_quiet;   /* it raises flags for NaN sources only: with these the executor runs */
    bool is_masked;  /* of 32 bits: lanes without a bit in source[source_count], which is a
                      * SOURCE_LANE_BITS, keep what the destination has */
    struct lane_moves moves;
    uint8_t float_bits; /* 16, 32 or 64: the result is a float of so many bits; 0: it is none */
    bool is_packed;     /* of 16: two in each lane */
    struct source source[MAX_SOURCES];                /* the parameters that are read, in order */
    struct destination destination[MAX_DESTINATIONS]; /* those that are written */
};

/* How an op is compiled. */
enum treatment {
    AS_NOTHING, /* it has no effect: waits but for stores, hints */
    AS_IR,      /* to instructions over SSA values */
    AS_CALL,  /* to a call of its executor, which goes on with the next op or stops with a fault */
    AS_SYNC,  /* the same, with all variables stored to the wave before and loaded again behind */
    AS_LEAVE, /* the region ends: variables are stored to the wave, then the executor decides */
};

/* What an op does to EXEC, the mask of active lanes. */
enum exec_change {
    EXEC_STAYS,
    EXEC_NARROWS, /* no lane becomes active */
    EXEC_WIDENS,  /* no lane becomes inactive */
    EXEC_CHANGES, /* anything */
};

/* What an op reads and writes. Vector registers are read and written in active lanes. */
struct effects {
    varset use;    /* read */
    varset across; /* of `use`: vector registers of which inactive lanes are read or kept, too */
    varset def;    /* written */
    enum treatment treatment;
    enum exec_change exec;
    bool wants_all; /* it reads all lanes of so much that code for waves in which all lanes are
                     * active pays (struct region, is_whole) */
};

/* An op that copies between a scalar and one lane of a vector register, whatever EXEC is, and does
 * nothing else. */
struct lane_copy {
    enum { LANE_NONE, LANE_PUT, LANE_TAKE } kind; /* to the lane, or from it */
    uint16_t scalar, vector;
    uint8_t lane; /* of the variable */
};

/* What an instruction set says of an op. Zeroed before it is asked, but for `address`. */
struct description {
    struct effects fx;
    enum op_kind kind;
    struct computation computation[2]; /* as many as the kind has */
    int32_t target;      /* OP_BRANCH, OP_SPLIT: distance in slots of 4 bytes; 0: it leads out of
                          * the code, or to itself. OP_MODE: the new MODE. OP_JUMP: the slot */
    bool is_conditional; /* OP_BRANCH: it may also go on with the next op */
    bool returns;        /* AS_LEAVE: the wave may come to the op behind it */
    bool is_call;        /* AS_LEAVE: other code runs before that */
    uint16_t to;         /* AS_LEAVE: the first of two scalars with the address that it goes to,
                          * and does nothing else but `link`; NO_ADDRESS: it is none such */
    uint16_t link;       /* likewise: which get the address of the op behind it; NO_ADDRESS: none */
    bool ends;           /* AS_LEAVE: the wave's program is over */
    bool waits;          /* AS_LEAVE: the wave goes on behind it, with its registers unchanged */
    bool is_barrier;     /* AS_LEAVE: it waits for the work-group */
    bool is_pure;        /* OP_OWN: it writes variables, and does nothing else */
    bool is_load;        /* OP_ACCESS, OP_SCALAR_LOAD: it may be done twice */
    uint16_t address;    /* OP_ACCESS: the variable that lanes' addresses come from; NO_ADDRESS:
                          * something else takes part */
    uint8_t bytes;       /* OP_ACCESS: size of one lane's element */
    struct lane_copy copy;
};
enum { NO_ADDRESS = UINT16_MAX };

#endif

/* op.h: one instruction as the compiler sees it: what kind of operation it is, which registers it
 * has, and which semantic functions compute its results.
 *
 * An instruction set describes its ops so (describe_op); nothing that comes after looks into them.
 * Registers are variables (region.h). */
#ifndef SHOAL_JIT_OP_H
#define SHOAL_JIT_OP_H

#include <stdbool.h>
#include <stdint.h>

enum op_kind {
    OP_OTHER,   /* called, left to the interpreter, or nothing at all: see enum treatment */
    OP_COMPUTE, /* computation[0] */
    OP_PAIR,    /* two at once: both read before one writes */
    OP_BRANCH,  /* computation[0] says whether it is taken */
    OP_SPLIT,   /* a branch of lanes: those of one of its ways wait while the others run, and which
                 * way is first is the instruction set's to say */
    OP_MEET,    /* where lanes wait for others: the wave may go on where some wait (a way of an
                 * OP_SPLIT), else with the next op */
    OP_NARROW,  /* an OP_SPLIT whose ways lie behind it: the lanes of the first one go on */
    OP_TURN,    /* those of the second one go on */
    OP_WIDEN,   /* the OP_MEET: all do */
    OP_ACCESS,  /* every lane loads from memory or stores there */
    OP_SCALAR_LOAD, /* the wave loads scalars */
    OP_OWN,         /* the instruction set emits it itself */
};

/* Where an argument of a semantic function comes from. */
enum source_kind {
    SOURCE_OTHER,     /* something that is not compiled: lanes of other lanes, four registers, .. */
    SOURCE_LANES,     /* a vector register, 64 bits: two; each lane has its own value */
    SOURCE_SCALAR,    /* a scalar register or pair, or a flag: all lanes have the same value */
    SOURCE_CONSTANT,  /* likewise */
    SOURCE_MASK,      /* a bit per lane: 32 bits, in wave64 from the register of the pass */
    SOURCE_LANE_BITS, /* likewise: the lowest bit of each lane of a vector register */
    SOURCE_NONE_SET,  /* a flag: no bit of a mask of the wave's width is set */
    SOURCE_LANE0,     /* number of the pass's first lane */
    SOURCE_FIELD,     /* 32 bits of the wave's struct, `constant` bytes from its start */
    SOURCE_PC,        /* address of the code's byte `constant` */
};

struct source {
    uint8_t kind;  /* enum source_kind */
    uint8_t bits;  /* 8 (a flag), 16, 32 or 64 */
    bool is_high;  /* 16 bits: the upper half of the register */
    bool is_float; /* of so many bits; else whatever the function takes it for */
    bool neg, abs; /* applied to the float */
    uint16_t var;  /* the first one */
    uint64_t constant;
};

enum destination_kind { TO_NOWHERE, TO_LANES, TO_SCALAR, TO_MASK };

struct destination {
    uint8_t kind; /* enum destination_kind */
    uint8_t bits; /* as in struct source; half a vector register keeps the other half */
    bool is_high;
    uint16_t var;
};

enum { MAX_SOURCES = 8, MAX_DESTINATIONS = 3 };

/* A semantic function with arguments. */
struct computation {
    int16_t function; /* index in signature.h; -1: none */
    uint8_t source_count, destination_count;
    bool is_vector;     /* of all lanes, under EXEC; else of scalars */
    bool has_nan_rule;  /* manual 3.4.2: which NaN the result is follows from the operands */
    bool is_clamped;    /* the result, otherwise than by the function */
    bool is_scaling;    /* the result is NaN where the first source is, and only there */
    bool raises;        /* it may raise exception flags of the host's FPU, which the wave keeps */
    bool is_quiet;      /* of numbers: NaN sources raise flags, and are the executor's */
    bool is_masked;     /* 32 bits: lanes of which source[source_count], a SOURCE_LANE_BITS, has no
                         * bit keep what the destination has */
    bool crosses_lanes; /* a source is that of other lanes (DPP) */
    uint8_t float_bits; /* 32, 64: the result is such a float */
    struct source source[MAX_SOURCES];                /* the parameters that are read, in order */
    struct destination destination[MAX_DESTINATIONS]; /* those that are written */
};

#endif

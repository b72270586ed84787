/* hazard.h: pairs of instructions that hardware does not keep apart by itself, as data: the rows of
 * a set's hazards.tbl, and what an instruction is to them. Pages print them; the checker knows no
 * more than this. */
#ifndef SHOAL_ISA_HAZARD_H
#define SHOAL_ISA_HAZARD_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/effects.h"

struct op;
struct wave;

enum hazard_shape {
    HAZARD_COUNTER, /* counters that code waits for: the checker of waits finds it */
    HAZARD_SOON,    /* the second instruction comes before the hazard of the first is over */
    HAZARD_SELF,    /* registers of one instruction overlap */
    HAZARD_REWRITE, /* registers that the first reads are written by the second, and read again */
    HAZARD_SPLIT,   /* of the registers that the second reads, one was written before and one after
                     * a scalar instruction changed which lanes are active */
};

/* What instructions wait for besides enum row_counter's first four. */
enum hazard_wait {
    HAZARD_VA_VDST = 1 << 0,  /* vector registers that vector instructions write */
    HAZARD_VM_VSRC = 1 << 1,  /* vector registers that memory instructions read */
    HAZARD_SA_SDST = 1 << 2,  /* scalar registers that scalar instructions write */
    HAZARD_VA_SDST = 1 << 3,  /* scalar registers that vector instructions write */
    HAZARD_VA_VCC = 1 << 4,   /* VCC, likewise */
    HAZARD_COUNTERS = 1 << 5, /* what the first instruction raised is 0 */
};

struct isa_hazard {
    const char *name;
    const char *where;  /* which registers they share */
    const char *until;  /* when it is over */
    const char *remedy; /* what a program does about it */
    const char *source; /* who says so */
    bool wave64_only;
    uint8_t valu, trans; /* over after as many such instructions between; 0: not by counting */
    uint8_t shape;       /* enum hazard_shape */
    uint8_t ends;        /* enum hazard_wait: any of these ends it */
    uint8_t around; /* HAZARD_SPLIT: at most so many vector instructions between the writes.. */
    uint8_t after;  /* ..and so many behind the second of them */
    uint8_t generations; /* of the set, a bit each, in which it exists */
    bool is_low;         /* HAZARD_SELF: an operand may begin where the other ends */
    /* The operands that must be the same registers: "write", "read", "any", "mask" (lane masks that
     * are read), or letters of roles. NULL: none need to be. */
    const char *first_uses, *then_uses;
};

/* Registers of an operand; vector registers in halves: bit 0 the lower one. */
struct hazard_use {
    uint16_t first, count;
    uint16_t as_first, as_then; /* hazards for which they are those of the first, the second */
    bool is_vector, is_read, is_write;
    uint8_t halves;
    uint8_t done_by; /* of a scalar register that is written: waits that make it safe to read */
};

enum { HAZARD_MAX_USES = 16 };

/* What an instruction is to the hazards. */
struct hazard_op {
    uint16_t first, then;
    bool is_vector, is_trans; /* ALU instructions */
    bool is_scalar;
    bool is_boundary;  /* a call or a return */
    bool sets_lanes;   /* a scalar instruction that writes the mask of active lanes */
    bool reads_scalar; /* a vector instruction that reads a scalar register other than that mask */
    uint8_t done;      /* enum hazard_wait: nothing is left of them when it begins */
    uint8_t vdst_left; /* results of vector instructions that may be left then; 255: any */
    uint8_t counters;  /* enum row_counter: which it raises */
    uint8_t zero;      /* likewise, which are 0 when it begins */
    char refused[160]; /* a rule of the encoding that it breaks; "" */
    const char *ignored; /* what a field holds that hardware does not look at; NULL */
    uint8_t count;
    struct hazard_use uses[HAZARD_MAX_USES];
};

/* What an access to memory takes for granted, besides its addresses. */
struct hazard_address {
    uint8_t dropped;      /* bits of a scalar address that the instruction drops */
    uint64_t base, bytes; /* memory that its descriptor says there is; 0 bytes: it has none, or one
                           * without bounds */
};

/* The hazards of an instruction set. */
struct isa_hazards {
    const struct isa_hazard *list; /* up to one without a name */
    /* false: nothing is known of the op of the wave. */
    bool (*of)(const struct wave *, const struct op *, struct hazard_op *out);
    /* false: nothing is known of the op, which is about to be executed. */
    bool (*address)(const struct wave *, const struct op *, struct hazard_address *out);
};

#endif

/* sequence.h: random instruction sequences and random states of a wave, for differential.c.
 *
 * Instructions come from the table: every row that a bare wave can execute, in every format
 * it has. Registers are few, so that instructions depend on each other. Some keep a purpose,
 * so that most accesses find memory: */
#ifndef SHOAL_TESTS_SEQUENCE_H
#define SHOAL_TESTS_SEQUENCE_H

#include "isa/rdna3/exec/state.h"

enum {
    SEQ_VGPRS = 48,        /* allocated; higher numbers are out of range */
    SEQ_DATA_VGPRS = 24,   /* v0..: anything */
    SEQ_OFFSET_VGPR = 24,  /* 4 VGPRs: offsets into LDS, scratch and memory */
    SEQ_ADDRESS_VGPR = 28, /* 4 pairs: memory, LDS aperture, scratch aperture, memory */
    SEQ_DATA_SGPRS = 32,   /* s0..: anything */
    SEQ_BASE_SGPR = 32,    /* pair: address of the memory */
    SEQ_OFFSET_SGPR = 34,  /* small offset */
    SEQ_BUFFER_SGPR = 36,  /* 3 buffer resources of 4 */
    SEQ_COUNTER_SGPR = 48, /* 2 loop counters */
    SEQ_CALLED_SGPR = 50,  /* pair: address of a function; behind it, where it returns to */
    SEQ_MEMORY = 24 << 10,
    SEQ_MARGIN = 8 << 10, /* addresses begin there: compiled code accesses by itself only what is
                           * not at the ends of device memory */
    SEQ_LDS = 4 << 10,
    SEQ_SCRATCH = 64,       /* per lane */
    SEQ_MAX = 24,           /* instructions */
    SEQ_STORES_DWORDS = 12, /* of the stores that may follow */
};

struct rng {
    uint64_t state;
};
uint64_t rng_next(struct rng *);
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
    return (uint32_t)((rng_next(r) >> 32) * n >> 32);
}
static inline bool rng_chance(struct rng *r, uint32_t percent)
{
    return rng_below(r, 100) < percent;
}

struct seq_insn {
    uint32_t words[5];
    uint8_t dwords;
    int8_t target;   /* branches: index of the instruction gone to (count: the end); else -1 */
    bool is_address; /* no branch: its literal becomes the distance to the target, in bytes */
};

struct sequence {
    uint64_t seed; /* of its states */
    unsigned count;
    int8_t function; /* index of the first instruction of a function that is called; else -1 */
    struct seq_insn insns[SEQ_MAX];
};

/* Finds the rows that can be used. */
void sequence_init(void);
unsigned sequence_row_count(void);
/* Every other instruction is one whose mnemonic begins so. Returns how many encodings do. */
unsigned sequence_favour(const char *prefix);
/* mode: that it starts with. */
void sequence_make(struct sequence *, uint64_t seed, bool wave64, uint32_t mode);
/* Dwords of the sequence with its branches resolved; out may be NULL to measure. */
size_t sequence_encode(const struct sequence *, uint32_t *out);
/* Which dword its function begins at; UINT32_MAX: it has none. */
uint32_t sequence_function(const struct sequence *);
/* Stores of some registers to memory and LDS, SEQ_STORES_DWORDS. */
size_t sequence_stores(uint32_t *out);

/* Fills registers, EXEC and so on of the wave with random contents, MODE excepted, and memory,
 * LDS and scratch. */
void sequence_state(struct rdna3_wave *w, uint64_t seed, uint8_t *memory);

#endif

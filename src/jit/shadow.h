/* shadow.h: which bits of registers depend on values that nobody wrote, for the checker
 * (src/check/init.c): a part of the JIT's module, since it goes by the steps of semantic functions
 * (steps.h), opcode by opcode, as MemorySanitizer goes by LLVM IR. No LLVM types here.
 *
 * A shadow wave is memory like a wave, in which the registers hold, instead of values, a bit 1 for
 * each bit that is undefined. */
#ifndef SHOAL_JIT_SHADOW_H
#define SHOAL_JIT_SHADOW_H

#include "jit/region.h"

struct isa_exec;

/* What an access moves between registers and memory, lane by lane; variables as in region.h. */
struct element {
    bool is_known;    /* else nothing is said, and what it writes is defined */
    bool is_vector;   /* the registers are vectors */
    bool replaces;    /* an atomic after which memory does not depend on what was there */
    uint8_t dwords;   /* registers of one element */
    int16_t function; /* that converts between element and register; -1: dwords are copied */
    uint16_t data, data1, result; /* first variables; data1: of the second element */
    bool has_data, has_data1, has_result;
};

/* How the shadow of an op's results comes from that of its sources. */
enum shadow_way {
    SHADOW_NONE,     /* what it writes is defined */
    SHADOW_COMPUTED, /* by the steps of its functions */
    SHADOW_RERUN,    /* it is executed with undefined bits as they are, and inverted: what differs
                      * is undefined. For moves between lanes, and what has no steps. */
};

struct shadow_op {
    struct description d;
    enum shadow_way way;
    bool is_branch;         /* OP_BRANCH with a condition */
    struct element element; /* accesses */
};

/* What the set's code needs; of one code range. */
struct shadow_set {
    const struct jit_isa *isa;
    const struct isa_exec *exec;
    struct region *region;
    struct {
        size_t vectors, scalars, flags; /* in a wave, bytes */
    } at;
    unsigned halves, vectors;
    uint16_t first_flag, active; /* variables: flags from this one on; the mask of active lanes */
    size_t wave_bytes;
};

struct shadow_api {
    /* false: no memory, or the set is not known. */
    bool (*open)(struct shadow_set *, const struct isa_exec *, struct code *);
    void (*close)(struct shadow_set *);
    /* Of a decoded op. */
    void (*describe)(const struct shadow_set *, const struct op *, struct shadow_op *out);
    /* Before the op of the wave is executed: makes the shadow of what it is going to write.
     * Returns whether the condition of a branch is undefined. scratch: two waves, for
     * SHADOW_RERUN. false on lack of memory, too. */
    bool (*propagate)(const struct shadow_set *, const struct shadow_op *, const struct op *,
                      const struct wave *, struct wave *shadow, uint8_t *scratch);
    /* The function of an element on one register of 32 lanes: in, out are shadows; a load keeps
     * parts of `old`, whose shadow out has before. */
    void (*convert)(const struct shadow_op *, const uint32_t in[32], const uint32_t old[32],
                    uint32_t out[32]);
};

extern const struct shadow_api shadow_api;

/* A variable's place in a wave, or shadow wave; and its bytes. */
static inline void *shadow_at(const struct shadow_set *s, const struct wave *w, unsigned var)
{
    char *base = (char *)(uintptr_t)w;
    if (var < VAR_S0)
        return base + s->at.vectors + var * (size_t)128;
    if (var >= s->first_flag)
        return base + s->at.flags + (var - s->first_flag);
    return base + s->at.scalars + (var - VAR_S0) * sizeof(uint32_t);
}

static inline size_t shadow_bytes(const struct shadow_set *s, unsigned var)
{
    return var < VAR_S0 ? 128 : var >= s->first_flag ? 1 : sizeof(uint32_t);
}

/* Active lanes of a pass. */
static inline uint32_t shadow_active(const struct shadow_set *s, const struct wave *w,
                                     unsigned half)
{
    return *(const uint32_t *)shadow_at(s, w, s->active + half);
}

#endif

/* init.h: the check of values that nobody wrote; see init.c. */
#ifndef SHOAL_CHECK_INIT_H
#define SHOAL_CHECK_INIT_H

#include "check/checker.h"
#include "check/code_ops.h"
#include "jit/shadow.h"

/* Of a device: which bits of its memory are undefined, and where those that were stored there come
 * from (`origins`: one for each dword; 0: from the allocation itself). */
struct init_device {
    const struct shadow_api *api;
    uint64_t base, size; /* of the window */
    uint8_t *bits;       /* [size] reserved; 1: undefined */
    uint32_t *origins;   /* [size / 4] reserved */
};

/* Where an undefined value was born: kind and number in one word. */
enum origin_kind { ORIGIN_MEMORY, ORIGIN_REGISTER, ORIGIN_LDS, ORIGIN_SCRATCH };
enum { ORIGIN_SHIFT = 28 };
static inline uint32_t origin_of(enum origin_kind kind, uint64_t number)
{
    return (uint32_t)kind << ORIGIN_SHIFT | (uint32_t)(number & ((1u << ORIGIN_SHIFT) - 1));
}

/* Registers that take part in an address or a descriptor. */
struct init_use {
    uint16_t var, dwords;
    bool is_vector, is_descriptor;
};

/* A word of the sets of an op that has anything in it. */
struct init_part {
    uint64_t use, def;
    unsigned word;
};

struct init_op {
    struct shadow_op shadow;
    varset use, def;
    unsigned part_count;
    struct init_part parts[VARSET_WORDS];
    uint8_t use_count;
    struct init_use uses[8];
};

struct init_wave {
    struct wave *shadow;
    varset undefined;           /* variables of which some bit is */
    varset touched;             /* whose shadow may not be as it is when a wave begins */
    uint32_t origin[VAR_COUNT]; /* of their values */
    uint64_t loaded[VAR_COUNT]; /* pc of the instruction that loaded them; 0: none */
    uint8_t *scratch;           /* [lanes][scratch_bytes] bits that were written; NULL: not yet */
};

/* Of a work-group; kept for the next one of the launch. */
struct init_group {
    struct init_group *next;
    struct code_ops *code; /* that was met last */
    bool is_filled;        /* shadows are as when a wave begins, but for what was touched */
    varset start;          /* variables that are undefined then */
    uint8_t *shadows;      /* waves */
    uint8_t *rerun;        /* two waves */
    uint8_t *lds;          /* [lds_bytes] bits that were written; NULL: LDS is not checked */
    struct init_wave waves[];
};

/* ---- init.c ---- */

/* false: no memory. */
bool init_group_begin(struct check_group *g);
void init_group_end(struct check_group *g);
void init_launch_end(struct check_launch *c);
/* Before each instruction; a: what it does to memory, NULL: nothing that is told. */
void init_check(struct check_group *g, struct wave *w, const struct op *op,
                const struct accesses *a);

/* ---- init_code.c ---- */

/* What is known of the wave's code; `own` is its shadow_set. NULL: no memory. */
struct code_ops *init_code_of(struct check_group *g, const struct wave *w);
/* code_op_make; context: the work-group */
void *init_op_make(void *group, struct wave *w, const struct op *op);
/* NULL: no memory, or the op is not of the wave's code. */
static inline const struct init_op *init_op_of(struct check_group *g, struct wave *w,
                                               const struct op *op)
{
    struct init_group *n = g->init;
    if (!n->code || n->code->code != w->code)
        n->code = init_code_of(g, w);
    return n->code ? code_op(n->code, w, op, init_op_make, g) : NULL;
}
/* Of the code that was met last. */
static inline const struct shadow_set *init_set(const struct check_group *g)
{
    return g->init->code->own;
}
void init_codes_free(struct check_launch *c);

/* ---- init_memory.c ---- */

/* SHOAL_E_UNSUPPORTED: why says what is missing. */
shoal_status init_device_open(struct check *c, char *why, size_t why_size);
void init_device_close(struct check *c);
/* All memory counts as written. */
void init_forget(struct check *c);
/* What the op loads and stores. */
void init_access(struct check_group *g, struct wave *w, const struct init_op *o,
                 const struct accesses *a);
/* The host did something to memory. */
void init_host(struct check *c, enum checker_memory what, uint64_t to, uint64_t from, uint64_t size,
               const void *caller);

/* ---- init_report.c ---- */

/* `what` depends on an undefined value of variable `var`. lane -1: the whole wave. */
void init_report(struct check_group *g, struct wave *w, const char *rule, const char *what,
                 unsigned var, int lane);
/* The host reads memory, of which the byte at `address` is undefined. */
void init_report_read(struct check *c, uint64_t address, uint64_t offset, uint64_t size,
                      const void *caller);

/* ---- registers, for init.c and init_memory.c ---- */

static inline struct init_wave *init_wave_of(struct check_group *g, const struct wave *w)
{
    return &g->init->waves[w->index];
}

/* Sets whether the variable has undefined bits by its shadow. */
void init_look(const struct shadow_set *s, struct init_wave *v, unsigned var);
/* Active lanes of the variable are defined. */
void init_define(const struct shadow_set *s, struct init_wave *v, const struct wave *w,
                 unsigned var);

#endif

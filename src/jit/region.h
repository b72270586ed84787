/* region.h: the code of a kernel as basic blocks over the wave's registers.
 *
 * A region is what direct control flow reaches from the kernel's entry. Every register of
 * the wave is a variable: VGPR n of half h, SGPR n (with VCC, M0, EXEC at their operand
 * numbers), SCC. The region says for each op which variables it reads and writes and how
 * the compiler treats it, and for each block which variables are live and may be newer
 * than their copy in struct rdna3_wave (dirty).
 *
 * VGPRs are live by lane: a result needs its old value in the inactive lanes only if these
 * become active later, or are looked at by an instruction that reads other lanes. In lanes
 * that are not live, values are whatever computing them left there. */
#ifndef SHOAL_JIT_REGION_H
#define SHOAL_JIT_REGION_H

#include "isa/rdna3/exec/state.h"

enum {
    VAR_S0 = 2 * VGPR_COUNT, /* VGPR n, half h: n * halves + h */
    VAR_SCC = VAR_S0 + SGPR_SLOTS,
    VAR_COUNT,
    VARSET_WORDS = (VAR_COUNT + 63) / 64,
    MAX_REGION_OPS = 100000,
    /* Code generation is quadratic in the length of blocks and of functions. */
    MAX_BLOCK_OPS = 128,
    MAX_CODE_BLOCK_OPS = 24, /* in one of LLVM's blocks */
    MAX_PART_OPS = 1024,
};

typedef struct varset {
    uint64_t w[VARSET_WORDS];
} varset;

static inline void var_add(varset *s, unsigned v) { s->w[v / 64] |= UINT64_C(1) << v % 64; }
static inline void var_remove(varset *s, unsigned v) { s->w[v / 64] &= ~(UINT64_C(1) << v % 64); }
static inline bool var_has(const varset *s, unsigned v) { return s->w[v / 64] >> v % 64 & 1; }

/* The first variable of the set from `from` on; VAR_COUNT: there is none. */
static inline unsigned var_next(const varset *s, unsigned from)
{
    for (unsigned i = from / 64; i < VARSET_WORDS; i++) {
        uint64_t w = s->w[i] & (i == from / 64 ? UINT64_MAX << from % 64 : UINT64_MAX);
        if (w)
            return 64 * i + (unsigned)__builtin_ctzll(w);
    }
    return VAR_COUNT;
}

static inline void add_set(varset *to, const varset *from)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        to->w[i] |= from->w[i];
}

static inline void remove_set(varset *from, const varset *what)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        from->w[i] &= ~what->w[i];
}

/* Whether there is a variable in both. */
static inline bool sets_meet(const varset *a, const varset *b)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        if (a->w[i] & b->w[i])
            return true;
    return false;
}

/* The VGPRs of a set. */
static inline varset vgprs_of(const varset *s)
{
    varset v = *s;
    for (unsigned i = VAR_S0 / 64; i < VARSET_WORDS; i++)
        v.w[i] &= i == VAR_S0 / 64 ? (UINT64_C(1) << VAR_S0 % 64) - 1 : 0;
    return v;
}

/* How an op is compiled. */
enum treatment {
    AS_NOTHING, /* no effect: waits, hints */
    AS_IR,      /* to instructions over SSA values */
    AS_CALL,    /* a call of its executor; goes on with the next op or stops with a fault */
    AS_SYNC,    /* the same, with all variables written to the wave and read back */
    AS_LEAVE,   /* the region ends: all variables to the wave, then its executor decides */
};

/* What becomes of EXEC. */
enum exec_change { EXEC_STAYS, EXEC_NARROWS, EXEC_WIDENS, EXEC_CHANGES };

struct effects {
    varset use;    /* read; of VGPRs, active lanes */
    varset across; /* of `use`, VGPRs of which other lanes are read or kept, too */
    varset def;    /* written; of VGPRs, active lanes */
    enum treatment treatment;
    enum exec_change exec;
};

enum { STEP_ANY = INT32_MAX };

/* EXEC is compared with what it is at the kernel's start: code of structured control flow never
 * makes other lanes active. */
struct region_op {
    uint32_t slot;
    int32_t step; /* GLOBAL, LDS: by how much the addresses grow from lane to lane of a half-wave,
                   * as a guess (shape.c); STEP_ANY: nothing is known */
    bool is_long; /* the step goes on over all lanes of a pass */
    struct effects fx;
    varset kept;      /* of fx.def: VGPRs whose inactive lanes are read later */
    bool is_full;     /* before it, EXEC is what it was at the start */
    bool is_within;   /* before it, EXEC has no lane that it had not at the start */
    bool ends_within; /* behind it, likewise */
};

/* Variables that are read later before they are written. */
struct liveness {
    varset active;    /* scalars, and VGPRs in lanes that are active here */
    varset suspended; /* VGPRs in lanes that are not, but were at the start */
    varset never;     /* VGPRs in the other lanes */
};

/* What is known of SGPRs n (wave64: n and n + 1) as lane masks, n up to EXEC. */
struct mask_facts {
    uint64_t within[2]; /* no lane that was not active at the start */
    uint64_t full[2];   /* all lanes that were */
    uint64_t rest[2];   /* those of them that EXEC has not */
};

struct block {
    uint32_t first, last; /* slots of its first and last op */
    uint32_t ops;         /* how many: region->ops[op], [op + 1] ... */
    uint32_t op;
    int succ[2];     /* indices of blocks; -1: none. [0]: not taken, [1]: taken */
    int after;       /* the block behind a leaving op, -1: it does not come back */
    unsigned preds;  /* how many edges lead here */
    int pred;        /* where the last one of them comes from */
    bool is_label;   /* can be entered from outside */
    bool is_loop;    /* target of a backward branch */
    bool is_in_loop; /* perhaps */
    unsigned part;   /* which function it is compiled in */
    varset def;      /* written */
    struct liveness in, out;
    struct mask_facts masks;  /* at its start */
    bool ends_full;           /* at its end, EXEC is what it was at the start of the kernel */
    varset live_in, live_out; /* in any lanes */
    varset dirty_in;
    varset clean; /* edges to it store these: a loop with barriers, which does not write them, need
                   * not store them at each */
};

struct region {
    struct rdna3_code *code;
    unsigned halves;
    uint32_t mode;        /* that the code is compiled for */
    uint32_t part_ops;    /* most ops of a part, unless one block has more */
    struct block *blocks; /* [count], in code order */
    unsigned count;
    int entry; /* the block that the kernel begins with; -1: it is in another part */
    unsigned op_count;
    unsigned part_count;
    int32_t *block_at;     /* [code->op_count] by slot: block that begins there, or -1 */
    struct region_op *ops; /* [op_count], block by block */
    unsigned ops_found;
    bool is_part; /* ops belong to the region that this is a part of */
    /* Loads of the first block that are made before it, and are no ops of it any more. */
    struct preload preloads[MAX_PRELOADS];
    uint32_t preload_slots[MAX_PRELOADS];
    unsigned preload_count;
};

/* Finds the region of the kernel at slot `entry`. part_ops 0: MAX_PART_OPS. `decode` makes sure
 * that an op is decoded. rsrc2: COMPUTE_PGM_RSRC2. NULL: no memory, or more than
 * MAX_REGION_OPS. */
struct region *region_find(struct rdna3_code *code, uint32_t entry, uint32_t mode, uint32_t rsrc2,
                           uint32_t part_ops, void (*decode)(void *context, struct rdna3_op *),
                           void *context);
void region_free(struct region *);
/* The blocks of one part as a region of its own: edges to other parts leave it. Parts are
 * entered at labels, with the variables in the wave. NULL: no memory. */
struct region *region_part(const struct region *r, unsigned part);
/* The variables that are live, in any lanes, before an op of the block. */
void region_live_before(const struct region *r, const struct block *b, const struct region_op *at,
                        varset *out);

/* Marks the blocks that control goes through from `head` back to it, but for those before it in
 * code order; through barriers and other waits, too, or not. false: it does not come back. */
bool region_loop(const struct region *r, unsigned head, bool through_waits, uint8_t *marks);

/* ---- effects.c ---- */

void op_effects(const struct region *r, const struct rdna3_op *o, struct effects *out);
/* Every register that the wave has. Its VGPRs end where its allocation ends: the memory behind
 * them is not the wave's. */
void add_all(const struct region *r, varset *s);
/* Whether the op after a leaving op can be where the wave goes on. */
bool may_return(const struct rdna3_op *o);
bool is_branch(const struct rdna3_op *o);
/* One vector ALU operation, or a pair of them. */
bool is_vector(const struct rdna3_op *o);
bool is_dual(const struct rdna3_op *o);
/* The wave waits at it and goes on behind it with the registers that it had. */
bool is_wait(const struct rdna3_op *o);

/* ---- liveness.c ---- */

/* Sets what blocks and ops say about live variables and EXEC; then, by part, dirty ones. */
void solve_liveness(struct region *r);
void solve_dirty(struct region *r);

#endif

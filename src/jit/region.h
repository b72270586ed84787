/* region.h: the code of a kernel as basic blocks over the wave's registers.
 *
 * A region is what direct control flow reaches from the kernel's entry. Every register of
 * the wave is a variable: each half of a vector register (32 lanes; waves of 64 lanes have two),
 * each scalar register, each flag. The region says for each op which variables it reads and writes
 * and how the compiler treats it, and for each block which variables are live and may be newer
 * than their copy in the wave's struct (dirty).
 *
 * VGPRs are live by lane: a result needs its old value in the inactive lanes only if these
 * become active later, or are looked at by an instruction that reads other lanes. In lanes
 * that are not live, values are whatever computing them left there. */
#ifndef SHOAL_JIT_REGION_H
#define SHOAL_JIT_REGION_H

#include "isa/machine.h"
#include "jit/op.h"

enum {
    MAX_VECTORS = 256,
    MAX_SCALARS = 160,        /* with flags, which come last */
    VAR_S0 = 2 * MAX_VECTORS, /* first scalar. Vector n, half h: n * halves + h */
    VAR_COUNT = VAR_S0 + MAX_SCALARS,
    VARSET_WORDS = (VAR_COUNT + 63) / 64,
    MAX_REGION_OPS = 100000,
    /* Code generation is quadratic in the length of blocks and of functions. */
    MAX_BLOCK_OPS = 128,
    MAX_CODE_BLOCK_OPS = 24, /* in one of LLVM's blocks */
    MAX_PART_OPS = 1024,
    MAX_FLAT_OPS = 24, /* between OP_NARROW and OP_WIDEN */
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

/* What an instruction set says of an op. */
struct description {
    struct effects fx;
    enum op_kind kind;
    struct computation computation[2]; /* as many as the kind has */
    int32_t
        target; /* OP_BRANCH, OP_SPLIT: slot distance; 0: it leads out of the code, or to itself */
    bool is_conditional; /* OP_BRANCH: else it is always taken */
    bool returns;        /* AS_LEAVE: the wave may come to the op behind it */
    bool is_call;        /* AS_LEAVE: other code runs before that */
    bool ends, waits;    /* AS_LEAVE: the wave's program is over; it goes on behind it with the
                          * registers that it had */
    bool is_barrier;     /* it waits for the work-group */
    bool is_pure;        /* OP_OWN: it writes variables, and does nothing else */
    bool is_load;        /* OP_ACCESS, OP_SCALAR_LOAD: it could be done twice */
    uint16_t address; /* OP_ACCESS: variable that lanes' addresses come from; NO_ADDRESS: something
                       * else takes part */
    uint8_t bytes;    /* OP_ACCESS: of one lane's element */
};
enum { NO_ADDRESS = UINT16_MAX };

enum { STEP_ANY = INT32_MAX };

/* EXEC is compared with what it is at the kernel's start: code of structured control flow never
 * makes other lanes active. */
struct region_op {
    uint32_t slot;
    uint32_t computations; /* the first of its computations: region->computations[...] */
    uint8_t kind;          /* enum op_kind, and the rest as in struct description */
    bool is_conditional, returns, is_call, ends, waits, is_barrier, is_load, is_pure;
    bool is_inside; /* between OP_NARROW and OP_WIDEN */
    uint8_t bytes;
    uint16_t address;
    int32_t target;
    int32_t step; /* OP_ACCESS: by how much the addresses grow from lane to lane of a half-wave,
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
    int ways[2];     /* OP_MEET: the ways of the OP_SPLIT whose lanes mostly wait there; -1: none */
    unsigned preds;  /* how many edges lead here */
    int pred;        /* where the last one of them comes from */
    bool is_label;   /* can be entered from outside */
    bool is_loop;    /* target of a backward branch */
    bool is_in_loop; /* perhaps */
    bool is_way;     /* a way of an OP_SPLIT, where waves may go on at an OP_MEET */
    bool
        meets_one; /* OP_MEET: no lanes of other splits meet there, and their splits do not fault */
    bool is_met;   /* there is one that has it among its ways */
    unsigned part; /* which function it is compiled in */
    varset def;    /* written */
    struct liveness in, out;
    struct mask_facts masks;  /* at its start */
    bool ends_full;           /* at its end, EXEC is what it was at the start of the kernel */
    varset live_in, live_out; /* in any lanes */
    varset dirty_in;
    varset clean; /* edges to it store these: a loop with barriers, which does not write them, need
                   * not store them at each */
};

struct region {
    const struct jit_isa *isa;
    struct code *code;
    char *first_op; /* ops of `op_bytes` each, one per 4 bytes of code */
    size_t op_bytes;
    uint32_t slot_count;  /* of ops in the code */
    unsigned halves;      /* passes of a vector instruction: 1 or 2 */
    unsigned vectors;     /* vector registers of a wave */
    uint32_t mode;        /* that the code is compiled for */
    uint32_t part_ops;    /* most ops of a part, unless one block has more */
    struct block *blocks; /* [count], in code order */
    unsigned count;
    int entry; /* the block that the kernel begins with; -1: it is in another part */
    unsigned op_count;
    unsigned part_count;
    int32_t *block_at;     /* [slot_count] by slot: block that begins there, or -1 */
    struct region_op *ops; /* [op_count], block by block */
    unsigned ops_found;
    struct computation *computations; /* of all ops */
    varset written; /* by any op; where waves begin in memory, the wave always has all others */
    uint32_t computation_count, computation_capacity;
    bool is_part; /* ops belong to the region that this is a part of */
    /* Loads of the first block that are made before it, and are no ops of it any more. */
    struct preload preloads[MAX_PRELOADS];
    uint32_t preload_slots[MAX_PRELOADS];
    unsigned preload_count;
};

/* Finds the region of the kernel at slot `entry`. part_ops 0: MAX_PART_OPS. `decode` makes sure
 * that an op is decoded. rsrc2: COMPUTE_PGM_RSRC2. NULL: no memory, or more than
 * MAX_REGION_OPS. */
struct region_request {
    const struct jit_isa *isa;
    const struct isa_exec *exec;
    struct code *code;
    uint32_t entry, mode, rsrc2, part_ops;
    void (*decode)(void *context, struct op *);
    void *context;
};
struct region *region_find(const struct region_request *q);
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

/* The op that stands for a slot, the one behind an op, and how many slots lie between them. */
static inline struct op *region_op(const struct region *r, uint32_t slot)
{
    return (struct op *)(r->first_op + slot * r->op_bytes);
}
uint32_t op_slots(const struct region *r, const struct op *op);
static inline const struct op *op_behind(const struct region *r, const struct op *op)
{
    return (const struct op *)((const char *)op + op_slots(r, op) * r->op_bytes);
}
static inline const struct op *op_of(const struct region *r, const struct region_op *at)
{
    return region_op(r, at->slot);
}
/* Its computation i. */
static inline const struct computation *computation_of(const struct region *r,
                                                       const struct region_op *at, unsigned i)
{
    return &r->computations[at->computations + i];
}
static inline unsigned computations_of(const struct region_op *at)
{
    return at->kind == OP_PAIR ? 2 : at->kind == OP_COMPUTE || at->kind == OP_BRANCH;
}
/* Operations of all lanes; one, or a pair of them. */
static inline bool is_vector(const struct region *r, const struct region_op *at)
{
    return at->kind == OP_PAIR || (at->kind == OP_COMPUTE && computation_of(r, at, 0)->is_vector);
}

/* ---- flat.c ---- */

/* Makes one block of branches of lanes whose ways are short, as long as there is memory for it. */
void flatten(struct region *r);

/* ---- liveness.c ---- */

/* Sets what blocks and ops say about live variables and EXEC; then, by part, dirty ones. */
/* Sets d->fx.exec of an op that writes EXEC and says no more (EXEC_STAYS). */
void find_exec_change(const struct region *r, struct description *d);
void solve_liveness(struct region *r);
void solve_dirty(struct region *r);

#endif

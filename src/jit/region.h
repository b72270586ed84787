/* region.h: the code of a kernel as a control flow graph of basic blocks.
 *
 * A region is what direct control flow reaches from a kernel's entry. Each op says which variables
 * (varset.h) it reads and writes; each block which variables are live, and which are dirty: their
 * value may be newer than the copy in the wave's struct in memory.
 *
 * Vector registers are live by lane. Where an op writes one, lanes that are not active keep what
 * they had; but a select is needed for that only if such a lane is read later, because it becomes
 * active again or because an instruction reads other lanes than its own. In lanes that are not
 * live, a value may be anything.
 *
 * cfg.h finds regions, liveness.h solves what is live, shape.h how addresses grow over the lanes.
 */
#ifndef SHOAL_JIT_REGION_H
#define SHOAL_JIT_REGION_H

#include "isa/machine.h"
#include "jit/op.h"

enum {
    MAX_REGION_OPS = 100000,
    /* LLVM's code generation is quadratic in the length of blocks and of functions. */
    MAX_BLOCK_OPS = 512,
    MAX_CODE_BLOCK_OPS = 24, /* in one of LLVM's blocks */
    MAX_PART_OPS = 1024,
    MAX_FLAT_OPS = 24, /* between OP_NARROW and OP_WIDEN */
};

enum { STEP_ANY = INT32_MAX };

/* Straight code may set EXEC aside for a few ops, as around spills: then `EXEC` below is what it is
 * before and behind them. */
enum aside {
    ASIDE_NONE,
    ASIDE_BEGINS, /* EXEC goes to a scalar and becomes another mask */
    ASIDE_ALL,    /* all lanes are active */
    ASIDE_OTHERS, /* the lanes that are not in EXEC */
    ASIDE_ENDS,   /* EXEC comes back from the scalar */
};

/* An op of a region. Lanes of EXEC are compared with those at the kernel's start: code with
 * structured control flow never makes others active. */
struct region_op {
    uint32_t slot;         /* which 4 bytes of the code it begins at */
    uint32_t computations; /* index of its first one in region->computations */
    uint8_t kind;          /* enum op_kind; this and what follows: as in struct description */
    bool is_conditional, returns, is_call, ends, waits, is_barrier, is_load, is_pure;
    bool is_inside; /* it is between OP_NARROW and OP_WIDEN */
    uint8_t bytes;
    uint16_t address, to, link;
    struct lane_copy copy;
    int32_t target;
    int32_t step; /* OP_ACCESS: by how many bytes addresses grow from lane to lane in each 16 lanes,
                   * as a guess (shape.h); STEP_ANY: nothing is known */
    bool is_long; /* the step goes on over all 32 lanes of a pass */
    bool is_unsure;  /* the guess is about what an unknown mask leaves, or about lanes that
                      * have it from different ops */
    bool is_limited; /* the guess is about most lanes; others may be at a limit, as of a minimum */
    bool is_data; /* something loaded says where lanes are: they hardly are so again (pattern.h) */
    struct effects fx;
    varset kept;       /* of fx.def: vector registers whose inactive lanes are read later */
    uint8_t aside;     /* enum aside */
    uint8_t code_half; /* OP_COMPUTE: its first result is the lower (1) or the upper (2) half of the
                        * address of the code's byte code_at (origins.h); 0: nothing is known */
    uint64_t code_at;
    bool is_full;     /* before it, EXEC is what it was at the start */
    bool is_within;   /* before it, EXEC has no lane that it did not have at the start */
    bool ends_within; /* behind it, likewise */
    bool may_wait;    /* an atomic that may be done later (waiting.h) */
};

/* Variables that are read later before they are written. */
struct liveness {
    varset active; /* scalars, and vector registers in lanes that are active here */
    varset
        suspended; /* vector registers in lanes that are inactive, but were active at the start */
    varset never;  /* vector registers in all other lanes */
};

/* What is known of scalar registers n (wave64: n and n + 1) as lane masks, for n up to EXEC's. Bit
 * n % 64 of word n / 64 is set: */
struct mask_facts {
    uint64_t within[2]; /* the mask has no lane that was not active at the start */
    uint64_t full[2];   /* it has all lanes that were */
    uint64_t rest[2];   /* it is the lanes that were active at the start and are not in EXEC */
};

/* A scalar that has the same value whenever control comes to a block (constants.h). */
struct fixed {
    uint16_t var;
    uint32_t value;
};

/* A scalar, or a lane of a vector register, that has a half of the address of byte `at` of the
 * code, to which a function returns (functions.h). */
enum { NO_LANE = UINT8_MAX };
struct known_link {
    uint16_t var;
    uint8_t lane; /* NO_LANE: it is a scalar */
    bool is_high; /* the upper half */
    uint64_t at;
};

/* Ops that follow each other in the code. */
struct span {
    uint32_t first, last; /* slots */
};

struct block {
    uint32_t first, last; /* slots of its first and last op, between which may be those of others:
                           * code of functions that it calls (copies.h) */
    uint32_t op, ops;     /* its ops are region->ops[op] to [op + ops - 1] */
    /* Indices of blocks; -1: none. */
    int succ[2];          /* successors: [0] if a branch is not taken, [1] if it is */
    int after;            /* behind an op that leaves the region, where the wave may come back */
    int ways[2];          /* OP_MEET: the ways of the OP_SPLIT whose lanes mostly wait there */
    uint32_t jump, jumps; /* where its last op, which goes to an address in scalars, is known to
                           * lead, is region->jumps[jump] to [jump + jumps - 1] */
    uint32_t fixed, fixed_count; /* region->fixed[fixed] to [fixed + fixed_count - 1]: live ones */
    uint32_t link, links; /* region->links[link] to [link + links - 1] are so whenever control comes
                           * here, and where waves come from outside they are asked for it */
    int pred;             /* one of its predecessors: the only one, if preds is 1 */
    unsigned preds;       /* how many edges lead here */
    bool is_root;         /* a called function begins here: nothing is known of the wave */
    bool is_label;        /* it can be entered from outside of the function */
    bool is_loop;         /* it is the target of a backward branch */
    bool is_in_loop;      /* it may be part of a loop */
    bool is_copy;         /* others begin at the same op (copies.h), so it must not be a label */
    bool is_way;          /* a way of an OP_SPLIT: waves may go on there from an OP_MEET */
    bool meets_one; /* OP_MEET: it is where lanes of one OP_SPLIT meet, which does not fault */
    bool is_met;    /* an OP_MEET has it among its ways */
    unsigned part;  /* number of the function that it is compiled in */
    varset def;     /* written by its ops */
    struct liveness in, out;
    struct mask_facts masks;  /* at its start */
    bool ends_full;           /* at its end, EXEC is what it was at the start of the kernel */
    varset live_in, live_out; /* live in any lanes */
    varset dirty_in;          /* at its start, their value may be newer than the wave's copy */
    varset clean; /* edges to it store these: what is at home, and at the head of a loop with
                   * barriers, what that does not write: then no barrier in it has to */
    varset home;  /* live at its start, where the wave's struct has them, and no phi does */
};

enum { MAX_TEAM_BLOCKS = 8, MAX_BATCH_BLOCKS = 32, MAX_BATCHES = 4 };

/* A loop of one block, a loop with barriers, or a block between two barriers, that waves of a
 * work-group may run together (teams.h). */
struct team {
    bool is_stretch; /* between barriers */
    bool is_whole;   /* for all waves of a work-group: a loop with barriers, or a batch or a tail,
                      * whose blocks then are not known here */
    bool only_computes;  /* a loop without loads that waves could share */
    bool lanes_leave;    /* the loop ends where no lane is active any more: it is run together while
                          * all are */
    unsigned head, exit; /* blocks: the loop, and where it is left to, which is a label */
    unsigned block[MAX_BATCH_BLOCKS], blocks; /* from the head on, one after the other */
    unsigned waves;             /* that run it together: 2, 4 or 8; 1 of a whole batch */
    unsigned row_lanes;         /* guess: so many work-items are a row in x; of loops, 32 or more */
    uint8_t depends[VAR_COUNT]; /* at the head: which work-item's ids a variable depends on */
};

enum { MAX_TAILS = 3 };

/* The end of a work-group, from the label `team.head` on, where all its waves are (batch.h). */
struct tail {
    struct team team;
    int loop; /* region->teams[loop] of all of them leads there; -1: they wait at a barrier */
};

/* A loop of one block that lanes leave one by one, and that may be run lane by lane (lanes.h). */
struct ragged {
    unsigned head, exit; /* blocks: the loop, and where it is left to, which is a label */
    unsigned most;       /* active lanes with which that pays */
    varset bits;         /* scalars of which each lane has a bit of its own */
};

enum { MAX_LANE_LOOPS = 4, MAX_SEEKS = 4, MAX_SEEK_STEPS = 8 };

/* A loop of one block in which each lane looks for something in memory (seek.h). */
struct seek {
    unsigned head;
    uint32_t load; /* region->ops[load]: a dword, of a place that is `step` further each time */
    bool is_down;  /* by -4, else by 4 */
    varset bits;   /* as in struct ragged */
    struct seek_step {
        uint16_t var; /* register that grows in each iteration */
        bool is_wide; /* of 64 bits */
        int32_t by;
    } step[MAX_SEEK_STEPS];
    unsigned steps;
};

enum { DEPENDS_X = 1, DEPENDS_Y = 2 /* or z */, DEPENDS_ALL = 3 };

enum { MAX_TEAMS = 8 };

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
    struct block *blocks; /* [count], in the order of their code; copies of a function's blocks
                           * behind the call */
    unsigned count;
    int entry; /* the block that the kernel begins with; -1: it is in another part */
    unsigned op_count;
    unsigned part_count;
    int32_t *block_at;     /* [slot_count] by slot: block that begins there, or -1 */
    struct region_op *ops; /* [op_count], block by block */
    unsigned ops_found;
    unsigned code_ops;  /* ops of the code that it stands for, copies not counted */
    struct span *spans; /* [span_count] these ops, in the order of the code */
    unsigned span_count;
    int *jumps; /* [jump_count] blocks; -1: one of another part */
    unsigned jump_count;
    struct fixed *fixed;      /* of all blocks; NULL: none */
    struct known_link *links; /* [link_count] of all blocks */
    uint32_t link_count;
    struct computation *computations; /* [computation_count] of all ops */
    varset written; /* by any op. If waves begin with their registers in memory, these are up to
                     * date for all others */
    uint32_t computation_count, computation_capacity;
    varset touched;     /* of a part: read or written by its ops, apart from code elsewhere */
    varset started;     /* of the part with the entry: live there, and not touched */
    varset home;        /* vector registers that functions read or write in the wave's struct
                         * (call.h): that is where they go from block to block */
    struct team *teams; /* [team_count], at most MAX_TEAMS; regions of one part have them */
    unsigned team_count;
    struct ragged lane_loops[MAX_LANE_LOOPS]; /* likewise */
    unsigned lane_loop_count;
    struct seek seeks[MAX_SEEKS]; /* likewise */
    unsigned seek_count;
    struct team batches[MAX_BATCHES]; /* batch.h; all of as many waves */
    unsigned batch_count;
    struct tail tails[MAX_TAILS]; /* likewise, of which at most one is run so */
    unsigned tail_count;
    bool is_whole; /* it is for waves that begin with all lanes active, which labels test, and EXEC
                    * never changes: no lanes keep what they had */
    bool has_waiting; /* there are ops with may_wait, also in other parts */
    bool is_part;     /* ops and computations belong to the region that this is a part of */
    bool is_trial;    /* in tests: what is only done where it pays is done wherever it can be */
    /* Loads of the first block that are made once per launch, and are no ops of it any more. */
    struct preload preloads[MAX_PRELOADS];
    uint32_t preload_slots[MAX_PRELOADS];
    unsigned preload_count;
};

/* NULL is allowed. */
void region_free(struct region *);

/* Marks (1, else 0) the blocks that control goes through from `head` back to it, without blocks
 * before it in the order of code. through_waits: also where the wave waits in between, as for a
 * barrier. marks: [count]. false: control does not come back. */
bool region_loop(const struct region *r, unsigned head, bool through_waits, uint8_t *marks);

/* What is known of a scalar where the block begins; NULL: nothing. */
static inline const struct fixed *fixed_in(const struct region *r, const struct block *b,
                                           unsigned var)
{
    for (uint32_t i = b->fixed; i < b->fixed + b->fixed_count; i++)
        if (r->fixed[i].var == var)
            return &r->fixed[i];
    return NULL;
}

static inline struct region_op *last_op_of(const struct region *r, const struct block *b)
{
    return &r->ops[b->op + b->ops - 1];
}

static inline bool ends_in_barrier(const struct region *r, const struct block *b)
{
    return last_op_of(r, b)->is_barrier;
}

/* Whether waves go on at this block behind a barrier. */
bool is_behind_barrier(const struct region *r, unsigned index);
/* Calls and returns by an address in scalars. */
static inline bool is_function_call(const struct region_op *at)
{
    return at->fx.treatment == AS_LEAVE && at->to != NO_ADDRESS && at->link != NO_ADDRESS;
}
static inline bool is_function_return(const struct region_op *at)
{
    return at->fx.treatment == AS_LEAVE && at->to != NO_ADDRESS && at->link == NO_ADDRESS;
}

/* The op that stands for a slot. */
static inline struct op *region_op(const struct region *r, uint32_t slot)
{
    return (struct op *)(r->first_op + slot * r->op_bytes);
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
/* It computes vectors. */
static inline bool is_vector(const struct region *r, const struct region_op *at)
{
    return at->kind == OP_PAIR || (at->kind == OP_COMPUTE && computation_of(r, at, 0)->is_vector);
}

/* Whether its results must be looked at before its effects are final (emit_nan.h): which NaN one
 * is follows a rule that the host does not, or it may have raised flags. */
static inline bool has_nan_rule(const struct region *r, const struct region_op *at)
{
    bool has = false;
    for (unsigned i = 0; i < computations_of(at); i++) {
        const struct computation *c = computation_of(r, at, i);
        has |= c->has_nan_rule || c->is_quiet || c->raises;
    }
    return has;
}

#endif

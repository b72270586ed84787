/* emitter.h: the state of one compilation to LLVM IR.
 *
 * A region, or a part of one, becomes one LLVM function. Blocks are emitted in the order of their
 * code; while one is, `now` has the SSA values of the wave's variables. What only one file of the
 * compiler knows is a struct of that file, declared here and defined in its header. */
#ifndef SHOAL_JIT_EMITTER_H
#define SHOAL_JIT_EMITTER_H

#include <llvm-c/Core.h>

#include "jit/region.h"

/* Of which elements the host's CPU can load and store some lanes of a vector. */
enum masks { MASKS_NONE, MASKS_WIDE /* 4 bytes and more */, MASKS_ALL };

enum { MAX_LONG_WAYS = 32 };

/* How a wave leaves compiled code, or gives way to others (flow.h). */
enum way_out {
    OUT_BARRIER,   /* it waits; the value that goes along is the op to go on with */
    OUT_YIELD,     /* its time slice is over; likewise */
    OUT_INTERPRET, /* the executor of this op runs before it leaves */
    OUT_RESUME,    /* it goes on at a label; the value is an i32, its offset in the code */
    OUT_LEAVE,     /* the interpreter goes on with this op; NULL: the wave has stopped */
    WAYS_OUT,
};

/* A block of the region, once it is emitted. */
struct block_state {
    LLVMBasicBlockRef entry;       /* where control comes to it */
    LLVMBasicBlockRef end;         /* the block of LLVM's that was left last */
    LLVMBasicBlockRef taken_end;   /* where the edge to succ[1] starts */
    LLVMBasicBlockRef through_end; /* where the edge to succ[0] starts */
    LLVMBasicBlockRef ways_end;    /* where the edges to ways[] start; NULL: there are none */
    LLVMBasicBlockRef label;       /* where it is entered from outside; NULL: nowhere */
    LLVMValueRef *out;             /* [VAR_COUNT] values at its end */
    LLVMValueRef *phi;             /* [VAR_COUNT] phis at its start, or NULL */
    varset dirty;                  /* at its end */
    bool is_loop;                  /* loop.h: control comes back to it */
    varset same;                   /* loop.h: vector registers that the loop does not write */
    LLVMValueRef exec[2];          /* loop.h: EXEC at its start */
    LLVMValueRef wave; /* relay.h: of a stretch's first block, the wave that runs; else NULL */
    int stretch;       /* relay.h: the first block of the stretch that it is in; -1: none */
    int dominator;     /* place.h: the last one that all ways to it lead through; -1:
                        * none, or it is not known */
};

/* EXEC of each pass as lanes, once something has needed that. */
struct exec_lanes {
    LLVMValueRef value[2]; /* i32; NULL: nothing has */
    LLVMValueRef bools[2]; /* <32 x i1>, made of it */
};

struct emitter {
    const struct region *region;
    const struct machine *machine;
    uint32_t mode;       /* MODE that the code is compiled for; checked at every label */
    uint32_t rsrc2;      /* COMPUTE_PGM_RSRC2 of the kernel: which scalars its waves begin with */
    enum masks masks;    /* that the host's CPU has */
    bool has_f16;        /* it computes in f16 */
    bool has_dots;       /* it has sums of four products of bytes (dot.h) */
    bool has_funnels;    /* it shifts two registers by a count of each lane */
    bool has_byte_moves; /* it permutes bytes of registers */
    const struct costs *costs; /* costs.h: what forms cost on it */
    uint8_t *called;           /* as in struct jit_request */

    unsigned guess_count; /* places that look at struct group, upper, so far */

    LLVMContextRef c;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMTypeRef i1, i8, i16, i32, i64, ptr, v32i1, v32i8, v32i16, v32i32, v32i64, v32f32, v32f64;
    LLVMDIBuilderRef lines; /* inspect.h; NULL: nobody asks which instruction code belongs to */
    LLVMMetadataRef scope;

    /* The function, and what is known throughout it */
    LLVMTypeRef exec_type; /* its type: that of an executor */
    LLVMValueRef function;
    LLVMValueRef wave;               /* the wave that runs, a phi in `turn` or of a stretch */
    LLVMValueRef wave_in_turn;       /* the phi in `turn` */
    bool has_stretches;              /* relay.h */
    LLVMValueRef op;                 /* likewise: where it goes on; NULL: it is new */
    LLVMValueRef group;              /* its work-group */
    LLVMValueRef lds, lds_size;      /* a pointer and an i32 */
    LLVMBasicBlockRef turn, advance; /* emit_entry.c */
    LLVMValueRef row_room;           /* as room_of_row() says; NULL: nobody has asked */
    LLVMBasicBlockRef left;          /* where calls of executors leave; NULL: none did yet */
    struct {                         /* common.h: new waves; block NULL: there are none */
        LLVMBasicBlockRef before, block, entry; /* the way to the kernel's first block */
        LLVMValueRef start, exec;               /* of the launch; EXEC of wave32 */
    } fresh;
    struct {
        LLVMBasicBlockRef block; /* NULL: nobody takes it */
        LLVMValueRef op;         /* a phi */
    } out[WAYS_OUT];
    struct block_state *states;   /* [region->count] */
    LLVMBasicBlockRef *jump_ends; /* [region->jump_count] where these edges start */

    struct crew *crew;                       /* team.h; NULL: one wave runs */
    struct batch_rows *rows;                 /* batch_rows.h; NULL: it is no batch */
    struct batch_places *places;             /* place.h; likewise */
    struct tiles *tiles;                     /* tile.h; NULL: there are none */
    struct held *held;                       /* held.h; NULL: LDS is in memory */
    LLVMBasicBlockRef team_entry[MAX_TEAMS]; /* of the region's teams; NULL: it is not run so */

    struct batch_blocks {
        /* emit_batch.h; entry NULL: there is no batch; stores: from where on nothing fails */
        LLVMBasicBlockRef entry, fail, stores;
        const struct team *tail; /* of region->tails: it is this; NULL: of new waves */
    } batch;

    LLVMBasicBlockRef long_way[MAX_LONG_WAYS]; /* long_way.h */
    unsigned long_ways;                        /* so many */

    struct lane_edges *lanes; /* emit_lanes.h */
    struct seek_edges *seeks; /* emit_seek.h */
    bool has_lanes;           /* loops are run lane by lane where that pays */
    bool masks_products;      /* in lanes that are not active (inactive.h) */
    bool has_products;        /* that may have to be masked */
    bool spreads_masks;       /* masks become dwords, which LLVM has better code for */

    /* The block and op being emitted */
    const struct block *block;
    const struct region_op *at;
    LLVMValueRef count_row;  /* where its instructions are counted */
    LLVMValueRef *now;       /* [VAR_COUNT] values of the variables; NULL: the wave has it */
    varset dirty;            /* variables whose value is newer than the wave's copy */
    varset end_dirty;        /* the same at the end of the block */
    struct exec_lanes *exec; /* of the wave that is emitted */
    unsigned pass;           /* of a computation: which half of the lanes */
    unsigned round;          /* how operations on floats round, as in struct computation */
    bool is_strict;          /* operations on floats raise flags that count */
    bool wants_low;          /* of results of 64 bits, only the lower half is read */
    bool settles_nans;       /* settle.h: groups with NaNs are done again in compiled code */
    bool is_settling;        /* one is: results are final */
    void (*emit_op)(struct emitter *); /* that of emit.h, which settle.c cannot include */
    bool is_rare;                      /* what is emitted seldom runs, and joins what often does */

    struct flat *flat;                     /* ways.h */
    struct pairs *pairs;                   /* fold.h */
    struct halves *halves;                 /* half.h */
    struct addresses *addresses;           /* address.h */
    struct loops *loops;                   /* loop.h */
    struct behind *behind;                 /* behind.h */
    void (*before_out)(struct emitter *e); /* what a way out comes behind (flow.h) */
    struct sweeps *sweeps;                 /* sweep.h */
    struct quotients *quotients;           /* quotient.h */
    struct tests *tests;                   /* place.h */
    struct loop_slots *loop_slots;         /* slots.h */
    struct tests *tests_at_end;            /* [region->count] likewise, at the end of blocks */
    struct nan_group *nan;                 /* emit_nan.h */
};

#endif

/* emit.h: the state of one compilation, shared by the files that emit IR. */
#ifndef SHOAL_JIT_EMIT_H
#define SHOAL_JIT_EMIT_H

#include <llvm-c/Core.h>

#include "jit/address.h"
#include "jit/region.h"
#include "jit/signature.h"

#include "jit/steps.h"

enum {
    MAX_NAN_CHECKS = 96,
    MAX_ROW_TESTS = 8,
    MAX_EXEC_TESTS = 4,
    MAX_SCALAR_BASES = 4,
    MAX_PAIRS = 32
};

/* A value of 64-bit lanes whose halves are at hand (fold.h). */
struct pair {
    LLVMValueRef whole, lo, hi;
};

/* Which parts of rows can be accessed: none, of dwords and wider elements, all. */
enum masks { MASKS_NONE, MASKS_WIDE, MASKS_ALL };

/* In each row, the values of the lanes of `exec` are those of its first lane + n * step. */
struct row_test {
    LLVMValueRef lo, hi, exec; /* of what; hi NULL: 32-bit values */
    unsigned step, row;        /* row: lanes of one: 16 or 32 */
    LLVMValueRef holds;        /* i1 */
    LLVMValueRef first[2];     /* the rows' first lanes'; i32, with hi i64; [1]: NULL of one row */
};

/* All of these lanes are active; 0: any lane is. */
struct exec_test {
    LLVMValueRef exec, holds;
    uint32_t lanes;
};

/* Rows of addresses made of a root that is rows (address.h), for accesses with offsets. */
struct spread {
    LLVMValueRef rows; /* the root's row_test.holds */
    LLVMValueRef by, plus;
    unsigned shift;
    bool is_signed, is_lds;
    LLVMValueRef holds; /* i1 */
    LLVMValueRef at[2]; /* i64 relative to the window; of LDS i32 */
    bool is_fetched;    /* what is ahead of... */
    int32_t fetched;    /* the rows with this offset */
};

/* What all accesses of a block with one address register and different offsets lie in. */
struct reach {
    LLVMValueRef rows;     /* the register's row_test.holds */
    unsigned space;        /* a number of the instruction set's */
    int64_t low, high;     /* bytes from the first lane's address: [low, high) can be accessed... */
    LLVMValueRef holds;    /* ... if this i1 holds */
    LLVMValueRef at, from; /* of `low`: i32, the address; the pointer */
};

/* A base of scalar loads that is inside the window with the largest offset behind it. */
struct scalar_base {
    LLVMValueRef lo, hi; /* of what */
    LLVMValueRef from;   /* i64: relative to the window */
};

/* A result that may be NaN (emit_nan.c). */
struct nan_check {
    unsigned var; /* f32: the variable; f64: the low one of two */
    bool is_f64;
    bool is_current;     /* the variable still has it */
    bool is_needed;      /* what its bits are matters */
    int covered_by;      /* a later result that is NaN if this one is; -1: none */
    LLVMValueRef result; /* float or double vector, before EXEC */
    LLVMValueRef active; /* EXEC, an i32: NaNs of other lanes mean nothing */
};

/* Results that are looked at together. */
struct nan_group {
    struct nan_check check[MAX_NAN_CHECKS];
    unsigned count;
    unsigned first_of_op;          /* results of the op being emitted */
    const struct region_op *start; /* with the first of them */
    LLVMValueRef *start_values;    /* [VAR_COUNT] emitter.now before it */
    varset start_dirty;
    varset written; /* since then */
    bool has_ways;  /* the ops contain branches of lanes (flat.c) */
    bool raises;    /* some of the ops may have raised flags */
    varset tainted; /* come from results not yet looked at, other than as NaNs */
};

/* How waves get out of compiled code or give way to others: each is emitted once, and told with
 * which op the wave goes on. */
enum way_out {
    OUT_BARRIER,   /* the wave waits */
    OUT_YIELD,     /* its time slice is over */
    OUT_INTERPRET, /* the op's executor runs before it leaves */
    OUT_RESUME,    /* it goes on at a label; the value is an i32, its offset in the code */
    OUT_LEAVE,     /* the interpreter goes on; NULL: the wave has stopped */
    WAYS_OUT,
};

enum { MAX_LOOP_VARIABLES = 32, MAX_LOOP_STEPS = 64, MAX_LOOP_TESTS = 64 };

/* What the iterations of loops share (loop.h). */
struct loops {
    struct loop_variable {
        unsigned block, var; /* var: the low one of two */
        struct address a;    /* of its value at the start of the block */
    } variables[MAX_LOOP_VARIABLES];
    struct loop_step {
        unsigned variable, from; /* at the end of which block... */
        LLVMValueRef by;         /* ... it is this more than its root */
    } steps[MAX_LOOP_STEPS];
    struct loop_test {
        unsigned block, half, var, var_hi;
        struct row_test test; /* phis */
    } tests[MAX_LOOP_TESTS];
    struct loop_store {
        LLVMValueRef store; /* of the half of... */
        struct address a;   /* ... to the wave */
        unsigned var;
        bool is_high;
    } * stores;
    unsigned variable_count, step_count, test_count, store_count, store_capacity;
};

/* Lanes between OP_NARROW and OP_WIDEN (flat.c). */
struct flat {
    LLVMValueRef mask, on; /* before it; `on`: EXEC */
    LLVMValueRef way[2];   /* those of `mask` that take each way */
    struct flat_scalar {
        unsigned var;
        bool is_written[2];    /* by which ways */
        LLVMValueRef value[3]; /* before, behind each way; the last one: of the second way */
    } scalars[2 * MAX_FLAT_OPS];
    unsigned scalar_count;
};

struct emitter {
    const struct region *region;
    const struct machine *machine;
    uint32_t mode; /* MODE that the code is compiled for; checked at every label */
    LLVMContextRef c;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    uint32_t rsrc2; /* COMPUTE_PGM_RSRC2 of the kernel: which SGPRs its waves begin with */
    LLVMValueRef function;
    LLVMValueRef wave, op; /* the wave that runs; at `turn`: where it goes on, NULL: it is new */
    LLVMValueRef group;
    LLVMBasicBlockRef turn, advance; /* see emit_entry.c */
    LLVMTypeRef i1, i8, i16, i32, i64, ptr, v32i1, v32i8, v32i16, v32i32, v32i64, v32f32, v32f64;
    LLVMTypeRef exec_type; /* type of an executor */

    struct block_state *states; /* [region->count] */
    const struct block *block;  /* being emitted */
    const struct region_op *at; /* likewise */
    LLVMValueRef *now;          /* [VAR_COUNT] values of the variables; NULL: not known */
    varset dirty;               /* newer than the wave's copy */
    varset end_dirty;           /* that at the end of the block */
    struct nan_group nan;
    LLVMValueRef exec_bools[2]; /* EXEC of the pass as <32 x i1>, NULL: not made yet */
    LLVMValueRef exec_value[2]; /* the EXEC value they were made from */

    struct row_test rows[MAX_ROW_TESTS]; /* made in this block */
    unsigned row_count;
    struct spread spreads[MAX_ROW_TESTS]; /* likewise */
    unsigned spread_count;
    struct reach reaches[MAX_ROW_TESTS]; /* likewise */
    unsigned reach_count;
    struct scalar_base scalars[MAX_SCALAR_BASES]; /* likewise */
    unsigned scalar_count;
    struct exec_test exec_tests[MAX_EXEC_TESTS]; /* likewise */
    unsigned exec_test_count;
    struct flat flat;
    LLVMValueRef lds, lds_size; /* ptr, i32 */
    struct {
        LLVMBasicBlockRef block; /* NULL: nobody takes it */
        LLVMValueRef op;         /* a phi */
    } out[WAYS_OUT];
    LLVMBasicBlockRef left; /* where calls leave, or NULL */
    bool is_strict;         /* operations on floats raise flags that count */
    bool is_rare;           /* what is emitted seldom runs, and joins what often does */
    enum masks masks;       /* that the host has */

    LLVMDIBuilderRef lines; /* NULL: nobody asks which instruction code belongs to */
    LLVMMetadataRef scope;

    LLVMTypeRef step_types[STEP_TYPES]; /* by steps.h's number; NULL: not made yet */
    struct addresses addresses;
    struct loops loops;
    struct pair pairs[MAX_PAIRS]; /* the last ones */
    unsigned pair_count;          /* ever */
};

struct block_state {
    LLVMBasicBlockRef entry, end;
    LLVMBasicBlockRef taken_end, through_end; /* where the edges to succ[1], succ[0] start */
    LLVMBasicBlockRef ways_end;               /* and those to ways[]; NULL: there are none */
    LLVMValueRef *out;                        /* [VAR_COUNT] at the end */
    LLVMValueRef *phi;                        /* [VAR_COUNT] at the start, or NULL */
    varset dirty;                             /* at the end */
    bool is_loop;                             /* that control comes back to (loop.h) */
    varset same;                              /* VGPRs that the loop does not write */
    LLVMValueRef exec[2];                     /* EXEC at its start */
    LLVMBasicBlockRef label;                  /* where the block is entered from outside, or NULL */
};

static inline LLVMValueRef const_i32(const struct emitter *e, uint32_t v)
{
    return LLVMConstInt(e->i32, v, 0);
}
static inline LLVMValueRef const_i64(const struct emitter *e, uint64_t v)
{
    return LLVMConstInt(e->i64, v, 0);
}

/* ---- emit.c ---- */
LLVMTypeRef var_type(const struct emitter *e, unsigned var);
LLVMValueRef get_var(struct emitter *e, unsigned var);
LLVMValueRef load_var(const struct emitter *e, unsigned var);
void set_var(struct emitter *e, unsigned var, LLVMValueRef value);
/* Whether the op being emitted must keep the variable, which it writes, in inactive lanes. If
 * not, its new value may have anything there, and its old value may be unknown. */
bool is_kept(const struct emitter *e, unsigned var);
/* What a VGPR becomes that active lanes give `value`. */
LLVMValueRef under_exec(struct emitter *e, unsigned var, unsigned half, LLVMValueRef value);
/* Address of a variable in the wave. */
LLVMValueRef var_address(const struct emitter *e, unsigned var);
/* `offset` bytes behind p, and what is there. */
LLVMValueRef at_offset(const struct emitter *e, LLVMValueRef p, size_t offset);
LLVMValueRef load_at(const struct emitter *e, LLVMTypeRef t, LLVMValueRef p, size_t offset);
LLVMValueRef wave_field(const struct emitter *e, size_t offset);
LLVMValueRef load_var(const struct emitter *e, unsigned var);
/* Half of an address goes to a register as what it was made of. */
void store_address(struct emitter *e, unsigned var, const struct address *a, bool is_high);
/* Writes the dirty ones of `vars` to the wave. */
void store_vars(struct emitter *e, const varset *vars);
/* A function that compiled code calls by name. On rare paths it keeps all registers (exec/jit.c),
 * so that hot code need not put any on the stack. */
LLVMValueRef c_function(struct emitter *e, const char *name, LLVMTypeRef type);
/* Calls an intrinsic, overloaded for the types over[]. */
LLVMValueRef call_intrinsic(struct emitter *e, const char *name, LLVMTypeRef *over,
                            unsigned over_count, LLVMValueRef *args, unsigned count);
/* Calls llvm.masked.load or store of any alignment; `value`: what inactive lanes get, or what is
 * stored. */
LLVMValueRef call_masked(struct emitter *e, bool is_store, LLVMValueRef p, LLVMValueRef mask,
                         LLVMValueRef value);
LLVMValueRef splat(struct emitter *e, LLVMValueRef scalar, LLVMTypeRef vector);
LLVMValueRef const_splat(struct emitter *e, LLVMTypeRef vector, uint64_t value);
/* Addresses in emitted code are symbols (jit.h): images are kept on disk. */
LLVMValueRef symbol_address(const struct emitter *e, const char *name);
LLVMValueRef op_pointer(const struct emitter *e, const struct op *o);
/* machine->window_base, an i64 */
LLVMValueRef window_base(const struct emitter *e);
LLVMValueRef exec_bools(struct emitter *e, unsigned half);
/* An i64 of two i32. */
LLVMValueRef join_s64(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi);
/* 64 bits of two scalars. */
LLVMValueRef get_scalars(struct emitter *e, unsigned var);
void set_scalars(struct emitter *e, unsigned var, LLVMValueRef value);
/* The variable with EXEC of a pass; the first one that is a flag. */
unsigned exec_var(const struct emitter *e, unsigned half);
unsigned first_flag(const struct emitter *e);
LLVMBasicBlockRef new_block(struct emitter *e, const char *name);
/* Branches to `yes` if c, which happens `weight` times as often as not. LLVM negates conditions of
 * branches to what comes next, and the first of two that are ANDed, each of which costs
 * instructions: blocks are moved and conditions made the other way round before it does. */
void branch(struct emitter *e, LLVMValueRef c, LLVMBasicBlockRef yes, LLVMBasicBlockRef no,
            unsigned weight);
/* Calls the executor of the op at e->at after writing what it reads to the wave, and reads back
 * what it writes; returns from the function if it does not go on with the next op. */
void emit_call(struct emitter *e);
/* The block that starts at e->block->ways[i], where it may be gone to with what variables have now
 * from the end of the block that is being emitted; NULL: it is reached by its label alone. */
LLVMBasicBlockRef way_entry(struct emitter *e, unsigned i);
/* The edges to ways start in this block. */
void set_ways_end(struct emitter *e, LLVMBasicBlockRef from);
/* Emits the op at e->at, which neither accesses memory in place nor ends the block. */
void emit_op(struct emitter *e);
/* The executors do the ops from `from` to before `to`, for which the wave has what they read; goes
 * on in a new block. */
void call_ops(struct emitter *e, const struct op *from, const struct op *to);
void load_vars(struct emitter *e, const varset *vars);
/* i64: the address of the code's byte `offset`. Code is not always at the same address: kept on
 * disk, it serves other runs. */
LLVMValueRef code_address(struct emitter *e, uint64_t offset);
void set_faulting(struct emitter *e, bool on);

/* ---- emit_entry.c ---- */
/* Emits the start of the function; end_function, behind all blocks, how they are reached. */
void begin_function(struct emitter *e);
void end_function(struct emitter *e);
void count_instructions(struct emitter *e, const struct block *b);
/* At OP_WIDEN: of the instructions since OP_NARROW those of the ways that have lanes, and those by
 * which a wave with lanes in both gets from one to the other. ways: i32, a bit for each. */
void count_ways(struct emitter *e, LLVMValueRef ways);
/* One more instruction of the op's class. */
void count_again(struct emitter *e, const struct op *op);
/* The wave has ended; another one runs. */
void end_wave(struct emitter *e);
/* op: as the way says. What the wave goes on with has been stored. */
void go_out(struct emitter *e, enum way_out, LLVMValueRef op);

/* ---- ways.c ---- */
/* Scalars of the ways between OP_NARROW and OP_WIDEN: at the start of a way, 0 or 1, and at the
 * end. has: i1, a way has lanes (or is gone without); second_is_last: i1, of both. */
void begin_way_scalars(struct emitter *e, unsigned way);
void end_way_scalars(struct emitter *e, LLVMValueRef has[2], LLVMValueRef second_is_last);

/* ---- compute.c ---- */
/* Emits the computations of the op at e->at. false: its executor is to be called. */
bool emit_computations(struct emitter *e);
/* i1: the branch at e->at is taken. */
LLVMValueRef emit_condition(struct emitter *e);

/* ---- emit_nan.c ---- */
/* Whether results are to be looked at before the op. */
bool nan_check_is_due(const struct emitter *e, const struct region_op *at);
/* Whether the rule says which NaN a result is. */
bool has_nan_rule(const struct region *r, const struct region_op *at);
/* A source that may be NaN, which is the executor's then. */
void nan_source(struct emitter *e, unsigned half, LLVMValueRef source);
/* Around each op of a block. */
void nan_before_op(struct emitter *e);
void nan_after_op(struct emitter *e);
/* A result that the NaN rule is for: <32 x i32> or <32 x i64>, of one pass. Before it is set. */
void nan_result(struct emitter *e, const struct computation *c, unsigned half, LLVMValueRef result);
/* Looks at the results so far, before an op of the block, or at its end. */
void check_nan(struct emitter *e, const struct region_op *before);

/* ---- emit.c ---- */
/* Leaves the function: the interpreter goes on with `o`. */
void leave_before(struct emitter *e, const struct op *o);
/* The interpreter does `from` to before `to` with these values of the variables `stored`;
 * goes on in a new block. */
void run_ops(struct emitter *e, const struct op *from, const struct op *to, const varset *stored,
             LLVMValueRef *values);

/* ---- steps.c ---- */
/* Emits a function: args and results in the order of its signature. */
void emit_semantics(struct emitter *e, int function, const LLVMValueRef *args,
                    LLVMValueRef *results);
/* The lower half of a function's first result, of 64 bits, from lower halves alone; NULL: it
 * depends on more than those. */
LLVMValueRef emit_low_half(struct emitter *e, int function, const LLVMValueRef *args);
/* Whether that may be possible and is less work. */
bool has_low_half(int function);

/* inspect.c: what is emitted from here on belongs to the op at `slot`. */
void inspect_line(struct emitter *e, uint32_t slot);

/* Emits the region as one function. false: no memory. */
bool emit_function(struct emitter *e, const char *name);

#endif

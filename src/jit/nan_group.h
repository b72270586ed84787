/* nan_group.h: ops whose results are looked at together, for NaNs (emit_nan.h), and what must be so
 * that these can be mended (mend.h). */
#ifndef SHOAL_JIT_NAN_GROUP_H
#define SHOAL_JIT_NAN_GROUP_H

#include "jit/emitter.h"

enum { MAX_NAN_CHECKS = 96, MAX_NAN_NUMBERS = 96, MAX_NAN_LOADS = 96, DEFAULT_NAN = 0x7fc00000 };

/* A result that may be NaN. */
struct nan_check {
    unsigned var; /* f32: the variable; f64: the low one of two; VAR_COUNT: a source, no result */
    bool is_f64;
    bool is_f16;         /* `result` has 16-bit integers, one or two for each lane */
    bool is_high;        /* f16: it is the upper half of the variable */
    bool is_packed;      /* f16: both halves */
    bool is_current;     /* the variable still has it */
    bool is_needed;      /* which NaN it is matters */
    int covered_by;      /* a later result that is NaN if this one is; -1: none */
    LLVMValueRef result; /* vector of float or double, or of i16, before EXEC */
    LLVMValueRef active; /* EXEC, an i32: NaNs of other lanes mean nothing */
};

/* What must be a number, or, if that is said, the default NaN, where EXEC is `active`. */
struct nan_number {
    LLVMValueRef value;  /* <32 x i32>, or a float, or an i32 that all lanes have; NULL: what the
                          * semantic function makes of the default NaN */
    LLVMValueRef source; /* where this is NaN, the value may be; NULL: nowhere */
    LLVMValueRef active;
    int function;
    bool may_be_default;
};

/* What an op of the group has loaded. */
struct nan_load {
    const struct region_op *at;
    unsigned var;
    LLVMValueRef value; /* as in emitter.now */
};

/* Brings values into registers, as often as it is done. */
static inline bool nan_is_load(const struct region_op *at)
{
    return at->is_load && (at->kind == OP_ACCESS || at->kind == OP_SCALAR_LOAD);
}

/* Whether the source is a float like the result. */
static inline bool nan_is_like_result(const struct computation *c, const struct source *s)
{
    return c->is_packed ? s->is_packed : s->is_float && s->bits == c->float_bits;
}

/* Results that are looked at together. */
struct nan_group {
    struct nan_check check[MAX_NAN_CHECKS];
    unsigned count;
    unsigned first_of_op;                 /* check[] of the op being emitted */
    const struct region_op *start;        /* the op that the group begins with */
    LLVMValueRef start_values[VAR_COUNT]; /* emitter.now before it */
    varset start_dirty;
    varset written; /* since then */
    varset tainted; /* variables that come from results not yet looked at, other than as NaNs */
    /* Of mend.h: if all these are numbers, all NaNs are the default one. */
    struct nan_number number[MAX_NAN_NUMBERS];
    unsigned number_count;
    bool is_unmendable; /* which NaNs there are cannot be told from them */
    bool has_ways;      /* the ops contain branches of lanes (flat.h) */
    bool raises;        /* some of the ops may have raised flags */
    /* Of settle.h: what loads have brought. */
    struct nan_load load[MAX_NAN_LOADS];
    unsigned load_count;
    bool loads_unknown; /* some is not there, or is not to be taken */
};

/* Results are to be looked at. */
static inline bool nan_group_is_open(const struct nan_group *g)
{
    return g->count || g->raises || g->has_ways;
}

#endif

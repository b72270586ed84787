/* team.h: what is known while a loop is emitted that several waves run together (teams.h).
 *
 * Each wave has its own values of variables; team_switch makes one wave the one that is emitted.
 * All lanes of all waves are active. Whatever cannot go on together leaves the loop, and each wave
 * begins it again alone: until the loop is over, the waves have in memory what they had before it,
 * and the loop does nothing but load.
 *
 * Loops with barriers, which all waves of a work-group run, also store to LDS, and are left to what
 * lies behind the last barrier. That is begun again, too, so nothing may fail once it has stored
 * over what it may have loaded; what it stored without having loaded, it stores again. */
#ifndef SHOAL_JIT_TEAM_H
#define SHOAL_JIT_TEAM_H

#include "jit/emitter.h"
#include "jit/rows.h"
#include "jit/teams.h"

enum {
    MAX_TEAM_WAVES = 8,
    MAX_TEAM_TESTS = 64,
    MAX_TEAM_BOUNDS = 16,
    MAX_TEAM_AHEADS = 8,
    MAX_TEAM_ROWS = 16
};

struct crew {
    const struct team *team;
    LLVMBasicBlockRef entry; /* what is made once: it has no end until the loop is emitted. NULL:
                              * of a batch (batch.h), where nothing is done twice */
    LLVMBasicBlockRef fail;  /* waves begin the loop again alone, or what lies behind a barrier */
    LLVMValueRef holds;      /* in `entry`, i1: the loop can be run together; NULL: it can */
    bool is_broken;          /* something cannot be emitted so */
    LLVMBasicBlockRef store[MAX_TEAM_WAVES]; /* of a batch: where each wave's stores end */
    bool has_stored;                         /* there are some */
    unsigned asides;             /* of a batch: how deep the builder is aside (known.h) */
    struct known *before_stores; /* while there are stores: what was known before them, ... */
    LLVMBasicBlockRef behind;    /* ... and where the builder goes back to */
    /* Since the last barrier: */
    bool has_loaded; /* from LDS */
    bool is_final;   /* what was loaded from LDS may have been stored over: there is no way back */
    bool may_fault;  /* device memory was accessed */
    LLVMValueRef pointer[MAX_TEAM_WAVES];  /* to each wave */
    LLVMValueRef *now[MAX_TEAM_WAVES];     /* [VAR_COUNT] */
    struct nan_group *nan[MAX_TEAM_WAVES]; /* emit_nan.h */
    struct exec_lanes exec[MAX_TEAM_WAVES];
    bool is_absent[MAX_TEAM_WAVES];        /* it goes round what is emitted, ... */
    unsigned until[MAX_TEAM_WAVES];        /* ... up to this block */
    struct row_test tests[MAX_TEAM_TESTS]; /* of values that all iterations have */
    unsigned test_count;
    struct team_bound { /* places of all waves that are this i64 behind values before the loop */
        LLVMValueRef plus;
        LLVMValueRef least, most; /* in `entry`: i64, these values */
    } bounds[MAX_TEAM_BOUNDS];
    unsigned bound_count;
    struct team_ahead { /* of a batch: as far ahead of `root` as memory is fetched */
        LLVMValueRef root, place;
        unsigned element_bytes;
    } aheads[MAX_TEAM_AHEADS];
    unsigned ahead_count;
    const struct region_op *fetching; /* of a loop: the op whose rows are this far apart from one */
    LLVMValueRef distance; /* iteration to the next, or to the one that is looked ahead to */
    /* Of a loop that goes on by the size of the grid: its first access; how far it goes on in one
     * iteration, in bytes, i64; and where the waves' rows of it are. */
    const struct region_op *grid_op;
    LLVMValueRef grid_step;
    struct {
        LLVMValueRef from;
        unsigned bytes;
    } grid[MAX_TEAM_ROWS];
    unsigned grid_count;
};

/* Makes this wave the one that is emitted. */
void team_switch(struct emitter *e, unsigned wave);
/* Whether the wave does what is emitted; `lanes`: with lanes that may be active. */
bool team_takes_part(const struct emitter *e, unsigned wave, bool lanes);
/* Whether all lanes of all waves are active. */
bool team_is_full(const struct emitter *e);
/* Makes the first wave that does what is emitted the one that is emitted. */
void team_switch_first(struct emitter *e);
/* An earlier wave that has the same values of these variables; `wave`: none. */
unsigned team_twin(const struct emitter *e, unsigned wave, const varset *vars);
/* The wave's variables of the set become its twin's. */
void team_copy(struct emitter *e, unsigned wave, unsigned twin, const varset *vars);
/* Loads these variables of all waves, which begin with block `head`. What they are guessed to share
 * (team_sharer), what is known of them there, and what values[w][v], if not NULL, says of them, is
 * assumed to be so. */
void team_load(struct emitter *e, const varset *vars, const struct block *head,
               LLVMValueRef *const values[MAX_TEAM_WAVES]);
/* EXEC of all waves is assumed to be `lanes`. */
void team_load_exec(struct emitter *e, uint32_t lanes, LLVMValueRef *const values[MAX_TEAM_WAVES]);
/* Before the loop: without this i1, it is not run together. */
void team_assume(struct emitter *e, LLVMValueRef holds);
/* In the loop: goes on where this i1 holds; else the loop is left. NULL: it always holds. */
void team_require(struct emitter *e, LLVMValueRef holds);
/* There is an access, all tests of which have been required. */
void team_access(struct emitter *e, bool is_lds, bool is_store);
/* Goes before the loop, where that is another place; returns where to go back to. */
LLVMBasicBlockRef team_go_before(struct emitter *e);
/* Whether these values are made before the loop. NULL: none. */
bool team_has_before(const struct emitter *e, LLVMValueRef a, LLVMValueRef b);
/* i1: both; NULL: it holds. */
LLVMValueRef team_both(struct emitter *e, LLVMValueRef a, LLVMValueRef b);
/* Notes that addresses first[k] + plus are to be inside the window; [1]: NULL of one. false: these
 * are no values from before the loop. */
bool team_demand(struct emitter *e, const LLVMValueRef first[2], LLVMValueRef plus);
/* i1: all noted are, from `reach` bytes below them, for `span` bytes. NULL: none was noted. */
LLVMValueRef team_bounds(struct emitter *e, uint64_t reach, uint64_t span);
/* A test of values that all iterations have, which is made before the loop; it is assumed to hold.
 * NULL: they are not such values. */
const struct row_test *team_test(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                 LLVMValueRef exec, unsigned step, unsigned row, bool is_near);

/* Whether both are one value, which waves may have computed each for itself: in few steps, alike,
 * from the same. NULL is like NULL only. */
bool team_are_alike(LLVMValueRef a, LLVMValueRef b);
/* The greater of two signed numbers, or the less. */
LLVMValueRef team_extreme(struct emitter *e, bool greatest, LLVMValueRef a, LLVMValueRef b);

#endif

/* place.h: where the lanes of an access to memory are, and the tests that they are there.
 *
 * Memory is accessed in place, without a call, in the way that suits how the addresses are guessed
 * to grow from lane to lane (shape.h): the active lanes of each row follow each other, are at one
 * place, or are anywhere, which CPUs with such instructions gather and scatter. Emitted code tests
 * that it is so, and that everything is inside the window or LDS. */
#ifndef SHOAL_JIT_PLACE_H
#define SHOAL_JIT_PLACE_H

#include "jit/address.h"
#include "jit/pattern.h"
#include "jit/rows.h"
#include "jit/spaced.h"
#include "jit/tile.h"

enum {
    CACHE_LINE = 64,
    OFFSET_REACH = 4096, /* of the offsets in GLOBAL instructions, 13 bits with sign */
    MAX_ELEMENT = 16,    /* bytes */
    /* Of what offsets from a row's first lane reach: from OFFSET_REACH below it. */
    WINDOW_SPAN = 2 * OFFSET_REACH + 32 * MAX_ELEMENT,
};

/* Least size of a window for WAY_ANY without a root: with most upper halves of an address, all
 * lower ones are inside. */
#define UNROOTED_WINDOW (UINT64_C(1) << 33)

enum way {
    WAY_CALL, /* it cannot be done in place */
    WAY_ROWS, /* lanes follow each other */
    WAY_SAME, /* all lanes are at one place */
    WAY_ANY,  /* lanes are anywhere */
};

/* Elements of one op that follow each other in a lane. */
struct access {
    enum way way;
    unsigned row; /* lanes that follow each other, or are at one place: ROW or 32 */
    bool is_lds, is_store;
    bool is_scratch;        /* private memory: the instruction set accesses it itself */
    unsigned bytes, dwords; /* of one element */
    LLVMValueRef saddr;     /* GLOBAL: i64, added to the lanes' addresses; NULL: nothing */
    int32_t offset;
    bool is_rooted; /* WAY_ANY: all passes have a root, shifted alike */
    bool is_strict; /* nothing of it is made if anything is outside the window; else the guards may
                     * be met (isa/machine.h) */
};

/* Where an element of a pass is in the window or LDS. */
struct place {
    LLVMValueRef at[2]; /* i64, LDS: i32: of the first lanes of rows, without the offset;
                         * WAY_ANY: [0], of all */
    LLVMValueRef apart; /* i64: by how much the second row is further; NULL: it is not known */
    int64_t offset;
    LLVMValueRef
        index;         /* WAY_ANY: <32 x i32>, signed, from there; of a stack: its scalar, an i32 */
    unsigned shift;    /* of the index */
    LLVMValueRef from; /* private memory: a pointer, from which `offset` counts; NULL: see at */
    bool is_fetched;   /* an earlier access has prefetched what is ahead of it */
    struct pattern pattern; /* WAY_ANY, LDS: if it holds, without the offset */
    struct spaced spaced;   /* WAY_ANY: indices, without `at` */
    struct spacing spacing; /* of a batch, WAY_ANY: without the offset */
};

enum {
    MAX_TOGETHER = 16,                  /* accesses with one test */
    MAX_DEMANDS = MAX_TOGETHER * 2 * 6, /* two passes or elements, six demands each */
};

/* ---- what has been tested ----
 *
 * Accesses use the tests of their block, and of those that all ways to it lead through. */

/* All of these lanes are active; 0: any lane is. */
struct exec_test {
    LLVMValueRef exec, holds; /* i32, i1 */
    uint32_t lanes;
};

/* The rows of an address that is made of a root (address.h), for accesses at offsets from it. */
struct spread {
    LLVMValueRef rows;     /* the root's row_test.holds; a constant says nothing of the root... */
    LLVMValueRef first[2]; /* ... row_test.first do, and of how many rows there are */
    LLVMValueRef by, plus; /* this and what follows: as in struct address */
    LLVMValueRef moved;    /* of teams: i64, what all rows have moved by in this iteration */
    unsigned shift;
    bool is_signed, is_lds;
    bool meets_guards;     /* what is outside the window, is not by more than its guards */
    LLVMValueRef holds[3]; /* i1, all that must; NULL: less */
    LLVMValueRef at[2];    /* of the rows' first lanes: i64 relative to the window; of LDS i32 */
    LLVMValueRef apart;    /* as in struct place */
    bool is_fetched;       /* there was a prefetch of what is ahead of the rows... */
    int32_t fetched;       /* ... at this offset */
};

/* What accesses with one address register and different offsets lie in. Of instruction sets that
 * test all their offsets at once. */
struct reach {
    LLVMValueRef rows;  /* the register's row_test.holds */
    LLVMValueRef first; /* and its row_test.first[0] */
    unsigned space;     /* a number of the instruction set's */
    int64_t low, high;  /* bytes from the first lane's address: [low, high) can be accessed... */
    LLVMValueRef holds; /* ... if this i1 holds */
    LLVMValueRef at;    /* of `low`: the address, an i32 */
    LLVMValueRef from;  /* likewise: the host's pointer */
};

/* A base of scalar loads that is inside the window with the largest offset from it. */
struct scalar_base {
    LLVMValueRef lo, hi; /* the registers' values */
    LLVMValueRef from;   /* i64: relative to the window */
};

/* A scalar that was tested: added to an address and inside the window, or near (rows.h). */
struct scalar_test {
    LLVMValueRef value, holds; /* value NULL: 0 */
    LLVMValueRef at;           /* i64: a place in the window, relative to it; NULL: near */
};

/* Whether all lanes' roots, of which multiples are indices, are so near that these do not wrap. */
struct root_test {
    LLVMValueRef root, by, exec, holds; /* <32 x i32>; i32; i32; i1 */
    bool is_signed;
};

enum {
    MAX_ROOT_TESTS = 2,
    MAX_ROW_TESTS = 8,
    MAX_SCALAR_TESTS = 8,
    MAX_EXEC_TESTS = 4,
    MAX_SCALAR_BASES = 4,
    MAX_STACKS = 4,
    MAX_PATTERNS = 4
};

/* Private memory at offsets from a scalar, which is all lanes' place: a stack. */
struct stack {
    LLVMValueRef base; /* the scalar's value */
    LLVMValueRef from; /* a pointer to what the first lane has there */
    int32_t low, high; /* bytes from there: [low, high) is inside */
};

/* What slots of stacks hold (slots.h). */
enum { MAX_SLOTS = 32 };

/* A row of a wave's private memory: dword `root + plus` of 32 lanes. */
struct slot {
    LLVMValueRef root; /* i32; NULL: 0 */
    uint32_t plus;
    unsigned half;
};

struct slots {
    struct known_slot {
        struct slot at;
        LLVMValueRef value;
        LLVMValueRef under; /* of the lanes of this mask, an i32; NULL: of all */
    } known[MAX_SLOTS];
    unsigned count, oldest;
};

/* The latest ones; when an array is full, it is begun again. */
struct tests {
    struct row_test rows[MAX_ROW_TESTS];
    struct spread spreads[MAX_ROW_TESTS];
    struct reach reaches[MAX_ROW_TESTS];
    struct scalar_test scalar_tests[MAX_SCALAR_TESTS];
    struct scalar_base scalars[MAX_SCALAR_BASES];
    struct exec_test exec_tests[MAX_EXEC_TESTS];
    struct stack stacks[MAX_STACKS];
    struct pattern patterns[MAX_PATTERNS];
    struct root_test roots[MAX_ROOT_TESTS];
    struct slots slots;
    LLVMValueRef said[2][2]; /* what the wave has for the report of a fault, as each set says */
    unsigned row_count, spread_count, reach_count, scalar_test_count, scalar_count, exec_test_count,
        stack_count, pattern_count, root_count;
};

enum { MAX_BATCH_PLACES = 16, MAX_BATCH_SPREADS = 32 };

/* What is known of a batch's places (batch_rows.h). */
struct batch_places {
    struct batch_place { /* where rows with these parts are, which has been tested */
        LLVMValueRef from, high, unit, up, plus;
        unsigned shift;
        bool is_signed;
        /* i64: relative to the window, of a row without a plus of its own; a unit; and `up`, or
         * NULL */
        LLVMValueRef at, wide_unit, wide_up;
    } places[MAX_BATCH_PLACES];
    unsigned place_count;
    /* What is stored, and loaded behind that, from a place on, by all waves: the stores come last,
     * so that the loads must be elsewhere. */
    struct batch_span {
        const struct batch_place *place;
        bool is_store, has_up; /* has_up: wide_up more */
        unsigned units;        /* so many wide_unit more, at most */
        int64_t low, end;      /* bytes */
    } spans[MAX_BATCH_PLACES];
    unsigned span_count;
    bool has_unknown_store;
    struct spread spreads[MAX_BATCH_SPREADS]; /* the latest */
    unsigned spread_count;                    /* of all that there ever were */
};

/* Finds which tests hold where a block begins, and keeps those that do where it ends. */
void begin_tests(struct emitter *e, unsigned index);
void end_tests(struct emitter *e, unsigned index);

/* At the end of a batch: what is loaded behind a store is assumed to be elsewhere. */
void assume_apart(struct emitter *e);

/* ---- one access ---- */

/* What must hold for accesses to be done in place: conditions are collected, and tested at once. */
struct demands {
    LLVMValueRef is[MAX_DEMANDS]; /* i1, each once */
    struct lds_demand {
        LLVMValueRef first[2]; /* in LDS: of the first lanes; WAY_ANY: [0], <32 x i32>, of all */
        LLVMValueRef exec;     /* rows of which only these lanes need be inside; NULL: all lanes */
        unsigned row, bytes;   /* of these rows */
        bool only_stores;
        bool is_full;       /* the first lanes are active */
        unsigned half, end; /* no access of this pass goes further than `end` bytes from there */
        unsigned low;       /* WAY_ANY: nor begins less than so many from there, which may be below
                             * LDS */
    } lds[MAX_DEMANDS];
    unsigned count, lds_count;
};

/* The test of rows.h, for the lanes that are active; one that has been made is used again. */
const struct row_test *test_rows(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi, unsigned half,
                                 unsigned step, unsigned row);
/* WAY_CALL: it cannot be done in place. */
enum way way_of(const struct emitter *e, const struct access *a);
/* How many lanes are in a row, or at one place. */
unsigned row_of(const struct emitter *e, const struct access *a);
/* Whether rows are loaded, and stored, by masks where not all lanes are active. Else whole rows are
 * loaded, and lanes store one by one. */
bool has_masks(const struct emitter *e, unsigned bytes);
bool can_mask_store(const struct emitter *e, unsigned bytes);
/* Whether stores under masks take as long as others. AVX2's take AMD's CPUs as long as a dozen. */
bool has_fast_masks(const struct emitter *e);
/* WAY_ANY: whether an address is known to be made of a 32-bit root that can be the index. */
bool find_index(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                struct address *out);
/* Sets *p to where the lanes of a pass are, and adds to *d what must hold for that: they are as
 * a->way says, inside the window or LDS. */
void find_place(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                unsigned half, struct place *p, struct demands *d);
/* i1: what find_place found for a team (team.h) is inside the window, as far as that was not
 * demanded. NULL: it was. */
LLVMValueRef places_of_team(struct emitter *e);
/* i64: where lane 16 of a long row is. */
LLVMValueRef second_half(struct emitter *e, const struct access *a, LLVMValueRef first);
/* Whether the lanes of a pass, WAY_ANY, are as far apart as is guessed (spaced.h). */
struct spaced find_spaced(struct emitter *e, const struct access *a, const struct place *p,
                          unsigned half);
/* The pattern of the lanes' addresses in LDS, by a test that may have been made before. distance:
 * if it is not 0, also of pairs so many bytes apart. */
struct pattern find_pattern(struct emitter *e, LLVMValueRef lo, unsigned half, int32_t distance);
/* Adds that this i1 holds. */
void demand(struct demands *d, LLVMValueRef holds);
/* i1: no active lane of the pass is in `bad`, <32 x i1>. */
LLVMValueRef none_active(struct emitter *e, LLVMValueRef bad, unsigned half);
/* i1: all of them hold. */
LLVMValueRef all_hold(struct emitter *e, const struct demands *d);

#endif

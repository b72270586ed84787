/* place.h: where the lanes of an access are, and the tests that they are there.
 *
 * Memory is accessed in place in the way that suits the addresses' guessed step (shape.c):
 * the active lanes of each half-wave of 16 follow each other (a row, as in work-groups of
 * 16 x 16), are at one place, or are anywhere, which CPUs with such instructions gather and
 * scatter. That it is so, inside the window or LDS, is tested. */
#ifndef SHOAL_JIT_PLACE_H
#define SHOAL_JIT_PLACE_H

#include "jit/emit.h"

enum { ROW = 16, CACHE_LINE = 64 };

/* Of the window, for WAY_ANY without a root: most upper halves have all lower ones inside. */
#define UNROOTED_WINDOW (UINT64_C(1) << 33)

enum way { WAY_CALL, WAY_ROWS, WAY_SAME, WAY_ANY };

/* Elements of one op that follow each other in a lane. */
struct access {
    enum way way;
    unsigned row; /* lanes that follow each other, or are at one place: ROW or 32 */
    bool is_lds, is_store;
    unsigned bytes, dwords; /* of one element */
    LLVMValueRef saddr;     /* GLOBAL: i64, added to the lanes' addresses; NULL: nothing */
    int32_t offset;
    bool is_rooted; /* WAY_ANY: all passes have a root, shifted alike */
};

/* Where an element of a pass is in the window or LDS. */
struct place {
    LLVMValueRef at[2]; /* i64, LDS: i32: of the first lanes of rows, without the offset;
                         * WAY_ANY: [0], of all */
    int64_t offset;
    LLVMValueRef index; /* WAY_ANY: <32 x i32>, signed, from there */
    unsigned shift;     /* of the index */
    bool is_fetched;    /* what is ahead of it, for an earlier access */
};

enum {
    MAX_TOGETHER = 16,                  /* accesses with one test */
    MAX_DEMANDS = MAX_TOGETHER * 2 * 3, /* two passes or elements, three demands each */
};

/* What must hold for accesses to be done in place. */
struct demands {
    LLVMValueRef is[MAX_DEMANDS]; /* i1, each once */
    struct {
        LLVMValueRef first[2]; /* in LDS, of both halves; WAY_ANY: [0], <32 x i32>, of all lanes */
        unsigned half, end;    /* `end` bytes from there are accessed at most */
    } lds[MAX_DEMANDS];
    unsigned count, lds_count;
};

/* Whether all lanes of `exec` are lanes of `of`, as is seen from how it was made. */
bool is_part_of(LLVMValueRef exec, LLVMValueRef of);
/* Emits the test of t->lo, t->hi, t->step for the lanes of t->exec. */
void make_test(struct emitter *e, struct row_test *t);
/* The test whether in each row the active lanes' values grow by `step`; one that has been made is
 * used again. */
const struct row_test *test_rows(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi, unsigned half,
                                 unsigned step, unsigned row);
/* WAY_CALL: it cannot be done in place. */
enum way way_of(const struct emitter *e, const struct access *a);
/* How many lanes are in a row, or at one place. */
unsigned row_of(const struct emitter *e, const struct access *a);
/* Whether rows can be accessed where not all lanes are active. */
bool has_masks(const struct emitter *e, unsigned bytes);
/* WAY_ANY: whether an address is known to be made of a 32-bit root that can be the index. */
bool find_index(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                struct address *out);
/* The lanes of a pass are at *p if all demands hold: as a->way says, inside the window or LDS. */
void find_place(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                unsigned half, struct place *p, struct demands *d);
/* i1 */
LLVMValueRef all_hold(struct emitter *e, const struct demands *d);

/* Lane n of the result: lane index[n] of the lanes of a and b. */
LLVMValueRef shuffle(struct emitter *e, LLVMValueRef a, LLVMValueRef b, const uint8_t *index,
                     unsigned n);
/* n lanes from, from + step, ... of a and b. */
LLVMValueRef pick(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned from, unsigned step,
                  unsigned n);

static inline LLVMValueRef zext64(struct emitter *e, LLVMValueRef v)
{
    return LLVMBuildZExt(e->b, v, e->i64, "");
}

#endif

/* place.c: see place.h. Accesses with one address register and different offsets share the test
 * of the lanes, and so do those whose addresses are made of one root (address.h). */
#include "jit/place.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "isa/lane_patterns.h"
#include "jit/anywhere.h"
#include "jit/batch_rows.h"
#include "jit/build.h"
#include "jit/flow.h"
#include "jit/loop.h"
#include "jit/registers.h"
#include "jit/team.h"

static LLVMValueRef binary(struct emitter *e, const char *name, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMValueRef args[2] = {a, b};
    return call_intrinsic(e, name, &t, 1, args, 2);
}

static LLVMValueRef umin(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return binary(e, "llvm.umin", a, b);
}

static LLVMValueRef usub_sat(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return binary(e, "llvm.usub.sat", a, b);
}

/* The last block that all ways to `index` lead through, by those of the blocks before it; in loops
 * it is looked for no further. */
static int find_dominator(const struct emitter *e, unsigned index)
{
    int preds[MAX_JOINED], at = only_pred(e, index);
    unsigned n = at >= 0 || index == 0 ? 0 : all_preds(e, index, preds);
    if (n)
        at = preds[0];
    for (unsigned i = 1; i < n; i++)
        for (int other = preds[i]; other != at;) /* both go up; dominators come before */
            if (other > at)
                other = e->states[other].dominator;
            else
                at = e->states[at].dominator;
    return index == 0 ? -1 : at;
}

void begin_tests(struct emitter *e, unsigned index)
{
    int from = e->states[index].dominator = find_dominator(e, index);
    bool is_next = index && only_pred(e, index) == (int)index - 1;
    if (from < 0)
        memset(e->tests, 0, sizeof *e->tests);
    else if (!is_next)
        *e->tests = e->tests_at_end[from];
    if (!is_next) /* on other ways, something else may have been said since */
        memset(e->tests->said, 0, sizeof e->tests->said);
}

void end_tests(struct emitter *e, unsigned index) { e->tests_at_end[index] = *e->tests; }

/* ---- demands ---- */

void demand(struct demands *d, LLVMValueRef holds)
{
    for (unsigned i = 0; i < d->count; i++)
        if (d->is[i] == holds)
            return;
    d->is[d->count++] = holds;
}

/* Accesses at several offsets from one place share the test that the last of them is inside.
 * exec: rows of which only the lanes that are active need be; NULL: all. */
static void demand_lds(struct demands *d, const struct access *a, const LLVMValueRef first[2],
                       unsigned half, unsigned end, LLVMValueRef exec, bool is_full)
{
    unsigned low = (unsigned)a->offset;
    unsigned i = 0;
    while (i < d->lds_count && (d->lds[i].first[0] != first[0] || d->lds[i].first[1] != first[1] ||
                                d->lds[i].half != half || d->lds[i].exec != exec ||
                                d->lds[i].row != a->row || d->lds[i].bytes != a->bytes))
        i++;
    if (i == d->lds_count) {
        d->lds_count++;
        d->lds[i].first[0] = first[0];
        d->lds[i].first[1] = first[1];
        d->lds[i].half = half;
        d->lds[i].exec = exec;
        d->lds[i].row = a->row;
        d->lds[i].bytes = a->bytes;
        d->lds[i].only_stores = d->lds[i].is_full = true;
        d->lds[i].end = 0;
        d->lds[i].low = low;
    }
    d->lds[i].only_stores &= a->is_store;
    d->lds[i].is_full &= is_full;
    if (d->lds[i].end < end)
        d->lds[i].end = end;
    if (d->lds[i].low > low)
        d->lds[i].low = low;
}

LLVMValueRef none_active(struct emitter *e, LLVMValueRef bad, unsigned half)
{
    LLVMValueRef exec = get_var(e, exec_var(e, half));
    bad = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, bad, e->i32, ""), exec, "");
    return is_equal(e, bad, const_i32(e, 0));
}

/* Bytes of rows before the first active lane of any, or behind the last one. Where there is none,
 * the margin of LDS, by which its loads may be outside. */
static LLVMValueRef unused_bytes(struct emitter *e, LLVMValueRef exec, unsigned row, unsigned bytes,
                                 bool is_behind)
{
    LLVMValueRef by = const_i32(e, ROW);
    if (row == ROW) {
        LLVMValueRef other =
            is_behind ? LLVMBuildShl(e->b, exec, by, "") : LLVMBuildLShr(e->b, exec, by, "");
        exec = LLVMBuildOr(e->b, exec, other, "");
    }
    LLVMValueRef none = is_equal(e, exec, const_i32(e, 0)),
                 n = binary(e, is_behind ? "llvm.ctlz" : "llvm.cttz", exec, LLVMConstNull(e->i1));
    return LLVMBuildSelect(e->b, none, const_i32(e, LDS_MARGIN), times(e, n, bytes), "");
}

/* The highest of the places that are so many bytes behind where rows begin; the sum may wrap, as an
 * address with its offset does. */
static LLVMValueRef highest_above(struct emitter *e, const struct lds_demand *l, LLVMValueRef by)
{
    LLVMValueRef first[2] = {l->first[0], l->first[1]};
    for (unsigned k = 0; k < 2 && first[k] && !is_const_zero(by); k++)
        first[k] = LLVMBuildAdd(e->b, first[k], by, "");
    return highest(e, first);
}

/* i1: rows of LDS are inside, as far as lanes are active. What is around LDS can be read
 * (LDS_MARGIN); what lanes that are not active would store is not. */
static LLVMValueRef rows_fit(struct emitter *e, const struct lds_demand *l)
{
    LLVMValueRef behind = unused_bytes(e, l->exec, l->row, l->bytes, true),
                 end = LLVMBuildAdd(e->b, behind, e->lds_size, "");
    LLVMValueRef below = const_i32(e, l->low);
    if (!l->is_full) {
        LLVMValueRef before = unused_bytes(e, l->exec, l->row, l->bytes, false);
        end = LLVMBuildAdd(e->b, end, before, "");
        below = LLVMBuildAdd(e->b, before, below, "");
    }
    end = usub_sat(e, end, const_i32(e, l->end - l->low - 1));
    LLVMValueRef fits = LLVMBuildICmp(e->b, LLVMIntULT, highest_above(e, l, below), end, "");
    if (!l->only_stores || l->is_full)
        return fits;
    LLVMValueRef none = is_equal(e, l->exec, const_i32(e, 0));
    return LLVMBuildOr(e->b, fits, none, "");
}

static LLVMValueRef lanes_fit(struct emitter *e, const struct lds_demand *l)
{
    bool is_rows = LLVMTypeOf(l->first[0]) == e->i32;
    LLVMValueRef end = usub_sat(e, e->lds_size, const_i32(e, l->end - l->low - 1));
    if (is_rows) {
        LLVMValueRef first = highest_above(e, l, const_i32(e, l->low));
        return LLVMBuildICmp(e->b, LLVMIntULT, first, end, "");
    }
    LLVMValueRef lowest = l->first[0];
    if (l->low)
        lowest = LLVMBuildAdd(e->b, lowest, const_splat(e, e->v32i32, l->low), "");
    LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntUGE, lowest, splat(e, end, e->v32i32), "");
    return none_active(e, bad, l->half);
}

LLVMValueRef all_hold(struct emitter *e, const struct demands *d)
{
    LLVMValueRef all = NULL;
    for (unsigned i = 0; i < d->count; i++)
        all = all ? LLVMBuildAnd(e->b, all, d->is[i], "") : d->is[i];
    for (unsigned i = 0; i < d->lds_count; i++) {
        const struct lds_demand *l = &d->lds[i];
        if (e->crew && team_has_before(e, l->first[0], l->first[1])) {
            LLVMBasicBlockRef here = team_go_before(e);
            LLVMValueRef inside = lanes_fit(e, l);
            LLVMPositionBuilderAtEnd(e->b, here);
            team_assume(e, inside);
            continue;
        }
        LLVMValueRef fits = (l->exec ? rows_fit : lanes_fit)(e, l);
        all = all ? LLVMBuildAnd(e->b, all, fits, "") : fits;
    }
    return all;
}

/* ---- what can be done ---- */

bool has_masks(const struct emitter *e, unsigned bytes)
{
    return bytes == 16 ? false : bytes >= 4 ? e->masks != MASKS_NONE : e->masks == MASKS_ALL;
}

bool can_mask_store(const struct emitter *e, unsigned bytes)
{
    return bytes == 16 ? e->masks == MASKS_ALL : has_masks(e, bytes);
}

bool has_fast_masks(const struct emitter *e) { return e->masks == MASKS_ALL; }

enum way way_of(const struct emitter *e, const struct access *a)
{
    int32_t step = e->at->step;
    bool is_row = step == (int32_t)a->bytes && a->bytes != 12;
    if (is_row && e->at->is_limited && !a->is_store && !a->is_lds &&
        can_load_spaced(e, step, a->bytes))
        return WAY_ANY; /* where the guess is wrong, too */
    if (is_row)
        return WAY_ROWS;
    if (step == 0 && (!a->is_store || (e->region->halves == 1 && e->at->is_long)))
        return WAY_SAME;
    bool is_known = a->is_store ? a->bytes == 4 && a->is_lds : true;
    return is_known && can_gather(e) ? WAY_ANY : WAY_CALL;
}

unsigned row_of(const struct emitter *e, const struct access *a)
{
    bool is_one = a->way == WAY_SAME && a->is_store; /* whose first lane need not be active */
    return is_one || e->at->is_long ? 32 : ROW;
}

static const struct row_test *test_near(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                        unsigned half, unsigned step, unsigned row, bool is_near)
{
    LLVMValueRef exec = get_var(e, exec_var(e, half));
    for (unsigned i = 0; i < e->tests->row_count; i++) {
        const struct row_test *t = &e->tests->rows[i];
        if (t->lo == lo && t->hi == hi && t->step == step && t->row == row &&
            t->is_near == is_near && is_part_of(e, exec, t->exec))
            return t;
    }
    const struct row_test *carried = carried_test(e, lo, hi, exec, half, step, row, is_near);
    if (carried)
        return carried;
    if (e->tests->row_count == MAX_ROW_TESTS)
        e->tests->row_count = 0;
    struct row_test *t = &e->tests->rows[e->tests->row_count++];
    *t = (struct row_test){
        .lo = lo, .hi = hi, .exec = exec, .step = step, .row = row, .is_near = is_near};
    (e->at->is_full || are_all_active(e) ? make_test : make_test_twice)(e, t);
    return t;
}

const struct row_test *test_rows(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi, unsigned half,
                                 unsigned step, unsigned row)
{
    return test_near(e, lo, hi, half, step, row, false);
}

/* i1: all of these lanes are active; 0: any lane is. */
static LLVMValueRef are_active(struct emitter *e, LLVMValueRef exec, uint32_t lanes)
{
    for (unsigned i = 0; i < e->tests->exec_test_count; i++)
        if (e->tests->exec_tests[i].exec == exec && e->tests->exec_tests[i].lanes == lanes)
            return e->tests->exec_tests[i].holds;
    if (e->tests->exec_test_count == MAX_EXEC_TESTS)
        e->tests->exec_test_count = 0;
    struct exec_test *t = &e->tests->exec_tests[e->tests->exec_test_count++];
    LLVMValueRef wanted = const_i32(e, lanes), on = LLVMBuildAnd(e->b, exec, wanted, "");
    *t = (struct exec_test){.exec = exec, .lanes = lanes};
    t->holds = lanes ? is_equal(e, on, wanted) : LLVMBuildICmp(e->b, LLVMIntNE, exec, wanted, "");
    return t->holds;
}

/* i1: the row is on no page that elements of its active lanes, of which there are some, are not on.
 * at: i64, where it begins; lanes: from bit 0 on; count: i32, how many there are, active or not. */
static LLVMValueRef is_on_their_pages(struct emitter *e, const struct access *a, LLVMValueRef at,
                                      LLVMValueRef lanes, LLVMValueRef count)
{
    LLVMValueRef within = LLVMBuildAnd(e->b, LLVMBuildTrunc(e->b, at, e->i32, ""),
                                       const_i32(e, HOST_PAGE - 1), ""),
                 room = LLVMBuildSub(e->b, const_i32(e, HOST_PAGE), within, ""),
                 none = const_i32(e, 0);
    LLVMValueRef fit =
        LLVMBuildLShr(e->b, room, const_i32(e, (unsigned)__builtin_ctz(a->bytes)), "");
    LLVMValueRef one = const_i64(e, 1), all = zext64(e, umin(e, fit, const_i32(e, 32)));
    LLVMValueRef before = LLVMBuildSub(e->b, LLVMBuildShl(e->b, one, all, ""), one, "");
    before = LLVMBuildAnd(e->b, LLVMBuildTrunc(e->b, before, e->i32, ""), lanes, "");
    LLVMValueRef is_one = LLVMBuildICmp(e->b, LLVMIntUGE, fit, count, ""),
                 has_behind = LLVMBuildICmp(e->b, LLVMIntNE, before, lanes, ""),
                 has_before = LLVMBuildICmp(e->b, LLVMIntNE, before, none, "");
    return LLVMBuildAnd(e->b, has_before, LLVMBuildOr(e->b, is_one, has_behind, ""), "");
}

/* i64: a place, relative to the window, with which an access reads the wave's struct. */
static LLVMValueRef somewhere(struct emitter *e, const struct access *a)
{
    LLVMValueRef wave = LLVMBuildPtrToInt(e->b, e->wave, e->i64, ""),
                 less = const_i64(e, (uint64_t)(int64_t)a->offset);
    return LLVMBuildSub(e->b, wave, LLVMBuildAdd(e->b, window_base(e), less, ""), "");
}

LLVMValueRef second_half(struct emitter *e, const struct access *a, LLVMValueRef first)
{
    return LLVMBuildAdd(e->b, first, const_i64(e, ROW * a->bytes), "");
}

/* Whether a long row is loaded as two, of which the second need not be. */
static bool is_of_two(const struct access *a)
{
    return a->way == WAY_ROWS && a->row == 32 && a->bytes == 16 && !a->is_lds;
}

/* Where lanes are not active that would have to be. Of a short row without active lanes, the other
 * one's place stands for its own, and so it is of the second half of one of two; of a pass without,
 * any. i1: whole rows are on their active lanes'
 * pages; of one place, or in LDS, NULL. */
static LLVMValueRef find_active(struct emitter *e, const struct access *a, LLVMValueRef exec,
                                LLVMValueRef at[2])
{
    LLVMValueRef lanes[2] = {exec, NULL}, all = NULL, count = const_i32(e, a->row),
                 offset = const_i64(e, (uint64_t)(int64_t)a->offset);
    if (is_of_two(a)) {
        LLVMValueRef is_half = LLVMBuildICmp(e->b, LLVMIntULT, exec, const_i32(e, 1u << ROW), "");
        count = LLVMBuildSelect(e->b, is_half, const_i32(e, ROW), count, "");
        at[1] = LLVMBuildSelect(e->b, is_half, at[0], second_half(e, a, at[0]), "");
    }
    if (a->row != 32) {
        const LLVMValueRef none = const_i32(e, 0), had[2] = {at[0], at[1]};
        LLVMValueRef own[2] = {exec_of_row(e, exec, a->row, 0),
                               LLVMBuildLShr(e->b, exec, const_i32(e, ROW), "")};
        for (unsigned k = 0; k < 2; k++) {
            LLVMValueRef is_empty = is_equal(e, own[k], none);
            at[k] = LLVMBuildSelect(e->b, is_empty, had[1 - k], had[k], "");
            lanes[k] = LLVMBuildSelect(e->b, is_empty, own[1 - k], own[k], "");
        }
    }
    for (unsigned k = 0; k < 32 / a->row && a->way == WAY_ROWS && !a->is_lds; k++) {
        LLVMValueRef from = LLVMBuildAdd(e->b, at[k], offset, ""),
                     is = is_on_their_pages(e, a, from, lanes[k], count);
        all = all ? LLVMBuildAnd(e->b, all, is, "") : is;
    }
    if (a->is_lds)
        return NULL;
    LLVMValueRef has_none = is_equal(e, exec, const_i32(e, 0)), other = somewhere(e, a);
    for (unsigned k = 0; k < 2 && at[k]; k++)
        at[k] = LLVMBuildSelect(e->b, has_none, other, at[k], "");
    return all ? LLVMBuildOr(e->b, all, has_none, "") : NULL;
}

/* Loads without masks: whole rows, or from where a lane of each row is. If such a load could fault,
 * it must be for an active lane. */
static void stay_with_lanes(struct emitter *e, const struct access *a, unsigned half,
                            struct place *p, struct demands *d)
{
    bool is_row = a->way == WAY_ROWS, is_one = a->row == 32 && !is_row;
    if (a->is_store || are_all_active(e) || (is_row && has_masks(e, a->bytes)) ||
        (a->row == 32 && a->is_lds))
        return;
    uint32_t sure = is_one ? 0 : is_row ? UINT32_MAX : 1 | 1 << ROW;
    LLVMValueRef exec = get_var(e, exec_var(e, half)), holds = are_active(e, exec, sure);
    if (is_one && e->region->halves == 1) {
        demand(d, holds);
        return;
    }
    LLVMBasicBlockRef from[2] = {LLVMGetInsertBlock(e->b), NULL}, some = new_block(e, "some"),
                      on = new_block(e, "placed");
    LLVMValueRef at[2] = {p->at[0], p->at[1]}, apart = p->apart, is[2] = {NULL, NULL};
    if (is_of_two(a))
        p->at[1] = second_half(e, a, p->at[0]);
    branch(e, holds, on, some, 16);
    LLVMPositionBuilderAtEnd(e->b, some);
    is[1] = find_active(e, a, exec, at);
    if (a->row != 32 && !a->is_lds)
        apart = LLVMBuildSub(e->b, at[1], at[0], "");
    from[1] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    if (is[1]) {
        is[0] = LLVMConstInt(e->i1, 1, 0);
        demand(d, join_ways(e, is, from));
    }
    for (unsigned k = 0; k < 2 && at[k]; k++)
        p->at[k] = join_ways(e, (LLVMValueRef[]){p->at[k], at[k]}, from);
    if (p->apart && apart != p->apart) /* where rows are not known to be apart, that stays so */
        p->apart = join_ways(e, (LLVMValueRef[]){p->apart, apart}, from);
}

static LLVMValueRef extend(struct emitter *e, LLVMValueRef v, bool is_signed)
{
    return is_signed ? LLVMBuildSExt(e->b, v, e->i64, "") : LLVMBuildZExt(e->b, v, e->i64, "");
}

LLVMValueRef places_of_team(struct emitter *e) { return team_bounds(e, OFFSET_REACH, WINDOW_SPAN); }

/* i1: where elements begin that end before device memory does. */
static LLVMValueRef fits_window(struct emitter *e, const LLVMValueRef at[2], uint64_t span)
{
    uint64_t size = e->machine->window_size;
    return LLVMBuildICmp(e->b, LLVMIntULE, highest(e, at),
                         const_i64(e, size < span ? 0 : size - span), "");
}

/* Whether an address is made of a root in a way that the access's step suits. */
static bool has_root(const struct access *a, const struct address *address)
{
    return a->way == WAY_ANY    ? !address->root_hi && address->shift <= 3
           : a->way == WAY_ROWS ? a->bytes >> address->shift << address->shift == a->bytes
                                : true;
}

bool find_index(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                struct address *out)
{
    if (!hi)
        return false;
    *out = find_multiple(e, lo, hi);
    return has_root(a, out);
}

/* What all lanes add, relative to the window. */
static LLVMValueRef whole_base(struct emitter *e, const struct access *a, LLVMValueRef plus)
{
    LLVMValueRef base = LLVMConstNeg(window_base(e));
    if (a->saddr)
        base = LLVMBuildAdd(e->b, base, a->saddr, "");
    return plus ? LLVMBuildAdd(e->b, base, plus, "") : base;
}

static struct scalar_test *find_scalar(struct emitter *e, LLVMValueRef value, bool is_place)
{
    struct tests *t = e->tests;
    for (unsigned i = 0; i < t->scalar_test_count; i++)
        if (t->scalar_tests[i].value == value && is_place == (t->scalar_tests[i].at != NULL))
            return &t->scalar_tests[i];
    if (t->scalar_test_count == MAX_SCALAR_TESTS)
        t->scalar_test_count = 0;
    struct scalar_test *s = &t->scalar_tests[t->scalar_test_count++];
    *s = (struct scalar_test){.value = value};
    return s;
}

/* i1: the place, relative to the window, is in it. */
static LLVMValueRef is_inside(struct emitter *e, LLVMValueRef at)
{
    return LLVMBuildICmp(e->b, LLVMIntULE, at, const_i64(e, e->machine->window_size), "");
}

/* An address that lanes add something to, which must be in the window. */
static struct scalar_test test_base(struct emitter *e, LLVMValueRef plus)
{
    struct scalar_test *s = find_scalar(e, plus, true);
    if (!s->holds) {
        const struct access none = {.saddr = NULL};
        s->at = whole_base(e, &none, plus);
        s->holds = is_inside(e, s->at);
    }
    return *s;
}

static LLVMValueRef test_by(struct emitter *e, LLVMValueRef by)
{
    struct scalar_test *s = find_scalar(e, by, false);
    if (!s->holds)
        s->holds = are_near(e, (LLVMValueRef[]){by, NULL});
    return s->holds;
}

static bool have_one_root(const struct spread *a, const struct spread *b)
{
    return a->rows == b->rows && a->first[0] == b->first[0] && a->first[1] == b->first[1];
}

/* The first lanes of rows whose root is rows; i1: if that rises by the lane, and so does the
 * address. NULL: it does, since it is near. */
static LLVMValueRef spread_out(struct emitter *e, struct spread *s, const struct address *address,
                               const struct row_test *t)
{
    LLVMValueRef from[2] = {NULL, NULL}, wide[2] = {NULL, NULL},
                 base = test_base(e, address->plus).at;
    bool is_alike = address->root_hi || t->is_near || !address->by;
    for (unsigned k = 0; k < 32 / t->row; k++) {
        LLVMValueRef first = t->first[k];
        if (!address->root_hi) {
            wide[k] = LLVMBuildShl(e->b, extend(e, first, address->is_signed),
                                   const_i64(e, address->shift), "");
            first = address->by ? LLVMBuildAdd(e->b, first, address->by, "") : first;
            /* signed order is unsigned order of values with the other sign */
            from[k] = address->is_signed ? LLVMBuildXor(e->b, first, const_i32(e, 0x80000000), "")
                                         : first;
            first = LLVMBuildShl(e->b, extend(e, first, address->is_signed),
                                 const_i64(e, address->shift), "");
        } else {
            wide[k] = first;
        }
        if (k && is_alike) {
            s->apart = LLVMBuildSub(e->b, wide[1], wide[0], "");
            for (unsigned i = 0; i < e->tests->spread_count; i++) {
                const struct spread *o = &e->tests->spreads[i];
                if (o != s && have_one_root(o, s) && o->shift == s->shift && o->apart &&
                    o->is_signed == s->is_signed && !o->is_lds)
                    s->apart = o->apart;
            }
            s->at[1] = LLVMBuildAdd(e->b, s->at[0], s->apart, "");
        } else {
            s->at[k] = LLVMBuildAdd(e->b, first, base, "");
        }
    }
    if (t->row != 32 && !s->apart)
        s->apart = LLVMBuildSub(e->b, s->at[1], s->at[0], "");
    if (address->root_hi || !t->step || t->is_near)
        return NULL;
    return LLVMBuildICmp(e->b, LLVMIntULE, highest(e, from),
                         const_i32(e, UINT32_MAX - t->row * t->step), "");
}

/* The same of a team, of a root that is the same in all iterations: what each wave has of its own
 * is made before the loop. */
static void spread_team(struct emitter *e, struct spread *s, const struct address *address,
                        const struct row_test *t)
{
    LLVMValueRef first[2] = {NULL, NULL}, by = address->plus, shift = const_i64(e, address->shift);
    LLVMBasicBlockRef here = team_go_before(e);
    for (unsigned k = 0; k < 32 / t->row; k++)
        first[k] = address->root_hi
                       ? t->first[k]
                       : LLVMBuildShl(e->b, extend(e, t->first[k], address->is_signed), shift, "");
    LLVMPositionBuilderAtEnd(e->b, here);
    LLVMValueRef shared = address->by;
    for (unsigned i = 0; i < e->tests->spread_count && !s->moved; i++) {
        const struct spread *o = &e->tests->spreads[i];
        if (o != s && o->moved && team_are_alike(o->by, s->by) &&
            team_are_alike(o->plus, s->plus) && o->shift == s->shift &&
            o->is_signed == s->is_signed) {
            s->moved = o->moved;
            shared = o->by;
        }
    }
    if (address->by && !address->root_hi)
        s->holds[0] = test_by(e, shared);
    if (!s->moved && address->by && !address->root_hi) {
        LLVMValueRef wide = extend(e, address->by, address->is_signed);
        wide = LLVMBuildShl(e->b, wide, shift, "");
        s->moved = by ? LLVMBuildAdd(e->b, wide, by, "") : wide;
    }
    if (!s->moved)
        s->moved = by ? by : const_i64(e, 0);
    LLVMValueRef base = LLVMBuildAdd(e->b, s->moved, LLVMConstNeg(window_base(e)), "");
    for (unsigned k = 0; k < 32 / t->row; k++)
        s->at[k] = LLVMBuildAdd(e->b, first[k], base, "");
    e->crew->is_broken |= !team_demand(e, first, s->moved);
}

/* i1: the rows are inside the window, and all that offsets lead to. */
static LLVMValueRef fit_with_offsets(struct emitter *e, const LLVMValueRef at[2])
{
    LLVMValueRef low[2] = {NULL, NULL};
    for (unsigned k = 0; k < 2 && at[k]; k++)
        low[k] = LLVMBuildAdd(e->b, at[k], const_i64(e, -(uint64_t)OFFSET_REACH), "");
    return fits_window(e, low, WINDOW_SPAN);
}

/* Whether what an index reaches from a place in the window is inside it or its guards. */
static bool has_guards(const struct emitter *e, const struct address *address)
{
    enum { MAX_SHIFT = 4 };
    uint64_t reach = (UINT64_C(1) << (32 + MAX_SHIFT)) + 2 * OFFSET_REACH;
    return e->machine->guard >= reach && (address->root_hi || address->shift <= MAX_SHIFT);
}

/* ---- rows of a batch ---- */

/* The i32 in bytes. */
static LLVMValueRef widen(struct emitter *e, const struct address *a, LLVMValueRef v)
{
    v = a->is_signed ? LLVMBuildSExt(e->b, v, e->i64, "") : zext64(e, v);
    return LLVMBuildShl(e->b, v, const_i64(e, a->shift), "");
}

/* Where rows like r are, in the window with all that plus, units, up and offsets lead to, and
 * nothing wraps. high: the upper halves of addresses of 64 bits, or NULL. NULL: there is no room.
 */
static const struct batch_place *place_of(struct emitter *e, const struct address *a,
                                          const struct batch_row *r, LLVMValueRef high)
{
    struct batch_places *k = e->places;
    for (unsigned i = 0; i < k->place_count; i++) {
        const struct batch_place *p = &k->places[i];
        if (p->from == r->from && p->high == high && p->unit == r->unit && p->up == r->up &&
            team_are_alike(p->plus, a->plus) && p->shift == a->shift &&
            p->is_signed == a->is_signed)
            return p;
    }
    uint64_t span = WINDOW_SPAN + ((MOST_REACH + UINT64_C(32) * MOST_STEP) << a->shift);
    if (k->place_count == MAX_BATCH_PLACES || e->machine->window_size < span)
        return NULL;
    static const struct batch_limit near_signed = {NEAR, 2u * NEAR};
    if (!batch_assume(e, r->from, a->is_signed ? near_signed : BATCH_NEAR) ||
        (r->unit && !batch_assume(e, r->unit, BATCH_SMALL)) ||
        (r->up && !batch_assume(e, r->up, BATCH_SMALL)))
        return NULL;
    struct batch_place *p = &k->places[k->place_count++];
    *p = (struct batch_place){.from = r->from,
                              .high = high,
                              .unit = r->unit,
                              .up = r->up,
                              .plus = a->plus,
                              .shift = a->shift,
                              .is_signed = a->is_signed};
    p->at = high ? join_s64(e, r->from, high) : widen(e, a, r->from);
    p->at = LLVMBuildSub(e->b, p->at, window_base(e), "");
    p->at = a->plus ? LLVMBuildAdd(e->b, p->at, a->plus, "") : p->at;
    p->wide_unit = r->unit ? widen(e, a, r->unit) : NULL;
    p->wide_up = r->up ? widen(e, a, r->up) : NULL;
    LLVMValueRef low = LLVMBuildSub(e->b, p->at, const_i64(e, OFFSET_REACH), "");
    LLVMValueRef end = const_i64(e, e->machine->window_size - span);
    team_assume(e, LLVMBuildICmp(e->b, LLVMIntULE, low, end, ""));
    return p;
}

/* Whether the root is such a vector: r, and where lanes are. NULL: it is none, or there is no room.
 */
static const struct batch_place *find_batch_place(struct emitter *e, const struct address *address,
                                                  struct batch_row *r, struct spacing *out)
{
    struct batch_row upper = {.from = NULL};
    if (!find_batch_row(e, address->root, r) || r->step > MOST_STEP)
        return NULL;
    if (address->root_hi) {
        if (!find_batch_row(e, address->root_hi, &upper) || !is_batch_scalar(&upper))
            return NULL;
        settle_batch_row(e, &upper);
    }
    if (address->by)
        r->from = batch_scalar(e, LLVMAdd, r->from, address->by);
    if (r->plus >= MOST_PLUS || r->units > MOST_UNITS)
        settle_batch_row(e, r);
    const struct batch_place *p = place_of(e, address, r, upper.from);
    if (!p)
        return NULL;
    *out = (struct spacing){.from = p->at,
                            .up = p->wide_up,
                            .by = (int64_t)r->plus << address->shift,
                            .step = r->step << address->shift};
    if (r->unit)
        out->from = batch_scalar(e, LLVMAdd, out->from,
                                 batch_scalar(e, LLVMMul, p->wide_unit, const_i64(e, r->units)));
    return p;
}

/* Where lane 0's element is that is so far behind. */
static LLVMValueRef first_of(struct emitter *e, const struct spacing *s, int64_t offset)
{
    return batch_scalar(e, LLVMAdd, s->from, const_i64(e, (uint64_t)(s->by + offset)));
}

/* Where an access of a batch is, if that counts. place NULL: not known. */
static void note_span(struct emitter *e, const struct access *a, const struct batch_place *place,
                      const struct batch_row *r, unsigned shift)
{
    struct batch_places *k = e->places;
    struct batch_span *s = k->spans;
    if (a->is_lds || (!a->is_store && !e->crew->has_stored))
        return;
    k->has_unknown_store |= a->is_store && !place;
    e->crew->is_broken |= !a->is_store && (!place || k->has_unknown_store);
    if (!place)
        return;
    while (s < k->spans + k->span_count && (s->place != place || s->is_store != a->is_store))
        s++;
    int64_t low = ((int64_t)r->plus << shift) + a->offset;
    int64_t end = low + ((int64_t)(r->up ? e->rows->row - 1 : 31) * r->step << shift) + a->bytes;
    if (s == k->spans + MAX_BATCH_PLACES) {
        e->crew->is_broken = true;
        return;
    }
    if (s == k->spans + k->span_count) {
        k->span_count++;
        *s = (struct batch_span){.place = place, .is_store = a->is_store, .low = low, .end = end};
    }
    s->has_up |= r->up != NULL;
    s->units = r->units > s->units ? r->units : s->units;
    s->low = low < s->low ? low : s->low;
    s->end = end > s->end ? end : s->end;
}

static LLVMValueRef bytes_of_span(struct emitter *e, const struct batch_span *s)
{
    LLVMValueRef bytes = const_i64(e, (uint64_t)(s->end - s->low));
    if (s->has_up) {
        LLVMValueRef ups = const_i64(e, 32 / e->rows->row - 1);
        bytes = batch_scalar(e, LLVMAdd, batch_scalar(e, LLVMMul, s->place->wide_up, ups), bytes);
    }
    if (!s->units)
        return bytes;
    return batch_scalar(
        e, LLVMAdd, batch_scalar(e, LLVMMul, s->place->wide_unit, const_i64(e, s->units)), bytes);
}

void assume_apart(struct emitter *e)
{
    const struct batch_places *k = e->places;
    for (unsigned i = 0; i < k->span_count; i++)
        for (unsigned j = 0; j < k->span_count; j++) {
            const struct batch_span *l = &k->spans[i], *s = &k->spans[j];
            if (l->is_store || !s->is_store)
                continue;
            bool are_fixed =
                l->place == s->place && !l->units && !s->units && !l->has_up && !s->has_up;
            if (are_fixed) {
                e->crew->is_broken |= l->low < s->end && s->low < l->end;
                continue;
            }
            /* none of the differences at which they overlap: -bytes of the one < .. < of the other
             */
            LLVMValueRef length = bytes_of_span(e, l), both = bytes_of_span(e, s);
            both = LLVMBuildAdd(e->b, length, both, "");
            LLVMValueRef by = LLVMBuildSub(e->b, l->place->at, s->place->at, "");
            by = LLVMBuildAdd(e->b, by, const_i64(e, (uint64_t)(l->low - s->low - 1)), "");
            by = LLVMBuildAdd(e->b, by, length, "");
            LLVMValueRef one_less = LLVMBuildSub(e->b, both, const_i64(e, 1), "");
            team_assume(e, LLVMBuildICmp(e->b, LLVMIntUGE, by, one_less, ""));
        }
}

/* Where rows are whose root is such a vector; NULL: it is none. */
static struct spread *spread_batch(struct emitter *e, const struct access *a,
                                   const struct address *address, unsigned step)
{
    struct batch_places *k = e->places;
    struct batch_row r;
    struct spacing lanes;
    if (a->is_lds || !find_batch_row(e, address->root, &r) || r.step != step ||
        step > MAX_ELEMENT || (r.up && e->rows->row < a->row))
        return NULL;
    const struct batch_place *p = find_batch_place(e, address, &r, &lanes);
    if (!p)
        return NULL;
    LLVMValueRef at = first_of(e, &lanes, 0);
    note_span(e, a, p, &r, address->shift);
    LLVMValueRef apart = a->row == 32 ? NULL
                         : r.up       ? p->wide_up
                                      : const_i64(e, (uint64_t)ROW * step << address->shift);
    for (unsigned i = 0; i < MAX_BATCH_SPREADS && i < k->spread_count; i++)
        if (k->spreads[i].at[0] == at && k->spreads[i].apart == apart)
            return &k->spreads[i];
    struct spread *s = &k->spreads[k->spread_count++ % MAX_BATCH_SPREADS];
    *s = (struct spread){.at = {at, NULL}, .shift = address->shift};
    if (a->row == ROW) {
        s->apart = apart;
        s->at[1] = LLVMBuildAdd(e->b, at, apart, "");
    }
    return s;
}

/* WAY_ANY, of lanes that such a vector says: they are at indices from one place on. */
static bool find_any_batch(struct emitter *e, const struct access *a, LLVMValueRef lo,
                           LLVMValueRef hi, struct place *p)
{
    struct address address = hi ? find_address(e, lo, hi) : find_offset(e, lo);
    struct batch_row r;
    struct spacing lanes;
    if (address.shift > 3)
        address = (struct address){.lo = lo, .hi = hi, .root = lo, .root_hi = hi};
    if (!hi)
        address.plus = a->saddr;
    const struct batch_place *from = find_batch_place(e, &address, &r, &lanes);
    if (!from)
        return false;
    note_span(e, a, from, &r, address.shift);
    *p = (struct place){
        .at = {first_of(e, &lanes, a->offset), NULL},
        .shift = address.shift,
        .spacing = lanes,
        .index = make_batch_row(
            e, (struct batch_row){.from = const_i32(e, 0), .step = r.step, .up = r.up})};
    return true;
}

/* ---- rows ---- */

/* The rows of an address that is made of a root. In the window, all that offsets lead to is inside,
 * too; what meets guards is inside or in one of these. */
static struct spread *test_root(struct emitter *e, const struct address *address, unsigned half,
                                unsigned step, const struct access *a)
{
    if (in_batch(e)) {
        struct spread *s = spread_batch(e, a, address, step);
        if (s)
            return s;
        note_span(e, a, NULL, NULL, 0);
    }
    bool is_guarded = !a->is_lds && has_guards(e, address);
    const struct row_test *t = test_near(e, address->root, address->root_hi, half, step, a->row,
                                         is_guarded && address->is_signed && !address->root_hi);
    const struct spread wanted = {.rows = t->holds,
                                  .first = {t->first[0], t->first[1]},
                                  .holds = {t->is_assumed ? NULL : t->holds},
                                  .by = address->by,
                                  .plus = address->plus,
                                  .shift = address->shift,
                                  .is_signed = address->is_signed,
                                  .is_lds = a->is_lds,
                                  .meets_guards = is_guarded && !a->is_strict};
    for (unsigned i = 0; i < e->tests->spread_count; i++) {
        struct spread *s = &e->tests->spreads[i];
        if (have_one_root(s, &wanted) && s->by == wanted.by && s->plus == wanted.plus &&
            s->shift == wanted.shift && s->is_signed == wanted.is_signed &&
            s->is_lds == wanted.is_lds && s->meets_guards == wanted.meets_guards)
            return s;
    }
    if (e->tests->spread_count == MAX_ROW_TESTS)
        e->tests->spread_count = 0;
    struct spread *s = &e->tests->spreads[e->tests->spread_count++];
    *s = wanted;
    if (a->is_lds) {
        for (unsigned k = 0; k < 32 / a->row; k++)
            s->at[k] = address->by ? LLVMBuildAdd(e->b, t->first[k], address->by, "") : t->first[k];
        return s;
    }
    if (e->crew && t->is_assumed && (address->root_hi || t->is_near)) {
        spread_team(e, s, address, t);
        return s;
    }
    s->holds[1] = spread_out(e, s, address, t);
    if (t->is_near && address->by)
        s->holds[1] = test_by(e, address->by);
    s->holds[2] = !s->meets_guards   ? fit_with_offsets(e, s->at)
                  : address->root_hi ? is_inside(e, highest(e, s->at))
                                     : test_base(e, address->plus).holds;
    return s;
}

/* Whether an earlier access has prefetched these cache lines, or lines next to them. If not, this
 * one does, which is noted. */
static bool is_fetched(const struct emitter *e, const struct access *a, struct spread *s)
{
    if (a->way != WAY_ROWS)
        return false;
    if (in_batch(e) && s->is_fetched && abs(a->offset - s->fetched) < CACHE_LINE)
        return true;
    for (unsigned i = 0; i < e->tests->spread_count; i++) {
        const struct spread *o = &e->tests->spreads[i];
        if (o->is_fetched && have_one_root(o, s) && o->by == s->by && o->plus == s->plus &&
            o->shift == s->shift && abs(a->offset - o->fetched) < CACHE_LINE)
            return true;
    }
    s->is_fetched = true;
    s->fetched = a->offset;
    return false;
}

/* WAY_ROWS, WAY_SAME: that is how the lanes are, inside the window or LDS. */
static void find_rows(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                      unsigned half, struct place *p, struct demands *d)
{
    struct address address = hi ? find_address(e, lo, hi) : find_offset(e, lo);
    if (!has_root(a, &address))
        address = (struct address){.lo = lo, .hi = hi, .root = lo, .root_hi = hi};
    if (!hi)
        address.plus = a->saddr;
    unsigned step = a->way == WAY_SAME ? 0 : a->bytes >> address.shift;
    struct spread *s = test_root(e, &address, half, step, a);
    *p = (struct place){.at = {s->at[0], s->at[1]},
                        .apart = s->apart,
                        .offset = a->offset,
                        .is_fetched = is_fetched(e, a, s)};
    bool is_known =
        in_batch(e) && !s->rows && !a->is_store; /* where all lanes are, active or not */
    for (unsigned i = 0; i < 3; i++)
        if (s->holds[i])
            demand(d, s->holds[i]);
    if (!is_known)
        stay_with_lanes(e, a, half, p, d);
    if (a->is_lds)
        demand_lds(d, a, s->at, half,
                   (unsigned)a->offset + (a->way == WAY_SAME ? a->bytes : a->row * a->bytes),
                   a->way == WAY_ROWS && !e->crew ? get_var(e, exec_var(e, half)) : NULL,
                   e->at->is_full);
}

/* i1: multiples of the active lanes' roots do not wrap. */
static LLVMValueRef test_multiples(struct emitter *e, const struct address *address,
                                   LLVMValueRef index, unsigned half)
{
    LLVMValueRef exec = get_var(e, exec_var(e, half));
    for (unsigned i = 0; i < e->tests->root_count && i < MAX_ROOT_TESTS; i++) {
        const struct root_test *t = &e->tests->roots[i];
        if (t->root == address->root && t->by == address->by &&
            t->is_signed == address->is_signed && is_part_of(e, exec, t->exec))
            return t->holds;
    }
    const uint32_t near = (UINT32_C(1) << 31) / (1 + MAX_MORE);
    LLVMValueRef far = index;
    if (address->is_signed)
        far = LLVMBuildAdd(e->b, far, const_splat(e, e->v32i32, near), "");
    far = LLVMBuildICmp(e->b, LLVMIntUGE, far,
                        const_splat(e, e->v32i32, address->is_signed ? 2 * near : near), "");
    struct root_test t = {address->root, address->by, exec, none_active(e, far, half),
                          address->is_signed};
    e->tests->roots[e->tests->root_count++ % MAX_ROOT_TESTS] = t;
    return t.holds;
}

static LLVMValueRef multiple(struct emitter *e, LLVMValueRef v, unsigned more)
{
    unsigned times = 1 + more, shift = (unsigned)__builtin_ctz(times);
    LLVMValueRef up = const_splat(e, e->v32i32, shift ? shift : 1);
    if (times >> shift == 1)
        return LLVMBuildShl(e->b, v, up, "");
    return times == 3 ? LLVMBuildAdd(e->b, v, LLVMBuildShl(e->b, v, up, ""), "")
                      : LLVMBuildMul(e->b, v, const_splat(e, e->v32i32, times), "");
}

/* An address of which is known what it is made of: its root is the index. */
static void find_address_any(struct emitter *e, const struct access *a,
                             const struct address *address, unsigned half, struct place *p,
                             struct demands *d)
{
    LLVMValueRef offset = const_i64(e, (uint64_t)(int64_t)a->offset), index = address->root;
    LLVMValueRef base = LLVMBuildAdd(e->b, whole_base(e, a, address->plus), offset, "");
    LLVMValueRef size = const_i64(e, e->machine->window_size - a->bytes);
    if (address->by)
        index = LLVMBuildAdd(e->b, index, splat(e, address->by, e->v32i32), "");
    if (address->more) {
        demand(d, test_multiples(e, address, index, half));
        index = multiple(e, index, address->more);
    }
    *p = (struct place){.at = {base, NULL}, .index = index, .shift = address->shift};
    if (!a->is_strict && address->is_signed && has_guards(e, address)) {
        demand(d, is_inside(e, base));
        return;
    }
    LLVMValueRef room =
        LLVMBuildLShr(e->b, LLVMBuildSub(e->b, size, base, ""), const_i64(e, address->shift), "");
    room = umin(e, room, const_i64(e, INT32_MAX));
    LLVMValueRef last = splat(e, LLVMBuildTrunc(e->b, room, e->i32, ""), e->v32i32);
    demand(d, none_active(e, LLVMBuildICmp(e->b, LLVMIntUGT, index, last, ""), half));
    demand(d, LLVMBuildICmp(e->b, LLVMIntULE, base, size, ""));
}

/* ---- upper halves of addresses ----
 *
 * If they are the same in all active lanes, and the window has room behind them, all these are
 * inside it, whatever their lower halves are. In divergent code, lanes that are not active have
 * anything. */

/* The upper half of the first active lane, i32. *bad: <32 x i1>, which lanes have another. */
static LLVMValueRef first_upper(struct emitter *e, LLVMValueRef hi, unsigned half,
                                LLVMValueRef *bad)
{
    LLVMValueRef exec = get_var(e, exec_var(e, half));
    LLVMValueRef upper =
        splat_lane(e, hi, e->at->is_full ? const_i32(e, 0) : first_active(e, exec));
    *bad = LLVMBuildICmp(e->b, LLVMIntNE, hi, upper, "");
    return lane(e, upper, 0);
}

/* The same, demanded of all active lanes. It is mostly what it was before, which is known long
 * before the lanes' is. */
static LLVMValueRef guess_upper(struct emitter *e, LLVMValueRef hi, unsigned half,
                                struct demands *d)
{
    LLVMValueRef p = at_offset(e, e->group,
                               offsetof(struct group, upper) +
                                   e->guess_count++ % UPPER_SLOTS * sizeof(uint32_t));
    LLVMValueRef upper[2] = {LLVMBuildLoad2(e->b, e->i32, p, "")}, holds[2], bad;
    LLVMBasicBlockRef from[2] = {LLVMGetInsertBlock(e->b)}, again = new_block(e, "other_upper"),
                      on = new_block(e, "upper");
    bad = LLVMBuildICmp(e->b, LLVMIntNE, hi, splat(e, upper[0], e->v32i32), "");
    holds[0] = none_active(e, bad, half);
    branch(e, holds[0], on, again, 2000);
    LLVMPositionBuilderAtEnd(e->b, again);
    upper[1] = first_upper(e, hi, half, &bad);
    holds[1] = none_active(e, bad, half);
    LLVMBuildStore(e->b, upper[1], p);
    from[1] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    demand(d, join_ways(e, holds, from));
    return join_ways(e, upper, from);
}

/* WAY_ANY: all active lanes are inside LDS or the window. */
static void find_any(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                     unsigned half, struct place *p, struct demands *d)
{
    enum {
        REACH = 1 << 14, /* more than offset and element */
        ELEMENT_ROOM = 4
    };
    struct address address;
    if (a->is_lds) {
        demand_lds(d, a, (LLVMValueRef[]){lo, NULL}, half, (unsigned)a->offset + a->bytes, NULL,
                   e->at->is_full);
        *p = (struct place){.at = {const_i64(e, 0), NULL}, .offset = a->offset, .index = lo};
        return;
    }
    if (in_batch(e)) {
        if (find_any_batch(e, a, lo, hi, p))
            return;
        note_span(e, a, NULL, NULL, 0);
    }
    if (a->is_rooted && find_index(e, a, lo, hi, &address)) {
        find_address_any(e, a, &address, half, p, d);
        return;
    }
    LLVMValueRef bad = NULL, upper = NULL;
    if (hi) {
        bool can_guess = !e->at->is_full && !e->crew && !in_batch(e) && !LLVMIsConstant(hi);
        upper = can_guess ? guess_upper(e, hi, half, d) : first_upper(e, hi, half, &bad);
        upper = LLVMBuildShl(e->b, zext64(e, upper), const_i64(e, 32), "");
    }
    LLVMValueRef at = whole_base(e, a, upper);
    if (a->offset < 0) {
        LLVMValueRef least = const_splat(e, e->v32i32, (uint32_t)-a->offset);
        LLVMValueRef below = LLVMBuildICmp(e->b, LLVMIntULT, lo, least, "");
        bad = bad ? LLVMBuildOr(e->b, bad, below, "") : below;
    }
    int64_t middle = INT64_C(1) << 31;
    if (a->bytes < 4 && !a->is_store) { /* whose dword may begin below index 0 */
        LLVMValueRef last = const_splat(e, e->v32i32, UINT32_MAX - ELEMENT_ROOM),
                     above = LLVMBuildICmp(e->b, LLVMIntUGT, lo, last, "");
        bad = bad ? LLVMBuildOr(e->b, bad, above, "") : above;
        middle -= ELEMENT_ROOM;
    }
    uint64_t size = e->machine->window_size - (UINT64_C(1) << 32) - REACH;
    demand(d, LLVMBuildICmp(e->b, LLVMIntULE, at, const_i64(e, size), ""));
    if (bad)
        demand(d, none_active(e, bad, half));
    /* Instructions take signed indices. */
    *p = (struct place){
        .at = {LLVMBuildAdd(e->b, at, const_i64(e, (uint64_t)(middle + a->offset)), ""), NULL},
        .index = LLVMBuildSub(e->b, lo, const_splat(e, e->v32i32, (uint32_t)middle), "")};
}

void find_place(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                unsigned half, struct place *p, struct demands *d)
{
    (a->way == WAY_ANY ? find_any : find_rows)(e, a, lo, hi, half, p, d);
}

/* i1: adding this many times `step` to the index, lane after lane, does not wrap. */
static LLVMValueRef has_room(struct emitter *e, LLVMValueRef first, int32_t step, unsigned lanes)
{
    int32_t by = step * (int32_t)lanes;
    return step > 0 ? LLVMBuildICmp(e->b, LLVMIntSLE, first,
                                    const_i32(e, (uint32_t)(INT32_MAX - by)), "")
                    : LLVMBuildICmp(e->b, LLVMIntSGE, first,
                                    const_i32(e, (uint32_t)(INT32_MIN - by)), "");
}

/* The test of all lanes, active or not, which accesses with one index share. */
static const struct row_test *test_all(struct emitter *e, LLVMValueRef index, int32_t step,
                                       unsigned row)
{
    LLVMValueRef all = const_i32(e, UINT32_MAX);
    for (unsigned i = 0; i < e->tests->row_count; i++) {
        const struct row_test *t = &e->tests->rows[i];
        if (t->lo == index && !t->hi && t->exec == all && t->step == (uint32_t)step &&
            t->row == row)
            return t;
    }
    if (e->tests->row_count == MAX_ROW_TESTS)
        e->tests->row_count = 0;
    struct row_test *t = &e->tests->rows[e->tests->row_count++];
    *t = (struct row_test){.lo = index, .exec = all, .step = (uint32_t)step, .row = row};
    make_test(e, t);
    for (unsigned k = 0; k < 32 / row; k++)
        t->holds = LLVMBuildAnd(e->b, t->holds, has_room(e, t->first[k], step, row), "");
    return t;
}

struct spaced find_spaced(struct emitter *e, const struct access *a, const struct place *p,
                          unsigned half)
{
    struct spaced s = {.holds = NULL};
    int32_t step = e->at->step, unit = INT32_C(1) << p->shift;
    if (a->way != WAY_ANY || step % unit || !can_load_spaced(e, step, a->bytes))
        return s;
    const struct row_test *t = test_all(e, p->index, step / unit, a->row);
    s.holds = LLVMBuildAnd(e->b, t->holds, has_full_exec(e, half), "");
    if (is_const_zero(s.holds))
        return (struct spaced){.holds = NULL};
    s.first[0] = t->first[0];
    s.first[1] = t->first[1];
    return s;
}

struct pattern find_pattern(struct emitter *e, LLVMValueRef lo, unsigned half, int32_t distance)
{
    LLVMValueRef exec = get_var(e, exec_var(e, half));
    struct pattern *p = NULL;
    for (unsigned i = 0; i < e->tests->pattern_count && !p; i++)
        if (e->tests->patterns[i].lo == lo && e->tests->patterns[i].exec == exec)
            p = &e->tests->patterns[i];
    if (!p) {
        if (e->tests->pattern_count == MAX_PATTERNS)
            e->tests->pattern_count = 0;
        p = &e->tests->patterns[e->tests->pattern_count++];
        *p = (struct pattern){.lo = lo, .exec = exec};
        make_pattern(e, p);
    }
    struct pattern found = *p;
    found.pairs = NULL;
    if (distance > 0 && distance / 4 < PAIR_SLOTS) {
        if (p->distance != distance)
            make_pairs(e, p, distance);
        found.pairs = p->pairs;
        found.distance = distance;
    }
    return found;
}

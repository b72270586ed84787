/* place.c: see place.h. Accesses with one address register and different offsets share the test
 * of the lanes, and so do those whose addresses are made of one root (address.h). */
#include "jit/place.h"

#include <stdlib.h>

static LLVMValueRef lane(struct emitter *e, LLVMValueRef v, unsigned n)
{
    return LLVMBuildExtractElement(e->b, v, const_i32(e, n), "");
}

LLVMValueRef shuffle(struct emitter *e, LLVMValueRef a, LLVMValueRef b, const uint8_t *index,
                     unsigned n)
{
    LLVMValueRef m[64];
    for (unsigned i = 0; i < n; i++)
        m[i] = const_i32(e, index[i]);
    return LLVMBuildShuffleVector(e->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
                                  LLVMConstVector(m, n), "");
}

LLVMValueRef pick(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned from, unsigned step,
                  unsigned n)
{
    uint8_t index[64];
    for (unsigned i = 0; i < n; i++)
        index[i] = (uint8_t)(from + i * step);
    return shuffle(e, a, b, index, n);
}

static LLVMValueRef binary(struct emitter *e, const char *name, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMValueRef args[2] = {a, b};
    return call_intrinsic(e, name, &t, 1, args, 2);
}

static LLVMValueRef umax(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return binary(e, "llvm.umax", a, b);
}

static LLVMValueRef umin(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return binary(e, "llvm.umin", a, b);
}

static LLVMValueRef usub_sat(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return binary(e, "llvm.usub.sat", a, b);
}

/* The larger one of the first lanes' values, of which there may be one. */
static LLVMValueRef highest(struct emitter *e, const LLVMValueRef v[2])
{
    return v[1] ? umax(e, v[0], v[1]) : v[0];
}

/* ---- demands ---- */

static void demand(struct demands *d, LLVMValueRef holds)
{
    for (unsigned i = 0; i < d->count; i++)
        if (d->is[i] == holds)
            return;
    d->is[d->count++] = holds;
}

/* Accesses at several offsets from one place share the test that the last of them is inside. */
static void demand_lds(struct demands *d, LLVMValueRef first, LLVMValueRef second, unsigned half,
                       unsigned end)
{
    unsigned i = 0;
    while (i < d->lds_count &&
           (d->lds[i].first[0] != first || d->lds[i].first[1] != second || d->lds[i].half != half))
        i++;
    if (i == d->lds_count) {
        d->lds_count++;
        d->lds[i].first[0] = first;
        d->lds[i].first[1] = second;
        d->lds[i].half = half;
        d->lds[i].end = 0;
    }
    if (d->lds[i].end < end)
        d->lds[i].end = end;
}

/* i1: no active lane is in `bad`. */
static LLVMValueRef none_active(struct emitter *e, LLVMValueRef bad, unsigned half)
{
    LLVMValueRef exec = get_var(e, VAR_S0 + SRC_EXEC_LO + half);
    bad = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, bad, e->i32, ""), exec, "");
    return LLVMBuildICmp(e->b, LLVMIntEQ, bad, const_i32(e, 0), "");
}

LLVMValueRef all_hold(struct emitter *e, const struct demands *d)
{
    LLVMValueRef all = NULL;
    for (unsigned i = 0; i < d->count; i++)
        all = all ? LLVMBuildAnd(e->b, all, d->is[i], "") : d->is[i];
    for (unsigned i = 0; i < d->lds_count; i++) {
        LLVMValueRef first = d->lds[i].first[0], fits;
        LLVMValueRef end = usub_sat(e, e->lds_size, const_i32(e, d->lds[i].end - 1));
        if (LLVMTypeOf(first) == e->i32)
            fits = LLVMBuildICmp(e->b, LLVMIntULT, highest(e, d->lds[i].first), end, "");
        else
            fits =
                none_active(e, LLVMBuildICmp(e->b, LLVMIntUGE, first, splat(e, end, e->v32i32), ""),
                            d->lds[i].half);
        all = all ? LLVMBuildAnd(e->b, all, fits, "") : fits;
    }
    return all;
}

/* ---- what can be done ---- */

enum {
    OFFSET_REACH = 4096, /* of the offsets in GLOBAL instructions, 13 bits with sign */
    MAX_ELEMENT = 16,    /* bytes */
};

bool has_masks(const struct emitter *e, unsigned bytes)
{
    return bytes == 16 ? false : bytes >= 4 ? e->masks != MASKS_NONE : e->masks == MASKS_ALL;
}

enum way way_of(const struct emitter *e, const struct access *a)
{
    int32_t step = e->at->step;
    if (step == (int32_t)a->bytes && a->bytes != 12)
        return WAY_ROWS;
    if (step == 0 && (!a->is_store || e->region->halves == 1))
        return WAY_SAME;
    bool is_known = a->is_store ? a->bytes == 4 && a->is_lds : a->bytes == 4 || a->bytes == 8;
    bool gathers = e->masks == MASKS_ALL && e->machine->window_size >= UINT64_C(1) << 33;
    return is_known && gathers ? WAY_ANY : WAY_CALL;
}

/* Whether all lanes of `exec` are lanes of `of`, as is seen from how it was made. */
static bool is_part(LLVMValueRef exec, LLVMValueRef of)
{
    if (exec == of)
        return true;
    if (!LLVMIsAInstruction(exec) || LLVMGetInstructionOpcode(exec) != LLVMAnd)
        return false;
    return is_part(LLVMGetOperand(exec, 0), of) || is_part(LLVMGetOperand(exec, 1), of);
}

/* The test whether in each half the active lanes' addresses grow by `step`. */
static const struct row_test *test_rows(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                        unsigned half, unsigned step, bool masks, unsigned row)
{
    LLVMValueRef exec = get_var(e, VAR_S0 + SRC_EXEC_LO + half);
    for (unsigned i = 0; i < e->row_count; i++) {
        const struct row_test *t = &e->rows[i];
        if (t->lo == lo && t->hi == hi && t->step == step && t->masks == masks && t->row == row &&
            (t->exec == exec || (step && masks && is_part(exec, t->exec))))
            return t;
    }
    struct row_test t = {
        .lo = lo, .hi = hi, .exec = exec, .step = step, .row = row, .masks = masks};
    uint8_t firsts[32];
    LLVMValueRef steps[32];
    for (unsigned i = 0; i < 32; i++) {
        firsts[i] = (uint8_t)(i / row * row);
        steps[i] = const_i32(e, i % row * step);
    }
    LLVMValueRef rel = shuffle(e, lo, NULL, firsts, 32);
    if (step)
        rel = LLVMBuildAdd(e->b, rel, LLVMConstVector(steps, 32), "");
    LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntNE, lo, rel, "");
    for (unsigned k = 0; k < 32 / row; k++)
        t.first[k] = lane(e, lo, row * k);
    if (hi) {
        LLVMValueRef other = LLVMBuildICmp(e->b, LLVMIntNE, hi, pick(e, hi, NULL, 0, 0, 32), "");
        bad = LLVMBuildOr(e->b, bad, other, "");
        t.upper = LLVMBuildShl(e->b, zext64(e, lane(e, hi, 0)), const_i64(e, 32), "");
    }
    bad = LLVMBuildBitCast(e->b, bad, e->i32, "");
    LLVMValueRef off = LLVMBuildNot(e->b, exec, "");
    if (!step) /* the first lanes' places are read, so these have to be active */
        bad = LLVMBuildOr(e->b, LLVMBuildAnd(e->b, bad, exec, ""),
                          LLVMBuildAnd(e->b, off, const_i32(e, row == 32 ? 1 : 1 | 1 << ROW), ""),
                          "");
    else if (masks)
        bad = LLVMBuildAnd(e->b, bad, exec, "");
    else
        bad = LLVMBuildOr(e->b, bad, off, "");
    t.holds = LLVMBuildICmp(e->b, LLVMIntEQ, bad, const_i32(e, 0), "");
    if (e->row_count == MAX_ROW_TESTS)
        e->row_count = 0;
    e->rows[e->row_count] = t;
    return &e->rows[e->row_count++];
}

static LLVMValueRef extend(struct emitter *e, LLVMValueRef v, bool is_signed)
{
    return is_signed ? LLVMBuildSExt(e->b, v, e->i64, "") : LLVMBuildZExt(e->b, v, e->i64, "");
}

/* i1: where elements begin that end before device memory does. */
static LLVMValueRef fits_window(struct emitter *e, const LLVMValueRef at[2], uint64_t span)
{
    uint64_t size = e->machine->window_size;
    return LLVMBuildICmp(e->b, LLVMIntULE, highest(e, at),
                         const_i64(e, size < span ? 0 : size - span), "");
}

/* Bytes from the beginning of a half's first element to the end of its last. */
static unsigned span_of(const struct access *a)
{
    return a->way == WAY_SAME ? a->bytes : a->row * a->bytes;
}

/* The base, relative to the window, with the offset and what else all lanes add. */
static LLVMValueRef whole_base(struct emitter *e, const struct access *a, LLVMValueRef plus)
{
    LLVMValueRef base = LLVMBuildAdd(e->b, a->base, const_i64(e, (uint64_t)(int64_t)a->offset), "");
    return plus ? LLVMBuildAdd(e->b, base, plus, "") : base;
}

bool has_root(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
              struct address *out)
{
    if (!hi || !find_address(e, lo, hi, out) || !out->root)
        return false;
    return a->way == WAY_ANY    ? out->shift <= 3
           : a->way == WAY_ROWS ? a->bytes >> out->shift << out->shift == a->bytes
                                : true;
}

/* The rows of an address that is made of a root: if that rises by the lane and does not wrap, so
 * does the address. Inside the window are all that offsets lead to, too. */
static struct spread *test_root(struct emitter *e, const struct address *address, unsigned half,
                                unsigned step, bool masks, unsigned row)
{
    const struct row_test *t = test_rows(e, address->root, NULL, half, step, masks, row);
    for (unsigned i = 0; i < e->spread_count; i++) {
        struct spread *s = &e->spreads[i];
        if (s->rows == t->holds && s->by == address->by && s->plus == address->plus &&
            s->shift == address->shift && s->is_signed == address->is_signed)
            return s;
    }
    struct spread s = {.rows = t->holds,
                       .holds = t->holds,
                       .by = address->by,
                       .plus = address->plus,
                       .shift = address->shift,
                       .is_signed = address->is_signed};
    LLVMValueRef from[2] = {NULL, NULL}, base = LLVMConstNeg(window_base(e));
    if (address->plus)
        base = LLVMBuildAdd(e->b, address->plus, base, "");
    for (unsigned k = 0; k < 32 / row; k++) {
        LLVMValueRef first = t->first[k];
        if (address->by)
            first = LLVMBuildAdd(e->b, first, address->by, "");
        from[k] = first;
        /* signed order is unsigned order of values with the other sign */
        if (address->is_signed)
            from[k] = LLVMBuildXor(e->b, first, const_i32(e, 0x80000000), "");
        s.at[k] = LLVMBuildShl(e->b, extend(e, first, address->is_signed),
                               const_i64(e, address->shift), "");
        s.at[k] = LLVMBuildAdd(e->b, s.at[k], base, "");
    }
    if (step) {
        LLVMValueRef rises = LLVMBuildICmp(e->b, LLVMIntULE, highest(e, from),
                                           const_i32(e, UINT32_MAX - row * step), "");
        s.holds = LLVMBuildAnd(e->b, t->holds, rises, "");
    }
    LLVMValueRef low[2] = {NULL, NULL};
    for (unsigned k = 0; k < 32 / row; k++)
        low[k] = LLVMBuildAdd(e->b, s.at[k], const_i64(e, -(uint64_t)OFFSET_REACH), "");
    s.holds =
        LLVMBuildAnd(e->b, s.holds, fits_window(e, low, 2 * OFFSET_REACH + 32 * MAX_ELEMENT), "");
    if (e->spread_count == MAX_ROW_TESTS)
        e->spread_count = 0;
    e->spreads[e->spread_count] = s;
    return &e->spreads[e->spread_count++];
}

/* Whether a load has been to the same lines, or nearly, which is noted. */
static bool is_fetched(const struct access *a, struct spread *s)
{
    if (a->is_store || a->way != WAY_ROWS)
        return false;
    if (s->is_fetched && abs(a->offset - s->fetched) < CACHE_LINE)
        return true;
    s->is_fetched = true;
    s->fetched = a->offset;
    return false;
}

/* find_rows of an address of which is known what it is made of. */
static void find_address_rows(struct emitter *e, const struct access *a,
                              const struct address *address, unsigned half, struct place *p,
                              struct demands *d)
{
    unsigned step = a->way == WAY_SAME ? 0 : a->bytes >> address->shift;
    struct spread *s = test_root(e, address, half, step, has_masks(e, a->bytes), a->row);
    *p = (struct place){
        .at = {s->at[0], s->at[1]}, .offset = a->offset, .is_fetched = is_fetched(a, s)};
    demand(d, s->holds);
}

/* Stores of WAY_SAME, mostly of one lane: all that are active are where the first one is, which
 * need not be active; some are. */
static void find_one(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                     unsigned half, struct place *p, struct demands *d)
{
    struct address made = {.plus = NULL};
    bool is_rooted = has_root(e, a, lo, hi, &made);
    if (is_rooted)
        lo = made.root, hi = NULL;
    LLVMValueRef at = lane(e, lo, 0), exec = get_var(e, VAR_S0 + SRC_EXEC_LO + half);
    LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntNE, lo, pick(e, lo, NULL, 0, 0, 32), "");
    if (hi)
        bad = LLVMBuildOr(e->b, bad,
                          LLVMBuildICmp(e->b, LLVMIntNE, hi, pick(e, hi, NULL, 0, 0, 32), ""), "");
    demand(d, none_active(e, bad, half));
    demand(d, LLVMBuildICmp(e->b, LLVMIntNE, exec, const_i32(e, 0), ""));
    if (a->is_lds) {
        *p = (struct place){.at = {at, at}, .offset = a->offset};
        demand_lds(d, at, at, half, (unsigned)a->offset + a->bytes);
        return;
    }
    if (is_rooted && made.by)
        at = LLVMBuildAdd(e->b, at, made.by, "");
    at = extend(e, at, is_rooted && made.is_signed);
    if (is_rooted)
        at = LLVMBuildShl(e->b, at, const_i64(e, made.shift), "");
    if (hi)
        at = LLVMBuildAdd(e->b, at,
                          LLVMBuildShl(e->b, zext64(e, lane(e, hi, 0)), const_i64(e, 32), ""), "");
    at = LLVMBuildAdd(e->b, at, whole_base(e, a, made.plus), "");
    *p = (struct place){.at = {at, at}};
    demand(d, fits_window(e, p->at, a->bytes));
}

/* WAY_ROWS, WAY_SAME: that is how the lanes are, inside the window or LDS. */
static void find_rows(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                      unsigned half, struct place *p, struct demands *d)
{
    struct address address;
    if (has_root(e, a, lo, hi, &address)) {
        find_address_rows(e, a, &address, half, p, d);
        return;
    }
    const struct row_test *t = test_rows(e, lo, hi, half, a->way == WAY_SAME ? 0 : a->bytes,
                                         has_masks(e, a->bytes), a->row);
    unsigned span = span_of(a);
    demand(d, t->holds);
    if (a->is_lds) { /* offsets that wrap end behind LDS */
        *p = (struct place){.at = {t->first[0], t->first[1]}, .offset = a->offset};
        demand_lds(d, t->first[0], t->first[1], half, (unsigned)a->offset + span);
        return;
    }
    LLVMValueRef base = whole_base(e, a, t->upper);
    *p = (struct place){0};
    for (unsigned k = 0; k < 32 / a->row; k++)
        p->at[k] = LLVMBuildAdd(e->b, base, zext64(e, t->first[k]), "");
    demand(d, fits_window(e, p->at, span));
    if (a->way == WAY_ROWS) /* the 32-bit offsets do not wrap */
        demand(d, LLVMBuildICmp(e->b, LLVMIntULE, highest(e, t->first),
                                const_i32(e, UINT32_MAX - span), ""));
}

/* An address of which is known what it is made of: its root is the index. */
static void find_address_any(struct emitter *e, const struct access *a,
                             const struct address *address, unsigned half, struct place *p,
                             struct demands *d)
{
    LLVMValueRef base = whole_base(e, a, address->plus), index = address->root;
    LLVMValueRef size = const_i64(e, e->machine->window_size - a->bytes);
    if (address->by)
        index = LLVMBuildAdd(e->b, index, splat(e, address->by, e->v32i32), "");
    LLVMValueRef room =
        LLVMBuildLShr(e->b, LLVMBuildSub(e->b, size, base, ""), const_i64(e, address->shift), "");
    room = umin(e, room, const_i64(e, INT32_MAX));
    LLVMValueRef last = splat(e, LLVMBuildTrunc(e->b, room, e->i32, ""), e->v32i32);
    demand(d, none_active(e, LLVMBuildICmp(e->b, LLVMIntUGT, index, last, ""), half));
    demand(d, LLVMBuildICmp(e->b, LLVMIntULE, base, size, ""));
    *p = (struct place){.at = {base, NULL}, .index = index, .shift = address->shift};
}

/* WAY_ANY: all active lanes are inside LDS or the window. */
static void find_any(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                     unsigned half, struct place *p, struct demands *d)
{
    enum { REACH = 1 << 14 }; /* more than offset and element */
    struct address address;
    if (a->is_lds) {
        demand_lds(d, lo, NULL, half, (unsigned)a->offset + a->bytes);
        *p = (struct place){.at = {const_i64(e, 0), NULL}, .offset = a->offset, .index = lo};
        return;
    }
    if (a->is_rooted && has_root(e, a, lo, hi, &address)) {
        find_address_any(e, a, &address, half, p, d);
        return;
    }
    /* Upper halves are the same; whatever the lower one is, it is inside the window. */
    LLVMValueRef at = a->base, bad = NULL;
    if (hi) {
        bad = LLVMBuildICmp(e->b, LLVMIntNE, hi, pick(e, hi, NULL, 0, 0, 32), "");
        at = LLVMBuildAdd(e->b, at,
                          LLVMBuildShl(e->b, zext64(e, lane(e, hi, 0)), const_i64(e, 32), ""), "");
    }
    if (a->offset < 0) {
        LLVMValueRef least = const_splat(e, e->v32i32, (uint32_t)-a->offset);
        LLVMValueRef below = LLVMBuildICmp(e->b, LLVMIntULT, lo, least, "");
        bad = bad ? LLVMBuildOr(e->b, bad, below, "") : below;
    }
    uint64_t size = e->machine->window_size - (UINT64_C(1) << 32) - REACH;
    demand(d, LLVMBuildICmp(e->b, LLVMIntULE, at, const_i64(e, size), ""));
    if (bad)
        demand(d, none_active(e, bad, half));
    int64_t middle = (INT64_C(1) << 31) + a->offset; /* instructions take signed indices */
    *p = (struct place){
        .at = {LLVMBuildAdd(e->b, at, const_i64(e, (uint64_t)middle), ""), NULL},
        .index = LLVMBuildXor(e->b, lo, const_splat(e, e->v32i32, UINT32_C(1) << 31), "")};
}

void find_place(struct emitter *e, const struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                unsigned half, struct place *p, struct demands *d)
{
    (a->way == WAY_ANY                   ? find_any
     : a->way == WAY_SAME && a->is_store ? find_one
                                         : find_rows)(e, a, lo, hi, half, p, d);
}

/* batch_rows.c: see batch_rows.h. */
#include "jit/batch_rows.h"

#include "jit/build.h"
#include "jit/isa.h"

enum {
    LEAST_BITS = 27, /* of a row that are assumed to be all, where it is shifted */
};

static bool is_one(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 1;
}

static LLVMValueRef find_scalar(const struct batch_rows *k, struct batch_scalar want)
{
    for (unsigned i = 0; i < MAX_BATCH_SCALARS && i < k->scalar_count; i++) {
        const struct batch_scalar *s = &k->scalars[i];
        if (s->op == want.op && s->a == want.a && s->b == want.b && s->to == want.to)
            return s->result;
    }
    return NULL;
}

static LLVMValueRef keep_scalar(struct batch_rows *k, struct batch_scalar s, LLVMValueRef result)
{
    s.result = result;
    if (!LLVMIsConstant(result))
        k->scalars[k->scalar_count++ % MAX_BATCH_SCALARS] = s;
    return result;
}

LLVMValueRef batch_scalar(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    bool is_sum = op == LLVMAdd || op == LLVMOr || op == LLVMXor;
    if (op == LLVMMul ? is_one(b) : is_const_zero(b) && op != LLVMAnd)
        return a;
    if (op == LLVMMul ? is_one(a) : is_const_zero(a) && is_sum)
        return b;
    if (op == LLVMMul && (is_const_zero(a) || is_const_zero(b)))
        return LLVMConstNull(LLVMTypeOf(a));
    struct batch_scalar s = {.op = op, .a = a, .b = b};
    LLVMValueRef known = find_scalar(e->rows, s);
    return known ? known : keep_scalar(e->rows, s, LLVMBuildBinOp(e->b, op, a, b, ""));
}

static LLVMValueRef scalar_below(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    struct batch_scalar s = {.op = LLVMICmp, .a = a, .b = b};
    LLVMValueRef known = find_scalar(e->rows, s);
    return known ? known : keep_scalar(e->rows, s, LLVMBuildICmp(e->b, LLVMIntULT, a, b, ""));
}

static LLVMValueRef scalar_cast(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMTypeRef to)
{
    struct batch_scalar s = {.op = op, .a = a, .to = to};
    LLVMValueRef known = find_scalar(e->rows, s);
    return known ? known : keep_scalar(e->rows, s, LLVMBuildCast(e->b, op, a, to, ""));
}

/* What lane 0 has. */
static LLVMValueRef first_of(struct emitter *e, const struct batch_row *r)
{
    LLVMValueRef v = r->from;
    if (r->unit)
        v = batch_scalar(e, LLVMAdd, v, batch_scalar(e, LLVMMul, r->unit, const_i32(e, r->units)));
    return batch_scalar(e, LLVMAdd, v, const_i32(e, r->plus));
}

void settle_batch_row(struct emitter *e, struct batch_row *r)
{
    r->from = first_of(e, r);
    r->unit = NULL;
    r->plus = r->units = 0;
}

/* By how much the first lane of a row is above that of the one before. */
static LLVMValueRef up_of(struct emitter *e, const struct batch_row *r)
{
    return r->up ? r->up : const_i32(e, e->rows->row * r->step);
}

static LLVMValueRef sum_of_lanes(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return is_const_zero(a) ? b : is_const_zero(b) ? a : LLVMBuildAdd(e->b, a, b, "");
}

static bool is_same(const struct batch_row *a, const struct batch_row *b)
{
    return a->from == b->from && a->plus == b->plus && a->unit == b->unit && a->units == b->units &&
           a->step == b->step && a->up == b->up && a->is_ids == b->is_ids;
}

/* n / row * up, for each lane n. */
static LLVMValueRef ups_of_lanes(struct emitter *e, LLVMValueRef up)
{
    unsigned row = e->rows->row;
    LLVMValueRef ups = splat(e, up, e->v32i32), times[32];
    uint8_t second[32]; /* of two rows: no `up` in the first one */
    for (unsigned i = 0; i < 32; i++) {
        times[i] = const_i32(e, i / row);
        second[i] = (uint8_t)(i < row ? i : 32 + i);
    }
    return 2 * row == 32 ? shuffle(e, LLVMConstNull(e->v32i32), ups, second, 32)
                         : LLVMBuildMul(e->b, LLVMConstVector(times, 32), ups, "");
}

LLVMValueRef make_batch_row(struct emitter *e, struct batch_row r)
{
    struct batch_rows *k = e->rows;
    LLVMValueRef each[32];
    if (r.up == const_i32(e, k->row * r.step))
        r.up = NULL;
    for (unsigned i = 0; i < MAX_BATCH_ROWS && i < k->count; i++)
        if (is_same(&k->rows[i], &r))
            return k->rows[i].lanes;
    for (unsigned i = 0; i < 32; i++)
        each[i] = const_i32(e, r.plus + (r.up ? i % k->row : i) * r.step);
    LLVMValueRef up = r.up ? ups_of_lanes(e, r.up) : LLVMConstNull(e->v32i32);
    struct batch_row without = r;
    without.plus = 0;
    LLVMValueRef from = first_of(e, &without);
    r.lanes = sum_of_lanes(e, splat(e, from, e->v32i32), LLVMConstVector(each, 32));
    r.lanes = sum_of_lanes(e, r.lanes, up);
    k->rows[k->count++ % MAX_BATCH_ROWS] = r;
    return r.lanes;
}

/* Lanes that are constants, and a row. */
static bool constants_count(struct emitter *e, LLVMValueRef lanes, struct batch_row *r)
{
    uint32_t v[32], up, row = e->rows->row;
    if (!constant_lanes(lanes, v))
        return false;
    r->plus = v[0];
    r->step = row > 1 ? v[1] - v[0] : 0;
    up = v[row] - v[0];
    r->up = up == row * r->step ? NULL : const_i32(e, up);
    for (unsigned i = 0; i < 32; i++)
        if (v[i] != r->plus + i % row * r->step + i / row * up)
            return false;
    return true;
}

bool find_batch_row(struct emitter *e, LLVMValueRef lanes, struct batch_row *out)
{
    const struct batch_rows *k = e->rows;
    uint64_t all;
    for (unsigned i = 0; i < MAX_BATCH_ROWS && i < k->count; i++)
        if (k->rows[i].lanes == lanes) {
            *out = k->rows[i];
            return true;
        }
    if (LLVMTypeOf(lanes) != e->v32i32)
        return false;
    *out = (struct batch_row){.lanes = lanes, .from = const_i32(e, 0)};
    if (is_const_splat(e, lanes, &all))
        out->plus = (uint32_t)all;
    else if (LLVMIsConstant(lanes))
        return constants_count(e, lanes, out);
    else
        out->from = splatted(lanes);
    return out->from != NULL;
}

bool is_batch_scalar(const struct batch_row *r)
{
    return !r->step && (!r->up || is_const_zero(r->up));
}

/* All lanes have `plus`. */
static bool is_constant(const struct batch_row *r)
{
    return is_batch_scalar(r) && !r->unit && is_const_zero(r->from);
}

/* Whether y is a constant, and x op y can be done to all parts of x, one by one. */
static bool by_parts(const struct emitter *e, LLVMOpcode op, const struct batch_row *x,
                     const struct batch_row *y)
{
    uint32_t k = y->plus, id_bits = e->region->isa->id_bits;
    if (!is_constant(y))
        return false;
    return op == LLVMShl    ? k < 32
           : op == LLVMMul  ? true
           : op == LLVMAnd  ? x->is_ids && k == (1u << id_bits) - 1
           : op == LLVMLShr ? x->is_ids && (k == id_bits || k == 2 * id_bits)
                            : false;
}

static uint32_t part_by(LLVMOpcode op, uint32_t part, uint32_t k)
{
    return op == LLVMShl   ? part << k
           : op == LLVMMul ? part * k
           : op == LLVMAnd ? part & k
                           : part >> k;
}

/* x op y, which is what all lanes have. NULL: that is no row. */
static LLVMValueRef rows_by_scalar(struct emitter *e, LLVMOpcode op, const struct batch_row *x,
                                   const struct batch_row *y)
{
    bool spreads = op == LLVMMul || op == LLVMShl; /* over sums */
    if (x->step || y->step || y->up || (x->up && !spreads) ||
        (!spreads && op != LLVMAnd && op != LLVMOr && op != LLVMXor && op != LLVMLShr &&
         op != LLVMAShr))
        return NULL;
    struct batch_row r = {.from = NULL};
    LLVMValueRef by = first_of(e, y);
    r.up = x->up ? batch_scalar(e, op, x->up, by) : NULL;
    if (op == LLVMMul && !x->unit && x->plus <= MOST_UNITS) { /* ids in y by the length of a row */
        r.from = batch_scalar(e, op, x->from, by);
        r.units = x->plus;
        r.unit = x->plus ? by : NULL;
    } else {
        r.from = batch_scalar(e, op, first_of(e, x), by);
    }
    return make_batch_row(e, r);
}

/* x + y, or x - y; without its lanes. */
static struct batch_row sum_of_rows(struct emitter *e, bool minus, struct batch_row x,
                                    struct batch_row y)
{
    LLVMOpcode op = minus ? LLVMSub : LLVMAdd;
    if (y.unit && x.unit != y.unit && (x.unit || minus))
        settle_batch_row(e, &y);
    struct batch_row r = {.from = batch_scalar(e, op, x.from, y.from),
                          .plus = minus ? x.plus - y.plus : x.plus + y.plus,
                          .step = minus ? x.step - y.step : x.step + y.step,
                          .units = minus ? x.units - y.units : x.units + y.units};
    r.unit = r.units ? x.unit ? x.unit : y.unit : NULL;
    if (x.up || y.up)
        r.up = batch_scalar(e, op, up_of(e, &x), up_of(e, &y));
    return r;
}

/* ---- what does not wrap ---- */

bool batch_assume(struct emitter *e, LLVMValueRef v, struct batch_limit limit)
{
    struct batch_rows *k = e->rows;
    for (unsigned i = 0; i < k->limit_count; i++)
        if (k->limits[i].v == v && k->limits[i].limit.plus == limit.plus &&
            k->limits[i].limit.below == limit.below)
            return true;
    LLVMValueRef from = limit.plus ? LLVMBuildAdd(e->b, v, const_i32(e, limit.plus), "") : v;
    LLVMValueRef holds = LLVMBuildICmp(e->b, LLVMIntULT, from, const_i32(e, limit.below), "");
    if (LLVMIsAConstantInt(holds))
        return !is_const_zero(holds);
    if (k->limit_count < MAX_BATCH_LIMITS) {
        k->limits[k->limit_count].v = v;
        k->limits[k->limit_count++].limit = limit;
    }
    k->holds = k->holds ? LLVMBuildAnd(e->b, k->holds, holds, "") : holds;
    return true;
}

LLVMValueRef batch_take_assumed(struct emitter *e)
{
    LLVMValueRef holds = e->rows->holds;
    e->rows->holds = NULL;
    return holds;
}

/* What has parts that are too great has none that are not shared. */
static void settle_if_great(struct emitter *e, struct batch_row *r)
{
    if (is_batch_scalar(r) || r->plus >= MOST_PLUS || r->units > MOST_UNITS)
        settle_batch_row(e, r);
}

static bool assume_parts(struct emitter *e, const struct batch_row *r, struct batch_limit unit,
                         struct batch_limit from)
{
    return r->plus < MOST_PLUS && r->units <= MOST_UNITS && r->step < MOST_STEP &&
           (!r->unit || batch_assume(e, r->unit, unit)) &&
           (!r->up || batch_assume(e, r->up, unit)) && batch_assume(e, r->from, from);
}

/* Assumes that the row does not wrap, nor does a sum of what two such rows have beside `from`. */
static bool assume_flat(struct emitter *e, const struct batch_row *r, struct batch_limit limit)
{
    return is_batch_scalar(r) || assume_parts(e, r, BATCH_SMALL, limit);
}

/* Assumes that all is below 2^24, as factors of V_MUL_U32_U24 are. */
static bool assume_24_bits(struct emitter *e, const struct batch_row *r)
{
    const struct batch_limit unit = {0, UINT32_C(1) << 16}, from = {0, UINT32_C(1) << 23};
    _Static_assert(MOST_PLUS + (MOST_UNITS + MOST_UPS) * (1 << 16) + 31 * MOST_STEP < 1 << 23,
                   "24 bits");
    return assume_parts(e, r, unit, from);
}

/* i1: whether all lanes of x + y carry; it is assumed that all do, or none. NULL: it is not known.
 */
static LLVMValueRef carry_of(struct emitter *e, struct batch_row x, struct batch_row y)
{
    settle_if_great(e, &x);
    settle_if_great(e, &y);
    if (x.plus + y.plus >= MOST_PLUS || x.units + y.units > MOST_UNITS ||
        (x.unit && y.unit && x.unit != y.unit)) {
        settle_batch_row(e, &x);
        settle_batch_row(e, &y);
    }
    struct batch_row sum = sum_of_rows(e, false, x, y);
    if (!assume_flat(e, &x, BATCH_NEAR) || !assume_flat(e, &y, BATCH_NEAR) ||
        !assume_flat(e, &sum, BATCH_NEAR))
        return NULL;
    return scalar_below(e, sum.from, y.from);
}

static void note_sum(struct emitter *e, LLVMValueRef lanes, LLVMValueRef a, LLVMValueRef b)
{
    struct batch_rows *k = e->rows;
    k->sums[k->sum_count++ % MAX_BATCH_SUMS] = (struct batch_sum){lanes, {a, b}};
}

LLVMValueRef fold_batch_carry(struct emitter *e, LLVMValueRef lanes, LLVMValueRef term)
{
    const struct batch_rows *k = e->rows;
    struct batch_row x, y;
    for (unsigned i = 0; i < MAX_BATCH_SUMS && i < k->sum_count; i++) {
        const struct batch_sum *s = &k->sums[i];
        if (s->lanes == lanes && (s->term[0] == term || s->term[1] == term) &&
            find_batch_row(e, s->term[s->term[0] == term], &x) && find_batch_row(e, term, &y))
            return carry_of(e, x, y);
    }
    return NULL;
}

LLVMValueRef fold_batch_mask(struct emitter *e, LLVMOpcode op, LLVMValueRef mask, LLVMTypeRef to)
{
    LLVMValueRef all = splatted(mask);
    if (!all)
        return NULL;
    if (to == e->i32)
        return scalar_cast(e, LLVMSExt, all, to);
    return make_batch_row(e, (struct batch_row){.from = scalar_cast(e, op, all, e->i32)});
}

/* ---- 64 bits ---- */

/* Assumes that neither the row wraps nor its product, which begins with `from`. */
static bool assume_flat_product(struct emitter *e, const struct batch_row *x, LLVMValueRef by,
                                LLVMValueRef from)
{
    struct batch_limit unit = BATCH_SMALL;
    if (LLVMIsAConstantInt(by)) {
        uint64_t k = LLVMConstIntGetZExtValue(by);
        if (!k || k >= MOST_STEP || x->step * k >= MOST_STEP || x->plus * k >= MOST_PLUS)
            return false;
        unit.below /= (uint32_t)k;
    } else { /* all lanes of a row have the same */
        uint64_t up = x->up && LLVMIsAConstantInt(x->up) ? LLVMConstIntGetZExtValue(x->up) : 0;
        const struct batch_limit most = {0, up ? (uint32_t)(MOST_UNIT / up) : MOST_UNIT};
        if (x->step || x->unit || (x->up && !up) || up > MOST_UNIT || !batch_assume(e, by, most))
            return false;
    }
    return assume_parts(e, x, unit, BATCH_NEAR) && batch_assume(e, from, BATCH_NEAR);
}

/* x * y, of lanes below 2^32 */
static bool wide_product(struct emitter *e, LLVMValueRef a, LLVMValueRef b, LLVMValueRef out[2])
{
    struct batch_row x, y, product;
    out[0] = fold_batch_rows(e, LLVMMul, a, b);
    if (!out[0] || !find_batch_row(e, a, &x) || !find_batch_row(e, b, &y) ||
        !find_batch_row(e, out[0], &product))
        return false;
    if (is_batch_scalar(&x)) {
        struct batch_row r = x;
        x = y;
        y = r;
    }
    if (!is_batch_scalar(&y))
        return false;
    bool differs = !is_batch_scalar(&x); /* from lane to lane */
    LLVMValueRef by = first_of(e, &y), from = differs ? x.from : first_of(e, &x);
    if (differs && product.from != batch_scalar(e, LLVMMul, from, by))
        from = first_of(e, &x); /* so the product was settled */
    if (differs && (product.from != batch_scalar(e, LLVMMul, from, by) ||
                    !assume_flat_product(e, &x, by, product.from)))
        return false;
    from = batch_scalar(e, LLVMMul, scalar_cast(e, LLVMZExt, from, e->i64),
                        scalar_cast(e, LLVMZExt, by, e->i64));
    from = batch_scalar(e, LLVMLShr, from, const_i64(e, 32));
    out[1] = make_batch_row(e, (struct batch_row){.from = scalar_cast(e, LLVMTrunc, from, e->i32)});
    return true;
}

bool fold_batch_wide(struct emitter *e, LLVMOpcode op, const LLVMValueRef a[2],
                     const LLVMValueRef b[2], LLVMValueRef out[2])
{
    if (op == LLVMMul)
        return is_const_zero(a[1]) && is_const_zero(b[1]) && wide_product(e, a[0], b[0], out);
    LLVMValueRef high = op == LLVMAdd ? fold_batch_rows(e, LLVMAdd, a[1], b[1]) : NULL;
    out[0] = high ? fold_batch_rows(e, LLVMAdd, a[0], b[0]) : NULL;
    LLVMValueRef carry = out[0] ? fold_batch_carry(e, out[0], b[0]) : NULL;
    if (!carry)
        return false;
    carry = make_batch_row(e, (struct batch_row){.from = scalar_cast(e, LLVMZExt, carry, e->i32)});
    out[1] = fold_batch_rows(e, LLVMAdd, high, carry);
    return out[1] != NULL;
}

LLVMValueRef fold_batch_upper(struct emitter *e, LLVMValueRef hi, LLVMValueRef lo, unsigned left)
{
    struct batch_row x, y;
    if (!find_batch_row(e, hi, &y) || !is_batch_scalar(&y) || !find_batch_row(e, lo, &x) ||
        (LLVMIsConstant(hi) && LLVMIsConstant(lo)))
        return NULL;
    settle_if_great(e, &x);
    if ((uint64_t)x.plus << left >= MOST_PLUS)
        settle_batch_row(e, &x);
    const struct batch_limit unit = {0, left < 20 ? MOST_UNIT >> left : 1};
    LLVMValueRef from = batch_scalar(e, LLVMShl, x.from, const_i32(e, left));
    bool is_flat = is_batch_scalar(&x) ||
                   ((uint64_t)x.step << left < MOST_STEP && assume_parts(e, &x, unit, BATCH_NEAR) &&
                    batch_assume(e, from, BATCH_NEAR));
    if (!is_flat)
        return NULL;
    LLVMValueRef top = batch_scalar(e, LLVMLShr, x.from, const_i32(e, 32 - left));
    top =
        batch_scalar(e, LLVMOr, top, batch_scalar(e, LLVMShl, first_of(e, &y), const_i32(e, left)));
    return make_batch_row(e, (struct batch_row){.from = top});
}

/* ---- 32 bits ---- */

/* A row shifted right by so many bits, as the upper half of what is shifted left by the others: it
 * is assumed to be 0. NULL: there is no such row. */
static LLVMValueRef nothing_above(struct emitter *e, struct batch_row x, unsigned bits)
{
    struct batch_limit limit = {0, (UINT32_C(1) << bits) - 2 * MOST_REACH};
    settle_if_great(e, &x);
    return !is_batch_scalar(&x) && assume_flat(e, &x, limit) ? LLVMConstNull(e->v32i32) : NULL;
}

LLVMValueRef fold_batch_rows(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    struct batch_row x, y, r;
    if (LLVMTypeOf(a) != e->v32i32 || (LLVMIsConstant(a) && LLVMIsConstant(b)) ||
        !find_batch_row(e, a, &x) || !find_batch_row(e, b, &y))
        return NULL;
    if (op == LLVMAdd || op == LLVMSub) {
        LLVMValueRef sum = make_batch_row(e, sum_of_rows(e, op == LLVMSub, x, y));
        if (op == LLVMAdd)
            note_sum(e, sum, a, b);
        return sum;
    }
    bool is_of_24_bits = op == LLVMAnd && y.plus == (1 << 24) - 1 && is_constant(&y);
    if (is_of_24_bits && (x.plus || x.unit || !is_batch_scalar(&x)) && assume_24_bits(e, &x))
        return a;
    bool is_down = op == LLVMAShr || op == LLVMLShr;
    if (is_down && y.plus >= LEAST_BITS && y.plus < 32 && is_constant(&y)) {
        LLVMValueRef nothing = nothing_above(e, x, y.plus);
        if (nothing)
            return nothing;
    }
    if (op == LLVMMul && !x.step && !x.up && (!x.plus || y.step)) {
        r = x;
        x = y;
        y = r;
    }
    if (!by_parts(e, op, &x, &y))
        return rows_by_scalar(e, op, &x, &y);
    LLVMValueRef by = const_i32(e, y.plus);
    r = (struct batch_row){.from = batch_scalar(e, op, x.from, by),
                           .plus = part_by(op, x.plus, y.plus),
                           .step = part_by(op, x.step, y.plus),
                           .unit = x.unit ? batch_scalar(e, op, x.unit, by) : NULL,
                           .units = x.units,
                           .up = x.up ? batch_scalar(e, op, x.up, by) : NULL,
                           .is_ids = op == LLVMLShr};
    return make_batch_row(e, r);
}

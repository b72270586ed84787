/* batch_rows.c: see batch_rows.h. */
#include "jit/batch_rows.h"

#include "jit/build.h"
#include "jit/isa.h"

enum { HALF = 16 /* lanes, behind which `up` counts */ };

static bool is_one(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 1;
}

LLVMValueRef batch_scalar(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    struct batch_rows *k = e->rows;
    bool is_sum = op == LLVMAdd || op == LLVMOr || op == LLVMXor;
    if (op == LLVMMul ? is_one(b) : is_const_zero(b) && op != LLVMAnd)
        return a;
    if (op == LLVMMul ? is_one(a) : is_const_zero(a) && is_sum)
        return b;
    for (unsigned i = 0; i < MAX_BATCH_SCALARS && i < k->scalar_count; i++)
        if (k->scalars[i].op == op && k->scalars[i].a == a && k->scalars[i].b == b)
            return k->scalars[i].result;
    LLVMValueRef result = LLVMBuildBinOp(e->b, op, a, b, "");
    if (!LLVMIsConstant(result))
        k->scalars[k->scalar_count++ % MAX_BATCH_SCALARS] = (struct batch_scalar){op, a, b, result};
    return result;
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

/* By how much lane 16 is above lane 0. */
static LLVMValueRef up_of(struct emitter *e, const struct batch_row *r)
{
    return r->up ? r->up : const_i32(e, HALF * r->step);
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

LLVMValueRef make_batch_row(struct emitter *e, struct batch_row r)
{
    struct batch_rows *k = e->rows;
    LLVMValueRef each[32], ups[32];
    uint8_t upper[32]; /* of no lane and `up`: the first half of the one, the second of the other */
    if (r.up == const_i32(e, HALF * r.step))
        r.up = NULL;
    for (unsigned i = 0; i < MAX_BATCH_ROWS && i < k->count; i++)
        if (is_same(&k->rows[i], &r))
            return k->rows[i].lanes;
    for (unsigned i = 0; i < 32; i++) {
        each[i] = const_i32(e, r.plus + (r.up ? i % HALF : i) * r.step);
        ups[i] = r.up && i >= HALF ? r.up : const_i32(e, 0);
        upper[i] = (uint8_t)(i < HALF ? i : 32 + i);
    }
    LLVMValueRef up = LLVMConstNull(e->v32i32);
    if (r.up && LLVMIsConstant(r.up))
        up = LLVMConstVector(ups, 32);
    else if (r.up)
        up = shuffle(e, up, splat(e, r.up, e->v32i32), upper, 32);
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
    uint32_t v[32], up;
    if (!constant_lanes(lanes, v))
        return false;
    r->plus = v[0];
    r->step = v[1] - v[0];
    up = v[HALF] - v[0];
    r->up = up == HALF * r->step ? NULL : const_i32(e, up);
    for (unsigned i = 0; i < 32; i++)
        if (v[i] != r->plus + i % HALF * r->step + (i >= HALF ? up : 0))
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

/* Whether y is a constant, and x op y can be done to all parts of x, one by one. */
static bool by_parts(const struct emitter *e, LLVMOpcode op, const struct batch_row *x,
                     const struct batch_row *y)
{
    uint32_t k = y->plus, id_bits = e->region->isa->id_bits;
    if (y->step || y->up || !is_const_zero(y->from))
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
    if (op == LLVMMul && !x->unit) { /* ids in y by the length of a row */
        r.from = batch_scalar(e, op, x->from, by);
        r.units = x->plus;
        r.unit = x->plus ? by : NULL;
    } else {
        r.from = batch_scalar(e, op, first_of(e, x), by);
    }
    return make_batch_row(e, r);
}

/* x + y, or x - y */
static LLVMValueRef sum_of_rows(struct emitter *e, bool minus, struct batch_row x,
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
    return make_batch_row(e, r);
}

LLVMValueRef fold_batch_rows(struct emitter *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    struct batch_row x, y, r;
    if (LLVMTypeOf(a) != e->v32i32 || (LLVMIsConstant(a) && LLVMIsConstant(b)) ||
        !find_batch_row(e, a, &x) || !find_batch_row(e, b, &y))
        return NULL;
    if (op == LLVMAdd || op == LLVMSub)
        return sum_of_rows(e, op == LLVMSub, x, y);
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

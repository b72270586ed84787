/* emit_mem.c: loads and stores as IR.
 *
 * All 32 lanes of a pass active and following each other: that is tested and done in place.
 * Everything else is a call of a function of access.c. Accesses with one address register and
 * different offsets share the test of the lanes. Device memory: before an access that may
 * fault, the wave gets the op and the registers from which the engine works out whose fault it
 * was; an op with an access outside the window is the executor's. */
#include "isa/rdna3/exec/mem.h"
#include "jit/emit.h"

static unsigned vgpr_of(const struct emitter *e, unsigned n, unsigned half)
{
    return n * e->region->halves + half;
}

static LLVMValueRef lane0(struct emitter *e, LLVMValueRef v)
{
    return LLVMBuildExtractElement(e->b, v, const_i32(e, 0), "");
}

static LLVMValueRef const_lanes(struct emitter *e, unsigned step)
{
    LLVMValueRef v[32];
    for (unsigned i = 0; i < 32; i++)
        v[i] = const_i32(e, i * step);
    return LLVMConstVector(v, 32);
}

static LLVMValueRef load(struct emitter *e, LLVMTypeRef t, LLVMValueRef p, unsigned align)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, t, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

/* ---- where the lanes are ---- */

struct access {
    const struct rdna3_op *o;
    bool is_lds, is_store;
    unsigned bytes, dwords;    /* of one element */
    LLVMValueRef base;         /* GLOBAL: i64 */
    uint32_t offset;           /* LDS */
    bool has_row_address;      /* GLOBAL: what faults are worked out from; else `sources` */
    varset sources;            /* the registers that the addresses come from */
    LLVMBasicBlockRef outside; /* where it goes if it is not in the window, NULL: not made yet */
};

/* The test whether all lanes are active and elements follow each other, from lane 0 on. */
static const struct dense_test *test_dense(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                           LLVMValueRef exec, unsigned bytes)
{
    for (unsigned i = 0; i < e->dense_count; i++) {
        const struct dense_test *t = &e->dense[i];
        if (t->lo == lo && t->hi == hi && t->exec == exec && t->bytes == bytes)
            return t;
    }
    struct dense_test t = {.lo = lo, .hi = hi, .exec = exec, .bytes = bytes};
    LLVMValueRef first = lane0(e, lo);
    LLVMValueRef rel = LLVMBuildSub(e->b, lo, splat(e, first, e->v32i32), "");
    LLVMValueRef c = LLVMBuildICmp(e->b, LLVMIntEQ, rel, const_lanes(e, bytes), "");
    t.first = LLVMBuildZExt(e->b, first, e->i64, "");
    if (hi) {
        LLVMValueRef h = lane0(e, hi);
        LLVMValueRef same = LLVMBuildICmp(e->b, LLVMIntEQ, hi, splat(e, h, e->v32i32), "");
        c = LLVMBuildAnd(e->b, c, same, "");
        t.upper = LLVMBuildShl(e->b, LLVMBuildZExt(e->b, h, e->i64, ""), const_i64(e, 32), "");
    }
    LLVMValueRef bits = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, c, e->i32, ""), exec, "");
    t.holds = LLVMBuildICmp(e->b, LLVMIntEQ, bits, const_i32(e, UINT32_MAX), "");
    if (e->dense_count == MAX_DENSE_TESTS)
        e->dense_count = 0;
    e->dense[e->dense_count] = t;
    return &e->dense[e->dense_count++];
}

/* i1: one row of elements inside the window or LDS; *at: its host address. */
static LLVMValueRef row_test(struct emitter *e, const struct access *a, LLVMValueRef lo,
                             LLVMValueRef hi, LLVMValueRef exec, LLVMValueRef *at)
{
    const struct dense_test *t = test_dense(e, lo, hi, exec, a->bytes);
    uint64_t span = 32 * a->bytes;
    if (a->is_lds) {
        LLVMValueRef first = LLVMBuildAdd(e->b, t->first, const_i64(e, a->offset), "");
        first = LLVMBuildAnd(e->b, first, const_i64(e, UINT32_MAX), "");
        *at = LLVMBuildAdd(e->b, e->lds, first, "");
        LLVMValueRef end = LLVMBuildAdd(e->b, first, const_i64(e, span), "");
        LLVMValueRef fits =
            LLVMBuildICmp(e->b, LLVMIntULE, end, LLVMBuildZExt(e->b, e->lds_size, e->i64, ""), "");
        return LLVMBuildAnd(e->b, t->holds, fits, "");
    }
    *at = LLVMBuildAdd(e->b, a->base, t->first, "");
    if (t->upper)
        *at = LLVMBuildAdd(e->b, *at, t->upper, "");
    uint64_t size = e->machine->window_size;
    LLVMValueRef from = LLVMBuildSub(e->b, *at, window_base(e), "");
    LLVMValueRef fits =
        LLVMBuildICmp(e->b, LLVMIntULE, from, const_i64(e, size < span ? 0 : size - span), "");
    /* the 32-bit offsets do not wrap */
    LLVMValueRef rises =
        LLVMBuildICmp(e->b, LLVMIntULE, t->first, const_i64(e, UINT32_MAX - span), "");
    return LLVMBuildAnd(e->b, t->holds, LLVMBuildAnd(e->b, fits, rises, ""), "");
}

/* ---- one row ---- */

static LLVMTypeRef vector(LLVMTypeRef element, unsigned n) { return LLVMVectorType(element, n); }

static LLVMValueRef every_second(struct emitter *e, LLVMValueRef v, unsigned from)
{
    LLVMValueRef m[32];
    for (unsigned i = 0; i < 32; i++)
        m[i] = const_i32(e, 2 * i + from);
    return LLVMBuildShuffleVector(e->b, v, LLVMGetUndef(LLVMTypeOf(v)), LLVMConstVector(m, 32), "");
}

static void load_row(struct emitter *e, LLVMValueRef at, unsigned bytes, LLVMValueRef out[4])
{
    LLVMValueRef p = LLVMBuildIntToPtr(e->b, at, e->ptr, "");
    if (bytes < 4) {
        LLVMValueRef v = load(e, vector(bytes == 1 ? e->i8 : e->i16, 32), p, 1);
        out[0] = LLVMBuildZExt(e->b, v, e->v32i32, "");
    } else if (bytes == 4) {
        out[0] = load(e, e->v32i32, p, 1);
    } else {
        LLVMValueRef v = load(e, vector(e->i32, 64), p, 1);
        out[0] = every_second(e, v, 0);
        out[1] = every_second(e, v, 1);
    }
}

static void store_row(struct emitter *e, LLVMValueRef at, unsigned bytes, LLVMValueRef in[4])
{
    LLVMValueRef p = LLVMBuildIntToPtr(e->b, at, e->ptr, ""), v = in[0];
    if (bytes < 4) {
        v = LLVMBuildTrunc(e->b, v, vector(bytes == 1 ? e->i8 : e->i16, 32), "");
    } else if (bytes == 8) {
        LLVMValueRef m[64];
        for (unsigned i = 0; i < 64; i++)
            m[i] = const_i32(e, i / 2 + i % 2 * 32);
        v = LLVMBuildShuffleVector(e->b, in[0], in[1], LLVMConstVector(m, 64), "");
    }
    LLVMSetAlignment(LLVMBuildStore(e->b, v, p), 1);
}

/* Rows of wider elements are left to access.c: their shuffles cost much compile time. */
static bool has_row(const struct access *a) { return a->bytes <= 8; }

/* ---- one pass ---- */

/* Registers for reports of faults, where the address of a row does not do. */
static void store_sources(struct emitter *e, const struct access *a)
{
    if (!a->has_row_address)
        return;
    varset dirty = e->dirty;
    store_vars(e, &a->sources);
    e->dirty = dirty;
    set_row_address(e, const_i64(e, 0));
}

/* Calls the function of access.c; goes on in a new block if device memory was in bounds. */
static void call_access(struct emitter *e, struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                        LLVMValueRef exec, LLVMValueRef data[4], LLVMValueRef out[4])
{
    LLVMValueRef f = access_function(e, a->is_lds, a->is_store, a->bytes), args[12];
    unsigned n = 0;
    for (unsigned k = 0; a->is_store && k < a->dwords; k++)
        args[n++] = data[k];
    if (a->is_lds) {
        LLVMValueRef by = const_splat(e, e->v32i32, a->offset);
        args[n++] = a->offset ? LLVMBuildAdd(e->b, lo, by, "") : lo;
        args[n++] = exec;
        args[n++] = e->lds;
        args[n++] = e->lds_size;
    } else {
        args[n++] = lo;
        args[n++] = hi ? hi : LLVMConstNull(e->v32i32);
        args[n++] = a->base;
        args[n++] = exec;
        args[n++] = window_base(e);
        args[n++] = const_i64(e, e->machine->window_size);
    }
    LLVMValueRef r = LLVMBuildCall2(e->b, LLVMGlobalGetValueType(f), f, args, n, "");
    unsigned results = (a->is_store ? 0 : a->dwords) + !a->is_lds;
    for (unsigned k = 0; !a->is_store && k < a->dwords; k++)
        out[k] = results > 1 ? LLVMBuildExtractValue(e->b, r, k, "") : r;
    if (a->is_lds)
        return;
    LLVMValueRef ok = results > 1 ? LLVMBuildExtractValue(e->b, r, results - 1, "") : r;
    LLVMBasicBlockRef on = new_block(e, "done");
    if (!a->outside)
        a->outside = new_block(e, "outside");
    branch_likely(e, LLVMBuildICmp(e->b, LLVMIntNE, ok, const_i32(e, 0), ""), on, a->outside, 2000);
    LLVMPositionBuilderAtEnd(e->b, on);
}

/* old[k]: what inactive lanes keep; NULL: they get anything. */
static void load_pass(struct emitter *e, struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                      unsigned half, const LLVMValueRef *old, LLVMValueRef out[4])
{
    LLVMValueRef exec = get_var(e, VAR_S0 + SRC_EXEC_LO + half), row[4], called[4], at;
    if (!has_row(a)) {
        call_access(e, a, lo, hi, exec, NULL, out);
        for (unsigned k = 0; k < a->dwords; k++)
            if (old[k])
                out[k] = LLVMBuildSelect(e->b, exec_bools(e, half), out[k], old[k], "");
        return;
    }
    LLVMValueRef on = exec_bools(e, half);
    LLVMBasicBlockRef fast = new_block(e, "row"), slow = new_block(e, "any"),
                      join = new_block(e, "loaded");
    branch_likely(e, row_test(e, a, lo, hi, exec, &at), fast, slow, 8);
    LLVMPositionBuilderAtEnd(e->b, fast);
    if (a->has_row_address)
        set_row_address(e, at);
    load_row(e, at, a->bytes, row);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, slow);
    store_sources(e, a);
    call_access(e, a, lo, hi, exec, NULL, called);
    for (unsigned k = 0; k < a->dwords; k++)
        if (old[k]) /* a row has all lanes */
            called[k] = LLVMBuildSelect(e->b, on, called[k], old[k], "");
    slow = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned k = 0; k < a->dwords; k++) {
        out[k] = LLVMBuildPhi(e->b, e->v32i32, "");
        LLVMAddIncoming(out[k], &row[k], &fast, 1);
        LLVMAddIncoming(out[k], &called[k], &slow, 1);
    }
}

static void store_pass(struct emitter *e, struct access *a, LLVMValueRef lo, LLVMValueRef hi,
                       unsigned half, LLVMValueRef data[4])
{
    LLVMValueRef exec = get_var(e, VAR_S0 + SRC_EXEC_LO + half), at;
    if (!has_row(a)) {
        call_access(e, a, lo, hi, exec, data, NULL);
        return;
    }
    LLVMBasicBlockRef fast = new_block(e, "row"), slow = new_block(e, "any"),
                      join = new_block(e, "stored");
    branch_likely(e, row_test(e, a, lo, hi, exec, &at), fast, slow, 8);
    LLVMPositionBuilderAtEnd(e->b, fast);
    if (a->has_row_address)
        set_row_address(e, at);
    store_row(e, at, a->bytes, data);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, slow);
    store_sources(e, a);
    call_access(e, a, lo, hi, exec, data, NULL);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, join);
}

/* Both passes of a wave64: nothing is stored unless all lanes are in bounds, so what is not
 * two rows is the executor's. */
static void store_rows(struct emitter *e, struct access *a, const LLVMValueRef lo[2],
                       const LLVMValueRef hi[2], LLVMValueRef data[2][4])
{
    LLVMValueRef at[2], ok = NULL;
    for (unsigned h = 0; h < 2; h++) {
        LLVMValueRef exec = get_var(e, VAR_S0 + SRC_EXEC_LO + h);
        LLVMValueRef is_row = row_test(e, a, lo[h], hi[h], exec, &at[h]);
        ok = ok ? LLVMBuildAnd(e->b, ok, is_row, "") : is_row;
    }
    LLVMBasicBlockRef rows = new_block(e, "rows");
    a->outside = new_block(e, "outside");
    branch_likely(e, ok, rows, a->outside, 8);
    LLVMPositionBuilderAtEnd(e->b, rows);
    for (unsigned h = 0; h < 2; h++)
        store_row(e, at[h], a->bytes, data[h]);
}

/* ---- registers ---- */

/* The row's function between an element and a register. */
static LLVMValueRef convert(struct emitter *e, const struct rdna3_op *o, LLVMValueRef reg,
                            LLVMValueRef element)
{
    LLVMValueRef f = semantic_function(e, o->base.row), args[2] = {reg, element};
    unsigned n = LLVMCountParams(f);
    return LLVMBuildCall2(e->b, LLVMGlobalGetValueType(f), f, n == 1 ? args + 1 : args, n, "");
}

static void put_result(struct emitter *e, const struct rdna3_op *o, unsigned var, unsigned half,
                       LLVMValueRef value)
{
    if (!o->mem.copies)
        value = under_exec(e, var, half, convert(e, o, get_var(e, var), value));
    set_var(e, var, value);
}

/* The values of the registers of a result, NULL for those not kept. */
static const LLVMValueRef *get_old(struct emitter *e, const struct rdna3_op *o, unsigned from,
                                   unsigned half, unsigned dwords, LLVMValueRef old[4])
{
    for (unsigned k = 0; k < dwords; k++) {
        unsigned var = vgpr_of(e, from + k, half);
        old[k] = o->mem.copies && is_kept(e, var) ? get_var(e, var) : NULL;
    }
    return old;
}

static void get_data(struct emitter *e, const struct rdna3_op *o, unsigned from, unsigned half,
                     unsigned dwords, LLVMValueRef data[4])
{
    for (unsigned k = 0; k < dwords; k++)
        data[k] = get_var(e, vgpr_of(e, from + k, half));
    if (!o->mem.copies)
        data[0] = convert(e, o, NULL, data[0]);
}

static bool is_plain_access(const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    bool known = m->bytes == 1 || m->bytes == 2 || (m->bytes && m->bytes % 4 == 0);
    return known && m->bytes <= 16 && !m->addtid && !m->tolds && !m->no_exec &&
           m->kind != MEM_ATOMIC && !m->tfe && !m->formatted;
}

/* Ends an op whose block `outside` still has to be made: there the executor does all of it,
 * and `count` variables from `first` on have its results. */
static void join_outside(struct emitter *e, const struct rdna3_op *o, const struct effects *fx,
                         LLVMBasicBlockRef outside, LLVMValueRef before[], unsigned first,
                         unsigned count)
{
    LLVMBasicBlockRef inside = LLVMGetInsertBlock(e->b), join = new_block(e, "op_done");
    LLVMBuildBr(e->b, join);
    LLVMValueRef after[16 + 8], called[16 + 8];
    varset dirty = e->dirty;
    for (unsigned k = 0; k < count; k++) {
        after[k] = e->now[first + k];
        e->now[first + k] = before[k];
    }
    LLVMPositionBuilderAtEnd(e->b, outside);
    emit_call(e, o, fx);
    for (unsigned k = 0; k < count; k++)
        called[k] = get_var(e, first + k);
    LLVMBasicBlockRef end = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    e->dirty = dirty;
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned k = 0; k < count; k++) {
        e->now[first + k] = LLVMBuildPhi(e->b, LLVMTypeOf(after[k]), "");
        LLVMAddIncoming(e->now[first + k], &after[k], &inside, 1);
        LLVMAddIncoming(e->now[first + k], &called[k], &end, 1);
    }
}

/* ---- GLOBAL ---- */

bool emit_global(struct emitter *e, const struct rdna3_op *o, const struct effects *fx)
{
    const struct rdna3_mem *m = &o->mem;
    if (o->insn->format != FMT_GLOBAL || !is_plain_access(o) || !m->has_addr)
        return false;
    unsigned halves = e->region->halves;
    if (halves == 2 && m->kind == MEM_STORE && m->bytes > 8)
        return false;
    struct access a = {.o = o,
                       .is_store = m->kind == MEM_STORE,
                       .bytes = m->bytes,
                       .dwords = m->dwords,
                       .base = const_i64(e, (uint64_t)(int64_t)m->offset)};
    /* In wave64 a report names lanes of both passes. */
    a.has_row_address = halves == 1 && has_row(&a);
    varset sources = {{0}};
    LLVMValueRef lo[2], hi[2] = {NULL, NULL}, values[2][4];
    if (m->saddr != NO_SADDR) {
        a.base = LLVMBuildAdd(e->b, a.base, get_s64(e, m->saddr), "");
        var_add(&sources, VAR_S0 + m->saddr);
        var_add(&sources, VAR_S0 + m->saddr + 1u);
    }
    for (unsigned h = 0; h < halves; h++) {
        lo[h] = get_var(e, vgpr_of(e, m->addr, h));
        var_add(&sources, vgpr_of(e, m->addr, h));
        var_add(&sources, VAR_S0 + SRC_EXEC_LO + h);
        if (m->saddr == NO_SADDR) {
            hi[h] = get_var(e, vgpr_of(e, m->addr + 1u, h));
            var_add(&sources, vgpr_of(e, m->addr + 1u, h));
        }
        if (a.is_store)
            get_data(e, o, m->data, h, a.dwords, values[h]);
    }
    LLVMValueRef before[8], old[4];
    unsigned results = a.is_store ? 0 : a.dwords * halves;
    for (unsigned k = 0; k < results; k++) {
        unsigned var = vgpr_of(e, m->vdst, 0) + k;
        before[k] = !m->copies || is_kept(e, var) ? get_var(e, var) : NULL;
    }
    /* what later ops may use must be made before the first branch */
    for (unsigned h = 0; h < halves; h++) {
        exec_bools(e, h);
        if (has_row(&a))
            test_dense(e, lo[h], hi[h], get_var(e, VAR_S0 + SRC_EXEC_LO + h), a.bytes);
    }
    a.sources = sources;
    if (!a.has_row_address)
        store_vars(e, &sources);
    begin_access(e, o);
    if (a.is_store && halves == 2)
        store_rows(e, &a, lo, hi, values);
    for (unsigned h = 0; h < halves && !(a.is_store && halves == 2); h++) {
        if (a.is_store)
            store_pass(e, &a, lo[h], hi[h], h, values[h]);
        else
            load_pass(e, &a, lo[h], hi[h], h, get_old(e, o, m->vdst, h, a.dwords, old), values[h]);
    }
    for (unsigned h = 0; !a.is_store && h < halves; h++)
        for (unsigned k = 0; k < a.dwords; k++)
            put_result(e, o, vgpr_of(e, m->vdst + k, h), h, values[h][k]);
    if (a.outside)
        join_outside(e, o, fx, a.outside, before, vgpr_of(e, m->vdst, 0), results);
    return true;
}

/* ---- LDS ---- */

bool emit_lds(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    if (!is_plain_access(o) || (m->addr2 && !m->copies))
        return false;
    unsigned halves = e->region->halves, parts = m->addr2 ? 2 : 1;
    struct access a = {.o = o,
                       .is_lds = true,
                       .is_store = m->kind == MEM_STORE,
                       .bytes = m->bytes,
                       .dwords = m->dwords};
    LLVMValueRef values[2][2][4], old[4];
    for (unsigned h = 0; h < halves; h++) {
        LLVMValueRef at = get_var(e, vgpr_of(e, m->addr, h));
        for (unsigned i = 0; i < parts; i++) {
            a.offset = (uint32_t)(i ? m->offset1 : m->offset);
            if (a.is_store) {
                get_data(e, o, i ? m->data1 : m->data, h, a.dwords, values[h][i]);
                store_pass(e, &a, at, NULL, h, values[h][i]);
            } else {
                unsigned to = m->vdst + i * a.dwords;
                load_pass(e, &a, at, NULL, h, get_old(e, o, to, h, a.dwords, old), values[h][i]);
            }
        }
    }
    for (unsigned h = 0; !a.is_store && h < halves; h++)
        for (unsigned i = 0; i < parts * a.dwords; i++)
            put_result(e, o, vgpr_of(e, m->vdst + i, h), h, values[h][i / a.dwords][i % a.dwords]);
    return true;
}

/* ---- scalar loads ---- */

bool emit_smem(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    if (m->formatted || m->sdst >= SRC_TTMP0)
        return false;
    /* the two low bits of each part are ignored, 8.1.1 */
    LLVMValueRef aligned = const_i64(e, ~UINT64_C(3));
    LLVMValueRef at = LLVMBuildAdd(e->b, LLVMBuildAnd(e->b, get_s64(e, m->rsrc), aligned, ""),
                                   const_i64(e, (uint64_t)(int64_t)(m->offset & ~3)), "");
    varset sources = {{0}};
    var_add(&sources, VAR_S0 + m->rsrc);
    var_add(&sources, VAR_S0 + m->rsrc + 1u);
    if (m->saddr != SRC_NULL) {
        LLVMValueRef o32 = LLVMBuildZExt(e->b, get_var(e, VAR_S0 + m->saddr), e->i64, "");
        at = LLVMBuildAdd(e->b, at, LLVMBuildAnd(e->b, o32, aligned, ""), "");
        var_add(&sources, VAR_S0 + m->saddr);
    }
    store_vars(e, &sources);
    begin_access(e, o);
    LLVMValueRef from = LLVMBuildSub(e->b, at, window_base(e), "");
    LLVMValueRef fits =
        LLVMBuildICmp(e->b, LLVMIntULE, from, const_i64(e, e->machine->window_size - m->bytes), "");
    LLVMBasicBlockRef on = new_block(e, "smem"), outside = new_block(e, "outside");
    branch_likely(e, fits, on, outside, 2000);
    LLVMPositionBuilderAtEnd(e->b, outside);
    leave_before(e, o);
    LLVMPositionBuilderAtEnd(e->b, on);
    LLVMValueRef p = LLVMBuildIntToPtr(e->b, at, e->ptr, "");
    for (unsigned k = 0; k < m->dwords; k++) {
        LLVMValueRef i = const_i64(e, k);
        set_var(e, VAR_S0 + m->sdst + k,
                load(e, e->i32, LLVMBuildGEP2(e->b, e->i32, p, &i, 1, ""), 4));
    }
    return true;
}

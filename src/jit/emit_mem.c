/* emit_mem.c: loads and stores as IR.
 *
 * In place is done what is common: in each half-wave of 16 lanes the active lanes follow each
 * other (a row, as in work-groups of 16 x 16), inside the window or LDS. One branch decides;
 * everything else is the executor's, which knows all patterns, what is outside the window,
 * and faults. Accesses with one address register and different offsets share the test of
 * the lanes. Before a row is accessed, the wave gets op and addresses, from which
 * access_fault works out whose fault it was. */
#include "isa/rdna3/exec/mem.h"
#include "jit/emit.h"

static unsigned vgpr_of(const struct emitter *e, unsigned n, unsigned half)
{
    return n * e->region->halves + half;
}

static LLVMValueRef load(struct emitter *e, LLVMTypeRef t, LLVMValueRef p, unsigned align)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, t, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

static LLVMValueRef lane(struct emitter *e, LLVMValueRef v, unsigned n)
{
    return LLVMBuildExtractElement(e->b, v, const_i32(e, n), "");
}

/* Lane n of the result: lane index[n] of the lanes of a and b. */
static LLVMValueRef shuffle(struct emitter *e, LLVMValueRef a, LLVMValueRef b, const uint8_t *index,
                            unsigned n)
{
    LLVMValueRef m[64];
    for (unsigned i = 0; i < n; i++)
        m[i] = const_i32(e, index[i]);
    return LLVMBuildShuffleVector(e->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
                                  LLVMConstVector(m, n), "");
}

/* n lanes from, from + step, ... of a and b. */
static LLVMValueRef pick(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned from,
                         unsigned step, unsigned n)
{
    uint8_t index[64];
    for (unsigned i = 0; i < n; i++)
        index[i] = (uint8_t)(from + i * step);
    return shuffle(e, a, b, index, n);
}

static LLVMValueRef umax(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    unsigned id = LLVMLookupIntrinsicID("llvm.umax", 9);
    LLVMValueRef args[2] = {a, b}, f = LLVMGetIntrinsicDeclaration(e->module, id, &t, 1);
    return LLVMBuildCall2(e->b, LLVMGlobalGetValueType(f), f, args, 2, "");
}

/* ---- rows ---- */

enum {
    ROW = 16,
    PREFETCH_AHEAD = 2048, /* bytes: measured on saxpy, 12.6 ms without, 9.4 with 2048 to 8192 */
};

/* Elements of one op that follow each other in a lane. */
struct access {
    bool is_lds, is_store;
    unsigned bytes, dwords; /* of one element */
    LLVMValueRef base;      /* GLOBAL: i64, relative to the window */
    uint32_t offset;        /* LDS */
};

/* Whether rows can be accessed where not all lanes are active. */
static bool has_masks(const struct emitter *e, unsigned bytes)
{
    return bytes >= 4 ? e->masks != MASKS_NONE : e->masks == MASKS_ALL;
}

/* Rows of wider elements are left to the executors: their shuffles cost much compile time. */
static bool has_row(const struct access *a) { return a->bytes <= 8; }

static LLVMValueRef zext64(struct emitter *e, LLVMValueRef v)
{
    return LLVMBuildZExt(e->b, v, e->i64, "");
}

/* The test whether in each half the active lanes' elements follow each other. */
static const struct row_test *test_rows(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi,
                                        unsigned half, unsigned step, bool masks)
{
    LLVMValueRef exec = get_var(e, VAR_S0 + SRC_EXEC_LO + half);
    for (unsigned i = 0; i < e->row_count; i++) {
        const struct row_test *t = &e->rows[i];
        if (t->lo == lo && t->hi == hi && t->exec == exec && t->step == step && t->masks == masks)
            return t;
    }
    struct row_test t = {.lo = lo, .hi = hi, .exec = exec, .step = step, .masks = masks};
    uint8_t firsts[32];
    LLVMValueRef steps[32];
    for (unsigned i = 0; i < 32; i++) {
        firsts[i] = i & ROW;
        steps[i] = const_i32(e, i % ROW * step);
    }
    LLVMValueRef rel = LLVMBuildSub(e->b, lo, shuffle(e, lo, NULL, firsts, 32), "");
    LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntNE, rel, LLVMConstVector(steps, 32), "");
    for (unsigned k = 0; k < 2; k++)
        t.first[k] = lane(e, lo, ROW * k);
    if (hi) {
        LLVMValueRef other = LLVMBuildICmp(e->b, LLVMIntNE, hi, pick(e, hi, NULL, 0, 0, 32), "");
        bad = LLVMBuildOr(e->b, bad, other, "");
        t.upper = LLVMBuildShl(e->b, zext64(e, lane(e, hi, 0)), const_i64(e, 32), "");
    }
    bad = LLVMBuildBitCast(e->b, bad, e->i32, "");
    if (masks)
        bad = LLVMBuildAnd(e->b, bad, exec, "");
    else
        bad = LLVMBuildOr(e->b, bad, LLVMBuildNot(e->b, exec, ""), "");
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

/* i1: where a row may begin that ends before device memory does. */
static LLVMValueRef fits_window(struct emitter *e, const LLVMValueRef at[2], uint64_t span)
{
    uint64_t size = e->machine->window_size;
    return LLVMBuildICmp(e->b, LLVMIntULE, umax(e, at[0], at[1]),
                         const_i64(e, size < span ? 0 : size - span), "");
}

/* find_rows of an address of which is known what it is made of: if its root rises by the lane
 * and does not wrap, so does the address. */
static LLVMValueRef find_address_rows(struct emitter *e, const struct access *a,
                                      const struct address *address, unsigned half,
                                      LLVMValueRef at[2])
{
    unsigned step = a->bytes >> address->shift;
    const struct row_test *t =
        test_rows(e, address->root, NULL, half, step, has_masks(e, a->bytes));
    LLVMValueRef base = a->base, from[2];
    if (address->plus)
        base = LLVMBuildAdd(e->b, base, address->plus, "");
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef first = t->first[k];
        if (address->by)
            first = LLVMBuildAdd(e->b, first, address->by, "");
        from[k] = first;
        /* signed order is unsigned order of values with the other sign */
        if (address->is_signed)
            from[k] = LLVMBuildXor(e->b, first, const_i32(e, 0x80000000), "");
        at[k] = LLVMBuildShl(e->b, extend(e, first, address->is_signed),
                             const_i64(e, address->shift), "");
        at[k] = LLVMBuildAdd(e->b, at[k], base, "");
    }
    LLVMValueRef rises = LLVMBuildICmp(e->b, LLVMIntULE, umax(e, from[0], from[1]),
                                       const_i32(e, UINT32_MAX - ROW * step), "");
    LLVMValueRef fits = fits_window(e, at, ROW * a->bytes);
    return LLVMBuildAnd(e->b, t->holds, LLVMBuildAnd(e->b, fits, rises, ""), "");
}

/* i1: both halves are rows inside the window or LDS; at[]: where (i64 into either). */
static LLVMValueRef find_rows(struct emitter *e, const struct access *a, LLVMValueRef lo,
                              LLVMValueRef hi, unsigned half, LLVMValueRef at[2])
{
    struct address address;
    if (hi && find_address(e, lo, hi, &address) && address.root &&
        a->bytes >> address.shift << address.shift == a->bytes)
        return find_address_rows(e, a, &address, half, at);
    const struct row_test *t = test_rows(e, lo, hi, half, a->bytes, has_masks(e, a->bytes));
    uint64_t span = ROW * a->bytes;
    LLVMValueRef last, fits;
    if (a->is_lds) { /* offsets that wrap end behind LDS */
        LLVMValueRef first[2];
        for (unsigned k = 0; k < 2; k++) {
            first[k] = LLVMBuildAdd(e->b, t->first[k], const_i32(e, a->offset), "");
            at[k] = zext64(e, first[k]);
        }
        last = zext64(e, umax(e, first[0], first[1]));
        last = LLVMBuildAdd(e->b, last, const_i64(e, span), "");
        fits = LLVMBuildICmp(e->b, LLVMIntULE, last, zext64(e, e->lds_size), "");
        return LLVMBuildAnd(e->b, t->holds, fits, "");
    }
    LLVMValueRef base = t->upper ? LLVMBuildAdd(e->b, a->base, t->upper, "") : a->base;
    for (unsigned k = 0; k < 2; k++)
        at[k] = LLVMBuildAdd(e->b, base, zext64(e, t->first[k]), "");
    fits = fits_window(e, at, span);
    /* the 32-bit offsets do not wrap */
    LLVMValueRef rises = LLVMBuildICmp(e->b, LLVMIntULE, umax(e, t->first[0], t->first[1]),
                                       const_i32(e, (uint32_t)(UINT32_MAX - span)), "");
    return LLVMBuildAnd(e->b, t->holds, LLVMBuildAnd(e->b, fits, rises, ""), "");
}

static LLVMTypeRef row_type(const struct emitter *e, unsigned bytes)
{
    LLVMTypeRef t = bytes == 1 ? e->i8 : bytes == 2 ? e->i16 : bytes == 4 ? e->i32 : e->i64;
    return LLVMVectorType(t, ROW);
}

/* Calls llvm.masked.load or store; `value`: what inactive lanes get, or what is stored. */
static LLVMValueRef call_masked(struct emitter *e, bool is_store, LLVMValueRef p, LLVMValueRef mask,
                                LLVMValueRef value)
{
    LLVMTypeRef types[2] = {LLVMTypeOf(value), e->ptr};
    unsigned id = is_store ? LLVMLookupIntrinsicID("llvm.masked.store", 17)
                           : LLVMLookupIntrinsicID("llvm.masked.load", 16);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, id, types, 2), args[4];
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = 0, count = LLVMCountParamTypes(type);
    if (is_store)
        args[n++] = value;
    args[n++] = p;
    if (count == 4) /* before LLVM 22 */
        args[n++] = const_i32(e, 1);
    args[n++] = mask;
    if (!is_store)
        args[n++] = value;
    LLVMValueRef r = LLVMBuildCall2(e->b, type, f, args, n, "");
    if (count == 3)
        LLVMSetInstrParamAlignment(r, is_store ? 2 : 1, 1);
    return r;
}

/* EXEC of half-wave k of a pass as <16 x i1>. */
static LLVMValueRef row_mask(struct emitter *e, unsigned half, unsigned k)
{
    return pick(e, exec_bools(e, half), NULL, ROW * k, 1, ROW);
}

static LLVMValueRef row_pointer(struct emitter *e, const struct access *a, LLVMValueRef at)
{
    LLVMValueRef from =
        a->is_lds ? LLVMBuildIntToPtr(e->b, e->lds, e->ptr, "") : symbol_address(e, "shoal_window");
    return LLVMBuildGEP2(e->b, e->i8, from, &at, 1, "");
}

/* The next wave often goes on behind this one's rows. In loops, nobody knows. */
static void prefetch_rows(struct emitter *e, const struct access *a, const LLVMValueRef at[2])
{
    if (a->is_lds || e->block->is_in_loop)
        return;
    unsigned id = LLVMLookupIntrinsicID("llvm.prefetch", 13);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, id, &e->ptr, 1);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef ahead = LLVMBuildAdd(e->b, at[k], const_i64(e, PREFETCH_AHEAD), "");
        LLVMValueRef args[4] = {row_pointer(e, a, ahead), const_i32(e, 0), const_i32(e, 3),
                                const_i32(e, 1)};
        LLVMBuildCall2(e->b, LLVMGlobalGetValueType(f), f, args, 4, "");
    }
}

/* old[i]: what inactive lanes get; NULL: anything. */
static void load_rows(struct emitter *e, const struct access *a, const LLVMValueRef at[2],
                      unsigned half, const LLVMValueRef old[2], LLVMValueRef out[2])
{
    LLVMTypeRef t = row_type(e, a->bytes);
    LLVMValueRef v[2];
    prefetch_rows(e, a, at);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef p = row_pointer(e, a, at[k]), none = LLVMGetPoison(t);
        if (a->bytes == 4 && old[0])
            none = pick(e, old[0], NULL, ROW * k, 1, ROW);
        v[k] = has_masks(e, a->bytes) ? call_masked(e, false, p, row_mask(e, half, k), none)
                                      : load(e, t, p, 1);
        if (a->bytes == 8)
            v[k] = LLVMBuildBitCast(e->b, v[k], e->v32i32, "");
    }
    if (a->bytes == 8) {
        out[0] = pick(e, v[0], v[1], 0, 2, 32);
        out[1] = pick(e, v[0], v[1], 1, 2, 32);
    } else {
        out[0] = pick(e, v[0], v[1], 0, 1, 32);
        if (a->bytes < 4)
            out[0] = LLVMBuildZExt(e->b, out[0], e->v32i32, "");
    }
    for (unsigned i = 0; i < a->dwords; i++)
        if (old[i] && a->bytes != 4)
            out[i] = LLVMBuildSelect(e->b, exec_bools(e, half), out[i], old[i], "");
}

static void store_rows(struct emitter *e, const struct access *a, const LLVMValueRef at[2],
                       unsigned half, const LLVMValueRef in[2])
{
    LLVMValueRef v = in[0];
    if (a->bytes < 4)
        v = LLVMBuildTrunc(e->b, v, LLVMVectorType(a->bytes == 1 ? e->i8 : e->i16, 32), "");
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef part, p = row_pointer(e, a, at[k]);
        if (a->bytes == 8) {
            uint8_t index[32];
            for (unsigned i = 0; i < 32; i++)
                index[i] = (uint8_t)(i / 2 + i % 2 * 32 + ROW * k);
            part = shuffle(e, in[0], in[1], index, 32);
            part = LLVMBuildBitCast(e->b, part, row_type(e, 8), "");
        } else {
            part = pick(e, v, NULL, ROW * k, 1, ROW);
        }
        if (has_masks(e, a->bytes))
            call_masked(e, true, p, row_mask(e, half, k), part);
        else
            LLVMSetAlignment(LLVMBuildStore(e->b, part, p), 1);
    }
}

/* Tells access_fault which op accesses device memory. */
static void say_slot(struct emitter *e)
{
    LLVMBuildStore(e->b, const_i32(e, e->at->slot + 1),
                   wave_field(e, offsetof(struct rdna3_wave, row_slot)));
}

/* The same, and where the rows are. */
static void say_rows(struct emitter *e, LLVMValueRef at[2][2])
{
    say_slot(e);
    for (unsigned i = 0; i < 2 * e->region->halves; i++)
        LLVMBuildStore(e->b, at[i / 2][i % 2],
                       wave_field(e, offsetof(struct rdna3_wave, rows) + 8 * i));
}

/* ---- registers ---- */

/* The row's function between an element and a register. */
static LLVMValueRef convert(struct emitter *e, const struct rdna3_op *o, LLVMValueRef reg,
                            LLVMValueRef element)
{
    LLVMValueRef args[2] = {reg, element}, result;
    emit_semantics(e, o->base.row, reg ? args : args + 1, &result);
    return result;
}

static bool is_plain_access(const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    bool known = m->bytes == 1 || m->bytes == 2 || (m->bytes && m->bytes % 4 == 0);
    return known && !m->addtid && !m->tolds && !m->no_exec && m->kind != MEM_ATOMIC && !m->tfe &&
           !m->formatted;
}

/* One op: an element per lane, or two. */
struct plan {
    const struct rdna3_op *o;
    struct access a[2];
    unsigned parts;
    uint8_t data[2][2];        /* VGPR of dword i of element k */
    LLVMValueRef lo[2], hi[2]; /* addresses by pass */
};

/* Variable of dword i of element k of a load. */
static unsigned result_var(const struct emitter *e, const struct plan *p, unsigned k, unsigned i,
                           unsigned half)
{
    return vgpr_of(e, p->o->mem.vdst + k * p->a[0].dwords + i, half);
}

static void load_pass(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                      const LLVMValueRef at[2])
{
    LLVMValueRef old[2] = {NULL, NULL}, value[2];
    bool copies = p->o->mem.copies;
    for (unsigned i = 0; i < p->a[k].dwords; i++) {
        unsigned var = result_var(e, p, k, i, half);
        old[i] = copies && is_kept(e, var) ? get_var(e, var) : NULL;
    }
    load_rows(e, &p->a[k], at, half, old, value);
    for (unsigned i = 0; i < p->a[k].dwords; i++) {
        unsigned var = result_var(e, p, k, i, half);
        if (!copies)
            value[i] = under_exec(e, var, half, convert(e, p->o, get_var(e, var), value[i]));
        set_var(e, var, value[i]);
    }
}

static void store_pass(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                       const LLVMValueRef at[2])
{
    LLVMValueRef value[2];
    for (unsigned i = 0; i < p->a[k].dwords; i++)
        value[i] = get_var(e, vgpr_of(e, p->data[k][i], half));
    if (!p->o->mem.copies)
        value[0] = convert(e, p->o, NULL, value[0]);
    store_rows(e, &p->a[k], at, half, value);
}

/* The blocks of an op: rows, or the executor; and the results of both. */
static void emit_rows(struct emitter *e, const struct plan *p, const struct effects *fx)
{
    unsigned halves = e->region->halves;
    bool is_store = p->a[0].is_store, is_lds = p->a[0].is_lds;
    LLVMValueRef at[2][2][2], ok = NULL;
    /* what later ops may use must be made before the branch */
    for (unsigned k = 0; k < p->parts; k++)
        for (unsigned h = 0; h < halves; h++) {
            LLVMValueRef fits = find_rows(e, &p->a[k], p->lo[h], p->hi[h], h, at[k][h]);
            ok = ok ? LLVMBuildAnd(e->b, ok, fits, "") : fits;
            exec_bools(e, h);
            for (unsigned i = 0; i < p->a[k].dwords; i++) {
                unsigned var = is_store ? vgpr_of(e, p->data[k][i], h) : result_var(e, p, k, i, h);
                if (is_store || !p->o->mem.copies || is_kept(e, var))
                    get_var(e, var);
            }
        }
    if (!is_lds) { /* access_fault looks at EXEC */
        varset exec = {{0}};
        for (unsigned h = 0; h < halves; h++)
            var_add(&exec, VAR_S0 + SRC_EXEC_LO + h);
        store_vars(e, &exec);
    }
    LLVMBasicBlockRef rows = new_block(e, "rows"), any = new_block(e, "any"),
                      join = new_block(e, "op_done");
    branch_likely(e, ok, rows, any, 16);
    LLVMPositionBuilderAtEnd(e->b, any);
    unsigned first = vgpr_of(e, p->o->mem.vdst, 0);
    unsigned count = is_store ? 0 : p->parts * p->a[0].dwords * halves;
    LLVMValueRef before[8], called[8];
    varset dirty = e->dirty;
    for (unsigned i = 0; i < count; i++)
        before[i] = e->now[first + i];
    emit_call(e, p->o, fx);
    for (unsigned i = 0; i < count; i++) {
        called[i] = get_var(e, first + i);
        e->now[first + i] = before[i];
    }
    e->dirty = dirty;
    LLVMBasicBlockRef any_end = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, rows);
    if (!is_lds)
        say_rows(e, at[0]);
    /* all addresses and operands are read before a result is written */
    for (unsigned h = 0; h < halves; h++)
        for (unsigned k = 0; k < p->parts; k++)
            (is_store ? store_pass : load_pass)(e, p, k, h, at[k][h]);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef phi = LLVMBuildPhi(e->b, e->v32i32, "");
        LLVMAddIncoming(phi, &e->now[first + i], &rows, 1);
        LLVMAddIncoming(phi, &called[i], &any_end, 1);
        e->now[first + i] = phi;
    }
}

/* ---- GLOBAL ---- */

bool emit_global(struct emitter *e, const struct rdna3_op *o, const struct effects *fx)
{
    const struct rdna3_mem *m = &o->mem;
    if (o->insn->format != FMT_GLOBAL || !is_plain_access(o) || !m->has_addr)
        return false;
    struct plan p = {.o = o, .parts = 1};
    struct access *a = &p.a[0];
    *a = (struct access){.is_store = m->kind == MEM_STORE, .bytes = m->bytes, .dwords = m->dwords};
    if (!has_row(a))
        return false;
    a->base = LLVMBuildSub(e->b, const_i64(e, (uint64_t)(int64_t)m->offset), window_base(e), "");
    if (m->saddr != NO_SADDR)
        a->base = LLVMBuildAdd(e->b, a->base, get_s64(e, m->saddr), "");
    for (unsigned h = 0; h < e->region->halves; h++) {
        p.lo[h] = get_var(e, vgpr_of(e, m->addr, h));
        if (m->saddr == NO_SADDR)
            p.hi[h] = get_var(e, vgpr_of(e, m->addr + 1u, h));
    }
    for (unsigned i = 0; i < m->dwords; i++)
        p.data[0][i] = (uint8_t)(m->data + i);
    emit_rows(e, &p, fx);
    return true;
}

/* ---- LDS ---- */

bool emit_lds(struct emitter *e, const struct rdna3_op *o, const struct effects *fx)
{
    const struct rdna3_mem *m = &o->mem;
    if (!is_plain_access(o) || (m->addr2 && !m->copies))
        return false;
    struct plan p = {.o = o, .parts = m->addr2 ? 2 : 1};
    for (unsigned k = 0; k < p.parts; k++) {
        p.a[k] = (struct access){.is_lds = true,
                                 .is_store = m->kind == MEM_STORE,
                                 .bytes = m->bytes,
                                 .dwords = m->dwords,
                                 .offset = (uint32_t)(k ? m->offset1 : m->offset)};
        for (unsigned i = 0; i < m->dwords && i < 2; i++)
            p.data[k][i] = (uint8_t)((k ? m->data1 : m->data) + i);
    }
    if (m->addr2 && m->bytes == 4 && m->offset1 == m->offset + 4) { /* as one element */
        p.parts = 1;
        p.a[0].bytes = 8;
        p.a[0].dwords = 2;
        p.data[0][1] = p.data[1][0];
    }
    if (!has_row(&p.a[0]))
        return false;
    for (unsigned h = 0; h < e->region->halves; h++)
        p.lo[h] = get_var(e, vgpr_of(e, m->addr, h));
    emit_rows(e, &p, fx);
    return true;
}

/* ---- scalar loads ---- */

enum { SCALAR_REACH = 4096 };

/* Tests that [at, at + bytes), relative to the window, is inside; else `o` is the interpreter's. */
static void check_scalar(struct emitter *e, const struct rdna3_op *o, LLVMValueRef at,
                         unsigned bytes)
{
    LLVMValueRef fits =
        LLVMBuildICmp(e->b, LLVMIntULE, at, const_i64(e, e->machine->window_size - bytes), "");
    LLVMBasicBlockRef on = new_block(e, "smem"), outside = new_block(e, "outside");
    branch_likely(e, fits, on, outside, 2000);
    LLVMPositionBuilderAtEnd(e->b, outside);
    leave_before(e, o);
    LLVMPositionBuilderAtEnd(e->b, on);
}

/* SGPRs n, n + 1 as an address relative to the window, without the two low bits. */
static LLVMValueRef scalar_address(struct emitter *e, unsigned n)
{
    LLVMValueRef at = LLVMBuildAnd(e->b, get_s64(e, n), const_i64(e, ~UINT64_C(3)), ""); /* 8.1.1 */
    return LLVMBuildSub(e->b, at, window_base(e), "");
}

/* The same, with all that offsets in [0, SCALAR_REACH) lead to inside the window. */
static LLVMValueRef scalar_base(struct emitter *e, const struct rdna3_op *o)
{
    unsigned n = o->mem.rsrc;
    LLVMValueRef lo = get_var(e, VAR_S0 + n), hi = get_var(e, VAR_S0 + n + 1u);
    for (unsigned i = 0; i < e->scalar_count; i++)
        if (e->scalars[i].lo == lo && e->scalars[i].hi == hi)
            return e->scalars[i].from;
    struct scalar_base b = {lo, hi, scalar_address(e, n)};
    check_scalar(e, o, b.from, SCALAR_REACH);
    if (e->scalar_count == MAX_SCALAR_BASES)
        e->scalar_count = 0;
    e->scalars[e->scalar_count++] = b;
    return b.from;
}

bool emit_smem(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    if (m->formatted || m->sdst >= SRC_TTMP0 || e->machine->window_size < SCALAR_REACH)
        return false;
    LLVMValueRef at, offset = const_i64(e, (uint64_t)(int64_t)(m->offset & ~3));
    if (m->saddr == SRC_NULL && m->offset >= 0 && m->offset + m->bytes <= SCALAR_REACH) {
        at = LLVMBuildAdd(e->b, scalar_base(e, o), offset, "");
    } else {
        at = LLVMBuildAdd(e->b, scalar_address(e, m->rsrc), offset, "");
        LLVMValueRef more = zext64(e, get_var(e, VAR_S0 + m->saddr));
        more = LLVMBuildAnd(e->b, more, const_i64(e, ~UINT64_C(3)), "");
        at = LLVMBuildAdd(e->b, at, more, "");
        check_scalar(e, o, at, m->bytes);
    }
    say_slot(e);
    LLVMBuildStore(e->b, at, wave_field(e, offsetof(struct rdna3_wave, rows)));
    LLVMValueRef p = LLVMBuildGEP2(e->b, e->i8, symbol_address(e, "shoal_window"), &at, 1, "");
    for (unsigned k = 0; k < m->dwords; k++) {
        LLVMValueRef i = const_i64(e, k);
        set_var(e, VAR_S0 + m->sdst + k,
                load(e, e->i32, LLVMBuildGEP2(e->b, e->i32, p, &i, 1, ""), 4));
    }
    return true;
}

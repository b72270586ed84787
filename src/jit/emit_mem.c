/* emit_mem.c: the common patterns of loads and stores as IR; everything else is a call of
 * the interpreter's memory layer (exec/flat.c, lds.c, smem.c), as the slow path of these.
 *
 * GLOBAL: all lanes active; the addresses of 32 lanes follow each other, or those of each
 * half-wave of 16 lanes follow each other or are the same. LDS: likewise. */
#include "isa/rdna3/exec/mem.h"
#include "jit/emit.h"

static LLVMValueRef iota(const struct emitter *e, unsigned n, unsigned step)
{
    LLVMValueRef v[32];
    for (unsigned i = 0; i < n; i++)
        v[i] = const_i32(e, i * step);
    return LLVMConstVector(v, n);
}

static LLVMValueRef part(struct emitter *e, LLVMValueRef v, unsigned first)
{
    LLVMValueRef m[16];
    for (unsigned i = 0; i < 16; i++)
        m[i] = const_i32(e, first + i);
    return LLVMBuildShuffleVector(e->b, v, LLVMGetUndef(LLVMTypeOf(v)), LLVMConstVector(m, 16), "");
}

static LLVMValueRef concat(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi)
{
    LLVMValueRef m[32];
    for (unsigned i = 0; i < 32; i++)
        m[i] = const_i32(e, i);
    return LLVMBuildShuffleVector(e->b, lo, hi, LLVMConstVector(m, 32), "");
}

static LLVMValueRef lane0(struct emitter *e, LLVMValueRef v)
{
    return LLVMBuildExtractElement(e->b, v, const_i32(e, 0), "");
}

static LLVMValueRef all_equal(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned n)
{
    LLVMValueRef c = LLVMBuildICmp(e->b, LLVMIntEQ, a, b, "");
    LLVMTypeRef t = LLVMIntTypeInContext(e->c, n);
    return LLVMBuildICmp(e->b, LLVMIntEQ, LLVMBuildBitCast(e->b, c, t, ""), LLVMConstAllOnes(t),
                         "");
}

static LLVMValueRef splat_n(struct emitter *e, LLVMValueRef s, unsigned n)
{
    LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(s), n);
    LLVMValueRef v = LLVMBuildInsertElement(e->b, LLVMGetUndef(t), s, const_i32(e, 0), "");
    return LLVMBuildShuffleVector(e->b, v, LLVMGetUndef(t),
                                  LLVMConstNull(LLVMVectorType(e->i32, n)), "");
}

/* at + [0, bytes) is inside [base, base + size). Integers of one type. */
static LLVMValueRef inside(struct emitter *e, LLVMValueRef at, LLVMValueRef base, LLVMValueRef size,
                           unsigned bytes)
{
    LLVMTypeRef t = LLVMTypeOf(at);
    LLVMValueRef room = LLVMBuildSub(e->b, size, LLVMConstInt(t, bytes, 0), "");
    LLVMValueRef off = base ? LLVMBuildSub(e->b, at, base, "") : at;
    LLVMValueRef fits = LLVMBuildICmp(e->b, LLVMIntULE, off, room, "");
    /* size < bytes would wrap */
    LLVMValueRef enough = LLVMBuildICmp(e->b, LLVMIntUGE, size, LLVMConstInt(t, bytes, 0), "");
    return LLVMBuildAnd(e->b, fits, enough, "");
}

static LLVMValueRef pointer(struct emitter *e, LLVMValueRef address)
{
    return LLVMBuildIntToPtr(e->b, address, e->ptr, "");
}

static LLVMValueRef load(struct emitter *e, LLVMTypeRef t, LLVMValueRef p, unsigned align)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, t, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

static void store(struct emitter *e, LLVMValueRef v, LLVMValueRef p, unsigned align)
{
    LLVMSetAlignment(LLVMBuildStore(e->b, v, p), align);
}

/* ---- where things are ---- */

/* Addresses of one pass: base (i64 or i32) plus a 32-bit offset per lane. */
struct places {
    LLVMValueRef base;    /* scalar, of the type of `index` */
    LLVMValueRef offsets; /* <32 x i32>; NULL: all lanes at base */
    LLVMValueRef wide_ok; /* i1 or NULL: further condition for the patterns */
};

/* A fast path under construction. */
struct path {
    LLVMBasicBlockRef slow, join;
    LLVMValueRef value[4]; /* loads: the phis of the results */
    unsigned dwords;
};

static void branch_if(struct emitter *e, LLVMValueRef c, LLVMBasicBlockRef otherwise,
                      const char *name)
{
    LLVMBasicBlockRef next = new_block(e, name);
    LLVMBuildCondBr(e->b, c, next, otherwise);
    LLVMPositionBuilderAtEnd(e->b, next);
}

/* Says to the engine that memory of the device is being accessed by this op. */
static void access_begin_ir(struct emitter *e, const struct rdna3_op *o)
{
    LLVMBuildStore(e->b, op_pointer(e, o), wave_field(e, offsetof(struct wave, next)));
    LLVMSetVolatile(LLVMBuildStore(e->b, LLVMConstInt(e->i8, 1, 0),
                                   wave_field(e, offsetof(struct wave, faulting_access))),
                    1);
}

static void access_end_ir(struct emitter *e)
{
    LLVMSetVolatile(LLVMBuildStore(e->b, LLVMConstInt(e->i8, 0, 0),
                                   wave_field(e, offsetof(struct wave, faulting_access))),
                    1);
}

/* n lanes of `dwords` dwords each, contiguous at p: dword k of the lanes. */
static void load_dense(struct emitter *e, LLVMValueRef p, unsigned n, unsigned dwords,
                       LLVMValueRef out[4])
{
    LLVMValueRef all = load(e, LLVMVectorType(e->i32, n * dwords), p, 4);
    for (unsigned k = 0; k < dwords; k++) {
        LLVMValueRef m[32];
        for (unsigned i = 0; i < n; i++)
            m[i] = const_i32(e, i * dwords + k);
        out[k] = dwords == 1 ? all
                             : LLVMBuildShuffleVector(e->b, all, LLVMGetUndef(LLVMTypeOf(all)),
                                                      LLVMConstVector(m, n), "");
    }
}

static void store_dense(struct emitter *e, LLVMValueRef p, unsigned n, unsigned dwords,
                        LLVMValueRef in[4])
{
    if (dwords == 1) {
        store(e, in[0], p, 4);
        return;
    }
    if (dwords == 3) { /* two shuffles of unequal widths: element by element of 3 is rarer */
        dwords = 4;
        in[3] = LLVMGetUndef(LLVMTypeOf(in[0]));
    }
    LLVMValueRef m[128], pair[2];
    for (unsigned k = 0; k < dwords / 2; k++) {
        for (unsigned i = 0; i < n; i++) {
            m[2 * i] = const_i32(e, i);
            m[2 * i + 1] = const_i32(e, n + i);
        }
        pair[k] =
            LLVMBuildShuffleVector(e->b, in[2 * k], in[2 * k + 1], LLVMConstVector(m, 2 * n), "");
    }
    if (dwords == 4) {
        for (unsigned i = 0; i < n; i++)
            for (unsigned k = 0; k < 4; k++)
                m[4 * i + k] = const_i32(e, (k < 2 ? 0 : 2 * n) + 2 * i + (k & 1));
        pair[0] = LLVMBuildShuffleVector(e->b, pair[0], pair[1], LLVMConstVector(m, 4 * n), "");
    }
    store(e, pair[0], p, 4);
}

/* ---- GLOBAL and LDS loads and stores of whole dwords ---- */

struct access {
    const struct rdna3_op *o;
    bool is_store, is_lds;
    unsigned dwords;
    LLVMValueRef window, size; /* where addresses may be; window NULL: from 0 */
    LLVMValueRef lds;          /* pointer */
};

static LLVMValueRef place(struct emitter *e, const struct access *a, LLVMValueRef at)
{
    if (!a->is_lds)
        return pointer(e, at);
    LLVMValueRef i = LLVMBuildZExt(e->b, at, e->i64, "");
    return LLVMBuildGEP2(e->b, e->i8, a->lds, &i, 1, "");
}

/* One half-wave (16 lanes) at `off`: dense or all the same, already known to be one of them. */
static void load_half(struct emitter *e, const struct access *a, LLVMValueRef at,
                      LLVMValueRef is_dense, LLVMValueRef out[4])
{
    LLVMBasicBlockRef dense = new_block(e, "dense16"), same = new_block(e, "same16"),
                      join = new_block(e, "half");
    LLVMBuildCondBr(e->b, is_dense, dense, same);
    LLVMValueRef v[2][4], p = NULL;
    LLVMPositionBuilderAtEnd(e->b, dense);
    p = place(e, a, at);
    load_dense(e, p, 16, a->dwords, v[0]);
    LLVMBuildBr(e->b, join);
    LLVMBasicBlockRef end0 = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderAtEnd(e->b, same);
    p = place(e, a, at);
    for (unsigned k = 0; k < a->dwords; k++) {
        LLVMValueRef i = const_i64(e, k);
        v[1][k] = splat_n(e, load(e, e->i32, LLVMBuildGEP2(e->b, e->i32, p, &i, 1, ""), 4), 16);
    }
    LLVMBuildBr(e->b, join);
    LLVMBasicBlockRef end1 = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned k = 0; k < a->dwords; k++) {
        out[k] = LLVMBuildPhi(e->b, LLVMVectorType(e->i32, 16), "");
        LLVMValueRef values[2] = {v[0][k], v[1][k]};
        LLVMBasicBlockRef blocks[2] = {end0, end1};
        LLVMAddIncoming(out[k], values, blocks, 2);
    }
}

/* The op by its patterns; the slow path calls the executor. */
static void emit_patterns(struct emitter *e, const struct access *a, struct places pl,
                          const struct effects *fx)
{
    const struct rdna3_op *o = a->o;
    const struct rdna3_mem *m = &o->mem;
    unsigned halves = e->region->halves, span = 4 * a->dwords;
    LLVMTypeRef at_type = LLVMTypeOf(pl.base);
    LLVMBasicBlockRef slow = new_block(e, "slow"), join = new_block(e, "accessed");
    unsigned regs = a->is_store ? 0 : a->dwords;
    varset before_dirty = e->dirty;
    (void)halves;

    LLVMValueRef exec = get_var(e, VAR_S0 + SRC_EXEC_LO);
    LLVMValueRef ok = LLVMBuildICmp(e->b, LLVMIntEQ, exec, const_i32(e, UINT32_MAX), "");
    if (pl.wide_ok)
        ok = LLVMBuildAnd(e->b, ok, pl.wide_ok, "");
    branch_if(e, ok, slow, "full");
    LLVMValueRef data[4];
    for (unsigned k = 0; a->is_store && k < a->dwords; k++)
        data[k] = get_var(e, m->data + k);
    if (!a->is_lds)
        access_begin_ir(e, o);

    LLVMBasicBlockRef ends[3];
    LLVMValueRef results[3][4];
    unsigned paths = 0;
    if (!pl.offsets) { /* one place for all lanes */
        LLVMValueRef fits = inside(e, pl.base, a->window, a->size, span);
        branch_if(e, fits, slow, "one");
        LLVMValueRef p = place(e, a, pl.base);
        for (unsigned k = 0; k < regs; k++) {
            LLVMValueRef i = const_i64(e, k);
            results[paths][k] =
                splat_n(e, load(e, e->i32, LLVMBuildGEP2(e->b, e->i32, p, &i, 1, ""), 4), 32);
        }
        ends[paths++] = LLVMGetInsertBlock(e->b);
        if (!a->is_lds)
            access_end_ir(e);
        LLVMBuildBr(e->b, join);
    } else {
        LLVMValueRef first = lane0(e, pl.offsets);
        LLVMValueRef rel = LLVMBuildSub(e->b, pl.offsets, splat_n(e, first, 32), "");
        LLVMValueRef dense = all_equal(e, rel, iota(e, 32, span), 32);
        LLVMValueRef first_wide =
            at_type == e->i64 ? LLVMBuildZExt(e->b, first, e->i64, "") : first;
        LLVMValueRef at = LLVMBuildAdd(e->b, pl.base, first_wide, "");
        LLVMValueRef fits = inside(e, at, a->window, a->size, 32 * span);
        LLVMBasicBlockRef by_half = a->is_store ? slow : new_block(e, "by_half");
        branch_if(e, LLVMBuildAnd(e->b, dense, fits, ""), by_half, "dense32");
        LLVMValueRef p = place(e, a, at);
        if (a->is_store)
            store_dense(e, p, 32, a->dwords, data);
        else
            load_dense(e, p, 32, a->dwords, results[paths]);
        if (!a->is_lds)
            access_end_ir(e);
        ends[paths++] = LLVMGetInsertBlock(e->b);
        LLVMBuildBr(e->b, join);
        if (!a->is_store) {
            LLVMPositionBuilderAtEnd(e->b, by_half);
            LLVMValueRef place16[2], dense16[2], good = NULL;
            for (unsigned q = 0; q < 2; q++) {
                LLVMValueRef o16 = part(e, pl.offsets, 16 * q), f = lane0(e, o16);
                LLVMValueRef r16 = LLVMBuildSub(e->b, o16, splat_n(e, f, 16), "");
                dense16[q] = all_equal(e, r16, iota(e, 16, span), 16);
                LLVMValueRef same16 = all_equal(e, r16, LLVMConstNull(LLVMTypeOf(r16)), 16);
                LLVMValueRef fw = at_type == e->i64 ? LLVMBuildZExt(e->b, f, e->i64, "") : f;
                place16[q] = LLVMBuildAdd(e->b, pl.base, fw, "");
                LLVMValueRef g =
                    LLVMBuildAnd(e->b, LLVMBuildOr(e->b, dense16[q], same16, ""),
                                 inside(e, place16[q], a->window, a->size, 16 * span), "");
                good = good ? LLVMBuildAnd(e->b, good, g, "") : g;
            }
            branch_if(e, good, slow, "halves");
            LLVMValueRef v[2][4];
            for (unsigned q = 0; q < 2; q++)
                load_half(e, a, place16[q], dense16[q], v[q]);
            for (unsigned k = 0; k < regs; k++)
                results[paths][k] = concat(e, v[0][k], v[1][k]);
            if (!a->is_lds)
                access_end_ir(e);
            ends[paths++] = LLVMGetInsertBlock(e->b);
            LLVMBuildBr(e->b, join);
        }
    }
    /* the slow path: its stores of registers must not count for the fast one */
    LLVMPositionBuilderAtEnd(e->b, slow);
    LLVMValueRef saved[4];
    for (unsigned k = 0; k < regs; k++)
        saved[k] = e->now[m->vdst + k];
    e->dirty = before_dirty;
    emit_call(e, o, fx);
    LLVMValueRef called[4];
    for (unsigned k = 0; k < regs; k++) {
        called[k] = get_var(e, m->vdst + k);
        e->now[m->vdst + k] = saved[k];
    }
    LLVMBasicBlockRef slow_end = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    e->dirty = before_dirty;
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned k = 0; k < regs; k++) {
        LLVMValueRef phi = LLVMBuildPhi(e->b, e->v32i32, "");
        for (unsigned i = 0; i < paths; i++)
            LLVMAddIncoming(phi, &results[i][k], &ends[i], 1);
        LLVMAddIncoming(phi, &called[k], &slow_end, 1);
        set_var(e, m->vdst + k, phi);
    }
}

/* Loads and stores of whole dwords without conversion, one pass per wave. */
static bool is_plain_access(const struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    return e->region->halves == 1 && m->copies && !m->addr2 && !m->addtid && !m->tolds &&
           !m->no_exec && m->kind != MEM_ATOMIC && m->bytes >= 4 && m->bytes % 4 == 0 &&
           m->dwords <= 4 && !m->tfe && !m->formatted &&
           (m->kind == MEM_STORE || m->dst_dwords == m->dwords);
}

bool emit_global(struct emitter *e, const struct rdna3_op *o, const struct effects *fx)
{
    const struct rdna3_mem *m = &o->mem;
    if (o->insn->format != FMT_GLOBAL || !is_plain_access(e, o) ||
        (m->kind == MEM_STORE && m->dwords == 3))
        return false;
    flush_nan(e);
    struct access a = {.o = o, .is_store = m->kind == MEM_STORE, .dwords = m->dwords};
    a.window = window_base(e);
    a.size = const_i64(e, e->machine->window_size);
    struct places pl = {.base = const_i64(e, (uint64_t)(int64_t)m->offset)};
    /* For reports of faults the wave must hold the address registers. */
    varset addresses = {{0}};
    var_add(&addresses, m->addr);
    if (m->saddr != NO_SADDR) {
        pl.base = LLVMBuildAdd(e->b, pl.base, get_s64(e, m->saddr), "");
        pl.offsets = get_var(e, m->addr);
        var_add(&addresses, VAR_S0 + m->saddr);
        var_add(&addresses, VAR_S0 + m->saddr + 1u);
    } else {
        /* 64-bit addresses: the patterns need one upper half */
        LLVMValueRef high = get_var(e, m->addr + 1u), h0 = lane0(e, high);
        pl.wide_ok = all_equal(e, high, splat_n(e, h0, 32), 32);
        pl.base = LLVMBuildAdd(
            e->b, pl.base,
            LLVMBuildShl(e->b, LLVMBuildZExt(e->b, h0, e->i64, ""), const_i64(e, 32), ""), "");
        pl.offsets = get_var(e, m->addr);
        var_add(&addresses, m->addr + 1u);
    }
    store_vars(e, &addresses);
    emit_patterns(e, &a, pl, fx);
    return true;
}

bool emit_lds(struct emitter *e, const struct rdna3_op *o, const struct effects *fx)
{
    const struct rdna3_mem *m = &o->mem;
    if (!is_plain_access(e, o) || (m->kind == MEM_STORE && m->dwords == 3))
        return false;
    flush_nan(e);
    struct access a = {
        .o = o, .is_store = m->kind == MEM_STORE, .is_lds = true, .dwords = m->dwords};
    LLVMValueRef group =
        LLVMBuildLoad2(e->b, e->ptr, wave_field(e, offsetof(struct wave, group)), "");
    LLVMValueRef at = const_i64(e, offsetof(struct group, lds_bytes));
    a.size = LLVMBuildLoad2(e->b, e->i32, LLVMBuildGEP2(e->b, e->i8, group, &at, 1, ""), "");
    at = const_i64(e, offsetof(struct group, lds));
    a.lds = LLVMBuildLoad2(e->b, e->ptr, LLVMBuildGEP2(e->b, e->i8, group, &at, 1, ""), "");
    /* natural alignment is not demanded: LDS addresses are used as they are (exec/lds.c) */
    struct places pl = {.base = const_i32(e, (uint32_t)m->offset), .offsets = get_var(e, m->addr)};
    emit_patterns(e, &a, pl, fx);
    return true;
}

bool emit_smem(struct emitter *e, const struct rdna3_op *o, const struct effects *fx)
{
    const struct rdna3_mem *m = &o->mem;
    const struct rdna3_row *row = op_row(o);
    bool is_buffer = false;
    for (unsigned i = 0; i < row->n_operands; i++)
        is_buffer |=
            row->operands[i].role == ROLE_base && rdna3_type_bits[row->operands[i].type] == 128;
    unsigned dwords = 0;
    for (unsigned i = 0; i < row->n_writes; i++)
        dwords = rdna3_type_bits[row->operands[i].type] / 32;
    if (is_buffer || !dwords || m->sdst + dwords > SRC_TTMP0)
        return false;
    flush_nan(e);
    /* the two low bits of each part are ignored, 8.1.1 */
    LLVMValueRef aligned = const_i64(e, ~UINT64_C(3));
    LLVMValueRef at = LLVMBuildAdd(e->b, LLVMBuildAnd(e->b, get_s64(e, m->rsrc), aligned, ""),
                                   const_i64(e, (uint64_t)(int64_t)(m->offset & ~3)), "");
    if (m->saddr < SGPR_SLOTS) {
        LLVMValueRef o32 = LLVMBuildZExt(e->b, get_var(e, VAR_S0 + m->saddr), e->i64, "");
        at = LLVMBuildAdd(e->b, at, LLVMBuildAnd(e->b, o32, aligned, ""), "");
    }
    varset addresses = {{0}};
    var_add(&addresses, VAR_S0 + m->rsrc);
    var_add(&addresses, VAR_S0 + m->rsrc + 1u);
    if (m->saddr < SGPR_SLOTS)
        var_add(&addresses, VAR_S0 + m->saddr);
    store_vars(e, &addresses);
    varset before = e->dirty;
    LLVMValueRef fits =
        inside(e, at, window_base(e), const_i64(e, e->machine->window_size), 4 * dwords);
    LLVMBasicBlockRef fast = new_block(e, "smem"), slow = new_block(e, "smem_slow"),
                      join = new_block(e, "smem_done");
    LLVMBuildCondBr(e->b, fits, fast, slow);
    LLVMPositionBuilderAtEnd(e->b, fast);
    access_begin_ir(e, o);
    LLVMValueRef v[16], called[16], p = pointer(e, at);
    for (unsigned k = 0; k < dwords; k++) {
        LLVMValueRef i = const_i64(e, k);
        v[k] = load(e, e->i32, LLVMBuildGEP2(e->b, e->i32, p, &i, 1, ""), 4);
        LLVMSetVolatile(v[k], 1); /* between begin and end */
    }
    access_end_ir(e);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, slow);
    LLVMValueRef saved[16];
    for (unsigned k = 0; k < dwords; k++)
        saved[k] = e->now[VAR_S0 + m->sdst + k];
    emit_call(e, o, fx);
    for (unsigned k = 0; k < dwords; k++) {
        called[k] = get_var(e, VAR_S0 + m->sdst + k);
        e->now[VAR_S0 + m->sdst + k] = saved[k];
    }
    LLVMBasicBlockRef slow_end = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    e->dirty = before;
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned k = 0; k < dwords; k++) {
        LLVMValueRef phi = LLVMBuildPhi(e->b, e->i32, "");
        LLVMAddIncoming(phi, &v[k], &fast, 1);
        LLVMAddIncoming(phi, &called[k], &slow_end, 1);
        set_var(e, VAR_S0 + m->sdst + k, phi);
    }
    return true;
}

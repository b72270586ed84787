/* memory.c: loads and stores as IR.
 *
 * What is common is done in place (place.h). One branch tests that it can be, for accesses that
 * follow each other; everything else is the executor's, which knows all patterns, what is outside
 * the window, and faults. Before device memory is accessed, the wave gets what access_fault works
 * out from whose fault it was. */
#include <stdlib.h>
#include <string.h>

#include "isa/rdna3/jit/atomic.h"
#include "isa/rdna3/jit/buffer.h"
#include "isa/rdna3/jit/layer.h"
#include "isa/rdna3/jit/scratch.h"
#include "jit/anywhere.h"
#include "jit/call.h"
#include "jit/costs.h"
#include "jit/emit.h"
#include "jit/emit_nan.h"
#include "jit/emit_steps.h"
#include "jit/emit_team.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/forward.h"
#include "jit/inspect.h"
#include "jit/liveness.h"
#include "jit/place.h"
#include "jit/registers.h"
#include "jit/steps.h"
#include "jit/team.h"
#include "jit/writeback.h"

enum {
    PREFETCH_ITERATIONS = 8,      /* measured on reduce: 16.5 ms without, 10.8 with 4, 7.6 with 8 */
    MAX_ITERATION_STEP = 1 << 16, /* bytes */
    MAX_RESULTS = 64,             /* variables that accesses with one test write */
    MAX_BETWEEN = 12,             /* ALU ops between accesses with one test */
};

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

/* ---- transfers ---- */

/* Of a dword of an element, or of an element that is less. */
static LLVMTypeRef dword_type(const struct emitter *e, unsigned bytes)
{
    return bytes == 1 ? e->i8 : bytes == 2 ? e->i16 : e->i32;
}

/* What loads from device memory is made, whether or not anything uses it: it may fault. */
static LLVMValueRef made(struct emitter *e, const struct access *a, LLVMValueRef v)
{
    if (!a->is_lds)
        fold_mark_load(e, v);
    return v;
}

static LLVMTypeRef row_type(const struct emitter *e, unsigned bytes, unsigned lanes)
{
    LLVMTypeRef t = bytes == 8 ? e->i64 : dword_type(e, bytes);
    return LLVMVectorType(t, bytes == 16 ? 4 * lanes : lanes);
}

/* How many lanes of a row are loaded or stored together. */
static unsigned lanes_at_once(const struct access *a) { return a->bytes <= 4 ? a->row : ROW; }

/* Lanes k * n, ... of a vector of 32. */
static LLVMValueRef part(struct emitter *e, LLVMValueRef v, unsigned k, unsigned n)
{
    return n == 32 ? v : pick(e, v, NULL, n * k, 1, n);
}

/* EXEC of such lanes of a pass as <n x i1>. */
static LLVMValueRef row_mask(struct emitter *e, unsigned half, unsigned k, unsigned n)
{
    return part(e, exec_bools(e, half), k, n);
}

static bool is_sum(LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMAdd;
}

/* The address of a place x + (y - window): x + y. Of a team, x is made before the loop, and y is
 * the same for all. NULL: it is made otherwise. */
static LLVMValueRef whole_address(struct emitter *e, LLVMValueRef at)
{
    LLVMValueRef offset = NULL, less = LLVMConstNeg(window_base(e));
    if (is_sum(at) && LLVMIsAConstantInt(LLVMGetOperand(at, 1))) {
        offset = LLVMGetOperand(at, 1);
        at = LLVMGetOperand(at, 0);
    }
    LLVMValueRef by = is_sum(at) ? LLVMGetOperand(at, 1) : NULL;
    if (!by || !is_sum(by) || LLVMGetOperand(by, 1) != less)
        return NULL;
    at = LLVMBuildAdd(e->b, LLVMGetOperand(at, 0), LLVMGetOperand(by, 0), "");
    return offset ? LLVMBuildAdd(e->b, at, offset, "") : at;
}

LLVMValueRef rdna3_pointer(struct emitter *e, const struct access *a, LLVMValueRef at)
{
    LLVMValueRef whole = e->crew && !a->is_lds ? whole_address(e, at) : NULL;
    if (whole)
        return LLVMBuildIntToPtr(e->b, whole, e->ptr, "");
    LLVMValueRef from = a->is_lds ? e->lds : symbol_address(e, "shoal_window");
    return LLVMBuildGEP2(e->b, e->i8, from, &at, 1, "");
}

/* How far ahead of a row to look, in bytes: the next waves often go on behind this one's rows; in a
 * loop, the next iterations as far from this one as this is from the last, unless that is so far
 * that they have little in common with this one but the next waves have. */
static LLVMValueRef prefetch_distance(struct emitter *e, LLVMValueRef at, unsigned element_bytes)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), far = NULL, on = NULL;
    LLVMValueRef last = NULL, iterations = NULL;
    if (e->block->is_in_loop) {
        LLVMPositionBuilderBefore(e->b,
                                  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
        last = LLVMBuildAlloca(e->b, e->i64, "last");
        LLVMPositionBuilderAtEnd(e->b, here);
        LLVMValueRef by = LLVMBuildSub(e->b, at, LLVMBuildLoad2(e->b, e->i64, last, ""), "");
        LLVMBuildStore(e->b, at, last);
        iterations = LLVMBuildMul(e->b, by, const_i64(e, PREFETCH_ITERATIONS), "");
        far = new_block(e, "far");
        on = new_block(e, "ahead");
        branch(e, LLVMBuildICmp(e->b, LLVMIntULE, by, const_i64(e, MAX_ITERATION_STEP), ""), on,
               far, 8);
        LLVMPositionBuilderAtEnd(e->b, far);
    }
    LLVMValueRef next =
        load_at(e, e->i64, e->group, offsetof(struct group, ahead) + (last ? sizeof(uint64_t) : 0));
    next = LLVMBuildShl(e->b, next, const_i64(e, (unsigned)__builtin_ctz(element_bytes)), "");
    if (!last)
        return next;
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    LLVMValueRef distance = LLVMBuildPhi(e->b, e->i64, "");
    LLVMAddIncoming(distance, (LLVMValueRef[]){iterations, next}, (LLVMBasicBlockRef[]){here, far},
                    2);
    return distance;
}

static void prefetch_rows(struct emitter *e, const struct access *a, const struct place *where)
{
    if (a->is_lds || where->is_fetched)
        return;
    const LLVMValueRef *at = where->at;
    LLVMValueRef distance = prefetch_distance(e, at[0], a->bytes);
    for (unsigned k = 0; k < 32 / a->row; k++)
        for (unsigned line = 0; line < a->row * a->bytes; line += CACHE_LINE) {
            LLVMValueRef ahead = LLVMBuildAdd(e->b, at[k], distance, "");
            ahead = LLVMBuildAdd(e->b, ahead, const_i64(e, line), "");
            LLVMValueRef args[4] = {rdna3_pointer(e, a, ahead), const_i32(e, a->is_store),
                                    const_i32(e, 3), const_i32(e, 1)};
            call_intrinsic(e, "llvm.prefetch", &e->ptr, 1, args, 4);
        }
}

/* old[i]: what inactive lanes get; NULL: anything. */
static void load_rows(struct emitter *e, const struct access *a, const struct place *where,
                      unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    unsigned n = lanes_at_once(a);
    LLVMTypeRef t = row_type(e, a->bytes, n);
    LLVMValueRef v[2];
    prefetch_rows(e, a, where);
    for (unsigned k = 0; k < 32 / n; k++) {
        LLVMValueRef p = rdna3_pointer(e, a, where->at[k]), none = LLVMGetPoison(t);
        if (a->bytes == 4 && old[0])
            none = part(e, old[0], k, n);
        /* what is around LDS can be read (LDS_MARGIN) */
        bool is_masked =
            has_masks(e, a->bytes) && (!a->is_lds || (a->bytes == 4 && old[0])) && !e->crew;
        v[k] =
            is_masked ? call_masked(e, false, p, row_mask(e, half, k, n), none) : load(e, t, p, 1);
        made(e, a, v[k]);
        if (a->bytes == 8)
            v[k] = LLVMBuildBitCast(e->b, v[k], e->v32i32, "");
    }
    if (a->bytes == 8) {
        out[0] = pick(e, v[0], v[1], 0, 2, 32);
        out[1] = pick(e, v[0], v[1], 1, 2, 32);
    } else if (a->bytes == 16) {
        for (unsigned i = 0; i < 4; i++)
            out[i] =
                pick(e, pick(e, v[0], NULL, i, 4, ROW), pick(e, v[1], NULL, i, 4, ROW), 0, 1, 32);
    } else {
        out[0] = n == 32 ? v[0] : pick(e, v[0], v[1], 0, 1, 32);
        if (a->bytes < 4)
            out[0] = LLVMBuildZExt(e->b, out[0], e->v32i32, "");
    }
    for (unsigned i = 0; i < a->dwords; i++)
        if (old[i] && a->bytes != 4)
            out[i] = LLVMBuildSelect(e->b, exec_bools(e, half), out[i], old[i], "");
}

/* Half k of four vectors: dwords 0, 1, 2, 3 of its first lane, of its second, ... */
static LLVMValueRef interleave4(struct emitter *e, const LLVMValueRef in[4], unsigned k)
{
    uint8_t both[32], index[64];
    LLVMValueRef v[2];
    for (unsigned i = 0; i < 32; i++)
        both[i] = (uint8_t)(i % ROW + ROW * k + (i & ROW) * 2);
    for (unsigned i = 0; i < 2; i++)
        v[i] = shuffle(e, in[2 * i], in[2 * i + 1], both, 32);
    for (unsigned i = 0; i < 64; i++)
        index[i] = (uint8_t)(i / 4 + i % 4 * ROW);
    return shuffle(e, v[0], v[1], index, 64);
}

/* Whether rows may bypass the caches where the launch writes more than fits: nothing that was
 * loaded just now, and nothing after which the wave still accesses memory, so that their order with
 * other stores does not matter: work-groups end with locked instructions, which wait for them. */
static bool can_stream(const struct emitter *e, const struct access *a, const struct place *where)
{
    const struct region_op *end = &e->region->ops[e->block->op + e->block->ops];
    if (a->is_lds || where->is_fetched || e->masks != MASKS_ALL || a->bytes < 4)
        return false;
    for (const struct region_op *at = e->at + 1; at < end; at++)
        if (at->ends)
            return true;
        else if (at->fx.treatment == AS_LEAVE ||
                 (at->kind != OP_COMPUTE && at->kind != OP_PAIR && at->fx.treatment != AS_NOTHING))
            return false;
    return false;
}

/* Stores rows as whole lines if all lanes are active, and goes to `on`; else goes on. */
static void stream_rows(struct emitter *e, const struct place *where, unsigned half, unsigned rows,
                        const LLVMValueRef x[2], const LLVMValueRef p[2], LLVMBasicBlockRef on)
{
    LLVMBasicBlockRef whole = new_block(e, "whole"), parts = new_block(e, "parts");
    LLVMValueRef at = rows == 2 ? LLVMBuildOr(e->b, where->at[0], where->at[1], "") : where->at[0];
    LLVMValueRef bits = load_at(e, e->i64, e->group, offsetof(struct group, not_streamed));
    LLVMValueRef is_whole =
        LLVMBuildICmp(e->b, LLVMIntEQ, LLVMBuildAnd(e->b, at, bits, ""), const_i64(e, 0), "");
    LLVMValueRef all =
        LLVMBuildICmp(e->b, LLVMIntEQ, get_var(e, VAR_EXEC + half), const_i32(e, UINT32_MAX), "");
    branch(e, LLVMBuildAnd(e->b, is_whole, all, ""), whole, parts, 1);
    LLVMPositionBuilderAtEnd(e->b, whole);
    LLVMMetadataRef one = LLVMValueAsMetadata(const_i32(e, 1));
    for (unsigned k = 0; k < rows; k++) {
        LLVMValueRef store = LLVMBuildStore(e->b, x[k], p[k]);
        LLVMSetAlignment(store, CACHE_LINE);
        LLVMSetMetadata(store,
                        LLVMGetMDKindIDInContext(e->c, "nontemporal", sizeof "nontemporal" - 1),
                        LLVMMetadataAsValue(e->c, LLVMMDNodeInContext2(e->c, &one, 1)));
    }
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, parts);
}

static void store_rows(struct emitter *e, const struct access *a, const struct place *where,
                       unsigned half, const LLVMValueRef in[4])
{
    unsigned n = lanes_at_once(a);
    LLVMValueRef v = in[0];
    if (a->bytes < 4)
        v = LLVMBuildTrunc(e->b, v, LLVMVectorType(a->bytes == 1 ? e->i8 : e->i16, 32), "");
    LLVMValueRef x[2], p[2];
    for (unsigned k = 0; k < 32 / n; k++) {
        p[k] = rdna3_pointer(e, a, where->at[k]);
        if (a->bytes == 8) {
            uint8_t index[32];
            for (unsigned i = 0; i < 32; i++)
                index[i] = (uint8_t)(i / 2 + i % 2 * 32 + ROW * k);
            x[k] = shuffle(e, in[0], in[1], index, 32);
            x[k] = LLVMBuildBitCast(e->b, x[k], row_type(e, 8, ROW), "");
        } else if (a->bytes == 16) {
            x[k] = interleave4(e, in, k);
        } else {
            x[k] = part(e, v, k, n);
        }
    }
    LLVMBasicBlockRef on = NULL;
    if (can_stream(e, a, where)) {
        exec_bools(e, half); /* not first made on one way */
        on = new_block(e, "stored");
        stream_rows(e, where, half, 32 / n, x, p, on);
    }
    if (!e->block->is_in_loop)
        prefetch_rows(e, a, where);
    for (unsigned k = 0; k < 32 / n; k++) {
        if (has_masks(e, a->bytes))
            call_masked(e, true, p[k], row_mask(e, half, k, n), x[k]);
        else
            LLVMSetAlignment(LLVMBuildStore(e->b, x[k], p[k]), 1);
    }
    if (on) {
        LLVMBuildBr(e->b, on);
        LLVMPositionBuilderAtEnd(e->b, on);
    }
}

static void load_same(struct emitter *e, const struct access *a, const struct place *where,
                      unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    LLVMTypeRef t = dword_type(e, a->bytes);
    uint8_t firsts[32];
    for (unsigned i = 0; i < 32; i++)
        firsts[i] = (uint8_t)(i / a->row * a->row);
    for (unsigned i = 0; i < a->dwords; i++) {
        LLVMValueRef v = LLVMGetPoison(e->v32i32);
        for (unsigned k = 0; k < 32 / a->row; k++) {
            LLVMValueRef n = const_i64(e, i), p = rdna3_pointer(e, a, where->at[k]);
            LLVMValueRef x = made(e, a, load(e, t, LLVMBuildGEP2(e->b, e->i32, p, &n, 1, ""), 1));
            x = a->bytes < 4 ? LLVMBuildZExt(e->b, x, e->i32, "") : x;
            v = LLVMBuildInsertElement(e->b, v, x, const_i32(e, ROW * k), "");
        }
        out[i] = shuffle(e, v, NULL, firsts, 32);
        if (old[i])
            out[i] = LLVMBuildSelect(e->b, exec_bools(e, half), out[i], old[i], "");
    }
}

/* All that a gather or scatter of a pass needs to know. */
static struct anywhere lanes_at(struct emitter *e, const struct access *a,
                                const struct place *where, unsigned half)
{
    return (struct anywhere){.from = rdna3_pointer(e, a, where->at[0]),
                             .index = where->index,
                             .lanes = exec_bools(e, half),
                             .scale = 1u << where->shift,
                             .may_fault = !a->is_lds};
}

/* Elements below 4 bytes, of the dwords around them (demand_alignment in place.c). */
static LLVMValueRef gather_parts(struct emitter *e, const struct access *a,
                                 const struct place *where, unsigned half)
{
    LLVMValueRef at = splat(e, LLVMBuildTrunc(e->b, where->at[0], e->i32, ""), e->v32i32),
                 shift = const_splat(e, e->v32i32, where->shift),
                 three = const_splat(e, e->v32i32, 3);
    at = LLVMBuildAdd(e->b, at, LLVMBuildShl(e->b, where->index, shift, ""), "");
    at = LLVMBuildAnd(e->b, at, three, "");
    struct place around = *where;
    around.index = LLVMBuildSub(e->b, where->index, LLVMBuildLShr(e->b, at, shift, ""), "");
    struct anywhere lanes = lanes_at(e, a, &around, half);
    LLVMValueRef v = gather_dwords(e, &lanes, NULL);
    v = LLVMBuildLShr(e->b, v, LLVMBuildShl(e->b, at, three, ""), "");
    return LLVMBuildAnd(e->b, v, const_splat(e, e->v32i32, (1u << 8 * a->bytes) - 1), "");
}

static void load_any(struct emitter *e, const struct access *a, const struct place *where,
                     unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    struct place at = *where;
    struct anywhere lanes = lanes_at(e, a, where, half);
    if (a->bytes == 8) {
        gather_pairs(e, &lanes, out);
        for (unsigned i = 0; i < 2; i++)
            if (old[i])
                out[i] = LLVMBuildSelect(e->b, lanes.lanes, out[i], old[i], "");
        return;
    }
    bool pays = quads_pay(e->costs) || e->region->is_trial;
    if (a->bytes == 16 && pays && can_scatter(e)) {
        load_quads(e, lanes.from, lanes.index, where->shift, half, out);
        for (unsigned i = 0; i < 4; i++)
            if (old[i])
                out[i] = LLVMBuildSelect(e->b, lanes.lanes, out[i], old[i], "");
        return;
    }
    for (unsigned i = 0; i < a->dwords && a->bytes >= 4; i++) {
        lanes.from = rdna3_pointer(e, a, at.at[0]);
        out[i] = gather_dwords(e, &lanes, old[i]);
        at.at[0] = LLVMBuildAdd(e->b, at.at[0], const_i64(e, 4), "");
    }
    if (a->bytes >= 4)
        return;
    out[0] = gather_parts(e, a, where, half);
    if (old[0])
        out[0] = LLVMBuildSelect(e->b, exec_bools(e, half), out[0], old[0], "");
}

static void store_any(struct emitter *e, const struct access *a, const struct place *where,
                      unsigned half, const LLVMValueRef in[4])
{
    struct anywhere lanes = lanes_at(e, a, where, half);
    if (!can_scatter(e) || (a->bytes != 4 && a->bytes != 8))
        rdna3_store_by_lane(e, a, where, half, in);
    else if (a->bytes == 8)
        scatter_pairs(e, &lanes, in);
    else
        scatter_dwords(e, &lanes, in[0]);
}

/* The last active lane's element. */
static void store_same(struct emitter *e, const struct access *a, const struct place *where,
                       unsigned half, const LLVMValueRef in[4])
{
    LLVMTypeRef t = dword_type(e, a->bytes);
    LLVMValueRef args[2] = {get_var(e, VAR_EXEC + half), LLVMConstAllOnes(e->i1)};
    LLVMValueRef last = call_intrinsic(e, "llvm.ctlz", &e->i32, 1, args, 2);
    last = LLVMBuildXor(e->b, last, const_i32(e, 31), "");
    for (unsigned i = 0; i < a->dwords; i++) {
        LLVMValueRef n = const_i64(e, i), p = rdna3_pointer(e, a, where->at[0]);
        LLVMValueRef v = LLVMBuildExtractElement(e->b, in[i], last, "");
        v = a->bytes < 4 ? LLVMBuildTrunc(e->b, v, t, "") : v;
        LLVMSetAlignment(LLVMBuildStore(e->b, v, LLVMBuildGEP2(e->b, e->i32, p, &n, 1, "")), 1);
    }
}

/* Tells access_fault which op accesses device memory, and how. */
static void say_slot(struct emitter *e, unsigned how)
{
    LLVMBuildStore(e->b, const_i32(e, (e->at->slot + 1) | how),
                   wave_field(e, offsetof(struct rdna3_wave, row_slot)));
}

/* The wave gets where rows are, if it does not have that. */
static void say_rows(struct emitter *e, const struct access *a, const struct place place[2])
{
    for (unsigned h = 0; h < e->region->halves; h++) {
        LLVMValueRef rows[2] = {place[h].at[0], a->row == 32 ? NULL : place[h].apart};
        for (unsigned k = 0; k < 2; k++) {
            if (!rows[k] || rows[k] == e->tests->said[h][k])
                continue;
            LLVMBuildStore(e->b, rows[k],
                           wave_field(e, offsetof(struct rdna3_wave, rows) + 16 * h + 8 * k));
            e->tests->said[h][k] = rows[k];
        }
    }
}

/* What is said on one of two ways is not known behind both. */
static void forget_said(struct emitter *e, LLVMValueRef before[2][2])
{
    for (unsigned h = 0; h < 2; h++)
        for (unsigned k = 0; k < 2; k++)
            if (e->tests->said[h][k] != before[h][k])
                e->tests->said[h][k] = NULL;
}

/* Tells access_fault which op accesses device memory, how, and where the lanes are. */
static void say_places(struct emitter *e, const struct access *a, const struct place place[2])
{
    unsigned how = a->way == WAY_ANY    ? ROW_INDEX | place[0].shift << ROW_SHIFT
                   : a->way == WAY_SAME ? ROW_SAME
                                        : 0;
    say_slot(e, how | (a->row == 32 ? ROW_LONG : 0));
    say_rows(e, a, place);
    for (unsigned h = 0; h < e->region->halves; h++)
        if (a->way == WAY_ANY)
            LLVMSetAlignment(LLVMBuildStore(e->b, place[h].index,
                                            wave_field(e, offsetof(struct rdna3_wave, index) +
                                                              h * sizeof(vec32))),
                             128);
}

/* ---- registers ---- */

/* The row's function between an element and a register. */
static LLVMValueRef convert(struct emitter *e, const struct rdna3_op *o, LLVMValueRef reg,
                            LLVMValueRef element)
{
    LLVMValueRef args[2] = {reg, element}, result;
    emit_semantics(e, rdna3_function(o), reg ? args : args + 1, &result);
    return result;
}

static bool is_plain_access(const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    bool known = m->bytes == 1 || m->bytes == 2 || (m->bytes && m->bytes % 4 == 0);
    bool is_known = m->kind == MEM_ATOMIC ? rdna3_is_simple_atomic(o) : known;
    return is_known && !m->addtid && !m->tolds && !m->no_exec && !m->tfe && !m->formatted;
}

/* An access to private memory at one offset of all lanes, whose dwords are rows if the scalar is a
 * multiple of 4. */
static bool is_on_stack(const struct rdna3_op *o)
{
    unsigned above = (unsigned)o->mem.offset & 3;
    return (above == 0 || above + o->mem.bytes <= 4) && o->executor == EXECUTOR_exec_flat &&
           o->insn->format == FMT_SCRATCH && !o->mem.has_addr && is_plain_access(o);
}

/* One op: an element per lane, or two. */
struct plan {
    const struct region_op *at;
    const struct rdna3_op *o;
    struct access a[2];
    unsigned parts;
    uint8_t data[2][4];         /* VGPR of dword i of element k; of an atomic's operand k */
    bool is_atomic, has_second; /* of an atomic: operands */
    bool is_second;             /* it seldom runs: where the guess was wrong */
    LLVMValueRef lo[2], hi[2];  /* addresses by pass */
    struct place where[2][2];   /* of element k by pass */
    LLVMValueRef base;          /* SCRATCH: i32 that all lanes add; NULL: nothing */
    uint32_t aperture;          /* FLAT: what `hi` of active lanes is; 0: it is not looked at */
    LLVMValueRef holds;         /* MUBUF: i1, all this is so; NULL: it is not looked at */
};

/* Ops whose addresses are known before the first of them. One branch tests that all can be done in
 * place. Between them are waits, and ALU ops that make what later ones store. */
struct accesses {
    struct plan plan[MAX_TOGETHER];
    unsigned count;
    const struct region_op *end; /* behind the last one */
    varset use, def, kept;       /* of all ops */
    unsigned between;            /* ALU ops */
    bool narrows;                /* one of these narrows EXEC */
    bool is_followed;            /* behind all accesses, ALU ops use up what they load */
};

/* Variable of dword i of element k of a load. */
static unsigned result_var(const struct emitter *e, const struct plan *p, unsigned k, unsigned i,
                           unsigned half)
{
    return vgpr_of(e, p->o->mem.vdst + k * p->a[0].dwords + i, half);
}

/* An op that neither writes memory nor looks for what others write. */
static bool is_calm(const struct region *r, const struct region_op *at)
{
    const struct rdna3_op *o = rdna3_op(op_of(r, at));
    uint32_t word;
    memcpy(&word, r->code->bytes + 4 * (size_t)at->slot, sizeof word);
    bool is_coherent = o->insn->format != FMT_DS && (word >> 13 & 3) != 0; /* DLC, GLC */
    switch (at->kind) {
    case OP_ACCESS:
        return o->mem.kind == MEM_LOAD && !is_coherent && !o->mem.tolds;
    case OP_COMPUTE:
    case OP_PAIR:
    case OP_BRANCH:
    case OP_SCALAR_LOAD:
        return true;
    default:
        return at->fx.treatment == AS_NOTHING && !(op_row(o)->effects.syncs);
    }
}

/* Lanes that go forward in a loop (forward.h). false: nothing was emitted. */
static bool load_ahead(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                       const struct place *at, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    const struct access *a = &p->a[k];
    struct forward f;
    bool pays = going_forward_pays(e->costs) || e->region->is_trial;
    if (e->crew || !pays || !can_scatter(e) || p->aperture || p->is_second ||
        (a->bytes != 4 && a->bytes != 8) ||
        !goes_forward(e, p->lo[half], p->hi[half], a->saddr, a->offset, half, is_calm, &f))
        return false;
    struct anywhere lanes = lanes_at(e, a, at, half);
    load_forward(e, &f, lanes.from, lanes.index, at->shift, half, a->dwords, out);
    for (unsigned i = 0; i < a->dwords; i++)
        if (old[i])
            out[i] = LLVMBuildSelect(e->b, exec_bools(e, half), out[i], old[i], "");
    return true;
}

static void load_private(struct emitter *e, const struct access *a, const struct place *at,
                         unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    rdna3_load_scratch(e, a, at, half, out);
    for (unsigned i = 0; i < a->dwords; i++)
        if (old[i])
            out[i] = LLVMBuildSelect(e->b, exec_bools(e, half), out[i], old[i], "");
}

static void load_pass(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                      const struct place *at)
{
    LLVMValueRef old[4] = {NULL, NULL, NULL, NULL}, value[4];
    enum way way = p->a[k].way;
    bool copies = p->o->mem.copies;
    for (unsigned i = 0; i < p->a[k].dwords; i++) {
        unsigned var = result_var(e, p, k, i, half);
        old[i] = copies && is_kept(e, var) ? get_var(e, var) : NULL;
    }
    if (p->a[k].is_scratch)
        load_private(e, &p->a[k], at, half, old, value);
    else if (way != WAY_ANY || !load_ahead(e, p, k, half, at, old, value))
        (way == WAY_ROWS   ? load_rows
         : way == WAY_SAME ? load_same
                           : load_any)(e, &p->a[k], at, half, old, value);
    for (unsigned i = 0; i < p->a[k].dwords; i++) {
        unsigned var = result_var(e, p, k, i, half);
        if (!copies)
            value[i] = under_exec(e, var, half, convert(e, p->o, get_var(e, var), value[i]));
        set_var(e, var, value[i]);
    }
}

static void store_pass(struct emitter *e, const struct plan *p, unsigned k, unsigned half,
                       const struct place *at)
{
    LLVMValueRef value[4];
    for (unsigned i = 0; i < p->a[k].dwords; i++)
        value[i] = get_var(e, vgpr_of(e, p->data[k][i], half));
    if (!p->o->mem.copies)
        value[0] = convert(e, p->o, NULL, value[0]);
    (p->a[k].is_scratch        ? rdna3_store_scratch
     : p->a[k].way == WAY_ROWS ? store_rows
     : p->a[k].way == WAY_SAME ? store_same
                               : store_any)(e, &p->a[k], at, half, value);
}

/* ---- patterns ---- */

/* The blocks of an op that accesses LDS by a pattern, or by gathers and scatters. */
struct pattern_ways {
    LLVMBasicBlockRef other, on, end;
};

/* The builder is in the first one then. */
static struct pattern_ways by_pattern(struct emitter *e, LLVMValueRef holds)
{
    struct pattern_ways w = {.other = new_block(e, "unmet"), .on = new_block(e, "accessed")};
    LLVMBasicBlockRef permuted = new_block(e, "permuted");
    branch(e, holds, permuted, w.other, 4);
    LLVMPositionBuilderAtEnd(e->b, permuted);
    return w;
}

static void then_other(struct emitter *e, struct pattern_ways *w)
{
    w->end = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, w->on);
    LLVMPositionBuilderAtEnd(e->b, w->other);
}

static LLVMValueRef window_of(struct emitter *e, const struct access *a, const struct place *where)
{
    LLVMValueRef by = LLVMBuildSExt(e->b, where->pattern.base, e->i64, "");
    return rdna3_pointer(e, a, LLVMBuildAdd(e->b, where->at[0], by, ""));
}

static void load_by_pattern(struct emitter *e, const struct plan *p, unsigned half,
                            const struct place *const at[2])
{
    LLVMValueRef old[2], v[2][2];
    for (unsigned k = 0; k < p->parts; k++) {
        unsigned var = result_var(e, p, k, 0, half);
        old[k] = is_kept(e, var) ? get_var(e, var) : NULL;
    }
    struct pattern_ways w = by_pattern(e, at[0]->pattern.holds);
    for (unsigned k = 0; k < p->parts; k++) {
        v[k][0] = load_permuted(e, &at[0]->pattern, window_of(e, &p->a[k], at[k]));
        if (old[k])
            v[k][0] = LLVMBuildSelect(e->b, exec_bools(e, half), v[k][0], old[k], "");
    }
    then_other(e, &w);
    for (unsigned k = 0; k < p->parts; k++) {
        struct anywhere lanes = lanes_at(e, &p->a[k], at[k], half);
        v[k][1] = gather_dwords(e, &lanes, old[k]);
    }
    LLVMBasicBlockRef from[2] = {w.end, LLVMGetInsertBlock(e->b)};
    LLVMBuildBr(e->b, w.on);
    LLVMPositionBuilderAtEnd(e->b, w.on);
    for (unsigned k = 0; k < p->parts; k++) {
        LLVMValueRef phi = LLVMBuildPhi(e->b, e->v32i32, "");
        LLVMAddIncoming(phi, v[k], from, 2);
        set_var(e, result_var(e, p, k, 0, half), phi);
    }
}

static void store_by_pattern(struct emitter *e, const struct plan *p, unsigned half,
                             const struct place *const at[2])
{
    LLVMValueRef v[2], to[2];
    for (unsigned k = 0; k < p->parts; k++)
        v[k] = get_var(e, vgpr_of(e, p->data[k][0], half));
    const struct pattern *pattern = &at[0]->pattern;
    LLVMValueRef lanes_set = exec_bools(e, half), distinct = is_distinct(e, pattern);
    struct pattern_ways w = by_pattern(e, LLVMBuildAnd(e->b, pattern->holds, distinct, ""));
    for (unsigned k = 0; k < p->parts; k++)
        to[k] = window_of(e, &p->a[k], at[k]);
    store_permuted(e, pattern, lanes_set, p->parts, to, v);
    then_other(e, &w);
    for (unsigned k = 0; k < p->parts; k++) {
        struct anywhere lanes = lanes_at(e, &p->a[k], at[k], half);
        scatter_dwords(e, &lanes, v[k]);
    }
    LLVMBuildBr(e->b, w.on);
    LLVMPositionBuilderAtEnd(e->b, w.on);
}

static void atomic_pass(struct emitter *e, const struct plan *p, unsigned half,
                        const struct place *at)
{
    struct atomic x = {.o = p->o, .a = &p->a[0], .at = at, .half = half};
    LLVMValueRef out[2];
    for (unsigned i = 0; i < p->a[0].dwords; i++) {
        unsigned var = result_var(e, p, 0, i, half);
        for (unsigned k = 0; k < 1u + p->has_second; k++)
            x.data[k][i] = get_var(e, vgpr_of(e, p->data[k][i], half));
        x.old[i] = p->o->mem.returns && is_kept(e, var) ? get_var(e, var) : NULL;
    }
    rdna3_emit_atomic(e, &x, out);
    for (unsigned i = 0; i < p->a[0].dwords && p->o->mem.returns; i++)
        set_var(e, result_var(e, p, 0, i, half), out[i]);
}

/* What an atomic reads in registers. */
static void prepare_operands(struct emitter *e, const struct plan *p, unsigned half)
{
    for (unsigned i = 0; i < p->a[0].dwords; i++) {
        unsigned var = result_var(e, p, 0, i, half);
        if (p->has_second)
            get_var(e, vgpr_of(e, p->data[1][i], half));
        if (p->o->mem.returns && is_kept(e, var))
            get_var(e, var);
    }
}

/* All active lanes are in the aperture. */
static void demand_aperture(struct emitter *e, const struct plan *p, unsigned half,
                            struct demands *d)
{
    LLVMValueRef is = const_splat(e, e->v32i32, p->aperture);
    demand(d, none_active(e, LLVMBuildICmp(e->b, LLVMIntNE, p->hi[half], is, ""), half));
}

/* Says where the op's lanes are. What later ops may use is made before the branch. */
static void prepare(struct emitter *e, struct plan *p, struct demands *d)
{
    if (p->holds)
        demand(d, p->holds);
    for (unsigned k = 0; k < p->parts; k++)
        for (unsigned h = 0; h < e->region->halves; h++) {
            if (p->a[k].is_scratch)
                rdna3_find_scratch(e, &p->a[k], p->lo[h], p->base, h, &p->where[k][h], d);
            else
                find_place(e, &p->a[k], p->lo[h], p->aperture ? NULL : p->hi[h], h, &p->where[k][h],
                           d);
            if (p->aperture)
                demand_aperture(e, p, h, d);
            if (p->a[k].is_lds && p->a[k].way == WAY_ANY && p->a[k].bytes == 4 && !p->is_atomic &&
                p->o->mem.copies && !p->is_second && can_permute(e))
                p->where[k][h].pattern = find_pattern(e, p->lo[h], h);
            if (p->is_atomic) {
                rdna3_demand_aligned(e, &p->a[0], &p->where[0][h], h, d);
                prepare_operands(e, p, h);
            }
            exec_bools(e, h);
            for (unsigned i = 0; i < p->a[k].dwords; i++) {
                bool is_store = p->a[0].is_store;
                unsigned var = is_store ? vgpr_of(e, p->data[k][i], h) : result_var(e, p, k, i, h);
                if (is_store || !p->o->mem.copies || is_kept(e, var))
                    get_var(e, var);
            }
        }
}

/* Adds the offset, and finds the second half of a row of 32 lanes. */
static struct place settled(struct emitter *e, const struct access *a, const struct place *p)
{
    struct place out = *p;
    if (a->is_scratch)
        return out;
    for (unsigned k = 0; k < 2 && p->at[k]; k++) {
        if (a->is_lds && a->way != WAY_ANY) /* lanes that are not active may be below LDS */
            out.at[k] = LLVMBuildSExt(e->b, p->at[k], e->i64, "");
        if (p->offset)
            out.at[k] = LLVMBuildAdd(e->b, out.at[k], const_i64(e, (uint64_t)p->offset), "");
    }
    if (a->way == WAY_ROWS && a->row == 32)
        out.at[1] = LLVMBuildAdd(e->b, out.at[0], const_i64(e, ROW * a->bytes), "");
    return out;
}

static bool finish_global(struct emitter *e, struct plan *p);

static bool is_global(const struct plan *p) { return !p->a[0].is_lds && !p->a[0].is_scratch; }

static void do_in_place(struct emitter *e, const struct plan *p)
{
    unsigned halves = e->region->halves;
    struct place at[2][2];
    for (unsigned k = 0; k < p->parts; k++)
        for (unsigned h = 0; h < halves; h++)
            at[k][h] = settled(e, &p->a[k], &p->where[k][h]);
    if (is_global(p) && !e->crew) /* a team's faults show when its waves are alone */
        say_places(e, &p->a[0], p->where[0]);
    /* all addresses and operands are read before a result is written */
    for (unsigned h = 0; h < halves && p->is_atomic; h++)
        atomic_pass(e, p, h, &at[0][h]);
    for (unsigned h = 0; h < halves && !p->is_atomic; h++) {
        const struct place *const by_part[2] = {&at[0][h], &at[1][h]};
        if (at[0][h].pattern.holds) {
            (p->a[0].is_store ? store_by_pattern : load_by_pattern)(e, p, h, by_part);
            continue;
        }
        for (unsigned k = 0; k < p->parts; k++)
            (p->a[0].is_store ? store_pass : load_pass)(e, p, k, h, &at[k][h]);
    }
}

static void go_to_op(struct emitter *e, const struct region_op *at)
{
    e->at = at;
    inspect_line(e, at->slot);
}

/* The ops in place. */
static void emit_in_place(struct emitter *e, const struct accesses *g)
{
    const struct region_op *at = g->plan[0].at;
    for (unsigned i = 0; at < g->end; at++) {
        go_to_op(e, at);
        if (at != g->plan[0].at)
            nan_before_op(e);
        if (i < g->count && at == g->plan[i].at)
            do_in_place(e, &g->plan[i++]);
        else if (at->fx.treatment != AS_NOTHING)
            emit_op(e);
        nan_after_op(e);
    }
}

/* Loads elements into registers of `vars`, of those that have not been loaded yet: bit k of wait[i]
 * stands for element k of plan i. */
static void load_awaited(struct emitter *e, const struct accesses *g, const varset *vars,
                         uint8_t wait[MAX_TOGETHER])
{
    for (unsigned i = 0; i < g->count; i++) {
        const struct plan *p = &g->plan[i];
        for (unsigned k = 0; k < p->parts && wait[i]; k++) {
            varset results = {{0}};
            for (unsigned n = 0; n < p->a[k].dwords * e->region->halves; n++)
                var_add(&results,
                        result_var(e, p, k, n / e->region->halves, n % e->region->halves));
            if (!(wait[i] >> k & 1) || !sets_meet(&results, vars))
                continue;
            wait[i] &= (uint8_t) ~(1u << k);
            go_to_op(e, p->at);
            for (unsigned h = 0; h < e->region->halves; h++) {
                struct place at = settled(e, &p->a[k], &p->where[k][h]);
                load_pass(e, p, k, h, &at);
            }
        }
    }
}

/* The same with ALU ops behind loads from LDS: each element is loaded where it is first used, so
 * that it needs no register until then, and often none at all. */
static void emit_followed(struct emitter *e, const struct accesses *g)
{
    uint8_t wait[MAX_TOGETHER] = {0};
    unsigned i = 0;
    for (const struct region_op *at = g->plan[0].at; at < g->end; at++) {
        varset touched = at->fx.use;
        add_set(&touched, &at->fx.def);
        add_set(&touched, &at->kept);
        if (i < g->count && at == g->plan[i].at) {
            load_awaited(e, g, &at->fx.def, wait);
            wait[i] = (uint8_t)((1u << g->plan[i].parts) - 1);
            i++;
        } else if (at->fx.treatment != AS_NOTHING) {
            load_awaited(e, g, &touched, wait);
            go_to_op(e, at);
            nan_before_op(e);
            emit_op(e);
            nan_after_op(e);
        }
    }
    load_awaited(e, g, &g->def, wait);
}

/* The executors do the ops. values: of g->def behind them. */
static void emit_called(struct emitter *e, const struct accesses *g, LLVMValueRef *values)
{
    LLVMValueRef before[MAX_RESULTS];
    unsigned n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1))
        before[n++] = e->now[v];
    const struct region *r = e->region;
    call_instead(e, op_of(r, g->plan[0].at), op_behind(r, op_of(r, &g->end[-1])), &g->use,
                 &g->kept);
    n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1), n++) {
        values[n] = load_var(e, v);
        e->now[v] = before[n];
    }
}

/* The values of what the group writes. */
static void take_results(const struct emitter *e, const struct accesses *g, LLVMValueRef *values)
{
    unsigned n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1))
        values[n++] = e->now[v];
}

static void put_results(struct emitter *e, const struct accesses *g, const LLVMValueRef *values)
{
    unsigned n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1))
        e->now[v] = values[n++];
}

/* Whether the value was made before the block `first`, which comes before all later ones. */
static bool is_older(LLVMValueRef v, LLVMBasicBlockRef first)
{
    LLVMBasicBlockRef in = LLVMIsAInstruction(v) ? LLVMGetInstructionParent(v) : NULL;
    for (LLVMBasicBlockRef b = first; in && b; b = LLVMGetNextBasicBlock(b))
        if (b == in)
            return false;
    return true;
}

/* The results of both ways, as far as they are read. What is in place a value from before is the
 * same in the other way, as a copy of EXEC. */
static void join_results(struct emitter *e, const struct accesses *g, LLVMValueRef *called,
                         LLVMBasicBlockRef first, LLVMBasicBlockRef in_place, LLVMBasicBlockRef any)
{
    varset live;
    unsigned n = 0;
    region_live_before(e->region, e->block, g->end, &live);
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1), n++) {
        if (!var_has(&live, v)) {
            e->now[v] = NULL;
            var_remove(&e->dirty, v);
        } else if (!is_older(e->now[v], first)) {
            LLVMValueRef phi = LLVMBuildPhi(e->b, var_type(e, v), "");
            LLVMAddIncoming(phi, &e->now[v], &in_place, 1);
            LLVMAddIncoming(phi, &called[n], &any, 1);
            e->now[v] = phi;
        }
    }
}

/* For access_fault. */
static void store_exec(struct emitter *e)
{
    varset exec = {{0}};
    for (unsigned h = 0; h < e->region->halves; h++)
        var_add(&exec, VAR_EXEC + h);
    store_vars(e, &exec);
}

/* Whether the guess is wrong so often that there should be another way than the executor: what a
 * mask leaves, or loads from one place by lanes of which the first ones are not active. */
static bool is_unsure(const struct emitter *e, const struct plan *p)
{
    const struct access *a = &p->a[0];
    bool needs_firsts = a->way == WAY_SAME && a->row == ROW && !a->is_store;
    bool is_known = !p->at->is_unsure && (!needs_firsts || p->at->is_full);
    return a->way != WAY_ANY && !is_known && (a->is_store ? can_scatter(e) : a->way == WAY_SAME);
}

/* Whether some guess of the group is unsure. other: the same ops, with lanes anywhere. */
static bool plan_unsure(struct emitter *e, const struct accesses *g,
                        struct plan other[MAX_TOGETHER])
{
    bool is = false;
    for (unsigned i = 0; i < g->count; i++) {
        const struct plan *p = &g->plan[i];
        bool can = p->a[0].is_store || can_gather(e);
        if (p->is_atomic || p->a[0].is_scratch || p->holds || p->aperture || !can || g->between ||
            g->is_followed)
            return false;
        is |= is_unsure(e, p);
        other[i] = *p;
        other[i].is_second = true;
        for (unsigned k = 0; k < p->parts; k++)
            other[i].a[k].way = WAY_ANY;
        if (is_global(p) && !finish_global(e, &other[i]))
            return false;
    }
    return is;
}

/* The executors do the ops, or they are done in place with lanes anywhere. values: of g->def behind
 * them. */
static void emit_otherwise(struct emitter *e, const struct accesses *g, LLVMValueRef *values)
{
    struct plan other[MAX_TOGETHER];
    struct demands d = {.count = 0};
    struct tests tested = *e->tests;
    LLVMValueRef before[MAX_RESULTS], got[MAX_RESULTS];
    LLVMBasicBlockRef from[2];
    if (!plan_unsure(e, g, other)) {
        emit_called(e, g, values);
        return;
    }
    take_results(e, g, before);
    for (unsigned i = 0; i < g->count; i++) {
        go_to_op(e, other[i].at);
        prepare(e, &other[i], &d);
    }
    LLVMBasicBlockRef lanes = new_block(e, "by_lane"), none = new_block(e, "called"),
                      on = new_block(e, "otherwise");
    branch(e, all_hold(e, &d), lanes, none, 16);
    LLVMPositionBuilderAtEnd(e->b, lanes);
    for (unsigned i = 0; i < g->count; i++) {
        go_to_op(e, other[i].at);
        do_in_place(e, &other[i]);
    }
    take_results(e, g, got);
    from[0] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, none);
    put_results(e, g, before);
    *e->tests = tested; /* what was tested here is not known elsewhere */
    emit_called(e, g, values);
    from[1] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    unsigned n = 0;
    for (unsigned v = var_next(&g->def, 0); v < VAR_COUNT; v = var_next(&g->def, v + 1), n++) {
        LLVMValueRef both[2] = {got[n], values[n]};
        values[n] = LLVMBuildPhi(e->b, var_type(e, v), "");
        LLVMAddIncoming(values[n], both, from, 2);
    }
}

static bool make_plan(struct emitter *e, struct plan *p);

/* An access of all waves of a team. */
struct team_access {
    struct plan plan[MAX_TEAM_WAVES];
    unsigned twin[MAX_TEAM_WAVES];
};

/* i1: what must hold for a wave's accesses. Those with the same addresses as another wave's are
 * made once. NULL: it holds. */
static LLVMValueRef prepare_for_team(struct emitter *e, const struct accesses *g,
                                     struct team_access *x, unsigned wave)
{
    struct crew *c = e->crew;
    struct demands d = {.count = 0};
    for (unsigned i = 0; i < g->count && !c->is_broken; i++) {
        go_to_op(e, g->plan[i].at);
        x[i].twin[wave] = team_twin(e, wave, &e->at->fx.use);
        if (x[i].twin[wave] != wave)
            continue;
        team_switch(e, wave);
        c->is_broken |= !make_plan(e, &x[i].plan[wave]);
        if (!c->is_broken)
            prepare(e, &x[i].plan[wave], &d);
    }
    return all_hold(e, &d);
}

static void do_for_team(struct emitter *e, const struct team_access *x)
{
    for (unsigned w = 0; w < e->crew->team->waves; w++) {
        team_switch(e, w);
        nan_before_op(e);
        if (x->twin[w] == w)
            do_in_place(e, &x->plan[w]);
        else
            team_copy(e, w, x->twin[w], &e->at->fx.def);
        nan_after_op(e);
    }
}

static bool is_shared(const struct crew *c, const struct team_access *x)
{
    for (unsigned w = 0; w < c->team->waves; w++)
        if (x->twin[w] != 0)
            return false;
    return true;
}

/* Elements into registers of `vars` that have not been loaded yet (load_awaited). */
static void load_awaited_by_team(struct emitter *e, const struct accesses *g,
                                 const struct team_access *x, const varset *vars,
                                 uint8_t wait[MAX_TOGETHER])
{
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned k = 0; k < g->plan[i].parts && wait[i]; k++) {
            const struct plan *p = &g->plan[i];
            varset results = {{0}};
            for (unsigned n = 0; n < p->a[k].dwords; n++)
                var_add(&results, result_var(e, p, k, n, 0));
            if (!(wait[i] >> k & 1) || !sets_meet(&results, vars))
                continue;
            wait[i] &= (uint8_t) ~(1u << k);
            go_to_op(e, p->at);
            for (unsigned w = 0; w < e->crew->team->waves; w++) {
                team_switch(e, w);
                if (x[i].twin[w] != w) {
                    team_copy(e, w, x[i].twin[w], &results);
                    continue;
                }
                p = &x[i].plan[w];
                struct place at = settled(e, &p->a[k], &p->where[k][0]);
                load_pass(e, p, k, 0, &at);
            }
        }
}

/* emit_followed, for a team. */
static void follow_by_team(struct emitter *e, const struct accesses *g, const struct team_access *x)
{
    uint8_t wait[MAX_TOGETHER] = {0};
    unsigned i = 0;
    for (const struct region_op *at = g->plan[0].at; at < g->end; at++) {
        varset touched = at->fx.use;
        add_set(&touched, &at->fx.def);
        if (i < g->count && at == g->plan[i].at) {
            load_awaited_by_team(e, g, x, &at->fx.def, wait);
            wait[i] = (uint8_t)((1u << g->plan[i].parts) - 1);
            i++;
        } else if (at->fx.treatment != AS_NOTHING) {
            load_awaited_by_team(e, g, x, &touched, wait);
            go_to_op(e, at);
            emit_for_all(e);
        }
    }
    load_awaited_by_team(e, g, x, &g->def, wait);
}

/* With one branch for all. */
static void emit_for_team(struct emitter *e, const struct accesses *g)
{
    struct crew *c = e->crew;
    struct team_access *x = calloc(g->count, sizeof *x);
    LLVMValueRef holds = NULL;
    c->is_broken |= !x || g->between;
    for (unsigned w = 0; w < c->team->waves && !c->is_broken; w++)
        holds = team_both(e, holds, prepare_for_team(e, g, x, w));
    if (!c->is_broken)
        team_require(e, team_both(e, holds, places_of_team(e)));
    if (!c->is_broken && g->is_followed) {
        follow_by_team(e, g, x);
        free(x);
        return;
    }
    /* What all share comes first: the others' loads become operands of what uses them. */
    bool are_apart = true;
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned k = 0; k < i; k++)
            are_apart &= !sets_meet(&g->plan[i].at->fx.def, &g->plan[k].at->fx.def);
    for (unsigned pass = 0; pass < 1u + are_apart; pass++)
        for (unsigned i = 0; i < g->count && !c->is_broken; i++) {
            if (are_apart && is_shared(c, &x[i]) != (pass == 0))
                continue;
            go_to_op(e, g->plan[i].at);
            do_for_team(e, &x[i]);
        }
    free(x);
}

/* The blocks of accesses: in place, or the executors; and the results of both. */
static void emit_group(struct emitter *e, struct accesses *g)
{
    struct demands d = {.count = 0};
    bool has_global = false;
    if (e->crew) {
        emit_for_team(e, g);
        return;
    }
    for (unsigned i = 0; i < g->count; i++) {
        go_to_op(e, g->plan[i].at);
        prepare(e, &g->plan[i], &d);
        has_global |= is_global(&g->plan[i]);
    }
    if (g->between) /* what both ways read is loaded before them */
        for (unsigned v = var_next(&g->use, 0); v < VAR_COUNT; v = var_next(&g->use, v + 1))
            get_var(e, v);
    if (has_global)
        store_exec(e);
    if (is_global(&g->plan[0])) /* later ones of the same place need not say it again */
        say_rows(e, &g->plan[0].a[0], g->plan[0].where[0]);
    LLVMValueRef said[2][2];
    memcpy(said, e->tests->said, sizeof said);
    LLVMBasicBlockRef place = new_block(e, "in_place"), any = new_block(e, "any"),
                      join = new_block(e, "op_done"), first = place;
    branch(e, all_hold(e, &d), place, any, 16);
    LLVMPositionBuilderAtEnd(e->b, any);
    LLVMValueRef called[MAX_RESULTS], none = NULL;
    emit_otherwise(e, g, called);
    LLVMBasicBlockRef again = any;
    any = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, place);
    if (g->is_followed) {
        emit_followed(e, g);
        none = nan_none(e, g->end);
    } else {
        emit_in_place(e, g);
    }
    place = LLVMGetInsertBlock(e->b);
    if (none)
        branch(e, none, join, again, 2000);
    else
        LLVMBuildBr(e->b, join);
    LLVMPositionBuilderAtEnd(e->b, join);
    forget_said(e, said);
    join_results(e, g, called, first, place, any);
}

/* ---- what ops access ---- */

/* One element, with its registers; loads are told from what stores, too. */
static void open_access(struct plan *p)
{
    const struct rdna3_mem *m = &p->o->mem;
    unsigned second;
    p->parts = 1;
    p->is_atomic = m->kind == MEM_ATOMIC;
    p->has_second = p->is_atomic && rdna3_second_operand(p->o, &second);
    p->a[0] = (struct access){.is_store = m->kind != MEM_LOAD,
                              .bytes = m->bytes,
                              .dwords = m->dwords,
                              .offset = m->offset};
    for (unsigned i = 0; i < m->dwords; i++) {
        p->data[0][i] = (uint8_t)(m->data + i);
        p->data[1][i] = p->has_second ? (uint8_t)(second + i) : 0;
    }
}

/* false: it cannot be done in place. */
static bool choose_way(struct emitter *e, struct plan *p)
{
    struct access *a = &p->a[0];
    a->way = p->is_atomic ? WAY_ANY : way_of(e, a);
    if (a->way == WAY_CALL && a->is_store) /* by lane */
        a->way = WAY_ANY;
    a->row = row_of(e, a);
    a->is_strict = a->is_store; /* also of atomics: executors test all lanes before they store */
    return a->way != WAY_CALL;
}

/* WAY_ANY: whether lanes' addresses can be gathered from. */
static bool finish_global(struct emitter *e, struct plan *p)
{
    struct access *a = &p->a[0];
    a->is_rooted = a->way == WAY_ANY;
    for (unsigned h = 0; h < e->region->halves; h++) {
        struct address address, first;
        a->is_rooted &= find_index(e, a, p->lo[0], p->hi[0], &first) &&
                        find_index(e, a, p->lo[h], p->hi[h], &address) &&
                        first.shift == address.shift;
    }
    return a->way != WAY_ANY || a->is_rooted || e->machine->window_size >= UNROOTED_WINDOW;
}

/* MUBUF: as GLOBAL with an SGPR, if all lanes are in a simple buffer. */
static bool plan_buffer(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    struct buffer b;
    *p = (struct plan){.at = e->at, .o = o};
    if (!is_plain_access(o))
        return false;
    open_access(p);
    if (!choose_way(e, p))
        return false;
    if (!o->mem.offen && !o->mem.idxen) { /* all lanes are at one place */
        if (p->a[0].is_store)
            return false;
        p->a[0].way = WAY_SAME;
        p->a[0].row = row_of(e, &p->a[0]);
    }
    p->a[0].is_strict = true; /* faults are of its parts */
    rdna3_find_buffer(e, o, &b);
    p->a[0].saddr = b.from;
    p->holds = b.holds;
    for (unsigned h = 0; h < e->region->halves; h++)
        p->lo[h] = b.at[h];
    return finish_global(e, p);
}

static bool plan_global(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    const struct rdna3_mem *m = &o->mem;
    struct access *a = &p->a[0];
    open_access(p);
    if (!m->has_addr || !choose_way(e, p))
        return false;
    if (m->saddr != NO_SADDR)
        a->saddr = get_scalars(e, VAR_S0 + m->saddr);
    for (unsigned h = 0; h < e->region->halves; h++) {
        p->lo[h] = get_var(e, vgpr_of(e, m->addr, h));
        if (m->saddr == NO_SADDR)
            p->hi[h] = get_var(e, vgpr_of(e, m->addr + 1u, h));
    }
    return finish_global(e, p);
}

/* Private memory, of SCRATCH; of FLAT if its addresses are in the aperture. */
static bool plan_scratch(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    const struct rdna3_mem *m = &o->mem;
    struct access *a = &p->a[0];
    bool is_flat = o->insn->format == FMT_FLAT;
    open_access(p);
    if (p->is_atomic)
        return false;
    a->is_scratch = true;
    a->row = 32;
    bool is_uniform = !m->has_addr && m->saddr == NO_SADDR;
    a->way = rdna3_scratch_way(e, a, !is_uniform);
    if (!m->has_addr && a->way == WAY_ANY)
        a->way = WAY_SAME;
    if (a->way == WAY_CALL)
        return false;
    for (unsigned h = 0; h < e->region->halves; h++) {
        p->lo[h] = m->has_addr ? get_var(e, vgpr_of(e, m->addr, h)) : NULL;
        if (is_flat)
            p->hi[h] = get_var(e, vgpr_of(e, m->addr + 1u, h));
    }
    p->base = m->saddr == NO_SADDR ? NULL : get_var(e, VAR_S0 + m->saddr);
    p->aperture = is_flat ? (uint32_t)(e->machine->private_base >> 32) : 0;
    return true;
}

/* FLAT: LDS, if its addresses are in the aperture. */
static bool plan_shared(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    const struct rdna3_mem *m = &o->mem;
    open_access(p);
    p->a[0].is_lds = true;
    if (!choose_way(e, p))
        return false;
    for (unsigned h = 0; h < e->region->halves; h++) {
        p->lo[h] = get_var(e, vgpr_of(e, m->addr, h));
        p->hi[h] = get_var(e, vgpr_of(e, m->addr + 1u, h));
    }
    p->aperture = (uint32_t)(e->machine->shared_base >> 32);
    return true;
}

/* The second element of a lane; both are one where they follow each other. */
static void open_second(const struct emitter *e, struct plan *p)
{
    const struct rdna3_mem *m = &p->o->mem;
    p->parts = 2;
    p->a[1] = p->a[0];
    p->a[1].offset = m->offset1;
    for (unsigned i = 0; i < m->dwords; i++)
        p->data[1][i] = (uint8_t)(m->data1 + i);
    if (m->bytes == 4 && m->offset1 == m->offset + 4 && e->at->step == 8) {
        p->parts = 1;
        p->a[0].bytes = 8;
        p->a[0].dwords = 2;
        p->data[0][1] = p->data[1][0];
    }
}

static bool plan_lds(struct emitter *e, const struct rdna3_op *o, struct plan *p)
{
    const struct rdna3_mem *m = &o->mem;
    if (m->addr2 && !m->copies)
        return false;
    open_access(p);
    p->a[0].is_lds = true;
    if (m->addr2)
        open_second(e, p);
    if (!choose_way(e, p))
        return false;
    p->a[1].way = p->a[0].way;
    p->a[1].row = p->a[0].row;
    for (unsigned h = 0; h < e->region->halves; h++)
        p->lo[h] = get_var(e, vgpr_of(e, m->addr, h));
    return true;
}

/* Of GLOBAL, FLAT or LDS. */
static bool is_access(const struct emitter *e, const struct region_op *at)
{
    (void)e;
    return at->fx.treatment == AS_IR && at->kind == OP_ACCESS;
}

/* What e->at accesses; false: it is to be called. */
static bool make_plan(struct emitter *e, struct plan *p)
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, e->at));
    if (!is_access(e, e->at) || !is_plain_access(o))
        return false;
    *p = (struct plan){.at = e->at, .o = o};
    if (o->insn->format == FMT_FLAT || o->executor == EXECUTOR_exec_buffer)
        return false; /* emit_flat, emit_buffer */
    return (o->executor != EXECUTOR_exec_flat ? plan_lds
            : o->insn->format == FMT_SCRATCH  ? plan_scratch
                                              : plan_global)(e, o, p);
}

/* The registers that say where the op's lanes are, EXEC but as it is at the start of the group. */
static varset address_vars(const struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    varset s = {{0}};
    bool is_lds = o->executor == EXECUTOR_exec_ds, is_scratch = o->insn->format == FMT_SCRATCH;
    for (unsigned h = 0; h < e->region->halves; h++) {
        if (!is_scratch || m->has_addr)
            var_add(&s, vgpr_of(e, m->addr, h));
        if (!is_lds && !is_scratch && m->saddr == NO_SADDR)
            var_add(&s, vgpr_of(e, m->addr + 1u, h));
    }
    if (!is_lds && m->saddr != NO_SADDR) {
        var_add(&s, VAR_S0 + m->saddr);
        var_add(&s, VAR_S0 + m->saddr + 1u);
    }
    return s;
}

/* Whether what holds for the lanes of an access at the start of the group holds for those of this
 * one, of which there may be fewer. */
static bool is_tested(const struct emitter *e, const struct accesses *g, const struct plan *p)
{
    const struct access *a = &p->a[0];
    if (!a->is_lds || (a->way != WAY_ANY && (a->way != WAY_ROWS || !has_masks(e, a->bytes))))
        return false;
    for (unsigned i = 0; i < g->count; i++) {
        const struct plan *q = &g->plan[i];
        if (q->a[0].is_lds && q->a[0].way == a->way && q->a[0].bytes == a->bytes &&
            q->o->mem.addr == p->o->mem.addr)
            return true;
    }
    return false;
}

/* Ops from the group's end to before e->at. */
struct gap {
    varset def;
    unsigned ops;
    bool narrows;
};

/* Adds an ALU op to the gap behind the group. */
static bool widen_gap(struct emitter *e, const struct accesses *g, struct gap *gap)
{
    const struct region_op *at = e->at;
    bool is_alu = at->kind == OP_COMPUTE || at->kind == OP_PAIR;
    bool narrows = at->fx.exec == EXEC_NARROWS;
    if (at->fx.treatment != AS_IR || !is_alu || (at->fx.exec != EXEC_STAYS && !narrows) ||
        g->between + gap->ops == MAX_BETWEEN || e->nan->count)
        return false;
    gap->ops++;
    gap->narrows |= narrows;
    add_set(&gap->def, &at->fx.def);
    return true;
}

/* Adds what an op reads and writes. */
static void add_effects(struct accesses *g, const struct region_op *at)
{
    varset use = at->fx.use, kept = at->kept;
    remove_set(&use, &g->def);
    remove_set(&kept, &g->def);
    add_set(&g->use, &use);
    add_set(&g->kept, &kept);
    add_set(&g->def, &at->fx.def);
}

/* Adds the op at e->at, and the gap before it. */
static bool joins(struct emitter *e, struct accesses *g, const struct gap *gap)
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, e->at));
    struct plan *p = &g->plan[g->count];
    varset def = g->def;
    unsigned results = 0;
    add_set(&def, &gap->def);
    if (g->count == MAX_TOGETHER || (g->count && nan_check_is_due(e, e->at)))
        return false;
    if (!is_access(e, e->at) || (g->count && is_on_stack(o)))
        return false;
    if (g->count) {
        varset where = address_vars(e, o);
        if (sets_meet(&where, &def))
            return false;
    }
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        results += (unsigned)__builtin_popcountll(def.w[i] | e->at->fx.def.w[i]);
    if (results > MAX_RESULTS || !make_plan(e, p))
        return false;
    bool narrows = g->narrows || gap->narrows;
    /* Device memory is not as fast with other accesses and ALU ops in one block: scan x 1.06. */
    bool updates_lds = p->a[0].is_store && p->a[0].is_lds && g->plan[0].a[0].is_lds;
    if ((narrows && !is_tested(e, g, p)) || (gap->ops && !updates_lds))
        return false;
    for (const struct region_op *at = g->count ? g->end : e->at; at <= e->at; at++)
        add_effects(g, at);
    g->count++;
    g->end = e->at + 1;
    g->between += gap->ops;
    g->narrows = narrows;
    return true;
}

/* ---- stacks ---- */

/* What the accesses from e->at on reach from the scalar that they have in common, in this block.
 * Whether there are dwords among them, so that the scalar is a multiple of 4. */
static bool find_reach(const struct emitter *e, int32_t *low, int32_t *high)
{
    const struct region_op *end = &e->region->ops[e->block->op + e->block->ops];
    uint16_t saddr = rdna3_op(op_of(e->region, e->at))->mem.saddr;
    bool has_dwords = false;
    *low = INT32_MAX, *high = INT32_MIN;
    for (const struct region_op *at = e->at; at < end; at++) {
        const struct rdna3_op *o = rdna3_op(op_of(e->region, at));
        int32_t from = o->mem.offset, to = from + o->mem.bytes;
        if (is_access(e, at) && is_on_stack(o) && o->mem.saddr == saddr) {
            *low = from < *low ? from : *low;
            *high = to > *high ? to : *high;
            has_dwords |= o->mem.bytes >= 4;
        }
        if (saddr != NO_SADDR && var_has(&at->fx.def, VAR_S0 + saddr))
            break;
    }
    return has_dwords;
}

/* false: nothing was emitted. */
static bool emit_on_stack(struct emitter *e)
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, e->at));
    struct plan p = {.at = e->at, .o = o};
    int32_t low, high;
    if (!is_on_stack(o) || !plan_scratch(e, o, &p))
        return false;
    bool is_aligned = find_reach(e, &low, &high);
    if (!rdna3_find_stack(e, &p.a[0], p.base, low, high, is_aligned, &p.where[0][0]))
        return false;
    p.where[0][1] = p.where[0][0];
    do_in_place(e, &p);
    nan_after_op(e);
    return true;
}

/* How many of the variables below `end` are in the set. */
static unsigned count_below(const varset *s, unsigned end)
{
    unsigned n = 0;
    for (unsigned v = var_next(s, 0); v < end; v = var_next(s, v + 1))
        n++;
    return n;
}

static unsigned vectors_in(const varset *s) { return count_below(s, VAR_S0); }

/* An ALU op that is certainly compiled, and could be done again. */
static bool can_follow(const struct region *r, const struct region_op *at)
{
    bool can = at->fx.treatment == AS_IR && at->fx.exec == EXEC_STAYS &&
               (at->kind == OP_COMPUTE || at->kind == OP_PAIR);
    for (unsigned i = 0; can && i < computations_of(at); i++) {
        const struct computation *c = computation_of(r, at, i);
        can = c->is_vector && !c->raises && !c->is_quiet && step_list(c->function);
        for (unsigned k = 0; k < c->source_count; k++)
            can &= c->source[k].kind != SOURCE_OTHER;
    }
    return can;
}

/* Where loads from LDS fill more registers than the host has, as those of tiles of a matrix do:
 * adds the ALU ops behind them, up to where the fewest values are left. */
static void add_followers(struct emitter *e, struct accesses *g, const struct region_op *last)
{
    const struct region *r = e->region;
    const unsigned host_registers = 32, per_variable = 2;
    unsigned loaded = vectors_in(&g->def), least = loaded / 2, checks = 0;
    const struct region_op *end = g->end;
    varset def = g->def, live;
    for (unsigned i = 0; i < g->count; i++)
        if (!g->plan[i].a[0].is_lds || g->plan[i].a[0].is_store)
            return;
    bool pays = 3 * loaded * per_variable >= 2 * host_registers || r->is_trial;
    if (g->between || nan_is_open(e) || !pays)
        return;
    if (r->is_trial)
        least = MAX_RESULTS;
    for (const struct region_op *at = g->end; at < last; at++) {
        if (at->fx.treatment == AS_NOTHING)
            continue;
        checks += r->halves * computations_of(at);
        add_set(&def, &at->fx.def);
        if (!can_follow(r, at) || checks + 3 * r->halves > MAX_NAN_CHECKS ||
            count_below(&def, VAR_COUNT) > MAX_RESULTS)
            break;
        region_live_before(r, e->block, at + 1, &live);
        for (unsigned i = 0; i < VARSET_WORDS; i++)
            live.w[i] &= def.w[i];
        if (vectors_in(&live) <= least) {
            least = vectors_in(&live);
            end = at + 1;
        }
    }
    g->is_followed = end != g->end;
    for (; g->end < end; g->end++)
        add_effects(g, g->end);
}

/* ---- FLAT ---- */

enum { MAX_WAYS = 3 };

/* The ways in which a FLAT access can be done in place: all active lanes are in device memory,
 * in private memory, in LDS. */
static unsigned plan_ways(struct emitter *e, struct plan way[MAX_WAYS])
{
    const struct rdna3_op *o = rdna3_op(op_of(e->region, e->at));
    bool (*const plan[MAX_WAYS])(struct emitter *, const struct rdna3_op *,
                                 struct plan *) = {plan_global, plan_scratch, plan_shared};
    unsigned n = 0;
    for (unsigned i = 0; is_plain_access(o) && i < MAX_WAYS; i++) {
        way[n] = (struct plan){.at = e->at, .o = o};
        n += plan[i](e, o, &way[n]);
    }
    return n;
}

/* One test after the other, then the executor. false: nothing was emitted. */
static bool emit_flat(struct emitter *e)
{
    struct plan way[MAX_WAYS];
    struct accesses g = {.end = e->at + 1};
    LLVMValueRef before[MAX_RESULTS], values[MAX_WAYS + 1][MAX_RESULTS];
    LLVMBasicBlockRef place[MAX_WAYS], end[MAX_WAYS + 1];
    unsigned ways = plan_ways(e, way), n = 0;
    if (!ways)
        return false;
    add_effects(&g, e->at);
    g.plan[0].at = e->at;
    for (unsigned v = var_next(&g.use, 0); v < VAR_COUNT; v = var_next(&g.use, v + 1))
        get_var(e, v);
    for (unsigned v = var_next(&g.kept, 0); v < VAR_COUNT; v = var_next(&g.kept, v + 1))
        get_var(e, v);
    store_exec(e);
    struct tests tested;
    for (unsigned i = 0; i < ways; i++) {
        struct demands d = {.count = 0};
        prepare(e, &way[i], &d);
        if (i == 0)
            tested = *e->tests;
        place[i] = new_block(e, "in_place");
        LLVMBasicBlockRef next = new_block(e, "any");
        branch(e, all_hold(e, &d), place[i], next, 4);
        LLVMPositionBuilderAtEnd(e->b, next);
    }
    *e->tests = tested; /* others do not hold everywhere */
    LLVMValueRef said[2][2];
    memcpy(said, e->tests->said, sizeof said);
    LLVMBasicBlockRef join = new_block(e, "op_done");
    take_results(e, &g, before);
    emit_called(e, &g, values[ways]);
    end[ways] = LLVMGetInsertBlock(e->b);
    LLVMBuildBr(e->b, join);
    for (unsigned i = 0; i < ways; i++) {
        LLVMPositionBuilderAtEnd(e->b, place[i]);
        put_results(e, &g, before);
        do_in_place(e, &way[i]);
        take_results(e, &g, values[i]);
        end[i] = LLVMGetInsertBlock(e->b);
        LLVMBuildBr(e->b, join);
        forget_said(e, said);
    }
    LLVMPositionBuilderAtEnd(e->b, join);
    for (unsigned v = var_next(&g.def, 0); v < VAR_COUNT; v = var_next(&g.def, v + 1), n++) {
        e->now[v] = LLVMBuildPhi(e->b, var_type(e, v), "");
        for (unsigned i = 0; i <= ways; i++)
            LLVMAddIncoming(e->now[v], &values[i][n], &end[i], 1);
    }
    nan_after_op(e);
    return true;
}

static bool emit_buffer(struct emitter *e)
{
    struct accesses g = {.count = 1, .end = e->at + 1};
    if (!plan_buffer(e, rdna3_op(op_of(e->region, e->at)), &g.plan[0]))
        return false;
    add_effects(&g, e->at);
    emit_group(e, &g);
    return true;
}

uint32_t rdna3_emit_accesses(struct emitter *e, uint32_t left)
{
    const struct region_op *first = e->at;
    if (!is_access(e, first))
        return 0;
    struct plan plan;
    if (e->crew && (!make_plan(e, &plan) || plan.a[0].is_scratch))
        return 0;
    if (rdna3_op(op_of(e->region, first))->executor == EXECUTOR_exec_buffer)
        return emit_buffer(e);
    if (rdna3_op(op_of(e->region, first))->insn->format == FMT_FLAT)
        return emit_flat(e);
    if (emit_on_stack(e))
        return 1;
    struct accesses g = {.end = first};
    struct gap gap = {.ops = 0};
    for (uint32_t k = 0; k < left; k++) {
        e->at = first + k;
        if (e->at->fx.treatment == AS_NOTHING && k)
            continue;
        if (joins(e, &g, &gap))
            gap = (struct gap){.ops = 0};
        else if (g.count == 0 || !widen_gap(e, &g, &gap))
            break;
    }
    e->at = first;
    if (g.count) {
        add_followers(e, &g, first + left);
        emit_group(e, &g);
    }
    return (uint32_t)(g.end - first);
}

/* ---- scalar loads ---- */

enum { SCALAR_REACH = 4096 };

/* Tests that [at, at + bytes), relative to the window, is inside; else `o` is the
 * interpreter's. */
static void check_scalar(struct emitter *e, const struct rdna3_op *o, LLVMValueRef at,
                         unsigned bytes)
{
    LLVMValueRef fits =
        LLVMBuildICmp(e->b, LLVMIntULE, at, const_i64(e, e->machine->window_size - bytes), "");
    LLVMBasicBlockRef on = new_block(e, "smem"), outside = new_block(e, "outside");
    branch(e, fits, on, outside, 2000);
    LLVMPositionBuilderAtEnd(e->b, outside);
    leave_before(e, &o->base);
    LLVMPositionBuilderAtEnd(e->b, on);
}

/* SGPRs n, n + 1 as an address relative to the window, without the two low bits. */
static LLVMValueRef scalar_address(struct emitter *e, unsigned n)
{
    LLVMValueRef at =
        LLVMBuildAnd(e->b, get_scalars(e, VAR_S0 + n), const_i64(e, ~UINT64_C(3)), ""); /* 8.1.1 */
    return LLVMBuildSub(e->b, at, window_base(e), "");
}

/* The same, with all that offsets in [0, SCALAR_REACH) lead to inside the window. */
static LLVMValueRef scalar_base(struct emitter *e, const struct rdna3_op *o)
{
    unsigned n = o->mem.rsrc;
    LLVMValueRef lo = get_var(e, VAR_S0 + n), hi = get_var(e, VAR_S0 + n + 1u);
    for (unsigned i = 0; i < e->tests->scalar_count; i++)
        if (e->tests->scalars[i].lo == lo && e->tests->scalars[i].hi == hi)
            return e->tests->scalars[i].from;
    struct scalar_base b = {lo, hi, scalar_address(e, n)};
    check_scalar(e, o, b.from, SCALAR_REACH);
    if (e->tests->scalar_count == MAX_SCALAR_BASES)
        e->tests->scalar_count = 0;
    e->tests->scalars[e->tests->scalar_count++] = b;
    return b.from;
}

bool rdna3_emit_scalar_load(struct emitter *e, const struct op *op)
{
    const struct rdna3_op *o = rdna3_op(op);
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
    if (!e->crew) {
        say_slot(e, 0);
        LLVMBuildStore(e->b, at, wave_field(e, offsetof(struct rdna3_wave, rows)));
        e->tests->said[0][0] = NULL;
    }
    LLVMValueRef p = LLVMBuildGEP2(e->b, e->i8, symbol_address(e, "shoal_window"), &at, 1, "");
    for (unsigned k = 0; k < m->dwords; k++) {
        LLVMValueRef i = const_i64(e, k);
        LLVMValueRef v = load(e, e->i32, LLVMBuildGEP2(e->b, e->i32, p, &i, 1, ""), 4);
        fold_mark_load(e, v);
        set_var(e, VAR_S0 + m->sdst + k, v);
    }
    return true;
}

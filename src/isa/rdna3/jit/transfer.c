/* transfer.c: the elements of a pass between memory and vectors. See transfer.h.
 *
 * Rows go as whole vectors, under masks where the host has them; what is ahead of them is
 * prefetched, and what is never read again bypasses the caches. */
#include "isa/rdna3/jit/transfer.h"
#include "base/pages.h"
#include "isa/rdna3/jit/atomic.h"
#include "jit/batch_rows.h"
#include "jit/build.h"
#include "jit/costs.h"
#include "jit/dead.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/forward.h"
#include "jit/lookup.h"
#include "jit/quads.h"
#include "jit/registers.h"
#include "jit/team.h"

enum {
    PREFETCH_ITERATIONS = 8,      /* measured on reduce: 16.5 ms without, 10.8 with 4, 7.6 with 8 */
    MAX_ITERATION_STEP = 1 << 16, /* bytes */
    MAX_GRID_STEP = 1 << 24,      /* likewise, where the size of the grid is the step */
    MIN_SHARED_STEP = 1 << 10,    /* likewise; CPUs foresee what is closer */
    /* Work-items count as if their elements had so many bytes at most, so that wide ones are not
     * fetched further ahead. scan, whose elements have 16, on an Intel Xeon: 19.5 ms with all of
     * them, 18.5 with 8, 17.3 with 4 */
    MAX_AHEAD_BYTES = 4,
};

static LLVMValueRef load(struct emitter *e, LLVMTypeRef t, LLVMValueRef p, unsigned align)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, t, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

/* Of a dword of an element, or of an element that is less. */
static LLVMTypeRef dword_type(const struct emitter *e, unsigned bytes)
{
    return bytes == 1 ? e->i8 : bytes == 2 ? e->i16 : e->i32;
}

/* What loads from device memory is made, whether or not anything uses it: it may fault. */
static LLVMValueRef made(struct emitter *e, const struct access *a, LLVMValueRef v)
{
    if (!a->is_lds)
        mark_load(e, v);
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

/* The address of a place x + (y - window): x + y. Of a team, x is made before the loop, and y is
 * the same for all. NULL: it is made otherwise. */
static LLVMValueRef whole_address(struct emitter *e, LLVMValueRef at)
{
    int64_t offset;
    LLVMValueRef less = LLVMConstNeg(window_base(e));
    at = without_sum(at, &offset);
    LLVMValueRef by = is_instruction(at, LLVMAdd) ? LLVMGetOperand(at, 1) : NULL;
    if (!by || !is_instruction(by, LLVMAdd) || LLVMGetOperand(by, 1) != less)
        return NULL;
    at = LLVMBuildAdd(e->b, LLVMGetOperand(at, 0), LLVMGetOperand(by, 0), "");
    return offset ? LLVMBuildAdd(e->b, at, const_i64(e, (uint64_t)offset), "") : at;
}

LLVMValueRef rdna3_pointer(struct emitter *e, const struct access *a, LLVMValueRef at)
{
    LLVMValueRef whole = e->crew && !a->is_lds ? whole_address(e, at) : NULL;
    if (whole)
        return LLVMBuildIntToPtr(e->b, whole, e->ptr, "");
    LLVMValueRef from = a->is_lds ? e->lds : symbol_address(e, "shoal_window");
    int64_t offset = 0;
    if (in_batch(e)) /* waves have places at constants behind one */
        at = without_sum(at, &offset);
    LLVMValueRef p = LLVMBuildGEP2(e->b, e->i8, from, &at, 1, ""),
                 by = const_i64(e, (uint64_t)offset);
    return offset ? LLVMBuildGEP2(e->b, e->i8, p, &by, 1, "") : p;
}

/* ---- rows ---- */

/* In a loop: how many bytes this place is behind the one in the iteration before. */
static LLVMValueRef step_of(struct emitter *e, LLVMValueRef at)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
    LLVMValueRef last = LLVMBuildAlloca(e->b, e->i64, "last");
    LLVMPositionBuilderAtEnd(e->b, here);
    LLVMValueRef by = LLVMBuildSub(e->b, at, LLVMBuildLoad2(e->b, e->i64, last, ""), "");
    LLVMBuildStore(e->b, at, last);
    return by;
}

/* A loop of a team that goes on by the size of the grid. */
static bool is_of_grid(const struct emitter *e)
{
    return e->crew && e->block->is_in_loop && e->crew->team->lanes_leave;
}

static LLVMValueRef some_iterations(struct emitter *e, LLVMValueRef by)
{
    unsigned n = is_of_grid(e) ? e->costs->grid_fetches : PREFETCH_ITERATIONS;
    return LLVMBuildMul(e->b, by, const_i64(e, n), "");
}

/* How far ahead of a row to look, in bytes: the next waves often go on behind this one's rows; in a
 * loop, the next iterations as far from this one as this is from the last, unless that is so far
 * that they have little in common with this one but the next waves have. */
static LLVMValueRef prefetch_distance(struct emitter *e, LLVMValueRef at, unsigned element_bytes)
{
    LLVMBasicBlockRef here = NULL, far = NULL, on = NULL;
    LLVMValueRef iterations = NULL;
    if (e->block->is_in_loop) {
        LLVMValueRef by = step_of(e, at);
        here = LLVMGetInsertBlock(e->b);
        iterations = some_iterations(e, by);
        far = new_block(e, "far");
        on = new_block(e, "ahead");
        uint64_t most = is_of_grid(e) ? MAX_GRID_STEP : MAX_ITERATION_STEP;
        if (is_of_grid(e) && !e->crew->grid_step)
            e->crew->grid_step = by;
        branch(e, LLVMBuildICmp(e->b, LLVMIntULE, by, const_i64(e, most), ""), on, far, 8);
        LLVMPositionBuilderAtEnd(e->b, far);
    }
    enum ahead_of kind = far ? AHEAD_LOOPS : in_batch(e) ? AHEAD_BATCHES : AHEAD_WAVES;
    LLVMValueRef next =
        load_at(e, e->i64, e->group, offsetof(struct group, ahead) + kind * sizeof(uint64_t));
    unsigned width = element_bytes < MAX_AHEAD_BYTES ? element_bytes : MAX_AHEAD_BYTES;
    next = LLVMBuildShl(e->b, next, const_i64(e, (unsigned)__builtin_ctz(width)), "");
    if (!far)
        return next;
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    LLVMValueRef distance = LLVMBuildPhi(e->b, e->i64, "");
    LLVMAddIncoming(distance, (LLVMValueRef[]){iterations, next}, (LLVMBasicBlockRef[]){here, far},
                    2);
    return distance;
}

/* As far ahead of a place as a batch looks: made once for each that its waves have places at
 * constants behind. */
static LLVMValueRef batch_ahead(struct emitter *e, LLVMValueRef root, unsigned element_bytes)
{
    struct crew *c = e->crew;
    for (unsigned i = 0; i < c->ahead_count; i++)
        if (c->aheads[i].root == root && c->aheads[i].element_bytes == element_bytes)
            return c->aheads[i].place;
    LLVMValueRef ahead = LLVMBuildAdd(e->b, root, prefetch_distance(e, root, element_bytes), "");
    if (c->ahead_count < MAX_TEAM_AHEADS)
        c->aheads[c->ahead_count++] = (struct team_ahead){root, ahead, element_bytes};
    return ahead;
}

/* In a loop: how far ahead to look, or, in_steps, how far one iteration is. Made once for all waves
 * of a team. */
static LLVMValueRef loop_distance(struct emitter *e, LLVMValueRef at, unsigned element_bytes,
                                  bool in_steps)
{
    struct crew *c = e->crew;
    if (c && c->fetching == e->at)
        return c->distance;
    LLVMValueRef distance = in_steps ? step_of(e, at) : prefetch_distance(e, at, element_bytes);
    if (c) {
        c->fetching = e->at;
        c->distance = distance;
    }
    return distance;
}

/* Fetches the lines of a part of the lanes. */
static void fetch_lines(struct emitter *e, const struct access *a, LLVMValueRef from,
                        int64_t offset, unsigned level)
{
    for (unsigned line = 0; line < a->row * a->bytes; line += CACHE_LINE) {
        LLVMValueRef by = const_i64(e, (uint64_t)offset + line),
                     ahead = LLVMBuildAdd(e->b, from, by, "");
        prefetch(e, rdna3_pointer(e, a, ahead), level, a->is_store);
    }
}

/* Of a loop that goes on by the size of the grid, the rows of its first access. */
static void note_rows(struct emitter *e, const struct access *a, const LLVMValueRef at[2])
{
    struct crew *c = e->crew;
    if (c->grid_count && c->grid_op != e->at)
        return;
    c->grid_op = e->at;
    for (unsigned k = 0; k < 32 / a->row && c->grid_count < MAX_TEAM_ROWS; k++) {
        c->grid[c->grid_count].from = rdna3_pointer(e, a, at[k]);
        c->grid[c->grid_count++].bytes = a->row * a->bytes;
    }
}

/* Whether several waves of a team access the same place. */
static bool is_shared(const struct emitter *e)
{
    unsigned last = e->crew->team->waves - 1;
    return team_twin(e, last, &e->at->fx.use) != last;
}

/* In a loop of a team: what several waves want in later iterations, if these are so far apart that
 * CPUs do not fetch it by themselves. */
static void prefetch_shared(struct emitter *e, const struct access *a, const LLVMValueRef at[2])
{
    LLVMBasicBlockRef fetch = new_block(e, "fetch"), on = new_block(e, "fetched");
    LLVMValueRef step = loop_distance(e, at[0], a->bytes, true);
    LLVMValueRef less = LLVMBuildSub(e->b, step, const_i64(e, MIN_SHARED_STEP), "");
    LLVMValueRef most = const_i64(e, MAX_ITERATION_STEP - MIN_SHARED_STEP);
    branch(e, LLVMBuildICmp(e->b, LLVMIntULE, less, most, ""), fetch, on, 1);
    LLVMPositionBuilderAtEnd(e->b, fetch);
    LLVMValueRef distance = some_iterations(e, step);
    for (unsigned k = 0; k < 32 / a->row; k++)
        fetch_lines(e, a, LLVMBuildAdd(e->b, at[k], distance, ""), 0, 1);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
}

static void prefetch_rows(struct emitter *e, const struct access *a, const struct place *where)
{
    bool is_team = e->crew && e->block->is_in_loop && !e->crew->team->lanes_leave;
    const LLVMValueRef *at = where->at;
    if (a->is_lds || where->is_fetched)
        return;
    if (is_team) {
        if (e->costs->teams_fetch && is_shared(e))
            prefetch_shared(e, a, at);
        return;
    }
    bool shares = in_batch(e) && !e->block->is_in_loop;
    LLVMValueRef distance = shares ? NULL : loop_distance(e, at[0], a->bytes, false);
    unsigned level = is_of_grid(e)          ? e->costs->grid_fetches_to
                     : e->block->is_in_loop ? e->costs->loops_fetch_to
                                            : e->costs->rows_fetch_to;
    if (is_of_grid(e) && !a->is_store)
        note_rows(e, a, at);
    for (unsigned k = 0; k < 32 / a->row; k++) {
        int64_t offset = 0;
        LLVMValueRef from = shares ? batch_ahead(e, without_sum(at[k], &offset), a->bytes)
                                   : LLVMBuildAdd(e->b, at[k], distance, "");
        fetch_lines(e, a, from, offset, level);
    }
}

void rdna3_load_rows(struct emitter *e, const struct access *a, const struct place *where,
                     unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    unsigned n = lanes_at_once(a);
    LLVMTypeRef t = row_type(e, a->bytes, n);
    LLVMValueRef v[2];
    bool takes_old = a->bytes == 4 && old[0] && has_masks(e, a->bytes); /* where the mask is not */
    prefetch_rows(e, a, where);
    for (unsigned k = 0; k < 32 / n; k++) {
        LLVMValueRef p = rdna3_pointer(e, a, where->at[k]), none = LLVMGetPoison(t);
        if (takes_old)
            none = part(e, old[0], k, n);
        /* what is around LDS can be read (LDS_MARGIN) */
        bool is_masked = has_masks(e, a->bytes) && (!a->is_lds || takes_old) && !are_all_active(e);
        v[k] =
            is_masked ? call_masked(e, false, p, row_mask(e, half, k, n), none) : load(e, t, p, 1);
        made(e, a, v[k]);
    }
    if (a->bytes == 8) {
        fold_part(e, v, out);
    } else if (a->bytes == 16) {
        take_quads_apart(e, v, out);
    } else {
        out[0] = n == 32 ? v[0] : pick(e, v[0], v[1], 0, 1, 32);
        if (a->bytes < 4)
            out[0] = LLVMBuildZExt(e->b, out[0], e->v32i32, "");
    }
    for (unsigned i = 0; i < a->dwords; i++)
        if (old[i] && !takes_old)
            out[i] = LLVMBuildSelect(e->b, exec_bools(e, half), out[i], old[i], "");
}

/* Neither loads nor stores. */
static bool only_computes(const struct region_op *at)
{
    return at->kind == OP_COMPUTE || at->kind == OP_PAIR || at->fx.treatment == AS_NOTHING;
}

/* Whether rows may bypass the caches where the launch writes more than fits: nothing that was
 * loaded just now, and nothing after which the wave still accesses memory, so that their order with
 * other stores does not matter: work-groups end with locked instructions, which wait for them. */
static bool can_stream(const struct emitter *e, const struct access *a, const struct place *where)
{
    enum { MOST_BLOCKS = 3 }; /* it may be in a guard that ends where the kernel does */
    const struct region *r = e->region;
    const struct block *b = e->block;
    const struct region_op *at = e->at + 1;
    if (a->is_lds || where->is_fetched || e->masks == MASKS_NONE || a->bytes < 4)
        return false;
    for (unsigned blocks = 0; blocks < MOST_BLOCKS; blocks++) {
        for (const struct region_op *end = &r->ops[b->op + b->ops]; at < end; at++)
            if (at->ends)
                return true;
            else if (at->fx.treatment == AS_LEAVE || !only_computes(at))
                return false;
        if (b->succ[0] < 0 || b->succ[1] >= 0 || b->jumps)
            return false;
        b = &r->blocks[b->succ[0]];
        at = &r->ops[b->op];
    }
    return false;
}

/* Two forms of a store of rows: as whole lines, if all lanes are active; what comes next is the
 * other. */
static struct forms stream_rows(struct emitter *e, const struct access *a,
                                const struct place *where, unsigned half, unsigned rows,
                                const LLVMValueRef x[2], const LLVMValueRef p[2])
{
    LLVMValueRef at = rows == 2 ? LLVMBuildOr(e->b, where->at[0], where->at[1], "") : where->at[0];
    size_t width = (size_t)__builtin_ctz(a->bytes / 4) * sizeof(uint64_t);
    LLVMValueRef bits = load_at(e, e->i64, e->group, offsetof(struct group, not_streamed) + width);
    LLVMValueRef is_whole = is_equal(e, LLVMBuildAnd(e->b, at, bits, ""), const_i64(e, 0));
    LLVMValueRef all = has_full_exec(e, half);
    struct forms f = begin_forms(e, LLVMBuildAnd(e->b, is_whole, all, ""), 1);
    LLVMMetadataRef one = LLVMValueAsMetadata(const_i32(e, 1));
    for (unsigned k = 0; k < rows; k++) {
        LLVMValueRef store = LLVMBuildStore(e->b, x[k], p[k]);
        LLVMSetAlignment(store, CACHE_LINE);
        LLVMSetMetadata(store,
                        LLVMGetMDKindIDInContext(e->c, "nontemporal", sizeof "nontemporal" - 1),
                        LLVMMetadataAsValue(e->c, LLVMMDNodeInContext2(e->c, &one, 1)));
    }
    next_form(e, &f);
    return f;
}

static void store_whole(struct emitter *e, unsigned rows, const LLVMValueRef x[2],
                        const LLVMValueRef p[2])
{
    for (unsigned k = 0; k < rows; k++)
        LLVMSetAlignment(LLVMBuildStore(e->b, x[k], p[k]), 1);
}

/* Of lanes 16 * k, ..., four at a time. */
static void store_masked_quads(struct emitter *e, unsigned half, unsigned k, LLVMValueRef x,
                               LLVMValueRef p)
{
    enum { DWORDS = QUAD * QUAD, TIMES = QUAD_LANES / QUAD };
    for (unsigned n = 0; n < TIMES; n++) {
        LLVMValueRef bits[DWORDS];
        for (unsigned i = 0; i < DWORDS; i++)
            bits[i] = const_i32(e, 1u << (QUAD_LANES * k + QUAD * n + i / QUAD));
        LLVMValueRef of = LLVMConstVector(bits, DWORDS),
                     exec = pick(e, splat(e, get_var(e, exec_var(e, half)), e->v32i32), NULL, 0, 1,
                                 DWORDS),
                     on = LLVMBuildICmp(e->b, LLVMIntNE, LLVMBuildAnd(e->b, exec, of, ""),
                                        LLVMConstNull(LLVMTypeOf(of)), "");
        call_masked(e, true, at_offset(e, p, sizeof(uint32_t) * DWORDS * n), on,
                    pick(e, x, NULL, DWORDS * n, 1, DWORDS));
    }
}

static void store_masked(struct emitter *e, const struct access *a, unsigned half, unsigned rows,
                         const LLVMValueRef x[2], const LLVMValueRef p[2])
{
    for (unsigned k = 0; k < rows; k++)
        if (a->bytes == 16)
            store_masked_quads(e, half, k, x[k], p[k]);
        else
            call_masked(e, true, p[k], row_mask(e, half, k, 32 / rows), x[k]);
}

static void store_under_exec(struct emitter *e, const struct access *a, unsigned half,
                             unsigned rows, const LLVMValueRef x[2], const LLVMValueRef p[2])
{
    bool is_masked = can_mask_store(e, a->bytes);
    if (is_masked && has_fast_masks(e)) {
        store_masked(e, a, half, rows, x, p);
        return;
    }
    exec_bools(e, half); /* not first made in one form */
    struct forms f = begin_forms(e, has_full_exec(e, half), 4);
    store_whole(e, rows, x, p);
    next_form(e, &f);
    if (is_masked)
        store_masked(e, a, half, rows, x, p);
    else
        rdna3_store_rows_by_lane(e, a, half, rows, x, p);
    end_forms(e, &f);
}

void rdna3_store_rows(struct emitter *e, const struct access *a, const struct place *where,
                      unsigned half, const LLVMValueRef in[4])
{
    unsigned n = lanes_at_once(a);
    LLVMValueRef v = in[0];
    if (a->bytes < 4)
        v = fold_cast(e, LLVMTrunc, v, LLVMVectorType(a->bytes == 1 ? e->i8 : e->i16, 32));
    LLVMValueRef x[2], p[2];
    for (unsigned k = 0; k < 32 / n; k++) {
        p[k] = rdna3_pointer(e, a, where->at[k]);
        if (a->bytes == 8) {
            x[k] = fold_pairs(e, in[0], in[1], ROW * k, ROW);
        } else if (a->bytes == 16) {
            x[k] = put_quads_together(e, in, k);
        } else {
            x[k] = part(e, v, k, n);
        }
    }
    bool streams = can_stream(e, a, where);
    struct forms f;
    if (streams) {
        exec_bools(e, half); /* not first made in one form */
        f = stream_rows(e, a, where, half, 32 / n, x, p);
    }
    if (!e->block->is_in_loop)
        prefetch_rows(e, a, where);
    if (are_all_active(e))
        store_whole(e, 32 / n, x, p);
    else
        store_under_exec(e, a, half, 32 / n, x, p);
    if (streams)
        end_forms(e, &f);
}

/* ---- stores that fill memory together ---- */

void rdna3_store_woven(struct emitter *e, const struct access *a, const struct weave *w,
                       LLVMValueRef v[MAX_WOVEN][2])
{
    if (!e->block->is_in_loop) {
        struct access all = *a;
        struct place where = {.at = {w->from, NULL}};
        all.row = 32;
        all.bytes *= w->count;
        prefetch_rows(e, &all, &where);
    }
    store_woven(e, w, v, rdna3_pointer(e, a, w->from));
}

/* ---- one place ---- */

void rdna3_load_same(struct emitter *e, const struct access *a, const struct place *where,
                     unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    LLVMTypeRef t = dword_type(e, a->bytes);
    bool is_one = a->row == 32 || (where->apart && is_const_zero(where->apart));
    unsigned row = is_one ? 32 : a->row;
    uint8_t firsts[32];
    for (unsigned i = 0; i < 32; i++)
        firsts[i] = (uint8_t)(i / row * row);
    for (unsigned i = 0; i < a->dwords; i++) {
        LLVMValueRef v = LLVMGetPoison(e->v32i32);
        for (unsigned k = 0; k < 32 / row; k++) {
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

void rdna3_store_same(struct emitter *e, const struct access *a, const struct place *where,
                      unsigned half, const LLVMValueRef in[4])
{
    LLVMTypeRef t = dword_type(e, a->bytes);
    LLVMValueRef exec = get_var(e, VAR_EXEC + half), args[2] = {exec, LLVMConstAllOnes(e->i1)};
    LLVMBasicBlockRef some = NULL, on = NULL;
    if (!are_all_active(e)) {
        some = new_block(e, "some_lane");
        on = new_block(e, "stored_same");
        branch(e, LLVMBuildICmp(e->b, LLVMIntNE, exec, const_i32(e, 0), ""), some, on, 1);
        LLVMPositionBuilderAtEnd(e->b, some);
    }
    LLVMValueRef last = call_intrinsic(e, "llvm.ctlz", &e->i32, 1, args, 2);
    last = LLVMBuildXor(e->b, last, const_i32(e, 31), "");
    for (unsigned i = 0; i < a->dwords; i++) {
        LLVMValueRef n = const_i64(e, i), p = rdna3_pointer(e, a, where->at[0]);
        LLVMValueRef v = LLVMBuildExtractElement(e->b, in[i], last, "");
        v = a->bytes < 4 ? LLVMBuildTrunc(e->b, v, t, "") : v;
        LLVMSetAlignment(LLVMBuildStore(e->b, v, LLVMBuildGEP2(e->b, e->i32, p, &n, 1, "")), 1);
    }
    if (on) {
        LLVMBuildBr(e->b, on);
        LLVMPositionBuilderAtEnd(e->b, on);
    }
}

/* ---- rows of fewer lanes ----
 *
 * In batches, whose work-groups have such rows. */

/* How many lanes follow each other, or are at one place, if that is known; 0: it is not. */
static unsigned lanes_of_piece(const struct emitter *e, const struct place *where)
{
    const struct spacing *s = &where->spacing;
    unsigned row = !in_batch(e) || !s->from ? 0 : s->up ? e->rows->row : ROW;
    return row > 1 && are_all_active(e) ? row : 0;
}

/* Where lanes k * n, ... are. */
static LLVMValueRef place_of_piece(struct emitter *e, const struct access *a,
                                   const struct place *where, unsigned k, unsigned n)
{
    const struct spacing *s = &where->spacing;
    LLVMValueRef by = const_i64(e, (uint64_t)k * n * s->step);
    if (s->up)
        by = batch_scalar(e, LLVMMul, s->up, const_i64(e, k));
    return rdna3_pointer(e, a, LLVMBuildAdd(e->b, where->at[0], by, ""));
}

/* n lanes at one place, or after each other. */
static LLVMValueRef load_piece(struct emitter *e, const struct access *a, LLVMValueRef p,
                               unsigned step, unsigned n)
{
    LLVMTypeRef t = row_type(e, a->bytes, step ? n : 1);
    LLVMValueRef v = made(e, a, load(e, t, p, 1));
    return step ? v : shuffle(e, v, NULL, (const uint8_t[ROW]){0}, n);
}

/* Loads elements of 1, 2, 4 or 8 bytes, if lanes are so. */
static bool load_pieces(struct emitter *e, const struct access *a, const struct place *where,
                        LLVMValueRef out[4])
{
    unsigned n = lanes_of_piece(e, where), step = where->spacing.step;
    LLVMValueRef v[32];
    if (!n || a->bytes > 8 || (step && step != a->bytes))
        return false;
    for (unsigned k = 0; k < 32 / n; k++)
        v[k] = load_piece(e, a, place_of_piece(e, a, where, k, n), step, n);
    if (a->bytes == 8) {
        for (unsigned half = 0; half < 2; half++)
            v[half] = joined(e, v + half * (ROW / n), ROW / n, n);
        fold_part(e, v, out);
        return true;
    }
    out[0] = joined(e, v, 32 / n, n);
    if (a->bytes < 4)
        out[0] = LLVMBuildZExt(e->b, out[0], e->v32i32, "");
    return true;
}

/* Stores them, where they follow each other. */
static bool store_pieces(struct emitter *e, const struct access *a, const struct place *where,
                         const LLVMValueRef in[4])
{
    unsigned n = lanes_of_piece(e, where);
    LLVMValueRef v = in[0];
    if (!n || a->bytes > 8 || where->spacing.step != a->bytes)
        return false;
    if (a->bytes < 4)
        v = fold_cast(e, LLVMTrunc, v, LLVMVectorType(a->bytes == 1 ? e->i8 : e->i16, 32));
    for (unsigned k = 0; k < 32 / n; k++) {
        LLVMValueRef x = a->bytes == 8 ? fold_pairs(e, in[0], in[1], n * k, n) : part(e, v, k, n);
        LLVMSetAlignment(LLVMBuildStore(e->b, x, place_of_piece(e, a, where, k, n)), 1);
    }
    return true;
}

/* ---- lanes anywhere ---- */

struct anywhere rdna3_lanes_at(struct emitter *e, const struct access *a, const struct place *where,
                               unsigned half)
{
    return (struct anywhere){.from = rdna3_pointer(e, a, where->at[0]),
                             .index = where->index,
                             .lanes = exec_bools(e, half),
                             .all = has_full_exec(e, half),
                             .scale = 1u << where->shift,
                             .may_fault = !a->is_lds};
}

/* Elements below 4 bytes, of dwords that are on no page where the element is not: from the multiple
 * of 4 below it on, or, if it does not end there, from one byte below it. */
static LLVMValueRef gather_parts(struct emitter *e, const struct access *a,
                                 const struct place *where, unsigned half)
{
    LLVMValueRef low = LLVMBuildTrunc(e->b, where->at[0], e->i32, ""), three = const_i32(e, 3),
                 shift = const_splat(e, e->v32i32, where->shift), threes = const_like(shift, 3);
    /* of each lane's place, and of what all lanes' places share: indices go in steps */
    LLVMValueRef by = LLVMBuildAdd(e->b, splat(e, low, e->v32i32),
                                   LLVMBuildShl(e->b, where->index, shift, ""), "");
    LLVMValueRef all =
        LLVMBuildAnd(e->b, low, const_i32(e, where->shift > 1 ? 3 : where->shift), "");
    by = LLVMBuildAnd(e->b, by, threes, "");
    if (a->bytes == 2) {
        LLVMValueRef cut = is_equal(e, by, threes);
        by = LLVMBuildSelect(e->b, cut, const_like(by, 1), by, "");
        cut = is_equal(e, all, three);
        all = LLVMBuildSelect(e->b, cut, const_i32(e, 1), all, "");
    }
    struct place around = *where;
    LLVMValueRef back = LLVMBuildSub(e->b, by, splat(e, all, e->v32i32), "");
    around.index = LLVMBuildSub(e->b, where->index, LLVMBuildLShr(e->b, back, shift, ""), "");
    around.at[0] = LLVMBuildSub(e->b, where->at[0], zext64(e, all), "");
    struct anywhere lanes = rdna3_lanes_at(e, a, &around, half);
    LLVMValueRef v = gather_dwords(e, &lanes, NULL);
    return element_of_dwords(e, v, LLVMBuildShl(e->b, by, threes, ""), a->bytes);
}

static LLVMValueRef gather_element(struct emitter *e, const struct access *a,
                                   const struct place *where, unsigned half)
{
    if (a->bytes < 4)
        return gather_parts(e, a, where, half);
    struct anywhere lanes = rdna3_lanes_at(e, a, where, half);
    return gather_dwords(e, &lanes, NULL);
}

/* Where a table in LDS is. It may go on behind LDS, in whose margin it can be read; it begins
 * elsewhere only if no lane is active. */
static LLVMValueRef table_in_lds(struct emitter *e, const struct access *a, LLVMValueRef at,
                                 unsigned span)
{
    LLVMValueRef from = rdna3_pointer(e, a, at);
    if (LLVMIsAConstantInt(at) && LLVMConstIntGetZExtValue(at) + span <= LDS_MARGIN)
        return from;
    LLVMValueRef end = LLVMBuildAdd(e->b, zext64(e, e->lds_size), const_i64(e, LDS_MARGIN), ""),
                 last = LLVMBuildAdd(e->b, at, const_i64(e, span), ""),
                 fits = LLVMBuildICmp(e->b, LLVMIntULE, last, end, "");
    return LLVMBuildSelect(e->b, fits, from, e->lds, "");
}

/* i1: a table in device memory is on one page, which is there if a lane's element is. */
static LLVMValueRef is_on_one_page(struct emitter *e, LLVMValueRef at, unsigned span, unsigned half)
{
    LLVMValueRef in_page = LLVMBuildAnd(e->b, at, const_i64(e, HOST_PAGE - 1), ""),
                 holds =
                     LLVMBuildICmp(e->b, LLVMIntULE, in_page, const_i64(e, HOST_PAGE - span), "");
    if (are_all_active(e))
        return holds;
    LLVMValueRef any = get_var(e, exec_var(e, half));
    any = LLVMBuildICmp(e->b, LLVMIntNE, any, const_i32(e, 0), "");
    return LLVMBuildAnd(e->b, holds, any, "");
}

/* Elements of a small table (lookup.h). false: it is none. */
static bool load_from_table(struct emitter *e, const struct access *a, const struct place *where,
                            unsigned half, LLVMValueRef *out)
{
    struct lookup l;
    LLVMValueRef v[2], at = where->at[0];
    if (a->bytes > 4 || !find_lookup(e, where->index, where->shift, a->bytes, &l))
        return false;
    if (a->is_lds) {
        *out = look_up(e, &l, table_in_lds(e, a, at, l.span), where->index, false);
        return true;
    }
    exec_bools(e, half); /* not first made in one form */
    has_full_exec(e, half);
    struct forms f = begin_forms(e, is_on_one_page(e, at, l.span, half), 16);
    v[0] = look_up(e, &l, rdna3_pointer(e, a, at), where->index, true);
    next_form(e, &f);
    v[1] = gather_element(e, a, where, half);
    end_forms(e, &f);
    *out = join_ways(e, v, f.from);
    return true;
}

void rdna3_load_any(struct emitter *e, const struct access *a, const struct place *where,
                    unsigned half, const LLVMValueRef old[4], LLVMValueRef out[4])
{
    struct place at = *where;
    if (load_pieces(e, a, where, out))
        return;
    if (load_from_table(e, a, where, half, out)) {
        if (old[0])
            out[0] = LLVMBuildSelect(e->b, exec_bools(e, half), out[0], old[0], "");
        return;
    }
    struct anywhere lanes = rdna3_lanes_at(e, a, where, half);
    if (a->bytes == 8) {
        gather_pairs(e, &lanes, out);
        for (unsigned i = 0; i < 2; i++)
            if (old[i])
                out[i] = LLVMBuildSelect(e->b, lanes.lanes, out[i], old[i], "");
        return;
    }
    if (a->bytes == 16 && loads_quads(e)) {
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

void rdna3_store_any(struct emitter *e, const struct access *a, const struct place *where,
                     unsigned half, const LLVMValueRef in[4])
{
    if (store_pieces(e, a, where, in))
        return;
    struct anywhere lanes = rdna3_lanes_at(e, a, where, half);
    if (can_scatter(e) && a->bytes == 8) {
        scatter_pairs(e, &lanes, in);
        return;
    }
    if (can_scatter(e) && a->bytes == 4) {
        scatter_dwords(e, &lanes, in[0]);
        return;
    }
    struct forms f;
    if (begin_each(e, &lanes, a->bytes, in, &f))
        rdna3_store_by_lane(e, a, where, half, in);
    end_each(e, &f);
}

/* anywhere.c: see anywhere.h. */
#include "jit/anywhere.h"

#include "jit/build.h"
#include "jit/costs.h"
#include "jit/dead.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/quads.h"

enum {
    MOST_FEW = 16, /* lanes that store one after the other sooner than together */
    AT_ONCE = 8,   /* of these, without a branch between them */
};

bool can_gather(const struct emitter *e) { return e->masks != MASKS_NONE; }
bool can_scatter(const struct emitter *e) { return e->masks == MASKS_ALL; }

/* Lanes n * k, ... */
static LLVMValueRef part_of(struct emitter *e, LLVMValueRef v, unsigned k, unsigned n)
{
    return pick(e, v, NULL, n * k, 1, n);
}

/* Elements of i32 or i64 of as many lanes as a register holds, from lanes n * k on. */
static LLVMValueRef gather(struct emitter *e, const struct anywhere *a, unsigned k, unsigned n,
                           LLVMValueRef none)
{
    bool is_wide = e->masks == MASKS_ALL;
    LLVMTypeRef type = LLVMTypeOf(none);
    bool is_pair = LLVMGetElementType(type) == e->i64;
    LLVMValueRef lanes = part_of(e, a->lanes, k, n);
    const char *name = is_wide   ? is_pair ? "llvm.x86.avx512.mask.gather.dpq.512"
                                           : "llvm.x86.avx512.mask.gather.dpi.512"
                       : is_pair ? "llvm.x86.avx2.gather.d.q.256"
                                 : "llvm.x86.avx2.gather.d.d.256";
    LLVMValueRef scale =
        is_wide ? LLVMConstInt(e->i32, a->scale, 0) : LLVMConstInt(e->i8, a->scale, 0);
    if (!is_wide) /* the sign of an element says whether it is loaded */
        lanes = LLVMBuildSExt(e->b, lanes, type, "");
    LLVMValueRef args[5] = {none, a->from, part_of(e, a->index, k, n), lanes, scale};
    LLVMValueRef v = call_intrinsic(e, name, NULL, 0, args, 5);
    if (a->may_fault)
        mark_load(e, v);
    return v;
}

LLVMValueRef gather_dwords(struct emitter *e, const struct anywhere *a, LLVMValueRef none)
{
    unsigned n = e->masks == MASKS_ALL ? 16 : 8;
    LLVMValueRef v[4], zero = LLVMConstNull(LLVMVectorType(e->i32, n));
    for (unsigned k = 0; k < 32 / n; k++)
        v[k] = gather(e, a, k, n, none ? part_of(e, none, k, n) : zero);
    return joined(e, v, 32 / n, n);
}

void gather_pairs(struct emitter *e, const struct anywhere *a, LLVMValueRef out[2])
{
    unsigned n = e->masks == MASKS_ALL ? 8 : 4;
    LLVMValueRef v[8], half[2], zero = LLVMConstNull(LLVMVectorType(e->i64, n));
    for (unsigned k = 0; k < 32 / n; k++)
        v[k] = gather(e, a, k, n, zero);
    for (unsigned k = 0; k < 2; k++)
        half[k] = joined(e, v + k * (16 / n), 16 / n, n);
    fold_part(e, half, out);
}

void call_keeping(struct emitter *e, const char *name, LLVMValueRef *args, unsigned count)
{
    LLVMTypeRef types[6];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->c), types, count, 0);
    bool was_rare = e->is_rare;
    e->is_rare = true;
    LLVMValueRef f = c_function(e, name, type);
    e->is_rare = was_rare;
    LLVMBuildCall2(e->b, type, f, args, count, "");
}

LLVMValueRef room_of(struct emitter *e, LLVMTypeRef t)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
    LLVMValueRef p = LLVMBuildAlloca(e->b, t, "lanes");
    LLVMPositionBuilderAtEnd(e->b, here);
    return p;
}

LLVMValueRef room_of_row(struct emitter *e)
{
    enum { MOST_BYTES = 32 * 16 };
    if (!e->row_room) {
        e->row_room = room_of(e, LLVMArrayType2(e->i8, MOST_BYTES));
        LLVMSetAlignment(e->row_room, 64);
    }
    return e->row_room;
}

LLVMValueRef room_of_lanes(struct emitter *e) { return room_of(e, e->v32i32); }

void store_for_lanes(struct emitter *e, LLVMValueRef v, LLVMValueRef p)
{
    enum { LANES = 8, BYTES = 4 * LANES };
    if (e->masks != MASKS_ALL || e->costs->forwards_parts) {
        LLVMSetAlignment(LLVMBuildStore(e->b, v, p), 64);
        return;
    }
    for (unsigned i = 0; i < 32 / LANES; i++) {
        LLVMValueRef part = pick(e, v, NULL, LANES * i, 1, LANES);
        LLVMSetAlignment(LLVMBuildStore(e->b, part, at_offset(e, p, BYTES * (size_t)i)), BYTES);
    }
}

LLVMValueRef room_with_lanes(struct emitter *e, LLVMValueRef v)
{
    LLVMValueRef room = room_of_lanes(e);
    store_for_lanes(e, v, room);
    return room;
}

/* ---- scatters ---- */

/* A lane's place, from its index. */
static LLVMValueRef place_of(struct emitter *e, const struct anywhere *a, LLVMValueRef index)
{
    LLVMValueRef at = LLVMBuildSExt(e->b, index, e->i64, "");
    unsigned shift = (unsigned)__builtin_ctz(a->scale);
    if (shift)
        at = LLVMBuildShl(e->b, at, const_i64(e, shift), "");
    return LLVMBuildGEP2(e->b, e->i8, a->from, &at, 1, "");
}

static LLVMValueRef known_place(struct emitter *e, const struct anywhere *a, uint32_t index)
{
    return at_offset(e, a->from, (size_t)((int64_t)(int32_t)index * a->scale));
}

LLVMValueRef place_of_lane(struct emitter *e, const struct anywhere *a, unsigned lane)
{
    uint32_t known[32];
    if (constant_lanes(a->index, known))
        return known_place(e, a, known[lane]);
    return place_of(e, a, LLVMBuildExtractElement(e->b, a->index, const_i32(e, lane), ""));
}

static LLVMValueRef dword_of_lane(struct emitter *e, LLVMValueRef lanes, LLVMValueRef lane)
{
    LLVMValueRef p = LLVMBuildInBoundsGEP2(e->b, e->i32, lanes, &lane, 1, "");
    return LLVMBuildLoad2(e->b, e->i32, p, "");
}

/* The first of the lanes that are left. */
static void store_dword(struct emitter *e, const struct anywhere *a, LLVMValueRef index,
                        LLVMValueRef values, LLVMValueRef left)
{
    LLVMValueRef lane = zext64(e, first_lane(e, left));
    LLVMValueRef at = place_of(e, a, dword_of_lane(e, index, lane));
    LLVMSetAlignment(LLVMBuildStore(e->b, dword_of_lane(e, values, lane), at), 1);
}

/* What lanes' elements are in before they are stored: as many lanes as are 128 bits, of pairs, or
 * half of the lanes, of three or four dwords. */
struct together {
    LLVMValueRef pairs, quads[2];
};

/* Lane n's element; lanes come one after the other. */
static LLVMValueRef element_of(struct emitter *e, unsigned bytes, const LLVMValueRef v[4],
                               struct together *t, unsigned n)
{
    if (bytes > 8)
        return pick(e, t->quads[n / QUAD_LANES], NULL, n % QUAD_LANES * QUAD, 1, bytes / 4);
    if (bytes == 8) {
        if (n % 2 == 0)
            t->pairs = fold_pairs(e, v[0], v[1], n, 2);
        return LLVMBuildExtractElement(e->b, t->pairs, const_i32(e, n % 2), "");
    }
    LLVMValueRef x = LLVMBuildExtractElement(e->b, v[0], const_i32(e, n), "");
    return bytes == 4 ? x : LLVMBuildTrunc(e->b, x, bytes == 1 ? e->i8 : e->i16, "");
}

/* Every lane, whatever a->lanes says. */
static void store_each(struct emitter *e, const struct anywhere *a, unsigned bytes,
                       const LLVMValueRef v[4])
{
    uint32_t known[32];
    LLVMValueRef index = constant_lanes(a->index, known) ? NULL : room_with_lanes(e, a->index);
    struct together t = {.pairs = NULL};
    if (bytes > 8) {
        LLVMValueRef none = LLVMGetPoison(e->v32i32),
                     in[QUAD] = {v[0], v[1], v[2], bytes > 12 ? v[3] : none};
        for (unsigned k = 0; k < 2; k++)
            t.quads[k] = put_quads_together(e, in, k);
    }
    for (unsigned n = 0; n < 32; n++) {
        LLVMValueRef at = index ? place_of(e, a, load_at(e, e->i32, index, sizeof(uint32_t) * n))
                                : known_place(e, a, known[n]);
        LLVMSetAlignment(LLVMBuildStore(e->b, element_of(e, bytes, v, &t, n), at), 1);
    }
}

bool begin_each(struct emitter *e, const struct anywhere *a, unsigned bytes,
                const LLVMValueRef v[4], struct forms *f)
{
    bool are_all = a->lanes == LLVMConstAllOnes(e->v32i1);
    *f = (struct forms){.done = NULL};
    bool is_host = e->spreads_masks; /* LLVM's code, without scatters */
    if (!is_host || (!are_all && !a->all))
        return true;
    if (!are_all)
        *f = begin_forms(e, a->all, 2);
    store_each(e, a, bytes, v);
    if (!are_all)
        next_form(e, f);
    return !are_all;
}

void end_each(struct emitter *e, struct forms *f)
{
    if (f->done)
        end_forms(e, f);
}

/* Lane by lane from the lowest on, from copies on the stack. */
static void scatter_in_loop(struct emitter *e, const struct anywhere *a, LLVMValueRef v)
{
    LLVMValueRef index = room_with_lanes(e, a->index), values = room_with_lanes(e, v);
    LLVMValueRef lanes = LLVMBuildBitCast(e->b, a->lanes, e->i32, "");
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->b), turn = new_block(e, "scatter"),
                      done = new_block(e, "scattered");
    LLVMValueRef none = LLVMConstNull(e->i32);
    LLVMBuildCondBr(e->b, is_equal(e, lanes, none), done, turn);
    LLVMPositionBuilderAtEnd(e->b, turn);
    LLVMValueRef left = LLVMBuildPhi(e->b, e->i32, "");
    store_dword(e, a, index, values, left);
    LLVMValueRef rest = without_first_lane(e, left);
    LLVMAddIncoming(left, (LLVMValueRef[]){lanes, rest}, (LLVMBasicBlockRef[]){before, turn}, 2);
    LLVMBuildCondBr(e->b, is_equal(e, rest, none), done, turn);
    LLVMPositionBuilderAtEnd(e->b, done);
}

/* Lane by lane, a few without a branch between them: when none is left, the last one stores again.
 * There are lanes. */
static void scatter_few(struct emitter *e, const struct anywhere *a, LLVMValueRef v,
                        LLVMValueRef lanes, LLVMBasicBlockRef done)
{
    LLVMValueRef index = room_with_lanes(e, a->index), values = room_with_lanes(e, v),
                 none = const_i32(e, 0);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->b), turn = new_block(e, "scatter");
    LLVMBuildBr(e->b, turn);
    LLVMPositionBuilderAtEnd(e->b, turn);
    LLVMValueRef first = LLVMBuildPhi(e->b, e->i32, ""), left = first, rest = NULL;
    for (unsigned i = 0; i < AT_ONCE; i++) {
        if (rest) {
            LLVMValueRef is_last = is_equal(e, rest, none);
            left = LLVMBuildSelect(e->b, is_last, left, rest, "");
        }
        store_dword(e, a, index, values, left);
        rest = without_first_lane(e, left);
    }
    LLVMAddIncoming(first, (LLVMValueRef[]){lanes, rest}, (LLVMBasicBlockRef[]){before, turn}, 2);
    branch(e, is_equal(e, rest, none), done, turn, 2);
}

void scatter_dwords(struct emitter *e, const struct anywhere *a, LLVMValueRef v)
{
    bool may_be_few = can_scatter(e) && a->may_fault && !e->at->is_full &&
                      (few_stores_pay(e->costs) || e->region->is_trial);
    LLVMBasicBlockRef done = NULL;
    if (may_be_few) {
        LLVMBasicBlockRef few = new_block(e, "few"), many = new_block(e, "many");
        done = new_block(e, "stored");
        LLVMValueRef lanes = LLVMBuildBitCast(e->b, a->lanes, e->i32, ""),
                     n = call_intrinsic(e, "llvm.ctpop", &e->i32, 1, &lanes, 1);
        n = LLVMBuildSub(e->b, n, const_i32(e, 1), "");
        branch(e, LLVMBuildICmp(e->b, LLVMIntULT, n, const_i32(e, MOST_FEW), ""), few, many, 1);
        LLVMPositionBuilderAtEnd(e->b, few);
        scatter_few(e, a, v, lanes, done);
        LLVMPositionBuilderAtEnd(e->b, many);
    }
    if (!can_scatter(e)) {
        struct forms f;
        if (begin_each(e, a, 4, &v, &f))
            scatter_in_loop(e, a, v);
        end_each(e, &f);
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef args[5] = {a->from, part_of(e, a->lanes, k, 16), part_of(e, a->index, k, 16),
                                part_of(e, v, k, 16), const_i32(e, a->scale)};
        call_intrinsic(e, "llvm.x86.avx512.mask.scatter.dpi.512", NULL, 0, args, 5);
    }
    if (done) {
        LLVMBuildBr(e->b, done);
        LLVMPositionBuilderAtEnd(e->b, done);
    }
}

void scatter_pairs(struct emitter *e, const struct anywhere *a, const LLVMValueRef v[2])
{
    for (unsigned k = 0; k < 4; k++) {
        LLVMValueRef pairs = fold_pairs(e, v[0], v[1], 8 * k, 8);
        LLVMValueRef args[5] = {a->from, part_of(e, a->lanes, k, 8), part_of(e, a->index, k, 8),
                                pairs, const_i32(e, a->scale)};
        call_intrinsic(e, "llvm.x86.avx512.mask.scatter.dpq.512", NULL, 0, args, 5);
    }
}

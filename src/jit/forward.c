/* forward.c: see forward.h. */
#include "jit/forward.h"

#include <stdlib.h>

#include "isa/exec/lanes_ahead.h"
#include "jit/anywhere.h"
#include "jit/behind.h"
#include "jit/build.h"
#include "jit/costs.h"
#include "jit/flow.h"
#include "jit/isa.h"
#include "jit/loop.h"
#include "jit/registers.h"

#define FIELD(name) offsetof(struct lanes_ahead, name)

static LLVMValueRef new_room(struct emitter *e)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(e->function)));
    LLVMTypeRef type = LLVMArrayType2(e->i8, sizeof(struct lanes_ahead));
    LLVMValueRef room = LLVMBuildAlloca(e->b, type, "ahead");
    LLVMSetAlignment(room, _Alignof(struct lanes_ahead));
    LLVMPositionBuilderAtEnd(e->b, here);
    return room;
}

/* ---- loops ---- */

/* The loop's blocks, of which e->block is one, if all its ops are calm; malloc'ed. */
static uint8_t *calm_loop(const struct emitter *e, unsigned head, bool is_store)
{
    const struct region *r = e->region;
    uint8_t *body = malloc(r->count);
    bool is = body && region_loop(r, head, false, body) && body[e->block - r->blocks];
    for (unsigned i = 0; is && i < r->count; i++) {
        if (!body[i] || is_block_behind(e, i))
            continue;
        is = !is_store;
        for (uint32_t k = 0; is && k < r->blocks[i].ops; k++)
            is = r->isa->is_calm(r, &r->ops[r->blocks[i].op + k]);
    }
    if (is)
        return body;
    free(body);
    return NULL;
}

static bool has_behind(const struct emitter *e, const uint8_t *body)
{
    bool has = false;
    for (unsigned i = 0; i < e->region->count; i++)
        has |= body[i] && is_block_behind(e, i);
    return has;
}

static LLVMValueRef add(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    return !a ? b : !b ? a : LLVMBuildAdd(e->b, a, b, "");
}

/* Of a register, what active lanes wrote, also where fewer are active than were then. */
static LLVMValueRef of_active_lanes(struct emitter *e, LLVMValueRef v, unsigned half)
{
    LLVMValueRef exec = get_var(e, exec_var(e, half));
    for (v = active_lanes(e, v, half); LLVMIsAInstruction(v) && LLVMIsASelectInst(v);) {
        LLVMValueRef then = without_casts(LLVMGetOperand(v, 0));
        if (LLVMTypeOf(then) != e->i32 || !is_part_of(e, exec, then))
            break;
        v = LLVMGetOperand(v, 1);
    }
    return v;
}

bool goes_forward(struct emitter *e, LLVMValueRef lo, LLVMValueRef hi, LLVMValueRef saddr,
                  int64_t offset, unsigned half, bool is_store, struct forward *out)
{
    struct loops *l = e->loops;
    lo = of_active_lanes(e, lo, half);
    hi = hi ? of_active_lanes(e, hi, half) : NULL;
    struct address a = hi ? find_address(e, lo, hi) : find_offset(e, lo);
    /* other places from the same root are other bytes */
    LLVMValueRef base = a.root_hi ? NULL : hi ? a.plus : saddr;
    int64_t piece = offset >> __builtin_ctz(AHEAD_PIECE);
    unsigned block, i = 0;
    if (a.shift > 3 || !loop_shares_root(e, &a, &block))
        return false;
    while (i < l->ahead_count && (l->aheads[i].root != a.root ||
                                  l->aheads[i].root_hi != a.root_hi || l->aheads[i].half != half ||
                                  l->aheads[i].shift != a.shift || l->aheads[i].base != base ||
                                  l->aheads[i].piece != piece || l->aheads[i].is_store != is_store))
        i++;
    if (i == l->ahead_count) {
        uint8_t *body = i < MAX_LOOP_AHEADS ? calm_loop(e, block, is_store) : NULL;
        struct loop_ahead x = {.half = half,
                               .shift = a.shift,
                               .body = body,
                               .root = a.root,
                               .root_hi = a.root_hi,
                               .base = base,
                               .piece = piece,
                               .is_store = is_store};
        x.is_behind = body && has_behind(e, body);
        bool has_room = body && (!is_store || add_behind(e, &x.number));
        if (has_room && !is_store)
            x.room = new_room(e);
        if (!has_room || (!is_store && x.is_behind && !note_ahead(e, x.room))) {
            free(body);
            return false;
        }
        l->aheads[l->ahead_count++] = x;
    }
    LLVMValueRef at = a.plus;
    if (a.by)
        at = add(e, at, LLVMBuildShl(e->b, zext64(e, a.by), const_i64(e, a.shift), ""));
    at = add(e, at, saddr);
    out->room = l->aheads[i].room;
    out->is_behind = l->aheads[i].is_behind;
    out->number = l->aheads[i].number;
    out->at = add(e, at, const_i64(e, (uint64_t)offset));
    return true;
}

/* ---- loads ---- */

static void store_index(struct emitter *e, LLVMValueRef room, LLVMValueRef index)
{
    LLVMSetAlignment(LLVMBuildStore(e->b, index, at_offset(e, room, FIELD(index))), 64);
}

static LLVMValueRef load_row(struct emitter *e, LLVMValueRef p)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, e->v32i32, p, "");
    LLVMSetAlignment(v, 64);
    return v;
}

/* How many bits the byte of memory is above the start of its dword, in all lanes. */
static LLVMValueRef bits_above(struct emitter *e, LLVMValueRef byte)
{
    LLVMValueRef bits =
        LLVMBuildAnd(e->b, LLVMBuildTrunc(e->b, byte, e->i32, ""), const_i32(e, 3), "");
    return splat(e, LLVMBuildShl(e->b, bits, const_i32(e, 3), ""), e->v32i32);
}

/* i1: what was loaded ahead is still what is there. */
static LLVMValueRef is_not_stored(struct emitter *e, LLVMValueRef room, LLVMValueRef by)
{
    return LLVMBuildICmp(e->b, LLVMIntSGE, by, load_at(e, e->i64, room, FIELD(first)), "");
}

void load_forward(struct emitter *e, const struct forward *f, LLVMValueRef from, LLVMValueRef index,
                  unsigned shift, unsigned half, unsigned bytes, LLVMValueRef *out)
{
    enum { ROW_BYTES = 4 * AHEAD_LANES };
    LLVMValueRef exec = get_var(e, exec_var(e, half)), zero = const_i64(e, 0);
    LLVMValueRef by = LLVMBuildSub(e->b, f->at, load_at(e, e->i64, f->room, FIELD(at)), "");
    /* in units of which it is a whole number: else that is large */
    LLVMValueRef unit = const_i64(e, (unsigned)__builtin_ctz(bytes < 4 ? bytes : 4)),
                 last = LLVMBuildSub(e->b, load_at(e, e->i64, f->room, FIELD(bytes)),
                                     const_i64(e, bytes), ""),
                 at = call_intrinsic(e, "llvm.fshr", &e->i64, 1, (LLVMValueRef[]){by, by, unit}, 3);
    LLVMValueRef is_in =
        LLVMBuildICmp(e->b, LLVMIntULE, at, LLVMBuildLShr(e->b, last, unit, ""), "");
    LLVMValueRef lanes = load_at(e, e->i32, f->room, FIELD(lanes));
    lanes = LLVMBuildAnd(e->b, exec, LLVMBuildNot(e->b, lanes, ""), "");
    is_in = LLVMBuildAnd(e->b, is_in, is_equal(e, lanes, const_i32(e, 0)), "");
    if (f->is_behind)
        is_in = LLVMBuildAnd(e->b, is_in, is_not_stored(e, f->room, by), "");
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), fill = new_block(e, "fill"),
                      filled = new_block(e, "filled");
    branch(e, is_in, filled, fill, 3);
    LLVMPositionBuilderAtEnd(e->b, fill);
    store_index(e, f->room, index);
    LLVMValueRef args[6] = {f->room, from, exec, const_i32(e, shift), f->at, const_i32(e, bytes)};
    call_keeping(e, "fill_ahead", args, 6);
    LLVMBuildBr(e->b, filled);
    LLVMPositionBuilderAtEnd(e->b, filled);
    LLVMValueRef byte = LLVMBuildPhi(e->b, e->i64, ""), row = byte;
    LLVMAddIncoming(byte, (LLVMValueRef[]){by, zero}, (LLVMBasicBlockRef[]){here, fill}, 2);
    if (bytes < 4)
        row = LLVMBuildAnd(e->b, byte, const_i64(e, ~UINT64_C(3)), "");
    row = LLVMBuildMul(e->b, row, const_i64(e, ROW_BYTES / 4), "");
    LLVMValueRef p = LLVMBuildGEP2(e->b, e->i8, f->room, &row, 1, "");
    for (unsigned i = 0; 4 * i < bytes; i++)
        out[i] = load_row(e, at_offset(e, p, ROW_BYTES * i));
    if (bytes < 4)
        out[0] = element_of_dwords(e, out[0], bits_above(e, byte), bytes);
}

void load_quads(struct emitter *e, LLVMValueRef from, LLVMValueRef index, unsigned shift,
                unsigned half, LLVMValueRef out[4])
{
    LLVMValueRef room = new_room(e), exec = get_var(e, exec_var(e, half)),
                 args[5] = {room, from, exec, const_i32(e, shift),
                            at_offset(e, room, FIELD(index))};
    store_index(e, room, index);
    call_keeping(e, "load_quads", args, 5);
    for (unsigned i = 0; i < 4; i++)
        out[i] = load_row(e, at_offset(e, room, sizeof(uint32_t) * AHEAD_LANES * i));
}

void load_quads_to(struct emitter *e, unsigned var, LLVMValueRef from, LLVMValueRef index_at,
                   unsigned shift, unsigned half)
{
    LLVMValueRef args[5] = {var_address(e, var), from, get_var(e, exec_var(e, half)),
                            const_i32(e, shift), index_at};
    call_keeping(e, "load_quads", args, 5);
}

LLVMValueRef load_two_quads_to(struct emitter *e, const unsigned vars[2], LLVMValueRef from,
                               LLVMValueRef index_at, unsigned shift, unsigned half)
{
    LLVMValueRef args[6] = {var_address(e, vars[0]),       var_address(e, vars[1]), from,
                            get_var(e, exec_var(e, half)), const_i32(e, shift),     index_at};
    LLVMTypeRef types[6];
    for (unsigned i = 0; i < 6; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(e->i8, types, 6, 0);
    LLVMValueRef f = c_function(e, "load_two_quads", type);
    return LLVMBuildTrunc(e->b, LLVMBuildCall2(e->b, type, f, args, 6, ""), e->i1, "");
}

/* By a function that needs AVX2. */
static bool loads_lanes(const struct emitter *e, bool pays)
{
    return e->masks != MASKS_NONE && (pays || e->region->is_trial);
}

bool loads_quads(const struct emitter *e) { return loads_lanes(e, quads_pay(e->costs)); }
bool loads_forward(const struct emitter *e)
{
    return loads_lanes(e, going_forward_pays(e->costs) || is_behind(e));
}

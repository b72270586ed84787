/* branch.c: the SIMT stack in compiled code.
 *
 * A vector branch that divides the warp puts two entries on the stack, one with the mask from
 * before it and one with the threads that wait; join takes them off again (exec/scalar.c,
 * sem/control.c). The way that runs first is reached as by any branch. The other one is reached
 * from a join by way of memory: what is live on any way goes to the wave's struct, and is loaded at
 * the way's label. The second entry leads back to the join itself, which looks at the next one. */
#include <stdlib.h>
#include <string.h>

#include "isa/ventus/jit/layer.h"
#include "jit/call.h"
#include "jit/emit_entry.h"
#include "jit/emit_steps.h"
#include "jit/flow.h"
#include "jit/registers.h"
#include "jit/ways.h"
#include "jit/writeback.h"

enum { ENTRY_BYTES = sizeof(struct ventus_entry), MAX_NESTED = 16 };

#define WAVE(field)  offsetof(struct ventus_wave, field)
#define ENTRY(field) offsetof(struct ventus_entry, field)

static void store_field(struct emitter *e, LLVMValueRef value, size_t offset)
{
    LLVMBuildStore(e->b, value, at_offset(e, e->wave, offset));
}

static LLVMValueRef address32(struct emitter *e, uint64_t offset)
{
    return LLVMBuildTrunc(e->b, code_address(e, offset), e->i32, "");
}

/* Of the lanes of a mask those below vl. */
static LLVMValueRef below_vl(struct emitter *e, LLVMValueRef mask)
{
    LLVMValueRef vl = ventus_field(e, WAVE(vl)), one = const_i32(e, 1);
    LLVMValueRef low = LLVMBuildShl(e->b, one, LLVMBuildAnd(e->b, vl, const_i32(e, 31), ""), "");
    LLVMValueRef are_all = LLVMBuildICmp(e->b, LLVMIntUGE, vl, const_i32(e, 32), "");
    low = LLVMBuildSub(e->b, low, one, "");
    low = LLVMBuildSelect(e->b, are_all, const_i32(e, UINT32_MAX), low, "");
    return LLVMBuildAnd(e->b, mask, low, "");
}

/* The stack's entry `depth`. */
static LLVMValueRef entry_at(struct emitter *e, LLVMValueRef depth)
{
    LLVMValueRef at =
        LLVMBuildMul(e->b, LLVMBuildZExt(e->b, depth, e->i64, ""), const_i64(e, ENTRY_BYTES), "");
    return LLVMBuildInBoundsGEP2(e->b, e->i8, at_offset(e, e->wave, WAVE(stack)), &at, 1, "");
}

static void store_entry(struct emitter *e, LLVMValueRef at, unsigned index, LLVMValueRef rpc,
                        LLVMValueRef next_pc, LLVMValueRef mask)
{
    size_t from = (size_t)index * ENTRY_BYTES;
    LLVMBuildStore(e->b, rpc, at_offset(e, at, from + ENTRY(rpc)));
    LLVMBuildStore(e->b, next_pc, at_offset(e, at, from + ENTRY(next_pc)));
    LLVMBuildStore(e->b, mask, at_offset(e, at, from + ENTRY(mask)));
}

static LLVMValueRef lanes_in(struct emitter *e, LLVMValueRef mask)
{
    return call_intrinsic(e, "llvm.ctpop", &e->i32, 1, &mask, 1);
}

static uint32_t warp_size(const struct region *r)
{
    return ((const struct ventus_code *)r->code)->lanes;
}

/* i1: of a warp that is divided, those that do not take the branch run first. */
static LLVMValueRef falls_first(struct emitter *e, LLVMValueRef fallen, LLVMValueRef taken)
{
    return LLVMBuildICmp(e->b, LLVMIntULT, lanes_in(e, fallen), lanes_in(e, taken), "");
}

/* What becomes of a warp that a branch divides. */
struct division {
    LLVMValueRef takes, mask, on;
};

static struct division divide(struct emitter *e, const struct op *op, LLVMValueRef taken,
                              LLVMValueRef fallen)
{
    const struct ventus_op *o = ventus_inner(op);
    LLVMValueRef depth = ventus_field(e, WAVE(depth));
    LLVMBasicBlockRef full = new_block(e, "overflow"), fits = new_block(e, "fits");
    LLVMValueRef has_room =
        LLVMBuildICmp(e->b, LLVMIntULE, depth, const_i32(e, warp_size(e->region) - 2), "");
    branch(e, has_room, fits, full, 2000);
    LLVMPositionBuilderAtEnd(e->b, full);
    leave_before(e, op); /* it says what is wrong */
    LLVMPositionBuilderAtEnd(e->b, fits);
    LLVMValueRef rpc = get_var(e, VAR_RPC), at = entry_at(e, depth);
    LLVMValueRef falls = falls_first(e, fallen, taken);
    LLVMValueRef base = address32(e, o->base.offset),
                 target = LLVMBuildAdd(e->b, base, const_i32(e, (uint32_t)o->branch.offset), ""),
                 behind = LLVMBuildAdd(e->b, base, const_i32(e, 4), "");
    store_entry(e, at, 0, rpc, rpc, get_var(e, VAR_MASK));
    store_entry(e, at, 1, rpc, LLVMBuildSelect(e->b, falls, target, behind, ""),
                LLVMBuildSelect(e->b, falls, taken, fallen, ""));
    store_field(e, LLVMBuildAdd(e->b, depth, const_i32(e, 2), ""), WAVE(depth));
    struct division d = {.takes = LLVMBuildNot(e->b, falls, ""),
                         .mask = LLVMBuildSelect(e->b, falls, fallen, taken, "")};
    d.on = below_vl(e, d.mask);
    return d;
}

/* Those of the mask that the branch takes. */
static LLVMValueRef lanes_taken(struct emitter *e, const struct ventus_op *o, LLVMValueRef mask)
{
    LLVMValueRef args[2] = {get_var(e, o->branch.a), get_var(e, o->branch.b)}, taken;
    emit_semantics(e, ventus_function(o), args, &taken);
    return LLVMBuildAnd(e->b, taken, mask, "");
}

LLVMValueRef ventus_emit_split(struct emitter *e, const struct op *op)
{
    LLVMValueRef mask = get_var(e, VAR_MASK), on = get_var(e, VAR_ON), none = const_i32(e, 0);
    LLVMValueRef taken = lanes_taken(e, ventus_inner(op), mask);
    LLVMValueRef fallen = LLVMBuildAnd(e->b, mask, LLVMBuildNot(e->b, taken, ""), "");
    LLVMValueRef some = LLVMBuildICmp(e->b, LLVMIntNE, taken, none, "");
    LLVMValueRef others = LLVMBuildICmp(e->b, LLVMIntNE, fallen, none, "");
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), divided = new_block(e, "divided"),
                      done = new_block(e, "split");
    branch(e, LLVMBuildAnd(e->b, some, others, ""), divided, done, 1);
    LLVMPositionBuilderAtEnd(e->b, divided);
    struct division d = divide(e, op, taken, fallen);
    LLVMBasicBlockRef from[2] = {here, LLVMGetInsertBlock(e->b)};
    LLVMBuildBr(e->b, done);
    LLVMPositionBuilderAtEnd(e->b, done);
    LLVMValueRef values[3][2] = {{some, d.takes}, {mask, d.mask}, {on, d.on}}, phi[3];
    LLVMTypeRef types[3] = {e->i1, e->i32, e->i32};
    for (unsigned i = 0; i < 3; i++) {
        phi[i] = LLVMBuildPhi(e->b, types[i], "");
        LLVMAddIncoming(phi[i], values[i], from, 2);
    }
    set_var(e, VAR_MASK, phi[1]);
    set_var(e, VAR_ON, phi[2]);
    return phi[0];
}

/* ---- both ways, one after the other (jit/flat.c) ---- */

static void begin_way(struct emitter *e, unsigned way)
{
    const struct flat *f = e->flat;
    begin_way_scalars(e, way);
    set_var(e, VAR_MASK, f->way[way]);
    set_var(e, VAR_ON, LLVMBuildAnd(e->b, f->way[way], f->on, "")); /* some may be above vl */
}

/* As if the wave had gone the ways that have lanes: instructions and jumps back are counted. Where
 * its time slice is over, it yields at the next loop. */
static void end_ways(struct emitter *e)
{
    const struct flat *f = e->flat;
    LLVMValueRef none = const_i32(e, 0),
                 taken = LLVMBuildICmp(e->b, LLVMIntNE, f->way[1], none, "");
    LLVMValueRef falls = LLVMBuildICmp(e->b, LLVMIntNE, f->way[0], none, "");
    LLVMValueRef both = LLVMBuildAnd(e->b, taken, falls, "");
    falls = LLVMBuildOr(e->b, falls, LLVMBuildNot(e->b, taken, ""), "");
    LLVMValueRef ways =
        LLVMBuildShl(e->b, LLVMBuildZExt(e->b, taken, e->i32, ""), const_i32(e, 1), "");
    count_ways(e, LLVMBuildOr(e->b, ways, LLVMBuildZExt(e->b, falls, e->i32, ""), ""));
    LLVMValueRef p = at_offset(e, e->wave, offsetof(struct wave, budget));
    LLVMValueRef by =
        LLVMBuildShl(e->b, LLVMBuildZExt(e->b, both, e->i32, ""), const_i32(e, 1), "");
    LLVMBuildStore(e->b, LLVMBuildSub(e->b, LLVMBuildLoad2(e->b, e->i32, p, ""), by, ""), p);
    LLVMValueRef has[2] = {falls, taken};
    end_way_scalars(e, has, falls_first(e, f->way[0], f->way[1]));
    set_var(e, VAR_MASK, f->mask);
    set_var(e, VAR_ON, f->on);
}

void ventus_emit_flat(struct emitter *e, const struct op *op)
{
    struct flat *f = e->flat;
    if (e->at->kind == OP_NARROW) {
        f->mask = get_var(e, VAR_MASK);
        f->on = get_var(e, VAR_ON);
        f->way[1] = lanes_taken(e, ventus_inner(op), f->mask);
        f->way[0] = LLVMBuildAnd(e->b, f->mask, LLVMBuildNot(e->b, f->way[1], ""), "");
        begin_way(e, 0);
    } else if (e->at->kind == OP_TURN) {
        begin_way(e, 1);
    } else {
        end_ways(e);
    }
}

/* ---- join ---- */

enum { MEET_RESUMES, MEET_YIELDS, MEET_FAULTS };

/* A wave that goes on elsewhere with all it has in memory. */
struct parting {
    LLVMBasicBlockRef block;
    LLVMValueRef how, offset, mask, on; /* phis; how: one of the above */
};

static struct parting begin_parting(struct emitter *e)
{
    struct parting p = {.block = new_block(e, "parting")};
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMValueRef *phi[4] = {&p.how, &p.offset, &p.mask, &p.on};
    LLVMPositionBuilderAtEnd(e->b, p.block);
    for (unsigned i = 0; i < 4; i++)
        *phi[i] = LLVMBuildPhi(e->b, e->i32, "");
    LLVMPositionBuilderAtEnd(e->b, here);
    return p;
}

/* The current block leads there. */
static void part_from(struct emitter *e, const struct parting *p, unsigned how, LLVMValueRef offset,
                      LLVMValueRef mask, LLVMValueRef on)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMValueRef phi[4] = {p->how, p->offset, p->mask, p->on},
                 value[4] = {const_i32(e, how), offset, mask, on};
    for (unsigned i = 0; i < 4; i++)
        LLVMAddIncoming(phi[i], &value[i], &here, 1);
}

static void emit_parting(struct emitter *e, const struct parting *p, const struct op *op)
{
    LLVMBasicBlockRef resumes = new_block(e, "resumes"), yields = new_block(e, "yields"),
                      faults = new_block(e, "faults");
    varset dirty = e->dirty, all = dirty;
    LLVMPositionBuilderAtEnd(e->b, p->block);
    set_var(e, VAR_MASK, p->mask);
    set_var(e, VAR_ON, p->on);
    add_set(&all, &e->dirty);
    store_rarely(e, &all);
    e->dirty = dirty;
    LLVMValueRef to = LLVMBuildSwitch(e->b, p->how, resumes, 2);
    LLVMAddCase(to, const_i32(e, MEET_YIELDS), yields);
    LLVMAddCase(to, const_i32(e, MEET_FAULTS), faults);
    LLVMPositionBuilderAtEnd(e->b, faults);
    go_out(e, OUT_INTERPRET, op_pointer(e, op));
    LLVMPositionBuilderAtEnd(e->b, yields);
    go_out(e, OUT_YIELD, op_at(e, p->offset));
    LLVMPositionBuilderAtEnd(e->b, resumes);
    go_out(e, OUT_RESUME, p->offset);
}

/* Jumps backwards count as in FN(jump): i1, the wave's slice is over. */
static LLVMValueRef spend(struct emitter *e, LLVMValueRef is_back)
{
    LLVMValueRef p = at_offset(e, e->wave, offsetof(struct wave, budget));
    LLVMValueRef n = LLVMBuildLoad2(e->b, e->i32, p, "");
    n = LLVMBuildSub(e->b, n, LLVMBuildZExt(e->b, is_back, e->i32, ""), "");
    LLVMBuildStore(e->b, n, p);
    return LLVMBuildAnd(e->b, LLVMBuildICmp(e->b, LLVMIntSLT, n, const_i32(e, 0), ""), is_back, "");
}

/* i1: there is code of this range at `offset`. */
static LLVMValueRef is_in_code(struct emitter *e, LLVMValueRef offset)
{
    LLVMValueRef low = LLVMBuildAnd(e->b, offset, const_i32(e, 3), "");
    LLVMValueRef is_word = is_equal(e, low, const_i32(e, 0));
    LLVMValueRef size = const_i32(e, (uint32_t)e->region->code->size_bytes);
    return LLVMBuildAnd(e->b, LLVMBuildICmp(e->b, LLVMIntULT, offset, size, ""), is_word, "");
}

/* What goes on behind a join with the next op, or, offset not NEXT_OP, with a way of a branch. */
struct joined {
    LLVMBasicBlockRef block;
    LLVMValueRef offset, mask, on; /* phis */
};
enum { NEXT_OP = 1 }; /* no instruction has this offset */

static void join_from(struct emitter *e, const struct joined *j, LLVMValueRef offset,
                      LLVMValueRef mask, LLVMValueRef on)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMValueRef phi[3] = {j->offset, j->mask, j->on}, value[3] = {offset, mask, on};
    for (unsigned i = 0; i < 3; i++)
        LLVMAddIncoming(phi[i], &value[i], &here, 1);
}

/* To the ways that compiled code reaches by itself; goes on where the next op follows. */
static void go_ways(struct emitter *e, const struct joined *j)
{
    LLVMBasicBlockRef next = new_block(e, "joined");
    LLVMPositionBuilderAtEnd(e->b, j->block);
    set_var(e, VAR_MASK, j->mask);
    set_var(e, VAR_ON, j->on);
    LLVMValueRef to = LLVMBuildSwitch(e->b, j->offset, next, 2);
    bool has_ways = false;
    for (unsigned i = 0; i < 2; i++)
        if (way_entry(e, i)) {
            uint32_t at = 4 * e->region->blocks[e->block->ways[i]].first;
            LLVMAddCase(to, const_i32(e, at), way_entry(e, i));
            has_ways = true;
        }
    if (has_ways)
        set_ways_end(e, j->block);
    LLVMPositionBuilderAtEnd(e->b, next);
}

void ventus_emit_meet(struct emitter *e, const struct op *op)
{
    const struct ventus_op *o = ventus_inner(op);
    uint32_t own = o->base.offset;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), look = new_block(e, "join"),
                      top = new_block(e, "top"), meet = new_block(e, "meet"),
                      pop = new_block(e, "pop"), again = new_block(e, "again"),
                      other = new_block(e, "waiting"), on_time = new_block(e, "on_time");
    LLVMValueRef in[2] = {get_var(e, VAR_MASK), get_var(e, VAR_ON)}, phi[2],
                 next_op = const_i32(e, NEXT_OP);
    struct parting parting = begin_parting(e);
    struct joined joined = {.block = new_block(e, "next")};
    LLVMPositionBuilderAtEnd(e->b, joined.block);
    joined.offset = LLVMBuildPhi(e->b, e->i32, "");
    joined.mask = LLVMBuildPhi(e->b, e->i32, "");
    joined.on = LLVMBuildPhi(e->b, e->i32, "");
    LLVMPositionBuilderAtEnd(e->b, here);
    LLVMBuildBr(e->b, look);

    LLVMPositionBuilderAtEnd(e->b, look);
    for (unsigned i = 0; i < 2; i++) {
        phi[i] = LLVMBuildPhi(e->b, e->i32, "");
        LLVMAddIncoming(phi[i], &in[i], &here, 1);
    }
    LLVMValueRef depth = ventus_field(e, WAVE(depth));
    join_from(e, &joined, next_op, phi[0], phi[1]);
    branch(e, is_equal(e, depth, const_i32(e, 0)), joined.block, top, 1);

    LLVMPositionBuilderAtEnd(e->b, top);
    LLVMValueRef base = address32(e, 0), pc = LLVMBuildAdd(e->b, base, const_i32(e, own), "");
    depth = LLVMBuildSub(e->b, depth, const_i32(e, 1), "");
    LLVMValueRef entry = entry_at(e, depth), rpc = load_at(e, e->i32, entry, ENTRY(rpc));
    join_from(e, &joined, next_op, phi[0], phi[1]);
    branch(e, is_equal(e, rpc, pc), meet, joined.block, 1);

    LLVMPositionBuilderAtEnd(e->b, meet);
    LLVMValueRef offset = load_at(e, e->i32, entry, ENTRY(next_pc));
    offset = LLVMBuildSub(e->b, offset, base, "");
    LLVMValueRef is_usual = is_in_code(e, offset);
    part_from(e, &parting, MEET_FAULTS, offset, phi[0], phi[1]);
    branch(e, is_usual, pop, parting.block, 2000);

    LLVMPositionBuilderAtEnd(e->b, pop);
    store_field(e, depth, WAVE(depth));
    LLVMValueRef mask = load_at(e, e->i32, entry, ENTRY(mask)), on = below_vl(e, mask);
    LLVMValueRef is_over = spend(e, LLVMBuildICmp(e->b, LLVMIntULE, offset, const_i32(e, own), ""));
    LLVMValueRef goes_on = LLVMBuildNot(e->b, is_over, "");
    part_from(e, &parting, MEET_YIELDS, offset, mask, on);
    branch(e, goes_on, on_time, parting.block, 2000);

    LLVMPositionBuilderAtEnd(e->b, on_time);
    branch(e, is_equal(e, offset, const_i32(e, own)), again, other, 1);

    LLVMPositionBuilderAtEnd(e->b, other);
    LLVMValueRef is_known = LLVMConstNull(e->i1);
    for (unsigned i = 0; i < 2; i++)
        if (way_entry(e, i)) {
            LLVMValueRef at = const_i32(e, 4 * e->region->blocks[e->block->ways[i]].first);
            is_known = LLVMBuildOr(e->b, is_known, is_equal(e, offset, at), "");
        }
    join_from(e, &joined, offset, mask, on);
    part_from(e, &parting, MEET_RESUMES, offset, mask, on);
    branch(e, is_known, joined.block, parting.block, 2000);

    LLVMPositionBuilderAtEnd(e->b, again);
    if (op != &o->base) { /* to behind its prefix, where no label is */
        part_from(e, &parting, MEET_RESUMES, offset, mask, on);
        LLVMBuildBr(e->b, parting.block);
    } else {
        count_again(e, &o->base);
        LLVMAddIncoming(phi[0], &mask, &again, 1);
        LLVMAddIncoming(phi[1], &on, &again, 1);
        LLVMBuildBr(e->b, look);
    }
    emit_parting(e, &parting, op);
    go_ways(e, &joined);
}

bool ventus_emit_own(struct emitter *e, const struct op *op)
{
    const struct ventus_op *o = ventus_inner(op);
    if (o->executor == EXECUTOR_exec_store)
        return ventus_emit_scalar_store(e, o);
    /* SETRPC */
    LLVMValueRef rpc = get_var(e, VAR_S0 + ventus_reg(o->insn, VROLE_a));
    rpc = LLVMBuildAdd(e->b, rpc, const_i32(e, (uint32_t)ventus_imm(o->insn, VROLE_k)), "");
    set_var(e, VAR_RPC, rpc);
    set_var(e, VAR_S0 + ventus_reg(o->insn, VROLE_d), rpc);
    return true;
}

/* ---- where all threads run ---- */

/* What the stack holds at most, by the rpc of its entries, from the bottom. If a branch does not
 * divide the warp, its entries are missing; a join that is passed takes all off that wait there. */
struct nesting {
    bool is_reached, is_known;
    bool is_inside; /* between OP_NARROW and OP_WIDEN */
    bool has_all;   /* vl is what it was at the start */
    int64_t rpc;    /* offset in the code that the register RPC has; -1: not known */
    unsigned depth;
    int64_t entries[MAX_NESTED];
    int splits[MAX_NESTED]; /* the blocks that end in these branches */
};

/* The constant that AUIPC before SETRPC makes of it; -1: something else. */
static int64_t rpc_of(const struct region *r, const struct region_op *at, const struct block *b)
{
    const struct ventus_op *o = ventus_inner(op_of(r, at));
    unsigned a = ventus_reg(o->insn, VROLE_a);
    if (at == &r->ops[b->op])
        return -1;
    const struct ventus_op *before = ventus_inner(op_of(r, at - 1));
    bool is_auipc = before->executor == EXECUTOR_exec_scalar && before->sca.reads_pc;
    if (!is_auipc || before->sca.d != a)
        return -1;
    return (int64_t)before->base.offset + before->sca.imm + ventus_imm(o->insn, VROLE_k);
}

static void nest_wave(const struct region *r, const struct block *b, const struct region_op *at,
                      const struct ventus_op *o, struct nesting *n)
{
    unsigned length, result;
    if (ventus_is_setrpc(o)) {
        n->rpc = rpc_of(r, at, b);
    } else if (ventus_is_csr(o)) {
        n->rpc = -1;
    } else if (ventus_is_setvl(o)) { /* x0 asks for all, unless there is no result */
        bool asks = ventus_place(o->insn, VROLE_k).kind == VK_vtype &&
                    ventus_names_x(o, VROLE_a, &length) && !length;
        n->has_all = asks && ventus_names_x(o, VROLE_d, &result) && result;
    }
}

static void nest_op(const struct region *r, struct block *b, struct region_op *at,
                    struct nesting *n)
{
    const struct ventus_op *o = ventus_inner(op_of(r, at));
    at->is_full = n->is_known && n->depth == 0 && n->has_all && !n->is_inside;
    n->is_inside = at->kind == OP_NARROW || (n->is_inside && at->kind != OP_WIDEN);
    if (at->kind == OP_NARROW) {
        n->rpc = -1;
    } else if (at->kind == OP_SPLIT) {
        n->is_known &= n->rpc >= 0 && n->depth < MAX_NESTED;
        if (n->is_known) {
            n->splits[n->depth] = (int)(b - r->blocks);
            n->entries[n->depth++] = n->rpc;
        }
        n->rpc = -1; /* the other way may have set it before */
    } else if (at->kind == OP_MEET) {
        bool is_own =
            n->is_known && n->depth && n->entries[n->depth - 1] == (int64_t)o->base.offset;
        bool is_only = n->depth < 2 || n->entries[n->depth - 2] != (int64_t)o->base.offset;
        b->meets_one = is_own && is_only && 2 * n->depth <= warp_size(r);
        for (unsigned k = 0; k < 2; k++)
            b->ways[k] = is_own ? r->blocks[n->splits[n->depth - 1]].succ[k] : -1;
        if (b->ways[1] == b->ways[0]) /* the branch leads to the op behind it */
            b->ways[1] = -1;
        while (n->depth && n->entries[n->depth - 1] == (int64_t)o->base.offset)
            n->depth--;
    } else if (o->executor == EXECUTOR_exec_wave) {
        nest_wave(r, b, at, o, n);
    }
    if (at->is_call || (at->fx.treatment == AS_LEAVE && at->returns && !at->waits))
        n->is_known = false;
    if (at->fx.treatment == AS_SYNC)
        n->rpc = -1;
}

/* Returns whether that changed what is known at the start of a block. */
static bool meet(struct nesting *to, const struct nesting *from)
{
    struct nesting old = *to;
    if (!to->is_reached) {
        *to = *from;
        return true;
    }
    bool are_same = to->is_known && from->is_known && to->depth == from->depth &&
                    !memcmp(to->entries, from->entries, to->depth * sizeof *to->entries) &&
                    !memcmp(to->splits, from->splits, to->depth * sizeof *to->splits);
    to->is_known = are_same;
    to->has_all &= from->has_all;
    if (to->rpc != from->rpc)
        to->rpc = -1;
    return to->is_known != old.is_known || to->has_all != old.has_all || to->rpc != old.rpc;
}

void ventus_find_full(struct region *r)
{
    struct nesting *in = calloc(r->count, sizeof *in);
    if (in)
        in[r->entry] =
            (struct nesting){.is_reached = true, .is_known = true, .has_all = true, .rpc = -1};
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            struct block *b = &r->blocks[i];
            struct nesting n = {.is_known = false, .rpc = -1};
            if (in && !in[i].is_reached)
                continue;
            if (in)
                n = in[i];
            for (uint32_t k = 0; k < b->ops; k++)
                nest_op(r, b, &r->ops[b->op + k], &n);
            b->ends_full = n.is_known && n.depth == 0 && n.has_all;
            int next[3] = {b->succ[0], b->succ[1], b->after};
            for (unsigned k = 0; in && k < 3; k++)
                again |= next[k] >= 0 && meet(&in[next[k]], &n);
        }
    }
    free(in);
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++)
            if (r->blocks[i].ways[k] >= 0)
                r->blocks[r->blocks[i].ways[k]].is_met = true;
}

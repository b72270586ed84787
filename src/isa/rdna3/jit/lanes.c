/* lanes.c: moves between lanes.
 *
 * A lane of a VGPR to a scalar register: V_READFIRSTLANE, which has no operand that says which
 * lane, and V_READLANE, which has; and back. Other moves follow a pattern that is known here or
 * comes from a register. What the pattern is, no list says: the op's executor moves the lanes'
 * numbers. */
#include <stdlib.h>
#include <string.h>

#include "isa/rdna3/jit/layer.h"
#include "jit/adapt.h"
#include "jit/anywhere.h"
#include "jit/common.h"
#include "jit/flow.h"
#include "jit/fold.h"
#include "jit/registers.h"
#include "jit/sweep.h"

/* The first active lane. */
static LLVMValueRef first_active_lane(struct emitter *e)
{
    bool is_wide = e->region->halves == 2;
    LLVMTypeRef t = is_wide ? e->i64 : e->i32;
    LLVMValueRef exec = is_wide ? get_scalars(e, VAR_EXEC) : get_var(e, VAR_EXEC);
    LLVMValueRef args[2] = {exec, LLVMConstNull(e->i1)};
    LLVMValueRef n = call_intrinsic(e, "llvm.cttz", &t, 1, args, 2);
    /* of no lanes it is the number of bits: the first lane */
    return is_wide ? LLVMBuildTrunc(e->b, n, e->i32, "") : n;
}

/* A scalar source; NULL: it is something else. */
static LLVMValueRef scalar_source(struct emitter *e, const struct rdna3_src *s)
{
    return s->kind == SRCK_I32   ? const_i32(e, (uint32_t)s->imm)
           : s->kind == SRCK_S32 ? get_var(e, VAR_S0 + s->value)
                                 : NULL;
}

/* Which lane is read or written, as an i32; NULL: something unusual says it. */
static LLVMValueRef lane_number(struct emitter *e, const struct rdna3_op *o)
{
    LLVMValueRef last = const_i32(e, 32 * e->region->halves - 1),
                 n = o->valu.nsrc == 1 ? first_active_lane(e) : scalar_source(e, &o->valu.src[1]);
    return n ? LLVMBuildAnd(e->b, n, last, "") : NULL;
}

static bool reads_one_lane(const struct rdna3_row *row)
{
    return row->n_writes == 1 && row->operands[0].role == ROLE_sd;
}

static bool writes_one_lane(const struct rdna3_row *row) { return row->flags & FLAG_nolane; }

struct lane_copy rdna3_lane_copy(const struct region *r, const struct rdna3_op *o)
{
    struct lane_copy none = {.kind = LANE_NONE}, c = none;
    const struct rdna3_src *s = o->valu.src;
    if (o->valu.nsrc < 2 || s[1].kind != SRCK_I32)
        return none;
    unsigned lane = (uint32_t)s[1].imm & (32 * r->halves - 1), vector = s[0].vgpr;
    if (reads_one_lane(op_row(o)) && s[0].kind == SRCK_V32) {
        c.kind = LANE_TAKE;
        c.scalar = (uint16_t)(VAR_S0 + o->valu.co_sgpr);
    } else if (writes_one_lane(op_row(o)) && s[0].kind == SRCK_S32 && !o->valu.skip_writes) {
        c.kind = LANE_PUT;
        c.scalar = (uint16_t)(VAR_S0 + s[0].value);
        vector = o->valu.dst_vgpr;
    } else {
        return none;
    }
    c.vector = (uint16_t)(vector * r->halves + lane / 32);
    c.lane = (uint8_t)(lane % 32);
    return c;
}

static LLVMValueRef spilled(struct emitter *e, LLVMValueRef v, unsigned n, unsigned depth);

LLVMValueRef rdna3_lane_of_row(struct emitter *e, LLVMValueRef v, unsigned n)
{
    return spilled(e, v, n, 0);
}

enum { MAX_SPILL_JOINS = 3 }; /* one behind the other */

/* Lane n of a slot that several ways have written. */
static LLVMValueRef joined_lane(struct emitter *e, LLVMValueRef v, unsigned n, unsigned depth)
{
    LLVMValueRef values[MAX_JOINED];
    LLVMBasicBlockRef from[MAX_JOINED], here = LLVMGetInsertBlock(e->b);
    unsigned count = LLVMCountIncoming(v);
    for (unsigned i = 0; i < count; i++) {
        from[i] = LLVMGetIncomingBlock(v, i);
        if (!(values[i] = spilled(e, LLVMGetIncomingValue(v, i), n, depth + 1)))
            return NULL;
    }
    LLVMPositionBuilderBefore(e->b, v);
    LLVMValueRef phi = LLVMBuildPhi(e->b, e->i32, "");
    LLVMAddIncoming(phi, values, from, count);
    LLVMPositionBuilderAtEnd(e->b, here);
    return phi;
}

/* Lane n of what is mostly a row of spilled scalars: what V_WRITELANE has put there, or the dword
 * in memory, either of which is there before the row is. NULL: something else. */
static LLVMValueRef spilled(struct emitter *e, LLVMValueRef v, unsigned n, unsigned depth)
{
    while (LLVMIsASelectInst(v) && LLVMIsConstant(LLVMGetOperand(v, 0)) &&
           LLVMTypeOf(LLVMGetOperand(v, 0)) == e->v32i1) {
        LLVMValueRef is_new = LLVMGetAggregateElement(LLVMGetOperand(v, 0), n);
        if (!is_new || !LLVMIsAConstantInt(is_new))
            return NULL;
        v = LLVMGetOperand(v, LLVMConstIntGetZExtValue(is_new) ? 1 : 2);
    }
    if (LLVMIsConstant(v))
        return LLVMGetAggregateElement(v, n);
    LLVMValueRef one = LLVMIsAShuffleVectorInst(v) ? LLVMGetOperand(v, 0) : NULL;
    if (one && LLVMIsAInsertElementInst(one) && LLVMGetMaskValue(v, n) == 0 &&
        LLVMGetOperand(one, 2) == const_i32(e, 0))
        return LLVMGetOperand(one, 1);
    LLVMValueRef carried = rdna3_lane_in_loop(e, v, n);
    if (carried)
        return carried;
    if (depth < MAX_SPILL_JOINS && rdna3_joins_stacks(e, v))
        return joined_lane(e, v, n, depth);
    if (!rdna3_is_from_stack(e, v))
        return NULL;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMValueRef next = LLVMGetNextInstruction(v);
    if (next) /* no store is between */
        LLVMPositionBuilderBefore(e->b, next);
    else
        LLVMPositionBuilderAtEnd(e->b, LLVMGetInstructionParent(v));
    LLVMValueRef dword = load_at(e, e->i32, LLVMGetOperand(v, 0), sizeof(uint32_t) * n);
    LLVMSetAlignment(dword, 4);
    LLVMPositionBuilderAtEnd(e->b, here);
    return dword;
}

/* Lane n of v, n below 32. LLVM has it by way of memory: loops over lanes would put all of v there
 * in each iteration. */
static LLVMValueRef lane_of(struct emitter *e, LLVMValueRef v, LLVMValueRef n)
{
    LLVMValueRef known =
        LLVMIsAConstantInt(n) ? spilled(e, v, (unsigned)LLVMConstIntGetZExtValue(n), 0) : NULL;
    if (known)
        return known;
    if (e->masks != MASKS_ALL || LLVMIsConstant(n))
        return LLVMBuildExtractElement(e->b, v, n, "");
    LLVMValueRef index = LLVMConstNull(LLVMVectorType(e->i32, 16));
    index = LLVMBuildInsertElement(e->b, index, n, const_i32(e, 0), "");
    LLVMValueRef args[3] = {pick(e, v, NULL, 0, 1, 16), index, pick(e, v, NULL, 16, 1, 16)};
    return lane(e, call_intrinsic(e, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3), 0);
}

static bool emit_read(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_src *s = &o->valu.src[0];
    LLVMValueRef lane = s->kind == SRCK_V32 ? lane_number(e, o) : NULL, value[2];
    if (!lane)
        return false;
    value[0] =
        o->valu.nsrc == 1 && e->region->halves == 1 && !e->crew ? first_alike(e, s->vgpr) : NULL;
    if (value[0]) {
        set_var(e, VAR_S0 + o->valu.co_sgpr, value[0]);
        return true;
    }
    LLVMValueRef in_half = LLVMBuildAnd(e->b, lane, const_i32(e, 31), "");
    for (unsigned half = 0; half < e->region->halves; half++)
        value[half] = lane_of(e, get_var(e, s->vgpr * e->region->halves + half), in_half);
    if (e->region->halves == 2) {
        LLVMValueRef is_low = LLVMBuildICmp(e->b, LLVMIntULT, lane, const_i32(e, 32), "");
        value[0] = fold_select(e, is_low, value[0], value[1]);
    }
    if (e->region->halves == 1)
        note_lane_read(e, value[0], get_var(e, s->vgpr), in_half);
    set_var(e, VAR_S0 + o->valu.co_sgpr, value[0]);
    return true;
}

static LLVMValueRef lane_numbers(struct emitter *e, unsigned first)
{
    LLVMValueRef n[32];
    for (unsigned i = 0; i < 32; i++)
        n[i] = const_i32(e, first + i);
    return LLVMConstVector(n, 32);
}

/* Whatever EXEC is. */
static bool emit_write(struct emitter *e, const struct rdna3_op *o)
{
    LLVMValueRef lane = lane_number(e, o), value = scalar_source(e, &o->valu.src[0]);
    unsigned halves = e->region->halves;
    if (!lane || !value || o->valu.skip_writes)
        return false;
    for (unsigned half = 0; half < halves; half++) {
        unsigned var = o->valu.dst_vgpr * halves + half;
        LLVMValueRef is_it = is_equal(e, lane_numbers(e, 32 * half), splat(e, lane, e->v32i32));
        set_var(e, var,
                LLVMBuildSelect(e->b, is_it, splat(e, value, e->v32i32), get_var(e, var), ""));
    }
    return true;
}

/* ---- patterns ---- */

/* The registers of a move: what is moved, where it goes, and, if it is not NO_REGISTER, what says
 * between which lanes. */
struct move {
    const struct rdna3_op *o;
    unsigned from, to, by;
    const uint32_t *given; /* [SGPR_SLOTS] what trials have in scalar registers; NULL: only what is
                            * known of them */
};
enum { NO_REGISTER = 256 };

/* The source as an i32; NULL: it is no scalar. given: what registers are taken to have; NULL: what
 * they have. */
static LLVMValueRef value_in_trial(struct emitter *e, const struct rdna3_src *s,
                                   const uint32_t *given)
{
    return given && s->kind == SRCK_S32 ? const_i32(e, given[s->value]) : scalar_source(e, s);
}

/* A wave for the op's executor; EXEC as given, and scalar sources. NULL: something is not known, or
 * there is no memory. */
static struct rdna3_wave *open_trial(struct emitter *e, const struct move *m, uint64_t exec,
                                     const uint32_t *given)
{
    unsigned halves = e->region->halves;
    size_t bytes = wave_size(halves);
    struct rdna3_wave *w = aligned_alloc(_Alignof(struct rdna3_wave), bytes);
    if (!w)
        return NULL;
    memset(w, 0, bytes);
    w->halves = (uint8_t)halves;
    w->vgprs = e->region->vectors;
    w->base.lanes = 32 * halves;
    set_s64(w, SRC_EXEC_LO, exec);
    bool is_valu = op_row(m->o)->cls == C_valu;
    for (unsigned i = 1; is_valu && i < m->o->valu.nsrc; i++) {
        const struct rdna3_src *s = &m->o->valu.src[i];
        LLVMValueRef v = value_in_trial(e, s, given);
        if (!v || !LLVMIsAConstantInt(v)) {
            free(w);
            return NULL;
        }
        if (s->kind == SRCK_S32)
            w->s[s->value] = (uint32_t)LLVMConstIntGetZExtValue(v);
    }
    return w;
}

enum { UNWRITTEN = 0x1000 };

/* Lets the executor move: lane l has l + 1, and address[l] in the register `by`. out: what lanes
 * have got; UNWRITTEN: nothing. */
static bool try_move(struct emitter *e, const struct move *m, uint64_t exec,
                     const uint32_t address[64], uint32_t out[64])
{
    struct rdna3_wave *w = open_trial(e, m, exec, m->given);
    if (!w)
        return false;
    for (unsigned l = 0; l < w->base.lanes; l++) {
        *vgpr_lane(w, m->to, l) = UNWRITTEN;
        if (m->by != NO_REGISTER)
            *vgpr_lane(w, m->by, l) = address[l];
        *vgpr_lane(w, m->from, l) = l + 1;
    }
    m->o->interp(&w->base, &m->o->base);
    for (unsigned l = 0; l < w->base.lanes; l++)
        out[l] = *vgpr_lane(w, m->to, l);
    free(w);
    return true;
}

/* A pattern: of each pass, which half of the wave it reads, and which lanes. */
struct pattern {
    struct lane_moves moves;
    uint8_t half[2], from[2][32];
    bool writes;
};

/* false: it is not known, or none of that kind. */
static bool find_pattern(struct emitter *e, const struct move *m, struct pattern *p)
{
    uint32_t all[64], one[64];
    unsigned lanes = 32 * e->region->halves, other = 0;
    if (!try_move(e, m, UINT64_MAX, NULL, all))
        return false;
    *p = (struct pattern){
        .moves = {.valid = UINT32_MAX, .writes = {UINT32_MAX, UINT32_MAX}, .reads_inactive = true}};
    p->writes = all[0] != UNWRITTEN;
    if (!p->writes)
        return true;
    for (unsigned l = lanes; l-- > 0;) {
        unsigned from = all[l] - 1;
        if (from >= lanes)
            return false;
        if (l % 32 == 31)
            p->half[l / 32] = (uint8_t)(from / 32);
        if (from / 32 != p->half[l / 32])
            return false;
        p->from[l / 32][l % 32] = (uint8_t)(from % 32);
        other = from != l ? l : other;
    }
    if (all[other] - 1 == other) /* each reads itself */
        return true;
    if (!try_move(e, m, UINT64_C(1) << other, NULL, one))
        return false;
    p->moves.reads_inactive = one[other] == all[other];
    p->moves.gives_zero = one[other] == 0;
    return true;
}

static void write_moved(struct emitter *e, const struct move *m, unsigned half, LLVMValueRef value)
{
    unsigned var = m->to * e->region->halves + half;
    set_var(e, var, under_exec(e, var, half, value));
}

static bool emit_pattern(struct emitter *e, const struct move *m)
{
    struct pattern p;
    unsigned halves = e->region->halves;
    LLVMValueRef value[2];
    if (!find_pattern(e, m, &p))
        return false;
    for (unsigned h = 0; p.writes && h < halves; h++) {
        struct lane_moves moves = p.moves;
        moves.from = p.from[h];
        value[h] = move_lanes(e, &moves, p.half[h], get_var(e, m->from * halves + p.half[h]));
        LLVMValueRef lanes = moved_lanes(e, &moves, p.half[h]);
        if (lanes)
            value[h] = LLVMBuildSelect(e->b, lanes, value[h], get_var(e, m->to * halves + h), "");
    }
    for (unsigned h = 0; p.writes && h < halves; h++)
        write_moved(e, m, h, value[h]);
    return true;
}

/* ---- lanes that registers name ---- */

/* Lane n of the result: lane index[n] & 31 of v. */
static LLVMValueRef pull_lanes(struct emitter *e, LLVMValueRef v, LLVMValueRef index)
{
    LLVMValueRef part[2];
    if (e->masks != MASKS_ALL) {
        struct anywhere lanes = {.from = room_of_lanes(e),
                                 .index =
                                     LLVMBuildAnd(e->b, index, const_splat(e, e->v32i32, 31), ""),
                                 .lanes = const_splat(e, e->v32i1, 1),
                                 .scale = 4};
        LLVMBuildStore(e->b, v, lanes.from);
        return gather_dwords(e, &lanes, NULL);
    }
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef args[3] = {pick(e, v, NULL, 0, 1, 16), pick(e, index, NULL, 16 * k, 1, 16),
                                pick(e, v, NULL, 16, 1, 16)};
        part[k] = call_intrinsic(e, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3);
    }
    return pick(e, part[0], part[1], 0, 1, 32);
}

/* Lane index[n] & 31 of the result: lane n of v, of the active lanes; the last one wins, which is
 * the order of scatters. Lanes that none names are 0. */
static LLVMValueRef push_lanes(struct emitter *e, unsigned half, LLVMValueRef v, LLVMValueRef index)
{
    struct anywhere lanes = {.from = room_of_lanes(e),
                             .index = LLVMBuildAnd(e->b, index, const_splat(e, e->v32i32, 31), ""),
                             .lanes = exec_bools(e, half),
                             .scale = 4};
    LLVMBuildStore(e->b, LLVMConstNull(e->v32i32), lanes.from);
    scatter_dwords(e, &lanes, v);
    return LLVMBuildLoad2(e->b, e->v32i32, lanes.from, "");
}

static bool emit_addressed(struct emitter *e, const struct move *m)
{
    enum { LANE = 5 };
    uint32_t address[64], moved[64];
    unsigned halves = e->region->halves;
    LLVMValueRef value[2];
    if (!can_gather(e) || m->from == m->by)
        return false;
    for (unsigned l = 0; l < 64; l++)
        address[l] = 4 * LANE - (uint32_t)m->o->mem.offset;
    if (!try_move(e, m, UINT64_MAX, address, moved))
        return false;
    bool pulls = moved[0] == LANE + 1, pushes = moved[0] == 0 && moved[LANE] == 32;
    if (!pulls && !pushes)
        return false;
    for (unsigned h = 0; h < halves; h++) {
        LLVMValueRef v = get_var(e, m->from * halves + h), index = get_var(e, m->by * halves + h);
        index =
            LLVMBuildAdd(e->b, index, const_splat(e, e->v32i32, (uint32_t)m->o->mem.offset), "");
        index = LLVMBuildLShr(e->b, index, const_splat(e, e->v32i32, 2), "");
        value[h] =
            pulls ? pull_lanes(e, active_or_zero(e, h, v), index) : push_lanes(e, h, v, index);
    }
    for (unsigned h = 0; h < halves; h++)
        write_moved(e, m, h, value[h]);
    return true;
}

/* ---- lanes that scalars name ---- */

/* V_PERMLANE: nibble n of two scalars says which lane of a row of 16 lane n of each row reads, of
 * its own row or the other one of the pass. */
struct selects {
    LLVMValueRef nibble; /* <32 x i32>, its low bits */
    unsigned across;     /* 16: the other row; else 0 */
};

/* In a trial, neighbours change places. */
static void give_selects(const struct rdna3_op *o, uint32_t given[SGPR_SLOTS])
{
    static const uint32_t swapped[2] = {0x67452301, 0xefcdab89};
    for (unsigned i = 0; i < 2; i++)
        if (o->valu.src[1 + i].kind == SRCK_S32)
            given[o->valu.src[1 + i].value] = swapped[i];
}

/* Whether the trial's lanes are those that the selects name, and from which row. */
static bool are_selected(struct emitter *e, const struct move *m, const struct pattern *p,
                         unsigned *across)
{
    *across = p->from[0][0] & 16;
    for (unsigned l = 0; l < 32 * e->region->halves; l++) {
        LLVMValueRef by = value_in_trial(e, &m->o->valu.src[l & 8 ? 2 : 1], m->given);
        unsigned nibble = LLVMConstIntGetZExtValue(by) >> 4 * (l & 7) & 15;
        if (p->half[l / 32] != l / 32 || p->from[l / 32][l % 32] != ((l & 16) ^ *across) + nibble)
            return false;
    }
    return true;
}

static LLVMValueRef nibbles(struct emitter *e, LLVMValueRef low, LLVMValueRef high)
{
    LLVMValueRef is_high[32], shift[32];
    for (unsigned l = 0; l < 32; l++) {
        is_high[l] = LLVMConstInt(e->i1, l >> 3 & 1, 0);
        shift[l] = const_i32(e, 4 * (l & 7));
    }
    LLVMValueRef both = LLVMBuildSelect(e->b, LLVMConstVector(is_high, 32),
                                        splat(e, high, e->v32i32), splat(e, low, e->v32i32), "");
    return LLVMBuildLShr(e->b, both, LLVMConstVector(shift, 32), "");
}

static LLVMValueRef pull_from_rows(struct emitter *e, LLVMValueRef v, const struct selects *s)
{
    LLVMValueRef part[2];
    if (e->masks != MASKS_ALL) {
        LLVMValueRef row[32];
        for (unsigned l = 0; l < 32; l++)
            row[l] = const_i32(e, (l & 16) ^ s->across);
        LLVMValueRef lane = LLVMBuildAnd(e->b, s->nibble, const_splat(e, e->v32i32, 15), "");
        return pull_lanes(e, v, LLVMBuildOr(e->b, lane, LLVMConstVector(row, 32), ""));
    }
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef args[2] = {pick(e, v, NULL, (16 * k) ^ s->across, 1, 16),
                                pick(e, s->nibble, NULL, 16 * k, 1, 16)};
        part[k] = call_intrinsic(e, "llvm.x86.avx512.permvar.si.512", NULL, 0, args, 2);
    }
    return pick(e, part[0], part[1], 0, 1, 32);
}

/* Lanes whose source is active. */
static LLVMValueRef readable_lanes(struct emitter *e, unsigned half, const struct selects *s)
{
    LLVMValueRef active = LLVMBuildSExt(e->b, exec_bools(e, half), e->v32i32, "");
    return LLVMBuildICmp(e->b, LLVMIntNE, pull_from_rows(e, active, s), LLVMConstNull(e->v32i32),
                         "");
}

static bool emit_selected(struct emitter *e, struct move *m)
{
    uint32_t given[SGPR_SLOTS] = {0};
    struct pattern p;
    struct selects s;
    unsigned halves = e->region->halves;
    LLVMValueRef low = scalar_source(e, &m->o->valu.src[1]),
                 high = scalar_source(e, &m->o->valu.src[2]), value[2];
    if (!low || !high || !can_gather(e))
        return false;
    give_selects(m->o, given);
    m->given = given;
    if (!find_pattern(e, m, &p) || !p.writes || !are_selected(e, m, &p, &s.across))
        return false;
    s.nibble = nibbles(e, low, high);
    for (unsigned h = 0; h < halves; h++) {
        unsigned var = m->to * halves + h;
        value[h] = pull_from_rows(e, get_var(e, m->from * halves + h), &s);
        if (p.moves.reads_inactive)
            continue;
        LLVMValueRef other = p.moves.gives_zero ? LLVMConstNull(e->v32i32) : get_var(e, var);
        value[h] = LLVMBuildSelect(e->b, readable_lanes(e, h, &s), value[h], other, "");
    }
    for (unsigned h = 0; h < halves; h++)
        write_moved(e, m, h, value[h]);
    return true;
}

bool rdna3_emit_lane(struct emitter *e, const struct op *op)
{
    const struct rdna3_op *o = rdna3_op(op);
    const struct rdna3_row *row = op_row(o);
    struct move m = {.o = o, .by = NO_REGISTER};
    if (rdna3_is_indexed_move(e->region, o))
        return !e->crew && rdna3_emit_indexed(e, o);
    if (row->cls == C_lds) {
        bool is_addressed = !(row->flags & FLAG_swizzle);
        m.from = is_addressed ? o->mem.data : o->mem.addr;
        m.to = o->mem.vdst;
        m.by = is_addressed ? o->mem.addr : NO_REGISTER;
        if (o->mem.no_exec)
            return false;
        return is_addressed ? emit_addressed(e, &m) : emit_pattern(e, &m);
    }
    if (reads_one_lane(row))
        return emit_read(e, o);
    if (writes_one_lane(row))
        return emit_write(e, o);
    m.from = o->valu.src[0].vgpr;
    m.to = o->valu.dst_vgpr;
    if (o->valu.src[0].kind != SRCK_V32 || o->valu.skip_writes)
        return false;
    return emit_pattern(e, &m) || (row->flags & FLAG_permlane && emit_selected(e, &m));
}

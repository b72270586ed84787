/* shape.c: how addresses differ from lane to lane.
 *
 * In each half-wave of 16 lanes a VGPR has a step: its value grows by so much from lane to lane
 * (0: it is the same in all). If that goes on over all 32 lanes of a pass, it is long. Steps are
 * solved forward over the blocks, from v0 of a new wave, the id of the work-item, whose low
 * bits grow by one: sums add steps, shifts and products with constants scale them, and loads
 * from one place give one value. Work-groups are taken to have a multiple of 16 items in x,
 * of 32 if the kernel does not ask for ids in y. This is only a guess at which way an access is
 * compiled: the emitted code tests whether it is right. */
#include "jit/shape.h"

#include <stdlib.h>

#include "isa/rdna3/exec/layer.h"

/* Not known yet. */
enum { STEP_NONE = INT32_MIN };

/* How a VGPR grows. */
struct growth {
    int32_t step; /* STEP_ANY, STEP_NONE */
    bool is_long;
};

struct value {
    int32_t step; /* likewise */
    bool is_long;
    bool is_constant;
    int64_t constant;
};

static const struct value any = {.step = STEP_ANY}, same = {.step = 0, .is_long = true};

struct finder {
    const struct region *r;
    struct growth *in;  /* [count][VGPR_COUNT] at the start of each block */
    struct growth *now; /* [VGPR_COUNT] */
};

static struct value stepping(int64_t step)
{
    bool fits = step > INT32_MIN && step < INT32_MAX;
    return fits ? (struct value){.step = (int32_t)step, .is_long = true} : any;
}

static bool is_known(struct value a) { return a.step != STEP_ANY && a.step != STEP_NONE; }

static struct value sum(struct value a, struct value b, int sign)
{
    return is_known(a) && is_known(b) ? stepping((int64_t)a.step + sign * (int64_t)b.step) : any;
}

static struct value scaled(struct value a, int64_t by) { return stepping(a.step * by); }

static struct value product(struct value a, struct value b)
{
    if (!is_known(a) || !is_known(b))
        return any;
    if (b.is_constant)
        return scaled(a, b.constant);
    if (a.is_constant)
        return scaled(b, a.constant);
    return a.step == 0 && b.step == 0 ? same : any;
}

static struct value shifted_left(struct value a, struct value by)
{
    if (is_known(a) && by.is_constant)
        return scaled(a, INT64_C(1) << (by.constant & 31));
    return a.step == 0 && by.step == 0 ? same : any;
}

static struct value shortened(struct value a)
{
    a.is_long = false;
    return a;
}

/* The upper bits of ids are the same in 16 lanes, those behind the lowest five in 32. */
static struct value shifted_right(struct value a, struct value by)
{
    if (a.step == 0 && by.step == 0)
        return same;
    if (a.step != 1 || !by.is_constant || (by.constant & 31) < 4)
        return any;
    return (by.constant & 31) == 4 ? shortened(same) : same;
}

/* The lowest `bits` of an id. */
static struct value low_bits(struct value a, unsigned bits)
{
    return bits < 4 ? any : bits == 4 ? shortened(a) : a;
}

/* The low bits of ids count the lanes, if there are four of them: with an unknown mask there
 * mostly are. */
static struct value masked(struct value a, struct value b)
{
    if (a.is_constant) {
        struct value c = a;
        a = b;
        b = c;
    }
    if (a.step == 0 && b.step == 0)
        return same;
    if (a.step == 1 && b.is_constant && (b.constant & 15) == 0)
        return b.constant & 16 ? shortened(same) : same;
    if (a.step == 1 && b.is_constant)
        return low_bits(a, (unsigned)__builtin_ctzll(~(uint64_t)b.constant | UINT64_C(1) << 32));
    return shortened(b.step == 0 && a.step == 1 ? a : a.step == 0 && b.step == 1 ? b : any);
}

static struct value fetch(const struct finder *f, const struct rdna3_src *s)
{
    unsigned n = s->value / (f->r->halves * (unsigned)sizeof(vec32));
    switch (s->kind) {
    case SRCK_V32:
    case SRCK_V64: /* the low half */
        return (struct value){.step = f->now[n].step, .is_long = f->now[n].is_long};
    case SRCK_V16:
        return f->now[n].step == 0 ? (struct value){0, .is_long = f->now[n].is_long} : any;
    case SRCK_I32:
        return (struct value){0, true, true, (int32_t)s->imm};
    case SRCK_I64:
        return (struct value){0, true, true, (int64_t)s->imm};
    case SRCK_S16:
    case SRCK_S32:
    case SRCK_S64:
    case SRCK_SCC:
    case SRCK_I16:
        return same;
    default:
        return any;
    }
}

/* What an op computes of these operands, of 64 bits the low half. It is long if they are. */
static struct value combined(const struct finder *f, const struct rdna3_op *o,
                             const struct rdna3_valu *v, const struct value s[3], bool all_same)
{
    switch (o->base.row) {
    case RDNA3_V_MOV_B32:
        return s[0];
    case RDNA3_V_CNDMASK_B32:
        return s[0].step == s[1].step ? stepping(s[0].step) : any;
    case RDNA3_V_ADD_NC_U32:
    case RDNA3_V_ADD_NC_I32:
    case RDNA3_V_ADD_CO_U32:
    case RDNA3_V_ADD_CO_CI_U32:
    case RDNA3_V_OR_B32: /* of bits that the other one does not have */
    case RDNA3_V_XOR_B32:
        return sum(s[0], s[1], 1);
    case RDNA3_V_SUB_NC_U32:
    case RDNA3_V_SUB_NC_I32:
    case RDNA3_V_SUB_CO_U32:
    case RDNA3_V_SUB_CO_CI_U32:
        return sum(s[0], s[1], -1);
    case RDNA3_V_SUBREV_NC_U32:
    case RDNA3_V_SUBREV_CO_U32:
    case RDNA3_V_SUBREV_CO_CI_U32:
        return sum(s[1], s[0], -1);
    case RDNA3_V_ADD3_U32:
    case RDNA3_V_OR3_B32:
    case RDNA3_V_XAD_U32:
        return sum(sum(s[0], s[1], 1), s[2], 1);
    case RDNA3_V_LSHLREV_B32:
    case RDNA3_V_LSHLREV_B64:
        return shifted_left(s[1], s[0]);
    case RDNA3_V_LSHL_ADD_U32:
    case RDNA3_V_LSHL_OR_B32:
        return sum(shifted_left(s[0], s[1]), s[2], 1);
    case RDNA3_V_ADD_LSHL_U32:
        return shifted_left(sum(s[0], s[1], 1), s[2]);
    case RDNA3_V_AND_B32:
        return masked(s[0], s[1]);
    case RDNA3_V_AND_OR_B32:
        return sum(masked(s[0], s[1]), s[2], 1);
    case RDNA3_V_LSHRREV_B32:
    case RDNA3_V_ASHRREV_I32:
        return shifted_right(s[1], s[0]);
    case RDNA3_V_ASHRREV_I64: /* a dword in the upper half becomes an offset */
        if (s[0].is_constant && (s[0].constant & 63) > 16 && (s[0].constant & 63) < 32 &&
            v->src[1].kind == SRCK_V64) {
            struct rdna3_src high = v->src[1];
            high.value += f->r->halves * (uint32_t)sizeof(vec32);
            struct value by = {0, true, true, 32 - (s[0].constant & 63)};
            struct value x = fetch(f, &high), r = shifted_left(x, by);
            return x.is_long ? r : shortened(r);
        }
        return all_same ? same : any;
    case RDNA3_V_BFE_U32:
    case RDNA3_V_BFE_I32:
        if (s[1].is_constant && (s[1].constant & 31) == 0 && s[2].is_constant && s[0].step == 1)
            return low_bits(s[0], s[2].constant & 31);
        return shifted_right(s[0], s[1]);
    case RDNA3_V_MUL_LO_U32:
    case RDNA3_V_MUL_U32_U24:
    case RDNA3_V_MUL_I32_I24:
        return product(s[0], s[1]);
    case RDNA3_V_MAD_U32_U24:
    case RDNA3_V_MAD_I32_I24:
    case RDNA3_V_MAD_U64_U32:
    case RDNA3_V_MAD_I64_I32:
        return sum(product(s[0], s[1]), s[2], 1);
    default:
        return all_same ? same : any;
    }
}

/* What an op computes, of 64 bits the low half. */
static struct value result(const struct finder *f, const struct rdna3_op *o,
                           const struct rdna3_valu *v)
{
    struct value s[3] = {any, any, any};
    bool all_same = !v->reads_d && !v->reads_m, all_long = true;
    if (v->dpp_kind)
        return any;
    for (unsigned i = 0; i < v->nsrc; i++) {
        s[i] = fetch(f, &v->src[i]);
        all_same &= s[i].step == 0;
        all_long &= s[i].is_long || !is_known(s[i]);
    }
    struct value r = combined(f, o, v, s, all_same);
    return all_long ? r : shortened(r);
}

static void set(struct finder *f, unsigned n, int32_t step, bool is_long)
{
    if (n < VGPR_COUNT)
        f->now[n] = (struct growth){step, is_long};
}

static void forget(struct finder *f, unsigned n) { set(f, n, STEP_ANY, false); }

static void set_result(struct finder *f, const struct rdna3_valu *v, struct value x)
{
    unsigned n = v->dst / (f->r->halves * (unsigned)sizeof(vec32));
    if (v->dst_kind == DST_V32 || v->dst_kind == DST_V64)
        set(f, n, x.step, x.is_long);
    else if (v->dst_kind != DST_NONE)
        forget(f, n);
    if (v->dst_kind == DST_V64) /* the upper half of a sum with a step is the same, mostly */
        set(f, n + 1, is_known(x) ? 0 : STEP_ANY, x.is_long);
    for (unsigned i = 1; v->dst_kind == DST_V128 && i < 4; i++)
        forget(f, n + i);
    if (v->swaps)
        forget(f, v->dst2 / (f->r->halves * (unsigned)sizeof(vec32)));
}

static void access_memory(struct finder *f, struct region_op *at, const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    bool plain = o->executor == EXECUTOR_exec_ds || o->insn->format == FMT_GLOBAL;
    at->step = plain && !m->addtid ? f->now[m->addr].step : STEP_ANY;
    at->is_long = f->now[m->addr].is_long;
    if (m->kind == MEM_STORE || (m->kind == MEM_ATOMIC && !m->returns))
        return;
    bool is_same = m->kind == MEM_LOAD && at->step == 0;
    for (unsigned i = 0; i < (unsigned)m->dst_dwords + m->tfe; i++)
        set(f, m->vdst + i, is_same ? 0 : STEP_ANY, at->is_long);
}

static void other_op(struct finder *f, const struct region_op *at)
{
    for (unsigned v = var_next(&at->fx.def, 0); v < VAR_S0; v = var_next(&at->fx.def, v + 1))
        forget(f, v / f->r->halves);
    if (at->fx.treatment == AS_SYNC)
        for (unsigned n = 0; n < VGPR_COUNT; n++)
            forget(f, n);
}

static void do_op(struct finder *f, struct region_op *at)
{
    const struct rdna3_op *o = &f->r->code->ops[at->slot];
    switch (o->executor) {
    case EXECUTOR_exec_valu:
    case EXECUTOR_exec_valu32:
    case EXECUTOR_exec_plain:
        set_result(f, &o->valu, result(f, o, &o->valu));
        break;
    case EXECUTOR_exec_vopd:
    case EXECUTOR_exec_vopd32: {
        struct value x = result(f, o->vopd.x, &o->vopd.x->valu);
        struct value y = result(f, o->vopd.y, &o->vopd.y->valu);
        set_result(f, &o->vopd.x->valu, x);
        set_result(f, &o->vopd.y->valu, y);
        break;
    }
    case EXECUTOR_exec_flat:
    case EXECUTOR_exec_ds:
        access_memory(f, at, o);
        break;
    default:
        other_op(f, at);
        break;
    }
}

/* Takes the steps at the end of a block over to block `to`. */
static bool flow(struct finder *f, int to)
{
    bool changed = false;
    struct growth *in = to < 0 ? NULL : f->in + (size_t)to * VGPR_COUNT;
    for (unsigned n = 0; in && n < VGPR_COUNT; n++) {
        struct growth x = f->now[n];
        if (in[n].step != STEP_NONE) {
            x.step = in[n].step == x.step ? x.step : STEP_ANY;
            x.is_long &= in[n].is_long;
        }
        changed |= x.step != in[n].step || x.is_long != in[n].is_long;
        in[n] = x;
    }
    return changed;
}

bool find_steps(struct region *r, uint32_t rsrc2)
{
    struct finder f = {.r = r};
    size_t bytes = VGPR_COUNT * sizeof *f.in;
    f.in = malloc((r->count + 1) * bytes);
    if (!f.in)
        return false;
    for (size_t i = 0; i < (size_t)r->count * VGPR_COUNT; i++)
        f.in[i].step = STEP_NONE;
    f.now = f.in + (size_t)r->count * VGPR_COUNT;
    for (unsigned n = 0; n < VGPR_COUNT; n++)
        f.now[n] = (struct growth){n == 0, amdhsa_of_word(rsrc2, AMDHSA_workitem_id) == 0};
    flow(&f, (int)r->entry);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            const struct block *b = &r->blocks[i];
            if (f.in[(size_t)i * VGPR_COUNT].step == STEP_NONE) /* not reached yet */
                continue;
            memcpy(f.now, f.in + (size_t)i * VGPR_COUNT, bytes);
            for (uint32_t k = 0; k < b->ops; k++)
                do_op(&f, &r->ops[b->op + k]);
            again = flow(&f, b->succ[0]) || again;
            again = flow(&f, b->succ[1]) || again;
            again = flow(&f, b->after) || again;
        }
    }
    free(f.in);
    return true;
}

void guess_steps(struct region *r, uint32_t seed)
{
    for (unsigned i = 0; i < r->op_count; i++) {
        const struct rdna3_op *o = &r->code->ops[r->ops[i].slot];
        uint32_t word, bytes = o->executor == EXECUTOR_exec_flat || o->executor == EXECUTOR_exec_ds
                                   ? o->mem.bytes
                                   : 0;
        memcpy(&word, r->code->base.bytes + o->base.offset, sizeof word);
        uint32_t pick = (word ^ seed) * UINT32_C(0x9e3779b9) >> 28;
        r->ops[i].step = pick < 6 ? (int32_t)bytes : pick < 9 ? 0 : pick < 11 ? 8 : STEP_ANY;
        r->ops[i].is_long = pick & 1;
    }
}

/* emit_alu.c: vector and scalar ALU instructions and branch conditions as IR.
 *
 * What the instruction means comes from its semantic function (steps.h);
 * this file is the operand layer of exec/valu.c and exec/salu.c over SSA values. */
#include "isa/rdna3/exec/layer.h"
#include "jit/fold.h"

static unsigned vgpr_var(const struct emitter *e, uint32_t offset, unsigned after, unsigned half)
{
    unsigned halves = e->region->halves;
    return (offset / (halves * (unsigned)sizeof(vec32)) + after) * halves + half;
}

/* ---- sources ---- */

static LLVMValueRef vector_i16(struct emitter *e, LLVMValueRef v, bool high)
{
    if (high)
        v = LLVMBuildLShr(e->b, v, const_splat(e, e->v32i32, 16), "");
    return LLVMBuildTrunc(e->b, v, e->v32i16, "");
}

static LLVMValueRef modified(struct emitter *e, const struct rdna3_src *s, LLVMValueRef v,
                             unsigned bits)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    uint64_t sign = UINT64_C(1) << (bits - 1);
    if (s->abs)
        v = LLVMBuildAnd(e->b, v, const_splat(e, t, sign - 1), "");
    if (s->neg)
        v = LLVMBuildXor(e->b, v, const_splat(e, t, sign), "");
    return v;
}

static LLVMValueRef fetch(struct emitter *e, const struct rdna3_src *s, unsigned half)
{
    LLVMValueRef v;
    switch (s->kind) {
    case SRCK_V32:
        return modified(e, s, get_var(e, vgpr_var(e, s->value, 0, half)), 32);
    case SRCK_S32:
        return modified(e, s, splat(e, get_var(e, VAR_S0 + s->value), e->v32i32), 32);
    case SRCK_I32:
        return modified(e, s, const_splat(e, e->v32i32, s->imm & UINT32_MAX), 32);
    case SRCK_V16:
        return modified(e, s, vector_i16(e, get_var(e, vgpr_var(e, s->value, 0, half)), s->half),
                        16);
    case SRCK_S16:
        v = get_var(e, VAR_S0 + s->value);
        if (s->half)
            v = LLVMBuildLShr(e->b, v, const_i32(e, 16), "");
        return modified(e, s, splat(e, LLVMBuildTrunc(e->b, v, e->i16, ""), e->v32i16), 16);
    case SRCK_I16:
        return modified(e, s, const_splat(e, e->v32i16, s->imm >> (s->half ? 16 : 0) & 0xffff), 16);
    case SRCK_V64:
        v = fold_join(e, get_var(e, vgpr_var(e, s->value, 0, half)),
                      get_var(e, vgpr_var(e, s->value, 1, half)));
        return modified(e, s, v, 64);
    case SRCK_S64:
        return modified(e, s, splat(e, get_s64(e, s->value), e->v32i64), 64);
    default: /* SRCK_I64 */
        return modified(e, s, const_splat(e, e->v32i64, s->imm), 64);
    }
}

/* ---- vector instructions ---- */

struct result {
    LLVMValueRef d, co;
};

/* A lane mask, or another one that says the same of active lanes: one that a comparison made has
 * been ANDed with EXEC, and what results are in other lanes does not matter. */
static LLVMValueRef lane_mask(struct emitter *e, unsigned sgpr, unsigned half)
{
    LLVMValueRef m = get_var(e, VAR_S0 + sgpr + half);
    bool is_and = LLVMIsAInstruction(m) && LLVMGetInstructionOpcode(m) == LLVMAnd;
    return is_and && LLVMGetOperand(m, 1) == get_var(e, VAR_S0 + SRC_EXEC_LO + half)
               ? LLVMGetOperand(m, 0)
               : m;
}

/* Calls the semantic function for one pass; exec: of the pass. */
static struct result compute(struct emitter *e, const struct rdna3_op *o,
                             const struct rdna3_valu *v, unsigned half, LLVMValueRef src[4])
{
    const struct signature *sig = signature_at((unsigned)signature_of_row(o->base.row));
    LLVMValueRef args[SIG_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < 3; i++)
        src[i] = i < v->nsrc ? fetch(e, &v->src[i], half) : NULL;
    src[3] = v->has_k ? const_splat(e, v->dst_kind == DST_V16 ? e->v32i16 : e->v32i32,
                                    v->dst_kind == DST_V16 ? v->k & 0xffff : v->k & UINT32_MAX)
                      : NULL;
    for (unsigned i = 0; i < sig->count; i++) {
        const struct sig_param *p = &sig->param[i];
        if (!p->is_read)
            continue;
        switch (p->role) {
        case ROLE_a:
            args[n++] = src[0];
            break;
        case ROLE_b:
            args[n++] = src[1];
            break;
        case ROLE_c:
            args[n++] = src[2];
            break;
        case ROLE_k:
            args[n++] = src[3];
            break;
        case ROLE_d:
            if (p->type == SIG_V16)
                args[n++] = vector_i16(e, get_var(e, vgpr_var(e, v->dst, 0, half)), v->dst_half);
            else if (p->type == SIG_V64)
                args[n++] = fold_join(e, get_var(e, vgpr_var(e, v->dst, 0, half)),
                                      get_var(e, vgpr_var(e, v->dst, 1, half)));
            else
                args[n++] = get_var(e, vgpr_var(e, v->dst, 0, half));
            break;
        case ROLE_m:
        case ROLE_vcc:
            /* NULL is 0 for both halves; what follows it is M0 */
            args[n++] = v->reads_m ? lane_mask(e, v->m_sgpr, half) : const_i32(e, 0);
            break;
        case ROLE_mode:
            args[n++] = const_i32(e, e->mode);
            break;
        case ROLE_lane0:
            args[n++] = const_i32(e, 32 * half);
            break;
        case ROLE_neg:
            args[n++] = const_i32(e, v->neg_bits);
            break;
        case SIG_ROLE_CLAMP:
            args[n++] = const_i32(e, v->clamp);
            break;
        default:
            return (struct result){NULL, NULL};
        }
    }
    LLVMValueRef results[STEP_RESULTS];
    emit_semantics(e, o->base.row, args, results);
    struct result out = {NULL, NULL};
    for (unsigned i = 0, k = 0; i < sig->count; i++) {
        if (!sig->param[i].is_written)
            continue;
        *(sig->param[i].role == ROLE_d ? &out.d : &out.co) = results[k++];
    }
    return out;
}

static LLVMValueRef exec_var(struct emitter *e, unsigned half)
{
    return get_var(e, VAR_S0 + SRC_EXEC_LO + half);
}

static void write_back(struct emitter *e, const struct rdna3_valu *v, unsigned half, LLVMValueRef d)
{
    LLVMValueRef parts[2] = {d, NULL};
    unsigned width = 1;
    if (v->dst_kind == DST_NONE)
        return;
    if (v->dst_kind == DST_V64) {
        fold_split(e, d, parts);
        width = 2;
    } else if (v->dst_kind == DST_V16) {
        LLVMValueRef old = get_var(e, vgpr_var(e, v->dst, 0, half));
        LLVMValueRef wide = LLVMBuildZExt(e->b, d, e->v32i32, "");
        if (v->dst_half)
            wide = LLVMBuildShl(e->b, wide, const_splat(e, e->v32i32, 16), "");
        old = LLVMBuildAnd(e->b, old, const_splat(e, e->v32i32, v->dst_half ? 0xffff : 0xffff0000),
                           "");
        parts[0] = LLVMBuildOr(e->b, old, wide, "");
    }
    for (unsigned k = 0; k < width; k++) {
        unsigned var = vgpr_var(e, v->dst, k, half);
        set_var(e, var, under_exec(e, var, half, parts[k]));
    }
}

static void write_result(struct emitter *e, const struct rdna3_op *o, const struct rdna3_valu *v,
                         unsigned half, struct result r)
{
    if (!r.d)
        return;
    if (v->nan_rule)
        nan_result(e, o, v, half, r.d);
    write_back(e, v, half, r.d);
}

/* Multiply-adds of 64 bits of which only the lower half is read, as in computing indices. */
static bool is_low_mad(const struct emitter *e, const struct rdna3_op *o,
                       const struct rdna3_valu *v)
{
    if ((o->base.row != RDNA3_V_MAD_U64_U32 && o->base.row != RDNA3_V_MAD_I64_I32) || v->clamp ||
        (v->writes_co && v->co_sgpr != SRC_NULL && v->co_sgpr < SGPR_TRASH))
        return false;
    varset live;
    region_live_before(e->region, e->block, e->at + 1, &live);
    for (unsigned half = 0; half < e->region->halves; half++)
        if (var_has(&live, vgpr_var(e, v->dst, 1, half)))
            return false;
    return true;
}

static void emit_low_mad(struct emitter *e, const struct rdna3_valu *v, unsigned half)
{
    LLVMValueRef a = fetch(e, &v->src[0], half), b = fetch(e, &v->src[1], half);
    LLVMValueRef c = fold_cast(e, LLVMTrunc, fetch(e, &v->src[2], half), e->v32i32);
    LLVMValueRef d = fold_binary(e, LLVMAdd, fold_binary(e, LLVMMul, a, b), c);
    unsigned var = vgpr_var(e, v->dst, 0, half);
    set_var(e, var, under_exec(e, var, half, d));
    set_var(e, vgpr_var(e, v->dst, 1, half), LLVMGetPoison(e->v32i32));
}

static void note(struct emitter *e, const struct rdna3_op *o, const struct rdna3_valu *v,
                 unsigned half, const struct noted *n, LLVMValueRef co)
{
    unsigned var = vgpr_var(e, v->dst, 0, half), high = var + e->region->halves;
    bool is_wide = v->dst_kind == DST_V64;
    if (n->count == 0 || is_kept(e, var) || (is_wide && is_kept(e, high)))
        return;
    note_result(e, o, n, exec_var(e, half), e->now[var], is_wide ? e->now[high] : NULL);
    if (co)
        note_carry(e, o, n, e->now[var], co, exec_var(e, half));
}

bool emit_valu(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_valu *v = &o->valu;
    LLVMValueRef co[2] = {NULL, NULL};
    if (!has_semantics(o->base.row))
        return false;
    if (is_low_mad(e, o, v)) {
        for (unsigned half = 0; half < e->region->halves; half++)
            emit_low_mad(e, v, half);
        return true;
    }
    for (unsigned half = 0; half < e->region->halves; half++) {
        LLVMValueRef src[4];
        struct noted noted;
        note_operands(e, o, v, half, &noted);
        struct result r = compute(e, o, v, half, src);
        if (r.co)
            co[half] = LLVMBuildAnd(e->b, r.co, exec_var(e, half), "");
        write_result(e, o, v, half, r);
        note(e, o, v, half, &noted, co[half]);
    }
    for (unsigned half = 0; v->writes_co && half < e->region->halves; half++)
        if (co[half])
            set_var(e, VAR_S0 + (v->co_is_exec ? SRC_EXEC_LO : v->co_sgpr) + half, co[half]);
    return true;
}

bool emit_vopd(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_op *part[2] = {o->vopd.x, o->vopd.y};
    for (unsigned i = 0; i < 2; i++)
        if (!has_semantics(part[i]->base.row))
            return false;
    for (unsigned half = 0; half < e->region->halves; half++) {
        LLVMValueRef src[2][4];
        struct result r[2];
        struct noted noted[2];
        for (unsigned i = 0; i < 2; i++) {
            note_operands(e, part[i], &part[i]->valu, half, &noted[i]);
            r[i] = compute(e, part[i], &part[i]->valu, half, src[i]);
        }
        for (unsigned i = 0; i < 2; i++) {
            write_result(e, part[i], &part[i]->valu, half, r[i]);
            note(e, part[i], &part[i]->valu, half, &noted[i], NULL);
        }
    }
    return true;
}

/* ---- scalar instructions ---- */

static LLVMTypeRef scalar_type(const struct emitter *e, unsigned type)
{
    return type == SIG_I64 ? e->i64 : type == SIG_BOOL ? e->i8 : type == SIG_I16 ? e->i16 : e->i32;
}

static LLVMValueRef scalar_register(struct emitter *e, unsigned n, unsigned type)
{
    return type == SIG_I64 ? get_s64(e, n) : get_var(e, VAR_S0 + n);
}

/* Code is not always at the same address: kept on disk, it serves other runs. */
static LLVMValueRef next_pc(struct emitter *e, const struct rdna3_op *o)
{
    LLVMValueRef code = load_at(e, e->ptr, e->wave, offsetof(struct wave, code));
    LLVMValueRef base = load_at(e, e->i64, code, offsetof(struct code, base));
    return LLVMBuildAdd(e->b, base, const_i64(e, o->base.offset + o->base.size_bytes), "");
}

/* The row's function of its scalar arguments; results in order. */
static void call_scalar(struct emitter *e, const struct rdna3_op *o, const struct signature *sig,
                        LLVMValueRef *results)
{
    const struct rdna3_salu *s = &o->salu;
    LLVMValueRef args[SIG_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < sig->count; i++) {
        const struct sig_param *p = &sig->param[i];
        if (!p->is_read)
            continue;
        LLVMTypeRef t = scalar_type(e, p->type);
        unsigned bits = p->type == SIG_I64 ? 64 : 32;
        switch (p->role) {
        case ROLE_a:
            args[n++] = get_scalar(e, &s->a, bits);
            break;
        case ROLE_b:
            args[n++] = get_scalar(e, &s->b, bits);
            break;
        case ROLE_k:
            args[n++] = LLVMConstInt(t, s->k, 0);
            break;
        case ROLE_l:
            args[n++] = LLVMConstInt(t, s->l, 0);
            break;
        case ROLE_pc:
            args[n++] = next_pc(e, o);
            break;
        case ROLE_d:
        case ROLE_s:
            args[n++] = scalar_register(e, s->dst, p->type);
            break;
        case ROLE_exec:
            args[n++] = scalar_register(e, SRC_EXEC_LO, p->type);
            break;
        case ROLE_scc:
            args[n++] = get_var(e, VAR_SCC);
            break;
        case ROLE_vccz:
        case ROLE_execz: {
            unsigned mask = p->role == ROLE_vccz ? SRC_VCC_LO : SRC_EXEC_LO;
            LLVMValueRef m = e->region->halves == 1 ? get_var(e, VAR_S0 + mask) : get_s64(e, mask),
                         none = LLVMConstNull(LLVMTypeOf(m));
            args[n++] = LLVMBuildZExt(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, m, none, ""), e->i8, "");
            break;
        }
        case ROLE_status:
            args[n++] = LLVMBuildLoad2(e->b, e->i32,
                                       wave_field(e, offsetof(struct rdna3_wave, status)), "");
            break;
        default:
            return;
        }
    }
    emit_semantics(e, o->base.row, args, results);
}

bool emit_salu(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_salu *s = &o->salu;
    if (!has_semantics(o->base.row))
        return false;
    const struct signature *sig = signature_at((unsigned)signature_of_row(o->base.row));
    LLVMValueRef r[SIG_MAX];
    call_scalar(e, o, sig, r);
    for (unsigned i = 0, k = 0; i < sig->count; i++) {
        const struct sig_param *p = &sig->param[i];
        if (!p->is_written)
            continue;
        LLVMValueRef value = r[k++];
        switch (p->role) {
        case ROLE_d:
            if (s->dst >= SGPR_TRASH)
                break;
            if (p->type == SIG_I64)
                set_s64_var(e, s->dst, value);
            else
                set_var(e, VAR_S0 + s->dst, value);
            break;
        case ROLE_exec:
            if (p->type == SIG_I64)
                set_s64_var(e, SRC_EXEC_LO, value);
            else
                set_var(e, VAR_S0 + SRC_EXEC_LO, value);
            break;
        case ROLE_scc:
            if (s->writes_scc)
                set_var(e, VAR_SCC, value);
            break;
        default:
            break;
        }
    }
    return true;
}

LLVMValueRef emit_condition(struct emitter *e, const struct rdna3_op *o)
{
    const struct signature *sig = signature_at((unsigned)signature_of_row(o->base.row));
    LLVMValueRef r[SIG_MAX];
    call_scalar(e, o, sig, r);
    return fold_cast(e, LLVMTrunc, r[0], e->i1);
}

/* ---- one lane to a scalar ---- */

/* Which lane V_READFIRSTLANE and V_READLANE read, as an i32; NULL: something unusual says it. */
static LLVMValueRef lane_number(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_src *select = &o->valu.src[1];
    LLVMValueRef last = const_i32(e, 32 * e->region->halves - 1);
    if (o->base.row == RDNA3_V_READFIRSTLANE_B32) {
        bool is_wide = e->region->halves == 2;
        LLVMTypeRef t = is_wide ? e->i64 : e->i32;
        LLVMValueRef exec = is_wide ? get_s64(e, SRC_EXEC_LO) : exec_var(e, 0);
        LLVMValueRef args[2] = {exec, LLVMConstNull(e->i1)};
        LLVMValueRef n = call_intrinsic(e, "llvm.cttz", &t, 1, args, 2);
        /* of no lanes it is the number of bits: the first lane */
        return LLVMBuildAnd(e->b, is_wide ? LLVMBuildTrunc(e->b, n, e->i32, "") : n, last, "");
    }
    if (select->kind == SRCK_I32)
        return LLVMBuildAnd(e->b, const_i32(e, (uint32_t)select->imm), last, "");
    if (select->kind == SRCK_S32)
        return LLVMBuildAnd(e->b, get_var(e, VAR_S0 + select->value), last, "");
    return NULL;
}

bool emit_lane(struct emitter *e, const struct rdna3_op *o)
{
    const struct rdna3_src *s = &o->valu.src[0];
    bool is_known = o->base.row == RDNA3_V_READFIRSTLANE_B32 || o->base.row == RDNA3_V_READLANE_B32;
    LLVMValueRef lane = is_known && s->kind == SRCK_V32 ? lane_number(e, o) : NULL, value[2];
    if (!lane)
        return false;
    LLVMValueRef in_half = LLVMBuildAnd(e->b, lane, const_i32(e, 31), "");
    for (unsigned half = 0; half < e->region->halves; half++)
        value[half] =
            LLVMBuildExtractElement(e->b, get_var(e, vgpr_var(e, s->value, 0, half)), in_half, "");
    if (e->region->halves == 2) {
        LLVMValueRef is_low = LLVMBuildICmp(e->b, LLVMIntULT, lane, const_i32(e, 32), "");
        value[0] = fold_select(e, is_low, value[0], value[1]);
    }
    set_var(e, VAR_S0 + o->valu.co_sgpr, value[0]);
    return true;
}

/* translate.c: a decoded instruction to the op that the interpreter runs.
 *
 * Ops are made on first execution, under the code's lock; an op becomes visible to other
 * threads by the release store of its exec. Everything that depends only on the instruction
 * and its prefix (operand kinds, constants, register pairs, branch targets) is settled here
 * once. A prefix is an op of its own, whose successor is the instruction as it changes it;
 * that one lies outside the array of ops, so that a jump behind the prefix finds the
 * instruction without it.
 *
 * Spec isa.md 3.2, 3.7, 4.5, 8. */

#include "isa/ventus/exec/functions.h"
#include "isa/ventus/exec/layer.h"
#include "ventus_sem.h"

op_exec_fn FN(translate)(struct ventus_wave *w, struct ventus_op *o);

/* What an op points to. */
struct decoded {
    struct ventus_op op; /* behind a prefix */
    struct ventus_insn insn;
};

/* ---- operands ---- */

struct translation {
    struct ventus_code *code;
    struct ventus_op *o;
    const struct ventus_insn *in;
    const struct ventus_row *row;
};

static bool has_role(const struct translation *t, unsigned role, bool is_write)
{
    for (unsigned i = 0; i < t->row->n_operands; i++)
        if (t->row->operands[i].role == role && t->row->operands[i].is_write == is_write)
            return true;
    return false;
}

static bool is_float_type(unsigned type)
{
    return type == VT_f32 || type == VT_f16 || type == VT_f64;
}
static bool is_signed_type(unsigned type)
{
    return type == VT_i32 || type == VT_i64 || type == VT_i16 || type == VT_i8;
}
static bool is_wide_type(unsigned type)
{
    return type == VT_u64 || type == VT_i64 || type == VT_f64;
}

static bool is_pair_register(const struct ventus_insn *in, unsigned n)
{
    /* The drafts' regpair leaves operands in odd registers at 32 bits. */
    bool by_parity =
        in->prefix_row != VENTUS_NONE && ventus_rows[in->prefix_row].flags & VFLAG_pairs;
    return in->pair && (!by_parity || !(n & 1));
}

static struct ventus_source vector_source(const struct translation *t, unsigned role, unsigned type,
                                          unsigned index)
{
    const struct ventus_insn *in = t->in;
    unsigned kind = ventus_kind(in, role);
    struct ventus_source s = {
        .is_float = is_float_type(type),
        .is_signed = is_signed_type(type),
        .is_double = is_wide_type(type),
        .abs = in->abs >> index & 1,
        .neg = in->neg >> index & 1,
        .width = W32,
    };
    if (kind == VK_v || kind == VK_x) {
        s.kind = kind == VK_v ? FROM_VGPR : FROM_SGPR;
        s.reg = (uint16_t)ventus_reg(in, role);
        if (is_pair_register(in, s.reg))
            s.width = W64;
    } else {
        s.kind = FROM_IMM;
        s.imm = ventus_imm(in, role);
        s.abs = s.neg = false; /* immediates are not modified, isa.md 3.7 */
        if (in->pair)
            s.width = W64;
    }
    return s;
}

static bool bad_pair(const struct ventus_source *s)
{
    unsigned end = s->kind == FROM_VGPR ? VGPR_COUNT : SGPR_COUNT;
    return (s->kind == FROM_VGPR || s->kind == FROM_SGPR) && s->width == W64 &&
           (s->reg & 1 || s->reg + 2u > end);
}

/* The 64-bit compute instructions say all about their operands, isa.md 4.5. */
static void compute64(const struct translation *t, struct ventus_vec_op *v)
{
    const struct ventus_insn *in = t->in;
    struct ventus_source *s[2] = {&v->a, &v->b};
    unsigned source = W16 + in->f[VF_vss];
    bool is_unsigned = t->o->fn.vec == &FN(x_vminu) || t->o->fn.vec == &FN(x_vmaxu);
    v->d_width = (uint8_t)(W16 + in->f[VF_vds]);
    v->width = (uint8_t)(source > v->d_width ? source : v->d_width);
    v->d_high = v->d_width == W16 && in->f[VF_opsel] & 4;
    v->d_signed = true;
    v->omod = (uint8_t)in->f[VF_omod];
    v->selects = t->o->fn.vec == &FN(x_vfmin) || t->o->fn.vec == &FN(x_vfmax);
    for (unsigned i = 0; i < 2; i++) {
        bool immediate = s[i]->kind == FROM_IMM;
        s[i]->width = (uint8_t)source;
        s[i]->is_signed = !is_unsigned;
        s[i]->high = in->f[VF_opsel] >> i & 1;
        s[i]->abs = !immediate && (in->f[VF_abs] >> i & 1);
        s[i]->neg = !immediate && (in->f[VF_neg] >> i & 1);
    }
}

static op_exec_fn translate_vec(const struct translation *t)
{
    const struct ventus_insn *in = t->in;
    struct ventus_vec_op *v = &t->o->vec;
    *v = (struct ventus_vec_op){0};
    v->typed = (t->row->match & 0x7f) == 0x57;
    v->words = in->format == VFMT_MM;
    v->has_m = has_role(t, VROLE_m, false);
    v->fp = has_role(t, VROLE_fenv, true);
    v->masked = ventus_place(in, VROLE_vm).kind != VK_none && !in->f[VF_vm] && !in->is_toolchain;
    v->d = (uint8_t)ventus_reg(in, VROLE_d);
    v->d_width = is_pair_register(in, v->d) ? W64 : W32;
    for (unsigned i = 0; i < t->row->n_operands; i++) {
        unsigned role = t->row->operands[i].role, type = t->row->operands[i].type;
        switch (role) {
        case VROLE_d:
            v->d_bool = type == VT_bool;
            v->d_double = is_wide_type(type);
            v->d_signed = is_signed_type(type) || is_float_type(type);
            v->d_is_float = is_float_type(type);
            break;
        case VROLE_a:
            v->a = vector_source(t, role, type, 0);
            break;
        case VROLE_b:
            v->b = vector_source(t, role, type, 1);
            break;
        case VROLE_c:
            v->c = vector_source(t, role, type, 2);
            break;
        default:
            break;
        }
    }
    bool has_widths = ventus_formats[in->format].dwords == 2;
    if (has_widths)
        compute64(t, v);
    else if (in->pair)
        v->width = W64;
    if (has_widths || in->pair) {
        if (v->d_bool)
            v->d_width = W32;
        bool bad_d = v->d_width == W64 && (v->d & 1 || v->d + 2 > VGPR_COUNT);
        if (bad_d || bad_pair(&v->a) || bad_pair(&v->b) || bad_pair(&v->c))
            return FN(exec_misaligned);
        return FN(exec_mixed);
    }
    bool in_software = v->fp && !t->o->fn.vec->at[W32_SOFT];
    bool modified = in->abs || in->neg;
    bool doubles = v->a.is_double || v->b.is_double || v->d_double;
    if (v->masked || v->has_m || in_software || modified || doubles)
        return FN(exec_vec);
    bool a_register = v->a.kind == FROM_VGPR || v->a.kind == FROM_NONE;
    bool b_register = v->b.kind == FROM_VGPR || v->b.kind == FROM_NONE;
    if (v->fp)
        return a_register ? FN(exec_fp_vv) : FN(exec_fp_vs);
    return !b_register ? FN(exec_vi) : a_register ? FN(exec_vv) : FN(exec_vs);
}

static op_exec_fn translate_scalar(const struct translation *t)
{
    const struct ventus_insn *in = t->in;
    struct ventus_scalar_op *s = &t->o->sca;
    *s = (struct ventus_scalar_op){.abs = in->abs, .neg = in->neg};
    uint8_t *registers[] = {&s->a, &s->b, &s->c};
    s->fp = has_role(t, VROLE_fenv, true);
    s->reads_pc = has_role(t, VROLE_pc, false);
    s->d = (uint8_t)ventus_reg(in, VROLE_d);
    if (ventus_place(in, VROLE_rm).kind != VK_none)
        s->rm = (uint8_t)in->f[VF_rm];
    bool wide = in->pair, narrow = false;
    for (unsigned i = 0; i < t->row->n_operands; i++) {
        unsigned role = t->row->operands[i].role, type = t->row->operands[i].type;
        if (role != VROLE_d && role != VROLE_a && role != VROLE_b && role != VROLE_c)
            continue;
        wide |= is_wide_type(type);
        s->is_float |= is_float_type(type);
        unsigned kind = ventus_kind(in, role), n = 0;
        if (kind != VK_x) {
            s->imm = ventus_imm(in, role);
            *(role == VROLE_a ? &s->a_imm : &s->b_imm) = true;
            continue;
        }
        n = ventus_reg(in, role);
        narrow |= in->pair && !is_pair_register(in, n);
        if (role != VROLE_d)
            *registers[role == VROLE_a ? 0 : role == VROLE_b ? 1 : 2] = (uint8_t)n;
    }
    s->pair = wide && !narrow;
    bool odd = s->d & 1 || (!s->a_imm && s->a & 1) || (!s->b_imm && s->b & 1) || s->c & 1;
    if ((s->pair && odd) || (wide && narrow && (s->is_float || !odd)))
        return FN(exec_misaligned);
    if (s->pair || s->fp || in->abs || in->neg)
        return FN(exec_scalar_any);
    if (!s->d)
        s->d = SGPR_TRASH;
    return FN(exec_scalar);
}

static void translate_branch(const struct translation *t)
{
    struct ventus_branch_op *b = &t->o->branch;
    b->a = (uint8_t)ventus_reg(t->in, VROLE_a);
    b->b = (uint8_t)ventus_reg(t->in, VROLE_b);
    b->offset = ventus_imm(t->in, VROLE_k);
    uint64_t to = t->o->base.offset + (uint64_t)(int64_t)b->offset;
    b->to = to < t->code->base.size_bytes && !(to & 3) ? t->code->ops + to / 4 : NULL;
}

static op_exec_fn translate_memory(const struct translation *t, op_exec_fn executor)
{
    FN(translate_mem)(t->o);
    const struct ventus_mem_op *m = &t->o->mem;
    bool vector = ventus_kind(t->in, VROLE_a) == VK_v;
    if (m->pair && (m->addr & 1 || m->addr + 2 > (vector ? VGPR_COUNT : SGPR_COUNT)))
        return FN(exec_misaligned);
    unsigned data = m->kind == MEM_STORE ? m->data : m->d;
    if (executor != FN(exec_vmem) && data + m->words > SGPR_COUNT && !m->vector)
        return FN(exec_misaligned);
    return executor;
}

/* ---- instructions ---- */

static op_exec_fn translate_insn(struct ventus_code *c, struct ventus_op *o,
                                 const struct ventus_insn *in)
{
    const struct ventus_row *row = &ventus_rows[in->row];
    struct translation t = {c, o, in, row};
    o->base.row = in->row;
    o->base.cls = row->cls;
    o->fn = FN(functions)[in->row];
    switch (FN(function_kinds)[in->row]) {
    case FNK_vec:
        return translate_vec(&t);
    case FNK_sca:
        return translate_scalar(&t);
    case FNK_branch:
        translate_branch(&t);
        return FN(exec_branch);
    case FNK_vbranch:
        translate_branch(&t);
        return FN(exec_vbranch);
    case FNK_sload:
        return translate_memory(&t, FN(exec_load));
    case FNK_sstore:
        return translate_memory(&t, FN(exec_store));
    case FNK_load:
    case FNK_store:
        return translate_memory(&t, FN(exec_vmem));
    case FNK_atomic:
        return translate_memory(&t, ventus_kind(in, VROLE_d) == VK_v ? FN(exec_vatomic)
                                                                     : FN(exec_atomic));
    case FNK_wave:
        if (row->flags & (VFLAG_load | VFLAG_store) && ventus_place(in, VROLE_a).kind != VK_none)
            return translate_memory(&t, FN(exec_wave));
        return FN(exec_wave);
    default:
        return FN(exec_later);
    }
}

static uint8_t executor_of(op_exec_fn exec)
{
    static const op_exec_fn executors[] = {
#define X(name) FN(name),
        LAYER_EXECUTORS(X)
#undef X
    };
    uint8_t i = 0;
    while (executors[i] != exec)
        i++;
    return i;
}

static void set_executor(struct ventus_op *o, op_exec_fn exec)
{
    o->interp = exec;
    o->executor = executor_of(exec);
}

/* Before an instruction first runs: which vector registers it may write, see use_vectors. The
 * operand names the first; how many follow depends on vtype, at most 4 (64-bit elements, LMUL 2),
 * or on the prefix. Fragments of matrices may be any number. */
static void note_vectors(struct ventus_wave *w, const struct ventus_insn *in)
{
    enum { FOLLOW = 8 };
    if (ventus_kind(in, VROLE_d) != VK_v)
        return;
    unsigned end = ventus_reg(in, VROLE_d) + FOLLOW;
    if (end > VGPR_COUNT || ventus_rows[in->row].flags & VFLAG_fullmask)
        end = VGPR_COUNT;
    use_vectors(w, end);
}

static op_exec_fn translate_locked(struct ventus_wave *w, struct ventus_code *c,
                                   struct ventus_op *o)
{
    size_t at = (size_t)(o - c->ops);
    unsigned how = c->toolchain ? VENTUS_TOOLCHAIN : 0;
    o->base.offset = (uint32_t)(4 * at);
    o->base.size_bytes = 4;
    o->base.cls = SHOAL_CLASS_OTHER;
    o->next = o + 1;
    if (at >= c->store.count)
        return FN(exec_outside);
    struct decoded *p = op_store_take(&c->store, sizeof *p);
    if (!p)
        return FN(exec_illegal);
    struct ventus_insn *in = &p->insn;
    const uint8_t *code = c->base.bytes + 4 * at;
    size_t avail = c->base.size_bytes - 4 * at;
    o->insn = in;
    shoal_status st = ventus_decode(code, avail, how, in);
    if (st != SHOAL_OK)
        return FN(exec_illegal);
    note_vectors(w, in);
    if (in->prefix_row == VENTUS_NONE) {
        o->base.size_bytes = in->size_bytes;
        o->next = o + in->size_bytes / 4;
        return translate_insn(c, o, in);
    }
    /* The prefix here; the instruction that it changes behind it. */
    struct ventus_op *changed = &p->op;
    changed->insn = in;
    changed->base.offset = o->base.offset + 4;
    changed->base.size_bytes = (uint8_t)(in->size_bytes - 4);
    changed->next = o + in->size_bytes / 4;
    op_exec_fn exec = translate_insn(c, changed, in);
    set_executor(changed, exec);
    atomic_store_explicit(&changed->base.exec, exec, memory_order_relaxed);
    struct decoded *own = op_store_take(&c->store, sizeof *own);
    if (!own)
        return FN(exec_illegal);
    ventus_decode(code, avail, how | VENTUS_RAW, &own->insn);
    o->insn = &own->insn;
    o->base.row = own->insn.row;
    o->fn = FN(functions)[o->base.row];
    o->next = changed;
    return FN(exec_wave);
}

/* Fills in `o` and returns its exec. */
op_exec_fn FN(translate)(struct ventus_wave *w, struct ventus_op *o)
{
    struct ventus_code *c = wave_code(w);
    pthread_mutex_lock(&c->store.mutex);
    op_exec_fn exec = atomic_load_explicit(&o->base.exec, memory_order_relaxed);
    if (!exec) {
        exec = translate_locked(w, c, o);
        set_executor(o, exec);
        atomic_store_explicit(&o->base.exec, exec, memory_order_release);
    }
    pthread_mutex_unlock(&c->store.mutex);
    return exec;
}

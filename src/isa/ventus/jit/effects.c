/* effects.c: what ops of Ventus read and write, and how they are compiled. */
#include "isa/ventus/jit/layer.h"

static void add_vectors(varset *s, unsigned first, unsigned count)
{
    for (unsigned n = first; n < first + count && n < VGPR_COUNT; n++)
        var_add(s, n);
}

static void add_scalars(varset *s, unsigned first, unsigned count)
{
    for (unsigned n = first; n < first + count && n < SGPR_SLOTS; n++)
        var_add(s, VAR_S0 + n);
}

/* Both: executors look at the wave's copies. */
static void add_masks(varset *s)
{
    var_add(s, VAR_MASK);
    var_add(s, VAR_ON);
}

void ventus_all_variables(const struct region *r, varset *s)
{
    (void)r;
    add_vectors(s, 0, VGPR_COUNT);
    add_scalars(s, 0, SGPR_COUNT);
    add_masks(s);
    var_add(s, VAR_RPC);
}

static void reads_all(const struct region *r, struct effects *e)
{
    ventus_all_variables(r, &e->use);
    e->across = vgprs_of(&e->use);
    e->exec = EXEC_CHANGES;
}

/* Leaves to its executor, which goes on behind it, with the registers that there are. */
static void leave_and_return(struct description *d)
{
    d->fx.treatment = AS_LEAVE;
    d->returns = d->waits = true;
}

static void add_source(struct effects *e, const struct ventus_source *s)
{
    unsigned count = s->is_double || s->width == W64 ? 2 : 1;
    if (s->kind == FROM_VGPR)
        add_vectors(&e->use, s->reg, count);
    else if (s->kind == FROM_SGPR)
        add_scalars(&e->use, s->reg, count);
}

static void describe_vector(const struct ventus_op *o, struct description *d)
{
    const struct ventus_vec_op *v = &o->vec;
    struct effects *e = &d->fx;
    bool is_mixed = o->executor == EXECUTOR_exec_mixed;
    d->kind = OP_COMPUTE;
    ventus_vector_computation(o, &d->computation[0]);
    e->treatment = !is_mixed && ventus_is_compiled(&d->computation[0]) ? AS_IR : AS_CALL;
    add_source(e, &v->a);
    add_source(e, &v->b);
    add_source(e, &v->c);
    unsigned count = v->d_double || v->d_width == W64 ? 2 : 1;
    add_vectors(&e->def, v->d, count);
    if (v->masked || is_mixed) /* writes fewer lanes than are active, or half a register */
        add_vectors(&e->use, v->d, count);
    if (v->masked || v->has_m)
        add_vectors(&e->use, 0, 1);
    add_masks(&e->use);
}

static void describe_scalar(const struct ventus_op *o, struct description *d)
{
    const struct ventus_scalar_op *s = &o->sca;
    struct effects *e = &d->fx;
    unsigned count = s->pair ? 2 : 1;
    d->kind = OP_COMPUTE;
    ventus_scalar_computation(o, &d->computation[0]);
    bool is_plain = o->executor == EXECUTOR_exec_scalar;
    e->treatment = is_plain && ventus_is_compiled(&d->computation[0]) ? AS_IR : AS_CALL;
    if (!s->a_imm)
        add_scalars(&e->use, s->a, count);
    if (!s->b_imm)
        add_scalars(&e->use, s->b, count);
    if (!is_plain)
        add_scalars(&e->use, s->c, count);
    if (s->d)
        add_scalars(&e->def, s->d, count);
}

/* ---- branches ---- */

/* From the op, which may be a prefix, to `to`, in slots; 0: it is left to the executor. */
static int32_t distance(const struct op *op, const struct ventus_op *o, const struct region *r,
                        uint64_t to)
{
    bool is_inside = to < r->code->size_bytes && !(to & 3);
    bool is_itself = to == op->offset || to == o->base.offset;
    return is_inside && !is_itself ? (int32_t)((int64_t)to - op->offset) / 4 : 0;
}

static void describe_branch(const struct region *r, const struct op *op, const struct ventus_op *o,
                            struct description *d)
{
    bool is_split = o->executor == EXECUTOR_exec_vbranch;
    struct effects *e = &d->fx;
    d->kind = is_split ? OP_SPLIT : OP_BRANCH;
    d->is_conditional = true;
    d->target = distance(op, o, r, o->base.offset + (uint64_t)(int64_t)o->branch.offset);
    e->treatment = AS_IR;
    if (!is_split) {
        add_scalars(&e->use, o->branch.a, 1);
        add_scalars(&e->use, o->branch.b, 1);
        ventus_branch_computation(o, &d->computation[0]);
        return;
    }
    add_vectors(&e->use, o->branch.a, 1);
    add_vectors(&e->use, o->branch.b, 1);
    add_masks(&e->use);
    var_add(&e->use, VAR_RPC);
    add_masks(&e->def);
    e->exec = EXEC_NARROWS;
    if (!d->target) {
        d->kind = OP_OTHER;
        e->treatment = AS_LEAVE;
        d->returns = true;
        reads_all(r, e);
    }
}

static void describe_jump(const struct region *r, const struct op *op, const struct ventus_op *o,
                          struct description *d)
{
    bool links = ventus_reg(o->insn, VROLE_d) != 0;
    if (ventus_place(o->insn, VROLE_a).kind == VK_none && !links) {
        uint64_t to = o->base.offset + (uint64_t)(int64_t)ventus_imm(o->insn, VROLE_k);
        d->kind = OP_BRANCH;
        d->target = distance(op, o, r, to);
        d->fx.treatment = AS_IR;
        return;
    }
    d->fx.treatment = AS_LEAVE;
    d->returns = d->is_call = links;
    reads_all(r, &d->fx);
}

/* ---- memory ---- */

static void add_address(struct effects *e, const struct ventus_mem_op *m, bool is_vector)
{
    (is_vector ? add_vectors : add_scalars)(&e->use, m->addr, m->pair ? 2 : 1);
}

static void describe_access(const struct ventus_op *o, struct description *d)
{
    const struct ventus_mem_op *m = &o->mem;
    struct effects *e = &d->fx;
    bool is_register = m->form == FORM_REG;
    d->kind = OP_ACCESS;
    d->is_load = m->kind == MEM_LOAD;
    d->bytes = (uint8_t)(m->sew_data ? 4 : m->bytes * m->words);
    e->treatment = AS_IR;
    if (is_register)
        d->address = m->addr;
    add_address(e, m, is_register || m->form == FORM_REG64);
    if (m->form == FORM_STRIDED)
        add_scalars(&e->use, m->index, 1);
    if (m->form == FORM_INDEXED)
        add_vectors(&e->use, m->index, 1);
    unsigned words = m->sew_data ? 1 : m->words;
    if (m->kind == MEM_STORE)
        add_vectors(&e->use, m->data, words);
    else
        add_vectors(&e->def, m->d, words);
    if (m->masked) {
        add_vectors(&e->use, 0, 1);
        add_set(&e->use, &e->def);
    }
    add_masks(&e->use);
}

static void describe_scalar_access(const struct ventus_op *o, struct description *d)
{
    const struct ventus_mem_op *m = &o->mem;
    d->kind = m->kind == MEM_LOAD ? OP_SCALAR_LOAD : OP_OWN;
    d->is_load = m->kind == MEM_LOAD;
    d->fx.treatment = AS_IR;
    add_address(&d->fx, m, false);
    add_scalars(m->kind == MEM_LOAD ? &d->fx.def : &d->fx.use, m->kind == MEM_LOAD ? m->d : m->data,
                m->words);
}

static void describe_atomic(const struct ventus_op *o, struct description *d)
{
    const struct ventus_mem_op *m = &o->mem;
    void (*add)(varset *, unsigned, unsigned) = m->vector ? add_vectors : add_scalars;
    d->fx.treatment = AS_CALL;
    add_address(&d->fx, m, m->vector);
    add(&d->fx.use, m->data, 1);
    add(&d->fx.use, m->d, 1);
    add(&d->fx.def, m->d, 1);
    add_masks(&d->fx.use);
}

/* ---- rows that act on the warp ---- */

/* A register that is read. */
static void add_x(struct effects *e, const struct ventus_op *o, unsigned role)
{
    unsigned n;
    if (ventus_names_x(o, role, &n))
        add_scalars(&e->use, n, 1);
}

/* The scalar result. */
static void add_result(struct effects *e, const struct ventus_op *o)
{
    unsigned n;
    if (ventus_names_x(o, VROLE_d, &n) && n)
        add_scalars(&e->def, n, 1);
}

/* Whether vtype is said by the instruction, and what compiled code has. */
static bool keeps_type(const struct ventus_op *o)
{
    enum { E32_M1 = W32 << 3, TYPE_BITS = 0x3f };
    if (ventus_place(o->insn, VROLE_k).kind != VK_vtype)
        return false;
    uint32_t vtype = (uint32_t)ventus_imm(o->insn, VROLE_k);
    return !(vtype >> 8) && (vtype & TYPE_BITS) == E32_M1;
}

static void describe_setvl(const struct ventus_op *o, struct description *d)
{
    struct effects *e = &d->fx;
    add_x(e, o, VROLE_a);
    add_x(e, o, VROLE_b);
    add_masks(&e->use);
    if (!keeps_type(o)) {
        leave_and_return(d);
        return;
    }
    e->treatment = AS_CALL;
    add_result(e, o);
    var_add(&e->def, VAR_ON);
    e->exec = EXEC_CHANGES;
}

static void describe_csr(const struct ventus_op *o, struct description *d)
{
    enum { CSR_FRM = 2, CSR_FCSR = 3 };
    unsigned number = (unsigned)ventus_imm(o->insn, VROLE_c);
    add_x(&d->fx, o, VROLE_a);
    if (number == CSR_FRM || number == CSR_FCSR) {
        leave_and_return(d); /* the mode may be another one: the label looks */
        return;
    }
    d->fx.treatment = AS_CALL; /* RPC is one */
    var_add(&d->fx.use, VAR_RPC);
    var_add(&d->fx.def, VAR_RPC);
    add_result(&d->fx, o);
}

/* A vector register, of which any lane may be looked at, to another one or to a scalar. */
static void describe_lanes(const struct ventus_op *o, struct description *d)
{
    struct effects *e = &d->fx;
    unsigned n;
    e->treatment = AS_CALL;
    add_vectors(&e->use, ventus_reg(o->insn, VROLE_b), 1);
    add_masks(&e->use);
    if (ventus_names_x(o, VROLE_d, &n)) {
        add_scalars(&e->use, n, 1); /* without an active lane it stays */
        add_result(e, o);
    } else {
        add_vectors(&e->use, ventus_reg(o->insn, VROLE_d), 1);
        add_vectors(&e->def, ventus_reg(o->insn, VROLE_d), 1);
    }
    e->across = vgprs_of(&e->use);
}

static bool names_register(const struct ventus_op *o)
{
    static const uint8_t roles[] = {VROLE_d, VROLE_a, VROLE_b, VROLE_c};
    for (unsigned i = 0; i < sizeof roles; i++) {
        unsigned kind = ventus_place(o->insn, roles[i]).kind;
        if (kind != VK_none &&
            (ventus_kind(o->insn, roles[i]) == VK_x || ventus_kind(o->insn, roles[i]) == VK_v))
            return true;
    }
    return false;
}

static void describe_wave(const struct region *r, const struct op *op, const struct ventus_op *o,
                          struct description *d)
{
    const struct ventus_row *row = op_row(o);
    const struct row_effects *x = &row->effects;
    uint32_t touched = x->reads | x->writes;
    struct effects *e = &d->fx;
    if (x->flow == FLOW_CALL) {
        describe_jump(r, op, o, d);
    } else if (x->flow == FLOW_END) {
        e->treatment = AS_LEAVE;
        reads_all(r, e);
    } else if (row_gives_way(x)) {
        leave_and_return(d);
    } else if (x->writes & STATE_STACK) {
        d->kind = OP_MEET;
        e->treatment = AS_IR;
        add_masks(&e->use);
        add_masks(&e->def);
        e->exec = EXEC_CHANGES;
    } else if (ventus_is_setrpc(o)) {
        d->kind = OP_OWN;
        e->treatment = AS_IR;
        d->is_pure = true;
        add_x(e, o, VROLE_a);
        add_result(e, o);
        var_add(&e->def, VAR_RPC);
    } else if (ventus_is_csr(o)) {
        describe_csr(o, d);
    } else if (ventus_is_setvl(o)) {
        describe_setvl(o, d);
    } else if (!(touched & ~(uint32_t)STATE_MEM) && !names_register(o)) {
        e->treatment = AS_CALL; /* fences, and prefixes that change nothing */
    } else if (!touched && !(row->flags & VFLAG_fullmask)) {
        describe_lanes(o, d);
    } else {
        e->treatment = AS_SYNC;
        reads_all(r, e);
    }
}

void ventus_describe_op(const struct region *r, const struct op *op, struct description *d)
{
    const struct ventus_op *o = ventus_inner(op);
    switch (o->executor) {
    case EXECUTOR_exec_vv:
    case EXECUTOR_exec_vs:
    case EXECUTOR_exec_vi:
    case EXECUTOR_exec_fp_vv:
    case EXECUTOR_exec_fp_vs:
    case EXECUTOR_exec_vec:
    case EXECUTOR_exec_mixed:
        describe_vector(o, d);
        break;
    case EXECUTOR_exec_scalar:
    case EXECUTOR_exec_scalar_any:
        describe_scalar(o, d);
        break;
    case EXECUTOR_exec_branch:
    case EXECUTOR_exec_vbranch:
        describe_branch(r, op, o, d);
        break;
    case EXECUTOR_exec_wave:
        describe_wave(r, op, o, d);
        break;
    case EXECUTOR_exec_load:
    case EXECUTOR_exec_store:
        describe_scalar_access(o, d);
        break;
    case EXECUTOR_exec_vmem:
        describe_access(o, d);
        break;
    case EXECUTOR_exec_atomic:
    case EXECUTOR_exec_vatomic:
        describe_atomic(o, d);
        break;
    default: /* faults */
        d->fx.treatment = AS_LEAVE;
        break;
    }
}

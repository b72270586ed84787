/* system.c: CSR instructions and vsetvl. The CSRs themselves are in exec/csr.c.
 *
 * Spec isa.md 2 and 8.1. */
#include "isa/ventus/exec/layer.h"
#include "isa/ventus/sem/sem.h"

enum csr_action { WRITE, SET, CLEAR };

/* source: x0 (or 0) with SET and CLEAR only reads; x0 as destination only writes. */
static const struct ventus_op *csr(struct ventus_wave *w, const struct ventus_op *o,
                                   enum csr_action action, uint32_t operand, bool writes)
{
    unsigned number = (unsigned)ventus_imm(o->insn, VROLE_c);
    uint32_t old = 0;
    if (!FN(csr_read)(w, number, &old))
        return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "Ventus has no CSR %#x", number);
    if (writes)
        FN(csr_write)
    (w, number, action == WRITE ? operand : action == SET ? old | operand : old & ~operand);
    set_x(w, ventus_reg(o->insn, VROLE_d), old);
    return o->next;
}

static uint32_t register_operand(const struct ventus_wave *w, const struct ventus_op *o)
{
    return w->x[ventus_reg(o->insn, VROLE_a)];
}
static bool names_x0(const struct ventus_op *o) { return ventus_reg(o->insn, VROLE_a) == 0; }
static uint32_t immediate(const struct ventus_op *o)
{
    return (uint32_t)ventus_imm(o->insn, VROLE_a);
}

SEM(csrrw) { return csr(w, o, WRITE, register_operand(w, o), true); }
SEM(csrrs) { return csr(w, o, SET, register_operand(w, o), !names_x0(o)); }
SEM(csrrc) { return csr(w, o, CLEAR, register_operand(w, o), !names_x0(o)); }
SEM(csrrwi) { return csr(w, o, WRITE, immediate(o), true); }
SEM(csrrsi) { return csr(w, o, SET, immediate(o), immediate(o) != 0); }
SEM(csrrci) { return csr(w, o, CLEAR, immediate(o), immediate(o) != 0); }

/* vsetvli, vsetivli, vsetvl: VLMAX is threads times LMUL, which is 1 or 2. */
SEM(vsetvl)
{
    const struct ventus_insn *in = o->insn;
    unsigned d = ventus_reg(in, VROLE_d);
    bool immediate_avl = o->base.row == VENTUS_VSETIVLI;
    unsigned a = immediate_avl ? 1 : ventus_reg(in, VROLE_a);
    uint32_t vtype = o->base.row == VENTUS_VSETVL ? w->x[ventus_reg(in, VROLE_b)]
                                                  : (uint32_t)ventus_imm(in, VROLE_k);
    uint32_t avl = immediate_avl ? (uint32_t)ventus_imm(in, VROLE_a)
                   : a != 0      ? w->x[a]
                   : d != 0      ? UINT32_MAX
                                 : w->vl;
    unsigned lmul = vtype & 7, sew = vtype >> 3 & 7;
    if (vtype >> 8 || lmul > 1 || sew > 3) {
        w->vtype = UINT32_C(1) << 31; /* vill */
        w->lmul = 0;
        w->vl = 0;
    } else {
        uint32_t most = w->base.lanes << lmul;
        w->vtype = vtype;
        w->sew = (uint8_t)sew;
        w->lmul = (uint8_t)(1u << lmul);
        w->vl = avl < most ? avl : most;
    }
    update_on(w);
    set_x(w, d, w->vl);
    return o->next;
}

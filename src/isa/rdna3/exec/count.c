/* count.c: how an instruction counts, for the checker of waits: what its row says, settled for its
 * fields. Manual: RDNA3 4.4, 5.6. */
#include "isa/rdna3/exec/layer.h"
#include "isa/rdna3/names.h"

/* Numbers of counters, as bits of enum row_counter. */
enum { VMCNT, VSCNT, LGKMCNT, EXPCNT };

/* An atomic counts as what it returns. */
static bool returns(const struct rdna3_op *o)
{
    return o->insn->format == FMT_MIMG ? o->mimg.glc : o->mem.returns;
}

static void settle_raises(const struct rdna3_op *o, struct counting *out)
{
    const struct rdna3_row *row = op_row(o);
    out->raises =
        row->effects.raises & (COUNTER_VMCNT | COUNTER_VSCNT | COUNTER_LGKMCNT | COUNTER_EXPCNT);
    if ((out->raises & (COUNTER_VMCNT | COUNTER_VSCNT)) == (COUNTER_VMCNT | COUNTER_VSCNT))
        out->raises &= ~(unsigned)(returns(o) ? COUNTER_VSCNT : COUNTER_VMCNT);
    /* 8.3: scalar loads and messages return in any order; 11.4: so do FLAT instructions, of which
     * some lanes go to LDS. */
    out->is_unordered = o->insn->format == FMT_SMEM || o->insn->format == FMT_FLAT ||
                        row->effects.flow == FLOW_MESSAGE;
}

static unsigned field_of(uint32_t value, unsigned i)
{
    const struct rdna3_bit_field *f = &rdna3_waitcnt_fields[i];
    return value >> f->shift & ((1u << f->bits) - 1);
}

static void settle_waits(const struct rdna3_op *o, struct counting *out)
{
    const struct rdna3_row *row = op_row(o);
    unsigned kind;
    out->waits =
        row->effects.waits & (COUNTER_VMCNT | COUNTER_VSCNT | COUNTER_LGKMCNT | COUNTER_EXPCNT);
    if (o->insn->format == FMT_VINTERP) { /* 12.3 */
        out->waits |= COUNTER_EXPCNT;
        out->most[EXPCNT] = (uint8_t)o->insn->f[F_waitexp];
        return;
    }
    for (unsigned i = row->n_writes; i < row->n_operands; i++) {
        uint32_t value = rdna3_field(o->insn, row->operands[i].role, &kind);
        if (row->operands[i].type == T_waitcnt) {
            out->most[VMCNT] = (uint8_t)field_of(value, 0);
            out->most[EXPCNT] = (uint8_t)field_of(value, 1);
            out->most[LGKMCNT] = (uint8_t)field_of(value, 2);
        } else if (row->operands[i].type == T_u16 && o->insn->f[F_sdst] == SRC_NULL) {
            /* S_WAITCNT_VSCNT and its like: with a register, its value counts, too. Not known here:
             * 0 */
            for (unsigned c = VMCNT; c <= EXPCNT; c++)
                out->most[c] = (uint8_t)(value & 0x3f);
        }
    }
}

unsigned FN(syncs_of)(const struct op *op)
{
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    if (!o->insn || o->executor == EXECUTOR_exec_illegal || o->executor == EXECUTOR_exec_outside)
        return 0;
    return op_row(o)->effects.syncs;
}

bool FN(counting_of)(const struct op *op, struct counting *out)
{
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    *out = (struct counting){0};
    if (!o->insn || o->executor == EXECUTOR_exec_illegal || o->executor == EXECUTOR_exec_outside)
        return false;
    settle_raises(o, out);
    settle_waits(o, out);
    return true;
}

/* count.c: what checkers want to know of an instruction: its registers, and how it counts: what its
 * row says, settled for its fields. Manual: RDNA3 4.4, 5.6. */
#include <stdio.h>

#include "isa/page.h"
#include "isa/rdna3/exec/layer.h"
#include "isa/rdna3/names.h"
#include "isa/rdna3/operands.h"

/* Numbers of counters, as bits of enum row_counter; COUNTER_DEPCTR is for the scheduler. */
enum { VMCNT, VSCNT, LGKMCNT, EXPCNT, WAIT_COUNTERS };
enum { SCALARS = SRC_EXEC_HI + 1 };
_Static_assert((int)WAIT_COUNTERS <= (int)MAX_WAIT_COUNTERS &&
                   (int)RDNA3_VGPRS + (int)SCALARS <= (int)MAX_WAIT_REGISTERS,
               "the checker of waits has room for them");
enum { ALL_COUNTERS = (1 << WAIT_COUNTERS) - 1 };

static const uint8_t most_counts[WAIT_COUNTERS] = {63, 63, 63, 7}; /* 4.4 */

/* ---- registers ------------------------------------------------------------------------- */

static bool is_decoded(const struct rdna3_op *o)
{
    return o->insn && o->executor != EXECUTOR_exec_illegal && o->executor != EXECUTOR_exec_outside;
}

size_t FN(operands_of)(const struct op *op, uint32_t lanes,
                       shoal_operand out[SHOAL_INSN_MAX_OPERANDS])
{
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    return is_decoded(o) ? rdna3_operands(o->insn, lanes == 64, out) : 0;
}

bool FN(operand_register)(const shoal_operand *o, shoal_register_file *file, unsigned *index)
{
    *file = o->kind == SHOAL_OPERAND_VGPR ? SHOAL_REG_VECTOR : SHOAL_REG_SCALAR;
    switch (o->kind) {
    case SHOAL_OPERAND_VGPR:
    case SHOAL_OPERAND_SGPR:
        *index = o->first;
        return true;
    case SHOAL_OPERAND_VCC:
        *index = SRC_VCC_LO + o->first;
        return true;
    case SHOAL_OPERAND_M0:
        *index = SRC_M0;
        return true;
    case SHOAL_OPERAND_EXEC:
        *index = SRC_EXEC_LO + o->first;
        return true;
    default:
        return false;
    }
}

void FN(register_name)(shoal_register_file file, unsigned index, char text[16])
{
    const char *scalar = index == SRC_VCC_LO       ? "vcc_lo"
                         : index == SRC_VCC_LO + 1 ? "vcc_hi"
                         : index == SRC_M0         ? "m0"
                         : index == SRC_EXEC_LO    ? "exec_lo"
                         : index == SRC_EXEC_HI    ? "exec_hi"
                                                   : NULL;
    if (file == SHOAL_REG_SCALAR && scalar)
        snprintf(text, 16, "%s", scalar);
    else
        snprintf(text, 16, "%c%u", file == SHOAL_REG_VECTOR ? 'v' : 's', index);
}

/* ---- counters -------------------------------------------------------------------------- */

/* An atomic counts as what it returns. */
static bool returns(const struct rdna3_op *o)
{
    return o->insn->format == FMT_MIMG ? o->mimg.glc : o->mem.returns;
}

/* Does it give a register a value? Exports and GDS's stores do not. */
static bool has_result(const struct rdna3_op *o)
{
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    shoal_register_file file;
    unsigned index;
    size_t count = rdna3_operands(o->insn, false, operands);
    for (size_t i = 0; i < count; i++)
        if (operands[i].is_write && FN(operand_register)(&operands[i], &file, &index))
            return true;
    return false;
}

static void settle_raises(const struct rdna3_op *o, struct counting *out)
{
    const struct rdna3_row *row = op_row(o);
    out->raises = row->effects.raises & ALL_COUNTERS;
    if ((out->raises & (COUNTER_VMCNT | COUNTER_VSCNT)) == (COUNTER_VMCNT | COUNTER_VSCNT))
        out->raises &= ~(unsigned)(returns(o) ? COUNTER_VSCNT : COUNTER_VMCNT);
    out->reads_later = out->raises & COUNTER_EXPCNT && !has_result(o);
    out->local_part = o->insn->format == FMT_FLAT ? COUNTER_LGKMCNT : 0;
    /* 5.6: scalar loads return in any order, messages and LDS each in their own; 11.4: FLAT
     * instructions in any, of which some lanes go to LDS. */
    out->is_unordered = o->insn->format == FMT_SMEM || o->insn->format == FMT_FLAT;
    out->order = row->effects.flow == FLOW_MESSAGE;
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
    out->waits = row->effects.waits & ALL_COUNTERS;
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
    return is_decoded(o) ? op_row(o)->effects.syncs : 0;
}

static bool counting_of(const struct op *op, struct counting *out)
{
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    *out = (struct counting){0};
    if (!is_decoded(o))
        return false;
    settle_raises(o, out);
    settle_waits(o, out);
    return true;
}

const struct isa_waits FN(waits) = {
    .count = WAIT_COUNTERS,
    .names = isa_counter_names,
    .most = most_counts,
    .vectors = RDNA3_VGPRS,
    .scalars = SCALARS,
    .counting = counting_of,
};

/* hazard.c: what an instruction is to the hazards of hazards.tbl: its row's part, settled for its
 * fields. Manual: RDNA3 5.6, 7.6, 12.2.1.2, 16.5 (S_WAITCNT_DEPCTR). */
#include <string.h>

#include "isa/rdna3/describe.h"
#include "isa/rdna3/exec/mem.h"
#include "isa/rdna3/names.h"
#include "isa/rdna3/operands.h"
#include "isa/rdna3/texture/image.h"

/* ---- waits ------------------------------------------------------------------------------- */

/* Fields of S_WAITCNT_DEPCTR, in the order of enum hazard_wait. */
static const char *const depctr_names[] = {"depctr_va_vdst", "depctr_vm_vsrc", "depctr_sa_sdst",
                                           "depctr_va_sdst", "depctr_va_vcc"};
enum { DEPCTR_WAITS = sizeof depctr_names / sizeof *depctr_names };

static void settle_depctr(uint32_t value, struct hazard_op *out)
{
    for (unsigned i = 0; i < DEPCTR_WAITS; i++)
        for (unsigned k = 0; k < RDNA3_DEPCTR_FIELDS; k++) {
            const struct rdna3_bit_field *f = &rdna3_depctr_fields[k];
            uint32_t left = value >> f->shift & ((1u << f->bits) - 1);
            if (strcmp(f->name, depctr_names[i]) != 0)
                continue;
            out->done |= left ? 0 : (uint8_t)(1u << i);
            if (1u << i == HAZARD_VA_VDST && left != (1u << f->bits) - 1)
                out->vdst_left = (uint8_t)left;
        }
}

static void settle_waits(const struct rdna3_op *o, struct hazard_op *out)
{
    const struct rdna3_row *row = op_row(o);
    struct counting counting;
    unsigned kind;
    out->vdst_left = 255;
    for (unsigned i = row->n_writes; i < row->n_operands; i++)
        if (row->operands[i].type == T_depctr)
            settle_depctr(rdna3_field(o->insn, row->operands[i].role, &kind), out);
    if (o->insn->format == FMT_LDSDIR && o->insn->f[F_waitvdst] != 15)
        out->vdst_left = (uint8_t)o->insn->f[F_waitvdst];
    /* Memory and export instructions read their registers when the vector ALU has written all;
     * vector ALU and export instructions come when those have read theirs. */
    bool is_memory = row->cls == C_vmem || row->format == FMT_DS,
         is_export = row->format == FMT_EXP;
    if (is_memory || is_export)
        out->done |= HAZARD_VA_VDST;
    if (out->is_vector || is_export)
        out->done |= HAZARD_VM_VSRC;
    if (out->vdst_left == 0)
        out->done |= HAZARD_VA_VDST;
    if (!FN(waits).counting(&o->base, &counting))
        return;
    out->counters = counting.raises;
    for (unsigned c = 0; c < FN(waits).count; c++)
        if (counting.waits >> c & 1 && counting.most[c] == 0)
            out->zero |= (uint8_t)(1u << c);
}

/* ---- registers --------------------------------------------------------------------------- */

/* Whether the operand is one of those that `uses` (struct isa_hazard) means. */
static bool is_meant(const char *uses, const shoal_operand *o, bool is_vector)
{
    if (strcmp(uses, "mask") == 0)
        return o->is_read && !is_vector && o->kind != SHOAL_OPERAND_EXEC &&
               !strcmp(o->type, "mask");
    if (strcmp(uses, "write") == 0)
        return o->is_write && o->kind != SHOAL_OPERAND_EXEC;
    if (!is_vector)
        return false;
    if (strcmp(uses, "any") == 0)
        return true;
    if (strcmp(uses, "read") == 0)
        return o->is_read;
    return strlen(o->role) == 1 && strchr(uses, o->role[0]);
}

static uint8_t halves_of(const shoal_operand *o)
{
    return o->bits != 16 || o->dwords != 1 ? 3 : o->is_high_half ? 2 : 1;
}

static void add_use(struct hazard_op *out, const shoal_operand *o)
{
    shoal_register_file file;
    unsigned index;
    if (!o->dwords || out->count == HAZARD_MAX_USES || !FN(operand_register)(o, &file, &index))
        return;
    struct hazard_use use = {
        .first = (uint16_t)index,
        .count = o->dwords,
        .is_vector = file == SHOAL_REG_VECTOR,
        .is_read = o->is_read,
        .is_write = o->is_write,
        .halves = halves_of(o),
    };
    bool is_lane_mask = o->kind == SHOAL_OPERAND_EXEC;
    if (!use.is_vector && o->is_write)
        use.done_by = out->is_scalar                 ? HAZARD_SA_SDST
                      : o->kind == SHOAL_OPERAND_VCC ? HAZARD_VA_VCC | HAZARD_VA_VDST
                                                     : HAZARD_VA_SDST | HAZARD_VA_VDST;
    out->sets_lanes |= is_lane_mask && o->is_write && out->is_scalar;
    out->reads_scalar |= !use.is_vector && !is_lane_mask && o->is_read && out->is_vector;
    for (unsigned i = 0; rdna3_hazards[i].name; i++) {
        const struct isa_hazard *h = &rdna3_hazards[i];
        /* Where the second one writes scalar registers, the hazard is not about vector ones. */
        bool is_other_file = h->shape == HAZARD_REWRITE ? use.is_vector : !use.is_vector;
        if (!h->first_uses || is_other_file || is_lane_mask)
            continue;
        if (out->first >> i & 1 && is_meant(h->first_uses, o, use.is_vector))
            use.as_first |= (uint16_t)(1u << i);
        bool is_second = h->shape == HAZARD_SELF ? out->first >> i & 1 : out->then >> i & 1;
        if (is_second && is_meant(h->then_uses, o, use.is_vector))
            use.as_then |= (uint16_t)(1u << i);
    }
    out->uses[out->count++] = use;
}

static bool hazards_of(const struct wave *w, const struct op *op, struct hazard_op *out)
{
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_code *code = (const struct rdna3_code *)w->code;
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    *out = (struct hazard_op){0};
    size_t count = FN(operands_of)(op, w->lanes, operands);
    const struct rdna3_row *row = op_row(o);
    if (!o->insn || o->executor == EXECUTOR_exec_illegal || o->executor == EXECUTOR_exec_outside)
        return false;
    for (unsigned i = 0; rdna3_hazards[i].name; i++) {
        const struct isa_hazard *h = &rdna3_hazards[i];
        if (!(h->generations >> code->generation & 1) || (h->wave64_only && w->lanes != 64))
            continue;
        out->first |= rdna3_hazard_first[op->row] & (1u << i);
        out->then |= rdna3_hazard_then[op->row] & (1u << i);
        if (o->insn->format == FMT_VOPD) {
            out->first |= rdna3_hazard_first[o->insn->row_y] & (1u << i);
            out->then |= rdna3_hazard_then[o->insn->row_y] & (1u << i);
        }
    }
    out->is_vector = row->cls == C_valu;
    out->is_scalar = row->cls == C_salu || row->cls == C_branch;
    out->is_trans = row->flags & FLAG_trans;
    out->is_boundary = row->effects.flow == FLOW_CALL || row->effects.flow == FLOW_RETURN;
    settle_waits(o, out);
    for (size_t i = 0; i < count; i++)
        add_use(out, &operands[i]);
    out->ignored = o->insn->ignored;
    if (o->insn->format == FMT_VOPD && rdna3_vopd_refusal(o->insn, out->refused) == VOPD_FINE)
        out->refused[0] = 0;
    return true;
}

/* ---- addresses ---------------------------------------------------------------------------- */

/* 8.1.1: of the base, the offset and the SGPR, each for itself. S_BUFFER_LOAD has a descriptor. */
static void scalar_address(const struct rdna3_wave *w, const struct rdna3_mem *m,
                           struct hazard_address *out)
{
    if (m->formatted)
        out->bytes = FN(descriptor_bytes)(&w->s[m->rsrc], true, &out->base);
    else
        out->dropped = (uint8_t)((w->s[m->rsrc] | (uint32_t)m->offset | w->s[m->saddr]) & 3);
}

/* From the descriptor's base to the end of the last texel that it has. */
static void image_descriptor(const struct rdna3_wave *w, const struct rdna3_mimg *g,
                             struct hazard_address *out)
{
    struct rdna3_image m;
    uint64_t at;
    if (rdna3_image_parse(&w->s[g->rsrc], g->r128, &m) || m.is_unbound)
        return;
    out->base = m.base;
    for (unsigned l = m.base_level; l <= m.last_level; l++) {
        uint32_t depth = m.is_layer_view ? m.depth : rdna3_level_extent(m.depth, l);
        const struct texel_place last = {
            .level = l,
            .x = rdna3_level_extent(m.width, l) - 1,
            .y = rdna3_level_extent(m.height, l) - 1,
            .z = m.type == IMAGE_3D ? depth - 1 : m.first_layer + m.layers - 1,
            .sample = m.samples - 1u,
        };
        if (rdna3_texel_address(&m, &last, &at) && at + m.format->bytes - m.base > out->bytes)
            out->bytes = at + m.format->bytes - m.base;
    }
}

static bool address_of(const struct wave *wave, const struct op *op, struct hazard_address *out)
{
    const struct rdna3_wave *w = (const struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    *out = (struct hazard_address){0};
    if (o->executor == EXECUTOR_exec_smem)
        scalar_address(w, &o->mem, out);
    else if (o->executor == EXECUTOR_exec_buffer)
        out->bytes = FN(descriptor_bytes)(&w->s[o->mem.rsrc], false, &out->base);
    else if (o->executor == EXECUTOR_exec_wave && op_row(o)->format == FMT_MIMG &&
             !(o->mimg.parts & IMG_n)) /* nodes of rays */
        image_descriptor(w, &o->mimg, out);
    else
        return false;
    return true;
}

const struct isa_hazards FN(hazards) = {
    .list = rdna3_hazards, .of = hazards_of, .address = address_of};

/* page.c: what `shoal isa` says of an instruction in words: operands, modifiers, hazards. */
#include "isa/rdna3/describe.h"

#include <string.h>

#include "isa/rdna3/rdna3.h"

const char *rdna3_role_meaning(unsigned role)
{
    static const char *const meanings[ROLE_COUNT] = {
        [ROLE_d] = "destination",
        [ROLE_a] = "first source",
        [ROLE_b] = "second source",
        [ROLE_c] = "third source",
        [ROLE_e] = "the other register",
        [ROLE_k] = "immediate",
        [ROLE_l] = "literal",
        [ROLE_s] = "register",
        [ROLE_sd] = "scalar destination",
        [ROLE_sb] = "second source, a scalar",
        [ROLE_sc] = "third source, a scalar",
        [ROLE_co] = "lane mask out",
        [ROLE_m] = "lane mask in",
        [ROLE_x] = "active lanes, new",
        [ROLE_g] = "message",
        [ROLE_addr] = "address",
        [ROLE_saddr] = "scalar address",
        [ROLE_base] = "base address or descriptor",
        [ROLE_o] = "offset in bytes",
        [ROLE_so] = "scalar offset",
        [ROLE_rsrc] = "resource descriptor",
        [ROLE_samp] = "sampler descriptor",
        [ROLE_data] = "data",
        [ROLE_data1] = "second data",
        [ROLE_probe] = "which access",
        [ROLE_scc] = "scalar condition",
        [ROLE_exec] = "active lanes",
        [ROLE_vcc] = "VCC",
        [ROLE_pc] = "program counter",
        [ROLE_status] = "STATUS",
        [ROLE_mode] = "MODE",
        [ROLE_vccz] = "VCC is 0",
        [ROLE_execz] = "EXEC is 0",
        [ROLE_taken] = "the branch is taken",
        [ROLE_lane0] = "number of the first lane",
        [ROLE_neg] = "neg field: which sources are signed",
        [ROLE_mem] = "memory",
        [ROLE_lds] = "LDS",
        [ROLE_attr] = "attribute",
    };
    return meanings[role] ? meanings[role] : "";
}

const char *rdna3_kind_place(unsigned kind)
{
    static const char *const places[K_COUNT] = {
        [K_vgpr] = "VGPR",
        [K_src] = "SGPR, constant or VGPR",
        [K_ssrc] = "SGPR or constant",
        [K_sdst] = "SGPR",
        [K_vgpr9] = "VGPR",
        [K_smask] = "SGPR",
        [K_sbase] = "SGPRs, even",
        [K_srsrc] = "SGPRs, multiple of 4",
        [K_trsrc] = "SGPRs, multiple of 4",
        [K_ssamp] = "SGPRs, multiple of 4",
        [K_soffset] = "SGPR or NULL",
        [K_saddr] = "SGPRs or NULL",
        [K_vaddr] = "VGPR",
        [K_vbufaddr] = "VGPRs, as offen and idxen say",
        [K_vimgaddr] = "VGPRs, as dim and a16 say",
        [K_simm7] = "7 bits",
        [K_simm16] = "16 bits",
        [K_simm21] = "21 bits",
        [K_imm32] = "32-bit literal",
        [K_msg] = "message number",
    };
    return places[kind] ? places[kind] : "";
}

static bool is_float(unsigned type)
{
    return type == T_f16 || type == T_f32 || type == T_f64 || type == T_mix;
}
static bool is_packed_float(unsigned type)
{
    return type == T_2f16 || type == T_2bf16 || type == T_16f16 || type == T_16bf16;
}
static bool is_half(unsigned type)
{
    return type == T_b16 || type == T_u16 || type == T_i16 || type == T_f16 || type == T_bf16;
}

/* What the types of a row's operands have in common. */
struct kinds {
    bool source_float, source_packed, half, float_result, rounds;
};

static struct kinds kinds_of(const struct rdna3_row *row)
{
    struct kinds k = {0};
    for (unsigned i = 0; i < row->n_operands; i++) {
        const struct rdna3_operand_desc *o = &row->operands[i];
        k.half |= is_half(o->type);
        k.rounds |= o->is_write && (is_float(o->type) || o->type == T_2f16);
        if (o->is_write)
            k.float_result |= is_float(o->type) || o->type == T_2f16;
        else if (o->role == ROLE_a || o->role == ROLE_b || o->role == ROLE_c) {
            k.source_float |= is_float(o->type);
            k.source_packed |= is_packed_float(o->type);
        }
    }
    return k;
}

static void add_source_modifiers(shoal_isa_page *page, const struct rdna3_row *row, struct kinds k,
                                 bool wide)
{
    if (row->flags & FLAG_permlane) {
        isa_page_modifier(page, "op_sel[0]: read lanes that are off; op_sel[1]: 0 from such lanes");
        return;
    }
    if (row->flags & FLAG_mix)
        isa_page_modifier(page, "op_sel, op_sel_hi: a source is f32, or the low or high f16");
    else if (row->flags & FLAG_packed)
        isa_page_modifier(page, "op_sel, op_sel_hi: which half of a source makes the low and the "
                                "high result");
    else if (k.half && wide)
        isa_page_modifier(page, "op_sel: high halves of 16-bit operands");
    if (row->format == FMT_VOP3P && (k.source_packed || row->flags & FLAG_wmma) &&
        row->operands[row->n_writes].type != T_16iu8 &&
        row->operands[row->n_writes].type != T_16iu4)
        isa_page_modifier(page, "neg_lo, neg_hi: sign of the low and high halves of a source");
    else if (wide && (k.source_float || row->flags & FLAG_srcmods))
        isa_page_modifier(page, row->flags & FLAG_bareb
                                    ? "neg, abs of the first source: -x, |x|, -|x|"
                                    : "neg, abs of sources: -x, |x|, -|x|");
    for (unsigned i = 0; i < row->n_operands; i++)
        if (row->operands[i].role == ROLE_neg || row->operands[i].type == T_16iu8 ||
            row->operands[i].type == T_16iu4) {
            isa_page_modifier(page, "neg_lo: the first, the second source is signed");
            return;
        }
}

static void add_result_modifiers(shoal_isa_page *page, const struct rdna3_row *row, struct kinds k,
                                 bool wide)
{
    bool off = row->flags & (FLAG_noclamp | FLAG_nomods);
    if (!wide)
        return;
    if (row->flags & FLAG_iclamp)
        isa_page_modifier(page, "clamp: the exact result, limited to what d can hold");
    else if (k.float_result && !off && !(row->flags & FLAG_wmma))
        isa_page_modifier(page, "clamp: the result, limited to 0 to 1");
    else if (row->flags & (FLAG_clamp | FLAG_nomods))
        isa_page_modifier(page, "clamp: may be set, has no effect");
    if (k.float_result && !off && row->format != FMT_VOP3P)
        isa_page_modifier(page, "omod: the result times 2, 4 or 1/2, if MODE flushes denormals");
    else if (row->flags & FLAG_omod)
        isa_page_modifier(page, "omod: may be set, has no effect");
}

static void add_mode(shoal_isa_page *page, const struct rdna3_row *row, struct kinds k)
{
    if (!k.rounds && !k.source_float && !k.source_packed)
        return;
    if (row->flags & (FLAG_trans | FLAG_rne | FLAG_wmma))
        isa_page_modifier(page, "MODE: rounds to nearest even, whatever FP_ROUND says");
    else if (row->flags & FLAG_rtz)
        isa_page_modifier(page, "MODE: rounds toward 0, whatever FP_ROUND says");
    else if (k.rounds)
        isa_page_modifier(page, "MODE: FP_ROUND of the result's format");
    if (row->flags & (FLAG_noflush | FLAG_wmma))
        isa_page_modifier(page, "MODE: denormals are kept, whatever FP_DENORM says");
    else if (row->flags & FLAG_rawout)
        isa_page_modifier(page, "MODE: FP_DENORM of operands counts, that of results does not");
    else if (row->flags & FLAG_rawin)
        isa_page_modifier(page, "MODE: FP_DENORM of results counts, that of operands does not");
    else
        isa_page_modifier(page, "MODE: FP_DENORM of operands and results");
}

static bool has_field(const struct rdna3_row *row, const char *name)
{
    const struct rdna3_field_list *list = &rdna3_fields[row->format];
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->fields[i].name, name) == 0)
            return true;
    return false;
}

static void add_memory_modifiers(shoal_isa_page *page, const struct rdna3_row *row)
{
    if (has_field(row, "glc"))
        isa_page_modifier(page, row->flags & FLAG_atomic
                                    ? "glc: d gets the value from before"
                                    : "glc, slc, dlc: which caches are passed by");
    if (has_field(row, "offen"))
        isa_page_modifier(page, "offen, idxen: the address has an offset, an index");
    if (has_field(row, "tfe"))
        isa_page_modifier(page, "tfe: one more register tells of pages that are not resident");
    if (has_field(row, "dmask"))
        isa_page_modifier(page, "dmask: which components");
    if (has_field(row, "gds"))
        isa_page_modifier(page, row->flags & FLAG_gdsonly ? "gds: must be 1"
                                : row->flags & FLAG_nogds
                                    ? "gds: must be 0"
                                    : "gds: global data share instead of LDS");
}

void rdna3_page(size_t index, shoal_isa_page *out)
{
    const struct rdna3_row *row = &rdna3_rows[index];
    const struct isa_page_text *text = &rdna3_page_texts[index];
    *out = (shoal_isa_page){.operation = rdna3_page_pool + text->operation,
                            .precision = rdna3_page_pool + text->precision,
                            .fragments = rdna3_page_pool + text->fragments};
    isa_page_effects(out, &row->effects);
    if (row->cls == C_valu && row->n_operands) {
        struct kinds k = kinds_of(row);
        bool wide = row->op_vop3 >= 0 || row->format == FMT_VOP3 || row->format == FMT_VOP3SD ||
                    row->format == FMT_VOP3P || row->format == FMT_VINTERP;
        add_source_modifiers(out, row, k, wide);
        add_result_modifiers(out, row, k, wide);
        if (row->flags & FLAG_dpp)
            isa_page_modifier(out, "DPP16, DPP8: the first source from other lanes");
        if (row->op_x >= 0 || row->op_y >= 0)
            isa_page_modifier(out, "VOPD: as half of a dual instruction, in wave32 only");
        add_mode(out, row, k);
    } else {
        add_memory_modifiers(out, row);
    }
    isa_page_hazards(out, rdna3_hazards, rdna3_hazard_first[index], rdna3_hazard_then[index]);
}

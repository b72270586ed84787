/* page.c: what `shoal isa` says of an instruction in words: operands, modifiers. */
#include "isa/ventus/describe.h"
#include "isa/ventus/ventus.h"

const char *ventus_role_meaning(unsigned role)
{
    static const char *const meanings[VROLE_COUNT] = {
        [VROLE_d] = "destination",
        [VROLE_a] = "first source",
        [VROLE_b] = "second source",
        [VROLE_c] = "third source, or CSR",
        [VROLE_k] = "immediate",
        [VROLE_p] = "accesses before",
        [VROLE_s] = "accesses after",
        [VROLE_pc] = "program counter",
        [VROLE_taken] = "the branch is taken",
        [VROLE_fenv] = "rounding mode and exception flags",
        [VROLE_mem] = "memory",
        [VROLE_lds] = "local memory",
        [VROLE_mask] = "active threads",
        [VROLE_rpc] = "reconvergence address",
        [VROLE_csr] = "vector CSRs",
        [VROLE_m] = "bit 0 of v0",
    };
    return meanings[role] ? meanings[role] : "";
}

const char *ventus_kind_place(unsigned kind)
{
    static const char *const places[VK_COUNT] = {
        [VK_x] = "scalar register",
        [VK_v] = "vector register",
        [VK_xv] = "scalar register; vector register in the toolchain's dialect",
        [VK_acc] = "vector register, the destination's",
        [VK_vs3] = "vector register",
        [VK_x8] = "scalar register, 8 bits",
        [VK_v8] = "vector register, 8 bits",
        [VK_simm5] = "signed, 5 bits, more by a prefix",
        [VK_uimm5] = "unsigned, 5 bits, more by a prefix",
        [VK_shamt5] = "5 bits, more by a prefix",
        [VK_simm8] = "signed, 8 bits",
        [VK_simm11] = "signed, 11 bits",
        [VK_simm12] = "signed, 12 bits",
        [VK_uimm12] = "unsigned, 12 bits",
        [VK_zimm5] = "unsigned, 5 bits",
        [VK_shamt] = "shift amount",
        [VK_imm12d] = "12 bits, signed in the toolchain's dialect",
        [VK_upper20] = "the upper 20 bits",
        [VK_label13] = "distance, 13 bits",
        [VK_label21] = "distance, 21 bits",
        [VK_csr] = "CSR number",
        [VK_vtype] = "element width, LMUL",
        [VK_fence] = "kinds of accesses",
        [VK_copysize] = "bytes",
        [VK_num] = "number",
    };
    return places[kind] ? places[kind] : "";
}

void ventus_page(size_t index, shoal_isa_page *out)
{
    const struct ventus_row *row = &ventus_rows[index];
    const struct isa_page_text *text = &ventus_page_texts[index];
    const struct ventus_format_info *fmt = &ventus_formats[row->format];
    *out = (shoal_isa_page){.operation = ventus_page_pool + text->operation,
                            .precision = ventus_page_pool + text->precision,
                            .fragments = ventus_page_pool + text->fragments};
    isa_page_effects(out, &row->effects);
    if (fmt->places[VROLE_vm].kind == VK_vmask)
        isa_page_modifier(out, "v0.t: only threads whose v0 has bit 0 set");
    if (fmt->places[VROLE_rm].kind == VK_rm)
        isa_page_modifier(out, "rm: rounding mode, dyn: that of frm");
    if (row->flags & VFLAG_convergent)
        isa_page_modifier(out, "the SIMT stack must be empty");
    if (row->flags & VFLAG_fullmask)
        isa_page_modifier(out, "every thread of the warp must be active");
    if (row->cls == VC_valu && !(row->flags & VFLAG_wave) && fmt->dwords == 1)
        isa_page_modifier(
            out, "regext, regexti, prefix, prefixi before it: more registers, 64 bits, -x, |x|");
}

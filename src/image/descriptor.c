/* descriptor.c: owns the layout of the 64-byte kernel descriptor (NAME.kd) for GFX11. Knows
 * nothing of files. Bit positions: LLVM AMDGPUUsage, "Kernel Descriptor", tables
 * compute_pgm_rsrc1 (GFX6-GFX12), rsrc2, rsrc3 (GFX11) and kernel_code_properties. */
#include <string.h>

#include "image/parts.h"

static uint32_t bits(uint32_t word, unsigned low, unsigned count)
{
    return word >> low & ((UINT32_C(1) << count) - 1);
}

static bool bit(uint32_t word, unsigned at) { return word >> at & 1; }

void image_decode_descriptor(const uint8_t bytes[64], struct image_descriptor *out)
{
    struct image_descriptor d = {0};
    memcpy(&d.group_segment_fixed_size, bytes + 0, 4);
    memcpy(&d.private_segment_fixed_size, bytes + 4, 4);
    memcpy(&d.kernarg_size, bytes + 8, 4);
    memcpy(&d.entry_byte_offset, bytes + 16, 8);
    memcpy(&d.rsrc3, bytes + 44, 4);
    memcpy(&d.rsrc1, bytes + 48, 4);
    memcpy(&d.rsrc2, bytes + 52, 4);
    memcpy(&d.code_properties, bytes + 56, 2);
    memcpy(&d.kernarg_preload, bytes + 58, 2);

    const uint32_t props = d.code_properties;
    d.sgpr_private_segment_buffer = bit(props, 0);
    d.sgpr_dispatch_ptr = bit(props, 1);
    d.sgpr_queue_ptr = bit(props, 2);
    d.sgpr_kernarg_segment_ptr = bit(props, 3);
    d.sgpr_dispatch_id = bit(props, 4);
    d.sgpr_flat_scratch_init = bit(props, 5);
    d.sgpr_private_segment_size = bit(props, 6);
    d.wave32 = bit(props, 10);
    d.uses_dynamic_stack = bit(props, 11);

    d.preload_length = (uint8_t)bits(d.kernarg_preload, 0, 7);
    d.preload_offset = (uint16_t)bits(d.kernarg_preload, 7, 9);

    /* The granule of the field is 8 registers in wave32 and 4 in wave64 on all GFX10.3+ parts,
     * also where the hardware allocates more at once. */
    d.vgpr_count = (bits(d.rsrc1, 0, 6) + 1) * (d.wave32 ? 8 : 4);
    d.priority = (uint8_t)bits(d.rsrc1, 10, 2);
    d.round_mode_32 = (uint8_t)bits(d.rsrc1, 12, 2);
    d.round_mode_16_64 = (uint8_t)bits(d.rsrc1, 14, 2);
    d.denorm_mode_32 = (uint8_t)bits(d.rsrc1, 16, 2);
    d.denorm_mode_16_64 = (uint8_t)bits(d.rsrc1, 18, 2);
    d.priv = bit(d.rsrc1, 20);
    d.dx10_clamp = bit(d.rsrc1, 21);
    d.debug_mode = bit(d.rsrc1, 22);
    d.ieee_mode = bit(d.rsrc1, 23);
    d.bulky = bit(d.rsrc1, 24);
    d.cdbg_user = bit(d.rsrc1, 25);
    d.fp16_overflow = bit(d.rsrc1, 26);
    d.wgp_mode = bit(d.rsrc1, 29);
    d.mem_ordered = bit(d.rsrc1, 30);
    d.fwd_progress = bit(d.rsrc1, 31);

    d.private_segment = bit(d.rsrc2, 0);
    d.user_sgpr_count = (uint8_t)bits(d.rsrc2, 1, 5);
    d.trap_handler = bit(d.rsrc2, 6);
    d.workgroup_id_x = bit(d.rsrc2, 7);
    d.workgroup_id_y = bit(d.rsrc2, 8);
    d.workgroup_id_z = bit(d.rsrc2, 9);
    d.workgroup_info = bit(d.rsrc2, 10);
    d.workitem_id = (uint8_t)bits(d.rsrc2, 11, 2);
    d.exception_address_watch = bit(d.rsrc2, 13);
    d.exception_memory = bit(d.rsrc2, 14);
    d.exceptions = (uint8_t)bits(d.rsrc2, 24, 7);

    d.shared_vgpr_count = (uint8_t)bits(d.rsrc3, 0, 4);
    d.inst_pref_size = (uint8_t)bits(d.rsrc3, 4, 6);
    d.trap_on_start = bit(d.rsrc3, 10);
    d.trap_on_end = bit(d.rsrc3, 11);
    d.image_op = bit(d.rsrc3, 31);
    *out = d;
}

shoal_status descriptor_check(const struct image_descriptor *d, const char *symbol,
                              struct diag *diag)
{
    struct text name = text_clean(symbol, strlen(symbol));
    const uint32_t reserved = d->code_properties & 0xf380u;
    if (reserved)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "Kernel descriptor %s: kernel_code_properties %#x sets reserved bits %#x. "
                         "Compile the kernel for gfx1100 with a compiler up to LLVM 22.",
                         name.chars, (unsigned)d->code_properties, (unsigned)reserved);
    if (d->sgpr_private_segment_buffer || d->sgpr_flat_scratch_init)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "Kernel descriptor %s asks for %s in SGPRs, which gfx1100 (architected "
                         "flat scratch) does not have. Compile the kernel for gfx1100.",
                         name.chars,
                         d->sgpr_private_segment_buffer ? "a private segment buffer"
                                                        : "flat scratch init");
    if (d->workitem_id == 3)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Kernel descriptor %s: ENABLE_VGPR_WORKITEM_ID holds the undefined value "
                         "3. The file is damaged; compile it again.",
                         name.chars);
    unsigned needed = 2u * d->sgpr_dispatch_ptr + 2u * d->sgpr_queue_ptr +
                      2u * d->sgpr_kernarg_segment_ptr + 2u * d->sgpr_dispatch_id +
                      d->sgpr_private_segment_size + d->preload_length;
    if (needed > d->user_sgpr_count)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Kernel descriptor %s: kernel_code_properties needs %u user SGPRs, but "
                         "compute_pgm_rsrc2 provides %u. The file is damaged; compile it again.",
                         name.chars, needed, (unsigned)d->user_sgpr_count);
    return SHOAL_OK;
}

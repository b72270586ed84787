/* descriptor.c: reads and checks the 64-byte kernel descriptor (NAME.kd). Knows nothing of files.
 */
#include <string.h>

#include "image/parts.h"
#include "isa/amdhsa.h"
#include "isa/registry.h"

void image_decode_descriptor(const uint8_t bytes[64], struct image_descriptor *out)
{
    struct image_descriptor d = {0};
    memcpy(d.bytes, bytes, sizeof d.bytes);
    memcpy(&d.entry_byte_offset, bytes + AMDHSA_AT_ENTRY, sizeof d.entry_byte_offset);
#define READ(name, word, first, bits) d.name = (__typeof__(d.name))amdhsa_get(bytes, AMDHSA_##name);
    AMDHSA_FIELDS(READ)
#undef READ
    d.vgpr_count = (d.vgpr_granules + 1u) * AMDHSA_VGPR_GRANULE(d.wave32 ? 32 : 64);
    *out = d;
}

shoal_status descriptor_check(const struct image_descriptor *d, const char *symbol,
                              struct diag *diag)
{
    struct text name = text_clean(symbol, strlen(symbol));
    const uint32_t reserved = d->code_properties & AMDHSA_RESERVED_PROPERTIES;
    if (reserved)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "Kernel descriptor %s: kernel_code_properties %#x sets reserved bits %#x. "
                         "Compile the kernel for %s with a compiler up to LLVM 22.",
                         name.chars, (unsigned)d->code_properties, (unsigned)reserved,
                         chip_default(NULL)->name);
    if (d->sgpr_private_segment_buffer || d->sgpr_flat_scratch_init)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "Kernel descriptor %s asks for %s in SGPRs, which chips with architected "
                         "flat scratch do not have. Compile the kernel for %s.",
                         name.chars,
                         d->sgpr_private_segment_buffer ? "a private segment buffer"
                                                        : "flat scratch init",
                         chip_default(NULL)->name);
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

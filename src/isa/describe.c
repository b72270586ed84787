/* describe.c: the functions of shoal/isa.h: owns which instruction sets there are for them. */
#include "shoal/isa.h"

#include <string.h>

#include "isa/rdna3/describe.h"

static bool is_known(const char *isa) { return isa && strcmp(isa, "rdna3") == 0; }

shoal_status shoal_isa_insn_at(const char *isa, size_t index, shoal_isa_insn *out)
{
    if (!out)
        return SHOAL_E_ARG;
    return is_known(isa) && rdna3_describe(index, out) ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

shoal_status shoal_isa_insn_find(const char *isa, const char *mnemonic, shoal_isa_insn *out)
{
    if (!mnemonic || !out)
        return SHOAL_E_ARG;
    ptrdiff_t index = is_known(isa) ? rdna3_describe_find(mnemonic) : -1;
    return index >= 0 && rdna3_describe((size_t)index, out) ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

shoal_status shoal_isa_format_fields(const char *isa, const char *format,
                                     shoal_isa_field out[SHOAL_ISA_MAX_FIELDS], size_t *out_count)
{
    if (!format || !out || !out_count)
        return SHOAL_E_ARG;
    *out_count = is_known(isa) ? rdna3_describe_fields(format, out) : 0;
    return *out_count ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

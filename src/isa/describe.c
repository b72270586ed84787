/* describe.c: the functions of shoal/isa.h on rows: checks what callers give, and asks the
 * instruction set, whose dialects have the same rows. */
#include "isa/registry.h"

#include "isa/isa.h"

const char *const isa_class_names[SHOAL_CLASS_COUNT] = {
#define X(id, text) text,
    SHOAL_CLASS_LIST(X)
#undef X
};

shoal_status shoal_isa_insn_at(const char *isa, size_t index, shoal_isa_insn *out)
{
    const struct isa_form *form;
    const struct isa_set *set = isa_set_find(isa, &form);
    if (!out)
        return SHOAL_E_ARG;
    return set && set->describe(index, out) ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

shoal_status shoal_isa_insn_find(const char *isa, const char *mnemonic, shoal_isa_insn *out)
{
    const struct isa_form *form;
    const struct isa_set *set = isa_set_find(isa, &form);
    if (!mnemonic || !out)
        return SHOAL_E_ARG;
    ptrdiff_t index = set ? set->find(mnemonic) : -1;
    return index >= 0 && set->describe((size_t)index, out) ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

shoal_status shoal_isa_page_find(const char *isa, const char *mnemonic, shoal_isa_page *out)
{
    const struct isa_form *form;
    const struct isa_set *set = isa_set_find(isa, &form);
    if (!mnemonic || !out)
        return SHOAL_E_ARG;
    ptrdiff_t index = set ? set->find(mnemonic) : -1;
    if (index < 0)
        return SHOAL_E_NOT_FOUND;
    set->page((size_t)index, out);
    return SHOAL_OK;
}

shoal_status shoal_isa_format_fields(const char *isa, const char *format,
                                     shoal_isa_field out[SHOAL_ISA_MAX_FIELDS], size_t *out_count)
{
    const struct isa_form *form;
    const struct isa_set *set = isa_set_find(isa, &form);
    if (!format || !out || !out_count)
        return SHOAL_E_ARG;
    *out_count = set ? set->fields(format, out) : 0;
    return *out_count ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

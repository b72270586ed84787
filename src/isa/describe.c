/* describe.c: the functions of shoal/isa.h on rows: owns which instruction sets there are for them.
 */
#include "shoal/isa.h"

#include <string.h>

#include "isa/rdna3/describe.h"
#include "isa/ventus/describe.h"

struct describer {
    const char *name;
    bool (*at)(size_t index, shoal_isa_insn *out);
    ptrdiff_t (*find)(const char *mnemonic);
    size_t (*fields)(const char *format, shoal_isa_field out[SHOAL_ISA_MAX_FIELDS]);
};

/* By name; the variants of an instruction set (after a colon) have the same rows. */
static const struct describer *find_describer(const char *isa)
{
    static const struct describer all[] = {
        {"rdna3", rdna3_describe, rdna3_describe_find, rdna3_describe_fields},
        {"ventus", ventus_describe, ventus_describe_find, ventus_describe_fields},
    };
    for (size_t i = 0; isa && shoal_isa_find(isa) && i < sizeof all / sizeof *all; i++)
        if (strncmp(isa, all[i].name, strcspn(isa, ":")) == 0)
            return &all[i];
    return NULL;
}

shoal_status shoal_isa_insn_at(const char *isa, size_t index, shoal_isa_insn *out)
{
    const struct describer *d = find_describer(isa);
    if (!out)
        return SHOAL_E_ARG;
    return d && d->at(index, out) ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

shoal_status shoal_isa_insn_find(const char *isa, const char *mnemonic, shoal_isa_insn *out)
{
    const struct describer *d = find_describer(isa);
    if (!mnemonic || !out)
        return SHOAL_E_ARG;
    ptrdiff_t index = d ? d->find(mnemonic) : -1;
    return index >= 0 && d->at((size_t)index, out) ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

shoal_status shoal_isa_format_fields(const char *isa, const char *format,
                                     shoal_isa_field out[SHOAL_ISA_MAX_FIELDS], size_t *out_count)
{
    const struct describer *d = find_describer(isa);
    if (!format || !out || !out_count)
        return SHOAL_E_ARG;
    *out_count = d ? d->fields(format, out) : 0;
    return *out_count ? SHOAL_OK : SHOAL_E_NOT_FOUND;
}

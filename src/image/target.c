/* target.c: names of AMDGPU processors: the EF_AMDGPU_MACH numbers of e_flags and the target
 * ids of bundle entries, and which of them this machine runs. */
#include <string.h>

#include "image/parts.h"
#include "isa/registry.h"

/* LLVM 22, AMDGPUUsage, "AMDGPU EF_AMDGPU_MACH Values"; gfx940 and gfx941 as LLVM 17 to 19.
 * Without those that the registry of chips has. */
/* clang-format off */
static const char *const processor_names[] = {
    [0x001] = "r600", [0x002] = "r630", [0x003] = "rs880", [0x004] = "rv670", [0x005] = "rv710",
    [0x006] = "rv730", [0x007] = "rv770", [0x008] = "cedar", [0x009] = "cypress",
    [0x00a] = "juniper", [0x00b] = "redwood", [0x00c] = "sumo", [0x00d] = "barts",
    [0x00e] = "caicos", [0x00f] = "cayman", [0x010] = "turks", [0x020] = "gfx600",
    [0x021] = "gfx601", [0x022] = "gfx700", [0x023] = "gfx701", [0x024] = "gfx702",
    [0x025] = "gfx703", [0x026] = "gfx704", [0x028] = "gfx801", [0x029] = "gfx802",
    [0x02a] = "gfx803", [0x02b] = "gfx810", [0x02c] = "gfx900", [0x02d] = "gfx902",
    [0x02e] = "gfx904", [0x02f] = "gfx906", [0x030] = "gfx908", [0x031] = "gfx909",
    [0x032] = "gfx90c", [0x033] = "gfx1010", [0x034] = "gfx1011", [0x035] = "gfx1012",
    [0x036] = "gfx1030", [0x037] = "gfx1031", [0x038] = "gfx1032", [0x039] = "gfx1033",
    [0x03a] = "gfx602", [0x03b] = "gfx705", [0x03c] = "gfx805", [0x03d] = "gfx1035",
    [0x03e] = "gfx1034", [0x03f] = "gfx90a", [0x040] = "gfx940",
    [0x042] = "gfx1013", [0x045] = "gfx1036", [0x048] = "gfx1200", [0x049] = "gfx1250", [0x04b] = "gfx941", [0x04c] = "gfx942", [0x04e] = "gfx1201",
    [0x04f] = "gfx950", [0x051] = "gfx9-generic", [0x052] = "gfx10-1-generic",
    [0x053] = "gfx10-3-generic", [0x059] = "gfx12-generic", [0x05a] = "gfx1251",
    [0x05f] = "gfx9-4-generic",
};
/* clang-format on */

const char *target_processor_name(uint32_t mach)
{
    const shoal_chip *chip = chip_of_elf(ELF_MACHINE_AMDGPU, mach);
    if (chip)
        return chip->name;
    return mach < sizeof processor_names / sizeof processor_names[0] ? processor_names[mach] : NULL;
}

static bool view_equals(struct view view, const char *text)
{
    return view.size == strlen(text) && memcmp(view.bytes, text, view.size) == 0;
}

/* Ids are KIND-TRIPLE-PROCESSOR[:FEATURE]…, where the triple has three or four parts, some of
 * them empty; the processor may contain '-' too (gfx11-generic). So we look for "-gfx" after
 * the architecture. */
bool target_of_id(struct view id, struct view *out)
{
    static const char arch[] = "-amdgcn-", processor[] = "-gfx";
    const uint8_t *at = memmem(id.bytes, id.size, arch, sizeof arch - 1);
    if (!at)
        return false;
    struct view rest = {at + sizeof arch - 2, 0};
    rest.size = (size_t)(id.bytes + id.size - rest.bytes);
    at = memmem(rest.bytes, rest.size, processor, sizeof processor - 1);
    if (!at)
        return false;
    out->bytes = at + 1;
    out->size = (size_t)(id.bytes + id.size - out->bytes);
    return true;
}

int target_rank(const shoal_chip *chip, struct view target)
{
    const uint8_t *colon = memchr(target.bytes, ':', target.size);
    struct view processor = target;
    if (colon)
        processor.size = (size_t)(colon - target.bytes);
    const shoal_chip *own = chip ? chip : chip_default(NULL), *of = NULL;
    for (size_t i = 0; !of && shoal_chip_at(i); i++)
        if (view_equals(processor, shoal_chip_at(i)->name))
            of = shoal_chip_at(i);
    /* gfx11 has neither XNACK nor SRAMECC: code that requires one of them does not fit. */
    if (colon && memchr(colon, '+', (size_t)(target.bytes + target.size - colon)))
        return 0;
    if (!of || of->elf_machine != ELF_MACHINE_AMDGPU)
        return 0;
    return of == own ? 4 : of->is_generic ? 2 : strcmp(of->form, own->form) == 0 ? 3 : 1;
}

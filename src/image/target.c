/* target.c: names of AMDGPU processors: the EF_AMDGPU_MACH numbers of e_flags and the target
 * ids of bundle entries, and which of them this machine runs. */
#include <string.h>

#include "image/parts.h"

/* LLVM 22, AMDGPUUsage, "AMDGPU EF_AMDGPU_MACH Values". X(number, name) */
#define PROCESSOR_LIST(X)                                                                          \
    X(0x001, "r600")                                                                               \
    X(0x002, "r630")                                                                               \
    X(0x003, "rs880")                                                                              \
    X(0x004, "rv670")                                                                              \
    X(0x005, "rv710") X(0x006, "rv730") X(0x007, "rv770") X(0x008, "cedar") X(0x009, "cypress")    \
        X(0x00a, "juniper") X(0x00b, "redwood") X(0x00c, "sumo") X(0x00d, "barts")                 \
            X(0x00e, "caicos") X(0x00f, "cayman") X(0x010, "turks") X(0x020, "gfx600")             \
                X(0x021, "gfx601") X(0x022, "gfx700") X(0x023, "gfx701") X(0x024, "gfx702") X(     \
                    0x025, "gfx703") X(0x026, "gfx704") X(0x028, "gfx801") X(0x029, "gfx802")      \
                    X(0x02a, "gfx803") X(0x02b, "gfx810") X(0x02c, "gfx900") X(0x02d, "gfx902") X( \
                        0x02e, "gfx904") X(0x02f, "gfx906") X(0x030, "gfx908") X(0x031, "gfx909")  \
                        X(0x032, "gfx90c") X(0x033, "gfx1010") X(0x034, "gfx1011")                 \
                            X(0x035, "gfx1012") X(0x036, "gfx1030") X(0x037, "gfx1031") X(         \
                                0x038, "gfx1032") X(0x039, "gfx1033")                              \
                                X(0x03a, "gfx602") X(0x03b, "gfx705") X(0x03c, "gfx805") X(        \
                                    0x03d, "gfx1035") X(0x03e, "gfx1034")                          \
                                    X(0x03f, "gfx90a") X(0x040, "gfx940") X(0x041, "gfx1100") X(   \
                                        0x042, "gfx1013") X(0x043, "gfx1150")                      \
                                        X(0x044,                                                   \
                                          "gfx1103") X(0x045, "gfx1036")                           \
                                            X(0x046,                                               \
                                              "gfx1101") X(0x047, "gfx1102")                       \
                                                X(0x048,                                           \
                                                  "gfx1200") X(0x049, "gfx1250")                   \
                                                    X(0x04a, "gfx1151")                            \
                                                        X(0x04b, "gfx941") X(0x04c, "gfx942") X(   \
                                                            0x04e, "gfx1201") X(0x04f, "gfx950")   \
                                                            X(0x051, "gfx9-generic") X(            \
                                                                0x052, "gfx10-1-generic")          \
                                                                X(0x053, "gfx10-3-generic") X(     \
                                                                    0x054, "gfx11-generic")        \
                                                                    X(0x055, "gfx1152") X(         \
                                                                        0x058, "gfx1153")          \
                                                                        X(0x059, "gfx12-generic")  \
                                                                            X(0x05a, "gfx1251") X( \
                                                                                0x05f,             \
                                                                                "gfx9-4-generic")

const char *target_processor_name(uint32_t mach)
{
    switch (mach) {
#define PROCESSOR_CASE(number, name)                                                               \
    case number:                                                                                   \
        return name;
        PROCESSOR_LIST(PROCESSOR_CASE)
#undef PROCESSOR_CASE
    default:
        return NULL;
    }
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

int target_rank(struct view target)
{
    const uint8_t *colon = memchr(target.bytes, ':', target.size);
    struct view processor = target;
    if (colon)
        processor.size = (size_t)(colon - target.bytes);
    int rank = view_equals(processor, "gfx1100") ? 2 : view_equals(processor, "gfx11-generic");
    /* gfx11 has neither XNACK nor SRAMECC: code that requires one of them does not fit. */
    if (colon && memchr(colon, '+', (size_t)(target.bytes + target.size - colon)))
        return 0;
    return rank;
}

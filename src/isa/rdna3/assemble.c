/* assemble.c: RDNA3 (gfx1100) for the assembler: its instructions, expression functions,
 * relocations and ELF header.
 *
 * LLVM AMDGPUUsage, "Relocation Records" and "ELF Code Object". */
#include "isa/rdna3/assemble.h"

#include <stdlib.h>
#include <string.h>

#include "isa/asm/asm.h"
#include "isa/rdna3/parse.h"
#include "isa/registry.h"

enum { OSABI_AMDGPU_HSA = 64 };
#define S_NOP 0xbf800000u

enum { FIX_BRANCH = ASM_FIXUP_ISA, FIX_LITERAL };

enum {
    R_ABS32_LO = 1,
    R_ABS32_HI,
    R_ABS64,
    R_REL32,
    R_REL64,
    R_ABS32,
    R_GOTPCREL,
    R_GOTPCREL32_LO,
    R_GOTPCREL32_HI,
    R_REL32_LO,
    R_REL32_HI,
    R_RELATIVE64 = 13,
    R_REL16 = 14
};

/* ---- functions of expressions -------------------------------------------------------------- */

enum { FN_MAX, FN_OR, FN_EXTRA_SGPRS, FN_TOTAL_VGPRS, FN_ALIGN_TO, FN_OCCUPANCY, FN_PREFETCH_SIZE };

static const char *const functions[] = {"max",     "or",        "extrasgprs",  "totalnumvgprs",
                                        "alignto", "occupancy", "instprefsize"};

static int find_function(const char *name, size_t length)
{
    for (int i = 0; i < (int)(sizeof functions / sizeof *functions); i++)
        if (asm_word_is(name, length, functions[i]))
            return i;
    return -1;
}

static int64_t align_to(int64_t v, int64_t align) { return (v + align - 1) / align * align; }

/* Waves per SIMD that the registers leave: max waves, VGPR granule, VGPRs of a SIMD, the chip's
 * generation, waves so far, SGPRs, VGPRs of the kernel. SGPRs limit nothing on RDNA. */
static int64_t occupancy(const int64_t *a)
{
    int64_t most = a[0], granule = a[1], total = a[2], waves = a[4], vgprs = a[6];
    if (!vgprs || granule <= 0)
        return waves;
    int64_t fit = vgprs < granule ? most : total / align_to(vgprs, granule);
    fit = fit < 1 ? 1 : fit > most ? most : fit;
    return fit < waves ? fit : waves;
}

static const char *call(struct assembler *as, unsigned function, const int64_t *a, unsigned n,
                        int64_t *out)
{
    (void)as;
    int64_t v = a[0];
    switch (function) {
    case FN_MAX:
        for (unsigned i = 1; i < n; i++)
            v = a[i] > v ? a[i] : v;
        break;
    case FN_OR:
        for (unsigned i = 1; i < n; i++)
            v |= a[i];
        break;
    case FN_EXTRA_SGPRS: /* VCC and the like are not among the SGPRs that a wave is given */
        if (n != 3)
            return "extrasgprs takes three arguments";
        v = 0;
        break;
    case FN_TOTAL_VGPRS:
        if (n != 2)
            return "totalnumvgprs takes two arguments";
        v = a[0] > a[1] ? a[0] : a[1];
        break;
    case FN_ALIGN_TO:
        if (n != 2 || a[1] <= 0)
            return "alignto takes a value and a positive alignment";
        v = align_to(a[0], a[1]);
        break;
    case FN_OCCUPANCY:
        if (n != 7)
            return "occupancy takes seven arguments";
        v = occupancy(a);
        break;
    default: /* in units of 128 bytes, six bits */
        if (n != 1)
            return "instprefsize takes one argument";
        v = (a[0] + 127) / 128;
        v = v > 63 ? 63 : v;
        break;
    }
    *out = v;
    return NULL;
}

/* ---- relocations --------------------------------------------------------------------------------
 */

enum variant {
    VARIANT_NONE,
    VARIANT_GOT,
    VARIANT_GOT_LO,
    VARIANT_GOT_HI,
    VARIANT_REL_LO,
    VARIANT_REL_HI,
    VARIANT_REL64,
    VARIANT_ABS_LO,
    VARIANT_ABS_HI
};

static const char *const variants[] = {NULL,       "gotpcrel", "gotpcrel32@lo", "gotpcrel32@hi",
                                       "rel32@lo", "rel32@hi", "rel64",         "abs32@lo",
                                       "abs32@hi"};

static int find_variant(const char *name, size_t length)
{
    for (int i = 1; i < (int)(sizeof variants / sizeof *variants); i++)
        if (asm_word_is_nocase(name, length, variants[i]))
            return i;
    return -1;
}

static bool needs_got(unsigned variant)
{
    return variant == VARIANT_GOT || variant == VARIANT_GOT_LO || variant == VARIANT_GOT_HI;
}

static bool is_relative(unsigned kind, unsigned variant)
{
    (void)kind;
    return variant != VARIANT_ABS_LO && variant != VARIANT_ABS_HI;
}

static int relocation(unsigned kind, unsigned size, unsigned variant, bool relative)
{
    if (kind == FIX_BRANCH)
        return variant ? -1 : R_REL16;
    if (size != 8) {
        switch (variant) {
        case VARIANT_GOT:
            return R_GOTPCREL;
        case VARIANT_GOT_LO:
            return R_GOTPCREL32_LO;
        case VARIANT_GOT_HI:
            return R_GOTPCREL32_HI;
        case VARIANT_REL_LO:
            return R_REL32_LO;
        case VARIANT_REL_HI:
            return R_REL32_HI;
        case VARIANT_ABS_LO:
            return R_ABS32_LO;
        case VARIANT_ABS_HI:
            return R_ABS32_HI;
        case VARIANT_REL64:
            return -1;
        }
    }
    if (kind == FIX_LITERAL)
        return R_REL32;
    if (size == 8)
        return variant > VARIANT_NONE && variant != VARIANT_REL64 ? -1
               : relative                                         ? R_REL64
                                                                  : R_ABS64;
    return size == 4 ? relative ? R_REL32 : R_ABS32 : -1;
}

static int64_t adjust(unsigned kind, unsigned variant, int64_t value)
{
    (void)kind;
    switch (variant) {
    case VARIANT_GOT_LO:
    case VARIANT_REL_LO:
    case VARIANT_ABS_LO:
        return value & 0xffffffff;
    case VARIANT_GOT_HI:
    case VARIANT_REL_HI:
    case VARIANT_ABS_HI:
        return value >> 32;
    default:
        return value;
    }
}

static const char *apply(unsigned kind, uint8_t *at, int64_t value)
{
    if (kind == FIX_BRANCH) { /* in dwords from the next instruction, manual 16.5 */
        int64_t distance = value - 4;
        if (distance & 3)
            return "the branch target is not at a multiple of four bytes";
        distance /= 4;
        if (distance < -32768 || distance > 32767)
            return "the branch target is too far away: a branch reaches 32768 dwords";
        at[0] = (uint8_t)distance;
        at[1] = (uint8_t)((uint64_t)distance >> 8);
        return NULL;
    }
    if (value < INT32_MIN || value > UINT32_MAX)
        return "the value does not fit in a literal of 32 bits";
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)((uint64_t)value >> 8 * i);
    return NULL;
}

/* ---- instructions --------------------------------------------------------------------- */

static bool instruction(struct assembler *as, struct asm_cursor *c)
{
    struct rdna3_state *st = as->isa_state;
    struct rdna3_parse_options opt = {.generation = as->isa->form, .wave64 = st->wave64, .as = as};
    struct rdna3_parsed p;
    const char *start = c->p;
    if (st->open_kernel)
        return asm_fail(c, start, "expected an .amdhsa_ directive or .end_amdhsa_kernel");
    if (!rdna3_parse(c, &opt, &p))
        return false;
    uint32_t words[5];
    size_t size = rdna3_encode(&p.in, words);
    if (as->lines)
        asm_note_line(as);
    uint64_t offset = as->section->size;
    uint8_t *at = asm_reserve(as, as->section, size);
    if (!at)
        return asm_fail(c, start, "out of memory");
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    if (as->section->align < 4)
        as->section->align = 4;
    if (p.fix == RDNA3_FIX_BRANCH)
        return asm_add_fixup(as, as->section, offset, FIX_BRANCH, 4, p.expr);
    if (p.fix == RDNA3_FIX_LITERAL) /* the last dword */
        return asm_add_fixup(as, as->section, offset + size - 4, FIX_LITERAL, 4, p.expr);
    return true;
}

static bool one(const struct asm_isa *isa, struct asm_cursor *c, bool wave64,
                uint8_t code[SHOAL_ASM_INSN_BYTES], size_t *size_bytes)
{
    struct rdna3_parse_options opt = {.generation = isa->form, .wave64 = wave64};
    struct rdna3_parsed p;
    uint32_t words[5];
    if (!rdna3_parse(c, &opt, &p))
        return false;
    *size_bytes = rdna3_encode(&p.in, words);
    for (size_t i = 0; i < *size_bytes; i++)
        code[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    return true;
}

/* ---- the run -------------------------------------------------------------------------- */

/* Operands of lane masks are wider in wave64, and kernels say what they are only after their
 * code: the first one speaks for the file. */
static bool says_wave64(const char *text, size_t length)
{
    static const char key[] = ".amdhsa_wavefront_size32";
    const char *p = text, *end = text + length;
    while ((p = memchr(p, '.', (size_t)(end - p))) != NULL) {
        if ((size_t)(end - p) > sizeof key && !memcmp(p, key, sizeof key - 1)) {
            p += sizeof key - 1;
            while (p < end && (*p == ' ' || *p == '\t'))
                p++;
            return p < end && *p == '0';
        }
        p++;
    }
    return false;
}

static bool begin(struct assembler *as)
{
    struct rdna3_state *st = as->isa_state;
    st->wave64 = as->options->wave64 || says_wave64(as->text, as->text_length);
    st->code_object_version = 6;
    st->last_kernel = &st->kernels;
    return true;
}

static void end(struct assembler *as)
{
    struct rdna3_state *st = as->isa_state;
    free(st->metadata);
}

static bool finish(struct assembler *as, struct asm_cursor *c)
{
    return amdhsa_finish(as, c) && metadata_write(as, c);
}

const shoal_chip *rdna3_asm_chip(const struct assembler *as)
{
    const shoal_chip *chip = shoal_chip_find(as->options->chip ? as->options->chip : as->isa->name);
    bool fits = chip && rdna3_generation_of(chip->form) == as->isa->form;
    return fits ? chip : shoal_chip_find(as->isa->name);
}

static void elf_header(struct assembler *as, uint32_t *flags, uint8_t *osabi, uint8_t *abi_version)
{
    const struct rdna3_state *st = as->isa_state;
    *flags = rdna3_asm_chip(as)->elf_flags;
    *osabi = OSABI_AMDGPU_HSA;
    *abi_version = (uint8_t)(st->code_object_version - 2);
}

#define ASM_OF(index, chip, form_name)                                                             \
    {                                                                                              \
        .name = #chip,                                                                             \
        .form = index,                                                                             \
        .elf_machine = ELF_MACHINE_AMDGPU,                                                         \
        .code_fill = S_NOP,                                                                        \
        .find_function = find_function,                                                            \
        .call = call,                                                                              \
        .find_variant = find_variant,                                                              \
        .state_size = sizeof(struct rdna3_state),                                                  \
        .begin = begin,                                                                            \
        .end = end,                                                                                \
        .instruction = instruction,                                                                \
        .directive = amdhsa_directive,                                                             \
        .raw_line = metadata_line,                                                                 \
        .finish = finish,                                                                          \
        .apply = apply,                                                                            \
        .is_relative = is_relative,                                                                \
        .adjust = adjust,                                                                          \
        .needs_got = needs_got,                                                                    \
        .relocation = relocation,                                                                  \
        .relative_relocation = R_RELATIVE64,                                                       \
        .one = one,                                                                                \
        .elf_header = elf_header,                                                                  \
    },
const struct asm_isa rdna3_asm[] = {RDNA3_GENERATIONS(ASM_OF)};

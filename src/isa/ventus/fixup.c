/* fixup.c: values of symbols into the fields of instructions. RISC-V ELF psABI, "Relocations". */
#include "isa/ventus/parse.h"

static uint32_t read_word(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Puts `value` into the pieces of field `role` of format `format`, in the word at `at`. */
static void set_field(uint8_t *at, unsigned format, unsigned role, uint32_t value)
{
    uint32_t f[VF_SLOTS], mask[VF_SLOTS] = {0};
    unsigned slot = ventus_formats[format].places[role].field;
    mask[slot] = UINT32_MAX;
    uint32_t bits = (uint32_t)ventus_pack(format, mask);
    ventus_unpack(format, 0, f);
    f[slot] = value;
    uint32_t word = (read_word(at) & ~bits) | (uint32_t)ventus_pack(format, f);
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t high_part(int64_t value) { return (uint32_t)((value + 0x800) >> 12) & 0xfffff; }

static const char *set_signed(uint8_t *at, unsigned format, unsigned role, int64_t value,
                              unsigned bits, const char *problem)
{
    if (value < -(INT64_C(1) << (bits - 1)) || value >= INT64_C(1) << (bits - 1))
        return problem;
    set_field(at, format, role, (uint32_t)value & ((1u << bits) - 1));
    return NULL;
}

static const char *set_distance(uint8_t *at, unsigned format, int64_t value, unsigned bits,
                                const char *problem)
{
    if (value & 1)
        return "the target is at an odd address";
    return set_signed(at, format, VROLE_k, value >> 1, bits - 1, problem);
}

const char *ventus_apply(enum ventus_fix fix, uint8_t *at, int64_t value)
{
    static const char far_away[] = "the address is more than 2 GiB away";
    switch (fix) {
    case VENTUS_FIX_BRANCH:
        return set_distance(at, VFMT_B, value, 13,
                            "the branch target is too far away: a branch reaches 4 KiB");
    case VENTUS_FIX_JUMP:
        return set_distance(at, VFMT_J, value, 21,
                            "the target is too far away: a jump reaches 1 MiB");
    case VENTUS_FIX_IMM_I:
        return set_signed(at, VFMT_L, VROLE_k, value, 12,
                          "the value does not fit in 12 bits: -2048 to 2047");
    case VENTUS_FIX_IMM_S:
        return set_signed(at, VFMT_S, VROLE_k, value, 12,
                          "the value does not fit in 12 bits: -2048 to 2047");
    case VENTUS_FIX_LO_I:
    case VENTUS_FIX_PCREL_LO_I:
        set_field(at, VFMT_L, VROLE_k, (uint32_t)value & 0xfff);
        return NULL;
    case VENTUS_FIX_LO_S:
    case VENTUS_FIX_PCREL_LO_S:
        set_field(at, VFMT_S, VROLE_k, (uint32_t)value & 0xfff);
        return NULL;
    case VENTUS_FIX_UPPER:
        if (value < 0 || value > 0xfffff)
            return "the value does not fit in 20 bits: 0 to 1048575";
        set_field(at, VFMT_U, VROLE_b, (uint32_t)value);
        return NULL;
    case VENTUS_FIX_HI:
        if (value < INT32_MIN || value > UINT32_MAX)
            return "the address does not fit in 32 bits";
        set_field(at, VFMT_U, VROLE_b, high_part(value));
        return NULL;
    case VENTUS_FIX_PCREL_HI:
        if (value < -INT64_C(0xffffffff) || value > INT64_C(0xffffffff))
            return far_away;
        set_field(at, VFMT_U, VROLE_b, high_part(value));
        return NULL;
    case VENTUS_FIX_CALL:
        if (value < -INT64_C(0xffffffff) || value > INT64_C(0xffffffff))
            return far_away;
        set_field(at, VFMT_U, VROLE_b, high_part(value));
        set_field(at + 4, VFMT_L, VROLE_k, (uint32_t)value & 0xfff);
        return NULL;
    case VENTUS_FIX_NONE:
        break;
    }
    return "this field takes no symbol";
}

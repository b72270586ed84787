/* print_immediate.c: immediates that have names: waits, delays, hardware registers, messages,
 * DPP controls, swizzle patterns, buffer formats, export targets, image dimensions. */
#include "isa/rdna3/names.h"
#include "isa/rdna3/print_parts.h"

/* Fields of an immediate, those that are not at their default. */
static void put_fields(struct pen *p, uint32_t value, const struct rdna3_bit_field *f, unsigned n)
{
    bool all = true, first = true;
    for (unsigned i = 0; i < n; i++) {
        uint32_t max = (1u << f[i].bits) - 1;
        all = all && (value >> f[i].shift & max) == max;
    }
    for (unsigned i = 0; i < n; i++) {
        uint32_t max = (1u << f[i].bits) - 1, v = value >> f[i].shift & max;
        if (v == max && !all)
            continue;
        if (!first)
            put_char(p, ' ');
        first = false;
        put_text(p, f[i].name);
        put_char(p, '(');
        put_unsigned(p, v);
        put_char(p, ')');
    }
}

/* Manual 5.6, S_WAITCNT. */
static void put_waitcnt(struct pen *p, uint32_t value)
{
    put_fields(p, value, rdna3_waitcnt_fields, RDNA3_WAITCNT_FIELDS);
}

/* Manual 16.5, S_WAITCNT_DEPCTR. */
static void put_depctr(struct pen *p, uint32_t value)
{
    if (value & 0x60) /* belong to no field */
        put_hex(p, value);
    else
        put_fields(p, value, rdna3_depctr_fields, RDNA3_DEPCTR_FIELDS);
}

/* Manual 5.7, S_DELAY_ALU. */
static void put_delay(struct pen *p, uint32_t value)
{
    const char *const *id = rdna3_delay_ids, *const *skip = rdna3_delay_skips;
    uint32_t id0 = value & 15, s = value >> 4 & 7, id1 = value >> 7 & 15;
    const char *separator = "";
    if (id0) {
        put_text(p, "instid0(");
        put_text(p, id[id0] ? id[id0] : "/* invalid instid value */");
        put_char(p, ')');
        separator = " | ";
    }
    if (s) {
        put_text(p, separator);
        put_text(p, "instskip(");
        put_text(p, skip[s] ? skip[s] : "/* invalid instskip value */");
        put_char(p, ')');
        separator = " | ";
    }
    if (id1) {
        put_text(p, separator);
        put_text(p, "instid1(");
        put_text(p, id[id1] ? id[id1] : "/* invalid instid value */");
        put_char(p, ')');
        separator = " | ";
    }
    if (!*separator)
        put_char(p, '0');
}

/* Manual 3.4 and 16.2, S_GETREG_B32: register, first bit, size. */
static void put_hwreg(struct pen *p, uint32_t value)
{
    const char *const *names = rdna3_hwregs;
    uint32_t id = value & 63, first = value >> 6 & 31, size = (value >> 11 & 31) + 1;
    put_text(p, "hwreg(");
    if (names[id])
        put_text(p, names[id]);
    else
        put_unsigned(p, id);
    if (first || size != 32) {
        put_text(p, ", ");
        put_unsigned(p, first);
        put_text(p, ", ");
        put_unsigned(p, size);
    }
    put_char(p, ')');
}

/* Manual 16.5, S_SENDMSG; 128 and up are for S_SENDMSG_RTN (16.3). */
static void put_message(struct pen *p, uint32_t value)
{
    const char *const *names = rdna3_messages;
    uint32_t id = value & 0xff;
    bool has_name = id < RDNA3_MESSAGES && names[id];
    if (value > 0xff && !has_name) {
        put_unsigned(p, value);
        return;
    }
    put_text(p, "sendmsg(");
    if (has_name) {
        put_text(p, names[id]);
    } else {
        put_unsigned(p, value);
        put_text(p, ", 0, 0");
    }
    put_char(p, ')');
}

void put_message_rtn(struct pen *p, uint32_t value) { put_message(p, value); }

/* Numbers that are also inline constants are decimal in LLVM's text, others hexadecimal. */
static void put_count(struct pen *p, uint32_t value)
{
    if (value <= 64)
        put_unsigned(p, value);
    else
        put_hex(p, value);
}

/* S_VERSION: the microcode version and the wave sizes the program may run in. */
static void put_version(struct pen *p, uint32_t value)
{
    const char *const *generation = rdna3_versions, *const *bits = rdna3_version_bits;
    uint32_t version = value & 0xff, set = value >> 13;
    if (value & 0x1f00) {
        put_hex(p, value);
        return;
    }
    for (int i = __builtin_popcount(set); i > 1; i--)
        put_char(p, '(');
    if (version < 10 && generation[version])
        put_text(p, generation[version]);
    else
        put_unsigned(p, version);
    for (unsigned i = 0, more = set; more; i++, more >>= 1) {
        if (!(more & 1))
            continue;
        put_char(p, '|');
        put_text(p, bits[i]);
        if (more > 1)
            put_char(p, ')');
    }
}

static void put_target(struct pen *p, uint32_t value)
{
    const struct rdna3_print_options *o = p->opt;
    uint64_t target = o->pc + 4 + 4 * (uint64_t)(int64_t)(int16_t)value;
    const char *name = o->label ? o->label(o->context, target) : NULL;
    if (name)
        put_text(p, name);
    else
        put_unsigned(p, value);
}

void put_simm16(struct pen *p, uint32_t value, unsigned type)
{
    switch (type) {
    case T_label:
        put_target(p, value);
        break;
    case T_waitcnt:
        put_waitcnt(p, value);
        break;
    case T_depctr:
        put_depctr(p, value);
        break;
    case T_delay:
        put_delay(p, value);
        break;
    case T_hwreg:
        put_hwreg(p, value);
        break;
    case T_msg:
    case T_msgrtn:
        put_message(p, value);
        break;
    case T_version:
        put_version(p, value);
        break;
    case T_opt16:
        put_unsigned(p, value);
        break;
    case T_n16:
        put_count(p, value);
        break;
    default:
        put_hex(p, value);
        break;
    }
}

static void put_dpp16(struct pen *p)
{
    uint32_t dpp = p->in->dpp, ctrl = rdna3_dpp16_ctrl(dpp), n = ctrl & 15;
    static const char *const shifts[] = {"row_shl", "row_shr", "row_ror"};
    static const char *const shares[] = {"row_share", "row_xmask"};
    put_char(p, ' ');
    if (ctrl < 0x100) {
        put_text(p, "quad_perm:[");
        for (unsigned i = 0; i < 4; i++) {
            put_flag(p, i, ",");
            put_char(p, (char)('0' + (ctrl >> 2 * i & 3)));
        }
        put_char(p, ']');
    } else if (ctrl == 0x140 || ctrl == 0x141) {
        put_text(p, ctrl == 0x140 ? "row_mirror" : "row_half_mirror");
    } else {
        put_text(p, ctrl < 0x140 ? shifts[(ctrl >> 4) & 3] : shares[(ctrl >> 4) - 0x15]);
        put_char(p, ':');
        put_unsigned(p, n);
    }
    put_text(p, " row_mask:");
    put_hex(p, dpp >> 28);
    put_text(p, " bank_mask:");
    put_hex(p, dpp >> 24 & 15);
    put_flag(p, rdna3_dpp16_bound_ctrl(dpp), " bound_ctrl:1");
    put_flag(p, rdna3_dpp16_fi(dpp), " fi:1");
}

void put_dpp(struct pen *p)
{
    if (p->in->ext == EXT_DPP16) {
        put_dpp16(p);
    } else if (p->in->ext == EXT_DPP8) {
        put_text(p, " dpp8:[");
        for (unsigned i = 0; i < 8; i++) {
            put_flag(p, i, ",");
            put_char(p, (char)('0' + (p->in->dpp >> (8 + 3 * i) & 7)));
        }
        put_char(p, ']');
        put_flag(p, p->in->dpp8_fi, " fi:1");
    }
}

/* DS_SWIZZLE_B32's offset (manual 16.15). Of the bit-mask patterns, LLVM names those with
 * only one of AND, OR and XOR in effect. */
void put_swizzle(struct pen *p, uint32_t offset)
{
    if (!offset)
        return;
    put_text(p, " offset:");
    if (offset >= 0xe000) {
        put_text(p, "swizzle(FFT,");
        put_unsigned(p, offset & 31);
        put_char(p, ')');
    } else if (offset >= 0xc000) {
        put_text(p, "swizzle(ROTATE,");
        put_unsigned(p, offset >> 10 & 1);
        put_char(p, ',');
        put_unsigned(p, offset >> 5 & 31);
        put_char(p, ')');
    } else if (offset & 0x8000 && offset & 0x7f00) {
        put_unsigned(p, offset);
    } else if (offset & 0x8000) {
        put_text(p, "swizzle(QUAD_PERM");
        for (unsigned i = 0; i < 4; i++) {
            put_char(p, ',');
            put_char(p, (char)('0' + (offset >> 2 * i & 3)));
        }
        put_char(p, ')');
    } else {
        uint32_t and = offset & 31, or = offset >> 5 & 31, xor = offset >> 10 & 31;
        if (and == 31 && ! or &&xor&&!(xor&(xor-1))) {
            put_text(p, "swizzle(SWAP,");
            put_unsigned(p, xor);
        } else if (and == 31 && ! or &&xor&&!(xor&(xor+1))) {
            put_text(p, "swizzle(REVERSE,");
            put_unsigned(p, xor+1);
        } else {
            uint32_t group = 32 - and;
            if (group > 1 && !(group & (group - 1)) && or < group && !xor) {
                put_text(p, "swizzle(BROADCAST,");
                put_unsigned(p, group);
                put_char(p, ',');
                put_unsigned(p, or);
            } else {
                put_text(p, "swizzle(BITMASK_PERM,\"");
                for (int i = 4; i >= 0; i--) {
                    unsigned zero = or >> i & 1, one = zero; /* what 0 and 1 become */
                    one |= and >> i & 1;
                    zero ^= xor >> i & 1;
                    one ^= xor >> i & 1;
                    put_char(p, zero == one ? (zero ? '1' : '0') : zero ? 'i' : 'p');
                }
                put_char(p, '"');
            }
        }
        put_char(p, ')');
    }
}

/* Unified buffer formats (manual table 52). 1 is LLVM's default and not printed. */
void put_buffer_format(struct pen *p, uint32_t format)
{
    if (format == 1)
        return;
    put_text(p, " format:");
    if (format < RDNA3_BUFFER_FORMATS) {
        put_text(p, "[BUF_FMT_");
        put_text(p, rdna3_buffer_formats[format]);
        put_char(p, ']');
    } else {
        put_unsigned(p, format);
    }
}

/* Manual 13.3, export targets. */
void put_export_target(struct pen *p, uint32_t target)
{
    const struct rdna3_export_target *names = rdna3_export_targets;
    for (unsigned i = 0; i < RDNA3_EXPORT_TARGETS; i++)
        if (target >= names[i].first && target <= names[i].last) {
            put_text(p, names[i].name);
            if (names[i].numbered)
                put_unsigned(p, target - names[i].first);
            return;
        }
    put_text(p, "invalid_target_");
    put_unsigned(p, target);
}

const char *image_dim_name(uint32_t dim) { return rdna3_image_dims[dim & 7]; }

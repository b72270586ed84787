/* parse_immediate.c: immediates with names: waits, delays, hardware registers, messages, swizzle
 * patterns, buffer formats, export targets, image dimensions. */
#include <stdio.h>
#include <string.h>

#include "isa/rdna3/parse_parts.h"

static bool expect(struct parser *s, char ch)
{
    if (asm_eat(s->c, ch))
        return true;
    return refuse(s, s->c->p, "expected '%c'", ch);
}

static const struct rdna3_bit_field *find_field(const struct rdna3_bit_field *f, unsigned n,
                                                const char *word, size_t length)
{
    for (unsigned i = 0; i < n; i++)
        if (asm_word_is(word, length, f[i].name))
            return &f[i];
    return NULL;
}

static bool ends_with(const char *word, size_t length, const char *end)
{
    size_t n = strlen(end);
    return length > n && !memcmp(word + length - n, end, n);
}

/* name(N) name(N) ..., separated by nothing, & or a comma; or a number. */
static bool parse_fields(struct parser *s, const struct rdna3_bit_field *f, unsigned n,
                         uint32_t initial, bool saturates, uint32_t *value)
{
    struct asm_cursor *c = s->c;
    const char *word;
    size_t length = asm_peek_word(c, &word);
    const char *after = word + length;
    while (*after == ' ')
        after++;
    if (!length || *after != '(') {
        int64_t v;
        if (!parse_integer(s, "the immediate", -32768, 65535, &v))
            return false;
        *value = (uint32_t)v & 0xffff;
        return true;
    }
    uint32_t out = initial, set = 0;
    for (;;) {
        length = asm_word(c, &word);
        size_t name = length;
        bool sat = saturates && ends_with(word, length, "_sat");
        if (sat)
            name -= 4;
        const struct rdna3_bit_field *field = length ? find_field(f, n, word, name) : NULL;
        if (!field) {
            refuse(s, word, "unknown counter");
            char list[200];
            size_t used = 0;
            for (unsigned i = 0; i < n; i++)
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                         f[i].name);
            asm_hint(c, "the counters are %s", list);
            return false;
        }
        if (set >> (field - f) & 1 && !saturates)
            return refuse(s, word, "%s is here twice", field->name);
        set |= 1u << (field - f);
        int64_t v, max = (1 << field->bits) - 1;
        if (!expect(s, '('))
            return false;
        asm_skip(c);
        const char *at = c->p;
        if (!asm_parse_number(s->opt->as, c, "a count", &v))
            return false;
        if (v > max && sat)
            v = max;
        if (v < 0 || v > max)
            return refuse(s, at, "%s is 0 to %d", field->name, (int)max);
        if (!expect(s, ')'))
            return false;
        uint32_t mask = (uint32_t)max << field->shift;
        out = (out & ~mask) | (uint32_t)v << field->shift;
        if (asm_eat(c, '&') || asm_eat(c, ',')) {
            if (!asm_peek_word(c, &word))
                return refuse(s, c->p, "expected a counter name");
            continue;
        }
        if (asm_at_end(c))
            break;
    }
    *value = out;
    return true;
}

/* instid0(NAME) | instskip(NAME) | instid1(NAME), manual 5.7 */
static bool parse_delay(struct parser *s, uint32_t *value)
{
    struct asm_cursor *c = s->c;
    const char *word;
    uint32_t out = 0;
    if (!asm_peek_word(c, &word) || strncmp(word, "inst", 4) != 0) {
        int64_t v;
        if (!parse_integer(s, "the delay", -32768, 65535, &v))
            return false;
        *value = (uint32_t)v & 0xffff;
        return true;
    }
    do {
        size_t n = asm_word(c, &word);
        unsigned shift = asm_word_is(word, n, "instid0")    ? 0
                         : asm_word_is(word, n, "instskip") ? 4
                         : asm_word_is(word, n, "instid1")  ? 7
                                                            : 16;
        if (shift == 16)
            return refuse(s, word, "expected instid0(...), instskip(...) or instid1(...)");
        const char *const *names = shift == 4 ? rdna3_delay_skips : rdna3_delay_ids;
        unsigned count = shift == 4 ? 8 : 16, i = 0;
        if (!expect(s, '('))
            return false;
        n = asm_word(c, &word);
        while (i < count && !(names[i] && n && asm_word_is(word, n, names[i])))
            i++;
        if (i == count) {
            refuse(s, word, "unknown %s", shift == 4 ? "skip" : "dependency");
            asm_hint(c, shift == 4 ? "SAME, NEXT, SKIP_1 to SKIP_4"
                                   : "NO_DEP, VALU_DEP_1 to _4, TRANS32_DEP_1 to _3, "
                                     "FMA_ACCUM_CYCLE_1, SALU_CYCLE_1 to _3");
            return false;
        }
        out |= i << shift;
        if (!expect(s, ')'))
            return false;
    } while (asm_eat(c, '|'));
    *value = out;
    return true;
}

/* A name out of a list, or a number. */
static bool name_or_number(struct parser *s, const char *const *names, unsigned first,
                           unsigned count, const char *what, int64_t *out)
{
    const char *word;
    size_t n = asm_peek_word(s->c, &word);
    if (n)
        for (unsigned i = first; i < first + count; i++)
            if (names[i] && asm_word_is(word, n, names[i])) {
                s->c->p += n;
                *out = i;
                return true;
            }
    asm_skip(s->c);
    return asm_parse_number(s->opt->as, s->c, what, out);
}

static bool pack_hwreg(struct parser *s, const char *at, const int64_t v[3], uint32_t *value)
{
    if (v[0] < 0 || v[0] > 63)
        return refuse(s, at, "a hardware register's number is 0 to 63");
    if (v[1] < 0 || v[1] > 31)
        return refuse(s, at, "the first bit of a field is 0 to 31");
    if (v[2] < 1 || v[2] > 32)
        return refuse(s, at, "the size of a field is 1 to 32");
    *value = (uint32_t)(v[0] | v[1] << 6 | (v[2] - 1) << 11);
    return true;
}

/* hwreg(NAME[, first bit, size]), {id: NAME, offset: N, size: N}, or a number */
static bool parse_hwreg(struct parser *s, uint32_t *value)
{
    struct asm_cursor *c = s->c;
    const char *word, *at;
    int64_t v[3] = {0, 0, 32};
    asm_skip(c);
    at = c->p;
    if (asm_eat(c, '{')) {
        static const char *const keys[3] = {"id", "offset", "size"};
        unsigned set = 0;
        do {
            size_t n = asm_word(c, &word);
            unsigned i = 0;
            while (i < 3 && !(n && asm_word_is(word, n, keys[i])))
                i++;
            if (i == 3 || set >> i & 1)
                return refuse(s, word, "expected id, offset or size, each once");
            set |= 1u << i;
            if (!expect(s, ':'))
                return false;
            if (!(i ? asm_parse_number(s->opt->as, c, "a number", &v[i])
                    : name_or_number(s, rdna3_hwregs, 0, 64, "a register name or number", &v[i])))
                return false;
        } while (asm_eat(c, ','));
        return expect(s, '}') && pack_hwreg(s, at, v, value);
    }
    size_t n = asm_peek_word(c, &word);
    if (!n || !asm_word_is(word, n, "hwreg")) {
        if (!parse_integer(s, "the hardware register", -32768, 65535, &v[0]))
            return false;
        *value = (uint32_t)v[0] & 0xffff;
        return true;
    }
    c->p += n;
    if (!expect(s, '(') ||
        !name_or_number(s, rdna3_hwregs, 0, 64, "a register name or number", &v[0]))
        return false;
    if (asm_eat(c, ',') && (!asm_parse_number(s->opt->as, c, "the first bit", &v[1]) ||
                            !expect(s, ',') || !asm_parse_number(s->opt->as, c, "the size", &v[2])))
        return false;
    return expect(s, ')') && pack_hwreg(s, at, v, value);
}

bool parse_message(struct parser *s, bool rtn, uint32_t *value)
{
    struct asm_cursor *c = s->c;
    const char *word;
    int64_t v = 0, op = 0, stream = 0;
    size_t n = asm_peek_word(c, &word);
    const char *at = word;
    if (!n || !asm_word_is(word, n, "sendmsg")) {
        if (!parse_integer(s, "the message", 0, rtn ? 255 : 65535, &v))
            return false;
        *value = (uint32_t)v & 0xffff;
        return true;
    }
    c->p += n;
    if (!expect(s, '('))
        return false;
    asm_skip(c);
    n = asm_peek_word(c, &word);
    at = c->p;
    /* A named message has neither operation nor stream on this chip. */
    if (!name_or_number(s, rdna3_messages, 0, RDNA3_MESSAGES, "a message name or number", &v))
        return false;
    if (asm_eat(c, ',')) {
        if (n)
            return refuse(s, c->p, "a message with a name has no operation on RDNA3");
        if (!parse_integer(s, "the operation", 0, 7, &op))
            return false;
        if (asm_eat(c, ',') && !parse_integer(s, "the stream", 0, 3, &stream))
            return false;
    }
    if (v < 0 || v > 255)
        return refuse(s, at, "a message's number is 0 to 255");
    if (rtn && n && v < RDNA3_FIRST_RTN_MESSAGE)
        return refuse(s, at, "this message returns no value: use s_sendmsg");
    *value = (uint32_t)(v | op << 4 | stream << 8);
    return expect(s, ')');
}

static bool parse_version(struct parser *s, uint32_t *value)
{
    int64_t v = 0;
    const char *word;
    size_t n;
    asm_skip(s->c);
    bool named = *s->c->p == '('; /* or a name anywhere in the sum of bits */
    for (const char *p = s->c->p; *p && *p != '\n' && !named; p++)
        named = p[0] == 'U' && p[1] == 'C' && p[2] == '_';
    if (!named) {
        if (!parse_integer(s, "the version", -32768, 65535, &v))
            return false;
        *value = (uint32_t)v & 0xffff;
        return true;
    }
    unsigned depth = 0;
    *value = 0;
    do {
        while (asm_eat(s->c, '('))
            depth++;
        asm_skip(s->c);
        struct asm_number number;
        if (asm_is(*s->c->p, ASM_DIGIT)) {
            if (!asm_number(s->c, &number))
                return false;
            if (number.is_float || number.integer > 0xffff)
                return refuse(s, s->c->p, "the version has 16 bits");
            *value |= (uint32_t)number.integer;
            while (depth && asm_eat(s->c, ')'))
                depth--;
            continue;
        }
        n = asm_word(s->c, &word);
        unsigned i = 0;
        for (; i < 13; i++) {
            const char *name = i < 10 ? rdna3_versions[i] : rdna3_version_bits[i - 10];
            if (name && n && asm_word_is(word, n, name))
                break;
        }
        if (i == 13)
            return refuse(s, word, "expected a UC_VERSION_... name");
        *value |= i < 10 ? i : 1u << (13 + i - 10);
        while (depth && asm_eat(s->c, ')'))
            depth--;
    } while (asm_eat(s->c, '|'));
    if (depth)
        return refuse(s, s->c->p, "expected ')'");
    return true;
}

static bool parse_target(struct parser *s, uint32_t *value)
{
    struct asm_value v;
    asm_skip(s->c);
    const char *at = s->c->p;
    if (!asm_parse_expr(s->opt->as, s->c, &v))
        return false;
    if (v.expr) {
        s->out->fix = RDNA3_FIX_BRANCH;
        s->out->expr = v.expr;
        *value = 0;
        return true;
    }
    if (v.number < -32768 || v.number > 65535)
        return refuse(s, at, "a branch offset has 16 bits");
    *value = (uint32_t)v.number & 0xffff;
    return true;
}

bool parse_simm16(struct parser *s, unsigned type, uint32_t *value)
{
    int64_t v;
    switch (type) {
    case T_label:
        return parse_target(s, value);
    case T_waitcnt:
        return parse_fields(s, rdna3_waitcnt_fields, RDNA3_WAITCNT_FIELDS, 0xfff7, true, value);
    case T_depctr:
        return parse_fields(s, rdna3_depctr_fields, RDNA3_DEPCTR_FIELDS, 0xff9f, false, value);
    case T_delay:
        return parse_delay(s, value);
    case T_hwreg:
        return parse_hwreg(s, value);
    case T_msg:
    case T_msgrtn:
        return parse_message(s, false, value);
    case T_version:
        if (!parse_version(s, value))
            return false;
        return true;
    case T_opt16:
        if (asm_at_end(s->c)) {
            *value = 0;
            return true;
        }
        break;
    }
    if (!parse_integer(s, "the immediate",
                       (s->row->format == FMT_SOPK && type == T_u16) || type == T_opt16 ? 0
                                                                                        : -32768,
                       65535, &v))
        return false;
    *value = (uint32_t)v & 0xffff;
    return true;
}

/* ---- ds_swizzle_b32's offset, manual 16.15 ------------------------------------------ */

static bool swizzle_numbers(struct parser *s, unsigned count, const int64_t (*limits)[2],
                            int64_t *out)
{
    for (unsigned i = 0; i < count; i++) {
        if (!expect(s, ','))
            return false;
        if (!parse_integer(s, "the number", limits[i][0], limits[i][1], &out[i]))
            return false;
    }
    return true;
}

static bool is_power_of_two(int64_t v) { return v > 0 && !(v & (v - 1)); }

static bool swizzle_mask(struct parser *s, int64_t *offset)
{
    char text[6];
    int64_t and = 0, or = 0, xor = 0;
    if (!expect(s, ','))
        return false;
    asm_skip(s->c);
    const char *at = s->c->p;
    ptrdiff_t n = asm_string(s->c, text, sizeof text);
    if (n != 5)
        return n < 0 ? false : refuse(s, at, "the mask has five letters of 0, 1, p and i");
    for (int i = 0; i < 5; i++) {
        int64_t bit = 16 >> i;
        switch (text[i]) {
        case '0':
            break;
        case '1':
            or |= bit;
            break;
        case 'p':
            and |= bit;
            break;
        case 'i':
            and |= bit;
            xor |= bit;
            break;
        default:
            return refuse(s, at, "the mask has five letters of 0, 1, p and i");
        }
    }
    *offset = and | or << 5 | xor << 10;
    return true;
}

bool parse_swizzle(struct parser *s, int64_t *offset)
{
    struct asm_cursor *c = s->c;
    const char *word;
    size_t n = asm_peek_word(c, &word);
    if (!n || !asm_word_is(word, n, "swizzle"))
        return parse_integer(s, "the offset", 0, 65535, offset);
    c->p += n;
    if (!expect(s, '('))
        return false;
    n = asm_word(c, &word);
    int64_t v[4];
    asm_skip(c);
    const char *at = c->p;
    if (n && asm_word_is(word, n, "QUAD_PERM")) {
        if (!swizzle_numbers(s, 4, (const int64_t[4][2]){{0, 3}, {0, 3}, {0, 3}, {0, 3}}, v))
            return false;
        *offset = 0x8000 | v[0] | v[1] << 2 | v[2] << 4 | v[3] << 6;
    } else if (n && asm_word_is(word, n, "BITMASK_PERM")) {
        if (!swizzle_mask(s, offset))
            return false;
    } else if (n && asm_word_is(word, n, "BROADCAST")) {
        if (!swizzle_numbers(s, 1, (const int64_t[1][2]){{2, 32}}, v))
            return false;
        if (!is_power_of_two(v[0]))
            return refuse(s, at, "the group size is a power of two");
        if (!swizzle_numbers(s, 1, (const int64_t[1][2]){{0, v[0] - 1}}, v + 1))
            return false;
        *offset = (32 - v[0]) | v[1] << 5;
    } else if (n && (asm_word_is(word, n, "SWAP") || asm_word_is(word, n, "REVERSE"))) {
        bool swap = word[0] == 'S';
        if (!swizzle_numbers(s, 1, (const int64_t[1][2]){{swap ? 1 : 2, swap ? 16 : 32}}, v))
            return false;
        if (!is_power_of_two(v[0]))
            return refuse(s, at, "the group size is a power of two");
        *offset = 31 | (swap ? v[0] : v[0] - 1) << 10;
    } else if (n && asm_word_is(word, n, "FFT")) {
        if (!swizzle_numbers(s, 1, (const int64_t[1][2]){{0, 31}}, v))
            return false;
        *offset = 0xe000 | v[0];
    } else if (n && asm_word_is(word, n, "ROTATE")) {
        if (!swizzle_numbers(s, 2, (const int64_t[2][2]){{0, 1}, {0, 31}}, v))
            return false;
        *offset = 0xc000 | v[0] << 10 | v[1] << 5;
    } else {
        refuse(s, word, "unknown swizzle mode");
        asm_hint(c, "QUAD_PERM, BITMASK_PERM, BROADCAST, SWAP, REVERSE, ROTATE or FFT");
        return false;
    }
    return expect(s, ')');
}

/* ---- buffers, images, exports ---------------------------------------------------------- */

static const char *const data_formats[16] = {
    "INVALID",     "8",        "16",          "8_8",         "32",      "16_16",
    "10_11_11",    "11_11_10", "10_10_10_2",  "2_10_10_10",  "8_8_8_8", "32_32",
    "16_16_16_16", "32_32_32", "32_32_32_32", "RESERVED_15",
};
static const char *const number_formats[8] = {"UNORM", "SNORM", "USCALED",    "SSCALED",
                                              "UINT",  "SINT",  "RESERVED_6", "FLOAT"};

static bool format_by_name(const char *name, uint32_t *format)
{
    for (uint32_t i = 0; i < RDNA3_BUFFER_FORMATS; i++)
        if (!strcmp(name, rdna3_buffer_formats[i])) {
            *format = i;
            return true;
        }
    return false;
}

static int find_name(const char *const *names, int count, const char *word, size_t n)
{
    for (int i = 0; i < count; i++)
        if (asm_word_is(word, n, names[i]))
            return i;
    return -1;
}

/* [BUF_FMT_32_FLOAT], [BUF_DATA_FORMAT_32, BUF_NUM_FORMAT_FLOAT] or a number */
bool parse_buffer_format(struct parser *s, uint32_t *format)
{
    static const char data[] = "BUF_DATA_FORMAT_", number[] = "BUF_NUM_FORMAT_",
                      both[] = "BUF_FMT_";
    struct asm_cursor *c = s->c;
    if (!asm_eat(c, '[')) {
        int64_t v;
        if (!parse_integer(s, "the format", 0, 127, &v))
            return false;
        *format = (uint32_t)v;
        return true;
    }
    int d = -1, n = -1;
    const char *first = NULL;
    do {
        const char *word;
        size_t length = asm_word(c, &word);
        first = first ? first : word;
        if (length > sizeof both - 1 && !memcmp(word, both, sizeof both - 1) && d < 0 && n < 0) {
            word += sizeof both - 1;
            length -= sizeof both - 1;
            for (uint32_t i = 0; i < RDNA3_BUFFER_FORMATS; i++)
                if (asm_word_is(word, length, rdna3_buffer_formats[i])) {
                    *format = i;
                    return expect(s, ']');
                }
            return refuse(s, word, "RDNA3 has no buffer format of this name (RDNA3 table 52)");
        }
        if (d < 0 && length > sizeof data - 1 && !memcmp(word, data, sizeof data - 1))
            d = find_name(data_formats, 16, word + sizeof data - 1, length - sizeof data + 1);
        else if (n < 0 && length > sizeof number - 1 && !memcmp(word, number, sizeof number - 1))
            n = find_name(number_formats, 8, word + sizeof number - 1, length - sizeof number + 1);
        else
            return refuse(s, word, "expected a format like BUF_FMT_32_FLOAT");
    } while (asm_eat(c, ','));
    char name[40];
    if (d < 0 && n < 0)
        return refuse(s, first, "unknown format");
    d = d < 0 ? 1 : d; /* what is not given is the default, 8_UNORM */
    n = n < 0 ? 0 : n;
    snprintf(name, sizeof name, "%s_%s", data_formats[d], number_formats[n]);
    if (d == 0)
        *format = 0;
    else if (!format_by_name(name, format))
        return refuse(s, first, "RDNA3 has no buffer format %s (RDNA3 table 52)", name);
    return expect(s, ']');
}

bool parse_export_target(struct parser *s, uint32_t *target)
{
    const char *word;
    size_t n = asm_word(s->c, &word);
    for (unsigned i = 0; i < RDNA3_EXPORT_TARGETS; i++) {
        const struct rdna3_export_target *t = &rdna3_export_targets[i];
        size_t length = strlen(t->name);
        if (n < length || memcmp(word, t->name, length) != 0)
            continue;
        if (!t->numbered && n == length) {
            *target = t->first;
            return true;
        }
        if (t->numbered && n == length + 1 && asm_is(word[length], ASM_DIGIT)) {
            uint32_t v = (uint32_t)t->first + (uint32_t)(word[length] - '0');
            if (v <= t->last) {
                *target = v;
                return true;
            }
        }
    }
    refuse(s, word, "unknown export target");
    asm_hint(s->c, "mrt0 to mrt7, mrtz, pos0 to pos4, prim, dual_src_blend0, dual_src_blend1");
    return false;
}

/* SQ_RSRC_IMG_2D or 2D */
bool parse_image_dim(struct parser *s, uint32_t *dim)
{
    static const char prefix[] = "SQ_RSRC_IMG_";
    struct asm_cursor *c = s->c;
    asm_skip(c);
    const char *at = c->p, *p = at;
    while (asm_is(*p, ASM_WORD))
        p++;
    const char *name = at;
    if ((size_t)(p - at) > sizeof prefix - 1 && !memcmp(at, prefix, sizeof prefix - 1))
        name += sizeof prefix - 1;
    for (uint32_t i = 0; i < 8; i++)
        if (asm_word_is(name, (size_t)(p - name), rdna3_image_dims[i])) {
            *dim = i;
            c->p = p;
            return true;
        }
    refuse(s, at, "unknown image dimension");
    asm_hint(c, "1D, 2D, 3D, CUBE, 1D_ARRAY, 2D_ARRAY, 2D_MSAA or 2D_MSAA_ARRAY, with or without "
                "SQ_RSRC_IMG_ before it");
    return false;
}

/* data.c: directives that write bytes: numbers, strings, gaps, alignment. */
#include <string.h>

#include "isa/asm/assembler.h"

enum { MOST_BYTES = 1 << 30 }; /* of one directive */

static bool store(struct assembler *as, struct asm_cursor *c, const char *at, uint64_t value,
                  unsigned size)
{
    uint8_t *to = asm_reserve(as, as->section, size);
    if (!to)
        return asm_fail(c, at, "out of memory");
    if (as->section->type == ELF_SHT_NOBITS)
        return value ? asm_fail(c, at, "%s has no contents: only zeros can be there",
                                as->section->name)
                     : true;
    for (unsigned i = 0; i < size; i++)
        to[i] = (uint8_t)(i < 8 ? value >> (8 * i) : value >> 63 ? 0xff : 0);
    return true;
}

/* .long a, b, ... */
static bool integers(struct assembler *as, struct asm_cursor *c, unsigned size)
{
    if (asm_at_end(c))
        return true;
    do {
        struct asm_value v;
        asm_skip(c);
        const char *at = c->p;
        if (size == 16) { /* up to 32 hexadecimal digits */
            uint64_t high = 0;
            if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
                const char *p = at + 2;
                size_t n = 0;
                while (asm_is(p[n], ASM_HEX))
                    n++;
                if (n > 16 && n <= 32) {
                    uint64_t low = 0;
                    for (size_t i = 0; i < n; i++) {
                        unsigned d =
                            p[i] <= '9' ? (unsigned)(p[i] - '0') : ((unsigned)p[i] | 32) - 'a' + 10;
                        high = high << 4 | low >> 60;
                        low = low << 4 | d;
                    }
                    c->p = p + n;
                    if (!store(as, c, at, low, 8) || !store(as, c, at, high, 8))
                        return false;
                    continue;
                }
            }
            if (!asm_parse_number(as, c, "a number", &v.number))
                return false;
            if (!store(as, c, at, (uint64_t)v.number, 16))
                return false;
            continue;
        }
        if (!asm_parse_expr(as, c, &v))
            return false;
        if (v.expr) {
            uint64_t offset = as->section->size;
            if (as->section->type == ELF_SHT_NOBITS)
                return asm_fail(c, at, "%s has no contents: only zeros can be there",
                                as->section->name);
            if (!store(as, c, at, 0, size) ||
                !asm_add_fixup(as, as->section, offset, ASM_FIXUP_DATA, size, v.expr))
                return false;
            continue;
        }
        if (size < 8 &&
            (v.number >= INT64_C(1) << (8 * size) || v.number < -(INT64_C(1) << (8 * size - 1))))
            return asm_fail(c, at, "the number does not fit in %u byte%s", size,
                            size == 1 ? "" : "s");
        if (!store(as, c, at, (uint64_t)v.number, size))
            return false;
    } while (asm_eat(c, ','));
    return true;
}

static bool floats(struct assembler *as, struct asm_cursor *c, unsigned size)
{
    do {
        struct asm_number number;
        asm_skip(c);
        const char *at = c->p, *word;
        bool minus = asm_eat(c, '-');
        double v;
        asm_eat(c, '+');
        asm_skip(c);
        size_t n = asm_peek_word(c, &word);
        if (n && *word != '.') {
            if (asm_word_is_nocase(word, n, "inf") || asm_word_is_nocase(word, n, "infinity"))
                v = __builtin_inf();
            else if (asm_word_is_nocase(word, n, "nan"))
                v = __builtin_nan("0xfffffffffffff"); /* all ones, as LLVM */
            else
                return asm_fail(c, at, "expected a floating-point number");
            c->p += n;
        } else {
            if (!asm_is(*c->p, ASM_DIGIT) && *c->p != '.')
                return asm_fail(c, at, "expected a floating-point number");
            if (!asm_number(c, &number))
                return false;
            v = number.is_float ? number.real : (double)number.integer;
        }
        if (minus)
            v = -v;
        uint64_t bits = 0;
        if (size == 8) {
            memcpy(&bits, &v, 8);
        } else {
            float f = (float)v;
            memcpy(&bits, &f, 4);
        }
        if (!store(as, c, at, bits, size))
            return false;
    } while (asm_eat(c, ','));
    return true;
}

static bool strings(struct assembler *as, struct asm_cursor *c, bool zero)
{
    if (asm_at_end(c))
        return true;
    do {
        do { /* adjacent strings are one */
            char text[4096];
            asm_skip(c);
            const char *at = c->p;
            ptrdiff_t n = asm_string(c, text, sizeof text);
            if (n < 0)
                return false;
            if (as->section->type == ELF_SHT_NOBITS)
                return asm_fail(c, at, "%s has no contents", as->section->name);
            uint8_t *to = asm_reserve(as, as->section, (size_t)n);
            if (!to)
                return asm_fail(c, at, "out of memory");
            if (n)
                memcpy(to, text, (size_t)n);
            asm_skip(c);
        } while (*c->p == '"');
        if (zero && !store(as, c, c->p, 0, 1))
            return false;
    } while (asm_eat(c, ','));
    return true;
}

/* `count` times the low `size` bytes of a value. */
static bool fill(struct assembler *as, struct asm_cursor *c, const char *at, int64_t count,
                 int64_t size, uint64_t value)
{
    if (count < 0 || size < 0 || (size && count > MOST_BYTES / size))
        return asm_fail(c, at, "a gap has 0 to 1 GiB");
    uint8_t *to = asm_reserve(as, as->section, (size_t)(count * size));
    if (!to)
        return asm_fail(c, at, "out of memory");
    if (as->section->type == ELF_SHT_NOBITS)
        return value ? asm_fail(c, at, "%s has no contents: only zeros can be there",
                                as->section->name)
                     : true;
    for (int64_t i = 0; i < count * size; i++) {
        int64_t byte = i % size;
        to[i] = (uint8_t)(byte < 8 ? value >> (8 * byte) : 0);
    }
    return true;
}

/* .zero COUNT [, VALUE], .space */
static bool zero_directive(struct assembler *as, struct asm_cursor *c)
{
    int64_t count, value = 0;
    asm_skip(c);
    const char *at = c->p;
    return asm_parse_number(as, c, "the number of bytes", &count) &&
           (!asm_eat(c, ',') || asm_parse_number(as, c, "a byte", &value)) &&
           fill(as, c, at, count, 1, (uint64_t)value & 0xff);
}

/* .fill COUNT [, SIZE [, VALUE]] */
static bool fill_directive(struct assembler *as, struct asm_cursor *c)
{
    int64_t count, size = 1, value = 0;
    asm_skip(c);
    const char *at = c->p;
    if (!asm_parse_number(as, c, "a count", &count) ||
        (asm_eat(c, ',') && !asm_parse_number(as, c, "a size", &size)) ||
        (asm_eat(c, ',') && !asm_parse_number(as, c, "a value", &value)))
        return false;
    if (size > 8)
        size = 8;
    if (size >= 5) /* only four bytes of the value count, as in GNU as */
        value &= 0xffffffff;
    return fill(as, c, at, count < 0 ? 0 : count, size, (uint64_t)value);
}

bool asm_align(struct assembler *as, struct asm_cursor *c, uint64_t align, bool has_fill,
               uint64_t value, unsigned fill_size, uint64_t most)
{
    struct asm_section *s = as->section;
    uint64_t gap = (uint64_t)-s->size & (align - 1);
    if (most && gap > most)
        return true;
    if (s->align < align)
        s->align = align;
    uint8_t *to = asm_reserve(as, s, gap);
    if (!to)
        return asm_fail(c, c->p, "out of memory");
    if (s->type == ELF_SHT_NOBITS)
        return true;
    uint64_t i = 0;
    unsigned size = has_fill ? fill_size : s->flags & ELF_SHF_EXECINSTR ? 4 : 1;
    if (!has_fill)
        value = size == 4 ? as->isa->code_fill : 0;
    for (; (gap - i) % size; i++)
        to[i] = 0;
    for (unsigned k = 0; i < gap; i++, k++)
        to[i] = (uint8_t)(value >> 8 * (k % size));
    return true;
}

/* .p2align 3 or .balign 8 [, FILL [, MOST]] */
static bool align_directive(struct assembler *as, struct asm_cursor *c, bool power,
                            unsigned fill_size)
{
    int64_t align, value = 0, most = 0;
    bool has_fill = false;
    asm_skip(c);
    const char *at = c->p;
    if (!asm_parse_number(as, c, "an alignment", &align))
        return false;
    if (asm_eat(c, ',')) {
        asm_skip(c);
        has_fill = *c->p != ',' && !asm_at_end(c);
        if (has_fill && !asm_parse_number(as, c, "a fill value", &value))
            return false;
        if (asm_eat(c, ',') && !asm_parse_number(as, c, "the most bytes to skip", &most))
            return false;
    }
    if (power) {
        if (align < 0 || align > 30)
            return asm_fail(c, at, "the alignment's power of two is 0 to 30");
        align = INT64_C(1) << align;
    }
    if (!align)
        align = 1;
    if (align < 0 || align & (align - 1) || align > MOST_BYTES)
        return asm_fail(c, at, "an alignment is a power of two");
    if (most < 0)
        return asm_fail(c, at, "the most bytes to skip must be positive");
    return asm_align(as, c, (uint64_t)align, has_fill, (uint64_t)value, fill_size, (uint64_t)most);
}

/* .org PLACE [, FILL] */
static bool org_directive(struct assembler *as, struct asm_cursor *c)
{
    uint64_t start = as->section->size;
    int64_t byte = 0;
    asm_skip(c);
    const char *at = c->p;
    if (!asm_set_symbol(as, c, ".", 1, true))
        return false;
    if (asm_eat(c, ',') && !asm_parse_number(as, c, "a byte", &byte))
        return false;
    if (byte && as->section->type == ELF_SHT_NOBITS)
        return asm_fail(c, at, "%s has no contents: only zeros can be there", as->section->name);
    if (byte)
        memset(as->section->data + start, (int)(byte & 0xff), as->section->size - start);
    return true;
}

/* .ds.l COUNT, zeros; .dcb.l COUNT, VALUE */
static bool block_directive(struct assembler *as, struct asm_cursor *c, bool has_value,
                            unsigned size)
{
    int64_t count, value = 0;
    asm_skip(c);
    const char *at = c->p;
    if (!asm_parse_number(as, c, "a count", &count))
        return false;
    if (has_value &&
        (!asm_eat(c, ',') || !asm_parse_number(as, c, "the value after a comma", &value)))
        return asm_fail(c, c->p, "expected a comma and the value");
    return fill(as, c, at, count < 0 ? 0 : count, size, (uint64_t)value);
}

static bool leb128(struct assembler *as, struct asm_cursor *c, bool is_signed)
{
    do {
        struct asm_value v;
        asm_skip(c);
        const char *at = c->p;
        if (!asm_parse_expr(as, c, &v))
            return false;
        if (v.expr) { /* not known yet: the longest form of 32 bits, which is valid for less */
            uint64_t offset = as->section->size;
            if (as->section->type == ELF_SHT_NOBITS)
                return asm_fail(c, at, "%s has no contents", as->section->name);
            if (!store(as, c, at, 0, 5) ||
                !asm_add_fixup(as, as->section, offset, ASM_FIXUP_LEB, is_signed ? 6 : 5, v.expr))
                return false;
            continue;
        }
        uint64_t x = (uint64_t)v.number;
        for (bool more = true; more;) {
            uint8_t byte = x & 0x7f;
            if (is_signed) {
                x = (uint64_t)((int64_t)x >> 7);
                more = !((x == 0 && !(byte & 0x40)) || (x == UINT64_MAX && byte & 0x40));
            } else {
                x >>= 7;
                more = x != 0;
            }
            if (!store(as, c, at, byte | (more ? 0x80u : 0), 1))
                return false;
        }
    } while (asm_eat(c, ','));
    return true;
}

enum action {
    DO_INTEGERS,
    DO_FLOATS,
    DO_ASCII,
    DO_ASCIZ,
    DO_ZERO,
    DO_FILL,
    DO_P2ALIGN,
    DO_ALIGN, /* as .p2align or .balign, by instruction set */
    DO_BALIGN,
    DO_ORG,
    DO_ULEB,
    DO_SLEB,
    DO_DCB,
    DO_DS
};

static const struct {
    const char *name;
    uint8_t action, size;
} directives[] = {
    {".byte", DO_INTEGERS, 1},    {".2byte", DO_INTEGERS, 2},  {".short", DO_INTEGERS, 2},
    {".hword", DO_INTEGERS, 2},   {".value", DO_INTEGERS, 2},  {".4byte", DO_INTEGERS, 4},
    {".long", DO_INTEGERS, 4},    {".int", DO_INTEGERS, 4},    {".word", DO_INTEGERS, 4},
    {".8byte", DO_INTEGERS, 8},   {".quad", DO_INTEGERS, 8},   {".octa", DO_INTEGERS, 16},
    {".float", DO_FLOATS, 4},     {".single", DO_FLOATS, 4},   {".double", DO_FLOATS, 8},
    {".ascii", DO_ASCII, 0},      {".asciz", DO_ASCIZ, 0},     {".string", DO_ASCIZ, 0},
    {".zero", DO_ZERO, 0},        {".space", DO_ZERO, 0},      {".skip", DO_ZERO, 0},
    {".fill", DO_FILL, 0},        {".p2align", DO_P2ALIGN, 1}, {".p2alignw", DO_P2ALIGN, 2},
    {".p2alignl", DO_P2ALIGN, 4}, {".balign", DO_BALIGN, 1},   {".balignw", DO_BALIGN, 2},
    {".balignl", DO_BALIGN, 4},   {".align", DO_ALIGN, 1},     {".org", DO_ORG, 0},
    {".uleb128", DO_ULEB, 0},     {".sleb128", DO_SLEB, 0},    {".dc", DO_INTEGERS, 2},
    {".dc.b", DO_INTEGERS, 1},    {".dc.w", DO_INTEGERS, 2},   {".dc.l", DO_INTEGERS, 4},
    {".dc.a", DO_INTEGERS, 8},    {".dc.s", DO_FLOATS, 4},     {".dc.d", DO_FLOATS, 8},
    {".dcb", DO_DCB, 2},          {".dcb.b", DO_DCB, 1},       {".dcb.w", DO_DCB, 2},
    {".dcb.l", DO_DCB, 4},        {".ds", DO_DS, 2},           {".ds.b", DO_DS, 1},
    {".ds.w", DO_DS, 2},          {".ds.l", DO_DS, 4},         {".ds.d", DO_DS, 8},
    {".ds.p", DO_DS, 12},         {".ds.s", DO_DS, 4},         {".ds.x", DO_DS, 12},
};

int asm_data_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length)
{
    unsigned i = 0, count = sizeof directives / sizeof *directives;
    while (i < count && !asm_word_is(word, length, directives[i].name))
        i++;
    if (i == count)
        return 0;
    unsigned size = directives[i].size;
    switch (directives[i].action) {
    case DO_INTEGERS:
        return integers(as, c, size) ? 1 : -1;
    case DO_FLOATS:
        return floats(as, c, size) ? 1 : -1;
    case DO_ASCII:
        return strings(as, c, false) ? 1 : -1;
    case DO_ASCIZ:
        return strings(as, c, true) ? 1 : -1;
    case DO_ZERO:
        return zero_directive(as, c) ? 1 : -1;
    case DO_FILL:
        return fill_directive(as, c) ? 1 : -1;
    case DO_P2ALIGN:
        return align_directive(as, c, true, size) ? 1 : -1;
    case DO_ALIGN:
        return align_directive(as, c, as->isa->align_is_power, size) ? 1 : -1;
    case DO_BALIGN:
        return align_directive(as, c, false, size) ? 1 : -1;
    case DO_ORG:
        return org_directive(as, c) ? 1 : -1;
    case DO_ULEB:
        return leb128(as, c, false) ? 1 : -1;
    case DO_DCB:
    case DO_DS:
        return block_directive(as, c, directives[i].action == DO_DCB, size) ? 1 : -1;
    default:
        return leb128(as, c, true) ? 1 : -1;
    }
}

/* format.c: see format.h.
 *
 * Conversions are taken apart and given to snprintf one by one with a specification built
 * here, so that nothing in a kernel's format string reaches the host's printf unchecked.
 *
 * Reference: C17 7.21.6.1; OpenCL C 3.0, 6.15.14 (printf: vectors, length modifier hl). */
#include "engine/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WIDTH = 4096, MAX_VECTOR = 16 };

struct spec {
    char flags[8];
    int width, precision; /* -1: none */
    bool star_width, star_precision;
    unsigned elements;   /* of a vector; 1 for scalars */
    unsigned size_bytes; /* that the length modifier states; 0: none */
    char conversion;
};

static void append(struct format_text *t, const char *bytes, size_t size)
{
    if (t->failed || size == 0)
        return;
    if (t->size + size > t->capacity) {
        size_t capacity = (t->size + size) * 2 + 256;
        char *grown = realloc(t->bytes, capacity);
        if (!grown) {
            t->failed = true;
            return;
        }
        t->bytes = grown;
        t->capacity = capacity;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
}

static void append_text(struct format_text *t, const char *text) { append(t, text, strlen(text)); }

/* ---- reading a specification ------------------------------------------------------ */

static const char *read_number(const char *p, const char *end, int *out)
{
    int value = 0;
    while (p < end && *p >= '0' && *p <= '9') {
        value = value * 10 + (*p++ - '0');
        if (value > MAX_WIDTH)
            value = MAX_WIDTH;
    }
    *out = value;
    return p;
}

static const char *read_length(const char *p, const char *end, struct spec *s)
{
    static const struct {
        const char *text;
        unsigned size_bytes;
    } lengths[] = {{"hh", 1}, {"hl", 4}, {"h", 2}, {"ll", 8}, {"l", 8},
                   {"j", 8},  {"z", 8},  {"t", 8}, {"L", 8}};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t n = strlen(lengths[i].text);
        if ((size_t)(end - p) >= n && memcmp(p, lengths[i].text, n) == 0) {
            s->size_bytes = lengths[i].size_bytes;
            return p + n;
        }
    }
    return p;
}

/* p: after the '%'. Returns what follows the specification; NULL: it is none. */
static const char *read_spec(const char *p, const char *end, bool vectors, struct spec *s)
{
    *s = (struct spec){.width = -1, .precision = -1, .elements = 1};
    size_t n = 0;
    for (; p < end && *p && strchr("-+ #0", *p); p++)
        if (!strchr(s->flags, *p) && n + 1 < sizeof s->flags)
            s->flags[n++] = *p;
    if (p < end && *p == '*') {
        s->star_width = true;
        p++;
    } else if (p < end && *p >= '1' && *p <= '9') {
        p = read_number(p, end, &s->width);
    }
    if (p < end && *p == '.') {
        p++;
        if (p < end && *p == '*') {
            s->star_precision = true;
            p++;
        } else {
            p = read_number(p, end, &s->precision);
        }
    }
    if (vectors && p < end && *p == 'v') {
        int elements;
        p = read_number(p + 1, end, &elements);
        if (elements < 2 || elements > MAX_VECTOR)
            return NULL;
        s->elements = (unsigned)elements;
    }
    p = read_length(p, end, s);
    if (p == end || !*p || !strchr("diouxXfFeEgGaAcspn", *p))
        return NULL;
    s->conversion = *p;
    return p + 1;
}

/* ---- values ------------------------------------------------------------------------ */

static uint64_t read_bits(const uint8_t *bytes, size_t size)
{
    uint64_t value = 0;
    memcpy(&value, bytes, size < sizeof value ? size : sizeof value);
    return value;
}

static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double value;
    if (exponent == 31)
        value = mantissa ? __builtin_nan("") : __builtin_inf();
    else if (exponent == 0)
        value = mantissa * 0x1p-24;
    else /* (1 + m / 1024) * 2^(e - 15) */
        value = (1024 + mantissa) * 0x1p-25 * (double)(1u << exponent);
    return bits >> 15 ? -value : value;
}

static double read_float(const uint8_t *bytes, size_t size)
{
    if (size >= 8) {
        double d;
        memcpy(&d, bytes, 8);
        return d;
    }
    if (size >= 4) {
        float f;
        memcpy(&f, bytes, 4);
        return (double)f;
    }
    return half_value((uint16_t)read_bits(bytes, size));
}

/* "%-0*.*llX" and so on into at[24]; `length` goes before the conversion. */
static void build_spec(const struct spec *s, const char *length, char *at)
{
    snprintf(at, 24, "%%%s%s%s%s%c", s->flags, s->width >= 0 ? "*" : "",
             s->precision >= 0 ? ".*" : "", length, s->conversion);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral" /* built by build_spec */
#define PRINT(text, spec, s, value)                                                                \
    ((s)->width >= 0 && (s)->precision >= 0                                                        \
         ? snprintf(text, sizeof text, spec, (s)->width, (s)->precision, value)                    \
     : (s)->width >= 0     ? snprintf(text, sizeof text, spec, (s)->width, value)                  \
     : (s)->precision >= 0 ? snprintf(text, sizeof text, spec, (s)->precision, value)              \
                           : snprintf(text, sizeof text, spec, value))

/* One scalar of `size` bytes. */
static void put_scalar(struct format_text *out, const struct spec *s, const uint8_t *bytes,
                       size_t size)
{
    char spec[24], text[2 * MAX_WIDTH + 1024];
    int n = 0;
    if (strchr("fFeEgGaA", s->conversion)) {
        build_spec(s, "", spec);
        n = PRINT(text, spec, s, read_float(bytes, size));
    } else if (s->conversion == 'c') {
        build_spec(s, "", spec);
        n = PRINT(text, spec, s, (int)(uint8_t)read_bits(bytes, size));
    } else {
        /* An int unless a length is stated: HIP passes it in 8 bytes, extended with zeros. */
        size_t stated = s->size_bytes ? s->size_bytes : s->conversion == 'p' ? 8 : 4;
        size_t width = stated < size ? stated : size;
        uint64_t value = read_bits(bytes, width);
        unsigned unused = 64 - 8 * (unsigned)(width < 8 ? width : 8);
        struct spec integer = *s;
        if (s->conversion == 'p') {
            integer.conversion = 'x';
            if (!strchr(s->flags, '#'))
                strcat(integer.flags, "#");
        } else if (s->conversion == 'd' || s->conversion == 'i') {
            value = (uint64_t)((int64_t)(value << unused) >> unused);
        }
        build_spec(&integer, "ll", spec);
        n = PRINT(text, spec, s, (long long)value);
    }
    if (n > 0)
        append(out, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}
#pragma clang diagnostic pop

static void put_string(struct format_text *out, const struct spec *s, const struct format_arg *a)
{
    size_t length = a->bytes ? strnlen((const char *)a->bytes, a->size) : 0;
    if (s->precision >= 0 && (size_t)s->precision < length)
        length = (size_t)s->precision;
    size_t padding = s->width > 0 && (size_t)s->width > length ? (size_t)s->width - length : 0;
    bool is_left = strchr(s->flags, '-') != NULL;
    for (size_t i = 0; i < padding && !is_left; i++)
        append(out, " ", 1);
    if (length)
        append(out, (const char *)a->bytes, length);
    for (size_t i = 0; i < padding && is_left; i++)
        append(out, " ", 1);
}

static void put_vector(struct format_text *out, const struct spec *s, const struct format_arg *a)
{
    /* A vector of 3 takes the room of 4; without a length modifier the size tells. */
    unsigned slots = s->elements == 3 ? 4 : s->elements;
    size_t size = s->size_bytes ? s->size_bytes : a->size / slots;
    if (s->elements == 3 && !s->size_bytes && a->size % 4 == 0 && a->size / 3 * 3 == a->size)
        size = a->size / 3;
    for (unsigned i = 0; i < s->elements; i++) {
        if (i)
            append(out, ",", 1);
        if (size && (i + 1) * size <= a->size)
            put_scalar(out, s, a->bytes + i * size, size);
        else
            append_text(out, "(missing)");
    }
}

/* ---- the format string -------------------------------------------------------------- */

static int star_value(struct format_source *source)
{
    struct format_arg a;
    if (!source->next(source, 'd', &a))
        return 0;
    int value = (int)(int32_t)(uint32_t)read_bits(a.bytes, a.size < 4 ? a.size : 4);
    return value > MAX_WIDTH ? MAX_WIDTH : value < -MAX_WIDTH ? -MAX_WIDTH : value;
}

static void convert(struct format_text *out, struct spec *s, struct format_source *source)
{
    struct format_arg a;
    if (s->star_width) {
        s->width = star_value(source);
        if (s->width < 0) { /* a flag and a width, C17 7.21.6.1 p5 */
            s->width = -s->width;
            if (!strchr(s->flags, '-'))
                strcat(s->flags, "-");
        }
    }
    if (s->star_precision) {
        s->precision = star_value(source);
        if (s->precision < 0)
            s->precision = -1;
    }
    if (!source->next(source, s->conversion, &a))
        append_text(out, "(missing)");
    else if (s->conversion == 's')
        put_string(out, s, &a);
    else if (s->conversion == 'n') /* writes to the kernel's memory; prints nothing */
        return;
    else if (s->elements > 1)
        put_vector(out, s, &a);
    else
        put_scalar(out, s, a.bytes, a.size);
}

void format_print(struct format_text *out, const char *format, size_t size, bool vectors,
                  struct format_source *source)
{
    const char *p = format, *end = format + size;
    while (p < end) {
        const char *percent = memchr(p, '%', (size_t)(end - p));
        if (!percent) {
            append(out, p, (size_t)(end - p));
            return;
        }
        append(out, p, (size_t)(percent - p));
        p = percent + 1;
        if (p < end && *p == '%') {
            append(out, "%", 1);
            p++;
            continue;
        }
        struct spec s;
        const char *after = read_spec(p, end, vectors, &s);
        if (after) {
            convert(out, &s, source);
            p = after;
        } else {
            append(out, "%", 1);
        }
    }
}

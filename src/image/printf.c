/* printf.c: owns the syntax of amdhsa.printf strings.
 *
 *   3:2:4:16:a\72%d %s\n      id 3, two arguments of 4 and 16 bytes, format "a:%d %s" + newline
 *   0:0:f18dd3b21fdc19ed,%d   format whose records carry the hash instead of an id
 *
 * LLVM (AMDGPUPrintfRuntimeBinding) writes the control characters \a \b \f \n \r \v as a
 * backslash and a letter, and ':' as "\72", always those two digits even if a digit follows.
 * Nothing else is escaped, a backslash neither; the second form (AMDGPUEmitPrintf) is not
 * escaped at all. */
#include <string.h>

#include "image/parts.h"

static shoal_status fail(struct diag *diag, const char *entry, size_t size, const char *what)
{
    struct text shown = text_clean(entry, size);
    return diag_fail(diag, SHOAL_E_FORMAT,
                     "Metadata: amdhsa.printf entry \"%s\" %s; expected "
                     "\"id:count:size1:...:sizeN:format\". The file is damaged; compile it again.",
                     shown.chars, what);
}

/* Reads decimal digits and the ':' after them. */
static bool take_number(const char **at, const char *end, uint32_t *out)
{
    const char *p = *at;
    uint64_t value = 0;
    if (p == end || *p < '0' || *p > '9')
        return false;
    for (; p < end && *p >= '0' && *p <= '9'; p++) {
        value = value * 10 + (uint64_t)(*p - '0');
        if (value > UINT32_MAX)
            return false;
    }
    if (p == end || *p != ':')
        return false;
    *at = p + 1;
    *out = (uint32_t)value;
    return true;
}

static bool take_hash(const char **at, const char *end, uint64_t *out)
{
    uint64_t value = 0;
    const char *p = *at;
    for (; p < end && p - *at <= 16; p++) {
        unsigned digit;
        if (*p >= '0' && *p <= '9')
            digit = (unsigned)(*p - '0');
        else if (*p >= 'a' && *p <= 'f')
            digit = (unsigned)(*p - 'a') + 10;
        else
            break;
        value = value << 4 | digit;
    }
    if (p == *at || p - *at > 16 || p == end || *p != ',')
        return false;
    *at = p + 1;
    *out = value;
    return true;
}

static size_t unescape(const char *from, const char *end, char *to)
{
    char *start = to;
    while (from < end) {
        static const char letters[] = "abfnrv", values[] = "\a\b\f\n\r\v";
        if (*from == '\\' && end - from >= 2) {
            const char *hit = memchr(letters, from[1], sizeof letters - 1);
            if (hit) {
                *to++ = values[hit - letters];
                from += 2;
                continue;
            }
            if (end - from >= 3 && from[1] == '7' && from[2] == '2') {
                *to++ = ':';
                from += 3;
                continue;
            }
        }
        *to++ = *from++;
    }
    return (size_t)(to - start);
}

shoal_status printf_parse(struct arena *arena, const char *entry, size_t size,
                          struct image_printf *out, struct diag *diag)
{
    const char *at = entry, *end = entry + size;
    struct image_printf p = {0};
    if (!take_number(&at, end, &p.id))
        return fail(diag, entry, size, "has no id");
    if (!take_number(&at, end, &p.arg_count))
        return fail(diag, entry, size, "has no argument count");
    /* Each size takes at least two characters. */
    if (p.arg_count > (size_t)(end - at) / 2)
        return fail(diag, entry, size, "has fewer sizes than its count says");
    uint32_t *sizes = arena_alloc(arena, p.arg_count, sizeof *sizes);
    if (!sizes)
        return fail_memory(diag);
    for (uint32_t i = 0; i < p.arg_count; i++) {
        if (!take_number(&at, end, &sizes[i]))
            return fail(diag, entry, size, "has fewer sizes than its count says");
    }
    p.arg_sizes = sizes;
    p.has_hash = p.id == 0 && p.arg_count == 0 && take_hash(&at, end, &p.hash);
    char *format = arena_text(arena, at, (size_t)(end - at));
    if (!format)
        return fail_memory(diag);
    p.format_size = (size_t)(end - at);
    if (!p.has_hash) {
        p.format_size = unescape(at, end, format);
        format[p.format_size] = 0;
    }
    p.format = format;
    *out = p;
    return SHOAL_OK;
}

/* cursor.c: words, numbers and strings of assembly text. */
#include "isa/asm/cursor.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LETTER (ASM_WORD | ASM_START)
#define HEX    (ASM_WORD | ASM_START | ASM_HEX)
#define DIGIT  (ASM_WORD | ASM_DIGIT | ASM_HEX)

// clang-format off
const uint8_t asm_classes[256] = {
    [' '] = ASM_BLANK, ['\t'] = ASM_BLANK, ['@'] = ASM_WORD,
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT, ['5'] = DIGIT,
    ['6'] = DIGIT, ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
    ['A'] = HEX, ['B'] = HEX, ['C'] = HEX, ['D'] = HEX, ['E'] = HEX, ['F'] = HEX, ['a'] = HEX,
    ['b'] = HEX, ['c'] = HEX, ['d'] = HEX, ['e'] = HEX, ['f'] = HEX,
    ['G'] = LETTER, ['H'] = LETTER, ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER,
    ['M'] = LETTER, ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER,
    ['S'] = LETTER, ['T'] = LETTER, ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER,
    ['Y'] = LETTER, ['Z'] = LETTER, ['g'] = LETTER, ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER,
    ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER, ['o'] = LETTER, ['p'] = LETTER,
    ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER, ['u'] = LETTER, ['v'] = LETTER,
    ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER, ['z'] = LETTER, ['_'] = LETTER, ['.'] = LETTER,
    ['$'] = LETTER,
};
// clang-format on

const char *asm_skip_comment(const char *p)
{
    while (*p == '/' && p[1] == '*') {
        const char *q = p + 2;
        while (*q && *q != '\n' && !(*q == '*' && q[1] == '/'))
            q++;
        if (*q != '*')
            return p; /* see asm_explain */
        p = q + 2;
        while (*p == ' ' || *p == '\t')
            p++;
    }
    return p;
}

void asm_explain(struct asm_error *e)
{
    if (e->at[0] != '/' || e->at[1] != '*')
        return;
    snprintf(e->text, sizeof e->text, "this comment has no end");
    snprintf(e->hint, sizeof e->hint, "add */");
}

bool asm_same_word(const char *word, size_t length, const char *text)
{
    return strncmp(word, text, length) == 0 && text[length] == 0;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

bool asm_word_is_nocase(const char *word, size_t length, const char *text)
{
    for (size_t i = 0; i < length; i++)
        if (lower(word[i]) != lower(text[i]) || !text[i])
            return false;
    return text[length] == 0;
}

static unsigned digit_value(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(lower(c) - 'a') + 10;
}

/* Text to double, whatever the program's locale calls a decimal point. */
static double text_to_double(const char *p, char **end)
{
    static _Atomic(locale_t) c_locale;
    locale_t l = c_locale;
    if (!l) {
        l = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        if (!l)
            return strtod(p, end);
        c_locale = l; /* a race leaks one locale, once */
    }
    return strtod_l(p, end, l);
}

static bool read_float(struct asm_cursor *c, struct asm_number *out)
{
    const char *start = c->p;
    char copy[64];
    size_t n = 0;
    bool is_hex = start[0] == '0' && lower(start[1]) == 'x';
    for (const char *q = start; n < sizeof copy - 1; q++, n++) {
        bool sign = (*q == '+' || *q == '-') && n && lower(q[-1]) == (is_hex ? 'p' : 'e');
        if (!sign && !asm_is(*q, ASM_DIGIT | ASM_HEX) && *q != '.' &&
            !(is_hex && (lower(*q) == 'x' || lower(*q) == 'p')))
            break;
        copy[n] = *q;
    }
    if (n == sizeof copy - 1)
        return asm_fail(c, start, "the number has too many digits");
    copy[n] = 0;
    char *end;
    out->is_float = true;
    out->real = text_to_double(copy, &end);
    c->p = start + (end - copy);
    if (end == copy || asm_is(*c->p, ASM_WORD))
        return asm_fail(c, start, "this is no number");
    return true;
}

bool asm_number(struct asm_cursor *c, struct asm_number *out)
{
    asm_skip(c);
    const char *p = c->p, *start = p;
    uint64_t v = 0;
    bool overflow = false;
    out->is_float = false;
    if (p[0] == '0' && lower(p[1]) == 'x') {
        p += 2;
        if (!asm_is(*p, ASM_HEX))
            return asm_fail(c, start, "expected hexadecimal digits after 0x");
        for (; asm_is(*p, ASM_HEX); p++) {
            overflow |= v >> 60 != 0;
            v = v << 4 | digit_value(*p);
        }
        if (*p == '.' || lower(*p) == 'p')
            return read_float(c, out);
    } else if (p[0] == '0' && lower(p[1]) == 'b' && (p[2] == '0' || p[2] == '1')) {
        for (p += 2; *p == '0' || *p == '1'; p++) {
            overflow |= v >> 63 != 0;
            v = v << 1 | (uint64_t)(*p - '0');
        }
    } else {
        unsigned base = p[0] == '0' && asm_is(p[1], ASM_DIGIT) ? 8 : 10;
        bool not_octal = false;
        for (; asm_is(*p, ASM_DIGIT); p++) {
            unsigned d = (unsigned)(*p - '0');
            not_octal |= base == 8 && d > 7;
            overflow |= v > (UINT64_MAX - d) / base;
            v = v * base + d;
        }
        if (*p == '.' ||
            (lower(*p) == 'e' && (asm_is(p[1], ASM_DIGIT) || p[1] == '-' || p[1] == '+')))
            return read_float(c, out);
        if (not_octal)
            return asm_fail(c, start, "a number that begins with 0 is octal: digits 0 to 7 only");
    }
    if (overflow)
        return asm_fail(c, start, "the number does not fit in 64 bits");
    if (asm_is(*p, ASM_WORD) && !((*p == 'f' || *p == 'b') && !asm_is(p[1], ASM_WORD)))
        return asm_fail(c, start, "this is no number");
    out->integer = v;
    c->p = p;
    return true;
}

static int escape(const char **p)
{
    char ch = *(*p)++;
    switch (ch) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case '"':
    case '\\':
        return ch;
    case 'x': {
        unsigned v = 0;
        if (!asm_is(**p, ASM_HEX))
            return -1;
        while (asm_is(**p, ASM_HEX))
            v = (v << 4 | digit_value(*(*p)++)) & 0xff;
        return (int)v;
    }
    default:
        if (ch < '0' || ch > '7')
            return -1;
        unsigned v = (unsigned)(ch - '0');
        for (int i = 0; i < 2 && **p >= '0' && **p <= '7'; i++)
            v = v << 3 | (unsigned)(*(*p)++ - '0');
        return v < 256 ? (int)v : -1;
    }
}

ptrdiff_t asm_string(struct asm_cursor *c, char *out, size_t room)
{
    if (!asm_eat(c, '"')) {
        asm_fail(c, c->p, "expected a string in double quotes");
        return -1;
    }
    const char *start = c->p - 1, *p = c->p;
    size_t n = 0;
    while (*p != '"') {
        int ch = (unsigned char)*p;
        if (!*p || *p == '\n') {
            asm_fail(c, start, "the string has no closing quote");
            return -1;
        }
        p++;
        if (ch == '\\') {
            const char *at = p - 1;
            ch = escape(&p);
            if (ch < 0) {
                asm_fail(c, at, "unknown escape in a string");
                return -1;
            }
        }
        if (n == room) {
            asm_fail(c, start, "the string is too long");
            return -1;
        }
        out[n++] = (char)ch;
    }
    c->p = p + 1;
    return (ptrdiff_t)n;
}

bool asm_fail(struct asm_cursor *c, const char *at, const char *format, ...)
{
    if (!c->error->at) {
        va_list args;
        va_start(args, format);
        c->error->at = at;
        c->error->hint[0] = 0;
        vsnprintf(c->error->text, sizeof c->error->text, format, args);
        va_end(args);
    }
    return false;
}

void asm_hint(struct asm_cursor *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->error->hint, sizeof c->error->hint, format, args);
    va_end(args);
}

unsigned asm_distance(const char *a, size_t n, const char *b, unsigned limit)
{
    enum { LONGEST = 63 };
    size_t m = strlen(b);
    if (n > LONGEST || m > LONGEST || (n > m ? n - m : m - n) >= limit)
        return limit;
    unsigned char row[LONGEST + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned char)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned char diagonal = row[0];
        row[0] = (unsigned char)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            unsigned best = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1u;
            row[j] = (unsigned char)(change < best ? change : best);
        }
    }
    return row[m] < limit ? row[m] : limit;
}

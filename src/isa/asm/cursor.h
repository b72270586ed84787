/* cursor.h: reading assembly text: a position in a zero-terminated buffer, and what was wrong.
 *
 * Statements end at a newline, a comment (; or //) or the final zero. Every text that a cursor
 * reads ends with a zero, so that one character of lookahead needs no check.
 *
 *   struct asm_error error;
 *   struct asm_cursor c = {text, &error};
 *   if (!asm_eat(&c, ','))
 *       return asm_fail(&c, c.p, "expected a comma"); */
#ifndef SHOAL_ISA_ASM_CURSOR_H
#define SHOAL_ISA_ASM_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASM_MESSAGE_BYTES = 320 };

/* The first thing that was wrong with a statement. */
struct asm_error {
    const char *at; /* in the text; NULL: nothing was wrong */
    char text[ASM_MESSAGE_BYTES];
    char hint[ASM_MESSAGE_BYTES]; /* how to put it right; may be empty */
};

struct asm_cursor {
    const char *p;
    struct asm_error *error;
};

/* Classes of characters; index with an unsigned char. */
enum { ASM_WORD = 1, ASM_DIGIT = 2, ASM_BLANK = 4, ASM_START = 8, ASM_HEX = 16 };
extern const uint8_t asm_classes[256];

static inline bool asm_is(char ch, unsigned classes)
{
    return asm_classes[(unsigned char)ch] & classes;
}

/* Skips the rest of a comment that begins at p; for asm_skip. */
const char *asm_skip_comment(const char *p);

/* Before an error is shown: whatever was expected where a comment without an end starts, its end is
 * what is missing. */
void asm_explain(struct asm_error *e);

/* Skips blanks and C comments. */
static inline void asm_skip(struct asm_cursor *c)
{
    const char *p = c->p;
    while (*p == ' ' || *p == '\t')
        p++;
    if (*p == '/' && p[1] == '*')
        p = asm_skip_comment(p);
    c->p = p;
}

/* Is the statement over? Skips blanks first. */
static inline bool asm_at_end(struct asm_cursor *c)
{
    asm_skip(c);
    char ch = *c->p;
    return ch == 0 || ch == '\n' || ch == '\r' || ch == ';' || (ch == '/' && c->p[1] == '/');
}

/* Takes `ch` and the blanks before it, if it is next. */
static inline bool asm_eat(struct asm_cursor *c, char ch)
{
    asm_skip(c);
    if (*c->p != ch)
        return false;
    c->p++;
    return true;
}

/* Takes the word at the cursor: [A-Za-z_.$][A-Za-z0-9_.$@]*, after blanks. Returns its length,
 * 0 if there is none; *word points into the text. */
static inline size_t asm_word(struct asm_cursor *c, const char **word)
{
    asm_skip(c);
    const char *p = c->p;
    *word = p;
    if (!asm_is(*p, ASM_START))
        return 0;
    do
        p++;
    while (asm_is(*p, ASM_WORD));
    c->p = p;
    return (size_t)(p - *word);
}

/* As asm_word, but leaves the cursor where it is. */
static inline size_t asm_peek_word(struct asm_cursor *c, const char **word)
{
    size_t n = asm_word(c, word);
    c->p = *word;
    return n;
}

bool asm_same_word(const char *word, size_t length, const char *text);
/* Does the word at `word` of `length` characters, which are not none, read `text`? */
static inline bool asm_word_is(const char *word, size_t length, const char *text)
{
    return length && *word == *text && asm_same_word(word, length, text);
}
/* The same without regard to case. */
bool asm_word_is_nocase(const char *word, size_t length, const char *text);

/* A number: decimal, 0x, 0b, 0 (octal), or floating point. */
struct asm_number {
    bool is_float;
    uint64_t integer;
    double real;
};
/* Takes the number at the cursor (a digit, or a point before one, is next). false: bad. */
bool asm_number(struct asm_cursor *c, struct asm_number *out);

/* A string in double quotes with C's escapes, into out[room]; returns the length, -1: bad. A
 * string longer than room is bad, too. */
ptrdiff_t asm_string(struct asm_cursor *c, char *out, size_t room);

/* Records what is wrong at `at`, unless something was already. Returns false. */
__attribute__((format(printf, 3, 4))) bool asm_fail(struct asm_cursor *c, const char *at,
                                                    const char *format, ...);
__attribute__((format(printf, 2, 3))) void asm_hint(struct asm_cursor *c, const char *format, ...);

/* How many edits lead from the word a[n] to b; stops counting at `limit`. */
unsigned asm_distance(const char *a, size_t n, const char *b, unsigned limit);

#endif

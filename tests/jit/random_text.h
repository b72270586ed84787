/* random_text.h: texts of random instructions, for tests that compare engines. */
#ifndef SHOAL_TESTS_RANDOM_TEXT_H
#define SHOAL_TESTS_RANDOM_TEXT_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

enum { TEXT_BYTES = 1 << 14 };

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

struct writer {
    char text[TEXT_BYTES];
    size_t used;
    uint32_t state;
};

static void put(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writer *w, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    w->used += (size_t)vsnprintf(w->text + w->used, TEXT_BYTES - w->used, format, a);
    va_end(a);
    assert_true(w->used < TEXT_BYTES);
}

static unsigned pick(struct writer *w, unsigned n) { return next_random(&w->state) % n; }

/* v10 to v15 are carried around a loop, v16 to v19 are loaded in it. */
static inline unsigned data_register(struct writer *w) { return 10 + pick(w, 6); }
static inline unsigned any_register(struct writer *w) { return 10 + pick(w, 10); }

#endif

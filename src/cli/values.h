/* values.h: the element types of `shoal run`: their names, how values are read, printed and
 * generated.
 *
 *   const struct value_type *f32 = value_type_find("f32", 3);
 *   uint8_t bytes[8];
 *   value_parse(f32, "2.5", bytes);           bytes hold 2.5f, little-endian
 *   char text[VALUE_TEXT]; value_print(f32, bytes, text);     "2.5"
 */
#ifndef SHOAL_CLI_VALUES_H
#define SHOAL_CLI_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum value_class { VALUE_UNSIGNED, VALUE_SIGNED, VALUE_FLOAT };

struct value_type {
    const char *name;
    enum value_class class;
    uint32_t size_bytes;
    bool is_brain; /* bf16: the upper half of an f32 */
};

enum { VALUE_TEXT = 40 };

/* NULL: no such type. */
const struct value_type *value_type_find(const char *name, size_t length);

/* "u8 i8 … f64". Static storage. */
const char *value_type_names(void);

/* Reads one value and stores it. NULL: done; else what is wrong with `text`. Static storage. */
const char *value_parse(const struct value_type *type, const char *text, void *out);

/* Shortest decimal text that reads back as the same value. */
void value_print(const struct value_type *type, const void *value, char out[VALUE_TEXT]);

/* The raw bits, "0x40200000". */
void value_print_bits(const struct value_type *type, const void *value, char out[VALUE_TEXT]);

/* out[i] = i, reduced modulo 2^bits (integers) or rounded (floats). */
void value_fill_iota(const struct value_type *type, void *out, uint64_t count);
void value_fill(const struct value_type *type, const void *value, void *out, uint64_t count);
/* All bit patterns for integers, [0, 1) for floats; the same for the same seed everywhere. */
void value_fill_random(const struct value_type *type, uint64_t seed, void *out, uint64_t count);

#endif

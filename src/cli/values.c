/* values.c: owns the element types of `shoal run`; see values.h. */
#include "cli/values.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct value_type types[] = {
    {"u8", VALUE_UNSIGNED, 1, false},  {"i8", VALUE_SIGNED, 1, false},
    {"u16", VALUE_UNSIGNED, 2, false}, {"i16", VALUE_SIGNED, 2, false},
    {"u32", VALUE_UNSIGNED, 4, false}, {"i32", VALUE_SIGNED, 4, false},
    {"u64", VALUE_UNSIGNED, 8, false}, {"i64", VALUE_SIGNED, 8, false},
    {"f16", VALUE_FLOAT, 2, false},    {"bf16", VALUE_FLOAT, 2, true},
    {"f32", VALUE_FLOAT, 4, false},    {"f64", VALUE_FLOAT, 8, false},
};

const struct value_type *value_type_find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].name) == length && memcmp(types[i].name, name, length) == 0)
            return &types[i];
    return NULL;
}

const char *value_type_names(void)
{
    return "u8, i8, u16, i16, u32, i32, u64, i64, f16, bf16, f32, f64";
}

/* ---- conversions ------------------------------------------------------------------- */

/* Round to nearest even, in one step from the double: first to f32 with the sticky bit kept
 * in the last place (round to odd), which cannot move a later rounding to 16 bits. */
static uint16_t bf16_from_double(double value)
{
    float narrow = (float)value;
    uint32_t bits;
    if (isnan(value))
        return signbit(value) ? 0xffc0 : 0x7fc0;
    if (isfinite(value) && (double)narrow != value) {
        if (fabs((double)narrow) > fabs(value))
            narrow = nextafterf(narrow, 0.0f);
        memcpy(&bits, &narrow, 4);
        bits |= 1;
    } else {
        memcpy(&bits, &narrow, 4);
    }
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static void store_float(const struct value_type *type, double value, void *out)
{
    if (type->is_brain) {
        uint16_t bits = bf16_from_double(value);
        memcpy(out, &bits, 2);
    } else if (type->size_bytes == 2) {
        _Float16 half = (_Float16)value;
        memcpy(out, &half, 2);
    } else if (type->size_bytes == 4) {
        float single = (float)value;
        memcpy(out, &single, 4);
    } else {
        memcpy(out, &value, 8);
    }
}

static double load_float(const struct value_type *type, const void *from)
{
    if (type->is_brain) {
        uint16_t bits;
        memcpy(&bits, from, 2);
        uint32_t wide = (uint32_t)bits << 16;
        float single;
        memcpy(&single, &wide, 4);
        return (double)single;
    }
    if (type->size_bytes == 2) {
        _Float16 half;
        memcpy(&half, from, 2);
        return (double)half;
    }
    if (type->size_bytes == 4) {
        float single;
        memcpy(&single, from, 4);
        return (double)single;
    }
    double value;
    memcpy(&value, from, 8);
    return value;
}

/* Little-endian, as the device. */
static uint64_t load_bits(const struct value_type *type, const void *from)
{
    uint64_t bits = 0;
    memcpy(&bits, from, type->size_bytes);
    return bits;
}

static int64_t load_signed(const struct value_type *type, const void *from)
{
    unsigned unused = 64 - 8 * type->size_bytes;
    return (int64_t)(load_bits(type, from) << unused) >> unused;
}

/* ---- text ------------------------------------------------------------------------------ */

static const char *parse_float(const struct value_type *type, const char *text, void *out)
{
    char *end;
    if (*text == '\0' || *text == ' ')
        return "a number is missing";
    /* strtof rounds once; strtod and then (float) might round twice. */
    if (type->size_bytes == 4) {
        float single = strtof(text, &end);
        memcpy(out, &single, 4);
    } else {
        store_float(type, strtod(text, &end), out);
    }
    return *end == '\0' ? NULL : "this is not a number";
}

static const char *parse_integer(const struct value_type *type, const char *text, void *out)
{
    bool negative = text[0] == '-';
    const char *digits = text + (negative || text[0] == '+');
    char *end;
    if (*digits < '0' || *digits > '9')
        return *digits == '\0' ? "a number is missing" : "this is not an integer";
    errno = 0;
    bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    uint64_t value = strtoull(digits, &end, is_hex ? 16 : 10);
    if (*end != '\0')
        return "this is not an integer";
    unsigned bits = 8 * type->size_bytes;
    uint64_t all = UINT64_MAX >> (64 - bits);
    uint64_t max = type->class == VALUE_SIGNED ? all >> 1 : all;
    /* A signed type takes bit patterns in hexadecimal: i32:0xffffffff is -1. */
    if (is_hex && !negative)
        max = all;
    if (negative)
        max = type->class == VALUE_SIGNED ? (all >> 1) + 1 : 0;
    if (errno == ERANGE || value > max)
        return "the value does not fit the type";
    if (negative)
        value = 0 - value;
    memcpy(out, &value, type->size_bytes);
    return NULL;
}

const char *value_parse(const struct value_type *type, const char *text, void *out)
{
    if (type->class == VALUE_FLOAT)
        return parse_float(type, text, out);
    return parse_integer(type, text, out);
}

void value_print(const struct value_type *type, const void *value, char out[VALUE_TEXT])
{
    if (type->class == VALUE_UNSIGNED) {
        snprintf(out, VALUE_TEXT, "%llu", (unsigned long long)load_bits(type, value));
        return;
    }
    if (type->class == VALUE_SIGNED) {
        snprintf(out, VALUE_TEXT, "%lld", (long long)load_signed(type, value));
        return;
    }
    double number = load_float(type, value);
    if (isnan(number)) {
        snprintf(out, VALUE_TEXT, signbit(number) ? "-nan" : "nan");
        return;
    }
    /* Whole numbers are easier to read in full: 65504 rather than 6.55e+04. */
    if (fabs(number) < 1e9 && number == nearbyint(number)) {
        snprintf(out, VALUE_TEXT, "%.0f", number);
        return;
    }
    /* 17 digits always read back as the same double. */
    for (int digits = 1; digits <= 17; digits++) {
        uint8_t again[8];
        snprintf(out, VALUE_TEXT, "%.*g", digits, number);
        if (parse_float(type, out, again) == NULL && memcmp(again, value, type->size_bytes) == 0)
            return;
    }
}

void value_print_bits(const struct value_type *type, const void *value, char out[VALUE_TEXT])
{
    snprintf(out, VALUE_TEXT, "0x%0*llx", (int)type->size_bytes * 2,
             (unsigned long long)load_bits(type, value));
}

/* ---- filling ----------------------------------------------------------------------------- */

void value_fill_iota(const struct value_type *type, void *out, uint64_t count)
{
    uint8_t *at = out;
    for (uint64_t i = 0; i < count; i++, at += type->size_bytes) {
        if (type->class == VALUE_FLOAT)
            store_float(type, (double)i, at);
        else
            memcpy(at, &i, type->size_bytes);
    }
}

void value_fill(const struct value_type *type, const void *value, void *out, uint64_t count)
{
    uint8_t *at = out;
    for (uint64_t i = 0; i < count; i++, at += type->size_bytes)
        memcpy(at, value, type->size_bytes);
}

/* The finalizer of SplitMix64 (Steele, Lea, Flood 2014) over a counter. */
static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9;
    x ^= x >> 27;
    x *= 0x94d049bb133111eb;
    return x ^ x >> 31;
}

void value_fill_random(const struct value_type *type, uint64_t seed, void *out, uint64_t count)
{
    uint8_t *at = out;
    unsigned significant = type->is_brain          ? 8
                           : type->size_bytes == 2 ? 11
                           : type->size_bytes == 4 ? 24
                                                   : 53;
    for (uint64_t i = 0; i < count; i++, at += type->size_bytes) {
        uint64_t random = mix(seed + (i + 1) * 0x9e3779b97f4a7c15);
        /* As many bits as the type holds exactly, so that nothing rounds up to 1. */
        if (type->class == VALUE_FLOAT)
            store_float(type, ldexp((double)(random >> (64 - significant)), -(int)significant), at);
        else
            memcpy(at, &random, type->size_bytes);
    }
}

/* mnemonic.c: from a mnemonic to its row. */
#include "isa/ventus/mnemonic.h"

#include <string.h>

#include "isa/ventus/ventus.h"

int ventus_find_mnemonic(const char *name, size_t length)
{
    uint64_t hash = length;
    for (size_t i = 0; i < length; i += 8) {
        uint64_t chunk = 0;
        for (size_t k = i; k < length && k < i + 8; k++)
            chunk |= (uint64_t)(unsigned char)name[k] << 8 * (k - i);
        hash = (hash ^ chunk) * VENTUS_MNEMONIC_FACTOR;
        hash ^= hash >> 32;
    }
    for (uint64_t at = hash;; at++) {
        unsigned slot = ventus_mnemonic_slots[at & (VENTUS_MNEMONIC_SLOTS - 1)];
        if (!slot)
            return -1;
        const struct ventus_mnemonic *m = &ventus_mnemonics[slot - 1];
        if (m->length == length && memcmp(m->name, name, length) == 0)
            return m->row;
    }
}

bool ventus_has_order(unsigned format)
{
    const struct ventus_format_info *fmt = &ventus_formats[format];
    for (unsigned i = 0; i < fmt->n_fields; i++)
        if (strcmp(fmt->fields[i].name, "aq") == 0)
            return true;
    return false;
}

/* Of a word that ends in ".aq", ".rl" or ".aqrl": where that begins, behind the dot; 0: it does
 * not. */
static size_t order_suffix(const char *name, size_t length)
{
    static const char *const orders[] = {".aq", ".rl", ".aqrl"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        size_t n = strlen(orders[i]);
        if (length > n && memcmp(name + length - n, orders[i], n) == 0)
            return length - n + 1;
    }
    return 0;
}

int ventus_find_name(const char *name, size_t length, size_t *suffix)
{
    *suffix = length;
    int row = ventus_find_mnemonic(name, length);
    if (row >= 0)
        return row;
    const char *dot = memchr(name, '.', length);
    size_t stem = dot ? (size_t)(dot - name) : length;
    if (stem + 1 < length && (row = ventus_find_mnemonic(name, stem)) >= 0 &&
        ventus_is_matrix(&ventus_rows[row])) {
        *suffix = stem + 1;
        return row;
    }
    size_t order = order_suffix(name, length);
    if (order && (row = ventus_find_mnemonic(name, order - 1)) >= 0 &&
        ventus_has_order(ventus_rows[row].format)) {
        *suffix = order;
        return row;
    }
    return -1;
}

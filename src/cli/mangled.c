/* mangled.c: see mangled.h. Reference: Itanium C++ ABI, section 5.1 "External Names". Only what
 * the names of kernels have: nested names, templates, anonymous namespaces; no operators. */
#include "cli/mangled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* <length><characters> at *at. false: there is none that fits. */
static bool take_identifier(const char **at, const char **name, size_t *length)
{
    char *end;
    if (!is_digit(**at))
        return false;
    unsigned long n = strtoul(*at, &end, 10);
    if (n == 0 || n > strlen(end))
        return false;
    *name = end;
    *length = n;
    *at = end + n;
    return true;
}

/* Skips I...E, in which names, types and values are. */
static bool skip_template(const char **at)
{
    unsigned depth = 0;
    const char *name;
    size_t length;
    do {
        char c = **at;
        if (is_digit(c)) {
            if (!take_identifier(at, &name, &length))
                return false;
            continue;
        }
        if (c == 'L' && (*at)[1] != '_') { /* a value: L <type> <number> E */
            const char *end = strchr(*at, 'E');
            if (!end)
                return false;
            *at = end + 1;
            continue;
        }
        if (c == 'S' || c == 'T' || c == 'A' || (c == 'D' && (*at)[1] == 'v')) {
            /* A substitution, a parameter, an array or a vector: up to its '_'; St, Sa, ... have
             * two letters. */
            *at += 1;
            if (c == 'S' && **at >= 'a' && **at <= 'z') {
                *at += 1;
                continue;
            }
            const char *end = strchr(*at, '_');
            if (!end)
                return false;
            *at = end + 1;
            continue;
        }
        depth += c == 'I' || c == 'N' || c == 'X' || c == 'J' || c == 'F' || c == 'L';
        depth -= c == 'E';
        if (!c)
            return false;
        *at += 1;
    } while (depth);
    return true;
}

static bool append(char *out, size_t size, const char *name, size_t length)
{
    size_t used = strlen(out);
    static const char anonymous[] = "_GLOBAL__N_";
    if (length >= sizeof anonymous - 1 && memcmp(name, anonymous, sizeof anonymous - 1) == 0)
        return true; /* a namespace without a name */
    int n = snprintf(out + used, size - used, "%s%.*s", used ? "::" : "", (int)length, name);
    return n > 0 && (size_t)n < size - used;
}

bool mangled_name(const char *symbol, char *out, size_t size)
{
    const char *at = symbol, *name;
    size_t length;
    out[0] = '\0';
    if (strncmp(at, "_Z", 2) != 0)
        return false;
    at += 2;
    bool is_nested = *at == 'N';
    if (is_nested)
        at++;
    for (;;) {
        if (*at == 'L') /* of this file only */
            at++;
        if (!take_identifier(&at, &name, &length) || !append(out, size, name, length))
            return false;
        if (*at == 'I' && !skip_template(&at))
            return false;
        if (!is_nested)
            return true;
        if (*at == 'E')
            return out[0] != '\0';
    }
}

bool mangled_matches(const char *symbol, const char *wanted)
{
    char name[256];
    if (!mangled_name(symbol, name, sizeof name))
        return false;
    size_t length = strlen(name), tail = strlen(wanted);
    if (tail > length || strcmp(name + length - tail, wanted) != 0)
        return false;
    return tail == length || (length - tail >= 2 && memcmp(name + length - tail - 2, "::", 2) == 0);
}

/* mangled.h: names of C++ functions in symbols. */
#ifndef SHOAL_CLI_MANGLED_H
#define SHOAL_CLI_MANGLED_H

#include <stdbool.h>
#include <stddef.h>

/* The name in a symbol of the Itanium C++ ABI without types and template arguments: "scale" of
 * _Z5scalefPf, "ns::scale" of _ZN2ns5scaleIfEEvPT_. false: the symbol is no such name. */
bool mangled_name(const char *symbol, char *out, size_t size);

/* Whether `wanted` ("scale", "ns::scale") is the end of the name in the symbol, at a "::". */
bool mangled_matches(const char *symbol, const char *wanted);

#endif

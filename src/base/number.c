/* number.c: see number.h. */
#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>

const char *number_grouped(uint64_t value, char out[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    char *to = out;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return out;
}

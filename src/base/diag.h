/* diag.h: one error message on its way to a person.
 *
 * Functions that refuse input take a struct diag * and return a shoal_status. The first
 * error wins: later calls do not overwrite a message that is already there.
 *
 *     return diag_fail(diag, SHOAL_E_FORMAT, "%s: section table ends at %#llx", path, end);
 */
#ifndef SHOAL_BASE_DIAG_H
#define SHOAL_BASE_DIAG_H

#include <stdarg.h>

#include "shoal/status.h"

struct diag {
    shoal_status status; /* SHOAL_OK: no message */
    char text[1024];     /* complete sentences: what, where, what to do */
};

/* Records the message (unless one is there; diag may be NULL) and returns `status`. */
__attribute__((format(printf, 3, 4))) shoal_status diag_fail(struct diag *diag, shoal_status status,
                                                             const char *format, ...);
__attribute__((format(printf, 3, 0))) shoal_status
diag_vfail(struct diag *diag, shoal_status status, const char *format, va_list args);

/* Returns early on failure. */
#define SHOAL_TRY(call)                                                                            \
    do {                                                                                           \
        shoal_status try_status_ = (call);                                                         \
        if (try_status_ != SHOAL_OK)                                                               \
            return try_status_;                                                                    \
    } while (0)

#endif

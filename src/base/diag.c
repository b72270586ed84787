#include "base/diag.h"

#include <stdio.h>

const char *shoal_status_text(shoal_status status)
{
    switch (status) {
#define CASE(code, value, text)                                                                    \
    case SHOAL_##code:                                                                             \
        return text;
        SHOAL_STATUS_LIST(CASE)
#undef CASE
    }
    return "unknown status";
}

shoal_status diag_vfail(struct diag *diag, shoal_status status, const char *format, va_list args)
{
    if (diag && diag->status == SHOAL_OK) {
        diag->status = status;
        vsnprintf(diag->text, sizeof diag->text, format, args);
    }
    return status;
}

shoal_status diag_fail(struct diag *diag, shoal_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_vfail(diag, status, format, args);
    va_end(args);
    return status;
}

/* error.h: the error text of the C API, per thread. */
#ifndef SHOAL_API_ERROR_H
#define SHOAL_API_ERROR_H

#include "base/diag.h"
#include "shoal/shoal.h"

/* Keeps the message for shoal_last_error(device) in this thread and returns its status. */
shoal_status api_fail(const shoal_device *device, const struct diag *diag);

/* The same with a new message. */
__attribute__((format(printf, 3, 4))) shoal_status
api_error(const shoal_device *device, shoal_status status, const char *format, ...);

#endif

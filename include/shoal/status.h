/* status.h: the one list of status codes of Shoal's C API.
 *
 * Zero is success, errors are negative. Every public function that can fail
 * returns a shoal_status; what exactly was wrong is in the error detail of the
 * object it was called on (shoal_last_error in shoal.h). */
#ifndef SHOAL_STATUS_H
#define SHOAL_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define SHOAL_API
#else
#define SHOAL_API __attribute__((visibility("default")))
#endif

/* X(code, value, text) */
#define SHOAL_STATUS_LIST(X)                                                                       \
    X(OK, 0, "success")                                                                            \
    X(E_ARG, -1, "invalid argument")                                                               \
    X(E_TRUNCATED, -2, "more bytes are needed")                                                    \
    X(E_ILLEGAL, -3, "no instruction has this encoding")                                           \
    X(E_RESERVED, -4, "a field of the instruction holds a reserved value")                         \
    X(E_UNSUPPORTED, -5, "valid, but not supported by this version")                               \
    X(E_NOMEM, -6, "out of memory")                                                                \
    X(E_IO, -7, "cannot read or write a file")                                                     \
    X(E_FORMAT, -8, "malformed input file")                                                        \
    X(E_TARGET, -9, "code for another machine")                                                    \
    X(E_NOT_FOUND, -10, "not found")                                                               \
    X(E_LIMIT, -11, "a limit of the device is exceeded")                                           \
    X(E_FAULT, -12, "the kernel faulted")                                                          \
    X(E_TIMEOUT, -13, "the kernel was stopped by the time limit")                                  \
    X(E_BUSY, -14, "the object is in use")                                                         \
    X(E_INTERNAL, -15, "an error of Shoal itself")

typedef enum shoal_status {
#define SHOAL_STATUS_ENUM(code, value, text) SHOAL_##code = value,
    SHOAL_STATUS_LIST(SHOAL_STATUS_ENUM)
#undef SHOAL_STATUS_ENUM
} shoal_status;

/* The text of `status`, e.g. "out of memory". Static storage; never NULL. */
SHOAL_API const char *shoal_status_text(shoal_status status);

#ifdef __cplusplus
}
#endif
#endif

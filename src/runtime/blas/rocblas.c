/* rocblas.c: handles, and what does not compute. Handles are never taken for something else: those
 * that exist are in a list. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../hip/library.h"
#include "handle.h"

struct _rocblas_handle {
    struct _rocblas_handle *next;
    struct blas_state state;
    rocblas_math_mode math;
};

static struct _rocblas_handle *handles;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Where the handle is linked, with the lock; NULL: nowhere. */
static struct _rocblas_handle **find(rocblas_handle handle)
{
    for (struct _rocblas_handle **at = &handles; *at; at = &(*at)->next)
        if (*at == handle)
            return at;
    return NULL;
}

bool blas_state_of(rocblas_handle handle, struct blas_state *out)
{
    pthread_mutex_lock(&lock);
    struct _rocblas_handle **at = find(handle);
    if (at)
        *out = (*at)->state;
    pthread_mutex_unlock(&lock);
    return at;
}

rocblas_status rocblas_create_handle(rocblas_handle *handle)
{
    if (!handle)
        return rocblas_status_invalid_handle;
    if (shoal_hip_stream(NULL) != hipSuccess)
        return rocblas_status_internal_error;
    struct _rocblas_handle *h = calloc(1, sizeof *h);
    if (!h)
        return rocblas_status_memory_error;
    h->state.atomics = rocblas_atomics_allowed;
    pthread_mutex_lock(&lock);
    h->next = handles;
    handles = h;
    pthread_mutex_unlock(&lock);
    *handle = h;
    return rocblas_status_success;
}

rocblas_status rocblas_destroy_handle(rocblas_handle handle)
{
    pthread_mutex_lock(&lock);
    struct _rocblas_handle **at = find(handle);
    if (at) {
        struct _rocblas_handle *h = *at;
        *at = h->next;
        free(h);
    }
    pthread_mutex_unlock(&lock);
    return at ? rocblas_status_success : rocblas_status_invalid_handle;
}

/* Sets or gets a field of a handle's. */
#define FIELD(function, field, type, is_valid)                                                     \
    rocblas_status rocblas_set_##function(rocblas_handle handle, type value)                       \
    {                                                                                              \
        if (!(is_valid))                                                                           \
            return rocblas_status_invalid_value;                                                   \
        pthread_mutex_lock(&lock);                                                                 \
        struct _rocblas_handle **at = find(handle);                                                \
        if (at)                                                                                    \
            (*at)->field = value;                                                                  \
        pthread_mutex_unlock(&lock);                                                               \
        return at ? rocblas_status_success : rocblas_status_invalid_handle;                        \
    }                                                                                              \
    rocblas_status rocblas_get_##function(rocblas_handle handle, type *out)                        \
    {                                                                                              \
        if (!out)                                                                                  \
            return rocblas_status_invalid_pointer;                                                 \
        pthread_mutex_lock(&lock);                                                                 \
        struct _rocblas_handle **at = find(handle);                                                \
        if (at)                                                                                    \
            *out = (*at)->field;                                                                   \
        pthread_mutex_unlock(&lock);                                                               \
        return at ? rocblas_status_success : rocblas_status_invalid_handle;                        \
    }
FIELD(stream, state.stream, hipStream_t, shoal_hip_stream(value) == hipSuccess)
FIELD(pointer_mode, state.mode, rocblas_pointer_mode, value <= rocblas_pointer_mode_device)
FIELD(atomics_mode, state.atomics, rocblas_atomics_mode, value <= rocblas_atomics_allowed)
FIELD(math_mode, math, rocblas_math_mode, value <= rocblas_xf32_xdl_math_op)

rocblas_status rocblas_set_workspace(rocblas_handle handle, void *address, size_t size)
{
    struct blas_state state;
    (void)address, (void)size;
    return blas_state_of(handle, &state) ? rocblas_status_success : rocblas_status_invalid_handle;
}

rocblas_status rocblas_set_device_memory_size(rocblas_handle handle, size_t size)
{
    return rocblas_set_workspace(handle, NULL, size);
}

rocblas_status rocblas_get_device_memory_size(rocblas_handle handle, size_t *size)
{
    if (!size)
        return rocblas_status_invalid_pointer;
    *size = 0;
    return rocblas_set_workspace(handle, NULL, 0);
}

void rocblas_initialize(void) {}

const char *rocblas_status_to_string(rocblas_status status)
{
    static const char *const names[] = {"rocblas_status_success",
                                        "rocblas_status_invalid_handle",
                                        "rocblas_status_not_implemented",
                                        "rocblas_status_invalid_pointer",
                                        "rocblas_status_invalid_size",
                                        "rocblas_status_memory_error",
                                        "rocblas_status_internal_error",
                                        "rocblas_status_perf_degraded",
                                        "rocblas_status_size_query_mismatch",
                                        "rocblas_status_size_increased",
                                        "rocblas_status_size_unchanged",
                                        "rocblas_status_invalid_value",
                                        "rocblas_status_continue",
                                        "rocblas_status_check_numerics_fail",
                                        "rocblas_status_excluded_from_build",
                                        "rocblas_status_arch_mismatch"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status]
                                                           : "<undefined rocblas_status value>";
}

static const char version[] = "4.3.0-shoal";

rocblas_status rocblas_get_version_string_size(size_t *size)
{
    if (!size)
        return rocblas_status_invalid_pointer;
    *size = sizeof version;
    return rocblas_status_success;
}

rocblas_status rocblas_get_version_string(char *text, size_t size)
{
    if (!text)
        return rocblas_status_invalid_pointer;
    if (size < sizeof version)
        return rocblas_status_invalid_size;
    memcpy(text, version, sizeof version);
    return rocblas_status_success;
}

rocblas_pointer_mode rocblas_pointer_to_mode(void *pointer)
{
    char text[160];
    return shoal_hip_memory(pointer, 1, 0, text, sizeof text) ? rocblas_pointer_mode_device
                                                              : rocblas_pointer_mode_host;
}

/* ---- copies --------------------------------------------------------------------------------- */

/* n elements, or columns, whose distance is a multiple of `unit` bytes. */
static rocblas_status copy(int64_t n, size_t bytes, size_t unit, const void *from,
                           int64_t from_step, void *to, int64_t to_step, bool is_async,
                           hipStream_t stream)
{
    if (n == 0 || bytes == 0)
        return rocblas_status_success;
    if (!from || !to)
        return rocblas_status_invalid_pointer;
    size_t to_pitch = (size_t)to_step * unit, from_pitch = (size_t)from_step * unit;
    hipError_t error =
        is_async ? hipMemcpy2DAsync(to, to_pitch, from, from_pitch, bytes, (size_t)n,
                                    hipMemcpyDefault, stream)
                 : hipMemcpy2D(to, to_pitch, from, from_pitch, bytes, (size_t)n, hipMemcpyDefault);
    return error == hipSuccess ? rocblas_status_success : rocblas_status_internal_error;
}

static rocblas_status copy_vector(int n, int size, const void *x, int incx, void *y, int incy,
                                  bool is_async, hipStream_t stream)
{
    if (n < 0 || size < 1 || incx < 1 || incy < 1)
        return rocblas_status_invalid_size;
    return copy(n, (size_t)size, (size_t)size, x, incx, y, incy, is_async, stream);
}

static rocblas_status copy_matrix(int rows, int cols, int size, const void *a, int lda, void *b,
                                  int ldb, bool is_async, hipStream_t stream)
{
    if (rows < 0 || cols < 0 || size < 1 || lda < 1 || ldb < 1 || lda < rows || ldb < rows)
        return rocblas_status_invalid_size;
    return copy(cols, (size_t)rows * (size_t)size, (size_t)size, a, lda, b, ldb, is_async, stream);
}

#define COPIES(way)                                                                                \
    rocblas_status rocblas_##way##_vector(int n, int size, const void *x, int incx, void *y,       \
                                          int incy)                                                \
    {                                                                                              \
        return copy_vector(n, size, x, incx, y, incy, false, NULL);                                \
    }                                                                                              \
    rocblas_status rocblas_##way##_vector_async(int n, int size, const void *x, int incx, void *y, \
                                                int incy, hipStream_t stream)                      \
    {                                                                                              \
        return copy_vector(n, size, x, incx, y, incy, true, stream);                               \
    }                                                                                              \
    rocblas_status rocblas_##way##_matrix(int rows, int cols, int size, const void *a, int lda,    \
                                          void *b, int ldb)                                        \
    {                                                                                              \
        return copy_matrix(rows, cols, size, a, lda, b, ldb, false, NULL);                         \
    }                                                                                              \
    rocblas_status rocblas_##way##_matrix_async(int rows, int cols, int size, const void *a,       \
                                                int lda, void *b, int ldb, hipStream_t stream)     \
    {                                                                                              \
        return copy_matrix(rows, cols, size, a, lda, b, ldb, true, stream);                        \
    }
COPIES(set)
COPIES(get)

/* hipblas.c: libhipblas: the same functions as librocblas's under the names and codes of hipBLAS.
 * Its handles are rocBLAS's. */
#include "hipblas_call.h"

hipblasStatus_t hipblas_status_of(rocblas_status status)
{
    switch (status) {
    case rocblas_status_success:
    case rocblas_status_size_unchanged:
    case rocblas_status_size_increased:
        return HIPBLAS_STATUS_SUCCESS;
    case rocblas_status_invalid_handle:
        return HIPBLAS_STATUS_NOT_INITIALIZED;
    case rocblas_status_not_implemented:
        return HIPBLAS_STATUS_NOT_SUPPORTED;
    case rocblas_status_invalid_pointer:
    case rocblas_status_invalid_size:
        return HIPBLAS_STATUS_INVALID_VALUE;
    case rocblas_status_invalid_value:
        return HIPBLAS_STATUS_INVALID_ENUM;
    case rocblas_status_memory_error:
        return HIPBLAS_STATUS_ALLOC_FAILED;
    case rocblas_status_internal_error:
        return HIPBLAS_STATUS_INTERNAL_ERROR;
    default:
        return HIPBLAS_STATUS_UNKNOWN;
    }
}

int hipblas_compute_type(int compute)
{
    switch (compute) {
    case HIPBLAS_COMPUTE_16F:
    case HIPBLAS_COMPUTE_16F_PEDANTIC:
        return HIPBLAS_R_16F;
    case HIPBLAS_COMPUTE_32F:
    case HIPBLAS_COMPUTE_32F_PEDANTIC:
    case HIPBLAS_COMPUTE_32F_FAST_16F:
    case HIPBLAS_COMPUTE_32F_FAST_16BF:
    case HIPBLAS_COMPUTE_32F_FAST_TF32:
        return HIPBLAS_R_32F;
    case HIPBLAS_COMPUTE_64F:
    case HIPBLAS_COMPUTE_64F_PEDANTIC:
        return HIPBLAS_R_64F;
    case HIPBLAS_COMPUTE_32I:
    case HIPBLAS_COMPUTE_32I_PEDANTIC:
        return HIPBLAS_R_32I;
    default:
        return compute;
    }
}

hipblasStatus_t hipblasCreate(hipblasHandle_t *handle)
{
    if (!handle)
        return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
    rocblas_handle made = NULL;
    hipblasStatus_t status = hipblas_status_of(rocblas_create_handle(&made));
    *handle = made;
    return status;
}

hipblasStatus_t hipblasDestroy(hipblasHandle_t handle)
{
    return hipblas_status_of(rocblas_destroy_handle((rocblas_handle)handle));
}

#define FIELD(Name, name, type, of)                                                                \
    hipblasStatus_t hipblasSet##Name(hipblasHandle_t handle, type value)                           \
    {                                                                                              \
        return hipblas_status_of(rocblas_set_##name((rocblas_handle)handle, (of)value));           \
    }                                                                                              \
    hipblasStatus_t hipblasGet##Name(hipblasHandle_t handle, type *value)                          \
    {                                                                                              \
        of got;                                                                                    \
        rocblas_status status = rocblas_get_##name((rocblas_handle)handle, value ? &got : NULL);   \
        if (status == rocblas_status_success)                                                      \
            *value = (type)got;                                                                    \
        return hipblas_status_of(status);                                                          \
    }
FIELD(Stream, stream, hipStream_t, hipStream_t)
FIELD(PointerMode, pointer_mode, hipblasPointerMode_t, rocblas_pointer_mode)
FIELD(AtomicsMode, atomics_mode, hipblasAtomicsMode_t, rocblas_atomics_mode)
FIELD(MathMode, math_mode, hipblasMath_t, rocblas_math_mode)

hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void *address, size_t size)
{
    return hipblas_status_of(rocblas_set_workspace((rocblas_handle)handle, address, size));
}

const char *hipblasStatusToString(hipblasStatus_t status)
{
    static const char *const names[] = {
        "HIPBLAS_STATUS_SUCCESS",        "HIPBLAS_STATUS_NOT_INITIALIZED",
        "HIPBLAS_STATUS_ALLOC_FAILED",   "HIPBLAS_STATUS_INVALID_VALUE",
        "HIPBLAS_STATUS_MAPPING_ERROR",  "HIPBLAS_STATUS_EXECUTION_FAILED",
        "HIPBLAS_STATUS_INTERNAL_ERROR", "HIPBLAS_STATUS_NOT_SUPPORTED",
        "HIPBLAS_STATUS_ARCH_MISMATCH",  "HIPBLAS_STATUS_HANDLE_IS_NULLPTR",
        "HIPBLAS_STATUS_INVALID_ENUM"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status]
                                                           : "HIPBLAS_STATUS_UNKNOWN";
}

#define COPIES(Way, way)                                                                           \
    hipblasStatus_t hipblas##Way##Vector(int n, int size, const void *x, int incx, void *y,        \
                                         int incy)                                                 \
    {                                                                                              \
        return hipblas_status_of(rocblas_##way##_vector(n, size, x, incx, y, incy));               \
    }                                                                                              \
    hipblasStatus_t hipblas##Way##VectorAsync(int n, int size, const void *x, int incx, void *y,   \
                                              int incy, hipStream_t stream)                        \
    {                                                                                              \
        return hipblas_status_of(rocblas_##way##_vector_async(n, size, x, incx, y, incy, stream)); \
    }                                                                                              \
    hipblasStatus_t hipblas##Way##Matrix(int rows, int cols, int size, const void *A, int lda,     \
                                         void *B, int ldb)                                         \
    {                                                                                              \
        return hipblas_status_of(rocblas_##way##_matrix(rows, cols, size, A, lda, B, ldb));        \
    }                                                                                              \
    hipblasStatus_t hipblas##Way##MatrixAsync(int rows, int cols, int size, const void *A,         \
                                              int lda, void *B, int ldb, hipStream_t stream)       \
    {                                                                                              \
        return hipblas_status_of(                                                                  \
            rocblas_##way##_matrix_async(rows, cols, size, A, lda, B, ldb, stream));               \
    }
COPIES(Set, set)
COPIES(Get, get)

/* hipblas.h: linear algebra on device memory, as of hipBLAS 2.3 (ROCm 6.3), which Shoal computes on
 * the host.
 *
 * With HIPBLAS_V2, functions with types as arguments take hipDataType and hipblasComputeType_t; the
 * library takes both. */
#ifndef HIPBLAS_H
#define HIPBLAS_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas/hipblas-version.h>
#include <stdint.h>

#ifdef __cplusplus
#define HIPBLAS_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define HIPBLAS_EXPORT __attribute__((visibility("default")))
#endif

typedef void *hipblasHandle_t;
typedef int64_t hipblasStride;
typedef uint16_t hipblasHalf;
typedef int8_t hipblasInt8;
typedef hipComplex hipblasComplex;
typedef hipDoubleComplex hipblasDoubleComplex;
typedef struct hipblasBfloat16 {
    uint16_t data;
} hipblasBfloat16;

typedef enum {
    HIPBLAS_STATUS_SUCCESS = 0,
    HIPBLAS_STATUS_NOT_INITIALIZED = 1,
    HIPBLAS_STATUS_ALLOC_FAILED = 2,
    HIPBLAS_STATUS_INVALID_VALUE = 3,
    HIPBLAS_STATUS_MAPPING_ERROR = 4,
    HIPBLAS_STATUS_EXECUTION_FAILED = 5,
    HIPBLAS_STATUS_INTERNAL_ERROR = 6,
    HIPBLAS_STATUS_NOT_SUPPORTED = 7,
    HIPBLAS_STATUS_ARCH_MISMATCH = 8,
    HIPBLAS_STATUS_HANDLE_IS_NULLPTR = 9,
    HIPBLAS_STATUS_INVALID_ENUM = 10,
    HIPBLAS_STATUS_UNKNOWN = 11
} hipblasStatus_t;

typedef enum { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 } hipblasOperation_t;
typedef enum {
    HIPBLAS_POINTER_MODE_HOST = 0,
    HIPBLAS_POINTER_MODE_DEVICE = 1
} hipblasPointerMode_t;
typedef enum {
    HIPBLAS_FILL_MODE_UPPER = 121,
    HIPBLAS_FILL_MODE_LOWER = 122,
    HIPBLAS_FILL_MODE_FULL = 123
} hipblasFillMode_t;
typedef enum { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
typedef enum {
    HIPBLAS_SIDE_LEFT = 141,
    HIPBLAS_SIDE_RIGHT = 142,
    HIPBLAS_SIDE_BOTH = 143
} hipblasSideMode_t;
typedef enum { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;
typedef enum { HIPBLAS_ATOMICS_NOT_ALLOWED = 0, HIPBLAS_ATOMICS_ALLOWED = 1 } hipblasAtomicsMode_t;
typedef enum {
    HIPBLAS_DEFAULT_MATH = 0,
    HIPBLAS_XF32_XDL_MATH = 1,
    HIPBLAS_PEDANTIC_MATH = 2,
    HIPBLAS_TF32_TENSOR_OP_MATH = 3,
    HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 4,
    HIPBLAS_TENSOR_OP_MATH = 5
} hipblasMath_t;
typedef enum {
    HIPBLAS_R_16F = 150,
    HIPBLAS_R_32F = 151,
    HIPBLAS_R_64F = 152,
    HIPBLAS_C_16F = 153,
    HIPBLAS_C_32F = 154,
    HIPBLAS_C_64F = 155,
    HIPBLAS_R_8I = 160,
    HIPBLAS_R_8U = 161,
    HIPBLAS_R_32I = 162,
    HIPBLAS_R_32U = 163,
    HIPBLAS_C_8I = 164,
    HIPBLAS_C_8U = 165,
    HIPBLAS_C_32I = 166,
    HIPBLAS_C_32U = 167,
    HIPBLAS_R_16B = 168,
    HIPBLAS_C_16B = 169,
    HIPBLAS_DATATYPE_INVALID = 255
} hipblasDatatype_t;
typedef enum {
    HIPBLAS_COMPUTE_16F = 0,
    HIPBLAS_COMPUTE_16F_PEDANTIC = 1,
    HIPBLAS_COMPUTE_32F = 2,
    HIPBLAS_COMPUTE_32F_PEDANTIC = 3,
    HIPBLAS_COMPUTE_32F_FAST_16F = 4,
    HIPBLAS_COMPUTE_32F_FAST_16BF = 5,
    HIPBLAS_COMPUTE_32F_FAST_TF32 = 6,
    HIPBLAS_COMPUTE_64F = 7,
    HIPBLAS_COMPUTE_64F_PEDANTIC = 8,
    HIPBLAS_COMPUTE_32I = 9,
    HIPBLAS_COMPUTE_32I_PEDANTIC = 10
} hipblasComputeType_t;
#ifdef HIPBLAS_V2
typedef hipDataType shoal_hipblas_type;
typedef hipblasComputeType_t shoal_hipblas_compute;
#else
typedef hipblasDatatype_t shoal_hipblas_type;
typedef hipblasDatatype_t shoal_hipblas_compute;
#endif

HIPBLAS_EXPORT hipblasStatus_t hipblasCreate(hipblasHandle_t *handle);
HIPBLAS_EXPORT hipblasStatus_t hipblasDestroy(hipblasHandle_t handle);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t streamId);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t *streamId);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle,
                                                     hipblasPointerMode_t mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle,
                                                     hipblasPointerMode_t *mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t *mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle,
                                                     hipblasAtomicsMode_t atomics_mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle,
                                                     hipblasAtomicsMode_t *atomics_mode);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void *address,
                                                   size_t size);
HIPBLAS_EXPORT const char *hipblasStatusToString(hipblasStatus_t status);

/* Copies between host and device; elements of a size and with increments, matrices in columns. */
HIPBLAS_EXPORT hipblasStatus_t hipblasSetVector(int n, int elemSize, const void *x, int incx,
                                                void *y, int incy);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetVector(int n, int elemSize, const void *x, int incx,
                                                void *y, int incy);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetMatrix(int rows, int cols, int elemSize, const void *A,
                                                int lda, void *B, int ldb);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetMatrix(int rows, int cols, int elemSize, const void *A,
                                                int lda, void *B, int ldb);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetVectorAsync(int n, int elemSize, const void *x, int incx,
                                                     void *y, int incy, hipStream_t stream);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetVectorAsync(int n, int elemSize, const void *x, int incx,
                                                     void *y, int incy, hipStream_t stream);
HIPBLAS_EXPORT hipblasStatus_t hipblasSetMatrixAsync(int rows, int cols, int elemSize,
                                                     const void *A, int lda, void *B, int ldb,
                                                     hipStream_t stream);
HIPBLAS_EXPORT hipblasStatus_t hipblasGetMatrixAsync(int rows, int cols, int elemSize,
                                                     const void *A, int lda, void *B, int ldb,
                                                     hipStream_t stream);

#include <hipblas/shoal/functions.h>
#include <hipblas/shoal/solvers.h>

#endif

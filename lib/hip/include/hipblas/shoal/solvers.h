/* solvers.h: the solvers of hipBLAS, as LAPACK defines them: matrices in columns, `info` and
 * `ipiv` of factorisations and deviceInfo in device memory, `info` of the others, which tells of a
 * bad argument by its place, in host memory. */
#pragma once

#define SHOAL_SOLVERS(L, T)                                                                        \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##getrf(hipblasHandle_t handle, const int n, T *A,    \
                                                     const int lda, int *ipiv, int *info);         \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##getrfBatched(                                       \
        hipblasHandle_t handle, const int n, T *const A[], const int lda, int *ipiv, int *info,    \
        const int batchCount);                                                                     \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##getrfStridedBatched(                                \
        hipblasHandle_t handle, const int n, T *A, const int lda, const hipblasStride strideA,     \
        int *ipiv, const hipblasStride strideP, int *info, const int batchCount);                  \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##getrs(                                              \
        hipblasHandle_t handle, const hipblasOperation_t trans, const int n, const int nrhs, T *A, \
        const int lda, const int *ipiv, T *B, const int ldb, int *info);                           \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##getrsBatched(                                       \
        hipblasHandle_t handle, const hipblasOperation_t trans, const int n, const int nrhs,       \
        T *const A[], const int lda, const int *ipiv, T *const B[], const int ldb, int *info,      \
        const int batchCount);                                                                     \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##getrsStridedBatched(                                \
        hipblasHandle_t handle, const hipblasOperation_t trans, const int n, const int nrhs, T *A, \
        const int lda, const hipblasStride strideA, const int *ipiv, const hipblasStride strideP,  \
        T *B, const int ldb, const hipblasStride strideB, int *info, const int batchCount);        \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##getriBatched(                                       \
        hipblasHandle_t handle, const int n, T *const A[], const int lda, int *ipiv, T *const C[], \
        const int ldc, int *info, const int batchCount);                                           \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##geqrf(hipblasHandle_t handle, const int m,          \
                                                     const int n, T *A, const int lda, T *ipiv,    \
                                                     int *info);                                   \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##geqrfBatched(                                       \
        hipblasHandle_t handle, const int m, const int n, T *const A[], const int lda,             \
        T *const ipiv[], int *info, const int batchCount);                                         \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##geqrfStridedBatched(                                \
        hipblasHandle_t handle, const int m, const int n, T *A, const int lda,                     \
        const hipblasStride strideA, T *ipiv, const hipblasStride strideP, int *info,              \
        const int batchCount);                                                                     \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##gels(                                               \
        hipblasHandle_t handle, hipblasOperation_t trans, const int m, const int n,                \
        const int nrhs, T *A, const int lda, T *B, const int ldb, int *info, int *deviceInfo);     \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##gelsBatched(                                        \
        hipblasHandle_t handle, hipblasOperation_t trans, const int m, const int n,                \
        const int nrhs, T *const A[], const int lda, T *const B[], const int ldb, int *info,       \
        int *deviceInfo, const int batchCount);                                                    \
    HIPBLAS_EXPORT hipblasStatus_t hipblas##L##gelsStridedBatched(                                 \
        hipblasHandle_t handle, hipblasOperation_t trans, const int m, const int n,                \
        const int nrhs, T *A, const int lda, const hipblasStride strideA, T *B, const int ldb,     \
        const hipblasStride strideB, int *info, int *deviceInfo, const int batchCount);
SHOAL_SOLVERS(S, float)
SHOAL_SOLVERS(D, double)
SHOAL_SOLVERS(C, hipblasComplex)
SHOAL_SOLVERS(Z, hipblasDoubleComplex)
#undef SHOAL_SOLVERS

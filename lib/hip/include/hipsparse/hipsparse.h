/* hipsparse.h: sparse vectors and matrices in device memory, as the generic functions of
 * hipSPARSE 3.1 (ROCm 6.3), which Shoal computes on the host. Elements are of HIP_R_32F, HIP_R_64F,
 * HIP_C_32F or HIP_C_64F, indices of 32 or 64 bits; formats are CSR, CSC and COO. */
#ifndef HIPSPARSE_H
#define HIPSPARSE_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <stddef.h>
#include <stdint.h>

#define hipsparseVersionMajor 3
#define hipsparseVersionMinor 1
#define hipsparseVersionPatch 2

#ifdef __cplusplus
#define HIPSPARSE_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define HIPSPARSE_EXPORT __attribute__((visibility("default")))
#endif

typedef struct shoal_sparse_handle *hipsparseHandle_t;
typedef struct shoal_sparse_description *hipsparseMatDescr_t;
typedef struct shoal_sparse_vector *hipsparseSpVecDescr_t;
typedef const struct shoal_sparse_vector *hipsparseConstSpVecDescr_t;
typedef struct shoal_dense_vector *hipsparseDnVecDescr_t;
typedef const struct shoal_dense_vector *hipsparseConstDnVecDescr_t;
typedef struct shoal_sparse_matrix *hipsparseSpMatDescr_t;
typedef const struct shoal_sparse_matrix *hipsparseConstSpMatDescr_t;
typedef struct shoal_dense_matrix *hipsparseDnMatDescr_t;
typedef const struct shoal_dense_matrix *hipsparseConstDnMatDescr_t;
typedef struct shoal_sparse_product *hipsparseSpGEMMDescr_t;
typedef struct shoal_sparse_solve *hipsparseSpSVDescr_t;
typedef struct shoal_sparse_solve *hipsparseSpSMDescr_t;

typedef enum {
    HIPSPARSE_STATUS_SUCCESS = 0,
    HIPSPARSE_STATUS_NOT_INITIALIZED = 1,
    HIPSPARSE_STATUS_ALLOC_FAILED = 2,
    HIPSPARSE_STATUS_INVALID_VALUE = 3,
    HIPSPARSE_STATUS_ARCH_MISMATCH = 4,
    HIPSPARSE_STATUS_MAPPING_ERROR = 5,
    HIPSPARSE_STATUS_EXECUTION_FAILED = 6,
    HIPSPARSE_STATUS_INTERNAL_ERROR = 7,
    HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    HIPSPARSE_STATUS_ZERO_PIVOT = 9,
    HIPSPARSE_STATUS_NOT_SUPPORTED = 10,
    HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11,
} hipsparseStatus_t;
typedef enum {
    HIPSPARSE_POINTER_MODE_HOST = 0,
    HIPSPARSE_POINTER_MODE_DEVICE = 1
} hipsparsePointerMode_t;
typedef enum { HIPSPARSE_ACTION_SYMBOLIC = 0, HIPSPARSE_ACTION_NUMERIC = 1 } hipsparseAction_t;
typedef enum {
    HIPSPARSE_MATRIX_TYPE_GENERAL = 0,
    HIPSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    HIPSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    HIPSPARSE_MATRIX_TYPE_TRIANGULAR = 3,
} hipsparseMatrixType_t;
typedef enum { HIPSPARSE_FILL_MODE_LOWER = 0, HIPSPARSE_FILL_MODE_UPPER = 1 } hipsparseFillMode_t;
typedef enum { HIPSPARSE_DIAG_TYPE_NON_UNIT = 0, HIPSPARSE_DIAG_TYPE_UNIT = 1 } hipsparseDiagType_t;
typedef enum { HIPSPARSE_INDEX_BASE_ZERO = 0, HIPSPARSE_INDEX_BASE_ONE = 1 } hipsparseIndexBase_t;
typedef enum {
    HIPSPARSE_OPERATION_NON_TRANSPOSE = 0,
    HIPSPARSE_OPERATION_TRANSPOSE = 1,
    HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2,
} hipsparseOperation_t;
typedef enum {
    HIPSPARSE_FORMAT_CSR = 1,
    HIPSPARSE_FORMAT_CSC = 2,
    HIPSPARSE_FORMAT_COO = 3
} hipsparseFormat_t;
typedef enum {
    HIPSPARSE_ORDER_ROW = 0,
    HIPSPARSE_ORDER_COL = 1,
    HIPSPARSE_ORDER_COLUMN = 1
} hipsparseOrder_t;
typedef enum {
    HIPSPARSE_INDEX_16U = 1,
    HIPSPARSE_INDEX_32I = 2,
    HIPSPARSE_INDEX_64I = 3
} hipsparseIndexType_t;
typedef enum {
    HIPSPARSE_SPMAT_FILL_MODE = 0,
    HIPSPARSE_SPMAT_DIAG_TYPE = 1
} hipsparseSpMatAttribute_t;
/* Which algorithm is taken makes no difference here. */
typedef enum {
    HIPSPARSE_MV_ALG_DEFAULT = 0,
    HIPSPARSE_COOMV_ALG = 1,
    HIPSPARSE_CSRMV_ALG1 = 2,
    HIPSPARSE_CSRMV_ALG2 = 3,
    HIPSPARSE_SPMV_ALG_DEFAULT = 4,
    HIPSPARSE_SPMV_COO_ALG1 = 5,
    HIPSPARSE_SPMV_COO_ALG2 = 6,
    HIPSPARSE_SPMV_CSR_ALG1 = 7,
    HIPSPARSE_SPMV_CSR_ALG2 = 8,
} hipsparseSpMVAlg_t;
typedef enum {
    HIPSPARSE_MM_ALG_DEFAULT = 0,
    HIPSPARSE_COOMM_ALG1 = 1,
    HIPSPARSE_COOMM_ALG2 = 2,
    HIPSPARSE_COOMM_ALG3 = 3,
    HIPSPARSE_CSRMM_ALG1 = 4,
    HIPSPARSE_SPMM_ALG_DEFAULT = 5,
    HIPSPARSE_SPMM_COO_ALG1 = 6,
    HIPSPARSE_SPMM_COO_ALG2 = 7,
    HIPSPARSE_SPMM_COO_ALG3 = 8,
    HIPSPARSE_SPMM_COO_ALG4 = 9,
    HIPSPARSE_SPMM_CSR_ALG1 = 10,
    HIPSPARSE_SPMM_CSR_ALG2 = 11,
    HIPSPARSE_SPMM_CSR_ALG3 = 13,
} hipsparseSpMMAlg_t;
typedef enum { HIPSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } hipsparseSparseToDenseAlg_t;
typedef enum { HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } hipsparseDenseToSparseAlg_t;
typedef enum { HIPSPARSE_SDDMM_ALG_DEFAULT = 0 } hipsparseSDDMMAlg_t;
typedef enum { HIPSPARSE_SPSV_ALG_DEFAULT = 0 } hipsparseSpSVAlg_t;
typedef enum { HIPSPARSE_SPSM_ALG_DEFAULT = 0 } hipsparseSpSMAlg_t;
typedef enum {
    HIPSPARSE_SPGEMM_DEFAULT = 0,
    HIPSPARSE_SPGEMM_CSR_ALG_DETERMINISTIC = 1,
    HIPSPARSE_SPGEMM_CSR_ALG_NONDETERMINISTIC = 2,
    HIPSPARSE_SPGEMM_ALG1 = 3,
    HIPSPARSE_SPGEMM_ALG2 = 4,
    HIPSPARSE_SPGEMM_ALG3 = 5,
} hipsparseSpGEMMAlg_t;
typedef enum {
    HIPSPARSE_CSR2CSC_ALG_DEFAULT = 0,
    HIPSPARSE_CSR2CSC_ALG1 = 1,
    HIPSPARSE_CSR2CSC_ALG2 = 2
} hipsparseCsr2CscAlg_t;

#define SHOAL_SPARSE(...) HIPSPARSE_EXPORT hipsparseStatus_t __VA_ARGS__;
HIPSPARSE_EXPORT const char *hipsparseGetErrorName(hipsparseStatus_t status);
HIPSPARSE_EXPORT const char *hipsparseGetErrorString(hipsparseStatus_t status);
SHOAL_SPARSE(hipsparseCreate(hipsparseHandle_t *handle))
SHOAL_SPARSE(hipsparseDestroy(hipsparseHandle_t handle))
SHOAL_SPARSE(hipsparseGetVersion(hipsparseHandle_t handle, int *version))
SHOAL_SPARSE(hipsparseSetStream(hipsparseHandle_t handle, hipStream_t stream))
SHOAL_SPARSE(hipsparseGetStream(hipsparseHandle_t handle, hipStream_t *stream))
SHOAL_SPARSE(hipsparseSetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t mode))
SHOAL_SPARSE(hipsparseGetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t *mode))

SHOAL_SPARSE(hipsparseCreateMatDescr(hipsparseMatDescr_t *descr))
SHOAL_SPARSE(hipsparseDestroyMatDescr(hipsparseMatDescr_t descr))
SHOAL_SPARSE(hipsparseSetMatType(hipsparseMatDescr_t descr, hipsparseMatrixType_t type))
SHOAL_SPARSE(hipsparseSetMatIndexBase(hipsparseMatDescr_t descr, hipsparseIndexBase_t base))
SHOAL_SPARSE(hipsparseSetMatFillMode(hipsparseMatDescr_t descr, hipsparseFillMode_t mode))
SHOAL_SPARSE(hipsparseSetMatDiagType(hipsparseMatDescr_t descr, hipsparseDiagType_t type))
HIPSPARSE_EXPORT hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t descr);
HIPSPARSE_EXPORT hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t descr);
HIPSPARSE_EXPORT hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t descr);
HIPSPARSE_EXPORT hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t descr);

/* ---- vectors */
SHOAL_SPARSE(hipsparseCreateSpVec(hipsparseSpVecDescr_t *spVecDescr, int64_t size, int64_t nnz,
                                  void *indices, void *values, hipsparseIndexType_t idxType,
                                  hipsparseIndexBase_t idxBase, hipDataType valueType))
SHOAL_SPARSE(hipsparseDestroySpVec(hipsparseConstSpVecDescr_t spVecDescr))
SHOAL_SPARSE(hipsparseSpVecGet(const hipsparseSpVecDescr_t spVecDescr, int64_t *size, int64_t *nnz,
                               void **indices, void **values, hipsparseIndexType_t *idxType,
                               hipsparseIndexBase_t *idxBase, hipDataType *valueType))
SHOAL_SPARSE(hipsparseSpVecGetIndexBase(hipsparseConstSpVecDescr_t spVecDescr,
                                        hipsparseIndexBase_t *idxBase))
SHOAL_SPARSE(hipsparseSpVecGetValues(const hipsparseSpVecDescr_t spVecDescr, void **values))
SHOAL_SPARSE(hipsparseSpVecSetValues(hipsparseSpVecDescr_t spVecDescr, void *values))
SHOAL_SPARSE(hipsparseCreateDnVec(hipsparseDnVecDescr_t *dnVecDescr, int64_t size, void *values,
                                  hipDataType valueType))
SHOAL_SPARSE(hipsparseDestroyDnVec(hipsparseConstDnVecDescr_t dnVecDescr))
SHOAL_SPARSE(hipsparseDnVecGet(const hipsparseDnVecDescr_t dnVecDescr, int64_t *size, void **values,
                               hipDataType *valueType))
SHOAL_SPARSE(hipsparseDnVecGetValues(const hipsparseDnVecDescr_t dnVecDescr, void **values))
SHOAL_SPARSE(hipsparseDnVecSetValues(hipsparseDnVecDescr_t dnVecDescr, void *values))

/* ---- matrices */
SHOAL_SPARSE(hipsparseCreateCsr(hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                                int64_t nnz, void *csrRowOffsets, void *csrColInd, void *csrValues,
                                hipsparseIndexType_t csrRowOffsetsType,
                                hipsparseIndexType_t csrColIndType, hipsparseIndexBase_t idxBase,
                                hipDataType valueType))
SHOAL_SPARSE(hipsparseCreateCsc(hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                                int64_t nnz, void *cscColOffsets, void *cscRowInd, void *cscValues,
                                hipsparseIndexType_t cscColOffsetsType,
                                hipsparseIndexType_t cscRowIndType, hipsparseIndexBase_t idxBase,
                                hipDataType valueType))
SHOAL_SPARSE(hipsparseCreateCoo(hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                                int64_t nnz, void *cooRowInd, void *cooColInd, void *cooValues,
                                hipsparseIndexType_t cooIdxType, hipsparseIndexBase_t idxBase,
                                hipDataType valueType))
SHOAL_SPARSE(hipsparseCreateConstCsr(hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows,
                                     int64_t cols, int64_t nnz, const void *csrRowOffsets,
                                     const void *csrColInd, const void *csrValues,
                                     hipsparseIndexType_t csrRowOffsetsType,
                                     hipsparseIndexType_t csrColIndType,
                                     hipsparseIndexBase_t idxBase, hipDataType valueType))
SHOAL_SPARSE(hipsparseDestroySpMat(hipsparseConstSpMatDescr_t spMatDescr))
SHOAL_SPARSE(hipsparseCsrGet(const hipsparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols,
                             int64_t *nnz, void **csrRowOffsets, void **csrColInd, void **csrValues,
                             hipsparseIndexType_t *csrRowOffsetsType,
                             hipsparseIndexType_t *csrColIndType, hipsparseIndexBase_t *idxBase,
                             hipDataType *valueType))
SHOAL_SPARSE(hipsparseCsrSetPointers(hipsparseSpMatDescr_t spMatDescr, void *csrRowOffsets,
                                     void *csrColInd, void *csrValues))
SHOAL_SPARSE(hipsparseCscSetPointers(hipsparseSpMatDescr_t spMatDescr, void *cscColOffsets,
                                     void *cscRowInd, void *cscValues))
SHOAL_SPARSE(hipsparseCooSetPointers(hipsparseSpMatDescr_t spMatDescr, void *cooRowInd,
                                     void *cooColInd, void *cooValues))
SHOAL_SPARSE(hipsparseSpMatGetSize(hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                                   int64_t *cols, int64_t *nnz))
SHOAL_SPARSE(hipsparseSpMatGetFormat(hipsparseConstSpMatDescr_t spMatDescr,
                                     hipsparseFormat_t *format))
SHOAL_SPARSE(hipsparseSpMatGetIndexBase(hipsparseConstSpMatDescr_t spMatDescr,
                                        hipsparseIndexBase_t *idxBase))
SHOAL_SPARSE(hipsparseSpMatGetValues(hipsparseSpMatDescr_t spMatDescr, void **values))
SHOAL_SPARSE(hipsparseSpMatSetValues(hipsparseSpMatDescr_t spMatDescr, void *values))
SHOAL_SPARSE(hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t spMatDescr,
                                        hipsparseSpMatAttribute_t attribute, const void *data,
                                        size_t dataSize))
SHOAL_SPARSE(hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t spMatDescr,
                                        hipsparseSpMatAttribute_t attribute, void *data,
                                        size_t dataSize))
SHOAL_SPARSE(hipsparseCreateDnMat(hipsparseDnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols,
                                  int64_t ld, void *values, hipDataType valueType,
                                  hipsparseOrder_t order))
SHOAL_SPARSE(hipsparseDestroyDnMat(hipsparseConstDnMatDescr_t dnMatDescr))
SHOAL_SPARSE(hipsparseDnMatGet(const hipsparseDnMatDescr_t dnMatDescr, int64_t *rows, int64_t *cols,
                               int64_t *ld, void **values, hipDataType *valueType,
                               hipsparseOrder_t *order))
SHOAL_SPARSE(hipsparseDnMatGetValues(const hipsparseDnMatDescr_t dnMatDescr, void **values))
SHOAL_SPARSE(hipsparseDnMatSetValues(hipsparseDnMatDescr_t dnMatDescr, void *values))

/* ---- what is computed. Buffers are asked for, and not used. */
SHOAL_SPARSE(hipsparseAxpby(hipsparseHandle_t handle, const void *alpha,
                            hipsparseConstSpVecDescr_t vecX, const void *beta,
                            hipsparseDnVecDescr_t vecY))
SHOAL_SPARSE(hipsparseGather(hipsparseHandle_t handle, hipsparseConstDnVecDescr_t vecY,
                             hipsparseSpVecDescr_t vecX))
SHOAL_SPARSE(hipsparseScatter(hipsparseHandle_t handle, hipsparseConstSpVecDescr_t vecX,
                              hipsparseDnVecDescr_t vecY))
SHOAL_SPARSE(hipsparseRot(hipsparseHandle_t handle, const void *c_coeff, const void *s_coeff,
                          hipsparseSpVecDescr_t vecX, hipsparseDnVecDescr_t vecY))
SHOAL_SPARSE(hipsparseSpVV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t opX,
                                      hipsparseConstSpVecDescr_t vecX,
                                      hipsparseConstDnVecDescr_t vecY, void *result,
                                      hipDataType computeType, size_t *bufferSize))
SHOAL_SPARSE(hipsparseSpVV(hipsparseHandle_t handle, hipsparseOperation_t opX,
                           hipsparseConstSpVecDescr_t vecX, hipsparseConstDnVecDescr_t vecY,
                           void *result, hipDataType computeType, void *externalBuffer))

#define SHOAL_SPMV                                                                                 \
    hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha,                         \
        hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t vecX, const void *beta,        \
        const hipsparseDnVecDescr_t vecY, hipDataType computeType, hipsparseSpMVAlg_t alg
SHOAL_SPARSE(hipsparseSpMV_bufferSize(SHOAL_SPMV, size_t *bufferSize))
SHOAL_SPARSE(hipsparseSpMV_preprocess(SHOAL_SPMV, void *externalBuffer))
SHOAL_SPARSE(hipsparseSpMV(SHOAL_SPMV, void *externalBuffer))
#define SHOAL_SPMM                                                                                 \
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,                  \
        const void *alpha, hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB,       \
        const void *beta, const hipsparseDnMatDescr_t matC, hipDataType computeType,               \
        hipsparseSpMMAlg_t alg
SHOAL_SPARSE(hipsparseSpMM_bufferSize(SHOAL_SPMM, size_t *bufferSize))
SHOAL_SPARSE(hipsparseSpMM_preprocess(SHOAL_SPMM, void *externalBuffer))
SHOAL_SPARSE(hipsparseSpMM(SHOAL_SPMM, void *externalBuffer))
#define SHOAL_SDDMM                                                                                \
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,                  \
        const void *alpha, hipsparseConstDnMatDescr_t matA, hipsparseConstDnMatDescr_t matB,       \
        const void *beta, hipsparseSpMatDescr_t matC, hipDataType computeType,                     \
        hipsparseSDDMMAlg_t alg
SHOAL_SPARSE(hipsparseSDDMM_bufferSize(SHOAL_SDDMM, size_t *bufferSize))
SHOAL_SPARSE(hipsparseSDDMM_preprocess(SHOAL_SDDMM, void *externalBuffer))
SHOAL_SPARSE(hipsparseSDDMM(SHOAL_SDDMM, void *externalBuffer))
#define SHOAL_SPSV                                                                                 \
    hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha,                         \
        hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t x,                             \
        const hipsparseDnVecDescr_t y, hipDataType computeType, hipsparseSpSVAlg_t alg,            \
        hipsparseSpSVDescr_t spsvDescr
SHOAL_SPARSE(hipsparseSpSV_createDescr(hipsparseSpSVDescr_t *descr))
SHOAL_SPARSE(hipsparseSpSV_destroyDescr(hipsparseSpSVDescr_t descr))
SHOAL_SPARSE(hipsparseSpSV_bufferSize(SHOAL_SPSV, size_t *bufferSize))
SHOAL_SPARSE(hipsparseSpSV_analysis(SHOAL_SPSV, void *externalBuffer))
SHOAL_SPARSE(hipsparseSpSV_solve(SHOAL_SPSV))
#define SHOAL_SPSM                                                                                 \
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,                  \
        const void *alpha, hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB,       \
        const hipsparseDnMatDescr_t matC, hipDataType computeType, hipsparseSpSMAlg_t alg,         \
        hipsparseSpSMDescr_t spsmDescr
SHOAL_SPARSE(hipsparseSpSM_createDescr(hipsparseSpSMDescr_t *descr))
SHOAL_SPARSE(hipsparseSpSM_destroyDescr(hipsparseSpSMDescr_t descr))
SHOAL_SPARSE(hipsparseSpSM_bufferSize(SHOAL_SPSM, size_t *bufferSize))
SHOAL_SPARSE(hipsparseSpSM_analysis(SHOAL_SPSM, void *externalBuffer))
SHOAL_SPARSE(hipsparseSpSM_solve(SHOAL_SPSM, void *externalBuffer))
#define SHOAL_SPGEMM                                                                               \
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,                  \
        const void *alpha, hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB,       \
        const void *beta, hipsparseSpMatDescr_t matC, hipDataType computeType,                     \
        hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t spgemmDescr
SHOAL_SPARSE(hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t *descr))
SHOAL_SPARSE(hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr))
SHOAL_SPARSE(hipsparseSpGEMM_workEstimation(SHOAL_SPGEMM, size_t *bufferSize1,
                                            void *externalBuffer1))
SHOAL_SPARSE(hipsparseSpGEMM_compute(SHOAL_SPGEMM, size_t *bufferSize2, void *externalBuffer2))
SHOAL_SPARSE(hipsparseSpGEMM_copy(SHOAL_SPGEMM))

SHOAL_SPARSE(hipsparseSparseToDense_bufferSize(hipsparseHandle_t handle,
                                               hipsparseConstSpMatDescr_t matA,
                                               hipsparseDnMatDescr_t matB,
                                               hipsparseSparseToDenseAlg_t alg, size_t *bufferSize))
SHOAL_SPARSE(hipsparseSparseToDense(hipsparseHandle_t handle, hipsparseConstSpMatDescr_t matA,
                                    hipsparseDnMatDescr_t matB, hipsparseSparseToDenseAlg_t alg,
                                    void *externalBuffer))
SHOAL_SPARSE(hipsparseDenseToSparse_bufferSize(hipsparseHandle_t handle,
                                               hipsparseConstDnMatDescr_t matA,
                                               hipsparseSpMatDescr_t matB,
                                               hipsparseDenseToSparseAlg_t alg, size_t *bufferSize))
SHOAL_SPARSE(hipsparseDenseToSparse_analysis(hipsparseHandle_t handle,
                                             hipsparseConstDnMatDescr_t matA,
                                             hipsparseSpMatDescr_t matB,
                                             hipsparseDenseToSparseAlg_t alg, void *externalBuffer))
SHOAL_SPARSE(hipsparseDenseToSparse_convert(hipsparseHandle_t handle,
                                            hipsparseConstDnMatDescr_t matA,
                                            hipsparseSpMatDescr_t matB,
                                            hipsparseDenseToSparseAlg_t alg, void *externalBuffer))

/* ---- formats, with indices of 32 bits */
SHOAL_SPARSE(hipsparseXcoo2csr(hipsparseHandle_t handle, const int *cooRowInd, int nnz, int m,
                               int *csrRowPtr, hipsparseIndexBase_t idxBase))
SHOAL_SPARSE(hipsparseXcsr2coo(hipsparseHandle_t handle, const int *csrRowPtr, int nnz, int m,
                               int *cooRowInd, hipsparseIndexBase_t idxBase))
SHOAL_SPARSE(hipsparseCreateIdentityPermutation(hipsparseHandle_t handle, int n, int *p))
SHOAL_SPARSE(hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz,
                                             const int *csrRowPtr, const int *csrColInd,
                                             size_t *pBufferSizeInBytes))
SHOAL_SPARSE(hipsparseXcsrsort(hipsparseHandle_t handle, int m, int n, int nnz,
                               const hipsparseMatDescr_t descrA, const int *csrRowPtr,
                               int *csrColInd, int *P, void *pBuffer))
#define SHOAL_CSR2CSC                                                                              \
    hipsparseHandle_t handle, int m, int n, int nnz, const void *csrVal, const int *csrRowPtr,     \
        const int *csrColInd, void *cscVal, int *cscColPtr, int *cscRowInd, hipDataType valType,   \
        hipsparseAction_t copyValues, hipsparseIndexBase_t idxBase, hipsparseCsr2CscAlg_t alg
SHOAL_SPARSE(hipsparseCsr2cscEx2_bufferSize(SHOAL_CSR2CSC, size_t *bufferSize))
SHOAL_SPARSE(hipsparseCsr2cscEx2(SHOAL_CSR2CSC, void *buffer))

/* ---- functions of one type, with indices of 32 bits and dense matrices in columns */
#define SHOAL_CSR_OF(T)                                                                            \
    const hipsparseMatDescr_t descrA, const T *csrSortedValA, const int *csrSortedRowPtrA,         \
        const int *csrSortedColIndA
#define SHOAL_SPARSE_TYPED(L, T)                                                                   \
    SHOAL_SPARSE(hipsparse##L##csrmv(hipsparseHandle_t handle, hipsparseOperation_t transA, int m, \
                                     int n, int nnz, const T *alpha, SHOAL_CSR_OF(T), const T *x,  \
                                     const T *beta, T *y))                                         \
    SHOAL_SPARSE(hipsparse##L##csrmm(hipsparseHandle_t handle, hipsparseOperation_t transA, int m, \
                                     int n, int k, int nnz, const T *alpha, SHOAL_CSR_OF(T),       \
                                     const T *B, int ldb, const T *beta, T *C, int ldc))           \
    SHOAL_SPARSE(hipsparse##L##csrmm2(hipsparseHandle_t handle, hipsparseOperation_t transA,       \
                                      hipsparseOperation_t transB, int m, int n, int k, int nnz,   \
                                      const T *alpha, SHOAL_CSR_OF(T), const T *B, int ldb,        \
                                      const T *beta, T *C, int ldc))                               \
    SHOAL_SPARSE(hipsparse##L##csr2csc(                                                            \
        hipsparseHandle_t handle, int m, int n, int nnz, const T *csrSortedVal,                    \
        const int *csrSortedRowPtr, const int *csrSortedColInd, T *cscSortedVal,                   \
        int *cscSortedRowInd, int *cscSortedColPtr, hipsparseAction_t copyValues,                  \
        hipsparseIndexBase_t idxBase))
SHOAL_SPARSE_TYPED(S, float)
SHOAL_SPARSE_TYPED(D, double)
SHOAL_SPARSE_TYPED(C, hipComplex)
SHOAL_SPARSE_TYPED(Z, hipDoubleComplex)

#endif

/* typed.c: the functions of one type, by the generic ones. */
#include "sparse.h"

static struct shoal_sparse_matrix csr_of(hipDataType type, int rows, int cols, int nnz,
                                         const hipsparseMatDescr_t d, const void *values,
                                         const int *offsets, const int *columns)
{
    return (struct shoal_sparse_matrix){.format = HIPSPARSE_FORMAT_CSR,
                                        .rows = rows,
                                        .cols = cols,
                                        .nnz = nnz,
                                        .major = (void *)(uintptr_t)offsets,
                                        .minor = (void *)(uintptr_t)columns,
                                        .values = (void *)(uintptr_t)values,
                                        .major_type = HIPSPARSE_INDEX_32I,
                                        .minor_type = HIPSPARSE_INDEX_32I,
                                        .base = d->base,
                                        .type = type};
}

/* What must be true of a matrix; entries of other kinds than general ones were never supported. */
static hipsparseStatus_t check(int rows, int cols, int nnz, const hipsparseMatDescr_t d,
                               const void *values, const int *offsets, const int *columns)
{
    if (!d || rows < 0 || cols < 0 || nnz < 0 || (nnz && (!values || !offsets || !columns)))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    return d->type == HIPSPARSE_MATRIX_TYPE_GENERAL ? HIPSPARSE_STATUS_SUCCESS
                                                    : HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

#define CSR csrSortedValA, csrSortedRowPtrA, csrSortedColIndA
#define TYPED(L, T, TYPE)                                                                          \
    hipsparseStatus_t hipsparse##L##csrmv(hipsparseHandle_t handle, hipsparseOperation_t transA,   \
                                          int m, int n, int nnz, const T *alpha, SHOAL_CSR_OF(T),  \
                                          const T *x, const T *beta, T *y)                         \
    {                                                                                              \
        hipsparseStatus_t status = check(m, n, nnz, descrA, CSR);                                  \
        if (status != HIPSPARSE_STATUS_SUCCESS)                                                    \
            return status;                                                                         \
        bool is_plain = transA == HIPSPARSE_OPERATION_NON_TRANSPOSE;                               \
        struct shoal_sparse_matrix a = csr_of(TYPE, m, n, nnz, descrA, CSR);                       \
        struct shoal_dense_vector from = {is_plain ? n : m, (void *)(uintptr_t)x, TYPE};           \
        struct shoal_dense_vector to = {is_plain ? m : n, y, TYPE};                                \
        return hipsparseSpMV(handle, transA, alpha, &a, &from, beta, &to, TYPE,                    \
                             HIPSPARSE_SPMV_ALG_DEFAULT, NULL);                                    \
    }                                                                                              \
    hipsparseStatus_t hipsparse##L##csrmm2(hipsparseHandle_t handle, hipsparseOperation_t transA,  \
                                           hipsparseOperation_t transB, int m, int n, int k,       \
                                           int nnz, const T *alpha, SHOAL_CSR_OF(T), const T *B,   \
                                           int ldb, const T *beta, T *C, int ldc)                  \
    {                                                                                              \
        hipsparseStatus_t status = check(m, k, nnz, descrA, CSR);                                  \
        if (status != HIPSPARSE_STATUS_SUCCESS)                                                    \
            return status;                                                                         \
        bool is_a = transA == HIPSPARSE_OPERATION_NON_TRANSPOSE;                                   \
        bool is_b = transB == HIPSPARSE_OPERATION_NON_TRANSPOSE;                                   \
        int inner = is_a ? k : m, outer = is_a ? m : k;                                            \
        if (n < 0 || ldb < (is_b ? inner : n) || ldc < outer)                                      \
            return HIPSPARSE_STATUS_INVALID_VALUE;                                                 \
        struct shoal_sparse_matrix a = csr_of(TYPE, m, k, nnz, descrA, CSR);                       \
        struct shoal_dense_matrix b = {                                                            \
            is_b ? inner : n,   is_b ? n : inner, ldb, (void *)(uintptr_t)B, TYPE,                 \
            HIPSPARSE_ORDER_COL};                                                                  \
        struct shoal_dense_matrix c = {outer, n, ldc, C, TYPE, HIPSPARSE_ORDER_COL};               \
        return hipsparseSpMM(handle, transA, transB, alpha, &a, &b, beta, &c, TYPE,                \
                             HIPSPARSE_SPMM_ALG_DEFAULT, NULL);                                    \
    }                                                                                              \
    hipsparseStatus_t hipsparse##L##csrmm(                                                         \
        hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, int k, int nnz,       \
        const T *alpha, SHOAL_CSR_OF(T), const T *B, int ldb, const T *beta, T *C, int ldc)        \
    {                                                                                              \
        return hipsparse##L##csrmm2(handle, transA, HIPSPARSE_OPERATION_NON_TRANSPOSE, m, n, k,    \
                                    nnz, alpha, descrA, CSR, B, ldb, beta, C, ldc);                \
    }                                                                                              \
    hipsparseStatus_t hipsparse##L##csr2csc(                                                       \
        hipsparseHandle_t handle, int m, int n, int nnz, const T *csrSortedVal,                    \
        const int *csrSortedRowPtr, const int *csrSortedColInd, T *cscSortedVal,                   \
        int *cscSortedRowInd, int *cscSortedColPtr, hipsparseAction_t copyValues,                  \
        hipsparseIndexBase_t idxBase)                                                              \
    {                                                                                              \
        return hipsparseCsr2cscEx2(handle, m, n, nnz, csrSortedVal, csrSortedRowPtr,               \
                                   csrSortedColInd, cscSortedVal, cscSortedColPtr,                 \
                                   cscSortedRowInd, TYPE, copyValues, idxBase,                     \
                                   HIPSPARSE_CSR2CSC_ALG_DEFAULT, NULL);                           \
    }
TYPED(S, float, HIP_R_32F)
TYPED(D, double, HIP_R_64F)
TYPED(C, hipComplex, HIP_C_32F)
TYPED(Z, hipDoubleComplex, HIP_C_64F)

/* sparse.h: what libhipsparse's descriptors are. */
#ifndef SHOAL_SPARSE_H
#define SHOAL_SPARSE_H

#include <complex.h>
#include <hipsparse/hipsparse.h>
#include <stdbool.h>

struct shoal_sparse_handle {
    hipStream_t stream;
    hipsparsePointerMode_t mode;
};

struct shoal_sparse_description {
    hipsparseMatrixType_t type;
    hipsparseIndexBase_t base;
    hipsparseFillMode_t fill;
    hipsparseDiagType_t diagonal;
};

struct shoal_sparse_vector {
    int64_t size, nnz;
    void *indices, *values;
    hipsparseIndexType_t index_type;
    hipsparseIndexBase_t base;
    hipDataType type;
};

struct shoal_dense_vector {
    int64_t size;
    void *values;
    hipDataType type;
};

/* major: offsets of rows (CSR) or columns (CSC), or rows (COO); minor: the other index. */
struct shoal_sparse_matrix {
    hipsparseFormat_t format;
    int64_t rows, cols, nnz;
    void *major, *minor, *values;
    hipsparseIndexType_t major_type, minor_type;
    hipsparseIndexBase_t base;
    hipDataType type;
    hipsparseFillMode_t fill;
    hipsparseDiagType_t diagonal;
};

struct shoal_dense_matrix {
    int64_t rows, cols, ld;
    void *values;
    hipDataType type;
    hipsparseOrder_t order;
};

/* Entries of a product, from hipsparseSpGEMM_compute to _copy; by row, then column. */
struct shoal_sparse_product {
    int64_t *row, *col; /* [count] */
    double complex *value;
    int64_t count;
};

struct shoal_sparse_solve {
    char nothing; /* the order of rows is found when it is solved */
};

static inline bool is_value_type(hipDataType type)
{
    return type == HIP_R_32F || type == HIP_R_64F || type == HIP_C_32F || type == HIP_C_64F;
}
static inline size_t value_bytes(hipDataType type)
{
    return type == HIP_R_32F ? 4 : type == HIP_C_64F ? 16 : 8;
}
static inline bool is_index_type(hipsparseIndexType_t type)
{
    return type == HIPSPARSE_INDEX_32I || type == HIPSPARSE_INDEX_64I;
}
static inline size_t index_bytes(hipsparseIndexType_t type)
{
    return type == HIPSPARSE_INDEX_64I ? 8 : 4;
}

#endif

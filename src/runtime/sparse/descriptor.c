/* descriptor.c: handles and descriptors of libhipsparse. */
#include "sparse.h"

#include <stdlib.h>
#include <string.h>

#include "../hip/library.h"

static const struct {
    const char *name, *text;
} statuses[] = {
    {"HIPSPARSE_STATUS_SUCCESS", "success"},
    {"HIPSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"HIPSPARSE_STATUS_ALLOC_FAILED", "allocation failed"},
    {"HIPSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"HIPSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"HIPSPARSE_STATUS_MAPPING_ERROR", "mapping error"},
    {"HIPSPARSE_STATUS_EXECUTION_FAILED", "execution failed"},
    {"HIPSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"HIPSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"HIPSPARSE_STATUS_NOT_SUPPORTED", "not supported"},
    {"HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"},
};

const char *hipsparseGetErrorName(hipsparseStatus_t status)
{
    return (size_t)status < sizeof statuses / sizeof *statuses ? statuses[status].name
                                                               : "HIPSPARSE_STATUS_UNKNOWN";
}

const char *hipsparseGetErrorString(hipsparseStatus_t status)
{
    return (size_t)status < sizeof statuses / sizeof *statuses ? statuses[status].text
                                                               : "unknown status";
}

/* A descriptor [size] that is made of `from`. */
static hipsparseStatus_t make(void *out, const void *from, size_t size)
{
    void *made = out ? malloc(size) : NULL;
    if (!out)
        return HIPSPARSE_STATUS_INVALID_VALUE;
    if (!made)
        return HIPSPARSE_STATUS_ALLOC_FAILED;
    memcpy(made, from, size);
    memcpy(out, &made, sizeof made);
    return HIPSPARSE_STATUS_SUCCESS;
}

static hipsparseStatus_t destroy(const void *descriptor)
{
    if (!descriptor)
        return HIPSPARSE_STATUS_INVALID_VALUE;
    free((void *)(uintptr_t)descriptor);
    return HIPSPARSE_STATUS_SUCCESS;
}

/* A function that gives or changes one thing of a descriptor. */
#define ONE(function, parameters, is_good, change)                                                 \
    hipsparseStatus_t function parameters                                                          \
    {                                                                                              \
        if (!(is_good))                                                                            \
            return HIPSPARSE_STATUS_INVALID_VALUE;                                                 \
        change;                                                                                    \
        return HIPSPARSE_STATUS_SUCCESS;                                                           \
    }
#define PARAMETERS(...) (__VA_ARGS__)
/* Of what a program asks for, pointers may be NULL. */
#define GIVE(to, from)                                                                             \
    do {                                                                                           \
        if (to)                                                                                    \
            *(to) = (from);                                                                        \
    } while (0)

/* ---- handles --------------------------------------------------------------------------------- */

hipsparseStatus_t hipsparseCreate(hipsparseHandle_t *handle)
{
    const struct shoal_sparse_handle h = {0};
    if (handle && shoal_hip_stream(NULL) != hipSuccess)
        return HIPSPARSE_STATUS_NOT_INITIALIZED;
    return make(handle, &h, sizeof h);
}
hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t handle) { return destroy(handle); }
ONE(hipsparseGetVersion, PARAMETERS(hipsparseHandle_t handle, int *version), handle &&version,
    *version = hipsparseVersionMajor * 100000 + hipsparseVersionMinor * 100 + hipsparseVersionPatch)
ONE(hipsparseSetStream, PARAMETERS(hipsparseHandle_t handle, hipStream_t stream),
    handle &&shoal_hip_stream(stream) == hipSuccess, handle->stream = stream)
ONE(hipsparseGetStream, PARAMETERS(hipsparseHandle_t handle, hipStream_t *stream), handle &&stream,
    *stream = handle->stream)
ONE(hipsparseSetPointerMode, PARAMETERS(hipsparseHandle_t handle, hipsparsePointerMode_t mode),
    handle && (unsigned)mode <= HIPSPARSE_POINTER_MODE_DEVICE, handle->mode = mode)
ONE(hipsparseGetPointerMode, PARAMETERS(hipsparseHandle_t handle, hipsparsePointerMode_t *mode),
    handle &&mode, *mode = handle->mode)

hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t *descr)
{
    const struct shoal_sparse_description d = {HIPSPARSE_MATRIX_TYPE_GENERAL,
                                               HIPSPARSE_INDEX_BASE_ZERO, HIPSPARSE_FILL_MODE_LOWER,
                                               HIPSPARSE_DIAG_TYPE_NON_UNIT};
    return make(descr, &d, sizeof d);
}
hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t descr) { return destroy(descr); }
ONE(hipsparseSetMatType, PARAMETERS(hipsparseMatDescr_t descr, hipsparseMatrixType_t type),
    descr && (unsigned)type <= HIPSPARSE_MATRIX_TYPE_TRIANGULAR, descr->type = type)
ONE(hipsparseSetMatIndexBase, PARAMETERS(hipsparseMatDescr_t descr, hipsparseIndexBase_t base),
    descr && (unsigned)base <= HIPSPARSE_INDEX_BASE_ONE, descr->base = base)
ONE(hipsparseSetMatFillMode, PARAMETERS(hipsparseMatDescr_t descr, hipsparseFillMode_t mode),
    descr && (unsigned)mode <= HIPSPARSE_FILL_MODE_UPPER, descr->fill = mode)
ONE(hipsparseSetMatDiagType, PARAMETERS(hipsparseMatDescr_t descr, hipsparseDiagType_t type),
    descr && (unsigned)type <= HIPSPARSE_DIAG_TYPE_UNIT, descr->diagonal = type)
hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t descr)
{
    return descr ? descr->type : HIPSPARSE_MATRIX_TYPE_GENERAL;
}
hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t descr)
{
    return descr ? descr->base : HIPSPARSE_INDEX_BASE_ZERO;
}
hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t descr)
{
    return descr ? descr->fill : HIPSPARSE_FILL_MODE_LOWER;
}
hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t descr)
{
    return descr ? descr->diagonal : HIPSPARSE_DIAG_TYPE_NON_UNIT;
}

/* ---- vectors --------------------------------------------------------------------------------- */

static hipsparseStatus_t check_types(hipDataType value, hipsparseIndexType_t index,
                                     hipsparseIndexType_t other, hipsparseIndexBase_t base)
{
    if ((unsigned)base > HIPSPARSE_INDEX_BASE_ONE)
        return HIPSPARSE_STATUS_INVALID_VALUE;
    return is_value_type(value) && is_index_type(index) && is_index_type(other)
               ? HIPSPARSE_STATUS_SUCCESS
               : HIPSPARSE_STATUS_NOT_SUPPORTED;
}

hipsparseStatus_t hipsparseCreateSpVec(hipsparseSpVecDescr_t *spVecDescr, int64_t size, int64_t nnz,
                                       void *indices, void *values, hipsparseIndexType_t idxType,
                                       hipsparseIndexBase_t idxBase, hipDataType valueType)
{
    const struct shoal_sparse_vector v = {size, nnz, indices, values, idxType, idxBase, valueType};
    if (size < 0 || nnz < 0 || nnz > size || (nnz && (!indices || !values)))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    hipsparseStatus_t status = check_types(valueType, idxType, idxType, idxBase);
    return status == HIPSPARSE_STATUS_SUCCESS ? make(spVecDescr, &v, sizeof v) : status;
}
hipsparseStatus_t hipsparseDestroySpVec(hipsparseConstSpVecDescr_t v) { return destroy(v); }
ONE(hipsparseSpVecGet,
    PARAMETERS(const hipsparseSpVecDescr_t v, int64_t *size, int64_t *nnz, void **indices,
               void **values, hipsparseIndexType_t *idxType, hipsparseIndexBase_t *idxBase,
               hipDataType *valueType),
    v, GIVE(size, v->size);
    GIVE(nnz, v->nnz); GIVE(indices, v->indices); GIVE(values, v->values);
    GIVE(idxType, v->index_type); GIVE(idxBase, v->base); GIVE(valueType, v->type))
ONE(hipsparseSpVecGetIndexBase,
    PARAMETERS(hipsparseConstSpVecDescr_t v, hipsparseIndexBase_t *idxBase), v &&idxBase,
    *idxBase = v->base)
ONE(hipsparseSpVecGetValues, PARAMETERS(const hipsparseSpVecDescr_t v, void **values), v &&values,
    *values = v->values)
ONE(hipsparseSpVecSetValues, PARAMETERS(hipsparseSpVecDescr_t v, void *values), v &&values,
    v->values = values)

hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t *dnVecDescr, int64_t size,
                                       void *values, hipDataType valueType)
{
    const struct shoal_dense_vector v = {size, values, valueType};
    if (size < 0 || (size && !values))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    return is_value_type(valueType) ? make(dnVecDescr, &v, sizeof v)
                                    : HIPSPARSE_STATUS_NOT_SUPPORTED;
}
hipsparseStatus_t hipsparseDestroyDnVec(hipsparseConstDnVecDescr_t v) { return destroy(v); }
ONE(hipsparseDnVecGet,
    PARAMETERS(const hipsparseDnVecDescr_t v, int64_t *size, void **values, hipDataType *valueType),
    v, GIVE(size, v->size);
    GIVE(values, v->values); GIVE(valueType, v->type))
ONE(hipsparseDnVecGetValues, PARAMETERS(const hipsparseDnVecDescr_t v, void **values), v &&values,
    *values = v->values)
ONE(hipsparseDnVecSetValues, PARAMETERS(hipsparseDnVecDescr_t v, void *values), v &&values,
    v->values = values)

/* ---- matrices -------------------------------------------------------------------------------- */

static hipsparseStatus_t make_matrix(hipsparseSpMatDescr_t *out, struct shoal_sparse_matrix m)
{
    if (m.rows < 0 || m.cols < 0 || m.nnz < 0 || (m.nnz && (!m.major || !m.minor || !m.values)))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    hipsparseStatus_t status = check_types(m.type, m.major_type, m.minor_type, m.base);
    return status == HIPSPARSE_STATUS_SUCCESS ? make(out, &m, sizeof m) : status;
}

#define CREATE_COMPRESSED(function, format)                                                        \
    hipsparseStatus_t function(hipsparseSpMatDescr_t *out, int64_t rows, int64_t cols,             \
                               int64_t nnz, void *offsets, void *indices, void *values,            \
                               hipsparseIndexType_t offset_type, hipsparseIndexType_t index_type,  \
                               hipsparseIndexBase_t base, hipDataType type)                        \
    {                                                                                              \
        return make_matrix(out, (struct shoal_sparse_matrix){format, rows, cols, nnz, offsets,     \
                                                             indices, values, offset_type,         \
                                                             index_type, base, type, 0, 0});       \
    }
CREATE_COMPRESSED(hipsparseCreateCsr, HIPSPARSE_FORMAT_CSR)
CREATE_COMPRESSED(hipsparseCreateCsc, HIPSPARSE_FORMAT_CSC)

hipsparseStatus_t hipsparseCreateConstCsr(hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows,
                                          int64_t cols, int64_t nnz, const void *csrRowOffsets,
                                          const void *csrColInd, const void *csrValues,
                                          hipsparseIndexType_t csrRowOffsetsType,
                                          hipsparseIndexType_t csrColIndType,
                                          hipsparseIndexBase_t idxBase, hipDataType valueType)
{
    return hipsparseCreateCsr((hipsparseSpMatDescr_t *)(uintptr_t)spMatDescr, rows, cols, nnz,
                              (void *)(uintptr_t)csrRowOffsets, (void *)(uintptr_t)csrColInd,
                              (void *)(uintptr_t)csrValues, csrRowOffsetsType, csrColIndType,
                              idxBase, valueType);
}

hipsparseStatus_t hipsparseCreateCoo(hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                                     int64_t nnz, void *cooRowInd, void *cooColInd, void *cooValues,
                                     hipsparseIndexType_t cooIdxType, hipsparseIndexBase_t idxBase,
                                     hipDataType valueType)
{
    return make_matrix(spMatDescr,
                       (struct shoal_sparse_matrix){HIPSPARSE_FORMAT_COO, rows, cols, nnz,
                                                    cooRowInd, cooColInd, cooValues, cooIdxType,
                                                    cooIdxType, idxBase, valueType, 0, 0});
}
hipsparseStatus_t hipsparseDestroySpMat(hipsparseConstSpMatDescr_t m) { return destroy(m); }

ONE(hipsparseCsrGet,
    PARAMETERS(const hipsparseSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz,
               void **csrRowOffsets, void **csrColInd, void **csrValues,
               hipsparseIndexType_t *csrRowOffsetsType, hipsparseIndexType_t *csrColIndType,
               hipsparseIndexBase_t *idxBase, hipDataType *valueType),
    m && m->format == HIPSPARSE_FORMAT_CSR, GIVE(rows, m->rows);
    GIVE(cols, m->cols); GIVE(nnz, m->nnz); GIVE(csrRowOffsets, m->major);
    GIVE(csrColInd, m->minor); GIVE(csrValues, m->values); GIVE(csrRowOffsetsType, m->major_type);
    GIVE(csrColIndType, m->minor_type); GIVE(idxBase, m->base); GIVE(valueType, m->type))

/* Memory for a matrix whose count of entries was found out. */
#define SET_POINTERS(function, of_format)                                                          \
    ONE(function,                                                                                  \
        PARAMETERS(hipsparseSpMatDescr_t m, void *at_major, void *at_minor, void *at_values),      \
        m && m->format == of_format && at_major && at_minor && at_values, m->major = at_major;     \
        m->minor = at_minor; m->values = at_values)
SET_POINTERS(hipsparseCsrSetPointers, HIPSPARSE_FORMAT_CSR)
SET_POINTERS(hipsparseCscSetPointers, HIPSPARSE_FORMAT_CSC)
SET_POINTERS(hipsparseCooSetPointers, HIPSPARSE_FORMAT_COO)
ONE(hipsparseSpMatGetSize,
    PARAMETERS(hipsparseConstSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz), m,
    GIVE(rows, m->rows);
    GIVE(cols, m->cols); GIVE(nnz, m->nnz))
ONE(hipsparseSpMatGetFormat, PARAMETERS(hipsparseConstSpMatDescr_t m, hipsparseFormat_t *format),
    m &&format, *format = m->format)
ONE(hipsparseSpMatGetIndexBase,
    PARAMETERS(hipsparseConstSpMatDescr_t m, hipsparseIndexBase_t *idxBase), m &&idxBase,
    *idxBase = m->base)
ONE(hipsparseSpMatGetValues, PARAMETERS(hipsparseSpMatDescr_t m, void **values), m &&values,
    *values = m->values)
ONE(hipsparseSpMatSetValues, PARAMETERS(hipsparseSpMatDescr_t m, void *values), m &&values,
    m->values = values)

hipsparseStatus_t hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t m,
                                             hipsparseSpMatAttribute_t attribute, const void *data,
                                             size_t dataSize)
{
    int value;
    if (!m || !data || dataSize != sizeof value)
        return HIPSPARSE_STATUS_INVALID_VALUE;
    memcpy(&value, data, sizeof value);
    if ((unsigned)attribute > HIPSPARSE_SPMAT_DIAG_TYPE || (unsigned)value > 1)
        return HIPSPARSE_STATUS_INVALID_VALUE;
    if (attribute == HIPSPARSE_SPMAT_FILL_MODE)
        m->fill = (hipsparseFillMode_t)value;
    else
        m->diagonal = (hipsparseDiagType_t)value;
    return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t m,
                                             hipsparseSpMatAttribute_t attribute, void *data,
                                             size_t dataSize)
{
    if (!m || !data || dataSize != sizeof(int) || (unsigned)attribute > HIPSPARSE_SPMAT_DIAG_TYPE)
        return HIPSPARSE_STATUS_INVALID_VALUE;
    int value = attribute == HIPSPARSE_SPMAT_FILL_MODE ? (int)m->fill : (int)m->diagonal;
    memcpy(data, &value, sizeof value);
    return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t *dnMatDescr, int64_t rows,
                                       int64_t cols, int64_t ld, void *values,
                                       hipDataType valueType, hipsparseOrder_t order)
{
    const struct shoal_dense_matrix m = {rows, cols, ld, values, valueType, order};
    int64_t least = order == HIPSPARSE_ORDER_ROW ? cols : rows;
    if (rows < 0 || cols < 0 || ld < least || (unsigned)order > HIPSPARSE_ORDER_COL ||
        (rows && cols && !values))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    return is_value_type(valueType) ? make(dnMatDescr, &m, sizeof m)
                                    : HIPSPARSE_STATUS_NOT_SUPPORTED;
}
hipsparseStatus_t hipsparseDestroyDnMat(hipsparseConstDnMatDescr_t m) { return destroy(m); }
ONE(hipsparseDnMatGet,
    PARAMETERS(const hipsparseDnMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *ld,
               void **values, hipDataType *valueType, hipsparseOrder_t *order),
    m, GIVE(rows, m->rows);
    GIVE(cols, m->cols); GIVE(ld, m->ld); GIVE(values, m->values); GIVE(valueType, m->type);
    GIVE(order, m->order))
ONE(hipsparseDnMatGetValues, PARAMETERS(const hipsparseDnMatDescr_t m, void **values), m &&values,
    *values = m->values)
ONE(hipsparseDnMatSetValues, PARAMETERS(hipsparseDnMatDescr_t m, void *values), m &&values,
    m->values = values)

/* ---- what computations keep ------------------------------------------------------------------ */

hipsparseStatus_t hipsparseSpSV_createDescr(hipsparseSpSVDescr_t *descr)
{
    const struct shoal_sparse_solve none = {0};
    return make(descr, &none, sizeof none);
}
hipsparseStatus_t hipsparseSpSV_destroyDescr(hipsparseSpSVDescr_t descr) { return destroy(descr); }
hipsparseStatus_t hipsparseSpSM_createDescr(hipsparseSpSMDescr_t *descr)
{
    return hipsparseSpSV_createDescr(descr);
}
hipsparseStatus_t hipsparseSpSM_destroyDescr(hipsparseSpSMDescr_t descr) { return destroy(descr); }

hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t *descr)
{
    const struct shoal_sparse_product none = {0};
    return make(descr, &none, sizeof none);
}
hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr)
{
    if (descr) {
        free(descr->row);
        free(descr->col);
        free(descr->value);
    }
    return destroy(descr);
}

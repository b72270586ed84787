/* solve.c: libhipblas's solvers: LAPACK, which is part of OpenBLAS, on device memory in the order
 * of the stream. */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../hip/library.h"
#include "hipblas_call.h"

/* ---- LAPACK: Fortran, so that all is by address, and lengths of strings come behind ------------
 */

#define LAPACK(letter)                                                                             \
    void letter##getrf_(const int *m, const int *n, void *a, const int *lda, int *ipiv,            \
                        int *info);                                                                \
    void letter##getrs_(const char *trans, const int *n, const int *nrhs, const void *a,           \
                        const int *lda, const int *ipiv, void *b, const int *ldb, int *info,       \
                        size_t length);                                                            \
    void letter##getri_(const int *n, void *a, const int *lda, const int *ipiv, void *work,        \
                        const int *lwork, int *info);                                              \
    void letter##geqrf_(const int *m, const int *n, void *a, const int *lda, void *tau,            \
                        void *work, const int *lwork, int *info);                                  \
    void letter##gels_(const char *trans, const int *m, const int *n, const int *nrhs, void *a,    \
                       const int *lda, void *b, const int *ldb, void *work, const int *lwork,      \
                       int *info, size_t length);
LAPACK(s)
LAPACK(d)
LAPACK(c)
LAPACK(z)

/* LU without pivots, which LAPACK lacks. The first pivot that is 0, from 1; 0: none. */
#define LU(letter, T)                                                                              \
    static int letter##lu(int n, void *matrix, int lda)                                            \
    {                                                                                              \
        T *a = matrix;                                                                             \
        int first_zero = 0;                                                                        \
        for (int k = 0; k < n; k++) {                                                              \
            const T *left = a + (size_t)k * lda;                                                   \
            if (left[k] == 0) {                                                                    \
                first_zero = first_zero ? first_zero : k + 1;                                      \
                continue;                                                                          \
            }                                                                                      \
            for (int row = k + 1; row < n; row++)                                                  \
                a[row + (size_t)k * lda] /= left[k];                                               \
            for (int column = k + 1; column < n; column++) {                                       \
                T *to = a + (size_t)column * lda;                                                  \
                for (int row = k + 1; row < n; row++)                                              \
                    to[row] -= left[row] * to[k];                                                  \
            }                                                                                      \
        }                                                                                          \
        return first_zero;                                                                         \
    }
LU(s, float)
LU(d, double)
LU(c, float _Complex)
LU(z, double _Complex)

struct lapack {
    size_t size;
    bool is_complex;
    __typeof__(sgetrf_) *getrf;
    __typeof__(sgetrs_) *getrs;
    __typeof__(sgetri_) *getri;
    __typeof__(sgeqrf_) *geqrf;
    __typeof__(sgels_) *gels;
    __typeof__(slu) *lu;
};
#define FUNCTIONS(letter)                                                                          \
    letter##getrf_, letter##getrs_, letter##getri_, letter##geqrf_, letter##gels_, letter##lu
static const struct lapack lapack_S = {sizeof(float), false, FUNCTIONS(s)};
static const struct lapack lapack_D = {sizeof(double), false, FUNCTIONS(d)};
static const struct lapack lapack_C = {sizeof(float _Complex), true, FUNCTIONS(c)};
static const struct lapack lapack_Z = {sizeof(double _Complex), true, FUNCTIONS(z)};

/* ---- running ----------------------------------------------------------------------------------
 */

enum solver { GETRF, GETRS, GETRI, GEQRF, GELS };
enum { BLOCK = 64 }; /* columns that LAPACK takes at once, if it has the memory */

/* A matrix or vector of each member of a batch. */
struct operand {
    const void *at; /* BATCHED: pointers */
    int ld;         /* of a vector: none */
    int64_t stride; /* STRIDED: elements */
};

struct solve {
    struct hip_work base;
    const char *name;
    const struct lapack *lapack;
    enum solver solver;
    enum blas_form form;
    hipblasOperation_t trans;
    int m, n, nrhs, batch;
    struct operand a, b, tau;
    const int *pivots; /* NULL: none */
    int64_t pivots_stride;
    int *info; /* of each member */
};

static bool can_use(const struct solve *w, const char *what, const void *at, size_t bytes,
                    bool is_written, char *text, size_t size)
{
    char why[160];
    if (shoal_hip_memory(at, bytes, is_written ? HIP_WORK_READS | HIP_WORK_WRITES : HIP_WORK_READS,
                         why, sizeof why))
        return true;
    snprintf(text, size, "%s, %s: %s", w->name, what, why);
    return false;
}

/* Where the operand of a member is, rows x columns elements. false: not where kernels could be. */
static bool find(const struct solve *w, const char *what, const struct operand *o, int member,
                 int rows, int columns, bool is_written, void **out, char *text, size_t size)
{
    const void *at = o->at;
    if (w->form == BATCHED) {
        if (!can_use(w, what, o->at, (size_t)w->batch * sizeof(void *), false, text, size))
            return false;
        at = ((const void *const *)at)[member];
    } else if (w->form == STRIDED) {
        at = (const uint8_t *)at + member * o->stride * (int64_t)w->lapack->size;
    }
    *out = (void *)(uintptr_t)at;
    size_t ld = o->ld ? (size_t)o->ld : (size_t)rows;
    size_t count = rows && columns ? (size_t)(columns - 1) * ld + (size_t)rows : 0;
    return !count || can_use(w, what, at, count * w->lapack->size, is_written, text, size);
}

static int max_of(int a, int b) { return a > b ? a : b; }
static int min_of(int a, int b) { return a < b ? a : b; }

/* Elements that LAPACK works with beside its arguments. */
static int work_length(const struct solve *w)
{
    int small = min_of(w->m, w->n), length = w->n;
    if (w->solver == GELS)
        length = small + max_of(small, w->nrhs);
    return length < INT32_MAX / BLOCK ? max_of(length, 1) * BLOCK : length;
}

/* The inverse of what A holds as factors, in C. */
static int invert(const struct solve *w, const void *a, void *c, const int *pivots, void *work,
                  int length)
{
    const struct lapack *l = w->lapack;
    size_t size = l->size;
    int info = 0;
    int *none = pivots ? NULL : malloc((size_t)w->n * sizeof *none);
    for (int i = 0; none && i < w->n; i++)
        none[i] = i + 1;
    if (!pivots && !none)
        return -1;
    for (int column = 0; column < w->n && c != a; column++)
        memmove((uint8_t *)c + (size_t)column * (size_t)w->b.ld * size,
                (const uint8_t *)a + (size_t)column * (size_t)w->a.ld * size, (size_t)w->n * size);
    l->getri(&w->n, c, &w->b.ld, pivots ? pivots : none, work, &length, &info);
    free(none);
    return info;
}

static bool run_member(const struct solve *w, int member, void *work, int length, char *text,
                       size_t size)
{
    const struct lapack *l = w->lapack;
    const char *trans = w->trans == HIPBLAS_OP_N ? "N" : w->trans == HIPBLAS_OP_T ? "T" : "C";
    void *a, *b = NULL, *tau = NULL;
    bool is_a_written = w->solver != GETRS && w->solver != GETRI;
    if (!find(w, "A", &w->a, member, w->m, w->n, is_a_written, &a, text, size))
        return false;
    int b_rows = max_of(w->m, w->n), b_columns = w->solver == GETRI ? w->n : w->nrhs;
    if (w->b.at && !find(w, w->solver == GETRI ? "C" : "B", &w->b, member, b_rows, b_columns, true,
                         &b, text, size))
        return false;
    if (w->tau.at &&
        !find(w, "ipiv", &w->tau, member, min_of(w->m, w->n), 1, true, &tau, text, size))
        return false;
    int64_t step = w->form == STRIDED ? w->pivots_stride : w->n;
    int *pivots = w->pivots ? (int *)(uintptr_t)w->pivots + member * step : NULL;
    if (pivots &&
        !can_use(w, "ipiv", pivots, (size_t)w->n * sizeof *pivots, w->solver == GETRF, text, size))
        return false;
    if (w->info && !can_use(w, "info", w->info + member, sizeof *w->info, true, text, size))
        return false;
    int info = 0;
    switch (w->solver) {
    case GETRF:
        if (pivots)
            l->getrf(&w->n, &w->n, a, &w->a.ld, pivots, &info);
        else
            info = l->lu(w->n, a, w->a.ld);
        break;
    case GETRS:
        l->getrs(trans, &w->n, &w->nrhs, a, &w->a.ld, pivots, b, &w->b.ld, &info, 1);
        break;
    case GETRI:
        info = invert(w, a, b, pivots, work, length);
        break;
    case GEQRF:
        l->geqrf(&w->m, &w->n, a, &w->a.ld, tau, work, &length, &info);
        break;
    case GELS:
        l->gels(trans, &w->m, &w->n, &w->nrhs, a, &w->a.ld, b, &w->b.ld, work, &length, &info, 1);
    }
    if (info < 0) {
        snprintf(text, size, "%s: LAPACK refuses argument %d, or memory is short", w->name, -info);
        return false;
    }
    if (w->info)
        w->info[member] = info;
    return true;
}

static bool run(struct hip_work *base, char *text, size_t size)
{
    struct solve *w = (struct solve *)base;
    int length = work_length(w);
    void *work = malloc((size_t)length * w->lapack->size);
    bool is_done = work != NULL;
    if (!work)
        snprintf(text, size, "%s: out of memory", w->name);
    for (int member = 0; member < w->batch && is_done; member++)
        is_done = run_member(w, member, work, length, text, size);
    free(work);
    return is_done;
}

static void destroy(struct hip_work *base) { free(base); }

/* ---- checking ---------------------------------------------------------------------------------
 */

/* *info: minus the place of the first argument that is bad, behind the handle. */
#define BAD_IF(condition, place)                                                                   \
    if (!bad && (condition))                                                                       \
        bad = place;

static hipblasStatus_t submit(hipblasHandle_t handle, const struct solve *from, int bad,
                              int *host_info, bool needs_host_info)
{
    hipStream_t stream;
    rocblas_status status = rocblas_get_stream((rocblas_handle)handle, &stream);
    if (status != rocblas_status_success)
        return hipblas_status_of(status);
    if (needs_host_info && !host_info)
        return HIPBLAS_STATUS_INVALID_VALUE;
    if (host_info)
        *host_info = -bad;
    if (bad)
        return HIPBLAS_STATUS_INVALID_VALUE;
    if (!from->batch)
        return HIPBLAS_STATUS_SUCCESS;
    struct solve *w = malloc(sizeof *w);
    if (!w)
        return HIPBLAS_STATUS_ALLOC_FAILED;
    *w = *from;
    w->base.refs = 1;
    w->base.run = run;
    w->base.destroy = destroy;
    switch (shoal_hip_submit(stream, &w->base, false)) {
    case hipSuccess:
        return HIPBLAS_STATUS_SUCCESS;
    case hipErrorOutOfMemory:
        return HIPBLAS_STATUS_ALLOC_FAILED;
    default:
        return HIPBLAS_STATUS_INTERNAL_ERROR;
    }
}

static bool is_operation(hipblasOperation_t trans)
{
    return trans == HIPBLAS_OP_N || trans == HIPBLAS_OP_T || trans == HIPBLAS_OP_C;
}

static hipblasStatus_t getrf(hipblasHandle_t handle, const struct solve *w)
{
    int bad = 0;
    BAD_IF(w->n < 0, 1)
    BAD_IF(!w->a.at && w->n, 2)
    BAD_IF(w->a.ld < max_of(1, w->n), 3)
    BAD_IF(!w->info && w->batch, 4)
    BAD_IF(w->batch < 0, 5)
    return submit(handle, w, bad, NULL, false);
}

static hipblasStatus_t getrs(hipblasHandle_t handle, const struct solve *w, int *info)
{
    bool is_strided = w->form == STRIDED;
    int bad = 0;
    BAD_IF(!is_operation(w->trans), 1)
    BAD_IF(w->n < 0, 2)
    BAD_IF(w->nrhs < 0, 3)
    BAD_IF(!w->a.at && w->n, 4)
    BAD_IF(w->a.ld < max_of(1, w->n), 5)
    BAD_IF(!w->pivots && w->n, 6 + is_strided)
    BAD_IF(!w->b.at && w->n && w->nrhs, 7 + 2 * is_strided)
    BAD_IF(w->b.ld < max_of(1, w->n), 8 + 2 * is_strided)
    BAD_IF(w->batch < 0, 10 + 3 * is_strided)
    return submit(handle, w, bad, info, true);
}

static hipblasStatus_t getri(hipblasHandle_t handle, const struct solve *w)
{
    int bad = 0;
    BAD_IF(w->n < 0, 1)
    BAD_IF((!w->a.at || !w->b.at) && w->n, 2)
    BAD_IF(w->a.ld < max_of(1, w->n) || w->b.ld < max_of(1, w->n), 3)
    BAD_IF(!w->info && w->batch, 7)
    BAD_IF(w->batch < 0, 8)
    return submit(handle, w, bad, NULL, false);
}

static hipblasStatus_t geqrf(hipblasHandle_t handle, const struct solve *w, int *info)
{
    bool is_strided = w->form == STRIDED;
    int bad = 0;
    BAD_IF(w->m < 0, 1)
    BAD_IF(w->n < 0, 2)
    BAD_IF(!w->a.at && w->m && w->n, 3)
    BAD_IF(w->a.ld < max_of(1, w->m), 4)
    BAD_IF(!w->tau.at && w->m && w->n, 5 + is_strided)
    BAD_IF(w->batch < 0, 7 + 2 * is_strided)
    return submit(handle, w, bad, info, true);
}

static hipblasStatus_t gels(hipblasHandle_t handle, const struct solve *w, int *info)
{
    bool is_strided = w->form == STRIDED;
    hipblasOperation_t turned = w->lapack->is_complex ? HIPBLAS_OP_C : HIPBLAS_OP_T;
    int bad = 0;
    BAD_IF(w->trans != HIPBLAS_OP_N && w->trans != turned, 1)
    BAD_IF(w->m < 0, 2)
    BAD_IF(w->n < 0, 3)
    BAD_IF(w->nrhs < 0, 4)
    BAD_IF(!w->a.at && w->m && w->n, 5)
    BAD_IF(w->a.ld < max_of(1, w->m), 6)
    BAD_IF(!w->b.at && max_of(w->m, w->n) && w->nrhs, 7 + is_strided)
    BAD_IF(w->b.ld < max_of(1, max_of(w->m, w->n)), 8 + is_strided)
    BAD_IF(!w->info && w->batch, 10 + 2 * is_strided)
    BAD_IF(w->batch < 0, 11 + 2 * is_strided)
    return submit(handle, w, bad, info, true);
}

/* ---- what programs call -----------------------------------------------------------------------
 */

#define WORK(L, kind, ...)                                                                         \
    &(const struct solve) { .name = __func__, .lapack = &lapack_##L, .solver = kind, __VA_ARGS__ }
#define ONE                              .form = SINGLE, .batch = 1
#define MANY                             .form = BATCHED, .batch = batchCount
#define APART                            .form = STRIDED, .batch = batchCount
#define MATRIX(name, which, ldim)        .name = {.at = which, .ld = ldim}
#define SPACED(name, which, ldim, apart) .name = {.at = which, .ld = ldim, .stride = apart}
#define SQUARE                           .m = n, .n = n
#define PIVOTS                           .pivots = ipiv, .info = info
#define SOLVERS(L, T)                                                                              \
    hipblasStatus_t hipblas##L##getrf(hipblasHandle_t handle, int n, T *A, int lda, int *ipiv,     \
                                      int *info)                                                   \
    {                                                                                              \
        return getrf(handle, WORK(L, GETRF, ONE, SQUARE, MATRIX(a, A, lda), PIVOTS));              \
    }                                                                                              \
    hipblasStatus_t hipblas##L##getrfBatched(hipblasHandle_t handle, int n, T *const A[], int lda, \
                                             int *ipiv, int *info, int batchCount)                 \
    {                                                                                              \
        return getrf(handle, WORK(L, GETRF, MANY, SQUARE, MATRIX(a, A, lda), PIVOTS));             \
    }                                                                                              \
    hipblasStatus_t hipblas##L##getrfStridedBatched(                                               \
        hipblasHandle_t handle, int n, T *A, int lda, hipblasStride strideA, int *ipiv,            \
        hipblasStride strideP, int *info, int batchCount)                                          \
    {                                                                                              \
        return getrf(handle, WORK(L, GETRF, APART, SQUARE, SPACED(a, A, lda, strideA), PIVOTS,     \
                                  .pivots_stride = strideP));                                      \
    }                                                                                              \
    hipblasStatus_t hipblas##L##getrs(hipblasHandle_t handle, hipblasOperation_t trans, int n,     \
                                      int nrhs, T *A, int lda, const int *ipiv, T *B, int ldb,     \
                                      int *info)                                                   \
    {                                                                                              \
        return getrs(handle,                                                                       \
                     WORK(L, GETRS, ONE, SQUARE, .trans = trans, .nrhs = nrhs, .pivots = ipiv,     \
                          MATRIX(a, A, lda), MATRIX(b, B, ldb)),                                   \
                     info);                                                                        \
    }                                                                                              \
    hipblasStatus_t hipblas##L##getrsBatched(                                                      \
        hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *const A[], int lda,  \
        const int *ipiv, T *const B[], int ldb, int *info, int batchCount)                         \
    {                                                                                              \
        return getrs(handle,                                                                       \
                     WORK(L, GETRS, MANY, SQUARE, .trans = trans, .nrhs = nrhs, .pivots = ipiv,    \
                          MATRIX(a, A, lda), MATRIX(b, B, ldb)),                                   \
                     info);                                                                        \
    }                                                                                              \
    hipblasStatus_t hipblas##L##getrsStridedBatched(                                               \
        hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *A, int lda,          \
        hipblasStride strideA, const int *ipiv, hipblasStride strideP, T *B, int ldb,              \
        hipblasStride strideB, int *info, int batchCount)                                          \
    {                                                                                              \
        return getrs(handle,                                                                       \
                     WORK(L, GETRS, APART, SQUARE, .trans = trans, .nrhs = nrhs, .pivots = ipiv,   \
                          .pivots_stride = strideP, SPACED(a, A, lda, strideA),                    \
                          SPACED(b, B, ldb, strideB)),                                             \
                     info);                                                                        \
    }                                                                                              \
    hipblasStatus_t hipblas##L##getriBatched(hipblasHandle_t handle, int n, T *const A[], int lda, \
                                             int *ipiv, T *const C[], int ldc, int *info,          \
                                             int batchCount)                                       \
    {                                                                                              \
        return getri(handle,                                                                       \
                     WORK(L, GETRI, MANY, SQUARE, MATRIX(a, A, lda), MATRIX(b, C, ldc), PIVOTS));  \
    }                                                                                              \
    hipblasStatus_t hipblas##L##geqrf(hipblasHandle_t handle, int m, int n, T *A, int lda,         \
                                      T *ipiv, int *info)                                          \
    {                                                                                              \
        return geqrf(handle,                                                                       \
                     WORK(L, GEQRF, ONE, .m = m, .n = n, MATRIX(a, A, lda), .tau = {.at = ipiv}),  \
                     info);                                                                        \
    }                                                                                              \
    hipblasStatus_t hipblas##L##geqrfBatched(hipblasHandle_t handle, int m, int n, T *const A[],   \
                                             int lda, T *const ipiv[], int *info, int batchCount)  \
    {                                                                                              \
        return geqrf(handle,                                                                       \
                     WORK(L, GEQRF, MANY, .m = m, .n = n, MATRIX(a, A, lda), .tau = {.at = ipiv}), \
                     info);                                                                        \
    }                                                                                              \
    hipblasStatus_t hipblas##L##geqrfStridedBatched(                                               \
        hipblasHandle_t handle, int m, int n, T *A, int lda, hipblasStride strideA, T *ipiv,       \
        hipblasStride strideP, int *info, int batchCount)                                          \
    {                                                                                              \
        return geqrf(handle,                                                                       \
                     WORK(L, GEQRF, APART, .m = m, .n = n, SPACED(a, A, lda, strideA),             \
                          .tau = {.at = ipiv, .stride = strideP}),                                 \
                     info);                                                                        \
    }                                                                                              \
    hipblasStatus_t hipblas##L##gels(hipblasHandle_t handle, hipblasOperation_t trans, int m,      \
                                     int n, int nrhs, T *A, int lda, T *B, int ldb, int *info,     \
                                     int *deviceInfo)                                              \
    {                                                                                              \
        return gels(handle,                                                                        \
                    WORK(L, GELS, ONE, .trans = trans, .m = m, .n = n, .nrhs = nrhs,               \
                         MATRIX(a, A, lda), MATRIX(b, B, ldb), .info = deviceInfo),                \
                    info);                                                                         \
    }                                                                                              \
    hipblasStatus_t hipblas##L##gelsBatched(                                                       \
        hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, int nrhs, T *const A[],    \
        int lda, T *const B[], int ldb, int *info, int *deviceInfo, int batchCount)                \
    {                                                                                              \
        return gels(handle,                                                                        \
                    WORK(L, GELS, MANY, .trans = trans, .m = m, .n = n, .nrhs = nrhs,              \
                         MATRIX(a, A, lda), MATRIX(b, B, ldb), .info = deviceInfo),                \
                    info);                                                                         \
    }                                                                                              \
    hipblasStatus_t hipblas##L##gelsStridedBatched(                                                \
        hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, int nrhs, T *A, int lda,   \
        hipblasStride strideA, T *B, int ldb, hipblasStride strideB, int *info, int *deviceInfo,   \
        int batchCount)                                                                            \
    {                                                                                              \
        return gels(handle,                                                                        \
                    WORK(L, GELS, APART, .trans = trans, .m = m, .n = n, .nrhs = nrhs,             \
                         SPACED(a, A, lda, strideA), SPACED(b, B, ldb, strideB),                   \
                         .info = deviceInfo),                                                      \
                    info);                                                                         \
    }
SOLVERS(S, float)
SOLVERS(D, double)
SOLVERS(C, hipblasComplex)
SOLVERS(Z, hipblasDoubleComplex)

/* hipfft.c: libhipfft over FFTW: transforms of device memory, in the order of a stream.
 *
 * A plan is data; FFTW's plan is made, without measuring, when a transform runs, and kept for its
 * direction and for whether it is in place. It is run on other memory than it was made for, so it
 * may not rely on alignment. */
#include <hipfft/hipfftXt.h>

#include <fftw3.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../hip/library.h"

enum { MAX_RANK = 3 };

/* Where elements of one side are: complex ones, or real ones. */
struct layout {
    int64_t stride[MAX_RANK], distance; /* elements; of the batch */
};

struct hipfftHandle_t {
    struct hipfftHandle_t *next;
    unsigned refs; /* its own, and one per transform that is enqueued */
    bool is_made;
    hipfftType type;
    int rank;
    int64_t n[MAX_RANK], batch;
    struct layout in, out,
        in_place; /* in_place: the real side's, where that is padded by default */
    bool is_default;
    double scale;
    hipStream_t stream;
    void *made[2][2]; /* FFTW's: of a direction, in place or not */
};

struct transform {
    struct hip_work base;
    hipfftHandle plan; /* referenced */
    void *in, *out;
    int direction;
};

/* Guards the plans, and FFTW, which makes one plan at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct hipfftHandle_t *plans;

static struct hipfftHandle_t **find(hipfftHandle plan)
{
    for (struct hipfftHandle_t **at = &plans; *at; at = &(*at)->next)
        if (*at == plan)
            return at;
    return NULL;
}

/* Begins a change of a plan: with the lock, or NULL. */
static struct hipfftHandle_t *open_plan(hipfftHandle plan)
{
    pthread_mutex_lock(&lock);
    if (find(plan))
        return plan;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static bool is_double(hipfftType type)
{
    return type == HIPFFT_Z2Z || type == HIPFFT_D2Z || type == HIPFFT_Z2D;
}
static bool is_forward_real(hipfftType type) { return type == HIPFFT_R2C || type == HIPFFT_D2Z; }
static bool is_backward_real(hipfftType type) { return type == HIPFFT_C2R || type == HIPFFT_Z2D; }

/* The two precisions of FFTW, whose functions differ in their names. */
static void drop_made(struct hipfftHandle_t *p)
{
    for (int i = 0; i < 4; i++) {
        void **made = &p->made[i / 2][i % 2];
        if (*made && is_double(p->type))
            fftw_destroy_plan(*made);
        else if (*made)
            fftwf_destroy_plan(*made);
        *made = NULL;
    }
}

static void unref_locked(struct hipfftHandle_t *p)
{
    if (--p->refs)
        return;
    drop_made(p);
    free(p);
}

/* ---- running ------------------------------------------------------------------------------------
 */

/* Elements from the first to the last that the layout leads to, of `count` in each dimension. */
static int64_t extent(const struct hipfftHandle_t *p, const struct layout *l, bool is_half)
{
    int64_t last = (p->batch - 1) * l->distance;
    for (int d = 0; d < p->rank; d++)
        last += ((is_half && d == p->rank - 1 ? p->n[d] / 2 + 1 : p->n[d]) - 1) * l->stride[d];
    return last + 1;
}

/* The layouts of input and output: of a transform in place, real numbers have room for the complex
 * ones. */
static void layouts(const struct hipfftHandle_t *p, bool is_in_place, struct layout *in,
                    struct layout *out)
{
    *in = is_in_place && p->is_default && is_forward_real(p->type) ? p->in_place : p->in;
    *out = is_in_place && p->is_default && is_backward_real(p->type) ? p->in_place : p->out;
}

/* FFTW's plan, with the lock. NULL: it makes none. */
#define MAKE(prefix, real, complex)                                                                \
    static void *make_##prefix(const struct hipfftHandle_t *p, int direction, void *i, void *o,    \
                               const struct layout *in, const struct layout *out)                  \
    {                                                                                              \
        prefix##_iodim64 dims[MAX_RANK], many = {p->batch, in->distance, out->distance};           \
        for (int d = 0; d < p->rank; d++)                                                          \
            dims[d] = (prefix##_iodim64){p->n[d], in->stride[d], out->stride[d]};                  \
        unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;                                           \
        if (is_forward_real(p->type))                                                              \
            return prefix##_plan_guru64_dft_r2c(p->rank, dims, 1, &many, i, o, flags);             \
        if (is_backward_real(p->type))                                                             \
            return prefix##_plan_guru64_dft_c2r(p->rank, dims, 1, &many, i, o, flags);             \
        return prefix##_plan_guru64_dft(p->rank, dims, 1, &many, i, o, direction, flags);          \
    }                                                                                              \
    static void run_##prefix(const struct hipfftHandle_t *p, void *made, void *i, void *o)         \
    {                                                                                              \
        if (is_forward_real(p->type))                                                              \
            prefix##_execute_dft_r2c(made, i, o);                                                  \
        else if (is_backward_real(p->type))                                                        \
            prefix##_execute_dft_c2r(made, i, o);                                                  \
        else                                                                                       \
            prefix##_execute_dft(made, i, o);                                                      \
    }                                                                                              \
    static void scale_##prefix(void *at, double factor)                                            \
    {                                                                                              \
        *(real *)at = (real)(*(real *)at * factor);                                                \
    }
MAKE(fftw, double, fftw_complex)
MAKE(fftwf, float, fftwf_complex)

/* Multiplies what the transform wrote. */
static void scale(const struct hipfftHandle_t *p, const struct layout *out, uint8_t *at)
{
    bool is_real = is_backward_real(p->type);
    size_t part = is_double(p->type) ? 8 : 4, size = is_real ? part : 2 * part;
    int64_t n[MAX_RANK] = {1, 1, 1}, stride[MAX_RANK] = {0};
    for (int d = 0; d < p->rank; d++) {
        n[d] = p->n[d];
        stride[d] = out->stride[d];
    }
    if (is_forward_real(p->type))
        n[p->rank - 1] = n[p->rank - 1] / 2 + 1;
    int64_t each = n[0] * n[1] * n[2];
    for (int64_t i = 0; i < p->batch * each; i++) {
        int64_t j = i % each, place = i / each * out->distance;
        place += j / (n[1] * n[2]) * stride[0] + j / n[2] % n[1] * stride[1] + j % n[2] * stride[2];
        for (size_t byte = 0; byte < size; byte += part)
            (is_double(p->type) ? scale_fftw : scale_fftwf)(at + (size_t)place * size + byte,
                                                            p->scale);
    }
}

static bool run(struct hip_work *base, char *text, size_t size)
{
    struct transform *t = (struct transform *)base;
    struct hipfftHandle_t *p = t->plan;
    struct layout in, out;
    bool is_in_place = t->in == t->out;
    layouts(p, is_in_place, &in, &out);
    size_t part = is_double(p->type) ? 8 : 4;
    size_t in_bytes = (size_t)extent(p, &in, is_backward_real(p->type)) *
                      (is_forward_real(p->type) ? part : 2 * part);
    size_t out_bytes = (size_t)extent(p, &out, is_forward_real(p->type)) *
                       (is_backward_real(p->type) ? part : 2 * part);
    char why[160];
    if (!shoal_hip_memory(t->in, in_bytes, HIP_WORK_READS, why, sizeof why)) {
        snprintf(text, size, "hipfft, input: %s", why);
        return false;
    }
    if (!shoal_hip_memory(t->out, out_bytes, HIP_WORK_WRITES, why, sizeof why)) {
        snprintf(text, size, "hipfft, output: %s", why);
        return false;
    }
    /* A transform from complex to real numbers may use its input as scratch: the program keeps it.
     */
    void *copy = NULL, *from = t->in;
    if (is_backward_real(p->type) && !is_in_place) {
        from = copy = malloc(in_bytes);
        if (copy)
            memcpy(copy, t->in, in_bytes);
    }
    void **made = &p->made[t->direction == HIPFFT_BACKWARD][is_in_place], *plan = NULL;
    if (from) {
        pthread_mutex_lock(&lock);
        if (!*made)
            *made = (is_double(p->type) ? make_fftw : make_fftwf)(p, t->direction, from, t->out,
                                                                  &in, &out);
        plan = *made;
        pthread_mutex_unlock(&lock);
    }
    if (plan)
        (is_double(p->type) ? run_fftw : run_fftwf)(p, plan, from, t->out);
    else
        snprintf(text, size, "hipfft: FFTW has no plan for this transform");
    if (plan && p->scale != 1)
        scale(p, &out, t->out);
    free(copy);
    return plan;
}

static void destroy(struct hip_work *base)
{
    struct transform *t = (struct transform *)base;
    pthread_mutex_lock(&lock);
    unref_locked(t->plan);
    pthread_mutex_unlock(&lock);
    free(t);
}

/* is_type: the transform is one that the plan is for. */
static hipfftResult exec(hipfftHandle plan, hipfftType type, void *in, void *out, int direction)
{
    struct hipfftHandle_t *p = open_plan(plan);
    if (!p)
        return HIPFFT_INVALID_PLAN;
    hipfftResult result = HIPFFT_SUCCESS;
    if (!p->is_made)
        result = HIPFFT_INVALID_PLAN;
    else if (!in || !out || (direction != HIPFFT_FORWARD && direction != HIPFFT_BACKWARD))
        result = HIPFFT_INVALID_VALUE;
    else if (p->type != type)
        result = HIPFFT_EXEC_FAILED;
    struct transform *t = result == HIPFFT_SUCCESS ? calloc(1, sizeof *t) : NULL;
    if (t)
        p->refs++;
    hipStream_t stream = p->stream;
    pthread_mutex_unlock(&lock);
    if (result != HIPFFT_SUCCESS)
        return result;
    if (!t)
        return HIPFFT_ALLOC_FAILED;
    *t = (struct transform){.base = {.refs = 1, .run = run, .destroy = destroy},
                            .plan = p,
                            .in = in,
                            .out = out,
                            .direction = direction};
    return shoal_hip_submit(stream, &t->base, false) == hipSuccess ? HIPFFT_SUCCESS
                                                                   : HIPFFT_EXEC_FAILED;
}

hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex *in, hipfftComplex *out, int direction)
{
    return exec(plan, HIPFFT_C2C, in, out, direction);
}
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal *in, hipfftComplex *out)
{
    return exec(plan, HIPFFT_R2C, in, out, HIPFFT_FORWARD);
}
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex *in, hipfftReal *out)
{
    return exec(plan, HIPFFT_C2R, in, out, HIPFFT_BACKWARD);
}
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex *in, hipfftDoubleComplex *out,
                           int direction)
{
    return exec(plan, HIPFFT_Z2Z, in, out, direction);
}
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal *in, hipfftDoubleComplex *out)
{
    return exec(plan, HIPFFT_D2Z, in, out, HIPFFT_FORWARD);
}
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex *in, hipfftDoubleReal *out)
{
    return exec(plan, HIPFFT_Z2D, in, out, HIPFFT_BACKWARD);
}

hipfftResult hipfftXtExec(hipfftHandle plan, void *in, void *out, int direction)
{
    struct hipfftHandle_t *p = open_plan(plan);
    if (!p)
        return HIPFFT_INVALID_PLAN;
    hipfftType type = p->type;
    pthread_mutex_unlock(&lock);
    if (is_forward_real(type) || is_backward_real(type))
        direction = is_forward_real(type) ? HIPFFT_FORWARD : HIPFFT_BACKWARD;
    return exec(plan, type, in, out, direction);
}

/* ---- plans --------------------------------------------------------------------------------------
 */

hipfftResult hipfftCreate(hipfftHandle *plan)
{
    if (!plan)
        return HIPFFT_INVALID_VALUE;
    if (shoal_hip_stream(NULL) != hipSuccess)
        return HIPFFT_SETUP_FAILED;
    struct hipfftHandle_t *p = calloc(1, sizeof *p);
    if (!p)
        return HIPFFT_ALLOC_FAILED;
    p->refs = 1;
    p->scale = 1;
    pthread_mutex_lock(&lock);
    p->next = plans;
    plans = p;
    pthread_mutex_unlock(&lock);
    *plan = p;
    return HIPFFT_SUCCESS;
}

hipfftResult hipfftDestroy(hipfftHandle plan)
{
    struct hipfftHandle_t *p = open_plan(plan);
    if (!p)
        return HIPFFT_INVALID_PLAN;
    *find(p) = p->next;
    unref_locked(p);
    pthread_mutex_unlock(&lock);
    return HIPFFT_SUCCESS;
}

/* What rows of `fastest` elements give, dense; stride 0: not said. */
static void dense(struct layout *l, int rank, const int64_t *n, int64_t fastest)
{
    l->stride[rank - 1] = 1;
    for (int d = rank - 2; d >= 0; d--)
        l->stride[d] = d == rank - 2 ? fastest : l->stride[d + 1] * n[d + 1];
    l->distance = rank == 1 ? fastest : l->stride[0] * n[0];
}

static void embedded(struct layout *l, int rank, const int64_t *embed, int64_t stride,
                     int64_t distance)
{
    l->stride[rank - 1] = stride;
    for (int d = rank - 2; d >= 0; d--)
        l->stride[d] = l->stride[d + 1] * embed[d + 1];
    l->distance = distance;
}

/* A description of a plan: sizes; embeddings are NULL or arrays of `rank`. */
struct sizes {
    int rank;
    const int64_t *n, *inembed, *onembed;
    int64_t istride, idist, ostride, odist, batch;
};

static hipfftResult check(const struct sizes *s, hipfftType type)
{
    if (type != HIPFFT_C2C && type != HIPFFT_Z2Z && !is_forward_real(type) &&
        !is_backward_real(type))
        return HIPFFT_INVALID_VALUE;
    if (s->rank < 1 || s->rank > MAX_RANK || s->batch < 1)
        return HIPFFT_INVALID_SIZE;
    for (int d = 0; d < s->rank; d++)
        if (!s->n || s->n[d] < 1)
            return s->n ? HIPFFT_INVALID_SIZE : HIPFFT_INVALID_VALUE;
    bool has_layout = s->inembed || s->onembed;
    if (has_layout && (!s->inembed || !s->onembed || s->istride < 1 || s->ostride < 1 ||
                       s->idist < 0 || s->odist < 0))
        return HIPFFT_INVALID_VALUE;
    return HIPFFT_SUCCESS;
}

static hipfftResult make(hipfftHandle plan, const struct sizes *s, hipfftType type,
                         size_t *work_size)
{
    hipfftResult result = check(s, type);
    if (result != HIPFFT_SUCCESS)
        return result;
    struct hipfftHandle_t *p = open_plan(plan);
    if (!p)
        return HIPFFT_INVALID_PLAN;
    if (p->is_made) {
        pthread_mutex_unlock(&lock);
        return HIPFFT_INVALID_PLAN;
    }
    p->type = type;
    p->rank = s->rank;
    p->batch = s->batch;
    memcpy(p->n, s->n, sizeof *s->n * (size_t)s->rank);
    int64_t fastest = s->n[s->rank - 1], half = fastest / 2 + 1;
    p->is_default = !s->inembed;
    if (p->is_default) {
        dense(&p->in, s->rank, s->n, is_backward_real(type) ? half : fastest);
        dense(&p->out, s->rank, s->n, is_forward_real(type) ? half : fastest);
        dense(&p->in_place, s->rank, s->n, 2 * half);
    } else {
        embedded(&p->in, s->rank, s->inembed, s->istride, s->idist);
        embedded(&p->out, s->rank, s->onembed, s->ostride, s->odist);
    }
    p->is_made = true;
    pthread_mutex_unlock(&lock);
    if (work_size)
        *work_size = 0;
    return HIPFFT_SUCCESS;
}

static hipfftResult make_dense(hipfftHandle plan, int rank, const int64_t *n, hipfftType type,
                               int64_t batch, size_t *work_size)
{
    const struct sizes s = {.rank = rank, .n = n, .batch = batch};
    return make(plan, &s, type, work_size);
}

hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch, size_t *size)
{
    return make_dense(plan, 1, (int64_t[]){nx}, type, batch, size);
}
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t *size)
{
    return make_dense(plan, 2, (int64_t[]){nx, ny}, type, 1, size);
}
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type,
                              size_t *size)
{
    return make_dense(plan, 3, (int64_t[]){nx, ny, nz}, type, 1, size);
}

hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long *n, long long *inembed,
                                  long long istride, long long idist, long long *onembed,
                                  long long ostride, long long odist, hipfftType type,
                                  long long batch, size_t *size)
{
    int64_t all[3][MAX_RANK] = {0};
    long long *const from[] = {n, inembed, onembed};
    for (int k = 0; k < 3; k++)
        for (int d = 0; d < rank && d < MAX_RANK && from[k]; d++)
            all[k][d] = from[k][d];
    const struct sizes s = {.rank = rank,
                            .n = n ? all[0] : NULL,
                            .inembed = inembed ? all[1] : NULL,
                            .onembed = onembed ? all[2] : NULL,
                            .istride = istride,
                            .idist = idist,
                            .ostride = ostride,
                            .odist = odist,
                            .batch = batch};
    return make(plan, &s, type, size);
}

hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int *n, int *inembed, int istride,
                                int idist, int *onembed, int ostride, int odist, hipfftType type,
                                int batch, size_t *size)
{
    long long all[3][MAX_RANK] = {0};
    int *const from[] = {n, inembed, onembed};
    for (int k = 0; k < 3; k++)
        for (int d = 0; d < rank && d < MAX_RANK && from[k]; d++)
            all[k][d] = from[k][d];
    return hipfftMakePlanMany64(plan, rank, n ? all[0] : NULL, inembed ? all[1] : NULL, istride,
                                idist, onembed ? all[2] : NULL, ostride, odist, type, batch, size);
}

/* A plan that is created as it is made. */
static hipfftResult created(hipfftHandle *plan, hipfftResult result)
{
    if (result == HIPFFT_SUCCESS)
        return result;
    hipfftDestroy(*plan);
    *plan = NULL;
    return result;
}
#define CREATED(make)                                                                              \
    do {                                                                                           \
        hipfftResult result = hipfftCreate(plan);                                                  \
        return result == HIPFFT_SUCCESS ? created(plan, make) : result;                            \
    } while (0)

hipfftResult hipfftPlan1d(hipfftHandle *plan, int nx, hipfftType type, int batch)
{
    CREATED(hipfftMakePlan1d(*plan, nx, type, batch, NULL));
}
hipfftResult hipfftPlan2d(hipfftHandle *plan, int nx, int ny, hipfftType type)
{
    CREATED(hipfftMakePlan2d(*plan, nx, ny, type, NULL));
}
hipfftResult hipfftPlan3d(hipfftHandle *plan, int nx, int ny, int nz, hipfftType type)
{
    CREATED(hipfftMakePlan3d(*plan, nx, ny, nz, type, NULL));
}
hipfftResult hipfftPlanMany(hipfftHandle *plan, int rank, int *n, int *inembed, int istride,
                            int idist, int *onembed, int ostride, int odist, hipfftType type,
                            int batch)
{
    CREATED(hipfftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist,
                               type, batch, NULL));
}

/* The transform that types of input and output name. 0: none. */
static hipfftType type_of(hipDataType in, hipDataType out, hipDataType execution)
{
    bool is_f64 = in == HIP_R_64F || in == HIP_C_64F;
    hipDataType real = is_f64 ? HIP_R_64F : HIP_R_32F, complex = is_f64 ? HIP_C_64F : HIP_C_32F;
    if (execution != complex && execution != real)
        return 0;
    if (in == real && out == complex)
        return is_f64 ? HIPFFT_D2Z : HIPFFT_R2C;
    if (in == complex && out == real)
        return is_f64 ? HIPFFT_Z2D : HIPFFT_C2R;
    return in == complex && out == complex ? (is_f64 ? HIPFFT_Z2Z : HIPFFT_C2C) : 0;
}

hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double factor)
{
    if (!isfinite(factor))
        return HIPFFT_INVALID_VALUE;
    struct hipfftHandle_t *p = open_plan(plan);
    if (!p)
        return HIPFFT_INVALID_PLAN;
    bool is_made = p->is_made;
    if (!is_made)
        p->scale = factor;
    pthread_mutex_unlock(&lock);
    return is_made ? HIPFFT_INVALID_PLAN : HIPFFT_SUCCESS;
}

hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream)
{
    hipfftResult result =
        shoal_hip_stream(stream) == hipSuccess ? HIPFFT_SUCCESS : HIPFFT_INVALID_VALUE;
    struct hipfftHandle_t *p = open_plan(plan);
    if (!p)
        return HIPFFT_INVALID_PLAN;
    if (result == HIPFFT_SUCCESS)
        p->stream = stream;
    pthread_mutex_unlock(&lock);
    return result;
}

/* ---- work areas, which are empty ------------------------------------------------------ */

static hipfftResult is_plan(hipfftHandle plan)
{
    struct hipfftHandle_t *p = open_plan(plan);
    if (p)
        pthread_mutex_unlock(&lock);
    return p ? HIPFFT_SUCCESS : HIPFFT_INVALID_PLAN;
}

hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int is_auto)
{
    (void)is_auto;
    return is_plan(plan);
}
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void *area)
{
    (void)area;
    return is_plan(plan);
}

static hipfftResult no_size(size_t *size, const struct sizes *s, hipfftType type)
{
    hipfftResult result = size ? check(s, type) : HIPFFT_INVALID_VALUE;
    if (result == HIPFFT_SUCCESS)
        *size = 0;
    return result;
}

hipfftResult hipfftGetSize(hipfftHandle plan, size_t *size)
{
    hipfftResult result = size ? is_plan(plan) : HIPFFT_INVALID_VALUE;
    if (result == HIPFFT_SUCCESS)
        *size = 0;
    return result;
}
hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch, size_t *size)
{
    return no_size(size, &(struct sizes){.rank = 1, .n = (int64_t[]){nx}, .batch = batch}, type);
}
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t *size)
{
    return no_size(size, &(struct sizes){.rank = 2, .n = (int64_t[]){nx, ny}, .batch = 1}, type);
}
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type, size_t *size)
{
    return no_size(size, &(struct sizes){.rank = 3, .n = (int64_t[]){nx, ny, nz}, .batch = 1},
                   type);
}
hipfftResult hipfftEstimateMany(int rank, int *n, int *inembed, int istride, int idist,
                                int *onembed, int ostride, int odist, hipfftType type, int batch,
                                size_t *size)
{
    hipfftHandle plan;
    hipfftResult result = size ? hipfftPlanMany(&plan, rank, n, inembed, istride, idist, onembed,
                                                ostride, odist, type, batch)
                               : HIPFFT_INVALID_VALUE;
    if (result != HIPFFT_SUCCESS)
        return result;
    *size = 0;
    return hipfftDestroy(plan);
}
hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch, size_t *size)
{
    return is_plan(plan) ? HIPFFT_INVALID_PLAN : hipfftEstimate1d(nx, type, batch, size);
}
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t *size)
{
    return is_plan(plan) ? HIPFFT_INVALID_PLAN : hipfftEstimate2d(nx, ny, type, size);
}
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type,
                             size_t *size)
{
    return is_plan(plan) ? HIPFFT_INVALID_PLAN : hipfftEstimate3d(nx, ny, nz, type, size);
}
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int *n, int *inembed, int istride,
                               int idist, int *onembed, int ostride, int odist, hipfftType type,
                               int batch, size_t *size)
{
    return is_plan(plan) ? HIPFFT_INVALID_PLAN
                         : hipfftEstimateMany(rank, n, inembed, istride, idist, onembed, ostride,
                                              odist, type, batch, size);
}
hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long *n, long long *inembed,
                                 long long istride, long long idist, long long *onembed,
                                 long long ostride, long long odist, hipfftType type,
                                 long long batch, size_t *size)
{
    hipfftHandle other;
    hipfftResult result = size ? is_plan(plan) : HIPFFT_INVALID_VALUE;
    if (result == HIPFFT_SUCCESS)
        result = hipfftCreate(&other);
    if (result != HIPFFT_SUCCESS)
        return result;
    result = hipfftMakePlanMany64(other, rank, n, inembed, istride, idist, onembed, ostride, odist,
                                  type, batch, size);
    hipfftDestroy(other);
    return result;
}
/* The types of both ends, where there is a plan for them. */
#define BY_TYPES(function, of_one_type)                                                            \
    hipfftResult function(hipfftHandle plan, int rank, long long *n, long long *inembed,           \
                          long long istride, long long idist, hipDataType in, long long *onembed,  \
                          long long ostride, long long odist, hipDataType out, long long batch,    \
                          size_t *size, hipDataType execution)                                     \
    {                                                                                              \
        hipfftType type = type_of(in, out, execution);                                             \
        return type ? of_one_type(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, \
                                  type, batch, size)                                               \
                    : HIPFFT_NOT_IMPLEMENTED;                                                      \
    }
BY_TYPES(hipfftXtMakePlanMany, hipfftMakePlanMany64)
BY_TYPES(hipfftXtGetSizeMany, hipfftGetSizeMany64)

/* ---- the rest ------------------------------------------------------------------------- */

hipfftResult hipfftXtSetCallback(hipfftHandle plan, void **callbacks, hipfftXtCallbackType type,
                                 void **data)
{
    (void)plan, (void)callbacks, (void)type, (void)data;
    return HIPFFT_NOT_IMPLEMENTED;
}
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType type)
{
    (void)plan, (void)type;
    return HIPFFT_NOT_IMPLEMENTED;
}
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType type,
                                           size_t size)
{
    (void)plan, (void)type, (void)size;
    return HIPFFT_NOT_IMPLEMENTED;
}

hipfftResult hipfftGetVersion(int *version)
{
    if (!version)
        return HIPFFT_INVALID_VALUE;
    *version = hipfftVersionMajor * 10000 + hipfftVersionMinor * 100 + hipfftVersionPatch;
    return HIPFFT_SUCCESS;
}

hipfftResult hipfftGetProperty(hipfftLibraryPropertyType type, int *value)
{
    static const int parts[] = {hipfftVersionMajor, hipfftVersionMinor, hipfftVersionPatch};
    if (!value || (unsigned)type > HIPFFT_PATCH_LEVEL)
        return HIPFFT_INVALID_VALUE;
    *value = parts[type];
    return HIPFFT_SUCCESS;
}

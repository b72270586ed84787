/* call.c: checks the arguments of a function, and enqueues the work, which runs on device memory
 * when its turn comes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../hip/library.h"
#include "handle.h"

struct blas_work {
    struct hip_work base;
    const struct blas_function *f; /* what is computed */
    struct blas_parameters a;
    enum blas_type type[MAX_POINTERS], scalar_type[MAX_SCALARS], result_type; /* in memory */
    bool is_device_mode;
    union {
        double numbers[2];
        uint8_t bytes[16];
    } scalar[MAX_SCALARS]; /* host mode: as the program gave them */
};

/* ---- running ----------------------------------------------------------------------------------
 */

/* The type of the pointer's elements while they are computed with. */
static enum blas_type work_type(enum blas_type t) { return t == F16 || t == BF16 ? F32 : t; }

static bool is_usable(const struct blas_work *w, const char *what, const void *at, int64_t count,
                      size_t size, bool is_written, char *text, size_t text_size)
{
    char why[160] = "";
    size_t bytes = 0;
    if (count < 0 || __builtin_mul_overflow((size_t)count, size, &bytes))
        snprintf(why, sizeof why, "its size is no size");
    else if (shoal_hip_memory(at, bytes,
                              is_written ? HIP_WORK_READS | HIP_WORK_WRITES : HIP_WORK_READS, why,
                              sizeof why))
        return true;
    snprintf(text, text_size, "%s, %s: %s", w->a.name, what, why);
    return false;
}

/* Where the pointer leads to for a member of the batch. */
static void *member(const struct blas_parameters *a, int number, int64_t b, size_t size)
{
    const void *at = a->p[number];
    if (a->form == BATCHED)
        at = ((const void *const *)at)[b];
    else if (a->form == STRIDED)
        at = (const uint8_t *)at + b * a->stride[number] * (int64_t)size;
    return (void *)(uintptr_t)at;
}

/* rocblas_gemm_ex: C becomes D, which the function then works on. */
static bool copy_c(struct blas_work *w, int64_t b, void *c, void **out, char *text, size_t size)
{
    enum { M = 2, N = 3, LDC = 7, C = 2 };
    const struct blas_parameters *a = &w->a;
    size_t element = blas_size(w->type[C]);
    struct blas_parameters other = *a;
    other.p[0] = a->d.at;
    other.stride[0] = a->d.stride;
    if (a->form == BATCHED &&
        !is_usable(w, "D", a->d.at, a->batch, sizeof(void *), false, text, size))
        return false;
    uint8_t *d = member(&other, 0, b, element);
    int64_t rows = a->i[M], columns = a->i[N];
    if (!is_usable(w, "D", d, rows && columns ? (columns - 1) * a->d.ld + rows : 0, element, true,
                   text, size))
        return false;
    for (int64_t column = 0; column < columns && d != c; column++)
        memmove(d + (size_t)(column * a->d.ld) * element,
                (uint8_t *)c + (size_t)(column * a->i[LDC]) * element, (size_t)rows * element);
    *out = d;
    return true;
}

static bool run_member(struct blas_work *w, int64_t b, const void *const *s, char *text,
                       size_t text_size)
{
    const struct blas_function *f = w->f;
    const struct blas_parameters *a = &w->a;
    int64_t extent[MAX_POINTERS], i[MAX_INTS];
    void *p[MAX_POINTERS], *memory[MAX_POINTERS], *made[MAX_POINTERS] = {0};
    bool is_done = false;
    memcpy(i, a->i, sizeof i);
    f->extent(i, extent);
    for (int n = 0; n < f->pointers; n++) {
        size_t size = blas_size(w->type[n]);
        memory[n] = extent[n] > 0 ? member(a, n, b, size) : NULL;
        bool is_device = !f->pointer[n].is_mode || w->is_device_mode;
        if (is_device && !is_usable(w, f->pointer[n].name, memory[n], extent[n], size,
                                    f->pointer[n].is_written, text, text_size))
            return false;
    }
    if (a->d.at && memory[2] && !copy_c(w, b, memory[2], &memory[2], text, text_size))
        return false;
    if (a->d.at) {
        i[7] = a->d.ld;
        f->extent(i, extent);
    }
    for (int n = 0; n < f->pointers; n++) {
        enum blas_type type = work_type(f->pointer[n].type);
        p[n] = memory[n];
        if (type == w->type[n] || !memory[n])
            continue;
        p[n] = made[n] = malloc((size_t)extent[n] * blas_size(type));
        if (!made[n]) {
            snprintf(text, text_size, "%s: out of memory", a->name);
            goto end;
        }
        blas_convert(p[n], type, memory[n], w->type[n], extent[n]);
    }
    union {
        int64_t index;
        double numbers[2];
    } result = {.numbers = {0, 0}};
    f->run(i, s, p, &result);
    for (int n = 0; n < f->pointers; n++)
        if (made[n] && f->pointer[n].is_written)
            blas_convert_changed(memory[n], w->type[n], made[n], work_type(f->pointer[n].type),
                                 extent[n]);
    if (f->has_result) {
        size_t size = f->result_type == INDEX && !a->is_wide ? 4 : blas_size(w->result_type);
        uint8_t *to = (uint8_t *)a->result + (size_t)b * size;
        if (w->is_device_mode && !is_usable(w, "result", to, 1, size, true, text, text_size))
            goto end;
        if (f->result_type == INDEX)
            memcpy(to, &result.index, size);
        else
            blas_convert(to, w->result_type, &result, work_type(f->result_type), 1);
    }
    is_done = true;
end:
    for (int n = 0; n < f->pointers; n++)
        free(made[n]);
    return is_done;
}

static bool run(struct hip_work *base, char *text, size_t text_size)
{
    struct blas_work *w = (struct blas_work *)base;
    const void *s[MAX_SCALARS] = {0};
    double values[MAX_SCALARS][2];
    for (int n = 0; n < w->f->scalars; n++) {
        const void *from = w->scalar[n].bytes;
        if (w->is_device_mode) {
            from = w->a.s[n];
            if (!is_usable(w, "scalar", from, 1, blas_size(w->scalar_type[n]), false, text,
                           text_size))
                return false;
        }
        blas_convert(values[n], work_type(w->f->s_type[n]), from, w->scalar_type[n], 1);
        s[n] = values[n];
    }
    for (int n = 0; n < w->f->pointers && w->a.form == BATCHED; n++) {
        bool is_device = !w->f->pointer[n].is_mode || w->is_device_mode;
        if (is_device && !is_usable(w, w->f->pointer[n].name, w->a.p[n], w->a.batch, sizeof(void *),
                                    false, text, text_size))
            return false;
    }
    for (int64_t b = 0; b < w->a.batch; b++)
        if (!run_member(w, b, s, text, text_size))
            return false;
    return true;
}

static void destroy(struct hip_work *base) { free(base); }

/* ---- checking ---------------------------------------------------------------------------------
 */

/* The function that one with types as arguments is, and the types in memory. NULL: there is none.
 */
static const struct blas_function *choose(struct blas_work *w, const struct blas_function *f)
{
    struct blas_parameters *a = &w->a;
    enum blas_type compute = blas_type_of(a->compute);
    bool is_complex = false;
    for (int n = 0; n < f->pointers; n++) {
        w->type[n] = blas_type_of(a->p_type[n]);
        if (w->type[n] == BLAS_TYPES)
            return NULL;
        is_complex = is_complex || w->type[n] == C32 || w->type[n] == C64;
    }
    if (compute == BLAS_TYPES)
        return NULL;
    bool is_double = compute == F64 || compute == C64 || compute == I32;
    const struct blas_function *out =
        f->by_type[(is_complex || compute == C32 || compute == C64 ? 2 : 0) + is_double];
    for (int n = 0; n < out->scalars; n++) {
        /* A scalar without a type of its own is one of the computation. */
        enum blas_type of_compute = compute == F32 && is_complex   ? C32
                                    : compute == F64 && is_complex ? C64
                                                                   : compute;
        w->scalar_type[n] = a->s_type[n] < 0 ? of_compute : blas_type_of(a->s_type[n]);
        if (a->s_type[n] < 0 && out->s_type[n] < C32 && of_compute >= C32 && of_compute <= C64)
            w->scalar_type[n] = out->s_type[n];
        if (w->scalar_type[n] == BLAS_TYPES)
            return NULL;
    }
    w->result_type = out->has_result ? blas_type_of(a->result_type) : F32;
    return w->result_type == BLAS_TYPES ? NULL : out;
}

static rocblas_status check(const struct blas_work *w)
{
    const struct blas_parameters *a = &w->a;
    for (int n = 0; n < w->f->ints; n++)
        if (a->i[n] > INT32_MAX || a->i[n] < -INT32_MAX)
            return rocblas_status_not_implemented; /* CBLAS counts with 32 bits */
    rocblas_status status = w->f->check(a->i);
    if (status != rocblas_status_success)
        return status;
    if (a->batch < 0)
        return rocblas_status_invalid_size;
    int64_t extent[MAX_POINTERS];
    w->f->extent(a->i, extent);
    bool has_work = w->f->has_result;
    for (int n = 0; n < w->f->pointers; n++)
        has_work = has_work || (w->f->pointer[n].is_written && extent[n] > 0);
    if (!has_work || a->batch == 0)
        return rocblas_status_continue;
    for (int n = 0; n < w->f->pointers; n++)
        if (!a->p[n] && extent[n] > 0)
            return rocblas_status_invalid_pointer;
    for (int n = 0; n < w->f->scalars; n++)
        if (!a->s[n])
            return rocblas_status_invalid_pointer;
    return w->f->has_result && !a->result ? rocblas_status_invalid_pointer : rocblas_status_success;
}

rocblas_status shoal_blas_call(rocblas_handle handle, const struct blas_function *f,
                               const struct blas_parameters *a)
{
    struct blas_state state;
    if (!blas_state_of(handle, &state))
        return rocblas_status_invalid_handle;
    struct blas_work *w = calloc(1, sizeof *w);
    if (!w)
        return rocblas_status_memory_error;
    w->base.refs = 1;
    w->base.run = run;
    w->base.destroy = destroy;
    w->a = *a;
    w->is_device_mode = state.mode == rocblas_pointer_mode_device;
    if (a->form == SINGLE)
        w->a.batch = 1;
    rocblas_status status = rocblas_status_success;
    w->f = f->by_type[0] ? choose(w, f) : f;
    if (!w->f)
        status = rocblas_status_not_implemented;
    for (int n = 0; w->f == f && n < f->pointers; n++)
        w->type[n] = f->pointer[n].type;
    for (int n = 0; w->f == f && n < f->scalars; n++)
        w->scalar_type[n] = f->s_type[n];
    if (w->f == f)
        w->result_type = f->result_type;
    if (status == rocblas_status_success)
        status = check(w);
    if (status != rocblas_status_success) {
        free(w);
        return status == rocblas_status_continue ? rocblas_status_success : status;
    }
    bool is_sync = false; /* results at host pointers are there when the call returns */
    for (int n = 0; n < w->f->scalars && !w->is_device_mode; n++)
        memcpy(w->scalar[n].bytes, a->s[n], blas_size(w->scalar_type[n]));
    for (int n = 0; n < w->f->pointers; n++)
        is_sync = is_sync || (w->f->pointer[n].is_mode && !w->is_device_mode);
    is_sync = is_sync || (w->f->has_result && !w->is_device_mode);
    switch (shoal_hip_submit(state.stream, &w->base, is_sync)) {
    case hipSuccess:
        return rocblas_status_success;
    case hipErrorOutOfMemory:
        return rocblas_status_memory_error;
    default:
        return rocblas_status_internal_error;
    }
}

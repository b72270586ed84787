/* blas.h: what the parts of librocblas and libhipblas share: a call as data.
 *
 * Functions of the API (generated from functions.tbl) put their arguments into a struct
 * blas_parameters and hand it, with what is known of the operation, to blas_call, which checks it
 * and enqueues it. */
#ifndef SHOAL_BLAS_H
#define SHOAL_BLAS_H

#include <hip/hip_runtime_api.h>
#include <rocblas/rocblas.h>
#include <stdbool.h>
#include <stdint.h>

/* Types of elements. An INDEX is a 32 or 64-bit integer, as the function's name says. */
enum blas_type { F32, F64, C32, C64, F16, BF16, I8, U8, I32, U32, INDEX, BLAS_TYPES };
enum { WORK_TYPES = 4 }; /* F32 to C64: those that are computed with */

enum { MAX_INTS = 12, MAX_SCALARS = 2, MAX_POINTERS = 5 };

struct blas_function {
    const char *name;
    int ints, scalars, pointers, has_result;
    enum blas_type type, result_type, s_type[MAX_SCALARS];
    struct {
        const char *name;
        enum blas_type type;
        bool is_written;
        bool is_mode; /* at a pointer of the handle's mode */
    } pointer[MAX_POINTERS];
    rocblas_status (*check)(const int64_t *i);
    /* Elements that each pointer leads to. */
    void (*extent)(const int64_t *i, int64_t *out);
    void (*run)(const int64_t *i, const void *const *s, void *const *p, void *result);
    /* Of a function with types as arguments: those that it can be, for F32 to C64. */
    const struct blas_function *by_type[WORK_TYPES];
};

enum blas_form { SINGLE, BATCHED, STRIDED };

struct blas_parameters {
    const char *name; /* of the function that was called */
    int64_t i[MAX_INTS];
    const void *s[MAX_SCALARS];
    const void *p[MAX_POINTERS];
    int64_t stride[MAX_POINTERS];
    int64_t batch;
    void *result;
    int p_type[MAX_POINTERS], s_type[MAX_SCALARS], result_type,
        compute; /* rocblas_datatype, or hipDataType */
    struct {
        const void *at;
        int64_t ld, stride;
        int type;
    } d; /* rocblas_gemm_ex: what it writes to */
    enum blas_form form;
    bool is_wide;
};

__attribute__((visibility("default"))) rocblas_status
shoal_blas_call(rocblas_handle handle, const struct blas_function *f,
                const struct blas_parameters *a);

#include "blas_list.h"

/* ---- types.c */
size_t blas_size(enum blas_type type);
/* BLAS_TYPES: there is no such type. */
enum blas_type blas_type_of(int datatype);
/* Converts n elements. */
void blas_convert(void *to, enum blas_type to_type, const void *from, enum blas_type from_type,
                  int64_t n);
/* Only those that are not the same in the type of `to`: what lies between elements is not touched.
 */
void blas_convert_changed(void *to, enum blas_type to_type, const void *from,
                          enum blas_type from_type, int64_t n);

#endif

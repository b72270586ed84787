/* run.h: what generated descriptions of functions call. */
#ifndef SHOAL_BLAS_RUN_H
#define SHOAL_BLAS_RUN_H

#include <cblas.h>
#include <stdlib.h>

#include "blas.h"

static inline int64_t vector_extent(int64_t n, int64_t inc)
{
    return n <= 0 ? 0 : 1 + (n - 1) * llabs(inc);
}
static inline int64_t matrix_extent(int64_t rows, int64_t columns, int64_t ld)
{
    return rows <= 0 || columns <= 0 ? 0 : (columns - 1) * ld + rows;
}

/* What CBLAS lacks, for float, double and their complex numbers. */
#define RUN(name) void name(const int64_t *i, const void *const *s, void *const *p, void *result)
#define RUN_ALL(name)                                                                              \
    RUN(name##_s);                                                                                 \
    RUN(name##_d);                                                                                 \
    RUN(name##_c);                                                                                 \
    RUN(name##_z)
RUN_ALL(asum);
RUN_ALL(trmm);
RUN_ALL(geam);
RUN_ALL(dgmm);
RUN_ALL(trtri);
RUN_ALL(syrkx);
RUN(herkx_c);
RUN(herkx_z);
RUN(symv_c);
RUN(symv_z);
RUN(syr_c);
RUN(syr_z);
RUN(spr_c);
RUN(spr_z);
RUN(syr2_c);
RUN(syr2_z);
RUN(rot_real_c);
RUN(rot_real_z);
RUN(rot_complex_c);
RUN(rot_complex_z);
RUN(rotmg_s);
RUN(rotmg_d);

/* The place of the largest or smallest element, from 1; 0: there is none. */
int64_t index_samax(int64_t n, const void *x, int64_t inc);
int64_t index_damax(int64_t n, const void *x, int64_t inc);
int64_t index_camax(int64_t n, const void *x, int64_t inc);
int64_t index_zamax(int64_t n, const void *x, int64_t inc);
int64_t index_samin(int64_t n, const void *x, int64_t inc);
int64_t index_damin(int64_t n, const void *x, int64_t inc);
int64_t index_camin(int64_t n, const void *x, int64_t inc);
int64_t index_zamin(int64_t n, const void *x, int64_t inc);

#endif

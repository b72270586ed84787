/* compare.h: judges a buffer after the run; the runner's side of kernels.h. */
#ifndef SHOAL_TESTS_COMPARE_H
#define SHOAL_TESTS_COMPARE_H

#include "kernels.h"

typedef enum kt_arg_kind { KT_ARG_BUFFER, KT_ARG_VALUE, KT_ARG_LOCAL } kt_arg_kind;

typedef struct kt_arg {
    kt_arg_kind kind;
    kt_type type;
    size_t count; /* elements; bytes for KT_ARG_VALUE and KT_ARG_LOCAL */
    void *initial;
    void *want;       /* NULL: as initial */
    double *want_f64; /* with ulps */
    double ulps;
    double error; /* absolute; instead of ulps if not 0 */
    const char *reason;
    kt_check_fn check;
    uint64_t address; /* the runner's: on the device */
} kt_arg;

#define KT_MAX_ARGS 24

struct kt_run {
    const kt_test *test;
    unsigned wave_lanes;
    uint64_t random_state;
    kt_arg args[KT_MAX_ARGS];
    size_t arg_count;
    char *print; /* NULL: the kernel prints nothing */
    size_t print_size;
    bool print_any_order;
    size_t evaluations; /* values compared */
};

void kt_run_init(kt_run *run, const kt_test *test, unsigned wave_lanes);
void kt_run_free(kt_run *run);

/* Whether `got` is what the argument asks for; else the first difference, in words. */
bool kt_compare(kt_run *run, size_t arg_index, const void *got, char *why, size_t why_size);

#endif

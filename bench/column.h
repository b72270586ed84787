/* column.h: who computes a problem: Shoal's JIT or interpreter, an OpenCL implementation, or
 * hand-vectorised C. A column is opened for one case, run as often as wanted, and closed. */
#ifndef BENCH_COLUMN_H
#define BENCH_COLUMN_H

#include "problem.h"

struct column_settings {
    const struct bench_case *which;
    const struct bench_problem *problem;
    const char *code_path;   /* code object for Shoal */
    const char *source_path; /* OpenCL C source */
    unsigned threads;
    bool counts_host; /* host_per_wave_instruction is wanted */
};

/* What a column says beside its times. */
struct column_facts {
    double compile_ms;                /* < 0: it compiles nothing */
    double first_compile_ms;          /* what waits for it in engine auto; < 0: unknown */
    uint64_t guest_instructions;      /* static, in the kernels; 0: unknown */
    uint64_t wave_instructions;       /* executed by one run; 0: unknown */
    uint64_t calls;                   /* of these, left to the interpreter by compiled code */
    double host_per_wave_instruction; /* 0: unknown */
    char device[128];
};

struct column {
    const char *name;
    /* NULL: impossible here, *why says the reason; else the state for the other functions.
     * Compiles and copies the buffers. */
    void *(*open)(const struct column_settings *s, struct column_facts *facts,
                  char why[BENCH_WHY_BYTES]);
    /* One run, all steps, with `threads` of the settings unless it cannot change them. */
    bool (*run)(void *state, char why[BENCH_WHY_BYTES]);
    /* Contents of buffer `index` in host memory; the caller frees it. NULL: why says it. */
    void *(*read)(void *state, unsigned index, char why[BENCH_WHY_BYTES]);
    void (*close)(void *state, struct column_facts *facts);
};

extern const struct column column_jit, column_interp, column_auto, column_native;
#ifdef BENCH_HAS_OPENCL
extern const struct column column_pocl, column_opencl;
#endif

/* CPU time of all threads of the process, ms. */
double bench_cpu_ms(void);
double bench_wall_ms(void);

#endif

/* waves_fixture.h: raw kernels, assembled and launched: for tests of whole work-groups. */
#ifndef SHOAL_TESTS_JIT_WAVES_FIXTURE_H
#define SHOAL_TESTS_JIT_WAVES_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "shoal/asm.h"
#include "shoal/jit.h"
#include "shoal/shoal.h"

/* With sanitizers, and on hosts for which LLVM takes long (LLVM_IS_SLOW): each text is a device and
 * a compilation. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif
#ifndef LLVM_IS_SLOW
#define LLVM_IS_SLOW 0
#endif
#define IS_SLOW (IS_SANITIZED || LLVM_IS_SLOW)

/* Of random loops, where it is slow. */
enum { FEW_LOOPS = IS_SANITIZED ? 40 : 120 };

/* Of the devices that tests make; NULL: the host's own. */
static const char *host_cpu;

/* In the same allocation as the arguments, but not of them. */
enum { BEHIND_ARGUMENTS = 0x800 };

struct fixture {
    shoal_device *device;
    shoal_module *module;
    shoal_kernel *kernel;
    uint64_t out;
    uint32_t *host;
    size_t words;
    uint64_t argument; /* behind `out` */
};

/* COMPUTE_PGM_RSRC2: 2 user SGPRs, work-group ids x, y, z, work-item ids x, or x, y, z. */
enum { IDS_X = 2 << 1 | 7 << 7, IDS_XYZ = IDS_X | 2 << 11 };

/* A raw kernel, with memory of its own. */
static inline void open_kernel_as(struct fixture *f, const char *text,
                                  const shoal_load_options *raw, size_t words)
{
    shoal_device_options options = shoal_device_options_default();
    shoal_asm_options asm_options = shoal_asm_options_default();
    asm_options.output = SHOAL_ASM_RAW;
    asm_options.wave64 = raw->wave64;
    options.host_cpu = host_cpu;
    shoal_asm_result *code = NULL;
    void *host;
    assert_int_equal(shoal_device_create(&options, &f->device), SHOAL_OK);
    assert_int_equal(shoal_asm_text("rdna3", text, strlen(text), &asm_options, &code), SHOAL_OK);
    assert_int_equal(shoal_module_load(f->device, code->output, code->output_size, raw, &f->module),
                     SHOAL_OK);
    shoal_asm_result_free(code);
    assert_int_equal(shoal_module_find_kernel(f->module, "raw", &f->kernel), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc(f->device, words * 4, 0, &f->out), SHOAL_OK);
    assert_int_equal(shoal_mem_map(f->device, f->out, words * 4, &host), SHOAL_OK);
    f->host = host;
    f->words = words;
    f->argument = 0;
}

/* s[0:1] the arguments, s2, s3, s4 the work-group, v0 the work-item. */
static inline void open_kernel(struct fixture *f, const char *text, uint32_t rsrc2, size_t words)
{
    const shoal_load_options raw = {.raw = true, .rsrc2 = rsrc2, .scratch_bytes = 256};
    open_kernel_as(f, text, &raw, words);
}

/* Takes a level of host instructions, NULL the best one, for kernels to come. false: this CPU, or
 * this build, does not have it. */
static inline bool use_level(const char *cpu)
{
    shoal_device_options options = shoal_device_options_default();
    shoal_device *device = NULL;
    options.host_cpu = cpu;
    bool has = shoal_device_create(&options, &device) == SHOAL_OK;
    if (has)
        shoal_device_destroy(device);
    else
        printf("without %s, which is not here\n", cpu);
    assert_true(has || cpu);
    host_cpu = has ? cpu : NULL;
    return has;
}

/* Memory is as it was left. seconds: a time limit; 0: none. */
static inline shoal_status launch_with_lds(struct fixture *f, shoal_engine engine,
                                           const uint32_t grid[3], const uint32_t block[3],
                                           unsigned threads, double seconds, uint32_t lds_bytes,
                                           shoal_launch_stats *stats)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    uint64_t args[2] = {f->out, f->argument};
    for (int i = 0; i < 3; i++) {
        d.grid[i] = grid[i];
        d.block[i] = block[i];
    }
    d.args = args;
    d.args_size = sizeof args;
    d.engine = engine;
    d.threads = threads;
    d.timeout_seconds = seconds;
    d.dynamic_lds_bytes = lds_bytes;
    return shoal_launch(f->device, f->kernel, &d, stats);
}

static inline shoal_status launch_for(struct fixture *f, shoal_engine engine,
                                      const uint32_t grid[3], const uint32_t block[3],
                                      unsigned threads, double seconds, shoal_launch_stats *stats)
{
    return launch_with_lds(f, engine, grid, block, threads, seconds, 4096, stats);
}

static inline shoal_status launch_on(struct fixture *f, shoal_engine engine, const uint32_t grid[3],
                                     const uint32_t block[3], unsigned threads,
                                     shoal_launch_stats *stats)
{
    return launch_for(f, engine, grid, block, threads, 0, stats);
}

static inline shoal_status launch(struct fixture *f, shoal_engine engine, const uint32_t grid[3],
                                  const uint32_t block[3], unsigned threads,
                                  shoal_launch_stats *stats)
{
    memset(f->host, 0xcc, f->words * 4);
    return launch_on(f, engine, grid, block, threads, stats);
}

/* The statistics say what was left to the interpreter, too. Memory is as it was left. */
static inline void launch_counting_with_lds(struct fixture *f, shoal_engine engine,
                                            const uint32_t grid[3], const uint32_t block[3],
                                            unsigned threads, uint32_t lds_bytes,
                                            shoal_launch_stats *stats)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    uint64_t args[2] = {f->out, f->argument};
    for (unsigned i = 0; i < 3; i++)
        d.grid[i] = grid[i], d.block[i] = block[i];
    d.args = args;
    d.args_size = sizeof args;
    d.engine = engine;
    d.threads = threads;
    d.count_calls = true;
    d.dynamic_lds_bytes = lds_bytes;
    assert_int_equal(shoal_launch(f->device, f->kernel, &d, stats), SHOAL_OK);
}

static inline void launch_counting(struct fixture *f, shoal_engine engine, const uint32_t grid[3],
                                   const uint32_t block[3], unsigned threads,
                                   shoal_launch_stats *stats)
{
    launch_counting_with_lds(f, engine, grid, block, threads, 0, stats);
}

/* Hosts without long vectors have no teams, and no batches. */
static inline bool has_long_vectors(void)
{
    const char *level = getenv("SHOAL_CPU");
    return cpu_has_level("avx2") && !(level && !strcmp(level, "sse2"));
}

/* Loops lane by lane, and those in which lanes look ahead: not what the direct back end, which is
 * of hosts with AVX-512, compiles. */
static inline bool has_lane_loops(void)
{
    const char *backend = getenv("SHOAL_JIT_BACKEND");
    return has_long_vectors() &&
           !(backend && !strcmp(backend, "direct") && cpu_has_level("avx512"));
}

/* Whether the kernel's IR, as compiled for the latest launch, has this text, as "\nNAME:" of a
 * block. */
static inline bool has_block(const struct fixture *f, const char *name)
{
    char *text = NULL;
    assert_int_equal(shoal_jit_text(f->kernel, SHOAL_JIT_IR, &text, NULL), SHOAL_OK);
    bool has = strstr(text, name) != NULL;
    shoal_jit_text_free(text);
    return has;
}

static inline void same_counts(const shoal_launch_stats *a, const shoal_launch_stats *b)
{
    assert_int_equal(a->instructions, b->instructions);
    assert_int_equal(a->waves, b->waves);
    assert_int_equal(a->workgroups, b->workgroups);
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        assert_int_equal(a->by_class[i], b->by_class[i]);
}

static inline void same_faults(const shoal_fault *a, const shoal_fault *b)
{
    assert_int_equal(a->cause, b->cause);
    for (int i = 0; i < 3; i++)
        assert_int_equal(a->workgroup[i], b->workgroup[i]);
    assert_int_equal(a->wave, b->wave);
    assert_int_equal(a->lane, b->lane);
    assert_int_equal(a->pc, b->pc);
    assert_int_equal(a->address, b->address);
    assert_int_equal(a->access_bytes, b->access_bytes);
    assert_string_equal(a->instruction, b->instruction);
}

#endif

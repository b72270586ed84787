/* escape.c: kernels that try to reach memory that is not theirs, by every way that an instruction
 * has to name memory: vector, scalar and private accesses, copies, the stack, atomics, CSRs,
 * fetches.
 *
 *     escape [jit]
 *
 * What may be reached follows from the map in docs/ventus.md: buffers, the work-group's local
 * memory, the thread's private memory, and code for reading. Everything else has to be a fault that
 * names the access, in interpreter and compiled code alike; the host's memory, filled with a
 * secret, stays as it is and is never read. Addresses are the edges of every region and random
 * ones, the same each time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "shoal/asm.h"
#include "shoal/shoal.h"

enum {
    LANES = 32,
    PRIVATE = 4096, /* bytes per thread */
    RANDOM = 24,    /* random addresses per way and dialect */
    HOST_WORDS = 1 << 16,
    SECRET = 0x5ec2e75e,
    PATTERN = 0x1000, /* word k of the buffer is PATTERN + k */
};
#define BUFFER_BYTES 0x2000u
#define LDS_FIRST    0x70000000u
#define LDS_BYTES    0x10000000u

enum space { PLAIN, FLAT, LOCAL, PRIVATE_SPACE, COPY_TO, WIDE };

/* A way to access memory. t0: the thread 0's word of output; t1: the address; t2: a second number;
 * v1: t1 + 4 * thread; v3: 4 * thread. What is read goes to v2 or, of scalars, t3. */
struct way {
    const char *text;
    enum space space;
    uint8_t bytes; /* of one access */
    uint8_t lanes; /* 1: once per warp */
    bool is_store;
    uint8_t dialect; /* bit 0: manual, bit 1: toolchain */
    bool is_word;    /* v2 or t3 then is the word that memory has */
};

static const struct way ways[] = {
    {"vlw12.v v2, 0(v1)", FLAT, 4, LANES, false, 3, true},
    {"vlb12.v v2, 0(v1)", FLAT, 1, LANES, false, 3, false},
    {"vlhu12.v v2, 0(v1)", FLAT, 2, LANES, false, 3, false},
    {"vsw12.v v4, 0(v1)", FLAT, 4, LANES, true, 3, false},
    {"vsh12.v v4, 0(v1)", FLAT, 2, LANES, true, 3, false},
    {"vsb12.v v4, 0(v1)", FLAT, 1, LANES, true, 3, false},
    {"vle32.v v2, (t1)", PLAIN, 4, LANES, false, 3, true},
    {"vse32.v v4, (t1)", PLAIN, 4, LANES, true, 3, false},
    {"li t6, 4\n vlse32.v v2, (t1), t6", PLAIN, 4, LANES, false, 3, true},
    {"li t6, 4\n vsse32.v v4, (t1), t6", PLAIN, 4, LANES, true, 3, false},
    {"vluxei32.v v2, (t1), v3", PLAIN, 4, LANES, false, 3, true},
    {"vsuxei32.v v4, (t1), v3", PLAIN, 4, LANES, true, 3, false},
    {"lw t3, 0(t1)", PLAIN, 4, 1, false, 3, true},
    {"lb t3, 0(t1)", PLAIN, 1, 1, false, 3, false},
    {"sw t2, 0(t1)", PLAIN, 4, 1, true, 3, false},
    {"sh t2, 0(t1)", PLAIN, 2, 1, true, 3, false},
    /* as a stack */
    {"mv sp, t1\n addi sp, sp, -16\n sw t2, 16(sp)", PLAIN, 4, 1, true, 3, false},
    {"mv sp, t1\n addi sp, sp, 2047\n lw t3, -2047(sp)", PLAIN, 4, 1, false, 3, true},
    {"vlw.v v2, 0(v1)", PRIVATE_SPACE, 4, LANES, false, 2, false},
    {"vsw.v v4, 0(v1)", PRIVATE_SPACE, 4, LANES, true, 2, false},
    {"vsb.v v4, 0(v1)", PRIVATE_SPACE, 1, LANES, true, 2, false},
    {"vlw_global.v v2, 0(v1)", PLAIN, 4, LANES, false, 1, true},
    {"vsw_global.v v4, 0(v1)", PLAIN, 4, LANES, true, 1, false},
    {"vlw_local.v v2, 0(v1)", LOCAL, 4, LANES, false, 1, false},
    {"vsw_local.v v4, 0(v1)", LOCAL, 4, LANES, true, 1, false},
    {"vlw_private.v v2, 0(v1)", PRIVATE_SPACE, 4, LANES, false, 1, false},
    {"vsw_private.v v4, 0(v1)", PRIVATE_SPACE, 4, LANES, true, 1, false},
    /* 64 bits: the upper word is t2 */
    {"vmv.v.v v6, v1\n vmv.v.x v7, t2\n vlw12d.v v2, 0(v6)", WIDE, 4, LANES, false, 1, true},
    {"vmv.v.v v6, v1\n vmv.v.x v7, t2\n vsw12d.v v4, 0(v6)", WIDE, 4, LANES, true, 1, false},
    {"mv s2, t1\n mv s3, t2\n ld t3, 0(s2)", WIDE, 4, 1, false, 1, true},
    /* copies: 16 bytes from t1, or to it from the buffer behind the output */
    {"csrr t4, lds\n li t5, 16\n cp_dma t4, (t1), t5, 16", PLAIN, 16, 1, false, 1, false},
    {"addi t4, t0, 256\n li t5, 16\n cp_dma t1, (t4), t5, 16", COPY_TO, 16, 1, true, 1, false},
    {"csrr t4, lds\n vmv.v.x v8, t4\n li t5, 16\n cp_dma_bulk v8, (t1), t5", PLAIN, 16, 1, false, 2,
     false},
    {"vmv.v.x v8, t1\n addi t4, t0, 256\n li t5, 16\n cp_dma_bulk v8, (t4), t5", COPY_TO, 16, 1,
     true, 2, false},
};

/* What does not end with one access: that nothing escapes is all that is asked of them. */
static const struct way others[] = {
    {"vmv.v.v v8, v1\n amoadd.w v2, v4, (v8)", PLAIN, 4, LANES, true, 2, false},
    {"amoswap.w t3, t2, (t1)", PLAIN, 4, 1, true, 1, false},
    {"lr.w t3, (t1)\n sc.w t3, t2, (t1)", PLAIN, 4, 1, true, 1, false},
    /* words 14 and up of the descriptors come from the buffer, whatever is there */
    {"vmv.v.x v8, t1\n cp_dma_tensor t1, v8, v8", PLAIN, 4, 1, true, 1, false},
    {"li t3, 7\n vmv.v.x v8, t3\n vmv.v.x v9, t1\n vmv.v.x v10, t1\n cp_dma_tensor v9, v8, v10",
     PLAIN, 4, 1, true, 2, false},
    /* control goes there */
    {"jalr t1", PLAIN, 4, 1, false, 3, false},
    {"setrpc zero, t1, 0\n vbeq v1, v1, 1f\n1: join zero, zero, 0", PLAIN, 4, 1, false, 3, false},
    /* CSRs that name memory, and those that cannot be written */
    {"csrw mtvec, t1\n csrw mepc, t1\n csrw mstatus, t2\n .word 0x73", PLAIN, 4, 1, false, 3,
     false},
    {"csrw lds, t1\n csrw pds, t1\n csrw knl, t1\n csrr t3, lds\n lw t3, 0(t3)", PLAIN, 4, 1, false,
     3, false},
    /* the host drains a print buffer that the kernel has moved */
    {"csrr t3, knl\n sw t1, 48(t3)\n li t4, -1\n sw t4, 52(t3)\n csrw print, t4", PLAIN, 4, 1,
     false, 3, false},
    /* the arguments and the description of the launch become something else */
    {"csrr t3, knl\n sw t1, 0(t3)\n sw t1, 4(t3)\n sw t2, 24(t3)\n lw t4, 4(t3)\n lw t5, 0(t4)",
     PLAIN, 4, 1, false, 3, false},
};

static bool with_jit;
static uint32_t *host_memory; /* [HOST_WORDS] all SECRET */

struct launch_result {
    shoal_status status;
    shoal_fault fault;
    uint32_t out[LANES];
};

struct guest {
    shoal_device *device;
    shoal_kernel *kernel;
    uint64_t out, buffer, code;
};

static void open_guest(struct guest *g, const char *isa, const struct way *w)
{
    char text[1024];
    shoal_asm_options options = shoal_asm_options_default();
    shoal_asm_result *code;
    shoal_module *module;
    snprintf(
        text, sizeof text,
        " lw t0, 0(a0)\n lw t1, 4(a0)\n lw t2, 8(a0)\n vid.v v3\n vsll.vi v3, v3, 2\n"
        " vadd.vx v1, v3, t1\n vmv.v.x v4, t2\n vmv.v.i v2, 0\n li t3, 0\n vadd.vx v5, v3, t0\n"
        " %s\n"
        " vadd.vx v2, v2, t3\n vsw12.v v2, 0(v5)\n ret\n",
        w->text);
    options.output = SHOAL_ASM_RAW;
    if (shoal_asm_text(isa, text, strlen(text), &options, &code) != SHOAL_OK)
        fail_msg("%s: %s", isa, code->diagnostic_count ? code->diagnostics[0].text : text);
    shoal_device_options device = shoal_device_options_default();
    device.isa = "ventus";
    device.threads = 1;
    device.wave_lanes = LANES;
    assert_int_equal(shoal_device_create(&device, &g->device), SHOAL_OK);
    const shoal_load_options load = {
        .raw = true,
        .scratch_bytes = PRIVATE,
        .dialect = strcmp(isa, "ventus") == 0 ? SHOAL_DIALECT_MANUAL : SHOAL_DIALECT_TOOLCHAIN,
    };
    if (shoal_module_load(g->device, code->output, code->output_size, &load, &module) != SHOAL_OK)
        fail_msg("%s", shoal_last_error(g->device));
    shoal_asm_result_free(code);
    g->kernel = shoal_module_kernel_at(module, 0);
    assert_int_equal(shoal_mem_alloc(g->device, 4096, 0, &g->out), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc(g->device, BUFFER_BYTES, 0, &g->buffer), SHOAL_OK);
    g->code = 0x80000000;
}

static void run(struct guest *g, shoal_engine engine, uint32_t at, uint32_t second,
                struct launch_result *r)
{
    uint32_t pattern[BUFFER_BYTES / 4];
    for (uint32_t i = 0; i < BUFFER_BYTES / 4; i++)
        pattern[i] = PATTERN + i;
    shoal_mem_write(g->device, g->buffer, pattern, sizeof pattern);
    shoal_mem_fill(g->device, g->out, 0, 4096);
    const uint32_t args[] = {(uint32_t)g->out, at, second};
    shoal_launch_desc d = shoal_launch_desc_default();
    shoal_launch_stats stats;
    d.grid[0] = d.block[0] = LANES;
    d.args = args;
    d.args_size = sizeof args;
    d.engine = engine;
    d.timeout_seconds = 60;
    *r = (struct launch_result){.status = shoal_launch(g->device, g->kernel, &d, &stats)};
    if (r->status == SHOAL_OK)
        assert_int_equal(stats.engine, engine);
    if (r->status != SHOAL_OK)
        shoal_last_fault(g->device, &r->fault);
    shoal_mem_read(g->device, r->out, g->out, sizeof r->out);
    for (size_t i = 0; i < LANES; i++)
        assert_int_not_equal(r->out[i], SECRET);
    for (size_t i = 0; i < HOST_WORDS; i++)
        if (host_memory[i] != SECRET)
            fail_msg("host memory was written");
}

static bool is_in(uint32_t at, unsigned bytes, uint64_t first, uint64_t size)
{
    return at >= first && at + (uint64_t)bytes <= first + size;
}

/* Whether the address may be accessed, as the documentation says. `code_bytes`: whole pages. */
static bool may(const struct guest *g, const struct way *w, uint32_t at, uint32_t second,
                bool is_manual)
{
    bool lds = is_in(at, w->bytes, LDS_FIRST, LDS_BYTES);
    bool memory = is_in(at, w->bytes, g->out, 4096) ||
                  is_in(at, w->bytes, g->buffer, BUFFER_BYTES) ||
                  (!w->is_store && is_in(at, w->bytes, g->code, 4096));
    switch (w->space) {
    case LOCAL:
        return is_in(at, w->bytes, 0, LDS_BYTES);
    case PRIVATE_SPACE:
        return is_in(at, w->bytes, 0, PRIVATE);
    case COPY_TO:
        return lds;
    case FLAT:
        return is_manual && at < 1 << 24 ? is_in(at, w->bytes, 0, PRIVATE) : lds || memory;
    case WIDE:
        return second == 0 && (lds || memory);
    default:
        return lds || memory;
    }
}

static void check(const struct guest *g, const struct way *w, bool is_manual, uint32_t at,
                  uint32_t second, const struct launch_result *r)
{
    bool is_copy = strstr(w->text, "cp_dma") != NULL;
    bool fits =
        !(is_copy && !w->is_store && is_in(at, 1, LDS_FIRST, LDS_BYTES)); /* from global memory */
    fits &= !(strstr(w->text, "bulk") && at % 4);
    for (unsigned lane = 0; lane < w->lanes; lane++)
        fits &= may(g, w, at + 4 * lane, second, is_manual);
    if ((r->status == SHOAL_OK) != fits)
        fail_msg("%s at %#x, %#x: %s\n%s", w->text, at, second,
                 fits ? "should work" : "should fault", r->fault.message);
    if (!fits) {
        assert_int_equal(r->status, SHOAL_E_FAULT);
        assert_int_equal(r->fault.cause, SHOAL_FAULT_MEMORY);
    }
    for (unsigned lane = 0; fits && w->is_word && lane < w->lanes; lane++) {
        uint32_t a = at + 4 * lane;
        if (is_in(a, 4, g->buffer, BUFFER_BYTES) && a % 4 == 0)
            assert_int_equal(r->out[lane], PATTERN + (a - (uint32_t)g->buffer) / 4);
        else if (is_in(a, 4, LDS_FIRST, LDS_BYTES))
            assert_int_equal(r->out[lane], 0);
    }
}

/* The same outcome in compiled code, to the word. */
static void compare(struct guest *g, const struct way *w, uint32_t at, uint32_t second,
                    const struct launch_result *want)
{
    struct launch_result got;
    run(g, SHOAL_ENGINE_JIT, at, second, &got);
    const shoal_fault *a = &want->fault, *b = &got.fault;
    bool same = got.status == want->status && a->cause == b->cause && a->pc == b->pc &&
                a->wave == b->wave && strcmp(a->instruction, b->instruction) == 0 &&
                strcmp(a->message, b->message) == 0;
    if (!same)
        fail_msg("%s at %#x, %#x\ninterpreter: %s\ncompiled: %s", w->text, at, second, a->message,
                 b->message);
    if (got.status == SHOAL_OK)
        assert_memory_equal(got.out, want->out, sizeof got.out);
}

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

static void try_way(const struct way *w, const char *isa, bool is_known)
{
    struct guest g;
    struct launch_result r;
    open_guest(&g, isa, w);
    const uint32_t b = (uint32_t)g.buffer, span = 4u * (w->lanes - 1u) + w->bytes;
    const uint32_t edges[] = {0,
                              4,
                              PRIVATE - span,
                              PRIVATE - span + 1,
                              PRIVATE,
                              0x00ffffff,
                              0x01000000,
                              LDS_BYTES - span,
                              LDS_BYTES - span + 1,
                              LDS_FIRST - 1,
                              LDS_FIRST - 4,
                              LDS_FIRST,
                              LDS_FIRST + LDS_BYTES - span,
                              LDS_FIRST + LDS_BYTES - span + 1,
                              0x80000000,
                              0x80001000 - span,
                              0x80001000,
                              0x8fffe000,
                              b - 1,
                              b - 4,
                              b,
                              b + 1,
                              b + BUFFER_BYTES - span,
                              b + BUFFER_BYTES - span + 1,
                              b + BUFFER_BYTES,
                              0xa0000000,
                              0xffffff00,
                              0xfffffffc,
                              0xffffffff};
    const size_t count = sizeof edges / sizeof *edges;
    uint64_t seed = 15;
    for (size_t i = 0; i < count + RANDOM; i++) {
        bool is_edge = i < count;
        if (!is_known && is_edge && edges[i] == g.code)
            continue; /* the kernel would call itself for ever */
        uint32_t at = is_edge ? edges[i] : next_random(&seed);
        /* the upper word of 64-bit addresses; else a number like any other */
        uint32_t second = w->space != WIDE ? 0x12345678
                          : i % 3 == 0     ? 1
                          : i % 3 == 1     ? 0
                                           : 0xffffffff;
        run(&g, SHOAL_ENGINE_INTERP, at, second, &r);
        if (is_known && is_edge)
            check(&g, w, strcmp(isa, "ventus") == 0, at, second, &r);
        assert_true(r.status == SHOAL_OK || r.status == SHOAL_E_FAULT);
        if (with_jit)
            compare(&g, w, at, second, &r);
    }
    shoal_device_destroy(g.device);
}

static void accesses_stay_in_the_kernels_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].dialect & 1)
            try_way(&ways[i], "ventus", true);
        if (ways[i].dialect & 2)
            try_way(&ways[i], "ventus:toolchain", true);
    }
}

static void other_ways_out_are_closed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].dialect & 1)
            try_way(&others[i], "ventus", false);
        if (others[i].dialect & 2)
            try_way(&others[i], "ventus:toolchain", false);
    }
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_stay_in_the_kernels_memory),
        cmocka_unit_test(other_ways_out_are_closed),
    };
    with_jit = argc > 1 && strcmp(argv[1], "jit") == 0;
    host_memory = malloc(HOST_WORDS * sizeof *host_memory);
    if (!host_memory)
        return 1;
    for (size_t i = 0; i < HOST_WORDS; i++)
        host_memory[i] = SECRET;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(host_memory);
    return failed;
}

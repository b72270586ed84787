/* test_code.c: what kernels and programs that store to code get.
 * Expected values: what docs/jit.md defines; the new instruction's word is llvm-mc-22's for
 * v_mov_b32 v0, 2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "child.h"
#include "shoal/asm.h"

/* Replaces `v_mov_b32 v0, 1` behind it by `v_mov_b32 v0, 2` and stores v0. */
#define CODE(invalidate)                                                                           \
    "s_load_b64 s[4:5], s[0:1], null\n"                                                            \
    "s_getpc_b64 s[6:7]\n"                                                                         \
    "here:\n"                                                                                      \
    "s_add_u32 s6, s6, target-here\n"                                                              \
    "s_addc_u32 s7, s7, 0\n"                                                                       \
    "v_mov_b32 v1, 0\n"                                                                            \
    "v_mov_b32 v2, 0x7e000282\n"                                                                   \
    "global_store_b32 v1, v2, s[6:7]\n"                                                            \
    "s_waitcnt_vscnt null, 0\n" invalidate "target:\n"                                             \
    "v_mov_b32 v0, 1\n"                                                                            \
    "s_waitcnt lgkmcnt(0)\n"                                                                       \
    "global_store_b32 v1, v0, s[4:5]\n"                                                            \
    "s_endpgm\n"

struct place {
    shoal_device *device;
    shoal_module *module;
    uint64_t code, out;
    uint32_t *result;
};

enum { CODE_AT = 16 << 20 }; /* from the start of the window */

static int open_place(struct place *p, const char *text)
{
    shoal_asm_options options = shoal_asm_options_default();
    options.output = SHOAL_ASM_RAW;
    shoal_asm_result *code = NULL;
    void *host;
    uint64_t base, size;
    CHECK(shoal_asm_text("rdna3", text, strlen(text), &options, &code) == SHOAL_OK);
    CHECK(shoal_device_create(NULL, &p->device) == SHOAL_OK);
    shoal_mem_window(p->device, &base, &size);
    p->code = base + CODE_AT;
    const shoal_load_options raw = {.raw = true, .address = p->code};
    CHECK(shoal_module_load(p->device, code->output, code->output_size, &raw, &p->module) ==
          SHOAL_OK);
    CHECK(shoal_mem_alloc(p->device, 4, 0, &p->out) == SHOAL_OK);
    CHECK(shoal_mem_map(p->device, p->out, 4, &host) == SHOAL_OK);
    p->result = host;
    shoal_asm_result_free(code);
    return 0;
}

static shoal_status run(struct place *p, shoal_engine engine)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    d.args = &p->out;
    d.args_size = 8;
    d.engine = engine;
    *p->result = 0;
    return shoal_launch(p->device, shoal_module_kernel_at(p->module, 0), &d, NULL);
}

static const shoal_engine engines[] = {SHOAL_ENGINE_INTERP, SHOAL_ENGINE_JIT};

static int store_to_code(const void *unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct place p;
        char expected[512];
        TRY(open_place(&p, CODE("s_icache_inv\n")));
        CHECK(run(&p, engines[i]) == SHOAL_E_FAULT);
        uint64_t pc = p.code + 0x24;
        snprintf(expected, sizeof expected,
                 "kernel raw: memory fault\n"
                 "  in work-group (0, 0, 0), wave 0, lane 0\n"
                 "  at pc %#llx (kernel + 0x24): global_store_b32 v1, v2, s[6:7]\n"
                 "  address %#llx, 4 bytes: in code, which kernels cannot store to unless "
                 "SHOAL_CODE_WRITABLE=1 is set\n"
                 "  Check the buffer's size and the index; pass device addresses only.",
                 (unsigned long long)pc, (unsigned long long)p.code + 0x34);
        if (strcmp(shoal_last_error(p.device), expected) != 0)
            fprintf(stderr, "%s\n", shoal_last_error(p.device));
        CHECK(!strcmp(shoal_last_error(p.device), expected));
        CHECK(*p.result == 0);
        shoal_device_destroy(p.device);
    }
    return 0;
}

static void kernels_cannot_store_to_code(void **state)
{
    (void)state;
    assert_int_equal(in_child(store_to_code, NULL, "0"), 0);
}

static int copy_to_code(const void *unused)
{
    (void)unused;
    struct place p;
    char expected[512];
    uint32_t word = 0x7e000282;
    TRY(open_place(&p, "v_mov_b32 v0, 1\ns_endpgm\n"));
    CHECK(shoal_mem_write(p.device, p.code, &word, 4) == SHOAL_E_ARG);
    snprintf(expected, sizeof expected,
             "4 bytes at %#llx are, or reach into, the code of a module, which stays as it was "
             "loaded unless SHOAL_CODE_WRITABLE=1 is set.",
             (unsigned long long)p.code);
    CHECK(!strcmp(shoal_last_error(p.device), expected));
    CHECK(shoal_mem_fill(p.device, p.code, 0, 4) == SHOAL_E_ARG);
    CHECK(shoal_mem_copy(p.device, p.code, p.out, 4) == SHOAL_E_ARG);
    CHECK(shoal_mem_copy(p.device, p.out, p.code, 4) == SHOAL_OK);
    CHECK(*p.result == 0x7e000281); /* v_mov_b32 v0, 1 */
    shoal_device_destroy(p.device);
    return 0;
}

static void copies_to_code_are_refused(void **state)
{
    (void)state;
    assert_int_equal(in_child(copy_to_code, NULL, "0"), 0);
}

/* What is stored runs from S_ICACHE_INV on, in later launches too; before, what was loaded does. */
static int change_code(const void *unused)
{
    (void)unused;
    setenv("SHOAL_CODE_WRITABLE", "1", 1);
    for (int i = 0; i < 2; i++) {
        struct place p;
        TRY(open_place(&p, CODE("s_icache_inv\n")));
        CHECK(run(&p, engines[i]) == SHOAL_OK);
        CHECK(*p.result == 2);
        CHECK(run(&p, engines[i]) == SHOAL_OK);
        CHECK(*p.result == 2);
        CHECK(shoal_module_unload(p.module) == SHOAL_OK);
        shoal_device_destroy(p.device);
        TRY(open_place(&p, CODE("")));
        for (int again = 0; again < 2; again++) {
            CHECK(run(&p, engines[i]) == SHOAL_OK);
            CHECK(*p.result == 1);
        }
        shoal_device_destroy(p.device);
    }
    return 0;
}

static void changed_code_runs_after_s_icache_inv(void **state)
{
    (void)state;
    assert_int_equal(in_child(change_code, NULL, "0"), 0);
}

/* A kernel that has overwritten itself leaves nothing in the cache that another program gets. */
static int change_code_once(const void *unused)
{
    (void)unused;
    setenv("SHOAL_CODE_WRITABLE", "1", 1);
    struct place p;
    TRY(open_place(&p, CODE("")));
    CHECK(run(&p, SHOAL_ENGINE_JIT) == SHOAL_OK);
    shoal_device_destroy(p.device);
    return 0;
}

static void self_modifying_code_is_not_cached(void **state)
{
    (void)state;
    char cache[64];
    folder_make(cache);
    assert_int_equal(in_child(change_code_once, NULL, cache), 0);
    assert_int_equal(folder_count(cache, "", NULL), 0);
    assert_int_equal(in_child(store_to_code, NULL, cache), 0);
    assert_int_equal(in_child(store_to_code, NULL, cache), 0);
    folder_remove(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_cannot_store_to_code),
        cmocka_unit_test(copies_to_code_are_refused),
        cmocka_unit_test(changed_code_runs_after_s_icache_inv),
        cmocka_unit_test(self_modifying_code_is_not_cached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

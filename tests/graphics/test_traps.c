/* test_traps.c: the trap handler: how it is entered and left, what it sees. Expected values: manual
 * 3.4.1, 3.4.9, 16.3 and 16.5, and the addresses of the programs. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "shoal/asm.h"
#include "shoal/graphics.h"

/* Writes TTMP0, TTMP1, TRAPSTS, STATUS to TMA + 16 * n, where n counts entries in TMA[-1 dword],
 * then returns behind the instruction (s_trap, memory) or at the pc (exceptions): s20 says which.
 */
static const char handler[] = "s_sendmsg_rtn_b64 ttmp[2:3], sendmsg(MSG_RTN_GET_TMA)\n"
                              "s_mov_b64 ttmp[8:9], exec\n"
                              "s_mov_b32 exec_lo, 1\n"
                              "s_mov_b64 ttmp[10:11], vcc\n"
                              "s_getreg_b32 ttmp4, hwreg(HW_REG_TRAPSTS)\n"
                              "s_getreg_b32 ttmp5, hwreg(HW_REG_STATUS)\n"
                              "v_mov_b32 v20, ttmp2\n"
                              "v_mov_b32 v21, ttmp3\n"
                              "v_mov_b32 v22, ttmp0\n"
                              "v_mov_b32 v23, ttmp1\n"
                              "v_mov_b32 v24, ttmp4\n"
                              "v_mov_b32 v25, ttmp5\n"
                              "v_mov_b32 v26, 1\n"
                              "global_atomic_add_u32 v26, v[20:21], v26, off glc\n"
                              "s_waitcnt vmcnt(0)\n"
                              "v_lshlrev_b32 v26, 4, v26\n"
                              "v_add_co_u32 v20, vcc_lo, v20, v26\n"
                              "v_add_co_ci_u32_e32 v21, vcc_lo, 0, v21, vcc_lo\n"
                              "global_store_b128 v[20:21], v[22:25], off offset:16\n"
                              "s_mov_b64 vcc, ttmp[10:11]\n"
                              "s_mov_b64 exec, ttmp[8:9]\n"
                              "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS), 0\n"
                              "s_and_b32 ttmp1, ttmp1, 0xffff\n"
                              "s_add_u32 ttmp0, ttmp0, s20\n"
                              "s_addc_u32 ttmp1, ttmp1, 0\n"
                              "s_rfe_b64 ttmp[0:1]\n";

enum { PRIV = 1 << 5, HOST_TRAP = 1 << 24 };

struct rig {
    shoal_device *device;
    uint32_t *log;  /* [0]: entries; [4 + 4 n ...] */
    uint64_t start; /* of the program */
    shoal_kernel *kernel;
};

static shoal_module *load(shoal_device *device, const char *text, uint64_t *address)
{
    shoal_asm_options options = shoal_asm_options_default();
    shoal_asm_result *code;
    options.output = SHOAL_ASM_RAW;
    shoal_status st = shoal_asm_text("rdna3", text, strlen(text), &options, &code);
    if (st != SHOAL_OK && code && code->diagnostic_count)
        fail_msg("%s: %s", code->diagnostics[0].source, code->diagnostics[0].text);
    shoal_load_options o = {.raw = true};
    shoal_module *module;
    shoal_kernel_info info;
    assert_int_equal(shoal_module_load(device, code->output, code->output_size, &o, &module),
                     SHOAL_OK);
    shoal_asm_result_free(code);
    shoal_kernel_get_info(shoal_module_kernel_at(module, 0), &info);
    *address = info.entry_address;
    return module;
}

static struct rig open_rig(const char *text)
{
    struct rig r;
    uint64_t tba, tma;
    void *p;
    assert_int_equal(shoal_device_create(NULL, &r.device), SHOAL_OK);
    assert_int_equal(shoal_mem_alloc(r.device, 4096, 0, &tma), SHOAL_OK);
    assert_int_equal(shoal_mem_map(r.device, tma, 4096, &p), SHOAL_OK);
    r.log = p;
    load(r.device, handler, &tba);
    shoal_device_set_trap_handler(r.device, tba, tma);
    r.kernel = shoal_module_kernel_at(load(r.device, text, &r.start), 0);
    return r;
}

static shoal_status run(struct rig *r, uint32_t *sgprs)
{
    static uint32_t vgprs[32 * 32];
    shoal_wave_start t = shoal_wave_start_default();
    t.final_sgprs = sgprs;
    t.final_vgprs = vgprs, t.final_vgpr_count = 8;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = 32;
    d.start = &t;
    d.timeout_seconds = 30;
    shoal_status st = shoal_launch(r->device, r->kernel, &d, NULL);
    if (st != SHOAL_OK)
        print_message("%s\n", shoal_last_error(r->device));
    return st;
}

static void s_trap_enters_and_returns(void **state)
{
    (void)state;
    struct rig r = open_rig("s_mov_b32 s20, 4\n"
                            "s_mov_b32 ttmp7, 99\n" /* no privilege: ignored */
                            "s_mov_b32 s5, 0\n"
                            "s_trap 3\n"
                            "s_mov_b32 s5, 7\n"
                            "s_mov_b32 s6, ttmp7\n"
                            "s_endpgm\n");
    uint32_t s[128];
    assert_int_equal(run(&r, s), SHOAL_OK);
    assert_int_equal(s[5], 7);
    assert_int_equal(s[6], 0);
    /* s_mov_b32 of 99 has a literal: 4 + 8 + 4 bytes before the s_trap */
    uint64_t pc = r.start + 16;
    assert_int_equal(r.log[0], 1);
    assert_int_equal(r.log[4], (uint32_t)pc);
    assert_int_equal(r.log[5], (uint32_t)(pc >> 32) | 3 << 16);
    assert_int_equal(r.log[7] & PRIV, PRIV);
    shoal_device_destroy(r.device);
}

static void memory_violations_enter(void **state)
{
    (void)state;
    struct rig r = open_rig("s_mov_b32 s20, 8\n" /* behind the load */
                            "v_mov_b32 v0, 64\n"
                            "v_mov_b32 v1, 0\n"
                            "global_load_b32 v2, v[0:1], off\n"
                            "s_mov_b32 s5, 8\n"
                            "s_endpgm\n");
    uint32_t s[128];
    assert_int_equal(run(&r, s), SHOAL_OK);
    assert_int_equal(s[5], 8);
    assert_int_equal(r.log[0], 1);
    assert_int_equal(r.log[6] & 1 << 8, 1 << 8);
    assert_int_equal(r.log[7] & PRIV, PRIV);
    shoal_device_destroy(r.device);
}

static void illegal_instructions_enter(void **state)
{
    (void)state;
    struct rig r = open_rig("s_mov_b32 s20, 4\n"
                            ".long 0\n"
                            "s_mov_b32 s5, 9\n"
                            "s_endpgm\n");
    uint32_t s[128];
    assert_int_equal(run(&r, s), SHOAL_OK);
    assert_int_equal(s[5], 9);
    assert_int_equal(r.log[4], (uint32_t)(r.start + 4));
    assert_int_equal(r.log[6] & 1 << 11, 1 << 11);
    shoal_device_destroy(r.device);
}

/* Only enabled exceptions of active lanes trap, behind the instruction. */
static void float_exceptions_enter(void **state)
{
    (void)state;
    struct rig r = open_rig("s_mov_b32 s20, 0\n"
                            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 9), 0x8\n" /* overflow */
                            "v_mov_b32 v0, 0x7f000000\n"
                            "v_mov_b32 v1, 1.0\n"
                            "v_mul_f32 v2, v1, v1\n" /* nothing */
                            "s_mov_b32 exec_lo, 2\n"
                            "v_mov_b32 v0, 1.0\n"    /* lane 1 is harmless */
                            "v_mul_f32 v2, v0, v0\n" /* the others would overflow but are off */
                            "s_mov_b32 exec_lo, -1\n"
                            "v_rcp_f32 v3, 0\n" /* divides by zero: not enabled */
                            "s_mov_b32 s5, 1\n"
                            "v_mul_f32 v2, v0, v0\n"
                            "s_mov_b32 s5, 2\n"
                            "s_endpgm\n");
    uint32_t s[128];
    assert_int_equal(run(&r, s), SHOAL_OK);
    assert_int_equal(s[5], 2);
    assert_int_equal(r.log[0], 1);
    /* s_setreg and the first v_mov have literals; the pc is the one behind the multiplication */
    assert_int_equal(r.log[4], (uint32_t)(r.start + 4 + 8 + 8 + 9 * 4));
    assert_int_equal(r.log[6] & 8, 8);
    shoal_device_destroy(r.device);
}

/* A watched address traps behind the access, if enabled; another one does not. */
static void watched_addresses_enter(void **state)
{
    (void)state;
    struct rig r = open_rig("s_mov_b32 s20, 0\n"
                            "s_sendmsg_rtn_b64 s[8:9], sendmsg(MSG_RTN_GET_TMA)\n"
                            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 19, 1), 1\n"
                            "v_mov_b32 v0, 0\n"
                            "global_load_b32 v1, v0, s[8:9] offset:3000\n"
                            "s_load_b32 s11, s[8:9], 3004\n"
                            "global_store_b32 v0, v0, s[8:9] offset:2048\n" /* another page */
                            /* a 1D image of 32-bit integers at TMA: texel 600 */
                            "s_lshr_b64 s[24:25], s[8:9], 8\n"
                            "s_or_b32 s25, s25, 0x01400000\n"
                            "s_mov_b64 s[26:27], 0xff\n"
                            "s_mov_b32 s27, 0x80000924\n"
                            "s_mov_b64 s[28:29], 0\n"
                            "s_mov_b64 s[30:31], 0\n"
                            "v_mov_b32 v0, 600\n"
                            "image_load v2, v0, s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm\n"
                            "s_waitcnt vmcnt(0)\n"
                            "s_endpgm\n");
    uint64_t tma;
    size_t size;
    uint32_t s[128];
    assert_int_equal(shoal_mem_find(r.device, (uint64_t)(uintptr_t)r.log, &tma, &size), SHOAL_OK);
    assert_int_equal(shoal_device_set_watch(r.device, 4, tma, 4), SHOAL_E_ARG);
    assert_int_equal(shoal_device_set_watch(r.device, 0, tma + 3001, 1), SHOAL_OK);
    assert_int_equal(shoal_device_set_watch(r.device, 2, tma + 3004, 4), SHOAL_OK);
    assert_int_equal(shoal_device_set_watch(r.device, 3, tma + 2400, 4), SHOAL_OK);
    assert_int_equal(run(&r, s), SHOAL_OK);
    assert_int_equal(r.log[0], 3);
    assert_int_equal(r.log[14] & (1 << 7 | 7 << 12), 1 << 14);
    assert_int_equal(r.log[6] & (1 << 7 | 7 << 12), 1 << 7);
    assert_int_equal(r.log[10] & (1 << 7 | 7 << 12), 1 << 13);
    shoal_device_destroy(r.device);
}

/* Single steps: the handler runs behind each instruction but the last, and at the end. */
static void every_instruction_enters(void **state)
{
    (void)state;
    struct rig r = open_rig("s_mov_b32 s20, 0\n"
                            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 11), 0x401\n"
                            "s_mov_b32 s5, 1\n"
                            "s_branch over\n"
                            "s_mov_b32 s5, 2\n"
                            "over:\n"
                            "s_mov_b32 s6, 3\n"
                            "s_endpgm\n");
    uint32_t s[128];
    assert_int_equal(run(&r, s), SHOAL_OK);
    assert_int_equal(s[5], 1);
    static const unsigned at[5] = {12, 16, 24, 28, 28}; /* where it goes on */
    assert_int_equal(r.log[0], 5);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(r.log[4 + 4 * i], (uint32_t)r.start + at[i]);
        assert_int_equal(r.log[6 + 4 * i] & (1 << 18 | 1 << 20), i < 4 ? 1 << 20 : 1 << 18);
    }
    shoal_device_destroy(r.device);
}

static void *ask(void *device)
{
    shoal_device_trap(device);
    return NULL;
}

/* A wave that spins is brought into the handler by the host. */
static void host_traps_enter(void **state)
{
    (void)state;
    struct rig r = open_rig("s_mov_b32 s20, 0\n"
                            "s_sendmsg_rtn_b64 s[8:9], sendmsg(MSG_RTN_GET_TMA)\n"
                            "v_mov_b32 v0, 0\n"
                            "wait:\n"
                            "global_load_b32 v1, v0, s[8:9] glc\n" /* until the handler was here */
                            "s_waitcnt vmcnt(0)\n"
                            "v_readfirstlane_b32 s5, v1\n"
                            "s_cmp_eq_u32 s5, 0\n"
                            "s_cbranch_scc1 wait\n"
                            "s_endpgm\n");
    uint32_t s[128];
    pthread_t thread;
    shoal_completion *c;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = 32;
    d.timeout_seconds = 30;
    assert_int_equal(shoal_launch_async(r.device, r.kernel, &d, &c), SHOAL_OK);
    for (int i = 0; i < 1000 && !shoal_completion_done(c); i++) {
        pthread_create(&thread, NULL, ask, r.device);
        pthread_join(thread, NULL);
        struct timespec t = {0, 1000000};
        nanosleep(&t, NULL);
    }
    assert_int_equal(shoal_completion_wait(c, NULL), SHOAL_OK);
    shoal_completion_destroy(c);
    assert_true(r.log[0] >= 1);
    assert_int_equal(r.log[5] & HOST_TRAP, HOST_TRAP);
    (void)s;
    shoal_device_destroy(r.device);
}

static void nothing_without_a_handler(void **state)
{
    (void)state;
    struct rig r = open_rig("s_rfe_b64 s[0:1]\ns_endpgm\n");
    uint32_t s[128];
    shoal_device_set_trap_handler(r.device, 0, 0);
    assert_int_equal(run(&r, s), SHOAL_E_FAULT); /* s_rfe outside of the handler */
    shoal_device_destroy(r.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s_trap_enters_and_returns),  cmocka_unit_test(memory_violations_enter),
        cmocka_unit_test(illegal_instructions_enter), cmocka_unit_test(float_exceptions_enter),
        cmocka_unit_test(watched_addresses_enter),    cmocka_unit_test(every_instruction_enters),
        cmocka_unit_test(host_traps_enter),           cmocka_unit_test(nothing_without_a_handler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

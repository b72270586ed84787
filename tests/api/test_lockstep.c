/* test_lockstep.c: single steps of both instruction sets. Expected values follow from the programs
 * below by hand, and from launches of the same kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "shoal/asm.h"
#include "shoal/lockstep.h"

static shoal_device *make_device(const char *isa, uint32_t lanes)
{
    shoal_device_options o = shoal_device_options_default();
    shoal_device *device = NULL;
    o.isa = isa;
    if (lanes)
        o.wave_lanes = lanes;
    assert_int_equal(shoal_device_create(&o, &device), SHOAL_OK);
    return device;
}

static shoal_kernel *load(shoal_device *device, const char *isa, const char *text)
{
    shoal_asm_options as = shoal_asm_options_default();
    as.output = SHOAL_ASM_RAW;
    shoal_asm_result *code;
    assert_int_equal(shoal_asm_text(isa, text, strlen(text), &as, &code), SHOAL_OK);
    shoal_load_options o = {.raw = true, .name = "stepped"};
    shoal_module *m;
    assert_int_equal(shoal_module_load(device, code->output, code->output_size, &o, &m), SHOAL_OK);
    shoal_asm_result_free(code);
    return shoal_module_kernel_at(m, 0);
}

static shoal_lockstep *start(shoal_device *device, shoal_kernel *k, uint64_t grid, uint32_t block,
                             const void *args, size_t bytes)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    shoal_lockstep *l;
    d.grid[0] = grid;
    d.block[0] = block;
    d.args = args;
    d.args_size = bytes;
    assert_int_equal(shoal_lockstep_create(device, k, &d, &l), SHOAL_OK);
    return l;
}

/* The write of a register, NULL: it was not told. */
static const shoal_write *written(const shoal_retired *r, shoal_register_file file, unsigned index)
{
    for (size_t i = 0; i < r->write_count; i++)
        if (!r->writes[i].is_memory && r->writes[i].file == file && r->writes[i].index == index)
            return &r->writes[i];
    return NULL;
}

static void rdna3_tells_every_write(void **state)
{
    (void)state;
    shoal_device *device = make_device("rdna3", 0);
    shoal_kernel *k = load(device, "rdna3",
                           "s_load_b64 s[4:5], s[0:1], null\n"
                           "s_waitcnt lgkmcnt(0)\n"
                           "v_lshlrev_b32 v1, 3, v0\n"
                           "s_mov_b32 exec_lo, 0xf0\n"
                           "v_cmp_lt_u32 vcc_lo, 5, v0\n"
                           "v_add_nc_u32 v2, 7, v0\n"
                           "v_mov_b32 v3, 9\n"
                           "global_store_b64 v1, v[2:3], s[4:5]\n"
                           "s_add_u32 s6, -1, 2\n"
                           "s_endpgm\n");
    uint64_t buffer;
    assert_int_equal(shoal_mem_alloc(device, 4096, 0, &buffer), SHOAL_OK);
    shoal_lockstep *l = start(device, k, 32, 32, &buffer, sizeof buffer);
    shoal_lockstep_shape shape = shoal_lockstep_get_shape(l);
    assert_int_equal(shape.groups[0], 1);
    assert_int_equal(shape.waves, 1);
    assert_int_equal(shape.wave_lanes, 32);
    shoal_retired r;
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_string_equal(r.text, "s_load_b64 s[4:5], s[0:1], null");
    assert_int_equal(r.pc, shape.entry);
    assert_int_equal(r.next_pc, shape.entry + 8);
    assert_int_equal(r.write_count, 2);
    assert_int_equal(written(&r, SHOAL_REG_SCALAR, 4)->values[0], (uint32_t)buffer);
    assert_int_equal(written(&r, SHOAL_REG_SCALAR, 5)->values[0], buffer >> 32);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(r.write_count, 0);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, NULL), SHOAL_OK);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(written(&r, SHOAL_REG_SCALAR, 126)->values[0], 0xf0);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(written(&r, SHOAL_REG_SCALAR, 106)->values[0], 0xc0); /* lanes 6, 7 */
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    const shoal_write *w = written(&r, SHOAL_REG_VECTOR, 2);
    assert_int_equal(w->lanes, 0xf0);
    assert_int_equal(w->dwords, 32);
    assert_int_equal(w->values[4], 11);
    assert_int_equal(w->values[3], 0); /* not active */
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK); /* the store */
    assert_int_equal(r.write_count, 1);
    assert_true(r.writes[0].is_memory);
    assert_int_equal(r.writes[0].lanes, 0xf0);
    assert_int_equal(r.writes[0].bytes, 8);
    assert_int_equal(r.writes[0].address[5], buffer + 40);
    assert_int_equal(r.writes[0].contents[5], UINT64_C(9) << 32 | 12);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(written(&r, SHOAL_REG_SCALAR, 6)->values[0], 1);
    assert_int_equal(written(&r, SHOAL_REG_STATUS, 0)->values[0], 1); /* SCC: a carry */
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(r.status, SHOAL_WAVE_ENDED);
    assert_int_equal(r.next_pc, 0);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device), "wave 0 of work-group 0 has ended.");
    assert_int_equal(shoal_lockstep_step(l, 1, 0, &r), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device),
                        "The launch has 1 work-groups; there is no number 1.");
    shoal_lockstep_destroy(l);
    shoal_device_destroy(device);
}

/* Waves wait for each other, whoever steps them; results are those of a launch. */
static void barriers_hold_waves(void **state)
{
    (void)state;
    shoal_device *device = make_device("rdna3", 0);
    shoal_kernel *k = load(device, "rdna3", "s_barrier\ns_mov_b32 s3, 5\ns_endpgm\n");
    shoal_lockstep *l = start(device, k, 128, 64, NULL, 0);
    shoal_retired r;
    assert_int_equal(shoal_lockstep_step(l, 1, 0, &r), SHOAL_OK);
    assert_int_equal(r.status, SHOAL_WAVE_WAITS);
    assert_int_equal(shoal_lockstep_step(l, 1, 0, &r), SHOAL_E_BUSY);
    assert_string_equal(shoal_last_error(device), "wave 0 of work-group 1 waits at a barrier.");
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK); /* of another work-group */
    assert_int_equal(shoal_lockstep_step(l, 1, 0, &r), SHOAL_E_BUSY);
    assert_int_equal(shoal_lockstep_step(l, 1, 1, &r), SHOAL_OK);
    assert_int_equal(r.status, SHOAL_WAVE_RUNS);
    assert_int_equal(shoal_lockstep_step(l, 1, 0, &r), SHOAL_OK);
    assert_int_equal(written(&r, SHOAL_REG_SCALAR, 3)->values[0], 5);
    shoal_lockstep_drop(l, 1); /* it begins anew */
    uint64_t pc;
    assert_int_equal(shoal_lockstep_where(l, 1, 0, &pc, NULL), SHOAL_OK);
    assert_int_equal(pc, shoal_lockstep_get_shape(l).entry);
    shoal_lockstep_destroy(l);
    shoal_device_destroy(device);
}

static void ventus_steps_prefixes_and_stack(void **state)
{
    (void)state;
    shoal_device *device = make_device("ventus", 8);
    shoal_kernel *k = load(device, "ventus",
                           "vid.v v1\n"
                           "vmv.v.i v2, 3\n"
                           "setrpc zero, t1, 0\n"
                           "vbge v1, v2, others\n"
                           "vadd.vi v40, v1, 1\n" /* with a prefix */
                           "others:\n"
                           "join zero, zero, 0\n"
                           "ret\n");
    shoal_lockstep *l = start(device, k, 8, 8, NULL, 0);
    shoal_lockstep_shape shape = shoal_lockstep_get_shape(l);
    assert_int_equal(shape.wave_lanes, 8);
    assert_int_not_equal(shape.start_address, shape.entry);
    shoal_retired r;
    uint64_t pc = shape.start_address;
    while (pc != shape.entry) {
        assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
        pc = r.next_pc;
    }
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(written(&r, SHOAL_REG_VECTOR, 1)->values[7], 7);
    assert_int_equal(written(&r, SHOAL_REG_VECTOR, 1)->lanes, 0xff);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, NULL), SHOAL_OK);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, NULL), SHOAL_OK);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r),
                     SHOAL_OK); /* threads part: 3 of 8 go first */
    assert_int_equal(written(&r, SHOAL_REG_STATUS, 0)->values[0], 0x07);
    assert_int_equal(written(&r, SHOAL_REG_STATUS, 3)->values[0], 2);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK); /* the prefix */
    assert_int_equal(r.size_bytes, 4);
    assert_int_equal(r.write_count, 0);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    const shoal_write *w = written(&r, SHOAL_REG_VECTOR, 40);
    assert_int_equal(w->lanes, 0x07);
    assert_int_equal(w->values[2], 3);
    assert_int_equal(w->values[3], 0);
    shoal_lockstep_destroy(l);
    shoal_device_destroy(device);
}

static void registers_are_set(void **state)
{
    (void)state;
    shoal_device *device = make_device("ventus", 4);
    shoal_kernel *k = load(device, "ventus", "add t0, t1, t1\nvadd.vx v1, v200, t0\nnop\nret\n");
    shoal_lockstep *l = start(device, k, 4, 4, NULL, 0);
    uint64_t entry = shoal_lockstep_get_shape(l).entry;
    uint32_t three = 3, mask = 5, none = 0, lanes[4] = {10, 20, 30, 40}, values[64];
    assert_int_equal(shoal_lockstep_jump(l, 0, 0, entry), SHOAL_OK);
    assert_int_equal(shoal_lockstep_set(l, 0, 0, SHOAL_REG_SCALAR, 6, &three), SHOAL_OK);
    assert_int_equal(shoal_lockstep_set(l, 0, 0, SHOAL_REG_VECTOR, 200, lanes), SHOAL_OK);
    assert_int_equal(shoal_lockstep_set(l, 0, 0, SHOAL_REG_STATUS, 0, &mask), SHOAL_OK);
    assert_int_equal(shoal_lockstep_set(l, 0, 0, SHOAL_REG_STATUS, 0, &none), SHOAL_E_ARG);
    assert_int_equal(shoal_lockstep_set(l, 0, 0, SHOAL_REG_SCALAR, 0, &three), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device),
                        "Register 0 of file 0 does not exist, or cannot be set to that.");
    assert_int_equal(shoal_lockstep_jump(l, 0, 0, 0x1000), SHOAL_E_ARG);
    assert_string_equal(shoal_last_error(device), "There is no code at 0x1000.");
    shoal_retired r;
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(written(&r, SHOAL_REG_SCALAR, 5)->values[0], 6);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK); /* a prefix, for v200 */
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(shoal_lockstep_read(l, 0, 0, SHOAL_REG_VECTOR, 1, values), 4);
    const uint32_t want[4] = {16, 0, 36, 0};
    assert_memory_equal(values, want, sizeof want);
    shoal_lockstep_destroy(l);
    shoal_device_destroy(device);
}

static void a_fault_leaves_the_wave_where_it_is(void **state)
{
    (void)state;
    shoal_device *device = make_device("ventus", 4);
    shoal_kernel *k = load(device, "ventus", "lw t0, 0(t1)\nret\n");
    shoal_lockstep *l = start(device, k, 4, 4, NULL, 0);
    uint64_t entry = shoal_lockstep_get_shape(l).entry, buffer, pc;
    uint32_t bad = 16, good, seven = 7;
    assert_int_equal(shoal_mem_alloc(device, 64, 0, &buffer), SHOAL_OK);
    assert_int_equal(shoal_mem_write(device, buffer, &seven, 4), SHOAL_OK);
    good = (uint32_t)buffer;
    shoal_retired r;
    assert_int_equal(shoal_lockstep_jump(l, 0, 0, entry), SHOAL_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(shoal_lockstep_set(l, 0, 0, SHOAL_REG_SCALAR, 6, &bad), SHOAL_OK);
        assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_E_FAULT);
        shoal_fault f;
        assert_true(shoal_last_fault(device, &f));
        assert_int_equal(f.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(f.address, 16);
    }
    assert_int_equal(shoal_lockstep_where(l, 0, 0, &pc, NULL), SHOAL_OK);
    assert_int_equal(pc, entry);
    assert_int_equal(shoal_lockstep_set(l, 0, 0, SHOAL_REG_SCALAR, 6, &good), SHOAL_OK);
    assert_int_equal(shoal_lockstep_step(l, 0, 0, &r), SHOAL_OK);
    assert_int_equal(written(&r, SHOAL_REG_SCALAR, 5)->values[0], 7);
    shoal_lockstep_destroy(l);
    shoal_device_destroy(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rdna3_tells_every_write),
        cmocka_unit_test(barriers_hold_waves),
        cmocka_unit_test(ventus_steps_prefixes_and_stack),
        cmocka_unit_test(registers_are_set),
        cmocka_unit_test(a_fault_leaves_the_wave_where_it_is),
    };
    return cmocka_run_group_tests_name("lockstep", tests, NULL, NULL);
}

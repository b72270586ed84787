/* run.h: loading and launching programs for fake_isa.h. */
#ifndef SHOAL_TESTS_ENGINE_RUN_H
#define SHOAL_TESTS_ENGINE_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/code_map.h"
#include "engine/device.h"
#include "engine/lifetime.h"
#include "engine/module.h"
#include "fake_isa.h"
#include "shoal/observe.h"

/* A device for fake_isa with `threads` threads; the test destroys it. */
static inline shoal_device *make_device(unsigned threads)
{
    shoal_device_options o = shoal_device_options_default();
    o.threads = threads;
    shoal_device *device = NULL;
    struct diag diag = {0};
    assert_int_equal(device_create(&fake_isa, &fake_chip, &o, &diag, &device), SHOAL_OK);
    return device;
}

/* RSRC2 with `lds` bytes of local memory (a multiple of 512). */
static inline uint32_t rsrc2_lds(uint32_t lds) { return lds / 512 << 15 | 1 << 1; }

static inline shoal_kernel *load(shoal_device *device, const struct fake_insn *code, size_t bytes,
                                 uint32_t lds, uint32_t scratch)
{
    shoal_load_options o = {.raw = true, .rsrc2 = rsrc2_lds(lds), .scratch_bytes = scratch};
    shoal_module *module = NULL;
    assert_int_equal(shoal_module_load(device, code, bytes, &o, &module), SHOAL_OK);
    return shoal_module_kernel_at(module, 0);
}

static inline uint32_t *alloc_words(shoal_device *device, size_t count, uint64_t *address)
{
    void *host = NULL;
    assert_int_equal(shoal_mem_alloc(device, count * 4, 0, address), SHOAL_OK);
    assert_int_equal(shoal_mem_map(device, *address, count * 4, &host), SHOAL_OK);
    return host;
}

/* A launch of `groups` work-groups of `block` work-items with one argument. */
static inline shoal_launch_desc one_arg(uint64_t groups, uint32_t block, const uint64_t *arg)
{
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = groups * block;
    d.block[0] = block;
    d.args = arg;
    d.args_size = sizeof *arg;
    return d;
}

#endif

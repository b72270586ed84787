/* remu.c: libremu.so: run_asm and run_asm_ex over the public API. */
#include "remu.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "shoal/profile.h"

/* COMPUTE_PGM_RSRC1: 256 VGPRs (31 + 1 blocks of 8); FLOAT_MODE 0xc0: FP32 denormals
 * flushed, FP16/FP64 kept, round to nearest; DX10_CLAMP; IEEE. */
enum { REMU_RSRC1 = 31 | 0xc0 << 12 | 1 << 21 | 1 << 23 };

enum { MAX_CODE_BYTES = 16 << 20 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static shoal_device *device;

/* One call at a time: the mappings that callers name overlap (each reaches to its end), and
 * the device would run their launches one after the other anyway. */
static pthread_mutex_t one_call = PTHREAD_MUTEX_INITIALIZER;

static void log_line(void *user, shoal_log_level level, const char *text)
{
    (void)user;
    if (level == SHOAL_LOG_ERROR)
        fprintf(stderr, "remu: %s\n", text);
}

static void open_device(void)
{
    shoal_device_options options = shoal_device_options_default();
    options.log = log_line;
    options.host_addresses = true;
    shoal_status st = shoal_device_create(&options, &device);
    if (st != SHOAL_OK)
        fprintf(stderr, "remu: cannot create the device: %s\n", shoal_status_text(st));
}

static int complain(const char *what)
{
    fprintf(stderr, "remu: %s\n", what);
    return 1;
}

int run_asm_ex(const void *lib, uint32_t lib_sz, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t lx,
               uint32_t ly, uint32_t lz, const void *args_ptr, uint32_t rsrc2,
               uint32_t scratch_size, const char *arch, const uint32_t *user_data,
               uint32_t n_user_data)
{
    pthread_once(&once, open_device);
    if (!device)
        return complain("no device");
    if (!lib || lib_sz < 4)
        return complain("lib is empty: expected the address of the first instruction");
    if (!arch || strcmp(arch, "rdna3"))
        return complain("arch is not \"rdna3\", the only one this library runs");
    if (n_user_data > 32 || (n_user_data && !user_data))
        return complain("user_data: at most 32 dwords, and not NULL");
    if (!gx || !gy || !gz)
        return 0; /* an empty grid has nothing to run */
    uint64_t args = (uint64_t)(uintptr_t)args_ptr;
    uint32_t kernarg[2] = {(uint32_t)args, (uint32_t)(args >> 32)};
    if (!n_user_data) {
        user_data = kernarg;
        n_user_data = 2;
    }
    /* The mapping may be all of a mock VRAM; no kernel is longer than this. */
    if (lib_sz > MAX_CODE_BYTES)
        lib_sz = MAX_CODE_BYTES;
    shoal_load_options load = {
        .raw = true,
        .in_place = true,
        .rsrc1 = REMU_RSRC1,
        .rsrc2 = rsrc2,
        .scratch_bytes = scratch_size,
    };
    shoal_module *module;
    pthread_mutex_lock(&one_call);
    if (shoal_module_load(device, lib, lib_sz & ~3u, &load, &module) != SHOAL_OK) {
        pthread_mutex_unlock(&one_call);
        return complain(shoal_last_error(device));
    }
    shoal_launch_desc d = shoal_launch_desc_default();
    const uint32_t grid[3] = {gx, gy, gz}, block[3] = {lx, ly, lz};
    for (int i = 0; i < 3; i++) {
        d.block[i] = block[i];
        d.grid[i] = (uint64_t)grid[i] * block[i];
    }
    d.user_data = user_data;
    d.user_data_count = n_user_data;
    shoal_status st = shoal_profile_launch(device, shoal_module_kernel_at(module, 0), &d, NULL);
    if (st != SHOAL_OK)
        complain(shoal_last_error(device));
    shoal_module_unload(module);
    pthread_mutex_unlock(&one_call);
    return st == SHOAL_OK ? 0 : 1;
}

int run_asm(const void *lib, uint32_t lib_sz, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t lx,
            uint32_t ly, uint32_t lz, const void *args_ptr)
{
    /* Ids of the work-group end at s15: 15 user SGPRs and x, 14 with x and y, 13 with all three.
     * Those of work-items are in v0, in all dimensions. */
    uint32_t dims = gz > 1 ? 3 : gy > 1 ? 2 : 1;
    uint32_t rsrc2 = (16 - dims) << 1 | ((1u << dims) - 1) << 7 | 2u << 11 | 128u << 15;
    return run_asm_ex(lib, lib_sz, gx, gy, gz, lx, ly, lz, args_ptr, rsrc2, 0, "rdna3", NULL, 0);
}

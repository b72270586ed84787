/* find.c: what is wrong in a kernel, by check.h.
 *
 *     find examples/saxpy.co
 *
 * Runs saxpy for 32 elements three times: with buffers of 32, with an output of 30 that nobody
 * checks, and with that one checked. Prints what was found, and in which launch. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "shoal/check.h"

enum { ITEMS = 32, LEFT_OUT = 2 };

struct arguments {
    float a;
    uint64_t x, y;
};

/* Ends the program unless what it asked for was done. */
static void need(shoal_device *device, shoal_status status, const char *what)
{
    if (status == SHOAL_OK)
        return;
    fprintf(stderr, "find: %s: %s\n", what, shoal_last_error(device));
    exit(1);
}

static uint64_t floats(shoal_device *device, size_t count)
{
    const float zeros[ITEMS] = {0};
    uint64_t address;
    need(device, shoal_mem_alloc(device, count * sizeof(float), 0, &address), "memory");
    need(device, shoal_mem_write(device, address, zeros, count * sizeof(float)), "write");
    return address;
}

static void launch(shoal_device *device, shoal_kernel *kernel, uint64_t x, uint64_t y)
{
    const struct arguments arguments = {2.0f, x, y};
    shoal_launch_desc desc = shoal_launch_desc_default();
    desc.grid[0] = desc.block[0] = ITEMS;
    desc.args = &arguments;
    desc.args_size = sizeof arguments;
    need(device, shoal_launch(device, kernel, &desc, NULL), "launch");
}

/* Called by shoal_check_finish for each finding. */
static void tell(void *user, const shoal_check_report *report)
{
    const shoal_check_place *p = &report->place;
    unsigned *count = user;
    ++*count;
    printf("launch %" PRIu64 ", work-item %" PRIu32 ": %s: %s\n", p->launch,
           p->workgroup[0] * ITEMS + p->item[0], shoal_check_kind_name(report->kind),
           report->message);
    for (size_t i = 0; i < p->frame_count; i++)
        printf("  in %s at %s\n", p->frames[i].function, p->frames[i].source);
}

int main(int argc, char **argv)
{
    char why[SHOAL_CHECK_WHY_BYTES];
    shoal_device *device = NULL;
    shoal_module *module;
    shoal_kernel *kernel;
    unsigned count = 0;
    const shoal_check_options options = {.kinds = "mem,race", .each = tell, .user = &count};
    if (argc != 2) {
        fprintf(stderr, "usage: find saxpy.co\n");
        return 2;
    }
    need(device, shoal_device_create(NULL, &device), "device");
    need(device, shoal_module_load_file(device, argv[1], NULL, &module), argv[1]);
    need(device, shoal_module_find_kernel(module, "saxpy", &kernel), "kernel");
    if (shoal_check_start(device, &options, why) != SHOAL_OK) {
        fprintf(stderr, "find: %s\n", why);
        return 1;
    }
    const uint64_t x = floats(device, ITEMS), y = floats(device, ITEMS),
                   small = floats(device, ITEMS - LEFT_OUT);
    launch(device, kernel, x, y);
    shoal_check_pause(device, true); /* what this launch does, nobody sees */
    launch(device, kernel, x, small);
    shoal_check_pause(device, false);
    launch(device, kernel, x, small);
    if (shoal_check_finish(device, NULL, NULL, why) != SHOAL_OK)
        fprintf(stderr, "find: %s\n", why);
    printf("%u findings\n", count);
    shoal_device_destroy(device);
    return 0;
}

/* heat.c: which instructions a kernel executes how often, and which memory it touches, by
 * observe.h.
 *
 *     heat
 *
 * Runs a small Ventus kernel that reads every fourth word of a buffer and writes the words of
 * another one, and prints a histogram of mnemonics and a map of each buffer: one character for 64
 * bytes, a blank where nobody was, else a digit, the number of bytes that were accessed there on a
 * scale to 9. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/asm.h"
#include "shoal/observe.h"

static const char kernel_text[] = "    .globl gather\n"
                                  "    .type gather, @function\n"
                                  "gather:\n"
                                  "    lw t0, 0(a0)         # from\n"
                                  "    lw t1, 4(a0)         # to\n"
                                  "    csrr t2, tid\n"
                                  "    vid.v v1\n"
                                  "    vadd.vx v1, v1, t2\n"
                                  "    vsll.vi v2, v1, 4\n"
                                  "    vadd.vx v2, v2, t0\n"
                                  "    vlw12.v v3, 0(v2)\n"
                                  "    vsll.vi v1, v1, 2\n"
                                  "    vadd.vx v1, v1, t1\n"
                                  "    vsw12.v v3, 0(v1)\n"
                                  "    ret\n";

enum {
    ITEMS = 64,
    FROM_BYTES = 16 * ITEMS,
    TO_BYTES = 8 * ITEMS,
    CELL = 64,
    CELLS = 16,
    NAMES = 64
};

struct region {
    const char *name;
    uint64_t address, bytes;
    uint64_t heat[CELLS]; /* bytes accessed in each cell */
};

struct heat {
    struct {
        char mnemonic[32];
        uint64_t count;
    } names[NAMES]; /* [name_count] in the order in which they were met */
    size_t name_count;
    struct region regions[2];
};

static void count_instruction(struct heat *h, const char *text)
{
    size_t length = strcspn(text, " "), i = 0;
    while (i < h->name_count && (strlen(h->names[i].mnemonic) != length ||
                                 strncmp(h->names[i].mnemonic, text, length) != 0))
        i++;
    if (i == NAMES || length >= sizeof h->names[0].mnemonic)
        return;
    if (i == h->name_count)
        memcpy(h->names[h->name_count++].mnemonic, text, length);
    h->names[i].count++;
}

static void count_access(struct heat *h, const shoal_access *a)
{
    for (size_t i = 0; i < sizeof h->regions / sizeof *h->regions; i++) {
        struct region *r = &h->regions[i];
        if (a->address >= r->address && a->address - r->address < r->bytes)
            r->heat[(a->address - r->address) / CELL] += a->bytes;
    }
}

/* Called before every instruction of every warp. */
static void before(void *user, const shoal_observed *at)
{
    struct heat *h = user;
    char text[96];
    shoal_access access;
    shoal_observed_text(at, text, sizeof text);
    count_instruction(h, text);
    for (unsigned lane = 0; lane < at->wave_lanes; lane++)
        if (shoal_observed_lane_access(at, lane, &access))
            count_access(h, &access);
}

static void print(const struct heat *h)
{
    for (size_t i = 0; i < h->name_count; i++)
        printf("%-10s %4" PRIu64 "\n", h->names[i].mnemonic, h->names[i].count);
    for (size_t i = 0; i < sizeof h->regions / sizeof *h->regions; i++) {
        const struct region *r = &h->regions[i];
        printf("%-4s |", r->name);
        for (uint64_t cell = 0; cell < r->bytes / CELL; cell++) {
            uint64_t warmth = (9 * r->heat[cell] + CELL - 1) / CELL;
            putchar(r->heat[cell] ? '0' + (int)(warmth < 9 ? warmth : 9) : ' ');
        }
        puts("|");
    }
}

static int failed(shoal_device *device, const char *what)
{
    fprintf(stderr, "heat: %s: %s\n", what, shoal_last_error(device));
    return 1;
}

/* Observes the launch of a kernel that is loaded. */
static int observe(shoal_device *device, shoal_kernel *kernel)
{
    static struct heat h = {.regions = {{"from", 0, FROM_BYTES, {0}}, {"to", 0, TO_BYTES, {0}}}};
    for (size_t i = 0; i < 2; i++)
        if (shoal_mem_alloc(device, h.regions[i].bytes, 0, &h.regions[i].address) != SHOAL_OK)
            return failed(device, "memory");
    const uint32_t args[] = {(uint32_t)h.regions[0].address, (uint32_t)h.regions[1].address};
    struct shoal_observer observer = {.user = &h, .before = before};
    shoal_launch_desc desc = shoal_launch_desc_default();
    desc.grid[0] = desc.block[0] = ITEMS;
    desc.args = args;
    desc.args_size = sizeof args;
    desc.observer = &observer;
    if (shoal_launch(device, kernel, &desc, NULL) != SHOAL_OK)
        return failed(device, "launch");
    print(&h);
    return 0;
}

int main(void)
{
    shoal_asm_result *code = NULL;
    shoal_device *device = NULL;
    shoal_module *module;
    shoal_kernel *kernel;
    shoal_device_options options = shoal_device_options_default();
    options.isa = "ventus";
    options.wave_lanes = 16;
    int status = 1;
    if (shoal_asm_text("ventus", kernel_text, sizeof kernel_text - 1, NULL, &code) != SHOAL_OK)
        fprintf(stderr, "heat: the kernel cannot be assembled\n");
    else if (shoal_device_create(&options, &device) != SHOAL_OK ||
             shoal_module_load(device, code->output, code->output_size, NULL, &module) !=
                 SHOAL_OK ||
             shoal_module_find_kernel(module, "gather", &kernel) != SHOAL_OK)
        status = failed(device, "kernel");
    else
        status = observe(device, kernel);
    shoal_asm_result_free(code);
    shoal_device_destroy(device);
    return status;
}

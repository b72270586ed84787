/* run_pairs.c: runs a random kernel and its host version on the same inputs and compares
 * the output buffers, bit for bit.
 *
 *   run_pairs ENGINE KERNEL.co KERNEL.so [CPU]
 *
 * ENGINE: auto, interp, jit; CPU: sse2, avx2, avx512 (the best if left out).
 *
 * The library exports test_shape (block, groups, words in, words out per work-item) and
 * test(), the same program as the code object's kernel of that name. Exit status: 0 equal,
 * 1 different or refused, 2 wrong use. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/shoal.h"

/* Laid out as the kernel's parameters. */
struct arguments {
    uint64_t in;
    uint64_t out;
    uint32_t s0;
    uint64_t s1;
    float s2;
    int32_t s3;
};

typedef void host_test(const uint32_t *, uint32_t *, uint32_t, uint64_t, float, int32_t);

static uint64_t state = 1;

/* splitmix64 */
static uint64_t random_bits(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Random bits, small numbers, floats of modest size, and the edges of all types. */
static uint32_t random_word(void)
{
    static const uint32_t edges[] = {
        0,          1,          2,          0xffffffff, 0x80000000, 0x7fffffff, 0x3f800000,
        0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x807fffff, 0x00800000,
        0x7f7fffff, 0x3ff00000, 0x7ff00000, 0xfff80000, 0x00100000, 0x7fefffff, 0x3c003c00,
        0x7c00fc00, 0x00010400, 0x83ff7bff, 0x80007e00, 0x80808080, 0x7f807f80, 0x0000ffff,
    };
    uint64_t bits = random_bits();
    uint32_t word = (uint32_t)(bits >> 32);
    switch (bits % 8) {
    case 0:
        return edges[word % (sizeof edges / sizeof *edges)];
    case 1:
        return word % 32;
    case 2:
        return 0u - word % 32;
    case 3: {
        float f = (float)(int32_t)word / 16777216.0f;
        memcpy(&word, &f, sizeof word);
        return word;
    }
    default:
        return word;
    }
}

static int refused(shoal_device *device, const char *what, shoal_status status)
{
    printf("%s: %s: %s\n", what, shoal_status_text(status), shoal_last_error(device));
    return 1;
}

static int compare(const uint32_t *got, const uint32_t *want, const unsigned *shape, size_t words)
{
    size_t wrong = 0, first = 0;
    for (size_t i = 0; i < words; i++)
        if (got[i] != want[i] && wrong++ == 0)
            first = i;
    if (wrong == 0)
        return 0;
    printf("work-item %zu, word %zu: 0x%08x, the host has 0x%08x (%zu of %zu words differ)\n",
           first / shape[3], first % shape[3], got[first], want[first], wrong, words);
    return 1;
}

int main(int argc, char **argv)
{
    static const char *const engines[] = {"auto", "interp", "jit"};
    int engine = 3;
    for (int i = 0; (argc == 4 || argc == 5) && i < 3; i++)
        if (!strcmp(argv[1], engines[i]))
            engine = i;
    if (engine == 3) {
        fputs("usage: run_pairs auto|interp|jit KERNEL.co KERNEL.so [CPU]\n", stderr);
        return 2;
    }
    void *library = dlopen(argv[3], RTLD_NOW);
    const unsigned *shape = library ? dlsym(library, "test_shape") : NULL;
    void *symbol = library ? dlsym(library, "test") : NULL;
    if (!shape || !symbol) {
        fprintf(stderr, "run_pairs: %s\n", dlerror());
        return 2;
    }
    host_test *host;
    memcpy(&host, &symbol, sizeof host); /* ISO C has no cast for this */

    int result = 2;
    size_t items = (size_t)shape[0] * shape[1];
    size_t in_words = items * shape[2], out_words = items * shape[3];
    uint32_t *in = malloc(in_words * 4), *want = malloc(out_words * 4);
    shoal_device *device = NULL;
    struct arguments args;
    memset(&args, 0, sizeof args);
    if (!in || !want) {
        fputs("run_pairs: out of memory\n", stderr);
        goto out;
    }
    for (size_t i = 0; i < in_words; i++)
        in[i] = random_word();
    memset(want, 0xa5, out_words * 4); /* gaps stay as they are */
    args.s0 = random_word();
    args.s1 = random_bits();
    args.s2 = (float)(int32_t)random_word() / 65536.0f;
    args.s3 = (int32_t)random_word();
    host(in, want, args.s0, args.s1, args.s2, args.s3);

    result = 1;
    shoal_module *module = NULL;
    shoal_kernel *kernel = NULL;
    void *got = NULL;
    shoal_device_options options = shoal_device_options_default();
    options.host_cpu = argv[4]; /* NULL if left out */
    shoal_status status = shoal_device_create(&options, &device);
    if (!status)
        status = shoal_module_load_file(device, argv[2], NULL, &module);
    if (!status)
        status = shoal_module_find_kernel(module, "test", &kernel);
    if (!status)
        status = shoal_mem_alloc(device, in_words * 4, 0, &args.in);
    if (!status)
        status = shoal_mem_alloc(device, out_words * 4, 0, &args.out);
    if (!status)
        status = shoal_mem_write(device, args.in, in, in_words * 4);
    if (!status)
        status = shoal_mem_fill(device, args.out, 0xa5, out_words * 4);
    if (status) {
        refused(device, "setup", status);
        goto out;
    }
    shoal_launch_desc desc = shoal_launch_desc_default();
    desc.grid[0] = items;
    desc.block[0] = shape[0];
    desc.args = &args;
    desc.args_size = sizeof args;
    desc.engine = (shoal_engine)engine;
    desc.timeout_seconds = 60;
    status = shoal_launch(device, kernel, &desc, NULL);
    if (!status)
        status = shoal_mem_map(device, args.out, out_words * 4, &got);
    if (status)
        refused(device, "launch", status);
    else
        result = compare(got, want, shape, out_words);

out:
    shoal_device_destroy(device);
    free(in);
    free(want);
    dlclose(library);
    return result;
}

/* programs.c: whole kernels (programs.s, programs_toolchain.s) against the same computation in
 * C, at 8, 16 and 32 threads per warp, on two host threads.
 *
 *     programs programs.riscv programs_toolchain.riscv */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "product.h"
#include "shoal/shoal.h"

static const char *manual_path, *toolchain_path;

static char printed[4096];
static void take_print(void *user, const char *text, size_t length)
{
    (void)user;
    size_t n = strlen(printed);
    if (n + length < sizeof printed) {
        memcpy(printed + n, text, length);
        printed[n + length] = 0;
    }
}

struct machine {
    shoal_device *device;
    shoal_module *module;
    unsigned warp;
};

/* f on a fresh device for each warp size. */
static void at_every_warp(const char *path, void (*f)(struct machine *))
{
    static const unsigned warps[] = {8, 16, 32};
    for (unsigned i = 0; i < 3; i++) {
        struct machine m = {.warp = warps[i]};
        shoal_device_options options = shoal_device_options_default();
        options.isa = "ventus";
        options.threads = 2;
        options.wave_lanes = warps[i];
        options.print = take_print;
        assert_int_equal(shoal_device_create(&options, &m.device), SHOAL_OK);
        if (shoal_module_load_file(m.device, path, NULL, &m.module) != SHOAL_OK)
            fail_msg("%s", shoal_last_error(m.device));
        f(&m);
        shoal_device_destroy(m.device);
    }
}

static uint32_t buffer(struct machine *m, const void *data, size_t bytes)
{
    uint64_t at;
    assert_int_equal(shoal_mem_alloc(m->device, bytes, 0, &at), SHOAL_OK);
    if (data)
        assert_int_equal(shoal_mem_write(m->device, at, data, bytes), SHOAL_OK);
    return (uint32_t)at;
}

static void fetch(struct machine *m, uint32_t at, void *data, size_t bytes)
{
    assert_int_equal(shoal_mem_read(m->device, data, at, bytes), SHOAL_OK);
}

static shoal_engine engine = SHOAL_ENGINE_INTERP;
static unsigned stride = 1; /* of the products only every so many */

/* args: words of the argument buffer */
static void launch(struct machine *m, const char *name, uint32_t gx, uint32_t gy, uint32_t bx,
                   uint32_t by, const uint32_t *args, size_t count)
{
    shoal_kernel *kernel;
    assert_int_equal(shoal_module_find_kernel(m->module, name, &kernel), SHOAL_OK);
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = gx, d.grid[1] = gy, d.grid[2] = 1;
    d.block[0] = bx, d.block[1] = by, d.block[2] = 1;
    d.args = args;
    d.args_size = 4 * count;
    d.trim = true;
    d.timeout_seconds = 60;
    d.engine = engine;
    shoal_launch_stats stats;
    if (shoal_launch(m->device, kernel, &d, &stats) != SHOAL_OK)
        fail_msg("%s, %u threads per warp: %s", name, m->warp, shoal_last_error(m->device));
    assert_int_equal(stats.engine, engine);
}
#define LAUNCH(m, name, gx, gy, bx, by, ...)                                                       \
    launch(m, name, gx, gy, bx, by, (const uint32_t[]){__VA_ARGS__},                               \
           sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static uint64_t state = 1;
static uint32_t random_word(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}
static float random_float(void) { return (float)(int32_t)random_word() * 0x1p-28f; }

enum { N = 500 };

static void vecadd(struct machine *m)
{
    uint32_t a[512], b[512], want[512] = {0}, got[512];
    for (int i = 0; i < 512; i++) {
        a[i] = random_word(), b[i] = random_word();
        if (i < N)
            want[i] = a[i] + b[i];
    }
    uint32_t pa = buffer(m, a, sizeof a), pb = buffer(m, b, sizeof b), out = buffer(m, NULL, 2048);
    LAUNCH(m, "vecadd", 512, 1, 128, 1, pa, pb, out, N);
    fetch(m, out, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
}

static void two_places(struct machine *m)
{
    uint32_t a = 0x12, b = 0x34, got[64];
    uint32_t pa = buffer(m, &a, sizeof a), pb = buffer(m, &b, sizeof b),
             out = buffer(m, NULL, sizeof got);
    LAUNCH(m, "two_places", 64, 1, 64, 1, pa, pb, out);
    fetch(m, out, got, sizeof got);
    for (int i = 0; i < 64; i++)
        assert_int_equal(got[i], 0x3412);
}

static void saxpy(struct machine *m)
{
    float x[256], y[256], want[256], got[256], a = 1.7f;
    for (int i = 0; i < 256; i++) {
        x[i] = random_float(), y[i] = random_float();
        want[i] = fmaf(a, x[i], y[i]);
    }
    uint32_t px = buffer(m, x, sizeof x), py = buffer(m, y, sizeof y), word;
    memcpy(&word, &a, 4);
    LAUNCH(m, "saxpy", 250, 1, 50, 1, px, py, word); /* 50: no multiple of a warp */
    fetch(m, py, got, sizeof got);
    assert_memory_equal(got, want, 250 * sizeof *want);
    assert_memory_equal(got + 250, y + 250, 6 * sizeof *y);
}

static void matadd(struct machine *m)
{
    enum { W = 24, H = 12 };
    float a[H * W], b[H * W], want[H * W], got[H * W];
    for (int i = 0; i < H * W; i++) {
        a[i] = random_float(), b[i] = random_float();
        want[i] = a[i] + b[i];
    }
    uint32_t pa = buffer(m, a, sizeof a), pb = buffer(m, b, sizeof b);
    uint32_t out = buffer(m, NULL, sizeof got);
    LAUNCH(m, "matadd", W, H, 6, 4, pa, pb, out, W);
    fetch(m, out, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
}

static void matmul(struct machine *m)
{
    enum { S = 32 };
    static float a[S * S], b[S * S], want[S * S], got[S * S];
    for (int i = 0; i < S * S; i++)
        a[i] = random_float(), b[i] = random_float();
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) {
            float sum = 0;
            for (int k = 0; k < S; k++)
                sum = fmaf(a[i * S + k], b[k * S + j], sum);
            want[i * S + j] = sum;
        }
    uint32_t pa = buffer(m, a, sizeof a), pb = buffer(m, b, sizeof b);
    uint32_t out = buffer(m, NULL, sizeof got);
    LAUNCH(m, "matmul", S, S, 8, 8, pa, pb, out, S);
    fetch(m, out, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
}

static void collatz(struct machine *m)
{
    uint32_t want[128], got[128];
    for (uint32_t i = 0; i < 128; i++) {
        want[i] = 0;
        for (uint32_t n = i + 1; n != 1; want[i]++) {
            if (n & 1) {
                want[i] += n % 3 == 0;
                n = 3 * n + 1;
            } else {
                n /= 2;
            }
        }
    }
    uint32_t out = buffer(m, NULL, sizeof got);
    LAUNCH(m, "collatz", 128, 1, 64, 1, out);
    fetch(m, out, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
}

static void sum(struct machine *m)
{
    uint32_t in[256], total = 0, most = 0, got[2];
    for (int i = 0; i < 256; i++) {
        in[i] = random_word();
        total += in[i];
        most = in[i] > most ? in[i] : most;
    }
    uint32_t pin = buffer(m, in, sizeof in), out = buffer(m, NULL, 8);
    LAUNCH(m, "sum", 256, 1, 64, 1, pin, out);
    fetch(m, out, got, sizeof got);
    assert_int_equal(got[0], total);
    assert_int_equal(got[1], most);
}

static void count(struct machine *m)
{
    uint32_t in[512], want[8] = {0}, got[8];
    for (int i = 0; i < 512; i++) {
        in[i] = random_word();
        want[in[i] & 7]++;
    }
    uint32_t pin = buffer(m, in, sizeof in), out = buffer(m, NULL, sizeof got);
    LAUNCH(m, "count", 512, 1, 128, 1, pin, out);
    fetch(m, out, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
}

static void gauss(struct machine *m)
{
    enum { S = 20 };
    static float a[S * S], factor[S], got[S * S];
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++)
            a[i * S + j] = random_float() + (i == j ? 40 : 0);
    uint32_t pa = buffer(m, a, sizeof a), pm = buffer(m, NULL, sizeof factor);
    for (uint32_t k = 0; k < S - 1; k++) {
        LAUNCH(m, "fan1", 32, 1, 32, 1, pa, pm, S, k);
        LAUNCH(m, "fan2", 24, 24, 8, 8, pa, pm, S, k);
        for (uint32_t i = k + 1; i < S; i++)
            factor[i] = a[i * S + k] / a[k * S + k];
        for (uint32_t i = k + 1; i < S; i++)
            for (uint32_t j = k; j < S; j++)
                a[i * S + j] = fmaf(-factor[i], a[k * S + j], a[i * S + j]);
    }
    fetch(m, pa, got, sizeof got);
    assert_memory_equal(got, a, sizeof got);
}

static void bfs(struct machine *m)
{
    enum { NODES = 200 };
    static uint32_t first[NODES + 1], edges[NODES * 8];
    static int32_t cost[NODES], got[NODES];
    static uint8_t frontier[NODES], none[NODES];
    uint32_t n = 0, changed = 1;
    for (uint32_t i = 0; i < NODES; i++) {
        first[i] = n;
        for (uint32_t k = random_word() % 4; k > 0; k--)
            edges[n++] = random_word() % NODES;
        edges[n++] = (i + 1) % NODES / 3; /* keeps it connected enough */
        cost[i] = -1;
    }
    first[NODES] = n;
    cost[0] = 0;
    memset(frontier, 0, sizeof frontier);
    frontier[0] = 1;
    uint32_t pfirst = buffer(m, first, sizeof first), pedges = buffer(m, edges, sizeof edges);
    uint32_t pcost = buffer(m, cost, sizeof cost), flag = buffer(m, NULL, 4);
    uint32_t fronts[2] = {buffer(m, frontier, NODES), buffer(m, NULL, NODES)};
    uint32_t level = 0;
    while (changed) {
        changed = 0;
        shoal_mem_write(m->device, flag, &changed, 4);
        level++;
        LAUNCH(m, "bfs", 256, 1, 64, 1, pfirst, pedges, pcost, fronts[0], fronts[1], flag, NODES,
               level);
        fetch(m, flag, &changed, 4);
        shoal_mem_write(m->device, fronts[0], none, NODES);
        uint32_t t = fronts[0];
        fronts[0] = fronts[1];
        fronts[1] = t;
    }
    /* the same by a queue */
    uint32_t queue[NODES], head = 0, tail = 0;
    queue[tail++] = 0;
    while (head < tail) {
        uint32_t i = queue[head++];
        for (uint32_t e = first[i]; e < first[i + 1]; e++)
            if (cost[edges[e]] < 0) {
                cost[edges[e]] = cost[i] + 1;
                queue[tail++] = edges[e];
            }
    }
    fetch(m, pcost, got, sizeof got);
    assert_memory_equal(got, cost, sizeof got);
    assert_true(tail > 20);
}

static void spill(struct machine *m)
{
    uint32_t want[96], got[96];
    for (uint32_t i = 0; i < 96; i++) {
        uint32_t x = 0;
        for (uint32_t k = 32; k-- > 0;) {
            uint32_t square = (i + k) * (i + k);
            x = (x * 3 + (uint32_t)(int16_t)square) ^ (square >> 16 & 255);
        }
        want[i] = x;
    }
    uint32_t out = buffer(m, NULL, sizeof got);
    LAUNCH(m, "spill", 96, 1, 48, 1, out);
    fetch(m, out, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
}

static void wide(struct machine *m)
{
    uint32_t a[64];
    uint64_t want[64], got[64];
    for (int i = 0; i < 64; i++)
        a[i] = random_word();
    for (uint32_t i = 0; i < 64; i++)
        want[i] = (uint64_t)a[i] * (i + 1) + a[1];
    uint32_t pa = buffer(m, a, sizeof a), out = buffer(m, NULL, sizeof got);
    LAUNCH(m, "wide", 64, 1, 64, 1, pa, out);
    fetch(m, out, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void hello(struct machine *m)
{
    char lines[4][40], want[4][40];
    printed[0] = 0;
    launch(m, "hello", 256, 1, 64, 1, NULL, 0);
    const char *p = printed;
    for (int i = 0; i < 4; i++) { /* in any order */
        const char *end = strchr(p, '\n');
        if (!end || end - p > 38)
            fail_msg("printed: %s", printed);
        memcpy(lines[i], p, (size_t)(end - p));
        lines[i][end - p] = 0;
        p = end + 1;
        snprintf(want[i], sizeof want[i], "work-group %d of %u warps", i, 64 / m->warp);
    }
    assert_int_equal(*p, 0);
    qsort(lines, 4, sizeof *lines, by_text);
    for (int i = 0; i < 4; i++)
        assert_string_equal(lines[i], want[i]);
}

static void dma_sum(struct machine *m)
{
    enum { ITEMS = 768, GROUP = 256, TILES = 5 };
    static uint32_t in[TILES * ITEMS], want[ITEMS], got[ITEMS];
    for (int i = 0; i < TILES * ITEMS; i++)
        in[i] = random_word();
    for (uint32_t i = 0; i < ITEMS; i++) {
        want[i] = 0;
        for (uint32_t t = 0; t < TILES; t++)
            want[i] += (t + 1) * in[t * ITEMS + (i ^ m->warp)];
    }
    uint32_t pin = buffer(m, in, sizeof in), out = buffer(m, NULL, sizeof got);
    LAUNCH(m, "dma_sum", ITEMS, 1, GROUP, 1, pin, out, TILES, 4 * ITEMS);
    fetch(m, out, got, sizeof got);
    assert_memory_equal(got, want, sizeof got);
}

/* Kernels of products; shape: code of the field. */
struct product_kernel {
    const char *name;
    uint8_t type, shape, ct, al, bl, rounding;
};
static const struct product_kernel manual_products[] = {
    {"mma_0", F32, 4, 1, 0, 0, 0},
    {"mma_1", F32, 5, 1, 1, 0, 0},
    {"mma_2", F32, 1, 1, 0, 1, 0},
    {"mma_3", F16, 4, 0, 1, 1, 0},
    {"mma_4", F16, 5, 0, 0, 0, 0},
    {"mma_5", F16, 1, 0, 1, 0, 0},
    {"mma_6", F16, 4, 1, 0, 1, 0},
    {"mma_7", F16, 5, 1, 1, 1, 0},
    {"mma_8", F16, 1, 1, 0, 0, 0},
    {"mma_9", BF16, 4, 1, 1, 0, 0},
    {"mma_10", BF16, 5, 1, 0, 1, 0},
    {"mma_11", BF16, 1, 1, 1, 1, 0},
    {"mma_12", E4M3, 1, 1, 0, 0, 0},
    {"mma_13", E5M2, 1, 1, 1, 0, 0},
    {"mma_14", S8, 4, 1, 0, 1, 0},
    {"mma_15", S8, 7, 1, 1, 1, 0},
    {"mma_16", S4, 4, 1, 0, 0, 0},
    {"mma_17", S4, 5, 1, 1, 0, 0},
    {"mma_18", S4, 1, 1, 0, 1, 0},
    {"mma_19", B1, 4, 1, 1, 1, 0},
    {"mma64_0", F32, 5, 1, 0, 0, 0},
    {"mma64_1", F16, 3, 1, 0, 1, 1},
    {"mma64_2", BF16, 1, 1, 1, 0, 2},
    {"mma64_3", E4M3, 4, 1, 1, 1, 3},
    {"mma64_4", E5M2, 7, 1, 0, 0, 0},
    {"mma64_5", S8, 2, 1, 0, 1, 1},
    {"mma64_6", S4, 0, 1, 1, 0, 0},
    {"mma64_7", B1, 5, 1, 1, 1, 1},
    {"mma64_8", E3M2, 6, 1, 0, 0, 0},
    {"mma64_9", E2M3, 3, 1, 0, 1, 1},
    {"mma64_10", E2M1, 4, 1, 1, 0, 2},
    {"mma64_11", E3M0, 5, 1, 1, 1, 3},
    {0},
};
static const struct product_kernel toolchain_products[] = {
    {"mma_0", F32, 4, 1, 0, 0, 0},  {"mma_1", F32, 5, 1, 1, 0, 0},  {"mma_2", F32, 6, 1, 0, 1, 0},
    {"mma_3", F32, 7, 1, 1, 1, 0},  {"mma_4", F16, 0, 0, 0, 0, 0},  {"mma_5", F16, 3, 1, 1, 0, 0},
    {"mma_6", BF16, 1, 1, 0, 1, 0}, {"mma_7", BF16, 2, 1, 1, 1, 0}, {0},
};

/* A fragment in memory: its bits in the order of registers and threads. */
static void put_element(uint8_t *to, unsigned bits, unsigned at, uint32_t x)
{
    for (unsigned i = 0; i < bits; i++)
        to[(at * bits + i) / 8] |= (uint8_t)((x >> i & 1) << (at * bits + i) % 8);
}

static void products(struct machine *m, const struct product_kernel *k, bool is_toolchain)
{
    enum { WARPS = 6, GROUPS = 3, AREA = 4096 };
    static uint8_t a[WARPS * AREA], b[WARPS * AREA], c[WARPS * AREA], want[WARPS * AREA],
        got[WARPS * AREA];
    for (unsigned n = 0; k->name; k++, n++) {
        if (n % stride)
            continue;
        memset(a, 0, sizeof a), memset(b, 0, sizeof b), memset(c, 0, sizeof c);
        memset(want, 0, sizeof want);
        for (unsigned warp = 0; warp < WARPS; warp++) {
            static struct product x;
            x = (struct product){.dt = k->type,
                                 .shape = k->shape,
                                 .ct = k->ct,
                                 .al = k->al,
                                 .bl = k->bl,
                                 .rounding = k->rounding,
                                 .is_toolchain = is_toolchain};
            x.saturates = strncmp(k->name, "mma64", 5) == 0 && !k->rounding;
            product_randomize(&x, warp % 2, &state);
            product_compute(&x);
            unsigned bits = product_bits[x.dt];
            for (unsigned i = 0; i < x.s.m; i++)
                for (unsigned j = 0; j < x.s.k; j++)
                    put_element(a + warp * AREA, bits, product_a_number(&x, i, j),
                                x.a[i * x.s.k + j]);
            for (unsigned i = 0; i < x.s.k; i++)
                for (unsigned j = 0; j < x.s.n; j++)
                    put_element(b + warp * AREA, bits, product_b_number(&x, i, j),
                                x.b[i * x.s.n + j]);
            for (unsigned i = 0; i < x.s.m * x.s.n; i++) {
                put_element(c + warp * AREA, product_c_bits(&x), i, x.c[i]);
                put_element(want + warp * AREA, product_c_bits(&x), i, x.d[i]);
            }
        }
        uint32_t pa = buffer(m, a, sizeof a), pb = buffer(m, b, sizeof b);
        uint32_t pc = buffer(m, c, sizeof c), out = buffer(m, NULL, sizeof got);
        LAUNCH(m, k->name, WARPS * m->warp, 1, WARPS / GROUPS * m->warp, 1, pa, pb, pc, out);
        fetch(m, out, got, sizeof got);
        for (unsigned i = 0; i < sizeof got; i++)
            if (got[i] != want[i])
                fail_msg("%s, %u threads per warp, warp %u: byte %u of D is %#x, not %#x", k->name,
                         m->warp, i / AREA, i % AREA, got[i], want[i]);
    }
}
static void manual_types(struct machine *m) { products(m, manual_products, false); }
static void toolchain_types(struct machine *m) { products(m, toolchain_products, true); }

#define PROGRAM(name, path)                                                                        \
    static void test_##name(void **unused)                                                         \
    {                                                                                              \
        (void)unused;                                                                              \
        at_every_warp(path, name);                                                                 \
    }
PROGRAM(vecadd, manual_path)
PROGRAM(two_places, manual_path)
PROGRAM(saxpy, manual_path)
PROGRAM(matadd, manual_path)
PROGRAM(matmul, manual_path)
PROGRAM(collatz, manual_path)
PROGRAM(sum, toolchain_path)
PROGRAM(count, toolchain_path)
PROGRAM(gauss, manual_path)
PROGRAM(bfs, manual_path)
PROGRAM(spill, manual_path)
PROGRAM(wide, manual_path)
PROGRAM(hello, manual_path)
PROGRAM(dma_sum, manual_path)
PROGRAM(manual_types, manual_path)
PROGRAM(toolchain_types, toolchain_path)
static void test_spill_toolchain(void **unused)
{
    (void)unused;
    at_every_warp(toolchain_path, spill);
}

/* A read past the end of memory in one of the engines: what is reported. */
static void report_of(shoal_engine with, char *text, size_t size)
{
    shoal_device_options options = shoal_device_options_default();
    struct machine m = {.warp = 8};
    options.isa = "ventus";
    options.threads = 1;
    options.wave_lanes = 8;
    assert_int_equal(shoal_device_create(&options, &m.device), SHOAL_OK);
    assert_int_equal(shoal_module_load_file(m.device, manual_path, NULL, &m.module), SHOAL_OK);
    shoal_kernel *kernel;
    assert_int_equal(shoal_module_find_kernel(m.module, "saxpy", &kernel), SHOAL_OK);
    uint32_t x = buffer(&m, NULL, 4096);
    /* 4096 bytes are 1024 elements: thread 2 of warp 3 of work-group 4 of 250 reads past them */
    const uint32_t args[] = {x, x, 0};
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = 1250, d.grid[1] = d.grid[2] = 1;
    d.block[0] = 250, d.block[1] = d.block[2] = 1;
    d.args = args;
    d.args_size = sizeof args;
    d.trim = true;
    d.engine = with;
    assert_int_equal(shoal_launch(m.device, kernel, &d, NULL), SHOAL_E_FAULT);
    snprintf(text, size, "%s", shoal_last_error(m.device));
    shoal_device_destroy(m.device);
}

/* A fault names work-group, warp, thread, pc and instruction; the same in compiled code. */
static void test_report(void **unused)
{
    (void)unused;
    char text[4096], other[4096];
    report_of(engine, text, sizeof text);
    report_of(SHOAL_ENGINE_INTERP, other, sizeof other);
    assert_string_equal(text, other);
    static const char *const parts[] = {"(4, 0, 0)", "warp 3", "thread 0", "vlw_global.v", "0x"};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("no '%s' in: %s", parts[i], text);
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 5 || (argc > 3 && strcmp(argv[3], "jit") != 0)) {
        fprintf(stderr, "usage: programs MANUAL TOOLCHAIN [jit [STRIDE]]\n");
        return 2;
    }
    if (argc > 3)
        engine = SHOAL_ENGINE_JIT;
    if (argc > 4)
        stride = (unsigned)strtoul(argv[4], NULL, 10);
    manual_path = argv[1];
    toolchain_path = argv[2];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vecadd),
        cmocka_unit_test(test_two_places),
        cmocka_unit_test(test_saxpy),
        cmocka_unit_test(test_matadd),
        cmocka_unit_test(test_matmul),
        cmocka_unit_test(test_collatz),
        cmocka_unit_test(test_sum),
        cmocka_unit_test(test_count),
        cmocka_unit_test(test_gauss),
        cmocka_unit_test(test_bfs),
        cmocka_unit_test(test_spill),
        cmocka_unit_test(test_spill_toolchain),
        cmocka_unit_test(test_wide),
        cmocka_unit_test(test_hello),
        cmocka_unit_test(test_dma_sum),
        cmocka_unit_test(test_manual_types),
        cmocka_unit_test(test_toolchain_types),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_strides.c: stores with strides that fill memory together, and loads at multiples of an
 * index. Expected values: the same in C, element by element in the order of the manual: op by op,
 * lane by lane. Faults: what the interpreter reports.
 */
#include "waves_fixture.h"

#define UNTOUCHED UINT32_C(0xcccccccc)

enum { ITEMS = 128, GROUP = 64, ROOM = 8192 /* dwords */ };

/* What the kernel takes from the start of its buffer. */
struct parameters {
    uint32_t mask, exec, distance, offset;
};

/* out = buffer + offset; at = (i & ~mask) * COUNT + (i & mask); element `at` + k * distance (bytes)
 * = i * COUNT + k, and in its second dword the opposite. */
static const char blocks_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "s_load_b128 s[8:11], s[6:7], null\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "s_ashr_i32 s13, s11, 31\n"
                                  "s_add_u32 s6, s6, s11\n"
                                  "s_addc_u32 s7, s7, s13\n"
                                  "s_ashr_i32 s11, s10, 31\n"
                                  "s_lshl_b32 s12, s2, 6\n"
                                  "v_add_nc_u32 v0, s12, v0\n"
                                  "s_mov_b32 exec_lo, s9\n"
                                  "v_and_b32 v2, s8, v0\n"
                                  "v_sub_nc_u32 v3, v0, v2\n"
                                  "v_lshl_add_u32 v10, v3, LOG_COUNT, v2\n"
                                  "v_ashrrev_i32 v11, 31, v10\n"
                                  "v_lshlrev_b64 v[10:11], LOG_BYTES, v[10:11]\n"
                                  "v_add_co_u32 v10, vcc_lo, s6, v10\n"
                                  "v_add_co_ci_u32 v11, null, s7, v11, vcc_lo\n"
                                  "K = 0\n"
                                  ".rept COUNT - 1\n"
                                  "v_add_co_u32 v[12+K], vcc_lo, v[10+K], s10\n"
                                  "v_add_co_ci_u32 v[13+K], null, s11, v[11+K], vcc_lo\n"
                                  "K = K + 2\n"
                                  ".endr\n"
                                  "K = 0\n"
                                  ".rept COUNT\n"
                                  "v_lshl_add_u32 v[20+2*K], v0, LOG_COUNT, K\n"
                                  "v_not_b32 v[21+2*K], v[20+2*K]\n"
                                  "K = K + 1\n"
                                  ".endr\n"
                                  "K = 0\n"
                                  ".rept COUNT\n"
                                  ".if LOG_BYTES == 3\n"
                                  "global_store_b64 v[10+K:11+K], v[20+K:21+K], off\n"
                                  ".else\n"
                                  "global_store_b32 v[10+K:11+K], v[20+K], off\n"
                                  ".endif\n"
                                  "K = K + 2\n"
                                  ".endr\n"
                                  "s_endpgm\n";

static void expect_blocks(const struct parameters *p, unsigned count, unsigned dwords,
                          uint32_t *want)
{
    for (unsigned i = 0; i < ROOM; i++)
        want[i] = UNTOUCHED;
    memcpy(want, p, sizeof *p);
    for (unsigned wave = 0; wave < ITEMS / 32; wave++)
        for (unsigned k = 0; k < count; k++)
            for (unsigned l = 0; l < 32; l++) {
                uint32_t i = wave * 32 + l, at = (i & ~p->mask) * count + (i & p->mask);
                size_t byte = p->offset + (size_t)4 * dwords * at + (size_t)k * p->distance;
                assert_true(byte / 4 + dwords <= ROOM);
                if (!(p->exec >> l & 1))
                    continue;
                want[byte / 4] = i * count + k;
                if (dwords == 2)
                    want[byte / 4 + 1] = ~(i * count + k);
            }
}

static void run_blocks(struct fixture *f, const struct parameters *p, const uint32_t *want)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {GROUP, 1, 1};
    for (unsigned i = 0; i < f->words; i++)
        f->host[i] = UNTOUCHED;
    memcpy(f->host, p, sizeof *p);
    assert_int_equal(launch_on(f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
    for (unsigned i = 0; i < ROOM; i++)
        assert_int_equal(f->host[i], want[i]);
}

/* Blocks of 1 to 64 lanes, that fill memory or do not, on one page or two, of all lanes or not. */
static void blocks_of_lanes(void **state)
{
    static const char *const cpus[] = {NULL, "avx512", "avx2", "sse2"};
    static const uint32_t exec[] = {UINT32_MAX, UINT32_MAX >> 1, 0xfffffffe, 0x00010000};
    static const uint32_t offsets[] = {64, 64 + 8, 4096 - 512, 4096 - 1024};
    static uint32_t want[ROOM];
    (void)state;
    for (unsigned c = 0; c < 4 * sizeof cpus / sizeof *cpus; c++) {
        struct fixture f;
        char text[4096];
        unsigned log_count = 1 + c % 2, dwords = 1 + c / 2 % 2, count = 1 << log_count;
        if (!use_level(cpus[c / 4]))
            continue;
        snprintf(text, sizeof text, "COUNT = %u\nLOG_COUNT = %u\nLOG_BYTES = %u\n%s", count,
                 log_count, 1 + dwords, blocks_text);
        open_kernel(&f, text, IDS_X, ROOM);
        host_cpu = NULL;
        for (unsigned i = 0; i < 7 * 3 * 4 * 4; i++) {
            uint32_t lanes = 1U << i % 7, filled = 4 * dwords * lanes;
            const uint32_t distances[] = {filled, 2 * filled, 4 * dwords};
            struct parameters p = {.mask = i == 6 ? 2 : lanes - 1,
                                   .distance = distances[i / 7 % 3],
                                   .offset = offsets[i / 21 % 4],
                                   .exec = exec[i / 84]};
            expect_blocks(&p, count, dwords, want);
            run_blocks(&f, &p, want);
        }
        shoal_device_destroy(f.device);
    }
}

/* Structures of three and four dwords or pairs, written part by part; also in another order. */
static void parts_of_structures(void **state)
{
    static const char *const stores[] = {
        "global_store_b32 v1, v2, s[6:7]\nglobal_store_b32 v1, v3, s[6:7] offset:4\n"
        "global_store_b32 v1, v4, s[6:7] offset:8\nglobal_store_b32 v1, v5, s[6:7] offset:12\n",
        "global_store_b64 v1, v[2:3], s[6:7]\nglobal_store_b64 v1, v[4:5], s[6:7] offset:8\n",
        "global_store_b64 v1, v[4:5], s[6:7] offset:8\nglobal_store_b64 v1, v[2:3], s[6:7]\n",
        "global_store_b32 v1, v2, s[6:7]\nglobal_store_b32 v1, v3, s[6:7] offset:4\n"
        "global_store_b64 v1, v[4:5], s[6:7] offset:8\n",
        "global_store_b32 v1, v2, s[6:7] offset:4\nglobal_store_b32 v1, v4, s[6:7]\n"
        "global_store_b32 v1, v4, s[6:7] offset:8\nglobal_store_b32 v1, v2, s[6:7]\n"
        "global_store_b32 v1, v3, s[6:7] offset:4\nglobal_store_b32 v1, v5, s[6:7] offset:12\n"};
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {GROUP, 1, 1};
    (void)state;
    for (size_t s = 0; s < sizeof stores / sizeof *stores; s++) {
        struct fixture f;
        char text[2048];
        snprintf(text, sizeof text,
                 "s_load_b64 s[6:7], s[0:1], null\n"
                 "s_lshl_b32 s12, s2, 6\n"
                 "v_add_nc_u32 v0, s12, v0\n"
                 "v_lshlrev_b32 v1, 4, v0\n"
                 "v_mul_u32_u24 v2, 5, v0\n"
                 "v_add_nc_u32 v3, 1, v2\n"
                 "v_add_nc_u32 v4, 2, v2\n"
                 "v_add_nc_u32 v5, 3, v2\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "%ss_endpgm\n",
                 stores[s]);
        open_kernel(&f, text, IDS_X, 4 * ITEMS + 64);
        assert_int_equal(launch(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
        for (uint32_t i = 0; i < 4 * ITEMS + 64; i++)
            assert_int_equal(f.host[i], i < 4 * ITEMS ? i / 4 * 5 + i % 4 : UNTOUCHED);
        shoal_device_destroy(f.device);
    }
}

static void same_reports(struct fixture *f, const uint32_t grid[3], const uint32_t block[3],
                         const struct parameters *p)
{
    static shoal_fault r[2];
    for (unsigned i = 0; i < 2; i++) {
        memcpy(f->host, p, sizeof *p);
        assert_int_equal(
            launch_on(f, i ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, NULL),
            SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f->device, &r[i]));
    }
    assert_string_equal(r[0].message, r[1].message);
    assert_int_equal(r[0].address, r[1].address);
    assert_int_equal(r[0].lane, r[1].lane);
}

/* Where there is no memory, from the first store on or from a later one. */
static void stores_that_fault(void **state)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {GROUP, 1, 1};
    static const uint32_t offsets[] = {0x100000, 0x100000 - 512, 0x10000 - 8, 0x10000 - 1016,
                                       0x10000 - 1024};
    struct fixture f;
    char text[4096];
    (void)state;
    snprintf(text, sizeof text, "COUNT = 4\nLOG_COUNT = 2\nLOG_BYTES = 3\n%s", blocks_text);
    open_kernel(&f, text, IDS_X, 0x10000 / 4);
    for (unsigned i = 0; i < 5; i++)
        for (unsigned lanes = 1; lanes <= 8; lanes *= 2)
            same_reports(&f, grid, block,
                         &(struct parameters){lanes - 1, UINT32_MAX, 8 * lanes, offsets[i]});
    shoal_device_destroy(f.device);
}

/* v1 = (i - 40) * mask + exec; of elements FIRST * v1, .. LAST * v1 of pairs from `offset` on, with
 * addresses of 64 bits, the sum of the first dwords and of the second ones. */
static const char multiples_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                     "s_waitcnt lgkmcnt(0)\n"
                                     "s_load_b128 s[8:11], s[6:7], null\n"
                                     "s_lshl_b32 s12, s2, 6\n"
                                     "v_add_nc_u32 v0, s12, v0\n"
                                     "v_lshlrev_b32 v40, 3, v0\n"
                                     "s_waitcnt lgkmcnt(0)\n"
                                     "s_add_u32 s14, s6, s11\n"
                                     "s_addc_u32 s15, s7, 0\n"
                                     "v_sub_nc_u32 v1, v0, 40\n"
                                     "v_mul_lo_u32 v1, v1, s8\n"
                                     "v_add_nc_u32 v1, s9, v1\n"
                                     "v_ashrrev_i32 v2, 31, v1\n"
                                     "v_lshlrev_b64 v[2:3], 3, v[1:2]\n"
                                     "v_add_co_u32 v4, vcc_lo, s14, v2\n"
                                     "v_add_co_ci_u32 v5, null, s15, v3, vcc_lo\n"
                                     "K = 4\n"
                                     ".rept LAST - 1\n"
                                     "v_add_co_u32 v[K+2], vcc_lo, v[K], v2\n"
                                     "v_add_co_ci_u32 v[K+3], null, v[K+1], v3, vcc_lo\n"
                                     "K = K + 2\n"
                                     ".endr\n"
                                     "K = 2 + 2 * FIRST\n"
                                     ".rept LAST - FIRST + 1\n"
                                     "global_load_b64 v[K+16:K+17], v[K:K+1], off\n"
                                     "K = K + 2\n"
                                     ".endr\n"
                                     "s_waitcnt vmcnt(0)\n"
                                     "v_mov_b32 v38, 0\n"
                                     "v_mov_b32 v39, 0\n"
                                     "K = 18 + 2 * FIRST\n"
                                     ".rept LAST - FIRST + 1\n"
                                     "v_add_nc_u32 v38, v38, v[K]\n"
                                     "v_add_nc_u32 v39, v39, v[K+1]\n"
                                     "K = K + 2\n"
                                     ".endr\n"
                                     "global_store_b64 v40, v[38:39], s[6:7] offset:64\n"
                                     "s_endpgm\n";

static void open_multiples(struct fixture *f, unsigned first, unsigned last, const char *cpu)
{
    char text[4096];
    snprintf(text, sizeof text, "FIRST = %u\nLAST = %u\n%s", first, last, multiples_text);
    host_cpu = cpu;
    open_kernel(f, text, IDS_X, ROOM);
    host_cpu = NULL;
}

static void multiples_of_an_index(void **state)
{
    enum { MIDDLE = ROOM / 2, FROM = 16 };
    static const char *const cpus[] = {NULL, "avx512", "avx2", "sse2"};
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {GROUP, 1, 1};
    (void)state;
    for (size_t c = 0; c < sizeof cpus / sizeof *cpus; c++) {
        struct fixture f;
        if (!use_level(cpus[c]))
            continue;
        open_multiples(&f, 1, 7, host_cpu);
        for (uint32_t by = 1; by <= 3; by++) {
            const struct parameters p = {.mask = by, .offset = 4 * MIDDLE};
            for (uint32_t i = 0; i < ROOM; i++)
                f.host[i] = i * i + 7;
            memcpy(f.host, &p, sizeof p);
            assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
            for (uint32_t i = 0; i < ITEMS; i++) {
                uint32_t sum[2] = {0, 0};
                for (uint32_t k = 1; k <= 7; k++)
                    for (uint32_t d = 0; d < 2; d++) {
                        uint32_t at = MIDDLE + 2 * k * (i - 40) * by + d;
                        sum[d] += at * at + 7;
                    }
                assert_int_equal(f.host[FROM + 2 * i], sum[0]);
                assert_int_equal(f.host[FROM + 2 * i + 1], sum[1]);
            }
        }
        shoal_device_destroy(f.device);
    }
}

/* Of numbers whose multiples do not fit into 32 bits, but would be small ones if they did. */
static void multiples_that_fault(void **state)
{
    static const uint32_t grid[3] = {ITEMS, 1, 1}, block[3] = {GROUP, 1, 1};
    static const struct {
        unsigned times;
        uint32_t v1;
    } cases[] = {
        {2, 0x80000003}, {3, 0x55555556}, {5, 0x33333334}, {7, 0x24924925}, {7, 0xdb6db6dc}};
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        open_multiples(&f, cases[i].times, cases[i].times, NULL);
        same_reports(&f, grid, block,
                     &(struct parameters){.exec = cases[i].v1, .offset = 4 * (ROOM / 2)});
        shoal_device_destroy(f.device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_lanes),      cmocka_unit_test(parts_of_structures),
        cmocka_unit_test(stores_that_fault),    cmocka_unit_test(multiples_of_an_index),
        cmocka_unit_test(multiples_that_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

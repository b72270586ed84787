/* test_exchanges.c: exchanges of two elements of LDS by each lane, in compiled code. Expected
 * values: the manual's operation (16.15: both elements are read, then both are written) as a model,
 * in which lanes that meet come in their order. */
#include "waves_fixture.h"

enum { WORDS = 1024, LDS_BYTES = 4 * WORDS, MAX_ITEMS = 64, CASES = 4, RESULTS = 4 };
/* In words: where each item's address is, then for each group its results, and LDS. */
enum { ADDRESSES = 0, OUT = CASES * MAX_ITEMS, OF_GROUP = RESULTS * MAX_ITEMS + WORDS };

static const uint32_t active_lanes = 0x7fffff6e;

struct exchange {
    const char *name;
    unsigned dwords, unit; /* of an element; bytes that an offset counts */
    unsigned offset[2];
};

static const struct exchange exchanges[] = {
    {"ds_storexchg_2addr_rtn_b32", 1, 4, {0, 1}},
    {"ds_storexchg_2addr_rtn_b32", 1, 4, {9, 4}},
    {"ds_storexchg_2addr_rtn_b32", 1, 4, {7, 7}},
    {"ds_storexchg_2addr_stride64_rtn_b32", 1, 256, {1, 3}},
    {"ds_storexchg_2addr_rtn_b64", 2, 8, {3, 2}},
    {"ds_storexchg_2addr_rtn_b64", 2, 8, {5, 5}},
    {"ds_storexchg_2addr_stride64_rtn_b64", 2, 512, {0, 2}},
};

/* Of lane `item` in a case: a row, one place for all, pairs that overlap, and anything. */
static uint32_t address_of(const struct exchange *x, unsigned which, unsigned item)
{
    uint32_t element = which == 0   ? item
                       : which == 1 ? 11
                       : which == 2 ? item / 3 * (x->offset[1] + 1)
                                    : (item * 0x9e3779b1u) >> 27;
    return element % 64 * 4 * x->dwords;
}

static uint32_t initial(unsigned word) { return 0x10000 + word; }
static uint32_t operand(unsigned dword, unsigned item) { return (0xa + dword) << 28 | item; }

static void open_exchange(struct fixture *f, const struct exchange *x, bool wave64)
{
    char text[16384], *p = text;
    const shoal_load_options raw = {.raw = true, .rsrc2 = IDS_X, .wave64 = wave64};
    unsigned items = wave64 ? 64 : 32, last = x->dwords - 1;
    p += sprintf(p, "s_load_b64 s[6:7], s[0:1], null\n"
                    "v_lshlrev_b32 v1, 2, v0\n"
                    "s_lshl_b32 s8, s2, 8\n"
                    "v_add_nc_u32 v2, s8, v1\n"
                    "s_waitcnt lgkmcnt(0)\n"
                    "global_load_b32 v3, v2, s[6:7]\n");
    for (unsigned k = 0; k < WORDS; k += items)
        p += sprintf(p, "v_add_nc_u32 v4, 0x%x, v0\nds_store_b32 v1, v4 offset:%u\n", initial(k),
                     4 * k);
    for (unsigned i = 0; i < 4; i++)
        p += sprintf(p, "v_or_b32 v%u, 0x%x, v0\nv_mov_b32 v%u, 0\n", 8 + i, operand(i, 0), 12 + i);
    p += sprintf(p,
                 "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
                 "s_mov_b32 exec_lo, 0x%x\n"
                 "%s v[12:%u], v3, v[8:%u], v[10:%u] offset0:%u offset1:%u\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "s_mov_b32 exec_lo, -1\n"
                 "s_mul_i32 s8, s2, %u\n"
                 "v_add_nc_u32 v2, s8, v1\n",
                 active_lanes, x->name, 12 + 2 * x->dwords - 1, 8 + last, 10 + last, x->offset[0],
                 x->offset[1], 4 * OF_GROUP);
    p += sprintf(p, "v_add_nc_u32 v2, %u, v2\n", 4 * OUT);
    for (unsigned i = 0; i < RESULTS; i++)
        p += sprintf(p, "global_store_b32 v2, v%u, s[6:7] offset:%u\n", 12 + i, 4 * MAX_ITEMS * i);
    p += sprintf(p, "v_add_nc_u32 v2, %u, v2\n", 4 * MAX_ITEMS * RESULTS);
    for (unsigned k = 0; k < WORDS; k += items)
        p += sprintf(p,
                     "ds_load_b32 v4, v1 offset:%u\ns_waitcnt lgkmcnt(0)\n"
                     "global_store_b32 v2, v4, s[6:7]\nv_add_nc_u32 v2, %u, v2\n",
                     4 * k, 4 * items);
    sprintf(p, "s_endpgm\n");
    open_kernel_as(f, text, &raw, OUT + CASES * OF_GROUP);
}

/* What a group leaves: results, then LDS. */
static void model(const struct exchange *x, unsigned which, unsigned items, uint32_t *out)
{
    uint32_t *lds = out + RESULTS * MAX_ITEMS;
    for (unsigned i = 0; i < WORDS; i++)
        lds[i] = initial(i);
    for (unsigned item = 0; item < items; item++) {
        bool is_active = item >= 32 || active_lanes >> item & 1;
        unsigned at[2];
        for (unsigned k = 0; k < 2; k++)
            at[k] = (address_of(x, which, item) + x->offset[k] * x->unit) / 4;
        for (unsigned k = 0; k < 2 * x->dwords; k++)
            out[k * MAX_ITEMS + item] = is_active ? lds[at[k / x->dwords] + k % x->dwords] : 0;
        for (unsigned k = 0; is_active && k < 2 * x->dwords; k++)
            lds[at[k / x->dwords] + k % x->dwords] =
                operand(k / x->dwords * 2 + k % x->dwords, item);
    }
}

static void check_exchange(const struct exchange *x, bool wave64)
{
    unsigned items = wave64 ? 64 : 32;
    const uint32_t grid[3] = {CASES * items, 1, 1}, block[3] = {items, 1, 1};
    struct fixture f;
    shoal_launch_stats stats;
    open_exchange(&f, x, wave64);
    memset(f.host, 0, f.words * 4);
    for (unsigned i = 0; i < CASES; i++)
        for (unsigned item = 0; item < MAX_ITEMS; item++)
            f.host[ADDRESSES + i * MAX_ITEMS + item] = address_of(x, i, item);
    launch_counting_with_lds(&f, SHOAL_ENGINE_JIT, grid, block, 1, LDS_BYTES, &stats);
    assert_int_equal(stats.calls, 0);
    for (unsigned i = 0; i < CASES; i++) {
        uint32_t want[OF_GROUP] = {0};
        model(x, i, items, want);
        for (unsigned k = 0; k < OF_GROUP; k++)
            if (f.host[OUT + i * OF_GROUP + k] != want[k])
                fail_msg("%s %u %u, wave%u, case %u, word %u: %#x, not %#x", x->name, x->offset[0],
                         x->offset[1], items, i, k, f.host[OUT + i * OF_GROUP + k], want[k]);
    }
    shoal_device_destroy(f.device);
}

static void both_are_read_then_both_are_written(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        check_exchange(&exchanges[i], false);
        check_exchange(&exchanges[i], true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_are_read_then_both_are_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_whole.c: work-groups whose waves all run in one piece of code, with LDS in values
 * (jit/batch.h, jit/held.h). Expected values: sums over the ids of work-items; of random kernels,
 * what the interpreter leaves; counts: the interpreter's. Random kernels have no races: between two
 * barriers, LDS is either read, or each work-item writes what is its own. */
#include "random_kernels.h"

/* Work-groups of 1, 2, 4 and 8 waves, in rows of many waves, of two, of one, of a half and less;
 * and some whose ids are not known. */
static const uint32_t shapes[][3] = {{256, 1, 1}, {16, 16, 1}, {64, 4, 1}, {32, 1, 1},  {32, 4, 1},
                                     {64, 1, 1},  {16, 4, 1},  {16, 2, 1}, {128, 1, 1}, {8, 8, 4},
                                     {32, 2, 4},  {8, 8, 1},   {4, 8, 1},  {2, 64, 1},  {1, 32, 1}};
enum { SHAPES = sizeof shapes / sizeof *shapes, LDS_BYTES = 4096 };

/* Whether there is code for whole work-groups: of one or more phases. */
static bool is_whole(const struct fixture *f)
{
    return has_block(f, "\nbatch:") && has_block(f, "\nphase:");
}

/* Whether there is code for the end of whole work-groups. */
static bool has_tail(const struct fixture *f) { return has_block(f, "\ntail:"); }

/* ---- prefix sums ---- */

/* out[i] = in[first of the group] + ... + in[i], in as many steps as it takes. */
static void put_sums(struct writer *w, const uint32_t block[3])
{
    uint32_t items = items_of(block);
    begin_text(w, block);
    put(w, "v_lshlrev_b32 v6, 2, v5\nv_lshlrev_b32 v7, 2, v4\nglobal_load_b32 v8, v6, s[6:7]\n"
           "s_waitcnt vmcnt(0)\nds_store_b32 v7, v8\n");
    for (uint32_t distance = 1; distance < items; distance *= 2) {
        put(w, "s_waitcnt lgkmcnt(0)\ns_barrier\nv_mov_b32 v9, 0\ns_mov_b32 s12, exec_lo\n");
        put(w, "v_cmpx_le_u32 0x%x, v4\n", distance);
        if (distance & 0x14)
            put(w, "s_cbranch_execz none%u\n", distance);
        put(w, "v_subrev_nc_u32 v10, %u, v7\nds_load_b32 v9, v10\ns_waitcnt lgkmcnt(0)\n",
            4 * distance);
        put(w, "none%u:\ns_mov_b32 exec_lo, s12\ns_barrier\nds_load_b32 v8, v7\n", distance);
        put(w, "s_waitcnt lgkmcnt(0)\nv_add_nc_u32 v8, v8, v9\nds_store_b32 v7, v8\n");
    }
    put(w, "v_add_nc_u32 v6, 0x%x, v6\nglobal_store_b32 v6, v8, s[6:7]\ns_endpgm\n",
        4 * GROUPS_X * GROUPS_Y * items);
}

static void sums_of_work_groups(void **state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; shape++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            struct writer w = {.used = 0};
            struct fixture f;
            shoal_launch_stats stats[2];
            const uint32_t *block = shapes[shape];
            uint32_t grid[3], items = items_of(block), all = GROUPS_X * GROUPS_Y * items, sum = 0;
            put_sums(&w, block);
            open_kernel(&f, w.text, IDS_XYZ, 2 * all);
            grid_of(block, grid);
            memset(f.host, 0xcc, f.words * 4);
            for (uint32_t i = 0; i < all; i++)
                f.host[i] = i * 2654435761u;
            assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, block, threads, &stats[0]),
                             SHOAL_OK);
            for (uint32_t i = 0; i < all; i++) {
                sum = i % items ? sum + i * 2654435761u : i * 2654435761u;
                assert_int_equal(f.host[all + i], sum);
            }
            bool has_rows = block[0] >= 16 || block[2] == 1;
            assert_true(is_whole(&f) == (has_long_vectors() && has_rows) || items == 32);
            assert_int_equal(launch_on(&f, SHOAL_ENGINE_INTERP, grid, block, 1, &stats[1]),
                             SHOAL_OK);
            same_counts(&stats[0], &stats[1]);
            shoal_device_destroy(f.device);
        }
}

/* ---- shifts by a count that is 0 in most lanes ---- */

/* out[i] = in[i], but of work-item 62 the lower half of (its number << 32 | in[i]) >> in[i] % 32.
 */
static void counts_of_few_lanes(void **state)
{
    static const uint32_t block[3] = {64, 1, 1}, all = GROUPS_X * GROUPS_Y * 64;
    struct writer w = {.used = 0};
    struct fixture f;
    uint32_t grid[3];
    (void)state;
    begin_text(&w, block);
    put(&w, "v_lshlrev_b32 v6, 2, v5\nglobal_load_b32 v8, v6, s[6:7]\n"
            "v_cmp_eq_u32 vcc_lo, 62, v1\ns_waitcnt vmcnt(0)\nv_cndmask_b32 v9, 0, v8, vcc_lo\n"
            "s_barrier\nv_alignbit_b32 v10, v1, v8, v9\n");
    put(&w, "v_add_nc_u32 v6, 0x%x, v6\nglobal_store_b32 v6, v10, s[6:7]\ns_endpgm\n", 4 * all);
    open_kernel(&f, w.text, IDS_XYZ, 2 * all);
    grid_of(block, grid);
    for (uint32_t i = 0; i < all; i++)
        f.host[i] = i * 2654435761u;
    assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
    assert_true(is_whole(&f) == has_long_vectors());
    for (uint32_t i = 0; i < all; i++) {
        uint64_t both = (uint64_t)(i % 64) << 32 | f.host[i];
        assert_int_equal(f.host[all + i], (uint32_t)(i % 64 == 62 ? both >> f.host[i] % 32 : both));
    }
    shoal_device_destroy(f.device);
}

/* ---- tails ---- */

/* A loop whose length is loaded: v8 = v8 + in[(i + 7 k) % 1024] for k below in[0] % 32 + 1. */
static const char loop_by_data[] = "s_load_b32 s12, s[6:7], null\ns_waitcnt lgkmcnt(0)\n"
                                   "s_and_b32 s12, s12, 31\nv_mov_b32 v9, v5\nagain:\n"
                                   "v_and_b32 v6, 0x3ff, v9\nv_lshlrev_b32 v6, 2, v6\n"
                                   "global_load_b32 v10, v6, s[6:7]\nv_add_nc_u32 v9, 7, v9\n"
                                   "s_waitcnt vmcnt(0)\nv_add_nc_u32 v8, v8, v10\n"
                                   "s_sub_i32 s12, s12, 1\ns_cmp_ge_i32 s12, 0\n"
                                   "s_cbranch_scc1 again\n";

/* Goes on by 32 up to 1000, of which lanes of a wave get to differently: v8 = v8 + in[n + 32 k], of
 * number n in the work-group. */
static const char loop_by_lanes[] = "v_mov_b32 v9, v4\ns_mov_b32 s12, 0\nagain:\n"
                                    "v_lshlrev_b32 v6, 2, v9\nglobal_load_b32 v10, v6, s[6:7]\n"
                                    "v_add_nc_u32 v9, 32, v9\nv_cmp_le_u32 vcc_lo, 0x3e8, v9\n"
                                    "s_or_b32 s12, vcc_lo, s12\ns_waitcnt vmcnt(0)\n"
                                    "v_add_nc_u32 v8, v8, v10\n"
                                    "s_and_not1_b32 exec_lo, exec_lo, s12\n"
                                    "s_cbranch_execnz again\ns_or_b32 exec_lo, exec_lo, s12\n";

/* LDS that only memory has, since atomics are of it: v8 = v8 + in[i % 1024]. */
static const char atomic[] = "v_and_b32 v6, 0x3ff, v5\nv_lshlrev_b32 v6, 2, v6\n"
                             "global_load_b32 v10, v6, s[6:7]\nv_lshlrev_b32 v9, 2, v4\n"
                             "s_waitcnt vmcnt(0)\nds_add_u32 v9, v10 offset:2048\n"
                             "s_waitcnt lgkmcnt(0)\ns_barrier\nds_load_b32 v10, v9 offset:2048\n"
                             "s_waitcnt lgkmcnt(0)\nv_add_nc_u32 v8, v8, v10\n";

/* Of work-item i of the grid, n of its work-group. */
static uint32_t by_data(const uint32_t *in, uint32_t i, uint32_t n)
{
    uint32_t sum = 0;
    (void)n;
    for (uint32_t k = 0; k <= in[0] % 32; k++)
        sum += in[(i + 7 * k) % 1024];
    return sum;
}

static uint32_t by_lanes(const uint32_t *in, uint32_t i, uint32_t n)
{
    uint32_t sum = 0;
    (void)i;
    for (; n < 1000; n += 32)
        sum += in[n];
    return sum;
}

static uint32_t by_atomic(const uint32_t *in, uint32_t i, uint32_t n)
{
    (void)n;
    return in[i % 1024];
}

static const struct {
    const char *text;
    uint32_t (*sum)(const uint32_t *in, uint32_t i, uint32_t n);
} before_tails[] = {{loop_by_data, by_data}, {loop_by_lanes, by_lanes}, {atomic, by_atomic}};
enum { BEFORE_TAILS = sizeof before_tails / sizeof *before_tails };

/* v8 of the group's work-items become one, which the first one stores. */
static void put_tree(struct writer *w, uint32_t items)
{
    put(w, "v_lshlrev_b32 v7, 2, v4\nds_store_b32 v7, v8\n");
    for (uint32_t step = items / 2; step > 0; step /= 2)
        put(w,
            "s_waitcnt lgkmcnt(0)\ns_barrier\ns_mov_b32 s13, exec_lo\nv_cmpx_gt_u32 0x%x, v4\n"
            "s_cbranch_execz step%u\nds_load_b32 v8, v7\nds_load_b32 v9, v7 offset:%u\n"
            "s_waitcnt lgkmcnt(0)\nv_add_nc_u32 v8, v8, v9\nds_store_b32 v7, v8\nstep%u:\n"
            "s_or_b32 exec_lo, exec_lo, s13\n",
            step, step, 4 * step, step);
    put(w, "s_mov_b32 s13, exec_lo\nv_cmpx_eq_u32 0, v4\ns_cbranch_execz end\n"
           "v_mov_b32 v7, s8\nv_lshlrev_b32 v7, 2, v7\n");
}

/* v8 of the first lane of each wave: likewise, in LDS of as many dwords. */
static void put_firsts(struct writer *w, uint32_t items)
{
    put(w, "s_mov_b32 s13, exec_lo\nv_and_b32 v9, 31, v4\nv_cmpx_eq_u32 0, v9\n"
           "v_lshrrev_b32 v7, 3, v4\nds_store_b32 v7, v8\ns_mov_b32 exec_lo, s13\n"
           "s_waitcnt lgkmcnt(0)\ns_barrier\nv_cmpx_eq_u32 0, v4\ns_cbranch_execz end\n"
           "v_mov_b32 v7, 0\nv_mov_b32 v8, 0\n");
    for (uint32_t wave = 0; wave < items / 32; wave++)
        put(w, "ds_load_b32 v9, v7 offset:%u\ns_waitcnt lgkmcnt(0)\nv_add_nc_u32 v8, v8, v9\n",
            4 * wave);
    put(w, "v_mov_b32 v7, s8\nv_lshlrev_b32 v7, 2, v7\n");
}

static void tails_of_work_groups(void **state)
{
    (void)state;
    for (unsigned n = 0; n < BEFORE_TAILS * SHAPES * 4; n++) {
        unsigned kind = n % BEFORE_TAILS, how = n / (BEFORE_TAILS * SHAPES), threads = 1 + how / 2;
        bool is_tree = how % 2;
        const uint32_t *block = shapes[n / BEFORE_TAILS % SHAPES];
        uint32_t grid[3], items = items_of(block);
        struct writer w = {.used = 0};
        struct fixture f;
        shoal_launch_stats stats[2];
        begin_text(&w, block);
        put(&w, "v_mov_b32 v8, 1\n%s", before_tails[kind].text);
        (is_tree ? put_tree : put_firsts)(&w, items);
        put(&w, "v_add_nc_u32 v7, 0x1000, v7\nglobal_store_b32 v7, v8, s[6:7]\nend:\n"
                "s_endpgm\n");
        open_kernel(&f, w.text, IDS_XYZ, 1024 + GROUPS_X * GROUPS_Y);
        for (int i = 0; i < 2; i++) {
            fill(&f, 1024, n);
            grid_of(block, grid);
            assert_int_equal(launch_with_lds(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, grid,
                                             block, threads, 0,
                                             before_tails[kind].sum == by_atomic ? 4096
                                             : is_tree                           ? 4 * items
                                                                                 : items / 8,
                                             &stats[i]),
                             SHOAL_OK);
            for (uint32_t g = 0; g < GROUPS_X * GROUPS_Y; g++) {
                uint32_t sum = 0;
                for (uint32_t k = 0; k < items; k += is_tree ? 1 : 32)
                    sum += 1 + before_tails[kind].sum(f.host, g * items + k, k);
                assert_int_equal(f.host[1024 + g], sum);
            }
        }
        same_counts(&stats[0], &stats[1]);
        assert_true(!has_tail(&f) || has_long_vectors());
        assert_true(has_tail(&f) || items < 256 || block[0] < 16 || !has_long_vectors());
        shoal_device_destroy(f.device);
    }
}

/* That waves do run together shows in a race: each adds 1 to what the wave before it has left in
 * the same lane, and all load before one stores. Behind a loop, and behind a barrier; in these,
 * from memory that is 0, nothing else happens. */
static void tails_load_before_one_stores(void **state)
{
    static const uint32_t block[3] = {256, 1, 1};
    enum { WAVES = 8 * GROUPS_X * GROUPS_Y };
    (void)state;
    for (unsigned kind = 0; kind < BEFORE_TAILS; kind++) {
        struct writer w = {.used = 0};
        struct fixture f;
        uint32_t grid[3];
        begin_text(&w, block);
        put(&w, "%s", before_tails[kind].text);
        put(&w, "v_lshlrev_b32 v7, 2, v4\nds_store_b32 v7, v8\ns_waitcnt lgkmcnt(0)\ns_barrier\n"
                "v_lshlrev_b32 v6, 2, v5\nv_add_nc_u32 v6, 0x1000, v6\n"
                "global_load_b32 v7, v6, s[6:7]\ns_waitcnt vmcnt(0)\nv_add_nc_u32 v7, 1, v7\n"
                "global_store_b32 v6, v7, s[6:7] offset:128\ns_endpgm\n");
        open_kernel(&f, w.text, IDS_XYZ, 1024 + 32 * (WAVES + 1));
        grid_of(block, grid);
        memset(f.host, 0, f.words * 4);
        assert_int_equal(launch_on(&f, SHOAL_ENGINE_JIT, grid, block, 1, NULL), SHOAL_OK);
        assert_int_equal(has_tail(&f), has_long_vectors());
        for (uint32_t i = 1; i <= WAVES && has_long_vectors(); i++)
            for (uint32_t l = 0; l < 32; l++)
                assert_int_equal(f.host[1024 + 32 * i + l], i == 1 || i % 8 != 1 ? 1 : 2);
        shoal_device_destroy(f.device);
    }
}

/* ---- faults ---- */

/* Behind a barrier, lane 5 of wave 2 of work-group 7 accesses memory behind its end; a store does
 * so under a mask, behind one of all that is inside. Of a tail: behind a loop. */
static void check_fault(bool is_store, bool is_tail, unsigned threads)
{
    static const uint32_t grid[3] = {20 * 256, 1, 1}, block[3] = {256, 1, 1};
    enum { GROUP = 7, WAVE = 2, LANE = 5, WORDS = 20 * 256, AT = 32 * WAVE + LANE };
    struct writer w = {.used = 0};
    struct fixture f;
    put(&w, "s_load_b64 s[6:7], s[0:1], null\ns_mov_b32 s8, s2\ns_waitcnt lgkmcnt(0)\n");
    if (is_tail) /* 20 times, as memory is 0 */
        put(&w, "s_load_b32 s12, s[6:7], null\ns_waitcnt lgkmcnt(0)\nagain:\n"
                "v_lshlrev_b32 v6, 2, v0\nglobal_load_b32 v10, v6, s[6:7]\n"
                "s_waitcnt vmcnt(0)\ns_add_i32 s12, s12, 1\ns_cmp_lt_i32 s12, 20\n"
                "s_cbranch_scc1 again\n");
    put(&w, "v_lshlrev_b32 v7, 2, v0\nv_xor_b32 v8, 4, v7\nds_store_b32 v7, v0\n"
            "s_waitcnt lgkmcnt(0)\ns_barrier\nds_load_b32 v9, v8\n"
            "s_lshl_b32 s9, s8, 8\nv_add_lshl_u32 v6, v0, s9, 2\ns_waitcnt lgkmcnt(0)\n"
            "global_store_b32 v6, v9, s[6:7]\n");
    /* in that work-group, the place behind the end; else the start */
    put(&w, "s_cmp_eq_u32 s8, %u\ns_cselect_b32 s10, 0x%x, 0\n", GROUP, 4 * WORDS);
    put(&w, "v_mov_b32 v10, s10\nv_cmpx_eq_u32 0x%x, v0\n", AT);
    put(&w, is_store ? "global_store_b32 v10, v9, s[6:7]\n" : "global_load_b32 v11, v10, s[6:7]\n");
    put(&w, "s_endpgm\n");
    open_kernel(&f, w.text, IDS_X, WORDS);
    for (int i = 0; i < 2; i++) {
        shoal_fault r = {0};
        shoal_engine engine = i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT;
        memset(f.host, 0, f.words * 4);
        assert_int_equal(launch_on(&f, engine, grid, block, threads, NULL), SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(r.workgroup[0], GROUP);
        assert_int_equal(r.wave, WAVE);
        assert_int_equal(r.lane, LANE);
        assert_int_equal(r.address, f.out + 4 * WORDS);
        assert_non_null(strstr(r.instruction, is_store ? "global_store" : "global_load"));
    }
    assert_true(has_tail(&f) == (is_tail && has_long_vectors()));
    shoal_device_destroy(f.device);
}

static void faults_are_whose_they_are(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++)
        for (unsigned n = 0; n < 4; n++)
            check_fault(n & 1, n & 2, threads);
}

/* ---- LDS that is not there ---- */

/* Of work-groups with less LDS than is accessed, what is behind it reads as 0. */
static void less_lds(void **state)
{
    (void)state;
    static const uint32_t grid[3] = {1024, 1, 1}, block[3] = {256, 1, 1};
    struct fixture f;
    open_kernel(&f,
                "s_load_b64 s[6:7], s[0:1], null\ns_lshl_b32 s8, s2, 8\n"
                "v_add_lshl_u32 v6, v0, s8, 2\nv_lshlrev_b32 v7, 2, v0\nv_add_nc_u32 v8, 1, v0\n"
                "ds_store_b32 v7, v8\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_load_b32 v9, v7\n"
                "s_waitcnt lgkmcnt(0)\nglobal_store_b32 v6, v9, s[6:7]\ns_endpgm\n",
                IDS_X, 1024);
    for (uint32_t bytes = 0; bytes <= 2048; bytes += 512)
        for (int i = 0; i < 2; i++) {
            shoal_engine engine = i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT;
            assert_int_equal(launch_with_lds(&f, engine, grid, block, 1, 0, bytes, NULL), SHOAL_OK);
            for (uint32_t k = 0; k < 1024; k++)
                assert_int_equal(f.host[k], 4 * (k % 256) < bytes ? k % 256 + 1 : 0);
        }
    shoal_device_destroy(f.device);
}

/* ---- random kernels ---- */

enum { INPUT = 1 << 12, RESULT_WORDS = 4 /* of each work-item, and one behind all of them */ };

/* Also of scalars, and moves between lanes. */
static void put_any_computation(struct writer *w)
{
    switch (pick(w, 12)) {
    case 0:
        put(w, "s_add_i32 s20, s20, %u\nv_add_nc_u32 v%u, s20, v%u\n", pick(w, 99), any(w), any(w));
        break;
    case 1:
        put(w, "v_mov_b32_dpp v%u, v%u row_%s:%u row_mask:0xf bank_mask:0xf%s\n", any(w), any(w),
            pick(w, 2) ? "shr" : "ror", 1 + pick(w, 15), pick(w, 2) ? " bound_ctrl:1" : "");
        break;
    case 2:
        put(w, "v_and_b32 v6, 0x7c, v%u\nds_bpermute_b32 v%u, v6, v%u\ns_waitcnt lgkmcnt(0)\n",
            any(w), any(w), any(w));
        break;
    case 3:
        put(w, "v_readfirstlane_b32 s22, v%u\nv_xor_b32 v%u, s22, v%u\n", any(w), any(w), any(w));
        break;
    case 4:
        put(w, "v_cmp_gt_u32 s22, v%u, v%u\ns_bcnt1_i32_b32 s22, s22\nv_add_nc_u32 v%u, s22, v%u\n",
            any(w), any(w), any(w), any(w));
        break;
    default:
        put_computation(w);
        break;
    }
}

/* A number of each work-item's own below `items`, in v6. */
static void put_own_place(struct writer *w, uint32_t items)
{
    switch (pick(w, 5)) {
    case 0:
        put(w, "v_xor_b32 v6, 0x%x, v4\n", pick(w, items));
        break;
    case 1:
        put(w, "v_sub_nc_u32 v6, 0x%x, v4\n", items - 1);
        break;
    case 2:
        put(w, "v_mad_u32_u24 v6, v4, %u, %u\nv_and_b32 v6, 0x%x, v6\n", 2 * pick(w, 20) + 1,
            pick(w, 60), items - 1);
        break;
    default:
        put(w, "v_mov_b32 v6, v4\n");
        break;
    }
}

/* Any number below `items`, in v6, of one that depends on ids; now and then, on data. */
static void put_any_place(struct writer *w, uint32_t items)
{
    static const char *const ids[] = {"v4", "v4", "v1", "v2", "v3"};
    const char *id = ids[pick(w, 5)];
    switch (pick(w, 6)) {
    case 0:
        put(w, "v_lshrrev_b32 v6, %u, %s\n", pick(w, 5), id);
        break;
    case 1:
        put(w, "v_mad_u32_u24 v6, %s, %u, %u\n", id, pick(w, 40), pick(w, 60));
        break;
    case 2:
        put(w, "v_mov_b32 v6, %u\n", pick(w, 64));
        break;
    case 3:
        put(w, "v_xor_b32 v6, %u, %s\n", pick(w, 64), id);
        break;
    default:
        put(w, "v_add_nc_u32 v6, %d, %s\n", (int)pick(w, 60) - 30, id);
        break;
    }
    if (pick(w, 40) == 0)
        put(w, "v_mov_b32 v6, v%u\n", any(w));
    put(w, "v_and_b32 v6, 0x%x, v6\n", items - 1);
}

/* What some lanes do, and how it ends. kind: 0: all do it; 1: those that ids say; 2: and others go
 * round it; 3: those that data say. */
static unsigned put_guard(struct writer *w, unsigned *label)
{
    static const char *const ids[] = {"v4", "v1", "v2"};
    static const char *const compare[] = {"lt", "gt", "eq", "ne", "le"};
    unsigned kind = pick(w, 6);
    if (kind == 0)
        put(w, "v_cmp_%s_u32 vcc_lo, v%u, v%u\n", compare[pick(w, 2)], any(w), any(w));
    else if (kind < 4)
        put(w, "v_cmp_%s_u32 vcc_lo, %u, %s\n", compare[pick(w, 5)], pick(w, 64), ids[pick(w, 3)]);
    else
        return 0;
    put(w, "s_and_saveexec_b32 s%u, vcc_lo\n", 24 + (*label & 1));
    if (kind >= 2)
        put(w, "s_cbranch_execz round%u\n", *label);
    return 1 + (kind >= 2);
}

static void end_guard(struct writer *w, unsigned kind, unsigned *label)
{
    if (kind == 2)
        put(w, "round%u:\n", *label);
    if (kind)
        put(w, "s_or_b32 exec_lo, exec_lo, s%u\n", 24 + (*label & 1));
    ++*label;
}

static void put_store(struct writer *w, uint32_t items)
{
    put_own_place(w, items);
    switch (pick(w, 6)) {
    case 0:
        put(w, "v_lshlrev_b32 v6, 3, v6\nds_store_b64 v6, v[%u:%u]\n", 12, 13);
        break;
    case 1:
        put(w, "v_lshlrev_b32 v6, 4, v6\nds_store_b128 v6, v[%u:%u]\n", 14, 17);
        break;
    case 2:
        put(w, "v_lshlrev_b32 v6, 3, v6\nds_store_2addr_b32 v6, v%u, v%u offset1:1\n", any(w),
            any(w));
        break;
    case 3:
        put(w, "v_lshlrev_b32 v6, 2, v6\nds_store_2addr_stride64_b32 v6, v%u, v%u offset1:%u\n",
            any(w), any(w), items < 64 ? 1 : items / 64);
        break;
    default:
        put(w, "v_lshlrev_b32 v6, 2, v6\nds_store_b32 v6, v%u offset:%u\n", any(w),
            4 * pick(w, 40));
        break;
    }
}

static void put_load(struct writer *w, uint32_t items)
{
    unsigned to = 10 + pick(w, 13), kind = pick(w, 7);
    put_any_place(w, items);
    switch (kind) {
    case 0:
        put(w, "v_lshlrev_b32 v6, 3, v6\nds_load_b64 v[%u:%u], v6\n", to, to + 1);
        break;
    case 1:
        put(w, "v_lshlrev_b32 v6, 4, v6\nds_load_b128 v[%u:%u], v6\n", to, to + 3);
        break;
    case 2:
        put(w, "v_lshlrev_b32 v6, 2, v6\nds_load_2addr_b32 v[%u:%u], v6 offset0:%u offset1:%u\n",
            to, to + 1, pick(w, 40), pick(w, 40));
        break;
    case 3:
        put(w, "v_lshlrev_b32 v6, 2, v6\nglobal_load_b32 v%u, v6, s[6:7] offset:%u\n", to,
            4 * pick(w, 100));
        break;
    default:
        put(w, "v_lshlrev_b32 v6, 2, v6\nds_load_b32 v%u, v6 offset:%u\n", to, 4 * pick(w, 40));
        break;
    }
    put(w, "s_waitcnt vmcnt(0) lgkmcnt(0)\n");
}

/* Reads, or writes, and computations, under guards. */
static void put_stretch(struct writer *w, uint32_t items, bool reads, unsigned *label)
{
    unsigned n = reads ? pick(w, 4) : 1 + (pick(w, 3) == 0);
    for (unsigned i = 0; i < n; i++) {
        unsigned guard = put_guard(w, label);
        if (reads)
            put_load(w, items);
        else if (i == 0) /* one for each dword: the others' places may be the same ones */
            put_store(w, items);
        for (unsigned k = pick(w, 3); k > 0; k--)
            put_any_computation(w);
        end_guard(w, guard, label);
    }
    put(w, "s_waitcnt lgkmcnt(0)\ns_barrier\n");
}

/* What waves do before the end that they may do together. */
static void put_before_tail(struct writer *w)
{
    unsigned kind = pick(w, 3);
    put(w, "v_mov_b32 v8, v%u\n", any(w));
    if (kind == 0) {
        put(w, "s_load_b32 s12, s[6:7], %u\ns_waitcnt lgkmcnt(0)\ns_and_b32 s12, s12, 31\n",
            4 * pick(w, 100));
        put(w, "loop:\n");
    } else if (kind == 1) {
        put(w, "v_mov_b32 v9, v5\ns_mov_b32 s12, 0\nloop:\nv_lshlrev_b32 v6, 2, v9\n");
        put(w,
            "v_add_nc_u32 v9, 0x%x, v9\nv_cmp_le_u32 vcc_lo, 0x%x, v9\ns_or_b32 s12, vcc_lo, s12\n",
            16 * (2 + pick(w, 10)), INPUT - pick(w, 100));
        put(w, "global_load_b32 v%u, v6, s[6:7]\ns_waitcnt vmcnt(0)\n", any(w));
    } else {
        put(w, "v_lshlrev_b32 v6, 2, v4\nds_add_u32 v6, v%u\ns_waitcnt lgkmcnt(0)\ns_barrier\n",
            any(w));
        return;
    }
    for (unsigned k = 1 + pick(w, 3); k > 0; k--)
        put_computation(w);
    put(w, "v_add_nc_u32 v8, v8, v%u\n", any(w));
    if (kind == 0)
        put(w, "s_sub_i32 s12, s12, 1\ns_cmp_ge_i32 s12, 0\ns_cbranch_scc1 loop\n");
    else
        put(w, "s_and_not1_b32 exec_lo, exec_lo, s12\n"
               "s_cbranch_execnz loop\ns_or_b32 exec_lo, exec_lo, s12\n");
    put(w, "v_xor_b32 v%u, v8, v%u\n", any(w), any(w));
}

static void write_kernel(struct writer *w, const uint32_t block[3], bool is_tail)
{
    uint32_t items = items_of(block);
    unsigned stretches = 2 + pick(w, 5), label = 0, loop = pick(w, 4) ? 0 : 1 + pick(w, stretches);
    begin_text(w, block);
    put(w, "s_movk_i32 s20, %u\n", pick(w, 100));
    for (unsigned v = 10; v < 26; v++)
        put(w, "v_mul_u32_u24 v%u, %u, v%u\n", v, 1 + pick(w, 1000), 1 + pick(w, 5));
    put(w, "v_and_b32 v6, 0x%x, v5\nv_lshlrev_b32 v6, 2, v6\n", INPUT / 2 - 1);
    put(w, "global_load_b32 v11, v6, s[6:7]\nglobal_load_b32 v12, v6, s[6:7] offset:64\n"
           "s_waitcnt vmcnt(0)\n");
    if (is_tail)
        put_before_tail(w);
    for (unsigned i = 0; i < stretches; i++) {
        if (i + 1 == loop)
            put(w, "s_movk_i32 s21, %u\nagain:\n", 1 + pick(w, 3));
        put_stretch(w, items, i % 2, &label);
        if (i + 1 == loop) { /* writes, or reads, again */
            put_stretch(w, items, !(i % 2), &label);
            put(w, "s_sub_i32 s21, s21, 1\ns_cmp_lg_u32 s21, 0\ns_cbranch_scc1 again\n");
        }
    }
    unsigned guard = put_guard(w, &label);
    put(w, "v_lshlrev_b32 v7, 4, v5\n");
    put(w, "v_add_nc_u32 v7, 0x%x, v7\n", 4 * INPUT);
    put(w, "global_store_b128 v7, v[%u:%u], s[6:7]\n", 10, 13);
    end_guard(w, guard, &label);
    guard = put_guard(w, &label);
    if (pick(w, 2))
        put(w,
            "v_lshlrev_b32 v7, 2, v5\nv_add_nc_u32 v7, 0x%x, v7\n"
            "global_store_b32 v7, v%u, s[6:7]\n",
            4 * (INPUT + RESULT_WORDS * GROUPS_X * GROUPS_Y * items), any(w));
    end_guard(w, guard, &label);
    put(w, "s_endpgm\n");
}

static void random_kernels(void **state)
{
    (void)state;
    static const char *const levels[] = {NULL, "avx2"};
    static struct writer w;
    unsigned whole = 0, tails = 0;
    for (unsigned n = first_kernel; n < first_kernel + kernels; n++) {
        const uint32_t *block = shapes[n % SHAPES];
        uint32_t grid[3], items = GROUPS_X * GROUPS_Y * items_of(block),
                          words = (RESULT_WORDS + 1) * items;
        uint32_t lds_bytes = n % 9 == 8 ? LDS_BYTES / 8 : LDS_BYTES + 1024;
        struct fixture f;
        if (!use_level(levels[n % 8 == 7]))
            continue;
        w = (struct writer){.state = n * 7919 + 3};
        write_kernel(&w, block, n & 1);
        open_kernel(&f, w.text, IDS_XYZ, INPUT + words);
        grid_of(block, grid);
        if (n % 5 == 4)
            grid[0] -= 3; /* the last ones in x are less */
        same_as_interpreter(&f, n, w.text, grid, block, lds_bytes, INPUT);
        whole += is_whole(&f);
        tails += has_tail(&f);
        shoal_device_destroy(f.device);
    }
    use_level(NULL);
    printf("of %u kernels, %u run as whole work-groups, of %u the end\n", kernels, whole, tails);
    assert_true((whole > kernels / 8 && tails > kernels / 8) || !has_long_vectors());
}

int main(int argc, char **argv)
{
    choose_kernels(argc, argv);
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_work_groups),
        cmocka_unit_test(counts_of_few_lanes),
        cmocka_unit_test(tails_of_work_groups),
        cmocka_unit_test(tails_load_before_one_stores),
        cmocka_unit_test(faults_are_whose_they_are),
        cmocka_unit_test(less_lds),
        cmocka_unit_test(random_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

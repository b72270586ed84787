/* test_relay.c: waves that get from barrier to barrier one after the other (src/jit/relay.h), and
 * what they exchange through LDS there (src/isa/lane_patterns.h).
 * Expected values: a model in C of the work-group, stage by stage; which wave faults is written in
 * the kernel; counts: the interpreter's, which knows neither. */
#include "waves_fixture.h"

enum {
    MAX_WAVES = 8,
    MAX_ITEMS = 32 * MAX_WAVES,
    MAX_STAGES = 14,
    GROUPS = 6,
    KERNELS = 48,
    TEXT_BYTES = 16384,
};

/* What lies between two barriers. */
enum kind {
    COMPUTE,  /* v1 = 3 v1 + stage */
    EXCHANGE, /* words at a distance, if the first is greater */
    REVERSED, /* the same by lanes in reverse order, loads and stores of single words */
    BACKWARD, /* the second word is below the first */
    ROTATE,   /* v1 ^= the next one's */
    SOME,     /* lanes from some on add their word */
    ODD,      /* odd waves add 7 */
    SLEEP,    /* even waves sleep in the middle, and go on */
    CALL,     /* an op of the interpreter's in the middle */
    END,      /* one wave ends */
    KINDS,
};

struct stage {
    enum kind kind;
    unsigned n;
};

struct plan {
    unsigned waves, items, count;
    struct stage stage[MAX_STAGES];
};

/* ---- the kernel ---- */

static const char wait[] = "s_waitcnt lgkmcnt(0)\ns_barrier\n";

static int put_stage(char *out, size_t size, const struct plan *p, unsigned i)
{
    unsigned n = p->stage[i].n;
    switch (p->stage[i].kind) {
    case COMPUTE:
        return snprintf(out, size, "v_mul_lo_u32 v1, v1, 3\nv_add_nc_u32 v1, %u, v1\n%s", i, wait);
    case EXCHANGE:
    case REVERSED:
    case BACKWARD: {
        bool is_single = p->stage[i].kind == REVERSED, is_back = p->stage[i].kind == BACKWARD;
        int k = snprintf(out, size,
                         "v_xor_b32 v13, %u, v0\n"
                         "v_and_b32 v12, %u, v13\n"
                         "v_lshlrev_b32 v11, 1, v13\n"
                         "v_sub_nc_u32 v11, v11, v12\n"
                         "v_lshlrev_b32 v11, 2, v11\n",
                         is_single ? 31 : 0, n - 1);
        if (is_single)
            k += snprintf(out + k, size - (size_t)k,
                          "ds_load_b32 v3, v11\nds_load_b32 v4, v11 offset:%u\n", 4 * n);
        else
            k += snprintf(out + k, size - (size_t)k,
                          "ds_load_2addr_b32 v[3:4], v11 offset0:%u offset1:%u\n", is_back ? n : 0,
                          is_back ? 0 : n);
        k += snprintf(out + k, size - (size_t)k,
                      "s_waitcnt lgkmcnt(0)\n"
                      "v_cmp_gt_u32 vcc_lo, v3, v4\n"
                      "s_and_saveexec_b32 s12, vcc_lo\n");
        if (is_single)
            k += snprintf(out + k, size - (size_t)k,
                          "ds_store_b32 v11, v4\nds_store_b32 v11, v3 offset:%u\n", 4 * n);
        else
            k += snprintf(out + k, size - (size_t)k,
                          "ds_store_2addr_b32 v11, v4, v3 offset0:%u offset1:%u\n", is_back ? n : 0,
                          is_back ? 0 : n);
        return k + snprintf(out + k, size - (size_t)k, "s_or_b32 exec_lo, exec_lo, s12\n%s", wait);
    }
    case ROTATE:
        return snprintf(out, size,
                        "ds_store_b32 v10, v1\n%s"
                        "v_add_nc_u32 v11, %u, v0\n"
                        "v_and_b32 v11, %u, v11\n"
                        "v_lshlrev_b32 v11, 2, v11\n"
                        "ds_load_b32 v3, v11\n"
                        "s_waitcnt lgkmcnt(0)\n"
                        "v_xor_b32 v1, v1, v3\n%s",
                        wait, n, p->items - 1, wait);
    case SOME:
        return snprintf(out, size,
                        "s_mov_b32 s13, exec_lo\n"
                        "v_cmpx_lt_u32 %u, v0\n"
                        "ds_load_b32 v3, v10\n"
                        "s_waitcnt lgkmcnt(0)\n"
                        "v_add_nc_u32 v1, v1, v3\n"
                        "s_mov_b32 exec_lo, s13\n%s",
                        n, wait);
    case ODD:
        return snprintf(out, size,
                        "s_bitcmp1_b32 s10, 0\n"
                        "s_cbranch_scc0 even%u\n"
                        "v_add_nc_u32 v1, 7, v1\n"
                        "even%u:\n"
                        "v_add_nc_u32 v1, 1, v1\n%s",
                        i, i, wait);
    case SLEEP:
        return snprintf(out, size,
                        "v_add_nc_u32 v1, 2, v1\n"
                        "s_bitcmp1_b32 s10, 0\n"
                        "s_cbranch_scc1 awake%u\n"
                        "s_sleep 1\n"
                        "awake%u:\n%s",
                        i, i, wait);
    case CALL:
        return snprintf(out, size,
                        "v_add_nc_u32 v1, 5, v1\n"
                        "v_mov_b32 v20, v1\n"
                        "s_mov_b32 m0, 0\n"
                        "s_movreld_b32 s20, 0\n"
                        "v_add_nc_u32 v1, v20, v1\n"
                        "v_add_nc_u32 v1, s20, v1\n%s",
                        wait);
    default:
        return snprintf(out, size, "s_cmp_eq_u32 s10, %u\ns_cbranch_scc1 done\n%s", n, wait);
    }
}

/* out[group][3][items]: v1, and the words of LDS, of which there are two for each item. */
static void put_kernel(char *out, size_t size, const struct plan *p)
{
    int k = snprintf(out, size,
                     "s_load_b64 s[6:7], s[0:1], null\n"
                     "v_lshrrev_b32 v2, 5, v0\n"
                     "v_readfirstlane_b32 s10, v2\n"
                     "v_lshlrev_b32 v10, 2, v0\n"
                     "v_add_nc_u32 v1, s2, v0\n"
                     "v_mul_lo_u32 v1, v1, 0x9e3779b1\n"
                     "v_xor_b32 v2, 0x55555555, v1\n"
                     "ds_store_b32 v10, v1\n"
                     "ds_store_b32 v10, v2 offset:%u\n%s",
                     4 * p->items, wait);
    for (unsigned i = 0; i < p->count; i++)
        k += put_stage(out + k, size - (size_t)k, p, i);
    k += snprintf(out + k, size - (size_t)k,
                  "ds_load_b32 v3, v10\n"
                  "ds_load_b32 v4, v10 offset:%u\n"
                  "s_mul_i32 s14, s2, %u\n"
                  "v_add_nc_u32 v13, s14, v10\n"
                  "s_waitcnt lgkmcnt(0)\n"
                  "global_store_b32 v13, v3, s[6:7] offset:%u\n"
                  "global_store_b32 v13, v4, s[6:7] offset:%u\n"
                  "done:\n"
                  "s_waitcnt lgkmcnt(0)\n"
                  "s_mul_i32 s14, s2, %u\n"
                  "v_add_nc_u32 v13, s14, v10\n"
                  "global_store_b32 v13, v1, s[6:7]\n"
                  "s_endpgm\n",
                  4 * p->items, 12 * p->items, 4 * p->items, 8 * p->items, 12 * p->items);
    assert_true((size_t)k < size);
}

/* ---- the model ---- */

struct group_model {
    uint32_t v1[MAX_ITEMS], lds[2 * MAX_ITEMS];
    bool has_ended[MAX_WAVES];
};

static void exchange(struct group_model *m, unsigned low, unsigned n, bool is_back)
{
    uint32_t a = m->lds[low + (is_back ? n : 0)], b = m->lds[low + (is_back ? 0 : n)];
    if (a <= b)
        return;
    m->lds[low + (is_back ? n : 0)] = b;
    m->lds[low + (is_back ? 0 : n)] = a;
}

static void do_item(struct group_model *m, const struct plan *p, unsigned stage, unsigned i)
{
    unsigned n = p->stage[stage].n, lane = i ^ 31;
    uint32_t *v = &m->v1[i];
    switch (p->stage[stage].kind) {
    case COMPUTE:
        *v = 3 * *v + stage;
        break;
    case EXCHANGE:
        exchange(m, 2 * i - (i & (n - 1)), n, false);
        break;
    case REVERSED:
        exchange(m, 2 * lane - (lane & (n - 1)), n, false);
        break;
    case BACKWARD:
        exchange(m, 2 * i - (i & (n - 1)), n, true);
        break;
    case ROTATE:
        *v ^= m->lds[(i + n) & (p->items - 1)];
        break;
    case SOME:
        *v += i > n ? m->lds[i] : 0;
        break;
    case ODD:
        *v += i / 32 % 2 ? 8 : 1;
        break;
    case SLEEP:
        *v += 2;
        break;
    case CALL:
        *v = 2 * (*v + 5);
        break;
    default:
        m->has_ended[i / 32] |= n == i / 32;
        break;
    }
}

static void expect(const struct plan *p, uint32_t group, uint32_t *out)
{
    struct group_model m;
    memset(&m, 0, sizeof m);
    for (unsigned i = 0; i < p->items; i++) {
        m.v1[i] = m.lds[i] = (group + i) * UINT32_C(0x9e3779b1);
        m.lds[p->items + i] = m.v1[i] ^ 0x55555555;
    }
    for (unsigned s = 0; s < p->count; s++) {
        for (unsigned i = 0; i < p->items && p->stage[s].kind == ROTATE; i++)
            if (!m.has_ended[i / 32])
                m.lds[i] = m.v1[i];
        for (unsigned i = 0; i < p->items; i++)
            if (!m.has_ended[i / 32])
                do_item(&m, p, s, i);
    }
    for (unsigned i = 0; i < p->items; i++) {
        bool has = !m.has_ended[i / 32];
        out[i] = m.v1[i];
        out[p->items + i] = has ? m.lds[i] : 0xcccccccc;
        out[2 * p->items + i] = has ? m.lds[p->items + i] : 0xcccccccc;
    }
}

static void check(const struct plan *p)
{
    const uint32_t grid[3] = {GROUPS * p->items, 1, 1}, block[3] = {p->items, 1, 1};
    struct fixture f;
    uint32_t want[3 * MAX_ITEMS];
    char *text = malloc(TEXT_BYTES);
    assert_non_null(text);
    put_kernel(text, TEXT_BYTES, p);
    open_kernel(&f, text, IDS_X, 3 * p->items * GROUPS);
    free(text);
    shoal_launch_stats stats[3];
    for (unsigned n = 0; n < 3; n++) {
        shoal_engine engine = n ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP;
        assert_int_equal(launch(&f, engine, grid, block, n == 2 ? 2 : 1, &stats[n]), SHOAL_OK);
        for (uint32_t g = 0; g < GROUPS; g++) {
            expect(p, g, want);
            assert_memory_equal(f.host + 3 * p->items * g, want, 12 * p->items);
        }
        same_counts(&stats[0], &stats[n]);
    }
    shoal_device_destroy(f.device);
}

/* ---- tests ---- */

static uint32_t next_random(uint32_t *state)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return *state >> 8;
}

static struct stage random_stage(const struct plan *p, uint32_t *state, enum kind kind)
{
    unsigned n = next_random(state);
    switch (kind) {
    case EXCHANGE:
    case BACKWARD:
    case REVERSED: /* offsets are bytes of dwords up to 255 */
        return (struct stage){kind, 1u << n % (p->waves == 8 ? 8 : 5)};
    case ROTATE:
    case SOME:
        return (struct stage){kind, n % p->items % 63};
    default:
        return (struct stage){kind, n % p->waves};
    }
}

static void check_random(uint32_t seed)
{
    uint32_t state = seed;
    struct plan p = {.waves = 1u << next_random(&state) % 4};
    bool is_short = next_random(&state) % 2; /* of stretches that mostly do not break */
    p.items = 32 * p.waves;
    p.count = 3 + next_random(&state) % (MAX_STAGES - 3);
    for (unsigned i = 0; i < p.count; i++)
        p.stage[i] = random_stage(&p, &state,
                                  (enum kind)(next_random(&state) % (is_short ? ODD + 1 : KINDS)));
    check(&p);
}

static void waves_follow_each_other(void **state)
{
    (void)state;
    static const char *const levels[] = {NULL, "avx2"};
    for (int i = 0; i < 2; i++) {
        if (!use_level(levels[i]))
            continue;
        for (uint32_t seed = 1; seed <= KERNELS; seed++)
            check_random(seed * 7919 + (uint32_t)i);
    }
    use_level(NULL);
}

/* Each kind alone, often: what breaks a stretch does so with all waves. */
static void each_kind_in_turn(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned d = 1; d <= (kind >= EXCHANGE && kind <= BACKWARD ? 128 : 1); d *= 2) {
            struct plan p = {.waves = 8, .items = 256, .count = 6};
            for (unsigned i = 0; i < p.count; i++) {
                unsigned n = kind == END ? (i * 3 + 2) % 8 : d;
                p.stage[i] = (struct stage){i % 2 && kind == END ? COMPUTE : (enum kind)kind, n};
            }
            check(&p);
        }
}

/* Many barriers: compiled code asks the engine now and then (FREE_ROUNDS). */
static void long_chains(void **state)
{
    (void)state;
    char text[TEXT_BYTES];
    static const uint32_t grid[3] = {512, 1, 1}, block[3] = {128, 1, 1};
    struct fixture f;
    int k = snprintf(text, sizeof text, "s_load_b64 s[6:7], s[0:1], null\nv_mov_b32 v1, v0\n");
    for (int i = 0; i < 200; i++)
        k += snprintf(text + k, sizeof text - (size_t)k, "v_add_nc_u32 v1, %d, v1\ns_barrier\n",
                      i % 5);
    snprintf(text + k, sizeof text - (size_t)k,
             "s_lshl_b32 s8, s2, 7\n"
             "v_add_lshl_u32 v2, v0, s8, 2\n"
             "s_waitcnt lgkmcnt(0)\n"
             "global_store_b32 v2, v1, s[6:7]\n"
             "s_endpgm\n");
    open_kernel(&f, text, IDS_X, 512);
    shoal_launch_stats stats[2];
    for (int n = 0; n < 2; n++) {
        assert_int_equal(
            launch(&f, n ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, &stats[n]),
            SHOAL_OK);
        for (uint32_t i = 0; i < 512; i++)
            assert_int_equal(f.host[i], i % 128 + 400);
    }
    same_counts(&stats[0], &stats[1]);
    shoal_device_destroy(f.device);
}

/* Private memory at an odd place, in the first block behind a barrier: there the interpreter goes
 * on. */
static void waves_that_leave_are_counted(void **state)
{
    (void)state;
    char text[TEXT_BYTES];
    static const uint32_t grid[3] = {512, 1, 1}, block[3] = {128, 1, 1};
    enum { STAGES = 40 };
    struct fixture f;
    int k = snprintf(text, sizeof text,
                     "s_load_b64 s[6:7], s[0:1], null\nv_mov_b32 v1, v0\ns_mov_b32 s12, 2\n");
    for (int i = 0; i < STAGES; i++)
        k += snprintf(text + k, sizeof text - (size_t)k,
                      "v_add_nc_u32 v1, %d, v1\n"
                      "scratch_store_b32 off, v1, s12 offset:4\n"
                      "scratch_load_b32 v3, off, s12 offset:4\n"
                      "s_waitcnt vmcnt(0)\n"
                      "v_add_nc_u32 v1, 1, v3\n"
                      "s_barrier\n",
                      i % 5);
    snprintf(text + k, sizeof text - (size_t)k,
             "s_lshl_b32 s8, s2, 7\n"
             "v_add_lshl_u32 v2, v0, s8, 2\n"
             "s_waitcnt lgkmcnt(0)\n"
             "global_store_b32 v2, v1, s[6:7]\n"
             "s_endpgm\n");
    open_kernel(&f, text, IDS_X, 512);
    shoal_launch_stats stats[2];
    for (int n = 0; n < 2; n++) {
        assert_int_equal(
            launch(&f, n ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, &stats[n]),
            SHOAL_OK);
        for (uint32_t i = 0; i < 512; i++)
            assert_int_equal(f.host[i], i % 128 + 3 * STAGES);
    }
    same_counts(&stats[0], &stats[1]);
    shoal_device_destroy(f.device);
}

/* Behind two barriers, wave 5 of work-group 3 stores outside. */
static void faults_name_the_wave(void **state)
{
    (void)state;
    static const char text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                               "v_lshrrev_b32 v1, 5, v0\n"
                               "v_readfirstlane_b32 s8, v1\n"
                               "s_lshl_b32 s8, s8, 8\n"
                               "s_or_b32 s8, s8, s2\n" /* wave << 8 | group */
                               "v_lshlrev_b32 v2, 2, v0\n"
                               "s_cmp_eq_u32 s8, 0x503\n"
                               "s_cselect_b32 s9, 0x100000, 0\n"
                               "v_add_nc_u32 v2, s9, v2\n"
                               "s_barrier\n"
                               "v_mov_b32 v3, v2\n"
                               "s_barrier\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_store_b32 v2, v3, s[6:7]\n"
                               "s_barrier\n"
                               "s_endpgm\n";
    static const uint32_t grid[3] = {10 * 256, 1, 1}, block[3] = {256, 1, 1};
    struct fixture f;
    open_kernel(&f, text, IDS_X, 1024);
    for (int i = 0; i < 2; i++) {
        shoal_fault r = {0};
        assert_int_equal(
            launch(&f, i ? SHOAL_ENGINE_INTERP : SHOAL_ENGINE_JIT, grid, block, 1, NULL),
            SHOAL_E_FAULT);
        assert_true(shoal_last_fault(f.device, &r));
        assert_int_equal(r.workgroup[0], 3);
        assert_int_equal(r.wave, 5);
        assert_int_equal(r.lane, 0);
        assert_int_equal(r.address, f.out + 0x100000 + 4 * 160);
    }
    shoal_device_destroy(f.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_follow_each_other),
        cmocka_unit_test(each_kind_in_turn),
        cmocka_unit_test(long_chains),
        cmocka_unit_test(waves_that_leave_are_counted),
        cmocka_unit_test(faults_name_the_wave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

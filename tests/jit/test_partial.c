/* test_partial.c: accesses by some lanes only, of which the first may not be one, where lanes
 * follow each other: elements of all sizes, in rows of 16 and of 32, in device memory and LDS.
 * Nothing is left to the interpreter, nothing is stored for other lanes, and nothing faults that
 * only they would touch. Expected values: what was there, copied in C where the lanes are. */
#include "waves_fixture.h"

enum {
    ITEMS = 256,
    GROUP = 64,
    TRIPS = 6,
    /* bytes of f.host: how many trips each item makes, what is loaded, and where it is stored */
    COUNTS_AT = 0,
    IN_AT = 4096,
    OUT_AT = IN_AT + 64 * 1024,
    BYTES = OUT_AT + 64 * 1024,
    UNTOUCHED = 0xcc,
    EACH = IS_SANITIZED ? 4 : 1, /* one of so many elements is tested */
};

static const struct element {
    const char *load, *store;
    unsigned bytes;
    bool has_lds; /* also as ds_... */
} elements[] = {
    {"load_u8 v10", "store_b8", 1, true},
    {"load_i8 v10", "store_b8", 1, true},
    {"load_d16_u8 v10", "store_b8", 1, false},
    {"load_u16 v10", "store_b16", 2, true},
    {"load_d16_b16 v10", "store_b16", 2, false},
    {"load_d16_hi_b16 v10", "store_d16_hi_b16", 2, false},
    {"load_b32 v10", "store_b32", 4, true},
    {"load_b64 v[10:11]", "store_b64", 8, true},
    {"load_b128 v[10:13]", "store_b128", 16, true},
};

static const char *data_of(const struct element *e)
{
    return e->bytes == 16 ? "v[10:13]" : e->bytes == 8 ? "v[10:11]" : "v10";
}

/* s[6:7] the buffer, v1 the item, v2 its trips. */
static const char start_text[] = "s_load_b64 s[6:7], s[0:1], null\n"
                                 "v_and_b32 v1, 0x3ff, v0\n"
                                 "v_bfe_u32 v2, v0, 10, 10\n"
                                 "v_lshl_add_u32 v1, v2, LOG_WIDTH, v1\n"
                                 "s_lshl_b32 s8, s2, 6\n"
                                 "v_add_nc_u32 v5, s8, v1\n"
                                 "v_lshlrev_b32 v3, 2, v5\n"
                                 "s_waitcnt lgkmcnt(0)\n"
                                 "global_load_b32 v2, v3, s[6:7]\n"
                                 "s_waitcnt vmcnt(0)\n"
                                 "v_not_b32 v3, v3\n" /* an address of nothing */
                                 "v_not_b32 v4, v3\n"
                                 "v_cmpx_ne_u32_e64 0, v2\n";

/* Of each trip, an element from FROM + item * SIZE + trip * STEP to TO + the same. */
static const char offsets_text[] = "s_cbranch_execz done\n"
                                   "s_add_u32 s12, s6, FROM\n"
                                   "s_addc_u32 s13, s7, FROM_UPPER\n"
                                   "s_add_u32 s14, s6, TO\n"
                                   "s_addc_u32 s15, s7, 0\n"
                                   "v_mul_u32_u24 v3, SIZE, v5\n"
                                   "s_mov_MASK GONE, 0\n"
                                   "next:\n"
                                   "global_LOAD, v3, s[12:13]\n"
                                   "v_add_nc_u32 v2, -1, v2\n"
                                   "v_cmp_eq_u32_e64 NONE_LEFT, 0, v2\n"
                                   "s_or_MASK GONE, NONE_LEFT, GONE\n"
                                   "s_waitcnt vmcnt(0)\n"
                                   "global_STORE v3, DATA, s[14:15]\n"
                                   "v_add_nc_u32 v3, STEP, v3\n"
                                   "s_and_not1_MASK EXEC, EXEC, GONE\n"
                                   "s_cbranch_execnz next\n"
                                   "done:\n"
                                   "s_endpgm\n";

/* The same by addresses of 64 bits. */
static const char addresses_text[] = "s_cbranch_execz done\n"
                                     "v_mul_u32_u24 v6, SIZE, v5\n"
                                     "s_add_u32 s12, s6, FROM\n"
                                     "s_addc_u32 s13, s7, FROM_UPPER\n"
                                     "s_add_u32 s14, s6, TO\n"
                                     "s_addc_u32 s15, s7, 0\n"
                                     "v_add_co_u32 v3, VCC, s12, v6\n"
                                     "v_add_co_ci_u32 v4, null, s13, 0, VCC\n"
                                     "v_add_co_u32 v7, VCC, s14, v6\n"
                                     "v_add_co_ci_u32 v8, null, s15, 0, VCC\n"
                                     "s_mov_MASK GONE, 0\n"
                                     "next:\n"
                                     "global_LOAD, v[3:4], off\n"
                                     "v_add_nc_u32 v2, -1, v2\n"
                                     "v_add_co_u32 v3, VCC, STEP, v3\n"
                                     "v_add_co_ci_u32 v4, null, 0, v4, VCC\n"
                                     "v_cmp_eq_u32_e64 NONE_LEFT, 0, v2\n"
                                     "s_or_MASK GONE, NONE_LEFT, GONE\n"
                                     "s_waitcnt vmcnt(0)\n"
                                     "global_STORE v[7:8], DATA, off\n"
                                     "v_add_co_u32 v7, VCC, STEP, v7\n"
                                     "v_add_co_ci_u32 v8, null, 0, v8, VCC\n"
                                     "s_and_not1_MASK EXEC, EXEC, GONE\n"
                                     "s_cbranch_execnz next\n"
                                     "done:\n"
                                     "s_endpgm\n";

static const char *const by_register[] = {offsets_text, addresses_text};

/* The same by way of LDS: all lanes fill it, and bring back what some of them have stored there. */
static const char lds_text[] = "s_mov_MASK EXEC, -1\n"
                               "v_mul_u32_u24 v6, SIZE, v5\n"
                               "v_mul_u32_u24 v9, SIZE, v1\n"
                               "v_mov_b32 v14, 0xcccccccc\n"
                               "v_mov_b32 v15, v14\n"
                               "v_mov_b32 v16, v14\n"
                               "v_mov_b32 v17, v14\n"
                               "K = 0\n"
                               ".rept TRIPS\n"
                               "v_add_nc_u32 v7, FROM+STEP*K, v6\n"
                               "global_LOAD, v7, s[6:7]\n"
                               "s_waitcnt vmcnt(0)\n"
                               "ds_STORE v9, DATA offset:64*SIZE*K\n"
                               "ds_STORE v9, NONE offset:64*SIZE*(TRIPS+K)\n"
                               "K = K + 1\n"
                               ".endr\n"
                               "v_not_b32 v3, v9\n"
                               "v_cmpx_ne_u32_e64 0, v2\n"
                               "s_cbranch_execz done\n"
                               "v_mul_u32_u24 v3, SIZE, v1\n"
                               "s_mov_MASK GONE, 0\n"
                               "next:\n"
                               "ds_LOAD, v3\n"
                               "v_add_nc_u32 v2, -1, v2\n"
                               "v_cmp_eq_u32_e64 NONE_LEFT, 0, v2\n"
                               "s_or_MASK GONE, NONE_LEFT, GONE\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "ds_STORE v3, DATA offset:64*SIZE*TRIPS\n"
                               "v_add_nc_u32 v3, 64*SIZE, v3\n"
                               "s_and_not1_MASK EXEC, EXEC, GONE\n"
                               "s_cbranch_execnz next\n"
                               "done:\n"
                               "s_mov_MASK EXEC, -1\n"
                               "K = 0\n"
                               ".rept TRIPS\n"
                               "ds_LOAD, v9 offset:64*SIZE*(TRIPS+K)\n"
                               "v_add_nc_u32 v7, TO+STEP*K, v6\n"
                               "s_waitcnt lgkmcnt(0)\n"
                               "global_STORE v7, DATA, s[6:7]\n"
                               "K = K + 1\n"
                               ".endr\n"
                               "s_endpgm\n";

/* A text with words replaced by what they are of this element, and of waves of 32 or 64 lanes. */
static void write_text(char *out, size_t size, const char *text, const struct element *e,
                       bool wave64)
{
    enum { WORDS = 9 };
    const char *none = e->bytes == 16 ? "v[14:17]" : e->bytes == 8 ? "v[14:15]" : "v14";
    const struct {
        const char *word, *by;
    } words[WORDS] = {{"LOAD", e->load},
                      {"STORE", e->store},
                      {"DATA", data_of(e)},
                      {"NONE_LEFT", wave64 ? "s[18:19]" : "s18"},
                      {"NONE", none},
                      {"GONE", wave64 ? "s[20:21]" : "s20"},
                      {"MASK", wave64 ? "b64" : "b32"},
                      {"EXEC", wave64 ? "exec" : "exec_lo"},
                      {"VCC", wave64 ? "vcc" : "vcc_lo"}};
    char *end = out + size;
    while (*text && out < end - 32) {
        size_t i = 0;
        while (i < WORDS && strncmp(text, words[i].word, strlen(words[i].word)) != 0)
            i++;
        if (i == WORDS) {
            *out++ = *text++;
            continue;
        }
        out = stpcpy(out, words[i].by);
        text += strlen(words[i].word);
    }
    *out = 0;
}

struct layout {
    bool wave64;
    unsigned log_width;
    int32_t from;
    unsigned to, step;
};

static void open_copies(struct fixture *f, const struct element *e, const char *text,
                        const struct layout *l, size_t bytes)
{
    const shoal_load_options raw = {
        .raw = true, .rsrc2 = l->log_width == 6 ? IDS_X : IDS_XYZ, .wave64 = l->wave64};
    char body[8192], start[2048], whole[12288];
    write_text(start, sizeof start, start_text, e, l->wave64);
    write_text(body, sizeof body, text, e, l->wave64);
    snprintf(
        whole, sizeof whole,
        "LOG_WIDTH = %u\nFROM = %d\nFROM_UPPER = %d\nTO = %u\nSTEP = %u\nSIZE = %u\nTRIPS = %u\n"
        "%s%s",
        l->log_width, l->from, l->from < 0 ? -1 : 0, l->to, l->step, e->bytes, TRIPS, start, body);
    open_kernel_as(f, whole, &raw, bytes / 4);
}

/* Which items make how many trips. */
static uint32_t random_trips(uint32_t item) { return (item * UINT32_C(2654435761) >> 13) % TRIPS; }
static uint32_t last_lanes(uint32_t item) { return item % 32 > 24 ? TRIPS : 0; }
static uint32_t second_rows(uint32_t item) { return item & 16 ? 1 + item % TRIPS : item % 32 == 3; }
static uint32_t one_lane(uint32_t item) { return item % 32 == item / 32 * 3 % 32 ? TRIPS : 0; }
static uint32_t no_lane_of_some(uint32_t item) { return item / 32 % 2 ? 0 : 1 + item % TRIPS; }
static uint32_t every_lane(uint32_t item) { return (void)item, TRIPS; }

static uint32_t (*const some_trips[])(uint32_t) = {random_trips, last_lanes,      second_rows,
                                                   one_lane,     no_lane_of_some, every_lane};

static void expect_copies(const struct fixture *f, const struct layout *l, unsigned bytes,
                          uint32_t (*trips)(uint32_t), uint8_t *want)
{
    const uint8_t *had = (const uint8_t *)f->host;
    memcpy(want, had, BYTES);
    for (uint32_t i = 0; i < ITEMS; i++)
        for (uint32_t k = 0; k < trips(i); k++) {
            int64_t at = (int64_t)i * bytes + (int64_t)k * l->step;
            assert_true(l->from + at >= 0 && l->from + at + bytes <= BYTES);
            assert_true(l->to + at + bytes <= BYTES);
            memcpy(want + l->to + at, had + l->from + at, bytes);
        }
}

static void fill(struct fixture *f, uint32_t (*trips)(uint32_t))
{
    uint8_t *at = (uint8_t *)f->host;
    for (uint32_t i = 0; i < OUT_AT; i++)
        at[i] = (uint8_t)(i * UINT32_C(2654435761) >> 24);
    memset(at + OUT_AT, UNTOUCHED, BYTES - OUT_AT);
    for (uint32_t i = 0; i < ITEMS; i++)
        f->host[COUNTS_AT / 4 + i] = trips(i);
}

struct geometry {
    uint32_t items[3], block[3];
};

static struct geometry geometry_of(const struct layout *l)
{
    uint32_t width = 1u << l->log_width, height = GROUP / width;
    return (struct geometry){{ITEMS / height, height, 1}, {width, height, 1}};
}

/* is_calm: nothing of it is left to the interpreter. */
static void copy(const struct element *e, const char *text, const struct layout *l, bool is_calm)
{
    static uint8_t want[BYTES];
    const struct geometry g = geometry_of(l);
    struct fixture f;
    open_copies(&f, e, text, l, BYTES);
    for (size_t t = 0; t < sizeof some_trips / sizeof *some_trips; t++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            shoal_launch_stats stats;
            fill(&f, some_trips[t]);
            expect_copies(&f, l, e->bytes, some_trips[t], want);
            launch_counting_with_lds(&f, SHOAL_ENGINE_JIT, g.items, g.block, threads, 16384,
                                     &stats);
            for (size_t i = 0; i < BYTES; i++)
                if (((uint8_t *)f.host)[i] != want[i])
                    fail_msg("%s, wave64 %d, width %u, trips %zu, byte %zu: %#x instead of %#x",
                             e->load, l->wave64, g.block[0], t, i, ((uint8_t *)f.host)[i], want[i]);
            if (is_calm && has_long_vectors() && stats.calls)
                fail_msg("%s, wave64 %d, width %u, trips %zu: %llu calls", e->load, l->wave64,
                         g.block[0], t, (unsigned long long)stats.calls);
        }
    shoal_device_destroy(f.device);
}

static void some_lanes_copy(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k += EACH)
        for (unsigned n = 0; n < 4; n++) {
            unsigned bytes = elements[k].bytes;
            struct layout l = {n & 1, n & 2 ? 6 : 4, IN_AT, OUT_AT, ITEMS * bytes};
            for (unsigned i = 0; i < 2; i++)
                copy(&elements[k], by_register[i], &l, true);
            /* rows that begin anywhere, also on two pages */
            l.from += 4096 - 7 * bytes - (bytes > 4 ? 4 : 1);
            l.to += 3 * bytes + (bytes > 4 ? 4 : 1);
            l.step += 5 * bytes;
            for (unsigned i = 0; i < 2; i++)
                copy(&elements[k], by_register[i], &l, false);
        }
}

static void some_lanes_copy_by_lds(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k += EACH)
        for (unsigned n = 0; n < 4 && elements[k].has_lds; n++) {
            const struct layout l = {n & 1, n & 2 ? 6 : 4, IN_AT, OUT_AT,
                                     ITEMS * elements[k].bytes};
            copy(&elements[k], lds_text, &l, true);
        }
}

/* ---- one place for each row ---- */

/* Of each 16 work-items in a row, one stores its number for the row, in LDS and in the dwords
 * behind ITEMS others; there, all store what LDS has. */
static const char places_text[] = "v_and_b32 v5, 0x3ff, v0\n"
                                  "v_bfe_u32 v2, v0, 10, 10\n"
                                  "s_load_b64 s[6:7], s[0:1], null\n"
                                  "s_lshl_b32 s8, s2, 6\n"
                                  "v_lshl_add_u32 v1, v2, 4, v5\n"
                                  "v_add_nc_u32 v1, s8, v1\n"
                                  "v_mul_u32_u24 v3, 20, v2\n"
                                  "s_lshl_b32 s9, s2, 4\n"
                                  "v_lshl_add_u32 v4, v2, 2, s9\n"
                                  "v_cmp_eq_u32 vcc_lo, WHICH, v5\n"
                                  "s_and_saveexec_b32 s10, vcc_lo\n"
                                  "ds_STORE v3, v1\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "global_STORE v4, v1, s[6:7] offset:4*ITEMS\n"
                                  "s_mov_b32 exec_lo, s10\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "s_barrier\n"
                                  "ds_LOAD, v3\n"
                                  "v_lshlrev_b32 v1, 2, v1\n"
                                  "s_waitcnt lgkmcnt(0)\n"
                                  "global_store_b32 v1, v10, s[6:7]\n"
                                  "s_endpgm\n";

static void one_lane_of_each_row_stores(void **state)
{
    static const uint32_t block[3] = {16, 4, 1}, items[3] = {ITEMS / 4, 4, 1};
    static const struct element sizes[] = {{"load_u8 v10", "store_b8", 1, true},
                                           {"load_u16 v10", "store_b16", 2, true},
                                           {"load_b32 v10", "store_b32", 4, true}};
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (unsigned which = 0; which < 16; which += 5) {
            char body[4096], text[8192];
            shoal_launch_stats stats;
            struct fixture f;
            write_text(body, sizeof body, places_text, &sizes[k], false);
            snprintf(text, sizeof text, "WHICH = %u\nITEMS = %u\n%s", which, ITEMS, body);
            open_kernel(&f, text, IDS_XYZ, 2 * ITEMS);
            memset(f.host, 0, 8 * ITEMS);
            launch_counting_with_lds(&f, SHOAL_ENGINE_JIT, items, block, 1, 256, &stats);
            for (uint32_t i = 0; i < ITEMS; i++) {
                uint32_t row = i / 16;
                assert_int_equal(f.host[i], 16 * row + which);
                assert_int_equal(f.host[ITEMS + i], i < ITEMS / 16 ? 16 * i + which : 0);
            }
            assert_true(!has_long_vectors() || stats.calls == 0);
            shoal_device_destroy(f.device);
        }
}

/* ---- at the ends of memory ---- */

static uint32_t before_the_end(uint32_t item) { return item % 32 < 11 && item < 32 ? TRIPS : 0; }
static uint32_t behind_the_start(uint32_t item) { return item >= 5 && item < 32 ? TRIPS : 0; }
static uint32_t second_wave(uint32_t item) { return item >= 32 + 20 && item < 64 ? TRIPS : 0; }

static uint32_t some_outside(uint32_t item)
{
    return item == 3 || item == 13 || item == 45 || item == 60 ? TRIPS : 0;
}

/* Where active lanes are outside, the first one of them is to blame. */
static void expect_fault(const struct fixture *f, const struct layout *l, unsigned bytes,
                         uint32_t item)
{
    shoal_fault r = {0};
    assert_true(shoal_last_fault(f->device, &r));
    assert_int_equal(r.cause, SHOAL_FAULT_MEMORY);
    assert_int_equal(r.wave, 0);
    assert_int_equal(r.lane, item);
    assert_int_equal(r.address, f->out + (uint64_t)(int64_t)l->from + item * bytes);
    assert_int_equal(r.access_bytes, bytes);
    assert_non_null(strstr(r.instruction, "global_load"));
}

/* Rows that go beyond memory, by lanes that are not active. If they were, it would be a fault. */
static void others_may_be_outside(void **state)
{
    static uint8_t want[BYTES];
    (void)state;
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k += EACH)
        for (unsigned n = 0; n < 12; n++) {
            int32_t bytes = (int32_t)elements[k].bytes;
            const struct {
                uint32_t (*trips)(uint32_t);
                int32_t from;
                uint32_t first_outside; /* of some_outside() */
            } ends[] = {{before_the_end, BYTES - 11 * bytes, 13},
                        {behind_the_start, -5 * bytes, 3},
                        {second_wave, -(32 + 20) * bytes, 3}};
            struct layout l = {k % 2, n / 3 % 2 ? 6 : 4, ends[n % 3].from, OUT_AT, 0};
            const struct geometry g = geometry_of(&l);
            struct fixture f;
            open_copies(&f, &elements[k], by_register[n / 6], &l, BYTES);
            for (unsigned engine = 0; engine < 2; engine++) {
                shoal_engine e = engine ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP;
                fill(&f, some_outside);
                assert_int_equal(launch_on(&f, e, g.items, g.block, 1, NULL), SHOAL_E_FAULT);
                expect_fault(&f, &l, elements[k].bytes, ends[n % 3].first_outside);
                fill(&f, ends[n % 3].trips);
                expect_copies(&f, &l, elements[k].bytes, ends[n % 3].trips, want);
                if (launch_on(&f, e, g.items, g.block, 1, NULL) != SHOAL_OK)
                    fail_msg("%s, engine %u, case %u: %s", elements[k].load, engine, n,
                             shoal_last_error(f.device));
                assert_memory_equal(f.host, want, BYTES);
            }
            shoal_device_destroy(f.device);
        }
}

int main(void)
{
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(some_lanes_copy),
        cmocka_unit_test(some_lanes_copy_by_lds),
        cmocka_unit_test(one_lane_of_each_row_stores),
        cmocka_unit_test(others_may_be_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

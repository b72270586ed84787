/* test_indexed.c: moves of vector registers whose numbers M0 says, and swaps, in compiled code.
 * Expected values: the manual's rules, 3.3.2.2, 7.7 and 16.8, as a model of the registers. */
#include "waves_fixture.h"

/* Registers of a wave, as many as RSRC1 asks for; the first destination, and the first source. */
enum { REGISTERS = 16, TO = 5, FROM = 7 };
enum { ITEMS = 64, MAX_CASES = 16, RESULTS = MAX_CASES };
static const uint32_t active_lanes = 0xfff0ff01;
/* COMPUTE_PGM_RSRC1: denormals, DX10_CLAMP, IEEE. */
enum { USUAL_MODE = 0xf << 16 | 1 << 21 | 1 << 23 };

struct move {
    const char *text;
    bool has_from, has_to; /* an index is added to its number */
    bool has_fields;       /* M0[9:0] and M0[25:16]; else it is all of M0 */
    bool swaps;
    uint32_t constant; /* the source; 0: a register */
    uint32_t sign;     /* bits of the source that change */
    bool mirrors;      /* the source is that of the lane at the other end of a row of 16 */
    void (*swap_halves)(uint32_t v[REGISTERS]); /* it is this */
};

static void swap_low_high(uint32_t v[REGISTERS])
{
    uint32_t x = v[TO], y = v[FROM];
    v[TO] = (x & 0xffff0000) | y >> 16;
    v[FROM] = (y & 0xffff) | x << 16;
}
static void swap_own(uint32_t v[REGISTERS]) { v[TO] = v[TO] >> 16 | v[TO] << 16; }

static const struct move moves[] = {
    {"v_movrels_b32 v5, v7", .has_from = true},
    {"v_movreld_b32 v5, v7", .has_to = true},
    {"v_movreld_b32 v5, s12", .has_to = true, .constant = 77777},
    {"v_movreld_b32 v5, 0x12345", .has_to = true, .constant = 0x12345},
    {"v_movrelsd_b32 v5, v7", .has_from = true, .has_to = true},
    {"v_movrelsd_2_b32 v5, v7", .has_from = true, .has_to = true, .has_fields = true},
    {"v_swaprel_b32 v5, v7", .has_from = true, .has_to = true, .has_fields = true, .swaps = true},
    {"v_movrelsd_b32 v5, -|v7|", .has_from = true, .has_to = true, .sign = 0x80000000},
    {"v_movrels_b32_dpp v5, v7 row_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1",
     .has_from = true, .mirrors = true},
    {"v_movreld_b32_dpp v5, -v7 row_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1", .has_to = true,
     .sign = 0x80000000, .mirrors = true},
    {"v_swap_b32 v5, v7", .swaps = true},
    {"v_swap_b16 v5.l, v7.h", .swap_halves = swap_low_high},
    {"v_swap_b16 v5.l, v5.h", .swap_halves = swap_own},
};

static const uint32_t cases[] = {
    0,          1,           3,           8,
    9,          10,          11,          0xffffffff,
    0xfffffffe, 2 << 16,     2 << 16 | 8, 10 << 16 | 9,
    11 << 16,   0xfc02fc03u, 0xfffb0001,  2 << 16 | 0x3ff,
};
_Static_assert(sizeof cases / sizeof *cases == MAX_CASES, "as the results are laid out");

static uint32_t first_value(unsigned reg, unsigned item) { return (1000 * reg + item) * 0x10003; }

/* The number of a register that M0 is added to. false: the wave does not have it. */
static bool find_register(uint32_t first, bool has_index, uint32_t index, unsigned *out)
{
    uint64_t n = (uint64_t)first + (has_index ? index : 0);
    *out = (unsigned)n;
    return n < REGISTERS;
}

/* Upper halves of wave64 are all active. */
static bool is_active(unsigned item, bool wave64)
{
    return (wave64 && item >= 32) || active_lanes >> item % 32 & 1;
}

/* What a register's lane gets; lanes that are not active are read as zeros (7.7, BOUND_CTRL). */
static uint32_t source_value(const struct move *m, const uint32_t v[REGISTERS], unsigned from,
                             unsigned item, bool wave64)
{
    uint32_t x = m->constant ? m->constant : v[from];
    if (m->mirrors)
        x = is_active(item ^ 15, wave64) ? first_value(from, item ^ 15) : 0;
    return x ^ m->sign;
}

static void do_move(const struct move *m, uint32_t m0, uint32_t v[REGISTERS], unsigned item,
                    bool wave64)
{
    unsigned from, to;
    bool has_from = find_register(FROM, m->has_from, m->has_fields ? m0 & 0x3ff : m0, &from),
         has_to = find_register(TO, m->has_to, m->has_fields ? m0 >> 16 & 0x3ff : m0, &to);
    if (!has_to || (m->swaps && !has_from))
        return;
    uint32_t x = source_value(m, v, has_from ? from : 0, item, wave64);
    if (m->swaps)
        v[from] = v[to];
    v[to] = x;
}

static void open_move(struct fixture *f, const struct move *m, bool wave64)
{
    char text[4096], *p = text;
    shoal_load_options raw = {.raw = true, .rsrc2 = IDS_X, .wave64 = wave64};
    raw.rsrc1 = USUAL_MODE | (REGISTERS / (wave64 ? 4 : 8) - 1);
    p += sprintf(p,
                 "s_load_b64 s[6:7], s[0:1], null\n"
                 "s_lshl_b32 s8, s2, 2\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "s_load_b32 s9, s[6:7], s8\n"
                 "s_mul_i32 s10, s2, %u\n"
                 "v_lshlrev_b32 v2, 6, v0\n"
                 "v_add_nc_u32 v2, s10, v2\n"
                 "s_mov_b32 s12, 77777\n",
                 ITEMS * REGISTERS * 4);
    for (unsigned r = TO; r < REGISTERS; r++)
        p += sprintf(p,
                     "v_add_nc_u32 v%u, %u, v0\n"
                     "v_mul_lo_u32 v%u, 0x10003, v%u\n",
                     r, 1000 * r, r, r);
    p += sprintf(p,
                 "v_mul_lo_u32 v0, 0x10003, v0\n"
                 "s_waitcnt lgkmcnt(0)\n"
                 "s_mov_b32 m0, s9\n"
                 "s_mov_b32 exec_lo, 0x%x\n"
                 "%s\n"
                 "s_mov_b32 exec_lo, -1\n",
                 active_lanes, m->text);
    for (unsigned r = TO; r < REGISTERS; r++)
        p += sprintf(p, "global_store_b32 v2, v%u, s[6:7] offset:%u\n", r, 4 * (RESULTS + r));
    sprintf(p, "global_store_b32 v2, v0, s[6:7] offset:%u\ns_endpgm\n", 4 * RESULTS);
    open_kernel_as(f, text, &raw, RESULTS + MAX_CASES * ITEMS * REGISTERS);
}

static void check_case(const uint32_t *got, const struct move *m, uint32_t m0, bool wave64)
{
    for (unsigned item = 0; item < ITEMS; item++) {
        uint32_t v[REGISTERS];
        for (unsigned r = 0; r < REGISTERS; r++)
            v[r] = first_value(r, item);
        if (is_active(item, wave64) && m->swap_halves)
            m->swap_halves(v);
        else if (is_active(item, wave64))
            do_move(m, m0, v, item, wave64);
        for (unsigned r = 0; r < REGISTERS; r++)
            if ((!r || r >= TO) && got[item * REGISTERS + r] != v[r])
                fail_msg("%s, M0 %#x, wave%u, item %u: v%u is %u, not %u", m->text, m0,
                         wave64 ? 64 : 32, item, r, got[item * REGISTERS + r], v[r]);
    }
}

static void check_move(const struct move *m, bool wave64)
{
    static const uint32_t grid[3] = {ITEMS * MAX_CASES, 1, 1}, block[3] = {ITEMS, 1, 1};
    struct fixture f;
    shoal_launch_stats stats;
    open_move(&f, m, wave64);
    memset(f.host, 0xcc, f.words * 4);
    memcpy(f.host, cases, sizeof cases);
    launch_counting(&f, SHOAL_ENGINE_JIT, grid, block, 1, &stats);
    assert_int_equal(stats.calls, 0);
    for (unsigned i = 0; i < MAX_CASES; i++)
        check_case(f.host + RESULTS + i * ITEMS * REGISTERS, m, cases[i], wave64);
    shoal_device_destroy(f.device);
}

static void moves_are_the_manuals(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++) {
        check_move(&moves[i], false);
        check_move(&moves[i], true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(moves_are_the_manuals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

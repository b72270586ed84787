/* test_stack.c: kernels as -O0 makes them: variables on a stack, scalars spilled to lanes of vector
 * registers that are on it, too, and a function that is called once, with loops (jit/slots.h,
 * jit/functions.h). Expected values: formulas; of random kernels, what the interpreter leaves;
 * counts: the interpreter's. */
#include "random_kernels.h"

/* What compiled code has in values over a loop, and calls whose return is not certain. */
static bool carries_slots(const struct fixture *f) { return has_block(f, "%slot"); }
static bool has_jumps(const struct fixture *f) { return has_block(f, "\njump"); }

/* Into how many functions its region is cut. */
static unsigned parts_of(const struct fixture *f)
{
    char *text = NULL;
    unsigned n = 0;
    assert_int_equal(shoal_jit_text(f->kernel, SHOAL_JIT_IR, &text, NULL), SHOAL_OK);
    for (const char *at = text; (at = strstr(at, "\ndefine internal")) != NULL; at++)
        n++;
    shoal_jit_text_free(text);
    return n;
}

/* ---- a function with a loop ---- */

enum { TURNS = 700 }; /* more than a wave's time slice */

/* The function: v2 = the sum of k + v0 for k < TURNS, on the stack, with its return address in
 * lanes of v3. Two work-items of three add. at_end: what it does to that address; in_loop:
 * something. */
static void put_function(struct writer *w, const char *in_loop, const char *at_end)
{
    put(w, "sum:\n"
           "v_writelane_b32 v3, s30, 4\nv_writelane_b32 v3, s31, 5\n"
           "v_mov_b32 v4, 0\ns_mov_b32 s12, 0\ns_mov_b32 s30, 77\ns_mov_b32 s31, 78\n"
           "scratch_store_b32 off, v4, s32 offset:4\n"
           "v_writelane_b32 v5, s12, 9\n"
           "s_or_saveexec_b32 s13, -1\nscratch_store_b32 off, v5, s32 offset:8\n"
           "s_mov_b32 exec_lo, s13\n"
           "turn:\n"
           "s_or_saveexec_b32 s13, -1\nscratch_load_b32 v5, off, s32 offset:8\n"
           "s_mov_b32 exec_lo, s13\ns_waitcnt vmcnt(0)\n"
           "v_readlane_b32 s12, v5, 9\n"
           "s_and_saveexec_b32 s14, s11\n"
           "scratch_load_b32 v4, off, s32 offset:4\ns_waitcnt vmcnt(0)\n"
           "v_add_nc_u32 v4, v4, v0\nv_add_nc_u32 v4, s12, v4\n"
           "scratch_store_b32 off, v4, s32 offset:4\n"
           "s_mov_b32 exec_lo, s14\n");
    put(w, "%s", in_loop);
    put(w,
        "s_add_i32 s12, s12, 1\nv_writelane_b32 v5, s12, 9\n"
        "s_or_saveexec_b32 s13, -1\nscratch_store_b32 off, v5, s32 offset:8\n"
        "s_mov_b32 exec_lo, s13\n"
        "s_cmp_lt_u32 s12, %u\ns_cbranch_scc1 turn\n"
        "scratch_load_b32 v2, off, s32 offset:4\ns_waitcnt vmcnt(0)\n"
        "v_readlane_b32 s30, v3, 4\nv_readlane_b32 s31, v3, 5\n",
        TURNS);
    put(w, "%ss_setpc_b64 s[30:31]\n", at_end);
}

/* calls: what the kernel does instead of one call of it. */
static void put_kernel(struct writer *w, const char *calls)
{
    put(w, "s_load_b64 s[4:5], s[0:1], null\ns_mov_b32 s32, 32\nv_mov_b32 v3, 0\nv_mov_b32 v5, 0\n"
           "v_cvt_f32_u32 v6, v0\nv_mul_f32 v6, 0x3eaaaaab, v6\nv_floor_f32 v6, v6\n"
           "v_cvt_u32_f32 v6, v6\nv_mul_u32_u24 v6, 3, v6\nv_cmp_ne_u32 s11, v6, v0\n"
           "v_mov_b32 v7, 0\n");
    put(w, "%s", calls);
    put(w, "v_add_nc_u32 v7, v7, v2\nv_lshlrev_b32 v1, 2, v0\ns_waitcnt lgkmcnt(0)\n"
           "global_store_b32 v1, v7, s[4:5]\ns_endpgm\n");
}

#define CALL                                                                                       \
    "s_getpc_b64 s[6:7]\nhere:\ns_add_u32 s6, s6, sum-here\ns_addc_u32 s7, s7, 0\n"                \
    "s_swappc_b64 s[30:31], s[6:7]\n"

/* Calls a small function with a branch, which is copied; then v9 += filler, which with others of
 * its kind fills a part of a region. */
static void put_call(struct writer *w, unsigned n, unsigned filler)
{
    put(w, "s_getpc_b64 s[6:7]\nhere%u:\ns_add_u32 s6, s6, small-here%u\ns_addc_u32 s7, s7, 0\n", n,
        n);
    put(w, "s_swappc_b64 s[30:31], s[6:7]\n.rept %u\nv_add_nc_u32 v9, 1, v9\n.endr\n", filler);
    put(w, "s_add_i32 s9, s9, 1\n");
}
#define SMALL                                                                                      \
    "small:\ns_bitcmp1_b32 s9, 0\ns_cbranch_scc1 odd\nv_add_nc_u32 v7, 1, v7\n"                    \
    "s_setpc_b64 s[30:31]\nodd:\nv_add_nc_u32 v7, 16, v7\ns_setpc_b64 s[30:31]\n"

static uint32_t sum_of(uint32_t x) { return x % 3 ? TURNS * x + TURNS * (TURNS - 1) / 2 : 0; }

/* times: how often the sum is added. is_certain: what is called and where it returns to is;
 * carries: the loop has its slots in values. */
static void run_function(const char *calls, const char *in_loop, const char *at_end, uint32_t times,
                         bool is_certain, bool carries)
{
    static const char *const levels[] = {NULL, "avx2", "sse2"};
    const uint32_t grid[3] = {192, 1, 1}, block[3] = {96, 1, 1};
    struct writer w = {.used = 0};
    put_kernel(&w, calls);
    put_function(&w, in_loop, at_end);
    for (unsigned k = 0; k < 3; k++) {
        shoal_launch_stats stats[2];
        struct fixture f;
        if (!use_level(levels[k]))
            continue;
        open_kernel(&f, w.text, IDS_X, 96);
        for (int e = 0; e < 2; e++) {
            memset(f.host, 0xcc, f.words * 4);
            if (launch(&f, e ? SHOAL_ENGINE_JIT : SHOAL_ENGINE_INTERP, grid, block, 1, &stats[e]))
                fail_msg("%s", shoal_last_error(f.device));
            for (uint32_t x = 0; x < 96; x++)
                assert_int_equal(f.host[x], times * sum_of(x));
        }
        same_counts(&stats[0], &stats[1]);
        assert_int_equal(has_jumps(&f), !is_certain);
        assert_int_equal(carries_slots(&f), carries);
        shoal_device_destroy(f.device);
    }
    use_level(NULL);
}

static void one_call(void **state)
{
    (void)state;
    run_function(CALL, "", "", 1, true, true);
}

static void with_barriers(void **state)
{
    (void)state;
    run_function(CALL, "s_barrier\n", "", 1, true, false);
}

/* Two calls in different places are two ways into one function. */
static void two_calls(void **state)
{
    (void)state;
    run_function(CALL "v_mov_b32 v7, v2\n"
                      "s_getpc_b64 s[6:7]\nthere:\ns_add_u32 s6, s6, sum-there\n"
                      "s_addc_u32 s7, s7, 0\ns_swappc_b64 s[30:31], s[6:7]\n",
                 "", "", 2, false, false);
}

/* The function returns behind an instruction that makes v2 0. */
static void returns_elsewhere(void **state)
{
    (void)state;
    run_function(CALL "v_mov_b32 v2, 0\n", "", "s_add_u32 s30, s30, 4\ns_addc_u32 s31, s31, 0\n", 1,
                 false, false);
}

/* The loop overwrites a lane with the return address, with what it was. */
static void address_is_written(void **state)
{
    (void)state;
    run_function(CALL,
                 "v_readlane_b32 s15, v3, 4\ns_add_u32 s15, s15, s8\nv_writelane_b32 v3, s15, 4\n",
                 "", 1, false, false);
}

/* A second call, of an address that is not known when code is compiled, returns elsewhere: waves
 * come to the loop with another return address. */
static void unknown_call(void **state)
{
    (void)state;
    run_function(CALL "v_mov_b32 v7, v2\nv_mov_b32 v8, s6\nv_readfirstlane_b32 s6, v8\n"
                      "s_swappc_b64 s[30:31], s[6:7]\n",
                 "", "", 2, false, false);
}

/* A region of several parts: edges between them lead out of copies, and into a loop of the function
 * that is moved, whose return address is in scalars. */
static void run_parts(unsigned filler)
{
    enum { CALLS = 12 };
    const uint32_t grid[3] = {96, 1, 1};
    struct writer w = {.used = 0};
    struct fixture f;
    put(&w, "s_load_b64 s[4:5], s[0:1], null\nv_mov_b32 v7, 0\nv_mov_b32 v9, 0\ns_mov_b32 s9, 0\n"
            "v_mov_b32 v2, 0\n");
    for (unsigned n = 0; n < CALLS; n++)
        put_call(&w, n, filler);
    put(&w, CALL "v_add_nc_u32 v7, v7, v2\nv_add_nc_u32 v7, v7, v9\nv_lshlrev_b32 v1, 2, v0\n"
                 "s_waitcnt lgkmcnt(0)\nglobal_store_b32 v1, v7, s[4:5]\ns_endpgm\n" SMALL);
    put(&w,
        "sum:\ns_mov_b32 s12, 0\nturn:\n.rept 300\nv_add_nc_u32 v2, v2, v0\n.endr\n"
        "s_cmp_lt_u32 s12, 2\ns_cbranch_scc1 less\n.rept 300\nv_add_nc_u32 v2, 1, v2\n.endr\n"
        "less:\ns_add_i32 s12, s12, 1\ns_cmp_lt_u32 s12, %u\ns_cbranch_scc1 turn\n"
        "s_setpc_b64 s[30:31]\n",
        TURNS);
    open_kernel(&f, w.text, IDS_X, 96);
    if (launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL))
        fail_msg("%s", shoal_last_error(f.device));
    for (uint32_t x = 0; x < 96; x++)
        assert_int_equal(f.host[x], CALLS / 2 * (1 + 16) + CALLS * filler + 300 * x * TURNS +
                                        300 * (TURNS - 2));
    assert_true(parts_of(&f) > 1);
    shoal_device_destroy(f.device);
}

static void in_parts(void **state)
{
    static const char *const levels[] = {"avx2", "sse2", NULL};
    (void)state;
    for (unsigned k = 0; k < 3; k++)
        for (unsigned filler = 240; use_level(levels[k]) && filler <= 500;
             filler += IS_SLOW ? 260 : 52)
            run_parts(filler);
    use_level(NULL);
}

/* Exchanges two rows behind a store to places of each lane, so that they are loaded. */
#define EXCHANGE                                                                                   \
    "scratch_store_b32 v9, v0, off offset:64\ns_or_saveexec_b32 s13, -1\n"                         \
    "scratch_load_b32 v1, off, off offset:16\nscratch_load_b32 v2, off, off offset:20\n"           \
    "s_waitcnt vmcnt(0)\nscratch_store_b32 off, v1, off offset:20\n"                               \
    "scratch_store_b32 off, v2, off offset:16\ns_mov_b32 exec_lo, s13\n"

/* A loop's head reads a lane of one of two rows: 7 and 5 by turns, of which s7 = 3 * s7 + that. */
static void rows_are_exchanged(void **state)
{
    static const char text[] =
        "s_load_b64 s[4:5], s[0:1], null\nv_mov_b32 v1, 5\nv_mov_b32 v2, 7\ns_mov_b32 s7, 0\n"
        "v_lshlrev_b32 v9, 2, v0\ns_mov_b32 s8, 0\n"
        "scratch_store_b32 off, v1, off offset:16\nscratch_store_b32 off, v2, off "
        "offset:20\n" EXCHANGE
        "turn:\ns_or_saveexec_b32 s13, -1\nscratch_load_b32 v3, off, off offset:16\n"
        "s_mov_b32 exec_lo, s13\ns_waitcnt vmcnt(0)\nv_readlane_b32 s6, v3, 3\n"
        "s_mul_i32 s7, s7, 3\ns_add_i32 s7, s7, s6\n" EXCHANGE
        "s_add_i32 s8, s8, 1\ns_cmp_lt_u32 s8, 5\ns_cbranch_scc1 turn\n"
        "v_mov_b32 v7, s7\nv_lshlrev_b32 v1, 2, v0\ns_waitcnt lgkmcnt(0)\n"
        "global_store_b32 v1, v7, s[4:5]\ns_endpgm\n";
    const uint32_t grid[3] = {32, 1, 1};
    struct fixture f;
    (void)state;
    open_kernel(&f, text, IDS_X, 32);
    if (launch(&f, SHOAL_ENGINE_JIT, grid, grid, 1, NULL))
        fail_msg("%s", shoal_last_error(f.device));
    for (uint32_t x = 0; x < 32; x++)
        assert_int_equal(f.host[x], (((7 * 3 + 5) * 3 + 7) * 3 + 5) * 3 + 7);
    assert_true(carries_slots(&f));
    shoal_device_destroy(f.device);
}

/* ---- random kernels ---- */

enum {
    SLOTS = 8, /* dwords on the stack; behind them, two rows of spilled scalars */
    SPILLED = 4,
    RESULTS = 16 + SLOTS + SPILLED,
    STACK = 32, /* bytes below it */
};

/* How deep a piece of code is in branches and loops. */
struct place {
    unsigned branches, loops;
    bool is_uniform;
};

static unsigned labels;

static unsigned scalar(struct writer *w) { return 20 + pick(w, SPILLED); }

static void put_slot(struct writer *w)
{
    unsigned n = pick(w, SLOTS), v = any(w), part = pick(w, 4);
    switch (pick(w, 8)) {
    case 0:
        n -= n % 2;
        v = v == 25 ? 24 : v;
        put(w, "scratch_store_b64 off, v[%u:%u], s33 offset:%u\n", v, v + 1, 4 * n);
        break;
    case 1:
        put(w, "scratch_store_b8 off, v%u, s33 offset:%u\n", v, 4 * n + part);
        break;
    case 2:
        put(w, "scratch_load_u8 v%u, off, s33 offset:%u\ns_waitcnt vmcnt(0)\n", v, 4 * n + part);
        break;
    case 3:
        put(w, "v_mov_b32 v31, %u\nv_mov_b32 v32, s15\nflat_%s v[31:32]%s", STACK + 4 * n,
            pick(w, 2) ? "store_b32" : "store_b8", "");
        put(w, ", v%u\n", v);
        break;
    case 4:
        put(w,
            "v_mov_b32 v31, %u\nv_mov_b32 v32, s15\nflat_load_b32 v%u, v[31:32]\n"
            "s_waitcnt vmcnt(0) lgkmcnt(0)\n",
            STACK + 4 * n, v);
        break;
    case 5:
        put(w, "scratch_load_b32 v%u, off, s33 offset:%u\ns_waitcnt vmcnt(0)\n", v, 4 * n);
        break;
    default:
        put(w, "scratch_store_b32 off, v%u, s33 offset:%u\n", v, 4 * n);
        break;
    }
}

/* Rows of scalars are stored in all lanes. */
static void put_spill(struct writer *w)
{
    unsigned row = pick(w, 2), to = pick(w, 4) ? row : 1 - row, lane = pick(w, SPILLED);
    if (pick(w, 2))
        put(w,
            "s_or_saveexec_b32 s18, -1\nscratch_load_b32 v%u, off, s33 offset:%u\n"
            "s_mov_b32 exec_lo, s18\ns_waitcnt vmcnt(0)\n",
            28 + row, 4 * (SLOTS + row));
    for (unsigned n = pick(w, 3); n > 0; n--)
        put(w, "v_readlane_b32 s%u, v%u, %u\n", scalar(w), 28 + row, pick(w, SPILLED));
    put(w, "s_add_u32 s%u, s%u, s%u\n", scalar(w), scalar(w), scalar(w));
    for (unsigned n = pick(w, 3); n > 0; n--)
        put(w, "v_writelane_b32 v%u, s%u, %u\n", 28 + row, scalar(w), lane++ % SPILLED);
    if (pick(w, 2))
        put(w,
            "s_or_saveexec_b32 s18, -1\nscratch_store_b32 off, v%u, s33 offset:%u\n"
            "s_mov_b32 exec_lo, s18\n",
            28 + row, 4 * (SLOTS + to));
}

static void put_piece(struct writer *w, struct place at, unsigned ops);

static void put_branch(struct writer *w, struct place at, unsigned ops)
{
    unsigned n = labels++;
    at.branches++;
    if (pick(w, 3) == 0) {
        put(w, "s_cmp_lt_u32 s%u, s%u\ns_cbranch_scc1 join%u\n", scalar(w), scalar(w), n);
        put_piece(w, at, ops);
        put(w, "join%u:\n", n);
        return;
    }
    unsigned saved = 40 + at.branches;
    at.is_uniform = false;
    put(w, "v_cmp_lt_u32 vcc_lo, v%u, v%u\ns_and_saveexec_b32 s%u, vcc_lo\n", any(w), any(w),
        saved);
    if (pick(w, 4))
        put(w, "s_cbranch_execz join%u\n", n);
    put_piece(w, at, ops);
    put(w, "join%u:\ns_or_b32 exec_lo, exec_lo, s%u\n", n, saved);
}

static void put_loop(struct writer *w, struct place at, unsigned ops)
{
    unsigned n = labels++, counter = 50 + at.loops;
    at.loops++;
    put(w, "s_mov_b32 s%u, 0\nloop%u:\n", counter, n);
    put_piece(w, at, ops);
    if (pick(w, 4) == 0 && at.is_uniform)
        put(w, "s_barrier\n");
    put(w, "s_add_i32 s%u, s%u, 1\ns_cmp_lt_u32 s%u, %u\ns_cbranch_scc1 loop%u\n", counter, counter,
        counter, at.loops == 1 && pick(w, 8) == 0 ? 600 : 2 + pick(w, 4), n);
}

static void put_piece(struct writer *w, struct place at, unsigned ops)
{
    while (ops) {
        unsigned inner = ops > 4 ? 2 + pick(w, ops - 3) : 0, kind = pick(w, 10);
        if (inner && kind < 2 && at.loops < 2) {
            put_loop(w, at, inner - 1);
            ops -= inner;
        } else if (inner && kind < 4 && at.branches < 3) {
            put_branch(w, at, inner - 1);
            ops -= inner;
        } else {
            if (kind < 7)
                put_slot(w);
            else if (kind == 7)
                put_spill(w);
            else
                put_computation(w);
            ops--;
        }
    }
}

static void put_start(struct writer *w, const uint32_t block[3])
{
    begin_text(w, block);
    put(w, "s_mov_b32 s32, %u\ns_mov_b64 s[14:15], src_private_base\n", STACK);
    put(w, "v_lshlrev_b32 v6, 6, v5\nv_and_b32 v6, 0xffff, v6\n");
    for (unsigned i = 0; i < 4; i++)
        put(w, "global_load_b128 v[%u:%u], v6, s[6:7] offset:%u\n", 10 + 4 * i, 13 + 4 * i, 16 * i);
    for (unsigned i = 0; i < SPILLED; i++)
        put(w, "s_mov_b32 s%u, %u\n", 20 + i, 3 + 5 * i);
    put(w, "v_mov_b32 v27, v4\nv_mov_b32 v28, v4\nv_mov_b32 v29, v5\ns_waitcnt vmcnt(0)\n");
    for (unsigned i = 0; i < SLOTS + 2; i++)
        put(w, "scratch_store_b32 off, v5, off offset:%u\n", STACK + 4 * i);
}

static void put_end(struct writer *w, uint32_t input)
{
    put(w, "v_mul_u32_u24 v6, %u, v5\nv_add_nc_u32 v6, 0x%x, v6\n", 4 * RESULTS, 4 * input);
    for (unsigned i = 0; i < 4; i++)
        put(w, "global_store_b128 v6, v[%u:%u], s[6:7] offset:%u\n", 10 + 4 * i, 13 + 4 * i,
            16 * i);
    for (unsigned i = 0; i < SLOTS; i++)
        put(w,
            "scratch_load_b32 v10, off, off offset:%u\ns_waitcnt vmcnt(0)\n"
            "global_store_b32 v6, v10, s[6:7] offset:%u\n",
            STACK + 4 * i, 64 + 4 * i);
    for (unsigned i = 0; i < SPILLED; i++)
        put(w, "v_mov_b32 v10, s%u\nglobal_store_b32 v6, v10, s[6:7] offset:%u\n", 20 + i,
            64 + 4 * (SLOTS + i));
    put(w, "s_endpgm\n");
}

static void put_body(struct writer *w, unsigned ops)
{
    unsigned known = pick(w, SLOTS + 1);
    put(w, "s_mov_b32 s33, s32\n");
    for (unsigned i = 0; i < SLOTS; i++)
        put(w, "scratch_store_b32 off, v%u, s33 offset:%u\n", i < known ? any(w) : 10, 4 * i);
    put(w,
        "s_or_saveexec_b32 s18, -1\nscratch_store_b32 off, v28, s33 offset:%u\n"
        "scratch_store_b32 off, v29, s33 offset:%u\ns_mov_b32 exec_lo, s18\n",
        4 * SLOTS, 4 * SLOTS + 4);
    put_loop(w, (struct place){.is_uniform = true}, ops);
    put_piece(w, (struct place){.is_uniform = true}, ops / 4);
}

/* In half of them all is in a function, whose return address is in lanes of v27. */
static void put_random(struct writer *w, const uint32_t block[3], uint32_t input)
{
    bool calls = pick(w, 2), is_narrow = pick(w, 3) == 0;
    labels = 0;
    put_start(w, block);
    if (is_narrow)
        put(w, "v_cmp_lt_u32 vcc_lo, v10, v11\ns_and_saveexec_b32 s39, vcc_lo\n");
    if (calls)
        put(w, "s_getpc_b64 s[34:35]\nhere:\ns_add_u32 s34, s34, body-here\n"
               "s_addc_u32 s35, s35, 0\ns_swappc_b64 s[30:31], s[34:35]\n");
    else
        put_body(w, 6 + pick(w, 30));
    if (is_narrow)
        put(w, "s_mov_b32 exec_lo, s39\n");
    put_end(w, input);
    if (!calls)
        return;
    put(w, "body:\nv_writelane_b32 v27, s30, 0\nv_writelane_b32 v27, s31, 1\n");
    put_body(w, 6 + pick(w, 30));
    put(w, "v_readlane_b32 s30, v27, 0\nv_readlane_b32 s31, v27, 1\ns_setpc_b64 s[30:31]\n");
}

static void random_kernels(void **state)
{
    static const uint32_t shapes[][3] = {{64, 1, 1}, {32, 1, 1}, {16, 4, 1}, {96, 1, 1}};
    static const char *const levels[] = {NULL, NULL, "avx2", "sse2"};
    enum { INPUT = 1 << 14 };
    unsigned carried = 0;
    (void)state;
    for (unsigned n = first_kernel; n < first_kernel + kernels; n++) {
        struct writer w = {.used = 0, .state = n};
        const uint32_t *block = shapes[n % 4];
        uint32_t grid[3];
        struct fixture f;
        if (!use_level(levels[n / 4 % 4]))
            continue;
        next_random(&w.state);
        put_random(&w, block, INPUT);
        grid_of(block, grid);
        open_kernel(&f, w.text, IDS_XYZ, INPUT + GROUPS_X * GROUPS_Y * items_of(block) * RESULTS);
        same_as_interpreter(&f, n, w.text, grid, block, 0, INPUT);
        carried += carries_slots(&f);
        shoal_device_destroy(f.device);
    }
    use_level(NULL);
    assert_true(kernels < 40 || 4 * carried > kernels);
}

int main(int argc, char **argv)
{
    choose_kernels(argc, argv);
    setenv("SHOAL_CACHE", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call),           cmocka_unit_test(with_barriers),
        cmocka_unit_test(two_calls),          cmocka_unit_test(returns_elsewhere),
        cmocka_unit_test(address_is_written), cmocka_unit_test(unknown_call),
        cmocka_unit_test(in_parts),           cmocka_unit_test(rows_are_exchanged),
        cmocka_unit_test(random_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* mem_test.h: what the tests of memory instructions share: every host level in both wave
 * sizes, patterns of addresses and EXEC, and a scalar reference of loads and stores written
 * from the manual (table 41, 16.15, 16.20) without looking at the layer. */
#ifndef SHOAL_TESTS_MEM_TEST_H
#define SHOAL_TESTS_MEM_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "harness.h"

static struct harness h;
static bool is_open;
static unsigned waves_opened;

static void close_wave(void)
{
    if (is_open)
        harness_close(&h);
    is_open = false;
}

/* Configuration n: a level and a wave size. false: the CPU lacks the level. */
static bool open_wave(unsigned n)
{
    close_wave();
    is_open = harness_open(&h, host_levels[n / 2], n % 2 ? 64 : 32);
    if (is_open)
        harness_reset(&h), waves_opened++;
    return is_open;
}

#define EACH_WAVE                                                                                  \
    for (unsigned wave_config = 0; wave_config < 2 * HOST_LEVELS; wave_config++)                   \
        if (open_wave(wave_config))

static int close_at_end(void **state)
{
    (void)state;
    close_wave();
    return waves_opened ? 0 : -1; /* a run without any level has tested nothing */
}

/* ---- random numbers: the same in every run ---- */

static uint64_t random_state = 88172645463325252u;

static inline uint32_t rnd(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 16);
}

static inline void fill(void *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        ((uint8_t *)p)[i] = (uint8_t)rnd();
}

static inline void fill_registers(unsigned first, unsigned count)
{
    for (unsigned r = first; r < first + count; r++)
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, r, l, rnd());
}

/* ---- patterns ---- */

enum pattern { DENSE, SAME, STRIDED, REVERSED, RANDOM, UNALIGNED, NEARLY_DENSE, PATTERNS };

/* Offset of a lane's element below `size`, multiples of `align` where the pattern is aligned. */
static inline uint32_t pattern_offset(enum pattern p, unsigned lane, unsigned bytes, uint32_t base,
                                      uint32_t size, unsigned align)
{
    uint32_t at;
    switch (p) {
    case DENSE:
        at = base + lane * bytes;
        break;
    case SAME:
        at = base;
        break;
    case STRIDED:
        at = base + lane * (bytes * 3 + 4);
        break;
    case REVERSED:
        at = base + (63 - lane) * bytes;
        break;
    case NEARLY_DENSE:
        at = base + lane * bytes + (lane == 17 ? 64 : 0);
        break;
    case UNALIGNED:
        return rnd() % (size - bytes);
    default:
        at = rnd() % (size - bytes);
        break;
    }
    return at / align * align;
}

static const uint64_t exec_masks[] = {UINT64_MAX,
                                      0,
                                      1,
                                      UINT64_C(0x8000000080000000),
                                      UINT64_C(0xa5a5f00f0ff055aa),
                                      UINT64_C(0xfffffffe7fffffff),
                                      UINT64_C(0x00000000ffffffff),
                                      UINT64_C(0xffffffff00000000)};
enum { EXEC_MASKS = sizeof exec_masks / sizeof exec_masks[0] };

static inline bool lane_on(unsigned lane)
{
    return h.w->s[SRC_EXEC_LO + lane / 32] >> lane % 32 & 1;
}

static inline void set_exec(uint64_t mask)
{
    set_s64(h.w, SRC_EXEC_LO, h.lanes == 64 ? mask : (uint32_t)mask);
}

/* ---- the reference ---- */

enum element {
    U8,
    I8,
    U16,
    I16,
    B32,
    B64,
    B96,
    B128,
    D16_U8,
    D16_I8,
    D16_B16,
    HI_U8,
    HI_I8,
    HI_B16,
    HI_B8_STORE,
    HI_B16_STORE,
    B8_STORE,
    B16_STORE
};

static inline unsigned element_bytes(enum element e)
{
    static const uint8_t bytes[] = {1, 1, 2, 2, 4, 8, 12, 16, 1, 1, 2, 1, 1, 2, 1, 2, 1, 2};
    return bytes[e];
}

static inline unsigned element_dwords(enum element e)
{
    return element_bytes(e) <= 4 ? 1 : element_bytes(e) / 4;
}

/* What lies at p as the destination registers get it; d: old value in, new value out. */
static inline void reference_load(enum element e, const uint8_t *p, uint32_t d[4])
{
    uint32_t byte = p[0], sbyte = (uint32_t)(int32_t)(int8_t)p[0];
    uint32_t half = element_bytes(e) > 1 ? p[0] | (uint32_t)p[1] << 8 : 0;
    switch (e) {
    case U8:
        d[0] = byte;
        break;
    case I8:
        d[0] = sbyte;
        break;
    case U16:
        d[0] = half;
        break;
    case I16:
        d[0] = (uint32_t)(int32_t)(int16_t)half;
        break;
    case D16_U8:
        d[0] = (d[0] & 0xffff0000) | byte;
        break;
    case D16_I8:
        d[0] = (d[0] & 0xffff0000) | (sbyte & 0xffff);
        break;
    case D16_B16:
        d[0] = (d[0] & 0xffff0000) | half;
        break;
    case HI_U8:
        d[0] = (d[0] & 0xffff) | byte << 16;
        break;
    case HI_I8:
        d[0] = (d[0] & 0xffff) | sbyte << 16;
        break;
    case HI_B16:
        d[0] = (d[0] & 0xffff) | half << 16;
        break;
    default:
        memcpy(d, p, element_bytes(e));
        break;
    }
}

static inline void reference_store(enum element e, const uint32_t d[4], uint8_t *p)
{
    uint32_t value = e == HI_B8_STORE || e == HI_B16_STORE ? d[0] >> 16 : d[0];
    if (element_bytes(e) > 4)
        memcpy(p, d, element_bytes(e));
    else
        memcpy(p, &value, element_bytes(e));
}

struct named_element {
    const char *name; /* after the prefix of the family */
    enum element element;
};

static inline struct rdna3_insn insn(const char *prefix, const char *name)
{
    char text[64];
    snprintf(text, sizeof text, "%s%s", prefix, name);
    const struct rdna3_row *row = rdna3_find(text, strlen(text));
    if (!row)
        fail_msg("no row %s", text);
    return harness_insn(text, row->format);
}

/* Whether the row has an operand; fields that no operand uses have to stay 0. */
static inline bool has_role(const struct rdna3_insn *in, unsigned role)
{
    for (unsigned i = 0; i < rdna3_rows[in->row].n_operands; i++)
        if (rdna3_rows[in->row].operands[i].role == role)
            return true;
    return false;
}

#define EXPECT(got, want, ...)                                                                     \
    do {                                                                                           \
        unsigned long long got_ = (got), want_ = (want);                                           \
        if (got_ != want_) {                                                                       \
            print_error(__VA_ARGS__);                                                              \
            fail_msg(": got %#llx, want %#llx (%s, wave%u)", got_, want_,                          \
                     host_levels[wave_config / 2], h.lanes);                                       \
        }                                                                                          \
    } while (0)

#define EXPECT_FAULT(insn, why)                                                                    \
    do {                                                                                           \
        assert_false(harness_run_insn(&h, (insn)));                                                \
        assert_int_equal(h.w->base.stop, STOP_FAULT);                                              \
        assert_int_equal(h.w->base.fault.cause, (why));                                            \
    } while (0)

#endif

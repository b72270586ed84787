/* memory.c: loads, stores and atomics: address spaces, the private formula, widths, 64-bit
 * addresses, element widths, faults. Expected places are computed here from the formulas of
 * spec memory-model.md 2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness.h"

enum { LANES = 16 };
#define DATA    (HARNESS_BASE + 0x20000)
#define LDS     0x70000000u
#define PRIVATE (HARNESS_BASE + HARNESS_MEMORY / 2)

static uint8_t *at(struct harness *h, uint32_t device)
{
    return device - LDS < HARNESS_LDS ? h->group.lds + (device - LDS)
                                      : h->memory + (device - HARNESS_BASE);
}
static uint32_t word(struct harness *h, uint32_t device)
{
    uint32_t x;
    memcpy(&x, at(h, device), 4);
    return x;
}
static void set_word(struct harness *h, uint32_t device, uint32_t x)
{
    memcpy(at(h, device), &x, 4);
}

/* memory-model.md 2.1, manual */
static uint32_t formula(uint32_t a, uint32_t lane)
{
    return (a & ~3u) * LANES + (a & 3) + lane * 4 + PRIVATE;
}

static void open_16(struct harness *h, unsigned dialect)
{
    assert_true(harness_open(h, NULL, LANES, dialect));
    for (unsigned i = 0; i < 0x10000; i += 4) {
        set_word(h, DATA + i, i * 2654435761u);
        set_word(h, LDS + i, ~(i * 2654435761u));
    }
}

struct width_case {
    const char *load, *store;
    unsigned bytes;
    bool is_signed;
};

/* One family: lane l's register has base(l); the access must go to place(l). */
static void family(struct harness *h, const struct width_case *t, uint32_t (*base)(unsigned),
                   uint32_t (*place)(uint32_t a, unsigned lane), int offset)
{
    for (unsigned l = 0; l < LANES; l++) {
        h->w->v[2].u[l] = base(l);
        h->w->v[4].u[l] = 0xa0b0c0d0 + l * 0x01010101;
        h->w->v[5].u[l] = 1234;
    }
    h->w->mask = 0xfff7;
    update_on(h->w);
    struct ventus_insn in = harness_insn(t->load);
    in.f[VF_rd] = 5, in.f[VF_rs1] = 2, in.f[VF_imm] = (uint32_t)offset & 0xfff;
    if (ventus_formats[in.format].places[VROLE_k].kind == VK_simm11)
        in.f[VF_imm] &= 0x7ff;
    if (!harness_run_insn(h, &in))
        fail_msg("%s: %s", t->load, h->w->base.fault.text);
    for (unsigned l = 0; l < LANES; l++) {
        uint32_t a = place(base(l) + (uint32_t)offset, l), want = 0;
        memcpy(&want, at(h, a), t->bytes);
        if (t->is_signed)
            want = t->bytes == 1 ? (uint32_t)(int8_t)want : (uint32_t)(int16_t)want;
        assert_int_equal(harness_lane(h, 5, l), l == 3 ? 1234 : want);
    }
    if (!t->store)
        return;
    in = harness_insn(t->store);
    in.f[VF_rs2] = 4, in.f[VF_rs1] = 2, in.f[VF_imm] = (uint32_t)offset & 0xfff;
    if (ventus_formats[in.format].places[VROLE_k].kind == VK_simm11)
        in.f[VF_imm] &= 0x7ff;
    uint32_t before = word(h, place(base(3) + (uint32_t)offset, 3) & ~3u);
    assert_true(harness_run_insn(h, &in));
    for (unsigned l = 0; l < LANES; l++) {
        uint32_t a = place(base(l) + (uint32_t)offset, l), got = 0;
        memcpy(&got, at(h, a), t->bytes);
        uint32_t want = h->w->v[4].u[l] & (t->bytes == 4 ? ~0u : (1u << 8 * t->bytes) - 1);
        if (l != 3)
            assert_int_equal(got, want);
    }
    assert_int_equal(word(h, place(base(3) + (uint32_t)offset, 3) & ~3u), before);
    h->w->mask = h->w->all;
    update_on(h->w);
}

static uint32_t global_base(unsigned l) { return DATA + 64 * ((l * 7) % 16); }
static uint32_t dense_base(unsigned l) { return DATA + 4 * l; }
static uint32_t lds_base(unsigned l) { return LDS + 64 * l; }
static uint32_t mixed_base(unsigned l) { return l & 1 ? lds_base(l) : global_base(l); }
static uint32_t private_base(unsigned l) { return 8 * l; }
static uint32_t flat_base(unsigned l)
{
    return l % 3 == 0 ? lds_base(l) : l % 3 == 1 ? global_base(l) : private_base(l);
}
static uint32_t local_base(unsigned l) { return 64 * l; }
static uint32_t plain(uint32_t a, unsigned lane)
{
    (void)lane;
    return a;
}
static uint32_t local(uint32_t a, unsigned lane)
{
    (void)lane;
    return LDS + a;
}
static uint32_t private_place(uint32_t a, unsigned lane) { return formula(a, lane); }
static uint32_t flat_place(uint32_t a, unsigned lane)
{
    return lane % 3 == 2 ? formula(a, lane) : a;
}

static void families(void **state)
{
    (void)state;
#define FAMILY(suffix)                                                                             \
    {                                                                                              \
        {"vlb" suffix, NULL, 1, true}, {"vlbu" suffix, "vsb" suffix, 1, false},                    \
            {"vlh" suffix, NULL, 2, true}, {"vlhu" suffix, "vsh" suffix, 2, false},                \
            {"vlw" suffix, "vsw" suffix, 4, false},                                                \
    }
    static const struct width_case flat[5] = FAMILY("12.v"), global[5] = FAMILY("_global.v"),
                                   loc[5] = FAMILY("_local.v"), priv[5] = FAMILY("_private.v"),
                                   old[5] = FAMILY(".v");
    struct harness h;
    open_16(&h, HARNESS_MANUAL);
    for (unsigned i = 0; i < 5; i++) {
        family(&h, &flat[i], global_base, plain, -4);
        family(&h, &flat[i], dense_base, plain, 2047 - 2047 % 4);
        family(&h, &flat[i], lds_base, plain, 12);
        family(&h, &flat[i], mixed_base, plain, 5);
        family(&h, &flat[i], flat_base, flat_place, 4);
        family(&h, &global[i], global_base, plain, 8);
        family(&h, &loc[i], local_base, local, 100);
        family(&h, &priv[i], private_base, private_place, 4);
    }
    harness_close(&h);
    open_16(&h, HARNESS_TOOLCHAIN);
    for (unsigned i = 0; i < 5; i++) {
        family(&h, &flat[i], mixed_base, plain, -8);
        family(&h, &old[i], private_base, private_place, 16);
    }
    harness_close(&h);
    /* the example of memory-model.md 2.1: 32 lanes, a = 0x0a, lane 5, one byte */
    assert_true(harness_open(&h, NULL, 32, HARNESS_MANUAL));
    *at(&h, PRIVATE + 0x116) = 0x5a;
    struct ventus_insn in = harness_insn("vlbu_private.v");
    in.f[VF_rd] = 5, in.f[VF_rs1] = 2;
    h.w->v[2].u[5] = 0xa;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 5, 5), 0x5a);
    /* a word that crosses two private words comes byte by byte */
    for (unsigned i = 0; i < 8; i++)
        *at(&h, (i & 4) * 32 + (i & 3) + 4 * 9 + PRIVATE) = (uint8_t)(0x10 + i);
    in = harness_insn("vlw_private.v");
    in.f[VF_rd] = 5, in.f[VF_rs1] = 2, in.f[VF_imm] = 2;
    for (unsigned l = 0; l < 32; l++)
        h.w->v[2].u[l] = 0;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 5, 9), 0x15141312);
    harness_close(&h);
}

/* RVV loads and stores: element i to lane i, EEW from the name. */
static void vectors(void **state)
{
    (void)state;
    struct harness h;
    open_16(&h, HARNESS_MANUAL);
    h.w->x[10] = DATA + 4;
    h.w->x[11] = 12;
    static const char *const unit[] = {"vle8.v", "vle16.v", "vle32.v"};
    static const char *const strided[] = {"vlse8.v", "vlse16.v", "vlse32.v"};
    static const char *const unit_store[] = {"vse8.v", "vse16.v", "vse32.v"};
    for (unsigned i = 0; i < 3; i++) {
        unsigned bytes = 1u << i;
        struct ventus_insn in = harness_insn(unit[i]);
        in.f[VF_rd] = 4, in.f[VF_rs1] = 10;
        assert_true(harness_run_insn(&h, &in));
        in = harness_insn(strided[i]);
        in.f[VF_rd] = 5, in.f[VF_rs1] = 10, in.f[VF_rs2] = 11;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < LANES; l++) {
            uint32_t want = 0, stride = 0;
            memcpy(&want, at(&h, DATA + 4 + l * bytes), bytes);
            memcpy(&stride, at(&h, DATA + 4 + l * 12), bytes);
            assert_int_equal(harness_lane(&h, 4, l), want);
            assert_int_equal(harness_lane(&h, 5, l), stride);
            h.w->v[6].u[l] = 0x11223300 + l;
        }
        in = harness_insn(unit_store[i]);
        in.f[VF_rd] = 6, in.f[VF_rs1] = 10;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < LANES; l++) {
            uint32_t got = 0;
            memcpy(&got, at(&h, DATA + 4 + l * bytes), bytes);
            assert_int_equal(got, (0x11223300 + l) & (bytes == 4 ? ~0u : (1u << 8 * bytes) - 1));
        }
    }
    /* indexed: data of SEW 64 in pairs, index 16 bits of the lane */
    harness_configure(&h, 3, 1, LANES);
    for (unsigned l = 0; l < LANES; l++)
        h.w->v[2].u[l] = 0xabcd0000 | 24 * l;
    struct ventus_insn in = harness_insn("vluxei16.v");
    in.f[VF_rd] = 4, in.f[VF_rs1] = 10, in.f[VF_rs2] = 2;
    assert_true(harness_run_insn(&h, &in));
    for (unsigned l = 0; l < LANES; l++) {
        assert_int_equal(harness_lane(&h, 4, l), word(&h, DATA + 4 + 24 * l));
        assert_int_equal(harness_lane(&h, 5, l), word(&h, DATA + 8 + 24 * l));
    }
    /* LMUL 2: element e in register e / 16 */
    harness_configure(&h, 2, 2, 30);
    in = harness_insn("vle32.v");
    in.f[VF_rd] = 8, in.f[VF_rs1] = 10;
    h.w->v[9].u[14] = 5;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 9, 13), word(&h, DATA + 4 + 4 * 29));
    assert_int_equal(harness_lane(&h, 9, 14), 5);
    in.f[VF_rd] = 9; /* no group */
    assert_false(harness_run_insn(&h, &in));
    harness_close(&h);
}

static struct ventus_insn memory_prefix(const char *name, unsigned row, bool pair)
{
    struct ventus_insn in = harness_insn(name);
    in.prefix_row = (uint16_t)row;
    in.pair = pair;
    return in;
}

/* PREFIX_MEMORY: widths, spaces, 64-bit addresses; the 12D family. */
static void prefixes(void **state)
{
    (void)state;
    struct harness h;
    open_16(&h, HARNESS_MANUAL);
    for (unsigned l = 0; l < LANES; l++)
        h.w->v[2].u[l] = 16 * l;
    for (unsigned words = 1; words <= 4; words++)
        for (unsigned space = 1; space < 4; space++) {
            struct ventus_insn in =
                memory_prefix("vlw12.v", VENTUS_PRE_M_32 + 4 * space + words - 1, false);
            in.f[VF_rd] = 4, in.f[VF_rs1] = 2, in.f[VF_imm] = 4;
            for (unsigned l = 0; l < LANES; l++)
                h.w->v[2].u[l] = (space == 1 ? DATA : 0) + 16 * l;
            for (unsigned k = 0; k < 5; k++)
                h.w->v[4 + k].u[7] = 99;
            if (!harness_run_insn(&h, &in))
                fail_msg("%s", h.w->base.fault.text);
            for (unsigned k = 0; k < 5; k++) {
                uint32_t a = 16 * 7 + 4 + 4 * k;
                uint32_t place = space == 1 ? DATA + a : space == 2 ? formula(a, 7) : LDS + a;
                assert_int_equal(harness_lane(&h, 4 + k, 7), k < words ? word(&h, place) : 99);
            }
            struct ventus_insn store =
                memory_prefix("vsw12.v", VENTUS_PRE_M_32 + 4 * space + words - 1, false);
            store.f[VF_rs2] = 20, store.f[VF_rs1] = 2, store.f[VF_imm] = 4;
            for (unsigned k = 0; k < 4; k++)
                for (unsigned l = 0; l < LANES; l++)
                    h.w->v[20 + k].u[l] = 1000 * words + 100 * k + l;
            assert_true(harness_run_insn(&h, &store));
            for (unsigned k = 0; k < words; k++) {
                uint32_t a = 16 * 7 + 4 + 4 * k;
                uint32_t place = space == 1 ? DATA + a : space == 2 ? formula(a, 7) : LDS + a;
                assert_int_equal(word(&h, place), 1000 * words + 100 * k + 7);
            }
        }
    /* scalar: four words from a 64-bit address */
    h.w->x[10] = DATA, h.w->x[11] = 0;
    struct ventus_insn in = memory_prefix("lw", VENTUS_PRE_M_128, true);
    in.f[VF_rd] = 12, in.f[VF_rs1] = 10, in.f[VF_imm] = 8;
    assert_true(harness_run_insn(&h, &in));
    for (unsigned k = 0; k < 4; k++)
        assert_int_equal(h.w->x[12 + k], word(&h, DATA + 8 + 4 * k));
    in = harness_insn("ld"); /* 32 bits from a 64-bit address */
    in.f[VF_rd] = 12, in.f[VF_rs1] = 10, in.f[VF_imm] = 4;
    h.w->x[13] = 42;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(h.w->x[12], word(&h, DATA + 4));
    assert_int_equal(h.w->x[13], 42);
    in.f[VF_rs1] = 11;
    assert_false(harness_run_insn(&h, &in)); /* no pair */
    /* 12D */
    in = harness_insn("vlw12d.v");
    in.f[VF_rd] = 4, in.f[VF_rs1] = 2, in.f[VF_imm] = 0xffc;
    for (unsigned l = 0; l < LANES; l++)
        harness_set64(&h, 2, l, DATA + 4 * l + 4);
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(harness_lane(&h, 4, 5), word(&h, DATA + 20));
    harness_set64(&h, 2, 5, 0x100000000ull + DATA);
    assert_false(harness_run_insn(&h, &in));
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_MEMORY);
    assert_int_equal(h.w->base.fault.lanes, 1 << 5);
    assert_non_null(strstr(h.w->base.fault.text, "upper 32 bits"));
    harness_close(&h);
}

static void scalars(void **state)
{
    (void)state;
    struct harness h;
    open_16(&h, HARNESS_MANUAL);
    static const struct {
        const char *name;
        uint32_t want;
    } loads[] = {
        {"lb", 0xffffff80}, {"lbu", 0x80}, {"lh", 0xffff8180}, {"lhu", 0x8180}, {"lw", 0x83828180}};
    h.w->x[10] = DATA + 0x100;
    for (unsigned space = 0; space < 2; space++) {
        uint32_t base = space ? LDS + 0x100 : DATA + 0x100;
        h.w->x[10] = base;
        set_word(&h, base - 4, 0x83828180);
        for (unsigned i = 0; i < 5; i++) {
            struct ventus_insn in = harness_insn(loads[i].name);
            in.f[VF_rd] = 11, in.f[VF_rs1] = 10, in.f[VF_imm] = 0xffc;
            assert_true(harness_run_insn(&h, &in));
            assert_int_equal(h.w->x[11], loads[i].want);
        }
        h.w->x[12] = 0xaabbccdd;
        const char *stores[] = {"sb", "sh", "sw"};
        const uint32_t after[] = {0x838281dd, 0x8382ccdd, 0xaabbccdd};
        for (unsigned i = 0; i < 3; i++) {
            struct ventus_insn in = harness_insn(stores[i]);
            in.f[VF_rs2] = 12, in.f[VF_rs1] = 10, in.f[VF_imm] = 0xffc;
            assert_true(harness_run_insn(&h, &in));
            assert_int_equal(word(&h, base - 4), after[i]);
        }
    }
    harness_close(&h);
}

static void atomics(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t mem, data, want;
    } cases[] = {
        {"amoadd.w", 5, 7, 12},
        {"amoswap.w", 5, 7, 7},
        {"amoxor.w", 0xff00, 0x0ff0, 0xf0f0},
        {"amoand.w", 0xff00, 0x0ff0, 0x0f00},
        {"amoor.w", 0xff00, 0x0ff0, 0xfff0},
        {"amomin.w", 5, (uint32_t)-7, (uint32_t)-7},
        {"amomax.w", 5, (uint32_t)-7, 5},
        {"amominu.w", 5, (uint32_t)-7, 5},
        {"amomaxu.w", 5, (uint32_t)-7, (uint32_t)-7},
    };
    struct harness h;
    open_16(&h, HARNESS_MANUAL);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned space = 0; space < 2; space++) {
            uint32_t place = space ? LDS + 8 : DATA + 8;
            set_word(&h, place, cases[i].mem);
            h.w->x[10] = place, h.w->x[11] = cases[i].data;
            struct ventus_insn in = harness_insn(cases[i].name);
            in.f[VF_rd] = 12, in.f[VF_rs1] = 10, in.f[VF_rs2] = 11;
            assert_true(harness_run_insn(&h, &in));
            assert_int_equal(h.w->x[12], cases[i].mem);
            assert_int_equal(word(&h, place), cases[i].want);
        }
    struct ventus_insn in = harness_insn("amoadd.w");
    in.f[VF_rs1] = 10;
    h.w->x[10] = DATA + 2;
    assert_false(harness_run_insn(&h, &in));
    assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_MISALIGNED);
    /* lr, sc: once; the second fails */
    h.w->x[10] = DATA, h.w->x[11] = 77;
    set_word(&h, DATA, 3);
    struct ventus_insn lr = harness_insn("lr.w"), sc = harness_insn("sc.w");
    lr.f[VF_rd] = 12, lr.f[VF_rs1] = 10;
    sc.f[VF_rd] = 13, sc.f[VF_rs1] = 10, sc.f[VF_rs2] = 11;
    assert_true(harness_run_insn(&h, &lr));
    assert_true(harness_run_insn(&h, &sc));
    assert_int_equal(h.w->x[12], 3);
    assert_int_equal(h.w->x[13], 0);
    assert_int_equal(word(&h, DATA), 77);
    assert_true(harness_run_insn(&h, &sc));
    assert_int_equal(h.w->x[13], 1);
    harness_close(&h);
    /* toolchain: one per active lane, ascending */
    open_16(&h, HARNESS_TOOLCHAIN);
    set_word(&h, DATA, 100);
    for (unsigned l = 0; l < LANES; l++) {
        h.w->v[2].u[l] = DATA;
        h.w->v[3].u[l] = l;
    }
    h.w->mask = 0xfffd;
    update_on(h.w);
    in = harness_insn("amoadd.w");
    in.f[VF_rd] = 4, in.f[VF_rs1] = 2, in.f[VF_rs2] = 3;
    h.w->v[4].u[1] = 9;
    assert_true(harness_run_insn(&h, &in));
    assert_int_equal(word(&h, DATA), 100 + 120 - 1);
    assert_int_equal(harness_lane(&h, 4, 0), 100);
    assert_int_equal(harness_lane(&h, 4, 1), 9);
    assert_int_equal(harness_lane(&h, 4, 4), 100 + 2 + 3);
    h.w->mask = 0xffff;
    update_on(h.w);
    /* lanes that reserve one word: the first wins, the others must try again */
    lr.f[VF_rd] = 5, lr.f[VF_rs1] = 2;
    sc.f[VF_rd] = 6, sc.f[VF_rs1] = 2, sc.f[VF_rs2] = 3;
    assert_true(harness_run_insn(&h, &lr));
    assert_true(harness_run_insn(&h, &sc));
    assert_int_equal(harness_lane(&h, 6, 0), 0);
    for (unsigned l = 1; l < LANES; l++)
        assert_int_equal(harness_lane(&h, 6, l), 1);
    assert_int_equal(word(&h, DATA), 0);
    harness_close(&h);
}

/* Accesses outside the spaces: cause, thread and address. */
static void faults(void **state)
{
    (void)state;
    struct harness h;
    open_16(&h, HARNESS_MANUAL);
    static const struct {
        const char *name;
        uint32_t good, bad;
        uint64_t address; /* reported */
        const char *text;
    } cases[] = {
        {"vlw12.v", DATA, LDS + HARNESS_LDS - 2, LDS + HARNESS_LDS - 2, "local memory"},
        {"vsw12.v", DATA, HARNESS_BASE + HARNESS_MEMORY, HARNESS_BASE + HARNESS_MEMORY, ""},
        {"vlw_local.v", 0, 0x10000000, 0x80000000, "local memory"},
        {"vlw_private.v", 0, HARNESS_PRIVATE - 2, 0, "private memory"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned l = 0; l < LANES; l++)
            h.w->v[2].u[l] = l == 9 || l == 12 ? cases[i].bad : cases[i].good;
        struct ventus_insn in = harness_insn(cases[i].name);
        in.f[VF_rs1] = 2;
        assert_false(harness_run_insn(&h, &in));
        assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_MEMORY);
        assert_int_equal(h.w->base.fault.lanes, 1 << 9 | 1 << 12);
        assert_int_equal(h.w->base.fault.bytes, 4);
        if (cases[i].address)
            assert_int_equal(h.w->base.fault.address, cases[i].address);
        assert_non_null(strstr(h.w->base.fault.text, cases[i].text));
    }
    harness_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families), cmocka_unit_test(vectors), cmocka_unit_test(prefixes),
        cmocka_unit_test(scalars),  cmocka_unit_test(atomics), cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

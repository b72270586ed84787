/* mem_atomic.c: atomics in LDS, global memory, scratch and buffers: every operation against
 * scalar C written from 16.15 and 16.20, float rules by hand-made cases (chapter 13),
 * several lanes at one address, alignment. */
#include "mem_test.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* ---- integer operations ---- */

enum operation {
    ADD,
    SUB,
    RSUB,
    INC,
    DEC,
    MIN_I,
    MAX_I,
    MIN_U,
    MAX_U,
    AND,
    OR,
    XOR,
    MSKOR,
    SWAP,
    CMP,
    CSUB,
    WRAP,
    CONDXCHG
};

static int64_t as_signed(uint64_t x, unsigned bits)
{
    return bits == 64 ? (int64_t)x : (int64_t)(int32_t)(uint32_t)x;
}

static uint64_t expected(enum operation op, unsigned bits, uint64_t tmp, uint64_t data,
                         uint64_t data2)
{
    uint64_t r = tmp;
    switch (op) {
    case ADD:
        r = tmp + data;
        break;
    case SUB:
        r = tmp - data;
        break;
    case RSUB:
        r = data - tmp;
        break;
    case INC:
        r = tmp >= data ? 0 : tmp + 1;
        break;
    case DEC:
        r = tmp == 0 || tmp > data ? data : tmp - 1;
        break;
    case MIN_I:
        if (as_signed(data, bits) < as_signed(tmp, bits))
            r = data;
        break;
    case MAX_I:
        if (as_signed(data, bits) > as_signed(tmp, bits))
            r = data;
        break;
    case MIN_U:
        if (data < tmp)
            r = data;
        break;
    case MAX_U:
        if (data > tmp)
            r = data;
        break;
    case AND:
        r = tmp & data;
        break;
    case OR:
        r = tmp | data;
        break;
    case XOR:
        r = tmp ^ data;
        break;
    case MSKOR:
        r = (tmp & ~data) | data2;
        break;
    case SWAP:
        r = data;
        break;
    case CMP:
        if (tmp == data2)
            r = data;
        break;
    case CSUB:
        r = tmp < data ? 0 : tmp - data;
        break;
    case WRAP:
        r = tmp >= data ? tmp - data : tmp + data2;
        break;
    case CONDXCHG:
        if (data >> 31 & 1)
            r = (r & 0xffffffff00000000) | (data & 0x7fffffff);
        if (data >> 63)
            r = (r & 0xffffffff) | (data & 0x7fffffff00000000);
        break;
    }
    return bits == 64 ? r : (uint32_t)r;
}

static const struct {
    const char *name; /* %s: "_rtn" or "" */
    enum operation op;
    unsigned bits;
} ds_ops[] = {
    {"add%s_u32", ADD, 32},
    {"sub%s_u32", SUB, 32},
    {"rsub%s_u32", RSUB, 32},
    {"inc%s_u32", INC, 32},
    {"dec%s_u32", DEC, 32},
    {"min%s_i32", MIN_I, 32},
    {"max%s_i32", MAX_I, 32},
    {"min%s_u32", MIN_U, 32},
    {"max%s_u32", MAX_U, 32},
    {"and%s_b32", AND, 32},
    {"or%s_b32", OR, 32},
    {"xor%s_b32", XOR, 32},
    {"mskor%s_b32", MSKOR, 32},
    {"cmpstore%s_b32", CMP, 32},
    {"add%s_u64", ADD, 64},
    {"sub%s_u64", SUB, 64},
    {"rsub%s_u64", RSUB, 64},
    {"inc%s_u64", INC, 64},
    {"dec%s_u64", DEC, 64},
    {"min%s_i64", MIN_I, 64},
    {"max%s_i64", MAX_I, 64},
    {"min%s_u64", MIN_U, 64},
    {"max%s_u64", MAX_U, 64},
    {"and%s_b64", AND, 64},
    {"or%s_b64", OR, 64},
    {"xor%s_b64", XOR, 64},
    {"mskor%s_b64", MSKOR, 64},
    {"cmpstore%s_b64", CMP, 64},
    {"storexchg_rtn_b32", SWAP, 32},
    {"storexchg_rtn_b64", SWAP, 64},
    {"wrap_rtn_b32", WRAP, 32},
    {"condxchg32_rtn_b64", CONDXCHG, 64},
};

static const struct {
    const char *name;
    enum operation op;
    unsigned bits;
} cache_ops[] = {
    {"swap_b32", SWAP, 32}, {"cmpswap_b32", CMP, 32}, {"add_u32", ADD, 32},
    {"sub_u32", SUB, 32},   {"min_i32", MIN_I, 32},   {"min_u32", MIN_U, 32},
    {"max_i32", MAX_I, 32}, {"max_u32", MAX_U, 32},   {"and_b32", AND, 32},
    {"or_b32", OR, 32},     {"xor_b32", XOR, 32},     {"inc_u32", INC, 32},
    {"dec_u32", DEC, 32},   {"swap_b64", SWAP, 64},   {"cmpswap_b64", CMP, 64},
    {"add_u64", ADD, 64},   {"sub_u64", SUB, 64},     {"min_i64", MIN_I, 64},
    {"min_u64", MIN_U, 64}, {"max_i64", MAX_I, 64},   {"max_u64", MAX_U, 64},
    {"and_b64", AND, 64},   {"or_b64", OR, 64},       {"xor_b64", XOR, 64},
    {"inc_u64", INC, 64},   {"dec_u64", DEC, 64},     {"csub_u32", CSUB, 32},
};

/* A value likely to hit the edges of comparisons. */
static uint64_t edge(void)
{
    static const uint64_t values[] = {
        0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX, 5};
    return rnd() % 4 ? values[rnd() % COUNT(values)] : rnd() | (uint64_t)rnd() << 32;
}

static uint64_t get(const uint8_t *p, unsigned bits)
{
    uint64_t x = 0;
    memcpy(&x, p, bits / 8);
    return x;
}

struct run {
    enum operation op;
    unsigned bits;
    uint8_t *memory; /* [4096] that the lanes' offsets refer to */
    const uint32_t *at;
    bool returns;
    unsigned data, data2, vdst; /* VGPRs */
};

/* Lanes act in order, so one after the other in C is the same. */
static void check(struct rdna3_insn *in, const struct run *r, const char *name,
                  unsigned wave_config)
{
    static uint8_t want[4096];
    uint64_t old[64] = {0};
    uint32_t before[64][2];
    for (unsigned l = 0; l < h.lanes; l++) {
        uint64_t a = edge(), b = edge();
        before[l][0] = rnd(), before[l][1] = rnd();
        if (r->vdst != r->data)
            harness_set_v64(&h, r->vdst, l, before[l][0] | (uint64_t)before[l][1] << 32);
        if (rnd() % 2) /* let compares succeed */
            b = get(r->memory + r->at[l], r->bits);
        if (r->bits == 64)
            harness_set_v64(&h, r->data, l, a), harness_set_v64(&h, r->data2, l, b);
        else
            harness_set_v(&h, r->data, l, (uint32_t)a), harness_set_v(&h, r->data2, l, (uint32_t)b);
        if (r->vdst == r->data)
            before[l][0] = harness_v(&h, r->data, l), before[l][1] = harness_v(&h, r->data + 1, l);
    }
    memcpy(want, r->memory, sizeof want);
    for (unsigned l = 0; l < h.lanes; l++) {
        if (!lane_on(l))
            continue;
        uint64_t a = r->bits == 64 ? harness_v64(&h, r->data, l) : harness_v(&h, r->data, l);
        uint64_t b = r->bits == 64 ? harness_v64(&h, r->data2, l) : harness_v(&h, r->data2, l);
        old[l] = get(want + r->at[l], r->bits);
        uint64_t x = expected(r->op, r->bits, old[l], a, b);
        memcpy(want + r->at[l], &x, r->bits / 8);
    }
    if (!harness_run_insn(&h, in))
        fail_msg("%s: %s", name, h.w->base.fault.text);
    for (unsigned b = 0; b < sizeof want; b++)
        EXPECT(r->memory[b], want[b], "%s byte %u", name, b);
    for (unsigned l = 0; l < h.lanes; l++) {
        bool written = r->returns && lane_on(l);
        EXPECT(harness_v(&h, r->vdst, l), written ? (uint32_t)old[l] : before[l][0], "%s lane %u",
               name, l);
        EXPECT(harness_v(&h, r->vdst + 1, l),
               written && r->bits == 64 ? (uint32_t)(old[l] >> 32) : before[l][1], "%s lane %u",
               name, l);
    }
}

static void choose(uint32_t at[64], unsigned pattern, unsigned bits)
{
    for (unsigned l = 0; l < h.lanes; l++)
        at[l] = pattern == 0 ? 64 : pattern == 1 ? l * bits / 8 : rnd() % 8 * 8;
}

static void lds_operations(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned i = 0; i < COUNT(ds_ops); i++) for (unsigned x = 0; x < 3 * EXEC_MASKS;
                                                                x++)
    {
        char name[64];
        bool rtn = x % 2 || !strchr(ds_ops[i].name, '%');
        uint32_t at[64];
        snprintf(name, sizeof name, ds_ops[i].name, rtn ? "_rtn" : "");
        struct rdna3_insn in = insn("ds_", name);
        in.f[F_addr] = 1, in.f[F_data0] = 4, in.f[F_offset0] = 8;
        in.f[F_data1] = has_role(&in, ROLE_data1) ? 6 : 0, in.f[F_vdst] = rtn ? 10 : 0;
        fill(h.group.lds, 4096);
        set_exec(exec_masks[x % EXEC_MASKS]);
        choose(at, x / EXEC_MASKS, ds_ops[i].bits);
        for (unsigned l = 0; l < h.lanes; l++) {
            harness_set_v(&h, 1, l, at[l]);
            at[l] += 8;
            if (rnd() % 2) {
                uint64_t v = edge();
                memcpy(h.group.lds + at[l], &v, ds_ops[i].bits / 8);
            }
        }
        struct run r = {ds_ops[i].op, ds_ops[i].bits, h.group.lds, at, rtn, 4, 6, 10};
        check(&in, &r, name, wave_config);
    }
}

static void global_flat_and_buffer_operations(void **state)
{
    (void)state;
    static const char *const prefixes[] = {"global_atomic_", "flat_atomic_", "buffer_atomic_"};
    EACH_WAVE for (unsigned i = 0; i < COUNT(cache_ops);
                   i++) for (unsigned k = 0; k < 3; k++) for (unsigned x = 0; x < 3 * EXEC_MASKS;
                                                              x++)
    {
        if (k == 1 && cache_ops[i].op == CSUB) /* FLAT has none */
            continue;
        struct rdna3_insn in = insn(prefixes[k], cache_ops[i].name);
        unsigned bits = cache_ops[i].bits;
        bool lds = k == 1 && x % 3 == 1;
        uint8_t *memory = lds ? h.group.lds : h.memory + 8192;
        uint64_t base = lds ? h.machine.shared_base : (uint64_t)(uintptr_t)memory;
        uint32_t at[64];
        fill(memory, 4096);
        set_exec(exec_masks[x % EXEC_MASKS]);
        choose(at, x / EXEC_MASKS, bits);
        in.f[F_glc] = x % 2;
        for (unsigned l = 0; l < h.lanes; l++) {
            uint64_t v = edge();
            if (k == 2)
                harness_set_v(&h, 1, l, at[l]);
            else
                harness_set_v64(&h, 1, l, base + at[l]);
            if (rnd() % 2)
                memcpy(memory + at[l], &v, bits / 8);
        }
        struct run r = {cache_ops[i].op, bits, memory, at, x % 2, 4, 4 + bits / 32, 10};
        if (k == 2) {
            in.f[F_vaddr] = 1, in.f[F_vdata] = 4, in.f[F_offen] = 1, in.f[F_srsrc] = 2;
            in.f[F_soffset] = SRC_NULL;
            h.w->s[8] = (uint32_t)base, h.w->s[9] = (uint32_t)(base >> 32), h.w->s[10] = 4096;
            h.w->s[11] = 3u << 28 | 22u << 12;
            r.vdst = 4;
            if (r.op == CMP && bits == 32)
                continue; /* its pair of operands is also what check() compares */
        } else {
            in.f[F_addr] = 1, in.f[F_data] = 4, in.f[F_vdst] = 10, in.f[F_saddr] = SRC_NULL;
        }
        check(&in, &r, cache_ops[i].name, wave_config);
    }
}

/* buffer_atomic_cmpswap_b32: the old value replaces the first operand only. */
static void buffer_compare_swap(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct rdna3_insn in = insn("buffer_", "atomic_cmpswap_b32");
        uint64_t base = (uint64_t)(uintptr_t)h.memory;
        in.f[F_vaddr] = 1, in.f[F_vdata] = 4, in.f[F_offen] = 1, in.f[F_srsrc] = 2, in.f[F_glc] = 1;
        in.f[F_soffset] = SRC_NULL;
        h.w->s[8] = (uint32_t)base, h.w->s[9] = (uint32_t)(base >> 32), h.w->s[10] = 4096;
        h.w->s[11] = 3u << 28 | 22u << 12;
        for (unsigned l = 0; l < h.lanes; l++) {
            uint32_t mem = 100 + l;
            memcpy(h.memory + 4 * l, &mem, 4);
            harness_set_v(&h, 1, l, 4 * l);
            harness_set_v(&h, 4, l, 7000 + l);
            harness_set_v(&h, 5, l, l % 2 ? mem : 1);
        }
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++) {
            EXPECT(get(h.memory + 4 * l, 32), l % 2 ? 7000 + l : 100 + l, "lane %u", l);
            EXPECT(harness_v(&h, 4, l), 100 + l, "old value, lane %u", l);
            EXPECT(harness_v(&h, 5, l), l % 2 ? 100 + l : 1, "operand, lane %u", l);
        }
    }
}

static void exchange_of_two_addresses(void **state)
{
    (void)state;
    static const char *const names[] = {
        "storexchg_2addr_rtn_b32", "storexchg_2addr_stride64_rtn_b32", "storexchg_2addr_rtn_b64",
        "storexchg_2addr_stride64_rtn_b64"};
    EACH_WAVE for (unsigned i = 0; i < 4; i++)
    {
        unsigned bits = i < 2 ? 32 : 64, unit = bits / 8 * (i % 2 ? 64 : 1), n = bits / 32;
        struct rdna3_insn in = insn("ds_", names[i]);
        static uint8_t before[HARNESS_LDS];
        in.f[F_addr] = 1, in.f[F_data0] = 4, in.f[F_data1] = 6, in.f[F_vdst] = 10;
        in.f[F_offset0] = 1, in.f[F_offset1] = i == 0 ? 1 : 20; /* also twice the same address */
        set_exec(UINT64_C(1) << 3 | UINT64_C(1) << 30);
        fill(h.group.lds, HARNESS_LDS);
        memcpy(before, h.group.lds, HARNESS_LDS);
        fill_registers(4, 4);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 1, l, l * 16);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 3; l <= 30; l += 27) {
            uint32_t first = l * 16 + unit, second = l * 16 + in.f[F_offset1] * unit;
            for (unsigned d = 0; d < n; d++) {
                EXPECT(harness_v(&h, 10 + d, l), get(before + first + 4 * d, 32), "%s first",
                       names[i]);
                EXPECT(harness_v(&h, 10 + n + d, l), get(before + second + 4 * d, 32), "%s second",
                       names[i]);
                EXPECT(get(h.group.lds + second + 4 * d, 32), harness_v(&h, 6 + d, l), "%s memory",
                       names[i]);
                if (first != second)
                    EXPECT(get(h.group.lds + first + 4 * d, 32), harness_v(&h, 4 + d, l),
                           "%s memory", names[i]);
            }
        }
        EXPECT(harness_v(&h, 10, 4), 0, "inactive lane");
    }
}

/* ---- floats ---- */

enum { KEEP = 0xf0, FLUSH_IN = 0xa0, FLUSH_OUT = 0x50, FLUSH = 0 }; /* MODE.denorm */

static const struct {
    const char *name;
    uint64_t mem, data, cmp;
    uint32_t mode;
    uint64_t lds, cache; /* new values; 64-bit rows exist in LDS only */
} floats[] = {
    /* 13.2, 13.3: sums */
    {"add", 0x3f800000, 0x40000000, 0, KEEP, 0x40400000, 0x40400000},
    {"add", 0x3f800000, 0x40000000, 0, KEEP | 3, 0x40400000, 0x40400000},
    {"add", 0x3f800000, 0x33800000, 0, KEEP | 1, 0x3f800000,
     0x3f800000},                                                     /* MODE.round is ignored */
    {"add", 0x7f800000, 0xff800000, 0, KEEP, 0xffc00000, 0xffc00000}, /* inf - inf = -QNAN */
    {"add", 0x7f800000, 0xc0000000, 0, KEEP, 0x7f800000, 0x7f800000},
    {"add", 0x80000000, 0x00000000, 0, KEEP, 0, 0},                   /* -0 + 0 = +0 */
    {"add", 0x7f800001, 0x3f800000, 0, KEEP, 0x7fc00001, 0x7fc00001}, /* quieted */
    {"add", 0x7fc00002, 0xffc00003, 0, KEEP, 0xffc00003, 0xffc00003}, /* src + tmp: src first */
    {"add", 0x00000001, 0x00000001, 0, KEEP, 0x00000002, 0},          /* caches flush inputs */
    {"add", 0x00000001, 0x00000001, 0, FLUSH_IN, 0, 0},
    {"add", 0x80000001, 0x80000001, 0, FLUSH_IN, 0x80000000, 0x80000000},
    {"add", 0x00c00000, 0x80800000, 0, FLUSH_OUT, 0, 0x00400000}, /* denormal result */
    {"add", 0x00c00000, 0x80800000, 0, KEEP, 0x00400000, 0x00400000},
    /* minimum and maximum: -0 < +0, quiet NaNs lose, signalling ones win quieted */
    {"min", 0x00000000, 0x80000000, 0, KEEP, 0x80000000, 0x80000000},
    {"max", 0x80000000, 0x00000000, 0, KEEP, 0, 0},
    {"max", 0x00000000, 0x80000000, 0, KEEP, 0, 0},
    {"min", 0xbf800000, 0xc0000000, 0, KEEP, 0xc0000000, 0xc0000000},
    {"max", 0xbf800000, 0xc0000000, 0, KEEP, 0xbf800000, 0xbf800000},
    {"max", 0x3f800000, 0x7f800000, 0, KEEP, 0x7f800000, 0x7f800000},
    {"min", 0x7fc00000, 0x7f800000, 0, KEEP, 0x7f800000, 0x7f800000},
    {"max", 0x7fc00000, 0xff800000, 0, KEEP, 0xff800000, 0xff800000},
    {"min", 0x40000000, 0x7fc00000, 0, KEEP, 0x40000000, 0x40000000},
    {"min", 0x40000000, 0x7f800001, 0, KEEP, 0x7fc00001, 0x7fc00001},
    {"max", 0xff800005, 0x40000000, 0, KEEP, 0xffc00005, 0xffc00005},
    {"max", 0x00000001, 0x00000002, 0, KEEP, 0x00000002, 0x00000002},
    {"max", 0x00000001, 0x00000002, 0, FLUSH_IN, 0x00000001, 0x00000001}, /* equal when flushed */
    {"max", 0x80000001, 0x00000001, 0, FLUSH, 0x00000001, 0x00000001},    /* unflushed copy */
    /* compare and swap */
    {"cmp", 0x00000000, 0x40000000, 0x80000000, KEEP, 0x40000000, 0x40000000},
    {"cmp", 0x7fc00000, 0x40000000, 0x7fc00000, KEEP, 0x7fc00000, 0x7fc00000},
    {"cmp", 0x3f800000, 0x40000000, 0x3f800000, KEEP, 0x40000000, 0x40000000},
    {"cmp", 0x3f800000, 0x40000000, 0x3f800001, KEEP, 0x3f800000, 0x3f800000},
    {"cmp", 0x00000001, 0x40000000, 0x00000002, KEEP, 0x00000001, 0x00000001},
    {"cmp", 0x00000001, 0x80000003, 0x00000002, FLUSH, 0x80000000, 0x80000000}, /* result flushed */
    /* 64 bits */
    {"min64", 0x3ff0000000000000, 0xbff0000000000000, 0, KEEP, 0xbff0000000000000, 0},
    {"max64", 0x3ff0000000000000, 0x7ff0000000000001, 0, KEEP, 0x7ff8000000000001, 0},
    {"max64", 0x7ff8000000000000, 0xfff0000000000000, 0, KEEP, 0xfff0000000000000, 0},
    {"max64", 0x8000000000000000, 0x0000000000000000, 0, KEEP, 0, 0},
    {"max64", 0x0000000000000001, 0x0000000000000002, 0, 0xb0, 1, 0}, /* MODE bit 6 off */
    {"min64", 0x0000000000000002, 0x0000000000000001, 0, KEEP, 1, 0},
    {"cmp64", 0x8000000000000000, 0x4000000000000000, 0, KEEP, 0x4000000000000000, 0},
    {"cmp64", 0x7ff8000000000000, 0x4000000000000000, 0x7ff8000000000000, KEEP, 0x7ff8000000000000,
     0},
    {"cmp64", 0x0000000000000001, 0x4000000000000000, 0x0000000000000002, 0xb0, 0x4000000000000000,
     0},
};

static void float_rules(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned i = 0; i < COUNT(floats); i++)
    {
        bool wide = strstr(floats[i].name, "64"), cmp = !strncmp(floats[i].name, "cmp", 3);
        unsigned bits = wide ? 64 : 32;
        char name[64];
        h.w->mode = floats[i].mode;
        snprintf(name, sizeof name, "%.3s%s_rtn_f%u", floats[i].name, cmp ? "store" : "", bits);
        struct rdna3_insn in = insn("ds_", name);
        in.f[F_addr] = 1, in.f[F_data0] = 4, in.f[F_data1] = has_role(&in, ROLE_data1) ? 6 : 0;
        in.f[F_vdst] = 10;
        set_exec(2);
        memcpy(h.group.lds, &floats[i].mem, 8);
        harness_set_v64(&h, 4, 1, floats[i].data);
        harness_set_v64(&h, 6, 1, floats[i].cmp);
        assert_true(harness_run_insn(&h, &in));
        EXPECT(get(h.group.lds, bits), floats[i].lds, "%s, case %u", name, i);
        EXPECT(wide ? harness_v64(&h, 10, 1) : harness_v(&h, 10, 1), floats[i].mem, "%s old", name);
        if (wide)
            continue;
        snprintf(name, sizeof name, "%s_f32", cmp ? "cmpswap" : floats[i].name);
        in = insn("global_atomic_", name);
        in.f[F_addr] = 1, in.f[F_data] = 4, in.f[F_vdst] = 10, in.f[F_saddr] = 2, in.f[F_glc] = 1;
        set_s64(h.w, 2, (uint64_t)(uintptr_t)h.memory);
        memcpy(h.memory, &floats[i].mem, 4);
        harness_set_v64(&h, 4, 1, floats[i].data | floats[i].cmp << 32);
        harness_set_v(&h, 1, 1, 0);
        assert_true(harness_run_insn(&h, &in));
        EXPECT(get(h.memory, 32), floats[i].cache, "%s, case %u", name, i);
        EXPECT(harness_v(&h, 10, 1), floats[i].mem, "%s old", name);
        /* FLAT into LDS follows the rules of LDS. */
        in.format = FMT_FLAT;
        in = insn("flat_atomic_", name);
        in.f[F_addr] = 12, in.f[F_data] = 4, in.f[F_vdst] = 10, in.f[F_glc] = 1,
        in.f[F_saddr] = SRC_NULL;
        memcpy(h.group.lds, &floats[i].mem, 4);
        harness_set_v64(&h, 12, 1, h.machine.shared_base);
        harness_set_v64(&h, 4, 1, floats[i].data | floats[i].cmp << 32);
        assert_true(harness_run_insn(&h, &in));
        EXPECT(get(h.group.lds, 32), floats[i].lds, "flat %s, case %u", name, i);
    }
}

/* ---- rules of all ---- */

static void faults_and_ranges(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct rdna3_insn in = insn("ds_", "add_rtn_u64");
        in.f[F_addr] = 1, in.f[F_data0] = 4, in.f[F_vdst] = 10;
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 1, l, l == 7 ? 12 : 8 * l), harness_set_v64(&h, 4, l, 1);
        EXPECT_FAULT(&in, SHOAL_FAULT_MISALIGNED);
        EXPECT(h.w->base.fault.lanes, 1 << 7, "lanes");
        EXPECT(h.w->base.fault.address, 12, "address");
        EXPECT(get(h.group.lds, 64), 0, "nothing was added");
        /* out of range: dropped, returns 0 */
        harness_set_v(&h, 1, 7, HARNESS_LDS);
        harness_set_v(&h, 10, 7, 99);
        assert_true(harness_run_insn(&h, &in));
        EXPECT(harness_v(&h, 10, 7), 0, "out of range");
        EXPECT(get(h.group.lds, 64), 1, "in range");
        /* destination out of range: as if EXEC were 0, only where one is returned */
        in.f[F_vdst] = 255;
        assert_true(harness_run_insn(&h, &in));
        EXPECT(get(h.group.lds, 64), 1, "nullified");
        in = insn("ds_", "add_u64");
        in.f[F_addr] = 1, in.f[F_data0] = 4;
        assert_true(harness_run_insn(&h, &in));
        EXPECT(get(h.group.lds, 64), 2, "without return");

        uint64_t base = (uint64_t)(uintptr_t)h.memory;
        in = insn("global_", "atomic_add_u32");
        in.f[F_addr] = 1, in.f[F_data] = 4, in.f[F_saddr] = 2;
        set_s64(h.w, 2, base);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 1, l, l == 9 ? 2 : 4);
        EXPECT_FAULT(&in, SHOAL_FAULT_MISALIGNED);
        EXPECT(h.w->base.fault.address, base + 2, "address");
        EXPECT(get(h.memory + 4, 32), 0, "nothing was added");

        in = insn("flat_", "atomic_add_u32"); /* 4 bytes work in scratch, 8 do not */
        in.f[F_addr] = 1, in.f[F_data] = 4, in.f[F_saddr] = SRC_NULL;
        for (unsigned l = 0; l < h.lanes; l++) {
            harness_set_v64(&h, 1, l, h.machine.private_base + 8);
            harness_set_v64(&h, 4, l, 5 + l);
        }
        assert_true(harness_run_insn(&h, &in));
        for (unsigned l = 0; l < h.lanes; l++)
            EXPECT(get(h.scratch + 8 * h.lanes + 4 * l, 32), 5 + l, "lane %u", l);
        in = insn("flat_", "atomic_add_u64");
        in.f[F_addr] = 1, in.f[F_data] = 4, in.f[F_saddr] = SRC_NULL;
        EXPECT_FAULT(&in, SHOAL_FAULT_MEMORY);
    }
}

/* Two host threads add to the same words: no addition is lost. */
static uint32_t shared_words[32];
static atomic_bool adding;
enum { ROUNDS = 2000000 };

static void *add_from_host(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++)
        for (unsigned k = 0; k < 2; k++)
            __atomic_fetch_add(&shared_words[k], 1, __ATOMIC_SEQ_CST);
    adding = false;
    return NULL;
}

static void additions_of_threads_add_up(void **state)
{
    (void)state;
    EACH_WAVE
    {
        pthread_t thread;
        uint32_t code[2 * 64];
        size_t n = 0;
        struct rdna3_insn in = insn("global_", "atomic_add_u32");
        in.f[F_addr] = 1, in.f[F_data] = 4, in.f[F_saddr] = 2;
        for (unsigned i = 0; i < 64; i++)
            n += rdna3_encode(&in, code + n) / 4;
        memset(shared_words, 0, sizeof shared_words);
        h.machine.window_base = (uint64_t)(uintptr_t)shared_words;
        set_s64(h.w, 2, h.machine.window_base);
        for (unsigned l = 0; l < h.lanes; l++)
            harness_set_v(&h, 1, l, l % 2 * 4), harness_set_v(&h, 4, l, 1);
        adding = true;
        assert_int_equal(pthread_create(&thread, NULL, add_from_host, NULL), 0);
        unsigned runs = 0;
        for (; adding; runs++)
            assert_true(harness_run(&h, code, n));
        pthread_join(thread, NULL);
        for (unsigned k = 0; k < 2; k++)
            EXPECT(shared_words[k], ROUNDS + runs * 64 * h.lanes / 2, "word %u", k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lds_operations),
        cmocka_unit_test(global_flat_and_buffer_operations),
        cmocka_unit_test(buffer_compare_swap),
        cmocka_unit_test(exchange_of_two_addresses),
        cmocka_unit_test(float_rules),
        cmocka_unit_test(faults_and_ranges),
        cmocka_unit_test(additions_of_threads_add_up),
    };
    return cmocka_run_group_tests_name("mem_atomic", tests, NULL, close_at_end);
}

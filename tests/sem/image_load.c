/* image_load.c: loads, stores, atomics and queries of images: every order of address operands of
 * the tables in manual 10.2 (32 and 16 bits, packed and NSA), DMASK, D16, selection, status
 * dwords, bounds. Values come from surfaces that the test lays out itself (image_test.h). */
#include "image_test.h"

/* Texel (x, y, z) of level l in a surface of 32-bit integers. */
static uint32_t marker(unsigned l, unsigned x, unsigned y, unsigned z, unsigned c)
{
    return (l + 1) << 28 | c << 24 | z << 16 | y << 8 | x;
}

static struct surface marked(unsigned type, unsigned levels)
{
    struct surface s = {.type = type, .format = 61 /* 32_32_32_32_UINT */, .bytes = 16};
    s.width = 13, s.height = 7, s.depth = 5, s.levels = levels;
    s.last_level = levels - 1;
    if (type == T_1D || type == T_1D_ARRAY)
        s.height = 1;
    if (type == T_1D || type == T_2D)
        s.depth = 1;
    if (type == T_CUBE)
        s.depth = 12, s.height = 13;
    lay_out(&s, image_memory());
    memset(s.memory, 0xee, s.layer_bytes * s.depth);
    for (unsigned l = 0; l < levels; l++)
        for (unsigned z = 0; z < s.depth; z++)
            for (unsigned y = 0; y < level_size(s.height, l); y++)
                for (unsigned x = 0; x < level_size(s.width, l); x++) {
                    uint32_t v[4];
                    for (unsigned c = 0; c < 4; c++)
                        v[c] = marker(l, x, y, z, c);
                    memcpy(element_at(&s, l, x, y, z), v, sizeof v);
                }
    return s;
}

static const struct {
    unsigned type, dim, coords; /* without slice */
    bool has_slice;
} kinds[6] = {{T_1D, DIM_1D, 1, false},
              {T_2D, DIM_2D, 2, false},
              {T_3D, DIM_3D, 3, false},
              {T_CUBE, DIM_CUBE, 2, true},
              {T_1D_ARRAY, DIM_1D_ARRAY, 1, true},
              {T_2D_ARRAY, DIM_2D_ARRAY, 2, true}};

struct point {
    unsigned x, y, z, level;
    bool inside;
};

static struct point random_point(const struct surface *s)
{
    struct point p = {.level = rnd() % s->levels};
    p.x = rnd() % (level_size(s->width, p.level) + 1);
    p.y = rnd() % (level_size(s->height, p.level) + 1);
    unsigned depth = s->type == T_3D ? level_size(s->depth, p.level) : s->depth;
    p.z = rnd() % (depth + 1);
    if (rnd() % 16 == 0)
        p.x = 0xfff0;
    if (s->type == T_1D || s->type == T_1D_ARRAY)
        p.y = 0;
    if (s->type == T_1D || s->type == T_2D)
        p.z = 0;
    p.inside =
        p.x < level_size(s->width, p.level) && p.y < level_size(s->height, p.level) && p.z < depth;
    return p;
}

/* Puts the words of an address into VGPRs; regs: where each one (or pair) goes. */
static unsigned put_words(unsigned lane, const uint32_t *words, unsigned count, bool a16,
                          const uint8_t *regs)
{
    unsigned n = 0;
    for (unsigned i = 0; i < count; i += a16 ? 2 : 1, n++) {
        uint32_t v = words[i];
        if (a16)
            v = (v & 0xffff) | (i + 1 < count ? words[i + 1] << 16 : 0xbad00000);
        harness_set_v(&h, regs[n], lane, v);
    }
    return n;
}

static void every_address_order(void **state)
{
    (void)state;
    static const uint8_t row[5] = {16, 17, 18, 19, 20}, scattered[5] = {40, 23, 61, 18, 35};
    EACH_WAVE for (unsigned n = 0; n < 300; n++)
    {
        unsigned kind = rnd() % 6;
        bool has_level = rnd() % 2, a16 = rnd() % 2, nsa = rnd() % 2;
        struct surface s = marked(kinds[kind].type, 1 + rnd() % 3);
        const uint8_t *regs = nsa ? scattered : row;
        struct point p[64];
        unsigned dwords = 0;
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            uint32_t words[5];
            unsigned count = 0;
            p[lane] = random_point(&s);
            if (!has_level) {
                do
                    p[lane] = random_point(&s);
                while (p[lane].level);
            }
            words[count++] = p[lane].x;
            if (kinds[kind].coords > 1)
                words[count++] = p[lane].y;
            if (kinds[kind].coords > 2 || kinds[kind].has_slice)
                words[count++] = p[lane].z;
            if (has_level)
                words[count++] = p[lane].level;
            dwords = put_words(lane, words, count, a16, regs);
        }
        put_image(&s);
        unsigned dmask = 1 + rnd() % 15;
        struct rdna3_insn in =
            image_insn(has_level ? "image_load_mip" : "image_load", kinds[kind].dim, dmask);
        in.f[F_a16] = a16;
        in.f[F_tfe] = rnd() % 2;
        in.f[F_vaddr] = regs[0];
        if (nsa) {
            in.ext = EXT_NSA;
            in.f[F_nsa] = 1;
            for (unsigned i = 1; i < dwords; i++)
                in.nsa |= (uint32_t)regs[i] << 8 * (i - 1);
            in.size_bytes = 12;
        }
        uint32_t exec = rnd() | 1;
        h.w->s[SRC_EXEC_LO] = exec;
        for (unsigned r = 0; r < 5; r++)
            for (unsigned lane = 0; lane < h.lanes; lane++)
                harness_set_v(&h, r, lane, 0xabcd);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            bool on = lane >= 32 || exec >> lane & 1;
            unsigned r = 0;
            for (unsigned c = 0; c < 4; c++) {
                if (!(dmask >> c & 1))
                    continue;
                uint32_t want = !on ? 0xabcd
                                : p[lane].inside
                                    ? marker(p[lane].level, p[lane].x, p[lane].y, p[lane].z, c)
                                    : 0;
                uint32_t got = harness_v(&h, r++, lane);
                if (got != want)
                    fail_msg("type %u a16 %d nsa %d level %d lane %u: %08x, want %08x",
                             kinds[kind].type, a16, nsa, has_level, lane, got, want);
            }
            assert_int_equal(harness_v(&h, r, lane), on && in.f[F_tfe] ? 0 : 0xabcd);
        }
        h.w->s[SRC_EXEC_LO] = UINT32_MAX;
    }
}

/* Stores: components that DMASK leaves out are written as 0 (10.4), texels outside are dropped. */
static void stores_write_whole_texels(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 100; n++)
    {
        struct surface s = marked(T_2D, 1 + rnd() % 2);
        bool d16 = rnd() % 2;
        unsigned dmask = 1 + rnd() % 15, level = rnd() % s.levels;
        struct point p[64];
        s.base_level = level;
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            /* a texel per lane: lane order does not matter */
            p[lane] = (struct point){.x = lane % 13, .y = lane / 13};
            p[lane].inside =
                p[lane].x < level_size(s.width, level) && p[lane].y < level_size(s.height, level);
            harness_set_v(&h, 16, lane, p[lane].x);
            harness_set_v(&h, 17, lane, p[lane].y);
            for (unsigned c = 0; c < 4; c++)
                harness_set_v(&h, c, lane, 0x10001u * (c + 1) + 0x1000000 * lane);
        }
        put_image(&s);
        struct rdna3_insn in = image_insn("image_store", DIM_2D, dmask);
        in.f[F_d16] = d16;
        in.f[F_unrm] = 1;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            if (!p[lane].inside)
                continue;
            uint32_t got[4];
            memcpy(got, element_at(&s, level, p[lane].x, p[lane].y, 0), sizeof got);
            for (unsigned c = 0, k = 0; c < 4; c++) {
                uint32_t want = 0;
                if (dmask >> c & 1) {
                    uint32_t v = 0x10001u * ((d16 ? k / 2 : k) + 1) + 0x1000000 * lane;
                    want = !d16 ? v : k % 2 ? v >> 16 : v & 0xffff;
                    k++;
                }
                assert_int_equal(got[c], want);
            }
        }
        /* padding right of the texels is untouched */
        uint32_t padding;
        memcpy(&padding, element_at(&s, level, level_size(s.width, level), 0, 0), 4);
        assert_int_equal(padding, 0xeeeeeeee);
    }
}

/* Raw loads and stores: no conversion, elements of 8 and 16 bits extended (16.18). */
static void raw_elements_are_extended(void **state)
{
    (void)state;
    EACH_WAVE
    {
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 16, lane, lane);
        static const struct {
            unsigned format, bytes;
        } cases[4] = {{2, 1}, {8, 2}, {22, 4}, {57, 8}};
        for (unsigned n = 0; n < 4; n++) {
            struct surface s = {.type = T_1D,
                                .format = cases[n].format,
                                .bytes = cases[n].bytes,
                                .width = 64,
                                .height = 1,
                                .depth = 1,
                                .levels = 1};
            lay_out(&s, image_memory());
            for (unsigned i = 0; i < 64 * s.bytes; i++)
                s.memory[i] = (uint8_t)rnd();
            put_image(&s);
            for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
                struct rdna3_insn in =
                    image_insn(is_signed ? "image_load_pck_sgn" : "image_load_pck", DIM_1D, 3);
                assert_true(harness_run_insn(&h, &in));
                for (unsigned lane = 0; lane < h.lanes; lane++) {
                    int64_t v = 0;
                    memcpy(&v, s.memory + lane * s.bytes, s.bytes);
                    if (is_signed && s.bytes <= 2)
                        v = s.bytes == 1 ? (int8_t)v : (int16_t)v;
                    assert_int_equal(harness_v(&h, 0, lane), (uint32_t)v);
                    assert_int_equal(harness_v(&h, 1, lane),
                                     s.bytes == 8 ? (uint32_t)(v >> 32) : 0);
                }
            }
            uint8_t copy[64 * 8];
            memcpy(copy, s.memory, 64 * s.bytes);
            memset(s.memory, 0, 64 * s.bytes);
            struct rdna3_insn in = image_insn("image_store_pck", DIM_1D, 3);
            assert_true(harness_run_insn(&h, &in));
            assert_memory_equal(copy, s.memory, h.lanes * s.bytes);
        }
    }
}

/* Against C's own operators, on surfaces of 32 and 64 bits. */
static uint64_t atomic_result(unsigned op, uint64_t m, uint64_t d, uint64_t cmp, bool wide)
{
    int64_t sm = wide ? (int64_t)m : (int32_t)m, sd = wide ? (int64_t)d : (int32_t)d;
    switch (op) {
    case 0:
        return d;
    case 1:
        return m == cmp ? d : m;
    case 2:
        return m + d;
    case 3:
        return m - d;
    case 4:
        return sd < sm ? d : m;
    case 5:
        return d < m ? d : m;
    case 6:
        return sd > sm ? d : m;
    case 7:
        return d > m ? d : m;
    case 8:
        return m & d;
    case 9:
        return m | d;
    case 10:
        return m ^ d;
    case 11:
        return m >= d ? 0 : m + 1;
    default:
        return m == 0 || m > d ? d : m - 1;
    }
}

static void atomics_match_c(void **state)
{
    (void)state;
    static const char *const names[13] = {"swap", "cmpswap", "add", "sub", "smin", "umin", "smax",
                                          "umax", "and",     "or",  "xor", "inc",  "dec"};
    EACH_WAVE for (unsigned n = 0; n < 130; n++)
    {
        unsigned op = n % 13;
        bool wide = n / 13 % 2, returns = rnd() % 2;
        struct surface s = {.type = T_2D,
                            .format = wide ? FORMAT_RG32U : FORMAT_R32U,
                            .bytes = wide ? 8 : 4,
                            .width = 16,
                            .height = 4,
                            .depth = 1,
                            .levels = 1};
        char name[40];
        snprintf(name, sizeof name, "image_atomic_%s", names[op]);
        lay_out(&s, image_memory());
        memset(s.memory, 0x55, s.layer_bytes);
        uint64_t mask = wide ? UINT64_MAX : UINT32_MAX, memory[64], data[64], compare[64];
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            memory[lane] = (rnd() | (uint64_t)rnd() << 32) & mask;
            data[lane] = rnd() % 4 ? (rnd() | (uint64_t)rnd() << 32) & mask : memory[lane];
            compare[lane] = rnd() % 2 ? memory[lane] : memory[lane] ^ 1;
            memcpy(element_at(&s, 0, lane % 16, lane / 16, 0), &memory[lane], s.bytes);
            harness_set_v(&h, 16, lane, lane % 16);
            harness_set_v(&h, 17, lane, lane / 16);
            for (unsigned i = 0; i < s.bytes / 4; i++) {
                harness_set_v(&h, i, lane, (uint32_t)(data[lane] >> 32 * i));
                harness_set_v(&h, s.bytes / 4 + i, lane, (uint32_t)(compare[lane] >> 32 * i));
            }
        }
        put_image(&s);
        struct rdna3_insn in = image_insn(name, DIM_2D, op == 1 ? (wide ? 15 : 3) : (wide ? 3 : 1));
        in.f[F_glc] = returns;
        in.f[F_unrm] = 1;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            uint64_t got = 0,
                     want = atomic_result(op, memory[lane], data[lane], compare[lane], wide) & mask;
            memcpy(&got, element_at(&s, 0, lane % 16, lane / 16, 0), s.bytes);
            if (got != want)
                fail_msg("%s %s: %llx, want %llx", name, wide ? "64" : "32",
                         (unsigned long long)got, (unsigned long long)want);
            uint64_t left = wide ? harness_v64(&h, 0, lane) : harness_v(&h, 0, lane);
            assert_int_equal(left, returns ? memory[lane] : data[lane]);
        }
    }
}

/* GET_RESINFO: width, height, depth or layers, levels of the view (16.18). */
static void queries_report_the_view(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 60; n++)
    {
        unsigned kind = rnd() % 6;
        struct surface s = marked(kinds[kind].type, 3);
        s.base_level = rnd() % 3;
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 16, lane, lane % 4);
        put_image(&s);
        struct rdna3_insn in = image_insn("image_get_resinfo", kinds[kind].dim, 15);
        assert_true(harness_run_insn(&h, &in));
        unsigned levels = 3 - s.base_level;
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            bool exists = lane % 4 < levels;
            unsigned l = s.base_level + lane % 4;
            assert_int_equal(harness_v(&h, 0, lane), exists ? level_size(s.width, l) : 0);
            assert_int_equal(harness_v(&h, 1, lane), exists ? level_size(s.height, l) : 0);
            assert_int_equal(harness_v(&h, 2, lane), !exists          ? 0
                                                     : s.type == T_3D ? level_size(s.depth, l)
                                                                      : s.depth);
            assert_int_equal(harness_v(&h, 3, lane), levels);
        }
    }
}

/* DST_SEL: 0, 1, or a component; D16 converts after it. */
static void components_are_selected(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 50; n++)
    {
        struct surface s = {.type = T_1D,
                            .format = FORMAT_RGBA8,
                            .bytes = 4,
                            .width = 64,
                            .height = 1,
                            .depth = 1,
                            .levels = 1};
        static const unsigned choice[6] = {0, 1, 4, 5, 6, 7};
        unsigned select[4];
        bool d16 = rnd() % 2;
        lay_out(&s, image_memory());
        for (unsigned i = 0; i < 256; i++)
            s.memory[i] = (uint8_t)rnd();
        put_image(&s);
        for (unsigned i = 0; i < 4; i++) {
            select[i] = choice[rnd() % 6];
            set_bits(h.w->s, 96 + 3 * i, 3, select[i]);
        }
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 16, lane, lane);
        struct rdna3_insn in = image_insn("image_load", DIM_1D, 15);
        in.f[F_d16] = d16;
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++)
            for (unsigned i = 0; i < 4; i++) {
                double want =
                    select[i] < 2 ? select[i] : s.memory[4 * lane + select[i] - 4] / 255.0;
                if (!d16) {
                    assert_int_equal(harness_v(&h, i, lane), float_bits(want));
                    continue;
                }
                _Float16 half = (_Float16)want;
                uint16_t bits;
                memcpy(&bits, &half, 2);
                assert_int_equal(harness_v(&h, i / 2, lane) >> 16 * (i % 2) & 0xffff, bits);
            }
    }
}

/* All zeros: reads give zeros, nothing is touched (10.5). DMASK 0: one zero. */
static void nothing_bound_reads_zero(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct surface s = marked(T_2D, 1);
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 0, lane, 77), harness_set_v(&h, 1, lane, 77);
        memset(h.w->s, 0, 32);
        struct rdna3_insn in = image_insn("image_load", DIM_2D, 3);
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(harness_v(&h, 1, 5), 0);
        put_image(&s);
        for (unsigned lane = 0; lane < h.lanes; lane++)
            harness_set_v(&h, 0, lane, 77), harness_set_v(&h, 1, lane, 77);
        in.f[F_dmask] = 0;
        assert_true(harness_run_insn(&h, &in));
        assert_int_equal(harness_v(&h, 0, 5), 0);
        assert_int_equal(harness_v(&h, 1, 5), 77);
    }
}

/* What cannot be read stops the wave with a reason. */
static void unsupported_surfaces_fault(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct surface s = marked(T_2D, 1);
        struct rdna3_insn in = image_insn("image_load", DIM_2D, 15);
        put_image(&s);
        set_bits(h.w->s, 116, 5, 9); /* swizzle mode */
        assert_false(harness_run_insn(&h, &in));
        assert_non_null(strstr(h.w->base.fault.text, "tiled"));
        put_image(&s);
        set_bits(h.w->s, 52, 8, 0);
        assert_false(harness_run_insn(&h, &in));
        assert_non_null(strstr(h.w->base.fault.text, "format"));
        put_image(&s);
        set_bits(h.w->s, 0, 40, 0x7fffffff); /* nobody's memory */
        assert_false(harness_run_insn(&h, &in));
        assert_int_equal(h.w->base.fault.cause, SHOAL_FAULT_MEMORY);
    }
}

/* Samples of a multisampled surface follow each other in each texel. */
static void samples_of_a_texel(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned is_array = 0; is_array < 2; is_array++)
    {
        enum { W = 5, H = 3, SAMPLES = 8, LAYERS = 2 };
        uint8_t *memory = image_memory();
        const unsigned row_bytes = 256; /* 5 texels of 8 samples of 4 bytes, rounded up */
        struct surface s = {.type = is_array ? T_2D_MSAA_ARRAY : T_2D_MSAA,
                            .format = FORMAT_R32U,
                            .bytes = 4,
                            .width = W,
                            .height = H,
                            .depth = LAYERS,
                            .levels = 4,
                            .memory = memory};
        for (unsigned z = 0; z < LAYERS; z++)
            for (unsigned y = 0; y < H; y++)
                for (unsigned i = 0; i < W * SAMPLES; i++) {
                    uint32_t v = z << 16 | y << 8 | i;
                    memcpy(memory + (z * H + y) * row_bytes + 4 * i, &v, 4);
                }
        put_image(&s); /* levels: log2 of the samples */
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            unsigned n = 16;
            harness_set_v(&h, n++, lane, lane % W);
            harness_set_v(&h, n++, lane, lane / W % H);
            if (is_array)
                harness_set_v(&h, n++, lane, lane % LAYERS);
            harness_set_v(&h, n++, lane, 4);
        }
        struct rdna3_insn in =
            image_insn("image_msaa_load", is_array ? DIM_MSAA_ARRAY : DIM_MSAA, 1);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++)
            for (unsigned i = 0; i < 4; i++)
                assert_int_equal(harness_v(&h, i, lane), (is_array ? lane % LAYERS : 0) << 16 |
                                                             (lane / W % H) << 8 |
                                                             (lane % W * SAMPLES + 4 + i));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_address_order),       cmocka_unit_test(stores_write_whole_texels),
        cmocka_unit_test(raw_elements_are_extended), cmocka_unit_test(atomics_match_c),
        cmocka_unit_test(queries_report_the_view),   cmocka_unit_test(components_are_selected),
        cmocka_unit_test(nothing_bound_reads_zero),  cmocka_unit_test(unsupported_surfaces_fault),
        cmocka_unit_test(samples_of_a_texel),
    };
    return cmocka_run_group_tests(tests, NULL, close_at_end);
}

/* image_ray.c: ray instructions against plain double-precision tests: Moeller and Trumbore for
 * triangles, slabs for boxes; more than 100,000 rays. Rays that graze an edge, where single
 * precision decides, are left out by a margin. Nodes are laid out as AMD's ray tracing library
 * does for this hardware. */
#include "image_test.h"

static double uniform(void) { return (int)(rnd() % 20001 - 10000) / 10000.0; }

struct test_ray {
    double extent, origin[3], direction[3];
};

static struct test_ray random_ray(void)
{
    struct test_ray r = {.extent = 1 + rnd() % 8};
    for (unsigned i = 0; i < 3; i++) {
        r.origin[i] = 4 * uniform();
        r.direction[i] = 1.5 * uniform() - r.origin[i]; /* towards the middle */
    }
    if (rnd() % 8 == 0)
        r.direction[rnd() % 3] = 0;
    return r;
}

/* Half-precision values where A16 says so: the reference works with what the lane holds. */
static double rounded(double x, bool half)
{
    return half ? (double)(float)(_Float16)x : (double)(float)x;
}

static uint32_t half_bits(double x)
{
    _Float16 f = (_Float16)x;
    uint16_t u;
    memcpy(&u, &f, 2);
    return u;
}

/* Puts a ray into address VGPRs; afterwards *r is what they hold. */
static void put_ray(unsigned lane, struct test_ray *r, uint64_t pointer, bool wide, bool a16)
{
    unsigned n = 16;
    harness_set_v(&h, n++, lane, (uint32_t)pointer);
    if (wide)
        harness_set_v(&h, n++, lane, (uint32_t)(pointer >> 32));
    harness_set_v(&h, n++, lane, float_bits(r->extent));
    for (unsigned i = 0; i < 3; i++) {
        harness_set_v(&h, n++, lane, float_bits(r->origin[i]));
        r->origin[i] = rounded(r->origin[i], false);
    }
    for (unsigned i = 0; i < 3; i++) {
        double inverse = 1 / r->direction[i];
        if (a16) {
            harness_set_v(&h, n++, lane, half_bits(r->direction[i]) | half_bits(inverse) << 16);
        } else {
            harness_set_v(&h, n + 3, lane, float_bits(inverse));
            harness_set_v(&h, n++, lane, float_bits(r->direction[i]));
        }
        r->direction[i] = rounded(r->direction[i], a16);
    }
}

static void put_bvh(const uint8_t *base, uint64_t nodes, bool sorts, bool barycentrics)
{
    memset(h.w->s, 0, 16);
    set_bits(h.w->s, 0, 40, (uint64_t)(uintptr_t)base >> 8);
    set_bits(h.w->s, 63, 1, sorts);
    set_bits(h.w->s, 64, 42, nodes - 1);
    set_bits(h.w->s, 120, 1, barycentrics);
    set_bits(h.w->s, 124, 4, 8);
}

static struct rdna3_insn ray_insn(bool wide, bool a16)
{
    struct rdna3_insn in =
        image_insn(wide ? "image_bvh64_intersect_ray" : "image_bvh_intersect_ray", DIM_1D, 15);
    in.f[F_r128] = in.f[F_unrm] = 1;
    in.f[F_a16] = a16;
    return in;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (unsigned i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}
static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

enum { MISS, HIT, GRAZES };

static int moeller_trumbore(const struct test_ray *r, const double v[3][3], double *t, double *u,
                            double *w)
{
    double e1[3], e2[3], p[3], s[3], q[3];
    for (unsigned i = 0; i < 3; i++) {
        e1[i] = v[1][i] - v[0][i];
        e2[i] = v[2][i] - v[0][i];
        s[i] = r->origin[i] - v[0][i];
    }
    cross(r->direction, e2, p);
    double det = dot(e1, p);
    if (fabs(det) < 1e-3)
        return GRAZES;
    *u = dot(s, p) / det;
    cross(s, e1, q);
    *w = dot(r->direction, q) / det;
    *t = dot(e2, q) / det;
    const double margin = 1e-3, inside = fmin(fmin(*u, *w), fmin(1 - *u - *w, *t));
    return inside > margin ? HIT : inside < -margin ? MISS : GRAZES;
}

static void triangles_match_moeller_trumbore(void **state)
{
    (void)state;
    static const unsigned corner[4][3] = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {2, 4, 0}};
    unsigned hits = 0, misses = 0;
    EACH_WAVE for (unsigned n = 0; n < 600; n++)
    {
        uint8_t *memory = image_memory();
        bool wide = rnd() % 2, a16 = rnd() % 2, barycentrics = rnd() % 2;
        float node[16][16];
        for (unsigned k = 0; k < 16; k++) {
            for (unsigned i = 0; i < 15; i++)
                node[k][i] = (float)(2 * uniform());
            /* I is the second corner, J the third, in all four triangles */
            uint32_t id = 0x09090909;
            memcpy(&node[k][15], &id, 4);
        }
        memcpy(memory, node, sizeof node);
        put_bvh(memory, 16, false, barycentrics);
        struct test_ray ray[64];
        unsigned pointer[64];
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            ray[lane] = random_ray();
            pointer[lane] = rnd() % 16 << 3 | rnd() % 4;
            put_ray(lane, &ray[lane], pointer[lane], wide, a16);
        }
        struct rdna3_insn in = ray_insn(wide, a16);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            const float *f = node[pointer[lane] >> 3];
            double v[3][3], t, u, w;
            for (unsigned i = 0; i < 3; i++)
                for (unsigned k = 0; k < 3; k++)
                    v[i][k] = (double)f[3 * corner[pointer[lane] & 3][i] + k];
            int want = moeller_trumbore(&ray[lane], v, &t, &u, &w);
            if (want == GRAZES)
                continue;
            double numerator = bits_float(harness_v(&h, 0, lane));
            double denominator = bits_float(harness_v(&h, 1, lane));
            double got_t = numerator / denominator;
            if ((want == HIT) != isfinite(got_t))
                fail_msg("lane %u: t %g, reference %s %g", lane, got_t,
                         want == HIT ? "hit" : "miss", t);
            hits += want == HIT;
            misses += want == MISS;
            if (!barycentrics) {
                assert_int_equal(harness_v(&h, 3, lane), want == HIT);
                assert_int_equal(harness_v(&h, 2, lane), 0x09090909);
            }
            if (want != HIT)
                continue;
            double scale = 1 + fabs(t);
            assert_true(fabs(got_t - t) < 1e-3 * scale);
            if (barycentrics) {
                assert_true(fabs(bits_float(harness_v(&h, 2, lane)) / denominator - u) < 2e-3);
                assert_true(fabs(bits_float(harness_v(&h, 3, lane)) / denominator - w) < 2e-3);
            }
        }
    }
    print_message("          %u hits, %u misses compared\n", hits, misses);
    assert_true(hits > 3000 && misses > 50000);
}

/* *near is set in any case: sorting may have to compare boxes that are only grazed. */
static int slabs(const struct test_ray *r, const double box[6], double *near)
{
    double enter = -1e30, leave = 1e30;
    int beside = HIT; /* on the axes along which the ray does not move */
    for (unsigned i = 0; i < 3; i++) {
        if (r->direction[i] == 0) {
            double in = fmin(r->origin[i] - box[i], box[i + 3] - r->origin[i]);
            if (beside != MISS)
                beside = in < -1e-3 ? MISS : in < 1e-3 ? GRAZES : beside;
            continue;
        }
        double a = (box[i] - r->origin[i]) / r->direction[i];
        double b = (box[i + 3] - r->origin[i]) / r->direction[i];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    *near = enter;
    double in = fmin(fmin(leave - enter, leave), r->extent - enter);
    double margin = 1e-3 * (1 + fabs(enter) + fabs(leave));
    if (beside == MISS || in < -margin)
        return MISS;
    return beside == HIT && in > margin ? HIT : GRAZES;
}

static void boxes_match_slabs(void **state)
{
    (void)state;
    unsigned hits = 0, misses = 0;
    EACH_WAVE for (unsigned n = 0; n < 400; n++)
    {
        uint8_t *memory = image_memory();
        /* A16's inverse direction is too coarse to compare: full precision here */
        bool wide = rnd() % 2, sorts = rnd() % 4, half = rnd() % 2;
        double box[4][6];
        memset(memory, 0, 128);
        for (unsigned c = 0; c < 4; c++) {
            uint32_t child = 0x100 + c;
            memcpy(memory + 4 * c, &child, 4);
            for (unsigned i = 0; i < 3; i++) {
                double a = 2 * uniform(), b = 2 * uniform();
                box[c][i] = rounded(fmin(a, b), half);
                box[c][i + 3] = rounded(fmax(a, b), half);
            }
            for (unsigned i = 0; i < 6; i++) {
                uint32_t f = float_bits(box[c][i]), f16 = half_bits(box[c][i]);
                if (half)
                    memcpy(memory + 16 + 12 * c + 2 * i, &f16, 2);
                else
                    memcpy(memory + 16 + 24 * c + 4 * i, &f, 4);
            }
        }
        put_bvh(memory, 2, sorts, false);
        struct test_ray ray[64];
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            ray[lane] = random_ray();
            put_ray(lane, &ray[lane], half ? 4 : 5, wide, false);
        }
        struct rdna3_insn in = ray_insn(wide, false);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            double near[4] = {0}, last = -1e30;
            unsigned found = 0;
            for (unsigned i = 0; i < 4; i++) {
                uint32_t got = harness_v(&h, i, lane);
                if (got != UINT32_MAX)
                    found |= 1u << (got - 0x100);
            }
            for (unsigned c = 0; c < 4; c++) {
                int want = slabs(&ray[lane], box[c], &near[c]);
                if (want != GRAZES && (want == HIT) != (found >> c & 1))
                    fail_msg("lane %u child %u: reference %s", lane, c,
                             want == HIT ? "hit" : "miss");
                hits += want == HIT;
                misses += want == MISS;
            }
            for (unsigned i = 0; i < 4 && sorts; i++) {
                uint32_t got = harness_v(&h, i, lane);
                if (got == UINT32_MAX) {
                    last = 1e30;
                    continue;
                }
                assert_true(near[got - 0x100] >= last - 1e-3 * (1 + fabs(last)));
                last = near[got - 0x100];
            }
            for (unsigned i = 0; i < 4 && !sorts; i++) {
                uint32_t got = harness_v(&h, i, lane);
                assert_true(got == UINT32_MAX || got == 0x100 + i);
            }
        }
    }
    print_message("          %u hits, %u misses compared\n", hits, misses);
    assert_true(hits > 20000 && misses > 20000);
}

/* Outside the hierarchy, and other types of nodes: nothing is hit. */
static void other_nodes_are_missed(void **state)
{
    (void)state;
    EACH_WAVE
    {
        struct test_ray r = random_ray();
        put_bvh(image_memory(), 4, true, false);
        static const uint64_t pointers[4] = {4 << 3 | 5, 6, 7, UINT64_C(1) << 40 | 5};
        for (unsigned lane = 0; lane < h.lanes; lane++)
            put_ray(lane, &r, pointers[lane % 4], true, false);
        struct rdna3_insn in = ray_insn(true, false);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++)
            for (unsigned i = 0; i < 4; i++)
                assert_int_equal(harness_v(&h, i, lane), UINT32_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_match_moeller_trumbore),
        cmocka_unit_test(boxes_match_slabs),
        cmocka_unit_test(other_nodes_are_missed),
    };
    return cmocka_run_group_tests(tests, NULL, close_at_end);
}

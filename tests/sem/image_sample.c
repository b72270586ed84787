/* image_sample.c: samples and gathers against a reference in double precision, written from the
 * formulas of the Vulkan specification ("Image Operations": LOD, wrapping, filtering) for any
 * texel size. Coordinates and given levels are multiples of the hardware's steps, so the
 * only error left is that of 32-bit results; computed levels are rounded to 1/256. */
#include "image_test.h"

struct lane_request {
    double coord[3], layer, lod, bias, reference;
    double dh[3], dv[3];
    int offset[3];
};

struct reference {
    const struct surface *s;
    const struct sampler_state *p;
    const struct lane_request *q;
    bool has_compare, is_exact;
};

/* i after wrapping, -1: border. Vulkan 16.7, table of address modes; the GL_CLAMP family is
 * "half border". */
static long wrap_index(unsigned mode, long i, long n)
{
    long m;
    switch (mode) {
    case 0:
        return ((i % n) + n) % n;
    case 1:
        m = ((i % (2 * n)) + 2 * n) % (2 * n);
        return m < n ? m : 2 * n - 1 - m;
    case 2:
        return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
    case 3:
        m = i >= 0 ? i : -(1 + i);
        return m > n - 1 ? n - 1 : m;
    case 5:
    case 7:
        i = i >= 0 ? i : -(1 + i);
        return i < n ? i : -1;
    default:
        return i >= 0 && i < n ? i : -1;
    }
}

static void texel(const struct reference *r, unsigned level, const long at[3], double out[4])
{
    const struct surface *s = r->s;
    long i = wrap_index(r->p->wrap[0], at[0], level_size(s->width, level));
    long j = s->type == T_1D || s->type == T_1D_ARRAY
                 ? 0
                 : wrap_index(r->p->wrap[1], at[1], level_size(s->height, level));
    long k = at[2];
    if (s->type == T_3D)
        k = wrap_index(r->p->wrap[2], at[2], level_size(s->depth, level));
    if (i < 0 || j < 0 || k < 0) {
        for (unsigned c = 0; c < 4; c++)
            out[c] = r->p->border == 2 || (r->p->border == 1 && c == 3);
    } else {
        float f[4];
        memcpy(f, element_at(s, level, (unsigned)i, (unsigned)j, (unsigned)k), sizeof f);
        for (unsigned c = 0; c < 4; c++)
            out[c] = (double)f[c];
    }
    if (r->has_compare) {
        double ref = (double)(float)r->q->reference, d = out[0];
        const bool pass[8] = {false, ref<d, ref == d, ref <= d, ref> d, ref != d, ref >= d, true};
        for (unsigned c = 0; c < 4; c++)
            out[c] = pass[r->p->compare];
    }
}

static unsigned dims_of(unsigned type)
{
    return type == T_1D || type == T_1D_ARRAY ? 1 : type == T_3D ? 3 : 2;
}

static long layer_index(const struct reference *r)
{
    if (r->s->type != T_1D_ARRAY && r->s->type != T_2D_ARRAY)
        return 0;
    double l = rint(r->q->layer);
    return (long)(l < 0 ? 0 : l > r->s->depth - 1 ? r->s->depth - 1 : l);
}

/* Unnormalized coordinate of an axis at a level. */
static double scaled(const struct reference *r, unsigned axis, unsigned level)
{
    const unsigned size[3] = {r->s->width, r->s->height, r->s->depth};
    double n = level_size(size[axis], level);
    double u = r->q->coord[axis] * (r->p->unnormalized ? 1 : n);
    if (r->is_exact) /* a multiple of 1/256 but for what division lost */
        u = rint(u * 256) / 256;
    unsigned mode = r->p->wrap[axis];
    if (mode == 5)
        u = fabs(u);
    if (mode == 4 || mode == 5)
        u = u < 0 ? 0 : u > n ? n : u;
    return u;
}

static void filter(const struct reference *r, unsigned level, bool linear, bool linear_z,
                   double out[4])
{
    const unsigned size[3] = {r->s->width, r->s->height, r->s->depth};
    unsigned dims = dims_of(r->s->type);
    double sum[4] = {0};
    for (unsigned n = 0; n < 8; n++) {
        long at[3] = {0, 0, layer_index(r)};
        double weight = 1;
        for (unsigned a = 0; a < 3; a++) {
            unsigned high = n >> a & 1;
            bool blends = a < 2 ? linear : linear_z;
            if (a >= dims) {
                weight *= !high;
                continue;
            }
            double u = scaled(r, a, level);
            if (blends) {
                double base = floor(u - 0.5), fraction = u - 0.5 - base;
                at[a] = (long)base + (long)high + r->q->offset[a];
                weight *= high ? fraction : 1 - fraction;
            } else {
                at[a] = (long)floor(u);
                if ((r->p->wrap[a] == 4 || r->p->wrap[a] == 5) &&
                    at[a] >= (long)level_size(size[a], level))
                    at[a]--;
                at[a] += r->q->offset[a];
                weight *= !high;
            }
        }
        if (weight == 0)
            continue;
        double t[4];
        texel(r, level, at, t);
        for (unsigned c = 0; c < 4; c++)
            sum[c] += weight * t[c];
    }
    memcpy(out, sum, sizeof sum);
}

/* lod: after bias. */
static void sample(const struct reference *r, double lod, double out[4])
{
    const struct sampler_state *p = r->p;
    lod = fmin(fmax(lod, p->min_lod), p->max_lod);
    bool magnified = lod <= 0;
    bool linear = (magnified ? p->mag : p->min) == 1, linear_z = p->z == 0 ? linear : p->z == 2;
    double views = r->s->last_level - r->s->base_level, d = fmin(fmax(lod, 0), views);
    if (p->mip == 0) {
        filter(r, r->s->base_level, linear, linear_z, out);
    } else if (p->mip == 1) {
        filter(r, r->s->base_level + (unsigned)floor(d + 0.5), linear, linear_z, out);
    } else {
        double a[4], b[4], fraction = d - floor(d);
        unsigned level = r->s->base_level + (unsigned)d;
        filter(r, level, linear, linear_z, a);
        filter(r, fraction > 0 ? level + 1 : level, linear, linear_z, b);
        for (unsigned c = 0; c < 4; c++)
            out[c] = a[c] * (1 - fraction) + b[c] * fraction;
    }
}

/* ---- random cases ---- */

static const unsigned types[5] = {T_1D, T_2D, T_3D, T_1D_ARRAY, T_2D_ARRAY};
static const unsigned dim_of_type[16] = {[T_1D] = DIM_1D,
                                         [T_2D] = DIM_2D,
                                         [T_3D] = DIM_3D,
                                         [T_1D_ARRAY] = DIM_1D_ARRAY,
                                         [T_2D_ARRAY] = DIM_2D_ARRAY};

static struct surface random_surface(bool has_levels)
{
    struct surface s = {.type = types[rnd() % 5], .format = FORMAT_RGBA32F, .bytes = 16};
    s.width = has_levels ? 1u << (2 + rnd() % 3) : 1 + rnd() % 19;
    s.height = has_levels ? 1u << (2 + rnd() % 3) : 1 + rnd() % 9;
    s.depth = has_levels ? 4 : 1 + rnd() % 5;
    if (s.type == T_1D || s.type == T_1D_ARRAY)
        s.height = 1;
    if (s.type == T_1D || s.type == T_2D)
        s.depth = 1;
    s.levels = has_levels ? 3 : 1;
    s.base_level = has_levels ? rnd() % 2 : 0;
    s.last_level = s.levels - 1;
    lay_out(&s, image_memory());
    assert_true(s.layer_bytes * s.depth < HARNESS_MEMORY - 4096);
    for (uint64_t i = 0; i < s.layer_bytes * s.depth; i += 4) {
        float f = (float)((int)(rnd() % 2001) - 1000) / 1000;
        memcpy(s.memory + i, &f, 4);
    }
    return s;
}

/* Truncation loses a step where 32 bits cannot hold the coordinate: only with sizes that are powers
 * of two is the reference exact. */
static struct sampler_state random_sampler(bool has_exact_coords)
{
    struct sampler_state p = {.mag = rnd() % 2,
                              .min = rnd() % 2,
                              .z = rnd() % 3,
                              .mip = rnd() % 3,
                              .border = rnd() % 3,
                              .compare = rnd() % 8,
                              .max_lod = 15.996};
    for (unsigned i = 0; i < 3; i++)
        p.wrap[i] = rnd() % 8;
    p.truncates = has_exact_coords && rnd() % 2;
    if (rnd() % 4 == 0)
        p.min_lod = rnd() % 300 / 256.0;
    if (rnd() % 4 == 0)
        p.max_lod = p.min_lod + rnd() % 300 / 256.0;
    if (rnd() % 3 == 0)
        p.bias = ((int)(rnd() % 512) - 256) / 256.0;
    return p;
}

/* A coordinate that is a multiple of 1/16 texel at level 0, so one of 1/256 at level 4. */
static double random_coord(unsigned size, bool unnormalized)
{
    long steps = (long)(rnd() % (16 * 4 * size)) - (long)(16 * 3 * size / 2);
    return steps / 16.0 / (unnormalized ? 1 : size);
}

enum variant { SAMPLE_L, SAMPLE_LZ, SAMPLE_D, SAMPLE_B, SAMPLE_PLAIN, SAMPLE_CL, VARIANTS };

static unsigned put_address(unsigned lane, const struct lane_request *q, const struct surface *s,
                            enum variant variant, bool has_offset, bool has_compare)
{
    unsigned n = 16, dims = dims_of(s->type);
    if (has_offset)
        harness_set_v(&h, n++, lane,
                      (q->offset[0] & 63u) | (q->offset[1] & 63u) << 8 |
                          (q->offset[2] & 63u) << 16);
    if (variant == SAMPLE_B)
        harness_set_v(&h, n++, lane, float_bits(q->bias));
    if (has_compare)
        harness_set_v(&h, n++, lane, float_bits(q->reference));
    if (variant == SAMPLE_D) {
        for (unsigned i = 0; i < dims; i++)
            harness_set_v(&h, n++, lane, float_bits(q->dh[i]));
        for (unsigned i = 0; i < dims; i++)
            harness_set_v(&h, n++, lane, float_bits(q->dv[i]));
    }
    for (unsigned i = 0; i < dims; i++)
        harness_set_v(&h, n++, lane, float_bits(q->coord[i]));
    if (s->type == T_1D_ARRAY || s->type == T_2D_ARRAY)
        harness_set_v(&h, n++, lane, float_bits(q->layer));
    if (variant == SAMPLE_L || variant == SAMPLE_CL)
        harness_set_v(&h, n++, lane, float_bits(q->lod));
    return n;
}

/* Level before bias: log2 of the longer of the two steps in texels of the base level. */
static double computed_lod(const struct surface *s, const struct lane_request *q)
{
    const unsigned size[3] = {s->width, s->height, s->depth};
    double a = 0, b = 0;
    for (unsigned i = 0; i < dims_of(s->type); i++) {
        double n = level_size(size[i], s->base_level);
        a += pow(q->dh[i] * n, 2);
        b += pow(q->dv[i] * n, 2);
    }
    return log2(sqrt(fmax(a, b)));
}

static void run_case(bool has_levels)
{
    static const char *const names[VARIANTS][4] = {
        {"image_sample_l", "image_sample_l_o", "image_sample_c_l", "image_sample_c_l_o"},
        {"image_sample_lz", "image_sample_lz_o", "image_sample_c_lz", "image_sample_c_lz_o"},
        {"image_sample_d", "image_sample_d_o", "image_sample_c_d", "image_sample_c_d_o"},
        {"image_sample_b", "image_sample_b_o", "image_sample_c_b", "image_sample_c_b_o"},
        {"image_sample", "image_sample_o", "image_sample_c", "image_sample_c_o"},
        {"image_sample_cl", "image_sample_cl_o", "image_sample_c_cl", "image_sample_c_cl_o"}};
    struct surface s = random_surface(has_levels);
    struct sampler_state p = random_sampler(has_levels);
    enum variant variant = rnd() % VARIANTS;
    bool has_offset = rnd() % 3 == 0, has_compare = rnd() % 4 == 0;
    if (!has_levels && rnd() % 4 == 0) {
        p.unnormalized = true;
        for (unsigned i = 0; i < 3; i++)
            p.wrap[i] = p.wrap[i] < 2 ? 2 : p.wrap[i]; /* only clamps are defined */
    }
    unsigned lanes = h.lanes, dims = dims_of(s.type);
    const unsigned size[3] = {s.width, s.height, s.depth};
    struct lane_request q[64];
    memset(q, 0, sizeof q);
    double step_h[3], step_v[3];
    for (unsigned i = 0; i < 3; i++) { /* powers of two: levels come out whole */
        step_h[i] = i == 0 ? ldexp(1, -(int)(rnd() % 6)) : 0;
        step_v[i] = i == 1 ? ldexp(1, -(int)(rnd() % 6)) : 0;
    }
    for (unsigned lane = 0; lane < lanes; lane++) {
        struct lane_request *x = &q[lane];
        for (unsigned i = 0; i < dims; i++) {
            x->coord[i] = random_coord(size[i], p.unnormalized);
            x->dh[i] = step_h[i];
            x->dv[i] = step_v[i];
            x->offset[i] = has_offset ? (int)(rnd() % 17) - 8 : 0;
        }
        x->layer = (double)(int)(rnd() % 8) - 1 + (rnd() % 2 ? 0.25 : -0.25);
        x->lod = ((int)(rnd() % 1024) - 256) / 256.0;
        x->bias = ((int)(rnd() % 512) - 256) / 256.0;
        x->reference = ((int)(rnd() % 2001) - 1000) / 1000.0;
        if (lane % 4 && (variant == SAMPLE_B || variant == SAMPLE_PLAIN || variant == SAMPLE_CL))
            for (unsigned i = 0; i < dims; i++)
                x->coord[i] = q[lane & ~3u].coord[i] + (lane & 1 ? step_h[i] : 0) +
                              (lane & 2 ? step_v[i] : 0);
        put_address(lane, x, &s, variant, has_offset, has_compare);
    }
    put_image(&s);
    put_sampler(&p);
    struct rdna3_insn in =
        image_insn(names[variant][has_offset + 2 * has_compare], dim_of_type[s.type], 15);
    assert_true(harness_run_insn(&h, &in));
    for (unsigned lane = 0; lane < lanes; lane++) {
        struct reference r = {&s, &p, &q[lane], has_compare, true};
        double lod = variant == SAMPLE_L    ? q[lane].lod + p.bias
                     : variant == SAMPLE_LZ ? 0
                                            : computed_lod(&s, &q[lane]) + p.bias;
        if (variant == SAMPLE_B)
            lod += q[lane].bias;
        if (p.unnormalized)
            lod = 0;
        else
            lod = rint(lod * 256) / 256;
        if (variant == SAMPLE_CL)
            lod = fmax(lod, q[lane].lod);
        else
            lod = fmax(lod, -64);
        double want[4];
        sample(&r, lod, want);
        for (unsigned c = 0; c < 4; c++) {
            double got = bits_float(harness_v(&h, c, lane));
            if (!(fabs(got - want[c]) < 3e-6))
                fail_msg("%s lane %u component %u: %.9g, reference %.9g (type %u, wrap %u %u %u, "
                         "lod %g, coord %g %g %g, size %u %u %u)",
                         names[variant][has_offset + 2 * has_compare], lane, c, got, want[c],
                         s.type, p.wrap[0], p.wrap[1], p.wrap[2], lod, q[lane].coord[0],
                         q[lane].coord[1], q[lane].coord[2], s.width, s.height, s.depth);
        }
    }
}

static void samples_match_reference(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 400; n++) run_case(n % 2);
}

/* Gathers: the texels of the linear filter, in the order of the manual (10.1). */
static void gathers_match_reference(void **state)
{
    (void)state;
    static const long across[4] = {0, 1, 1, 0}, down[4] = {1, 1, 0, 0};
    EACH_WAVE for (unsigned n = 0; n < 200; n++)
    {
        struct surface s = random_surface(n % 2);
        struct sampler_state p = random_sampler(n % 2);
        bool is_row = rnd() % 8 == 0, has_compare = !is_row && rnd() % 4 == 0;
        unsigned component = rnd() % 4;
        if (dims_of(s.type) != 2)
            continue;
        struct lane_request q[64];
        memset(q, 0, sizeof q);
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            struct lane_request *x = &q[lane];
            for (unsigned i = 0; i < 2; i++)
                x->coord[i] = random_coord(i ? s.height : s.width, false);
            x->layer = rnd() % 3;
            x->reference = 0.25;
            put_address(lane, x, &s, is_row ? SAMPLE_PLAIN : SAMPLE_LZ, false, has_compare);
        }
        p.min_lod = 0, p.max_lod = is_row ? 0 : 15; /* level 0 whatever the quad says */
        put_image(&s);
        put_sampler(&p);
        struct rdna3_insn in = image_insn(is_row        ? "image_gather4h"
                                          : has_compare ? "image_gather4_c_lz"
                                                        : "image_gather4_lz",
                                          dim_of_type[s.type], 1u << component);
        assert_true(harness_run_insn(&h, &in));
        for (unsigned lane = 0; lane < h.lanes; lane++)
            for (unsigned i = 0; i < 4; i++) {
                struct reference r = {&s, &p, &q[lane], has_compare, true};
                long at[3] = {(long)floor(scaled(&r, 0, s.base_level) - 0.5),
                              (long)floor(scaled(&r, 1, s.base_level) - 0.5), layer_index(&r)};
                at[0] += is_row ? (long)i : across[i];
                at[1] += is_row ? 0 : down[i];
                double want[4];
                texel(&r, s.base_level, at, want);
                double got = bits_float(harness_v(&h, i, lane));
                if (fabs(got - want[component]) > 1e-9)
                    fail_msg("gather lane %u value %u: %g, reference %g", lane, i, got,
                             want[component]);
            }
    }
}

/* Anisotropic filter: the mean of N samples along the longer axis (Vulkan 16.9.3). */
static void anisotropic_is_a_mean(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 60; n++)
    {
        struct surface s = random_surface(true);
        if (s.type != T_2D)
            continue;
        s.base_level = 0;
        struct sampler_state p = {.mag = 3,
                                  .min = 3,
                                  .mip = 1,
                                  .aniso = 1 + rnd() % 4,
                                  .wrap = {rnd() % 4, rnd() % 4, 0},
                                  .max_lod = 15};
        unsigned most = 1u << p.aniso, ratio = 1u << rnd() % 5;
        struct lane_request q[64];
        memset(q, 0, sizeof q);
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            struct lane_request *x = &q[lane];
            x->coord[0] = random_coord(s.width, false);
            x->coord[1] = random_coord(s.height, false);
            x->dh[0] = (double)ratio / s.width;
            x->dv[1] = 1.0 / s.height;
            put_address(lane, x, &s, SAMPLE_D, false, false);
        }
        put_image(&s);
        put_sampler(&p);
        struct rdna3_insn in = image_insn("image_sample_d", DIM_2D, 15);
        assert_true(harness_run_insn(&h, &in));
        struct sampler_state plain = p;
        plain.mag = plain.min = 1;
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            unsigned count = ratio < most ? ratio : most;
            double lod = log2((double)ratio / count), want[4] = {0};
            for (unsigned i = 1; i <= count; i++) {
                struct lane_request x = q[lane];
                x.coord[0] += x.dh[0] * ((double)i / (count + 1) - 0.5);
                struct reference r = {&s, &plain, &x, false, false};
                double one[4];
                sample(&r, lod, one);
                for (unsigned c = 0; c < 4; c++)
                    want[c] += one[c] / count;
            }
            /* positions are rounded to 1/256 texel; neighbours differ by up to 2 */
            for (unsigned c = 0; c < 4; c++)
                assert_true(fabs(bits_float(harness_v(&h, c, lane)) - want[c]) <
                            (count > 1 ? 2.0 / 512 + 1e-6 : 3e-6));
        }
    }
}

/* GET_LOD: clamped level of the view, level before clamps. */
static void lods_are_reported(void **state)
{
    (void)state;
    EACH_WAVE for (unsigned n = 0; n < 50; n++)
    {
        struct surface s = random_surface(true);
        if (s.type != T_2D)
            continue;
        struct sampler_state p = {.mip = 2, .max_lod = 15, .bias = (int)(rnd() % 512) / 256.0 - 1};
        int step = -(int)(rnd() % 6);
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            harness_set_v(&h, 16, lane, float_bits(0.5 + (lane & 1 ? ldexp(1, step) : 0)));
            harness_set_v(&h, 17, lane, float_bits(0.5));
        }
        put_image(&s);
        put_sampler(&p);
        struct rdna3_insn in = image_insn("image_get_lod", DIM_2D, 3);
        assert_true(harness_run_insn(&h, &in));
        double raw = step + log2(level_size(s.width, s.base_level)) + p.bias;
        double views = s.last_level - s.base_level, clamped = fmin(fmax(raw, 0), views);
        for (unsigned lane = 0; lane < h.lanes; lane++) {
            assert_true(fabs(bits_float(harness_v(&h, 0, lane)) - clamped) < 1.0 / 256);
            assert_true(fabs(bits_float(harness_v(&h, 1, lane)) - raw) < 1.0 / 256);
        }
    }
}

/* Cubes: coordinates that V_CUBE* would give for a direction pick the texel in that direction,
 * and a linear filter across an edge blends the two faces that meet there. The reference works
 * with directions: a texel's is that of its centre. */
static void face_direction(unsigned face, double sc, double tc, double d[3])
{
    const double v[6][3] = {{1, -tc, -sc}, {-1, -tc, sc}, {sc, 1, tc},
                            {sc, -1, -tc}, {sc, -tc, 1},  {-sc, -tc, -1}};
    memcpy(d, v[face], sizeof v[face]);
}

static void cube_edges_meet(void **state)
{
    (void)state;
    enum { N = 8 };
    EACH_WAVE
    {
        /* Each texel holds its own direction: neighbours across an edge are close together. */
        struct surface s = {T_CUBE, FORMAT_RGBA32F, 16, N, N, 6, 1, 0, 0, {0}, {0}, 0, NULL};
        lay_out(&s, image_memory());
        for (unsigned f = 0; f < 6; f++)
            for (unsigned y = 0; y < N; y++)
                for (unsigned x = 0; x < N; x++) {
                    double d[3];
                    face_direction(f, (2 * x + 1.0) / N - 1, (2 * y + 1.0) / N - 1, d);
                    float v[4] = {(float)d[0], (float)d[1], (float)d[2], (float)f};
                    memcpy(element_at(&s, 0, x, y, f), v, sizeof v);
                }
        struct sampler_state p = {.mag = 1, .min = 1, .wrap = {2, 2, 2}, .max_lod = 15};
        put_image(&s);
        put_sampler(&p);
        double want[64][3];
        for (unsigned n = 0; n < 40; n++) {
            for (unsigned lane = 0; lane < h.lanes; lane++) {
                unsigned face = rnd() % 6;
                /* on an edge, between two texel centres of it or exactly on one */
                double a = rnd() % 2 ? 1 : -1, b = (double)(2 * (int)(rnd() % (N - 1)) + 2 - N) / N;
                double sc = rnd() % 2 ? a : b, tc = sc == a ? b : a;
                face_direction(face, sc, tc, want[lane]);
                harness_set_v(&h, 16, lane, float_bits(sc / 2 + 1.5));
                harness_set_v(&h, 17, lane, float_bits(tc / 2 + 1.5));
                harness_set_v(&h, 18, lane, float_bits(face));
            }
            struct rdna3_insn in = image_insn("image_sample_lz", DIM_CUBE, 7);
            assert_true(harness_run_insn(&h, &in));
            for (unsigned lane = 0; lane < h.lanes; lane++) {
                /* half of the blended texels lie on one face, half on the other: each axis is
                 * the mean of a face's plane and the texel row beside the edge */
                double mean = (1 + (N - 1.0) / N) / 2;
                for (unsigned c = 0; c < 3; c++) {
                    double w = fabs(want[lane][c]) == 1 ? want[lane][c] * mean : want[lane][c];
                    double got = bits_float(harness_v(&h, c, lane));
                    if (fabs(got - w) > 1e-6)
                        fail_msg("axis %u: %g, want %g", c, got, w);
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_match_reference), cmocka_unit_test(gathers_match_reference),
        cmocka_unit_test(anisotropic_is_a_mean),   cmocka_unit_test(lods_are_reported),
        cmocka_unit_test(cube_edges_meet),
    };
    return cmocka_run_group_tests(tests, NULL, close_at_end);
}

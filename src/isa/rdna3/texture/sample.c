/* sample.c: samplers (S#): level of detail, address modes, filters.
 *
 * Manual 10.3, 10.6. The formulas are those of the Vulkan specification, chapter "Image
 * Operations"; the hardware's fixed-point steps are kept where they are known: coordinates have
 * 8 bits of fraction in texels, levels of detail 8 bits. docs/errata.md lists the choices. */
#include "isa/rdna3/texture/image.h"

#include <math.h>
#include <string.h>

#include "isa/exec/float_bits.h"

enum { SUBTEXEL = 256 }; /* steps of a coordinate within a texel */

void rdna3_sampler_parse(const uint32_t s[4], bool unnormalized, struct rdna3_sampler *out)
{
    *out = (struct rdna3_sampler){
        .wrap = {s[0] & 7, s[0] >> 3 & 7, s[0] >> 6 & 7},
        .max_anisotropy = (uint8_t)(1u << ((s[0] >> 9 & 7) > 4 ? 4 : s[0] >> 9 & 7)),
        .compare = s[0] >> 12 & 7,
        .is_unnormalized = unnormalized || (s[0] >> 15 & 1),
        .half_fraction = s[0] >> 19 & 1,
        .force_degamma = s[0] >> 20 & 1,
        .truncates = s[0] >> 27 & 1,
        .no_cube_wrap = s[0] >> 28 & 1,
        .filter_mode = s[0] >> 29 & 3,
        .skip_degamma = s[0] >> 31,
        .min_lod = (s[1] & 0xfff) / 256.0,
        .max_lod = (s[1] >> 12 & 0xfff) / 256.0,
        .lod_bias = ((int32_t)(s[2] << 18) >> 18) / 256.0 + ((int32_t)(s[2] << 12) >> 26) / 16.0,
        .mag_filter = s[2] >> 20 & 3,
        .min_filter = s[2] >> 22 & 3,
        .z_filter = s[2] >> 24 & 3,
        .mip_filter = s[2] >> 26 & 3,
        .border_index = s[3] & 0xfff,
        .border_type = s[3] >> 30,
    };
}

/* ---- level of detail ---- */

static unsigned dimensions(const struct rdna3_image *m)
{
    return m->type == IMAGE_3D ? 3 : m->type == IMAGE_1D || m->type == IMAGE_1D_ARRAY ? 1 : 2;
}

static double extent(const struct rdna3_image *m, unsigned axis, unsigned level)
{
    return rdna3_level_extent(axis == 0 ? m->width : axis == 1 ? m->height : m->depth, level);
}

/* The footprint of a pixel: its longer axis as a step of the coordinates, how many samples lie on
 * it, and the level for one of them. */
struct footprint {
    double lod;
    unsigned samples;
    double step[3];
};

static struct footprint footprint_of(const struct rdna3_image *m, const struct rdna3_sampler *s,
                                     const struct sample_request *q)
{
    struct footprint f = {.samples = 1};
    double h = 0, v = 0;
    for (unsigned i = 0; i < dimensions(m); i++) {
        double scale = s->is_unnormalized ? 1 : extent(m, i, m->base_level);
        h += q->dh[i] * scale * q->dh[i] * scale;
        v += q->dv[i] * scale * q->dv[i] * scale;
    }
    h = sqrt(h);
    v = sqrt(v);
    double longer = fmax(h, v), shorter = fmin(h, v), ratio = 1;
    bool is_anisotropic = (s->mag_filter >= 2 || s->min_filter >= 2) && s->max_anisotropy > 1;
    if (is_anisotropic && longer > 0) {
        ratio = shorter > 0 ? fmin(longer / shorter, s->max_anisotropy) : s->max_anisotropy;
        f.samples = (unsigned)ceil(ratio);
        ratio = f.samples;
        memcpy(f.step, h >= v ? q->dh : q->dv, sizeof f.step);
    }
    f.lod = log2(longer / ratio);
    return f;
}

static double fixed_lod(double lod)
{
    if (isnan(lod))
        return 0;
    return floor(fmin(fmax(lod, -64), 64) * 256 + 0.5) / 256;
}

/* Sets both LODs of the result; returns the footprint. */
static struct footprint level_of_detail(const struct rdna3_image *m, const struct rdna3_sampler *s,
                                        const struct sample_request *q, struct sample_result *out)
{
    struct footprint f = {.samples = 1, .lod = q->lod};
    if (s->is_unnormalized || q->lod_kind == LOD_ZERO)
        f.lod = 0;
    else if (q->lod_kind == LOD_COMPUTED)
        f = footprint_of(m, s, q);
    double lod = f.lod;
    if (q->lod_kind != LOD_ZERO && !s->is_unnormalized)
        lod += s->lod_bias + q->lod_bias;
    out->computed_lod = fixed_lod(lod);
    lod = fmax(lod, q->lod_clamp);
    lod = fmax(lod, m->min_lod / 256.0 - m->base_level);
    lod = fmin(fmax(lod, s->min_lod), s->max_lod);
    out->lod = fixed_lod(lod);
    return f;
}

void rdna3_sample_lod(const struct rdna3_image *m, const struct rdna3_sampler *s,
                      const struct sample_request *q, struct sample_result *out)
{
    level_of_detail(m, s, q, out);
    double last = m->last_level - m->base_level;
    out->lod = s->mip_filter ? fmin(fmax(out->lod, 0), last) : 0;
    if (s->mip_filter == 1)
        out->lod = floor(out->lod + 0.5);
}

/* ---- coordinates ---- */

/* A coordinate in texels of the level, in steps of 1 / SUBTEXEL. */
static int64_t to_steps(const struct rdna3_sampler *s, double coord, unsigned axis, double size)
{
    unsigned wrap = s->wrap[axis];
    if (isnan(coord))
        coord = 0;
    if (!s->is_unnormalized) {
        if (wrap == WRAP_REPEAT && isfinite(coord))
            coord -= floor(coord);
        else if (wrap == WRAP_MIRROR && isfinite(coord))
            coord -= 2 * floor(coord / 2);
        coord *= size;
    }
    if (wrap == WRAP_MIRROR_ONCE_HALF_BORDER)
        coord = fabs(coord);
    if (wrap == WRAP_HALF_BORDER || wrap == WRAP_MIRROR_ONCE_HALF_BORDER)
        coord = fmin(fmax(coord, 0), size);
    coord = fmin(fmax(coord, -1e9), 1e9);
    return (int64_t)floor(coord * SUBTEXEL + (s->truncates ? 0 : 0.5));
}

enum { TEXEL_BORDER = -1 };

/* The texel that number i stands for on an axis of n texels, or TEXEL_BORDER. */
static int64_t wrapped(unsigned wrap, int64_t i, int64_t n)
{
    int64_t r;
    switch (wrap) {
    case WRAP_REPEAT:
        r = i % n;
        return r < 0 ? r + n : r;
    case WRAP_MIRROR:
        r = i % (2 * n);
        r = r < 0 ? r + 2 * n : r;
        return r < n ? r : 2 * n - 1 - r;
    case WRAP_MIRROR_ONCE_LAST_TEXEL:
        i = i < 0 ? -1 - i : i;
        __attribute__((fallthrough));
    case WRAP_LAST_TEXEL:
        return i < 0 ? 0 : i >= n ? n - 1 : i;
    case WRAP_MIRROR_ONCE_HALF_BORDER:
    case WRAP_MIRROR_ONCE_BORDER:
        i = i < 0 ? -1 - i : i;
        __attribute__((fallthrough));
    default:
        return i < 0 || i >= n ? TEXEL_BORDER : i;
    }
}

/* ---- cubes ---- */

/* Axis of the direction (0..2) and sign that a face's major, s and t axes lie along: the table of
 * V_CUBEID, V_CUBESC and V_CUBETC. */
struct face_axes {
    uint8_t major, s, t;
    int8_t major_sign, s_sign, t_sign;
};

static const struct face_axes faces[6] = {
    {0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
    {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1},
};

/* Moves a texel beyond an edge of its face to the face it belongs to. False: beyond a corner,
 * where three faces meet and there is none. */
static bool across_edge(unsigned *face, int64_t *x, int64_t *y, int64_t n)
{
    /* Distances from the middle of the face, in half texels. */
    int64_t a = 2 * *x + 1 - n, b = 2 * *y + 1 - n, v[3];
    bool out_x = a < -n || a > n, out_y = b < -n || b > n;
    if (!out_x && !out_y)
        return true;
    if (out_x && out_y)
        return false;
    const struct face_axes *f = &faces[*face % 6];
    int64_t beyond = out_x ? a : b, over = (beyond < 0 ? -beyond : beyond);
    v[f->major] = f->major_sign * (2 * n - over); /* folded down along the new face */
    v[f->s] = f->s_sign * (out_x ? (a < 0 ? -n : n) : a);
    v[f->t] = f->t_sign * (out_y ? (b < 0 ? -n : n) : b);
    unsigned axis = out_x ? f->s : f->t;
    unsigned to = 2 * axis + (v[axis] < 0);
    const struct face_axes *g = &faces[to];
    *face = to;
    *x = (g->s_sign * v[g->s] - 1 + n) / 2;
    *y = (g->t_sign * v[g->t] - 1 + n) / 2;
    return *x >= 0 && *x < n && *y >= 0 && *y < n;
}

/* ---- texels ---- */

struct sampling {
    const struct rdna3_image *m;
    const struct rdna3_sampler *s;
    const struct sample_request *q;
    struct texel_reader *reader;
    bool is_integer;
    uint32_t border[4];
};

static void set_border(struct sampling *x)
{
    static const uint8_t order[8][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {3, 2, 1, 0}, {3, 0, 1, 2},
                                        {2, 1, 0, 3}, {1, 0, 3, 2}, {0, 1, 2, 3}, {0, 1, 2, 3}};
    uint32_t one = rdna3_format_one(x->m->format, false);
    for (unsigned i = 0; i < 4; i++) {
        switch (x->s->border_type) {
        case 0:
            x->border[i] = 0;
            break;
        case 1:
            x->border[i] = i == 3 ? one : 0;
            break;
        case 2:
            x->border[i] = one;
            break;
        default: /* stored in the order that the T# says */
            x->border[i] = x->q->border[order[x->m->border_swizzle][i]];
            break;
        }
    }
}

/* Result of a depth comparison: 1 or 0. NaN compares as unordered. */
static float compared(const struct sampling *x, float texel)
{
    float r = x->q->reference;
    unsigned number = x->m->format->number;
    if (number == NUM_UNORM || number == NUM_FLOAT_CLAMP)
        r = r > 0 ? fminf(r, 1) : 0;
    unsigned c = x->s->compare;
    if (c == 7)
        return 1;
    if (isnan(r) || isnan(texel))
        return c == 5; /* "not equal" */
    return c >> (r < texel ? 0 : r == texel ? 1 : 2) & 1 ? 1 : 0;
}

/* Texel (x, y, z) of a level; numbers may lie outside. False: the corner of a cube. */
static bool fetch(const struct sampling *x, unsigned level, int64_t i, int64_t j, int64_t k,
                  uint32_t rgba[4])
{
    const struct rdna3_image *m = x->m;
    const int64_t w = (int64_t)extent(m, 0, level), h = (int64_t)extent(m, 1, level),
                  d = (int64_t)extent(m, 2, level);
    struct texel_place p = {.level = level};
    if (m->type == IMAGE_CUBE && !x->s->no_cube_wrap) {
        unsigned layer = (unsigned)k, face = layer % 6;
        if (!across_edge(&face, &i, &j, w))
            return false;
        k = layer / 6 * 6 + face;
    } else {
        i = wrapped(x->s->wrap[0], i, w);
        j = wrapped(x->s->wrap[1], j, h);
    }
    if (m->type == IMAGE_3D)
        k = wrapped(x->s->wrap[2], k, d);
    else
        k += m->first_layer;
    p.x = i;
    p.y = j;
    p.z = k;
    bool is_border = i == TEXEL_BORDER || j == TEXEL_BORDER || k == TEXEL_BORDER ||
                     !rdna3_texel_read(m, &p, x->reader, rgba);
    if (is_border)
        memcpy(rgba, x->border, sizeof x->border);
    if (x->q->has_compare) {
        float c = compared(x, float_of_bits(rgba[0]));
        for (unsigned n = 0; n < 4; n++)
            rgba[n] = bits_of_float(c);
    }
    return true;
}

/* A row or square of texels around a coordinate with the weight of its far ones. */
struct tap {
    int64_t at;      /* the near texel */
    double fraction; /* weight of the one after it */
};

static struct tap tap_of(const struct sampling *x, unsigned axis, double coord, unsigned level,
                         bool is_linear)
{
    double size = extent(x->m, axis, level);
    int64_t steps = to_steps(x->s, coord, axis, size);
    struct tap t = {.fraction = 0};
    if (is_linear)
        steps -= SUBTEXEL / 2;
    t.at = (steps >= 0 ? steps : steps - (SUBTEXEL - 1)) / SUBTEXEL;
    if (is_linear)
        t.fraction = (double)(steps - t.at * SUBTEXEL) / SUBTEXEL;
    if (is_linear && x->s->half_fraction) /* motion compensation: one bit */
        t.fraction = floor(t.fraction * 2) / 2;
    unsigned wrap = x->s->wrap[axis];
    if (!is_linear && (wrap == WRAP_HALF_BORDER || wrap == WRAP_MIRROR_ONCE_HALF_BORDER) &&
        t.at >= (int64_t)size)
        t.at = (int64_t)size - 1; /* the coordinate was clamped to the far edge */
    t.at += x->q->offset[axis];
    return t;
}

static int64_t layer_of(const struct sampling *x)
{
    const struct rdna3_image *m = x->m;
    if (!rdna3_image_has_layers(m))
        return 0;
    double layer = isnan(x->q->layer) ? 0 : nearbyint(x->q->layer);
    if (m->type == IMAGE_CUBE) { /* face + 8 * cube (10.3) */
        layer = fmax(layer, 0);
        double cube = fmin(floor(layer / 8), (double)(m->layers / 6) - 1);
        return (int64_t)(6 * fmax(cube, 0) + fmin(fmod(layer, 8), 5));
    }
    return (int64_t)fmin(fmax(layer, 0), (double)m->layers - 1);
}

static bool is_linear_filter(unsigned filter) { return filter & 1; }

/* One sample from one level. */
static void sample_level(const struct sampling *x, unsigned level, const double coord[3],
                         bool is_magnified, double out[4], uint32_t integers[4])
{
    const struct rdna3_sampler *s = x->s;
    unsigned dims = dimensions(x->m);
    bool linear = is_linear_filter(is_magnified ? s->mag_filter : s->min_filter) && !x->is_integer;
    bool linear_z = s->z_filter == 0 ? linear : s->z_filter == 2 && !x->is_integer;
    struct tap t[3] = {{0, 0}, {0, 0}, {layer_of(x), 0}};
    for (unsigned i = 0; i < dims; i++)
        t[i] = tap_of(x, i, coord[i], level, i < 2 ? linear : linear_z);
    double c[8][4], weights[8];
    bool missing[8];
    unsigned taken = 0;
    double found[4] = {0};
    unsigned count = 0;
    for (unsigned n = 0; n < 8; n++) {
        weights[n] = 1;
        for (unsigned i = 0; i < 3; i++)
            weights[n] *= n >> i & 1 ? t[i].fraction : 1 - t[i].fraction;
        missing[n] = false;
        if (weights[n] == 0)
            continue;
        uint32_t rgba[4];
        missing[n] = !fetch(x, level, t[0].at + (n & 1), t[1].at + (n >> 1 & 1),
                            t[2].at + (n >> 2 & 1), rgba);
        for (unsigned i = 0; i < 4 && !missing[n]; i++) {
            integers[i] = rgba[i];
            c[n][i] = x->is_integer ? 0 : (double)float_of_bits(rgba[i]);
            found[i] += c[n][i];
        }
        count += !missing[n];
    }
    memset(out, 0, 4 * sizeof *out);
    for (unsigned n = 0; n < 8; n++) {
        if (weights[n] == 0)
            continue;
        for (unsigned i = 0; i < 4; i++) {
            double v = missing[n] ? (count ? found[i] / count : 0) : c[n][i];
            if (s->filter_mode == 1)
                out[i] = taken ? fmin(out[i], v) : v;
            else if (s->filter_mode == 2)
                out[i] = taken ? fmax(out[i], v) : v;
            else
                out[i] += weights[n] * v;
        }
        taken++;
    }
}

/* The four texels that a bilinear filter would blend: lower left first, then counter-clockwise,
 * t growing downwards; or four in a row. */
static void gather(const struct sampling *x, unsigned level, uint32_t out[4])
{
    static const uint8_t across[4] = {0, 1, 1, 0}, down[4] = {1, 1, 0, 0};
    const struct sample_request *q = x->q;
    struct tap s = tap_of(x, 0, q->coord[0], level, true);
    struct tap t =
        dimensions(x->m) > 1 ? tap_of(x, 1, q->coord[1], level, true) : (struct tap){0, 0};
    uint32_t rgba[4], found[4] = {0};
    int corner = -1;
    double sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        int64_t a = s.at + (q->gather_row ? (int64_t)i : across[i]);
        int64_t b = t.at + (q->gather_row ? 0 : down[i]);
        if (!fetch(x, level, a, b, layer_of(x), rgba)) {
            corner = (int)i;
            continue;
        }
        if (!q->has_compare)
            rdna3_texel_select(x->m, rgba, rgba);
        found[i] = rgba[q->gather];
        sum += x->is_integer ? found[i] : (double)float_of_bits(found[i]);
    }
    if (corner >= 0)
        found[corner] = x->is_integer ? (uint32_t)(sum / 3) : bits_of_float((float)(sum / 3));
    memcpy(out, found, sizeof found);
}

void rdna3_sample(const struct rdna3_image *m, const struct rdna3_sampler *s,
                  const struct sample_request *q, struct texel_reader *reader,
                  struct sample_result *out)
{
    struct sampling x = {m, s, q, reader, rdna3_format_is_integer(m->format), {0}};
    struct rdna3_image as_plain;
    memset(out, 0, sizeof *out);
    if (m->is_unbound)
        return;
    /* sRGB decoding can be left out or forced by the sampler. */
    struct texel_format format = *m->format;
    if (format.number == NUM_SRGB && s->skip_degamma)
        format.number = NUM_UNORM;
    else if (format.number == NUM_UNORM && s->force_degamma && m->format->bits[0] == 8)
        format.number = NUM_SRGB;
    if (format.number != m->format->number) {
        as_plain = *m;
        as_plain.format = &format;
        x.m = &as_plain;
    }
    set_border(&x);
    struct footprint f = level_of_detail(m, s, q, out);
    unsigned views = (unsigned)(m->last_level - m->base_level);
    double lod = out->lod, blend = 0;
    unsigned level[2] = {m->base_level, m->base_level};
    double inside = fmin(fmax(lod, 0), views);
    if (s->mip_filter == 1) {
        level[0] += (unsigned)floor(inside + 0.5);
    } else if (s->mip_filter >= 2) {
        level[0] += (unsigned)inside;
        blend = inside - floor(inside);
        level[1] = blend > 0 ? level[0] + 1 : level[0];
    }
    if (q->gather >= 0) {
        gather(&x, level[0], out->rgba);
        return;
    }
    double sum[4] = {0};
    uint32_t integers[4] = {0};
    for (unsigned n = 0; n < f.samples; n++) {
        double coord[3];
        for (unsigned i = 0; i < 3; i++)
            coord[i] =
                q->coord[i] + (f.samples > 1 ? f.step[i] * ((n + 1.0) / (f.samples + 1) - 0.5) : 0);
        for (unsigned i = 0; i < 2; i++) {
            double weight = (i ? blend : 1 - blend) / f.samples, c[4];
            if (weight == 0)
                continue;
            sample_level(&x, level[i], coord, lod <= 0, c, integers);
            for (unsigned k = 0; k < 4; k++) {
                if (s->filter_mode == 0)
                    sum[k] += weight * c[k];
                else if (n == 0 && i == 0)
                    sum[k] = c[k];
                else
                    sum[k] = s->filter_mode == 1 ? fmin(sum[k], c[k]) : fmax(sum[k], c[k]);
            }
        }
    }
    uint32_t rgba[4];
    for (unsigned i = 0; i < 4; i++) {
        float v = (float)sum[i];
        if (fpclassify(v) == FP_SUBNORMAL) /* sampling flushes denormals (10.4) */
            v = copysignf(0, v);
        rgba[i] = x.is_integer ? integers[i] : bits_of_float(v);
    }
    if (q->has_compare)
        memcpy(out->rgba, rgba, sizeof rgba);
    else
        rdna3_texel_select(m, rgba, out->rgba);
}

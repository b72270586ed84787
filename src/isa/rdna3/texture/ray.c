/* ray.c: ray against box and ray against triangle.
 *
 * Manual 10.9; it gives the operands and results but not the layout of nodes: that is from AMD's
 * published ray tracing library for this hardware. Triangles are tested as Woop, Benthin and Wald
 * do (Watertight Ray/Triangle Intersection, JCGT 2013), boxes by slabs. Choices: docs/errata.md. */
#include "isa/rdna3/texture/ray.h"

#include <math.h>
#include <string.h>

#include "isa/exec/float_bits.h"
#include "isa/rdna3/texture/small_float.h"

enum { CHILD_NONE = -1 };

const char *rdna3_bvh_parse(const uint32_t t[4], struct bvh *out)
{
    *out = (struct bvh){
        .base = (t[0] | (uint64_t)(t[1] & 0xff) << 32) << 8,
        .grow = (uint8_t)(t[1] >> 23),
        .sorts = t[1] >> 31,
        .last_node = t[2] | (uint64_t)(t[3] & 0x3ff) << 32,
        .has_pointer_flags = t[3] >> 23 & 1,
        .returns_barycentrics = t[3] >> 24 & 1,
    };
    if (t[3] >> 28 != 8)
        return "the T# of a ray instruction needs type 8";
    if (out->has_pointer_flags)
        return "pointer flags of a BVH (bit 119 of the T#) are not supported";
    return NULL;
}

unsigned rdna3_node_bytes(unsigned type)
{
    return type <= NODE_TRIANGLE_3 || type == NODE_BOX_F16 ? 64 : type == NODE_BOX_F32 ? 128 : 0;
}

static float load_float(const uint8_t *p)
{
    float f;
    memcpy(&f, p, 4);
    return f;
}

static uint32_t load_u32(const uint8_t *p)
{
    uint32_t u;
    memcpy(&u, p, 4);
    return u;
}

/* ---- boxes ---- */

/* Four children, then four boxes of lower and upper corner. */
static float corner(const uint8_t *node, bool is_half, unsigned n)
{
    if (!is_half)
        return load_float(node + 16 + 4 * n);
    return rdna3_float_of_half(node[16 + 2 * n] | (uint32_t)node[17 + 2 * n] << 8);
}

static float grown(float x, unsigned ulps)
{
    uint32_t u = bits_of_float(x);
    if (!isfinite(x) || x <= 0 || u + ulps > 0x7f800000)
        return x;
    u += ulps;
    memcpy(&x, &u, 4);
    return x;
}

static bool ray_meets_box(const struct bvh *b, const struct ray *r, const float box[6], float *near)
{
    float enter = -INFINITY, leave = INFINITY;
    if (isnan(box[0])) /* marks an unused child */
        return false;
    for (unsigned i = 0; i < 3; i++) {
        float t0 = (box[i] - r->origin[i]) * r->inverse[i];
        float t1 = (box[i + 3] - r->origin[i]) * r->inverse[i];
        enter = fmaxf(enter, fminf(t0, t1)); /* the NaN of 0 x inf counts for nothing */
        leave = fminf(leave, fmaxf(t0, t1));
    }
    *near = enter;
    return grown(leave, b->grow) >= fmaxf(enter, 0) && enter < r->extent;
}

static void test_boxes(const struct bvh *b, bool is_half, const uint8_t *node, const struct ray *r,
                       uint32_t out[4])
{
    float distance[4];
    unsigned count = 0;
    for (unsigned i = 0; i < 4; i++)
        out[i] = (uint32_t)CHILD_NONE;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t child = load_u32(node + 4 * i);
        float box[6], near;
        for (unsigned k = 0; k < 6; k++)
            box[k] = corner(node, is_half, 6 * i + k);
        if (child == (uint32_t)CHILD_NONE || !ray_meets_box(b, r, box, &near))
            continue;
        if (!b->sorts) {
            out[i] = child;
            continue;
        }
        unsigned at = count++;
        for (; at > 0 && distance[at - 1] > near; at--) {
            distance[at] = distance[at - 1];
            out[at] = out[at - 1];
        }
        distance[at] = near;
        out[at] = child;
    }
}

/* ---- triangles ---- */

struct triangle_hit {
    bool hit;
    float numerator, denominator; /* of the distance */
    float weight[3];              /* of the vertices, times the denominator */
};

static struct triangle_hit ray_meets_triangle(const struct ray *r, const float v[3][3])
{
    struct triangle_hit h = {.numerator = INFINITY, .denominator = 1};
    /* The axis along which the ray is longest, and the other two in winding order. */
    unsigned z = 0;
    for (unsigned i = 1; i < 3; i++)
        if (fabsf(r->direction[i]) > fabsf(r->direction[z]))
            z = i;
    unsigned x = (z + 1) % 3, y = (z + 2) % 3;
    if (r->direction[z] < 0) {
        unsigned t = x;
        x = y;
        y = t;
    }
    /* Shear such that the ray goes along z. */
    float sz = 1 / r->direction[z], sx = r->direction[x] * sz, sy = r->direction[y] * sz;
    float px[3], py[3], pz[3];
    for (unsigned i = 0; i < 3; i++) {
        float dz = v[i][z] - r->origin[z];
        px[i] = v[i][x] - r->origin[x] - sx * dz;
        py[i] = v[i][y] - r->origin[y] - sy * dz;
        pz[i] = sz * dz;
    }
    float e[3];
    for (unsigned i = 0; i < 3; i++) {
        unsigned a = (i + 2) % 3, c = (i + 1) % 3;
        e[i] = px[a] * py[c] - py[a] * px[c];
    }
    if (e[0] == 0 || e[1] == 0 || e[2] == 0) /* on an edge: decided in double precision */
        for (unsigned i = 0; i < 3; i++) {
            unsigned a = (i + 2) % 3, c = (i + 1) % 3;
            e[i] = (float)((double)px[a] * (double)py[c] - (double)py[a] * (double)px[c]);
        }
    bool any_below = e[0] < 0 || e[1] < 0 || e[2]<0, any_above = e[0]> 0 || e[1] > 0 || e[2] > 0;
    float denominator = e[0] + e[1] + e[2];
    float numerator = e[0] * pz[0] + e[1] * pz[1] + e[2] * pz[2];
    if (any_below == any_above || denominator == 0 || !(copysignf(1, denominator) * numerator >= 0))
        return h;
    h.hit = true;
    h.numerator = numerator;
    h.denominator = denominator;
    memcpy(h.weight, e, sizeof e);
    return h;
}

static void triangle_result(const struct bvh *b, const struct triangle_hit *h, uint32_t id,
                            unsigned type, uint32_t out[4])
{
    out[0] = bits_of_float(h->numerator);
    out[1] = bits_of_float(h->denominator);
    if (!b->returns_barycentrics) {
        out[2] = id;
        out[3] = h->hit;
        return;
    }
    /* The node says which vertices I and J belong to: two bits each per triangle. */
    unsigned i = id >> 8 * type & 3, j = id >> (8 * type + 2) & 3;
    out[2] = bits_of_float(i < 3 ? h->weight[i] : 0);
    out[3] = bits_of_float(j < 3 ? h->weight[j] : 0);
}

static void test_triangle(const struct bvh *b, unsigned type, const uint8_t *node,
                          const struct ray *r, uint32_t out[4])
{
    static const uint8_t vertices[4][3] = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {2, 4, 0}};
    float v[3][3];
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 3; k++)
            v[i][k] = load_float(node + 12 * vertices[type][i] + 4 * k);
    struct triangle_hit h = ray_meets_triangle(r, v);
    triangle_result(b, &h, load_u32(node + 60), type, out);
}

/* ---- both ---- */

void rdna3_ray_miss(const struct bvh *b, unsigned type, uint32_t out[4])
{
    static const struct triangle_hit none = {.numerator = INFINITY, .denominator = 1};
    if (type <= NODE_TRIANGLE_3)
        triangle_result(b, &none, 0, type, out);
    else
        for (unsigned i = 0; i < 4; i++)
            out[i] = (uint32_t)CHILD_NONE;
}

void rdna3_ray_test(const struct bvh *b, unsigned type, const uint8_t *node, const struct ray *ray,
                    uint32_t out[4])
{
    if (type <= NODE_TRIANGLE_3)
        test_triangle(b, type, node, ray, out);
    else
        test_boxes(b, type == NODE_BOX_F16, node, ray, out);
}

/* ray.c: IMAGE_BVH_INTERSECT_RAY and its 64-bit form. Manual 10.9, 16.18. */
#include "isa/rdna3/texture/ray.h"
#include "isa/exec/float_bits.h"
#include "isa/rdna3/exec/mimg.h"
#include "isa/rdna3/sem/sem.h"
#include "isa/rdna3/texture/small_float.h"

/* The ray behind the node pointer (table 53); n: its first address dword. */
static void read_ray(struct rdna3_wave *w, const struct rdna3_mimg *g, unsigned n, unsigned lane,
                     struct ray *r)
{
    r->extent = float_of_bits(image_address(w, g, n++, lane));
    for (unsigned i = 0; i < 3; i++)
        r->origin[i] = float_of_bits(image_address(w, g, n++, lane));
    for (unsigned i = 0; i < 3; i++, n++) {
        uint32_t v = image_address(w, g, n, lane);
        r->direction[i] = g->a16 ? rdna3_float_of_half(v & 0xffff) : float_of_bits(v);
        r->inverse[i] =
            g->a16 ? rdna3_float_of_half(v >> 16) : float_of_bits(image_address(w, g, n + 3, lane));
    }
}

SEM(image_bvh_intersect_ray)
{
    const struct rdna3_mimg *g = &o->mimg;
    struct bvh b;
    const char *reason = rdna3_bvh_parse(&w->s[g->rsrc], &b);
    if (reason)
        return w->look ? NULL : FN(fault)(w, o, SHOAL_FAULT_NOT_IMPLEMENTED, 0, 0, 0, "%s", reason);
    struct image_reader reader = FN(image_reader)(w, false);
    uint64_t exec = image_exec(w, g);
    vec32 result[2][4];
    memset(result, 0, sizeof result);
    bool wide = g->parts & IMG_w;
    access_begin(w, o);
    for (uint64_t left = exec; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left), n = 0;
        uint64_t pointer = image_address(w, g, n++, lane);
        uint8_t node[NODE_BYTES_MAX];
        uint32_t out[4];
        struct ray ray;
        w->access_lane = (uint8_t)lane;
        if (wide)
            pointer |= (uint64_t)image_address(w, g, n++, lane) << 32;
        unsigned type = pointer & 7, bytes = rdna3_node_bytes(type);
        if (!bytes || pointer >> 3 > b.last_node) {
            rdna3_ray_miss(&b, type, out);
        } else {
            read_ray(w, g, n, lane, &ray);
            reader.base.read(&reader.base, b.base + (pointer >> 3) * 64, bytes, node);
            rdna3_ray_test(&b, type, node, &ray, out);
        }
        for (unsigned i = 0; i < 4; i++)
            *raw_lane(&result[lane / 32][i], lane % 32) = out[i];
    }
    access_end(w);
    if (FN(image_reader_fault)(&reader, o))
        return NULL;
    for (unsigned half = 0; half < w->halves && !w->look; half++)
        for (unsigned i = 0; i < 4; i++)
            put_lanes(vgpr(w, g->vdata + i, half), (uint32_t)(exec >> 32 * half),
                      result[half][i].u);
    return op_next(o);
}

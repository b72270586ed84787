/* ray.h: a ray against one node of a bounding volume hierarchy (manual 10.9). */
#ifndef SHOAL_RDNA3_RAY_H
#define SHOAL_RDNA3_RAY_H

#include <stdbool.h>
#include <stdint.h>

/* The low three bits of a node pointer; the rest counts 64-byte blocks from the T#'s base. */
enum node_type { NODE_TRIANGLE_0, NODE_TRIANGLE_3 = 3, NODE_BOX_F16, NODE_BOX_F32 };

enum { NODE_BYTES_MAX = 128 };

struct ray {
    float extent, origin[3], direction[3], inverse[3];
};

/* The T# of ray instructions, table 54. */
struct bvh {
    uint64_t base, last_node; /* numbers of 64-byte nodes: 0..last_node */
    uint8_t grow;             /* units in the last place added to the far side of boxes */
    bool sorts, has_pointer_flags, returns_barycentrics;
};

/* NULL, or why the T# cannot be used. */
const char *rdna3_bvh_parse(const uint32_t t[4], struct bvh *out);

/* Bytes of a node of this type; 0: not one that the hardware looks into. */
unsigned rdna3_node_bytes(unsigned type);

/* node [rdna3_node_bytes]; out: the four dwords of table 55, or the children that were hit,
 * nearest first if sorted, 0xffffffff for the others. */
void rdna3_ray_test(const struct bvh *b, unsigned type, const uint8_t *node, const struct ray *ray,
                    uint32_t out[4]);
/* What a pointer outside the hierarchy or to another type of node returns. */
void rdna3_ray_miss(const struct bvh *b, unsigned type, uint32_t out[4]);

#endif

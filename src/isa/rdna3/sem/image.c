/* image.c: image instructions, manual 16.18. What they have in common, operands, addresses and
 * filters, is in exec/mimg.c and texture/; the parts of an address (offset, bias, compare,
 * derivatives) are flags of the rows. */
#include "isa/rdna3/exec/mimg.h"
#include "isa/rdna3/sem/sem.h"

/* ---- no sampler ---- */

SEM(image_load) { return FN(image_load)(w, o, IMAGE_FORMATTED); }
SEM(image_load_pck) { return FN(image_load)(w, o, IMAGE_RAW); }
SEM(image_load_pck_sgn) { return FN(image_load)(w, o, IMAGE_RAW_SIGNED); }
SEM(image_store) { return FN(image_store)(w, o, IMAGE_FORMATTED); }
SEM(image_store_pck) { return FN(image_store)(w, o, IMAGE_RAW); }
SEM(image_msaa_load) { return FN(image_load_samples)(w, o); }
SEM(image_get_resinfo) { return FN(image_resinfo)(w, o); }

/* The operations are those of the other memory atomics, for 32 and 64 bits. */
#define IMAGE_ATOMIC(name, fn32, fn64)                                                             \
    SEM(image_atomic_##name)                                                                       \
    {                                                                                              \
        return FN(image_atomic)(w, o, FN(x_atomic_##fn32), FN(x_atomic_##fn64));                   \
    }
IMAGE_ATOMIC(swap, swap_b32, swap_b64)
IMAGE_ATOMIC(cmpswap, cmpswap_b32, cmpswap_b64)
IMAGE_ATOMIC(add, add_u32, add_u64)
IMAGE_ATOMIC(sub, sub_u32, sub_u64)
IMAGE_ATOMIC(smin, min_i32, min_i64)
IMAGE_ATOMIC(umin, min_u32, min_u64)
IMAGE_ATOMIC(smax, max_i32, max_i64)
IMAGE_ATOMIC(umax, max_u32, max_u64)
IMAGE_ATOMIC(and, and_b32, and_b64)
IMAGE_ATOMIC(or, or_b32, or_b64)
IMAGE_ATOMIC(xor, xor_b32, xor_b64)
IMAGE_ATOMIC(inc, inc_u32, inc_u64)
IMAGE_ATOMIC(dec, dec_u32, dec_u64)

/* ---- with a sampler ---- */

SEM(image_sample) { return FN(image_sample)(w, o, IMAGE_LOD_COMPUTED, IMAGE_FILTERED); }
SEM(image_sample_l) { return FN(image_sample)(w, o, IMAGE_LOD_GIVEN, IMAGE_FILTERED); }
SEM(image_sample_cl) { return FN(image_sample)(w, o, IMAGE_LOD_CLAMPED, IMAGE_FILTERED); }
SEM(image_sample_lz) { return FN(image_sample)(w, o, IMAGE_LOD_ZERO, IMAGE_FILTERED); }
SEM(image_gather4) { return FN(image_sample)(w, o, IMAGE_LOD_COMPUTED, IMAGE_GATHER); }
SEM(image_gather4_l) { return FN(image_sample)(w, o, IMAGE_LOD_GIVEN, IMAGE_GATHER); }
SEM(image_gather4_cl) { return FN(image_sample)(w, o, IMAGE_LOD_CLAMPED, IMAGE_GATHER); }
SEM(image_gather4_lz) { return FN(image_sample)(w, o, IMAGE_LOD_ZERO, IMAGE_GATHER); }
SEM(image_gather4h) { return FN(image_sample)(w, o, IMAGE_LOD_COMPUTED, IMAGE_GATHER_ROW); }
SEM(image_get_lod) { return FN(image_lod)(w, o); }

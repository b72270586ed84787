/* image.h: read_image, write_image and the image queries.
 *
 * An image is a pointer to its T# (8 dwords; manual, table 50), a sampler one to its S# (table 51).
 * Both are the same for all work-items, as OpenCL demands, and so are loaded into SGPRs. Built
 * from machine instructions. image1d_buffer_t is a buffer to the hardware: a pointer to a V# (4
 * dwords; manual 9.4). Behind the descriptor are words for the queries: channel type and order at 8
 * and 9, the width of an image1d_buffer_t at 10. */

typedef __constant const uint *shoal_descriptor;

/* The pointer as what it is, one value: where nothing is inlined it comes in VGPRs. */
SHOAL_DEFINE ulong shoal_uniform(shoal_descriptor p)
{
    uint2 halves = as_uint2((ulong)p);
    return as_ulong((uint2)(__builtin_amdgcn_readfirstlane(halves.x),
                            __builtin_amdgcn_readfirstlane(halves.y)));
}
SHOAL_DEFINE uint8 shoal_image(shoal_descriptor p)
{
    return *(__constant const uint8 *)shoal_uniform(p);
}
SHOAL_DEFINE uint4 shoal_sampler(shoal_descriptor p)
{
    return *(__constant const uint4 *)shoal_uniform(p);
}

/* What the instruction takes of OpenCL's coordinate, whose last components are ignored. */
#define SHOAL_COORD_1D(c)       (c)
#define SHOAL_COORD_1D_ARRAY(c) (c)
#define SHOAL_COORD_2D(c)       (c)
#define SHOAL_COORD_2D_ARRAY(c) (c).xyz
#define SHOAL_COORD_3D(c)       (c).xyz

#define SHOAL_IMAGE_ASM(name, text, dim)                                                           \
    __asm__ volatile(name " " text " dmask:0xf dim:SQ_RSRC_IMG_" #dim

#define SHOAL_IMAGE_ASM_1(name, text, dim)                                                         \
    __asm__ volatile(name " " text " dmask:0x1 dim:SQ_RSRC_IMG_" #dim

#define SHOAL_READ(qualifier, image_t, dim, coord_suffix, kind, suffix)                            \
    SHOAL_BUILTIN kind##4 read_image##suffix(qualifier image_t image, sampler_t sampler,           \
                                             float##coord_suffix coord)                            \
    {                                                                                              \
        kind##4 texel;                                                                             \
        SHOAL_IMAGE_ASM("image_sample_lz", "%0, %1, %2, %3", dim) "\n\ts_waitcnt vmcnt(0)"         \
            : "=v"(texel)                                                                          \
            : "v"(SHOAL_COORD_##dim(coord)),                                                       \
              "s"(shoal_image(__builtin_astype(image, shoal_descriptor))),                         \
              "s"(shoal_sampler(__builtin_astype(sampler, shoal_descriptor)))                      \
            : "memory");                                                                           \
        return texel;                                                                              \
    }                                                                                              \
    SHOAL_BUILTIN kind##4 read_image##suffix(qualifier image_t image, sampler_t sampler,           \
                                             int##coord_suffix coord)                              \
    {                                                                                              \
        return read_image##suffix(image, sampler, convert_float##coord_suffix(coord));             \
    }                                                                                              \
    SHOAL_BUILTIN kind##4 read_image##suffix(qualifier image_t image, int##coord_suffix coord)     \
    {                                                                                              \
        kind##4 texel;                                                                             \
        SHOAL_IMAGE_ASM("image_load", "%0, %1, %2", dim) " unorm\n\ts_waitcnt vmcnt(0)"            \
            : "=v"(texel)                                                                          \
            : "v"(SHOAL_COORD_##dim(coord)),                                                       \
              "s"(shoal_image(__builtin_astype(image, shoal_descriptor)))                          \
            : "memory");                                                                           \
        return texel;                                                                              \
    }

/* Image stores ignore the selection of components in the descriptor: those of CL_BGRA are exchanged
 * here, and that of CL_A is put first. */
SHOAL_DEFINE float4 shoal_stored(shoal_descriptor p, float4 texel)
{
    return p[9] == 0x10b6 ? texel.zyxw : p[9] == 0x10b1 ? texel.wxyz : texel;
}
SHOAL_DEFINE int4 shoal_stored(shoal_descriptor p, int4 texel)
{
    return p[9] == 0x10b1 ? texel.wxyz : texel;
}
SHOAL_DEFINE uint4 shoal_stored(shoal_descriptor p, uint4 texel)
{
    return p[9] == 0x10b1 ? texel.wxyz : texel;
}

#define SHOAL_WRITE(qualifier, image_t, dim, coord_suffix, kind, suffix)                           \
    SHOAL_BUILTIN void write_image##suffix(qualifier image_t image, int##coord_suffix coord,       \
                                           kind##4 texel)                                          \
    {                                                                                              \
        SHOAL_IMAGE_ASM("image_store", "%0, %1, %2", dim) " unorm"                                 \
            :                                                                                      \
            : "v"(shoal_stored(__builtin_astype(image, shoal_descriptor), texel)),                \
              "v"(SHOAL_COORD_##dim(coord)),                                                       \
              "s"(shoal_image(__builtin_astype(image, shoal_descriptor)))                          \
            : "memory");                                                                           \
    }

/* half: converted here, so that the instruction is one for all. */
#define SHOAL_HALF_READ(qualifier, image_t, coord_suffix)                                          \
    SHOAL_BUILTIN half4 read_imageh(qualifier image_t image, sampler_t sampler,                    \
                                    float##coord_suffix coord)                                     \
    {                                                                                              \
        return convert_half4(read_imagef(image, sampler, coord));                                  \
    }                                                                                              \
    SHOAL_BUILTIN half4 read_imageh(qualifier image_t image, sampler_t sampler,                    \
                                    int##coord_suffix coord)                                       \
    {                                                                                              \
        return convert_half4(read_imagef(image, sampler, coord));                                  \
    }                                                                                              \
    SHOAL_BUILTIN half4 read_imageh(qualifier image_t image, int##coord_suffix coord)              \
    {                                                                                              \
        return convert_half4(read_imagef(image, coord));                                           \
    }
#define SHOAL_HALF_WRITE(qualifier, image_t, coord_suffix)                                         \
    SHOAL_BUILTIN void write_imageh(qualifier image_t image, int##coord_suffix coord, half4 texel) \
    {                                                                                              \
        write_imagef(image, coord, convert_float4(texel));                                         \
    }

#define SHOAL_READS(qualifier, image_t, dim, coord_suffix)                                         \
    SHOAL_READ(qualifier, image_t, dim, coord_suffix, float, f)                                    \
    SHOAL_READ(qualifier, image_t, dim, coord_suffix, int, i)                                      \
    SHOAL_READ(qualifier, image_t, dim, coord_suffix, uint, ui)                                    \
    SHOAL_HALF_READ(qualifier, image_t, coord_suffix)
#define SHOAL_WRITES(qualifier, image_t, dim, coord_suffix)                                        \
    SHOAL_WRITE(qualifier, image_t, dim, coord_suffix, float, f)                                   \
    SHOAL_WRITE(qualifier, image_t, dim, coord_suffix, int, i)                                     \
    SHOAL_WRITE(qualifier, image_t, dim, coord_suffix, uint, ui)                                   \
    SHOAL_HALF_WRITE(qualifier, image_t, coord_suffix)

/* ---- image1d_buffer_t ---- */

SHOAL_DEFINE uint4 shoal_buffer(shoal_descriptor p)
{
    return *(__constant const uint4 *)shoal_uniform(p);
}

#define SHOAL_BUFFER_READ(qualifier, kind, suffix)                                                 \
    SHOAL_BUILTIN kind##4 read_image##suffix(qualifier image1d_buffer_t image, int coord)          \
    {                                                                                              \
        kind##4 texel;                                                                             \
        __asm__ volatile("buffer_load_format_xyzw %0, %1, %2, 0 idxen\n\ts_waitcnt vmcnt(0)"       \
                         : "=v"(texel)                                                             \
                         : "v"(coord),                                                             \
                           "s"(shoal_buffer(__builtin_astype(image, shoal_descriptor)))            \
                         : "memory");                                                              \
        return texel;                                                                              \
    }
/* These follow the selection of components. */
#define SHOAL_BUFFER_WRITE(qualifier, kind, suffix)                                                \
    SHOAL_BUILTIN void write_image##suffix(qualifier image1d_buffer_t image, int coord,            \
                                           kind##4 texel)                                          \
    {                                                                                              \
        __asm__ volatile("buffer_store_format_xyzw %0, %1, %2, 0 idxen"                            \
                         :                                                                         \
                         : "v"(texel), "v"(coord),                                                 \
                           "s"(shoal_buffer(__builtin_astype(image, shoal_descriptor)))            \
                         : "memory");                                                              \
    }
#define SHOAL_BUFFER_READS(qualifier)                                                              \
    SHOAL_BUFFER_READ(qualifier, float, f)                                                         \
    SHOAL_BUFFER_READ(qualifier, int, i)                                                           \
    SHOAL_BUFFER_READ(qualifier, uint, ui)
#define SHOAL_BUFFER_WRITES(qualifier)                                                             \
    SHOAL_BUFFER_WRITE(qualifier, float, f)                                                        \
    SHOAL_BUFFER_WRITE(qualifier, int, i)                                                          \
    SHOAL_BUFFER_WRITE(qualifier, uint, ui)

SHOAL_BUFFER_READS(read_only)
SHOAL_BUFFER_READS(read_write)
SHOAL_BUFFER_WRITES(write_only)
SHOAL_BUFFER_WRITES(read_write)

/* ---- depth: images of one component, which is no vector ---- */

#define SHOAL_DEPTH_READS(qualifier, image_t, dim, coord_suffix)                                   \
    SHOAL_BUILTIN float read_imagef(qualifier image_t image, sampler_t sampler,                    \
                                    float##coord_suffix coord)                                     \
    {                                                                                              \
        float depth;                                                                               \
        SHOAL_IMAGE_ASM_1("image_sample_lz", "%0, %1, %2, %3", dim) "\n\ts_waitcnt vmcnt(0)"       \
            : "=v"(depth)                                                                          \
            : "v"(SHOAL_COORD_##dim(coord)),                                                       \
              "s"(shoal_image(__builtin_astype(image, shoal_descriptor))),                         \
              "s"(shoal_sampler(__builtin_astype(sampler, shoal_descriptor)))                      \
            : "memory");                                                                           \
        return depth;                                                                              \
    }                                                                                              \
    SHOAL_BUILTIN float read_imagef(qualifier image_t image, sampler_t sampler,                    \
                                    int##coord_suffix coord)                                       \
    {                                                                                              \
        return read_imagef(image, sampler, convert_float##coord_suffix(coord));                    \
    }                                                                                              \
    SHOAL_BUILTIN float read_imagef(qualifier image_t image, int##coord_suffix coord)              \
    {                                                                                              \
        float depth;                                                                               \
        SHOAL_IMAGE_ASM_1("image_load", "%0, %1, %2", dim) " unorm\n\ts_waitcnt vmcnt(0)"          \
            : "=v"(depth)                                                                          \
            : "v"(SHOAL_COORD_##dim(coord)),                                                       \
              "s"(shoal_image(__builtin_astype(image, shoal_descriptor)))                          \
            : "memory");                                                                           \
        return depth;                                                                              \
    }
#define SHOAL_DEPTH_WRITES(qualifier, image_t, dim, coord_suffix)                                  \
    SHOAL_BUILTIN void write_imagef(qualifier image_t image, int##coord_suffix coord, float depth) \
    {                                                                                              \
        SHOAL_IMAGE_ASM_1("image_store", "%0, %1, %2", dim) " unorm"                               \
            :                                                                                      \
            : "v"(depth), "v"(SHOAL_COORD_##dim(coord)),                                           \
              "s"(shoal_image(__builtin_astype(image, shoal_descriptor)))                          \
            : "memory");                                                                           \
    }

/* ---- queries: fields of the T# ---- */

SHOAL_DEFINE int shoal_image_width(uint8 t)
{
    return (int)((t.s1 >> 30 | (t.s2 & 0xfff) << 2) + 1);
}
SHOAL_DEFINE int shoal_image_height(uint8 t) { return (int)((t.s2 >> 14 & 0x3fff) + 1); }
SHOAL_DEFINE int shoal_image_depth(uint8 t) { return (int)((t.s4 & 0x1fff) + 1); }
SHOAL_DEFINE int shoal_image_layers(uint8 t)
{
    return (int)((t.s4 & 0x1fff) - (t.s4 >> 16 & 0x1fff) + 1);
}

/* Behind the T#: what OpenCL calls the channels. */
#define SHOAL_CHANNELS(qualifier, image_t)                                                         \
    SHOAL_BUILTIN int get_image_channel_data_type(qualifier image_t image)                         \
    {                                                                                              \
        return (int)__builtin_astype(image, shoal_descriptor)[8];                                  \
    }                                                                                              \
    SHOAL_BUILTIN int get_image_channel_order(qualifier image_t image)                             \
    {                                                                                              \
        return (int)__builtin_astype(image, shoal_descriptor)[9];                                  \
    }
#define SHOAL_QUERIES(qualifier, image_t)                                                          \
    SHOAL_CHANNELS(qualifier, image_t)                                                             \
    SHOAL_BUILTIN int get_image_width(qualifier image_t image)                                     \
    {                                                                                              \
        return shoal_image_width(shoal_image(__builtin_astype(image, shoal_descriptor)));          \
    }
#define SHOAL_BUFFER_QUERIES(qualifier)                                                            \
    SHOAL_CHANNELS(qualifier, image1d_buffer_t)                                                    \
    SHOAL_BUILTIN int get_image_width(qualifier image1d_buffer_t image)                            \
    {                                                                                              \
        return (int)__builtin_astype(image, shoal_descriptor)[10];                                 \
    }
#define SHOAL_HEIGHT(qualifier, image_t)                                                           \
    SHOAL_BUILTIN int get_image_height(qualifier image_t image)                                    \
    {                                                                                              \
        return shoal_image_height(shoal_image(__builtin_astype(image, shoal_descriptor)));         \
    }
#define SHOAL_DIM2(qualifier, image_t)                                                             \
    SHOAL_HEIGHT(qualifier, image_t)                                                               \
    SHOAL_BUILTIN int2 get_image_dim(qualifier image_t image)                                      \
    {                                                                                              \
        return (int2)(get_image_width(image), get_image_height(image));                            \
    }
#define SHOAL_LAYERS(qualifier, image_t)                                                           \
    SHOAL_BUILTIN size_t get_image_array_size(qualifier image_t image)                             \
    {                                                                                              \
        return (size_t)shoal_image_layers(shoal_image(__builtin_astype(image, shoal_descriptor))); \
    }
#define SHOAL_DEPTH(qualifier, image_t)                                                            \
    SHOAL_HEIGHT(qualifier, image_t)                                                               \
    SHOAL_BUILTIN int get_image_depth(qualifier image_t image)                                     \
    {                                                                                              \
        return shoal_image_depth(shoal_image(__builtin_astype(image, shoal_descriptor)));          \
    }                                                                                              \
    SHOAL_BUILTIN int4 get_image_dim(qualifier image_t image)                                      \
    {                                                                                              \
        return (int4)(get_image_width(image), get_image_height(image), get_image_depth(image), 0); \
    }

#define SHOAL_IMAGE_TYPE(qualifier, operations)                                                    \
    operations(qualifier, image1d_t, 1D, ) operations(qualifier, image1d_array_t, 1D_ARRAY, 2)     \
        operations(qualifier, image2d_t, 2D, 2)                                                    \
            operations(qualifier, image2d_array_t, 2D_ARRAY, 4)                                    \
                operations(qualifier, image3d_t, 3D, 4)
#define SHOAL_DEPTH_TYPE(qualifier, operations)                                                    \
    operations(qualifier, image2d_depth_t, 2D, 2)                                                  \
        operations(qualifier, image2d_array_depth_t, 2D_ARRAY, 4)
#define SHOAL_QUALIFIER(qualifier)                                                                 \
    SHOAL_QUERIES(qualifier, image2d_depth_t)                                                      \
    SHOAL_QUERIES(qualifier, image2d_array_depth_t)                                                \
    SHOAL_LAYERS(qualifier, image2d_array_depth_t)                                                 \
    SHOAL_DIM2(qualifier, image2d_depth_t)                                                         \
    SHOAL_DIM2(qualifier, image2d_array_depth_t)                                                   \
    SHOAL_BUFFER_QUERIES(qualifier)                                                                \
    SHOAL_QUERIES(qualifier, image1d_t)                                                            \
    SHOAL_QUERIES(qualifier, image1d_array_t)                                                      \
    SHOAL_QUERIES(qualifier, image2d_t)                                                            \
    SHOAL_QUERIES(qualifier, image2d_array_t)                                                      \
    SHOAL_QUERIES(qualifier, image3d_t)                                                            \
    SHOAL_LAYERS(qualifier, image1d_array_t)                                                       \
    SHOAL_LAYERS(qualifier, image2d_array_t)                                                       \
    SHOAL_DIM2(qualifier, image2d_t)                                                               \
    SHOAL_DIM2(qualifier, image2d_array_t)                                                         \
    SHOAL_DEPTH(qualifier, image3d_t)

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
SHOAL_IMAGE_TYPE(read_only, SHOAL_READS)
SHOAL_IMAGE_TYPE(read_write, SHOAL_READS)
SHOAL_IMAGE_TYPE(write_only, SHOAL_WRITES)
SHOAL_IMAGE_TYPE(read_write, SHOAL_WRITES)
SHOAL_DEPTH_TYPE(read_only, SHOAL_DEPTH_READS)
SHOAL_DEPTH_TYPE(read_write, SHOAL_DEPTH_READS)
SHOAL_DEPTH_TYPE(write_only, SHOAL_DEPTH_WRITES)
SHOAL_DEPTH_TYPE(read_write, SHOAL_DEPTH_WRITES)
SHOAL_QUALIFIER(read_only)
SHOAL_QUALIFIER(write_only)
SHOAL_QUALIFIER(read_write)

/* ---- samplers that a program declares ---- */

/* CLK_ADDRESS_*: none, clamp to edge, clamp (to a border of zeros), repeat, mirrored repeat; as
 * S# clamp modes. Nearest filters truncate coordinates. */
#define SHOAL_WRAP(n) ((n) == 3 ? 0u : (n) == 4 ? 1u : (n) == 2 ? 6u : 2u)
#define SHOAL_SAMPLER(v)                                                                           \
    {                                                                                              \
        SHOAL_WRAP((v) >> 1 & 7) * 0x49u | ((v)&1 ? 0u : 1u << 15) | ((v)&0x20 ? 0u : 1u << 27),   \
            0xfffu << 12, (v)&0x20 ? 5u << 20 : 0u, 0u                                             \
    }
#define SHOAL_SAMPLERS8(v)                                                                         \
    SHOAL_SAMPLER(v), SHOAL_SAMPLER((v) + 1), SHOAL_SAMPLER((v) + 2), SHOAL_SAMPLER((v) + 3),      \
        SHOAL_SAMPLER((v) + 4), SHOAL_SAMPLER((v) + 5), SHOAL_SAMPLER((v) + 6),                    \
        SHOAL_SAMPLER((v) + 7)

__constant const uint shoal_samplers[64][4] __attribute__((aligned(16))) = {
    SHOAL_SAMPLERS8(0),  SHOAL_SAMPLERS8(8),  SHOAL_SAMPLERS8(16), SHOAL_SAMPLERS8(24),
    SHOAL_SAMPLERS8(32), SHOAL_SAMPLERS8(40), SHOAL_SAMPLERS8(48), SHOAL_SAMPLERS8(56),
};

/* clang calls it with the value of the sampler's CLK_ flags. */
shoal_descriptor __translate_sampler_initializer(int flags) { return shoal_samplers[flags & 63]; }

/* texture.h: reads through texture objects and texture references: tex1Dfetch, tex1D, tex2D, tex3D,
 * cube maps and layers, with level (Lod), with gradients (Grad), and gathers.
 *
 * A texture object is the address of an image descriptor of 12 dwords, which a sampler follows. */
#ifndef HIP_SHOAL_TEXTURE_H
#define HIP_SHOAL_TEXTURE_H

#include <type_traits>

#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>
#include <hip/shoal/sync.h>

typedef float shoal_f2 __attribute__((ext_vector_type(2)));
typedef float shoal_f4 __attribute__((ext_vector_type(4)));
typedef int shoal_i2 __attribute__((ext_vector_type(2)));
typedef int shoal_i4 __attribute__((ext_vector_type(4)));
#define SHOAL_DESCRIPTOR const unsigned __attribute__((address_space(4))) *

/* The device library's functions: 1D, layers of 1D, 2D, ...; those of 3 coordinates take 4. */
extern "C" {
__device__ shoal_f4 __ockl_image_load_1Db(SHOAL_DESCRIPTOR image, int x);
#define SHOAL_SAMPLE(kind, C)                                                                      \
    __device__ shoal_f4 __ockl_image_sample_##kind(SHOAL_DESCRIPTOR image,                         \
                                                   SHOAL_DESCRIPTOR sampler, C at);
#define SHOAL_LEVEL(kind, C)                                                                       \
    __device__ shoal_f4 __ockl_image_sample_lod_##kind(                                            \
        SHOAL_DESCRIPTOR image, SHOAL_DESCRIPTOR sampler, C at, float level);
#define SHOAL_GRADIENT(kind, C, D)                                                                 \
    __device__ shoal_f4 __ockl_image_sample_grad_##kind(                                           \
        SHOAL_DESCRIPTOR image, SHOAL_DESCRIPTOR sampler, C at, D dx, D dy);
#define SHOAL_KINDS(X)                                                                             \
    X(1D, float)                                                                                   \
    X(1Da, shoal_f2)                                                                               \
    X(2D, shoal_f2) X(2Da, shoal_f4) X(3D, shoal_f4)
SHOAL_KINDS(SHOAL_SAMPLE)
SHOAL_KINDS(SHOAL_LEVEL)
SHOAL_GRADIENT(1D, float, float)
SHOAL_GRADIENT(1Da, shoal_f2, float)
SHOAL_GRADIENT(2D, shoal_f2, shoal_f2)
SHOAL_GRADIENT(2Da, shoal_f4, shoal_f2)
SHOAL_GRADIENT(3D, shoal_f4, shoal_f4)
#undef SHOAL_SAMPLE
#undef SHOAL_LEVEL
#undef SHOAL_GRADIENT
#undef SHOAL_KINDS
__device__ shoal_f4 __ockl_image_gather4r_2D(SHOAL_DESCRIPTOR image, SHOAL_DESCRIPTOR sampler,
                                             shoal_f2 at);
__device__ shoal_f4 __ockl_image_gather4g_2D(SHOAL_DESCRIPTOR image, SHOAL_DESCRIPTOR sampler,
                                             shoal_f2 at);
__device__ shoal_f4 __ockl_image_gather4b_2D(SHOAL_DESCRIPTOR image, SHOAL_DESCRIPTOR sampler,
                                             shoal_f2 at);
__device__ shoal_f4 __ockl_image_gather4a_2D(SHOAL_DESCRIPTOR image, SHOAL_DESCRIPTOR sampler,
                                             shoal_f2 at);
}

/* ---- texels and values ---------------------------------------------------------------- */

/* A channel comes as a float or, in its bits, as an integer of 32. */
template <class T> SHOAL_DEVICE T shoal_from_channel(float x)
{
    if constexpr (std::is_integral<T>::value)
        return (T) __builtin_bit_cast(unsigned, x);
    else
        return (T)x;
}
template <class T> SHOAL_DEVICE float shoal_to_channel(T x)
{
    if constexpr (std::is_integral<T>::value)
        return __builtin_bit_cast(float, (int)x);
    else
        return (float)x;
}
template <class T> struct shoal_texel {
    SHOAL_DEVICE T load(shoal_f4 v) { return shoal_from_channel<T>(v.x); }
    SHOAL_DEVICE shoal_f4 store(T x) { return shoal_f4{shoal_to_channel(x), 0, 0, 0}; }
};
template <class T, unsigned n> struct shoal_texel<HIP_vector_type<T, n>> {
    SHOAL_DEVICE HIP_vector_type<T, n> load(shoal_f4 v)
    {
        HIP_vector_type<T, n> made;
        for (unsigned i = 0; i < n; i++)
            made[i] = shoal_from_channel<T>(v[i]);
        return made;
    }
    SHOAL_DEVICE shoal_f4 store(HIP_vector_type<T, n> x)
    {
        shoal_f4 made = {};
        for (unsigned i = 0; i < n; i++)
            made[i] = shoal_to_channel(x[i]);
        return made;
    }
};

SHOAL_DEVICE SHOAL_DESCRIPTOR shoal_image(hipTextureObject_t t)
{
    return (SHOAL_DESCRIPTOR)(unsigned long)t;
}
SHOAL_DEVICE SHOAL_DESCRIPTOR shoal_sampler(hipTextureObject_t t)
{
    return shoal_image(t) + HIP_SAMPLER_OBJECT_OFFSET_DWORD;
}

/* ---- objects: what is returned, or written through a pointer -------------------------- */

template <class T> SHOAL_DEVICE T tex1Dfetch(hipTextureObject_t t, int x)
{
    return shoal_texel<T>::load(__ockl_image_load_1Db(shoal_image(t), x));
}
template <class T> SHOAL_DEVICE void tex1Dfetch(T *to, hipTextureObject_t t, int x)
{
    *to = tex1Dfetch<T>(t, x);
}
template <class T> SHOAL_DEVICE T tex1D(hipTextureObject_t t, float x)
{
    return shoal_texel<T>::load(__ockl_image_sample_1D(shoal_image(t), shoal_sampler(t), x));
}
template <class T> SHOAL_DEVICE void tex1D(T *to, hipTextureObject_t t, float x)
{
    *to = tex1D<T>(t, x);
}
template <class T> SHOAL_DEVICE T tex2D(hipTextureObject_t t, float x, float y)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_2D(shoal_image(t), shoal_sampler(t), shoal_f2{x, y}));
}
template <class T> SHOAL_DEVICE void tex2D(T *to, hipTextureObject_t t, float x, float y)
{
    *to = tex2D<T>(t, x, y);
}
template <class T> SHOAL_DEVICE T tex3D(hipTextureObject_t t, float x, float y, float z)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_3D(shoal_image(t), shoal_sampler(t), shoal_f4{x, y, z, 0}));
}
template <class T> SHOAL_DEVICE void tex3D(T *to, hipTextureObject_t t, float x, float y, float z)
{
    *to = tex3D<T>(t, x, y, z);
}
template <class T> SHOAL_DEVICE T tex1DLayered(hipTextureObject_t t, float x, int layer)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_1Da(shoal_image(t), shoal_sampler(t), shoal_f2{x, (float)layer}));
}
template <class T> SHOAL_DEVICE void tex1DLayered(T *to, hipTextureObject_t t, float x, int layer)
{
    *to = tex1DLayered<T>(t, x, layer);
}
template <class T> SHOAL_DEVICE T tex2DLayered(hipTextureObject_t t, float x, float y, int layer)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_2Da(shoal_image(t), shoal_sampler(t), shoal_f4{x, y, (float)layer, 0}));
}
template <class T>
SHOAL_DEVICE void tex2DLayered(T *to, hipTextureObject_t t, float x, float y, int layer)
{
    *to = tex2DLayered<T>(t, x, y, layer);
}
typedef int shoal_i8 __attribute__((ext_vector_type(8)));
extern "C" __device__ shoal_f4
shoal_sample_l_cube(int channels, float s, float t, float face, float level, shoal_i8 image,
                    shoal_i4 sampler, bool is_unnormalized, int fail_control,
                    int cache_policy) __asm("llvm.amdgcn.image.sample.l.cube.v4f32.f32");

/* A direction as the device takes it: s and t from 1 to 2, and the face, 8 of them a layer. The
 * device library has them from 0 to 1, mirrored in half of the faces. */
SHOAL_DEVICE shoal_f4 shoal_sample_cube(hipTextureObject_t t, float x, float y, float z, int layer,
                                        float level)
{
    float scale = 1 / __builtin_fabsf(__builtin_amdgcn_cubema(x, y, z));
    auto image = (const __attribute__((address_space(4))) shoal_i8 *)shoal_image(t);
    auto sampler = (const __attribute__((address_space(4))) shoal_i4 *)shoal_sampler(t);
    return shoal_sample_l_cube(15, __builtin_amdgcn_cubesc(x, y, z) * scale + 1.5f,
                               __builtin_amdgcn_cubetc(x, y, z) * scale + 1.5f,
                               __builtin_amdgcn_cubeid(x, y, z) + 8 * layer, level, *image,
                               *sampler, false, 0, 0);
}
template <class T> SHOAL_DEVICE T texCubemap(hipTextureObject_t t, float x, float y, float z)
{
    return shoal_texel<T>::load(shoal_sample_cube(t, x, y, z, 0, 0));
}
template <class T>
SHOAL_DEVICE void texCubemap(T *to, hipTextureObject_t t, float x, float y, float z)
{
    *to = texCubemap<T>(t, x, y, z);
}
template <class T>
SHOAL_DEVICE T texCubemapLayered(hipTextureObject_t t, float x, float y, float z, int layer)
{
    return shoal_texel<T>::load(shoal_sample_cube(t, x, y, z, layer, 0));
}
template <class T>
SHOAL_DEVICE void texCubemapLayered(T *to, hipTextureObject_t t, float x, float y, float z,
                                    int layer)
{
    *to = texCubemapLayered<T>(t, x, y, z, layer);
}
template <class T> SHOAL_DEVICE T tex1DLod(hipTextureObject_t t, float x, float level)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_lod_1D(shoal_image(t), shoal_sampler(t), x, level));
}
template <class T> SHOAL_DEVICE void tex1DLod(T *to, hipTextureObject_t t, float x, float level)
{
    *to = tex1DLod<T>(t, x, level);
}
template <class T> SHOAL_DEVICE T tex2DLod(hipTextureObject_t t, float x, float y, float level)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_lod_2D(shoal_image(t), shoal_sampler(t), shoal_f2{x, y}, level));
}
template <class T>
SHOAL_DEVICE void tex2DLod(T *to, hipTextureObject_t t, float x, float y, float level)
{
    *to = tex2DLod<T>(t, x, y, level);
}
template <class T>
SHOAL_DEVICE T tex3DLod(hipTextureObject_t t, float x, float y, float z, float level)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_lod_3D(shoal_image(t), shoal_sampler(t), shoal_f4{x, y, z, 0}, level));
}
template <class T>
SHOAL_DEVICE void tex3DLod(T *to, hipTextureObject_t t, float x, float y, float z, float level)
{
    *to = tex3DLod<T>(t, x, y, z, level);
}
template <class T>
SHOAL_DEVICE T tex1DLayeredLod(hipTextureObject_t t, float x, int layer, float level)
{
    return shoal_texel<T>::load(__ockl_image_sample_lod_1Da(shoal_image(t), shoal_sampler(t),
                                                            shoal_f2{x, (float)layer}, level));
}
template <class T>
SHOAL_DEVICE void tex1DLayeredLod(T *to, hipTextureObject_t t, float x, int layer, float level)
{
    *to = tex1DLayeredLod<T>(t, x, layer, level);
}
template <class T>
SHOAL_DEVICE T tex2DLayeredLod(hipTextureObject_t t, float x, float y, int layer, float level)
{
    return shoal_texel<T>::load(__ockl_image_sample_lod_2Da(
        shoal_image(t), shoal_sampler(t), shoal_f4{x, y, (float)layer, 0}, level));
}
template <class T>
SHOAL_DEVICE void tex2DLayeredLod(T *to, hipTextureObject_t t, float x, float y, int layer,
                                  float level)
{
    *to = tex2DLayeredLod<T>(t, x, y, layer, level);
}
template <class T>
SHOAL_DEVICE T texCubemapLod(hipTextureObject_t t, float x, float y, float z, float level)
{
    return shoal_texel<T>::load(shoal_sample_cube(t, x, y, z, 0, level));
}
template <class T>
SHOAL_DEVICE void texCubemapLod(T *to, hipTextureObject_t t, float x, float y, float z, float level)
{
    *to = texCubemapLod<T>(t, x, y, z, level);
}
template <class T>
SHOAL_DEVICE T texCubemapLayeredLod(hipTextureObject_t t, float x, float y, float z, int layer,
                                    float level)
{
    return shoal_texel<T>::load(shoal_sample_cube(t, x, y, z, layer, level));
}
template <class T>
SHOAL_DEVICE void texCubemapLayeredLod(T *to, hipTextureObject_t t, float x, float y, float z,
                                       int layer, float level)
{
    *to = texCubemapLayeredLod<T>(t, x, y, z, layer, level);
}
template <class T> SHOAL_DEVICE T tex1DGrad(hipTextureObject_t t, float x, float dx, float dy)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_grad_1D(shoal_image(t), shoal_sampler(t), x, dx, dy));
}
template <class T>
SHOAL_DEVICE void tex1DGrad(T *to, hipTextureObject_t t, float x, float dx, float dy)
{
    *to = tex1DGrad<T>(t, x, dx, dy);
}
template <class T>
SHOAL_DEVICE T tex2DGrad(hipTextureObject_t t, float x, float y, float2 dx, float2 dy)
{
    return shoal_texel<T>::load(__ockl_image_sample_grad_2D(shoal_image(t), shoal_sampler(t),
                                                            shoal_f2{x, y}, shoal_f2{dx.x, dx.y},
                                                            shoal_f2{dy.x, dy.y}));
}
template <class T>
SHOAL_DEVICE void tex2DGrad(T *to, hipTextureObject_t t, float x, float y, float2 dx, float2 dy)
{
    *to = tex2DGrad<T>(t, x, y, dx, dy);
}
template <class T>
SHOAL_DEVICE T tex3DGrad(hipTextureObject_t t, float x, float y, float z, float4 dx, float4 dy)
{
    return shoal_texel<T>::load(
        __ockl_image_sample_grad_3D(shoal_image(t), shoal_sampler(t), shoal_f4{x, y, z, 0},
                                    shoal_f4{dx.x, dx.y, dx.z, 0}, shoal_f4{dy.x, dy.y, dy.z, 0}));
}
template <class T>
SHOAL_DEVICE void tex3DGrad(T *to, hipTextureObject_t t, float x, float y, float z, float4 dx,
                            float4 dy)
{
    *to = tex3DGrad<T>(t, x, y, z, dx, dy);
}
template <class T>
SHOAL_DEVICE T tex1DLayeredGrad(hipTextureObject_t t, float x, int layer, float dx, float dy)
{
    return shoal_texel<T>::load(__ockl_image_sample_grad_1Da(shoal_image(t), shoal_sampler(t),
                                                             shoal_f2{x, (float)layer}, dx, dy));
}
template <class T>
SHOAL_DEVICE void tex1DLayeredGrad(T *to, hipTextureObject_t t, float x, int layer, float dx,
                                   float dy)
{
    *to = tex1DLayeredGrad<T>(t, x, layer, dx, dy);
}
template <class T>
SHOAL_DEVICE T tex2DLayeredGrad(hipTextureObject_t t, float x, float y, int layer, float2 dx,
                                float2 dy)
{
    return shoal_texel<T>::load(__ockl_image_sample_grad_2Da(
        shoal_image(t), shoal_sampler(t), shoal_f4{x, y, (float)layer, 0}, shoal_f2{dx.x, dx.y},
        shoal_f2{dy.x, dy.y}));
}
template <class T>
SHOAL_DEVICE void tex2DLayeredGrad(T *to, hipTextureObject_t t, float x, float y, int layer,
                                   float2 dx, float2 dy)
{
    *to = tex2DLayeredGrad<T>(t, x, y, layer, dx, dy);
}
/* Channel 0 to 3 of the four texels that a linear filter would mix. */
template <class T>
SHOAL_DEVICE T tex2Dgather(hipTextureObject_t t, float x, float y, int channel = 0)
{
    const shoal_f2 at = {x, y};
    shoal_f4 four = channel == 1   ? __ockl_image_gather4g_2D(shoal_image(t), shoal_sampler(t), at)
                    : channel == 2 ? __ockl_image_gather4b_2D(shoal_image(t), shoal_sampler(t), at)
                    : channel == 3 ? __ockl_image_gather4a_2D(shoal_image(t), shoal_sampler(t), at)
                                   : __ockl_image_gather4r_2D(shoal_image(t), shoal_sampler(t), at);
    return shoal_texel<T>::load(four);
}
template <class T>
SHOAL_DEVICE void tex2Dgather(T *to, hipTextureObject_t t, float x, float y, int channel = 0)
{
    *to = tex2Dgather<T>(t, x, y, channel);
}

/* ---- references: their type says what is read ----------------------------------------- */

/* Elements as they are, or as floats of the same width in channels. */
template <class T, hipTextureReadMode mode> struct shoal_read {
    typedef T type;
};
template <class T> struct shoal_read<T, hipReadModeNormalizedFloat> {
    typedef float type;
};
template <class T, unsigned n>
struct shoal_read<HIP_vector_type<T, n>, hipReadModeNormalizedFloat> {
    typedef HIP_vector_type<float, n> type;
};
#define SHOAL_REFERENCE(name, ...)                                                                 \
    template <class T, int dimensions, hipTextureReadMode mode>                                    \
    SHOAL_DEVICE typename shoal_read<T, mode>::type name(                                          \
        texture<T, dimensions, mode> t __VA_OPT__(, ) __VA_ARGS__)

SHOAL_REFERENCE(tex1Dfetch, int x)
{
    return tex1Dfetch<typename shoal_read<T, mode>::type>(t.textureObject, x);
}
SHOAL_REFERENCE(tex1D, float x)
{
    return tex1D<typename shoal_read<T, mode>::type>(t.textureObject, x);
}
SHOAL_REFERENCE(tex2D, float x, float y)
{
    return tex2D<typename shoal_read<T, mode>::type>(t.textureObject, x, y);
}
SHOAL_REFERENCE(tex3D, float x, float y, float z)
{
    return tex3D<typename shoal_read<T, mode>::type>(t.textureObject, x, y, z);
}
SHOAL_REFERENCE(tex1DLayered, float x, int layer)
{
    return tex1DLayered<typename shoal_read<T, mode>::type>(t.textureObject, x, layer);
}
SHOAL_REFERENCE(tex2DLayered, float x, float y, int layer)
{
    return tex2DLayered<typename shoal_read<T, mode>::type>(t.textureObject, x, y, layer);
}
SHOAL_REFERENCE(texCubemap, float x, float y, float z)
{
    return texCubemap<typename shoal_read<T, mode>::type>(t.textureObject, x, y, z);
}
SHOAL_REFERENCE(texCubemapLayered, float x, float y, float z, int layer)
{
    return texCubemapLayered<typename shoal_read<T, mode>::type>(t.textureObject, x, y, z, layer);
}
SHOAL_REFERENCE(tex1DLod, float x, float level)
{
    return tex1DLod<typename shoal_read<T, mode>::type>(t.textureObject, x, level);
}
SHOAL_REFERENCE(tex2DLod, float x, float y, float level)
{
    return tex2DLod<typename shoal_read<T, mode>::type>(t.textureObject, x, y, level);
}
SHOAL_REFERENCE(tex3DLod, float x, float y, float z, float level)
{
    return tex3DLod<typename shoal_read<T, mode>::type>(t.textureObject, x, y, z, level);
}
SHOAL_REFERENCE(tex1DLayeredLod, float x, int layer, float level)
{
    return tex1DLayeredLod<typename shoal_read<T, mode>::type>(t.textureObject, x, layer, level);
}
SHOAL_REFERENCE(tex2DLayeredLod, float x, float y, int layer, float level)
{
    return tex2DLayeredLod<typename shoal_read<T, mode>::type>(t.textureObject, x, y, layer, level);
}
SHOAL_REFERENCE(texCubemapLod, float x, float y, float z, float level)
{
    return texCubemapLod<typename shoal_read<T, mode>::type>(t.textureObject, x, y, z, level);
}
SHOAL_REFERENCE(texCubemapLayeredLod, float x, float y, float z, int layer, float level)
{
    return texCubemapLayeredLod<typename shoal_read<T, mode>::type>(t.textureObject, x, y, z, layer,
                                                                    level);
}
SHOAL_REFERENCE(tex1DGrad, float x, float dx, float dy)
{
    return tex1DGrad<typename shoal_read<T, mode>::type>(t.textureObject, x, dx, dy);
}
SHOAL_REFERENCE(tex2DGrad, float x, float y, float2 dx, float2 dy)
{
    return tex2DGrad<typename shoal_read<T, mode>::type>(t.textureObject, x, y, dx, dy);
}
SHOAL_REFERENCE(tex3DGrad, float x, float y, float z, float4 dx, float4 dy)
{
    return tex3DGrad<typename shoal_read<T, mode>::type>(t.textureObject, x, y, z, dx, dy);
}
SHOAL_REFERENCE(tex1DLayeredGrad, float x, int layer, float dx, float dy)
{
    return tex1DLayeredGrad<typename shoal_read<T, mode>::type>(t.textureObject, x, layer, dx, dy);
}
SHOAL_REFERENCE(tex2DLayeredGrad, float x, float y, int layer, float2 dx, float2 dy)
{
    return tex2DLayeredGrad<typename shoal_read<T, mode>::type>(t.textureObject, x, y, layer, dx,
                                                                dy);
}
SHOAL_REFERENCE(tex2Dgather, float x, float y, int channel)
{
    return tex2Dgather<typename shoal_read<T, mode>::type>(t.textureObject, x, y, channel);
}
#undef SHOAL_REFERENCE

#endif

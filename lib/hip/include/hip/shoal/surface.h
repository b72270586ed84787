/* surface.h: reads and writes of arrays through surface objects. The first coordinate counts bytes.
 */
#ifndef HIP_SHOAL_SURFACE_H
#define HIP_SHOAL_SURFACE_H

#include <hip/shoal/texture.h>

extern "C" {
#define SHOAL_SURFACE(kind, ...)                                                                   \
    __device__ shoal_f4 __ockl_image_load_##kind(SHOAL_DESCRIPTOR image, __VA_ARGS__);             \
    __device__ void __ockl_image_store_##kind(SHOAL_DESCRIPTOR image, __VA_ARGS__, shoal_f4 texel);
SHOAL_SURFACE(1D, int at)
SHOAL_SURFACE(1Da, shoal_i2 at)
SHOAL_SURFACE(2D, shoal_i2 at)
SHOAL_SURFACE(2Da, shoal_i4 at)
SHOAL_SURFACE(3D, shoal_i4 at)
SHOAL_SURFACE(CM, shoal_i2 at, int face)
SHOAL_SURFACE(CMa, shoal_i4 at, int face)
#undef SHOAL_SURFACE
}

SHOAL_DEVICE SHOAL_DESCRIPTOR shoal_surface(hipSurfaceObject_t s)
{
    return (SHOAL_DESCRIPTOR)(unsigned long)s;
}

template <class T> SHOAL_DEVICE void surf1Dread(T *to, hipSurfaceObject_t s, int x)
{
    *to = shoal_texel<T>::load(__ockl_image_load_1D(shoal_surface(s), x / (int)sizeof(T)));
}
template <class T> SHOAL_DEVICE void surf1Dwrite(T value, hipSurfaceObject_t s, int x)
{
    __ockl_image_store_1D(shoal_surface(s), x / (int)sizeof(T), shoal_texel<T>::store(value));
}
template <class T> SHOAL_DEVICE void surf2Dread(T *to, hipSurfaceObject_t s, int x, int y)
{
    *to = shoal_texel<T>::load(
        __ockl_image_load_2D(shoal_surface(s), shoal_i2{x / (int)sizeof(T), y}));
}
template <class T> SHOAL_DEVICE void surf2Dwrite(T value, hipSurfaceObject_t s, int x, int y)
{
    __ockl_image_store_2D(shoal_surface(s), shoal_i2{x / (int)sizeof(T), y},
                          shoal_texel<T>::store(value));
}
template <class T> SHOAL_DEVICE void surf3Dread(T *to, hipSurfaceObject_t s, int x, int y, int z)
{
    *to = shoal_texel<T>::load(
        __ockl_image_load_3D(shoal_surface(s), shoal_i4{x / (int)sizeof(T), y, z, 0}));
}
template <class T> SHOAL_DEVICE void surf3Dwrite(T value, hipSurfaceObject_t s, int x, int y, int z)
{
    __ockl_image_store_3D(shoal_surface(s), shoal_i4{x / (int)sizeof(T), y, z, 0},
                          shoal_texel<T>::store(value));
}
template <class T>
SHOAL_DEVICE void surf1DLayeredread(T *to, hipSurfaceObject_t s, int x, int layer)
{
    *to = shoal_texel<T>::load(
        __ockl_image_load_1Da(shoal_surface(s), shoal_i2{x / (int)sizeof(T), layer}));
}
template <class T>
SHOAL_DEVICE void surf1DLayeredwrite(T value, hipSurfaceObject_t s, int x, int layer)
{
    __ockl_image_store_1Da(shoal_surface(s), shoal_i2{x / (int)sizeof(T), layer},
                           shoal_texel<T>::store(value));
}
template <class T>
SHOAL_DEVICE void surf2DLayeredread(T *to, hipSurfaceObject_t s, int x, int y, int layer)
{
    *to = shoal_texel<T>::load(
        __ockl_image_load_2Da(shoal_surface(s), shoal_i4{x / (int)sizeof(T), y, layer, 0}));
}
template <class T>
SHOAL_DEVICE void surf2DLayeredwrite(T value, hipSurfaceObject_t s, int x, int y, int layer)
{
    __ockl_image_store_2Da(shoal_surface(s), shoal_i4{x / (int)sizeof(T), y, layer, 0},
                           shoal_texel<T>::store(value));
}
template <class T>
SHOAL_DEVICE void surfCubemapread(T *to, hipSurfaceObject_t s, int x, int y, int face)
{
    *to = shoal_texel<T>::load(
        __ockl_image_load_CM(shoal_surface(s), shoal_i2{x / (int)sizeof(T), y}, face));
}
template <class T>
SHOAL_DEVICE void surfCubemapwrite(T value, hipSurfaceObject_t s, int x, int y, int face)
{
    __ockl_image_store_CM(shoal_surface(s), shoal_i2{x / (int)sizeof(T), y}, face,
                          shoal_texel<T>::store(value));
}
template <class T>
SHOAL_DEVICE void surfCubemapLayeredread(T *to, hipSurfaceObject_t s, int x, int y, int face,
                                         int layer)
{
    *to = shoal_texel<T>::load(
        __ockl_image_load_CMa(shoal_surface(s), shoal_i4{x / (int)sizeof(T), y, layer, 0}, face));
}
template <class T>
SHOAL_DEVICE void surfCubemapLayeredwrite(T value, hipSurfaceObject_t s, int x, int y, int face,
                                          int layer)
{
    __ockl_image_store_CMa(shoal_surface(s), shoal_i4{x / (int)sizeof(T), y, layer, 0}, face,
                           shoal_texel<T>::store(value));
}

#endif

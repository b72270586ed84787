/* templates.h: C++ forms of the host interface, which take pointers to any type, symbols and
 * kernels as they are, and have default values. */
#ifndef HIP_SHOAL_TEMPLATES_H
#define HIP_SHOAL_TEMPLATES_H

/* Without lines of its own: what checks and faults report as the call is the program's line. */
#ifdef __clang__
#define HIP_SHOAL_FORM static inline __attribute__((always_inline, nodebug))
#else
#define HIP_SHOAL_FORM static inline __attribute__((always_inline))
#endif

template <class T> HIP_SHOAL_FORM hipError_t hipMalloc(T **p, size_t size)
{
    return hipMalloc((void **)p, size);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return hipMallocPitch((void **)p, pitch, width, height);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipMallocManaged(T **p, size_t size, unsigned flags = hipMemAttachGlobal)
{
    return hipMallocManaged((void **)p, size, flags);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipHostMalloc(T **p, size_t size, unsigned flags = hipHostMallocDefault)
{
    return hipHostMalloc((void **)p, size, flags);
}
HIP_SHOAL_FORM hipError_t hipHostMalloc(void **p, size_t size)
{
    return hipHostMalloc(p, size, hipHostMallocDefault);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipHostAlloc(T **p, size_t size, unsigned flags = hipHostMallocDefault)
{
    return hipHostAlloc((void **)p, size, flags);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipExtHostAlloc(T **p, size_t size, unsigned flags = hipHostMallocDefault)
{
    return hipExtHostAlloc((void **)p, size, flags);
}
template <class T> HIP_SHOAL_FORM hipError_t hipMallocHost(T **p, size_t size)
{
    return hipMallocHost((void **)p, size);
}
template <class T> HIP_SHOAL_FORM hipError_t hipMemAllocHost(T **p, size_t size)
{
    return hipMemAllocHost((void **)p, size);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipExtMallocWithFlags(T **p, size_t size, unsigned flags)
{
    return hipExtMallocWithFlags((void **)p, size, flags);
}
template <class T> HIP_SHOAL_FORM hipError_t hipMallocAsync(T **p, size_t size, hipStream_t stream)
{
    return hipMallocAsync((void **)p, size, stream);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipMallocAsync(T **p, size_t size, hipMemPool_t pool, hipStream_t stream)
{
    return hipMallocFromPoolAsync((void **)p, size, pool, stream);
}
HIP_SHOAL_FORM hipError_t hipMallocAsync(void **p, size_t size, hipMemPool_t pool,
                                         hipStream_t stream)
{
    return hipMallocFromPoolAsync(p, size, pool, stream);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipMallocFromPoolAsync(T **p, size_t size, hipMemPool_t pool,
                                                 hipStream_t stream)
{
    return hipMallocFromPoolAsync((void **)p, size, pool, stream);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return hipHostGetDevicePointer((void **)device, host, flags);
}

/* ---- symbols: variables of the device ------------------------------------------------------- */

template <class T> HIP_SHOAL_FORM hipError_t hipGetSymbolAddress(void **address, const T &symbol)
{
    return hipGetSymbolAddress(address, (const void *)&symbol);
}
template <class T> HIP_SHOAL_FORM hipError_t hipGetSymbolSize(size_t *size, const T &symbol)
{
    return hipGetSymbolSize(size, (const void *)&symbol);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipMemcpyToSymbol(const T &symbol, const void *source, size_t size,
                                            size_t offset = 0,
                                            hipMemcpyKind kind = hipMemcpyHostToDevice)
{
    return hipMemcpyToSymbol((const void *)&symbol, source, size, offset, kind);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipMemcpyToSymbolAsync(const T &symbol, const void *source, size_t size,
                                                 size_t offset = 0,
                                                 hipMemcpyKind kind = hipMemcpyHostToDevice,
                                                 hipStream_t stream = 0)
{
    return hipMemcpyToSymbolAsync((const void *)&symbol, source, size, offset, kind, stream);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipMemcpyFromSymbol(void *target, const T &symbol, size_t size,
                                              size_t offset = 0,
                                              hipMemcpyKind kind = hipMemcpyDeviceToHost)
{
    return hipMemcpyFromSymbol(target, (const void *)&symbol, size, offset, kind);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipMemcpyFromSymbolAsync(void *target, const T &symbol, size_t size,
                                                   size_t offset = 0,
                                                   hipMemcpyKind kind = hipMemcpyDeviceToHost,
                                                   hipStream_t stream = 0)
{
    return hipMemcpyFromSymbolAsync(target, (const void *)&symbol, size, offset, kind, stream);
}

/* ---- kernels ----------------------------------------------------------------------------------
 */

template <class T>
HIP_SHOAL_FORM hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, T kernel)
{
    return hipFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
template <class T>
HIP_SHOAL_FORM hipError_t hipFuncSetAttribute(T *kernel, hipFuncAttribute attribute, int value)
{
    return hipFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute, value);
}
template <class T> HIP_SHOAL_FORM hipError_t hipFuncSetCacheConfig(T *kernel, hipFuncCache_t config)
{
    return hipFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), config);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipFuncSetSharedMemConfig(T *kernel, hipSharedMemConfig config)
{
    return hipFuncSetSharedMemConfig(reinterpret_cast<const void *>(kernel), config);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipGetFuncBySymbol(hipFunction_t *function, const T *kernel)
{
    return hipGetFuncBySymbol(function, reinterpret_cast<const void *>(kernel));
}
template <class T>
HIP_SHOAL_FORM hipError_t hipLaunchKernel(T *kernel, dim3 grid, dim3 block, void **args,
                                          size_t shared_bytes = 0, hipStream_t stream = 0)
{
    return hipLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, args, shared_bytes,
                           stream);
}
/* The arguments become the kernel's parameters first, as in a call. */
template <class... P, class... A>
HIP_SHOAL_FORM hipError_t hipLaunchKernelEx(const hipLaunchConfig_t *config, void (*kernel)(P...),
                                            A &&...args)
{
    return [&](P... parameters) {
        void *all[] = {(void *)&parameters..., nullptr};
        return hipLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), all);
    }(static_cast<A &&>(args)...);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipLaunchCooperativeKernel(T kernel, dim3 grid, dim3 block, void **args,
                                                     unsigned shared_bytes, hipStream_t stream)
{
    return hipLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel), grid, block, args,
                                      shared_bytes, stream);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipExtLaunchKernel(T *kernel, dim3 grid, dim3 block, void **args,
                                             size_t shared_bytes, hipStream_t stream,
                                             hipEvent_t start, hipEvent_t stop, int flags)
{
    return hipExtLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, args,
                              shared_bytes, stream, start, stop, flags);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel,
                                                                       int block_size,
                                                                       size_t shared_bytes)
{
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void *>(kernel), block_size, shared_bytes);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, T kernel, int block_size, size_t shared_bytes,
    unsigned flags = hipOccupancyDefault)
{
    return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, reinterpret_cast<const void *>(kernel), block_size, shared_bytes, flags);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel,
                                                            size_t shared_bytes = 0, int limit = 0)
{
    return hipOccupancyMaxPotentialBlockSize(grid, block, reinterpret_cast<const void *>(kernel),
                                             shared_bytes, limit);
}
template <class T>
HIP_SHOAL_FORM hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(
    int *grid, int *block, T kernel, size_t shared_bytes = 0, int limit = 0, unsigned flags = 0)
{
    (void)flags;
    return hipOccupancyMaxPotentialBlockSize(grid, block, reinterpret_cast<const void *>(kernel),
                                             shared_bytes, limit);
}
/* The local memory depends on the size of the work-group: the largest size that fits best. */
template <class Size, class T>
HIP_SHOAL_FORM hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, T kernel, Size shared_bytes_of, int limit = 0, unsigned = 0)
{
    int device = 0, processors = 0, most = 0;
    hipError_t error = hipGetDevice(&device);
    if (error == hipSuccess)
        error = hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, device);
    hipFuncAttributes of_kernel;
    if (error == hipSuccess)
        error = hipFuncGetAttributes(&of_kernel, kernel);
    if (error == hipSuccess)
        most = of_kernel.maxThreadsPerBlock;
    if (limit > 0 && limit < most)
        most = limit;
    int best = 0;
    for (int size = most; error == hipSuccess && size > 0;
         size = size > 32 ? (size - 1) / 32 * 32 : 0) {
        int blocks = 0;
        error = hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size,
                                                             shared_bytes_of(size));
        if (error == hipSuccess && blocks * size > best) {
            best = blocks * size;
            *grid = blocks * processors;
            *block = size;
        }
    }
    return error;
}
template <class Size, class T>
HIP_SHOAL_FORM hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block,
                                                                        T kernel,
                                                                        Size shared_bytes_of,
                                                                        int limit = 0)
{
    return hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel,
                                                                  shared_bytes_of, limit);
}

/* ---- textures that are named by references ------------------------------------------------------
 */

/* A variable of the program, which hipBindTexture...() gives memory. */
template <class T, int dimensions = hipTextureType1D,
          hipTextureReadMode mode = hipReadModeElementType>
struct
#if SHOAL_HIP_LANGUAGE
    __attribute__((device_builtin_texture_type))
#endif
    texture : textureReference {
    texture(int is_normalized = 0, hipTextureFilterMode filter = hipFilterModePoint,
            hipTextureAddressMode address = hipAddressModeClamp)
        : texture(is_normalized, filter, address, hipCreateChannelDesc<T>())
    {
    }
    texture(int is_normalized, hipTextureFilterMode filter, hipTextureAddressMode address,
            hipChannelFormatDesc desc)
        : textureReference()
    {
        normalized = is_normalized;
        readMode = mode;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = desc;
    }
};

#define SHOAL_TEXTURE                                                                              \
    template <class T, int dimensions, hipTextureReadMode mode> HIP_SHOAL_FORM hipError_t
SHOAL_TEXTURE hipBindTexture(size_t *offset, const texture<T, dimensions, mode> &t, const void *p,
                             const hipChannelFormatDesc &desc, size_t size = UINT_MAX)
{
    return hipBindTexture(offset, &t, p, &desc, size);
}
SHOAL_TEXTURE hipBindTexture(size_t *offset, const texture<T, dimensions, mode> &t, const void *p,
                             size_t size = UINT_MAX)
{
    return hipBindTexture(offset, &t, p, &t.channelDesc, size);
}
SHOAL_TEXTURE hipBindTexture2D(size_t *offset, const texture<T, dimensions, mode> &t, const void *p,
                               const hipChannelFormatDesc &desc, size_t width, size_t height,
                               size_t pitch)
{
    return hipBindTexture2D(offset, &t, p, &desc, width, height, pitch);
}
SHOAL_TEXTURE hipBindTexture2D(size_t *offset, const texture<T, dimensions, mode> &t, const void *p,
                               size_t width, size_t height, size_t pitch)
{
    return hipBindTexture2D(offset, &t, p, &t.channelDesc, width, height, pitch);
}
SHOAL_TEXTURE hipBindTextureToArray(const texture<T, dimensions, mode> &t, hipArray_const_t array,
                                    const hipChannelFormatDesc &desc)
{
    return hipBindTextureToArray(&t, array, &desc);
}
SHOAL_TEXTURE hipBindTextureToArray(const texture<T, dimensions, mode> &t, hipArray_const_t array)
{
    hipChannelFormatDesc desc;
    hipError_t error = hipGetChannelDesc(&desc, array);
    return error == hipSuccess ? hipBindTextureToArray(&t, array, &desc) : error;
}
SHOAL_TEXTURE hipBindTextureToMipmappedArray(const texture<T, dimensions, mode> &t,
                                             hipMipmappedArray_const_t array,
                                             const hipChannelFormatDesc &desc)
{
    return hipBindTextureToMipmappedArray(&t, array, &desc);
}
SHOAL_TEXTURE hipBindTextureToMipmappedArray(const texture<T, dimensions, mode> &t,
                                             hipMipmappedArray_const_t array)
{
    hipArray_t level;
    hipChannelFormatDesc desc;
    hipError_t error = hipGetMipmappedArrayLevel(&level, array, 0);
    if (error == hipSuccess)
        error = hipGetChannelDesc(&desc, level);
    return error == hipSuccess ? hipBindTextureToMipmappedArray(&t, array, &desc) : error;
}
SHOAL_TEXTURE hipUnbindTexture(const texture<T, dimensions, mode> &t)
{
    return hipUnbindTexture(&t);
}
SHOAL_TEXTURE hipGetTextureAlignmentOffset(size_t *offset, const texture<T, dimensions, mode> &t)
{
    return hipGetTextureAlignmentOffset(offset, &t);
}
SHOAL_TEXTURE hipGetTextureReference(const textureReference **found,
                                     const texture<T, dimensions, mode> &t)
{
    return hipGetTextureReference(found, &t);
}
#undef SHOAL_TEXTURE

#endif

/* printf.cl: space in the printf buffer. LLVM turns printf into calls of __printf_alloc
 * after linking, so that tools/clc links this file whether or not anything refers to it.
 *
 * The buffer is { uint used, uint size, data }; `used` counts bytes of data, `size` counts
 * the whole buffer. Its address is the hidden argument at offset 72 (v5 and v6). A null
 * result makes the kernel drop the record. */

__global char *__printf_alloc(uint bytes)
{
    __constant const char *hidden = (__constant const char *)__builtin_amdgcn_implicitarg_ptr();
    __global uint *buffer = *(__global uint *__constant const *)(hidden + 72);
    if (!buffer)
        return (__global char *)0;

    const uint header_bytes = 8;
    uint size = buffer[1];
    __global atomic_uint *used = (__global atomic_uint *)buffer;
    uint at = __opencl_atomic_load(used, __ATOMIC_RELAXED, memory_scope_device);
    do {
        if ((ulong)at + bytes + header_bytes > size)
            return (__global char *)0;
    } while (!__opencl_atomic_compare_exchange_strong(used, &at, at + bytes, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED, memory_scope_device));
    return (__global char *)buffer + header_bytes + at;
}

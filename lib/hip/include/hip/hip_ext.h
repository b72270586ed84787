/* hip_ext.h: AMD's additions to the host interface: launches by threads instead of work-groups,
 * with events at their start and end. */
#ifndef HIP_EXT_H
#define HIP_EXT_H

#include <hip/hip_runtime.h>

#ifdef __cplusplus
#if SHOAL_HIP_LANGUAGE && !defined(__HIPCC_RTC__)
/* A kernel as in kernel<<<...>>>, with events at its start and its end. */
template <class... Parameters, class... Args>
static inline void hipExtLaunchKernelGGL(void (*kernel)(Parameters...), const dim3 &grid,
                                         const dim3 &block, uint32_t shared_bytes,
                                         hipStream_t stream, hipEvent_t start, hipEvent_t stop,
                                         uint32_t flags, Args... args)
{
    static_assert(sizeof...(Parameters) == sizeof...(Args),
                  "a kernel gets as many arguments as it has parameters");
    [&](Parameters... converted) {
        void *pointers[sizeof...(Parameters) + 1] = {(void *)&converted...};
        (void)hipExtLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, pointers,
                                 shared_bytes, stream, start, stop, (int)flags);
    }(static_cast<Parameters>(args)...);
}
#endif
#endif

#endif

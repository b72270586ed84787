/* launch.h: how kernels are declared and started. */
#ifndef HIP_SHOAL_LAUNCH_H
#define HIP_SHOAL_LAUNCH_H

#include <hip/hip_runtime_api.h>

/* __launch_bounds__(threads) and (threads, waves per execution unit). */
#define SHOAL_BOUNDS_1(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define SHOAL_BOUNDS_2(threads, waves)                                                             \
    SHOAL_BOUNDS_1(threads) __attribute__((amdgpu_waves_per_eu(waves)))
#define SHOAL_BOUNDS_3(threads, waves, clusters)     SHOAL_BOUNDS_2(threads, waves)
#define SHOAL_BOUNDS_OF(one, two, three, macro, ...) macro
#define __launch_bounds__(...)                                                                     \
    SHOAL_BOUNDS_OF(__VA_ARGS__, SHOAL_BOUNDS_3, SHOAL_BOUNDS_2, SHOAL_BOUNDS_1, )(__VA_ARGS__)

/* Local memory whose size the launch says. */
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

#define HIP_SYMBOL(name)     name
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_TEMPLATE_KERNEL_LAUNCH

#if !defined(__HIPCC_RTC__)
/* What clang calls for kernel<<<grid, block, shared_bytes, stream>>>(). */
extern "C" hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                 hipStream_t stream = 0);
extern "C" hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes,
                                                hipStream_t *stream);

#define hipLaunchKernelGGLInternal(kernel, grid, block, shared_bytes, stream, ...)                 \
    do {                                                                                           \
        (kernel)<<<(grid), (block), (shared_bytes), (stream)>>>(__VA_ARGS__);                      \
    } while (0)
#define hipLaunchKernelGGL(kernel, ...) hipLaunchKernelGGLInternal((kernel), __VA_ARGS__)
#endif

#endif

/* index.h: where a thread is: threadIdx, blockIdx, blockDim, gridDim, warpSize. Members are numbers
 * wherever they stand, so that printf takes them. */
#ifndef HIP_SHOAL_INDEX_H
#define HIP_SHOAL_INDEX_H

#include <hip/hip_vector_types.h>

/* The compiler does not say how wide waves are; hipcc does for -mwavefrontsize64. */
#ifndef __AMDGCN_WAVEFRONT_SIZE
#define __AMDGCN_WAVEFRONT_SIZE 32
#endif
#ifndef __AMDGCN_WAVEFRONT_SIZE__
#define __AMDGCN_WAVEFRONT_SIZE__ __AMDGCN_WAVEFRONT_SIZE
#endif
#if SHOAL_HIP_GENERATION >= 7
/* A number, but none that the compiler knows in constant expressions. */
struct shoal_warp_size {
    SHOAL_HD operator int() const { return __AMDGCN_WAVEFRONT_SIZE; }
};
static constexpr shoal_warp_size warpSize{};
#else
static constexpr int warpSize = __AMDGCN_WAVEFRONT_SIZE;
#endif

#define SHOAL_INDEX(axis, value)                                                                   \
    __declspec(property(get = shoal_get_##axis)) unsigned axis;                                    \
    __device__ static inline __attribute__((always_inline)) unsigned shoal_get_##axis()            \
    {                                                                                              \
        return value;                                                                              \
    }
#define SHOAL_PLACE(type, vx, vy, vz)                                                              \
    struct type {                                                                                  \
        SHOAL_INDEX(x, vx)                                                                         \
        SHOAL_INDEX(y, vy)                                                                         \
        SHOAL_INDEX(z, vz)                                                                         \
        __device__ operator dim3() const { return dim3(x, y, z); }                                 \
        __device__ operator uint3() const { return uint3(x, y, z); }                               \
    };

/* With -fno-offload-uniform-block the last work-group of an axis may be smaller: the first 12 bytes
 * of the hidden arguments are the counts of work-groups, the next 6 the sizes of whole ones, the
 * next 6 the sizes of those at the end. */
__device__ static inline __attribute__((always_inline)) unsigned shoal_block_size(int axis)
{
    auto hidden =
        (const
         __attribute__((address_space(4))) unsigned short *)__builtin_amdgcn_implicitarg_ptr();
    auto counts = (const __attribute__((address_space(4))) unsigned *)hidden;
    unsigned id = axis == 0   ? __builtin_amdgcn_workgroup_id_x()
                  : axis == 1 ? __builtin_amdgcn_workgroup_id_y()
                              : __builtin_amdgcn_workgroup_id_z();
    return id < counts[axis] ? hidden[6 + axis] : hidden[9 + axis];
}
__device__ static inline __attribute__((always_inline)) unsigned shoal_grid_size(int axis)
{
    auto hidden =
        (const
         __attribute__((address_space(4))) unsigned short *)__builtin_amdgcn_implicitarg_ptr();
    auto counts = (const __attribute__((address_space(4))) unsigned *)hidden;
    return counts[axis] + (hidden[9 + axis] > 0);
}

SHOAL_PLACE(shoal_thread_index, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
            __builtin_amdgcn_workitem_id_z())
SHOAL_PLACE(shoal_block_index, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
            __builtin_amdgcn_workgroup_id_z())
SHOAL_PLACE(shoal_block_dim, shoal_block_size(0), shoal_block_size(1), shoal_block_size(2))
SHOAL_PLACE(shoal_grid_dim, shoal_grid_size(0), shoal_grid_size(1), shoal_grid_size(2))
#undef SHOAL_PLACE
#undef SHOAL_INDEX

extern const __device__ __attribute__((weak)) shoal_thread_index threadIdx;
extern const __device__ __attribute__((weak)) shoal_block_index blockIdx;
extern const __device__ __attribute__((weak)) shoal_block_dim blockDim;
extern const __device__ __attribute__((weak)) shoal_grid_dim gridDim;

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x  blockIdx.x
#define hipBlockIdx_y  blockIdx.y
#define hipBlockIdx_z  blockIdx.z
#define hipBlockDim_x  blockDim.x
#define hipBlockDim_y  blockDim.y
#define hipBlockDim_z  blockDim.z
#define hipGridDim_x   gridDim.x
#define hipGridDim_y   gridDim.y
#define hipGridDim_z   gridDim.z

#endif

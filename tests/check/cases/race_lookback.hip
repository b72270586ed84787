// A decoupled look-back: each work-group publishes its sum and then adds those of all before it.
// @run --grid 256 --block 32 --arg buf:i32:256:iota --arg buf:i32:8 --arg buf:i32:8 --arg buf:i32:8 --threads 1
// @any-order
#include <hip/hip_runtime.h>
extern "C" __global__ void k(const int *x, int *sums, int *flags, int *out)
{
    int l = threadIdx.x, g = blockIdx.x;
    __shared__ int t[32];
    t[l] = x[32 * g + l];
    __syncthreads();
    if (l)
        return;
    int sum = 0, before = 0;
    for (int i = 0; i < 32; i++)
        sum += t[i];
    sums[g] = sum; // @expect race:read-write many=1
    __hip_atomic_store(&flags[g], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); // @bug
    __hip_atomic_store(&flags[g], 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT); // @right
    for (int i = g - 1; i >= 0; i--) {
        while (!__hip_atomic_load(&flags[i], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT))
            ;
        before += sums[i];
    }
    out[g] = before + sum;
}

// order.hip: work-groups that store and then load what another one stores. A wait for stores comes
// before the load, so that of two that meet one at least sees what the other has stored: the memory
// model of C++ for seq_cst, LLVM's code for gfx11, and S_WAITCNT_VSCNT (manual, 16.2) say so.
#include "check.h"

enum { MEETINGS = 4000, APART = 16 };

static __device__ void meet(int *arrived, int i)
{
    __hip_atomic_fetch_add(arrived, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while (__hip_atomic_load(arrived, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) < 2 * (i + 1)) {
    }
}

__global__ void in_order(int *flags, int *seen, int *arrived)
{
    int *own = flags + blockIdx.x * MEETINGS * APART,
        *other = flags + (1 - blockIdx.x) * MEETINGS * APART;
    for (int i = 0; i < MEETINGS; i++) {
        meet(arrived, i);
        __hip_atomic_store(&own[i * APART], 1, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_AGENT);
        seen[blockIdx.x * MEETINGS + i] =
            __hip_atomic_load(&other[i * APART], __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_AGENT);
    }
}

__global__ void by_fences(int *flags, int *seen, int *arrived)
{
    volatile int *own = flags + blockIdx.x * MEETINGS * APART,
                 *other = flags + (1 - blockIdx.x) * MEETINGS * APART;
    for (int i = 0; i < MEETINGS; i++) {
        meet(arrived, i);
        own[i * APART] = 1;
        __threadfence();
        seen[blockIdx.x * MEETINGS + i] = other[i * APART];
    }
}

template <class F> static void run(F kernel)
{
    int *flags, *seen, *arrived;
    OK(hipMallocManaged((void **)&flags, 2 * MEETINGS * APART * sizeof *flags));
    OK(hipMallocManaged((void **)&seen, 2 * MEETINGS * sizeof *seen));
    OK(hipMallocManaged((void **)&arrived, sizeof *arrived));
    OK(hipMemset(flags, 0, 2 * MEETINGS * APART * sizeof *flags));
    OK(hipMemset(arrived, 0, sizeof *arrived));
    kernel<<<2, 1>>>(flags, seen, arrived);
    OK(hipDeviceSynchronize());
    int neither = 0;
    for (int i = 0; i < MEETINGS; i++)
        neither += !seen[i] && !seen[MEETINGS + i];
    CHECK(neither == 0);
    OK(hipFree(flags));
    OK(hipFree(seen));
    OK(hipFree(arrived));
}

int main()
{
    run(in_order);
    run(by_fences);
    return check_end();
}

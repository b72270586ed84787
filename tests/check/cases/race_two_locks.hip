// One sum, protected by two locks. Each group adds a bit of its own, so that no two store the same.
// @run --grid 256 --block 32 --arg buf:u32:64 --arg buf:i32:1 --threads 1
// @check race
// @any-order
#include <hip/hip_runtime.h>
extern "C" __global__ void k(unsigned *locks, int *sum)
{
    if (threadIdx.x != 0)
        return;
    unsigned *lock = locks + blockIdx.x % 2 * 32; // @bug
    unsigned *lock = locks; // @right
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *sum += 1 << blockIdx.x; // @expect race:write-write many=1
    __threadfence();
    atomicExch(lock, 0);
}

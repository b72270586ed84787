// faults.hip: kernels that go wrong, one per run; faults.py says how it is to end.
#include <hip/hip_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void store(int *p, int index)
{
    p[index + threadIdx.x] = 1; // faults here
}

// A fault, or with SHOAL_LDS_FAULTS=0 what the device does: LDS takes no data out of range and
// gives 0 (manual, 3.3.4.1).
__global__ void past_lds(int *out, int index)
{
    extern __shared__ int room[];
    room[index] = 5;
    __syncthreads();
    *out = room[index];
}

__global__ void claim(int *p) { assert(p[threadIdx.x] == 1 && "claimed"); }

__global__ void illegal() { asm volatile(".long 0xdeadbeef"); }

__global__ void forever(volatile int *p)
{
    while (*p == 0) {
    }
}

int main(int, char **argv)
{
    const char *what = argv[1];
    int *p, *own = (int *)calloc(64, sizeof(int));
    if (hipMallocManaged(&p, 64 * sizeof(int)))
        return 99;
    p[0] = 0;
    if (!strcmp(what, "end"))
        store<<<1, 32>>>(p, 40); // lanes 24 to 31 are past the end
    else if (!strcmp(what, "far"))
        store<<<1, 1>>>((int *)8, 0);
    else if (!strcmp(what, "freed")) {
        int *gone;
        if (hipMalloc(&gone, 4096) || hipFree(gone))
            return 99;
        store<<<1, 1>>>(gone, 0);
    } else if (!strcmp(what, "host"))
        store<<<1, 32>>>(own, 0);
    else if (!strcmp(what, "lds"))
        past_lds<<<1, 1, 64>>>(p, 1 << 16);
    else if (!strcmp(what, "assert"))
        claim<<<1, 1>>>(p);
    else if (!strcmp(what, "illegal"))
        illegal<<<1, 1>>>();
    else if (!strcmp(what, "forever"))
        forever<<<1, 1>>>(p);
    else if (!strcmp(what, "unsupported")) {
        for (int i = 0; i < 2; i++)
            if (hipGraphicsUnregisterResource(nullptr) != hipErrorNotSupported ||
                hipGetLastError() != hipErrorNotSupported)
                return 99;
    } else if (!strcmp(what, "room"))
        past_lds<<<1, 1, (64 << 10) + 1>>>(p, 0); // more than there is: not launched
    hipError_t error = hipGetLastError();
    if (!error)
        error = hipDeviceSynchronize();
    int value = p[0];
    hipError_t again = hipDeviceSynchronize();
    hipError_t launched = (store<<<1, 1>>>(p, 0), hipGetLastError());
    hipError_t reset = hipDeviceReset(); // which frees all memory
    if (hipMalloc((void **)&p, 128))
        return 98;
    store<<<1, 1>>>(p, 0);
    hipError_t after = hipDeviceSynchronize();
    std::printf("%s %s %s %s %s %d\n", hipGetErrorName(error), hipGetErrorName(again),
                hipGetErrorName(launched), hipGetErrorName(reset), hipGetErrorName(after),
                strcmp(what, "host") ? value : own[31]);
    return 0;
}

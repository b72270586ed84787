// reduce.hip: the sum of 1 to N, by work-groups that share memory; `make demo` runs it.
//
//   shoal hipcc examples/reduce.hip -o reduce && shoal exec ./reduce 1000000
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int group = 256;

__global__ void reduce(const unsigned *x, int n, unsigned long long *sum)
{
    __shared__ unsigned long long part[group];
    int i = blockIdx.x * group + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0;
    for (int half = group / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, part[0]);
}

static void check(hipError_t error)
{
    if (error != hipSuccess) {
        std::fprintf(stderr, "reduce: %s\n", hipGetErrorString(error));
        std::exit(1);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (n < 1) {
        std::fprintf(stderr, "usage: reduce [COUNT]\n");
        return 2;
    }
    hipDeviceProp_t device;
    unsigned *x;
    unsigned long long *sum;
    check(hipGetDeviceProperties(&device, 0));
    check(hipMallocManaged(&x, n * sizeof *x));
    check(hipMallocManaged(&sum, sizeof *sum));
    for (int i = 0; i < n; i++)
        x[i] = i + 1;
    *sum = 0;
    reduce<<<(n + group - 1) / group, group>>>(x, n, sum);
    check(hipDeviceSynchronize());
    std::printf("%s: 1 + ... + %d = %llu\n", device.name, n, *sum);
    bool is_right = *sum == n * (n + 1ull) / 2;
    check(hipFree(x));
    check(hipFree(sum));
    return !is_right;
}

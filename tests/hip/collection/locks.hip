// locks.hip: atomics: a counter that wraps, floats and doubles that are added, bits, and a lock
// that work-groups take in turns.
#include "collection.h"

__global__ void count(unsigned *wrapping, float *sum, double *large, unsigned *bits,
                      unsigned long long *smallest)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicInc(wrapping, 99);
    atomicAdd(sum, 0.5f);
    atomicAdd(large, (double)i);
    atomicXor(bits, 1u << i % 32);
    atomicMin(smallest, 1000000007ull * (i + 5) % 100000);
}

__global__ void in_turns(int *lock, int *value)
{
    if (threadIdx.x)
        return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *(volatile int *)value = *(volatile int *)value * 3 % 1009; // not one instruction
    __threadfence();
    atomicExch(lock, 0);
}

int main()
{
    const unsigned n = 10 * 64;
    on_device<unsigned> wrapping(1), bits(1);
    on_device<float> sum(1);
    on_device<double> large(1);
    on_device<unsigned long long> smallest(std::vector<unsigned long long>{~0ull});
    count<<<10, 64>>>(wrapping.data, sum.data, large.data, bits.data, smallest.data);
    CHECK(wrapping.host()[0] == n % 100);
    CHECK(sum.host()[0] == n * 0.5f);
    CHECK(large.host()[0] == n * (n - 1) / 2.0);
    CHECK(bits.host()[0] == (n / 32 % 2 ? ~0u : 0u));
    unsigned long long least = ~0ull;
    for (unsigned i = 0; i < n; i++)
        least = std::min(least, 1000000007ull * (i + 5) % 100000);
    CHECK(smallest.host()[0] == least);
    on_device<int> lock(1), value(std::vector<int>{7});
    in_turns<<<40, 32>>>(lock.data, value.data);
    int expected = 7;
    for (int i = 0; i < 40; i++)
        expected = expected * 3 % 1009;
    CHECK(value.host()[0] == expected);
    return check_end();
}

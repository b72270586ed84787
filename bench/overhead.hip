// overhead.hip: what HIP calls cost on Shoal; bench/hip compiles it, runs it and judges.
//
//   overhead start NANOSECONDS   time from that value of CLOCK_MONOTONIC to the end of a first launch
//   overhead launch COUNT        COUNT times: empty kernel, one work-item, and waiting for it
//   overhead queue COUNT         COUNT launches on four streams, then what was counted
//   overhead copy MIB RUNS       copies to the device beside memcpy, in turns
//
// Each prints one line of numbers; times are in microseconds.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

__global__ void empty() {}
__global__ void count(unsigned *n) { atomicAdd(n, 1u); }

static void ok(hipError_t error)
{
    if (error != hipSuccess) {
        std::fprintf(stderr, "overhead: %s\n", hipGetErrorString(error));
        std::exit(1);
    }
}

static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static double at(std::vector<double> times, double part)
{
    std::sort(times.begin(), times.end());
    return times[(size_t)(part * (times.size() - 1))];
}

static void start(double since)
{
    empty<<<1, 1>>>();
    ok(hipDeviceSynchronize());
    std::printf("%.1f\n", now() - since);
}

static void launch(int runs)
{
    hipStream_t stream;
    std::vector<double> times;
    ok(hipStreamCreate(&stream));
    for (int i = -100; i < runs; i++) { // the first ones warm up
        double before = now();
        empty<<<1, 1, 0, stream>>>();
        ok(hipStreamSynchronize(stream));
        if (i >= 0)
            times.push_back(now() - before);
    }
    std::printf("%.3f %.3f %.3f\n", at(times, 0.1), at(times, 0.5), at(times, 0.9));
}

static void queue(unsigned launches)
{
    hipStream_t streams[4];
    unsigned *counts, host[4], sum = 0;
    ok(hipMalloc(&counts, sizeof host));
    ok(hipMemset(counts, 0, sizeof host));
    for (hipStream_t &s : streams)
        ok(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    ok(hipDeviceSynchronize());
    double before = now();
    for (unsigned i = 0; i < launches; i++)
        count<<<1, 1, 0, streams[i % 4]>>>(counts + i % 4);
    ok(hipDeviceSynchronize());
    double time = now() - before;
    ok(hipMemcpy(host, counts, sizeof host, hipMemcpyDeviceToHost));
    for (unsigned n : host)
        sum += n;
    std::printf("%.1f %u\n", time, sum);
}

static void copy(size_t mib, int runs)
{
    size_t size = mib << 20;
    char *from = (char *)std::malloc(size), *to = (char *)std::malloc(size), *device;
    std::vector<double> plain, hip;
    if (!from || !to) {
        std::fprintf(stderr, "overhead: no memory for two buffers of %zu MiB\n", mib);
        std::exit(1);
    }
    ok(hipMalloc(&device, size));
    std::memset(from, 1, size);
    std::memset(to, 2, size);
    ok(hipMemset(device, 3, size));
    ok(hipDeviceSynchronize());
    for (int i = 0; i < runs; i++) {
        double before = now();
        std::memcpy(to, from, size);
        __asm__ volatile("" : : "r"(to) : "memory"); // it has to be done
        double between = now();
        ok(hipMemcpy(device, from, size, hipMemcpyHostToDevice));
        hip.push_back(now() - between);
        plain.push_back(between - before);
    }
    std::printf("%.1f %.1f\n", at(plain, 0.5), at(hip, 0.5));
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    if (!std::strcmp(what, "start"))
        start(std::atof(argv[2]) * 1e-3);
    else if (!std::strcmp(what, "launch"))
        launch(std::atoi(argv[2]));
    else if (!std::strcmp(what, "queue"))
        queue((unsigned)std::atoi(argv[2]));
    else if (!std::strcmp(what, "copy") && argc > 3)
        copy((size_t)std::atol(argv[2]), std::atoi(argv[3]));
    else
        return 2;
    return 0;
}

// device.hip: what kernels ask of the host: printf, assert, malloc, traps; and what becomes of it.
#include "check.h"

#include <cassert>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

__global__ void talk(const char *)
{
    printf("thread %d of block %d: %s %.2f %c %lld\n", (int)threadIdx.x, (int)blockIdx.x, "text",
           threadIdx.x * 0.5, 'x', 1ll << 40);
}

__global__ void expect_three(int n) { assert(n == 3 && "it is three"); }

__global__ void build_list(int **heads, int n)
{
    int i = threadIdx.x;
    int *p = (int *)malloc(sizeof(int) * (n + i));
    for (int j = 0; p && j < n + i; j++)
        p[j] = i * 1000 + j;
    heads[i] = p;
}

__global__ void sum_list(int **heads, int n, int *sums)
{
    int i = threadIdx.x, sum = 0;
    for (int j = 0; heads[i] && j < n + i; j++)
        sum += heads[i][j];
    sums[i] = sum;
    free(heads[i]);
}

__global__ void trap() { __builtin_trap(); }

__global__ void forever(volatile int *p)
{
    while (!*p) {
    }
}

// What f writes to a stream of the process.
template <class F> static std::string output_of(int fd, F f)
{
    std::fflush(stdout);
    int keep = dup(fd);
    char name[] = "/tmp/shoal-hip-XXXXXX";
    int file = mkstemp(name);
    unlink(name);
    dup2(file, fd);
    f();
    std::fflush(stdout);
    dup2(keep, fd);
    close(keep);
    std::string text(65536, 0);
    ssize_t n = pread(file, &text[0], text.size(), 0);
    close(file);
    text.resize(n < 0 ? 0 : n);
    return text;
}

int main()
{
    std::string text = output_of(1, [] {
        talk<<<2, 3>>>("");
        OK(hipDeviceSynchronize());
    });
    int lines = 0;
    for (int b = 0; b < 2; b++)
        for (int t = 0; t < 3; t++) {
            char line[128];
            std::snprintf(line, sizeof line, "thread %d of block %d: text %.2f x 1099511627776\n",
                          t, b, t * 0.5);
            lines += text.find(line) != std::string::npos;
        }
    CHECK(lines == 6);

    const int threads = 40, n = 100;
    int **heads, *sums;
    OK(hipMallocManaged((void **)&heads, threads * sizeof(int *)));
    OK(hipMallocManaged((void **)&sums, threads * sizeof(int)));
    build_list<<<1, threads>>>(heads, n);
    sum_list<<<1, threads>>>(heads, n, sums);
    OK(hipDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < threads; i++) {
        int sum = 0;
        for (int j = 0; j < n + i; j++)
            sum += i * 1000 + j;
        wrong += sums[i] != sum;
    }
    CHECK(wrong == 0);

    expect_three<<<1, 1>>>(3);
    OK(hipDeviceSynchronize());
    hipError_t error = hipSuccess;
    text = output_of(2, [&error] {
        expect_three<<<1, 32>>>(4);
        error = hipDeviceSynchronize();
    });
    CHECK(error == hipErrorLaunchFailure);
    CHECK(text.find("it is three") != std::string::npos);
    CHECK(text.find("expect_three(int)") != std::string::npos);
    OK(hipDeviceReset());

    text = output_of(2, [&error] {
        trap<<<1, 1>>>();
        error = hipDeviceSynchronize();
    });
    CHECK(error == hipErrorLaunchFailure && text.find("trap()") != std::string::npos);
    EXPECT(hipDeviceSynchronize(), hipErrorLaunchFailure); // it stays
    OK(hipDeviceReset());
    OK(hipDeviceSynchronize());
    return check_end();
}

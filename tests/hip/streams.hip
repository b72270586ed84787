// streams.hip: order and overlap: streams, events, callbacks, values, threads, sticky errors.
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

__global__ void meet(volatile int *mine, volatile int *other)
{
    *mine = 1;
    __threadfence_system();
    while (!*other)
        __builtin_amdgcn_s_sleep(1);
}

__global__ void step(int *p, int factor, int offset) { *p = *p * factor + offset; }

__global__ void fill(int *p, int n, int value)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = value;
}

__global__ void outside(int *p) { p[1 << 26] = 1; }

static void streams_overlap()
{
    int *flags;
    hipStream_t a, b;
    OK(hipMallocManaged((void **)&flags, 8));
    flags[0] = flags[1] = 0;
    OK(hipStreamCreate(&a));
    OK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
    meet<<<1, 1, 0, a>>>(flags, flags + 1);
    meet<<<1, 1, 0, b>>>(flags + 1, flags);
    OK(hipStreamSynchronize(a));
    OK(hipStreamSynchronize(b));
    OK(hipStreamQuery(a));
    OK(hipStreamDestroy(a));
    OK(hipStreamDestroy(b));
    EXPECT(hipStreamSynchronize(a), hipErrorInvalidHandle);
    OK(hipFree(flags));
}

static void null_stream_orders()
{
    int *p, h = 0;
    OK(hipMalloc((void **)&p, 4));
    hipStream_t a, b;
    OK(hipStreamCreate(&a));
    OK(hipStreamCreate(&b));
    for (int round = 0; round < 50; round++) {
        OK(hipMemset(p, 0, 4));
        step<<<1, 1, 0, a>>>(p, 1, 3);  // 3
        step<<<1, 1>>>(p, 10, 4);       // 34, behind a
        step<<<1, 1, 0, b>>>(p, 10, 5); // 345, behind the null stream
        OK(hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost));
        if (h != 345)
            break;
    }
    CHECK(h == 345);
    OK(hipStreamDestroy(a));
    OK(hipStreamDestroy(b));
    OK(hipFree(p));
}

static void events()
{
    int *p, h = 0;
    const int n = 1 << 20;
    OK(hipMalloc((void **)&p, n * 4));
    OK(hipMemset(p, 0, n * 4));
    hipStream_t a, b;
    hipEvent_t start, stop, mark;
    OK(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
    OK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
    OK(hipEventCreate(&start));
    OK(hipEventCreate(&stop));
    OK(hipEventCreateWithFlags(&mark, hipEventDisableTiming));
    OK(hipEventRecord(start, a));
    fill<<<64, 256, 0, a>>>(p, n, 1);
    step<<<1, 1, 0, a>>>(p, 1, 1);
    OK(hipEventRecord(mark, a));
    OK(hipEventRecord(stop, a));
    OK(hipStreamWaitEvent(b, mark, 0));
    step<<<1, 1, 0, b>>>(p, 10, 7);
    OK(hipStreamSynchronize(b));
    OK(hipEventSynchronize(stop));
    OK(hipEventQuery(stop));
    float ms = -1;
    OK(hipEventElapsedTime(&ms, start, stop));
    CHECK(ms > 0 && ms < 60000);
    EXPECT(hipEventElapsedTime(&ms, start, mark), hipErrorInvalidHandle);
    OK(hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost));
    CHECK(h == 27);
    OK(hipEventDestroy(start));
    OK(hipEventDestroy(stop));
    OK(hipEventDestroy(mark));
    EXPECT(hipEventQuery(mark), hipErrorInvalidHandle);
    OK(hipStreamDestroy(a));
    OK(hipStreamDestroy(b));
    OK(hipFree(p));
}

static std::atomic<int> order;
static void callback(hipStream_t, hipError_t status, void *user)
{
    *(int *)user = status == hipSuccess ? ++order : -1;
}
static void host_function(void *user) { *(int *)user = ++order; }

static void callbacks_and_values()
{
    hipStream_t s;
    OK(hipStreamCreate(&s));
    unsigned *flag;
    OK(hipHostMalloc((void **)&flag, 8, 0));
    flag[0] = flag[1] = 0;
    int first = 0, second = 0;
    OK(hipStreamWaitValue32(s, flag, 5, hipStreamWaitValueGte, 0xffffffff));
    OK(hipStreamAddCallback(s, callback, &first, 0));
    OK(hipLaunchHostFunc(s, host_function, &second));
    OK(hipStreamWriteValue32(s, flag + 1, 77, 0));
    EXPECT(hipStreamQuery(s), hipErrorNotReady);
    CHECK(order == 0);
    __atomic_store_n(flag, 6, __ATOMIC_RELEASE);
    OK(hipStreamSynchronize(s));
    CHECK(first == 1 && second == 2 && flag[1] == 77);
    OK(hipStreamDestroy(s));
    OK(hipHostFree(flag));
}

static void many_launches()
{
    const int streams = 4, launches = 10000;
    hipStream_t s[streams];
    int *p, h[streams];
    OK(hipMalloc((void **)&p, sizeof h));
    OK(hipMemset(p, 0, sizeof h));
    for (auto &x : s)
        OK(hipStreamCreateWithFlags(&x, hipStreamNonBlocking));
    for (int i = 0; i < launches; i++)
        step<<<1, 1, 0, s[i % streams]>>>(p + i % streams, 1, 1);
    OK(hipDeviceSynchronize());
    OK(hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost));
    for (int n : h)
        CHECK(n == launches / streams);
    for (auto &x : s)
        OK(hipStreamDestroy(x));
    OK(hipFree(p));
}

static void threads_share_a_device()
{
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 32; t++)
        threads.emplace_back([t, &wrong] {
            int *p, h[64];
            hipStream_t s = t % 2 ? hipStreamPerThread : nullptr, own = nullptr;
            if (t % 3 == 0 && hipStreamCreate(&own) == hipSuccess)
                s = own;
            for (int round = 0; round < 10; round++) {
                wrong += hipMalloc((void **)&p, sizeof h) != hipSuccess;
                fill<<<2, 32, 0, s>>>(p, 64, t * 100 + round);
                wrong += hipMemcpyAsync(h, p, sizeof h, hipMemcpyDeviceToHost, s) != hipSuccess;
                wrong += hipStreamSynchronize(s) != hipSuccess;
                for (int v : h)
                    wrong += v != t * 100 + round;
                wrong += hipFree(p) != hipSuccess;
            }
            if (own)
                wrong += hipStreamDestroy(own) != hipSuccess;
        });
    for (auto &t : threads)
        t.join();
    CHECK(wrong == 0);
}

// A wait is for the record that there was when it was asked for, not for a later one: two streams
// that take turns would wait for each other for ever.
static void events_that_are_recorded_again()
{
    hipStream_t streams[2];
    hipEvent_t done[2];
    int *p, h;
    OK(hipMalloc((void **)&p, 4));
    OK(hipMemset(p, 0, 4));
    for (int i = 0; i < 2; i++) {
        OK(hipStreamCreateWithFlags(&streams[i], hipStreamNonBlocking));
        OK(hipEventCreateWithFlags(&done[i], hipEventDisableTiming));
    }
    for (int turn = 0; turn < 12; turn++)
        for (int i = 0; i < 2; i++) {
            if (turn || i)
                OK(hipStreamWaitEvent(streams[i], done[1 - i], 0));
            step<<<1, 1, 0, streams[i]>>>(p, i ? 1 : 2, i); // 2 x, then x + 1
            OK(hipEventRecord(done[i], streams[i]));
        }
    OK(hipMemcpyAsync(&h, p, 4, hipMemcpyDeviceToHost, streams[1]));
    OK(hipStreamSynchronize(streams[1]));
    CHECK(h == (1 << 12) - 1);
    for (int i = 0; i < 2; i++) {
        OK(hipStreamDestroy(streams[i]));
        OK(hipEventDestroy(done[i]));
    }
    OK(hipFree(p));
}

// Memory that is not pinned is the program's again when the call returns.
static void copies_of_pageable_memory()
{
    int *p, h, seen = 0;
    hipStream_t s;
    OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    OK(hipMalloc((void **)&p, 4));
    for (int i = 0; i < 50; i++) {
        h = i;
        OK(hipMemcpyAsync(p, &h, 4, hipMemcpyHostToDevice, s));
        h = -1;
        step<<<1, 1, 0, s>>>(p, 2, 1);
        OK(hipMemcpyAsync(&seen, p, 4, hipMemcpyDeviceToHost, s));
        CHECK(seen == 2 * i + 1);
    }
    OK(hipStreamDestroy(s));
    OK(hipFree(p));
}

static void faults_are_sticky()
{
    int *p, h;
    OK(hipMalloc((void **)&p, 4));
    hipStream_t s;
    OK(hipStreamCreate(&s));
    outside<<<1, 1, 0, s>>>(p);
    EXPECT(hipStreamSynchronize(s), hipErrorIllegalAddress);
    EXPECT(hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost), hipErrorIllegalAddress);
    step<<<1, 1>>>(p, 1, 1);
    EXPECT(hipGetLastError(), hipErrorIllegalAddress);
    OK(hipDeviceReset()); // which frees all memory
    OK(hipMalloc((void **)&p, 4));
    OK(hipMemset(p, 0, 4));
    step<<<1, 1>>>(p, 1, 9);
    OK(hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost));
    CHECK(h == 9);
    OK(hipFree(p));
}

static void fork_before_first_use()
{
    pid_t child = fork();
    if (child == 0) {
        int *p, h = 0;
        bool ok = hipMalloc((void **)&p, 4) == hipSuccess && hipMemset(p, 0, 4) == hipSuccess;
        step<<<1, 1>>>(p, 1, 3);
        ok &= hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost) == hipSuccess && h == 3;
        _exit(ok ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main()
{
    int count = 0;
    OK(hipGetDeviceCount(&count)); // does not make the device yet
    CHECK(count == 1);
    fork_before_first_use();
    streams_overlap();
    null_stream_orders();
    events();
    callbacks_and_values();
    many_launches();
    threads_share_a_device();
    events_that_are_recorded_again();
    copies_of_pageable_memory();
    faults_are_sticky();
    return check_end();
}

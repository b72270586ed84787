// perthread.hip: with default streams per thread, priorities, and errors that are a thread's own.
// flags: -fgpu-default-stream=per-thread
#include "check.h"

#include <thread>

// Each kernel waits for the other: they end only if both run at once.
__global__ void meet(volatile int *mine, volatile int *other)
{
    *mine = 1;
    while (*other == 0)
        __builtin_amdgcn_s_sleep(1);
}

__global__ void step(int *p, int factor, int offset) { *p = *p * factor + offset; }

// The headers of ROCm 5.2 leave these to later ones.
extern "C" {
hipError_t hipStreamBeginCapture_spt(hipStream_t, hipStreamCaptureMode);
hipError_t hipStreamEndCapture_spt(hipStream_t, hipGraph_t *);
hipError_t hipGraphLaunch_spt(hipGraphExec_t, hipStream_t);
hipError_t hipStreamAddCallback_spt(hipStream_t, hipStreamCallback_t, void *, unsigned);
hipError_t hipMemsetAsync_spt(void *, int, size_t, hipStream_t);
}

__device__ int variable = 3;

static void default_streams_overlap()
{
    int *flags;
    OK(hipMallocManaged((void **)&flags, 2 * sizeof(int)));
    flags[0] = flags[1] = 0;
    hipError_t others = hipErrorUnknown;
    std::thread other([flags, &others] {
        meet<<<1, 1>>>(&flags[0], &flags[1]);
        others = hipStreamSynchronize(0);
    });
    meet<<<1, 1>>>(&flags[1], &flags[0]);
    OK(hipStreamSynchronize(0));
    other.join();
    OK(others);
    OK(hipFree(flags));
}

// Copies and sets without a stream follow the thread's stream; so do symbols, events and callbacks.
static void calls_follow_the_thread()
{
    int *p, h = 0, called = 0;
    OK(hipMalloc((void **)&p, 4));
    hipEvent_t event;
    OK(hipEventCreate(&event));
    OK(hipMemset(p, 0, 4));
    step<<<1, 1>>>(p, 1, 5);
    OK(hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost));
    CHECK(h == 5);
    OK(hipMemsetAsync_spt(p, 0, 4, 0));
    step<<<1, 1>>>(p, 1, 7);
    OK(hipMemcpyAsync(&h, p, 4, hipMemcpyDeviceToHost, 0));
    OK(hipEventRecord(event, 0));
    OK(hipStreamAddCallback_spt(
        0, [](hipStream_t, hipError_t, void *user) { ++*(int *)user; }, &called, 0));
    OK(hipStreamSynchronize(0));
    OK(hipEventQuery(event));
    OK(hipStreamQuery(0));
    CHECK(h == 7 && called == 1);
    OK(hipMemcpyToSymbol(HIP_SYMBOL(variable), &h, 4, 0, hipMemcpyHostToDevice));
    h = 0;
    OK(hipMemcpyFromSymbol(&h, HIP_SYMBOL(variable), 4, 0, hipMemcpyDeviceToHost));
    CHECK(h == 7);
    hipGraph_t graph;
    hipGraphExec_t exec;
    OK(hipStreamBeginCapture_spt(
        0, hipStreamCaptureModeGlobal)); // the legacy stream does not allow it
    step<<<1, 1>>>(p, 2, 0);
    OK(hipStreamEndCapture_spt(0, &graph));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    OK(hipGraphLaunch_spt(exec, 0));
    OK(hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost));
    CHECK(h == 14);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipEventDestroy(event));
    OK(hipFree(p));
}

static void errors_are_the_threads_own()
{
    EXPECT(hipMalloc(nullptr, 4), hipErrorInvalidValue);
    std::thread([] {
        OK(hipGetLastError()); // not this thread's
        EXPECT(hipSetDevice(77), hipErrorInvalidDevice);
        EXPECT(hipPeekAtLastError(), hipErrorInvalidDevice);
    }).join();
    EXPECT(hipPeekAtLastError(), hipErrorInvalidValue);
    EXPECT(hipGetLastError(), hipErrorInvalidValue);
    OK(hipGetLastError());
}

static void priorities()
{
    int least, greatest, seen;
    OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(greatest < least);
    const int wanted[] = {greatest, 0, least, greatest - 5, least + 5};
    const int expected[] = {greatest, 0, least, greatest, least};
    int *p;
    OK(hipMallocManaged((void **)&p, 4));
    *p = 0;
    for (int i = 0; i < 5; i++) {
        hipStream_t s;
        OK(hipStreamCreateWithPriority(&s, hipStreamNonBlocking, wanted[i]));
        OK(hipStreamGetPriority(s, &seen));
        CHECK(seen == expected[i]);
        step<<<1, 1, 0, s>>>(p, 1, 1);
        OK(hipStreamSynchronize(s));
        OK(hipStreamDestroy(s));
    }
    CHECK(*p == 5);
    OK(hipFree(p));
}

int main()
{
    default_streams_overlap();
    calls_follow_the_thread();
    errors_are_the_threads_own();
    priorities();
    return check_end();
}

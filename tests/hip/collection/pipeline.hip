/* pipeline.hip: host threads that each run a pipeline of copies, kernels, host functions and events over a stream of their own,
 * and pools; managed memory with advice and prefetches; symbols. */
#include "collection.h"

#include <atomic>
#include <thread>

__managed__ int progress[8];
__device__ __managed__ float scale_by = 2;
__constant__ float offsets[8];

__global__ void step(float *x, int n, int which)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * scale_by + offsets[which];
    if (i == 0)
        atomicAdd_system(&progress[which], 1);
}

struct tally {
    std::atomic<int> calls{0};
};
static void count(void *p) { static_cast<tally *>(p)->calls++; }
static void count_stream(hipStream_t, hipError_t error, void *p)
{
    static_cast<tally *>(p)->calls += error == hipSuccess ? 100 : 0;
}

static void worker(int which, std::vector<float> *result, tally *t, std::atomic<int> *bad)
{
    const int n = 1000, chunks = 4;
    hipStream_t copy, compute;
    hipEvent_t arrived[chunks], done[chunks];
    float *host, *device[2];
    int failures = 0;
#define TRY(call) failures += (call) != hipSuccess
    TRY(hipStreamCreateWithFlags(&copy, hipStreamNonBlocking));
    TRY(hipStreamCreateWithPriority(&compute, hipStreamNonBlocking, which % 2 ? 0 : -1));
    TRY(hipHostMalloc((void **)&host, n * chunks * sizeof(float), hipHostMallocPortable));
    for (float *&d : device)
        TRY(hipMallocAsync((void **)&d, n * sizeof(float), copy));
    for (int i = 0; i < n * chunks; i++)
        host[i] = i + which;
    for (int c = 0; c < chunks; c++) {
        TRY(hipEventCreateWithFlags(&arrived[c], hipEventDisableTiming));
        TRY(hipEventCreateWithFlags(&done[c], hipEventDisableTiming | hipEventBlockingSync));
        float *d = device[c % 2];
        if (c >= 2) /* the buffer is in use until then */
            TRY(hipStreamWaitEvent(copy, done[c - 2], 0));
        TRY(hipMemcpyAsync(d, host + c * n, n * sizeof(float), hipMemcpyHostToDevice, copy));
        TRY(hipEventRecord(arrived[c], copy));
        TRY(hipStreamWaitEvent(compute, arrived[c], 0));
        for (int k = 0; k < 3; k++)
            step<<<(n + 127) / 128, 128, 0, compute>>>(d, n, which);
        TRY(hipMemcpyAsync(host + c * n, d, n * sizeof(float), hipMemcpyDeviceToHost, compute));
        TRY(hipLaunchHostFunc(compute, count, t));
        TRY(hipEventRecord(done[c], compute));
    }
    TRY(hipStreamAddCallback(compute, count_stream, t, 0));
    TRY(hipEventSynchronize(done[chunks - 1]));
    TRY(hipStreamSynchronize(compute));
    TRY(hipStreamQuery(compute));
    result->assign(host, host + n * chunks);
    for (float *d : device)
        TRY(hipFreeAsync(d, compute));
    TRY(hipStreamSynchronize(compute));
    for (int c = 0; c < chunks; c++) {
        TRY(hipEventDestroy(arrived[c]));
        TRY(hipEventDestroy(done[c]));
    }
    TRY(hipHostFree(host));
    TRY(hipStreamDestroy(copy));
    TRY(hipStreamDestroy(compute));
    *bad += failures;
}

struct node {
    int value;
    node *next;
};
__global__ void walk(node *list, int *sum)
{
    for (node *n = list; n; n = n->next) {
        *sum += n->value;
        n->value = -n->value;
    }
}

static void managed()
{
    int device = 0;
    OK(hipGetDevice(&device));
    node *nodes;
    int *sum;
    OK(hipMallocManaged(&nodes, 100 * sizeof *nodes));
    OK(hipMallocManaged(&sum, sizeof *sum, hipMemAttachGlobal));
    for (int i = 0; i < 100; i++)
        nodes[(i * 37) % 100] = {i, i == 99 ? nullptr : &nodes[((i + 1) * 37) % 100]};
    *sum = 0;
    OK(hipMemAdvise(nodes, 100 * sizeof *nodes, hipMemAdviseSetPreferredLocation, device));
    OK(hipMemAdvise(nodes, 100 * sizeof *nodes, hipMemAdviseSetReadMostly, device));
    OK(hipMemPrefetchAsync(nodes, 100 * sizeof *nodes, device, nullptr));
    walk<<<1, 1>>>(nodes, sum);
    OK(hipMemPrefetchAsync(nodes, 100 * sizeof *nodes, hipCpuDeviceId, nullptr));
    OK(hipDeviceSynchronize());
    int total = 0, preferred = -7;
    for (int i = 0; i < 100; i++)
        total += nodes[i].value;
    CHECK(*sum == 4950 && total == -4950);
    OK(hipMemRangeGetAttribute(&preferred, sizeof preferred, hipMemRangeAttributePreferredLocation, nodes, 100 * sizeof *nodes));
    CHECK(preferred == device);
    hipPointerAttribute_t a;
    OK(hipPointerGetAttributes(&a, nodes + 3));
    CHECK(a.type == hipMemoryTypeManaged && a.isManaged && a.hostPointer == nodes + 3);
    OK(hipFree(nodes));
    OK(hipFree(sum));
}

int main()
{
    const int threads = 4;
    float host_offsets[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    OK(hipMemcpyToSymbol(HIP_SYMBOL(offsets), host_offsets, sizeof host_offsets));
    std::vector<float> results[threads];
    std::vector<std::thread> all;
    tally tallies[threads];
    std::atomic<int> bad{0};
    for (int i = 0; i < threads; i++)
        all.emplace_back(worker, i, &results[i], &tallies[i], &bad);
    for (std::thread &t : all)
        t.join();
    CHECK(bad == 0);
    for (int t = 0; t < threads; t++) {
        int wrong = 0;
        for (size_t i = 0; i < results[t].size(); i++)
            wrong += results[t][i] != 8.f * (i + t) + 7.f * (t + 1);
        CHECK(wrong == 0 && results[t].size() == 4000);
        CHECK(tallies[t].calls == 104 && progress[t] == 12);
    }
    float one = 1, back = 0;
    OK(hipMemcpyToSymbol(HIP_SYMBOL(scale_by), &one, sizeof one));
    OK(hipMemcpyFromSymbol(&back, HIP_SYMBOL(scale_by), sizeof back));
    CHECK(scale_by == 1 && back == 1);
    void *at;
    size_t size;
    OK(hipGetSymbolAddress(&at, HIP_SYMBOL(offsets)));
    OK(hipGetSymbolSize(&size, HIP_SYMBOL(offsets)));
    CHECK(size == 32);
    OK(hipMemcpyFromSymbol(&back, HIP_SYMBOL(offsets), 4, 12));
    CHECK(back == 4);
    managed();
    return check_end();
}

// lifetimes.hip: what is reused, kept and gone: memory in stream order, hipDeviceReset, updates of
// executable graphs, attributes of their kernels. Expected is what HIP's and CUDA's documentation
// say of each function, and where that is silent, what ROCm's own tests (hip-tests) expect.
#include "check.h"

#include <cstdint>
#include <cstdlib>

__global__ void add(int *p, int n) { atomicAdd(p, n); }
__global__ void put(int *p, int n) { *p = n; }
__device__ int variable = 5;
__global__ void raise_variable() { variable += 1; }
__global__ void read_variable(int *out) { *out = variable; }

static const size_t BIG = 1 << 20, SMALL = 4096;

// A stream that does nothing until it is opened, so that what is behind the gate is certainly not
// done.
struct gate {
    hipStream_t stream;
    uint32_t *flag;
    gate()
    {
        OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
        OK(hipHostMalloc((void **)&flag, sizeof *flag));
    }
    void close()
    {
        *(volatile uint32_t *)flag = 0;
        OK(hipStreamWaitValue32(stream, flag, 1, hipStreamWaitValueEq));
    }
    void open() { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
    void finish() // without a call that waits
    {
        open();
        while (hipStreamQuery(stream) == hipErrorNotReady) {
        }
    }
    ~gate()
    {
        OK(hipStreamDestroy(stream));
        OK(hipHostFree(flag));
    }
};

static uint64_t attribute(hipMemPool_t pool, hipMemPoolAttr which)
{
    uint64_t value = 0;
    OK(hipMemPoolGetAttribute(pool, which, &value));
    return value;
}

static hipMemPool_t new_pool(uint64_t threshold)
{
    hipMemPool_t pool;
    hipMemPoolProps props = {};
    props.allocType = hipMemAllocationTypePinned;
    props.location.type = hipMemLocationTypeDevice;
    OK(hipMemPoolCreate(&pool, &props));
    OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
    return pool;
}

static int *from(hipMemPool_t pool, size_t size, hipStream_t stream)
{
    int *p = nullptr;
    OK(hipMallocFromPoolAsync((void **)&p, size, pool, stream));
    return p;
}

static void reuse_in_one_stream()
{
    gate g;
    hipMemPool_t pool = new_pool(0);
    int *a = from(pool, BIG, g.stream), *c = from(pool, SMALL, g.stream), h = 0, *pinned;
    OK(hipHostMalloc((void **)&pinned, sizeof *pinned));
    OK(hipMemsetAsync(a, 0, 4, g.stream));
    g.close();
    add<<<1, 32, 0, g.stream>>>(a, 1);
    OK(hipMemcpyAsync(pinned, a, 4, hipMemcpyDeviceToHost, g.stream));
    OK(hipFreeAsync(a, g.stream));
    EXPECT(hipFreeAsync(a, g.stream), hipErrorInvalidValue);
    EXPECT(hipFree(a), hipErrorInvalidValue);
    CHECK(attribute(pool, hipMemPoolAttrUsedMemCurrent) == SMALL);
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == BIG + SMALL);
    int *other = from(pool, BIG / 2, g.stream);
    CHECK(other != a && other != c);
    int *b = from(pool, BIG, g.stream); // its kernels come after those of a
    CHECK(b == a);
    CHECK(attribute(pool, hipMemPoolAttrUsedMemCurrent) == BIG + SMALL + BIG / 2);
    put<<<1, 1, 0, g.stream>>>(b, 1000);
    add<<<1, 32, 0, g.stream>>>(b, 1);
    g.open();
    OK(hipStreamSynchronize(g.stream));
    int after = 0;
    OK(hipMemcpy(&after, b, 4, hipMemcpyDeviceToHost));
    CHECK(*pinned == 32 && after == 1032);
    OK(hipHostFree(pinned));
    OK(hipFreeAsync(b, g.stream));
    OK(hipFreeAsync(other, g.stream));
    OK(hipStreamSynchronize(g.stream)); // what is above the threshold goes back
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == SMALL);
    CHECK(attribute(pool, hipMemPoolAttrUsedMemHigh) == BIG + SMALL + BIG / 2);
    uint64_t zero = 0;
    OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReservedMemHigh, &zero));
    CHECK(attribute(pool, hipMemPoolAttrReservedMemHigh) == SMALL);
    OK(hipMemPoolDestroy(pool)); // and what is allocated stays
    OK(hipMemcpy(&h, c, 4, hipMemcpyDeviceToHost));
    OK(hipFreeAsync(c, g.stream));
    OK(hipStreamSynchronize(g.stream));
    EXPECT(hipMemcpy(&h, c, 4, hipMemcpyDeviceToHost), hipErrorInvalidValue);
}

static void thresholds()
{
    gate g;
    hipMemPool_t pool = new_pool(8 * BIG);
    int *a = from(pool, BIG, g.stream), *c = from(pool, SMALL, g.stream);
    g.close();
    OK(hipFreeAsync(a, g.stream));
    OK(hipMemPoolTrimTo(pool, SMALL));
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == BIG + SMALL); // still in use
    g.open();
    OK(hipStreamSynchronize(g.stream));
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == BIG + SMALL); // below the threshold
    OK(hipMemPoolTrimTo(pool, BIG + SMALL));
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == BIG + SMALL);
    OK(hipMemPoolTrimTo(pool, SMALL));
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == SMALL);
    OK(hipFreeAsync(c, g.stream));
    OK(hipStreamSynchronize(g.stream));
    OK(hipMemPoolDestroy(pool));

    // What a pool holds is there for hipMalloc when memory is short.
    size_t left, all;
    OK(hipMemGetInfo(&left, &all));
    size_t most = left / 4 * 3 & ~(size_t)4095;
    pool = new_pool(UINT64_MAX);
    a = from(pool, most, g.stream);
    OK(hipFreeAsync(a, g.stream));
    OK(hipStreamSynchronize(g.stream));
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == most);
    OK(hipMalloc((void **)&a, most));
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == 0);
    OK(hipFree(a));
    OK(hipMemPoolDestroy(pool));
}

static void reuse_between_streams()
{
    gate g;
    hipStream_t other;
    OK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    hipMemPool_t pool = new_pool(UINT64_MAX);
    int off = 0, on = 1;
    int *a = from(pool, BIG, g.stream);
    g.close();
    OK(hipFreeAsync(a, g.stream));
    int *b = from(pool, BIG, other);
    CHECK(b != a); // the free is not over
    OK(hipFreeAsync(b, other));
    OK(hipStreamSynchronize(other));
    OK(hipMemPoolTrimTo(pool, 0)); // of b
    hipEvent_t event;
    OK(hipEventCreate(&event));
    OK(hipEventRecord(event, g.stream));
    OK(hipStreamWaitEvent(other, event, 0));
    OK(hipMemPoolSetAttribute(pool, hipMemPoolReuseFollowEventDependencies, &off));
    b = from(pool, BIG, other);
    CHECK(b != a);
    OK(hipMemPoolSetAttribute(pool, hipMemPoolReuseFollowEventDependencies, &on));
    int *c = from(pool, BIG, other);
    CHECK(c == a); // the stream waits for an event behind the free
    OK(hipFreeAsync(b, other));
    g.open();
    OK(hipStreamSynchronize(other));
    OK(hipMemPoolTrimTo(pool, 0)); // of b
    OK(hipFreeAsync(c, other));
    while (hipStreamQuery(other) == hipErrorNotReady) {
    }
    OK(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &off));
    b = from(pool, BIG, g.stream);
    CHECK(b != c);
    OK(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &on));
    a = from(pool, BIG, g.stream);
    CHECK(a == c);  // the free is over
    OK(hipFree(a)); // frees at once, whatever the pool may hold
    OK(hipFreeAsync(b, g.stream));
    OK(hipStreamSynchronize(g.stream));
    CHECK(attribute(pool, hipMemPoolAttrReservedMemCurrent) == BIG);
    OK(hipMemPoolDestroy(pool));
    OK(hipEventDestroy(event));
    OK(hipStreamDestroy(other));
    int *p, *q;
    OK(hipMallocAsync((void **)&p, BIG, nullptr));
    OK(hipFreeAsync(p, nullptr));
    OK(hipMallocAsync((void **)&q, BIG, nullptr)); // of the device's own pool
    CHECK(p == q);
    OK(hipFreeAsync(q, nullptr));
    OK(hipDeviceSynchronize());
}

static void reset()
{
    hipStream_t stream, busy;
    hipEvent_t event;
    hipArray_t array;
    hipMemPool_t pool = new_pool(0);
    int *memory, *managed, *host, *pooled, h = 0, own[16];
    size_t before, after, all;
    OK(hipMemGetInfo(&before, &all));
    OK(hipStreamCreate(&stream));
    OK(hipStreamCreate(&busy));
    OK(hipEventCreate(&event));
    OK(hipEventRecord(event, stream));
    OK(hipMalloc((void **)&memory, BIG));
    OK(hipMallocManaged((void **)&managed, BIG));
    OK(hipHostMalloc((void **)&host, BIG));
    OK(hipHostRegister(own, sizeof own, 0));
    OK(hipMallocFromPoolAsync((void **)&pooled, BIG, pool, stream));
    hipChannelFormatDesc format = hipCreateChannelDesc<int>();
    OK(hipMallocArray(&array, &format, 32, 32));
    raise_variable<<<1, 1>>>();
    read_variable<<<1, 1>>>(managed);
    add<<<1, 1, 0, busy>>>(memory, 1);
    OK(hipDeviceSynchronize());
    CHECK(*managed == 6);

    OK(hipDeviceReset());
    OK(hipMemGetInfo(&after, &all));
    CHECK(after == before);
    EXPECT(hipFree(memory), hipErrorInvalidValue);
    EXPECT(hipFree(managed), hipErrorInvalidValue);
    EXPECT(hipHostFree(host), hipErrorInvalidValue);
    EXPECT(hipFree(pooled), hipErrorInvalidValue);
    EXPECT(hipHostUnregister(own), hipErrorHostMemoryNotRegistered);
    EXPECT(hipFreeArray(array), hipErrorInvalidHandle);
    EXPECT(hipMemPoolDestroy(pool), hipErrorInvalidValue);
    EXPECT(hipEventDestroy(event), hipErrorInvalidHandle);
    EXPECT(hipStreamQuery(stream), hipErrorInvalidHandle);
    EXPECT(hipStreamDestroy(busy), hipErrorContextIsDestroyed);
    CHECK(hipGetLastError() == hipErrorContextIsDestroyed && hipGetLastError() == hipSuccess);

    // All is as at first: the code is loaded again, and variables have their first values.
    OK(hipMalloc((void **)&memory, 4));
    read_variable<<<1, 1>>>(memory);
    OK(hipMemcpy(&h, memory, 4, hipMemcpyDeviceToHost));
    CHECK(h == 5);
    OK(hipFree(memory));
}

static hipGraphNode_t kernel(hipGraph_t graph, hipGraphNode_t *before, void *function, int *p,
                             int n)
{
    hipGraphNode_t node;
    void *arguments[] = {&p, &n};
    hipKernelNodeParams params = {};
    params.func = function;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    OK(hipGraphAddKernelNode(&node, graph, before, before ? 1 : 0, &params));
    return node;
}

static void note(void *to) { *(int *)to += 100; }

// A graph of all kinds of nodes, one after the other, on p (two numbers), with the numbers n, ends
// in *host.
static void all_kinds(hipGraph_t graph, hipGraphNode_t *nodes, int *p, int n, int *host, int *told,
                      hipEvent_t event, void *function)
{
    hipMemsetParams fill = {};
    fill.dst = p;
    fill.elementSize = 4;
    fill.width = 2;
    fill.height = 1;
    fill.value = n;
    OK(hipGraphAddMemsetNode(&nodes[0], graph, nullptr, 0, &fill));
    nodes[1] = kernel(graph, &nodes[0], function, p, n);
    hipGraph_t child;
    OK(hipGraphCreate(&child, 0));
    kernel(child, nullptr, (void *)add, p, 10 * n);
    OK(hipGraphAddChildGraphNode(&nodes[2], graph, &nodes[1], 1, child));
    OK(hipGraphDestroy(child));
    OK(hipGraphAddEventRecordNode(&nodes[3], graph, &nodes[2], 1, event));
    OK(hipGraphAddEventWaitNode(&nodes[4], graph, &nodes[3], 1, event));
    OK(hipGraphAddMemcpyNode1D(&nodes[5], graph, &nodes[4], 1, host, p, 4, hipMemcpyDeviceToHost));
    hipHostNodeParams call = {note, told};
    OK(hipGraphAddHostNode(&nodes[6], graph, &nodes[5], 1, &call));
    OK(hipGraphAddEmptyNode(&nodes[7], graph, &nodes[6], 1));
}

static hipError_t update(hipGraphExec_t exec, hipGraph_t graph, hipGraphExecUpdateResult expected,
                         hipGraphNode_t at)
{
    hipGraphNode_t where = (hipGraphNode_t)&where;
    hipGraphExecUpdateResult result = hipGraphExecUpdateError;
    hipError_t error = hipGraphExecUpdate(exec, graph, &where, &result);
    CHECK(result == expected);
    CHECK(where == at);
    return error;
}

static void updates()
{
    int *p, *q, host[2] = {}, told[2] = {};
    hipEvent_t events[2];
    hipGraph_t one, two;
    hipGraphNode_t a[8], b[8];
    hipGraphExec_t exec;
    OK(hipMalloc((void **)&p, 8));
    OK(hipMalloc((void **)&q, 8));
    for (auto &e : events)
        OK(hipEventCreate(&e));
    OK(hipGraphCreate(&one, 0));
    OK(hipGraphCreate(&two, 0));
    all_kinds(one, a, p, 1, &host[0], &told[0], events[0], (void *)add);
    all_kinds(two, b, q, 3, &host[1], &told[1], events[1], (void *)put); // another function, too
    OK(hipGraphInstantiate(&exec, one, nullptr, nullptr, 0));
    OK(hipGraphLaunch(exec, nullptr));
    OK(hipDeviceSynchronize());
    CHECK(host[0] == 12 && told[0] == 100 && hipEventQuery(events[1]) == hipSuccess);
    OK(update(exec, two, hipGraphExecUpdateSuccess, nullptr));
    OK(hipGraphLaunch(exec, nullptr));
    OK(hipDeviceSynchronize());
    CHECK(host[0] == 12 && host[1] == 33 && told[0] == 100 && told[1] == 100);
    // Its nodes are still those of the first graph; one that was switched off stays so.
    OK(hipGraphNodeSetEnabled(exec, a[1], 0));
    OK(update(exec, one, hipGraphExecUpdateSuccess, nullptr));
    OK(hipGraphLaunch(exec, nullptr));
    OK(hipDeviceSynchronize());
    CHECK(host[0] == 11 && told[0] == 200);
    OK(hipGraphNodeSetEnabled(exec, a[1], 1));

    const hipError_t FAILS = hipErrorGraphExecUpdateFailure;
    hipGraph_t changed;
    hipGraphNode_t node, c[8];
    OK(hipGraphClone(&changed, one)); // one node more: no node is to blame
    OK(hipGraphAddEmptyNode(&node, changed, nullptr, 0));
    EXPECT(update(exec, changed, hipGraphExecUpdateErrorTopologyChanged, nullptr), FAILS);
    OK(hipGraphDestroy(changed));

    OK(hipGraphClone(&changed, one)); // an edge less
    for (int i = 0; i < 8; i++)
        OK(hipGraphNodeFindInClone(&c[i], a[i], changed));
    OK(hipGraphRemoveDependencies(changed, &c[4], &c[5], 1));
    EXPECT(update(exec, changed, hipGraphExecUpdateErrorTopologyChanged, c[5]), FAILS);
    OK(hipGraphAddDependencies(changed, &c[3], &c[5], 1)); // another edge
    EXPECT(update(exec, changed, hipGraphExecUpdateErrorTopologyChanged, c[5]), FAILS);
    OK(hipGraphDestroy(changed));

    OK(hipGraphClone(&changed, one)); // another kind of node at the end
    OK(hipGraphNodeFindInClone(&c[6], a[6], changed));
    OK(hipGraphNodeFindInClone(&c[7], a[7], changed));
    OK(hipGraphDestroyNode(c[7]));
    hipHostNodeParams call = {note, told};
    OK(hipGraphAddHostNode(&node, changed, &c[6], 1, &call));
    EXPECT(update(exec, changed, hipGraphExecUpdateErrorNodeTypeChanged, node), FAILS);
    OK(hipGraphDestroy(changed));

    OK(hipGraphClone(&changed, one)); // a copy in another direction
    OK(hipGraphNodeFindInClone(&c[5], a[5], changed));
    OK(hipGraphMemcpyNodeSetParams1D(c[5], p, &host[0], 4, hipMemcpyHostToDevice));
    EXPECT(update(exec, changed, hipGraphExecUpdateErrorParametersChanged, c[5]), FAILS);
    OK(hipGraphDestroy(changed));

    OK(hipGraphClone(&changed, one)); // a kernel that is cooperative now
    OK(hipGraphNodeFindInClone(&c[1], a[1], changed));
    hipKernelNodeAttrValue value = {};
    value.cooperative = 1;
    OK(hipGraphKernelNodeSetAttribute(c[1], hipKernelNodeAttributeCooperative, &value));
    EXPECT(update(exec, changed, hipGraphExecUpdateErrorParametersChanged, c[1]), FAILS);
    OK(hipGraphDestroy(changed));

    OK(hipGraphClone(&changed, one)); // a child graph with another kind of node
    OK(hipGraphNodeFindInClone(&c[2], a[2], changed));
    hipGraph_t child;
    OK(hipGraphChildGraphNodeGetGraph(c[2], &child));
    size_t count = 1;
    OK(hipGraphGetNodes(child, &node, &count));
    OK(hipGraphDestroyNode(node));
    OK(hipGraphAddEmptyNode(&node, child, nullptr, 0));
    EXPECT(update(exec, changed, hipGraphExecUpdateErrorNodeTypeChanged, node), FAILS);
    OK(hipGraphDestroy(changed));

    EXPECT(update(exec, (hipGraph_t)0x1234, hipGraphExecUpdateError, nullptr),
           hipErrorInvalidValue);
    // What was refused has changed nothing.
    OK(hipGraphLaunch(exec, nullptr));
    OK(hipDeviceSynchronize());
    CHECK(host[0] == 12);
    OK(hipGraphExecDestroy(exec));

    // Memory of a graph's own cannot be another graph's.
    hipGraph_t memory[2];
    for (auto &g : memory) {
        hipMemAllocNodeParams params = {};
        params.poolProps.allocType = hipMemAllocationTypePinned;
        params.poolProps.location.type = hipMemLocationTypeDevice;
        params.bytesize = 64;
        OK(hipGraphCreate(&g, 0));
        OK(hipGraphAddMemAllocNode(&node, g, nullptr, 0, &params));
    }
    OK(hipGraphInstantiateWithFlags(&exec, memory[0], hipGraphInstantiateFlagAutoFreeOnLaunch));
    EXPECT(update(exec, memory[1], hipGraphExecUpdateErrorNotSupported, node), FAILS);
    OK(hipGraphExecDestroy(exec));
    for (auto g : memory)
        OK(hipGraphDestroy(g));
    OK(hipGraphDestroy(one));
    OK(hipGraphDestroy(two));
    OK(hipFree(p));
    OK(hipFree(q));
    for (auto e : events)
        OK(hipEventDestroy(e));
}

static void attributes()
{
    hipGraph_t graph, clone;
    int *p, least, greatest;
    OK(hipMalloc((void **)&p, 4));
    OK(hipGraphCreate(&graph, 0));
    hipGraphNode_t node = kernel(graph, nullptr, (void *)add, p, 1), empty, copy;
    hipGraphNode_t other = kernel(graph, nullptr, (void *)add, p, 1);
    OK(hipGraphAddEmptyNode(&empty, graph, nullptr, 0));
    OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
    hipKernelNodeAttrValue value = {}, seen = {};
    for (int priority = greatest; priority <= least; priority++) {
        value.priority = priority;
        OK(hipGraphKernelNodeSetAttribute(node, hipKernelNodeAttributePriority, &value));
        OK(hipGraphKernelNodeGetAttribute(node, hipKernelNodeAttributePriority, &seen));
        CHECK(seen.priority == priority);
    }
    for (int priority : {greatest - 1, least + 1}) {
        value.priority = priority;
        EXPECT(hipGraphKernelNodeSetAttribute(node, hipKernelNodeAttributePriority, &value),
               hipErrorInvalidValue);
    }
    hipKernelNodeAttrValue window = {};
    window.accessPolicyWindow.base_ptr = p;
    window.accessPolicyWindow.num_bytes = 4;
    window.accessPolicyWindow.hitRatio = 0.5f;
    window.accessPolicyWindow.hitProp = hipAccessPropertyPersisting;
    OK(hipGraphKernelNodeSetAttribute(node, hipKernelNodeAttributeAccessPolicyWindow, &window));
    window.accessPolicyWindow.hitRatio = 1.5f;
    EXPECT(hipGraphKernelNodeSetAttribute(node, hipKernelNodeAttributeAccessPolicyWindow, &window),
           hipErrorInvalidValue);
    value.cooperative = 1;
    OK(hipGraphKernelNodeSetAttribute(node, hipKernelNodeAttributeCooperative, &value));
    // All go along to another node, and to a copy of the graph.
    OK(hipGraphKernelNodeCopyAttributes(node, other));
    OK(hipGraphClone(&clone, graph));
    OK(hipGraphNodeFindInClone(&copy, other, clone));
    for (hipGraphNode_t at : {other, copy}) {
        OK(hipGraphKernelNodeGetAttribute(at, hipKernelNodeAttributePriority, &seen));
        CHECK(seen.priority == least);
        OK(hipGraphKernelNodeGetAttribute(at, hipKernelNodeAttributeCooperative, &seen));
        CHECK(seen.cooperative == 1);
        OK(hipGraphKernelNodeGetAttribute(at, hipKernelNodeAttributeAccessPolicyWindow, &seen));
        CHECK(seen.accessPolicyWindow.base_ptr == p && seen.accessPolicyWindow.hitRatio == 0.5f);
    }
    EXPECT(hipGraphKernelNodeGetAttribute(empty, hipKernelNodeAttributePriority, &seen),
           hipErrorInvalidValue);
    EXPECT(hipGraphKernelNodeCopyAttributes(empty, node), hipErrorInvalidValue);
    EXPECT(hipGraphKernelNodeGetAttribute(node, (hipKernelNodeAttrID)7, &seen),
           hipErrorInvalidValue);
    EXPECT(hipGraphKernelNodeSetAttribute(node, hipKernelNodeAttributePriority, nullptr),
           hipErrorInvalidValue);
    OK(hipGraphDestroy(clone));
    OK(hipGraphDestroy(graph));
    OK(hipFree(p));
}

int main()
{
    reuse_in_one_stream();
    thresholds();
    reuse_between_streams();
    updates();
    attributes();
    reset();
    return check_end();
}

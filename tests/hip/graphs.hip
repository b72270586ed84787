// graphs.hip: graphs that are built, graphs that are captured, and changes of both.
#include "check.h"

#include <cstring>
#include <vector>

__global__ void step(int *p, int factor, int offset) { *p = *p * factor + offset; }

static int *cell;

static int value()
{
    int v = -1;
    OK(hipMemcpy(&v, cell, 4, hipMemcpyDeviceToHost));
    return v;
}

static hipKernelNodeParams step_params(int *factor, int *offset, void **params)
{
    params[0] = &cell;
    params[1] = factor;
    params[2] = offset;
    hipKernelNodeParams p = {};
    p.func = (void *)step;
    p.gridDim = dim3(1);
    p.blockDim = dim3(1);
    p.kernelParams = params;
    return p;
}

static void on_host(void *user) { ++*(int *)user; }

static void built_graphs()
{
    hipGraph_t graph, clone, child;
    hipGraphNode_t zero, first, second, host, empty, nested;
    int one = 1, ten = 10, three = 3, four = 4, calls = 0;
    void *params[3], *other[3];
    OK(hipGraphCreate(&graph, 0));
    EXPECT(hipGraphCreate(nullptr, 0), hipErrorInvalidValue);

    hipMemsetParams m = {};
    m.dst = cell;
    m.elementSize = 4;
    m.height = m.width = 1;
    m.value = 2;
    OK(hipGraphAddMemsetNode(&zero, graph, nullptr, 0, &m));
    hipKernelNodeParams k1 = step_params(&ten, &three, params),
                        k2 = step_params(&ten, &four, other);
    OK(hipGraphAddKernelNode(&second, graph, nullptr, 0, &k2));
    OK(hipGraphAddKernelNode(&first, graph, &zero, 1, &k1));
    OK(hipGraphAddDependencies(graph, &first, &second, 1));
    EXPECT(hipGraphAddDependencies(graph, &second, &zero, 1), hipErrorInvalidValue); // a cycle
    EXPECT(hipGraphAddDependencies(graph, &first, &second, 1), hipErrorInvalidValue);
    hipHostNodeParams h = {on_host, &calls};
    OK(hipGraphAddHostNode(&host, graph, &second, 1, &h));
    OK(hipGraphAddEmptyNode(&empty, graph, &host, 1));

    size_t count = 0;
    OK(hipGraphGetNodes(graph, nullptr, &count));
    CHECK(count == 5);
    OK(hipGraphGetEdges(graph, nullptr, nullptr, &count));
    CHECK(count == 4);
    hipGraphNode_t roots[4];
    count = 4;
    OK(hipGraphGetRootNodes(graph, roots, &count));
    CHECK(count == 1 && roots[0] == zero);
    hipGraphNodeType type;
    OK(hipGraphNodeGetType(first, &type));
    CHECK(type == hipGraphNodeTypeKernel);
    hipKernelNodeParams back;
    OK(hipGraphKernelNodeGetParams(first, &back));
    CHECK(back.func == (void *)step && *(int *)back.kernelParams[2] == 3 && back.gridDim.x == 1);

    hipGraphExec_t exec, twin;
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int i = 0; i < 3; i++)
        OK(hipGraphLaunch(exec, 0));
    OK(hipDeviceSynchronize());
    CHECK(value() == 234 && calls == 3);

    // a change of the executable graph only
    hipKernelNodeParams k3 = step_params(&one, &one, params);
    OK(hipGraphExecKernelNodeSetParams(exec, first, &k3));
    m.value = 5;
    OK(hipGraphExecMemsetNodeSetParams(exec, zero, &m));
    OK(hipGraphLaunch(exec, 0));
    OK(hipDeviceSynchronize());
    CHECK(value() == 64 && calls == 4);
    OK(hipGraphInstantiateWithFlags(&twin, graph, 0));
    OK(hipGraphLaunch(twin, 0));
    OK(hipDeviceSynchronize());
    CHECK(value() == 234);

    // the graph takes the place of what was changed
    hipGraphNode_t bad;
    hipGraphExecUpdateResult result;
    OK(hipGraphExecUpdate(exec, graph, &bad, &result));
    CHECK(result == hipGraphExecUpdateSuccess);
    OK(hipGraphLaunch(exec, 0));
    OK(hipDeviceSynchronize());
    CHECK(value() == 234);

    OK(hipGraphClone(&clone, graph));
    hipGraphNode_t in_clone = nullptr;
    OK(hipGraphNodeFindInClone(&in_clone, first, clone));
    CHECK(in_clone && in_clone != first);
    OK(hipGraphDestroyNode(in_clone));
    EXPECT(hipGraphExecUpdate(exec, clone, &bad, &result), hipErrorGraphExecUpdateFailure);
    CHECK(result == hipGraphExecUpdateErrorTopologyChanged);

    // a child graph
    OK(hipGraphCreate(&child, 0));
    OK(hipGraphAddChildGraphNode(&nested, child, nullptr, 0, graph));
    hipGraphNode_t last;
    hipKernelNodeParams k4 = step_params(&ten, &one, params);
    OK(hipGraphAddKernelNode(&last, child, &nested, 1, &k4));
    hipGraphExec_t outer;
    OK(hipGraphInstantiate(&outer, child, nullptr, nullptr, 0));
    OK(hipGraphLaunch(outer, 0));
    OK(hipDeviceSynchronize());
    CHECK(value() == 2341);

    for (auto e : {exec, twin, outer})
        OK(hipGraphExecDestroy(e));
    for (auto g : {graph, clone, child})
        OK(hipGraphDestroy(g));
    EXPECT(hipGraphDestroy(graph), hipErrorInvalidValue);
    EXPECT(hipGraphLaunch(exec, 0), hipErrorInvalidValue);
    EXPECT(hipGraphNodeGetType(first, &type), hipErrorInvalidValue);
}

static void copies_and_events()
{
    hipGraph_t graph;
    hipGraphNode_t in, run, out, mark;
    hipEvent_t event;
    int from = 6, to = 0, two = 2, one = 1;
    void *params[3];
    OK(hipEventCreate(&event));
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphAddMemcpyNode1D(&in, graph, nullptr, 0, cell, &from, 4, hipMemcpyHostToDevice));
    hipKernelNodeParams k = step_params(&two, &one, params);
    OK(hipGraphAddKernelNode(&run, graph, &in, 1, &k));
    OK(hipGraphAddMemcpyNode1D(&out, graph, &run, 1, &to, cell, 4, hipMemcpyDeviceToHost));
    OK(hipGraphAddEventRecordNode(&mark, graph, &out, 1, event));
    hipGraphExec_t exec;
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    hipStream_t s;
    OK(hipStreamCreate(&s));
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    OK(hipEventQuery(event));
    CHECK(to == 13);
    int third = 0;
    OK(hipGraphExecMemcpyNodeSetParams1D(exec, out, &third, cell, 4, hipMemcpyDeviceToHost));
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    CHECK(third == 13);
    OK(hipStreamDestroy(s));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipEventDestroy(event));
}

static void capture()
{
    hipStream_t a, b;
    hipEvent_t fork, join;
    OK(hipStreamCreate(&a));
    OK(hipStreamCreate(&b));
    OK(hipEventCreate(&fork));
    OK(hipEventCreate(&join));
    int *other, h[2] = {1, 1}, got[2] = {0, 0};
    OK(hipMalloc((void **)&other, 4));
    OK(hipMemset(cell, 0, 4));

    hipGraph_t graph;
    OK(hipStreamBeginCapture(a, hipStreamCaptureModeThreadLocal));
    hipStreamCaptureStatus status;
    OK(hipStreamIsCapturing(a, &status));
    CHECK(status == hipStreamCaptureStatusActive);
    OK(hipMemcpyAsync(cell, &h[0], 4, hipMemcpyHostToDevice, a));
    OK(hipEventRecord(fork, a));
    OK(hipStreamWaitEvent(b, fork, 0));
    OK(hipMemcpyAsync(other, &h[1], 4, hipMemcpyHostToDevice, b));
    step<<<1, 1, 0, b>>>(other, 5, 2);
    step<<<1, 1, 0, a>>>(cell, 3, 1);
    OK(hipEventRecord(join, b));
    OK(hipStreamWaitEvent(a, join, 0));
    OK(hipMemcpyAsync(&got[0], cell, 4, hipMemcpyDeviceToHost, a));
    OK(hipMemcpyAsync(&got[1], other, 4, hipMemcpyDeviceToHost, a));
    OK(hipStreamEndCapture(a, &graph));
    OK(hipStreamIsCapturing(b, &status));
    CHECK(status == hipStreamCaptureStatusNone);
    CHECK(got[0] == 0 && got[1] == 0);

    size_t nodes = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 6);
    hipGraphExec_t exec;
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int i = 1; i < 4; i++) {
        h[0] = i;
        h[1] = 10 * i;
        OK(hipGraphLaunch(exec, a));
        OK(hipStreamSynchronize(a));
        CHECK(got[0] == 3 * i + 1 && got[1] == 50 * i + 2);
    }
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));

    // work that does not come back
    OK(hipStreamBeginCapture(a, hipStreamCaptureModeRelaxed));
    OK(hipEventRecord(fork, a));
    OK(hipStreamWaitEvent(b, fork, 0));
    step<<<1, 1, 0, b>>>(other, 5, 2);
    EXPECT(hipStreamEndCapture(b, &graph), hipErrorStreamCaptureUnmatched);
    EXPECT(hipStreamEndCapture(a, &graph), hipErrorStreamCaptureUnjoined);
    CHECK(graph == nullptr);

    // waiting is not possible meanwhile, and spoils the capture
    OK(hipStreamBeginCapture(a, hipStreamCaptureModeGlobal));
    EXPECT(hipStreamSynchronize(a), hipErrorStreamCaptureUnsupported);
    EXPECT(hipStreamEndCapture(a, &graph), hipErrorStreamCaptureInvalidated);
    OK(hipStreamBeginCapture(a, hipStreamCaptureModeGlobal));
    step<<<1, 1>>>(other, 1, 1); // the legacy stream would depend on a
    EXPECT(hipGetLastError(), hipErrorStreamCaptureImplicit);
    EXPECT(hipStreamEndCapture(a, &graph), hipErrorStreamCaptureInvalidated);
    EXPECT(hipStreamEndCapture(a, &graph), hipErrorIllegalState);
    EXPECT(hipStreamBeginCapture(0, hipStreamCaptureModeGlobal), hipErrorStreamCaptureUnsupported);

    OK(hipStreamSynchronize(a));
    OK(hipStreamDestroy(a));
    OK(hipStreamDestroy(b));
    OK(hipEventDestroy(fork));
    OK(hipEventDestroy(join));
    OK(hipFree(other));
}

int main()
{
    OK(hipMalloc((void **)&cell, 4));
    built_graphs();
    copies_and_events();
    capture();
    OK(hipFree(cell));
    return check_end();
}

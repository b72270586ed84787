/* graphs_reused.hip: a captured step with branches, children and host nodes, launched many times with other parameters, updated
 * as a whole, cloned, exported; against the same by hand. */
#include "collection.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

__global__ void axpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}
__global__ void square(int n, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * x[i];
}
static void add_one(void *p) { ++*static_cast<int *>(p); }

int main()
{
    const int n = 500;
    std::vector<float> ones(n, 1), threes(n, 3);
    on_device<float> x(ones), y(n), z(n), sum(n);
    int calls = 0;
    hipStream_t s, branch;
    hipEvent_t fork, join;
    OK(hipStreamCreate(&s));
    OK(hipStreamCreateWithFlags(&branch, hipStreamNonBlocking));
    OK(hipEventCreate(&fork));
    OK(hipEventCreate(&join));
    auto record = [&](float a) {
        hipGraph_t g;
        OK(hipStreamBeginCapture(s, hipStreamCaptureModeThreadLocal));
        OK(hipMemsetAsync(y.data, 0, n * sizeof(float), s));
        axpy<<<4, 128, 0, s>>>(n, a, x.data, y.data);
        OK(hipEventRecord(fork, s));
        OK(hipStreamWaitEvent(branch, fork, 0));
        square<<<4, 128, 0, branch>>>(n, x.data, z.data);
        OK(hipLaunchHostFunc(branch, add_one, &calls));
        OK(hipEventRecord(join, branch));
        axpy<<<4, 128, 0, s>>>(n, a, x.data, y.data);
        OK(hipStreamWaitEvent(s, join, 0));
        axpy<<<4, 128, 0, s>>>(n, 1, y.data, sum.data);
        axpy<<<4, 128, 0, s>>>(n, 1, z.data, sum.data);
        hipStreamCaptureStatus status;
        unsigned long long id;
        OK(hipStreamGetCaptureInfo(s, &status, &id));
        CHECK(status == hipStreamCaptureStatusActive);
        OK(hipStreamEndCapture(s, &g));
        return g;
    };
    hipGraph_t graph = record(2);
    size_t nodes = 0, edges = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));
    OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
    CHECK(nodes == 7 && edges == 7);
    hipGraphExec_t exec;
    OK(hipGraphInstantiateWithFlags(&exec, graph, hipGraphInstantiateFlagAutoFreeOnLaunch));
    for (int i = 0; i < 5; i++)
        OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    CHECK(sum.host() == std::vector<float>(n, 5 * (4 + 1)) && calls == 5);

    /* The same shape with other numbers takes the place of what is instantiated. */
    hipGraph_t other = record(10);
    hipGraphNode_t bad = nullptr;
    hipGraphExecUpdateResult result;
    OK(hipGraphExecUpdate(exec, other, &bad, &result));
    CHECK(result == hipGraphExecUpdateSuccess);
    OK(hipMemset(sum.data, 0, n * sizeof(float)));
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    CHECK(sum.host() == std::vector<float>(n, 21));

    /* One node: x of all is 3, and the third axpy takes 100 times as much. */
    std::vector<hipGraphNode_t> list(nodes);
    OK(hipGraphGetNodes(graph, list.data(), &nodes));
    int changed = 0;
    for (hipGraphNode_t node : list) {
        hipGraphNodeType type;
        OK(hipGraphNodeGetType(node, &type));
        if (type != hipGraphNodeTypeKernel)
            continue;
        hipKernelNodeParams p;
        OK(hipGraphKernelNodeGetParams(node, &p));
        size_t before = 0;
        OK(hipGraphNodeGetDependencies(node, nullptr, &before));
        if (before != 2) /* where both branches meet */
            continue;
        int count = n;
        float hundred = 100;
        void *args[] = {&count, &hundred, &y.data, &sum.data};
        p.kernelParams = args;
        OK(hipGraphExecKernelNodeSetParams(exec, node, &p));
        changed++;
    }
    CHECK(changed == 1);
    OK(hipMemcpy(x.data, threes.data(), n * sizeof(float), hipMemcpyHostToDevice));
    OK(hipMemset(sum.data, 0, n * sizeof(float)));
    hipError_t launched = hipGraphLaunch(exec, s);
    CHECK(launched == hipSuccess);
    OK(hipStreamSynchronize(s));
    CHECK(sum.host() == std::vector<float>(n, 6009)); /* 100 * (2 * 10 * 3) + 3^2 */

    /* A child twice in a graph of its own, with a copy to the host behind it. */
    hipGraph_t outer, clone;
    hipGraphNode_t first, second, copy;
    std::vector<float> to(n);
    OK(hipGraphCreate(&outer, 0));
    OK(hipGraphAddChildGraphNode(&first, outer, nullptr, 0, graph));
    OK(hipGraphAddChildGraphNode(&second, outer, &first, 1, graph));
    OK(hipGraphAddMemcpyNode1D(&copy, outer, &second, 1, to.data(), sum.data, n * sizeof(float), hipMemcpyDeviceToHost));
    OK(hipGraphClone(&clone, outer));
    OK(hipGraphDestroy(outer));
    hipGraphExec_t twice;
    OK(hipGraphInstantiate(&twice, clone, nullptr, nullptr, 0));
    OK(hipMemset(sum.data, 0, n * sizeof(float)));
    OK(hipGraphUpload(twice, s));
    OK(hipGraphLaunch(twice, s));
    OK(hipStreamSynchronize(s));
    CHECK(to == std::vector<float>(n, 2 * (12 + 9)));
    std::string dot = "/tmp/shoal-test-graph-" + std::to_string(getpid()) + ".dot";
    OK(hipGraphDebugDotPrint(clone, dot.c_str(), hipGraphDebugDotFlagsVerbose));
    FILE *f = std::fopen(dot.c_str(), "r");
    char head[16] = "";
    CHECK(f && std::fgets(head, sizeof head, f) && std::string(head).find("digraph") == 0);
    if (f)
        std::fclose(f);
    std::remove(dot.c_str());
    OK(hipGraphExecDestroy(twice));
    OK(hipGraphExecDestroy(exec));
    for (hipGraph_t g : {graph, other, clone})
        OK(hipGraphDestroy(g));
    OK(hipEventDestroy(fork));
    OK(hipEventDestroy(join));
    OK(hipStreamDestroy(s));
    OK(hipStreamDestroy(branch));
    return check_end();
}

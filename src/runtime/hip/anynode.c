/* anynode.c: further forms of the functions of nodes: of any type, of the driver interface, nodes
 * that allocate and free. */
#include "graph.h"

/* ---- memory -----------------------------------------------------------------------------------
 */

hipError_t hipGraphAddMemAllocNode(NODE_PARAMETERS, hipMemAllocNodeParams *pNodeParams)
{
    struct action a;
    hipError_t error = make_alloc(pNodeParams, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeMemAlloc, &a) : error);
}

hipError_t hipGraphAddMemFreeNode(NODE_PARAMETERS, void *dev_ptr)
{
    struct action a;
    hipError_t error = make_free(graph, dev_ptr, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeMemFree, &a) : error);
}

hipError_t hipDrvGraphAddMemFreeNode(NODE_PARAMETERS, hipDeviceptr_t dptr)
{
    return hipGraphAddMemFreeNode(pGraphNode, graph, pDependencies, numDependencies, dptr);
}

/* ---- of any type --------------------------------------------------------------------------------
 */

hipError_t hipGraphAddNode(NODE_PARAMETERS, hipGraphNodeParams *nodeParams)
{
    hipGraphNodeParams *p = nodeParams;
    if (!p)
        return hip_done(hipErrorInvalidValue);
#define FORWARD(type, params)                                                                      \
    hipGraphAdd##type##Node(pGraphNode, graph, pDependencies, numDependencies, params)
    switch (p->type) {
    case hipGraphNodeTypeKernel:
        return FORWARD(Kernel, &p->kernel);
    case hipGraphNodeTypeMemcpy:
        return FORWARD(Memcpy, &p->memcpy.copyParams);
    case hipGraphNodeTypeMemset:
        return FORWARD(Memset, &p->memset);
    case hipGraphNodeTypeHost:
        return FORWARD(Host, &p->host);
    case hipGraphNodeTypeGraph:
        return FORWARD(ChildGraph, p->graph);
    case hipGraphNodeTypeEmpty:
        return hipGraphAddEmptyNode(pGraphNode, graph, pDependencies, numDependencies);
    case hipGraphNodeTypeWaitEvent:
        return FORWARD(EventWait, p->event);
    case hipGraphNodeTypeEventRecord:
        return FORWARD(EventRecord, p->event);
    case hipGraphNodeTypeMemAlloc:
        return FORWARD(MemAlloc, &p->alloc);
    case hipGraphNodeTypeMemFree:
        return FORWARD(MemFree, p->free);
    default:
        return hip_done(hipErrorInvalidValue);
    }
#undef FORWARD
}

/* What memory nodes allocate and free cannot be changed. */
hipError_t hipGraphNodeSetParams(hipGraphNode_t node, hipGraphNodeParams *nodeParams)
{
    hipGraphNodeParams *p = nodeParams;
    if (!p)
        return hip_done(hipErrorInvalidValue);
    switch (p->type) {
    case hipGraphNodeTypeKernel:
        return hipGraphKernelNodeSetParams(node, &p->kernel);
    case hipGraphNodeTypeMemcpy:
        return hipGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
    case hipGraphNodeTypeMemset:
        return hipGraphMemsetNodeSetParams(node, &p->memset);
    case hipGraphNodeTypeHost:
        return hipGraphHostNodeSetParams(node, &p->host);
    case hipGraphNodeTypeWaitEvent:
        return hipGraphEventWaitNodeSetEvent(node, p->event);
    case hipGraphNodeTypeEventRecord:
        return hipGraphEventRecordNodeSetEvent(node, p->event);
    default:
        return hip_done(hipErrorInvalidValue);
    }
}

hipError_t hipGraphExecNodeSetParams(hipGraphExec_t graphExec, hipGraphNode_t node,
                                     hipGraphNodeParams *nodeParams)
{
    hipGraphNodeParams *p = nodeParams;
    if (!p)
        return hip_done(hipErrorInvalidValue);
    switch (p->type) {
    case hipGraphNodeTypeKernel:
        return hipGraphExecKernelNodeSetParams(graphExec, node, &p->kernel);
    case hipGraphNodeTypeMemcpy:
        return hipGraphExecMemcpyNodeSetParams(graphExec, node, &p->memcpy.copyParams);
    case hipGraphNodeTypeMemset:
        return hipGraphExecMemsetNodeSetParams(graphExec, node, &p->memset);
    case hipGraphNodeTypeHost:
        return hipGraphExecHostNodeSetParams(graphExec, node, &p->host);
    case hipGraphNodeTypeGraph:
        return hipGraphExecChildGraphNodeSetParams(graphExec, node, p->graph);
    case hipGraphNodeTypeWaitEvent:
        return hipGraphExecEventWaitNodeSetEvent(graphExec, node, p->event);
    case hipGraphNodeTypeEventRecord:
        return hipGraphExecEventRecordNodeSetEvent(graphExec, node, p->event);
    default:
        return hip_done(hipErrorInvalidValue);
    }
}

/* ---- the driver interface: contexts are devices, which all reach the same memory ------ */

hipError_t hipDrvGraphAddMemcpyNode(NODE_PARAMETERS, const HIP_MEMCPY3D *copyParams, hipCtx_t ctx)
{
    struct action a;
    HIP_TRY(check_context(ctx));
    hipError_t error = make_copy_driver(copyParams, &a);
    if (error != hipSuccess)
        return hip_done(error);
    struct copy_params copy = {.form = COPY_DRIVER, .driver = *copyParams};
    return hip_done(ADD_MORE(hipGraphNodeTypeMemcpy, &a, &copy, NULL));
}

static hip_copy_size rows(const struct box *b)
{
    return (hip_copy_size)(b->pitch ? b->slice / b->pitch : 0);
}

hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t hNode, HIP_MEMCPY3D *nodeParams)
{
    struct node *n;
    hipError_t error = open_node(hNode, hipGraphNodeTypeMemcpy, nodeParams, &n);
    if (error != hipSuccess)
        return hip_done(error);
    if (n->copy.form == COPY_DRIVER) {
        *nodeParams = n->copy.driver;
    } else {
        const struct action *a = &n->action;
        *nodeParams = (HIP_MEMCPY3D){
            .srcMemoryType = hipMemoryTypeUnified,
            .srcDevice = a->copy.from.at,
            .srcPitch = (hip_copy_size)a->copy.from.pitch,
            .srcHeight = rows(&a->copy.from),
            .dstMemoryType = hipMemoryTypeUnified,
            .dstDevice = a->copy.to.at,
            .dstPitch = (hip_copy_size)a->copy.to.pitch,
            .dstHeight = rows(&a->copy.to),
            .WidthInBytes = (hip_copy_size)a->copy.width,
            .Height = (hip_copy_size)a->copy.height,
            .Depth = (hip_copy_size)a->copy.depth,
        };
    }
    hip_unlock();
    return hip_done(hipSuccess);
}

static hipError_t replace_driver_copy(hipGraphExec_t exec, hipGraphNode_t node,
                                      const HIP_MEMCPY3D *p)
{
    struct action a;
    struct copy_params copy = {.form = COPY_DRIVER};
    hipError_t error = make_copy_driver(p, &a);
    if (error == hipSuccess)
        copy.driver = *p;
    return node_replace(exec, node, hipGraphNodeTypeMemcpy, error, &a, &copy);
}

hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t hNode, const HIP_MEMCPY3D *nodeParams)
{
    return replace_driver_copy(NULL, hNode, nodeParams);
}

hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t hNode,
                                              const HIP_MEMCPY3D *copyParams, hipCtx_t ctx)
{
    HIP_TRY(check_context(ctx));
    return hGraphExec ? replace_driver_copy(hGraphExec, hNode, copyParams)
                      : hip_done(hipErrorInvalidValue);
}

hipError_t hipDrvGraphAddMemsetNode(NODE_PARAMETERS, const hipMemsetParams *memsetParams,
                                    hipCtx_t ctx)
{
    HIP_TRY(check_context(ctx));
    return hipGraphAddMemsetNode(pGraphNode, graph, pDependencies, numDependencies, memsetParams);
}

hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t hNode,
                                              const hipMemsetParams *memsetParams, hipCtx_t ctx)
{
    HIP_TRY(check_context(ctx));
    return hipGraphExecMemsetNodeSetParams(hGraphExec, hNode, memsetParams);
}

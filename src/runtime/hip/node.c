/* node.c: what nodes hold: parameters in and out, in graphs and in executable graphs. */
#include "graph.h"
#include "library.h"

#include <stdlib.h>
#include <string.h>

/* ---- adding ---------------------------------------------------------------------------------- */

hipError_t node_make(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                     size_t count, hipGraphNodeType type, struct action *action,
                     const struct copy_params *copy, struct graph *child)
{
    struct graph *g;
    struct node *n = NULL, **nodes = NULL;
    hip_lock();
    hipError_t error =
        out && (!count || before) ? graph_of_locked(graph, &g) : hipErrorInvalidValue;
    if (error == hipSuccess && count > g->node_count)
        error = hipErrorInvalidValue;
    if (error == hipSuccess && !(nodes = malloc((count + 1) * sizeof(struct node *))))
        error = hipErrorOutOfMemory;
    for (size_t i = 0; i < count && error == hipSuccess; i++) {
        error = node_of_locked(before[i], &nodes[i]);
        if (error == hipSuccess && nodes[i]->graph != g)
            error = hipErrorInvalidValue;
        for (size_t j = 0; j < i && error == hipSuccess; j++)
            if (nodes[j] == nodes[i])
                error = hipErrorInvalidValue;
    }
    if (error == hipSuccess)
        error = node_add_locked(g, type, action, nodes, count, &n);
    else
        action_clear_locked(action);
    if (error == hipSuccess) {
        *out = n->handle;
        n->child = child;
        if (copy)
            n->copy = *copy;
    } else if (child) {
        graph_free_locked(child);
    }
    hip_unlock();
    free(nodes);
    return error;
}

hipError_t hipGraphAddEmptyNode(NODE_PARAMETERS)
{
    struct action a = {.kind = ACTION_EMPTY};
    return hip_done(ADD(hipGraphNodeTypeEmpty, &a));
}

static hipError_t make_kernel(const hipKernelNodeParams *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    struct function *function;
    if (!p || !p->func)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    HIP_TRY(function_of_any(p->func, &function));
    uint64_t grid[3] = {(uint64_t)p->gridDim.x * p->blockDim.x,
                        (uint64_t)p->gridDim.y * p->blockDim.y,
                        (uint64_t)p->gridDim.z * p->blockDim.z};
    uint32_t block[3] = {p->blockDim.x, p->blockDim.y, p->blockDim.z};
    return make_launch(function, grid, block, p->sharedMemBytes, p->kernelParams, p->extra, false,
                       out);
}

hipError_t hipGraphAddKernelNode(NODE_PARAMETERS, const hipKernelNodeParams *pNodeParams)
{
    struct action a;
    hipError_t error = make_kernel(pNodeParams, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeKernel, &a) : error);
}

hipError_t hipGraphAddMemcpyNode(NODE_PARAMETERS, const hipMemcpy3DParms *pCopyParams)
{
    struct action a;
    hipError_t error = make_copy_3d(pCopyParams, &a);
    if (error != hipSuccess)
        return hip_done(error);
    struct copy_params copy = {.form = COPY_RUNTIME, .runtime = *pCopyParams};
    return hip_done(ADD_MORE(hipGraphNodeTypeMemcpy, &a, &copy, NULL));
}

hipError_t hipGraphAddMemcpyNode1D(NODE_PARAMETERS, void *dst, const void *src, size_t count,
                                   hipMemcpyKind kind)
{
    struct action a;
    hipError_t error = count ? make_copy(dst, src, count, kind, &a) : hipErrorInvalidValue;
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeMemcpy, &a) : error);
}

/* A node that copies nothing is refused. */
static hipError_t make_symbol_node(const void *symbol, size_t offset, size_t size, void *other,
                                   bool to_symbol, hipMemcpyKind kind, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    return size ? make_symbol_copy(symbol, offset, size, other, to_symbol, kind, out)
                : hipErrorInvalidValue;
}

hipError_t hipGraphAddMemcpyNodeFromSymbol(NODE_PARAMETERS, void *dst, const void *symbol,
                                           size_t count, size_t offset, hipMemcpyKind kind)
{
    struct action a;
    hipError_t error = make_symbol_node(symbol, offset, count, dst, false, kind, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeMemcpy, &a) : error);
}

hipError_t hipGraphAddMemcpyNodeToSymbol(NODE_PARAMETERS, const void *symbol, const void *src,
                                         size_t count, size_t offset, hipMemcpyKind kind)
{
    struct action a;
    hipError_t error =
        make_symbol_node(symbol, offset, count, (void *)(uintptr_t)src, true, kind, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeMemcpy, &a) : error);
}

static hipError_t make_memset(const hipMemsetParams *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!p || !p->dst || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
        !p->width || !p->height)
        return hipErrorInvalidValue;
    return make_fill(p->dst, p->pitch, 0, p->value, p->elementSize, p->width, p->height, 1, out);
}

hipError_t hipGraphAddMemsetNode(NODE_PARAMETERS, const hipMemsetParams *pMemsetParams)
{
    struct action a;
    hipError_t error = make_memset(pMemsetParams, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeMemset, &a) : error);
}

static hipError_t make_host(const hipHostNodeParams *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_HOST};
    if (!p || !p->fn)
        return hipErrorInvalidValue;
    out->host.fn = p->fn;
    out->host.user = p->userData;
    if (p->fn == hip_run_work) { /* the parameters of a node that a library's call became */
        out->host.work = p->userData;
        atomic_fetch_add(&out->host.work->refs, 1);
    }
    return hipSuccess;
}

hipError_t hipGraphAddHostNode(NODE_PARAMETERS, const hipHostNodeParams *pNodeParams)
{
    struct action a;
    hipError_t error = make_host(pNodeParams, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeHost, &a) : error);
}

static hipError_t make_event(hipEvent_t event, enum action_kind kind, struct action *out)
{
    *out = (struct action){.kind = kind};
    hip_lock();
    hipError_t error = event_of_locked(event, &out->event.event);
    if (error == hipSuccess)
        out->event.event->refs++;
    else
        out->kind = ACTION_EMPTY;
    hip_unlock();
    return error == hipSuccess ? hipSuccess : hipErrorInvalidValue;
}

hipError_t hipGraphAddEventRecordNode(NODE_PARAMETERS, hipEvent_t event)
{
    struct action a;
    hipError_t error = make_event(event, ACTION_EVENT_RECORD, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeEventRecord, &a) : error);
}

hipError_t hipGraphAddEventWaitNode(NODE_PARAMETERS, hipEvent_t event)
{
    struct action a;
    hipError_t error = make_event(event, ACTION_EVENT_WAIT, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeWaitEvent, &a) : error);
}

hipError_t hipGraphAddChildGraphNode(NODE_PARAMETERS, hipGraph_t childGraph)
{
    struct graph *child, *clone = NULL, *parent;
    hip_lock();
    hipError_t error = graph_of_locked(childGraph, &child);
    if (error == hipSuccess)
        error = graph_of_locked(graph, &parent);
    if (error == hipSuccess && child == parent)
        error = hipErrorInvalidValue;
    if (error == hipSuccess && graph_has_memory(child))
        error = hipErrorNotSupported;
    if (error == hipSuccess && !(clone = graph_clone_locked(child)))
        error = hipErrorOutOfMemory;
    hip_unlock();
    struct action a = {.kind = ACTION_EMPTY};
    if (error == hipSuccess)
        error = ADD_MORE(hipGraphNodeTypeGraph, &a, NULL, clone);
    return hip_done(error);
}

hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t *pGraph)
{
    struct node *n;
    if (!pGraph)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = node_of_locked(node, &n);
    if (error == hipSuccess && !n->child)
        error = hipErrorInvalidValue;
    if (error == hipSuccess)
        *pGraph = n->child->handle;
    hip_unlock();
    return hip_done(error);
}

/* ---- reading -------------------------------------------------------------------------- */

hipError_t open_node(hipGraphNode_t node, hipGraphNodeType type, const void *out, struct node **n)
{
    if (!out)
        return hipErrorInvalidValue;
    hip_lock();
    hipError_t error = node_of_locked(node, n);
    if (error == hipSuccess && (*n)->type != type)
        error = hipErrorInvalidValue;
    if (error != hipSuccess)
        hip_unlock();
    return error;
}

hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams *pNodeParams)
{
    struct node *n;
    hipError_t error = open_node(node, hipGraphNodeTypeKernel, pNodeParams, &n);
    if (error != hipSuccess)
        return hip_done(error);
    struct function *function = n->action.kernel.function;
    if (!n->param_pointers) {
        const shoal_kernel *kernel = NULL;
        for (int i = 0; i < MAX_DEVICES && !kernel; i++)
            kernel = function->kernels[i];
        shoal_kernel_info info = {0};
        if (kernel)
            shoal_kernel_get_info(kernel, &info);
        n->param_pointers = calloc(info.explicit_arg_count + 1, sizeof(void *));
        for (size_t i = 0; n->param_pointers && i < info.explicit_arg_count; i++) {
            shoal_arg_info a;
            shoal_kernel_get_arg(kernel, i, &a);
            n->param_pointers[i] = n->action.kernel.args + a.offset_bytes;
        }
    }
    const uint32_t *b = n->action.kernel.block;
    const uint64_t *g = n->action.kernel.grid;
    *pNodeParams = (hipKernelNodeParams){
        .func = (void *)(uintptr_t)(function->host ? function->host : (void *)function->handle),
        .blockDim = {b[0], b[1], b[2]},
        .gridDim = {(uint32_t)((g[0] + b[0] - 1) / b[0]), (uint32_t)((g[1] + b[1] - 1) / b[1]),
                    (uint32_t)((g[2] + b[2] - 1) / b[2])},
        .sharedMemBytes = n->action.kernel.lds_bytes,
        .kernelParams = n->param_pointers,
    };
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms *pNodeParams)
{
    struct node *n;
    hipError_t error = open_node(node, hipGraphNodeTypeMemcpy, pNodeParams, &n);
    if (error != hipSuccess)
        return hip_done(error);
    if (n->copy.form == COPY_RUNTIME) {
        *pNodeParams = n->copy.runtime;
    } else {
        const struct action *a = &n->action;
        struct box to = a->copy.to, from = a->copy.from;
        *pNodeParams = (hipMemcpy3DParms){
            .srcPtr = {from.at, from.pitch, a->copy.width, a->copy.height},
            .dstPtr = {to.at, to.pitch, a->copy.width, a->copy.height},
            .extent = {a->copy.width, a->copy.height, a->copy.depth},
            .kind = hipMemcpyDefault,
        };
    }
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams *pNodeParams)
{
    struct node *n;
    hipError_t error = open_node(node, hipGraphNodeTypeMemset, pNodeParams, &n);
    if (error != hipSuccess)
        return hip_done(error);
    const struct action *a = &n->action;
    *pNodeParams = (hipMemsetParams){
        .dst = a->fill.to.at,
        .elementSize = a->fill.element_bytes,
        .height = a->fill.height,
        .pitch = a->fill.to.pitch,
        .value = a->fill.value,
        .width = a->fill.width,
    };
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *pNodeParams)
{
    struct node *n;
    hipError_t error = open_node(node, hipGraphNodeTypeHost, pNodeParams, &n);
    if (error != hipSuccess)
        return hip_done(error);
    *pNodeParams = (hipHostNodeParams){n->action.host.fn, n->action.host.user};
    hip_unlock();
    return hip_done(hipSuccess);
}

static hipError_t get_event(hipGraphNode_t node, hipGraphNodeType type, hipEvent_t *out)
{
    struct node *n;
    hipError_t error = open_node(node, type, out, &n);
    if (error != hipSuccess)
        return hip_done(error);
    *out = n->action.event.event->handle;
    hip_unlock();
    return hip_done(hipSuccess);
}
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t *event_out)
{
    return get_event(node, hipGraphNodeTypeEventRecord, event_out);
}
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *event_out)
{
    return get_event(node, hipGraphNodeTypeWaitEvent, event_out);
}

/* ---- writing: in a graph, or in what an executable graph has of the node -------------- */

/* Of two copies: an executable graph's goes the way that it went when it was made. */
static bool is_same_direction(const struct action *a, const struct action *b)
{
    return a->kind != ACTION_COPY || b->kind != ACTION_COPY ||
           a->copy.direction == hipMemcpyDefault || b->copy.direction == hipMemcpyDefault ||
           a->copy.direction == b->copy.direction;
}

hipError_t node_replace(hipGraphExec_t exec, hipGraphNode_t node, hipGraphNodeType type,
                        hipError_t error, struct action *made, const struct copy_params *copy)
{
    struct node *n = NULL;
    hip_lock();
    if (error == hipSuccess)
        error = exec ? exec_node_locked(exec, node, &n) : node_of_locked(node, &n);
    if (error == hipSuccess && n->type != type)
        error = hipErrorInvalidValue;
    if (error == hipSuccess && exec && !is_same_direction(&n->action, made))
        error = hipErrorInvalidValue;
    if (error == hipSuccess && exec && type == hipGraphNodeTypeKernel &&
        n->action.kernel.function->fatbin != made->kernel.function->fatbin)
        error = hipErrorInvalidValue; /* of another context */
    if (error == hipSuccess) {
        action_clear_locked(&n->action);
        n->action = *made;
        free(n->param_pointers);
        n->param_pointers = NULL;
        n->copy = copy ? *copy : (struct copy_params){.form = COPY_IN_BYTES};
    } else {
        action_clear_locked(made);
    }
    hip_unlock();
    return hip_done(error);
}

static hipError_t replace_kernel(hipGraphExec_t exec, hipGraphNode_t node,
                                 const hipKernelNodeParams *pNodeParams)
{
    struct action a;
    hipError_t error = make_kernel(pNodeParams, &a);
    return node_replace(exec, node, hipGraphNodeTypeKernel, error, &a, NULL);
}

hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams *pNodeParams)
{
    return replace_kernel(NULL, node, pNodeParams);
}
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node,
                                           const hipKernelNodeParams *pNodeParams)
{
    return hGraphExec ? replace_kernel(hGraphExec, node, pNodeParams)
                      : hip_done(hipErrorInvalidValue);
}

static hipError_t replace_copy(hipGraphExec_t exec, hipGraphNode_t node, const hipMemcpy3DParms *p)
{
    struct action a;
    struct copy_params copy = {.form = COPY_RUNTIME};
    hipError_t error = make_copy_3d(p, &a);
    if (error == hipSuccess)
        copy.runtime = *p;
    return node_replace(exec, node, hipGraphNodeTypeMemcpy, error, &a, &copy);
}

hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *pNodeParams)
{
    return replace_copy(NULL, node, pNodeParams);
}
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node,
                                           hipMemcpy3DParms *pNodeParams)
{
    return hGraphExec ? replace_copy(hGraphExec, node, pNodeParams)
                      : hip_done(hipErrorInvalidValue);
}

static hipError_t replace_copy_1d(hipGraphExec_t exec, hipGraphNode_t node, void *dst,
                                  const void *src, size_t count, hipMemcpyKind kind)
{
    struct action a;
    hipError_t error = make_copy(dst, src, count, kind, &a);
    return node_replace(exec, node, hipGraphNodeTypeMemcpy, count ? error : hipErrorInvalidValue,
                        &a, NULL);
}

hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *dst, const void *src,
                                         size_t count, hipMemcpyKind kind)
{
    return replace_copy_1d(NULL, node, dst, src, count, kind);
}
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t hGraphExec, hipGraphNode_t node,
                                             void *dst, const void *src, size_t count,
                                             hipMemcpyKind kind)
{
    return hGraphExec ? replace_copy_1d(hGraphExec, node, dst, src, count, kind)
                      : hip_done(hipErrorInvalidValue);
}

static hipError_t replace_copy_from_symbol(hipGraphExec_t exec, hipGraphNode_t node, void *dst,
                                           const void *symbol, size_t count, size_t offset,
                                           hipMemcpyKind kind)
{
    struct action a;
    hipError_t error = make_symbol_node(symbol, offset, count, dst, false, kind, &a);
    return node_replace(exec, node, hipGraphNodeTypeMemcpy, error, &a, NULL);
}

hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void *dst, const void *symbol,
                                                 size_t count, size_t offset, hipMemcpyKind kind)
{
    return replace_copy_from_symbol(NULL, node, dst, symbol, count, offset, kind);
}
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t hGraphExec, hipGraphNode_t node,
                                                     void *dst, const void *symbol, size_t count,
                                                     size_t offset, hipMemcpyKind kind)
{
    return hGraphExec ? replace_copy_from_symbol(hGraphExec, node, dst, symbol, count, offset, kind)
                      : hip_done(hipErrorInvalidValue);
}
static hipError_t replace_copy_to_symbol(hipGraphExec_t exec, hipGraphNode_t node,
                                         const void *symbol, const void *src, size_t count,
                                         size_t offset, hipMemcpyKind kind)
{
    struct action a;
    hipError_t error =
        make_symbol_node(symbol, offset, count, (void *)(uintptr_t)src, true, kind, &a);
    return node_replace(exec, node, hipGraphNodeTypeMemcpy, error, &a, NULL);
}

hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void *symbol,
                                               const void *src, size_t count, size_t offset,
                                               hipMemcpyKind kind)
{
    return replace_copy_to_symbol(NULL, node, symbol, src, count, offset, kind);
}
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t hGraphExec, hipGraphNode_t node,
                                                   const void *symbol, const void *src,
                                                   size_t count, size_t offset, hipMemcpyKind kind)
{
    return hGraphExec ? replace_copy_to_symbol(hGraphExec, node, symbol, src, count, offset, kind)
                      : hip_done(hipErrorInvalidValue);
}

static hipError_t replace_memset(hipGraphExec_t exec, hipGraphNode_t node,
                                 const hipMemsetParams *pNodeParams)
{
    struct action a;
    hipError_t error = make_memset(pNodeParams, &a);
    return node_replace(exec, node, hipGraphNodeTypeMemset, error, &a, NULL);
}

hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams *pNodeParams)
{
    return replace_memset(NULL, node, pNodeParams);
}
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node,
                                           const hipMemsetParams *pNodeParams)
{
    return hGraphExec ? replace_memset(hGraphExec, node, pNodeParams)
                      : hip_done(hipErrorInvalidValue);
}

static hipError_t replace_host(hipGraphExec_t exec, hipGraphNode_t node,
                               const hipHostNodeParams *pNodeParams)
{
    struct action a;
    hipError_t error = make_host(pNodeParams, &a);
    return node_replace(exec, node, hipGraphNodeTypeHost, error, &a, NULL);
}

hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *pNodeParams)
{
    return replace_host(NULL, node, pNodeParams);
}
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node,
                                         const hipHostNodeParams *pNodeParams)
{
    return hGraphExec ? replace_host(hGraphExec, node, pNodeParams)
                      : hip_done(hipErrorInvalidValue);
}

static hipError_t replace_event_record(hipGraphExec_t exec, hipGraphNode_t node, hipEvent_t event)
{
    struct action a;
    hipError_t error = make_event(event, ACTION_EVENT_RECORD, &a);
    return node_replace(exec, node, hipGraphNodeTypeEventRecord, error, &a, NULL);
}

hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event)
{
    return replace_event_record(NULL, node, event);
}
hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t hGraphExec, hipGraphNode_t hNode,
                                               hipEvent_t event)
{
    return hGraphExec ? replace_event_record(hGraphExec, hNode, event)
                      : hip_done(hipErrorInvalidValue);
}
static hipError_t replace_event_wait(hipGraphExec_t exec, hipGraphNode_t node, hipEvent_t event)
{
    struct action a;
    hipError_t error = make_event(event, ACTION_EVENT_WAIT, &a);
    return node_replace(exec, node, hipGraphNodeTypeWaitEvent, error, &a, NULL);
}

hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event)
{
    return replace_event_wait(NULL, node, event);
}
hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t hGraphExec, hipGraphNode_t hNode,
                                             hipEvent_t event)
{
    return hGraphExec ? replace_event_wait(hGraphExec, hNode, event)
                      : hip_done(hipErrorInvalidValue);
}

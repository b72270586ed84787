/* attribute.c: attributes of kernel nodes and of streams. What advises caches and schedulers is
 * kept for those that ask. */
#include "graph.h"

static bool is_policy(const hipAccessPolicyWindow *w)
{
    return w->hitRatio >= 0 && w->hitRatio <= 1 &&
           (unsigned)w->hitProp <= hipAccessPropertyPersisting &&
           (unsigned)w->missProp <= hipAccessPropertyStreaming;
}

static bool is_priority(int priority)
{
    int least, greatest;
    hipDeviceGetStreamPriorityRange(&least, &greatest);
    return priority >= greatest && priority <= least;
}

hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t hNode, hipKernelNodeAttrID attr,
                                          const hipKernelNodeAttrValue *value)
{
    struct node *n;
    hipError_t error = open_node(hNode, hipGraphNodeTypeKernel, value, &n);
    if (error != hipSuccess)
        return hip_done(error);
    if (attr == hipKernelNodeAttributeCooperative)
        n->action.kernel.is_cooperative = value->cooperative != 0;
    else if (attr == hipKernelNodeAttributeAccessPolicyWindow &&
             is_policy(&value->accessPolicyWindow))
        n->window = value->accessPolicyWindow; /* advice for a cache that there is not */
    else if (attr == hipKernelNodeAttributePriority && is_priority(value->priority))
        n->priority = value->priority; /* advice: nodes run one after the other */
    else
        error = hipErrorInvalidValue;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t hNode, hipKernelNodeAttrID attr,
                                          hipKernelNodeAttrValue *value)
{
    struct node *n;
    hipError_t error = open_node(hNode, hipGraphNodeTypeKernel, value, &n);
    if (error != hipSuccess)
        return hip_done(error);
    if (attr == hipKernelNodeAttributeCooperative)
        value->cooperative = n->action.kernel.is_cooperative;
    else if (attr == hipKernelNodeAttributeAccessPolicyWindow)
        value->accessPolicyWindow = n->window;
    else if (attr == hipKernelNodeAttributePriority)
        value->priority = n->priority;
    else
        error = hipErrorInvalidValue;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t hSrc, hipGraphNode_t hDst)
{
    struct node *from, *to;
    hip_lock();
    hipError_t error = node_of_locked(hSrc, &from);
    if (error == hipSuccess)
        error = node_of_locked(hDst, &to);
    if (error == hipSuccess &&
        (from->type != hipGraphNodeTypeKernel || to->type != hipGraphNodeTypeKernel))
        error = hipErrorInvalidValue;
    if (error == hipSuccess) {
        to->action.kernel.is_cooperative = from->action.kernel.is_cooperative;
        to->window = from->window;
        to->priority = from->priority;
    }
    hip_unlock();
    return hip_done(error);
}

/* ---- streams --------------------------------------------------------------------------------- */

static hipError_t set_attribute_locked(struct stream *s, hipStreamAttrID id,
                                       const hipStreamAttrValue *value)
{
    switch ((unsigned)id) {
    case hipStreamAttributeAccessPolicyWindow:
        if (!is_policy(&value->accessPolicyWindow))
            return hipErrorInvalidValue;
        s->window = value->accessPolicyWindow;
        return hipSuccess;
    case hipStreamAttributeSynchronizationPolicy:
        if (value->syncPolicy < hipSyncPolicyAuto || value->syncPolicy > hipSyncPolicyBlockingSync)
            return hipErrorInvalidValue;
        s->sync_policy = value->syncPolicy;
        return hipSuccess;
    case hipStreamAttributePriority:
        if (!is_priority(value->priority))
            return hipErrorInvalidValue;
        s->priority = value->priority;
        return hipSuccess;
    case hipStreamAttributeMemSyncDomainMap:
        s->domains = value->memSyncDomainMap;
        return hipSuccess;
    case hipStreamAttributeMemSyncDomain:
        if ((unsigned)value->memSyncDomain > hipLaunchMemSyncDomainRemote)
            return hipErrorInvalidValue;
        s->domain = value->memSyncDomain;
        return hipSuccess;
    default:
        return hipErrorInvalidValue;
    }
}

static hipError_t get_attribute_locked(const struct stream *s, hipStreamAttrID id,
                                       hipStreamAttrValue *value)
{
    switch ((unsigned)id) {
    case hipStreamAttributeAccessPolicyWindow:
        value->accessPolicyWindow = s->window;
        return hipSuccess;
    case hipStreamAttributeSynchronizationPolicy:
        value->syncPolicy = s->sync_policy ? s->sync_policy : hipSyncPolicyAuto;
        return hipSuccess;
    case hipStreamAttributePriority:
        value->priority = s->priority;
        return hipSuccess;
    case hipStreamAttributeMemSyncDomainMap:
        value->memSyncDomainMap = s->domains;
        return hipSuccess;
    case hipStreamAttributeMemSyncDomain:
        value->memSyncDomain = s->domain;
        return hipSuccess;
    default:
        return hipErrorInvalidValue;
    }
}

hipError_t hipStreamSetAttribute(hipStream_t stream, hipStreamAttrID attr,
                                 const hipStreamAttrValue *value)
{
    struct stream *s;
    hipError_t error = value ? stream_open(stream, &s) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        error = set_attribute_locked(s, attr, value);
        hip_unlock();
    }
    return hip_done(error);
}

hipError_t hipStreamGetAttribute(hipStream_t stream, hipStreamAttrID attr,
                                 hipStreamAttrValue *value)
{
    struct stream *s;
    hipError_t error = value ? stream_open(stream, &s) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        error = get_attribute_locked(s, attr, value);
        hip_unlock();
    }
    return hip_done(error);
}

hipError_t hipStreamCopyAttributes(hipStream_t dst, hipStream_t src)
{
    struct stream *from, *to;
    hipError_t error = stream_open(src, &from);
    if (error != hipSuccess)
        return hip_done(error);
    error = stream_of_locked(dst, &to);
    if (error == hipSuccess) {
        to->window = from->window;
        to->sync_policy = from->sync_policy;
        to->priority = from->priority;
        to->domains = from->domains;
        to->domain = from->domain;
    }
    hip_unlock();
    return hip_done(error);
}

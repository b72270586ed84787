/* value.c: values in memory that streams and graphs wait for and write, alone and several at once.
 */
#include "graph.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shoal/check.h"

/* ---- running --------------------------------------------------------------------------------- */

static bool is_wait(const hipStreamBatchMemOpParams *op)
{
    return op->operation == hipStreamMemOpWaitValue32 || op->operation == hipStreamMemOpWaitValue64;
}

static bool is_write(const hipStreamBatchMemOpParams *op)
{
    return op->operation == hipStreamMemOpWriteValue32 ||
           op->operation == hipStreamMemOpWriteValue64;
}

static unsigned bytes_of(const hipStreamBatchMemOpParams *op)
{
    bool is_wide =
        op->operation == hipStreamMemOpWaitValue64 || op->operation == hipStreamMemOpWriteValue64;
    return is_wide ? 8 : 4;
}

static bool value_holds(const hipStreamMemOpWaitValueParams_t *w, unsigned bytes, uint64_t mask)
{
    bool is_wide = bytes == 8;
    uint64_t all = is_wide ? UINT64_MAX : UINT32_MAX, want = is_wide ? w->value64 : w->value;
    uint64_t seen = is_wide ? __atomic_load_n((const uint64_t *)w->address, __ATOMIC_ACQUIRE)
                            : __atomic_load_n((const uint32_t *)w->address, __ATOMIC_ACQUIRE);
    seen &= mask & all;
    switch (w->flags) {
    case hipStreamWaitValueGte:
        return seen >= want;
    case hipStreamWaitValueEq:
        return seen == want;
    case hipStreamWaitValueAnd:
        return (seen & want) != 0;
    default: /* Nor */
        return (~(seen | (want & mask)) & all) != 0;
    }
}

/* Looks often at first, then 10,000 times a second. */
static void wait_value(const hipStreamBatchMemOpParams *op, uint64_t mask, int device)
{
    const struct timespec pause = {0, 100000};
    unsigned tries = 0;
    for (; !value_holds(&op->waitValue, bytes_of(op), mask) && device_status(device) == hipSuccess;
         tries++) {
        if (tries < 100)
            sched_yield();
        else
            nanosleep(&pause, NULL);
    }
}

static void write_value(const hipStreamMemOpWriteValueParams_t *w, unsigned bytes)
{
    shoal_check_memory(hip.shoal, SHOAL_CHECK_WRITTEN, (uint64_t)(uintptr_t)w->address, 0, bytes,
                       NULL);
    if (bytes == 4)
        __atomic_store_n((uint32_t *)w->address, w->value, __ATOMIC_RELEASE);
    else
        __atomic_store_n((uint64_t *)w->address, w->value64, __ATOMIC_RELEASE);
}

/* Of barriers and flushes nothing is left to do: what is before is done, and seen. */
void values_run(const struct action *a, int device)
{
    for (unsigned i = 0; i < a->values.count; i++) {
        const hipStreamBatchMemOpParams *op = &a->values.ops[i];
        if (is_wait(op))
            wait_value(op, a->values.mask, device);
        else if (is_write(op))
            write_value(&op->writeValue, bytes_of(op));
    }
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool is_op(const hipStreamBatchMemOpParams *op)
{
    if (op->operation == hipStreamMemOpBarrier || op->operation == hipStreamMemOpFlushRemoteWrites)
        return true;
    const hipStreamMemOpWaitValueParams_t *w = &op->waitValue; /* laid out as what is written */
    unsigned bytes = bytes_of(op), most = is_wait(op) ? hipStreamWaitValueNor : 0;
    if ((!is_wait(op) && !is_write(op)) || !w->address || (uintptr_t)w->address % bytes ||
        w->flags > most)
        return false;
    hip_lock();
    bool is_valid = range_is_valid_locked(w->address, bytes);
    hip_unlock();
    return is_valid;
}

static hipError_t make_values(const hipStreamBatchMemOpParams *ops, unsigned count, unsigned flags,
                              uint64_t mask, struct action *out)
{
    enum { MOST_OPS = 256 };
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!ops || count < 1 || count > MOST_OPS || flags)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    for (unsigned i = 0; i < count; i++)
        if (!is_op(&ops[i]))
            return hipErrorInvalidValue;
    out->values.ops = malloc(count * sizeof *ops);
    if (!out->values.ops)
        return hipErrorOutOfMemory;
    memcpy(out->values.ops, ops, count * sizeof *ops);
    out->values.count = count;
    out->values.mask = mask;
    out->kind = ACTION_VALUES;
    return hipSuccess;
}

static hipError_t submit_values(hipStream_t stream, const hipStreamBatchMemOpParams *ops,
                                unsigned count, unsigned flags, uint64_t mask)
{
    struct action a;
    hipError_t error = make_values(ops, count, flags, mask, &a);
    return hip_done(error == hipSuccess ? submit(stream, &a, false) : error);
}

static hipError_t submit_value(hipStream_t stream, hipStreamBatchMemOpType operation, void *at,
                               uint64_t value, unsigned flags, uint64_t mask)
{
    hipStreamBatchMemOpParams op = {.waitValue = {operation, at, .value64 = value, flags, NULL}};
    return submit_values(stream, &op, 1, 0, mask);
}

hipError_t hipStreamWaitValue32(hipStream_t stream, void *ptr, uint32_t value, unsigned int flags,
                                uint32_t mask)
{
    return submit_value(stream, hipStreamMemOpWaitValue32, ptr, value, flags, mask);
}

hipError_t hipStreamWaitValue64(hipStream_t stream, void *ptr, uint64_t value, unsigned int flags,
                                uint64_t mask)
{
    return submit_value(stream, hipStreamMemOpWaitValue64, ptr, value, flags, mask);
}

hipError_t hipStreamWriteValue32(hipStream_t stream, void *ptr, uint32_t value, unsigned int flags)
{
    return submit_value(stream, hipStreamMemOpWriteValue32, ptr, value, flags, 0);
}

hipError_t hipStreamWriteValue64(hipStream_t stream, void *ptr, uint64_t value, unsigned int flags)
{
    return submit_value(stream, hipStreamMemOpWriteValue64, ptr, value, flags, 0);
}

hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned int count,
                               hipStreamBatchMemOpParams *paramArray, unsigned int flags)
{
    return submit_values(stream, paramArray, count, flags, UINT64_MAX);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static hipError_t make_node(const hipBatchMemOpNodeParams *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (!p)
        return hipErrorInvalidValue;
    HIP_TRY(check_context(p->ctx));
    HIP_TRY(make_values(p->paramArray, p->count, p->flags, UINT64_MAX, out));
    out->values.context = p->ctx;
    return hipSuccess;
}

hipError_t hipGraphAddBatchMemOpNode(NODE_PARAMETERS, const hipBatchMemOpNodeParams *nodeParams)
{
    struct action a;
    hipError_t error = make_node(nodeParams, &a);
    return hip_done(error == hipSuccess ? ADD(hipGraphNodeTypeBatchMemOp, &a) : error);
}

/* The operations stay the node's. */
hipError_t hipGraphBatchMemOpNodeGetParams(hipGraphNode_t hNode,
                                           hipBatchMemOpNodeParams *nodeParams)
{
    struct node *n;
    hipError_t error = open_node(hNode, hipGraphNodeTypeBatchMemOp, nodeParams, &n);
    if (error != hipSuccess)
        return hip_done(error);
    *nodeParams = (hipBatchMemOpNodeParams){.ctx = n->action.values.context,
                                            .count = n->action.values.count,
                                            .paramArray = n->action.values.ops};
    hip_unlock();
    return hip_done(hipSuccess);
}

static hipError_t replace(hipGraphExec_t exec, hipGraphNode_t node,
                          const hipBatchMemOpNodeParams *nodeParams)
{
    struct action a;
    hipError_t error = make_node(nodeParams, &a);
    return node_replace(exec, node, hipGraphNodeTypeBatchMemOp, error, &a, NULL);
}

hipError_t hipGraphBatchMemOpNodeSetParams(hipGraphNode_t hNode,
                                           hipBatchMemOpNodeParams *nodeParams)
{
    return replace(NULL, hNode, nodeParams);
}

hipError_t hipGraphExecBatchMemOpNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t hNode,
                                               const hipBatchMemOpNodeParams *nodeParams)
{
    return hGraphExec ? replace(hGraphExec, hNode, nodeParams) : hip_done(hipErrorInvalidValue);
}

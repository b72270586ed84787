/* graphmem.c: memory that nodes of graphs allocate and free.
 *
 * The address is fixed when the node is made, and the memory with it. What launches and frees do is
 * to make it the program's for a while; that follows the order of calls, as in CUDA, so that a
 * launch with memory that was not freed is refused at once. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

struct graph_memory {
    unsigned refs; /* nodes of graphs and of executable graphs, operations that free it */
    uint64_t address;
    size_t bytes;
    int device;
    bool is_live;
    struct graph_memory *next;
};
static struct graph_memory *memories;
static struct usage {
    size_t used, used_high, reserved, reserved_high;
} usages[MAX_DEVICES];

uint64_t graph_memory_address(const struct graph_memory *m) { return m->address; }

static void set_live(struct graph_memory *m, bool is_live)
{
    struct usage *u = &usages[m->device];
    if (is_live == m->is_live)
        return;
    m->is_live = is_live;
    u->used = is_live ? u->used + m->bytes : u->used - m->bytes;
    if (u->used > u->used_high)
        u->used_high = u->used;
}

hipError_t graph_memory_make(size_t size, int device, struct graph_memory **out)
{
    void *at;
    struct graph_memory *m = calloc(1, sizeof *m);
    if (!m)
        return hipErrorOutOfMemory;
    hipError_t error = block_alloc(BLOCK_DEVICE, size, 0, device, 0, NULL, &at);
    if (error != hipSuccess) {
        free(m);
        return error;
    }
    *m = (struct graph_memory){
        .refs = 1, .address = (uint64_t)(uintptr_t)at, .bytes = size, .device = device};
    hip_lock();
    block_find_locked(m->address)->graph = m;
    struct usage *u = &usages[device];
    u->reserved += size;
    if (u->reserved > u->reserved_high)
        u->reserved_high = u->reserved;
    m->next = memories;
    memories = m;
    hip_unlock();
    *out = m;
    return hipSuccess;
}

void graph_memory_ref_locked(struct graph_memory *m)
{
    if (m)
        m->refs++;
}

/* What the program has of it still stays, as memory like any other. */
void graph_memory_unref_locked(struct graph_memory *m)
{
    if (!m || --m->refs > 0)
        return;
    struct block *b = block_find_locked(m->address);
    bool is_programs = m->is_live;
    set_live(m, false);
    usages[m->device].reserved -= m->bytes;
    for (struct graph_memory **link = &memories; *link; link = &(*link)->next)
        if (*link == m) {
            *link = m->next;
            break;
        }
    b->graph = NULL;
    if (!is_programs)
        block_free_locked(b);
    free(m);
}

hipError_t graph_memory_free_locked(struct graph_memory *m)
{
    if (!m->is_live)
        return hipErrorInvalidValue;
    set_live(m, false);
    return hipSuccess;
}

hipError_t graph_memory_launch_locked(struct node *const *order, size_t count, bool is_auto_free)
{
    for (size_t i = 0; i < count && !is_auto_free; i++)
        if (order[i]->type == hipGraphNodeTypeMemAlloc && order[i]->action.memory.graph->is_live)
            return hipErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        bool is_alloc = order[i]->type == hipGraphNodeTypeMemAlloc;
        if ((is_alloc || order[i]->type == hipGraphNodeTypeMemFree) &&
            order[i]->action.memory.graph)
            set_live(order[i]->action.memory.graph, is_alloc);
    }
    return hipSuccess;
}

/* ---- nodes ------------------------------------------------------------------------------------
 */

hipError_t make_alloc(hipMemAllocNodeParams *p, struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    hip_configure();
    if (!p || !p->bytesize || (p->accessDescCount && !p->accessDescs) ||
        p->poolProps.allocType != hipMemAllocationTypePinned ||
        p->poolProps.location.type != hipMemLocationTypeDevice ||
        !is_device(p->poolProps.location.id))
        return hipErrorInvalidValue;
    HIP_TRY(graph_memory_make(p->bytesize, p->poolProps.location.id, &out->memory.graph));
    out->kind = ACTION_ALLOC;
    out->memory.address = out->memory.graph->address;
    p->dptr = (void *)(uintptr_t)out->memory.address;
    return hipSuccess;
}

/* The memory must be that of a node, and not freed in this graph already. */
hipError_t make_free(hipGraph_t graph, void *at, struct action *out)
{
    struct graph *g;
    *out = (struct action){.kind = ACTION_EMPTY};
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    const struct block *b = block_find_locked((uint64_t)(uintptr_t)at);
    if (error == hipSuccess && (!b || !b->graph || b->base != (uint64_t)(uintptr_t)at))
        error = hipErrorInvalidValue;
    for (size_t i = 0; error == hipSuccess && i < g->node_count; i++)
        if (g->nodes[i]->type == hipGraphNodeTypeMemFree &&
            g->nodes[i]->action.memory.graph == b->graph)
            error = hipErrorInvalidValue;
    if (error == hipSuccess) {
        *out = (struct action){.kind = ACTION_FREE};
        out->memory.address = b->base;
        out->memory.graph = b->graph;
        graph_memory_ref_locked(b->graph);
    }
    hip_unlock();
    return error;
}

hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams *pNodeParams)
{
    struct node *n;
    hipError_t error = open_node(node, hipGraphNodeTypeMemAlloc, pNodeParams, &n);
    if (error != hipSuccess)
        return hip_done(error);
    const struct graph_memory *m = n->action.memory.graph;
    *pNodeParams = (hipMemAllocNodeParams){
        .poolProps = {.allocType = hipMemAllocationTypePinned,
                      .location = {hipMemLocationTypeDevice, m->device}},
        .bytesize = m->bytes,
        .dptr = (void *)(uintptr_t)m->address,
    };
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void *dev_ptr)
{
    struct node *n;
    hipError_t error = open_node(node, hipGraphNodeTypeMemFree, dev_ptr, &n);
    if (error != hipSuccess)
        return hip_done(error);
    memcpy(dev_ptr, &n->action.memory.address, sizeof n->action.memory.address);
    hip_unlock();
    return hip_done(hipSuccess);
}

/* ---- what graphs use of a device ------------------------------------------------------ */

hipError_t hipDeviceGetGraphMemAttribute(int device, hipGraphMemAttributeType attr, void *value)
{
    hip_configure();
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    if (!value || (unsigned)attr > hipGraphMemAttrReservedMemHigh)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    const struct usage *u = &usages[device];
    uint64_t number = attr == hipGraphMemAttrUsedMemCurrent       ? u->used
                      : attr == hipGraphMemAttrUsedMemHigh        ? u->used_high
                      : attr == hipGraphMemAttrReservedMemCurrent ? u->reserved
                                                                  : u->reserved_high;
    hip_unlock();
    memcpy(value, &number, sizeof number);
    return hip_done(hipSuccess);
}

/* High marks can be set to 0, from where they rise again. */
hipError_t hipDeviceSetGraphMemAttribute(int device, hipGraphMemAttributeType attr, void *value)
{
    hip_configure();
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    uint64_t number = 1;
    if (value)
        memcpy(&number, value, sizeof number);
    if (number || (attr != hipGraphMemAttrUsedMemHigh && attr != hipGraphMemAttrReservedMemHigh))
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    struct usage *u = &usages[device];
    if (attr == hipGraphMemAttrUsedMemHigh)
        u->used_high = u->used;
    else
        u->reserved_high = u->reserved;
    hip_unlock();
    return hip_done(hipSuccess);
}

/* Nothing is held back. */
hipError_t hipDeviceGraphMemTrim(int device)
{
    hip_configure();
    return hip_done(is_device(device) ? hipSuccess : hipErrorInvalidDevice);
}

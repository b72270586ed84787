/* exec.c: executable graphs.
 *
 * A launch is one operation of its stream: the nodes run one after the other, each after all that
 * it depends on. What a launch runs never changes: changes of parameters go to a copy if a
 * launch still uses the present one. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

struct exec {
    unsigned refs;
    struct graph *graph;    /* a clone; its nodes' `original` are those of the user's graph */
    struct node **order;    /* [graph->node_count] */
    struct exec **children; /* [graph->node_count] of child graph nodes, by place in `order` */
};

struct executable {
    hipGraphExec_t handle;
    struct exec *exec;
    unsigned long long flags;
};

/* ---- order -------------------------------------------------------------------------------------
 */

static void visit(struct exec *e, struct node *n, size_t *count)
{
    if (n->mark)
        return;
    n->mark = 1;
    for (size_t i = 0; i < n->before_count; i++)
        visit(e, n->before[i], count);
    e->order[(*count)++] = n;
}

static struct exec *exec_create_locked(struct graph *g) /* taken over */
{
    struct exec *e = calloc(1, sizeof *e);
    if (e) {
        e->order = calloc(g->node_count + 1, sizeof(struct node *));
        e->children = calloc(g->node_count + 1, sizeof(struct exec *));
    }
    if (!e || !e->order || !e->children) {
        if (e)
            free(e->order), free(e->children);
        free(e);
        graph_free_locked(g);
        return NULL;
    }
    e->refs = 1;
    e->graph = g;
    size_t count = 0;
    for (size_t i = 0; i < g->node_count; i++)
        g->nodes[i]->mark = 0;
    for (size_t i = 0; i < g->node_count; i++)
        visit(e, g->nodes[i], &count);
    for (size_t i = 0; i < count; i++) {
        if (!e->order[i]->child)
            continue;
        struct graph *child = graph_clone_locked(e->order[i]->child);
        e->children[i] = child ? exec_create_locked(child) : NULL;
        if (!e->children[i]) {
            exec_unref_locked(e);
            return NULL;
        }
    }
    return e;
}

struct exec *exec_ref_locked(struct exec *e)
{
    e->refs++;
    return e;
}

void exec_unref_locked(struct exec *e)
{
    if (!e || --e->refs > 0)
        return;
    for (size_t i = 0; i < e->graph->node_count; i++)
        exec_unref_locked(e->children[i]);
    graph_free_locked(e->graph);
    free(e->order);
    free(e->children);
    free(e);
}

hipError_t exec_run(struct exec *e, int device)
{
    hipError_t error = hipSuccess;
    for (size_t i = 0; i < e->graph->node_count && error == hipSuccess; i++) {
        struct node *n = e->order[i];
        if (n->is_disabled)
            continue;
        error =
            e->children[i] ? exec_run(e->children[i], device) : action_run_node(&n->action, device);
    }
    return error;
}

/* ---- making --------------------------------------------------------------------------- */

static hipError_t executable_locked(hipGraphExec_t handle, struct executable **out)
{
    *out = handle_get_locked(HANDLE_EXEC, handle);
    return *out ? hipSuccess : hipErrorInvalidValue;
}

static hipError_t instantiate(hipGraphExec_t *out, hipGraph_t graph, unsigned long long flags)
{
    struct graph *g;
    if (!out)
        return hipErrorInvalidValue;
    struct executable *x = calloc(1, sizeof *x);
    if (!x)
        return hipErrorOutOfMemory;
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    if (error == hipSuccess && handle_get_locked(HANDLE_EXEC, g->instance))
        error = hipErrorNotSupported; /* two would have the same memory */
    if (error == hipSuccess) {
        struct graph *clone = graph_clone_locked(g);
        x->exec = clone ? exec_create_locked(clone) : NULL;
        x->handle = x->exec ? handle_make_locked(HANDLE_EXEC, x) : NULL;
        x->flags = flags;
        if (!x->handle) {
            exec_unref_locked(x->exec);
            error = hipErrorOutOfMemory;
        } else if (graph_has_memory(g)) {
            g->instance = x->handle;
        }
    }
    hip_unlock();
    if (error == hipSuccess)
        *out = x->handle;
    else
        free(x);
    return error;
}

static bool are_flags(unsigned long long flags)
{
    const unsigned long long known = hipGraphInstantiateFlagAutoFreeOnLaunch |
                                     hipGraphInstantiateFlagUpload |
                                     hipGraphInstantiateFlagUseNodePriority;
    return !(flags & ~known);
}

hipError_t hipGraphInstantiate(hipGraphExec_t *pGraphExec, hipGraph_t graph,
                               hipGraphNode_t *pErrorNode, char *pLogBuffer, size_t bufferSize)
{
    if (pErrorNode)
        *pErrorNode = NULL;
    if (pLogBuffer && bufferSize)
        pLogBuffer[0] = 0;
    return hip_done(instantiate(pGraphExec, graph, 0));
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *pGraphExec, hipGraph_t graph,
                                        unsigned long long flags)
{
    return hip_done(are_flags(flags) ? instantiate(pGraphExec, graph, flags)
                                     : hipErrorInvalidValue);
}

static hipError_t instantiate_with(hipGraphExec_t *out, hipGraph_t graph,
                                   hipGraphInstantiateParams *p)
{
    struct stream *s;
    if (!p || !are_flags(p->flags))
        return hipErrorInvalidValue;
    if (p->flags & hipGraphInstantiateFlagUpload) { /* nothing has to be sent anywhere */
        HIP_TRY(hip_start());
        hip_lock();
        hipError_t error = stream_of_locked(p->uploadStream, &s);
        hip_unlock();
        HIP_TRY(error);
    }
    return instantiate(out, graph, p->flags);
}

hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *pGraphExec, hipGraph_t graph,
                                         hipGraphInstantiateParams *instantiateParams)
{
    hipError_t error = instantiate_with(pGraphExec, graph, instantiateParams);
    if (instantiateParams) {
        instantiateParams->errNode_out = NULL;
        instantiateParams->result_out =
            error == hipSuccess ? hipGraphInstantiateSuccess : hipGraphInstantiateError;
    }
    return hip_done(error);
}

hipError_t hipGraphExecDestroy(hipGraphExec_t graphExec)
{
    struct executable *x;
    hip_lock();
    hipError_t error = executable_locked(graphExec, &x);
    if (error == hipSuccess) {
        handle_drop_locked(graphExec);
        exec_unref_locked(x->exec); /* launches keep what they run */
        free(x);
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphExecGetFlags(hipGraphExec_t graphExec, unsigned long long *flags)
{
    struct executable *x;
    if (!flags)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = executable_locked(graphExec, &x);
    if (error == hipSuccess)
        *flags = x->flags;
    hip_unlock();
    return hip_done(error);
}

/* ---- launching ------------------------------------------------------------------------ */

/* The code of all kernels is still loaded. */
static bool has_code(const struct exec *e)
{
    for (size_t i = 0; i < e->graph->node_count; i++) {
        const struct action *a = &e->order[i]->action;
        if ((a->kind == ACTION_KERNEL && !a->kernel.function->fatbin) ||
            (e->children[i] && !has_code(e->children[i])))
            return false;
    }
    return true;
}

static hipError_t launch(hipGraphExec_t graphExec, hipStream_t stream)
{
    HIP_TRY(hip_start());
    struct executable *x;
    struct stream *s;
    struct action a = {.kind = ACTION_GRAPH};
    hip_lock();
    hipError_t error = executable_locked(graphExec, &x);
    if (error == hipSuccess)
        error = stream_of_locked(stream, &s);
    if (error == hipSuccess && !has_code(x->exec))
        error = hipErrorInvalidDeviceFunction;
    if (error == hipSuccess)
        error = graph_memory_launch_locked(x->exec->order, x->exec->graph->node_count,
                                           x->flags & hipGraphInstantiateFlagAutoFreeOnLaunch);
    if (error == hipSuccess) {
        a.graph.exec = exec_ref_locked(x->exec);
        error = stream_submit_locked(s, &a, false, NULL);
    }
    hip_unlock();
    return error;
}

hipError_t hipGraphLaunch(hipGraphExec_t graphExec, hipStream_t stream)
{
    return hip_done(launch(graphExec, stream));
}
hipError_t hipGraphLaunch_spt(hipGraphExec_t graphExec, hipStream_t stream)
{
    return hip_done(launch(graphExec, spt(stream)));
}

/* There is nothing to send ahead. */
hipError_t hipGraphUpload(hipGraphExec_t graphExec, hipStream_t stream)
{
    struct executable *x;
    struct stream *s;
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    hip_lock();
    error = executable_locked(graphExec, &x);
    if (error == hipSuccess)
        error = stream_of_locked(stream, &s);
    hip_unlock();
    return hip_done(error);
}

/* ---- changing ------------------------------------------------------------------------- */

/* The copy of a node of a copy still answers to the user's node, and is off if that is. */
static void keep_identity(const struct graph *from, struct graph *to)
{
    for (size_t i = 0; i < from->node_count; i++) {
        to->nodes[i]->original = from->nodes[i]->original;
        to->nodes[i]->is_disabled = from->nodes[i]->is_disabled;
        if (from->nodes[i]->child)
            keep_identity(from->nodes[i]->child, to->nodes[i]->child);
    }
}

/* Makes the executable graph's contents its own. */
static hipError_t make_own_locked(struct executable *x)
{
    if (x->exec->refs == 1)
        return hipSuccess;
    struct graph *clone = graph_clone_locked(x->exec->graph);
    if (!clone)
        return hipErrorOutOfMemory;
    keep_identity(x->exec->graph, clone);
    struct exec *e = exec_create_locked(clone);
    if (!e)
        return hipErrorOutOfMemory;
    exec_unref_locked(x->exec);
    x->exec = e;
    return hipSuccess;
}

hipError_t exec_node_locked(hipGraphExec_t exec, hipGraphNode_t node, struct node **out)
{
    struct executable *x;
    HIP_TRY(executable_locked(exec, &x));
    HIP_TRY(make_own_locked(x));
    *out = node_find_clone(x->exec->graph, node);
    return *out ? hipSuccess : hipErrorInvalidValue;
}

/* A node that can be switched off. */
static hipError_t work_node_locked(hipGraphExec_t exec, hipGraphNode_t node, struct node **out)
{
    HIP_TRY(exec_node_locked(exec, node, out));
    hipGraphNodeType type = (*out)->type;
    return type == hipGraphNodeTypeKernel || type == hipGraphNodeTypeMemcpy ||
                   type == hipGraphNodeTypeMemset
               ? hipSuccess
               : hipErrorInvalidValue;
}

hipError_t hipGraphNodeSetEnabled(hipGraphExec_t hGraphExec, hipGraphNode_t hNode,
                                  unsigned int isEnabled)
{
    struct node *n;
    hip_lock();
    hipError_t error = work_node_locked(hGraphExec, hNode, &n);
    if (error == hipSuccess)
        n->is_disabled = !isEnabled;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphNodeGetEnabled(hipGraphExec_t hGraphExec, hipGraphNode_t hNode,
                                  unsigned int *isEnabled)
{
    struct node *n;
    if (!isEnabled)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = work_node_locked(hGraphExec, hNode, &n);
    if (error == hipSuccess)
        *isEnabled = !n->is_disabled;
    hip_unlock();
    return hip_done(error);
}

static bool is_alike(const struct graph *a, const struct graph *b)
{
    if (a->node_count != b->node_count)
        return false;
    for (size_t i = 0; i < a->node_count; i++)
        if (a->nodes[i]->type != b->nodes[i]->type ||
            a->nodes[i]->before_count != b->nodes[i]->before_count)
            return false;
    return true;
}

hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node,
                                               hipGraph_t childGraph)
{
    struct executable *x;
    struct graph *child;
    struct node *n;
    hip_lock();
    hipError_t error = executable_locked(hGraphExec, &x);
    if (error == hipSuccess)
        error = graph_of_locked(childGraph, &child);
    if (error == hipSuccess)
        error = exec_node_locked(hGraphExec, node, &n);
    if (error == hipSuccess && (!n->child || !is_alike(n->child, child)))
        error = hipErrorInvalidValue;
    struct graph *clone = error == hipSuccess ? graph_clone_locked(child) : NULL;
    struct exec *made = clone ? exec_create_locked(clone) : NULL;
    if (error == hipSuccess && !made)
        error = hipErrorOutOfMemory;
    for (size_t i = 0; error == hipSuccess && i < x->exec->graph->node_count; i++)
        if (x->exec->order[i] == n) {
            exec_unref_locked(x->exec->children[i]);
            x->exec->children[i] = made;
        }
    hip_unlock();
    return hip_done(error);
}

/* Whether both depend on nodes at the same places. */
static bool same_dependencies(const struct graph *old, const struct node *a, const struct graph *g,
                              const struct node *b)
{
    if (a->before_count != b->before_count)
        return false;
    for (size_t i = 0; i < a->before_count; i++) {
        size_t from = 0, to = 0;
        while (old->nodes[from] != a->before[i])
            from++;
        while (g->nodes[to] != b->before[i])
            to++;
        if (from != to)
            return false;
    }
    return true;
}

/* What may not change of an action: whether a kernel is cooperative, and where it is loaded; the
 * direction of a copy; memory that a node allocates or frees. All else may, also a kernel's
 * function. */
static hipGraphExecUpdateResult compare_actions(const struct action *a, const struct action *b)
{
    switch (a->kind) {
    case ACTION_KERNEL:
        if (!function_shares_device(a->kernel.function, b->kernel.function))
            return hipGraphExecUpdateErrorUnsupportedFunctionChange;
        return a->kernel.is_cooperative == b->kernel.is_cooperative
                   ? hipGraphExecUpdateSuccess
                   : hipGraphExecUpdateErrorParametersChanged;
    case ACTION_COPY:
        return a->copy.direction == b->copy.direction ? hipGraphExecUpdateSuccess
                                                      : hipGraphExecUpdateErrorParametersChanged;
    case ACTION_ALLOC:
    case ACTION_FREE:
        return a->memory.address == b->memory.address ? hipGraphExecUpdateSuccess
                                                      : hipGraphExecUpdateErrorNotSupported;
    default:
        return hipGraphExecUpdateSuccess;
    }
}

/* What runs for a child graph node of the executable graph. */
static const struct exec *child_of(const struct exec *e, const struct node *n)
{
    size_t place = 0;
    while (e->order[place] != n)
        place++;
    return e->children[place];
}

/* Why the graph cannot take the executable one's place; *out: the node concerned, NULL if it is
 * their number. Nodes correspond in the order in which they were added. */
static hipGraphExecUpdateResult compare_locked(const struct exec *e, const struct graph *g,
                                               hipGraphNode_t *out)
{
    const struct graph *old = e->graph;
    *out = NULL;
    if (old->node_count != g->node_count)
        return hipGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < g->node_count; i++) {
        const struct node *a = old->nodes[i], *b = g->nodes[i];
        hipGraphExecUpdateResult result = hipGraphExecUpdateSuccess;
        if (a->type != b->type)
            result = hipGraphExecUpdateErrorNodeTypeChanged;
        else if (!same_dependencies(old, a, g, b))
            result = hipGraphExecUpdateErrorTopologyChanged;
        else if (a->child)
            result = compare_locked(child_of(e, a), b->child, out);
        else
            result = compare_actions(&a->action, &b->action);
        if (result != hipGraphExecUpdateSuccess) {
            *out = *out ? *out : b->handle;
            return result;
        }
    }
    return hipGraphExecUpdateSuccess;
}

hipError_t hipGraphExecUpdate(hipGraphExec_t hGraphExec, hipGraph_t hGraph,
                              hipGraphNode_t *hErrorNode_out,
                              hipGraphExecUpdateResult *updateResult_out)
{
    struct executable *x;
    struct graph *g;
    if (!hErrorNode_out || !updateResult_out)
        return hip_done(hipErrorInvalidValue);
    *hErrorNode_out = NULL;
    hip_lock();
    hipError_t error = executable_locked(hGraphExec, &x);
    if (error == hipSuccess)
        error = graph_of_locked(hGraph, &g);
    if (error == hipSuccess) {
        *updateResult_out = compare_locked(x->exec, g, hErrorNode_out);
        if (*updateResult_out != hipGraphExecUpdateSuccess)
            error = hipErrorGraphExecUpdateFailure;
    } else {
        *updateResult_out = hipGraphExecUpdateError;
    }
    struct graph *clone = error == hipSuccess ? graph_clone_locked(g) : NULL;
    if (clone)
        keep_identity(x->exec->graph, clone);
    struct exec *e = clone ? exec_create_locked(clone) : NULL;
    if (e) {
        exec_unref_locked(x->exec);
        x->exec = e;
    } else if (error == hipSuccess) {
        error = hipErrorOutOfMemory;
    }
    hip_unlock();
    return hip_done(error);
}

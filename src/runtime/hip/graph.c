/* graph.c: graphs as a data structure: nodes, edges, copies. What nodes hold is in node.c, how they
 * run in exec.c. */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- nodes ----------------------------------------------------------------------------------- */

hipError_t graph_of_locked(hipGraph_t handle, struct graph **out)
{
    *out = handle_get_locked(HANDLE_GRAPH, handle);
    return *out ? hipSuccess : hipErrorInvalidValue;
}

hipError_t node_of_locked(hipGraphNode_t handle, struct node **out)
{
    *out = handle_get_locked(HANDLE_NODE, handle);
    return *out ? hipSuccess : hipErrorInvalidValue;
}

static void node_free_locked(struct node *n)
{
    handle_drop_locked(n->handle);
    action_clear_locked(&n->action);
    if (n->child)
        graph_free_locked(n->child);
    free(n->before);
    free(n->param_pointers);
    free(n);
}

struct graph *graph_create_locked(void)
{
    struct graph *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->handle = handle_make_locked(HANDLE_GRAPH, g);
    if (!g->handle) {
        free(g);
        return NULL;
    }
    return g;
}

void graph_free_locked(struct graph *g)
{
    handle_drop_locked(g->handle);
    for (size_t i = 0; i < g->node_count; i++)
        node_free_locked(g->nodes[i]);
    for (size_t i = 0; i < g->object_count; i++)
        user_object_release_locked(g->objects[i], 1);
    free(g->objects);
    free(g->nodes);
    free(g);
}

hipGraphNodeType node_type_of(const struct action *a)
{
    switch (a->kind) {
    case ACTION_KERNEL:
        return hipGraphNodeTypeKernel;
    case ACTION_COPY:
        return hipGraphNodeTypeMemcpy;
    case ACTION_FILL:
        return hipGraphNodeTypeMemset;
    case ACTION_HOST:
    case ACTION_CALLBACK:
        return hipGraphNodeTypeHost;
    case ACTION_EVENT_RECORD:
        return hipGraphNodeTypeEventRecord;
    case ACTION_EVENT_WAIT:
        return hipGraphNodeTypeWaitEvent;
    case ACTION_VALUES:
        return hipGraphNodeTypeBatchMemOp;
    case ACTION_ALLOC:
        return hipGraphNodeTypeMemAlloc;
    case ACTION_FREE:
        return hipGraphNodeTypeMemFree;
    default:
        return hipGraphNodeTypeEmpty;
    }
}

static bool has_before(const struct node *n, const struct node *other)
{
    for (size_t i = 0; i < n->before_count; i++)
        if (n->before[i] == other)
            return true;
    return false;
}

static bool add_before(struct node *n, struct node *other)
{
    struct node **grown = realloc(n->before, (n->before_count + 1) * sizeof(struct node *));
    if (!grown)
        return false;
    n->before = grown;
    n->before[n->before_count++] = other;
    return true;
}

hipError_t node_add_locked(struct graph *g, hipGraphNodeType type, struct action *action,
                           struct node *const *before, size_t count, struct node **out)
{
    struct node *n = calloc(1, sizeof *n);
    struct node **grown = realloc(g->nodes, (g->node_count + 1) * sizeof(struct node *));
    if (grown)
        g->nodes = grown;
    if (n)
        n->handle = handle_make_locked(HANDLE_NODE, n);
    if (!n || !grown || !n->handle) {
        free(n);
        action_clear_locked(action);
        return hipErrorOutOfMemory;
    }
    n->graph = g;
    n->type = type;
    n->action = *action;
    *action = (struct action){.kind = ACTION_EMPTY};
    for (size_t i = 0; i < count; i++)
        if (!add_before(n, before[i])) {
            node_free_locked(n);
            return hipErrorOutOfMemory;
        }
    g->nodes[g->node_count++] = n;
    *out = n;
    return hipSuccess;
}

bool graph_has_memory(const struct graph *g)
{
    for (size_t i = 0; i < g->node_count; i++)
        if (g->nodes[i]->type == hipGraphNodeTypeMemAlloc ||
            g->nodes[i]->type == hipGraphNodeTypeMemFree)
            return true;
    return false;
}

struct node *node_find_clone(const struct graph *g, hipGraphNode_t original)
{
    for (size_t i = 0; i < g->node_count; i++)
        if (g->nodes[i]->original == original)
            return g->nodes[i];
    return NULL;
}

/* Nodes are added behind what they depend on, or edges were added later: in two rounds. */
struct graph *graph_clone_locked(const struct graph *from)
{
    struct graph *g = graph_create_locked();
    if (!g)
        return NULL;
    for (size_t i = 0; i < from->node_count; i++) {
        const struct node *n = from->nodes[i];
        struct action action;
        struct node *copy;
        if (action_clone_locked(&n->action, &action) != hipSuccess ||
            node_add_locked(g, n->type, &action, NULL, 0, &copy) != hipSuccess)
            goto failed;
        copy->original = n->handle;
        copy->copy = n->copy;
        copy->window = n->window;
        copy->priority = n->priority;
        copy->is_disabled = n->is_disabled;
        if (n->child && !(copy->child = graph_clone_locked(n->child)))
            goto failed;
    }
    for (size_t i = 0; i < from->node_count; i++)
        for (size_t j = 0; j < from->nodes[i]->before_count; j++)
            if (!add_before(g->nodes[i], node_find_clone(g, from->nodes[i]->before[j]->handle)))
                goto failed;
    return g;
failed:
    graph_free_locked(g);
    return NULL;
}

/* ---- graphs -------------------------------------------------------------------------------------
 */

hipError_t hipGraphCreate(hipGraph_t *pGraph, unsigned int flags)
{
    if (!pGraph || flags)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    const struct graph *g = graph_create_locked();
    if (g)
        *pGraph = g->handle;
    hip_unlock();
    return hip_done(g ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipGraphDestroy(hipGraph_t graph)
{
    struct graph *g;
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    if (error == hipSuccess && capture_owns_graph_locked(g))
        error = hipErrorInvalidValue;
    if (error == hipSuccess) {
        capture_graph_changed_locked(g, true);
        graph_free_locked(g);
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphClone(hipGraph_t *pGraphClone, hipGraph_t originalGraph)
{
    struct graph *g, *clone = NULL;
    if (!pGraphClone)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = graph_of_locked(originalGraph, &g);
    if (error == hipSuccess && graph_has_memory(g))
        error = hipErrorNotSupported; /* two graphs would have the same memory */
    if (error == hipSuccess && !(clone = graph_clone_locked(g)))
        error = hipErrorOutOfMemory;
    if (error == hipSuccess)
        *pGraphClone = clone->handle;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphNodeFindInClone(hipGraphNode_t *pNode, hipGraphNode_t originalNode,
                                   hipGraph_t clonedGraph)
{
    struct graph *g;
    struct node *n;
    if (!pNode)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = graph_of_locked(clonedGraph, &g);
    if (error == hipSuccess)
        error = node_of_locked(originalNode, &n);
    const struct node *found = error == hipSuccess ? node_find_clone(g, originalNode) : NULL;
    if (found)
        *pNode = found->handle;
    else if (error == hipSuccess)
        error = hipErrorInvalidValue;
    hip_unlock();
    return hip_done(error);
}

/* ---- edges ---------------------------------------------------------------------------- */

static unsigned last_mark;

static bool leads_to(struct node *from, const struct node *to)
{
    if (from == to)
        return true;
    if (from->mark == last_mark)
        return false;
    from->mark = last_mark;
    for (size_t i = 0; i < from->before_count; i++)
        if (leads_to(from->before[i], to))
            return true;
    return false;
}

static hipError_t pair_locked(const struct graph *g, hipGraphNode_t from, hipGraphNode_t to,
                              struct node **out_from, struct node **out_to)
{
    HIP_TRY(node_of_locked(from, out_from));
    HIP_TRY(node_of_locked(to, out_to));
    return (*out_from)->graph == g && (*out_to)->graph == g && *out_from != *out_to
               ? hipSuccess
               : hipErrorInvalidValue;
}

hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                   const hipGraphNode_t *to, size_t numDependencies)
{
    struct graph *g;
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    if (error == hipSuccess && numDependencies && (!from || !to))
        error = hipErrorInvalidValue;
    struct node *a, *b;
    for (size_t i = 0; i < numDependencies && error == hipSuccess; i++) {
        error = pair_locked(g, from[i], to[i], &a, &b);
        last_mark++;
        if (error == hipSuccess && (has_before(b, a) || leads_to(a, b)))
            error = hipErrorInvalidValue; /* there already, or a cycle */
        else if (error == hipSuccess && !add_before(b, a))
            error = hipErrorOutOfMemory;
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                      const hipGraphNode_t *to, size_t numDependencies)
{
    struct graph *g;
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    if (error == hipSuccess && numDependencies && (!from || !to))
        error = hipErrorInvalidValue;
    struct node *a, *b;
    for (size_t i = 0; i < numDependencies && error == hipSuccess; i++) {
        error = pair_locked(g, from[i], to[i], &a, &b);
        if (error == hipSuccess && !has_before(b, a))
            error = hipErrorInvalidValue;
        for (size_t j = 0; j < (error == hipSuccess ? b->before_count : 0); j++)
            if (b->before[j] == a) {
                b->before[j] = b->before[--b->before_count];
                break;
            }
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphDestroyNode(hipGraphNode_t node)
{
    struct node *n;
    hip_lock();
    hipError_t error = node_of_locked(node, &n);
    if (error == hipSuccess) {
        struct graph *g = n->graph;
        size_t kept = 0;
        capture_graph_changed_locked(g, false);
        for (size_t i = 0; i < g->node_count; i++) {
            struct node *other = g->nodes[i];
            for (size_t j = 0; j < other->before_count; j++)
                if (other->before[j] == n)
                    other->before[j--] = other->before[--other->before_count];
            if (other != n)
                g->nodes[kept++] = other;
        }
        g->node_count = kept;
        node_free_locked(n);
    }
    hip_unlock();
    return hip_done(error);
}

/* ---- questions ------------------------------------------------------------------------ */

/* Lists are asked for twice: NULL for their length, then with room for `*size`, of which unused
 * entries become NULL. */
static void put_handle(hipGraphNode_t *list, size_t *size, size_t *count, hipGraphNode_t handle)
{
    if (list && *count < *size)
        list[*count] = handle;
    ++*count;
}
static void end_list(hipGraphNode_t *list, size_t *size, size_t count)
{
    for (size_t i = count; list && i < *size; i++)
        list[i] = NULL;
    if (!list || count < *size)
        *size = count;
}

static hipError_t list_nodes(hipGraph_t graph, hipGraphNode_t *list, size_t *size, bool only_roots)
{
    struct graph *g;
    if (!size)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    if (error == hipSuccess) {
        size_t count = 0;
        for (size_t i = 0; i < g->node_count; i++)
            if (!only_roots || g->nodes[i]->before_count == 0)
                put_handle(list, size, &count, g->nodes[i]->handle);
        end_list(list, size, count);
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *numNodes)
{
    return list_nodes(graph, nodes, numNodes, false);
}
hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *pRootNodes, size_t *pNumRootNodes)
{
    return list_nodes(graph, pRootNodes, pNumRootNodes, true);
}

hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to,
                            size_t *numEdges)
{
    struct graph *g;
    if (!numEdges || !from != !to)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    if (error == hipSuccess) {
        size_t count = 0, count_to = 0, size = *numEdges;
        for (size_t i = 0; i < g->node_count; i++)
            for (size_t j = 0; j < g->nodes[i]->before_count; j++) {
                put_handle(from, &size, &count, g->nodes[i]->before[j]->handle);
                put_handle(to, &size, &count_to, g->nodes[i]->handle);
            }
        end_list(to, &size, count_to);
        size = *numEdges;
        end_list(from, &size, count);
        *numEdges = size;
    }
    hip_unlock();
    return hip_done(error);
}

/* The nodes of its graph that a node waits for, or that wait for it. */
static hipError_t list_neighbours(hipGraphNode_t node, hipGraphNode_t *list, size_t *size,
                                  bool dependent)
{
    struct node *n;
    if (!size)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = node_of_locked(node, &n);
    if (error == hipSuccess) {
        size_t count = 0;
        for (size_t i = 0; !dependent && i < n->before_count; i++)
            put_handle(list, size, &count, n->before[i]->handle);
        for (size_t i = 0; dependent && i < n->graph->node_count; i++)
            if (has_before(n->graph->nodes[i], n))
                put_handle(list, size, &count, n->graph->nodes[i]->handle);
        end_list(list, size, count);
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *pDependencies,
                                       size_t *pNumDependencies)
{
    return list_neighbours(node, pDependencies, pNumDependencies, false);
}

hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *pDependentNodes,
                                         size_t *pNumDependentNodes)
{
    return list_neighbours(node, pDependentNodes, pNumDependentNodes, true);
}

hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *pType)
{
    struct node *n;
    if (!pType)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = node_of_locked(node, &n);
    if (error == hipSuccess)
        *pType = n->type;
    hip_unlock();
    return hip_done(error);
}

static const char *type_text(hipGraphNodeType type)
{
    static const char *const texts[] = {
        [hipGraphNodeTypeKernel] = "kernel",        [hipGraphNodeTypeMemcpy] = "memcpy",
        [hipGraphNodeTypeMemset] = "memset",        [hipGraphNodeTypeHost] = "host",
        [hipGraphNodeTypeGraph] = "graph",          [hipGraphNodeTypeEmpty] = "empty",
        [hipGraphNodeTypeWaitEvent] = "event wait", [hipGraphNodeTypeEventRecord] = "event record",
        [hipGraphNodeTypeMemAlloc] = "allocate",    [hipGraphNodeTypeMemFree] = "free",
        [hipGraphNodeTypeBatchMemOp] = "values",
    };
    return texts[type];
}

static void print_dot_locked(FILE *f, const struct graph *g)
{
    fprintf(f, "digraph graph_%p {\n", (const void *)g->handle);
    for (size_t i = 0; i < g->node_count; i++) {
        const struct node *n = g->nodes[i];
        const char *name = n->action.kind == ACTION_KERNEL ? n->action.kernel.function->name : "";
        fprintf(f, "    n%zu [label=\"%zu %s%s%s\"];\n", i, i, type_text(n->type), *name ? " " : "",
                name);
        for (size_t j = 0; j < n->before_count; j++)
            for (size_t k = 0; k < g->node_count; k++)
                if (g->nodes[k] == n->before[j])
                    fprintf(f, "    n%zu -> n%zu;\n", k, i);
    }
    fprintf(f, "}\n");
}

hipError_t hipGraphDebugDotPrint(hipGraph_t graph, const char *path, unsigned int flags)
{
    struct graph *g;
    (void)flags; /* how much to say of each node */
    if (!path || !path[0])
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    FILE *f = error == hipSuccess ? fopen(path, "w") : NULL;
    if (f) {
        print_dot_locked(f, g);
        if (fclose(f) != 0)
            error = hipErrorOperatingSystem;
    } else if (error == hipSuccess) {
        error = hipErrorOperatingSystem;
    }
    hip_unlock();
    return hip_done(error);
}

/* ---- user objects: what lives as long as the graphs that use it ----------------------- */

struct user_object {
    void *object;
    hipHostFn_t destroy;
    unsigned refs;
};

void user_object_release_locked(hipUserObject_t handle, unsigned count)
{
    struct user_object *o = handle_get_locked(HANDLE_USER_OBJECT, handle);
    if (!o || (o->refs -= count) > 0)
        return;
    handle_drop_locked(handle);
    hip_unlock();
    o->destroy(o->object);
    hip_lock();
    free(o);
}

hipError_t hipUserObjectCreate(hipUserObject_t *object_out, void *ptr, hipHostFn_t destroy,
                               unsigned int initialRefcount, unsigned int flags)
{
    enum { NO_DESTRUCTOR_SYNC = 1 };
    if (!object_out || !ptr || !destroy || !initialRefcount || initialRefcount > INT32_MAX ||
        flags != NO_DESTRUCTOR_SYNC)
        return hip_done(hipErrorInvalidValue);
    struct user_object *o = calloc(1, sizeof *o);
    if (!o)
        return hip_done(hipErrorOutOfMemory);
    *o = (struct user_object){ptr, destroy, initialRefcount};
    hip_lock();
    *object_out = handle_make_locked(HANDLE_USER_OBJECT, o);
    hip_unlock();
    if (!*object_out)
        free(o);
    return hip_done(*object_out ? hipSuccess : hipErrorOutOfMemory);
}

hipError_t hipUserObjectRelease(hipUserObject_t object, unsigned int count)
{
    hip_lock();
    const struct user_object *o = handle_get_locked(HANDLE_USER_OBJECT, object);
    bool is_valid = o && count && count <= o->refs;
    if (is_valid)
        user_object_release_locked(object, count);
    hip_unlock();
    return hip_done(is_valid ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipUserObjectRetain(hipUserObject_t object, unsigned int count)
{
    hip_lock();
    struct user_object *o = handle_get_locked(HANDLE_USER_OBJECT, object);
    bool is_valid = o && count && count <= INT32_MAX;
    if (is_valid)
        o->refs += count;
    hip_unlock();
    return hip_done(is_valid ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipGraphRetainUserObject(hipGraph_t graph, hipUserObject_t object, unsigned int count,
                                    unsigned int flags)
{
    enum { MOVE = 1, MOST = 1 << 20 };
    struct graph *g;
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    struct user_object *o = handle_get_locked(HANDLE_USER_OBJECT, object);
    if (error == hipSuccess && (!o || !count || count > MOST || flags > MOVE))
        error = hipErrorInvalidValue;
    hipUserObject_t *grown = NULL;
    if (error == hipSuccess) {
        grown = realloc(g->objects, (g->object_count + count) * sizeof *grown);
        error = grown ? hipSuccess : hipErrorOutOfMemory;
    }
    if (error == hipSuccess) {
        g->objects = grown;
        for (unsigned i = 0; i < count; i++)
            g->objects[g->object_count++] = object;
        if (flags != MOVE)
            o->refs += count;
    }
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGraphReleaseUserObject(hipGraph_t graph, hipUserObject_t object, unsigned int count)
{
    struct graph *g;
    hip_lock();
    hipError_t error = graph_of_locked(graph, &g);
    size_t held = 0;
    for (size_t i = 0; error == hipSuccess && i < g->object_count; i++)
        held += g->objects[i] == object;
    if (error == hipSuccess && (!count || count > held))
        error = hipErrorInvalidValue;
    if (error == hipSuccess) {
        unsigned left = count;
        for (size_t i = 0; i < g->object_count && left; i++)
            if (g->objects[i] == object) {
                g->objects[i--] = g->objects[--g->object_count];
                left--;
            }
        user_object_release_locked(object, count);
    }
    hip_unlock();
    return hip_done(error);
}

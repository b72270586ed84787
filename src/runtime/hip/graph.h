/* graph.h: graphs, their nodes, and what they are run as. */
#ifndef SHOAL_HIP_GRAPH_H
#define SHOAL_HIP_GRAPH_H

#include "runtime.h"

/* A copy as the program gave it; its action has it in bytes. */
struct copy_params {
    enum { COPY_IN_BYTES, COPY_RUNTIME, COPY_DRIVER } form;
    union {
        hipMemcpy3DParms runtime;
        HIP_MEMCPY3D driver;
    };
};

struct node {
    hipGraphNode_t handle;
    struct graph *graph;
    hipGraphNodeType type;
    struct action action;
    struct node **before; /* [before_count] what it depends on */
    size_t before_count;
    struct graph *child;     /* hipGraphNodeTypeGraph: owned */
    hipGraphNode_t original; /* of a clone: the node it was made of */
    struct copy_params copy;
    hipAccessPolicyWindow window; /* of a kernel; kept for hipGraphKernelNodeGetAttribute */
    int priority;                 /* of a kernel; the same */
    void **param_pointers;        /* for hipGraphKernelNodeGetParams; owned */
    bool is_disabled;
    unsigned mark; /* of walks */
};

struct graph {
    hipGraph_t handle;
    struct node **nodes; /* [node_count] in the order they were added */
    size_t node_count;
    hipUserObject_t *objects; /* [object_count] one entry per reference */
    size_t object_count;
    hipGraphExec_t instance; /* with nodes that allocate: the last one made of it */
};

struct graph *graph_create_locked(void);
/* Frees nodes and child graphs. */
void graph_free_locked(struct graph *graph);
hipError_t graph_of_locked(hipGraph_t handle, struct graph **out);
hipError_t node_of_locked(hipGraphNode_t handle, struct node **out);
/* Takes the action over, even on failure. `before` [count] are nodes of the graph. */
hipError_t node_add_locked(struct graph *graph, hipGraphNodeType type, struct action *action,
                           struct node *const *before, size_t count, struct node **out);
/* A copy with copies of nodes and child graphs; `original` leads back. NULL: out of memory. */
struct graph *graph_clone_locked(const struct graph *graph);
/* Has nodes that allocate or free: there can be one executable graph of it, and no copy. */
bool graph_has_memory(const struct graph *graph);
struct node *node_find_clone(const struct graph *graph, hipGraphNode_t original);
void user_object_release_locked(hipUserObject_t object, unsigned count);

/* The executable graph's own node for a node of the graph that it was made of. */
hipError_t exec_node_locked(hipGraphExec_t exec, hipGraphNode_t node, struct node **out);

/* Adds a node; the action and the child graph are taken over. `copy` and `child` may be NULL. */
hipError_t node_make(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                     size_t count, hipGraphNodeType type, struct action *action,
                     const struct copy_params *copy, struct graph *child);
/* Replaces the node's action by `made`, which is taken over, unless `error` says that it could not
 * be made. exec NULL: in the graph. */
hipError_t node_replace(hipGraphExec_t exec, hipGraphNode_t node, hipGraphNodeType type,
                        hipError_t error, struct action *made, const struct copy_params *copy);
/* A node of a type, with the lock on success. `out` is where results go: not NULL. */
hipError_t open_node(hipGraphNode_t node, hipGraphNodeType type, const void *out, struct node **n);

hipError_t make_alloc(hipMemAllocNodeParams *p, struct action *out);
hipError_t make_free(hipGraph_t graph, void *at, struct action *out);

#define NODE_PARAMETERS                                                                            \
    hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies,             \
        size_t numDependencies
#define ADD_MORE(type, action, copy, child)                                                        \
    node_make(pGraphNode, graph, pDependencies, numDependencies, type, action, copy, child)
#define ADD(type, action) ADD_MORE(type, action, NULL, NULL)

/* hipGraphNodeType of an action. */
hipGraphNodeType node_type_of(const struct action *action);

#endif

/* graph.h: graphs, their nodes, and what they are run as. */
#ifndef SHOAL_HIP_GRAPH_H
#define SHOAL_HIP_GRAPH_H

#include "runtime.h"

struct node {
    hipGraphNode_t handle;
    struct graph *graph;
    hipGraphNodeType type;
    struct action action;
    struct node **before; /* [before_count] what it depends on */
    size_t before_count;
    struct graph *child;     /* hipGraphNodeTypeGraph: owned */
    hipGraphNode_t original; /* of a clone: the node it was made of */
    hipMemcpy3DParms copy;   /* as given; action has them in bytes */
    void **param_pointers;   /* for hipGraphKernelNodeGetParams; owned */
    bool has_copy, is_disabled;
    unsigned mark; /* of walks */
};

struct graph {
    hipGraph_t handle;
    struct node **nodes; /* [node_count] in the order they were added */
    size_t node_count;
    hipUserObject_t *objects; /* [object_count] one entry per reference */
    size_t object_count;
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
struct node *node_find_clone(const struct graph *graph, hipGraphNode_t original);
void user_object_release_locked(hipUserObject_t object, unsigned count);

/* The executable graph's own node for a node of the graph that it was made of. */
hipError_t exec_node_locked(hipGraphExec_t exec, hipGraphNode_t node, struct node **out);

/* hipGraphNodeType of an action. */
hipGraphNodeType node_type_of(const struct action *action);

#endif

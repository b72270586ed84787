/* capture.c: stream capture: calls that become nodes of a graph instead of operations. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

struct capture {
    unsigned refs;
    struct graph *graph; /* owned until the end */
    bool is_own_graph;   /* false: hipStreamBeginCaptureToGraph */
    hipStream_t origin;
    struct stream *origin_stream;
    hipStreamCaptureMode mode;
    pthread_t thread;
    unsigned long long id;
    size_t first_node; /* of the graph, that is captured */
    bool is_invalid, has_ended;
    struct capture *next; /* all that are active */
};
static struct capture *captures;
static unsigned long long last_id;

void capture_ref_locked(struct capture *c) { c->refs++; }

void capture_leave_locked(struct capture *c)
{
    if (--c->refs > 0)
        return;
    for (struct capture **link = &captures; *link; link = &(*link)->next)
        if (*link == c) {
            *link = c->next;
            break;
        }
    if (c->graph && c->is_own_graph)
        graph_free_locked(c->graph);
    free(c);
}

static void set_tips(struct stream *s, struct node **tips, size_t count)
{
    free(s->tips);
    s->tips = tips;
    s->tip_count = count;
}

/* The stream is an ordinary one again. */
static void detach_locked(struct stream *s)
{
    struct capture *c = s->capture;
    s->capture = NULL;
    set_tips(s, NULL, 0);
    capture_leave_locked(c);
}

void capture_drop_stream_locked(struct stream *s)
{
    if (!s->capture)
        return;
    if (s->capture->origin_stream == s)
        s->capture->origin_stream = NULL;
    s->capture->is_invalid = true;
    detach_locked(s);
}

hipError_t capture_forbid_locked(struct stream *s)
{
    if (s->capture) {
        s->capture->is_invalid = true;
        return hipErrorStreamCaptureUnsupported;
    }
    for (struct capture *c = captures; c; c = c->next)
        if (c->origin_stream && c->origin_stream->device == s->device)
            c->is_invalid = true;
    return hipErrorStreamCaptureImplicit;
}

bool capture_owns_graph_locked(const struct graph *g)
{
    for (const struct capture *c = captures; c; c = c->next)
        if (c->graph == g && c->is_own_graph)
            return true;
    return false;
}

void capture_graph_changed_locked(const struct graph *g, bool is_gone)
{
    for (struct capture *c = captures; c; c = c->next)
        if (c->graph == g) {
            c->is_invalid = true;
            if (is_gone)
                c->graph = NULL;
        }
}

/* Rules as for CUDA: a strict thread is refused what a strict capture anywhere, or any capture
 * of its own but a relaxed one, does not allow. */
hipError_t capture_refuse_unsafe_locked(void)
{
    hipError_t error = hipSuccess;
    hipStreamCaptureMode mode = hip_thread.capture_mode;
    for (struct capture *c = captures; c; c = c->next) {
        if (c->has_ended)
            continue;
        bool is_own = pthread_equal(c->thread, pthread_self());
        if ((mode == hipStreamCaptureModeGlobal && c->mode == hipStreamCaptureModeGlobal) ||
            (mode != hipStreamCaptureModeRelaxed && is_own &&
             c->mode != hipStreamCaptureModeRelaxed)) {
            c->is_invalid = true;
            error = hipErrorStreamCaptureUnsupported;
        }
    }
    return error;
}

hipError_t capture_refuse_7(void)
{
    if (HIP_GENERATION < 7)
        return hipSuccess;
    hip_lock();
    hipError_t error = capture_refuse_unsafe_locked();
    hip_unlock();
    return error;
}

hipError_t capture_refuse_callback_locked(struct stream *s)
{
    if (HIP_GENERATION < 7)
        return hipSuccess;
    for (const struct stream *o = streams_locked(); o; o = o->next)
        if (o->capture && (o == s || o->is_blocking)) {
            for (struct capture *c = captures; c; c = c->next)
                c->is_invalid = true;
            return s->capture ? hipErrorStreamCaptureUnsupported : hipErrorStreamCaptureImplicit;
        }
    return hipSuccess;
}

hipError_t capture_refuse_multi_device_locked(const struct stream *s)
{
    return !s->capture              ? hipSuccess
           : s->capture->is_invalid ? hipErrorStreamCaptureInvalidated
                                    : hipErrorStreamCaptureUnsupported;
}

hipError_t capture_add_locked(struct stream *s, struct action *action)
{
    struct capture *c = s->capture;
    if (c->is_invalid) {
        action_clear_locked(action);
        return hipErrorStreamCaptureInvalidated;
    }
    struct node *node, **tips = malloc(sizeof(struct node *));
    hipError_t error =
        tips ? node_add_locked(c->graph, node_type_of(action), action, s->tips, s->tip_count, &node)
             : hipErrorOutOfMemory;
    if (error != hipSuccess) {
        free(tips);
        action_clear_locked(action);
        c->is_invalid = true;
        return error;
    }
    tips[0] = node;
    set_tips(s, tips, 1);
    return hipSuccess;
}

hipError_t capture_record_locked(struct stream *s, struct event *e)
{
    struct capture *c = s->capture;
    if (c->is_invalid)
        return hipErrorStreamCaptureInvalidated;
    struct node **nodes = malloc((s->tip_count + 1) * sizeof(struct node *));
    if (!nodes)
        return hipErrorOutOfMemory;
    if (s->tip_count)
        memcpy(nodes, s->tips, s->tip_count * sizeof(struct node *));
    event_set_locked(e, NULL);
    e->nodes = nodes;
    e->node_count = s->tip_count;
    e->capture = c;
    c->refs++;
    return hipSuccess;
}

static bool has_tip(const struct stream *s, const struct node *n)
{
    for (size_t i = 0; i < s->tip_count; i++)
        if (s->tips[i] == n)
            return true;
    return false;
}

hipError_t capture_join_locked(struct stream *s, struct event *e)
{
    struct capture *c = e->capture;
    if (c->has_ended)
        return hipErrorCapturedEvent;
    if (c->is_invalid)
        return hipErrorStreamCaptureInvalidated;
    if (s->is_null) {
        c->is_invalid = true;
        return hipErrorStreamCaptureImplicit;
    }
    if (s->capture && s->capture != c) {
        c->is_invalid = s->capture->is_invalid = true;
        return hipErrorStreamCaptureMerge;
    }
    struct node **tips = malloc((s->tip_count + e->node_count + 1) * sizeof(struct node *));
    if (!tips)
        return hipErrorOutOfMemory;
    size_t count = s->tip_count;
    if (count)
        memcpy(tips, s->tips, count * sizeof(struct node *));
    for (size_t i = 0; i < e->node_count; i++)
        if (!has_tip(s, e->nodes[i]))
            tips[count++] = e->nodes[i];
    set_tips(s, tips, count);
    if (!s->capture) {
        s->capture = c;
        c->refs++;
    }
    return hipSuccess;
}

/* ---- beginning and end ---------------------------------------------------------------- */

static hipError_t begin_locked(hipStream_t handle, hipStreamCaptureMode mode, struct graph *graph,
                               struct stream **out)
{
    struct stream *s;
    HIP_TRY(stream_of_locked(handle, &s));
    if (s->is_null)
        return hipErrorStreamCaptureUnsupported;
    if (s->capture)
        return hipErrorIllegalState;
    struct capture *c = calloc(1, sizeof *c);
    if (!c)
        return hipErrorOutOfMemory;
    c->is_own_graph = !graph;
    c->graph = graph ? graph : graph_create_locked();
    if (!c->graph) {
        free(c);
        return hipErrorOutOfMemory;
    }
    c->first_node = c->graph->node_count;
    c->refs = 1;
    c->origin = handle;
    c->origin_stream = s;
    c->mode = mode;
    c->thread = pthread_self();
    c->id = ++last_id;
    c->next = captures;
    captures = c;
    s->capture = c;
    *out = s;
    return hipSuccess;
}

static hipError_t begin(hipStream_t stream, hipStreamCaptureMode mode)
{
    if ((unsigned)mode > hipStreamCaptureModeRelaxed)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    struct stream *s;
    hip_lock();
    hipError_t error = begin_locked(stream, mode, NULL, &s);
    hip_unlock();
    return error;
}

/* The first nodes depend on `before` [count]. */
static hipError_t begin_in_locked(hipStream_t stream, hipStreamCaptureMode mode, hipGraph_t graph,
                                  const hipGraphNode_t *before, size_t count)
{
    struct graph *g;
    struct stream *s;
    HIP_TRY(graph_of_locked(graph, &g));
    if (count > g->node_count)
        return hipErrorInvalidValue;
    struct node **tips = malloc((count + 1) * sizeof(struct node *));
    hipError_t error = tips ? hipSuccess : hipErrorOutOfMemory;
    for (size_t i = 0; i < count && error == hipSuccess; i++) {
        error = node_of_locked(before[i], &tips[i]);
        if (error == hipSuccess && tips[i]->graph != g)
            error = hipErrorInvalidValue;
    }
    if (error == hipSuccess)
        error = begin_locked(stream, mode, g, &s);
    if (error == hipSuccess)
        set_tips(s, tips, count);
    else
        free(tips);
    return error;
}

hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph,
                                        const hipGraphNode_t *dependencies,
                                        const hipGraphEdgeData *dependencyData,
                                        size_t numDependencies, hipStreamCaptureMode mode)
{
    static const hipGraphEdgeData plain;
    if ((unsigned)mode > hipStreamCaptureModeRelaxed || !dependencies != !numDependencies)
        return hip_done(hipErrorInvalidValue);
    for (size_t i = 0; dependencyData && i < numDependencies; i++)
        if (memcmp(&dependencyData[i], &plain, sizeof plain))
            return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    hip_lock();
    error = begin_in_locked(stream, mode, graph, dependencies, numDependencies);
    hip_unlock();
    return hip_done(error);
}

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode)
{
    return hip_done(begin(stream, mode));
}
hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode)
{
    return hip_done(begin(spt(stream), mode));
}

/* Every node that nothing depends on must be one that the origin has come to. */
static bool is_joined(const struct capture *c, const struct stream *origin)
{
    for (size_t i = c->first_node; i < c->graph->node_count; i++) {
        const struct node *n = c->graph->nodes[i];
        bool is_leaf = true;
        for (size_t j = 0; j < c->graph->node_count && is_leaf; j++)
            for (size_t k = 0; k < c->graph->nodes[j]->before_count; k++)
                is_leaf &= c->graph->nodes[j]->before[k] != n;
        if (is_leaf && !has_tip(origin, n))
            return false;
    }
    return true;
}

static hipError_t end_locked(hipStream_t handle, hipGraph_t *out)
{
    struct stream *s;
    HIP_TRY(of_destroyed(stream_of_locked(handle, &s)));
    struct capture *c = s->capture;
    if (!c)
        return hipErrorIllegalState;
    if (c->origin_stream != s)
        return hipErrorStreamCaptureUnmatched;
    if (c->mode != hipStreamCaptureModeRelaxed && !pthread_equal(c->thread, pthread_self()))
        return hipErrorStreamCaptureWrongThread;
    hipError_t error = hipSuccess;
    if (c->is_invalid)
        error = hipErrorStreamCaptureInvalidated;
    else if (!is_joined(c, s))
        error = hipErrorStreamCaptureUnjoined;
    *out = NULL;
    if (error == hipSuccess) {
        *out = c->graph->handle;
        c->graph = NULL;
    }
    c->has_ended = true;
    c->origin_stream = NULL;
    c->refs++;
    for (struct stream *other = streams_locked(); other; other = other->next)
        if (other->capture == c)
            detach_locked(other);
    capture_leave_locked(c);
    return error;
}

static hipError_t end(hipStream_t stream, hipGraph_t *graph)
{
    if (!graph)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    hip_lock();
    hipError_t error = end_locked(stream, graph);
    hip_unlock();
    return error;
}

hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *pGraph)
{
    return hip_done(end(stream, pGraph));
}
hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *pGraph)
{
    return hip_done(end(spt(stream), pGraph));
}

/* ---- questions ------------------------------------------------------------------------ */

static hipError_t info(hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id,
                       hipGraph_t *graph, const hipGraphNode_t **nodes, size_t *count)
{
    static _Thread_local hipGraphNode_t *handles; /* until the thread's next call */
    if (!status)
        return hipErrorInvalidValue;
    HIP_TRY(hip_start());
    struct stream *s;
    hip_lock();
    hipError_t error = stream_of_locked(stream, &s);
    if (error == hipSuccess && s->is_null)
        for (struct stream *o = streams_locked(); o; o = o->next)
            if (o->capture && o->is_blocking && o->device == s->device)
                error = hipErrorStreamCaptureImplicit;
    if (error == hipSuccess) {
        const struct capture *c = s->capture;
        *status = !c              ? hipStreamCaptureStatusNone
                  : c->is_invalid ? hipStreamCaptureStatusInvalidated
                                  : hipStreamCaptureStatusActive;
        bool is_active = *status == hipStreamCaptureStatusActive;
        if (id && is_active)
            *id = c->id;
        if (graph)
            *graph = is_active ? c->graph->handle : NULL;
        if (count)
            *count = is_active ? s->tip_count : 0;
        if (nodes && is_active) {
            hipGraphNode_t *grown = realloc(handles, (s->tip_count + 1) * sizeof *grown);
            if (grown)
                handles = grown;
            else
                error = hipErrorOutOfMemory;
            for (size_t i = 0; grown && i < s->tip_count; i++)
                handles[i] = s->tips[i]->handle;
            *nodes = handles;
        }
    }
    hip_unlock();
    return error;
}

hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus)
{
    return hip_done(info(stream, pCaptureStatus, NULL, NULL, NULL, NULL));
}
hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus)
{
    return hip_done(info(spt(stream), pCaptureStatus, NULL, NULL, NULL, NULL));
}
hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus,
                                   unsigned long long *pId)
{
    return hip_done(info(stream, pCaptureStatus, pId, NULL, NULL, NULL));
}
hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus,
                                       unsigned long long *pId)
{
    return hip_done(info(spt(stream), pCaptureStatus, pId, NULL, NULL, NULL));
}
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus *captureStatus_out,
                                      unsigned long long *id_out, hipGraph_t *graph_out,
                                      const hipGraphNode_t **dependencies_out,
                                      size_t *numDependencies_out)
{
    return hip_done(
        info(stream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out));
}
hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream,
                                          hipStreamCaptureStatus *captureStatus_out,
                                          unsigned long long *id_out, hipGraph_t *graph_out,
                                          const hipGraphNode_t **dependencies_out,
                                          size_t *numDependencies_out)
{
    return hip_done(info(spt(stream), captureStatus_out, id_out, graph_out, dependencies_out,
                         numDependencies_out));
}

hipError_t hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t *dependencies,
                                              size_t numDependencies, unsigned int flags)
{
    if ((numDependencies && !dependencies) || flags > hipStreamSetCaptureDependencies)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    struct stream *s;
    hip_lock();
    error = stream_of_locked(stream, &s);
    if (error == hipSuccess && !s->capture)
        error = hipErrorIllegalState;
    size_t kept =
        error == hipSuccess && flags == hipStreamAddCaptureDependencies ? s->tip_count : 0;
    struct node **tips = malloc((kept + numDependencies + 1) * sizeof(struct node *));
    if (error == hipSuccess && !tips)
        error = hipErrorOutOfMemory;
    size_t count = 0;
    for (; error == hipSuccess && count < kept; count++)
        tips[count] = s->tips[count];
    for (size_t i = 0; i < numDependencies && error == hipSuccess; i++) {
        struct node *n;
        error = node_of_locked(dependencies[i], &n);
        if (error == hipSuccess && n->graph != s->capture->graph)
            error = hipErrorInvalidValue;
        else if (error == hipSuccess)
            tips[count++] = n;
    }
    if (error == hipSuccess)
        set_tips(s, tips, count);
    else
        free(tips);
    hip_unlock();
    return hip_done(error);
}

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode)
{
    if (!mode || (unsigned)*mode > hipStreamCaptureModeRelaxed)
        return hip_done(hipErrorInvalidValue);
    hipStreamCaptureMode before = hip_thread.capture_mode;
    hip_thread.capture_mode = *mode;
    *mode = before;
    return hip_done(hipSuccess);
}

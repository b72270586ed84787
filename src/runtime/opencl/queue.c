/* queue.c: command queues, and how commands come into them. */
#include <stdlib.h>

#include "opencl.h"

void queue_free(cl_command_queue queue)
{
    free(queue->properties.values);
    object_unuse(queue->context);
}

static cl_int create(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                     const cl_queue_properties *list, cl_command_queue *out)
{
    cl_command_queue q = object_create(KIND_QUEUE, sizeof *q);
    CHECK(q, CL_OUT_OF_HOST_MEMORY);
    q->device = device;
    q->flags = flags;
    q->context = context;
    object_use(context);
    if (!properties_copy(&q->properties, (const uint64_t *)list)) {
        object_release(q, KIND_QUEUE);
        return CL_OUT_OF_HOST_MEMORY;
    }
    *out = q;
    return CL_SUCCESS;
}

static cl_int check_place(cl_context context, cl_device_id device)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(object_is(device, KIND_DEVICE) && context_has(context, device), CL_INVALID_DEVICE);
    return CL_SUCCESS;
}

/* What a queue may be; what this device has not is another error than what there is not. */
static cl_int check_flags(cl_command_queue_properties flags)
{
    const cl_command_queue_properties host =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    const cl_command_queue_properties on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;
    CHECK(!(flags & ~(host | on_device)), CL_INVALID_VALUE);
    CHECK(!(flags & CL_QUEUE_ON_DEVICE_DEFAULT) || (flags & CL_QUEUE_ON_DEVICE), CL_INVALID_VALUE);
    CHECK(!(flags & on_device), CL_INVALID_QUEUE_PROPERTIES);
    return CL_SUCCESS;
}

static cl_int create_with(cl_context context, cl_device_id device, const cl_queue_properties *list,
                          cl_command_queue *out)
{
    cl_command_queue_properties flags = 0;
    bool is_seen = false;
    TRY(check_place(context, device));
    for (const cl_queue_properties *p = list; p && p[0]; p += 2) {
        CHECK(p[0] == CL_QUEUE_PROPERTIES || p[0] == CL_QUEUE_SIZE, CL_INVALID_VALUE);
        CHECK(p[0] != CL_QUEUE_SIZE, CL_INVALID_QUEUE_PROPERTIES); /* of queues on the device */
        CHECK(!is_seen, CL_INVALID_VALUE);
        is_seen = true;
        flags = p[1];
    }
    TRY(check_flags(flags));
    return create(context, device, flags, list, out);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *errcode_ret)
{
    cl_command_queue q = NULL;
    GIVE(create_with(context, device, properties, &q), q);
}

static cl_int create_old(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                         cl_command_queue *out)
{
    TRY(check_place(context, device));
    CHECK(!(flags & ~(cl_command_queue_properties)(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                   CL_QUEUE_PROFILING_ENABLE)),
          CL_INVALID_VALUE);
    return create(context, device, flags, NULL, out);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *errcode_ret)
{
    cl_command_queue q = NULL;
    GIVE(create_old(context, device, properties, &q), q);
}

cl_int clRetainCommandQueue(cl_command_queue queue)
{
    return object_retain(queue, KIND_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    return object_release(queue, KIND_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret)
{
    CHECK(object_is(queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    switch (param_name) {
    case CL_QUEUE_CONTEXT:
        return ANSWER(ASKED, cl_context, queue->context);
    case CL_QUEUE_DEVICE:
        return ANSWER(ASKED, cl_device_id, queue->device);
    case CL_QUEUE_REFERENCE_COUNT:
        return ANSWER(ASKED, cl_uint, object_refs(queue));
    case CL_QUEUE_PROPERTIES:
        return ANSWER(ASKED, cl_command_queue_properties, queue->flags);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return answer_bytes(ASKED, queue->properties.values,
                            queue->properties.count * sizeof(cl_queue_properties));
    case CL_QUEUE_SIZE: /* of queues on the device only */
        return CL_INVALID_COMMAND_QUEUE;
    case CL_QUEUE_DEVICE_DEFAULT:
        return ANSWER(ASKED, cl_command_queue, NULL);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
                                 cl_bool enable, cl_command_queue_properties *old_properties)
{
    (void)properties, (void)enable, (void)old_properties;
    CHECK(object_is(queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    return CL_INVALID_OPERATION; /* gone since 1.1 */
}

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue queue)
{
    (void)queue;
    TRY(check_place(context, device));
    return CL_INVALID_OPERATION; /* the device has no queues */
}

/* ---- commands ------------------------------------------------------------------------------ */

cl_int command_check(const struct command *c)
{
    CHECK(object_is(c->queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    CHECK(!c->waits == !c->wait_count, CL_INVALID_EVENT_WAIT_LIST);
    for (cl_uint i = 0; i < c->wait_count; i++) {
        CHECK(object_is(c->waits[i], KIND_EVENT), CL_INVALID_EVENT_WAIT_LIST);
        CHECK(c->waits[i]->context == c->queue->context, CL_INVALID_CONTEXT);
    }
    return CL_SUCCESS;
}

/* Whether an event that a blocking command is to wait for has failed. */
static bool is_refused(const struct command *c)
{
    for (cl_uint i = 0; i < c->wait_count; i++)
        if (schedule_status(c->waits[i]) < 0)
            return true;
    return false;
}

cl_int command_enqueue(const struct command *c, cl_int (*run)(void *), void (*drop)(void *),
                       void *work)
{
    cl_event e = object_create(KIND_EVENT, sizeof *e);
    if (!e) {
        if (drop)
            drop(work);
        return CL_OUT_OF_HOST_MEMORY;
    }
    e->queue = c->queue;
    e->context = c->queue->context;
    object_use(e->queue);
    object_use(e->context);
    e->type = c->type;
    e->run = run;
    e->drop = drop;
    e->work = work;
    cl_int result = schedule_add(e, c) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (c->is_blocking && result == CL_SUCCESS) {
        schedule_wait(e);
        cl_int status = schedule_status(e);
        if (status < 0) {
            result = is_refused(c) ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : status;
            schedule_take_error(c->queue);
        } else {
            result = schedule_take_error(c->queue);
        }
    }
    if (c->out && result == CL_SUCCESS)
        *c->out = e;
    else
        object_release(e, KIND_EVENT);
    return result;
}

cl_int clFlush(cl_command_queue queue)
{
    return object_is(queue, KIND_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int clFinish(cl_command_queue queue)
{
    CHECK(object_is(queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    schedule_finish(queue);
    return schedule_take_error(queue) == CL_SUCCESS ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint num_events,
                                   const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_MARKER, .is_fence = true);
    TRY(command_check(&c));
    return command_enqueue(&c, NULL, NULL, NULL);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint num_events,
                                    const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_BARRIER, .is_fence = true, .is_barrier = true);
    TRY(command_check(&c));
    return command_enqueue(&c, NULL, NULL, NULL);
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event)
{
    CHECK(object_is(queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    CHECK(event, CL_INVALID_VALUE);
    return clEnqueueMarkerWithWaitList(queue, 0, NULL, event);
}

cl_int clEnqueueBarrier(cl_command_queue queue)
{
    return clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint num_events,
                              const cl_event *event_list)
{
    CHECK(object_is(queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    CHECK(num_events && event_list, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_events; i++)
        CHECK(object_is(event_list[i], KIND_EVENT), CL_INVALID_EVENT);
    return clEnqueueBarrierWithWaitList(queue, num_events, event_list, NULL);
}

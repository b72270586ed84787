/* event.c: events as the program sees them. */
#include <stdlib.h>

#include "opencl.h"

void event_free(cl_event event)
{
    if (event->drop)
        event->drop(event->work);
    for (struct edge *e = event->edges, *next; e; e = next) {
        next = e->next;
        free(e);
    }
    for (struct callback *c = event->callbacks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    object_unuse(event->queue);
    object_unuse(event->context);
}

/* Those that have come are taken out under the lock, so that each is called once. */
void event_notify(cl_event event, cl_int status)
{
    struct callback *due = NULL, **at;
    pthread_mutex_lock(&schedule_lock);
    for (at = &event->callbacks; *at;) {
        struct callback *c = *at;
        if (c->status < status) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        c->next = due;
        due = c;
    }
    pthread_mutex_unlock(&schedule_lock);
    while (due) {
        struct callback *c = due;
        due = c->next;
        c->call(event, status < 0 ? status : c->status, c->user);
        free(c);
    }
}

static cl_int create_user(cl_context context, cl_event *out)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    cl_event e = object_create(KIND_EVENT, sizeof *e);
    CHECK(e, CL_OUT_OF_HOST_MEMORY);
    e->context = context;
    object_use(context);
    e->type = CL_COMMAND_USER;
    e->status = CL_SUBMITTED;
    *out = e;
    return CL_SUCCESS;
}

cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    cl_event e = NULL;
    GIVE(create_user(context, &e), e);
}

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status)
{
    CHECK(object_is(event, KIND_EVENT) && !event->queue, CL_INVALID_EVENT);
    CHECK(execution_status <= CL_COMPLETE, CL_INVALID_VALUE);
    pthread_mutex_lock(&schedule_lock);
    bool was_set = event->is_set;
    event->is_set = true;
    pthread_mutex_unlock(&schedule_lock);
    CHECK(!was_set, CL_INVALID_OPERATION);
    schedule_set(event, execution_status);
    return CL_SUCCESS;
}

cl_int clRetainEvent(cl_event event)
{
    return object_retain(event, KIND_EVENT) ? CL_SUCCESS : CL_INVALID_EVENT;
}

cl_int clReleaseEvent(cl_event event)
{
    return object_release(event, KIND_EVENT) ? CL_SUCCESS : CL_INVALID_EVENT;
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
    cl_int result = CL_SUCCESS;
    CHECK(num_events && event_list, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_events; i++)
        CHECK(object_is(event_list[i], KIND_EVENT), CL_INVALID_EVENT);
    for (cl_uint i = 0; i < num_events; i++)
        CHECK(event_list[i]->context == event_list[0]->context, CL_INVALID_CONTEXT);
    for (cl_uint i = 0; i < num_events; i++) {
        schedule_wait(event_list[i]);
        if (schedule_status(event_list[i]) < 0)
            result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    return result;
}

cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(event, KIND_EVENT), CL_INVALID_EVENT);
    switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE:
        return ANSWER(ASKED, cl_command_queue, event->queue);
    case CL_EVENT_CONTEXT:
        return ANSWER(ASKED, cl_context, event->context);
    case CL_EVENT_COMMAND_TYPE:
        return ANSWER(ASKED, cl_command_type, event->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return ANSWER(ASKED, cl_int, schedule_status(event));
    case CL_EVENT_REFERENCE_COUNT:
        return ANSWER(ASKED, cl_uint, object_refs(event));
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                          void(CL_CALLBACK *pfn_notify)(cl_event, cl_int, void *), void *user_data)
{
    CHECK(object_is(event, KIND_EVENT), CL_INVALID_EVENT);
    CHECK(pfn_notify && (command_exec_callback_type == CL_SUBMITTED ||
                         command_exec_callback_type == CL_RUNNING ||
                         command_exec_callback_type == CL_COMPLETE),
          CL_INVALID_VALUE);
    struct callback *c = malloc(sizeof *c);
    CHECK(c, CL_OUT_OF_HOST_MEMORY);
    pthread_mutex_lock(&schedule_lock);
    *c = (struct callback){pfn_notify, user_data, command_exec_callback_type, event->callbacks};
    event->callbacks = c;
    cl_int status = event->status;
    pthread_mutex_unlock(&schedule_lock);
    event_notify(event, status);
    return CL_SUCCESS;
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                               size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret)
{
    CHECK(object_is(event, KIND_EVENT), CL_INVALID_EVENT);
    CHECK(event->queue && (event->queue->flags & CL_QUEUE_PROFILING_ENABLE) &&
              schedule_status(event) == CL_COMPLETE,
          CL_PROFILING_INFO_NOT_AVAILABLE);
    switch (param_name) {
    case CL_PROFILING_COMMAND_QUEUED:
    case CL_PROFILING_COMMAND_SUBMIT:
    case CL_PROFILING_COMMAND_START:
    case CL_PROFILING_COMMAND_END:
        return ANSWER(ASKED, cl_ulong, event->times[param_name - CL_PROFILING_COMMAND_QUEUED]);
    case CL_PROFILING_COMMAND_COMPLETE: /* a command has no children here */
        return ANSWER(ASKED, cl_ulong, event->times[3]);
    default:
        return CL_INVALID_VALUE;
    }
}

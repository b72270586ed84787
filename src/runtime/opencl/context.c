/* context.c: contexts and their devices. */
#include <stdlib.h>

#include "opencl.h"

void context_free(cl_context context)
{
    destructors_call(context->destructors, context);
    free(context->properties.values);
}

bool context_has(cl_context context, cl_device_id device)
{
    return devices_check(context->devices, context->device_count, 1, &device) == CL_SUCCESS;
}

cl_int devices_check(const cl_device_id *all, cl_uint count, cl_uint asked_count,
                     const cl_device_id *asked)
{
    for (cl_uint i = 0; i < asked_count; i++) {
        cl_uint at = 0;
        while (at < count && all[at] != asked[i])
            at++;
        CHECK(at < count, CL_INVALID_DEVICE);
    }
    return CL_SUCCESS;
}

/* Properties are pairs of name and value; each name once. */
static cl_int check_properties(const cl_context_properties *list)
{
    bool has_platform = false, has_sync = false;
    for (; list && list[0]; list += 2) {
        if (list[0] == CL_CONTEXT_PLATFORM) {
            CHECK(!has_platform, CL_INVALID_PROPERTY);
            CHECK(object_is((const void *)list[1], KIND_PLATFORM), CL_INVALID_PLATFORM);
            has_platform = true;
        } else if (list[0] == CL_CONTEXT_INTEROP_USER_SYNC) {
            CHECK(!has_sync && (list[1] == CL_TRUE || list[1] == CL_FALSE), CL_INVALID_PROPERTY);
            has_sync = true;
        } else {
            return CL_INVALID_PROPERTY;
        }
    }
    return CL_SUCCESS;
}

static cl_int create(const cl_context_properties *properties, cl_uint count,
                     const cl_device_id *devices,
                     void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                     void *user, cl_context *out)
{
    TRY(check_properties(properties));
    CHECK(devices && count, CL_INVALID_VALUE);
    CHECK(notify || !user, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++)
        CHECK(object_is(devices[i], KIND_DEVICE), CL_INVALID_DEVICE);
    for (cl_uint i = 0; i < count; i++)
        TRY(device_start(devices[i]));
    cl_context c = object_create(KIND_CONTEXT, sizeof *c);
    CHECK(c, CL_OUT_OF_HOST_MEMORY);
    for (cl_uint i = 0; i < count; i++) {
        if (context_has(c, devices[i]))
            continue;
        c->devices[c->device_count++] = devices[i];
        if (!c->device || !devices[i]->is_narrow)
            c->device = devices[i];
    }
    c->notify = notify;
    c->notify_user = user;
    if (!properties_copy(&c->properties, (const uint64_t *)properties)) {
        object_release(c, KIND_CONTEXT);
        return CL_OUT_OF_HOST_MEMORY;
    }
    *out = c;
    return CL_SUCCESS;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t,
                                                         void *),
                           void *user_data, cl_int *errcode_ret)
{
    cl_context c = NULL;
    GIVE(create(properties, num_devices, devices, pfn_notify, user_data, &c), c);
}

static cl_int create_of_type(const cl_context_properties *properties, cl_device_type type,
                             void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                             void *user, cl_context *out)
{
    cl_device_id devices[DEVICE_MOST];
    cl_uint count;
    TRY(check_properties(properties));
    TRY(clGetDeviceIDs(&cl_platform, type, DEVICE_MOST, devices, &count));
    return create(properties, count, devices, notify, user, out);
}

cl_context
clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type,
                        void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *),
                        void *user_data, cl_int *errcode_ret)
{
    cl_context c = NULL;
    GIVE(create_of_type(properties, device_type, pfn_notify, user_data, &c), c);
}

cl_int clRetainContext(cl_context context)
{
    return object_retain(context, KIND_CONTEXT) ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int clReleaseContext(cl_context context)
{
    return object_release(context, KIND_CONTEXT) ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    switch (param_name) {
    case CL_CONTEXT_REFERENCE_COUNT:
        return ANSWER(ASKED, cl_uint, object_refs(context));
    case CL_CONTEXT_NUM_DEVICES:
        return ANSWER(ASKED, cl_uint, context->device_count);
    case CL_CONTEXT_DEVICES:
        return answer_bytes(ASKED, context->devices,
                            context->device_count * sizeof *context->devices);
    case CL_CONTEXT_PROPERTIES:
        return answer_bytes(ASKED, context->properties.values,
                            context->properties.count * sizeof(cl_context_properties));
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK *pfn_notify)(cl_context, void *),
                                      void *user_data)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(pfn_notify, CL_INVALID_VALUE);
    pthread_mutex_lock(&lock);
    bool good =
        destructor_add(&context->destructors,
                       (void(CL_CALLBACK *)(void *, void *))(uintptr_t)pfn_notify, user_data);
    pthread_mutex_unlock(&lock);
    return good ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

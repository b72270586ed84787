/* absent.c: what this device lacks (3.0 makes all of it optional): sharing with OpenGL and
 * EGL. Handles are checked first, so that the answer to a wrong one is the usual. */
#include "opencl.h"

/* A context, and that it has no device with the feature. */
static cl_int no_feature(cl_context context)
{
    return object_is(context, KIND_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
}

/* A queue of a context that shares nothing. */
static cl_int no_sharing(cl_command_queue queue)
{
    return object_is(queue, KIND_QUEUE) ? CL_INVALID_CONTEXT : CL_INVALID_COMMAND_QUEUE;
}

cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj,
                            cl_int *errcode_ret)
{
    (void)flags, (void)bufobj;
    GIVE(no_feature(context), NULL);
}

cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                               cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
{
    (void)flags, (void)target, (void)miplevel, (void)texture;
    GIVE(no_feature(context), NULL);
}

cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                               cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
{
    (void)flags, (void)target, (void)miplevel, (void)texture;
    GIVE(no_feature(context), NULL);
}

cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint renderbuffer,
                                  cl_int *errcode_ret)
{
    (void)flags, (void)renderbuffer;
    GIVE(no_feature(context), NULL);
}

cl_int clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type *gl_object_type,
                         cl_GLuint *gl_object_name)
{
    (void)gl_object_type, (void)gl_object_name;
    return object_is(memobj, KIND_MEMORY) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

cl_int clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info param_name, size_t param_value_size,
                          void *param_value, size_t *param_value_size_ret)
{
    (void)param_name, (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    return object_is(memobj, KIND_MEMORY) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

cl_int clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                 const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                 const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list,
        (void)event;
    return no_sharing(command_queue);
}

cl_int clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                 const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                 const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list,
        (void)event;
    return no_sharing(command_queue);
}

cl_int clGetGLContextInfoKHR(const cl_context_properties *properties, cl_gl_context_info param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret)
{
    (void)properties, (void)param_name, (void)param_value_size, (void)param_value,
        (void)param_value_size_ret;
    return CL_INVALID_OPERATION;
}

cl_int clCreateSubDevicesEXT(cl_device_id in_device,
                             const cl_device_partition_property_ext *properties,
                             cl_uint num_entries, cl_device_id *out_devices, cl_uint *num_devices)
{
    (void)properties, (void)num_entries, (void)out_devices, (void)num_devices;
    return object_is(in_device, KIND_DEVICE) ? CL_INVALID_VALUE : CL_INVALID_DEVICE;
}

cl_int clRetainDeviceEXT(cl_device_id device) { return clRetainDevice(device); }

cl_int clReleaseDeviceEXT(cl_device_id device) { return clRetainDevice(device); }

cl_event clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync, cl_int *errcode_ret)
{
    (void)sync;
    GIVE(no_feature(context), NULL);
}

cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target,
                             cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
{
    (void)flags, (void)target, (void)miplevel, (void)texture;
    GIVE(no_feature(context), NULL);
}

cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                     const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list,
        (void)event;
    return no_sharing(command_queue);
}

cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                     const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list,
        (void)event;
    return no_sharing(command_queue);
}

cl_event clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync, CLeglDisplayKHR display,
                                     cl_int *errcode_ret)
{
    (void)sync, (void)display;
    GIVE(no_feature(context), NULL);
}

cl_mem clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR egldisplay,
                               CLeglImageKHR eglimage, cl_mem_flags flags,
                               const cl_egl_image_properties_khr *properties, cl_int *errcode_ret)
{
    (void)egldisplay, (void)eglimage, (void)flags, (void)properties;
    GIVE(no_feature(context), NULL);
}

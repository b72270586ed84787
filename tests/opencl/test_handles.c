/* test_handles.c: every function with handles of another kind and with none, with objects of
 * another context, and with events that failed. Expected codes: the lists of errors in the OpenCL
 * API specification 3.0, function by function. */
#include <stdint.h>

#include "check.h"

static cl_context other;
static cl_command_queue other_queue;
static cl_mem memory, image, other_memory;
static cl_sampler sampler;
static cl_program program;
static cl_kernel kernel;
static cl_event user, failed_event, other_event;
static char host[4096];
static const size_t zero[3] = {0}, ones[3] = {1, 1, 1}, sixteen = 16;
#define LIST 0, NULL, NULL /* no events */

/* A wrong handle of each kind: none, and another object's. */
#define EACH(type, h)                                                                              \
    for (type h##s[] = {NULL, (type)(uintptr_t)wrong(#type)}, *h##_ = h##s, h = h##s[0];           \
         h##_ < h##s + 2; h = ++h##_ < h##s + 2 ? *h##_ : NULL)

static void *wrong(const char *type)
{
    return strcmp(type, "cl_context") == 0 ? (void *)queue : (void *)context;
}

static void contexts(void)
{
    cl_uint n;
    const char *text = "";
    const size_t size = 1;
    const unsigned char *binary = (const unsigned char *)"x";
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    EACH(cl_context, c)
    {
        IS(CL_INVALID_CONTEXT, clRetainContext(c));
        IS(CL_INVALID_CONTEXT, clReleaseContext(c));
        IS(CL_INVALID_CONTEXT, clGetContextInfo(c, CL_CONTEXT_NUM_DEVICES, 4, &n, NULL));
        GIVES(CL_INVALID_CONTEXT, clCreateCommandQueue(c, device, 0, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateCommandQueueWithProperties(c, device, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateBuffer(c, 0, 4, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateBufferWithProperties(c, NULL, 0, 4, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateImage(c, 0, &format, &desc, NULL, &e));
        GIVES(CL_INVALID_CONTEXT,
              clCreateImageWithProperties(c, NULL, 0, &format, &desc, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateImage2D(c, 0, &format, 4, 4, 0, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateImage3D(c, 0, &format, 4, 4, 2, 0, 0, NULL, &e));
        IS(CL_INVALID_CONTEXT,
           clGetSupportedImageFormats(c, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &n));
        GIVES(CL_INVALID_CONTEXT, clCreatePipe(c, 0, 4, 4, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateSampler(c, 0, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateSamplerWithProperties(c, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateProgramWithSource(c, 1, &text, NULL, &e));
        GIVES(CL_INVALID_CONTEXT,
              clCreateProgramWithBinary(c, 1, &device, &size, &binary, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateProgramWithIL(c, binary, 1, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateProgramWithBuiltInKernels(c, 1, &device, "k", &e));
        GIVES(CL_INVALID_CONTEXT, clLinkProgram(c, 0, NULL, NULL, 1, &program, NULL, NULL, &e));
        GIVES(CL_INVALID_CONTEXT, clCreateUserEvent(c, &e));
        IS(0, clSVMAlloc(c, 0, 4, 0) != NULL);
    }
}

static void transfers(cl_command_queue q, cl_int code)
{
    const size_t row[3] = {4, 1, 1};
    IS(code, clEnqueueReadBuffer(q, memory, 1, 0, 4, host, LIST));
    IS(code, clEnqueueWriteBuffer(q, memory, 1, 0, 4, host, LIST));
    IS(code, clEnqueueReadBufferRect(q, memory, 1, zero, zero, row, 0, 0, 0, 0, host, LIST));
    IS(code, clEnqueueWriteBufferRect(q, memory, 1, zero, zero, row, 0, 0, 0, 0, host, LIST));
    IS(code, clEnqueueCopyBuffer(q, memory, memory, 0, 64, 4, LIST));
    IS(code, clEnqueueCopyBufferRect(q, memory, memory, zero, row, row, 64, 0, 64, 0, LIST));
    IS(code, clEnqueueFillBuffer(q, memory, host, 4, 0, 4, LIST));
    IS(code, clEnqueueReadImage(q, image, 1, zero, ones, 0, 0, host, LIST));
    IS(code, clEnqueueWriteImage(q, image, 1, zero, ones, 0, 0, host, LIST));
    IS(code, clEnqueueCopyImage(q, image, image, zero, ones, ones, LIST));
    IS(code, clEnqueueCopyImageToBuffer(q, image, memory, zero, ones, 0, LIST));
    IS(code, clEnqueueCopyBufferToImage(q, memory, image, 0, zero, ones, LIST));
    IS(code, clEnqueueFillImage(q, image, host, zero, ones, LIST));
    GIVES(code, clEnqueueMapBuffer(q, memory, 1, CL_MAP_READ, 0, 4, 0, NULL, NULL, &e));
    GIVES(code, clEnqueueMapImage(q, image, 1, CL_MAP_READ, zero, ones, &(size_t){0}, NULL, 0, NULL,
                                  NULL, &e));
    IS(code, clEnqueueUnmapMemObject(q, memory, host, LIST));
    IS(code, clEnqueueMigrateMemObjects(q, 1, &memory, 0, LIST));
    IS(code, clEnqueueNDRangeKernel(q, kernel, 1, NULL, &sixteen, NULL, LIST));
    IS(code, clEnqueueTask(q, kernel, LIST));
}

static void queues(void)
{
    cl_uint n;
    void *pointer = host;
    const void *constant = host;
    EACH(cl_command_queue, q)
    {
        transfers(q, CL_INVALID_COMMAND_QUEUE);
        IS(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(q));
        IS(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(q));
        IS(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(q, CL_QUEUE_SIZE, 4, &n, NULL));
        IS(CL_INVALID_COMMAND_QUEUE, clFlush(q));
        IS(CL_INVALID_COMMAND_QUEUE, clFinish(q));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueMarker(q, &(cl_event){0}));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(q));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueWaitForEvents(q, 1, &user));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(q, LIST));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList(q, LIST));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMFree(q, 1, &pointer, NULL, NULL, LIST));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMMemcpy(q, 1, host, host + 64, 4, LIST));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMMemFill(q, host, host, 4, 4, LIST));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMMap(q, 1, CL_MAP_READ, host, 4, LIST));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMUnmap(q, host, LIST));
        IS(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMMigrateMem(q, 1, &constant, NULL, 0, LIST));
    }
    /* What is enqueued, and where, belong to one context. */
    transfers(other_queue, CL_INVALID_CONTEXT);
    IS(CL_INVALID_CONTEXT, clEnqueueCopyBuffer(queue, memory, other_memory, 0, 0, 4, LIST));
    IS(CL_INVALID_CONTEXT, clEnqueueMarkerWithWaitList(queue, 1, &other_event, NULL));
    IS(CL_INVALID_CONTEXT, clEnqueueBarrierWithWaitList(queue, 1, &other_event, NULL));
    IS(CL_INVALID_CONTEXT,
       clEnqueueFillBuffer(queue, memory, host, 4, 0, 4, 1, &other_event, NULL));
    IS(CL_INVALID_CONTEXT, clWaitForEvents(2, (cl_event[]){failed_event, other_event}));
    IS(CL_INVALID_CONTEXT, clEnqueueWaitForEvents(queue, 1, &other_event));
}

static void memories(void)
{
    size_t size;
    EACH(cl_mem, m)
    {
        IS(CL_INVALID_MEM_OBJECT, clRetainMemObject(m));
        IS(CL_INVALID_MEM_OBJECT, clReleaseMemObject(m));
        IS(CL_INVALID_MEM_OBJECT, clGetMemObjectInfo(m, CL_MEM_SIZE, 8, &size, NULL));
        IS(CL_INVALID_MEM_OBJECT, clGetImageInfo(m, CL_IMAGE_WIDTH, 8, &size, NULL));
        IS(CL_INVALID_MEM_OBJECT, clGetPipeInfo(m, CL_PIPE_PACKET_SIZE, 4, &size, NULL));
        GIVES(CL_INVALID_MEM_OBJECT,
              clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){0, 4}, &e));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(queue, m, 1, 0, 4, host, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueWriteBuffer(queue, m, 1, 0, 4, host, LIST));
        IS(CL_INVALID_MEM_OBJECT,
           clEnqueueReadBufferRect(queue, m, 1, zero, zero, ones, 0, 0, 0, 0, host, LIST));
        IS(CL_INVALID_MEM_OBJECT,
           clEnqueueWriteBufferRect(queue, m, 1, zero, zero, ones, 0, 0, 0, 0, host, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(queue, m, memory, 0, 0, 4, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(queue, memory, m, 0, 0, 4, LIST));
        IS(CL_INVALID_MEM_OBJECT,
           clEnqueueCopyBufferRect(queue, m, memory, zero, zero, ones, 0, 0, 0, 0, LIST));
        IS(CL_INVALID_MEM_OBJECT,
           clEnqueueCopyBufferRect(queue, memory, m, zero, zero, ones, 0, 0, 0, 0, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueFillBuffer(queue, m, host, 4, 0, 4, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueReadImage(queue, m, 1, zero, ones, 0, 0, host, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueWriteImage(queue, m, 1, zero, ones, 0, 0, host, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueCopyImage(queue, m, image, zero, zero, ones, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueCopyImage(queue, image, m, zero, zero, ones, LIST));
        IS(CL_INVALID_MEM_OBJECT,
           clEnqueueCopyImageToBuffer(queue, m, memory, zero, ones, 0, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueCopyImageToBuffer(queue, image, m, zero, ones, 0, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueCopyBufferToImage(queue, m, image, 0, zero, ones, LIST));
        IS(CL_INVALID_MEM_OBJECT,
           clEnqueueCopyBufferToImage(queue, memory, m, 0, zero, ones, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueFillImage(queue, m, host, zero, ones, LIST));
        GIVES(CL_INVALID_MEM_OBJECT,
              clEnqueueMapBuffer(queue, m, 1, CL_MAP_READ, 0, 4, 0, NULL, NULL, &e));
        GIVES(CL_INVALID_MEM_OBJECT, clEnqueueMapImage(queue, m, 1, CL_MAP_READ, zero, ones, &size,
                                                       NULL, 0, NULL, NULL, &e));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueUnmapMemObject(queue, m, host, LIST));
        IS(CL_INVALID_MEM_OBJECT, clEnqueueMigrateMemObjects(queue, 1, &m, 0, LIST));
    }
}

static void rest(void)
{
    cl_uint n;
    size_t size;
    cl_ulong time;
    const cl_sampler none = NULL;
    IS(CL_INVALID_SAMPLER, clRetainSampler(none));
    EACH(cl_sampler, s)
    {
        IS(CL_INVALID_SAMPLER, clReleaseSampler(s));
        IS(CL_INVALID_SAMPLER, clGetSamplerInfo(s, CL_SAMPLER_REFERENCE_COUNT, 4, &n, NULL));
    }
    EACH(cl_event, v)
    {
        IS(CL_INVALID_EVENT, clRetainEvent(v));
        IS(CL_INVALID_EVENT, clReleaseEvent(v));
        IS(CL_INVALID_EVENT, clGetEventInfo(v, CL_EVENT_REFERENCE_COUNT, 4, &n, NULL));
        IS(CL_INVALID_EVENT, clGetEventProfilingInfo(v, CL_PROFILING_COMMAND_END, 8, &time, NULL));
        IS(CL_INVALID_EVENT, clSetUserEventStatus(v, CL_COMPLETE));
        IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 1, &v, NULL));
    }
    EACH(cl_program, p)
    {
        IS(CL_INVALID_PROGRAM, clRetainProgram(p));
        IS(CL_INVALID_PROGRAM, clReleaseProgram(p));
        IS(CL_INVALID_PROGRAM, clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
        IS(CL_INVALID_PROGRAM, clCompileProgram(p, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
        IS(CL_INVALID_PROGRAM, clGetProgramInfo(p, CL_PROGRAM_REFERENCE_COUNT, 4, &n, NULL));
        IS(CL_INVALID_PROGRAM,
           clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS, 4, &n, NULL));
        IS(CL_INVALID_PROGRAM, clCreateKernelsInProgram(p, 0, NULL, &n));
        GIVES(CL_INVALID_PROGRAM, clCreateKernel(p, "k", &e));
        GIVES(CL_INVALID_PROGRAM, clLinkProgram(context, 0, NULL, NULL, 1, &p, NULL, NULL, &e));
    }
    EACH(cl_kernel, k)
    {
        IS(CL_INVALID_KERNEL, clRetainKernel(k));
        IS(CL_INVALID_KERNEL, clReleaseKernel(k));
        IS(CL_INVALID_KERNEL, clSetKernelArg(k, 0, 4, &n));
        IS(CL_INVALID_KERNEL, clSetKernelArgSVMPointer(k, 0, NULL));
        IS(CL_INVALID_KERNEL, clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, 4, &n));
        IS(CL_INVALID_KERNEL, clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, 4, &n, NULL));
        IS(CL_INVALID_KERNEL, clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, 4, &n, NULL));
        IS(CL_INVALID_KERNEL,
           clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, 8, &size, NULL));
        IS(CL_INVALID_KERNEL, clGetKernelSubGroupInfo(k, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0,
                                                      NULL, 8, &size, NULL));
        IS(CL_INVALID_KERNEL, clEnqueueNDRangeKernel(queue, k, 1, NULL, &sixteen, NULL, LIST));
        IS(CL_INVALID_KERNEL, clEnqueueTask(queue, k, LIST));
        GIVES(CL_INVALID_KERNEL, clCloneKernel(k, &e));
    }
}

/* What waits for an event that failed fails, and a blocking command says so at once. */
static void failures(void)
{
    const cl_int refused = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    const size_t row[3] = {4, 1, 1};
    const cl_event *e1 = &failed_event;
    IS(refused, clWaitForEvents(1, e1));
    IS(refused, clEnqueueReadBuffer(queue, memory, 1, 0, 4, host, 1, e1, NULL));
    IS(refused, clEnqueueWriteBuffer(queue, memory, 1, 0, 4, host, 1, e1, NULL));
    IS(refused,
       clEnqueueReadBufferRect(queue, memory, 1, zero, zero, row, 0, 0, 0, 0, host, 1, e1, NULL));
    IS(refused,
       clEnqueueWriteBufferRect(queue, memory, 1, zero, zero, row, 0, 0, 0, 0, host, 1, e1, NULL));
    IS(refused, clEnqueueReadImage(queue, image, 1, zero, ones, 0, 0, host, 1, e1, NULL));
    IS(refused, clEnqueueWriteImage(queue, image, 1, zero, ones, 0, 0, host, 1, e1, NULL));
    IS(refused, clEnqueueSVMMemcpy(queue, 1, host, host + 64, 4, 1, e1, NULL));
    IS(refused, clEnqueueSVMMap(queue, 1, CL_MAP_READ, host, 4, 1, e1, NULL));
    GIVES(refused, clEnqueueMapBuffer(queue, memory, 1, CL_MAP_READ, 0, 4, 1, e1, NULL, &e));
    GIVES(refused, clEnqueueMapImage(queue, image, 1, CL_MAP_READ, zero, ones, &(size_t){0}, NULL,
                                     1, e1, NULL, &e));
}

int main(void)
{
    cl_int e;
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    start();
    other = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    OK(e);
    other_queue = clCreateCommandQueueWithProperties(other, device, NULL, &e);
    OK(e);
    memory = clCreateBuffer(context, 0, 1024, NULL, &e);
    other_memory = clCreateBuffer(other, 0, 1024, NULL, &e);
    image = clCreateImage(context, 0, &format, &desc, NULL, &e);
    OK(e);
    sampler = clCreateSampler(context, 0, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &e);
    OK(e);
    user = clCreateUserEvent(context, &e);
    failed_event = clCreateUserEvent(context, &e);
    other_event = clCreateUserEvent(other, &e);
    OK(clSetUserEventStatus(failed_event, -5));
    OK(clSetUserEventStatus(other_event, CL_COMPLETE));
    program = build("kernel void k(global int *x) { x[0] = 1; }", NULL);
    kernel = clCreateKernel(program, "k", &e);
    OK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    contexts();
    queues();
    memories();
    rest();
    failures();
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseEvent(user));
    OK(clReleaseEvent(failed_event));
    OK(clReleaseEvent(other_event));
    OK(clReleaseSampler(sampler));
    OK(clReleaseMemObject(image));
    OK(clReleaseMemObject(memory));
    OK(clReleaseMemObject(other_memory));
    OK(clReleaseCommandQueue(other_queue));
    OK(clReleaseContext(other));
    return finish();
}

/* test_misuse.c: what functions answer to what the specification forbids. Expected codes: the lists
 * of errors in the OpenCL API specification 3.0, function by function. */
#include "check.h"

static cl_mem memory, read_only, no_host, part;
static cl_program program, bare;
static cl_kernel kernel;
static cl_event user;
static const char source[] =
    "kernel void k(global int *x, int n, local int *l) { l[0] = n; x[0] = l[0]; }";
#define LIST 0, NULL, NULL /* no events */

static void devices(void)
{
    cl_uint n;
    cl_device_id d;
    size_t size;
    char text[4];
    cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform,
                                     CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_context_properties strange[] = {0x9999, 1, 0};
    IS(CL_INVALID_VALUE, clGetPlatformInfo(platform, 0x1, 4, text, NULL));
    IS(CL_INVALID_VALUE, clGetPlatformInfo(platform, CL_PLATFORM_NAME, 2, text, NULL));
    IS(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 0, 1, &d, NULL));
    IS(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 1 << 12, 1, &d, NULL));
    IS(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &d, NULL));
    IS(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, NULL));
    IS(CL_DEVICE_NOT_FOUND, clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &d, &n));
    IS(0, n);
    IS(CL_INVALID_VALUE, clGetDeviceInfo(device, 0x1, 4, text, NULL));
    IS(CL_INVALID_VALUE, clGetDeviceInfo(device, CL_DEVICE_NAME, 2, text, NULL));
    IS(CL_INVALID_VALUE, clCreateSubDevices(device, NULL, 1, &d, &n));
    IS(CL_INVALID_VALUE, clGetHostTimer(device, NULL));
    IS(CL_INVALID_VALUE, clGetDeviceAndHostTimer(device, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clCreateContext(NULL, 0, &device, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateContext(NULL, 1, &device, NULL, &n, &e));
    GIVES(CL_INVALID_PROPERTY, clCreateContext(twice, 1, &device, NULL, NULL, &e));
    GIVES(CL_INVALID_PROPERTY, clCreateContext(strange, 1, &device, NULL, NULL, &e));
    GIVES(CL_INVALID_DEVICE, clCreateContext(NULL, 1, (cl_device_id *)&context, NULL, NULL, &e));
    GIVES(CL_DEVICE_NOT_FOUND,
          clCreateContextFromType(NULL, CL_DEVICE_TYPE_ACCELERATOR, NULL, NULL, &e));
    IS(CL_INVALID_VALUE, clGetContextInfo(context, 0x1, 8, &size, NULL));
    IS(CL_INVALID_VALUE, clSetContextDestructorCallback(context, NULL, NULL));
    /* Every query that a program may make of a device has an answer, sized as it says. */
    static const cl_device_info ranges[][2] = {
        {0x1000, 0x1033}, {0x1036, 0x104D}, {0x1050, 0x106D}};
    for (int r = 0; r < 3; r++)
        for (cl_device_info i = ranges[r][0]; i <= ranges[r][1]; i++)
            if (i != 0x1062) /* between: no name has this number */
                IS(CL_SUCCESS, clGetDeviceInfo(device, i, 0, NULL, &size) + 0 * (int)i);
}

static void queues(void)
{
    const cl_queue_properties strange[] = {0x1, 1, 0}, sized[] = {CL_QUEUE_SIZE, 1, 0};
    const cl_queue_properties unknown[] = {CL_QUEUE_PROPERTIES, 1 << 9, 0};
    const cl_queue_properties on_device[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_uint n;
    GIVES(CL_INVALID_DEVICE,
          clCreateCommandQueueWithProperties(context, (cl_device_id)platform, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, strange, &e));
    GIVES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, unknown, &e));
    GIVES(CL_INVALID_QUEUE_PROPERTIES,
          clCreateCommandQueueWithProperties(context, device, sized, &e));
    GIVES(CL_INVALID_QUEUE_PROPERTIES,
          clCreateCommandQueueWithProperties(context, device, on_device, &e));
    GIVES(CL_INVALID_VALUE, clCreateCommandQueue(context, device, 1 << 9, &e));
    IS(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, 4, &n, NULL));
    IS(CL_INVALID_VALUE, clGetCommandQueueInfo(queue, 0x1, 4, &n, NULL));
    IS(CL_INVALID_OPERATION, clSetDefaultDeviceCommandQueue(context, device, queue));
    IS(CL_INVALID_COMMAND_QUEUE, clFinish((cl_command_queue)context));
    IS(CL_INVALID_COMMAND_QUEUE, clFlush((cl_command_queue)context));
    IS(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue((cl_command_queue)context));
    IS(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList((cl_command_queue)context, LIST));
    IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 1, NULL, NULL));
    IS(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 0, &user, NULL));
    IS(CL_INVALID_EVENT_WAIT_LIST,
       clEnqueueBarrierWithWaitList(queue, 1, (cl_event *)&context, NULL));
    IS(CL_INVALID_VALUE, clEnqueueMarker(queue, NULL));
    IS(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue, 0, NULL));
    IS(CL_INVALID_VALUE, clWaitForEvents(0, NULL));
    IS(CL_INVALID_EVENT, clWaitForEvents(1, (cl_event *)&context));
    IS(CL_INVALID_VALUE, clSetUserEventStatus(user, CL_RUNNING));
    IS(CL_INVALID_VALUE, clSetEventCallback(user, CL_COMPLETE, NULL, NULL));
    IS(CL_INVALID_VALUE, clGetEventInfo(user, 0x1, 4, &n, NULL));
    IS(CL_PROFILING_INFO_NOT_AVAILABLE,
       clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, 8, &(cl_ulong){0}, NULL));
    IS(CL_INVALID_EVENT, clReleaseEvent((cl_event)context));
}

static void buffers(void)
{
    char host[64];
    const size_t zero[] = {0, 0, 0}, one[] = {8, 2, 1}, none[] = {8, 0, 1}, much[] = {64, 64, 1};
    cl_event *no = NULL;
    cl_mem foreign = (cl_mem)context;
    GIVES(CL_INVALID_VALUE,
          clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, NULL, &e));
    GIVES(CL_INVALID_VALUE,
          clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, host, &e));
    GIVES(CL_INVALID_VALUE,
          clCreateBuffer(context, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 4, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateBuffer(context, 1u << 20, 4, NULL, &e));
    GIVES(CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, 0, NULL, &e));
    GIVES(CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, (size_t)1 << 50, NULL, &e));
    GIVES(CL_INVALID_HOST_PTR, clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4, NULL, &e));
    GIVES(CL_INVALID_HOST_PTR, clCreateBuffer(context, 0, 4, host, &e));
    GIVES(CL_INVALID_PROPERTY,
          clCreateBufferWithProperties(context, (cl_mem_properties[]){1, 1, 0}, 0, 4, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(memory, 0, 0x1, &(cl_buffer_region){0, 4}, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                              &(cl_buffer_region){512, 513}, &e));
    GIVES(CL_INVALID_BUFFER_SIZE, clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                                    &(cl_buffer_region){0, 0}, &e));
    GIVES(
        CL_MISALIGNED_SUB_BUFFER_OFFSET,
        clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){4, 4}, &e));
    GIVES(CL_INVALID_VALUE,
          clCreateSubBuffer(read_only, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                            &(cl_buffer_region){0, 4}, &e));
    GIVES(CL_INVALID_MEM_OBJECT,
          clCreateSubBuffer(part, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){0, 4}, &e));
    IS(CL_INVALID_VALUE, clGetMemObjectInfo(memory, 0x1, 4, host, NULL));
    IS(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(memory, NULL, NULL));
    IS(CL_INVALID_MEM_OBJECT, clReleaseMemObject(foreign));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(queue, foreign, 1, 0, 4, host, LIST));
    IS(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, memory, 1, 0, 0, host, LIST));
    IS(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, memory, 1, 1022, 4, host, LIST));
    IS(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, memory, 1, (size_t)-2, 4, host, LIST));
    IS(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, memory, 1, 0, 4, NULL, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueReadBuffer(queue, no_host, 1, 0, 4, host, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueWriteBuffer(queue, no_host, 1, 0, 4, host, LIST));
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, memory, memory, 0, 4, 8, LIST));
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, memory, part, 256, 4, 8, LIST));
    IS(CL_INVALID_VALUE, clEnqueueCopyBuffer(queue, memory, memory, 0, 1020, 8, LIST));
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, memory, NULL, 4, 0, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, memory, host, 3, 0, 6, LIST));
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, memory, host, 4, 2, 4, LIST));
    IS(CL_INVALID_VALUE,
       clEnqueueReadBufferRect(queue, memory, 1, zero, zero, none, 0, 0, 0, 0, host, LIST));
    IS(CL_INVALID_VALUE,
       clEnqueueReadBufferRect(queue, memory, 1, zero, zero, much, 0, 0, 0, 0, host, LIST));
    IS(CL_INVALID_VALUE,
       clEnqueueReadBufferRect(queue, memory, 1, zero, zero, one, 4, 0, 0, 0, host, LIST));
    IS(CL_INVALID_VALUE,
       clEnqueueWriteBufferRect(queue, memory, 1, zero, zero, one, 0, 20, 0, 0, host, LIST));
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(queue, memory, memory, zero,
                                                    (size_t[]){4, 0, 0}, one, 16, 0, 16, 0, LIST));
    OK(clEnqueueCopyBufferRect(queue, memory, memory, zero, (size_t[]){8, 0, 0}, one, 16, 0, 16, 0,
                               LIST));
    GIVES(CL_INVALID_VALUE, clEnqueueMapBuffer(queue, memory, 1, 1 << 9, 0, 4, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE,
          clEnqueueMapBuffer(queue, memory, 1, CL_MAP_READ, 1022, 4, 0, no, no, &e));
    GIVES(CL_INVALID_OPERATION,
          clEnqueueMapBuffer(queue, no_host, 1, CL_MAP_READ, 0, 4, 0, no, no, &e));
    IS(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, memory, host, LIST));
    IS(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 0, NULL, 0, LIST));
    IS(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 1, &memory, 1 << 9, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueMigrateMemObjects(queue, 1, &foreign, 0, LIST));
    IS(0, clSVMAlloc(context, 0, 0, 0) != NULL);
    IS(0, clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 4, 0) != NULL);
    IS(0, clSVMAlloc(context, 0, 4, 3) != NULL);
    IS(CL_INVALID_VALUE, clEnqueueSVMMemcpy(queue, 1, NULL, host, 4, LIST));
    IS(CL_MEM_COPY_OVERLAP, clEnqueueSVMMemcpy(queue, 1, host, host + 2, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, host, host, 3, 6, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, CL_MAP_READ, NULL, 4, LIST));
}

static void programs(void)
{
    const char *text = source, *no_text = NULL;
    const unsigned char *junk = (const unsigned char *)"junkjunk";
    const size_t length = 8, nothing = 0;
    cl_int status, x;
    cl_mem foreign = (cl_mem)context;
    GIVES(CL_INVALID_VALUE, clCreateProgramWithSource(context, 0, &text, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithSource(context, 1, &no_text, NULL, &e));
    GIVES(CL_INVALID_BINARY,
          clCreateProgramWithBinary(context, 1, &device, &length, &junk, &status, &e));
    IS(CL_INVALID_BINARY, status);
    GIVES(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 1, &device, &nothing, &junk, &status, &e));
    size_t il = 0; /* bytes of a text: without llvm-spirv it is empty */
    OK(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, 0, NULL, &il));
    GIVES(il > 1 ? CL_INVALID_VALUE : CL_INVALID_OPERATION,
          clCreateProgramWithIL(context, junk, 8, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 1, &device, "k", &e));
    IS(CL_INVALID_VALUE, clBuildProgram(bare, 1, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_VALUE, clBuildProgram(bare, 0, NULL, NULL, NULL, &x));
    IS(CL_INVALID_BUILD_OPTIONS, clBuildProgram(bare, 0, NULL, "-D", NULL, NULL));
    IS(CL_INVALID_OPERATION, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_COMPILER_OPTIONS,
       clCompileProgram(bare, 0, NULL, "-no-such", 0, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_VALUE, clCompileProgram(bare, 0, NULL, NULL, 1, NULL, NULL, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clLinkProgram(context, 0, NULL, NULL, 0, NULL, NULL, NULL, &e));
    GIVES(CL_INVALID_OPERATION, clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &e));
    IS(CL_INVALID_PROGRAM_EXECUTABLE,
       clGetProgramInfo(bare, CL_PROGRAM_NUM_KERNELS, 8, &(size_t){0}, NULL));
    IS(CL_INVALID_VALUE, clGetProgramInfo(program, 0x1, 4, &x, NULL));
    IS(CL_INVALID_DEVICE, clGetProgramBuildInfo(program, (cl_device_id)platform,
                                                CL_PROGRAM_BUILD_STATUS, 4, &x, NULL));
    GIVES(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(bare, "k", &e));
    GIVES(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "none", &e));
    GIVES(CL_INVALID_VALUE, clCreateKernel(program, NULL, &e));
    IS(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 0, &(cl_kernel){0}, NULL));
    IS(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 3, 4, &x));
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 4, &memory));
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, 8, &foreign));
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 8, &x));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, 4, NULL));
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 2, 0, NULL));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 2, 4, &x));
    IS(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(kernel, 3, NULL));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 0, &x));
    IS(CL_INVALID_OPERATION, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
                                                 sizeof(cl_bool), &(cl_bool){CL_TRUE}));
    IS(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, &x));
    IS(CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
       clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 4, &x, NULL));
    IS(CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 9, CL_KERNEL_ARG_NAME, 4, &x, NULL));
    IS(CL_INVALID_VALUE,
       clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, 24, NULL, NULL));
    IS(CL_INVALID_VALUE, clGetKernelInfo(kernel, 0x1, 4, &x, NULL));
}

static void launches(void)
{
    const size_t n = 64, odd = 48, big = 2048, huge = (size_t)1 << 33, zero = 0;
    const size_t many[3] = {64, 64, 1};
    cl_kernel k = kernel;
    IS(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, LIST));
    OK(clSetKernelArg(k, 0, sizeof memory, &memory));
    OK(clSetKernelArg(k, 1, 4, &(int){1}));
    OK(clSetKernelArg(k, 2, 1 << 20, NULL));
    IS(CL_OUT_OF_RESOURCES, clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, LIST));
    OK(clSetKernelArg(k, 2, 64, NULL));
    IS(CL_INVALID_KERNEL,
       clEnqueueNDRangeKernel(queue, (cl_kernel)context, 1, NULL, &n, NULL, LIST));
    IS(CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(queue, k, 0, NULL, &n, NULL, LIST));
    IS(CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(queue, k, 4, NULL, &n, NULL, LIST));
    IS(CL_INVALID_GLOBAL_WORK_SIZE, clEnqueueNDRangeKernel(queue, k, 1, NULL, &huge, NULL, LIST));
    IS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, &odd, LIST));
    IS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, &zero, LIST));
    IS(CL_INVALID_WORK_ITEM_SIZE, clEnqueueNDRangeKernel(queue, k, 1, NULL, &big, &big, LIST));
    IS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, k, 2, NULL, many, many, LIST));
    IS(CL_INVALID_EVENT_WAIT_LIST,
       clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 1, NULL, NULL));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &zero, NULL, LIST));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, NULL, NULL, LIST));
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, LIST));
    IS(CL_INVALID_VALUE, clEnqueueNativeKernel(queue, NULL, NULL, 0, 0, NULL, NULL, LIST));
}

/* What the device has not. */
static void absent(void)
{
    const size_t zero[3] = {0};
    IS(CL_INVALID_MEM_OBJECT, clGetPipeInfo(memory, CL_PIPE_PACKET_SIZE, 8, NULL, NULL));
    IS(CL_INVALID_MEM_OBJECT, clGetImageInfo(memory, CL_IMAGE_WIDTH, 8, NULL, NULL));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueReadImage(queue, memory, 1, zero, zero, 0, 0, NULL, LIST));
    OK(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, 8, NULL,
                               NULL));
}

int main(void)
{
    cl_int e;
    const char *text = source;
    start();
    memory = clCreateBuffer(context, 0, 1024, NULL, &e);
    read_only = clCreateBuffer(context, CL_MEM_READ_ONLY, 1024, NULL, &e);
    no_host = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 1024, NULL, &e);
    part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){256, 256},
                             &e);
    user = clCreateUserEvent(context, &e);
    program = build(source, NULL);
    bare = clCreateProgramWithSource(context, 1, &text, NULL, &e);
    kernel = clCreateKernel(program, "k", &e);
    OK(e);
    devices();
    queues();
    buffers();
    programs();
    launches();
    absent();
    OK(clFinish(queue));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseProgram(bare));
    OK(clReleaseEvent(user));
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(memory));
    OK(clReleaseMemObject(read_only));
    OK(clReleaseMemObject(no_host));
    return finish();
}

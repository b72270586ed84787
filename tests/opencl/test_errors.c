/* test_errors.c: the misuses of errors.tbl that test_misuse.c and test_handles.c lack, in its
 * order. Expected codes: the lists of errors in the OpenCL API specification 3.0, function by
 * function. */
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#include "check.h"

#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <stdint.h>

#define LIST      0, NULL, NULL           /* no events */
#define NOT(type) ((type)(void *)context) /* a handle of another kind */

static cl_context other;
static cl_mem buffer, part, part2, reads, writes, host_reads, host_writes, no_host, pipe_;
static cl_mem image, image3, array, image_no_host, image_reads, image_writes, texels, floats;
static cl_sampler sampler;
static cl_program program, bare;
static cl_kernel kernel;
static cl_event user, alien_event;
static char host[8192];
static const size_t zero[3] = {0}, one[3] = {1, 1, 1}, four[3] = {4, 1, 1}, sixteen = 16;
static const size_t past[3] = {4096, 0, 0}, none[3] = {1, 0, 1}, deep[3] = {1, 1, 2};
static const size_t far_off[3] = {64, 0, 0};
static const size_t shared[3] = {256, 0, 0}; /* of both parts */
static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8}, red = {CL_R, CL_FLOAT};

/* Every command but for those that 1.2 deprecates, with a list of events. */
static void commands(cl_command_queue q, cl_int code, cl_uint count, const cl_event *list)
{
    void *pointer = host;
    const void *constant = host;
    size_t pitch;
    cl_event *out = NULL;
    IS(code, clEnqueueReadBuffer(q, buffer, 0, 0, 4, host, count, list, out));
    IS(code, clEnqueueWriteBuffer(q, buffer, 0, 0, 4, host, count, list, out));
    IS(code,
       clEnqueueReadBufferRect(q, buffer, 0, zero, zero, four, 0, 0, 0, 0, host, count, list, out));
    IS(code, clEnqueueWriteBufferRect(q, buffer, 0, zero, zero, four, 0, 0, 0, 0, host, count, list,
                                      out));
    IS(code, clEnqueueCopyBuffer(q, buffer, buffer, 0, 64, 4, count, list, out));
    IS(code, clEnqueueCopyBufferRect(q, buffer, buffer, zero, far_off, four, 64, 0, 64, 0, count,
                                     list, out));
    IS(code, clEnqueueFillBuffer(q, buffer, host, 4, 0, 4, count, list, out));
    GIVES(code, clEnqueueMapBuffer(q, buffer, 0, CL_MAP_READ, 0, 4, count, list, out, &e));
    IS(code, clEnqueueReadImage(q, image, 0, zero, one, 0, 0, host, count, list, out));
    IS(code, clEnqueueWriteImage(q, image, 0, zero, one, 0, 0, host, count, list, out));
    IS(code, clEnqueueCopyImage(q, image, image3, zero, zero, one, count, list, out));
    IS(code, clEnqueueFillImage(q, image, host, zero, one, count, list, out));
    IS(code, clEnqueueCopyImageToBuffer(q, image, buffer, zero, one, 0, count, list, out));
    IS(code, clEnqueueCopyBufferToImage(q, buffer, image, 0, zero, one, count, list, out));
    GIVES(code, clEnqueueMapImage(q, image, 0, CL_MAP_READ, zero, one, &pitch, NULL, count, list,
                                  out, &e));
    IS(code, clEnqueueUnmapMemObject(q, buffer, host, count, list, out));
    IS(code, clEnqueueMigrateMemObjects(q, 1, &buffer, 0, count, list, out));
    IS(code, clEnqueueSVMFree(q, 0, NULL, NULL, NULL, count, list, out));
    IS(code, clEnqueueSVMMemcpy(q, 0, host, host + 64, 4, count, list, out));
    IS(code, clEnqueueSVMMemFill(q, pointer, host, 4, 4, count, list, out));
    IS(code, clEnqueueSVMMap(q, 0, CL_MAP_READ, host, 4, count, list, out));
    IS(code, clEnqueueSVMUnmap(q, host, count, list, out));
    IS(code, clEnqueueSVMMigrateMem(q, 1, &constant, NULL, 0, count, list, out));
    IS(code, clEnqueueNDRangeKernel(q, kernel, 1, NULL, &sixteen, NULL, count, list, out));
    IS(code, clEnqueueTask(q, kernel, count, list, out));
    IS(code, clEnqueueNativeKernel(q, (void(CL_CALLBACK *)(void *))(uintptr_t)free, NULL, 0, 0,
                                   NULL, NULL, count, list, out));
    IS(code, clEnqueueMarkerWithWaitList(q, count, list, out));
    IS(code, clEnqueueBarrierWithWaitList(q, count, list, out));
}

static void wait_lists(void)
{
    const cl_event no_event = NOT(cl_event);
    commands(queue, CL_INVALID_EVENT_WAIT_LIST, 1, NULL);
    commands(queue, CL_INVALID_EVENT_WAIT_LIST, 0, &user);
    commands(queue, CL_INVALID_EVENT_WAIT_LIST, 1, &no_event);
    commands(queue, CL_INVALID_CONTEXT, 1, &alien_event);
    commands(NULL, CL_INVALID_COMMAND_QUEUE, 0, NULL);
    commands(NOT(cl_command_queue), CL_INVALID_COMMAND_QUEUE, 0, NULL);
}

static void CL_CALLBACK on_error(const char *text, const void *data, size_t size, void *user_data)
{
    (void)text, (void)data, (void)size, (void)user_data;
}

static void platforms(void)
{
    cl_uint n;
    cl_device_id d;
    char text[2];
    cl_ulong time;
    cl_platform_id p;
    const cl_platform_id no_platform = NOT(cl_platform_id);
    const cl_device_id no_device = NOT(cl_device_id);
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    const cl_device_partition_property_ext old_equally[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, 0};
    /* The loader wants the platform to be named. */
#define WITH_PLATFORM(...)                                                                         \
    {                                                                                              \
        CL_CONTEXT_PLATFORM, (cl_context_properties)platform, __VA_ARGS__, 0                       \
    }
    const cl_context_properties wrong[] = WITH_PLATFORM(CL_CONTEXT_INTEROP_USER_SYNC, 7),
                                strange[] = WITH_PLATFORM(0x9999, 1),
                                twice[] = WITH_PLATFORM(CL_CONTEXT_INTEROP_USER_SYNC, 0,
                                                        CL_CONTEXT_INTEROP_USER_SYNC, 0);
    const cl_context_properties alien[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)context, 0};
    /* The loader has one of its own: this is the library's. */
    const cl_icd_dispatch *library = *(const cl_icd_dispatch *const *)(const void *)platform;
    cl_api_clGetPlatformIDs clGetPlatformIDs = library->clGetPlatformIDs;
    IS(CL_INVALID_VALUE, clGetPlatformIDs(0, &p, NULL));
    IS(CL_INVALID_VALUE, clGetPlatformIDs(0, NULL, NULL));
    GIVES(CL_INVALID_PLATFORM, clCreateContext(alien, 1, &device, NULL, NULL, &e));
    GIVES(CL_INVALID_PLATFORM, clCreateContextFromType(alien, CL_DEVICE_TYPE_ALL, NULL, NULL, &e));
    IS(CL_INVALID_PLATFORM, clGetPlatformInfo(no_platform, CL_PLATFORM_NAME, 2, text, NULL));
    IS(CL_INVALID_PLATFORM, clGetDeviceIDs(no_platform, CL_DEVICE_TYPE_ALL, 1, &d, NULL));
    IS(CL_INVALID_PLATFORM, clUnloadPlatformCompiler(no_platform));
    IS(CL_INVALID_DEVICE, clGetDeviceInfo(no_device, CL_DEVICE_NAME, 2, text, NULL));
    IS(CL_INVALID_DEVICE, clGetHostTimer(no_device, &time));
    IS(CL_INVALID_DEVICE, clGetDeviceAndHostTimer(no_device, &time, &time));
    IS(CL_INVALID_VALUE, clGetDeviceAndHostTimer(device, NULL, &time));
    IS(CL_INVALID_VALUE, clGetDeviceAndHostTimer(device, &time, NULL));
    IS(CL_INVALID_DEVICE, clCreateSubDevices(no_device, equally, 1, &d, &n));
    IS(CL_INVALID_VALUE, clCreateSubDevices(device, equally, 1, &d, &n));
    IS(CL_INVALID_DEVICE, clRetainDevice(no_device));
    IS(CL_INVALID_DEVICE, clReleaseDevice(no_device));
    clCreateSubDevicesEXT_fn clCreateSubDevicesEXT =
        (clCreateSubDevicesEXT_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(
            platform, "clCreateSubDevicesEXT");
    clRetainDeviceEXT_fn clRetainDeviceEXT =
        (clRetainDeviceEXT_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(
            platform, "clRetainDeviceEXT");
    clReleaseDeviceEXT_fn clReleaseDeviceEXT =
        (clReleaseDeviceEXT_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(
            platform, "clReleaseDeviceEXT");
    IS(CL_INVALID_DEVICE, clCreateSubDevicesEXT(no_device, old_equally, 1, &d, &n));
    IS(CL_INVALID_VALUE, clCreateSubDevicesEXT(device, old_equally, 1, &d, &n));
    IS(CL_INVALID_VALUE, clCreateSubDevicesEXT(device, NULL, 1, &d, &n));
    IS(CL_INVALID_DEVICE, clRetainDeviceEXT(no_device));
    IS(CL_INVALID_DEVICE, clReleaseDeviceEXT(no_device));
    GIVES(CL_INVALID_PROPERTY, clCreateContext(wrong, 1, &device, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateContext(NULL, 1, NULL, NULL, NULL, &e));
    GIVES(CL_INVALID_DEVICE, clCreateContext(NULL, 1, &no_device, on_error, NULL, &e));
    GIVES(CL_INVALID_PROPERTY, clCreateContextFromType(wrong, CL_DEVICE_TYPE_ALL, NULL, NULL, &e));
    GIVES(CL_INVALID_PROPERTY,
          clCreateContextFromType(strange, CL_DEVICE_TYPE_ALL, NULL, NULL, &e));
    GIVES(CL_INVALID_PROPERTY, clCreateContextFromType(twice, CL_DEVICE_TYPE_ALL, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, host, &e));
    GIVES(CL_INVALID_DEVICE_TYPE, clCreateContextFromType(NULL, 1 << 12, on_error, NULL, &e));
    IS(CL_INVALID_VALUE, clGetContextInfo(context, CL_CONTEXT_DEVICES, 2, text, NULL));
    IS(CL_INVALID_CONTEXT, clSetContextDestructorCallback(NULL, NULL, NULL));
    IS(CL_INVALID_CONTEXT, clSetContextDestructorCallback((cl_context)(void *)queue, NULL, NULL));
}

static void queues(void)
{
    const cl_queue_properties twice[] = {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0};
    const cl_queue_properties lonely[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0};
    cl_context no_context = (cl_context)(void *)queue;
    cl_uint n;
    GIVES(CL_INVALID_DEVICE, clCreateCommandQueueWithProperties(context, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, twice, &e));
    GIVES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, lonely, &e));
    GIVES(CL_INVALID_DEVICE, clCreateCommandQueue(context, NULL, 0, &e));
    GIVES(CL_INVALID_DEVICE, clCreateCommandQueue(context, NOT(cl_device_id), 0, &e));
    IS(CL_INVALID_CONTEXT, clSetDefaultDeviceCommandQueue(NULL, device, queue));
    IS(CL_INVALID_CONTEXT, clSetDefaultDeviceCommandQueue(no_context, device, queue));
    IS(CL_INVALID_DEVICE, clSetDefaultDeviceCommandQueue(context, NULL, queue));
    IS(CL_INVALID_DEVICE, clSetDefaultDeviceCommandQueue(context, NOT(cl_device_id), queue));
    IS(CL_INVALID_VALUE, clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, 2, &n, NULL));
    IS(CL_INVALID_COMMAND_QUEUE, clSetCommandQueueProperty(NULL, 0, 0, NULL));
    IS(CL_INVALID_COMMAND_QUEUE, clSetCommandQueueProperty(NOT(cl_command_queue), 0, 0, NULL));
    IS(CL_INVALID_OPERATION,
       clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL));
}

/* clCreateBuffer and clCreateBufferWithProperties. */
static void new_buffers(void)
{
    const size_t most = (size_t)1 << 50;
    const struct {
        cl_int code;
        cl_mem_flags flags;
        size_t size;
        void *pointer;
    } cases[] = {
        {CL_INVALID_VALUE, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 4, NULL},
        {CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, host},
        {CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 4, host},
        {CL_INVALID_VALUE, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 4, NULL},
        {CL_INVALID_VALUE, CL_MEM_SVM_ATOMICS, 4, NULL},
        {CL_INVALID_BUFFER_SIZE, 0, 0, NULL},
        {CL_INVALID_BUFFER_SIZE, 0, most, NULL},
        {CL_INVALID_HOST_PTR, CL_MEM_USE_HOST_PTR, 4, NULL},
        {CL_INVALID_HOST_PTR, CL_MEM_COPY_HOST_PTR, 4, NULL},
        {CL_INVALID_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, 4, host},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GIVES(cases[i].code,
              clCreateBuffer(context, cases[i].flags, cases[i].size, cases[i].pointer, &e));
        GIVES(cases[i].code, clCreateBufferWithProperties(context, NULL, cases[i].flags,
                                                          cases[i].size, cases[i].pointer, &e));
    }
    const cl_buffer_region first = {0, 4}, beyond = {4096, 4};
    const cl_buffer_create_type region = CL_BUFFER_CREATE_TYPE_REGION;
    const cl_mem_flags only_read = CL_MEM_HOST_READ_ONLY, only_written = CL_MEM_HOST_WRITE_ONLY;
    GIVES(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(image, 0, region, &first, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(writes, CL_MEM_READ_ONLY, region, &first, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(reads, CL_MEM_WRITE_ONLY, region, &first, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(buffer, CL_MEM_USE_HOST_PTR, region, &first, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(host_writes, only_read, region, &first, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(host_reads, only_written, region, &first, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(no_host, only_read, region, &first, &e));
    GIVES(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, region, &beyond, &e));
}

static void rectangles(void)
{
    const struct {
        const size_t *origin, *region;
        size_t row, slice, host_row, host_slice;
        void *pointer;
    } cases[] = {
        {past, four, 0, 0, 0, 0, host}, {zero, four, 0, 0, 0, 0, NULL},
        {zero, none, 0, 0, 0, 0, host}, {zero, four, 3, 0, 0, 0, host},
        {zero, four, 0, 0, 3, 0, host}, {zero, four, 8, 4, 0, 0, host},
        {zero, four, 0, 0, 8, 4, host}, {zero, four, 8, 12, 0, 0, host},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        IS(CL_INVALID_VALUE,
           clEnqueueReadBufferRect(queue, buffer, 1, cases[i].origin, zero, cases[i].region,
                                   cases[i].row, cases[i].slice, cases[i].host_row,
                                   cases[i].host_slice, cases[i].pointer, LIST));
        IS(CL_INVALID_VALUE,
           clEnqueueWriteBufferRect(queue, buffer, 1, cases[i].origin, zero, cases[i].region,
                                    cases[i].row, cases[i].slice, cases[i].host_row,
                                    cases[i].host_slice, cases[i].pointer, LIST));
        if (cases[i].pointer)
            IS(CL_INVALID_VALUE,
               clEnqueueCopyBufferRect(queue, buffer, no_host, cases[i].origin, zero,
                                       cases[i].region, cases[i].row, cases[i].slice,
                                       cases[i].host_row, cases[i].host_slice, LIST));
    }
    IS(CL_INVALID_VALUE,
       clEnqueueCopyBufferRect(queue, buffer, no_host, zero, past, four, 0, 0, 0, 0, LIST));
    IS(CL_INVALID_VALUE,
       clEnqueueCopyBufferRect(queue, buffer, buffer, zero, far_off, four, 8, 0, 16, 0, LIST));
    IS(CL_INVALID_VALUE,
       clEnqueueCopyBufferRect(queue, buffer, no_host, zero, zero, four, 0, 0, 8, 12, LIST));
    IS(CL_MEM_COPY_OVERLAP,
       clEnqueueCopyBufferRect(queue, part, part2, shared, zero, four, 0, 0, 0, 0, LIST));
    IS(CL_INVALID_MEM_OBJECT,
       clEnqueueReadBufferRect(queue, image, 1, zero, zero, four, 0, 0, 0, 0, host, LIST));
    IS(CL_INVALID_MEM_OBJECT,
       clEnqueueWriteBufferRect(queue, image, 1, zero, zero, four, 0, 0, 0, 0, host, LIST));
    IS(CL_INVALID_MEM_OBJECT,
       clEnqueueCopyBufferRect(queue, buffer, image, zero, zero, four, 0, 0, 0, 0, LIST));
    IS(CL_INVALID_OPERATION,
       clEnqueueReadBufferRect(queue, no_host, 1, zero, zero, four, 0, 0, 0, 0, host, LIST));
    IS(CL_INVALID_OPERATION,
       clEnqueueReadBufferRect(queue, host_writes, 1, zero, zero, four, 0, 0, 0, 0, host, LIST));
    IS(CL_INVALID_OPERATION,
       clEnqueueWriteBufferRect(queue, no_host, 1, zero, zero, four, 0, 0, 0, 0, host, LIST));
    IS(CL_INVALID_OPERATION,
       clEnqueueWriteBufferRect(queue, host_reads, 1, zero, zero, four, 0, 0, 0, 0, host, LIST));
}

static void buffers(void)
{
    cl_mem alien = clCreateBuffer(other, 0, 64, NULL, &(cl_int){0});
    IS(CL_INVALID_OPERATION, clEnqueueReadBuffer(queue, host_writes, 1, 0, 4, host, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueWriteBuffer(queue, host_reads, 1, 0, 4, host, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(queue, image, 1, 0, 4, host, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueWriteBuffer(queue, image, 1, 0, 4, host, LIST));
    IS(CL_INVALID_VALUE, clEnqueueWriteBuffer(queue, buffer, 1, 4094, 4, host, LIST));
    IS(CL_INVALID_VALUE, clEnqueueWriteBuffer(queue, buffer, 1, 4097, 1, host, LIST));
    IS(CL_INVALID_VALUE, clEnqueueWriteBuffer(queue, buffer, 1, 0, 4, NULL, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(queue, image, buffer, 0, 0, 4, LIST));
    IS(CL_INVALID_CONTEXT,
       clEnqueueCopyBufferRect(queue, buffer, alien, zero, zero, four, 0, 0, 0, 0, LIST));
    IS(CL_INVALID_VALUE, clEnqueueCopyBuffer(queue, buffer, no_host, 4094, 0, 4, LIST));
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, part, part2, 256, 0, 4, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueFillBuffer(queue, image, host, 4, 0, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 4, 4096, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 0, 0, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 256, 0, 256, LIST));
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 4, 0, 6, LIST));
    OK(clReleaseMemObject(alien));
}

static void maps(void)
{
    const cl_map_flags both = CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_READ;
    cl_event *no = NULL;
    cl_int error;
    size_t pitch;
    GIVES(CL_INVALID_MEM_OBJECT, clEnqueueMapBuffer(queue, image, 1, 1, 0, 4, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE, clEnqueueMapBuffer(queue, buffer, 1, both, 0, 4, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE, clEnqueueMapBuffer(queue, buffer, 1, CL_MAP_READ, 0, 0, 0, no, no, &e));
    GIVES(CL_INVALID_OPERATION,
          clEnqueueMapBuffer(queue, host_writes, 1, CL_MAP_READ, 0, 4, 0, no, no, &e));
    GIVES(CL_INVALID_OPERATION,
          clEnqueueMapBuffer(queue, host_reads, 1, CL_MAP_WRITE, 0, 4, 0, no, no, &e));
    char *first = clEnqueueMapBuffer(queue, buffer, 1, CL_MAP_WRITE, 300, 100, 0, no, no, &error);
    OK(error);
    GIVES(CL_INVALID_OPERATION,
          clEnqueueMapBuffer(queue, buffer, 1, CL_MAP_WRITE, 399, 4, 0, no, no, &e));
    GIVES(CL_INVALID_OPERATION,
          clEnqueueMapBuffer(queue, part, 1, CL_MAP_WRITE, 0, 64, 0, no, no, &e));
    char *reader = clEnqueueMapBuffer(queue, buffer, 1, CL_MAP_READ, 0, 4096, 0, no, no, &error);
    OK(error);
    char *beside = clEnqueueMapBuffer(queue, buffer, 1, CL_MAP_WRITE, 400, 4, 0, no, no, &error);
    OK(error);
    IS(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, no_host, first, LIST));
    IS(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, buffer, NULL, LIST));
    OK(clEnqueueUnmapMemObject(queue, buffer, first, LIST));
    OK(clEnqueueUnmapMemObject(queue, buffer, reader, LIST));
    OK(clEnqueueUnmapMemObject(queue, buffer, beside, LIST));
    first = clEnqueueMapBuffer(queue, buffer, 1, CL_MAP_WRITE, 399, 4, 0, no, no, &error);
    OK(error);
    OK(clEnqueueUnmapMemObject(queue, buffer, first, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueUnmapMemObject(queue, pipe_, host, LIST));
    /* Two columns of a row share no texel; a box that meets one does. */
    const size_t corner[3] = {2, 0, 0}, column[3] = {2, 4, 1}, across[3] = {1, 1, 0};
    first = clEnqueueMapImage(queue, image, 1, CL_MAP_WRITE, zero, column, &pitch, NULL, 0, no, no,
                              &error);
    OK(error);
    beside = clEnqueueMapImage(queue, image, 1, CL_MAP_WRITE, corner, column, &pitch, NULL, 0, no,
                               no, &error);
    OK(error);
    GIVES(CL_INVALID_OPERATION, clEnqueueMapImage(queue, image, 1, CL_MAP_WRITE, across, one,
                                                  &pitch, NULL, 0, no, no, &e));
    OK(clEnqueueUnmapMemObject(queue, image, first, LIST));
    OK(clEnqueueUnmapMemObject(queue, image, beside, LIST));
    GIVES(CL_INVALID_MEM_OBJECT,
          clEnqueueMapImage(queue, buffer, 1, CL_MAP_READ, zero, one, &pitch, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE,
          clEnqueueMapImage(queue, image, 1, CL_MAP_READ, past, one, &pitch, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE,
          clEnqueueMapImage(queue, image, 1, 1 << 9, zero, one, &pitch, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE,
          clEnqueueMapImage(queue, image, 1, CL_MAP_READ, zero, none, &pitch, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE,
          clEnqueueMapImage(queue, image, 1, CL_MAP_READ, zero, deep, &pitch, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE,
          clEnqueueMapImage(queue, image, 1, CL_MAP_READ, zero, one, NULL, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_VALUE,
          clEnqueueMapImage(queue, array, 1, CL_MAP_READ, zero, one, &pitch, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_OPERATION, clEnqueueMapImage(queue, image_writes, 1, CL_MAP_READ, zero, one,
                                                  &pitch, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_OPERATION, clEnqueueMapImage(queue, image_reads, 1, CL_MAP_WRITE, zero, one,
                                                  &pitch, NULL, 0, no, no, &e));
    GIVES(CL_INVALID_OPERATION, clEnqueueMapImage(queue, image_no_host, 1, CL_MAP_READ, zero, one,
                                                  &pitch, NULL, 0, no, no, &e));
}

/* A misuse of clCreateImage and clCreateImageWithProperties. */
static void bad_image(cl_int code, cl_mem_flags flags, const cl_image_format *format,
                      const cl_image_desc *desc, void *pointer)
{
    GIVES(code, clCreateImage(context, flags, format, desc, pointer, &e));
    GIVES(code, clCreateImageWithProperties(context, NULL, flags, format, desc, pointer, &e));
}

#define DESC(type, ...)                                                                            \
    (&(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE##type, .image_width = 4, __VA_ARGS__})

static void new_images(void)
{
    const cl_image_format no_order = {0x1234, CL_UNORM_INT8}, no_type = {CL_RGBA, 0x1234},
                          strange = {CL_RGB, CL_UNORM_SHORT_565}, srgba = {CL_sRGBA, CL_UNORM_INT8},
                          bgra = {CL_BGRA, CL_UNORM_INT8}, depth = {CL_DEPTH, CL_UNORM_INT16};
    const cl_image_desc *good = DESC(2D, .image_height = 4), *same = good;
    const cl_mem_flags copy = CL_MEM_COPY_HOST_PTR;
    bad_image(CL_INVALID_VALUE, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, good, NULL);
    bad_image(CL_INVALID_VALUE, copy, &rgba, DESC(1D_BUFFER, .buffer = buffer), host);
    bad_image(CL_INVALID_VALUE, CL_MEM_READ_ONLY, &rgba, DESC(1D_BUFFER, .buffer = writes), NULL);
    bad_image(CL_INVALID_VALUE, CL_MEM_WRITE_ONLY, &rgba, DESC(1D_BUFFER, .buffer = reads), NULL);
    bad_image(CL_INVALID_VALUE, CL_MEM_HOST_READ_ONLY, &rgba,
              DESC(1D_BUFFER, .buffer = host_writes), NULL);
    bad_image(CL_INVALID_VALUE, CL_MEM_HOST_WRITE_ONLY, &rgba,
              DESC(1D_BUFFER, .buffer = host_reads), NULL);
    bad_image(CL_INVALID_VALUE, CL_MEM_HOST_READ_ONLY, &rgba, DESC(1D_BUFFER, .buffer = no_host),
              NULL);
    bad_image(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, NULL, good, NULL);
    bad_image(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &no_order, good, NULL);
    bad_image(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &no_type, good, NULL);
    bad_image(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &rgba,
              DESC(2D, .image_height = 4, .buffer = buffer), NULL); /* 16 bytes */
    bad_image(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &bgra,
              DESC(2D, .image_height = 4, .buffer = image), NULL);
    bad_image(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &depth,
              DESC(2D, .image_height = 4, .buffer = floats), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &srgba, DESC(2D, .image_height = 3, .buffer = image),
              NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, NULL, NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba,
              (&(cl_image_desc){.image_type = 0x1234, .image_width = 4}), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba,
              (&(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE1D}), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, DESC(2D, .image_height = 0), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, DESC(3D, .image_height = 4), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, DESC(1D_ARRAY, .image_array_size = 0), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, DESC(1D, .num_mip_levels = 2), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, DESC(1D, .num_samples = 2), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, DESC(1D, .image_row_pitch = 16), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, copy, &rgba, DESC(1D, .image_row_pitch = 12), host);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, copy, &rgba, DESC(1D, .image_row_pitch = 18), host);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, copy, &rgba,
              DESC(1D_ARRAY, .image_array_size = 2, .image_slice_pitch = 12), host);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, copy, &rgba,
              DESC(1D_ARRAY, .image_array_size = 2, .image_slice_pitch = 20), host);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, DESC(1D_BUFFER, .image_height = 0), NULL);
    bad_image(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba,
              DESC(3D, .image_height = 4, .image_depth = 4, .buffer = buffer), NULL);
    bad_image(CL_INVALID_IMAGE_SIZE, 0, &rgba,
              (&(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 1 << 20}),
              NULL);
    bad_image(CL_INVALID_IMAGE_SIZE, 0, &rgba, DESC(2D, .image_height = 1 << 20), NULL);
    bad_image(CL_INVALID_IMAGE_SIZE, 0, &rgba, DESC(3D, .image_height = 4, .image_depth = 1 << 20),
              NULL);
    bad_image(CL_INVALID_IMAGE_SIZE, 0, &rgba, DESC(1D_ARRAY, .image_array_size = 1 << 20), NULL);
    bad_image(CL_INVALID_IMAGE_SIZE, 0, &rgba,
              (&(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                .image_width = 2048,
                                .buffer = buffer}),
              NULL);
    bad_image(CL_INVALID_HOST_PTR, copy, &rgba, good, NULL);
    bad_image(CL_INVALID_HOST_PTR, 0, &rgba, good, host);
    bad_image(CL_IMAGE_FORMAT_NOT_SUPPORTED, 0, &strange, same, NULL);
    GIVES(CL_INVALID_PROPERTY, clCreateImageWithProperties(context, (cl_mem_properties[]){1, 1, 0},
                                                           0, &rgba, good, NULL, &e));
    const struct {
        cl_int code;
        cl_mem_flags flags;
        const cl_image_format *format;
        size_t width, height, depth, row, slice;
        void *pointer;
    } old[] = {
        {CL_INVALID_VALUE, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, 4, 4, 4, 0, 0, NULL},
        {CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, NULL, 4, 4, 4, 0, 0, NULL},
        {CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &no_order, 4, 4, 4, 0, 0, NULL},
        {CL_INVALID_IMAGE_SIZE, 0, &rgba, 0, 4, 4, 0, 0, NULL},
        {CL_INVALID_IMAGE_SIZE, 0, &rgba, 4, 0, 4, 0, 0, NULL},
        {CL_INVALID_IMAGE_SIZE, 0, &rgba, 1 << 20, 4, 4, 0, 0, NULL},
        {CL_INVALID_IMAGE_SIZE, 0, &rgba, 4, 4, 4, 16, 0, NULL},
        {CL_INVALID_IMAGE_SIZE, copy, &rgba, 4, 4, 4, 12, 0, host},
        {CL_INVALID_HOST_PTR, copy, &rgba, 4, 4, 4, 0, 0, NULL},
        {CL_INVALID_HOST_PTR, 0, &rgba, 4, 4, 4, 0, 0, host},
        {CL_IMAGE_FORMAT_NOT_SUPPORTED, 0, &strange, 4, 4, 4, 0, 0, NULL},
        {CL_INVALID_IMAGE_SIZE, 0, &rgba, 4, 4, 0, 0, 0, NULL},
        {CL_INVALID_IMAGE_SIZE, copy, &rgba, 4, 4, 4, 0, 32, host},
    };
    for (size_t i = 0; i < sizeof old / sizeof *old; i++) {
        GIVES(old[i].code,
              clCreateImage3D(context, old[i].flags, old[i].format, old[i].width, old[i].height,
                              old[i].depth, old[i].row, old[i].slice, old[i].pointer, &e));
        if (old[i].depth && !old[i].slice)
            GIVES(old[i].code, clCreateImage2D(context, old[i].flags, old[i].format, old[i].width,
                                               old[i].height, old[i].row, old[i].pointer, &e));
    }
    cl_uint n;
    cl_image_format format;
    IS(CL_INVALID_VALUE, clGetSupportedImageFormats(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                                    CL_MEM_OBJECT_IMAGE2D, 0, NULL, &n));
    IS(CL_INVALID_VALUE, clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &n));
    IS(CL_INVALID_VALUE,
       clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &format, &n));
}

static void images(void)
{
    size_t n;
    const struct {
        const size_t *origin, *region;
        size_t row, slice;
        void *pointer;
    } cases[] = {
        {past, one, 0, 0, host},  {zero, one, 0, 0, NULL},  {zero, none, 0, 0, host},
        {zero, deep, 0, 0, host}, {zero, one, 3, 0, host},  {zero, one, 0, 64, host},
        {NULL, one, 0, 0, host},  {zero, NULL, 0, 0, host},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        IS(CL_INVALID_VALUE,
           clEnqueueReadImage(queue, image, 1, cases[i].origin, cases[i].region, cases[i].row,
                              cases[i].slice, cases[i].pointer, LIST));
        IS(CL_INVALID_VALUE,
           clEnqueueWriteImage(queue, image, 1, cases[i].origin, cases[i].region, cases[i].row,
                               cases[i].slice, cases[i].pointer, LIST));
        if (i > 3)
            continue;
        const size_t *origin = cases[i].origin, *region = i == 1 ? NULL : cases[i].region;
        IS(CL_INVALID_VALUE, clEnqueueFillImage(queue, image, host, origin, region, LIST));
        IS(CL_INVALID_VALUE, clEnqueueCopyImage(queue, image, image3, origin, zero, region, LIST));
        IS(CL_INVALID_VALUE,
           clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, 0, LIST));
        IS(CL_INVALID_VALUE,
           clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, region, LIST));
    }
    IS(CL_INVALID_VALUE, clEnqueueFillImage(queue, image, NULL, zero, one, LIST));
    IS(CL_INVALID_VALUE, clEnqueueCopyImage(queue, image, image3, zero, past, one, LIST));
    IS(CL_INVALID_VALUE, clEnqueueCopyImageToBuffer(queue, image, buffer, zero, one, 4094, LIST));
    IS(CL_INVALID_VALUE, clEnqueueCopyBufferToImage(queue, buffer, image, 4094, zero, one, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueReadImage(queue, buffer, 1, zero, one, 0, 0, host, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueWriteImage(queue, buffer, 1, zero, one, 0, 0, host, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueCopyImage(queue, image, buffer, zero, zero, one, LIST));
    IS(CL_INVALID_MEM_OBJECT, clEnqueueFillImage(queue, buffer, host, zero, one, LIST));
    IS(CL_INVALID_MEM_OBJECT,
       clEnqueueCopyImageToBuffer(queue, texels, buffer, zero, one, 0, LIST));
    IS(CL_INVALID_MEM_OBJECT,
       clEnqueueCopyBufferToImage(queue, buffer, texels, 0, zero, one, LIST));
    IS(CL_INVALID_OPERATION,
       clEnqueueReadImage(queue, image_writes, 1, zero, one, 0, 0, host, LIST));
    IS(CL_INVALID_OPERATION,
       clEnqueueReadImage(queue, image_no_host, 1, zero, one, 0, 0, host, LIST));
    IS(CL_INVALID_OPERATION,
       clEnqueueWriteImage(queue, image_reads, 1, zero, one, 0, 0, host, LIST));
    IS(CL_INVALID_OPERATION,
       clEnqueueWriteImage(queue, image_no_host, 1, zero, one, 0, 0, host, LIST));
    IS(CL_IMAGE_FORMAT_MISMATCH, clEnqueueCopyImage(queue, image, floats, zero, zero, one, LIST));
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(queue, image, image, zero, zero, one, LIST));
    IS(CL_INVALID_VALUE, clGetImageInfo(image, 0x1, 8, &n, NULL));
    IS(CL_INVALID_VALUE, clGetImageInfo(image, CL_IMAGE_WIDTH, 2, &n, NULL));
    GIVES(CL_INVALID_VALUE, clCreatePipe(context, CL_MEM_READ_ONLY, 4, 4, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreatePipe(context, 0, 4, 4, (cl_pipe_properties[]){0}, &e));
    GIVES(CL_INVALID_PIPE_SIZE, clCreatePipe(context, 0, 0, 4, NULL, &e));
    GIVES(CL_INVALID_PIPE_SIZE, clCreatePipe(context, 0, 1 << 20, 4, NULL, &e));
    GIVES(CL_INVALID_PIPE_SIZE, clCreatePipe(context, 0, 4, 0, NULL, &e));
    IS(CL_INVALID_VALUE, clGetPipeInfo(pipe_, 0x1, 8, &n, NULL));
    IS(CL_INVALID_VALUE, clGetPipeInfo(pipe_, CL_PIPE_PACKET_SIZE, 2, &n, NULL));
    IS(CL_INVALID_MEM_OBJECT, clSetMemObjectDestructorCallback(NULL, NULL, NULL));
    IS(CL_INVALID_MEM_OBJECT, clSetMemObjectDestructorCallback(NOT(cl_mem), NULL, NULL));
    IS(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 1, NULL, 0, LIST));
    IS(CL_INVALID_VALUE, clGetMemObjectInfo(buffer, CL_MEM_SIZE, 2, &n, NULL));
}

static void shared_memory(void)
{
    const void *inside = clSVMAlloc(context, 0, 64, 0), *outside = host;
    void *const pointer = (void *)(uintptr_t)inside, *no_pointer = NULL;
    const size_t much = 65;
    IS(CL_INVALID_VALUE, clEnqueueSVMFree(queue, 1, NULL, NULL, NULL, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMFree(queue, 0, &no_pointer, NULL, NULL, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMemcpy(queue, 1, pointer, NULL, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, NULL, host, 4, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, (char *)pointer + 2, host, 4, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, pointer, NULL, 4, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, pointer, host, 0, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, pointer, host, 256, 256, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMemFill(queue, pointer, host, 4, 6, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, CL_MAP_READ, pointer, 0, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMap(queue, 1, 1 << 9, pointer, 4, LIST));
    IS(CL_INVALID_VALUE,
       clEnqueueSVMMap(queue, 1, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, pointer, 4, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMUnmap(queue, NULL, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 1, NULL, NULL, 0, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 0, &inside, NULL, 0, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 1, &inside, &much, 0, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 1, &outside, NULL, 0, LIST));
    IS(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue, 1, &inside, NULL, 1 << 9, LIST));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 1, pointer));
    clSVMFree(context, pointer);
}

static void samplers(void)
{
    const cl_sampler_properties bad[][5] = {
        {0x1234, 0, 0},
        {CL_SAMPLER_NORMALIZED_COORDS, 1, CL_SAMPLER_NORMALIZED_COORDS, 1, 0},
        {CL_SAMPLER_NORMALIZED_COORDS, 7, 0},
        {CL_SAMPLER_ADDRESSING_MODE, 7, 0},
        {CL_SAMPLER_FILTER_MODE, 7, 0}};
    cl_uint n;
    for (int i = 0; i < 5; i++)
        GIVES(CL_INVALID_VALUE, clCreateSamplerWithProperties(context, bad[i], &e));
    GIVES(CL_INVALID_VALUE, clCreateSampler(context, 7, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &e));
    GIVES(CL_INVALID_VALUE, clCreateSampler(context, 1, 7, CL_FILTER_NEAREST, &e));
    GIVES(CL_INVALID_VALUE, clCreateSampler(context, 1, CL_ADDRESS_CLAMP, 7, &e));
    IS(CL_INVALID_SAMPLER, clRetainSampler(NOT(cl_sampler)));
    IS(CL_INVALID_VALUE, clGetSamplerInfo(sampler, 0x1, 8, &n, NULL));
    IS(CL_INVALID_VALUE, clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, 2, &n, NULL));
}

static cl_program from_text(const char *text)
{
    cl_int e;
    cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &e);
    OK(e);
    return p;
}

static void new_programs(void)
{
    const char *text = "";
    const size_t length = 4, no_length = 0;
    const unsigned char *bytes = (const unsigned char *)"text", *no_bytes = NULL;
    const cl_device_id no_device = NOT(cl_device_id);
    size_t il = 0;
    GIVES(CL_INVALID_VALUE, clCreateProgramWithSource(context, 1, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithBinary(context, 1, NULL, &length, &bytes, NULL, &e));
    GIVES(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 0, &device, &length, &bytes, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithBinary(context, 1, &device, NULL, &bytes, NULL, &e));
    GIVES(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 1, &device, &length, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 1, &device, &length, &no_bytes, NULL, &e));
    GIVES(CL_INVALID_VALUE,
          clCreateProgramWithBinary(context, 1, &device, &no_length, &bytes, NULL, &e));
    GIVES(CL_INVALID_DEVICE,
          clCreateProgramWithBinary(context, 1, &no_device, &length, &bytes, NULL, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 1, NULL, "k", &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 0, &device, "k", &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 1, &device, NULL, &e));
    GIVES(CL_INVALID_DEVICE, clCreateProgramWithBuiltInKernels(context, 1, &no_device, "k", &e));
    IS(CL_INVALID_PROGRAM, clSetProgramReleaseCallback(NULL, NULL, NULL));
    IS(CL_INVALID_PROGRAM, clSetProgramReleaseCallback(NOT(cl_program), NULL, NULL));
    IS(CL_INVALID_VALUE, clSetProgramReleaseCallback(program, NULL, NULL));
    IS(CL_INVALID_OPERATION,
       clSetProgramReleaseCallback(program,
                                   (void(CL_CALLBACK *)(cl_program, void *))(uintptr_t)free, NULL));
    IS(CL_INVALID_PROGRAM, clSetProgramSpecializationConstant(NULL, 0, 4, text));
    IS(CL_INVALID_PROGRAM, clSetProgramSpecializationConstant(NOT(cl_program), 0, 4, text));
    OK(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, 0, NULL, &il));
    if (il <= 1) { /* bytes of a text: there is no llvm-spirv */
        puts("SKIP: intermediate language: apt install llvm-spirv-15");
        return;
    }
    /* A module of one boolean that has number 7: OpCapability Kernel, OpTypeBool,
     * OpSpecConstantTrue, OpDecorate SpecId (SPIR-V Specification 1.4, 2.3 and 3.32). */
    const cl_uint module[] = {0x07230203, 0x10000,      0, 3, 0, 2 << 16 | 17,
                              6,          4 << 16 | 71, 2, 1, 7, 2 << 16 | 20,
                              1,          3 << 16 | 48, 1, 2};
    cl_int error;
    cl_program p = clCreateProgramWithIL(context, module, sizeof module, &error);
    OK(error);
    IS(CL_INVALID_SPEC_ID, clSetProgramSpecializationConstant(p, 8, 1, text));
    IS(CL_INVALID_VALUE, clSetProgramSpecializationConstant(p, 7, 4, "text"));
    IS(CL_INVALID_VALUE, clSetProgramSpecializationConstant(p, 7, 1, NULL));
    OK(clReleaseProgram(p));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithIL(context, NULL, 4, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithIL(context, module, 0, &e));
    GIVES(CL_INVALID_VALUE, clCreateProgramWithIL(context, module, 30, &e));
    IS(CL_INVALID_PROGRAM, clSetProgramSpecializationConstant(program, 0, 4, "text"));
}

static void builds(void)
{
    const cl_device_id no_device = NOT(cl_device_id);
    const cl_program no_program = NOT(cl_program);
    const char *name = "h.h";
    cl_int error;
    size_t size;
    cl_program wrong = from_text("kernel void k() { this is no C }");
    cl_program calls = from_text("int f(int); kernel void k(global int *x) { x[0] = f(1); }");
    cl_program objects[2] = {calls, bare}, linked;
    IS(CL_INVALID_VALUE, clBuildProgram(bare, 0, &device, NULL, NULL, NULL));
    IS(CL_INVALID_DEVICE, clBuildProgram(bare, 1, &no_device, NULL, NULL, NULL));
    IS(CL_INVALID_BUILD_OPTIONS, clBuildProgram(bare, 0, NULL, "-no-such", NULL, NULL));
    IS(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(wrong, 0, NULL, NULL, NULL, NULL));
    IS(CL_COMPILE_PROGRAM_FAILURE,
       clCompileProgram(wrong, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_VALUE, clCompileProgram(bare, 1, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_VALUE, clCompileProgram(bare, 0, &device, NULL, 0, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_VALUE, clCompileProgram(bare, 0, NULL, NULL, 0, &bare, NULL, NULL, NULL));
    IS(CL_INVALID_VALUE, clCompileProgram(bare, 0, NULL, NULL, 0, NULL, &name, NULL, NULL));
    IS(CL_INVALID_VALUE, clCompileProgram(bare, 0, NULL, NULL, 0, NULL, NULL, NULL, host));
    IS(CL_INVALID_DEVICE, clCompileProgram(bare, 1, &no_device, NULL, 0, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_COMPILER_OPTIONS,
       clCompileProgram(bare, 0, NULL, "-D", 0, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_PROGRAM,
       clCompileProgram(bare, 0, NULL, NULL, 1, &no_program, &name, NULL, NULL));
    IS(CL_INVALID_OPERATION, clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    OK(clCompileProgram(calls, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clLinkProgram(context, 1, NULL, NULL, 1, &calls, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE, clLinkProgram(context, 0, &device, NULL, 1, &calls, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE, clLinkProgram(context, 0, NULL, NULL, 0, &calls, NULL, NULL, &e));
    GIVES(CL_INVALID_VALUE, clLinkProgram(context, 0, NULL, NULL, 1, &calls, NULL, host, &e));
    GIVES(CL_INVALID_DEVICE,
          clLinkProgram(context, 1, &no_device, NULL, 1, &calls, NULL, NULL, &e));
    GIVES(CL_INVALID_LINKER_OPTIONS,
          clLinkProgram(context, 0, NULL, "-no-such", 1, &calls, NULL, NULL, &e));
    GIVES(CL_INVALID_OPERATION, clLinkProgram(context, 0, NULL, NULL, 2, objects, NULL, NULL, &e));
    linked = clLinkProgram(context, 0, NULL, NULL, 1, &calls, NULL, NULL, &error);
    IS(CL_LINK_PROGRAM_FAILURE, error);
    note_call("clLinkProgram(", error);
    OK(clReleaseProgram(linked)); /* it has the log */
    /* A linked program is built already; so is not what is cut off. */
    cl_program whole = from_text("kernel void k(global int *x) { x[0] = 1; }");
    OK(clCompileProgram(whole, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    linked = clLinkProgram(context, 0, NULL, NULL, 1, &whole, NULL, NULL, &error);
    OK(error);
    IS(CL_INVALID_OPERATION, clBuildProgram(linked, 0, NULL, NULL, NULL, NULL));
    IS(CL_INVALID_OPERATION, clCompileProgram(linked, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    OK(clGetProgramInfo(linked, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    unsigned char *binary = malloc(size);
    OK(clGetProgramInfo(linked, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    const unsigned char *const_binary = binary;
    size = 128;
    cl_program part_of_it =
        clCreateProgramWithBinary(context, 1, &device, &size, &const_binary, NULL, &error);
    OK(error);
    IS(CL_INVALID_BINARY, clBuildProgram(part_of_it, 0, NULL, NULL, NULL, NULL));
    free(binary);
    IS(CL_INVALID_VALUE, clGetProgramInfo(program, CL_PROGRAM_CONTEXT, 2, &error, NULL));
    IS(CL_INVALID_PROGRAM_EXECUTABLE,
       clGetProgramInfo(bare, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size));
    IS(CL_INVALID_DEVICE,
       clGetProgramBuildInfo(program, NULL, CL_PROGRAM_BUILD_LOG, 0, NULL, NULL));
    IS(CL_INVALID_VALUE, clGetProgramBuildInfo(program, device, 0x1, 8, &size, NULL));
    IS(CL_INVALID_VALUE,
       clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, 2, &error, NULL));
    cl_uint n;
    IS(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernelsInProgram(bare, 0, NULL, &n));
    OK(clReleaseProgram(part_of_it));
    OK(clReleaseProgram(linked));
    OK(clReleaseProgram(whole));
    OK(clReleaseProgram(wrong));
    OK(clReleaseProgram(calls));
}

static const char kernels_source[] =
    "kernel void k(global int *x, int n) { x[0] = n; }\n"
    "kernel void images(read_only image2d_t r, write_only image2d_t w, sampler_t s) {\n"
    "    write_imagef(w, (int2)(0, 0), read_imagef(r, s, (int2)(0, 0))); }\n"
    "kernel void pipes(read_only pipe int p, global int *x) { read_pipe(p, x); }\n"
    "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eight(global int *x) { x[0] = 1; "
    "}\n"
    "kernel void locals(local int *l) { l[0] = 1; }\n";

static void arguments(void)
{
    cl_int e;
    size_t size;
    const size_t three = 3;
    cl_kernel k = clCreateKernel(program, "images", &e), p = clCreateKernel(program, "pipes", &e);
    cl_mem alien = clCreateBuffer(other, 0, 64, NULL, &e);
    cl_mem only_written =
        clCreateImage(context, CL_MEM_WRITE_ONLY, &rgba, DESC(2D, .image_height = 4), NULL, &e);
    cl_mem only_read =
        clCreateImage(context, CL_MEM_READ_ONLY, &rgba, DESC(2D, .image_height = 4), NULL, &e);
    OK(e);
    IS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 0, sizeof only_written, &only_written));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 1, sizeof only_read, &only_read));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 0, sizeof image3, &image3));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 0, sizeof image, NULL));
    IS(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 2, sizeof sampler, NULL));
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 0, 4, &image));
    IS(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 2, 4, &sampler));
    IS(CL_INVALID_SAMPLER, clSetKernelArg(k, 2, sizeof image, &image));
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, sizeof image, &image));
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, sizeof alien, &alien));
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 0, sizeof buffer, &buffer));
    IS(CL_INVALID_MEM_OBJECT, clSetKernelArg(p, 0, sizeof buffer, &buffer));
    IS(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, 0x1, 8, host));
    IS(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, NULL));
    IS(CL_INVALID_VALUE, clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, 2, host, NULL));
    const cl_device_id no_device = NOT(cl_device_id);
    IS(CL_INVALID_DEVICE,
       clGetKernelWorkGroupInfo(kernel, no_device, CL_KERNEL_WORK_GROUP_SIZE, 8, &size, NULL));
    IS(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(kernel, device, 0x1, 8, &size, NULL));
    IS(CL_INVALID_VALUE,
       clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, 2, &size, NULL));
    clGetKernelSubGroupInfoKHR_fn clGetKernelSubGroupInfoKHR =
        (clGetKernelSubGroupInfoKHR_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(
            platform, "clGetKernelSubGroupInfoKHR");
    const cl_kernel_sub_group_info count = CL_KERNEL_MAX_NUM_SUB_GROUPS,
                                   of_range = CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE;
    const struct {
        cl_int code;
        cl_kernel kernel;
        cl_device_id device;
        cl_kernel_sub_group_info name;
        size_t input_size;
        const void *input;
        size_t room;
    } asked[] = {{CL_INVALID_KERNEL, NULL, device, count, 0, NULL, 8},
                 {CL_INVALID_KERNEL, NOT(cl_kernel), device, count, 0, NULL, 8},
                 {CL_INVALID_DEVICE, kernel, no_device, count, 0, NULL, 8},
                 {CL_INVALID_VALUE, kernel, device, 0x1, 0, NULL, 8},
                 {CL_INVALID_VALUE, kernel, device, count, 0, NULL, 2},
                 {CL_INVALID_VALUE, kernel, device, of_range, 3, &three, 8},
                 {CL_INVALID_VALUE, kernel, device, of_range, 8, NULL, 8}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        IS(asked[i].code, clGetKernelSubGroupInfo(asked[i].kernel, asked[i].device, asked[i].name,
                                                  asked[i].input_size, asked[i].input,
                                                  asked[i].room, &size, NULL));
        IS(asked[i].code, clGetKernelSubGroupInfoKHR(asked[i].kernel, asked[i].device,
                                                     asked[i].name, asked[i].input_size,
                                                     asked[i].input, asked[i].room, &size, NULL));
    }
    IS(CL_INVALID_VALUE, clGetKernelArgInfo(kernel, 0, 0x1, 8, host, NULL));
    IS(CL_INVALID_VALUE, clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 1, host, NULL));
    OK(clReleaseMemObject(alien));
    OK(clReleaseMemObject(only_written));
    OK(clReleaseMemObject(only_read));
    OK(clReleaseKernel(k));
    OK(clReleaseKernel(p));
}

static void launches(void)
{
    cl_int e;
    const size_t all = SIZE_MAX, eight = 8, nine = 9, group = 512;
    const cl_mem no_memory = NOT(cl_mem);
    cl_kernel k = clCreateKernel(program, "eight", &e), l = clCreateKernel(program, "locals", &e);
    IS(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue, k, LIST));
    OK(clSetKernelArg(k, 0, sizeof buffer, &buffer));
    OK(clSetKernelArg(l, 0, 1 << 20, NULL));
    IS(CL_OUT_OF_RESOURCES, clEnqueueTask(queue, l, LIST));
    IS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueTask(queue, k, LIST));
    IS(CL_INVALID_GLOBAL_OFFSET,
       clEnqueueNDRangeKernel(queue, kernel, 1, &all, &sixteen, NULL, LIST));
    IS(CL_INVALID_WORK_GROUP_SIZE,
       clEnqueueNDRangeKernel(queue, k, 1, NULL, &sixteen, &sixteen, LIST));
    IS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, k, 1, NULL, &nine, NULL, LIST));
    IS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, k, 1, NULL, &nine, &eight, LIST));
    IS(CL_INVALID_WORK_GROUP_SIZE,
       clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &group, &group, LIST));
    const struct {
        cl_int code;
        void(CL_CALLBACK *call)(void *);
        void *arguments;
        size_t size;
        cl_uint count;
        const cl_mem *list;
        const void **places;
    } native[] = {
#define CALL (void(CL_CALLBACK *)(void *))(uintptr_t) free
        {CL_INVALID_VALUE, CALL, NULL, 8, 0, NULL, NULL},
        {CL_INVALID_VALUE, CALL, host, 0, 0, NULL, NULL},
        {CL_INVALID_VALUE, CALL, NULL, 0, 1, &buffer, (const void *[]){host}},
        {CL_INVALID_VALUE, CALL, host, 8, 1, NULL, (const void *[]){host}},
        {CL_INVALID_VALUE, CALL, host, 8, 1, &buffer, NULL},
        {CL_INVALID_VALUE, CALL, host, 8, 0, &buffer, NULL},
        {CL_INVALID_VALUE, CALL, host, 8, 0, NULL, (const void *[]){host}},
        {CL_INVALID_MEM_OBJECT, CALL, host, 8, 1, &no_memory, (const void *[]){host}},
        {CL_INVALID_MEM_OBJECT, CALL, host, 8, 1, &image, (const void *[]){host}},
    };
    for (size_t i = 0; i < sizeof native / sizeof *native; i++)
        IS(native[i].code,
           clEnqueueNativeKernel(queue, native[i].call, native[i].arguments, native[i].size,
                                 native[i].count, native[i].list, native[i].places, LIST));
    OK(clReleaseKernel(k));
    OK(clReleaseKernel(l));
}

static void events(void)
{
    cl_int e;
    cl_uint n;
    cl_ulong time;
    cl_event command, untimed, waiting;
    void(CL_CALLBACK * call)(cl_event, cl_int, void *) =
        (void(CL_CALLBACK *)(cl_event, cl_int, void *))(uintptr_t)on_error;
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &command));
    OK(clEnqueueMarkerWithWaitList(free_queue, 0, NULL, &untimed));
    OK(clFinish(queue));
    OK(clFinish(free_queue));
    cl_event gate = clCreateUserEvent(context, &e);
    OK(clEnqueueMarkerWithWaitList(queue, 1, &gate, &waiting));
    IS(CL_INVALID_EVENT, clSetUserEventStatus(command, CL_COMPLETE));
    IS(CL_INVALID_VALUE, clSetUserEventStatus(gate, CL_SUBMITTED));
    IS(CL_PROFILING_INFO_NOT_AVAILABLE,
       clGetEventProfilingInfo(waiting, CL_PROFILING_COMMAND_QUEUED, 8, &time, NULL));
    IS(CL_PROFILING_INFO_NOT_AVAILABLE,
       clGetEventProfilingInfo(untimed, CL_PROFILING_COMMAND_QUEUED, 8, &time, NULL));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    IS(CL_INVALID_OPERATION, clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(queue));
    IS(CL_INVALID_VALUE, clGetEventProfilingInfo(command, 0x1, 8, &time, NULL));
    IS(CL_INVALID_VALUE,
       clGetEventProfilingInfo(command, CL_PROFILING_COMMAND_END, 2, &time, NULL));
    const cl_event no_event = NOT(cl_event), null_event = NULL;
    IS(CL_INVALID_VALUE, clWaitForEvents(1, NULL));
    IS(CL_INVALID_EVENT, clWaitForEvents(1, &no_event));
    IS(CL_INVALID_VALUE, clGetEventInfo(command, CL_EVENT_CONTEXT, 2, &n, NULL));
    IS(CL_INVALID_EVENT, clSetEventCallback(null_event, CL_COMPLETE, call, NULL));
    IS(CL_INVALID_EVENT, clSetEventCallback(no_event, CL_COMPLETE, call, NULL));
    IS(CL_INVALID_VALUE, clSetEventCallback(command, CL_QUEUED, call, NULL));
    IS(CL_INVALID_VALUE, clSetEventCallback(command, 17, call, NULL));
    IS(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue, 1, NULL));
    IS(CL_INVALID_EVENT, clEnqueueWaitForEvents(queue, 1, &no_event));
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(command));
    OK(clReleaseEvent(untimed));
    OK(clReleaseEvent(waiting));
}

static cl_mem new_buffer(cl_mem_flags flags)
{
    cl_int e;
    cl_mem m = clCreateBuffer(context, flags, 4096, NULL, &e);
    OK(e);
    return m;
}

static cl_mem new_image(cl_mem_flags flags, const cl_image_format *format,
                        const cl_image_desc *desc)
{
    cl_int e;
    cl_mem m = clCreateImage(context, flags, format, desc, NULL, &e);
    OK(e);
    return m;
}

static void make_objects(void)
{
    cl_int e;
    const cl_buffer_region first = {256, 512}, second = {512, 512};
    buffer = new_buffer(0);
    reads = new_buffer(CL_MEM_READ_ONLY);
    writes = new_buffer(CL_MEM_WRITE_ONLY);
    host_reads = new_buffer(CL_MEM_HOST_READ_ONLY);
    host_writes = new_buffer(CL_MEM_HOST_WRITE_ONLY);
    no_host = new_buffer(CL_MEM_HOST_NO_ACCESS);
    part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, &e);
    part2 = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, &e);
    OK(e);
    pipe_ = clCreatePipe(context, 0, 4, 4, NULL, &e);
    OK(e);
    const cl_image_desc flat = *DESC(2D, .image_height = 4);
    image = new_image(0, &rgba, &flat);
    image_no_host = new_image(CL_MEM_HOST_NO_ACCESS, &rgba, &flat);
    image_reads = new_image(CL_MEM_HOST_READ_ONLY, &rgba, &flat);
    image_writes = new_image(CL_MEM_HOST_WRITE_ONLY, &rgba, &flat);
    floats = new_image(0, &red, &flat);
    image3 = new_image(0, &rgba, DESC(3D, .image_height = 4, .image_depth = 4));
    array = new_image(0, &rgba, DESC(1D_ARRAY, .image_array_size = 4));
    texels = new_image(0, &rgba, DESC(1D_BUFFER, .buffer = buffer));
    sampler = clCreateSampler(context, 0, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &e);
    OK(e);
    user = clCreateUserEvent(context, &e);
    OK(clSetUserEventStatus(user, CL_COMPLETE));
    alien_event = clCreateUserEvent(other, &e);
    OK(clSetUserEventStatus(alien_event, CL_COMPLETE));
    program =
        build(kernels_source, "-cl-std=CL3.0 -cl-uniform-work-group-size -cl-kernel-arg-info");
    bare = from_text(kernels_source);
    kernel = clCreateKernel(program, "k", &e);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, 1, 4, &e));
}

int main(void)
{
    cl_int e;
    start();
    other = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    OK(e);
    make_objects();
    wait_lists();
    platforms();
    queues();
    new_buffers();
    rectangles();
    buffers();
    maps();
    new_images();
    images();
    shared_memory();
    samplers();
    new_programs();
    builds();
    arguments();
    launches();
    events();
    cl_mem all[] = {part,       part2,       texels,  buffer,        reads,       writes,
                    host_reads, host_writes, no_host, image_no_host, image_reads, image_writes,
                    floats,     image,       image3,  array,         pipe_};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        OK(clReleaseMemObject(all[i]));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseProgram(bare));
    OK(clReleaseSampler(sampler));
    OK(clReleaseEvent(user));
    OK(clReleaseEvent(alien_event));
    OK(clReleaseContext(other));
    return finish();
}

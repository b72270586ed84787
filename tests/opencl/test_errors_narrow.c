/* test_errors_narrow.c: the misuses of errors.tbl that need a device without images, pipes, shared
 * virtual memory and compiler: Ventus, beside a gfx1100 (SHOAL_OPENCL_DEVICES=gfx1100,ventus, and
 * SHOAL_VENTUS_CLANG not set). Expected codes: the OpenCL API specification 3.0. */
#include "check.h"

#define LIST 0, NULL, NULL
static cl_device_id narrow;
static cl_context alone;              /* of the narrow device */
static cl_context both;               /* of both */
static cl_command_queue narrow_queue; /* of both, on the narrow device */
static char host[256];
static const size_t zero[3] = {0}, one[3] = {1, 1, 1};
static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};
static const cl_image_desc flat = {
    .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};

static void objects(void)
{
    GIVES(CL_INVALID_OPERATION, clCreateImage(alone, 0, &rgba, &flat, NULL, &e));
    GIVES(CL_INVALID_OPERATION,
          clCreateImageWithProperties(alone, NULL, 0, &rgba, &flat, NULL, &e));
    GIVES(CL_INVALID_OPERATION, clCreateImage2D(alone, 0, &rgba, 4, 4, 0, NULL, &e));
    GIVES(CL_INVALID_OPERATION, clCreateImage3D(alone, 0, &rgba, 4, 4, 4, 0, 0, NULL, &e));
    GIVES(CL_INVALID_OPERATION, clCreatePipe(alone, 0, 4, 4, NULL, &e));
    GIVES(CL_INVALID_OPERATION, clCreateSampler(alone, 0, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &e));
    GIVES(CL_INVALID_OPERATION, clCreateSamplerWithProperties(alone, NULL, &e));
    GIVES(CL_INVALID_OPERATION, clCreateProgramWithIL(alone, "text", 4, &e));
    IS(0, clSVMAlloc(alone, 0, 4, 0) != NULL);
}

static void commands(void)
{
    cl_int error;
    size_t pitch;
    const void *constant = host;
    cl_mem buffer = clCreateBuffer(both, 0, 64, NULL, &error);
    cl_mem image = clCreateImage(both, 0, &rgba, &flat, NULL, &error);
    cl_mem image2 = clCreateImage(both, 0, &rgba, &flat, NULL, &error);
    OK(error);
    cl_command_queue q = narrow_queue;
    IS(CL_INVALID_OPERATION, clEnqueueReadImage(q, image, 1, zero, one, 0, 0, host, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueWriteImage(q, image, 1, zero, one, 0, 0, host, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueCopyImage(q, image, image2, zero, zero, one, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueCopyImageToBuffer(q, image, buffer, zero, one, 0, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueCopyBufferToImage(q, buffer, image, 0, zero, one, LIST));
    GIVES(CL_INVALID_OPERATION,
          clEnqueueMapImage(q, image, 1, CL_MAP_READ, zero, one, &pitch, NULL, 0, NULL, NULL, &e));
    IS(CL_INVALID_OPERATION, clEnqueueSVMFree(q, 0, NULL, NULL, NULL, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueSVMMemcpy(q, 1, host, host + 64, 4, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueSVMMemFill(q, host, host, 4, 4, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueSVMMap(q, 1, CL_MAP_READ, host, 4, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueSVMUnmap(q, host, LIST));
    IS(CL_INVALID_OPERATION, clEnqueueSVMMigrateMem(q, 1, &constant, NULL, 0, LIST));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseMemObject(image));
    OK(clReleaseMemObject(image2));
}

static void compilers(void)
{
    /* The start of a relocatable file of RISC-V, 32 bits: enough to be a compiled object. */
    static const unsigned char object[64] = {0x7f, 'E',      'L',        'F',      1,        1,
                                             1,    [16] = 1, [18] = 243, [20] = 1, [40] = 52};
    const char *text = "kernel void k(global int *x) { x[0] = 1; }";
    const unsigned char *bytes = object;
    const size_t size = sizeof object;
    cl_int error;
    cl_program p = clCreateProgramWithSource(alone, 1, &text, NULL, &error);
    OK(error);
    IS(CL_COMPILER_NOT_AVAILABLE, clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    IS(CL_COMPILER_NOT_AVAILABLE, clCompileProgram(p, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    cl_program o = clCreateProgramWithBinary(alone, 1, &narrow, &size, &bytes, NULL, &error);
    OK(error);
    GIVES(CL_LINKER_NOT_AVAILABLE, clLinkProgram(alone, 0, NULL, NULL, 1, &o, NULL, NULL, &e));
    OK(clReleaseProgram(o));
    OK(clReleaseProgram(p));
}

/* A program of both devices that is built for the other one. */
static void launches(void)
{
    const char *text = "kernel void k(global int *x) { x[0] = 1; }";
    const size_t n = 4;
    size_t size;
    cl_int error;
    cl_program p = clCreateProgramWithSource(both, 1, &text, NULL, &error);
    OK(clBuildProgram(p, 1, &device, NULL, NULL, NULL));
    cl_kernel k = clCreateKernel(p, "k", &error);
    OK(error);
    cl_mem buffer = clCreateBuffer(both, 0, 64, NULL, &error);
    OK(clSetKernelArg(k, 0, sizeof buffer, &buffer));
    IS(CL_INVALID_PROGRAM_EXECUTABLE,
       clEnqueueNDRangeKernel(narrow_queue, k, 1, NULL, &n, NULL, LIST));
    IS(CL_INVALID_PROGRAM_EXECUTABLE, clEnqueueTask(narrow_queue, k, LIST));
    IS(CL_INVALID_DEVICE,
       clGetKernelWorkGroupInfo(k, NULL, CL_KERNEL_WORK_GROUP_SIZE, 8, &size, NULL));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
    OK(clReleaseMemObject(buffer));
}

/* An executable of the narrow device: `path`, made of ventus.s. */
static void shared_memory(const char *path)
{
    static unsigned char file[1 << 20];
    FILE *in = fopen(path, "rb");
    const size_t size = in ? fread(file, 1, sizeof file, in) : 0, n = 4;
    const unsigned char *bytes = file;
    cl_int error;
    IS(1, size > 0);
    if (in)
        fclose(in);
    cl_program p = clCreateProgramWithBinary(alone, 1, &narrow, &size, &bytes, NULL, &error);
    OK(error);
    OK(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    char name[64] = "";
    OK(clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof name, name, NULL));
    name[strcspn(name, ";")] = '\0';
    cl_kernel k = clCreateKernel(p, name, &error);
    OK(error);
    IS(CL_INVALID_OPERATION, clSetKernelArgSVMPointer(k, 0, host));
    IS(CL_INVALID_OPERATION,
       clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof bytes, &bytes));
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
    /* Of both devices: gfx1100's pointer, and the launch on the other one. */
    const cl_device_id one_device = narrow;
    const char *text = "kernel void %s(global int *x) { x[0] = 1; }";
    char source[128];
    snprintf(source, sizeof source, text, name);
    const char *lines = source;
    cl_program for_gfx = clCreateProgramWithSource(both, 1, &lines, NULL, &error);
    OK(clBuildProgram(for_gfx, 1, &device, NULL, NULL, NULL));
    size_t sizes[2] = {0};
    OK(clGetProgramInfo(for_gfx, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL));
    unsigned char *code = malloc(sizes[0] + 1), *codes[2] = {code, NULL};
    OK(clGetProgramInfo(for_gfx, CL_PROGRAM_BINARIES, sizeof codes, codes, NULL));
    const cl_device_id list[2] = {device, one_device};
    const unsigned char *binaries[2] = {code, file};
    sizes[1] = size;
    p = clCreateProgramWithBinary(both, 2, list, sizes, binaries, NULL, &error);
    OK(error);
    OK(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    k = clCreateKernel(p, name, &error);
    OK(error);
    int *pointer = clSVMAlloc(both, 0, 64, 0);
    OK(clSetKernelArgSVMPointer(k, 0, pointer));
    IS(CL_INVALID_OPERATION, clEnqueueNDRangeKernel(narrow_queue, k, 1, NULL, &n, NULL, LIST));
    clSVMFree(both, pointer);
    free(code);
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
    OK(clReleaseProgram(for_gfx));
}

int main(int argc, char **argv)
{
    cl_device_id found[2] = {NULL};
    cl_uint count = 0;
    cl_int error;
    start();
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, found, &count));
    IS(2, count);
    narrow = found[1];
    alone = clCreateContext(NULL, 1, &narrow, NULL, NULL, &error);
    OK(error);
    both = clCreateContext(NULL, 2, found, NULL, NULL, &error);
    OK(error);
    narrow_queue = clCreateCommandQueueWithProperties(both, narrow, NULL, &error);
    OK(error);
    objects();
    commands();
    compilers();
    launches();
    if (argc > 1)
        shared_memory(argv[1]);
    OK(clReleaseCommandQueue(narrow_queue));
    OK(clReleaseContext(both));
    OK(clReleaseContext(alone));
    return finish();
}

/* test_rocm7.c: a program as ROCm 7 compiles it, with its own declarations, linked with
 * libamdhip64.so.7: what 7.0 changed (the list that ROCm publishes, "HIP API 7.0 changes"), and
 * functions that are new since 6.4. The argument is the code object of arguments.s. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int hipError_t;
typedef void *handle;
typedef struct {
    uint32_t x, y, z;
} dim3;
typedef struct { /* in CUDA's order since 7.0 */
    void *dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
} hipMemsetParams;
typedef struct {
    int type, device;
    void *devicePointer, *hostPointer;
    int isManaged;
    unsigned allocationFlags;
} hipPointerAttribute_t;
typedef union {
    struct {
        int operation;
        void *address;
        uint64_t value;
        unsigned flags;
        void *alias;
    } value;
    uint64_t pad[6];
} hipStreamBatchMemOpParams;
typedef struct {
    int id;
    char pad[4];
    union {
        char room[64];
        int cooperative;
    };
} hipLaunchAttribute;
typedef struct {
    unsigned grid[3], block[3], lds;
    handle stream;
    hipLaunchAttribute *attributes;
    unsigned count;
} HIP_LAUNCH_CONFIG;

enum {
    hipSuccess = 0,
    hipErrorInvalidValue = 1,
    hipErrorInvalidConfiguration = 9,
    hipErrorInvalidImage = 200,
    hipErrorInvalidHandle = 400,
    hipErrorNotReady = 600,
    hipErrorContextIsDestroyed = 709,
    hipMemcpyDefault = 4,
};

hipError_t hipRuntimeGetVersion(int *version);
hipError_t hipMalloc(void **p, size_t size);
hipError_t hipFree(void *p);
hipError_t hipMemcpy(void *to, const void *from, size_t size, int kind);
hipError_t hipGetLastError(void);
hipError_t hipPeekAtLastError(void);
hipError_t hipExtGetLastError(void);
hipError_t hipSetDevice(int device);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *out, const void *p);
hipError_t hipModuleLoad(handle *module, const char *path);
hipError_t hipModuleLoadFatBinary(handle *module, const void *image);
hipError_t hipModuleGetFunction(handle *function, handle module, const char *name);
hipError_t hipModuleLaunchKernel(handle f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                 unsigned by, unsigned bz, unsigned lds, handle stream,
                                 void **params, void **extra);
hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG *config, handle f, void **params,
                                void **extra);
hipError_t hipStreamCreate(handle *stream);
hipError_t hipStreamDestroy(handle stream);
hipError_t hipStreamSynchronize(handle stream);
hipError_t hipStreamQuery(handle stream);
hipError_t hipStreamGetId(handle stream, unsigned long long *id);
hipError_t hipStreamBatchMemOp(handle stream, unsigned count, hipStreamBatchMemOpParams *params,
                               unsigned flags);
hipError_t hipStreamBeginCapture(handle stream, int mode);
hipError_t hipStreamEndCapture(handle stream, handle *graph);
hipError_t hipEventCreate(handle *event);
hipError_t hipEventDestroy(handle event);
hipError_t hipEventQuery(handle event);
hipError_t hipEventRecordWithFlags(handle event, handle stream, unsigned flags);
hipError_t hipMemsetD2D8(void *dst, size_t pitch, unsigned char value, size_t width, size_t height);
hipError_t hipMemsetD2D16(void *dst, size_t pitch, unsigned short value, size_t width,
                          size_t height);
hipError_t hipMemsetD2D32Async(void *dst, size_t pitch, unsigned value, size_t width, size_t height,
                               handle stream);
hipError_t hipGraphCreate(handle *graph, unsigned flags);
hipError_t hipGraphAddMemsetNode(handle *node, handle graph, const handle *after, size_t count,
                                 const hipMemsetParams *p);
hipError_t hipGraphMemsetNodeGetParams(handle node, hipMemsetParams *p);
hipError_t hipGraphGetNodes(handle graph, handle *nodes, size_t *count);
hipError_t hipGraphInstantiate(handle *exec, handle graph, handle *node, char *log, size_t size);
hipError_t hipGraphLaunch(handle exec, handle stream);
hipError_t hipGraphExecDestroy(handle exec);
hipError_t hipGraphDestroy(handle graph);

static int passed, failed;
static void check(int is_good, const char *what, int line, int got)
{
    passed += is_good;
    failed += !is_good;
    if (!is_good)
        printf("test_rocm7.c:%d: %s: %d\n", line, what, got);
}
#define CHECK(what) check((what) != 0, #what, __LINE__, 0)
#define IS(code, call)                                                                             \
    do {                                                                                           \
        int got = (call);                                                                          \
        check(got == (code), #call, __LINE__, got);                                                \
    } while (0)
#define OK(call) IS(hipSuccess, call)

static void errors(void)
{
    void *p;
    int version = 0;
    hipPointerAttribute_t a;
    memset(&a, 1, sizeof a);
    OK(hipRuntimeGetVersion(&version));
    CHECK(version / 10000000 == 7);
    /* The last error stays until it is asked for, whatever succeeds, or is not ready, in between.
     */
    IS(hipErrorInvalidValue, hipMalloc(NULL, 4));
    OK(hipSetDevice(0));
    IS(hipErrorInvalidValue, hipPeekAtLastError());
    IS(hipErrorInvalidValue, hipGetLastError());
    OK(hipGetLastError());
    /* Null pointers are unregistered memory, or nothing is written. */
    OK(hipPointerGetAttributes(&a, NULL));
    CHECK(a.type == 0 && a.device == -2 && !a.devicePointer);
    OK(hipPointerGetAttributes(NULL, &a));
    OK(hipMalloc(&p, 64));
    OK(hipPointerGetAttributes(&a, p));
    CHECK(a.type == 2 && a.devicePointer == p);
    OK(hipFree(p));
    char empty[] = "/tmp/rocm7.XXXXXX";
    handle module;
    if (mkstemp(empty) >= 0) {
        IS(hipErrorInvalidImage, hipModuleLoad(&module, empty));
        remove(empty);
    }
}

static void launches(handle function)
{
    handle stream;
    HIP_LAUNCH_CONFIG c = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    hipLaunchAttribute priority = {.id = 8}, unknown = {.id = 77};
    OK(hipStreamCreate(&stream));
    OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    IS(hipErrorInvalidValue,
       hipModuleLaunchKernel(function, 0, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    IS(hipErrorInvalidConfiguration,
       hipModuleLaunchKernel(function, 1, 1, 1, 1025, 1, 1, 0, stream, NULL, NULL));
    IS(hipErrorInvalidConfiguration,
       hipModuleLaunchKernel(function, 1, 1, 1, 64, 64, 1, 0, stream, NULL, NULL));
    IS(hipErrorInvalidValue,
       hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 1 << 20, stream, NULL, NULL));
    c.stream = stream;
    c.attributes = &priority;
    c.count = 1;
    OK(hipDrvLaunchKernelEx(&c, function, NULL, NULL));
    c.attributes = &unknown;
    IS(hipErrorInvalidValue, hipDrvLaunchKernelEx(&c, function, NULL, NULL));
    c.count = 0;
    c.grid[1] = 0;
    IS(hipErrorInvalidValue, hipDrvLaunchKernelEx(&c, function, NULL, NULL));
    OK(hipStreamDestroy(stream));
    IS(hipErrorContextIsDestroyed,
       hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
}

static void memory(void)
{
    uint32_t *p, seen[64];
    handle stream, graph, node, exec;
    OK(hipStreamCreate(&stream));
    OK(hipMalloc((void **)&p, sizeof seen));
    OK(hipMemsetD2D8(p, 32, 0x11, 32, 8));
    OK(hipMemsetD2D16((char *)p + 32, 32, 0x2222, 4, 2));
    OK(hipMemsetD2D32Async((char *)p + 96, 32, 0x33333333, 1, 3, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, p, sizeof seen, hipMemcpyDefault));
    CHECK(seen[7] == 0x11111111 && seen[8] == 0x22222222 && seen[9] == 0x22222222 &&
          seen[10] == 0x11111111);
    CHECK(seen[16] == 0x22222222 && seen[24] == 0x33333333 && seen[25] == 0x11111111 &&
          seen[40] == 0x33333333 && seen[48] == 0x11111111);
    /* Two writes, and a wait for what the first wrote. */
    hipStreamBatchMemOpParams ops[] = {{.value = {2, p, 7, 0, NULL}},
                                       {.value = {1, p, 7, 1, NULL}},
                                       {.value = {5, p + 2, 0x100000008, 0, NULL}}};
    OK(hipStreamBatchMemOp(stream, 3, ops, 0));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, p, sizeof seen, hipMemcpyDefault));
    CHECK(seen[0] == 7 && seen[2] == 8 && seen[3] == 1);
    ops[1].value.operation = 99;
    IS(hipErrorInvalidValue, hipStreamBatchMemOp(stream, 3, ops, 0));
    unsigned long long one, other, again;
    OK(hipStreamGetId(stream, &one));
    OK(hipStreamGetId(NULL, &other));
    OK(hipStreamGetId(stream, &again));
    CHECK(one != other && one == again);
    /* A memset node with the structure of 7.0. */
    hipMemsetParams set = {.dst = p,
                           .pitch = 32,
                           .value = 9,
                           .elementSize = 4,
                           .width = 2,
                           .height = 3},
                    back;
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphAddMemsetNode(&node, graph, NULL, 0, &set));
    OK(hipGraphMemsetNodeGetParams(node, &back));
    CHECK(memcmp(&set, &back, sizeof set) == 0);
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, p, sizeof seen, hipMemcpyDefault));
    CHECK(seen[0] == 9 && seen[1] == 9 && seen[2] == 8 && seen[16] == 9 && seen[24] == 0x33333333);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    /* An event that a graph records is one outside of it. */
    handle event, nodes[4];
    size_t count = 4;
    OK(hipEventCreate(&event));
    OK(hipStreamBeginCapture(stream, 0));
    OK(hipEventRecordWithFlags(event, stream, 1));
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphGetNodes(graph, nodes, &count));
    CHECK(count == 1);
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipEventQuery(event));
    OK(hipEventRecordWithFlags(event, stream, 0));
    IS(hipErrorInvalidValue, hipEventRecordWithFlags(event, stream, 2));
    OK(hipStreamSynchronize(stream));
    OK(hipEventDestroy(event));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipStreamDestroy(stream));
    OK(hipFree(p));
}

int main(int argc, char **argv)
{
    handle module, function;
    if (argc != 2)
        return 2;
    errors();
    OK(hipModuleLoad(&module, argv[1]));
    OK(hipModuleGetFunction(&function, module, "nothing"));
    launches(function);
    memory();
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed != 0;
}

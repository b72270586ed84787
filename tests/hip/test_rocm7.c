/* test_rocm7.c: a program as ROCm 7 compiles it, with its own declarations, linked with
 * libamdhip64.so.7: what 7.0 changed (the list that ROCm publishes, "HIP API 7.0 changes"), and
 * functions that are new since 6.4. The argument is the code object of arguments.s. */
#include <stdbool.h>
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

typedef struct {
    handle context;
    unsigned count;
    hipStreamBatchMemOpParams *ops;
    unsigned flags;
} hipBatchMemOpNodeParams;
typedef union {
    char pad[64];
    int priority, policy;
} hipStreamAttrValue;
typedef struct {
    int order;
    struct {
        int type, id;
    } from, to;
    unsigned flags;
} hipMemcpyAttributes;
typedef struct {
    size_t x, y, z;
} hipExtent;
typedef struct {
    int type;
    union {
        struct {
            void *ptr;
            size_t row, rows;
            int hint[2];
        } memory;
        struct {
            handle array;
            hipExtent at;
        } array;
    };
} hipMemcpy3DOperand;
typedef struct {
    hipMemcpy3DOperand from, to;
    hipExtent extent;
    int order;
    unsigned flags;
} hipMemcpy3DBatchOp;
typedef struct {
    void *ptr;
    size_t pitch, width, height;
} hipPitchedPtr;
typedef struct {
    handle array;
    hipExtent at;
    hipPitchedPtr memory;
    int device;
} peer_end;
typedef struct {
    peer_end from, to;
    hipExtent extent;
} hipMemcpy3DPeerParms;
typedef struct {
    int x, y, z, w, kind;
} hipChannelFormatDesc;
typedef struct {
    void *function;
    dim3 grid, block;
    void **args;
    size_t lds;
    handle stream;
} hipLaunchParams;

enum {
    hipSuccess = 0,
    hipErrorInvalidValue = 1,
    hipErrorInvalidConfiguration = 9,
    hipErrorInvalidImage = 200,
    hipErrorInvalidHandle = 400,
    hipErrorNotFound = 500,
    hipErrorNotReady = 600,
    hipErrorContextIsDestroyed = 709,
    hipErrorCooperativeLaunchTooLarge = 720,
    hipErrorStreamCaptureUnsupported = 900,
    hipErrorStreamCaptureInvalidated = 901,
    hipErrorStreamCaptureImplicit = 906,
    hipErrorInvalidChannelDescriptor = 911,
    hipErrorInvalidTexture = 912,
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
hipError_t hipGraphAddBatchMemOpNode(handle *node, handle graph, const handle *after, size_t count,
                                     const hipBatchMemOpNodeParams *p);
hipError_t hipGraphBatchMemOpNodeGetParams(handle node, hipBatchMemOpNodeParams *p);
hipError_t hipGraphBatchMemOpNodeSetParams(handle node, hipBatchMemOpNodeParams *p);
hipError_t hipGraphExecBatchMemOpNodeSetParams(handle exec, handle node,
                                               const hipBatchMemOpNodeParams *p);
hipError_t hipDevicePrimaryCtxRetain(handle *context, int device);
hipError_t hipGraphNodeGetType(handle node, int *type);
hipError_t hipStreamSetAttribute(handle stream, int id, const hipStreamAttrValue *value);
hipError_t hipStreamGetAttribute(handle stream, int id, hipStreamAttrValue *value);
hipError_t hipStreamCopyAttributes(handle to, handle from);
hipError_t hipStreamGetPriority(handle stream, int *priority);
hipError_t hipStreamAddCallback(handle stream, void (*call)(handle, hipError_t, void *), void *user,
                                unsigned flags);
hipError_t hipStreamWriteValue32(handle stream, void *at, uint32_t value, unsigned flags);
hipError_t hipStreamWaitValue32(handle stream, void *at, uint32_t value, unsigned flags,
                                uint32_t mask);
hipError_t hipMemcpyBatchAsync(void **to, void **from, size_t *sizes, size_t count,
                               hipMemcpyAttributes *attributes, size_t *first, size_t attributes_n,
                               size_t *bad, handle stream);
hipError_t hipMemcpy3DBatchAsync(size_t count, hipMemcpy3DBatchOp *ops, size_t *bad,
                                 unsigned long long flags, handle stream);
hipError_t hipMemcpy3DPeer(hipMemcpy3DPeerParms *p);
hipError_t hipMalloc3DArray(handle *array, const hipChannelFormatDesc *format, hipExtent extent,
                            unsigned flags);
hipError_t hipFreeArray(handle array);
hipError_t hipMallocManaged(void **p, size_t size, unsigned flags);
hipError_t hipMallocAsync(void **p, size_t size, handle stream);
hipError_t hipMemAdvise(const void *p, size_t size, int advice, int device);
hipError_t hipDeviceGetDefaultMemPool(handle *pool, int device);
hipError_t hipDeviceSetMemPool(int device, handle pool);
hipError_t hipDeviceSetCacheConfig(int config);
hipError_t hipDeviceSetSharedMemConfig(int config);
hipError_t hipThreadExchangeStreamCaptureMode(int *mode);
hipError_t hipStreamIsCapturing(handle stream, int *status);
hipError_t hipModuleLaunchCooperativeKernel(handle f, unsigned gx, unsigned gy, unsigned gz,
                                            unsigned bx, unsigned by, unsigned bz, unsigned lds,
                                            handle stream, void **params);
hipError_t hipLaunchCooperativeKernel(const void *f, dim3 grid, dim3 block, void **params,
                                      unsigned lds, handle stream);
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *list, int count, unsigned flags);
hipError_t hipBindTexture2D(size_t *offset, const void *reference, const void *at,
                            const hipChannelFormatDesc *format, size_t width, size_t height,
                            size_t pitch);
hipError_t hipBindTextureToArray(const void *reference, handle array,
                                 const hipChannelFormatDesc *format);
hipError_t hipGetTextureAlignmentOffset(size_t *offset, const void *reference);
hipError_t hipGetDriverEntryPoint(const char *name, void **function, unsigned long long flags,
                                  int *status);
hipError_t hipLibraryLoadData(handle *library, const void *code, void *jit, void **jit_values,
                              unsigned jit_count, void *options, void **values, unsigned count);
hipError_t hipLibraryLoadFromFile(handle *library, const char *path, void *jit, void **jit_values,
                                  unsigned jit_count, void *options, void **values, unsigned count);
hipError_t hipLibraryUnload(handle library);
hipError_t hipLibraryGetKernel(handle *kernel, handle library, const char *name);
hipError_t hipLibraryGetKernelCount(unsigned *count, handle library);
hipError_t hipLibraryEnumerateKernels(handle *kernels, unsigned count, handle library);
hipError_t hipLibraryGetGlobal(void **at, size_t *size, handle library, const char *name);
hipError_t hipLibraryGetManaged(void **at, size_t *size, handle library, const char *name);
hipError_t hipKernelGetName(const char **name, handle kernel);
hipError_t hipKernelGetLibrary(handle *library, handle kernel);
hipError_t hipKernelGetFunction(handle *function, handle kernel);
hipError_t hipKernelGetAttribute(int *value, int attribute, handle kernel, int device);
hipError_t hipModuleGetGlobal(void **at, size_t *size, handle module, const char *name);
hipError_t hipModuleUnload(handle module);

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

/* Several copies in one call: none begins if one of them is wrong. */
static void copies(void)
{
    uint8_t *p, *q, seen[64];
    handle stream, array;
    size_t bad = 7, sizes[] = {16, 8, 1}, first[] = {0, 2};
    OK(hipStreamCreate(&stream));
    OK(hipMalloc((void **)&p, 64));
    OK(hipMalloc((void **)&q, 64));
    OK(hipMemsetD2D8(p, 64, 1, 64, 1));
    OK(hipMemsetD2D8(q, 64, 2, 64, 1));
    void *to[] = {q, q + 32, q + 63}, *from[] = {p, p + 8, p};
    hipMemcpyAttributes attributes[2] = {{.order = 3}, {.order = 2}};
    OK(hipMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 2, &bad, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, q, 64, hipMemcpyDefault));
    for (int i = 0; i < 64; i++)
        CHECK(seen[i] == (i < 16 || (i >= 32 && i < 40) || i == 63 ? 1 : 2));
    OK(hipMemsetD2D8(q, 64, 3, 64, 1));
    sizes[2] = 2; /* behind the end */
    IS(hipErrorInvalidValue, hipMemcpyBatchAsync(to, from, sizes, 3, NULL, NULL, 0, &bad, stream));
    CHECK(bad == 2);
    IS(hipErrorInvalidValue, hipMemcpyBatchAsync(to, from, sizes, 0, NULL, NULL, 0, &bad, stream));
    CHECK(bad == SIZE_MAX);
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, q, 64, hipMemcpyDefault));
    CHECK(seen[0] == 3 && seen[32] == 3);
    /* Boxes: rows of 8 bytes, 2 by 2 of them, into an array and out of it elsewhere. */
    const hipChannelFormatDesc bytes = {8, 0, 0, 0, 1};
    for (int i = 0; i < 64; i++)
        seen[i] = (uint8_t)i;
    OK(hipMemcpy(p, seen, 64, hipMemcpyDefault));
    OK(hipMalloc3DArray(&array, &bytes, (hipExtent){8, 4, 2}, 0));
    hipMemcpy3DBatchOp ops[] = {
        {.from = {1, {.memory = {p, 8, 4, {0, 0}}}},
         .to = {2, {.array = {array, {1, 1, 0}}}},
         .extent = {3, 2, 2},
         .order = 1},
        {.from = {2, {.array = {array, {1, 1, 0}}}},
         .to = {1, {.memory = {q, 16, 2, {0, 0}}}},
         .extent = {3, 2, 2},
         .order = 1},
    };
    OK(hipMemcpy3DBatchAsync(2, ops, &bad, 0, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, q, 64, hipMemcpyDefault));
    for (int i = 0; i < 64; i++) {
        int x = i % 16, y = i / 16 % 2, z = i / 32;
        CHECK(seen[i] == (x < 3 ? z * 32 + y * 8 + x : 3));
    }
    ops[1].extent.x = 8;
    IS(hipErrorInvalidValue, hipMemcpy3DBatchAsync(2, ops, &bad, 0, stream));
    CHECK(bad == 1);
    hipMemcpy3DPeerParms peer = {.from = {.memory = {p, 8, 8, 4}, .at = {2, 1, 0}},
                                 .to = {.memory = {q, 8, 8, 4}},
                                 .extent = {4, 1, 1}};
    OK(hipMemcpy3DPeer(&peer));
    OK(hipMemcpy(seen, q, 64, hipMemcpyDefault));
    CHECK(seen[0] == 10 && seen[3] == 13 && seen[4] == 3);
    OK(hipFreeArray(array));
    OK(hipFree(p));
    OK(hipFree(q));
    OK(hipStreamDestroy(stream));
}

/* Values in graphs, as nodes and captured. */
static void values(void)
{
    uint32_t *p, seen[4];
    handle stream, graph, node, exec, nodes[4];
    size_t count = 4;
    int type;
    OK(hipStreamCreate(&stream));
    OK(hipMalloc((void **)&p, sizeof seen));
    hipStreamBatchMemOpParams ops[] = {{.value = {2, p, 1000, 0, NULL}},
                                       {.value = {1, p, 1000, 1, NULL}},
                                       {.value = {5, p + 2, 0x500000006, 0, NULL}}};
    hipBatchMemOpNodeParams params = {NULL, 3, ops, 0}, back;
    OK(hipDevicePrimaryCtxRetain(&params.context, 0));
    OK(hipGraphCreate(&graph, 0));
    IS(hipErrorInvalidValue, hipGraphAddBatchMemOpNode(&node, stream, NULL, 0, &params));
    OK(hipGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params));
    OK(hipGraphNodeGetType(node, &type));
    CHECK(type == 14);
    OK(hipGraphBatchMemOpNodeGetParams(node, &back));
    CHECK(back.context == params.context && back.count == 3 && back.ops[0].value.value == 1000 &&
          back.ops[2].value.address == p + 2);
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, p, sizeof seen, hipMemcpyDefault));
    CHECK(seen[0] == 1000 && seen[2] == 6 && seen[3] == 5);
    ops[0].value.value = 2000;
    ops[1].value.flags = 0; /* at least */
    params.count = 2;
    OK(hipGraphExecBatchMemOpNodeSetParams(exec, node, &params));
    OK(hipGraphBatchMemOpNodeGetParams(node, &back));
    CHECK(back.count == 3); /* the graph's own is as it was */
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, p, sizeof seen, hipMemcpyDefault));
    CHECK(seen[0] == 2000);
    OK(hipGraphBatchMemOpNodeSetParams(node, &params));
    OK(hipGraphBatchMemOpNodeGetParams(node, &back));
    CHECK(back.count == 2);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipStreamBeginCapture(stream, 0));
    OK(hipStreamBatchMemOp(stream, 2, ops, 0));
    OK(hipStreamWriteValue32(stream, p + 1, 9, 0));
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphGetNodes(graph, nodes, &count));
    CHECK(count == 2);
    OK(hipGraphNodeGetType(nodes[0], &type));
    CHECK(type == 14);
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, p, sizeof seen, hipMemcpyDefault));
    CHECK(seen[1] == 9);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(p));
    OK(hipStreamDestroy(stream));
}

static void attributes(void)
{
    handle one, other;
    int priority;
    hipStreamAttrValue value = {.priority = -1}, back;
    OK(hipStreamCreate(&one));
    OK(hipStreamCreate(&other));
    OK(hipStreamSetAttribute(one, 8, &value));
    OK(hipStreamGetPriority(one, &priority));
    CHECK(priority == -1);
    value.policy = 4;
    OK(hipStreamSetAttribute(one, 3, &value));
    OK(hipStreamGetAttribute(other, 3, &back));
    CHECK(back.policy == 1);
    OK(hipStreamCopyAttributes(other, one));
    OK(hipStreamGetAttribute(other, 3, &back));
    CHECK(back.policy == 4);
    OK(hipStreamGetAttribute(other, 8, &back));
    CHECK(back.priority == -1);
    OK(hipStreamDestroy(one));
    OK(hipStreamDestroy(other));
    void (*function)(void) = NULL;
    void *found;
    int status = 9;
    OK(hipGetDriverEntryPoint("hipStreamDestroy", &found, 0, &status));
    memcpy(&function, &found, sizeof found);
    CHECK(status == 0 && function != NULL);
    IS(hipErrorInvalidValue, hipGetDriverEntryPoint("hipNothing", &found, 0, &status));
    CHECK(status == 1);
}

static void on_stream(handle stream, hipError_t status, void *user)
{
    (void)stream, (void)status, (void)user;
}

/* What may not be called while a stream is captured in a strict mode: the capture is over then. */
enum { UNSAFE_CALLS = 9 };
static hipError_t unsafe(int which, handle other, handle event, handle pool, void **p)
{
    switch (which) {
    case 0:
        return hipMallocManaged(p, 64, 1);
    case 1:
        return hipMemAdvise(p[1], 64, 1, 0);
    case 2:
        return hipEventQuery(event);
    case 3:
        return hipDeviceSetMemPool(0, pool);
    case 4:
        return hipDeviceSetCacheConfig(0);
    case 5:
        return hipDeviceSetSharedMemConfig(0);
    case 6:
        return hipMalloc(p, 64);
    case 7:
        return hipStreamAddCallback(other, on_stream, NULL, 0);
    default:
        return hipStreamAddCallback(NULL, on_stream, NULL, 0);
    }
}

static void captures(void *function)
{
    handle stream, other, event, pool, graph;
    void *p[2] = {NULL, NULL};
    int mode = 0, status;
    OK(hipStreamCreate(&stream));
    OK(hipStreamCreate(&other));
    OK(hipEventCreate(&event));
    OK(hipDeviceGetDefaultMemPool(&pool, 0));
    OK(hipMallocManaged(&p[1], 64, 1));
    for (int which = 0; which < UNSAFE_CALLS; which++)
        for (int is_relaxed = 0; is_relaxed < 2; is_relaxed++) {
            bool is_refused = !is_relaxed || which >= 7; /* callbacks are, in any mode */
            OK(hipStreamBeginCapture(stream, is_relaxed ? 2 : 0));
            mode = is_relaxed ? 2 : 0;
            OK(hipThreadExchangeStreamCaptureMode(&mode));
            IS(!is_refused  ? hipSuccess
               : which >= 7 ? hipErrorStreamCaptureImplicit
                            : hipErrorStreamCaptureUnsupported,
               unsafe(which, other, event, pool, p));
            OK(hipThreadExchangeStreamCaptureMode(&mode));
            OK(hipStreamIsCapturing(stream, &status));
            CHECK(status == (is_refused ? 2 : 1));
            IS(is_refused ? hipErrorStreamCaptureInvalidated : hipSuccess,
               hipStreamEndCapture(stream, &graph));
            if (!is_refused)
                OK(hipGraphDestroy(graph));
            if (p[0])
                OK(hipFree(p[0]));
            p[0] = NULL;
        }
    hipLaunchParams launch = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .function = function};
    IS(hipErrorInvalidHandle, hipLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
    launch.stream = stream;
    OK(hipStreamBeginCapture(stream, 0));
    IS(hipErrorStreamCaptureUnsupported, hipLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
    IS(hipErrorStreamCaptureUnsupported, hipMalloc(p, 64));
    IS(hipErrorStreamCaptureInvalidated, hipLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
    IS(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(stream, &graph));
    /* Memory of a pool is freed without waiting for what a stream still waits for. */
    OK(hipMallocAsync(p, 64, other));
    OK(hipStreamWriteValue32(stream, p[1], 0, 0));
    OK(hipStreamSynchronize(stream)); /* or it might be written after the 5 */
    OK(hipStreamWaitValue32(stream, p[1], 5, 0, UINT32_MAX));
    OK(hipFree(p[0]));
    __atomic_store_n((uint32_t *)p[1], 5, __ATOMIC_RELEASE);
    OK(hipStreamSynchronize(stream));
    OK(hipFree(p[1]));
    OK(hipEventDestroy(event));
    OK(hipStreamDestroy(stream));
    OK(hipStreamDestroy(other));
    IS(hipErrorInvalidHandle,
       hipLaunchCooperativeKernel(function, launch.grid, launch.block, NULL, 0, stream));
    IS(hipErrorContextIsDestroyed,
       hipModuleLaunchCooperativeKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL));
    IS(hipErrorInvalidValue,
       hipModuleLaunchCooperativeKernel(function, 1, 1, 1, 0, 1, 1, 0, NULL, NULL));
    IS(hipErrorCooperativeLaunchTooLarge,
       hipModuleLaunchCooperativeKernel(function, 1, 1, 1, 1, 1, 1, 1 << 20, NULL, NULL));
}

static void textures(void)
{
    char reference[128] = {0};
    size_t offset;
    const hipChannelFormatDesc bytes = {8, 0, 0, 0, 1};
    IS(hipErrorNotFound, hipBindTexture2D(&offset, NULL, reference, &bytes, 1, 1, 256));
    IS(hipErrorNotFound, hipBindTexture2D(&offset, reference, NULL, &bytes, 1, 1, 256));
    IS(hipErrorInvalidChannelDescriptor, hipBindTextureToArray(reference, NULL, &bytes));
    IS(hipErrorInvalidTexture, hipGetTextureAlignmentOffset(&offset, NULL));
}

/* Code that is loaded when it is used. */
static void libraries(const char *path)
{
    handle library, other, kernel, same, function, stream, module;
    unsigned count;
    const char *name;
    int threads;
    int32_t *variable, seen = 0, *managed;
    size_t size;
    const char text[] = "call me ishmael";
    IS(hipErrorInvalidValue, hipLibraryLoadData(NULL, text, NULL, NULL, 0, NULL, NULL, 0));
    OK(hipLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
    IS(hipErrorInvalidImage, hipLibraryGetKernel(&kernel, library, "moby"));
    OK(hipLibraryUnload(library));
    IS(hipErrorInvalidHandle, hipLibraryUnload(library));
    OK(hipLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0));
    OK(hipLibraryGetKernelCount(&count, library));
    CHECK(count == 1);
    OK(hipLibraryGetKernel(&kernel, library, "nothing"));
    OK(hipLibraryEnumerateKernels(&same, 1, library));
    CHECK(same == kernel);
    IS(hipErrorNotFound, hipLibraryGetKernel(&same, library, "nobody"));
    OK(hipKernelGetName(&name, kernel));
    CHECK(!strcmp(name, "nothing"));
    OK(hipKernelGetLibrary(&other, kernel));
    CHECK(other == library);
    OK(hipKernelGetAttribute(&threads, 0, kernel, 0));
    CHECK(threads == 1024);
    OK(hipKernelGetFunction(&function, kernel));
    OK(hipStreamCreate(&stream));
    OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    OK(hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    OK(hipStreamSynchronize(stream));
    OK(hipLibraryGetGlobal((void **)&variable, &size, library, "variable"));
    OK(hipMemcpy(&seen, variable, 4, hipMemcpyDefault));
    CHECK(size == 4 && seen == 42);
    OK(hipLibraryGetManaged((void **)&managed, &size, library, "shared"));
    CHECK(size == 4 && *managed == 77); /* by the host, at its first value */
    OK(hipLibraryUnload(library));
    IS(hipErrorInvalidHandle,
       hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    IS(hipErrorInvalidHandle, hipKernelGetName(&name, kernel));
    OK(hipStreamDestroy(stream));
    OK(hipModuleLoad(&module, path));
    OK(hipModuleGetGlobal((void **)&managed, &size, module, "shared"));
    CHECK(size == 4 && *managed == 77);
    OK(hipModuleUnload(module));
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
    copies();
    values();
    attributes();
    captures(function);
    textures();
    libraries(argv[1]);
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed != 0;
}

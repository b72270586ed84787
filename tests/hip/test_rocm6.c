/* test_rocm6.c: a program as ROCm 6 compiles it: its structures, enumerators and functions.
 *
 * Nothing of Shoal's headers is used: what is declared here is the binary interface of ROCm 6, from
 * the specification of it (offsets of hipDeviceProp_tR0600) and its public headers. Linked with
 * libamdhip64.so.6. The argument is the code object of arguments.s. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int hipError_t;
typedef void *handle; /* hipStream_t, hipGraph_t, ... */
typedef struct {
    uint32_t x, y, z;
} dim3;
typedef struct {
    size_t a, b, c;
} triple; /* hipPos, hipExtent */
typedef struct {
    void *ptr;
    size_t pitch, xsize, ysize;
} hipPitchedPtr;
typedef struct {
    void *srcArray;
    triple srcPos;
    hipPitchedPtr srcPtr;
    void *dstArray;
    triple dstPos;
    hipPitchedPtr dstPtr;
    triple extent;
    int kind;
} hipMemcpy3DParms;
typedef struct { /* all sizes became size_t */
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    int srcMemoryType;
    const void *srcHost;
    void *srcDevice, *srcArray;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    int dstMemoryType;
    void *dstHost, *dstDevice, *dstArray;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
} HIP_MEMCPY3D;
typedef struct {
    int type, requestedHandleType;
    struct {
        int type, id;
    } location;
    void *win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
    } allocFlags;
} hipMemAllocationProp;
typedef struct {
    int allocType, handleTypes;
    struct {
        int type, id;
    } location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned char reserved[56];
} hipMemPoolProps;
typedef struct {
    int type, device;
    void *devicePointer, *hostPointer;
    int isManaged;
    unsigned allocationFlags;
} hipPointerAttribute_t;
typedef struct {
    dim3 blockDim;
    void **extra;
    void *func;
    dim3 gridDim;
    void **kernelParams;
    unsigned sharedMemBytes;
} hipKernelNodeParams;
typedef struct {
    void *dst;
    unsigned elementSize;
    size_t height, pitch;
    unsigned value;
    size_t width;
} hipMemsetParams;
typedef struct {
    void (*fn)(void *);
    void *userData;
} hipHostNodeParams;
typedef struct {
    hipMemPoolProps poolProps;
    const void *accessDescs;
    size_t accessDescCount, bytesize;
    void *dptr;
} hipMemAllocNodeParams;
typedef struct {
    int type, reserved0[3];
    union {
        long long reserved1[29];
        hipKernelNodeParams kernel;
        struct {
            int flags, reserved[3];
            hipMemcpy3DParms copyParams;
        } memcpy;
        hipMemsetParams memset;
        hipHostNodeParams host;
        handle graph, event;
        hipMemAllocNodeParams alloc;
        void *dptr;
    };
    long long reserved2;
} hipGraphNodeParams;
typedef struct {
    handle errNode_out;
    unsigned long long flags;
    int result_out;
    handle uploadStream;
} hipGraphInstantiateParams;

enum {
    hipSuccess = 0,
    hipErrorInvalidValue = 1,
    hipErrorNotFound = 500,
    hipErrorNotSupported = 801
};
enum { hipMemcpyHostToDevice = 1, hipMemcpyDeviceToHost = 2, hipMemcpyDefault = 4 };
enum { Unregistered, Host, Device, Managed, Unified = 11 }; /* hipMemoryType */
enum {                                                      /* hipGraphNodeType */
       Kernel,
       Memcpy,
       Memset,
       HostNode,
       Graph,
       Empty,
       WaitEvent,
       EventRecord,
       MemAlloc = 10,
       MemFree,
};

hipError_t hipGetDevicePropertiesR0600(void *, int), hipChooseDeviceR0600(int *, const void *);
hipError_t hipDeviceGetAttribute(int *, int, int), hipGetLastError(void), hipExtGetLastError(void);
hipError_t hipMalloc(void **, size_t), hipFree(void *), hipHostMalloc(void **, size_t, unsigned);
hipError_t hipMallocManaged(void **, size_t, unsigned), hipHostFree(void *);
hipError_t hipMallocAsync(void **, size_t, handle), hipFreeAsync(void *, handle);
hipError_t hipMemcpy(void *, const void *, size_t, int), hipMemset(void *, int, size_t);
hipError_t hipMemsetAsync(void *, int, size_t, handle);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *, const void *);
hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *);
hipError_t hipMemCreate(handle *, size_t, const hipMemAllocationProp *, unsigned long long);
hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *, handle);
hipError_t hipMemRelease(handle);
hipError_t hipStreamCreate(handle *), hipStreamDestroy(handle), hipStreamSynchronize(handle);
hipError_t hipStreamBeginCapture(handle, int), hipStreamEndCapture(handle, handle *);
hipError_t hipStreamBeginCaptureToGraph(handle, handle, const handle *, const void *, size_t, int);
hipError_t hipEventCreate(handle *), hipEventDestroy(handle), hipEventQuery(handle);
hipError_t hipModuleLoad(handle *, const char *), hipModuleUnload(handle);
hipError_t hipModuleGetFunction(handle *, handle, const char *);
hipError_t hipCtxGetCurrent(handle *);
hipError_t hipGraphCreate(handle *, unsigned), hipGraphDestroy(handle);
hipError_t hipGraphAddNode(handle *, handle, const handle *, size_t, hipGraphNodeParams *);
hipError_t hipGraphNodeSetParams(handle, hipGraphNodeParams *);
hipError_t hipGraphExecNodeSetParams(handle, handle, hipGraphNodeParams *);
hipError_t hipGraphNodeGetType(handle, int *), hipGraphGetNodes(handle, handle *, size_t *);
hipError_t hipGraphNodeGetDependencies(handle, handle *, size_t *);
hipError_t hipGraphInstantiate(handle *, handle, handle *, char *, size_t);
hipError_t hipGraphInstantiateWithFlags(handle *, handle, unsigned long long);
hipError_t hipGraphInstantiateWithParams(handle *, handle, hipGraphInstantiateParams *);
hipError_t hipGraphExecDestroy(handle), hipGraphLaunch(handle, handle),
    hipGraphClone(handle *, handle);
hipError_t hipGraphMemAllocNodeGetParams(handle, hipMemAllocNodeParams *);
hipError_t hipGraphMemFreeNodeGetParams(handle, void *);
hipError_t hipGraphAddMemFreeNode(handle *, handle, const handle *, size_t, void *);
hipError_t hipDeviceGetGraphMemAttribute(int, int, void *), hipDeviceGraphMemTrim(int);
hipError_t hipDeviceSetGraphMemAttribute(int, int, void *);
hipError_t hipGraphKernelNodeSetAttribute(handle, int, const void *);
hipError_t hipGraphKernelNodeGetAttribute(handle, int, void *);
hipError_t hipGraphKernelNodeCopyAttributes(handle, handle);
hipError_t hipDrvGraphAddMemcpyNode(handle *, handle, const handle *, size_t, const HIP_MEMCPY3D *,
                                    handle);
hipError_t hipDrvGraphMemcpyNodeGetParams(handle, HIP_MEMCPY3D *);
hipError_t hipDrvGraphMemcpyNodeSetParams(handle, const HIP_MEMCPY3D *);
hipError_t hipDrvGraphExecMemcpyNodeSetParams(handle, handle, const HIP_MEMCPY3D *, handle);
hipError_t hipDrvGraphAddMemsetNode(handle *, handle, const handle *, size_t,
                                    const hipMemsetParams *, handle);
hipError_t hipDrvGraphExecMemsetNodeSetParams(handle, handle, const hipMemsetParams *, handle);
hipError_t hipGetProcAddress(const char *, void **, int, uint64_t, int *);
const char *hipGetErrorName(hipError_t);

static int passed, failed;
#define CHECK(condition)                                                                           \
    ((condition) ? (void)passed++                                                                  \
                 : (void)(failed++, printf("%d: failed: %s\n", __LINE__, #condition)))
static void is(hipError_t got, hipError_t expected, int line)
{
    if (got == expected)
        passed++;
    else
        failed++, printf("%d: %s, not %s\n", line, hipGetErrorName(got), hipGetErrorName(expected));
}
#define OK(call)           is(call, hipSuccess, __LINE__)
#define IS(expected, call) is(call, expected, __LINE__)

/* ---- devices, memory --------------------------------------------------------------------------
 */

static int int_at(const char *p, size_t offset)
{
    int value;
    memcpy(&value, p + offset, sizeof value);
    return value;
}

static void properties(void)
{
    enum { SIZE = 1472, GUARD = 64 };
    /* Offset in hipDeviceProp_tR0600, number of the attribute. */
    static const int both[][2] = {
        {308, 87 /* WarpSize */},          {320, 56 /* MaxThreadsPerBlock */},
        {348, 5 /* ClockRate */},          {360, 23 /* ComputeCapabilityMajor */},
        {364, 61 /* ...Minor */},          {388, 63 /* MultiprocessorCount */},
        {396, 16 /* Integrated */},        {616, 19 /* L2CacheSize */},
        {688, 10 /* CooperativeLaunch */}, {1424, 10000 /* ClockInstructionRate */},
        {1424, 10017 /* WallClockRate */}, {1468, 10012 /* AsicRevision */},
    };
    char p[SIZE + GUARD];
    int value, device = -1;
    memset(p, 0x5a, sizeof p);
    OK(hipGetDevicePropertiesR0600(p, 0));
    for (int i = SIZE; i < SIZE + GUARD; i++)
        CHECK(p[i] == 0x5a);
    CHECK(!strcmp(p, "Shoal gfx1100") && !strcmp(p + 1160, "gfx1100"));
    CHECK(int_at(p, 308) == 32 && int_at(p, 360) == 11 && int_at(p, 296) == 64 << 10);
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        OK(hipDeviceGetAttribute(&value, both[i][1], 0));
        CHECK(value == int_at(p, (size_t)both[i][0]));
    }
    for (int attribute = 89; attribute <= 91;
         attribute++) {                                  /* virtual memory, host registration, */
        OK(hipDeviceGetAttribute(&value, attribute, 0)); /* handles of pools */
        CHECK(value == 1);
    }
    OK(hipChooseDeviceR0600(&device, p));
    CHECK(device == 0);
    IS(101, hipGetDevicePropertiesR0600(p, 99));
    IS(101, hipExtGetLastError());
    OK(hipGetLastError());
    /* In ROCm 6 a later success replaces the error; in 5 it does not. */
    IS(101, hipGetDevicePropertiesR0600(p, 99));
    OK(hipDeviceGetAttribute(&value, 89, 0));
    OK(hipGetLastError());
}

static void memory(void)
{
    void *device, *host, *managed;
    hipPointerAttribute_t a;
    OK(hipMalloc(&device, 64));
    OK(hipHostMalloc(&host, 64, 0));
    OK(hipMallocManaged(&managed, 64, 1));
    OK(hipPointerGetAttributes(&a, device));
    CHECK(a.type == Device && a.devicePointer == device && !a.hostPointer);
    OK(hipPointerGetAttributes(&a, host));
    CHECK(a.type == Host);
    OK(hipPointerGetAttributes(&a, managed));
    CHECK(a.type == Managed && a.isManaged);
    OK(hipPointerGetAttributes(&a, &a)); /* since ROCm 6 no error */
    CHECK(a.type == Unregistered);

    char in[32], out[8];
    for (int i = 0; i < 32; i++)
        in[i] = (char)i;
    HIP_MEMCPY3D box = {.srcMemoryType = Host,
                        .srcHost = in,
                        .srcPitch = 8,
                        .srcXInBytes = 2,
                        .srcY = 1,
                        .dstMemoryType = Device,
                        .dstDevice = device,
                        .dstPitch = 4,
                        .WidthInBytes = 4,
                        .Height = 2,
                        .Depth = 1};
    OK(hipDrvMemcpy3D(&box));
    OK(hipMemcpy(out, device, 8, hipMemcpyDeviceToHost));
    CHECK(out[0] == 10 && out[3] == 13 && out[4] == 18 && out[7] == 21);
    box.srcXInBytes = (size_t)1 << 40; /* would be 0 in 32 bits */
    IS(hipErrorInvalidValue, hipDrvMemcpy3D(&box));

    hipMemAllocationProp prop = {.type = 1, .location = {1, 0}}, back;
    handle physical;
    OK(hipMemCreate(&physical, 4096, &prop, 0));
    memset(&back, 0x5a, sizeof back);
    OK(hipMemGetAllocationPropertiesFromHandle(&back, physical));
    CHECK(back.type == 1 && back.location.type == 1 && back.location.id == 0);
    OK(hipMemRelease(physical));
    OK(hipFree(device));
    OK(hipFree(managed));
    OK(hipHostFree(host));
}

/* ---- graphs -----------------------------------------------------------------------------------
 */

static void count(void *user) { ++*(int *)user; }

static hipGraphNodeParams fill(void *at, int value)
{
    hipGraphNodeParams p = {.type = Memset};
    p.memset = (hipMemsetParams){
        .dst = at, .elementSize = 1, .width = 16, .height = 1, .value = (unsigned)value};
    return p;
}

static hipGraphNodeParams copy(void *to, void *from)
{
    hipGraphNodeParams p = {.type = Memcpy};
    p.memcpy.copyParams = (hipMemcpy3DParms){.srcPtr = {from, 16, 16, 1},
                                             .dstPtr = {to, 16, 16, 1},
                                             .extent = {16, 1, 1},
                                             .kind = hipMemcpyDefault};
    return p;
}

static int type_of(handle node)
{
    int type = -1;
    OK(hipGraphNodeGetType(node, &type));
    return type;
}

/* One node of each type, one behind the other. */
static void any_nodes(handle function)
{
    handle graph, child, n[9], exec, event, stream;
    int calls = 0;
    char *p, out[16];
    OK(hipMalloc((void **)&p, 32));
    OK(hipEventCreate(&event));
    OK(hipStreamCreate(&stream));
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphCreate(&child, 0));
    hipGraphNodeParams host = {.type = HostNode}, kernel = {.type = Kernel},
                       empty = {.type = Empty};
    host.host = (hipHostNodeParams){count, &calls};
    kernel.kernel = (hipKernelNodeParams){{32, 1, 1}, NULL, function, {1, 1, 1}, NULL, 0};
    hipGraphNodeParams set = fill(p, 7), move = copy(p + 16, p), inner = {.type = Graph};
    hipGraphNodeParams record = {.type = EventRecord}, wait = {.type = WaitEvent};
    inner.graph = child;
    record.event = wait.event = event;
    OK(hipGraphAddNode(&n[0], child, NULL, 0, &host));
    hipGraphNodeParams *params[] = {&empty, &set, &move, &host, &kernel, &inner, &record, &wait};
    static const int types[] = {Empty,  Memset, Memcpy,      HostNode,
                                Kernel, Graph,  EventRecord, WaitEvent};
    for (int i = 0; i < 8; i++) {
        OK(hipGraphAddNode(&n[i + 1], graph, i ? &n[i] : NULL, i > 0, params[i]));
        CHECK(type_of(n[i + 1]) == types[i]);
    }
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(out, p + 16, 16, hipMemcpyDeviceToHost));
    CHECK(out[0] == 7 && out[15] == 7 && calls == 2);
    OK(hipEventQuery(event));

    set.memset.value = 9;
    OK(hipGraphExecNodeSetParams(exec, n[2], &set)); /* of what is launched only */
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(out, p + 16, 16, hipMemcpyDeviceToHost));
    CHECK(out[0] == 9);
    OK(hipGraphNodeSetParams(n[2], &set));
    IS(hipErrorInvalidValue, hipGraphNodeSetParams(n[1], &set)); /* an empty node */
    OK(hipGraphExecDestroy(exec));

    handle second;
    union {
        int cooperative;
        void *room[4];
    } value = {.cooperative = 1}, seen = {0};
    OK(hipGraphAddNode(&second, graph, NULL, 0, &kernel));
    OK(hipGraphKernelNodeSetAttribute(n[5], 2, &value));
    OK(hipGraphKernelNodeCopyAttributes(n[5], second));
    OK(hipGraphKernelNodeGetAttribute(second, 2, &seen));
    CHECK(seen.cooperative == 1);
    hipGraphInstantiateParams how = {
        .flags = 2 /* Upload */, .uploadStream = stream, .result_out = 77};
    OK(hipGraphInstantiateWithParams(&exec, graph, &how));
    CHECK(how.result_out == 0 && !how.errNode_out);
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    CHECK(calls == 6);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipGraphDestroy(child));
    OK(hipStreamDestroy(stream));
    OK(hipEventDestroy(event));
    OK(hipFree(p));
}

static void unloaded_below_a_graph(handle module, handle function)
{
    handle graph, node, exec;
    hipGraphNodeParams kernel = {.type = Kernel};
    kernel.kernel = (hipKernelNodeParams){{32, 1, 1}, NULL, function, {1, 1, 1}, NULL, 0};
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphAddNode(&node, graph, NULL, 0, &kernel));
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipModuleUnload(module));
    IS(98 /* InvalidDeviceFunction */, hipGraphLaunch(exec, NULL));
    OK(hipStreamSynchronize(NULL));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    hipGetLastError();
}

static uint64_t used(int attribute)
{
    uint64_t bytes = UINT64_MAX;
    OK(hipDeviceGetGraphMemAttribute(0, attribute, &bytes));
    return bytes;
}

/* A graph allocates, fills, copies to `out` and frees, if wanted. */
static handle memory_graph(void *out, int has_free, void **memory)
{
    handle graph, n[4];
    hipGraphNodeParams alloc = {.type = MemAlloc};
    alloc.alloc.poolProps = (hipMemPoolProps){.allocType = 1, .location = {1, 0}};
    alloc.alloc.bytesize = 16;
    OK(hipGraphCreate(&graph, 0));
    OK(hipGraphAddNode(&n[0], graph, NULL, 0, &alloc));
    CHECK(type_of(n[0]) == MemAlloc);
    *memory = alloc.alloc.dptr;
    hipGraphNodeParams set = fill(*memory, 5), move = copy(out, *memory),
                       release = {.type = MemFree};
    release.dptr = *memory;
    OK(hipGraphAddNode(&n[1], graph, &n[0], 1, &set));
    OK(hipGraphAddNode(&n[2], graph, &n[1], 1, &move));
    if (has_free) {
        void *freed = NULL;
        OK(hipGraphAddNode(&n[3], graph, &n[2], 1, &release));
        CHECK(type_of(n[3]) == MemFree);
        OK(hipGraphMemFreeNodeGetParams(n[3], &freed));
        CHECK(freed == *memory);
        IS(hipErrorInvalidValue, hipGraphAddMemFreeNode(&n[3], graph, &n[2], 1, *memory));
    }
    hipMemAllocNodeParams back;
    OK(hipGraphMemAllocNodeGetParams(n[0], &back));
    CHECK(back.dptr == *memory && back.bytesize == 16);
    return graph;
}

static void memory_nodes(void)
{
    char *out, seen[16];
    void *memory;
    handle graph, exec, other;
    uint64_t zero = 0;
    OK(hipMalloc((void **)&out, 16));
    graph = memory_graph(out, 1, &memory);
    IS(hipErrorNotSupported, hipGraphClone(&other, graph)); /* the memory would be there twice */
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    for (int i = 0; i < 2; i++) {
        OK(hipMemset(out, 0, 16));
        OK(hipGraphLaunch(exec, NULL));
        OK(hipMemcpy(seen, out, 16, hipMemcpyDeviceToHost));
        CHECK(seen[0] == 5 && seen[15] == 5);
    }
    CHECK(used(0) == 0 && used(1) == 16 && used(2) == 16);
    OK(hipDeviceSetGraphMemAttribute(0, 1, &zero));
    CHECK(used(1) == 0);
    IS(hipErrorInvalidValue, hipFree(memory)); /* the graph's own node has freed it */
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    CHECK(used(2) == 0);

    graph = memory_graph(out, 0, &memory);
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, NULL));
    CHECK(used(0) == 16);
    IS(hipErrorInvalidValue, hipGraphLaunch(exec, NULL));   /* not freed yet */
    OK(hipMemcpy(seen, memory, 16, hipMemcpyDeviceToHost)); /* the program's for now */
    CHECK(seen[7] == 5);
    OK(hipFreeAsync(memory, NULL));
    IS(hipErrorInvalidValue, hipFree(memory));
    OK(hipGraphLaunch(exec, NULL));
    OK(hipFree(memory));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphInstantiateWithFlags(&exec, graph, 1 /* AutoFreeOnLaunch */));
    OK(hipGraphLaunch(exec, NULL));
    OK(hipGraphLaunch(exec, NULL));
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipMemset(memory, 0, 16)); /* it outlives the graph until it is freed */
    OK(hipFree(memory));
    IS(hipErrorInvalidValue, hipFree(memory));
    OK(hipDeviceGraphMemTrim(0));
    OK(hipFree(out));
}

/* Allocations in a stream that is captured are nodes; capturing may go on in a graph. */
static void capture(void)
{
    handle stream, graph, exec, nodes[8], before[8];
    size_t size = 8;
    char *memory, *out, seen[16];
    OK(hipMalloc((void **)&out, 16));
    OK(hipStreamCreate(&stream));
    OK(hipStreamBeginCapture(stream, 2 /* Relaxed */));
    OK(hipMallocAsync((void **)&memory, 16, stream));
    OK(hipMemsetAsync(memory, 3, 16, stream));
    OK(hipFreeAsync(memory, stream));
    OK(hipStreamEndCapture(stream, &graph));
    OK(hipGraphGetNodes(graph, nodes, &size));
    CHECK(size == 3 && type_of(nodes[0]) == MemAlloc && type_of(nodes[2]) == MemFree);

    OK(hipStreamBeginCaptureToGraph(stream, graph, &nodes[2], NULL, 1, 2));
    OK(hipMemsetAsync(out, 8, 16, stream));
    handle same = NULL;
    OK(hipStreamEndCapture(stream, &same));
    CHECK(same == graph);
    size = 8;
    OK(hipGraphGetNodes(graph, nodes, &size));
    CHECK(size == 4);
    size = 8;
    OK(hipGraphNodeGetDependencies(nodes[3], before, &size));
    CHECK(size == 1 && before[0] == nodes[2]);
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipMemcpy(seen, out, 16, hipMemcpyDeviceToHost));
    CHECK(seen[0] == 8 && seen[15] == 8);
    OK(hipGraphExecDestroy(exec));

    OK(hipStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, 2));
    OK(hipGraphDestroy(graph)); /* under the capture's feet */
    IS(901 /* StreamCaptureInvalidated */, hipMemsetAsync(out, 0, 16, stream));
    IS(901, hipStreamEndCapture(stream, &same));
    OK(hipStreamDestroy(stream));
    OK(hipFree(out));
}

static void driver_nodes(void)
{
    handle graph, exec, set, move, context;
    char *p, seen[16];
    OK(hipMalloc((void **)&p, 32));
    OK(hipMemset(p, 0, 32));
    OK(hipCtxGetCurrent(&context));
    OK(hipGraphCreate(&graph, 0));
    hipMemsetParams f = fill(p, 6).memset;
    HIP_MEMCPY3D m = {.srcMemoryType = Device,
                      .srcDevice = p,
                      .srcPitch = 16,
                      .dstMemoryType = Device,
                      .dstDevice = p + 16,
                      .dstPitch = 16,
                      .WidthInBytes = 16,
                      .Height = 1,
                      .Depth = 1},
                 back;
    OK(hipDrvGraphAddMemsetNode(&set, graph, NULL, 0, &f, context));
    OK(hipDrvGraphAddMemcpyNode(&move, graph, &set, 1, &m, context));
    OK(hipDrvGraphMemcpyNodeGetParams(move, &back));
    CHECK(back.srcDevice == p && back.dstDevice == p + 16 && back.WidthInBytes == 16);
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, NULL));
    OK(hipMemcpy(seen, p + 16, 16, hipMemcpyDeviceToHost));
    CHECK(seen[0] == 6 && seen[15] == 6);
    m.WidthInBytes = 8;
    f.value = 4;
    OK(hipDrvGraphExecMemcpyNodeSetParams(exec, move, &m, context));
    OK(hipDrvGraphExecMemsetNodeSetParams(exec, set, &f, context));
    OK(hipGraphLaunch(exec, NULL));
    OK(hipMemcpy(seen, p + 16, 16, hipMemcpyDeviceToHost));
    CHECK(seen[0] == 4 && seen[7] == 4 && seen[8] == 6);
    OK(hipDrvGraphMemcpyNodeSetParams(move, &m));
    OK(hipDrvGraphMemcpyNodeGetParams(move, &back));
    CHECK(back.WidthInBytes == 8);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipFree(p));
}

/* ---- functions by name --------------------------------------------------------------------------
 */

static void *address(const char *name, int version, uint64_t flags, int expected)
{
    void *found = &passed;
    int status = -1;
    IS(expected ? hipErrorNotFound : hipSuccess,
       hipGetProcAddress(name, &found, version, flags, &status));
    CHECK(status == expected);
    return found;
}

static void functions(void)
{
    enum { FOUND, UNKNOWN, TOO_OLD };
    CHECK(address("hipMalloc", 600, 0, FOUND) == (void *)(uintptr_t)hipMalloc);
    CHECK(!address("hipNothing", 600, 0, UNKNOWN));
    CHECK(!address("hipGetProcAddress", 600, 0, TOO_OLD)); /* of 6.1 */
    CHECK(address("hipGetProcAddress", 601, 0, FOUND) == (void *)(uintptr_t)hipGetProcAddress);
    CHECK(address("hipGetDeviceProperties", 600, 0, FOUND) ==
          (void *)(uintptr_t)hipGetDevicePropertiesR0600);
    CHECK(address("hipGetDeviceProperties", 502, 0, FOUND) !=
          (void *)(uintptr_t)hipGetDevicePropertiesR0600);
    CHECK(address("hipMemcpy", 600, 2 /* per thread */, FOUND) ==
          address("hipMemcpy_spt", 600, 0, FOUND));
}

int main(int argc, char **argv)
{
    handle module, function;
    if (argc != 2)
        return 2;
    properties();
    memory();
    OK(hipModuleLoad(&module, argv[1]));
    OK(hipModuleGetFunction(&function, module, "nothing"));
    any_nodes(function);
    unloaded_below_a_graph(module, function);
    memory_nodes();
    capture();
    driver_nodes();
    functions();
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed != 0;
}

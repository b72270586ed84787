/* test_arguments.c: every complete function of libamdhip64 with each of its arguments wrong in each
 * way that there is, all others being good: null, freed, foreign, out of range, unknown.
 *
 * arguments.tbl says what is good, what is wrong and what is to be returned; gen_arguments.py makes
 * argument_cases.h of it. Here is the world in which each single call is made: one object of every
 * kind, one of every kind that is gone already. Also checked: what hipGetLastError says afterwards.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hip_api.h"

enum { SIZE = 4096, PAGES = 4096, ARRAY_SIZE = 256 /* 4 rows of 16 floats */ };
#define BLOCK(n) ((dim3){n, 1, 1})
#define ONE      BLOCK(1)
#define NONE     BLOCK(0)

/* ---- descriptions that are the same everywhere -------------------------------------------- */

static void on_host(void *user) { (void)user; }
static void on_stream(hipStream_t stream, hipError_t status, void *user)
{
    (void)stream, (void)status, (void)user;
}

/* What names the kernel and the variables of arguments.s on the host. */
static char host_kernel[8];
static int variable;
static textureReference reference;

static const struct {
    hipChannelFormatDesc r32f, mixed, none, strange;
} formats = {{32, 0, 0, 0, hipChannelFormatKindFloat},
             {32, 16, 0, 0, hipChannelFormatKindFloat},
             {0, 0, 0, 0, hipChannelFormatKindFloat},
             {32, 0, 0, 0, (hipChannelFormatKind)77}};
static struct {
    HIP_ARRAY_DESCRIPTOR plane, no_plane, strange_plane;
    HIP_ARRAY3D_DESCRIPTOR volume, no_volume, strange_volume;
} descriptors = {{16, 4, HIP_AD_FORMAT_FLOAT, 1},      {0, 4, HIP_AD_FORMAT_FLOAT, 1},
                 {16, 4, (hipArray_Format)99, 1},      {16, 4, 0, HIP_AD_FORMAT_FLOAT, 1, 0},
                 {0, 4, 0, HIP_AD_FORMAT_FLOAT, 1, 0}, {16, 4, 0, HIP_AD_FORMAT_FLOAT, 3, 0}};
static const struct {
    hipKernelNodeParams good, foreign, none, beyond, zero;
} kernels = {{.func = host_kernel, .gridDim = ONE, .blockDim = ONE},
             {.func = &variable, .gridDim = ONE, .blockDim = ONE},
             {.gridDim = ONE, .blockDim = ONE},
             {.func = host_kernel, .gridDim = ONE, .blockDim = BLOCK(1025)},
             {.func = host_kernel, .gridDim = NONE, .blockDim = ONE}};
static const struct {
    hipHostNodeParams good, none;
} host_nodes = {{on_host, NULL}, {NULL, NULL}};
#define ON_DEVICE(n)                                                                               \
    {                                                                                              \
        hipMemLocationTypeDevice, n                                                                \
    }
static const struct {
    hipMemPoolProps good, device, strange, place;
} pools = {{.allocType = hipMemAllocationTypePinned, .location = ON_DEVICE(0)},
           {.allocType = hipMemAllocationTypePinned, .location = ON_DEVICE(64)},
           {.allocType = (hipMemAllocationType)77, .location = ON_DEVICE(0)},
           {.allocType = hipMemAllocationTypePinned, .location = {(hipMemLocationType)77, 0}}};
static const struct {
    hipMemAllocationProp good, device, strange;
} properties = {{.type = hipMemAllocationTypePinned, .location = ON_DEVICE(0)},
                {.type = hipMemAllocationTypePinned, .location = ON_DEVICE(64)},
                {.type = (hipMemAllocationType)77, .location = ON_DEVICE(0)}};
static const struct {
    hipMemAccessDesc good, none, device, strange;
} access_to = {{ON_DEVICE(0), hipMemAccessFlagsProtReadWrite},
               {ON_DEVICE(0), hipMemAccessFlagsProtNone},
               {ON_DEVICE(64), hipMemAccessFlagsProtReadWrite},
               {ON_DEVICE(0), (hipMemAccessFlags)8}};
static const struct {
    hipTextureDesc good, filter, mode, read;
} samplers = {{.readMode = hipReadModeElementType},
              {.filterMode = (hipTextureFilterMode)9},
              {.addressMode = {(hipTextureAddressMode)9}},
              {.readMode = (hipTextureReadMode)9}};

static const struct {
    HIP_TEXTURE_DESC good, filter, mode;
} driver_samplers = {
    {.flags = 1}, {.filterMode = (HIPfilter_mode)9}, {.addressMode = {(HIPaddress_mode)9}}};

/* ---- code ------------------------------------------------------------------------------------ */

static const char *code_path;
static char code_image[1 << 16]; /* the file's contents */
static char room[1 << 20];       /* for what functions write */
static struct {
    uint32_t magic, version;
    const void *bundle;
    void *unused;
} wrapper = {0x48495046, 1, code_image, NULL}; /* as compilers make it */

static hiprtcProgram compiled_program; /* NULL: there is no compiler */

/* ---- the world ------------------------------------------------------------------------------- */

static struct world {
    char *device, *other, *host, *managed, *plain, *registered, *freed;
    char text[256], name[8], handle_of_code[8];
    void *strange; /* a handle that nobody made */
    hipStream_t stream, other_stream;
    hipEvent_t event, recorded, untimed, shared /* between processes */,
        other_event /* of device 1 */;
    hipModule_t module;
    hipFunction_t function;
    void **fat_binary;
    hipCtx_t context, other_context;
    hipArray *array, *other_array, *level;
    hipMipmappedArray_t mipmapped;
    hipTextureObject_t texture, texture_with_view;
    hipSurfaceObject_t surface;
    hipGraph_t graph, other_graph, child_graph, memory_graph, clone;
    hipGraphNode_t empty, second, third, kernel, memcpy, memset, host_node, record, wait, child;
    hipGraphNode_t alloc, release, other_node;
    void *allocated, *unfreed; /* memory of nodes */
    hipGraphExec_t exec;
    hipUserObject_t object, kept_object;
    hipMemPool_t pool, other_pool, default_pool, shared_pool, imported_pool;
    void *in_pool; /* of shared_pool */
    hipMemPoolPtrExportData pool_data;
    hipExternalMemory_t external;
    hipMemGenericAllocationHandle_t physical;
    void *reserved, *mapped;
    int exported, memory_file, null_file;
    hipIpcMemHandle_t ipc;
    hipIpcEventHandle_t ipc_event;
    hiprtcProgram program;
    hiprtcLinkState link;
    hipLibrary_t library;
    hipKernel_t library_kernel;
    hipGraphNode_t values;
    hipStreamBatchMemOpParams write;
    hipDeviceProp_t any_device;
    hipDeviceProp_tR0600 any_device_6;
    size_t no_bytes;
    void *no_extra[5], *endless_extra[8];
    struct {
        hipMemcpy3DParms good, freed, beyond, strange, both;
    } copy;
    struct {
        HIP_MEMCPY3D good, freed, beyond, strange;
    } driver_copy;
    struct {
        hip_Memcpy2D good, freed, beyond, strange;
    } plane_copy;
    struct {
        hipMemcpy3DPeerParms good, freed, device;
    } peer_copy;
    struct {
        hipMemcpy3DBatchOp good, freed, strange, order, narrow, flags;
    } batch_copy;
    struct {
        hipMemsetParams good, freed, beyond, strange;
    } fill;
    struct {
        hipResourceDesc good, linear, freed, strange;
    } resource;
    struct {
        HIP_RESOURCE_DESC good, freed, strange, format;
    } driver_resource;
    struct {
        hipGraphNodeParams good, freed, strange;
    } node_params;
    struct {
        hipLaunchParams good, foreign, zero, freed;
    } launch;
    struct {
        hipStream_t stream;
        hipEvent_t event;
        hipModule_t module;
        hipFunction_t function;
        hipArray *array;
        hipMipmappedArray_t mipmapped;
        hipTextureObject_t texture;
        hipSurfaceObject_t surface;
        hipGraph_t graph;
        hipGraphNode_t node;
        hipGraphExec_t exec;
        hipUserObject_t object;
        hipMemPool_t pool;
        hipMemGenericAllocationHandle_t physical;
        hipExternalMemory_t external;
        hipLibrary_t library;
    } dead;
} w;

/* A call that the world is made with. */
static void need(hipError_t error, int line)
{
    if (error == hipSuccess)
        return;
    printf("%d: the world cannot be made: %s\n0 passed, 1 failed, 0 skipped\n", line,
           hipGetErrorName(error));
    exit(1);
}
#define NEED(call) need(call, __LINE__)

static void make_memory(void)
{
    NEED(hipMalloc((void **)&w.device, SIZE));
    NEED(hipMalloc((void **)&w.other, SIZE));
    NEED(hipHostMalloc((void **)&w.host, SIZE, 0));
    NEED(hipMallocManaged((void **)&w.managed, SIZE, hipMemAttachGlobal));
    w.plain = aligned_alloc(PAGES, SIZE);
    w.registered = aligned_alloc(PAGES, SIZE);
    NEED(w.plain && w.registered ? hipSuccess : hipErrorOutOfMemory);
    NEED(hipHostRegister(w.registered, SIZE, 0));
    NEED(hipMemPoolCreate(&w.pool, &pools.good));
    hipMemPoolProps on_other = pools.good;
    on_other.location.id = 1;
    NEED(hipMemPoolCreate(&w.other_pool, &on_other));
    NEED(hipDeviceGetDefaultMemPool(&w.default_pool, 0));
    NEED(hipMemCreate(&w.physical, PAGES, &properties.good, 0));
    NEED(hipMemAddressReserve(&w.reserved, PAGES, 0, NULL, 0));
    NEED(hipMemAddressReserve(&w.mapped, PAGES, 0, NULL, 0));
    NEED(hipMemMap(w.mapped, PAGES, 0, w.physical, 0));
    w.memory_file = memfd_create("arguments", MFD_CLOEXEC);
    w.null_file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    NEED(ftruncate(w.memory_file, PAGES) == 0 ? hipSuccess : hipErrorOperatingSystem);
    w.exported = -1;
    hipMemPoolProps for_others = pools.good;
    for_others.handleTypes = hipMemHandleTypePosixFileDescriptor;
    NEED(hipMemPoolCreate(&w.shared_pool, &for_others));
    NEED(hipMallocFromPoolAsync(&w.in_pool, SIZE, w.shared_pool, NULL));
    hipExternalMemoryHandleDesc file = {.type = hipExternalMemoryHandleTypeOpaqueFd,
                                        .handle.fd = dup(w.memory_file),
                                        .size = PAGES};
    NEED(hipImportExternalMemory(&w.external, &file));
    file.handle.fd = dup(w.memory_file);
    NEED(hipImportExternalMemory(&w.dead.external, &file));
    NEED(hipDestroyExternalMemory(w.dead.external));
}

static void make_images(void)
{
    NEED(hipMallocArray(&w.array, &formats.r32f, 16, 4, hipArraySurfaceLoadStore));
    NEED(hipMallocArray(&w.other_array, &formats.r32f, 16, 4, 0));
    NEED(hipMallocMipmappedArray(&w.mipmapped, &formats.r32f, (hipExtent){16, 4, 0}, 2, 0));
    NEED(hipGetMipmappedArrayLevel(&w.level, w.mipmapped, 1));
    w.resource.good = (hipResourceDesc){.resType = hipResourceTypeArray};
    w.resource.good.res.array.array = w.array;
    w.resource.strange = w.resource.good;
    w.resource.strange.resType = (hipResourceType)9;
    w.resource.linear = (hipResourceDesc){.resType = hipResourceTypeLinear};
    w.resource.linear.res.linear.devPtr = w.device;
    w.resource.linear.res.linear.desc = formats.r32f;
    w.resource.linear.res.linear.sizeInBytes = SIZE;
    w.driver_resource.good.resType = HIP_RESOURCE_TYPE_ARRAY;
    w.driver_resource.good.res.array.hArray = w.array;
    w.driver_resource.strange.resType = (HIPresourcetype)9;
    w.driver_resource.format.resType = HIP_RESOURCE_TYPE_LINEAR;
    w.driver_resource.format.res.linear.devPtr = w.device;
    w.driver_resource.format.res.linear.format = (hipArray_Format)99;
    hipResourceViewDesc view = {.width = 16, .height = 4};
    NEED(hipCreateTextureObject(&w.texture, &w.resource.good, &samplers.good, NULL));
    NEED(hipCreateTextureObject(&w.texture_with_view, &w.resource.good, &samplers.good, &view));
    NEED(hipCreateSurfaceObject(&w.surface, &w.resource.good));
}

static void make_streams(void)
{
    NEED(hipStreamCreate(&w.stream));
    NEED(hipStreamCreate(&w.other_stream));
    NEED(hipEventCreate(&w.event));
    NEED(hipEventCreate(&w.recorded));
    NEED(hipEventCreateWithFlags(&w.untimed, hipEventDisableTiming));
    NEED(hipEventCreateWithFlags(&w.shared, hipEventDisableTiming | hipEventInterprocess));
    NEED(hipEventRecord(w.recorded, w.stream));
    NEED(hipEventRecord(w.untimed, w.stream));
    NEED(hipStreamSynchronize(w.stream));
    NEED(hipSetDevice(1));
    NEED(hipEventCreate(&w.other_event));
    NEED(hipSetDevice(0));
    NEED(hipDevicePrimaryCtxRetain(&w.context, 0));
    NEED(hipDevicePrimaryCtxRetain(&w.other_context, 1));
}

static void make_code(void)
{
    w.fat_binary = __hipRegisterFatBinary(&wrapper);
    NEED(hipModuleLoadData(&w.module, code_image));
    NEED(hipModuleGetFunction(&w.function, w.module, "nothing"));
    memcpy(w.name, "nothing", 8);
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, w.text, HIP_LAUNCH_PARAM_BUFFER_SIZE,
                     &w.no_bytes, HIP_LAUNCH_PARAM_END};
    memcpy(w.no_extra, extra, sizeof extra);
    for (int i = 0; i < 8; i++)
        w.endless_extra[i] = extra[i % 4];
    w.launch.good = (hipLaunchParams){host_kernel, ONE, ONE, NULL, 0, w.stream};
    w.launch.foreign = (hipLaunchParams){&variable, ONE, ONE, NULL, 0, w.stream};
    w.launch.zero = (hipLaunchParams){host_kernel, NONE, ONE, NULL, 0, w.stream};
    w.launch.freed = (hipLaunchParams){host_kernel, ONE, ONE, NULL, 0, w.dead.stream};
    hiprtcCreateProgram(&w.program, "__global__ void f() {}", "f.hip", 0, NULL, NULL);
    hiprtcLinkCreate(0, NULL, NULL, &w.link);
    NEED(hipLibraryLoadData(&w.library, code_image, NULL, NULL, 0, NULL, NULL, 0));
    NEED(hipLibraryGetKernel(&w.library_kernel, w.library, "nothing"));
}

static void make_copies(void)
{
    w.copy.good = (hipMemcpy3DParms){.srcPtr = {w.other, 64, 64, 4},
                                     .dstPtr = {w.device, 64, 64, 4},
                                     .extent = {64, 4, 1},
                                     .kind = hipMemcpyDefault};
    w.copy.freed = w.copy.beyond = w.copy.strange = w.copy.both = w.copy.good;
    w.copy.freed.srcPtr.ptr = w.freed;
    w.copy.beyond.extent.height = SIZE / 64 + 1;
    w.copy.strange.kind = (hipMemcpyKind)77;
    w.copy.both.srcArray = w.array;
    w.peer_copy.good = (hipMemcpy3DPeerParms){
        .srcPtr = {w.other, 64, 64, 4}, .dstPtr = {w.device, 64, 64, 4}, .extent = {64, 4, 1}};
    w.peer_copy.freed = w.peer_copy.device = w.peer_copy.good;
    w.peer_copy.freed.dstPtr.ptr = w.freed;
    w.peer_copy.device.srcDevice = 64;
    w.batch_copy.good =
        (hipMemcpy3DBatchOp){.src = {hipMemcpyOperandTypePointer, {.ptr = {.ptr = w.other}}},
                             .dst = {hipMemcpyOperandTypePointer, {.ptr = {.ptr = w.device}}},
                             .extent = {64, 4, 1},
                             .srcAccessOrder = hipMemcpySrcAccessOrderAny};
    w.batch_copy.freed = w.batch_copy.strange = w.batch_copy.order = w.batch_copy.narrow =
        w.batch_copy.flags = w.batch_copy.good;
    w.batch_copy.freed.src.op.ptr.ptr = w.freed;
    w.batch_copy.strange.dst.type = (hipMemcpy3DOperandType)7;
    w.batch_copy.order.srcAccessOrder = hipMemcpySrcAccessOrderInvalid;
    w.batch_copy.narrow.src.op.ptr.rowLength = 63;
    w.batch_copy.flags.flags = 2;
    w.driver_copy.good = (HIP_MEMCPY3D){.srcMemoryType = hipMemoryTypeDevice,
                                        .srcDevice = w.other,
                                        .srcPitch = 64,
                                        .dstMemoryType = hipMemoryTypeDevice,
                                        .dstDevice = w.device,
                                        .dstPitch = 64,
                                        .WidthInBytes = 64,
                                        .Height = 4,
                                        .Depth = 1};
    w.driver_copy.freed = w.driver_copy.beyond = w.driver_copy.strange = w.driver_copy.good;
    w.driver_copy.freed.srcDevice = w.freed;
    w.driver_copy.beyond.Height = SIZE / 64 + 1;
    w.driver_copy.strange.dstMemoryType = (hipMemoryType)77;
    w.plane_copy.good = (hip_Memcpy2D){.srcMemoryType = hipMemoryTypeDevice,
                                       .srcDevice = w.other,
                                       .srcPitch = 64,
                                       .dstMemoryType = hipMemoryTypeDevice,
                                       .dstDevice = w.device,
                                       .dstPitch = 64,
                                       .WidthInBytes = 64,
                                       .Height = 4};
    w.plane_copy.freed = w.plane_copy.beyond = w.plane_copy.strange = w.plane_copy.good;
    w.plane_copy.freed.srcDevice = w.freed;
    w.plane_copy.beyond.Height = SIZE / 64 + 1;
    w.plane_copy.strange.dstMemoryType = (hipMemoryType)77;
    w.write = (hipStreamBatchMemOpParams){
        .writeValue = {hipStreamMemOpWriteValue32, w.device, {1}, 0, NULL}};
    w.fill.good =
        (hipMemsetParams){.dst = w.device, .elementSize = 4, .width = 16, .height = 4, .pitch = 64};
    w.fill.freed = w.fill.beyond = w.fill.strange = w.fill.good;
    w.fill.freed.dst = w.freed;
    w.fill.beyond.height = SIZE / 64 + 1;
    w.fill.strange.elementSize = 3;
    w.node_params.good.type = w.node_params.freed.type = hipGraphNodeTypeMemset;
    w.node_params.good.memset = w.fill.good;
    w.node_params.freed.memset = w.fill.freed;
    w.node_params.strange.type = (hipGraphNodeType)77;
}

static void make_graphs(void)
{
    const hipGraphNode_t *none = NULL;
    hipGraphNode_t node;
    NEED(hipGraphCreate(&w.graph, 0));
    NEED(hipGraphCreate(&w.other_graph, 0));
    NEED(hipGraphCreate(&w.child_graph, 0));
    NEED(hipGraphCreate(&w.memory_graph, 0));
    NEED(hipGraphAddEmptyNode(&w.other_node, w.other_graph, none, 0));
    NEED(hipGraphAddEmptyNode(&node, w.child_graph, none, 0));
    NEED(hipGraphAddEmptyNode(&w.empty, w.graph, none, 0));
    NEED(hipGraphAddEmptyNode(&w.second, w.graph, none, 0));
    NEED(hipGraphAddEmptyNode(&w.third, w.graph, &w.empty, 1));
    NEED(hipGraphAddKernelNode(&w.kernel, w.graph, none, 0, &kernels.good));
    NEED(hipGraphAddMemcpyNode1D(&w.memcpy, w.graph, none, 0, w.device, w.other, SIZE,
                                 hipMemcpyDefault));
    NEED(hipGraphAddMemsetNode(&w.memset, w.graph, none, 0, &w.fill.good));
    NEED(hipGraphAddHostNode(&w.host_node, w.graph, none, 0, &host_nodes.good));
    NEED(hipGraphAddEventRecordNode(&w.record, w.graph, none, 0, w.event));
    NEED(hipGraphAddEventWaitNode(&w.wait, w.graph, none, 0, w.recorded));
    NEED(hipGraphAddChildGraphNode(&w.child, w.graph, none, 0, w.child_graph));
    NEED(hipGraphAddBatchMemOpNode(&w.values, w.graph, none, 0,
                                   &(hipBatchMemOpNodeParams){w.context, 1, &w.write, 0}));
    NEED(hipGraphClone(&w.clone, w.graph));
    hipMemAllocNodeParams memory = {.poolProps = pools.good, .bytesize = SIZE};
    NEED(hipGraphAddMemAllocNode(&w.alloc, w.memory_graph, none, 0, &memory));
    w.allocated = memory.dptr;
    NEED(hipGraphAddMemFreeNode(&w.release, w.memory_graph, &w.alloc, 1, w.allocated));
    NEED(hipGraphAddMemAllocNode(&node, w.other_graph, none, 0, &memory));
    w.unfreed = memory.dptr;
    NEED(hipGraphInstantiate(&w.exec, w.graph, NULL, NULL, 0));
    NEED(hipUserObjectCreate(&w.object, w.text, on_host, 1, 1));
    NEED(hipUserObjectCreate(&w.kept_object, w.text, on_host, 1, 1));
    NEED(hipGraphRetainUserObject(w.graph, w.kept_object, 1, 1));
}

/* After the living, so that nothing is made where something was. */
static void make_dead(void)
{
    NEED(hipMallocArray(&w.dead.array, &formats.r32f, 16, 4, 0));
    NEED(hipMallocMipmappedArray(&w.dead.mipmapped, &formats.r32f, (hipExtent){16, 4, 0}, 2, 0));
    NEED(hipCreateTextureObject(&w.dead.texture, &w.resource.good, &samplers.good, NULL));
    NEED(hipCreateSurfaceObject(&w.dead.surface, &w.resource.good));
    w.resource.freed = w.resource.good;
    w.resource.freed.res.array.array = w.dead.array;
    w.driver_resource.freed = w.driver_resource.good;
    w.driver_resource.freed.res.array.hArray = w.dead.array;
    NEED(hipDestroyTextureObject(w.dead.texture));
    NEED(hipDestroySurfaceObject(w.dead.surface));
    NEED(hipFreeArray(w.dead.array));
    NEED(hipFreeMipmappedArray(w.dead.mipmapped));
    NEED(hipModuleLoadData(&w.dead.module, code_image));
    NEED(hipModuleGetFunction(&w.dead.function, w.dead.module, "nothing"));
    NEED(hipModuleUnload(w.dead.module));
    NEED(hipLibraryLoadData(&w.dead.library, code_image, NULL, NULL, 0, NULL, NULL, 0));
    NEED(hipLibraryUnload(w.dead.library));
    NEED(hipGraphCreate(&w.dead.graph, 0));
    NEED(hipGraphAddEmptyNode(&w.dead.node, w.dead.graph, NULL, 0));
    NEED(hipGraphInstantiate(&w.dead.exec, w.dead.graph, NULL, NULL, 0));
    NEED(hipGraphDestroy(w.dead.graph));
    NEED(hipGraphExecDestroy(w.dead.exec));
    NEED(hipUserObjectCreate(&w.dead.object, w.text, on_host, 1, 1));
    NEED(hipUserObjectRelease(w.dead.object, 1));
    NEED(hipMemPoolCreate(&w.dead.pool, &pools.good));
    NEED(hipMemPoolDestroy(w.dead.pool));
    NEED(hipMemCreate(&w.dead.physical, PAGES, &properties.good, 0));
    NEED(hipMemRelease(w.dead.physical));
    NEED(hipStreamCreate(&w.dead.stream));
    NEED(hipStreamDestroy(w.dead.stream));
    NEED(hipEventCreate(&w.dead.event));
    NEED(hipEventDestroy(w.dead.event));
    NEED(hipMalloc((void **)&w.freed, SIZE));
    NEED(hipFree(w.freed));
}

static void world_make(void)
{
    memset(&w, 0, sizeof w);
    w.strange = w.text;
    NEED(hipSetDevice(0));
    NEED(hipThreadExchangeStreamCaptureMode(&(hipStreamCaptureMode){hipStreamCaptureModeGlobal}));
    make_memory();
    make_images();
    make_streams();
    make_copies(); /* graphs need one of them */
    make_graphs();
    make_dead();
    make_copies();
    make_code();
}

/* What the call has destroyed already is refused, which does no harm. */
static void world_free(void)
{
    hipGraph_t captured = NULL;
    while (hipCtxPopCurrent(NULL) == hipSuccess) {
    }
    hipSetDevice(0);
    hipStreamEndCapture(w.stream, &captured);
    hipGraphDestroy(captured);
    hipStreamEndCapture(hipStreamPerThread, &captured);
    hipGraphDestroy(captured);
    hipDeviceDisablePeerAccess(1);
    hipStreamDestroy(w.stream);
    hipStreamDestroy(w.other_stream);
    hipDeviceSynchronize();
    hipEventDestroy(w.event);
    hipEventDestroy(w.recorded);
    hipEventDestroy(w.untimed);
    hipEventDestroy(w.shared);
    hipEventDestroy(w.other_event);
    hipGraphExecDestroy(w.exec);
    hipGraphDestroy(w.graph);
    hipGraphDestroy(w.other_graph);
    hipGraphDestroy(w.child_graph);
    hipGraphDestroy(w.memory_graph);
    hipGraphDestroy(w.clone);
    hipUserObjectRelease(w.object, 1);
    hipUnbindTexture(&reference);
    hipDestroyTextureObject(w.texture);
    hipDestroyTextureObject(w.texture_with_view);
    hipDestroySurfaceObject(w.surface);
    hipFreeArray(w.array);
    hipFreeArray(w.other_array);
    hipFreeMipmappedArray(w.mipmapped);
    hipModuleUnload(w.module);
    hipLibraryUnload(w.library);
    __hipUnregisterFatBinary(w.fat_binary);
    hiprtcDestroyProgram(&w.program);
    hiprtcLinkDestroy(w.link);
    hipMemUnmap(w.mapped, PAGES);
    hipMemUnmap(w.reserved, PAGES);
    hipMemAddressFree(w.mapped, PAGES);
    hipMemAddressFree(w.reserved, PAGES);
    hipMemRelease(w.physical);
    hipFree(w.in_pool);
    hipMemPoolDestroy(w.shared_pool);
    hipMemPoolDestroy(w.imported_pool);
    hipDestroyExternalMemory(w.external);
    hipMemPoolDestroy(w.pool);
    hipMemPoolDestroy(w.other_pool);
    hipHostUnregister(w.registered);
    hipHostUnregister(w.plain);
    free(w.registered);
    free(w.plain);
    hipFree(w.device);
    hipFree(w.other);
    hipFree(w.managed);
    hipHostFree(w.host);
    close(w.memory_file);
    close(w.null_file);
    if (w.exported >= 0)
        close(w.exported);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static int passed, failed, skipped;
static const char *current; /* function, parameter, what is wrong with it */

/* Room for what a parameter points to, of zeros, between guards: a function that writes more than
 * its declaration says would write over its caller's stack. */
enum { MAX_ROOMS = 16, ROOM_BYTES = 4096, GUARD_BYTES = 64, GUARD = 0xa5 };
static struct guarded {
    size_t bytes;
    _Alignas(16) unsigned char before[GUARD_BYTES], data[ROOM_BYTES + GUARD_BYTES];
} rooms[MAX_ROOMS];
static unsigned room_count;

static void *room_of(size_t bytes)
{
    if (room_count == MAX_ROOMS || bytes > ROOM_BYTES) {
        fprintf(stderr, "%s: no room for %zu bytes\n", current, bytes);
        exit(1);
    }
    struct guarded *r = &rooms[room_count++];
    r->bytes = bytes;
    memset(r->before, GUARD, sizeof r->before);
    memset(r->data, 0, bytes);
    memset(r->data + bytes, GUARD, sizeof r->data - bytes);
    return r->data;
}

/* Of all rooms since the last call: how many had a guard overwritten. */
static void check_rooms(void)
{
    for (; room_count; room_count--) {
        const struct guarded *r = &rooms[room_count - 1];
        bool is_whole = true;
        for (size_t i = 0; i < sizeof r->before; i++)
            is_whole &= r->before[i] == GUARD;
        for (size_t i = r->bytes; i < sizeof r->data; i++)
            is_whole &= r->data[i] == GUARD;
        passed += is_whole;
        failed += !is_whole;
        if (!is_whole)
            printf("%s: writes beyond the %zu bytes of an argument\n", current, r->bytes);
    }
}

static void check(int got, int expected, const char *got_name, const char *expected_name)
{
    if (got == expected) {
        passed++;
        return;
    }
    failed++;
    printf("%s: %s, not %s\n", current, got_name, expected_name);
}

static void check_hip(hipError_t got, hipError_t expected)
{
    hipError_t last = hipGetLastError();
    check(got, expected, hipGetErrorName(got), hipGetErrorName(expected));
    if (got == expected)
        check(last, expected, hipGetErrorName(last), "the same of hipGetLastError");
}

#define BEGIN(what)                                                                                \
    current = what;                                                                                \
    world_make();
#define END                                                                                        \
    check_rooms();                                                                                 \
    world_free();
#define HIP(call, expected)                                                                        \
    hipGetLastError();                                                                             \
    check_hip(call, expected)
#define RTC(call, expected)                                                                        \
    do {                                                                                           \
        hiprtcResult got_ = call;                                                                  \
        check(got_, expected, hiprtcGetErrorString(got_), hiprtcGetErrorString(expected));         \
    } while (0)
/* It returns no code: that it returns is all. */
#define CALL(call) (void)(call), passed++
#define NEEDS_COMPILER                                                                             \
    if (!compiled_program) {                                                                       \
        skipped++;                                                                                 \
        world_free();                                                                              \
        return;                                                                                    \
    }

#include "argument_cases.h"

/* Functions whose `void *` is of another size for each attribute: sizes are those that AMD's
 * library writes, which public programs rely on (hip-tests ask for IS_MANAGED with a bool). */
static void test_widths(void)
{
    static const struct {
        hipPointer_attribute attribute;
        size_t bytes;
    } pointer[] = {
        {HIP_POINTER_ATTRIBUTE_CONTEXT, 8},          {HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, 4},
        {HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, 8},   {HIP_POINTER_ATTRIBUTE_HOST_POINTER, 8},
        {HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, 1},      {HIP_POINTER_ATTRIBUTE_BUFFER_ID, 4},
        {HIP_POINTER_ATTRIBUTE_IS_MANAGED, 1},       {HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, 4},
        {HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, 8}, {HIP_POINTER_ATTRIBUTE_RANGE_SIZE, 4},
        {HIP_POINTER_ATTRIBUTE_MAPPED, 1},           {HIP_POINTER_ATTRIBUTE_P2P_TOKENS, 0},
        {HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, 0},
    };
    static const size_t pool[] = {0, 4, 4, 4, 8, 8, 8, 8, 8}; /* by hipMemPoolAttr */
    for (size_t i = 0; i < sizeof pointer / sizeof *pointer; i++) {
        BEGIN("hipPointerGetAttribute: an attribute's size")
        hipPointerGetAttribute(room_of(pointer[i].bytes), pointer[i].attribute, w.host);
        hipPointerGetAttribute(room_of(pointer[i].bytes), pointer[i].attribute, w.device);
        void *data = room_of(pointer[i].bytes);
        hipPointer_attribute attribute = pointer[i].attribute;
        hipDrvPointerGetAttributes(1, &attribute, &data, w.device);
        END
    }
    for (int i = hipMemPoolReuseFollowEventDependencies; i <= hipMemPoolAttrUsedMemHigh; i++) {
        BEGIN("hipMemPoolGetAttribute: an attribute's size")
        hipMemPoolGetAttribute(w.pool, (hipMemPoolAttr)i, room_of(pool[i]));
        END
    }
    for (int i = hipGraphMemAttrUsedMemCurrent; i <= hipGraphMemAttrReservedMemHigh; i++) {
        BEGIN("hipDeviceGetGraphMemAttribute: an attribute's size")
        hipDeviceGetGraphMemAttribute(0, (hipGraphMemAttributeType)i, room_of(8));
        END
    }
    for (int i = 1; i < 4; i++) {
        BEGIN("hipMemRangeGetAttribute: an attribute's size")
        hipMemRangeGetAttribute(room_of(4), 4, (hipMemRangeAttribute)i, w.managed, SIZE);
        hipMemRangeGetAttribute(room_of(4), 4, hipMemRangeAttributeCoherencyMode, w.host, 1);
        END
    }
}

/* Answers that depend on what was done before. */
static void test_instantiating_twice(void)
{
    hipGraphExec_t first, second;
    BEGIN("hipGraphInstantiate: a graph that allocates, twice")
    HIP(hipGraphInstantiate(&first, w.memory_graph, NULL, NULL, 0), hipSuccess);
    HIP(hipGraphInstantiate(&second, w.memory_graph, NULL, NULL, 0), hipErrorNotSupported);
    hipGraphExecDestroy(first);
    HIP(hipGraphInstantiate(&second, w.memory_graph, NULL, NULL, 0), hipSuccess);
    hipGraphExecDestroy(second);
    END
}

static void test_copy_nodes(void)
{
    hipGraphNode_t node;
    hipGraphExec_t exec;
    char host[64] = {0};
    BEGIN("hipGraphExecMemcpyNodeSetParams1D: another direction")
    HIP(hipGraphAddMemcpyNode1D(&node, w.other_graph, NULL, 0, w.device, host, 64,
                                hipMemcpyHostToDevice),
        hipSuccess);
    HIP(hipGraphInstantiate(&exec, w.other_graph, NULL, NULL, 0), hipSuccess);
    HIP(hipGraphExecMemcpyNodeSetParams1D(exec, node, host, w.device, 64, hipMemcpyDeviceToHost),
        hipErrorInvalidValue);
    HIP(hipGraphExecMemcpyNodeSetParams1D(exec, node, w.device, host, 32, hipMemcpyHostToDevice),
        hipSuccess);
    hipGraphExecDestroy(exec);
    END BEGIN("hipGraphAddMemcpyNode: pitch below width")
        const hipMemcpy3DParms copy = {.srcPtr = {w.device, 32, 64, 4},
                                       .dstPtr = {w.other, 64, 64, 4},
                                       .extent = {64, 4, 1},
                                       .kind = hipMemcpyDeviceToDevice};
    HIP(hipGraphAddMemcpyNode(&node, w.other_graph, NULL, 0, &copy), hipErrorInvalidPitchValue);
    END BEGIN("hipGraphAddChildGraphNode: itself")
        HIP(hipGraphAddChildGraphNode(&node, w.other_graph, NULL, 0, w.other_graph),
            hipErrorInvalidValue);
    END
}

static void test_memory(void)
{
    const hipChannelFormatDesc three = {32, 32, 32, 0, hipChannelFormatKindFloat};
    hipArray *array;
    unsigned type = 0;
    size_t all, left;
    void *p;
    BEGIN("hipMallocArray: three channels")
    HIP(hipMallocArray(&array, &three, 16, 4, 0), hipErrorInvalidValue);
    END BEGIN("hipHostRegister: more than there is")
        HIP(hipHostRegister(w.plain, (size_t)1 << 40, 0), hipErrorInvalidValue);
    END BEGIN("hipPointerGetAttribute: of an array")
        HIP(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, w.array), hipSuccess);
    check((int)type, hipMemoryTypeArray, "another type", "hipMemoryTypeArray");
    END BEGIN("hipMemGetInfo: SHOAL_DEVICE_MEMORY") HIP(hipMemGetInfo(&left, &all), hipSuccess);
    check(all == (size_t)3 << 30, true, "another size", "3G");
    HIP(hipMalloc(&p, left + 1), hipErrorOutOfMemory);
    END
}

/* ---- the program ------------------------------------------------------------------------------
 */

#ifndef __SANITIZE_ADDRESS__ /* which reports crashes itself */
static void crashed(int number)
{
    fprintf(stderr, "%s: signal %d\n", current, number);
    _exit(1);
}
#endif

static void read_code(void)
{
    FILE *f = fopen(code_path, "rb");
    size_t size = f ? fread(code_image, 1, sizeof code_image, f) : 0;
    if (size < 64 || size == sizeof code_image) {
        printf("%s is no code object\n0 passed, 1 failed, 0 skipped\n", code_path);
        exit(1);
    }
    fclose(f);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_arguments CODE_OBJECT [FUNCTION]\n");
        return 2;
    }
    code_path = argv[1];
    read_code();
    setenv("SHOAL_DEVICES", "2", 1);
    setenv("SHOAL_DEVICE_MEMORY", "3G", 1);
#ifndef __SANITIZE_ADDRESS__
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
#endif
    void **fat = __hipRegisterFatBinary(&wrapper);
    __hipRegisterFunction(fat, host_kernel, NULL, "nothing", 0, NULL, NULL, NULL, NULL, NULL);
    __hipRegisterVar(fat, &variable, NULL, "variable", 0, sizeof variable, 0, 0);
    __hipRegisterTexture(fat, &reference, NULL, "image", 0, 0, 0);
    hiprtcCreateProgram(&compiled_program, "__global__ void f() {}", "f.hip", 0, NULL, NULL);
    hiprtcAddNameExpression(compiled_program, "f");
    if (hiprtcCompileProgram(compiled_program, 0, NULL) != HIPRTC_SUCCESS) {
        printf("SKIP: hiprtc's results: there is no compiler\n");
        compiled_program = NULL;
    }
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tests[i]();
    test_widths();
    test_instantiating_twice();
    test_copy_nodes();
    test_memory();
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed != 0;
}

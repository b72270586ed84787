/* test_misuse.c: what the functions of libamdhip64 answer to null pointers, freed and foreign
 * handles, bad sizes and bad enumerators. Expected codes: HIP's documentation of each function,
 * or CUDA's of its counterpart where HIP's says nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hip_api.h"

static int passed, failed;

#define IS(expected, call)                                                                         \
    do {                                                                                           \
        hipError_t got_ = (call);                                                                  \
        if (got_ == (expected)) {                                                                  \
            passed++;                                                                              \
        } else {                                                                                   \
            failed++;                                                                              \
            printf("%d: %s is %s, not %s\n", __LINE__, #call, hipGetErrorName(got_), #expected);   \
        }                                                                                          \
    } while (0)
#define OK(call)      IS(hipSuccess, call)
#define VALUE(call)   IS(hipErrorInvalidValue, call)
#define HANDLE(call)  IS(hipErrorInvalidHandle, call)
#define DEVICE(call)  IS(hipErrorInvalidDevice, call)
#define CONTEXT(call) IS(hipErrorInvalidContext, call)

/* Handles that no function made: small numbers, pointers to other things, all bits. */
static char elsewhere[64];
static void *const strange[] = {(void *)8, elsewhere, (void *)-1, (void *)0x7fff00000018};
enum { STRANGE = sizeof strange / sizeof *strange };

static void devices(void)
{
    int n, m;
    unsigned u;
    uint32_t link, hops;
    size_t size;
    char text[64];
    hipDeviceProp_t p;
    hipUUID uuid;
    hipCtx_t ctx;
    hipFuncCache_t cache;
    hipSharedMemConfig banks;
    VALUE(hipGetDeviceCount(NULL));
    VALUE(hipGetDevice(NULL));
    VALUE(hipInit(1));
    OK(hipInit(0));
    DEVICE(hipSetDevice(-1));
    DEVICE(hipSetDevice(64));
    VALUE(hipGetDeviceProperties(NULL, 0));
    DEVICE(hipGetDeviceProperties(&p, 7));
    VALUE(hipDeviceGetAttribute(NULL, hipDeviceAttributeWarpSize, 0));
    DEVICE(hipDeviceGetAttribute(&n, hipDeviceAttributeWarpSize, -1));
    VALUE(hipDeviceGetAttribute(&n, (hipDeviceAttribute_t)123456, 0));
    VALUE(hipDeviceGet(NULL, 0));
    DEVICE(hipDeviceGet(&n, 3));
    VALUE(hipDeviceGetName(NULL, 4, 0));
    VALUE(hipDeviceGetName(text, 0, 0));
    DEVICE(hipDeviceGetName(text, 4, 9));
    VALUE(hipDeviceGetUuid(NULL, 0));
    DEVICE(hipDeviceGetUuid(&uuid, 9));
    VALUE(hipDeviceTotalMem(NULL, 0));
    DEVICE(hipDeviceTotalMem(&size, 9));
    VALUE(hipDeviceComputeCapability(NULL, &m, 0));
    VALUE(hipDeviceComputeCapability(&n, NULL, 0));
    DEVICE(hipDeviceComputeCapability(&n, &m, -2));
    VALUE(hipDeviceGetPCIBusId(NULL, 13, 0));
    VALUE(hipDeviceGetPCIBusId(text, 4, 0));
    DEVICE(hipDeviceGetPCIBusId(text, 13, 9));
    VALUE(hipDeviceGetByPCIBusId(NULL, "0000:01:00.0"));
    VALUE(hipDeviceGetByPCIBusId(&n, NULL));
    DEVICE(hipDeviceGetByPCIBusId(&n, "no bus"));
    VALUE(hipChooseDevice(NULL, &p));
    VALUE(hipChooseDevice(&n, NULL));
    VALUE(hipDriverGetVersion(NULL));
    VALUE(hipRuntimeGetVersion(NULL));
    VALUE(hipSetDeviceFlags(0x8000));
    VALUE(hipSetDeviceFlags(hipDeviceScheduleSpin | hipDeviceScheduleYield));
    VALUE(hipGetDeviceFlags(NULL));
    VALUE(hipDeviceSetCacheConfig((hipFuncCache_t)9));
    VALUE(hipDeviceGetCacheConfig(NULL));
    OK(hipDeviceGetCacheConfig(&cache));
    VALUE(hipDeviceSetSharedMemConfig((hipSharedMemConfig)9));
    VALUE(hipDeviceGetSharedMemConfig(NULL));
    OK(hipDeviceGetSharedMemConfig(&banks));
    VALUE(hipDeviceGetLimit(NULL, hipLimitMallocHeapSize));
    IS(hipErrorUnsupportedLimit, hipDeviceGetLimit(&size, (hipLimit_t)77));
    IS(hipErrorUnsupportedLimit, hipDeviceSetLimit((hipLimit_t)77, 1));
    VALUE(hipDeviceSetLimit(hipLimitMallocHeapSize, (size_t)-1));
    VALUE(hipDeviceCanAccessPeer(NULL, 0, 0));
    DEVICE(hipDeviceCanAccessPeer(&n, 0, 5));
    DEVICE(hipDeviceEnablePeerAccess(0, 0));
    VALUE(hipDeviceEnablePeerAccess(1, 1));
    DEVICE(hipDeviceDisablePeerAccess(5));
    VALUE(hipDeviceGetP2PAttribute(NULL, hipDevP2PAttrAccessSupported, 0, 1));
    VALUE(hipDeviceGetP2PAttribute(&n, (hipDeviceP2PAttr)9, 0, 1));
    DEVICE(hipDeviceGetP2PAttribute(&n, hipDevP2PAttrAccessSupported, 0, 0));
    VALUE(hipExtGetLinkTypeAndHopCount(0, 1, NULL, &hops));
    VALUE(hipExtGetLinkTypeAndHopCount(0, 0, &link, &hops));
    VALUE(hipCtxCreate(NULL, 0, 0));
    DEVICE(hipCtxCreate(&ctx, 0, 9));
    VALUE(hipCtxDestroy(NULL));
    VALUE(hipCtxGetCurrent(NULL));
    VALUE(hipCtxGetDevice(NULL));
    VALUE(hipCtxGetFlags(NULL));
    VALUE(hipCtxGetApiVersion(NULL, NULL));
    CONTEXT(hipCtxPopCurrent(&ctx));
    for (int i = 0; i < STRANGE; i++) {
        CONTEXT(hipCtxDestroy(strange[i]));
        CONTEXT(hipCtxSetCurrent(strange[i]));
        CONTEXT(hipCtxPushCurrent(strange[i]));
        CONTEXT(hipCtxEnablePeerAccess(strange[i], 0));
    }
    VALUE(hipDevicePrimaryCtxRetain(NULL, 0));
    DEVICE(hipDevicePrimaryCtxRetain(&ctx, 9));
    DEVICE(hipDevicePrimaryCtxRelease(9));
    DEVICE(hipDevicePrimaryCtxReset(-1));
    VALUE(hipDevicePrimaryCtxGetState(0, NULL, &n));
    DEVICE(hipDevicePrimaryCtxGetState(9, &u, &n));
}

static void memory(void)
{
    char *p = NULL, *q = NULL, host[256];
    void *out;
    size_t size, other;
    unsigned flags;
    hipPitchedPtr pitched;
    hipPointerAttribute_t a;
    VALUE(hipMalloc(NULL, 4));
    OK(hipMalloc((void **)&p, 0));
    if (p)
        failed++;
    IS(hipErrorOutOfMemory, hipMalloc((void **)&p, (size_t)1 << 46));
    IS(hipErrorOutOfMemory, hipMalloc((void **)&p, (size_t)-1));
    OK(hipFree(NULL));
    VALUE(hipFree(host));
    OK(hipMalloc((void **)&p, 256));
    VALUE(hipFree(p + 1));
    VALUE(hipHostFree(p));
    OK(hipMalloc((void **)&q, 256));
    OK(hipFree(q));
    VALUE(hipFree(q)); /* twice */
    VALUE(hipMallocManaged(NULL, 4, hipMemAttachGlobal));
    VALUE(hipMallocManaged(&out, 0, hipMemAttachGlobal));
    VALUE(hipMallocManaged(&out, 4, 77));
    VALUE(hipHostMalloc(NULL, 4, 0));
    VALUE(hipHostMalloc(&out, 4, 0x100));
    VALUE(hipHostMalloc(&out, 4, (unsigned)hipHostMallocCoherent | hipHostMallocNonCoherent));
    VALUE(hipHostFree(host));
    VALUE(hipExtMallocWithFlags(&out, 4, 99));
    VALUE(hipExtMallocWithFlags(&out, 4, hipMallocSignalMemory));
    VALUE(hipMallocPitch(NULL, &size, 4, 4));
    VALUE(hipMallocPitch(&out, NULL, 4, 4));
    IS(hipErrorOutOfMemory, hipMallocPitch(&out, &size, (size_t)-1, 4));
    VALUE(hipMemAllocPitch(&out, &size, 16, 4, 3));
    VALUE(hipMalloc3D(NULL, (hipExtent){4, 4, 4}));
    IS(hipErrorOutOfMemory, hipMalloc3D(&pitched, (hipExtent){4, (size_t)1 << 40, 1 << 30}));
    VALUE(hipHostRegister(NULL, 4, 0));
    VALUE(hipHostRegister(host, 0, 0));
    VALUE(hipHostRegister(host, 4, 0x4000));
    IS(hipErrorHostMemoryNotRegistered, hipHostUnregister(host));
    OK(hipHostRegister(host, 128, 0));
    IS(hipErrorHostMemoryAlreadyRegistered, hipHostRegister(host, 128, 0));
    IS(hipErrorHostMemoryAlreadyRegistered, hipHostRegister(p, 128, 0));
    VALUE(hipHostGetDevicePointer(NULL, host, 0));
    VALUE(hipHostGetDevicePointer(&out, host, 1));
    VALUE(hipHostGetDevicePointer(&out, &size, 0));
    VALUE(hipHostGetFlags(NULL, host));
    VALUE(hipHostGetFlags(&flags, p));
    IS(hipErrorHostMemoryNotRegistered, hipHostUnregister(host + 1));
    OK(hipHostUnregister(host));
    VALUE(hipHostUnregister(NULL));
    VALUE(hipMemGetInfo(NULL, NULL));
    VALUE(hipMemPtrGetInfo(p, NULL));
    VALUE(hipMemPtrGetInfo(host, &size));
    IS(hipErrorNotFound, hipMemGetAddressRange(&out, &size, host));
    VALUE(hipPointerGetAttributes(NULL, p));
    VALUE(hipPointerGetAttributes(&a, NULL));
    VALUE(hipPointerGetAttributes(&a, host));
    VALUE(hipPointerGetAttributes(&a, q));
    VALUE(hipPointerGetAttribute(NULL, HIP_POINTER_ATTRIBUTE_RANGE_SIZE, p));
    VALUE(hipPointerGetAttribute(&size, (hipPointer_attribute)99, p));
    VALUE(hipPointerGetAttribute(&size, HIP_POINTER_ATTRIBUTE_HOST_POINTER, p));
    VALUE(hipDrvPointerGetAttributes(0, NULL, NULL, p));
    VALUE(hipMemAdvise(p, 4, hipMemAdviseSetReadMostly, 0)); /* not managed */
    VALUE(hipMemPrefetchAsync(p, 4, 0, NULL));
    OK(hipMallocManaged((void **)&q, 64, hipMemAttachGlobal));
    VALUE(hipMemAdvise(q, 65, hipMemAdviseSetReadMostly, 0));
    VALUE(hipMemAdvise(q, 64, (hipMemoryAdvise)99, 0));
    VALUE(hipMemAdvise(q, 64, hipMemAdviseSetReadMostly, 9));
    DEVICE(hipMemPrefetchAsync(q, 64, 9, NULL));
    VALUE(hipMemPrefetchAsync(q, 65, 0, NULL));
    VALUE(hipMemRangeGetAttribute(NULL, 4, hipMemRangeAttributeReadMostly, q, 64));
    VALUE(hipMemRangeGetAttribute(&flags, 3, hipMemRangeAttributeReadMostly, q, 64));
    VALUE(hipMemRangeGetAttribute(&flags, 4, (hipMemRangeAttribute)99, q, 64));
    VALUE(hipMemRangeGetAttribute(&flags, 4, hipMemRangeAttributeReadMostly, p, 64));
    VALUE(hipMemRangeGetAttributes(NULL, &other, NULL, 1, q, 64));
    VALUE(hipStreamAttachMemAsync(NULL, p, 0, hipMemAttachGlobal));
    VALUE(hipStreamAttachMemAsync(NULL, q, 0, 99));
    OK(hipFree(q));
    OK(hipFree(p));
}

static void copies(void)
{
    char *p, *freed, host[256] = {0};
    hipArray *array = NULL;
    hipChannelFormatDesc f = {32, 0, 0, 0, hipChannelFormatKindFloat}, bad = {32, 16, 0, 0, 0};
    OK(hipMalloc((void **)&p, 256));
    OK(hipMalloc((void **)&freed, 256));
    OK(hipFree(freed));
    VALUE(hipMemcpy(NULL, host, 4, hipMemcpyHostToDevice));
    VALUE(hipMemcpy(p, NULL, 4, hipMemcpyHostToDevice));
    OK(hipMemcpy(NULL, NULL, 0, hipMemcpyHostToDevice));
    VALUE(hipMemcpy(p, host, 257, hipMemcpyHostToDevice));
    VALUE(hipMemcpy(host, p + 1, 256, hipMemcpyDeviceToHost));
    VALUE(hipMemcpy(host, freed, 4, hipMemcpyDeviceToHost));
    VALUE(hipMemcpy(freed, host, 4, hipMemcpyHostToDevice));
    VALUE(hipMemcpy(p, host, (size_t)-1, hipMemcpyHostToDevice));
    IS(hipErrorInvalidMemcpyDirection, hipMemcpy(p, host, 4, (hipMemcpyKind)77));
    IS(hipErrorInvalidMemcpyDirection, hipMemcpyAsync(p, host, 4, (hipMemcpyKind)-1, NULL));
    for (int i = 0; i < STRANGE; i++)
        HANDLE(hipMemcpyAsync(p, host, 4, hipMemcpyHostToDevice, strange[i]));
    DEVICE(hipMemcpyPeer(p, 9, p, 0, 4));
    VALUE(hipMemcpyHtoD(freed, host, 4));
    VALUE(hipMemcpyDtoH(host, freed, 4));
    VALUE(hipMemcpyDtoD(p, freed, 4));
    IS(hipErrorInvalidPitchValue, hipMemcpy2D(p, 8, host, 16, 16, 2, hipMemcpyHostToDevice));
    VALUE(hipMemcpy2D(p, 128, host, 16, 16, 4, hipMemcpyHostToDevice));
    VALUE(hipMemcpy2D(NULL, 16, host, 16, 16, 4, hipMemcpyHostToDevice));
    VALUE(hipMemcpy3D(NULL));
    VALUE(hipDrvMemcpy3D(NULL));
    VALUE(hipMemcpyParam2D(NULL));
    hipMemcpy3DParms both = {.srcPtr = {host, 16, 16, 1},
                             .dstPtr = {p, 16, 16, 1},
                             .extent = {16, 40, 1},
                             .kind = hipMemcpyHostToDevice};
    VALUE(hipMemcpy3D(&both)); /* 640 bytes */
    both.extent.height = 2;
    both.kind = (hipMemcpyKind)9;
    IS(hipErrorInvalidMemcpyDirection, hipMemcpy3D(&both));
    VALUE(hipMemset(NULL, 0, 4));
    VALUE(hipMemset(p, 0, 257));
    VALUE(hipMemset(freed, 0, 1));
    VALUE(hipMemset(host, 0, 4));
    VALUE(hipMemsetD32(p + 2, 0, 1));
    VALUE(hipMemsetD16(p, 0, 129));
    VALUE(hipMemset2D(p, 8, 0, 16, 2));
    VALUE(hipMemset2D(p, 128, 0, 64, 3));
    VALUE(hipMemset3D((hipPitchedPtr){p, 16, 16, 1}, 0, (hipExtent){16, 2, 2}));
    IS(hipErrorInvalidSymbol, hipMemcpyToSymbol(host, host, 4, 0, hipMemcpyHostToDevice));
    IS(hipErrorInvalidSymbol, hipMemcpyFromSymbol(host, NULL, 4, 0, hipMemcpyDeviceToHost));
    IS(hipErrorInvalidMemcpyDirection, hipMemcpyToSymbol(host, host, 4, 0, hipMemcpyDeviceToHost));
    size_t size;
    void *address;
    IS(hipErrorInvalidSymbol, hipGetSymbolAddress(&address, host));
    VALUE(hipGetSymbolAddress(NULL, host));
    VALUE(hipGetSymbolSize(NULL, host));
    IS(hipErrorInvalidSymbol, hipGetSymbolSize(&size, NULL));

    VALUE(hipMallocArray(NULL, &f, 4, 4, 0));
    VALUE(hipMallocArray(&array, NULL, 4, 4, 0));
    VALUE(hipMallocArray(&array, &f, 0, 4, 0));
    VALUE(hipMallocArray(&array, &bad, 4, 4, 0));
    VALUE(hipMallocArray(&array, &f, 4, 4, 0x100));
    VALUE(hipMalloc3DArray(&array, &f, (hipExtent){4, 0, 4}, 0));
    VALUE(hipArrayCreate(&array, NULL));
    HIP_ARRAY_DESCRIPTOR d = {4, 4, (enum hipArray_Format)99, 1};
    VALUE(hipArrayCreate(&array, &d));
    VALUE(hipFreeArray(NULL));
    HANDLE(hipFreeArray((hipArray *)(void *)host));
    OK(hipMallocArray(&array, &f, 4, 4, 0));
    VALUE(hipMemcpy2DToArray(array, 4, 0, host, 16, 16, 4, hipMemcpyHostToDevice));
    VALUE(hipMemcpy2DToArray(array, 0, 1, host, 16, 16, 4, hipMemcpyHostToDevice));
    IS(hipErrorInvalidPitchValue,
       hipMemcpy2DFromArray(host, 8, array, 0, 0, 16, 4, hipMemcpyDeviceToHost));
    VALUE(hipMemcpy2DFromArray(host, 16, NULL, 0, 0, 16, 4, hipMemcpyDeviceToHost));
    VALUE(hipMemcpyToArray(array, 0, 0, host, 65, hipMemcpyHostToDevice));
    VALUE(hipGetChannelDesc(NULL, array));
    HANDLE(hipGetChannelDesc(&f, (hipArray *)(void *)host));
    VALUE(hipFree(array->data)); /* belongs to the array */
    OK(hipFreeArray(array));
    HANDLE(hipFreeArray(array));
    hipMipmappedArray_t mip;
    hipArray_t level;
    VALUE(hipMallocMipmappedArray(&mip, &f, (hipExtent){4, 4, 0}, 9, 0));
    VALUE(hipMallocMipmappedArray(NULL, &f, (hipExtent){4, 4, 0}, 1, 0));
    OK(hipMallocMipmappedArray(&mip, &f, (hipExtent){4, 4, 0}, 3, 0));
    VALUE(hipGetMipmappedArrayLevel(&level, mip, 3));
    OK(hipGetMipmappedArrayLevel(&level, mip, 2));
    HANDLE(hipFreeArray(level));
    OK(hipFreeMipmappedArray(mip));
    HANDLE(hipFreeMipmappedArray(mip));
    OK(hipFree(p));
}

static void stream_functions(void)
{
    hipStream_t s, gone;
    hipEvent_t e, dead, untimed;
    unsigned flags;
    int priority;
    float ms;
    uint32_t mask[4];
    unsigned *p;
    VALUE(hipStreamCreate(NULL));
    VALUE(hipStreamCreateWithFlags(&s, 0x40));
    VALUE(hipStreamCreateWithPriority(NULL, 0, 0));
    VALUE(hipExtStreamCreateWithCUMask(&s, 0, mask));
    OK(hipStreamCreate(&s));
    OK(hipStreamCreate(&gone));
    OK(hipStreamDestroy(gone));
    IS(hipErrorContextIsDestroyed, hipStreamDestroy(gone));
    HANDLE(hipStreamDestroy(NULL));
    HANDLE(hipStreamSynchronize(gone));
    HANDLE(hipStreamQuery(gone));
    HANDLE(hipStreamGetFlags(gone, &flags));
    VALUE(hipStreamGetFlags(s, NULL));
    HANDLE(hipStreamGetPriority(gone, &priority));
    VALUE(hipStreamGetPriority(s, NULL));
    VALUE(hipExtStreamGetCUMask(s, 0, mask));
    VALUE(hipStreamAddCallback(s, NULL, NULL, 0));
    VALUE(hipLaunchHostFunc(s, NULL, NULL));
    OK(hipMalloc((void **)&p, 8));
    VALUE(hipStreamWaitValue32(s, NULL, 0, 0, 0));
    VALUE(hipStreamWaitValue32(s, p, 0, 9, 0));
    VALUE(hipStreamWaitValue64(s, p + 1, 0, 0, 0)); /* not aligned */
    VALUE(hipStreamWriteValue32(s, p, 0, 1));
    HANDLE(hipStreamWriteValue64(gone, p, 0, 0));
    for (int i = 0; i < STRANGE; i++) {
        HANDLE(hipStreamSynchronize(strange[i]));
        IS(hipErrorContextIsDestroyed, hipStreamDestroy(strange[i]));
        HANDLE(hipEventDestroy(strange[i]));
        HANDLE(hipEventRecord(strange[i], s));
    }
    VALUE(hipEventCreate(NULL));
    VALUE(hipEventCreateWithFlags(&e, 0x1000));
    VALUE(hipEventCreateWithFlags(&e, hipEventInterprocess));
    OK(hipEventCreate(&e));
    OK(hipEventCreate(&dead));
    OK(hipEventDestroy(dead));
    OK(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
    HANDLE(hipEventDestroy(dead));
    HANDLE(hipEventDestroy(NULL));
    HANDLE(hipEventRecord(dead, s));
    HANDLE(hipEventRecord(e, gone));
    HANDLE(hipEventRecord((hipEvent_t)(void *)s, NULL)); /* a handle of another kind */
    HANDLE(hipEventQuery(dead));
    HANDLE(hipEventSynchronize(dead));
    HANDLE(hipEventSynchronize(NULL));
    VALUE(hipEventElapsedTime(NULL, e, e));
    HANDLE(hipEventElapsedTime(&ms, e, e)); /* not recorded */
    OK(hipEventRecord(e, s));
    OK(hipEventRecord(untimed, s));
    OK(hipStreamSynchronize(s));
    HANDLE(hipEventElapsedTime(&ms, e, untimed));
    HANDLE(hipEventElapsedTime(&ms, dead, e));
    OK(hipEventElapsedTime(&ms, e, e));
    HANDLE(hipStreamWaitEvent(s, dead, 0));
    HANDLE(hipStreamWaitEvent(gone, e, 0));
    VALUE(hipStreamWaitEvent(s, e, 99));
    VALUE(hipStreamBeginCapture(s, (hipStreamCaptureMode)9));
    HANDLE(hipStreamBeginCapture(gone, hipStreamCaptureModeGlobal));
    VALUE(hipStreamEndCapture(s, NULL));
    hipGraph_t graph;
    IS(hipErrorIllegalState, hipStreamEndCapture(s, &graph));
    VALUE(hipStreamIsCapturing(s, NULL));
    VALUE(hipStreamGetCaptureInfo(s, NULL, NULL));
    IS(hipErrorIllegalState, hipStreamUpdateCaptureDependencies(s, NULL, 0, 0));
    hipStreamCaptureMode mode = (hipStreamCaptureMode)9;
    VALUE(hipThreadExchangeStreamCaptureMode(&mode));
    VALUE(hipThreadExchangeStreamCaptureMode(NULL));
    OK(hipEventDestroy(e));
    OK(hipEventDestroy(untimed));
    OK(hipStreamDestroy(s));
    OK(hipFree(p));
}

static void functions(void)
{
    hipModule_t m;
    hipFunction_t f;
    hipFuncAttributes a;
    void *out;
    size_t size;
    int n, o;
    dim3 one = {1, 1, 1};
    VALUE(hipModuleLoad(NULL, "x"));
    VALUE(hipModuleLoad(&m, NULL));
    IS(hipErrorFileNotFound, hipModuleLoad(&m, "/nowhere/at/all"));
    VALUE(hipModuleLoadData(&m, NULL));
    IS(hipErrorInvalidImage, hipModuleLoadData(&m, elsewhere));
    VALUE(hipModuleLoadDataEx(&m, elsewhere, 1, NULL, NULL));
    HANDLE(hipModuleUnload(NULL));
    VALUE(hipModuleGetFunction(NULL, NULL, "f"));
    VALUE(hipModuleGetFunction(&f, NULL, NULL));
    VALUE(hipModuleGetGlobal(NULL, NULL, NULL, "g"));
    IS(hipErrorInvalidImage, hipModuleLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    for (int i = 0; i < STRANGE; i++) {
        HANDLE(hipModuleUnload(strange[i]));
        HANDLE(hipModuleGetFunction(&f, strange[i], "f"));
        HANDLE(hipModuleGetGlobal(&out, &size, strange[i], "g"));
        HANDLE(hipModuleLaunchKernel(strange[i], 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
        HANDLE(hipFuncGetAttribute(&n, HIP_FUNC_ATTRIBUTE_NUM_REGS, strange[i]));
        IS(hipErrorInvalidDeviceFunction, hipLaunchKernel(strange[i], one, one, NULL, 0, NULL));
        IS(hipErrorInvalidDeviceFunction, hipFuncGetAttributes(&a, strange[i]));
        IS(hipErrorInvalidDeviceFunction,
           hipFuncSetCacheConfig(strange[i], hipFuncCachePreferNone));
        IS(hipErrorInvalidDeviceFunction,
           hipOccupancyMaxActiveBlocksPerMultiprocessor(&n, strange[i], 32, 0));
        IS(hipErrorInvalidDeviceFunction,
           hipOccupancyMaxPotentialBlockSize(&n, &o, strange[i], 0, 0));
        IS(hipErrorInvalidDeviceFunction,
           hipLaunchCooperativeKernel(strange[i], one, one, NULL, 0, NULL));
    }
    VALUE(hipFuncGetAttributes(NULL, elsewhere));
    VALUE(hipFuncGetAttribute(NULL, HIP_FUNC_ATTRIBUTE_NUM_REGS, NULL));
    VALUE(hipFuncSetAttribute(elsewhere, (hipFuncAttribute)77, 1));
    VALUE(hipFuncSetCacheConfig(elsewhere, (hipFuncCache_t)9));
    VALUE(hipFuncSetSharedMemConfig(elsewhere, (hipSharedMemConfig)9));
    VALUE(hipGetFuncBySymbol(NULL, elsewhere));
    VALUE(hipExtLaunchKernel(elsewhere, one, one, NULL, 0, NULL, NULL, NULL, 0x40));
    VALUE(hipExtLaunchMultiKernelMultiDevice(NULL, 1, 0));
    VALUE(hipSetupArgument(NULL, 4, 0));
    VALUE(hipSetupArgument(&n, 4, 1 << 20));
    dim3 grid, block;
    hipStream_t s;
    IS(hipErrorMissingConfiguration, __hipPopCallConfiguration(&grid, &block, &size, &s));
    IS(hipErrorMissingConfiguration, hipLaunchByPtr(elsewhere));
}

static void graphs(void)
{
    hipGraph_t g, other;
    hipGraphNode_t n = NULL, foreign, out[2];
    hipGraphExec_t x;
    hipGraphNodeType type;
    hipKernelNodeParams k = {.func = elsewhere, .gridDim = {1, 1, 1}, .blockDim = {1, 1, 1}};
    hipMemsetParams fill = {.dst = elsewhere, .elementSize = 3, .width = 1, .height = 1};
    hipHostNodeParams host = {NULL, NULL};
    hipGraphExecUpdateResult result;
    size_t count;
    unsigned enabled;
    unsigned long long flags;
    VALUE(hipGraphCreate(NULL, 0));
    VALUE(hipGraphCreate(&g, 1));
    OK(hipGraphCreate(&g, 0));
    OK(hipGraphCreate(&other, 0));
    VALUE(hipGraphAddEmptyNode(NULL, g, NULL, 0));
    VALUE(hipGraphAddEmptyNode(&n, g, NULL, 1));
    VALUE(hipGraphAddEmptyNode(&n, NULL, NULL, 0));
    OK(hipGraphAddEmptyNode(&n, g, NULL, 0));
    OK(hipGraphAddEmptyNode(&foreign, other, NULL, 0));
    VALUE(hipGraphAddEmptyNode(out, g, &foreign, 1));
    out[0] = out[1] = n;
    VALUE(hipGraphAddEmptyNode(&foreign, g, out, 2)); /* twice the same */
    VALUE(hipGraphAddDependencies(g, &n, &n, 1));
    VALUE(hipGraphAddDependencies(g, NULL, &n, 1));
    VALUE(hipGraphRemoveDependencies(g, &n, &foreign, 1));
    VALUE(hipGraphAddKernelNode(out, g, NULL, 0, NULL));
    IS(hipErrorInvalidDeviceFunction, hipGraphAddKernelNode(out, g, NULL, 0, &k));
    VALUE(hipGraphAddMemsetNode(out, g, NULL, 0, NULL));
    VALUE(hipGraphAddMemsetNode(out, g, NULL, 0, &fill));
    VALUE(hipGraphAddMemcpyNode(out, g, NULL, 0, NULL));
    VALUE(hipGraphAddMemcpyNode1D(out, g, NULL, 0, NULL, elsewhere, 4, hipMemcpyHostToDevice));
    VALUE(hipGraphAddMemcpyNode1D(out, g, NULL, 0, elsewhere, elsewhere, 0, hipMemcpyDefault));
    VALUE(hipGraphAddHostNode(out, g, NULL, 0, &host));
    VALUE(hipGraphAddHostNode(out, g, NULL, 0, NULL));
    VALUE(hipGraphAddEventRecordNode(out, g, NULL, 0, NULL));
    VALUE(hipGraphAddEventWaitNode(out, g, NULL, 0, NULL));
    VALUE(hipGraphAddChildGraphNode(out, g, NULL, 0, g));
    VALUE(hipGraphAddChildGraphNode(out, g, NULL, 0, NULL));
    VALUE(hipGraphGetNodes(g, NULL, NULL));
    VALUE(hipGraphGetRootNodes(NULL, NULL, &count));
    VALUE(hipGraphGetEdges(g, out, NULL, &count));
    VALUE(hipGraphNodeGetType(n, NULL));
    VALUE(hipGraphNodeGetDependencies(n, NULL, NULL));
    VALUE(hipGraphNodeGetDependentNodes(NULL, NULL, &count));
    VALUE(hipGraphKernelNodeGetParams(n, &k)); /* an empty node */
    VALUE(hipGraphMemsetNodeGetParams(n, &fill));
    VALUE(hipGraphHostNodeGetParams(n, &host));
    VALUE(hipGraphMemcpyNodeGetParams(n, NULL));
    VALUE(hipGraphChildGraphNodeGetGraph(n, &other));
    VALUE(hipGraphNodeFindInClone(NULL, n, g));
    VALUE(hipGraphNodeFindInClone(out, n, other));
    VALUE(hipGraphClone(NULL, g));
    VALUE(hipGraphInstantiate(NULL, g, NULL, NULL, 0));
    VALUE(hipGraphInstantiate(&x, NULL, NULL, NULL, 0));
    VALUE(hipGraphInstantiateWithFlags(&x, g, 0x100));
    OK(hipGraphInstantiate(&x, g, NULL, NULL, 0));
    VALUE(hipGraphNodeSetEnabled(x, n, 0)); /* an empty node */
    VALUE(hipGraphNodeGetEnabled(x, n, NULL));
    VALUE(hipGraphNodeGetEnabled(NULL, n, &enabled));
    VALUE(hipGraphExecGetFlags(x, NULL));
    VALUE(hipGraphExecGetFlags(NULL, &flags));
    VALUE(hipGraphExecUpdate(x, NULL, out, &result));
    VALUE(hipGraphExecUpdate(x, g, NULL, &result));
    VALUE(hipGraphExecKernelNodeSetParams(NULL, n, &k));
    VALUE(hipGraphExecMemcpyNodeSetParams1D(x, n, elsewhere, elsewhere + 8, 8, hipMemcpyDefault));
    VALUE(hipGraphDebugDotPrint(g, NULL, 0));
    IS(hipErrorOperatingSystem, hipGraphDebugDotPrint(g, "/nowhere/at/all", 0));
    for (int i = 0; i < STRANGE; i++) {
        VALUE(hipGraphDestroy(strange[i]));
        VALUE(hipGraphExecDestroy(strange[i]));
        VALUE(hipGraphDestroyNode(strange[i]));
        VALUE(hipGraphLaunch(strange[i], NULL));
        VALUE(hipGraphNodeGetType(strange[i], &type));
    }
    HANDLE(hipGraphLaunch(x, strange[0]));
    OK(hipGraphExecDestroy(x));
    VALUE(hipGraphExecDestroy(x));
    OK(hipGraphDestroyNode(n));
    VALUE(hipGraphDestroyNode(n));
    OK(hipGraphDestroy(g));
    VALUE(hipGraphDestroy(g));
    hipUserObject_t o;
    VALUE(hipUserObjectCreate(NULL, elsewhere, free, 1, 1));
    VALUE(hipUserObjectCreate(&o, elsewhere, NULL, 1, 1));
    VALUE(hipUserObjectCreate(&o, elsewhere, free, 0, 1));
    VALUE(hipUserObjectRelease(strange[0], 1));
    VALUE(hipUserObjectRetain(strange[1], 1));
}

/* Nodes outlive what they use: that is a fault of the launch, not a crash. */
static void freed_below_graphs(void)
{
    hipGraph_t g;
    hipGraphNode_t n;
    hipGraphExec_t x;
    char *p, *q;
    OK(hipMalloc((void **)&p, 1 << 20));
    OK(hipMalloc((void **)&q, 1 << 20));
    hipMemsetParams fill = {.dst = p, .elementSize = 1, .width = 1 << 20, .height = 1};
    OK(hipGraphCreate(&g, 0));
    OK(hipGraphAddMemcpyNode1D(&n, g, NULL, 0, p, q, 1 << 20, hipMemcpyDeviceToDevice));
    OK(hipGraphAddMemsetNode(&n, g, &n, 1, &fill));
    OK(hipGraphInstantiate(&x, g, NULL, NULL, 0));
    OK(hipGraphLaunch(x, NULL));
    OK(hipFreeAsync(q, NULL)); /* behind the launch */
    OK(hipDeviceSynchronize());
    for (int i = 0; i < 2; i++) {
        hipError_t launched = hipGraphLaunch(x, NULL);
        IS(hipErrorIllegalAddress, launched != hipSuccess ? launched : hipDeviceSynchronize());
        OK(hipDeviceReset());
        VALUE(hipFree(p)); /* it is gone */
    }
    OK(hipGraphExecDestroy(x));
    OK(hipGraphDestroy(g));
}

static void pools_and_addresses(void)
{
    hipMemPool_t p, default_pool;
    hipMemPoolProps props = {.allocType = hipMemAllocationTypePinned,
                             .location = {hipMemLocationTypeDevice, 0}};
    hipMemAllocationProp prop = {.type = hipMemAllocationTypePinned,
                                 .location = {hipMemLocationTypeDevice, 0}};
    hipMemGenericAllocationHandle_t h;
    hipMemLocation where = {hipMemLocationTypeDevice, 9};
    hipMemAccessDesc desc = {{hipMemLocationTypeDevice, 0}, hipMemAccessFlagsProtReadWrite};
    hipMemAccessFlags access;
    hipIpcMemHandle_t ipc = {{0}};
    uint64_t value = 1;
    unsigned long long rights;
    size_t size;
    void *at, *memory;
    VALUE(hipMemPoolCreate(NULL, &props));
    VALUE(hipMemPoolCreate(&p, NULL));
    props.location.id = 9;
    VALUE(hipMemPoolCreate(&p, &props));
    props.location.id = 0;
    OK(hipMemPoolCreate(&p, &props));
    VALUE(hipMemPoolSetAttribute(p, hipMemPoolAttrReleaseThreshold, NULL));
    VALUE(hipMemPoolGetAttribute(p, (hipMemPoolAttr)99, &value));
    VALUE(hipMemPoolSetAttribute(p, hipMemPoolAttrUsedMemCurrent, &value));
    VALUE(hipMemPoolSetAttribute(p, hipMemPoolAttrUsedMemHigh, &value)); /* only 0 */
    VALUE(hipMemPoolSetAccess(p, NULL, 1));
    VALUE(hipMemPoolGetAccess(&access, p, &where));
    VALUE(hipMemPoolTrimTo(NULL, 0));
    VALUE(hipDeviceGetDefaultMemPool(NULL, 0));
    DEVICE(hipDeviceGetDefaultMemPool(&default_pool, 9));
    DEVICE(hipDeviceGetMemPool(&default_pool, 9));
    DEVICE(hipDeviceSetMemPool(9, p));
    VALUE(hipDeviceSetMemPool(0, NULL));
    OK(hipDeviceGetDefaultMemPool(&default_pool, 0));
    VALUE(hipMemPoolDestroy(default_pool));
    VALUE(hipMallocAsync(NULL, 4, NULL));
    VALUE(hipMallocFromPoolAsync(&at, 4, NULL, NULL));
    HANDLE(hipMallocAsync(&at, 4, strange[1]));
    OK(hipMallocFromPoolAsync(&at, 64, p, NULL));
    VALUE(hipFreeAsync(NULL, NULL));
    VALUE(hipFreeAsync((char *)at + 1, NULL));
    VALUE(hipFreeAsync(elsewhere, NULL));
    OK(hipFreeAsync(at, NULL));
    VALUE(hipFreeAsync(at, NULL));
    VALUE(hipFree(at));
    OK(hipMemPoolDestroy(p));
    VALUE(hipMemPoolDestroy(p));

    VALUE(hipMemGetAllocationGranularity(NULL, &prop, hipMemAllocationGranularityMinimum));
    VALUE(hipMemGetAllocationGranularity(&size, NULL, hipMemAllocationGranularityMinimum));
    OK(hipMemGetAllocationGranularity(&size, &prop, hipMemAllocationGranularityMinimum));
    VALUE(hipMemCreate(NULL, size, &prop, 0));
    VALUE(hipMemCreate(&h, size + 1, &prop, 0));
    VALUE(hipMemCreate(&h, size, NULL, 0));
    VALUE(hipMemCreate(&h, size, &prop, 1));
    VALUE(hipMemAddressReserve(NULL, size, 0, NULL, 0));
    VALUE(hipMemAddressReserve(&at, 0, 0, NULL, 0));
    VALUE(hipMemAddressReserve(&at, size, 3, NULL, 0));
    OK(hipMemAddressReserve(&at, 2 * size, 0, NULL, 0));
    OK(hipMemCreate(&h, size, &prop, 0));
    VALUE(hipMemMap(elsewhere, size, 0, h, 0));
    VALUE(hipMemMap(at, 3 * size, 0, h, 0));
    VALUE(hipMemMap(at, size, 0, strange[0], 0));
    OK(hipMemMap(at, size, 0, h, 0));
    VALUE(hipMemMap(at, size, 0, h, 0)); /* twice */
    VALUE(hipMemSetAccess(at, 2 * size, &desc, 1));
    VALUE(hipMemSetAccess(at, size, NULL, 1));
    desc.flags = (hipMemAccessFlags)8;
    VALUE(hipMemSetAccess(at, size, &desc, 1));
    VALUE(hipMemGetAccess(&rights, &where, at));
    VALUE(hipMemAddressFree(at, 2 * size)); /* something is mapped */
    VALUE(hipMemUnmap(at, 2 * size));
    OK(hipMemUnmap(at, size));
    VALUE(hipMemUnmap(at, size));
    VALUE(hipMemAddressFree(at, size));
    OK(hipMemAddressFree(at, 2 * size));
    OK(hipMemRelease(h));
    VALUE(hipMemRelease(h));
    VALUE(hipMemGetAllocationPropertiesFromHandle(&prop, h));
    VALUE(hipMemRetainAllocationHandle(&h, elsewhere));
    VALUE(hipMemExportToShareableHandle(NULL, h, hipMemHandleTypePosixFileDescriptor, 0));
    VALUE(hipMemImportFromShareableHandle(&h, (void *)-1, hipMemHandleTypePosixFileDescriptor));

    VALUE(hipIpcGetMemHandle(NULL, at));
    VALUE(hipIpcGetMemHandle(&ipc, elsewhere));
    VALUE(hipIpcOpenMemHandle(&at, ipc, hipIpcMemLazyEnablePeerAccess));
    VALUE(hipIpcCloseMemHandle(elsewhere));
    OK(hipMalloc(&memory, 64));
    OK(hipIpcGetMemHandle(&ipc, memory));
    CONTEXT(hipIpcOpenMemHandle(&at, ipc, hipIpcMemLazyEnablePeerAccess)); /* the same process */
    OK(hipFree(memory));
}

/* Every code of hipError_t; layout.py compares their numbers with the headers. */
static void names(void)
{
    static const struct {
        hipError_t code;
        const char *name;
    } codes[] = {
#define CODE(name) {name, #name}
        CODE(hipSuccess),
        CODE(hipErrorInvalidValue),
        CODE(hipErrorOutOfMemory),
        CODE(hipErrorNotInitialized),
        CODE(hipErrorDeinitialized),
        CODE(hipErrorProfilerDisabled),
        CODE(hipErrorProfilerNotInitialized),
        CODE(hipErrorProfilerAlreadyStarted),
        CODE(hipErrorProfilerAlreadyStopped),
        CODE(hipErrorInvalidConfiguration),
        CODE(hipErrorInvalidPitchValue),
        CODE(hipErrorInvalidSymbol),
        CODE(hipErrorInvalidDevicePointer),
        CODE(hipErrorInvalidMemcpyDirection),
        CODE(hipErrorInsufficientDriver),
        CODE(hipErrorMissingConfiguration),
        CODE(hipErrorPriorLaunchFailure),
        CODE(hipErrorInvalidDeviceFunction),
        CODE(hipErrorNoDevice),
        CODE(hipErrorInvalidDevice),
        CODE(hipErrorInvalidImage),
        CODE(hipErrorInvalidContext),
        CODE(hipErrorContextAlreadyCurrent),
        CODE(hipErrorMapFailed),
        CODE(hipErrorUnmapFailed),
        CODE(hipErrorArrayIsMapped),
        CODE(hipErrorAlreadyMapped),
        CODE(hipErrorNoBinaryForGpu),
        CODE(hipErrorAlreadyAcquired),
        CODE(hipErrorNotMapped),
        CODE(hipErrorNotMappedAsArray),
        CODE(hipErrorNotMappedAsPointer),
        CODE(hipErrorECCNotCorrectable),
        CODE(hipErrorUnsupportedLimit),
        CODE(hipErrorContextAlreadyInUse),
        CODE(hipErrorPeerAccessUnsupported),
        CODE(hipErrorInvalidKernelFile),
        CODE(hipErrorInvalidGraphicsContext),
        CODE(hipErrorInvalidSource),
        CODE(hipErrorFileNotFound),
        CODE(hipErrorSharedObjectSymbolNotFound),
        CODE(hipErrorSharedObjectInitFailed),
        CODE(hipErrorOperatingSystem),
        CODE(hipErrorInvalidHandle),
        CODE(hipErrorIllegalState),
        CODE(hipErrorNotFound),
        CODE(hipErrorNotReady),
        CODE(hipErrorIllegalAddress),
        CODE(hipErrorLaunchOutOfResources),
        CODE(hipErrorLaunchTimeOut),
        CODE(hipErrorPeerAccessAlreadyEnabled),
        CODE(hipErrorPeerAccessNotEnabled),
        CODE(hipErrorSetOnActiveProcess),
        CODE(hipErrorContextIsDestroyed),
        CODE(hipErrorAssert),
        CODE(hipErrorHostMemoryAlreadyRegistered),
        CODE(hipErrorHostMemoryNotRegistered),
        CODE(hipErrorLaunchFailure),
        CODE(hipErrorCooperativeLaunchTooLarge),
        CODE(hipErrorNotSupported),
        CODE(hipErrorStreamCaptureUnsupported),
        CODE(hipErrorStreamCaptureInvalidated),
        CODE(hipErrorStreamCaptureMerge),
        CODE(hipErrorStreamCaptureUnmatched),
        CODE(hipErrorStreamCaptureUnjoined),
        CODE(hipErrorStreamCaptureIsolation),
        CODE(hipErrorStreamCaptureImplicit),
        CODE(hipErrorCapturedEvent),
        CODE(hipErrorStreamCaptureWrongThread),
        CODE(hipErrorGraphExecUpdateFailure),
        CODE(hipErrorInvalidChannelDescriptor),
        CODE(hipErrorInvalidTexture),
        CODE(hipErrorUnknown),
        CODE(hipErrorRuntimeMemory),
        CODE(hipErrorRuntimeOther),
#undef CODE
    };
    const char *name, *text;
    size_t known = 0;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        OK(hipDrvGetErrorName(codes[i].code, &name));
        OK(hipDrvGetErrorString(codes[i].code, &text));
        if (strcmp(name, codes[i].name) || strcmp(hipGetErrorName(codes[i].code), name) ||
            strcmp(hipGetErrorString(codes[i].code), text) || !text[0]) {
            failed++;
            printf("%s: named %s, \"%s\"\n", codes[i].name, name, text);
        }
    }
    for (int code = 0; code < 1100; code++)
        known += hipDrvGetErrorName((hipError_t)code, &name) == hipSuccess;
    if (known != sizeof codes / sizeof *codes) {
        failed++;
        printf("%zu codes have names\n", known);
    }
    hipGetLastError();
    if (strcmp(hipGetErrorName((hipError_t)12345), "hipErrorUnknown"))
        failed++;
}

int main(void)
{
    const char *text;
    names();
    devices();
    memory();
    copies();
    stream_functions();
    functions();
    graphs();
    freed_below_graphs();
    pools_and_addresses();
    /* The last error stays until it is asked for. */
    VALUE(hipMalloc(NULL, 4));
    OK(hipGetDevice(&(int){0}));
    VALUE(hipPeekAtLastError());
    VALUE(hipGetLastError());
    OK(hipGetLastError());
    VALUE(hipDrvGetErrorName((hipError_t)12345, &text));
    VALUE(hipDrvGetErrorString(hipSuccess, NULL));
    if (strcmp(hipGetErrorName(hipErrorIllegalAddress), "hipErrorIllegalAddress") ||
        !strlen(hipGetErrorString((hipError_t)12345)))
        failed++;
    OK(hipDeviceSynchronize());
    printf("%d passed, %d failed, 0 skipped\n", passed, failed);
    return failed != 0;
}

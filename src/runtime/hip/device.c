/* device.c: devices: choice, properties, limits, access to each other. */
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUNTIME_VERSION = HIP_GENERATION >= 7   ? 70051831
                      : HIP_GENERATION >= 6 ? 60342131
                                            : 50221153
};

/* ---- properties ----------------------------------------------------------------------------- */

/* X(field of both structures, value): what programs ask of a chip and what holds here. */
#define COMMON(X)                                                                                  \
    X(totalGlobalMem, hip.total_bytes)                                                             \
    X(sharedMemPerBlock, hip.chip->lds_group_bytes)                                                \
    X(regsPerBlock, 65536)                                                                         \
    X(warpSize, 32)                                                                                \
    X(maxThreadsPerBlock, DEVICE_MAX_BLOCK)                                                        \
    X(maxThreadsDim[0], DEVICE_MAX_BLOCK)                                                          \
    X(maxThreadsDim[1], DEVICE_MAX_BLOCK)                                                          \
    X(maxThreadsDim[2], DEVICE_MAX_BLOCK)                                                          \
    X(maxGridSize[0], 2147483647)                                                                  \
    X(maxGridSize[1], 65536)                                                                       \
    X(maxGridSize[2], 65536)                                                                       \
    X(clockRate, (int)hip.chip->clock_khz)                                                         \
    X(memoryClockRate, (int)hip.chip->memory_clock_khz)                                            \
    X(memoryBusWidth, (int)hip.chip->memory_bus_bits)                                              \
    X(totalConstMem, 2147483647)                                                                   \
    X(major, (int)hip.chip->version[0])                                                            \
    X(minor, (int)hip.chip->version[1])                                                            \
    X(multiProcessorCount, (int)hip.chip->multiprocessors)                                         \
    X(l2CacheSize, (int)hip.chip->l2_bytes)                                                        \
    X(maxThreadsPerMultiProcessor, (int)(hip.chip->simds * hip.chip->waves_per_simd * 32))         \
    X(computeMode, hipComputeModeDefault)                                                          \
    X(clockInstructionRate, DEVICE_REALTIME_KHZ)                                                   \
    X(concurrentKernels, 1)                                                                        \
    X(pciDomainID, 0)                                                                              \
    X(pciBusID, id + 1)                                                                            \
    X(pciDeviceID, 0)                                                                              \
    X(maxSharedMemoryPerMultiProcessor, hip.chip->lds_group_bytes)                                 \
    X(isMultiGpuBoard, 0)                                                                          \
    X(canMapHostMemory, 1)                                                                         \
    X(integrated, 0)                                                                               \
    X(cooperativeLaunch, 1)                                                                        \
    X(cooperativeMultiDeviceLaunch, 0)                                                             \
    X(maxTexture1DLinear, 16384)                                                                   \
    X(maxTexture1D, 16384)                                                                         \
    X(maxTexture2D[0], 16384)                                                                      \
    X(maxTexture2D[1], 16384)                                                                      \
    X(maxTexture3D[0], 2048)                                                                       \
    X(maxTexture3D[1], 2048)                                                                       \
    X(maxTexture3D[2], 2048)                                                                       \
    X(memPitch, 2147483647)                                                                        \
    X(textureAlignment, 256)                                                                       \
    X(texturePitchAlignment, 256)                                                                  \
    X(kernelExecTimeoutEnabled, hip.timeout_seconds > 0)                                           \
    X(ECCEnabled, 0)                                                                               \
    X(tccDriver, 0)                                                                                \
    X(isLargeBar, 1)                                                                               \
    X(asicRevision, 0)                                                                             \
    X(managedMemory, 1)                                                                            \
    X(directManagedMemAccessFromHost, 1)                                                           \
    X(concurrentManagedAccess, 1)                                                                  \
    X(pageableMemoryAccess, hip.has_hmm)                                                           \
    X(pageableMemoryAccessUsesHostPageTables, hip.has_hmm)

static void set_arch(hipDeviceArch_t *arch)
{
    arch->hasGlobalInt32Atomics = 1;
    arch->hasGlobalFloatAtomicExch = 1;
    arch->hasSharedInt32Atomics = 1;
    arch->hasSharedFloatAtomicExch = 1;
    arch->hasFloatAtomicAdd = 1;
    arch->hasGlobalInt64Atomics = 1;
    arch->hasSharedInt64Atomics = 1;
    arch->hasDoubles = 1;
    arch->hasWarpVote = 1;
    arch->hasWarpBallot = 1;
    arch->hasWarpShuffle = 1;
    arch->hasThreadFenceSystem = 1;
    arch->hasSyncThreadsExt = 1;
    arch->has3dGrid = 1;
}

static void set_uuid(hipUUID *uuid, int id)
{
    memset(uuid, 0, sizeof *uuid);
    snprintf(uuid->bytes, sizeof uuid->bytes, "GPU-shoal%06d", id);
}

/* 1100 for gfx1100. */
static int arch_number(void)
{
    const uint32_t *v = hip.chip->version;
    return (int)(v[0] * 100 + v[1] * 10 + v[2]);
}

static void properties_5(hipDeviceProp_t *p, int id)
{
    memset(p, 0, sizeof *p);
    strcpy(p->name, hip.chip->device_name);
    strcpy(p->gcnArchName, hip.chip->name);
#define SET(field, value) p->field = value;
    COMMON(SET)
#undef SET
    p->gcnArch = arch_number();
    set_arch(&p->arch);
}

static void properties_6(hipDeviceProp_tR0600 *p, int id)
{
    memset(p, 0, sizeof *p);
    strcpy(p->name, hip.chip->device_name);
    strcpy(p->gcnArchName, hip.chip->name);
    set_uuid(&p->uuid, id);
#define SET(field, value) p->field = value;
    COMMON(SET)
#undef SET
    set_arch(&p->arch);
    p->deviceOverlap = 1;
    p->asyncEngineCount = 1;
    p->unifiedAddressing = 1;
    p->surfaceAlignment = 256;
    p->maxTexture1DMipmap = p->maxTextureCubemap = p->maxTexture1D;
    p->maxSurface1D = p->maxSurfaceCubemap = p->maxTexture1D;
    for (int i = 0; i < 2; i++)
        p->maxTexture2DMipmap[i] = p->maxTexture2DGather[i] = p->maxSurface2D[i] =
            p->maxTexture2D[i];
    memcpy(p->maxSurface3D, p->maxTexture3D, sizeof p->maxSurface3D);
    p->ipcEventSupported = 1;
    p->streamPrioritiesSupported = 1;
    p->globalL1CacheSupported = 1;
    p->localL1CacheSupported = 1;
    p->sharedMemPerMultiprocessor = hip.chip->lds_group_bytes;
    p->regsPerMultiprocessor = 65536;
    p->hostNativeAtomicSupported = 1;
    p->singleToDoublePrecisionPerfRatio = 32;
    p->canUseHostPointerForRegisteredMem = 1;
    p->sharedMemPerBlockOptin = hip.chip->lds_group_bytes;
    p->maxBlocksPerMultiProcessor = (int)hip.chip->groups;
    p->hostRegisterSupported = 1;
    p->hostRegisterReadOnlySupported = 1;
    p->memoryPoolsSupported = 1;
    p->memoryPoolSupportedHandleTypes = hipMemHandleTypePosixFileDescriptor;
    p->unifiedFunctionPointers = 1;
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t *prop, int deviceId)
{
    hip_configure();
    if (!prop)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(deviceId))
        return hip_done(hipErrorInvalidDevice);
    properties_5(prop, deviceId);
    return hip_done(hipSuccess);
}

hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *prop, int deviceId)
{
    hip_configure();
    if (!prop)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(deviceId))
        return hip_done(hipErrorInvalidDevice);
    properties_6(prop, deviceId);
    return hip_done(hipSuccess);
}

/* X(attribute, field of hipDeviceProp_tR0600) */
#define ATTRIBUTES(X)                                                                              \
    X(EccEnabled, ECCEnabled)                                                                      \
    X(AccessPolicyMaxWindowSize, accessPolicyMaxWindowSize)                                        \
    X(AsyncEngineCount, asyncEngineCount)                                                          \
    X(CanMapHostMemory, canMapHostMemory)                                                          \
    X(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem)                        \
    X(ClockRate, clockRate)                                                                        \
    X(ComputeMode, computeMode)                                                                    \
    X(ComputePreemptionSupported, computePreemptionSupported)                                      \
    X(ConcurrentKernels, concurrentKernels)                                                        \
    X(ConcurrentManagedAccess, concurrentManagedAccess)                                            \
    X(CooperativeLaunch, cooperativeLaunch)                                                        \
    X(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch)                                  \
    X(DeviceOverlap, deviceOverlap)                                                                \
    X(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost)                              \
    X(GlobalL1CacheSupported, globalL1CacheSupported)                                              \
    X(HostNativeAtomicSupported, hostNativeAtomicSupported)                                        \
    X(Integrated, integrated)                                                                      \
    X(IsMultiGpuBoard, isMultiGpuBoard)                                                            \
    X(KernelExecTimeout, kernelExecTimeoutEnabled)                                                 \
    X(L2CacheSize, l2CacheSize)                                                                    \
    X(LocalL1CacheSupported, localL1CacheSupported)                                                \
    X(LuidDeviceNodeMask, luidDeviceNodeMask)                                                      \
    X(ComputeCapabilityMajor, major)                                                               \
    X(ManagedMemory, managedMemory)                                                                \
    X(MaxBlocksPerMultiProcessor, maxBlocksPerMultiProcessor)                                      \
    X(MaxBlockDimX, maxThreadsDim[0])                                                              \
    X(MaxBlockDimY, maxThreadsDim[1])                                                              \
    X(MaxBlockDimZ, maxThreadsDim[2])                                                              \
    X(MaxGridDimX, maxGridSize[0])                                                                 \
    X(MaxGridDimY, maxGridSize[1])                                                                 \
    X(MaxGridDimZ, maxGridSize[2])                                                                 \
    X(MaxSurface1D, maxSurface1D)                                                                  \
    X(MaxSurfaceCubemap, maxSurfaceCubemap)                                                        \
    X(MaxTexture1DWidth, maxTexture1D)                                                             \
    X(MaxTexture1DLinear, maxTexture1DLinear)                                                      \
    X(MaxTexture1DMipmap, maxTexture1DMipmap)                                                      \
    X(MaxTexture2DWidth, maxTexture2D[0])                                                          \
    X(MaxTexture2DHeight, maxTexture2D[1])                                                         \
    X(MaxTexture3DWidth, maxTexture3D[0])                                                          \
    X(MaxTexture3DHeight, maxTexture3D[1])                                                         \
    X(MaxTexture3DDepth, maxTexture3D[2])                                                          \
    X(MaxTextureCubemap, maxTextureCubemap)                                                        \
    X(MaxThreadsDim, maxThreadsDim[0])                                                             \
    X(MaxThreadsPerBlock, maxThreadsPerBlock)                                                      \
    X(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor)                                    \
    X(MaxPitch, memPitch)                                                                          \
    X(MemoryBusWidth, memoryBusWidth)                                                              \
    X(MemoryClockRate, memoryClockRate)                                                            \
    X(ComputeCapabilityMinor, minor)                                                               \
    X(MultiGpuBoardGroupID, multiGpuBoardGroupID)                                                  \
    X(MultiprocessorCount, multiProcessorCount)                                                    \
    X(PageableMemoryAccess, pageableMemoryAccess)                                                  \
    X(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables)              \
    X(PciBusId, pciBusID)                                                                          \
    X(PciDeviceId, pciDeviceID)                                                                    \
    X(PciDomainID, pciDomainID)                                                                    \
    X(PersistingL2CacheMaxSize, persistingL2CacheMaxSize)                                          \
    X(MaxRegistersPerBlock, regsPerBlock)                                                          \
    X(MaxRegistersPerMultiprocessor, regsPerMultiprocessor)                                        \
    X(ReservedSharedMemPerBlock, reservedSharedMemPerBlock)                                        \
    X(MaxSharedMemoryPerBlock, sharedMemPerBlock)                                                  \
    X(SharedMemPerBlockOptin, sharedMemPerBlockOptin)                                              \
    X(SharedMemPerMultiprocessor, sharedMemPerMultiprocessor)                                      \
    X(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio)                          \
    X(StreamPrioritiesSupported, streamPrioritiesSupported)                                        \
    X(SurfaceAlignment, surfaceAlignment)                                                          \
    X(TccDriver, tccDriver)                                                                        \
    X(TextureAlignment, textureAlignment)                                                          \
    X(TexturePitchAlignment, texturePitchAlignment)                                                \
    X(TotalConstantMemory, totalConstMem)                                                          \
    X(TotalGlobalMem, totalGlobalMem)                                                              \
    X(UnifiedAddressing, unifiedAddressing)                                                        \
    X(WarpSize, warpSize)                                                                          \
    X(MemoryPoolsSupported, memoryPoolsSupported)                                                  \
    X(HostRegisterSupported, hostRegisterSupported)                                                \
    X(MemoryPoolSupportedHandleTypes, memoryPoolSupportedHandleTypes)                              \
    X(ClockInstructionRate, clockInstructionRate)                                                  \
    X(WallClockRate, clockInstructionRate)                                                         \
    X(MaxSharedMemoryPerMultiprocessor, maxSharedMemoryPerMultiProcessor)                          \
    X(CooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedFunc)                    \
    X(CooperativeMultiDeviceUnmatchedGridDim, cooperativeMultiDeviceUnmatchedGridDim)              \
    X(CooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedBlockDim)            \
    X(CooperativeMultiDeviceUnmatchedSharedMem, cooperativeMultiDeviceUnmatchedSharedMem)          \
    X(IsLargeBar, isLargeBar)                                                                      \
    X(AsicRevision, asicRevision)

static int saturate(uint64_t value) { return value > INT32_MAX ? INT32_MAX : (int)value; }

hipError_t hipDeviceGetAttribute(int *pi, hipDeviceAttribute_t attr, int deviceId)
{
    hip_configure();
    if (!pi)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(deviceId))
        return hip_done(hipErrorInvalidDevice);
    hipDeviceProp_tR0600 p;
    properties_6(&p, deviceId);
    switch ((int)attr) {
#define CASE(name, field)                                                                          \
    case hipDeviceAttribute##name:                                                                 \
        *pi = saturate((uint64_t)p.field);                                                         \
        return hip_done(hipSuccess);
        ATTRIBUTES(CASE)
#undef CASE
    case hipDeviceAttributeCanUseStreamWaitValue:
    case hipDeviceAttributeFineGrainSupport:
    case hipDeviceAttributeVirtualMemoryManagementSupported:
    case hipDeviceAttributeImageSupport:
    case hipDeviceAttributeNumberOfXccs:
        *pi = 1;
        return hip_done(hipSuccess);
    case hipDeviceAttributePhysicalMultiProcessorCount:
        *pi = (int)hip.chip->multiprocessors;
        return hip_done(hipSuccess);
    case hipDeviceAttributeGcnArch:
        *pi = arch_number();
        return hip_done(hipSuccess);
    }
    return hip_done(hipErrorInvalidValue);
}

hipError_t hipDeviceGetName(char *name, int len, hipDevice_t device)
{
    hip_configure();
    if (!name || len <= 0)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    snprintf(name, (size_t)len, "%s", hip.chip->device_name);
    return hip_done(hipSuccess);
}

hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device)
{
    hip_configure();
    if (!uuid)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    set_uuid(uuid, device);
    return hip_done(hipSuccess);
}

hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device)
{
    hip_configure();
    if (!major || !minor)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    *major = (int)hip.chip->version[0];
    *minor = (int)hip.chip->version[1];
    return hip_done(hipSuccess);
}

hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device)
{
    hip_configure();
    if (!bytes)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    *bytes = hip.total_bytes;
    return hip_done(hipSuccess);
}

hipError_t hipDeviceGetPCIBusId(char *pciBusId, int len, int device)
{
    enum { LEAST = 13 };
    hip_configure();
    if (!pciBusId || len < LEAST)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    snprintf(pciBusId, (size_t)len, "0000:%02x:00.0", (unsigned)device + 1);
    return hip_done(hipSuccess);
}

hipError_t hipDeviceGetByPCIBusId(int *device, const char *pciBusId)
{
    hip_configure();
    unsigned domain, bus, number, function = 0;
    if (!device || !pciBusId)
        return hip_done(hipErrorInvalidValue);
    if (sscanf(pciBusId, "%x:%x:%x.%x", &domain, &bus, &number, &function) < 3 || domain ||
        number || function || bus < 1 || !is_device((int)(bus - 1)))
        return hip_done(hipErrorInvalidDevice);
    *device = (int)(bus - 1);
    return hip_done(hipSuccess);
}

hipError_t hipChooseDevice(int *device, const hipDeviceProp_t *prop)
{
    hip_configure();
    if (!device || !prop)
        return hip_done(hipErrorInvalidValue);
    if (hip.device_count == 0)
        return hip_done(hipErrorNoDevice);
    *device = 0; /* they are all alike */
    return hip_done(hipSuccess);
}

hipError_t hipChooseDeviceR0600(int *device, const hipDeviceProp_tR0600 *prop)
{
    return hipChooseDevice(device, (const hipDeviceProp_t *)(const void *)prop);
}

/* ---- the current device ------------------------------------------------------------------------
 */

hipError_t hipInit(unsigned int flags)
{
    hip_configure();
    if (flags)
        return hip_done(hipErrorInvalidValue);
    return hip_done(hip.device_count ? hipSuccess : hipErrorNoDevice);
}

static hipError_t version(int *out, int value)
{
    if (!out)
        return hip_done(hipErrorInvalidValue);
    *out = value;
    return hip_done(hipSuccess);
}
hipError_t hipDriverGetVersion(int *driverVersion)
{
    return version(driverVersion, RUNTIME_VERSION);
}
hipError_t hipRuntimeGetVersion(int *runtimeVersion)
{
    return version(runtimeVersion, RUNTIME_VERSION);
}

hipError_t hipGetDeviceCount(int *count)
{
    hip_configure();
    if (!count)
        return hip_done(hipErrorInvalidValue);
    *count = hip.device_count;
    return hip_done(hip.device_count ? hipSuccess : hipErrorNoDevice);
}

hipError_t hipSetDevice(int deviceId)
{
    hip_configure();
    if (!is_device(deviceId))
        return hip_done(hipErrorInvalidDevice);
    hip_thread.device = deviceId;
    return hip_done(hipSuccess);
}

hipError_t hipGetDevice(int *deviceId)
{
    hip_configure();
    if (!deviceId)
        return hip_done(hipErrorInvalidValue);
    if (hip.device_count == 0)
        return hip_done(hipErrorNoDevice);
    *deviceId = hip_thread.device;
    return hip_done(hipSuccess);
}

hipError_t hipDeviceGet(hipDevice_t *device, int ordinal)
{
    hip_configure();
    if (!device)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(ordinal))
        return hip_done(hipErrorInvalidDevice);
    *device = ordinal;
    return hip_done(hipSuccess);
}

hipError_t hipSetValidDevices(int *device_arr, int len)
{
    hip_configure();
    if (len < 0 || len > hip.device_count || (len && !device_arr))
        return hip_done(hipErrorInvalidValue);
    for (int i = 0; i < len; i++)
        if (!is_device(device_arr[i]))
            return hip_done(hipErrorInvalidDevice);
    if (len)
        hip_thread.device = device_arr[0];
    return hip_done(hipSuccess);
}

hipError_t hipDeviceSynchronize(void)
{
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    hip_lock();
    error = device_wait_locked(hip_thread.device);
    hip_unlock();
    return hip_done(error);
}

/* ---- settings that nothing depends on ------------------------------------------------- */

bool are_device_flags(unsigned flags)
{
    const unsigned known = hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;
    unsigned schedule = flags & hipDeviceScheduleMask;
    return !(flags & ~known) && !(schedule & (schedule - 1));
}

hipError_t hipSetDeviceFlags(unsigned int flags)
{
    hip_configure();
    if (!are_device_flags(flags))
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    current_device()->flags = flags;
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipGetDeviceFlags(unsigned int *flags)
{
    hip_configure();
    if (!flags)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    *flags = current_device()->flags;
    hip_unlock();
    return hip_done(hipSuccess);
}

static hipError_t check_cache(hipFuncCache_t config)
{
    return hip_done((unsigned)config <= hipFuncCachePreferEqual ? hipSuccess
                                                                : hipErrorInvalidValue);
}
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t cacheConfig)
{
    hipError_t error = capture_refuse_7();
    return error == hipSuccess ? check_cache(cacheConfig) : hip_done(error);
}
hipError_t hipCtxSetCacheConfig(hipFuncCache_t cacheConfig) { return check_cache(cacheConfig); }
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *cacheConfig)
{
    if (!cacheConfig)
        return hip_done(hipErrorInvalidValue);
    *cacheConfig = hipFuncCachePreferNone;
    return hip_done(hipSuccess);
}
hipError_t hipCtxGetCacheConfig(hipFuncCache_t *cacheConfig)
{
    return hipDeviceGetCacheConfig(cacheConfig);
}

static hipError_t check_banks(hipSharedMemConfig config)
{
    return hip_done((unsigned)config <= hipSharedMemBankSizeEightByte ? hipSuccess
                                                                      : hipErrorInvalidValue);
}
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config)
{
    hipError_t error = capture_refuse_7();
    return error == hipSuccess ? check_banks(config) : hip_done(error);
}
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config) { return check_banks(config); }
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *pConfig)
{
    if (!pConfig)
        return hip_done(hipErrorInvalidValue);
    *pConfig = hipSharedMemBankSizeFourByte; /* the one that RDNA has */
    return hip_done(hipSuccess);
}
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig *pConfig)
{
    return hipDeviceGetSharedMemConfig(pConfig);
}

/* hipLimitStackSize is 0 since ROCm 5.3. */
static size_t *limit_of(int limit)
{
    struct hip_device *d = current_device();
    return limit == 0                        ? &d->stack_bytes
           : limit == hipLimitPrintfFifoSize ? &d->fifo_bytes
           : limit == hipLimitMallocHeapSize ? &d->heap_bytes
                                             : NULL;
}

hipError_t hipDeviceGetLimit(size_t *pValue, enum hipLimit_t limit)
{
    hip_configure();
    if (!pValue)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    const size_t *at = limit_of((int)limit);
    if (at)
        *pValue = *at;
    hip_unlock();
    return hip_done(at ? hipSuccess : hipErrorUnsupportedLimit);
}

hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value)
{
    hip_configure();
    if (value > hip.total_bytes)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    size_t *at = limit_of((int)limit);
    if (at)
        *at = value;
    hip_unlock();
    return hip_done(at ? hipSuccess : hipErrorUnsupportedLimit);
}

hipError_t hipProfilerStart(void) { return hip_done(hipSuccess); }
hipError_t hipProfilerStop(void) { return hip_done(hipSuccess); }

/* ---- devices among each other --------------------------------------------------------- */

hipError_t hipDeviceCanAccessPeer(int *canAccessPeer, int deviceId, int peerDeviceId)
{
    hip_configure();
    if (!canAccessPeer)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(deviceId) || !is_device(peerDeviceId))
        return hip_done(hipErrorInvalidDevice);
    *canAccessPeer = deviceId != peerDeviceId;
    return hip_done(hipSuccess);
}

static hipError_t change_peer(int peer, bool is_enabled)
{
    hip_configure();
    if (!is_device(peer) || peer == hip_thread.device)
        return hip_done(hipErrorInvalidDevice);
    uint64_t bit = UINT64_C(1) << peer;
    hipError_t error = hipSuccess;
    hip_lock();
    uint64_t *peers = &current_device()->peers;
    if (is_enabled == !!(*peers & bit))
        error = is_enabled ? hipErrorPeerAccessAlreadyEnabled : hipErrorPeerAccessNotEnabled;
    *peers = is_enabled ? *peers | bit : *peers & ~bit;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipDeviceEnablePeerAccess(int peerDeviceId, unsigned int flags)
{
    return flags ? hip_done(hipErrorInvalidValue) : change_peer(peerDeviceId, true);
}
hipError_t hipDeviceDisablePeerAccess(int peerDeviceId) { return change_peer(peerDeviceId, false); }

hipError_t hipDeviceGetP2PAttribute(int *value, hipDeviceP2PAttr attr, int srcDevice, int dstDevice)
{
    hip_configure();
    if (!value || (unsigned)attr > hipDevP2PAttrHipArrayAccessSupported)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(srcDevice) || !is_device(dstDevice) || srcDevice == dstDevice)
        return hip_done(hipErrorInvalidDevice);
    *value = attr != hipDevP2PAttrPerformanceRank;
    return hip_done(hipSuccess);
}

hipError_t hipExtGetLinkTypeAndHopCount(int device1, int device2, uint32_t *linktype,
                                        uint32_t *hopcount)
{
    enum { LINK_PCIE = 2 };
    hip_configure();
    if (!linktype || !hopcount)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device1) || !is_device(device2) || device1 == device2)
        return hip_done(hipErrorInvalidValue);
    *linktype = LINK_PCIE;
    *hopcount = 1;
    return hip_done(hipSuccess);
}

/* launch.c: launches: from their many signatures to one action; what functions are like. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

/* ---- arguments --------------------------------------------------------------------------------
 */

/* Sizes and places of the arguments come from the code object. */
static hipError_t pack_params(const shoal_kernel *kernel, void **params, struct action *out)
{
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    size_t bytes = 0;
    shoal_arg_info a;
    for (size_t i = 0; i < info.explicit_arg_count; i++) {
        shoal_kernel_get_arg(kernel, i, &a);
        if (a.offset_bytes + a.size_bytes > bytes)
            bytes = a.offset_bytes + a.size_bytes;
    }
    if (info.explicit_arg_count && !params)
        return hipErrorInvalidValue;
    uint8_t *args = calloc(1, bytes + 1);
    if (!args)
        return hipErrorOutOfMemory;
    for (size_t i = 0; i < info.explicit_arg_count; i++) {
        shoal_kernel_get_arg(kernel, i, &a);
        if (!params[i]) {
            free(args);
            return hipErrorInvalidValue;
        }
        memcpy(args + a.offset_bytes, params[i], a.size_bytes);
    }
    out->kernel.args = args;
    out->kernel.args_bytes = bytes;
    return hipSuccess;
}

/* HIP_LAUNCH_PARAM_BUFFER_POINTER, pointer, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, END. */
static hipError_t pack_extra(const shoal_kernel *kernel, void **extra, struct action *out)
{
    const void *buffer = NULL;
    size_t size = 0;
    for (unsigned i = 0; extra[i] != HIP_LAUNCH_PARAM_END; i += 2) {
        if (i >= 4 || !extra[i + 1])
            return hipErrorInvalidValue;
        if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[i + 1];
        else if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_SIZE)
            size = *(const size_t *)extra[i + 1];
        else
            return hipErrorInvalidValue;
    }
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    size_t least = 0;
    for (size_t i = 0; i < info.explicit_arg_count; i++) {
        shoal_arg_info a;
        shoal_kernel_get_arg(kernel, i, &a);
        if (a.offset_bytes + a.size_bytes > least)
            least = a.offset_bytes + a.size_bytes;
    }
    if (!buffer || size < least)
        return hipErrorInvalidValue;
    out->kernel.args = malloc(least + 1); /* what follows is padding */
    if (!out->kernel.args)
        return hipErrorOutOfMemory;
    memcpy(out->kernel.args, buffer, least);
    out->kernel.args_bytes = least;
    return hipSuccess;
}

unsigned occupancy_blocks(const shoal_kernel *kernel, uint32_t block_items, size_t lds_bytes)
{
    const shoal_chip *chip = hip.chip;
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    size_t lds = info.lds_bytes + lds_bytes;
    if (!block_items || block_items > DEVICE_MAX_BLOCK || lds > chip->lds_group_bytes)
        return 0;
    uint32_t waves = (block_items + info.wave_lanes - 1) / info.wave_lanes;
    uint32_t blocks =
        shoal_kernel_occupancy(kernel, block_items, (uint32_t)lds_bytes) * chip->simds / waves;
    size_t granted = (lds + chip->lds_granule - 1) / chip->lds_granule * chip->lds_granule;
    if (granted && blocks > chip->lds_bytes / granted)
        blocks = (uint32_t)(chip->lds_bytes / granted);
    return blocks > chip->groups ? chip->groups : blocks;
}

hipError_t make_launch(struct function *function, const uint64_t grid[3], const uint32_t block[3],
                       size_t lds_bytes, void **params, void **extra, bool is_cooperative,
                       struct action *out)
{
    *out = (struct action){.kind = ACTION_EMPTY};
    if (params && extra)
        return hipErrorInvalidValue;
    uint64_t items = 1, groups = 1;
    for (int i = 0; i < 3; i++) {
        if (HIP_GENERATION >= 7 && !grid[i])
            return hipErrorInvalidValue;
        if (!grid[i] || !block[i] || block[i] > DEVICE_MAX_BLOCK || grid[i] > UINT32_MAX)
            return hipErrorInvalidConfiguration;
        items *= block[i];
        groups *= (grid[i] + block[i] - 1) / block[i];
    }
    if (items > DEVICE_MAX_BLOCK)
        return hipErrorInvalidConfiguration;
    shoal_kernel *kernel;
    HIP_TRY(function_kernel(function, hip_thread.device, &kernel));
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    const uint32_t most_lds = hip.chip->lds_group_bytes;
    if (lds_bytes > most_lds || info.lds_bytes + lds_bytes > most_lds)
        return HIP_GENERATION >= 7 && is_cooperative ? hipErrorCooperativeLaunchTooLarge
                                                     : hipErrorInvalidValue;
    if (info.max_block_size && items > info.max_block_size)
        return hipErrorLaunchFailure; /* __launch_bounds__ */
    if (is_cooperative && groups > (uint64_t)hip.chip->multiprocessors *
                                       occupancy_blocks(kernel, (uint32_t)items, lds_bytes))
        return hipErrorCooperativeLaunchTooLarge;
    out->kernel.args = NULL;
    HIP_TRY(extra ? pack_extra(kernel, extra, out) : pack_params(kernel, params, out));
    out->kind = ACTION_KERNEL;
    out->kernel.function = function_ref(function);
    for (int i = 0; i < 3; i++) {
        out->kernel.grid[i] = grid[i];
        out->kernel.block[i] = block[i];
    }
    out->kernel.lds_bytes = (uint32_t)lds_bytes;
    out->kernel.is_cooperative = is_cooperative;
    return hipSuccess;
}

/* ---- launching ------------------------------------------------------------------------ */

/* Where the function runs: the stream's device. */
static hipError_t enter_device(hipStream_t stream, int *before)
{
    HIP_TRY(hip_start());
    struct stream *s;
    hip_lock();
    hipError_t error = stream_of_locked(stream, &s);
    int device = error == hipSuccess ? s->device : 0;
    hip_unlock();
    if (HIP_GENERATION >= 7)
        error = of_destroyed(error);
    *before = hip_thread.device;
    if (error == hipSuccess)
        hip_thread.device = device;
    return error;
}

static hipError_t record_if(hipEvent_t event, hipStream_t stream)
{
    return event ? hipEventRecord(event, stream) : hipSuccess;
}

struct launch_call {
    const uint64_t *grid;
    const uint32_t *block;
    size_t lds_bytes;
    hipStream_t stream;
    void **params, **extra;
    hipEvent_t start, stop;
    bool is_cooperative;
};

static hipError_t launch(struct function *function, const struct launch_call *c)
{
    int before;
    HIP_TRY(enter_device(c->stream, &before));
    struct action a;
    hipError_t error = make_launch(function, c->grid, c->block, c->lds_bytes, c->params, c->extra,
                                   c->is_cooperative, &a);
    hip_thread.device = before;
    HIP_TRY(error);
    error = record_if(c->start, c->stream);
    if (error == hipSuccess) {
        error = submit(c->stream, &a, false);
    } else {
        hip_lock();
        action_clear_locked(&a);
        hip_unlock();
    }
    return error == hipSuccess ? record_if(c->stop, c->stream) : error;
}

/* Grids in work-groups. */
static hipError_t launch_blocks(const void *host, dim3 grid, dim3 block, void **args, size_t lds,
                                hipStream_t stream, hipEvent_t start, hipEvent_t stop,
                                bool is_cooperative)
{
    struct function *function;
    HIP_TRY(hip_start());
    HIP_TRY(function_of_any(host, &function));
    uint64_t items[3] = {(uint64_t)grid.x * block.x, (uint64_t)grid.y * block.y,
                         (uint64_t)grid.z * block.z};
    uint32_t blocks[3] = {block.x, block.y, block.z};
    struct launch_call c = {
        .grid = items,
        .block = blocks,
        .lds_bytes = lds,
        .stream = stream,
        .params = args,
        .start = start,
        .stop = stop,
        .is_cooperative = is_cooperative,
    };
    return launch(function, &c);
}

hipError_t hipLaunchKernel(const void *function_address, dim3 numBlocks, dim3 dimBlocks,
                           void **args, size_t sharedMemBytes, hipStream_t stream)
{
    return hip_done(launch_blocks(function_address, numBlocks, dimBlocks, args, sharedMemBytes,
                                  stream, NULL, NULL, false));
}
hipError_t hipLaunchKernel_spt(const void *function_address, dim3 numBlocks, dim3 dimBlocks,
                               void **args, size_t sharedMemBytes, hipStream_t stream)
{
    return hip_done(launch_blocks(function_address, numBlocks, dimBlocks, args, sharedMemBytes,
                                  spt(stream), NULL, NULL, false));
}

hipError_t hipExtLaunchKernel(const void *function_address, dim3 numBlocks, dim3 dimBlocks,
                              void **args, size_t sharedMemBytes, hipStream_t stream,
                              hipEvent_t startEvent, hipEvent_t stopEvent, int flags)
{
    if (flags & ~hipExtAnyOrderLaunch)
        return hip_done(hipErrorInvalidValue);
    return hip_done(launch_blocks(function_address, numBlocks, dimBlocks, args, sharedMemBytes,
                                  stream, startEvent, stopEvent, false));
}

hipError_t hipLaunchCooperativeKernel(const void *f, dim3 gridDim, dim3 blockDimX,
                                      void **kernelParams, unsigned int sharedMemBytes,
                                      hipStream_t stream)
{
    hipError_t error = launch_blocks(f, gridDim, blockDimX, kernelParams, sharedMemBytes, stream,
                                     NULL, NULL, true);
    /* The one launch whose code for a stream that is gone ROCm 7 left as it was. */
    return hip_done(error == hipErrorContextIsDestroyed ? hipErrorInvalidHandle : error);
}
hipError_t hipLaunchCooperativeKernel_spt(const void *f, dim3 gridDim, dim3 blockDim,
                                          void **kernelParams, uint32_t sharedMemBytes,
                                          hipStream_t hStream)
{
    return hip_done(launch_blocks(f, gridDim, blockDim, kernelParams, sharedMemBytes, spt(hStream),
                                  NULL, NULL, true));
}

static hipError_t launch_function(hipFunction_t f, const uint64_t grid[3], const uint32_t block[3],
                                  size_t lds, hipStream_t stream, void **params, void **extra,
                                  hipEvent_t start, hipEvent_t stop, bool is_cooperative)
{
    struct function *function;
    HIP_TRY(hip_start());
    if (!f)
        return hipErrorInvalidImage;
    HIP_TRY(function_of_handle(f, &function));
    struct launch_call c = {
        .grid = grid,
        .block = block,
        .lds_bytes = lds,
        .stream = stream,
        .params = params,
        .extra = extra,
        .start = start,
        .stop = stop,
        .is_cooperative = is_cooperative,
    };
    return launch(function, &c);
}

hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY,
                                 unsigned int gridDimZ, unsigned int blockDimX,
                                 unsigned int blockDimY, unsigned int blockDimZ,
                                 unsigned int sharedMemBytes, hipStream_t stream,
                                 void **kernelParams, void **extra)
{
    uint64_t grid[3] = {(uint64_t)gridDimX * blockDimX, (uint64_t)gridDimY * blockDimY,
                        (uint64_t)gridDimZ * blockDimZ};
    uint32_t block[3] = {blockDimX, blockDimY, blockDimZ};
    return hip_done(launch_function(f, grid, block, sharedMemBytes, stream, kernelParams, extra,
                                    NULL, NULL, false));
}

/* Of attributes that there are, one changes how kernels run. */
static hipError_t read_attributes(const hipLaunchAttribute *attributes, unsigned count,
                                  bool *is_cooperative)
{
    *is_cooperative = false;
    if (count && !attributes)
        return hipErrorInvalidValue;
    for (unsigned i = 0; i < count; i++) {
        if (attributes[i].id == hipKernelNodeAttributeCooperative)
            *is_cooperative = attributes[i].val.cooperative != 0;
        else if (attributes[i].id != hipLaunchAttributeAccessPolicyWindow &&
                 attributes[i].id != hipLaunchAttributePriority)
            return hipErrorInvalidValue;
    }
    return hipSuccess;
}

hipError_t hipLaunchKernelExC(const hipLaunchConfig_t *config, const void *f, void **args)
{
    bool is_cooperative;
    hipError_t error = config ? read_attributes(config->attrs, config->numAttrs, &is_cooperative)
                              : hipErrorInvalidValue;
    if (error == hipSuccess)
        error = launch_blocks(f, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                              config->stream, NULL, NULL, is_cooperative);
    return hip_done(error);
}

hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG *config, hipFunction_t f,
                                void **kernelParams, void **extra)
{
    bool is_cooperative;
    hipError_t error = config ? read_attributes(config->attrs, config->numAttrs, &is_cooperative)
                              : hipErrorInvalidValue;
    if (error != hipSuccess)
        return hip_done(error);
    const uint32_t block[3] = {config->blockDimX, config->blockDimY, config->blockDimZ};
    const uint64_t grid[3] = {(uint64_t)config->gridDimX * block[0],
                              (uint64_t)config->gridDimY * block[1],
                              (uint64_t)config->gridDimZ * block[2]};
    return hip_done(launch_function(f, grid, block, config->sharedMemBytes, config->hStream,
                                    kernelParams, extra, NULL, NULL, is_cooperative));
}

hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned int gridDimX,
                                            unsigned int gridDimY, unsigned int gridDimZ,
                                            unsigned int blockDimX, unsigned int blockDimY,
                                            unsigned int blockDimZ, unsigned int sharedMemBytes,
                                            hipStream_t stream, void **kernelParams)
{
    uint64_t grid[3] = {(uint64_t)gridDimX * blockDimX, (uint64_t)gridDimY * blockDimY,
                        (uint64_t)gridDimZ * blockDimZ};
    uint32_t block[3] = {blockDimX, blockDimY, blockDimZ};
    return hip_done(launch_function(f, grid, block, sharedMemBytes, stream, kernelParams, NULL,
                                    NULL, NULL, true));
}

/* Grids in work-items. */
hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX,
                                    uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ,
                                    uint32_t localWorkSizeX, uint32_t localWorkSizeY,
                                    uint32_t localWorkSizeZ, size_t sharedMemBytes,
                                    hipStream_t hStream, void **kernelParams, void **extra,
                                    hipEvent_t startEvent, hipEvent_t stopEvent, uint32_t flags)
{
    if (flags & ~(uint32_t)hipExtAnyOrderLaunch)
        return hip_done(hipErrorInvalidValue);
    uint64_t grid[3] = {globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ};
    uint32_t block[3] = {localWorkSizeX, localWorkSizeY, localWorkSizeZ};
    return hip_done(launch_function(f, grid, block, sharedMemBytes, hStream, kernelParams, extra,
                                    startEvent, stopEvent, false));
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX,
                                    uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ,
                                    uint32_t localWorkSizeX, uint32_t localWorkSizeY,
                                    uint32_t localWorkSizeZ, size_t sharedMemBytes,
                                    hipStream_t hStream, void **kernelParams, void **extra,
                                    hipEvent_t startEvent, hipEvent_t stopEvent)
{
    return hipExtModuleLaunchKernel(f, globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ,
                                    localWorkSizeX, localWorkSizeY, localWorkSizeZ, sharedMemBytes,
                                    hStream, kernelParams, extra, startEvent, stopEvent, 0);
}

/* One launch per device at most. */
static bool are_launches(const void *list, unsigned count, unsigned flags)
{
    const unsigned known =
        hipCooperativeLaunchMultiDeviceNoPreSync | hipCooperativeLaunchMultiDeviceNoPostSync;
    hip_configure();
    return list && count && count <= (unsigned)hip.device_count && !(flags & ~known);
}

/* In ROCm 7, launches on several devices have streams of their own, which are not captured. */
static hipError_t check_streams(const hipLaunchParams *list, int count)
{
    struct stream *s;
    hipError_t error = hipSuccess;
    for (int i = 0; i < count && error == hipSuccess && HIP_GENERATION >= 7; i++) {
        if (!list[i].stream || list[i].stream == hipStreamLegacy)
            return hipErrorInvalidResourceHandle;
        HIP_TRY(stream_open(list[i].stream, &s));
        error = capture_refuse_multi_device_locked(s);
        hip_unlock();
    }
    return error;
}

static hipError_t launch_many(const hipLaunchParams *list, int count, unsigned flags,
                              bool is_cooperative)
{
    if (!are_launches(list, count < 0 ? 0 : (unsigned)count, flags))
        return hipErrorInvalidValue;
    if (is_cooperative)
        HIP_TRY(check_streams(list, count));
    for (int i = 0; i < count; i++)
        HIP_TRY(launch_blocks(list[i].func, list[i].gridDim, list[i].blockDim, list[i].args,
                              list[i].sharedMem, list[i].stream, NULL, NULL, is_cooperative));
    return hipSuccess;
}

hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *launchParamsList, int numDevices,
                                              unsigned int flags)
{
    return hip_done(launch_many(launchParamsList, numDevices, flags, false));
}

/* Grids that wait for themselves may be launched on several devices at once; that they wait for
 * each other is not supported: code has no way to them. */
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *launchParamsList, int numDevices,
                                                 unsigned int flags)
{
    return hip_done(launch_many(launchParamsList, numDevices, flags, true));
}

hipError_t hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams *launchParamsList,
                                                       unsigned int numDevices, unsigned int flags)
{
    if (!are_launches(launchParamsList, numDevices, flags))
        return hip_done(hipErrorInvalidValue);
    for (unsigned i = 0; i < numDevices; i++) {
        const hipFunctionLaunchParams *p = &launchParamsList[i];
        hipError_t error = hipModuleLaunchCooperativeKernel(
            p->function, p->gridDimX, p->gridDimY, p->gridDimZ, p->blockDimX, p->blockDimY,
            p->blockDimZ, p->sharedMemBytes, p->hStream, p->kernelParams);
        if (error != hipSuccess)
            return error;
    }
    return hip_done(hipSuccess);
}

/* What launches of HIP before clang's <<< >>> were compiled to. */
void hipLaunchKernelGGLImpl(uintptr_t function_address, const dim3 *numBlocks,
                            const dim3 *dimBlocks, uint32_t sharedMemBytes, hipStream_t stream,
                            void **kernarg)
{
    struct function *function;
    hipError_t error = numBlocks && dimBlocks ? hip_start() : hipErrorInvalidValue;
    if (error == hipSuccess)
        error = function_of_host((const void *)function_address, &function);
    if (error != hipSuccess) {
        hip_done(error);
        return;
    }
    const dim3 *g = numBlocks, *b = dimBlocks;
    uint64_t items[3] = {(uint64_t)g->x * b->x, (uint64_t)g->y * b->y, (uint64_t)g->z * b->z};
    uint32_t blocks[3] = {b->x, b->y, b->z};
    struct launch_call c = {.grid = items,
                            .block = blocks,
                            .lds_bytes = sharedMemBytes,
                            .stream = stream,
                            .extra = kernarg};
    hip_done(launch(function, &c));
}

/* ---- <<< >>> -------------------------------------------------------------------------- */

hipError_t __hipPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
                                      hipStream_t stream)
{
    struct hip_thread *t = &hip_thread;
    if (t->configuration_count == MAX_CONFIGURATIONS)
        return hip_done(hipErrorMissingConfiguration);
    t->configurations[t->configuration_count++] =
        (struct call_configuration){gridDim, blockDim, sharedMem, stream};
    return hipSuccess;
}

hipError_t __hipPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
                                     hipStream_t *stream)
{
    struct hip_thread *t = &hip_thread;
    if (!gridDim || !blockDim || !sharedMem || !stream)
        return hip_done(hipErrorInvalidValue);
    if (t->configuration_count == 0)
        return hip_done(hipErrorMissingConfiguration);
    const struct call_configuration *c = &t->configurations[--t->configuration_count];
    *gridDim = c->grid;
    *blockDim = c->block;
    *sharedMem = c->lds_bytes;
    *stream = c->stream;
    return hipSuccess;
}

/* The older form: configure, arguments one by one, launch. */
hipError_t hipConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, hipStream_t stream)
{
    hip_thread.setup_bytes = 0;
    return __hipPushCallConfiguration(gridDim, blockDim, sharedMem, stream);
}

hipError_t hipSetupArgument(const void *arg, size_t size, size_t offset)
{
    struct hip_thread *t = &hip_thread;
    if (!arg || offset > MAX_SETUP_BYTES || size > MAX_SETUP_BYTES - offset)
        return hip_done(hipErrorInvalidValue);
    memcpy(t->setup + offset, arg, size);
    if (offset + size > t->setup_bytes)
        t->setup_bytes = offset + size;
    return hip_done(hipSuccess);
}

hipError_t hipLaunchByPtr(const void *func)
{
    dim3 grid, block;
    size_t lds;
    hipStream_t stream;
    hipError_t error = __hipPopCallConfiguration(&grid, &block, &lds, &stream);
    if (error != hipSuccess)
        return error;
    struct function *function;
    error = function_of_host(func, &function);
    if (error != hipSuccess)
        return hip_done(error);
    size_t size = hip_thread.setup_bytes;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, hip_thread.setup,
                     HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
    uint64_t items[3] = {(uint64_t)grid.x * block.x, (uint64_t)grid.y * block.y,
                         (uint64_t)grid.z * block.z};
    uint32_t blocks[3] = {block.x, block.y, block.z};
    struct launch_call c = {
        .grid = items, .block = blocks, .lds_bytes = lds, .stream = stream, .extra = extra};
    return hip_done(launch(function, &c));
}

/* ---- what functions are like ---------------------------------------------------------- */

static hipError_t kernel_of(struct function *function, shoal_kernel_info *info, shoal_kernel **out)
{
    HIP_TRY(function_kernel(function, hip_thread.device, out));
    shoal_kernel_get_info(*out, info);
    return hipSuccess;
}

hipError_t hipFuncGetAttributes(struct hipFuncAttributes *attr, const void *func)
{
    struct function *function;
    shoal_kernel *kernel;
    shoal_kernel_info info;
    if (!attr)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error == hipSuccess)
        error = function_of_any(func, &function);
    if (error == hipSuccess)
        error = kernel_of(function, &info, &kernel);
    if (error != hipSuccess)
        return hip_done(error);
    *attr = (hipFuncAttributes){
        .binaryVersion = 110,
        .localSizeBytes = info.scratch_bytes,
        .maxDynamicSharedSizeBytes = (int)(hip.chip->lds_group_bytes - info.lds_bytes),
        .maxThreadsPerBlock = info.max_block_size ? (int)info.max_block_size : DEVICE_MAX_BLOCK,
        .numRegs = (int)info.vgpr_count,
        .ptxVersion = 30,
        .sharedSizeBytes = info.lds_bytes,
    };
    return hip_done(hipSuccess);
}

hipError_t hipFuncGetAttribute(int *value, hipFunction_attribute attrib, hipFunction_t hfunc)
{
    hipFuncAttributes a;
    if (!value)
        return hip_done(hipErrorInvalidValue);
    struct function *function;
    hipError_t error = function_of_handle(hfunc, &function);
    if (error != hipSuccess)
        return hip_done(error);
    error = hipFuncGetAttributes(&a, hfunc);
    if (error != hipSuccess)
        return error;
    switch (attrib) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = a.maxThreadsPerBlock;
        break;
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = (int)a.sharedSizeBytes;
        break;
    case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = (int)a.constSizeBytes;
        break;
    case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = (int)a.localSizeBytes;
        break;
    case HIP_FUNC_ATTRIBUTE_NUM_REGS:
        *value = a.numRegs;
        break;
    case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
        *value = a.ptxVersion;
        break;
    case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = a.binaryVersion;
        break;
    case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = 0;
        break;
    case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = a.maxDynamicSharedSizeBytes;
        break;
    default:
        return hip_done(hipErrorInvalidValue);
    }
    return hip_done(hipSuccess);
}

static hipError_t check_function(const void *func)
{
    struct function *function;
    HIP_TRY(hip_start());
    return function_of_any(func, &function);
}

/* All of the local memory may be dynamic without asking. */
hipError_t hipFuncSetAttribute(const void *func, hipFuncAttribute attr, int value)
{
    if (attr != hipFuncAttributeMaxDynamicSharedMemorySize &&
        attr != hipFuncAttributePreferredSharedMemoryCarveout)
        return hip_done(hipErrorInvalidValue);
    hipFuncAttributes a;
    hipError_t error = hipFuncGetAttributes(&a, func);
    if (error != hipSuccess)
        return error;
    bool is_size = attr == hipFuncAttributeMaxDynamicSharedMemorySize;
    if (is_size ? value < 0 || value > a.maxDynamicSharedSizeBytes : value < -1 || value > 100)
        return hip_done(hipErrorInvalidValue);
    return hip_done(hipSuccess);
}

hipError_t hipFuncSetCacheConfig(const void *func, hipFuncCache_t config)
{
    if ((unsigned)config > hipFuncCachePreferEqual)
        return hip_done(hipErrorInvalidValue);
    return hip_done(check_function(func));
}

hipError_t hipFuncSetSharedMemConfig(const void *func, hipSharedMemConfig config)
{
    if ((unsigned)config > hipSharedMemBankSizeEightByte)
        return hip_done(hipErrorInvalidValue);
    return hip_done(check_function(func));
}

/* ---- occupancy ------------------------------------------------------------------------ */

static hipError_t max_blocks(int *blocks, struct function *function, int block_size, size_t lds,
                             unsigned flags)
{
    shoal_kernel *kernel;
    shoal_kernel_info info;
    if (!blocks || block_size <= 0 || (flags & ~(unsigned)hipOccupancyDisableCachingOverride))
        return hipErrorInvalidValue;
    HIP_TRY(kernel_of(function, &info, &kernel));
    *blocks = block_size > DEVICE_MAX_BLOCK
                  ? 0
                  : (int)occupancy_blocks(kernel, (uint32_t)block_size, lds);
    return hipSuccess;
}

/* The block size that keeps most waves resident, the largest of those. */
static hipError_t best_block(int *grid, int *block, struct function *function, size_t lds,
                             int limit)
{
    shoal_kernel *kernel;
    shoal_kernel_info info;
    if (!grid || !block || limit < 0)
        return hipErrorInvalidValue;
    HIP_TRY(kernel_of(function, &info, &kernel));
    uint32_t most = info.max_block_size ? info.max_block_size : DEVICE_MAX_BLOCK;
    if (limit && (uint32_t)limit < most)
        most = (uint32_t)limit;
    uint32_t best = most, best_waves = 0, best_blocks = 0;
    for (uint32_t size = most; size > 0;) {
        uint32_t blocks = occupancy_blocks(kernel, size, lds);
        uint32_t waves = blocks * ((size + info.wave_lanes - 1) / info.wave_lanes);
        if (waves > best_waves) {
            best = size;
            best_waves = waves;
            best_blocks = blocks;
        }
        size = size % info.wave_lanes ? size - size % info.wave_lanes : size - info.wave_lanes;
    }
    if (!best_blocks)
        return hipErrorInvalidValue;
    *block = (int)best;
    *grid = (int)(best_blocks * hip.chip->multiprocessors);
    return hipSuccess;
}

/* Both ways to name a function. */
#define OCCUPANCY(call)                                                                            \
    struct function *function;                                                                     \
    hipError_t error = hip_start();                                                                \
    if (error == hipSuccess)                                                                       \
        error = function_of_any((const void *)f, &function);                                       \
    return hip_done(error == hipSuccess ? (call) : error)

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *f,
                                                        int blockSize, size_t dynSharedMemPerBlk)
{
    OCCUPANCY(max_blocks(numBlocks, function, blockSize, dynSharedMemPerBlk, 0));
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *f,
                                                                 int blockSize,
                                                                 size_t dynSharedMemPerBlk,
                                                                 unsigned int flags)
{
    OCCUPANCY(max_blocks(numBlocks, function, blockSize, dynSharedMemPerBlk, flags));
}
/* The most local memory that leaves room for so many work-groups. */
static hipError_t available_lds(size_t *out, struct function *function, int groups, int block)
{
    shoal_kernel *kernel;
    if (groups < 1 || block < 1 || block > DEVICE_MAX_BLOCK)
        return hipErrorInvalidValue;
    HIP_TRY(function_kernel(function, hip_thread.device, &kernel));
    size_t bytes = hip.chip->lds_group_bytes;
    while (bytes > 0 && occupancy_blocks(kernel, (uint32_t)block, bytes) < (unsigned)groups)
        bytes -= hip.chip->lds_granule < bytes ? hip.chip->lds_granule : bytes;
    *out = bytes;
    return hipSuccess;
}

hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *f,
                                                    int numBlocks, int blockSize)
{
    struct function *function;
    hipError_t error = dynamicSmemSize ? hip_start() : hipErrorInvalidValue;
    if (error == hipSuccess)
        error = function_of_any(f, &function);
    return hip_done(error == hipSuccess
                        ? available_lds(dynamicSmemSize, function, numBlocks, blockSize)
                        : error);
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, hipFunction_t f,
                                                              int blockSize,
                                                              size_t dynSharedMemPerBlk)
{
    OCCUPANCY(max_blocks(numBlocks, function, blockSize, dynSharedMemPerBlk, 0));
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *numBlocks, hipFunction_t f, int blockSize, size_t dynSharedMemPerBlk, unsigned int flags)
{
    OCCUPANCY(max_blocks(numBlocks, function, blockSize, dynSharedMemPerBlk, flags));
}
hipError_t hipOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, const void *f,
                                             size_t dynSharedMemPerBlk, int blockSizeLimit)
{
    OCCUPANCY(best_block(gridSize, blockSize, function, dynSharedMemPerBlk, blockSizeLimit));
}
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, hipFunction_t f,
                                                   size_t dynSharedMemPerBlk, int blockSizeLimit)
{
    OCCUPANCY(best_block(gridSize, blockSize, function, dynSharedMemPerBlk, blockSizeLimit));
}
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *gridSize, int *blockSize,
                                                            hipFunction_t f,
                                                            size_t dynSharedMemPerBlk,
                                                            int blockSizeLimit, unsigned int flags)
{
    if (flags & ~(unsigned)hipOccupancyDisableCachingOverride)
        return hip_done(hipErrorInvalidValue);
    OCCUPANCY(best_block(gridSize, blockSize, function, dynSharedMemPerBlk, blockSizeLimit));
}

/* context.c: contexts of the driver interface: each device has one. */
#include "runtime.h"

static hipCtx_t context_handles[MAX_DEVICES];

static hipCtx_t context_locked(int device)
{
    if (!context_handles[device])
        context_handles[device] = handle_make_locked(HANDLE_CONTEXT, &hip.devices[device]);
    return context_handles[device];
}

static hipError_t device_of(hipCtx_t ctx, int *out)
{
    hip_lock();
    const struct hip_device *d = handle_get_locked(HANDLE_CONTEXT, ctx);
    hip_unlock();
    if (!d)
        return hipErrorInvalidContext;
    *out = d->id;
    return hipSuccess;
}

hipError_t check_context(hipCtx_t context)
{
    int device;
    return hip_done(device_of(context, &device));
}

static hipError_t push(int device)
{
    if (hip_thread.context_count == MAX_CONTEXTS)
        return hipErrorInvalidContext;
    hip_thread.contexts[hip_thread.context_count++] = hip_thread.device;
    hip_thread.device = device;
    return hipSuccess;
}

hipError_t hipCtxCreate(hipCtx_t *ctx, unsigned int flags, hipDevice_t device)
{
    hip_configure();
    if (!ctx || !are_device_flags(flags))
        return hip_done(hipErrorInvalidValue);
    if (!is_device(device))
        return hip_done(hipErrorInvalidDevice);
    hip_lock();
    *ctx = context_locked(device);
    hip_unlock();
    return hip_done(*ctx ? push(device) : hipErrorOutOfMemory);
}

hipError_t hipCtxDestroy(hipCtx_t ctx)
{
    int device;
    if (!ctx)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = device_of(ctx, &device);
    if (error == hipSuccess && device == hip_thread.device && hip_thread.context_count)
        hip_thread.device = hip_thread.contexts[--hip_thread.context_count];
    return hip_done(error);
}

hipError_t hipCtxPushCurrent(hipCtx_t ctx)
{
    int device;
    hipError_t error = device_of(ctx, &device);
    return hip_done(error == hipSuccess ? push(device) : error);
}

hipError_t hipCtxPopCurrent(hipCtx_t *ctx)
{
    hip_configure();
    if (hip_thread.context_count == 0)
        return hip_done(hipErrorInvalidContext);
    hip_lock();
    hipCtx_t current = context_locked(hip_thread.device);
    hip_unlock();
    if (ctx)
        *ctx = current;
    hip_thread.device = hip_thread.contexts[--hip_thread.context_count];
    return hip_done(hipSuccess);
}

hipError_t hipCtxSetCurrent(hipCtx_t ctx)
{
    int device;
    if (!ctx) {
        if (hip_thread.context_count)
            hip_thread.device = hip_thread.contexts[--hip_thread.context_count];
        return hip_done(hipSuccess);
    }
    hipError_t error = device_of(ctx, &device);
    if (error == hipSuccess)
        hip_thread.device = device;
    return hip_done(error);
}

hipError_t hipCtxGetCurrent(hipCtx_t *ctx)
{
    hip_configure();
    if (!ctx)
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    *ctx = context_locked(hip_thread.device);
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipCtxGetDevice(hipDevice_t *device)
{
    if (!device)
        return hip_done(hipErrorInvalidValue);
    *device = hip_thread.device;
    return hip_done(hipSuccess);
}

hipError_t hipCtxGetApiVersion(hipCtx_t ctx, SHOAL_API_VERSION *apiVersion)
{
    int device;
    hipError_t error = ctx ? device_of(ctx, &device) : hipSuccess; /* NULL: the current one */
    if (error == hipSuccess && !apiVersion)
        error = hipErrorInvalidValue;
    if (error == hipSuccess)
        *apiVersion = 4;
    return hip_done(error);
}

hipError_t hipCtxSynchronize(void) { return hipDeviceSynchronize(); }
hipError_t hipCtxGetFlags(unsigned int *flags) { return hipGetDeviceFlags(flags); }

hipError_t hipCtxEnablePeerAccess(hipCtx_t peerCtx, unsigned int flags)
{
    int device;
    hipError_t error = device_of(peerCtx, &device);
    return error == hipSuccess ? hipDeviceEnablePeerAccess(device, flags) : hip_done(error);
}

hipError_t hipCtxDisablePeerAccess(hipCtx_t peerCtx)
{
    int device;
    hipError_t error = device_of(peerCtx, &device);
    return error == hipSuccess ? hipDeviceDisablePeerAccess(device) : hip_done(error);
}

hipError_t hipDevicePrimaryCtxGetState(hipDevice_t dev, unsigned int *flags, int *active)
{
    hip_configure();
    if (!flags || !active)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(dev))
        return hip_done(hipErrorInvalidDevice);
    hip_lock();
    *flags = hip.devices[dev].flags;
    *active = hip.devices[dev].context_refs > 0 || dev == hip_thread.device;
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *pctx, hipDevice_t dev)
{
    hip_configure();
    if (!pctx)
        return hip_done(hipErrorInvalidValue);
    if (!is_device(dev))
        return hip_done(hipErrorInvalidDevice);
    hip_lock();
    *pctx = context_locked(dev);
    hip.devices[dev].context_refs++;
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipDevicePrimaryCtxRelease(hipDevice_t dev)
{
    hip_configure();
    if (!is_device(dev))
        return hip_done(hipErrorInvalidDevice);
    hip_lock();
    if (hip.devices[dev].context_refs)
        hip.devices[dev].context_refs--;
    hip_unlock();
    return hip_done(hipSuccess);
}

hipError_t hipDevicePrimaryCtxReset(hipDevice_t dev)
{
    hip_configure();
    if (!is_device(dev))
        return hip_done(hipErrorInvalidDevice);
    int before = hip_thread.device;
    hip_thread.device = dev;
    hipError_t error = hipDeviceReset();
    hip_thread.device = before;
    return error;
}

hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t dev, unsigned int flags)
{
    hip_configure();
    if (!is_device(dev))
        return hip_done(hipErrorInvalidDevice);
    if (!are_device_flags(flags))
        return hip_done(hipErrorInvalidValue);
    return hip_done(hipErrorContextAlreadyInUse); /* the context is always active */
}

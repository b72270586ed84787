/* codelib.c: hipLibrary_t and hipKernel_t: code that is loaded when it is first used, on each
 * device that uses it. A kernel is a function, whose handle launches take. */
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct code_library {
    hipLibrary_t handle;
    struct fatbin code;
    bool has_managed; /* its managed variables have their memory */
};

/* Takes bytes[size], which may be NULL, over. */
static hipError_t make(void *bytes, size_t size, hipLibrary_t *out)
{
    struct code_library *l = calloc(1, sizeof *l);
    if (l) {
        l->code.bytes = bytes;
        l->code.size = size;
        hip_lock();
        l->handle = handle_make_locked(HANDLE_LIBRARY, l);
        hip_unlock();
    }
    if (!l || !l->handle) {
        free(bytes);
        free(l);
        return hipErrorOutOfMemory;
    }
    *out = l->handle;
    return hipSuccess;
}

/* Options of either kind come with values; there is no compiler that those of the first are for. */
static bool are_options(unsigned jit_count, const void *options, const void *values, unsigned count)
{
    return !jit_count && (!count || (options && values));
}

hipError_t hipLibraryLoadData(hipLibrary_t *library, const void *code, hipJitOption *jitOptions,
                              void **jitOptionsValues, unsigned int numJitOptions,
                              hipLibraryOption *libraryOptions, void **libraryOptionValues,
                              unsigned int numLibraryOptions)
{
    (void)jitOptions, (void)jitOptionsValues;
    if (!library || !code ||
        !are_options(numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions))
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    size_t size = image_bytes(code);
    void *copy = size ? malloc(size) : NULL;
    if (size && !copy)
        return hip_done(hipErrorOutOfMemory);
    if (copy)
        memcpy(copy, code, size);
    return hip_done(make(copy, size, library));
}

static void *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    struct stat s;
    void *bytes = NULL;
    if (f && fstat(fileno(f), &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0) {
        *size = (size_t)s.st_size;
        bytes = malloc(*size);
        if (bytes && fread(bytes, 1, *size, f) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (f)
        fclose(f);
    return bytes;
}

hipError_t hipLibraryLoadFromFile(hipLibrary_t *library, const char *fileName,
                                  hipJitOption *jitOptions, void **jitOptionsValues,
                                  unsigned int numJitOptions, hipLibraryOption *libraryOptions,
                                  void **libraryOptionValues, unsigned int numLibraryOptions)
{
    (void)jitOptions, (void)jitOptionsValues;
    if (!library || !fileName ||
        !are_options(numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions))
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    size_t size = 0;
    void *bytes = read_file(fileName, &size);
    return hip_done(bytes ? make(bytes, size, library) : hipErrorInvalidValue);
}

hipError_t hipLibraryUnload(hipLibrary_t library)
{
    hip_lock();
    struct code_library *l = handle_get_locked(HANDLE_LIBRARY, library);
    if (l) {
        handle_drop_locked(library);
        for (int i = 0; i < hip.device_count; i++)
            if (l->code.modules[i])
                device_wait_locked(i);
        module_forget_locked(&l->code);
        for (int i = 0; i < hip.device_count; i++)
            if (l->code.modules[i])
                shoal_module_unload(l->code.modules[i]);
    }
    hip_unlock();
    if (!l)
        return hip_done(hipErrorInvalidHandle);
    free((void *)(uintptr_t)l->code.bytes);
    free(l);
    return hip_done(hipSuccess);
}

/* The library, loaded for the current device, with the lock on success. */
static hipError_t open(hipLibrary_t library, struct code_library **out)
{
    int device = hip_thread.device;
    hip_lock();
    struct code_library *l = handle_get_locked(HANDLE_LIBRARY, library);
    hipError_t error = !l               ? hipErrorInvalidHandle
                       : !l->code.bytes ? hipErrorInvalidImage
                                        : module_load_locked(&l->code, device);
    bool is_first = error == hipSuccess && !l->has_managed;
    if (is_first)
        l->has_managed = true;
    hip_unlock();
    if (is_first)
        error = module_find_managed(&l->code, device);
    if (error == hipSuccess)
        hip_lock();
    *out = l;
    return error;
}

hipError_t hipLibraryGetKernel(hipKernel_t *pKernel, hipLibrary_t library, const char *name)
{
    struct code_library *l;
    struct function *k;
    hipError_t error = pKernel && name ? open(library, &l) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        error = module_function_locked(&l->code, hip_thread.device, name, &k);
        if (error == hipSuccess)
            *pKernel = (hipKernel_t)k->handle;
        hip_unlock();
    }
    return hip_done(error);
}

hipError_t hipLibraryGetKernelCount(unsigned int *count, hipLibrary_t library)
{
    struct code_library *l;
    hipError_t error = count ? open(library, &l) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        *count = (unsigned)shoal_module_kernel_count(l->code.modules[hip_thread.device]);
        hip_unlock();
    }
    return hip_done(error);
}

/* At most numKernels. */
hipError_t hipLibraryEnumerateKernels(hipKernel_t *kernels, unsigned int numKernels,
                                      hipLibrary_t library)
{
    struct code_library *l;
    hipError_t error = kernels && numKernels ? open(library, &l) : hipErrorInvalidValue;
    if (error != hipSuccess)
        return hip_done(error);
    const shoal_module *module = l->code.modules[hip_thread.device];
    for (unsigned i = 0; i < numKernels && error == hipSuccess; i++) {
        const shoal_kernel *kernel = shoal_module_kernel_at(module, i);
        shoal_kernel_info info;
        struct function *k;
        if (!kernel)
            break;
        shoal_kernel_get_info(kernel, &info);
        error = module_function_locked(&l->code, hip_thread.device, info.name, &k);
        if (error == hipSuccess)
            kernels[i] = (hipKernel_t)k->handle;
    }
    hip_unlock();
    return hip_done(error);
}

static hipError_t get_variable(void **at, size_t *bytes, hipLibrary_t library, const char *name,
                               bool is_managed)
{
    struct code_library *l;
    hipError_t error = name && (at || bytes) ? open(library, &l) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        error = module_global_locked(&l->code, hip_thread.device, name, is_managed, at, bytes);
        hip_unlock();
    }
    return hip_done(error);
}

hipError_t hipLibraryGetGlobal(void **dptr, size_t *bytes, hipLibrary_t library, const char *name)
{
    return get_variable(dptr, bytes, library, name, false);
}

hipError_t hipLibraryGetManaged(void **dptr, size_t *bytes, hipLibrary_t library, const char *name)
{
    return get_variable(dptr, bytes, library, name, true);
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* The library that a kernel is of, with the lock on success. */
static hipError_t open_kernel(hipKernel_t kernel, struct function **out, hipLibrary_t *library)
{
    uint32_t at = 0;
    void *handle;
    hip_lock();
    struct function *k = handle_get_locked(HANDLE_FUNCTION, kernel);
    for (struct code_library *l;
         k && (l = handle_next_locked(HANDLE_LIBRARY, &at, &handle)) != NULL;)
        if (k->fatbin == &l->code) {
            *out = k;
            *library = l->handle;
            return hipSuccess;
        }
    hip_unlock();
    return hipErrorInvalidHandle;
}

hipError_t hipKernelGetLibrary(hipLibrary_t *library, hipKernel_t kernel)
{
    struct function *k;
    hipError_t error = library ? open_kernel(kernel, &k, library) : hipErrorInvalidValue;
    if (error == hipSuccess)
        hip_unlock();
    return hip_done(error);
}

hipError_t hipKernelGetName(const char **name, hipKernel_t kernel)
{
    struct function *k;
    hipLibrary_t library;
    hipError_t error = name ? open_kernel(kernel, &k, &library) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        *name = k->name;
        hip_unlock();
    }
    return hip_done(error);
}

hipError_t hipKernelGetFunction(hipFunction_t *pFunc, hipKernel_t kernel)
{
    struct function *k;
    hipLibrary_t library;
    hipError_t error = pFunc ? open_kernel(kernel, &k, &library) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        *pFunc = k->handle;
        hip_unlock();
    }
    return hip_done(error);
}

hipError_t hipKernelGetParamInfo(hipKernel_t kernel, size_t paramIndex, size_t *paramOffset,
                                 size_t *paramSize)
{
    struct function *k;
    hipLibrary_t library;
    shoal_kernel *loaded;
    if (!paramOffset)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = open_kernel(kernel, &k, &library);
    if (error != hipSuccess)
        return hip_done(error);
    hip_unlock();
    error = function_kernel(k, hip_thread.device, &loaded);
    if (error != hipSuccess)
        return hip_done(error);
    shoal_kernel_info info;
    shoal_arg_info argument;
    shoal_kernel_get_info(loaded, &info);
    if (paramIndex >= info.explicit_arg_count ||
        shoal_kernel_get_arg(loaded, paramIndex, &argument) != SHOAL_OK)
        return hip_done(hipErrorInvalidValue);
    *paramOffset = argument.offset_bytes;
    if (paramSize)
        *paramSize = argument.size_bytes;
    return hip_done(hipSuccess);
}

/* Calls with a device as the current one. */
static hipError_t enter(hipKernel_t kernel, hipDevice_t device, int *before)
{
    struct function *k;
    hipLibrary_t library;
    hip_configure();
    if (!is_device(device))
        return hipErrorInvalidDevice;
    HIP_TRY(open_kernel(kernel, &k, &library));
    hip_unlock();
    *before = hip_thread.device;
    hip_thread.device = device;
    return hipSuccess;
}

hipError_t hipKernelGetAttribute(int *pi, hipFunction_attribute attrib, hipKernel_t kernel,
                                 hipDevice_t dev)
{
    int before;
    hipError_t error = pi ? enter(kernel, dev, &before) : hipErrorInvalidValue;
    if (error != hipSuccess)
        return hip_done(error);
    error = hipFuncGetAttribute(pi, attrib, (hipFunction_t)kernel);
    hip_thread.device = before;
    return error;
}

/* Those that a program may set are those of hipFuncSetAttribute. */
hipError_t hipKernelSetAttribute(hipFunction_attribute attrib, int value, hipKernel_t kernel,
                                 hipDevice_t dev)
{
    int before;
    hipError_t error = enter(kernel, dev, &before);
    if (error != hipSuccess)
        return hip_done(error);
    error = hipFuncSetAttribute(kernel, (hipFuncAttribute)attrib, value);
    hip_thread.device = before;
    return error;
}

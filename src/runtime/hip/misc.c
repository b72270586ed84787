/* misc.c: exports that are no part of HIP's documented interface but that programs, tools and
 * compilers link against. */
#include "runtime.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Conversions that older compilers call. */
unsigned short __gnu_f2h_ieee(float value)
{
    _Float16 half = (_Float16)value;
    unsigned short bits;
    memcpy(&bits, &half, sizeof bits);
    return bits;
}

float __gnu_h2f_ieee(unsigned short bits)
{
    _Float16 half;
    memcpy(&half, &bits, sizeof half);
    return (float)half;
}

/* The precompiled header that ROCm's library carries for hiprtc: there is none here. */
void __hipGetPCH(const char **pch, unsigned int *size)
{
    if (pch)
        *pch = NULL;
    if (size)
        *size = 0;
}

/* Names for tools that trace calls by number: no calls are traced. */
const char *hipApiName(uint32_t id)
{
    (void)id;
    return "unknown";
}
const char *hipGetCmdName(unsigned op)
{
    (void)op;
    return "unknown";
}

/* Tools that ask to be told of calls may go on; they hear of none. */
static void accept(const char *function)
{
    hip_log_more(
        "%s: accepted, but Shoal tells tools of no calls; SHOAL_STATS and SHOAL_TRACE show "
        "what kernels do",
        function);
}

void hipRegisterTracerCallback(void *function)
{
    (void)function;
    accept("hipRegisterTracerCallback");
}
void hipInitActivityCallback(void *id_callback, void *op_callback, void *arg)
{
    (void)id_callback, (void)op_callback, (void)arg;
    accept("hipInitActivityCallback");
}
hipError_t hipRegisterApiCallback(uint32_t id, void *fun, void *arg)
{
    (void)id, (void)fun, (void)arg;
    accept("hipRegisterApiCallback");
    return hipSuccess;
}
hipError_t hipRemoveApiCallback(uint32_t id)
{
    (void)id;
    return hipSuccess;
}
hipError_t hipRegisterActivityCallback(uint32_t id, void *fun, void *arg)
{
    (void)id, (void)fun, (void)arg;
    accept("hipRegisterActivityCallback");
    return hipSuccess;
}
hipError_t hipRemoveActivityCallback(uint32_t id)
{
    (void)id;
    return hipSuccess;
}
/* false: activities of this kind are not recorded. */
bool hipEnableActivityCallback(unsigned op, bool enable)
{
    (void)op, (void)enable;
    accept("hipEnableActivityCallback");
    return false;
}

/* What debuggers ask of ROCm's library. */
const char *amd_dbgapi_get_build_name(void) { return "shoal"; }
const char *amd_dbgapi_get_git_hash(void) { return ""; }
size_t amd_dbgapi_get_build_id(void) { return 0; }

/* Texture references are variables of code (reference.c). */
void __hipRegisterTexture(void **module, void *var, char *host, char *device_name, int type,
                          int norm, int ext)
{
    (void)type, (void)norm;
    __hipRegisterVar(module, var, host, device_name, ext, sizeof(textureReference), 0, 0);
}

/* Surface references of old programs are registered by constructors; HIP has no function for them.
 */
void __hipRegisterSurface(void **module, void *var, char *host, char *device_name, int type,
                          int ext)
{
    (void)module, (void)var, (void)host, (void)device_name, (void)type, (void)ext;
}

/* ---- functions by name -------------------------------------------------------------------------
 */

static int compare_name(const void *name, const void *symbol)
{
    return strcmp(name, ((const struct hip_symbol *)symbol)->name);
}

static const struct hip_symbol *find_symbol(const char *name)
{
    return bsearch(name, hip_symbols, hip_symbol_count, sizeof *hip_symbols, compare_name);
}

/* The form of a function for a version and for streams per thread, where it has one. */
static const struct hip_symbol *find_form(const char *name, int version, bool is_per_thread)
{
    char form[128];
    if (version >= 600 && snprintf(form, sizeof form, "%sR0600", name) < (int)sizeof form &&
        find_symbol(form))
        return find_symbol(form);
    if (is_per_thread && snprintf(form, sizeof form, "%s_spt", name) < (int)sizeof form &&
        find_symbol(form))
        return find_symbol(form);
    return find_symbol(name);
}

hipError_t hipGetProcAddress(const char *symbol, void **pfn, int hipVersion, uint64_t flags,
                             hipDriverProcAddressQueryResult *symbolStatus)
{
    if (!symbol || !symbol[0] || !pfn || flags > hipEnablePerThreadDefaultStream)
        return hip_done(hipErrorInvalidValue);
    const struct hip_symbol *found =
        find_form(symbol, hipVersion, flags == hipEnablePerThreadDefaultStream);
    hipDriverProcAddressQueryResult status = !found ? HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
                                             : found->version > hipVersion
                                                 ? HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                                 : HIP_GET_PROC_ADDRESS_SUCCESS;
    bool is_good = status == HIP_GET_PROC_ADDRESS_SUCCESS;
    *pfn = NULL;
    if (is_good)
        memcpy(pfn, &found->address, sizeof *pfn);
    if (symbolStatus)
        *symbolStatus = status;
    return hip_done(is_good ? hipSuccess : hipErrorNotFound);
}

hipError_t hipGetProcAddress_spt(const char *symbol, void **pfn, int hipVersion, uint64_t flags,
                                 hipDriverProcAddressQueryResult *symbolStatus)
{
    return hipGetProcAddress(symbol, pfn, hipVersion,
                             flags == hipEnableDefault ? hipEnablePerThreadDefaultStream : flags,
                             symbolStatus);
}

/* Any version; a function that there is not is a wrong value. */
hipError_t hipGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                  hipDriverEntryPointQueryResult *driverStatus)
{
    hipDriverProcAddressQueryResult found = HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    hipError_t error = hipGetProcAddress(symbol, funcPtr, INT_MAX, flags, &found);
    if (driverStatus)
        *driverStatus = found == HIP_GET_PROC_ADDRESS_SUCCESS ? hipDriverEntryPointSuccess
                                                              : hipDriverEntryPointSymbolNotFound;
    return hip_done(error == hipErrorNotFound ? hipErrorInvalidValue : error);
}

hipError_t hipGetDriverEntryPoint_spt(const char *symbol, void **funcPtr, unsigned long long flags,
                                      hipDriverEntryPointQueryResult *driverStatus)
{
    return hipGetDriverEntryPoint(
        symbol, funcPtr, flags == hipEnableDefault ? hipEnablePerThreadDefaultStream : flags,
        driverStatus);
}

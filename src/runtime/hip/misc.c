/* misc.c: exports that are no part of HIP's documented interface but that programs, tools and
 * compilers link against. */
#include "runtime.h"

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

/* What debuggers ask of ROCm's library. */
const char *amd_dbgapi_get_build_name(void) { return "shoal"; }
const char *amd_dbgapi_get_git_hash(void) { return ""; }
size_t amd_dbgapi_get_build_id(void) { return 0; }

/* Texture and surface references of old programs are registered by constructors; that they
 * cannot be used is said when they are. */
void __hipRegisterTexture(void **module, void *var, char *host, char *device_name, int type,
                          int norm, int ext)
{
    (void)module, (void)var, (void)host, (void)device_name, (void)type, (void)norm, (void)ext;
}
void __hipRegisterSurface(void **module, void *var, char *host, char *device_name, int type,
                          int ext)
{
    (void)module, (void)var, (void)host, (void)device_name, (void)type, (void)ext;
}

/* platform.c: the one platform, and how the loader finds the functions (cl_khr_icd). */
#include <string.h>
#include <time.h>

#include "opencl.h"

struct _cl_platform_id cl_platform = {{&cl_dispatch, KIND_PLATFORM, 1, 1}};

/* First those of the host (HOST_EXTENSIONS), which every device has. Each has its test in
 * tests/opencl/test_extensions.c, which fails for a name that it does not know. Those that add to
 * the language and that clang does not know of, lib/opencl/clc declares. */
#define IL_PROGRAM "cl_khr_il_program"
#define V1         CL_MAKE_VERSION(1, 0, 0)
const cl_name_version cl_extensions[EXTENSION_NAMES] = {
    {V1, "cl_khr_icd"},
    {V1, "cl_khr_extended_versioning"},
    {V1, "cl_khr_create_command_queue"},
    {V1, "cl_khr_device_uuid"},
    {V1, "cl_khr_suggested_local_work_size"},
    {V1, "cl_khr_byte_addressable_store"},
    {V1, "cl_khr_global_int32_base_atomics"},
    {V1, "cl_khr_global_int32_extended_atomics"},
    {V1, "cl_khr_local_int32_base_atomics"},
    {V1, "cl_khr_local_int32_extended_atomics"},
    {V1, "cl_khr_fp64"},
    {V1, "cl_khr_fp16"},
    {V1, "cl_khr_3d_image_writes"},
    {V1, "cl_khr_image2d_from_buffer"},
    {V1, "cl_khr_depth_images"},
    {V1, "cl_khr_int64_base_atomics"},
    {V1, "cl_khr_int64_extended_atomics"},
    {V1, "cl_khr_subgroups"},
    {V1, "cl_khr_subgroup_ballot"},
    {V1, "cl_khr_subgroup_clustered_reduce"},
    {V1, "cl_khr_subgroup_extended_types"},
    {V1, "cl_khr_subgroup_non_uniform_arithmetic"},
    {V1, "cl_khr_subgroup_rotate"},
    {V1, "cl_khr_subgroup_non_uniform_vote"},
    {V1, "cl_khr_subgroup_shuffle"},
    {V1, "cl_khr_subgroup_shuffle_relative"},
    {V1, "cl_khr_extended_bit_ops"},
    {CL_MAKE_VERSION(2, 0, 0), "cl_khr_integer_dot_product"},
    {V1, IL_PROGRAM}, /* the last: it is there with llvm-spirv only */
};

cl_ulong cl_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (cl_ulong)now.tv_sec * 1000000000u + (cl_ulong)now.tv_nsec;
}

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    CHECK(platforms || num_platforms, CL_INVALID_VALUE);
    CHECK(!platforms || num_entries, CL_INVALID_VALUE);
    if (platforms)
        platforms[0] = &cl_platform;
    if (num_platforms)
        *num_platforms = 1;
    return CL_SUCCESS;
}

cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                              cl_uint *num_platforms)
{
    return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

size_t extension_count(bool is_host_only)
{
    size_t n = 0;
    while (cl_extensions[n].version && !(is_host_only && n == HOST_EXTENSIONS))
        n++;
    if (!is_host_only && strcmp(cl_extensions[n - 1].name, IL_PROGRAM) == 0 && !spirv_is_there())
        n--;
    return n;
}

cl_int answer_extensions(bool is_host_only, struct answer a)
{
    char text[EXTENSION_NAMES * CL_NAME_VERSION_MAX_NAME_SIZE] = "";
    for (size_t i = 0; i < extension_count(is_host_only); i++) {
        if (i)
            strcat(text, " ");
        strcat(text, cl_extensions[i].name);
    }
    return answer_text(a, text);
}

/* The platform has what all devices have. */
static bool is_any_narrow(void)
{
    for (cl_uint i = 0; device_at(i); i++)
        if (device_at(i)->is_narrow)
            return true;
    return false;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                         size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    CHECK(!platform || object_is(platform, KIND_PLATFORM), CL_INVALID_PLATFORM);
    switch (param_name) {
    case CL_PLATFORM_PROFILE:
        return answer_text(ASKED, "FULL_PROFILE");
    case CL_PLATFORM_VERSION:
        return answer_text(ASKED, "OpenCL 3.0 Shoal");
    case CL_PLATFORM_NUMERIC_VERSION:
        return ANSWER(ASKED, cl_version, CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_NAME:
    case CL_PLATFORM_VENDOR:
        return answer_text(ASKED, "Shoal");
    case CL_PLATFORM_EXTENSIONS:
        return answer_extensions(is_any_narrow(), ASKED);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return answer_bytes(ASKED, cl_extensions,
                            extension_count(is_any_narrow()) * sizeof *cl_extensions);
    case CL_PLATFORM_ICD_SUFFIX_KHR:
        return answer_text(ASKED, "SHOAL");
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return ANSWER(ASKED, cl_ulong, 1);
    default:
        return CL_INVALID_VALUE;
    }
}

void *clGetExtensionFunctionAddress(const char *func_name)
{
    return func_name ? cl_find_function(func_name) : NULL;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name)
{
    return object_is(platform, KIND_PLATFORM) ? clGetExtensionFunctionAddress(func_name) : NULL;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform)
{
    return object_is(platform, KIND_PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int clUnloadCompiler(void) { return CL_SUCCESS; }

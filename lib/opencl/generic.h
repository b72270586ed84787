/* generic.h: which memory a generic pointer leads to. clang calls __to_global and its likes for
 * to_global and so on; private memory is neither local nor global to get_fence, which has no flag
 * for it. */

__global void *__to_global(void *p)
{
    return __builtin_amdgcn_is_shared(p) || __builtin_amdgcn_is_private(p) ? (__global void *)0
                                                                           : (__global void *)p;
}
__local void *__to_local(void *p)
{
    return __builtin_amdgcn_is_shared(p) ? (__local void *)p : (__local void *)0;
}
__private void *__to_private(void *p)
{
    return __builtin_amdgcn_is_private(p) ? (__private void *)p : (__private void *)0;
}

SHOAL_BUILTIN cl_mem_fence_flags get_fence(void *p)
{
    return __builtin_amdgcn_is_shared(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
SHOAL_BUILTIN cl_mem_fence_flags get_fence(const void *p) { return get_fence((void *)p); }

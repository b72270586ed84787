/* host_float.c: the host's rounding mode and exception flags.
 *
 * On x86 they are read and set directly in MXCSR; elsewhere through <fenv.h>. */
#include <fenv.h>

#include "isa/ventus/exec/host_float.h"
#include "isa/ventus/exec/layer.h"

uint32_t FN(host_flags_in_riscv)(uint32_t flags)
{
    return (flags & FE_INVALID ? SF_NV : 0) | (flags & FE_DIVBYZERO ? SF_DZ : 0) |
           (flags & FE_OVERFLOW ? SF_OF : 0) | (flags & FE_UNDERFLOW ? SF_UF : 0) |
           (flags & FE_INEXACT ? SF_NX : 0);
}

void FN(set_host_round)(unsigned mode)
{
    static const int host[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    fesetround(host[mode & 3]);
}

/* hiprtc_builtin.h: what programs that are compiled at run time have without an include. */
#ifndef HIP_SHOAL_HIPRTC_BUILTIN_H
#define HIP_SHOAL_HIPRTC_BUILTIN_H

#include <float.h>

#include <hip/hip_runtime.h>

#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>

#endif

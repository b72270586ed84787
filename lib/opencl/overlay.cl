/* overlay.cl: OpenCL C built-in functions for code object v5 and v6 on gfx1100.
 *
 * libclc has no version of these, or one that reads an older layout of the hidden
 * arguments. tools/clc compiles this file once per wave size and links the result
 * before libclc, so that these definitions win:
 *
 *   clang -x cl --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -cl-std=CL2.0 -nogpulib \
 *       -mcode-object-version=none -DSHOAL_WAVE_LANES=32 -O2 -emit-llvm -c overlay.cl
 *
 * The LDS that work-group functions need is declared in scratch.ll, since OpenCL C has
 * no way to declare it outside a kernel; printf's allocator is in printf.cl. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#include "workitem.h"

#include "sync.h"

#include "subgroup.h"

#include "workgroup.h"

#include "ballot.h"

#include "arithmetic.h"

#include "bits.h"

#include "generic.h"

#include "image.h"

#include "pipe.h"

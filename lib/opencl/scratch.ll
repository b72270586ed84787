; scratch.ll: the LDS that work-group functions use. It is allocated only for kernels
; that call one of them. See workgroup.h.
target triple = "amdgcn-amd-amdhsa"

@shoal_work_group_lds = internal addrspace(3) global [32 x i64] poison, align 16

define hidden ptr addrspace(3) @shoal_work_group_scratch() alwaysinline nounwind {
  ret ptr addrspace(3) @shoal_work_group_lds
}

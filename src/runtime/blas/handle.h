/* handle.h: what a handle of rocBLAS, which is also one of hipBLAS, leads to. */
#ifndef SHOAL_BLAS_HANDLE_H
#define SHOAL_BLAS_HANDLE_H

#include "blas.h"

struct blas_state {
    hipStream_t stream;
    rocblas_pointer_mode mode;
    rocblas_atomics_mode atomics;
};
/* A copy of the handle's state. false: there is no such handle (any more). */
bool blas_state_of(rocblas_handle handle, struct blas_state *out);

#endif

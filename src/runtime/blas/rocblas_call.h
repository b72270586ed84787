/* rocblas_call.h: for the generated functions of librocblas. */
#include "blas.h"

static inline rocblas_status rocblas_call(rocblas_handle handle, const struct blas_function *f,
                                          const struct blas_parameters *a)
{
    return shoal_blas_call(handle, f, a);
}

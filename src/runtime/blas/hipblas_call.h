/* hipblas_call.h: for the generated functions of libhipblas, which are librocblas's. */
#include <hipblas/hipblas.h>

#include "blas.h"

hipblasStatus_t hipblas_status_of(rocblas_status status);
/* Types of computation, as hipblasComputeType_t or types of data. */
int hipblas_compute_type(int compute);

static inline hipblasStatus_t hipblas_call(hipblasHandle_t handle, const struct blas_function *f,
                                           const struct blas_parameters *a)
{
    return hipblas_status_of(shoal_blas_call((rocblas_handle)handle, f, a));
}

/* fault.hip: what the libraries are told to do with memory that is not there is a fault, as a kernel's: reported once, work behind
 * it is left out, and hipDeviceReset ends it. */
// needs: hipblas hipfft hiprand
// says: shoal: device 0: hipblasSscal, x: 68 bytes at
// says: reach past the end of an allocation of 64 bytes
// says: shoal: device 0: hipfft, input: there is no device memory at
// says: shoal: device 0: hiprand, output: there is no device memory at
#include "../collection/collection.h"

#include <hipblas/hipblas.h>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>

int main()
{
    hipblasHandle_t handle;
    hipfftHandle plan;
    hiprandGenerator_t generator;
    float two = 2, here[4] = {1, 2, 3, 4}, *x;
    CHECK(hipblasCreate(&handle) == HIPBLAS_STATUS_SUCCESS);
    OK(hipMalloc((void **)&x, 64));
    OK(hipMemset(x, 0, 64));
    CHECK(hipblasSscal(handle, 17, &two, x, 1) == HIPBLAS_STATUS_SUCCESS); /* one too many: known when it runs */
    EXPECT(hipDeviceSynchronize(), hipErrorIllegalAddress);
    CHECK(hipblasSscal(handle, 16, &two, x, 1) != HIPBLAS_STATUS_SUCCESS);
    OK(hipDeviceReset());
    CHECK(hipfftPlan1d(&plan, 2, HIPFFT_C2C, 1) == HIPFFT_SUCCESS);
    CHECK(hipfftExecC2C(plan, (hipfftComplex *)here, (hipfftComplex *)here, HIPFFT_FORWARD) == HIPFFT_SUCCESS);
    EXPECT(hipDeviceSynchronize(), hipErrorIllegalAddress);
    CHECK(here[0] == 1 && here[3] == 4);
    OK(hipDeviceReset());
    CHECK(hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_DEFAULT) == HIPRAND_STATUS_SUCCESS);
    CHECK(hiprandGenerateUniform(generator, here, 4) == HIPRAND_STATUS_SUCCESS);
    EXPECT(hipDeviceSynchronize(), hipErrorIllegalAddress);
    CHECK(here[0] == 1 && here[3] == 4);
    OK(hipDeviceReset());
    OK(hipMalloc((void **)&x, 64));
    OK(hipMemcpy(x, here, 16, hipMemcpyHostToDevice));
    CHECK(hipblasSscal(handle, 4, &two, x, 1) == HIPBLAS_STATUS_SUCCESS);
    OK(hipMemcpy(here, x, 16, hipMemcpyDeviceToHost));
    CHECK(here[0] == 2 && here[3] == 8);
    return check_end();
}

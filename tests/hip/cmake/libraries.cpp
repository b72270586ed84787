#include <hip/hip_runtime_api.h>
#include <hipblas/hipblas.h>
#include <hipfft/hipfft.h>
#include <hipsparse/hipsparse.h>
#include <rocblas/rocblas.h>

#include <cstdio>

int main()
{
    float x[4] = {1, 2, 3, 4}, three = 3, *on_device;
    hipfftComplex pair[2] = {{1, 0}, {1, 0}}, *pair_on_device;
    hipblasHandle_t handle;
    hipfftHandle plan;
    rocblas_handle other;
    hipsparseHandle_t sparse;
    if (hipMalloc((void **)&on_device, sizeof x) || hipblasCreate(&handle) || hipMemcpy(on_device, x, sizeof x, hipMemcpyHostToDevice))
        return 2;
    if (hipblasSscal(handle, 4, &three, on_device, 1) || hipMemcpy(x, on_device, sizeof x, hipMemcpyDeviceToHost))
        return 3;
    if (hipMalloc((void **)&pair_on_device, sizeof pair) || hipMemcpy(pair_on_device, pair, sizeof pair, hipMemcpyHostToDevice) ||
        hipfftPlan1d(&plan, 2, HIPFFT_C2C, 1) || hipfftExecC2C(plan, pair_on_device, pair_on_device, HIPFFT_FORWARD) ||
        hipMemcpy(pair, pair_on_device, sizeof pair, hipMemcpyDeviceToHost) || pair[0].x != 2 || pair[1].x != 0)
        return 4;
    if (rocblas_create_handle(&other) || rocblas_destroy_handle(other))
        return 5;
    if (hipsparseCreate(&sparse) || hipsparseDestroy(sparse))
        return 6;
    std::printf("%g %g %g %g\n", x[0], x[1], x[2], x[3]);
}

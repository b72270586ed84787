/* hipfft.h: Fourier transforms of device memory, as of hipFFT 1.0.17 (ROCm 6.3), which Shoal
 * computes on the host. */
#ifndef HIPFFT_H
#define HIPFFT_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipfft/hipfft-version.h>
#include <stddef.h>

#ifdef __cplusplus
#define HIPFFT_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define HIPFFT_EXPORT __attribute__((visibility("default")))
#endif

typedef enum hipfftResult_t {
    HIPFFT_SUCCESS = 0,
    HIPFFT_INVALID_PLAN = 1,
    HIPFFT_ALLOC_FAILED = 2,
    HIPFFT_INVALID_TYPE = 3,
    HIPFFT_INVALID_VALUE = 4,
    HIPFFT_INTERNAL_ERROR = 5,
    HIPFFT_EXEC_FAILED = 6,
    HIPFFT_SETUP_FAILED = 7,
    HIPFFT_INVALID_SIZE = 8,
    HIPFFT_UNALIGNED_DATA = 9,
    HIPFFT_INCOMPLETE_PARAMETER_LIST = 10,
    HIPFFT_INVALID_DEVICE = 11,
    HIPFFT_PARSE_ERROR = 12,
    HIPFFT_NO_WORKSPACE = 13,
    HIPFFT_NOT_IMPLEMENTED = 14,
    HIPFFT_NOT_SUPPORTED = 16
} hipfftResult;

typedef enum hipfftType_t {
    HIPFFT_C2C = 0x29,
    HIPFFT_R2C = 0x2a,
    HIPFFT_C2R = 0x2c,
    HIPFFT_Z2Z = 0x69,
    HIPFFT_D2Z = 0x6a,
    HIPFFT_Z2D = 0x6c
} hipfftType;

typedef enum hipfftLibraryPropertyType_t {
    HIPFFT_MAJOR_VERSION,
    HIPFFT_MINOR_VERSION,
    HIPFFT_PATCH_LEVEL
} hipfftLibraryPropertyType;

#define HIPFFT_FORWARD  (-1)
#define HIPFFT_BACKWARD 1

typedef struct hipfftHandle_t *hipfftHandle;
typedef hipComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;
typedef float hipfftReal;
typedef double hipfftDoubleReal;

HIPFFT_EXPORT hipfftResult hipfftCreate(hipfftHandle *plan);
HIPFFT_EXPORT hipfftResult hipfftDestroy(hipfftHandle plan);
/* Before the plan is made: results are multiplied by the factor. */
HIPFFT_EXPORT hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double scalefactor);
HIPFFT_EXPORT hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int autoAllocate);
HIPFFT_EXPORT hipfftResult hipfftSetWorkArea(hipfftHandle plan, void *workArea);
HIPFFT_EXPORT hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream);
HIPFFT_EXPORT hipfftResult hipfftGetSize(hipfftHandle plan, size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftGetVersion(int *version);
HIPFFT_EXPORT hipfftResult hipfftGetProperty(hipfftLibraryPropertyType type, int *value);

/* Sizes, the slowest first. Those of the Many functions are arrays of `rank`. */
HIPFFT_EXPORT hipfftResult hipfftPlan1d(hipfftHandle *plan, int nx, hipfftType type, int batch);
HIPFFT_EXPORT hipfftResult hipfftPlan2d(hipfftHandle *plan, int nx, int ny, hipfftType type);
HIPFFT_EXPORT hipfftResult hipfftPlan3d(hipfftHandle *plan, int nx, int ny, int nz,
                                        hipfftType type);
HIPFFT_EXPORT hipfftResult hipfftPlanMany(hipfftHandle *plan, int rank, int *n, int *inembed,
                                          int istride, int idist, int *onembed, int ostride,
                                          int odist, hipfftType type, int batch);
HIPFFT_EXPORT hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                                            size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                                            size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz,
                                            hipfftType type, size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int *n, int *inembed,
                                              int istride, int idist, int *onembed, int ostride,
                                              int odist, hipfftType type, int batch,
                                              size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long *n,
                                                long long *inembed, long long istride,
                                                long long idist, long long *onembed,
                                                long long ostride, long long odist, hipfftType type,
                                                long long batch, size_t *workSize);
/* No transform needs a work area: sizes are 0. */
HIPFFT_EXPORT hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch, size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type,
                                            size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftEstimateMany(int rank, int *n, int *inembed, int istride,
                                              int idist, int *onembed, int ostride, int odist,
                                              hipfftType type, int batch, size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                                           size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                                           size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz,
                                           hipfftType type, size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int *n, int *inembed,
                                             int istride, int idist, int *onembed, int ostride,
                                             int odist, hipfftType type, int batch,
                                             size_t *workSize);
HIPFFT_EXPORT hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long *n,
                                               long long *inembed, long long istride,
                                               long long idist, long long *onembed,
                                               long long ostride, long long odist, hipfftType type,
                                               long long batch, size_t *workSize);

HIPFFT_EXPORT hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex *idata,
                                         hipfftComplex *odata, int direction);
HIPFFT_EXPORT hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal *idata,
                                         hipfftComplex *odata);
HIPFFT_EXPORT hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex *idata,
                                         hipfftReal *odata);
HIPFFT_EXPORT hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex *idata,
                                         hipfftDoubleComplex *odata, int direction);
HIPFFT_EXPORT hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal *idata,
                                         hipfftDoubleComplex *odata);
HIPFFT_EXPORT hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex *idata,
                                         hipfftDoubleReal *odata);

#endif

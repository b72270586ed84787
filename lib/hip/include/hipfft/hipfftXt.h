/* hipfftXt.h: plans and transforms whose types are arguments. Several devices, and callbacks, are
 * not supported. */
#ifndef HIPFFTXT_H
#define HIPFFTXT_H

#include <hipfft/hipfft.h>

typedef enum hipfftXtCallbackType_t {
    HIPFFT_CB_LD_COMPLEX = 0,
    HIPFFT_CB_LD_COMPLEX_DOUBLE = 1,
    HIPFFT_CB_LD_REAL = 2,
    HIPFFT_CB_LD_REAL_DOUBLE = 3,
    HIPFFT_CB_ST_COMPLEX = 4,
    HIPFFT_CB_ST_COMPLEX_DOUBLE = 5,
    HIPFFT_CB_ST_REAL = 6,
    HIPFFT_CB_ST_REAL_DOUBLE = 7,
    HIPFFT_CB_UNDEFINED = 8
} hipfftXtCallbackType;

HIPFFT_EXPORT hipfftResult hipfftXtMakePlanMany(
    hipfftHandle plan, int rank, long long *n, long long *inembed, long long istride,
    long long idist, hipDataType inputType, long long *onembed, long long ostride, long long odist,
    hipDataType outputType, long long batch, size_t *workSize, hipDataType executionType);
HIPFFT_EXPORT hipfftResult hipfftXtGetSizeMany(
    hipfftHandle plan, int rank, long long *n, long long *inembed, long long istride,
    long long idist, hipDataType inputType, long long *onembed, long long ostride, long long odist,
    hipDataType outputType, long long batch, size_t *workSize, hipDataType executionType);
HIPFFT_EXPORT hipfftResult hipfftXtExec(hipfftHandle plan, void *input, void *output,
                                        int direction);
/* HIPFFT_NOT_IMPLEMENTED: callbacks are functions of the device, and transforms run on the host. */
HIPFFT_EXPORT hipfftResult hipfftXtSetCallback(hipfftHandle plan, void **callbacks,
                                               hipfftXtCallbackType type, void **callbackData);
HIPFFT_EXPORT hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType type);
HIPFFT_EXPORT hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan,
                                                         hipfftXtCallbackType type,
                                                         size_t sharedSize);

#endif

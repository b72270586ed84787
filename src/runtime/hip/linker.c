/* linker.c: hipLink*: what hiprtcLink* does, under the names and codes of HIP 6.4. */
#include "rtc_types.h"
#include "runtime.h"

static hipError_t of_rtc(hiprtcResult result)
{
    switch (result) {
    case HIPRTC_SUCCESS:
        return hipSuccess;
    case HIPRTC_ERROR_OUT_OF_MEMORY:
        return hipErrorOutOfMemory;
    case HIPRTC_ERROR_LINKING:
        return hipErrorInvalidImage;
    default:
        return hipErrorInvalidValue;
    }
}

hipError_t hipLinkCreate(unsigned int numOptions, hipJitOption *options, void **optionValues,
                         hipLinkState_t *stateOut)
{
    return hip_done(of_rtc(hiprtcLinkCreate(numOptions, (hiprtcJIT_option *)options, optionValues,
                                            (hiprtcLinkState *)stateOut)));
}

hipError_t hipLinkAddData(hipLinkState_t state, hipJitInputType type, void *data, size_t size,
                          const char *name, unsigned int numOptions, hipJitOption *options,
                          void **optionValues)
{
    return hip_done(
        of_rtc(hiprtcLinkAddData((hiprtcLinkState)state, (hiprtcJITInputType)type, data, size, name,
                                 numOptions, (hiprtcJIT_option *)options, optionValues)));
}

hipError_t hipLinkAddFile(hipLinkState_t state, hipJitInputType type, const char *path,
                          unsigned int numOptions, hipJitOption *options, void **optionValues)
{
    return hip_done(
        of_rtc(hiprtcLinkAddFile((hiprtcLinkState)state, (hiprtcJITInputType)type, path, numOptions,
                                 (hiprtcJIT_option *)options, optionValues)));
}

hipError_t hipLinkComplete(hipLinkState_t state, void **hipBinOut, size_t *sizeOut)
{
    return hip_done(of_rtc(hiprtcLinkComplete((hiprtcLinkState)state, hipBinOut, sizeOut)));
}

hipError_t hipLinkDestroy(hipLinkState_t state)
{
    return hip_done(of_rtc(hiprtcLinkDestroy((hiprtcLinkState)state)));
}

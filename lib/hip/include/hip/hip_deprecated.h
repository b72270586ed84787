/* hip_deprecated.h: structures of ROCm 5 are not there any more. */
#include <hip/hip_runtime_api.h>

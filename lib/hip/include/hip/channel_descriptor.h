/* channel_descriptor.h: part of hip_runtime_api.h. */
#include <hip/hip_runtime_api.h>

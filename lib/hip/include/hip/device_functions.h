/* device_functions.h: part of hip_runtime.h. */
#include <hip/hip_runtime.h>

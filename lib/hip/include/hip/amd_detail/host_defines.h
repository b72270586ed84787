#include <hip/hip_common.h>

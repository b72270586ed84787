/* roctx.h: as of older ROCm. */
#include <roctracer/roctx.h>

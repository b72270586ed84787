/* hiprtc.h: compiling at run time. Functions are generated from the table that the library is made
 * of. */
#ifndef HIPRTC_H
#define HIPRTC_H

#include <stddef.h>

#include <hip/hip_common.h>

#include <hip/shoal/rtc_functions.h>

#endif

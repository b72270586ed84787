/* hip_gl_interop.h: sharing with OpenGL. The functions are there, and return hipErrorNotSupported.
 */
#ifndef HIP_GL_INTEROP_H
#define HIP_GL_INTEROP_H
#include <hip/hip_runtime_api.h>
#endif

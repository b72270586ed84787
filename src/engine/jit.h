/* jit.h: compiled code for kernels, from the module that src/jit/ builds. */
#ifndef SHOAL_ENGINE_JIT_H
#define SHOAL_ENGINE_JIT_H

#include "base/diag.h"
#include "engine/device.h"

/* Bit of a code variant: decoded for the JIT, whose ops run compiled code. */
#define JIT_VARIANT UINT32_C(0x80000000)

/* Loads the JIT on first use. SHOAL_E_UNSUPPORTED: this build or installation has none. */
shoal_status jit_load(shoal_device *device, struct diag *diag);

/* Compiles the kernel unless that was tried before. False: it runs in the interpreter; the
 * reason was logged once. */
bool jit_prepare(shoal_device *device, struct shoal_kernel *kernel);

void jit_unload(shoal_device *device);

#endif

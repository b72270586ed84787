/* jit.h: when kernels are compiled, and how.
 *
 * Engine jit: before the first wave, by LLVM. Engine auto: the interpreter begins, in the form of
 * the code that compiled code can take the place of; when the kernel has run for a while its code
 * is looked for in the cache, and when what it still has to do is worth it, compiled: by the
 * direct back end, where there is one, and, if the kernel stays hot, by LLVM again. All that
 * happens in threads of the device (jit_service.h), while waves go on in what there is; they enter
 * new code at their start or at the next loop header, as soon as it is there. */
#ifndef SHOAL_ENGINE_JIT_H
#define SHOAL_ENGINE_JIT_H

#include "engine/launch.h"
#include "shoal/jit.h"

/* SHOAL_E_UNSUPPORTED: engine jit cannot be asked for here. */
shoal_status jit_check(shoal_device *device, struct diag *diag);

/* Chooses the code variant for the launch, which is about to run, and compiles if its engine
 * is jit. The reason why a kernel is not compiled is logged once. */
void jit_begin(struct launch *l);
/* Looks whether it is time to compile. Called by workers now and then while l->is_tiering. */
void jit_consider(struct launch *l);
/* After the launch: which engine ran, and how long. */
void jit_finish(struct launch *l);

/* shoal_jit_text_by. */
shoal_status jit_inspect(struct shoal_kernel *kernel, shoal_jit_backend backend,
                         shoal_jit_form form, char **text, shoal_jit_stats *stats,
                         struct diag *diag);
/* shoal_jit_get_run. */
void jit_get_run(struct shoal_kernel *kernel, shoal_jit_run *out);

/* Adds a row to the most frequent ones, if it is one of them. */
void jit_add_called(struct shoal_called *called, unsigned *count, struct shoal_called row);

#endif

/* jit.c: shoal/jit.h. */
#include "shoal/jit.h"

#include <stdlib.h>

#include "api/error.h"
#include "engine/jit.h"

shoal_status shoal_jit_text(shoal_kernel *kernel, shoal_jit_form form, char **text,
                            shoal_jit_stats *stats)
{
    return shoal_jit_text_by(kernel, SHOAL_JIT_BACKEND_DEFAULT, form, text, stats);
}

shoal_status shoal_jit_text_by(shoal_kernel *kernel, shoal_jit_backend backend, shoal_jit_form form,
                               char **text, shoal_jit_stats *stats)
{
    if (text)
        *text = NULL;
    if (!kernel || form < SHOAL_JIT_ASM || form > SHOAL_JIT_OPT_IR)
        return api_error(kernel ? kernel->module->device : NULL, SHOAL_E_ARG,
                         "shoal_jit_text: kernel is NULL, or there is no form %d.", (int)form);
    if (backend < SHOAL_JIT_BACKEND_DEFAULT || backend > SHOAL_JIT_BACKEND_DIRECT)
        return api_error(kernel->module->device, SHOAL_E_ARG,
                         "shoal_jit_text_by: there is no back end %d.", (int)backend);
    struct diag diag = {0};
    if (jit_inspect(kernel, backend, form, text, stats, &diag) != SHOAL_OK)
        return api_fail(kernel->module->device, &diag);
    return SHOAL_OK;
}

void shoal_jit_text_free(char *text) { free(text); }

shoal_status shoal_jit_get_run(shoal_kernel *kernel, shoal_jit_run *out)
{
    if (!kernel || !out)
        return api_error(kernel ? kernel->module->device : NULL, SHOAL_E_ARG,
                         "shoal_jit_get_run: the kernel or its result is NULL.");
    jit_get_run(kernel, out);
    return SHOAL_OK;
}

/* api.c: the public functions of shoal/asm.h. */
#include <stdio.h>

#include "isa/asm/asm.h"
#include "isa/asm/assembler.h"
#include "isa/registry.h"

shoal_asm_options shoal_asm_options_default(void) { return (shoal_asm_options){.wave64 = false}; }

static const struct asm_isa *find_isa(const char *isa)
{
    const struct isa_form *form;
    return isa_set_find(isa, &form) ? form->assembler : NULL;
}

shoal_status shoal_asm_text(const char *isa, const char *text, size_t length,
                            const shoal_asm_options *options, shoal_asm_result **out)
{
    if (!out || (!text && length))
        return SHOAL_E_ARG;
    *out = NULL;
    const struct asm_isa *found = find_isa(isa);
    if (!found)
        return SHOAL_E_NOT_FOUND;
    *out = asm_assemble(found, text ? text : "", length, options);
    if (!*out)
        return SHOAL_E_NOMEM;
    if ((*out)->out_of_memory) {
        shoal_asm_result_free(*out);
        *out = NULL;
        return SHOAL_E_NOMEM;
    }
    return (*out)->error_count ? SHOAL_E_FORMAT : SHOAL_OK;
}

shoal_status shoal_asm_insn(const char *isa, const char *text, bool wave64,
                            uint8_t code[SHOAL_ASM_INSN_BYTES], size_t *size_bytes,
                            char message[SHOAL_ASM_MESSAGE_BYTES])
{
    if (!text || !code || !size_bytes)
        return SHOAL_E_ARG;
    const struct asm_isa *found = find_isa(isa);
    if (!found)
        return SHOAL_E_NOT_FOUND;
    struct asm_error error;
    struct asm_cursor c = {text, &error};
    error.at = NULL;
    *size_bytes = 0;
    if (found->one(found, &c, wave64, code, size_bytes))
        return SHOAL_OK;
    asm_explain(&error);
    if (message)
        snprintf(message, SHOAL_ASM_MESSAGE_BYTES, "%d: %s%s%s", (int)(error.at - text) + 1,
                 error.text, error.hint[0] ? "; " : "", error.hint);
    return SHOAL_E_FORMAT;
}

/* direct.c: see direct.h. */
#include "jit/direct/direct.h"

#include <stdio.h>
#include <stdlib.h>

#include "jit/direct/allocate.h"
#include "jit/direct/finish.h"
#include "jit/direct/layout.h"
#include "jit/direct/narrow.h"
#include "jit/direct/order.h"
#include "jit/direct/select.h"

static void free_function(struct mfunction *f)
{
    free(f->code), free(f->blocks), free(f->copies), free(f->calls), free(f->classes),
        free(f->hints);
    free(f->pool), free(f->pool_hash), free(f->fixups), free(f->more), free(f->place),
        free(f->slot);
    free(f->busy);
}

static bool take_over(struct mfunction *f, const struct bytes *b, struct direct_code *out)
{
    *out = (struct direct_code){
        .bytes = b->code, .count = b->count, .entry = b->entry, .instructions = b->instructions};
    out->fixups = calloc(f->fixup_count + 1, sizeof *out->fixups);
    if (!out->fixups)
        return false;
    for (uint32_t i = 0; i < f->fixup_count; i++)
        out->fixups[i] =
            (struct direct_fixup){f->fixups[i].at, f->fixups[i].name, f->fixups[i].addend};
    out->fixup_count = f->fixup_count;
    return true;
}

bool direct_compile(LLVMValueRef function, struct direct_cpu cpu, struct direct_code *out,
                    char *why, size_t size)
{
    struct mfunction f = {.is_narrow = !cpu.has_avx512};
    struct select s = {
        .f = &f, .function = function, .has_vpopcnt = cpu.has_vpopcnt, .has_f16 = cpu.has_f16};
    static const char nontemporal[] = "nontemporal";
    s.nontemporal = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(function)), nontemporal,
                                             sizeof nontemporal - 1);
    struct bytes b = {0};
    uint32_t slot_bytes = 0;
    bool ok = select_function(&s) && (!f.is_narrow || narrow(&f)) && lay_out(&f) &&
              (!f.is_narrow || (sweep(&f) && order(&f))) && fold_loads(&f) &&
              allocate(&f, &slot_bytes) && finish(&f, slot_bytes, &b);
    *out = (struct direct_code){0};
    if (!ok || !take_over(&f, &b, out)) {
        snprintf(why, size, "%s", f.why ? f.why : "memory");
        free(b.code);
        ok = false;
    }
    free(s.vals), free(s.hash);
    free_function(&f);
    return ok;
}

void direct_free(struct direct_code *code)
{
    free(code->bytes), free(code->fixups);
    *code = (struct direct_code){0};
}

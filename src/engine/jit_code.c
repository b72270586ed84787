/* jit_code.c: see jit_code.h. */
#include "engine/jit_code.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool has_part(const struct jit_image *i, uint32_t offset, uint64_t bytes)
{
    return offset % 16 == 0 && offset >= sizeof *i && offset <= i->size_bytes &&
           bytes <= i->size_bytes - offset;
}

static const void *part(const struct jit_image *i, uint32_t offset)
{
    return (const uint8_t *)i + offset;
}

bool jit_image_is_sound(const struct jit_image *i, uint64_t size)
{
    if (size < sizeof *i || i->size_bytes != size ||
        !has_part(i, i->fixups, i->fixup_count * (uint64_t)sizeof(struct jit_fixup)) ||
        !has_part(i, i->blocks, i->block_count * (uint64_t)sizeof(struct jit_block)) ||
        i->preload_count > MAX_PRELOADS ||
        !has_part(i, i->preloads, i->preload_count * (uint64_t)sizeof(struct preload)) ||
        !has_part(i, i->names, i->name_bytes) || !has_part(i, i->code, i->code_bytes))
        return false;
    const char *names = part(i, i->names);
    if (i->name_bytes && names[i->name_bytes - 1])
        return false;
    const struct jit_fixup *f = part(i, i->fixups);
    for (uint32_t k = 0; k < i->fixup_count; k++)
        if (i->code_bytes < 8 || f[k].offset > i->code_bytes - 8 ||
            (f[k].symbol != JIT_SELF && f[k].symbol >= i->name_bytes))
            return false;
    const struct jit_block *b = part(i, i->blocks);
    for (uint32_t k = 0; k < i->block_count; k++)
        if (b[k].first > b[k].last || (b[k].entry != JIT_NO_ENTRY && b[k].entry >= i->code_bytes))
            return false;
    const struct preload *p = part(i, i->preloads);
    unsigned dwords = 0;
    for (uint32_t k = 0; k < i->preload_count; k++) {
        dwords += p[k].dwords;
        if (p[k].sgpr >= 31 || dwords > MAX_PRELOAD_DWORDS)
            return false;
    }
    return i->start < i->code_bytes;
}

#if defined(__x86_64__)
/* Of the compiler's run time: conversions of halves on CPUs without instructions for them. */
extern void extend_half(void) __asm__("__extendhfsf2");
extern void truncate_float(void) __asm__("__truncsfhf2");
extern void truncate_double(void) __asm__("__truncdfhf2");
#endif

/* Functions that LLVM calls for what the CPU has no instruction for. Those of libm may not be
 * found by name when a program has loaded Shoal for itself. */
static void *library_function(const char *name)
{
    static const struct {
        const char *name;
        void *address;
    } known[] = {
#define F(f) {#f, (void *)(uintptr_t)&f}
        F(memcpy),
        F(memmove),
        F(memset),
        F(fma),
        F(fmaf),
        F(floor),
        F(floorf),
        F(ceil),
        F(ceilf),
        F(trunc),
        F(truncf),
        F(rint),
        F(rintf),
        F(nearbyint),
        F(nearbyintf),
        F(roundeven),
        F(roundevenf),
        F(sqrt),
        F(sqrtf),
        F(ldexp),
        F(ldexpf),
        F(frexp),
        F(frexpf),
        F(exp2),
        F(exp2f),
        F(log2),
        F(log2f),
        F(sin),
        F(sinf),
        F(cos),
        F(cosf),
        F(fmod),
        F(fmodf),
#undef F
#if defined(__x86_64__)
        {"__extendhfsf2", (void *)(uintptr_t)&extend_half},
        {"__truncsfhf2", (void *)(uintptr_t)&truncate_float},
        {"__truncdfhf2", (void *)(uintptr_t)&truncate_double},
#endif
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(known[k].name, name))
            return known[k].address;
    return dlsym(RTLD_DEFAULT, name);
}

static shoal_status resolve(const struct jit_image *i, uint8_t *code_memory,
                            const struct isa_exec *isa, const struct machine *machine,
                            struct code *code, struct diag *diag)
{
    const struct jit_fixup *f = part(i, i->fixups);
    const char *names = part(i, i->names);
    for (uint32_t k = 0; k < i->fixup_count; k++) {
        const char *name = f[k].symbol == JIT_SELF ? NULL : names + f[k].symbol;
        uint64_t value;
        if (!name)
            value = (uint64_t)(uintptr_t)code_memory;
        else if (!strcmp(name, "shoal_ops"))
            value = (uint64_t)(uintptr_t)isa->op_at(code, 0);
        else if (!strcmp(name, "shoal_window"))
            value = machine->host_offset + machine->window_base;
        else if (!strncmp(name, "shoal_", 6))
            value = (uint64_t)(uintptr_t)isa->jit_function(name);
        else
            value = (uint64_t)(uintptr_t)library_function(name);
        if (!value)
            return diag_fail(diag, SHOAL_E_UNSUPPORTED, "compiled code needs %s, which is not here",
                             name ? name : "memory");
        value += (uint64_t)f[k].addend;
        memcpy(code_memory + f[k].offset, &value, sizeof value);
    }
    return SHOAL_OK;
}

/* Decodes the ops of all blocks: compiled code calls their executors. The key of an image says that
 * it is of these bytes; that its blocks are rows of whole instructions here is looked at all the
 * same. */
static shoal_status decode_ops(const struct jit_image *i, const struct isa_exec *isa,
                               struct machine *machine, struct code *code, size_t wave_bytes,
                               struct diag *diag)
{
    struct wave *stand_in = aligned_alloc(128, (wave_bytes + 127) & ~(size_t)127);
    if (!stand_in)
        return diag_fail(diag, SHOAL_E_NOMEM, "out of memory");
    memset(stand_in, 0, wave_bytes);
    stand_in->code = code;
    stand_in->machine = machine;
    const struct jit_block *b = part(i, i->blocks);
    bool fits = true;
    for (uint32_t k = 0; k < i->block_count && fits; k++) {
        uint64_t at = b[k].first * UINT64_C(4), last = b[k].last * UINT64_C(4), latest = at;
        while (at <= last && (fits = last + 4 <= code->size_bytes)) {
            struct op *op = isa->op_at(code, at);
            if (!atomic_load_explicit(&op->exec, memory_order_acquire))
                isa->decode(stand_in, op);
            latest = at;
            at += op->size_bytes;
        }
        fits = fits && latest == last;
    }
    free(stand_in);
    return fits ? SHOAL_OK
                : diag_fail(diag, SHOAL_E_FORMAT, "compiled code belongs to other instructions");
}

/* In front of the code. Clang's -fsanitize=function looks for the type of a function there before
 * it calls it; zeros say that there is none. */
enum { LEAD_BYTES = 64 };

shoal_status jit_code_install(const struct jit_image *i, const struct isa_exec *isa,
                              struct machine *machine, struct code *code, size_t wave_bytes,
                              struct diag *diag, struct jit_code **out)
{
    SHOAL_TRY(decode_ops(i, isa, machine, code, wave_bytes, diag));
    struct jit_code *c = calloc(1, sizeof *c);
    if (!c)
        return diag_fail(diag, SHOAL_E_NOMEM, "out of memory");
    c->bytes = (LEAD_BYTES + i->code_bytes + (size_t)4095) & ~(size_t)4095;
    c->memory = mmap(NULL, c->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (c->memory == MAP_FAILED) {
        free(c);
        return diag_fail(diag, SHOAL_E_NOMEM, "no memory for %u bytes of compiled code",
                         i->code_bytes);
    }
    uint8_t *first = (uint8_t *)c->memory + LEAD_BYTES;
    memcpy(first, part(i, i->code), i->code_bytes);
    shoal_status st = resolve(i, first, isa, machine, code, diag);
    if (st == SHOAL_OK && mprotect(c->memory, c->bytes, PROT_READ | PROT_EXEC))
        st = diag_fail(diag, SHOAL_E_UNSUPPORTED, "the system does not let memory be executed");
    if (st != SHOAL_OK) {
        jit_code_free(c);
        return st;
    }
    __builtin___clear_cache(c->memory, (char *)c->memory + c->bytes);
    const struct jit_block *b = part(i, i->blocks);
    for (uint32_t k = 0; k < i->block_count; k++) {
        if (b[k].entry == JIT_NO_ENTRY)
            continue;
        op_exec_fn exec = (op_exec_fn)(uintptr_t)(first + b[k].entry);
        atomic_store_explicit(&isa->op_at(code, b[k].first * UINT64_C(4))->exec, exec,
                              memory_order_release);
    }
    c->preload_count = i->preload_count;
    c->op_count = i->op_count;
    if (i->preload_count)
        memcpy(c->preloads, part(i, i->preloads), i->preload_count * sizeof *c->preloads);
    c->start = (op_exec_fn)(uintptr_t)(first + i->start);
    *out = c;
    return SHOAL_OK;
}

bool jit_code_begins_alike(const struct jit_code *c, const struct jit_image *i)
{
    return c->preload_count == i->preload_count && c->op_count == i->op_count &&
           (!i->preload_count ||
            !memcmp(c->preloads, part(i, i->preloads), i->preload_count * sizeof *c->preloads));
}

void jit_code_free(struct jit_code *c)
{
    if (!c)
        return;
    munmap(c->memory, c->bytes);
    free(c);
}

/* fuzz_exec.c: libFuzzer target: runs arbitrary machine code on a bare wave for a bounded
 * number of instructions. Whatever the code does, the state of the process outside the
 * wave, its LDS, its scratch and the memory window must stay untouched: ASan and UBSan watch.
 *
 * Input: byte 0: bit 0 wave64, bit 1 a small VGPR allocation; the rest: machine code. */
#include <stdlib.h>

#include "../sem/harness.h"

enum { STEPS = 400, MAX_CODE = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct harness waves[2];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 5 || size > MAX_CODE)
        return 0;
    struct harness *h = &waves[data[0] & 1];
    if (!h->w && !harness_open(h, NULL, data[0] & 1 ? 64 : 32))
        abort();
    struct rdna3_wave *w = h->w;
    memset(w->v, 0, (size_t)VGPR_COUNT * w->halves * sizeof(vec32));
    memset(w->s, 0, sizeof w->s);
    memset(&w->base.fault, 0, sizeof w->base.fault);
    w->mode = MODE_PLAIN;
    w->scc = false;
    set_s64(w, SRC_EXEC_LO, h->lanes == 64 ? UINT64_MAX : UINT32_MAX);
    for (unsigned i = 0; i < 16; i += 2) /* pointers into the window, as kernels have */
        set_s64(w, i, (uint64_t)(uintptr_t)h->memory + 1024 * i);
    for (unsigned l = 0; l < h->lanes; l++)
        harness_set_v(h, 0, l, l);

    size_t bytes = (size - 1) & ~(size_t)3;
    uint8_t *code = malloc(bytes); /* its own allocation: reading past it is seen */
    memcpy(code, data + 1, bytes);
    /* 256 or 8 VGPRs: the second makes most register numbers out of range */
    uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES];
    rdna3_descriptor_write(descriptor, (data[0] & 2 ? 0u : 63u) | 0xf0u << 12, 0, 0);
    const struct kernel_config config = {.lanes = data[0] & 1 ? 64 : 32, .descriptor = descriptor};
    void *kernel = h->isa->kernel_create(&config);
    struct code *c =
        h->isa->code_create((uint64_t)(uintptr_t)code, code, bytes, h->isa->code_variant(kernel));
    w->base.code = c;
    w->base.budget = STEPS;
    w->base.stop = STOP_NONE;
    const struct op *op = &((struct rdna3_code *)c)->ops[0].base;
    for (int i = 0; i < STEPS && op; i++) {
        op_exec_fn exec = atomic_load_explicit(&op->exec, memory_order_acquire);
        op = (exec ? exec : h->isa->decode(&w->base, op))(&w->base, op);
    }
    h->isa->code_destroy(c);
    free(kernel);
    free(code);
    return 0;
}

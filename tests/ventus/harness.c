#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

#include "isa/ventus/mnemonic.h"

static struct code *no_code(struct machine *m, uint64_t pc, uint32_t variant)
{
    (void)m, (void)pc, (void)variant;
    return NULL;
}

static void message(struct machine *m, struct wave *wave, uint32_t kind, uint32_t payload)
{
    struct harness *h = (struct harness *)((char *)m - offsetof(struct harness, machine));
    (void)wave;
    if (kind == MACHINE_MESSAGE_PRINT)
        h->printed = payload;
}

bool harness_open(struct harness *h, const char *host_cpu, unsigned lanes,
                  enum harness_dialect dialect)
{
    memset(h, 0, sizeof *h);
    h->isa = isa_exec_find("ventus", host_cpu);
    if (!h->isa)
        return false;
    h->lanes = lanes;
    h->kernel = h->isa->kernel_create(&(struct kernel_config){
        .lanes = lanes,
        .dialect = dialect == HARNESS_TOOLCHAIN ? SHOAL_DIALECT_TOOLCHAIN : SHOAL_DIALECT_MANUAL});
    h->w = aligned_alloc(128, h->isa->wave_bytes(h->kernel));
    h->memory = aligned_alloc(4096, HARNESS_MEMORY);
    h->group.lds = aligned_alloc(4096, HARNESS_LDS);
    h->group.lds_bytes = HARNESS_LDS;
    h->group.wave_count = 2;
    h->machine = (struct machine){
        .window_base = HARNESS_BASE,
        .window_size = HARNESS_MEMORY,
        .host_offset = (uint64_t)(uintptr_t)h->memory - HARNESS_BASE,
        .shared_base = 0x70000000,
        .share = &h->share,
        .find_code = no_code,
        .message = message,
    };
    harness_reset(h);
    return true;
}

void harness_close(struct harness *h)
{
    if (h->code)
        h->isa->code_destroy(h->code);
    free(h->kernel);
    free(h->w);
    free(h->memory);
    free(h->group.lds);
}

void harness_reset(struct harness *h)
{
    struct ventus_wave *w = h->w;
    memset(w, 0, h->isa->wave_bytes(h->kernel));
    memset(h->memory, 0, HARNESS_MEMORY);
    memset(h->group.lds, 0, HARNESS_LDS);
    w->base.machine = &h->machine;
    w->base.group = &h->group;
    w->base.lanes = h->lanes;
    w->base.index = 1;
    w->base.scratch_bytes = HARNESS_PRIVATE;
    w->base.scratch_base = HARNESS_BASE + HARNESS_MEMORY / 2;
    w->all = w->mask = h->lanes == 32 ? UINT32_MAX : (1u << h->lanes) - 1;
    w->env.lanes = h->lanes;
    w->sew = W32;
    w->lmul = 1;
    w->vtype = 0xd0;
    w->vl = h->lanes;
    update_on(w);
}

bool harness_run(struct harness *h, const uint32_t *code, size_t words)
{
    uint32_t *bytes = (uint32_t *)(void *)(h->memory + HARNESS_CODE);
    memcpy(bytes, code, words * 4);
    bytes[words] = 0x0000400b; /* endprg */
    if (h->code)
        h->isa->code_destroy(h->code);
    struct code *c = h->isa->code_create(HARNESS_BASE + HARNESS_CODE, (const uint8_t *)bytes,
                                         (words + 1) * 4, h->isa->code_variant(h->kernel));
    struct wave *w = &h->w->base;
    h->code = w->code = c;
    w->budget = 1000000;
    w->stop = STOP_NONE;
    const struct op *op = &((struct ventus_code *)c)->ops[0].base;
    unsigned done = 0;
    while (op || w->stop == STOP_YIELD || w->stop == STOP_BARRIER) {
        if (h->limit && done++ == h->limit) {
            w->stop = STOP_YIELD;
            break;
        }
        if (!op) {
            op = w->next;
            w->stop = STOP_NONE;
        }
        op_exec_fn exec = atomic_load_explicit(&op->exec, memory_order_acquire);
        if (!exec)
            exec = h->isa->decode(w, op);
        if (h->each)
            h->each(h, op);
        op = exec(w, op);
    }
    return w->stop == STOP_END;
}

bool harness_run_insn(struct harness *h, const struct ventus_insn *in)
{
    uint32_t code[3];
    return harness_run(h, code, ventus_encode(in, code) / 4);
}

struct ventus_insn harness_insn(const char *mnemonic)
{
    for (unsigned i = 0; i < VENTUS_ROW_COUNT; i++) {
        if (strcmp(ventus_rows[i].name, mnemonic) != 0)
            continue;
        struct ventus_insn in = {
            .row = (uint16_t)i, .prefix_row = VENTUS_NONE, .format = ventus_rows[i].format};
        if (ventus_formats[in.format].places[VROLE_vm].kind != VK_none)
            in.f[VF_vm] = 1;
        return in;
    }
    fprintf(stderr, "no row %s\n", mnemonic);
    abort();
}

uint32_t harness_csr(struct harness *h, unsigned csr)
{
    struct ventus_insn in = harness_insn("csrrs");
    uint32_t old = h->w->x[5];
    in.f[VF_rd] = 5;
    in.f[VF_csr] = csr;
    if (!harness_run_insn(h, &in)) {
        fprintf(stderr, "no CSR %#x\n", csr);
        abort();
    }
    uint32_t value = h->w->x[5];
    h->w->x[5] = old;
    return value;
}

void harness_set_csr(struct harness *h, unsigned csr, uint32_t value)
{
    struct ventus_insn in = harness_insn("csrrw");
    uint32_t old = h->w->x[5];
    h->w->x[5] = value;
    in.f[VF_rs1] = 5;
    in.f[VF_csr] = csr;
    harness_run_insn(h, &in);
    h->w->x[5] = old;
}

void harness_configure(struct harness *h, unsigned sew, unsigned lmul, uint32_t vl)
{
    struct ventus_insn in = harness_insn("vsetvli");
    uint32_t old[2] = {h->w->x[5], h->w->x[6]};
    h->w->x[5] = vl;
    in.f[VF_rd] = 6;
    in.f[VF_rs1] = 5;
    in.f[VF_vtype] = (lmul == 2) | sew << 3 | 3 << 6;
    harness_run_insn(h, &in);
    h->w->x[5] = old[0];
    h->w->x[6] = old[1];
}

uint64_t harness_random(uint64_t *state)
{
    static const uint64_t edges[] = {0,
                                     1,
                                     2,
                                     3,
                                     0x7f,
                                     0x80,
                                     0xff,
                                     0x7fff,
                                     0x8000,
                                     0xffff,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     INT64_MAX,
                                     1ull << 63,
                                     UINT64_MAX,
                                     0x3f800000,
                                     0xbf800000,
                                     0x7f800000,
                                     0xff800000,
                                     0x7fc00000,
                                     0x7f800001,
                                     0x00800000,
                                     0x007fffff,
                                     0x7f7fffff,
                                     0x3c00,
                                     0x7c00,
                                     0x7e00,
                                     0x7c01,
                                     0x0400,
                                     0x03ff,
                                     0x7bff,
                                     0x3ff0000000000000,
                                     0x7ff0000000000000,
                                     0x7ff8000000000000,
                                     0x7ff0000000000001,
                                     0x0010000000000000,
                                     0x000fffffffffffff,
                                     0x7fefffffffffffff};
    *state += 0x9e3779b97f4a7c15; /* splitmix64 */
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    z ^= z >> 31;
    if (z & 1)
        return z >> 1 | z << 63;
    return edges[(z >> 8) % (sizeof edges / sizeof *edges)] ^ (z >> 40 & 1 ? 0 : z >> 50 & 1);
}

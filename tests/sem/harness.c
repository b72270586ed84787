#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t realtime(struct machine *m)
{
    (void)m;
    return 12345;
}

static struct code *no_code(struct machine *m, uint64_t pc, uint32_t variant)
{
    (void)m, (void)pc, (void)variant;
    return NULL;
}

bool harness_open(struct harness *h, const char *host_cpu, unsigned lanes)
{
    memset(h, 0, sizeof *h);
    h->isa = isa_exec_find("rdna3", host_cpu);
    if (!h->isa)
        return false;
    h->lanes = lanes;
    /* rsrc1: 256 VGPRs, denormals on; rsrc2: no user SGPRs */
    uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES];
    rdna3_descriptor_write(descriptor, 63u | 0xf0u << 12, 0, 0);
    const struct kernel_config config = {
        .form = "rdna3.5", /* the newest generation has all instructions */
        .lanes = lanes,
        .descriptor = descriptor};
    h->kernel = h->isa->kernel_create(&config);
    h->w = aligned_alloc(128, h->isa->wave_bytes(h->kernel));
    h->memory = aligned_alloc(4096, HARNESS_MEMORY);
    h->scratch = aligned_alloc(4096, (size_t)HARNESS_SCRATCH * 64);
    h->group.lds = aligned_alloc(4096, HARNESS_LDS);
    h->group.lds_bytes = HARNESS_LDS;
    h->group.wave_count = 1;
    h->machine = (struct machine){
        .window_base = (uint64_t)(uintptr_t)h->memory,
        .window_size = HARNESS_MEMORY,
        .shared_base = h->isa->shared_base,
        .private_base = h->isa->private_base,
        .find_code = no_code,
        .realtime = realtime,
        .share = aligned_alloc(64, (h->isa->share_bytes + 63) & ~(size_t)63),
    };
    h->group.turn = &h->turn;
    harness_reset(h);
    return true;
}

void harness_close(struct harness *h)
{
    free(h->kernel);
    free(h->w);
    free(h->memory);
    free(h->scratch);
    free(h->group.lds);
    free(h->machine.share);
}

void harness_reset(struct harness *h)
{
    memset(h->w, 0, h->isa->wave_bytes(h->kernel));
    memset(h->memory, 0, HARNESS_MEMORY);
    memset(h->machine.share, 0, h->isa->share_bytes);
    atomic_store(&h->turn, 0);
    memset(h->scratch, 0, (size_t)HARNESS_SCRATCH * 64);
    memset(h->group.lds, 0, HARNESS_LDS);
    h->w->base.machine = &h->machine;
    h->w->base.group = &h->group;
    h->w->base.lanes = h->lanes;
    h->w->base.scratch = h->scratch;
    h->w->base.scratch_bytes = HARNESS_SCRATCH;
    h->w->halves = (uint8_t)(h->lanes / 32);
    h->w->vgprs = VGPR_COUNT;
    h->w->mode = MODE_PLAIN;
    set_s64(h->w, SRC_EXEC_LO, h->lanes == 64 ? UINT64_MAX : UINT32_MAX);
}

bool harness_run(struct harness *h, const uint32_t *code, size_t dwords)
{
    uint32_t *bytes = malloc((dwords + 1) * 4);
    memcpy(bytes, code, dwords * 4);
    bytes[dwords] = 0xbfb00000; /* s_endpgm */
    struct code *c = h->isa->code_create((uint64_t)(uintptr_t)bytes, (const uint8_t *)bytes,
                                         (dwords + 1) * 4, h->isa->code_variant(h->kernel));
    struct wave *w = &h->w->base;
    w->code = c;
    w->budget = 1000000;
    w->stop = STOP_NONE;
    const struct op *op = &((struct rdna3_code *)c)->ops[0].base;
    while (op || w->stop == STOP_YIELD || w->stop == STOP_BARRIER) {
        if (!op) {
            op = w->next;
            w->stop = STOP_NONE;
        }
        op_exec_fn exec = atomic_load_explicit(&op->exec, memory_order_acquire);
        op = (exec ? exec : h->isa->decode(w, op))(w, op);
    }
    h->isa->code_destroy(c);
    free(bytes);
    return w->stop == STOP_END;
}

bool harness_run_insn(struct harness *h, const struct rdna3_insn *in)
{
    uint32_t code[5];
    return harness_run(h, code, rdna3_encode(in, code) / 4);
}

struct rdna3_insn harness_insn(const char *mnemonic, unsigned format)
{
    const struct rdna3_row *row = rdna3_find(mnemonic, strlen(mnemonic));
    if (!row) {
        fprintf(stderr, "no row %s\n", mnemonic);
        abort();
    }
    struct rdna3_insn in = {.row = (uint16_t)(row - rdna3_rows), .format = (uint8_t)format};
    if (format != FMT_EXP)
        in.f[F_op] = (uint32_t)(format == row->format ? row->op : row->op_vop3);
    if (format == FMT_VOP3P)
        in.f[F_opselhi] = 3, in.f[F_opselhi2] = 1;
    return in;
}

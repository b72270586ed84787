/* wave.c: the Ventus side of isa/machine.h for one host CPU level: kernels, code ranges, the
 * initial state of warps.
 *
 * Initial state: spec isa.md 1; launch-abi.md 11. */
#include <stdio.h>
#include <stdlib.h>

#include "isa/registry.h"
#include "isa/ventus/exec/layer.h"
#include "isa/ventus/launch.h"
#include "isa/ventus/names.h"
#include "isa/ventus/operands.h"
#include "isa/ventus/print.h"

op_exec_fn FN(translate)(struct ventus_wave *w, struct ventus_op *o);
void FN(access_fault)(struct wave *wave, const void *at);
void *FN(jit_function)(const char *name);

static void *kernel_create(const struct kernel_config *config)
{
    struct ventus_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->lanes = config->lanes;
    k->toolchain = config->dialect == SHOAL_DIALECT_TOOLCHAIN;
    return k;
}

static uint32_t code_variant(const void *kernel)
{
    const struct ventus_kernel *k = kernel;
    return (uint32_t)k->toolchain << 8 | k->lanes;
}

static bool is_toolchain(uint32_t variant) { return variant >> 8 & 1; }

static struct code *code_create(uint64_t base, const uint8_t *bytes, uint64_t size_bytes,
                                uint32_t variant)
{
    struct ventus_code *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->base = code_range(base, bytes, size_bytes, variant);
    if (!op_store_open(&c->store, &c->base, sizeof *c->ops)) {
        free(c);
        return NULL;
    }
    c->ops = c->store.ops;
    c->lanes = variant & 0xff;
    c->toolchain = is_toolchain(variant);
    return &c->base;
}

static void code_destroy(struct code *code)
{
    struct ventus_code *c = (struct ventus_code *)code;
    if (!c)
        return;
    op_store_close(&c->store);
    free(c);
}

static size_t wave_bytes(const void *kernel)
{
    (void)kernel;
    return (sizeof(struct ventus_wave) + 127) / 128 * 128;
}

/* Lanes of warp `index` that have a work-item: work-items are numbered as in the full block. */
static uint32_t trimmed(uint32_t index, uint32_t lanes, const uint32_t full[3],
                        const uint32_t block[3])
{
    uint64_t items = (uint64_t)full[0] * full[1] * full[2], first = (uint64_t)index * lanes;
    uint32_t mask = 0;
    for (uint32_t l = 0; l < lanes && first + l < items; l++) {
        uint64_t i = first + l;
        if (i % full[0] < block[0] && i / full[0] % full[1] < block[1] &&
            i / full[0] / full[1] < block[2])
            mask |= 1u << l;
    }
    return mask;
}

static void wave_init(struct wave *wave, const struct launch_state *l, const uint32_t block[3])
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    const struct ventus_share *share = wave->machine->share;
    memset((char *)w + sizeof w->base, 0, offsetof(struct ventus_wave, v) - sizeof w->base);
    memset(w->v, 0, atomic_load(&share->vectors_used) * sizeof *w->v);
    w->all = wave->lanes >= 32 ? UINT32_MAX : (1u << wave->lanes) - 1;
    if (l->trim)
        w->all &= trimmed(wave->index, wave->lanes, l->block, block);
    w->mask = w->all;
    w->env.lanes = wave->lanes;
    w->sew = W32;
    w->lmul = 1;
    w->vtype = 0xd0; /* e32, m1, ta, ma */
    w->vl = wave->lanes;
    w->knl = (uint32_t)l->dispatch_packet;
    update_on(w);
    wave->code = wave->machine->find_code(wave->machine, l->entry, l->variant);
    const struct ventus_code *c = wave_code(w);
    w->mstatus = c->toolchain ? 0x80000600 : 0; /* the vector unit is on and dirty */
    wave->next = &c->ops[(l->entry - c->base.base) / 4].base;
    if (!w->mask)
        wave->stop = STOP_END;
}

static op_exec_fn decode(struct wave *wave, const struct op *op)
{
    struct ventus_op *ops = ((struct ventus_code *)wave->code)->ops;
    return FN(translate)((struct ventus_wave *)wave, &ops[(const struct ventus_op *)op - ops]);
}

static struct op *op_at(struct code *code, uint64_t offset)
{
    return &((struct ventus_code *)code)->ops[offset / 4].base;
}

static op_exec_fn executor(const struct op *op) { return ((const struct ventus_op *)op)->interp; }

static const char *row_name(unsigned row) { return ventus_rows[row].name; }

static void start_facts(const void *kernel, struct start_facts *out)
{
    (void)kernel;
    *out = (struct start_facts){.mode = PLAIN_MODE};
}

static uint64_t isa_op_pc(const struct wave *wave, const struct op *op)
{
    const struct ventus_code *c = (const struct ventus_code *)wave->code;
    const struct ventus_op *o = (const struct ventus_op *)op;
    /* One that has not run yet knows its place only by its slot. */
    if (o >= c->ops && o < c->ops + c->store.count + OPS_BEHIND)
        return c->base.base + 4 * (uint64_t)(o - c->ops);
    return c->base.base + op->offset;
}

static void print(const struct code *code, uint64_t offset, char *text, size_t size)
{
    struct ventus_insn in;
    enum { PREFIX = 4 };
    unsigned how = is_toolchain(code->variant) ? VENTUS_TOOLCHAIN : 0;
    const uint8_t *at = code->bytes + offset;
    uint64_t avail = code->size_bytes - offset;
    bool has_prefix = offset >= PREFIX &&
                      ventus_decode(at - PREFIX, avail + PREFIX, how, &in) == SHOAL_OK &&
                      in.prefix_row != VENTUS_NONE;
    if (!has_prefix && ventus_decode(at, avail, how | VENTUS_RAW, &in) != SHOAL_OK) {
        snprintf(text, size, "invalid instruction");
        return;
    }
    struct ventus_print_options options = {.pc = code->base + offset - (has_prefix ? PREFIX : 0)};
    ventus_print(&in, &options, text, size);
}

static unsigned syncs(const struct op *op)
{
    if (op->exec == FN(exec_illegal) || op->exec == FN(exec_later))
        return 0;
    return op_row((const struct ventus_op *)op)->effects.syncs;
}

/* For observers: enum shoal_register_file of shoal/observe.h: 0 scalar, 1 vector, 2 status,
 * 3 CSRs by number, 4 entries of the SIMT stack. */
static size_t read_register(const struct wave *wave, unsigned file, unsigned index,
                            uint32_t *values)
{
    const struct ventus_wave *w = (const struct ventus_wave *)wave;
    if (file == 0 && index < SGPR_COUNT) {
        values[0] = w->x[index];
        return 1;
    }
    if (file == 1 && index < VGPR_COUNT) {
        memcpy(values, &w->v[index], wave->lanes * sizeof(uint32_t));
        return wave->lanes;
    }
    if (file == 2 && index < 6) {
        uint32_t fcsr = 0;
        FN(csr_read)(w, 3, &fcsr);
        const uint32_t status[] = {w->mask, w->rpc, fcsr, w->depth, w->vl, w->vtype};
        values[0] = status[index];
        return 1;
    }
    if (file == 3)
        return FN(csr_read)(w, index, values);
    if (file == 4 && index < w->depth) {
        const struct ventus_entry *e = &w->stack[w->depth - 1 - index];
        values[0] = e->rpc;
        values[1] = e->next_pc;
        values[2] = e->mask;
        return 3;
    }
    return 0;
}

/* vl and vtype are set by instructions only: registers follow from them. */
static bool write_status(struct ventus_wave *w, unsigned index, uint32_t value)
{
    switch (index) {
    case 0:
        if (!value || value & ~w->all)
            return false;
        w->mask = value;
        update_on(w);
        return true;
    case 1:
        w->rpc = value;
        return true;
    case 2:
        return FN(csr_write)(w, 3, value);
    default:
        return false;
    }
}

static bool write_register(struct wave *wave, unsigned file, unsigned index, const uint32_t *values)
{
    struct ventus_wave *w = (struct ventus_wave *)wave;
    struct ventus_share *share = wave->machine->share;
    if (file == 0 && index > 0 && index < SGPR_COUNT) {
        w->x[index] = values[0];
        return true;
    }
    if (file == 1 && index < VGPR_COUNT) {
        unsigned used = atomic_load(&share->vectors_used);
        while (used <= index &&
               !atomic_compare_exchange_weak(&share->vectors_used, &used, index + 1))
            ;
        memcpy(&w->v[index], values, wave->lanes * sizeof *values);
        return true;
    }
    if (file == 4 && index < w->depth) {
        w->stack[w->depth - 1 - index] =
            (struct ventus_entry){.rpc = values[0], .next_pc = values[1], .mask = values[2]};
        return true;
    }
    return file == 2   ? write_status(w, index, values[0])
           : file == 3 ? FN(csr_write)(w, index, values[0])
                       : false;
}

static size_t operands_of(const struct op *op, uint32_t lanes,
                          shoal_operand out[SHOAL_INSN_MAX_OPERANDS])
{
    const struct ventus_op *o = (const struct ventus_op *)op;
    (void)lanes;
    return o->insn ? ventus_operands(o->insn, out) : 0;
}

static bool operand_register(const shoal_operand *o, shoal_register_file *file, unsigned *index)
{
    *file = o->kind == SHOAL_OPERAND_VGPR ? SHOAL_REG_VECTOR : SHOAL_REG_SCALAR;
    *index = o->first;
    return o->kind == SHOAL_OPERAND_VGPR || o->kind == SHOAL_OPERAND_SGPR;
}

static void register_name(shoal_register_file file, unsigned index, char text[16])
{
    char room[VENTUS_REGISTER_NAME_BYTES];
    if (file == SHOAL_REG_VECTOR)
        snprintf(text, 16, "v%u", index);
    else
        snprintf(text, 16, "%s", ventus_scalar_name(index, room));
}

static uint64_t active_lanes(const struct wave *wave)
{
    return ((const struct ventus_wave *)wave)->mask;
}

static const struct op *op_find(struct code *code, uint64_t offset)
{
    return &((struct ventus_code *)code)->ops[offset / 4].base;
}
/* x0; thread ids and all else come from CSRs (manual, chapter 2). */
static void start_written(const struct launch_state *l, uint64_t written[3], unsigned *vectors)
{
    (void)l;
    written[0] = 1;
    written[1] = written[2] = UINT64_MAX; /* no registers */
    *vectors = 0;
}

const struct isa_exec FN(exec_table) = {
    .isa = "ventus",
#define STRING2(x) #x
#define STRING(x)  STRING2(x)
    .host_cpu = STRING(SHOAL_LEVEL),
    .dialect_isas = {"ventus", "ventus", "ventus:toolchain"},
    .op_bytes = sizeof(struct ventus_op),
    .wave_name = "warp",
    .lane_name = "thread",
    .end_name = "endprg",
    .has_jit = true,
    .has_dialects = true,
    .has_zero = true,
    .prefix_bytes = 4,
    .lanes_supported = 4 | 8 | 16 | 32,
    .default_lanes = 32,
    .window_bytes = UINT64_C(1) << 32,
    .alloc_base = 0x90000000,
    .code_base = VENTUS_CODE_BASE,
    .pointer_bytes = 4,
    .alloc_align = 4096,
    .shared_base = 0x70000000,
    .lds_end = 0x80000000,
    .lds_reserve = 0x10000000,
    .start_written = start_written,
    .full_groups = true,
    .packet_bytes = VENTUS_PACKET_BYTES,
    .packet_has_print = true,
    .print_counts_header = true,
    .wave_scratch_limit = 8 << 20,
    .packet_write = ventus_packet_write,
    .packet_read = ventus_packet_read,
    .start_code = ventus_start_code,
    .start_bytes = sizeof ventus_start_code,
    .start_base = 0x8ffff000, /* the end of what the driver reserves for code */
    .kernel_create = kernel_create,
    .code_variant = code_variant,
    .start_facts = start_facts,
    .code_create = code_create,
    .code_destroy = code_destroy,
    .share_bytes = sizeof(struct ventus_share),
    .wave_bytes = wave_bytes,
    .wave_init = wave_init,
    .decode = decode,
    .op_at = op_at,
    .executor = executor,
    .row_count = VENTUS_ROW_COUNT,
    .row_name = row_name,
    .jit_function = FN(jit_function),
    .op_pc = isa_op_pc,
    .access_fault = FN(access_fault),
    .print = print,
    .access = FN(access_of),
    .read_register = read_register,
    .write_register = write_register,
    .active_lanes = active_lanes,
    .operands = operands_of,
    .operand_register = operand_register,
    .register_name = register_name,
    .op_find = op_find,
    .syncs = syncs,
};

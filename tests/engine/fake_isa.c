/* fake_isa.c: see fake_isa.h. */
#include "fake_isa.h"
#include "isa/rdna3/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fake_kernel {
    uint32_t lanes;
};

struct fake_op {
    struct op base;
    struct fake_insn insn;
};

struct fake_code {
    struct code base;
    size_t count; /* instructions; one more op stands for what follows */
    struct fake_op ops[];
};

struct fake_wave {
    struct wave base;
    uint64_t r[16];
    uint32_t block[3];
    const uint8_t *kernarg;
    uint64_t entry, kernel_entry, packet;
};

static const struct op *stop(struct fake_wave *w, const struct fake_op *next, enum stop why)
{
    w->base.next = &next->base;
    w->base.stop = (uint8_t)why;
    return NULL;
}

static const struct op *fault(struct fake_wave *w, const struct fake_op *o, shoal_fault_cause cause,
                              uint64_t address, const char *text)
{
    w->base.fault = (struct fault_info){.cause = cause, .address = address};
    if (cause == SHOAL_FAULT_MEMORY) {
        w->base.fault.lanes = 1;
        w->base.fault.bytes = 4;
    }
    snprintf(w->base.fault.text, sizeof w->base.fault.text, "%s", text);
    return stop(w, o, STOP_FAULT);
}

static const struct op *jump(struct fake_wave *w, const struct fake_op *o, uint64_t pc)
{
    struct code *code = w->base.code;
    if (pc - code->base >= code->size_bytes)
        code = w->base.machine->find_code(w->base.machine, pc, code->variant);
    if (!code)
        return fault(w, o, SHOAL_FAULT_PC, pc, "no code there");
    w->base.code = code;
    const struct fake_op *to = &((struct fake_code *)code)->ops[(pc - code->base) / 8];
    if (to <= o && --w->base.budget < 0)
        return stop(w, to, STOP_YIELD);
    return &to->base;
}

static bool in_window(const struct fake_wave *w, uint64_t address)
{
    return address - w->base.machine->window_base < w->base.machine->window_size - 4;
}

/* Not instrumented: TSan's atomics hold a lock of its run time when the access faults. */
__attribute__((disable_sanitizer_instrumentation)) static const struct op *
memory(struct fake_wave *w, const struct fake_op *o)
{
    const struct fake_insn *i = &o->insn;
    uint64_t address = w->r[i->b] + (uint64_t)(int64_t)i->imm;
    if (!in_window(w, address))
        return fault(w, o, SHOAL_FAULT_MEMORY, address, "");
    uint64_t host = address + w->base.machine->host_offset;
    _Atomic uint32_t *at = (_Atomic uint32_t *)(uintptr_t)host;
    w->base.next = &o->base;
    w->base.faulting_access = true;
    atomic_signal_fence(memory_order_seq_cst);
    if (i->opcode == F_LOAD)
        w->r[i->a] = atomic_load_explicit(at, memory_order_acquire);
    else if (i->opcode == F_STORE)
        atomic_store_explicit(at, (uint32_t)w->r[i->a], memory_order_release);
    else
        w->r[i->a] = atomic_fetch_add(at, (uint32_t)w->r[i->c]);
    atomic_signal_fence(memory_order_seq_cst);
    w->base.faulting_access = false;
    return &(o + 1)->base;
}

static const struct op *local(struct fake_wave *w, const struct fake_op *o)
{
    const struct fake_insn *i = &o->insn;
    bool is_lds = i->opcode == F_LDS_LOAD || i->opcode == F_LDS_STORE;
    uint8_t *base = is_lds ? w->base.group->lds : w->base.scratch;
    uint64_t limit = is_lds ? w->base.group->lds_bytes : w->base.scratch_bytes;
    uint64_t at = (is_lds ? w->r[i->b] : 0) + (uint32_t)i->imm;
    if (at + 4 > limit)
        return fault(w, o, SHOAL_FAULT_MEMORY, at, "outside");
    if (!is_lds)
        at *= w->base.lanes;
    uint32_t value = (uint32_t)w->r[i->a];
    if (i->opcode == F_LDS_STORE || i->opcode == F_SCRATCH_STORE) {
        memcpy(base + at, &value, 4);
    } else {
        memcpy(&value, base + at, 4);
        w->r[i->a] = value;
    }
    return &(o + 1)->base;
}

static const struct op *execute(struct wave *wave, const struct op *op)
{
    struct fake_wave *w = (struct fake_wave *)wave;
    const struct fake_op *o = (const struct fake_op *)op;
    const struct fake_insn *i = &o->insn;
    uint64_t *r = w->r, target = w->entry + 8 * (uint64_t)(uint32_t)i->imm;
    switch (i->opcode) {
    case F_END:
        return stop(w, o, STOP_END);
    case F_BARRIER:
        return stop(w, o + 1, STOP_BARRIER);
    case F_SLEEP:
        return stop(w, o + 1, STOP_YIELD);
    case F_HALT:
        return stop(w, o + 1, STOP_HALT);
    case F_TRAP:
        return fault(w, o, SHOAL_FAULT_TRAP, 0, "trap");
    case F_MOV:
        r[i->a] = (uint64_t)(int64_t)i->imm;
        break;
    case F_ADD:
        r[i->a] = r[i->b] + r[i->c];
        break;
    case F_ADDI:
        r[i->a] = r[i->b] + (uint64_t)(int64_t)i->imm;
        break;
    case F_MULI:
        r[i->a] = r[i->b] * (uint64_t)(int64_t)i->imm;
        break;
    case F_GROUP:
        r[i->a] = wave->group->id[i->imm];
        break;
    case F_INDEX:
        r[i->a] = wave->group->index;
        break;
    case F_WAVE:
        r[i->a] = wave->index;
        break;
    case F_BLOCK:
        r[i->a] = w->block[i->imm];
        break;
    case F_ARG:
        memcpy(&r[i->a], w->kernarg + i->imm, 8);
        break;
    case F_LOAD:
    case F_STORE:
    case F_ATOMIC:
        return memory(w, o);
    case F_LDS_LOAD:
    case F_LDS_STORE:
    case F_SCRATCH_LOAD:
    case F_SCRATCH_STORE:
        return local(w, o);
    case F_JUMP:
        return jump(w, o, target);
    case F_JNE:
        return r[i->b] != r[i->c] ? jump(w, o, target) : &(o + 1)->base;
    case F_JLT:
        return r[i->b] < r[i->c] ? jump(w, o, target) : &(o + 1)->base;
    case F_JUMP_TO:
        return jump(w, o, r[i->a]);
    case F_MESSAGE:
        wave->machine->message(wave->machine, wave, (uint32_t)i->imm, 0);
        break;
    case F_PART_BARRIER:
        wave->barrier.first = i->imm & 0xff;
        wave->barrier.count = i->imm >> 8 & 0xff;
        wave->barrier.kind = (uint8_t)(i->imm >> 16);
        return stop(w, o + 1, STOP_BARRIER);
    case F_ENTRY:
        r[i->a] = w->kernel_entry;
        break;
    case F_PACKET:
        r[i->a] = w->packet;
        break;
    case F_SCRATCH:
        r[i->a] = wave->scratch_base;
        break;
    case F_SELFTEST_CRASH:
        wave->next = op;
        wave->faulting_access = i->imm != 0;
        atomic_signal_fence(memory_order_seq_cst);
        r[i->a] = *(volatile uint32_t *)(uintptr_t)8;
        break;
    default:
        return fault(w, o, SHOAL_FAULT_ILLEGAL, 0, "");
    }
    return &(o + 1)->base;
}

static const struct op *execute_outside(struct wave *wave, const struct op *op)
{
    struct fake_wave *w = (struct fake_wave *)wave;
    const struct fake_op *o = (const struct fake_op *)op;
    return fault(w, o, SHOAL_FAULT_PC, wave->code->base + op->offset, "ran past the code");
}

static op_exec_fn decode(struct wave *wave, const struct op *op)
{
    struct fake_op *o = (struct fake_op *)(uintptr_t)op;
    bool is_outside = op->offset >= wave->code->size_bytes;
    op_exec_fn fn = is_outside ? execute_outside : execute;
    atomic_store_explicit(&o->base.exec, fn, memory_order_release);
    return fn;
}

static void *kernel_create(const struct kernel_config *config)
{
    struct fake_kernel *k = malloc(sizeof *k);
    if (k)
        k->lanes = config->lanes;
    return k;
}

static uint32_t code_variant(const void *kernel)
{
    return ((const struct fake_kernel *)kernel)->lanes;
}

static struct code *code_create(uint64_t base, const uint8_t *bytes, uint64_t size_bytes,
                                uint32_t variant)
{
    size_t count = size_bytes / 8;
    struct fake_code *c = calloc(1, sizeof *c + (count + 1) * sizeof c->ops[0]);
    if (!c)
        return NULL;
    c->base = (struct code){base, size_bytes, bytes, variant};
    c->count = count;
    for (size_t i = 0; i <= count; i++) {
        c->ops[i].base.offset = (uint32_t)(8 * i);
        c->ops[i].base.size_bytes = 8;
        if (i < count)
            memcpy(&c->ops[i].insn, bytes + 8 * i, 8);
        c->ops[i].base.cls =
            c->ops[i].insn.opcode >= F_JUMP ? SHOAL_CLASS_BRANCH : SHOAL_CLASS_SALU;
    }
    return &c->base;
}

static void code_destroy(struct code *code) { free(code); }

static size_t wave_bytes(const void *kernel)
{
    (void)kernel;
    return (sizeof(struct fake_wave) + 127) / 128 * 128;
}

static void wave_init(struct wave *wave, const struct launch_state *s, const uint32_t block[3])
{
    struct fake_wave *w = (struct fake_wave *)wave;
    memset(w->r, 0, sizeof w->r);
    memcpy(w->block, block, sizeof w->block);
    w->kernarg = (const uint8_t *)s->kernarg_dwords;
    w->entry = s->entry;
    w->kernel_entry = s->kernel_entry;
    w->packet = s->dispatch_packet;
    if (s->trim && wave->index * wave->lanes >= block[0] * block[1] * block[2])
        wave->stop = STOP_END;
    for (uint32_t i = 0; i < s->user_data_count; i++)
        w->r[i] = s->user_data[i];
    struct code *code = wave->machine->find_code(wave->machine, s->entry, code_variant(s->kernel));
    wave->code = code;
    wave->next = &((struct fake_code *)code)->ops[(s->entry - code->base) / 8].base;
}

static uint64_t op_pc(const struct wave *wave, const struct op *op)
{
    return wave->code->base + op->offset;
}

static void access_fault(struct wave *wave, const void *at)
{
    uint64_t address = (uint64_t)(uintptr_t)at - wave->machine->host_offset;
    wave->fault = (struct fault_info){
        .cause = SHOAL_FAULT_MEMORY, .lanes = 1, .address = address, .bytes = 4};
}

static void print(const struct code *code, uint64_t offset, char *text, size_t text_size)
{
    const uint8_t *bytes = code->bytes + offset;
    snprintf(text, text_size, code->size_bytes - offset < 8 ? "cut" : "op%d r%d, r%d, r%d",
             bytes[0], bytes[1], bytes[2], bytes[3]);
}

static size_t read_register(const struct wave *wave, unsigned file, unsigned index,
                            uint32_t *values)
{
    if (file != 0 || index >= 16)
        return 0;
    values[0] = (uint32_t)((const struct fake_wave *)wave)->r[index];
    return 1;
}

/* ---- the 32-bit flavour ----------------------------------------------------------- */

static const struct fake_insn start_code[] = {F(ENTRY, 15, 0, 0, 0), F(JUMP_TO, 15, 0, 0, 0)};

static void packet_write(void *packet, uint64_t address, struct launch_state *s)
{
    const struct fake_packet p = {(uint32_t)s->kernel_entry, (uint32_t)s->kernarg,
                                  (uint32_t)s->print_buffer, s->print_bytes};
    memcpy(packet, &p, sizeof p);
    s->dispatch_packet = address;
}

static void packet_read(const void *packet, struct launch_state *s)
{
    struct fake_packet p;
    memcpy(&p, packet, sizeof p);
    s->kernel_entry = p.entry;
    s->kernarg = p.kernarg;
    s->print_buffer = p.print_address;
    s->print_bytes = p.print_bytes;
}

static bool access(struct wave *wave, const struct op *op, int lane, struct access_info *out)
{
    if (lane > 0)
        return false;
    const struct fake_insn *i = &((const struct fake_op *)op)->insn;
    const uint64_t *r = ((const struct fake_wave *)wave)->r;
    if (i->opcode != F_LOAD && i->opcode != F_STORE)
        return false;
    *out = (struct access_info){.address = r[i->b] + (uint64_t)(int64_t)i->imm,
                                .bytes = 4,
                                .is_store = i->opcode == F_STORE,
                                .has_value = i->opcode == F_STORE,
                                .value = r[i->a]};
    return true;
}

#define COMMON                                                                                     \
    .isa = "fake", .host_cpu = "sse2", .op_bytes = sizeof(struct fake_op),                         \
    .kernel_create = kernel_create, .code_variant = code_variant, .code_create = code_create,      \
    .code_destroy = code_destroy, .wave_bytes = wave_bytes, .wave_init = wave_init,                \
    .decode = decode, .op_pc = op_pc, .access_fault = access_fault, .print = print,                \
    .read_register = read_register, .shared_base = UINT64_C(1) << 48,                              \
    .private_base = UINT64_C(2) << 48, .default_lanes = 32, .wave_scratch_limit = 8 << 20

const struct isa_exec fake_isa = {
    COMMON,
    .wave_name = "wave",
    .lane_name = "lane",
    .end_name = "s_endpgm",
    .lanes_supported = 32 | 64,
    .pointer_bytes = 8,
    .packet_bytes = RDNA3_PACKET_BYTES,
    .packet_write = rdna3_packet_write,
    .hidden_argument = rdna3_hidden_argument,
    .raw_kernel = rdna3_raw_kernel,
};

const struct isa_exec fake_isa32 = {
    COMMON,
    .wave_name = "warp",
    .lane_name = "thread",
    .end_name = "end",
    .lanes_supported = 4 | 8 | 16 | 32,
    .pointer_bytes = 4,
    .window_bytes = UINT64_C(1) << 32,
    .alloc_base = 0x100000,
    .code_base = 0x10000,
    .alloc_align = 4096,
    .lds_reserve = 1 << 20,
    .lds_end = UINT64_C(1) << 20,
    .full_groups = true,
    .has_dialects = true,
    .dialect_isas = {"fake", "fake", "fake"},
    .packet_bytes = sizeof(struct fake_packet),
    .packet_has_print = true,
    .print_counts_header = true,
    .packet_write = packet_write,
    .packet_read = packet_read,
    .start_code = start_code,
    .start_bytes = sizeof start_code,
    .access = access,
};

const shoal_chip fake_chip = {
    .name = "fake",
    .isa = "fake",
    .multiprocessors = 1,
    .compute_units = 1,
    .simds = 4,
    .waves_per_simd = 16,
    .vgprs_per_simd = 1024,
    .vgpr_granule = 1,
    .groups = 32,
    .lds_bytes = 64 << 10,
    .lds_granule = 1,
    .lds_group_bytes = 64 << 10,
};

/* access.c: what an instruction will do to memory, for observers: the addresses that the memory
 * layer itself computes, before anything is checked or moved. Image instructions and GDS are not
 * told. */
#include "isa/exec/access_rows.h"
#include "isa/rdna3/exec/mem.h"
#include "shoal/observe.h"

/* Addresses of the active lanes of one pass. */
static void put_addresses(struct access_info *out, unsigned half, uint32_t on, const u64x32 *at)
{
    out->lanes |= (uint64_t)on << 32 * half;
    memcpy(out->lane_address + 32 * half, at, sizeof *at);
}

static void flat(struct rdna3_wave *w, const struct rdna3_op *o, struct access_info *out)
{
    out->space = o->insn->format == FMT_SCRATCH ? SHOAL_SPACE_SCRATCH
                 : o->insn->format == FMT_FLAT  ? SHOAL_SPACE_FLAT
                                                : SHOAL_SPACE_GLOBAL;
    for (unsigned h = 0; h < w->halves; h++) {
        u64x32 at;
        FN(flat_addresses)(w, o, h, &at);
        put_addresses(out, h, mem_exec(w, &o->mem, h), &at);
    }
}

static void lds(struct rdna3_wave *w, const struct rdna3_op *o, struct access_info *out)
{
    const struct rdna3_mem *m = &o->mem;
    out->space = SHOAL_SPACE_LDS;
    for (unsigned h = 0; h < w->halves; h++) {
        u64x32 at = zext32(FN(lds_bases)(w, m, h) + (uint32_t)m->offset);
        put_addresses(out, h, mem_exec(w, m, h), &at);
    }
    out->has_second = m->addr2;
    out->second = m->addr2 ? m->offset1 - m->offset : 0;
}

static void buffer(struct rdna3_wave *w, const struct rdna3_op *o, struct access_info *out)
{
    out->space = SHOAL_SPACE_GLOBAL;
    for (unsigned h = 0; h < w->halves; h++) {
        u64x32 at;
        unsigned bytes;
        uint32_t on = FN(buffer_addresses)(w, o, h, &at, &bytes);
        put_addresses(out, h, on, &at);
        out->bytes = bytes;
    }
}

/* A load with GLC, which goes past the cache of the compute unit: manual 8.1.10. */
static bool is_coherent(const struct rdna3_op *o)
{
    return o->mem.kind == MEM_LOAD && o->insn->format != FMT_DS && o->insn->f[F_glc];
}

bool FN(access_of)(struct wave *wave, const struct op *op, int lane, struct access_info *out)
{
    struct rdna3_wave *w = (struct rdna3_wave *)(uintptr_t)wave; /* its registers are only read */
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    unsigned bytes;
    *out = (struct access_info){.data = {-1, -1}};
    switch (o->executor) {
    case EXECUTOR_exec_flat:
        flat(w, o, out);
        break;
    case EXECUTOR_exec_ds:
        lds(w, o, out);
        break;
    case EXECUTOR_exec_buffer:
        buffer(w, o, out);
        break;
    case EXECUTOR_exec_smem:
        out->lane_address[0] = FN(smem_address)(w, o, &bytes);
        out->lanes = bytes != 0;
        out->bytes = bytes;
        out->is_scalar = out->is_load = true;
        break;
    default:
        return false;
    }
    if (o->executor != EXECUTOR_exec_smem) {
        out->is_load = o->mem.kind != MEM_STORE;
        out->is_store = o->mem.kind != MEM_LOAD;
        out->bytes = out->bytes ? out->bytes : o->mem.bytes;
        out->is_atomic = o->mem.kind == MEM_ATOMIC || is_coherent(o);
        bool has_data = o->mem.kind == MEM_STORE && !o->mem.hi && !o->mem.formatted;
        out->data[0] = has_data ? o->mem.data : -1;
        out->data[1] = has_data && o->mem.addr2 ? o->mem.data1 : -1;
    }
    if (!out->lanes)
        return false;
    unsigned shown = lane < 0 ? (unsigned)__builtin_ctzll(out->lanes) : (unsigned)lane;
    if (!(out->lanes >> shown & 1))
        return false;
    out->address = out->lane_address[shown];
    access_summarize(out);
    return true;
}

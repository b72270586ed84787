/* hwreg.c: S_GETREG and S_SETREG: the wave's hardware registers. Manual: 3.4, 16.2. */
#include "isa/rdna3/exec/trap.h"
#include "isa/rdna3/sem/sem.h"

enum {
    HWREG_MODE = 1,
    HWREG_STATUS = 2,
    HWREG_TRAPSTS = 3,
    HWREG_GPR_ALLOC = 5, /* 5 to 7: known to LLVM, not in the manual */
    HWREG_LDS_ALLOC = 6,
    HWREG_IB_STS = 7,
    HWREG_FLUSH_IB = 14,
    HWREG_SH_MEM_BASES = 15,
    HWREG_FLAT_SCRATCH_LO = 20,
    HWREG_FLAT_SCRATCH_HI = 21,
    HWREG_HW_ID1 = 23,
    HWREG_HW_ID2 = 24,
    HWREG_SHADER_CYCLES = 29,
};

/* STATUS with the bits that are derived from other state (3.4.1). */
static uint32_t status(const struct rdna3_wave *w)
{
    uint64_t lanes = w->halves == 1 ? UINT32_MAX : UINT64_MAX;
    uint32_t derived = (uint32_t)w->scc | (uint32_t) !(s64(w, SRC_EXEC_LO) & lanes) << 9 |
                       (uint32_t) !(s64(w, SRC_VCC_LO) & lanes) << 10;
    return (w->status & ~0x601u) | derived;
}

static uint64_t cycles(struct rdna3_wave *w)
{
    struct machine *m = w->base.machine;
    return m->realtime(m) * 25; /* a 2.5 GHz shader clock over the 100 MHz counter */
}

static uint32_t read(struct rdna3_wave *w, unsigned id)
{
    const struct machine *m = w->base.machine;
    switch (id) {
    case HWREG_MODE:
        return w->mode;
    case HWREG_STATUS:
        return status(w);
    case HWREG_TRAPSTS:
        return w->trapsts;
    case HWREG_GPR_ALLOC: /* VGPR_SIZE: blocks of 8 (wave32) or 4, less one */
        return (w->vgprs / (w->halves == 1 ? 8 : 4) - 1) << 12;
    case HWREG_LDS_ALLOC: /* LDS_SIZE: blocks of 128 dwords */
        return (w->base.group->lds_bytes + 511) / 512 << 12;
    case HWREG_IB_STS: /* counters of what is outstanding: nothing is */
        return 0;
    case HWREG_SH_MEM_BASES:
        return (uint32_t)(m->private_base >> 48) | (uint32_t)(m->shared_base >> 48) << 16;
    case HWREG_FLAT_SCRATCH_LO:
        return (uint32_t)w->base.scratch_base;
    case HWREG_FLAT_SCRATCH_HI:
        return (uint32_t)(w->base.scratch_base >> 32);
    case HWREG_HW_ID1:
        return w->hw_id1;
    case HWREG_HW_ID2:
        return w->hw_id2;
    case HWREG_SHADER_CYCLES:
        return (uint32_t)cycles(w) & 0xfffff; /* 20 bits */
    default:
        return 0; /* reserved registers read as 0 */
    }
}

/* Bits of register `id` that the wave may write. */
static uint32_t writable(const struct rdna3_wave *w, unsigned id)
{
    if (w->status & STATUS_PRIV && id == HWREG_STATUS)
        return STATUS_PRIV_WRITES;
    if (w->status & STATUS_PRIV && id == HWREG_TRAPSTS)
        return UINT32_MAX;
    switch (id) {
    case HWREG_MODE: /* FP_ROUND .. IEEE, LOD_CLAMPED, EXCP_EN, FP16_OVFL, DISABLE_PERF */
        return 0x0fffu | 0x3ff000u | MODE_FP16_OVFL | 1u << 27;
    case HWREG_TRAPSTS:
        return 0x1ffu | 1u << 12 | 0xf000u;
    default:
        return 0;
    }
}

struct place {
    unsigned id, offset, size;
};

static struct place place_of(const struct rdna3_op *o)
{
    unsigned k = o->insn->f[F_simm16];
    return (struct place){k & 0x3f, k >> 6 & 0x1f, (k >> 11 & 0x1f) + 1};
}

static uint32_t ones(unsigned n) { return n >= 32 ? UINT32_MAX : (1u << n) - 1; }

SEM(s_getreg_b32)
{
    struct place p = place_of(o);
    w->s[o->salu.dst] = read(w, p.id) >> p.offset & ones(p.size);
    return op_next(o);
}

static const struct rdna3_op *write(struct rdna3_wave *w, const struct rdna3_op *o, uint32_t value)
{
    struct place p = place_of(o);
    uint32_t mask = ones(p.size) << p.offset & writable(w, p.id);
    uint32_t old = read(w, p.id), now = (old & ~mask) | (value << p.offset & mask);
    if (p.id == HWREG_MODE)
        w->mode = now;
    else if (p.id == HWREG_TRAPSTS)
        w->trapsts = now;
    else if (p.id == HWREG_STATUS && mask) {
        w->status = now;
        w->scc = now & 1;
    }
    return op_next(o);
}
SEM(s_setreg_b32) { return write(w, o, w->s[o->insn->f[F_sdst]]); }
SEM(s_setreg_imm32_b32) { return write(w, o, (uint32_t)o->insn->literal); }

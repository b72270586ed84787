/* csr.c: control and status registers. Spec isa.md 2. */
#include "isa/ventus/exec/layer.h"

enum {
    CSR_FFLAGS = 0x001,
    CSR_FRM = 0x002,
    CSR_FCSR = 0x003,
    CSR_VSTART = 0x008,
    CSR_VXSAT = 0x009,
    CSR_VXRM = 0x00a,
    CSR_VCSR = 0x00f,
    CSR_MSTATUS = 0x300,
    CSR_MIE = 0x304,
    CSR_MTVEC = 0x305,
    CSR_MSCRATCH = 0x340,
    CSR_MEPC = 0x341,
    CSR_MCAUSE = 0x342,
    CSR_MTVAL = 0x343,
    CSR_MIP = 0x344,
    CSR_TID = 0x800,
    CSR_NUMW = 0x801,
    CSR_NUMT = 0x802,
    CSR_KNL = 0x803,
    CSR_WGID = 0x804,
    CSR_WID = 0x805,
    CSR_LDS = 0x806,
    CSR_PDS = 0x807,
    CSR_GIDX = 0x808,
    CSR_GIDY = 0x809,
    CSR_GIDZ = 0x80a,
    CSR_PRINT = 0x80b,
    CSR_RPC = 0x80c,
    CSR_GDS = 0x80d, /* address is Shoal's own, value 0 */
    CSR_VL = 0xc20,
    CSR_VTYPE = 0xc21,
    CSR_VLENB = 0xc22,
};

static uint32_t fflags(const struct ventus_wave *w)
{
    return (w->env.fp.flags | FN(host_flags_in_riscv)(w->host_flags)) & 0x1f;
}

/* Toolchain: per work-group, as in the RTL; manual: per warp. */
static uint32_t pds(const struct ventus_wave *w)
{
    const struct wave *b = &w->base;
    uint64_t warp = (uint64_t)b->index * b->lanes * b->scratch_bytes;
    return (uint32_t)(b->scratch_base - (wave_code(w)->toolchain ? warp : 0));
}

/* Trap registers: kept, and otherwise without effect. */
static bool read_machine(const struct ventus_wave *w, unsigned csr, uint32_t *value)
{
    switch (csr) {
    case CSR_MSTATUS:
        *value = w->mstatus;
        break;
    case CSR_MIE:
        *value = w->mie;
        break;
    case CSR_MTVEC:
        *value = w->mtvec;
        break;
    case CSR_MSCRATCH:
        *value = w->mscratch;
        break;
    case CSR_MEPC:
        *value = w->mepc;
        break;
    case CSR_MCAUSE:
        *value = w->mcause;
        break;
    case CSR_MTVAL:
        *value = w->mtval;
        break;
    case CSR_MIP:
        *value = w->mip;
        break;
    default:
        return false;
    }
    return true;
}

/* Where in the launch the warp is. */
static bool read_place(const struct ventus_wave *w, unsigned csr, uint32_t *value)
{
    const struct wave *b = &w->base;
    switch (csr) {
    case CSR_TID:
        *value = b->index * b->lanes;
        break;
    case CSR_NUMW:
        *value = b->group->wave_count;
        break;
    case CSR_NUMT:
        *value = b->lanes;
        break;
    case CSR_KNL:
        *value = w->knl;
        break;
    case CSR_WGID:
        *value = b->group->index;
        break;
    case CSR_WID:
        *value = b->index;
        break;
    case CSR_LDS:
        *value = (uint32_t)b->machine->shared_base + b->group->lds_offset;
        break;
    case CSR_PDS:
        *value = pds(w);
        break;
    case CSR_GIDX:
    case CSR_GIDY:
    case CSR_GIDZ:
        *value = b->group->id[csr - CSR_GIDX];
        break;
    default:
        return false;
    }
    return true;
}

bool FN(csr_read)(const struct ventus_wave *w, unsigned csr, uint32_t *value)
{
    switch (csr) {
    case CSR_FFLAGS:
        *value = fflags(w);
        break;
    case CSR_FRM:
        *value = w->frm;
        break;
    case CSR_FCSR:
        *value = fflags(w) | (uint32_t)w->frm << 5;
        break;
    case CSR_VSTART:
    case CSR_PRINT: /* the host has drained the buffer before the program goes on */
    case CSR_GDS:
        *value = 0;
        break;
    case CSR_VXSAT:
        *value = w->env.vxsat;
        break;
    case CSR_VXRM:
        *value = w->env.vxrm;
        break;
    case CSR_VCSR:
        *value = w->env.vxsat | (uint32_t)w->env.vxrm << 1;
        break;
    case CSR_RPC:
        *value = w->rpc;
        break;
    case CSR_VL:
        *value = w->vl;
        break;
    case CSR_VTYPE:
        *value = w->vtype;
        break;
    case CSR_VLENB:
        *value = 4 * w->base.lanes;
        break;
    default:
        return read_machine(w, csr, value) || read_place(w, csr, value);
    }
    return true;
}

static void set_fflags(struct ventus_wave *w, uint32_t value)
{
    w->env.fp.flags = value & 0x1f;
    w->host_flags = 0;
}

static void set_frm(struct ventus_wave *w, uint32_t value) { w->frm = w->env.fp.rm = value & 7; }

/* As the toolchain's simulator has it: the states of the float (bits 14:13) and vector unit (10:9)
 * are off or, however little is asked for, dirty, which bit 31 sums up. */
static uint32_t legal_mstatus(uint32_t value)
{
    const uint32_t fs = 0x6000, vs = 0x600, sd = UINT32_C(1) << 31;
    value &= ~sd;
    value |= (value & fs ? fs : 0) | (value & vs ? vs : 0);
    return value | (value & (fs | vs) ? sd : 0);
}

bool FN(csr_write)(struct ventus_wave *w, unsigned csr, uint32_t value)
{
    switch (csr) {
    case CSR_FFLAGS:
        set_fflags(w, value);
        break;
    case CSR_FRM:
        set_frm(w, value);
        break;
    case CSR_FCSR:
        set_fflags(w, value);
        set_frm(w, value >> 5);
        break;
    case CSR_VXSAT:
        w->env.vxsat = value & 1;
        break;
    case CSR_VXRM:
        w->env.vxrm = value & 3;
        break;
    case CSR_VCSR:
        w->env.vxsat = value & 1;
        w->env.vxrm = value >> 1 & 3;
        break;
    case CSR_MSTATUS:
        w->mstatus = wave_code(w)->toolchain ? legal_mstatus(value) : value;
        break;
    case CSR_MIE:
        w->mie = value;
        break;
    case CSR_MTVEC:
        w->mtvec = value;
        break;
    case CSR_MSCRATCH:
        w->mscratch = value;
        break;
    case CSR_MEPC:
        w->mepc = value;
        break;
    case CSR_MCAUSE:
        w->mcause = value;
        break;
    case CSR_MTVAL:
        w->mtval = value;
        break;
    case CSR_MIP:
        w->mip = value;
        break;
    case CSR_RPC:
        w->rpc = value;
        break;
    case CSR_PRINT:
        if (value && w->base.machine->message)
            w->base.machine->message(w->base.machine, &w->base, MACHINE_MESSAGE_PRINT, value);
        break;
    default: { /* read-only ones ignore writes, as the RTL does */
        uint32_t ignored;
        return FN(csr_read)(w, csr, &ignored);
    }
    }
    return true;
}

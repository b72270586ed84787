/* param.c: what pixel and vertex waves have besides compute: parameters preloaded into LDS, and
 * exports. Manual: 12.2, 12.4, 14, 16.14, 16.19. V_INTERP is in the operand layer: an FMA whose
 * sources come from fixed lanes of the quad. */
#include "isa/rdna3/exec/mem.h"
#include "isa/rdna3/sem/sem.h"

/* EXEC by quad: all four lanes of each quad that has an active one. */
static uint64_t whole_quads(uint64_t exec)
{
    const uint64_t first = UINT64_C(0x1111111111111111);
    uint64_t any = (exec | exec >> 1 | exec >> 2 | exec >> 3) & first;
    return any * 15;
}

/* VDST, or -1 if it is out of range: nothing is written then. */
static int destination(const struct rdna3_wave *w, const struct rdna3_op *o)
{
    unsigned n = o->insn->f[F_vdst];
    return n < w->vgprs ? (int)n : -1;
}

/* A dword of LDS; 0 outside. */
static uint32_t lds_dword(const struct rdna3_wave *w, uint64_t at)
{
    uint32_t v = 0;
    if (at + 4 <= w->base.group->lds_bytes)
        memcpy(&v, w->base.group->lds + at, 4);
    return v;
}

/* LDS from M0[15:0] on: for each attribute, for each primitive of the wave, P0, P10 and P20 with
 * four channels each. M0[30:16]: quads 1 to 15 that begin a new primitive. Lanes 0, 1 and 2 of a
 * quad get P0, P10 and P20, lane 3 gets 0. */
SEM(lds_param_load)
{
    uint32_t m0 = w->s[SRC_M0], attribute = o->insn->f[F_attr], channel = o->insn->f[F_attrchan];
    unsigned quads = 8u * w->halves, primitives = 1, primitive = 0;
    uint32_t begins = (m0 >> 16 & 0x7fff) << 1 & ((1u << quads) - 1);
    uint64_t on = whole_quads(wave_exec(w));
    int d = destination(w, o);
    primitives += (unsigned)__builtin_popcount(begins);
    for (unsigned quad = 0; quad < quads && d >= 0; quad++) {
        primitive += begins >> quad & 1;
        if (!(on >> 4 * quad & 1))
            continue;
        uint64_t at = (m0 & 0xffff) + UINT64_C(48) * (attribute * primitives + primitive);
        for (unsigned i = 0; i < 4; i++)
            *vgpr_lane(w, (unsigned)d, 4 * quad + i) =
                i < 3 ? lds_dword(w, at + 16 * i + 4 * channel) : 0;
    }
    return op_next(o);
}

/* One value for all lanes: M0[15:0] is its address, M0[18:16] its type. */
SEM(lds_direct_load)
{
    enum { TYPE_U8, TYPE_U16, TYPE_B32, TYPE_I8 = 4, TYPE_I16 };
    uint32_t m0 = w->s[SRC_M0], value = lds_dword(w, m0 & 0xfffc);
    uint64_t on = whole_quads(wave_exec(w));
    int d = destination(w, o);
    /* the address is that of a dword; narrower types are at its low end unless M0 says else */
    value >>= 8 * (m0 & 3);
    switch (m0 >> 16 & 7) {
    case TYPE_U8:
        value &= 0xff;
        break;
    case TYPE_U16:
        value &= 0xffff;
        break;
    case TYPE_I8:
        value = (uint32_t)(int8_t)value;
        break;
    case TYPE_I16:
        value = (uint32_t)(int16_t)value;
        break;
    default:
        break;
    }
    for (unsigned lane = 0; lane < 32u * w->halves && d >= 0; lane++)
        if (on >> lane & 1)
            *vgpr_lane(w, (unsigned)d, lane) = value;
    return op_next(o);
}

enum { STATUS_SKIP_EXPORT = 1 << 18 };

SEM(export)
{
    struct machine *m = w->base.machine;
    if (!m->export_data || w->status & STATUS_SKIP_EXPORT)
        return op_next(o);
    const uint32_t *f = o->insn->f;
    static const uint8_t sources[4] = {F_vsrc0, F_vsrc1, F_vsrc2, F_vsrc3};
    struct wave_export x = {
        .target = f[F_target],
        .enable = f[F_en],
        .row = f[F_row] ? w->s[SRC_M0] : 0,
        .has_row = f[F_row],
        .is_done = f[F_done],
        .exec = wave_exec(w),
    };
    for (unsigned i = 0; i < 4; i++) {
        unsigned n = f[sources[i]];
        x.values[i] = f[F_en] >> i & 1 ? vgpr_lane(w, n < w->vgprs ? n : 0, 0) : NULL;
    }
    m->export_data(m, &w->base, &x);
    return op_next(o);
}

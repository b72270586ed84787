/* held.c: accesses to LDS that is kept in values (jit/held.h). */
#include "isa/rdna3/jit/held.h"

#include "isa/rdna3/jit/access.h"
#include "jit/build.h"
#include "jit/emit_nan.h"
#include "jit/fold.h"
#include "jit/held.h"
#include "jit/registers.h"
#include "jit/team.h"

/* One wave's op. */
struct held_access {
    struct plan p;
    uint32_t address[32];
    uint32_t maybe;                /* lanes that may be active */
    bool is_known;                 /* they are */
    uint8_t seen[HELD_DWORDS / 8]; /* what is stored to, by a bit for each dword */
};

/* The places of dword i of element k; false: they are not dwords of LDS. */
static bool find_dwords(const struct held_access *x, unsigned k, unsigned i, uint32_t at[32])
{
    for (unsigned n = 0; n < 32; n++) {
        uint64_t byte = (uint64_t)x->address[n] + (uint32_t)x->p.a[k].offset + 4 * i;
        at[n] = NOT_HELD;
        if (!(x->maybe >> n & 1))
            continue;
        if (byte % 4 || byte / 4 >= HELD_DWORDS)
            return false;
        at[n] = (uint32_t)(byte / 4);
    }
    return true;
}

/* Whether no two lanes store to one dword. */
static bool are_distinct(struct held_access *x, const uint32_t at[32])
{
    for (unsigned n = 0; n < 32; n++) {
        if (at[n] == NOT_HELD)
            continue;
        if (x->seen[at[n] / 8] >> at[n] % 8 & 1)
            return false;
        x->seen[at[n] / 8] |= (uint8_t)(1 << at[n] % 8);
    }
    return true;
}

static bool open_access(struct emitter *e, struct held_access *x)
{
    LLVMValueRef exec = get_var(e, exec_var(e, 0));
    *x = (struct held_access){.maybe = UINT32_MAX};
    x->is_known = LLVMIsAConstantInt(exec);
    if (x->is_known)
        x->maybe = (uint32_t)LLVMConstIntGetZExtValue(exec);
    return rdna3_make_plan(e, &x->p) && !x->p.is_atomic && x->p.a[0].bytes % 4 == 0 &&
           constant_lanes(x->p.lo[0], x->address);
}

static bool load(struct emitter *e, const struct held_access *x)
{
    LLVMValueRef out[2][4];
    for (unsigned k = 0; k < x->p.parts; k++)
        for (unsigned i = 0; i < x->p.a[k].dwords; i++) {
            uint32_t at[32];
            if (!find_dwords(x, k, i, at))
                return false;
            out[k][i] = held_load(e, at);
        }
    for (unsigned k = 0; k < x->p.parts; k++)
        for (unsigned i = 0; i < x->p.a[k].dwords; i++) {
            unsigned var = rdna3_result_var(e, &x->p, k, i, 0);
            set_var(e, var, under_exec(e, var, 0, out[k][i]));
        }
    return true;
}

/* Lanes of which it is not known whether they are active, store what is there if they are not. */
static bool store(struct emitter *e, struct held_access *x)
{
    uint32_t at[2][4][32];
    LLVMValueRef in[2][4];
    for (unsigned k = 0; k < x->p.parts; k++)
        for (unsigned i = 0; i < x->p.a[k].dwords; i++) {
            if (!find_dwords(x, k, i, at[k][i]) || !are_distinct(x, at[k][i]))
                return false;
            in[k][i] = get_var(e, rdna3_vgpr_of(e, x->p.data[k][i], 0));
            if (!x->is_known)
                in[k][i] = fold_select(e, exec_bools(e, 0), in[k][i], held_load(e, at[k][i]));
        }
    for (unsigned k = 0; k < x->p.parts; k++)
        for (unsigned i = 0; i < x->p.a[k].dwords; i++)
            held_store(e, at[k][i], in[k][i]);
    return true;
}

bool rdna3_emit_held(struct emitter *e)
{
    bool ok = true;
    for (unsigned w = 0; ok && w < e->crew->team->waves; w++) {
        struct held_access x;
        if (!team_takes_part(e, w, true))
            continue;
        team_switch(e, w);
        ok = open_access(e, &x) && (x.p.a[0].is_store ? store(e, &x) : load(e, &x));
        nan_after_op(e);
    }
    return ok;
}

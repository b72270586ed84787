/* entry.c: what waves of a kernel begin with, for compiled code: struct rdna3_start instead of
 * registers in memory, and arguments that are loaded once per launch. */
#include "isa/rdna3/jit/layer.h"
#include "jit/registers.h"

/* ---- arguments ---- */

static bool is_first_only(const struct region *r, const struct block *b)
{
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++)
            if (r->blocks[i].succ[k] >= 0 && &r->blocks[r->blocks[i].succ[k]] == b)
                return false;
    return true;
}

/* Loads through user SGPRs, which have the same value in all waves, that can be made before the
 * first block: nothing before them there has to do with what they read or write. */
void rdna3_find_preloads(struct region *r, uint32_t rsrc2)
{
    const struct block *b = &r->blocks[r->entry];
    unsigned users = amdhsa_of_word(rsrc2, AMDHSA_user_sgpr_count), dwords = 0;
    varset touched = {{0}}, loaded = {{0}};
    if (!is_first_only(r, b))
        return;
    for (uint32_t k = 0; k < b->ops && r->preload_count < MAX_PRELOADS; k++) {
        struct region_op *at = &r->ops[b->op + k];
        const struct rdna3_op *o = rdna3_op(op_of(r, at));
        const struct rdna3_mem *m = &o->mem;
        bool is_load = at->kind == OP_SCALAR_LOAD;
        if ((at->fx.treatment != AS_IR && at->fx.treatment != AS_NOTHING) || at->kind == OP_ACCESS)
            return;
        if (is_load && !m->formatted && m->saddr == SRC_NULL && m->rsrc + 1u < users &&
            m->sdst < SRC_TTMP0 && dwords + m->dwords <= MAX_PRELOAD_DWORDS &&
            !sets_meet(&at->fx.def, &touched) && !sets_meet(&at->fx.def, &loaded) &&
            !var_has(&touched, VAR_S0 + m->rsrc) && !var_has(&touched, VAR_S0 + m->rsrc + 1u) &&
            !sets_meet(&at->fx.use, &loaded)) {
            r->preloads[r->preload_count] =
                (struct preload){m->rsrc, m->dwords, (int32_t)(m->offset & ~3)};
            r->preload_slots[r->preload_count++] = at->slot;
            dwords += m->dwords;
            add_set(&loaded, &at->fx.def);
            at->kind = OP_OTHER;
            at->fx = (struct effects){.treatment = AS_NOTHING};
        } else {
            add_set(&touched, &at->fx.use);
            add_set(&touched, &at->fx.def);
        }
    }
}

/* ---- new waves ---- */

LLVMValueRef rdna3_start_part(struct emitter *e, LLVMValueRef start, LLVMValueRef index)
{
    LLVMValueRef at = LLVMBuildMul(e->b, LLVMBuildZExt(e->b, index, e->i64, ""),
                                   const_i64(e, sizeof(struct rdna3_start_wave)), "");
    at = LLVMBuildAdd(e->b, at, const_i64(e, offsetof(struct rdna3_start, waves)), "");
    return LLVMBuildInBoundsGEP2(e->b, e->i8, start, &at, 1, "");
}

void rdna3_start_state(struct emitter *e, LLVMValueRef part)
{
    LLVMTypeRef line = LLVMVectorType(e->i32, WAVE_STATUS_BYTES / 4);
    LLVMValueRef status = load_at(e, line, part, offsetof(struct rdna3_start_wave, status));
    LLVMSetAlignment(status, 64);
    LLVMValueRef to = wave_field(e, WAVE_STATUS);
    LLVMSetAlignment(LLVMBuildStore(e->b, status, to), 64);
}

LLVMValueRef rdna3_start_counts(struct emitter *e, LLVMValueRef start, unsigned waves, unsigned row)
{
    LLVMValueRef counts = load_at(e, e->i32, start, offsetof(struct rdna3_start, counts));
    LLVMValueRef bit = const_i32(e, 1u << counts_bit(waves, row));
    return LLVMBuildICmp(e->b, LLVMIntNE, LLVMBuildAnd(e->b, counts, bit, ""), const_i32(e, 0), "");
}

/* The scalar that a preload put there; NULL: none did. */
static LLVMValueRef preloaded(struct emitter *e, unsigned s, LLVMValueRef start)
{
    const struct region *r = e->region;
    for (unsigned i = 0, at = 0; i < r->preload_count; i++) {
        const struct preload *p = &r->preloads[i];
        unsigned first = rdna3_op(region_op(r, r->preload_slots[i]))->mem.sdst;
        if (s - first < p->dwords)
            return load_at(e, e->i32, start,
                           offsetof(struct rdna3_start, preloaded) + 4 * (at + s - first));
        at += p->dwords;
    }
    return NULL;
}

/* The scalar that has the wave's number in its work-group; VAR_COUNT: none has. */
static unsigned info_scalar(const struct emitter *e)
{
    unsigned next = amdhsa_of_word(e->rsrc2, AMDHSA_user_sgpr_count);
    for (unsigned i = 0; i < 3; i++)
        next += amdhsa_of_word(e->rsrc2, AMDHSA_workgroup_id_x + i);
    return amdhsa_of_word(e->rsrc2, AMDHSA_workgroup_info) ? VAR_S0 + next : VAR_COUNT;
}

LLVMValueRef rdna3_start_value(struct emitter *e, unsigned var, LLVMValueRef start,
                               LLVMValueRef wave)
{
    unsigned s = var - VAR_S0, next = amdhsa_of_word(e->rsrc2, AMDHSA_user_sgpr_count);
    if (var < e->region->halves) {
        LLVMValueRef v = load_at(e, e->v32i32, wave,
                                 offsetof(struct rdna3_start_wave, v0) + var * sizeof(vec32));
        LLVMSetAlignment(v, 128);
        return v;
    }
    LLVMValueRef loaded = var >= VAR_S0 ? preloaded(e, s, start) : NULL;
    if (loaded)
        return loaded;
    if (var < VAR_S0 || var == VAR_SCC)
        return LLVMConstNull(var_type(e, var));
    if (s == SRC_EXEC_LO || s == SRC_EXEC_HI)
        return load_at(e, e->i32, wave,
                       offsetof(struct rdna3_start_wave, exec) + 4 * (s - SRC_EXEC_LO));
    for (unsigned i = 0; i < 3; i++)
        if (amdhsa_of_word(e->rsrc2, AMDHSA_workgroup_id_x + i) && s == next++)
            return load_at(e, e->i32, e->group, offsetof(struct group, id) + 4 * i);
    if (var == info_scalar(e))
        return load_at(e, e->i32, wave, offsetof(struct rdna3_start_wave, info));
    if (s >= sizeof((struct rdna3_start *)0)->user / sizeof(uint32_t))
        return const_i32(e, 0);
    return load_at(e, e->i32, start, offsetof(struct rdna3_start, user) + 4 * s);
}

bool rdna3_start_varies(const struct emitter *e, unsigned var)
{
    return var < e->region->halves || var - VAR_EXEC < 2 || var == info_scalar(e);
}

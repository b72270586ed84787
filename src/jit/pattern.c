/* pattern.c: see pattern.h. */
#include "jit/pattern.h"

#include "isa/lane_patterns.h"
#include "jit/build.h"
#include "jit/flow.h"

enum { LANES = 16 }; /* of a register */

#define ENTRY(field) offsetof(struct lane_pattern, field)

bool can_permute(const struct emitter *e) { return e->masks == MASKS_ALL; }

static LLVMValueRef load_row(struct emitter *e, LLVMTypeRef t, LLVMValueRef p, size_t offset,
                             unsigned align)
{
    LLVMValueRef v = LLVMBuildLoad2(e->b, t, at_offset(e, p, offset), "");
    LLVMSetAlignment(v, align);
    return v;
}

static LLVMTypeRef row_type(const struct emitter *e) { return LLVMVectorType(e->i32, LANES); }

/* The function looks for it, unless it was called in vain too often. i1: there is one. wanted: is
 * stored at this offset of the patterns. */
static LLVMValueRef look_for(struct emitter *e, const char *name, LLVMValueRef entry,
                             LLVMValueRef wanted, size_t offset, LLVMBasicBlockRef none)
{
    LLVMValueRef patterns = load_at(e, e->ptr, e->group, offsetof(struct group, patterns));
    LLVMValueRef tries = load_at(e, e->i32, patterns, offsetof(struct lane_patterns, tries));
    LLVMBasicBlockRef look = new_block(e, "look");
    LLVMBuildCondBr(e->b, is_equal(e, tries, const_i32(e, 0)), none, look);
    LLVMPositionBuilderAtEnd(e->b, look);
    LLVMBuildStore(e->b, LLVMBuildSub(e->b, tries, const_i32(e, 1), ""),
                   at_offset(e, patterns, offsetof(struct lane_patterns, tries)));
    LLVMSetAlignment(LLVMBuildStore(e->b, wanted, at_offset(e, patterns, offset)), 4);
    LLVMTypeRef types[2] = {e->ptr, e->ptr}, type = LLVMFunctionType(e->i8, types, 2, 0);
    LLVMValueRef args[2] = {patterns, entry};
    bool was_rare = e->is_rare;
    e->is_rare = true;
    LLVMValueRef found = LLVMBuildCall2(e->b, type, c_function(e, name, type), args, 2, "");
    e->is_rare = was_rare;
    /* A bool is returned in the low bit of a byte (psABI 3.1.2). */
    return LLVMBuildTrunc(e->b, found, e->i1, "");
}

/* Patterns differ in which lanes do not follow the first one, and in where lane 16 is. The factor
 * keeps rotations, exchanges and strides apart. */
static LLVMValueRef hash_of(struct emitter *e, LLVMValueRef rel)
{
    LLVMValueRef steps[32];
    for (unsigned i = 0; i < 32; i++)
        steps[i] = const_i32(e, 4 * i);
    LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntNE, rel, LLVMConstVector(steps, 32), ""),
                 key = LLVMBuildBitCast(e->b, bad, e->i32, "");
    key = LLVMBuildAdd(e->b, key, lane(e, rel, LANES), "");
    key = LLVMBuildMul(e->b, key, const_i32(e, 0xfa01208b), "");
    return zext64(e, LLVMBuildLShr(e->b, key, const_i32(e, 32 - PATTERNS_LOG2), ""));
}

static LLVMValueRef is_set(struct emitter *e, const struct pattern *p, size_t field)
{
    LLVMValueRef v = load_at(e, e->i8, p->entry, field);
    return LLVMBuildICmp(e->b, LLVMIntNE, v, LLVMConstNull(e->i8), "");
}

void make_pattern(struct emitter *e, struct pattern *p)
{
    LLVMValueRef patterns = load_at(e, e->ptr, e->group, offsetof(struct group, patterns)),
                 first = pick(e, p->lo, NULL, 0, 0, 32), rel = LLVMBuildSub(e->b, p->lo, first, "");
    LLVMValueRef at =
        LLVMBuildMul(e->b, hash_of(e, rel), const_i64(e, sizeof(struct lane_pattern)), "");
    p->entry = LLVMBuildInBoundsGEP2(e->b, e->i8, patterns, &at, 1, "");
    LLVMValueRef known = load_row(e, e->v32i32, p->entry, ENTRY(from_first), 64),
                 same = is_equal(e, rel, known), none = const_i32(e, 0);
    same = LLVMBuildAnd(e->b, LLVMBuildBitCast(e->b, same, e->i32, ""), p->exec, "");
    LLVMValueRef any = LLVMBuildICmp(e->b, LLVMIntNE, p->exec, none, ""),
                 is = is_equal(e, same, p->exec);
    is = LLVMBuildAnd(e->b, LLVMBuildAnd(e->b, is, any, ""), is_set(e, p, ENTRY(is_known)), "");
    LLVMBasicBlockRef from[3] = {LLVMGetInsertBlock(e->b), new_block(e, "unmet"), NULL},
                      on = new_block(e, "pattern");
    branch(e, is, on, from[1], 16);
    LLVMPositionBuilderAtEnd(e->b, from[1]);
    LLVMValueRef found =
        look_for(e, "find_pattern", p->entry, rel, offsetof(struct lane_patterns, wanted), on);
    from[2] = LLVMGetInsertBlock(e->b);
    LLVMValueRef value[3] = {LLVMConstInt(e->i1, 1, 0), LLVMConstNull(e->i1),
                             LLVMBuildAnd(e->b, found, any, "")};
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    p->holds = LLVMBuildPhi(e->b, e->i1, "");
    LLVMAddIncoming(p->holds, value, from, 3);
    p->base =
        LLVMBuildAdd(e->b, lane(e, p->lo, 0), load_at(e, e->i32, p->entry, ENTRY(lowest)), "");
}

void make_pairs(struct emitter *e, struct pattern *p, int32_t distance)
{
    LLVMValueRef apart = const_i32(e, (uint32_t)distance);
    LLVMValueRef known = load_at(e, e->i32, p->entry, ENTRY(pair_distance));
    LLVMValueRef same = is_equal(e, known, apart);
    LLVMValueRef is_new = is_equal(e, known, const_i32(e, 0));
    LLVMBasicBlockRef from[4] = {LLVMGetInsertBlock(e->b), new_block(e, "no_pairs"),
                                 new_block(e, "new_pairs"), NULL},
                      on = new_block(e, "pairs");
    branch(e, same, on, from[1], 16);
    LLVMPositionBuilderAtEnd(e->b, from[1]);
    branch(e, LLVMBuildAnd(e->b, is_new, p->holds, ""), from[2], on, 1);
    LLVMPositionBuilderAtEnd(e->b, from[2]);
    LLVMValueRef found =
        look_for(e, "find_pair", p->entry, apart, offsetof(struct lane_patterns, distance), on);
    from[3] = LLVMGetInsertBlock(e->b);
    LLVMValueRef no = LLVMConstNull(e->i1), value[4] = {p->holds, no, no, found};
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    p->distance = distance;
    p->pairs = LLVMBuildPhi(e->b, e->i1, "");
    LLVMAddIncoming(p->pairs, value, from, 4);
}

LLVMValueRef is_distinct(struct emitter *e, const struct pattern *p)
{
    return is_set(e, p, ENTRY(is_distinct));
}

static LLVMValueRef permute(struct emitter *e, LLVMValueRef a, LLVMValueRef index, LLVMValueRef b)
{
    LLVMValueRef args[3] = {a, index, b};
    return call_intrinsic(e, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3);
}

static LLVMValueRef splat_row(struct emitter *e, uint32_t v)
{
    LLVMValueRef x[LANES];
    for (unsigned i = 0; i < LANES; i++)
        x[i] = const_i32(e, v);
    return LLVMConstVector(x, LANES);
}

static LLVMValueRef meets(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef both = LLVMBuildAnd(e->b, a, b, "");
    return LLVMBuildICmp(e->b, LLVMIntNE, both, LLVMConstNull(LLVMTypeOf(both)), "");
}

LLVMValueRef load_permuted(struct emitter *e, const struct pattern *p, LLVMValueRef from)
{
    LLVMValueRef row[PATTERN_SLOTS / LANES], half[2];
    for (unsigned i = 0; i < PATTERN_SLOTS / LANES; i++)
        row[i] = load_row(e, row_type(e), from, 4 * LANES * i, 1);
    for (unsigned h = 0; h < 2; h++) {
        LLVMValueRef slot = load_row(e, row_type(e), p->entry, ENTRY(slot) + 4 * LANES * h, 64);
        LLVMValueRef is_high = meets(e, slot, splat_row(e, 2 * LANES));
        half[h] = LLVMBuildSelect(e->b, is_high, permute(e, row[2], slot, row[3]),
                                  permute(e, row[0], slot, row[1]), "");
    }
    return pick(e, half[0], half[1], 0, 1, 32);
}

void store_permuted(struct emitter *e, const struct pattern *p, LLVMValueRef lanes, unsigned count,
                    const LLVMValueRef *to, const LLVMValueRef *v)
{
    enum { ROWS = PATTERN_SLOTS / LANES };
    LLVMValueRef taken = const_splat(e, e->v32i32, PATTERN_TAKEN), from[ROWS], mask[ROWS];
    LLVMValueRef on = LLVMBuildSelect(e->b, lanes, taken, LLVMConstNull(e->v32i32), "");
    LLVMValueRef on_low = pick(e, on, NULL, 0, 1, LANES),
                 on_high = pick(e, on, NULL, LANES, 1, LANES);
    for (unsigned i = 0; i < ROWS; i++) {
        from[i] = load_row(e, row_type(e), p->entry, ENTRY(lane) + 4 * LANES * i, 64);
        mask[i] = meets(e, permute(e, on_low, from[i], on_high), from[i]);
    }
    for (unsigned k = 0; k < count; k++) {
        LLVMValueRef low = pick(e, v[k], NULL, 0, 1, LANES),
                     high = pick(e, v[k], NULL, LANES, 1, LANES);
        for (unsigned i = 0; i < ROWS; i++)
            call_masked(e, true, at_offset(e, to[k], 4 * LANES * i), mask[i],
                        permute(e, low, from[i], high));
    }
}

/* ---- pairs ---- */

void load_pairs(struct emitter *e, const struct pattern *p, LLVMValueRef from, LLVMValueRef v[2])
{
    LLVMValueRef half[2][2], apart = splat_row(e, (uint32_t)p->distance / 4);
    for (unsigned h = 0; h < 2; h++) {
        LLVMValueRef slot = load_row(e, row_type(e), p->entry, ENTRY(slot) + 4 * LANES * h, 64);
        LLVMValueRef a = load_row(e, row_type(e), from, 4 * LANES * (2 * h), 1),
                     b = load_row(e, row_type(e), from, 4 * LANES * (2 * h + 1), 1);
        half[0][h] = permute(e, a, slot, b);
        half[1][h] = permute(e, a, LLVMBuildAdd(e->b, slot, apart, ""), b);
    }
    for (unsigned k = 0; k < 2; k++)
        v[k] = pick(e, half[k][0], half[k][1], 0, 1, 32);
}

void store_pairs(struct emitter *e, const struct pattern *p, LLVMValueRef lanes, LLVMValueRef to,
                 const LLVMValueRef v[2])
{
    LLVMValueRef taken = const_splat(e, e->v32i32, PATTERN_TAKEN);
    LLVMValueRef on = LLVMBuildSelect(e->b, lanes, taken, LLVMConstNull(e->v32i32), "");
    for (unsigned i = 0; i < PATTERN_SLOTS / LANES; i++) {
        unsigned first = i / 2 * LANES;
        LLVMValueRef from = load_row(e, row_type(e), p->entry, ENTRY(pair) + 4 * LANES * i, 64);
        LLVMValueRef on_half = pick(e, on, NULL, first, 1, LANES),
                     a = pick(e, v[0], NULL, first, 1, LANES),
                     b = pick(e, v[1], NULL, first, 1, LANES);
        LLVMValueRef mask = meets(e, permute(e, on_half, from, on_half), from);
        call_masked(e, true, at_offset(e, to, 4 * LANES * i), mask, permute(e, a, from, b));
    }
}

/* half.c: see half.h. */
#include "jit/half.h"

#include <stdlib.h>

#include "jit/build.h"
#include "jit/fold.h"

enum { LANES = 16, LOOK_BACK = 96 };

bool half_is_for(const struct emitter *e) { return !e->has_f16 && e->masks == MASKS_ALL; }

/* ---- what is known ---- */

static struct half_wide *find(const struct emitter *e, LLVMValueRef v)
{
    struct halves *h = e->halves;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    v = without_casts(v);
    for (unsigned i = h->count, end = i > LOOK_BACK ? i - LOOK_BACK : 0; i-- > end;) {
        struct half_wide *w = &h->all[i];
        if (w->key ? w->key == v : w->block == here && without_casts(w->cast) == v)
            return w;
    }
    return NULL;
}

static struct half_wide *find_result(const struct emitter *e, LLVMValueRef v)
{
    struct halves *h = e->halves;
    v = without_casts(v);
    for (unsigned i = h->count; i-- > 0;)
        if (h->all[i].key == v)
            return &h->all[i];
    return NULL;
}

static struct half_wide *add(struct emitter *e)
{
    struct halves *h = e->halves;
    if (h->count == h->room) {
        unsigned room = h->room ? 2 * h->room : 64;
        struct half_wide *all = realloc(h->all, room * sizeof *all);
        if (!all)
            return NULL;
        h->all = all;
        h->room = room;
    }
    h->all[h->count] = (struct half_wide){0};
    return &h->all[h->count++];
}

/* ---- vectors ---- */

static LLVMTypeRef float16_type(const struct emitter *e)
{
    return LLVMVectorType(LLVMFloatTypeInContext(e->c), LANES);
}
static LLVMTypeRef int16_type(const struct emitter *e) { return LLVMVectorType(e->i32, LANES); }

static LLVMValueRef as_ints(struct emitter *e, LLVMValueRef v)
{
    return LLVMBuildBitCast(e->b, v, int16_type(e), "");
}
static LLVMValueRef as_floats(struct emitter *e, LLVMValueRef v)
{
    return LLVMBuildBitCast(e->b, v, float16_type(e), "");
}

static LLVMValueRef power(struct emitter *e, int exponent)
{
    LLVMValueRef bits = const_like(LLVMGetUndef(int16_type(e)), (uint64_t)(127 + exponent) << 23);
    return LLVMConstBitCast(bits, float16_type(e));
}

/* ---- halves to f32 ---- */

static unsigned parts_of(LLVMValueRef v) { return LLVMGetVectorSize(LLVMTypeOf(v)) / LANES; }

static void multiply(struct emitter *e, const LLVMValueRef *from, LLVMValueRef *to, unsigned n,
                     int exponent)
{
    LLVMValueRef factor = power(e, exponent);
    for (unsigned i = 0; i < n; i++)
        to[i] = i && from[i] == from[0] ? to[0] : LLVMBuildFMul(e->b, from[i], factor, "");
}

/* A vector of i16. */
static void widen(struct emitter *e, LLVMValueRef v, bool are_alike, LLVMValueRef plain[HALF_PARTS])
{
    LLVMTypeRef half = LLVMVectorType(LLVMHalfTypeInContext(e->c), LANES);
    for (unsigned i = 0; i < parts_of(v); i++) {
        if (i && are_alike) {
            plain[i] = plain[0];
            continue;
        }
        LLVMValueRef part = pick(e, v, NULL, LANES * i, 1, LANES);
        part = LLVMBuildBitCast(e->b, part, half, "");
        plain[i] = LLVMBuildFPExt(e->b, part, float16_type(e), "");
    }
}

/* As halves, a vector of i16. */
static LLVMValueRef narrow(struct emitter *e, const LLVMValueRef *scaled, unsigned n)
{
    LLVMTypeRef half = LLVMVectorType(LLVMHalfTypeInContext(e->c), LANES);
    LLVMValueRef part[HALF_PARTS];
    multiply(e, scaled, part, n, 112);
    for (unsigned i = 0; i < n; i++) {
        part[i] = LLVMBuildFPTrunc(e->b, part[i], half, "");
        part[i] = LLVMBuildBitCast(e->b, part[i], LLVMVectorType(e->i16, LANES), "");
    }
    return joined(e, part, n, LANES);
}

static LLVMValueRef as_shorts(struct emitter *e, LLVMValueRef v, unsigned parts)
{
    return LLVMBuildBitCast(e->b, without_casts(v), LLVMVectorType(e->i16, parts * LANES), "");
}

/* What is known of a value, at least that it is taken here; NULL: no memory. */
static struct half_wide *take(struct emitter *e, LLVMValueRef v)
{
    struct half_wide *w = find(e, v);
    if (w || !(w = add(e)))
        return w;
    w->cast = as_shorts(e, v, parts_of(v));
    w->block = LLVMGetInsertBlock(e->b);
    w->is_in_loop = e->block && e->block->is_in_loop;
    widen(e, w->cast, has_like_parts(v), w->plain);
    return w;
}

static bool take_scaled(struct emitter *e, LLVMValueRef v, LLVMValueRef out[HALF_PARTS])
{
    struct half_wide *w = take(e, v);
    if (w && !w->scaled[0])
        multiply(e, w->plain, w->scaled, parts_of(v), -112);
    for (unsigned i = 0; w && i < HALF_PARTS; i++)
        out[i] = w->scaled[i];
    return w;
}

static bool take_plain(struct emitter *e, LLVMValueRef v, LLVMValueRef out[HALF_PARTS])
{
    struct half_wide *w = take(e, v);
    if (w && w->key)
        multiply(e, w->scaled, out, parts_of(v), 112);
    for (unsigned i = 0; w && !w->key && i < HALF_PARTS; i++)
        out[i] = w->plain[i];
    return w;
}

/* ---- operations ---- */

static LLVMValueRef int_constant(struct emitter *e, uint32_t bits)
{
    return const_like(LLVMGetUndef(int16_type(e)), bits);
}

/* z: a sum or product as a scaled f32, rounded towards 0 (then bit 0 of inexact says whether it is
 * less than that) or exact enough. Rounds the 13 bits that halves lack away, to nearest even. */
static LLVMValueRef round_bits(struct emitter *e, LLVMValueRef z, LLVMValueRef inexact)
{
    LLVMValueRef up = fold_binary(e, LLVMLShr, z, int_constant(e, 13));
    if (inexact)
        up = fold_binary(e, LLVMOr, inexact, up);
    up = fold_binary(e, LLVMAnd, up, int_constant(e, 1));
    z = fold_binary(e, LLVMAdd, z, int_constant(e, 0xfff));
    return fold_binary(e, LLVMAnd, fold_binary(e, LLVMAdd, z, up), int_constant(e, 0xffffe000));
}

/* a * b + c, once rounded down and once up. If they are not the same, they are neighbours, whose
 * last bits differ, and the lesser of their bits, sign apart, is the one that is nearer to 0; an
 * exact 0 is -0 and +0, of which +0 is right. */
static LLVMValueRef multiply_add(struct emitter *e, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMTypeRef type = int16_type(e);
    LLVMValueRef r[2], arg[4] = {a, b, c, NULL};
    for (unsigned i = 0; i < 2; i++) {
        arg[3] = const_i32(e, 8 | (i + 1)); /* without exceptions */
        r[i] = as_ints(e, call_intrinsic(e, "llvm.x86.avx512.vfmadd.ps.512", NULL, 0, arg, 4));
    }
    LLVMValueRef z = call_intrinsic(e, "llvm.umin", &type, 1, r, 2);
    return round_bits(e, z, fold_binary(e, LLVMXor, r[0], r[1]));
}

/* Of each two numbers the one that is farther from 0, as a positive one; none of NaNs. */
static LLVMValueRef farther(struct emitter *e, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef arg[6] = {a, b, const_i32(e, 8 | 3), a, LLVMConstAllOnes(e->i16), const_i32(e, 4)};
    return call_intrinsic(e, "llvm.x86.avx512.mask.range.ps.512", NULL, 0, arg, 6);
}

static void take_most(struct emitter *e, struct half_wide *to, const struct half_wide *from,
                      unsigned slot)
{
    if (!from || !from->key || !from->most[0])
        return;
    to->from[slot] = from->key;
    for (unsigned i = 0; i < HALF_PARTS && from->most[i]; i++)
        to->most[i] = to->most[i] ? farther(e, to->most[i], from->most[i]) : from->most[i];
}

/* Whether a loop computes the value anew in each iteration: then it is a result in the end. */
static bool is_carried(const struct emitter *e, LLVMValueRef v)
{
    if (!LLVMIsAPHINode(v = without_casts(v)))
        return false;
    LLVMBasicBlockRef b = LLVMGetInstructionParent(v);
    for (unsigned i = 0; i < e->region->count; i++) {
        const struct block_state *s = &e->states[i];
        if (!s->is_loop || s->entry != b)
            continue;
        for (unsigned k = 0; k < VAR_COUNT; k++)
            if (s->phi[k] == v)
                return !var_has(&s->same, k);
    }
    return false;
}

/* Of a product's operands, which one is taken as it is kept. */
static unsigned scaled_operand(const struct emitter *e, const LLVMValueRef arg[3])
{
    const struct half_wide *w[2] = {find(e, arg[0]), find(e, arg[1])};
    for (unsigned i = 0; i < 2; i++)
        if (w[i] && w[i]->key)
            return i;
    return is_carried(e, arg[1]) && !is_carried(e, arg[0]);
}

LLVMValueRef half_build(struct emitter *e, LLVMOpcode op, const LLVMValueRef arg[3])
{
    LLVMValueRef in[3][HALF_PARTS];
    unsigned n = parts_of(arg[0]), s = scaled_operand(e, arg);
    bool is_product = op == LLVMFMul || op == LLVMCall, has_addend = op == LLVMCall;
    if (is_product) {
        if (!take_scaled(e, arg[s], in[0]) || !take_plain(e, arg[1 - s], in[1]) ||
            (has_addend && !take_scaled(e, arg[2], in[2])))
            return NULL;
    } else if (!take_scaled(e, arg[0], in[0]) || !take_scaled(e, arg[1], in[1])) {
        return NULL;
    }
    struct half_wide made = {0}, *w;
    for (unsigned i = 0; i < 3 && arg[i]; i++)
        take_most(e, &made, find(e, arg[i]), i);
    LLVMValueRef minus_0 = as_floats(e, int_constant(e, 0x80000000));
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef r =
            is_product
                ? multiply_add(e, in[0][i], in[1][i], has_addend ? in[2][i] : minus_0)
                : round_bits(e, as_ints(e, LLVMBuildBinOp(e->b, op, in[0][i], in[1][i], "")), NULL);
        made.scaled[i] = as_floats(e, r);
        made.most[i] = made.most[i] ? farther(e, made.most[i], made.scaled[i]) : made.scaled[i];
    }
    made.key = narrow(e, made.scaled, n);
    if (!(w = add(e)))
        return NULL;
    *w = made;
    return LLVMBuildBitCast(e->b, made.key, LLVMTypeOf(arg[0]), "");
}

/* ---- overflows ---- */

enum { TOO_GREAT = 143 - 112 }; /* exponent of the first number that is an infinity in f16 */

static LLVMValueRef is_too_great(struct emitter *e, LLVMValueRef most)
{
    LLVMValueRef bits = fold_binary(e, LLVMAnd, as_ints(e, most), int_constant(e, 0x7fffffff));
    return LLVMBuildICmp(e->b, LLVMIntUGE, bits, int_constant(e, (uint32_t)TOO_GREAT << 23), "");
}

LLVMValueRef half_are_plain(struct emitter *e, const LLVMValueRef *results, unsigned count)
{
    LLVMValueRef most = NULL, other = NULL, bad = NULL;
    for (unsigned k = 0; k < count; k++) {
        const struct half_wide *w = find_result(e, results[k]);
        if (!w || !w->most[0])
            return NULL;
        for (unsigned i = 0; i < HALF_PARTS && w->most[i]; i++) {
            most = most ? farther(e, most, w->most[i]) : w->most[i];
            if (other) {
                LLVMValueRef nan = LLVMBuildFCmp(e->b, LLVMRealUNO, other, w->scaled[i], "");
                bad = bad ? LLVMBuildOr(e->b, bad, nan, "") : nan;
            }
            other = other ? NULL : w->scaled[i];
        }
    }
    bad = LLVMBuildOr(e->b, bad, is_too_great(e, most), "");
    bad = LLVMBuildBitCast(e->b, bad, e->i16, "");
    return is_equal(e, bad, LLVMConstNull(e->i16));
}

LLVMValueRef half_flags(struct emitter *e, LLVMValueRef result)
{
    const struct half_wide *w = find_result(e, result);
    LLVMValueRef part[HALF_PARTS];
    unsigned n = 0;
    for (; w && n < HALF_PARTS && w->most[n]; n++)
        part[n] =
            LLVMBuildSExt(e->b, is_too_great(e, w->most[n]), LLVMVectorType(e->i16, LANES), "");
    return n ? joined(e, part, n, LANES) : NULL;
}

bool half_is_risky(const struct emitter *e, LLVMValueRef result, LLVMValueRef by)
{
    const struct half_wide *w = find_result(e, result), *b = by ? find_result(e, by) : NULL;
    for (unsigned i = 0; w && b && i < HALF_SOURCES; i++)
        if (b->from[i] == w->key)
            return false;
    return w && (w->from[0] || w->from[1] || w->from[2]);
}

/* ---- across blocks ---- */

static void add_phis(struct emitter *e, LLVMValueRef parts[HALF_PARTS])
{
    for (unsigned i = 0; i < HALF_PARTS; i++)
        parts[i] = LLVMBuildPhi(e->b, float16_type(e), "");
}

/* v as scaled f32 at the end of a block. */
static void widen_at_end(struct emitter *e, LLVMValueRef v, LLVMBasicBlockRef b,
                         LLVMValueRef out[HALF_PARTS])
{
    LLVMValueRef plain[HALF_PARTS];
    LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(b));
    widen(e, as_shorts(e, v, HALF_PARTS), has_like_parts(v), plain);
    multiply(e, plain, out, HALF_PARTS, -112);
}

static void add_incoming(const LLVMValueRef *phis, LLVMValueRef *values, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < HALF_PARTS; i++)
        LLVMAddIncoming(phis[i], &values[i], &from, 1);
}

void half_join(struct emitter *e, LLVMValueRef phi, LLVMValueRef result)
{
    struct half_wide *w = find_result(e, result), made = {.key = phi}, known;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    if (!w || !w->scaled[HALF_PARTS - 1] || LLVMTypeOf(phi) != e->v32i32)
        return;
    known = *w;
    add_phis(e, made.scaled);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, i), values[HALF_PARTS];
        LLVMBasicBlockRef b = LLVMGetIncomingBlock(phi, i);
        if (v != result)
            widen_at_end(e, v, b, values);
        add_incoming(made.scaled, v == result ? known.scaled : values, b);
    }
    LLVMPositionBuilderAtEnd(e->b, here);
    if ((w = add(e)))
        *w = made;
}

/* Phis that the search is at, or that it has been at without success. */
struct trail {
    LLVMValueRef phi[256];
    unsigned count;
};

enum visit { VISIT_FIRST, VISIT_AGAIN, VISIT_TOO_MANY };

static enum visit visit(struct trail *t, LLVMValueRef phi)
{
    for (unsigned i = 0; i < t->count; i++)
        if (t->phi[i] == phi)
            return VISIT_AGAIN;
    if (t->count == sizeof t->phi / sizeof *t->phi)
        return VISIT_TOO_MANY;
    t->phi[t->count++] = phi;
    return VISIT_FIRST;
}

/* Whether a loop that the phi heads leaves it as it is. */
static bool is_kept(LLVMValueRef phi)
{
    for (unsigned i = LLVMCountIncoming(phi); i-- > 0;)
        if (LLVMGetIncomingValue(phi, i) == phi)
            return true;
    return false;
}

/* Whether a result reaches the phi by way of phis. */
static bool is_of_results(const struct emitter *e, LLVMValueRef v, struct trail *t)
{
    if (find_result(e, v))
        return true;
    if (!LLVMIsAPHINode(v) || LLVMTypeOf(v) != e->v32i32)
        return false;
    if (visit(t, v) != VISIT_FIRST)
        return false;
    for (unsigned i = LLVMCountIncoming(v); i-- > 0;)
        if (is_of_results(e, without_casts(LLVMGetIncomingValue(v, i)), t))
            return true;
    return false;
}

/* Whether a phi is better carried as f32: of results, or of what a loop would convert again. */
static bool is_worth(const struct emitter *e, LLVMValueRef v)
{
    struct trail t = {.count = 0};
    return is_of_results(e, v, &t) || (LLVMIsAPHINode(v) && is_kept(v));
}

/* A result, or a phi that it is worth for, as f32. */
static bool carry(struct emitter *e, LLVMValueRef v, LLVMValueRef out[HALF_PARTS])
{
    const struct half_wide *known = find_result(e, v);
    struct half_wide *w, made = {.key = v};
    if (!known) {
        LLVMPositionBuilderBefore(e->b, v);
        add_phis(e, made.scaled);
        if (!(w = add(e)))
            return false;
        *w = made;
        for (unsigned i = 0; i < LLVMCountIncoming(v); i++) {
            LLVMValueRef from = without_casts(LLVMGetIncomingValue(v, i)), values[HALF_PARTS];
            LLVMBasicBlockRef b = LLVMGetIncomingBlock(v, i);
            if (!is_worth(e, from))
                widen_at_end(e, from, b, values);
            else if (!carry(e, from, values))
                return false;
            add_incoming(made.scaled, values, b);
        }
        known = &made;
    }
    for (unsigned i = 0; i < HALF_PARTS; i++)
        out[i] = known->scaled[i];
    return out[HALF_PARTS - 1];
}

static void replace(const struct half_wide *w, const LLVMValueRef scaled[HALF_PARTS],
                    const LLVMValueRef plain[HALF_PARTS])
{
    for (unsigned i = 0; i < HALF_PARTS; i++) {
        if (w->scaled[i] && w->scaled[i] != scaled[i])
            LLVMReplaceAllUsesWith(w->scaled[i], scaled[i]);
        if (w->plain[i] && w->plain[i] != plain[i])
            LLVMReplaceAllUsesWith(w->plain[i], plain[i]);
    }
}

/* What a loop takes as f32 and does not compute: converted where it is made. */
static void hoist(struct emitter *e, const struct half_wide *w, LLVMValueRef v)
{
    LLVMValueRef plain[HALF_PARTS] = {NULL}, scaled[HALF_PARTS] = {NULL};
    LLVMBasicBlockRef b = LLVMIsAInstruction(v) ? LLVMGetInstructionParent(v) : NULL;
    if (!w->is_in_loop || !b || b == w->block)
        return;
    unsigned n = parts_of(w->cast);
    LLVMValueRef at = LLVMGetNextInstruction(v);
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(e->b, at);
    widen(e, as_shorts(e, v, n), has_like_parts(v), plain);
    multiply(e, plain, scaled, n, -112);
    replace(w, scaled, plain);
}

/* Whether the halves are needed in their own block, of which most uses are through casts. */
static bool is_used_here(const struct emitter *e, LLVMValueRef v, LLVMBasicBlockRef b)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_cast = LLVMIsABitCastInst(user);
        if (is_cast                ? is_used_here(e, user, b)
            : LLVMIsAPHINode(user) ? !find_result(e, user)
                                   : LLVMGetInstructionParent(user) == b)
            return true;
    }
    return false;
}

/* Whether a constant's halves are no signalling NaNs, which f32 would make quiet. */
static bool is_quiet(LLVMValueRef v)
{
    for (unsigned i = LLVMGetVectorSize(LLVMTypeOf(v)); i-- > 0;) {
        LLVMValueRef x = LLVMGetAggregateElement(v, i);
        uint64_t bits = x && LLVMIsAConstantInt(x) ? LLVMConstIntGetZExtValue(x) : 0x7c01;
        for (unsigned k = 0; k < 32; k += 16) {
            unsigned half = (unsigned)(bits >> k) & 0x7fff;
            if (half > 0x7c00 && !(half & 0x200))
                return false;
        }
    }
    return true;
}

/* Whether the halves of a phi are those of its f32: it is of results alone. Anything else, as what
 * the wave has in memory, may be a signalling NaN. */
static bool is_as_wide(const struct emitter *e, LLVMValueRef v, struct trail *t)
{
    const struct half_wide *w = find_result(e, v = without_casts(v));
    if (LLVMIsConstant(v))
        return LLVMTypeOf(v) == e->v32i32 && is_quiet(v);
    if (!w || !LLVMIsAPHINode(v))
        return w;
    enum visit how = visit(t, v);
    if (how != VISIT_FIRST)
        return how == VISIT_AGAIN;
    for (unsigned i = LLVMCountIncoming(v); i-- > 0;)
        if (!is_as_wide(e, LLVMGetIncomingValue(v, i), t))
            return false;
    return true;
}

/* Makes the halves anew where others need them. */
static void sink_uses(struct emitter *e, LLVMValueRef v, const LLVMValueRef *scaled)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsABitCastInst(user)) {
            sink_uses(e, user, scaled);
            continue;
        }
        if (LLVMIsAPHINode(user))
            continue;
        LLVMPositionBuilderBefore(e->b, user);
        LLVMValueRef again = narrow(e, scaled, HALF_PARTS);
        again = LLVMBuildBitCast(e->b, again, LLVMTypeOf(v), "");
        for (unsigned i = (unsigned)LLVMGetNumOperands(user); i-- > 0;)
            if (LLVMGetOperand(user, i) == v) {
                LLVMSetOperand(user, i, again);
                break;
            }
    }
}

/* Phis of nothing but results and constants are results. */
static void carry_users(struct emitter *e, LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u), parts[HALF_PARTS];
        next = LLVMGetNextUse(u);
        if (LLVMIsABitCastInst(user))
            carry_users(e, user);
        if (!LLVMIsAPHINode(user) || LLVMTypeOf(user) != e->v32i32 || find_result(e, user))
            continue;
        bool is_result = true;
        for (unsigned i = LLVMCountIncoming(user); i-- > 0;) {
            LLVMValueRef from = LLVMGetIncomingValue(user, i);
            is_result &= LLVMIsConstant(from) || find_result(e, from);
        }
        if (is_result)
            carry(e, user, parts);
    }
}

void half_carry(struct emitter *e)
{
    for (unsigned i = 0, n = e->halves->count; i < n; i++) {
        struct half_wide w = e->halves->all[i];
        LLVMValueRef scaled[HALF_PARTS], plain[HALF_PARTS];
        if (w.key || !LLVMIsABitCastInst(w.cast))
            continue;
        LLVMValueRef v = without_casts(w.cast);
        if (!w.plain[HALF_PARTS - 1] || LLVMTypeOf(v) != e->v32i32 || !is_worth(e, v)) {
            hoist(e, &w, v);
        } else if (carry(e, v, scaled)) {
            LLVMPositionBuilderBefore(e->b, w.cast);
            multiply(e, scaled, plain, HALF_PARTS, 112);
            replace(&w, scaled, plain);
        }
    }
    for (unsigned i = 0; i < e->halves->count; i++)
        if (e->halves->all[i].key && e->halves->all[i].scaled[HALF_PARTS - 1])
            carry_users(e, e->halves->all[i].key);
    for (unsigned i = 0; i < e->halves->count; i++) {
        struct half_wide w = e->halves->all[i];
        if (w.key && w.scaled[HALF_PARTS - 1] &&
            (LLVMIsAPHINode(w.key)
                 ? !is_kept(w.key) && is_as_wide(e, w.key, &(struct trail){.count = 0})
                 : !is_used_here(e, w.key, LLVMGetInstructionParent(w.key))))
            sink_uses(e, w.key, w.scaled);
    }
}

/* dot.c: see dot.h. */
#include "jit/dot.h"

#include "jit/build.h"
#include "jit/fold.h"

enum { LANES = 16, PARTS = 2 };                        /* of AVX-512 */
enum { SHORT_LANES = 8, SHORT_PARTS = 4, WORDS = 16 }; /* of AVX2 */

/* ---- the sum as the semantic functions write it ---- */

/* Byte `index` of the elements of x. */
struct byte {
    LLVMValueRef x;
    unsigned index;
    bool is_signed;
};

struct dot {
    LLVMValueRef x[2]; /* what has the bytes */
    bool is_signed[2];
    unsigned products; /* by bit, those that have been found */
    LLVMValueRef rest; /* the fifth term; NULL: there is none */
};

static bool shifted_by(LLVMValueRef v, LLVMOpcode op, uint64_t *n)
{
    LLVMValueRef by = is_instruction(v, op) ? LLVMGetOperand(v, 1) : NULL;
    if (!by || !LLVMIsConstant(by))
        return false;
    LLVMValueRef first = LLVMGetAggregateElement(by, 0);
    if (!first || !LLVMIsAConstantInt(first))
        return false;
    *n = LLVMConstIntGetZExtValue(first);
    return by == const_like(by, *n);
}

/* x >> 8 n & 255, x << 8 n >> 24, x >> 24 */
static bool byte_of(LLVMValueRef v, struct byte *out)
{
    uint64_t n;
    if (shifted_by(v, LLVMAnd, &n) && n == 255) {
        LLVMValueRef from = LLVMGetOperand(v, 0);
        bool is_first = !shifted_by(from, LLVMLShr, &n) || n % 8 != 0 || n >= 32;
        *out = (struct byte){.x = from};
        if (!is_first)
            *out = (struct byte){LLVMGetOperand(from, 0), (unsigned)n / 8, false};
        return true;
    }
    bool is_signed = shifted_by(v, LLVMAShr, &n);
    if ((!is_signed && !shifted_by(v, LLVMLShr, &n)) || n != 24)
        return false;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (!shifted_by(x, LLVMShl, &n))
        n = 0;
    else
        x = LLVMGetOperand(x, 0);
    *out = (struct byte){x, 3 - (unsigned)n / 8, is_signed};
    return n % 8 == 0 && n < 32;
}

static bool add_product(struct dot *d, LLVMValueRef v)
{
    struct byte b[2];
    if (!byte_of(LLVMGetOperand(v, 0), &b[0]) || !byte_of(LLVMGetOperand(v, 1), &b[1]) ||
        b[0].index != b[1].index || d->products >> b[0].index & 1)
        return false;
    bool first = !d->products, turned = !first && (b[0].x != d->x[0] || b[1].x != d->x[1]);
    for (unsigned i = 0; i < 2; i++) {
        const struct byte *own = &b[turned ? 1 - i : i];
        if (first)
            d->x[i] = own->x, d->is_signed[i] = own->is_signed;
        if (d->x[i] != own->x || d->is_signed[i] != own->is_signed)
            return false;
    }
    d->products |= 1U << b[0].index;
    return true;
}

/* The terms of a sum: products of bytes, and at most one other. */
static bool add_terms(struct dot *d, LLVMValueRef v, unsigned depth)
{
    enum { DEEPEST = 4 };
    if (is_instruction(v, LLVMMul) && add_product(d, v))
        return true;
    if (is_instruction(v, LLVMAdd) && depth < DEEPEST) {
        struct dot before = *d;
        if (add_terms(d, LLVMGetOperand(v, 0), depth + 1) &&
            add_terms(d, LLVMGetOperand(v, 1), depth + 1))
            return true;
        *d = before;
    }
    if (d->rest)
        return false;
    d->rest = v;
    return true;
}

/* ---- as instructions ---- */

static const char name[] = "llvm.x86.avx512.vpdpbusd.512",
                  saturating[] = "llvm.x86.avx512.vpdpbusds.512";

static LLVMValueRef zero(struct emitter *e) { return LLVMConstNull(LLVMVectorType(e->i32, LANES)); }

/* start + bytes of a, without signs, times those of b, with signs. */
static LLVMValueRef accumulate(struct emitter *e, bool saturates, LLVMValueRef start,
                               LLVMValueRef a, LLVMValueRef b)
{
    const char *full = saturates ? saturating : name;
    unsigned id = LLVMLookupIntrinsicID(full, (saturates ? sizeof saturating : sizeof name) - 1);
    LLVMTypeRef type = LLVMIntrinsicGetType(e->c, id, NULL, 0), params[3];
    LLVMGetParamTypes(type, params); /* of bytes, before LLVM 22 of dwords */
    LLVMValueRef args[3] = {start, LLVMBuildBitCast(e->b, a, params[1], ""),
                            LLVMBuildBitCast(e->b, b, params[2], "")};
    return call_intrinsic(e, full, NULL, 0, args, 3);
}

/* Where both have signs or none, a * b is (a +- 128) * b -+ 128 * b. */
static LLVMValueRef both_alike(struct emitter *e, bool is_signed, LLVMValueRef start,
                               LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef limit = const_like(zero(e), 0x80808080), sum, more;
    if (is_signed) {
        sum = accumulate(e, false, start, fold_binary(e, LLVMXor, a, limit), b);
        more = accumulate(e, false, zero(e), limit, b);
    } else {
        sum = accumulate(e, false, start, a, fold_binary(e, LLVMXor, b, limit));
        more = accumulate(e, false, zero(e), a, limit);
    }
    return LLVMBuildSub(e->b, sum, more, "");
}

static LLVMValueRef build(struct emitter *e, const struct dot *d, bool saturates)
{
    LLVMValueRef out[PARTS];
    for (unsigned p = 0; p < PARTS; p++) {
        LLVMValueRef x[2], start = d->rest ? pick(e, d->rest, NULL, LANES * p, 1, LANES) : zero(e);
        for (unsigned i = 0; i < 2; i++)
            x[i] = pick(e, d->x[i], NULL, LANES * p, 1, LANES);
        if (d->is_signed[0] == d->is_signed[1])
            out[p] = both_alike(e, d->is_signed[0], start, x[0], x[1]);
        else
            out[p] = accumulate(e, saturates, start, x[d->is_signed[0]], x[!d->is_signed[0]]);
    }
    return pick(e, out[0], out[1], 0, 1, 2 * LANES);
}

/* ---- without such instructions: two products of words in each dword, twice ---- */

/* Every other byte of x, from byte `first` on, as words. */
static LLVMValueRef words_of(struct emitter *e, LLVMValueRef x, unsigned first, bool is_signed)
{
    LLVMValueRef v =
        LLVMBuildBitCast(e->b, x, LLVMVectorType(LLVMInt16TypeInContext(e->c), WORDS), "");
    LLVMValueRef byte = const_like(v, 8);
    if (first)
        return fold_binary(e, is_signed ? LLVMAShr : LLVMLShr, v, byte);
    return is_signed ? fold_binary(e, LLVMAShr, fold_binary(e, LLVMShl, v, byte), byte)
                     : fold_binary(e, LLVMAnd, v, const_like(v, 255));
}

static LLVMValueRef build_of_words(struct emitter *e, const struct dot *d)
{
    LLVMValueRef out[SHORT_PARTS], half[2];
    for (unsigned p = 0; p < SHORT_PARTS; p++) {
        LLVMValueRef sum = pick(e, d->rest, NULL, SHORT_LANES * p, 1, SHORT_LANES);
        for (unsigned first = 0; first < 2; first++) {
            LLVMValueRef args[2];
            for (unsigned i = 0; i < 2; i++) {
                LLVMValueRef x = pick(e, d->x[i], NULL, SHORT_LANES * p, 1, SHORT_LANES);
                args[i] = words_of(e, x, first, d->is_signed[i]);
            }
            LLVMValueRef two = call_intrinsic(e, "llvm.x86.avx2.pmadd.wd", NULL, 0, args, 2);
            sum = LLVMBuildAdd(e->b, sum, two, "");
        }
        out[p] = sum;
    }
    for (unsigned i = 0; i < 2; i++)
        half[i] = pick(e, out[2 * i], out[2 * i + 1], 0, 1, 2 * SHORT_LANES);
    return pick(e, half[0], half[1], 0, 1, 4 * SHORT_LANES);
}

LLVMValueRef dot_sum(struct emitter *e, LLVMValueRef a, LLVMValueRef b, bool saturates)
{
    enum { ALL = 15 };
    struct dot d = {.rest = NULL};
    bool has_words = e->masks == MASKS_WIDE && !saturates;
    if ((!e->has_dots && !has_words) || LLVMTypeOf(a) != e->v32i32)
        return NULL;
    if (saturates) { /* only the whole sum is, whose products always fit */
        LLVMValueRef sum = is_instruction(a, LLVMAdd) ? a : b;
        d.rest = sum == a ? b : a;
        if (!is_instruction(sum, LLVMAdd) || !add_terms(&d, LLVMGetOperand(sum, 0), 1) ||
            !add_terms(&d, LLVMGetOperand(sum, 1), 1) || d.is_signed[0] == d.is_signed[1])
            return NULL;
    } else if (!add_terms(&d, a, 1) || !add_terms(&d, b, 1) || !d.rest) {
        return NULL;
    }
    if (d.products != ALL)
        return NULL;
    return e->has_dots ? build(e, &d, saturates) : build_of_words(e, &d);
}

/* build.c: see build.h. */
#include "jit/build.h"

#include "jit/steps.h"

#include <stdio.h>
#include <string.h>

static LLVMValueRef all_elements(LLVMTypeRef vector, uint64_t value)
{
    LLVMValueRef v[64], x = LLVMConstInt(LLVMGetElementType(vector), value, 0);
    unsigned n = LLVMGetVectorSize(vector);
    for (unsigned i = 0; i < n; i++)
        v[i] = x;
    return LLVMConstVector(v, n);
}

LLVMValueRef const_splat(struct emitter *e, LLVMTypeRef vector, uint64_t value)
{
    (void)e;
    return all_elements(vector, value);
}

bool constant_lanes(LLVMValueRef v, uint32_t out[32])
{
    for (unsigned i = 0; i < 32; i++) {
        LLVMValueRef x = LLVMIsConstant(v) ? LLVMGetAggregateElement(v, i) : NULL;
        if (!x || !LLVMIsAConstantInt(x))
            return false;
        out[i] = (uint32_t)LLVMConstIntGetZExtValue(x);
    }
    return true;
}

bool is_call_of(LLVMValueRef v, const char *name)
{
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    size_t length;
    return f && LLVMIsAFunction(f) && !strncmp(LLVMGetValueName2(f, &length), name, strlen(name));
}

bool is_call_of_any(LLVMValueRef v, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_call_of(v, names[i]))
            return true;
    return false;
}

bool is_rounded_to_whole(LLVMValueRef v)
{
    static const char *const names[] = {"llvm.roundeven.", "llvm.floor.", "llvm.ceil.",
                                        "llvm.trunc."};
    return is_call_of_any(v, names, sizeof names / sizeof *names);
}

bool is_computation(LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) || LLVMIsAUnaryOperator(v) || LLVMIsACastInst(v) ||
           LLVMIsACmpInst(v) || LLVMIsASelectInst(v) || LLVMIsAShuffleVectorInst(v) ||
           LLVMIsAInsertElementInst(v) || LLVMIsAExtractElementInst(v) || LLVMIsAFreezeInst(v);
}

bool is_const_splat(struct emitter *e, LLVMValueRef v, uint64_t *out)
{
    LLVMValueRef x = LLVMIsConstant(v) ? LLVMGetAggregateElement(v, 0) : NULL;
    if (!x || !LLVMIsAConstantInt(x))
        return false;
    *out = LLVMConstIntGetZExtValue(x);
    return v == const_splat(e, LLVMTypeOf(v), *out);
}

static bool has_bits(struct emitter *e, LLVMValueRef v, LLVMTypeKind kind, LLVMTypeRef as,
                     uint64_t bits)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!LLVMIsConstant(v) || LLVMGetTypeKind(t) != LLVMVectorTypeKind ||
        LLVMGetTypeKind(LLVMGetElementType(t)) != kind)
        return false;
    LLVMTypeRef integers = LLVMVectorType(as, LLVMGetVectorSize(t));
    return v == LLVMConstBitCast(const_splat(e, integers, bits), t);
}

bool is_float_constant(struct emitter *e, LLVMValueRef v, uint32_t bits)
{
    return has_bits(e, v, LLVMFloatTypeKind, e->i32, bits);
}

bool is_double_constant(struct emitter *e, LLVMValueRef v, uint64_t bits)
{
    return has_bits(e, v, LLVMDoubleTypeKind, e->i64, bits);
}

LLVMValueRef const_like(LLVMValueRef like, uint64_t value)
{
    return all_elements(LLVMTypeOf(like), value);
}

LLVMValueRef splat(struct emitter *e, LLVMValueRef scalar, LLVMTypeRef vector)
{
    LLVMValueRef v =
        LLVMBuildInsertElement(e->b, LLVMGetUndef(vector), scalar, const_i32(e, 0), "");
    return LLVMBuildShuffleVector(e->b, v, LLVMGetUndef(vector), LLVMConstNull(e->v32i32), "");
}

LLVMValueRef whole_of(LLVMValueRef lo, LLVMValueRef hi, LLVMValueRef by)
{
    if (!LLVMIsATruncInst(lo) || !LLVMIsATruncInst(hi))
        return NULL;
    LLVMValueRef whole = LLVMGetOperand(lo, 0), up = LLVMGetOperand(hi, 0);
    bool is_up = is_instruction(up, LLVMLShr) && LLVMGetOperand(up, 0) == whole &&
                 LLVMGetOperand(up, 1) == by;
    return is_up ? whole : NULL;
}

LLVMValueRef without_sum(LLVMValueRef v, int64_t *sum)
{
    *sum = 0;
    while (is_instruction(v, LLVMAdd) && LLVMIsAConstantInt(LLVMGetOperand(v, 1))) {
        *sum += LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1));
        v = LLVMGetOperand(v, 0);
    }
    return v;
}

LLVMValueRef splatted(LLVMValueRef v)
{
    LLVMValueRef from = LLVMIsAShuffleVectorInst(v) ? LLVMGetOperand(v, 0) : NULL;
    bool is_splat =
        from && LLVMIsAInsertElementInst(from) && is_const_zero(LLVMGetOperand(from, 2));
    for (unsigned i = 0; is_splat && i < LLVMGetNumMaskElements(v); i++)
        is_splat = LLVMGetMaskValue(v, i) == 0;
    return is_splat ? LLVMGetOperand(from, 1) : NULL;
}

LLVMValueRef at_offset(const struct emitter *e, LLVMValueRef p, size_t offset)
{
    LLVMValueRef i = const_i64(e, offset);
    return LLVMBuildInBoundsGEP2(e->b, e->i8, p, &i, 1, "");
}

LLVMValueRef load_at(const struct emitter *e, LLVMTypeRef t, LLVMValueRef p, size_t offset)
{
    return LLVMBuildLoad2(e->b, t, at_offset(e, p, offset), "");
}

void store_at(struct emitter *e, LLVMValueRef value, LLVMValueRef p, size_t offset)
{
    LLVMBuildStore(e->b, value, at_offset(e, p, offset));
}

LLVMValueRef wave_field(const struct emitter *e, size_t offset)
{
    return at_offset(e, e->wave, offset);
}

void store_wave_byte(struct emitter *e, size_t offset, unsigned value)
{
    store_at(e, LLVMConstInt(e->i8, value, 0), e->wave, offset);
}

LLVMValueRef call_intrinsic(struct emitter *e, const char *name, LLVMTypeRef *over,
                            unsigned over_count, LLVMValueRef *args, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, id, over, over_count);
    return LLVMBuildCall2(e->b, LLVMGlobalGetValueType(f), f, args, count, "");
}

void prefetch(struct emitter *e, LLVMValueRef p, unsigned level, bool is_store)
{
    LLVMValueRef args[4] = {p, const_i32(e, is_store), const_i32(e, 4 - level), const_i32(e, 1)};
    call_intrinsic(e, "llvm.prefetch", &e->ptr, 1, args, 4);
}

LLVMValueRef call_masked(struct emitter *e, bool is_store, LLVMValueRef p, LLVMValueRef mask,
                         LLVMValueRef value)
{
    LLVMTypeRef types[2] = {LLVMTypeOf(value), e->ptr};
    unsigned id = is_store ? LLVMLookupIntrinsicID("llvm.masked.store", 17)
                           : LLVMLookupIntrinsicID("llvm.masked.load", 16);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->module, id, types, 2), args[4];
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    unsigned n = 0, count = LLVMCountParamTypes(type);
    if (is_store)
        args[n++] = value;
    args[n++] = p;
    if (count == 4) /* before LLVM 22 */
        args[n++] = const_i32(e, 1);
    args[n++] = mask;
    if (!is_store)
        args[n++] = value;
    LLVMValueRef r = LLVMBuildCall2(e->b, type, f, args, n, "");
    if (count == 3)
        LLVMSetInstrParamAlignment(r, is_store ? 2 : 1, 1);
    return r;
}

LLVMValueRef c_function(struct emitter *e, const char *name, LLVMTypeRef type)
{
    static const char keeps[] = "no_caller_saved_registers";
    char full[64];
    snprintf(full, sizeof full, "shoal_%s%s", e->is_rare ? "rare_" : "", name);
    LLVMValueRef f = LLVMGetNamedFunction(e->module, full);
    if (f)
        return f;
    f = LLVMAddFunction(e->module, full, type);
    if (e->is_rare)
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(e->c, keeps, sizeof keeps - 1, "", 0));
    return f;
}

/* The type is larger than any array of ops: what is behind an object is not reachable from it. */
LLVMValueRef symbol_address(const struct emitter *e, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(e->module, name);
    return g ? g : LLVMAddGlobal(e->module, LLVMArrayType2(e->i8, UINT64_C(1) << 40), name);
}

LLVMValueRef op_pointer(const struct emitter *e, const struct op *o)
{
    LLVMValueRef at = const_i64(e, (uint64_t)((const char *)o - e->region->first_op));
    return LLVMConstGEP2(e->i8, symbol_address(e, "shoal_ops"), &at, 1);
}

LLVMValueRef op_at(struct emitter *e, LLVMValueRef offset)
{
    LLVMValueRef first = op_pointer(e, region_op(e->region, 0));
    LLVMValueRef slot = LLVMBuildLShr(e->b, offset, const_i32(e, 2), "");
    LLVMValueRef at = LLVMBuildMul(e->b, zext64(e, slot), const_i64(e, e->region->op_bytes), "");
    return LLVMBuildInBoundsGEP2(e->b, e->i8, first, &at, 1, "");
}

LLVMValueRef window_base(const struct emitter *e)
{
    return LLVMConstPtrToInt(symbol_address(e, "shoal_window"), e->i64);
}

LLVMValueRef code_address(struct emitter *e, uint64_t offset)
{
    LLVMValueRef code = load_at(e, e->ptr, e->wave, offsetof(struct wave, code));
    LLVMValueRef base = load_at(e, e->i64, code, offsetof(struct code, base));
    return LLVMBuildAdd(e->b, base, const_i64(e, offset), "");
}

LLVMValueRef lane(struct emitter *e, LLVMValueRef v, unsigned n)
{
    return LLVMBuildExtractElement(e->b, v, const_i32(e, n), "");
}

LLVMValueRef first_lane(struct emitter *e, LLVMValueRef lanes)
{
    LLVMValueRef args[2] = {lanes, LLVMConstInt(e->i1, 1, 0)};
    return call_intrinsic(e, "llvm.cttz", &e->i32, 1, args, 2);
}

LLVMValueRef without_first_lane(struct emitter *e, LLVMValueRef lanes)
{
    LLVMValueRef one_less = LLVMBuildAdd(e->b, lanes, const_i32(e, UINT32_MAX), "");
    return LLVMBuildAnd(e->b, lanes, one_less, "");
}

LLVMValueRef shuffle(struct emitter *e, LLVMValueRef a, LLVMValueRef b, const uint8_t *index,
                     unsigned n)
{
    LLVMValueRef m[64];
    for (unsigned i = 0; i < n; i++)
        m[i] = const_i32(e, index[i]);
    return LLVMBuildShuffleVector(e->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
                                  LLVMConstVector(m, n), "");
}

LLVMValueRef pick(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned from, unsigned step,
                  unsigned n)
{
    uint8_t index[64];
    /* a half of a lane mask that is joined of two (fold.h) */
    if (!b && n == 16 && from % 16 == 0 && step == 1 && LLVMIsAShuffleVectorInst(a) &&
        LLVMTypeOf(a) == e->v32i1 && LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(a, 0))) == 16)
        return LLVMGetOperand(a, from / 16);
    for (unsigned i = 0; i < n; i++)
        index[i] = (uint8_t)(from + i * step);
    return shuffle(e, a, b, index, n);
}

LLVMValueRef in_turn(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned from, unsigned n)
{
    uint8_t index[64];
    for (unsigned i = 0; i < n; i++)
        index[i] = (uint8_t)(from + i / 2 + i % 2 * 32);
    return shuffle(e, a, b, index, n);
}

LLVMValueRef element_of_dwords(struct emitter *e, LLVMValueRef v, LLVMValueRef bits, unsigned bytes)
{
    return LLVMBuildAnd(e->b, LLVMBuildLShr(e->b, v, bits, ""),
                        const_splat(e, e->v32i32, (1u << 8 * bytes) - 1), "");
}

LLVMValueRef joined(struct emitter *e, LLVMValueRef *v, unsigned count, unsigned n)
{
    for (; count > 1; count /= 2, n *= 2)
        for (unsigned k = 0; k < count / 2; k++)
            v[k] = pick(e, v[2 * k], v[2 * k + 1], 0, 1, 2 * n);
    return v[0];
}

bool has_like_parts(LLVMValueRef v)
{
    v = without_casts(v);
    if (!LLVMIsAShuffleVectorInst(v))
        return false;
    for (unsigned i = LLVMGetNumMaskElements(v); i-- > 0;)
        if (LLVMGetMaskValue(v, i) != 0)
            return false;
    return true;
}

LLVMTypeRef type_of_kind(const struct emitter *e, unsigned kind)
{
    switch (kind) {
    case KIND_I1:
        return e->i1;
    case KIND_I8:
        return e->i8;
    case KIND_I16:
        return e->i16;
    case KIND_I32:
        return e->i32;
    case KIND_I64:
        return e->i64;
    case KIND_F16:
        return LLVMHalfTypeInContext(e->c);
    case KIND_F32:
        return LLVMFloatTypeInContext(e->c);
    default:
        return LLVMDoubleTypeInContext(e->c);
    }
}

static unsigned kind_of_mark(const struct emitter *e, enum mark m)
{
    static const char *const names[] = {"shoal.device", "shoal.quiet", "shoal.strange",
                                        "shoal.product"};
    return LLVMGetMDKindIDInContext(e->c, names[m], (unsigned)strlen(names[m]));
}

void mark(const struct emitter *e, LLVMValueRef instruction, enum mark m)
{
    LLVMMetadataRef node = LLVMMDNodeInContext2(e->c, NULL, 0);
    LLVMSetMetadata(instruction, kind_of_mark(e, m), LLVMMetadataAsValue(e->c, node));
}

void unmark(const struct emitter *e, LLVMValueRef instruction, enum mark m)
{
    LLVMSetMetadata(instruction, kind_of_mark(e, m), NULL);
}

bool is_marked(const struct emitter *e, LLVMValueRef v, enum mark m)
{
    return LLVMIsAInstruction(v) && LLVMHasMetadata(v) && LLVMGetMetadata(v, kind_of_mark(e, m));
}

LLVMValueRef marked_behind(const struct emitter *e, LLVMValueRef v, enum mark m)
{
    LLVMValueRef next = LLVMGetNextInstruction(v);
    return next && is_marked(e, next, m) ? next : NULL;
}

void move_before(struct emitter *e, LLVMValueRef v, LLVMValueRef before)
{
    LLVMInstructionRemoveFromParent(v);
    LLVMPositionBuilderBefore(e->b, before);
    LLVMInsertIntoBuilder(e->b, v);
}

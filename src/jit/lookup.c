/* lookup.c: see lookup.h. */
#include "jit/lookup.h"

#include "jit/bits.h"
#include "jit/build.h"
#include "jit/costs.h"
#include "jit/dead.h"
#include "jit/fold.h"

enum {
    REGISTER = 64, /* bytes */
    LANES = 16,    /* whose elements one permutation takes */
    MAX_REGISTERS = MAX_TABLE_BYTES / REGISTER,
};

static unsigned registers_of(const struct lookup *l) { return l->span / REGISTER; }

/* Cycles for 32 lanes: permutations go through one port, masks and choices through two. */
static unsigned cost_of(const struct lookup *l)
{
    unsigned n = registers_of(l), pairs = n > 1 ? n / 2 : 1;
    return 2 * pairs + (2 * (pairs - 1) + n) / 2 + 2;
}

bool find_lookup(struct emitter *e, LLVMValueRef index, unsigned scale, unsigned bytes,
                 struct lookup *out)
{
    uint64_t places = (uint64_t)(uint32_t)~zero_bits(e, index) << scale;
    bool can = e->has_lanes && e->masks == MASKS_ALL && (bytes == 4 || e->has_byte_moves);
    if (!can || bytes > 4 || !places || places % bytes || places >= MAX_TABLE_BYTES)
        return false;
    unsigned bits = 32 - (unsigned)__builtin_clz((uint32_t)places / bytes); /* of their numbers */
    *out = (struct lookup){.bytes = bytes, .scale = scale, .span = bytes << bits};
    if (out->span < REGISTER)
        out->span = REGISTER;
    return cost_of(out) < e->costs->gather;
}

static LLVMTypeRef table_type(struct emitter *e, unsigned bytes)
{
    return LLVMVectorType(LLVMIntTypeInContext(e->c, 8 * bytes), REGISTER / bytes);
}

static const char *name_of(unsigned bytes, bool is_of_two)
{
    static const char *const names[2][3] = {
        {"llvm.x86.avx512.permvar.qi.512", "llvm.x86.avx512.permvar.hi.512",
         "llvm.x86.avx512.permvar.si.512"},
        {"llvm.x86.avx512.vpermi2var.qi.512", "llvm.x86.avx512.vpermi2var.hi.512",
         "llvm.x86.avx512.vpermi2var.d.512"}};
    return names[is_of_two][__builtin_ctz(bytes)];
}

/* For 16 lanes, an element in each dword, with anything above it. */
static LLVMValueRef look_up_half(struct emitter *e, const struct lookup *l,
                                 const LLVMValueRef table[MAX_REGISTERS], LLVMValueRef number)
{
    LLVMTypeRef t = table_type(e, l->bytes), dwords = LLVMTypeOf(number);
    LLVMValueRef v[MAX_REGISTERS], by = LLVMBuildBitCast(e->b, number, t, "");
    unsigned n = registers_of(l), bit = REGISTER / l->bytes;
    if (n == 1) {
        LLVMValueRef args[2] = {table[0], by};
        v[0] = call_intrinsic(e, name_of(l->bytes, false), NULL, 0, args, 2);
        return LLVMBuildBitCast(e->b, v[0], dwords, "");
    }
    for (unsigned i = 0; i < n / 2; i++) {
        LLVMValueRef args[3] = {table[2 * i], by, table[2 * i + 1]};
        v[i] = call_intrinsic(e, name_of(l->bytes, true), NULL, 0, args, 3);
        v[i] = LLVMBuildBitCast(e->b, v[i], dwords, "");
    }
    for (n /= 2, bit *= 2; n > 1; n /= 2, bit *= 2) {
        LLVMValueRef is = LLVMBuildAnd(e->b, number, const_like(number, bit), "");
        is = LLVMBuildICmp(e->b, LLVMIntNE, is, LLVMConstNull(dwords), "");
        for (unsigned i = 0; i < n / 2; i++)
            v[i] = LLVMBuildSelect(e->b, is, v[2 * i + 1], v[2 * i], "");
    }
    return v[0];
}

LLVMValueRef look_up(struct emitter *e, const struct lookup *l, LLVMValueRef from,
                     LLVMValueRef index, bool may_fault)
{
    LLVMValueRef table[MAX_REGISTERS], half[2], number = index;
    int shift = (int)l->scale - __builtin_ctz(l->bytes);
    for (unsigned i = 0; i < registers_of(l); i++) {
        table[i] =
            LLVMBuildLoad2(e->b, table_type(e, l->bytes), at_offset(e, from, REGISTER * i), "");
        LLVMSetAlignment(table[i], 1);
        if (may_fault)
            mark_load(e, table[i]);
    }
    if (shift)
        number = fold_binary(e, shift > 0 ? LLVMShl : LLVMLShr, index,
                             const_splat(e, e->v32i32, (uint32_t)(shift > 0 ? shift : -shift)));
    for (unsigned k = 0; k < 2; k++)
        half[k] = look_up_half(e, l, table, pick(e, number, NULL, LANES * k, 1, LANES));
    LLVMValueRef v = pick(e, half[0], half[1], 0, 1, 2 * LANES);
    return l->bytes == 4 ? v : LLVMBuildAnd(e->b, v, const_like(v, (1u << 8 * l->bytes) - 1), "");
}

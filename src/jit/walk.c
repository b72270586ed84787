/* walk.c: see walk.h. */
#include "jit/walk.h"

#include <string.h>

#include <llvm-c/Core.h>

unsigned step_bits(unsigned type)
{
    static const uint8_t bits[] = {1, 8, 16, 32, 64, 16, 32, 64};
    return bits[step_kind(type)];
}

static uint64_t low(uint64_t v, unsigned bits)
{
    return bits < 64 ? v & ((UINT64_C(1) << bits) - 1) : v;
}

static int64_t signed_of(uint64_t v, unsigned bits)
{
    return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static bool compare(unsigned predicate, uint64_t a, uint64_t b, unsigned bits)
{
    int64_t x = signed_of(a, bits), y = signed_of(b, bits);
    switch (predicate) {
    case LLVMIntEQ:
        return a == b;
    case LLVMIntNE:
        return a != b;
    case LLVMIntUGT:
        return a > b;
    case LLVMIntUGE:
        return a >= b;
    case LLVMIntULT:
        return a < b;
    case LLVMIntULE:
        return a <= b;
    case LLVMIntSGT:
        return x > y;
    case LLVMIntSGE:
        return x >= y;
    case LLVMIntSLT:
        return x < y;
    default:
        return x <= y;
    }
}

bool intrinsic_is_limit(const char *intrinsic, unsigned *order)
{
    static const struct {
        const char *name;
        LLVMIntPredicate order;
    } limits[] = {{"llvm.smin", LLVMIntSLT},
                  {"llvm.smax", LLVMIntSGT},
                  {"llvm.umin", LLVMIntULT},
                  {"llvm.umax", LLVMIntUGT}};
    for (unsigned i = 0; intrinsic && i < sizeof limits / sizeof *limits; i++)
        if (!strcmp(intrinsic, limits[i].name)) {
            *order = limits[i].order;
            return true;
        }
    return false;
}

bool step_of_constants(const struct step *s, unsigned bits, const uint64_t arg[3], uint64_t *out)
{
    uint64_t a = low(arg[0], bits), b = low(arg[1], bits), r;
    bool shifts = b < bits;
    switch ((LLVMOpcode)s->opcode) {
    case LLVMAdd:
        r = a + b;
        break;
    case LLVMSub:
        r = a - b;
        break;
    case LLVMMul:
        r = a * b;
        break;
    case LLVMAnd:
        r = a & b;
        break;
    case LLVMOr:
        r = a | b;
        break;
    case LLVMXor:
        r = a ^ b;
        break;
    case LLVMShl:
        r = shifts ? a << b : 0;
        break;
    case LLVMLShr:
        r = shifts ? a >> b : 0;
        break;
    case LLVMAShr:
        r = (uint64_t)(signed_of(a, bits) >> (shifts ? b : bits - 1));
        break;
    case LLVMICmp:
        r = compare(s->detail, a, b, bits);
        break;
    case LLVMSExt:
        r = (uint64_t)signed_of(a, bits);
        break;
    case LLVMZExt:
    case LLVMTrunc:
        r = a;
        break;
    case LLVMBitCast:
        if (bits != step_bits(s->type))
            return false;
        r = a;
        break;
    case LLVMSelect:
        r = arg[0] & 1 ? arg[1] : arg[2];
        break;
    default:
        return false;
    }
    *out = low(r, step_bits(s->type));
    return true;
}

struct value {
    _Alignas(16) char bytes[MAX_VALUE_BYTES];
};

static bool are_lane_numbers(const struct step_constant *k)
{
    unsigned lanes = step_lanes(k->type);
    for (unsigned i = 0; i < lanes && !k->is_splat; i++)
        if (step_elements(k)[i] != i)
            return false;
    return lanes == 32 && !k->is_splat;
}

static void constant_value(const struct domain *d, void *context, int16_t n, void *out)
{
    const struct step_constant *k = step_constant(n);
    if (d->lane_numbers && are_lane_numbers(k)) {
        d->lane_numbers(context, out);
        return;
    }
    d->constant(context, k->type, k->value, k->is_splat || step_lanes(k->type) == 1, out);
}

bool walk(const struct domain *d, void *context, int function, const void *in, void *out)
{
    const struct step_list *l = step_list(function);
    struct value values[MAX_STEPS], constants[3];
    size_t bytes = d->value_bytes;
    if (!l)
        return false;
    for (unsigned i = 0; i < l->params; i++)
        memcpy(&values[i], (const char *)in + i * bytes, bytes);
    for (unsigned i = 0; i < l->count; i++) {
        const struct step *s = step_at(l, i);
        const void *arg[3] = {NULL, NULL, NULL};
        for (unsigned k = 0; k < 3 && s->arg[k] != NO_STEP; k++) {
            arg[k] = s->arg[k] >= 0 ? &values[s->arg[k]] : &constants[k];
            if (s->arg[k] < 0)
                constant_value(d, context, s->arg[k], &constants[k]);
        }
        const char *intrinsic = s->opcode == LLVMCall ? step_intrinsic(s) : NULL;
        if (intrinsic && is_host_form(intrinsic))
            memcpy(&values[l->params + i], arg[2], bytes);
        else
            d->step(context, s, intrinsic, arg, &values[l->params + i]);
    }
    for (unsigned i = 0; i < l->results; i++) {
        void *to = (char *)out + i * bytes;
        if (l->result[i] >= 0)
            memcpy(to, &values[l->result[i]], bytes);
        else
            constant_value(d, context, l->result[i], to);
    }
    return true;
}

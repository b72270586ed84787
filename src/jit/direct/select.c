/* select.c: values, constants and types of the selection; see select.h. */
#include "jit/direct/select.h"

#include <stdlib.h>
#include <string.h>

#include "jit/direct/encode.h"

void give_up(struct select *s, const char *why)
{
    if (!s->f->why)
        s->f->why = why;
}

struct ins *put(struct select *s, unsigned op)
{
    static struct ins none;
    struct mfunction *f = s->f;
    if (!reserve(f, &f->code, &f->capacity, f->count, 1, sizeof *f->code))
        return &none;
    struct ins *i = &f->code[f->count++];
    *i = (struct ins){.op = (uint16_t)op};
    return i;
}

/* ---- types ---- */

static struct shape make_shape(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t), element;
    struct shape x = {.lanes = 1, .pieces = 1};
    switch (kind) {
    case LLVMIntegerTypeKind:
        x.bits = LLVMGetIntTypeWidth(t);
        x.kind = x.bits == 1 || x.bits == 8 || x.bits == 16 || x.bits == 32 || x.bits == 64
                     ? SHAPE_SCALAR
                     : SHAPE_NONE;
        return x;
    case LLVMPointerTypeKind:
        x.bits = 64;
        x.kind = SHAPE_SCALAR;
        return x;
    case LLVMFloatTypeKind: /* in a general register, as its bits */
        x.bits = 32;
        x.kind = SHAPE_SCALAR;
        x.is_float = true;
        return x;
    case LLVMVectorTypeKind:
        break;
    default:
        return x;
    }
    LLVMTypeRef e = LLVMGetElementType(t);
    element = LLVMGetTypeKind(e);
    x.lanes = LLVMGetVectorSize(t);
    x.is_float = element != LLVMIntegerTypeKind;
    x.bits = element == LLVMIntegerTypeKind  ? LLVMGetIntTypeWidth(e)
             : element == LLVMFloatTypeKind  ? 32
             : element == LLVMDoubleTypeKind ? 64
             : element == LLVMHalfTypeKind   ? 16
                                             : 0;
    unsigned total = x.bits * x.lanes;
    if (x.bits == 1 && (x.lanes == 4 || x.lanes == 8 || x.lanes == 16 || x.lanes == 32)) {
        x.kind = SHAPE_MASK;
        x.pieces = x.lanes == 32 ? 2 : 1;
    } else if (x.bits >= 8 && x.lanes <= 64 &&
               (total == 128 || total == 256 || total == 512 || total == 1024 || total == 2048)) {
        x.kind = SHAPE_VECTOR;
        x.pieces = total > 512 ? total / 512 : 1;
        x.vl = total == 128 ? 0 : total == 256 ? 1 : 2;
    }
    return x;
}

struct shape shape_of(struct select *s, LLVMTypeRef t)
{
    for (unsigned i = 0; i < s->type_count; i++)
        if (s->types[i].type == t)
            return s->types[i].shape;
    struct shape x = make_shape(t);
    if (s->type_count < sizeof s->types / sizeof *s->types) {
        s->types[s->type_count].type = t;
        s->types[s->type_count++].shape = x;
    }
    return x;
}

/* ---- values ---- */

static uint32_t hash_of(const struct select *s, const void *p)
{
    uint64_t h = (uint64_t)(uintptr_t)p * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(h >> 40) & (s->hash_size - 1);
}

static bool grow_hash(struct select *s)
{
    uint32_t size = s->hash_size ? 2 * s->hash_size : 4096, *table = calloc(size, sizeof *table);
    if (!table) {
        give_up(s, "memory");
        return false;
    }
    free(s->hash);
    s->hash = table;
    s->hash_size = size;
    for (uint32_t i = 0; i < s->val_count; i++) {
        uint32_t h = hash_of(s, s->vals[i].v);
        while (table[h])
            h = (h + 1) & (size - 1);
        table[h] = i + 1;
    }
    return true;
}

static struct val *find(struct select *s, const void *v)
{
    for (uint32_t h = hash_of(s, v); s->hash[h]; h = (h + 1) & (s->hash_size - 1))
        if ((const void *)s->vals[s->hash[h] - 1].v == v)
            return &s->vals[s->hash[h] - 1];
    return NULL;
}

struct val *known_val(struct select *s, LLVMValueRef v) { return find(s, v); }

struct val *new_val(struct select *s, LLVMValueRef v, enum val_kind kind)
{
    static struct val none;
    if ((2 * s->val_count >= s->hash_size && !grow_hash(s)) ||
        !reserve(s->f, &s->vals, &s->val_capacity, s->val_count, 1, sizeof *s->vals))
        return &none;
    uint32_t h = hash_of(s, v);
    while (s->hash[h])
        h = (h + 1) & (s->hash_size - 1);
    s->hash[h] = ++s->val_count;
    struct val *x = &s->vals[s->val_count - 1];
    *x = (struct val){.v = v, .kind = (uint8_t)kind};
    return x;
}

bool is_constant(LLVMValueRef v) { return LLVMIsConstant(v); }

static void place_constant(struct select *s, struct val *x, struct shape t)
{
    struct constant c;
    const uint8_t *bytes = c.bytes;
    if (!read_constant(x->v, &c))
        give_up(s, "a constant's elements");
    if (t.kind == SHAPE_MASK) {
        memcpy(&x->bits, bytes, 8);
        return;
    }
    unsigned each = t.bits / 8;
    x->is_splat = true;
    memcpy(&x->bits, bytes, each);
    for (unsigned i = 1; i < t.lanes; i++)
        x->is_splat = x->is_splat && !memcmp(bytes, bytes + (size_t)i * each, each);
    for (unsigned p = 0; p < t.pieces && !x->is_splat; p++)
        x->at[p] = pool_bytes(s->f, bytes + 64 * p, t.pieces > 1 ? 64 : each * t.lanes);
}

static reg constant(struct select *s, LLVMValueRef v);

/* A constant whose elements are all one that the linker makes: a broadcast in this block. */
static void make_address(struct select *s, struct val *x)
{
    LLVMValueRef v = x->v;
    unsigned at = (unsigned)(x - s->vals), pieces = shape(s, v).pieces;
    reg g = constant(s, LLVMGetAggregateElement(v, 0)), d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, VPBROADCASTD_R);
    i->d = d, i->b = g, i->vl = 2;
    x = &s->vals[at];
    x->block = s->block + 1;
    for (unsigned p = 0; p < pieces; p++)
        x->r[p] = d;
}

static bool has_one_address(struct select *s, LLVMValueRef v)
{
    struct shape t = shape(s, v);
    LLVMValueRef first = LLVMGetAggregateElement(v, 0);
    bool is = t.bits == 32 && t.kind == SHAPE_VECTOR && t.vl == 2 && first &&
              LLVMIsAConstantExpr(first) && LLVMGetConstOpcode(first) == LLVMTrunc;
    for (unsigned i = 1; is && i < t.lanes; i++)
        is = LLVMGetAggregateElement(v, i) == first;
    return is;
}

struct mem pool_mem(uint32_t at) { return (struct mem){.kind = MEM_POOL, .disp = (int32_t)at}; }

struct val *val_of(struct select *s, LLVMValueRef v)
{
    struct val *x = find(s, v);
    if (x && x->is_address && x->block != s->block + 1)
        make_address(s, x);
    if (x)
        return x;
    struct shape t = shape(s, v);
    if (is_constant(v) && has_one_address(s, v)) {
        x = new_val(s, v, VAL_REGS);
        x->is_address = true;
        make_address(s, x);
        return find(s, v);
    }
    if (is_constant(v) && (t.kind == SHAPE_VECTOR || t.kind == SHAPE_MASK)) {
        x = new_val(s, v, VAL_CONST);
        place_constant(s, x, t);
        return x;
    }
    static struct val none = {.kind = VAL_REGS};
    give_up(s, is_constant(v) ? "a constant of a type that is not known"
                              : "a value that is not known");
    return &none;
}

struct val *result(struct select *s, LLVMValueRef v)
{
    struct shape t = shape(s, v);
    enum class c = t.kind == SHAPE_SCALAR ? CLASS_G : t.kind == SHAPE_MASK ? CLASS_K : CLASS_Z;
    struct val *x = find(s, v);
    if (!x)
        x = new_val(s, v, VAL_REGS);
    if (!x->r[0])
        for (unsigned p = 0; p < t.pieces; p++)
            x->r[p] = new_reg(s->f, c);
    return x;
}

bool is_uniform(struct select *s, LLVMValueRef v)
{
    struct shape t = shape(s, v);
    struct val *x = val_of(s, v);
    if (t.kind != SHAPE_VECTOR || x->kind == VAL_CONST)
        return t.kind == SHAPE_VECTOR && x->is_splat;
    for (unsigned p = 1; p < t.pieces; p++)
        if (x->r[p] != x->r[0])
            return false;
    return x->kind == VAL_REGS;
}

struct val result_of(struct select *s, LLVMValueRef v, bool uniform, unsigned *count)
{
    struct val *x = result(s, v);
    *count = shape(s, v).pieces;
    for (unsigned p = 1; uniform && p < *count; p++)
        x->r[p] = x->r[0];
    if (uniform)
        *count = 1;
    return *x;
}

LLVMValueRef only_user(struct select *s, LLVMValueRef v)
{
    LLVMUseRef use = LLVMGetFirstUse(v);
    if (!use || LLVMGetNextUse(use))
        return NULL;
    LLVMValueRef user = LLVMGetUser(use);
    return LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) != LLVMPHI &&
                   LLVMGetInstructionParent(user) == s->llvm_block
               ? user
               : NULL;
}

/* ---- registers ---- */

reg copy_of(struct select *s, reg r)
{
    enum class c = reg_class(s->f, r);
    reg d = new_reg(s->f, c);
    struct ins *i = put(s, c == CLASS_G ? MOV : c == CLASS_Z ? VMOVDQU32 : KMOVQ_KK);
    i->d = d, i->b = r, i->wide = c == CLASS_G, i->vl = 2;
    return d;
}

reg load_address(struct select *s, const char *name, int64_t addend)
{
    reg d = new_reg(s->f, CLASS_G);
    uint32_t at = pool_address(s->f, name, addend);
    struct ins *i = put(s, MOV);
    i->d = d, i->wide = true, i->mem = pool_mem(at);
    return d;
}

bool immediate(LLVMValueRef v, int64_t *out)
{
    uint64_t u;
    if (!is_constant(v) || !const_int(v, &u))
        return false;
    unsigned bits = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind
                        ? LLVMGetIntTypeWidth(LLVMTypeOf(v))
                        : 64;
    *out = bits == 32 ? (int32_t)u : (int64_t)u;
    return *out == (int32_t)*out;
}

void join_halves(struct select *s, reg d, reg low, reg high)
{
    unsigned at = s->joined_count++ % (sizeof s->joined / sizeof *s->joined);
    s->joined[at].whole = d, s->joined[at].half[0] = low, s->joined[at].half[1] = high;
    s->joined[at].block = s->block + 1;
}

reg joined_half(const struct select *s, reg r, unsigned upper)
{
    for (unsigned i = 0; i < sizeof s->joined / sizeof *s->joined; i++)
        if (s->joined[i].whole == r && s->joined[i].block == s->block + 1)
            return s->joined[i].half[upper];
    return 0;
}

static bool symbol_of(LLVMValueRef v, const char **name, int64_t *addend, bool *negative);

/* A symbol and an index with the same one taken away: a number, whose name is NULL. */
static bool distance_of(LLVMValueRef v, const char **name, int64_t *addend, bool negative)
{
    const char *other;
    int64_t from = 0, by = 0;
    bool no = false, is_less = false;
    if (negative || !symbol_of(LLVMGetOperand(v, 0), name, &from, &no) || no ||
        !symbol_of(LLVMGetOperand(v, 1), &other, &by, &is_less) || !is_less || !*name || !other ||
        strcmp(*name, other) != 0)
        return false;
    *name = NULL;
    *addend += from - by;
    return true;
}

/* Constant expressions of addresses: symbol + addend, or 0 - that. *negative: what v is part of has
 * its sign turned, and then, the symbol's. */
static bool symbol_of(LLVMValueRef v, const char **name, int64_t *addend, bool *negative)
{
    size_t length;
    if (LLVMIsAGlobalVariable(v)) {
        *name = LLVMGetValueName2(v, &length);
        return LLVMIsDeclaration(v);
    }
    if (!LLVMIsAConstantExpr(v))
        return false;
    uint64_t n;
    bool before = *negative;
    switch (LLVMGetConstOpcode(v)) {
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return symbol_of(LLVMGetOperand(v, 0), name, addend, negative);
    case LLVMSub:
        *negative = !*negative;
        if (!const_int(LLVMGetOperand(v, 0), &n) ||
            !symbol_of(LLVMGetOperand(v, 1), name, addend, negative))
            return false;
        *addend += (int64_t)(before == *negative ? n : -n);
        return true;
    case LLVMAdd:
        if (!const_int(LLVMGetOperand(v, 1), &n) ||
            !symbol_of(LLVMGetOperand(v, 0), name, addend, negative))
            return false;
        *addend += (int64_t)(before == *negative ? n : -n);
        return true;
    case LLVMGetElementPtr:
        if (LLVMGetNumOperands(v) != 2)
            return false;
        if (!const_int(LLVMGetOperand(v, 1), &n))
            return distance_of(v, name, addend, *negative);
        *addend += (int64_t)n;
        return symbol_of(LLVMGetOperand(v, 0), name, addend, negative);
    default:
        return false;
    }
}

static reg constant(struct select *s, LLVMValueRef v)
{
    uint64_t n;
    const char *name;
    int64_t addend = 0;
    bool negative = false;
    if (const_int(v, &n)) {
        reg d = new_reg(s->f, CLASS_G);
        struct ins *i = put(s, MOVI);
        i->d = d, i->imm = (int64_t)n;
        return d;
    }
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMTrunc && shape(s, v).bits == 32) {
        reg whole = constant(s, LLVMGetOperand(v, 0)), d = new_reg(s->f, CLASS_G);
        struct ins *i = put(s, MOV);
        i->d = d, i->b = whole;
        return d;
    }
    if (!symbol_of(v, &name, &addend, &negative)) {
        give_up(s, "a constant of another kind");
        return 0;
    }
    if (!name) {
        reg d = new_reg(s->f, CLASS_G);
        struct ins *i = put(s, MOVI);
        i->d = d, i->imm = addend;
        return d;
    }
    reg d = load_address(s, name, addend);
    if (negative) {
        d = copy_of(s, d);
        struct ins *i = put(s, NEG);
        i->d = d, i->tied = i->wide = true;
    }
    return d;
}

reg general(struct select *s, LLVMValueRef v)
{
    if (is_constant(v))
        return constant(s, v);
    struct val *x = val_of(s, v);
    if (x->kind != VAL_ADDRESS || x->block == s->block + 1)
        return x->r[0];
    struct mem m = x->mem;
    reg d = new_reg(s->f, CLASS_G);
    x->r[0] = d;
    x->block = s->block + 1;
    struct ins *i = put(s, LEA);
    i->d = d, i->wide = true, i->mem = m;
    return d;
}

/* A splat's element as `to` bytes that are repeated; false: it is not these. */
static bool repeated(const struct val *x, unsigned bits, unsigned to, uint64_t *out)
{
    uint64_t v = x->bits;
    for (unsigned b = bits; b < 64; b *= 2)
        v |= v << b;
    *out = v;
    return to == 8 || (uint32_t)v == v >> 32;
}

void operand_b(struct select *s, struct ins *i, LLVMValueRef v, unsigned p)
{
    struct val *x = val_of(s, v);
    if (x->kind != VAL_CONST) {
        i->b = x->r[p];
        return;
    }
    struct shape t = shape(s, v);
    unsigned unit = broadcast_bytes(i->op);
    uint64_t bytes[8];
    if (!x->is_splat) {
        i->mem = pool_mem(x->at[p]);
        return;
    }
    i->broadcast = unit && repeated(x, t.bits, unit, &bytes[0]);
    if (!i->broadcast) {
        repeated(x, t.bits, 8, &bytes[0]);
        unit = 16U << t.vl;
        for (unsigned k = 1; k < 8; k++)
            bytes[k] = bytes[0];
    }
    i->mem = pool_mem(pool_bytes(s->f, bytes, unit));
}

static reg constant_mask(struct select *s, uint64_t bits, unsigned p)
{
    reg g = new_reg(s->f, CLASS_G), k = new_reg(s->f, CLASS_K);
    struct ins *i = put(s, MOVI);
    i->d = g, i->imm = (int64_t)(bits >> 16 * p & 0xffff);
    i = put(s, KMOVD_KR);
    i->d = k, i->b = g;
    return k;
}

reg piece(struct select *s, LLVMValueRef v, unsigned p)
{
    struct val *x = val_of(s, v);
    if (x->kind != VAL_CONST && !x->r[p])
        give_up(s, "an operand that is made later");
    if (x->kind != VAL_CONST)
        return x->r[p];
    struct shape t = shape(s, v);
    if (t.kind == SHAPE_MASK)
        return constant_mask(s, x->bits, p);
    enum { NEAR = 16 }; /* farther away, a register is worth more than a load */
    if (x->is_splat && x->block == s->block + 1 && s->f->count - x->made < NEAR)
        return x->r[0];
    reg d = new_reg(s->f, CLASS_Z);
    x->r[0] = d, x->block = s->block + 1, x->made = s->f->count;
    bool is_zero = x->is_splat && x->bits == 0;
    uint64_t four;
    bool is_dwords = x->is_splat && repeated(x, t.bits, 4, &four);
    struct ins *i = put(s, is_zero ? VPXORD : is_dwords ? VPBROADCASTD : VMOVDQU32);
    i->d = d, i->vl = t.vl;
    if (is_zero)
        i->a = i->b = Z(scratch_z(s->f)); /* of itself: 0 */
    else if (is_dwords)
        i->mem = pool_mem(pool_bytes(s->f, &four, 4));
    else
        operand_b(s, i, v, p);
    return d;
}

struct copy copy_source(struct select *s, LLVMValueRef v, unsigned p)
{
    struct copy c = {0};
    struct shape t = shape(s, v);
    uint64_t n;
    if (t.kind == SHAPE_SCALAR && is_constant(v) && const_int(v, &n)) {
        c.from = FROM_IMM, c.imm = (int64_t)n;
        return c;
    }
    const char *name;
    int64_t addend = 0;
    bool negative = false;
    if (t.kind == SHAPE_SCALAR && is_constant(v) && symbol_of(v, &name, &addend, &negative) &&
        !negative && name) {
        c.from = FROM_POOL, c.mem = pool_mem(pool_address(s->f, name, addend));
        return c;
    }
    if (t.kind == SHAPE_SCALAR) {
        struct val *x = is_constant(v) ? NULL : val_of(s, v);
        if (x && x->kind == VAL_ADDRESS) {
            c.from = FROM_ADDRESS, c.mem = x->mem;
            return c;
        }
        c.source = general(s, v);
        return c;
    }
    struct val *x = find(s, v);
    if (x && x->is_address) /* on an edge, which is no block that it may have been made in */
        x->block = 0;
    x = val_of(s, v);
    if (x->kind == VAL_CONST && t.kind == SHAPE_VECTOR) {
        struct ins whole = {.op = VMOVDQU32};
        operand_b(s, &whole, v, p);
        c.from = FROM_POOL, c.mem = whole.mem, c.broadcast = whole.broadcast;
        return c;
    }
    c.source = piece(s, v, p);
    return c;
}

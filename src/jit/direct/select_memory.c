/* select_memory.c: addresses, loads and stores. See select.h. */
#include "jit/direct/select.h"

/* ---- addresses ---- */

static int64_t element_bytes(struct select *s, LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        return (int64_t)LLVMGetArrayLength2(t) * element_bytes(s, LLVMGetElementType(t));
    struct shape x = shape_of(s, t);
    if (x.kind == SHAPE_NONE || x.kind == SHAPE_MASK)
        return 0;
    return x.bits * x.lanes / 8 ? x.bits * x.lanes / 8 : 1;
}

static reg scaled(struct select *s, reg r, int64_t by)
{
    reg d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, IMULI);
    i->d = d, i->b = r, i->imm = by, i->wide = true;
    return d;
}

/* Adds n bytes, or a register of its own where they are too many. */
static void move_by(struct select *s, struct mem *m, int64_t n)
{
    if ((int32_t)(m->disp + n) == m->disp + n) {
        m->disp += (int32_t)n;
        return;
    }
    give_up(s, "a far offset");
}

static struct mem place_of(struct select *s, LLVMValueRef v)
{
    if (!is_constant(v)) {
        struct val *x = val_of(s, v);
        if (x->kind == VAL_ADDRESS)
            return x->mem;
    }
    return (struct mem){.kind = MEM_AT, .base = general(s, v), .scale = 1};
}

struct mem address(struct select *s, LLVMValueRef v) { return place_of(s, v); }

static bool element_pointer(struct select *s, LLVMValueRef v)
{
    if (LLVMGetNumOperands(v) != 2)
        return false;
    int64_t unit = element_bytes(s, LLVMGetGEPSourceElementType(v));
    LLVMValueRef index = LLVMGetOperand(v, 1);
    struct mem m = place_of(s, LLVMGetOperand(v, 0));
    uint64_t n;
    if (!unit || shape(s, index).bits != 64)
        return false;
    if (is_constant(index) && const_int(index, &n)) {
        move_by(s, &m, (int64_t)n * unit);
    } else {
        reg r = 0;
        struct val *sum = is_constant(index) ? NULL : val_of(s, index);
        if (sum && sum->kind == VAL_ADDRESS && !sum->mem.index && sum->mem.kind == MEM_AT) {
            int64_t bytes = sum->mem.disp * unit;
            r = sum->mem.base;
            move_by(s, &m, bytes);
        } else {
            r = general(s, index);
        }
        if (m.index || (m.kind != MEM_AT && m.kind != MEM_FRAME)) {
            reg base = new_reg(s->f, CLASS_G);
            struct ins *i = put(s, LEA);
            i->d = base, i->wide = true, i->mem = m;
            m = (struct mem){.kind = MEM_AT, .base = base};
        }
        if (unit != 1 && unit != 2 && unit != 4 && unit != 8) {
            r = scaled(s, r, unit);
            unit = 1;
        }
        m.index = r;
        m.scale = (uint8_t)unit;
    }
    new_val(s, v, VAL_ADDRESS)->mem = m;
    return true;
}

static bool variable(struct select *s, LLVMValueRef v)
{
    int64_t bytes = element_bytes(s, LLVMGetAllocatedType(v));
    uint32_t align = LLVMGetAlignment(v), at;
    if (!bytes || LLVMGetInstructionParent(v) != LLVMGetEntryBasicBlock(s->function) || align > 128)
        return false;
    if (align < 8)
        align = 8;
    at = (s->f->frame_bytes + align - 1) & ~(align - 1);
    s->f->frame_bytes = at + (uint32_t)bytes;
    new_val(s, v, VAL_ADDRESS)->mem =
        (struct mem){.kind = MEM_FRAME, .base = G(RSP), .disp = (int32_t)at};
    return true;
}

/* ---- loads and stores ---- */

static unsigned scalar_load(unsigned bits)
{
    return bits <= 8 ? MOVZX8 : bits == 16 ? MOVZX16 : MOV;
}

static bool load(struct select *s, LLVMValueRef v)
{
    struct shape t = shape(s, v);
    if (t.kind == SHAPE_NONE || t.kind == SHAPE_MASK || t.bits == 1)
        return false;
    struct mem m = place_of(s, LLVMGetOperand(v, 0));
    struct val x = *result(s, v);
    for (unsigned p = 0; p < t.pieces; p++) {
        struct ins *i = put(s, t.kind == SHAPE_SCALAR ? scalar_load(t.bits) : VMOVDQU32);
        i->d = x.r[p], i->vl = t.vl, i->wide = t.kind == SHAPE_SCALAR && t.bits == 64, i->mem = m;
        m.disp += 64;
    }
    return true;
}

static void store_scalar(struct select *s, LLVMValueRef v, unsigned bits, struct mem m)
{
    int64_t imm;
    struct ins *i;
    if (immediate(v, &imm)) {
        i = put(s, bits <= 8 ? ST_IMM8 : bits == 16 ? ST_IMM16 : ST_IMM);
        i->imm = imm;
    } else {
        reg r = general(s, v);
        i = put(s, bits <= 8 ? ST_MOV8 : bits == 16 ? ST_MOV16 : ST_MOV);
        i->a = r;
    }
    i->mem = m, i->wide = bits == 64;
}

static bool store(struct select *s, LLVMValueRef v)
{
    LLVMValueRef what = LLVMGetOperand(v, 0);
    struct shape t = shape(s, what);
    if (t.kind == SHAPE_NONE || t.kind == SHAPE_MASK)
        return false;
    struct mem m = place_of(s, LLVMGetOperand(v, 1));
    if (t.kind == SHAPE_SCALAR) {
        store_scalar(s, what, t.bits, m);
        return true;
    }
    bool past_caches = LLVMHasMetadata(v) && LLVMGetMetadata(v, s->nontemporal) &&
                       LLVMGetAlignment(v) >= 16U << t.vl;
    for (unsigned p = 0; p < t.pieces; p++) {
        reg r = piece(s, what, p);
        struct ins *i = put(s, past_caches ? VMOVNTDQ : ST_VMOVDQU32);
        i->a = r, i->vl = t.vl, i->mem = m;
        m.disp += 64;
    }
    return true;
}

/* cmpxchg: the result is {what was there, whether it was as expected}. */
static bool exchange(struct select *s, LLVMValueRef v)
{
    LLVMValueRef expected = LLVMGetOperand(v, 1);
    unsigned bits = shape(s, expected).bits;
    if (bits < 32)
        return false;
    reg old = general(s, expected), value = general(s, LLVMGetOperand(v, 2));
    struct mem m = place_of(s, LLVMGetOperand(v, 0));
    reg d = new_reg(s->f, CLASS_G);
    if (m.index) { /* one register fewer that may have to pass through a scratch one */
        reg base = new_reg(s->f, CLASS_G);
        struct ins *lea = put(s, LEA);
        lea->d = base, lea->wide = true, lea->mem = m;
        m = (struct mem){.kind = MEM_AT, .base = base};
    }
    struct ins *i = put(s, OP_EXCHANGE);
    i->d = d, i->a = value, i->b = old, i->mem = m, i->wide = bits == 64, i->late = true;
    reg ok = flag_value(s, CC_E);
    struct val *x = new_val(s, v, VAL_REGS);
    x->r[0] = d;
    x->r[1] = ok;
    return true;
}

/* An operation of the host's in memory, of which nobody asks what was there. */
static bool change(struct select *s, LLVMValueRef v)
{
    static const struct {
        LLVMAtomicRMWBinOp from;
        uint16_t op;
    } ops[] = {{LLVMAtomicRMWBinOpAdd, LOCK_ADD},
               {LLVMAtomicRMWBinOpAnd, LOCK_AND},
               {LLVMAtomicRMWBinOpOr, LOCK_OR},
               {LLVMAtomicRMWBinOpXor, LOCK_XOR}};
    unsigned bits = shape(s, v).bits, n = 0;
    while (n < 4 && ops[n].from != LLVMGetAtomicRMWBinOp(v))
        n++;
    if (n == 4 || bits < 32 || LLVMGetFirstUse(v))
        return false;
    struct mem m = place_of(s, LLVMGetOperand(v, 0));
    reg r = general(s, LLVMGetOperand(v, 1));
    struct ins *i = put(s, ops[n].op);
    i->a = r, i->mem = m, i->wide = bits == 64;
    return true;
}

/* ---- elements ---- */

/* The element that a register names: moved to the first place. */
static bool extract_any(struct select *s, LLVMValueRef v)
{
    LLVMValueRef from = LLVMGetOperand(v, 0);
    struct shape t = shape(s, from);
    if (t.bits != 32 || t.vl != 2 || t.pieces > 2)
        return false;
    reg n = general(s, LLVMGetOperand(v, 1)), low = piece(s, from, 0),
        high = piece(s, from, t.pieces - 1);
    reg index = new_reg(s->f, CLASS_Z), d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, LD_VMOVD);
    i->d = index, i->b = n;
    i = put(s, VPERMI2D);
    i->d = index, i->a = low, i->b = high, i->tied = true, i->vl = 2;
    i = put(s, VMOVD);
    i->d = d, i->a = index;
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

static bool extract_element(struct select *s, LLVMValueRef v)
{
    LLVMValueRef from = LLVMGetOperand(v, 0);
    struct shape t = shape(s, from);
    uint64_t n;
    if (t.kind != SHAPE_VECTOR || t.bits < 32 || (t.is_float && t.bits != 32))
        return false;
    if (!const_int(LLVMGetOperand(v, 1), &n))
        return extract_any(s, v);
    unsigned per = t.lanes / t.pieces, each = 128 / t.bits;
    reg r = piece(s, from, (unsigned)n / per), d = new_reg(s->f, CLASS_G);
    n %= per;
    struct ins *i;
    if (n / each) {
        reg part = new_reg(s->f, CLASS_Z);
        i = put(s, VEXTRACTI32X4);
        i->d = part, i->a = r, i->vl = 2, i->imm = (int64_t)(n / each);
        r = part;
    }
    n %= each;
    i = put(s, n ? t.bits == 32 ? VPEXTRD : VPEXTRQ : t.bits == 32 ? VMOVD : VMOVQ);
    i->d = d, i->a = r, i->imm = (int64_t)n;
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

/* The first element, others are anything. */
static bool insert_first(struct select *s, LLVMValueRef v)
{
    struct shape t = shape(s, v);
    if (t.bits < 32)
        return false;
    reg r = general(s, LLVMGetOperand(v, 1)), d = new_reg(s->f, CLASS_Z);
    struct ins *i = put(s, t.bits == 32 ? LD_VMOVD : LD_VMOVQ);
    i->d = d, i->b = r;
    struct val *x = new_val(s, v, VAL_REGS);
    for (unsigned p = 0; p < t.pieces; p++)
        x->r[p] = d;
    return true;
}

/* Into a vector that has other elements: under a mask of one lane. */
static bool insert_into(struct select *s, LLVMValueRef v)
{
    struct shape t = shape(s, v);
    uint64_t n;
    if (t.bits < 32 || t.vl != 2 || t.is_float || !const_int(LLVMGetOperand(v, 2), &n))
        return false;
    unsigned per = t.lanes / t.pieces;
    reg r = general(s, LLVMGetOperand(v, 1)), g = new_reg(s->f, CLASS_G),
        k = new_reg(s->f, CLASS_K);
    reg old = piece(s, LLVMGetOperand(v, 0), (unsigned)n / per);
    struct ins *i = put(s, MOVI);
    i->d = g, i->imm = (int64_t)(UINT64_C(1) << n % per);
    i = put(s, KMOVD_KR);
    i->d = k, i->b = g;
    reg d = copy_of(s, old);
    i = put(s, t.bits == 32 ? VPBROADCASTD_R : VPBROADCASTQ_R);
    i->d = d, i->b = r, i->k = k, i->tied = true, i->vl = 2;
    reg all[MAX_PIECES] = {0};
    for (unsigned p = 0; p < t.pieces; p++)
        all[p] = p == n / per ? d : piece(s, LLVMGetOperand(v, 0), p);
    struct val *x = new_val(s, v, VAL_REGS);
    for (unsigned p = 0; p < t.pieces; p++)
        x->r[p] = all[p];
    return true;
}

/* Only what is splat: the shuffle does it. */
static bool insert_element(struct select *s, LLVMValueRef v)
{
    uint64_t n;
    if (!LLVMIsUndef(LLVMGetOperand(v, 0)) && shape(s, v).kind == SHAPE_VECTOR)
        return insert_into(s, v);
    if (shape(s, v).bits < 16 || !LLVMIsUndef(LLVMGetOperand(v, 0)) ||
        !const_int(LLVMGetOperand(v, 2), &n) || n ||
        shape(s, LLVMGetOperand(v, 1)).kind != SHAPE_SCALAR)
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!LLVMIsAShuffleVectorInst(LLVMGetUser(u)))
            return insert_first(s, v);
    new_val(s, v, VAL_LATER);
    return true;
}

static bool extract_value(struct select *s, LLVMValueRef v)
{
    reg r = val_of(s, LLVMGetOperand(v, 0))->r[LLVMGetIndices(v)[0]];
    new_val(s, v, VAL_REGS)->r[0] = r;
    return r != 0;
}

bool select_memory(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    switch (op) {
    case LLVMGetElementPtr:
        return element_pointer(s, v);
    case LLVMAlloca:
        return variable(s, v);
    case LLVMLoad:
        return load(s, v);
    case LLVMStore:
        return store(s, v);
    case LLVMAtomicCmpXchg:
        return exchange(s, v);
    case LLVMAtomicRMW:
        return change(s, v);
    case LLVMExtractElement:
        return extract_element(s, v);
    case LLVMInsertElement:
        return insert_element(s, v);
    case LLVMExtractValue:
        return extract_value(s, v);
    default:
        return false;
    }
}

/* select_scalar.c: arithmetic on scalars. See select.h. */
#include "jit/direct/select.h"

static bool is_wide(struct select *s, LLVMValueRef v) { return shape(s, v).bits == 64; }

static void finish_narrow(struct select *s, struct val *x, unsigned bits, reg r)
{
    if (bits != 8 && bits != 16 && bits != 1) {
        x->r[0] = r;
        return;
    }
    LLVMValueRef v = x->v;
    struct ins *i;
    if (bits == 1) {
        r = copy_of(s, r);
        i = put(s, ANDI);
        i->d = r, i->tied = true, i->imm = 1;
        new_val(s, v, VAL_REGS)->r[0] = r;
        return;
    }
    reg d = new_reg(s->f, CLASS_G);
    i = put(s, bits == 8 ? MOVZX8 : MOVZX16);
    i->d = d, i->b = r;
    new_val(s, v, VAL_REGS)->r[0] = d;
}

static void define(struct select *s, LLVMValueRef v, reg r)
{
    struct val x = {.v = v};
    unsigned bits = shape(s, v).bits;
    if (bits >= 32)
        new_val(s, v, VAL_REGS)->r[0] = r;
    else
        finish_narrow(s, &x, bits, r);
}

/* It is only part of addresses, which can have a constant for themselves. */
static bool is_index(LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAGetElementPtrInst(user) || LLVMGetOperand(user, 0) == v)
            return false;
    }
    return true;
}

/* lea: a sum of two registers, or of one and a constant, into a third. */
static void add(struct select *s, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b)
{
    int64_t imm = 0;
    if (immediate(a, &imm)) {
        LLVMValueRef t = a;
        a = b, b = t;
    }
    bool has_imm = immediate(b, &imm);
    if (has_imm && is_wide(s, v) && is_index(v)) {
        reg base = general(s, a);
        new_val(s, v, VAL_ADDRESS)->mem =
            (struct mem){.kind = MEM_AT, .base = base, .scale = 1, .disp = (int32_t)imm};
        return;
    }
    reg ra = general(s, a), rb = has_imm ? 0 : general(s, b), d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, LEA);
    i->d = d, i->wide = is_wide(s, v);
    i->mem = (struct mem){
        .kind = MEM_AT, .base = ra, .index = rb, .scale = 1, .disp = has_imm ? (int32_t)imm : 0};
    if (has_imm && imm == 0) {
        *i = (struct ins){.op = MOV, .d = d, .b = ra, .wide = true};
        s->f->hints[d - REG_VIRTUAL] = ra;
    }
    define(s, v, d);
}

static void two_address(struct select *s, LLVMValueRef v, unsigned op, unsigned op_imm,
                        LLVMValueRef a, LLVMValueRef b)
{
    int64_t imm;
    if (op != SUB && immediate(a, &imm)) {
        LLVMValueRef t = a;
        a = b, b = t;
    }
    bool has_imm = op_imm && immediate(b, &imm), wide = is_wide(s, v);
    reg ra = general(s, a), rb = has_imm ? 0 : general(s, b), d = copy_of(s, ra);
    struct ins *i = put(s, has_imm ? op_imm : op);
    i->d = d, i->b = rb, i->tied = true, i->wide = wide, i->imm = has_imm ? imm : 0;
    /* Logic on narrow values leaves the bits above them 0, if constants have none there. */
    if (shape(s, v).bits < 32 && (op == AND || op == OR || op == XOR))
        new_val(s, v, VAL_REGS)->r[0] = d;
    else
        define(s, v, d);
}

/* A difference to a constant is a sum: lea. */
static void subtract(struct select *s, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b)
{
    int64_t imm;
    if (!immediate(b, &imm) || shape(s, v).bits < 32 || imm == INT32_MIN || imm == 0) {
        two_address(s, v, SUB, SUBI, a, b);
        return;
    }
    reg ra = general(s, a), d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, LEA);
    i->d = d, i->wide = is_wide(s, v);
    i->mem = (struct mem){.kind = MEM_AT, .base = ra, .scale = 1, .disp = (int32_t)-imm};
    new_val(s, v, VAL_REGS)->r[0] = d;
}

/* a & (a - 1), and a & ~c. */
static bool and_with(struct select *s, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b)
{
    int64_t imm;
    if (!LLVMIsAInstruction(b) || shape(s, v).bits < 32 || LLVMGetNumOperands(b) != 2 ||
        !immediate(LLVMGetOperand(b, 1), &imm))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(b);
    LLVMValueRef c = LLVMGetOperand(b, 0);
    bool is_less = c == a && ((op == LLVMSub && imm == 1) || (op == LLVMAdd && imm == -1));
    if ((!is_less && (op != LLVMXor || imm != -1)) || is_constant(c))
        return false;
    reg ra = general(s, a), rc = is_less ? 0 : general(s, c), d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, is_less ? BLSR : ANDN);
    i->d = d, i->a = rc, i->b = ra, i->wide = is_wide(s, v);
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

static void multiply(struct select *s, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b)
{
    int64_t imm;
    if (!immediate(b, &imm)) {
        two_address(s, v, IMUL, 0, a, b);
        return;
    }
    reg ra = general(s, a), d;
    struct ins *i;
    if (imm > 0 && (imm & (imm - 1)) == 0) {
        d = copy_of(s, ra);
        i = put(s, SHLI);
        i->d = d, i->tied = true, i->wide = is_wide(s, v), i->imm = __builtin_ctzll((uint64_t)imm);
        define(s, v, d);
        return;
    }
    d = new_reg(s->f, CLASS_G);
    i = put(s, IMULI);
    i->d = d, i->b = ra, i->wide = is_wide(s, v), i->imm = imm;
    define(s, v, d);
}

static bool shift(struct select *s, LLVMValueRef v, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    uint64_t n;
    unsigned bits = shape(s, v).bits;
    if (bits < 32 && op == LLVMAShr)
        return false;
    bool wide = is_wide(s, v);
    if (const_int(b, &n) && n % bits == 0) {
        reg d = general(s, a);
        new_val(s, v, VAL_REGS)->r[0] = d;
        return true;
    }
    if (const_int(b, &n)) {
        reg d = copy_of(s, general(s, a));
        struct ins *i = put(s, op == LLVMShl ? SHLI : op == LLVMLShr ? SHRI : SARI);
        i->d = d, i->tied = true, i->wide = wide, i->imm = (int64_t)(n & (bits - 1));
        define(s, v, d);
        return true;
    }
    reg ra = general(s, a), rb = general(s, b), d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, op == LLVMShl ? SHLX : op == LLVMLShr ? SHRX : SARX);
    i->d = d, i->a = ra, i->b = rb, i->wide = wide;
    define(s, v, d);
    return true;
}

/* ---- comparisons ---- */

static unsigned condition(LLVMIntPredicate p)
{
    static const uint8_t codes[] = {CC_E,  CC_NE, CC_A,  CC_AE, CC_B,
                                    CC_BE, CC_G,  CC_GE, CC_L,  CC_LE};
    return codes[p - LLVMIntEQ];
}

static unsigned swapped(unsigned cc)
{
    switch (cc) {
    case CC_A:
        return CC_B;
    case CC_B:
        return CC_A;
    case CC_AE:
        return CC_BE;
    case CC_BE:
        return CC_AE;
    case CC_G:
        return CC_L;
    case CC_L:
        return CC_G;
    case CC_GE:
        return CC_LE;
    case CC_LE:
        return CC_GE;
    default:
        return cc;
    }
}

static bool is_equality(LLVMValueRef v)
{
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    return p == LLVMIntEQ || p == LLVMIntNE;
}

/* Whether v's user compares it with 0, so that what v is made by can set the flags. */
static bool is_tested(struct select *s, LLVMValueRef v)
{
    uint64_t n;
    LLVMValueRef user = only_user(s, v);
    return user && LLVMIsAICmpInst(user) && is_equality(user) && LLVMGetOperand(user, 0) == v &&
           is_constant(LLVMGetOperand(user, 1)) && const_int(LLVMGetOperand(user, 1), &n) && n == 0;
}

static void test(struct select *s, LLVMValueRef v)
{
    struct ins *i;
    int64_t imm;
    if (LLVMIsAInstruction(v) && val_of(s, v)->kind == VAL_LATER) {
        LLVMValueRef a = LLVMGetOperand(v, 0);
        if (LLVMGetInstructionOpcode(v) == LLVMBitCast) {
            reg low = piece(s, a, 0), high = shape(s, a).pieces == 2 ? piece(s, a, 1) : low;
            i = put(s, KORTESTW);
            i->d = low, i->b = high;
            return;
        }
        LLVMValueRef b = LLVMGetOperand(v, 1);
        bool wide = is_wide(s, v);
        if (immediate(a, &imm)) {
            LLVMValueRef t = a;
            a = b, b = t;
        }
        bool has_imm = immediate(b, &imm);
        reg ra = general(s, a), rb = has_imm ? 0 : general(s, b);
        i = put(s, has_imm ? TESTI : TEST);
        i->d = has_imm ? 0 : ra, i->b = has_imm ? ra : rb, i->wide = wide,
        i->imm = has_imm ? imm : 0;
        return;
    }
    reg r = general(s, v);
    i = put(s, TEST);
    i->d = i->b = r, i->wide = is_wide(s, v);
}

static bool is_made_later(struct select *s, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && val_of(s, v)->kind == VAL_LATER;
}

unsigned compare(struct select *s, LLVMValueRef v)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    unsigned cc = condition(LLVMGetICmpPredicate(v)), bits = shape(s, a).bits;
    if (bits < 32 && !is_equality(v) && cc >= CC_L)
        give_up(s, "a signed comparison of few bits");
    int64_t imm;
    if (is_constant(a)) {
        LLVMValueRef t = a;
        a = b, b = t;
        cc = swapped(cc);
    }
    bool has_imm = immediate(b, &imm);
    if (has_imm && imm == 0 && (cc == CC_E || cc == CC_NE || !is_made_later(s, a))) {
        test(s, a);
        return cc;
    }
    reg ra = general(s, a), rb = has_imm ? 0 : general(s, b);
    struct ins *i = put(s, has_imm ? CMPI : CMP);
    i->d = has_imm ? 0 : ra, i->b = has_imm ? ra : rb, i->wide = bits == 64,
    i->imm = has_imm ? imm : 0;
    return cc;
}

/* What branches and selects make themselves: comparisons, and for branches ORs of these. */
static bool is_for_user(struct select *s, LLVMValueRef v)
{
    LLVMValueRef user = only_user(s, v);
    if (!user)
        return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMBr:
        return true;
    case LLVMSelect:
        return LLVMIsAICmpInst(v) && LLVMGetOperand(user, 0) == v &&
               shape(s, user).kind == SHAPE_SCALAR;
    case LLVMOr:
        return is_for_user(s, user);
    default:
        return false;
    }
}

reg flag_value(struct select *s, unsigned cc)
{
    reg low = new_reg(s->f, CLASS_G), d = new_reg(s->f, CLASS_G);
    struct ins *i = put(s, SETCC);
    i->d = low, i->cc = (uint8_t)cc;
    i = put(s, MOVZX8);
    i->d = d, i->b = low;
    return d;
}

static void set(struct select *s, LLVMValueRef v)
{
    if (is_for_user(s, v)) {
        new_val(s, v, VAL_LATER);
        return;
    }
    reg d = flag_value(s, compare(s, v));
    new_val(s, v, VAL_REGS)->r[0] = d;
}

static bool choose(struct select *s, LLVMValueRef v)
{
    LLVMValueRef c = LLVMGetOperand(v, 0);
    reg yes = general(s, LLVMGetOperand(v, 1)), no = general(s, LLVMGetOperand(v, 2));
    unsigned cc = CC_NE;
    if (!is_constant(c) && val_of(s, c)->kind == VAL_LATER)
        cc = compare(s, c);
    else
        test(s, c);
    reg d = copy_of(s, no);
    struct ins *i = put(s, CMOV);
    i->d = d, i->b = yes, i->tied = i->wide = true, i->cc = (uint8_t)cc;
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

/* ---- floats ---- */

/* Sums and products of f32, in vector registers on the way. */
static bool calculate(struct select *s, LLVMValueRef v, unsigned op, LLVMValueRef a, LLVMValueRef b)
{
    reg g[2] = {general(s, a), general(s, b)}, z[2], sum = new_reg(s->f, CLASS_Z),
        d = new_reg(s->f, CLASS_G);
    struct ins *i;
    for (unsigned n = 0; n < 2; n++) {
        z[n] = new_reg(s->f, CLASS_Z);
        i = put(s, LD_VMOVD);
        i->d = z[n], i->b = g[n];
    }
    i = put(s, op);
    i->d = sum, i->a = z[0], i->b = z[1];
    i = put(s, VMOVD);
    i->d = d, i->a = sum;
    new_val(s, v, VAL_REGS)->r[0] = d;
    return true;
}

/* ---- conversions ---- */

static bool convert(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    LLVMValueRef a = LLVMGetOperand(v, 0);
    struct shape from = shape(s, a), to = shape(s, v);
    if (from.kind != SHAPE_SCALAR)
        return false;
    reg r = general(s, a);
    if (op == LLVMTrunc && to.bits == 32) {
        reg d = new_reg(s->f, CLASS_G);
        struct ins *i = put(s, MOV);
        i->d = d, i->b = r;
        r = d;
    } else if (op == LLVMTrunc) {
        define(s, v, r);
        return true;
    } else if (op == LLVMSExt) {
        if (from.bits == 1)
            return false;
        reg d = new_reg(s->f, CLASS_G);
        struct ins *i = put(s, from.bits == 32 ? MOVSXD : from.bits == 16 ? MOVSX16 : MOVSX8);
        i->d = d, i->b = r, i->wide = to.bits == 64;
        if (to.bits < 32)
            return false;
        r = d;
    }
    new_val(s, v, VAL_REGS)->r[0] = r; /* zext, ptrtoint, inttoptr, freeze: the same register */
    return true;
}

bool select_scalar(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : a;
    switch (op) {
    case LLVMAdd:
        add(s, v, a, b);
        return true;
    case LLVMSub:
        subtract(s, v, a, b);
        return true;
    case LLVMMul:
        multiply(s, v, a, b);
        return true;
    case LLVMAnd:
        if (shape(s, v).bits >= 32 && is_tested(s, v))
            new_val(s, v, VAL_LATER);
        else if (!and_with(s, v, a, b) && !and_with(s, v, b, a))
            two_address(s, v, AND, ANDI, a, b);
        return true;
    case LLVMOr:
        if (shape(s, v).bits == 1 && is_for_user(s, v))
            new_val(s, v, VAL_LATER);
        else
            two_address(s, v, OR, ORI, a, b);
        return true;
    case LLVMXor:
        two_address(s, v, XOR, XORI, a, b);
        return true;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return shift(s, v, op, a, b);
    case LLVMFAdd:
        return calculate(s, v, VADDSS, a, b);
    case LLVMFSub:
        return calculate(s, v, VSUBSS, a, b);
    case LLVMFMul:
        return calculate(s, v, VMULSS, a, b);
    case LLVMICmp:
        if (shape(s, a).kind != SHAPE_SCALAR)
            return false;
        set(s, v);
        return true;
    case LLVMSelect:
        return choose(s, v);
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFreeze:
        return convert(s, v, op);
    case LLVMBitCast:
        if (shape(s, a).kind == SHAPE_MASK && shape(s, a).lanes >= 16 && is_tested(s, v)) {
            new_val(s, v, VAL_LATER);
            return true;
        }
        return shape(s, a).kind == SHAPE_SCALAR ? convert(s, v, op) : select_vector(s, v, op);
    default:
        return false;
    }
}

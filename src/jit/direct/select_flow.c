/* select_flow.c: blocks, branches and phis. See select.h. */
#include <string.h>

#include "jit/direct/select.h"

static LLVMValueRef key(LLVMBasicBlockRef b) { return LLVMBasicBlockAsValue(b); }

uint32_t block_index(struct select *s, LLVMBasicBlockRef b) { return val_of(s, key(b))->at[0]; }

static struct mblock *current(struct select *s) { return &s->f->blocks[s->block]; }

static void jump(struct select *s, unsigned op, uint32_t to, unsigned cc)
{
    struct ins *i = put(s, op);
    i->imm = to, i->cc = (uint8_t)cc;
}

/* Jumps if an OR of comparisons is true. */
static void jump_if(struct select *s, LLVMValueRef c, uint32_t to)
{
    if (!is_constant(c) && LLVMIsAInstruction(c) && val_of(s, c)->kind == VAL_LATER) {
        if (LLVMIsAICmpInst(c)) {
            unsigned cc = compare(s, c);
            jump(s, OP_JCC, to, cc);
        } else {
            jump_if(s, LLVMGetOperand(c, 0), to);
            jump_if(s, LLVMGetOperand(c, 1), to);
        }
        return;
    }
    reg r = general(s, c);
    struct ins *i = put(s, TEST);
    i->d = i->b = r;
    jump(s, OP_JCC, to, CC_NE);
}

/* How much likelier an edge is than the other one; 0: seldom taken. */
static void weights(LLVMValueRef v, uint64_t w[2])
{
    w[0] = w[1] = 1;
    LLVMValueRef node = LLVMGetMetadata(v, 2 /* MD_prof */);
    if (!node)
        return;
    LLVMValueRef parts[8];
    unsigned count = LLVMGetMDNodeNumOperands(node);
    if (count != 3)
        return;
    LLVMGetMDNodeOperands(node, parts);
    for (unsigned i = 0; i < 2; i++)
        if (parts[i + 1] && LLVMIsAConstantInt(parts[i + 1]))
            w[i] = LLVMConstIntGetZExtValue(parts[i + 1]);
}

static bool branch(struct select *s, LLVMValueRef v)
{
    enum { SELDOM = 8 };
    struct mblock *b;
    if (LLVMGetNumSuccessors(v) == 1) {
        uint32_t to = block_index(s, LLVMGetSuccessor(v, 0));
        b = current(s);
        b->succ[0] = to, b->succ[1] = UINT32_MAX;
        jump(s, OP_JUMP, to, 0);
        return true;
    }
    uint64_t w[2];
    uint32_t yes = block_index(s, LLVMGetSuccessor(v, 0)),
             no = block_index(s, LLVMGetSuccessor(v, 1));
    jump_if(s, LLVMGetCondition(v), yes);
    jump(s, OP_JUMP, no, 0);
    weights(v, w);
    b = current(s);
    b->succ[0] = yes, b->succ[1] = no;
    b->seldom[0] = w[1] >= SELDOM * w[0];
    b->seldom[1] = w[0] >= SELDOM * w[1];
    return true;
}

static bool choose(struct select *s, LLVMValueRef v)
{
    struct mfunction *f = s->f;
    unsigned cases = LLVMGetNumSuccessors(v) - 1, at = f->more_count;
    reg r = general(s, LLVMGetOperand(v, 0));
    if (!reserve(f, &f->more, &f->more_capacity, f->more_count, cases + 1, sizeof *f->more))
        return false;
    for (unsigned i = 1; i <= cases; i++) {
        struct ins *c = put(s, CMPI);
        c->b = r, c->imm = (int32_t)LLVMConstIntGetZExtValue(LLVMGetSwitchCaseValue(v, i));
        uint32_t to = block_index(s, LLVMGetSuccessor(v, i));
        jump(s, OP_JCC, to, CC_E);
        f->more[f->more_count++] = to;
    }
    uint32_t other = block_index(s, LLVMGetSuccessor(v, 0));
    jump(s, OP_JUMP, other, 0);
    struct mblock *b = current(s);
    b->succ[0] = other, b->succ[1] = UINT32_MAX;
    b->more = at, b->more_count = cases;
    return true;
}

bool select_flow(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    switch (op) {
    case LLVMBr:
        return branch(s, v);
    case LLVMSwitch:
        return choose(s, v);
    case LLVMUnreachable:
        put(s, UD2);
        return true;
    case LLVMRet: {
        if (LLVMGetNumOperands(v) != 1)
            return false;
        reg r = general(s, LLVMGetOperand(v, 0));
        put(s, OP_RET)->d = r;
        return true;
    }
    default:
        return false;
    }
}

/* ---- phis ---- */

/* Copies for the edge from a block to one with phis, at the end of the code so far. */
static void copy_edge(struct select *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct mfunction *f = s->f;
    uint32_t first = f->copy_count;
    /* Sources first: they may need instructions. */
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        unsigned n = 0, count = LLVMCountIncoming(phi);
        while (n < count && LLVMGetIncomingBlock(phi, n) != from)
            n++;
        if (n == count) {
            give_up(s, "an edge without a phi's value");
            return;
        }
        LLVMValueRef in = LLVMGetIncomingValue(phi, n);
        if (LLVMIsUndef(in) || in == phi)
            continue;
        for (unsigned p = 0; p < shape(s, phi).pieces; p++) {
            struct copy c = copy_source(s, in, p);
            c.to = result(s, phi)->r[p];
            if (!reserve(f, &f->copies, &f->copy_capacity, f->copy_count, 1, sizeof c))
                return;
            f->copies[f->copy_count++] = c;
            if (c.from == FROM_REG && c.source >= REG_VIRTUAL) {
                if (!f->hints[c.source - REG_VIRTUAL])
                    f->hints[c.source - REG_VIRTUAL] = c.to;
                if (!f->hints[c.to - REG_VIRTUAL])
                    f->hints[c.to - REG_VIRTUAL] = c.source;
            }
        }
    }
    if (f->copy_count == first)
        return;
    struct ins *i = put(s, OP_COPIES);
    i->imm = first, i->copies = (uint16_t)(f->copy_count - first);
}

static bool has_phis(LLVMBasicBlockRef b)
{
    LLVMValueRef first = LLVMGetFirstInstruction(b);
    return first && LLVMIsAPHINode(first);
}

/* All edges from block `from` to `to` go through a new block with the copies. */
static void split_edge(struct select *s, uint32_t from, LLVMBasicBlockRef llvm_from, uint32_t to,
                       LLVMBasicBlockRef llvm_to)
{
    struct mfunction *f = s->f;
    if (!reserve(f, &f->blocks, &f->block_capacity, f->block_count, 1, sizeof *f->blocks))
        return;
    uint32_t edge = f->block_count++, first = f->count;
    copy_edge(s, llvm_from, llvm_to);
    jump(s, OP_JUMP, to, 0);
    struct mblock *b = &f->blocks[from];
    f->blocks[edge] =
        (struct mblock){.first = first, .end = f->count, .succ = {to, UINT32_MAX}, .before = from};
    for (uint32_t i = b->first; i < b->end; i++)
        if ((f->code[i].op == OP_JCC || f->code[i].op == OP_JUMP) && f->code[i].imm == to)
            f->code[i].imm = edge;
    for (unsigned n = 0; n < 2; n++)
        if (b->succ[n] == to)
            b->succ[n] = edge;
    for (unsigned n = 0; n < b->more_count; n++)
        if (f->more[b->more + n] == to)
            f->more[b->more + n] = edge;
}

void select_phis(struct select *s)
{
    for (LLVMBasicBlockRef from = LLVMGetFirstBasicBlock(s->function); from && !s->f->why;
         from = LLVMGetNextBasicBlock(from)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
        unsigned count = LLVMGetNumSuccessors(end);
        uint32_t index = block_index(s, from);
        if (!val_of(s, key(from))->at[1])
            continue; /* never reached */
        for (unsigned n = 0; n < count; n++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, n);
            uint32_t at = block_index(s, to);
            bool seen = false;
            for (unsigned k = 0; k < n; k++)
                seen = seen || LLVMGetSuccessor(end, k) == to;
            if (has_phis(to) && !seen)
                split_edge(s, index, from, at, to);
        }
    }
}

/* ---- what a block computes twice ---- */

static bool is_pure(LLVMOpcode op)
{
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMICmp:
    case LLVMGetElementPtr:
    case LLVMExtractElement:
        return true;
    default:
        return false;
    }
}

static bool is_same(LLVMValueRef a, LLVMValueRef b, LLVMOpcode op)
{
    int n = LLVMGetNumOperands(a);
    if (LLVMGetInstructionOpcode(a) != op || LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetNumOperands(b) != n ||
        (op == LLVMICmp && LLVMGetICmpPredicate(a) != LLVMGetICmpPredicate(b)) ||
        (op == LLVMGetElementPtr &&
         LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b)))
        return false;
    for (int i = 0; i < n; i++)
        if (LLVMGetOperand(a, (unsigned)i) != LLVMGetOperand(b, (unsigned)i))
            return false;
    return true;
}

/* v is what an instruction before it in the block is. */
static bool is_made(struct select *s, LLVMValueRef v, LLVMOpcode op)
{
    if (!is_pure(op))
        return false;
    uint64_t h = op;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        h = (h + (uint64_t)(uintptr_t)LLVMGetOperand(v, (unsigned)i)) *
            UINT64_C(0x9e3779b97f4a7c15);
    unsigned slot = (unsigned)(h >> 40) % (sizeof s->made / sizeof *s->made);
    LLVMValueRef before = s->made[slot].v;
    bool is_here = before && s->made[slot].block == s->block + 1;
    s->made[slot].v = v;
    s->made[slot].block = s->block + 1;
    if (!is_here || !is_same(before, v, op))
        return false;
    struct val *x = known_val(s, before);
    if (!x || (x->kind != VAL_REGS && x->kind != VAL_ADDRESS))
        return false;
    struct val copy = *x, *y = new_val(s, v, (enum val_kind)copy.kind);
    copy.v = v;
    *y = copy;
    return true;
}

/* ---- the function ---- */

static bool instruction(struct select *s, LLVMValueRef v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (is_made(s, v, op))
        return true;
    switch (op) {
    case LLVMPHI:
        result(s, v);
        return shape(s, v).kind != SHAPE_NONE;
    case LLVMBr:
    case LLVMSwitch:
    case LLVMUnreachable:
    case LLVMRet:
        return select_flow(s, v, op);
    case LLVMCall:
        return select_call(s, v);
    case LLVMShuffleVector:
        return select_shuffle(s, v);
    case LLVMGetElementPtr:
    case LLVMAlloca:
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMExtractValue:
        return select_memory(s, v, op);
    default: {
        struct shape t = shape(s, v);
        bool of_vectors = t.kind == SHAPE_VECTOR || t.kind == SHAPE_MASK;
        return t.kind != SHAPE_NONE &&
               (of_vectors ? select_vector(s, v, op) : select_scalar(s, v, op));
    }
    }
}

static const char *opcode_text(LLVMValueRef v)
{
    static _Thread_local char text[96];
    char *all = LLVMPrintValueToString(v);
    const char *from = strstr(all, "= ");
    strncpy(text, from ? from + 2 : all, sizeof text - 1);
    LLVMDisposeMessage(all);
    return text;
}

static bool number_blocks(struct select *s)
{
    uint32_t count = LLVMCountBasicBlocks(s->function), n = 0;
    if (!reserve(s->f, &s->f->blocks, &s->f->block_capacity, 0, count, sizeof *s->f->blocks))
        return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->function); b;
         b = LLVMGetNextBasicBlock(b)) {
        new_val(s, key(b), VAL_REGS)->at[0] = n;
        s->f->blocks[n++] = (struct mblock){.succ = {UINT32_MAX, UINT32_MAX}, .before = UINT32_MAX};
    }
    s->f->block_count = count;
    return true;
}

/* What phis get and what comes later in the text is used before it is known: blocks are selected in
 * an order in which every definition comes before its uses but those of phis. */
static uint32_t order_blocks(struct select *s, LLVMBasicBlockRef *order)
{
    struct frame {
        LLVMBasicBlockRef b;
        unsigned next;
    } *stack = NULL;
    uint32_t capacity = 0, depth = 0, left = s->f->block_count;
    if (!reserve(s->f, &stack, &capacity, 0, s->f->block_count + 1, sizeof *stack))
        return 0;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(s->function);
    stack[depth++] = (struct frame){entry, 0};
    val_of(s, key(entry))->at[1] = 1;
    while (depth) {
        struct frame *top = &stack[depth - 1];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(top->b);
        if (top->next == LLVMGetNumSuccessors(end)) {
            order[--left] = top->b;
            depth--;
            continue;
        }
        LLVMBasicBlockRef to = LLVMGetSuccessor(end, top->next++);
        struct val *x = val_of(s, key(to));
        if (!x->at[1]) {
            x->at[1] = 1;
            stack[depth++] = (struct frame){to, 0};
        }
    }
    release(stack);
    return left;
}

static void select_block(struct select *s, LLVMBasicBlockRef b)
{
    s->block = block_index(s, b);
    s->llvm_block = b;
    s->f->blocks[s->block].first = s->f->count;
    if (b == LLVMGetEntryBasicBlock(s->function))
        put(s, OP_COPIES)->copies = 2;
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
        bool ok = instruction(s, v);
        if (!ok || s->f->why) {
            give_up(s, opcode_text(v));
            return;
        }
    }
    s->f->blocks[s->block].end = s->f->count;
}

bool select_function(struct select *s)
{
    struct mfunction *f = s->f;
    LLVMBasicBlockRef *order = NULL;
    uint32_t capacity = 0;
    reg params[2] = {new_reg(f, CLASS_G), new_reg(f, CLASS_G)};
    for (unsigned i = 0; i < 2; i++)
        new_val(s, LLVMGetParam(s->function, i), VAL_REGS)->r[0] = params[i];
    uint32_t copies = 0;
    if (!reserve(f, &f->copies, &f->copy_capacity, 0, 2, sizeof *f->copies))
        return false;
    for (; copies < 2; copies++)
        f->copies[f->copy_count++] =
            (struct copy){.to = params[copies], .source = G(copies ? RSI : RDI)};
    if (!number_blocks(s) || !reserve(f, &order, &capacity, 0, f->block_count, sizeof *order))
        return false;
    uint32_t first = order_blocks(s, order);
    for (uint32_t i = first; i < f->block_count && !f->why; i++)
        select_block(s, order[i]);
    if (!f->why)
        select_phis(s);
    release(order);
    return !f->why;
}

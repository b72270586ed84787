#include "jit/steps_write.h"

#include <stdlib.h>
#include <string.h>

#include "jit/steps.h"

enum { MOST_STEPS = 60000, MOST_CONSTANTS = 4000, MOST_ELEMENTS = 8000, MOST_LISTS = 1024 };
enum { MOST_NAMES = 255, MOST_BLOCKS = 32, ALWAYS = INT16_MAX };

static struct step all[MOST_STEPS];
static struct step_constant constants[MOST_CONSTANTS];
static uint64_t elements[MOST_ELEMENTS];
static struct step_list lists[MOST_LISTS];
static char *names[MOST_NAMES];
static unsigned step_count, constant_count, element_count, list_count, name_count;

/* The function being written. */
struct writer {
    struct step_list *list;
    LLVMValueRef value[MAX_STEPS]; /* by number; NULL: made here */
    unsigned count;                /* of values */
    LLVMBasicBlockRef block[MOST_BLOCKS];
    int16_t reached[MOST_BLOCKS]; /* an i1: whether control flow gets there; or ALWAYS */
    unsigned block_count;
    const char *problem;
};

static int16_t fail(struct writer *w, const char *problem)
{
    if (!w->problem)
        w->problem = problem;
    return 0;
}

static int type_of(struct writer *w, LLVMTypeRef t)
{
    unsigned lanes = 1, log = 0, kind;
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind)
        t = LLVMStructGetTypeAtIndex(t, 0);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind) {
        lanes = LLVMGetVectorSize(t);
        t = LLVMGetElementType(t);
    }
    while (1u << log < lanes)
        log++;
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: {
        unsigned bits = LLVMGetIntTypeWidth(t);
        kind = bits == 1 ? KIND_I1 : bits == 8 ? KIND_I8 : bits == 16 ? KIND_I16 : KIND_I32;
        if (bits == 64)
            kind = KIND_I64;
        else if (bits > 32)
            return fail(w, "an integer of another width");
        break;
    }
    case LLVMHalfTypeKind:
        kind = KIND_F16;
        break;
    case LLVMFloatTypeKind:
        kind = KIND_F32;
        break;
    case LLVMDoubleTypeKind:
        kind = KIND_F64;
        break;
    default:
        return fail(w, "a type that steps do not have");
    }
    if (1u << log != lanes)
        return fail(w, "a vector of another length");
    return (int)(16 * kind + log);
}

/* ---- constants ---- */

/* A constant's bits as integers of the same width. */
static LLVMValueRef as_integers(LLVMValueRef c, unsigned bits)
{
    LLVMTypeRef t = LLVMTypeOf(c);
    LLVMTypeRef integer = LLVMIntTypeInContext(LLVMGetTypeContext(t), bits);
    bool is_vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    return LLVMConstBitCast(c, is_vector ? LLVMVectorType(integer, LLVMGetVectorSize(t)) : integer);
}

static uint64_t element_bits(LLVMValueRef x)
{
    return LLVMIsAConstantInt(x) ? LLVMConstIntGetZExtValue(x) : 0; /* undefined: any */
}

static int16_t constant(struct writer *w, LLVMValueRef c)
{
    static const unsigned bits[] = {1, 8, 16, 32, 64, 16, 32, 64};
    struct step_constant k = {(uint8_t)type_of(w, LLVMTypeOf(c)), true, 0};
    unsigned lanes = 1u << k.type % 16;
    uint64_t each[256] = {0};
    if (lanes > 256)
        return fail(w, "a constant with more than 256 elements");
    if (!LLVMIsUndef(c) && !LLVMIsNull(c)) {
        LLVMValueRef v = as_integers(c, bits[k.type / 16]);
        for (unsigned i = 0; i < lanes; i++)
            each[i] = element_bits(lanes > 1 ? LLVMGetAggregateElement(v, i) : v);
    }
    for (unsigned i = 1; i < lanes; i++)
        k.is_splat &= each[i] == each[0];
    k.value = k.is_splat ? each[0] : element_count;
    for (unsigned i = 0; k.is_splat && i < constant_count; i++)
        if (constants[i].type == k.type && constants[i].is_splat && constants[i].value == k.value)
            return (int16_t)(-1 - (int)i);
    if (constant_count == MOST_CONSTANTS || element_count + lanes > MOST_ELEMENTS)
        return fail(w, "too many constants");
    if (!k.is_splat) {
        memcpy(elements + element_count, each, lanes * sizeof *each);
        element_count += lanes;
    }
    constants[constant_count] = k;
    return (int16_t)(-1 - (int)constant_count++);
}

/* ---- steps ---- */

static int16_t number_of(struct writer *w, LLVMValueRef v)
{
    for (unsigned i = 0; i < w->count; i++)
        if (w->value[i] == v)
            return (int16_t)i;
    if (!LLVMIsConstant(v) || LLVMIsAGlobalValue(v))
        return fail(w, "a value that is not a step");
    return constant(w, v);
}

static int16_t push(struct writer *w, LLVMValueRef v, struct step s)
{
    if (w->count == MAX_STEPS || step_count == MOST_STEPS)
        return fail(w, "too many steps");
    all[step_count++] = s;
    w->list->count++;
    w->value[w->count] = v;
    return (int16_t)w->count++;
}

static int16_t push_i1(struct writer *w, LLVMOpcode op, int16_t a, int16_t b)
{
    return push(w, NULL, (struct step){(uint8_t)op, 16 * KIND_I1, 0, {a, b, NO_STEP}});
}

/* Name without the types it is overloaded on. */
static uint8_t intrinsic(struct writer *w, LLVMValueRef f)
{
    size_t length;
    const char *name = LLVMGetValueName2(f, &length), *end;
    bool is_form = is_host_form(name);
    if (!is_form && strncmp(name, "llvm.", 5)) {
        fail(w, "a call");
        return 0;
    }
    for (end = name + length; !is_form && end > name && *end != '.';)
        end--; /* all are overloaded on one type, which comes last */
    unsigned i = 0;
    while (i < name_count &&
           (strncmp(names[i], name, (size_t)(end - name)) || names[i][end - name]))
        i++;
    if (i == MOST_NAMES) {
        fail(w, "too many intrinsics");
        return 0;
    }
    if (i == name_count)
        names[name_count++] = strndup(name, (size_t)(end - name));
    return (uint8_t)i;
}

/* An i1: control flow goes from block `from` to block `to`; or ALWAYS. */
static int16_t edge(struct writer *w, unsigned from, LLVMBasicBlockRef to)
{
    LLVMValueRef t = LLVMGetBasicBlockTerminator(w->block[from]);
    int16_t reached = w->reached[from];
    if (!LLVMIsConditional(t))
        return reached;
    int16_t c = number_of(w, LLVMGetCondition(t));
    if (LLVMGetSuccessor(t, 0) == LLVMGetSuccessor(t, 1)) {
        fail(w, "a branch with one target");
    } else if (LLVMGetSuccessor(t, 1) == to) {
        LLVMTypeRef i1 = LLVMTypeOf(LLVMGetCondition(t));
        c = push_i1(w, LLVMXor, c, constant(w, LLVMConstAllOnes(i1)));
    }
    return reached == ALWAYS ? c : push_i1(w, LLVMAnd, reached, c);
}

static unsigned index_of(struct writer *w, LLVMBasicBlockRef b)
{
    unsigned i = 0;
    while (i < w->block_count && w->block[i] != b)
        i++;
    if (i == w->block_count)
        fail(w, "a loop");
    return i;
}

static void add_phi(struct writer *w, LLVMValueRef v, LLVMBasicBlockRef in)
{
    unsigned n = LLVMCountIncoming(v);
    uint8_t type = (uint8_t)type_of(w, LLVMTypeOf(v));
    int16_t result = number_of(w, LLVMGetIncomingValue(v, n - 1));
    for (unsigned i = n - 1; i-- > 0 && !w->problem;) {
        unsigned from = index_of(w, LLVMGetIncomingBlock(v, i));
        int16_t c = w->problem ? 0 : edge(w, from, in);
        int16_t x = number_of(w, LLVMGetIncomingValue(v, i));
        if (c == ALWAYS)
            fail(w, "a phi without a choice");
        result = push(w, i ? NULL : v, (struct step){LLVMSelect, type, 0, {c, x, result}});
    }
    if (n == 1) /* a select of one value: its number can only be that of a step */
        fail(w, "a phi of one value");
}

/* Element `index` of a struct that insertvalue made. */
static LLVMValueRef element_of(struct writer *w, LLVMValueRef v, unsigned index)
{
    for (; LLVMIsAInsertValueInst(v); v = LLVMGetOperand(v, 0))
        if (LLVMGetIndices(v)[0] == index)
            return LLVMGetOperand(v, 1);
    fail(w, "a result that is not made by insertvalue");
    return v;
}

static void add_return(struct writer *w, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMGetReturnType(LLVMGlobalGetValueType(LLVMGetBasicBlockParent(w->block[0])));
    LLVMValueRef r = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL;
    bool is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
    unsigned n = !r ? 0 : is_struct ? LLVMCountStructElementTypes(t) : 1;
    if (n > STEP_RESULTS) {
        fail(w, "too many results");
        return;
    }
    w->list->results = (uint8_t)n;
    for (unsigned i = 0; i < n && !w->problem; i++)
        w->list->result[i] = number_of(w, is_struct ? element_of(w, r, i) : r);
}

static void add_instruction(struct writer *w, LLVMValueRef v, LLVMBasicBlockRef in)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    struct step s = {(uint8_t)op, 0, 0, {NO_STEP, NO_STEP, NO_STEP}};
    unsigned n = (unsigned)LLVMGetNumOperands(v);
    switch (op) {
    case LLVMRet:
        add_return(w, v);
        return;
    case LLVMBr:
    case LLVMInsertValue:
        return;
    case LLVMPHI:
        add_phi(w, v, in);
        return;
    case LLVMCall:
        s.detail = intrinsic(w, LLVMGetCalledValue(v));
        n--;
        break;
    case LLVMExtractValue:
        s.detail = (uint8_t)LLVMGetIndices(v)[0];
        break;
    case LLVMICmp:
        s.detail = (uint8_t)LLVMGetICmpPredicate(v);
        break;
    case LLVMFCmp:
        s.detail = (uint8_t)LLVMGetFCmpPredicate(v);
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem: /* without the branches around it */
        fail(w, "a division that may trap");
        return;
    case LLVMFreeze: /* nothing is poison */
        s.opcode = LLVMBitCast;
        break;
    case LLVMSelect:
    case LLVMFNeg:
        break;
    default:
        if (!LLVMIsABinaryOperator(v) && !LLVMIsACastInst(v)) {
            fail(w, "an instruction that steps do not have");
            return;
        }
    }
    if (n > 3) {
        fail(w, "an instruction with more than three operands");
        return;
    }
    s.type = (uint8_t)type_of(w, LLVMTypeOf(v));
    for (unsigned i = 0; i < n; i++)
        s.arg[i] = number_of(w, LLVMGetOperand(v, i));
    push(w, v, s);
}

/* Whether control flow reaches the block that was added last. */
static int16_t reaches(struct writer *w)
{
    LLVMBasicBlockRef to = w->block[w->block_count - 1];
    int16_t any = NO_STEP;
    for (unsigned i = 0; i + 1 < w->block_count; i++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(w->block[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
            if (LLVMGetSuccessor(t, k) != to)
                continue;
            int16_t c = edge(w, i, to);
            any = c == ALWAYS || any == ALWAYS ? ALWAYS
                  : any == NO_STEP             ? c
                                               : push_i1(w, LLVMOr, any, c);
        }
    }
    return any;
}

const char *steps_add(LLVMValueRef f)
{
    struct writer w = {.list = &lists[list_count++], .count = LLVMCountParams(f)};
    *w.list = (struct step_list){.first = step_count, .params = (uint8_t)w.count};
    LLVMGetParams(f, w.value);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && !w.problem;
         b = LLVMGetNextBasicBlock(b)) {
        if (w.block_count == MOST_BLOCKS) {
            fail(&w, "too many blocks");
            break;
        }
        w.block[w.block_count++] = b;
        w.reached[w.block_count - 1] = w.block_count == 1 ? ALWAYS : reaches(&w);
        LLVMOpcode end = LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(b));
        if (end != LLVMBr && end != LLVMRet)
            fail(&w, "a switch");
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && !w.problem;
             v = LLVMGetNextInstruction(v))
            add_instruction(&w, v, b);
    }
    if (w.problem) {
        step_count = w.list->first;
        *w.list = (struct step_list){.first = UINT32_MAX};
    }
    return w.problem;
}

const char *steps_add_none(void)
{
    lists[list_count++] = (struct step_list){.first = UINT32_MAX};
    return "it is called";
}

void steps_print(FILE *out)
{
    fprintf(out, "static const struct step steps[] = {\n");
    for (unsigned i = 0; i < step_count; i++)
        fprintf(out, "{%u, %u, %u, {%d, %d, %d}},\n", all[i].opcode, all[i].type, all[i].detail,
                all[i].arg[0], all[i].arg[1], all[i].arg[2]);
    fprintf(out, "};\nstatic const struct step_constant constants[] = {\n");
    for (unsigned i = 0; i < constant_count; i++)
        fprintf(out, "{%u, %d, UINT64_C(%llu)},\n", constants[i].type, constants[i].is_splat,
                (unsigned long long)constants[i].value);
    fprintf(out, "};\nstatic const uint64_t elements[] = {\n");
    for (unsigned i = 0; i < element_count; i++)
        fprintf(out, "UINT64_C(%llu),\n", (unsigned long long)elements[i]);
    fprintf(out, "};\nstatic const char *const intrinsics[] = {\n");
    for (unsigned i = 0; i < name_count; i++)
        fprintf(out, "\"%s\",\n", names[i]);
    fprintf(out, "};\nstatic const struct step_list lists[] = {\n");
    for (unsigned i = 0; i < list_count; i++) {
        const struct step_list *l = &lists[i];
        fprintf(out, "{%u, %u, %u, %u, {%d, %d, %d, %d}},\n", l->first, l->count, l->params,
                l->results, l->result[0], l->result[1], l->result[2], l->result[3]);
    }
    fprintf(out, "};\n");
}

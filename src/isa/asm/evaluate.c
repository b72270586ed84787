/* evaluate.c: the values of expressions: numbers, or what a relocation can express. */
#include <string.h>

#include "isa/asm/assembler.h"

bool asm_fold(unsigned op, int64_t a, int64_t b, int64_t *out)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b, v;
    switch (op) {
    case ASM_OP_MULTIPLY:
        v = x * y;
        break;
    case ASM_OP_DIVIDE:
        if (!b)
            return false;
        v = b == -1 ? -x : (uint64_t)(a / b);
        break;
    case ASM_OP_REMAINDER:
        if (!b)
            return false;
        v = b == -1 ? 0 : (uint64_t)(a % b);
        break;
    case ASM_OP_ADD:
        v = x + y;
        break;
    case ASM_OP_SUBTRACT:
        v = x - y;
        break;
    case ASM_OP_SHIFT_LEFT:
        v = y < 64 ? x << y : 0;
        break;
    case ASM_OP_SHIFT_RIGHT:
        v = y < 64 ? x >> y : 0;
        break;
    case ASM_OP_AND:
        v = x & y;
        break;
    case ASM_OP_OR:
        v = x | y;
        break;
    case ASM_OP_XOR:
        v = x ^ y;
        break;
    /* Comparisons give all ones, as in GNU as. */
    case ASM_OP_EQUAL:
        v = a == b ? UINT64_MAX : 0;
        break;
    case ASM_OP_NOT_EQUAL:
        v = a != b ? UINT64_MAX : 0;
        break;
    case ASM_OP_LESS:
        v = a < b ? UINT64_MAX : 0;
        break;
    case ASM_OP_LESS_EQUAL:
        v = a <= b ? UINT64_MAX : 0;
        break;
    case ASM_OP_GREATER:
        v = a > b ? UINT64_MAX : 0;
        break;
    case ASM_OP_GREATER_EQUAL:
        v = a >= b ? UINT64_MAX : 0;
        break;
    case ASM_OP_LOGICAL_AND:
        v = a && b;
        break;
    default:
        v = a || b;
        break;
    }
    *out = (int64_t)v;
    return true;
}

/* Cancels what is on both sides. */
static void normalize(struct asm_relocatable *v)
{
    if (v->section && v->section == v->minus_section)
        v->section = v->minus_section = NULL;
    if (v->add && v->add == v->subtract && !v->variant)
        v->add = v->subtract = NULL;
}

static bool is_number(const struct asm_relocatable *v)
{
    return !v->add && !v->subtract && !v->section && !v->minus_section && !v->variant;
}

static bool evaluate(struct assembler *as, struct asm_cursor *c, const struct asm_expr *e,
                     struct asm_relocatable *out, unsigned depth);

static bool evaluate_symbol(struct assembler *as, struct asm_cursor *c, const struct asm_expr *e,
                            struct asm_relocatable *out, unsigned depth)
{
    struct asm_symbol *s = e->symbol;
    *out = (struct asm_relocatable){.variant = e->variant};
    if (s->kind == ASM_SYMBOL_EXPR && !e->variant) {
        if (s->is_visiting)
            return asm_fail(c, e->at, "the value of '%s' depends on itself", s->name);
        s->is_visiting = true;
        bool ok = evaluate(as, c, s->expr, out, depth + 1);
        s->is_visiting = false;
        return ok;
    }
    switch (s->kind) {
    case ASM_SYMBOL_NUMBER:
        out->number = s->number;
        break;
    case ASM_SYMBOL_LABEL:
        if (!e->variant) {
            out->section = s->section;
            out->number = s->number;
            out->origin = s;
            /* What another file may replace stays a symbol, for the relocation. */
            if (s->binding == ASM_WEAK && as->keeps_symbols) {
                out->section = NULL;
                out->number = 0;
                out->add = s;
            }
            break;
        }
        __attribute__((fallthrough));
    default:
        out->add = s;
        break;
    }
    return true;
}

static bool evaluate_call(struct assembler *as, struct asm_cursor *c, const struct asm_expr *e,
                          struct asm_relocatable *out, unsigned depth)
{
    enum { ROOM = 64 };
    int64_t numbers[ROOM];
    unsigned count = 0;
    for (const struct asm_expr *a = e->left; a; a = a->next) {
        struct asm_relocatable v;
        if (!evaluate(as, c, a->left, &v, depth + 1))
            return false;
        if (!is_number(&v))
            return asm_fail(c, a->at, "the arguments of this function must be numbers%s%s",
                            v.add ? "; undefined: " : "", v.add ? v.add->name : "");
        if (count == ROOM) { /* all functions of more than two arguments can be folded stepwise */
            int64_t part;
            const char *problem = as->isa->call(as, e->function, numbers, count, &part);
            if (problem)
                return asm_fail(c, e->at, "%s", problem);
            numbers[0] = part;
            count = 1;
        }
        numbers[count++] = v.number;
    }
    *out = (struct asm_relocatable){0};
    const char *problem = as->isa->call(as, e->function, numbers, count, &out->number);
    return problem ? asm_fail(c, e->at, "%s", problem) : true;
}

/* Of a value without variant. */
static struct asm_relocatable negated(const struct asm_relocatable *v)
{
    return (struct asm_relocatable){.number = (int64_t) - (uint64_t)v->number,
                                    .add = v->subtract,
                                    .subtract = v->add,
                                    .section = v->minus_section,
                                    .minus_section = v->section};
}

/* a + b; what one has positive and the other negative cancels before the two are joined. */
static bool add(struct asm_cursor *c, const struct asm_expr *e, struct asm_relocatable a,
                struct asm_relocatable b, struct asm_relocatable *out)
{
    if (a.section && a.section == b.minus_section)
        a.section = b.minus_section = NULL;
    if (b.section && b.section == a.minus_section)
        b.section = a.minus_section = NULL;
    if (a.add && a.add == b.subtract && !a.variant)
        a.add = b.subtract = NULL;
    if (b.add && b.add == a.subtract && !b.variant)
        b.add = a.subtract = NULL;
    if ((a.add && b.add) || (a.subtract && b.subtract) || (a.section && b.section) ||
        (a.minus_section && b.minus_section) || (a.variant && b.variant))
        return asm_fail(c, e->at, "this is a sum of addresses: no relocation can express it");
    *out = (struct asm_relocatable){
        .number = (int64_t)((uint64_t)a.number + (uint64_t)b.number),
        .add = a.add ? a.add : b.add,
        .subtract = a.subtract ? a.subtract : b.subtract,
        .section = a.section ? a.section : b.section,
        .origin = a.section ? a.origin : b.origin,
        .minus_section = a.minus_section ? a.minus_section : b.minus_section,
        .variant = a.variant ? a.variant : b.variant,
    };
    normalize(out);
    return true;
}

static bool evaluate(struct assembler *as, struct asm_cursor *c, const struct asm_expr *e,
                     struct asm_relocatable *out, unsigned depth)
{
    if (depth > 4 * ASM_DEEPEST_EXPR)
        return asm_fail(c, e->at, "the expression is nested too deeply");
    *out = (struct asm_relocatable){0};
    switch (e->op) {
    case ASM_OP_NUMBER:
        out->number = e->number;
        return true;
    case ASM_OP_HERE:
        out->section = e->section;
        out->number = e->number;
        return true;
    case ASM_OP_SYMBOL:
        return evaluate_symbol(as, c, e, out, depth);
    case ASM_OP_CALL:
        return evaluate_call(as, c, e, out, depth);
    default:
        break;
    }
    struct asm_relocatable a, b = {0};
    if (!evaluate(as, c, e->left, &a, depth + 1))
        return false;
    if (e->right && !evaluate(as, c, e->right, &b, depth + 1))
        return false;
    if (e->op == ASM_OP_NEGATE && !a.variant) {
        *out = negated(&a);
        return true;
    }
    if (e->op == ASM_OP_SUBTRACT && !b.variant) {
        struct asm_relocatable minus = negated(&b);
        minus.origin = b.origin;
        return add(c, e, a, minus, out);
    }
    if (e->op == ASM_OP_ADD)
        return add(c, e, a, b, out);
    if (!is_number(&a) || !is_number(&b)) {
        const struct asm_symbol *s = a.add ? a.add : b.add;
        return asm_fail(c, e->at, "this operation needs numbers on both sides%s%s",
                        s ? "; undefined: " : "", s ? s->name : "");
    }
    switch (e->op) {
    case ASM_OP_COMPLEMENT:
        out->number = ~a.number;
        return true;
    case ASM_OP_NOT:
        out->number = !a.number;
        return true;
    default:
        if (!asm_fold(e->op, a.number, b.number, &out->number))
            return asm_fail(c, e->at, "division by zero");
        return true;
    }
}

bool asm_evaluate(struct assembler *as, struct asm_cursor *c, const struct asm_expr *e,
                  struct asm_relocatable *out)
{
    return evaluate(as, c, e, out, 0);
}

/* parse_expr.c: reading expressions, with LLVM's precedence; operations on numbers are done at
 * once. */
#include "isa/asm/expr.h"

#include <string.h>

#include "isa/asm/assembler.h"

struct reader {
    struct assembler *as;
    struct asm_cursor *c;
    unsigned depth;
};

static bool parse_binary(struct reader *r, unsigned lowest, struct asm_value *out);

/* The binary operator at the cursor, its length and precedence; 0: none. As LLVM's for ELF. */
static unsigned read_operator(struct asm_cursor *c, unsigned *length, unsigned *precedence)
{
    asm_skip(c);
    const char *p = c->p;
    char next = *p ? p[1] : 0;
    *length = 1;
    switch (*p) {
    case '|':
        *length += next == '|';
        *precedence = next == '|' ? 1 : 5;
        return next == '|' ? ASM_OP_LOGICAL_OR : ASM_OP_OR;
    case '&':
        *length += next == '&';
        *precedence = next == '&' ? 2 : 5;
        return next == '&' ? ASM_OP_LOGICAL_AND : ASM_OP_AND;
    case '^':
        *precedence = 5;
        return ASM_OP_XOR;
    case '=':
        *length = 2;
        *precedence = 3;
        return next == '=' ? ASM_OP_EQUAL : 0;
    case '!':
        *length = 2;
        *precedence = 3;
        return next == '=' ? ASM_OP_NOT_EQUAL : 0;
    case '<':
        *length += next == '<' || next == '=' || next == '>';
        *precedence = next == '<' ? 6 : 3;
        return next == '<'   ? ASM_OP_SHIFT_LEFT
               : next == '=' ? ASM_OP_LESS_EQUAL
               : next == '>' ? ASM_OP_NOT_EQUAL
                             : ASM_OP_LESS;
    case '>':
        *length += next == '>' || next == '=';
        *precedence = next == '>' ? 6 : 3;
        return next == '>'   ? ASM_OP_SHIFT_RIGHT
               : next == '=' ? ASM_OP_GREATER_EQUAL
                             : ASM_OP_GREATER;
    case '+':
        *precedence = 4;
        return ASM_OP_ADD;
    case '-':
        *precedence = 4;
        return ASM_OP_SUBTRACT;
    case '*':
        *precedence = 6;
        return ASM_OP_MULTIPLY;
    case '/':
        *precedence = 6;
        return next == '/' ? 0 : ASM_OP_DIVIDE;
    case '%':
        *precedence = 6;
        return ASM_OP_REMAINDER;
    default:
        return 0;
    }
}

static struct asm_expr *make(struct reader *r, unsigned op, const char *at)
{
    struct asm_expr *e = asm_alloc(r->as, sizeof *e);
    if (!e) {
        asm_fail(r->c, at, "out of memory");
        return NULL;
    }
    *e = (struct asm_expr){.op = (uint8_t)op, .at = at};
    return e;
}

static struct asm_expr *as_expr(struct reader *r, const struct asm_value *v, const char *at)
{
    if (v->expr)
        return v->expr;
    struct asm_expr *e = make(r, ASM_OP_NUMBER, at);
    if (e)
        e->number = v->number;
    return e;
}

/* A symbol, with its value if that is a number already. */
static bool use_symbol(struct reader *r, struct asm_symbol *symbol, const char *at,
                       struct asm_value *out)
{
    symbol->is_used = true;
    if (symbol->kind == ASM_SYMBOL_NUMBER) {
        out->number = symbol->number;
        out->expr = NULL;
        return true;
    }
    out->expr = make(r, ASM_OP_SYMBOL, at);
    if (!out->expr)
        return false;
    out->expr->symbol = symbol;
    /* A symbol that stands for an expression is fixed to its present one: it may be set again. */
    if (symbol->kind == ASM_SYMBOL_EXPR && symbol->is_redefinable && symbol->expr)
        out->expr = symbol->expr;
    return true;
}

static bool parse_call(struct reader *r, unsigned function, const char *at, struct asm_value *out)
{
    struct asm_expr *call = NULL, **last = NULL;
    struct asm_value v;
    int64_t numbers[16];
    unsigned count = 0;
    bool known = true;
    do {
        asm_skip(r->c);
        const char *here = r->c->p;
        if (!parse_binary(r, 1, &v))
            return false;
        if (count == 16 && known) {
            known = false; /* too many to fold at once: keep the tree */
        }
        if (known && v.expr)
            known = false;
        if (count < 16)
            numbers[count] = v.number;
        count++;
        if (!call) {
            call = make(r, ASM_OP_CALL, at);
            if (!call)
                return false;
            call->function = (uint8_t)function;
            last = &call->left;
        }
        struct asm_expr *item = make(r, ASM_OP_CALL, here);
        if (!item)
            return false;
        item->function = 255; /* a link that holds an argument in `left` */
        item->left = as_expr(r, &v, here);
        if (!item->left)
            return false;
        *last = item;
        last = &item->next;
    } while (asm_eat(r->c, ','));
    if (!asm_eat(r->c, ')'))
        return asm_fail(r->c, r->c->p, "expected ',' or ')' after an argument");
    if (known) {
        const char *problem = r->as->isa->call(r->as, function, numbers, count, &out->number);
        if (problem)
            return asm_fail(r->c, at, "%s", problem);
        out->expr = NULL;
        return true;
    }
    out->expr = call;
    return true;
}

static bool parse_symbol(struct reader *r, struct asm_value *out)
{
    const char *word;
    size_t n = asm_word(r->c, &word);
    struct assembler *as = r->as;
    if (!as)
        return asm_fail(r->c, word, "'%.*s' is neither a register nor a number",
                        (int)(n > 60 ? 60 : n), word);
    if (n == 1 && *word == '.') {
        out->expr = make(r, ASM_OP_HERE, word);
        if (!out->expr)
            return false;
        out->expr->section = as->section;
        out->expr->number = (int64_t)as->section->size;
        return true;
    }
    int function = as->isa->find_function(word, n);
    if (function >= 0 && asm_eat(r->c, '('))
        return parse_call(r, (unsigned)function, word, out);
    const char *variant = memchr(word, '@', n);
    size_t length = variant ? (size_t)(variant - word) : n;
    struct asm_symbol *symbol = asm_symbol_get(as, word, length);
    if (!symbol)
        return asm_fail(r->c, word, "out of memory");
    if (!use_symbol(r, symbol, word, out))
        return false;
    if (variant) {
        int v = as->isa->find_variant(variant + 1, n - length - 1);
        if (v < 0)
            return asm_fail(r->c, variant, "unknown relocation '%.*s'",
                            (int)(n - length > 60 ? 60 : n - length), variant);
        if (!out->expr || out->expr->op != ASM_OP_SYMBOL) {
            out->expr = make(r, ASM_OP_SYMBOL, word);
            if (!out->expr)
                return false;
            out->expr->symbol = symbol;
        }
        out->expr->variant = (uint8_t)v;
    }
    return true;
}

static bool parse_quoted_symbol(struct reader *r, struct asm_value *out)
{
    char name[256];
    const char *at = r->c->p;
    ptrdiff_t n = asm_string(r->c, name, sizeof name);
    if (n < 0)
        return false;
    if (!r->as)
        return asm_fail(r->c, at, "there are no symbols here");
    struct asm_symbol *symbol = asm_symbol_get(r->as, name, (size_t)n);
    if (!symbol)
        return asm_fail(r->c, at, "out of memory");
    return use_symbol(r, symbol, at, out);
}

static bool parse_unary(struct reader *r, unsigned op, struct asm_value *out)
{
    const char *at = r->c->p++;
    if (r->depth == ASM_DEEPEST_EXPR)
        return asm_fail(r->c, at, "the expression is nested too deeply");
    r->depth++;
    struct asm_value v;
    asm_skip(r->c);
    bool ok;
    if (op == ASM_OP_ADD) {
        ok = parse_binary(r, 100, out);
        r->depth--;
        return ok;
    }
    ok = parse_binary(r, 100, &v);
    r->depth--;
    if (!ok)
        return false;
    if (!v.expr) {
        out->expr = NULL;
        out->number = op == ASM_OP_NEGATE       ? (int64_t) - (uint64_t)v.number
                      : op == ASM_OP_COMPLEMENT ? ~v.number
                                                : !v.number;
        return true;
    }
    out->expr = make(r, op, at);
    if (!out->expr)
        return false;
    out->expr->left = v.expr;
    return true;
}

static bool parse_primary(struct reader *r, struct asm_value *out)
{
    struct asm_cursor *c = r->c;
    asm_skip(c);
    const char *at = c->p;
    char ch = *at;
    out->number = 0;
    out->expr = NULL;
    if (asm_is(ch, ASM_DIGIT)) {
        struct asm_number number;
        if (!asm_number(c, &number))
            return false;
        if (number.is_float)
            return asm_fail(c, at, "expected an integer, not a floating-point number");
        char direction = *c->p;
        if ((direction == 'f' || direction == 'b') && !asm_is(c->p[1], ASM_WORD)) {
            c->p++;
            struct asm_symbol *s =
                r->as ? asm_local_label(r->as, number.integer, direction == 'f') : NULL;
            if (!s)
                return asm_fail(c, at, "there is no label %llu before this",
                                (unsigned long long)number.integer);
            return use_symbol(r, s, at, out);
        }
        out->number = (int64_t)number.integer;
        return true;
    }
    switch (ch) {
    case '-':
        return parse_unary(r, ASM_OP_NEGATE, out);
    case '+':
        return parse_unary(r, ASM_OP_ADD, out);
    case '~':
        return parse_unary(r, ASM_OP_COMPLEMENT, out);
    case '!':
        return parse_unary(r, ASM_OP_NOT, out);
    case '(':
        if (r->depth == ASM_DEEPEST_EXPR)
            return asm_fail(c, at, "the expression is nested too deeply");
        r->depth++;
        c->p++;
        if (!parse_binary(r, 1, out))
            return false;
        r->depth--;
        if (!asm_eat(c, ')'))
            return asm_fail(c, c->p, "expected ')' after the expression");
        return true;
    case '"':
        return parse_quoted_symbol(r, out);
    case '\'':
        if (at[1] && at[1] != '\n' && at[1] != '\\' && at[2] == '\'') {
            out->number = (unsigned char)at[1];
            c->p += 3;
            return true;
        }
        if (at[1] == '\\' && at[2] && at[2] != '\n' && at[3] == '\'') {
            static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
            const char *found = strchr(letters, at[2]);
            out->number = found ? meant[found - letters] : (unsigned char)at[2];
            c->p += 4;
            return true;
        }
        return asm_fail(c, at, "expected one character between quotes");
    default:
        break;
    }
    if (asm_is(ch, ASM_START))
        return parse_symbol(r, out);
    if (asm_at_end(c))
        return asm_fail(c, c->p, "expected an expression");
    return asm_fail(c, at, "unexpected character in an expression");
}

static bool parse_binary(struct reader *r, unsigned lowest, struct asm_value *out)
{
    if (!parse_primary(r, out))
        return false;
    for (;;) {
        unsigned length, precedence;
        const char *at = r->c->p;
        unsigned op = read_operator(r->c, &length, &precedence);
        if (!op || precedence < lowest)
            return true;
        at = r->c->p;
        r->c->p += length;
        struct asm_value right;
        if (r->depth == ASM_DEEPEST_EXPR)
            return asm_fail(r->c, at, "the expression is nested too deeply");
        r->depth++;
        bool ok = parse_binary(r, precedence + 1, &right);
        r->depth--;
        if (!ok)
            return false;
        if (!out->expr && !right.expr) {
            if (!asm_fold(op, out->number, right.number, &out->number))
                return asm_fail(r->c, at, "division by zero");
            continue;
        }
        struct asm_expr *e = make(r, op, at);
        if (!e)
            return false;
        e->left = as_expr(r, out, at);
        e->right = as_expr(r, &right, at);
        if (!e->left || !e->right)
            return false;
        out->expr = e;
    }
}

bool asm_parse_unfolded(struct assembler *as, struct asm_cursor *c, struct asm_value *out)
{
    struct reader r = {as, c, 0};
    return parse_binary(&r, 1, out);
}

bool asm_parse_expr(struct assembler *as, struct asm_cursor *c, struct asm_value *out)
{
    if (!asm_parse_unfolded(as, c, out))
        return false;
    if (!out->expr)
        return true;
    /* Differences of labels are numbers as soon as both are known. */
    struct asm_error error = {.at = NULL};
    struct asm_cursor quiet = {c->p, &error};
    struct asm_relocatable v;
    if (asm_evaluate(as, &quiet, out->expr, &v) && !v.add && !v.subtract && !v.section &&
        !v.minus_section && !v.variant) {
        out->number = v.number;
        out->expr = NULL;
    }
    return true;
}

bool asm_parse_number(struct assembler *as, struct asm_cursor *c, const char *what, int64_t *out)
{
    asm_skip(c);
    const char *at = c->p;
    struct asm_value v;
    if (asm_at_end(c))
        return asm_fail(c, c->p, "expected %s", what);
    if (!asm_parse_expr(as, c, &v))
        return false;
    if (v.expr)
        return asm_fail(c, at, "%s must be a number that is known here", what);
    *out = v.number;
    return true;
}

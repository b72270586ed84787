/* parse_expand.c: statements that stand for two instructions: constants, addresses, far calls, and
 * loads and stores of symbols. As LLVM's assembler expands them. */
#include <string.h>

#include "isa/ventus/parse_parts.h"

static struct ventus_insn *make(struct parser *p, unsigned which, unsigned row)
{
    p->out[which] = (struct ventus_parsed){.fix = VENTUS_FIX_NONE};
    ventus_blank(row, p->opt->is_toolchain, &p->out[which].in);
    return &p->out[which].in;
}

static int finish(struct parser *p, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        ventus_settle_prefix(&p->out[i].in);
    if (!asm_at_end(p->c)) {
        asm_fail(p->c, p->c->p, "unexpected text after the operands");
        return -1;
    }
    return 1;
}

static bool comma(struct parser *p)
{
    return asm_eat(p->c, ',') || asm_fail(p->c, p->c->p, "operands are missing: expected ','");
}

/* Upper bits, lower bits, or both. */
static int load_constant(struct parser *p, const struct ventus_expansion *x, unsigned *count)
{
    unsigned rd;
    int64_t value;
    if (!ventus_parse_scalar(p, &rd) || !comma(p))
        return -1;
    asm_skip(p->c);
    const char *at = p->c->p;
    if (*at == '%')
        return 0; /* li a0, %lo(x) is addi */
    if (!asm_parse_number(p->opt->as, p->c, "a constant", &value))
        return -1;
    if (value < INT32_MIN || value > (int64_t)UINT32_MAX) {
        asm_fail(p->c, at, "the constant does not fit in 32 bits");
        return -1;
    }
    value = (int32_t)(uint32_t)value;
    int64_t low = (int64_t)((uint64_t)value << 52) >> 52;
    unsigned n = 0;
    if (low != value) {
        struct ventus_insn *upper = make(p, n++, x->first);
        ventus_set_reg(upper, VROLE_d, rd);
        ventus_set_imm(upper, VROLE_b, value - low);
    }
    if (low || !n) {
        struct ventus_insn *lower = make(p, n, x->second);
        ventus_set_reg(lower, VROLE_d, rd);
        ventus_set_reg(lower, VROLE_a, n ? rd : 0);
        ventus_set_imm(lower, VROLE_b, low);
        n++;
    }
    *count = n;
    return finish(p, n);
}

/* The first row with %pcrel_hi(symbol) into a temporary register, then the second with %pcrel_lo.
 */
static int load_address(struct parser *p, const struct ventus_expansion *x, unsigned *count,
                        unsigned temporary, unsigned data)
{
    struct asm_value v;
    bool is_store = ventus_rows[x->second].flags & VFLAG_store;
    struct ventus_insn *upper = make(p, 0, x->first);
    ventus_set_reg(upper, VROLE_d, temporary);
    asm_skip(p->c);
    const char *at = p->c->p;
    if (!ventus_parse_target(p, VENTUS_FIX_PCREL_HI, &v))
        return -1;
    if (!v.expr) {
        asm_fail(p->c, at, "expected a symbol");
        asm_hint(p->c, "li loads numbers");
        return -1;
    }
    struct ventus_insn *second = make(p, 1, x->second);
    ventus_set_reg(second, is_store ? VROLE_b : VROLE_d, data);
    ventus_set_reg(second, VROLE_a, temporary);
    p->out[1].fix = is_store ? VENTUS_FIX_PCREL_LO_S : VENTUS_FIX_PCREL_LO_I;
    p->out[1].fix_at = at;
    *count = 2;
    return 1;
}

static int load_symbol_address(struct parser *p, const struct ventus_expansion *x, unsigned *count)
{
    unsigned rd;
    if (!ventus_parse_scalar(p, &rd) || !comma(p))
        return -1;
    int done = load_address(p, x, count, rd, rd);
    return done > 0 ? finish(p, 2) : done;
}

/* A jump to anywhere. */
static int far_jump(struct parser *p, const struct ventus_expansion *x, unsigned *count)
{
    struct asm_value v;
    struct ventus_insn *upper = make(p, 0, x->first);
    ventus_set_reg(upper, VROLE_d, (unsigned)x->between);
    asm_skip(p->c);
    const char *at = p->c->p;
    if (!ventus_parse_target(p, VENTUS_FIX_CALL, &v))
        return -1;
    if (!v.expr) {
        asm_fail(p->c, at, "expected the name of a function");
        return -1;
    }
    struct ventus_insn *jump = make(p, 1, x->second);
    ventus_set_reg(jump, VROLE_d, (unsigned)x->destination);
    ventus_set_reg(jump, VROLE_a, (unsigned)x->between);
    *count = 2;
    return finish(p, 2);
}

/* "lw a0, symbol", "sw a0, symbol, t0". 0: it is an ordinary one. */
static int symbol_access(struct parser *p, const struct ventus_expansion *x, unsigned *count)
{
    struct asm_cursor copy = *p->c;
    struct asm_error quiet = {.at = NULL};
    const char *word;
    unsigned data, temporary;
    copy.error = &quiet;
    struct parser look = {&copy, p->opt, p->out};
    if (!ventus_parse_scalar(&look, &data) || !asm_eat(&copy, ',') || !asm_peek_word(&copy, &word))
        return 0;
    /* A symbol and no address in brackets behind it? */
    int depth = 0;
    const char *q = copy.p;
    for (; *q && *q != '\n' && *q != ';' && *q != ','; q++) {
        if (*q == '(' && depth++ == 0)
            return 0;
        depth -= *q == ')';
    }
    bool is_store = ventus_rows[x->second].flags & VFLAG_store;
    if (is_store != (*q == ','))
        return 0;
    temporary = data;
    if (is_store) {
        struct asm_cursor after = {q + 1, &quiet};
        look.c = &after;
        if (!ventus_parse_scalar(&look, &temporary))
            return 0;
    }
    p->c->p = copy.p;
    int done = load_address(p, x, count, temporary, data);
    if (done < 0)
        return done;
    if (is_store && (!comma(p) || !ventus_parse_scalar(p, &temporary)))
        return -1;
    return finish(p, 2);
}

int ventus_parse_expanded(struct parser *p, const char *word, size_t length, unsigned *count)
{
    for (size_t i = 0; i < VENTUS_EXPANSION_COUNT; i++) {
        const struct ventus_expansion *x = &ventus_expansions[i];
        if (!asm_word_is(word, length, x->name))
            continue;
        switch (x->how) {
        case VEXPAND_constant:
            return load_constant(p, x, count);
        case VEXPAND_address:
            return load_symbol_address(p, x, count);
        case VEXPAND_jump:
            return far_jump(p, x, count);
        default:
            return p->opt->as ? symbol_access(p, x, count) : 0;
        }
    }
    return 0;
}

/* parse_operand.c: registers, numbers and source modifiers as text. */
#include <string.h>

#include "isa/rdna3/parse_parts.h"

enum { SGPRS = 106, TTMPS = 16, VGPRS = 256 };

/* Reads decimal digits at p; -1: none. Saturates. */
static int read_index(const char **p)
{
    if (!asm_is(**p, ASM_DIGIT))
        return -1;
    int v = 0;
    for (; asm_is(**p, ASM_DIGIT); ++*p)
        v = v < 100000 ? v * 10 + (**p - '0') : v;
    return v;
}

static bool set_range(struct parser *s, struct operand *o, char file, int64_t first, int64_t last)
{
    int limit = file == 'v' ? VGPRS : file == 's' ? SGPRS : TTMPS;
    const char *name = file == 'v' ? "v" : file == 's' ? "s" : "ttmp";
    if (first < 0 || last < first)
        return refuse(s, o->at, "the last register of a range must not be below the first");
    if (last >= limit)
        return refuse(s, o->at, "register index is out of range: %s0 to %s%d", name, name,
                      limit - 1);
    int64_t count = last - first + 1;
    if (count > 12 && count != 16 && count != 32)
        return refuse(s, o->at, "no operand has %d registers", (int)count);
    o->dwords = (uint8_t)count;
    o->reg = (uint16_t)first;
    o->kind = file == 'v' ? OPERAND_VGPR : OPERAND_SCALAR;
    if (file == 't')
        o->reg += SRC_TTMP0;
    if (file != 'v' && count > 1) {
        int align = count > 2 ? 4 : 2;
        if (first % align)
            return refuse(s, o->at,
                          "invalid register alignment: %d scalar registers begin at a multiple of "
                          "%d (RDNA3 3.3.1.3)",
                          (int)count, align);
    }
    return true;
}

/* The inside of v[...]: FIRST or FIRST:LAST. */
static bool read_range(struct parser *s, struct operand *o, char file)
{
    int64_t first, last;
    struct assembler *as = s->opt->as;
    s->c->p++; /* [ */
    const char *p = s->c->p;
    int quick = read_index(&p); /* v[0:1], without the expression parser */
    if (quick >= 0 && *p == ':') {
        p++;
        int end = read_index(&p);
        if (end >= 0 && *p == ']') {
            s->c->p = p + 1;
            return set_range(s, o, file, quick, end);
        }
    }
    if (!asm_parse_number(as, s->c, "a register number", &first))
        return false;
    last = first;
    if (asm_eat(s->c, ':') && !asm_parse_number(as, s->c, "a register number", &last))
        return false;
    if (!asm_eat(s->c, ']'))
        return refuse(s, s->c->p, "expected ']' after the registers");
    return set_range(s, o, file, first, last);
}

/* A numbered register: v5, v5.l, s[0:1], ttmp3. *found: false if the text is none of these. */
static bool read_numbered(struct parser *s, struct operand *o, bool *found)
{
    const char *p = s->c->p;
    char file = *p;
    *found = false;
    if (file == 't') {
        if (p[1] != 't' || p[2] != 'm' || p[3] != 'p')
            return true;
        p += 4;
    } else {
        p++;
    }
    if (*p == '[') {
        *found = true;
        s->c->p = p;
        return read_range(s, o, file);
    }
    int index = read_index(&p);
    if (index < 0)
        return true;
    o->half = HALF_NONE;
    if (file == 'v' && *p == '.' && (p[1] == 'l' || p[1] == 'h')) {
        o->half = p[1] == 'l' ? HALF_LOW : HALF_HIGH;
        p += 2;
    }
    if (asm_is(*p, ASM_WORD))
        return true; /* a symbol like v1x */
    *found = true;
    s->c->p = p;
    return set_range(s, o, file, index, index);
}

static bool read_named(struct parser *s, struct operand *o, bool *found)
{
    static const char *const unavailable[] = {
        "src_vccz",
        "src_execz",
        "vccz",
        "execz",
        "lds_direct",
        "src_lds_direct",
        "flat_scratch",
        "flat_scratch_lo",
        "flat_scratch_hi",
        "xnack_mask",
        "xnack_mask_lo",
        "xnack_mask_hi",
        "tba",
        "tba_lo",
        "tba_hi",
        "tma",
        "tma_lo",
        "tma_hi",
        "src_pops_exiting_wave_id",
        "pops_exiting_wave_id",
    };
    const char *word;
    size_t n = asm_peek_word(s->c, &word);
    *found = true;
    for (unsigned i = 0; i < RDNA3_SCALAR_NAMES - 2; i++) { /* without lds_direct */
        const struct rdna3_scalar_name *name = &rdna3_scalar_names[i];
        if (name->name[0] == word[0] && asm_word_is(word, n, name->name)) {
            *o = (struct operand){
                .kind = OPERAND_SCALAR, .at = word, .reg = name->value, .dwords = name->dwords};
            s->c->p = word + n;
            return true;
        }
    }
    for (unsigned i = 0; i < sizeof unavailable / sizeof *unavailable; i++)
        if (asm_word_is(word, n, unavailable[i]))
            return refuse(s, word, "%s is not available on RDNA3", unavailable[i]);
    *found = false;
    return true;
}

/* [s0, s1]: registers that follow each other, as one operand. */
static bool read_list(struct parser *s, struct operand *o)
{
    const char *at = s->c->p++;
    struct operand next;
    bool found;
    o->dwords = 0;
    for (;;) {
        asm_skip(s->c);
        if (!parse_scalar_or_vgpr(s, &next, &found))
            return false;
        if (!found || next.dwords != 1 || next.half)
            return refuse(s, s->c->p, "expected a single 32-bit register in a list");
        if (!o->dwords)
            *o = next;
        else if (next.kind != o->kind || next.reg != o->reg + o->dwords)
            return refuse(s, next.at, "registers in a list must follow each other");
        else
            o->dwords++;
        if (!asm_eat(s->c, ','))
            break;
    }
    if (!asm_eat(s->c, ']'))
        return refuse(s, s->c->p, "expected ',' or ']' in a register list");
    o->at = at;
    if (o->kind == OPERAND_VGPR)
        return set_range(s, o, 'v', o->reg, o->reg + o->dwords - 1);
    if (o->reg < SGPRS)
        return set_range(s, o, 's', o->reg, o->reg + o->dwords - 1);
    if (o->reg >= SRC_TTMP0 && o->reg < SRC_TTMP0 + TTMPS)
        return set_range(s, o, 't', o->reg - SRC_TTMP0, o->reg - SRC_TTMP0 + o->dwords - 1);
    if (o->dwords > 2 || (o->dwords == 2 && o->reg != SRC_VCC_LO && o->reg != SRC_EXEC_LO))
        return refuse(s, at, "these registers are no range");
    return true;
}

bool parse_scalar_or_vgpr(struct parser *s, struct operand *o, bool *found)
{
    char ch = *s->c->p;
    *o = (struct operand){.at = s->c->p};
    if (ch == 'v' || ch == 's' || ch == 't') {
        if (!read_numbered(s, o, found))
            return false;
        if (*found)
            return true;
    }
    if (ch == '[') {
        *found = true;
        return read_list(s, o);
    }
    if (!asm_is(ch, ASM_START)) {
        *found = false;
        return true;
    }
    return read_named(s, o, found);
}

bool at_register(struct parser *s)
{
    struct operand o;
    bool found = false;
    struct asm_error error = {0};
    struct asm_cursor copy = {s->c->p, &error}, *real = s->c;
    s->c = &copy;
    bool ok = parse_scalar_or_vgpr(s, &o, &found);
    s->c = real;
    return found || !ok;
}

static bool read_immediate(struct parser *s, struct operand *o)
{
    struct asm_cursor *c = s->c;
    const char *word;
    *o = (struct operand){.kind = OPERAND_INTEGER, .at = c->p};
    size_t n = asm_peek_word(c, &word);
    if (n && (asm_word_is(word, n, "lit") || asm_word_is(word, n, "lit64"))) {
        const char *at = c->p;
        c->p += n;
        if (asm_eat(c, '(')) {
            if (n > 3)
                return refuse(s, at, "RDNA3 has no 64-bit literals");
            asm_skip(c);
            if (!read_immediate(s, o))
                return false;
            if (!asm_eat(c, ')'))
                return refuse(s, c->p, "expected ')' after the literal");
            o->lit = true;
            o->at = at;
            return true;
        }
        c->p = at;
    }
    /* A floating-point number stands alone; all else is an integer expression. */
    const char *p = c->p;
    bool minus = false;
    for (; *p == '-' || *p == ' ' || *p == '\t'; p++)
        minus ^= *p == '-';
    const char *q = p;
    while (asm_is(*q, ASM_DIGIT))
        q++;
    if (q != p || (*p == '.' && asm_is(p[1], ASM_DIGIT))) {
        bool hex = p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
        if (*q == '.' || ((*q == 'e' || *q == 'E') && !hex) || hex) {
            struct asm_number number;
            c->p = p;
            if (!asm_number(c, &number))
                return false;
            if (number.is_float) {
                o->kind = OPERAND_FLOAT;
                o->real = minus ? -number.real : number.real;
                return true;
            }
            c->p = o->at;
        }
        /* A plain decimal number before a comma or the end needs no expression. */
        if (q - p < 18 && q != p && (p[0] != '0' || q == p + 1) &&
            (*q == ',' || *q == '\n' || *q == 0)) {
            int64_t v = 0;
            for (; p < q; p++)
                v = v * 10 + (*p - '0');
            o->integer = minus ? -v : v;
            c->p = q;
            return true;
        }
    }
    struct asm_value v;
    if (!asm_parse_unfolded(s->opt->as, c, &v))
        return false;
    if (v.expr) { /* distances of labels, too: their size is that of a literal, as in LLVM */
        o->kind = OPERAND_EXPR;
        o->expr = v.expr;
    } else {
        o->integer = v.number;
    }
    return true;
}

static bool take_function(struct parser *s, const char *name)
{
    const char *word, *start = s->c->p;
    size_t n = asm_peek_word(s->c, &word);
    if (!n || !asm_word_is(word, n, name))
        return false;
    s->c->p += n;
    if (asm_eat(s->c, '('))
        return true;
    s->c->p = start;
    return false;
}

/* Is what follows a '-' something that a source modifier applies to (no number)? */
static bool modifier_follows(struct parser *s, const char *after)
{
    struct asm_cursor *c = s->c;
    const char *start = c->p;
    c->p = after;
    asm_skip(c);
    bool yes = *c->p == '|' || at_register(s);
    if (!yes) {
        const char *word;
        size_t n = asm_peek_word(c, &word);
        yes = n && asm_word_is(word, n, "abs") && word[n] == '(';
    }
    c->p = start;
    return yes;
}

/* What stands around an operand: -x, neg(x), |x|, abs(x). */
struct wrapping {
    bool neg, neg_call, abs, abs_call;
};

static struct wrapping take_wrapping(struct parser *s)
{
    struct asm_cursor *c = s->c;
    struct wrapping w = {0};
    if (*c->p == '-' && modifier_follows(s, c->p + 1)) {
        c->p++;
        w.neg = true;
        asm_skip(c);
    } else if (take_function(s, "neg")) {
        w.neg = w.neg_call = true;
        asm_skip(c);
    }
    if (take_function(s, "abs")) {
        w.abs = w.abs_call = true;
        asm_skip(c);
    } else if (*c->p == '|') {
        c->p++;
        w.abs = true;
        asm_skip(c);
    }
    return w;
}

static bool close_wrapping(struct parser *s, const struct wrapping *w)
{
    struct asm_cursor *c = s->c;
    if (w->abs && !asm_eat(c, w->abs_call ? ')' : '|'))
        return refuse(s, c->p, "expected '%c' after the absolute value", w->abs_call ? ')' : '|');
    if (w->neg_call && !asm_eat(c, ')'))
        return refuse(s, c->p, "expected ')' after the negated value");
    return true;
}

/* The number of |1.0|: the bar behind it must not be taken for an operator. */
static bool read_between_bars(struct parser *s, struct operand *o)
{
    struct asm_cursor *c = s->c;
    bool minus = asm_eat(c, '-');
    struct asm_number number;
    asm_skip(c);
    const char *word;
    size_t n = asm_peek_word(c, &word);
    if (!minus && n && asm_word_is(word, n, "lit"))
        return read_immediate(s, o);
    if (asm_eat(c, '(')) {
        *o = (struct operand){.kind = OPERAND_INTEGER, .at = c->p};
        if (!asm_parse_number(s->opt->as, c, "a number", &o->integer))
            return false;
        if (minus)
            o->integer = (int64_t) - (uint64_t)o->integer;
        return asm_eat(c, ')') || refuse(s, c->p, "expected ')'");
    }
    if (!asm_is(*c->p, ASM_DIGIT) && *c->p != '.')
        return refuse(s, c->p, "expected a register or a number between bars");
    *o = (struct operand){.kind = OPERAND_INTEGER, .at = c->p};
    if (!asm_number(c, &number))
        return false;
    if (number.is_float) {
        o->kind = OPERAND_FLOAT;
        o->real = minus ? -number.real : number.real;
    } else {
        o->integer = minus ? -(int64_t)number.integer : (int64_t)number.integer;
    }
    return true;
}

bool parse_operand(struct parser *s, struct operand *o, unsigned flags)
{
    struct asm_cursor *c = s->c;
    bool found;
    asm_skip(c);
    const char *at = c->p;
    /* Registers first: they are most of what there is. */
    if (!parse_scalar_or_vgpr(s, o, &found))
        return false;
    if (found)
        return true;
    if (flags & WITH_OFF) {
        const char *word;
        size_t n = asm_peek_word(c, &word);
        if (n == 3 && !memcmp(word, "off", 3)) {
            c->p += 3;
            *o = (struct operand){.kind = OPERAND_OFF, .at = at};
            return true;
        }
    }
    struct wrapping w = {0};
    if (flags & WITH_MODIFIERS)
        w = take_wrapping(s);
    if (!parse_scalar_or_vgpr(s, o, &found))
        return false;
    if (!found && asm_at_end(c))
        return refuse(s, c->p, "expected an operand");
    if (!found && !(w.abs && !w.abs_call ? read_between_bars(s, o) : read_immediate(s, o)))
        return false;
    if (!close_wrapping(s, &w))
        return false;
    o->neg = w.neg;
    o->abs = w.abs;
    o->at = at;
    return true;
}

bool parse_integer(struct parser *s, const char *what, int64_t low, int64_t high, int64_t *out)
{
    asm_skip(s->c);
    const char *at = s->c->p;
    if (!asm_parse_number(s->opt->as, s->c, what, out))
        return false;
    if (*out < low || *out > high)
        return refuse(s, at, "%s must be %lld to %lld", what, (long long)low, (long long)high);
    return true;
}

bool parse_operands(struct parser *s, unsigned flags)
{
    s->operand_count = 0;
    while (!asm_at_end(s->c)) {
        if (is_modifier_next(s))
            break;
        if (*s->c->p == ':' && s->c->p[1] == ':')
            break;
        if (s->operand_count == MAX_OPERANDS)
            return refuse(s, s->c->p, "%s has fewer operands", s->row->name);
        if (!parse_operand(s, &s->operands[s->operand_count], flags))
            return false;
        s->operand_count++;
        asm_eat(s->c, ','); /* LLVM does not insist on it either */
    }
    return true;
}

bool expect_operands(struct parser *s, unsigned count)
{
    if (s->operand_count < count)
        return refuse(s, s->c->p, "%s has %u operands, here are %u", s->row->name, count,
                      s->operand_count);
    if (s->operand_count > count)
        return !count ? refuse(s, s->operands[0].at, "%s has no operands", s->row->name)
                      : refuse(s, s->operands[count].at, "%s has only %u operand%s", s->row->name,
                               count, count == 1 ? "" : "s");
    return true;
}

/* parse_operand.c: operands by kind: the inverse of what print.c writes. */
#include <string.h>

#include "isa/ventus/names.h"
#include "isa/ventus/parse_parts.h"

/* ---- registers ----------------------------------------------------------------------------- */

/* vN with N up to 255; -1: no such name. */
int ventus_vector_number(const char *word, size_t n)
{
    int v = 0;
    if (n < 2 || n > 4 || *word != 'v' || (word[1] == '0' && n > 2))
        return -1;
    for (size_t i = 1; i < n; i++) {
        if (!asm_is(word[i], ASM_DIGIT))
            return -1;
        v = 10 * v + (word[i] - '0');
    }
    return v < 256 ? v : -1;
}

static bool is_register(const char *word, size_t n)
{
    return ventus_vector_number(word, n) >= 0 || ventus_scalar_number(word, n) >= 0;
}

static bool refuse_register(struct asm_cursor *c, const char *word, size_t n, bool is_vector)
{
    int other = is_vector ? ventus_scalar_number(word, n) : ventus_vector_number(word, n);
    const char *want = is_vector ? "a vector register" : "a scalar register";
    if (!n)
        return asm_fail(c, c->p, "expected %s", want);
    asm_fail(c, word, "expected %s, not '%.*s'", want, (int)(n > 60 ? 60 : n), word);
    if (other < 0)
        asm_hint(c, is_vector ? "vector registers are v0 to v255"
                              : "scalar registers are x0 to x63, or zero, ra, sp, a0 and so on");
    return false;
}

static bool parse_register(struct asm_cursor *c, bool is_vector, unsigned *number)
{
    const char *word;
    size_t n = asm_word(c, &word);
    int v = !n ? -1 : is_vector ? ventus_vector_number(word, n) : ventus_scalar_number(word, n);
    if (v < 0)
        return refuse_register(c, word, n, is_vector);
    *number = (unsigned)v;
    return true;
}

bool ventus_parse_scalar(struct parser *p, unsigned *number)
{
    return parse_register(p->c, false, number);
}

/* ---- expressions ------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    enum ventus_fix upper, i, s;
} operators[] = {
    {"hi", VENTUS_FIX_HI, VENTUS_FIX_NONE, VENTUS_FIX_NONE},
    {"lo", VENTUS_FIX_NONE, VENTUS_FIX_LO_I, VENTUS_FIX_LO_S},
    {"pcrel_hi", VENTUS_FIX_PCREL_HI, VENTUS_FIX_NONE, VENTUS_FIX_NONE},
    {"pcrel_lo", VENTUS_FIX_NONE, VENTUS_FIX_PCREL_LO_I, VENTUS_FIX_PCREL_LO_S},
};

/* Bits of %hi and %lo of a number. */
static int64_t part_of(enum ventus_fix fix, int64_t value)
{
    if (fix == VENTUS_FIX_HI)
        return (int64_t)((uint64_t)(value + 0x800) & 0xfffff000u);
    return (int64_t)((uint64_t)value << 52) >> 52;
}

/* %hi(x) and its like, for the operand of `kind`. */
static bool parse_operator(struct parser *p, unsigned role)
{
    struct asm_cursor *c = p->c;
    const char *at = c->p++, *word;
    size_t n = asm_word(c, &word);
    struct ventus_place place = ventus_place(&p->out->in, role);
    unsigned format = p->out->in.format;
    bool is_store = format == VFMT_S || format == VFMT_VST || format == VFMT_VSTL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!asm_word_is(word, n, operators[i].name))
            continue;
        enum ventus_fix fix = place.kind == VK_upper20  ? operators[i].upper
                              : place.kind != VK_simm12 ? VENTUS_FIX_NONE
                              : is_store                ? operators[i].s
                                                        : operators[i].i;
        struct asm_value v;
        if (!fix) {
            asm_fail(c, at, "%%%s does not fit this operand", operators[i].name);
            asm_hint(c, "%%hi and %%pcrel_hi are for lui and auipc, %%lo and %%pcrel_lo for the "
                        "12-bit immediates of loads, stores and addi");
            return false;
        }
        if (!asm_eat(c, '('))
            return asm_fail(c, c->p, "expected '(' after %%%s", operators[i].name);
        bool is_label = fix == VENTUS_FIX_PCREL_HI || fix == VENTUS_FIX_PCREL_LO_I ||
                        fix == VENTUS_FIX_PCREL_LO_S;
        const char *inner = c->p;
        if (!(is_label ? asm_parse_unfolded(p->opt->as, c, &v) : asm_parse_expr(p->opt->as, c, &v)))
            return false;
        if (!asm_eat(c, ')'))
            return asm_fail(c, c->p, "expected ')'");
        if (!v.expr) {
            if (is_label)
                return asm_fail(c, inner, "%%%s needs a symbol", operators[i].name);
            return ventus_set_imm(&p->out->in, role, part_of(fix, v.number));
        }
        p->out->fix = fix;
        p->out->expr = v.expr;
        p->out->fix_at = at;
        return true;
    }
    asm_fail(c, at, "unknown operator '%%%.*s'", (int)(n > 60 ? 60 : n), word);
    asm_hint(c, "there are: %%hi, %%lo, %%pcrel_hi, %%pcrel_lo");
    return false;
}

bool ventus_parse_target(struct parser *p, enum ventus_fix fix, struct asm_value *out)
{
    struct asm_cursor *c = p->c;
    const char *word;
    size_t n = asm_peek_word(c, &word);
    if (n && is_register(word, n))
        return asm_fail(c, word, "expected a label or a distance, not the register '%.*s'", (int)n,
                        word);
    const char *at = c->p;
    if (!asm_parse_unfolded(p->opt->as, c, out))
        return false;
    p->out->fix = out->expr ? fix : VENTUS_FIX_NONE;
    p->out->expr = out->expr;
    p->out->fix_at = at;
    return true;
}

static bool out_of_range(struct parser *p, const char *at, unsigned role, int64_t value)
{
    int64_t low, high;
    unsigned kind = ventus_kind(&p->out->in, role);
    if (kind == VK_copysize)
        return asm_fail(p->c, at, "a copy has 4, 8 or 16 bytes");
    ventus_imm_range(&p->out->in, role, &low, &high);
    if ((kind == VK_label13 || kind == VK_label21) && value >= low && value <= high)
        return asm_fail(p->c, at, "the distance %lld is odd", (long long)value);
    return asm_fail(p->c, at, "the number %lld is out of range: %lld to %lld", (long long)value,
                    (long long)low, (long long)high);
}

/* lui and auipc are written with the upper 20 bits as a number of their own. */
static int64_t scaled(unsigned kind, int64_t value)
{
    if (kind != VK_upper20)
        return value;
    return value >= 0 && value <= 0xfffff ? value << 12 : INT64_MAX;
}

static bool parse_immediate(struct parser *p, unsigned role)
{
    struct asm_cursor *c = p->c;
    unsigned kind = ventus_kind(&p->out->in, role);
    asm_skip(c);
    const char *at = c->p, *word;
    if (*at == '%')
        return parse_operator(p, role);
    size_t n = asm_peek_word(c, &word);
    if (n && is_register(word, n))
        return asm_fail(c, word, "expected a number, not the register '%.*s'", (int)n, word);
    struct asm_value v;
    if (!asm_parse_expr(p->opt->as, c, &v))
        return false;
    if (!v.expr) {
        if (ventus_set_imm(&p->out->in, role, scaled(kind, v.number)))
            return true;
        if (kind == VK_upper20)
            return asm_fail(c, at, "the number %lld is out of range: 0 to 1048575",
                            (long long)v.number);
        return out_of_range(p, at, role, v.number);
    }
    unsigned format = p->out->in.format;
    bool is_store = format == VFMT_S || format == VFMT_VST || format == VFMT_VSTL;
    if (kind == VK_upper20)
        p->out->fix = VENTUS_FIX_UPPER;
    else if (kind == VK_simm12)
        p->out->fix = is_store ? VENTUS_FIX_IMM_S : VENTUS_FIX_IMM_I;
    else
        return asm_fail(c, at, "the value must be known here: this field waits for no symbol");
    p->out->expr = v.expr;
    p->out->fix_at = at;
    return true;
}

/* ---- other kinds --------------------------------------------------------------------------------
 */

static bool parse_csr(struct parser *p, unsigned role)
{
    struct asm_cursor *c = p->c;
    const char *word;
    size_t n = asm_peek_word(c, &word);
    int known = n ? ventus_csr_number(word, n) : -1;
    int64_t number = known;
    if (known >= 0) {
        c->p += n;
    } else if (n && !(p->opt->as && (asm_is(*word, ASM_DIGIT)))) {
        /* a symbol may stand for a number */
        struct asm_value v;
        if (!p->opt->as || !asm_parse_expr(p->opt->as, c, &v) || v.expr) {
            c->error->at = NULL;
            asm_fail(c, word, "no CSR is called '%.*s'", (int)(n > 60 ? 60 : n), word);
            const char *best = NULL;
            unsigned limit = 4;
            for (size_t i = 0; ventus_csr_at(i); i++) {
                unsigned d = asm_distance(word, n, ventus_csr_at(i)->name, limit);
                if (d < limit) {
                    limit = d;
                    best = ventus_csr_at(i)->name;
                }
            }
            if (best)
                asm_hint(c, "did you mean %s?", best);
            return false;
        }
        number = v.number;
    } else if (!asm_parse_number(p->opt->as, c, "a CSR", &number)) {
        return false;
    }
    if (number < 0 || number > 0xfff)
        return asm_fail(c, word, "a CSR's number is 0 to 4095");
    p->out->in.f[ventus_place(&p->out->in, role).field] = (uint32_t)number;
    return true;
}

static bool parse_fence(struct parser *p, unsigned role)
{
    struct asm_cursor *c = p->c;
    const char *word;
    size_t n = asm_peek_word(c, &word);
    uint32_t *field = &p->out->in.f[ventus_place(&p->out->in, role).field];
    unsigned set = 0, last = 16;
    if (!n) {
        int64_t number;
        asm_skip(c);
        const char *at = c->p;
        if (!asm_parse_number(p->opt->as, c, "a set of i, o, r, w", &number))
            return false;
        if (number)
            return asm_fail(c, at, "expected letters of iorw, or 0");
        *field = 0;
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        static const char letters[] = "iorw";
        const char *found = strchr(letters, word[i]);
        unsigned bit = found && word[i] ? 8u >> (found - letters) : 16;
        if (bit >= last)
            return asm_fail(c, word, "expected letters of iorw in this order, or 0");
        set |= bit;
        last = bit;
    }
    c->p += n;
    *field = set;
    return true;
}

/* One word of a list, which comes after `base`; -1: another word. */
static int one_of(const char *word, size_t n, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (names[i] && asm_word_is(word, n, names[i]))
            return i;
    return -1;
}

static bool parse_vtype(struct parser *p, unsigned role)
{
    static const char *const widths[] = {"e8", "e16", "e32", "e64"};
    static const char *const multiples[8] = {"m1", "m2", "m4", "m8", NULL, "mf8", "mf4", "mf2"};
    static const char *const tails[] = {"tu", "ta"}, *const masks[] = {"mu", "ma"};
    static const struct {
        const char *const *names;
        uint8_t count, shift;
    } parts[] = {{widths, 4, 3}, {multiples, 8, 0}, {tails, 2, 6}, {masks, 2, 7}};
    struct asm_cursor *c = p->c;
    const char *word;
    size_t n = asm_peek_word(c, &word);
    if (!n)
        return parse_immediate(p, role);
    uint32_t vtype = 0;
    bool is_first = true;
    for (unsigned i = 0; i < 4; i++) { /* any of them may be left out, but not all */
        const char *before = c->p;
        if (!is_first && !asm_eat(c, ','))
            break;
        n = asm_word(c, &word);
        int value = n ? one_of(word, n, parts[i].names, parts[i].count) : -1;
        if (value >= 0) {
            vtype |= (uint32_t)value << parts[i].shift;
            is_first = false;
        } else {
            c->p = before;
        }
    }
    if (is_first) {
        asm_fail(c, word, "expected an element width");
        asm_hint(c, "e8, e16, e32 or e64; for example e32, m1, ta, ma");
        return false;
    }
    p->out->in.f[ventus_place(&p->out->in, role).field] = vtype;
    return true;
}

static bool parse_label(struct parser *p, unsigned role)
{
    struct asm_value v;
    asm_skip(p->c);
    const char *at = p->c->p;
    bool is_jump = ventus_kind(&p->out->in, role) == VK_label21;
    if (!ventus_parse_target(p, is_jump ? VENTUS_FIX_JUMP : VENTUS_FIX_BRANCH, &v))
        return false;
    return v.expr || ventus_set_imm(&p->out->in, role, v.number) ||
           out_of_range(p, at, role, v.number);
}

/* "(a0)" without a number before it? */
static bool starts_address(struct asm_cursor c)
{
    const char *word;
    if (!asm_eat(&c, '('))
        return false;
    size_t n = asm_word(&c, &word);
    return n && is_register(word, n) && asm_eat(&c, ')');
}

bool ventus_parse_role(struct parser *p, unsigned role, bool is_offset)
{
    struct ventus_insn *in = &p->out->in;
    unsigned kind = ventus_kind(in, role), number;
    switch (kind) {
    case VK_x:
    case VK_v:
        return parse_register(p->c, kind == VK_v, &number) &&
               (ventus_set_reg(in, role, number) || asm_fail(p->c, p->c->p, "no such register"));
    case VK_xz:
    case VK_xn: {
        asm_skip(p->c);
        const char *at = p->c->p;
        if (!parse_register(p->c, false, &number))
            return false;
        if (number > 31)
            return asm_fail(p->c, at, "this field holds x0 to x31 only");
        in->f[ventus_place(in, role).field] = number;
        return true;
    }
    case VK_csr:
        return parse_csr(p, role);
    case VK_fence:
        return parse_fence(p, role);
    case VK_vtype:
        return parse_vtype(p, role);
    case VK_label13:
    case VK_label21:
        return parse_label(p, role);
    default:
        if (is_offset && starts_address(*p->c))
            return ventus_set_imm(in, role, 0);
        return parse_immediate(p, role);
    }
}

/* ---- modifiers ----------------------------------------------------------------------------------
 */

static bool parse_small(struct parser *p, const char *what, int64_t most, int64_t *out)
{
    struct asm_cursor *c = p->c;
    if (!asm_eat(c, '='))
        return asm_fail(c, c->p, "expected '=' after %s", what);
    asm_skip(c);
    const char *at = c->p;
    if (!asm_parse_number(p->opt->as, c, what, out))
        return false;
    return (*out >= 0 && *out <= most) || asm_fail(c, at, "%s is 0 to %lld", what, (long long)most);
}

static bool parse_width(struct parser *p, const char *what, uint32_t *out)
{
    int64_t bits;
    const char *at = p->c->p;
    if (!parse_small(p, what, 64, &bits))
        return false;
    if (bits != 16 && bits != 32 && bits != 64)
        return asm_fail(p->c, at, "%s is 16, 32 or 64", what);
    *out = bits == 64 ? 2 : bits == 32;
    return true;
}

static bool parse_scale(struct parser *p)
{
    const char *word;
    int64_t number;
    struct asm_cursor copy = *p->c;
    bool has_value = asm_eat(&copy, '=');
    size_t n = asm_word(&copy, &word);
    if (has_value && asm_word_is(word, n, "div2")) {
        *p->c = copy;
        p->out->in.f[VF_omod] = 3;
        return true;
    }
    const char *at = p->c->p;
    if (!parse_small(p, "omod", 4, &number))
        return false;
    if (number != 2 && number != 4)
        return asm_fail(p->c, at, "omod is 2, 4 or div2");
    p->out->in.f[VF_omod] = number == 4 ? 2 : 1;
    return true;
}

static bool parse_wide_modifier(struct parser *p, const char *word, size_t n)
{
    uint32_t *f = p->out->in.f;
    int64_t number = 0;
    bool ok = true;
    if (asm_word_is(word, n, "neg")) {
        ok = parse_small(p, "neg", 7, &number);
        f[VF_neg] = (uint32_t)number;
    } else if (asm_word_is(word, n, "abs")) {
        ok = parse_small(p, "abs", 7, &number);
        f[VF_abs] = (uint32_t)number;
    } else if (asm_word_is(word, n, "opsel")) {
        ok = parse_small(p, "opsel", 7, &number);
        f[VF_opsel] = (uint32_t)number;
    } else if (asm_word_is(word, n, "omod")) {
        ok = parse_scale(p);
    } else if (asm_word_is(word, n, "ss")) {
        ok = parse_width(p, "ss", &f[VF_vss]);
    } else if (asm_word_is(word, n, "ds")) {
        ok = parse_width(p, "ds", &f[VF_vds]);
    } else {
        asm_fail(p->c, word, "unknown modifier '%.*s'", (int)(n > 60 ? 60 : n), word);
        asm_hint(p->c, "there are: neg, abs, opsel, omod, ss, ds");
        return false;
    }
    return ok;
}

static bool parse_prefix_modifier(struct parser *p, const char *word, size_t n, bool is_memory,
                                  bool is_compute)
{
    static const char *const spaces[] = {[VENTUS_SPACE_GLOBAL] = "global",
                                         [VENTUS_SPACE_PRIVATE] = "private",
                                         [VENTUS_SPACE_LOCAL] = "local"};
    static const char *const widths[] = {"w32", "w64", "w96", "w128"};
    struct ventus_insn *in = &p->out->in;
    int space = one_of(word, n, spaces, 4), width = one_of(word, n, widths, 4);
    int64_t number;
    if (is_memory && space > 0) {
        in->space = (uint8_t)space;
    } else if (is_memory && width >= 0) {
        in->width = (uint8_t)width;
    } else if (is_memory && asm_word_is(word, n, "ch")) {
        if (!parse_small(p, "ch", 15, &number))
            return false;
        in->hint = (uint8_t)number;
    } else if ((is_memory || is_compute) && asm_word_is(word, n, "pair")) {
        in->pair = true;
    } else if (is_compute && (asm_word_is(word, n, "abs") || asm_word_is(word, n, "neg"))) {
        if (!parse_small(p, *word == 'a' ? "abs" : "neg", 7, &number))
            return false;
        *(*word == 'a' ? &in->abs : &in->neg) = (uint8_t)number;
    } else {
        asm_fail(p->c, word, "unexpected '%.*s' after the operands", (int)(n > 60 ? 60 : n), word);
        asm_hint(p->c, is_memory    ? "modifiers: global, private, local, w32 to w128, pair, ch=N"
                       : is_compute ? "modifiers: pair, abs=N, neg=N"
                                    : "this instruction takes no modifiers");
        return false;
    }
    if (is_memory)
        in->prefix_row = (uint16_t)ventus_memory_prefix(in->space, in->width);
    return true;
}

bool ventus_parse_modifiers(struct parser *p)
{
    const struct ventus_insn *in = &p->out->in;
    const struct ventus_row *row = &ventus_rows[in->row];
    bool is_wide = in->format == VFMT_C64VV || in->format == VFMT_C64VX || in->format == VFMT_C64VI;
    bool is_single = ventus_formats[in->format].dwords == 1 && !in->is_toolchain;
    bool is_memory = is_single && row->flags & (VFLAG_load | VFLAG_store | VFLAG_atomic);
    bool is_compute =
        is_single && (row->cls == VC_valu || row->cls == VC_salu) && !(row->flags & VFLAG_wave);
    while (asm_eat(p->c, ',')) {
        const char *word;
        size_t n = asm_word(p->c, &word);
        if (!n)
            return asm_fail(p->c, p->c->p, "expected a modifier after ','");
        if (is_wide ? !parse_wide_modifier(p, word, n)
                    : !parse_prefix_modifier(p, word, n, is_memory, is_compute))
            return false;
    }
    return true;
}

/* parse_insn.c: from the mnemonic to its instruction, by the syntax of its row or
 * pseudo-instruction. */
#include "isa/ventus/parse.h"

#include <stdio.h>
#include <string.h>

#include "isa/ventus/mnemonic.h"
#include "isa/ventus/names.h"
#include "isa/ventus/parse_parts.h"

/* ---- syntax -----------------------------------------------------------------------------------
 */

static bool expect_text(struct parser *p, const char *text)
{
    struct asm_cursor *c = p->c;
    if (asm_is(*text, ASM_START)) {
        const char *word;
        size_t n = asm_word(c, &word);
        return asm_word_is(word, n, text) || asm_fail(c, n ? word : c->p, "expected %s here", text);
    }
    for (; *text; text++)
        if (*text != ' ' && !asm_eat(c, *text)) {
            asm_skip(c);
            return asm_fail(c, c->p,
                            asm_at_end(c) ? "operands are missing: expected '%c'" : "expected '%c'",
                            *text);
        }
    return true;
}

/* ", v0.t" or ", rtz", if it is there. */
static void parse_optional(struct parser *p, unsigned role)
{
    struct asm_cursor copy = *p->c;
    const char *word;
    if (!asm_eat(&copy, ','))
        return;
    size_t n = asm_word(&copy, &word);
    if (role == VROLE_vm && asm_word_is(word, n, "v0.t")) {
        p->out->in.f[VF_vm] = 0;
        *p->c = copy;
    }
    for (unsigned mode = 0; role == VROLE_rm && mode < 8; mode++) {
        const char *name = ventus_rounding_name(mode);
        if (name && asm_word_is(word, n, name)) {
            p->out->in.f[VF_rm] = mode;
            *p->c = copy;
        }
    }
}

static bool parse_syntax(struct parser *p, const struct ventus_syntax *s)
{
    const struct ventus_syntax *first = s;
    for (; s->what != VSYN_END; s++) {
        bool ok = true;
        switch (s->what) {
        case VSYN_ROLE:
            ok = ventus_parse_role(p, s->role, s[1].what == VSYN_TEXT && s[1].text[0] == '(');
            break;
        case VSYN_TEXT:
            if (strchr(s->text, ',') && strchr(s->text, '(')) { /* atomics: ", (a0)" or ", 0(a0)" */
                int64_t zero = 0;
                ok = expect_text(p, ",");
                asm_skip(p->c);
                const char *at = p->c->p;
                if (ok && asm_is(*at, ASM_DIGIT))
                    ok = asm_parse_number(p->opt->as, p->c, "0", &zero);
                ok = ok && (!zero || asm_fail(p->c, at, "an atomic's address takes no offset")) &&
                     expect_text(p, "(");
                break;
            }
            ok = expect_text(p, s->text);
            break;
        case VSYN_OPTIONAL:
            parse_optional(p, s->role);
            break;
        case VSYN_GROUP:
            if (s > first && s[-1].what == VSYN_GROUP)
                ok = expect_text(p, ",");
            else if (asm_at_end(p->c))
                return true;
            ok = ok && ventus_parse_role(p, s->role, false);
            break;
        }
        if (!ok)
            return false;
    }
    return true;
}

/* A prefix's twelve bits may be written as four numbers x3, x2, x1, xd of three bits each. Counts
 * the operands to know. */
static bool is_split_prefix(const struct parser *p)
{
    unsigned format = p->out->in.format, commas = 0;
    if (format != VFMT_PRE && format != VFMT_PREM)
        return false;
    for (const char *q = p->c->p; *q && *q != '\n' && *q != ';' && *q != '#'; q++)
        commas += *q == ',';
    return commas == (format == VFMT_PRE ? 6 : 5);
}

static bool parse_split_prefix(struct parser *p)
{
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++) {
        int64_t number;
        asm_skip(p->c);
        const char *at = p->c->p;
        if (!asm_parse_number(p->opt->as, p->c, "a number of three bits", &number))
            return false;
        if (number < 0 || number > 7)
            return asm_fail(p->c, at, "the number %lld is out of range: 0 to 7", (long long)number);
        bits = bits << 3 | (uint32_t)number;
        if (!expect_text(p, ","))
            return false;
    }
    p->out->in.f[VF_imm] = bits;
    return true;
}

/* ---- mnemonics ------------------------------------------------------------------------------- */

/* Next part of a name between dots; false: there is none. */
static bool next_part(const char **name, size_t *left, const char **part, size_t *length)
{
    if (!*left)
        return false;
    const char *dot = memchr(*name, '.', *left);
    *part = *name;
    *length = dot ? (size_t)(dot - *name) : *left;
    size_t used = dot ? *length + 1 : *length;
    *name += used;
    *left -= used;
    return true;
}

static bool part_is(const char *part, size_t length, const char *text)
{
    return strlen(text) == length && memcmp(part, text, length) == 0;
}

/* Shape, layouts and types in a name such as mma.m8n8k16.row.col.f32.f16.f16.f32. */
static bool read_matrix(struct parser *p, const char *name, size_t left, const char *word)
{
    struct ventus_insn *in = &p->out->in;
    const char *parts[7], *part;
    size_t lengths[7], length;
    for (int i = 0; i < 7; i++)
        if (!next_part(&name, &left, &parts[i], &lengths[i])) {
            asm_fail(p->c, word, "the name of a matrix product has more parts");
            asm_hint(p->c,
                     "for example mma.m8n8k16.row.col.f32.f16.f16.f32: shape, layouts of A and B, "
                     "types of D, A, B, C");
            return false;
        }
    for (unsigned i = 1; i < 3; i++) {
        bool is_row = part_is(parts[i], lengths[i], "row");
        if (!is_row && !part_is(parts[i], lengths[i], "col"))
            return asm_fail(p->c, parts[i], "expected row or col");
        in->f[i == 1 ? VF_al : VF_bl] = i == 1 ? !is_row : is_row;
    }
    bool is_found = false, is_type = false;
    for (unsigned dt = 0; dt < 12 && !is_found; dt++)
        for (unsigned ct = 0; ct < 2 && !is_found; ct++)
            for (unsigned shape = 0; shape < 8 && !is_found; shape++) {
                struct ventus_matrix m;
                const char *reason;
                char text[16];
                if (!ventus_matrix(dt, shape, ct, p->opt->is_toolchain, &m, &reason) ||
                    !part_is(parts[3], lengths[3], m.accumulator) ||
                    !part_is(parts[4], lengths[4], m.type) ||
                    !part_is(parts[5], lengths[5], m.type) ||
                    !part_is(parts[6], lengths[6], m.accumulator))
                    continue;
                is_type = true;
                snprintf(text, sizeof text, "m%un%uk%u", m.m, m.n, m.k);
                is_found = part_is(parts[0], lengths[0], text);
                in->f[VF_dt] = dt;
                in->f[VF_ct] = ct;
                in->f[VF_shape] = shape;
            }
    if (!is_found)
        return asm_fail(p->c, is_type ? parts[0] : parts[3],
                        is_type ? "these types have no such shape"
                                : "no such combination of types");
    while (next_part(&name, &left, &part, &length)) {
        bool is_float = in->format == VFMT_MMA64 && *parts[3] == 'f';
        bool is_int = in->format == VFMT_MMA64 && *parts[3] == 's';
        unsigned mode = 1;
        while (mode < 4 && !part_is(part, length, ventus_mma_rounding[mode] + 1))
            mode++;
        if (is_float && mode < 4)
            in->f[VF_rdm] = mode;
        else if (is_int && (part_is(part, length, "sat") || part_is(part, length, "nosat")))
            in->f[VF_rdm] = *part == 'n';
        else if (in->format == VFMT_MMA64 && part_is(part, length, "wg"))
            in->f[VF_wg] = in->f[VF_asrc] = 1;
        else if (in->format == VFMT_MMA64 && part_is(part, length, "smem") && in->f[VF_wg])
            in->f[VF_asrc] = 0;
        else
            return asm_fail(p->c, part, "unexpected '%.*s' in the name",
                            (int)(length > 40 ? 40 : length), part);
    }
    return true;
}

static bool read_suffix(struct parser *p, const char *word, size_t n, size_t suffix)
{
    struct ventus_insn *in = &p->out->in;
    if (ventus_is_matrix(&ventus_rows[in->row]))
        return read_matrix(p, word + suffix, n - suffix, word);
    if (suffix < n) { /* aq, rl, aqrl */
        in->f[VF_aq] = word[suffix] == 'a';
        in->f[VF_rl] = word[n - 1] == 'l';
    }
    return true;
}

/* ---- candidates --------------------------------------------------------------------------------
 */

static void set_value(struct ventus_insn *in, unsigned role, int64_t value)
{
    unsigned kind = ventus_kind(in, role);
    if (kind == VK_x || kind == VK_v)
        ventus_set_reg(in, role, (unsigned)value);
    else if (kind == VK_csr || kind == VK_fence || kind == VK_num || kind == VK_xz || kind == VK_xn)
        in->f[ventus_place(in, role).field] = (uint32_t)value;
    else
        ventus_set_imm(in, role, value);
}

static bool finish(struct parser *p)
{
    struct ventus_insn *in = &p->out->in;
    const struct ventus_row *row = &ventus_rows[in->row];
    for (unsigned i = 0; i < row->n_operands; i++) /* the text names the destination only */
        if (!row->operands[i].is_write && ventus_place(in, row->operands[i].role).kind == VK_acc)
            ventus_set_reg(in, row->operands[i].role, ventus_reg(in, VROLE_d));
    ventus_settle_prefix(in);
    if (in->prefix_row == VENTUS_NONE)
        return true;
    if (in->has_imm_high && in->x1)
        return asm_fail(p->c, p->c->p,
                        "one prefix cannot extend both this register and the immediate");
    return true;
}

static bool try_row(struct parser *p, unsigned row, const struct ventus_pseudo *pseudo,
                    const char *word, size_t n, size_t suffix)
{
    *p->out = (struct ventus_parsed){.fix = VENTUS_FIX_NONE};
    ventus_blank(row, p->opt->is_toolchain, &p->out->in);
    struct ventus_insn *in = &p->out->in;
    if (in->format == VFMT_C64VV || in->format == VFMT_C64VX || in->format == VFMT_C64VI)
        in->f[VF_vss] = in->f[VF_vds] = 1;
    if (!pseudo && !read_suffix(p, word, n, suffix))
        return false;
    const struct ventus_syntax *syntax =
        pseudo ? pseudo->syntax : ventus_formats[in->format].syntax;
    if (is_split_prefix(p)) {
        if (!parse_split_prefix(p))
            return false;
        syntax += 2; /* the first operand and its comma */
    }
    if (!parse_syntax(p, syntax) || !ventus_parse_modifiers(p))
        return false;
    if (!asm_at_end(p->c))
        return asm_fail(p->c, p->c->p, "unexpected text after the operands");
    for (unsigned i = 0; pseudo && i < pseudo->n_conditions; i++) {
        unsigned from = (unsigned)pseudo->conditions[i].value;
        set_value(in, pseudo->conditions[i].role,
                  pseudo->conditions[i].is_role ? (int64_t)ventus_reg(in, from)
                                                : pseudo->conditions[i].value);
    }
    return finish(p);
}

/* Tries the row and the pseudo-instructions of a name; the error is that of the attempt that came
 * farthest. */
static bool try_all(struct parser *p, const char *word, size_t n, int row, size_t suffix)
{
    struct asm_error best = {.at = NULL}, *error = p->c->error;
    const char *start = p->c->p;
    for (int i = -1; i < (int)VENTUS_PSEUDO_COUNT; i++) {
        const struct ventus_pseudo *x = i < 0 ? NULL : &ventus_pseudos[i];
        if (x ? !asm_word_is(word, n, x->name) : row < 0)
            continue;
        p->c->p = start;
        error->at = NULL;
        if (try_row(p, x ? x->row : (unsigned)row, x, word, n, suffix))
            return true;
        if (!best.at || (error->at > best.at))
            best = *error;
    }
    *error = best;
    return false;
}

static bool unknown_mnemonic(struct parser *p, const char *word, size_t n)
{
    const char *best = NULL;
    unsigned limit = n < 6 ? 2 : 3;
    asm_fail(p->c, word, "Ventus has no instruction '%.*s'", (int)(n > 60 ? 60 : n), word);
    if (asm_word_is(word, n, "ecall") || asm_word_is(word, n, "ebreak")) {
        asm_hint(p->c, "it has no traps: a program ends with endprg");
        return false;
    }
    for (unsigned i = 0; i < VENTUS_ROW_COUNT + VENTUS_PSEUDO_COUNT; i++) {
        const char *name =
            i < VENTUS_ROW_COUNT ? ventus_rows[i].name : ventus_pseudos[i - VENTUS_ROW_COUNT].name;
        if (i < VENTUS_ROW_COUNT && !ventus_has(i, p->opt->is_toolchain))
            continue;
        unsigned d = asm_distance(word, n, name, limit);
        if (d < limit) {
            limit = d;
            best = name;
        }
    }
    if (best)
        asm_hint(p->c, "did you mean %s?", best);
    return false;
}

bool ventus_parse(struct asm_cursor *c, const struct ventus_parse_options *opt,
                  struct ventus_parsed out[VENTUS_MAX_PARSED], unsigned *count)
{
    static const struct ventus_parse_options plain = {0};
    struct parser p = {c, opt ? opt : &plain, out};
    const char *word;
    size_t suffix, n = asm_word(c, &word);
    *count = 1;
    if (!n)
        return asm_fail(c, c->p, "expected an instruction");
    const char *start = c->p;
    int expanded = ventus_parse_expanded(&p, word, n, count);
    if (expanded)
        return expanded > 0;
    c->p = start;
    p.out = out;
    int row = ventus_find_name(word, n, &suffix);
    if (row >= 0 && !ventus_has((unsigned)row, p.opt->is_toolchain)) {
        asm_fail(c, word, "'%.*s' belongs to the other dialect", (int)(n > 60 ? 60 : n), word);
        asm_hint(c, "use --dialect %s", p.opt->is_toolchain ? "manual" : "toolchain");
        return false;
    }
    bool is_pseudo = false;
    for (unsigned i = 0; i < VENTUS_PSEUDO_COUNT && !is_pseudo; i++)
        is_pseudo = asm_word_is(word, n, ventus_pseudos[i].name);
    if (row < 0 && !is_pseudo)
        return unknown_mnemonic(&p, word, n);
    return try_all(&p, word, n, row, suffix);
}

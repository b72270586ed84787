/* print.c: instructions as text: owns how each kind of operand is written. */
#include "isa/ventus/print.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/ventus/mnemonic.h"
#include "isa/ventus/names.h"

struct pen {
    char *text;
    size_t size, used; /* used may exceed size */
    const struct ventus_insn *in;
    const struct ventus_print_options *opt;
};

static void put(struct pen *p, const char *s)
{
    size_t n = strlen(s);
    if (p->used < p->size)
        memcpy(p->text + p->used, s, n < p->size - p->used ? n : p->size - p->used);
    p->used += n;
}

__attribute__((format(printf, 2, 3))) static void put_format(struct pen *p, const char *format, ...)
{
    char room[64];
    va_list args;
    va_start(args, format);
    vsnprintf(room, sizeof room, format, args);
    va_end(args);
    put(p, room);
}

/* ---- operands ------------------------------------------------------------------------------ */

static void put_vtype(struct pen *p, uint32_t vtype)
{
    static const char *const multiples[8] = {"m1", "m2", "m4", "m8", NULL, "mf8", "mf4", "mf2"};
    unsigned width = vtype >> 3 & 7;
    if (vtype >> 8 || width > 3 || !multiples[vtype & 7]) {
        put_format(p, "%" PRIu32, vtype);
        return;
    }
    put_format(p, "e%u, %s, %s, %s", 8u << width, multiples[vtype & 7], vtype & 64 ? "ta" : "tu",
               vtype & 128 ? "ma" : "mu");
}

static void put_fence(struct pen *p, unsigned set)
{
    char letters[5];
    size_t n = 0;
    for (unsigned i = 0; i < 4; i++)
        if (set >> (3 - i) & 1)
            letters[n++] = "iorw"[i];
    letters[n] = 0;
    put(p, n ? letters : "0");
}

static void put_label(struct pen *p, unsigned role)
{
    int32_t distance = ventus_imm(p->in, role);
    uint64_t own = p->opt->pc + (p->in->prefix_row != VENTUS_NONE ? 4 : 0);
    const char *name =
        p->opt->label ? p->opt->label(p->opt->context, own + (uint64_t)(int64_t)distance) : NULL;
    if (name)
        put(p, name);
    else
        put_format(p, "%" PRId32, distance);
}

static void put_role(struct pen *p, unsigned role)
{
    const struct ventus_insn *in = p->in;
    char room[VENTUS_REGISTER_NAME_BYTES];
    uint32_t field = in->f[ventus_place(in, role).field];
    const char *name;
    switch (ventus_kind(in, role)) {
    case VK_x:
        put(p, ventus_scalar_name(ventus_reg(in, role), room));
        break;
    case VK_v:
        put_format(p, "v%u", ventus_reg(in, role));
        break;
    case VK_xz:
        put(p, ventus_scalar_name(field, room));
        break;
    case VK_xn:
        put_format(p, "x%" PRIu32, field);
        break;
    case VK_label13:
    case VK_label21:
        put_label(p, role);
        break;
    case VK_csr:
        name = ventus_csr_name(field);
        if (name)
            put(p, name);
        else
            put_format(p, "%" PRIu32, field);
        break;
    case VK_vtype:
        put_vtype(p, field);
        break;
    case VK_fence:
        put_fence(p, field);
        break;
    case VK_upper20:
        put_format(p, "%" PRIu32, field);
        break;
    default:
        put_format(p, "%" PRId32, ventus_imm(in, role));
    }
}

/* A group is written as a whole or not at all. */
static const struct ventus_syntax *put_group(struct pen *p, const struct ventus_syntax *s)
{
    const struct ventus_syntax *end = s;
    bool is_zero = true;
    for (; end->what == VSYN_GROUP; end++)
        is_zero &= !p->in->f[ventus_place(p->in, end->role).field];
    for (bool first = true; !is_zero && s < end; s++, first = false) {
        put(p, first ? "" : ", ");
        put_role(p, s->role);
    }
    return end;
}

static void put_syntax(struct pen *p, const struct ventus_syntax *s)
{
    const struct ventus_insn *in = p->in;
    if (s->what == VSYN_END)
        return;
    size_t before = p->used;
    put(p, " ");
    while (s->what != VSYN_END) {
        switch (s->what) {
        case VSYN_ROLE:
            put_role(p, s->role);
            break;
        case VSYN_TEXT:
            put(p, s->text);
            break;
        case VSYN_OPTIONAL:
            if (s->role == VROLE_vm && !in->f[VF_vm])
                put(p, ", v0.t");
            if (s->role == VROLE_rm && in->f[VF_rm] != 7) {
                put(p, ", ");
                put(p, ventus_rounding_name(in->f[VF_rm]));
            }
            break;
        case VSYN_GROUP:
            s = put_group(p, s);
            continue;
        }
        s++;
    }
    if (p->used == before + 1)
        p->used = before; /* an empty group */
}

/* ---- modifiers ------------------------------------------------------------------------------- */

static void put_prefix(struct pen *p)
{
    static const char *const spaces[] = {[VENTUS_SPACE_USUAL] = "",
                                         [VENTUS_SPACE_GLOBAL] = ", global",
                                         [VENTUS_SPACE_PRIVATE] = ", private",
                                         [VENTUS_SPACE_LOCAL] = ", local"};
    const struct ventus_insn *in = p->in;
    if (ventus_rows[in->prefix_row].format == VFMT_PREM) {
        put(p, spaces[in->space]);
        put_format(p, ", w%u", 32u * (in->width + 1u));
    }
    if (in->pair)
        put(p, ", pair");
    if (in->abs)
        put_format(p, ", abs=%u", in->abs);
    if (in->neg)
        put_format(p, ", neg=%u", in->neg);
    if (in->hint)
        put_format(p, ", ch=%u", in->hint);
}

static void put_wide_modifiers(struct pen *p)
{
    static const char *const scales[] = {"", ", omod=2", ", omod=4", ", omod=div2"};
    const uint32_t *f = p->in->f;
    if (f[VF_neg])
        put_format(p, ", neg=%" PRIu32, f[VF_neg]);
    if (f[VF_abs])
        put_format(p, ", abs=%" PRIu32, f[VF_abs]);
    if (f[VF_opsel])
        put_format(p, ", opsel=%" PRIu32, f[VF_opsel]);
    put(p, scales[f[VF_omod] & 3]);
    if (f[VF_vss] != 1)
        put_format(p, ", ss=%u", 16u << f[VF_vss]);
    if (f[VF_vds] != 1)
        put_format(p, ", ds=%u", 16u << f[VF_vds]);
}

/* ---- mnemonics ------------------------------------------------------------------------ */

static void put_matrix(struct pen *p)
{
    const struct ventus_insn *in = p->in;
    const uint32_t *f = in->f;
    struct ventus_matrix m;
    const char *reason;
    if (!ventus_matrix(f[VF_dt], f[VF_shape], f[VF_ct], in->is_toolchain, &m, &reason))
        return;
    put_format(p, ".m%un%uk%u.%s.%s.%s.%s.%s.%s", m.m, m.n, m.k, f[VF_al] ? "col" : "row",
               f[VF_bl] ? "row" : "col", m.accumulator, m.type, m.type, m.accumulator);
    if (in->format != VFMT_MMA64)
        return;
    if (*m.accumulator == 's')
        put(p, f[VF_rdm] ? ".nosat" : "");
    else
        put(p, ventus_mma_rounding[f[VF_rdm] & 3]);
    if (f[VF_wg])
        put(p, f[VF_asrc] ? ".wg" : ".wg.smem");
}

static void put_mnemonic(struct pen *p)
{
    const struct ventus_insn *in = p->in;
    const struct ventus_row *row = &ventus_rows[in->row];
    put(p, row->name);
    if (ventus_is_matrix(row)) {
        put_matrix(p);
    } else if (ventus_has_order(row->format)) {
        put(p, in->f[VF_aq] || in->f[VF_rl] ? "." : "");
        put(p, in->f[VF_aq] ? "aq" : "");
        put(p, in->f[VF_rl] ? "rl" : "");
    }
}

/* ---- pseudo-instructions -------------------------------------------------------------- */

static int64_t value_of(const struct ventus_insn *in, unsigned role)
{
    unsigned kind = ventus_kind(in, role);
    return kind == VK_x || kind == VK_v ? (int64_t)ventus_reg(in, role) : ventus_imm(in, role);
}

static bool fits(const struct ventus_insn *in, const struct ventus_pseudo *x)
{
    for (unsigned i = 0; i < x->n_conditions; i++) {
        int64_t want = x->conditions[i].is_role ? value_of(in, (unsigned)x->conditions[i].value)
                                                : x->conditions[i].value;
        if (value_of(in, x->conditions[i].role) != want)
            return false;
    }
    return true;
}

static const struct ventus_pseudo *find_pseudo(const struct ventus_insn *in)
{
    for (unsigned i = 0; i < VENTUS_PSEUDO_COUNT; i++)
        if (ventus_pseudos[i].row == in->row && ventus_pseudos[i].is_printed &&
            fits(in, &ventus_pseudos[i]))
            return &ventus_pseudos[i];
    return NULL;
}

size_t ventus_print(const struct ventus_insn *in, const struct ventus_print_options *opt,
                    char *text, size_t size)
{
    static const struct ventus_print_options plain = {0};
    struct pen p = {text, size ? size - 1 : 0, 0, in, opt ? opt : &plain};
    bool is_modified = in->pair || in->abs || in->neg;
    const struct ventus_pseudo *pseudo = p.opt->no_pseudos || is_modified ? NULL : find_pseudo(in);
    if (pseudo) {
        put(&p, pseudo->name);
        put_syntax(&p, pseudo->syntax);
    } else {
        put_mnemonic(&p);
        put_syntax(&p, ventus_formats[in->format].syntax);
    }
    if (in->prefix_row != VENTUS_NONE)
        put_prefix(&p);
    if (in->format == VFMT_C64VV || in->format == VFMT_C64VX || in->format == VFMT_C64VI)
        put_wide_modifiers(&p);
    if (size)
        text[p.used < size ? p.used : size - 1] = 0;
    return p.used;
}

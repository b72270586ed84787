/* parse_modifier.c: what follows the operands: clamp, offset:16, quad_perm:[...]. They may come
 * in any order. */
#include <string.h>

#include "isa/rdna3/parse_parts.h"

enum modifier_shape {
    SHAPE_FLAG,    /* name, or no + name for the default */
    SHAPE_OMOD,    /* mul:2, div:2 */
    SHAPE_BITS,    /* [1,0,...] */
    SHAPE_INTEGER, /* :N */
    SHAPE_SIGNED,  /* :N, an offset */
    SHAPE_QUAD_PERM,
    SHAPE_DPP8,
    SHAPE_ROW,    /* row_shl:N: a DPP control */
    SHAPE_MIRROR, /* row_mirror: one without a number */
    SHAPE_FORMAT,
    SHAPE_DIM,
};

#define VALU      (1u << FMT_VOP1 | 1u << FMT_VOP2 | 1u << FMT_VOPC | 1u << FMT_VOP3 | 1u << FMT_VOP3SD)
#define PACKED    (1u << FMT_VOP3P)
#define INTERP    (1u << FMT_VINTERP)
#define ADDRESSED (1u << FMT_FLAT | 1u << FMT_GLOBAL | 1u << FMT_SCRATCH)
#define BUFFERS   (1u << FMT_MUBUF | 1u << FMT_MTBUF)
#define VMEM      (ADDRESSED | BUFFERS | 1u << FMT_MIMG)

struct modifier {
    const char *name;
    uint8_t shape;     /* enum modifier_shape */
    uint32_t bit;      /* of struct parser's seen */
    uint32_t formats;  /* where it may be: bits of the row's format */
    int16_t low, high; /* of SHAPE_INTEGER and SHAPE_ROW; SHAPE_MIRROR: the control */
    uint16_t place;    /* offset of the value in struct parser; SHAPE_ROW: the control */
};

#define AT(member) (uint16_t) offsetof(struct parser, member)

/* By first letter, so that a search looks at few. */
static const struct modifier modifiers[] = {
    {"a16", SHAPE_FLAG, MOD_A16, 1u << FMT_MIMG, 0, 0, 0},
    {"bank_mask", SHAPE_INTEGER, MOD_BANK_MASK, VALU | PACKED, 0, 15, AT(bank_mask)},
    {"bound_ctrl", SHAPE_INTEGER, MOD_BOUND_CTRL, VALU | PACKED, 0, 1, AT(bound_ctrl)},
    {"clamp", SHAPE_FLAG, MOD_CLAMP, VALU | PACKED | INTERP, 0, 0, 0},
    {"d16", SHAPE_FLAG, MOD_D16, 1u << FMT_MIMG, 0, 0, 0},
    {"dim", SHAPE_DIM, MOD_DIM, 1u << FMT_MIMG, 0, 0, 0},
    {"div", SHAPE_OMOD, MOD_OMOD, VALU, 0, 0, 0},
    {"dlc", SHAPE_FLAG, MOD_DLC, VMEM | 1u << FMT_SMEM, 0, 0, 0},
    {"dmask", SHAPE_INTEGER, MOD_DMASK, 1u << FMT_MIMG, 0, 15, AT(dmask)},
    {"done", SHAPE_FLAG, MOD_DONE, 1u << FMT_EXP, 0, 0, 0},
    {"dpp8", SHAPE_DPP8, MOD_DPP8, VALU | PACKED, 0, 0, 0},
    {"fi", SHAPE_INTEGER, MOD_FI, VALU | PACKED, 0, 1, AT(fi)},
    {"format", SHAPE_FORMAT, MOD_FORMAT, 1u << FMT_MTBUF, 0, 0, 0},
    {"gds", SHAPE_FLAG, MOD_GDS, 1u << FMT_DS, 0, 0, 0},
    {"glc", SHAPE_FLAG, MOD_GLC, VMEM | 1u << FMT_SMEM, 0, 0, 0},
    {"idxen", SHAPE_FLAG, MOD_IDXEN, BUFFERS, 0, 0, 0},
    {"lwe", SHAPE_FLAG, MOD_LWE, 1u << FMT_MIMG, 0, 0, 0},
    {"mul", SHAPE_OMOD, MOD_OMOD, VALU, 0, 0, 0},
    {"neg_hi", SHAPE_BITS, MOD_NEG_HI, PACKED, 0, 0, AT(neg_hi)},
    {"neg_lo", SHAPE_BITS, MOD_NEG_LO, PACKED, 0, 0, AT(neg_lo)},
    {"offen", SHAPE_FLAG, MOD_OFFEN, BUFFERS, 0, 0, 0},
    {"offset", SHAPE_SIGNED, MOD_OFFSET, ADDRESSED | BUFFERS | 1u << FMT_DS | 1u << FMT_SMEM, 0, 0,
     0},
    {"offset0", SHAPE_INTEGER, MOD_OFFSET0, 1u << FMT_DS, 0, 255, AT(offset0)},
    {"offset1", SHAPE_INTEGER, MOD_OFFSET1, 1u << FMT_DS, 0, 255, AT(offset1)},
    {"op_sel", SHAPE_BITS, MOD_OP_SEL, VALU | PACKED | INTERP, 0, 0, AT(op_sel)},
    {"op_sel_hi", SHAPE_BITS, MOD_OP_SEL_HI, PACKED, 0, 0, AT(op_sel_hi)},
    {"quad_perm", SHAPE_QUAD_PERM, MOD_DPP16, VALU | PACKED, 0, 0, 0},
    {"r128", SHAPE_FLAG, MOD_R128, 1u << FMT_MIMG, 0, 0, 0},
    {"row_en", SHAPE_FLAG, MOD_ROW_EN, 1u << FMT_EXP, 0, 0, 0},
    {"row_half_mirror", SHAPE_MIRROR, MOD_DPP16, VALU | PACKED, 0x141, 0, 0},
    {"row_mask", SHAPE_INTEGER, MOD_ROW_MASK, VALU | PACKED, 0, 15, AT(row_mask)},
    {"row_mirror", SHAPE_MIRROR, MOD_DPP16, VALU | PACKED, 0x140, 0, 0},
    {"row_ror", SHAPE_ROW, MOD_DPP16, VALU | PACKED, 1, 15, 0x120},
    {"row_share", SHAPE_ROW, MOD_DPP16, VALU | PACKED, 0, 15, 0x150},
    {"row_shl", SHAPE_ROW, MOD_DPP16, VALU | PACKED, 1, 15, 0x100},
    {"row_shr", SHAPE_ROW, MOD_DPP16, VALU | PACKED, 1, 15, 0x110},
    {"row_xmask", SHAPE_ROW, MOD_DPP16, VALU | PACKED, 0, 15, 0x160},
    {"slc", SHAPE_FLAG, MOD_SLC, VMEM, 0, 0, 0},
    {"tfe", SHAPE_FLAG, MOD_TFE, BUFFERS | 1u << FMT_MIMG, 0, 0, 0},
    {"unorm", SHAPE_FLAG, MOD_UNORM, 1u << FMT_MIMG, 0, 0, 0},
    {"wait_exp", SHAPE_INTEGER, MOD_WAIT, INTERP, 0, 7, AT(wait)},
    {"wait_vdst", SHAPE_INTEGER, MOD_WAIT, 1u << FMT_LDSDIR, 0, 15, AT(wait)},
};
enum { MODIFIERS = sizeof modifiers / sizeof *modifiers };

static const struct modifier *find_modifier(const char *word, size_t n)
{
    unsigned low = 0, high = MODIFIERS;
    while (low < high) { /* the first of this letter */
        unsigned middle = (low + high) / 2;
        if (modifiers[middle].name[0] < word[0])
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < MODIFIERS && modifiers[low].name[0] == word[0]; low++)
        if (modifiers[low].name[1] == word[1] && asm_word_is(word, n, modifiers[low].name))
            return &modifiers[low];
    return NULL;
}

/* The modifier at the cursor and its length. A word with a value is one only before a colon. */
static const struct modifier *next_modifier(struct parser *s, size_t *length, bool *no)
{
    const char *word;
    size_t n = asm_peek_word(s->c, &word);
    *length = n;
    *no = false;
    if (n < 2)
        return NULL;
    const struct modifier *m = find_modifier(word, n);
    if (!m && word[0] == 'n' && word[1] == 'o' && n > 3) {
        m = find_modifier(word + 2, n - 2);
        *no = m && m->shape == SHAPE_FLAG;
        return *no ? m : NULL;
    }
    return m;
}

bool is_modifier_next(struct parser *s)
{
    size_t n;
    bool no;
    asm_skip(s->c);
    const char *p = s->c->p;
    /* No modifier begins like a register: v..., s1, s[. */
    if (!asm_is(*p, ASM_START) || *p == 'v' || (*p == 's' && p[1] != 'l'))
        return false;
    const struct modifier *m = next_modifier(s, &n, &no);
    if (!m || m->shape == SHAPE_FLAG || m->shape == SHAPE_MIRROR)
        return m != NULL;
    struct asm_cursor after = {p + n, s->c->error};
    return asm_eat(&after, ':');
}

static bool expect(struct parser *s, char ch)
{
    if (asm_eat(s->c, ch))
        return true;
    return refuse(s, s->c->p, "expected '%c'", ch);
}

/* [a,b,...]: `count` numbers up to `high`, each in `bits` bits of the result. */
static bool read_vector(struct parser *s, unsigned least, unsigned most, int64_t high,
                        unsigned bits, uint32_t *out, unsigned *count)
{
    uint32_t v = 0;
    unsigned n = 0;
    if (!expect(s, '['))
        return false;
    do {
        int64_t item;
        asm_skip(s->c);
        const char *at = s->c->p;
        if (n == most)
            return refuse(s, at, "at most %u numbers are expected here", most);
        if (*at >= '0' && *at <= '9' && (at[1] == ',' || at[1] == ']')) {
            item = *at - '0';
            s->c->p++;
        } else if (!asm_parse_number(s->opt->as, s->c, "a number", &item)) {
            return false;
        }
        if (item < 0 || item > high)
            return refuse(s, at, "the numbers here are 0 to %d", (int)high);
        v |= (uint32_t)item << bits * n++;
    } while (asm_eat(s->c, ','));
    if (n < least)
        return refuse(s, s->c->p, "%u numbers are expected here", least);
    *out = v;
    *count = n;
    return expect(s, ']');
}

static bool read_omod(struct parser *s, const struct modifier *m, const char *at)
{
    int64_t v;
    if (!asm_parse_number(s->opt->as, s->c, "a factor", &v))
        return false;
    if (m->name[0] == 'm' && (v == 1 || v == 2 || v == 4))
        s->omod = (uint32_t)v >> 1;
    else if (m->name[0] == 'd' && (v == 1 || v == 2))
        s->omod = v == 2 ? 3 : 0;
    else
        return refuse(s, at, "%s takes %s", m->name, m->name[0] == 'm' ? "2 or 4" : "2");
    return true;
}

static bool read_value(struct parser *s, const struct modifier *m, const char *at)
{
    uint32_t *place = (uint32_t *)((char *)s + m->place);
    int64_t v;
    unsigned count;
    switch (m->shape) {
    case SHAPE_OMOD:
        return read_omod(s, m, at);
    case SHAPE_BITS:
        return read_vector(s, 1, 4, 1, 1, place, &count);
    case SHAPE_QUAD_PERM:
        return read_vector(s, 4, 4, 3, 2, &s->dpp_ctrl, &count);
    case SHAPE_DPP8:
        return read_vector(s, 8, 8, 7, 3, &s->dpp8, &count);
    case SHAPE_ROW:
        if (!parse_integer(s, m->name, m->low, m->high, &v))
            return false;
        s->dpp_ctrl = m->place | (uint32_t)v;
        return true;
    case SHAPE_INTEGER:
        if (!parse_integer(s, m->name, m->low, m->high, &v))
            return false;
        *place = (uint32_t)v;
        return true;
    case SHAPE_SIGNED:
        if (s->row->flags & FLAG_swizzle)
            return parse_swizzle(s, &s->offset);
        asm_skip(s->c);
        return asm_parse_number(s->opt->as, s->c, "an offset", &s->offset);
    case SHAPE_FORMAT:
        return parse_buffer_format(s, &s->format);
    default:
        return parse_image_dim(s, &s->dim);
    }
}

bool parse_modifiers(struct parser *s)
{
    while (!asm_at_end(s->c)) {
        if (*s->c->p == ':' && s->c->p[1] == ':')
            break;
        const char *at = s->c->p;
        size_t n;
        bool no;
        const struct modifier *m = next_modifier(s, &n, &no);
        if (!m)
            return refuse(s, at, "expected a modifier or the end of the instruction");
        if (!(m->formats >> s->row->format & 1))
            return refuse(s, at, "%s takes no %s", s->row->name, m->name);
        if (s->seen & m->bit)
            return refuse(s, at, "%s is here twice, or excludes another modifier", m->name);
        s->seen |= m->bit;
        s->modifier_at = at;
        s->c->p += n;
        if (m->shape == SHAPE_MIRROR) {
            s->dpp_ctrl = (uint32_t)m->low;
        } else if (m->shape == SHAPE_FLAG) {
            if (no) {
                s->seen &= ~m->bit;
                /* `noclamp` asks for the 64-bit form, as in LLVM. */
                if (s->suffix == SUFFIX_NONE && m->bit == MOD_CLAMP && s->row->format != FMT_EXP)
                    s->suffix = SUFFIX_E64;
            }
        } else {
            if (!asm_eat(s->c, ':'))
                return refuse(s, s->c->p, "%s needs a value: %s:...", m->name, m->name);
            if (!read_value(s, m, at))
                return false;
        }
        asm_eat(s->c, ',');
    }
    return true;
}

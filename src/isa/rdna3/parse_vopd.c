/* parse_vopd.c: two instructions in one, X :: Y (manual 7.6 and 15.3.7). */
#include <string.h>

#include "isa/rdna3/parse_parts.h"

/* One half as it is read. */
struct half {
    const struct rdna3_row *row;
    const char *at;
    uint32_t dst, src0, src1;
    const char *dst_at, *src0_at, *src1_at;
};

static bool fit_half_instruction(struct parser *s, struct half *h)
{
    const struct rdna3_row *row = h->row;
    unsigned shown = 1, next = 1;
    for (unsigned i = row->n_writes; i < row->n_operands; i++) {
        unsigned role = row->operands[i].role;
        shown += role == ROLE_a || role == ROLE_b || role == ROLE_k;
    }
    s->row = row;
    if (!parse_operands(s, 0) || !expect_operands(s, shown))
        return false;
    if (!fit_vgpr(s, &s->operands[0], 1, &h->dst))
        return false;
    h->dst_at = s->operands[0].at;
    for (unsigned i = row->n_writes; i < row->n_operands; i++) {
        unsigned role = row->operands[i].role, type = row->operands[i].type;
        if (role != ROLE_a && role != ROLE_b && role != ROLE_k)
            continue;
        const struct operand *o = &s->operands[next++];
        if (role == ROLE_a) {
            h->src0_at = o->at;
            if (!fit_source(s, o, type, &h->src0))
                return false;
        } else if (role == ROLE_b) {
            h->src1_at = o->at;
            if (o->kind != OPERAND_VGPR)
                return refuse(s, o->at,
                              "the second source of a VOPD half must be a VGPR (RDNA3 7.6)");
            if (!fit_vgpr(s, o, 1, &h->src1))
                return false;
        } else {
            if (!fit_literal(s, o, type))
                return false;
        }
    }
    return true;
}

bool parse_vopd(struct parser *s, const struct rdna3_row *first)
{
    struct rdna3_insn *in = s->in;
    struct half x = {.row = first, .at = s->start}, y = {.row = NULL};
    in->format = FMT_VOPD;
    if (s->opt->wave64)
        return refuse(s, s->start, "VOPD works in wave32 only (RDNA3 7.6)");
    if (first->op_x < 0)
        return refuse(s, s->start, "%s cannot be the first of a pair, only the second",
                      first->name);
    if (!fit_half_instruction(s, &x))
        return false;
    asm_skip(s->c);
    if (s->c->p[0] != ':' || s->c->p[1] != ':')
        return refuse(s, s->c->p, "expected '::' and the second instruction of the pair");
    s->c->p += 2;
    const char *word;
    enum suffix suffix;
    size_t n = asm_word(s->c, &word);
    y.row = n > 7 ? find_row(word, n, &suffix) : NULL;
    if (!y.row || y.row->op_y < 0 || (strncmp(word, "v_dual_", 7) != 0 && !(word[0] == 'V')))
        return refuse(s, word,
                      "expected an instruction that can be the second of a pair, like "
                      "v_dual_mov_b32");
    y.at = word;
    if (!fit_half_instruction(s, &y))
        return false;
    if (!asm_at_end(s->c))
        return refuse(s, s->c->p, "a VOPD half takes no modifiers");
    if ((x.dst ^ y.dst) % 2 == 0)
        return refuse(s, y.dst_at,
                      "one destination must be an even and one an odd VGPR "
                      "(RDNA3 7.6)");
    in->row = (uint16_t)(x.row - rdna3_rows);
    in->row_y = (uint16_t)(y.row - rdna3_rows);
    uint32_t *f = in->f;
    f[F_opx] = (uint32_t)x.row->op_x;
    f[F_opy] = (uint32_t)y.row->op_y;
    f[F_vdstx] = x.dst;
    f[F_vdsty] = y.dst >> 1; /* its lowest bit is the opposite of vdstx's */
    f[F_src0x] = x.src0;
    f[F_src0y] = y.src0;
    f[F_vsrc1x] = x.src1;
    f[F_vsrc1y] = y.src1;
    if (s->has_literal) {
        in->ext = EXT_LITERAL;
        in->literal = s->literal;
    }
    char why[160];
    enum rdna3_vopd_rule broken = rdna3_vopd_refusal(in, why);
    if (broken != VOPD_FINE)
        return refuse(s, broken == VOPD_SRC0 ? y.src0_at : y.src1_at, "%s", why);
    return true;
}

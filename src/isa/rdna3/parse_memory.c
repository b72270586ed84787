/* parse_memory.c: DS, FLAT, GLOBAL, SCRATCH, MUBUF, MTBUF, MIMG, EXP and LDSDIR. */
#include <string.h>

#include "isa/rdna3/parse_parts.h"

static void set_cache_policy(struct parser *s)
{
    s->in->f[F_glc] = !!(s->seen & MOD_GLC);
    s->in->f[F_slc] = !!(s->seen & MOD_SLC);
    s->in->f[F_dlc] = !!(s->seen & MOD_DLC);
}

/* lds_param_load v0, attr3.x wait_vdst:N */
static bool parse_attribute(struct parser *s)
{
    const char *word;
    asm_eat(s->c, ',');
    size_t n = asm_word(s->c, &word), i = 4;
    unsigned attr = 0;
    if (n < 4 || memcmp(word, "attr", 4) != 0)
        return refuse(s, word, "expected an attribute like attr0.x");
    for (; i < n && asm_is(word[i], ASM_DIGIT); i++)
        attr = attr < 1000 ? attr * 10 + (unsigned)(word[i] - '0') : attr;
    const char *channel = i + 2 == n && word[i] == '.' ? strchr("xyzw", word[i + 1]) : NULL;
    if (i == 4 || !channel)
        return refuse(s, word, "expected an attribute like attr0.x");
    if (attr > 32)
        return refuse(s, word, "the attribute's number is 0 to 32 (RDNA3 12.2.1)");
    s->in->f[F_attr] = attr;
    s->in->f[F_attrchan] = word[i + 1] == 'w' ? 3u : (uint32_t)(word[i + 1] - 'x');
    return true;
}

bool parse_ldsdir(struct parser *s)
{
    struct operand o;
    if (!parse_operand(s, &o, 0) || !fit_vgpr(s, &o, 1, &s->in->f[F_vdst]))
        return false;
    if (s->row->n_operands > 1 && !parse_attribute(s))
        return false;
    asm_eat(s->c, ',');
    if (!parse_modifiers(s))
        return false;
    s->in->f[F_waitvdst] = s->seen & MOD_WAIT ? s->wait : 0;
    return true;
}

/* One VGPR operand of the row per column that has one, in order. */
static bool fit_columns(struct parser *s)
{
    unsigned next = 0, count = 0;
    const struct rdna3_row *row = s->row;
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < row->n_operands; i++) {
            const struct rdna3_operand_desc *d = &row->operands[i];
            struct rdna3_place place = rdna3_places[s->in->format][d->role];
            bool repeated = false;
            for (unsigned k = 0; k < i; k++)
                repeated |= row->operands[k].role == d->role;
            if (place.kind == K_none || place.field == 0xff || repeated)
                continue;
            if (!pass) {
                count++;
                continue;
            }
            const struct operand *o = &s->operands[next++];
            if (!fit_vgpr(s, o, operand_dwords(s, d->type), &s->in->f[place.field]))
                return false;
        }
        if (!pass && !expect_operands(s, count))
            return false;
    }
    return true;
}

bool parse_ds(struct parser *s)
{
    uint32_t *f = s->in->f;
    if (!parse_operands(s, 0) || !parse_modifiers(s) || !fit_columns(s))
        return false;
    bool pair = s->row->flags & FLAG_addr2;
    if (pair ? s->seen & MOD_OFFSET : s->seen & (MOD_OFFSET0 | MOD_OFFSET1))
        return refuse(s, s->modifier_at, "%s has %s", s->row->name,
                      pair ? "two offsets: offset0 and offset1" : "one offset: offset");
    if (s->seen & MOD_OFFSET) {
        if (s->offset < 0 || s->offset > 0xffff)
            return refuse(s, s->modifier_at, "the offset has 16 bits without a sign (RDNA3 12.5)");
        f[F_offset0] = (uint32_t)s->offset & 0xff;
        f[F_offset1] = (uint32_t)s->offset >> 8;
    }
    if (s->seen & MOD_OFFSET0)
        f[F_offset0] = s->offset0;
    if (s->seen & MOD_OFFSET1)
        f[F_offset1] = s->offset1;
    f[F_gds] = !!(s->seen & MOD_GDS);
    if (s->row->flags & FLAG_gdsonly && !f[F_gds])
        return refuse(s, s->c->p, "%s needs gds", s->row->name);
    return true;
}

static bool fit_flat_address(struct parser *s, const struct operand *addr,
                             const struct operand *saddr, unsigned type)
{
    uint32_t *f = s->in->f;
    bool has_saddr = false;
    f[F_saddr] = SRC_NULL;
    if (saddr && saddr->kind != OPERAND_OFF) {
        if (!fit_scalar(s, saddr, s->in->format == FMT_GLOBAL ? 2 : 1, &f[F_saddr]))
            return false;
        /* Where lanes have no address of their own, LLVM takes null and exec, too. */
        bool is_pair = s->in->format == FMT_GLOBAL && !(s->row->flags & FLAG_addtid);
        if ((f[F_saddr] == SRC_NULL && is_pair) || f[F_saddr] >= SRC_EXEC_HI)
            return refuse(s, saddr->at,
                          "the scalar address must be an SGPR; write off for none "
                          "(RDNA3 11.1)");
        if (is_pair && f[F_saddr] > SRC_M0)
            return refuse(s, saddr->at, "the scalar address must be an SGPR pair (RDNA3 11.1)");
        has_saddr = true;
    }
    if (!addr)
        return true;
    if (addr->kind == OPERAND_OFF) {
        if (s->in->format != FMT_SCRATCH)
            return refuse(s, addr->at, "the address must be in VGPRs");
        f[F_addr] = 0;
        return true;
    }
    f[F_sve] = s->in->format == FMT_SCRATCH;
    return fit_vgpr(s, addr, s->in->format == FMT_GLOBAL && has_saddr ? 1 : operand_dwords(s, type),
                    &f[F_addr]);
}

bool parse_flat(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    uint32_t *f = s->in->f;
    const struct rdna3_operand_desc *d = find_operand(row, ROLE_d);
    const struct rdna3_operand_desc *addr = find_operand(row, ROLE_addr);
    const struct rdna3_operand_desc *data = find_operand(row, ROLE_data);
    bool atomic = row->flags & FLAG_atomic;
    if (!parse_operands(s, WITH_OFF) || !parse_modifiers(s))
        return false;
    unsigned fixed = !!addr + !!data + (s->in->format != FMT_FLAT), next = 0;
    bool returns = d && (!atomic || s->operand_count > fixed);
    if (!expect_operands(s, fixed + returns))
        return false;
    if (atomic && d && returns != !!(s->seen & MOD_GLC))
        return refuse(s, s->seen & MOD_GLC ? s->modifier_at : s->c->p,
                      returns ? "an atomic that returns a value needs glc (RDNA3 11.1)"
                              : "an atomic with glc needs a destination before the address");
    const struct operand *o = s->operands;
    if (returns && !fit_vgpr(s, &o[next++], operand_dwords(s, d->type), &f[F_vdst]))
        return false;
    const struct operand *a = addr ? &o[next++] : NULL;
    if (data && !fit_vgpr(s, &o[next++], operand_dwords(s, data->type), &f[F_data]))
        return false;
    const struct operand *saddr = s->in->format != FMT_FLAT ? &o[next] : NULL;
    if (!fit_flat_address(s, a, saddr, addr ? addr->type : T_b64))
        return false;
    if (s->seen & MOD_OFFSET) {
        bool flat = s->in->format == FMT_FLAT;
        if (flat ? s->offset < 0 || s->offset > 4095 : s->offset < -4096 || s->offset > 4095)
            return refuse(s, s->modifier_at,
                          flat ? "the offset has 12 bits without a sign (RDNA3 11.1)"
                               : "the offset has 13 bits with sign (RDNA3 11.1)");
        f[F_offset] = (uint32_t)s->offset & 0x1fff;
    }
    set_cache_policy(s);
    return true;
}

bool parse_buffer(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    uint32_t *f = s->in->f, value;
    const struct rdna3_operand_desc *d = find_operand(row, ROLE_d);
    const struct rdna3_operand_desc *data = find_operand(row, ROLE_data);
    const struct rdna3_operand_desc *value_column = data ? data : d;
    if (!parse_operands(s, WITH_OFF))
        return false;
    /* MTBUF's format may also come before the last operand: `format:22, s8`. */
    if (!parse_modifiers(s)) {
        if (s->in->format != FMT_MTBUF || s->operand_count != 3 || s->seen != MOD_FORMAT)
            return false;
        s->c->error->at = NULL;
        if (!parse_operand(s, &s->operands[s->operand_count++], 0))
            return false;
        asm_eat(s->c, ',');
        if (!parse_modifiers(s))
            return false;
    }
    if (!row->n_operands) {
        if (s->seen)
            return refuse(s, s->modifier_at, "%s takes no modifiers", row->name);
        return expect_operands(s, 0);
    }
    unsigned next = 0;
    const struct operand *o = s->operands;
    if (!expect_operands(s, 3 + !!value_column))
        return false;
    bool tfe = s->seen & MOD_TFE, idxen = s->seen & MOD_IDXEN, offen = s->seen & MOD_OFFEN;
    if (tfe && data)
        return refuse(s, s->modifier_at, "tfe is for loads only");
    if (value_column &&
        !fit_vgpr(s, &o[next++], operand_dwords(s, value_column->type) + tfe, &f[F_vdata]))
        return false;
    const struct operand *addr = &o[next++];
    if (idxen || offen) {
        if (!fit_vgpr(s, addr, (unsigned)idxen + offen, &f[F_vaddr]))
            return false;
    } else if (addr->kind != OPERAND_OFF) {
        refuse(s, addr->at, "without idxen and offen there is no address VGPR: write off");
        return false;
    }
    if (!fit_scalar(s, &o[next], 4, &value))
        return false;
    if (value >= SRC_NULL)
        return refuse(s, o[next].at, "the resource must be in four SGPRs");
    f[F_srsrc] = value / 4;
    next++;
    if (o[next].kind == OPERAND_VGPR)
        return refuse(s, o[next].at, "the scalar offset must be an SGPR or an inline constant");
    s->has_literal = false;
    if (!fit_source(s, &o[next], T_b32, &value))
        return false;
    if (value == SRC_LITERAL)
        return refuse(s, o[next].at, "the scalar offset takes no literal: use offset:");
    f[F_soffset] = value;
    if (s->seen & MOD_OFFSET) {
        if (s->offset < 0 || s->offset > 4095)
            return refuse(s, s->modifier_at, "the offset has 12 bits without a sign (RDNA3 9.1)");
        f[F_offset] = (uint32_t)s->offset;
    }
    f[F_idxen] = idxen;
    f[F_offen] = offen;
    f[F_tfe] = tfe;
    if (s->in->format == FMT_MTBUF)
        f[F_format] = s->seen & MOD_FORMAT ? s->format : 1;
    set_cache_policy(s);
    return true;
}

/* ---- images ------------------------------------------------------------------------------ */

struct image_address {
    bool nsa;
    unsigned count;
    struct operand parts[13];
};

/* [v1, v2, v[3:5]], or v[1:3] */
static bool parse_image_address(struct parser *s, struct image_address *a)
{
    asm_eat(s->c, ',');
    asm_skip(s->c);
    a->count = 0;
    a->nsa = asm_eat(s->c, '[');
    if (!a->nsa) {
        a->count = 1;
        return parse_operand(s, &a->parts[0], 0);
    }
    do {
        if (a->count == sizeof a->parts / sizeof *a->parts)
            return refuse(s, s->c->p, "an address has no more than 12 parts");
        if (!parse_operand(s, &a->parts[a->count], 0))
            return false;
        if (a->parts[a->count].kind != OPERAND_VGPR || a->parts[a->count].half)
            return refuse(s, a->parts[a->count].at, "the address must be in VGPRs");
        a->count++;
    } while (asm_eat(s->c, ','));
    if (!asm_eat(s->c, ']'))
        return refuse(s, s->c->p, "expected ',' or ']' in the address");
    a->nsa = a->count > 1; /* as LLVM: one range needs no further dwords */
    return true;
}

static bool fit_image_address(struct parser *s, const struct image_address *a)
{
    uint32_t *f = s->in->f;
    if (a->nsa) {
        s->in->ext = EXT_NSA;
        s->in->nsa_dwords = 1;
        f[F_nsa] = 1;
    }
    struct rdna3_image_address want;
    rdna3_image_address(s->in, &want);
    if (a->count != want.count)
        return refuse(s, a->parts[0].at,
                      "the address has %u parts for this dim and a16, here are %u", want.count,
                      a->count);
    uint32_t nsa = 0;
    for (unsigned i = 0; i < a->count; i++) {
        uint32_t reg;
        unsigned dwords = want.dwords[i];
        /* LLVM allows 8 registers where 5 to 7 are read, as old programs have them. */
        if (!a->nsa && dwords >= 5 && dwords <= 7 && a->parts[i].dwords == 8 &&
            !(s->row->image & IMG_n))
            dwords = 8;
        if (!fit_vgpr(s, &a->parts[i], dwords, &reg))
            return false;
        if (!i)
            f[F_vaddr] = reg;
        else
            nsa |= reg << (8 * (i - 1));
    }
    s->in->nsa = nsa;
    return true;
}

static bool fit_resource(struct parser *s, const struct operand *o, unsigned dwords,
                         uint32_t *field)
{
    uint32_t value;
    if (!fit_scalar(s, o, dwords, &value))
        return false;
    if (value >= SRC_NULL)
        return refuse(s, o->at, "a resource or sampler must be in SGPRs");
    *field = value / 4;
    return true;
}

bool parse_image(struct parser *s)
{
    const struct rdna3_row *row = s->row;
    uint32_t *f = s->in->f;
    const struct rdna3_operand_desc *rsrc = find_operand(row, ROLE_rsrc);
    const struct rdna3_operand_desc *d = find_operand(row, row->n_writes ? ROLE_d : ROLE_data);
    bool bvh = rdna3_type_bits[rsrc->type] == 128, sampler = find_operand(row, ROLE_samp);
    struct operand data;
    struct image_address address;
    if (!parse_operand(s, &data, 0) || !parse_image_address(s, &address))
        return false;
    asm_eat(s->c, ',');
    if (!parse_operands(s, 0) || !expect_operands(s, 1u + sampler) || !parse_modifiers(s))
        return false;
    f[F_a16] = !!(s->seen & MOD_A16);
    if (bvh) { /* the ray instructions' other fields have one value each */
        if (s->seen & ~(uint32_t)MOD_A16)
            return refuse(s, s->modifier_at, "%s takes a16 only", row->name);
        f[F_dmask] = 15;
        f[F_unrm] = f[F_r128] = 1;
    } else {
        if (!(s->seen & MOD_DIM)) {
            refuse(s, s->c->p, "%s needs the image's dimension", row->name);
            asm_hint(s->c, "add dim:SQ_RSRC_IMG_2D, or the like");
            return false;
        }
        f[F_dim] = s->dim;
        f[F_dmask] = s->seen & MOD_DMASK ? s->dmask : 0;
        if (row->flags & FLAG_gather && __builtin_popcount(f[F_dmask]) != 1)
            return refuse(s, s->c->p,
                          "%s reads one component: dmask has exactly one bit "
                          "(RDNA3 10.1)",
                          row->name);
        bool atomic = row->n_writes > 1;
        if (atomic && f[F_dmask] != 1 && f[F_dmask] != 3 && f[F_dmask] != 15)
            return refuse(s, s->c->p,
                          "the dmask of an image atomic is 0x1, 0x3 or 0xf (RDNA3 10.1)");
        f[F_unrm] = !!(s->seen & MOD_UNORM);
        f[F_r128] = !!(s->seen & MOD_R128);
        f[F_d16] = !!(s->seen & MOD_D16);
        f[F_tfe] = !!(s->seen & MOD_TFE);
        f[F_lwe] = !!(s->seen & MOD_LWE);
        set_cache_policy(s);
    }
    unsigned dwords =
        d && rdna3_type_bits[d->type] ? operand_dwords(s, d->type) : rdna3_image_data_dwords(s->in);
    if (!fit_vgpr(s, &data, dwords, &f[F_vdata]) || !fit_image_address(s, &address) ||
        !fit_resource(s, &s->operands[0], operand_dwords(s, rsrc->type), &f[F_srsrc]) ||
        (sampler && !fit_resource(s, &s->operands[1], 4, &f[F_ssamp])))
        return false;
    return true;
}

/* exp mrt0 v0, v1, off, off done row_en */
bool parse_export(struct parser *s)
{
    static const uint8_t fields[4] = {F_vsrc0, F_vsrc1, F_vsrc2, F_vsrc3};
    uint32_t *f = s->in->f;
    if (!parse_export_target(s, &f[F_target]))
        return false;
    asm_eat(s->c, ',');
    if (!parse_operands(s, WITH_OFF) || !expect_operands(s, 4) || !parse_modifiers(s))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        if (s->operands[i].kind == OPERAND_OFF)
            continue;
        if (!fit_vgpr(s, &s->operands[i], 1, &f[fields[i]]))
            return false;
        f[F_en] |= 1u << i;
    }
    f[F_done] = !!(s->seen & MOD_DONE);
    f[F_row] = !!(s->seen & MOD_ROW_EN);
    return true;
}

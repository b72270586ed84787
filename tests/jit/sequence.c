#include "sequence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SplitMix64 (Steele, Lea, Flood 2014). */
uint64_t rng_next(struct rng *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint32_t rng32(struct rng *r) { return (uint32_t)(rng_next(r) >> 32); }

/* ---- which rows --------------------------------------------------------------------- */

enum kind { none, valu, salu, wave, load, store, atomic };
static const struct {
    const char *name;
    enum kind kind;
} functions[RDNA3_ROW_COUNT] = {
#define X(row, kind, f) {#row, kind},
#include "rdna3_fn.inc"
#undef X
};

struct choice {
    uint16_t row;
    uint8_t format;
};
static struct choice choices[4 * RDNA3_ROW_COUNT];
static unsigned choice_count;
static uint16_t dual_x[64], dual_y[64];
static unsigned dual_x_count, dual_y_count;

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

/* Rows that act on the wave and can run on a bare one, without time or other waves. */
static bool is_usable_wave_row(const struct rdna3_row *row)
{
    static const char *const usable[] = {
        "v_readlane",   "v_readfirstlane", "v_writelane", "v_permlane",   "ds_swizzle",
        "ds_permute",   "ds_bpermute",     "s_nop",       "s_round_mode", "s_denorm_mode",
        "s_setreg",     "s_getpc",         "s_delay_alu", "s_clause",     "s_waitcnt",
        "v_mov",        "v_swap",          "v_cmpx",      "v_wmma",       "s_and_saveexec",
        "s_or_saveexec"};
    for (unsigned i = 0; i < sizeof usable / sizeof *usable; i++)
        if (starts(row->name, usable[i]))
            return true;
    return false;
}

static bool is_usable(unsigned r)
{
    const struct rdna3_row *row = &rdna3_rows[r];
    if (row->flags & (FLAG_later | FLAG_gdsonly | FLAG_branch))
        return false;
    switch (row->format) {
    case FMT_MIMG:
    case FMT_EXP:
    case FMT_VINTERP:
    case FMT_LDSDIR:
        return false;
    default:
        break;
    }
    if (functions[r].kind == none)
        return false;
    for (unsigned i = 0; i < row->n_writes; i++)
        if (row->operands[i].role == ROLE_pc)
            return false;
    return functions[r].kind != wave || is_usable_wave_row(row);
}

static void add_choice(unsigned row, unsigned format)
{
    choices[choice_count++] = (struct choice){(uint16_t)row, (uint8_t)format};
}

void sequence_init(void)
{
    for (unsigned r = 0; r < RDNA3_ROW_COUNT; r++) {
        const struct rdna3_row *row = &rdna3_rows[r];
        if (!is_usable(r))
            continue;
        if (row->op >= 0)
            add_choice(r, row->format);
        if (row->op_vop3 >= 0)
            add_choice(r, row->flags & FLAG_vop3sd ? FMT_VOP3SD : FMT_VOP3);
        if (row->op_x >= 0)
            dual_x[dual_x_count++] = (uint16_t)r;
        if (row->op_y >= 0)
            dual_y[dual_y_count++] = (uint16_t)r;
    }
    for (unsigned i = 0; i < dual_x_count + dual_y_count; i++)
        add_choice(0, FMT_VOPD);
}

/* Those of `choices` that are taken every other time. */
static struct choice favourites[4 * RDNA3_ROW_COUNT];
static unsigned favourite_count;

unsigned sequence_favour(const char *prefix)
{
    for (unsigned i = 0; i < choice_count; i++)
        if (choices[i].format != FMT_VOPD && starts(rdna3_rows[choices[i].row].name, prefix))
            favourites[favourite_count++] = choices[i];
    return favourite_count;
}

static struct choice pick_choice(struct rng *r)
{
    if (favourite_count && rng_chance(r, 50))
        return favourites[rng_below(r, favourite_count)];
    return choices[rng_below(r, choice_count)];
}

unsigned sequence_row_count(void) { return choice_count; }

/* ---- operands ------------------------------------------------------------------------- */

static unsigned pick_vgpr(struct rng *r, unsigned dwords)
{
    unsigned top = SEQ_DATA_VGPRS - (dwords < SEQ_DATA_VGPRS ? dwords : SEQ_DATA_VGPRS - 1);
    if (rng_chance(r, 2)) /* out of range, or an address */
        return rng_below(r, 256);
    return rng_below(r, top + 1);
}

static unsigned pick_sgpr(struct rng *r, unsigned dwords)
{
    unsigned align = dwords > 2 ? 4 : dwords ? dwords : 1;
    unsigned pick = rng_below(r, 100);
    if (pick < 80 || dwords > 2)
        return rng_below(r, (SEQ_DATA_SGPRS - dwords) / align + 1) * align;
    if (pick < 90)
        return SRC_VCC_LO + (dwords == 1 ? rng_below(r, 2) : 0);
    if (pick < 93)
        return SRC_EXEC_LO + (dwords == 1 ? rng_below(r, 2) : 0);
    if (pick < 95)
        return SRC_NULL;
    return dwords == 1 ? SRC_M0 : SRC_VCC_LO;
}

static unsigned pick_source(struct rng *r, unsigned dwords, bool vgpr)
{
    unsigned pick = rng_below(r, 100);
    if (vgpr && pick < 60)
        return SRC_VGPR0 + pick_vgpr(r, dwords);
    if (pick < 75)
        return pick_sgpr(r, dwords);
    if (pick < 84)
        return SRC_INT_0 + rng_below(r, 81);
    if (pick < 92)
        return SRC_FLOAT_FIRST + rng_below(r, 9);
    if (pick < 96)
        return SRC_LITERAL;
    return pick < 98 ? SRC_SCC : SRC_SHARED_BASE + rng_below(r, 4);
}

static unsigned pick_address(struct rng *r, const struct rdna3_insn *in)
{
    switch (in->format) {
    case FMT_GLOBAL:
        return in->f[F_saddr] == SRC_NULL ? SEQ_ADDRESS_VGPR + (rng_chance(r, 50) ? 0 : 6)
                                          : SEQ_OFFSET_VGPR + rng_below(r, 4);
    case FMT_FLAT:
        return SEQ_ADDRESS_VGPR + 2 * rng_below(r, 4);
    default:
        return SEQ_OFFSET_VGPR + rng_below(r, 4);
    }
}

static void fill_operand(struct rng *r, const struct rdna3_row *row, struct rdna3_insn *in,
                         unsigned index, bool wave64)
{
    struct rdna3_operand_desc d = row->operands[index];
    struct rdna3_place p = rdna3_places[in->format][d.role];
    if (p.field == 0xff)
        return;
    unsigned dwords = rdna3_type_dwords(d.type, wave64);
    if (!dwords)
        dwords = 1;
    uint32_t *f = &in->f[p.field];
    switch (p.kind) {
    case K_vgpr:
        *f = in->format == FMT_DS && d.role == ROLE_addr ? pick_address(r, in)
                                                         : pick_vgpr(r, dwords);
        if (d.role == ROLE_e) /* the other register of a swap */
            *f += SRC_VGPR0;
        break;
    case K_vgpr9:
        *f = SRC_VGPR0 + pick_vgpr(r, dwords);
        break;
    case K_src:
        *f = pick_source(r, dwords, d.role != ROLE_sb && d.role != ROLE_sc);
        if ((row->flags & FLAG_vsrc && d.role == ROLE_a) || dwords > 2)
            *f = SRC_VGPR0 + pick_vgpr(r, dwords);
        else if (row->flags & FLAG_permlane && rng_chance(r, 70)) /* known when it is compiled */
            *f = SRC_INT_0 + rng_below(r, 81);
        break;
    case K_ssrc:
        *f = in->format == FMT_MUBUF || in->format == FMT_MTBUF
                 ? (rng_chance(r, 70) ? SRC_INT_0 : SEQ_OFFSET_SGPR)
                 : pick_source(r, dwords, false);
        break;
    case K_sdst:
    case K_smask:
        *f = pick_sgpr(r, dwords);
        break;
    case K_sbase:
        *f = (d.type == T_b128 || d.type == T_b256 ? SEQ_BUFFER_SGPR : SEQ_BASE_SGPR) / 2;
        break;
    case K_soffset:
        *f = rng_chance(r, 70) ? SRC_NULL : SEQ_OFFSET_SGPR;
        break;
    case K_simm21:
        *f = rng_below(r, rng_chance(r, 95) ? 1024 : 1 << 21);
        break;
    case K_simm7:
    case K_simm16:
        *f = rng_chance(r, 50) ? rng_below(r, 64) : rng32(r) & (p.kind == K_simm7 ? 127 : 0xffff);
        break;
    case K_srsrc:
        *f = SEQ_BUFFER_SGPR / 4 + rng_below(r, 3);
        break;
    case K_saddr:
        *f = in->format == FMT_SCRATCH ? (rng_chance(r, 50) ? SRC_NULL : SEQ_OFFSET_SGPR)
             : rng_chance(r, 40)       ? SRC_NULL
                                       : SEQ_BASE_SGPR;
        break;
    default:
        break;
    }
}

static void fill_dpp(struct rng *r, const struct rdna3_row *row, struct rdna3_insn *in)
{
    struct rdna3_place a = rdna3_places[in->format][ROLE_a];
    if (!(row->flags & FLAG_dpp) || a.field == 0xff || !rng_chance(r, 15))
        return;
    in->f[a.field] = SRC_VGPR0 + pick_vgpr(r, 1);
    if (rng_chance(r, 30)) {
        in->ext = EXT_DPP8;
        in->dpp8_fi = rng_chance(r, 50);
        in->dpp = rng32(r) & 0xffffff;
        return;
    }
    static const uint16_t controls[] = {0x000, 0x1b,  0xe4,  0x101, 0x10f, 0x111, 0x118, 0x121,
                                        0x12a, 0x140, 0x141, 0x150, 0x157, 0x160, 0x163};
    in->ext = EXT_DPP16;
    in->dpp = (uint32_t)controls[rng_below(r, sizeof controls / sizeof *controls)] << 8 |
              (rng_chance(r, 50) ? 0xffu : rng_below(r, 256)) << 24 | rng_below(r, 4) << 18;
}

/* Modifiers; the decoder refuses those that the row does not have. */
static void fill_modifiers(struct rng *r, struct rdna3_insn *in)
{
    switch (in->format) {
    case FMT_VOP3:
        in->f[F_abs] = rng_below(r, 8) & rng_below(r, 8);
        in->f[F_opsel] = rng_chance(r, 30) ? rng_below(r, 16) : 0;
        in->f[F_omod] = rng_chance(r, 30) ? rng_below(r, 4) : 0;
        in->f[F_neg] = rng_below(r, 8) & rng_below(r, 8);
        in->f[F_clamp] = rng_chance(r, 20);
        break;
    case FMT_VOP3SD:
        in->f[F_clamp] = rng_chance(r, 20);
        in->f[F_neg] = rng_chance(r, 30) ? rng_below(r, 8) : 0;
        break;
    case FMT_VOP3P:
        in->f[F_opsel] = rng_below(r, 8);
        in->f[F_opselhi] = rng_below(r, 4);
        in->f[F_opselhi2] = rng_below(r, 2);
        in->f[F_neg] = rng_below(r, 8);
        in->f[F_neghi] = rng_below(r, 8);
        in->f[F_clamp] = rng_chance(r, 20);
        break;
    default:
        break;
    }
}

/* Table 52: of 1 to 4 components of 32 bits, the unsigned integers, the signed ones, or the floats.
 */
static uint32_t dword_format(unsigned components, unsigned kind)
{
    static const uint8_t first[] = {0, 20, 48, 58, 61};
    return first[components] + (kind < 3 ? kind : 0);
}

/* Of a number below 80: a format, or, of 64 to 71, one whose elements are the instruction's dwords.
 */
static uint32_t typed_format(const struct rdna3_insn *in, uint32_t n)
{
    unsigned components = rdna3_rows[in->row].components;
    return n >= 64 && n < 72 && components ? dword_format(components, n % 4) : n;
}

static void fill_memory(struct rng *r, const struct rdna3_row *row, struct rdna3_insn *in)
{
    bool is_small = rng_chance(r, 95);
    switch (in->format) {
    case FMT_DS:
        if (row->flags & (FLAG_addr2 | FLAG_stride64)) {
            unsigned small = row->flags & FLAG_stride64 ? 5 : 32;
            in->f[F_offset0] = rng_below(r, is_small ? small : 256);
            in->f[F_offset1] = rng_below(r, is_small ? small : 256);
        } else {
            in->f[F_offset0] = rng_chance(r, 50) ? 0 : 4 * rng_below(r, 64);
            in->f[F_offset1] = is_small ? 0 : rng_below(r, 256);
        }
        break;
    case FMT_FLAT:
        in->f[F_offset] = is_small ? 4 * rng_below(r, 16) : rng_below(r, 4096);
        in->f[F_saddr] = SRC_NULL;
        break;
    case FMT_GLOBAL:
    case FMT_SCRATCH:
        in->f[F_offset] = rng_chance(r, 40)   ? 0
                          : !is_small         ? rng_below(r, 8192)
                          : rng_chance(r, 80) ? 4 * rng_below(r, 8)
                                              : rng_below(r, 32);
        in->f[F_glc] = rng_chance(r, 50);
        in->f[F_sve] = in->format == FMT_SCRATCH && rng_chance(r, 50);
        break;
    case FMT_MUBUF:
    case FMT_MTBUF:
        in->f[F_idxen] = rng_chance(r, 50);
        in->f[F_offen] = rng_chance(r, 50);
        in->f[F_offset] = is_small ? 4 * rng_below(r, 16) : rng_below(r, 4096);
        in->f[F_glc] = rng_chance(r, 50);
        in->f[F_tfe] = in->format == FMT_MUBUF && rng_chance(r, 5);
        if (in->format == FMT_MTBUF)
            in->f[F_format] = typed_format(in, rng_below(r, 80));
        break;
    default:
        break;
    }
}

/* HW register MODE (id 1), any bits of it. RDNA3 16.2, S_SETREG_B32 */
static void fill_setreg(struct rng *r, struct rdna3_insn *in)
{
    in->f[F_simm16] = 1 | rng_below(r, 10) << 6 | rng_below(r, 8) << 11;
}

static bool finish(const struct rdna3_insn *in, struct seq_insn *out)
{
    struct rdna3_insn copy = *in, check;
    bool alternative = in->format != rdna3_rows[in->row].format;
    size_t bytes = rdna3_encode(&copy, out->words);
    if (in->format != FMT_VOPD) {
        const struct rdna3_fixed *fixed = &rdna3_fixed[in->row][alternative];
        for (unsigned k = 0; k < rdna3_formats[in->format].dwords && k < 2; k++) {
            uint32_t mask = (uint32_t)(fixed->mask >> 32 * k);
            out->words[k] = (out->words[k] & ~mask) | ((uint32_t)(fixed->value >> 32 * k) & mask);
        }
    }
    out->dwords = (uint8_t)(bytes / 4);
    out->target = -1;
    return rdna3_decode(out->words, bytes, &check) == SHOAL_OK && check.size_bytes == bytes &&
           check.row == in->row;
}

static bool uses_literal(const struct rdna3_insn *in, const struct rdna3_row *row)
{
    for (unsigned i = 0; i < row->n_operands; i++) {
        struct rdna3_place p = rdna3_places[in->format][row->operands[i].role];
        if (p.kind == K_imm32)
            return true;
        if (p.field != 0xff && (p.kind == K_src || p.kind == K_ssrc) &&
            in->f[p.field] == SRC_LITERAL)
            return true;
    }
    return false;
}

static bool make_vopd(struct rng *r, struct seq_insn *out)
{
    uint16_t x = dual_x[rng_below(r, dual_x_count)], y = dual_y[rng_below(r, dual_y_count)];
    struct rdna3_insn in = {.row = x, .row_y = y, .format = FMT_VOPD};
    in.f[F_opx] = (uint32_t)rdna3_rows[x].op_x;
    in.f[F_opy] = (uint32_t)rdna3_rows[y].op_y;
    in.f[F_vdstx] = pick_vgpr(r, 1);
    in.f[F_vdsty] = (pick_vgpr(r, 1) & 0xff) >> 1;
    in.f[F_src0x] = pick_source(r, 1, true);
    in.f[F_src0y] = pick_source(r, 1, true);
    in.f[F_vsrc1x] = pick_vgpr(r, 1);
    in.f[F_vsrc1y] = pick_vgpr(r, 1);
    bool has_k = false;
    for (unsigned half = 0; half < 2; half++)
        for (unsigned i = 0; i < rdna3_rows[half ? y : x].n_operands; i++)
            has_k |= rdna3_rows[half ? y : x].operands[i].role == ROLE_k;
    if (has_k || in.f[F_src0x] == SRC_LITERAL || in.f[F_src0y] == SRC_LITERAL) {
        in.ext = EXT_LITERAL;
        in.literal = rng32(r);
    }
    return finish(&in, out);
}

static bool try_insn(struct rng *r, struct choice c, bool wave64, bool plain, struct seq_insn *out)
{
    if (c.format == FMT_VOPD)
        return !wave64 && make_vopd(r, out);
    const struct rdna3_row *row = &rdna3_rows[c.row];
    struct rdna3_insn in = {.row = c.row, .format = c.format};
    in.f[F_op] = (uint32_t)(c.format == row->format ? row->op : row->op_vop3);
    if (c.format == FMT_VOP3P)
        in.f[F_opselhi] = 3, in.f[F_opselhi2] = 1;
    if (!plain)
        fill_modifiers(r, &in);
    fill_memory(r, row, &in);
    for (unsigned k = 0; k < 2; k++) /* address registers depend on saddr, filled before */
        for (unsigned i = 0; i < row->n_operands; i++)
            if ((row->operands[i].role == ROLE_saddr) == (k == 0))
                fill_operand(r, row, &in, i, wave64);
    struct rdna3_place addr = rdna3_places[in.format][ROLE_addr];
    if (addr.kind == K_vaddr || addr.kind == K_vbufaddr)
        in.f[addr.field] = pick_address(r, &in);
    if (starts(row->name, "s_setreg"))
        fill_setreg(r, &in);
    if (!plain && in.ext == EXT_NONE)
        fill_dpp(r, row, &in);
    if (in.ext == EXT_NONE && uses_literal(&in, row)) {
        in.ext = EXT_LITERAL;
        in.literal = rng_chance(r, 50) ? rng32(r) : 0x3f800000u >> rng_below(r, 32);
    }
    return finish(&in, out);
}

static void make_insn(struct rng *r, bool wave64, struct seq_insn *out)
{
    for (;;) {
        struct choice c = pick_choice(r);
        for (unsigned k = 0; k < 12; k++)
            if (try_insn(r, c, wave64, k > 6, out))
                return;
    }
}

static bool is_kind(struct choice c, enum kind kind)
{
    return c.format != FMT_VOPD && functions[c.row].kind == kind;
}

/* A load or a store, of global memory or, more often, LDS. */
static void make_transfer(struct rng *r, enum kind kind, bool wave64, struct seq_insn *out)
{
    unsigned format = rng_chance(r, 30) ? FMT_GLOBAL : FMT_DS;
    for (;;) {
        struct choice c = choices[rng_below(r, choice_count)];
        if (is_kind(c, kind) && c.format == format && try_insn(r, c, wave64, true, out))
            return;
    }
}

/* Vector or scalar arithmetic. */
static void make_alu(struct rng *r, bool wave64, struct seq_insn *out)
{
    for (;;) {
        struct choice c = choices[rng_below(r, choice_count)];
        bool is_alu = c.format == FMT_VOPD || is_kind(c, valu) || is_kind(c, salu);
        if (is_alu && try_insn(r, c, wave64, true, out))
            return;
    }
}

/* ---- sequences ------------------------------------------------------------------------- */

static void sopp(struct seq_insn *i, const char *name, int target)
{
    const struct rdna3_row *row = rdna3_find(name, strlen(name));
    i->words[0] = 0xbf800000u | (uint32_t)row->op << 16;
    i->dwords = 1;
    i->target = (int8_t)target;
}

static void scalar_insn(struct seq_insn *i, const char *name, unsigned dst, unsigned a, unsigned b)
{
    const struct rdna3_row *row = rdna3_find(name, strlen(name));
    struct rdna3_insn in = {.row = (uint16_t)(row - rdna3_rows), .format = row->format};
    in.f[F_op] = (uint32_t)row->op;
    in.f[F_ssrc0] = a;
    if (row->format != FMT_SOP1)
        in.f[F_ssrc1] = b;
    if (row->format != FMT_SOPC)
        in.f[F_sdst] = dst;
    if (b == SRC_LITERAL)
        in.ext = EXT_LITERAL;
    i->dwords = (uint8_t)(rdna3_encode(&in, i->words) / 4);
    i->target = -1;
}

static void make_branch(struct rng *r, struct seq_insn *i, int target)
{
    static const char *const names[] = {"s_branch",        "s_cbranch_scc0",  "s_cbranch_scc1",
                                        "s_cbranch_vccz",  "s_cbranch_vccnz", "s_cbranch_execz",
                                        "s_cbranch_execnz"};
    sopp(i, names[rng_below(r, 7)], target);
}

static void vector_insn(struct seq_insn *i, const char *name, unsigned dst, unsigned a, unsigned b)
{
    const struct rdna3_row *row = rdna3_find(name, strlen(name));
    struct rdna3_insn in = {.row = (uint16_t)(row - rdna3_rows), .format = row->format};
    bool carries = row->flags & FLAG_vop3sd || row->format == FMT_VOP3SD;
    if (carries)
        in.format = FMT_VOP3SD;
    in.f[F_op] = (uint32_t)(in.format == row->format ? row->op : row->op_vop3);
    in.f[F_vdst] = dst;
    in.f[F_src0] = a;
    in.f[row->format == FMT_VOP2 && !carries ? F_vsrc1 : F_src1] = b;
    if (carries) {
        in.f[F_sdst] = SRC_VCC_LO;
        in.f[F_src2] = SRC_VCC_LO;
    }
    i->dwords = (uint8_t)(rdna3_encode(&in, i->words) / 4);
    i->target = -1;
}

/* v += by, and beside it a move of the scalar `other` to a VGPR. */
static void dual_step(struct seq_insn *i, unsigned v, unsigned by, unsigned other)
{
    const struct rdna3_row *mov = rdna3_find("v_mov_b32", 9), *add = rdna3_find("v_add_nc_u32", 12);
    struct rdna3_insn in = {.row = (uint16_t)(mov - rdna3_rows),
                            .row_y = (uint16_t)(add - rdna3_rows),
                            .format = FMT_VOPD};
    in.f[F_opx] = (uint32_t)mov->op_x;
    in.f[F_opy] = (uint32_t)add->op_y;
    in.f[F_vdstx] = ~v & 1; /* one of the two is even */
    in.f[F_vdsty] = v >> 1;
    in.f[F_src0x] = other;
    in.f[F_src0y] = by;
    in.f[F_vsrc1y] = v;
    finish(&in, i);
}

/* An address register grows by the same in all lanes, as those of loops do. */
static unsigned make_step(struct rng *r, struct seq_insn *at, bool wave64)
{
    unsigned by = rng_chance(r, 30) ? SEQ_OFFSET_SGPR : SRC_INT_0 + 4 * rng_below(r, 17);
    if (!wave64 && rng_chance(r, 20)) {
        dual_step(at, SEQ_OFFSET_VGPR + rng_below(r, 4), by, rng_below(r, SEQ_DATA_SGPRS));
        return 1;
    }
    if (rng_chance(r, 50)) {
        static const char *const names[] = {"v_add_nc_u32", "v_subrev_nc_u32", "v_add_nc_u32"};
        unsigned v = SEQ_OFFSET_VGPR + rng_below(r, 4);
        vector_insn(at, names[rng_below(r, 3)], v, by, v);
        return 1;
    }
    unsigned v = SRC_VGPR0 + SEQ_ADDRESS_VGPR + (rng_chance(r, 50) ? 0 : 6);
    vector_insn(at, "v_add_co_u32", v - SRC_VGPR0, v, by);
    vector_insn(at + 1, "v_add_co_ci_u32", v + 1 - SRC_VGPR0, SRC_INT_0, v + 1);
    return 2;
}

/* What bodies of loops and functions do. */
enum body { BODY_ANY, BODY_WALKS /* through memory */, BODY_READS /* it, and writes none */ };

static unsigned make_body_insn(struct rng *r, struct seq_insn *at, enum body body, bool wave64)
{
    unsigned pick = body != BODY_ANY ? rng_below(r, 100) : 100;
    if (pick < 30)
        return make_step(r, at, wave64);
    static const char *const masks[] = {"s_and_b32", "s_or_b32", "s_and_not1_b32"};
    if (pick < 70)
        make_transfer(r, body == BODY_READS || rng_chance(r, 50) ? load : store, wave64, at);
    else if (pick < 80)
        scalar_insn(at, masks[rng_below(r, 3)], SRC_EXEC_LO, SRC_EXEC_LO,
                    rng_below(r, SEQ_DATA_SGPRS));
    else if (body == BODY_READS)
        make_alu(r, wave64, at);
    else
        make_insn(r, wave64, at);
    return 1;
}

/* counter = n; L: body; counter -= 1; if counter != 0 goto L. The body may change SCC, may hold a
 * branch forward, and may walk through memory. */
static unsigned make_loop(struct rng *r, struct seq_insn *at, unsigned first, unsigned body,
                          unsigned counter, bool wave64)
{
    unsigned n = 0, s = SEQ_COUNTER_SGPR + counter;
    scalar_insn(&at[n++], "s_mov_b32", s, SRC_INT_0 + 1 + rng_below(r, 5), 0);
    unsigned start = n;
    enum body kind = rng_chance(r, 40) ? BODY_ANY : rng_chance(r, 60) ? BODY_WALKS : BODY_READS;
    for (unsigned i = 0; i < body; i++)
        n += make_body_insn(r, &at[n], kind, wave64);
    if (kind != BODY_READS && rng_chance(r, 40)) {
        make_branch(r, &at[n], (int)(first + n + 2));
        n++;
        make_insn(r, wave64, &at[n++]);
    }
    scalar_insn(&at[n++], "s_sub_u32", s, s, SRC_INT_0 + 1);
    scalar_insn(&at[n++], "s_cmp_lg_u32", 0, s, SRC_INT_0);
    sopp(&at[n], "s_cbranch_scc1", (int)(first + start));
    return n + 1;
}

/* Calls of a function behind them, as compilers make them: with its address as a distance from the
 * pc. They may be in a loop, and the function may come back behind the instruction that it should
 * come back to. */
static unsigned make_call(struct rng *r, struct sequence *s, unsigned body, bool wave64)
{
    enum { TO = SEQ_CALLED_SGPR, BACK = TO + 2, CALLS = 2, TIMES = SEQ_COUNTER_SGPR };
    struct seq_insn *at = s->insns, *address = &at[1], *behind = NULL, *end;
    unsigned n = 0, calls = 1 + rng_below(r, CALLS), start;
    bool is_loop = rng_chance(r, 40), skips = calls == 1 && rng_chance(r, 30);
    scalar_insn(&at[n++], "s_getpc_b64", TO, 0, 0);
    scalar_insn(&at[n++], "s_add_u32", TO, TO, SRC_LITERAL);
    scalar_insn(&at[n++], "s_addc_u32", TO + 1, TO + 1, SRC_INT_0);
    if (is_loop)
        scalar_insn(&at[n++], "s_mov_b32", TIMES, SRC_INT_0 + 1 + rng_below(r, 5), 0);
    start = n;
    for (unsigned i = 0; i < calls; i++) {
        scalar_insn(&at[n++], "s_swappc_b64", BACK, TO, 0);
        behind = &at[n++];
        make_insn(r, wave64, behind);
    }
    if (is_loop) {
        scalar_insn(&at[n++], "s_sub_u32", TIMES, TIMES, SRC_INT_0 + 1);
        scalar_insn(&at[n++], "s_cmp_lg_u32", 0, TIMES, SRC_INT_0);
        sopp(&at[n++], "s_cbranch_scc1", (int)start);
    }
    end = &at[n++];
    s->function = (int8_t)n;
    for (unsigned i = 0; i < body; i++)
        n += make_body_insn(r, &at[n], is_loop ? BODY_ANY : BODY_WALKS, wave64);
    if (skips)
        scalar_insn(&at[n++], "s_add_u32", BACK, BACK, SRC_INT_0 + 4u * behind->dwords);
    scalar_insn(&at[n++], "s_setpc_b64", 0, BACK, 0);
    sopp(end, "s_branch", (int)n);
    address->target = s->function;
    address->is_address = true;
    return n;
}

/* Lanes' offsets change. */
static void make_move(struct rng *r, struct seq_insn *i)
{
    const struct rdna3_row *row = rdna3_find("v_xor_b32", 9);
    struct rdna3_insn in = {.row = (uint16_t)(row - rdna3_rows), .format = FMT_VOP2};
    in.f[F_op] = (uint32_t)row->op;
    in.f[F_vdst] = in.f[F_vsrc1] = SEQ_OFFSET_VGPR + 3 * rng_below(r, 2); /* of LDS */
    in.f[F_src0] = SRC_INT_0 + 4 * rng_below(r, 8);
    i->dwords = (uint8_t)(rdna3_encode(&in, i->words) / 4);
    i->target = -1;
}

/* Loads, what is made of them, perhaps in fewer lanes, and stores, as one branch tests. */
static unsigned make_update(struct rng *r, struct seq_insn *at, bool wave64)
{
    unsigned n = 0, loads = 1 + rng_below(r, 2), between = rng_below(r, 4);
    for (unsigned i = 0; i < loads; i++)
        make_transfer(r, load, wave64, &at[n++]);
    for (unsigned i = 0; i < between; i++, n++)
        if (rng_chance(r, 35))
            make_move(r, &at[n]);
        else
            make_alu(r, wave64, &at[n]);
    if (rng_chance(r, 40))
        scalar_insn(&at[n++], wave64 ? "s_and_saveexec_b64" : "s_and_saveexec_b32",
                    rng_below(r, 15) * 2, rng_below(r, 15) * 2, 0);
    make_transfer(r, store, wave64, &at[n++]);
    return n;
}

static void insert_insn(struct sequence *s, unsigned at, const struct seq_insn *insn)
{
    memmove(&s->insns[at + 1], &s->insns[at], (s->count - at) * sizeof *insn);
    s->insns[at] = *insn;
    s->count++;
    s->function += s->function >= (int)at;
    for (unsigned i = 0; i < s->count; i++)
        s->insns[i].target += s->insns[i].target > (int)at;
}

static void make_mode(const char *name, unsigned bits, struct seq_insn *out)
{
    const struct rdna3_row *row = rdna3_find(name, strlen(name));
    struct rdna3_insn in = {.row = (uint16_t)(row - rdna3_rows), .format = row->format};
    in.f[F_op] = (uint32_t)row->op;
    in.f[F_simm16] = bits & 15;
    finish(&in, out);
}

/* Some instructions run under another MODE, as divisions do in code that flushes denormals. */
static void change_mode(struct rng *r, struct sequence *s, uint32_t mode)
{
    struct seq_insn change, back;
    unsigned at = rng_below(r, s->count), count = rng_below(r, s->count - at) + 1;
    bool rounds = rng_chance(r, 40);
    make_mode(rounds ? "s_round_mode" : "s_denorm_mode", rng_below(r, 16), &change);
    make_mode(rounds ? "s_round_mode" : "s_denorm_mode", rounds ? mode : mode >> 4, &back);
    insert_insn(s, at + count, &back);
    insert_insn(s, at, &change);
}

/* Some instructions run with all lanes active, or those that are not, as those around spills do. */
static void set_aside(struct rng *r, struct sequence *s, bool wave64)
{
    static const char *const names[2][2] = {{"s_or_saveexec_b32", "s_xor_saveexec_b32"},
                                            {"s_or_saveexec_b64", "s_xor_saveexec_b64"}};
    enum { SRC_ONES = SRC_INT_0 + 65 };
    struct seq_insn change, back;
    unsigned first = 0, end = s->count, saved = 2 * rng_below(r, 16);
    for (unsigned i = 2; i < s->count; i++)
        if (s->insns[i].target >= 0 &&
            s->insns[i].target <= (int)i) { /* a loop: before it counts */
            first = (unsigned)s->insns[i].target;
            end = i - 2;
        }
    if (first >= end)
        return;
    unsigned at = first + rng_below(r, end - first), count = rng_below(r, 4) + 1;
    if (count > end - at)
        count = end - at;
    scalar_insn(&change, names[wave64][rng_below(r, 2)], saved, SRC_ONES, 0);
    scalar_insn(&back, wave64 ? "s_mov_b64" : "s_mov_b32", SRC_EXEC_LO, saved, 0);
    insert_insn(s, at + count, &back);
    insert_insn(s, at, &change);
}

/* From some instruction on, registers with addresses and offsets have scalars in all lanes. */
static void give_places(struct rng *r, struct sequence *s)
{
    struct seq_insn move;
    unsigned at = rng_below(r, s->count);
    for (unsigned n = 1 + rng_below(r, 4); n-- && s->count + 3 < SEQ_MAX;) {
        unsigned kind = rng_below(r, 4), v = SEQ_ADDRESS_VGPR + 6 * (kind & 1);
        if (kind > 1) {
            unsigned by = rng_chance(r, 50) ? SEQ_OFFSET_SGPR : SRC_INT_0 + 4 * rng_below(r, 9);
            vector_insn(&move, "v_mov_b32", SEQ_OFFSET_VGPR + rng_below(r, 4), by, 0);
            insert_insn(s, at, &move);
            continue;
        }
        unsigned high = rng_chance(r, 50); /* before the lower half, or behind it */
        vector_insn(&move, "v_mov_b32", v + high, SEQ_BASE_SGPR + high, 0);
        insert_insn(s, at, &move);
        vector_insn(&move, "v_mov_b32", v + !high, SEQ_BASE_SGPR + !high, 0);
        insert_insn(s, at + rng_below(r, 2), &move);
        if (kind & 1) {
            vector_insn(&move, "v_xor_b32", v, SRC_INT_0 + 4 * rng_below(r, 17), v);
            insert_insn(s, at + 2, &move);
        }
    }
}

void sequence_make(struct sequence *s, uint64_t seed, bool wave64, uint32_t mode)
{
    struct rng modes = {~seed};
    struct rng rng = {seed}, *r = &rng;
    rng_next(r);
    memset(s, 0, sizeof *s);
    s->seed = rng_next(r);
    s->function = -1;
    unsigned shape = rng_below(r, 10), length = 1 + rng_below(r, 6);
    if (shape == 0) {
        s->count = make_loop(r, s->insns, 0, 1 + rng_below(r, 5), 0, wave64);
        length = rng_below(r, 3);
    } else if (shape == 4) {
        s->count = make_call(r, s, 1 + rng_below(r, 4), wave64);
        length = rng_below(r, 3);
    }
    for (unsigned i = 0; i < length; i++) {
        if (shape <= 2 && rng_chance(r, 30)) {
            unsigned skip = 1 + rng_below(r, 3);
            make_branch(r, &s->insns[s->count], (int)(s->count + 1 + skip));
            s->count++;
            for (unsigned k = 0; k < skip; k++)
                make_insn(r, wave64, &s->insns[s->count++]);
        } else if (s->count < SEQ_MAX - 12 && rng_chance(r, shape == 3 ? 80 : 5)) {
            s->count += make_update(r, &s->insns[s->count], wave64);
        } else {
            make_insn(r, wave64, &s->insns[s->count++]);
        }
        if (s->count > SEQ_MAX - 5)
            break;
    }
    rng_next(&modes);
    if (rng_chance(&modes, 10) && s->count && s->count < SEQ_MAX - 1)
        change_mode(&modes, s, mode);
    if (rng_chance(&modes, 15) && s->count && s->count < SEQ_MAX - 1)
        set_aside(&modes, s, wave64);
    if (rng_chance(&modes, 20) && s->count && s->count < SEQ_MAX - 1)
        give_places(&modes, s);
}

size_t sequence_encode(const struct sequence *s, uint32_t *out)
{
    size_t start[SEQ_MAX + 1] = {0};
    for (unsigned i = 0; i < s->count; i++)
        start[i + 1] = start[i] + s->insns[i].dwords;
    for (unsigned i = 0; out && i < s->count; i++) {
        memcpy(out + start[i], s->insns[i].words, s->insns[i].dwords * sizeof *out);
        int to = s->insns[i].target;
        if (to >= 0 && s->insns[i].is_address)
            out[start[i] + 1] = (uint32_t)(4 * (start[to] - start[i]));
        else if (to >= 0)
            out[start[i]] =
                (out[start[i]] & 0xffff0000u) | ((uint32_t)(start[to] - start[i] - 1) & 0xffff);
    }
    return start[s->count];
}

uint32_t sequence_function(const struct sequence *s)
{
    uint32_t dwords = 0;
    for (int i = 0; i < s->function; i++)
        dwords += s->insns[i].dwords;
    return s->function < 0 ? UINT32_MAX : dwords;
}

size_t sequence_stores(uint32_t *out)
{
    static const struct {
        const char *name;
        unsigned address, data, offset;
    } stores[] = {{"global_store_b32", SEQ_OFFSET_VGPR + 2, 1, 0},
                  {"global_store_b64", SEQ_ADDRESS_VGPR, 4, 1024},
                  {"global_store_b128", SEQ_ADDRESS_VGPR + 6, 8, 2048},
                  {"ds_store_b32", SEQ_OFFSET_VGPR, 16, 0},
                  {"ds_store_b32", SEQ_OFFSET_VGPR + 3, 20, 64},
                  {"ds_store_b64", SEQ_OFFSET_VGPR, 12, 128}};
    size_t n = 0;
    for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++) {
        const struct rdna3_row *row = rdna3_find(stores[i].name, strlen(stores[i].name));
        struct rdna3_insn in = {.row = (uint16_t)(row - rdna3_rows), .format = row->format};
        in.f[F_op] = (uint32_t)row->op;
        in.f[F_addr] = stores[i].address;
        in.f[row->format == FMT_DS ? F_data0 : F_data] = stores[i].data;
        in.f[row->format == FMT_DS ? F_offset0 : F_offset] = stores[i].offset;
        if (row->format == FMT_GLOBAL)
            in.f[F_saddr] = stores[i].address == SEQ_OFFSET_VGPR + 2 ? SEQ_BASE_SGPR : SRC_NULL;
        n += rdna3_encode(&in, out + n) / 4;
    }
    return n;
}

/* ---- states ------------------------------------------------------------------------------ */

static uint32_t special(struct rng *r)
{
    static const uint32_t values[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                      0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xff812345,
                                      0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x4b000000,
                                      0xcf000000, 0x4f000000, 0x3effffff, 0x7c007c00, 0xfc007e01,
                                      0x7c013c00, 0x00013c00, 0x83ff0400, 0x7bff3c00, 0x7ff00000,
                                      0x7ff80000, 0xfff00000, 0x000fffff, 0xffffffff, 0x7fffffff};
    return values[rng_below(r, sizeof values / sizeof *values)];
}

static uint32_t random_word(struct rng *r, unsigned style)
{
    switch (style) {
    case 0:
        return rng32(r);
    case 1:
        return special(r);
    case 2:
        return rng_below(r, 64) - 8;
    case 3: /* floats of moderate size */
        return (rng32(r) & 0x807fffff) | (118 + rng_below(r, 18)) << 23;
    case 4: /* halves of moderate size */
        return (rng32(r) & 0x83ff83ff) | (10 + rng_below(r, 10)) << 10 |
               (10 + rng_below(r, 10)) << 26;
    case 5:
        return rng_below(r, 64);
    default:
        return rng_chance(r, 50) ? special(r) : rng32(r);
    }
}

enum { STYLES = 7, MIXED = 6 };

/* In a tame state nothing is NaN, so that compiled code need not leave floats to the
 * interpreter. */
static unsigned random_style(struct rng *r, bool is_tame)
{
    return is_tame ? 3 + rng_below(r, 3) : rng_below(r, STYLES);
}

/* The offset of lane l in one of the patterns that code has. */
static uint32_t lane_offset(struct rng *r, unsigned pattern, unsigned l, uint32_t at, uint32_t size)
{
    switch (pattern) {
    case 0:
        return at + 4 * l;
    case 1:
        return at;
    case 2:
        return at + 64 * (l / 16) + 4 * (l % 16);
    case 3:
        return at + 128 * (l / 16);
    case 4:
        return at + 8 * l;
    case 5:
        return at + 16 * l;
    case 6:
        return at + l;
    case 7:
        return rng_below(r, size / 4) * 4;
    default:
        return rng_below(r, size - 16);
    }
}

static void fill_offsets(struct rng *r, struct rdna3_wave *w, unsigned vgpr_number, uint32_t size,
                         uint64_t base, bool is_wide)
{
    unsigned pattern = rng_chance(r, 85) ? rng_below(r, 6) : 6 + rng_below(r, 3),
             lanes = w->base.lanes;
    uint32_t at = 4 * rng_below(r, 32);
    bool is_wild = rng_chance(r, 4);
    for (unsigned l = 0; l < lanes; l++) {
        uint64_t a = base + lane_offset(r, pattern, l, at, size);
        if (is_wild && rng_chance(r, 5))
            a += rng_chance(r, 50) ? (uint64_t)size * 2 : UINT64_C(0xffff0000000);
        *vgpr_lane(w, vgpr_number, l) = (uint32_t)a;
        if (is_wide)
            *vgpr_lane(w, vgpr_number + 1, l) = (uint32_t)(a >> 32);
    }
}

/* A buffer resource, manual 8.1.1: base, stride, records, format and checking in word 3. */
static void fill_buffer(struct rng *r, uint32_t *s, uint64_t base, unsigned index)
{
    uint32_t stride = index == 0 ? 0 : 4 * (1 + rng_below(r, 4));
    s[0] = (uint32_t)base;
    s[1] =
        (uint32_t)(base >> 32) | stride << 16 | (uint32_t)(index == 2 && rng_chance(r, 50)) << 31;
    s[2] = stride ? SEQ_MEMORY / 3 / stride : SEQ_MEMORY / 3;
    s[3] = rng_below(r, 8) | rng_below(r, 8) << 3 | rng_below(r, 8) << 6 | rng_below(r, 8) << 9 |
           rng_below(r, 64) << 12 |
           (uint32_t)(stride ? rng_below(r, 2) : 2 + rng_below(r, 2)) << 28;
    uint32_t n = s[3] >> 12 & 15;
    if (rng_chance(r, 60)) /* x, y, z, w in their places; dwords */
        s[3] = (s[3] & 0xf0000000) | 4 | 5 << 3 | 6 << 6 | 7 << 9 |
               dword_format(1 + n / 4, n % 4) << 12;
}

static uint32_t random_exec(struct rng *r)
{
    switch (rng_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return 1u << rng_below(r, 32);
    case 2:
        return 0xffff0000;
    case 3:
        return rng32(r);
    default:
        return UINT32_MAX;
    }
}

void sequence_state(struct rdna3_wave *w, uint64_t seed, uint8_t *memory)
{
    struct rng rng = {seed}, *r = &rng, fields = {~seed};
    bool is_tame = rng_chance(r, 50);
    for (unsigned v = 0; v < SEQ_VGPRS; v++) {
        unsigned style = random_style(r, is_tame);
        bool is_uniform = rng_chance(r, 10);
        uint32_t same = random_word(r, style);
        for (unsigned l = 0; l < w->base.lanes; l++)
            *vgpr_lane(w, v, l) = is_uniform ? same : random_word(r, style);
    }
    uint64_t base = (uint64_t)(uintptr_t)memory + SEQ_MARGIN;
    fill_offsets(r, w, SEQ_OFFSET_VGPR, SEQ_LDS / 2, 0, false);
    fill_offsets(r, w, SEQ_OFFSET_VGPR + 1, SEQ_SCRATCH, 0, false);
    fill_offsets(r, w, SEQ_OFFSET_VGPR + 2, SEQ_MEMORY / 3, 0, false);
    fill_offsets(r, w, SEQ_OFFSET_VGPR + 3, SEQ_LDS / 2, 0, false);
    fill_offsets(r, w, SEQ_ADDRESS_VGPR, SEQ_MEMORY / 3, base, true);
    fill_offsets(r, w, SEQ_ADDRESS_VGPR + 2, SEQ_LDS / 2, w->base.machine->shared_base, true);
    fill_offsets(r, w, SEQ_ADDRESS_VGPR + 4, SEQ_SCRATCH, w->base.machine->private_base, true);
    fill_offsets(r, w, SEQ_ADDRESS_VGPR + 6, SEQ_MEMORY / 3, base, true);
    for (unsigned s = 0; s < SRC_NULL; s++)
        w->s[s] = random_word(r, random_style(r, is_tame));
    w->s[SRC_M0] = rng_chance(r, 50) ? rng_below(r, 256) : rng32(r);
    if (rng_chance(&fields, 25)) /* two indices of registers */
        w->s[SRC_M0] = rng_below(&fields, 40) << 16 | rng_below(&fields, 40);
    set_s64(w, SEQ_BASE_SGPR, base + (rng_chance(r, 90) ? 4 * rng_below(r, 64) : 0));
    w->s[SEQ_OFFSET_SGPR] = rng_chance(r, 95) ? 4 * rng_below(r, 8) : rng32(r);
    for (unsigned i = 0; i < 3; i++)
        fill_buffer(r, &w->s[SEQ_BUFFER_SGPR + 4 * i], base, i);
    w->s[SRC_EXEC_LO] = random_exec(r);
    w->s[SRC_EXEC_HI] = random_exec(r);
    w->s[SRC_NULL] = 0;
    w->scc = rng_chance(r, 50);
    for (unsigned i = 0; i < SEQ_MEMORY; i += 4) {
        uint32_t x = random_word(r, is_tame ? 3 : MIXED);
        memcpy(memory + i, &x, 4);
    }
    for (unsigned i = 0; i < SEQ_LDS; i += 4) {
        uint32_t x = random_word(r, is_tame ? 3 : MIXED);
        memcpy(w->base.group->lds + i, &x, 4);
    }
    for (unsigned i = 0; i < SEQ_SCRATCH * w->base.lanes; i += 4) {
        uint32_t x = rng32(r);
        memcpy(w->base.scratch + i, &x, 4);
    }
}

/* decode.c: bytes to struct rdna3_insn and back, for all formats of chapter 15.
 *
 * The formats' bit positions, opcode maps and (un)packers are generated from insts.tbl;
 * what is written here is the choice of the format, the extra dwords (literal, DPP, NSA)
 * and the reserved values of source fields. */
#include <string.h>

#include "isa/rdna3/decode.h"

static uint32_t load_dword(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

unsigned rdna3_format_of(uint32_t w)
{
    if (!(w >> 31)) {
        switch (w >> 25) {
        case 0x3f:
            return FMT_VOP1;
        case 0x3e:
            return FMT_VOPC;
        default:
            return FMT_VOP2;
        }
    }
    if ((w >> 30) == 2) {
        switch (w >> 23) {
        case 0x17d:
            return FMT_SOP1;
        case 0x17e:
            return FMT_SOPC;
        case 0x17f:
            return FMT_SOPP;
        default:
            return (w >> 28) == 0xb ? FMT_SOPK : FMT_SOP2;
        }
    }
    switch (w >> 26) {
    case 0x32:
        return FMT_VOPD;
    case 0x33:
        switch (w >> 24 & 3) {
        case 0:
            return FMT_VOP3P;
        case 1:
            return FMT_VINTERP;
        case 2:
            return FMT_LDSDIR;
        default:
            return FMT_COUNT;
        }
    case 0x35:
        return FMT_VOP3;
    case 0x36:
        return FMT_DS;
    case 0x37:
        switch (w >> 16 & 3) {
        case 0:
            return FMT_FLAT;
        case 1:
            return FMT_SCRATCH;
        case 2:
            return FMT_GLOBAL;
        default:
            return FMT_COUNT;
        }
    case 0x38:
        return FMT_MUBUF;
    case 0x3a:
        return FMT_MTBUF;
    case 0x3c:
        return FMT_MIMG;
    case 0x3d:
        return FMT_SMEM;
    case 0x3e:
        return FMT_EXP;
    default:
        return FMT_COUNT;
    }
}

static int lookup(const struct rdna3_map *map, uint32_t op)
{
    return op < map->size ? (int)map->row_plus_1[op] - 1 : -1;
}

/* NULL, or why a scalar or vector source value is reserved (table of SRC0, 15.3). */
static const char *reserved_source(uint32_t src)
{
    if (src >= 209 && src <= 232)
        return "source value 209..232 is reserved";
    if (src == 239 || src == 249 || src == 251 || src == 252 || src == 254)
        return "source value is reserved";
    return NULL;
}

/* How many operands of the row are in the three sources of VOP3 encodings. */
static bool reads_role(const struct rdna3_row *row, unsigned role)
{
    for (unsigned i = row->n_writes; i < row->n_operands; i++)
        if (row->operands[i].role == role)
            return true;
    return false;
}

static shoal_status reserved(struct rdna3_insn *in, const char *reason)
{
    in->reason = reason;
    return SHOAL_E_RESERVED;
}

/* Notes that the instruction has a value in a field that it does not use: the first one counts. */
static void ignore(struct rdna3_insn *in, const char *reason)
{
    if (!in->ignored)
        in->ignored = reason;
}

struct cursor {
    const unsigned char *code;
    size_t avail;
};

/* Takes the dword after the instruction. */
static bool next_dword(const struct cursor *c, struct rdna3_insn *in, uint32_t *out)
{
    size_t at = in->size_bytes;
    in->size_bytes += 4;
    if (at + 4 > c->avail)
        return false;
    *out = load_dword(c->code + at);
    return true;
}

static shoal_status take_literal(const struct cursor *c, struct rdna3_insn *in)
{
    if (in->ext == EXT_LITERAL)
        return SHOAL_OK;
    if (in->ext != EXT_NONE)
        return reserved(in, "a literal cannot be used with DPP"); /* manual 7.2.2.3 */
    in->ext = EXT_LITERAL;
    return next_dword(c, in, &in->literal) ? SHOAL_OK : SHOAL_E_TRUNCATED;
}

static bool is_constant(uint32_t src)
{
    return (src >= SRC_INT_0 && src < SRC_INT_M1 + 16) ||
           (src >= SRC_FLOAT_FIRST && src <= SRC_FLOAT_LAST) || src == SRC_LITERAL;
}

/* Are `bits` bits of registers from `value` on more than VCC, EXEC, SGPRs or TTMPs can hold? */
static bool crosses_scalars(uint32_t value, unsigned bits)
{
    unsigned n = bits / 32, last = (value & ~(n > 2 ? 3u : 1u)) + n - 1;
    if (bits <= 32 || bits > 512 || value >= SRC_INT_0 || value == SRC_NULL)
        return false;
    if (value < SRC_VCC_LO)
        return last >= SRC_VCC_LO;
    if (value >= SRC_TTMP0 && value < SRC_NULL)
        return last >= SRC_NULL;
    return n > 2 || value & 1; /* VCC and EXEC are pairs, M0 is none */
}

/* The number that a field of scalar registers stands for; SRC_VGPR0 for other kinds. */
static uint32_t scalar_number(unsigned kind, uint32_t value)
{
    switch (kind) {
    case K_src:
    case K_ssrc:
    case K_sdst:
    case K_saddr:
        return value;
    case K_sbase:
        return 2 * value;
    case K_srsrc:
    case K_trsrc:
    case K_ssamp:
        return 4 * value;
    default:
        return SRC_VGPR0;
    }
}

/* NULL, or why an operand of this row cannot be in `value`. Kinds bound it first; some rows
 * take only VGPRs, only scalars or no constants (flags vsrc, nolane, sgpr). */
static const char *refused_operand(const struct rdna3_insn *in, const struct rdna3_row *row,
                                   const struct rdna3_operand_desc *o, unsigned kind,
                                   uint32_t value)
{
    bool vgpr = value >= SRC_VGPR0;
    if (crosses_scalars(scalar_number(kind, value), rdna3_type_bits[o->type]))
        return "the register range leaves the SGPRs";
    switch (kind) {
    case K_smask:
        return value >= SRC_INT_0 ? "a lane mask must be in SGPRs" : NULL;
    case K_saddr: /* LLVM, too, allows it where lanes have no address of their own */
        return in->format == FMT_GLOBAL && value == SRC_EXEC_LO && !(row->flags & FLAG_addtid)
                   ? "the address must be in SGPRs"
                   : NULL;
    case K_sdst: /* in the 8 bits of a VDST field */
        if (in->format == FMT_SMEM &&
            (value == SRC_M0 || value == SRC_EXEC_LO || value == SRC_EXEC_HI))
            return "the destination must be SGPRs or VCC"; /* 8.1 */
        if (o->role == ROLE_sd && value == SRC_M0)
            return "M0 cannot be the destination"; /* 7.1 */
        return value >= SRC_INT_0 ? "the destination must be an SGPR" : NULL;
    case K_vgpr9:
        return !vgpr && rdna3_type_bits[o->type] == 32 ? "the source must be a VGPR" : NULL;
    case K_vgpr:
        return in->format == FMT_VOP1 && o->role == ROLE_e && !vgpr
                   ? "both operands of a swap must be VGPRs"
                   : NULL;
    case K_ssrc:
        return row->flags & FLAG_sgpr && is_constant(value) ? "the source must be a register"
                                                            : NULL;
    case K_src:
        break;
    default:
        return NULL;
    }
    if (o->role == ROLE_sb || o->role == ROLE_sc)
        return vgpr ? "the lane select must be a scalar" : NULL;
    if (row->flags & FLAG_nolane && o->role == ROLE_a)
        return vgpr ? "the source must be a scalar" : NULL;
    bool wide = o->type == T_b128, matrix = row->flags & FLAG_wmma && o->role != ROLE_c;
    if ((wide || matrix || (row->flags & FLAG_vsrc && o->role == ROLE_a)) && !vgpr)
        return "the source must be a VGPR";
    if (row->flags & FLAG_wmma && !vgpr && (!is_constant(value) || value == SRC_LITERAL))
        return "the third source must be a VGPR or an inline constant";
    return NULL;
}

const char *rdna3_refused_value(const struct rdna3_insn *in, const struct rdna3_row *row,
                                const struct rdna3_operand_desc *o, unsigned kind, uint32_t value)
{
    const char *why = refused_operand(in, row, o, kind, value);
    bool is_source = !o->is_write && (kind == K_src || kind == K_ssrc || kind == K_smask);
    return why || !is_source || value >= SRC_VGPR0 ? why : reserved_source(value);
}

/* Sources that may ask for a literal, in every format that has them. */
static shoal_status take_sources(const struct cursor *c, struct rdna3_insn *in,
                                 const struct rdna3_row *row)
{
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned kind, value = rdna3_field(in, row->operands[i].role, &kind);
        const char *refused = rdna3_refused_value(in, row, &row->operands[i], kind, value);
        if (refused)
            return reserved(in, refused);
        if (i < row->n_writes) {
            continue;
        } else if (kind == K_imm32) {
            shoal_status st = take_literal(c, in);
            if (st != SHOAL_OK)
                return st;
        } else if (kind == K_src || kind == K_ssrc || kind == K_smask) {
            if (value == SRC_LITERAL) {
                shoal_status st = take_literal(c, in);
                if (st != SHOAL_OK)
                    return st;
            } else if (value == SRC_DPP8 || value == SRC_DPP8_FI || value == SRC_DPP16) {
                return reserved(in, "DPP is only possible in src0 of an instruction that "
                                    "takes it");
            }
        }
    }
    return SHOAL_OK;
}

static bool is_valu(unsigned format)
{
    return format == FMT_VOP1 || format == FMT_VOP2 || format == FMT_VOPC || format == FMT_VOP3 ||
           format == FMT_VOP3SD || format == FMT_VOP3P;
}

/* src0 = DPP marker: takes the DPP dword and puts the real source in its place. */
static shoal_status take_dpp(const struct cursor *c, struct rdna3_insn *in,
                             const struct rdna3_row *row)
{
    uint32_t src = in->f[F_src0];
    if (!is_valu(in->format) || !row->n_operands ||
        (src != SRC_DPP16 && src != SRC_DPP8 && src != SRC_DPP8_FI))
        return SHOAL_OK;
    if (!(row->flags & FLAG_dpp))
        return reserved(in, "this instruction does not take DPP");
    in->ext = src == SRC_DPP16 ? EXT_DPP16 : EXT_DPP8;
    in->dpp8_fi = src == SRC_DPP8_FI;
    if (!next_dword(c, in, &in->dpp))
        return SHOAL_E_TRUNCATED;
    in->f[F_src0] = SRC_VGPR0 + (in->dpp & 0xff);
    if (in->ext == EXT_DPP16) {
        uint32_t ctrl = rdna3_dpp16_ctrl(in->dpp);
        bool ok = ctrl < 0x100 || (ctrl > 0x100 && ctrl < 0x110) ||
                  (ctrl > 0x110 && ctrl < 0x120) || (ctrl > 0x120 && ctrl < 0x130) ||
                  ctrl == 0x140 || ctrl == 0x141 || (ctrl >= 0x150 && ctrl < 0x170);
        if (!ok)
            return reserved(in, "dpp_ctrl is reserved");
        bool narrow = in->format == FMT_VOP1 || in->format == FMT_VOP2 || in->format == FMT_VOPC;
        if (narrow && in->dpp & row->dpp_zero) {
            ignore(in, "the DPP dword has modifiers that the instruction does not");
            in->dpp &= ~row->dpp_zero;
        }
    }
    return SHOAL_OK;
}

/* Finds the rows of both halves. */
static bool lookup_vopd(unsigned generation, struct rdna3_insn *in)
{
    int x = lookup(&rdna3_map_vopd_x[generation], in->f[F_opx]);
    int y = lookup(&rdna3_map_vopd_y[generation], in->f[F_opy]);
    if (x < 0 || y < 0) {
        in->reason =
            x < 0 ? "no VOPD X opcode has this number" : "no VOPD Y opcode has this number";
        return false;
    }
    in->row = (uint16_t)x;
    in->row_y = (uint16_t)y;
    return true;
}

static shoal_status decode_vopd(const struct cursor *c, struct rdna3_insn *in)
{
    unsigned x = in->row, y = in->row_y;
    uint32_t src[2] = {in->f[F_src0x], in->f[F_src0y]};
    if ((!reads_role(&rdna3_rows[x], ROLE_b) && in->f[F_vsrc1x]) ||
        (!reads_role(&rdna3_rows[y], ROLE_b) && in->f[F_vsrc1y])) {
        ignore(in, "vsrc1 must be 0 where it is not used");
        in->f[reads_role(&rdna3_rows[x], ROLE_b) ? F_vsrc1y : F_vsrc1x] = 0;
        if (!reads_role(&rdna3_rows[y], ROLE_b))
            in->f[F_vsrc1y] = 0;
    }
    bool literal = reads_role(&rdna3_rows[x], ROLE_k) || reads_role(&rdna3_rows[y], ROLE_k);
    for (int i = 0; i < 2; i++) {
        const char *why = src[i] < SRC_VGPR0 ? reserved_source(src[i]) : NULL;
        if (why)
            return reserved(in, why);
        if (src[i] == SRC_DPP8 || src[i] == SRC_DPP8_FI || src[i] == SRC_DPP16)
            return reserved(in, "VOPD does not take DPP");
        literal |= src[i] == SRC_LITERAL;
    }
    return literal ? take_literal(c, in) : SHOAL_OK;
}

/* Fields that the row does not use, and must not: SHOAL_E_RESERVED, or they are cleared. */
static shoal_status check_fixed(struct rdna3_insn *in, const struct rdna3_row *row,
                                const uint32_t w[2])
{
    if (in->format == FMT_FLAT && in->f[F_saddr] != SRC_NULL && in->f[F_saddr] != SRC_EXEC_HI) {
        ignore(in, "FLAT has no scalar address: saddr must be NULL");
        in->f[F_saddr] = SRC_NULL;
    }
    const struct rdna3_fixed *fixed = &rdna3_fixed[in->row][in->format != row->format];
    uint64_t both = w[0] | (uint64_t)w[1] << 32, wrong = (both & fixed->mask) ^ fixed->value;
    if (!wrong)
        return SHOAL_OK;
    const char *reason = rdna3_fixed_reason(in->format, wrong);
    if (wrong & fixed->required)
        return reserved(in, reason);
    ignore(in, reason);
    both ^= wrong;
    uint32_t cleared[2] = {(uint32_t)both, (uint32_t)(both >> 32)}, saddr = in->f[F_saddr];
    rdna3_unpack(in->format, cleared, in->f);
    if (in->format == FMT_FLAT)
        in->f[F_saddr] = saddr;
    return SHOAL_OK;
}

/* The parameters of VINTERP are in VGPRs whatever the top bit of their fields says. */
static void take_parameters(struct rdna3_insn *in, const struct rdna3_row *row)
{
    for (unsigned i = row->n_writes; i < row->n_operands; i++) {
        struct rdna3_place place = rdna3_places[FMT_VINTERP][row->operands[i].role];
        if (place.kind == K_vgpr9 && in->f[place.field] < SRC_VGPR0 &&
            rdna3_refused_value(in, row, &row->operands[i], K_vgpr9, in->f[place.field])) {
            ignore(in, "the source must be a VGPR");
            in->f[place.field] += SRC_VGPR0;
        }
    }
}

shoal_status rdna3_decode(const void *code, size_t avail, struct rdna3_insn *in)
{
    return rdna3_decode_of(RDNA3_GFX1100, code, avail, in);
}

shoal_status rdna3_decode_of(unsigned generation, const void *code, size_t avail,
                             struct rdna3_insn *in)
{
    shoal_status st = rdna3_decode_run(generation, code, avail, in);
    if (!in->ignored || (st != SHOAL_OK && st != SHOAL_E_TRUNCATED))
        return st;
    in->reason = in->ignored;
    in->ignored = NULL;
    return SHOAL_E_RESERVED;
}

shoal_status rdna3_decode_run(unsigned generation, const void *code, size_t avail,
                              struct rdna3_insn *in)
{
    struct cursor c = {code, avail};
    memset(in, 0, sizeof *in);
    in->size_bytes = 4;
    if (avail < 4)
        return SHOAL_E_TRUNCATED;
    uint32_t w[2] = {load_dword(c.code), 0};
    in->format = (uint8_t)rdna3_format_of(w[0]);
    if (in->format == FMT_COUNT ||
        (w[0] & rdna3_formats[in->format].mask) != rdna3_formats[in->format].match) {
        in->reason = "no format has these leading bits";
        return SHOAL_E_ILLEGAL;
    }
    bool is_long = rdna3_formats[in->format].dwords == 2, has_second = is_long && avail >= 8;
    if (has_second)
        w[1] = load_dword(c.code + 4);
    rdna3_unpack(in->format, w, in->f); /* opcodes are in the first dword */
    if (in->format == FMT_VOPD) {
        if (!lookup_vopd(generation, in))
            return SHOAL_E_ILLEGAL;
        in->size_bytes = 8;
        return has_second ? decode_vopd(&c, in) : SHOAL_E_TRUNCATED;
    }
    const struct rdna3_map *map = &rdna3_maps[generation][in->format];
    int r = lookup(map, map->size == 1 ? 0 : in->f[F_op]); /* EXP has no opcode */
    if (r < 0) {
        in->reason = "no instruction of this format has this opcode";
        return SHOAL_E_ILLEGAL;
    }
    if (is_long) {
        in->size_bytes = 8;
        if (!has_second)
            return SHOAL_E_TRUNCATED;
    }
    const struct rdna3_row *row = &rdna3_rows[r];
    in->row = (uint16_t)r;
    if (in->format == FMT_VOP3 && (row->format == FMT_VOP3SD || row->flags & FLAG_vop3sd)) {
        in->format = FMT_VOP3SD;
        memset(in->f, 0, sizeof in->f);
        rdna3_unpack(in->format, w, in->f);
    }
    shoal_status st = check_fixed(in, row, w);
    if (in->format == FMT_VINTERP)
        take_parameters(in, row);
    if (st == SHOAL_OK)
        st = take_dpp(&c, in, row);
    if (st == SHOAL_OK)
        st = take_sources(&c, in, row);
    if (st == SHOAL_OK && in->format == FMT_MIMG && in->f[F_nsa]) {
        in->ext = EXT_NSA;
        in->nsa_dwords = 1;
        if (!next_dword(&c, in, &in->nsa))
            st = SHOAL_E_TRUNCATED;
    }
    return st;
}

const char *rdna3_wave64_refusal(const struct rdna3_insn *in)
{
    if (in->format == FMT_VOPD)
        return "VOPD works in wave32 only (RDNA3 7.6)";
    const struct rdna3_row *row = &rdna3_rows[in->row];
    for (unsigned i = 0; i < row->n_operands; i++) {
        unsigned kind, value = rdna3_field(in, row->operands[i].role, &kind);
        if (row->operands[i].type == T_mask && kind != K_none && kind != K_implicit &&
            (value == SRC_VCC_LO + 1 || value == SRC_M0 || value == SRC_EXEC_HI))
            return "a lane mask of wave64 is a pair of SGPRs";
    }
    return NULL;
}

size_t rdna3_encode(const struct rdna3_insn *in, uint32_t out[5])
{
    uint32_t f[F_SLOTS];
    memcpy(f, in->f, sizeof f);
    size_t n = rdna3_formats[in->format].dwords;
    if (in->ext == EXT_DPP16)
        f[F_src0] = SRC_DPP16;
    else if (in->ext == EXT_DPP8)
        f[F_src0] = in->dpp8_fi ? SRC_DPP8_FI : SRC_DPP8;
    rdna3_pack(in->format, f, out);
    if (in->ext == EXT_LITERAL)
        out[n++] = in->literal;
    else if (in->ext == EXT_DPP16 || in->ext == EXT_DPP8)
        out[n++] = in->dpp;
    else if (in->ext == EXT_NSA)
        out[n++] = in->nsa;
    return 4 * n;
}

struct rdna3_opcode rdna3_opcode_of(unsigned generation, const struct rdna3_row *row)
{
    struct rdna3_opcode op = {row->op, row->op_vop3};
    for (const struct rdna3_moved *m = rdna3_moved; m->row != RDNA3_ROW_COUNT; m++)
        if (m->row == row - rdna3_rows && m->generation <= generation)
            op = m->op;
    return op;
}

unsigned rdna3_generation_of(const char *form)
{
#define FORM(index, chip, name) name,
    static const char *const forms[] = {RDNA3_GENERATIONS(FORM)};
#undef FORM
    for (unsigned i = 0; form && i < RDNA3_GENERATION_COUNT; i++)
        if (strcmp(forms[i], form) == 0)
            return i;
    return 0;
}

const struct rdna3_row *rdna3_find(const char *name, size_t length)
{
    for (const struct rdna3_row *r = rdna3_rows; r < rdna3_rows + RDNA3_ROW_COUNT; r++)
        if (strlen(r->name) == length && !memcmp(r->name, name, length))
            return r;
    return NULL;
}

uint64_t rdna3_inline_constant(unsigned src, unsigned type)
{
    static const uint64_t f64[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
                                   0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
                                   0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};
    static const uint32_t f32[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                   0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
    static const uint16_t f16[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                   0xc000, 0x4400, 0xc400, 0x3118};
    static const uint16_t bf16[] = {0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000,
                                    0xc000, 0x4080, 0xc080, 0x3e22};
    if (src >= SRC_INT_0 && src <= SRC_INT_0 + 64)
        return src - SRC_INT_0;
    if (src >= SRC_INT_M1 && src < SRC_INT_M1 + 16)
        return (uint64_t) - (int64_t)(src - SRC_INT_M1 + 1);
    unsigned i = src - SRC_FLOAT_FIRST;
    switch (type) {
    case T_f64:
    case T_b64:
    case T_u64:
    case T_i64:
        return f64[i];
    case T_f16:
    case T_b16:
    case T_u16:
    case T_i16:
    case T_2f16:
    case T_16f16:
    case T_16f16d:
        return f16[i];
    case T_bf16:
    case T_2bf16:
        return bf16[i];
    default:
        return f32[i];
    }
}

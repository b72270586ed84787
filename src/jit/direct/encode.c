/* encode.c: see encode.h. Intel SDM volume 2, 2.1 (legacy), 2.3 (VEX), 2.7 (EVEX). */
#include "jit/direct/encode.h"

#include <string.h>

enum space { GENERAL, BYTES, LOCKED, VEX0, VEX1, VEXNONE, VEX2, EITHER, EVEX };
enum tuple { NONE, FULL, MEM, HALF, QUARTER, E2, E4, E8, M16, M32 };

struct row {
    const char *text;
    uint8_t form, space, pp, map, opcode, w, tuple, ext, imm;
};

#define MOVI MOVI_FORM
static const struct row rows[OP_ROWS] = {
#define ROW(name, text, form, space, pp, map, opcode, w, tuple, ext, imm)                          \
    {text, form, space, pp, map, opcode, w, tuple, ext, imm},
#include "jit/direct/ops.h"
#undef ROW
};
#undef MOVI

enum form op_form(unsigned op) { return (enum form)rows[op].form; }
const char *op_text(unsigned op) { return rows[op].text; }

bool can_fold(const struct ins *i)
{
    if (i->op >= OP_ROWS || i->mem.kind != MEM_NONE)
        return false;
    const struct row *r = &rows[i->op];
    switch (r->space) {
    case EVEX:
    case EITHER:
    case VEX2:
        return !i->rounding && r->form != MR && r->tuple != NONE &&
               (!i->is_vex || r->form == RVM || r->form == RM || r->form == RVMK);
    case GENERAL:
        return (r->form == RM && i->op != LEA) || i->op == CMPI || i->op == TESTI;
    case BYTES:
        return r->form == RM;
    default:
        return i->op == KMOVQ_KK;
    }
}

unsigned broadcast_bytes(unsigned op)
{
    const struct row *r = &rows[op];
    bool has_evex = r->space == EVEX || r->space == EITHER;
    return !has_evex || r->tuple != FULL ? 0 : r->w ? 8 : 4;
}

bool touches_flags(unsigned op)
{
    if (op < MOV)
        return op == KORTESTW;
    return op != MOV && op != MOVI && op != LEA && op != MOVSXD && op != MOVZX8 && op != MOVZX16 &&
           op != MOVSX8 && op != MOVSX16 && op != SHLX && op != SHRX && op != SARX;
}

bool has_vex(unsigned op) { return rows[op].space != EVEX; }

static unsigned number(reg r)
{
    return r >= REG_K ? r - REG_K : r >= REG_Z ? r - REG_Z : r ? r - REG_G : 0;
}

static uint8_t *put32(uint8_t *p, int64_t value)
{
    int32_t v = (int32_t)value;
    memcpy(p, &v, 4);
    return p + 4;
}

/* What an 8-bit displacement counts. */
static int displacement_unit(const struct row *r, const struct ins *i)
{
    int bytes = 16 << i->vl;
    switch (r->tuple) {
    case FULL:
        return i->broadcast ? r->w ? 8 : 4 : bytes;
    case MEM:
        return bytes;
    case HALF:
        return i->broadcast ? r->w ? 8 : 4 : bytes / 2;
    case QUARTER:
        return bytes / 4;
    case E2:
        return 2;
    case E4:
        return 4;
    case E8:
        return 8;
    case M16:
        return 16;
    case M32:
        return 32;
    default:
        return 1;
    }
}

unsigned operand_bytes(const struct ins *i)
{
    struct ins whole = *i;
    whole.broadcast = false;
    return (unsigned)displacement_unit(&rows[i->op], &whole);
}

/* ModRM, SIB and displacement. imm: bytes behind these, which rip counts from the end of. */
static uint8_t *put_operand(uint8_t *p, unsigned field, const struct ins *i, reg rm, int unit,
                            const uint8_t *start, unsigned imm, int64_t to_pool)
{
    field = (field & 7) << 3;
    const struct mem *m = &i->mem;
    if (m->kind == MEM_NONE) {
        *p++ = (uint8_t)(0xc0 | field | (number(rm) & 7));
        return p;
    }
    if (m->kind == MEM_POOL) {
        *p++ = (uint8_t)(field | 5);
        return put32(p, to_pool + m->disp - (p + 4 - start) - imm);
    }
    unsigned base = number(m->base) & 7, mod = 2;
    bool has_sib = m->index || base == 4 || !m->base;
    int32_t disp = m->disp;
    if (!m->base)
        mod = 0, base = 5;
    else if (disp == 0 && base != 5)
        mod = 0;
    else if (disp % unit == 0 && disp / unit >= -128 && disp / unit < 128)
        mod = 1;
    *p++ = (uint8_t)(mod << 6 | field | (has_sib ? 4 : base));
    if (has_sib) {
        unsigned scale = !m->index       ? 0
                         : m->scale == 8 ? 3
                         : m->scale == 4 ? 2
                         : m->scale == 2 ? 1
                                         : 0;
        *p++ = (uint8_t)(scale << 6 | (m->index ? number(m->index) & 7 : 4) << 3 | base);
    }
    if (mod == 1)
        *p++ = (uint8_t)(disp / unit);
    else if (mod == 2 || !m->base)
        p = put32(p, disp);
    return p;
}

struct fields {
    unsigned reg, v; /* numbers */
    reg rm;
};

static struct fields fields_of(const struct row *r, const struct ins *i)
{
    switch (r->form) {
    case RVM:
    case RVMK:
        return (struct fields){number(i->d), number(i->a), i->b};
    case RM:
        return (struct fields){number(i->d), 0, i->b};
    case MR:
        return (struct fields){number(i->a), 0, i->d};
    case VM:
        return (struct fields){r->ext, number(i->d), i->b};
    case RMV:
        return (struct fields){number(i->d), number(i->b), i->a};
    case RMK:
        return (struct fields){number(i->d), number(i->k), 0};
    case MRK:
        return (struct fields){number(i->a), number(i->k), 0};
    default:
        return (struct fields){r->ext, 0, i->d ? i->d : i->b};
    }
}

static unsigned base_bit3(const struct ins *i, reg rm)
{
    return (number(i->mem.kind == MEM_NONE ? rm : i->mem.base) >> 3) & 1;
}

static unsigned index_bit3(const struct ins *i) { return (number(i->mem.index) >> 3) & 1; }

static uint8_t *put_evex(uint8_t *p, const struct row *r, const struct ins *i, struct fields f)
{
    bool is_vsib = i->mem.index >= REG_Z;
    unsigned x = i->mem.kind == MEM_NONE ? (number(f.rm) >> 4) & 1 : index_bit3(i);
    unsigned v4 = is_vsib ? (number(i->mem.index) >> 4) & 1 : (f.v >> 4) & 1;
    *p++ = 0x62;
    *p++ = (uint8_t)((~f.reg >> 3 & 1) << 7 | (x ^ 1) << 6 | (base_bit3(i, f.rm) ^ 1) << 5 |
                     (~f.reg >> 4 & 1) << 4 | r->map);
    *p++ = (uint8_t)(r->w << 7 | (~f.v & 15) << 3 | 4 | r->pp);
    unsigned size = i->rounding ? i->rounding - 1U : i->vl, b = i->broadcast || i->rounding;
    *p++ = (uint8_t)(i->zeroing << 7 | size << 5 | b << 4 | (v4 ^ 1) << 3 | number(i->k));
    *p++ = r->opcode;
    return p;
}

static uint8_t *put_vex(uint8_t *p, const struct row *r, const struct ins *i, struct fields f)
{
    if (r->space == VEXNONE) {
        *p++ = 0xc5;
        *p++ = 0xf8;
        *p++ = r->opcode;
        return p;
    }
    /* The one whose W is another in EVEX. */
    unsigned w = i->op == VPBROADCASTQ ? 0 : r->w | i->wide, l = r->space == VEX1 || i->vl == 1;
    *p++ = 0xc4;
    *p++ = (uint8_t)((~f.reg >> 3 & 1) << 7 | (index_bit3(i) ^ 1) << 6 |
                     (base_bit3(i, f.rm) ^ 1) << 5 | r->map);
    *p++ = (uint8_t)(w << 7 | (~f.v & 15) << 3 | l << 2 | r->pp);
    *p++ = r->opcode;
    return p;
}

static uint8_t *put_legacy(uint8_t *p, const struct row *r, const struct ins *i, struct fields f,
                           unsigned opcode)
{
    static const uint8_t prefixes[] = {0, 0x66, 0xf3, 0xf2};
    if (r->space == LOCKED)
        *p++ = 0xf0;
    if (r->pp)
        *p++ = prefixes[r->pp];
    unsigned rex =
        (unsigned)i->wide << 3 | (f.reg >> 3 & 1) << 2 | index_bit3(i) << 1 | base_bit3(i, f.rm);
    if (rex || r->space == BYTES)
        *p++ = (uint8_t)(0x40 | rex);
    if (r->map)
        *p++ = 0x0f;
    *p++ = (uint8_t)opcode;
    return p;
}

/* mov r, imm with the fewest bytes. */
static uint8_t *put_mov_imm(uint8_t *p, const struct ins *i)
{
    unsigned n = number(i->d);
    uint64_t v = (uint64_t)i->imm;
    if (v >> 32 == 0) {
        if (n >= 8)
            *p++ = 0x41;
        *p++ = (uint8_t)(0xb8 + (n & 7));
        return put32(p, (int64_t)v);
    }
    *p++ = (uint8_t)(0x48 | n >> 3);
    if (i->imm == (int32_t)i->imm) {
        *p++ = 0xc7;
        *p++ = (uint8_t)(0xc0 | (n & 7));
        return put32(p, i->imm);
    }
    *p++ = (uint8_t)(0xb8 + (n & 7));
    memcpy(p, &v, 8);
    return p + 8;
}

unsigned encode(uint8_t *start, const struct ins *i, int64_t to_pool)
{
    const struct row *r = &rows[i->op];
    struct fields f = fields_of(r, i);
    unsigned imm = r->imm, opcode = r->opcode;
    uint8_t *p = start;
    if (r->form == MOVI_FORM)
        return (unsigned)(put_mov_imm(p, i) - start);
    if (i->op == SETCC || i->op == CMOV)
        opcode += i->cc;
    if ((opcode == 0x81 || opcode == 0x69) && i->imm == (int8_t)i->imm && r->space == GENERAL &&
        !r->map) {
        opcode += 2; /* 8 bits, sign-extended */
        imm = 1;
    }
    if (r->form == O)
        opcode += number(f.rm) & 7;
    bool is_evex = r->space >= EITHER && !i->is_vex;
    int64_t value = r->form == RVMK ? number(i->k) << 4 : i->imm;
    if (is_evex)
        p = put_evex(p, r, i, f);
    else if (r->space >= VEX0)
        p = put_vex(p, r, i, f);
    else
        p = put_legacy(p, r, i, f, opcode);
    if (r->form != NOTHING && r->form != O)
        p = put_operand(p, f.reg, i, f.rm, is_evex ? displacement_unit(r, i) : 1, start, imm,
                        to_pool);
    memcpy(p, &value, imm);
    return (unsigned)(p + imm - start);
}

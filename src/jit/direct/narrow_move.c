/* narrow_move.c: permutations, parts of registers and elements that change their width, in lanes of
 * 128 bits as AVX2 has them. See narrow.h. */
#include "jit/direct/narrow_parts.h"

#include <string.h>

enum { MAX_SOURCES = 4 };

/* ---- permutations ---- */

/* Registers of 256 bits that elements are taken from, numbered as an index of dwords counts. */
struct sources {
    reg r[MAX_SOURCES];
    unsigned count;
};

static struct sources sources_of(struct narrow *n, reg first, reg second)
{
    struct sources s = {.count = second ? 4 : 2};
    for (unsigned q = 0; q < s.count; q++)
        s.r[q] = half_of(n, q < 2 ? first : second, q % 2);
    return s;
}

/* Eight dwords by a known index. */
static reg permute_known(struct narrow *n, const struct sources *s, const uint32_t *index)
{
    reg out = 0;
    uint32_t done = 0;
    for (unsigned q = 0; q < s->count; q++) {
        uint32_t lanes = 0, local[8];
        bool is_same = true;
        for (unsigned i = 0; i < 8; i++) {
            unsigned from = index[i] / 8 % s->count;
            bool is_here = !(done >> i & 1) && s->r[from] == s->r[q];
            local[i] = is_here ? index[i] % 8 : i;
            lanes |= (uint32_t)is_here << i;
            is_same = is_same && local[i] == i;
        }
        if (!lanes)
            continue;
        reg part = s->r[q];
        if (!is_same)
            part = two_in(n, VPERMD, load_mem(n, constant_bytes(n, local)), part);
        out = out ? two_imm(n, VPBLENDD, out, part, lanes) : part;
        done |= lanes;
    }
    return out;
}

/* Every second dword of two registers, from the first one or from the second one on. */
static reg every_second(struct narrow *n, reg low, reg high, unsigned first)
{
    return with_imm(n, VPERMQI, two_imm(n, VSHUFPS, low, high, first ? 0xdd : 0x88), 0xd8);
}

/* A lower half of a double and its upper one, in turn. */
static bool interleave(struct narrow *n, const struct sources *s, const uint32_t *index,
                       reg half[2])
{
    unsigned q = index[0] / 8;
    if (s->count != 4 || q > 1 || index[0] % 8)
        return false;
    for (unsigned i = 0; i < 16; i++)
        if (index[i] != index[0] + i / 2 + i % 2 * 16)
            return false;
    reg low = two_in(n, VPUNPCKLDQ, s->r[q], s->r[q + 2]),
        high = two_in(n, VPUNPCKHDQ, s->r[q], s->r[q + 2]);
    half[0] = two_imm(n, VPERM2I128, low, high, 0x20);
    half[1] = two_imm(n, VPERM2I128, low, high, 0x31);
    return true;
}

/* Lower or upper halves of doubles. */
static bool take_seconds(struct narrow *n, const struct sources *s, const uint32_t *index,
                         reg half[2])
{
    if (s->count != 4 || index[0] > 1)
        return false;
    for (unsigned i = 0; i < 16; i++)
        if (index[i] != index[0] + 2 * i)
            return false;
    for (unsigned h = 0; h < 2; h++)
        half[h] = every_second(n, s->r[2 * h], s->r[2 * h + 1], index[0]);
    return true;
}

/* By an index in a register: from all sources, and chosen by the bits above. */
static reg permute_any(struct narrow *n, const struct sources *s, reg index)
{
    reg part[MAX_SOURCES];
    for (unsigned q = 0; q < s->count; q++)
        part[q] = two_in(n, VPERMD, index, s->r[q]);
    unsigned bit = 3;
    for (unsigned left = s->count; left > 1; left /= 2, bit++) {
        reg sign = with_imm(n, VPSLLDI, index, 31 - bit);
        for (unsigned q = 0; q < left / 2; q++)
            part[q] = blend(n, 32, part[2 * q], part[2 * q + 1], sign);
    }
    return part[0];
}

/* The pool's bytes that a register was loaded from; false: it is not known. */
static bool known_index(struct narrow *n, reg r, uint8_t bytes[64])
{
    if (r < REG_VIRTUAL || r - REG_VIRTUAL >= n->old_count || !n->constants[r - REG_VIRTUAL])
        return false;
    memcpy(bytes, n->f->pool + n->constants[r - REG_VIRTUAL] - 1, 64);
    return true;
}

/* d = the dwords or quadwords of the sources that the register `index` says. */
static void permute(struct narrow *n, const struct ins *i, reg index, const struct sources *s,
                    unsigned bits)
{
    uint32_t dwords[16];
    uint64_t quads[8];
    uint8_t bytes[64];
    reg half[2];
    bool is_known = known_index(n, index, bytes);
    if (bits == 64 && !is_known) {
        cannot(n, i);
        return;
    }
    memcpy(quads, bytes, sizeof quads);
    memcpy(dwords, bytes, sizeof dwords);
    for (unsigned e = 0; bits == 64 && e < 16; e++)
        dwords[e] = 2 * (uint32_t)quads[e / 2] + e % 2;
    bool is_done = is_known && (interleave(n, s, dwords, half) || take_seconds(n, s, dwords, half));
    for (unsigned h = 0; h < 2 && !is_done; h++)
        half[h] = is_known ? permute_known(n, s, dwords + (size_t)(8 * h))
                           : permute_any(n, s, half_of(n, index, h));
    put_result(n, i, half);
}

/* 32 bytes by a known index: within lanes of 128 bits, and from the other lanes exchanged. */
static reg permute_bytes(struct narrow *n, const struct sources *s, const uint8_t *index)
{
    reg out = 0;
    for (unsigned q = 0; q < s->count; q++)
        for (unsigned other = 0; other < 2; other++) {
            uint8_t local[32];
            bool is_used = false;
            for (unsigned i = 0; i < 32; i++) {
                bool is_here =
                    index[i] / 32U % s->count == q && (index[i] / 16U + i / 16) % 2 == other;
                local[i] = is_here ? index[i] % 16 : 0x80;
                is_used = is_used || is_here;
            }
            if (!is_used)
                continue;
            reg from = other ? with_imm(n, VPERMQI, s->r[q], 0x4e) : s->r[q],
                part = with_mem(n, VPSHUFB, from, constant_bytes(n, local));
            out = out ? two_in(n, VPORD, out, part) : part;
        }
    return out;
}

/* Words by a known index. */
static void permute_words(struct narrow *n, const struct ins *i, reg index, const struct sources *s)
{
    uint8_t bytes[64], out[64];
    reg half[2];
    if (!known_index(n, index, bytes)) {
        cannot(n, i);
        return;
    }
    for (unsigned w = 0; w < 32; w++) {
        unsigned from = (bytes[2 * w] | (unsigned)bytes[2 * w + 1] << 8) % (16 * s->count);
        out[2 * w] = (uint8_t)(2 * from);
        out[2 * w + 1] = (uint8_t)(2 * from + 1);
    }
    for (unsigned h = 0; h < 2; h++)
        half[h] = permute_bytes(n, s, out + (size_t)(32 * h));
    put_result(n, i, half);
}

/* ---- parts ---- */

static void extract_part(struct narrow *n, const struct ins *i)
{
    unsigned part = (unsigned)i->imm;
    reg from = half_of(n, i->a, part / 2);
    put_move(n, i->d, part % 2 ? upper_part(n, from) : from);
}

static void insert_part(struct narrow *n, const struct ins *i)
{
    unsigned part = (unsigned)i->imm;
    reg half[2];
    for (unsigned h = 0; h < half_count(i); h++) {
        half[h] = half_of(n, i->a, h);
        if (h == part / 2) {
            reg b = b_reg(n, i, 0);
            half[h] = part % 2 ? join_parts(n, half[h], b) : two_imm(n, VPBLENDD, half[h], b, 0x0f);
        }
    }
    put_result(n, i, half);
}

static void broadcast_general(struct narrow *n, const struct ins *i, unsigned op)
{
    reg first = new_reg(n->f, CLASS_Z);
    struct ins *o = put_vex(n, i->op == VPBROADCASTQ_R ? LD_VMOVQ : LD_VMOVD, 0);
    o->d = first, o->b = i->b;
    if (i->vl == 2 && !i->k && can_be_alike(n, i->d)) {
        o = put_vex(n, op, 1);
        o->d = i->d, o->b = first;
        n->high[i->d - REG_VIRTUAL] = i->d;
        return;
    }
    reg all = one_in(n, op, first), half[2] = {all, all};
    unsigned bits = i->op == VPBROADCASTQ_R ? 64 : 32;
    for (unsigned h = 0; i->k && h < half_count(i); h++)
        half[h] = blend(n, bits, half_of(n, i->d, h), all, mask_vector(n, i->k, bits, h));
    put_result(n, i, half);
}

/* ---- elements that become wider ---- */

/* times: how many of b's elements are as wide as one that they become. */
static void widen(struct narrow *n, const struct ins *i, int32_t times)
{
    for (unsigned h = 0; h < half_count(i); h++) {
        struct mem m = i->mem;
        m.disp += (int32_t)h * 32 / times;
        reg b = 0;
        if (i->mem.kind == MEM_NONE && !h)
            b = i->b;
        else if (i->mem.kind == MEM_NONE)
            b = times == 2 ? upper_part(n, i->b) : with_imm(n, VPSHUFD, i->b, 0xee);
        if (i->broadcast)
            cannot(n, i);
        reg d = half_of(n, i->d, h);
        struct ins *o = put_vex(n, i->op, i->vl ? 1 : 0);
        o->d = d, o->b = b, o->mem = i->mem.kind ? m : i->mem;
    }
}

/* Of unsigned dwords, as doubles: 2^52 + the dword, exactly. */
static void widen_unsigned(struct narrow *n, const struct ins *i)
{
    reg half[2];
    struct mem magic = constant_quads(n, UINT64_C(0x4330000000000000));
    reg b = b_reg(n, i, 0);
    for (unsigned h = 0; h < half_count(i); h++) {
        reg wide = one_in(n, VPMOVZXDQ, h ? upper_part(n, b) : b);
        half[h] = with_mem(n, VSUBPD, with_mem(n, VPORD, wide, magic), magic);
    }
    put_result(n, i, half);
}

/* ---- elements that become narrower: 512 bits to 256, or 256 to 128 ---- */

/* An instruction that does it from 256 bits to 128. */
static void narrow_by_instruction(struct narrow *n, const struct ins *i)
{
    reg part[2];
    bool is_store_form = i->op == VCVTPS2PH;
    for (unsigned h = 0; h < half_count(i); h++) {
        part[h] = new_reg(n->f, CLASS_Z);
        reg in = is_store_form ? half_of(n, i->a, h) : b_reg(n, i, h);
        struct ins *o = put_vex(n, i->op, i->vl ? 1 : 0);
        o->d = part[h], o->imm = i->imm;
        *(is_store_form ? &o->a : &o->b) = in;
    }
    put_move(n, i->d, i->vl == 2 ? join_parts(n, part[0], part[1]) : part[0]);
}

/* Doubles, of which 256 bits become 128. */
static void doubles_to_unsigned(struct narrow *n, const struct ins *i)
{
    reg part[2];
    for (unsigned h = 0; h < half_count(i); h++)
        part[h] = to_unsigned(n, b_reg(n, i, h), true);
    put_move(n, i->d, i->vl == 2 ? join_parts(n, part[0], part[1]) : part[0]);
}

static void narrow_quads(struct narrow *n, const struct ins *i)
{
    reg low = half_of(n, i->a, 0), high = i->vl == 2 ? half_of(n, i->a, 1) : low;
    put_move(n, i->d, every_second(n, low, high, 0));
}

/* What the mask leaves of both halves' elements, half as wide, in order. */
static reg packed(struct narrow *n, const struct ins *i, unsigned op, struct mem mask)
{
    reg low = with_mem(n, VPANDD, half_of(n, i->a, 0), mask),
        high = i->vl == 2 ? with_mem(n, VPANDD, half_of(n, i->a, 1), mask) : low;
    return with_imm(n, VPERMQI, two_in(n, op, low, high), 0xd8);
}

static void narrow_dwords(struct narrow *n, const struct ins *i)
{
    bool is_word = i->op == VPMOVDW;
    reg words = packed(n, i, VPACKUSDW, constant_dwords(n, is_word ? 0xffff : 0xff));
    put_move(n, i->d, is_word ? words : two_in(n, VPACKUSWB, words, upper_part(n, words)));
}

static void narrow_words(struct narrow *n, const struct ins *i)
{
    put_move(n, i->d, packed(n, i, VPACKUSWB, constant_words(n, 0xff)));
}

/* ---- which ---- */

static bool change_width(struct narrow *n, const struct ins *i)
{
    switch (i->op) {
    case VPMOVZXDQ:
    case VPMOVSXDQ:
    case VPMOVZXWD:
    case VPMOVSXWD:
    case VCVTPS2PD:
    case VCVTDQ2PD:
    case VCVTPH2PS:
        widen(n, i, 2);
        return true;
    case VPMOVZXBD:
    case VPMOVSXBD:
        widen(n, i, 4);
        return true;
    case VCVTUDQ2PD:
        widen_unsigned(n, i);
        return true;
    case VCVTPD2PS:
    case VCVTTPD2DQ:
    case VCVTPS2PH:
        narrow_by_instruction(n, i);
        return true;
    case VCVTTPD2UDQ:
        doubles_to_unsigned(n, i);
        return true;
    case VPMOVQD:
        narrow_quads(n, i);
        return true;
    case VPMOVDW:
    case VPMOVDB:
        narrow_dwords(n, i);
        return true;
    case VPMOVWB:
        narrow_words(n, i);
        return true;
    default:
        return false;
    }
}

bool narrow_move(struct narrow *n, const struct ins *i)
{
    struct sources s;
    if (i->rounding)
        return false;
    switch (i->op) {
    case VPERMD:
    case VPERMQ:
        s = sources_of(n, i->b, 0);
        permute(n, i, i->a, &s, i->op == VPERMD ? 32 : 64);
        return true;
    case VPERMI2D:
    case VPERMI2Q:
        s = sources_of(n, i->a, i->b);
        permute(n, i, i->d, &s, i->op == VPERMI2D ? 32 : 64);
        return true;
    case VPERMW:
        s = sources_of(n, i->b, 0);
        permute_words(n, i, i->a, &s);
        return true;
    case VPERMI2W:
        s = sources_of(n, i->a, i->b);
        permute_words(n, i, i->d, &s);
        return true;
    case VEXTRACTI64X4:
        put_move(n, i->d, half_of(n, i->a, (unsigned)i->imm));
        return true;
    case VEXTRACTI32X4:
        extract_part(n, i);
        return true;
    case VINSERTI64X4: {
        reg half[2] = {half_of(n, i->a, 0), b_reg(n, i, 0)};
        if (!i->imm)
            half[0] = half[1], half[1] = half_of(n, i->a, 1);
        put_result(n, i, half);
        return true;
    }
    case VINSERTI32X4:
        insert_part(n, i);
        return true;
    case VPBROADCASTD_R:
        broadcast_general(n, i, VPBROADCASTD);
        return true;
    case VPBROADCASTQ_R:
        broadcast_general(n, i, VPBROADCASTQ);
        return true;
    case VPBROADCASTW_R:
        broadcast_general(n, i, VPBROADCASTW);
        return true;
    default:
        return change_width(n, i);
    }
}

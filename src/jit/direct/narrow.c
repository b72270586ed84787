/* narrow.c: see narrow.h. Registers by halves, what each half has an instruction for, and copies.
 */
#include "jit/direct/narrow.h"

#include <stdlib.h>
#include <string.h>

#include "jit/direct/encode.h"
#include "jit/direct/narrow_parts.h"

void cannot(struct narrow *n, const struct ins *i)
{
    if (!n->f->why)
        n->f->why = i->op < OP_ROWS ? op_text(i->op) : "an operation";
}

/* ---- registers and constants ---- */

reg half_of(struct narrow *n, reg r, unsigned half)
{
    if (!half || r < REG_VIRTUAL)
        return r;
    uint32_t v = r - REG_VIRTUAL;
    if (v >= n->old_count) { /* of this pass, which makes none of 512 bits */
        n->f->why = "half of a half";
        return r;
    }
    if (!n->high[v])
        n->high[v] = new_reg(n->f, CLASS_Z);
    return n->high[v];
}

bool can_be_alike(struct narrow *n, reg r)
{
    return r >= REG_VIRTUAL && n->defs[r - REG_VIRTUAL] == 1 && !n->high[r - REG_VIRTUAL];
}

static bool is_alike(struct narrow *n, reg r)
{
    return r < REG_VIRTUAL || n->high[r - REG_VIRTUAL] == r;
}

struct mem constant_bytes(struct narrow *n, const void *bytes)
{
    return (struct mem){.kind = MEM_POOL, .disp = (int32_t)pool_bytes(n->f, bytes, 32)};
}

struct mem constant_quads(struct narrow *n, uint64_t value)
{
    uint64_t all[4] = {value, value, value, value};
    return constant_bytes(n, all);
}

struct mem constant_dwords(struct narrow *n, uint32_t value)
{
    return constant_quads(n, (uint64_t)value << 32 | value);
}

struct mem constant_words(struct narrow *n, uint16_t value)
{
    return constant_dwords(n, (uint32_t)value << 16 | value);
}

/* An element in the pool as 256 bits of it. */
static struct mem spread_constant(struct narrow *n, const struct ins *i)
{
    uint64_t value = 0;
    unsigned bytes = broadcast_bytes(i->op);
    if (i->mem.kind != MEM_POOL)
        cannot(n, i);
    else
        memcpy(&value, n->f->pool + i->mem.disp, bytes);
    return bytes == 8 ? constant_quads(n, value) : constant_dwords(n, (uint32_t)value);
}

void set_b(struct narrow *n, struct ins *to, const struct ins *i, unsigned half)
{
    to->b = 0;
    to->mem = i->mem;
    if (i->mem.kind == MEM_NONE)
        to->b = half_of(n, i->b, half);
    else if (i->broadcast)
        to->mem = spread_constant(n, i);
    else
        to->mem.disp += (int32_t)half * 32;
    to->broadcast = false;
}

reg b_reg(struct narrow *n, const struct ins *i, unsigned half)
{
    if (i->mem.kind == MEM_NONE)
        return half_of(n, i->b, half);
    struct ins load = {0};
    set_b(n, &load, i, half);
    return load_mem(n, load.mem);
}

/* ---- instructions ---- */

static struct ins *append(struct narrow *n, struct ins i)
{
    static struct ins none;
    struct mfunction *f = n->f;
    if (!reserve(f, &f->code, &f->capacity, f->count, 1, sizeof *f->code))
        return &none;
    f->code[f->count] = i;
    return &f->code[f->count++];
}

struct ins *put_vex(struct narrow *n, unsigned op, uint8_t vl)
{
    return append(n, (struct ins){.op = (uint16_t)op, .vl = vl, .is_vex = true});
}

/* With a new d. */
static reg put_new(struct narrow *n, struct ins i)
{
    i.d = new_reg(n->f, CLASS_Z);
    i.is_vex = true;
    i.vl = 1;
    append(n, i);
    return i.d;
}

reg two_in(struct narrow *n, unsigned op, reg a, reg b)
{
    return put_new(n, (struct ins){.op = (uint16_t)op, .a = a, .b = b});
}

reg two_imm(struct narrow *n, unsigned op, reg a, reg b, int64_t imm)
{
    return put_new(n, (struct ins){.op = (uint16_t)op, .a = a, .b = b, .imm = imm});
}

reg with_mem(struct narrow *n, unsigned op, reg a, struct mem m)
{
    return put_new(n, (struct ins){.op = (uint16_t)op, .a = a, .mem = m});
}

reg with_imm(struct narrow *n, unsigned op, reg b, int64_t imm)
{
    return put_new(n, (struct ins){.op = (uint16_t)op, .b = b, .imm = imm});
}

reg one_in(struct narrow *n, unsigned op, reg b)
{
    return put_new(n, (struct ins){.op = (uint16_t)op, .b = b});
}

reg load_mem(struct narrow *n, struct mem m)
{
    return put_new(n, (struct ins){.op = VMOVDQU32, .mem = m});
}

reg blend(struct narrow *n, unsigned bits, reg a, reg b, reg mask)
{
    unsigned op = bits == 32 ? VBLENDVPS : bits == 64 ? VBLENDVPD : VPBLENDVB;
    return put_new(n, (struct ins){.op = (uint16_t)op, .a = a, .b = b, .k = mask});
}

reg invert(struct narrow *n, reg r)
{
    return with_mem(n, VPXORD, r, constant_dwords(n, UINT32_MAX));
}

void put_move(struct narrow *n, reg d, reg r)
{
    if (d == r)
        return;
    struct ins *i = put_vex(n, VMOVDQU32, 1);
    i->d = d, i->b = r;
    if (d >= REG_VIRTUAL)
        n->f->hints[d - REG_VIRTUAL] = r;
}

void put_result(struct narrow *n, const struct ins *i, const reg half[2])
{
    for (unsigned h = 0; h < half_count(i); h++)
        put_move(n, half_of(n, i->d, h), half[h]);
}

reg upper_part(struct narrow *n, reg r)
{
    reg d = new_reg(n->f, CLASS_Z);
    struct ins *i = put_vex(n, VEXTRACTI32X4, 1);
    i->d = d, i->a = r, i->imm = 1;
    return d;
}

reg join_parts(struct narrow *n, reg low, reg high)
{
    return two_imm(n, VINSERTI32X4, low, high, 1);
}

reg put_general(struct narrow *n, unsigned op, reg a, int64_t imm)
{
    reg d = new_reg(n->f, CLASS_G);
    append(n, (struct ins){.op = MOV, .d = d, .b = a});
    if (op != MOV)
        append(n, (struct ins){.op = (uint16_t)op, .d = d, .tied = true, .imm = imm});
    return d;
}

/* ---- what a half has an instruction for ---- */

static bool is_broadcast(unsigned op)
{
    return op == VPBROADCASTD || op == VPBROADCASTQ || op == VPBROADCASTW;
}

/* Both halves of the result are the same: a constant, a broadcast, or what is made of such. */
static bool makes_alike(struct narrow *n, const struct ins *i)
{
    if (i->vl != 2 || i->tied || i->k || op_form(i->op) == MR || !can_be_alike(n, i->d))
        return false;
    if (is_broadcast(i->op))
        return true;
    if (i->mem.kind == MEM_POOL && !i->broadcast) {
        const uint8_t *bytes = n->f->pool + i->mem.disp;
        if (memcmp(bytes, bytes + 32, 32) != 0)
            return false;
    }
    return i->mem.kind != MEM_AT && i->mem.kind != MEM_FRAME && is_alike(n, i->a) &&
           (i->mem.kind == MEM_POOL || is_alike(n, i->b));
}

static bool is_vector_or_memory(struct narrow *n, const struct ins *i)
{
    return i->mem.kind != MEM_NONE || (i->b && reg_class(n->f, i->b) == CLASS_Z);
}

/* Of what is no vector, itself. */
static reg operand_half(struct narrow *n, reg r, unsigned half)
{
    return r && reg_class(n->f, r) == CLASS_Z ? half_of(n, r, half) : r;
}

static void by_halves(struct narrow *n, const struct ins *i)
{
    enum form form = op_form(i->op);
    bool alike = makes_alike(n, i);
    for (unsigned h = 0; h < (alike ? 1 : half_count(i)); h++) {
        struct ins o = *i;
        o.is_vex = true;
        o.vl = i->vl == 2 ? 1 : i->vl;
        o.d = operand_half(n, i->d, h);
        o.a = operand_half(n, i->a, h);
        if (form == MR && i->mem.kind != MEM_NONE)
            o.mem.disp += (int32_t)h * 32;
        else if (form != MR && !is_broadcast(i->op) && is_vector_or_memory(n, i))
            set_b(n, &o, i, h);
        if (form == VM && o.mem.kind != MEM_NONE) /* VEX's are of registers alone */
            o.b = load_mem(n, o.mem), o.mem = (struct mem){0};
        append(n, o);
    }
    if (alike)
        n->high[i->d - REG_VIRTUAL] = i->d;
}

/* ---- all of it ---- */

/* Without a mask, of which elements a move is does not matter. */
static unsigned plain_move(unsigned op)
{
    if (op == VMOVDQU8 || op == VMOVDQU16 || op == VMOVDQU64)
        return VMOVDQU32;
    if (op == ST_VMOVDQU8 || op == ST_VMOVDQU16 || op == ST_VMOVDQU64)
        return ST_VMOVDQU32;
    return op;
}

static void vector(struct narrow *n, const struct ins *i)
{
    if (narrow_mask(n, i) || narrow_move(n, i) || narrow_op(n, i))
        return;
    struct ins plain = *i;
    if (!i->k)
        plain.op = (uint16_t)plain_move(i->op);
    i = &plain;
    if (i->k || i->rounding || !has_vex(i->op))
        cannot(n, i);
    else
        by_halves(n, i);
}

/* Vectors on edges: two copies. A half that no instruction asks for has none. */
static bool copy_halves(struct narrow *n)
{
    struct mfunction *f = n->f;
    struct copy *old = f->copies;
    uint32_t old_count = f->copy_count;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < old_count; i++) {
            const struct copy *c = &old[i];
            if (reg_class(f, c->to) != CLASS_Z || c->from != FROM_REG || c->to < REG_VIRTUAL ||
                !n->high[c->to - REG_VIRTUAL] || n->high[c->source - REG_VIRTUAL])
                continue;
            half_of(n, c->source, 1);
            changed = true;
        }
    }
    f->copies = NULL;
    f->copy_count = f->copy_capacity = 0;
    if (!reserve(f, &f->copies, &f->copy_capacity, 0, 2 * old_count + 1, sizeof *f->copies)) {
        release(old);
        return false;
    }
    for (uint32_t k = 0; k < f->count; k++) {
        struct ins *i = &f->code[k];
        if (i->op != OP_COPIES)
            continue;
        uint32_t first = f->copy_count;
        for (uint32_t at = 0; at < i->copies; at++) {
            struct copy c = old[i->imm + at];
            f->copies[f->copy_count++] = c;
            if (reg_class(f, c.to) != CLASS_Z || !n->high[c.to - REG_VIRTUAL])
                continue;
            c.to = n->high[c.to - REG_VIRTUAL];
            if (c.from == FROM_REG)
                c.source = n->high[c.source - REG_VIRTUAL];
            else if (!c.broadcast)
                c.mem.disp += 32;
            f->copies[f->copy_count++] = c;
        }
        i->imm = first;
        i->copies = (uint16_t)(f->copy_count - first);
    }
    release(old);
    return true;
}

static void count_def(void *context, reg *r, bool is_def, bool is_late)
{
    struct narrow *n = context;
    (void)is_late;
    if (is_def && *r >= REG_VIRTUAL && n->defs[*r - REG_VIRTUAL] < 2)
        n->defs[*r - REG_VIRTUAL]++;
}

/* What d holds now, if it comes from the pool as it is. */
static void note_constant(struct narrow *n, const struct ins *i)
{
    bool is_load = i->op == VMOVDQU32 && i->vl == 2 && i->mem.kind == MEM_POOL && !i->k;
    if (i->d >= REG_VIRTUAL)
        n->constants[i->d - REG_VIRTUAL] = is_load ? (uint32_t)i->mem.disp + 1 : 0;
}

/* Code as selected, in which definitions come before their uses, to f->code. */
static void rewrite(struct narrow *n, const struct ins *old, uint32_t count,
                    const uint32_t *block_at)
{
    struct mfunction *f = n->f;
    struct mblock *b = NULL;
    for (uint32_t k = 0; k < count && !f->why; k++) {
        const struct ins *i = &old[k];
        if (block_at[k]) {
            b = &f->blocks[block_at[k] - 1];
            b->first = f->count;
            forget_masks(n);
        }
        if (i->op == OP_NONE)
            continue;
        if (i->op >= MOV)
            append(n, *i);
        else {
            vector(n, i);
            note_constant(n, i);
        }
        if (b)
            b->end = f->count;
    }
}

bool narrow(struct mfunction *f)
{
    struct narrow n = {.f = f, .old_count = f->virtual_count};
    struct ins *old = f->code;
    uint32_t count = f->count, *block_at = calloc(count + 1, sizeof *block_at);
    n.high = calloc(n.old_count + 1, sizeof *n.high);
    n.defs = calloc(n.old_count + 1, sizeof *n.defs);
    n.constants = calloc(n.old_count + 1, sizeof *n.constants);
    bool ok = block_at && n.high && n.defs && n.constants;
    for (uint32_t i = 0; ok && i < count; i++)
        each_operand(f, &old[i], count_def, &n);
    for (uint32_t b = 0; ok && b < f->block_count; b++)
        if (f->blocks[b].first < f->blocks[b].end)
            block_at[f->blocks[b].first] = b + 1;
    for (uint32_t v = 0; v < n.old_count; v++)
        if (f->classes[v] == CLASS_K)
            f->classes[v] = CLASS_G;
    f->code = NULL;
    f->count = f->capacity = 0;
    if (ok) {
        rewrite(&n, old, count, block_at);
        ok = !f->why && copy_halves(&n);
    }
    release(old);
    free(block_at), free(n.high), free(n.defs), free(n.constants);
    if (!ok && !f->why)
        f->why = "memory";
    return ok;
}

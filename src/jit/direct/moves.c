/* moves.c: see moves.h. */
#include "jit/direct/moves.h"

#include <string.h>

#include "jit/direct/encode.h"

void write_ins(struct writer *w, struct ins i)
{
    struct bytes *o = w->out;
    if (!reserve(w->f, &o->code, &o->capacity, o->count, MAX_INS_BYTES, 1))
        return;
    if (i.mem.kind == MEM_FRAME) {
        i.mem.disp += (int32_t)w->variables;
        i.mem.kind = MEM_AT;
    }
    i.is_vex = w->f->is_narrow;
    o->count += encode(o->code + o->count, &i, -(int64_t)o->count);
    o->instructions++;
}

struct place place_of(const struct writer *w, reg r)
{
    if (r < REG_VIRTUAL)
        return (struct place){.r = r};
    return (struct place){w->f->place[r - REG_VIRTUAL], w->f->slot[r - REG_VIRTUAL]};
}

struct mem slot_mem(uint32_t at)
{
    return (struct mem){.kind = MEM_AT, .base = G(RSP), .disp = (int32_t)at};
}

static enum class class_of(reg r) { return r >= REG_K ? CLASS_K : r >= REG_Z ? CLASS_Z : CLASS_G; }

void load_slot(struct writer *w, reg r, uint32_t slot)
{
    static const uint16_t ops[] = {MOV, VMOVDQU32, KMOVQ_KK};
    write_ins(w, (struct ins){.op = ops[class_of(r)],
                              .d = r,
                              .vl = whole_vl(w->f),
                              .wide = true,
                              .mem = slot_mem(slot)});
}

void store_slot(struct writer *w, reg r, uint32_t slot)
{
    static const uint16_t ops[] = {ST_MOV, ST_VMOVDQU32, ST_KMOVQ};
    write_ins(w, (struct ins){.op = ops[class_of(r)],
                              .a = r,
                              .vl = whole_vl(w->f),
                              .wide = true,
                              .mem = slot_mem(slot)});
}

void move_reg(struct writer *w, reg to, reg from)
{
    static const uint16_t ops[] = {MOV, VMOVDQU32, KMOVQ_KK};
    if (to != from)
        write_ins(
            w,
            (struct ins){
                .op = ops[class_of(to)], .d = to, .b = from, .vl = whole_vl(w->f), .wide = true});
}

/* ---- copies at the same time ---- */

static reg transfer(const struct mfunction *f, enum class c)
{
    return c == CLASS_G ? SCRATCH_G : c == CLASS_Z ? Z(scratch_z(f)) : SCRATCH_K;
}
static reg aside(const struct mfunction *f, enum class c)
{
    return c == CLASS_G ? SCRATCH_G2 : c == CLASS_Z ? Z(scratch_z(f) + 1) : SCRATCH_K2;
}

static bool is_place(const struct writer *w, reg r, struct place p)
{
    if (!r)
        return false;
    struct place q = place_of(w, r);
    return p.r ? q.r == p.r : !q.r && q.slot == p.slot;
}

static bool reads(const struct writer *w, const struct copy *c, struct place p)
{
    return (c->from == FROM_REG && is_place(w, c->source, p)) || is_place(w, c->mem.base, p) ||
           is_place(w, c->mem.index, p);
}

/* A register of an address: itself, or `with`, which it is loaded into. */
static reg in_register(struct writer *w, reg r, reg with)
{
    struct place p = place_of(w, r);
    if (!r || p.r)
        return p.r;
    load_slot(w, with, p.slot);
    return with;
}

static struct mem with_registers(struct writer *w, struct mem m)
{
    m.base = in_register(w, m.base, SCRATCH_G);
    if (m.index && m.index < REG_VIRTUAL)
        return m;
    if (!m.index || place_of(w, m.index).r) {
        m.index = place_of(w, m.index).r;
        return m;
    }
    if (m.base != SCRATCH_G) {
        m.index = in_register(w, m.index, SCRATCH_G);
        return m;
    }
    /* Both are in the frame, and the other scratch register may hold what a cycle put aside. */
    if (m.scale != 1) {
        w->f->why = "registers for an address";
        return m;
    }
    write_ins(w, (struct ins){.op = ADD,
                              .d = SCRATCH_G,
                              .tied = true,
                              .wide = true,
                              .mem = slot_mem(place_of(w, m.index).slot)});
    m.index = 0;
    return m;
}

static void copy_one(struct writer *w, const struct copy *c, enum class k)
{
    struct place to = place_of(w, c->to), from = place_of(w, c->source);
    reg d = to.r ? to.r : transfer(w->f, k);
    switch (c->from) {
    case FROM_IMM:
        write_ins(w, (struct ins){.op = MOVI, .d = d, .imm = c->imm});
        break;
    case FROM_POOL:
        write_ins(w,
                  (struct ins){.op = k == CLASS_Z ? c->broadcast ? VPBROADCASTD : VMOVDQU32 : MOV,
                               .d = d,
                               .vl = whole_vl(w->f),
                               .wide = true,
                               .mem = c->mem});
        break;
    case FROM_ADDRESS:
        write_ins(w,
                  (struct ins){.op = LEA, .d = d, .wide = true, .mem = with_registers(w, c->mem)});
        break;
    default:
        if (from.r && !to.r) {
            store_slot(w, from.r, to.slot);
            return;
        }
        if (from.r)
            move_reg(w, d, from.r);
        else
            load_slot(w, d, from.slot);
        break;
    }
    if (!to.r)
        store_slot(w, d, to.slot);
}

static bool is_nothing(const struct writer *w, const struct copy *c)
{
    return c->from == FROM_REG && is_place(w, c->to, place_of(w, c->source));
}

/* Whether a copy that is left, other than number `but`, still reads this place. */
static bool is_needed(const struct writer *w, uint32_t count, uint32_t but, struct place p)
{
    for (uint32_t k = 0; k < count; k++)
        if (k != but && reads(w, &w->work[k], p))
            return true;
    return false;
}

/* Everything left waits for something else: one value goes aside. */
static void break_cycle(struct writer *w, uint32_t count)
{
    struct copy *first = &w->work[0];
    struct place p = place_of(w, first->to);
    enum class k = reg_class(w->f, first->to);
    reg r = aside(w->f, k);
    if (p.r)
        move_reg(w, r, p.r);
    else
        load_slot(w, r, p.slot);
    for (uint32_t i = 0; i < count; i++) {
        struct copy *c = &w->work[i];
        if (c->from == FROM_REG && is_place(w, c->source, p))
            c->source = r;
        if (is_place(w, c->mem.base, p))
            c->mem.base = r;
        if (is_place(w, c->mem.index, p))
            c->mem.index = r;
    }
}

void copy_all(struct writer *w, const struct copy *copies, uint32_t count)
{
    uint32_t left = 0;
    bool progress = true;
    if (!reserve(w->f, &w->work, &w->work_capacity, 0, count + 1, sizeof *w->work))
        return;
    for (uint32_t i = 0; i < count; i++)
        if (!is_nothing(w, &copies[i]))
            w->work[left++] = copies[i];
    while (left && !w->f->why) {
        if (!progress)
            break_cycle(w, left);
        progress = false;
        for (uint32_t i = 0; i < left;) {
            struct copy c = w->work[i];
            if (is_needed(w, left, i, place_of(w, c.to))) {
                i++;
                continue;
            }
            copy_one(w, &c, reg_class(w->f, c.to));
            w->work[i] = w->work[--left];
            progress = true;
        }
    }
}

/* finish.c: see finish.h. */
#include "jit/direct/finish.h"

#include <stdlib.h>
#include <string.h>

#include "jit/direct/allocate.h"
#include "jit/direct/encode.h"
#include "jit/direct/moves.h"

enum { SAVED_BYTES = 32 * 64 + 16 * 8 + 8 * 8, STACK_ALIGN = 128 };

struct jump {
    uint32_t at, to; /* where the distance is; the block */
    bool is_short;   /* it has 8 bits, not 32 */
};

struct finish {
    struct writer w;
    struct mfunction *f;
    struct bytes *out;
    uint32_t saved;       /* where the frame keeps registers over calls */
    uint32_t frame_bytes; /* all of it; the caller's stack pointer is kept behind */
    uint32_t *place;      /* of blocks */
    uint32_t *goes_to;    /* the block that runs where this one has no code */
    struct jump *jumps;
    uint32_t jump_count, jump_capacity;
    uint32_t at; /* index of the instruction */
    reg start;   /* what the next instruction's d begins as; 0: as itself */
    /* What the same code is like with long jumps: distances become smaller only. */
    const uint32_t *far_place;
    const struct jump *far_jumps;
};

/* ---- instructions ---- */

/* The scratch registers that one instruction has used. */
struct scratch {
    unsigned count[3];
    reg from[3][3], is[3][3];
};

static reg scratch_of(const struct mfunction *f, enum class c, unsigned n)
{
    return c == CLASS_G   ? n ? SCRATCH_G2 : SCRATCH_G
           : c == CLASS_Z ? Z(scratch_z(f) + n)
           : n            ? SCRATCH_K
                          : SCRATCH_K2;
}

/* A register for r, which lives in the frame; loads it if it is read. */
static reg borrow(struct finish *x, struct scratch *s, reg r, bool is_read)
{
    enum class c = reg_class(x->f, r);
    for (unsigned n = 0; n < s->count[c]; n++)
        if (s->from[c][n] == r)
            return s->is[c][n];
    if (s->count[c] == (c == CLASS_Z ? 3 : 2)) {
        x->f->why = "scratch registers";
        return scratch_of(x->f, c, 0);
    }
    unsigned n = s->count[c]++;
    s->from[c][n] = r;
    s->is[c][n] = scratch_of(x->f, c, n);
    if (is_read)
        load_slot(&x->w, s->is[c][n], place_of(&x->w, r).slot);
    return s->is[c][n];
}

static void read_reg(struct finish *x, struct scratch *s, reg *r)
{
    if (*r) {
        struct place p = place_of(&x->w, *r);
        *r = p.r ? p.r : borrow(x, s, *r, true);
    }
}

/* base + index in one scratch register, where both are in the frame. */
static void join_address(struct finish *x, struct scratch *s, struct mem *m)
{
    if (m->base < REG_VIRTUAL || m->index < REG_VIRTUAL || reg_class(x->f, m->index) != CLASS_G ||
        place_of(&x->w, m->base).r || place_of(&x->w, m->index).r)
        return;
    reg base = borrow(x, s, m->base, true), index = SCRATCH_G2;
    load_slot(&x->w, index, place_of(&x->w, m->index).slot);
    write_ins(&x->w, (struct ins){
                         .op = LEA,
                         .d = base,
                         .wide = true,
                         .mem = {.kind = MEM_AT, .base = base, .index = index, .scale = m->scale}});
    s->from[CLASS_G][0] = 0; /* it is not the base any more */
    m->base = base;
    m->index = 0;
}

/* A copy of all that a register has. */
static bool is_move(const struct finish *x, const struct ins *i)
{
    bool is_whole = i->op == VMOVDQU32 ? i->vl != (x->f->is_narrow ? 0 : 1)
                                       : i->op == KMOVQ_KK || (i->op == MOV && i->wide);
    return is_whole && i->mem.kind == MEM_NONE && !i->k;
}

/* false: nothing is left to write. */
static bool write_move(struct finish *x, const struct ins *i)
{
    struct place to = place_of(&x->w, i->d), from = place_of(&x->w, i->b);
    if (to.r && from.r)
        move_reg(&x->w, to.r, from.r);
    else if (to.r)
        load_slot(&x->w, to.r, from.slot);
    else if (from.r)
        store_slot(&x->w, from.r, to.slot);
    else
        return to.slot != from.slot;
    return false;
}

static bool only_reads_d(unsigned op) { return op == CMP || op == TEST || op == KORTESTW; }

/* Operand b in the frame, if the instruction can have it there. */
static void fold_slot(struct finish *x, struct ins *i)
{
    if (i->b < REG_VIRTUAL || place_of(&x->w, i->b).r)
        return;
    bool is_broadcast =
        (i->op == VPBROADCASTD_R || i->op == VPBROADCASTQ_R) && i->mem.kind == MEM_NONE;
    if (is_broadcast)
        i->op = i->op == VPBROADCASTD_R ? VPBROADCASTD : VPBROADCASTQ;
    else if (!can_fold(i) || i->b == i->d)
        return;
    i->mem = slot_mem(place_of(&x->w, i->b).slot);
    i->b = 0;
}

/* What a copy just before, left out, would have put there. */
static void begin_as(struct finish *x, reg r)
{
    struct place p = place_of(&x->w, x->start);
    if (x->start && p.r)
        move_reg(&x->w, r, p.r);
    else if (x->start)
        load_slot(&x->w, r, p.slot);
    x->start = 0;
}

/* A copy to the frame that the next instruction changes in place: it can be made in that one's
 * scratch register. */
static bool is_start(const struct finish *x, const struct ins *m, const struct ins *end)
{
    const struct ins *i = m + 1;
    return is_move(x, m) && i < end && i->op < OP_ROWS && i->tied && i->d == m->d && i->a != m->d &&
           i->b != m->d && i->mem.base != m->d && i->mem.index != m->d && i->k != m->d &&
           !i->late && !place_of(&x->w, m->d).r;
}

static void write_general(struct finish *x, struct ins i)
{
    struct scratch s = {.count = {0}};
    reg d = i.d;
    if (is_move(x, &i) && !write_move(x, &i))
        return;
    fold_slot(x, &i);
    join_address(x, &s, &i.mem);
    read_reg(x, &s, &i.mem.base);
    read_reg(x, &s, &i.mem.index);
    read_reg(x, &s, &i.a);
    read_reg(x, &s, &i.b);
    read_reg(x, &s, &i.k);
    bool reads = i.tied || only_reads_d(i.op);
    struct place p = place_of(&x->w, d);
    if (d && p.r) {
        i.d = p.r;
    } else if (d && reads) {
        i.d = borrow(x, &s, d, !x->start);
        begin_as(x, i.d);
    } else if (d) {
        enum class c = reg_class(x->f, d);
        unsigned n = s.count[c];
        i.d = scratch_of(x->f, c, n == 0 ? 0 : i.late ? n : n - 1);
    }
    write_ins(&x->w, i);
    if (d && !p.r && !only_reads_d(i.op))
        store_slot(&x->w, i.d, p.slot);
}

static void write_exchange(struct finish *x, const struct ins *i)
{
    struct place old = place_of(&x->w, i->b), value = place_of(&x->w, i->a),
                 base = place_of(&x->w, i->mem.base), to = place_of(&x->w, i->d);
    if (!value.r && !base.r) {
        x->f->why = "registers of an exchange";
        return;
    }
    if (!value.r)
        load_slot(&x->w, SCRATCH_G2, value.slot);
    if (!base.r)
        load_slot(&x->w, SCRATCH_G2, base.slot);
    if (old.r)
        move_reg(&x->w, G(RAX), old.r);
    else
        load_slot(&x->w, G(RAX), old.slot);
    struct mem m = i->mem;
    m.base = base.r ? base.r : SCRATCH_G2;
    write_ins(&x->w,
              (struct ins){
                  .op = CMPXCHG, .a = value.r ? value.r : SCRATCH_G2, .mem = m, .wide = i->wide});
    /* Of 32 bits, a failed exchange only is known to have zeros above. */
    if (!i->wide)
        write_ins(&x->w, (struct ins){.op = MOV, .d = G(RAX), .b = G(RAX)});
    if (to.r)
        move_reg(&x->w, to.r, G(RAX));
    else
        store_slot(&x->w, G(RAX), to.slot);
}

/* ---- calls ---- */

static const uint8_t arguments[MAX_ARGS] = {RDI, RSI, RDX, RCX, R8, R9};

static bool is_kept(const struct call *c, reg r)
{
    if (!c->keeps_all)
        return r == G(RBX) || r == G(RBP) || (r >= G(R12) && r <= G(R15));
    for (unsigned n = 0; n < c->count; n++)
        if (r == G(arguments[n]))
            return false;
    return true;
}

static uint32_t saved_at(const struct finish *x, reg r)
{
    return x->saved + (r >= REG_K   ? 32 * 64 + 16 * 8 + 8 * (r - REG_K)
                       : r >= REG_Z ? 64 * (r - REG_Z)
                                    : 32 * 64 + 8 * (r - REG_G));
}

/* Stores or loads the registers that hold something over the call. */
static void keep(struct finish *x, const struct call *c, reg result, bool back)
{
    uint32_t at = WRITES(x->at);
    for (reg r = 1; r < 72; r++) {
        bool holds = x->f->busy[(size_t)r * x->f->busy_words + at / 64] >> at % 64 & 1;
        if (!holds || r == result || is_kept(c, r))
            continue;
        if (back)
            load_slot(&x->w, r, saved_at(x, r));
        else
            store_slot(&x->w, r, saved_at(x, r));
    }
}

static void write_call(struct finish *x, const struct ins *i)
{
    const struct call *c = &x->f->calls[i->imm];
    struct copy copies[MAX_ARGS + 1];
    unsigned count = 0;
    struct place to = place_of(&x->w, i->d);
    for (unsigned n = 0; n < c->count; n++) {
        copies[count] = c->args[n];
        copies[count++].to = G(arguments[n]);
    }
    bool by_register = c->target.from == FROM_REG;
    if (by_register) {
        copies[count] = c->target;
        copies[count++].to = G(RAX);
    }
    keep(x, c, to.r, false);
    copy_all(&x->w, copies, count);
    if (!c->keeps_all)
        write_ins(&x->w, (struct ins){.op = VZEROUPPER});
    write_ins(&x->w, by_register ? (struct ins){.op = CALL_R, .b = G(RAX)}
                                 : (struct ins){.op = CALL_R, .mem = c->target.mem});
    if (to.r)
        move_reg(&x->w, to.r, G(RAX));
    else if (i->d)
        store_slot(&x->w, G(RAX), to.slot);
    keep(x, c, to.r, true);
}

/* ---- beginning and end ---- */

static const uint8_t pushed[] = {RBP, RBX, R12, R13, R14, R15};
enum { PUSHED = 6 };

static void write_entry(struct finish *x)
{
    for (unsigned i = 0; i < PUSHED; i++)
        write_ins(&x->w, (struct ins){.op = PUSH, .b = G(pushed[i])});
    write_ins(&x->w, (struct ins){.op = MOV, .d = G(RAX), .b = G(RSP), .wide = true});
    write_ins(&x->w, (struct ins){.op = SUBI,
                                  .d = G(RSP),
                                  .tied = true,
                                  .wide = true,
                                  .imm = x->frame_bytes + STACK_ALIGN});
    write_ins(&x->w, (struct ins){
                         .op = ANDI, .d = G(RSP), .tied = true, .wide = true, .imm = -STACK_ALIGN});
    write_ins(&x->w, (struct ins){
                         .op = ST_MOV, .a = G(RAX), .wide = true, .mem = slot_mem(x->frame_bytes)});
}

static void write_return(struct finish *x, const struct ins *i)
{
    struct place p = place_of(&x->w, i->d);
    if (p.r)
        move_reg(&x->w, G(RAX), p.r);
    else
        load_slot(&x->w, G(RAX), p.slot);
    write_ins(&x->w, (struct ins){.op = VZEROUPPER});
    load_slot(&x->w, G(RSP), x->frame_bytes);
    for (unsigned n = PUSHED; n-- > 0;)
        write_ins(&x->w, (struct ins){.op = POP, .b = G(pushed[n])});
    write_ins(&x->w, (struct ins){.op = RETQ});
}

/* ---- jumps ---- */

static uint32_t target(const struct finish *x, uint32_t block)
{
    while (x->goes_to[block] != UINT32_MAX)
        block = x->goes_to[block];
    return block;
}

static bool is_near(const struct finish *x, uint32_t to)
{
    enum { MOST = 120 };
    if (!x->far_place)
        return false;
    int64_t by = (int64_t)x->far_place[to] - x->far_jumps[x->jump_count].at;
    return by > -MOST && by < MOST;
}

static void write_jump(struct finish *x, int cc, uint32_t to)
{
    struct bytes *o = x->out;
    if (!reserve(x->f, &o->code, &o->capacity, o->count, MAX_INS_BYTES, 1) ||
        !reserve(x->f, &x->jumps, &x->jump_capacity, x->jump_count, 1, sizeof *x->jumps))
        return;
    bool is_short = is_near(x, to);
    if (is_short) {
        o->code[o->count++] = (uint8_t)(cc < 0 ? 0xeb : 0x70 + cc);
    } else if (cc < 0) {
        o->code[o->count++] = 0xe9;
    } else {
        o->code[o->count++] = 0x0f;
        o->code[o->count++] = (uint8_t)(0x80 + cc);
    }
    x->jumps[x->jump_count++] = (struct jump){o->count, to, is_short};
    o->count += is_short ? 1 : 4;
    o->instructions++;
}

/* What a block ends with: jumps on conditions, then one without. The next block needs none. */
static void write_jumps(struct finish *x, uint32_t block)
{
    const struct mblock *b = &x->f->blocks[block];
    uint32_t next = block + 1, end = b->end;
    while (next < x->f->block_count && x->goes_to[next] != UINT32_MAX)
        next++;
    const struct ins *last = &x->f->code[end - 1], *jcc = end - b->first > 1 ? last - 1 : NULL;
    uint32_t to = target(x, (uint32_t)last->imm);
    if (jcc && jcc->op == OP_JCC && target(x, (uint32_t)jcc->imm) == next && to != next)
        write_jump(x, jcc->cc ^ 1, to);
    else {
        if (jcc && jcc->op == OP_JCC && target(x, (uint32_t)jcc->imm) != to)
            write_jump(x, jcc->cc, target(x, (uint32_t)jcc->imm));
        if (to != next)
            write_jump(x, -1, to);
    }
}

static void write_one(struct finish *x, const struct ins *i)
{
    switch (i->op) {
    case OP_NONE:
        break;
    case OP_COPIES:
        copy_all(&x->w, x->f->copies + i->imm, i->copies);
        break;
    case OP_CALL:
        write_call(x, i);
        break;
    case OP_EXCHANGE:
        write_exchange(x, i);
        break;
    case OP_RET:
        write_return(x, i);
        break;
    case OP_JCC:
        write_jump(x, i->cc, target(x, (uint32_t)i->imm));
        break;
    default:
        write_general(x, *i);
        break;
    }
}

static void write_block(struct finish *x, uint32_t block)
{
    const struct mblock *b = &x->f->blocks[block];
    uint32_t end = b->end;
    bool jumps = end > b->first && x->f->code[end - 1].op == OP_JUMP;
    x->place[block] = x->out->count;
    if (jumps)
        end -= end - b->first > 1 && x->f->code[end - 2].op == OP_JCC ? 2 : 1;
    for (x->at = b->first; x->at < end; x->at++) {
        const struct ins *i = &x->f->code[x->at];
        if (is_start(x, i, x->f->code + end))
            x->start = i->b;
        else
            write_one(x, i);
    }
    if (jumps && x->goes_to[block] == UINT32_MAX)
        write_jumps(x, block);
}

/* Blocks of nothing but a jump, once registers are known. */
static void find_empty(struct finish *x)
{
    struct mfunction *f = x->f;
    for (uint32_t b = 0; b < f->block_count; b++) {
        const struct mblock *m = &f->blocks[b];
        bool is_empty = m->end > m->first && f->code[m->end - 1].op == OP_JUMP;
        for (uint32_t i = m->first; is_empty && i + 1 < m->end; i++) {
            const struct ins *c = &f->code[i];
            is_empty = c->op == OP_NONE || c->op == OP_COPIES;
            for (unsigned n = 0; is_empty && c->op == OP_COPIES && n < c->copies; n++) {
                const struct copy *y = &f->copies[c->imm + n];
                struct place p = place_of(&x->w, y->to), q = place_of(&x->w, y->source);
                is_empty = y->from == FROM_REG && p.r == q.r && (p.r || p.slot == q.slot);
            }
        }
        x->goes_to[b] = is_empty && f->code[m->end - 1].imm != b ? (uint32_t)f->code[m->end - 1].imm
                                                                 : UINT32_MAX;
    }
}

static void fix_jumps(struct finish *x)
{
    for (uint32_t i = 0; i < x->jump_count; i++) {
        const struct jump *j = &x->jumps[i];
        int32_t by = (int32_t)(x->place[j->to] - (j->at + (j->is_short ? 1 : 4)));
        memcpy(x->out->code + j->at, &by, j->is_short ? 1 : 4);
    }
}

static bool put_pool(struct finish *x)
{
    uint32_t bytes = (x->f->pool_bytes + 63) & ~63U;
    if (!reserve(x->f, &x->out->code, &x->out->capacity, 0, bytes + 1, 1))
        return false;
    if (x->f->pool_bytes)
        memcpy(x->out->code, x->f->pool, x->f->pool_bytes);
    memset(x->out->code + x->f->pool_bytes, 0, bytes - x->f->pool_bytes);
    x->out->count = x->out->entry = bytes;
    return true;
}

static bool write_all(struct finish *x)
{
    x->out->instructions = 0;
    x->place = calloc(x->f->block_count + 1, sizeof *x->place);
    if (!x->place || !put_pool(x)) {
        x->f->why = "memory";
        return false;
    }
    write_entry(x);
    for (uint32_t b = 0; b < x->f->block_count && !x->f->why; b++)
        write_block(x, b);
    return !x->f->why;
}

bool finish(struct mfunction *f, uint32_t slot_bytes, struct bytes *out)
{
    *out = (struct bytes){0};
    uint32_t variables = (slot_bytes + STACK_ALIGN - 1) & ~(uint32_t)(STACK_ALIGN - 1);
    uint32_t saved = (variables + f->frame_bytes + 63) & ~63U;
    struct finish x = {.w = {.f = f, .out = out, .variables = variables},
                       .f = f,
                       .out = out,
                       .saved = saved,
                       .frame_bytes = saved + (f->call_count ? SAVED_BYTES : 0)};
    x.goes_to = calloc(f->block_count + 1, sizeof *x.goes_to);
    if (!x.goes_to) {
        f->why = "memory";
        return false;
    }
    find_empty(&x);
    bool ok = write_all(&x);
    uint32_t *far_place = x.place;
    struct jump *far_jumps = x.jumps;
    x.place = NULL;
    x.jumps = NULL;
    x.jump_count = x.jump_capacity = 0;
    x.far_place = far_place;
    x.far_jumps = far_jumps;
    ok = ok && write_all(&x);
    if (ok)
        fix_jumps(&x);
    free(far_place), free(far_jumps);
    free(x.place), free(x.goes_to), free(x.jumps), free(x.w.work);
    return ok;
}

/* liveness.c: which variables are live, in which lanes, and which are newer than the wave's copy.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/rdna3/exec/layer.h"
#include "jit/region.h"

/* ---- what is known of lane masks ---- */

static bool has(const uint64_t set[2], unsigned n) { return set[n / 64] >> n % 64 & 1; }

static void put_fact(uint64_t set[2], unsigned n, bool holds)
{
    set[n / 64] = (set[n / 64] & ~(UINT64_C(1) << n % 64)) | (uint64_t)holds << n % 64;
}

struct mask {
    bool within, full, rest;
};

static struct mask facts_of(const struct mask_facts *f, unsigned n)
{
    return (struct mask){has(f->within, n), has(f->full, n), has(f->rest, n)};
}

static struct mask operand_mask(const struct mask_facts *f, const struct rdna3_scalar *x)
{
    if (x->index < SGPR_TRASH && x->index != SRC_NULL)
        return facts_of(f, x->index);
    return (struct mask){x->index == 0xffff && x->imm == 0, false, false};
}

static void set_mask(struct mask_facts *f, unsigned n, struct mask m)
{
    if (n < SGPR_TRASH) {
        put_fact(f->within, n, m.within);
        put_fact(f->full, n, m.full);
        put_fact(f->rest, n, m.rest);
    }
}

static struct mask and_mask(struct mask a, struct mask b)
{
    return (struct mask){a.within || b.within, a.full && b.full, false};
}

static struct mask or_mask(struct mask a, struct mask b)
{
    return (struct mask){a.within && b.within, (a.full && b.within) || (b.full && a.within), false};
}

static bool is_exec(const struct rdna3_scalar *x) { return x->index == SRC_EXEC_LO; }

/* EXEC and what it has not, as where the two ways of a condition meet. */
static struct mask xor_mask(const struct rdna3_salu *s, struct mask a, struct mask b)
{
    bool rest = (is_exec(&s->a) && a.within && b.full) || (is_exec(&s->b) && b.within && a.full);
    return (struct mask){a.within && b.within, false, rest};
}

static struct mask or_masks(const struct rdna3_salu *s, struct mask a, struct mask b)
{
    struct mask m = or_mask(a, b);
    m.full |= (is_exec(&s->a) && a.within && b.rest) || (is_exec(&s->b) && b.within && a.rest);
    return m;
}

/* A scalar op on masks of the wave's width: from the facts before it to those behind. */
static void salu_masks(const struct region *r, const struct rdna3_op *o,
                       const struct mask_facts *before, struct mask_facts *f)
{
    const struct rdna3_salu *s = &o->salu;
    struct mask a = operand_mask(before, &s->a), b = operand_mask(before, &s->b),
                exec = facts_of(before, SRC_EXEC_LO), both = {a.within && b.within, false, false};
    bool is_wide = r->halves == 2;
#define IS(name) (o->base.row == (is_wide ? RDNA3_##name##_B64 : RDNA3_##name##_B32))
    if (IS(S_MOV))
        set_mask(f, s->dst, a);
    else if (IS(S_AND))
        set_mask(f, s->dst, and_mask(a, b));
    else if (IS(S_OR))
        set_mask(f, s->dst, or_masks(s, a, b));
    else if (IS(S_XOR))
        set_mask(f, s->dst, xor_mask(s, a, b));
    else if (IS(S_AND_NOT1))
        set_mask(f, s->dst, (struct mask){a.within, false, false});
    else if (IS(S_CSELECT))
        set_mask(f, s->dst, (struct mask){both.within, a.full && b.full, false});
    if (s->dst == SRC_EXEC_LO || !s->writes_exec)
        return;
    struct mask now = {false, false, false};
    if (IS(S_AND_SAVEEXEC))
        now = and_mask(a, exec);
    else if (IS(S_OR_SAVEEXEC))
        now = or_mask(a, exec);
    else if (IS(S_XOR_SAVEEXEC))
        now.within = a.within && exec.within;
    else if (IS(S_AND_NOT0_SAVEEXEC))
        now.within = exec.within;
    else if (IS(S_AND_NOT1_SAVEEXEC))
        now.within = a.within;
    else
        return;
#undef IS
    set_mask(f, s->dst, exec);
    set_mask(f, SRC_EXEC_LO, now);
}

static void follow_masks(const struct region *r, struct region_op *at, struct mask_facts *f)
{
    const struct rdna3_op *o = &r->code->ops[at->slot];
    struct mask_facts before = *f;
    struct mask exec = facts_of(f, SRC_EXEC_LO);
    at->is_full = exec.full;
    at->is_within = exec.within;
    /* What is written is unknown, but for the cases below. */
    for (unsigned n = 0; n <= SRC_EXEC_HI; n++)
        if (var_has(&at->fx.def, VAR_S0 + n)) {
            set_mask(f, n, (struct mask){false, false, false});
            if (r->halves == 2 && n > 0)
                set_mask(f, n - 1, (struct mask){false, false, false});
        }
    if (at->fx.treatment == AS_LEAVE || at->fx.treatment == AS_SYNC) {
        if (!is_wait(o))
            *f = (struct mask_facts){{0}, {0}, {0}};
    } else if (o->executor == EXECUTOR_exec_salu) {
        salu_masks(r, o, &before, f);
    } else if (is_vector(o) && o->valu.writes_co) {
        set_mask(f, o->valu.co_is_exec ? SRC_EXEC_LO : o->valu.co_sgpr,
                 (struct mask){exec.within, false, false});
    }
    if (at->fx.exec != EXEC_STAYS || var_has(&at->fx.def, VAR_S0 + SRC_EXEC_LO))
        memset(f->rest, 0, sizeof f->rest);
    at->ends_within = has(f->within, SRC_EXEC_LO);
}

/* ---- liveness ---- */

/* What is live behind a block. */
static void live_behind(const struct region *r, const struct block *b, struct liveness *out)
{
    const struct rdna3_op *last = &r->code->ops[b->last];
    enum treatment t = r->ops[b->op + b->ops - 1].fx.treatment;
    bool outside = t == AS_LEAVE && may_return(last);
    bool runs_out = t != AS_LEAVE && b->succ[0] < 0 && b->succ[1] < 0;
    int next[3] = {b->succ[0], b->succ[1], outside && is_wait(last) ? b->after : -1};
    if ((outside && next[2] < 0) || runs_out || (is_branch(last) && last->salu.target == 0)) {
        add_all(r, &out->active);
        out->suspended = out->never = vgprs_of(&out->active);
    }
    for (unsigned k = 0; k < 3; k++)
        if (next[k] >= 0) {
            const struct liveness *in = &r->blocks[next[k]].in;
            add_set(&out->active, &in->active);
            add_set(&out->suspended, &in->suspended);
            add_set(&out->never, &in->never);
        }
    if (b->ends_full) /* there are no such lanes */
        memset(&out->suspended, 0, sizeof out->suspended);
}

static varset live_anywhere(const struct liveness *l)
{
    varset s = l->active;
    add_set(&s, &l->suspended);
    add_set(&s, &l->never);
    return s;
}

/* A lane that is in one of the classes before EXEC is written may be in several behind. */
static void live_before_exec(const struct region_op *o, struct liveness *l)
{
    enum exec_change x = o->fx.exec;
    if (x == EXEC_STAYS)
        return;
    varset any = live_anywhere(l), started = l->active;
    any = vgprs_of(&any);
    add_set(&started, &l->suspended);
    started = vgprs_of(&started);
    if (x != EXEC_WIDENS)
        add_set(&l->active, o->is_within && o->ends_within ? &started : &any);
    if (x == EXEC_NARROWS)
        return;
    if (o->ends_within)
        l->suspended = started;
    else
        l->suspended = l->never = any;
}

/* From what is live behind an op to what is live before it, and what it keeps. */
static void live_before(const struct region_op *o, struct liveness *l, varset *kept)
{
    live_before_exec(o, l);
    if (o->is_full) /* there are no such lanes */
        memset(&l->suspended, 0, sizeof l->suspended);
    if (kept)
        for (unsigned i = 0; i < VARSET_WORDS; i++)
            kept->w[i] = o->fx.def.w[i] & (l->suspended.w[i] | l->never.w[i]);
    remove_set(&l->active, &o->fx.def);
    add_set(&l->active, &o->fx.use);
    add_set(&l->suspended, &o->fx.across);
    add_set(&l->never, &o->fx.across);
}

void region_live_before(const struct region *r, const struct block *b, const struct region_op *at,
                        varset *out)
{
    struct liveness l = b->out;
    for (const struct region_op *o = &r->ops[b->op + b->ops]; o-- > at;)
        live_before(o, &l, NULL);
    *out = live_anywhere(&l);
}

static bool grows(varset *s, const varset *by)
{
    bool yes = false;
    for (unsigned i = 0; i < VARSET_WORDS; i++) {
        yes |= (by->w[i] & ~s->w[i]) != 0;
        s->w[i] |= by->w[i];
    }
    return yes;
}

static void meet_masks(struct mask_facts *into, const struct mask_facts *with)
{
    for (unsigned i = 0; i < 2; i++) {
        into->within[i] &= with->within[i];
        into->full[i] &= with->full[i];
        into->rest[i] &= with->rest[i];
    }
}

/* Facts at the start of blocks: what holds on all ways there. */
static void solve_masks(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++)
        memset(&r->blocks[i].masks, (int)i == r->entry ? 0 : 0xff, sizeof r->blocks[i].masks);
    set_mask(&r->blocks[r->entry].masks, SRC_EXEC_LO, (struct mask){true, true, false});
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            struct block *b = &r->blocks[i];
            struct mask_facts f = b->masks;
            for (uint32_t k = 0; k < b->ops; k++)
                follow_masks(r, &r->ops[b->op + k], &f);
            b->ends_full = has(f.full, SRC_EXEC_LO);
            int next[3] = {b->succ[0], b->succ[1], b->after};
            for (unsigned k = 0; k < 3; k++) {
                if (next[k] < 0)
                    continue;
                struct mask_facts *to = &r->blocks[next[k]].masks, old = *to;
                meet_masks(to, &f);
                again |= memcmp(to, &old, sizeof old) != 0;
            }
        }
    }
}

void solve_liveness(struct region *r)
{
    solve_masks(r);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = r->count; i-- > 0;) {
            struct block *b = &r->blocks[i];
            live_behind(r, b, &b->out);
            struct liveness l = b->out;
            for (uint32_t k = b->ops; k-- > 0;)
                live_before(&r->ops[b->op + k], &l, &r->ops[b->op + k].kept);
            again |= grows(&b->in.active, &l.active);
            again |= grows(&b->in.suspended, &l.suspended);
            again |= grows(&b->in.never, &l.never);
        }
    }
    for (unsigned i = 0; i < r->count; i++) {
        struct block *b = &r->blocks[i];
        b->live_in = live_anywhere(&b->in);
        b->live_out = live_anywhere(&b->out);
    }
}

/* What a loop with waits does not write. */
static void find_clean(struct region *r, struct block *head, uint8_t *in_loop)
{
    unsigned index = (unsigned)(head - r->blocks);
    bool waits = false;
    if (!head->is_loop || (int)index == r->entry || !region_loop(r, index, true, in_loop))
        return;
    varset written = {{0}};
    for (unsigned i = index; i < r->count; i++)
        if (in_loop[i]) {
            const struct block *b = &r->blocks[i];
            add_set(&written, &b->def);
            waits |= b->after >= 0 && in_loop[b->after];
        }
    if (!waits)
        return;
    head->clean = head->live_in;
    remove_set(&head->clean, &written);
}

void solve_dirty(struct region *r)
{
    uint8_t *marks = malloc(r->count + 1);
    for (unsigned i = 0; i < r->count; i++) {
        memset(&r->blocks[i].clean, 0, sizeof r->blocks[i].clean);
        if (marks)
            find_clean(r, &r->blocks[i], marks);
    }
    free(marks);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            struct block *b = &r->blocks[i];
            for (unsigned k = 0; k < 2; k++) {
                if (b->succ[k] < 0)
                    continue;
                struct block *s = &r->blocks[b->succ[k]];
                for (unsigned w = 0; w < VARSET_WORDS; w++) {
                    uint64_t d =
                        (b->dirty_in.w[w] | b->def.w[w]) & s->live_in.w[w] & ~s->clean.w[w];
                    d |= s->dirty_in.w[w];
                    again |= d != s->dirty_in.w[w];
                    s->dirty_in.w[w] = d;
                }
            }
        }
    }
}

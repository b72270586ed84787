/* copies.c: see copies.h. In rounds: functions that call nothing are copied first, then those that
 * called only these, which now call nothing. Recursive ones always call. */
#include "jit/copies.h"

#include <stdlib.h>
#include <string.h>

#include "jit/isa.h"
#include "jit/origins.h"

enum { MAX_ROUNDS = 8, MAX_FUNCTION_OPS = 96, MAX_FUNCTION_BLOCKS = 16, MAX_COPIED_OPS = 1024 };

/* Blocks of a function, in the order of their code. */
struct function {
    unsigned block[MAX_FUNCTION_BLOCKS], blocks, ops;
};

struct copier {
    struct region *r;
    const struct jump_list *calls;
    struct origins *at; /* [region->count] at the start of blocks */
    uint8_t *reached;   /* [region->count] */
    unsigned room;      /* ops that may still be copied */
};

static struct region_op *last_op(const struct region *r, const struct block *b)
{
    return &r->ops[b->op + b->ops - 1];
}

static bool is_call(const struct region_op *at)
{
    return at->fx.treatment == AS_LEAVE && at->to != NO_ADDRESS && at->link != NO_ADDRESS;
}

static bool is_return(const struct region_op *at)
{
    return at->fx.treatment == AS_LEAVE && at->to != NO_ADDRESS && at->link == NO_ADDRESS;
}

/* ---- what scalars have ---- */

static void follow_block(const struct region *r, const struct block *b, struct origins *o)
{
    for (uint32_t k = 0; k + 1 < b->ops; k++)
        origins_follow(r, o, &r->ops[b->op + k]);
}

/* Behind the block, its last op too. */
static void reach(struct copier *c, int to, const struct origins *o, bool *again)
{
    if (to < 0)
        return;
    const struct block *b = &c->r->blocks[to];
    bool is_open = b->is_label || b->is_root || b->is_way || to == c->r->entry;
    if (!c->reached[to]) {
        c->reached[to] = 1;
        *again = true;
        if (!is_open)
            c->at[to] = *o;
        else
            c->at[to].count = 0;
    } else if (!is_open) {
        *again |= origins_meet(&c->at[to], o);
    }
}

static void solve_origins(struct copier *c)
{
    const struct region *r = c->r;
    bool again = true;
    memset(c->reached, 0, r->count);
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        if (b->is_label || b->is_root || b->is_way || (int)i == r->entry)
            reach(c, (int)i, NULL, &again);
    }
    while (again) {
        again = false;
        for (unsigned i = 0; i < r->count; i++) {
            const struct block *b = &r->blocks[i];
            struct origins o;
            if (!c->reached[i])
                continue;
            o = c->at[i];
            for (uint32_t k = 0; k < b->ops; k++)
                origins_follow(r, &o, &r->ops[b->op + k]);
            for (unsigned k = 0; k < 2; k++)
                reach(c, b->succ[k], &o, &again);
            reach(c, b->after, &(struct origins){.count = 0}, &again);
        }
    }
}

/* Where results are halves of addresses of code, ops say so. */
static void note_addresses(struct copier *c)
{
    const struct region *r = c->r;
    for (unsigned i = 0; i < r->count; i++) {
        struct origins o = c->at[i];
        for (uint32_t k = 0; k < r->blocks[i].ops && c->reached[i]; k++) {
            struct region_op *at = &r->ops[r->blocks[i].op + k];
            origins_follow(r, &o, at);
            if (at->kind != OP_COMPUTE || at->fx.treatment != AS_IR)
                continue;
            const struct destination *to = &computation_of(r, at, 0)->destination[0];
            struct origin is = origin_of_scalar(&o, to->var);
            bool is_half = to->kind == TO_SCALAR && to->bits == 32 &&
                           (is.kind == ORIGIN_LOW || is.kind == ORIGIN_HIGH);
            at->code_half = is_half ? 1 + (is.kind == ORIGIN_HIGH) : 0;
            at->code_at = is.at;
        }
    }
}

/* ---- functions ---- */

static int place_in(const struct function *f, int block)
{
    for (unsigned i = 0; i < f->blocks; i++)
        if ((int)f->block[i] == block)
            return (int)i;
    return -1;
}

/* Adds a block, in order. */
static bool add_block(const struct region *r, struct function *f, int block)
{
    unsigned i = f->blocks;
    if (block < 0 || block == r->entry || r->blocks[block].is_way ||
        f->blocks == MAX_FUNCTION_BLOCKS)
        return false;
    f->ops += r->blocks[block].ops;
    for (; i && f->block[i - 1] > (unsigned)block; i--)
        f->block[i] = f->block[i - 1];
    f->block[i] = (unsigned)block;
    f->blocks++;
    return f->ops <= MAX_FUNCTION_OPS;
}

/* Whether control goes on behind the block as it may in a function that is copied: forward. */
static bool goes_forward(const struct region *r, unsigned block)
{
    const struct block *b = &r->blocks[block];
    const struct region_op *last = last_op(r, b);
    unsigned edges = 0;
    for (uint32_t k = 0; k + 1 < b->ops; k++)
        if (r->ops[b->op + k].kind == OP_SPLIT || r->ops[b->op + k].kind == OP_MEET)
            return false;
    if (is_return(last))
        return true;
    if (last->fx.treatment == AS_LEAVE || last->kind == OP_SPLIT || last->kind == OP_MEET)
        return false;
    for (unsigned k = 0; k < 2; k++) {
        if (b->succ[k] >= 0 && b->succ[k] <= (int)block)
            return false;
        edges += b->succ[k] >= 0;
    }
    return edges == (last->kind == OP_BRANCH && last->is_conditional ? 2u : 1u);
}

/* The function that begins with the block, if it can be copied. */
static bool find_function(const struct region *r, int first, struct function *f)
{
    f->blocks = f->ops = 0;
    if (!add_block(r, f, first))
        return false;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < f->blocks; i++) {
            const struct block *b = &r->blocks[f->block[i]];
            if (!goes_forward(r, f->block[i]))
                return false;
            for (unsigned k = 0; k < 2 && !again; k++)
                if (b->succ[k] >= 0 && place_in(f, b->succ[k]) < 0) {
                    if (!add_block(r, f, b->succ[k]))
                        return false;
                    again = true;
                }
        }
    }
    return f->block[0] == (unsigned)first;
}

/* Whether it returns, everywhere, to what it finds in scalars link and link + 1. */
static bool returns_to(const struct region *r, const struct function *f, unsigned link)
{
    struct origins at[MAX_FUNCTION_BLOCKS];
    bool is_reached[MAX_FUNCTION_BLOCKS] = {true};
    origins_begin(&at[0], link);
    for (unsigned i = 0; i < f->blocks; i++) {
        const struct block *b = &r->blocks[f->block[i]];
        struct origins o = at[i];
        follow_block(r, b, &o);
        const struct region_op *last = last_op(r, b);
        if (is_return(last)) {
            if (origin_of_pair(&o, last->to).kind != ORIGIN_RETURN)
                return false;
            continue;
        }
        origins_follow(r, &o, last);
        for (unsigned k = 0; k < 2; k++) {
            int to = place_in(f, b->succ[k]);
            if (to >= 0 && is_reached[to])
                origins_meet(&at[to], &o);
            else if (to >= 0)
                at[to] = o;
            if (to >= 0)
                is_reached[to] = true;
        }
    }
    return true;
}

/* The function that the block's last op certainly calls and that can be copied there. */
static bool find_call(struct copier *c, unsigned i, struct function *f)
{
    const struct region *r = c->r;
    const struct block *b = &r->blocks[i];
    const struct region_op *last = last_op(r, b);
    if (!is_call(last) || b->after < 0 || !c->reached[i])
        return false;
    struct origins o = c->at[i];
    follow_block(r, b, &o);
    struct origin to = origin_of_pair(&o, last->to);
    if (to.kind != ORIGIN_CODE || to.at % 4 || to.at / 4 >= r->slot_count)
        return false;
    return find_function(r, r->block_at[to.at / 4], f) && f->ops <= c->room &&
           returns_to(r, f, last->link);
}

/* ---- copies ---- */

/* It leads where it does whatever it reads, but executors may have to do it again (emit_nan.h). */
static void make_jump(struct block *b, struct region_op *at, uint32_t to)
{
    struct effects fx = {.treatment = AS_IR};
    var_add(&fx.use, at->to);
    var_add(&fx.use, at->to + 1u);
    for (unsigned k = 0; k < 2 && at->link != NO_ADDRESS; k++)
        var_add(&fx.def, at->link + k);
    at->kind = OP_JUMP;
    at->target = (int32_t)to;
    at->fx = fx;
    add_set(&b->def, &fx.def);
    at->to = NO_ADDRESS;
    at->returns = at->is_call = at->ends = at->waits = false;
}

/* Blocks and ops as they will be. */
struct draft {
    struct block *blocks;
    struct region_op *ops;
    unsigned count, op_count;
};

/* Appends a block with its ops. */
static struct block *append(const struct region *r, struct draft *d, const struct block *b)
{
    struct block *n = &d->blocks[d->count++];
    *n = *b;
    n->op = d->op_count;
    memcpy(&d->ops[d->op_count], &r->ops[b->op], b->ops * sizeof *d->ops);
    d->op_count += b->ops;
    return n;
}

static struct region_op *last_in(const struct draft *d, const struct block *b)
{
    return &d->ops[b->op + b->ops - 1];
}

/* Appends the function's blocks, which block `from` calls; `after` and `base` are their successors'
 * numbers: of region blocks behind the call, and of the first copy. */
static void append_copies(const struct region *r, struct draft *d, const struct function *f,
                          const struct block *from, int after, unsigned base)
{
    uint32_t to = from->last + op_slots(r, region_op(r, from->last));
    for (unsigned k = 0; k < f->blocks; k++) {
        struct block *n = append(r, d, &r->blocks[f->block[k]]);
        struct region_op *last = last_in(d, n);
        n->is_label = n->is_root = n->is_loop = false;
        n->is_copy = true;
        for (unsigned i = 0; i < 2; i++)
            n->succ[i] = n->succ[i] < 0 ? -1 : (int)base + place_in(f, n->succ[i]);
        if (is_return(last)) {
            make_jump(n, last, to);
            n->succ[0] = after;
        }
        n->after = -1;
    }
}

static void replace(struct region *r, struct draft *d)
{
    free(r->blocks);
    free(r->ops);
    r->blocks = d->blocks;
    r->ops = d->ops;
    r->count = d->count;
    r->op_count = r->ops_found = d->op_count;
}

static bool open_draft(struct draft *d, size_t blocks, size_t ops)
{
    *d = (struct draft){.blocks = calloc(blocks + 1, sizeof *d->blocks),
                        .ops = malloc((ops + 1) * sizeof *d->ops)};
    if (d->blocks && d->ops)
        return true;
    free(d->blocks);
    free(d->ops);
    return false;
}

static int moved(const int *now, int block) { return block < 0 ? -1 : now[block]; }

static void move_edges(struct block *b, const int *now)
{
    for (unsigned k = 0; k < 2; k++) {
        b->succ[k] = moved(now, b->succ[k]);
        b->ways[k] = moved(now, b->ways[k]);
    }
    b->after = moved(now, b->after);
}

/* now: [region->count as it was] where blocks are; -1: nowhere. */
static void move_places(struct region *r, const int *now)
{
    for (uint32_t s = 0; s < r->slot_count; s++)
        r->block_at[s] = moved(now, r->block_at[s]);
    r->entry = now[r->entry];
}

/* Copies what blocks call, where that is possible. *copied: whether any does. */
static bool copy_called(struct copier *c, bool *copied)
{
    struct region *r = c->r;
    struct function *called = calloc(r->count, sizeof *called);
    int *now = malloc(r->count * sizeof *now);
    struct draft d = {.blocks = NULL};
    unsigned blocks = 0, ops = 0;
    bool ok = called && now;
    *copied = false;
    for (unsigned i = 0; i < r->count && ok; i++) {
        now[i] = (int)(i + blocks);
        if (!find_call(c, i, &called[i])) {
            called[i].blocks = 0;
            continue;
        }
        c->room -= called[i].ops;
        blocks += called[i].blocks;
        ops += called[i].ops;
    }
    ok = ok && (!blocks || open_draft(&d, r->count + blocks, r->op_count + ops));
    for (unsigned i = 0; i < r->count && ok && blocks; i++) {
        const struct function *f = &called[i];
        struct block *b = append(r, &d, &r->blocks[i]);
        int after = b->after >= 0 ? now[b->after] : -1;
        move_edges(b, now);
        if (!f->blocks)
            continue;
        make_jump(b, last_in(&d, b), r->blocks[f->block[0]].first);
        b->succ[0] = now[i] + 1;
        b->after = -1;
        append_copies(r, &d, f, b, after, (unsigned)now[i] + 1);
    }
    /* Behind a call that is copied, nobody comes from outside. */
    for (unsigned i = 0; i < r->count && ok && blocks; i++) {
        const struct block *b = &r->blocks[i];
        if (called[i].blocks && b->after != r->entry && !r->blocks[b->after].is_loop &&
            !r->blocks[b->after].is_root)
            d.blocks[now[b->after]].is_label = false;
    }
    if (ok && blocks) {
        move_places(r, now);
        replace(r, &d);
        *copied = true;
    }
    free(called);
    free(now);
    return ok;
}

/* ---- what is left ---- */

static void mark(int block, uint8_t *marks, int *stack, unsigned *depth)
{
    if (block < 0 || marks[block])
        return;
    marks[block] = 1;
    stack[(*depth)++] = block;
}

/* Marks what control may come to. false: anything, since it is not known what is called. */
static bool mark_reached(const struct copier *c, uint8_t *marks, int *stack)
{
    const struct region *r = c->r;
    unsigned depth = 0;
    mark(r->entry, marks, stack, &depth);
    while (depth) {
        const struct block *b = &r->blocks[stack[--depth]];
        const struct region_op *last = last_op(r, b);
        bool is_known = !is_call(last);
        for (unsigned k = 0; k < 2; k++) {
            mark(b->succ[k], marks, stack, &depth);
            mark(b->ways[k], marks, stack, &depth);
        }
        mark(b->after, marks, stack, &depth);
        for (size_t k = 0; k < c->calls->count && is_call(last); k++)
            if (c->calls->jump[k].from == b->last) {
                mark(r->block_at[c->calls->jump[k].to], marks, stack, &depth);
                is_known = true;
            }
        if (!is_known)
            return false;
    }
    return true;
}

/* Edges to each block. */
static void count_edges(const struct region *r, unsigned *edges)
{
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        int next[5] = {b->succ[0], b->succ[1], b->ways[0], b->ways[1], b->after};
        for (unsigned k = 0; k < 5; k++)
            if (next[k] >= 0)
                edges[next[k]]++;
    }
}

/* The block behind `b`, if the two may be one; else -1. What is no copy does not become part of
 * one, since parts of a region begin there. */
static int goes_on_in(const struct region *r, const struct block *b, const unsigned *edges,
                      bool is_copy)
{
    int to = b->succ[0];
    if (last_op(r, b)->kind != OP_JUMP || to < 0 || to == r->entry || edges[to] != 1)
        return -1;
    const struct block *n = &r->blocks[to];
    bool is_apart = n->is_label || n->is_loop || n->is_root || n->is_way;
    return is_apart || (is_copy && !n->is_copy) ? -1 : to;
}

/* Makes one block of those that only follow each other, and leaves out what has no mark. */
static bool join_blocks(struct region *r, const uint8_t *marks)
{
    struct draft d;
    unsigned *edges = calloc(r->count, sizeof *edges);
    int *now = malloc(r->count * sizeof *now);
    uint8_t *is_joined = calloc(r->count, 1);
    bool ok = edges && now && is_joined && open_draft(&d, r->count, r->op_count);
    if (ok)
        count_edges(r, edges);
    for (unsigned i = 0; i < r->count && ok; i++) {
        if (!marks[i])
            now[i] = -1;
        if (!marks[i] || is_joined[i])
            continue;
        struct block *b = append(r, &d, &r->blocks[i]);
        const struct block *from = &r->blocks[i];
        int to;
        now[i] = (int)d.count - 1;
        while ((to = goes_on_in(r, from, edges, b->is_copy)) > (int)i && !is_joined[to] &&
               b->ops + r->blocks[to].ops <= MAX_BLOCK_OPS) {
            is_joined[to] = 1;
            now[to] = now[i];
            from = &r->blocks[to];
            memcpy(&d.ops[d.op_count], &r->ops[from->op], from->ops * sizeof *d.ops);
            d.op_count += from->ops;
            b->ops += from->ops;
            b->last = from->last;
            b->after = from->after;
            add_set(&b->def, &from->def);
            memcpy(b->succ, from->succ, sizeof b->succ);
            memcpy(b->ways, from->ways, sizeof b->ways);
        }
    }
    for (unsigned i = 0; ok && i < d.count; i++)
        move_edges(&d.blocks[i], now);
    if (ok) {
        for (unsigned i = 0; i < r->count; i++)
            if (is_joined[i] && r->block_at[r->blocks[i].first] == (int)i)
                r->block_at[r->blocks[i].first] = -1;
        move_places(r, now);
        replace(r, &d);
    }
    free(edges);
    free(now);
    free(is_joined);
    return ok;
}

static bool tidy(struct copier *c, bool is_last)
{
    struct region *r = c->r;
    uint8_t *marks = calloc(r->count, 1);
    int *stack = malloc((r->count + 1) * sizeof *stack);
    bool ok = marks && stack;
    if (ok && (!is_last || !mark_reached(c, marks, stack)))
        memset(marks, 1, r->count);
    ok = ok && join_blocks(r, marks);
    free(marks);
    free(stack);
    return ok;
}

static bool open_solver(struct copier *c)
{
    c->at = malloc(c->r->count * sizeof *c->at);
    c->reached = malloc(c->r->count);
    if (!c->at || !c->reached)
        return false;
    solve_origins(c);
    return true;
}

static void close_solver(struct copier *c)
{
    free(c->at);
    free(c->reached);
}

bool copy_functions(struct region *r, const struct jump_list *calls)
{
    struct copier c = {.r = r, .calls = calls, .room = MAX_COPIED_OPS};
    bool ok = true, copied = calls->count > 0, any = false;
    for (unsigned round = 0; round < MAX_ROUNDS && ok && copied; round++) {
        ok = open_solver(&c) && copy_called(&c, &copied) && (!copied || tidy(&c, false));
        any |= copied;
        close_solver(&c);
    }
    ok = ok && (!any || tidy(&c, true));
    if (ok && any) {
        ok = open_solver(&c);
        if (ok)
            note_addresses(&c);
        close_solver(&c);
    }
    return ok;
}

/* copies.c: see copies.h. In rounds: functions that call nothing are copied or moved first, then
 * those that called only these, which now call nothing. Recursive ones always call. */
#include "jit/copies.h"

#include <stdlib.h>
#include <string.h>

#include "jit/functions.h"
#include "jit/isa.h"

enum { MAX_ROUNDS = 16, MAX_COPIED_OPS = 1024 };

struct copier {
    struct region *r;
    const struct jump_list *calls;
    struct origins *at; /* [region->count] at the start of blocks */
    uint8_t *reached;   /* [region->count] */
    unsigned room;      /* ops that may still be copied */
    uint8_t *marks;     /* [region->count] blocks that control may come to */
    unsigned *callers;  /* [region->count] how many of these call a block */
    bool all_known;     /* which functions are called, is known: the others are not */
};

/* What stands behind a block that calls it. */
struct call {
    struct function f; /* no blocks: nothing */
    bool is_moved;     /* it stands nowhere else */
};

/* ---- what scalars have ---- */

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

/* ---- what control comes to ---- */

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
        const struct region_op *last = last_op_of(r, b);
        bool is_known = !is_function_call(last);
        for (unsigned k = 0; k < 2; k++) {
            mark(b->succ[k], marks, stack, &depth);
            mark(b->ways[k], marks, stack, &depth);
        }
        mark(b->after, marks, stack, &depth);
        for (size_t k = 0; k < c->calls->count && is_function_call(last); k++)
            if (c->calls->jump[k].from == b->last) {
                mark(r->block_at[c->calls->jump[k].to], marks, stack, &depth);
                is_known = true;
            }
        if (!is_known)
            return false;
    }
    return true;
}

/* ---- calls ---- */

/* Counts the calls that lead to each block. */
static void count_callers(struct copier *c)
{
    const struct region *r = c->r;
    memset(c->callers, 0, r->count * sizeof *c->callers);
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        if (!c->marks[i] || !is_function_call(last_op_of(r, b)))
            continue;
        for (size_t k = 0; k < c->calls->count; k++) {
            int to = r->block_at[c->calls->jump[k].to];
            if (c->calls->jump[k].from == b->last && to >= 0)
                c->callers[to]++;
        }
    }
}

/* Whether nothing outside of the function leads into it but by a call. */
static bool is_closed(const struct copier *c, const struct function *f)
{
    const struct region *r = c->r;
    for (unsigned i = 0; i < r->count; i++) {
        const struct block *b = &r->blocks[i];
        const int next[5] = {b->succ[0], b->succ[1], b->after, b->ways[0], b->ways[1]};
        for (unsigned k = 0; k < 5 && c->marks[i] && f->place[i] < 0; k++)
            if (next[k] >= 0 && f->place[next[k]] >= 0)
                return false;
    }
    return true;
}

/* The function that the block's last op certainly calls and whose blocks can stand behind it. */
static bool find_call(struct copier *c, unsigned i, struct call *out)
{
    const struct region *r = c->r;
    const struct block *b = &r->blocks[i];
    const struct region_op *last = last_op_of(r, b);
    *out = (struct call){.is_moved = false};
    if (!is_function_call(last) || b->after < 0 || !c->reached[i] || !c->marks[i])
        return false;
    struct origins o = c->at[i];
    origins_follow_block(r, b, &o);
    struct origin to = origin_of_pair(&o, last->to);
    if (to.kind != ORIGIN_CODE || to.at % 4 || to.at / 4 >= r->slot_count)
        return false;
    int first = r->block_at[to.at / 4];
    if (find_function(r, first, last->link, false, &out->f) && out->f.ops <= c->room) {
        c->room -= out->f.ops;
        return true;
    }
    function_free(&out->f);
    out->is_moved = c->all_known && first >= 0 && c->callers[first] == 1 &&
                    find_function(r, first, last->link, true, &out->f) && out->f.place[i] < 0 &&
                    is_closed(c, &out->f);
    if (!out->is_moved)
        function_free(&out->f);
    return out->is_moved;
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

/* Keeps what is known, where a block of the function begins, of the address that it returns to,
 * which is byte `to` of the code. */
static bool note_returns(struct region *r, struct block *b, const struct origins *at, uint64_t to)
{
    size_t bytes = (r->link_count + at->count + 1) * sizeof *r->links;
    struct known_link *p = realloc(r->links, bytes);
    if (!p)
        return false;
    r->links = p;
    b->link = r->link_count;
    for (unsigned i = 0; i < at->count; i++) {
        const struct origin_of *k = &at->known[i];
        if (k->is.kind == ORIGIN_RETURN_LOW || k->is.kind == ORIGIN_RETURN_HIGH)
            r->links[r->link_count++] =
                (struct known_link){k->var, k->lane, k->is.kind == ORIGIN_RETURN_HIGH, to};
    }
    b->links = r->link_count - b->link;
    return true;
}

/* Appends the function's blocks behind the block that calls it; `after` is the number of the one
 * behind the call. */
static bool append_called(struct region *r, struct draft *d, const struct call *c,
                          const struct block *from, int after)
{
    int base = (int)d->count;
    uint64_t to = 4 * (uint64_t)(from->last + op_slots(r, region_op(r, from->last)));
    bool ok = true;
    for (unsigned k = 0; k < c->f.blocks; k++) {
        struct block *n = append(r, d, &r->blocks[c->f.block[k]]);
        struct region_op *last = last_in(d, n);
        n->is_root = false;
        n->is_label &= c->is_moved && (k || n->is_loop);
        n->is_loop &= c->is_moved;
        n->is_copy |= !c->is_moved;
        for (unsigned i = 0; i < 2; i++)
            n->succ[i] = n->succ[i] < 0 ? -1 : base + c->f.place[n->succ[i]];
        n->after = n->after < 0 ? -1 : base + c->f.place[n->after];
        if (is_function_return(last)) {
            make_jump(n, last, (uint32_t)(to / 4));
            n->succ[0] = after;
            n->after = -1;
        }
        ok = ok && (!c->is_moved || note_returns(r, n, &c->f.at[k], to));
    }
    return ok;
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
    *d = (struct draft){.blocks = NULL};
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

/* Numbers the blocks as they will be; how many there are of these and of ops. */
static void number_blocks(const struct region *r, const struct call *calls, int *now,
                          unsigned *blocks, unsigned *ops)
{
    *blocks = *ops = 0;
    memset(now, 0, r->count * sizeof *now);
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; calls[i].is_moved && k < calls[i].f.blocks; k++)
            now[calls[i].f.block[k]] = -1;
    for (unsigned i = 0; i < r->count; i++) {
        const struct function *f = &calls[i].f;
        if (now[i] < 0)
            continue;
        now[i] = (int)(*blocks)++;
        *ops += r->blocks[i].ops + f->ops;
        *blocks += f->blocks;
    }
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; calls[i].is_moved && k < calls[i].f.blocks; k++)
            now[calls[i].f.block[k]] = now[i] + 1 + (int)k;
}

/* Puts what blocks call behind them, where that is possible. *any: whether it is for one. */
static bool place_called(struct copier *c, bool *any)
{
    struct region *r = c->r;
    unsigned blocks = 0, ops = 0, before = r->count;
    struct call *calls = calloc(before, sizeof *calls);
    int *now = malloc(before * sizeof *now);
    struct draft d = {.blocks = NULL};
    bool ok = calls && now;
    *any = false;
    for (unsigned i = 0; i < before && ok; i++)
        *any |= find_call(c, i, &calls[i]);
    if (ok && *any) {
        number_blocks(r, calls, now, &blocks, &ops);
        ok = open_draft(&d, blocks, ops);
    }
    for (unsigned i = 0; i < before && ok && *any; i++) {
        if (now[i] != (int)d.count) /* it is moved */
            continue;
        struct block *b = append(r, &d, &r->blocks[i]);
        move_edges(b, now);
        if (!calls[i].f.blocks)
            continue;
        int after = b->after;
        make_jump(b, last_in(&d, b), r->blocks[calls[i].f.block[0]].first);
        b->succ[0] = now[i] + 1;
        b->after = -1;
        ok = append_called(r, &d, &calls[i], b, after);
    }
    /* Behind a call that is no more, nobody comes from outside. */
    for (unsigned i = 0; i < before && ok && *any; i++) {
        const struct block *b = &r->blocks[i];
        if (calls[i].f.blocks && b->after != r->entry && !r->blocks[b->after].is_loop &&
            !r->blocks[b->after].is_root)
            d.blocks[now[b->after]].is_label = false;
    }
    if (ok && *any) {
        move_places(r, now);
        replace(r, &d);
    } else {
        free(d.blocks);
        free(d.ops);
    }
    for (unsigned i = 0; calls && i < before; i++)
        function_free(&calls[i].f);
    free(calls);
    free(now);
    return ok;
}

/* ---- what is left ---- */

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
    if (last_op_of(r, b)->kind != OP_JUMP || to < 0 || to == r->entry || edges[to] != 1)
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

/* is_last: what nothing leads to is left out, too. */
static bool tidy(struct copier *c, bool is_last)
{
    uint8_t *marks = malloc(c->r->count);
    bool ok = marks != NULL;
    if (ok && is_last && c->all_known)
        memcpy(marks, c->marks, c->r->count);
    else if (ok)
        memset(marks, 1, c->r->count);
    ok = ok && join_blocks(c->r, marks);
    free(marks);
    return ok;
}

static void close_solver(struct copier *c)
{
    free(c->at);
    free(c->reached);
    free(c->marks);
    free(c->callers);
    c->at = NULL;
    c->reached = c->marks = NULL;
    c->callers = NULL;
}

static bool open_solver(struct copier *c)
{
    int *stack = malloc((c->r->count + 1) * sizeof *stack);
    c->at = malloc(c->r->count * sizeof *c->at);
    c->reached = malloc(c->r->count);
    c->marks = calloc(c->r->count, 1);
    c->callers = malloc(c->r->count * sizeof *c->callers);
    bool ok = stack && c->at && c->reached && c->marks && c->callers;
    if (ok) {
        solve_origins(c);
        c->all_known = mark_reached(c, c->marks, stack);
        if (!c->all_known)
            memset(c->marks, 1, c->r->count);
        count_callers(c);
    }
    free(stack);
    if (!ok)
        close_solver(c);
    return ok;
}

/* What is known behind all copies is noted, and what nothing leads to left out. */
static bool finish(struct copier *c)
{
    note_addresses(c);
    return tidy(c, true);
}

bool copy_functions(struct region *r, const struct jump_list *calls)
{
    struct copier c = {.r = r, .calls = calls, .room = MAX_COPIED_OPS};
    bool ok = true, again = calls->count > 0, any = false;
    for (unsigned round = 0; ok && again; round++) {
        ok = open_solver(&c);
        again = false;
        if (ok && round < MAX_ROUNDS)
            ok = place_called(&c, &again);
        any |= again;
        if (ok && any)
            ok = again ? tidy(&c, false) : finish(&c);
        close_solver(&c);
    }
    return ok;
}

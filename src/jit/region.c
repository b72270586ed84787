#include "jit/region.h"

#include <stdlib.h>

#include "isa/rdna3/exec/layer.h"
#include "jit/shape.h"
#include "jit/signature.h"

/* ---- blocks ---- */

static bool ends_block(const struct rdna3_op *o, enum treatment t)
{
    return o->executor == EXECUTOR_exec_branch || t == AS_LEAVE;
}

enum { SEEN = 1, LEADER = 2, LABEL = 4, LOOP = 8 };

struct finder {
    struct region *r;
    uint8_t *marks; /* [op_count] */
    uint32_t *stack;
    size_t depth, capacity;
    void (*decode)(void *, struct rdna3_op *);
    void *context;
};

static bool push(struct finder *f, uint32_t slot, uint8_t marks)
{
    if (slot >= f->r->code->op_count)
        return true; /* runs out of the code: the interpreter reports it */
    f->marks[slot] |= LEADER | marks;
    if (f->marks[slot] & SEEN)
        return true;
    if (f->depth == f->capacity) {
        size_t n = f->capacity ? 2 * f->capacity : 256;
        uint32_t *p = realloc(f->stack, n * sizeof *p);
        if (!p)
            return false;
        f->stack = p;
        f->capacity = n;
    }
    f->stack[f->depth++] = slot;
    return true;
}

/* Marks every op that direct control flow reaches. */
static bool explore(struct finder *f, uint32_t entry)
{
    struct region *r = f->r;
    if (!push(f, entry, LABEL))
        return false;
    while (f->depth) {
        uint32_t slot = f->stack[--f->depth], run = 0;
        while (slot < r->code->op_count && !(f->marks[slot] & SEEN)) {
            f->marks[slot] |= SEEN;
            struct rdna3_op *o = &r->code->ops[slot];
            f->decode(f->context, o);
            if (++r->op_count > MAX_REGION_OPS)
                return false;
            struct effects e;
            op_effects(r, o, &e);
            uint32_t next = slot + o->base.size_bytes / 4;
            if (is_branch(o)) {
                if (o->salu.target) {
                    uint32_t to = (uint32_t)((int32_t)slot + o->salu.target);
                    if (!push(f, to, to <= slot ? LOOP | LABEL : 0))
                        return false;
                }
                if (o->base.row != RDNA3_S_BRANCH && !push(f, next, 0))
                    return false;
                break;
            }
            if (e.treatment == AS_LEAVE) {
                if (may_return(o) && !push(f, next, LABEL))
                    return false;
                break;
            }
            slot = next;
            /* Every op is in one block: where this goes on in known code, a block begins. */
            if (slot < r->code->op_count && (++run % MAX_BLOCK_OPS == 0 || f->marks[slot] & SEEN))
                f->marks[slot] |= LEADER;
        }
    }
    return true;
}

static bool cut_blocks(struct finder *f, uint32_t entry)
{
    struct region *r = f->r;
    size_t n = r->code->op_count, count = 0;
    for (size_t s = 0; s < n; s++)
        count += (f->marks[s] & (SEEN | LEADER)) == (SEEN | LEADER);
    r->blocks = calloc(count, sizeof *r->blocks);
    r->block_at = malloc(n * sizeof *r->block_at);
    if (!r->blocks || !r->block_at)
        return false;
    for (size_t s = 0; s < n; s++) {
        r->block_at[s] = -1;
        if ((f->marks[s] & (SEEN | LEADER)) == (SEEN | LEADER)) {
            r->block_at[s] = (int32_t)r->count;
            struct block *b = &r->blocks[r->count++];
            b->first = (uint32_t)s;
            b->is_label = f->marks[s] & LABEL;
            b->is_loop = f->marks[s] & LOOP;
            if (s == entry)
                r->entry = (int)r->count - 1;
        }
    }
    return true;
}

static int block_of_slot(const struct region *r, uint32_t slot)
{
    return slot < r->code->op_count ? r->block_at[slot] : -1;
}

/* Ops, end and successors of each block. */
static void scan_block(struct region *r, struct block *b)
{
    uint32_t slot = b->first;
    b->succ[0] = b->succ[1] = b->after = -1;
    b->op = r->ops_found;
    for (;;) {
        const struct rdna3_op *o = &r->code->ops[slot];
        struct region_op *at = &r->ops[r->ops_found++];
        at->slot = slot;
        op_effects(r, o, &at->fx);
        add_set(&b->def, &at->fx.def);
        b->ops++;
        b->last = slot;
        uint32_t next = slot + o->base.size_bytes / 4;
        if (ends_block(o, at->fx.treatment)) {
            if (is_branch(o)) {
                if (o->salu.target)
                    b->succ[1] = block_of_slot(r, (uint32_t)((int32_t)slot + o->salu.target));
                if (o->base.row != RDNA3_S_BRANCH)
                    b->succ[0] = block_of_slot(r, next);
            } else if (may_return(o)) {
                b->after = block_of_slot(r, next);
            }
            return;
        }
        if (next >= r->code->op_count || r->block_at[next] >= 0) {
            b->succ[0] = block_of_slot(r, next);
            return;
        }
        slot = next;
    }
}

static void mark_loops(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++) {
            int to = r->blocks[i].succ[k];
            for (unsigned n = (unsigned)to; to >= 0 && n <= i; n++)
                r->blocks[n].is_in_loop = true;
        }
}

bool region_loop(const struct region *r, unsigned head, bool through_waits, uint8_t *marks)
{
    enum { FROM = 1, BACK = 2, BODY = FROM | BACK };
    memset(marks, 0, r->count);
    marks[head] = FROM;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = head; i < r->count; i++) {
            const struct block *b = &r->blocks[i];
            int next[3] = {b->succ[0], b->succ[1], through_waits ? b->after : -1};
            uint8_t mark = marks[i];
            for (unsigned k = 0; k < 3; k++) {
                if (next[k] == (int)head)
                    mark |= BACK;
                if (next[k] <= (int)head)
                    continue;
                mark |= marks[next[k]] & BACK;
                again |= (marks[i] & FROM) && !(marks[next[k]] & FROM);
                marks[next[k]] |= marks[i] & FROM;
            }
            again |= mark != marks[i];
            marks[i] = mark;
        }
    }
    for (unsigned i = 0; i < r->count; i++)
        marks[i] = marks[i] == BODY;
    return marks[head];
}

/* Whether a part may end before block b although it is not full: loops stay whole then. */
static bool is_good_cut(const struct region *r, const struct block *b, unsigned ops)
{
    return b->is_loop ? ops >= r->part_ops / 2 : b->is_label && ops >= r->part_ops * 3 / 4;
}

/* Deals the blocks out to parts, in code order. */
static void cut_parts(struct region *r)
{
    unsigned part = 0, ops = 0;
    for (unsigned i = 0; i < r->count; i++) {
        struct block *b = &r->blocks[i];
        if (ops > 0 && (ops + b->ops > r->part_ops || is_good_cut(r, b, ops))) {
            part++;
            ops = 0;
        }
        b->part = part;
        ops += b->ops;
    }
    r->part_count = part + 1;
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++) {
            int to = r->blocks[i].succ[k];
            if (to >= 0 && r->blocks[to].part != r->blocks[i].part)
                r->blocks[to].is_label = true;
        }
}

static void count_preds(struct region *r)
{
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++)
            if (r->blocks[i].succ[k] >= 0) {
                r->blocks[r->blocks[i].succ[k]].preds++;
                r->blocks[r->blocks[i].succ[k]].pred = (int)i;
            }
}

static void take_entry(struct region *part, const struct region *r, int index)
{
    part->entry = index;
    part->preload_count = r->preload_count;
    memcpy(part->preloads, r->preloads, sizeof r->preloads);
    memcpy(part->preload_slots, r->preload_slots, sizeof r->preload_slots);
}

struct region *region_part(const struct region *r, unsigned part)
{
    struct region *p = calloc(1, sizeof *p);
    int *index = malloc(r->count * sizeof *index);
    if (p)
        *p = (struct region){.code = r->code,
                             .halves = r->halves,
                             .mode = r->mode,
                             .part_count = 1,
                             .entry = -1,
                             .ops = r->ops,
                             .is_part = true};
    if (!p || !index || !(p->blocks = calloc(r->count, sizeof *p->blocks))) {
        region_free(p);
        free(index);
        return NULL;
    }
    for (unsigned i = 0; i < r->count; i++) {
        index[i] = -1;
        if (r->blocks[i].part != part)
            continue;
        index[i] = (int)p->count;
        if ((int)i == r->entry)
            take_entry(p, r, index[i]);
        p->op_count += r->blocks[i].ops;
        p->blocks[p->count] = r->blocks[i];
        memset(&p->blocks[p->count++].dirty_in, 0, sizeof p->blocks[0].dirty_in);
    }
    for (unsigned i = 0; i < p->count; i++) {
        struct block *b = &p->blocks[i];
        int *next[3] = {&b->succ[0], &b->succ[1], &b->after};
        for (unsigned k = 0; k < 3; k++)
            *next[k] = *next[k] < 0 ? -1 : index[*next[k]];
    }
    free(index);
    count_preds(p);
    /* What a new wave begins with is nowhere else (emit_entry.c). */
    if (p->entry >= 0)
        p->blocks[p->entry].dirty_in = p->blocks[p->entry].live_in;
    solve_dirty(p);
    return p;
}

/* ---- arguments ---- */

static bool is_first_only(const struct region *r, const struct block *b)
{
    for (unsigned i = 0; i < r->count; i++)
        for (unsigned k = 0; k < 2; k++)
            if (r->blocks[i].succ[k] >= 0 && &r->blocks[r->blocks[i].succ[k]] == b)
                return false;
    return true;
}

/* Loads through user SGPRs, which have the same value in all waves, that can be made before the
 * first block: nothing before them there has to do with what they read or write. */
static void find_preloads(struct region *r, uint32_t rsrc2)
{
    const struct block *b = &r->blocks[r->entry];
    unsigned users = amdhsa_of_word(rsrc2, AMDHSA_user_sgpr_count), dwords = 0;
    varset touched = {{0}}, loaded = {{0}};
    if (!is_first_only(r, b))
        return;
    for (uint32_t k = 0; k < b->ops && r->preload_count < MAX_PRELOADS; k++) {
        struct region_op *at = &r->ops[b->op + k];
        const struct rdna3_op *o = &r->code->ops[at->slot];
        const struct rdna3_mem *m = &o->mem;
        bool is_load = o->executor == EXECUTOR_exec_smem;
        if ((at->fx.treatment != AS_IR && at->fx.treatment != AS_NOTHING) ||
            o->executor == EXECUTOR_exec_flat || o->executor == EXECUTOR_exec_ds)
            return;
        if (is_load && !m->formatted && m->saddr == SRC_NULL && m->rsrc + 1u < users &&
            m->sdst < SRC_TTMP0 && dwords + m->dwords <= MAX_PRELOAD_DWORDS &&
            !sets_meet(&at->fx.def, &touched) && !sets_meet(&at->fx.def, &loaded) &&
            !var_has(&touched, VAR_S0 + m->rsrc) && !var_has(&touched, VAR_S0 + m->rsrc + 1u) &&
            !sets_meet(&at->fx.use, &loaded)) {
            r->preloads[r->preload_count] =
                (struct preload){m->rsrc, m->dwords, (int32_t)(m->offset & ~3)};
            r->preload_slots[r->preload_count++] = at->slot;
            dwords += m->dwords;
            add_set(&loaded, &at->fx.def);
            at->fx = (struct effects){.treatment = AS_NOTHING};
        } else {
            add_set(&touched, &at->fx.use);
            add_set(&touched, &at->fx.def);
        }
    }
}

struct region *region_find(struct rdna3_code *code, uint32_t entry, uint32_t mode, uint32_t rsrc2,
                           uint32_t part_ops, void (*decode)(void *, struct rdna3_op *),
                           void *context)
{
    struct region *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->code = code;
    r->halves = code->lanes / 32;
    r->mode = mode;
    r->part_ops = part_ops ? part_ops : MAX_PART_OPS;
    struct finder f = {.r = r, .decode = decode, .context = context};
    f.marks = calloc(code->op_count, 1);
    bool ok = f.marks && explore(&f, entry) && cut_blocks(&f, entry);
    if (ok) {
        r->ops = calloc(r->op_count, sizeof *r->ops);
        ok = r->ops != NULL;
    }
    if (ok) {
        for (unsigned i = 0; i < r->count; i++)
            scan_block(r, &r->blocks[i]);
        find_preloads(r, rsrc2);
        mark_loops(r);
        solve_liveness(r);
        cut_parts(r);
        ok = find_steps(r, rsrc2);
    }
    free(f.marks);
    free(f.stack);
    if (!ok) {
        region_free(r);
        return NULL;
    }
    return r;
}

void region_free(struct region *r)
{
    if (!r)
        return;
    free(r->blocks);
    free(r->block_at);
    if (!r->is_part)
        free(r->ops);
    free(r);
}

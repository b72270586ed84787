/* allocate.c: see allocate.h. */
#include "jit/direct/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "jit/direct/encode.h"

#define NONE_LEFT UINT32_MAX

struct range {
    uint32_t from, to, next; /* [from, to) */
};

struct life {
    uint32_t head;       /* of its ranges; NONE_LEFT: none */
    uint32_t open;       /* while ranges are built: where the one being built ends; 0: none is */
    uint32_t end, bytes; /* positions: after the last one; how many */
    uint32_t global;     /* its number if it is live between blocks; NONE_LEFT: it is not */
    uint32_t home;       /* the block that it is known in + 1 */
    uint32_t next;       /* of those with the same register */
    float weight;
};

struct allocation {
    struct mfunction *f;
    struct life *lives;
    struct range *ranges;
    uint32_t range_count, range_capacity;
    uint32_t *globals, global_count; /* registers by number */
    uint64_t *in, *out, *gen, *kill; /* [blocks][words] */
    uint32_t words;
    uint32_t list[72]; /* lives by register */
    uint32_t block, at;
    bool is_copy; /* what is looked at is a copy on an edge, most of which are no instruction */
};

/* ---- liveness ---- */

static void find_global(void *context, reg *r, bool is_def, bool is_late)
{
    struct allocation *a = context;
    (void)is_def, (void)is_late;
    if (*r < REG_VIRTUAL)
        return;
    struct life *l = &a->lives[*r - REG_VIRTUAL];
    l->weight += a->f->blocks[a->block].frequency * (a->is_copy ? 0.25F : 1);
    if (!l->home)
        l->home = a->block + 1;
    else if (l->home != a->block + 1 && l->global == NONE_LEFT) {
        l->global = a->global_count;
        a->globals[a->global_count++] = *r;
    }
}

static void set_bit(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }
static bool has_bit(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }

static void gen_kill(void *context, reg *r, bool is_def, bool is_late)
{
    struct allocation *a = context;
    (void)is_late;
    if (*r < REG_VIRTUAL)
        return;
    uint32_t g = a->lives[*r - REG_VIRTUAL].global;
    if (g == NONE_LEFT)
        return;
    uint64_t *gen = a->gen + (size_t)a->block * a->words,
             *kill = a->kill + (size_t)a->block * a->words;
    if (is_def)
        set_bit(kill, g);
    else if (!has_bit(kill, g))
        set_bit(gen, g);
}

static bool merge_successors(struct allocation *a, uint32_t block)
{
    const struct mblock *b = &a->f->blocks[block];
    size_t at = (size_t)block * a->words;
    bool changed = false;
    for (unsigned n = 0; n < 2 + b->more_count; n++) {
        uint32_t to = n < 2 ? b->succ[n] : a->f->more[b->more + n - 2];
        if (to == UINT32_MAX)
            continue;
        for (uint32_t w = 0; w < a->words; w++)
            a->out[at + w] |= a->in[(size_t)to * a->words + w];
    }
    for (uint32_t w = 0; w < a->words; w++) {
        uint64_t in = a->gen[at + w] | (a->out[at + w] & ~a->kill[at + w]);
        changed = changed || in != a->in[at + w];
        a->in[at + w] = in;
    }
    return changed;
}

static bool find_liveness(struct allocation *a)
{
    struct mfunction *f = a->f;
    a->globals = calloc(f->virtual_count + 1, sizeof *a->globals);
    if (!a->globals)
        return false;
    for (a->block = 0; a->block < f->block_count; a->block++)
        for (uint32_t i = f->blocks[a->block].first; i < f->blocks[a->block].end; i++)
            a->is_copy = f->code[i].op == OP_COPIES, each_operand(f, &f->code[i], find_global, a);
    a->words = (a->global_count + 63) / 64 + 1;
    size_t bytes = (size_t)f->block_count * a->words;
    a->in = calloc(4 * bytes, sizeof *a->in);
    if (!a->in)
        return false;
    a->out = a->in + bytes, a->gen = a->out + bytes, a->kill = a->gen + bytes;
    for (a->block = 0; a->block < f->block_count; a->block++)
        for (uint32_t i = f->blocks[a->block].first; i < f->blocks[a->block].end; i++)
            each_operand(f, &f->code[i], gen_kill, a);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = f->block_count; b-- > 0;)
            changed = merge_successors(a, b) || changed;
    }
    return true;
}

/* ---- ranges ---- */

static void add_range(struct allocation *a, struct life *l, uint32_t from, uint32_t to)
{
    struct range *head = l->head == NONE_LEFT ? NULL : &a->ranges[l->head];
    l->end = l->end > to ? l->end : to;
    l->bytes += to - from;
    if (head && to >= head->from) {
        head->from = from;
        return;
    }
    if (!reserve(a->f, &a->ranges, &a->range_capacity, a->range_count, 1, sizeof *a->ranges))
        return;
    a->ranges[a->range_count] = (struct range){from, to, l->head};
    l->head = a->range_count++;
}

/* Definitions, going backwards: a range begins. */
static void close_range(void *context, reg *r, bool is_def, bool is_late)
{
    struct allocation *a = context;
    (void)is_late;
    if (*r < REG_VIRTUAL || !is_def)
        return;
    struct life *l = &a->lives[*r - REG_VIRTUAL];
    add_range(a, l, WRITES(a->at), l->open ? l->open : WRITES(a->at) + 1);
    l->open = 0;
}

static void open_range(void *context, reg *r, bool is_def, bool is_late)
{
    struct allocation *a = context;
    if (*r < REG_VIRTUAL || is_def)
        return;
    struct life *l = &a->lives[*r - REG_VIRTUAL];
    uint32_t end = READS(a->at) + 1 + is_late;
    if (l->open < end)
        l->open = end;
}

static void block_ranges(struct allocation *a, uint32_t block)
{
    struct mfunction *f = a->f;
    const struct mblock *b = &f->blocks[block];
    const uint64_t *in = a->in + (size_t)block * a->words, *out = a->out + (size_t)block * a->words;
    for (uint32_t w = 0; w < a->words; w++)
        for (uint64_t bits = out[w]; bits; bits &= bits - 1)
            a->lives[a->globals[64 * w + (unsigned)__builtin_ctzll(bits)] - REG_VIRTUAL].open =
                READS(b->end);
    for (a->at = b->end; a->at-- > b->first;) {
        each_operand(f, &f->code[a->at], close_range, a);
        each_operand(f, &f->code[a->at], open_range, a);
    }
    for (uint32_t w = 0; w < a->words; w++)
        for (uint64_t bits = in[w]; bits; bits &= bits - 1) {
            struct life *l =
                &a->lives[a->globals[64 * w + (unsigned)__builtin_ctzll(bits)] - REG_VIRTUAL];
            if (l->open)
                add_range(a, l, READS(b->first), l->open);
            l->open = 0;
        }
}

/* ---- registers ---- */

static uint64_t bits_between(uint32_t from, uint32_t to)
{
    uint64_t high = to == 64 ? UINT64_MAX : (UINT64_C(1) << to) - 1;
    return high & ~((UINT64_C(1) << from) - 1);
}

enum marking { IS_FREE, MARK, UNMARK };

/* IS_FREE: whether no bit of the range is set. */
static bool on_bits(uint64_t *busy, uint32_t from, uint32_t to, enum marking what)
{
    for (uint32_t w = from / 64; w <= (to - 1) / 64; w++) {
        uint64_t bits = bits_between(w == from / 64 ? from % 64 : 0,
                                     w == (to - 1) / 64 ? (to - 1) % 64 + 1 : 64);
        if (what == MARK)
            busy[w] |= bits;
        else if (what == UNMARK)
            busy[w] &= ~bits;
        else if (busy[w] & bits)
            return false;
    }
    return true;
}

static bool on_life(struct allocation *a, uint64_t *busy, const struct life *l, enum marking what)
{
    for (uint32_t i = l->head; i != NONE_LEFT; i = a->ranges[i].next)
        if (!on_bits(busy, a->ranges[i].from, a->ranges[i].to, what))
            return false;
    return true;
}

static bool overlap(const struct allocation *a, const struct life *x, const struct life *y)
{
    uint32_t i = x->head, k = y->head;
    while (i != NONE_LEFT && k != NONE_LEFT) {
        const struct range *r = &a->ranges[i], *q = &a->ranges[k];
        if (r->from < q->to && q->from < r->to)
            return true;
        if (r->to <= q->to)
            i = r->next;
        else
            k = q->next;
    }
    return false;
}

static const uint8_t registers[] = {
    /* general, those that calls keep last */
    1 + RCX, 1 + RDX, 1 + RSI, 1 + RDI, 1 + R8, 1 + R9, 1 + R10, 1 + RBX, 1 + RBP, 1 + R12, 1 + R13,
    1 + R14, 1 + R15,
    /* ZMM */
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55,
    56, 57, 58, 59, 60,
    /* masks */
    65, 66, 67, 68, 69, 70};
static const uint8_t class_first[] = {0, 13, 42}, class_count[] = {13, SCRATCH_ZMM, 6};

static unsigned count_of(const struct mfunction *f, enum class c)
{
    return c == CLASS_Z ? scratch_z(f) : class_count[c];
}

static uint64_t *busy_of(const struct allocation *a, reg r)
{
    return a->f->busy + (size_t)r * a->f->busy_words;
}

static void give(struct allocation *a, uint32_t v, reg r)
{
    struct life *l = &a->lives[v];
    a->f->place[v] = r;
    on_life(a, busy_of(a, r), l, MARK);
    l->next = a->list[r];
    a->list[r] = v;
}

static reg try_hint(struct allocation *a, uint32_t v)
{
    enum class c = (enum class)a->f->classes[v];
    reg h = a->f->hints[v];
    for (unsigned step = 0; h && step < 3; step++) {
        reg r = h >= REG_VIRTUAL ? a->f->place[h - REG_VIRTUAL] : h;
        if (r && reg_class(a->f, r) == c && on_life(a, busy_of(a, r), &a->lives[v], IS_FREE))
            return r;
        h = h >= REG_VIRTUAL ? a->f->hints[h - REG_VIRTUAL] : 0;
    }
    return 0;
}

/* The heaviest of those with register r that are in v's way. */
static float resistance(struct allocation *a, uint32_t v, reg r, uint32_t from, float most)
{
    float sum = 0;
    for (uint32_t *k = &a->list[r]; *k != NONE_LEFT;) {
        struct life *o = &a->lives[*k];
        if (o->end <= from) { /* over for good: what comes begins later */
            *k = o->next;
            continue;
        }
        if (overlap(a, o, &a->lives[v]))
            sum += o->weight;
        if (sum >= most)
            return sum;
        k = &o->next;
    }
    return sum;
}

static void evict(struct allocation *a, uint32_t v, reg r)
{
    for (uint32_t *k = &a->list[r]; *k != NONE_LEFT;) {
        uint32_t at = *k;
        struct life *o = &a->lives[at];
        if (!overlap(a, o, &a->lives[v])) {
            k = &o->next;
            continue;
        }
        *k = o->next;
        on_life(a, busy_of(a, r), o, UNMARK);
        a->f->place[at] = 0;
    }
}

static void place(struct allocation *a, uint32_t v)
{
    struct life *l = &a->lives[v];
    enum class c = (enum class)a->f->classes[v];
    unsigned count = count_of(a->f, c);
    reg r = try_hint(a, v), best = 0;
    for (unsigned i = 0; !r && i < count; i++) {
        reg candidate = registers[class_first[c] + i];
        if (on_life(a, busy_of(a, candidate), l, IS_FREE))
            r = candidate;
    }
    float most = l->weight;
    for (unsigned i = 0; !r && i < count; i++) {
        reg candidate = registers[class_first[c] + i];
        float weight = resistance(a, v, candidate, a->ranges[l->head].from, most);
        if (weight < most)
            best = candidate, most = weight;
    }
    if (best) {
        evict(a, v, best);
        r = best;
    }
    if (r)
        give(a, v, r);
}

/* ---- slots of the frame ---- */

struct slots {
    uint64_t **busy;
    uint32_t count, capacity;
};

static uint32_t new_slot(struct allocation *a, struct slots *s)
{
    if (!reserve(a->f, &s->busy, &s->capacity, s->count, 1, sizeof *s->busy))
        return 0;
    s->busy[s->count] = calloc(a->f->busy_words, sizeof **s->busy);
    if (!s->busy[s->count]) {
        a->f->why = "memory";
        return 0;
    }
    return s->count++;
}

/* ---- values that share a slot ---- */

/* Groups of values in the frame that are copied to each other and are never needed at the same
 * time: one slot for all, and no copies. */
struct groups {
    uint32_t *head, *next,
        *size; /* of each value; the next one of its group, NONE_LEFT: the last */
};

static bool can_join(const struct allocation *a, const struct groups *g, uint32_t v, uint32_t w)
{
    enum { MOST = 512 }; /* comparisons, to keep time linear */
    if (g->size[v] * g->size[w] > MOST)
        return false;
    for (uint32_t i = v; i != NONE_LEFT; i = g->next[i])
        for (uint32_t k = w; k != NONE_LEFT; k = g->next[k])
            if (overlap(a, &a->lives[i], &a->lives[k]))
                return false;
    return true;
}

static void join_groups(const struct allocation *a, struct groups *g, uint32_t v, uint32_t w)
{
    const struct mfunction *f = a->f;
    if (f->place[v] || f->place[w] || f->classes[v] != f->classes[w] ||
        a->lives[v].head == NONE_LEFT || a->lives[w].head == NONE_LEFT)
        return;
    v = g->head[v], w = g->head[w];
    if (v == w || !can_join(a, g, v, w))
        return;
    if (g->size[v] < g->size[w]) {
        uint32_t t = v;
        v = w, w = t;
    }
    g->size[v] += g->size[w];
    uint32_t last = w;
    for (uint32_t i = w; i != NONE_LEFT; i = g->next[i])
        g->head[i] = v, last = i;
    g->next[last] = g->next[v];
    g->next[v] = w;
}

/* Copies on edges, those of deep loops first. */
static void find_groups(const struct allocation *a, struct groups *g)
{
    enum { DEEPEST = 3 };
    const struct mfunction *f = a->f;
    for (unsigned depth = DEEPEST + 1; depth-- > 0;)
        for (uint32_t b = 0; b < f->block_count; b++) {
            const struct mblock *m = &f->blocks[b];
            if ((m->depth < DEEPEST ? m->depth : DEEPEST) != depth)
                continue;
            for (uint32_t i = m->first; i < m->end; i++)
                for (unsigned n = 0; f->code[i].op == OP_COPIES && n < f->code[i].copies; n++) {
                    const struct copy *c = &f->copies[f->code[i].imm + n];
                    if (c->from == FROM_REG && c->source >= REG_VIRTUAL && c->to >= REG_VIRTUAL &&
                        c->source != c->to)
                        join_groups(a, g, c->to - REG_VIRTUAL, c->source - REG_VIRTUAL);
                }
        }
}

static bool is_free_for(struct allocation *a, const struct groups *g, uint64_t *busy, uint32_t v)
{
    for (uint32_t i = g->head[v]; i != NONE_LEFT; i = g->next[i])
        if (!on_life(a, busy, &a->lives[i], IS_FREE))
            return false;
    return true;
}

static uint32_t find_slot(struct allocation *a, const struct groups *g, struct slots *s, uint32_t v)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (is_free_for(a, g, s->busy[i], v))
            return i;
    return new_slot(a, s);
}

static bool make_groups(const struct allocation *a, struct groups *g)
{
    uint32_t n = a->f->virtual_count + 1;
    g->head = malloc(3 * (size_t)n * sizeof *g->head);
    if (!g->head)
        return false;
    g->next = g->head + n, g->size = g->next + n;
    for (uint32_t v = 0; v < n; v++)
        g->head[v] = v, g->next[v] = NONE_LEFT, g->size[v] = 1;
    find_groups(a, g);
    return true;
}

static uint32_t give_slots(struct allocation *a, const uint32_t *order, uint32_t count)
{
    struct mfunction *f = a->f;
    struct slots kinds[2] = {{0}};
    struct groups g;
    if (!make_groups(a, &g)) {
        f->why = "memory";
        return 0;
    }
    for (uint32_t i = 0; i < count && !f->why; i++) {
        uint32_t v = order[i];
        if (f->place[v] || f->slot[v])
            continue;
        struct slots *s = &kinds[f->classes[v] == CLASS_Z];
        uint32_t slot = find_slot(a, &g, s, v);
        for (uint32_t k = g.head[v]; k != NONE_LEFT && !f->why; k = g.next[k]) {
            on_life(a, s->busy[slot], &a->lives[k], MARK);
            f->slot[k] = slot + 1;
        }
    }
    /* Until here, slots are numbered from 1. */
    uint32_t small = (8 * kinds[0].count + 63) & ~63U, vector = 16U << whole_vl(f);
    for (uint32_t i = 0; i < count && !f->why; i++) {
        uint32_t v = order[i], n = f->place[v] ? 0 : f->slot[v] - 1;
        f->slot[v] = f->classes[v] == CLASS_Z ? small + vector * n : 8 * n;
    }
    for (unsigned k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < kinds[k].count; i++)
            free(kinds[k].busy[i]);
        free(kinds[k].busy);
    }
    free(g.head);
    return (small + vector * kinds[1].count + 63) & ~63U;
}

/* ---- all of it ---- */

static void find_hints(struct mfunction *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const struct ins *m = &f->code[i];
        bool is_move = (m->op == MOV || m->op == VMOVDQU32 || m->op == KMOVQ_KK) &&
                       m->mem.kind == MEM_NONE && !m->k;
        if (!is_move || m->d < REG_VIRTUAL || m->b < REG_VIRTUAL)
            continue;
        if (!f->hints[m->d - REG_VIRTUAL])
            f->hints[m->d - REG_VIRTUAL] = m->b;
        if (!f->hints[m->b - REG_VIRTUAL])
            f->hints[m->b - REG_VIRTUAL] = m->d;
    }
}

/* Registers that have ranges, by their first position: a bucket for each. */
static uint32_t *sort(struct allocation *a, uint32_t *count)
{
    struct mfunction *f = a->f;
    uint32_t positions = 2 * f->count + 2, *first = calloc(positions + 1, sizeof *first);
    uint32_t *order = calloc(f->virtual_count + 1, sizeof *order);
    if (!first || !order) {
        free(first), free(order);
        return NULL;
    }
    for (uint32_t v = 0; v < f->virtual_count; v++)
        if (a->lives[v].head != NONE_LEFT)
            first[a->ranges[a->lives[v].head].from + 1]++;
    for (uint32_t i = 1; i <= positions; i++)
        first[i] += first[i - 1];
    *count = first[positions];
    for (uint32_t v = 0; v < f->virtual_count; v++)
        if (a->lives[v].head != NONE_LEFT)
            order[first[a->ranges[a->lives[v].head].from]++] = v;
    free(first);
    return order;
}

static bool prepare(struct allocation *a)
{
    struct mfunction *f = a->f;
    f->place = calloc(f->virtual_count + 1, sizeof *f->place);
    f->slot = calloc(f->virtual_count + 1, sizeof *f->slot);
    f->busy_words = (2 * f->count + 2) / 64 + 2;
    f->busy = calloc((size_t)72 * f->busy_words, sizeof *f->busy);
    a->lives = calloc(f->virtual_count + 1, sizeof *a->lives);
    if (!f->place || !f->slot || !f->busy || !a->lives)
        return false;
    for (uint32_t v = 0; v < f->virtual_count; v++)
        a->lives[v] = (struct life){.head = NONE_LEFT, .global = NONE_LEFT};
    for (unsigned r = 0; r < 72; r++)
        a->list[r] = NONE_LEFT;
    return true;
}

bool allocate(struct mfunction *f, uint32_t *frame_bytes)
{
    struct allocation a = {.f = f};
    uint32_t count = 0, *order = NULL;
    find_hints(f);
    bool ok = prepare(&a) && find_liveness(&a);
    for (uint32_t b = f->block_count; ok && b-- > 0;)
        block_ranges(&a, b);
    ok = ok && (order = sort(&a, &count));
    for (uint32_t i = 0; ok && i < count; i++) {
        struct life *l = &a.lives[order[i]];
        l->weight /= sqrtf((float)(l->bytes + 16));
    }
    for (uint32_t i = 0; ok && i < count; i++)
        place(&a, order[i]);
    if (ok)
        *frame_bytes = give_slots(&a, order, count);
    free(order), free(a.lives), free(a.ranges), free(a.globals), free(a.in);
    return ok && !f->why;
}

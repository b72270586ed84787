/* order.c: see order.h. */
#include "jit/direct/order.h"

#include <stdlib.h>
#include <string.h>

#include "jit/direct/encode.h"

enum { MOST = 160, MOST_EDGES = 16 * MOST, NONE = 0xffff };

/* What comes before an instruction, in the order in which it is wanted: a list. */
struct edge {
    uint16_t to, next;
};

struct stretch {
    struct mfunction *f;
    uint32_t first, count; /* of the instructions */
    uint32_t epoch;
    struct seen { /* of a register in this stretch, if the epoch is this one */
        uint32_t epoch;
        uint16_t def;     /* the last definition; NONE: none */
        uint16_t readers; /* since: a list of edges; NONE: none */
    } * seen;             /* [registers] */
    struct edge edges[MOST_EDGES];
    uint16_t edge_count, before[MOST], end[MOST]; /* lists, and where they end */
    bool has_next[MOST];                          /* something needs it */
    uint16_t flags, load;                         /* the latest one that touches flags, or loads */
    uint16_t at;
    bool is_full;
};

/* Adds `to` in front of a list. */
static void add(struct stretch *s, uint16_t *list, uint16_t to)
{
    s->is_full = s->edge_count == MOST_EDGES;
    if (s->is_full)
        return;
    s->edges[s->edge_count] = (struct edge){to, *list};
    *list = s->edge_count++;
}

/* `to` comes before the instruction, behind what has been said to do so. */
static void need(struct stretch *s, uint16_t to)
{
    if (to == NONE || to == s->at)
        return;
    s->has_next[to] = true;
    uint16_t last = s->end[s->at], *list = last == NONE ? &s->before[s->at] : &s->edges[last].next;
    add(s, list, to);
    s->end[s->at] = *list;
}

static struct seen *seen_of(struct stretch *s, reg r)
{
    struct seen *x = &s->seen[r - REG_VIRTUAL];
    if (x->epoch != s->epoch)
        *x = (struct seen){s->epoch, NONE, NONE};
    return x;
}

static void note(void *context, reg *r, bool is_def, bool is_late)
{
    struct stretch *s = context;
    (void)is_late;
    if (*r < REG_VIRTUAL)
        return;
    struct seen *x = seen_of(s, *r);
    need(s, x->def);
    if (!is_def) {
        add(s, &x->readers, s->at);
        return;
    }
    for (uint16_t e = x->readers; e != NONE; e = s->edges[e].next)
        need(s, s->edges[e].to);
    x->def = s->at;
    x->readers = NONE;
}

/* Nothing moves over it. */
static bool is_fixed(const struct ins *i)
{
    if (i->op >= OP_ROWS)
        return true;
    bool stores = op_form(i->op) == MR || op_form(i->op) == MRK;
    return (i->mem.kind != MEM_NONE && stores) ||
           (i->op >= MOV && !i->d && i->op != TEST && i->op != TESTI && i->op != CMP &&
            i->op != CMPI) ||
           (i->op >= PREFETCHT0 && (i->op < ANDN || i->op > SARX));
}

static void find_edges(struct stretch *s)
{
    s->epoch++;
    s->edge_count = 0;
    s->flags = s->load = NONE;
    s->is_full = false;
    for (uint32_t k = 0; k < s->count && !s->is_full; k++) {
        struct ins *i = &s->f->code[s->first + k];
        s->at = (uint16_t)k;
        s->before[k] = s->end[k] = NONE;
        s->has_next[k] = false;
        if (touches_flags(i->op)) {
            need(s, s->flags);
            s->flags = s->at;
        }
        if (i->mem.kind == MEM_AT && i->op != LEA) {
            need(s, s->load);
            s->load = s->at;
        }
        each_operand(s->f, i, note, s);
    }
}

/* Writes the instructions, those before each of them first. */
static void write(struct stretch *s, struct ins *out)
{
    uint16_t stack[MOST], depth, next[MOST];
    uint8_t state[MOST] = {0}; /* 1: on the stack, 2: written */
    uint32_t count = 0;
    for (uint32_t k = 0; k < s->count; k++)
        next[k] = s->before[k];
    for (uint32_t k = 0; k < s->count; k++) {
        if (s->has_next[k] || state[k])
            continue;
        depth = 0;
        stack[depth++] = (uint16_t)k;
        state[k] = 1;
        while (depth) {
            uint16_t top = stack[depth - 1], e = next[top];
            if (e == NONE) {
                out[count++] = s->f->code[s->first + top];
                state[top] = 2;
                depth--;
                continue;
            }
            next[top] = s->edges[e].next;
            if (!state[s->edges[e].to]) {
                state[s->edges[e].to] = 1;
                stack[depth++] = s->edges[e].to;
            }
        }
    }
}

static void reorder(struct stretch *s, uint32_t first, uint32_t end)
{
    struct ins out[MOST];
    s->first = first;
    s->count = end - first;
    if (s->count < 3)
        return;
    find_edges(s);
    if (s->is_full)
        return;
    write(s, out);
    memcpy(s->f->code + first, out, s->count * sizeof *out);
}

bool order(struct mfunction *f)
{
    struct stretch *s = calloc(1, sizeof *s);
    bool ok = s && (s->seen = calloc(f->virtual_count + 1, sizeof *s->seen));
    if (ok)
        s->f = f;
    for (uint32_t b = 0; ok && b < f->block_count; b++) {
        uint32_t first = f->blocks[b].first;
        for (uint32_t i = first; i < f->blocks[b].end; i++) {
            if (is_fixed(&f->code[i])) {
                reorder(s, first, i);
                first = i + 1;
            } else if (i + 1 - first == MOST) {
                reorder(s, first, i + 1);
                first = i + 1;
            }
        }
        reorder(s, first, f->blocks[b].end);
    }
    if (s)
        free(s->seen);
    free(s);
    return ok;
}

/* layout.c: see layout.h. */
#include "jit/direct/layout.h"

#include <stdlib.h>
#include <string.h>

#include "jit/direct/encode.h"

static unsigned successor_count(const struct mblock *b) { return 2 + b->more_count; }

static uint32_t successor(const struct mfunction *f, const struct mblock *b, unsigned n)
{
    return n < 2 ? b->succ[n] : f->more[b->more + n - 2];
}

/* ---- what is rare ---- */

/* Marks what is reached from the entry by edges that are not seldom taken, or by any. */
static bool reach(struct mfunction *f, bool by_any)
{
    uint32_t *stack = calloc(f->block_count + 1, sizeof *stack), depth = 0;
    bool *seen = calloc(f->block_count + 1, sizeof *seen);
    if (stack && seen)
        stack[depth++] = 0, seen[0] = true;
    while (depth) {
        struct mblock *b = &f->blocks[stack[--depth]];
        if (by_any)
            b->is_reached = true;
        else
            b->is_rare = false;
        for (unsigned n = 0; n < successor_count(b); n++) {
            uint32_t to = successor(f, b, n);
            if (to == UINT32_MAX || seen[to] || (!by_any && n < 2 && b->seldom[n]))
                continue;
            seen[to] = true;
            stack[depth++] = to;
        }
    }
    bool ok = stack && seen;
    free(stack);
    free(seen);
    return ok;
}

/* ---- loops ---- */

struct edges {
    uint32_t *first, *from; /* the edges into block b: from[first[b] .. first[b + 1]] */
};

static bool find_edges(struct mfunction *f, struct edges *e)
{
    uint32_t total = 0;
    e->first = calloc(f->block_count + 2, sizeof *e->first);
    for (uint32_t i = 0; i < f->block_count; i++)
        total += successor_count(&f->blocks[i]);
    e->from = calloc(total + 1, sizeof *e->from);
    if (!e->first || !e->from)
        return false;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < f->block_count; i++)
            for (unsigned n = 0; n < successor_count(&f->blocks[i]); n++) {
                uint32_t to = successor(f, &f->blocks[i], n);
                if (to == UINT32_MAX)
                    continue;
                if (pass)
                    e->from[e->first[to + 1]++] = i;
                else if (to + 2 <= f->block_count)
                    e->first[to + 2]++;
            }
        if (!pass)
            for (uint32_t i = 2; i <= f->block_count; i++)
                e->first[i] += e->first[i - 1];
    }
    return true;
}

/* The loop of a backward edge: what leads to its start without passing the head. */
static void deepen(struct mfunction *f, const struct edges *e, uint32_t head, uint32_t from,
                   uint32_t *stack, uint32_t *mark, uint32_t id)
{
    uint32_t depth = 0;
    if (mark[head] != id) {
        mark[head] = id;
        f->blocks[head].depth++;
    }
    if (mark[from] != id)
        stack[depth++] = from, mark[from] = id;
    while (depth) {
        uint32_t at = stack[--depth];
        f->blocks[at].depth++;
        for (uint32_t k = e->first[at]; k < e->first[at + 1]; k++) {
            uint32_t pred = e->from[k];
            if (mark[pred] == id || f->blocks[pred].is_rare || !f->blocks[pred].is_reached)
                continue;
            mark[pred] = id;
            stack[depth++] = pred;
        }
    }
}

static bool find_loops(struct mfunction *f, const struct edges *e)
{
    uint32_t n = f->block_count, depth = 0, id = 0;
    uint32_t *stack = calloc(n + 1, sizeof *stack), *next = calloc(n + 1, sizeof *next);
    uint32_t *work = calloc(n + 1, sizeof *work), *mark = calloc(n + 1, sizeof *mark);
    uint8_t *state = calloc(n + 1, 1); /* 1: on the path, 2: done */
    bool ok = stack && next && work && mark && state;
    if (ok)
        stack[depth++] = 0, state[0] = 1;
    while (depth) {
        uint32_t at = stack[depth - 1];
        struct mblock *b = &f->blocks[at];
        if (next[at] == successor_count(b)) {
            state[at] = 2;
            depth--;
            continue;
        }
        uint32_t k = next[at]++, to = successor(f, b, k);
        if (to == UINT32_MAX)
            continue;
        if (state[to] == 1 && !b->is_rare)
            deepen(f, e, to, at, work, mark, ++id);
        else if (!state[to])
            state[to] = 1, stack[depth++] = to;
    }
    free(stack), free(next), free(work), free(mark), free(state);
    return ok;
}

/* ---- the order ---- */

static void append(struct mfunction *f, uint32_t at, uint32_t *order, uint32_t *count,
                   uint32_t *place)
{
    place[at] = *count;
    order[(*count)++] = at;
    (void)f;
}

static void renumber(struct mfunction *f, const uint32_t *place)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->code[i].op == OP_JUMP || f->code[i].op == OP_JCC)
            f->code[i].imm = place[f->code[i].imm];
    for (uint32_t i = 0; i < f->more_count; i++)
        f->more[i] = place[f->more[i]];
    for (uint32_t i = 0; i < f->block_count; i++)
        for (unsigned n = 0; n < 2; n++)
            if (f->blocks[i].succ[n] != UINT32_MAX)
                f->blocks[i].succ[n] = place[f->blocks[i].succ[n]];
}

static bool rearrange(struct mfunction *f, const uint32_t *order, uint32_t count,
                      const uint32_t *place)
{
    struct ins *code = malloc((f->count + 1) * sizeof *code);
    struct mblock *blocks = malloc((count + 1) * sizeof *blocks);
    if (!code || !blocks) {
        free(code), free(blocks);
        return false;
    }
    renumber(f, place);
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct mblock *b = &blocks[i];
        *b = f->blocks[order[i]];
        memcpy(code + at, f->code + b->first, (b->end - b->first) * sizeof *code);
        at += b->end - b->first;
        b->first = at - (b->end - b->first);
        b->end = at;
        b->frequency = b->is_rare ? 1.0F / 1024 : 1;
        for (unsigned n = 0; n < b->depth && n < 6; n++)
            b->frequency *= 8;
    }
    free(f->code), free(f->blocks);
    f->code = code;
    f->count = at;
    f->capacity = f->count;
    f->blocks = blocks;
    f->block_count = f->block_capacity = count;
    return true;
}

bool lay_out(struct mfunction *f)
{
    struct edges e = {0};
    uint32_t n = f->block_count, count = 0, edges_from = 0;
    uint32_t *order = calloc(n + 1, sizeof *order), *place = calloc(n + 1, sizeof *place);
    uint32_t *head = malloc((n + 1) * sizeof *head), *next = malloc((n + 1) * sizeof *next);
    for (uint32_t i = 0; i < n; i++)
        f->blocks[i].is_rare = true;
    bool ok = order && place && head && next && reach(f, true) && reach(f, false) &&
              find_edges(f, &e) && find_loops(f, &e);
    while (ok && edges_from < n && f->blocks[edges_from].before == UINT32_MAX)
        edges_from++;
    for (uint32_t i = 0; ok && i <= n; i++)
        head[i] = UINT32_MAX;
    for (uint32_t i = n; ok && i-- > edges_from;) {
        next[i] = head[f->blocks[i].before];
        head[f->blocks[i].before] = i;
    }
    for (unsigned rare = 0; ok && rare < 2; rare++)
        for (uint32_t i = 0; i < edges_from; i++) {
            const struct mblock *b = &f->blocks[i];
            if (b->is_reached && b->is_rare == rare)
                append(f, i, order, &count, place);
            for (uint32_t k = head[i]; k != UINT32_MAX; k = next[k])
                if (f->blocks[k].is_reached && f->blocks[k].is_rare == rare)
                    append(f, k, order, &count, place);
        }
    ok = ok && rearrange(f, order, count, place);
    free(order), free(place), free(head), free(next), free(e.first), free(e.from);
    return ok;
}

/* ---- loads as operands ---- */

struct uses {
    uint32_t *count, *defined; /* uses; the index of the only definition + 1, or UINT32_MAX */
    uint32_t *last;            /* index + 1 of the last definition so far */
    uint32_t at;
};

static void count_use(void *context, reg *r, bool is_def, bool is_late)
{
    struct uses *u = context;
    (void)is_late;
    if (*r < REG_VIRTUAL)
        return;
    uint32_t v = *r - REG_VIRTUAL;
    if (!is_def)
        u->count[v]++;
    else
        u->defined[v] = u->defined[v] ? UINT32_MAX : u->at + 1;
}

static bool writes_memory(const struct ins *i)
{
    if (i->op >= OP_ROWS)
        return i->op == OP_CALL || i->op == OP_EXCHANGE;
    return i->mem.kind != MEM_NONE && i->op != LEA &&
           (op_form(i->op) == MR || op_form(i->op) == MRK || i->op == ST_IMM || i->op == ST_IMM16 ||
            i->op == ST_IMM8);
}

static bool commutes(unsigned op)
{
    switch (op) {
    case VPADDD:
    case VPADDQ:
    case VPMULLD:
    case VPANDD:
    case VPORD:
    case VPXORD:
    case VADDPS:
    case VADDPD:
    case VMULPS:
    case VMULPD:
    case VPMINSD:
    case VPMINUD:
    case VPMAXSD:
    case VPMAXUD:
    case VFMADD231PS:
    case VFMADD231PD:
        return true;
    default:
        return false;
    }
}

/* Its only use is where it is known to be, in the same block. */
static bool dies(const struct uses *u, const struct mblock *b, reg r)
{
    if (r < REG_VIRTUAL || u->count[r - REG_VIRTUAL] != 1)
        return false;
    uint32_t def = u->defined[r - REG_VIRTUAL];
    return def && def != UINT32_MAX && def - 1 >= b->first && def - 1 < b->end;
}

/* The table of VPTERNLOG with two of its inputs exchanged: bits 4, 2 and 1 of an index are d, a and
 * b. */
static int64_t exchanged(int64_t table, unsigned x, unsigned y)
{
    int64_t out = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned from = (i & ~(x | y)) | (i & x ? y : 0) | (i & y ? x : 0);
        out |= (table >> from & 1) << i;
    }
    return out;
}

/* mov d, x; op d, y, z: if x is needed again and y or z is not, d begins as that one, in its
 * register. */
static void choose_tied(struct mfunction *f, const struct uses *u, const struct mblock *b,
                        struct ins *m, struct ins *i)
{
    bool is_logic = i->op == VPTERNLOGD, is_sum = i->op == VFMADD231PS || i->op == VFMADD231PD;
    if (m->op != VMOVDQU32 || m->mem.kind != MEM_NONE || m->k || i->d != m->d || !i->tied || i->k ||
        (!is_logic && !is_sum) || dies(u, b, m->b))
        return;
    bool by_a = dies(u, b, i->a), by_b = !by_a && i->mem.kind == MEM_NONE && dies(u, b, i->b);
    if (!by_a && !by_b)
        return;
    reg x = m->b;
    m->b = by_a ? i->a : i->b;
    f->hints[m->d - REG_VIRTUAL] = m->b;
    if (is_logic) {
        i->imm = exchanged(i->imm, 4, by_a ? 2 : 1);
        *(by_a ? &i->a : &i->b) = x;
        return;
    }
    /* d * b + a */
    i->op = i->op == VFMADD231PS ? VFMADD132PS : VFMADD132PD;
    if (by_b)
        i->b = i->a;
    i->a = x;
}

/* The load that defines r, if instruction `at` can have it as an operand. */
static struct ins *load_for(struct mfunction *f, const struct uses *u, reg r, uint32_t at,
                            uint32_t after)
{
    if (r < REG_VIRTUAL || u->count[r - REG_VIRTUAL] != 1)
        return NULL;
    uint32_t def = u->defined[r - REG_VIRTUAL];
    if (!def || def == UINT32_MAX || def - 1 < after || def - 1 >= at)
        return NULL;
    struct ins *l = &f->code[def - 1];
    const struct ins *i = &f->code[at];
    if (l->mem.kind == MEM_NONE || l->k || l->broadcast || l->d != r)
        return NULL;
    bool fits = (l->op == VMOVDQU32 && l->vl == whole_vl(f) && i->vl == whole_vl(f)) ||
                (l->op == MOV && l->wide == i->wide && i->op != MOV) ||
                (l->op == MOV && !l->wide && i->op == VPBROADCASTD_R && !i->k) ||
                (l->op == MOV && !l->wide && i->op == MOVSXD) ||
                (l->op == VPBROADCASTD && broadcast_bytes(i->op) == 4 && !i->is_vex);
    return fits ? l : NULL;
}

static void take_load(struct ins *i, struct ins *l)
{
    if (i->op == VPBROADCASTD_R)
        i->op = VPBROADCASTD;
    i->mem = l->mem;
    i->broadcast = l->op == VPBROADCASTD;
    i->b = 0;
    *l = (struct ins){.op = OP_NONE};
}

/* What r holds at `at` is what it held at `def` of the same block. */
static bool is_same_since(const struct uses *u, reg r, uint32_t def)
{
    return r < REG_VIRTUAL || u->last[r - REG_VIRTUAL] <= def;
}

/* mov r, y; op r, a, b that choose_tied has made of mov r, x; op r, ..: as it was. false: there is
 * no x in it. */
static bool begin_with(struct ins *m, struct ins *o, reg x)
{
    bool by_a = o->a == x, by_b = o->mem.kind == MEM_NONE && o->b == x,
         is_sum = o->op == VFMADD132PS && by_a, is_logic = o->op == VPTERNLOGD && (by_a || by_b);
    if (m->b == x)
        return true;
    if (!is_sum && !is_logic)
        return false;
    if (is_sum)
        o->op = VFMADD231PS;
    else
        o->imm = exchanged(o->imm, 4, by_a ? 2 : 1);
    *(by_a ? &o->a : &o->b) = m->b;
    m->b = x;
    return true;
}

/* op r, a, b; blend d {k}, x, r: mov d, x; op d {k}, a, b, if nothing else needs r, and for mov r,
 * x; op r, a, b as well. Selection has left room for the mov. */
static void merge_mask(struct mfunction *f, const struct uses *u, const struct mblock *b,
                       uint32_t at)
{
    struct ins *i = &f->code[at];
    reg r = i->b, x = i->a;
    if (i->op != VPBLENDMD || at == b->first || f->code[at - 1].op != OP_NONE || r < REG_VIRTUAL ||
        x < REG_VIRTUAL || i->vl != 2 || i->mem.kind != MEM_NONE ||
        u->last[r - REG_VIRTUAL] <= b->first)
        return;
    uint32_t def = u->last[r - REG_VIRTUAL] - 1;
    struct ins *o = &f->code[def], *m = o - 1, start = {.op = OP_NONE}, masked = *o;
    if (o->op >= OP_ROWS || o->d != r || broadcast_bytes(o->op) != 4 || o->vl != 2 || o->k ||
        (o->mem.kind != MEM_NONE && o->mem.kind != MEM_POOL) ||
        u->count[r - REG_VIRTUAL] != 1U + o->tied || !is_same_since(u, o->a, def) ||
        !is_same_since(u, o->b, def))
        return;
    if (o->tied) {
        if (def == b->first || m->op != VMOVDQU32 || m->d != r || m->k || m->mem.kind != MEM_NONE ||
            !is_same_since(u, m->b, def))
            return;
        start = *m;
        if (!begin_with(&start, &masked, x))
            return;
        *m = (struct ins){.op = OP_NONE};
    }
    masked.d = i->d, masked.k = i->k, masked.tied = true;
    /* d is x there, and x may end. */
    masked.a = masked.a == x ? i->d : masked.a;
    masked.b = masked.b == x ? i->d : masked.b;
    *o = (struct ins){.op = OP_NONE};
    i[-1] = (struct ins){.op = VMOVDQU32, .d = i->d, .b = x, .vl = 2};
    f->hints[i->d - REG_VIRTUAL] = x;
    *i = masked;
}

/* Whether flags are asked only for whether a result is 0, until they are set again. */
static bool only_zero_matters(const struct mfunction *f, const struct mblock *b, uint32_t at)
{
    for (uint32_t n = at + 1; n < b->end; n++) {
        const struct ins *i = &f->code[n];
        if (i->op == TEST || i->op == TESTI || i->op == CMP || i->op == CMPI || i->op == KORTESTW)
            return true;
        if ((i->op == OP_JCC || i->op == CMOV || i->op == SETCC) && i->cc != CC_E && i->cc != CC_NE)
            return false;
    }
    return true;
}

/* test r, r behind what sets the flags by r. */
static void drop_test(struct mfunction *f, const struct mblock *b, uint32_t at)
{
    struct ins *i = &f->code[at];
    uint32_t n = at;
    if (i->op != TEST || i->d != i->b || i->mem.kind != MEM_NONE || i->d < REG_VIRTUAL)
        return;
    while (n > b->first && f->code[n - 1].op == OP_NONE)
        n--;
    if (n == b->first)
        return;
    const struct ins *o = &f->code[n - 1];
    bool sets = o->op == AND || o->op == OR || o->op == XOR || o->op == ADD || o->op == SUB ||
                o->op == ANDI || o->op == ORI || o->op == ADDI || o->op == SUBI || o->op == NEG ||
                o->op == BLSR || o->op == ANDN;
    if (sets && o->d == i->d && o->wide == i->wide && only_zero_matters(f, b, at))
        *i = (struct ins){.op = OP_NONE};
}

static void fold_block(struct mfunction *f, const struct uses *u, const struct mblock *b)
{
    uint32_t after = b->first;
    for (uint32_t at = b->first; at < b->end; at++) {
        struct ins *i = &f->code[at], *l;
        merge_mask(f, u, b, at);
        drop_test(f, b, at);
        if (at > b->first)
            choose_tied(f, u, b, i - 1, i);
        if (i->d >= REG_VIRTUAL)
            u->last[i->d - REG_VIRTUAL] = at + 1;
        if (writes_memory(i))
            after = at + 1;
        if (i->op >= OP_ROWS || (!can_fold(i) && i->op != VPBROADCASTD_R) ||
            i->mem.kind != MEM_NONE)
            continue;
        l = load_for(f, u, i->b, at, after);
        if (!l && commutes(i->op) && (l = load_for(f, u, i->a, at, after))) {
            i->a = i->b;
        }
        if (l)
            take_load(i, l);
    }
}

static void forget_use(void *context, reg *r, bool is_def, bool is_late)
{
    struct uses *u = context;
    (void)is_late;
    if (!is_def && *r >= REG_VIRTUAL)
        u->count[*r - REG_VIRTUAL]--;
}

/* Without it nothing changes but what it defines: no flags, no memory that may fault. */
static bool is_harmless(const struct mfunction *f, const struct ins *i)
{
    bool reads_memory = i->mem.kind == MEM_AT && i->op != LEA;
    if (i->op >= OP_ROWS || i->clobbers_k || !i->d || reads_memory)
        return false;
    /* Masks as narrow.h has them: flags that nobody asks for. */
    bool is_of_mask =
        f->is_narrow && (i->op == AND || i->op == OR || i->op == XOR || i->op == ANDN ||
                         i->op == SHLI || i->op == SHRI || i->op == XORI);
    return is_of_mask || (!touches_flags(i->op) && i->op != ST_KMOVQ);
}

/* Backwards, so that what only dead instructions read is dead, too. */
static void remove_dead(struct mfunction *f, struct uses *u)
{
    for (uint32_t at = f->count; at-- > 0;) {
        struct ins *i = &f->code[at];
        if (i->op == OP_NONE || !is_harmless(f, i) || i->d < REG_VIRTUAL ||
            u->count[i->d - REG_VIRTUAL] > i->tied)
            continue;
        each_operand(f, i, forget_use, u);
        *i = (struct ins){.op = OP_NONE};
    }
}

static bool find_uses(struct mfunction *f, struct uses *u)
{
    *u = (struct uses){calloc(f->virtual_count + 1, sizeof *u->count),
                       calloc(f->virtual_count + 1, sizeof *u->defined),
                       calloc(f->virtual_count + 1, sizeof *u->last), 0};
    bool ok = u->count && u->defined && u->last;
    for (; ok && u->at < f->count; u->at++)
        each_operand(f, &f->code[u->at], count_use, u);
    return ok;
}

static void free_uses(struct uses *u) { free(u->count), free(u->defined), free(u->last); }

/* Instructions that are nothing are left out. */
static void close_up(struct mfunction *f)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->block_count; i++) {
        struct mblock *b = &f->blocks[i];
        uint32_t first = count;
        for (uint32_t at = b->first; at < b->end; at++)
            if (f->code[at].op != OP_NONE)
                f->code[count++] = f->code[at];
        b->first = first;
        b->end = count;
    }
    f->count = count;
}

bool sweep(struct mfunction *f)
{
    struct uses u;
    bool ok = find_uses(f, &u);
    if (ok)
        remove_dead(f, &u);
    close_up(f);
    free_uses(&u);
    return ok;
}

bool fold_loads(struct mfunction *f)
{
    struct uses u;
    bool ok = find_uses(f, &u);
    if (ok)
        remove_dead(f, &u);
    for (uint32_t i = 0; ok && i < f->block_count; i++)
        fold_block(f, &u, &f->blocks[i]);
    free_uses(&u);
    return ok;
}

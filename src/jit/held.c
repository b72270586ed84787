/* held.c: see held.h. */
#include "jit/held.h"

#include "jit/build.h"

enum { HALF = 16 /* lanes of a register of the host */ };

/* Half a vector of which lanes are taken. */
struct piece {
    LLVMValueRef of;
    unsigned half;
};

/* What makes 16 lanes: lane n is lane from[n] of piece[which[n]]. */
struct pieces {
    struct piece piece[HALF];
    unsigned count;
    uint8_t which[HALF], from[HALF];
};

/* Makes of the 32 dwords around this one, where nothing was stored, what they were at first. There
 * is memory behind LDS (LDS_MARGIN). */
static void find_first(struct emitter *e, uint32_t at)
{
    struct held *h = e->held;
    uint32_t from = at & ~31u;
    LLVMValueRef v = LLVMConstNull(e->v32i32);
    if (h->is_in_memory) {
        v = LLVMBuildLoad2(e->b, e->v32i32, at_offset(e, e->lds, 4 * (size_t)from), "");
        LLVMSetAlignment(v, 4);
    }
    for (uint32_t i = 0; i < 32; i++)
        if (!h->value[from + i]) {
            h->value[from + i] = v;
            h->lane[from + i] = (uint8_t)i;
        }
}

static void find_pieces(struct emitter *e, const uint32_t at[HALF], struct pieces *p)
{
    struct held *h = e->held;
    *p = (struct pieces){.count = 0};
    for (unsigned n = 0; n < HALF; n++) {
        p->from[n] = (uint8_t)n;
        if (at[n] == NOT_HELD)
            continue; /* any lane of the first piece does */
        if (!h->value[at[n]])
            find_first(e, at[n]);
        LLVMValueRef of = h->value[at[n]];
        unsigned half = h->lane[at[n]] / HALF, i = 0;
        while (i < p->count && (p->piece[i].of != of || p->piece[i].half != half))
            i++;
        if (i == p->count)
            p->piece[p->count++] = (struct piece){of, half};
        p->which[n] = (uint8_t)i;
        p->from[n] = h->lane[at[n]] % HALF;
    }
    if (!p->count)
        p->piece[p->count++] = (struct piece){LLVMConstNull(e->v32i32), 0};
}

static LLVMValueRef piece_value(struct emitter *e, const struct piece *p)
{
    return pick(e, p->of, NULL, HALF * p->half, 1, HALF);
}

static bool is_piece(const struct pieces *p)
{
    bool is = p->count == 1;
    for (unsigned n = 0; n < HALF; n++)
        is &= p->from[n] == n;
    return is;
}

static LLVMValueRef assemble(struct emitter *e, const struct pieces *p)
{
    LLVMValueRef all = NULL;
    if (is_piece(p))
        return piece_value(e, &p->piece[0]);
    for (unsigned i = 0; i < p->count; i += 2) {
        LLVMValueRef a = piece_value(e, &p->piece[i]),
                     b = i + 1 < p->count ? piece_value(e, &p->piece[i + 1]) : NULL;
        uint8_t index[HALF], blend[HALF];
        for (unsigned n = 0; n < HALF; n++) {
            bool is_here = p->which[n] / 2 == i / 2;
            index[n] = (uint8_t)(is_here ? p->from[n] + HALF * (p->which[n] % 2) : n);
            blend[n] = (uint8_t)(n + (is_here ? HALF : 0));
        }
        a = shuffle(e, a, b, index, HALF);
        e->held->shuffles += all ? 2 : 1;
        all = all ? shuffle(e, all, a, blend, HALF) : a;
    }
    return all;
}

LLVMValueRef held_load(struct emitter *e, const uint32_t at[32])
{
    struct pieces p[2];
    for (unsigned half = 0; half < 2; half++)
        find_pieces(e, at + HALF * half, &p[half]);
    for (unsigned n = 0; n < 32; n++)
        if (at[n] != NOT_HELD && at[n] >= e->held->end)
            e->held->end = at[n] + 1;
    bool is_whole = is_piece(&p[0]) && is_piece(&p[1]) && p[0].piece[0].of == p[1].piece[0].of;
    if (is_whole && p[0].piece[0].half == 0 && p[1].piece[0].half == 1)
        return p[0].piece[0].of;
    return pick(e, assemble(e, &p[0]), assemble(e, &p[1]), 0, 1, 32);
}

void held_store(struct emitter *e, const uint32_t at[32], LLVMValueRef v)
{
    struct held *h = e->held;
    for (unsigned n = 0; n < 32; n++) {
        if (at[n] == NOT_HELD)
            continue;
        h->value[at[n]] = v;
        h->lane[at[n]] = (uint8_t)n;
        if (at[n] >= h->end)
            h->end = at[n] + 1;
    }
}

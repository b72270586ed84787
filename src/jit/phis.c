/* phis.c: removes phis that have only one value.
 *
 * A block begins with a phi for every live variable, so that most of them only hand on what none of
 * the blocks around writes, also in circles: of a loop, or of the ways of a branch that lanes take
 * one after the other. Phis that lead to each other (a strongly connected set) and to one value
 * besides are that value. If there are several values besides, the phis of the set that do not have
 * one of these themselves may still be such sets (Braun et al., "Simple and Efficient Construction
 * of Static Single Assignment Form", 2013). */
#include "jit/phis.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define NO_PHI UINT32_MAX

struct phi {
    LLVMValueRef value;
    LLVMValueRef same; /* what it turns out to be, or NULL */
    uint32_t group;    /* which set of phis is being looked at, of those that have it */
    uint32_t number;   /* in the order of the search; 0: not reached */
    uint32_t low;      /* the smallest number of the path that it leads back to */
    uint32_t next;     /* its incoming value that the search goes on with */
    bool is_open;      /* it is on the stack of the search */
};

struct finder {
    struct phi *phis;
    uint32_t count, groups, numbers;
    uint32_t *table; /* [mask + 1] phis by address; NO_PHI: none */
    uint32_t mask;
    uint32_t *path, *open; /* of the search: from its start to here; not yet in a set */
    uint32_t depth, open_count;
};

static uint32_t hash(LLVMValueRef v)
{
    return (uint32_t)(((uintptr_t)v >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

/* Which phi the value is, or NO_PHI. */
static uint32_t find(const struct finder *f, LLVMValueRef v)
{
    if (!LLVMIsAPHINode(v))
        return NO_PHI;
    for (uint32_t i = hash(v);; i++) {
        uint32_t k = f->table[i & f->mask];
        if (k == NO_PHI || f->phis[k].value == v)
            return k;
    }
}

/* The value itself, or what it is known to be. */
static LLVMValueRef resolve(const struct finder *f, LLVMValueRef v, uint32_t *which)
{
    while ((*which = find(f, v)) != NO_PHI && f->phis[*which].same)
        v = f->phis[*which].same;
    return v;
}

static void settle(struct finder *f, const uint32_t *set, uint32_t count);

/* The phis of the set, which lead to each other. */
static void settle_circle(struct finder *f, uint32_t *set, uint32_t count)
{
    uint32_t group = ++f->groups, inner = 0, which;
    LLVMValueRef same = NULL;
    bool are_several = false;
    for (uint32_t i = 0; i < count; i++)
        f->phis[set[i]].group = group;
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef phi = f->phis[set[i]].value;
        bool is_inner = true;
        for (unsigned k = LLVMCountIncoming(phi); k-- > 0;) {
            LLVMValueRef v = resolve(f, LLVMGetIncomingValue(phi, k), &which);
            if (which != NO_PHI && f->phis[which].group == group)
                continue;
            is_inner = false;
            are_several |= same && v != same;
            same = v;
        }
        if (is_inner) { /* to the front */
            uint32_t other = set[inner];
            set[inner++] = set[i];
            set[i] = other;
        }
    }
    if (!are_several && same)
        for (uint32_t i = 0; i < count; i++)
            f->phis[set[i]].same = same;
    else if (inner && inner < count)
        settle(f, set, inner);
}

static void enter(struct finder *f, uint32_t k)
{
    struct phi *p = &f->phis[k];
    p->number = p->low = ++f->numbers;
    p->next = 0;
    p->is_open = true;
    f->path[f->depth++] = k;
    f->open[f->open_count++] = k;
}

/* The end of the path has been followed: what it heads is a set. */
static void leave(struct finder *f)
{
    uint32_t k = f->path[--f->depth], first = f->open_count;
    struct phi *p = &f->phis[k];
    if (f->depth && p->low < f->phis[f->path[f->depth - 1]].low)
        f->phis[f->path[f->depth - 1]].low = p->low;
    if (p->low != p->number)
        return;
    do
        f->phis[f->open[--first]].is_open = false;
    while (f->open[first] != k);
    uint32_t count = f->open_count - first, *set = malloc(count * sizeof *set);
    f->open_count = first;
    for (uint32_t i = 0; set && i < count; i++)
        set[i] = f->open[first + i];
    /* The search that this begins ends before the one that goes on here. */
    if (set)
        settle_circle(f, set, count);
    free(set);
}

/* Tarjan's search, which finds a set behind those that it leads to, among phis that have what
 * `group` says. */
static void search(struct finder *f, uint32_t from, uint32_t group)
{
    uint32_t bottom = f->depth, which;
    enter(f, from);
    while (f->depth > bottom) {
        struct phi *p = &f->phis[f->path[f->depth - 1]];
        if (p->next == LLVMCountIncoming(p->value)) {
            leave(f);
            continue;
        }
        resolve(f, LLVMGetIncomingValue(p->value, p->next++), &which);
        if (which == NO_PHI || f->phis[which].group != group)
            continue;
        struct phi *q = &f->phis[which];
        if (!q->number)
            enter(f, which);
        else if (q->is_open && q->number < p->low)
            p->low = q->number;
    }
}

static void settle(struct finder *f, const uint32_t *set, uint32_t count)
{
    uint32_t group = ++f->groups;
    for (uint32_t i = 0; i < count; i++) {
        f->phis[set[i]].group = group;
        f->phis[set[i]].number = 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!f->phis[set[i]].number)
            search(f, set[i], group);
}

static uint32_t for_each_phi(LLVMValueRef function, struct phi *out)
{
    uint32_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i), n++)
            if (out)
                out[n].value = i;
    return n;
}

static bool begin(struct finder *f, LLVMValueRef function)
{
    f->count = for_each_phi(function, NULL);
    for (f->mask = 15; f->mask < 2 * f->count; f->mask = 2 * f->mask + 1)
        ;
    f->phis = calloc(f->count + 1, sizeof *f->phis);
    f->table = malloc((f->mask + 1) * sizeof *f->table);
    f->path = malloc((f->count + 1) * sizeof *f->path);
    f->open = malloc((f->count + 1) * sizeof *f->open);
    if (!f->phis || !f->table || !f->path || !f->open)
        return false;
    for_each_phi(function, f->phis);
    for (uint32_t i = 0; i <= f->mask; i++)
        f->table[i] = NO_PHI;
    for (uint32_t k = 0; k < f->count; k++) {
        uint32_t i = hash(f->phis[k].value);
        while (f->table[i & f->mask] != NO_PHI)
            i++;
        f->table[i & f->mask] = k;
    }
    return true;
}

void phis_remove(LLVMValueRef function)
{
    struct finder f = {.count = 0};
    uint32_t which, *all = NULL;
    if (begin(&f, function) && (all = malloc((f.count + 1) * sizeof *all))) {
        for (uint32_t i = 0; i < f.count; i++)
            all[i] = i;
        settle(&f, all, f.count);
        for (uint32_t i = 0; i < f.count; i++)
            if (f.phis[i].same)
                LLVMReplaceAllUsesWith(f.phis[i].value, resolve(&f, f.phis[i].same, &which));
        for (uint32_t i = 0; i < f.count; i++)
            if (f.phis[i].same)
                LLVMInstructionEraseFromParent(f.phis[i].value);
    }
    free(all);
    free(f.phis);
    free(f.table);
    free(f.path);
    free(f.open);
}

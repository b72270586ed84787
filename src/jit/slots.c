/* slots.c: see slots.h. */
#include "jit/slots.h"

#include <stdlib.h>

#include "isa/machine.h"
#include "jit/build.h"
#include "jit/flow.h"
#include "jit/isa.h"
#include "jit/registers.h"

struct slot slot_at(LLVMValueRef base, int64_t offset, unsigned half)
{
    uint32_t plus = (uint32_t)offset & ~UINT32_C(3);
    LLVMValueRef by = is_instruction(base, LLVMAdd) ? LLVMGetOperand(base, 1) : NULL;
    if (by && LLVMIsAConstantInt(by)) {
        plus += (uint32_t)LLVMConstIntGetZExtValue(by);
        base = LLVMGetOperand(base, 0);
    }
    if (LLVMIsAConstantInt(base)) {
        plus += (uint32_t)LLVMConstIntGetZExtValue(base);
        base = NULL;
    }
    return (struct slot){base, plus, half};
}

static struct known_slot *find(struct slots *s, const struct slot *at)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct slot *k = &s->known[i].at;
        if (k->root == at->root && k->plus == at->plus && k->half == at->half)
            return &s->known[i];
    }
    return NULL;
}

/* The mask that this one is the rest of; NULL: it is none of a form that is known. */
static LLVMValueRef others_of(LLVMValueRef v)
{
    bool is_xor = is_instruction(v, LLVMXor);
    for (unsigned i = 0; is_xor && i < 2; i++)
        if (LLVMGetOperand(v, i) == LLVMConstAllOnes(LLVMTypeOf(v)))
            return LLVMGetOperand(v, 1 - i);
    return NULL;
}

static bool are_same_lanes(LLVMValueRef a, LLVMValueRef b)
{
    return a == b || (others_of(a) && others_of(a) == others_of(b));
}

LLVMValueRef slot_value(struct emitter *e, const struct slot *at)
{
    struct known_slot *k = find(&e->tests->slots, at);
    bool is_known = k && (!k->under || are_same_lanes(k->under, get_var(e, exec_var(e, at->half))));
    return is_known ? k->value : NULL;
}

void know_slot(struct emitter *e, const struct slot *at, LLVMValueRef value)
{
    struct slots *s = &e->tests->slots;
    struct known_slot *k = find(s, at);
    if (!k && s->count < MAX_SLOTS) {
        k = &s->known[s->count++];
    } else if (!k) {
        k = &s->known[s->oldest];
        s->oldest = (s->oldest + 1) % MAX_SLOTS;
    }
    *k = (struct known_slot){*at, value, NULL};
}

void replace_slot(struct emitter *e, const struct slot *at, LLVMValueRef value, LLVMValueRef under)
{
    struct slots *s = &e->tests->slots;
    unsigned n = 0;
    for (unsigned i = 0; i < s->count; i++)
        if (s->known[i].at.root == at->root)
            s->known[n++] = s->known[i];
    if (n < s->count)
        s->oldest = 0;
    s->count = n;
    know_slot(e, at, value);
    find(s, at)->under = under;
}

/* What memory has in a slot at a constant place. */
static LLVMValueRef load_slot(struct emitter *e, const struct slot *at)
{
    uint64_t offset = (uint64_t)at->plus * 32 * e->region->halves + VECTOR_BYTES * at->half;
    LLVMValueRef from = load_at(e, e->ptr, e->wave, offsetof(struct wave, scratch));
    LLVMValueRef v = LLVMBuildLoad2(e->b, e->v32i32, at_offset(e, from, offset), "");
    LLVMSetAlignment(v, 4);
    return v;
}

LLVMValueRef load_from_slot(struct emitter *e, LLVMValueRef v)
{
    const struct slots *s = &e->tests->slots;
    for (unsigned i = 0; i < s->count; i++)
        if (s->known[i].value == v && !s->known[i].under && !s->known[i].at.root)
            return load_slot(e, &s->known[i].at);
    return NULL;
}

void forget_slots(struct emitter *e) { e->tests->slots.count = e->tests->slots.oldest = 0; }

/* ---- where ways join ---- */

static LLVMBasicBlockRef edge_from(const struct emitter *e, int pred, unsigned to)
{
    const struct block_state *st = &e->states[pred];
    return e->region->blocks[pred].succ[0] == (int)to ? st->through_end : st->taken_end;
}

/* What the slot has at the end of all these blocks; NULL: one does not know. */
static LLVMValueRef joined_value(struct emitter *e, unsigned index, const int *preds, unsigned n,
                                 const struct slot *at)
{
    LLVMValueRef values[MAX_JOINED];
    LLVMBasicBlockRef from[MAX_JOINED];
    bool are_same = true;
    for (unsigned i = 0; i < n; i++) {
        struct known_slot *k = find(&e->tests_at_end[preds[i]].slots, at);
        if (!k || k->under)
            return NULL;
        values[i] = k->value;
        from[i] = edge_from(e, preds[i], index);
        are_same &= values[i] == values[0];
    }
    if (are_same)
        return values[0];
    LLVMValueRef phi = LLVMBuildPhi(e->b, e->v32i32, "");
    LLVMAddIncoming(phi, values, from, n);
    return phi;
}

/* ---- loops ----
 *
 * Slots at constant places that a loop stores are phis at its head, which is a label: waves that
 * come from outside load them there. */

static bool add_loop_slot(struct emitter *e, unsigned head, const struct slot *at, LLVMValueRef phi)
{
    struct loop_slots *l = e->loop_slots;
    struct loop_slot *p = realloc(l->all, (l->count + 1) * sizeof *p);
    if (!p)
        return false;
    l->all = p;
    p[l->count++] = (struct loop_slot){head, *at, phi};
    return true;
}

/* Whether control comes to the block by its edges, and from outside as to any label, alone. */
static bool is_plain_head(const struct emitter *e, unsigned index)
{
    const struct region *r = e->region;
    const struct block *b = &r->blocks[index];
    bool is = b->is_loop && b->is_label && !b->is_way && !b->is_root && (int)index != r->entry &&
              !e->states[index].wave;
    for (unsigned i = 0; is && i < r->jump_count; i++)
        is = r->jumps[i] != (int)index;
    for (unsigned i = 0; is && i < r->lane_loop_count; i++)
        is = r->lane_loops[i].exit != index;
    for (unsigned i = 0; is && i < r->seek_count; i++)
        is = r->seeks[i].head != index;
    for (unsigned i = 0; is && i < r->count; i++)
        is = r->blocks[i].succ[0] != r->blocks[i].succ[1] || r->blocks[i].succ[0] != (int)index;
    return is;
}

/* Whether ops of the marked blocks store the slot, as far as that is seen. */
static bool is_stored(const struct region *r, const uint8_t *marks, const struct slot *at)
{
    for (unsigned i = 0; i < r->count; i++)
        for (uint32_t k = 0; marks[i] && k < r->blocks[i].ops; k++) {
            uint32_t from, bytes;
            const struct block *b = &r->blocks[i];
            if (r->isa->stores_row(r, b, &r->ops[b->op + k], &from, &bytes) && at->plus >= from &&
                at->plus - from < bytes)
                return true;
        }
    return false;
}

static bool is_known_before(const struct emitter *e, unsigned head, const struct slot *at)
{
    for (unsigned i = 0; i < head; i++) {
        const struct block *b = &e->region->blocks[i];
        struct known_slot *k = find(&e->tests_at_end[i].slots, at);
        if ((b->succ[0] == (int)head || b->succ[1] == (int)head) && (!k || k->under))
            return false;
    }
    return true;
}

static void begin_loop_slots(struct emitter *e, unsigned index)
{
    const struct region *r = e->region;
    struct slots *s = &e->tests->slots;
    int first = 0;
    while (first < (int)index && r->blocks[first].succ[0] != (int)index &&
           r->blocks[first].succ[1] != (int)index)
        first++;
    if (!r->isa->stores_row || first == (int)index || !is_plain_head(e, index))
        return;
    uint8_t *marks = malloc(r->count);
    const struct slots *before = &e->tests_at_end[first].slots;
    for (unsigned i = 0; marks && i < before->count; i++) {
        const struct slot *at = &before->known[i].at;
        if (i == 0 && !region_loop(r, index, false, marks))
            break;
        if (at->root || !is_known_before(e, index, at) || !is_stored(r, marks, at))
            continue;
        LLVMValueRef phi = LLVMBuildPhi(e->b, e->v32i32, "slot");
        if (add_loop_slot(e, index, at, phi))
            s->known[s->count++] = (struct known_slot){*at, phi, NULL};
    }
    free(marks);
}

uint32_t loop_slots_end(const struct emitter *e, unsigned head)
{
    uint32_t end = 0;
    for (unsigned i = 0; i < e->loop_slots->count; i++) {
        const struct loop_slot *l = &e->loop_slots->all[i];
        if (l->head == head && l->at.plus + 4 > end)
            end = l->at.plus + 4;
    }
    return end;
}

LLVMValueRef loop_slot_lane(struct emitter *e, LLVMValueRef v, unsigned n)
{
    struct loop_slots *l = e->loop_slots;
    unsigned i = 0;
    while (i < l->count && l->all[i].phi != v)
        i++;
    for (unsigned k = 0; i < l->count && k < l->lane_count; k++)
        if (l->lanes[k].slot == i && l->lanes[k].n == n)
            return l->lanes[k].phi;
    struct loop_lane *p = i < l->count ? realloc(l->lanes, (l->lane_count + 1) * sizeof *p) : NULL;
    if (!p)
        return NULL;
    l->lanes = p;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
    LLVMPositionBuilderBefore(e->b, v);
    LLVMValueRef phi = LLVMBuildPhi(e->b, e->i32, "");
    LLVMPositionBuilderAtEnd(e->b, here);
    p[l->lane_count++] = (struct loop_lane){i, n, phi};
    return phi;
}

/* By this edge comes what the slot has at the end of block `pred`; pred -1: what is in memory. */
static void add_edge(struct emitter *e, unsigned index, LLVMBasicBlockRef from, int pred)
{
    struct loop_slots *l = e->loop_slots;
    const struct slot at = l->all[index].at;
    struct known_slot *k = pred < 0 ? NULL : find(&e->tests_at_end[pred].slots, &at);
    LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(from));
    LLVMValueRef v = k && !k->under ? k->value : load_slot(e, &at);
    LLVMAddIncoming(l->all[index].phi, &v, &from, 1);
}

/* The lane of what comes by edge `edge` of its slot's phi. */
static void add_lane(struct emitter *e, const struct loop_lane *lane, unsigned edge)
{
    LLVMValueRef phi = e->loop_slots->all[lane->slot].phi, v = LLVMGetIncomingValue(phi, edge), x;
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, edge);
    LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(from));
    if (LLVMIsALoadInst(v)) { /* no store may be between */
        LLVMPositionBuilderBefore(e->b, LLVMGetNextInstruction(v));
        x = load_at(e, e->i32, LLVMGetOperand(v, 0), sizeof(uint32_t) * lane->n);
        LLVMSetAlignment(x, 4);
    } else if (!(x = e->region->isa->lane_of_row(e, v, lane->n))) {
        LLVMPositionBuilderBefore(e->b, LLVMGetBasicBlockTerminator(from));
        x = LLVMBuildExtractElement(e->b, v, const_i32(e, lane->n), "");
    }
    LLVMAddIncoming(lane->phi, &x, &from, 1);
}

void finish_loop_slots(struct emitter *e)
{
    struct loop_slots *l = e->loop_slots;
    const struct region *r = e->region;
    for (unsigned i = 0; i < l->count; i++) {
        unsigned head = l->all[i].head;
        for (unsigned k = 0; k < r->count; k++)
            if (r->blocks[k].succ[0] == (int)head || r->blocks[k].succ[1] == (int)head)
                add_edge(e, i, edge_from(e, (int)k, head), (int)k);
        add_edge(e, i, e->states[head].label, -1);
    }
    for (unsigned i = 0; i < l->lane_count; i++) { /* more of them may be asked for here */
        const struct loop_lane lane = l->lanes[i];
        for (unsigned k = 0; k < LLVMCountIncoming(l->all[lane.slot].phi); k++)
            add_lane(e, &lane, k);
    }
}

void begin_slots(struct emitter *e, unsigned index)
{
    struct slots *s = &e->tests->slots;
    int preds[MAX_JOINED], pred = only_pred(e, index);
    unsigned n = pred >= 0 ? 0 : all_preds(e, index, preds);
    bool are_edges = true;
    if (pred >= 0) {
        *s = e->tests_at_end[pred].slots;
        return;
    }
    s->count = s->oldest = 0;
    begin_loop_slots(e, index);
    for (unsigned i = 0; i < n; i++) /* both edges of one block would be two of a phi's */
        are_edges &= e->region->blocks[preds[i]].succ[0] != e->region->blocks[preds[i]].succ[1];
    for (unsigned i = 0; n && are_edges && i < e->tests_at_end[preds[0]].slots.count; i++) {
        const struct slot *at = &e->tests_at_end[preds[0]].slots.known[i].at;
        LLVMValueRef v = joined_value(e, index, preds, n, at);
        if (v)
            s->known[s->count++] = (struct known_slot){*at, v, NULL};
    }
}

bool joins_slots(const struct emitter *e, LLVMValueRef v)
{
    if (!LLVMIsAPHINode(v) || LLVMCountIncoming(v) == 0)
        return false;
    LLVMBasicBlockRef in = LLVMGetInstructionParent(v);
    unsigned i = 0;
    while (i < e->region->count && e->states[i].entry != in)
        i++;
    for (unsigned var = 0; i < e->region->count && var < VAR_S0; var++)
        if (e->states[i].phi[var] == v)
            return false;
    return i < e->region->count;
}

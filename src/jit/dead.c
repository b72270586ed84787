/* dead.c: see dead.h. */
#include "jit/dead.h"

#include <stdlib.h>

#include "jit/build.h"
#include "jit/fold.h"
#include "jit/isa.h"
#include "jit/sure_way.h"

bool is_marked_load(const struct emitter *e, LLVMValueRef v)
{
    return is_marked(e, v, MARK_DEVICE_LOAD);
}

void mark_load(struct emitter *e, LLVMValueRef load)
{
    const struct jit_isa *isa = e->region->isa;
    bool looks =
        e->at && e->at->kind == OP_ACCESS && isa->is_calm && !isa->is_calm(e->region, e->at);
    if (looks && LLVMIsALoadInst(load))
        LLVMSetVolatile(load, true);
    mark(e, load, MARK_DEVICE_LOAD);
}

enum { READ_DEPTH = 24, MOST_READ = 64, MOST_BACK = 64 };

/* A search for what reads a value on the way from its block. */
struct search {
    struct sure_way way;
    unsigned uses; /* how many more may be looked at */
};

/* Whether what comes from a block comes to another one, or is there. */
static bool leads_to(const struct sure_way *w, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    unsigned i = way_index(w, to);
    return i < w->count && way_index(w, from) <= i;
}

/* Whether a block was made before another one, not long before, or is the same: that one's branch
 * to it goes back. */
static bool is_back(LLVMBasicBlockRef to, LLVMBasicBlockRef from)
{
    for (unsigned n = 0; from && from != to && n < MOST_BACK; n++)
        from = LLVMGetPreviousBasicBlock(from);
    return from == to;
}

/* Whether a phi reads v wherever `here` leads, and LLVM makes no block in between. */
static bool joins(const struct emitter *e, const struct sure_way *w, LLVMValueRef phi,
                  LLVMValueRef v, LLVMBasicBlockRef here)
{
    LLVMBasicBlockRef at = LLVMGetInstructionParent(phi);
    for (unsigned n = LLVMCountIncoming(phi); n-- > 0;) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, n);
        if (LLVMGetIncomingValue(phi, n) == v && leads_to(w, here, from))
            return sure_successor(e, from) == at || is_back(at, from);
    }
    return false;
}

/* Whether something in the block needs the value, or what is made of it there. */
static bool is_read_in(LLVMValueRef v, LLVMBasicBlockRef b, unsigned depth, struct search *s)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && s->uses; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        --s->uses;
        if (LLVMGetInstructionParent(user) == b && !LLVMIsAPHINode(user) &&
            (fold_has_effect(user) || (depth && is_read_in(user, b, depth - 1, s))))
            return true;
    }
    return false;
}

/* Whether both ways that a branch on the way from `here` leads need the value. */
static bool is_read_on_both(struct search *s, LLVMValueRef v, LLVMBasicBlockRef here,
                            unsigned depth)
{
    const struct sure_way *w = &s->way;
    for (unsigned i = way_index(w, here); i + 1 < w->count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(w->block[i]);
        if (LLVMGetNumSuccessors(end) != 2)
            continue;
        LLVMBasicBlockRef one = LLVMGetSuccessor(end, 0), other = LLVMGetSuccessor(end, 1);
        if (one != w->block[i + 1] && other != w->block[i + 1] && is_read_in(v, one, depth, s) &&
            is_read_in(v, other, depth, s))
            return true;
    }
    return false;
}

/* Whether something needs the value, or what is made of it, on all ways from where it is: LLVM
 * moves what it finds to be read on one way there, loads too. */
static bool is_surely_read(const struct emitter *e, struct search *s, LLVMValueRef v,
                           unsigned depth)
{
    LLVMBasicBlockRef here = LLVMGetInstructionParent(v);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && s->uses; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        --s->uses;
        if (LLVMIsAPHINode(user)
                ? joins(e, &s->way, user, v, here)
                : leads_to(&s->way, here, LLVMGetInstructionParent(user)) &&
                      (fold_has_effect(user) || (depth && is_surely_read(e, s, user, depth - 1))))
            return true;
    }
    return is_read_on_both(s, v, here, depth);
}

/* Keeps a load where it is though no way from there, or not each, needs its result: it may fault.
 * Loads of LLVM can be volatile; what intrinsics load is read by code that is no instruction. */
static void keep_load(struct emitter *e, LLVMValueRef v)
{
    if (LLVMGetInstructionOpcode(v) == LLVMLoad) {
        LLVMSetVolatile(v, true);
        return;
    }
    LLVMPositionBuilderBefore(e->b, LLVMGetNextInstruction(v));
    LLVMTypeRef type = LLVMTypeOf(v), element = LLVMGetElementType(type);
    unsigned lanes = LLVMGetVectorSize(type), bits = LLVMGetIntTypeWidth(element) * lanes,
             most = e->masks == MASKS_ALL    ? 512
                    : e->masks == MASKS_WIDE ? 256
                                             : 128,
             parts = bits > most ? bits / most : 1;
    const char *in = e->masks == MASKS_ALL ? "v" : "x";
    for (unsigned k = 0; k < parts; k++) {
        LLVMValueRef part = parts > 1 ? pick(e, v, NULL, lanes / parts * k, 1, lanes / parts) : v;
        LLVMTypeRef t = LLVMTypeOf(part);
        LLVMTypeRef f = LLVMFunctionType(LLVMVoidTypeInContext(e->c), &t, 1, 0);
        LLVMValueRef nothing =
            LLVMGetInlineAsm(f, "", 0, in, 1, true, false, LLVMInlineAsmDialectATT, false);
        LLVMBuildCall2(e->b, f, nothing, &part, 1, "");
    }
}

/* Removes the function's instructions that have no use and no effect; loads of device memory have
 * the effect that they may fault. */
static void remove_unused(struct emitter *e)
{
    struct search s;
    /* Backwards over blocks in the order they were made: most uses are behind. */
    for (LLVMBasicBlockRef b = LLVMGetLastBasicBlock(e->function); b;
         b = LLVMGetPreviousBasicBlock(b)) {
        s.way.count = 0;
        for (LLVMValueRef v = LLVMGetLastInstruction(b), before; v; v = before) {
            before = LLVMGetPreviousInstruction(v);
            if (is_marked_load(e, v)) {
                if (!s.way.count)
                    find_sure_way(e, &s.way, b, NULL);
                s.uses = MOST_READ;
                if (!is_surely_read(e, &s, v, READ_DEPTH))
                    keep_load(e, v);
            } else if (!LLVMGetFirstUse(v) && !fold_has_effect(v)) {
                LLVMInstructionEraseFromParent(v);
            }
        }
    }
}

/* Whether all that is done with a place of the stack, or a part of it, is to store there. */
static bool is_unread(LLVMValueRef place)
{
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_stored_to =
            LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != place && !LLVMGetVolatile(user);
        if (!is_stored_to && !(LLVMIsAGetElementPtrInst(user) && is_unread(user)))
            return false;
    }
    return true;
}

static void remove_with_users(LLVMValueRef place)
{
    for (LLVMUseRef u; (u = LLVMGetFirstUse(place));)
        remove_with_users(LLVMGetUser(u));
    LLVMInstructionEraseFromParent(place);
}

/* Rows that were put on the stack for what has not become code. */
static void remove_unread_places(struct emitter *e)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(e->function);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry), next; v; v = next) {
        next = LLVMGetNextInstruction(v);
        if (LLVMIsAAllocaInst(v) && is_unread(v)) {
            remove_with_users(v);
            next = LLVMGetFirstInstruction(entry); /* it may have been one of them */
        }
    }
}

/* The phis of a function, in a hash table. */
struct phis {
    struct phi {
        LLVMValueRef phi; /* NULL: an empty slot */
        bool is_used;     /* by something that is no phi, or by such a phi */
    } * slot;
    size_t slots, count;     /* slots: a power of two */
    struct phi **used;       /* [count] */
    size_t used_count, seen; /* of `seen` of them, what comes in is used, too */
};

static struct phi *find_phi(const struct phis *p, LLVMValueRef phi)
{
    size_t i = (uintptr_t)phi / 16;
    for (;; i++) {
        struct phi *at = &p->slot[i & (p->slots - 1)];
        if (!at->phi || at->phi == phi)
            return at;
    }
}

static void use_phi(struct phis *p, LLVMValueRef v)
{
    for (; LLVMIsASelectInst(v); v = LLVMGetOperand(v, 2))
        use_phi(p, LLVMGetOperand(v, 1));
    struct phi *at = LLVMIsAPHINode(v) ? find_phi(p, v) : NULL;
    if (!at || at->is_used)
        return;
    at->is_used = true;
    p->used[p->used_count++] = at;
}

enum { MAX_LANES_PUT = 8 };

/* By something that is neither a phi nor chooses lanes for one, as V_WRITELANE does. */
static bool has_real_use(LLVMValueRef v, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool chooses = LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) != v;
        if (!LLVMIsAPHINode(user) &&
            (!chooses || depth == MAX_LANES_PUT || has_real_use(user, depth + 1)))
            return true;
    }
    return false;
}

static bool find_phis(struct emitter *e, struct phis *p)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && LLVMIsAPHINode(v);
             v = LLVMGetNextInstruction(v))
            p->count++;
    for (p->slots = 16; p->slots < 2 * p->count;)
        p->slots *= 2;
    p->slot = calloc(p->slots, sizeof *p->slot);
    p->used = calloc(p->count + 1, sizeof *p->used);
    if (!p->slot || !p->used)
        return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && LLVMIsAPHINode(v);
             v = LLVMGetNextInstruction(v))
            find_phi(p, v)->phi = v;
    return true;
}

/* Removes phis that only phis use, also by way of what chooses lanes: registers that loops do not
 * change and the wave has, so that nothing stores them where it is left. */
static void remove_unused_phis(struct emitter *e)
{
    struct phis p = {.slot = NULL};
    if (find_phis(e, &p)) {
        for (size_t i = 0; i < p.slots; i++)
            if (p.slot[i].phi && has_real_use(p.slot[i].phi, 0))
                use_phi(&p, p.slot[i].phi);
        for (; p.seen < p.used_count; p.seen++) {
            LLVMValueRef phi = p.used[p.seen]->phi;
            for (unsigned k = LLVMCountIncoming(phi); k-- > 0;)
                use_phi(&p, LLVMGetIncomingValue(phi, k));
        }
        for (size_t i = 0; i < p.slots; i++)
            if (p.slot[i].phi && !p.slot[i].is_used)
                LLVMReplaceAllUsesWith(p.slot[i].phi, LLVMGetPoison(LLVMTypeOf(p.slot[i].phi)));
        for (size_t i = 0; i < p.slots; i++)
            if (p.slot[i].phi && !p.slot[i].is_used)
                LLVMInstructionEraseFromParent(p.slot[i].phi);
    }
    free(p.slot);
    free(p.used);
}

void remove_dead(struct emitter *e)
{
    e->b = LLVMCreateBuilderInContext(e->c);
    remove_unused(e);
    remove_unused_phis(e);
    remove_unread_places(e);
    remove_unused(e);
    LLVMDisposeBuilder(e->b);
}

/* ---- what is used in one place ---- */

static bool is_one_of(LLVMBasicBlockRef b, const LLVMBasicBlockRef *blocks, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (blocks[i] == b)
            return true;
    return false;
}

static bool is_arithmetic_call(LLVMValueRef v)
{
    static const char *const names[] = {
        "llvm.smax.",     "llvm.smin.",      "llvm.umax.",     "llvm.umin.",    "llvm.fma.",
        "llvm.fabs.",     "llvm.fshl.",      "llvm.fshr.",     "llvm.sqrt.",    "llvm.copysign.",
        "llvm.rint.",     "llvm.roundeven.", "llvm.floor.",    "llvm.ceil.",    "llvm.trunc.",
        "llvm.ctpop.",    "llvm.ctlz.",      "llvm.cttz.",     "llvm.bswap.",   "llvm.abs.",
        "llvm.uadd.sat.", "llvm.usub.sat.",  "llvm.sadd.sat.", "llvm.ssub.sat."};
    return is_call_of_any(v, names, sizeof names / sizeof *names);
}

/* Whether a phi has v on the way from `from` alone. */
static bool takes_from(LLVMValueRef phi, LLVMValueRef v, LLVMBasicBlockRef from)
{
    bool takes = true;
    for (unsigned i = LLVMCountIncoming(phi); i-- > 0;)
        takes &= LLVMGetIncomingValue(phi, i) != v || LLVMGetIncomingBlock(phi, i) == from;
    return takes;
}

static bool can_sink(const struct emitter *e, LLVMValueRef v, LLVMBasicBlockRef to,
                     const LLVMBasicBlockRef *behind, unsigned count)
{
    bool computes = is_computation(v) || is_arithmetic_call(v);
    LLVMUseRef use = computes ? LLVMGetFirstUse(v) : NULL;
    if (!use)
        return false;
    for (; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_marked(e, user, MARK_PRODUCT))
            continue;
        LLVMBasicBlockRef in = LLVMGetInstructionParent(user);
        bool is_there = LLVMIsAPHINode(user) ? takes_from(user, v, to)
                                             : in == to || is_one_of(in, behind, count);
        if (!is_there)
            return false;
    }
    return true;
}

void sink_computations(struct emitter *e, LLVMBasicBlockRef first, LLVMBasicBlockRef to,
                       const LLVMBasicBlockRef *behind, unsigned count)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), b = to;
    while (b != first) {
        b = LLVMGetPreviousBasicBlock(b);
        if (is_one_of(b, behind, count))
            continue;
        for (LLVMValueRef v = LLVMGetLastInstruction(b), before; v; v = before) {
            before = LLVMGetPreviousInstruction(v);
            if (!can_sink(e, v, to, behind, count))
                continue;
            LLVMValueRef becomes = marked_behind(e, v, MARK_PRODUCT); /* stays behind it */
            if (becomes)
                move_before(e, becomes, LLVMGetFirstInstruction(to));
            move_before(e, v, LLVMGetFirstInstruction(to));
        }
    }
    LLVMPositionBuilderAtEnd(e->b, here);
}

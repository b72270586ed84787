/* jit.c: what compiled code calls by name (jit/jit.h). */
#include <string.h>

#include "isa/exec/keep_registers.h"
#include "isa/exec/lanes_behind.h"
#include "isa/lane_patterns.h"
#include "isa/rdna3/exec/functions.h"
#include "isa/rdna3/exec/layer.h"

void *FN(jit_function)(const char *name);

/* Executes the ops from `op` to before `to`, whatever their exec is by now. false: the wave does
 * not go on at `to`; compiled code returns left_to. It runs with faulting_access set, executors
 * without but where they access memory. */
static bool call(struct wave *wave, const struct op *op, const struct op *to)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    w->row_slot = 0;
    wave->faulting_access = false; /* executors set it around their accesses */
    while (op != to) {
        const struct op *next = &op_next((const struct rdna3_op *)op)->base;
        group_count_call(wave->group, op);
        op = ((const struct rdna3_op *)op)->interp(wave, op);
        if (__builtin_expect(op != next, 0)) {
            w->left_to = op;
            return false;
        }
    }
    wave->faulting_access = true;
    return true;
}

/* The same for ops of which the last one is a call or a return, which leads to `to`. Compiled code
 * does not count it for the time slice. */
static bool walk(struct wave *wave, const struct op *op, const struct op *to)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct op *next;
    int32_t budget = wave->budget;
    w->row_slot = 0;
    wave->faulting_access = false;
    wave->budget = INT32_MAX;
    do {
        next = &op_next((const struct rdna3_op *)op)->base;
        group_count_call(wave->group, op);
        op = ((const struct rdna3_op *)op)->interp(wave, op);
    } while (op == next && op != to);
    wave->budget = budget;
    w->left_to = op;
    wave->faulting_access = op == to;
    return op == to;
}

/* Sets a VGPR (of one half of the wave) to half of an address (jit/address.h) by w->root and, of
 * 64 bits, w->index[0]. */
static void store_address(struct wave *wave, uint32_t v, uint32_t by, uint64_t plus, uint32_t form)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    u32x32 x = w->root.u + by;
    u64x32 at = (form & ADDRESS_SIGNED ? (u64x32)sext32(x) : zext32(x)) << (form & ADDRESS_SHIFT);
    at *= 1 + (form >> ADDRESS_MORE);
    if (form & ADDRESS_WIDE)
        at = zext32(w->root.u) | zext32(w->index[0].u) << 32;
    at += plus;
    w->v[v].u = trunc32(form & ADDRESS_HIGH ? at >> 32 : at);
}

/* Whether in each row of 16 or 32 lanes the active lanes of a VGPR (of one half of the wave) follow
 * each other by `step`; of 64 bits if it has another upper half, which is the same in all then.
 * first: what the first lanes of rows have or, where they are not active, would have; of a row
 * without active lanes, any other's. */
static bool are_rows(const struct wave *wave, uint32_t v, uint32_t v_hi, uint32_t step,
                     uint32_t row, uint64_t first[2])
{
    const struct rdna3_wave *w = (const struct rdna3_wave *)wave;
    u32x32 lo = w->v[v].u, hi = w->v[v_hi].u;
    uint32_t exec = w->s[SRC_EXEC_LO + v % w->halves], all = UINT32_MAX >> (32 - row), bad = 0,
             upper = v == v_hi ? 0 : hi[exec ? __builtin_ctz(exec) : 0];
    bool rises = true;
    for (unsigned from = 0; from < 32; from += row) {
        uint32_t lanes = exec & all << from ? exec & all << from : exec;
        unsigned n = lanes ? __builtin_ctz(lanes) : 0;
        uint32_t at = lo[n] - n % row * step;
        rises &= at <= UINT32_MAX - row * step;
        first[from / row] = at | (uint64_t)upper << 32;
        for (unsigned i = from; i < from + row; i++)
            bad |= (uint32_t)(lo[i] != at + i % row * step || (v != v_hi && hi[i] != upper)) << i;
    }
    return !(bad & exec) && (rises || v == v_hi || !step);
}

static bool find_pattern(struct lane_patterns *p, struct lane_pattern *out)
{
    return lane_pattern_find(p, out);
}

static bool find_pair(struct lane_patterns *p, struct lane_pattern *out)
{
    return lane_pattern_pair(p, out);
}

KEEPING_ALL(call, RESULT)
KEEPING_ALL(walk, RESULT)
KEEPING_ALL(find_pattern, RESULT)
KEEPING_ALL(find_pair, RESULT)
KEEPING_ALL(store_address, NO_RESULT)

/* The form of a function for this CPU, which has AVX2 where it is called. */
#define FOR_CPU(function)                                                                          \
    (void *)(uintptr_t)(cpu_has_level("avx512") ? &function : &function##_avx2)

void *FN(jit_function)(const char *name)
{
    const struct {
        const char *name;
        void *function;
    } functions[] = {
        {"shoal_call", (void *)(uintptr_t)&call},
        {"shoal_walk", (void *)(uintptr_t)&walk},
        {"shoal_are_rows", (void *)(uintptr_t)&are_rows},
        {"shoal_store_address", (void *)(uintptr_t)&store_address},
#if defined(__x86_64__)
        {"shoal_rare_store_parts", (void *)(uintptr_t)&lanes_store_parts},
        {"shoal_rare_fill_ahead", FOR_CPU(lanes_fill_ahead)},
        {"shoal_rare_load_quads", FOR_CPU(lanes_load_quads)},
        {"shoal_rare_strips_open", FOR_CPU(strips_open)},
        {"shoal_rare_strips_finish", FOR_CPU(strips_finish)},
        {"shoal_rare_strips_forget", FOR_CPU(strips_forget)},
        {"shoal_load_two_quads", FOR_CPU(lanes_load_two_quads)},
#endif
        {"shoal_rare_call", KEPT(call)},
        {"shoal_rare_walk", KEPT(walk)},
        {"shoal_rare_find_pattern", KEPT(find_pattern)},
        {"shoal_rare_find_pair", KEPT(find_pair)},
        {"shoal_rare_store_address", KEPT(store_address)}
    };
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name))
            return functions[i].function;
    for (unsigned i = 0; i < RDNA3_ROW_COUNT && !strncmp(name, "shoal_", 6); i++)
        if (rdna3_rows[i].flags & FLAG_wmma && !strcmp(rdna3_rows[i].name, name + 6))
            return (void *)(uintptr_t)FN(functions)[i].wave;
    return NULL;
}

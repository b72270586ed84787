/* differential.c: random instruction sequences through the interpreter and through compiled
 * code must leave the same wave, memory, LDS and scratch behind, bit for bit.
 *
 *     jit_differential [--seed N] [--count N] [--states N] [--wave64] [--cpu LEVEL] [--keep-going]
 *
 * Many sequences share one module, each ended by an s_barrier, behind which the next one is
 * entered. A module is compiled for one MODE, some in many small parts. Each sequence runs from
 * several random states. In a quarter of the runs some pages of memory are not there, so that
 * accesses fault, also those whose results nothing reads. At a fault both must report the same, and
 * in wave32 memory must be the same; registers are compared when the sequence ends. What differs is
 * reduced to the shortest sequence that still differs and printed as assembly. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/jit_code.h"
#include "engine/jit_module.h"
#include "engine/signals.h"
#include "isa/lane_patterns.h"
#include "isa/rdna3/exec/layer.h"
#include "sequence.h"

/* s_wakeup does nothing, but compiled code leaves it to the interpreter, with all registers: at
 * a barrier, it keeps only those that are read again. */
enum {
    PAGE = 4096,
    PER_MODULE = 120,
    BUDGET = 400,
    S_BARRIER = (int)0xbfbd0000,
    S_WAKEUP = (int)0xbfb40000
};

/* What a run leaves behind. */
struct outcome {
    struct rdna3_wave *wave; /* with its VGPRs */
    uint8_t memory[SEQ_MEMORY], lds[SEQ_LDS], scratch[SEQ_SCRATCH * 64];
};

struct machine_under_test {
    enum jit_backend backend;
    unsigned direct_parts;
    const struct isa_exec *isa;
    struct machine machine;
    struct group group;
    struct lane_patterns *patterns;
    uint64_t patterns_met;
    void *kernel;
    uint32_t variant;
    size_t wave_bytes;
    uint8_t *memory, *scratch;
    uint8_t *around; /* a range of addresses with the memory in its middle */
    struct rdna3_wave *wave;
    struct outcome start, want, got;
    const struct jit_api *api;
    struct jit *jit;
    unsigned lanes;
    bool is_whole;    /* modules are kernels of one sequence, which ends with some stores: these are
                       * all  that is read of its results, and of active lanes only */
    bool calls;       /* some call functions, whose jumps need not count for the time slice */
    uint32_t guess;   /* of the ways of memory accesses: whatever it is, results must be right */
    char text[512];   /* of the latest failure to compile */
    bool is_reducing; /* what differs: it is not counted again */
    unsigned holes;   /* pages of memory that cannot be accessed, a bit each */
};

/* Forms of instructions that compiled code does itself, and how many it did, and left to their
 * executors: which forms it does must not change unseen. */
struct form {
    const char *name;
    bool (*is)(const struct rdna3_op *);
    uint64_t inlined, called;
};

/* Called functions: whether compiled code has them. */
static struct form functions = {"called functions", NULL, 0, 0};

/* A module: sequences with their code in both forms. */
struct module {
    unsigned count;
    uint32_t start[PER_MODULE + 1]; /* dword of each sequence */
    uint32_t *bytes;
    struct code *interp, *compiled;
    struct jit_code *code;
    uint32_t mode, part_ops;
};

static void die(const char *what, const char *detail)
{
    fprintf(stderr, "jit_differential: %s: %s\n", what, detail);
    exit(2);
}

static uint64_t realtime(struct machine *m)
{
    (void)m;
    return 12345;
}

static struct code *no_code(struct machine *m, uint64_t pc, uint32_t variant)
{
    (void)m, (void)pc, (void)variant;
    return NULL;
}

static void *take(size_t bytes)
{
    void *p = aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095);
    if (!p)
        die("out of memory", "");
    memset(p, 0, bytes);
    return p;
}

/* As large as a window must be for lanes to be gathered by unrelated addresses, and more. */
#define AROUND_BYTES (UINT64_C(16) << 30)

static void take_memory(struct machine_under_test *t)
{
    t->around =
        mmap(NULL, AROUND_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (t->around == MAP_FAILED)
        die("out of addresses", "");
    t->memory = t->around + AROUND_BYTES / 2;
    if (mprotect(t->memory, SEQ_MEMORY, PROT_READ | PROT_WRITE) != 0)
        die("mprotect", "");
}

/* Device memory is all of the window, or a small part of it: then the rest faults as holes do. */
static void set_window(struct machine_under_test *t, bool is_large)
{
    t->machine.window_base = (uint64_t)(uintptr_t)(is_large ? t->around : t->memory);
    t->machine.window_size = is_large ? AROUND_BYTES : SEQ_MEMORY;
}

static bool open_machine(struct machine_under_test *t, const char *cpu, bool wave64)
{
    t->isa = isa_exec_find("rdna3", cpu);
    if (!t->isa)
        return false;
    t->lanes = wave64 ? 64 : 32;
    /* VGPRs come in granules of 8 or 4; LLVM, "Kernel Descriptor", GRANULATED_WORKITEM_VGPR_COUNT
     */
    uint32_t granules = SEQ_VGPRS / (wave64 ? 4 : 8) - 1;
    uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES];
    rdna3_descriptor_write(descriptor, granules | 0xf0u << 12, 0, 0);
    const struct kernel_config config = {.lanes = t->lanes, .descriptor = descriptor};
    t->kernel = t->isa->kernel_create(&config);
    t->variant = t->isa->code_variant(t->kernel);
    t->wave_bytes = t->isa->wave_bytes(t->kernel);
    t->wave = take(t->wave_bytes);
    t->start.wave = take(t->wave_bytes);
    t->want.wave = take(t->wave_bytes);
    t->got.wave = take(t->wave_bytes);
    take_memory(t);
    t->scratch = take(SEQ_SCRATCH * 64);
    t->group.lds = (uint8_t *)take(SEQ_LDS + 2 * LDS_MARGIN) + LDS_MARGIN;
    t->group.patterns = t->patterns = take(sizeof *t->patterns);
    t->group.lds_bytes = SEQ_LDS;
    t->group.wave_count = 2; /* or a barrier would not stop */
    t->machine = (struct machine){
        .shared_base = t->isa->shared_base,
        .private_base = t->isa->private_base,
        .find_code = no_code,
        .realtime = realtime,
    };
    set_window(t, false);
    char why[512] = "";
    char *path = jit_module_path();
    struct diag diag = {0};
    if (!path)
        die("there is no libshoal-jit.so", "");
    t->api = jit_module_open(path, &diag);
    if (!t->api)
        die("libshoal-jit.so", diag.text);
    t->jit = t->api->create(cpu, why, sizeof why);
    if (!t->jit)
        die("LLVM", why);
    free(path);
    return true;
}

static void close_machine(struct machine_under_test *t)
{
    t->api->destroy(t->jit);
    free(t->kernel);
    free(t->wave);
    free(t->start.wave);
    free(t->want.wave);
    free(t->got.wave);
    munmap(t->around, AROUND_BYTES);
    free(t->scratch);
    free(t->group.lds - LDS_MARGIN);
    free(t->patterns);
}

/* ---- running ---------------------------------------------------------------------------- */

static void save(const struct machine_under_test *t, struct outcome *o)
{
    memcpy(o->wave, t->wave, t->wave_bytes);
    memcpy(o->memory, t->memory, SEQ_MEMORY);
    memcpy(o->lds, t->group.lds, SEQ_LDS);
    memcpy(o->scratch, t->scratch, (size_t)SEQ_SCRATCH * t->lanes);
}

/* As for a new work-group; often enough that patterns are looked for, and met again. */
static void renew_patterns(struct machine_under_test *t)
{
    for (unsigned i = 0; i < 1 << PATTERNS_LOG2 && t->patterns->refused >= PATTERN_TRIES; i++)
        t->patterns_met += t->patterns->known[i].is_known;
    t->patterns->tries += PATTERN_TRIES;
    lane_patterns_renew(t->patterns);
}

static void restore(struct machine_under_test *t, const struct outcome *o)
{
    renew_patterns(t);
    memcpy(t->wave, o->wave, t->wave_bytes);
    memcpy(t->memory, o->memory, SEQ_MEMORY);
    memcpy(t->group.lds, o->lds, SEQ_LDS);
    memcpy(t->scratch, o->scratch, (size_t)SEQ_SCRATCH * t->lanes);
}

static void make_state(struct machine_under_test *t, uint64_t seed, uint32_t mode)
{
    struct rdna3_wave *w = t->wave;
    memset(w, 0, t->wave_bytes);
    w->base.machine = &t->machine;
    w->base.group = &t->group;
    w->base.lanes = t->lanes;
    w->base.scratch = t->scratch;
    w->base.scratch_bytes = SEQ_SCRATCH;
    w->halves = (uint8_t)(t->lanes / 32);
    w->vgprs = SEQ_VGPRS;
    w->mode = mode;
    sequence_state(w, seed, t->memory);
    save(t, &t->start);
}

/* From the op at `dword` of the code to the wave's next stop. In time slices of less than BUDGET
 * backward branches it goes on after each: from what its registers have in memory. */
static void run_wave(struct machine_under_test *t, struct code *code, uint32_t dword, int32_t slice)
{
    struct wave *w = &t->wave->base;
    int32_t left = BUDGET;
    w->code = code;
    w->next = t->isa->op_at(code, dword * UINT64_C(4));
    do {
        const struct op *op = w->next;
        int32_t part = slice < left ? slice : left;
        w->budget = part;
        w->stop = STOP_NONE;
        do {
            op_exec_fn exec = atomic_load_explicit(&op->exec, memory_order_acquire);
            if (!exec)
                exec = t->isa->decode(w, op);
            w->counts[op->cls]++;
            op = exec(w, op);
        } while (op);
        left -= part - w->budget;
    } while (w->stop == STOP_YIELD && left >= 0);
    w->budget = left;
    for (unsigned c = 0; c < SHOAL_CLASS_COUNT; c++)
        w->counts[c] += group_count(&t->group, c);
    memset(t->group.counts, 0, sizeof t->group.counts);
}

static void protect_holes(const struct machine_under_test *t, int protection)
{
    for (unsigned i = 0; i < SEQ_MEMORY / PAGE; i++)
        if (t->holes >> i & 1 && mprotect(t->memory + i * PAGE, PAGE, protection) != 0)
            die("mprotect", "");
}

/* The same, with pages that are not there: accesses to them end the run as they do in a launch. */
static void run(struct machine_under_test *t, struct code *code, uint32_t dword, int32_t slice)
{
    static struct recovery r;
    protect_holes(t, PROT_NONE);
    recovery_enter(&r, &t->group);
    t->group.running = &t->wave->base;
    if (sigsetjmp(r.context, 0) == 0) {
        run_wave(t, code, dword, slice);
    } else {
        t->isa->access_fault(&t->wave->base, (const void *)r.address);
        t->wave->base.stop = STOP_FAULT;
        memset(t->group.counts, 0, sizeof t->group.counts);
        t->group.turns.uncounted_to = t->group.turns.uncounted_from;
    }
    t->group.running = NULL;
    recovery_leave();
    protect_holes(t, PROT_READ | PROT_WRITE);
}

/* ---- comparing ---------------------------------------------------------------------------- */

/* The slot of the op that the wave has come to, in whichever form of the code. */
static uint32_t next_slot(const struct rdna3_wave *w)
{
    return (uint32_t)((const struct rdna3_op *)w->base.next - wave_code(w)->ops);
}

static bool same_fault(const struct fault_info *a, const struct fault_info *b)
{
    return a->cause == b->cause && a->lanes == b->lanes && a->address == b->address &&
           a->bytes == b->bytes;
}

#define DIFFER(...)                                                                                \
    do {                                                                                           \
        snprintf(what, size, __VA_ARGS__);                                                         \
        return true;                                                                               \
    } while (0)

static bool bytes_differ(const char *name, const uint8_t *a, const uint8_t *b, size_t bytes,
                         char *what, size_t size)
{
    for (size_t i = 0; i < bytes; i++)
        if (a[i] != b[i])
            DIFFER("%s byte %zu: interpreter %02x, JIT %02x", name, i, a[i], b[i]);
    return false;
}

/* Whether the two outcomes differ; `what` names the first difference. */
static bool differ(const struct machine_under_test *t, char *what, size_t size)
{
    const struct rdna3_wave *a = t->want.wave, *b = t->got.wave;
    if (a->base.stop != b->base.stop)
        DIFFER("stop: interpreter %d, JIT %d (2 barrier, 3 yield, 5 fault); lanes %" PRIx64
               " at %" PRIx64 ", memory from %" PRIx64,
               a->base.stop, b->base.stop, b->base.fault.lanes, b->base.fault.address,
               t->machine.window_base);
    /* A sequence without end, ended by the budget: compiled code counts fewer jumps (t->calls), so
     * it has been ended elsewhere. */
    if (t->calls && a->base.stop == STOP_YIELD && a->base.budget < 0)
        return false;
    if (next_slot(a) != next_slot(b))
        DIFFER("pc: interpreter dword %u, JIT %u", next_slot(a), next_slot(b));
    if (a->base.stop == STOP_FAULT && !same_fault(&a->base.fault, &b->base.fault))
        DIFFER("fault: interpreter cause %d lanes %#" PRIx64 " address %#" PRIx64
               " bytes %u, JIT cause %d lanes %#" PRIx64 " address %#" PRIx64 " bytes %u",
               (int)a->base.fault.cause, a->base.fault.lanes, a->base.fault.address,
               a->base.fault.bytes, (int)b->base.fault.cause, b->base.fault.lanes,
               b->base.fault.address, b->base.fault.bytes);
    /* Compiled code stores the first half of a wave64 before it looks at the second, which may
     * be the one that faults. */
    if (a->base.stop == STOP_FAULT && t->lanes == 64)
        return false;
    /* Which lanes have stored when one meets a page that is not there is not defined. */
    if (a->base.stop == STOP_FAULT && (t->holes || t->machine.window_size > SEQ_MEMORY))
        return false;
    if (bytes_differ("memory", t->want.memory, t->got.memory, SEQ_MEMORY, what, size) ||
        bytes_differ("LDS", t->want.lds, t->got.lds, SEQ_LDS, what, size) ||
        bytes_differ("scratch", t->want.scratch, t->got.scratch, (size_t)SEQ_SCRATCH * t->lanes,
                     what, size))
        return true;
    if (a->base.stop == STOP_FAULT)
        return false;
    for (unsigned n = 0; n < SGPR_TRASH && !t->is_whole; n++)
        if (a->s[n] != b->s[n])
            DIFFER("s%u%s: from %#x interpreter %#x, JIT %#x", n,
                   n == SRC_VCC_LO    ? " (vcc_lo)"
                   : n == SRC_EXEC_LO ? " (exec_lo)"
                   : n == SRC_M0      ? " (m0)"
                                      : "",
                   t->start.wave->s[n], a->s[n], b->s[n]);
    if (a->scc != b->scc && !t->is_whole)
        DIFFER("SCC: interpreter %d, JIT %d", a->scc, b->scc);
    if (a->mode != b->mode)
        DIFFER("MODE: interpreter %#x, JIT %#x", a->mode, b->mode);
    for (unsigned n = 0; n < SEQ_VGPRS && !t->is_whole; n++)
        for (unsigned l = 0; l < t->lanes; l++) {
            uint32_t x = *vgpr_lane(t->want.wave, n, l), y = *vgpr_lane(t->got.wave, n, l);
            if (x != y)
                DIFFER("v%u lane %u: from %#x interpreter %#x, JIT %#x", n, l,
                       *vgpr_lane(t->start.wave, n, l), x, y);
        }
    for (unsigned c = 0; c < SHOAL_CLASS_COUNT; c++)
        if (a->base.counts[c] != b->base.counts[c])
            DIFFER("instructions of class %u: interpreter %" PRIu64 ", JIT %" PRIu64, c,
                   a->base.counts[c], b->base.counts[c]);
    /* Jumps that are in no cycle need not count (jit/copies.h). */
    if (t->calls ? a->base.budget > b->base.budget : a->base.budget != b->base.budget)
        DIFFER("budget: interpreter %d, JIT %d", a->base.budget, b->base.budget);
    return false;
}

/* ---- forms ------------------------------------------------------------------------------- */

static bool is_dpp16(const struct rdna3_op *o) { return o->insn->ext == EXT_DPP16; }
static bool is_dpp8(const struct rdna3_op *o) { return o->insn->ext == EXT_DPP8; }
static bool is_packed(const struct rdna3_op *o)
{
    const struct rdna3_insn *in = o->insn;
    return op_row(o)->flags & FLAG_packed && (in->f[F_opsel] || in->f[F_neg] || in->f[F_neghi]);
}
static bool is_mixed(const struct rdna3_op *o) { return op_row(o)->flags & FLAG_mix; }
static bool is_half(const struct rdna3_op *o)
{
    return o->insn->format != FMT_VOPD && op_row(o)->cls == C_valu && op_row(o)->n_writes &&
           op_row(o)->operands[0].type == T_f16;
}
static bool is_clamped(const struct rdna3_op *o)
{
    return o->insn->format == FMT_VOP3 && o->insn->f[F_clamp];
}
static bool is_scaled(const struct rdna3_op *o)
{
    return o->insn->format == FMT_VOP3 && o->insn->f[F_omod];
}
static bool is_permlane(const struct rdna3_op *o) { return op_row(o)->flags & FLAG_permlane; }
static bool is_swizzle(const struct rdna3_op *o)
{
    return op_row(o)->format == FMT_DS && op_row(o)->flags & FLAG_swizzle;
}
static bool is_indexed(const struct rdna3_op *o)
{
    const struct row_effects *x = &op_row(o)->effects;
    return op_row(o)->cls == C_valu && (x->reads | x->writes) & STATE_VGPRS;
}
static bool is_mode(const struct rdna3_op *o)
{
    const struct row_effects *x = &op_row(o)->effects;
    return x->writes == STATE_MODE && !(x->reads & STATE_HWREG);
}
static bool is_matrix(const struct rdna3_op *o)
{
    return o->executor == EXECUTOR_exec_wave && op_row(o)->flags & FLAG_wmma;
}
static bool is_moved(const struct rdna3_op *o)
{
    const struct rdna3_row *row = op_row(o);
    return o->executor == EXECUTOR_exec_wave && row->cls == C_lds && !(row->flags & FLAG_swizzle);
}
static bool is_transfer(const struct rdna3_op *o, unsigned format)
{
    return o->insn->format == format && o->executor == EXECUTOR_exec_flat &&
           o->mem.kind != MEM_ATOMIC;
}
/* Loads of elements that are no row of 4, 8 or 16 bytes, in a row or not. */
static bool is_odd(const struct rdna3_op *o)
{
    bool is_memory = is_transfer(o, FMT_GLOBAL) || o->executor == EXECUTOR_exec_ds;
    return is_memory && o->mem.kind == MEM_LOAD && (o->mem.bytes < 4 || o->mem.bytes == 12);
}
static bool is_scratch(const struct rdna3_op *o) { return is_transfer(o, FMT_SCRATCH); }
static bool is_flat(const struct rdna3_op *o) { return is_transfer(o, FMT_FLAT); }
/* Stores of three dwords are in no row: lanes store them in turn. */
static bool is_three(const struct rdna3_op *o)
{
    bool is_memory = is_transfer(o, FMT_GLOBAL) || o->executor == EXECUTOR_exec_ds;
    return is_memory && o->mem.kind == MEM_STORE && o->mem.bytes == 12;
}
static bool is_atomic(const struct rdna3_op *o, unsigned executor, unsigned format)
{
    return o->executor == executor && o->insn->format == format && o->mem.kind == MEM_ATOMIC;
}
static bool is_lds_atomic(const struct rdna3_op *o)
{
    return is_atomic(o, EXECUTOR_exec_ds, FMT_DS);
}
static bool is_global_atomic(const struct rdna3_op *o)
{
    return is_atomic(o, EXECUTOR_exec_flat, FMT_GLOBAL);
}
static bool is_flat_atomic(const struct rdna3_op *o)
{
    return is_atomic(o, EXECUTOR_exec_flat, FMT_FLAT);
}

static bool is_buffer(const struct rdna3_op *o) { return o->executor == EXECUTOR_exec_buffer; }
static bool is_scalar_buffer(const struct rdna3_op *o)
{
    return o->executor == EXECUTOR_exec_smem && o->mem.formatted;
}

/* In the order in which they are printed. */
static struct form forms[] = {
    {"DPP16", is_dpp16, 0, 0},
    {"DPP8", is_dpp8, 0, 0},
    {"packed with op_sel or neg", is_packed, 0, 0},
    {"mixed precision", is_mixed, 0, 0},
    {"results of 16 bits", is_half, 0, 0},
    {"clamp", is_clamped, 0, 0},
    {"omod", is_scaled, 0, 0},
    {"permlane", is_permlane, 0, 0},
    {"swizzle", is_swizzle, 0, 0},
    {"permute", is_moved, 0, 0},
    {"indexed registers", is_indexed, 0, 0},
    {"changes of MODE", is_mode, 0, 0},
    {"matrices", is_matrix, 0, 0},
    {"SCRATCH", is_scratch, 0, 0},
    {"FLAT", is_flat, 0, 0},
    {"loads of 1, 2, 12 bytes", is_odd, 0, 0},
    {"stores of 12 bytes", is_three, 0, 0},
    {"LDS atomics", is_lds_atomic, 0, 0},
    {"GLOBAL atomics", is_global_atomic, 0, 0},
    {"FLAT atomics", is_flat_atomic, 0, 0},
    {"buffers", is_buffer, 0, 0},
    {"scalar buffers", is_scalar_buffer, 0, 0},
};
enum { FORMS = sizeof forms / sizeof *forms };

static void count_forms(const struct machine_under_test *t, const struct module *m,
                        const uint8_t *called)
{
    for (uint32_t at = 0; at < m->start[m->count];) {
        const struct op *op = t->isa->op_at(m->compiled, 4 * at);
        const struct rdna3_op *o = (const struct rdna3_op *)op;
        for (unsigned i = 0; o->insn && i < FORMS; i++)
            if (forms[i].is(o))
                *(called[at] ? &forms[i].called : &forms[i].inlined) += 1;
        at += op->size_bytes ? op->size_bytes / 4u : 1;
    }
}

/* Where a function begins that compiled code has, it is entered. */
static void count_functions(const struct machine_under_test *t, const struct module *m,
                            const struct sequence *s)
{
    for (unsigned i = 0; i < m->count; i++) {
        uint32_t at = sequence_function(&s[i]);
        const struct op *op = t->isa->op_at(m->compiled, 4 * (m->start[i] + (uint64_t)at));
        if (at != UINT32_MAX)
            *(op->exec == ((const struct rdna3_op *)op)->interp ? &functions.called
                                                                : &functions.inlined) += 1;
    }
}

/* Whether each form was met often and done in place. A few sequences may lack some. */
static bool print_forms(const struct machine_under_test *t, bool has_gathers, uint64_t sequences)
{
    enum { ENOUGH = 3000 };
    bool all = functions.inlined > 0;
    printf("  %-28s %8" PRIu64 " compiled %8" PRIu64 " interpreted\n", functions.name,
           functions.inlined, functions.called);
    for (unsigned i = 0; i < FORMS; i++) {
        bool needs_gathers = forms[i].is == is_moved;
        printf("  %-28s %8" PRIu64 " in place %8" PRIu64 " called\n", forms[i].name,
               forms[i].inlined, forms[i].called);
        all &= forms[i].inlined > 0 || (needs_gathers && !has_gathers);
    }
    uint64_t patterns = t->patterns_met;
    for (unsigned i = 0; i < 1 << PATTERNS_LOG2; i++)
        patterns += t->patterns->known[i].is_known;
    printf("  %-28s %8" PRIu64 " met\n", "patterns of lanes in LDS", patterns);
    all &= patterns > 0 || !has_gathers;
    if (!all && sequences >= ENOUGH)
        printf("DIFFERENT: a form is left to executors wherever it is met\n");
    return all || sequences < ENOUGH;
}

/* ---- modules ------------------------------------------------------------------------------- */

static shoal_status open_module(struct machine_under_test *t, const struct sequence *s,
                                unsigned count, uint32_t mode, uint32_t part_ops, struct module *m)
{
    *m = (struct module){.count = count, .mode = mode, .part_ops = part_ops};
    size_t dwords = 0;
    for (unsigned i = 0; i < count; i++)
        dwords += sequence_encode(&s[i], NULL) + SEQ_STORES_DWORDS + 2;
    m->bytes = take((dwords + 1) * 4);
    size_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        m->start[i] = (uint32_t)at;
        at += sequence_encode(&s[i], m->bytes + at);
        if (t->is_whole)
            at += sequence_stores(m->bytes + at);
        else
            m->bytes[at++] = (uint32_t)S_WAKEUP;
        m->bytes[at++] = (uint32_t)S_BARRIER;
    }
    m->start[count] = (uint32_t)at;
    m->bytes[at++] = 0xbfb00000; /* s_endpgm */
    const uint8_t *bytes = (const uint8_t *)m->bytes;
    uint64_t base = (uint64_t)(uintptr_t)bytes;
    m->interp = t->isa->code_create(base, bytes, at * 4, t->variant);
    m->compiled = t->isa->code_create(base, bytes, at * 4, t->variant | UINT32_C(1) << 31);
    struct jit_request q = {.isa = t->isa,
                            .machine = &t->machine,
                            .code = m->compiled,
                            .mode = mode,
                            .rsrc2 = 31 << 1, /* s0..s30 as arguments: their loads come first */
                            .part_ops = part_ops,
                            .backend = t->backend,
                            .guess = t->guess,
                            .called = take(at)};
    struct jit_image *image = NULL;
    struct jit_times times;
    shoal_status st = t->api->compile(t->jit, &q, &times, &image, t->text, sizeof t->text);
    t->direct_parts += times.direct_parts;
    struct diag diag = {0};
    if (st == SHOAL_OK && jit_code_install(image, t->isa, &t->machine, m->compiled, t->wave_bytes,
                                           &diag, &m->code) != SHOAL_OK)
        die("the code cannot be placed", diag.text);
    if (st == SHOAL_OK && !t->is_reducing) {
        count_forms(t, m, q.called);
        count_functions(t, m, s);
    }
    free(q.called);
    free(image);
    return st;
}

static void close_module(struct machine_under_test *t, struct module *m)
{
    jit_code_free(m->code);
    t->isa->code_destroy(m->interp);
    t->isa->code_destroy(m->compiled);
    free(m->bytes);
}

/* Runs sequence `index` from state `seed` in both engines. */
static bool check_one(struct machine_under_test *t, const struct module *m, unsigned index,
                      uint64_t seed, char *what, size_t size)
{
    struct rng r = {seed ^ UINT64_C(0x401e5)};
    make_state(t, seed, m->mode);
    t->holes = rng_chance(&r, 25) ? rng_below(&r, 1u << SEQ_MEMORY / PAGE) : 0;
    run(t, m->interp, m->start[index], BUDGET);
    save(t, &t->want);
    restore(t, &t->start);
    run(t, m->compiled, m->start[index], seed % 3 ? BUDGET : (int32_t)(seed / 3 % 3));
    save(t, &t->got);
    return differ(t, what, size);
}

/* ---- reduction ------------------------------------------------------------------------------ */

static bool still_differs(struct machine_under_test *t, const struct sequence *s,
                          const struct module *in, uint64_t seed, char *what, size_t size)
{
    struct module m;
    bool differs = open_module(t, s, 1, in->mode, in->part_ops, &m) == SHOAL_OK &&
                   check_one(t, &m, 0, seed, what, size);
    close_module(t, &m);
    return differs;
}

static struct sequence without(const struct sequence *s, unsigned index)
{
    struct sequence r = *s;
    r.count--;
    memmove(&r.insns[index], &r.insns[index + 1], (r.count - index) * sizeof r.insns[0]);
    for (unsigned i = 0; i < r.count; i++)
        if (r.insns[i].target > (int)index)
            r.insns[i].target--;
    r.function = -1; /* what is reduced is not counted */
    return r;
}

static void print_sequence(const struct machine_under_test *t, const struct sequence *s)
{
    uint32_t words[SEQ_MAX * 5];
    size_t dwords = sequence_encode(s, words);
    for (size_t at = 0; at < dwords;) {
        struct rdna3_insn in;
        char text[256];
        const uint8_t *bytes = (const uint8_t *)(words + at);
        if (rdna3_decode(bytes, (dwords - at) * 4, &in) != SHOAL_OK)
            break;
        const struct code code = {
            .size_bytes = dwords * 4, .bytes = (const uint8_t *)words, .variant = t->variant};
        t->isa->print(&code, 4 * at, text, sizeof text);
        printf("    %-60s //", text);
        for (unsigned k = 0; k < in.size_bytes / 4u; k++)
            printf(" %08x", words[at + k]);
        printf("\n");
        at += in.size_bytes / 4u;
    }
}

static void report(struct machine_under_test *t, const struct sequence *s, const struct module *in,
                   uint64_t state_seed, uint64_t seed, const char *first)
{
    struct sequence best = *s;
    char what[512], best_what[512];
    snprintf(best_what, sizeof best_what, "%s (only beside other sequences)", first);
    t->is_reducing = true;
    if (still_differs(t, &best, in, state_seed, what, sizeof what))
        memcpy(best_what, what, sizeof best_what);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < best.count && best.count > 1; i++) {
            struct sequence less = without(&best, i);
            if (!still_differs(t, &less, in, state_seed, what, sizeof what))
                continue;
            best = less;
            memcpy(best_what, what, sizeof best_what);
            again = true;
            i--;
        }
    }
    printf("DIFFERENT: wave%u, MODE %#x, host %s; this sequence alone:\n"
           "    jit_differential --seed %" PRIu64 " --count 1%s\n",
           t->lanes, in->mode, t->isa->host_cpu, seed, t->lanes == 64 ? " --wave64" : "");
    print_sequence(t, &best);
    printf("    %s\n    exec %#x %#x, scc %d\n", best_what, t->start.wave->s[SRC_EXEC_LO],
           t->start.wave->s[SRC_EXEC_HI], t->start.wave->scc);
    t->is_reducing = false;
    fflush(stdout);
}

/* ---- main ------------------------------------------------------------------------------------ */

struct totals {
    uint64_t sequences, states, faults, failed;
};

/* Rounding, denormals, DX10_CLAMP, IEEE, FP16_OVFL. The mode most code has, or any. */
static uint32_t pick_mode(struct rng *r)
{
    uint32_t rest = (rng_chance(r, 50) ? MODE_DX10_CLAMP : 0) |
                    (rng_chance(r, 50) ? MODE_IEEE : 0) | (rng_chance(r, 20) ? MODE_FP16_OVFL : 0);
    uint32_t any = rng_below(r, 256); /* half of them round to nearest */
    return rest | (rng_chance(r, 60) ? MODE_PLAIN : rng_chance(r, 50) ? any & MODE_PLAIN : any);
}

/* How sequences from a seed on are compiled: the same for PER_MODULE of them. */
struct manner {
    uint32_t mode, part_ops;
    unsigned count; /* in a module */
};

static struct manner pick_manner(struct machine_under_test *t, uint64_t seed)
{
    struct rng r = {seed / PER_MODULE ^ UINT64_C(0x5eed)};
    struct manner m = {pick_mode(&r), rng_chance(&r, 8) ? 20 + rng_below(&r, 60) : 2000,
                       (unsigned)(PER_MODULE - seed % PER_MODULE)};
    t->guess = rng_chance(&r, 90) ? (uint32_t)rng_next(&r) : 0;
    t->is_whole = rng_chance(&r, 10);
    set_window(t, rng_chance(&r, 30));
    if (t->is_whole)
        m.count = 1;
    return m;
}

static void check_module(struct machine_under_test *t, uint64_t seed, const struct manner *how,
                         unsigned states, bool stops_at_first, struct totals *sum)
{
    struct sequence s[PER_MODULE];
    struct module m;
    unsigned count = how->count;
    for (unsigned i = 0; i < count; i++)
        sequence_make(&s[i], (seed + i) * UINT64_C(0x2545f4914f6cdd1d), t->lanes == 64, how->mode);
    t->calls = false;
    for (unsigned i = 0; i < count; i++)
        t->calls |= sequence_function(&s[i]) != UINT32_MAX;
    shoal_status st = open_module(t, s, count, how->mode, how->part_ops, &m);
    if (st != SHOAL_OK) {
        printf("DIFFERENT: sequences %" PRIu64 " to %" PRIu64 " are not compiled: %s\n", seed,
               seed + count - 1, t->text);
        sum->failed++;
        close_module(t, &m);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        bool failed = false;
        for (unsigned k = 0; k < states && !failed; k++) {
            char what[512];
            failed = check_one(t, &m, i, s[i].seed + k, what, sizeof what);
            sum->states++;
            sum->faults += t->want.wave->base.stop == STOP_FAULT;
            if (failed)
                report(t, &s[i], &m, s[i].seed + k, seed + i, what);
        }
        sum->sequences++;
        sum->failed += failed;
        if (failed && stops_at_first)
            break;
    }
    close_module(t, &m);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 1000, states = 3;
    const char *cpu = NULL, *often = NULL, *backend = "";
    bool wave64 = false, keep_going = false, alone = false;
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (!strcmp(argv[i], "--seed") && has_value)
            seed = strtoull(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "--count") && has_value)
            count = strtoull(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "--states") && has_value)
            states = strtoull(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "--cpu") && has_value)
            cpu = argv[++i];
        else if (!strcmp(argv[i], "--often") && has_value)
            often = argv[++i];
        else if (!strcmp(argv[i], "--wave64"))
            wave64 = true;
        else if (!strcmp(argv[i], "--keep-going"))
            keep_going = true;
        else if (!strcmp(argv[i], "--backend") && has_value)
            backend = argv[++i];
        else if (!strcmp(argv[i], "--alone")) /* a module for each sequence */
            alone = true;
        else
            die("usage", "jit_differential [--seed N] [--count N] [--states N] [--wave64] "
                         "[--cpu sse2|avx2|avx512] [--often MNEMONIC] [--keep-going] [--alone] "
                         "[--backend direct]");
    }
    sequence_init();
    if (often && !sequence_favour(often))
        die("no instruction begins with", often);
    signals_install();
    static struct machine_under_test t;
    bool is_direct = !strcmp(backend, "direct");
    const char *needed =
        is_direct && !cpu ? "avx2" : cpu; /* the least that the direct back end has */
    if (!isa_exec_find("rdna3", needed) || !open_machine(&t, cpu, wave64)) {
        printf("SKIP: this build or CPU has no level %s\n0 passed, 0 failed, 1 skipped\n", needed);
        return 77;
    }
    struct totals sum = {0};
    t.backend = is_direct ? JIT_BACKEND_DIRECT : JIT_BACKEND_LLVM;
    for (uint64_t at = seed; at < seed + count && (keep_going || !sum.failed);) {
        struct manner how = pick_manner(&t, at);
        if (alone)
            how.count = 1;
        if (how.count > seed + count - at)
            how.count = (unsigned)(seed + count - at);
        check_module(&t, at, &how, (unsigned)states, !keep_going, &sum);
        at += how.count;
    }
    printf("wave%u, %u encodings: %" PRIu64 " sequences from %" PRIu64 " states, %" PRIu64
           " of them to a fault\n",
           t.lanes, sequence_row_count(), sum.sequences, sum.states, sum.faults);
    sum.failed += !print_forms(&t, !strcmp(t.isa->host_cpu, "avx512"), sum.sequences);
    if (t.backend == JIT_BACKEND_DIRECT) {
        printf("%u parts by the direct back end\n", t.direct_parts);
        /* What it does not know is rare (95 of 100 parts and more went through it). */
        sum.failed += 4 * (uint64_t)t.direct_parts < 3 * sum.sequences;
    }
    printf("%" PRIu64 " passed, %" PRIu64 " failed, 0 skipped\n", sum.sequences - sum.failed,
           sum.failed);
    close_machine(&t);
    return sum.failed != 0;
}

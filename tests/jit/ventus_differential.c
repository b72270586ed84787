/* ventus_differential.c: random programs of Ventus through the interpreter and through compiled
 * code must leave the same warp, memory and local memory behind, bit for bit.
 *
 *     ventus_differential [--seed N] [--count N] [--states N] [--lanes 4|8|16|32] [--toolchain]
 *                         [--cpu LEVEL] [--keep-going]
 *
 * A program is instructions of all rows that are executed, with random fields, in loops and in
 * branches of threads that meet again. It runs from several random states, some in time slices. At
 * a fault both engines must report the same, at the same pc. What differs is reduced to the fewest
 * instructions and printed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/jit_code.h"
#include "engine/jit_module.h"
#include "harness.h"

enum {
    MAX_WORDS = 96,
    PIECES = 10,
    BUDGET = 300,
    DATA = 0x20000, /* of the memory: what registers point to */
    /* Registers that random instructions do not write. */
    COUNTER = 30,
    MEETING = 31,
    FREE = 16, /* x and v below this one are anything */
};

/* ---- programs ---- */

struct program {
    uint32_t words[MAX_WORDS];
    bool is_fixed[MAX_WORDS]; /* branches, and what they need: not left out in reduction */
    unsigned count;
};

struct maker {
    struct program *p;
    uint64_t random;
    bool toolchain;
    bool only_lanes;       /* instructions that only compute, as in ways that are compiled as one */
    struct harness *trial; /* a warp that executes what is made, but for branches */
};

static uint32_t below(struct maker *m, uint32_t n)
{
    m->random += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = (m->random ^ m->random >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 32) % n;
}

static uint32_t bits(struct maker *m) { return below(m, UINT32_MAX); }

static void put(struct maker *m, uint32_t word, bool is_fixed)
{
    if (m->p->count == MAX_WORDS)
        return;
    m->p->is_fixed[m->p->count] = is_fixed;
    m->p->words[m->p->count++] = word;
}

/* A register is written, and nothing else changes but exception flags. */
static bool row_computes(const struct ventus_row *r)
{
    unsigned kind = ventus_formats[r->format].places[VROLE_d].kind;
    return (kind == VK_v || kind == VK_x) && !(r->effects.writes & ~(uint32_t)STATE_FFLAGS) &&
           !(r->effects.reads & STATE_MEM) && r->effects.flow == FLOW_NEXT &&
           !(r->flags & (VFLAG_load | VFLAG_store | VFLAG_atomic));
}

static bool is_wanted(struct maker *m, unsigned row)
{
    const struct ventus_row *r = &ventus_rows[row];
    unsigned flow = r->effects.flow;
    if (!ventus_has(row, m->toolchain) || r->flags & VFLAG_later)
        return false;
    if (m->only_lanes)
        return row_computes(r);
    if (flow != FLOW_NEXT || row == VENTUS_JAL || row == VENTUS_JALR)
        return below(m, 300) == 0;
    bool changes_mode = r->effects.writes & (STATE_CSR | STATE_MODE | STATE_RPC | STATE_STACK);
    return !changes_mode || below(m, 40) == 0;
}

/* An instruction of any row; how many words. */
static unsigned make_any(struct maker *m, uint32_t out[2])
{
    unsigned row;
    do
        row = below(m, VENTUS_ROW_COUNT);
    while (!is_wanted(m, row));
    const struct ventus_row *r = &ventus_rows[row];
    uint64_t word = r->match | (((uint64_t)bits(m) << 32 | bits(m)) & ~r->mask);
    bool is_wide = ventus_formats[r->format].dwords == 2;
    uint64_t upper = UINT64_C(1) << 11 | UINT64_C(1) << 19 | UINT64_C(1) << 24;
    if (!is_wide || below(m, 2))
        word &= ~upper | r->mask; /* registers below FREE */
    if (below(m, 8))              /* not one with addresses */
        word |= UINT64_C(1) << 8 & ~r->mask;
    if (r->flags & (VFLAG_load | VFLAG_store | VFLAG_atomic) && below(m, 8))
        word &= ~(UINT64_C(3) << 15) | r->mask;
    if (ventus_formats[r->format].places[VROLE_vm].kind != VK_none && below(m, 4))
        word |= UINT64_C(1) << 25 & ~r->mask;
    if (r->flags & VFLAG_branch || row == VENTUS_JAL) /* keeps near */
        word = (word & ~UINT64_C(0xfe000f80)) | (uint64_t)(bits(m) & 7) << 9;
    out[0] = (uint32_t)word;
    out[1] = (uint32_t)(word >> 32);
    return is_wide ? 2 : 1;
}

/* One that is compiled, of few registers, so that ways write what others write and read. */
static void put_usual(struct maker *m)
{
    enum { FEW = 3 };
    static const uint16_t rows[] = {VENTUS_ADDI,    VENTUS_ADD,     VENTUS_SUB,
                                    VENTUS_VADD_VV, VENTUS_VXOR_VV, VENTUS_VFADD_VV};
    const struct ventus_row *r = &ventus_rows[rows[below(m, sizeof rows / sizeof *rows)]];
    uint32_t fields = (1 + below(m, FEW)) << 7 | below(m, 1 + FEW) << 15 |
                      (1 + below(m, FEW)) << 20 | UINT32_C(1) << 25;
    put(m, (uint32_t)(r->match | (fields & ~r->mask)), false);
}

/* One that does not fault here, mostly; else programs would not get far. */
static void put_any(struct maker *m)
{
    uint32_t words[3];
    unsigned count = make_any(m, words);
    for (unsigned i = 0; i < 30 && !harness_run(m->trial, words, count) && below(m, 200); i++)
        count = make_any(m, words);
    for (unsigned i = 0; i < count; i++)
        put(m, words[i], count == 2);
}

static uint32_t branch_offset(int32_t by)
{
    uint32_t o = (uint32_t)by;
    return (o >> 12 & 1) << 31 | (o >> 5 & 0x3f) << 25 | (o >> 1 & 15) << 8 | (o >> 11 & 1) << 7;
}

static uint32_t jump_word(int32_t by)
{
    uint32_t o = (uint32_t)by;
    return 0x6f | (o >> 20 & 1) << 31 | (o >> 1 & 0x3ff) << 21 | (o >> 11 & 1) << 20 |
           (o >> 12 & 0xff) << 12;
}

static void put_pieces(struct maker *m, unsigned count, unsigned depth);

/* auipc, setrpc, a branch of threads, both ways, join. */
static void put_split(struct maker *m, unsigned depth)
{
    static const uint16_t rows[] = {VENTUS_VBEQ, VENTUS_VBNE,  VENTUS_VBLT,
                                    VENTUS_VBGE, VENTUS_VBLTU, VENTUS_VBGEU};
    struct program *p = m->p;
    if (p->count + 40 > MAX_WORDS)
        return;
    unsigned start = p->count;
    put(m, 0x17 | MEETING << 7, true);    /* auipc */
    put(m, 0x305b | MEETING << 15, true); /* setrpc x0, x31, .. */
    put(m,
        (uint32_t)ventus_rows[rows[below(m, 6)]].match | below(m, FREE) << 15 |
            below(m, FREE) << 20,
        true);
    unsigned branch = p->count - 1;
    bool was_only = m->only_lanes, has_other = below(m, 3) != 0;
    m->only_lanes |= below(m, 2);
    put_pieces(m, 1 + below(m, 3), depth + 1);
    unsigned jump = p->count;
    if (has_other)
        put(m, 0, true);
    unsigned other = p->count;
    if (has_other)
        put_pieces(m, 1 + below(m, 3), depth + 1);
    m->only_lanes = was_only;
    unsigned meet = p->count;
    put(m, 0x205b, true); /* join */
    if (p->count == MAX_WORDS)
        return;
    p->words[start + 1] |= 4 * (meet - start) << 20;
    p->words[branch] |= branch_offset(4 * (int32_t)(other - branch));
    if (has_other)
        p->words[jump] = jump_word(4 * (int32_t)(meet - jump));
}

static void put_loop(struct maker *m, unsigned depth)
{
    struct program *p = m->p;
    if (p->count + 30 > MAX_WORDS || depth)
        return;
    put(m, 0x13 | COUNTER << 7 | (1 + below(m, 4)) << 20, true); /* addi x30, x0, n */
    unsigned top = p->count;
    put_pieces(m, 1 + below(m, 4), depth + 1);
    put(m, 0x13 | COUNTER << 7 | COUNTER << 15 | 0xfffu << 20, true);
    put(m, 0x1063 | COUNTER << 15 | branch_offset(4 * ((int32_t)top - (int32_t)p->count)), true);
}

static void put_pieces(struct maker *m, unsigned count, unsigned depth)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned what = below(m, 100);
        if (what < (m->only_lanes ? 4u : 12u) && depth < 3)
            put_split(m, depth);
        else if (what < 16)
            put_loop(m, depth);
        else if (m->only_lanes && below(m, 2))
            put_usual(m);
        else
            put_any(m);
    }
}

static void fill(struct harness *h, uint64_t seed);

static void make_program(struct harness *h, struct program *p, uint64_t seed, bool toolchain)
{
    struct maker m = {.p = p,
                      .random = seed * UINT64_C(0x2545f4914f6cdd1d) + 1,
                      .toolchain = toolchain,
                      .trial = h};
    fill(h, seed);
    h->limit = 20;
    p->count = 0;
    put_pieces(&m, PIECES + below(&m, PIECES), 0);
}

/* ---- running ---- */

struct outcome {
    struct ventus_wave wave;
    uint8_t memory[HARNESS_MEMORY], lds[HARNESS_LDS];
    uint64_t pc;
    uint32_t flags;
};

struct test {
    struct harness h;
    const struct jit_api *api;
    struct jit *jit;
    uint32_t guess;
    struct outcome want, got;
    char text[512];
};

static void die(const char *what, const char *detail)
{
    fprintf(stderr, "ventus_differential: %s: %s\n", what, detail);
    exit(2);
}

static void fill(struct harness *h, uint64_t seed)
{
    harness_reset(h);
    uint64_t r = seed;
    for (unsigned i = 1; i < SGPR_COUNT; i++) {
        uint64_t x = harness_random(&r);
        h->w->x[i] = x & 64    ? HARNESS_BASE + DATA + (uint32_t)(x >> 8 & 0xfffc)
                     : x & 128 ? 0x70000000u + (uint32_t)(x >> 8 & 0x3fff)
                               : (uint32_t)(x >> 8);
        if (i % 2)
            h->w->x[i] &= x & 256 ? 0 : UINT32_MAX; /* upper halves of addresses */
    }
    for (unsigned i = 0; i < 2 * FREE; i++) {
        uint64_t how = harness_random(&r);
        uint32_t first = (how >> 8 & 1 ? HARNESS_BASE + DATA : 0x70000000) + (how >> 16 & 0x3ffc),
                 step = how >> 9 & 3;
        for (unsigned l = 0; l < 32; l++) {
            uint64_t x = harness_random(&r);
            h->w->v[i].u[l] = i % 4 == 0   ? first + l * (step == 3 ? 4 : step)
                              : i % 4 == 1 ? HARNESS_BASE + DATA + (uint32_t)(x & 0xfffc)
                              : i % 4 == 2 ? (uint32_t)(x & 7)
                                           : (uint32_t)x;
            if (i == FREE - 1) /* bits that masked instructions look at */
                h->w->v[0].u[l] ^= x >> 40 & 1;
        }
    }
    for (unsigned i = 0; i < 0x10000; i += 8) {
        uint64_t x = (seed + i) * UINT64_C(0x9e3779b97f4a7c15);
        memcpy(h->memory + DATA + i, &x, 8);
        x = ~x;
        memcpy(h->group.lds + i, &x, 8);
    }
    memset(h->group.counts, 0, sizeof h->group.counts);
}

/* To the end, a fault, or BUDGET backward branches, in slices of `slice`. */
static void run(struct test *t, struct code *code, int32_t slice, struct outcome *out)
{
    struct harness *h = &t->h;
    struct wave *w = &h->w->base;
    int32_t left = BUDGET;
    w->code = code;
    w->next = h->isa->op_at(code, 0);
    do {
        const struct op *op = w->next;
        w->budget = slice < left ? slice : left;
        int32_t given = w->budget;
        w->stop = STOP_NONE;
        do {
            op_exec_fn exec = atomic_load_explicit(&op->exec, memory_order_acquire);
            if (!exec)
                exec = h->isa->decode(w, op);
            w->counts[op->cls]++;
            op = exec(w, op);
        } while (op);
        left -= given - w->budget;
    } while ((w->stop == STOP_YIELD || w->stop == STOP_BARRIER) && left >= 0);
    w->budget = left;
    for (unsigned c = 0; c < SHOAL_CLASS_COUNT; c++)
        for (unsigned row = 0; row < COUNT_ROWS; row++)
            w->counts[c] += h->group.counts[row][c];
    memset(h->group.counts, 0, sizeof h->group.counts);
    out->wave = *h->w;
    out->pc = h->isa->op_pc(w, w->next);
    memcpy(out->memory, h->memory, sizeof out->memory);
    memcpy(out->lds, h->group.lds, sizeof out->lds);
    h->isa->read_register(w, 3, 3, &out->flags);
}

/* ---- comparing ---- */

#define DIFFER(...)                                                                                \
    do {                                                                                           \
        snprintf(what, size, __VA_ARGS__);                                                         \
        return true;                                                                               \
    } while (0)

static bool bytes_differ(const char *name, const uint8_t *a, const uint8_t *b, size_t bytes,
                         char *what, size_t size)
{
    for (size_t i = 0; memcmp(a, b, bytes) && i < bytes; i++)
        if (a[i] != b[i])
            DIFFER("%s byte %#zx: interpreter %02x, JIT %02x", name, i, a[i], b[i]);
    return false;
}

static bool registers_differ(const struct test *t, char *what, size_t size)
{
    const struct ventus_wave *a = &t->want.wave, *b = &t->got.wave;
    const struct {
        const char *name;
        uint32_t want, got;
    } fields[] = {{"mask", a->mask, b->mask},
                  {"lanes below vl", a->on, b->on},
                  {"rpc", a->rpc, b->rpc},
                  {"depth", a->depth, b->depth},
                  {"vl", a->vl, b->vl},
                  {"vtype", a->vtype, b->vtype},
                  {"vxsat", a->env.vxsat, b->env.vxsat},
                  {"fcsr", t->want.flags, t->got.flags},
                  {"budget", (uint32_t)a->base.budget, (uint32_t)b->base.budget}};
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].want != fields[i].got)
            DIFFER("%s: interpreter %#x, JIT %#x", fields[i].name, fields[i].want, fields[i].got);
    for (unsigned n = 0; n < SGPR_COUNT; n++)
        if (a->x[n] != b->x[n])
            DIFFER("x%u: interpreter %#x, JIT %#x", n, a->x[n], b->x[n]);
    for (unsigned n = 0; n < VGPR_COUNT; n++)
        for (unsigned l = 0; l < t->h.lanes; l++)
            if (a->v[n].u[l] != b->v[n].u[l])
                DIFFER("v%u thread %u: interpreter %#x, JIT %#x", n, l, a->v[n].u[l], b->v[n].u[l]);
    for (unsigned c = 0; c < SHOAL_CLASS_COUNT; c++)
        if (a->base.counts[c] != b->base.counts[c])
            DIFFER("instructions of class %u: interpreter %" PRIu64 ", JIT %" PRIu64, c,
                   a->base.counts[c], b->base.counts[c]);
    return false;
}

static bool differ(const struct test *t, char *what, size_t size)
{
    const struct wave *a = &t->want.wave.base, *b = &t->got.wave.base;
    if (a->stop != b->stop)
        DIFFER("stop: interpreter %d, JIT %d (1 end, 3 yield, 4 fault)", a->stop, b->stop);
    if (t->want.pc != t->got.pc)
        DIFFER("pc: interpreter %#" PRIx64 ", JIT %#" PRIx64, t->want.pc, t->got.pc);
    const struct fault_info *f = &a->fault, *g = &b->fault;
    if (a->stop == STOP_FAULT &&
        (f->cause != g->cause || f->lanes != g->lanes || f->address != g->address ||
         f->bytes != g->bytes || strcmp(f->text, g->text) != 0))
        DIFFER("fault: interpreter cause %d lanes %#" PRIx64 " address %#" PRIx64
               " bytes %u \"%s\", JIT cause %d lanes %#" PRIx64 " address %#" PRIx64
               " bytes %u \"%s\"",
               (int)f->cause, f->lanes, f->address, f->bytes, f->text, (int)g->cause, g->lanes,
               g->address, g->bytes, g->text);
    if (bytes_differ("memory", t->want.memory, t->got.memory, HARNESS_MEMORY, what, size) ||
        bytes_differ("LDS", t->want.lds, t->got.lds, HARNESS_LDS, what, size))
        return true;
    return a->stop == STOP_END && registers_differ(t, what, size);
}

/* Runs the program from state `seed` in both engines. code: compiled, of the same bytes. */
static bool check(struct test *t, struct code *interp, struct code *compiled, uint64_t seed,
                  char *what, size_t size)
{
    fill(&t->h, seed);
    run(t, interp, BUDGET, &t->want);
    fill(&t->h, seed);
    run(t, compiled, seed % 3 ? BUDGET : (int32_t)(seed / 3 % 3), &t->got);
    return differ(t, what, size);
}

/* ---- one program ---- */

struct totals {
    uint64_t programs, states, faults, ends, failed;
};

/* Compiles it and runs it from `states` states. Whether one differs. */
static bool test_program(struct test *t, const struct program *p, uint64_t seed, unsigned states,
                         struct totals *sum, char *what, size_t size)
{
    static uint32_t bytes[MAX_WORDS + 1];
    uint64_t base = HARNESS_BASE + HARNESS_CODE;
    const struct isa_exec *isa = t->h.isa;
    uint32_t variant = isa->code_variant(t->h.kernel);
    struct start_facts facts;
    memcpy(bytes, p->words, p->count * sizeof *bytes);
    bytes[p->count] = 0x0000400b; /* endprg */
    size_t length = (p->count + 1) * sizeof *bytes;
    struct code *interp = isa->code_create(base, (uint8_t *)bytes, length, variant),
                *compiled =
                    isa->code_create(base, (uint8_t *)bytes, length, variant | UINT32_C(1) << 31);
    isa->start_facts(t->h.kernel, &facts);
    struct jit_request q = {.isa = isa,
                            .machine = &t->h.machine,
                            .code = compiled,
                            .mode = facts.mode,
                            .rsrc2 = facts.registers,
                            .part_ops = seed % 8 ? 0 : 8 + (uint32_t)(seed % 5),
                            .guess = seed % 4 ? (uint32_t)seed : 0};
    struct jit_image *image = NULL;
    struct jit_code *code = NULL;
    struct diag diag = {0};
    bool differs = false;
    if (t->api->compile(t->jit, &q, NULL, &image, t->text, sizeof t->text) != SHOAL_OK) {
        snprintf(what, size, "it is not compiled: %.400s", t->text);
        differs = true;
    } else if (jit_code_install(image, isa, &t->h.machine, compiled, isa->wave_bytes(t->h.kernel),
                                &diag, &code) != SHOAL_OK) {
        die("the code cannot be placed", diag.text);
    }
    for (unsigned k = 0; k < states && !differs; k++) {
        differs = check(t, interp, compiled, seed + k, what, size);
        if (sum) {
            sum->states++;
            sum->faults += t->want.wave.base.stop == STOP_FAULT;
            sum->ends += t->want.wave.base.stop == STOP_END;
        }
    }
    free(image);
    jit_code_free(code);
    isa->code_destroy(interp);
    isa->code_destroy(compiled);
    return differs;
}

/* Replaces by nops what need not be there. */
static void report(struct test *t, const struct program *p, uint64_t seed, unsigned states,
                   bool toolchain, const char *first)
{
    enum { NOP = 0x13 };
    struct program best = *p;
    char what[512], best_what[512];
    snprintf(best_what, sizeof best_what, "%s", first);
    for (unsigned i = 0; i < best.count; i++) {
        struct program less = best;
        less.words[i] = NOP;
        if (test_program(t, &less, seed, states, NULL, what, sizeof what)) {
            best = less;
            memcpy(best_what, what, sizeof best_what);
        }
    }
    printf("DIFFERENT: warp of %u, host %s; this program alone:\n"
           "    ventus_differential --seed %" PRIu64 " --count 1 --lanes %u%s\n",
           t->h.lanes, t->h.isa->host_cpu, seed, t->h.lanes, toolchain ? " --toolchain" : "");
    const struct code code = {.base = HARNESS_BASE + HARNESS_CODE,
                              .size_bytes = best.count * 4,
                              .bytes = (const uint8_t *)best.words,
                              .variant = t->h.isa->code_variant(t->h.kernel)};
    for (unsigned i = 0; i < best.count; i++) {
        char text[256];
        if (best.words[i] == NOP)
            continue;
        t->h.isa->print(&code, 4 * i, text, sizeof text);
        printf("    %#8x  %08x  %s\n", (unsigned)code.base + 4 * i, best.words[i], text);
    }
    printf("    %s\n", best_what);
    fflush(stdout);
}

static void open_compiler(struct test *t, const char *cpu)
{
    char why[512] = "", *path = jit_module_path();
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
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 500, states = 3, lanes = 32;
    const char *cpu = NULL;
    bool toolchain = false, keep_going = false;
    for (int i = 1; i < argc; i++) {
        const struct {
            const char *name;
            uint64_t *value;
        } numbers[] = {
            {"--seed", &seed}, {"--count", &count}, {"--states", &states}, {"--lanes", &lanes}};
        bool known = false;
        for (unsigned k = 0; k < 4 && i + 1 < argc && !known; k++)
            if ((known = !strcmp(argv[i], numbers[k].name)))
                *numbers[k].value = strtoull(argv[++i], NULL, 0);
        if (known)
            continue;
        if (!strcmp(argv[i], "--cpu") && i + 1 < argc)
            cpu = argv[++i];
        else if (!strcmp(argv[i], "--toolchain"))
            toolchain = true;
        else if (!strcmp(argv[i], "--keep-going"))
            keep_going = true;
        else
            die("usage", "ventus_differential [--seed N] [--count N] [--states N] "
                         "[--lanes 4|8|16|32] [--toolchain] [--cpu LEVEL] [--keep-going]");
    }
    static struct test t;
    if (!harness_open(&t.h, cpu, (unsigned)lanes, toolchain ? HARNESS_TOOLCHAIN : HARNESS_MANUAL)) {
        printf("SKIP: this build or CPU has no level %s\n0 passed, 0 failed, 1 skipped\n", cpu);
        return 77;
    }
    open_compiler(&t, cpu);
    struct totals sum = {0};
    for (uint64_t at = seed; at < seed + count && (keep_going || !sum.failed); at++) {
        struct program p;
        char what[512];
        make_program(&t.h, &p, at, toolchain);
        sum.programs++;
        if (test_program(&t, &p, at, (unsigned)states, &sum, what, sizeof what)) {
            sum.failed++;
            report(&t, &p, at, (unsigned)states, toolchain, what);
        }
    }
    printf("warp of %u, %s dialect: %" PRIu64 " programs from %" PRIu64 " states, %" PRIu64
           " of them to the end, %" PRIu64 " to a fault\n",
           t.h.lanes, toolchain ? "toolchain" : "manual", sum.programs, sum.states, sum.ends,
           sum.faults);
    printf("%" PRIu64 " passed, %" PRIu64 " failed, 0 skipped\n", sum.programs - sum.failed,
           sum.failed);
    t.api->destroy(t.jit);
    harness_close(&t.h);
    return sum.failed != 0;
}

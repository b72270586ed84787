/* compile.c: from a region to machine code.
 *
 * LLVM makes a relocatable object in memory; link.c makes the image of it that the engine
 * places. Nothing of LLVM stays behind, so an image from the disk cache is as good. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "base/cpu.h"
#include "base/diag.h"
#include "jit/cfg.h"
#include "jit/common.h"
#include "jit/costs.h"
#include "jit/dead.h"
#include "jit/direct/direct.h"
#include "jit/emit.h"
#include "jit/inactive.h"
#include "jit/inspect.h"
#include "jit/jit.h"
#include "jit/link.h"
#include "jit/listing.h"
#include "jit/long_way.h"
#include "jit/need.h"
#include "jit/shadow.h"
#include "jit/shape.h"

struct jit {
    pthread_mutex_t mutex; /* of the target machine */
    LLVMTargetMachineRef machine;
    char *triple, *layout;
    enum masks masks;
    bool has_f16;
    bool has_vpopcnt;
    bool has_vnni, has_vbmi, has_vbmi2;
};

/* CPU time: a compilation is one thread. */
static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void add_string(struct emitter *e, LLVMValueRef f, const char *key, const char *value)
{
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(e->c, key, (unsigned)strlen(key), value,
                                                      (unsigned)strlen(value)));
}

/* A VGPR is two registers of 512 bits where the CPU has them. */
static void use_wide_registers(struct emitter *e, LLVMValueRef f)
{
    add_string(e, f, "min-legal-vector-width", "512");
    add_string(e, f, "prefer-vector-width", "512");
}

/* What a part is called in its object file. */
#define FUNCTION "shoal_region"

/* Registers are spilled as a whole: if a spill slot lay in two lines of the cache, what was just
 * stored there would not be forwarded to loads. LLVM takes the stack to be aligned so that none
 * does, and needs no register for it; what C calls aligns it, and calls the function. */
static void align_stack(struct emitter *e)
{
#if defined(__x86_64__)
    static const char flag[] = "override-stack-alignment";
    static const char caller[] =
        ".globl " FUNCTION "\n.type " FUNCTION ",@function\n" FUNCTION ":\n"
        "pushq %rbp\n"
        "movq %rsp, %rbp\n"
        "andq $-64, %rsp\n"
        "callq shoal_waves\n"
        "movq %rbp, %rsp\n"
        "popq %rbp\n"
        "retq\n";
    LLVMAddModuleFlag(e->module, LLVMModuleFlagBehaviorError, flag, sizeof flag - 1,
                      LLVMValueAsMetadata(LLVMConstInt(e->i32, 64, 0)));
    LLVMSetModuleInlineAsm2(e->module, caller, sizeof caller - 1);
    LLVMSetValueName2(e->function, "shoal_waves", 11);
    LLVMSetLinkage(e->function, LLVMInternalLinkage);
#endif
}

static void jit_destroy(struct jit *j)
{
    if (!j)
        return;
    if (j->machine)
        LLVMDisposeTargetMachine(j->machine);
    LLVMDisposeMessage(j->triple);
    LLVMDisposeMessage(j->layout);
    pthread_mutex_destroy(&j->mutex);
    free(j);
}

/* LLVM's name of a level; NULL: of this CPU, with all its features. */
static const char *level_cpu(const char *level)
{
    static const char *const names[][2] = {
        {"sse2", "x86-64"}, {"avx2", "x86-64-v3"}, {"avx512", "x86-64-v4"}};
    for (unsigned i = 0; level && i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], level))
            return names[i][1];
    return NULL;
}

/* What rows a CPU can access in part. */
static enum masks masks_of(const char *level)
{
#if defined(__x86_64__)
    if (level ? !strcmp(level, "avx512") : cpu_has_level("avx512"))
        return MASKS_ALL;
    if (level ? !strcmp(level, "avx2") : cpu_has_level("avx2"))
        return MASKS_WIDE;
#endif
    (void)level;
    return MASKS_NONE;
}

static bool has_f16(const char *level)
{
#if defined(__x86_64__)
    return !level && __builtin_cpu_supports("avx512fp16");
#else
    (void)level;
    return false;
#endif
}

static LLVMTargetMachineRef host_machine(const char *level, enum masks masks, char *triple,
                                         char *message, size_t size)
{
    LLVMTargetRef target;
    char *text;
    if (LLVMGetTargetFromTriple(triple, &target, &text)) {
        snprintf(message, size, "%s", text);
        LLVMDisposeMessage(text);
        return NULL;
    }
    char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures(), all[8192];
    const char *forced = level_cpu(level);
    /* A VGPR is two registers of 512 bits where the CPU has them. CPUs with only some of AVX-512
     * are AVX2: which registers calls keep (exec/jit.c) goes by level. INSERTQ of SSE4A, of which
     * LLVM makes shuffles of bytes, takes 350 cycles beside AVX (Zen 3). */
    snprintf(all, sizeof all, "%s%s-prefer-256-bit,-sse4a%s", forced ? "" : features,
             forced || !*features ? "" : ",", masks == MASKS_ALL ? "" : ",-avx512f");
    LLVMTargetMachineRef m =
        LLVMCreateTargetMachine(target, triple, forced ? forced : cpu, all, LLVMCodeGenLevelLess,
                                LLVMRelocPIC, LLVMCodeModelSmall);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    if (!m)
        snprintf(message, size, "LLVM has no code generator for %s", triple);
    return m;
}

static bool targets_work;

/* LLVM's options are of the process, so that the first JIT's host CPU decides for all that follow;
 * masks: of that one. */
static void init_targets(enum masks masks)
{
    /* What costs compile time and does not make compiled kernels faster: IR comes folded
     * (fold.h), its blocks are cut on purpose (emit.c), and loops have no induction variables. */
    const char *const options[] = {
        "shoal-jit",
        "-combiner-disabled", /* of generic DAG nodes; the target's combines stay */
        "-disable-cgp",
        "-disable-constant-hoisting",
        "-disable-copyprop", /* host code differs by 0.2 % without this and the next two */
        "-disable-machine-cse",
        "-disable-machine-dce",
        "-disable-early-ifcvt",
        "-disable-lsr",
        /* Without AVX-512 a VGPR takes a quarter of the host's vector registers or more, so that
         * the order of instructions decides how many are spilled: Mandelbrot takes 1.25 times as
         * long in IR's order, for an eighth less compile time. With AVX-512 few are. */
        masks == MASKS_ALL ? "-enable-misched=0" : "-enable-misched=1",
        "-x86-machine-combiner=0", /* SHA-256 x 0.94, host code differs in no other kernel */
        "-grow-region-complexity-budget=400", /* of splitting live ranges; 10: stencil x 1.2 */
#if defined(__x86_64__)
        /* X86DomainReassignment moves integer code that meets EXEC into mask registers, where
         * the low 16 bits cannot be replaced alone, and does it all the same:
         * s_pack_lh_b32_b16 of EXEC lost its upper half (LLVM 22). */
        "-disable-x86-domain-reassignment",
#endif
    };
    LLVMParseCommandLineOptions(sizeof options / sizeof *options, options, NULL);
    targets_work = !LLVMInitializeNativeTarget() && !LLVMInitializeNativeAsmPrinter() &&
                   !LLVMInitializeNativeAsmParser() && !LLVMInitializeNativeDisassembler();
}

static struct jit *jit_create(const char *host_cpu, char *message, size_t size)
{
    static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
    static bool is_begun;
    enum masks masks = masks_of(host_cpu);
    pthread_mutex_lock(&first);
    if (!is_begun)
        init_targets(masks);
    is_begun = true;
    pthread_mutex_unlock(&first);
    struct jit *j = targets_work ? calloc(1, sizeof *j) : NULL;
    if (!j) {
        snprintf(message, size, "LLVM has no code generator for this host");
        return NULL;
    }
    pthread_mutex_init(&j->mutex, NULL);
    j->triple = LLVMGetDefaultTargetTriple();
    j->masks = masks;
    j->has_f16 = j->masks == MASKS_ALL && has_f16(host_cpu);
#if defined(__x86_64__)
    j->has_vpopcnt = !host_cpu && __builtin_cpu_supports("avx512vpopcntdq");
    j->has_vnni = j->masks == MASKS_ALL && !host_cpu && __builtin_cpu_supports("avx512vnni");
    j->has_vbmi = j->masks == MASKS_ALL && !host_cpu && __builtin_cpu_supports("avx512vbmi");
    j->has_vbmi2 = j->masks == MASKS_ALL && !host_cpu && __builtin_cpu_supports("avx512vbmi2");
#endif
    j->machine = host_machine(host_cpu, j->masks, j->triple, message, size);
    if (!j->machine) {
        jit_destroy(j);
        return NULL;
    }
    LLVMTargetDataRef data = LLVMCreateTargetDataLayout(j->machine);
    j->layout = LLVMCopyStringRepOfTargetData(data);
    LLVMDisposeTargetData(data);
    return j;
}

struct decoding {
    const struct isa_exec *isa;
    struct wave *wave; /* stands in for one: decoding looks at its code and machine */
};

static void decode_op(void *context, struct op *o)
{
    struct decoding *d = context;
    if (!atomic_load_explicit(&o->exec, memory_order_acquire))
        d->isa->decode(d->wave, o);
}

static void set_types(struct emitter *e)
{
    e->i1 = LLVMInt1TypeInContext(e->c);
    e->i8 = LLVMInt8TypeInContext(e->c);
    e->i16 = LLVMInt16TypeInContext(e->c);
    e->i32 = LLVMInt32TypeInContext(e->c);
    e->i64 = LLVMInt64TypeInContext(e->c);
    e->ptr = LLVMPointerTypeInContext(e->c, 0);
    e->v32i1 = LLVMVectorType(e->i1, 32);
    e->v32i8 = LLVMVectorType(e->i8, 32);
    e->v32i16 = LLVMVectorType(e->i16, 32);
    e->v32i32 = LLVMVectorType(e->i32, 32);
    e->v32i64 = LLVMVectorType(e->i64, 32);
    e->v32f32 = LLVMVectorType(LLVMFloatTypeInContext(e->c), 32);
    e->v32f64 = LLVMVectorType(LLVMDoubleTypeInContext(e->c), 32);
}

/* ---- one compilation ---- */

static const char function_name[] = FUNCTION;

struct compilation {
    struct jit *jit;
    const struct jit_request *request;
    struct region *region;
    struct jit_block *blocks; /* [region->span_count] */
    uint32_t start;           /* code of the part with the kernel's entry */
    struct linker *linker;
    struct jit_times times;
    char *message;
    size_t message_size;
    FILE *text; /* where to write the compilation's text; NULL: nowhere */
    enum jit_text form;
    /* The part being compiled */
    struct region *part;
    struct emitter e;
};

static shoal_status fail(struct compilation *k, shoal_status st, const char *what, char *text)
{
    snprintf(k->message, k->message_size, "%s%s%.400s", what, text ? ": " : "", text ? text : "");
    if (text)
        LLVMDisposeMessage(text);
    return st;
}

/* Adds the time since *at to *sum and sets *at to now. */
static void lap(uint64_t *sum, uint64_t *at)
{
    uint64_t now = now_ns();
    *sum += now - *at;
    *at = now;
}

/* A wave that never runs, for the decoder, which asks a wave for its code and machine. Caller frees
 * with free(). NULL: no memory. */
static struct wave *stand_in(const struct jit_isa *isa, const struct jit_request *q)
{
    struct wave *w = aligned_alloc(isa->wave_alignment, isa->wave_size);
    if (!w)
        return NULL;
    memset(w, 0, isa->wave_size);
    w->code = q->code;
    w->machine = q->machine;
    return w;
}

static shoal_status find_region(struct compilation *k, const struct jit_request *q)
{
    uint64_t at = now_ns();
    const struct jit_isa *isa = jit_isa_find(q->isa->isa);
    if (!isa) {
        snprintf(k->message, k->message_size, "the JIT does not compile %s", q->isa->isa);
        return SHOAL_E_UNSUPPORTED;
    }
    struct wave *wave = stand_in(isa, q);
    if (!wave)
        return fail(k, SHOAL_E_NOMEM, "out of memory", NULL);
    struct decoding d = {q->isa, wave};
    k->region = region_find(
        &(struct region_request){.isa = isa,
                                 .exec = q->isa,
                                 .code = q->code,
                                 .entry = (uint32_t)(q->entry_offset / 4),
                                 .mode = q->mode,
                                 .rsrc2 = q->rsrc2,
                                 /* without long vectors, waves together are no faster */
                                 .group_waves = k->jit->masks == MASKS_NONE ? 1 : q->group_waves,
                                 .row_lanes = q->row_lanes,
                                 .part_ops = q->part_ops,
                                 .decode = decode_op,
                                 .context = &d});
    free(wave);
    if (k->region && q->guess) {
        guess_steps(k->region, q->guess);
        k->region->is_trial = true;
    }
    lap(&k->times.region_ns, &at);
    if (k->region)
        return SHOAL_OK;
    snprintf(k->message, k->message_size, "it has more than %d instructions, or memory is short",
             MAX_REGION_OPS);
    return SHOAL_E_LIMIT;
}

static bool is_direct(const struct compilation *k)
{
    return k->request->backend == JIT_BACKEND_DIRECT && k->jit->masks != MASKS_NONE;
}

/* Makes the part's IR. */
static shoal_status emit(struct compilation *k)
{
    struct emitter *e = &k->e;
    uint64_t at = now_ns();
    *e = (struct emitter){
        .region = k->part,
        .machine = k->request->machine,
        .mode = k->request->mode,
        .rsrc2 = k->request->rsrc2,
        .called = k->request->called,
        .masks = k->jit->masks,
        .costs = host_costs(k->jit->masks == MASKS_ALL),
        .has_f16 = k->jit->has_f16,
        .has_dots = k->jit->has_vnni,
        .has_funnels = k->jit->has_vbmi2,
        .has_byte_moves = k->jit->has_vbmi,
        .settles_nans = !is_direct(k), /* which would take 1.4 times as long */
        .has_lanes = k->jit->masks != MASKS_NONE && !is_direct(k),
        .masks_products =
            k->jit->masks == MASKS_ALL && !is_direct(k) && host_costs(true)->slow_denormals,
        .spreads_masks = k->jit->masks != MASKS_ALL && !is_direct(k),
    };
    e->c = LLVMContextCreate();
    e->module = LLVMModuleCreateWithNameInContext("shoal", e->c);
    LLVMSetTarget(e->module, k->jit->triple);
    LLVMSetDataLayout(e->module, k->jit->layout);
    set_types(e);
    e->b = LLVMCreateBuilderInContext(e->c);
    if (k->text)
        inspect_begin(e);
    shoal_status st = emit_function(e, function_name);
    inspect_end(e);
    LLVMDisposeBuilder(e->b);
    lap(&k->times.emit_ns, &at);
    if (st == SHOAL_E_NOMEM)
        return fail(k, st, "out of memory", NULL);
    if (st != SHOAL_OK)
        return fail(k, st, "internal error: a live variable has no value", NULL);
    use_wide_registers(e, e->function);
    align_stack(e);
    const char *dump = getenv("SHOAL_JIT_DUMP");
    if (dump)
        LLVMPrintModuleToFile(e->module, dump, NULL);
    return SHOAL_OK;
}

/* Removes what is not needed. SHOAL_JIT_VERIFY, which tests set: IR that is wrong ends the process,
 * since a kernel left to the interpreter would look well. */
static void clean(struct compilation *k)
{
    uint64_t at = now_ns();
    mask_products(&k->e);
    remove_dead(&k->e);
    sink_to_long_ways(&k->e);
    order_by_need(&k->e);
    share_common(&k->e);
    if (getenv("SHOAL_JIT_VERIFY"))
        LLVMVerifyModule(k->e.module, LLVMAbortProcessAction, NULL);
    lap(&k->times.passes_ns, &at);
}

static bool make_directly(struct compilation *k, struct direct_code *code, char *why, size_t size)
{
    struct direct_cpu cpu = {
        .has_avx512 = k->jit->masks == MASKS_ALL,
        .has_vpopcnt = k->jit->has_vpopcnt,
        .has_f16 = k->jit->has_f16,
    };
    return direct_compile(k->e.function, cpu, code, why, size);
}

/* The direct back end's code, if it knows the part. It does not say which GPU instruction is where.
 */
static bool write_direct(struct compilation *k)
{
    struct direct_code code = {0};
    char why[64];
    bool ok = is_direct(k) && make_directly(k, &code, why, sizeof why) &&
              listing_write(k->text, k->jit->triple, code.bytes, code.entry, code.count);
    direct_free(&code);
    return ok;
}

static shoal_status write_text(struct compilation *k, enum jit_text form)
{
    char *text = NULL;
    LLVMMemoryBufferRef assembly = NULL;
    if (!k->text || k->form != form)
        return SHOAL_OK;
    if (form == JIT_TEXT_ASM && write_direct(k))
        return SHOAL_OK;
    if (form == JIT_TEXT_ASM) {
        if (LLVMTargetMachineEmitToMemoryBuffer(k->jit->machine, k->e.module, LLVMAssemblyFile,
                                                &text, &assembly))
            return fail(k, SHOAL_E_UNSUPPORTED, "internal error", text);
        text = strndup(LLVMGetBufferStart(assembly), LLVMGetBufferSize(assembly));
        LLVMDisposeMemoryBuffer(assembly);
        if (text)
            inspect_write(k->text, text, form, k->request);
        free(text);
    } else {
        text = LLVMPrintModuleToString(k->e.module);
        inspect_write(k->text, text, form, k->request);
        LLVMDisposeMessage(text);
    }
    return SHOAL_OK;
}

/* Notes why the direct back end did not do a part. */
static void note_unknown(struct jit_times *t, const char *why)
{
    unsigned at = 0;
    while (at < t->unknown_count && strcmp(t->unknown[at].text, why) != 0)
        at++;
    if (at == sizeof t->unknown / sizeof *t->unknown)
        return;
    if (at == t->unknown_count)
        t->unknown_count++;
    snprintf(t->unknown[at].text, sizeof t->unknown[at].text, "%s", why);
    t->unknown[at].parts++;
}

/* Machine code of the part by our own back end. false: it does not know something in it. */
static bool generate_directly(struct compilation *k, uint32_t *entry)
{
    if (!is_direct(k))
        return false;
    uint64_t at = now_ns();
    struct direct_code code;
    char why[sizeof k->times.unknown[0].text] = "";
    bool ok = make_directly(k, &code, why, sizeof why);
    lap(&k->times.codegen_ns, &at);
    if (getenv("SHOAL_JIT_WHY"))
        fprintf(stderr, "direct: %s, %u instructions\n", ok ? "ok" : why, code.instructions);
    ok = ok && linker_add_code(k->linker, &code, entry);
    k->times.direct_parts += ok;
    if (!ok)
        note_unknown(&k->times, why);
    direct_free(&code);
    lap(&k->times.link_ns, &at);
    return ok;
}

static bool is_cancelled(const struct jit_request *q)
{
    return q->is_cancelled && atomic_load_explicit(q->is_cancelled, memory_order_relaxed);
}

/* LLVM's object file. Nothing of the request is used meanwhile, nor, if it was abandoned, behind.
 */
static shoal_status make_object(struct compilation *k, LLVMMemoryBufferRef *object)
{
    const struct jit_request *q = k->request;
    enum jit_stage apart = JIT_STAGE_APART;
    char *text = NULL;
    if (is_cancelled(q))
        return fail(k, SHOAL_E_BUSY, "it is not needed any more", NULL);
    if (q->stage)
        atomic_store(q->stage, JIT_STAGE_APART);
    bool is_bad = LLVMTargetMachineEmitToMemoryBuffer(k->jit->machine, k->e.module, LLVMObjectFile,
                                                      &text, object);
    if (q->stage && !atomic_compare_exchange_strong(q->stage, &apart, JIT_STAGE_USES)) {
        if (is_bad)
            LLVMDisposeMessage(text);
        else
            LLVMDisposeMemoryBuffer(*object);
        return fail(k, SHOAL_E_BUSY, "it was abandoned", NULL);
    }
    return is_bad ? fail(k, SHOAL_E_UNSUPPORTED, "internal error", text) : SHOAL_OK;
}

/* Machine code of the part, into the image. */
static shoal_status generate(struct compilation *k, uint32_t *entry)
{
    if (generate_directly(k, entry))
        return SHOAL_OK;
    uint64_t at = now_ns();
    LLVMMemoryBufferRef object = NULL;
    SHOAL_TRY(make_object(k, &object));
    lap(&k->times.codegen_ns, &at);
    bool ok = linker_add(k->linker, LLVMGetBufferStart(object), LLVMGetBufferSize(object),
                         function_name, entry);
    LLVMDisposeMemoryBuffer(object);
    lap(&k->times.link_ns, &at);
    return ok ? SHOAL_OK : SHOAL_E_UNSUPPORTED;
}

static void finish_part(struct compilation *k)
{
    if (k->e.module)
        LLVMDisposeModule(k->e.module);
    if (k->e.c)
        LLVMContextDispose(k->e.c);
    k->e.module = NULL;
    k->e.c = NULL;
    region_free(k->part);
    k->part = NULL;
}

static shoal_status compile_part(struct compilation *k, unsigned part)
{
    if (is_cancelled(k->request))
        return fail(k, SHOAL_E_BUSY, "it is not needed any more", NULL);
    k->part = region_part(k->region, part);
    uint32_t entry = 0;
    shoal_status st = k->part ? emit(k) : fail(k, SHOAL_E_NOMEM, "out of memory", NULL);
    if (st == SHOAL_OK)
        st = write_text(k, JIT_TEXT_IR);
    pthread_mutex_lock(&k->jit->mutex);
    if (st == SHOAL_OK)
        clean(k);
    if (st == SHOAL_OK)
        st = write_text(k, JIT_TEXT_OPT_IR);
    if (st == SHOAL_OK)
        st = write_text(k, JIT_TEXT_ASM);
    if (st == SHOAL_OK && !k->text)
        st = generate(k, &entry);
    pthread_mutex_unlock(&k->jit->mutex);
    for (unsigned i = 0, at = 0; i < k->region->count; i++) {
        const struct block *b = &k->region->blocks[i];
        if (b->part != part || !b->is_label)
            continue;
        while (k->blocks[at].first != b->first)
            at = (at + 1) % k->region->span_count;
        k->blocks[at].entry = entry;
    }
    if (k->part && k->part->entry >= 0)
        k->start = entry;
    finish_part(k);
    return st;
}

static shoal_status compile_parts(struct compilation *k, struct jit_image **out)
{
    k->blocks = calloc(k->region->span_count, sizeof *k->blocks);
    k->linker = linker_create(k->message, k->message_size);
    if (!k->blocks || !k->linker)
        return fail(k, SHOAL_E_NOMEM, "out of memory", NULL);
    for (unsigned i = 0; i < k->region->span_count; i++)
        k->blocks[i] =
            (struct jit_block){k->region->spans[i].first, k->region->spans[i].last, JIT_NO_ENTRY};
    for (unsigned i = 0; i < k->region->part_count; i++)
        SHOAL_TRY(compile_part(k, i));
    if (k->text)
        return SHOAL_OK;
    *out = linker_finish(k->linker, k->blocks, k->region->span_count, k->region->preloads,
                         k->region->preload_count);
    if (!*out)
        return SHOAL_E_NOMEM;
    (*out)->start = k->start;
    (*out)->op_count = k->region->op_count;
    k->times.op_count = k->region->code_ops;
    k->times.code_bytes = (*out)->code_bytes;
    k->times.part_count = k->region->part_count;
    return SHOAL_OK;
}

static shoal_status compile_request(struct compilation *k, struct jit_image **out)
{
    shoal_status st = find_region(k, k->request);
    if (st == SHOAL_OK)
        st = compile_parts(k, out);
    linker_destroy(k->linker);
    free(k->blocks);
    region_free(k->region);
    return st;
}

static shoal_status jit_text(struct jit *j, const struct jit_request *q, enum jit_text form,
                             char **out, char *message, size_t size)
{
    size_t length;
    struct jit_image *none = NULL;
    struct compilation k = {.jit = j,
                            .request = q,
                            .message = message,
                            .message_size = size,
                            .form = form,
                            .text = open_memstream(out, &length)};
    if (!k.text)
        return fail(&k, SHOAL_E_NOMEM, "out of memory", NULL);
    shoal_status st = compile_request(&k, &none);
    fclose(k.text);
    if (st != SHOAL_OK) {
        free(*out);
        *out = NULL;
    }
    return st;
}

static shoal_status jit_compile(struct jit *j, const struct jit_request *q, struct jit_times *times,
                                struct jit_image **out, char *message, size_t size)
{
    struct compilation k = {.jit = j, .request = q, .message = message, .message_size = size};
    *out = NULL;
    shoal_status st = compile_request(&k, out);
    if (times)
        *times = k.times;
    return st;
}

const struct jit_api *shoal_jit_api(int abi)
{
    static const struct jit_api api = {jit_create, jit_destroy, jit_compile, jit_text, &shadow_api};
    return abi == JIT_ABI ? &api : NULL;
}

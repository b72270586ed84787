/* compile.c: from a region to machine code through LLVM's ORC LLJIT. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>

#include "jit/emit.h"
#include "jit/function.h"
#include "jit/jit.h"

/* The by-value semantics (semlib.c): modules one after the other. */
extern const unsigned char shoal_semantics[];
static const struct {
    const char *name;
    size_t offset, size;
} semantics[] = {
#define X(name, offset, size) {#name, offset, size},
#include "semantics.inc"
#undef X
};

struct jit {
    pthread_mutex_t mutex;
    LLVMOrcLLJITRef lljit;
    LLVMTargetMachineRef machine;
    char *triple, *layout;
    unsigned serial;
};

const struct op *function_interpret(struct wave *w, const struct op *op)
{
    return ((const struct rdna3_op *)op)->interp(w, op);
}

LLVMValueRef semantic_function(struct emitter *e, unsigned row)
{
    int i = signature_of_row(row);
    if (i < 0)
        return NULL;
    if (e->semantics[i])
        return e->semantics[i];
    struct signature s;
    signature_at((unsigned)i, &s);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
        (const char *)shoal_semantics + semantics[i].offset, semantics[i].size, s.name, 0);
    LLVMModuleRef m;
    if (LLVMParseBitcodeInContext2(e->c, buffer, &m)) {
        LLVMDisposeMemoryBuffer(buffer);
        return NULL;
    }
    LLVMDisposeMemoryBuffer(buffer);
    LLVMSetTarget(m, LLVMGetTarget(e->module));
    LLVMSetDataLayout(m, LLVMGetDataLayoutStr(e->module));
    if (LLVMLinkModules2(e->module, m))
        return NULL;
    LLVMValueRef f = LLVMGetNamedFunction(e->module, s.name);
    if (f)
        LLVMSetLinkage(f, LLVMInternalLinkage);
    return e->semantics[i] = f;
}

static void report(char *message, size_t size, LLVMErrorRef error)
{
    char *text = LLVMGetErrorMessage(error);
    snprintf(message, size, "%s", text);
    LLVMDisposeErrorMessage(text);
}

static void jit_destroy(struct jit *j)
{
    if (!j)
        return;
    if (j->lljit)
        LLVMOrcDisposeLLJIT(j->lljit);
    if (j->machine)
        LLVMDisposeTargetMachine(j->machine);
    LLVMDisposeMessage(j->triple);
    LLVMDisposeMessage(j->layout);
    pthread_mutex_destroy(&j->mutex);
    free(j);
}

static LLVMTargetMachineRef host_machine(char *triple, char *message, size_t size)
{
    LLVMTargetRef target;
    char *text;
    if (LLVMGetTargetFromTriple(triple, &target, &text)) {
        snprintf(message, size, "%s", text);
        LLVMDisposeMessage(text);
        return NULL;
    }
    char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures(), all[8192];
    /* A VGPR is two registers of 512 bits where the CPU has them. */
    snprintf(all, sizeof all, "%s,-prefer-256-bit", features);
    LLVMTargetMachineRef m = LLVMCreateTargetMachine(target, triple, cpu, all, LLVMCodeGenLevelLess,
                                                     LLVMRelocDefault, LLVMCodeModelJITDefault);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return m;
}

static struct jit *jit_create(char *message, size_t size)
{
    struct jit *j = calloc(1, sizeof *j);
    if (!j || LLVMInitializeNativeTarget() || LLVMInitializeNativeAsmPrinter()) {
        snprintf(message, size, "LLVM has no code generator for this host");
        free(j);
        return NULL;
    }
    pthread_mutex_init(&j->mutex, NULL);
    j->triple = LLVMGetDefaultTargetTriple();
    j->machine = host_machine(j->triple, message, size);
    LLVMTargetMachineRef for_jit = j->machine ? host_machine(j->triple, message, size) : NULL;
    LLVMErrorRef error = NULL;
    if (for_jit) {
        LLVMOrcLLJITBuilderRef b = LLVMOrcCreateLLJITBuilder();
        LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
            b, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(for_jit));
        error = LLVMOrcCreateLLJIT(&j->lljit, b);
    }
    if (!for_jit || error) {
        if (error)
            report(message, size, error);
        jit_destroy(j);
        return NULL;
    }
    LLVMTargetDataRef data = LLVMCreateTargetDataLayout(j->machine);
    j->layout = LLVMCopyStringRepOfTargetData(data);
    LLVMDisposeTargetData(data);
    /* libm and memory functions that code generation may call */
    LLVMOrcDefinitionGeneratorRef process;
    error = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
        &process, LLVMOrcLLJITGetGlobalPrefix(j->lljit), NULL, NULL);
    if (error) {
        report(message, size, error);
        jit_destroy(j);
        return NULL;
    }
    LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(j->lljit), process);
    return j;
}

struct decoding {
    const struct isa_exec *isa;
    struct rdna3_wave *wave; /* stands in for one: decoding looks at its code and machine */
};

static void decode_op(void *context, struct rdna3_op *o)
{
    struct decoding *d = context;
    if (!atomic_load_explicit(&o->base.exec, memory_order_acquire))
        d->isa->decode(&d->wave->base, &o->base);
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

static void add_string(struct emitter *e, const char *key, const char *value)
{
    LLVMAddAttributeAtIndex(e->function, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(e->c, key, (unsigned)strlen(key), value,
                                                      (unsigned)strlen(value)));
}

/* Compiles the emitter's module; *address gets the function's. */
static LLVMErrorRef add_and_find(struct jit *j, LLVMOrcThreadSafeContextRef context,
                                 LLVMModuleRef m, const char *name, LLVMOrcExecutorAddress *address)
{
    LLVMOrcThreadSafeModuleRef ts = LLVMOrcCreateNewThreadSafeModule(m, context);
    LLVMErrorRef error =
        LLVMOrcLLJITAddLLVMIRModule(j->lljit, LLVMOrcLLJITGetMainJITDylib(j->lljit), ts);
    return error ? error : LLVMOrcLLJITLookup(j->lljit, address, name);
}

static void install(const struct region *r, op_exec_fn compiled)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->blocks[i].is_label)
            atomic_store_explicit(&r->code->ops[r->blocks[i].first].base.exec, compiled,
                                  memory_order_release);
}

static shoal_status compile_locked(struct jit *j, const struct region *r, struct machine *machine,
                                   uint32_t mode, char *message, size_t size)
{
    struct emitter e = {.region = r, .machine = machine, .mode = mode};
    e.c = LLVMContextCreate();
#if LLVM_VERSION_MAJOR >= 21
    LLVMOrcThreadSafeContextRef context = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(e.c);
#else
    LLVMContextDispose(e.c);
    LLVMOrcThreadSafeContextRef context = LLVMOrcCreateNewThreadSafeContext();
    e.c = LLVMOrcThreadSafeContextGetContext(context);
#endif
    char name[32];
    snprintf(name, sizeof name, "region%u", j->serial++);
    e.module = LLVMModuleCreateWithNameInContext(name, e.c);
    LLVMSetTarget(e.module, j->triple);
    LLVMSetDataLayout(e.module, j->layout);
    set_types(&e);
    e.b = LLVMCreateBuilderInContext(e.c);
    e.semantics = calloc(SIG_FUNCTIONS, sizeof *e.semantics);
    shoal_status st = SHOAL_OK;
    if (!e.semantics || !emit_function(&e, name)) {
        snprintf(message, size, "out of memory");
        st = SHOAL_E_NOMEM;
    }
    free(e.semantics);
    LLVMDisposeBuilder(e.b);
    const char *dump = getenv("SHOAL_JIT_DUMP");
    if (dump && st == SHOAL_OK)
        LLVMPrintModuleToFile(e.module, dump, NULL);
    char *text = NULL;
    if (st == SHOAL_OK && LLVMVerifyModule(e.module, LLVMReturnStatusAction, &text)) {
        snprintf(message, size, "internal error: %.400s", text);
        st = SHOAL_E_UNSUPPORTED;
    }
    LLVMDisposeMessage(text);
    if (st == SHOAL_OK) {
        add_string(&e, "min-legal-vector-width", "512");
        add_string(&e, "prefer-vector-width", "512");
        LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
        LLVMErrorRef error = LLVMRunPasses(e.module, "always-inline,globaldce", j->machine, o);
        LLVMDisposePassBuilderOptions(o);
        LLVMOrcExecutorAddress address = 0;
        if (error) {
            LLVMDisposeModule(e.module);
        } else {
            error = add_and_find(j, context, e.module, name, &address);
        }
        if (error) {
            report(message, size, error);
            st = SHOAL_E_UNSUPPORTED;
        } else {
            install(r, (op_exec_fn)(uintptr_t)address);
        }
    } else {
        LLVMDisposeModule(e.module);
    }
    LLVMOrcDisposeThreadSafeContext(context);
    return st;
}

static shoal_status jit_compile(struct jit *j, const struct isa_exec *isa, struct machine *machine,
                                struct code *code, uint64_t entry_offset, uint32_t mode,
                                char *message, size_t size)
{
    if (strcmp(isa->isa, "rdna3")) {
        snprintf(message, size, "the JIT compiles rdna3, not %s", isa->isa);
        return SHOAL_E_UNSUPPORTED;
    }
    if ((mode & MODE_PLAIN_MASK) != MODE_PLAIN) {
        snprintf(message, size, "MODE %#x asks for another rounding or for flushed denormals",
                 mode & MODE_PLAIN_MASK);
        return SHOAL_E_UNSUPPORTED;
    }
    struct rdna3_wave *stand_in = aligned_alloc(128, sizeof *stand_in);
    if (!stand_in)
        return SHOAL_E_NOMEM;
    memset(stand_in, 0, sizeof *stand_in);
    stand_in->base.code = code;
    stand_in->base.machine = machine;
    struct decoding d = {isa, stand_in};
    pthread_mutex_lock(&j->mutex);
    struct region *r =
        region_find((struct rdna3_code *)code, (uint32_t)(entry_offset / 4), decode_op, &d);
    shoal_status st = SHOAL_E_LIMIT;
    if (r)
        st = compile_locked(j, r, machine, mode, message, size);
    else
        snprintf(message, size, "more than %d instructions, or no memory", MAX_REGION_OPS);
    region_free(r);
    pthread_mutex_unlock(&j->mutex);
    free(stand_in);
    return st;
}

const struct jit_api *shoal_jit_api(int abi)
{
    static const struct jit_api api = {jit_create, jit_destroy, jit_compile};
    return abi == JIT_ABI ? &api : NULL;
}

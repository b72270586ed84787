/* semlib.c: a build tool: the semantic functions' bitcode to a library of by-value functions.
 *
 *     semlib OUT IN.bc...
 *
 * The functions of sem/ take pointers to 32-lane values, which suits C. The JIT wants SSA
 * values: for each function this tool makes
 *
 *     { results... } @v_add_f32(<32 x i32> a, <32 x i32> b)
 *
 * with the old values of results that are also read before the sources, inlines the
 * original, runs the optimiser once, and writes the wrappers' instructions to OUT in the order
 * of signature.h (steps.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "jit/signature.h"
#include "jit/steps.h"
#include "jit/steps_write.h"

static void die(const char *what, const char *detail)
{
    fprintf(stderr, "semlib: %s: %s\n", what, detail ? detail : "");
    exit(1);
}

static LLVMModuleRef read_bitcode(LLVMContextRef c, const char *path)
{
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef m;
    char *message;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
        die(path, message);
    if (LLVMParseBitcodeInContext2(c, buffer, &m))
        die(path, "not bitcode");
    LLVMDisposeMemoryBuffer(buffer);
    return m;
}

static void run_passes(LLVMModuleRef m, const char *passes)
{
    LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
    LLVMErrorRef e = LLVMRunPasses(m, passes, NULL, o);
    if (e)
        die(passes, LLVMGetErrorMessage(e));
    LLVMDisposePassBuilderOptions(o);
}

/* Kernels are compiled for the CPU they run on: no function may insist on another. */
static void drop_target(LLVMValueRef f)
{
    static const char *const names[] = {"target-cpu",
                                        "target-features",
                                        "tune-cpu",
                                        "min-legal-vector-width",
                                        "prefer-vector-width",
                                        "frame-pointer",
                                        "no-trapping-math",
                                        "stack-protector-buffer-size",
                                        "uwtable"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, names[i],
                                         (unsigned)strlen(names[i]));
}

static void add_attribute(LLVMContextRef c, LLVMValueRef f, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(c, kind, 0));
}

static void remove_attribute(LLVMValueRef f, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* Calls of host_NAME(result, sources...), which take pointers to 32-bit lanes, or to 64-bit ones
 * where NAME ends in 64 (isa/rdna3/sem/fp.h), become calls of shoal.NAME(sources..., result), which
 * takes values. */
static void use_values(LLVMContextRef c, LLVMModuleRef m, LLVMValueRef f, const char *name)
{
    char form[64];
    const char *end = strstr(name, "64");
    LLVMTypeRef lane = end && !end[2] ? LLVMInt64TypeInContext(c) : LLVMInt32TypeInContext(c),
                t = LLVMVectorType(lane, 32), types[4] = {t, t, t, t};
    unsigned n = LLVMCountParams(f);
    LLVMTypeRef ft = LLVMFunctionType(t, types, n, 0);
    snprintf(form, sizeof form, HOST_FORM "%s", name);
    LLVMValueRef by_value = LLVMAddFunction(m, form, ft);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    add_attribute(c, by_value, "nounwind");
    add_attribute(c, by_value, "willreturn");
    add_attribute(c, by_value, "memory"); /* with the value 0: none */
    while (LLVMGetFirstUse(f)) {
        LLVMValueRef call = LLVMGetUser(LLVMGetFirstUse(f)), args[4];
        if (!LLVMIsACallInst(call) || n > 4)
            die(name, "not called with up to four pointers");
        LLVMPositionBuilderBefore(b, call);
        for (unsigned i = 0; i < n; i++)
            args[i] = LLVMBuildLoad2(b, t, LLVMGetOperand(call, (i + 1) % n), "");
        LLVMBuildStore(b, LLVMBuildCall2(b, ft, by_value, args, n, ""), LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(b);
}

static void use_all_values(LLVMContextRef c, LLVMModuleRef m)
{
    static const char prefix[] = "host_";
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (LLVMIsDeclaration(f) && !strncmp(name, prefix, sizeof prefix - 1))
            use_values(c, m, f, name + sizeof prefix - 1);
    }
}

static LLVMTypeRef value_type(LLVMContextRef c, enum sig_type t)
{
    switch (t) {
    case SIG_V16:
        return LLVMVectorType(LLVMInt16TypeInContext(c), 32);
    case SIG_V32:
        return LLVMVectorType(LLVMInt32TypeInContext(c), 32);
    case SIG_V64:
        return LLVMVectorType(LLVMInt64TypeInContext(c), 32);
    case SIG_V128:
        return LLVMArrayType2(LLVMVectorType(LLVMInt32TypeInContext(c), 32), 4);
    case SIG_I64:
        return LLVMInt64TypeInContext(c);
    case SIG_I16:
        return LLVMInt16TypeInContext(c);
    case SIG_BOOL:
        return LLVMInt8TypeInContext(c);
    default:
        return LLVMInt32TypeInContext(c);
    }
}

/* Builds the by-value wrapper of `sem` into its module. */
static LLVMValueRef build_wrapper(LLVMContextRef c, LLVMModuleRef m, LLVMValueRef sem,
                                  const char *name, const struct signature *s)
{
    LLVMTypeRef in[SIG_MAX], out[SIG_MAX];
    unsigned n_in = 0, n_out = 0;
    for (unsigned i = 0; i < s->count; i++) {
        if (s->param[i].is_read)
            in[n_in++] = value_type(c, s->param[i].type);
        if (s->param[i].is_written)
            out[n_out++] = value_type(c, s->param[i].type);
    }
    LLVMTypeRef ret = n_out == 0   ? LLVMVoidTypeInContext(c)
                      : n_out == 1 ? out[0]
                                   : LLVMStructTypeInContext(c, out, n_out, 0);
    LLVMTypeRef ft = LLVMFunctionType(ret, in, n_in, 0);
    LLVMValueRef f = LLVMAddFunction(m, name, ft);
    if (!s->is_vector) /* no vectors of a few scalars, which steps do not have */
        add_attribute(c, f, "noimplicitfloat");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, "entry"));
    LLVMTypeRef sem_type = LLVMGlobalGetValueType(sem);
    LLVMTypeRef sem_params[SIG_MAX];
    /* It may return its first result. */
    bool returns = LLVMGetTypeKind(LLVMGetReturnType(sem_type)) != LLVMVoidTypeKind;
    if (LLVMCountParamTypes(sem_type) + returns != s->count)
        die(name, "the function does not have the row's parameters");
    LLVMGetParamTypes(sem_type, sem_params + returns);
    LLVMValueRef args[SIG_MAX], slot[SIG_MAX];
    unsigned at = 0;
    for (unsigned i = returns; i < s->count; i++) {
        const struct sig_param *p = &s->param[i];
        LLVMTypeRef t = value_type(c, p->type);
        slot[i] = NULL;
        if (LLVMGetTypeKind(sem_params[i]) == LLVMPointerTypeKind) {
            slot[i] = LLVMBuildAlloca(b, t, "");
            LLVMSetAlignment(slot[i], 256);
            if (p->is_read)
                LLVMBuildStore(b, LLVMGetParam(f, at++), slot[i]);
            args[i] = slot[i];
        } else {
            LLVMValueRef v = LLVMGetParam(f, at++);
            if (LLVMGetTypeKind(sem_params[i]) == LLVMFloatTypeKind ||
                LLVMGetTypeKind(sem_params[i]) == LLVMDoubleTypeKind)
                v = LLVMBuildBitCast(b, v, sem_params[i], "");
            else if (LLVMGetIntTypeWidth(sem_params[i]) < LLVMGetIntTypeWidth(t))
                v = LLVMBuildTrunc(b, v, sem_params[i], "");
            args[i] = v;
        }
    }
    LLVMValueRef returned =
                     LLVMBuildCall2(b, sem_type, sem, args + returns, s->count - returns, ""),
                 result = returns     ? returned
                          : n_out > 1 ? LLVMGetUndef(ret)
                                      : NULL;
    for (unsigned i = returns, k = 0; i < s->count; i++) {
        if (!s->param[i].is_written)
            continue;
        LLVMValueRef v = LLVMBuildLoad2(b, value_type(c, s->param[i].type), slot[i], "");
        result = n_out > 1 ? LLVMBuildInsertValue(b, result, v, k++, "") : v;
    }
    if (n_out)
        LLVMBuildRet(b, result);
    else
        LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    return f;
}

static void add_steps(LLVMValueRef f, const struct signature *s)
{
    const char *problem = f ? steps_add(f) : steps_add_none();
    if (problem && !s->is_called)
        die(s->name, problem);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        die("usage", "semlib OUT IN.bc...");
    LLVMContextRef c = LLVMContextCreate();
    LLVMModuleRef all = read_bitcode(c, argv[2]);
    for (int i = 3; i < argc; i++)
        if (LLVMLinkModules2(all, read_bitcode(c, argv[i])))
            die(argv[i], "does not link");
    for (LLVMValueRef f = LLVMGetFirstFunction(all); f; f = LLVMGetNextFunction(f)) {
        drop_target(f);
        if (LLVMIsDeclaration(f))
            continue;
        remove_attribute(f, "noinline");
        remove_attribute(f, "optnone");
        add_attribute(c, f, "alwaysinline");
        LLVMSetLinkage(f, LLVMInternalLinkage);
    }
    use_all_values(c, all);
    LLVMValueRef wrapper[SIG_FUNCTIONS];
    unsigned count = 0;
    for (unsigned i = 0; i < signature_count(); i++) {
        const struct signature *s = signature_at(i);
        char sem_name[96];
        snprintf(sem_name, sizeof sem_name, "sem_%s", s->name);
        LLVMValueRef sem = LLVMGetNamedFunction(all, sem_name);
        if (!sem && !s->is_called)
            die(s->name, "no semantic function in the bitcode");
        wrapper[count++] = sem ? build_wrapper(c, all, sem, s->name, s) : NULL;
    }
    run_passes(all, "always-inline,globaldce,default<O2>");
    for (unsigned i = 0; i < count; i++)
        add_steps(wrapper[i], signature_at(i));
    FILE *out = fopen(argv[1], "w");
    if (!out)
        die(argv[1], "cannot write");
    steps_print(out);
    if (fclose(out))
        die(argv[1], "cannot write");
    LLVMDisposeModule(all);
    LLVMContextDispose(c);
    return 0;
}

#include "jit/inspect.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

static const char file_name[] = "kernel.s";

void inspect_begin(struct emitter *e)
{
    e->lines = LLVMCreateDIBuilder(e->module);
    LLVMMetadataRef file =
        LLVMDIBuilderCreateFile(e->lines, file_name, sizeof file_name - 1, ".", 1);
    LLVMDIBuilderCreateCompileUnit(e->lines, LLVMDWARFSourceLanguageC, file, "shoal", 5, 1, "", 0,
                                   0, "", 0, LLVMDWARFEmissionLineTablesOnly, 0, 0, 0, "", 0, "",
                                   0);
    LLVMMetadataRef type =
        LLVMDIBuilderCreateSubroutineType(e->lines, file, NULL, 0, LLVMDIFlagZero);
    e->scope = LLVMDIBuilderCreateFunction(e->lines, file, "kernel", 6, "", 0, file, 1, type, 0, 1,
                                           1, LLVMDIFlagZero, 1);
    LLVMValueRef version =
        LLVMConstInt(LLVMInt32TypeInContext(e->c), LLVMDebugMetadataVersion(), 0);
    LLVMAddModuleFlag(e->module, LLVMModuleFlagBehaviorWarning, "Debug Info Version", 18,
                      LLVMValueAsMetadata(version));
}

void inspect_end(struct emitter *e)
{
    if (!e->lines)
        return;
    LLVMSetSubprogram(e->function, e->scope);
    LLVMDIBuilderFinalize(e->lines);
    LLVMDisposeDIBuilder(e->lines);
    e->lines = NULL;
}

void inspect_line(struct emitter *e, uint32_t slot)
{
    if (e->lines)
        LLVMSetCurrentDebugLocation2(
            e->b, LLVMDIBuilderCreateDebugLocation(e->c, slot + 1, 0, e->scope, NULL));
}

/* ---- text ------------------------------------------------------------------------------- */

struct writer {
    FILE *out;
    const struct jit_request *q;
    unsigned line; /* of the latest comment */
    const char *comment;
    unsigned *lines; /* IR: of !N; [line_count], 0: no location */
    size_t line_count;
};

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

/* The instruction of a line, once for all that follows with the same line. */
static void put_instruction(struct writer *w, unsigned line)
{
    const struct code *code = w->q->code;
    uint64_t at = (line - 1) * UINT64_C(4);
    if (line == 0 || line == w->line || at >= code->size_bytes)
        return;
    w->line = line;
    char text[256];
    w->q->isa->print(code, at, text, sizeof text);
    fprintf(w->out, "%s %04llx: %s\n", w->comment, (unsigned long long)at, text);
}

/* Lines about where code came from, and tables that go with that. */
static bool is_noise(const char *s)
{
    static const char *const noise[] = {"\t.file",      "\t.cfi_",
                                        ".Ltmp",        ".Lfunc_begin",
                                        ".Lsec_end",    "\t.ident",
                                        ".Lline_table", "\t.addrsig",
                                        ".Ldebug",      "\t.section\t\".note.GNU-stack\""};
    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
        if (starts(s, noise[i]))
            return true;
    return false;
}

static void put_asm_line(struct writer *w, const char *s, size_t length, bool *is_debug)
{
    if (starts(s, "\t.section") || starts(s, "\t.text"))
        *is_debug = starts(s, "\t.section\t.debug");
    if (*is_debug || is_noise(s))
        return;
    if (starts(s, "\t.loc\t")) {
        char *end;
        strtoul(s + 6, &end, 10); /* the file */
        put_instruction(w, (unsigned)strtoul(end, NULL, 10));
        return;
    }
    fprintf(w->out, "%.*s\n", (int)length, s);
}

/* The line of "!12 = !DILocation(line: 34, ...)", and 12. */
static unsigned location_line(const char *s, size_t *number)
{
    char *end;
    *number = strtoul(s + 1, &end, 10);
    const char text[] = " = !DILocation(line: ";
    return starts(end, text) ? (unsigned)strtoul(end + sizeof text - 1, NULL, 10) : 0;
}

static void collect_locations(struct writer *w, const char *text)
{
    for (const char *s = text; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
        if (s[0] != '!' || s[1] < '0' || s[1] > '9')
            continue;
        size_t number;
        unsigned line = location_line(s, &number);
        if (number >= w->line_count) {
            size_t count = 2 * number + 64;
            unsigned *p = realloc(w->lines, count * sizeof *p);
            if (!p)
                return;
            memset(p + w->line_count, 0, (count - w->line_count) * sizeof *p);
            w->lines = p;
            w->line_count = count;
        }
        w->lines[number] = line;
    }
}

static void put_ir_line(struct writer *w, const char *s, size_t length)
{
    if (s[0] == '!' || starts(s, "source_filename") || starts(s, "; ModuleID"))
        return;
    size_t cut = length;
    for (size_t i = 0; i + 6 < length; i++)
        if (starts(s + i, "!dbg !")) {
            size_t number = strtoul(s + i + 6, NULL, 10);
            cut = i;
            while (cut > 0 && (s[cut - 1] == ' ' || s[cut - 1] == ','))
                cut--;
            if (number < w->line_count)
                put_instruction(w, w->lines[number]);
            break;
        }
    bool opens = cut < length && s[length - 1] == '{'; /* the function, which has !dbg too */
    fprintf(w->out, "%.*s%s\n", (int)cut, s, opens ? " {" : "");
}

void inspect_write(FILE *out, const char *text, enum jit_text form, const struct jit_request *q)
{
    bool is_asm = form == JIT_TEXT_ASM, is_debug = false;
    struct writer w = {.out = out, .q = q, .comment = is_asm ? "#" : "  ;"};
    if (!is_asm)
        collect_locations(&w, text);
    for (const char *s = text; *s;) {
        const char *end = strchr(s, '\n');
        size_t length = end ? (size_t)(end - s) : strlen(s);
        if (is_asm)
            put_asm_line(&w, s, length, &is_debug);
        else
            put_ir_line(&w, s, length);
        s += length + (end != NULL);
    }
    free(w.lines);
}

/* jit.c: `shoal jit`: owns how what the JIT makes of a kernel is shown. */
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "cli/kernel.h"
#include "cli/program.h"
#include "shoal/jit.h"
#include "shoal/shoal.h"

enum {
    OPT_KERNEL,
    OPT_ASM,
    OPT_IR,
    OPT_OPT_IR,
    OPT_STATS,
    OPT_BACKEND,
    OPT_CPU,
    OPT_RAW,
    OPT_WAVE64,
    OPT_ISA,
    OPT_COUNT
};

static const struct cli_option options[OPT_COUNT] = {
    [OPT_KERNEL] = {"--kernel", "NAME", false, "the kernel; may be left out if there is one",
                    "saxpy"},
    [OPT_ASM] = {"--asm", NULL, false, "print the host's assembly (default)", NULL},
    [OPT_IR] = {"--ir", NULL, false, "print LLVM IR, as it is made", NULL},
    [OPT_OPT_IR] = {"--opt-ir", NULL, false, "print LLVM IR without what nothing uses", NULL},
    [OPT_STATS] = {"--stats", "json", true,
                   "print the CPU time of each phase of compiling, and what is left to the\n"
                   "interpreter, instead;\n"
                   "json: as one object",
                   "--stats=json"},
    [OPT_BACKEND] = {"--backend", "llvm|direct", false,
                     "what makes the host code (default: what SHOAL_JIT_BACKEND says,\n"
                     "else llvm); direct is fast and needs AVX2: what launches of engine\n"
                     "auto run first. --stats says which parts it leaves to LLVM, and why",
                     "direct"},
    [OPT_CPU] = {"--cpu", "sse2|avx2|avx512", false,
                 "host instructions to use (default: all that this CPU has)", "avx2"},
    [OPT_RAW] = {"--raw", NULL, false, "FILE is bare machine code, started at its first byte",
                 NULL},
    [OPT_WAVE64] = {"--wave64", NULL, false, "with --raw: waves of 64 lanes instead of 32", NULL},
    [OPT_ISA] = {"--isa", "rdna3|ventus", false,
                 "instruction set (default: what the file shows; sources and bare\n"
                 "code are for rdna3)",
                 "ventus"},
};

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs("FILE may be a source: .cl (OpenCL C), .hip or .s, which is compiled; '-' is standard "
          "input.\n"
          "Each part of the text stands behind a comment with the GPU instruction that it belongs\n"
          "to and that instruction's offset in the code.\n"
          "exit status: 0 done; 1 the JIT does not compile the kernel; 2 usage, a file that\n"
          "cannot be read, or a build without the JIT\n"
          "\n"
          "examples:\n"
          "  shoal jit saxpy.co | less\n"
          "  shoal jit saxpy.co --kernel saxpy --opt-ir\n"
          "  shoal jit saxpy.co --stats\n"
          "  shoal jit saxpy.co --stats --backend direct\n",
          out);
}

const struct cli_command cli_jit = {
    .name = "jit",
    .summary = "shoal jit: shows what the JIT makes of a kernel",
    .usage = "shoal jit FILE [--kernel NAME] [--asm|--ir|--opt-ir|--stats[=json]] [--backend NAME] "
             "[--cpu LEVEL]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = run,
};

struct jit_options {
    struct program_request program;
    const char *kernel;
    shoal_jit_form form;
    shoal_jit_backend backend;
    bool stats, json;
};

static double total_ms(const shoal_jit_stats *s)
{
    return s->region_ms + s->emit_ms + s->passes_ms + s->codegen_ms + s->link_ms;
}

static double us_each(const shoal_jit_stats *s)
{
    return s->instructions ? total_ms(s) * 1e3 / s->instructions : 0;
}

static void print_stats(const char *kernel, const shoal_jit_stats *s)
{
    cli_print_clean(stdout, kernel);
    printf(":\n");
    printf("  instructions         %" PRIu32 " in %" PRIu32 " part%s\n", s->instructions, s->parts,
           s->parts == 1 ? "" : "s");
    if (s->direct_parts || s->unknown_count)
        printf("  by direct back end   %" PRIu32 " part%s\n", s->direct_parts,
               s->direct_parts == 1 ? "" : "s");
    for (unsigned i = 0; i < s->unknown_count; i++)
        printf("    not by it: %" PRIu32 ", for %s\n", s->unknown[i].parts, s->unknown[i].text);
    printf("  left to interpreter  %" PRIu32 "\n", s->calls);
    for (unsigned i = 0; i < s->called_count; i++)
        printf("    %-18s %" PRIu64 "\n", s->called[i].mnemonic, s->called[i].count);
    printf("  host code            %" PRIu32 " bytes\n", s->code_bytes);
    printf("  finding the code     %.3f ms\n", s->region_ms);
    printf("  making IR            %.3f ms\n", s->emit_ms);
    printf("  removing dead IR     %.3f ms\n", s->passes_ms);
    printf("  code generation      %.3f ms\n", s->codegen_ms);
    printf("  linking              %.3f ms\n", s->link_ms);
    printf("  in all               %.3f ms, %.1f us per instruction\n", total_ms(s), us_each(s));
}

static void print_stats_json(const char *kernel, const shoal_jit_stats *s)
{
    struct json json = json_start(stdout);
    json_open_object(&json, NULL);
    json_string(&json, "kernel", kernel);
    json_u64(&json, "instructions", s->instructions);
    json_u64(&json, "parts", s->parts);
    json_u64(&json, "direct_parts", s->direct_parts);
    json_open_object(&json, "unknown");
    for (unsigned i = 0; i < s->unknown_count; i++)
        json_u64(&json, s->unknown[i].text, s->unknown[i].parts);
    json_close_object(&json);
    json_u64(&json, "calls", s->calls);
    json_open_object(&json, "called");
    for (unsigned i = 0; i < s->called_count; i++)
        json_u64(&json, s->called[i].mnemonic, s->called[i].count);
    json_close_object(&json);
    json_u64(&json, "code_bytes", s->code_bytes);
    json_double(&json, "region_ms", s->region_ms);
    json_double(&json, "emit_ms", s->emit_ms);
    json_double(&json, "passes_ms", s->passes_ms);
    json_double(&json, "codegen_ms", s->codegen_ms);
    json_double(&json, "link_ms", s->link_ms);
    json_double(&json, "total_ms", total_ms(s));
    json_double(&json, "us_per_instruction", us_each(s));
    json_close_object(&json);
    putchar('\n');
}

static int show(const struct jit_options *o, shoal_device *device, shoal_kernel *kernel)
{
    shoal_kernel_info info;
    shoal_jit_stats stats;
    char *text = NULL;
    shoal_kernel_get_info(kernel, &info);
    shoal_status status = shoal_jit_text_by(kernel, o->backend, o->form, o->stats ? NULL : &text,
                                            o->stats ? &stats : NULL);
    if (status != SHOAL_OK) {
        cli_fail(&cli_jit, "%s", shoal_last_error(device));
        return status == SHOAL_E_LIMIT ? CLI_FAILED : CLI_USAGE;
    }
    if (o->stats)
        (o->json ? print_stats_json : print_stats)(info.name, &stats);
    else
        fputs(text, stdout);
    shoal_jit_text_free(text);
    return CLI_DONE;
}

static int run_with(const struct jit_options *o)
{
    struct program program;
    shoal_kernel *kernel = NULL;
    int result = program_open(&cli_jit, &o->program, &program);
    if (result == CLI_DONE)
        result = kernel_choose(&cli_jit, program.module, o->program.file, o->kernel, &kernel);
    if (result == CLI_DONE)
        result = show(o, program.device, kernel);
    program_close(&program);
    return result;
}

static int set_option(struct jit_options *o, int which, const char *value)
{
    switch (which) {
    case OPT_KERNEL:
        o->kernel = value;
        break;
    case OPT_ASM:
        o->form = SHOAL_JIT_ASM;
        break;
    case OPT_IR:
        o->form = SHOAL_JIT_IR;
        break;
    case OPT_OPT_IR:
        o->form = SHOAL_JIT_OPT_IR;
        break;
    case OPT_STATS:
        o->stats = true;
        o->json = value != NULL;
        if (value && strcmp(value, "json") != 0)
            return cli_bad_value(&cli_jit, OPT_STATS, value, "no such form");
        break;
    case OPT_BACKEND:
        o->backend = !strcmp(value, "direct") ? SHOAL_JIT_BACKEND_DIRECT : SHOAL_JIT_BACKEND_LLVM;
        return cli_choice(&cli_jit, OPT_BACKEND, value, &value);
    case OPT_CPU:
        o->program.device.host_cpu = value;
        break;
    case OPT_RAW:
        o->program.load.raw = true;
        break;
    case OPT_ISA:
        return cli_choice(&cli_jit, OPT_ISA, value, &o->program.isa);
    case OPT_WAVE64:
        o->program.load.wave64 = true;
        break;
    default:
        break;
    }
    return CLI_DONE;
}

static int run(int argc, char **argv)
{
    struct jit_options o = {
        .program = {.device = shoal_device_options_default(), .cpu_option = OPT_CPU}};
    struct cli_reader reader = cli_reader_start(&cli_jit, argc, argv);
    const char *value;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        if (which == CLI_ERROR)
            return CLI_USAGE;
        if (which == CLI_HELP) {
            cli_print_help(&cli_jit, stdout);
            return CLI_DONE;
        }
        if (which != CLI_WORD) {
            if (set_option(&o, which, value) != CLI_DONE)
                return CLI_USAGE;
        } else if (o.program.file) {
            return cli_fail(&cli_jit, "'%s' is one file too many; '%s' is given already", value,
                            o.program.file);
        } else {
            o.program.file = value;
        }
    }
    if (!o.program.file)
        return cli_fail(&cli_jit, "no file is given; for example: shoal jit saxpy.co");
    if (o.program.load.wave64 && !o.program.load.raw)
        return cli_fail(&cli_jit, "--wave64 is for --raw; code objects say it themselves");
    return run_with(&o);
}

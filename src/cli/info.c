/* info.c: `shoal info`: owns what is shown about the kernels of a file. */
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/kernel.h"
#include "cli/program.h"
#include "shoal/shoal.h"

enum { OPT_KERNEL, OPT_HIDDEN, OPT_DATA, OPT_ISA, OPT_JSON, OPT_LENIENT, OPT_COUNT };

static const struct cli_option options[OPT_COUNT] = {
    [OPT_KERNEL] = {"--kernel", "NAME", false, "only this kernel", "saxpy"},
    [OPT_HIDDEN] = {"--hidden", NULL, false, "list the hidden arguments too", NULL},
    [OPT_DATA] = {"--data", "FILE", false,
                  "contents of a .metadata file's buffers (default: its name with .data)",
                  "vecadd.data"},
    [OPT_ISA] = {"--isa", "rdna3|ventus", false,
                 "instruction set (default: what the file shows; sources are for rdna3)", "ventus"},
    [OPT_JSON] = {"--json", NULL, false, "print one JSON object", NULL},
    [OPT_LENIENT] = {"--lenient", NULL, false,
                     "of a test case: buffers may have more contents than they declare", NULL},
};

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs("Occupancy is the number of waves that a SIMD holds at once, 16 at most, as far as\n"
          "registers and static local memory allow; of a Ventus kernel, warps of a streaming\n"
          "multiprocessor, 32 at most. A Ventus test case, NAME.metadata with NAME.data, shows\n"
          "its launch and its buffers.\n"
          "exit status: 0 done; 1 the files of a test case contradict each other; 2 usage, or\n"
          "a file that cannot be read\n"
          "\n"
          "example:\n"
          "  shoal info saxpy.co\n",
          out);
}

const struct cli_command cli_info = {
    .name = "info",
    .summary = "shoal info: shows the kernels of a gfx1100 code object or a Ventus program",
    .usage = "shoal info FILE [--kernel NAME] [--hidden] [--isa NAME] [--json]\n"
             "shoal info NAME.metadata [--data FILE] [--lenient] [--json]",
    .options = options,
    .option_count = OPT_COUNT,
    .print_notes = print_notes,
    .run = run,
};

struct info_options {
    const char *file, *data, *isa;
    const char *kernel;
    bool hidden;
    bool json;
    bool lenient;
};

static const char *const kind_names[] = {
    [SHOAL_ARG_BY_VALUE] = "value",          [SHOAL_ARG_GLOBAL_BUFFER] = "buffer",
    [SHOAL_ARG_DYNAMIC_LDS_POINTER] = "lds", [SHOAL_ARG_IMAGE] = "image",
    [SHOAL_ARG_SAMPLER] = "sampler",         [SHOAL_ARG_OTHER] = "other",
    [SHOAL_ARG_HIDDEN] = "hidden",
};

/* ---- text ------------------------------------------------------------------------------- */

/* Prints text in a column at least `width` wide. */
static void put_column(const char *text, size_t width)
{
    cli_print_clean(stdout, text);
    for (size_t i = strlen(text); i < width; i++)
        fputc(' ', stdout);
}

static size_t longest(size_t so_far, const char *text)
{
    size_t length = strlen(text);
    return length > so_far ? length : so_far;
}

static const char *type_text(const shoal_arg_info *arg)
{
    return arg->kind == SHOAL_ARG_HIDDEN ? arg->value_kind : arg->type_name;
}

static void print_arguments(const shoal_kernel *kernel, const shoal_kernel_info *info, bool hidden)
{
    size_t names = 0;
    size_t types = 0;
    size_t shown = hidden ? info->arg_count : info->explicit_arg_count;
    for (size_t i = 0; i < shown; i++) {
        shoal_arg_info arg;
        shoal_kernel_get_arg(kernel, i, &arg);
        names = longest(names, arg.name);
        types = longest(types, type_text(&arg));
    }
    printf("  arguments    %zu, and %zu hidden; %" PRIu32 " bytes\n", info->explicit_arg_count,
           info->arg_count - info->explicit_arg_count, info->kernarg_bytes);
    for (size_t i = 0; i < shown; i++) {
        shoal_arg_info arg;
        char hint[64];
        shoal_kernel_get_arg(kernel, i, &arg);
        printf("    %2zu  ", i);
        put_column(arg.name, names + 1);
        put_column(type_text(&arg), types + 1);
        printf(" %-7s %4" PRIu32 " bytes at %-4" PRIu32, kind_names[arg.kind], arg.size_bytes,
               arg.offset_bytes);
        if (arg.kind != SHOAL_ARG_HIDDEN) {
            argument_suggest(&arg, hint, sizeof hint);
            printf("  --arg %s", hint);
        }
        fputc('\n', stdout);
    }
}

static void print_kernel(const shoal_kernel *kernel, bool hidden)
{
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    printf("\n%skernel ", cli_colour(stdout, CLI_BOLD));
    cli_print_clean(stdout, info.name);
    printf("%s\n", cli_colour(stdout, CLI_PLAIN));
    print_arguments(kernel, &info, hidden);
    printf("  wave         %" PRIu32 " lanes\n", info.wave_lanes);
    printf("  registers    %" PRIu32 " VGPRs, %" PRIu32 " SGPRs\n", info.vgpr_count,
           info.sgpr_count);
    printf("  lds          %" PRIu32 " bytes\n", info.lds_bytes);
    printf("  scratch      %" PRIu32 " bytes per lane%s\n", info.scratch_bytes,
           info.dynamic_stack ? ", and a stack of unknown size" : "");
    if (info.required_block[0])
        printf("  block        %" PRIu32 " x %" PRIu32 " x %" PRIu32 " work-items, required\n",
               info.required_block[0], info.required_block[1], info.required_block[2]);
    else if (info.max_block_size)
        printf("  block        at most %" PRIu32 " work-items\n", info.max_block_size);
    printf("  occupancy    %" PRIu32 " of 16 waves per SIMD\n", info.waves_per_simd);
}

static const char *dialect_name(shoal_dialect dialect)
{
    return dialect == SHOAL_DIALECT_TOOLCHAIN ? "toolchain" : "manual";
}

/* Ventus files say nothing about arguments, and of resources what the compiler left. */
static void print_ventus_kernel(const shoal_kernel *kernel)
{
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    printf("\n%skernel ", cli_colour(stdout, CLI_BOLD));
    cli_print_clean(stdout, info.name);
    printf("%s\n", cli_colour(stdout, CLI_PLAIN));
    printf("  entry        %#" PRIx64 "\n", info.entry_address);
    if (info.vgpr_count || info.sgpr_count)
        printf("  registers    %" PRIu32 " vGPRs, %" PRIu32 " sGPRs\n", info.vgpr_count,
               info.sgpr_count);
    printf("  lds          %" PRIu32 " bytes\n", info.lds_bytes);
    printf("  private      %" PRIu32 " bytes per thread\n", info.scratch_bytes);
    printf("  occupancy    %" PRIu32 " of 32 warps per multiprocessor\n", info.waves_per_simd);
}

/* ---- test cases ------------------------------------------------------------------------- */

static void write_case(const struct info_options *o, const struct program *p)
{
    const shoal_case_info *c = shoal_case_get_info(p->test_case);
    struct json json = json_start(stdout);
    json_open_object(&json, NULL);
    json_string(&json, "file", o->file);
    json_string(&json, "isa", p->isa);
    json_string(&json, "case", p->name);
    json_open_array(&json, "workgroups");
    for (int i = 0; i < 3; i++)
        json_u64(&json, NULL, c->groups[i]);
    json_close_array(&json);
    json_u64(&json, "warps", c->warps);
    json_u64(&json, "threads", c->threads);
    json_u64(&json, "start_pc", c->start_pc);
    json_u64(&json, "kernel_entry", c->kernel_entry);
    json_u64(&json, "packet_address", c->packet_address);
    json_u64(&json, "vgprs", c->vgprs);
    json_u64(&json, "sgprs", c->sgprs);
    json_u64(&json, "lds_bytes", c->lds_bytes);
    json_u64(&json, "private_bytes", c->private_bytes);
    json_u64(&json, "private_address", c->private_address);
    json_open_array(&json, "buffers");
    for (size_t i = 0; i < c->buffer_count; i++) {
        const shoal_case_buffer *b = &c->buffers[i];
        json_newline(&json);
        json_open_object(&json, NULL);
        json_string(&json, "role", program_role_text(b->role));
        json_u64(&json, "address", b->address);
        json_u64(&json, "size_bytes", b->size_bytes);
        json_u64(&json, "data_bytes", b->data_bytes);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_close_object(&json);
    fputc('\n', stdout);
}

/* ---- JSON ------------------------------------------------------------------------------- */

static void write_arguments(struct json *json, const shoal_kernel *kernel, size_t count)
{
    json_open_array(json, "arguments");
    for (size_t i = 0; i < count; i++) {
        shoal_arg_info arg;
        shoal_kernel_get_arg(kernel, i, &arg);
        json_open_object(json, NULL);
        json_string(json, "name", arg.name);
        json_string(json, "type", arg.type_name);
        json_string(json, "kind", kind_names[arg.kind]);
        json_string(json, "value_kind", arg.value_kind);
        json_u64(json, "offset_bytes", arg.offset_bytes);
        json_u64(json, "size_bytes", arg.size_bytes);
        json_u64(json, "align_bytes", arg.align_bytes);
        json_close_object(json);
    }
    json_close_array(json);
}

/* Hidden arguments are always in the JSON: a script filters more easily than it asks again. */
static void write_kernel(struct json *json, const shoal_kernel *kernel)
{
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    json_newline(json);
    json_open_object(json, NULL);
    json_string(json, "name", info.name);
    write_arguments(json, kernel, info.arg_count);
    json_u64(json, "explicit_arguments", info.explicit_arg_count);
    json_u64(json, "kernarg_bytes", info.kernarg_bytes);
    json_u64(json, "kernarg_align", info.kernarg_align);
    json_u64(json, "wave_lanes", info.wave_lanes);
    json_u64(json, "vgprs", info.vgpr_count);
    json_u64(json, "sgprs", info.sgpr_count);
    json_u64(json, "lds_bytes", info.lds_bytes);
    json_u64(json, "scratch_bytes", info.scratch_bytes);
    json_bool(json, "dynamic_stack", info.dynamic_stack);
    json_u64(json, "max_block_size", info.max_block_size);
    json_open_array(json, "required_block");
    for (int i = 0; i < 3 && info.required_block[0]; i++)
        json_u64(json, NULL, info.required_block[i]);
    json_close_array(json);
    json_u64(json, "waves_per_simd", info.waves_per_simd);
    json_u64(json, "code_object_version", info.code_object_version);
    json_u64(json, "entry_address", info.entry_address);
    if (info.dialect) {
        json_string(json, "dialect", dialect_name(info.dialect));
        json_bool(json, "has_start", info.has_start);
    }
    json_close_object(json);
}

/* ---- command ------------------------------------------------------------------------------ */

static bool is_wanted(const struct info_options *o, const shoal_kernel *kernel)
{
    shoal_kernel_info info;
    shoal_kernel_get_info(kernel, &info);
    return !o->kernel || kernel_is_named(info.name, o->kernel);
}

static void print_heading(const struct info_options *o, const struct program *p, size_t count)
{
    shoal_kernel_info info = {.name = ""};
    if (count)
        shoal_kernel_get_info(shoal_module_kernel_at(p->module, 0), &info);
    if (program_is_ventus(p))
        printf("%s: Ventus program, dialect %s%s", o->file, dialect_name(info.dialect),
               info.has_start ? ", with start code" : "");
    else
        printf("%s: %s code object", o->file, count ? info.processor : "AMDGPU");
    if (count && !program_is_ventus(p))
        printf(" version %" PRIu32, info.code_object_version);
    printf(", %zu kernel%s\n", count, count == 1 ? "" : "s");
}

static int print_file(const struct info_options *o, const struct program *p)
{
    const shoal_module *module = p->module;
    size_t count = shoal_module_kernel_count(module);
    size_t shown = 0;
    for (size_t i = 0; i < count; i++) {
        shown += is_wanted(o, shoal_module_kernel_at(module, i));
    }
    if (o->kernel && shown == 0)
        return cli_fail(&cli_info, "'%s' has no kernel '%s'; 'shoal info %s' lists those it has",
                        o->file, o->kernel, o->file);

    struct json json = json_start(stdout);
    if (o->json) {
        json_open_object(&json, NULL);
        json_string(&json, "file", o->file);
        json_string(&json, "isa", p->isa);
        json_open_array(&json, "kernels");
    } else {
        print_heading(o, p, count);
    }
    for (size_t i = 0; i < count; i++) {
        const shoal_kernel *kernel = shoal_module_kernel_at(module, i);
        if (!is_wanted(o, kernel))
            continue;
        if (o->json)
            write_kernel(&json, kernel);
        else if (program_is_ventus(p))
            print_ventus_kernel(kernel);
        else
            print_kernel(kernel, o->hidden);
    }
    if (o->json) {
        json_close_array(&json);
        json_close_object(&json);
        fputc('\n', stdout);
    }
    return CLI_DONE;
}

static int run(int argc, char **argv)
{
    struct info_options o = {0};
    struct cli_reader reader = cli_reader_start(&cli_info, argc, argv);
    const char *value;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        switch (which) {
        case CLI_HELP:
            cli_print_help(&cli_info, stdout);
            return CLI_DONE;
        case CLI_ERROR:
            return CLI_USAGE;
        case CLI_WORD:
            if (o.file)
                return cli_fail(&cli_info, "'%s' is one file too many; '%s' is given already",
                                value, o.file);
            o.file = value;
            break;
        case OPT_KERNEL:
            o.kernel = value;
            break;
        case OPT_HIDDEN:
            o.hidden = true;
            break;
        case OPT_DATA:
            o.data = value;
            break;
        case OPT_ISA:
            if (cli_choice(&cli_info, OPT_ISA, value, &o.isa) != CLI_DONE)
                return CLI_USAGE;
            break;
        case OPT_JSON:
            o.json = true;
            break;
        case OPT_LENIENT:
            o.lenient = true;
            break;
        }
    }
    if (!o.file)
        return cli_fail(&cli_info, "no file is given; for example: shoal info saxpy.co");

    struct program program;
    const struct program_request request = {
        .file = o.file,
        .data = o.data,
        .isa = o.isa,
        .lenient = o.lenient,
        .device = shoal_device_options_default(),
    };
    int result = program_open(&cli_info, &request, &program);
    if (result == CLI_DONE && program.test_case)
        (o.json ? write_case(&o, &program) : program_print_case(&program, ""));
    else if (result == CLI_DONE)
        result = print_file(&o, &program);
    program_close(&program);
    return result;
}

/* program.c: see program.h. */
#include "cli/program.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/chip.h"

static const char case_ending[] = ".metadata";
static const char data_ending[] = ".data";

bool program_is_ventus(const struct program *p) { return p->isa && strcmp(p->isa, "ventus") == 0; }

shoal_dialect program_dialect(const char *name)
{
    return strcmp(name, "manual") == 0      ? SHOAL_DIALECT_MANUAL
           : strcmp(name, "toolchain") == 0 ? SHOAL_DIALECT_TOOLCHAIN
                                            : SHOAL_DIALECT_DEFAULT;
}

static bool has_ending(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

/* The name of a case: "folder/vecadd.metadata" is vecadd. NULL: no memory. */
static char *case_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    char *name = strdup(slash ? slash + 1 : file);
    if (name && has_ending(name, case_ending))
        name[strlen(name) - strlen(case_ending)] = '\0';
    return name;
}

static char *data_path(const struct program_request *r)
{
    if (r->data)
        return strdup(r->data);
    size_t stem = strlen(r->file) - strlen(case_ending);
    char *path = malloc(stem + sizeof data_ending);
    if (path) {
        memcpy(path, r->file, stem);
        memcpy(path + stem, data_ending, sizeof data_ending);
    }
    return path;
}

static int create_device(const struct cli_command *command, const struct program_request *r,
                         struct program *out)
{
    shoal_device_options options = r->device;
    options.isa = out->isa;
    if (out->test_case)
        options.wave_lanes = shoal_case_get_info(out->test_case)->threads;
    shoal_status status = shoal_device_create(&options, &out->device);
    if (status == SHOAL_OK)
        return CLI_DONE;
    if (options.host_cpu && status == SHOAL_E_UNSUPPORTED)
        return cli_bad_value(command, r->cpu_option, options.host_cpu,
                             "this machine or build has none of that");
    return cli_fail(command, "cannot create the device: %s", shoal_last_error(NULL));
}

bool program_names_case(const char *file) { return has_ending(file, case_ending); }

int program_open_case(const struct cli_command *command, const struct program_request *r,
                      struct program *out)
{
    size_t sizes[2] = {0, 0};
    int result = CLI_USAGE;
    char *path = data_path(r);
    char *metadata = cli_read_file(r->file, &sizes[0]);
    char *data = NULL;
    out->name = case_name(r->file);
    if (!path || !out->name)
        cli_fail(command, "not enough memory");
    else if (!metadata)
        cli_fail(command, "cannot read '%s': %s", r->file, strerror(errno));
    else if (!(data = cli_read_file(path, &sizes[1])))
        cli_fail(command, "cannot read '%s': %s; name the contents of the buffers with --data",
                 path, strerror(errno));
    else if ((r->lenient ? shoal_case_open_lenient : shoal_case_open)(
                 metadata, sizes[0], data, sizes[1], &out->test_case) == SHOAL_OK)
        result = CLI_DONE;
    else {
        cli_fail(command, "%s: %s", r->file, shoal_last_error(NULL));
        result = CLI_FAILED;
    }
    const char *warning = result == CLI_DONE ? shoal_case_get_info(out->test_case)->warning : "";
    if (*warning)
        fprintf(stderr, "shoal: warning: %s: %s\n", r->file, warning);
    free(path);
    free(metadata);
    free(data);
    return result;
}

static int load_case(const struct cli_command *command, const struct program_request *r,
                     struct program *out)
{
    shoal_load_options load = {.name = out->name, .dialect = r->load.dialect};
    if (shoal_case_load(out->device, out->test_case, &load, &out->module) == SHOAL_OK)
        return CLI_DONE;
    cli_fail(command, "%s: %s", r->file, shoal_last_error(out->device));
    return CLI_FAILED;
}

/* The bytes of a file, or of what a source is compiled to. */
static int read_program(const struct cli_command *command, const struct program_request *r,
                        char **bytes, size_t *size)
{
    static const struct compile_flags none;
    char *compiled = NULL;
    int status = CLI_DONE;
    if (!r->load.raw && compile_is_source(r->file))
        status = compile_source(command, r->file, r->isa, r->flags ? r->flags : &none, &compiled);
    if (status != CLI_DONE)
        return status;
    if (strcmp(r->file, "-") == 0 && !cli_take_stdin())
        return cli_fail(command, "standard input is read already, by another '-'");
    /* Read once: it may be a pipe. */
    *bytes = cli_read_input(compiled ? compiled : r->file, size);
    if (!*bytes)
        status = cli_fail(command, "cannot read '%s': %s", r->file, strerror(errno));
    compile_discard(compiled);
    return status;
}

int program_open(const struct cli_command *command, const struct program_request *r,
                 struct program *out)
{
    size_t size = 0;
    *out = (struct program){.isa = r->isa};
    if (r->data || program_names_case(r->file)) {
        out->isa = r->isa ? r->isa : "ventus";
        if (!program_is_ventus(out))
            return cli_fail(command, "a test case (.metadata) is for --isa ventus");
        int status = program_open_case(command, r, out);
        if (status == CLI_DONE)
            status = create_device(command, r, out);
        return status == CLI_DONE ? load_case(command, r, out) : status;
    }
    char *bytes;
    int status = read_program(command, r, &bytes, &size);
    if (status != CLI_DONE)
        return status;
    const shoal_chip *chip = shoal_chip_find(r->device.chip);
    if (!out->isa && !r->load.raw)
        out->isa = shoal_identify(bytes, size);
    if (!out->isa && chip)
        out->isa = chip->isa;
    if (!out->isa)
        out->isa = "rdna3";
    status = create_device(command, r, out);
    if (status == CLI_DONE &&
        shoal_module_load(out->device, bytes, size, &r->load, &out->module) != SHOAL_OK)
        status = cli_fail(command, "%s: %s", r->file, shoal_last_error(out->device));
    free(bytes);
    return status;
}

int program_next(const struct cli_command *command, const struct program_request *r,
                 struct program *p)
{
    shoal_case_close(p->test_case);
    free(p->name);
    p->test_case = NULL;
    p->name = NULL;
    p->module = NULL; /* stays until its code is overwritten, or with the device */
    int status = program_open_case(command, r, p);
    return status == CLI_DONE ? load_case(command, r, p) : status;
}

void program_close(struct program *p)
{
    shoal_device_destroy(p->device);
    shoal_case_close(p->test_case);
    free(p->name);
    *p = (struct program){0};
}

const char *program_role_text(shoal_case_role role)
{
    static const char *const texts[] = {
        [SHOAL_CASE_DATA] = "data",           [SHOAL_CASE_CODE] = "code",
        [SHOAL_CASE_ARGUMENTS] = "arguments", [SHOAL_CASE_PRIVATE] = "private",
        [SHOAL_CASE_PACKET] = "metadata",
    };
    return texts[role];
}

int program_case_arguments(const struct cli_command *command, const struct program *p,
                           struct spec *specs, struct arguments *out)
{
    const shoal_case_info *info = shoal_case_get_info(p->test_case);
    *out = (struct arguments){.noun = "buffer"};
    for (size_t i = 0; i < info->buffer_count && i < ARGUMENTS_MAX; i++) {
        const shoal_case_buffer *b = &info->buffers[i];
        /* What has no contents at first may have some afterwards. */
        uint64_t bytes = b->data_bytes ? b->data_bytes : b->size_bytes;
        specs[i] = (struct spec){
            .text = program_role_text(b->role),
            .kind = SPEC_BUFFER,
            .type = value_type_find("u32", 3),
            .count = bytes / 4,
            .size_bytes = bytes,
        };
        struct argument *a = &out->items[out->count++];
        *a = (struct argument){
            .spec = &specs[i], .name = program_role_text(b->role), .address = b->address};
        if (bytes && shoal_mem_map(p->device, b->address, bytes, &a->host) != SHOAL_OK)
            return cli_fail(command, "%s", shoal_last_error(p->device));
    }
    return CLI_DONE;
}

void program_print_case(const struct program *p, const char *prefix)
{
    const shoal_case_info *c = shoal_case_get_info(p->test_case);
    printf("%sVentus test case %s\n", prefix, p->name);
    printf("%s  work-groups  %" PRIu64 " x %" PRIu64 " x %" PRIu64 "\n", prefix, c->groups[0],
           c->groups[1], c->groups[2]);
    printf("%s  warps        %" PRIu32 " of %" PRIu32 " threads in each\n", prefix, c->warps,
           c->threads);
    printf("%s  start        %#" PRIx64 ", kernel %#" PRIx64 ", metadata %#" PRIx64 "\n", prefix,
           c->start_pc, c->kernel_entry, c->packet_address);
    printf("%s  registers    %" PRIu32 " vGPRs, %" PRIu32 " sGPRs\n", prefix, c->vgprs, c->sgprs);
    printf("%s  lds          %" PRIu32 " bytes\n", prefix, c->lds_bytes);
    printf("%s  private      %" PRIu32 " bytes per thread at %#" PRIx64 "\n", prefix,
           c->private_bytes, c->private_address);
    printf("%s  buffers      %zu\n", prefix, c->buffer_count);
    for (size_t i = 0; i < c->buffer_count; i++) {
        const shoal_case_buffer *b = &c->buffers[i];
        printf("%s    %2zu  %-9s  %10" PRIu64 " bytes at %#" PRIx64 ", %" PRIu64 " of them given\n",
               prefix, i, program_role_text(b->role), b->size_bytes, b->address, b->data_bytes);
    }
}

/* metadata.c: reads the code object's MessagePack note (NT_AMDGPU_METADATA) into kernels, printf
 * formats and module fields. libmpack splits the bytes into tokens; this file owns the walk, the
 * names of the keys and the checks on values. Unknown keys are skipped: later metadata versions add
 * some. Knows nothing of ELF: elf.c joins the kernels with their descriptors.
 *
 * Reference: LLVM AMDGPUUsage, "Code Object V3 and Above Metadata", tables for v3 to v5. */
#include <string.h>

#include <mpack.h>

#include "image/parts.h"
#include "isa/registry.h"

enum { MAX_DEPTH = 32 };

struct reader {
    mpack_tokbuf_t buffer;
    struct view note;
    const char *at; /* next byte */
    size_t left;
    uint64_t file_offset; /* of note */
    struct image_data *data;
    struct diag *diag;
};

/* ---- tokens ------------------------------------------------------------------ */

static unsigned long long offset_of(const struct reader *r)
{
    return (unsigned long long)(r->file_offset + (r->note.size - r->left));
}

static shoal_status fail(struct reader *r, const char *what)
{
    return diag_fail(r->diag, SHOAL_E_FORMAT,
                     "Metadata: %s at offset %#llx. The file is damaged; compile it again.", what,
                     offset_of(r));
}

static shoal_status fail_key(struct reader *r, const char *key, const char *what)
{
    return diag_fail(r->diag, SHOAL_E_FORMAT,
                     "Metadata: value of %s ends at offset %#llx and %s. The file is damaged; "
                     "compile it again.",
                     key, offset_of(r), what);
}

static shoal_status read_token(struct reader *r, mpack_token_t *token)
{
    if (r->left == 0)
        return fail(r, "ends too early");
    int result = mpack_read(&r->buffer, &r->at, &r->left, token);
    if (result == MPACK_EOF)
        return fail(r, "ends inside a value");
    if (result != MPACK_OK)
        return fail(r, "not MessagePack");
    /* Every element takes at least a byte, so that no count makes a loop longer than the note. */
    if ((token->type == MPACK_TOKEN_ARRAY && token->length > r->left) ||
        (token->type == MPACK_TOKEN_MAP && token->length > r->left / 2))
        return fail(r, "array or map has more elements than bytes follow");
    return SHOAL_OK;
}

/* The bytes of a string, bin or ext value, whose header was the last token. */
static shoal_status read_bytes(struct reader *r, uint32_t size, const char **out)
{
    if (size > r->left)
        return fail(r, "string is longer than the note");
    *out = r->at;
    if (size == 0)
        return SHOAL_OK;
    mpack_token_t chunk;
    SHOAL_TRY(read_token(r, &chunk));
    if (chunk.type != MPACK_TOKEN_CHUNK || chunk.length != size)
        return fail(r, "string is cut off");
    *out = chunk.data.chunk_ptr;
    return SHOAL_OK;
}

static bool has_bytes(const mpack_token_t *token)
{
    return token->type == MPACK_TOKEN_STR || token->type == MPACK_TOKEN_BIN ||
           token->type == MPACK_TOKEN_EXT;
}

/* Reads over one value of any type. */
static shoal_status skip_value(struct reader *r, unsigned depth)
{
    mpack_token_t token;
    const char *ignored;
    if (depth >= MAX_DEPTH)
        return fail(r, "nested too deeply");
    SHOAL_TRY(read_token(r, &token));
    if (has_bytes(&token))
        return read_bytes(r, token.length, &ignored);
    if (token.type == MPACK_TOKEN_ARRAY || token.type == MPACK_TOKEN_MAP) {
        uint64_t values = (uint64_t)token.length * (token.type == MPACK_TOKEN_MAP ? 2 : 1);
        for (uint64_t i = 0; i < values; i++)
            SHOAL_TRY(skip_value(r, depth + 1));
    }
    return SHOAL_OK;
}

/* ---- typed values ------------------------------------------------------------ */

static shoal_status read_header(struct reader *r, const char *key, mpack_token_type_t type,
                                uint32_t *length)
{
    mpack_token_t token;
    SHOAL_TRY(read_token(r, &token));
    if (token.type != type)
        return fail_key(r, key,
                        type == MPACK_TOKEN_MAP     ? "is not a map"
                        : type == MPACK_TOKEN_ARRAY ? "is not an array"
                                                    : "is not a string");
    *length = token.length;
    return SHOAL_OK;
}

static shoal_status read_text(struct reader *r, const char *key, const char **bytes, size_t *size)
{
    uint32_t length;
    SHOAL_TRY(read_header(r, key, MPACK_TOKEN_STR, &length));
    SHOAL_TRY(read_bytes(r, length, bytes));
    /* Names with NUL would be cut in C strings and then match others. */
    if (length && memchr(*bytes, 0, length))
        return fail_key(r, key, "contains a NUL byte");
    *size = length;
    return SHOAL_OK;
}

static shoal_status read_string(struct reader *r, const char *key, const char **out)
{
    const char *bytes;
    size_t size;
    SHOAL_TRY(read_text(r, key, &bytes, &size));
    *out = arena_text(&r->data->arena, bytes, size);
    return *out ? SHOAL_OK : fail_memory(r->diag);
}

static shoal_status read_u32(struct reader *r, const char *key, uint32_t *out)
{
    mpack_token_t token;
    SHOAL_TRY(read_token(r, &token));
    if (token.type != MPACK_TOKEN_UINT || token.data.value.hi != 0)
        return fail_key(r, key, "is not an integer from 0 to 4294967295");
    *out = token.data.value.lo;
    return SHOAL_OK;
}

/* Compilers write these as booleans or, for some keys, as 0 and 1. */
static shoal_status read_bool(struct reader *r, const char *key, bool *out)
{
    mpack_token_t token;
    SHOAL_TRY(read_token(r, &token));
    bool is_flag = token.type == MPACK_TOKEN_BOOLEAN ||
                   (token.type == MPACK_TOKEN_UINT && token.data.value.hi == 0);
    if (!is_flag || token.data.value.lo > 1)
        return fail_key(r, key, "is not a boolean");
    *out = token.data.value.lo != 0;
    return SHOAL_OK;
}

static shoal_status read_u32_array(struct reader *r, const char *key, uint32_t *out, uint32_t count)
{
    uint32_t length;
    SHOAL_TRY(read_header(r, key, MPACK_TOKEN_ARRAY, &length));
    if (length != count)
        return fail_key(r, key,
                        count == 2 ? "does not have 2 elements" : "does not have 3 elements");
    for (uint32_t i = 0; i < count; i++)
        SHOAL_TRY(read_u32(r, key, &out[i]));
    return SHOAL_OK;
}

/* The index of a string in names[count], or `otherwise`. */
static shoal_status read_choice(struct reader *r, const char *key, const char *const *names,
                                unsigned count, unsigned otherwise, unsigned *out)
{
    const char *bytes;
    size_t size;
    SHOAL_TRY(read_text(r, key, &bytes, &size));
    *out = otherwise;
    for (unsigned i = 0; i < count; i++) {
        if (strlen(names[i]) == size && memcmp(names[i], bytes, size) == 0)
            *out = i;
    }
    return SHOAL_OK;
}

/* ---- maps -------------------------------------------------------------------- */

enum key_type { KEY_OTHER, KEY_STRING, KEY_NUMBER, KEY_FLAG, KEY_PAIR, KEY_TRIPLE };

/* One key of a map, and where its value goes. */
struct key {
    const char *name;
    int id; /* KEY_OTHER: for whoever reads the map */
    enum key_type type;
    size_t offset; /* of the value in the structure that the map describes */
    bool is_required;
};

/* Reads the next key; *out is NULL for keys that the list lacks. */
static shoal_status read_key(struct reader *r, const struct key *keys, size_t count,
                             const struct key **out)
{
    mpack_token_t token;
    const char *bytes;
    SHOAL_TRY(read_token(r, &token));
    if (token.type != MPACK_TOKEN_STR)
        return fail(r, "key of a map is not a string");
    SHOAL_TRY(read_bytes(r, token.length, &bytes));
    *out = NULL;
    for (size_t i = 0; i < count; i++) {
        if (strlen(keys[i].name) == token.length && memcmp(keys[i].name, bytes, token.length) == 0)
            *out = &keys[i];
    }
    return SHOAL_OK;
}

/* Reads the value of a key that is not KEY_OTHER into `object`. */
static shoal_status read_field(struct reader *r, const struct key *key, void *object)
{
    void *to = (char *)object + key->offset;
    switch (key->type) {
    case KEY_OTHER:
        break;
    case KEY_STRING:
        return read_string(r, key->name, to);
    case KEY_NUMBER:
        return read_u32(r, key->name, to);
    case KEY_FLAG:
        return read_bool(r, key->name, to);
    case KEY_PAIR:
        return read_u32_array(r, key->name, to, 2);
    case KEY_TRIPLE:
        return read_u32_array(r, key->name, to, 3);
    }
    return SHOAL_OK;
}

/* ---- arguments --------------------------------------------------------------- */

#define ARG_KIND_TEXT(id, text) text,
static const char *const arg_kind_names[] = {"unknown", KERNEL_ARG_KIND_LIST(ARG_KIND_TEXT)};
#undef ARG_KIND_TEXT
enum { ARG_KIND_COUNT = sizeof arg_kind_names / sizeof arg_kind_names[0] };

const char *image_arg_kind_text(enum kernel_arg_kind kind)
{
    return (unsigned)kind < ARG_KIND_COUNT ? arg_kind_names[kind] : arg_kind_names[0];
}

static shoal_status read_value_kind(struct reader *r, struct image_arg *arg)
{
    SHOAL_TRY(read_string(r, ".value_kind", &arg->value_kind));
    arg->is_hidden = strncmp(arg->value_kind, "hidden_", 7) == 0;
    arg->kind = KERNEL_ARG_UNKNOWN;
    for (unsigned i = 1; i < ARG_KIND_COUNT; i++) {
        if (strcmp(arg_kind_names[i], arg->value_kind) == 0)
            arg->kind = (enum kernel_arg_kind)i;
    }
    return SHOAL_OK;
}

static const char *const access_names[] = {"", "read_only", "write_only", "read_write"};

const char *image_access_text(enum image_access access) { return access_names[access]; }

static shoal_status read_access(struct reader *r, const char *key, enum image_access *out)
{
    unsigned choice;
    SHOAL_TRY(read_choice(r, key, access_names, 4, IMAGE_ACCESS_NONE, &choice));
    *out = (enum image_access)choice;
    return SHOAL_OK;
}

static const char *const space_names[] = {"",      "private", "global", "constant",
                                          "local", "generic", "region"};

const char *image_address_space_text(enum image_address_space space) { return space_names[space]; }

static shoal_status read_address_space(struct reader *r, enum image_address_space *out)
{
    unsigned choice;
    SHOAL_TRY(read_choice(r, ".address_space", space_names, 7, IMAGE_SPACE_NONE, &choice));
    *out = (enum image_address_space)choice;
    return SHOAL_OK;
}

enum { ARG_KIND = 1, ARG_SPACE, ARG_ACCESS, ARG_ACTUAL_ACCESS };

static shoal_status read_arg_value(struct reader *r, const struct key *key, struct image_arg *arg)
{
    switch (key->id) {
    case ARG_KIND:
        return read_value_kind(r, arg);
    case ARG_SPACE:
        return read_address_space(r, &arg->address_space);
    case ARG_ACCESS:
        return read_access(r, key->name, &arg->access);
    case ARG_ACTUAL_ACCESS:
        return read_access(r, key->name, &arg->actual_access);
    default:
        return read_field(r, key, arg);
    }
}

static shoal_status read_arg(struct reader *r, struct image_arg *arg)
{
#define AT(member) offsetof(struct image_arg, member)
    static const struct key keys[] = {
        {".name", 0, KEY_STRING, AT(name), false},
        {".type_name", 0, KEY_STRING, AT(type_name), false},
        {".size", 0, KEY_NUMBER, AT(size), true},
        {".offset", 0, KEY_NUMBER, AT(offset), true},
        {".value_kind", ARG_KIND, KEY_OTHER, 0, true},
        {".pointee_align", 0, KEY_NUMBER, AT(pointee_align), false},
        {".address_space", ARG_SPACE, KEY_OTHER, 0, false},
        {".access", ARG_ACCESS, KEY_OTHER, 0, false},
        {".actual_access", ARG_ACTUAL_ACCESS, KEY_OTHER, 0, false},
        {".is_const", 0, KEY_FLAG, AT(is_const), false},
        {".is_restrict", 0, KEY_FLAG, AT(is_restrict), false},
        {".is_volatile", 0, KEY_FLAG, AT(is_volatile), false},
        {".is_pipe", 0, KEY_FLAG, AT(is_pipe), false},
    };
#undef AT
    enum { COUNT = sizeof keys / sizeof keys[0] };
    uint32_t length;
    bool seen[COUNT] = {false};
    *arg = (struct image_arg){.name = "", .type_name = ""};
    SHOAL_TRY(read_header(r, "an argument", MPACK_TOKEN_MAP, &length));
    for (uint32_t i = 0; i < length; i++) {
        const struct key *key;
        SHOAL_TRY(read_key(r, keys, COUNT, &key));
        if (!key) {
            SHOAL_TRY(skip_value(r, 4));
            continue;
        }
        SHOAL_TRY(read_arg_value(r, key, arg));
        seen[key - keys] = true;
    }
    for (unsigned i = 0; i < COUNT; i++)
        if (keys[i].is_required && !seen[i])
            return fail(r, "argument without .size, .offset or .value_kind ends");
    if (arg->pointee_align & (arg->pointee_align - 1))
        return fail(r, "argument whose .pointee_align is not a power of two ends");
    return SHOAL_OK;
}

static shoal_status read_args(struct reader *r, struct image_kernel *kernel)
{
    uint32_t length;
    size_t capacity = 0;
    struct image_arg *args = NULL;
    kernel->arg_count = kernel->explicit_arg_count = 0;
    SHOAL_TRY(read_header(r, ".args", MPACK_TOKEN_ARRAY, &length));
    for (uint32_t i = 0; i < length; i++) {
        args = arena_grow(&r->data->arena, args, i, &capacity, sizeof *args);
        if (!args)
            return fail_memory(r->diag);
        SHOAL_TRY(read_arg(r, &args[i]));
        kernel->explicit_arg_count += !args[i].is_hidden;
    }
    kernel->args = args;
    kernel->arg_count = length;
    return SHOAL_OK;
}

/* ---- kernels ----------------------------------------------------------------- */

static shoal_status read_kernel_kind(struct reader *r, struct image_kernel *kernel)
{
    static const char *const names[] = {"normal", "init", "fini"};
    unsigned choice;
    SHOAL_TRY(read_choice(r, ".kind", names, 3, 0, &choice));
    kernel->is_init = choice == 1;
    kernel->is_fini = choice == 2;
    return SHOAL_OK;
}

static shoal_status check_kernel(struct reader *r, const struct image_kernel *kernel)
{
    struct text name = text_clean(kernel->name, strlen(kernel->name));
    if (kernel->kernarg_align == 0 || (kernel->kernarg_align & (kernel->kernarg_align - 1)) ||
        kernel->kernarg_align > 4096)
        return diag_fail(r->diag, SHOAL_E_FORMAT,
                         "Metadata: kernel %s has .kernarg_segment_align %u, which is not a power "
                         "of two up to 4096. The file is damaged; compile it again.",
                         name.chars, kernel->kernarg_align);
    if (kernel->wave_lanes != 32 && kernel->wave_lanes != 64)
        return diag_fail(r->diag, SHOAL_E_FORMAT,
                         "Metadata: kernel %s has .wavefront_size %u; waves have 32 or 64 "
                         "lanes. Compile it for %s.",
                         name.chars, kernel->wave_lanes, chip_default(NULL)->name);
    for (size_t i = 0; i < kernel->arg_count; i++) {
        const struct image_arg *arg = &kernel->args[i];
        if ((uint64_t)arg->offset + arg->size > kernel->kernarg_size)
            return diag_fail(r->diag, SHOAL_E_FORMAT,
                             "Metadata: argument %zu of kernel %s takes bytes %u to %llu of a "
                             "kernarg segment of %u bytes. The file is damaged; compile it again.",
                             i, name.chars, arg->offset,
                             (unsigned long long)arg->offset + arg->size, kernel->kernarg_size);
    }
    return SHOAL_OK;
}

enum { KERNEL_ARGS = 1, KERNEL_KIND };

#define AT(member) offsetof(struct image_kernel, member)
static const struct key kernel_keys[] = {
    {".name", 0, KEY_STRING, AT(name), true},
    {".symbol", 0, KEY_STRING, AT(symbol), true},
    {".language", 0, KEY_STRING, AT(language), false},
    {".language_version", 0, KEY_PAIR, AT(language_version), false},
    {".args", KERNEL_ARGS, KEY_OTHER, 0, false},
    {".reqd_workgroup_size", 0, KEY_TRIPLE, AT(reqd_workgroup_size), false},
    {".workgroup_size_hint", 0, KEY_TRIPLE, AT(workgroup_size_hint), false},
    {".vec_type_hint", 0, KEY_STRING, AT(vec_type_hint), false},
    {".device_enqueue_symbol", 0, KEY_STRING, AT(device_enqueue_symbol), false},
    {".kernarg_segment_size", 0, KEY_NUMBER, AT(kernarg_size), true},
    {".group_segment_fixed_size", 0, KEY_NUMBER, AT(group_size), true},
    {".private_segment_fixed_size", 0, KEY_NUMBER, AT(private_size), true},
    {".kernarg_segment_align", 0, KEY_NUMBER, AT(kernarg_align), true},
    {".wavefront_size", 0, KEY_NUMBER, AT(wave_lanes), true},
    {".sgpr_count", 0, KEY_NUMBER, AT(sgpr_count), false},
    {".vgpr_count", 0, KEY_NUMBER, AT(vgpr_count), false},
    {".agpr_count", 0, KEY_NUMBER, AT(agpr_count), false},
    {".max_flat_workgroup_size", 0, KEY_NUMBER, AT(max_flat_workgroup_size), false},
    {".sgpr_spill_count", 0, KEY_NUMBER, AT(sgpr_spill_count), false},
    {".vgpr_spill_count", 0, KEY_NUMBER, AT(vgpr_spill_count), false},
    {".kind", KERNEL_KIND, KEY_OTHER, 0, false},
    {".uses_dynamic_stack", 0, KEY_FLAG, AT(uses_dynamic_stack), false},
    {".uniform_work_group_size", 0, KEY_FLAG, AT(uniform_work_group_size), false},
    {".workgroup_processor_mode", 0, KEY_FLAG, AT(workgroup_processor_mode), false},
};
#undef AT
enum { KERNEL_KEYS = sizeof kernel_keys / sizeof kernel_keys[0] };

static shoal_status read_kernel_value(struct reader *r, const struct key *key,
                                      struct image_kernel *k)
{
    return key->id == KERNEL_ARGS   ? read_args(r, k)
           : key->id == KERNEL_KIND ? read_kernel_kind(r, k)
                                    : read_field(r, key, k);
}

static shoal_status read_kernel(struct reader *r, struct image_kernel *k)
{
    uint32_t length;
    bool seen[KERNEL_KEYS] = {false};
    *k = (struct image_kernel){.name = "",
                               .symbol = "",
                               .language = "",
                               .device_enqueue_symbol = "",
                               .vec_type_hint = "",
                               .has_metadata = true,
                               /* what gfx1100 code without the key uses */
                               .workgroup_processor_mode = true};
    SHOAL_TRY(read_header(r, "a kernel", MPACK_TOKEN_MAP, &length));
    for (uint32_t i = 0; i < length; i++) {
        const struct key *key;
        SHOAL_TRY(read_key(r, kernel_keys, KERNEL_KEYS, &key));
        if (!key) {
            SHOAL_TRY(skip_value(r, 3));
            continue;
        }
        SHOAL_TRY(read_kernel_value(r, key, k));
        seen[key - kernel_keys] = true;
    }
    for (unsigned i = 0; i < KERNEL_KEYS; i++) {
        if (kernel_keys[i].is_required && !seen[i]) {
            struct text name = text_clean(k->name, strlen(k->name));
            return diag_fail(r->diag, SHOAL_E_FORMAT,
                             "Metadata: kernel \"%s\" that ends at offset %#llx lacks %s. The file "
                             "is damaged; compile it again.",
                             name.chars, offset_of(r), kernel_keys[i].name);
        }
    }
    if (k->name[0] == 0 || k->symbol[0] == 0)
        return fail(r, "kernel with an empty .name or .symbol ends");
    return check_kernel(r, k);
}

/* Behind those of the notes before. */
static shoal_status read_kernels(struct reader *r)
{
    struct image *image = &r->data->image;
    uint32_t length;
    size_t count = image->kernel_count, capacity = count;
    struct image_kernel *kernels = (struct image_kernel *)(uintptr_t)image->kernels;
    SHOAL_TRY(read_header(r, "amdhsa.kernels", MPACK_TOKEN_ARRAY, &length));
    if (length > IMAGE_MAX_KERNELS - count)
        return diag_fail(r->diag, SHOAL_E_LIMIT,
                         "Metadata: %zu kernels, at most %u are allowed. Split the module.",
                         count + length, IMAGE_MAX_KERNELS);
    for (uint32_t i = 0; i < length; i++, count++) {
        kernels = arena_grow(&r->data->arena, kernels, count, &capacity, sizeof *kernels);
        if (!kernels)
            return fail_memory(r->diag);
        SHOAL_TRY(read_kernel(r, &kernels[count]));
    }
    image->kernels = kernels;
    image->kernel_count = count;
    return SHOAL_OK;
}

static shoal_status read_printfs(struct reader *r)
{
    struct image *image = &r->data->image;
    uint32_t length;
    size_t count = image->printf_count, capacity = count;
    struct image_printf *printfs = (struct image_printf *)(uintptr_t)image->printfs;
    SHOAL_TRY(read_header(r, "amdhsa.printf", MPACK_TOKEN_ARRAY, &length));
    for (uint32_t i = 0; i < length; i++, count++) {
        const char *bytes;
        size_t size;
        printfs = arena_grow(&r->data->arena, printfs, count, &capacity, sizeof *printfs);
        if (!printfs)
            return fail_memory(r->diag);
        SHOAL_TRY(read_text(r, "an amdhsa.printf entry", &bytes, &size));
        SHOAL_TRY(printf_parse(&r->data->arena, bytes, size, &printfs[count], r->diag));
    }
    image->printfs = printfs;
    image->printf_count = count;
    return SHOAL_OK;
}

shoal_status metadata_read(struct image_data *data, struct view note, uint64_t file_offset,
                           struct diag *diag)
{
    enum { VERSION, TARGET, PRINTF, KERNELS };
    static const struct key keys[] = {
        {"amdhsa.version", VERSION, KEY_OTHER, 0, true},
        {"amdhsa.target", TARGET, KEY_OTHER, 0, true},
        {"amdhsa.printf", PRINTF, KEY_OTHER, 0, true},
        {"amdhsa.kernels", KERNELS, KEY_OTHER, 0, true},
    };
    struct reader r = {.note = note,
                       .at = (const char *)note.bytes,
                       .left = note.size,
                       .file_offset = file_offset,
                       .data = data,
                       .diag = diag};
    uint32_t length;
    bool has_version = false;
    mpack_tokbuf_init(&r.buffer);
    SHOAL_TRY(read_header(&r, "the note", MPACK_TOKEN_MAP, &length));
    for (uint32_t i = 0; i < length; i++) {
        const struct key *key;
        SHOAL_TRY(read_key(&r, keys, sizeof keys / sizeof keys[0], &key));
        if (!key) {
            SHOAL_TRY(skip_value(&r, 1));
            continue;
        }
        switch (key->id) {
        case VERSION:
            SHOAL_TRY(read_u32_array(&r, key->name, data->image.metadata_version, 2));
            has_version = true;
            break;
        case TARGET:
            SHOAL_TRY(read_string(&r, key->name, &data->image.target));
            break;
        case PRINTF:
            SHOAL_TRY(read_printfs(&r));
            break;
        case KERNELS:
            SHOAL_TRY(read_kernels(&r));
            break;
        }
    }
    if (!has_version)
        return fail(&r, "amdhsa.version is missing; the map ends");
    if (data->image.metadata_version[0] != 1)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "Metadata: version %u.%u; Shoal knows versions 1.x. Compile with "
                         "-mcode-object-version=5.",
                         data->image.metadata_version[0], data->image.metadata_version[1]);
    data->image.has_metadata = true;
    return SHOAL_OK;
}

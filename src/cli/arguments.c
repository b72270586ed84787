/* arguments.c: owns the check of --arg SPECs against a kernel's metadata and their layout in
 * the kernarg segment; see arguments.h. */
#include "cli/arguments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- OpenCL C types ------------------------------------------------------------------ */

/* OpenCL C 6.1: sizes of the built-in types are fixed. */
static const struct {
    const char *name, *type;
} scalars[] = {
    {"char", "i8"},  {"uchar", "u8"},  {"short", "i16"},  {"ushort", "u16"},
    {"int", "i32"},  {"uint", "u32"},  {"long", "i64"},   {"ulong", "u64"},
    {"half", "f16"}, {"float", "f32"}, {"double", "f64"}, {"size_t", "u64"},
};

/* The element type of "float", "float4", "float*", "float4*", and the vector's width.
 * NULL: a struct, a typedef or a type of another language. */
static const struct value_type *element_type(const char *type_name, unsigned *width)
{
    *width = 1;
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        size_t length = strlen(scalars[i].name);
        if (strncmp(type_name, scalars[i].name, length) != 0)
            continue;
        const char *rest = type_name + length;
        if (*rest >= '1' && *rest <= '9') {
            char *end;
            *width = (unsigned)strtoul(rest, &end, 10);
            rest = end;
        }
        if (*rest == '\0' || *rest == '*')
            return value_type_find(scalars[i].type, strlen(scalars[i].type));
    }
    return NULL;
}

void argument_suggest(const shoal_arg_info *info, char *out, size_t size)
{
    unsigned width;
    const struct value_type *element = element_type(info->type_name, &width);
    if (info->kind == SHOAL_ARG_GLOBAL_BUFFER)
        snprintf(out, size, "buf:%s:COUNT", element ? element->name : "TYPE");
    else if (info->kind == SHOAL_ARG_DYNAMIC_LDS_POINTER)
        snprintf(out, size, "lds:BYTES");
    else if (info->kind == SHOAL_ARG_IMAGE)
        snprintf(out, size, "img:FORMAT:%s",
                 strstr(info->type_name, "3d")   ? "WxHxD"
                 : strstr(info->type_name, "2d") ? "WxH"
                                                 : "W");
    else if (info->kind == SHOAL_ARG_SAMPLER)
        snprintf(out, size, "smp:nearest,edge");
    else if (info->kind != SHOAL_ARG_BY_VALUE)
        snprintf(out, size, "(no such SPEC)");
    else if (element && width == 1)
        snprintf(out, size, "%s:VALUE", element->name);
    else if (element)
        snprintf(out, size, "%s:V,V,... (%u values)", element->name, width);
    else
        snprintf(out, size, "hex: and %" PRIu32 " bytes", info->size_bytes);
}

/* ---- checks ---------------------------------------------------------------------------- */

static const char *kind_text(shoal_arg_kind kind)
{
    switch (kind) {
    case SHOAL_ARG_GLOBAL_BUFFER:
        return "a buffer";
    case SHOAL_ARG_DYNAMIC_LDS_POINTER:
        return "a pointer to local memory";
    case SHOAL_ARG_IMAGE:
        return "an image";
    case SHOAL_ARG_SAMPLER:
        return "a sampler";
    default:
        return "a value";
    }
}

static const char *spec_kind_text(const struct spec *spec)
{
    return spec->kind == SPEC_BUFFER    ? "a buffer"
           : spec->kind == SPEC_IMAGE   ? "an image"
           : spec->kind == SPEC_SAMPLER ? "a sampler"
           : spec->kind == SPEC_LDS     ? "a pointer to local memory"
                                        : "a value";
}

/* The specs by the argument that they are for. */
struct order {
    const struct spec *specs[2 * ARGUMENTS_MAX]; /* [count]; NULL: none is given */
    size_t count;
};

/* The number of arguments is wrong: lists them all, as that is what one needs then. */
static int wrong_count(const struct cli_command *command, const shoal_kernel *kernel,
                       const shoal_kernel_info *info, const struct order *order, size_t count)
{
    cli_fail(command, "kernel '%s' takes %zu argument%s, but %zu %s given:", info->name,
             info->explicit_arg_count, info->explicit_arg_count == 1 ? "" : "s", count,
             count == 1 ? "is" : "are");
    for (size_t i = 0; i < order->count; i++) {
        shoal_arg_info arg;
        char hint[64];
        if (i >= info->explicit_arg_count) {
            fprintf(stderr, "  %zu  --arg %s  (too many)\n", i, order->specs[i]->text);
            continue;
        }
        shoal_kernel_get_arg(kernel, i, &arg);
        argument_suggest(&arg, hint, sizeof hint);
        fprintf(stderr, "  %zu  ", i);
        cli_print_clean(stderr, arg.type_name[0] ? arg.type_name : kind_text(arg.kind));
        fputc(' ', stderr);
        cli_print_clean(stderr, arg.name);
        if (order->specs[i])
            fprintf(stderr, "  --arg %s\n", order->specs[i]->text);
        else
            fprintf(stderr, "  missing: --arg %s\n", hint);
    }
    return CLI_USAGE;
}

static int wrong_argument(const struct cli_command *command, const shoal_kernel_info *kernel,
                          size_t index, const shoal_arg_info *info, const struct spec *spec)
{
    char hint[64], wants[96], gives[96];
    argument_suggest(info, hint, sizeof hint);
    bool is_value =
        info->kind == SHOAL_ARG_BY_VALUE && (spec->kind == SPEC_VALUE || spec->kind == SPEC_HEX);
    snprintf(wants, sizeof wants, is_value ? "%s of %" PRIu32 " byte%s" : "%s",
             kind_text(info->kind), info->size_bytes, info->size_bytes == 1 ? "" : "s");
    snprintf(gives, sizeof gives, is_value ? "%s of %" PRIu64 " byte%s" : "%s",
             spec_kind_text(spec), spec->size_bytes, spec->size_bytes == 1 ? "" : "s");
    return cli_fail(
        command, "argument %zu%s%s%s of '%s' is %s%s%s%s, but '%s' gives %s%s%s%s; use --arg %s",
        index, info->name[0] ? " (" : "", info->name, info->name[0] ? ")" : "", kernel->name, wants,
        info->type_name[0] ? " (" : "", info->type_name, info->type_name[0] ? ")" : "", spec->text,
        gives, spec->kind == SPEC_VALUE ? " (" : "",
        spec->kind == SPEC_VALUE ? spec->type->name : "", spec->kind == SPEC_VALUE ? ")" : "",
        hint);
}

static bool value_fits(const shoal_arg_info *info, const struct spec *spec)
{
    if (info->kind != SHOAL_ARG_BY_VALUE)
        return false;
    unsigned width;
    const struct value_type *element = element_type(info->type_name, &width);
    if (spec->kind == SPEC_VALUE && element) {
        bool both_float = element->class == VALUE_FLOAT && spec->type->class == VALUE_FLOAT;
        bool both_integer = element->class != VALUE_FLOAT && spec->type->class != VALUE_FLOAT;
        /* A vector of three takes the room of four (OpenCL C 6.1.5); three values do. */
        return (both_float || both_integer) && element->size_bytes == spec->type->size_bytes &&
               !spec->type->is_brain && spec->count == width;
    }
    return spec->size_bytes == info->size_bytes;
}

/* Sizes that an image of this OpenCL type has, layers included. 0: not known, any will do. */
static unsigned image_dims(const char *type_name)
{
    unsigned array = strstr(type_name, "_array") != NULL;
    if (strncmp(type_name, "image", 5) != 0 || type_name[5] < '1' || type_name[5] > '3')
        return 0;
    return (unsigned)(type_name[5] - '0') + array;
}

/* The type of an image whose last size is its number of layers. */
static shoal_image_type image_type(const char *type_name, const struct spec *spec)
{
    if (!strstr(type_name, "_array"))
        return spec->image.type;
    return spec->dims == 2 ? SHOAL_IMAGE_1D_ARRAY : SHOAL_IMAGE_2D_ARRAY;
}

static bool fits(const shoal_arg_info *info, const struct spec *spec)
{
    switch (spec->kind) {
    case SPEC_BUFFER:
        return info->kind == SHOAL_ARG_GLOBAL_BUFFER;
    case SPEC_LDS:
        return info->kind == SHOAL_ARG_DYNAMIC_LDS_POINTER;
    case SPEC_SAMPLER:
        return info->kind == SHOAL_ARG_SAMPLER;
    case SPEC_IMAGE:
        return info->kind == SHOAL_ARG_IMAGE &&
               (!image_dims(info->type_name) || image_dims(info->type_name) == spec->dims);
    default:
        return value_fits(info, spec);
    }
}

/* ---- layout ---------------------------------------------------------------------------- */

static uint32_t round_up(uint32_t value, uint32_t align)
{
    return align > 1 ? (value + align - 1) / align * align : value;
}

/* Size of an argument of a kernel without metadata. */
static uint32_t raw_size(const shoal_kernel_info *info, const struct spec *spec)
{
    return spec->kind == SPEC_BUFFER || spec->kind == SPEC_IMAGE || spec->kind == SPEC_SAMPLER
               ? info->pointer_bytes
           : spec->kind == SPEC_LDS ? 4
                                    : (uint32_t)spec->size_bytes;
}

static uint32_t raw_align(const shoal_kernel_info *info, uint32_t size)
{
    if (info->pointer_bytes == 8)
        return size >= 8 ? 8 : size >= 4 ? 4 : size;
    uint32_t align = 4; /* as PoCL's driver for Ventus */
    while (align < size)
        align *= 2;
    return align;
}

/* An address of local memory for `bytes`, below *end: in whole pages, as PoCL's driver for
 * Ventus gives them out. */
static uint32_t lds_address(uint64_t *end, uint64_t bytes)
{
    *end -= (bytes / 4096 + 1) * 4096;
    return (uint32_t)*end;
}

static int unknown_name(const struct cli_command *command, const shoal_kernel *kernel,
                        const shoal_kernel_info *info, const struct spec *spec)
{
    const char *names[ARGUMENTS_MAX];
    char name[64], list[512] = "";
    size_t used = 0, named = 0;
    snprintf(name, sizeof name, "%.*s", (int)(spec->name_length < 63 ? spec->name_length : 63),
             spec->text);
    for (size_t i = 0; i < info->explicit_arg_count && i < ARGUMENTS_MAX; i++) {
        shoal_arg_info arg;
        shoal_kernel_get_arg(kernel, i, &arg);
        if (!arg.name[0])
            continue;
        names[named++] = arg.name;
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                     arg.name);
    }
    if (!named)
        return cli_fail(command,
                        "--arg %s: the file does not name the arguments of '%s'; give them in "
                        "order, or compile with -cl-kernel-arg-info",
                        spec->text, info->name);
    const char *near = cli_nearest(name, names, named, sizeof *names);
    return cli_fail(command, "--arg %s: '%s' has no argument '%s'%s%s%s; it has: %s", spec->text,
                    info->name, name, near ? "; did you mean '" : "", near ? near : "",
                    near ? "'?" : "", list);
}

/* Puts specs with names at their arguments and the others into the places that are left. */
static int order_specs(const struct cli_command *command, const shoal_kernel *kernel,
                       const shoal_kernel_info *info, const struct spec *specs, size_t count,
                       struct order *order)
{
    order->count = info->has_arguments ? info->explicit_arg_count : 0;
    if (count > ARGUMENTS_MAX || order->count > ARGUMENTS_MAX)
        return cli_fail(command, "%zu arguments are given, of %zu; %d is the most", count,
                        order->count, ARGUMENTS_MAX);
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        if (!specs[i].name_length)
            continue;
        for (; at < order->count; at++) {
            shoal_arg_info arg;
            shoal_kernel_get_arg(kernel, at, &arg);
            if (strlen(arg.name) == specs[i].name_length &&
                memcmp(arg.name, specs[i].text, specs[i].name_length) == 0)
                break;
        }
        if (at == order->count)
            return unknown_name(command, kernel, info, &specs[i]);
        if (order->specs[at])
            return cli_fail(command, "--arg %s: this argument is given already, as '%s'",
                            specs[i].text, order->specs[at]->text);
        order->specs[at] = &specs[i];
    }
    for (size_t i = 0, at = 0; i < count; i++) {
        if (specs[i].name_length)
            continue;
        while (at < order->count && order->specs[at])
            at++;
        order->specs[at] = &specs[i];
        order->count = at < order->count ? order->count : at + 1;
    }
    return CLI_DONE;
}

/* Where local memory for lds: arguments is. */
struct local_memory {
    uint64_t end; /* of the offsets that are given out */
    uint64_t top; /* of the addresses, which go downwards; 0: there are only offsets */
};

static int place_lds(const struct cli_command *command, const shoal_kernel_info *info,
                     const shoal_arg_info *arg, const struct spec *spec, struct local_memory *m,
                     uint32_t *out)
{
    if (m->top) {
        if (spec->size_bytes > UINT64_C(128) << 20 || info->lds_end - m->top > 128 << 20)
            return cli_fail(command, "the lds: arguments ask for more than 128 MiB");
        *out = lds_address(&m->top, spec->size_bytes);
        return CLI_DONE;
    }
    /* Pointers without a stated alignment get the largest of OpenCL's types, long16. */
    uint32_t align = arg->align_bytes ? arg->align_bytes : 128;
    m->end = (m->end + align - 1) / align * align;
    *out = (uint32_t)m->end;
    m->end += spec->size_bytes;
    if (m->end > UINT32_MAX)
        return cli_fail(command,
                        "the lds: arguments ask for %" PRIu64 " bytes; a work-group has 65536",
                        m->end);
    return CLI_DONE;
}

int arguments_bind(const struct cli_command *command, const shoal_kernel *kernel,
                   const struct spec *specs, size_t count, struct arguments *out)
{
    shoal_kernel_info info;
    struct order order = {0};
    uint32_t lds[ARGUMENTS_MAX];
    shoal_kernel_get_info(kernel, &info);
    struct local_memory local = {info.lds_bytes, info.lds_end};
    bool raw = !info.has_arguments;
    *out =
        (struct arguments){.count = count, .noun = "argument", .pointer_bytes = info.pointer_bytes};
    if (order_specs(command, kernel, &info, specs, count, &order) != CLI_DONE)
        return CLI_USAGE;
    if (!raw && (count != info.explicit_arg_count || order.count != count))
        return wrong_count(command, kernel, &info, &order, count);

    uint64_t end = 0;
    for (size_t i = 0; i < count; i++) {
        const struct spec *spec = order.specs[i];
        shoal_arg_info arg = {.name = "", .type_name = ""};
        if (raw) {
            arg.size_bytes = raw_size(&info, spec);
            arg.offset_bytes = round_up((uint32_t)end, raw_align(&info, arg.size_bytes));
        } else {
            shoal_kernel_get_arg(kernel, i, &arg);
            if (!fits(&arg, spec))
                return wrong_argument(command, &info, i, &arg, spec);
        }
        if (spec->kind == SPEC_LDS &&
            place_lds(command, &info, &arg, spec, &local, &lds[i]) != CLI_DONE)
            return CLI_USAGE;
        out->items[i] = (struct argument){
            .spec = spec,
            .name = arg.name,
            .offset_bytes = arg.offset_bytes,
            .image_type = spec->kind == SPEC_IMAGE ? image_type(arg.type_name, spec) : 0};
        uint64_t arg_end = (uint64_t)arg.offset_bytes + arg.size_bytes;
        end = arg_end > end ? arg_end : end;
    }
    out->lds_bytes = (uint32_t)(local.end - info.lds_bytes);
    out->size = end;
    out->bytes = calloc(1, end ? end : 1);
    if (!out->bytes)
        return cli_fail(command, "not enough memory for the arguments");
    for (size_t i = 0; i < count; i++) {
        uint8_t *at = out->bytes + out->items[i].offset_bytes;
        const struct spec *spec = order.specs[i];
        if (spec->kind == SPEC_LDS)
            memcpy(at, &lds[i], 4);
        else if (spec->kind == SPEC_VALUE || spec->kind == SPEC_HEX)
            memcpy(at, spec->bytes, spec->size_bytes);
    }
    return CLI_DONE;
}

/* ---- memory ------------------------------------------------------------------------------ */

size_t arguments_find(const struct arguments *arguments, const char *name, size_t length)
{
    size_t i = 0;
    while (i < arguments->count && (strlen(arguments->items[i].name) != length ||
                                    memcmp(arguments->items[i].name, name, length) != 0))
        i++;
    return i;
}

void argument_title(const struct arguments *arguments, size_t index, char *out, size_t size)
{
    const char *name = arguments->items[index].name;
    snprintf(out, size, name[0] ? "%s %zu (%s)" : "%s %zu", arguments->noun, index, name);
}

/* Copies texels between the rows of the surface and rows without padding. */
static void copy_texels(const struct argument *arg, bool to_surface)
{
    const shoal_image_layout *l = &arg->layout;
    size_t row = (size_t)l->level[0].columns * l->element_bytes, rows = l->level[0].rows;
    uint8_t *texels = arg->host;
    if (row == 0 || l->layer_bytes == 0)
        return;
    for (uint64_t z = 0; z * l->layer_bytes < l->size_bytes; z++)
        for (size_t y = 0; y < rows; y++, texels += row) {
            uint8_t *at = arg->surface + z * l->layer_bytes + y * l->level[0].row_bytes;
            memcpy(to_surface ? at : texels, to_surface ? texels : at, row);
        }
}

/* An image and its T#, or a sampler's S#, in device memory. */
static shoal_status place_descriptor(shoal_device *device, struct arguments *arguments,
                                     struct argument *arg)
{
    const struct spec *spec = arg->spec;
    uint32_t words[16] = {0};
    if (spec->kind == SPEC_IMAGE) {
        shoal_image_desc desc = spec->image;
        desc.type = arg->image_type;
        if (desc.type == SHOAL_IMAGE_1D_ARRAY) { /* WxLAYERS */
            desc.depth = desc.height;
            desc.height = 1;
        }
        shoal_image_describe(&desc, 0, NULL, &arg->layout);
        shoal_status st =
            shoal_mem_alloc_for(device, arg->layout.size_bytes, 256, NULL, &arg->address);
        if (st == SHOAL_OK)
            st =
                shoal_mem_map(device, arg->address, arg->layout.size_bytes, (void **)&arg->surface);
        if (st != SHOAL_OK)
            return st;
        shoal_image_describe(&desc, arg->address, words, NULL);
        words[8] = arg->layout.opencl_type;
        words[9] = arg->layout.opencl_order;
        arg->host = calloc(1, spec->size_bytes);
        if (!arg->host)
            return SHOAL_E_NOMEM;
        if (spec->init != SPEC_ZERO) {
            spec_fill_buffer(spec, arg->host);
            copy_texels(arg, true);
        }
    } else {
        shoal_sampler_describe(&spec->sampler, words);
    }
    shoal_status st = shoal_mem_alloc(device, sizeof words, 64, &arg->descriptor);
    if (st == SHOAL_OK)
        st = shoal_mem_write(device, arg->descriptor, words, sizeof words);
    if (st == SHOAL_OK)
        memcpy(arguments->bytes + arg->offset_bytes, &arg->descriptor, arguments->pointer_bytes);
    return st;
}

int arguments_place(const struct cli_command *command, shoal_device *device,
                    struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        struct argument *arg = &arguments->items[i];
        const struct spec *spec = arg->spec;
        if (spec->kind == SPEC_IMAGE || spec->kind == SPEC_SAMPLER) {
            if (place_descriptor(device, arguments, arg) != SHOAL_OK)
                return cli_fail(command, "--arg %s: no room: %s", spec->text,
                                shoal_last_error(device));
            continue;
        }
        if (spec->kind != SPEC_BUFFER || spec->size_bytes == 0)
            continue;
        shoal_status status = shoal_mem_alloc_for(device, spec->size_bytes, 0, NULL, &arg->address);
        if (status == SHOAL_OK)
            status = shoal_mem_map(device, arg->address, spec->size_bytes, &arg->host);
        if (status != SHOAL_OK)
            return cli_fail(command, "--arg %s: no room for %" PRIu64 " bytes: %s", spec->text,
                            spec->size_bytes, shoal_last_error(device));
        memcpy(arguments->bytes + arg->offset_bytes, &arg->address, arguments->pointer_bytes);
        /* Fresh memory is zero, and untouched pages cost nothing. */
        if (spec->init != SPEC_ZERO)
            spec_fill_buffer(spec, arg->host);
    }
    return CLI_DONE;
}

void arguments_restore(struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        struct argument *arg = &arguments->items[i];
        if (!arg->host)
            continue;
        spec_fill_buffer(arg->spec, arg->host);
        if (arg->surface)
            copy_texels(arg, true);
    }
}

void arguments_collect(struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++)
        if (arguments->items[i].surface)
            copy_texels(&arguments->items[i], false);
}

void arguments_free(struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++)
        if (arguments->items[i].surface)
            free(arguments->items[i].host);
    free(arguments->bytes);
    arguments->bytes = NULL;
}

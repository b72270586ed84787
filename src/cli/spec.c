/* spec.c: owns the grammar of --arg; see spec.h. */
#include "cli/spec.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

const char spec_help[] =
    "arguments, one --arg SPEC per explicit argument, in order, or NAME=SPEC in any:\n"
    "  TYPE:V[,V...]           a value, or the elements of a vector: f32:2.5  i32:-3  f32:1,2,3,4\n"
    "  hex:BYTES               the bytes of a value or struct: hex:00ff12ab\n"
    "  buf:TYPE:COUNT[:INIT]   a buffer of COUNT elements: buf:f32:1024:iota\n"
    "  buf:TYPE:{V,V,...}      a buffer of these elements: 'buf:i32:{1,2,3}'\n"
    "  lds:BYTES               a pointer to local memory: lds:4096\n"
    "  img:FORMAT:W[xH[xD]][:INIT]  an image: img:rgba8:640x480:file=in.png\n"
    "  smp:WORD[,WORD...]      a sampler: smp:linear,repeat\n"
    "TYPE is u8, i8, u16, i16, u32, i32, u64, i64, f16, bf16, f32 or f64.\n"
    "COUNT and BYTES may end in K, M or G (powers of 1024).\n"
    "INIT: zero (default)  iota (0, 1, 2, ...)  fill=V  rand[=SEED]  file=PATH  {V,...}\n"
    "  rand gives all bit patterns for integers and [0, 1) for floats, the same ones for\n"
    "  the same SEED (default 1) on every machine. file=- is standard input. After {V,...}\n"
    "  the rest is zero. Of an image: zero, rand, file=PATH; a PNG\n"
    "  file gives formats of 8 bits its pixels, another file the texels row by row.\n"
    "FORMAT: r8 rg16f rgba8 rgba32f srgba8 r32ui bc7 ... or a name of the manual's table 52.\n"
    "sampler words: nearest (default) linear  edge (default) border repeat mirror  unnormalized\n";

__attribute__((format(printf, 3, 4))) static bool refuse(char *why, size_t why_size,
                                                         const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, why_size, format, args);
    va_end(args);
    return false;
}

/* The whole of standard input, which must have `size` bytes. */
static uint8_t *read_stdin(uint64_t size, char *why, size_t why_size)
{
    size_t got = 0;
    if (!cli_take_stdin()) {
        refuse(why, why_size, "standard input is read already, by another '-'");
        return NULL;
    }
    char *bytes = cli_read_input("-", &got);
    if (!bytes) {
        refuse(why, why_size, "cannot read standard input: %s", strerror(errno));
    } else if (got != size) {
        refuse(why, why_size, "standard input has %zu bytes, but the buffer has %" PRIu64, got,
               size);
        free(bytes);
        bytes = NULL;
    }
    return (uint8_t *)bytes;
}

uint8_t *spec_read_file(const char *path, uint64_t size, char *why, size_t why_size)
{
    if (strcmp(path, "-") == 0)
        return read_stdin(size, why, why_size);
    uint8_t *bytes = NULL;
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &status) != 0) {
        refuse(why, why_size, "cannot read '%s': %s", path, strerror(errno));
        goto fail;
    }
    /* Pipes and devices have no size to compare; they are read and must give enough. */
    if (S_ISREG(status.st_mode) && (uint64_t)status.st_size != size) {
        refuse(why, why_size, "'%s' has %lld bytes, but the buffer has %" PRIu64, path,
               (long long)status.st_size, size);
        goto fail;
    }
    bytes = malloc(size ? size : 1);
    if (!bytes) {
        refuse(why, why_size, "not enough memory for %" PRIu64 " bytes", size);
        goto fail;
    }
    size_t got = fread(bytes, 1, size, file);
    if (got != size) {
        if (ferror(file))
            refuse(why, why_size, "cannot read '%s': %s", path, strerror(errno));
        else
            refuse(why, why_size, "'%s' has %zu bytes, but the buffer has %" PRIu64, path, got,
                   size);
        goto fail;
    }
    fclose(file);
    return bytes;
fail:
    free(bytes);
    if (file)
        fclose(file);
    return NULL;
}

/* ---- values --------------------------------------------------------------------------- */

/* "V,V,..." with blanks between, [length] characters of text. Sets count, size_bytes, bytes. */
static bool parse_list(const char *text, size_t length, struct spec *out, char *why,
                       size_t why_size)
{
    const char *end = text + length;
    size_t count = 1;
    for (const char *c = text; c < end; c++)
        count += *c == ',';
    out->count = count;
    out->size_bytes = count * out->type->size_bytes;
    out->bytes = malloc(out->size_bytes);
    if (!out->bytes)
        return refuse(why, why_size, "not enough memory");
    for (size_t i = 0; i < count; i++) {
        char part[64];
        while (text < end && *text == ' ')
            text++;
        size_t part_length = strcspn(text, ",}");
        if (part_length > (size_t)(end - text))
            part_length = (size_t)(end - text);
        const char *next = text + part_length + 1;
        while (part_length && text[part_length - 1] == ' ')
            part_length--;
        if (part_length >= sizeof part)
            return refuse(why, why_size, "the number '%.20s...' is too long", text);
        memcpy(part, text, part_length);
        part[part_length] = '\0';
        const char *wrong = value_parse(out->type, part, out->bytes + i * out->type->size_bytes);
        if (wrong)
            return refuse(why, why_size, "'%s' as %s: %s", part, out->type->name, wrong);
        text = next;
    }
    return true;
}

static bool parse_values(const char *text, struct spec *out, char *why, size_t why_size)
{
    out->kind = SPEC_VALUE;
    return parse_list(text, strlen(text), out, why, why_size);
}

/* "{V,V,...}" as the contents of a buffer, of as many elements if has_count is false. */
static bool parse_braces(const char *text, bool has_count, struct spec *out, char *why,
                         size_t why_size)
{
    size_t length = strlen(text);
    uint64_t count = out->count, bytes = out->size_bytes;
    if (length < 2 || text[length - 1] != '}')
        return refuse(why, why_size, "the list of elements does not end with '}'");
    out->init = SPEC_BYTES;
    if (strspn(text + 1, " ") == length - 2) { /* {} */
        out->init = SPEC_ZERO;
        return true;
    }
    if (!parse_list(text + 1, length - 2, out, why, why_size))
        return false;
    if (!has_count)
        return true;
    if (out->count > count)
        return refuse(why, why_size, "{...} has %" PRIu64 " elements, but the buffer has %" PRIu64,
                      out->count, count);
    uint8_t *grown = realloc(out->bytes, bytes);
    if (!grown)
        return refuse(why, why_size, "not enough memory for %" PRIu64 " bytes", bytes);
    memset(grown + out->size_bytes, 0, bytes - out->size_bytes);
    out->bytes = grown;
    out->count = count;
    out->size_bytes = bytes;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool parse_hex(const char *text, struct spec *out, char *why, size_t why_size)
{
    size_t length = strlen(text);
    out->kind = SPEC_HEX;
    if (length == 0 || length % 2 != 0)
        return refuse(why, why_size, "hex: takes pairs of digits, the first byte first");
    out->size_bytes = length / 2;
    out->bytes = malloc(out->size_bytes);
    if (!out->bytes)
        return refuse(why, why_size, "not enough memory");
    for (size_t i = 0; i < out->size_bytes; i++) {
        int high = hex_digit(text[2 * i]);
        int low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return refuse(why, why_size, "'%.2s' is not a byte in hexadecimal", text + 2 * i);
        out->bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* ---- images and samplers ---------------------------------------------------------------- */

/* The type that texels are shown and filled as. */
static const struct value_type *texel_type(const shoal_image_layout *l)
{
    char name[8];
    unsigned bits = l->component_bits;
    if (bits == 0) /* packed components and blocks: bytes */
        return value_type_find("u8", 2);
    char letter = l->component_type == 'n' ? 'u' : l->component_type;
    if (letter == 'f' && bits == 8)
        letter = 'u';
    int length = snprintf(name, sizeof name, "%c%u", letter, bits);
    return value_type_find(name, (size_t)length);
}

static bool parse_init(const char *text, struct spec *out, char *why, size_t why_size);

struct picture spec_picture(const struct spec *spec)
{
    const shoal_image_layout *l = &spec->layout;
    bool is_possible = l->component_bits == 8 && l->components != 3 && spec->dims == 2;
    return (struct picture){
        .width = spec->image.width,
        .height = spec->image.height,
        .components = is_possible ? l->components : 0,
    };
}

static bool parse_image(const char *text, struct spec *out, char *why, size_t why_size)
{
    char name[32];
    size_t length = strcspn(text, ":");
    out->kind = SPEC_IMAGE;
    if (length >= sizeof name || text[length] == '\0')
        return refuse(why, why_size, "an image is img:FORMAT:WxH, as img:rgba8:640x480");
    memcpy(name, text, length);
    name[length] = '\0';
    out->image.format = shoal_image_format(name);
    if (!out->image.format)
        return refuse(why, why_size,
                      "no image format '%s'; there are r8, rgba8, rgba16f, rgba32f, ... and the "
                      "names of table 52, as 8_8_8_8_UNORM",
                      name);
    text += length + 1;
    uint32_t sizes[3] = {1, 1, 1};
    for (out->dims = 0; out->dims < 3; out->dims++) {
        uint64_t n;
        length = strcspn(text, "x:");
        if (length >= sizeof name)
            return refuse(why, why_size, "the size of the image is too large");
        memcpy(name, text, length);
        name[length] = '\0';
        if (!cli_parse_u64(name, 16384, &n) || n == 0)
            return refuse(why, why_size, "'%s' is not a number of texels (1 to 16384)", name);
        sizes[out->dims] = (uint32_t)n;
        text += length;
        if (*text != 'x')
            break;
        text++;
    }
    if (out->dims == 3)
        return refuse(why, why_size, "an image has at most three sizes");
    out->dims++;
    out->image.width = sizes[0];
    out->image.height = sizes[1];
    out->image.depth = sizes[2];
    /* Which type of three it is, or of an array, the kernel says. */
    out->image.type = out->dims == 1   ? SHOAL_IMAGE_1D
                      : out->dims == 2 ? SHOAL_IMAGE_2D
                                       : SHOAL_IMAGE_3D;
    const char *wrong = shoal_image_describe(&out->image, 0, NULL, &out->layout);
    if (wrong)
        return refuse(why, why_size, "%s", wrong);
    out->type = texel_type(&out->layout);
    out->size_bytes = (uint64_t)out->layout.level[0].columns * out->layout.level[0].rows *
                      sizes[2] * out->layout.element_bytes;
    out->count = out->size_bytes / out->type->size_bytes;
    if (*text == '\0')
        return true;
    if (strncmp(text + 1, "file=", 5) == 0 && picture_is_named(text)) {
        out->init = SPEC_BYTES;
        const struct picture picture = spec_picture(out);
        out->bytes = picture_read(text + 6, &picture, why, why_size);
        return out->bytes != NULL;
    }
    return parse_init(text + 1, out, why, why_size);
}

static bool parse_sampler(const char *text, struct spec *out, char *why, size_t why_size)
{
    static const struct {
        const char *name;
        shoal_wrap wrap;
    } wraps[] = {{"edge", SHOAL_WRAP_EDGE},
                 {"border", SHOAL_WRAP_BORDER},
                 {"repeat", SHOAL_WRAP_REPEAT},
                 {"mirror", SHOAL_WRAP_MIRROR}};
    out->kind = SPEC_SAMPLER;
    shoal_wrap wrap = SHOAL_WRAP_EDGE;
    while (*text) {
        size_t length = strcspn(text, ",");
        bool known = false;
        for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++)
            if (strlen(wraps[i].name) == length && strncmp(text, wraps[i].name, length) == 0) {
                wrap = wraps[i].wrap;
                known = true;
            }
        if (length == 6 && strncmp(text, "linear", 6) == 0)
            known = out->sampler.linear = true;
        else if (length == 12 && strncmp(text, "unnormalized", 12) == 0)
            known = out->sampler.unnormalized = true;
        else if (length == 7 && strncmp(text, "nearest", 7) == 0)
            known = true;
        if (!known)
            return refuse(why, why_size,
                          "no sampler word '%.*s'; there are nearest, linear, edge, border, "
                          "repeat, mirror, unnormalized",
                          (int)length, text);
        text += length + (text[length] == ',');
    }
    for (unsigned i = 0; i < 3; i++)
        out->sampler.wrap[i] = wrap;
    return true;
}

/* ---- buffers --------------------------------------------------------------------------- */

static bool parse_init(const char *text, struct spec *out, char *why, size_t why_size)
{
    if (strcmp(text, "zero") == 0) {
        out->init = SPEC_ZERO;
    } else if (strcmp(text, "iota") == 0) {
        out->init = SPEC_IOTA;
    } else if (strncmp(text, "fill=", 5) == 0) {
        out->init = SPEC_FILL;
        const char *wrong = value_parse(out->type, text + 5, out->fill);
        if (wrong)
            return refuse(why, why_size, "'%s' as %s: %s", text + 5, out->type->name, wrong);
    } else if (strcmp(text, "rand") == 0) {
        out->init = SPEC_RANDOM;
        out->seed = 1;
    } else if (strncmp(text, "rand=", 5) == 0) {
        out->init = SPEC_RANDOM;
        if (!cli_parse_u64(text + 5, UINT64_MAX, &out->seed))
            return refuse(why, why_size, "the seed '%s' is not a number of 64 bits", text + 5);
    } else if (text[0] == '{') {
        return parse_braces(text, true, out, why, why_size);
    } else if (strncmp(text, "file=", 5) == 0) {
        out->init = SPEC_BYTES;
        out->bytes = spec_read_file(text + 5, out->size_bytes, why, why_size);
        return out->bytes != NULL;
    } else {
        return refuse(why, why_size,
                      "no initial contents '%s'; there are zero, iota, fill=V, rand[=SEED], "
                      "file=PATH, {V,...}",
                      text);
    }
    return true;
}

static bool parse_buffer(const char *text, struct spec *out, char *why, size_t why_size)
{
    char count[32];
    size_t length = strcspn(text, ":");
    out->kind = SPEC_BUFFER;
    out->type = value_type_find(text, length);
    if (!out->type)
        return refuse(why, why_size, "no type '%.*s'; there are %s", (int)length, text,
                      value_type_names());
    if (text[length] == '\0')
        return refuse(why, why_size, "the number of elements is missing, as in buf:%s:1024",
                      out->type->name);
    text += length + 1;
    if (*text == '{')
        return parse_braces(text, false, out, why, why_size);
    length = strcspn(text, ":");
    if (length >= sizeof count)
        return refuse(why, why_size, "the number of elements is too large");
    memcpy(count, text, length);
    count[length] = '\0';
    if (!cli_parse_u64(count, (UINT64_C(1) << 40) / out->type->size_bytes, &out->count))
        return refuse(why, why_size, "'%s' is not a number of elements (up to 1 TiB in all)",
                      count);
    out->size_bytes = out->count * out->type->size_bytes;
    return text[length] == '\0' || parse_init(text + length + 1, out, why, why_size);
}

size_t spec_name_length(const char *text)
{
    const char *c = text;
    if (*c >= '0' && *c <= '9')
        return 0;
    while ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
           *c == '_')
        c++;
    return (size_t)(c - text);
}

bool spec_parse(const char *text, struct spec *out, char *why, size_t why_size)
{
    *out = (struct spec){.text = text};
    size_t name = spec_name_length(text);
    if (name && text[name] == '=') {
        out->name_length = name;
        text += name + 1;
    }
    size_t length = strcspn(text, ":");
    if (text[length] == '\0')
        return refuse(
            why, why_size,
            "expected KIND:VALUE, such as f32:2.5 or buf:f32:1024; 'shoal help run' lists "
            "the kinds");
    const char *rest = text + length + 1;
    if (length == 3 && memcmp(text, "buf", 3) == 0)
        return parse_buffer(rest, out, why, why_size);
    if (length == 3 && memcmp(text, "img", 3) == 0)
        return parse_image(rest, out, why, why_size);
    if (length == 3 && memcmp(text, "smp", 3) == 0)
        return parse_sampler(rest, out, why, why_size);
    if (length == 3 && memcmp(text, "hex", 3) == 0)
        return parse_hex(rest, out, why, why_size);
    if (length == 3 && memcmp(text, "lds", 3) == 0) {
        out->kind = SPEC_LDS;
        if (!cli_parse_u64(rest, UINT32_MAX, &out->size_bytes))
            return refuse(why, why_size, "'%s' is not a number of bytes", rest);
        return true;
    }
    out->type = value_type_find(text, length);
    if (!out->type)
        return refuse(why, why_size, "no type '%.*s'; there are %s, hex, buf, lds, img, smp",
                      (int)length, text, value_type_names());
    return parse_values(rest, out, why, why_size);
}

void spec_free(struct spec *spec)
{
    free(spec->bytes);
    spec->bytes = NULL;
}

void spec_fill_buffer(const struct spec *spec, void *out)
{
    switch (spec->init) {
    case SPEC_ZERO:
        memset(out, 0, spec->size_bytes);
        break;
    case SPEC_IOTA:
        value_fill_iota(spec->type, out, spec->count);
        break;
    case SPEC_FILL:
        value_fill(spec->type, spec->fill, out, spec->count);
        break;
    case SPEC_RANDOM:
        value_fill_random(spec->type, spec->seed, out, spec->count);
        break;
    case SPEC_BYTES:
        memcpy(out, spec->bytes, spec->size_bytes);
        break;
    }
}

/* spec.h: one --arg of `shoal run`, parsed.
 *
 *   f32:2.5   i32:1,2,3   hex:00ff12   buf:f32:1024:iota   lds:4096
 *   buf:i32:{1,2,3}   img:rgba8:640x480:file=in.png   smp:linear,repeat   y=f32:2.5
 */
#ifndef SHOAL_CLI_SPEC_H
#define SHOAL_CLI_SPEC_H

#include "cli/picture.h"
#include "cli/values.h"
#include "shoal/rdna3.h"

enum spec_kind { SPEC_VALUE, SPEC_HEX, SPEC_BUFFER, SPEC_LDS, SPEC_IMAGE, SPEC_SAMPLER };
enum spec_init { SPEC_ZERO, SPEC_IOTA, SPEC_FILL, SPEC_RANDOM, SPEC_BYTES };

struct spec {
    const char *text;   /* as given; borrowed from argv */
    size_t name_length; /* text begins with the argument's name and '='; 0: it does not */
    enum spec_kind kind;
    const struct value_type *type; /* of values and buffers */
    uint64_t count;                /* values, or elements of the buffer */
    uint64_t size_bytes;           /* of the value, the buffer, or the local memory */
    uint8_t *bytes;                /* [size_bytes] of a value, a list or a file; owned */
    enum spec_init init;
    uint8_t fill[8];
    uint64_t seed;
    /* Images: type, count and size_bytes are of the texels without padding, row by row. */
    shoal_image_desc image;
    shoal_image_layout layout;
    unsigned dims;
    shoal_sampler_desc sampler;
};

/* Parses `text`, reading the file that it may name. false: why[why_size] says what is wrong,
 * in a sentence without the text itself. Free with spec_free either way. */
bool spec_parse(const char *text, struct spec *out, char *why, size_t why_size);
void spec_free(struct spec *spec);

/* The length of the name that text begins with, as C has them; 0: it begins with none. */
size_t spec_name_length(const char *text);

/* Writes a buffer's initial contents to out[size_bytes]. */
void spec_fill_buffer(const struct spec *spec, void *out);

/* Reads a file of exactly `size` bytes; "-" is standard input. NULL: why says what is wrong. The
 * caller frees. */
uint8_t *spec_read_file(const char *path, uint64_t size, char *why, size_t why_size);

/* An image as PNG files have them. */
struct picture spec_picture(const struct spec *spec);

/* The grammar, for the help text. */
extern const char spec_help[];

#endif

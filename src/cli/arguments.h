/* arguments.h: the --arg SPECs of a run, checked against a kernel and placed in device memory.
 *
 *   arguments_bind(&cli_run, kernel, specs, count, &args)     checks, no memory yet
 *   arguments_place(device, &args)                            allocates and fills buffers
 *   launch with args.bytes, args.size, args.lds_bytes
 *   arguments_restore(&args)                                  initial contents again
 */
#ifndef SHOAL_CLI_ARGUMENTS_H
#define SHOAL_CLI_ARGUMENTS_H

#include "cli/cli.h"
#include "cli/spec.h"
#include "shoal/shoal.h"

enum { ARGUMENTS_MAX = 256 };

struct argument {
    const struct spec *spec;
    const char *name;      /* "" if the file has none; borrowed from the module */
    uint32_t offset_bytes; /* in the kernarg segment */
    uint64_t address;      /* of a buffer; 0 if it has no bytes */
    void *host;            /* the same memory, or NULL. Of an image: its texels without padding,
                            * as of the latest arguments_collect; owned */
    shoal_image_type image_type;
    uint64_t descriptor; /* address of the T# or S# of an image or sampler */
    uint8_t *surface;    /* of an image, in device memory */
    shoal_image_layout layout;
};

struct arguments {
    struct argument items[ARGUMENTS_MAX];
    size_t count;
    const char *noun; /* what an item is called: "argument", "buffer" */
    uint32_t pointer_bytes;
    uint8_t *bytes; /* [size] the explicit part of the kernarg segment; owned */
    size_t size;
    uint32_t lds_bytes; /* dynamic local memory that lds: arguments ask for */
};

/* Puts the specs that name their argument where it is and the others, in order, in the free places,
 * then checks number, kinds and sizes. CLI_DONE, or CLI_USAGE after a message. specs must outlive
 * `out`. Arguments of a kernel without metadata are laid out one after the other: RDNA3, each at
 * a multiple of its size; Ventus, at a multiple of the power of two that holds it, 4 at least. */
int arguments_bind(const struct cli_command *command, const shoal_kernel *kernel,
                   const struct spec *specs, size_t count, struct arguments *out);

int arguments_place(const struct cli_command *command, shoal_device *device,
                    struct arguments *arguments);
void arguments_restore(struct arguments *arguments);
/* Brings what a launch left in images to `host`. */
void arguments_collect(struct arguments *arguments);
void arguments_free(struct arguments *arguments);

/* Its index; arguments->count: there is none of this name. */
size_t arguments_find(const struct arguments *arguments, const char *name, size_t length);

/* "argument 2 (y)" or "argument 2". */
void argument_title(const struct arguments *arguments, size_t index, char *out, size_t size);

/* What --arg to write for an argument: "buf:f32:COUNT". */
void argument_suggest(const shoal_arg_info *info, char *out, size_t size);

#endif

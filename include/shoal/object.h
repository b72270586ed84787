/* object.h: the machine code in a file, to be read rather than run: sections, symbols, source
 * lines of AMDGPU code objects, also inside bundles and host programs, and of Ventus ELF files.
 *
 *   shoal_objects *objects;
 *   char message[SHOAL_OBJECT_MESSAGE_BYTES];
 *   if (shoal_objects_open("kernels.co", &objects, message) == SHOAL_OK) {
 *       const shoal_object *o = shoal_objects_at(objects, 0);
 *       disassemble(o->sections[0].bytes, o->sections[0].size_bytes);
 *       shoal_objects_close(objects);
 *   }
 *
 * Needs no device. Nothing in the file is trusted, and less is asked of it than by
 * shoal_module_load: relocatable objects and code without kernels open too.
 * Threads: an open object is constant; any thread may read it. */
#ifndef SHOAL_OBJECT_H
#define SHOAL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SHOAL_OBJECT_MESSAGE_BYTES = 1024 };

typedef struct shoal_objects shoal_objects;

/* Executable code. */
typedef struct shoal_object_section {
    const char *name;
    uint64_t address;     /* of the first byte; 0 in relocatable objects */
    const uint8_t *bytes; /* [size_bytes] */
    uint64_t size_bytes;
} shoal_object_section;

/* A symbol in one of the sections above. */
typedef struct shoal_object_symbol {
    const char *name;
    uint64_t address;
    uint64_t size_bytes; /* 0: not stated */
    size_t section;      /* index in sections */
    bool is_function;
    bool is_label;       /* of no type: a label in assembly */
    bool is_kernel;      /* has a descriptor, NAME.kd */
    unsigned wave_lanes; /* of a kernel: 32 or 64; of others: that of all kernels if they agree,
                          * else 0 */
} shoal_object_symbol;

/* Instructions from `address` to the next entry's come from this line, within a section. */
typedef struct shoal_object_line {
    uint64_t address;
    const char *file; /* with its folder, as the compiler was told; "" if unknown */
    unsigned line;    /* 0: from no line */
    unsigned column;  /* 0: not stated */
    size_t section;   /* index in sections; section_count: of no code in the file */
} shoal_object_line;

/* Instructions of a function: one that is there by itself, or one that was inlined. An address is
 * in the functions whose ranges have it; that of the greatest depth is the innermost. */
typedef struct shoal_object_scope {
    uint64_t address, end; /* [address, end) */
    const char *function;  /* as in the source, without parameters; "" if unknown */
    const char *call_file; /* as in shoal_object_line: where it was inlined; depth 0: "" */
    unsigned call_line, call_column;
    unsigned depth; /* of functions around it */
    size_t section; /* index in sections */
} shoal_object_scope;

typedef struct shoal_object {
    const char *container;                /* "ELF", "offload bundle", ".vmem image", ... */
    const char *processor;                /* "gfx1100", "ventus" */
    const char *isa;                      /* for shoal_isa_find: "rdna3", "ventus", or
                                           * "ventus:toolchain" if the file shows that */
    const shoal_object_section *sections; /* file order */
    size_t section_count;
    const shoal_object_symbol *symbols; /* by section, then address, then name */
    size_t symbol_count;
    const shoal_object_line *lines; /* by section, then address; none without debug information */
    size_t line_count;
    const shoal_object_scope *scopes; /* by section, address, depth; none without debug information,
                                       * and none in relocatable objects */
    size_t scope_count;
} shoal_object;

/* Opens a code object, a relocatable object, an offload bundle (plain or compressed), a host
 * program with one inside: all objects in it for chips of chip.h; or a Ventus ELF file or .vmem
 * image.
 *
 * message  receives the reason on failure, one sentence or more; may be NULL
 * out      the caller closes it. NULL on failure
 *
 * SHOAL_E_IO, SHOAL_E_FORMAT, SHOAL_E_TARGET (code for other machines), SHOAL_E_LIMIT,
 * SHOAL_E_NOMEM */
SHOAL_API shoal_status shoal_objects_open(const char *path, shoal_objects **out,
                                          char message[SHOAL_OBJECT_MESSAGE_BYTES]);

/* As above, of bytes in memory, which may be freed afterwards. */
SHOAL_API shoal_status shoal_objects_open_bytes(const void *bytes, size_t size, shoal_objects **out,
                                                char message[SHOAL_OBJECT_MESSAGE_BYTES]);

SHOAL_API void shoal_objects_close(shoal_objects *objects);

/* At least one in every open file. */
SHOAL_API size_t shoal_objects_count(const shoal_objects *objects);

/* Borrowed until the file is closed; NULL past the end. */
SHOAL_API const shoal_object *shoal_objects_at(const shoal_objects *objects, size_t index);

#ifdef __cplusplus
}
#endif
#endif

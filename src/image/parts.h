/* parts.h: what the files of src/image share and nobody else includes: checked views of bytes,
 * the arena that owns an image's memory, and the entry points of the stages
 *
 *   image.c -> bundle.c (containers) -> elf.c (one code object) -> dynamic.c (symbols,
 *   relocations), metadata.c (MessagePack), printf.c (format strings), descriptor.c, target.c
 *
 * Every offset and size that comes from a file goes through view_has or view_sub. */
#ifndef SHOAL_IMAGE_PARTS_H
#define SHOAL_IMAGE_PARTS_H

#include "image/image.h"

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the loaders copy little-endian structures as they are"
#endif

/* ---- bytes ------------------------------------------------------------------- */

struct view {
    const uint8_t *bytes;
    size_t size;
};

/* [offset, offset + size) is inside the view; no sum can overflow. */
static inline bool view_has(struct view view, uint64_t offset, uint64_t size)
{
    return offset <= view.size && size <= view.size - offset;
}

static inline bool view_sub(struct view view, uint64_t offset, uint64_t size, struct view *out)
{
    if (!view_has(view, offset, size))
        return false;
    out->bytes = view.bytes + offset;
    out->size = (size_t)size;
    return true;
}

/* Copies a little-endian structure out of unaligned bytes. */
static inline bool view_read(struct view view, uint64_t offset, void *to, size_t size)
{
    if (!view_has(view, offset, size))
        return false;
    __builtin_memcpy(to, view.bytes + offset, size);
    return true;
}

static inline bool view_starts(struct view view, const char *magic, size_t magic_size)
{
    return view.size >= magic_size && __builtin_memcmp(view.bytes, magic, magic_size) == 0;
}

/* "%.*s" arguments of text from a file: printable prefix only (see text_clean). */
#define TEXT_MAX 160

struct text {
    char chars[TEXT_MAX + 4];
};

/* File text for a message: cut at TEXT_MAX, control bytes shown as '?'. */
struct text text_clean(const char *bytes, size_t size);

/* ---- memory ------------------------------------------------------------------ */

struct arena_block;

struct arena {
    struct arena_block *blocks;
    size_t used; /* of the first block */
};

/* Zeroed, 16-byte aligned; NULL when out of memory or count * size overflows. Never NULL for a
 * product of 0. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);
/* Copy with a NUL added. */
char *arena_text(struct arena *arena, const char *bytes, size_t size);
/* Room for one more element: `array` or a larger copy of it. NULL when out of memory. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity,
                 size_t element_size);
void arena_free(struct arena *arena);

/* ---- one image under construction -------------------------------------------- */

/* A dynamic relocation with its symbol resolved. */
struct relocation {
    uint64_t vaddr;   /* inside one segment, with all its bytes */
    uint32_t type;    /* R_AMDGPU_* */
    bool is_absolute; /* value does not move with the device base */
    uint64_t value;   /* S + A (A alone for RELATIVE64), relative to the base */
};

/* The image and what owns it; image.h shows only the first member. */
struct image_data {
    struct image image; /* first */
    struct arena arena;
    struct relocation *relocations;         /* [image.relocation_count] */
    const struct image_symbol **by_address; /* [symbol_count] sorted by vaddr */
};

static inline shoal_status fail_memory(struct diag *diag)
{
    return diag_fail(diag, SHOAL_E_NOMEM, "Out of memory while loading a code object.");
}

/* ---- segments ------------------------------------------------------------------ */

/* What a program header says, of either ELF class. */
struct segment_header {
    uint64_t vaddr, offset, file_size, mem_size;
    uint32_t flags; /* PF_X, PF_W, PF_R are IMAGE_EXEC, IMAGE_WRITE, IMAGE_READ */
};

/* Segments being read: begin for up to `count`, add each that is loaded, end. */
struct segments {
    struct image_data *data;
    struct view file;
    struct image_segment *array; /* [count], in data's arena */
    size_t count, file_bytes;
};

/* False: out of memory. */
bool segments_begin(struct segments *s, struct image_data *data, struct view file, unsigned count);
/* Copies the bytes; SHOAL_E_FORMAT if they are not in the file. */
shoal_status segments_add(struct segments *s, const struct segment_header *header,
                          struct diag *diag);
/* Sorts them by address and gives them to the image; SHOAL_E_FORMAT if two overlap. */
shoal_status segments_end(struct segments *s, struct diag *diag);

/* ---- compressed data ------------------------------------------------------------ */

enum unpack_result { UNPACK_OK, UNPACK_DAMAGED, UNPACK_TOO_LONG, UNPACK_TOO_SHORT, UNPACK_NOMEM };

/* Unpacks a zlib or zstd stream that states its size. plain->bytes are the caller's to free;
 * *taken: the bytes of `in` that the stream covers. A size that is a lie costs no memory. */
enum unpack_result unpack_stream(bool is_zlib, struct view in, uint64_t plain_size,
                                 struct view *plain, uint64_t *taken);

/* ---- stages ------------------------------------------------------------------ */

/* Opens one AMDHSA code object. */
shoal_status elf_open_code_object(struct view file, struct diag *diag, struct image_data *data);

/* Ventus executables: ELF files for 32-bit RISC-V. */
bool riscv_is(struct view file);
shoal_status riscv_open(struct view file, struct diag *diag, struct image_data *data);
/* Are these bytes of .riscv.attributes those of the Ventus compiler? */
bool riscv_is_toolchain(struct view attributes);

/* True if the ELF header (64-bit little-endian) names another machine than AMDGPU. */
bool elf_is_host(struct view file);
/* The contents of .hip_fatbin of a host ELF file. */
shoal_status elf_find_fatbin(struct view file, struct diag *diag, struct view *out);

/* Reads symbols and relocations through PT_DYNAMIC; segments are set. */
shoal_status dynamic_read(struct image_data *data, uint64_t dynamic_vaddr, uint64_t dynamic_size,
                          struct diag *diag);
/* Builds the index by address; after the last symbol was added. */
shoal_status symbols_index(struct image_data *data, struct diag *diag);
/* The place of an exported symbol in image->symbols; SIZE_MAX: there is none. */
size_t symbol_exported_index(const struct image *image, const char *name);
/* Kind by ELF type (STT_*) and name. */
enum image_symbol_kind symbol_kind(const char *name, unsigned type);
enum { SYMBOL_NAME_MAX = 65535 };

/* The segment with [vaddr, vaddr + size) in memory, or NULL. */
const struct image_segment *segment_at(const struct image *image, uint64_t vaddr, uint64_t size);
/* The same range as file bytes, zero-filled bytes not included. */
bool segment_view(const struct image *image, uint64_t vaddr, uint64_t size, struct view *out);

/* Reads the MessagePack note into kernels (metadata fields only), printf and module fields.
 * file_offset: where `note` is, for messages. */
shoal_status metadata_read(struct image_data *data, struct view note, uint64_t file_offset,
                           struct diag *diag);

/* Parses one string of amdhsa.printf. */
shoal_status printf_parse(struct arena *arena, const char *entry, size_t size,
                          struct image_printf *out, struct diag *diag);

/* Checks a decoded descriptor for fields that gfx1100 does not have. */
shoal_status descriptor_check(const struct image_descriptor *descriptor, const char *symbol,
                              struct diag *diag);

/* ---- targets ----------------------------------------------------------------- */

/* "gfx906" for e_flags & 0xff; NULL for numbers that LLVM 22 does not assign. */
const char *target_processor_name(uint32_t mach);
/* The processor of a bundle entry or target id: "gfx906:xnack+" of
 * "hipv4-amdgcn-amd-amdhsa--gfx906:xnack+". False for ids of other machines. */
bool target_of_id(struct view id, struct view *out);
/* How well code for `target` (processor and features) suits a chip (NULL: the usual one): 0 not at
 * all, 1 code for another generation of its instruction set, 2 code for a family that it belongs
 * to, 3 code for another chip of its generation, 4 code for this chip. */
int target_rank(const shoal_chip *chip, struct view target);

/* ---- containers -------------------------------------------------------------- */

enum { BUNDLE_ID_MAX = TEXT_MAX };

/* One chosen bundle entry. */
struct bundle_entry {
    struct view code; /* in the file, or in `owned` */
    void *owned;      /* decompressed bundle, to be freed with free(); or NULL */
    const char *container;
    struct text id;
};

bool bundle_is(struct view file); /* plain or compressed */

/* Walks the bundles that lie one after another in `file` and calls `take` for the entry of each
 * that suits best, until it fails or sets *stop. SHOAL_E_TARGET when no bundle has one. */
shoal_status bundle_walk(struct view file, const shoal_chip *chip,
                         shoal_status (*take)(void *user, const struct bundle_entry *entry,
                                              bool *stop),
                         void *user, struct diag *diag);

#endif

/* image.h: object files in; segments, symbols, kernels and metadata out.
 *
 * An image is a Ventus executable (ELF32), or one AMDHSA code object for gfx1100 (or
 * gfx11-generic), found in a plain ELF file, in an offload bundle (plain or compressed), or in the
 * .hip_fatbin section of a host program. Opening
 * checks everything: an open image can be placed and its fields used without further checks.
 * This folder knows files; it knows no device, no instruction and no launch.
 *
 *   struct diag diag = {0};
 *   struct image *image;
 *   SHOAL_TRY(image_open(bytes, size, &diag, &image));
 *   void *host = (zeroed memory of image->span_bytes, at a multiple of image->align_bytes);
 *   SHOAL_TRY(image_place(image, host, device_base, &diag));
 *   const struct image_kernel *k = image_find_kernel(image, "saxpy");
 *   entry address: device_base + k->entry_vaddr
 *   image_close(image);
 *
 * Addresses: every vaddr is relative to device_base. All strings end in NUL, are never NULL
 * and live as long as the image. An open image is constant: any thread may read it.
 *
 * Reference: LLVM, "User Guide for AMDGPU Backend": ELF Code Object, Code Object Metadata,
 * Kernel Descriptor; "Clang Offload Bundler". */
#ifndef SHOAL_IMAGE_IMAGE_H
#define SHOAL_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "isa/argument.h"
#include "shoal/chip.h"

/* ---- memory ------------------------------------------------------------------ */

enum { IMAGE_EXEC = 1, IMAGE_WRITE = 2, IMAGE_READ = 4 }; /* as PF_X, PF_W, PF_R */

/* One PT_LOAD. Segments are sorted by vaddr and do not overlap. */
struct image_segment {
    uint64_t vaddr;
    uint64_t mem_size;    /* bytes in memory; > 0; zero beyond file_size */
    uint64_t file_size;   /* <= mem_size */
    const uint8_t *bytes; /* [file_size], before relocation */
    unsigned flags;       /* IMAGE_EXEC | IMAGE_WRITE | IMAGE_READ */
};

/* ---- symbols ----------------------------------------------------------------- */

enum image_symbol_kind {
    IMAGE_SYMBOL_OBJECT,     /* global variable */
    IMAGE_SYMBOL_FUNCTION,   /* code: kernels' entries and device functions */
    IMAGE_SYMBOL_DESCRIPTOR, /* NAME.kd */
    IMAGE_SYMBOL_OTHER,
};

struct image_symbol {
    const char *name; /* not empty */
    uint64_t vaddr;   /* [vaddr, vaddr + size) is inside one segment, unless size is 0 */
    uint64_t size;
    enum image_symbol_kind kind;
    bool is_exported; /* from the dynamic symbol table; false: local, for reports only */
};

/* ---- kernels ----------------------------------------------------------------- */

enum image_access {
    IMAGE_ACCESS_NONE, /* not stated */
    IMAGE_ACCESS_READ_ONLY,
    IMAGE_ACCESS_WRITE_ONLY,
    IMAGE_ACCESS_READ_WRITE,
};

enum image_address_space {
    IMAGE_SPACE_NONE, /* not stated */
    IMAGE_SPACE_PRIVATE,
    IMAGE_SPACE_GLOBAL,
    IMAGE_SPACE_CONSTANT,
    IMAGE_SPACE_LOCAL,
    IMAGE_SPACE_GENERIC,
    IMAGE_SPACE_REGION,
};

/* One kernel argument, as in the metadata. [offset, offset + size) is inside the kernarg
 * segment; arguments are in file order, which is offset order as compilers write them. */
struct image_arg {
    const char *name;       /* "" if not stated */
    const char *type_name;  /* "" if not stated */
    const char *value_kind; /* the file's text, e.g. "hidden_block_count_x" */
    enum kernel_arg_kind kind;
    bool is_hidden; /* value_kind starts with "hidden_" */
    uint32_t offset;
    uint32_t size;
    uint32_t pointee_align; /* LDS pointers; 0 if not stated */
    enum image_address_space address_space;
    enum image_access access, actual_access;
    bool is_const, is_restrict, is_volatile, is_pipe;
};

/* The 64 bytes at NAME.kd, raw words and every field of them. */
struct image_descriptor {
    uint8_t bytes[64];
    uint32_t group_segment_fixed_size;   /* static LDS, bytes per work-group */
    uint32_t private_segment_fixed_size; /* scratch, bytes per work-item */
    uint32_t kernarg_size;               /* bytes; 0 when not stated */
    int64_t entry_byte_offset;           /* from the descriptor to the first instruction */

    uint32_t rsrc1, rsrc2, rsrc3; /* COMPUTE_PGM_RSRC1..3 */
    uint16_t code_properties;     /* KERNEL_CODE_PROPERTIES */
    uint16_t kernarg_preload;

    /* rsrc1 */
    uint8_t vgpr_granules; /* GRANULATED_WORKITEM_VGPR_COUNT */
    uint32_t vgpr_count;   /* from that and the wave size */
    uint8_t priority;
    uint8_t round_mode_32, round_mode_16_64;   /* FLOAT_ROUND_MODE_*: 0 near, 1 +inf, 2 -inf, 3 0 */
    uint8_t denorm_mode_32, denorm_mode_16_64; /* FLOAT_DENORM_MODE_*: bit 0 input, bit 1 output;
                                                * set: kept, clear: flushed */
    bool priv, dx10_clamp, debug_mode, ieee_mode, bulky, cdbg_user, fp16_overflow;
    bool wgp_mode, mem_ordered, fwd_progress;

    /* rsrc2 */
    bool private_segment;    /* ENABLE_PRIVATE_SEGMENT: scratch is set up */
    uint8_t user_sgpr_count; /* 0..31, incl. preloaded and padding SGPRs */
    bool trap_handler;
    bool workgroup_id_x, workgroup_id_y, workgroup_id_z, workgroup_info;
    uint8_t workitem_id; /* ENABLE_VGPR_WORKITEM_ID: 0 x; 1 x, y; 2 x, y, z */
    bool exception_address_watch, exception_memory;
    uint16_t lds_granules; /* GRANULATED_LDS_SIZE; compilers leave it to the loader: 0 */
    uint8_t exceptions;    /* ENABLE_EXCEPTION_*: bit 0 invalid, 1 denormal source, 2 division by 0,
                            * 3 overflow, 4 underflow, 5 inexact, 6 integer division by 0 */

    /* rsrc3 */
    uint8_t shared_vgpr_count; /* in units of 8 */
    uint8_t inst_pref_size;    /* in units of 128 bytes */
    bool trap_on_start, trap_on_end, image_op;

    /* code_properties: user SGPRs in their order */
    bool sgpr_private_segment_buffer; /* 4 SGPRs */
    bool sgpr_dispatch_ptr;           /* 2 */
    bool sgpr_queue_ptr;              /* 2 */
    bool sgpr_kernarg_segment_ptr;    /* 2 */
    bool sgpr_dispatch_id;            /* 2 */
    bool sgpr_flat_scratch_init;      /* 2 */
    bool sgpr_private_segment_size;   /* 1 */
    bool wave32;
    bool uses_dynamic_stack;

    /* kernarg_preload: after the SGPRs above */
    uint8_t preload_length;  /* SGPRs (dwords) */
    uint16_t preload_offset; /* dwords into the kernarg segment */
};

/* A kernel: one exported NAME.kd symbol. */
struct image_kernel {
    const char *name;   /* metadata .name, or the symbol without ".kd" */
    const char *symbol; /* "NAME.kd" */
    uint64_t descriptor_vaddr;
    uint64_t entry_vaddr; /* in an executable segment, a multiple of 4 (see image_open) */
    uint64_t code_size;   /* bytes from the entry to the end of the function's symbol; to the end
                           * of the segment if there is no such symbol */
    struct image_descriptor descriptor;

    /* From the metadata; without metadata, what the descriptor says, and no arguments. */
    bool has_metadata;
    const struct image_arg *args;
    size_t arg_count;
    size_t explicit_arg_count; /* not hidden; compilers put these first */
    uint32_t kernarg_size;     /* bytes to allocate; covers all arguments */
    uint32_t kernarg_align;    /* power of two, >= 4 */
    uint32_t group_size;       /* static LDS, bytes */
    uint32_t private_size;     /* scratch, bytes per work-item (a lower bound if dynamic_stack) */
    uint32_t wave_lanes;       /* 32 or 64; agrees with the descriptor */
    uint32_t sgpr_count, vgpr_count, agpr_count;
    uint32_t sgpr_spill_count, vgpr_spill_count;
    uint32_t max_flat_workgroup_size; /* 0 if not stated */
    uint32_t reqd_workgroup_size[3];  /* 0, 0, 0 if not stated */
    uint32_t workgroup_size_hint[3];  /* 0, 0, 0 if not stated */
    bool uses_dynamic_stack;
    bool uniform_work_group_size;  /* the grid is promised to be a multiple of the block */
    bool workgroup_processor_mode; /* as the descriptor if not stated */
    bool is_init, is_fini;         /* .kind: run at load, at unload */
    const char *language;          /* "OpenCL C", "HIP", …; "" if not stated */
    uint32_t language_version[2];
    const char *device_enqueue_symbol; /* "" if not stated */
    const char *vec_type_hint;         /* "" if not stated */
};

/* ---- module metadata --------------------------------------------------------- */

/* One entry of amdhsa.printf: "id:nargs:size1:…:sizeN:format", unescaped. */
struct image_printf {
    uint32_t id;
    uint32_t arg_count;
    const uint32_t *arg_sizes; /* [arg_count] bytes of each argument in the record; constant
                                * strings inline, rounded up to 4 by the compiler */
    const char *format;        /* [format_size] and a NUL; as in the source */
    size_t format_size;
    bool has_hash; /* entry "0:0:HASH,format" of -mprintf-kind=buffered */
    uint64_t hash; /* MD5 low word that the record carries instead of an id */
};

/* ---- the image --------------------------------------------------------------- */

struct image {
    const char *isa;  /* "rdna3" or "ventus" */
    bool is_absolute; /* linked for fixed addresses: every vaddr is a device address;
                       * span_bytes and align_bytes are 0, and image_place is not for
                       * it: segments are copied to their addresses */
    bool has_start;   /* start_vaddr: code that runs first and calls the kernel */
    uint64_t start_vaddr;
    uint32_t dialect;             /* enum shoal_dialect; DEFAULT where the file does not show it */
    unsigned code_object_version; /* 4, 5 or 6; 0 for other ABIs */
    const char *processor;        /* "gfx1100" or "gfx11-generic" */
    const char *target;           /* amdhsa.target, e.g. "amdgcn-amd-amdhsa--gfx1100"; "" if not
                                   * stated */
    const char *container;        /* how it was found: "ELF", "offload bundle", "compressed
                                   * offload bundle", each perhaps " in .hip_fatbin" */
    bool has_metadata;
    uint32_t metadata_version[2]; /* amdhsa.version: 1, 1 for v4; 1, 2 for v5 and v6 */

    uint64_t span_bytes;  /* memory to reserve: segments are within [0, span_bytes) */
    uint64_t align_bytes; /* device_base and host must be multiples of it; power of two */
    const struct image_segment *segments;
    size_t segment_count;

    const struct image_symbol *symbols; /* exported ones first, each part sorted by name */
    size_t symbol_count;
    size_t exported_symbol_count;

    const struct image_kernel *kernels; /* metadata order, then descriptors without metadata */
    size_t kernel_count;

    const struct image_printf *printfs;
    size_t printf_count;

    size_t relocation_count;
};

/* Opens the code object in bytes[size] that suits the usual chip best.
 *
 * bytes  ELF code object, offload bundle (plain or CCOB), or host ELF with .hip_fatbin; any
 *        alignment; copied as needed: may be freed after the call
 * diag   receives the message on failure; may be NULL
 * out    the image; the caller closes it. NULL on failure
 *
 * A file with several of them (one per translation unit of a HIP program) gives
 * the first; image_open_all gives all of them.
 *
 * SHOAL_E_FORMAT       not such a file, or damaged: truncated, offsets that lead outside,
 *                      overlapping segments, undefined symbols, …
 * SHOAL_E_TARGET       a sound file, but for another machine; the message names those found
 * SHOAL_E_UNSUPPORTED  code object version or relocation that Shoal does not know
 * SHOAL_E_LIMIT        larger than IMAGE_MAX_SPAN and the like
 * SHOAL_E_NOMEM
 *
 * No entry address is trusted but checked: a kernel whose entry is not in executable memory
 * is refused here. */
shoal_status image_open(const void *bytes, size_t size, struct diag *diag, struct image **out);

/* Frees an image. NULL is allowed. */
void image_close(struct image *image);

/* The instruction set of what a file holds, "rdna3" or "ventus", by its first bytes or, for text,
 * all of it. NULL: none that is known. */
const char *image_identify(const void *bytes, size_t size);

struct image_list {
    struct image **images; /* [count], file order */
    size_t count;
};

/* As image_open, for every translation unit of the file: at least one image on success. A bundle
 * gives the code that suits `chip` (NULL: the usual one) best: its own, that of another chip of its
 * generation, that of a family, that of another generation. The caller closes the list. */
shoal_status image_open_all(const void *bytes, size_t size, const shoal_chip *chip,
                            struct diag *diag, struct image_list *out);
void image_list_close(struct image_list *list);

/* Copies the segments to host and applies the relocations for device_base.
 *
 * host         [span_bytes], zeroed by the caller; vaddr 0 is host[0]
 * device_base  address at which the device sees host; a multiple of align_bytes, else
 *              SHOAL_E_ARG
 *
 * SHOAL_E_LIMIT: a 32-bit absolute relocation does not reach (device_base is above 4 GiB). */
shoal_status image_place(const struct image *image, void *host, uint64_t device_base,
                         struct diag *diag);

/* The executable segment that holds all of [vaddr, vaddr + size), size >= 1. NULL: there is none.
 */
const struct image_segment *image_find_exec(const struct image *image, uint64_t vaddr,
                                            uint64_t size);

/* By metadata name, or by symbol with or without ".kd". NULL: there is none. */
const struct image_kernel *image_find_kernel(const struct image *image, const char *name);

/* Exported symbols first. NULL: there is none. */
const struct image_symbol *image_find_symbol(const struct image *image, const char *name);

/* The symbol whose [vaddr, vaddr + size) holds `vaddr`; functions are preferred. NULL: none. */
const struct image_symbol *image_symbol_at(const struct image *image, uint64_t vaddr);

/* The printf entry with this id (the first; entries with a hash are skipped). NULL: none. */
const struct image_printf *image_find_printf(const struct image *image, uint32_t id);

/* Decodes 64 bytes. Every pattern decodes; reserved bits are not looked at (image_open does). */
void image_decode_descriptor(const uint8_t bytes[64], struct image_descriptor *out);

/* Text of the kind as in metadata; "unknown" for KERNEL_ARG_UNKNOWN and other values. */
const char *image_arg_kind_text(enum kernel_arg_kind kind);
/* As in the metadata; "" for what is not stated. */
const char *image_access_text(enum image_access access);
const char *image_address_space_text(enum image_address_space space);

/* "file:line:column" of the host code at `pc`, in the program or library `path` that is loaded at
 * `load_base`; "" without debug information (host.c). */
void image_host_line(const char *path, uint64_t load_base, uint64_t pc, char *text, size_t size);

/* ---- files and limits -------------------------------------------------------- */

#define IMAGE_MAX_SPAN         (UINT64_C(4) << 30) /* memory of one image */
#define IMAGE_MAX_FILE         (UINT64_C(4) << 30) /* image_read_file */
#define IMAGE_MAX_UNCOMPRESSED (UINT64_C(2) << 30) /* of all compressed bundles of a file */
#define IMAGE_MAX_KERNELS      (1u << 20)

/* Reads a whole file. *out_bytes is freed by the caller with free(); not NULL even for an empty
 * file. SHOAL_E_IO: cannot be opened or read (message has path and cause), is a directory.
 * SHOAL_E_LIMIT: larger than IMAGE_MAX_FILE. SHOAL_E_NOMEM. */
shoal_status image_read_file(const char *path, struct diag *diag, void **out_bytes,
                             size_t *out_size);

#endif

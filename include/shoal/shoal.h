/* shoal.h: run GPU machine code on the CPU.
 *
 *   shoal_device *dev;
 *   shoal_device_create(NULL, &dev);
 *   shoal_module *mod;
 *   shoal_module_load_file(dev, "k.co", NULL, &mod);
 *   shoal_kernel *k;
 *   shoal_module_find_kernel(mod, "saxpy", &k);
 *   shoal_launch_desc d = shoal_launch_desc_default();
 *   d.grid[0] = 1024; d.block[0] = 256; d.args = args; d.args_size = sizeof args;
 *   shoal_launch(dev, k, &d, NULL);
 *
 * Objects are opaque and there is no global state but one process-wide handler for
 * SIGSEGV and SIGBUS, which is installed while a device exists, passes on every
 * signal that a kernel did not cause, and is removed with the last device.
 *
 * Threads: every function may be called from any thread at any time unless it says
 * otherwise; an object must not be destroyed while another thread uses it.
 *
 * Addresses: a device address of an RDNA3 device is a host address inside the
 * device's window; shoal_mem_map() checks a range and gives the pointer.
 *
 * Manual: "RDNA3 Instruction Set Architecture", February 2023; LLVM's AMDGPU user
 * guide for code objects and kernel descriptors. */
#ifndef SHOAL_SHOAL_H
#define SHOAL_SHOAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chip.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SHOAL_VERSION_MAJOR 0
#define SHOAL_VERSION_MINOR 1
#define SHOAL_VERSION_PATCH 0

/* "0.1.0". Static storage. */
SHOAL_API const char *shoal_version(void);

/* ---- device ---------------------------------------------------------------- */

typedef struct shoal_device shoal_device;

typedef enum shoal_engine {
    SHOAL_ENGINE_AUTO = 0, /* interpreter first, compiled code where it pays */
    SHOAL_ENGINE_INTERP,
    SHOAL_ENGINE_JIT, /* SHOAL_E_UNSUPPORTED in a build without it */
} shoal_engine;

typedef enum shoal_log_level {
    SHOAL_LOG_ERROR,
    SHOAL_LOG_WARNING,
    SHOAL_LOG_INFO,
} shoal_log_level;

/* Called for warnings and notes, from any thread, never twice at once per device.
 * text: one line without newline, borrowed for the call. */
typedef void (*shoal_log_fn)(void *user, shoal_log_level level, const char *text);

/* Receives what kernels print (OpenCL printf, HIP printf): bytes, not lines. Like every
 * callback of a launch, it must not launch on the same device or wait for it. */
typedef void (*shoal_print_fn)(void *user, const char *bytes, size_t size);

/* Instruction sets of which two versions are in use say with it which one code is for.
 * Ventus: the manual of 2025-03-21, or what its compiler emits; see docs/ventus.md. */
typedef enum shoal_dialect {
    SHOAL_DIALECT_DEFAULT = 0, /* as the file shows; manual for raw code */
    SHOAL_DIALECT_MANUAL,
    SHOAL_DIALECT_TOOLCHAIN,
} shoal_dialect;

typedef struct shoal_device_options {
    const char *isa;       /* "rdna3" (default when NULL), "ventus" */
    uint32_t wave_lanes;   /* lanes of a wave, for code that does not say; 0: the instruction
                            * set's usual size, 32. Ventus: 4, 8, 16 or 32 threads per warp */
    shoal_dialect dialect; /* for all that is loaded, whatever the file shows */
    unsigned threads;      /* host threads that run work-groups; 0: one per CPU that the
                            * process may use (affinity mask, control groups) */
    uint64_t window_bytes; /* address space reserved for device memory; 0: 256 GiB
                            * or as much as the system allows */
    bool host_addresses;   /* true: kernels may use every address of the process
                            * (libremu); unmapped addresses still fault */
    const char *host_cpu;  /* "sse2", "avx2", "avx512"; NULL: what $SHOAL_CPU says, else the
                            * best available */
    shoal_log_fn log;      /* may be NULL: nothing is logged */
    void *log_user;
    shoal_print_fn print; /* may be NULL: kernels' output goes to stdout */
    void *print_user;
    bool lds_faults;  /* rdna3: an access that ends behind the work-group's LDS is a fault. Else
                       * loads get 0 and stores do nothing, as in the device (manual 3.3.4.1) */
    bool open_memory; /* ventus: addresses that nobody allocated are memory too, zero at first, as
                       * in the RTL's memory model, and can be copied from and to. Else a kernel
                       * that accesses one faults */
    bool lenient_copies; /* ventus: destinations of cp_dma* that are no addresses of local memory
                          * count from CSR_LDS, as in tests of the RTL that were written by hand;
                          * the first one of a launch is a warning. Else they fault */
    const char *chip;    /* that is modelled (chip.h), "gfx1100"; NULL: the first of `isa`. With a
                          * chip, isa may be NULL */
} shoal_device_options;

/* Options with every field at its default. */
SHOAL_API shoal_device_options shoal_device_options_default(void);

/* Creates a device. options may be NULL (defaults). The caller destroys it.
 * SHOAL_E_NOMEM: the window cannot be reserved. SHOAL_E_NOT_FOUND: unknown isa or chip.
 * SHOAL_E_ARG: the chip has another isa. SHOAL_E_UNSUPPORTED: this CPU lacks host_cpu. */
SHOAL_API shoal_status shoal_device_create(const shoal_device_options *options, shoal_device **out);

/* Waits for pending launches, then frees the device with its memory and modules.
 * NULL is allowed.
 *
 * A process may end without that, and while launches run, which end with it. After the first
 * shoal_device_create, dlclose leaves the library in memory. In a child made by fork, the parent's
 * devices refuse launches and modules (SHOAL_E_UNSUPPORTED), and are not freed; new ones work. */
SHOAL_API void shoal_device_destroy(shoal_device *device);

/* The chip that the device models; NULL if device is. Static storage. */
SHOAL_API const shoal_chip *shoal_device_get_chip(const shoal_device *device);

/* What went wrong in the latest failed call on this device in the calling thread,
 * or in the latest failed launch of it: complete sentences, several lines for a
 * fault. Empty if nothing failed. Borrowed until the thread's next call on any device.
 * device NULL: the calling thread's latest failed shoal_device_create. */
SHOAL_API const char *shoal_last_error(shoal_device *device);

/* ---- memory ----------------------------------------------------------------- */

/* Allocates size bytes (zeroed) at a multiple of align (0: 256; a power of two up
 * to 2 MiB). Unmapped guard pages surround every allocation. Its whole pages may be
 * protected or mapped over (mprotect, mmap with MAP_FIXED) until it is freed.
 * SHOAL_E_ARG: size 0 or bad align. SHOAL_E_NOMEM: the window is full. */
SHOAL_API shoal_status shoal_mem_alloc(shoal_device *device, size_t size, size_t align,
                                       uint64_t *out_address);

/* The same for runtimes that allocate for others: caller, NULL or a return address in the program,
 * is what a report names as the place where the memory was allocated. */
SHOAL_API shoal_status shoal_mem_alloc_for(shoal_device *device, size_t size, size_t align,
                                           const void *caller, uint64_t *out_address);

/* Allocates size bytes (zeroed) at this very address, for images made for fixed addresses.
 * No guard pages; freed by shoal_mem_free. SHOAL_E_ARG: not inside the window.
 * SHOAL_E_BUSY: something is on the same pages. */
SHOAL_API shoal_status shoal_mem_alloc_at(shoal_device *device, uint64_t address, size_t size);

/* Frees what shoal_mem_alloc returned. 0 is allowed. SHOAL_E_ARG: no such allocation. */
SHOAL_API shoal_status shoal_mem_free(shoal_device *device, uint64_t address);

/* The same for runtimes that free for others: caller, NULL or a return address in the program, is
 * what a report about a stale pointer names as the place where the memory was freed. */
SHOAL_API shoal_status shoal_mem_free_for(shoal_device *device, uint64_t address,
                                          const void *caller);

/* Host pointer to [address, address + size). Valid until the allocation is freed.
 * SHOAL_E_ARG: the range is not inside one allocation. */
SHOAL_API shoal_status shoal_mem_map(shoal_device *device, uint64_t address, size_t size,
                                     void **out_pointer);

/* Copies; SHOAL_E_ARG as for shoal_mem_map. Ranges of one copy must not overlap. */
SHOAL_API shoal_status shoal_mem_write(shoal_device *device, uint64_t to, const void *from,
                                       size_t size);
SHOAL_API shoal_status shoal_mem_read(shoal_device *device, void *to, uint64_t from, size_t size);
SHOAL_API shoal_status shoal_mem_copy(shoal_device *device, uint64_t to, uint64_t from,
                                      size_t size);
SHOAL_API shoal_status shoal_mem_fill(shoal_device *device, uint64_t to, uint8_t value,
                                      size_t size);

/* The allocation that holds `address`. SHOAL_E_NOT_FOUND if none does. */
SHOAL_API shoal_status shoal_mem_find(shoal_device *device, uint64_t address, uint64_t *out_base,
                                      size_t *out_size);

/* The address range that all allocations of the device lie in. */
SHOAL_API void shoal_mem_window(const shoal_device *device, uint64_t *out_base, uint64_t *out_size);

/* Lets kernels access [pointer, pointer + size) of the process's own memory at its host
 * address, until shoal_mem_unregister. Slower than device memory.
 * SHOAL_E_ARG: size 0, or the range overlaps a registered one or the window.
 * SHOAL_E_UNSUPPORTED: device addresses are not host addresses (Ventus). */
SHOAL_API shoal_status shoal_mem_register(shoal_device *device, void *pointer, size_t size);
/* SHOAL_E_ARG: no range that was registered starts at pointer. */
SHOAL_API shoal_status shoal_mem_unregister(shoal_device *device, void *pointer);

/* ---- modules and kernels ----------------------------------------------------- */

typedef struct shoal_module shoal_module;
typedef struct shoal_kernel shoal_kernel; /* belongs to its module */

typedef struct shoal_load_options {
    bool raw;               /* bytes are bare machine code: one kernel, "raw", that starts
                             * at the first byte; its state comes from the fields below */
    shoal_dialect dialect;  /* of this code, whatever the device and the file say */
    uint64_t address;       /* raw: device address of the code; 0: where the device likes.
                             * With in_place: the code is in device memory there, and bytes is
                             * NULL */
    const char *name;       /* raw: of the kernel; NULL: "raw". Copied */
    uint64_t start;         /* raw, with address: where waves begin; 0: at its first byte */
    uint64_t kernel_entry;  /* raw: 0, or the address of the kernel if the code begins with
                             * start code of its own (Ventus) */
    uint32_t rsrc1;         /* COMPUTE_PGM_RSRC1; 0: as clang sets it for gfx1100 */
    uint32_t rsrc2;         /* COMPUTE_PGM_RSRC2; 0: kernarg in s[0:1], ids in s2, s3, s4 */
    bool wave64;            /* raw only */
    uint32_t scratch_bytes; /* per lane; raw only */
    bool in_place;          /* raw only, device with host_addresses, or with `address`: the
                             * code is not copied but runs where it is, and must outlive the
                             * module */
} shoal_load_options;

/* Loads a code object (ELF, AMDHSA v4 to v6), an offload bundle, a compressed bundle,
 * an executable with a .hip_fatbin section, or raw code, into device memory. On a Ventus
 * device: a RISC-V executable (ELF32), a .vmem image (hexadecimal words), or raw code.
 * bytes [size]: copied, need not outlive the call. options may be NULL.
 * SHOAL_E_FORMAT, SHOAL_E_TARGET: the file is damaged, or for another machine.
 * The caller unloads the module, or leaves that to shoal_device_destroy. */
SHOAL_API shoal_status shoal_module_load(shoal_device *device, const void *bytes, size_t size,
                                         const shoal_load_options *options, shoal_module **out);
/* The instruction set that bytes[size], as for shoal_module_load, hold code for: "rdna3" or
 * "ventus". NULL: the file shows none (raw code, or nothing that can be loaded). */
SHOAL_API const char *shoal_identify(const void *bytes, size_t size);
SHOAL_API shoal_status shoal_module_load_file(shoal_device *device, const char *path,
                                              const shoal_load_options *options,
                                              shoal_module **out);
/* SHOAL_E_BUSY: a launch of one of its kernels is pending. */
SHOAL_API shoal_status shoal_module_unload(shoal_module *module);

SHOAL_API size_t shoal_module_kernel_count(const shoal_module *module);
/* NULL when index is out of range. */
SHOAL_API shoal_kernel *shoal_module_kernel_at(const shoal_module *module, size_t index);
SHOAL_API shoal_status shoal_module_find_kernel(const shoal_module *module, const char *name,
                                                shoal_kernel **out);
/* Address and size of a global variable. SHOAL_E_NOT_FOUND. */
SHOAL_API shoal_status shoal_module_find_symbol(const shoal_module *module, const char *name,
                                                uint64_t *out_address, uint64_t *out_size);
/* Functions and variables one by one. out_name: borrowed from the module.
 * SHOAL_E_NOT_FOUND: index is out of range. */
SHOAL_API shoal_status shoal_module_symbol_at(const shoal_module *module, size_t index,
                                              const char **out_name, uint64_t *out_address,
                                              uint64_t *out_size);

typedef enum shoal_arg_kind {
    SHOAL_ARG_BY_VALUE,
    SHOAL_ARG_GLOBAL_BUFFER,       /* a device address */
    SHOAL_ARG_DYNAMIC_LDS_POINTER, /* value: offset in LDS, at or after lds_bytes (static) at a
                                    * multiple of align_bytes; see dynamic_lds_bytes */
    SHOAL_ARG_IMAGE,
    SHOAL_ARG_SAMPLER,
    SHOAL_ARG_OTHER,  /* pipe, queue */
    SHOAL_ARG_HIDDEN, /* filled in by the launch */
} shoal_arg_kind;

typedef struct shoal_arg_info {
    const char *name;       /* "" if the file has none; borrowed from the module */
    const char *type_name;  /* e.g. "float*"; "" if the file has none */
    const char *value_kind; /* as in the metadata, e.g. "hidden_block_count_x" */
    shoal_arg_kind kind;
    uint32_t offset_bytes; /* in the kernarg segment */
    uint32_t size_bytes;
    uint32_t align_bytes;      /* pointee alignment of LDS pointers; else 0 */
    const char *address_space; /* as in the metadata: "global", "local", ..; "" if not stated */
    const char *access;        /* of images: "read_only", "write_only", "read_write"; else "" */
    bool is_const, is_restrict, is_volatile, is_pipe; /* what a pointer points to; C's qualifiers */
} shoal_arg_info;

typedef struct shoal_kernel_info {
    const char *name; /* borrowed from the module */
    uint64_t entry_address;
    uint32_t kernarg_bytes;
    uint32_t kernarg_align;
    size_t arg_count;          /* explicit and hidden */
    size_t explicit_arg_count; /* these come first */
    uint32_t wave_lanes;       /* 32 or 64 */
    uint32_t vgpr_count;       /* allocated */
    uint32_t sgpr_count;
    uint32_t lds_bytes;     /* static */
    uint32_t scratch_bytes; /* per lane */
    bool dynamic_stack;
    uint32_t max_block_size;      /* work-items; 0: not stated */
    uint32_t required_block[3];   /* 0: not stated */
    uint32_t waves_per_simd;      /* occupancy that registers and LDS allow, 1..16 */
    uint32_t code_object_version; /* 4, 5, 6; 0 for raw code and Ventus */
    const char *processor;        /* the file's, "gfx1100"; "" for raw code */
    bool has_arguments;           /* the file describes them; else args is laid out by the caller */
    uint32_t pointer_bytes;       /* of a pointer among the arguments */
    uint64_t lds_end;      /* not 0: a pointer to dynamic LDS is an address, given out downwards
                            * from here; 0: it is an offset */
    shoal_dialect dialect; /* DEFAULT where there are none */
    bool has_start;        /* the file brings the code that calls the kernel */
} shoal_kernel_info;

SHOAL_API void shoal_kernel_get_info(const shoal_kernel *kernel, shoal_kernel_info *out);
/* The name for people, with a NUL, cut to size: C++ names as in the source ("scale(float*)") if the
 * process has a C++ library, all others as they are. */
SHOAL_API void shoal_kernel_readable_name(const char *name, char *text, size_t size);
/* SHOAL_E_ARG: index >= arg_count. */
SHOAL_API shoal_status shoal_kernel_get_arg(const shoal_kernel *kernel, size_t index,
                                            shoal_arg_info *out);

/* Waves per SIMD that registers and local memory allow for work-groups of block_items
 * work-items and dynamic_lds_bytes beside the kernel's own: 1..16 on RDNA3. */
SHOAL_API uint32_t shoal_kernel_occupancy(const shoal_kernel *kernel, uint32_t block_items,
                                          uint32_t dynamic_lds_bytes);

/* ---- launch ------------------------------------------------------------------ */

typedef struct shoal_launch_desc {
    uint64_t grid[3];   /* work-items, 1 .. 2^32 each */
    uint32_t block[3];  /* work-items per work-group, product <= 1024 */
    uint64_t offset[3]; /* global offset (OpenCL) */
    const void *args;   /* [args_size] the explicit part of the kernarg segment, laid
                         * out as the arguments' offsets say; copied */
    size_t args_size;
    uint32_t dynamic_lds_bytes; /* beyond the static part */
    bool concurrent; /* shoal_launch only: runs at once, beside other launches of the device,
                      * instead of after those that were called before */
    uint8_t dims;    /* of the grid, as the kernel is told, 1 to 3; 0: as many as it takes */
    const uint32_t *user_data;      /* [user_data_count] NULL, or the first user SGPRs, instead of
                                     * what the descriptor asks for; copied */
    uint32_t user_data_count;       /* <= 32 */
    uint32_t wave_lanes;            /* 0: the kernel's, or the device's */
    bool trim;                      /* Ventus: lanes without a work-item stay inactive, instead of
                                     * running as on hardware */
    uint64_t packet_address;        /* not 0: device address of what describes the launch to the
                                     * kernel, made by the caller: Ventus's kernel metadata buffer,
                                     * 64 bytes. args must be empty then */
    uint64_t multigrid_sync;        /* what the kernel finds as hidden_multigrid_sync_arg: device
                                     * address of what the work-groups of a cooperative launch wait
                                     * with (ROCm's device library has its layout); 0: none */
    uint32_t private_bytes;         /* per work-item; 0: what the kernel says */
    uint32_t lds_slots;             /* Ventus: work-groups that the hardware to compare with holds
                                     * at once. Work-group n, counted in the order of dispatch, is in
                                     * slot n mod lds_slots, and its CSR_LDS that many times
                                     * lds_slot_bytes further up; its local memory is its own all the
                                     * same. 0: one slot */
    uint32_t lds_slot_bytes;        /* 0: 1024 per thread of a work-group, surplus ones too */
    struct shoal_wave_start *start; /* not NULL: the launch is one wave that begins with this
                                     * state (graphics.h) */
    shoal_engine engine;
    unsigned threads;                /* 0: the device's */
    double timeout_seconds;          /* 0: none */
    struct shoal_observer *observer; /* NULL: none (see observe.h) */
    bool count_calls;                /* fills in `calls` and `called` of the statistics */
    /* Called now and then from a worker thread with finished and total work-groups. */
    void (*progress)(void *user, uint64_t done, uint64_t total);
    void *progress_user;
} shoal_launch_desc;

SHOAL_API shoal_launch_desc shoal_launch_desc_default(void);

/* Classes of instructions in the statistics. */
#define SHOAL_CLASS_LIST(X)                                                                        \
    X(SALU, "salu")                                                                                \
    X(SMEM, "smem")                                                                                \
    X(VALU, "valu") X(LDS, "lds") X(VMEM, "vmem") X(BRANCH, "branch") X(OTHER, "other")
enum {
#define SHOAL_CLASS_ENUM(id, text) SHOAL_CLASS_##id,
    SHOAL_CLASS_LIST(SHOAL_CLASS_ENUM)
#undef SHOAL_CLASS_ENUM
        SHOAL_CLASS_COUNT
};

enum { SHOAL_CALLED_MAX = 32 };

/* An instruction that compiled code leaves to the interpreter, and how often. */
struct shoal_called {
    const char *mnemonic;
    uint64_t count;
};

typedef struct shoal_launch_stats {
    double kernel_ms;           /* wall time of the run, without loading */
    uint64_t instructions;      /* wave instructions executed */
    uint64_t lane_instructions; /* the same times the wave size */
    uint64_t by_class[SHOAL_CLASS_COUNT];
    uint64_t waves;
    uint64_t workgroups;
    unsigned threads;
    shoal_engine engine; /* what ran */
    /* With count_calls, where compiled code ran: of `instructions`, those that it did not do itself
     * but left to the interpreter. Which ones, the most frequent first. */
    uint64_t calls;
    unsigned called_count;
    struct shoal_called called[SHOAL_CALLED_MAX];
} shoal_launch_stats;

typedef enum shoal_fault_cause {
    SHOAL_FAULT_NONE,
    SHOAL_FAULT_MEMORY,          /* address outside the device's memory */
    SHOAL_FAULT_MISALIGNED,      /* atomic that is not aligned to its size */
    SHOAL_FAULT_ILLEGAL,         /* no such instruction */
    SHOAL_FAULT_NOT_IMPLEMENTED, /* valid, not implemented in this version */
    SHOAL_FAULT_PC,              /* the pc left the code */
    SHOAL_FAULT_TRAP,            /* s_trap without a trap handler */
    SHOAL_FAULT_TIMEOUT,
    SHOAL_FAULT_DEADLOCK, /* no wave can go on */
    SHOAL_FAULT_STACK,    /* Ventus: divergence deeper than the SIMT stack, or not closed */
    SHOAL_FAULT_LDS,      /* access behind the end of LDS, with lds_faults */
    SHOAL_FAULT_INTERNAL, /* Shoal itself accessed memory that is not the device's: a bug of it */
} shoal_fault_cause;

typedef struct shoal_fault {
    shoal_fault_cause cause;
    char kernel[128];
    uint32_t workgroup[3];
    uint32_t wave; /* in the work-group */
    int lane;      /* first lane concerned; -1: the whole wave */
    uint64_t pc;
    uint64_t pc_offset; /* from the kernel's first instruction; may be "negative" */
    uint64_t address;   /* memory faults */
    uint32_t access_bytes;
    char instruction[96]; /* disassembled */
    char source[160];     /* "file:line:column", if the file has debug information */
    char message[1024];   /* the whole report, several lines */
} shoal_fault;

/* Runs a kernel and waits for its end, after the launches before it unless desc->concurrent
 * says otherwise. stats may be NULL.
 * SHOAL_E_ARG, SHOAL_E_LIMIT: nothing was run. SHOAL_E_FAULT, SHOAL_E_TIMEOUT: see
 * shoal_last_fault; memory holds what was written until then. */
SHOAL_API shoal_status shoal_launch(shoal_device *device, shoal_kernel *kernel,
                                    const shoal_launch_desc *desc, shoal_launch_stats *stats);

typedef struct shoal_completion shoal_completion;

/* Starts a kernel; launches of one device run one after the other in call order.
 * The caller frees the handle with shoal_completion_destroy, before the device. Errors of
 * the arguments are returned at once, faults by shoal_completion_wait. */
SHOAL_API shoal_status shoal_launch_async(shoal_device *device, shoal_kernel *kernel,
                                          const shoal_launch_desc *desc, shoal_completion **out);
/* Waits for the end and returns the launch's status. stats may be NULL. */
SHOAL_API shoal_status shoal_completion_wait(shoal_completion *completion,
                                             shoal_launch_stats *stats);
SHOAL_API bool shoal_completion_done(const shoal_completion *completion);
/* Waits, then frees. NULL is allowed. */
SHOAL_API void shoal_completion_destroy(shoal_completion *completion);

/* The fault of the device's latest launch that ended with one. false: there is none. */
SHOAL_API bool shoal_last_fault(shoal_device *device, shoal_fault *out);

#ifdef __cplusplus
}
#endif
#endif

/* module.h: modules: code objects and raw code in device memory, with their kernels. */
#ifndef SHOAL_ENGINE_MODULE_H
#define SHOAL_ENGINE_MODULE_H

#include <stdatomic.h>

#include "base/diag.h"
#include "image/image.h"
#include "isa/machine.h"
#include "shoal/shoal.h"

struct jit_code;
struct region;

struct module_part { /* one code object */
    struct image *image;
    uint64_t base; /* device address */
};

/* Bit of a code variant: decoded for the JIT, whose ops run compiled code. */
#define JIT_VARIANT UINT32_C(0x80000000)

enum jit_state {
    JIT_COLD,       /* not looked at yet */
    JIT_LOOKING_UP, /* a job: in the cache? */
    JIT_NOT_CACHED,
    JIT_COMPILING, /* a job */
    JIT_FIRST,     /* code of the direct back end runs; LLVM's would be faster */
    JIT_IMPROVING, /* a job: LLVM's, while the first code runs */
    JIT_READY,
    JIT_FAILED, /* runs in the interpreter for good */
};

/* What executes a kernel. In the order of shoal_jit_run.tiers. */
enum jit_tier { JIT_TIER_INTERP, JIT_TIER_DIRECT, JIT_TIER_LLVM, JIT_TIER_COUNT };

/* How much a kernel ran in a tier, and what its code there took to compile. */
struct jit_record {
    atomic_uint_fast64_t run_ns, launches; /* launches: that ended there */
    /* Under the service's lock. */
    uint64_t compile_ns;    /* CPU time; 0: not compiled here */
    uint64_t ready_ns;      /* when it was installed; 0: never */
    uint32_t parts, direct; /* of the code, and those by the direct back end */
    bool is_from_disk;
};

/* What jit.c knows of a kernel. */
struct kernel_jit {
    _Atomic(enum jit_state) state;
    struct shoal_kernel *next;           /* in the queue of jobs */
    struct code *code;                   /* that the job is for */
    _Atomic(struct jit_code *) compiled; /* the latest; NULL: not yet */
    _Atomic(enum jit_tier) tier;         /* of `compiled` */
    struct jit_record records[JIT_TIER_COUNT];
    atomic_uint_fast64_t begin_ns; /* of its first launch */
    atomic_uint_fast32_t shape;    /* of the latest: waves of a work-group, << 16: of a row */
    atomic_bool is_asked_for;      /* a launch with engine jit: LLVM's code, failing is worth a
                                    * warning */
};

struct shoal_kernel {
    struct shoal_module *module;
    const struct image *image;       /* NULL: raw code */
    const struct image_kernel *info; /* belongs to the image, or is `raw` */
    uint64_t entry;
    uint64_t start;              /* where waves begin: at `entry`, or in the module's start_code */
    struct kernel_config config; /* that isa_kernel is made from */
    void *isa_kernel;            /* from isa->kernel_create */
    uint32_t variant;
    uint32_t scratch_bytes;  /* per lane, as launched */
    uint32_t explicit_bytes; /* least args_size of a launch */
    atomic_bool was_calm; /* the launch before ended well, and no work-group waited: dispatch.c */
    struct kernel_jit jit;
};

struct shoal_module {
    struct shoal_device *device;
    struct shoal_module *next; /* in device->modules */
    struct module_part *parts; /* [part_count]; none for raw code */
    size_t part_count;
    uint64_t *allocations; /* [allocation_count] window memory */
    uint64_t start_code;   /* Shoal's code that calls a kernel, where an instruction set's kernels
                            * are functions (Ventus); 0: not needed */
    size_t allocation_count;
    struct region **regions; /* [region_count] */
    size_t region_count;
    struct shoal_kernel *kernels; /* [kernel_count] */
    size_t kernel_count;
    struct image_kernel raw;
    char *raw_name; /* NULL: "raw" */
    struct module_lines {
        struct shoal_objects *objects; /* of `file` */
        bool is_tried;
    } * lines;  /* source.c; NULL: there is no debug information */
    void *file; /* [file_size] a copy of what was loaded, if it has debug information */
    size_t file_size;
    atomic_uint pending; /* launches that are not over */
    bool is_displaced;   /* its code, which is used in place, was replaced: module_displace */
};

shoal_status module_load(shoal_device *device, const void *bytes, size_t size,
                         const shoal_load_options *options, struct diag *diag, shoal_module **out);
/* Frees a module, whether launches are pending or not. */
void module_free(shoal_module *module);
/* The kernel with metadata name or symbol `name`; NULL: there is none. */
shoal_kernel *module_find(const shoal_module *module, const char *name);

#endif

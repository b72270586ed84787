/* opencl.h: the objects of libshoal-opencl and what its files share (docs/opencl.md).
 *
 * An object counts two things: `refs`, what the program was given and retained and may ask for,
 * and `uses`, which are one for all refs together and one for each internal user: a pending
 * command, a parent's child. It lives as long as it has uses, and is a valid handle as long as it
 * has refs.
 *
 * "3.0 API" below is the OpenCL API Specification 3.0; functions answer with the codes that its
 * section on each lists, in the order in which the arguments stand. */
#ifndef SHOAL_OPENCL_H
#define SHOAL_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
/* The headers say nothing of visibility; exports.map has what the loader looks up. */
#pragma GCC visibility push(default)
#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>
#pragma GCC visibility pop
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../compiler/compiler.h"
#include "shoal/shoal.h"

#define CHECK(condition, code)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return (code);                                                                         \
    } while (0)
#define TRY(call)                                                                                  \
    do {                                                                                           \
        cl_int try_ = (call);                                                                      \
        if (try_ != CL_SUCCESS)                                                                    \
            return try_;                                                                           \
    } while (0)
/* The end of a function that creates: errcode_ret may be NULL. */
#define GIVE(code, object)                                                                         \
    do {                                                                                           \
        cl_int give_ = (code);                                                                     \
        if (errcode_ret)                                                                           \
            *errcode_ret = give_;                                                                  \
        return (object);                                                                           \
    } while (0)

/* ---- objects (object.c) ------------------------------------------------------------------ */

enum kind {
    KIND_PLATFORM = 0x53480001,
    KIND_DEVICE,
    KIND_CONTEXT,
    KIND_QUEUE,
    KIND_MEMORY,
    KIND_SAMPLER,
    KIND_PROGRAM,
    KIND_KERNEL,
    KIND_EVENT,
};

/* The start of everything that a handle points to; the loader reads `dispatch`. */
struct object {
    const struct _cl_icd_dispatch *dispatch;
    enum kind kind;
    atomic_uint refs, uses;
};

extern const struct _cl_icd_dispatch cl_dispatch; /* generated from functions.tbl */
/* The function of this name, generated too; NULL: there is none. */
void *cl_find_function(const char *name);

/* A zeroed object of `size` bytes with one reference; NULL: no memory. */
void *object_create(enum kind kind, size_t size);
/* Whether a handle is one of this kind that the program still holds. */
bool object_is(const void *handle, enum kind kind);
/* For the library's own references. `object_unuse` frees with the last. */
void object_use(void *object);
void object_unuse(void *object);
/* For clRetain* and clRelease*; false: no such handle. */
bool object_retain(void *handle, enum kind kind);
bool object_release(void *handle, enum kind kind);
cl_uint object_refs(const void *object);

/* clGet*Info: writes a value of `size` bytes. CL_INVALID_VALUE: no room for it. */
struct answer {
    size_t room;
    void *value;
    size_t *size;
};
cl_int answer_bytes(struct answer a, const void *bytes, size_t size);
cl_int answer_text(struct answer a, const char *text);
#define ANSWER(a, type, ...) answer_bytes(a, &(type){__VA_ARGS__}, sizeof(type))
#define ASKED                ((struct answer){param_value_size, param_value, param_value_size_ret})

/* A list of properties that ends with 0, kept for its query. count includes the end. */
struct properties {
    uint64_t *values;
    size_t count;
};
bool properties_copy(struct properties *out, const uint64_t *list);

/* ---- platform.c, device.c ------------------------------------------------------------------- */

struct _cl_platform_id {
    struct object object;
};

enum { DEVICE_MOST = 2 }; /* one of each instruction set */

struct _cl_device_id {
    struct object object;
    const shoal_chip *chip;
    unsigned index; /* among the platform's */
    /* Addresses have 32 bits and are not the host's: no SVM and no images. Programs are linked for
     * fixed addresses, so that it holds one at a time, the resident one. */
    bool is_narrow;
    shoal_device *device; /* NULL until the first context */
    cl_ulong memory_bytes;
    shoal_engine engine;    /* SHOAL_ENGINE */
    double timeout_seconds; /* SHOAL_TIMEOUT; 0: none */
    pthread_mutex_t turn;   /* of a narrow device: held by the launch that runs, and by builds */
    cl_program resident;    /* under it; NULL: none */
    shoal_module *module;   /* the resident program's */
};

extern struct _cl_platform_id cl_platform;
/* Those that SHOAL_OPENCL_DEVICES names, from index 0; NULL: past the end. */
cl_device_id device_at(cl_uint index);
/* Creates the machine if there is none yet. */
cl_int device_start(cl_device_id device);
cl_ulong cl_clock(void); /* ns */

enum {
    MAX_GROUP = 1024,           /* work-items of a work-group */
    USUAL_GROUP = 256,          /* that clang makes room for in a kernel that says nothing else */
    WAVE = 32,                  /* lanes: the size of a sub-group */
    BASE_ALIGN = 256,           /* bytes, of a sub-buffer's origin */
    MAX_PARAMETER_BYTES = 4096, /* arguments of a kernel */
    MAX_IMAGE_SIDE = 16384,     /* texels: what a T# can say */
    MAX_IMAGE_SLICES = 8192,
    IMAGE_ALIGN = 256,         /* texels: pitch and start of an image in a buffer */
    MAX_PIPE_PACKET = 1 << 16, /* bytes */
    MAX_PIPE_RESERVATION =
        1 << 16,                /* packets; of such reservations any number (lib/opencl/pipe.h) */
    MAX_IMAGE_BUFFER = 1 << 27, /* texels of a CL_MEM_OBJECT_IMAGE1D_BUFFER */
};
#define EXTENSION_NAMES 40
enum { HOST_EXTENSIONS = 5 };
extern const cl_name_version cl_extensions[EXTENSION_NAMES];
/* Of them, all or those of the host only: how many, and their names with spaces between them. */
size_t extension_count(bool is_host_only);
cl_int answer_extensions(bool is_host_only, struct answer a);

/* ---- context.c --------------------------------------------------------------------------- */

struct destructor {
    void(CL_CALLBACK *call)(void *object, void *user);
    void *user;
    struct destructor *next;
};
/* Adds to the front: they are called in reverse order (3.0 API, 5.3.3 and others). */
bool destructor_add(struct destructor **list, void(CL_CALLBACK *call)(void *, void *), void *user);
void destructors_call(struct destructor *list, void *object);

struct _cl_context {
    struct object object;
    cl_uint device_count;
    cl_device_id devices[DEVICE_MOST]; /* as the program listed them, each once */
    /* Where memory is: the device that has host addresses, if there is one. */
    cl_device_id device;
    cl_mem memories; /* all that live, under the memory lock */
    struct properties properties;
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *);
    void *notify_user;
    struct destructor *destructors;
};
void context_free(cl_context context);
bool context_has(cl_context context, cl_device_id device);
/* Whether these are devices of `all`, of which there are `count`; none is fine. */
cl_int devices_check(const cl_device_id *all, cl_uint count, cl_uint asked_count,
                     const cl_device_id *asked);

/* ---- queue.c, schedule.c, event.c -------------------------------------------------------- */

struct _cl_command_queue {
    struct object object;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties flags;
    struct properties properties;
    /* Under the scheduler's lock: */
    cl_event first, last; /* commands that have not ended, in the order of their enqueueing */
    cl_event barrier;     /* the latest, while it has not ended */
    uint64_t task, all; /* shoal_check_task: what the next command, and one behind all, is after */
    cl_int error;       /* of the first command that failed since a wait told of one */
};
void queue_free(cl_command_queue queue);

struct callback {
    void(CL_CALLBACK *call)(cl_event, cl_int, void *);
    void *user;
    cl_int status; /* that it waits for */
    struct callback *next;
};

struct edge {
    cl_event to;
    bool is_order; /* the order of a queue: an error is not passed on */
    struct edge *next;
};

/* A command, or an event that the program sets. */
struct _cl_event {
    struct object object;
    cl_context context;
    cl_command_queue queue; /* NULL: user event */
    cl_command_type type;
    cl_int (*run)(void *work); /* NULL: there is nothing to do */
    void (*drop)(void *work);  /* frees what the work holds, and the work */
    void *work;
    /* Under the scheduler's lock: */
    cl_int status;
    bool is_set;        /* user event */
    unsigned waits;     /* edges that lead here */
    bool is_refused;    /* an event that it waits for failed */
    struct edge *edges; /* to those that wait for this */
    struct callback *callbacks;
    cl_ulong times[4];      /* queued, submitted, started, ended */
    cl_event before, after; /* in its queue */
    cl_event next_ready;
    uint64_t task; /* shoal_check_task; 0: nobody checks */
};
void event_free(cl_event event);

/* What every clEnqueue* has. */
struct command {
    cl_command_queue queue;
    cl_command_type type;
    cl_uint wait_count;
    const cl_event *waits;
    cl_event *out;
    bool is_blocking;
    bool is_fence; /* without wait list: waits for all before it */
    bool is_barrier;
};
/* Of a clEnqueue* function whose parameters are called queue, num_events, waits and event; the
 * arguments are the other fields. */
#define COMMAND(...)                                                                               \
    {                                                                                              \
        .queue = queue, .wait_count = num_events, .waits = waits, .out = event, __VA_ARGS__        \
    }
/* Checks queue, wait list. */
cl_int command_check(const struct command *c);
/* Enqueues work (owned from now on, in every case), and waits if it blocks. */
cl_int command_enqueue(const struct command *c, cl_int (*run)(void *), void (*drop)(void *),
                       void *work);

/* Waits for the end of an event, or of all that is in a queue; helps to run it. */
void schedule_wait(cl_event event);
void schedule_finish(cl_command_queue queue);
bool schedule_add(cl_event event, const struct command *c);
void schedule_set(cl_event user_event, cl_int status);
cl_int schedule_status(cl_event event);
cl_int schedule_take_error(cl_command_queue queue);
extern pthread_mutex_t schedule_lock;
/* Calls those callbacks that wait for what has come; the lock is not held. */
void event_notify(cl_event event, cl_int status);

/* ---- memory.c, transfer.c, svm.c --------------------------------------------------------- */

/* One end of a copy: rows and slices in bytes. */
struct side {
    char *at;
    size_t row, slice;
};

/* A copy of a box of bytes, rows and slices; nothing if one of them is 0. */
struct transfer {
    struct side from, to;
    size_t region[3];
    cl_mem memories[2]; /* used; NULL: the host */
    size_t pattern;     /* fill: bytes at `bytes` */
    unsigned char bytes[128];
};
/* Enqueues a copy or a fill, by *t's copy. */
cl_int transfer_enqueue(const struct command *c, const struct transfer *t);
cl_int transfer_check(cl_command_queue queue, cl_mem memory);
bool map_flags_are_good(cl_map_flags flags);

struct mapping {
    void *pointer;
    struct transfer back; /* what unmapping does */
    struct side at;       /* the box that is mapped, where commands see it */
    size_t region[3];
    bool is_written;
    struct mapping *next;
};
/* Of a part of a memory object that the host sees at t->to.at, after the copy that *t is if
 * is_copied; unmapping writes back. *out: that address. */
cl_int map_enqueue(const struct command *c, cl_mem memory, cl_map_flags flags,
                   const struct transfer *t, bool is_copied, void **out);

/* What makes a memory object an image. */
struct image {
    cl_mem_object_type type;
    cl_image_format format;
    size_t width, height, depth, layers; /* as the program gave them; what the type lacks is 0 */
    size_t element;                      /* bytes */
    size_t row,
        slice; /* bytes from y to y + 1 and from z to z + 1; of a 1D array, y is the layer */
    size_t host_row, host_slice; /* of CL_MEM_USE_HOST_PTR */
    uint64_t descriptor; /* what kernels get: T# or V#, then channels (lib/opencl/image.h) */
};

/* A memory object on the other device of a context. */
struct replica {
    cl_device_id device; /* NULL: there is none */
    uint64_t address;
    char *bytes;
    bool is_old;
    unsigned users; /* launches that run on it, of memory of clSVMAlloc */
};

struct _cl_mem {
    struct object object;
    cl_context context;
    cl_mem parent; /* of a sub-buffer */
    cl_mem_flags flags;
    size_t size, offset;  /* offset in the parent */
    void *host;           /* what the program gave with CL_MEM_USE_HOST_PTR */
    uint64_t address;     /* on the context's device */
    char *bytes;          /* the same memory for the host */
    bool is_owned;        /* the address is this object's to free; else SVM or a parent's */
    cl_mem before, after; /* in the context's list */
    struct properties properties;
    struct destructor *destructors;
    pthread_mutex_t lock;
    struct mapping *mappings; /* under the lock */
    struct replica replica;   /* under the lock; of what has no parent */
    bool is_old;              /* under the lock: only the replica has what was written last */
    struct image *image;      /* NULL: a buffer or a pipe */
    cl_uint packet_bytes;     /* of a pipe; 0: it is none */
    cl_uint packet_count;
};
void memory_free(cl_mem memory);
/* Notes a mapping. false: it and another one, which share memory, are both for writing. */
bool memory_note_mapping(cl_mem memory, struct mapping *fresh);
/* Flags of what lies in the memory of `parent`: those that are not given are the parent's; what it
 * lacks cannot be given. */
cl_int memory_inherit(cl_mem parent, cl_mem_flags *flags);
/* Whether `handle` is a memory object of the context; any pointer may be asked about. */
bool memory_is_of(cl_context context, const void *handle);
/* Brings what a buffer or an image holds to the device, unless it is there; is_written: what other
 * devices have of it is old from then on. *address: where it is there. */
cl_int memory_bring(cl_mem memory, cl_device_id device, bool is_written, uint64_t *address);
/* A launch on this device begins to use what memory_bring brought, and ends. */
void memory_enter(cl_mem memory, cl_device_id device);
void memory_leave(cl_mem memory, cl_device_id device);
/* A memory object without memory; NULL: none for it. */
cl_mem memory_object(cl_context context, cl_mem_flags flags, size_t size);
bool memory_flags_are_good(cl_mem_flags flags);
/* Memory of a device, and where the host sees it. caller: the code of the program that has to free
 * it; NULL: the runtime frees it. */
cl_int memory_allocate(cl_device_id device, size_t size, size_t align, const void *caller,
                       uint64_t *address, char **bytes);
static inline bool is_image(const void *m)
{
    return object_is(m, KIND_MEMORY) && ((cl_mem)(uintptr_t)m)->image;
}
static inline bool is_buffer(const void *m)
{
    const struct _cl_mem *memory = m;
    return object_is(m, KIND_MEMORY) && !memory->image && !memory->packet_bytes;
}
static inline bool is_pipe(const void *m)
{
    return object_is(m, KIND_MEMORY) && ((const struct _cl_mem *)m)->packet_bytes;
}

struct _cl_sampler {
    struct object object;
    cl_context context;
    cl_bool is_normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    struct properties properties;
    uint64_t descriptor; /* the address of its S# */
};
void sampler_free(cl_sampler sampler);

/* format.c. The number of a T#'s format; 0: there is no such image. */
unsigned image_format_number(const cl_image_format *format);
bool image_format_is_valid(const cl_image_format *format);
/* The colour of clEnqueueFillImage as a texel; returns its bytes. */
size_t image_format_encode(const cl_image_format *format, const void *colour,
                           unsigned char texel[16]);
bool svm_holds(cl_context context, const void *pointer, size_t size);

/* ---- program.c, build.c ------------------------------------------------------------------- */

/* A kernel of an executable. */
struct entry {
    char *name;
    shoal_kernel *kernel; /* NULL: the device is narrow, and the module is not always there */
    shoal_kernel_info info;
};

/* What a program is on one device. */
struct build {
    struct bytes binary; /* code object or bitcode */
    cl_program_binary_type binary_type;
    cl_build_status status;
    char *options, *log;  /* of the latest build */
    bool is_uniform;      /* work-groups must divide the range: -cl-std=CL1.x */
    bool is_executable;   /* it has been loaded: the kernels are known */
    shoal_module *module; /* NULL: not loaded, or the device is narrow */
    struct entry *entries;
    size_t entry_count;
};

struct _cl_program {
    struct object object;
    cl_context context;
    cl_uint device_count;
    cl_device_id devices[DEVICE_MOST];
    char *source;                     /* NULL: from a binary or intermediate language, or linked */
    struct bytes il;                  /* as it was given */
    struct bytes special;             /* the same with the constants that were set */
    bool is_linked;                   /* by clLinkProgram */
    struct build builds[DEVICE_MOST]; /* by the devices' indices */
    atomic_uint kernels;              /* that are attached */
    struct destructor *destructors;
    pthread_mutex_t lock; /* of builds */
};
void program_free(cl_program program);
/* The names of a program's kernels, each once: the index-th; NULL: past the end. */
const char *program_kernel_name(cl_program program, size_t index);
const struct entry *build_find(const struct build *build, const char *name);
/* Whether an executable of it is there for some device. */
bool program_is_executable(cl_program program);
/* Makes the program the resident one of a narrow device, whose turn the caller has, and finds a
 * kernel (name NULL: none). */
cl_int program_enter(cl_program program, cl_device_id device, const char *name,
                     shoal_kernel **kernel);

/* build.c: the compiler. Headers are files that sources include. */
struct build_input {
    const char *source; /* NULL: link */
    size_t header_count;
    const char *const *header_texts, *const *header_names;
    size_t object_count;
    const struct bytes *objects;
    const char *options;
    bool is_object;         /* bitcode is wanted */
    const struct bytes *il; /* SPIR-V, to compile like a source; NULL: none */
};
/* CL_INVALID_*_OPTIONS (`bad_options`), CL_*_FAILURE (`failure`) or success; *log is set in every
 * case (the caller frees) */
cl_int build_run(const struct build_input *in, cl_int bad_options, cl_int failure,
                 struct bytes *out, char **log, bool *is_uniform);
/* What llvm-spirv and clang make of SPIR-V: text, for spirv.c. */
cl_int build_spirv_text(const struct bytes *il, cl_int failure, struct bytes *out,
                        struct bytes *log);

/* spirv.c */
bool spirv_is_there(void);
/* Appends the path of llvm-spirv. false: there is none. */
bool spirv_tool(struct bytes *path);
/* Checks a module, and copies it with little-endian words. */
cl_int spirv_read(const void *bytes, size_t size, struct bytes *out);
cl_int spirv_specialize(struct bytes *il, cl_uint spec_id, size_t size, const void *value);
/* The device's LLVM language of it. */
cl_int spirv_translate(const struct bytes *il, cl_int failure, struct bytes *out,
                       struct bytes *log);

/* build_ventus.c: build_run with the compiler that SHOAL_VENTUS_CLANG names. */
cl_int build_ventus(const struct build_input *in, cl_int failure, struct bytes *out, char **log);
bool build_ventus_is_there(void);

/* ---- kernel.c, launch.c ------------------------------------------------------------------- */

enum { MAX_ARGUMENTS = 256 }; /* of a kernel whose file does not describe them */

struct argument {
    bool is_set, is_svm;
    size_t local_bytes;
    void *object;         /* memory object or sampler, used */
    unsigned char *value; /* [size] of what is no object; NULL: none */
    size_t size;
};

struct _cl_kernel {
    struct object object;
    cl_program program;
    const struct entry *entries[DEVICE_MOST]; /* by the devices' indices; NULL: not built for it */
    const struct entry *described;            /* whose file describes the arguments; NULL: none's */
    struct argument *arguments;
    size_t argument_count; /* without a description: those up to the last that was set */
};
void kernel_free(cl_kernel kernel);
/* attributes.c: what the kernel's declaration in a source says. The caller frees. NULL: no memory.
 */
char *kernel_attributes(const char *source, const char *name);
/* Of the device, or of the only one if device is NULL; NULL: there is none. */
const struct entry *kernel_entry(cl_kernel kernel, cl_device_id device);
/* false: the files do not describe the arguments. */
bool kernel_argument(cl_kernel kernel, size_t index, shoal_arg_info *out);
CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queue,
                                                                     cl_kernel kernel, cl_uint dims,
                                                                     const size_t *offset,
                                                                     const size_t *global,
                                                                     size_t *suggested);

#endif

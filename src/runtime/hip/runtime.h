/* runtime.h: what the parts of libamdhip64 share.
 *
 * All HIP devices are faces of one Shoal device: they share its window, so that every device
 * reaches the memory of every other one and of the host. What they have for themselves is
 * modules (a global variable exists once per device), streams, limits and sticky errors.
 *
 * One lock, hip.lock, guards all objects; it is never held while something runs or is copied.
 * Functions named *_locked are called with it. */
#ifndef SHOAL_HIP_RUNTIME_H
#define SHOAL_HIP_RUNTIME_H

#include <pthread.h>
#include <stdatomic.h>

#include "hip.h"
#include "hip_api.h"
#include "shoal/shoal.h"

enum { MAX_DEVICES = 64 };

struct stream;
struct event;
struct graph;
struct node;
struct pool;
struct function;
struct capture;
struct graph_memory;
struct event_share;
struct hip_work;

/* ---- state of the process ------------------------------------------------------------- */

struct hip_device {
    int id;
    atomic_int sticky;   /* hipError_t of a kernel that faulted; see device_reset */
    struct stream *null; /* legacy default stream */
    struct pool *default_pool, *pool;
    size_t used_bytes;                          /* allocated on this device */
    uint64_t peers;                             /* devices whose access was enabled, as bits */
    unsigned flags;                             /* hipDeviceSchedule... */
    unsigned context_refs;                      /* hipDevicePrimaryCtxRetain */
    size_t heap_bytes, fifo_bytes, stack_bytes; /* hipDeviceSetLimit */
};

struct hip_state {
    pthread_mutex_t lock;
    pthread_cond_t progress; /* an operation is done */
    unsigned waiting;        /* threads that wait for progress */
    shoal_device *shoal;
    const shoal_chip *chip; /* that programs are told of; never NULL after hip_configure */
    uint64_t window_base, window_size;
    size_t total_bytes; /* memory that each device claims to have */
    struct hip_device devices[MAX_DEVICES];
    int device_count;
    int log_level; /* SHOAL_LOG */
    bool has_hmm, has_abort;
    bool is_checked;        /* SHOAL_CHECK: pools hold nothing, so that use after free is seen */
    bool is_child;          /* of the process that made `shoal`, which cannot be used here */
    atomic_bool is_ending;  /* exit() was called: nothing of modules that run is taken away */
    double timeout_seconds; /* of a kernel; 0: none */
    shoal_engine engine;
};
extern struct hip_state hip;

/* State of a thread. */
struct call_configuration {
    dim3 grid, block;
    size_t lds_bytes;
    hipStream_t stream;
};
enum { MAX_CONFIGURATIONS = 16, MAX_CONTEXTS = 64, MAX_SETUP_BYTES = 4096 };
struct hip_thread {
    hipError_t last_error;
    int device;
    hipStreamCaptureMode capture_mode;
    struct call_configuration configurations[MAX_CONFIGURATIONS];
    unsigned configuration_count;
    int contexts[MAX_CONTEXTS]; /* devices, the current one not among them */
    unsigned context_count;
    struct stream *streams[MAX_DEVICES]; /* hipStreamPerThread; made on first use */
    bool has_streams;
    uint8_t setup[MAX_SETUP_BYTES]; /* hipSetupArgument */
    size_t setup_bytes;
    const void
        *caller; /* the program's code that asks for memory or frees it, for reports, or NULL */
    const char *function; /* of HIP, which it called to copy; NULL: not told */
};
extern _Thread_local struct hip_thread hip_thread;

/* Number of devices and settings, without the Shoal device: cheap, and safe before fork. */
void hip_configure(void);
/* Makes the Shoal device. hipErrorOutOfMemory; hipErrorNotInitialized, also in a child of the
 * process that has made it. */
hipError_t hip_start(void);
/* From now on the end of the process sets hip.is_ending before any exit handler runs that exists
 * now, be it of the program or of its libraries. */
void hip_watch_end(void);
/* Keeps an error for hipGetLastError. */
hipError_t hip_done(hipError_t error);
/* For functions that do nothing: says so once with SHOAL_LOG, and why. */
hipError_t hip_not_supported(const char *function, const char *why);
__attribute__((format(printf, 1, 2))) void hip_log(const char *format, ...);
/* With SHOAL_LOG=2. */
__attribute__((format(printf, 1, 2))) void hip_log_more(const char *format, ...);
hipError_t hip_error_of(shoal_status status);
static inline bool is_device(int id) { return id >= 0 && id < hip.device_count; }
static inline struct hip_device *current_device(void) { return &hip.devices[hip_thread.device]; }
static inline void hip_lock(void) { pthread_mutex_lock(&hip.lock); }
static inline void hip_unlock(void) { pthread_mutex_unlock(&hip.lock); }

#define HIP_TRY(call)                                                                              \
    do {                                                                                           \
        hipError_t hip_try_ = (call);                                                              \
        if (hip_try_ != hipSuccess)                                                                \
            return hip_try_;                                                                       \
    } while (0)

/* hipDeviceSchedule... and hipDeviceMapHost: at most one way to wait. */
bool are_device_flags(unsigned flags);
/* A context of the driver interface, for functions that need none: hipErrorInvalidContext, kept. */
hipError_t check_context(hipCtx_t context);

/* ---- handles ------------------------------------------------------------------------------ */

/* What programs hold of an object: numbers that are not used again for long, so that
 * handles of destroyed objects and of other kinds are told. */
enum handle_kind {
    HANDLE_STREAM = 1,
    HANDLE_EVENT,
    HANDLE_MODULE,
    HANDLE_FUNCTION,
    HANDLE_GRAPH,
    HANDLE_NODE,
    HANDLE_EXEC,
    HANDLE_POOL,
    HANDLE_PHYSICAL,
    HANDLE_CONTEXT,
    HANDLE_USER_OBJECT,
    HANDLE_EXTERNAL,
    HANDLE_LIBRARY,
};
/* NULL: out of memory. */
void *handle_make_locked(enum handle_kind kind, void *object);
/* NULL: there is no such object. */
void *handle_get_locked(enum handle_kind kind, const void *handle);
void handle_drop_locked(const void *handle);
/* The next object of a kind; *at: 0 at first. What was returned may be dropped meanwhile. NULL: no
 * more. */
void *handle_next_locked(enum handle_kind kind, uint32_t *at, void **handle);

/* ---- memory -----------------------------------------------------------------------------------
 */

enum block_kind {
    BLOCK_DEVICE,
    BLOCK_HOST,
    BLOCK_MANAGED,
    BLOCK_REGISTERED, /* memory of the program, hipHostRegister */
    BLOCK_RESERVED,   /* addresses, hipMemAddressReserve */
    BLOCK_SHARED,     /* of another process, hipIpcOpenMemHandle */
    BLOCK_IMPORTED,   /* of another process or driver, freed like memory of our own */
};
struct block {
    uint64_t base, size;
    uint64_t lead; /* bytes before base that belong to it: pages of a file begin there */
    enum block_kind kind;
    int device;
    unsigned flags;
    struct pool *pool; /* NULL: none */
    uint64_t id;
    bool is_array; /* freed by hipFreeArray */
    bool is_freed; /* hipFreeAsync was called; freed when the stream gets there */
    bool is_read_mostly;
    int preferred, prefetched; /* devices, hipInvalidDeviceId: none */
    uint64_t accessed_by;      /* devices */
    int coherency;
    int share_fd;               /* of a block that other processes may map; -1 */
    struct graph_memory *graph; /* of a node that allocates; NULL: none */
};

/* The block with the lowest base above `address`; NULL: there is none. */
struct block *block_after_locked(uint64_t address);
/* Allocates device memory and records it. */
hipError_t block_alloc(enum block_kind kind, size_t size, size_t align, int device, unsigned flags,
                       struct pool *pool, void **out);
struct block *block_find_locked(uint64_t address);
hipError_t block_add_locked(const struct block *block);
void block_remove_locked(uint64_t base);
/* Frees the block that starts at address; `allowed`: mask of 1 << enum block_kind. */
hipError_t block_free(uint64_t address, unsigned allowed);
/* Forgets and frees it. */
hipError_t block_free_locked(struct block *block);
/* Whether [at, at + size) may be copied from or to: device memory must be allocated. */
bool range_is_valid_locked(const void *at, size_t size);
/* Whether memory is there, which may be about to be freed in stream order. */
bool range_exists_locked(const void *at, size_t size);
/* Memory that kernels can access at its address. */
bool is_window(const void *at);

/* ---- pool.c */
struct pool *pool_create_locked(int device);
hipError_t pool_alloc(struct pool *pool, size_t size, void **out);
/* Memory that the pool gets or gives back; is_used: by the program. */
void pool_account_locked(struct pool *pool, int64_t bytes, bool is_used);
/* After waiting: pools give back what they hold above their thresholds. */
void pools_release_locked(void);
/* Memory is short: pools give back all that they can. false: nothing. */
bool pools_trim_locked(void);
/* Pools of a device that the program made are destroyed, all that is held given back. */
void pools_reset_locked(int device);
/* The operation of a hipFreeAsync is over (action.memory.ticket). */
void pool_freed_locked(uint64_t ticket);
hipError_t pool_of_locked(hipMemPool_t handle, struct pool **out);
/* Made with a type of handles; of another process. */
bool pool_is_exportable(const struct pool *pool);
bool pool_is_imported(const struct pool *pool);
/* The pool of another process, which cannot be allocated from. NULL: out of memory. */
hipMemPool_t pool_import_locked(int device);

/* ---- arrays */
/* The array's geometry. false: not an array that exists. */
struct array_info {
    size_t width, height, depth; /* elements; height and depth at least 1 */
    size_t element_bytes, pitch, slice;
    unsigned flags;
    int device;
    uint8_t *data;
};
bool array_info_locked(const hipArray *array, struct array_info *out);

/* ---- actions: what streams and graphs are made of ------------------------------------------- */

enum action_kind {
    ACTION_EMPTY,
    ACTION_KERNEL,
    ACTION_COPY,
    ACTION_FILL,
    ACTION_HOST,     /* hipLaunchHostFunc, host nodes */
    ACTION_CALLBACK, /* hipStreamAddCallback */
    ACTION_EVENT_RECORD,
    ACTION_EVENT_WAIT,
    ACTION_EVENT_SIGNAL, /* of an event that processes share */
    ACTION_VALUES,       /* waits for values in memory, and writes them */
    ACTION_FREE,
    ACTION_ALLOC,
    ACTION_GRAPH,
};

/* A box in memory: `height` rows of a pitch, `depth` slices. */
struct box {
    uint8_t *at;
    size_t pitch, slice;
};

struct action {
    enum action_kind kind;
    const void
        *caller; /* of copies, fills, frees: the program's code that asked; NULL: not known */
    union {
        struct {
            struct function *function;
            uint64_t grid[3]; /* work-items */
            uint32_t block[3];
            uint32_t lds_bytes;
            uint8_t *args; /* [args_bytes] owned */
            size_t args_bytes;
            bool is_cooperative;
        } kernel;
        struct {
            struct box to, from;
            size_t width, height, depth; /* bytes, rows, slices */
            hipMemcpyKind direction;     /* as the program said */
        } copy;
        struct {
            struct box to;
            uint32_t value;
            unsigned element_bytes;
            size_t width, height, depth; /* elements, rows, slices */
        } fill;
        struct {
            hipHostFn_t fn;
            hipStreamCallback_t callback;
            hipStream_t stream;
            void *user;
            struct hip_work *work; /* referenced; of a library, instead of fn: library.h */
        } host;
        struct {
            struct event *event; /* referenced */
            uint64_t ticket;     /* of events that processes share; 0: the latest */
        } event;
        struct {
            hipStreamBatchMemOpParams *ops; /* [count] owned */
            unsigned count;
            uint64_t mask;    /* of what is waited for */
            hipCtx_t context; /* of a node's parameters */
        } values;
        struct {
            uint64_t address;
            struct graph_memory *graph; /* referenced; NULL: not of a graph */
            uint64_t ticket;            /* of memory that its pool holds; 0: it is not held */
        } memory;
        struct {
            struct exec *exec; /* referenced */
        } graph;
    };
};

/* Stands for a library's work in the parameters of a host node, whose userData is the struct
 * hip_work. */
void hip_run_work(void *user);
/* Runs it in this thread; device: of the stream. */
hipError_t action_run(struct action *action, int device, hipError_t before);
/* Frees what it owns. */
void action_clear_locked(struct action *action);
/* A copy that owns its own. hipErrorOutOfMemory. */
hipError_t action_clone_locked(const struct action *from, struct action *to);

/* Where a copy or fill that was checked long ago now has no memory. NULL: all is there. */
const void *action_lacks_locked(const struct action *action);
void values_run(const struct action *action, int device);
/* Runs a node of a graph; memory that was freed since it was made is a fault. */
hipError_t action_run_node(struct action *action, int device);

/* Checks copies and fills. */
hipError_t make_copy(void *to, const void *from, size_t size, hipMemcpyKind kind,
                     struct action *out);
hipError_t make_copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                        size_t width, size_t height, hipMemcpyKind kind, struct action *out);
hipError_t make_copy_3d(const hipMemcpy3DParms *p, struct action *out);
hipError_t make_copy_driver(const HIP_MEMCPY3D *p, struct action *out);
hipError_t make_fill(void *to, size_t pitch, size_t slice, uint32_t value, unsigned element_bytes,
                     size_t width, size_t height, size_t depth, struct action *out);
hipError_t make_symbol_copy(const void *symbol, size_t offset, size_t size, void *other,
                            bool to_symbol, hipMemcpyKind kind, struct action *out);

/* ---- streams ------------------------------------------------------------------------------------
 */

/* An action in a stream. */
struct op {
    struct op *next;
    struct stream *stream;
    struct action action;
    unsigned refs;
    atomic_bool is_done;
    hipError_t status;
    uint64_t serial, done_ns;
    uint64_t task;     /* shoal_check_task; 0: nobody checks */
    struct op **waits; /* [wait_count] referenced: done before this begins */
    size_t wait_count;
};

struct stream {
    hipStream_t handle;
    int device;
    unsigned flags;
    int priority;
    bool is_null, is_blocking; /* is_blocking: ordered with the legacy default stream */
    bool is_running;           /* its first op runs */
    bool is_ready;             /* in the list of streams for workers */
    bool has_worker;           /* that runs it until it is empty */
    bool is_destroyed;
    unsigned refs;
    struct op *first, *last;
    struct stream *next_ready;
    struct stream *next; /* all streams */
    struct capture *capture;
    struct node **tips; /* [tip_count] of a capture: what the next node depends on */
    size_t tip_count;
    uint32_t cu_mask[4];
    uint64_t task;                /* shoal_check_task: what is done here next comes after it */
    hipAccessPolicyWindow window; /* attributes, kept for those that ask */
    hipSynchronizationPolicy sync_policy; /* 0: not set */
    hipLaunchMemSyncDomainMap domains;
    hipLaunchMemSyncDomain domain;
};

/* All streams. */
struct stream *streams_locked(void);
/* The stream of a handle in this thread: NULL, hipStreamLegacy, hipStreamPerThread or made.
 * hipErrorInvalidHandle: there is no such stream (any more). */
hipError_t stream_of_locked(hipStream_t handle, struct stream **out);
/* The same, after hip_start; with the lock on success. */
hipError_t stream_open(hipStream_t handle, struct stream **out);
/* What hipStreamDestroy, hipStreamEndCapture and hipLaunchHostFunc call a handle of no stream. */
static inline hipError_t of_destroyed(hipError_t error)
{
    return error == hipErrorInvalidHandle ? hipErrorContextIsDestroyed : error;
}
static inline hipStream_t spt(hipStream_t stream) { return stream ? stream : hipStreamPerThread; }

/* Appends the action, whose contents are taken over even on failure, to the stream, or to the
 * graph that is captured there. is_driven: the caller waits at once (stream_wait). out may be
 * NULL; else a reference, NULL after capture. */
hipError_t stream_submit_locked(struct stream *stream, struct action *action, bool is_driven,
                                struct op **out);
/* For checkers: a task of the stream, after all that comes before what it is given now, and after
 * `other`. */
uint64_t stream_task_locked(struct stream *s, uint64_t other);
/* The program knows that all that the stream was given is done. */
void stream_is_known_locked(const struct stream *s);
/* The task of the action that this thread runs. */
uint64_t stream_running_task(void);
/* Waits until op is done, running its stream in this thread where possible. */
hipError_t op_wait_locked(struct op *op);
void op_unref_locked(struct op *op);
/* Waits for all that the stream has. Fails while it is captured. */
hipError_t stream_wait_locked(struct stream *stream);
/* All streams of a device. */
hipError_t device_wait_locked(int device);
/* Submits to a stream handle; waits if is_sync. The action is taken over. */
hipError_t submit(hipStream_t stream, struct action *action, bool is_sync);
/* Its handle, and the stream when its work is done. */
void stream_destroy_locked(struct stream *stream);
/* What waiting and launching calls return because of an earlier fault. */
hipError_t device_status(int device);
uint64_t hip_clock_ns(void);

/* ---- events */
struct event {
    hipEvent_t handle;
    unsigned refs, flags;
    int device;
    struct op *op; /* referenced; the latest record; NULL: never recorded */
    uint64_t ns;   /* when nothing was before it, op is NULL */
    uint64_t task; /* shoal_check_task that the latest record is after */
    bool is_recorded;
    struct event_share *share; /* hipEventInterprocess; then `op` and `ns` are not used */
    int share_fd;              /* -1: opened from another process */
    struct capture *capture;   /* recorded while capturing: not an event of its own any more */
    struct node **nodes;       /* [node_count] what it stands for in the capture */
    size_t node_count;
};
hipError_t event_of_locked(hipEvent_t handle, struct event **out);
void event_unref_locked(struct event *event);
/* Records at the end of `op` (NULL: now). */
void event_set_locked(struct event *event, struct op *op);
hipError_t event_record_locked(struct event *event, struct stream *stream);

/* ---- functions and modules ----------------------------------------------------------------------
 */

struct function {
    atomic_uint refs; /* its module's or the table's, and one per action that launches it */
    hipFunction_t handle;
    char *name;
    const void *host;      /* what hipLaunchKernel gets; NULL: of a module that was loaded */
    struct fatbin *fatbin; /* NULL: unloaded; it cannot be launched any more */
    shoal_kernel *kernels[MAX_DEVICES]; /* found on first use */
    int max_dynamic_lds;
};
/* The kernel of a function on a device; loads its module. */
hipError_t function_kernel(struct function *function, int device, shoal_kernel **out);
/* Both can be launched on the same devices: modules that are loaded have one. */
bool function_shares_device(const struct function *a, const struct function *b);
struct function *function_ref(struct function *function);
void function_unref(struct function *function);
/* The function that was registered for a host address. */
hipError_t function_of_host(const void *host, struct function **out);
hipError_t function_of_handle(hipFunction_t handle, struct function **out);
/* A host address or a hipFunction_t. */
hipError_t function_of_any(const void *either, struct function **out);
/* Device address and size of a registered variable in the current device. */
hipError_t symbol_find(const void *symbol, uint64_t *out_address, size_t *out_size);
/* Every variable of loaded modules lies in a module's memory. */
hipError_t make_launch(struct function *function, const uint64_t grid[3], const uint32_t block[3],
                       size_t lds_bytes, void **params, void **extra, bool is_cooperative,
                       struct action *out);
/* Memory of a managed variable, which stays as long as the program. */
bool is_managed_variable_locked(uint64_t base);
/* Texture references of a module that is unloaded. */
void references_forget(hipModule_t module);
unsigned occupancy_blocks(const shoal_kernel *kernel, uint32_t block_items, size_t lds_bytes);

/* ---- for hipDeviceReset, without the lock */
void textures_reset(int device);
void arrays_reset(int device);
void modules_reset(int device);

/* ---- graphs and capture -------------------------------------------------------------------------
 */

hipError_t exec_run(struct exec *exec, int device);
void exec_unref_locked(struct exec *exec);
struct exec *exec_ref_locked(struct exec *exec);
/* Adds the action to the graph that the stream captures. */
hipError_t capture_add_locked(struct stream *stream, struct action *action);
hipError_t capture_record_locked(struct stream *stream, struct event *event);
/* Lets the stream join the capture that the event was recorded in. */
hipError_t capture_join_locked(struct stream *stream, struct event *event);
/* A call that is not allowed while a stream is captured makes the capture invalid. */
hipError_t capture_forbid_locked(struct stream *stream);
/* Calls that wait or allocate are refused while this thread captures in a strict mode. */
hipError_t capture_refuse_unsafe_locked(void);
/* The same for calls that only ROCm 7 refuses. Without the lock. */
hipError_t capture_refuse_7(void);
/* hipStreamAddCallback in ROCm 7, while the stream or any blocking one is captured. */
hipError_t capture_refuse_callback_locked(struct stream *stream);
/* A launch on several devices, into a stream that is captured. */
hipError_t capture_refuse_multi_device_locked(const struct stream *stream);
void capture_leave_locked(struct capture *capture);
/* The stream goes, and with it the capture. */
void capture_drop_stream_locked(struct stream *stream);
void capture_ref_locked(struct capture *capture);
/* A graph that is being captured, and is not the program's yet. */
bool capture_owns_graph_locked(const struct graph *graph);
/* The program takes a node out of a graph that is captured into, or destroys it. */
void capture_graph_changed_locked(const struct graph *graph, bool is_gone);

/* ---- graphmem.c: memory that nodes allocate. It is there as long as a node or the program has it;
 * whether the program may use it follows launches and frees in the order of calls. */
hipError_t graph_memory_make(size_t size, int device, struct graph_memory **out);
void graph_memory_ref_locked(struct graph_memory *memory);
void graph_memory_unref_locked(struct graph_memory *memory);
uint64_t graph_memory_address(const struct graph_memory *memory);
/* hipErrorInvalidValue: it is not in use. */
hipError_t graph_memory_free_locked(struct graph_memory *memory);
/* What a launch of these nodes does to their memory, in order; nothing on failure. */
hipError_t graph_memory_launch_locked(struct node *const *order, size_t count, bool is_auto_free);

/* ---- generated from functions.tbl: all functions, sorted by name */
struct hip_symbol {
    const char *name;
    int version; /* 100 * major + minor, the first that has it */
    void (*address)(void);
};
extern const struct hip_symbol hip_symbols[];
extern const size_t hip_symbol_count;

/* What all devices have in common; the rest is in hip.chip. */
enum {
    DEVICE_MAX_BLOCK = 1024,
    DEVICE_REALTIME_KHZ = 100000,
    MEMORY_GRANULE = 4096,
};

#endif

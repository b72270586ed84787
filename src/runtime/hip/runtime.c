/* runtime.c: the process's state, settings, handles, and errors of threads.
 *
 * Environment: SHOAL_DEVICES=N devices, SHOAL_LOG=1 notes on stderr, SHOAL_LDS_FAULTS=0
 * accesses behind LDS do nothing, SHOAL_HMM=1 kernels may use
 * all memory of the process, SHOAL_CHIP=NAME the chip that programs are told of, SHOAL_ABORT=1 a
 * fault ends the process, SHOAL_TIMEOUT=SECONDS per kernel, SHOAL_ENGINE=interp|jit,
 * SHOAL_THREADS=N; SHOAL_STATS and SHOAL_TRACE: shoal/profile.h. */
#include "runtime.h"

#include "shoal/profile.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct hip_state hip = {.lock = PTHREAD_MUTEX_INITIALIZER, .progress = PTHREAD_COND_INITIALIZER};
_Thread_local struct hip_thread hip_thread;

uint64_t hip_clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void log_at(int level, const char *format, va_list args)
{
    hip_configure();
    if (hip.log_level < level)
        return;
    char text[512];
    vsnprintf(text, sizeof text, format, args);
    fprintf(stderr, "shoal: %s\n", text);
}

void hip_log(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_at(1, format, args);
    va_end(args);
}

void hip_log_more(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_at(2, format, args);
    va_end(args);
}

/* ---- settings -------------------------------------------------------------------------- */

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && value[0] && strcmp(value, "0");
}

static double number(const char *name, double least, double most, double otherwise)
{
    const char *value = getenv(name);
    if (!value || !value[0])
        return otherwise;
    char *end;
    double n = strtod(value, &end);
    if (*end || !(n >= least && n <= most)) {
        fprintf(stderr, "shoal: %s=%s is ignored: expected a number from %g to %g\n", name, value,
                least, most);
        return otherwise;
    }
    return n;
}

/* What the host can give without swapping, now. */
static uint64_t free_host_bytes(void)
{
    unsigned long long kib = 0;
    char line[128];
    FILE *f = fopen("/proc/meminfo", "re");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "MemAvailable: %llu kB", &kib) != 1)
        ;
    if (f)
        fclose(f);
    return kib ? (uint64_t)kib << 10
               : (uint64_t)sysconf(_SC_AVPHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Memory of each device: SHOAL_DEVICE_MEMORY, else the chip's, but not above half of what the host
 * has free: device memory is host memory, and programs that take a share of what there is would
 * take it from all others. */
static size_t device_memory(void)
{
    const uint64_t half = free_host_bytes() / 2;
    const size_t usual = (size_t)(hip.chip->memory_bytes < half ? hip.chip->memory_bytes : half);
    const char *value = getenv("SHOAL_DEVICE_MEMORY"), *units = "KMGT", *unit;
    if (!value || !value[0])
        return usual;
    char *end;
    double n = strtod(value, &end);
    if (*end && (unit = strchr(units, *end))) {
        n *= (double)(UINT64_C(1) << 10 * (unit - units + 1));
        end++;
    }
    if (end == value || *end || !(n >= 1 << 20 && n <= (double)(UINT64_C(1) << 46))) {
        fprintf(stderr,
                "shoal: SHOAL_DEVICE_MEMORY=%s is ignored: expected a size from 1M to 64T, such as "
                "8G\n",
                value);
        return usual;
    }
    return (size_t)n;
}

/* The chip of SHOAL_CHIP, if it has the instruction set that HIP programs are compiled for. */
static const shoal_chip *chosen_chip(void)
{
    const char *name = getenv("SHOAL_CHIP");
    const shoal_chip *usual = shoal_chip_at(0), *chip;
    char known[256] = "";
    if (!name || !name[0])
        return usual;
    for (size_t i = 0; (chip = shoal_chip_at(i)); i++) {
        if (chip->is_generic || strcmp(chip->isa, usual->isa))
            continue;
        if (!strcmp(chip->name, name))
            return chip;
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", chip->name);
    }
    fprintf(stderr, "shoal: SHOAL_CHIP=%s is ignored: expected %s\n", name, known);
    return usual;
}

static void configure(void)
{
    hip.chip = chosen_chip();
    hip.device_count = (int)number("SHOAL_DEVICES", 0, MAX_DEVICES, 1);
    hip.timeout_seconds = number("SHOAL_TIMEOUT", 0, 1e9, 0);
    const char *log = getenv("SHOAL_LOG");
    hip.log_level = !is_set("SHOAL_LOG") ? 0 : atoi(log) > 1 ? 2 : 1;
    hip.has_hmm = is_set("SHOAL_HMM");
    hip.has_abort = is_set("SHOAL_ABORT");
    const char *engine = getenv("SHOAL_ENGINE");
    if (engine && !strcmp(engine, "jit"))
        hip.engine = SHOAL_ENGINE_JIT;
    else if (engine && !strcmp(engine, "interp"))
        hip.engine = SHOAL_ENGINE_INTERP;
    else if (engine && engine[0] && strcmp(engine, "auto"))
        fprintf(stderr, "shoal: SHOAL_ENGINE=%s is ignored: expected auto, interp or jit\n",
                engine);
    for (int i = 0; i < hip.device_count; i++) {
        struct hip_device *d = &hip.devices[i];
        d->id = i;
        d->heap_bytes = 8 << 20;
        d->fifo_bytes = 1 << 20;
        d->stack_bytes = 1024;
    }
    hip.total_bytes = device_memory();
}

void hip_configure(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, configure);
}

static void log_line(void *user, shoal_log_level level, const char *text)
{
    (void)user;
    if (level == SHOAL_LOG_ERROR)
        fprintf(stderr, "shoal: %s\n", text);
    else if (level != SHOAL_LOG_INFO)
        hip_log("%s", text);
}

/* ---- the process ---------------------------------------------------------------------------- */

static void at_exit(void) { atomic_store(&hip.is_ending, true); }

/* exit() runs the latest handlers first. */
void hip_watch_end(void) { atexit(at_exit); }

/* The child has the lock, as its parent had for the call of fork, but none of the threads. */
static void in_child(void)
{
    hip.is_child = true;
    pthread_mutex_init(&hip.lock, NULL);
    pthread_cond_init(&hip.progress, NULL);
    hip.waiting = 0;
}

/* Another device's memory is in the same window: without all addresses it must be large. */
static hipError_t start_locked(void)
{
    shoal_device_options o = shoal_device_options_default();
    o.chip = hip.chip->name;
    o.log = log_line;
    o.host_addresses = hip.has_hmm;
    o.lds_faults = number("SHOAL_LDS_FAULTS", 0, 1, 1) == 1;
    o.threads = (unsigned)number("SHOAL_THREADS", 0, 256, 0);
    shoal_device *device;
    shoal_status st = shoal_device_create(&o, &device);
    if (st != SHOAL_OK) {
        fprintf(stderr, "shoal: no device: %s\n", shoal_last_error(NULL));
        return st == SHOAL_E_NOMEM ? hipErrorOutOfMemory : hipErrorNotInitialized;
    }
    shoal_profile_start();
    shoal_mem_window(device, &hip.window_base, &hip.window_size);
    if (hip.total_bytes > hip.window_size)
        hip.total_bytes = hip.window_size;
    hip.shoal = device;
    hip.is_checked = getenv("SHOAL_CHECK") != NULL;
    pthread_atfork(hip_lock, hip_unlock, in_child);
    return hipSuccess;
}

hipError_t hip_start(void)
{
    static atomic_bool is_started;
    if (atomic_load_explicit(&is_started, memory_order_acquire))
        return hip.is_child ? hipErrorNotInitialized : hipSuccess;
    hip_configure();
    if (hip.device_count == 0)
        return hipErrorNoDevice;
    hip_lock();
    hipError_t error = hip.shoal ? hipSuccess : start_locked();
    hip_unlock();
    if (error == hipSuccess)
        atomic_store_explicit(&is_started, true, memory_order_release);
    return error;
}

/* ---- handles ------------------------------------------------------------------------------ */

struct slot {
    void *object; /* NULL: free */
    uint32_t generation;
    uint32_t next_free; /* index + 1 */
    enum handle_kind kind;
};
static struct slot *slots;
static uint32_t slot_count, slot_capacity;
static uint32_t first_free, last_free; /* index + 1; the oldest is used first */

/* index << 8 | kind << 4 | 8, generation above; no pointer looks like that by chance, nor do
 * hipStreamLegacy and hipStreamPerThread. */
enum { GENERATION_SHIFT = 40, INDEX_SHIFT = 8, INDEX_BITS = 24, KIND_SHIFT = 4, MARK = 8 };

static bool slots_grow(void)
{
    if (slot_count < slot_capacity)
        return true;
    uint32_t capacity = slot_capacity ? slot_capacity * 2 : 256;
    if (capacity > UINT32_C(1) << INDEX_BITS)
        return false;
    struct slot *grown = realloc(slots, capacity * sizeof *slots);
    if (!grown)
        return false;
    slots = grown;
    slot_capacity = capacity;
    return true;
}

static void *handle_of(const struct slot *s)
{
    uint64_t value = (uint64_t)s->generation << GENERATION_SHIFT |
                     (uint64_t)(s - slots) << INDEX_SHIFT | (uint64_t)s->kind << KIND_SHIFT | MARK;
    return (void *)(uintptr_t)value;
}

void *handle_make_locked(enum handle_kind kind, void *object)
{
    enum { KEEP = 1024 }; /* new slots are taken rather than ones that were used lately */
    uint32_t index;
    if (first_free && slot_count >= KEEP) {
        index = first_free - 1;
        first_free = slots[index].next_free;
        if (!first_free)
            last_free = 0;
    } else {
        if (!slots_grow())
            return NULL;
        index = slot_count++;
        slots[index] = (struct slot){0};
    }
    struct slot *s = &slots[index];
    s->object = object;
    s->kind = kind;
    s->generation = (s->generation + 1) & 0xffffff;
    return handle_of(s);
}

static struct slot *slot_of(const void *handle)
{
    uint64_t value = (uint64_t)(uintptr_t)handle;
    uint32_t index = (uint32_t)(value >> INDEX_SHIFT) & ((UINT32_C(1) << INDEX_BITS) - 1);
    /* Indices above 2^24 spill into nothing: GENERATION_SHIFT leaves room for them. */
    if ((value & 15) != MARK || index >= slot_count)
        return NULL;
    struct slot *s = &slots[index];
    bool fits = s->object && s->generation == value >> GENERATION_SHIFT &&
                (uint64_t)s->kind == (value >> KIND_SHIFT & 15);
    return fits ? s : NULL;
}

void *handle_get_locked(enum handle_kind kind, const void *handle)
{
    const struct slot *s = slot_of(handle);
    return s && s->kind == kind ? s->object : NULL;
}

void handle_drop_locked(const void *handle)
{
    struct slot *s = slot_of(handle);
    if (!s)
        return;
    s->object = NULL;
    s->next_free = 0;
    uint32_t number = (uint32_t)(s - slots) + 1;
    if (last_free)
        slots[last_free - 1].next_free = number;
    else
        first_free = number;
    last_free = number;
}

void *handle_next_locked(enum handle_kind kind, uint32_t *at, void **handle)
{
    for (; *at < slot_count; ++*at) {
        const struct slot *s = &slots[*at];
        if (!s->object || s->kind != kind)
            continue;
        *handle = handle_of(s);
        ++*at;
        return s->object;
    }
    return NULL;
}

/* ---- errors --------------------------------------------------------------------------------- */

hipError_t hip_done(hipError_t error)
{
    /* HIP 6: the code of the last call, whatever it is; 5, and 7 again: the last error. */
    if (HIP_GENERATION == 6 || (error != hipSuccess && error != hipErrorNotReady))
        hip_thread.last_error = error;
    return error;
}

hipError_t hip_not_supported(const char *function, const char *why)
{
    /* Names are string literals: the same address each time. */
    static const char *told[512];
    static unsigned told_count;
    hip_lock();
    bool is_new = true;
    for (unsigned i = 0; i < told_count; i++)
        is_new &= told[i] != function;
    if (is_new && told_count < sizeof told / sizeof *told)
        told[told_count++] = function;
    hip_unlock();
    if (is_new)
        hip_log("%s is not supported and returns hipErrorNotSupported: %s", function, why);
    return hip_done(hipErrorNotSupported);
}

hipError_t hip_error_of(shoal_status status)
{
    switch (status) {
    case SHOAL_OK:
        return hipSuccess;
    case SHOAL_E_NOMEM:
        return hipErrorOutOfMemory;
    case SHOAL_E_FORMAT:
        return hipErrorInvalidImage;
    case SHOAL_E_TARGET:
        return hipErrorNoBinaryForGpu;
    case SHOAL_E_IO:
        return hipErrorFileNotFound;
    case SHOAL_E_NOT_FOUND:
        return hipErrorNotFound;
    case SHOAL_E_LIMIT:
        return hipErrorInvalidConfiguration;
    case SHOAL_E_UNSUPPORTED:
        return hipErrorNotSupported;
    case SHOAL_E_TIMEOUT:
        return hipErrorLaunchTimeOut;
    case SHOAL_E_FAULT:
        return hipErrorLaunchFailure;
    default:
        return hipErrorInvalidValue;
    }
}

hipError_t hipGetLastError(void)
{
    hipError_t error = hip_thread.last_error;
    hip_thread.last_error = hipSuccess;
    return error;
}

hipError_t hipExtGetLastError(void) { return hipGetLastError(); }

hipError_t hipPeekAtLastError(void) { return hip_thread.last_error; }

/* X(code, text): what HIP's documentation says about each, in our words. */
#define ERRORS(X)                                                                                  \
    X(hipSuccess, "no error")                                                                      \
    X(hipErrorInvalidValue, "invalid argument")                                                    \
    X(hipErrorOutOfMemory, "out of memory")                                                        \
    X(hipErrorNotInitialized, "initialization error")                                              \
    X(hipErrorDeinitialized, "driver shutting down")                                               \
    X(hipErrorProfilerDisabled, "profiler disabled while using external profiling tool")           \
    X(hipErrorProfilerNotInitialized, "profiler is not initialized")                               \
    X(hipErrorProfilerAlreadyStarted, "profiler already started")                                  \
    X(hipErrorProfilerAlreadyStopped, "profiler already stopped")                                  \
    X(hipErrorInvalidConfiguration, "invalid configuration argument")                              \
    X(hipErrorInvalidPitchValue, "invalid pitch argument")                                         \
    X(hipErrorInvalidSymbol, "invalid device symbol")                                              \
    X(hipErrorInvalidDevicePointer, "invalid device pointer")                                      \
    X(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                         \
    X(hipErrorInsufficientDriver, "driver version is insufficient for runtime version")            \
    X(hipErrorMissingConfiguration, "__global__ function call is not configured")                  \
    X(hipErrorPriorLaunchFailure, "unspecified launch failure in prior launch")                    \
    X(hipErrorInvalidDeviceFunction, "invalid device function")                                    \
    X(hipErrorNoDevice, "no ROCm-capable device is detected")                                      \
    X(hipErrorInvalidDevice, "invalid device ordinal")                                             \
    X(hipErrorInvalidImage, "device kernel image is invalid")                                      \
    X(hipErrorInvalidContext, "invalid device context")                                            \
    X(hipErrorContextAlreadyCurrent, "context is already current context")                         \
    X(hipErrorMapFailed, "mapping of buffer object failed")                                        \
    X(hipErrorUnmapFailed, "unmapping of buffer object failed")                                    \
    X(hipErrorArrayIsMapped, "array is mapped")                                                    \
    X(hipErrorAlreadyMapped, "resource already mapped")                                            \
    X(hipErrorNoBinaryForGpu, "no kernel image is available for execution on the device")          \
    X(hipErrorAlreadyAcquired, "resource already acquired")                                        \
    X(hipErrorNotMapped, "resource not mapped")                                                    \
    X(hipErrorNotMappedAsArray, "resource not mapped as array")                                    \
    X(hipErrorNotMappedAsPointer, "resource not mapped as pointer")                                \
    X(hipErrorECCNotCorrectable, "uncorrectable ECC error encountered")                            \
    X(hipErrorUnsupportedLimit, "limit is not supported on this architecture")                     \
    X(hipErrorContextAlreadyInUse, "exclusive-thread device already in use by a different thread") \
    X(hipErrorPeerAccessUnsupported, "peer access is not supported between these two devices")     \
    X(hipErrorInvalidKernelFile, "invalid kernel file")                                            \
    X(hipErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context")                         \
    X(hipErrorInvalidSource, "device kernel image is invalid")                                     \
    X(hipErrorFileNotFound, "file not found")                                                      \
    X(hipErrorSharedObjectSymbolNotFound, "shared object symbol not found")                        \
    X(hipErrorSharedObjectInitFailed, "shared object initialization failed")                       \
    X(hipErrorOperatingSystem, "OS call failed or operation not supported on this OS")             \
    X(hipErrorInvalidHandle, "invalid resource handle")                                            \
    X(hipErrorIllegalState, "the operation cannot be performed in the present state")              \
    X(hipErrorNotFound, "named symbol not found")                                                  \
    X(hipErrorNotReady, "device not ready")                                                        \
    X(hipErrorIllegalAddress, "an illegal memory access was encountered")                          \
    X(hipErrorLaunchOutOfResources, "too many resources requested for launch")                     \
    X(hipErrorLaunchTimeOut, "the launch timed out and was terminated")                            \
    X(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled")                          \
    X(hipErrorPeerAccessNotEnabled, "peer access has not been enabled")                            \
    X(hipErrorSetOnActiveProcess, "cannot set while device is active in this process")             \
    X(hipErrorContextIsDestroyed, "context is destroyed")                                          \
    X(hipErrorAssert, "device-side assert triggered")                                              \
    X(hipErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already " \
                                           "mapped")                                               \
    X(hipErrorHostMemoryNotRegistered,                                                             \
      "pointer does not correspond to a registered memory region")                                 \
    X(hipErrorLaunchFailure, "unspecified launch failure")                                         \
    X(hipErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch")                  \
    X(hipErrorNotSupported, "operation not supported")                                             \
    X(hipErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing")        \
    X(hipErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture") \
    X(hipErrorStreamCaptureMerge, "operation would result in a merge of separate capture "         \
                                  "sequences")                                                     \
    X(hipErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began")      \
    X(hipErrorStreamCaptureUnjoined, "capturing stream has unjoined work")                         \
    X(hipErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream")   \
    X(hipErrorStreamCaptureImplicit, "operation would make the legacy stream depend on a "         \
                                     "capturing blocking stream")                                  \
    X(hipErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing "   \
                             "stream")                                                             \
    X(hipErrorStreamCaptureWrongThread, "attempt to terminate a thread-local capture sequence "    \
                                        "from another thread")                                     \
    X(hipErrorGraphExecUpdateFailure, "the graph update was not performed because it included "    \
                                      "changes which violated constraints specific to "            \
                                      "instantiated graph update")                                 \
    X(hipErrorInvalidChannelDescriptor, "invalid channel descriptor")                              \
    X(hipErrorInvalidTexture, "invalid texture")                                                   \
    X(hipErrorUnknown, "unknown error")                                                            \
    X(hipErrorRuntimeMemory, "runtime memory call returned error")                                 \
    X(hipErrorRuntimeOther, "runtime call other than memory returned error")

static const char *error_name(hipError_t error)
{
    switch ((int)error) {
#define NAME(code, text)                                                                           \
    case code:                                                                                     \
        return #code;
        ERRORS(NAME)
#undef NAME
    }
    return NULL;
}

static const char *error_text(hipError_t error)
{
    switch ((int)error) {
#define TEXT(code, text)                                                                           \
    case code:                                                                                     \
        return text;
        ERRORS(TEXT)
#undef TEXT
    }
    return NULL;
}

const char *hipGetErrorName(hipError_t hip_error)
{
    const char *name = error_name(hip_error);
    return name ? name : "hipErrorUnknown";
}

const char *hipGetErrorString(hipError_t hipError)
{
    const char *text = error_text(hipError);
    return text ? text : error_text(hipErrorUnknown);
}

hipError_t hipDrvGetErrorName(hipError_t hipError, const char **errorString)
{
    if (!errorString)
        return hip_done(hipErrorInvalidValue);
    *errorString = error_name(hipError);
    return hip_done(*errorString ? hipSuccess : hipErrorInvalidValue);
}

hipError_t hipDrvGetErrorString(hipError_t hipError, const char **errorString)
{
    if (!errorString)
        return hip_done(hipErrorInvalidValue);
    *errorString = error_text(hipError);
    return hip_done(*errorString ? hipSuccess : hipErrorInvalidValue);
}

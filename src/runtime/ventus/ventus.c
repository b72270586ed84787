/* ventus.c: libventus.so: the functions of ventus.h over the public API. */
#include "ventus.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"
#include "shoal/profile.h"

enum { PAGE = 4096, CACHE_LINE = 128, MAX_CORES = 16, LOCAL_BYTES = 128 << 10 };
#define CODE_BASE  UINT64_C(0x80000000)
#define CODE_BYTES UINT64_C(0x10000000)
#define ALLOC_BASE UINT64_C(0x90000000)

/* The first words of the kernel metadata buffer. */
enum { KNL_ENTRY_BYTES = 4 };

/* In the order of addresses. */
struct buffer {
    uint64_t address, end; /* whole pages */
    struct buffer *next;
};

struct device {
    pthread_mutex_t lock;
    shoal_device *device;
    struct buffer *buffers;
    uint8_t *elf; /* [elf_bytes] as uploaded; NULL: none */
    size_t elf_bytes;
    bool has_code; /* memory for code that was copied */
    uint64_t code_end;
    shoal_module *module;         /* of the latest launch */
    shoal_completion *completion; /* of a launch that nobody has waited for */
    shoal_kernel *kernel;         /* of that launch */
    shoal_profiled *profiled;     /* that launch; NULL: the environment does not ask */
    uint64_t launches, failures;
    shoal_launch_stats total;
};

__attribute__((format(printf, 1, 2))) static int complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("ventus: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return -1;
}

static int complain_last(const struct device *d)
{
    return complain("%s", shoal_last_error(d->device));
}

static struct device *enter(vt_device_h handle, const char *function)
{
    struct device *d = handle;
    if (!d)
        complain("%s: the device is NULL", function);
    else
        pthread_mutex_lock(&d->lock);
    return d;
}

static int leave(struct device *d, int result)
{
    pthread_mutex_unlock(&d->lock);
    return result;
}

/* ---- devices -------------------------------------------------------------------------- */

static void log_message(void *user, shoal_log_level level, const char *text)
{
    (void)user, (void)level;
    complain("%s", text);
}

int vt_dev_open(vt_device_h *device)
{
    if (!device)
        return complain("vt_dev_open: device is NULL");
    *device = NULL;
    struct device *d = calloc(1, sizeof *d);
    if (!d)
        return complain("out of memory");
    shoal_device_options o = shoal_device_options_default();
    o.isa = "ventus";
    o.wave_lanes = ventus_threads_per_warp();
    o.dialect = ventus_dialect();
    o.log = log_message;
    if (shoal_device_create(&o, &d->device) != SHOAL_OK) {
        free(d);
        return complain("cannot create the device: %s", shoal_last_error(NULL));
    }
    pthread_mutex_init(&d->lock, NULL);
    *device = d;
    return 0;
}

/* Waits for the launch that runs, if there is one. */
static int wait_for(struct device *d)
{
    shoal_launch_stats stats = {0};
    if (!d->completion)
        return 0;
    shoal_status st = shoal_completion_wait(d->completion, &stats);
    if (st != SHOAL_OK) {
        d->failures++;
        complain_last(d);
    }
    shoal_profile_end(d->profiled, d->kernel, st, &stats);
    d->profiled = NULL;
    shoal_completion_destroy(d->completion);
    d->completion = NULL;
    d->launches++;
    d->total.kernel_ms += stats.kernel_ms;
    d->total.instructions += stats.instructions;
    d->total.lane_instructions += stats.lane_instructions;
    d->total.waves += stats.waves;
    d->total.workgroups += stats.workgroups;
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        d->total.by_class[i] += stats.by_class[i];
    return st == SHOAL_OK ? 0 : -1;
}

static void free_buffers(struct device *d)
{
    while (d->buffers) {
        struct buffer *next = d->buffers->next;
        shoal_mem_free(d->device, d->buffers->address);
        free(d->buffers);
        d->buffers = next;
    }
}

int vt_dev_close(vt_device_h device)
{
    struct device *d = enter(device, "vt_dev_close");
    if (!d)
        return -1;
    wait_for(d);
    free_buffers(d);
    shoal_device_destroy(d->device);
    leave(d, 0);
    pthread_mutex_destroy(&d->lock);
    free(d->elf);
    free(d);
    return 0;
}

int vt_dev_caps(vt_device_h *device, uint64_t caps_id, uint64_t *value)
{
    (void)device;
    if (!value)
        return complain("vt_dev_caps: value is NULL");
    const uint64_t values[] = {
        [VT_CAPS_VERSION] =
            SHOAL_VERSION_MAJOR << 16 | SHOAL_VERSION_MINOR << 8 | SHOAL_VERSION_PATCH,
        [VT_CAPS_MAX_CORES] = MAX_CORES,
        [VT_CAPS_MAX_WARPS] = VENTUS_MAX_WARPS,
        [VT_CAPS_MAX_THREADS] = ventus_threads_per_warp(),
        [VT_CAPS_CACHE_LINE_SIZE] = CACHE_LINE,
        [VT_CAPS_LOCAL_MEM_SIZE] = LOCAL_BYTES,
        [VT_CAPS_ALLOC_BASE_ADDR] = ALLOC_BASE,
        [VT_CAPS_KERNEL_BASE_ADDR] = CODE_BASE,
    };
    if (caps_id >= sizeof values / sizeof *values)
        return complain("vt_dev_caps: there is no capability %" PRIu64, caps_id);
    *value = values[caps_id];
    return 0;
}

int vt_root_mem_alloc(vt_device_h device, int task)
{
    (void)task;
    return device ? 0 : -1;
}

int vt_root_mem_free(vt_device_h device, int task)
{
    (void)task;
    return device ? 0 : -1;
}

/* ---- memory --------------------------------------------------------------------------- */

int vt_buf_alloc(vt_device_h device, uint64_t size, uint64_t *address, int type, uint64_t task,
                 uint64_t kernel)
{
    (void)type, (void)task, (void)kernel;
    struct device *d = enter(device, "vt_buf_alloc");
    if (!d)
        return -1;
    if (!address)
        return leave(d, complain("vt_buf_alloc: address is NULL"));
    if (size == 0 || size > CODE_BASE)
        return leave(d,
                     complain("vt_buf_alloc: a buffer of %" PRIu64 " bytes is not possible", size));
    struct buffer *b = malloc(sizeof *b);
    if (!b)
        return leave(d, complain("out of memory"));
    struct buffer **link = &d->buffers;
    uint64_t bytes = (size + PAGE - 1) / PAGE * PAGE, at = ALLOC_BASE;
    for (; *link && (*link)->address - at < bytes; link = &(*link)->next)
        at = (*link)->end;
    if (shoal_mem_alloc_at(d->device, at, size) != SHOAL_OK) {
        free(b);
        return leave(d, complain_last(d));
    }
    *b = (struct buffer){at, at + bytes, *link};
    *link = b;
    *address = at;
    return leave(d, 0);
}

int vt_buf_free(vt_device_h device, uint64_t size, uint64_t *address, uint64_t task,
                uint64_t kernel)
{
    (void)size, (void)address, (void)task, (void)kernel;
    struct device *d = enter(device, "vt_buf_free");
    if (!d)
        return -1;
    free_buffers(d);
    return leave(d, 0);
}

int vt_one_buf_free(vt_device_h device, uint64_t size, uint64_t *address, uint64_t task,
                    uint64_t kernel)
{
    (void)size, (void)task, (void)kernel;
    struct device *d = enter(device, "vt_one_buf_free");
    if (!d)
        return -1;
    if (!address)
        return leave(d, complain("vt_one_buf_free: address is NULL"));
    for (struct buffer **link = &d->buffers; *link; link = &(*link)->next) {
        struct buffer *b = *link;
        if (b->address != *address)
            continue;
        *link = b->next;
        shoal_mem_free(d->device, b->address);
        free(b);
        return leave(d, 0);
    }
    return leave(d, complain("vt_one_buf_free: there is no buffer at %#" PRIx64, *address));
}

static bool is_code(uint64_t address) { return address - CODE_BASE < CODE_BYTES; }

/* Code that is copied, as for the RTL, in memory of its own; it takes the place of a file. */
static bool prepare_code(struct device *d, uint64_t end)
{
    if (!d->has_code) {
        shoal_module_unload(d->module);
        d->module = NULL;
        free(d->elf);
        d->elf = NULL;
        if (shoal_mem_alloc_at(d->device, CODE_BASE, CODE_BYTES) != SHOAL_OK) {
            complain_last(d);
            return false;
        }
        d->has_code = true;
        d->code_end = CODE_BASE;
    }
    if (end > d->code_end)
        d->code_end = end;
    return true;
}

int vt_copy_to_dev(vt_device_h device, uint64_t address, const void *from, uint64_t size,
                   uint64_t task, uint64_t kernel)
{
    (void)task, (void)kernel;
    struct device *d = enter(device, "vt_copy_to_dev");
    if (!d)
        return -1;
    /* With a file, only what it has at these addresses can be written. */
    bool is_known = size && is_code(address) && d->module && d->elf;
    if (is_code(address) && !is_known && size <= CODE_BYTES && !prepare_code(d, address + size))
        return leave(d, -1);
    if (shoal_mem_write(d->device, address, from, size) != SHOAL_OK)
        return leave(d, complain_last(d));
    return leave(d, 0);
}

int vt_copy_from_dev(vt_device_h device, uint64_t address, void *to, uint64_t size, uint64_t task,
                     uint64_t kernel)
{
    (void)task, (void)kernel;
    struct device *d = enter(device, "vt_copy_from_dev");
    if (!d)
        return -1;
    if (shoal_mem_read(d->device, to, address, size) != SHOAL_OK)
        return leave(d, complain_last(d));
    return leave(d, 0);
}

/* ---- code ----------------------------------------------------------------------------- */

/* Takes bytes over. */
static int set_elf(struct device *d, uint8_t *bytes, size_t size)
{
    shoal_module_unload(d->module);
    d->module = NULL;
    if (d->has_code)
        shoal_mem_free(d->device, CODE_BASE);
    d->has_code = false;
    free(d->elf);
    d->elf = bytes;
    d->elf_bytes = size;
    return 0;
}

int vt_upload_kernel_file(vt_device_h device, const char *path, int task)
{
    (void)task;
    struct device *d = enter(device, "vt_upload_kernel_file");
    if (!d)
        return -1;
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file)
        return leave(d, complain("%s: %s", path ? path : "(null)", strerror(errno)));
    uint8_t *bytes = NULL;
    size_t size = 0, room = 0;
    bool is_good = true;
    while (is_good && !feof(file) && !ferror(file)) {
        if (size == room) {
            room = room ? room * 2 : 1 << 16;
            uint8_t *larger = realloc(bytes, room);
            is_good = larger != NULL;
            bytes = larger ? larger : bytes;
        }
        if (is_good)
            size += fread(bytes + size, 1, room - size, file);
    }
    is_good = is_good && !ferror(file);
    fclose(file);
    if (!is_good) {
        free(bytes);
        return leave(d, complain("%s: cannot be read", path));
    }
    return leave(d, set_elf(d, bytes, size));
}

int vt_upload_kernel_bytes(vt_device_h device, const void *content, uint64_t size, int task)
{
    (void)task;
    struct device *d = enter(device, "vt_upload_kernel_bytes");
    if (!d)
        return -1;
    uint8_t *bytes = content && size ? malloc(size) : NULL;
    if (!bytes)
        return leave(d, complain("vt_upload_kernel_bytes: no content, or out of memory"));
    memcpy(bytes, content, size);
    return leave(d, set_elf(d, bytes, size));
}

/* ---- launches ------------------------------------------------------------------------- */

/* The module as the kernel at `entry` finds it, and that kernel. */
static shoal_kernel *load(struct device *d, uint32_t entry)
{
    shoal_load_options o = {.dialect = ventus_dialect()};
    shoal_module_unload(d->module);
    d->module = NULL;
    shoal_status st;
    if (d->elf) {
        st = shoal_module_load(d->device, d->elf, d->elf_bytes, &o, &d->module);
    } else if (d->has_code) {
        o.raw = o.in_place = true;
        o.name = "kernel";
        o.address = CODE_BASE;
        o.kernel_entry = entry;
        if (!o.dialect)
            o.dialect = SHOAL_DIALECT_TOOLCHAIN;
        st = shoal_module_load(d->device, NULL, (d->code_end - CODE_BASE + 3) & ~(size_t)3, &o,
                               &d->module);
    } else {
        complain("vt_start: no kernel was uploaded");
        return NULL;
    }
    if (st != SHOAL_OK) {
        complain_last(d);
        return NULL;
    }
    for (size_t i = 0; i < shoal_module_kernel_count(d->module); i++) {
        shoal_kernel_info info;
        shoal_kernel *k = shoal_module_kernel_at(d->module, i);
        shoal_kernel_get_info(k, &info);
        if (info.entry_address == entry)
            return k;
    }
    return shoal_module_kernel_at(d->module, 0); /* the packet names another address */
}

static int check(const struct vt_metadata *m)
{
    for (int i = 0; i < 3; i++)
        if (m->groups[i] < 1 || m->groups[i] > UINT32_MAX)
            return complain("vt_start: %" PRIu64 " work-groups in %c are not possible",
                            m->groups[i], "xyz"[i]);
    if (m->threads < 4 || m->threads > 32 || m->threads & (m->threads - 1))
        return complain("vt_start: %" PRIu64 " threads per warp; there are 4, 8, 16 and 32",
                        m->threads);
    if (m->warps < 1 || m->warps > VENTUS_MAX_WARPS)
        return complain("vt_start: %" PRIu64 " warps per work-group; 1 to %d are possible",
                        m->warps, VENTUS_MAX_WARPS);
    if (m->packet > UINT32_MAX || m->private_bytes > UINT32_MAX)
        return complain("vt_start: the metadata buffer at %#" PRIx64 " or %#" PRIx64
                        " bytes per thread are outside a 32-bit device",
                        m->packet, m->private_bytes);
    return 0;
}

int vt_start(vt_device_h device, void *metadata, uint64_t task)
{
    (void)task;
    struct device *d = enter(device, "vt_start");
    if (!d)
        return -1;
    const struct vt_metadata *m = metadata;
    if (!m)
        return leave(d, complain("vt_start: metadata is NULL"));
    wait_for(d); /* launches run one after the other */
    uint32_t entry;
    if (check(m) != 0)
        return leave(d, -1);
    if (shoal_mem_read(d->device, &entry, m->packet, KNL_ENTRY_BYTES) != SHOAL_OK)
        return leave(
            d, complain("vt_start: the kernel metadata buffer: %s", shoal_last_error(d->device)));
    shoal_kernel *kernel = load(d, entry);
    if (!kernel)
        return leave(d, -1);
    shoal_launch_desc desc = shoal_launch_desc_default();
    desc.block[0] = (uint32_t)(m->threads * m->warps);
    for (int i = 0; i < 3; i++)
        desc.grid[i] = m->groups[i] * desc.block[i];
    desc.wave_lanes = (uint32_t)m->threads;
    desc.packet_address = m->packet;
    desc.private_bytes = (uint32_t)m->private_bytes;
    d->kernel = kernel;
    d->profiled = shoal_profile_begin(&desc);
    shoal_status st = shoal_launch_async(d->device, kernel, &desc, &d->completion);
    if (st != SHOAL_OK) {
        shoal_profile_end(d->profiled, kernel, st, NULL);
        d->profiled = NULL;
        return leave(d, complain_last(d));
    }
    return leave(d, 0);
}

int vt_ready_wait(vt_device_h device, uint64_t timeout_ms)
{
    (void)timeout_ms;
    struct device *d = enter(device, "vt_ready_wait");
    if (!d)
        return -1;
    if (!d->completion && d->launches == 0)
        return leave(d, complain("vt_ready_wait: nothing was started"));
    return leave(d, wait_for(d));
}

int vt_finish_all_kernel(vt_device_h device, void *finished)
{
    (void)finished;
    struct device *d = enter(device, "vt_finish_all_kernel");
    return d ? leave(d, wait_for(d)) : -1;
}

int vt_dump_perf(vt_device_h device, FILE *out)
{
    static const char *const names[] = {
#define CLASS_NAME(id, text) [SHOAL_CLASS_##id] = text,
        SHOAL_CLASS_LIST(CLASS_NAME)
#undef CLASS_NAME
    };
    struct device *d = enter(device, "vt_dump_perf");
    if (!d)
        return -1;
    if (!out)
        return leave(d, complain("vt_dump_perf: out is NULL"));
    const shoal_launch_stats *t = &d->total;
    fprintf(out,
            "PERF: kernels=%" PRIu64 ", failed=%" PRIu64 ", workgroups=%" PRIu64 ", warps=%" PRIu64
            ", instructions=%" PRIu64 ", thread_instructions=%" PRIu64 ", ms=%.3f\n",
            d->launches, d->failures, t->workgroups, t->waves, t->instructions,
            t->lane_instructions, t->kernel_ms);
    for (int i = 0; i < SHOAL_CLASS_COUNT; i++)
        if (t->by_class[i])
            fprintf(out, "PERF: %s=%" PRIu64 "\n", names[i], t->by_class[i]);
    return leave(d, 0);
}

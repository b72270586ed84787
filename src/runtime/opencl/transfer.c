/* transfer.c: commands that read, write, copy, fill, map and migrate buffers. All are copies of
 * rectangles: what is linear is a rectangle of one row. */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

static void transfer_drop(void *work)
{
    struct transfer *t = work;
    object_unuse(t->memories[0]);
    object_unuse(t->memories[1]);
    free(t);
}

/* The newest contents are where the copy looks for them: on the context's device. */
static void bring_home(const struct transfer *t)
{
    uint64_t address;
    for (int i = 0; i < 2; i++) {
        cl_mem m = t->memories[i];
        if (m)
            memory_bring(m, m->context->device,
                         t->to.at >= m->bytes && t->to.at < m->bytes + m->size, &address);
    }
}

static cl_int transfer_run(void *work)
{
    const struct transfer *t = work;
    bring_home(t);
    for (size_t z = 0; z < t->region[2]; z++)
        for (size_t y = 0; y < t->region[1]; y++)
            memmove(t->to.at + z * t->to.slice + y * t->to.row,
                    t->from.at + z * t->from.slice + y * t->from.row, t->region[0]);
    return CL_COMPLETE;
}

static cl_int fill_run(void *work)
{
    const struct transfer *t = work;
    bring_home(t);
    for (size_t z = 0; z < t->region[2]; z++)
        for (size_t y = 0; y < t->region[1]; y++)
            for (size_t x = 0; x < t->region[0]; x += t->pattern)
                memcpy(t->to.at + z * t->to.slice + y * t->to.row + x, t->bytes, t->pattern);
    return CL_COMPLETE;
}

cl_int transfer_enqueue(const struct command *c, const struct transfer *t)
{
    struct transfer *copy = malloc(sizeof *copy);
    CHECK(copy, CL_OUT_OF_HOST_MEMORY);
    *copy = *t;
    for (int i = 0; i < 2; i++)
        if (copy->memories[i])
            object_use(copy->memories[i]);
    return command_enqueue(c, copy->pattern ? fill_run : transfer_run, transfer_drop, copy);
}

cl_int transfer_check(cl_command_queue queue, cl_mem m)
{
    CHECK(object_is(m, KIND_MEMORY), CL_INVALID_MEM_OBJECT);
    CHECK(m->context == queue->context, CL_INVALID_CONTEXT);
    return CL_SUCCESS;
}

/* The same of a buffer. */
static cl_int check_buffer(cl_command_queue queue, cl_mem m)
{
    CHECK(is_buffer(m), CL_INVALID_MEM_OBJECT);
    return transfer_check(queue, m);
}

static bool is_inside(cl_mem m, size_t offset, size_t size)
{
    return size <= m->size && offset <= m->size - size;
}

/* ---- linear ------------------------------------------------------------------------------ */

static cl_int host_transfer(const struct command *c, cl_mem m, size_t offset, size_t size,
                            char *host)
{
    bool is_read = c->type == CL_COMMAND_READ_BUFFER;
    TRY(command_check(c));
    TRY(check_buffer(c->queue, m));
    CHECK(host && size && is_inside(m, offset, size), CL_INVALID_VALUE);
    CHECK(!(m->flags &
            (CL_MEM_HOST_NO_ACCESS | (is_read ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY))),
          CL_INVALID_OPERATION);
    struct transfer t = {.region = {size, 1, 1}, .memories = {m}};
    *(is_read ? &t.from : &t.to) = (struct side){m->bytes + offset, 0, 0};
    *(is_read ? &t.to : &t.from) = (struct side){host, 0, 0};
    return transfer_enqueue(c, &t);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void *ptr, cl_uint num_events, const cl_event *waits,
                           cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_READ_BUFFER, .is_blocking = blocking);
    return host_transfer(&c, buffer, offset, size, ptr);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void *ptr, cl_uint num_events, const cl_event *waits,
                            cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_WRITE_BUFFER, .is_blocking = blocking);
    return host_transfer(&c, buffer, offset, size, (char *)(uintptr_t)ptr);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, cl_uint num_events, const cl_event *waits,
                           cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_COPY_BUFFER);
    TRY(command_check(&c));
    TRY(check_buffer(queue, from));
    TRY(check_buffer(queue, to));
    CHECK(size && is_inside(from, from_offset, size) && is_inside(to, to_offset, size),
          CL_INVALID_VALUE);
    struct transfer t = {.from = {from->bytes + from_offset, 0, 0},
                         .to = {to->bytes + to_offset, 0, 0},
                         .region = {size, 1, 1},
                         .memories = {from, to}};
    /* Sub-buffers of one buffer may overlap as the buffer itself. */
    CHECK(t.from.at + size <= t.to.at || t.to.at + size <= t.from.at, CL_MEM_COPY_OVERLAP);
    return transfer_enqueue(&c, &t);
}

static bool is_pattern_size(size_t size) { return size && size <= 128 && !(size & (size - 1)); }

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint num_events,
                           const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_FILL_BUFFER);
    TRY(command_check(&c));
    TRY(check_buffer(queue, buffer));
    CHECK(is_inside(buffer, offset, size), CL_INVALID_VALUE);
    CHECK(pattern && is_pattern_size(pattern_size), CL_INVALID_VALUE);
    CHECK(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE);
    struct transfer t = {.to = {buffer->bytes + offset, 0, 0},
                         .region = {size, 1, 1},
                         .memories = {buffer},
                         .pattern = pattern_size};
    memcpy(t.bytes, pattern, pattern_size);
    return transfer_enqueue(&c, &t);
}

/* ---- rectangles ------------------------------------------------------------------------------ */

/* Fills in pitches that are 0, and the offset of the origin. false: they do not fit the region
 * (3.0 API, 5.2.2.2). */
static bool settle(struct side *s, const size_t *origin, const size_t *region, size_t row,
                   size_t slice, size_t *offset)
{
    s->row = row ? row : region[0];
    s->slice = slice ? slice : region[1] * s->row;
    *offset = origin[2] * s->slice + origin[1] * s->row + origin[0];
    return s->row >= region[0] && s->slice >= region[1] * s->row && s->slice % s->row == 0;
}

static size_t extent(const struct side *s, const size_t *region)
{
    return (region[2] - 1) * s->slice + (region[1] - 1) * s->row + region[0];
}

static bool is_region(const size_t *region)
{
    return region && region[0] && region[1] && region[2];
}

struct rectangle {
    const size_t *origin;
    size_t row, slice;
};

static cl_int host_rectangle(const struct command *c, cl_mem m, const struct rectangle *in_buffer,
                             const struct rectangle *in_host, const size_t *region, char *host)
{
    bool is_read = c->type == CL_COMMAND_READ_BUFFER_RECT;
    size_t buffer_offset, host_offset;
    struct transfer t = {.memories = {m}};
    struct side *b = is_read ? &t.from : &t.to, *h = is_read ? &t.to : &t.from;
    TRY(command_check(c));
    TRY(check_buffer(c->queue, m));
    CHECK(host && in_buffer->origin && in_host->origin && is_region(region), CL_INVALID_VALUE);
    CHECK(settle(b, in_buffer->origin, region, in_buffer->row, in_buffer->slice, &buffer_offset) &&
              settle(h, in_host->origin, region, in_host->row, in_host->slice, &host_offset) &&
              is_inside(m, buffer_offset, extent(b, region)),
          CL_INVALID_VALUE);
    CHECK(!(m->flags &
            (CL_MEM_HOST_NO_ACCESS | (is_read ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY))),
          CL_INVALID_OPERATION);
    b->at = m->bytes + buffer_offset;
    h->at = host + host_offset;
    memcpy(t.region, region, sizeof t.region);
    return transfer_enqueue(c, &t);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row, size_t buffer_slice,
                               size_t host_row, size_t host_slice, void *ptr, cl_uint num_events,
                               const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_READ_BUFFER_RECT, .is_blocking = blocking);
    return host_rectangle(&c, buffer, &(struct rectangle){buffer_origin, buffer_row, buffer_slice},
                          &(struct rectangle){host_origin, host_row, host_slice}, region, ptr);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t *buffer_origin, const size_t *host_origin,
                                const size_t *region, size_t buffer_row, size_t buffer_slice,
                                size_t host_row, size_t host_slice, const void *ptr,
                                cl_uint num_events, const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_WRITE_BUFFER_RECT, .is_blocking = blocking);
    return host_rectangle(&c, buffer, &(struct rectangle){buffer_origin, buffer_row, buffer_slice},
                          &(struct rectangle){host_origin, host_row, host_slice}, region,
                          (char *)(uintptr_t)ptr);
}

/* Whether two rectangles of the same pitches share a byte: exact, row by row, where the ranges
 * of their extents meet at all. */
static bool do_overlap(const struct transfer *t)
{
    const char *f = t->from.at, *g = t->to.at;
    if (f + extent(&t->from, t->region) <= g || g + extent(&t->to, t->region) <= f)
        return false;
    if (t->from.row != t->to.row || t->from.slice != t->to.slice)
        return true;
    /* With the same pitches the distance decides: in x, y, z. */
    size_t d = (size_t)(f < g ? g - f : f - g);
    for (int borrow_z = 0; borrow_z < 2; borrow_z++) {
        size_t z = d / t->from.slice + (size_t)borrow_z;
        size_t rest = borrow_z ? t->from.slice - d % t->from.slice : d % t->from.slice;
        for (int borrow_y = 0; borrow_y < 2; borrow_y++) {
            size_t y = rest / t->from.row + (size_t)borrow_y;
            size_t x = borrow_y ? t->from.row - rest % t->from.row : rest % t->from.row;
            if (x < t->region[0] && y < t->region[1] && z < t->region[2])
                return true;
        }
    }
    return false;
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, cl_uint num_events,
                               const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_COPY_BUFFER_RECT);
    struct transfer t = {.memories = {from, to}};
    size_t from_offset, to_offset;
    TRY(command_check(&c));
    TRY(check_buffer(queue, from));
    TRY(check_buffer(queue, to));
    CHECK(from_origin && to_origin && is_region(region), CL_INVALID_VALUE);
    CHECK(settle(&t.from, from_origin, region, from_row, from_slice, &from_offset) &&
              settle(&t.to, to_origin, region, to_row, to_slice, &to_offset) &&
              is_inside(from, from_offset, extent(&t.from, region)) &&
              is_inside(to, to_offset, extent(&t.to, region)),
          CL_INVALID_VALUE);
    CHECK(from != to || (t.from.row == t.to.row && t.from.slice == t.to.slice), CL_INVALID_VALUE);
    t.from.at = from->bytes + from_offset;
    t.to.at = to->bytes + to_offset;
    memcpy(t.region, region, sizeof t.region);
    CHECK(!do_overlap(&t), CL_MEM_COPY_OVERLAP);
    return transfer_enqueue(&c, &t);
}

/* ---- maps -------------------------------------------------------------------------------- */

bool map_flags_are_good(cl_map_flags flags)
{
    const cl_map_flags all = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    return !(flags & ~all) &&
           (!(flags & CL_MAP_WRITE_INVALIDATE_REGION) || !(flags & (CL_MAP_READ | CL_MAP_WRITE)));
}

static cl_int check_map_flags(cl_mem m, cl_map_flags flags)
{
    CHECK(map_flags_are_good(flags), CL_INVALID_VALUE);
    CHECK(!(flags & CL_MAP_READ) || !(m->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)),
          CL_INVALID_OPERATION);
    CHECK(!(flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) ||
              !(m->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)),
          CL_INVALID_OPERATION);
    return CL_SUCCESS;
}

cl_int map_enqueue(const struct command *c, cl_mem m, cl_map_flags flags, const struct transfer *t,
                   bool is_copied, void **out)
{
    TRY(check_map_flags(m, flags));
    struct mapping *mapping = malloc(sizeof *mapping);
    CHECK(mapping, CL_OUT_OF_HOST_MEMORY);
    struct transfer there = *t;
    *mapping =
        (struct mapping){.pointer = t->to.at,
                         .back = *t,
                         .at = t->from,
                         .region = {t->region[0], t->region[1], t->region[2]},
                         .is_written = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)};
    mapping->back.from = t->to;
    mapping->back.to = t->from;
    if (!is_copied || !mapping->is_written)
        mapping->back.region[0] = 0;
    if (!is_copied || flags & CL_MAP_WRITE_INVALIDATE_REGION)
        there.region[0] = 0;
    *out = mapping->pointer;
    if (!memory_note_mapping(m, mapping)) {
        free(mapping);
        return CL_INVALID_OPERATION;
    }
    return transfer_enqueue(c, &there);
}

static cl_int map(const struct command *c, cl_mem m, cl_map_flags flags, size_t offset, size_t size,
                  void **out)
{
    TRY(command_check(c));
    TRY(check_buffer(c->queue, m));
    CHECK(size && is_inside(m, offset, size), CL_INVALID_VALUE);
    char *host = m->host ? m->host : m->bytes;
    struct transfer t = {.from = {m->bytes + offset, 0, 0},
                         .to = {host + offset, 0, 0},
                         .region = {size, 1, 1},
                         .memories = {m}};
    return map_enqueue(c, m, flags, &t, t.from.at != t.to.at, out);
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, cl_uint num_events,
                         const cl_event *waits, cl_event *event, cl_int *errcode_ret)
{
    struct command c = COMMAND(.type = CL_COMMAND_MAP_BUFFER, .is_blocking = blocking);
    void *out = NULL;
    cl_int result = map(&c, buffer, flags, offset, size, &out);
    GIVE(result, result == CL_SUCCESS ? out : NULL);
}

/* The latest mapping of this pointer leaves the list. NULL: there is none. */
static struct mapping *take_mapping(cl_mem m, const void *pointer)
{
    pthread_mutex_lock(&m->lock);
    struct mapping **at = &m->mappings, *found;
    while (*at && (*at)->pointer != pointer)
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    pthread_mutex_unlock(&m->lock);
    return found;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem m, void *mapped_ptr,
                               cl_uint num_events, const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_UNMAP_MEM_OBJECT);
    TRY(command_check(&c));
    TRY(transfer_check(queue, m));
    CHECK(!is_pipe(m), CL_INVALID_MEM_OBJECT);
    struct mapping *mapping = mapped_ptr ? take_mapping(m, mapped_ptr) : NULL;
    CHECK(mapping, CL_INVALID_VALUE);
    struct transfer t = mapping->back;
    free(mapping);
    return transfer_enqueue(&c, &t);
}

struct migration {
    cl_device_id device;
    cl_uint count;
    cl_mem memories[];
};

static void migration_drop(void *work)
{
    struct migration *g = work;
    for (cl_uint i = 0; i < g->count; i++)
        object_unuse(g->memories[i]);
    free(g);
}

static cl_int migration_run(void *work)
{
    const struct migration *g = work;
    uint64_t address;
    for (cl_uint i = 0; i < g->count; i++)
        TRY(memory_bring(g->memories[i], g->device, false, &address));
    return CL_COMPLETE;
}

/* The host finds memory where the context's device has it. */
static cl_int migrate(const struct command *c, cl_uint count, const cl_mem *memories,
                      cl_mem_migration_flags flags)
{
    struct migration *g = malloc(sizeof *g + count * sizeof(cl_mem));
    CHECK(g, CL_OUT_OF_HOST_MEMORY);
    g->count = 0;
    g->device = flags & CL_MIGRATE_MEM_OBJECT_HOST ? c->queue->context->device : c->queue->device;
    for (cl_uint i = 0; i < count; i++)
        if (!is_image(memories[i])) { /* they stay where they are */
            object_use(memories[i]);
            g->memories[g->count++] = memories[i];
        }
    return command_enqueue(c, migration_run, migration_drop, g);
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint num_mem_objects,
                                  const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                  cl_uint num_events, const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_MIGRATE_MEM_OBJECTS);
    TRY(command_check(&c));
    CHECK(num_mem_objects && mem_objects, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_mem_objects; i++)
        TRY(transfer_check(queue, mem_objects[i]));
    CHECK(!(flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST |
                                              CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)),
          CL_INVALID_VALUE);
    return migrate(&c, num_mem_objects, mem_objects, flags);
}

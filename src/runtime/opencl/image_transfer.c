/* image_transfer.c: commands that read, write, copy, fill and map images: copies of boxes of texels
 * (transfer.c), with origins and regions in texels as OpenCL counts them: y of a 1D array and z of
 * a 2D array are layers. */
#include <string.h>

#include "opencl.h"

static cl_int check_image(cl_command_queue queue, cl_mem m)
{
    CHECK(is_image(m), CL_INVALID_MEM_OBJECT);
    CHECK(!queue->device->is_narrow, CL_INVALID_OPERATION);
    return transfer_check(queue, m);
}

static cl_int check_image_buffer(cl_command_queue queue, cl_mem m)
{
    CHECK(is_buffer(m), CL_INVALID_MEM_OBJECT);
    return transfer_check(queue, m);
}

/* How many texels, rows and slices an image has: 1 where its type has no such direction. */
static void extents(const struct image *i, size_t out[3])
{
    bool is_1d_array = i->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    out[0] = i->width;
    out[1] = is_1d_array ? i->layers : i->height ? i->height : 1;
    out[2] = i->depth ? i->depth : i->layers && !is_1d_array ? i->layers : 1;
}

/* Whether the box is in the image, and not empty. */
static cl_int check_box(cl_mem m, const size_t *origin, const size_t *region)
{
    size_t size[3];
    CHECK(origin && region, CL_INVALID_VALUE);
    extents(m->image, size);
    for (int n = 0; n < 3; n++)
        CHECK(region[n] && region[n] <= size[n] && origin[n] <= size[n] - region[n],
              CL_INVALID_VALUE);
    return CL_SUCCESS;
}

static struct side side_of(cl_mem m, const size_t *origin)
{
    const struct image *i = m->image;
    return (struct side){m->bytes + origin[0] * i->element + origin[1] * i->row +
                             origin[2] * i->slice,
                         i->row, i->slice};
}

static void set_region(struct transfer *t, cl_mem m, const size_t *region)
{
    t->region[0] = region[0] * m->image->element;
    t->region[1] = region[1];
    t->region[2] = region[2];
}

/* ---- from and to the host -------------------------------------------------------------------- */

/* The program's memory. Pitches of 0 are as tight as can be. */
static cl_int host_side(const struct image *i, const size_t *region, size_t row, size_t slice,
                        char *host, struct side *out)
{
    size_t least = region[0] * i->element;
    bool is_1d_array = i->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    bool has_slices = i->depth || (i->layers && !is_1d_array);
    CHECK(!row || row >= least, CL_INVALID_VALUE);
    row = row ? row : least;
    CHECK(!slice || has_slices || is_1d_array, CL_INVALID_VALUE);
    size_t rows = is_1d_array ? 1 : region[1];
    CHECK(!slice || slice >= row * rows, CL_INVALID_VALUE);
    slice = slice ? slice : row * rows;
    *out = (struct side){host, is_1d_array ? slice : row, slice};
    return CL_SUCCESS;
}

static cl_int host_transfer(const struct command *c, cl_mem m, const size_t *origin,
                            const size_t *region, size_t row, size_t slice, char *host)
{
    bool is_read = c->type == CL_COMMAND_READ_IMAGE;
    struct transfer t = {.memories = {m}};
    TRY(command_check(c));
    TRY(check_image(c->queue, m));
    TRY(check_box(m, origin, region));
    CHECK(host, CL_INVALID_VALUE);
    TRY(host_side(m->image, region, row, slice, host, is_read ? &t.to : &t.from));
    CHECK(!(m->flags &
            (CL_MEM_HOST_NO_ACCESS | (is_read ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY))),
          CL_INVALID_OPERATION);
    *(is_read ? &t.from : &t.to) = side_of(m, origin);
    set_region(&t, m, region);
    return transfer_enqueue(c, &t);
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *ptr, cl_uint num_events, const cl_event *waits,
                          cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_READ_IMAGE, .is_blocking = blocking);
    return host_transfer(&c, image, origin, region, row_pitch, slice_pitch, ptr);
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *region, size_t row_pitch,
                           size_t slice_pitch, const void *ptr, cl_uint num_events,
                           const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_WRITE_IMAGE, .is_blocking = blocking);
    return host_transfer(&c, image, origin, region, row_pitch, slice_pitch, (char *)(uintptr_t)ptr);
}

/* ---- between memory objects --------------------------------------------------------------------
 */

static bool do_meet(const size_t *a, const size_t *b, const size_t *region)
{
    for (int n = 0; n < 3; n++)
        if (a[n] + region[n] <= b[n] || b[n] + region[n] <= a[n])
            return false;
    return true;
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                          const size_t *to_origin, const size_t *region, cl_uint num_events,
                          const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_COPY_IMAGE);
    TRY(command_check(&c));
    TRY(check_image(queue, from));
    TRY(check_image(queue, to));
    CHECK(memcmp(&from->image->format, &to->image->format, sizeof from->image->format) == 0,
          CL_IMAGE_FORMAT_MISMATCH);
    TRY(check_box(from, from_origin, region));
    TRY(check_box(to, to_origin, region));
    CHECK(from != to || !do_meet(from_origin, to_origin, region), CL_MEM_COPY_OVERLAP);
    struct transfer t = {
        .from = side_of(from, from_origin), .to = side_of(to, to_origin), .memories = {from, to}};
    set_region(&t, from, region);
    return transfer_enqueue(&c, &t);
}

static cl_int with_buffer(const struct command *c, cl_mem image, cl_mem buffer,
                          const size_t *origin, const size_t *region, size_t offset)
{
    bool is_from_image = c->type == CL_COMMAND_COPY_IMAGE_TO_BUFFER;
    CHECK(image->image->type != CL_MEM_OBJECT_IMAGE1D_BUFFER || image->parent != buffer,
          CL_INVALID_MEM_OBJECT);
    TRY(check_box(image, origin, region));
    struct transfer t = {.memories = {image, buffer}};
    set_region(&t, image, region);
    size_t bytes = t.region[0] * region[1] * region[2];
    CHECK(bytes <= buffer->size && offset <= buffer->size - bytes, CL_INVALID_VALUE);
    struct side linear = {buffer->bytes + offset, t.region[0], t.region[0] * region[1]};
    t.from = is_from_image ? side_of(image, origin) : linear;
    t.to = is_from_image ? linear : side_of(image, origin);
    return transfer_enqueue(c, &t);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                  const size_t *origin, const size_t *region, size_t offset,
                                  cl_uint num_events, const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_COPY_IMAGE_TO_BUFFER);
    TRY(command_check(&c));
    TRY(check_image(queue, image));
    TRY(check_image_buffer(queue, buffer));
    return with_buffer(&c, image, buffer, origin, region, offset);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                  size_t offset, const size_t *origin, const size_t *region,
                                  cl_uint num_events, const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_COPY_BUFFER_TO_IMAGE);
    TRY(command_check(&c));
    TRY(check_image_buffer(queue, buffer));
    TRY(check_image(queue, image));
    return with_buffer(&c, image, buffer, origin, region, offset);
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *fill_color,
                          const size_t *origin, const size_t *region, cl_uint num_events,
                          const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_FILL_IMAGE);
    TRY(command_check(&c));
    TRY(check_image(queue, image));
    CHECK(fill_color, CL_INVALID_VALUE);
    TRY(check_box(image, origin, region));
    struct transfer t = {.to = side_of(image, origin), .memories = {image}};
    set_region(&t, image, region);
    t.pattern = image_format_encode(&image->image->format, fill_color, t.bytes);
    return transfer_enqueue(&c, &t);
}

/* ---- maps ----------------------------------------------------------------------------- */

static cl_int map(const struct command *c, cl_mem m, cl_map_flags flags, const size_t *origin,
                  const size_t *region, size_t *row_pitch, size_t *slice_pitch, void **out)
{
    TRY(command_check(c));
    TRY(check_image(c->queue, m));
    TRY(check_box(m, origin, region));
    const struct image *i = m->image;
    bool has_slices = i->depth || i->layers;
    CHECK(row_pitch && (slice_pitch || !has_slices), CL_INVALID_VALUE);
    struct transfer t = {.from = side_of(m, origin), .memories = {m}};
    set_region(&t, m, region);
    t.to = t.from;
    if (m->host)
        t.to = (struct side){(char *)m->host + origin[0] * i->element + origin[1] * i->host_row +
                                 origin[2] * i->host_slice,
                             i->host_row, i->host_slice};
    *row_pitch = t.to.row;
    if (slice_pitch)
        *slice_pitch = has_slices ? t.to.slice : 0;
    return map_enqueue(c, m, flags, &t, t.from.at != t.to.at, out);
}

void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t *origin, const size_t *region, size_t *image_row_pitch,
                        size_t *image_slice_pitch, cl_uint num_events, const cl_event *waits,
                        cl_event *event, cl_int *errcode_ret)
{
    struct command c = COMMAND(.type = CL_COMMAND_MAP_IMAGE, .is_blocking = blocking);
    void *out = NULL;
    cl_int result = map(&c, image, flags, origin, region, image_row_pitch, image_slice_pitch, &out);
    GIVE(result, result == CL_SUCCESS ? out : NULL);
}

/* launch.c: commands that run kernels, and functions of the host. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl.h"
#include "shoal/profile.h"

struct launch {
    cl_kernel kernel;
    shoal_launch_desc desc;
    size_t object_count;
    void **objects; /* used: memory and samplers */
    unsigned char bytes[];
};

static void launch_drop(void *work)
{
    struct launch *l = work;
    for (size_t i = 0; i < l->object_count; i++)
        object_unuse(l->objects[i]);
    free(l->objects);
    object_unuse(l->kernel);
    free(l);
}

static cl_int launch_run(void *work)
{
    struct launch *l = work;
    cl_context context = l->kernel->program->context;
    shoal_device *device = context->device->device;
    l->desc.args = l->bytes;
    if (l->desc.grid[0] == 0) /* an empty range: 3.0 */
        return CL_COMPLETE;
    l->desc.engine = context->device->engine;
    l->desc.timeout_seconds = context->device->timeout_seconds;
    if (shoal_profile_launch(device, l->kernel->kernel, &l->desc, NULL) == SHOAL_OK)
        return CL_COMPLETE;
    const char *text = shoal_last_error(device);
    fprintf(stderr, "shoal: %s\n", text);
    if (context->notify)
        context->notify(text, NULL, 0, context->notify_user);
    return CL_OUT_OF_RESOURCES;
}

/* ---- the range ---------------------------------------------------------------------------------
 */

/* Without a size the group is what is required, or as many as fit and divide: first along x. */
static void choose_local(cl_kernel k, cl_uint dims, const size_t *global, size_t *local)
{
    size_t room =
        k->info.max_block_size && k->info.max_block_size < 256 ? k->info.max_block_size : 256;
    for (cl_uint i = 0; i < dims; i++) {
        size_t best = 1;
        for (size_t n = 1; n <= room && n <= global[i]; n++)
            if (global[i] % n == 0)
                best = n;
        /* A prime number of work-items: a last group that is smaller, where that is allowed. */
        if (best < WAVE && i == 0 && global[i] > room && !k->program->is_uniform)
            best = room;
        local[i] = best;
        room /= best;
    }
}

static cl_int check_local(cl_kernel k, cl_uint dims, const size_t *global, const size_t *local)
{
    const uint32_t *required = k->info.required_block;
    size_t items = 1, limit = k->info.max_block_size ? k->info.max_block_size : MAX_GROUP;
    for (cl_uint i = 0; i < 3; i++) {
        size_t n = i < dims ? local[i] : 1;
        CHECK(n, CL_INVALID_WORK_GROUP_SIZE);
        CHECK(n <= MAX_GROUP, CL_INVALID_WORK_ITEM_SIZE);
        CHECK(!required[0] || n == required[i], CL_INVALID_WORK_GROUP_SIZE);
        CHECK(i >= dims || !k->program->is_uniform || global[i] % n == 0,
              CL_INVALID_WORK_GROUP_SIZE);
        items *= n;
    }
    return items <= limit ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

static cl_int make_range(cl_kernel k, cl_uint dims, const size_t *offset, const size_t *global,
                         const size_t *local, shoal_launch_desc *desc)
{
    size_t chosen[3] = {1, 1, 1};
    bool is_empty = !global;
    CHECK(dims >= 1 && dims <= 3, CL_INVALID_WORK_DIMENSION);
    for (cl_uint i = 0; global && i < dims; i++) {
        is_empty |= !global[i];
        CHECK(global[i] <= UINT32_MAX, CL_INVALID_GLOBAL_WORK_SIZE);
        CHECK(!offset || offset[i] <= SIZE_MAX - global[i], CL_INVALID_GLOBAL_OFFSET);
    }
    *desc = shoal_launch_desc_default();
    desc->concurrent = true; /* the queue orders what is to be ordered */
    for (int i = 0; i < 3; i++)
        desc->grid[i] = !is_empty;
    if (is_empty)
        return CL_SUCCESS;
    if (local)
        TRY(check_local(k, dims, global, local));
    else if (k->info.required_block[0])
        for (int i = 0; i < 3; i++)
            chosen[i] = k->info.required_block[i];
    else
        choose_local(k, dims, global, chosen);
    if (!local)
        TRY(check_local(k, dims, global, chosen));
    for (cl_uint i = 0; i < 3; i++) {
        desc->grid[i] = i < dims ? global[i] : 1;
        desc->block[i] = (uint32_t)(i >= dims ? 1 : local ? local[i] : chosen[i]);
        desc->offset[i] = offset && i < dims ? offset[i] : 0;
    }
    return CL_SUCCESS;
}

/* ---- the arguments -----------------------------------------------------------------------------
 */

/* Local memory is given out behind the kernel's own, in the order of the arguments. */
static cl_int place_locals(cl_kernel k, unsigned char *bytes, shoal_launch_desc *desc)
{
    uint64_t end = k->info.lds_bytes;
    for (size_t i = 0; i < k->info.explicit_arg_count; i++) {
        shoal_arg_info a;
        if (!k->arguments[i].local_bytes)
            continue;
        shoal_kernel_get_arg(k->kernel, i, &a);
        uint32_t align = a.align_bytes > 16 ? a.align_bytes : 16;
        end = (end + align - 1) / align * align;
        CHECK(k->arguments[i].local_bytes <= 1u << 30, CL_OUT_OF_RESOURCES);
        memcpy(bytes + a.offset_bytes, &(uint32_t){(uint32_t)end}, sizeof(uint32_t));
        end += k->arguments[i].local_bytes;
        CHECK(end <= k->program->context->device->chip->lds_group_bytes, CL_OUT_OF_RESOURCES);
    }
    desc->dynamic_lds_bytes = (uint32_t)(end - k->info.lds_bytes);
    return CL_SUCCESS;
}

static cl_int make_launch(cl_kernel k, const shoal_launch_desc *desc, struct launch **out)
{
    size_t count = k->info.explicit_arg_count;
    struct launch *l = calloc(1, sizeof *l + k->byte_count);
    CHECK(l, CL_OUT_OF_HOST_MEMORY);
    l->kernel = k;
    object_use(k);
    l->desc = *desc;
    l->desc.args_size = k->byte_count;
    memcpy(l->bytes, k->bytes, k->byte_count);
    l->objects = calloc(count + 1, sizeof *l->objects);
    cl_int result = l->objects ? place_locals(k, l->bytes, &l->desc) : CL_OUT_OF_HOST_MEMORY;
    for (size_t i = 0; l->objects && i < count; i++) {
        if (k->arguments[i].object) {
            l->objects[l->object_count++] = k->arguments[i].object;
            object_use(k->arguments[i].object);
        }
    }
    if (result != CL_SUCCESS)
        launch_drop(l);
    *out = l;
    return result;
}

static cl_int enqueue(const struct command *c, cl_kernel k, cl_uint dims, const size_t *offset,
                      const size_t *global, const size_t *local)
{
    shoal_launch_desc desc;
    struct launch *l;
    CHECK(object_is(c->queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    CHECK(k->program->context == c->queue->context, CL_INVALID_CONTEXT);
    for (size_t i = 0; i < k->info.explicit_arg_count; i++)
        CHECK(k->arguments[i].is_set, CL_INVALID_KERNEL_ARGS);
    TRY(make_range(k, dims, offset, global, local, &desc));
    TRY(command_check(c));
    TRY(make_launch(k, &desc, &l));
    return command_enqueue(c, launch_run, launch_drop, l);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t *global_work_offset, const size_t *global_work_size,
                              const size_t *local_work_size, cl_uint num_events,
                              const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_NDRANGE_KERNEL);
    return enqueue(&c, kernel, work_dim, global_work_offset, global_work_size, local_work_size);
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint num_events,
                     const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_TASK);
    return enqueue(&c, kernel, 1, NULL, (const size_t[]){1}, (const size_t[]){1});
}

/* cl_khr_suggested_local_work_size: what a launch without a size would take. */
cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queue, cl_kernel k, cl_uint dims,
                                            const size_t *offset, const size_t *global,
                                            size_t *suggested)
{
    shoal_launch_desc desc;
    CHECK(object_is(queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    CHECK(k->program->context == queue->context, CL_INVALID_CONTEXT);
    for (size_t i = 0; i < k->info.explicit_arg_count; i++)
        CHECK(k->arguments[i].is_set, CL_INVALID_KERNEL_ARGS);
    CHECK(dims >= 1 && dims <= 3, CL_INVALID_WORK_DIMENSION);
    for (cl_uint i = 0; i < dims; i++)
        CHECK(global && global[i], CL_INVALID_GLOBAL_WORK_SIZE);
    CHECK(suggested, CL_INVALID_VALUE);
    TRY(make_range(k, dims, offset, global, NULL, &desc));
    for (cl_uint i = 0; i < dims; i++)
        suggested[i] = desc.block[i];
    return CL_SUCCESS;
}

/* ---- functions of the host
 * ----------------------------------------------------------------------- */

struct native {
    void(CL_CALLBACK *call)(void *);
    size_t memory_count;
    cl_mem *memories;
    void *arguments; /* NULL: the program's call takes none */
};

static void native_drop(void *work)
{
    struct native *n = work;
    for (size_t i = 0; i < n->memory_count; i++)
        object_unuse(n->memories[i]);
    free(n->memories);
    free(n->arguments);
    free(n);
}

static cl_int native_run(void *work)
{
    struct native *n = work;
    n->call(n->arguments);
    return CL_COMPLETE;
}

/* Copies the arguments, with the addresses of buffers in place of their handles. */
static cl_int make_native(struct native *n, const void *args, size_t size, cl_uint count,
                          const cl_mem *memories, const void **places)
{
    n->arguments = args ? malloc(size) : NULL;
    n->memories = calloc(count + 1, sizeof *n->memories);
    CHECK((!args || n->arguments) && n->memories, CL_OUT_OF_HOST_MEMORY);
    if (args)
        memcpy(n->arguments, args, size);
    for (cl_uint i = 0; i < count; i++) {
        size_t at = (size_t)((const char *)places[i] - (const char *)args);
        CHECK(at <= size - sizeof(void *), CL_INVALID_VALUE);
        memcpy((char *)n->arguments + at, &memories[i]->address, sizeof(void *));
        object_use(memories[i]);
        n->memories[n->memory_count++] = memories[i];
    }
    return CL_SUCCESS;
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *user_func)(void *),
                             void *args, size_t cb_args, cl_uint num_mem_objects,
                             const cl_mem *mem_list, const void **args_mem_loc, cl_uint num_events,
                             const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_NATIVE_KERNEL);
    TRY(command_check(&c));
    CHECK(user_func && !args == !cb_args && (args || !num_mem_objects), CL_INVALID_VALUE);
    CHECK(!num_mem_objects == !mem_list && !num_mem_objects == !args_mem_loc, CL_INVALID_VALUE);
    CHECK(!num_mem_objects || cb_args >= sizeof(void *), CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_mem_objects; i++)
        CHECK(object_is(mem_list[i], KIND_MEMORY), CL_INVALID_MEM_OBJECT);
    struct native *n = calloc(1, sizeof *n);
    CHECK(n, CL_OUT_OF_HOST_MEMORY);
    n->call = user_func;
    cl_int result = make_native(n, args, cb_args, num_mem_objects, mem_list, args_mem_loc);
    if (result != CL_SUCCESS) {
        native_drop(n);
        return result;
    }
    return command_enqueue(&c, native_run, native_drop, n);
}

/* launch.c: commands that run kernels, and functions of the host. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ventus/settings.h"
#include "opencl.h"
#include "shoal/profile.h"

/* Where an object's address is among the arguments. */
struct place {
    void *object; /* used: memory object or sampler */
    size_t offset, size;
};

struct launch {
    cl_kernel kernel;
    cl_device_id device;
    const struct entry *entry;
    shoal_launch_desc desc;
    size_t object_count, entered; /* objects up to there were brought to the device */
    struct place *objects;
    unsigned char bytes[];
};

static void launch_drop(void *work)
{
    struct launch *l = work;
    for (size_t i = 0; i < l->object_count; i++)
        object_unuse(l->objects[i].object);
    free(l->objects);
    object_unuse(l->kernel);
    free(l);
}

/* Objects become addresses, where the device finds them now. */
static cl_int place_objects(struct launch *l)
{
    for (size_t i = 0; i < l->object_count; i++) {
        const struct place *at = &l->objects[i];
        uint64_t address;
        if (((struct object *)at->object)->kind == KIND_SAMPLER) {
            address = ((cl_sampler)at->object)->descriptor;
        } else {
            cl_mem m = at->object;
            TRY(memory_bring(m, l->device, !(m->flags & CL_MEM_READ_ONLY), &address));
            memory_enter(m, l->device);
            l->entered = i + 1;
            if (m->image)
                address = m->image->descriptor;
        }
        memcpy(l->bytes + at->offset, &address, at->size);
    }
    return CL_SUCCESS;
}

static void leave_objects(const struct launch *l)
{
    for (size_t i = 0; i < l->entered; i++)
        if (((struct object *)l->objects[i].object)->kind == KIND_MEMORY)
            memory_leave(l->objects[i].object, l->device);
}

/* Programs take turns on a narrow device. */
static shoal_status run_in_turn(struct launch *l)
{
    shoal_kernel *kernel;
    shoal_status status = SHOAL_E_FORMAT;
    pthread_mutex_lock(&l->device->turn);
    if (program_enter(l->kernel->program, l->device, l->entry->name, &kernel) == CL_SUCCESS)
        status = shoal_profile_launch(l->device->device, kernel, &l->desc, NULL);
    pthread_mutex_unlock(&l->device->turn);
    return status;
}

static cl_int launch_run(void *work)
{
    struct launch *l = work;
    cl_context context = l->kernel->program->context;
    if (l->desc.grid[0] == 0) /* an empty range: 3.0 */
        return CL_COMPLETE;
    cl_int result = place_objects(l);
    if (result != CL_SUCCESS) {
        leave_objects(l);
        return result;
    }
    l->desc.args = l->bytes;
    l->desc.engine = l->device->engine;
    l->desc.timeout_seconds = l->device->timeout_seconds;
    shoal_status status =
        l->device->is_narrow
            ? run_in_turn(l)
            : shoal_profile_launch(l->device->device, l->entry->kernel, &l->desc, NULL);
    leave_objects(l);
    if (status == SHOAL_OK)
        return CL_COMPLETE;
    const char *text = shoal_last_error(l->device->device);
    fprintf(stderr, "shoal: %s\n", text);
    if (context->notify)
        context->notify(text, NULL, 0, context->notify_user);
    return CL_OUT_OF_RESOURCES;
}

/* ---- the range ---------------------------------------------------------------------------------
 */

/* What a kernel is on a device. */
struct target {
    cl_device_id device;
    const struct entry *entry;
    bool is_uniform; /* work-groups must divide the range */
};

static cl_int find_target(cl_kernel k, cl_device_id device, struct target *out)
{
    *out = (struct target){device, kernel_entry(k, device),
                           device->is_narrow || k->program->builds[device->index].is_uniform};
    return out->entry ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE;
}

static cl_int check_arguments(cl_kernel k)
{
    for (size_t i = 0; i < k->argument_count; i++)
        CHECK(k->arguments[i].is_set, CL_INVALID_KERNEL_ARGS);
    return CL_SUCCESS;
}

/* Of what a device without shared memory cannot have. */
static bool has_svm(cl_kernel k)
{
    for (size_t i = 0; i < k->argument_count; i++)
        if (k->arguments[i].is_svm)
            return true;
    return false;
}

/* Without a size the group is what is required, or as many as fit and divide: first along x. */
static void choose_local(const struct target *t, cl_uint dims, const size_t *global, size_t *local)
{
    const size_t most = t->entry->info.max_block_size;
    size_t room = most && most < USUAL_GROUP ? most : USUAL_GROUP;
    for (cl_uint i = 0; i < dims; i++) {
        size_t best = 1;
        for (size_t n = 1; n <= room && n <= global[i]; n++)
            if (global[i] % n == 0)
                best = n;
        /* A prime number of work-items: a last group that is smaller, where that is allowed. */
        if (best < WAVE && i == 0 && global[i] > room && !t->is_uniform)
            best = room;
        local[i] = best;
        room /= best;
    }
}

static cl_int check_local(const struct target *t, cl_uint dims, const size_t *global,
                          const size_t *local)
{
    const shoal_kernel_info *info = &t->entry->info;
    const uint32_t *required = info->required_block;
    size_t items = 1, limit = info->max_block_size ? info->max_block_size : MAX_GROUP;
    if (t->device->is_narrow)
        limit = (size_t)VENTUS_MAX_WARPS * ventus_threads_per_warp();
    for (cl_uint i = 0; i < 3; i++) {
        size_t n = i < dims ? local[i] : 1;
        CHECK(n, CL_INVALID_WORK_GROUP_SIZE);
        CHECK(n <= MAX_GROUP, CL_INVALID_WORK_ITEM_SIZE);
        CHECK(!required[0] || n == required[i], CL_INVALID_WORK_GROUP_SIZE);
        CHECK(i >= dims || !t->is_uniform || global[i] % n == 0, CL_INVALID_WORK_GROUP_SIZE);
        items *= n;
    }
    return items <= limit ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

static cl_int make_range(const struct target *t, cl_uint dims, const size_t *offset,
                         const size_t *global, const size_t *local, shoal_launch_desc *desc)
{
    size_t chosen[3] = {1, 1, 1};
    bool is_empty = !global;
    const uint32_t *required = t->entry->info.required_block;
    CHECK(dims >= 1 && dims <= 3, CL_INVALID_WORK_DIMENSION);
    for (cl_uint i = 0; global && i < dims; i++) {
        is_empty |= !global[i];
        CHECK(global[i] <= UINT32_MAX, CL_INVALID_GLOBAL_WORK_SIZE);
        CHECK(!offset || offset[i] <= SIZE_MAX - global[i], CL_INVALID_GLOBAL_OFFSET);
    }
    *desc = shoal_launch_desc_default();
    desc->concurrent = true; /* the queue orders what is to be ordered */
    desc->trim = t->device->is_narrow;
    desc->dims = (uint8_t)dims;
    for (int i = 0; i < 3; i++)
        desc->grid[i] = !is_empty;
    if (is_empty)
        return CL_SUCCESS;
    if (local)
        TRY(check_local(t, dims, global, local));
    else if (required[0])
        for (int i = 0; i < 3; i++)
            chosen[i] = required[i];
    else
        choose_local(t, dims, global, chosen);
    if (!local)
        TRY(check_local(t, dims, global, chosen));
    for (cl_uint i = 0; i < 3; i++) {
        desc->grid[i] = i < dims ? global[i] : 1;
        desc->block[i] = (uint32_t)(i >= dims ? 1 : local ? local[i] : chosen[i]);
        desc->offset[i] = offset && i < dims ? offset[i] : 0;
    }
    return CL_SUCCESS;
}

/* ---- the arguments -----------------------------------------------------------------------------
 */

/* Where the next one goes. */
struct layout {
    size_t end;         /* of the bytes */
    uint64_t local_end; /* of local memory that is given out; on a narrow device its begin */
};

/* An argument's place as the file has it; local memory is given out behind the kernel's own. */
static void place_described(cl_kernel k, size_t index, struct layout *y, struct place *out,
                            uint32_t *local)
{
    shoal_arg_info a;
    const struct argument *g = &k->arguments[index];
    kernel_argument(k, index, &a);
    out->offset = a.offset_bytes;
    out->size = a.size_bytes;
    y->end = out->offset + out->size > y->end ? out->offset + out->size : y->end;
    if (!g->local_bytes)
        return;
    uint32_t align = a.align_bytes > 16 ? a.align_bytes : 16;
    y->local_end = (y->local_end + align - 1) / align * align;
    *local = (uint32_t)y->local_end;
    y->local_end += g->local_bytes;
}

/* The same in the order of the arguments, as PoCL's driver for Ventus has it (docs/ventus.md,
 * Launch): pointers are words, values lie at powers of two, local memory goes downwards in pages.
 */
static void place_in_order(cl_kernel k, size_t index, struct layout *y, struct place *out,
                           uint32_t *local)
{
    enum { WORD = 4, PAGE = 4096 };
    shoal_arg_info a;
    const struct argument *g = &k->arguments[index];
    bool is_pointer = g->object || g->local_bytes ||
                      (kernel_argument(k, index, &a) && a.kind == SHOAL_ARG_GLOBAL_BUFFER);
    size_t align = WORD;
    out->size = is_pointer ? WORD : g->size;
    while (align < out->size)
        align *= 2;
    out->offset = (y->end + align - 1) / align * align;
    y->end = out->offset + out->size;
    if (g->local_bytes)
        *local = (uint32_t)(y->local_end -= (g->local_bytes / PAGE + 1) * PAGE);
}

static cl_int place_arguments(struct launch *l, const struct target *t)
{
    cl_kernel k = l->kernel;
    const shoal_kernel_info *info = &t->entry->info;
    const uint64_t room = t->device->chip->lds_group_bytes, top = info->lds_end;
    struct layout y = {0, top ? top : info->lds_bytes};
    uint64_t local_bytes = info->lds_bytes;
    for (size_t i = 0; i < k->argument_count; i++) {
        const struct argument *g = &k->arguments[i];
        struct place *at = &l->objects[l->object_count];
        uint32_t local = 0;
        local_bytes += g->local_bytes;
        CHECK(local_bytes <= room && g->local_bytes <= room, CL_OUT_OF_RESOURCES);
        (t->device->is_narrow ? place_in_order : place_described)(k, i, &y, at, &local);
        CHECK(y.end <= 2 * MAX_PARAMETER_BYTES, CL_OUT_OF_RESOURCES);
        if (g->object) {
            at->object = g->object;
            object_use(g->object);
            l->object_count++;
        } else if (g->local_bytes) {
            memcpy(l->bytes + at->offset, &local, sizeof local);
        } else {
            memcpy(l->bytes + at->offset, g->value, g->size < at->size ? g->size : at->size);
        }
    }
    l->desc.args_size = y.end;
    if (!top) {
        CHECK(y.local_end <= room, CL_OUT_OF_RESOURCES);
        l->desc.dynamic_lds_bytes = (uint32_t)(y.local_end - info->lds_bytes);
    }
    return CL_SUCCESS;
}

/* Room for the arguments of any order. */
static size_t argument_bytes(cl_kernel k)
{
    size_t bytes = k->described ? k->described->info.kernarg_bytes : 0;
    for (size_t i = 0; i < k->argument_count; i++)
        bytes += 3 * k->arguments[i].size + 2 * sizeof(uint64_t);
    return bytes;
}

static cl_int make_launch(cl_kernel k, const struct target *t, const shoal_launch_desc *desc,
                          struct launch **out)
{
    struct launch *l = calloc(1, sizeof *l + argument_bytes(k));
    CHECK(l, CL_OUT_OF_HOST_MEMORY);
    l->kernel = k;
    object_use(k);
    l->device = t->device;
    l->entry = t->entry;
    l->desc = *desc;
    l->objects = calloc(k->argument_count + 1, sizeof *l->objects);
    cl_int result = l->objects ? place_arguments(l, t) : CL_OUT_OF_HOST_MEMORY;
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
    struct target t;
    CHECK(object_is(c->queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    CHECK(k->program->context == c->queue->context, CL_INVALID_CONTEXT);
    TRY(find_target(k, c->queue->device, &t));
    TRY(check_arguments(k));
    TRY(make_range(&t, dims, offset, global, local, &desc));
    TRY(command_check(c));
    CHECK(!t.device->is_narrow || !has_svm(k), CL_INVALID_OPERATION);
    TRY(make_launch(k, &t, &desc, &l));
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
    struct target t;
    CHECK(object_is(queue, KIND_QUEUE), CL_INVALID_COMMAND_QUEUE);
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    CHECK(k->program->context == queue->context, CL_INVALID_CONTEXT);
    TRY(find_target(k, queue->device, &t));
    TRY(check_arguments(k));
    CHECK(dims >= 1 && dims <= 3, CL_INVALID_WORK_DIMENSION);
    for (cl_uint i = 0; i < dims; i++)
        CHECK(global && global[i], CL_INVALID_GLOBAL_WORK_SIZE);
    CHECK(suggested, CL_INVALID_VALUE);
    TRY(make_range(&t, dims, offset, global, NULL, &desc));
    for (cl_uint i = 0; i < dims; i++)
        suggested[i] = desc.block[i];
    return CL_SUCCESS;
}

/* ---- functions of the host ------------------------------------------------------------ */

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
    uint64_t address;
    for (size_t i = 0; i < n->memory_count; i++)
        memory_bring(n->memories[i], n->memories[i]->context->device, true, &address);
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
        void *bytes = memories[i] ? memories[i]->bytes : NULL;
        memcpy((char *)n->arguments + at, &bytes, sizeof bytes);
        if (!memories[i])
            continue;
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
        CHECK(!mem_list[i] || is_buffer(mem_list[i]), CL_INVALID_MEM_OBJECT);
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

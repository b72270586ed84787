/* svm.c: shared virtual memory: allocations of the device, whose addresses are the host's. */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"
#include "shoal/check.h"

bool svm_holds(cl_context context, const void *pointer, size_t size)
{
    uint64_t base, at = (uintptr_t)pointer;
    size_t room;
    return !context->device->is_narrow &&
           shoal_mem_find(context->device->device, at, &base, &room) == SHOAL_OK &&
           size <= room - (at - base);
}

/* Queues of devices without shared memory refuse its commands. */
static cl_int check(const struct command *c)
{
    TRY(command_check(c));
    return c->queue->device->is_narrow ? CL_INVALID_OPERATION : CL_SUCCESS;
}

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    const cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    const cl_svm_mem_flags all = access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    uint64_t address;
    if (!object_is(context, KIND_CONTEXT) || context->device->is_narrow || (flags & ~all) ||
        ((flags & access) & ((flags & access) - 1)) ||
        ((flags & CL_MEM_SVM_ATOMICS) && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER)) || !size ||
        size > context->device->memory_bytes / 2 || (alignment & (alignment - 1)) ||
        alignment > 128) /* the largest type: long16 */
        return NULL;
    if (shoal_mem_alloc(context->device->device, size, 0, &address) != SHOAL_OK)
        return NULL;
    shoal_check_memory(context->device->device, SHOAL_CHECK_WRITTEN, address, 0, size, NULL);
    return (void *)(uintptr_t)address;
}

void clSVMFree(cl_context context, void *svm_pointer)
{
    if (object_is(context, KIND_CONTEXT) && !context->device->is_narrow && svm_pointer)
        shoal_mem_free(context->device->device, (uintptr_t)svm_pointer);
}

struct copy {
    char *to;
    const char *from;
    size_t size, pattern;
    unsigned char bytes[128];
};

static cl_int copy_run(void *work)
{
    const struct copy *c = work;
    memcpy(c->to, c->from, c->size);
    return CL_COMPLETE;
}

static cl_int fill_run(void *work)
{
    const struct copy *c = work;
    for (size_t at = 0; at < c->size; at += c->pattern)
        memcpy(c->to + at, c->bytes, c->pattern);
    return CL_COMPLETE;
}

static cl_int enqueue_copy(const struct command *c, cl_int (*run)(void *), const struct copy *copy)
{
    struct copy *work = malloc(sizeof *work);
    CHECK(work, CL_OUT_OF_HOST_MEMORY);
    *work = *copy;
    return command_enqueue(c, run, free, work);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from,
                          size_t size, cl_uint num_events, const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_SVM_MEMCPY, .is_blocking = blocking);
    TRY(check(&c));
    CHECK(to && from, CL_INVALID_VALUE);
    char *a = to;
    const char *b = from;
    CHECK(a + size <= b || b + size <= a, CL_MEM_COPY_OVERLAP);
    return enqueue_copy(&c, copy_run, &(struct copy){.to = a, .from = b, .size = size});
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *svm_ptr, const void *pattern,
                           size_t pattern_size, size_t size, cl_uint num_events,
                           const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_SVM_MEMFILL);
    TRY(check(&c));
    CHECK(svm_ptr && pattern && pattern_size && pattern_size <= 128 &&
              !(pattern_size & (pattern_size - 1)) && size % pattern_size == 0 &&
              (uintptr_t)svm_ptr % pattern_size == 0,
          CL_INVALID_VALUE);
    struct copy copy = {.to = svm_ptr, .size = size, .pattern = pattern_size};
    memcpy(copy.bytes, pattern, pattern_size);
    return enqueue_copy(&c, fill_run, &copy);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *svm_ptr,
                       size_t size, cl_uint num_events, const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_SVM_MAP, .is_blocking = blocking);
    TRY(check(&c));
    CHECK(svm_ptr && size, CL_INVALID_VALUE);
    CHECK(map_flags_are_good(flags), CL_INVALID_VALUE);
    return command_enqueue(&c, NULL, NULL, NULL);
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *svm_ptr, cl_uint num_events,
                         const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_SVM_UNMAP);
    TRY(check(&c));
    CHECK(svm_ptr, CL_INVALID_VALUE);
    return command_enqueue(&c, NULL, NULL, NULL);
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint num_svm_pointers,
                              const void **svm_pointers, const size_t *sizes,
                              cl_mem_migration_flags flags, cl_uint num_events,
                              const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_SVM_MIGRATE_MEM);
    TRY(check(&c));
    CHECK(num_svm_pointers && svm_pointers, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_svm_pointers; i++)
        CHECK(svm_holds(queue->context, svm_pointers[i], sizes && sizes[i] ? sizes[i] : 1),
              CL_INVALID_VALUE);
    CHECK(!(flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST |
                                              CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)),
          CL_INVALID_VALUE);
    return command_enqueue(&c, NULL, NULL, NULL);
}

/* ---- clEnqueueSVMFree ---------------------------------------------------------------------- */

struct release {
    cl_command_queue queue;
    void(CL_CALLBACK *call)(cl_command_queue, cl_uint, void **, void *);
    void *user;
    cl_uint count;
    void *pointers[];
};

static cl_int release_run(void *work)
{
    struct release *r = work;
    if (r->call)
        r->call(r->queue, r->count, r->pointers, r->user);
    else
        for (cl_uint i = 0; i < r->count; i++)
            clSVMFree(r->queue->context, r->pointers[i]);
    return CL_COMPLETE;
}

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void *pointers[],
                        void(CL_CALLBACK *call)(cl_command_queue, cl_uint, void **, void *),
                        void *user_data, cl_uint num_events, const cl_event *waits, cl_event *event)
{
    struct command c = COMMAND(.type = CL_COMMAND_SVM_FREE);
    TRY(check(&c));
    CHECK(!count == !pointers, CL_INVALID_VALUE);
    struct release *r = malloc(sizeof *r + count * sizeof *r->pointers);
    CHECK(r, CL_OUT_OF_HOST_MEMORY);
    *r = (struct release){queue, call, user_data, count};
    if (count)
        memcpy(r->pointers, pointers, count * sizeof *pointers);
    return command_enqueue(&c, release_run, free, r);
}

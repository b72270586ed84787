/* memory.c: buffers and sub-buffers, and what images (image.c) share with them. A buffer is an
 * allocation of the context's device, whose bytes the host sees. CL_MEM_USE_HOST_PTR
 * keeps a copy there (3.0 API, 5.2.1 allows that), which maps bring up to date; memory of
 * clSVMAlloc is used as it is.
 *
 * Where a context has two devices, kernels of the other one find a replica, to which and from which
 * contents are brought when a command needs them and they are old (memory_bring). */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"
#include "shoal/check.h"

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

static void leave_list(cl_mem m)
{
    pthread_mutex_lock(&list_lock);
    *(m->before ? &m->before->after : &m->context->memories) = m->after;
    if (m->after)
        m->after->before = m->before;
    pthread_mutex_unlock(&list_lock);
}

void memory_free(cl_mem memory)
{
    leave_list(memory);
    destructors_call(memory->destructors, memory);
    if (memory->is_owned)
        shoal_mem_free(memory->context->device->device, memory->address);
    if (memory->replica.device)
        shoal_mem_free(memory->replica.device->device, memory->replica.address);
    for (struct mapping *m = memory->mappings, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    if (memory->image && memory->image->descriptor)
        shoal_mem_free(memory->context->device->device, memory->image->descriptor);
    free(memory->image);
    pthread_mutex_destroy(&memory->lock);
    free(memory->properties.values);
    object_unuse(memory->parent);
    object_unuse(memory->context);
}

enum {
    DEVICE_ACCESS = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
    HOST_ACCESS = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
    HOST_POINTER = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR,
};

static bool at_most_one(cl_mem_flags flags) { return (flags & (flags - 1)) == 0; }

bool memory_flags_are_good(cl_mem_flags flags)
{
    return !(flags & ~(cl_mem_flags)(DEVICE_ACCESS | HOST_ACCESS | HOST_POINTER)) &&
           at_most_one(flags & DEVICE_ACCESS) && at_most_one(flags & HOST_ACCESS) &&
           !((flags & CL_MEM_USE_HOST_PTR) &&
             (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)));
}

cl_mem memory_object(cl_context context, cl_mem_flags flags, size_t size)
{
    cl_mem m = object_create(KIND_MEMORY, sizeof *m);
    if (!m)
        return NULL;
    m->context = context;
    object_use(context);
    m->flags = flags & DEVICE_ACCESS ? flags : flags | CL_MEM_READ_WRITE;
    m->size = size;
    pthread_mutex_init(&m->lock, NULL);
    pthread_mutex_lock(&list_lock);
    m->after = context->memories;
    if (m->after)
        m->after->before = m;
    context->memories = m;
    pthread_mutex_unlock(&list_lock);
    return m;
}

/* Bytes from the first to the end of the last of a box. */
static size_t extent(const struct mapping *m)
{
    return (m->region[2] - 1) * m->at.slice + (m->region[1] - 1) * m->at.row + m->region[0];
}

/* Whether two boxes share a byte: exact where both have the same pitches. */
static bool do_meet(const struct mapping *a, const struct mapping *b, const char *start)
{
    if (a->at.at + extent(a) <= b->at.at || b->at.at + extent(b) <= a->at.at)
        return false;
    if (!a->at.row || a->at.row != b->at.row || a->at.slice != b->at.slice)
        return true;
    const size_t row = a->at.row, slice = a->at.slice, i = (size_t)(a->at.at - start),
                 j = (size_t)(b->at.at - start);
    const size_t from[2][3] = {{i % slice % row, i % slice / row, i / slice},
                               {j % slice % row, j % slice / row, j / slice}};
    for (int n = 0; n < 3; n++)
        if (from[0][n] + a->region[n] <= from[1][n] || from[1][n] + b->region[n] <= from[0][n])
            return false;
    return true;
}

static cl_mem root_of(cl_mem m)
{
    while (m->parent)
        m = m->parent;
    return m;
}

bool memory_note_mapping(cl_mem memory, struct mapping *fresh)
{
    const cl_mem root = root_of(memory);
    bool good = true;
    pthread_mutex_lock(&list_lock);
    for (cl_mem m = fresh->is_written ? memory->context->memories : NULL; m && good; m = m->after) {
        if (root_of(m) != root)
            continue;
        pthread_mutex_lock(&m->lock);
        for (const struct mapping *each = m->mappings; each && good; each = each->next)
            good = !each->is_written || !do_meet(each, fresh, root->bytes);
        pthread_mutex_unlock(&m->lock);
    }
    if (good) {
        pthread_mutex_lock(&memory->lock);
        fresh->next = memory->mappings;
        memory->mappings = fresh;
        pthread_mutex_unlock(&memory->lock);
    }
    pthread_mutex_unlock(&list_lock);
    return good;
}

bool memory_is_of(cl_context context, const void *handle)
{
    pthread_mutex_lock(&list_lock);
    cl_mem m = context->memories;
    while (m && m != handle)
        m = m->after;
    pthread_mutex_unlock(&list_lock);
    return object_is(m, KIND_MEMORY);
}

cl_int memory_allocate(cl_device_id device, size_t size, size_t align, const void *caller,
                       uint64_t *address, char **bytes)
{
    void *pointer;
    CHECK(shoal_mem_alloc_for(device->device, size, align, caller, address) == SHOAL_OK,
          CL_MEM_OBJECT_ALLOCATION_FAILURE);
    if (shoal_mem_map(device->device, *address, size, &pointer) != SHOAL_OK) {
        shoal_mem_free(device->device, *address);
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    *bytes = pointer;
    return CL_SUCCESS;
}

/* Whether it is memory of clSVMAlloc: the host, and pointers in kernels, write it without commands
 * that tell so. */
static bool is_shared(cl_mem root) { return root->host && root->bytes == (char *)root->host; }

static cl_int bring(cl_mem m, cl_device_id device, bool is_written, uint64_t *address)
{
    struct replica *r = &m->replica;
    bool is_home = device == m->context->device;
    *address = m->address;
    if (!is_home && !r->device) {
        TRY(memory_allocate(device, m->size, 0, NULL, &r->address, &r->bytes));
        r->device = device;
        r->is_old = true;
    }
    if (is_home && m->is_old)
        memcpy(m->bytes, r->bytes, m->size);
    if (!is_home && (r->is_old || (is_shared(m) && !m->is_old && !r->users)))
        memcpy(r->bytes, m->bytes, m->size);
    *(is_home ? &m->is_old : &r->is_old) = false;
    if (is_written)
        *(is_home ? &r->is_old : &m->is_old) = true;
    if (!is_home)
        *address = r->address;
    return CL_SUCCESS;
}

cl_int memory_bring(cl_mem m, cl_device_id device, bool is_written, uint64_t *address)
{
    cl_mem root = root_of(m);
    *address = m->address;
    if (m->context->device_count == 1)
        return CL_SUCCESS;
    pthread_mutex_lock(&root->lock);
    cl_int result = bring(root, device, is_written, address);
    pthread_mutex_unlock(&root->lock);
    *address += m->offset;
    return result;
}

/* A launch that runs on the replica of memory of clSVMAlloc. */
static bool counts(cl_mem root, cl_device_id device)
{
    return device != root->context->device && is_shared(root);
}

void memory_enter(cl_mem m, cl_device_id device)
{
    cl_mem root = root_of(m);
    if (!counts(root, device))
        return;
    pthread_mutex_lock(&root->lock);
    root->replica.users++;
    pthread_mutex_unlock(&root->lock);
}

/* The last one brings what was written to where the host sees it. */
void memory_leave(cl_mem m, cl_device_id device)
{
    cl_mem root = root_of(m);
    uint64_t address;
    if (!counts(root, device))
        return;
    pthread_mutex_lock(&root->lock);
    if (--root->replica.users == 0)
        bring(root, root->context->device, false, &address);
    pthread_mutex_unlock(&root->lock);
}

/* caller: where the program called, which has to release the buffer. */
static cl_int create(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                     size_t size, void *host, const void *caller, cl_mem *out)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(!properties || !properties[0], CL_INVALID_PROPERTY);
    CHECK(memory_flags_are_good(flags), CL_INVALID_VALUE);
    CHECK(size && size <= context->device->memory_bytes / 2, CL_INVALID_BUFFER_SIZE);
    bool wants_host = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    CHECK(wants_host == (host != NULL), CL_INVALID_HOST_PTR);
    cl_mem m = memory_object(context, flags, size);
    CHECK(m, CL_OUT_OF_HOST_MEMORY);
    cl_int result = CL_SUCCESS;
    if (!properties_copy(&m->properties, properties))
        result = CL_OUT_OF_HOST_MEMORY;
    m->host = flags & CL_MEM_USE_HOST_PTR ? host : NULL;
    if (m->host && svm_holds(context, host, size)) {
        m->address = (uintptr_t)host;
        m->bytes = host;
    } else if (result == CL_SUCCESS) {
        result = memory_allocate(context->device, size, 0, caller, &m->address, &m->bytes);
        m->is_owned = result == CL_SUCCESS;
    }
    if (result != CL_SUCCESS) {
        object_release(m, KIND_MEMORY);
        return result;
    }
    if (host && m->is_owned)
        memcpy(m->bytes, host, size);
    *out = m;
    return CL_SUCCESS;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                      cl_int *errcode_ret)
{
    cl_mem m = NULL;
    GIVE(create(context, NULL, flags, size, host_ptr, __builtin_return_address(0), &m), m);
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *host_ptr,
                                    cl_int *errcode_ret)
{
    cl_mem m = NULL;
    GIVE(create(context, properties, flags, size, host_ptr, __builtin_return_address(0), &m), m);
}

cl_int memory_inherit(cl_mem parent, cl_mem_flags *flags)
{
    cl_mem_flags access = *flags & DEVICE_ACCESS, host = *flags & HOST_ACCESS;
    CHECK(memory_flags_are_good(*flags) && !(*flags & HOST_POINTER), CL_INVALID_VALUE);
    CHECK(!(parent->flags & CL_MEM_WRITE_ONLY) ||
              !(access & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)),
          CL_INVALID_VALUE);
    CHECK(!(parent->flags & CL_MEM_READ_ONLY) ||
              !(access & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)),
          CL_INVALID_VALUE);
    CHECK(!(parent->flags & CL_MEM_HOST_WRITE_ONLY) || !(host & CL_MEM_HOST_READ_ONLY),
          CL_INVALID_VALUE);
    CHECK(!(parent->flags & CL_MEM_HOST_READ_ONLY) || !(host & CL_MEM_HOST_WRITE_ONLY),
          CL_INVALID_VALUE);
    CHECK(!(parent->flags & CL_MEM_HOST_NO_ACCESS) ||
              !(host & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)),
          CL_INVALID_VALUE);
    *flags |= (access ? 0 : parent->flags & DEVICE_ACCESS) |
              (host ? 0 : parent->flags & HOST_ACCESS) | (parent->flags & HOST_POINTER);
    return CL_SUCCESS;
}

static cl_int create_part(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                          const cl_buffer_region *region, cl_mem *out)
{
    CHECK(is_buffer(parent) && !parent->parent, CL_INVALID_MEM_OBJECT);
    TRY(memory_inherit(parent, &flags));
    CHECK(type == CL_BUFFER_CREATE_TYPE_REGION && region, CL_INVALID_VALUE);
    CHECK(region->size, CL_INVALID_BUFFER_SIZE);
    CHECK(region->origin <= parent->size && region->size <= parent->size - region->origin,
          CL_INVALID_VALUE);
    CHECK(region->origin % BASE_ALIGN == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    cl_mem m = memory_object(parent->context, flags, region->size);
    CHECK(m, CL_OUT_OF_HOST_MEMORY);
    m->parent = parent;
    object_use(parent);
    m->offset = region->origin;
    m->address = parent->address + region->origin;
    m->bytes = parent->bytes + region->origin;
    m->host = parent->host ? (char *)parent->host + region->origin : NULL;
    *out = m;
    return CL_SUCCESS;
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                         cl_buffer_create_type buffer_create_type, const void *buffer_create_info,
                         cl_int *errcode_ret)
{
    cl_mem m = NULL;
    GIVE(create_part(buffer, flags, buffer_create_type, buffer_create_info, &m), m);
}

cl_int clRetainMemObject(cl_mem memobj)
{
    return object_retain(memobj, KIND_MEMORY) ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

cl_int clReleaseMemObject(cl_mem memobj)
{
    CHECK(object_is(memobj, KIND_MEMORY), CL_INVALID_MEM_OBJECT);
    if (object_refs(memobj) == 1 && memobj->is_owned) /* kernels and commands may still use it */
        shoal_check_owed(memobj->context->device->device, memobj->address, NULL);
    return object_release(memobj, KIND_MEMORY) ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

static cl_uint count_maps(cl_mem m)
{
    cl_uint count = 0;
    pthread_mutex_lock(&m->lock);
    for (struct mapping *each = m->mappings; each; each = each->next)
        count++;
    pthread_mutex_unlock(&m->lock);
    return count;
}

cl_int clGetMemObjectInfo(cl_mem m, cl_mem_info param_name, size_t param_value_size,
                          void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(m, KIND_MEMORY), CL_INVALID_MEM_OBJECT);
    switch (param_name) {
    case CL_MEM_TYPE:
        return ANSWER(ASKED, cl_mem_object_type,
                      m->image          ? m->image->type
                      : m->packet_bytes ? CL_MEM_OBJECT_PIPE
                                        : CL_MEM_OBJECT_BUFFER);
    case CL_MEM_FLAGS:
        return ANSWER(ASKED, cl_mem_flags, m->flags);
    case CL_MEM_SIZE:
        return ANSWER(ASKED, size_t, m->size);
    case CL_MEM_HOST_PTR:
        return ANSWER(ASKED, void *, m->host);
    case CL_MEM_MAP_COUNT:
        return ANSWER(ASKED, cl_uint, count_maps(m));
    case CL_MEM_REFERENCE_COUNT:
        return ANSWER(ASKED, cl_uint, object_refs(m));
    case CL_MEM_CONTEXT:
        return ANSWER(ASKED, cl_context, m->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return ANSWER(ASKED, cl_mem, m->parent);
    case CL_MEM_OFFSET:
        return ANSWER(ASKED, size_t, m->offset);
    case CL_MEM_USES_SVM_POINTER:
        return ANSWER(ASKED, cl_bool, m->host && m->bytes == m->host);
    case CL_MEM_PROPERTIES:
        return answer_bytes(ASKED, m->properties.values,
                            m->properties.count * sizeof(cl_mem_properties));
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetMemObjectDestructorCallback(cl_mem m, void(CL_CALLBACK *pfn_notify)(cl_mem, void *),
                                        void *user_data)
{
    CHECK(object_is(m, KIND_MEMORY), CL_INVALID_MEM_OBJECT);
    CHECK(pfn_notify, CL_INVALID_VALUE);
    pthread_mutex_lock(&m->lock);
    bool good = destructor_add(
        &m->destructors, (void(CL_CALLBACK *)(void *, void *))(uintptr_t)pfn_notify, user_data);
    pthread_mutex_unlock(&m->lock);
    return good ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

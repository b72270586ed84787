/* object.c: handles, their counts, and the answers of clGet*Info. */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

void *object_create(enum kind kind, size_t size)
{
    struct object *o = calloc(1, size);
    if (!o)
        return NULL;
    o->dispatch = &cl_dispatch;
    o->kind = kind;
    atomic_init(&o->refs, 1);
    atomic_init(&o->uses, 1);
    return o;
}

bool object_is(const void *handle, enum kind kind)
{
    const struct object *o = handle;
    return o && o->kind == kind && atomic_load(&o->refs) > 0;
}

void object_use(void *object)
{
    struct object *o = object;
    atomic_fetch_add(&o->uses, 1);
}

static void destroy(struct object *o)
{
    switch (o->kind) {
    case KIND_CONTEXT:
        context_free((cl_context)o);
        break;
    case KIND_QUEUE:
        queue_free((cl_command_queue)o);
        break;
    case KIND_MEMORY:
        memory_free((cl_mem)o);
        break;
    case KIND_SAMPLER:
        sampler_free((cl_sampler)o);
        break;
    case KIND_PROGRAM:
        program_free((cl_program)o);
        break;
    case KIND_KERNEL:
        kernel_free((cl_kernel)o);
        break;
    case KIND_EVENT:
        event_free((cl_event)o);
        break;
    case KIND_PLATFORM:
    case KIND_DEVICE:
        return; /* static */
    }
    o->kind = 0;
    free(o);
}

void object_unuse(void *object)
{
    struct object *o = object;
    if (o && atomic_fetch_sub(&o->uses, 1) == 1)
        destroy(o);
}

bool object_retain(void *handle, enum kind kind)
{
    struct object *o = handle;
    if (!object_is(handle, kind))
        return false;
    atomic_fetch_add(&o->refs, 1);
    return true;
}

bool object_release(void *handle, enum kind kind)
{
    struct object *o = handle;
    if (!object_is(handle, kind))
        return false;
    if (atomic_fetch_sub(&o->refs, 1) == 1)
        object_unuse(o);
    return true;
}

cl_uint object_refs(const void *object)
{
    const struct object *o = object;
    return atomic_load(&o->refs);
}

cl_int answer_bytes(struct answer a, const void *bytes, size_t size)
{
    CHECK(!a.value || a.room >= size, CL_INVALID_VALUE);
    if (a.value && size)
        memcpy(a.value, bytes, size);
    if (a.size)
        *a.size = size;
    return CL_SUCCESS;
}

cl_int answer_text(struct answer a, const char *text)
{
    return answer_bytes(a, text, strlen(text) + 1);
}

bool properties_copy(struct properties *out, const uint64_t *list)
{
    *out = (struct properties){0};
    if (!list)
        return true;
    while (list[out->count])
        out->count += 2;
    out->count++;
    out->values = malloc(out->count * sizeof *out->values);
    if (out->values)
        memcpy(out->values, list, out->count * sizeof *out->values);
    return out->values != NULL;
}

bool destructor_add(struct destructor **list, void(CL_CALLBACK *call)(void *, void *), void *user)
{
    struct destructor *d = malloc(sizeof *d);
    if (!d)
        return false;
    *d = (struct destructor){call, user, *list};
    *list = d;
    return true;
}

void destructors_call(struct destructor *list, void *object)
{
    while (list) {
        struct destructor *d = list;
        list = d->next;
        d->call(object, d->user);
        free(d);
    }
}

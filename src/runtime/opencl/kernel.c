/* kernel.c: kernels, their arguments, and what is asked about both. */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

void kernel_free(cl_kernel k)
{
    for (size_t i = 0; k->arguments && i < k->argument_count; i++) {
        object_unuse(k->arguments[i].object);
        free(k->arguments[i].value);
    }
    free(k->arguments);
    if (k->program) {
        atomic_fetch_sub(&k->program->kernels, 1);
        object_unuse(k->program);
    }
}

const struct entry *kernel_entry(cl_kernel k, cl_device_id device)
{
    cl_program p = k->program;
    if (!device)
        return p->device_count == 1 ? k->entries[p->devices[0]->index] : NULL;
    return object_is(device, KIND_DEVICE) && context_has(p->context, device)
               ? k->entries[device->index]
               : NULL;
}

bool kernel_argument(cl_kernel k, size_t index, shoal_arg_info *out)
{
    return k->described && shoal_kernel_get_arg(k->described->kernel, index, out) == SHOAL_OK;
}

static cl_int make(cl_program program, const char *name, cl_kernel *out)
{
    cl_kernel k = object_create(KIND_KERNEL, sizeof *k);
    CHECK(k, CL_OUT_OF_HOST_MEMORY);
    bool is_found = false;
    for (unsigned i = 0; i < DEVICE_MOST; i++) {
        const struct entry *e = build_find(&program->builds[i], name);
        k->entries[i] = e;
        is_found |= e != NULL;
        if (e && e->kernel && e->info.has_arguments)
            k->described = e;
    }
    k->argument_count = k->described ? k->described->info.explicit_arg_count : 0;
    k->arguments =
        calloc(k->described ? k->argument_count + 1 : MAX_ARGUMENTS, sizeof *k->arguments);
    if (!is_found || !k->arguments) {
        object_release(k, KIND_KERNEL);
        return is_found ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_KERNEL_NAME;
    }
    k->program = program;
    object_use(program);
    atomic_fetch_add(&program->kernels, 1);
    *out = k;
    return CL_SUCCESS;
}

static cl_int create(cl_program program, const char *name, cl_kernel *out)
{
    CHECK(object_is(program, KIND_PROGRAM), CL_INVALID_PROGRAM);
    CHECK(program_is_executable(program), CL_INVALID_PROGRAM_EXECUTABLE);
    CHECK(name, CL_INVALID_VALUE);
    return make(program, name, out);
}

cl_kernel clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret)
{
    cl_kernel k = NULL;
    GIVE(create(program, kernel_name, &k), k);
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                cl_uint *num_kernels_ret)
{
    size_t count = 0;
    CHECK(object_is(program, KIND_PROGRAM), CL_INVALID_PROGRAM);
    CHECK(program_is_executable(program), CL_INVALID_PROGRAM_EXECUTABLE);
    while (program_kernel_name(program, count))
        count++;
    CHECK(!kernels || num_kernels >= count, CL_INVALID_VALUE);
    for (size_t i = 0; kernels && i < count; i++) {
        cl_int result = make(program, program_kernel_name(program, i), &kernels[i]);
        if (result != CL_SUCCESS) {
            while (i--)
                object_release(kernels[i], KIND_KERNEL);
            return result;
        }
    }
    if (num_kernels_ret)
        *num_kernels_ret = (cl_uint)count;
    return CL_SUCCESS;
}

/* Gives an argument its value: bytes, or an object (with bytes: a sampler's), or local memory. */
static cl_int set(cl_kernel k, cl_uint index, struct argument given)
{
    struct argument *a = &k->arguments[index];
    unsigned char *value = a->value;
    if (given.size != a->size || !given.value != !value) {
        value = given.value ? realloc(value, given.size) : NULL;
        CHECK(!given.value || value, CL_OUT_OF_HOST_MEMORY);
        if (!value)
            free(a->value);
    }
    if (given.value)
        memcpy(value, given.value, given.size);
    if (given.object)
        object_use(given.object);
    object_unuse(a->object);
    *a = given;
    a->is_set = true;
    a->value = value;
    if (index >= k->argument_count) /* only without a description */
        k->argument_count = index + 1;
    return CL_SUCCESS;
}

static cl_int set_bytes(cl_kernel k, cl_uint index, const void *value, size_t size)
{
    return set(k, index,
               (struct argument){.value = (unsigned char *)(uintptr_t)value, .size = size});
}

static cl_int copy(cl_kernel from, cl_kernel *out)
{
    CHECK(object_is(from, KIND_KERNEL), CL_INVALID_KERNEL);
    for (unsigned i = 0; i < DEVICE_MOST; i++)
        if (from->entries[i]) {
            TRY(make(from->program, from->entries[i]->name, out));
            break;
        }
    for (size_t i = 0; i < from->argument_count; i++)
        if (from->arguments[i].is_set)
            TRY(set(*out, (cl_uint)i, from->arguments[i]));
    return CL_SUCCESS;
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
    cl_kernel k = NULL;
    GIVE(copy(source_kernel, &k), k);
}

cl_int clRetainKernel(cl_kernel kernel)
{
    return object_retain(kernel, KIND_KERNEL) ? CL_SUCCESS : CL_INVALID_KERNEL;
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    return object_release(kernel, KIND_KERNEL) ? CL_SUCCESS : CL_INVALID_KERNEL;
}

/* ---- arguments --------------------------------------------------------------------------------
 */

static cl_int set_object(cl_kernel k, cl_uint index, void *object)
{
    return set(k, index, (struct argument){.object = object});
}

static cl_int set_local(cl_kernel k, cl_uint index, size_t bytes)
{
    CHECK(bytes, CL_INVALID_ARG_SIZE);
    return set(k, index, (struct argument){.local_bytes = bytes});
}

static cl_int set_buffer(cl_kernel k, cl_uint index, size_t size, const void *value)
{
    CHECK(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
    cl_mem m = value ? *(const cl_mem *)value : NULL;
    CHECK(!m || (is_buffer(m) && m->context == k->program->context), CL_INVALID_MEM_OBJECT);
    return m ? set_object(k, index, m) : set_bytes(k, index, &(uint64_t){0}, sizeof(uint64_t));
}

/* Whether an image is of the type that the file has for the argument, if it is one of OpenCL C's.
 */
static bool is_declared(cl_mem m, const shoal_arg_info *a)
{
    static const struct {
        const char *name;
        cl_mem_object_type type;
        bool is_depth;
    } types[] = {{"image1d_t", CL_MEM_OBJECT_IMAGE1D, false},
                 {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false},
                 {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false},
                 {"image2d_t", CL_MEM_OBJECT_IMAGE2D, false},
                 {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, false},
                 {"image3d_t", CL_MEM_OBJECT_IMAGE3D, false},
                 {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, true},
                 {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(a->type_name, types[i].name) == 0)
            return m->image->type == types[i].type &&
                   (m->image->format.image_channel_order == CL_DEPTH) == types[i].is_depth;
    return true;
}

static cl_int set_image(cl_kernel k, cl_uint index, const shoal_arg_info *a, size_t size,
                        const void *value)
{
    CHECK(value, CL_INVALID_ARG_VALUE);
    CHECK(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
    cl_mem m = *(const cl_mem *)value;
    CHECK(is_image(m) && m->context == k->program->context, CL_INVALID_MEM_OBJECT);
    CHECK(is_declared(m, a), CL_INVALID_ARG_VALUE);
    bool is_read = strcmp(a->access, "write_only") != 0,
         is_written = strcmp(a->access, "read_only") != 0;
    CHECK(!(is_written && m->flags & CL_MEM_READ_ONLY) &&
              !(is_read && m->flags & CL_MEM_WRITE_ONLY),
          CL_INVALID_ARG_VALUE);
    return set_object(k, index, m);
}

static cl_int set_pipe(cl_kernel k, cl_uint index, size_t size, const void *value)
{
    CHECK(value, CL_INVALID_ARG_VALUE);
    CHECK(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
    cl_mem m = *(const cl_mem *)value;
    CHECK(is_pipe(m) && m->context == k->program->context, CL_INVALID_MEM_OBJECT);
    return set_object(k, index, m);
}

static cl_int set_sampler(cl_kernel k, cl_uint index, size_t size, const void *value)
{
    CHECK(value, CL_INVALID_ARG_VALUE);
    CHECK(size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE);
    cl_sampler s = *(const cl_sampler *)value;
    CHECK(object_is(s, KIND_SAMPLER) && s->context == k->program->context, CL_INVALID_SAMPLER);
    return set_object(k, index, s);
}

/* Without a description: no value is local memory, a handle of the context's is a buffer, anything
 * else stands for itself. */
static cl_int set_undescribed(cl_kernel k, cl_uint index, size_t size, const void *value)
{
    void *handle = NULL;
    if (!value)
        return set_local(k, index, size);
    CHECK(size && size <= MAX_PARAMETER_BYTES, CL_INVALID_ARG_SIZE);
    if (size == sizeof handle)
        memcpy(&handle, value, sizeof handle);
    if (!memory_is_of(k->program->context, handle))
        return set_bytes(k, index, value, size);
    CHECK(is_buffer(handle), CL_INVALID_MEM_OBJECT);
    return set_object(k, index, handle);
}

static size_t argument_room(cl_kernel k)
{
    return k->described ? k->argument_count : MAX_ARGUMENTS;
}

cl_int clSetKernelArg(cl_kernel k, cl_uint arg_index, size_t arg_size, const void *arg_value)
{
    shoal_arg_info a;
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    CHECK(arg_index < argument_room(k), CL_INVALID_ARG_INDEX);
    if (!kernel_argument(k, arg_index, &a))
        return set_undescribed(k, arg_index, arg_size, arg_value);
    switch (a.kind) {
    case SHOAL_ARG_DYNAMIC_LDS_POINTER:
        CHECK(!arg_value, CL_INVALID_ARG_VALUE);
        return set_local(k, arg_index, arg_size);
    case SHOAL_ARG_GLOBAL_BUFFER:
        return set_buffer(k, arg_index, arg_size, arg_value);
    case SHOAL_ARG_IMAGE:
        return set_image(k, arg_index, &a, arg_size, arg_value);
    case SHOAL_ARG_SAMPLER:
        return set_sampler(k, arg_index, arg_size, arg_value);
    default:
        if (a.is_pipe)
            return set_pipe(k, arg_index, arg_size, arg_value);
        CHECK(arg_value, CL_INVALID_ARG_VALUE);
        CHECK(arg_size == a.size_bytes, CL_INVALID_ARG_SIZE);
        return set_bytes(k, arg_index, arg_value, arg_size);
    }
}

cl_int clSetKernelArgSVMPointer(cl_kernel k, cl_uint arg_index, const void *arg_value)
{
    shoal_arg_info a;
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    CHECK(!k->program->context->device->is_narrow, CL_INVALID_OPERATION);
    CHECK(arg_index < argument_room(k), CL_INVALID_ARG_INDEX);
    CHECK(kernel_argument(k, arg_index, &a) && a.kind == SHOAL_ARG_GLOBAL_BUFFER,
          CL_INVALID_ARG_VALUE);
    CHECK(!arg_value || svm_holds(k->program->context, arg_value, 1), CL_INVALID_ARG_VALUE);
    return set(k, arg_index,
               (struct argument){.value = (unsigned char *)&(uint64_t){(uintptr_t)arg_value},
                                 .size = sizeof(uint64_t),
                                 .is_svm = true});
}

cl_int clSetKernelExecInfo(cl_kernel k, cl_kernel_exec_info param_name, size_t param_value_size,
                           const void *param_value)
{
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    CHECK(!k->program->context->device->is_narrow, CL_INVALID_OPERATION);
    CHECK(param_value, CL_INVALID_VALUE);
    if (param_name == CL_KERNEL_EXEC_INFO_SVM_PTRS) {
        CHECK(param_value_size && param_value_size % sizeof(void *) == 0, CL_INVALID_VALUE);
        return CL_SUCCESS; /* all of them can be reached from every kernel */
    }
    CHECK(param_name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM &&
              param_value_size == sizeof(cl_bool),
          CL_INVALID_VALUE);
    return *(const cl_bool *)param_value ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/* ---- questions --------------------------------------------------------------------------------
 */

static const struct entry *any_entry(cl_kernel k)
{
    unsigned i = 0;
    while (!k->entries[i])
        i++;
    return k->entries[i];
}

/* Of what was not made from a source here, none (3.0 API, 5.9.4). */
static cl_int answer_attributes(cl_kernel k, struct answer a)
{
    const char *source = k->program->source;
    char *text = source ? kernel_attributes(source, any_entry(k)->name) : strdup("");
    CHECK(text, CL_OUT_OF_HOST_MEMORY);
    cl_int result = answer_text(a, text);
    free(text);
    return result;
}

cl_int clGetKernelInfo(cl_kernel k, cl_kernel_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
        return answer_text(ASKED, any_entry(k)->name);
    case CL_KERNEL_NUM_ARGS:
        return ANSWER(ASKED, cl_uint, (cl_uint)k->argument_count);
    case CL_KERNEL_REFERENCE_COUNT:
        return ANSWER(ASKED, cl_uint, object_refs(k));
    case CL_KERNEL_CONTEXT:
        return ANSWER(ASKED, cl_context, k->program->context);
    case CL_KERNEL_PROGRAM:
        return ANSWER(ASKED, cl_program, k->program);
    case CL_KERNEL_ATTRIBUTES:
        return answer_attributes(k, ASKED);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_kernel_arg_access_qualifier access_of(const shoal_arg_info *a)
{
    return strcmp(a->access, "read_only") == 0    ? CL_KERNEL_ARG_ACCESS_READ_ONLY
           : strcmp(a->access, "write_only") == 0 ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
           : strcmp(a->access, "read_write") == 0 ? CL_KERNEL_ARG_ACCESS_READ_WRITE
                                                  : CL_KERNEL_ARG_ACCESS_NONE;
}

/* Images and pipes are in global memory. */
static cl_kernel_arg_address_qualifier address_of(const shoal_arg_info *a)
{
    if (access_of(a) != CL_KERNEL_ARG_ACCESS_NONE)
        return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    return strcmp(a->address_space, "global") == 0     ? CL_KERNEL_ARG_ADDRESS_GLOBAL
           : strcmp(a->address_space, "constant") == 0 ? CL_KERNEL_ARG_ADDRESS_CONSTANT
           : strcmp(a->address_space, "local") == 0    ? CL_KERNEL_ARG_ADDRESS_LOCAL
                                                       : CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

cl_int clGetKernelArgInfo(cl_kernel k, cl_uint arg_index, cl_kernel_arg_info param_name,
                          size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    shoal_arg_info a;
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    CHECK(arg_index < k->argument_count, CL_INVALID_ARG_INDEX);
    CHECK(kernel_argument(k, arg_index, &a), CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    /* Names are there with -cl-kernel-arg-info only. */
    CHECK(a.name[0], CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return ANSWER(ASKED, cl_kernel_arg_address_qualifier, address_of(&a));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return ANSWER(ASKED, cl_kernel_arg_access_qualifier, access_of(&a));
    case CL_KERNEL_ARG_TYPE_NAME:
        return answer_text(ASKED, a.type_name);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return ANSWER(ASKED, cl_kernel_arg_type_qualifier,
                      (a.is_const ? CL_KERNEL_ARG_TYPE_CONST : 0) |
                          (a.is_restrict ? CL_KERNEL_ARG_TYPE_RESTRICT : 0) |
                          (a.is_volatile ? CL_KERNEL_ARG_TYPE_VOLATILE : 0) |
                          (a.is_pipe ? CL_KERNEL_ARG_TYPE_PIPE : 0));
    case CL_KERNEL_ARG_NAME:
        return answer_text(ASKED, a.name);
    default:
        return CL_INVALID_VALUE;
    }
}

/* LDS that the arguments take besides the kernel's own. */
static cl_ulong local_bytes(cl_kernel k, const struct entry *e)
{
    cl_ulong sum = e->info.lds_bytes;
    for (size_t i = 0; i < k->argument_count; i++)
        sum += k->arguments[i].local_bytes;
    return sum;
}

static size_t largest_group(const struct entry *e)
{
    return e->info.max_block_size ? e->info.max_block_size : MAX_GROUP;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id device,
                                cl_kernel_work_group_info param_name, size_t param_value_size,
                                void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    const struct entry *e = kernel_entry(k, device);
    CHECK(e, CL_INVALID_DEVICE);
    const uint32_t *required = e->info.required_block;
    switch (param_name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return ANSWER(ASKED, size_t, largest_group(e));
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return answer_bytes(ASKED, (const size_t[3]){required[0], required[1], required[2]},
                            3 * sizeof(size_t));
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return ANSWER(ASKED, cl_ulong, local_bytes(k, e));
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return ANSWER(ASKED, size_t, e->info.wave_lanes);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return ANSWER(ASKED, cl_ulong, e->info.scratch_bytes);
    case CL_KERNEL_GLOBAL_WORK_SIZE: /* of custom devices and built-in kernels */
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int answer_sub_groups(const struct entry *e, cl_kernel_sub_group_info name,
                                struct answer a, const size_t *input, size_t input_size)
{
    const size_t lanes = e->info.wave_lanes, most = largest_group(e);
    size_t items = 1, sizes[3] = {0, 1, 1};
    switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        CHECK(input && input_size && input_size <= sizeof sizes && input_size % sizeof(size_t) == 0,
              CL_INVALID_VALUE);
        for (size_t i = 0; i < input_size / sizeof(size_t); i++)
            items *= input[i];
        return name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE
                   ? ANSWER(a, size_t, (items + lanes - 1) / lanes)
                   : ANSWER(a, size_t, items < lanes ? items : lanes);
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        CHECK(input && input_size == sizeof(size_t), CL_INVALID_VALUE);
        CHECK(!a.value || (a.room >= sizeof(size_t) && a.room <= sizeof sizes &&
                           a.room % sizeof(size_t) == 0),
              CL_INVALID_VALUE);
        if (input[0] && input[0] <= most / lanes)
            sizes[0] = input[0] * lanes;
        else /* no size gives so many */
            sizes[1] = sizes[2] = 0;
        return answer_bytes(a, sizes, a.value ? a.room : sizeof sizes);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        return ANSWER(a, size_t, (most + lanes - 1) / lanes);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: /* an attribute of SPIR-V only */
        return ANSWER(a, size_t, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetKernelSubGroupInfo(cl_kernel k, cl_device_id device,
                               cl_kernel_sub_group_info param_name, size_t input_value_size,
                               const void *input_value, size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret)
{
    CHECK(object_is(k, KIND_KERNEL), CL_INVALID_KERNEL);
    const struct entry *e = kernel_entry(k, device);
    CHECK(e, CL_INVALID_DEVICE);
    return answer_sub_groups(e, param_name, ASKED, input_value, input_value_size);
}

cl_int clGetKernelSubGroupInfoKHR(cl_kernel in_kernel, cl_device_id in_device,
                                  cl_kernel_sub_group_info param_name, size_t input_value_size,
                                  const void *input_value, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret)
{
    return clGetKernelSubGroupInfo(in_kernel, in_device, param_name, input_value_size, input_value,
                                   param_value_size, param_value, param_value_size_ret);
}

/* program.c: programs: source or binary, what a build made of it, and the module on the device.
 *
 * A binary is a code object or, from clCompileProgram, bitcode; a library is bitcode behind
 * LIBRARY, so that CL_PROGRAM_BINARY_TYPE survives. */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

static const char LIBRARY[] = "shoal library\n\0"; /* 16 bytes with its end */

void program_free(cl_program p)
{
    destructors_call(p->destructors, p);
    if (p->module)
        shoal_module_unload(p->module);
    free(p->source);
    bytes_clear(&p->binary);
    free(p->options);
    free(p->log);
    pthread_mutex_destroy(&p->lock);
    object_unuse(p->context);
}

static cl_program create(cl_context context)
{
    cl_program p = object_create(KIND_PROGRAM, sizeof *p);
    if (!p)
        return NULL;
    p->context = context;
    object_use(context);
    p->status = CL_BUILD_NONE;
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

static cl_int from_source(cl_context context, cl_uint count, const char **strings,
                          const size_t *lengths, cl_program *out)
{
    struct bytes text = {0};
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(count && strings, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++)
        CHECK(strings[i], CL_INVALID_VALUE);
    bool good = bytes_append(&text, "", 0);
    for (cl_uint i = 0; good && i < count; i++)
        good = bytes_append(&text, strings[i],
                            lengths && lengths[i] ? lengths[i] : strlen(strings[i]));
    cl_program p = good ? create(context) : NULL;
    if (!p) {
        bytes_clear(&text);
        return CL_OUT_OF_HOST_MEMORY;
    }
    p->source = text.data;
    *out = p;
    return CL_SUCCESS;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *errcode_ret)
{
    cl_program p = NULL;
    GIVE(from_source(context, count, strings, lengths, &p), p);
}

/* What bytes are; NONE: nothing that this device knows. */
static cl_program_binary_type identify(const void *bytes, size_t size)
{
    if (size > sizeof LIBRARY && memcmp(bytes, LIBRARY, sizeof LIBRARY) == 0)
        return CL_PROGRAM_BINARY_TYPE_LIBRARY;
    if (size > 4 && memcmp(bytes, "BC\xc0\xde", 4) == 0)
        return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    const char *isa = shoal_identify(bytes, size);
    return isa && strcmp(isa, "rdna3") == 0 ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                            : CL_PROGRAM_BINARY_TYPE_NONE;
}

static cl_int check_devices(cl_context context, cl_uint count, const cl_device_id *devices)
{
    for (cl_uint i = 0; i < count; i++)
        CHECK(object_is(devices[i], KIND_DEVICE) && devices[i] == context->device,
              CL_INVALID_DEVICE);
    return CL_SUCCESS;
}

static cl_int from_binary(cl_context context, cl_uint count, const cl_device_id *devices,
                          const size_t *lengths, const unsigned char **binaries, cl_int *status,
                          cl_program *out)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(count && devices, CL_INVALID_VALUE);
    TRY(check_devices(context, count, devices));
    CHECK(lengths && binaries, CL_INVALID_VALUE);
    cl_int result = CL_SUCCESS;
    for (cl_uint i = 0; i < count; i++) {
        bool is_given = lengths[i] && binaries[i];
        bool is_known =
            is_given && identify(binaries[i], lengths[i]) != CL_PROGRAM_BINARY_TYPE_NONE;
        cl_int one = !is_given ? CL_INVALID_VALUE : is_known ? CL_SUCCESS : CL_INVALID_BINARY;
        if (status)
            status[i] = one;
        result = result == CL_SUCCESS ? one : result;
    }
    TRY(result);
    cl_program p = create(context);
    CHECK(p, CL_OUT_OF_HOST_MEMORY);
    p->binary_type = identify(binaries[0], lengths[0]);
    size_t skip = p->binary_type == CL_PROGRAM_BINARY_TYPE_LIBRARY ? sizeof LIBRARY : 0;
    if (!bytes_append(&p->binary, binaries[0] + skip, lengths[0] - skip)) {
        object_release(p, KIND_PROGRAM);
        return CL_OUT_OF_HOST_MEMORY;
    }
    *out = p;
    return CL_SUCCESS;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                     const cl_device_id *device_list, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *binary_status,
                                     cl_int *errcode_ret)
{
    cl_program p = NULL;
    GIVE(from_binary(context, num_devices, device_list, lengths, binaries, binary_status, &p), p);
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                             const cl_device_id *device_list,
                                             const char *kernel_names, cl_int *errcode_ret)
{
    cl_int result = !object_is(context, KIND_CONTEXT) ? CL_INVALID_CONTEXT
                    : !device_list || !num_devices || !kernel_names
                        ? CL_INVALID_VALUE
                        : check_devices(context, num_devices, device_list);
    /* There are no built-in kernels: no name is one. */
    GIVE(result == CL_SUCCESS ? CL_INVALID_VALUE : result, NULL);
}

cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                 cl_int *errcode_ret)
{
    (void)il, (void)length;
    GIVE(object_is(context, KIND_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT, NULL);
}

cl_int clRetainProgram(cl_program program)
{
    return object_retain(program, KIND_PROGRAM) ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

cl_int clReleaseProgram(cl_program program)
{
    return object_release(program, KIND_PROGRAM) ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

cl_int clSetProgramReleaseCallback(cl_program program,
                                   void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                                   void *user_data)
{
    (void)user_data;
    CHECK(object_is(program, KIND_PROGRAM), CL_INVALID_PROGRAM);
    CHECK(pfn_notify, CL_INVALID_VALUE);
    return CL_INVALID_OPERATION; /* no device has destructors of program-scope objects */
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void *spec_value)
{
    (void)spec_id, (void)spec_size, (void)spec_value;
    CHECK(object_is(program, KIND_PROGRAM), CL_INVALID_PROGRAM);
    return CL_INVALID_OPERATION; /* no intermediate language */
}

/* ---- builds -------------------------------------------------------------------------------------
 */

/* Checks what clBuildProgram and its likes have in common. */
static cl_int check_build(cl_program p, cl_uint count, const cl_device_id *devices, bool has_notify,
                          const void *user)
{
    CHECK(object_is(p, KIND_PROGRAM), CL_INVALID_PROGRAM);
    CHECK(!count == !devices, CL_INVALID_VALUE);
    CHECK(has_notify || !user, CL_INVALID_VALUE);
    TRY(check_devices(p->context, count, devices));
    CHECK(atomic_load(&p->kernels) == 0, CL_INVALID_OPERATION);
    return CL_SUCCESS;
}

/* Loads p->binary. */
static cl_int load(cl_program p)
{
    shoal_device *device = p->context->device->device;
    if (p->module) {
        shoal_module_unload(p->module);
        p->module = NULL;
    }
    if (shoal_module_load(device, p->binary.data, p->binary.size, NULL, &p->module) == SHOAL_OK)
        return CL_SUCCESS;
    struct bytes log = {0};
    bytes_print(&log, "%s%s\n", p->log ? p->log : "", shoal_last_error(device));
    free(p->log);
    p->log = log.data;
    p->module = NULL;
    return CL_BUILD_PROGRAM_FAILURE;
}

/* The end of every build: what came out is the program's, under its lock. */
static cl_int finish(cl_program p, cl_int result, struct bytes *out, char *log,
                     cl_program_binary_type type)
{
    free(p->log);
    p->log = log;
    if (result == CL_SUCCESS) {
        bytes_clear(&p->binary);
        p->binary = *out;
        p->binary_type = type;
        if (type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
            result = load(p);
    } else {
        bytes_clear(out);
    }
    p->status = result == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    return result;
}

static void keep_options(cl_program p, const char *options)
{
    free(p->options);
    p->options = strdup(options ? options : "");
}

static cl_int build(cl_program p, const char *options)
{
    struct bytes out = {0};
    char *log = NULL;
    keep_options(p, options);
    if (p->source) {
        struct build_input in = {.source = p->source, .options = options};
        cl_int result = build_run(&in, CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE, &out,
                                  &log, &p->is_uniform);
        return finish(p, result, &out, log, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    }
    CHECK(p->binary.size, CL_INVALID_OPERATION);
    if (p->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
        struct build_input in = {.object_count = 1, .objects = &p->binary};
        cl_int result = build_run(&in, CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE, &out,
                                  &log, &p->is_uniform);
        return finish(p, result, &out, log, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    }
    cl_int result = load(p);
    p->status = result == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    return result == CL_SUCCESS ? result : CL_INVALID_BINARY;
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                      const char *options, void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                      void *user_data)
{
    TRY(check_build(program, num_devices, device_list, pfn_notify != NULL, user_data));
    pthread_mutex_lock(&program->lock);
    cl_int result = build(program, options);
    pthread_mutex_unlock(&program->lock);
    if (pfn_notify)
        pfn_notify(program, user_data);
    return result;
}

static cl_int compile(cl_program p, const struct build_input *in)
{
    struct bytes out = {0};
    char *log = NULL;
    keep_options(p, in->options);
    cl_int result = build_run(in, CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE, &out,
                              &log, &p->is_uniform);
    return finish(p, result, &out, log, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                        const char *options, cl_uint num_input_headers,
                        const cl_program *input_headers, const char **header_include_names,
                        void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data)
{
    TRY(check_build(program, num_devices, device_list, pfn_notify != NULL, user_data));
    CHECK(!num_input_headers == !input_headers && !num_input_headers == !header_include_names,
          CL_INVALID_VALUE);
    CHECK(program->source, CL_INVALID_OPERATION);
    for (cl_uint i = 0; i < num_input_headers; i++)
        CHECK(object_is(input_headers[i], KIND_PROGRAM) && input_headers[i]->source,
              CL_INVALID_PROGRAM);
    const char **texts = calloc(num_input_headers + 1, sizeof *texts);
    CHECK(texts, CL_OUT_OF_HOST_MEMORY);
    for (cl_uint i = 0; i < num_input_headers; i++)
        texts[i] = input_headers[i]->source;
    struct build_input in = {.source = program->source,
                             .header_count = num_input_headers,
                             .header_texts = texts,
                             .header_names = header_include_names,
                             .options = options,
                             .is_object = true};
    pthread_mutex_lock(&program->lock);
    cl_int result = compile(program, &in);
    pthread_mutex_unlock(&program->lock);
    free(texts);
    if (pfn_notify)
        pfn_notify(program, user_data);
    return result;
}

static cl_int link_all(cl_program p, const char *options, cl_uint count, const cl_program *inputs)
{
    struct bytes out = {0};
    char *log = NULL;
    struct bytes *objects = calloc(count, sizeof *objects);
    CHECK(objects, CL_OUT_OF_HOST_MEMORY);
    for (cl_uint i = 0; i < count; i++) {
        objects[i] = inputs[i]->binary;
        p->is_uniform |= inputs[i]->is_uniform;
    }
    bool is_uniform, is_library = options && strstr(options, "-create-library");
    struct build_input in = {.object_count = count, .objects = objects, .options = options};
    keep_options(p, options);
    cl_int result =
        build_run(&in, CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE, &out, &log, &is_uniform);
    free(objects);
    return finish(p, result, &out, log,
                  is_library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
}

static cl_int check_link(cl_context context, cl_uint num_devices, const cl_device_id *devices,
                         cl_uint count, const cl_program *inputs, bool has_notify, const void *user)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(!num_devices == !devices && count && inputs, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++)
        CHECK(object_is(inputs[i], KIND_PROGRAM), CL_INVALID_PROGRAM);
    CHECK(has_notify || !user, CL_INVALID_VALUE);
    TRY(check_devices(context, num_devices, devices));
    for (cl_uint i = 0; i < count; i++)
        CHECK(inputs[i]->binary_type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
                  inputs[i]->binary_type == CL_PROGRAM_BINARY_TYPE_LIBRARY,
              CL_INVALID_OPERATION);
    return CL_SUCCESS;
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                         const char *options, cl_uint num_input_programs,
                         const cl_program *input_programs,
                         void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data,
                         cl_int *errcode_ret)
{
    cl_int result = check_link(context, num_devices, device_list, num_input_programs,
                               input_programs, pfn_notify != NULL, user_data);
    cl_program p = result == CL_SUCCESS ? create(context) : NULL;
    if (!p)
        GIVE(result == CL_SUCCESS ? CL_OUT_OF_HOST_MEMORY : result, NULL);
    result = link_all(p, options, num_input_programs, input_programs);
    /* A program that failed to link is given for its log (3.0 API, 5.8.3); bad options give none.
     */
    if (result == CL_INVALID_LINKER_OPTIONS) {
        object_release(p, KIND_PROGRAM);
        p = NULL;
    }
    if (pfn_notify && p)
        pfn_notify(p, user_data);
    GIVE(result, p);
}

/* ---- questions --------------------------------------------------------------------------------
 */

/* The names of the kernels with ';' between them. */
static cl_int answer_names(cl_program p, struct answer a)
{
    struct bytes text = {0};
    bool good = bytes_append(&text, "", 0);
    for (size_t i = 0; good && i < shoal_module_kernel_count(p->module); i++) {
        shoal_kernel_info info;
        shoal_kernel_get_info(shoal_module_kernel_at(p->module, i), &info);
        good = bytes_print(&text, "%s%s", i ? ";" : "", info.name);
    }
    cl_int result = good ? answer_text(a, text.data) : CL_OUT_OF_HOST_MEMORY;
    bytes_clear(&text);
    return result;
}

static size_t binary_size(cl_program p)
{
    bool is_library = p->binary_type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
    return p->binary.size ? p->binary.size + (is_library ? sizeof LIBRARY : 0) : 0;
}

static cl_int answer_binaries(cl_program p, struct answer a)
{
    CHECK(!a.value || a.room >= sizeof(char *), CL_INVALID_VALUE);
    char *to = a.value ? *(char **)a.value : NULL;
    if (to && p->binary.size) {
        size_t skip = binary_size(p) - p->binary.size;
        memcpy(to, LIBRARY, skip);
        memcpy(to + skip, p->binary.data, p->binary.size);
    }
    if (a.size)
        *a.size = sizeof(char *);
    return CL_SUCCESS;
}

static cl_int answer_program(cl_program p, cl_program_info name, struct answer a)
{
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return ANSWER(a, cl_uint, object_refs(p));
    case CL_PROGRAM_CONTEXT:
        return ANSWER(a, cl_context, p->context);
    case CL_PROGRAM_NUM_DEVICES:
        return ANSWER(a, cl_uint, 1);
    case CL_PROGRAM_DEVICES:
        return ANSWER(a, cl_device_id, p->context->device);
    case CL_PROGRAM_SOURCE:
        return answer_text(a, p->source ? p->source : "");
    case CL_PROGRAM_IL:
        return answer_bytes(a, NULL, 0);
    case CL_PROGRAM_BINARY_SIZES:
        return ANSWER(a, size_t, binary_size(p));
    case CL_PROGRAM_BINARIES:
        return answer_binaries(p, a);
    case CL_PROGRAM_NUM_KERNELS:
        CHECK(p->module, CL_INVALID_PROGRAM_EXECUTABLE);
        return ANSWER(a, size_t, shoal_module_kernel_count(p->module));
    case CL_PROGRAM_KERNEL_NAMES:
        CHECK(p->module, CL_INVALID_PROGRAM_EXECUTABLE);
        return answer_names(p, a);
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
        return ANSWER(a, cl_bool, CL_FALSE);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(program, KIND_PROGRAM), CL_INVALID_PROGRAM);
    pthread_mutex_lock(&program->lock);
    cl_int result = answer_program(program, param_name, ASKED);
    pthread_mutex_unlock(&program->lock);
    return result;
}

static cl_int answer_build(cl_program p, cl_program_build_info name, struct answer a)
{
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
        return ANSWER(a, cl_build_status, p->status);
    case CL_PROGRAM_BUILD_OPTIONS:
        return answer_text(a, p->options ? p->options : "");
    case CL_PROGRAM_BUILD_LOG:
        return answer_text(a, p->log ? p->log : "");
    case CL_PROGRAM_BINARY_TYPE:
        return ANSWER(a, cl_program_binary_type, p->binary_type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return ANSWER(a, size_t, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                             cl_program_build_info param_name, size_t param_value_size,
                             void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(program, KIND_PROGRAM), CL_INVALID_PROGRAM);
    TRY(check_devices(program->context, 1, &device));
    pthread_mutex_lock(&program->lock);
    cl_int result = answer_build(program, param_name, ASKED);
    pthread_mutex_unlock(&program->lock);
    return result;
}

/* program.c: programs: source or binary, what builds made of it for each device, and the modules
 * there.
 *
 * A binary is a code object or, from clCompileProgram, what the compiler makes before it links; a
 * library is that behind LIBRARY, so that CL_PROGRAM_BINARY_TYPE survives. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

static const char LIBRARY[] = "shoal library\n\0"; /* 16 bytes with its end */

/* ---- executables ------------------------------------------------------------------------------
 */

static void forget_entries(struct build *b)
{
    for (size_t i = 0; i < b->entry_count; i++)
        free(b->entries[i].name);
    free(b->entries);
    b->entries = NULL;
    b->entry_count = 0;
    b->is_executable = false;
}

/* The executable leaves the device. */
static void unload(cl_program p, cl_device_id device)
{
    struct build *b = &p->builds[device->index];
    if (device->is_narrow) {
        pthread_mutex_lock(&device->turn);
        if (device->resident == p) {
            shoal_module_unload(device->module);
            device->module = NULL;
            device->resident = NULL;
        }
        pthread_mutex_unlock(&device->turn);
    } else if (b->module) {
        shoal_module_unload(b->module);
        b->module = NULL;
    }
    forget_entries(b);
}

static bool note_entries(struct build *b, shoal_module *module, bool is_narrow)
{
    size_t count = shoal_module_kernel_count(module);
    b->entries = calloc(count + 1, sizeof *b->entries);
    for (size_t i = 0; b->entries && i < count; i++) {
        struct entry *e = &b->entries[b->entry_count++];
        shoal_kernel *kernel = shoal_module_kernel_at(module, i);
        shoal_kernel_get_info(kernel, &e->info);
        e->name = strdup(e->info.name);
        e->info.name = e->name;
        e->kernel = is_narrow ? NULL : kernel;
        if (!e->name)
            return false;
    }
    b->is_executable = b->entries != NULL;
    return b->is_executable;
}

cl_int program_enter(cl_program p, cl_device_id device, const char *name, shoal_kernel **kernel)
{
    const struct bytes *binary = &p->builds[device->index].binary;
    if (device->resident != p) {
        shoal_module *module;
        if (device->module)
            shoal_module_unload(device->module);
        device->module = NULL;
        device->resident = NULL;
        CHECK(shoal_module_load(device->device, binary->data, binary->size, NULL, &module) ==
                  SHOAL_OK,
              CL_OUT_OF_RESOURCES);
        device->module = module;
        device->resident = p;
    }
    CHECK(!name || shoal_module_find_kernel(device->module, name, kernel) == SHOAL_OK,
          CL_OUT_OF_RESOURCES);
    return CL_SUCCESS;
}

/* Loads what a build made, and learns its kernels. */
static cl_int load(cl_program p, cl_device_id device)
{
    struct build *b = &p->builds[device->index];
    unload(p, device);
    bool good;
    if (device->is_narrow) {
        pthread_mutex_lock(&device->turn);
        good = program_enter(p, device, NULL, NULL) == CL_SUCCESS &&
               note_entries(b, device->module, true);
        pthread_mutex_unlock(&device->turn);
    } else {
        good = shoal_module_load(device->device, b->binary.data, b->binary.size, NULL,
                                 &b->module) == SHOAL_OK &&
               note_entries(b, b->module, false);
    }
    if (good)
        return CL_SUCCESS;
    struct bytes log = {0};
    bytes_print(&log, "%s%s\n", b->log ? b->log : "", shoal_last_error(device->device));
    free(b->log);
    b->log = log.data;
    unload(p, device);
    return CL_BUILD_PROGRAM_FAILURE;
}

const struct entry *build_find(const struct build *b, const char *name)
{
    for (size_t i = 0; i < b->entry_count; i++)
        if (strcmp(b->entries[i].name, name) == 0)
            return &b->entries[i];
    return NULL;
}

bool program_is_executable(cl_program p)
{
    bool is_executable = false;
    for (unsigned i = 0; i < DEVICE_MOST; i++)
        is_executable |= p->builds[i].is_executable;
    return is_executable;
}

const char *program_kernel_name(cl_program p, size_t index)
{
    for (unsigned i = 0; i < DEVICE_MOST; i++)
        for (size_t n = 0; n < p->builds[i].entry_count; n++) {
            const char *name = p->builds[i].entries[n].name;
            bool is_known = false;
            for (unsigned earlier = 0; earlier < i; earlier++)
                is_known |= build_find(&p->builds[earlier], name) != NULL;
            if (!is_known && index-- == 0)
                return name;
        }
    return NULL;
}

/* ---- creation ---------------------------------------------------------------------------------
 */

void program_free(cl_program p)
{
    destructors_call(p->destructors, p);
    for (cl_uint i = 0; i < p->device_count; i++) {
        struct build *b = &p->builds[p->devices[i]->index];
        unload(p, p->devices[i]);
        bytes_clear(&b->binary);
        free(b->options);
        free(b->log);
    }
    free(p->source);
    bytes_clear(&p->il);
    bytes_clear(&p->special);
    pthread_mutex_destroy(&p->lock);
    object_unuse(p->context);
}

/* For these devices, or all of the context if there is no list. */
static cl_program create(cl_context context, cl_uint count, const cl_device_id *devices)
{
    cl_program p = object_create(KIND_PROGRAM, sizeof *p);
    if (!p)
        return NULL;
    p->context = context;
    object_use(context);
    for (cl_uint i = 0; i < context->device_count; i++)
        if (!devices || devices_check(devices, count, 1, &context->devices[i]) == CL_SUCCESS)
            p->devices[p->device_count++] = context->devices[i];
    for (unsigned i = 0; i < DEVICE_MOST; i++)
        p->builds[i].status = CL_BUILD_NONE;
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
    cl_program p = good ? create(context, 0, NULL) : NULL;
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
static cl_program_binary_type identify(cl_device_id device, const void *bytes, size_t size)
{
    enum { ELF_TYPE = 16, ELF_RELOCATABLE = 1 };
    if (size > sizeof LIBRARY && memcmp(bytes, LIBRARY, sizeof LIBRARY) == 0)
        return CL_PROGRAM_BINARY_TYPE_LIBRARY;
    if (!device->is_narrow && size > 4 && memcmp(bytes, "BC\xc0\xde", 4) == 0)
        return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    const char *isa = shoal_identify(bytes, size);
    if (!isa || strcmp(isa, device->chip->isa) != 0)
        return CL_PROGRAM_BINARY_TYPE_NONE;
    return device->is_narrow && ((const char *)bytes)[ELF_TYPE] == ELF_RELOCATABLE
               ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
               : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

static cl_int take_binary(struct build *b, cl_device_id device, const unsigned char *bytes,
                          size_t size)
{
    b->binary_type = identify(device, bytes, size);
    size_t skip = b->binary_type == CL_PROGRAM_BINARY_TYPE_LIBRARY ? sizeof LIBRARY : 0;
    bytes_clear(&b->binary);
    return bytes_append(&b->binary, bytes + skip, size - skip) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static cl_int from_binary(cl_context context, cl_uint count, const cl_device_id *devices,
                          const size_t *lengths, const unsigned char **binaries, cl_int *status,
                          cl_program *out)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(count && devices, CL_INVALID_VALUE);
    TRY(devices_check(context->devices, context->device_count, count, devices));
    CHECK(lengths && binaries, CL_INVALID_VALUE);
    cl_int result = CL_SUCCESS;
    for (cl_uint i = 0; i < count; i++) {
        bool is_given = lengths[i] && binaries[i];
        bool is_known = is_given && identify(devices[i], binaries[i], lengths[i]) !=
                                        CL_PROGRAM_BINARY_TYPE_NONE;
        cl_int one = !is_given ? CL_INVALID_VALUE : is_known ? CL_SUCCESS : CL_INVALID_BINARY;
        if (status)
            status[i] = one;
        result = result == CL_SUCCESS ? one : result;
    }
    TRY(result);
    cl_program p = create(context, count, devices);
    CHECK(p, CL_OUT_OF_HOST_MEMORY);
    for (cl_uint i = 0; i < count && result == CL_SUCCESS; i++)
        result = take_binary(&p->builds[devices[i]->index], devices[i], binaries[i], lengths[i]);
    if (result != CL_SUCCESS)
        object_release(p, KIND_PROGRAM);
    else
        *out = p;
    return result;
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
    cl_int result =
        !object_is(context, KIND_CONTEXT) ? CL_INVALID_CONTEXT
        : !device_list || !num_devices || !kernel_names
            ? CL_INVALID_VALUE
            : devices_check(context->devices, context->device_count, num_devices, device_list);
    /* There are no built-in kernels: no name is one. */
    GIVE(result == CL_SUCCESS ? CL_INVALID_VALUE : result, NULL);
}

static cl_int from_il(cl_context context, const void *il, size_t length, cl_program *out)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(!context->device->is_narrow && spirv_is_there(), CL_INVALID_OPERATION);
    struct bytes special = {0};
    TRY(spirv_read(il, length, &special));
    cl_program p = create(context, 1, &context->device);
    if (!p || !bytes_append(&p->il, il, length)) {
        bytes_clear(&special);
        object_release(p, KIND_PROGRAM);
        return CL_OUT_OF_HOST_MEMORY;
    }
    p->special = special;
    *out = p;
    return CL_SUCCESS;
}

cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                 cl_int *errcode_ret)
{
    cl_program p = NULL;
    GIVE(from_il(context, il, length, &p), p);
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
    CHECK(object_is(program, KIND_PROGRAM), CL_INVALID_PROGRAM);
    CHECK(spirv_is_there(), CL_INVALID_OPERATION);
    CHECK(program->il.size, CL_INVALID_PROGRAM);
    pthread_mutex_lock(&program->lock);
    cl_int result = spirv_specialize(&program->special, spec_id, spec_size, spec_value);
    pthread_mutex_unlock(&program->lock);
    return result;
}

/* ---- builds ------------------------------------------------------------------------------------
 */

/* Checks what clBuildProgram and its likes have in common. */
static cl_int check_build(cl_program p, cl_uint count, const cl_device_id *devices, bool has_notify,
                          const void *user)
{
    CHECK(object_is(p, KIND_PROGRAM), CL_INVALID_PROGRAM);
    CHECK(!count == !devices, CL_INVALID_VALUE);
    CHECK(has_notify || !user, CL_INVALID_VALUE);
    TRY(devices_check(p->devices, p->device_count, count, devices));
    CHECK(atomic_load(&p->kernels) == 0, CL_INVALID_OPERATION);
    return CL_SUCCESS;
}

/* The codes of one function. */
struct codes {
    cl_int bad_options, failure;
};
static const struct codes building = {CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE},
                          compiling = {CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE},
                          linking = {CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE};

/* Runs the compiler of a device. What comes out is the program's, under its lock. */
static cl_int make(cl_program p, cl_device_id device, struct build_input *in,
                   const struct codes *codes, cl_program_binary_type type)
{
    struct build *b = &p->builds[device->index];
    struct bytes out = {0};
    char *log = NULL;
    cl_int result = device->is_narrow ? build_ventus(in, codes->failure, &out, &log)
                                      : build_run(in, codes->bad_options, codes->failure, &out,
                                                  &log, &b->is_uniform);
    free(b->options);
    b->options = strdup(in->options ? in->options : "");
    free(b->log);
    b->log = log;
    if (result == CL_SUCCESS) {
        bytes_clear(&b->binary);
        b->binary = out;
        b->binary_type = type;
        if (type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
            result = load(p, device);
    } else {
        bytes_clear(&out);
    }
    b->status = result == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    return result;
}

static cl_int build(cl_program p, cl_device_id device, const char *options)
{
    struct build *b = &p->builds[device->index];
    if (p->source || p->il.size) {
        struct build_input in = {
            .source = p->source, .options = options, .il = p->il.size ? &p->special : NULL};
        return make(p, device, &in, &building, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    }
    CHECK(b->binary.size && !p->is_linked, CL_INVALID_OPERATION);
    if (b->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
        struct bytes object = b->binary;
        struct build_input in = {.object_count = 1, .objects = &object};
        return make(p, device, &in, &building, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    }
    free(b->options);
    b->options = strdup(options ? options : "");
    cl_int result = load(p, device);
    b->status = result == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    return result == CL_SUCCESS ? result : CL_INVALID_BINARY;
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                      const char *options, void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                      void *user_data)
{
    TRY(check_build(program, num_devices, device_list, pfn_notify != NULL, user_data));
    cl_uint count = num_devices ? num_devices : program->device_count;
    const cl_device_id *list = num_devices ? device_list : program->devices;
    cl_int result = CL_SUCCESS;
    pthread_mutex_lock(&program->lock);
    for (cl_uint i = 0; i < count && result == CL_SUCCESS; i++)
        result = build(program, list[i], options);
    pthread_mutex_unlock(&program->lock);
    if (pfn_notify)
        pfn_notify(program, user_data);
    return result;
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                        const char *options, cl_uint num_input_headers,
                        const cl_program *input_headers, const char **header_include_names,
                        void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data)
{
    TRY(check_build(program, num_devices, device_list, pfn_notify != NULL, user_data));
    CHECK(!num_input_headers == !input_headers && !num_input_headers == !header_include_names,
          CL_INVALID_VALUE);
    CHECK(program->source || program->il.size, CL_INVALID_OPERATION);
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
                             .is_object = true,
                             .il = program->il.size ? &program->special : NULL};
    cl_uint count = num_devices ? num_devices : program->device_count;
    const cl_device_id *list = num_devices ? device_list : program->devices;
    cl_int result = CL_SUCCESS;
    pthread_mutex_lock(&program->lock);
    for (cl_uint i = 0; i < count && result == CL_SUCCESS; i++)
        result = make(program, list[i], &in, &compiling, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    pthread_mutex_unlock(&program->lock);
    free(texts);
    if (pfn_notify)
        pfn_notify(program, user_data);
    return result;
}

static bool is_linkable(const struct build *b)
{
    return b->binary_type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
           b->binary_type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
}

static cl_int link_for(cl_program p, cl_device_id device, const char *options, cl_uint count,
                       const cl_program *inputs)
{
    struct bytes *objects = calloc(count, sizeof *objects);
    CHECK(objects, CL_OUT_OF_HOST_MEMORY);
    struct build *b = &p->builds[device->index];
    bool is_library = options && strstr(options, "-create-library"), is_uniform = false;
    for (cl_uint i = 0; i < count; i++) {
        objects[i] = inputs[i]->builds[device->index].binary;
        is_uniform |= inputs[i]->builds[device->index].is_uniform;
    }
    struct build_input in = {.object_count = count, .objects = objects, .options = options};
    cl_int result =
        make(p, device, &in, &linking,
             is_library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    b->is_uniform = is_uniform;
    free(objects);
    return result;
}

static cl_int check_link(cl_context context, cl_uint num_devices, const cl_device_id *devices,
                         cl_uint count, const cl_program *inputs, bool has_notify, const void *user)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(!num_devices == !devices && count && inputs, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < count; i++)
        CHECK(object_is(inputs[i], KIND_PROGRAM), CL_INVALID_PROGRAM);
    CHECK(has_notify || !user, CL_INVALID_VALUE);
    TRY(devices_check(context->devices, context->device_count, num_devices, devices));
    /* For each device all inputs have something to link, or none has. */
    for (cl_uint d = 0; d < (num_devices ? num_devices : context->device_count); d++) {
        unsigned index = (num_devices ? devices : context->devices)[d]->index;
        cl_uint linkable = 0;
        for (cl_uint i = 0; i < count; i++)
            linkable += is_linkable(&inputs[i]->builds[index]);
        CHECK(linkable == count || (!linkable && !num_devices && context->device_count > 1),
              CL_INVALID_OPERATION);
    }
    return CL_SUCCESS;
}

static cl_int link_all(cl_program p, const char *options, cl_uint count, const cl_program *inputs)
{
    cl_int result = CL_INVALID_OPERATION;
    for (cl_uint d = 0; d < p->device_count; d++) {
        if (!is_linkable(&inputs[0]->builds[p->devices[d]->index]))
            continue;
        result = link_for(p, p->devices[d], options, count, inputs);
        if (result == CL_COMPILER_NOT_AVAILABLE)
            result = CL_LINKER_NOT_AVAILABLE;
        if (result != CL_SUCCESS)
            break;
    }
    return result;
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                         const char *options, cl_uint num_input_programs,
                         const cl_program *input_programs,
                         void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data,
                         cl_int *errcode_ret)
{
    cl_int result = check_link(context, num_devices, device_list, num_input_programs,
                               input_programs, pfn_notify != NULL, user_data);
    cl_program p = result == CL_SUCCESS ? create(context, num_devices, device_list) : NULL;
    if (!p)
        GIVE(result == CL_SUCCESS ? CL_OUT_OF_HOST_MEMORY : result, NULL);
    p->is_linked = true;
    result = link_all(p, options, num_input_programs, input_programs);
    /* A program that failed to link is given for its log (3.0 API, 5.8.3); one whose link could not
     * begin is not. */
    if (result != CL_SUCCESS && result != CL_LINK_PROGRAM_FAILURE) {
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
    const char *name;
    bool good = bytes_append(&text, "", 0);
    for (size_t i = 0; good && (name = program_kernel_name(p, i)) != NULL; i++)
        good = bytes_print(&text, "%s%s", i ? ";" : "", name);
    cl_int result = good ? answer_text(a, text.data) : CL_OUT_OF_HOST_MEMORY;
    bytes_clear(&text);
    return result;
}

static size_t binary_size(const struct build *b)
{
    bool is_library = b->binary_type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
    return b->binary.size ? b->binary.size + (is_library ? sizeof LIBRARY : 0) : 0;
}

static cl_int answer_sizes(cl_program p, struct answer a)
{
    size_t sizes[DEVICE_MOST] = {0};
    for (cl_uint i = 0; i < p->device_count; i++)
        sizes[i] = binary_size(&p->builds[p->devices[i]->index]);
    return answer_bytes(a, sizes, p->device_count * sizeof *sizes);
}

static cl_int answer_binaries(cl_program p, struct answer a)
{
    const size_t needed = p->device_count * sizeof(char *);
    CHECK(!a.value || a.room >= needed, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < p->device_count; i++) {
        const struct build *b = &p->builds[p->devices[i]->index];
        char *to = a.value ? ((char **)a.value)[i] : NULL;
        if (to && b->binary.size) {
            size_t skip = binary_size(b) - b->binary.size;
            memcpy(to, LIBRARY, skip);
            memcpy(to + skip, b->binary.data, b->binary.size);
        }
    }
    if (a.size)
        *a.size = needed;
    return CL_SUCCESS;
}

static size_t kernel_count(cl_program p)
{
    size_t count = 0;
    while (program_kernel_name(p, count))
        count++;
    return count;
}

static cl_int answer_program(cl_program p, cl_program_info name, struct answer a)
{
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return ANSWER(a, cl_uint, object_refs(p));
    case CL_PROGRAM_CONTEXT:
        return ANSWER(a, cl_context, p->context);
    case CL_PROGRAM_NUM_DEVICES:
        return ANSWER(a, cl_uint, p->device_count);
    case CL_PROGRAM_DEVICES:
        return answer_bytes(a, p->devices, p->device_count * sizeof *p->devices);
    case CL_PROGRAM_SOURCE:
        return answer_text(a, p->source ? p->source : "");
    case CL_PROGRAM_IL:
        return answer_bytes(a, p->il.data, p->il.size);
    case CL_PROGRAM_BINARY_SIZES:
        return answer_sizes(p, a);
    case CL_PROGRAM_BINARIES:
        return answer_binaries(p, a);
    case CL_PROGRAM_NUM_KERNELS:
        CHECK(program_is_executable(p), CL_INVALID_PROGRAM_EXECUTABLE);
        return ANSWER(a, size_t, kernel_count(p));
    case CL_PROGRAM_KERNEL_NAMES:
        CHECK(program_is_executable(p), CL_INVALID_PROGRAM_EXECUTABLE);
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

/* Of a code object's variables: what is loaded to be written, without what the linker has there. */
static size_t variables_size(const struct bytes *binary)
{
    Elf64_Ehdr head;
    Elf64_Phdr part;
    size_t written = 0, linkers = 0;
    if (binary->size < sizeof head)
        return 0;
    memcpy(&head, binary->data, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_phoff > binary->size || (binary->size - head.e_phoff) / sizeof part < head.e_phnum)
        return 0;
    for (size_t i = 0; i < head.e_phnum; i++) {
        memcpy(&part, (const char *)binary->data + head.e_phoff + i * sizeof part, sizeof part);
        if (part.p_type == PT_LOAD && part.p_flags & PF_W)
            written += part.p_memsz;
        else if (part.p_type == PT_GNU_RELRO)
            linkers += part.p_memsz;
    }
    return written > linkers ? written - linkers : 0;
}

static cl_int answer_build(const struct build *b, cl_program_build_info name, struct answer a)
{
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
        return ANSWER(a, cl_build_status, b->status);
    case CL_PROGRAM_BUILD_OPTIONS:
        return answer_text(a, b->options ? b->options : "");
    case CL_PROGRAM_BUILD_LOG:
        return answer_text(a, b->log ? b->log : "");
    case CL_PROGRAM_BINARY_TYPE:
        return ANSWER(a, cl_program_binary_type, b->binary_type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return ANSWER(a, size_t, variables_size(&b->binary));
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                             cl_program_build_info param_name, size_t param_value_size,
                             void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(program, KIND_PROGRAM), CL_INVALID_PROGRAM);
    TRY(devices_check(program->devices, program->device_count, 1, &device));
    pthread_mutex_lock(&program->lock);
    cl_int result = answer_build(&program->builds[device->index], param_name, ASKED);
    pthread_mutex_unlock(&program->lock);
    return result;
}

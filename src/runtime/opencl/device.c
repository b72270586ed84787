/* device.c: the devices, and what they say of themselves. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../ventus/settings.h"
#include "opencl.h"
#include "shoal/profile.h"

static struct _cl_device_id devices[DEVICE_MOST];
static cl_uint device_count;
static pthread_once_t found = PTHREAD_ONCE_INIT;
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

/* Memory is the card's, or half of the host's if that is less; with addresses of 32 bits, what lies
 * above the code. */
static void add(const shoal_chip *chip)
{
    const cl_ulong half = (cl_ulong)sysconf(_SC_PHYS_PAGES) * (cl_ulong)sysconf(_SC_PAGESIZE) / 2;
    const cl_ulong narrow = UINT64_C(1) << 30;
    bool is_narrow = strcmp(chip->isa, shoal_chip_at(0)->isa) != 0;
    cl_ulong most = is_narrow ? narrow : chip->memory_bytes;
    devices[device_count] = (struct _cl_device_id){
        .object = {&cl_dispatch, KIND_DEVICE, 1, 1},
        .chip = chip,
        .index = device_count,
        .is_narrow = is_narrow,
        .memory_bytes = most < half ? most : half,
    };
    pthread_mutex_init(&devices[device_count++].turn, NULL);
}

/* A chip that a variable names; NULL after a message: none that can be had. */
static const shoal_chip *named_chip(const char *variable, const char *name, bool may_be_narrow)
{
    const shoal_chip *chip = shoal_chip_find(name);
    const char *why = "no chip of OpenCL's is called so";
    bool is_good = chip && !chip->is_generic &&
                   (may_be_narrow || strcmp(chip->isa, shoal_chip_at(0)->isa) == 0);
    for (cl_uint i = 0; is_good && i < device_count; i++)
        if (strcmp(devices[i].chip->isa, chip->isa) == 0) {
            is_good = false;
            why = "there is a device of this instruction set";
        }
    if (!is_good)
        fprintf(stderr, "shoal: %s=%s is ignored: %s\n", variable, name, why);
    return is_good ? chip : NULL;
}

static void find(void)
{
    const char *name = getenv("SHOAL_CHIP"), *list = getenv("SHOAL_OPENCL_DEVICES");
    char *words = list ? strdup(list) : NULL, *rest;
    for (char *word = words ? strtok_r(words, ", ", &rest) : NULL; word;
         word = strtok_r(NULL, ", ", &rest)) {
        const shoal_chip *chip = named_chip("SHOAL_OPENCL_DEVICES", word, true);
        if (chip)
            add(chip);
    }
    free(words);
    if (device_count)
        return;
    const shoal_chip *chip = name && name[0] ? named_chip("SHOAL_CHIP", name, false) : NULL;
    add(chip ? chip : shoal_chip_at(0));
}

cl_device_id device_at(cl_uint index)
{
    pthread_once(&found, find);
    return index < device_count ? &devices[index] : NULL;
}

/* A number from the environment; what is wrong is said, and then it is as if it were not set. */
static double setting(const char *name, double most, double otherwise)
{
    const char *value = getenv(name);
    if (!value || !value[0])
        return otherwise;
    char *end;
    double n = strtod(value, &end);
    if (!*end && n >= 0 && n <= most)
        return n;
    fprintf(stderr, "shoal: %s=%s is ignored: expected a number from 0 to %g\n", name, value, most);
    return otherwise;
}

static shoal_engine chosen_engine(void)
{
    const char *engine = getenv("SHOAL_ENGINE");
    if (engine && strcmp(engine, "jit") == 0)
        return SHOAL_ENGINE_JIT;
    if (engine && strcmp(engine, "interp") == 0)
        return SHOAL_ENGINE_INTERP;
    if (engine && engine[0] && strcmp(engine, "auto") != 0)
        fprintf(stderr, "shoal: SHOAL_ENGINE=%s is ignored: expected auto, interp or jit\n",
                engine);
    return SHOAL_ENGINE_AUTO;
}

cl_int device_start(cl_device_id device)
{
    cl_int result = CL_SUCCESS;
    pthread_mutex_lock(&starting);
    if (!device->device) {
        shoal_device_options o = shoal_device_options_default();
        o.chip = device->chip->name;
        o.threads = (unsigned)setting("SHOAL_THREADS", 256, 0);
        if (device->is_narrow) {
            o.wave_lanes = ventus_threads_per_warp();
            o.dialect = ventus_dialect();
        }
        device->engine = chosen_engine();
        device->timeout_seconds = setting("SHOAL_TIMEOUT", 1e9, 0);
        if (shoal_device_create(&o, &device->device) != SHOAL_OK) {
            fprintf(stderr, "shoal: no device: %s\n", shoal_last_error(NULL));
            device->device = NULL;
            result = CL_OUT_OF_RESOURCES;
        } else {
            shoal_profile_start();
        }
    }
    pthread_mutex_unlock(&starting);
    return result;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id *devices_out, cl_uint *num_devices)
{
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                 CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    CHECK(!platform || object_is(platform, KIND_PLATFORM), CL_INVALID_PLATFORM);
    CHECK(device_type == CL_DEVICE_TYPE_ALL || (device_type && !(device_type & ~known)),
          CL_INVALID_DEVICE_TYPE);
    CHECK(devices_out || num_devices, CL_INVALID_VALUE);
    CHECK(!devices_out || num_entries, CL_INVALID_VALUE);
    cl_uint count = 0;
    for (cl_uint i = 0; device_at(i); i++) {
        cl_device_type types = CL_DEVICE_TYPE_GPU | (i ? 0 : CL_DEVICE_TYPE_DEFAULT);
        if (!(device_type & types))
            continue;
        if (devices_out && count < num_entries)
            devices_out[count] = device_at(i);
        count++;
    }
    if (num_devices)
        *num_devices = count;
    return count ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

/* ---- what it is ------------------------------------------------------------------------- */

static cl_int answer_memory(cl_device_id d, cl_device_info name, struct answer a)
{
    switch (name) {
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return ANSWER(a, cl_ulong, d->memory_bytes);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
        return ANSWER(a, cl_ulong, d->memory_bytes / 2);
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
        return ANSWER(a, size_t, 1u << 30);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return ANSWER(a, cl_ulong, d->chip->lds_group_bytes);
    case CL_DEVICE_LOCAL_MEM_TYPE:
        return ANSWER(a, cl_device_local_mem_type, CL_LOCAL);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
        return ANSWER(a, cl_device_mem_cache_type, CL_READ_WRITE_CACHE);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        return ANSWER(a, cl_ulong, d->chip->l2_bytes);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
        return ANSWER(a, cl_uint, 128);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: /* bits */
        return ANSWER(a, cl_uint, BASE_ALIGN * 8);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: /* bytes: long16 */
        return ANSWER(a, cl_uint, 128);
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
        return ANSWER(a, cl_bool, CL_FALSE);
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
        return ANSWER(a, cl_bool, CL_TRUE);
    case CL_DEVICE_SVM_CAPABILITIES:
        return ANSWER(a, cl_device_svm_capabilities,
                      CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                          CL_DEVICE_SVM_ATOMICS);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        return ANSWER(a, cl_device_atomic_capabilities,
                      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                          CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
                          CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE |
                          CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
        return ANSWER(a, cl_device_atomic_capabilities,
                      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                          CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
                          CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE |
                          CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT: /* the type's own */
        return ANSWER(a, cl_uint, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int answer_work(cl_device_id d, cl_device_info name, struct answer a)
{
    const size_t sizes[3] = {MAX_GROUP, MAX_GROUP, MAX_GROUP};
    /* v_dot4_i32_iu8 takes both signs; a sum that saturates takes two instructions. */
    const cl_device_integer_dot_product_acceleration_properties_khr dots = {
        .signed_accelerated = CL_TRUE,
        .unsigned_accelerated = CL_TRUE,
        .mixed_signedness_accelerated = CL_TRUE};
    switch (name) {
    case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
        return ANSWER(a, cl_device_integer_dot_product_capabilities_khr,
                      CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                          CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
        return answer_bytes(a, &dots, sizeof dots);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return ANSWER(a, cl_uint, d->chip->multiprocessors);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
        return ANSWER(a, cl_uint, d->chip->clock_khz / 1000);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
        return ANSWER(a, cl_uint, 3);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return answer_bytes(a, sizes, sizeof sizes);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: /* of every kernel; those with an attribute may have more */
        return ANSWER(a, size_t, USUAL_GROUP);
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return ANSWER(a, size_t, WAVE);
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
        return ANSWER(a, cl_uint, USUAL_GROUP / WAVE);
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
        return ANSWER(a, cl_bool, CL_FALSE);
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    case CL_DEVICE_PIPE_SUPPORT:
        return ANSWER(a, cl_bool, CL_TRUE);
    case CL_DEVICE_MAX_PARAMETER_SIZE:
        return ANSWER(a, size_t, MAX_PARAMETER_BYTES);
    case CL_DEVICE_MAX_CONSTANT_ARGS:
    case CL_DEVICE_MAX_PIPE_ARGS:
        return ANSWER(a, cl_uint, 64);
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
        return ANSWER(a, cl_uint, MAX_PIPE_RESERVATION);
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
        return ANSWER(a, cl_uint, MAX_PIPE_PACKET);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
        return ANSWER(a, cl_uint, 4);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
        return ANSWER(a, cl_uint, 2);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        return ANSWER(a, cl_uint, 1);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
        return ANSWER(a, cl_uint, 2);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int answer_images(cl_device_info name, struct answer a)
{
    switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT:
        return ANSWER(a, cl_bool, CL_TRUE);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
        return ANSWER(a, size_t, MAX_IMAGE_SIDE);
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
        return ANSWER(a, size_t, MAX_IMAGE_SLICES);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
        return ANSWER(a, size_t, MAX_IMAGE_BUFFER);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
        return ANSWER(a, cl_uint, 128);
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
        return ANSWER(a, cl_uint, IMAGE_ALIGN);
    case CL_DEVICE_MAX_SAMPLERS:
        return ANSWER(a, cl_uint, 32);
    default:
        return CL_INVALID_VALUE;
    }
}

/* What 3.0 makes optional and is not here: queues on the device,
 * sub-devices. */
static cl_int answer_absent(cl_device_info name, struct answer a)
{
    switch (name) {
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
        return ANSWER(a, cl_device_device_enqueue_capabilities, 0);
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
        return ANSWER(a, cl_command_queue_properties, 0);
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
        return ANSWER(a, cl_uint, 0);
    case CL_DEVICE_PARTITION_PROPERTIES:
        return ANSWER(a, cl_device_partition_property, 0);
    case CL_DEVICE_PARTITION_TYPE:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
        return answer_bytes(a, NULL, 0);
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
        return ANSWER(a, cl_device_affinity_domain, 0);
    case CL_DEVICE_PARENT_DEVICE:
        return ANSWER(a, cl_device_id, NULL);
    case CL_DEVICE_BUILT_IN_KERNELS:
        return answer_text(a, "");
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int answer_language(cl_device_info name, struct answer a)
{
    static const cl_name_version versions[] = {
        {CL_MAKE_VERSION(1, 0, 0), "OpenCL C"}, {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
        {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"}, {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"},
        {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"},
    };
    static const cl_name_version features[] = {
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_3d_image_writes"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_images"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_read_write_images"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_atomic_order_acq_rel"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_atomic_order_seq_cst"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_atomic_scope_device"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_atomic_scope_all_devices"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_fp64"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_generic_address_space"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_int64"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_integer_dot_product_input_4x8bit"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_integer_dot_product_input_4x8bit_packed"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_pipes"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_program_scope_global_variables"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_subgroups"},
        {CL_MAKE_VERSION(3, 0, 0), "__opencl_c_work_group_collective_functions"},
    };
    const cl_device_fp_config fp = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                   CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
    static const cl_name_version languages[] = {
        {CL_MAKE_VERSION(1, 0, 0), "SPIR-V"}, {CL_MAKE_VERSION(1, 1, 0), "SPIR-V"},
        {CL_MAKE_VERSION(1, 2, 0), "SPIR-V"}, {CL_MAKE_VERSION(1, 3, 0), "SPIR-V"},
        {CL_MAKE_VERSION(1, 4, 0), "SPIR-V"},
    };
    switch (name) {
    case CL_DEVICE_IL_VERSION:
        return answer_text(
            a, spirv_is_there() ? "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4" : "");
    case CL_DEVICE_ILS_WITH_VERSION:
        return answer_bytes(a, languages, spirv_is_there() ? sizeof languages : 0);
    case CL_DEVICE_OPENCL_C_VERSION:
        return answer_text(a, "OpenCL C 1.2 ");
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        return answer_bytes(a, versions, sizeof versions);
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
        return ANSWER(a, cl_version, CL_MAKE_VERSION(1, 2, 0));
    case CL_DEVICE_OPENCL_C_FEATURES:
        return answer_bytes(a, features, sizeof features);
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
        return ANSWER(a, cl_bool, CL_TRUE);
    case CL_DEVICE_SINGLE_FP_CONFIG:
    case CL_DEVICE_DOUBLE_FP_CONFIG:
    case CL_DEVICE_HALF_FP_CONFIG:
        return ANSWER(a, cl_device_fp_config, fp);
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
        return ANSWER(a, size_t, 1u << 20);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int answer_identity(cl_device_id d, cl_device_info name, struct answer a)
{
    char uuid[CL_UUID_SIZE_KHR + 1] = "";
    snprintf(uuid, sizeof uuid, "Shoal %s", d->chip->name);
    switch (name) {
    case CL_DEVICE_TYPE:
        return ANSWER(a, cl_device_type, CL_DEVICE_TYPE_GPU);
    case CL_DEVICE_VENDOR_ID: /* AMD's number on PCI: that is whose chip is modelled */
        return ANSWER(a, cl_uint, 0x1002);
    case CL_DEVICE_ADDRESS_BITS:
        return ANSWER(a, cl_uint, 64);
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
        return ANSWER(a, cl_bool, CL_TRUE);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
        return ANSWER(a, cl_device_exec_capabilities, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
        return ANSWER(a, cl_command_queue_properties,
                      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
        return ANSWER(a, size_t, 1);
    case CL_DEVICE_PLATFORM:
        return ANSWER(a, cl_platform_id, &cl_platform);
    case CL_DEVICE_NAME:
        return answer_text(a, d->chip->name);
    case CL_DEVICE_VENDOR:
        return answer_text(a, "Shoal");
    case CL_DRIVER_VERSION:
        return answer_text(a, shoal_version());
    case CL_DEVICE_PROFILE:
        return answer_text(a, "FULL_PROFILE");
    case CL_DEVICE_VERSION:
        return answer_text(a, "OpenCL 3.0 Shoal");
    case CL_DEVICE_NUMERIC_VERSION:
        return ANSWER(a, cl_version, CL_MAKE_VERSION(3, 0, 0));
    case CL_DEVICE_EXTENSIONS:
        return answer_extensions(d->is_narrow, a);
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        return answer_bytes(a, cl_extensions,
                            extension_count(d->is_narrow) * sizeof *cl_extensions);
    case CL_DEVICE_REFERENCE_COUNT: /* of a root device (3.0 API, table 5) */
        return ANSWER(a, cl_uint, 1);
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: /* none was submitted */
        return answer_text(a, "");
    case CL_DEVICE_UUID_KHR:
    case CL_DRIVER_UUID_KHR:
        return answer_bytes(a, uuid, CL_UUID_SIZE_KHR);
    case CL_DEVICE_LUID_VALID_KHR:
        return ANSWER(a, cl_bool, CL_FALSE);
    case CL_DEVICE_LUID_KHR:
        return answer_bytes(a, uuid, CL_LUID_SIZE_KHR);
    case CL_DEVICE_NODE_MASK_KHR:
        return ANSWER(a, cl_uint, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Where a narrow device differs. Its language is that of whoever gives the compiler, so that no
 * feature is promised. */
static cl_int answer_narrow(cl_device_info name, struct answer a)
{
    static const cl_name_version versions[] = {{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
                                               {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
                                               {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
                                               {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"}};
    const bool has_compiler = build_ventus_is_there();
    switch (name) {
    case CL_DEVICE_ADDRESS_BITS:
        return ANSWER(a, cl_uint, 32);
    case CL_DEVICE_VENDOR_ID: /* it has none */
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_SAMPLERS:
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    case CL_DEVICE_MAX_PIPE_ARGS:
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
        return ANSWER(a, cl_uint, 0);
    case CL_DEVICE_PROFILE: /* the full one has a compiler, and errors that are bounded */
        return answer_text(a, "EMBEDDED_PROFILE");
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
        return ANSWER(a, cl_device_mem_cache_type, CL_NONE);
    case CL_DEVICE_SVM_CAPABILITIES:
        return ANSWER(a, cl_device_svm_capabilities, 0);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        return ANSWER(a, cl_device_atomic_capabilities,
                      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
        return ANSWER(a, cl_device_atomic_capabilities,
                      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                          CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return ANSWER(a, size_t, (size_t)VENTUS_MAX_WARPS * ventus_threads_per_warp());
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return ANSWER(a, size_t, ventus_threads_per_warp());
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    case CL_DEVICE_PIPE_SUPPORT:
    case CL_DEVICE_IMAGE_SUPPORT:
        return ANSWER(a, cl_bool, CL_FALSE);
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
        return ANSWER(a, cl_bool, has_compiler);
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
        return ANSWER(a, size_t, 0);
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        return answer_bytes(a, versions, has_compiler ? sizeof versions : 0);
    case CL_DEVICE_OPENCL_C_FEATURES:
    case CL_DEVICE_ILS_WITH_VERSION:
        return answer_bytes(a, NULL, 0);
    case CL_DEVICE_IL_VERSION:
        return answer_text(a, "");
    case CL_DEVICE_DOUBLE_FP_CONFIG:
    case CL_DEVICE_HALF_FP_CONFIG:
        return ANSWER(a, cl_device_fp_config, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(device, KIND_DEVICE), CL_INVALID_DEVICE);
    /* Each group answers CL_INVALID_VALUE to what is of another. */
    cl_int result = device->is_narrow ? answer_narrow(param_name, ASKED) : CL_INVALID_VALUE;
    if (result == CL_INVALID_VALUE)
        result = answer_identity(device, param_name, ASKED);
    if (result == CL_INVALID_VALUE)
        result = answer_memory(device, param_name, ASKED);
    if (result == CL_INVALID_VALUE)
        result = answer_work(device, param_name, ASKED);
    if (result == CL_INVALID_VALUE)
        result = answer_language(param_name, ASKED);
    if (result == CL_INVALID_VALUE)
        result = answer_images(param_name, ASKED);
    return result == CL_INVALID_VALUE ? answer_absent(param_name, ASKED) : result;
}

/* ---- root devices have no count and no parts ---------------------------------------------------
 */

cl_int clRetainDevice(cl_device_id device)
{
    return object_is(device, KIND_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int clReleaseDevice(cl_device_id device) { return clRetainDevice(device); }

cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties,
                          cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret)
{
    (void)properties, (void)num_devices, (void)out_devices, (void)num_devices_ret;
    CHECK(object_is(in_device, KIND_DEVICE), CL_INVALID_DEVICE);
    return CL_INVALID_VALUE; /* no way to part it is supported */
}

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                               cl_ulong *host_timestamp)
{
    CHECK(object_is(device, KIND_DEVICE), CL_INVALID_DEVICE);
    CHECK(device_timestamp && host_timestamp, CL_INVALID_VALUE);
    *device_timestamp = *host_timestamp = cl_clock();
    return CL_SUCCESS;
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
    CHECK(object_is(device, KIND_DEVICE), CL_INVALID_DEVICE);
    CHECK(host_timestamp, CL_INVALID_VALUE);
    *host_timestamp = cl_clock();
    return CL_SUCCESS;
}

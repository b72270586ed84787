/* pipe.c: pipes: memory whose layout lib/opencl/pipe.h has, which commands of the host do not
 * reach. */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

/* As lib/opencl/pipe.h has it; behind it a turn per packet, then the packets. */
struct head {
    uint64_t written, read;
    uint32_t count, bytes;
    uint64_t reserved;
};

static cl_int create(cl_context context, cl_mem_flags flags, cl_uint bytes, cl_uint count,
                     const cl_pipe_properties *properties, cl_mem *out)
{
    const cl_mem_flags all = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(!context->device->is_narrow, CL_INVALID_OPERATION);
    CHECK(!(flags & ~all), CL_INVALID_VALUE);
    CHECK(!properties, CL_INVALID_VALUE); /* there are none: 3.0 API, 5.4.1 */
    CHECK(bytes && bytes <= MAX_PIPE_PACKET && count, CL_INVALID_PIPE_SIZE);
    uint64_t size = sizeof(struct head) + (uint64_t)count * (sizeof(uint64_t) + bytes);
    CHECK(size <= context->device->memory_bytes / 2, CL_INVALID_PIPE_SIZE);
    cl_mem m = memory_object(context, flags | CL_MEM_HOST_NO_ACCESS, size);
    CHECK(m, CL_OUT_OF_HOST_MEMORY);
    m->packet_bytes = bytes;
    m->packet_count = count;
    cl_int result = memory_allocate(context->device, size, 0, NULL, &m->address, &m->bytes);
    m->is_owned = result == CL_SUCCESS;
    if (result != CL_SUCCESS) {
        object_release(m, KIND_MEMORY);
        return result;
    }
    memcpy(m->bytes, &(struct head){.count = count, .bytes = bytes}, sizeof(struct head));
    for (uint64_t i = 0; i < count; i++)
        memcpy(m->bytes + sizeof(struct head) + i * sizeof i, &i, sizeof i);
    *out = m;
    return CL_SUCCESS;
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                    cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                    cl_int *errcode_ret)
{
    cl_mem m = NULL;
    GIVE(create(context, flags, pipe_packet_size, pipe_max_packets, properties, &m), m);
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                     void *param_value, size_t *param_value_size_ret)
{
    CHECK(is_pipe(pipe), CL_INVALID_MEM_OBJECT);
    switch (param_name) {
    case CL_PIPE_PACKET_SIZE:
        return ANSWER(ASKED, cl_uint, pipe->packet_bytes);
    case CL_PIPE_MAX_PACKETS:
        return ANSWER(ASKED, cl_uint, pipe->packet_count);
    case CL_PIPE_PROPERTIES:
        return answer_bytes(ASKED, NULL, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

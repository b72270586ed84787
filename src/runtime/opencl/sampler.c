/* sampler.c: samplers: an S# in device memory (shoal/rdna3.h). */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"
#include "shoal/rdna3.h"

void sampler_free(cl_sampler s)
{
    if (s->descriptor)
        shoal_mem_free(s->context->device->device, s->descriptor);
    free(s->properties.values);
    object_unuse(s->context);
}

static shoal_wrap wrap_of(cl_addressing_mode mode)
{
    switch (mode) {
    case CL_ADDRESS_CLAMP:
        return SHOAL_WRAP_BORDER;
    case CL_ADDRESS_REPEAT:
        return SHOAL_WRAP_REPEAT;
    case CL_ADDRESS_MIRRORED_REPEAT:
        return SHOAL_WRAP_MIRROR;
    default: /* CL_ADDRESS_NONE: anything may come from outside */
        return SHOAL_WRAP_EDGE;
    }
}

static cl_int describe(cl_sampler s)
{
    shoal_wrap wrap = wrap_of(s->addressing);
    shoal_sampler_desc d = {.wrap = {wrap, wrap, wrap},
                            .unnormalized = !s->is_normalized,
                            .linear = s->filter == CL_FILTER_LINEAR};
    shoal_device *device = s->context->device->device;
    uint32_t words[4];
    shoal_sampler_describe(&d, words);
    CHECK(shoal_mem_alloc(device, sizeof words, 0, &s->descriptor) == SHOAL_OK &&
              shoal_mem_write(device, s->descriptor, words, sizeof words) == SHOAL_OK,
          CL_OUT_OF_RESOURCES);
    return CL_SUCCESS;
}

static cl_int create(cl_context context, const cl_sampler_properties *list, cl_bool is_normalized,
                     cl_addressing_mode addressing, cl_filter_mode filter, cl_sampler *out)
{
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    CHECK(!context->device->is_narrow, CL_INVALID_OPERATION);
    CHECK(is_normalized == CL_TRUE || is_normalized == CL_FALSE, CL_INVALID_VALUE);
    CHECK(addressing >= CL_ADDRESS_NONE && addressing <= CL_ADDRESS_MIRRORED_REPEAT,
          CL_INVALID_VALUE);
    CHECK(filter == CL_FILTER_NEAREST || filter == CL_FILTER_LINEAR, CL_INVALID_VALUE);
    cl_sampler s = object_create(KIND_SAMPLER, sizeof *s);
    CHECK(s, CL_OUT_OF_HOST_MEMORY);
    s->context = context;
    object_use(context);
    s->is_normalized = is_normalized;
    s->addressing = addressing;
    s->filter = filter;
    cl_int result = properties_copy(&s->properties, list) ? describe(s) : CL_OUT_OF_HOST_MEMORY;
    if (result != CL_SUCCESS)
        object_release(s, KIND_SAMPLER);
    else
        *out = s;
    return result;
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                           cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                           cl_int *errcode_ret)
{
    cl_sampler s = NULL;
    GIVE(create(context, NULL, normalized_coords, addressing_mode, filter_mode, &s), s);
}

static cl_int create_with(cl_context context, const cl_sampler_properties *list, cl_sampler *out)
{
    cl_sampler_properties values[3] = {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
    bool has[3] = {false};
    CHECK(object_is(context, KIND_CONTEXT), CL_INVALID_CONTEXT);
    for (const cl_sampler_properties *p = list; p && p[0]; p += 2) {
        cl_sampler_properties at = p[0] - CL_SAMPLER_NORMALIZED_COORDS;
        CHECK(at < 3 && !has[at], CL_INVALID_VALUE);
        has[at] = true;
        values[at] = p[1];
    }
    return create(context, list, (cl_bool)values[0], (cl_addressing_mode)values[1],
                  (cl_filter_mode)values[2], out);
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *sampler_properties,
                                         cl_int *errcode_ret)
{
    cl_sampler s = NULL;
    GIVE(create_with(context, sampler_properties, &s), s);
}

cl_int clRetainSampler(cl_sampler sampler)
{
    return object_retain(sampler, KIND_SAMPLER) ? CL_SUCCESS : CL_INVALID_SAMPLER;
}

cl_int clReleaseSampler(cl_sampler sampler)
{
    return object_release(sampler, KIND_SAMPLER) ? CL_SUCCESS : CL_INVALID_SAMPLER;
}

cl_int clGetSamplerInfo(cl_sampler s, cl_sampler_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret)
{
    CHECK(object_is(s, KIND_SAMPLER), CL_INVALID_SAMPLER);
    switch (param_name) {
    case CL_SAMPLER_REFERENCE_COUNT:
        return ANSWER(ASKED, cl_uint, object_refs(s));
    case CL_SAMPLER_CONTEXT:
        return ANSWER(ASKED, cl_context, s->context);
    case CL_SAMPLER_NORMALIZED_COORDS:
        return ANSWER(ASKED, cl_bool, s->is_normalized);
    case CL_SAMPLER_ADDRESSING_MODE:
        return ANSWER(ASKED, cl_addressing_mode, s->addressing);
    case CL_SAMPLER_FILTER_MODE:
        return ANSWER(ASKED, cl_filter_mode, s->filter);
    case CL_SAMPLER_PROPERTIES:
        return answer_bytes(ASKED, s->properties.values,
                            s->properties.count * sizeof(cl_sampler_properties));
    default:
        return CL_INVALID_VALUE;
    }
}

/* convert.cl: convert_* between all scalar types, saturated and in every rounding. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define INT_OUTPUTS                                                                                \
    global char *o_char, global uchar *o_uchar, global short *o_short, global ushort *o_ushort,    \
        global int *o_int, global uint *o_uint, global long *o_long, global ulong *o_ulong

#define FOR_INTS(X)                                                                                \
    X(char) X(uchar) X(short) X(ushort) X(int) X(uint) X(long) X(ulong)

/* Rows of 2: saturated, wrapped. */
#define INT_TO_INT(D)                                                                              \
    o_##D[i * 2] = convert_##D##_sat(v);                                                           \
    o_##D[i * 2 + 1] = convert_##D(v);

/* Rows of 5: the default rounding (toward zero) and the four named ones. */
#define FLOAT_TO_INT(D)                                                                            \
    o_##D[i * 5] = convert_##D##_sat(v);                                                           \
    o_##D[i * 5 + 1] = convert_##D##_sat_rte(v);                                                   \
    o_##D[i * 5 + 2] = convert_##D##_sat_rtz(v);                                                   \
    o_##D[i * 5 + 3] = convert_##D##_sat_rtp(v);                                                   \
    o_##D[i * 5 + 4] = convert_##D##_sat_rtn(v);

/* Rows of 5: the default rounding (to nearest even) and the four named ones. */
#define TO_FLOAT(D)                                                                                \
    o_##D[i * 5] = convert_##D(v);                                                                 \
    o_##D[i * 5 + 1] = convert_##D##_rte(v);                                                       \
    o_##D[i * 5 + 2] = convert_##D##_rtz(v);                                                       \
    o_##D[i * 5 + 3] = convert_##D##_rtp(v);                                                       \
    o_##D[i * 5 + 4] = convert_##D##_rtn(v);

#define FROM_INT(S)                                                                                \
    kernel void from_##S(global const S *in, INT_OUTPUTS, global half *o_half,                     \
                         global float *o_float, global double *o_double)                           \
    {                                                                                              \
        size_t i = get_global_id(0);                                                               \
        S v = in[i];                                                                               \
        FOR_INTS(INT_TO_INT)                                                                       \
        TO_FLOAT(half)                                                                             \
        TO_FLOAT(float)                                                                            \
        TO_FLOAT(double)                                                                           \
    }

#define FROM_FLOAT(S)                                                                              \
    kernel void from_##S(global const S *in, INT_OUTPUTS, global half *o_half,                     \
                         global float *o_float, global double *o_double)                           \
    {                                                                                              \
        size_t i = get_global_id(0);                                                               \
        S v = in[i];                                                                               \
        FOR_INTS(FLOAT_TO_INT)                                                                     \
        TO_FLOAT(half)                                                                             \
        TO_FLOAT(float)                                                                            \
        TO_FLOAT(double)                                                                           \
    }

#ifdef FROM_INTS
FROM_INT(char)
FROM_INT(uchar)
FROM_INT(short)
FROM_INT(ushort)
FROM_INT(int)
FROM_INT(uint)
FROM_INT(long)
FROM_INT(ulong)
#else
FROM_FLOAT(half)
FROM_FLOAT(float)
FROM_FLOAT(double)

/* Vectors, reinterpretation, and the C casts. */
kernel void casts(global const float4 *in, global uchar4 *bytes, global int4 *rounded,
                  global float4 *back, global uint4 *bits)
{
    size_t i = get_global_id(0);
    float4 v = in[i];
    bytes[i] = convert_uchar4_sat_rte(v);
    rounded[i] = (int4)((int)v.x, (int)v.y, (int)v.z, (int)v.w);
    back[i] = convert_float4(bytes[i]) + convert_float4(rounded[i]);
    bits[i] = as_uint4(v) ^ as_uint4(as_float4(as_int4(v) + 1));
}
#endif

/* subgroup_types.h: sub-group functions of all scalar types, for test_extensions.c. Each type has a
 * kernel made of text and the same written here in C, in the order of the lanes. */
#ifndef TEST_OPENCL_SUBGROUP_TYPES_H
#define TEST_OPENCL_SUBGROUP_TYPES_H

#include <float.h>
#include <limits.h>

enum { REDUCED, INCLUSIVE, EXCLUSIVE, CLUSTERED, FORMS };
static const char *const forms[FORMS] = {
    "sub_group_non_uniform_reduce_%s(x)", "sub_group_non_uniform_scan_inclusive_%s(x)",
    "sub_group_non_uniform_scan_exclusive_%s(x)", "sub_group_clustered_reduce_%s(x, 8)"};
/* The last three are of integers only. */
static const char *const operations[] = {"add", "mul", "min", "max", "and", "or", "xor"};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static bool is_active(cl_uint i) { return i % 5 != 2; }

static bool counts(int form, cl_uint from, cl_uint to)
{
    return is_active(from) && from / 32 == to / 32 &&
           (form == REDUCED || (form == INCLUSIVE && from <= to) ||
            (form == EXCLUSIVE && from < to) || (form == CLUSTERED && from / 8 == to / 8));
}

/* `count` operations in one kernel. */
static void write_kernel(char *out, const char *type, int count)
{
    out += sprintf(out,
                   "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                   "kernel void k(global %s *out, global const uint *in) { uint i = "
                   "get_global_id(0); %s x = (%s)in[i];\n"
                   "global %s *o = out + i * %d; if (i %% 5 != 2) {\n",
                   type, type, type, type, FORMS * count);
    for (int op = 0; op < count; op++)
        for (int form = 0; form < FORMS; form++) {
            out += sprintf(out, "o[%d] = ", op * FORMS + form);
            out += sprintf(out, forms[form], operations[op]);
            out += sprintf(out, ";\n");
        }
    strcpy(out, "} }\n");
}

/* Logical: what is done beside the arithmetic. bits: a statement for `and`, `or`, `xor`. */
#define ARITHMETIC(T, name, text, lowest, highest, count, bits)                                    \
    static void arithmetic_##name(const cl_uint *in)                                               \
    {                                                                                              \
        static char source[8192];                                                                  \
        static T out[ITEMS * FORMS * OPERATIONS];                                                  \
        const T identities[] = {(T)0, (T)1, (T)(highest), (T)(lowest), (T)-1, (T)0, (T)0};         \
        write_kernel(source, text, count);                                                         \
        run(source, "-cl-std=CL3.0", in, out, sizeof out);                                         \
        for (cl_uint i = 0; i < ITEMS; i++)                                                        \
            for (int op = 0; is_active(i) && op < count; op++)                                     \
                for (int form = 0; form < FORMS; form++) {                                         \
                    T r = identities[op];                                                          \
                    for (cl_uint from = 0; from < ITEMS; from++) {                                 \
                        T x = (T)in[from];                                                         \
                        if (!counts(form, from, i))                                                \
                            continue;                                                              \
                        if (op < 2)                                                                \
                            r = (T)(op ? r * x : r + x);                                           \
                        else if (op < 4)                                                           \
                            r = (op == 2) == (x < r) ? x : r;                                      \
                        else                                                                       \
                            bits;                                                                  \
                    }                                                                              \
                    IS(1, r == out[(i * (cl_uint)count + (cl_uint)op) * FORMS + (cl_uint)form]);   \
                }                                                                                  \
    }
#define INTEGER(T, name, text, lowest, highest)                                                    \
    ARITHMETIC(T, name, text, lowest, highest, OPERATIONS,                                         \
               r = (T)(op == 4   ? r & x                                                           \
                       : op == 5 ? r | x                                                           \
                                 : r ^ x))
INTEGER(signed char, char, "char", CHAR_MIN, CHAR_MAX)
INTEGER(unsigned char, uchar, "uchar", 0, UCHAR_MAX)
INTEGER(short, short, "short", SHRT_MIN, SHRT_MAX)
INTEGER(unsigned short, ushort, "ushort", 0, USHRT_MAX)
INTEGER(int, int, "int", INT_MIN, INT_MAX)
INTEGER(unsigned, uint, "uint", 0, UINT_MAX)
INTEGER(cl_long, long, "long", LONG_MIN, LONG_MAX)
INTEGER(cl_ulong, ulong, "ulong", 0, ULONG_MAX)
ARITHMETIC(float, float, "float", -INFINITY, INFINITY, 4, (void)0)
ARITHMETIC(double, double, "double", -INFINITY, INFINITY, 4, (void)0)
ARITHMETIC(_Float16, half, "half", -INFINITY, INFINITY, 4, (void)0)

/* Values whose products and sums every type holds: 1 and 2, with few 2s. */
static void subgroup_arithmetic(void)
{
    cl_uint in[ITEMS], out[ITEMS * 6];
    static bool is_done; /* two extensions share it */
    if (is_done)
        return;
    is_done = true;
    for (cl_uint i = 0; i < ITEMS; i++)
        in[i] = 1 + (i * 11 % 7 == 3);
    arithmetic_char(in);
    arithmetic_uchar(in);
    arithmetic_short(in);
    arithmetic_ushort(in);
    arithmetic_int(in);
    arithmetic_uint(in);
    arithmetic_long(in);
    arithmetic_ulong(in);
    arithmetic_float(in);
    arithmetic_double(in);
    arithmetic_half(in);
    run(KERNEL("uint") "int a = i % 7 < 3; global uint *o = out + i * 6; if (i % 5 != 2) {\n"
                       "o[0] = sub_group_non_uniform_reduce_logical_and(a);\n"
                       "o[1] = sub_group_non_uniform_scan_inclusive_logical_or(a);\n"
                       "o[2] = sub_group_non_uniform_scan_exclusive_logical_xor(a);\n"
                       "o[3] = sub_group_clustered_reduce_logical_and(a, 2);\n"
                       "o[4] = sub_group_clustered_reduce_logical_or(a, 4);\n"
                       "o[5] = sub_group_clustered_reduce_logical_xor(a, 16); } }",
        "-cl-std=CL3.0", input, out, sizeof out);
    for (cl_uint i = 0; i < ITEMS; i++) {
        cl_uint want[6] = {1, 0, 0, 1, 0, 0};
        for (cl_uint from = i / 32 * 32; is_active(i) && from < i / 32 * 32 + 32; from++) {
            cl_uint a = from % 7 < 3;
            if (!is_active(from))
                continue;
            want[0] &= a;
            want[1] |= from <= i ? a : 0;
            want[2] ^= from < i ? a : 0;
            want[3] &= from / 2 == i / 2 ? a : 1;
            want[4] |= from / 4 == i / 4 ? a : 0;
            want[5] ^= from / 16 == i / 16 ? a : 0;
        }
        for (int n = 0; is_active(i) && n < 6; n++)
            IS(want[n], out[i * 6 + (cl_uint)n]);
    }
}

/* Reductions and scans of small types, broadcasts of vectors. */
static void extended_types(void)
{
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int", "uint",
                                        "long", "ulong", "float", "double", "half"};
    cl_int out[ITEMS * 8];
    char source[2048];
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        const char *name = types[t];
        sprintf(source,
                "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" KERNEL(
                    "int") "global int *o = out + i * 8; %s v = (%s)(i %% 32 / 4);\n"
                           "o[0] = (int)sub_group_reduce_add(v); o[1] = "
                           "(int)sub_group_scan_inclusive_max(v);\n"
                           "o[2] = i %% 32 ? (int)sub_group_scan_exclusive_min(v) : 0; o[3] = "
                           "(int)sub_group_broadcast(v, 21);\n"
                           "o[4] = (int)sub_group_broadcast((%s2)(v, v + 1), 9).y; o[5] = "
                           "(int)sub_group_broadcast((%s3)(v, 1, v + 2), 13).z;\n"
                           "o[6] = (int)sub_group_broadcast((%s16)(v), 31).sf + "
                           "(int)sub_group_broadcast((%s8)(v), 31).s7; o[7] = "
                           "(int)sub_group_broadcast((%s4)(v, v, v, 3), 2).w; }",
                name, name, name, name, name, name, name);
        run(source, "-cl-std=CL3.0", input, out, sizeof out);
        for (cl_uint i = 0; i < ITEMS; i++) {
            const cl_int want[8] = {112, (cl_int)(i % 32 / 4), 0, 5, 3, 5, 14, 3};
            for (int n = 0; n < 8; n++)
                IS(want[n], out[i * 8 + (cl_uint)n]);
        }
    }
}

static void rotates(void)
{
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int", "uint",
                                        "long", "ulong", "float", "double", "half"};
    cl_int out[ITEMS * 3];
    char source[1024];
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        sprintf(source,
                "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" KERNEL(
                    "int") "%s v = (%s)(i %% 32); global int *o = out + i * 3;\n"
                           "o[0] = (int)sub_group_rotate(v, 5); o[1] = (int)sub_group_rotate(v, "
                           "-1);\n"
                           "o[2] = (int)sub_group_clustered_rotate(v, 3, 8); }",
                types[t], types[t]);
        run(source, "-cl-std=CL3.0", input, out, sizeof out);
        for (cl_uint i = 0; i < ITEMS; i++) {
            cl_uint lane = i % 32;
            IS((lane + 5) % 32, out[i * 3]);
            IS((lane + 31) % 32, out[i * 3 + 1]);
            IS(lane / 8 * 8 + (lane + 3) % 8, out[i * 3 + 2]);
        }
    }
}

#endif

/* vectors.c: the functions of lib/opencl/math.cl give vectors of every width
 * what they give each component alone, and write through pointers to every
 * address space. */
#include "../check.h"

enum { SLOT = 16, SLOTS = 5, COUNT = SLOT * SLOTS }; /* a slot for each width */
static const int widths[SLOTS] = {2, 3, 4, 8, 16};

/* A function of half, float or double (their first letters), called with values
 * a, b and integers n; out: what it writes through p; NULL: nothing. */
struct function {
    const char *types, *call, *out;
};
/* One for each macro that makes them. */
static const struct function functions[] = {
    {"hf", "sinpi(a)", NULL},   {"f", "exp2(a)", NULL},    {"f", "fmod(a, b)", NULL},
    {"f", "rootn(a, n)", NULL}, {"f", "fract(a, p)", "T"}, {"f", "remquo(a, b, p)", "int"}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };
static const struct {
    const char *name, *buffer;
} spaces[] = {{"private", "Q buffer[80]"},
              {"local", "local Q buffer[80]"},
              {"global", "global Q *buffer = u"}};

/* First the vectors, then each component alone. */
static cl_program make(const struct function *f, const char *T, int space)
{
    char text[8192];
    size_t used =
        (size_t)snprintf(text, sizeof text,
                         "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\ntypedef "
                         "%s T;\ntypedef %s Q;\n"
                         "kernel void test(global const T *x, global const int "
                         "*y, global T *r, global T *s,\n"
                         "    global Q *u, global Q *v) {\n    %s;\n",
                         T, !f->out || strcmp(f->out, "T") == 0 ? T : f->out, spaces[space].buffer);
    for (int i = 0; i < SLOTS; i++) {
        const int w = widths[i], at = i * SLOT;
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            "    { %s%d a = vload%d(0, x + %d), b = vload%d(0, x + %d);\n"
            "      int%d n = vload%d(0, y + %d); %s %s%d *p = (%s %s%d *)(buffer + "
            "%d);\n"
            "      vstore%d(%s, 0, r + %d); }\n"
            "    for (int i = %d; i < %d; i++) {\n      T a = x[i], b = x[%d + i]; "
            "int n = y[i];\n"
            "      Q out = 0, *p = &out; s[i] = %s; v[i] = out; u[i] = %s; }\n",
            T, w, w, at, w, COUNT + at, w, w, at, spaces[space].name,
            f->out && *f->out == 'i' ? "int" : T, w, spaces[space].name,
            f->out && *f->out == 'i' ? "int" : T, w, at, w, f->call, at, at, at + w, COUNT, f->call,
            f->out ? "buffer[i]" : "0");
    }
    snprintf(text + used, sizeof text - used, "}\n");
    return build(text, NULL);
}

/* Arguments of all sizes, also denormals and what overflows; of half too when
 * cut to 16 bits. */
static void fill(const char *T, unsigned char *x, cl_int *y)
{
    for (int i = 0; i < 2 * COUNT; i++) {
        double d = (i % 3 ? 1 : -1) * (i % 7 == 0 ? 0.5 * i : i % 5 == 0 ? 1e-5 * i : 0.0123 * i);
        float f = (float)d;
        cl_ushort h = (cl_ushort)(i * 409);
        memcpy(x + (size_t)i * (*T == 'h'   ? 2
                                : *T == 'f' ? 4
                                            : 8),
               *T == 'h'   ? (void *)&h
               : *T == 'f' ? (void *)&f
                           : (void *)&d,
               *T == 'h'   ? 2
               : *T == 'f' ? 4
                           : 8);
        y[i % COUNT] = i % 9 - 4;
    }
}

static void compare(const struct function *f, const char *T, int space)
{
    static unsigned char data[6][2 * COUNT * 8];
    const size_t size = *T == 'h' ? 2 : *T == 'f' ? 4 : 8, one = 1;
    const size_t out = f->out && *f->out == 'i' ? sizeof(cl_int) : size;
    cl_mem m[6];
    cl_int e;
    memset(data, 0, sizeof data);
    fill(T, data[0], (cl_int *)(void *)data[1]);
    cl_program p = make(f, T, space);
    cl_kernel k = clCreateKernel(p, "test", &e);
    OK(e);
    for (cl_uint i = 0; i < 6; i++) {
        m[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data[i], data[i], &e);
        OK(e);
        OK(clSetKernelArg(k, i, sizeof m[i], &m[i]));
    }
    OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, &one, 0, NULL, NULL));
    for (cl_uint i = 0; i < 6; i++) {
        OK(clEnqueueReadBuffer(queue, m[i], CL_TRUE, 0, sizeof data[i], data[i], 0, NULL, NULL));
        OK(clReleaseMemObject(m[i]));
    }
    for (int i = 0; i < SLOTS; i++) {
        const size_t at = (size_t)(i * SLOT), w = (size_t)widths[i];
        bool is_same = memcmp(data[2] + at * size, data[3] + at * size, w * size) == 0 &&
                       memcmp(data[4] + at * out, data[5] + at * out, w * out) == 0;
        IS(true, is_same);
        if (!is_same)
            printf("  %s of %s%zu, pointer to %s\n", f->call, T, w, spaces[space].name);
    }
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

int main(void)
{
    start();
    for (const struct function *f = functions; f < functions + FUNCTIONS; f++)
        for (const char *kind = f->types; *kind; kind++)
            for (int space = 0; space < (f->out ? 3 : 1); space++)
                compare(f, *kind == 'h' ? "half" : *kind == 'f' ? "float" : "double", space);
    return finish();
}

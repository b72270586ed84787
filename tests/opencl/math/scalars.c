/* scalars.c: conversions, loads and stores of half, and built-in functions of
 * integers, against expressions of C here, written from the descriptions in
 * OpenCL C 3.0, 6.4.3, 6.15.3, 6.15.6 and 6.15.7. Sources and destinations of 8
 * and 16 bits: every value; others: ends and random ones. */
#include "reference.h"

#include <fenv.h>
#include <math.h>
#include <stdint.h>

#include "../check.h"

enum { MOST = 1 << 16 };
static size_t count; /* of what is tried at a time */
static cl_mem in[3], out;
/* Runs a kernel of `count` work-items that has in[0..2] and out; `bytes` of
 * each of `host`. */
static void run(cl_program program, const char *name, void *const host[4], const size_t bytes[4])
{
    cl_int e;
    cl_kernel kernel = clCreateKernel(program, name, &e);
    IS(CL_SUCCESS, e);
    for (cl_uint i = 0; i < 4; i++) {
        cl_mem *m = i < 3 ? &in[i] : &out;
        if (i < 3)
            OK(clEnqueueWriteBuffer(queue, *m, CL_TRUE, 0, bytes[i] * count, host[i], 0, NULL,
                                    NULL));
        OK(clSetKernelArg(kernel, i, sizeof *m, m));
    }
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes[3] * count, host[3], 0, NULL, NULL));
    OK(clReleaseKernel(kernel));
}

/* ---- conversions ---------------------------------------------------------------------- */

struct scalar {
    const char *name;
    int bits;
    bool is_signed, is_float;
};
static const struct scalar scalars[] = {
    {"char", 8, true, false},     {"uchar", 8, false, false},  {"short", 16, true, false},
    {"ushort", 16, false, false}, {"int", 32, true, false},    {"uint", 32, false, false},
    {"long", 64, true, false},    {"ulong", 64, false, false}, {"half", 16, true, true},
    {"float", 32, true, true},    {"double", 64, true, true}};
enum { SCALARS = sizeof scalars / sizeof *scalars };

static const struct type *type_of(const struct scalar *s)
{
    return &types[s->bits == 16 ? HALF : s->bits == 32 ? FLOAT : DOUBLE];
}

/* Every value is one of long double: 64 bits. */
static long double value_of(const struct scalar *s, uint64_t bits)
{
    if (s->is_float)
        return decode(type_of(s), &bits);
    uint64_t high = s->bits == 64 ? 0 : ~(uint64_t)0 << s->bits;
    bool is_negative = s->is_signed && bits >> (s->bits - 1) & 1;
    bits = is_negative ? bits | high : bits & ~high;
    return is_negative ? (long double)(int64_t)bits : (long double)bits;
}

/* The i-th source: every value of 8 and 16 bits; else ends, powers of two and
 * what is beside them.
 */
static uint64_t source_bits(const struct scalar *s, size_t i)
{
    if (s->bits <= 16)
        return i;
    uint64_t random = next_random();
    long double near = ldexpl(1, (int)(random % 110) - 40);
    near += random >> 16 & 1 ? (long double)((int)(random >> 8 & 15) - 8) / 4 : 0;
    near = random >> 12 & 1 ? -near : near;
    uint64_t bits = 0;
    if (s->is_float && i % 2)
        encode(type_of(s), near, &bits);
    else if (i % 4 == 0 && !s->is_float)
        bits = (uint64_t)1 << (random & 63) << 1 >> (random >> 6 & 1),
        bits += (random >> 8 & 3) - 2;
    else
        bits = random >> (s->is_float ? 0 : random & 63);
    return bits;
}

static const char *const roundings[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
enum { ROUNDINGS = 5 };

static long double round_integer(long double x, int rounding, bool to_float)
{
    switch (rounding) {
    case 1:
        return rintl(x);
    case 2:
        return truncl(x);
    case 3:
        return ceill(x);
    case 4:
        return floorl(x);
    default:
        return to_float ? rintl(x) : truncl(x);
    }
}

/* Towards where the rounding says, at the precision of the destination. */
static long double round_float(const struct type *t, long double x, int rounding)
{
    int e;
    if (!isfinite(x) || x == 0)
        return x;
    frexpl(x, &e);
    int last = (e - 1 < t->lowest ? t->lowest : e - 1) - t->digits + 1;
    long double y = ldexpl(round_integer(ldexpl(x, -last), rounding, true), last);
    if (fabsl(y) > largest(t)) {
        bool is_away = rounding <= 1 || (rounding == 3 && x > 0) || (rounding == 4 && x < 0);
        return copysignl(is_away ? INFINITY : largest(t), x);
    }
    return copysignl(y, x);
}

/* Whether the result is right; where OpenCL leaves it open, any is. */
static bool is_converted(const struct scalar *to, long double x, int rounding, bool is_sat,
                         uint64_t got)
{
    uint64_t want = 0;
    if (to->is_float) {
        long double y = round_float(type_of(to), x, rounding), found = value_of(to, got);
        return isnan(y) ? isnan(found) : y == found && !signbit(y) == !signbit(found);
    }
    const uint64_t mask = to->bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << to->bits) - 1;
    const long double high = ldexpl(1, to->bits - to->is_signed) - 1;
    const long double low = to->is_signed ? -high - 1 : 0;
    long double y = isnan(x) ? 0 : round_integer(x, rounding, false);
    if (isnan(x) || y < low || y > high) {
        if (!is_sat)
            return true; /* the caller compares integers, which wrap */
        y = isnan(x) ? 0 : y < low ? low : high;
    }
    want = y < 0 ? (uint64_t)(int64_t)y : (uint64_t)y;
    return (want & mask) == (got & mask);
}

static bool is_wrapped(const struct scalar *from, const struct scalar *to, uint64_t x, uint64_t got)
{
    const uint64_t mask = to->bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << to->bits) - 1;
    if (from->is_float || to->is_float)
        return true;
    long double v = value_of(from, x);
    uint64_t wide = v < 0 ? (uint64_t)(int64_t)v : (uint64_t)v;
    return (wide & mask) == (got & mask);
}

/* One conversion for vectors of `width`; 1: of scalars. */
struct conversion {
    const struct scalar *from, *to;
    int rounding, width;
    bool is_sat;
};
static const int widths[] = {1, 2, 3, 4, 8, 16};
enum { WIDTHS = 6 };
static bool tries_all; /* every width; else scalars and one of the others */

/* The i-th one from a type; false: there are no more. */
static bool find_conversion(const struct scalar *from, size_t i, struct conversion *c)
{
    const size_t kind = i / WIDTHS;
    *c =
        (struct conversion){from, &scalars[kind / (2 * ROUNDINGS) % SCALARS],
                            (int)(kind % ROUNDINGS), widths[i % WIDTHS], kind / ROUNDINGS % 2 == 1};
    return kind < (size_t)2 * ROUNDINGS * SCALARS;
}

static bool is_tried(const struct conversion *c, size_t i)
{
    const size_t kind = i / WIDTHS, turn = 1 + (kind + (size_t)(c->from - scalars)) % (WIDTHS - 1);
    return !(c->is_sat && c->to->is_float) && (tries_all || c->width == 1 || i % WIDTHS == turn);
}

static void name_of(const struct conversion *c, char *name, size_t room)
{
    const char *const width =
        (const char *const[]){"", "2", "3", "4", "8", "16"}[c->width == 16  ? 5
                                                            : c->width == 8 ? 4
                                                                            : c->width - 1];
    snprintf(name, room, "convert_%s%s%s%s", c->to->name, width, c->is_sat ? "_sat" : "",
             roundings[c->rounding]);
}

static char *conversion_source(const struct scalar *from)
{
    struct conversion c;
    size_t room = 1 << 18, used = 0;
    char *text = malloc(room), name[64];
    used += (size_t)snprintf(text, room, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    for (size_t i = 0; find_conversion(from, i, &c); i++) {
        if (!is_tried(&c, i))
            continue;
        name_of(&c, name, sizeof name);
        used += (size_t)snprintf(text + used, room - used,
                                 "kernel void to_%s(global const %s *x, global int *b, global int "
                                 "*c,\n    global %s *r) { size_t i = get_global_id(0);\n",
                                 name, from->name, c.to->name);
        used += (size_t)(c.width == 1
                             ? snprintf(text + used, room - used, "    r[i] = %s(x[i]); }\n", name)
                             : snprintf(text + used, room - used,
                                        "    vstore%d(%s(vload%d(i, x)), i, r); }\n", c.width, name,
                                        c.width));
    }
    return text;
}

static void convert(const struct scalar *from, unsigned char *source, unsigned char *result)
{
    struct conversion c;
    char *text = conversion_source(from), name[64];
    count = from->bits <= 16 ? (size_t)1 << from->bits : MOST / 8;
    cl_program program = build(text, "-cl-std=CL3.0");
    const size_t size = (size_t)from->bits / 8, all = count;
    free(text);
    for (size_t i = 0; i < all; i++)
        memcpy(source + i * size, &(uint64_t){source_bits(from, i)}, size);
    for (size_t k = 0; find_conversion(from, k, &c); k++) {
        if (!is_tried(&c, k))
            continue;
        const size_t wide = (size_t)c.to->bits / 8, width = (size_t)c.width;
        size_t wrong = 0;
        uint64_t first = 0, its = 0;
        memcpy(name, "to_", 4);
        name_of(&c, name + 3, sizeof name - 3);
        count = all / width;
        run(program, name, (void *const[]){source, source, source, result},
            (const size_t[]){size * width, 1, 1, wide * width});
        for (size_t i = 0; i < count * width; i++) {
            uint64_t x = 0, got = 0;
            memcpy(&x, source + i * size, size);
            memcpy(&got, result + i * wide, wide);
            if (!is_converted(c.to, value_of(from, x), c.rounding, c.is_sat, got) ||
                (!c.is_sat && !is_wrapped(from, c.to, x, got))) {
                if (!wrong++)
                    first = x, its = got;
            }
        }
        IS(0, wrong);
        if (wrong)
            printf("  %s(%s %La) is %La (0x%llx)\n", name, from->name, value_of(from, first),
                   value_of(c.to, its), (unsigned long long)its);
    }
    OK(clReleaseProgram(program));
}

/* ---- half in memory ------------------------------------------------------------------- */

/* What vstore_half and vstorea_half (a: "a" or "") make of float (0) or double (1), of a width. */
static void store_halves(cl_program program, unsigned char *source, unsigned char *result, int type,
                         int rounding, size_t k, const char *a)
{
    const struct scalar *s = &scalars[9 + type];
    const size_t size = (size_t)s->bits / 8, width = (size_t)widths[k];
    const size_t step = *a && width == 3 ? 4 : width; /* of vstorea_half3 */
    size_t wrong = 0;
    char name[64];
    snprintf(name, sizeof name, "store%s%zu%s_%s", a, width, roundings[rounding], s->name);
    count = MOST / 4;
    run(program, name, (void *const[]){source, source, source, result},
        (const size_t[]){4 * size, 1, 1, 8});
    for (size_t i = 0; i < MOST / 16 * width; i++) {
        long double x = decode(type_of(s), source + i * size);
        uint64_t got = 0;
        memcpy(&got, result + 2 * (i / width * step + i % width), 2);
        if (!is_converted(&scalars[8], x, rounding, false, got) && !wrong++)
            printf("  %s of %La is %La\n", name, x, value_of(&scalars[8], got));
    }
    IS(0, wrong);
}

static void load_halves(cl_program program, unsigned char *source, unsigned char *result, size_t k,
                        const char *a)
{
    const size_t width = (size_t)widths[k], step = *a && width == 3 ? 4 : width;
    size_t wrong = 0;
    char name[64];
    snprintf(name, sizeof name, "load%s%zu", a, width);
    count = MOST / 4;
    run(program, name, (void *const[]){source, source, source, result},
        (const size_t[]){8, 1, 1, 16});
    for (size_t i = 0; i < MOST / 16 * width; i++) {
        uint64_t got = 0;
        memcpy(&got, result + 4 * i, 4);
        wrong += !is_converted(&scalars[9],
                               decode(&types[HALF], source + 2 * (i / width * step + i % width)), 0,
                               false, got);
    }
    IS(0, wrong);
    if (wrong)
        printf("  %s\n", name);
}

/* A kernel whose first MOST / 16 work-items do `text`, in which # is the width. */
static size_t add_half_kernel(char *at, size_t room, const char *name, const char *in_type,
                              const char *out_type, const char *text, size_t k)
{
    const char *const number = (const char *const[]){"", "2", "3", "4", "8", "16"}[k];
    size_t used = (size_t)snprintf(at, room,
                                   "kernel void %s(global const %s *x, global int *b, global int "
                                   "*c, global %s *r)\n{ size_t i = get_global_id(0); if (i < %d) ",
                                   name, in_type, out_type, MOST / 16);
    for (; *text; text++)
        used += (size_t)(*text == '#' ? snprintf(at + used, room - used, "%s", number)
                                      : snprintf(at + used, room - used, "%c", *text));
    return used + (size_t)snprintf(at + used, room - used, " }\n");
}

/* Values between and beside all halves, shuffled so that any part of them has all sizes. */
static void fill_near_halves(const struct scalar *s, unsigned char *source)
{
    for (size_t k = 0; k < MOST; k++) {
        const size_t i = k * 40503 % MOST;
        long double x = decode(&types[HALF], &(uint16_t){(uint16_t)i});
        int e = 0;
        frexpl(x, &e);
        x += isfinite(x) ? ldexpl((long double)(next_random() % 9), (e < -13 ? -13 : e) - 14) : 0;
        if (i % 16 == 0) /* and below the least half */
            x = ldexpl(1 + (long double)(i >> 4 & 3) / 2, -22 - (int)(i >> 6 & 127)) *
                (i >> 15 ? -1 : 1);
        encode(type_of(s), x, source + k * ((size_t)s->bits / 8));
    }
}

static void halves(unsigned char *source, unsigned char *result)
{
    enum { ROOM = 1 << 17 };
    static const char *const from[] = {"float", "double"}, *const aligned[] = {"", "a"};
    char *text = malloc(ROOM), name[64], body[128];
    size_t used = 0;
    for (size_t k = 0; k < WIDTHS; k++)
        for (int a = 0; a < (k ? 2 : 1); a++) { /* there is no vloada_half of scalars */
            for (int r = 0; r < ROUNDINGS; r++)
                for (int f = 0; f < 2; f++) {
                    snprintf(name, sizeof name, "store%s%d%s_%s", aligned[a], widths[k],
                             roundings[r], from[f]);
                    snprintf(body, sizeof body, "vstore%s_half#%s(%s, i, r);", aligned[a],
                             roundings[r], k ? "vload#(i, x)" : "x[i]");
                    used +=
                        add_half_kernel(text + used, ROOM - used, name, from[f], "half", body, k);
                }
            snprintf(name, sizeof name, "load%s%d", aligned[a], widths[k]);
            snprintf(body, sizeof body,
                     k ? "vstore#(vload%s_half#(i, x), i, r);" : "r[i] = vload%s_half(i, x);",
                     aligned[a]);
            used += add_half_kernel(text + used, ROOM - used, name, "half", "float", body, k);
        }
    cl_program program = build(text, "-cl-std=CL3.0");
    free(text);
    for (int f = 0; f < 2; f++) {
        fill_near_halves(&scalars[9 + f], source);
        for (size_t k = 0; k < WIDTHS; k++)
            for (int r = 0; r < ROUNDINGS; r++)
                for (int a = 0; a < (k ? 2 : 1); a++)
                    store_halves(program, source, result, f, r, k, aligned[a]);
    }
    for (size_t i = 0; i < MOST; i++)
        memcpy(source + 2 * i, &(uint16_t){(uint16_t)(i * 40503)}, 2);
    for (size_t k = 0; k < WIDTHS; k++)
        for (int a = 0; a < (k ? 2 : 1); a++)
            load_halves(program, source, result, k, aligned[a]);
    OK(clReleaseProgram(program));
}

/* ---- integers ------------------------------------------------------------------------- */

typedef __int128 wide;

/* What a function of up to three integers gives, before it is cut to the type's
 * bits. */
static wide clamped(const struct scalar *s, wide x)
{
    wide high = ((wide)1 << (s->bits - s->is_signed)) - 1, low = s->is_signed ? -high - 1 : 0;
    return x < low ? low : x > high ? high : x;
}
/* Towards minus infinity; products of 64 bits without sign do not fit
 * otherwise. */
static wide high_half(const struct scalar *s, wide a, wide b)
{
    return s->is_signed ? (a * b) >> s->bits
                        : (wide)(((unsigned __int128)a * (unsigned __int128)b) >> s->bits);
}
static uint64_t cut(const struct scalar *s, wide x)
{
    return (uint64_t)x & (s->bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << s->bits) - 1);
}
static wide low24(const struct scalar *s, wide x)
{
    return s->is_signed ? (int32_t)((uint32_t)x << 8) >> 8 : x & 0xffffff;
}

enum call {
    ABS,
    ABS_DIFF,
    ADD_SAT,
    HADD,
    RHADD,
    CLAMP,
    CLZ,
    CTZ,
    MAD_HI,
    MAD_SAT,
    MAX,
    MIN,
    MUL_HI,
    ROTATE,
    SUB_SAT,
    POPCOUNT,
    MAD24,
    MUL24,
    SELECT,
    BITSELECT,
    CALLS
};
static const char *const calls[CALLS] = {"abs(a)",          "abs_diff(a, b)",
                                         "add_sat(a, b)",   "hadd(a, b)",
                                         "rhadd(a, b)",     "clamp(a, min(b, c), max(b, c))",
                                         "clz(a)",          "ctz(a)",
                                         "mad_hi(a, b, c)", "mad_sat(a, b, c)",
                                         "max(a, b)",       "min(a, b)",
                                         "mul_hi(a, b)",    "rotate(a, b)",
                                         "sub_sat(a, b)",   "popcount(a)",
                                         "mad24(a, b, c)",  "mul24(a, b)",
                                         "select(a, b, c)", "bitselect(a, b, c)"};

static wide mad_sat_of(const struct scalar *s, wide a, wide b, wide c)
{
    if (s->is_signed || s->bits < 64)
        return clamped(s, a * b + c);
    unsigned __int128 product = (unsigned __int128)a * (unsigned __int128)b;
    return product >> 64 ? (wide)UINT64_MAX : clamped(s, (wide)(uint64_t)product + c);
}

static uint64_t counted(const struct scalar *s, enum call f, uint64_t a)
{
    uint64_t n = 0;
    if (f == POPCOUNT)
        return (uint64_t)__builtin_popcountll(a);
    while (n < (uint64_t)s->bits && !(a >> (f == CTZ ? n : (uint64_t)s->bits - 1 - n) & 1))
        n++;
    return n;
}

static wide expected(const struct scalar *s, enum call f, wide a, wide b, wide c)
{
    const uint64_t ua = cut(s, a), shift = cut(s, b) % (uint64_t)s->bits;
    wide low = b < c ? b : c, high = b < c ? c : b;
    switch (f) {
    case ABS:
        return a < 0 ? -a : a;
    case ABS_DIFF:
        return a > b ? a - b : b - a;
    case ADD_SAT:
        return clamped(s, a + b);
    case SUB_SAT:
        return clamped(s, a - b);
    case HADD:
        return (a + b) >> 1;
    case RHADD:
        return (a + b + 1) >> 1;
    case CLAMP:
        return a < low ? low : a > high ? high : a;
    case MAD_HI:
        return high_half(s, a, b) + c;
    case MAD_SAT:
        return mad_sat_of(s, a, b, c);
    case MAX:
        return a > b ? a : b;
    case MIN:
        return a < b ? a : b;
    case MUL_HI:
        return high_half(s, a, b);
    case ROTATE:
        return (wide)(ua << shift | (shift ? ua >> ((uint64_t)s->bits - shift) : 0));
    case MAD24:
        return low24(s, a) * low24(s, b) + c;
    case MUL24:
        return low24(s, a) * low24(s, b);
    case SELECT:
        return c ? b : a; /* scalars: not zero */
    case BITSELECT:
        return (a & ~c) | (b & c);
    default:
        return (wide)counted(s, f, ua);
    }
}

static wide integer_of(const struct scalar *s, const unsigned char *at)
{
    uint64_t bits = 0;
    memcpy(&bits, at, (size_t)s->bits / 8);
    return (wide)value_of(s, bits);
}

static void integers(const struct scalar *s, unsigned char *const data[3], unsigned char *result)
{
    char text[16384], name[16];
    const size_t size = (size_t)s->bits / 8;
    size_t used = 0;
    count = s->bits == 8 ? MOST : MOST / 8; /* of 8 bits: all pairs */
    for (int f = 0; f < CALLS; f++) {
        if ((f == MAD24 || f == MUL24) && s->bits != 32)
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "kernel void f%d(global const %s *A, global const %s "
                                 "*B, global const %s *C,\n"
                                 "    global %s *r) { size_t i = get_global_id(0); %s "
                                 "a = A[i], b = B[i], c = C[i];\n"
                                 "    %s; r[i] = %s; }\n",
                                 f, s->name, s->name, s->name, s->name, s->name,
                                 f == MAD24 || f == MUL24 ? s->is_signed
                                                                ? "a = a << 8 >> 8; b = b << 8 >> 8"
                                                                : "a &= 0xffffff; b &= 0xffffff"
                                                          : "",
                                 calls[f]);
    }
    cl_program program = build(text, "-cl-std=CL3.0");
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            memcpy(data[k] + i * size,
                   &(uint64_t){
                       s->bits == 8 && k < 2
                           ? i >> (8 * k)
                           : source_bits(&(struct scalar){"", 64, true, false}, i + (size_t)k)},
                   size);
    for (int f = 0; f < CALLS; f++) {
        if ((f == MAD24 || f == MUL24) && s->bits != 32)
            continue;
        size_t wrong = 0;
        snprintf(name, sizeof name, "f%d", f);
        run(program, name, (void *const[]){data[0], data[1], data[2], result},
            (const size_t[]){size, size, size, size});
        for (size_t i = 0; i < count; i++) {
            wide a = integer_of(s, data[0] + i * size), b = integer_of(s, data[1] + i * size);
            wide c = integer_of(s, data[2] + i * size), got = integer_of(s, result + i * size);
            if (cut(s, expected(s, (enum call)f, a, b, c)) != cut(s, got) && !wrong++)
                printf("  %s of %s %llx, %llx, %llx is %llx\n", calls[f], s->name,
                       (unsigned long long)cut(s, a), (unsigned long long)cut(s, b),
                       (unsigned long long)cut(s, c), (unsigned long long)cut(s, got));
        }
        IS(0, wrong);
    }
    OK(clReleaseProgram(program));
}

/* usage: opencl_scalars [--all]: conversions of every width, which takes minutes */
int main(int argc, char **argv)
{
    cl_int e;
    unsigned char *data[4];
    tries_all = argc > 1 && strcmp(argv[1], "--all") == 0;
    start();
    for (int i = 0; i < 4; i++) {
        data[i] = calloc(MOST, 16);
        *(i < 3 ? &in[i] : &out) = clCreateBuffer(context, 0, MOST * 16, NULL, &e);
        OK(e);
    }
    for (const struct scalar *s = scalars; s < scalars + SCALARS; s++) {
        convert(s, data[0], data[3]);
        if (!s->is_float)
            integers(s, data, data[3]);
    }
    halves(data[0], data[3]);
    for (int i = 0; i < 4; i++) {
        free(data[i]);
        OK(clReleaseMemObject(i < 3 ? in[i] : out));
    }
    return finish();
}

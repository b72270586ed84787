/* compare.c: arguments and expectations of a run, and the comparison of buffers. */
#include "compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *zeroed(size_t size)
{
    void *memory = calloc(1, size ? size : 1);
    if (!memory) {
        fputs("run_kernels: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

size_t kt_size(kt_type type)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    return sizes[type];
}

void kt_run_init(kt_run *run, const kt_test *test, unsigned wave_lanes)
{
    memset(run, 0, sizeof *run);
    run->test = test;
    run->wave_lanes = wave_lanes;
    /* FNV-1a: tests keep their data when others are added. */
    run->random_state = 0xcbf29ce484222325u;
    for (const char *c = test->name; *c; c++)
        run->random_state = (run->random_state ^ (uint8_t)*c) * 0x100000001b3u;
}

void kt_run_free(kt_run *run)
{
    for (size_t i = 0; i < run->arg_count; i++) {
        free(run->args[i].initial);
        free(run->args[i].want);
        free(run->args[i].want_f64);
    }
    free(run->print);
}

const kt_test *kt_test_of(const kt_run *run) { return run->test; }

unsigned kt_wave_lanes(const kt_run *run) { return run->wave_lanes; }

/* ---- arguments ---------------------------------------------------------------- */

static kt_arg *add_arg(kt_run *run, kt_arg_kind kind, kt_type type, size_t count)
{
    if (run->arg_count == KT_MAX_ARGS) {
        fprintf(stderr, "run_kernels: %s: more than %d arguments\n", run->test->name, KT_MAX_ARGS);
        exit(2);
    }
    kt_arg *arg = &run->args[run->arg_count++];
    arg->kind = kind;
    arg->type = type;
    arg->count = count;
    if (kind != KT_ARG_LOCAL)
        arg->initial = zeroed(count * kt_size(type));
    return arg;
}

void *kt_in(kt_run *run, kt_type type, size_t count)
{
    return add_arg(run, KT_ARG_BUFFER, type, count)->initial;
}

void *kt_out(kt_run *run, kt_type type, size_t count)
{
    kt_arg *arg = add_arg(run, KT_ARG_BUFFER, type, count);
    size_t size = count * kt_size(type);
    arg->want = zeroed(size);
    memset(arg->initial, 0xa5, size);
    memset(arg->want, 0xa5, size);
    return arg->want;
}

kt_both kt_inout(kt_run *run, kt_type type, size_t count)
{
    kt_arg *arg = add_arg(run, KT_ARG_BUFFER, type, count);
    arg->want = zeroed(count * kt_size(type));
    return (kt_both){arg->initial, arg->want};
}

double *kt_out_ulp(kt_run *run, kt_type type, size_t count, double ulps, const char *reason)
{
    kt_arg *arg = add_arg(run, KT_ARG_BUFFER, type, count);
    arg->want_f64 = zeroed(count * sizeof(double));
    arg->ulps = ulps;
    arg->reason = reason;
    memset(arg->initial, 0xa5, count * kt_size(type));
    return arg->want_f64;
}

void kt_inout_error(kt_run *run, kt_type type, const void *in, const double *want, size_t count,
                    double error, const char *reason)
{
    double *stored = kt_out_ulp(run, type, count, 0, reason);
    memcpy(stored, want, count * sizeof *want);
    kt_arg *arg = &run->args[run->arg_count - 1];
    memcpy(arg->initial, in, count * kt_size(type));
    arg->error = error;
}

void kt_out_checked(kt_run *run, kt_type type, size_t count, const void *initial, kt_check_fn check)
{
    kt_arg *arg = add_arg(run, KT_ARG_BUFFER, type, count);
    if (initial)
        memcpy(arg->initial, initial, count * kt_size(type));
    arg->check = check;
}

void kt_value(kt_run *run, const void *value, size_t size)
{
    memcpy(add_arg(run, KT_ARG_VALUE, KT_U8, size)->initial, value, size);
}

void kt_i32(kt_run *run, int32_t value) { kt_value(run, &value, sizeof value); }
void kt_u32(kt_run *run, uint32_t value) { kt_value(run, &value, sizeof value); }
void kt_f32(kt_run *run, float value) { kt_value(run, &value, sizeof value); }

void kt_local(kt_run *run, size_t size) { add_arg(run, KT_ARG_LOCAL, KT_U8, size); }

void kt_print(kt_run *run, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    va_list again;
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    char *grown = realloc(run->print, run->print_size + (size_t)length + 1);
    if (!grown) {
        fputs("run_kernels: out of memory\n", stderr);
        exit(2);
    }
    vsnprintf(grown + run->print_size, (size_t)length + 1, format, again);
    va_end(again);
    run->print = grown;
    run->print_size += (size_t)length;
}

void kt_print_any_order(kt_run *run) { run->print_any_order = true; }

/* ---- numbers ------------------------------------------------------------------ */

uint64_t kt_random(kt_run *run)
{
    uint64_t z = run->random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double kt_random_in(kt_run *run, double low, double high)
{
    return low + (high - low) * ((double)(kt_random(run) >> 11) * 0x1p-53);
}

void kt_fill_edges(kt_run *run, kt_type type, void *array, size_t count)
{
    static const uint64_t int_edges[] = {0, 1, 2, UINT64_MAX, UINT64_MAX - 1};
    static const uint16_t f16_edges[] = {0,      0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00,
                                         0x7e00, 0x0001, 0x83ff, 0x0400, 0x7bff};
    static const uint32_t f32_edges[] = {0,          0x80000000, 0x3f800000, 0xbf800000,
                                         0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
                                         0x807fffff, 0x00800000, 0x7f7fffff};
    static const uint64_t f64_edges[] = {0,
                                         0x8000000000000000,
                                         0x3ff0000000000000,
                                         0xbff0000000000000,
                                         0x7ff0000000000000,
                                         0xfff0000000000000,
                                         0x7ff8000000000000,
                                         0x0000000000000001,
                                         0x800fffffffffffff,
                                         0x0010000000000000,
                                         0x7fefffffffffffff};
    size_t size = kt_size(type);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = kt_random(run);
        uint64_t pick = kt_random(run);
        if (pick % 8 == 0) {
            pick /= 8;
            if (type == KT_F16)
                bits = f16_edges[pick % KT_COUNT(f16_edges)];
            else if (type == KT_F32)
                bits = f32_edges[pick % KT_COUNT(f32_edges)];
            else if (type == KT_F64)
                bits = f64_edges[pick % KT_COUNT(f64_edges)];
            else if (pick % 3)
                bits = int_edges[(pick / 3) % KT_COUNT(int_edges)];
            else /* the type's extremes: 100...0 and 011...1 */
                bits = (UINT64_C(1) << (size * 8 - 1)) - (pick / 3) % 2;
        }
        /* Signalling NaNs become quiet: OpenCL leaves open what functions make of them. */
        if (type == KT_F16 && (bits & 0x7c00) == 0x7c00 && (bits & 0x3ff))
            bits |= 0x200;
        if (type == KT_F32 && (bits & 0x7f800000) == 0x7f800000 && (bits & 0x7fffff))
            bits |= 0x400000;
        if (type == KT_F64 && (bits << 1) > 0xffe0000000000000u)
            bits |= 0x8000000000000;
        memcpy((char *)array + i * size, &bits, size);
    }
}

/* Rounds a finite value to `digits` significant bits with exponents from `min_exponent` (of
 * the smallest normal, as in 1.x * 2^e); the result may exceed the type's largest value. */
static long double round_to(long double value, int digits, int min_exponent, char rounding)
{
    int exponent;
    frexpl(value, &exponent);
    exponent -= 1;
    if (exponent < min_exponent)
        exponent = min_exponent;
    int shift = digits - 1 - exponent;
    long double scaled = ldexpl(value, shift);
    long double whole = floorl(scaled);
    long double rest = scaled - whole;
    bool up = rounding == 'e'   ? rest > 0.5L || (rest == 0.5L && fmodl(whole, 2) != 0)
              : rounding == 'z' ? value < 0 && rest > 0
              : rounding == 'p' ? rest > 0
                                : false;
    return copysignl(ldexpl(up ? whole + 1 : whole, -shift), value);
}

/* Overflow per IEEE 754, 7.4. */
static long double limit(long double value, long double largest, char rounding)
{
    if (fabsl(value) <= largest)
        return value;
    bool to_infinity =
        rounding == 'e' || (rounding == 'p' && value > 0) || (rounding == 'n' && value < 0);
    return copysignl(to_infinity ? INFINITY : largest, value);
}

float kt_round_f32(long double value, char rounding)
{
    if (isnan(value) || isinf(value) || value == 0)
        return (float)value;
    return (float)limit(round_to(value, 24, -126, rounding), 0x1.fffffep127L, rounding);
}

double kt_round_f64(long double value, char rounding)
{
    if (isnan(value) || isinf(value) || value == 0)
        return (double)value;
    return (double)limit(round_to(value, 53, -1022, rounding), 0x1.fffffffffffffp1023L, rounding);
}

uint16_t kt_round_half(long double value, char rounding)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value))
        return sign | 0x7e00;
    if (value == 0)
        return sign;
    if (!isinf(value))
        value = limit(round_to(value, 11, -14, rounding), 65504, rounding);
    if (isinf(value))
        return sign | 0x7c00;
    long double magnitude = fabsl(value);
    if (magnitude < 0x1p-14L)
        return sign | (uint16_t)(magnitude * 0x1p24L);
    int exponent;
    long double fraction = frexpl(magnitude, &exponent); /* [0.5, 1) */
    return sign | (uint16_t)(((exponent + 14) << 10) + (int)((fraction * 2 - 1) * 1024));
}

uint16_t kt_half(double value) { return kt_round_half(value, 'e'); }

double kt_from_half(uint16_t bits)
{
    int exponent = (bits >> 10) & 31;
    int fraction = bits & 1023;
    double magnitude = exponent == 31  ? (fraction ? (double)NAN : (double)INFINITY)
                       : exponent == 0 ? ldexp(fraction, -24)
                                       : ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

double kt_ulp(kt_type type, double value)
{
    int digits = type == KT_F16 ? 11 : type == KT_F32 ? 24 : 53;
    int min_exponent = type == KT_F16 ? -14 : type == KT_F32 ? -126 : -1022;
    int exponent = min_exponent;
    if (value != 0 && !isinf(value) && !isnan(value)) {
        frexp(value, &exponent);
        exponent -= 1;
    }
    if (exponent < min_exponent)
        exponent = min_exponent;
    return ldexp(1, exponent - digits + 1);
}

/* ---- comparison ---------------------------------------------------------------- */

static double float_at(kt_type type, const void *array, size_t index)
{
    if (type == KT_F16)
        return kt_from_half(((const uint16_t *)array)[index]);
    if (type == KT_F32)
        return ((const float *)array)[index];
    return ((const double *)array)[index];
}

static void describe(char *text, size_t size, kt_type type, const void *array, size_t index)
{
    uint64_t bits = 0;
    memcpy(&bits, (const char *)array + index * kt_size(type), kt_size(type));
    int digits = (int)kt_size(type) * 2;
    if (type >= KT_F16)
        snprintf(text, size, "%.17g (0x%0*" PRIx64 ")", float_at(type, array, index), digits, bits);
    else
        snprintf(text, size, "0x%0*" PRIx64, digits, bits);
}

static bool same_bits(kt_type type, const void *got, const void *want, size_t index)
{
    size_t size = kt_size(type);
    if (!memcmp((const char *)got + index * size, (const char *)want + index * size, size))
        return true;
    return type >= KT_F16 && isnan(float_at(type, got, index)) &&
           isnan(float_at(type, want, index));
}

static double largest_of(kt_type type)
{
    return type == KT_F16 ? 65504 : type == KT_F32 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
}

static bool within_ulps(kt_type type, double got, double want, double ulps)
{
    if (isnan(want))
        return isnan(got);
    if (isnan(got))
        return false;
    if (got == want)
        return true;
    double allowed = ulps * kt_ulp(type, want);
    if (isinf(got) || isinf(want)) {
        /* Infinity stands for a value beyond the largest one, if rounding may lead there. */
        double largest = largest_of(type);
        double finite = isinf(got) ? want : got;
        bool same_sign = signbit(got) == signbit(want);
        return same_sign && fabs(finite) + ulps * kt_ulp(type, largest) >= largest;
    }
    return fabs(got - want) <= allowed;
}

bool kt_compare(kt_run *run, size_t arg_index, const void *got, char *why, size_t why_size)
{
    const kt_arg *arg = &run->args[arg_index];
    run->evaluations += arg->count;
    if (arg->check)
        return arg->check(run, got, why, why_size);

    char got_text[64];
    if (arg->want_f64) {
        for (size_t i = 0; i < arg->count; i++) {
            double value = float_at(arg->type, got, i);
            if (arg->error != 0 && fabs(value - arg->want_f64[i]) <= arg->error)
                continue;
            if (arg->error != 0) {
                snprintf(why, why_size,
                         "argument %zu, element %zu: %.9g, wanted %.9g within %g (%s)", arg_index,
                         i, value, arg->want_f64[i], arg->error, arg->reason);
                return false;
            }
            if (within_ulps(arg->type, value, arg->want_f64[i], arg->ulps))
                continue;
            describe(got_text, sizeof got_text, arg->type, got, i);
            snprintf(why, why_size,
                     "argument %zu, element %zu: %s, wanted %.17g within %g ulp (%s); the error "
                     "is %.3g ulp",
                     arg_index, i, got_text, arg->want_f64[i], arg->ulps, arg->reason,
                     fabs(value - arg->want_f64[i]) / kt_ulp(arg->type, arg->want_f64[i]));
            return false;
        }
        return true;
    }

    const void *want = arg->want ? arg->want : arg->initial;
    size_t wrong = 0;
    size_t first = 0;
    for (size_t i = 0; i < arg->count; i++) {
        if (!same_bits(arg->type, got, want, i) && wrong++ == 0)
            first = i;
    }
    if (wrong == 0)
        return true;
    char want_text[64];
    describe(got_text, sizeof got_text, arg->type, got, first);
    describe(want_text, sizeof want_text, arg->type, want, first);
    snprintf(why, why_size, "argument %zu, element %zu: %s, wanted %s%s (%zu of %zu differ)",
             arg_index, first, got_text, want_text, arg->want ? "" : " as before the run", wrong,
             arg->count);
    return false;
}

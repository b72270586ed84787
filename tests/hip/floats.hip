// floats.hip: floats of 16 and 8 bits: every code to float, and every number where rounding to them
// decides otherwise, in all directions, on host and device. The witness is the definition of each
// format: a sorted list of its values, made by ldexp, in which a number's neighbours are looked up.
#include "check.h"

#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>

#include <algorithm>
#include <cmath>
#include <vector>

struct Format {
    const char *name;
    int exponent_bits, mantissa_bits, bias;
    bool has_infinity, has_negative_zero;
    unsigned largest, nan;
};
static const Format formats[] = {
    {"half", 5, 10, 15, true, true, 0x7bff, 0x7e00},
    {"bfloat16", 8, 7, 127, true, true, 0x7f7f, 0x7fc0},
    {"e4m3", 4, 3, 7, false, true, 0x7e, 0x7f},
    {"e5m2", 5, 2, 15, true, true, 0x7b, 0x7e},
    {"e4m3_fnuz", 4, 3, 8, false, false, 0x7f, 0x80},
    {"e5m2_fnuz", 5, 2, 16, false, false, 0x7f, 0x80},
};

static double value_of(const Format &f, unsigned code)
{
    int mantissa = code & ((1 << f.mantissa_bits) - 1),
        exponent = code >> f.mantissa_bits & ((1 << f.exponent_bits) - 1);
    return exponent
               ? std::ldexp(mantissa + (1 << f.mantissa_bits), exponent - f.bias - f.mantissa_bits)
               : std::ldexp(mantissa, 1 - f.bias - f.mantissa_bits);
}

/* What a number becomes, from the list of all values that are not negative (their codes are their
 * places). */
static unsigned expected(const Format &f, const std::vector<double> &values, double x,
                         char direction, bool saturates)
{
    unsigned sign = 1u << (f.exponent_bits + f.mantissa_bits),
             negative = std::signbit(x) ? sign : 0;
    double size = std::fabs(x);
    bool is_away = direction == (negative ? 'd' : 'u');
    unsigned over = f.has_infinity        ? (f.largest + 1) | negative
                    : f.has_negative_zero ? f.nan | negative
                                          : f.nan;
    if (std::isinf(x))
        return saturates ? f.largest | negative : over;
    size_t below = std::upper_bound(values.begin(), values.end(), size) - values.begin() - 1;
    if (values[below] != size) {
        double step = below + 1 < values.size() ? values[below + 1] - values[below]
                                                : values[below] - values[below - 1];
        double middle = values[below] + step / 2;
        below += direction == 'n' ? size > middle || (size == middle && below & 1) : is_away;
    }
    if (below > f.largest || (size > values.back() && size >= 2 * values.back()))
        return saturates || !(direction == 'n' || is_away) ? f.largest | negative : over;
    return below == 0 && !f.has_negative_zero ? 0 : (unsigned)below | negative;
}

__host__ __device__ static unsigned rounded(int format, double x, char direction, bool saturates)
{
    switch (format) {
    case 0:
        return shoal_half_format::code(x, direction, saturates);
    case 1:
        return shoal_bfloat_format::code(x, direction, saturates);
    case 2:
        return shoal_e4m3::code(x, direction, saturates);
    case 3:
        return shoal_e5m2::code(x, direction, saturates);
    case 4:
        return shoal_e4m3_fnuz::code(x, direction, saturates);
    default:
        return shoal_e5m2_fnuz::code(x, direction, saturates);
    }
}
__host__ __device__ static float widened(int format, unsigned code)
{
    switch (format) {
    case 0:
        return __half2float(__ushort_as_half((unsigned short)code));
    case 1:
        return __bfloat162float(__ushort_as_bfloat16((unsigned short)code));
    case 2:
        return shoal_from_fp8((unsigned char)code, __HIP_E4M3);
    case 3:
        return shoal_from_fp8((unsigned char)code, __HIP_E5M2);
    case 4:
        return shoal_from_fp8((unsigned char)code, __HIP_E4M3_FNUZ);
    default:
        return shoal_from_fp8((unsigned char)code, __HIP_E5M2_FNUZ);
    }
}
/* By the functions that programs call. */
__host__ __device__ static unsigned converted(int format, float x)
{
    switch (format) {
    case 0:
        return __half_as_ushort(__float2half(x));
    case 1:
        return __bfloat16_as_ushort(__float2bfloat16(x));
    case 2:
        return __hip_fp8_e4m3(x).__x;
    case 3:
        return __hip_fp8_e5m2(x).__x;
    case 4:
        return __hip_fp8_e4m3_fnuz(x).__x;
    default:
        return __hip_fp8_e5m2_fnuz(x).__x;
    }
}

__global__ void on_device(int format, const double *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned made = 0;
        for (char direction : {'n', 'z', 'd', 'u'})
            made = made * 31 + rounded(format, in[i], direction, false);
        out[i] = made * 31 + rounded(format, in[i], 'n', true);
        out[n + i] = converted(format, (float)in[i]);
    }
}
__global__ void widen(int format, float *out)
{
    out[blockIdx.x * 256 + threadIdx.x] = widened(format, blockIdx.x * 256 + threadIdx.x);
}

static void test(int index)
{
    const Format &f = formats[index];
    unsigned sign = 1u << (f.exponent_bits + f.mantissa_bits);
    std::vector<double> values,
        inputs = {0.0, -0.0, INFINITY, -INFINITY, 1e300, -1e300, 5e-324, -5e-324, 1e-310};
    int wrong = 0;
    for (unsigned code = 0; code <= f.largest; code++)
        values.push_back(value_of(f, code));
    for (unsigned code = 0; code < 2 * sign; code++) {
        unsigned size = code & (sign - 1);
        float got = widened(index, code);
        bool is_nan =
            !f.has_negative_zero ? code == sign : size > f.largest + (f.has_infinity ? 1 : 0);
        double value = size <= f.largest ? values[size] : INFINITY;
        wrong += is_nan ? !std::isnan(got)
                        : got != (code & sign ? -value : value) ||
                              std::signbit(got) != ((code & sign) != 0);
    }
    CHECK(wrong == 0);
    for (size_t i = 0; i < values.size(); i++) {
        double next = i + 1 < values.size() ? values[i + 1] : 2 * values[i] - values[i - 1];
        double middle = (values[i] + next) / 2;
        for (double x : {values[i], std::nextafter(values[i], 1e308), std::nextafter(next, 0.0),
                         middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e308),
                         (double)std::nextafterf((float)middle, 0.0f)}) {
            inputs.push_back(x);
            inputs.push_back(-x);
        }
    }
    std::vector<unsigned> want;
    wrong = 0;
    for (double x : inputs) {
        unsigned sum = 0;
        for (char direction : {'n', 'z', 'd', 'u'}) {
            unsigned code = expected(f, values, x, direction, false);
            if (rounded(index, x, direction, false) != code && wrong++ < 4)
                std::printf("%s: %a, %c: %#x, not %#x\n", f.name, x, direction,
                            rounded(index, x, direction, false), code);
            sum = sum * 31 + code;
        }
        unsigned code = expected(f, values, x, 'n', true);
        wrong += rounded(index, x, 'n', true) != code;
        want.push_back(sum * 31 + code);
    }
    CHECK(wrong == 0);
    CHECK((rounded(index, NAN, 'n', true) & (sign - 1)) == (f.nan & (sign - 1)));
    wrong = 0;
    for (double x : inputs)
        wrong += converted(index, (float)x) != expected(f, values, (float)x, 'n', index >= 2);
    CHECK(wrong == 0);

    double *in;
    unsigned *out;
    float *wide;
    int n = (int)inputs.size();
    std::vector<unsigned> got(2 * n);
    OK(hipMalloc(&in, n * sizeof *in));
    OK(hipMalloc(&out, 2 * n * sizeof *out));
    OK(hipMemcpy(in, inputs.data(), n * sizeof *in, hipMemcpyHostToDevice));
    on_device<<<(n + 255) / 256, 256>>>(index, in, out, n);
    OK(hipMemcpy(got.data(), out, 2 * n * sizeof *out, hipMemcpyDeviceToHost));
    wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += got[i] != want[i] || got[n + i] != converted(index, (float)inputs[i]);
    CHECK(wrong == 0);
    std::vector<float> all(2 * sign);
    OK(hipMalloc(&wide, all.size() * 4));
    widen<<<2 * sign / 256, 256>>>(index, wide);
    OK(hipMemcpy(all.data(), wide, all.size() * 4, hipMemcpyDeviceToHost));
    wrong = 0;
    for (unsigned code = 0; code < 2 * sign; code++) {
        float host = widened(index, code);
        wrong += !(all[code] == host || (std::isnan(all[code]) && std::isnan(host)));
    }
    CHECK(wrong == 0);
    OK(hipFree(in));
    OK(hipFree(out));
    OK(hipFree(wide));
}

/* ---- arithmetic and the rest of the functions ----------------------------------------- */

template <class T> __global__ void compute(const float *in, float *out, int n)
{
    int i = threadIdx.x;
    T a(in[i]), b(in[(i + 1) % n]), c(in[(i + 2) % n]);
    float results[] = {(float)(a + b),          (float)(a - b),         (float)(a * b),
                       (float)(a / b),          (float)__hfma(a, b, c), (float)-a,
                       (float)__habs(a),        (float)__hmax(a, b),    (float)__hmin(a, b),
                       (float)hsqrt(__habs(a)), (float)hfloor(a),       (float)hceil(a),
                       (float)htrunc(a),        (float)hrint(a),        (float)__hadd_sat(a, b),
                       (float)(a < b),          (float)__hgeu(a, b),    (float)__heq(a, a)};
    for (int k = 0; k < 18; k++)
        out[k * n + i] = results[k];
}
template <class T> static void arithmetic()
{
    const int n = 64;
    float in[n], *p, *q, got[18 * n];
    for (int i = 0; i < n; i++)
        in[i] = (float)T(std::ldexp((float)((i * 37 + 11) % 101 - 50) / 8, i % 7 - 3) + 0.125f);
    OK(hipMalloc(&p, sizeof in));
    OK(hipMalloc(&q, sizeof got));
    OK(hipMemcpy(p, in, sizeof in, hipMemcpyHostToDevice));
    compute<T><<<1, n>>>(p, q, n);
    OK(hipMemcpy(got, q, sizeof got, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        double a = in[i], b = in[(i + 1) % n], c = in[(i + 2) % n];
        double want[] = {a + b,
                         a - b,
                         a * b,
                         a / b,
                         (double)std::fma((float)a, (float)b, (float)c),
                         -a,
                         std::fabs(a),
                         std::fmax(a, b),
                         std::fmin(a, b),
                         std::sqrt(std::fabs(a)),
                         std::floor(a),
                         std::ceil(a),
                         std::trunc(a),
                         std::rint(a),
                         std::fmin(std::fmax((double)(float)T(a + b), 0), 1),
                         (double)(a < b),
                         (double)(a >= b),
                         1};
        for (int k = 0; k < 18; k++)
            if (got[k * n + i] != (float)T(want[k]) && wrong++ < 5)
                std::printf("function %d of %g, %g, %g: %g, not %g\n", k, a, b, c, got[k * n + i],
                            (float)T(want[k]));
    }
    CHECK(wrong == 0);
    OK(hipFree(p));
    OK(hipFree(q));
}

static void conversions_of_integers()
{
    CHECK(__half2int_rn(__half(2.5f)) == 2 && __half2int_rz(__half(-2.5f)) == -2 &&
          __half2int_rd(__half(-2.5f)) == -3 && __half2int_ru(__half(2.25f)) == 3);
    CHECK((float)__int2half_rn(2049) == 2048 && (float)__int2half_ru(2049) == 2050 &&
          (float)__int2half_rd(-2049) == -2050 && (float)__int2half_rz(-2049) == -2048);
    CHECK((float)__ll2half_rz(1ll << 40) == 65504 && std::isinf((float)__ull2half_rn(1ull << 40)));
    /* 2^62 + 2^54 is halfway; a one far below decides. */
    CHECK((float)__ll2bfloat16_rn((1ll << 62) + (1ll << 54)) == 0x1p62f &&
          (float)__ll2bfloat16_rn((1ll << 62) + (1ll << 54) + 1) == 0x1.02p62f);
    __half2 h = __floats2half2_rn(1, 2);
    CHECK((float)h.x == 1 && __high2float(h) == 2 && __half2float(h.x) == 1 &&
          (float)__lowhigh2highlow(h).x == 2);
    __hip_fp8x4_e4m3 four(float4{1, -2, 448, 1000});
    float4 back = four;
    CHECK(back.x == 1 && back.y == -2 && back.z == 448 && back.w == 448);
    CHECK(__hip_cvt_float_to_fp8(1000, __HIP_NOSAT, __HIP_E4M3) == 0x7f &&
          __hip_cvt_float_to_fp8(1e9f, __HIP_NOSAT, __HIP_E5M2) == 0x7c);
    CHECK(hip_bfloat16(1.00390625f).data == 0x3f80 && hip_bfloat16(1.0117188f).data == 0x3f82 &&
          hip_bfloat16(1.0117188f, hip_bfloat16::truncate).data == 0x3f81);
}

int main()
{
    for (int i = 0; i < 6; i++)
        test(i);
    arithmetic<__half>();
    arithmetic<__hip_bfloat16>();
    conversions_of_integers();
    return check_end();
}

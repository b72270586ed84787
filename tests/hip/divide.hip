// divide.hip: the division sequences of HIP's compiler are correctly rounded, at -O0 and -O3, with
// and without f32 denormals: every pair of exponents of f32 and many of f64, with mantissas whose
// quotients are next to a tie, against the host's division. tests/kernels/divide.c does OpenCL's.
#include "../kernels/hard_divide.h"
#include "check.h"

#include <hip/hiprtc.h>

#include <cmath>
#include <cstring>
#include <vector>

static const char source[] = R"(
template <class T> __device__ void divide(const T *a, const T *b, T *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] / b[i];
}
extern "C" __global__ void divide_f32(const float *a, const float *b, float *out) { divide(a, b, out); }
extern "C" __global__ void divide_f64(const double *a, const double *b, double *out) { divide(a, b, out); }
)";

template <class T> struct operands {
    std::vector<T> a, b;
};

static operands<float> operands_f32()
{
    operands<float> o{std::vector<float>(HARD_F32_PAIRS), std::vector<float>(HARD_F32_PAIRS)};
    uint64_t state = 132;
    for (unsigned i = 0; i < HARD_F32_PAIRS; i++) {
        uint32_t num, den;
        hard_f32(&state, i, &num, &den);
        std::memcpy(&o.a[i], &num, 4);
        std::memcpy(&o.b[i], &den, 4);
    }
    return o;
}

static operands<double> operands_f64()
{
    const unsigned n = 255 * 256;
    operands<double> o{std::vector<double>(n), std::vector<double>(n)};
    uint64_t state = 164;
    for (unsigned i = 0; i < n; i++) {
        uint64_t num, den;
        hard_f64(&state, &num, &den);
        std::memcpy(&o.a[i], &num, 8);
        std::memcpy(&o.b[i], &den, 8);
    }
    return o;
}

static float flush(float x, bool flushes)
{
    return flushes && std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x;
}
static double flush(double x, bool) { return x; }

template <class T>
static void quotients(hipModule_t module, const char *name, const operands<T> &o, bool flushes,
                      const char *variant)
{
    hipFunction_t function;
    T *a, *b, *out;
    size_t n = o.a.size(), bytes = n * sizeof(T);
    std::vector<T> got(n);
    OK(hipModuleGetFunction(&function, module, name));
    OK(hipMalloc(&a, bytes));
    OK(hipMalloc(&b, bytes));
    OK(hipMalloc(&out, bytes));
    OK(hipMemcpy(a, o.a.data(), bytes, hipMemcpyHostToDevice));
    OK(hipMemcpy(b, o.b.data(), bytes, hipMemcpyHostToDevice));
    void *arguments[] = {&a, &b, &out};
    OK(hipModuleLaunchKernel(function, n / 255, 1, 1, 255, 1, 1, 0, nullptr, arguments, nullptr));
    OK(hipMemcpy(got.data(), out, bytes, hipMemcpyDeviceToHost));
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        T want = flush(flush(o.a[i], flushes) / flush(o.b[i], flushes), flushes);
        if (std::memcmp(&got[i], &want, sizeof want) && !(std::isnan(got[i]) && std::isnan(want)) &&
            wrong++ == 0)
            std::printf("%s %s: %a / %a is %a, not %a\n", name, variant, (double)o.a[i],
                        (double)o.b[i], (double)got[i], (double)want);
    }
    CHECK(wrong == 0);
    OK(hipFree(a));
    OK(hipFree(b));
    OK(hipFree(out));
}

int main()
{
    static const struct {
        const char *options[2];
        bool flushes;
    } variants[] = {
        {{"-O0", "-fno-gpu-flush-denormals-to-zero"}, false},
        {{"-O3", "-fno-gpu-flush-denormals-to-zero"}, false},
        {{"-O0", "-fgpu-flush-denormals-to-zero"}, true},
        {{"-O3", "-fgpu-flush-denormals-to-zero"}, true},
    };
    const operands<float> f32 = operands_f32();
    const operands<double> f64 = operands_f64();
    for (const auto &v : variants) {
        hiprtcProgram p;
        CHECK(hiprtcCreateProgram(&p, source, "divide.cu", 0, nullptr, nullptr) == HIPRTC_SUCCESS);
        const char *options[] = {v.options[0], v.options[1]};
        hiprtcResult result = hiprtcCompileProgram(p, 2, options);
        CHECK(result == HIPRTC_SUCCESS);
        size_t size = 0;
        if (result != HIPRTC_SUCCESS || hiprtcGetCodeSize(p, &size) != HIPRTC_SUCCESS)
            return check_end();
        std::vector<char> code(size);
        CHECK(hiprtcGetCode(p, code.data()) == HIPRTC_SUCCESS);
        hipModule_t module;
        OK(hipModuleLoadData(&module, code.data()));
        quotients(module, "divide_f32", f32, v.flushes, options[0]);
        quotients(module, "divide_f64", f64, v.flushes, options[0]);
        OK(hipModuleUnload(module));
        CHECK(hiprtcDestroyProgram(&p) == HIPRTC_SUCCESS);
    }
    return check_end();
}

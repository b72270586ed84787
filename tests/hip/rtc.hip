// rtc.hip: hiprtc: source to code at run time, names, messages, bitcode, linking, wrong calls.
#include "check.h"

#include <dlfcn.h>
#include <hip/hiprtc.h>

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" { // ROCm 5.3 and later
hiprtcResult hiprtcGetBitcode(hiprtcProgram prog, char *bitcode);
hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram prog, size_t *size);
}

static const char source[] = R"(
#include "parts/scale.h"
#ifndef __HIPCC_RTC__
#error not compiled by hiprtc
#endif
namespace n {
template <class T, int k> __global__ void add(T *p) { p[threadIdx.x] += scale(T(k)); }
__constant__ int table[2];
__device__ float value;
}
extern "C" __global__ void plain(int *p) { p[threadIdx.x] = OFFSET + threadIdx.x + n::table[1]; }
)";

static std::string log_of(hiprtcProgram p)
{
    size_t size = 0;
    CHECK(hiprtcGetProgramLogSize(p, &size) == HIPRTC_SUCCESS && size > 0);
    std::string log(size, 'x');
    CHECK(hiprtcGetProgramLog(p, &log[0]) == HIPRTC_SUCCESS && log.back() == '\0');
    log.pop_back();
    return log;
}

/* Half, bfloat16 and complex numbers are there without an include. */
static const char types[] = R"(
extern "C" __global__ void types(float *out)
{
    __half2 h = __floats2half2_rn(1.5f, 2.5f);
    __hip_bfloat16 b = __float2bfloat16(3.5f);
    hip_bfloat16 old(4.5f);
    hipFloatComplex z = hipCmulf(make_hipFloatComplex(1, 2), make_hipFloatComplex(3, 4));
    out[0] = __half2float(h.x) + __high2float(h);
    out[1] = __bfloat162float(b) + float(old);
    out[2] = hipCrealf(z);
    out[3] = hipCimagf(z);
}
)";

/* So are limits and integers of known widths, as the host has them. */
static const char limits[] = R"(
extern "C" __global__ void limits(double *out)
{
    int64_t big = INT64_MAX;
    uint8_t small = UINT8_MAX;
    out[0] = FLT_MAX;
    out[1] = FLT_MIN;
    out[2] = FLT_EPSILON;
    out[3] = DBL_MAX;
    out[4] = DBL_EPSILON;
    out[5] = INT_MAX;
    out[6] = INT_MIN;
    out[7] = UINT_MAX;
    out[8] = LLONG_MAX;
    out[9] = CHAR_BIT;
    out[10] = SHRT_MIN;
    out[11] = big;
    out[12] = small;
    out[13] = std::is_same<int32_t, int>::value;
    out[14] = sizeof(uintptr_t) + sizeof(ptrdiff_t) + sizeof(size_t);
    out[15] = INFINITY;
}
)";

/* What the source's kernel of its name writes. */
template <typename T> static std::vector<T> run_source(const char *source, const char *name, size_t count)
{
    std::vector<T> got(count);
    hiprtcProgram p;
    CHECK(hiprtcCreateProgram(&p, source, "no_includes.hip", 0, nullptr, nullptr) == HIPRTC_SUCCESS);
    hiprtcResult result = hiprtcCompileProgram(p, 0, nullptr);
    CHECK(result == HIPRTC_SUCCESS);
    if (result != HIPRTC_SUCCESS) {
        std::printf("%s\n", log_of(p).c_str());
        return got;
    }
    size_t size = 0;
    CHECK(hiprtcGetCodeSize(p, &size) == HIPRTC_SUCCESS);
    std::vector<char> code(size);
    CHECK(hiprtcGetCode(p, code.data()) == HIPRTC_SUCCESS);
    CHECK(hiprtcDestroyProgram(&p) == HIPRTC_SUCCESS);
    hipModule_t m;
    hipFunction_t f;
    T *out;
    OK(hipModuleLoadData(&m, code.data()));
    OK(hipModuleGetFunction(&f, m, name));
    OK(hipMalloc(&out, count * sizeof(T)));
    void *args[] = {&out};
    OK(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
    OK(hipMemcpy(got.data(), out, count * sizeof(T), hipMemcpyDeviceToHost));
    OK(hipFree(out));
    OK(hipModuleUnload(m));
    return got;
}

static void without_includes()
{
    CHECK((run_source<float>(types, "types", 4) == std::vector<float>{4, 8, -5, 10}));
    CHECK((run_source<double>(limits, "limits", 16) ==
           std::vector<double>{FLT_MAX, FLT_MIN, FLT_EPSILON, DBL_MAX, DBL_EPSILON, INT_MAX, INT_MIN, UINT_MAX, (double)LLONG_MAX, CHAR_BIT,
                               SHRT_MIN, (double)INT64_MAX, UINT8_MAX, 1, 24, INFINITY}));
}

static void code_and_names()
{
    const char *headers[] = {"template <class T> __device__ T scale(T x) { return x * 2; }\n"};
    const char *header_names[] = {"parts/scale.h"};
    hiprtcProgram p;
    CHECK(hiprtcCreateProgram(&p, source, "source.cu", 1, headers, header_names) == HIPRTC_SUCCESS);
    const char *names[] = {"n::add<int, 3>", "&n::add<float, 4>", "&n::table", "&n::value",
                           "plain"};
    const char *lowered = nullptr;
    for (const char *name : names)
        CHECK(hiprtcAddNameExpression(p, name) == HIPRTC_SUCCESS);
    CHECK(hiprtcGetLoweredName(p, names[0], &lowered) ==
          HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    size_t size = 0;
    CHECK(hiprtcGetCodeSize(p, &size) == HIPRTC_ERROR_INVALID_PROGRAM);
    const char *options[] = {"-DOFFSET=100", "--gpu-architecture=gfx1100", "--std=c++17"};
    hiprtcResult result = hiprtcCompileProgram(p, 3, options);
    CHECK(result == HIPRTC_SUCCESS);
    if (result != HIPRTC_SUCCESS) {
        std::printf("%s\n", log_of(p).c_str());
        return;
    }
    CHECK(log_of(p) == "");
    CHECK(hiprtcAddNameExpression(p, "late") == HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    CHECK(hiprtcGetLoweredName(p, "late", &lowered) == HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    // The names that the Itanium ABI gives.
    const char *expected[] = {"_ZN1n3addIiLi3EEEvPT_", "_ZN1n3addIfLi4EEEvPT_", "_ZN1n5tableE",
                              "_ZN1n5valueE", "plain"};
    for (int i = 0; i < 5; i++) {
        CHECK(hiprtcGetLoweredName(p, names[i], &lowered) == HIPRTC_SUCCESS &&
              !std::strcmp(lowered, expected[i]));
    }
    CHECK(hiprtcGetBitcodeSize(p, &size) == HIPRTC_ERROR_INVALID_PROGRAM);
    CHECK(hiprtcGetCodeSize(p, &size) == HIPRTC_SUCCESS && size > 0);
    std::vector<char> code(size);
    CHECK(hiprtcGetCode(p, code.data()) == HIPRTC_SUCCESS &&
          !std::memcmp(code.data(), "\177ELF", 4));

    hipModule_t m;
    hipFunction_t add_int, add_float, plain;
    hipDeviceptr_t table, value;
    int *ints;
    OK(hipModuleLoadData(&m, code.data()));
    OK(hipModuleGetFunction(&add_int, m, expected[0]));
    OK(hipModuleGetFunction(&add_float, m, expected[1]));
    OK(hipModuleGetFunction(&plain, m, expected[4]));
    OK(hipModuleGetGlobal(&table, &size, m, expected[2]));
    CHECK(size == 8);
    OK(hipModuleGetGlobal(&value, &size, m, expected[3]));
    CHECK(size == 4);
    OK(hipMallocManaged(&ints, 64 * sizeof *ints));
    int filled[2] = {1000, 2000};
    OK(hipMemcpy(table, filled, sizeof filled, hipMemcpyHostToDevice));
    void *arguments[] = {&ints};
    OK(hipModuleLaunchKernel(plain, 1, 1, 1, 32, 1, 1, 0, 0, arguments, nullptr));
    OK(hipModuleLaunchKernel(add_int, 1, 1, 1, 32, 1, 1, 0, 0, arguments, nullptr));
    OK(hipDeviceSynchronize());
    for (int i = 0; i < 32; i++)
        CHECK(ints[i] == 100 + i + 2000 + 6);
    float *floats = (float *)ints;
    for (int i = 0; i < 32; i++)
        floats[i] = i;
    OK(hipModuleLaunchKernel(add_float, 1, 1, 1, 32, 1, 1, 0, 0, arguments, nullptr));
    OK(hipDeviceSynchronize());
    CHECK(floats[0] == 8.0f && floats[31] == 39.0f);
    OK(hipModuleUnload(m));
    OK(hipFree(ints));
    CHECK(hiprtcDestroyProgram(&p) == HIPRTC_SUCCESS && p == nullptr);
}

static void messages()
{
    hiprtcProgram p;
    CHECK(hiprtcCreateProgram(&p, "__global__ void k(int *p)\n{ *p = nonsense; }\n", "wrong.cu", 0,
                              nullptr, nullptr) == HIPRTC_SUCCESS);
    CHECK(hiprtcCompileProgram(p, 0, nullptr) == HIPRTC_ERROR_COMPILATION);
    std::string log = log_of(p);
    CHECK(log.find("wrong.cu:2:8: error: use of undeclared identifier 'nonsense'") !=
          std::string::npos);
    size_t size;
    CHECK(hiprtcGetCodeSize(p, &size) == HIPRTC_ERROR_INVALID_PROGRAM);
    CHECK(hiprtcDestroyProgram(&p) == HIPRTC_SUCCESS);

    // Without a compiler the log says what to install, and how to name one.
    CHECK(hiprtcCreateProgram(&p, "", nullptr, 0, nullptr, nullptr) == HIPRTC_SUCCESS);
    const char *clang = std::getenv("SHOAL_CLANG");
    std::string before = clang ? clang : "";
    setenv("SHOAL_CLANG", "/nowhere/clang++", 1);
    CHECK(hiprtcCompileProgram(p, 0, nullptr) == HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    CHECK(log_of(p) ==
          "shoal hipcc: SHOAL_CLANG=/nowhere/clang++ is no program; give the path of a "
          "clang++\n");
    clang ? setenv("SHOAL_CLANG", before.c_str(), 1) : unsetenv("SHOAL_CLANG");
    CHECK(hiprtcDestroyProgram(&p) == HIPRTC_SUCCESS);
}

// Kernel and function in two programs, linked by libhiprtc, which has what libamdhip64 has not.
static void linking(const char *library)
{
    void *rtc = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    CHECK(rtc);
    if (!rtc) {
        std::printf("%s\n", dlerror());
        return;
    }
    auto create =
        (hiprtcResult(*)(unsigned, int *, void **, void **))dlsym(rtc, "hiprtcLinkCreate");
    auto add = (hiprtcResult(*)(void *, int, void *, size_t, const char *, unsigned, int *,
                                void **))dlsym(rtc, "hiprtcLinkAddData");
    auto complete = (hiprtcResult(*)(void *, void **, size_t *))dlsym(rtc, "hiprtcLinkComplete");
    auto destroy = (hiprtcResult(*)(void *))dlsym(rtc, "hiprtcLinkDestroy");
    CHECK(create && add && complete && destroy && dlsym(rtc, "hiprtcCompileProgram"));
    const char *sources[] = {"extern __device__ int twice(int); extern \"C\" __global__ void k(int "
                             "*p) { *p = twice(*p); }",
                             "__device__ int twice(int x) { return 2 * x; }"};
    const int bitcode = 100; // HIPRTC_JIT_INPUT_LLVM_BITCODE
    void *state, *code;
    size_t size;
    CHECK(create(0, nullptr, nullptr, &state) == HIPRTC_SUCCESS);
    CHECK(complete(state, &code, &size) == HIPRTC_ERROR_INVALID_INPUT); // nothing to link
    for (const char *text : sources) {
        hiprtcProgram p;
        const char *options[] = {"-fgpu-rdc"};
        CHECK(hiprtcCreateProgram(&p, text, "part", 0, nullptr, nullptr) == HIPRTC_SUCCESS);
        CHECK(hiprtcCompileProgram(p, 1, options) == HIPRTC_SUCCESS);
        CHECK(hiprtcGetCodeSize(p, &size) == HIPRTC_ERROR_INVALID_PROGRAM);
        CHECK(hiprtcGetBitcodeSize(p, &size) == HIPRTC_SUCCESS);
        std::vector<char> bytes(size);
        CHECK(hiprtcGetBitcode(p, bytes.data()) == HIPRTC_SUCCESS &&
              !std::memcmp(bytes.data(), "BC\xc0\xde", 4));
        CHECK(add(state, 1, bytes.data(), size, "ptx", 0, nullptr, nullptr) ==
              HIPRTC_ERROR_INVALID_INPUT);
        CHECK(add(state, bitcode, bytes.data(), size, "part", 0, nullptr, nullptr) ==
              HIPRTC_SUCCESS);
        CHECK(hiprtcDestroyProgram(&p) == HIPRTC_SUCCESS);
    }
    hiprtcResult result = complete(state, &code, &size);
    CHECK(result == HIPRTC_SUCCESS);
    if (result == HIPRTC_SUCCESS) {
        hipModule_t m;
        hipFunction_t k;
        int *p;
        OK(hipMallocManaged(&p, sizeof *p));
        *p = 21;
        void *arguments[] = {&p};
        OK(hipModuleLoadData(&m, code));
        OK(hipModuleGetFunction(&k, m, "k"));
        OK(hipModuleLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, 0, arguments, nullptr));
        OK(hipDeviceSynchronize());
        CHECK(*p == 42);
        OK(hipFree(p));
    }
    CHECK(destroy(state) == HIPRTC_SUCCESS);
    CHECK(destroy(state) == HIPRTC_ERROR_INVALID_INPUT);
}

static void misuse()
{
    hiprtcProgram p, none = nullptr, foreign = (hiprtcProgram)&p;
    const char *texts[] = {"x"}, *up[] = {"a/../../b.h"}, *root[] = {"/b.h"}, *null[] = {nullptr};
    CHECK(hiprtcCreateProgram(nullptr, "", "", 0, nullptr, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcCreateProgram(&p, nullptr, "", 0, nullptr, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcCreateProgram(&p, "", "", -1, nullptr, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcCreateProgram(&p, "", "", 1, texts, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcCreateProgram(&p, "", "", 1, texts, up) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcCreateProgram(&p, "", "", 1, texts, root) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcCreateProgram(&p, "", "", 1, null, texts) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcCreateProgram(&p, "", nullptr, 0, nullptr, nullptr) == HIPRTC_SUCCESS);
    CHECK(hiprtcCompileProgram(none, 0, nullptr) == HIPRTC_ERROR_INVALID_PROGRAM);
    CHECK(hiprtcCompileProgram(foreign, 0, nullptr) == HIPRTC_ERROR_INVALID_PROGRAM);
    CHECK(hiprtcCompileProgram(p, 1, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcCompileProgram(p, 1, null) == HIPRTC_ERROR_INVALID_OPTION);
    CHECK(hiprtcAddNameExpression(p, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcAddNameExpression(foreign, "k") == HIPRTC_ERROR_INVALID_PROGRAM);
    CHECK(hiprtcGetProgramLogSize(p, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcGetProgramLog(p, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(hiprtcGetCode(p, nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    hiprtcProgram twice = p;
    CHECK(hiprtcDestroyProgram(&p) == HIPRTC_SUCCESS);
    CHECK(hiprtcDestroyProgram(&twice) == HIPRTC_ERROR_INVALID_PROGRAM);
    CHECK(hiprtcDestroyProgram(nullptr) == HIPRTC_ERROR_INVALID_INPUT);
    int major, minor;
    CHECK(hiprtcVersion(&major, &minor) == HIPRTC_SUCCESS && major >= 5);
    CHECK(hiprtcVersion(nullptr, &minor) == HIPRTC_ERROR_INVALID_INPUT);
    CHECK(!std::strcmp(hiprtcGetErrorString(HIPRTC_ERROR_COMPILATION), "HIPRTC_ERROR_COMPILATION"));
    CHECK(!std::strcmp(hiprtcGetErrorString((hiprtcResult)77), "invalid hiprtc error code"));
}

int main()
{
    misuse();
    code_and_names();
    without_includes();
    messages();
    linking("libhiprtc.so.6");
    return check_end();
}

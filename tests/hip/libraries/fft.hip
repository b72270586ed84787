/* fft.hip: libhipfft: transforms of each type, rank, layout and direction compared with the sums that define them, in
 * double. */
// needs: hipfft
#include "numbers.h"

#include <hipfft/hipfft.h>
#include <hipfft/hipfftXt.h>

#define FFT(call) CHECK((call) == HIPFFT_SUCCESS)

static const double pi = 3.14159265358979323846;

/* The transform of a dense array of n[0] n[1] n[2] numbers; sign -1: forward. */
static std::vector<wide> transform(const std::vector<wide> &in, const int n[3], int sign)
{
    std::vector<wide> out = in;
    int stride[3] = {n[1] * n[2], n[2], 1};
    for (int d = 0; d < 3; d++) { /* one dimension after the other */
        std::vector<wide> from = out;
        for (size_t at = 0; at < out.size(); at++) {
            int k = (int)at / stride[d] % n[d];
            wide sum = 0;
            for (int j = 0; j < n[d]; j++)
                sum += from[at + (size_t)((j - k) * stride[d])] * std::polar(1., sign * 2 * pi * (j * k % n[d]) / n[d]);
            out[at] = sum;
        }
    }
    return out;
}

static int product(const int n[3]) { return n[0] * n[1] * n[2]; }

template <typename C> struct precision;
template <> struct precision<hipFloatComplex> {
    static const hipfftType c2c = HIPFFT_C2C, r2c = HIPFFT_R2C, c2r = HIPFFT_C2R;
    static constexpr double tolerance = 1e-4;
    static hipfftResult both(hipfftHandle p, hipFloatComplex *i, hipFloatComplex *o, int d) { return hipfftExecC2C(p, i, o, d); }
    static hipfftResult forward(hipfftHandle p, float *i, hipFloatComplex *o) { return hipfftExecR2C(p, i, o); }
    static hipfftResult backward(hipfftHandle p, hipFloatComplex *i, float *o) { return hipfftExecC2R(p, i, o); }
};
template <> struct precision<hipDoubleComplex> {
    static const hipfftType c2c = HIPFFT_Z2Z, r2c = HIPFFT_D2Z, c2r = HIPFFT_Z2D;
    static constexpr double tolerance = 1e-12;
    static hipfftResult both(hipfftHandle p, hipDoubleComplex *i, hipDoubleComplex *o, int d) { return hipfftExecZ2Z(p, i, o, d); }
    static hipfftResult forward(hipfftHandle p, double *i, hipDoubleComplex *o) { return hipfftExecD2Z(p, i, o); }
    static hipfftResult backward(hipfftHandle p, hipDoubleComplex *i, double *o) { return hipfftExecZ2D(p, i, o); }
};

static hipfftHandle plan_of(int rank, const int n[3], hipfftType type)
{
    hipfftHandle plan = nullptr;
    FFT(rank == 1 ? hipfftPlan1d(&plan, n[2], type, 1) : rank == 2 ? hipfftPlan2d(&plan, n[1], n[2], type) : hipfftPlan3d(&plan, n[0], n[1], n[2], type));
    return plan;
}

template <typename C> void dense(int rank, const int n[3])
{
    typedef typename number<C>::real R;
    typedef precision<C> P;
    int total = product(n), half = n[2] / 2 + 1, rows = n[0] * n[1];
    double limit = P::tolerance * total;
    std::vector<C> in = small_numbers<C>(total);
    std::vector<R> real = small_numbers<R>(total);
    on_device<C> from(in), to(total), halves(rows * half);
    on_device<R> reals(real), back(total);
    hipfftHandle plan = plan_of(rank, n, P::c2c);
    for (int direction : {HIPFFT_FORWARD, HIPFFT_BACKWARD}) {
        std::vector<wide> expected = transform(widened(in), n, direction);
        FFT(P::both(plan, from.data, to.data, direction));
        CHECK(difference(to.host(), expected) < limit);
        CHECK(difference(from.host(), widened(in)) == 0);
        OK(hipMemcpy(to.data, in.data(), total * sizeof(C), hipMemcpyHostToDevice));
        FFT(P::both(plan, to.data, to.data, direction)); /* in place */
        CHECK(difference(to.host(), expected) < limit);
    }
    FFT(hipfftDestroy(plan));

    std::vector<wide> all = transform(widened(real), n, -1), expected;
    for (int row = 0; row < rows; row++)
        expected.insert(expected.end(), all.begin() + row * n[2], all.begin() + row * n[2] + half);
    plan = plan_of(rank, n, P::r2c);
    FFT(P::forward(plan, reals.data, halves.data));
    CHECK(difference(halves.host(), expected) < limit);
    /* In place, rows of reals are padded to the complex ones. */
    on_device<C> padded(rows * half);
    for (int row = 0; row < rows; row++)
        OK(hipMemcpy(padded.data + row * half, real.data() + row * n[2], n[2] * sizeof(R), hipMemcpyHostToDevice));
    FFT(P::forward(plan, (R *)padded.data, padded.data));
    CHECK(difference(padded.host(), expected) < limit);
    FFT(hipfftDestroy(plan));

    std::vector<wide> restored = widened(real);
    for (wide &v : restored)
        v *= total; /* transforms are not scaled */
    plan = plan_of(rank, n, P::c2r);
    std::vector<C> kept = halves.host();
    FFT(P::backward(plan, halves.data, back.data));
    CHECK(difference(back.host(), restored) < limit * 10);
    CHECK(difference(halves.host(), widened(kept)) == 0);
    FFT(P::backward(plan, padded.data, (R *)padded.data));
    std::vector<R> row_of(n[2]);
    for (int row = 0; row < rows; row++) {
        OK(hipMemcpy(row_of.data(), padded.data + row * half, n[2] * sizeof(R), hipMemcpyDeviceToHost));
        CHECK(difference(row_of, std::vector<wide>(restored.begin() + row * n[2], restored.begin() + (row + 1) * n[2])) < limit * 10);
    }
    FFT(hipfftDestroy(plan));
}

/* Every second number of every third row's width, two batches one after the other, from columns into rows. */
template <typename C> void strided()
{
    typedef precision<C> P;
    const int n[3] = {1, 4, 6}, batch = 2;
    int sizes[2] = {4, 6}, inembed[2] = {5, 8}, onembed[2] = {4, 7};
    const int istride = 2, idist = 5 * 8 * 2 + 3, ostride = 3, odist = 4 * 7 * 3;
    on_device<C> from(small_numbers<C>(batch * idist)), to(small_numbers<C>(batch * odist));
    std::vector<wide> in = widened(from.host()), expected = widened(to.host());
    for (int b = 0; b < batch; b++) {
        std::vector<wide> packed(24);
        for (int i = 0; i < 24; i++)
            packed[i] = in[b * idist + (i / 6 * 8 + i % 6) * istride];
        packed = transform(packed, n, -1);
        for (int i = 0; i < 24; i++)
            expected[b * odist + (i / 6 * 7 + i % 6) * ostride] = packed[i]; /* others stay */
    }
    hipfftHandle plan;
    FFT(hipfftPlanMany(&plan, 2, sizes, inembed, istride, idist, onembed, ostride, odist, P::c2c, batch));
    FFT(P::both(plan, from.data, to.data, HIPFFT_FORWARD));
    CHECK(difference(to.host(), expected) < P::tolerance * 24);
    FFT(hipfftDestroy(plan));
    /* Columns of a matrix: a batch whose members lie side by side. */
    int length = 5, embed = 5;
    on_device<C> matrix(small_numbers<C>(15));
    std::vector<wide> columns = widened(matrix.host());
    const int column[3] = {1, 1, 5};
    for (int c = 0; c < 3; c++) {
        std::vector<wide> one(5);
        for (int i = 0; i < 5; i++)
            one[i] = columns[i * 3 + c];
        one = transform(one, column, 1);
        for (int i = 0; i < 5; i++)
            columns[i * 3 + c] = one[i];
    }
    FFT(hipfftPlanMany(&plan, 1, &length, &embed, 3, 1, &embed, 3, 1, P::c2c, 3));
    FFT(P::both(plan, matrix.data, matrix.data, HIPFFT_BACKWARD));
    CHECK(difference(matrix.host(), columns) < P::tolerance * 5);
    FFT(hipfftDestroy(plan));
    /* plan1d with a batch, and a factor. */
    on_device<C> three(small_numbers<C>(21)), out(21);
    std::vector<wide> rows;
    const int seven[3] = {1, 1, 7};
    std::vector<wide> source = widened(three.host());
    for (int b = 0; b < 3; b++)
        for (wide v : transform(std::vector<wide>(source.begin() + 7 * b, source.begin() + 7 * b + 7), seven, -1))
            rows.push_back(v / 7.);
    size_t work = 99;
    FFT(hipfftCreate(&plan));
    FFT(hipfftExtPlanScaleFactor(plan, 1. / 7));
    FFT(hipfftMakePlan1d(plan, 7, P::c2c, 3, &work));
    CHECK(work == 0);
    FFT(P::both(plan, three.data, out.data, HIPFFT_FORWARD));
    CHECK(difference(out.host(), rows) < P::tolerance);
    FFT(hipfftXtExec(plan, three.data, three.data, HIPFFT_FORWARD));
    CHECK(difference(three.host(), rows) < P::tolerance);
    CHECK(hipfftExtPlanScaleFactor(plan, 2) == HIPFFT_INVALID_PLAN);
    FFT(hipfftDestroy(plan));
    long long n64 = 7;
    FFT(hipfftCreate(&plan));
    FFT(hipfftXtMakePlanMany(plan, 1, &n64, nullptr, 1, 7, sizeof(C) == 8 ? HIP_C_32F : HIP_C_64F, nullptr, 1, 7, sizeof(C) == 8 ? HIP_C_32F : HIP_C_64F, 3,
                             &work, sizeof(C) == 8 ? HIP_C_32F : HIP_C_64F));
    FFT(hipfftXtExec(plan, three.data, out.data, HIPFFT_BACKWARD));
    CHECK(difference(out.host(), source) < P::tolerance * 7);
    FFT(hipfftDestroy(plan));
}

__global__ void spin_then_set(hipFloatComplex *x)
{
    float y = 1;
    for (int i = 0; i < 20000; i++)
        y = y * 1.0000001f;
    x[threadIdx.x] = make_hipFloatComplex(y > 0 ? 1 : 0, 0);
}

static void order()
{
    hipStream_t s;
    OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    on_device<hipFloatComplex> x(32);
    hipfftHandle plan;
    FFT(hipfftPlan1d(&plan, 32, HIPFFT_C2C, 1));
    FFT(hipfftSetStream(plan, s));
    spin_then_set<<<1, 32, 0, s>>>(x.data);
    FFT(hipfftExecC2C(plan, x.data, x.data, HIPFFT_FORWARD));
    OK(hipStreamSynchronize(s));
    std::vector<wide> peak(32);
    peak[0] = 32;
    CHECK(difference(x.host(), peak) < 1e-5);
    hipGraph_t graph;
    hipGraphExec_t exec;
    OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
    FFT(hipfftExecC2C(plan, x.data, x.data, HIPFFT_BACKWARD));
    FFT(hipfftExecC2C(plan, x.data, x.data, HIPFFT_FORWARD));
    OK(hipStreamEndCapture(s, &graph));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    FFT(hipfftDestroy(plan)); /* the graph keeps what it needs */
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    peak[0] = 32 * 32;
    CHECK(difference(x.host(), peak) < 1e-3);
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipStreamDestroy(s));
}

static void misuse()
{
    hipfftHandle plan;
    on_device<hipFloatComplex> x(8);
    CHECK(hipfftPlan1d(&plan, 0, HIPFFT_C2C, 1) == HIPFFT_INVALID_SIZE && plan == nullptr);
    CHECK(hipfftPlan1d(&plan, 8, (hipfftType)1, 1) == HIPFFT_INVALID_VALUE);
    CHECK(hipfftPlan1d(nullptr, 8, HIPFFT_C2C, 1) == HIPFFT_INVALID_VALUE);
    CHECK(hipfftDestroy(nullptr) == HIPFFT_INVALID_PLAN);
    FFT(hipfftCreate(&plan));
    CHECK(hipfftExecC2C(plan, x.data, x.data, HIPFFT_FORWARD) == HIPFFT_INVALID_PLAN);
    FFT(hipfftMakePlan1d(plan, 8, HIPFFT_C2C, 1, nullptr));
    CHECK(hipfftExecC2C(plan, x.data, nullptr, HIPFFT_FORWARD) == HIPFFT_INVALID_VALUE);
    CHECK(hipfftExecC2C(plan, x.data, x.data, 7) == HIPFFT_INVALID_VALUE);
    CHECK(hipfftExecR2C(plan, (float *)x.data, x.data) == HIPFFT_EXEC_FAILED);
    CHECK(hipfftXtSetCallback(plan, nullptr, HIPFFT_CB_LD_COMPLEX, nullptr) == HIPFFT_NOT_IMPLEMENTED);
    size_t size = 1;
    FFT(hipfftGetSize(plan, &size));
    CHECK(size == 0);
    FFT(hipfftSetWorkArea(plan, nullptr));
    FFT(hipfftDestroy(plan));
    CHECK(hipfftDestroy(plan) == HIPFFT_INVALID_PLAN);
    int version = 0;
    FFT(hipfftGetVersion(&version));
    CHECK(version == 10017);
}

int main()
{
    const int sizes[][3] = {{1, 1, 1}, {1, 1, 8}, {1, 1, 15}, {1, 4, 6}, {1, 3, 5}, {2, 3, 4}, {3, 5, 7}};
    for (auto &n : sizes) {
        int rank = n[0] > 1 ? 3 : n[1] > 1 ? 2 : 1;
        dense<hipFloatComplex>(rank, n);
        dense<hipDoubleComplex>(rank, n);
    }
    strided<hipFloatComplex>();
    strided<hipDoubleComplex>();
    order();
    misuse();
    return check_end();
}

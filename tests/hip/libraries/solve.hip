/* solve.hip: the solvers of libhipblas, by what they have to fulfil, computed in double: P L U = A, A x = b,
 * A inv(A) = 1, Q R = A with Q of the reflectors that LAPACK documents, A' (A x - b) = 0. */
// needs: hipblas
#include "numbers.h"

#include <hipblas/hipblas.h>

#define BLAS(call) CHECK((call) == HIPBLAS_STATUS_SUCCESS)
#define TYPED(name)                                                                                                    \
    template <typename... A> hipblasStatus_t name(float, A... a) { return hipblasS##name(a...); }                      \
    template <typename... A> hipblasStatus_t name(double, A... a) { return hipblasD##name(a...); }                     \
    template <typename... A> hipblasStatus_t name(hipFloatComplex, A... a) { return hipblasC##name(a...); }            \
    template <typename... A> hipblasStatus_t name(hipDoubleComplex, A... a) { return hipblasZ##name(a...); }
namespace any {
TYPED(getrf) TYPED(getrfBatched) TYPED(getrfStridedBatched) TYPED(getrs) TYPED(getrsBatched) TYPED(getrsStridedBatched)
TYPED(getriBatched) TYPED(geqrf) TYPED(geqrfBatched) TYPED(geqrfStridedBatched) TYPED(gels) TYPED(gelsBatched)
TYPED(gelsStridedBatched)
} // namespace any

enum form { SINGLE, BATCHED, STRIDED, FORMS };
static hipblasHandle_t handle;

/* Matrices in columns, of rows x columns in ld x columns. */
struct matrix {
    int rows, columns, ld;
    std::vector<wide> at;
    matrix(int r, int c, int l = 0) : rows(r), columns(c), ld(l ? l : r), at((size_t)ld * c) {}
    wide &operator()(int r, int c) { return at[r + (size_t)c * ld]; }
    wide operator()(int r, int c) const { return at[r + (size_t)c * ld]; }
};
static matrix operator*(const matrix &a, const matrix &b)
{
    matrix out(a.rows, b.columns);
    for (int r = 0; r < a.rows; r++)
        for (int c = 0; c < b.columns; c++)
            for (int k = 0; k < a.columns; k++)
                out(r, c) += a(r, k) * b(k, c);
    return out;
}
static matrix turned(const matrix &a, hipblasOperation_t op)
{
    if (op == HIPBLAS_OP_N)
        return a;
    matrix out(a.columns, a.rows);
    for (int r = 0; r < a.rows; r++)
        for (int c = 0; c < a.columns; c++)
            out(c, r) = op == HIPBLAS_OP_C ? std::conj(a(r, c)) : a(r, c);
    return out;
}
static double apart(const matrix &a, const matrix &b)
{
    double most = a.rows == b.rows && a.columns == b.columns ? 0 : INFINITY;
    for (int r = 0; r < a.rows && most < INFINITY; r++)
        for (int c = 0; c < a.columns; c++)
            most = std::max(most, std::abs(a(r, c) - b(r, c)));
    return most;
}
template <typename T> double rounding() { return sizeof(typename number<T>::real) == 4 ? 2e-4 : 1e-12; }

/* A batch of matrices on the device, in each of the forms: pointers to them, or one behind the other. */
template <typename T> struct matrices {
    int rows, columns, ld, batch;
    size_t stride;
    on_device<T> data;
    on_device<T *> pointers;
    matrices(int r, int c, int l, int n, bool is_filled = true)
        : rows(r), columns(c), ld(l), batch(n), stride((size_t)l * c + 3),
          data(is_filled ? random(stride * n) : std::vector<T>(stride * n)), pointers(all())
    {
    }
    std::vector<T *> all() const
    {
        std::vector<T *> out;
        for (int i = 0; i < batch; i++)
            out.push_back(data.data + i * stride);
        return out;
    }
    static std::vector<T> random(size_t n)
    {
        std::vector<T> out(n);
        for (T &x : out) {
            double re = stream.unit() - 0.5;
            x = number<T>::make(wide(re, stream.unit() - 0.5));
        }
        return out;
    }
    std::vector<matrix> host() const
    {
        std::vector<T> raw = data.host();
        std::vector<matrix> out;
        for (int i = 0; i < batch; i++) {
            out.emplace_back(rows, columns);
            for (int c = 0; c < columns; c++)
                for (int r = 0; r < rows; r++)
                    out[i](r, c) = number<T>::get(raw[i * stride + r + (size_t)c * ld]);
        }
        return out;
    }
};

/* L U, with the rows of P' exchanged back. */
static matrix of_factors(const matrix &f, const int *pivots)
{
    int n = f.rows;
    matrix l(n, n), u(n, n);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
            (r > c ? l : u)(r, c) = f(r, c);
    for (int r = 0; r < n; r++)
        l(r, r) = 1;
    matrix out = l * u;
    for (int r = n; r-- > 0 && pivots;)
        for (int c = 0; c < n; c++)
            std::swap(out(r, c), out(pivots[r] - 1, c));
    return out;
}

template <typename T> void factors(form how, int n, bool has_pivots)
{
    const int batch = how == SINGLE ? 1 : 3, nrhs = 4, lda = n + 2, ldb = n + 1, step = how == STRIDED ? n + 5 : n;
    T t = {};
    matrices<T> a(n, n, lda, batch);
    if (!has_pivots) { /* then no pivot may be small */
        std::vector<T> raw = a.data.host();
        for (int b = 0; b < batch; b++)
            for (int i = 0; i < n; i++)
                raw[b * a.stride + i + (size_t)i * lda] = number<T>::make(wide(n, 1));
        OK(hipMemcpy(a.data.data, raw.data(), raw.size() * sizeof(T), hipMemcpyHostToDevice));
    }
    auto before = a.host();
    on_device<int> pivots((size_t)step * batch), info(std::vector<int>(batch, 77));
    int *p = has_pivots ? pivots.data : nullptr;
    if (how == SINGLE)
        BLAS(any::getrf(t, handle, n, a.data.data, lda, p, info.data));
    else if (how == BATCHED)
        BLAS(any::getrfBatched(t, handle, n, a.pointers.data, lda, p, info.data, batch));
    else
        BLAS(any::getrfStridedBatched(t, handle, n, a.data.data, lda, (hipblasStride)a.stride, p, (hipblasStride)step, info.data, batch));
    CHECK(info.host() == std::vector<int>(batch, 0));
    auto after = a.host();
    auto places = pivots.host();
    for (int b = 0; b < batch; b++)
        CHECK(apart(of_factors(after[b], p ? places.data() + (size_t)b * step : nullptr), before[b]) < rounding<T>() * n);
    if (how == BATCHED) {
        matrices<T> c(n, n, ldb, batch, false);
        BLAS(any::getriBatched(t, handle, n, a.pointers.data, lda, p, c.pointers.data, ldb, info.data, batch));
        matrix one(n, n);
        for (int i = 0; i < n; i++)
            one(i, i) = 1;
        auto inverse = c.host();
        for (int b = 0; b < batch; b++)
            CHECK(apart(before[b] * inverse[b], one) < rounding<T>() * 100);
        CHECK(info.host() == std::vector<int>(batch, 0));
        CHECK(apart(a.host()[1], after[1]) == 0); /* the factors are still there */
    }
    for (hipblasOperation_t op : {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C}) {
        if (!has_pivots)
            break;
        matrices<T> x(n, nrhs, ldb, batch);
        auto right = x.host();
        int bad = 77;
        if (how == SINGLE)
            BLAS(any::getrs(t, handle, op, n, nrhs, a.data.data, lda, p, x.data.data, ldb, &bad));
        else if (how == BATCHED)
            BLAS(any::getrsBatched(t, handle, op, n, nrhs, a.pointers.data, lda, p, x.pointers.data, ldb, &bad, batch));
        else
            BLAS(any::getrsStridedBatched(t, handle, op, n, nrhs, a.data.data, lda, (hipblasStride)a.stride, p, (hipblasStride)step,
                                          x.data.data, ldb, (hipblasStride)x.stride, &bad, batch));
        CHECK(bad == 0);
        auto solved = x.host();
        for (int b = 0; b < batch; b++)
            CHECK(apart(turned(before[b], op) * solved[b], right[b]) < rounding<T>() * 100);
    }
}

template <typename T> void orthogonal(form how, int m, int n)
{
    const int batch = how == SINGLE ? 1 : 3, lda = m + 1, k = std::min(m, n);
    T t = {};
    matrices<T> a(m, n, lda, batch), tau(k, 1, k, batch, false);
    auto before = a.host();
    int bad = 77;
    if (how == SINGLE)
        BLAS(any::geqrf(t, handle, m, n, a.data.data, lda, tau.data.data, &bad));
    else if (how == BATCHED)
        BLAS(any::geqrfBatched(t, handle, m, n, a.pointers.data, lda, tau.pointers.data, &bad, batch));
    else
        BLAS(any::geqrfStridedBatched(t, handle, m, n, a.data.data, lda, (hipblasStride)a.stride, tau.data.data, (hipblasStride)tau.stride, &bad, batch));
    CHECK(bad == 0);
    auto after = a.host(), scales = tau.host();
    for (int b = 0; b < batch; b++) {
        matrix product(m, n); /* R, then H(k) .. H(1), H(i) = 1 - tau v v' */
        for (int r = 0; r < m; r++)
            for (int c = r; c < n; c++)
                product(r, c) = after[b](r, c);
        for (int i = k; i-- > 0;) {
            matrix v(m, 1);
            v(i, 0) = 1;
            for (int r = i + 1; r < m; r++)
                v(r, 0) = after[b](r, i);
            matrix along = turned(v, HIPBLAS_OP_C) * product;
            for (int r = 0; r < m; r++)
                for (int c = 0; c < n; c++)
                    product(r, c) -= scales[b](i, 0) * v(r, 0) * along(0, c);
        }
        CHECK(apart(product, before[b]) < rounding<T>());
    }
}

template <typename T> void least_squares(form how, int m, int n, bool is_turned)
{
    const int batch = how == SINGLE ? 1 : 3, nrhs = 2, lda = m + 1, ldb = std::max(m, n) + 2;
    hipblasOperation_t op = !is_turned ? HIPBLAS_OP_N : number<T>::is_complex ? HIPBLAS_OP_C : HIPBLAS_OP_T;
    T t = {};
    matrices<T> a(m, n, lda, batch), b(std::max(m, n), nrhs, ldb, batch);
    auto a_before = a.host(), b_before = b.host();
    on_device<int> info(std::vector<int>(batch, 77));
    int bad = 77;
    if (how == SINGLE)
        BLAS(any::gels(t, handle, op, m, n, nrhs, a.data.data, lda, b.data.data, ldb, &bad, info.data));
    else if (how == BATCHED)
        BLAS(any::gelsBatched(t, handle, op, m, n, nrhs, a.pointers.data, lda, b.pointers.data, ldb, &bad, info.data, batch));
    else
        BLAS(any::gelsStridedBatched(t, handle, op, m, n, nrhs, a.data.data, lda, (hipblasStride)a.stride, b.data.data, ldb,
                                     (hipblasStride)b.stride, &bad, info.data, batch));
    CHECK(bad == 0 && info.host() == std::vector<int>(batch, 0));
    auto solved = b.host();
    for (int i = 0; i < batch; i++) {
        matrix of = turned(a_before[i], op), x(of.columns, nrhs), rest(of.rows, nrhs);
        for (int c = 0; c < nrhs; c++)
            for (int r = 0; r < of.columns; r++)
                x(r, c) = solved[i](r, c);
        rest = of * x;
        for (int c = 0; c < nrhs; c++)
            for (int r = 0; r < of.rows; r++)
                rest(r, c) -= b_before[i](r, c);
        /* Where there are more equations than unknowns, what is left is orthogonal to the columns. */
        if (of.rows > of.columns)
            rest = turned(of, HIPBLAS_OP_C) * rest;
        CHECK(apart(rest, matrix(rest.rows, rest.columns)) < rounding<T>() * 20);
    }
}

template <typename T> void everything()
{
    for (int how = SINGLE; how < FORMS; how++) {
        for (int n : {1, 7, 70})
            for (bool has_pivots : {true, false})
                factors<T>((form)how, n, has_pivots);
        orthogonal<T>((form)how, 9, 5);
        orthogonal<T>((form)how, 5, 9);
        for (bool is_turned : {false, true}) {
            least_squares<T>((form)how, 12, 5, is_turned);
            least_squares<T>((form)how, 5, 12, is_turned);
        }
    }
}

__global__ void fill(float *a, int n)
{
    for (int i = 0; i < n * n; i++)
        a[i] = i % (n + 1) ? 0 : 1 + i / n;
}

/* Behind the kernel that makes the matrix, in a graph too; matrices that are singular. */
static void order()
{
    const int n = 6;
    on_device<float> a(n * n), b(std::vector<float>{1, 2, 3, 4, 5, 6});
    on_device<int> pivots(n), info(1);
    hipStream_t s;
    OK(hipStreamCreate(&s));
    BLAS(hipblasSetStream(handle, s));
    hipGraph_t graph;
    hipGraphExec_t exec;
    int bad;
    OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
    fill<<<1, 1, 0, s>>>(a.data, n);
    BLAS(hipblasSgetrf(handle, n, a.data, n, pivots.data, info.data));
    BLAS(hipblasSgetrs(handle, HIPBLAS_OP_N, n, 1, a.data, n, pivots.data, b.data, n, &bad));
    OK(hipStreamEndCapture(s, &graph));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int i = 0; i < 2; i++)
        OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    CHECK(b.host() == (std::vector<float>{1, 0.5f, 1 / 3.f, 0.25f, 0.2f, 1 / 6.f})); /* (1 .. n) / (1 .. n)^2 */
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    BLAS(hipblasSetStream(handle, nullptr));
    OK(hipStreamDestroy(s));
    on_device<double> rank1(std::vector<double>{1, 2, 3, 2, 4, 6, 4, 8, 12}), y(3);
    BLAS(hipblasDgetrf(handle, 3, rank1.data, 3, pivots.data, info.data));
    CHECK(info.host()[0] == 2);
    on_device<double> zero(9);
    BLAS(hipblasDgels(handle, HIPBLAS_OP_N, 3, 3, 1, zero.data, 3, y.data, 3, &bad, info.data));
    BLAS(hipblasDgetrf(handle, 3, zero.data, 3, nullptr, info.data));
    CHECK(info.host()[0] == 1);
}

static void misuse()
{
    on_device<float> a(16);
    on_device<int> pivots(4), info(1);
    int bad = 77;
    CHECK(hipblasSgetrf(nullptr, 4, a.data, 4, pivots.data, info.data) == HIPBLAS_STATUS_NOT_INITIALIZED);
    CHECK(hipblasSgetrf(handle, -1, a.data, 4, pivots.data, info.data) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasSgetrf(handle, 4, a.data, 3, pivots.data, info.data) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasSgetrf(handle, 4, a.data, 4, pivots.data, nullptr) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasSgetrs(handle, HIPBLAS_OP_N, 4, 1, a.data, 4, pivots.data, a.data, 4, nullptr) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasSgetrs(handle, HIPBLAS_OP_N, 4, 1, a.data, 3, pivots.data, a.data, 4, &bad) == HIPBLAS_STATUS_INVALID_VALUE && bad == -5);
    CHECK(hipblasSgetrs(handle, HIPBLAS_OP_N, 4, 1, a.data, 4, pivots.data, a.data, 3, &bad) == HIPBLAS_STATUS_INVALID_VALUE && bad == -8);
    CHECK(hipblasSgetrsStridedBatched(handle, HIPBLAS_OP_N, 4, 1, a.data, 4, 16, pivots.data, 4, a.data, 3, 4, &bad, 1) == HIPBLAS_STATUS_INVALID_VALUE && bad == -10);
    CHECK(hipblasSgeqrf(handle, 4, 4, a.data, 3, a.data, &bad) == HIPBLAS_STATUS_INVALID_VALUE && bad == -4);
    CHECK(hipblasSgels(handle, HIPBLAS_OP_C, 4, 2, 1, a.data, 4, a.data, 4, &bad, info.data) == HIPBLAS_STATUS_INVALID_VALUE && bad == -1);
    CHECK(hipblasCgels(handle, HIPBLAS_OP_T, 4, 2, 1, (hipFloatComplex *)a.data, 4, (hipFloatComplex *)a.data, 4, &bad, info.data) ==
              HIPBLAS_STATUS_INVALID_VALUE && bad == -1);
    BLAS(hipblasSgetrf(handle, 0, nullptr, 1, nullptr, info.data));
    BLAS(hipblasSgetrfStridedBatched(handle, 4, a.data, 4, 16, pivots.data, 4, info.data, 0));
}

int main()
{
    BLAS(hipblasCreate(&handle));
    everything<float>();
    everything<double>();
    everything<hipFloatComplex>();
    everything<hipDoubleComplex>();
    order();
    misuse();
    BLAS(hipblasDestroy(handle));
    return check_end();
}

/* blas.hip: libhipblas and librocblas: each function of levels 1 to 3 compared with loops over its definition (the
 * reference BLAS: Lawson et al. 1979, Dongarra et al. 1988 and 1990) in double, for all types, operations, triangles,
 * sides, increments of both signs, batches, and scalars in host and device memory. */
// needs: hipblas rocblas
#include "numbers.h"

#include <hipblas/hipblas.h>
#include <rocblas/rocblas.h>

#define BLAS(call) CHECK((call) == HIPBLAS_STATUS_SUCCESS)
#define ROC(call) CHECK((call) == rocblas_status_success)

/* hipblasSname for float, and so on; all have one name here, and T first. */
#define FORWARD(T, name, full)                                                                                         \
    template <typename... A> hipblasStatus_t name(T, A... a) { return full(a...); }
#define TYPED(name)                                                                                                    \
    FORWARD(float, name, hipblasS##name)                                                                               \
    FORWARD(double, name, hipblasD##name)                                                                              \
    FORWARD(hipFloatComplex, name, hipblasC##name) FORWARD(hipDoubleComplex, name, hipblasZ##name)
#define TYPED_AS(name, s, d, c, z)                                                                                     \
    FORWARD(float, name, hipblas##s)                                                                                   \
    FORWARD(double, name, hipblas##d) FORWARD(hipFloatComplex, name, hipblas##c) FORWARD(hipDoubleComplex, name, hipblas##z)

namespace any {
TYPED(axpy) TYPED(copy) TYPED(swap) TYPED(scal) TYPED(gemv) TYPED(gbmv) TYPED(trmv) TYPED(trsv) TYPED(tbmv) TYPED(tbsv)
TYPED(tpmv) TYPED(tpsv) TYPED(gemm) TYPED(symm) TYPED(syrk) TYPED(syr2k) TYPED(syrkx) TYPED(trmm) TYPED(trsm)
TYPED(geam) TYPED(dgmm) TYPED(trtri) TYPED(symv) TYPED(syr) TYPED(spr) TYPED(syr2)
TYPED(gemmBatched) TYPED(gemmStridedBatched) TYPED(axpyBatched) TYPED(axpyStridedBatched) TYPED(trsmStridedBatched)
TYPED_AS(dotu, Sdot, Ddot, Cdotu, Zdotu) TYPED_AS(dotc, Sdot, Ddot, Cdotc, Zdotc)
TYPED_AS(dotcStridedBatched, SdotStridedBatched, DdotStridedBatched, CdotcStridedBatched, ZdotcStridedBatched)
TYPED_AS(nrm2, Snrm2, Dnrm2, Scnrm2, Dznrm2) TYPED_AS(asum, Sasum, Dasum, Scasum, Dzasum)
TYPED_AS(amax, Isamax, Idamax, Icamax, Izamax) TYPED_AS(amin, Isamin, Idamin, Icamin, Izamin)
TYPED_AS(ger, Sger, Dger, Cgeru, Zgeru) TYPED_AS(gerc, Sger, Dger, Cgerc, Zgerc)
TYPED_AS(hemv, Ssymv, Dsymv, Chemv, Zhemv) TYPED_AS(hbmv, Ssbmv, Dsbmv, Chbmv, Zhbmv)
TYPED_AS(hpmv, Sspmv, Dspmv, Chpmv, Zhpmv) TYPED_AS(her, Ssyr, Dsyr, Cher, Zher) TYPED_AS(hpr, Sspr, Dspr, Chpr, Zhpr)
TYPED_AS(her2, Ssyr2, Dsyr2, Cher2, Zher2) TYPED_AS(hpr2, Sspr2, Dspr2, Chpr2, Zhpr2)
TYPED_AS(hemm, Ssymm, Dsymm, Chemm, Zhemm) TYPED_AS(herk, Ssyrk, Dsyrk, Cherk, Zherk)
TYPED_AS(her2k, Ssyr2k, Dsyr2k, Cher2k, Zher2k) TYPED_AS(herkx, Ssyrkx, Dsyrkx, Cherkx, Zherkx)
TYPED_AS(rot, Srot, Drot, Csrot, Zdrot) TYPED_AS(rotg, Srotg, Drotg, Crotg, Zrotg)
} // namespace any

static hipblasHandle_t handle;
static const hipblasOperation_t operations[] = {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C};
static const hipblasFillMode_t fills[] = {HIPBLAS_FILL_MODE_UPPER, HIPBLAS_FILL_MODE_LOWER};
static const hipblasDiagType_t diags[] = {HIPBLAS_DIAG_NON_UNIT, HIPBLAS_DIAG_UNIT};
static const hipblasSideMode_t sides[] = {HIPBLAS_SIDE_LEFT, HIPBLAS_SIDE_RIGHT};

/* ---- definitions: matrices are functions of row and column ------------------------------------------------- */

struct dense {
    const std::vector<wide> &a;
    int ld;
    wide operator()(int r, int c) const { return a[r + c * ld]; }
};
template <typename M> auto op(hipblasOperation_t o, M m)
{
    return [=](int r, int c) -> wide {
        return o == HIPBLAS_OP_N ? m(r, c) : o == HIPBLAS_OP_T ? m(c, r) : std::conj(m(c, r));
    };
}
template <typename M> auto triangle(hipblasFillMode_t fill, hipblasDiagType_t diag, M m)
{
    return [=](int r, int c) -> wide {
        if (r == c)
            return diag == HIPBLAS_DIAG_UNIT ? 1 : m(r, c);
        return (r < c) == (fill == HIPBLAS_FILL_MODE_UPPER) ? m(r, c) : 0;
    };
}
/* Symmetric or hermitian, of what a triangle holds. */
template <typename M> auto whole(hipblasFillMode_t fill, bool is_hermitian, M m)
{
    return [=](int r, int c) -> wide {
        if (r == c)
            return is_hermitian ? m(r, c).real() : m(r, c);
        bool is_stored = (r < c) == (fill == HIPBLAS_FILL_MODE_UPPER);
        return is_stored ? m(r, c) : is_hermitian ? std::conj(m(c, r)) : m(c, r);
    };
}
/* Of a band of kl rows below the diagonal and ku above, as BLAS stores it. */
static auto banded(const std::vector<wide> &a, int ld, int kl, int ku)
{
    return [=, &a](int r, int c) -> wide { return r - c > kl || c - r > ku ? 0 : a[ku + r - c + c * ld]; };
}
/* Packed: the place of an element of a triangle. */
static int packed(hipblasFillMode_t fill, int n, int r, int c)
{
    return fill == HIPBLAS_FILL_MODE_UPPER ? r + c * (c + 1) / 2 : r + c * (2 * n - c - 1) / 2;
}
static size_t place(int n, int inc, int i) { return inc > 0 ? i * inc : (i - n + 1) * inc; }

template <typename A> std::vector<wide> times(A a, int rows, int columns, const std::vector<wide> &x, int incx)
{
    std::vector<wide> out(rows);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            out[r] += a(r, c) * x[place(columns, incx, c)];
    return out;
}
/* y = alpha v + beta y */
static void update(std::vector<wide> &y, int n, int inc, wide alpha, const std::vector<wide> &v, wide beta)
{
    for (int i = 0; i < n; i++)
        y[place(n, inc, i)] = alpha * v[i] + beta * y[place(n, inc, i)];
}
/* C = alpha A B + beta C; which: the elements that are touched. */
template <typename A, typename B, typename W>
void product(std::vector<wide> &c, int ld, int m, int n, int k, wide alpha, A a, B b, wide beta, W which)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            wide sum = 0;
            for (int l = 0; l < k; l++)
                sum += a(i, l) * b(l, j);
            if (which(i, j))
                c[i + j * ld] = alpha * sum + beta * c[i + j * ld];
        }
}
static bool all_of(int, int) { return true; }
static auto in(hipblasFillMode_t fill)
{
    return [=](int r, int c) { return fill == HIPBLAS_FILL_MODE_UPPER ? r <= c : r >= c; };
}

/* ---- level 1 ---------------------------------------------------------------------------------------------- */

template <typename T> void level1(int incx, int incy)
{
    typedef typename number<T>::real real;
    const int n = 17;
    std::vector<T> x = small_numbers<T>(n * std::abs(incx)), y = small_numbers<T>(n * std::abs(incy));
    std::vector<wide> wx = widened(x), wy = widened(y);
    on_device<T> dx(x), dy(y);
    T alpha = small<T>();
    wide walpha = number<T>::get(alpha), dot = 0, dotc = 0;
    for (int i = 0; i < n; i++) {
        dot += wx[place(n, incx, i)] * wy[place(n, incy, i)];
        dotc += std::conj(wx[place(n, incx, i)]) * wy[place(n, incy, i)];
    }
    T result, result_c;
    BLAS(any::dotu(T(), handle, n, dx.data, incx, dy.data, incy, &result));
    BLAS(any::dotc(T(), handle, n, dx.data, incx, dy.data, incy, &result_c));
    CHECK(number<T>::get(result) == dot);
    CHECK(number<T>::get(result_c) == dotc);
    BLAS(any::axpy(T(), handle, n, &alpha, dx.data, incx, dy.data, incy));
    for (int i = 0; i < n; i++)
        wy[place(n, incy, i)] += walpha * wx[place(n, incx, i)];
    CHECK(difference(dy.host(), wy) == 0);
    BLAS(any::swap(T(), handle, n, dx.data, incx, dy.data, incy));
    for (int i = 0; i < n; i++)
        std::swap(wx[place(n, incx, i)], wy[place(n, incy, i)]);
    CHECK(difference(dx.host(), wx) == 0 && difference(dy.host(), wy) == 0);
    BLAS(any::copy(T(), handle, n, dx.data, incx, dy.data, incy));
    for (int i = 0; i < n; i++)
        wy[place(n, incy, i)] = wx[place(n, incx, i)];
    CHECK(difference(dy.host(), wy) == 0);
    real c = 3, s = -2; /* not of length 1: the same formula, exact */
    BLAS(any::rot(T(), handle, n, dx.data, incx, dy.data, incy, &c, &s));
    for (int i = 0; i < n; i++) {
        wide &a = wx[place(n, incx, i)], &b = wy[place(n, incy, i)], turned = wide(c) * a + wide(s) * b;
        b = wide(c) * b - wide(s) * a;
        a = turned;
    }
    CHECK(difference(dx.host(), wx) == 0 && difference(dy.host(), wy) == 0);
    if (incx < 0)
        return;
    double sum = 0, squares = 0, most = -1, least = INFINITY;
    int at_most = 0, at_least = 0;
    for (int i = 0; i < n; i++) {
        wide v = wx[i * incx];
        double size = std::abs(v.real()) + std::abs(v.imag());
        sum += size;
        squares += std::norm(v);
        at_most = size > most ? i + 1 : at_most;
        most = std::max(size, most);
        at_least = size < least ? i + 1 : at_least;
        least = std::min(size, least);
    }
    real r;
    int place_of;
    BLAS(any::asum(T(), handle, n, dx.data, incx, &r));
    CHECK(r == sum);
    BLAS(any::nrm2(T(), handle, n, dx.data, incx, &r));
    CHECK(std::abs(r - std::sqrt(squares)) < 1e-5 * r);
    BLAS(any::amax(T(), handle, n, dx.data, incx, &place_of));
    CHECK(place_of == at_most);
    BLAS(any::amin(T(), handle, n, dx.data, incx, &place_of));
    CHECK(place_of == at_least);
    BLAS(any::scal(T(), handle, n, &alpha, dx.data, incx));
    for (int i = 0; i < n; i++)
        wx[i * incx] *= walpha;
    CHECK(difference(dx.host(), wx) == 0);
    /* A rotation that makes the second number 0: of length 1, and the first becomes the length of both. */
    T a = number<T>::make(wide(3, number<T>::is_complex ? 4 : 0)), b = number<T>::make(wide(-4, number<T>::is_complex ? 1 : 0)), sine;
    wide wa = number<T>::get(a), wb = number<T>::get(b);
    BLAS(any::rotg(T(), handle, &a, &b, &c, &sine));
    wide ws = number<T>::get(sine);
    CHECK(std::abs(wide(c) * wa + ws * wb - number<T>::get(a)) < 1e-5);
    CHECK(std::abs(wide(c) * wb - std::conj(ws) * wa) < 1e-5 && std::abs(c * c + std::norm(ws) - 1) < 1e-5);
}

/* Empty vectors, increments that are none, and results in device memory. */
static void level1_edges()
{
    std::vector<float> x = {3, -4, 5};
    on_device<float> dx(x), out(2);
    on_device<int> place(1);
    float r = 7;
    BLAS(hipblasSnrm2(handle, 0, dx.data, 1, &r));
    CHECK(r == 0);
    BLAS(hipblasSasum(handle, 3, dx.data, 0, &r));
    CHECK(r == 0);
    int found = 7;
    BLAS(hipblasIsamax(handle, -1, dx.data, 1, &found));
    CHECK(found == 0);
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_DEVICE));
    BLAS(hipblasSasum(handle, 3, dx.data, 1, out.data));
    BLAS(hipblasIsamax(handle, 3, dx.data, 1, place.data));
    BLAS(hipblasSaxpy(handle, 3, out.data, dx.data, 1, dx.data, 1)); /* the sum, as a scalar */
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST));
    CHECK(out.host()[0] == 12 && place.host()[0] == 3);
    CHECK((dx.host() == std::vector<float>{39, -52, 65}));
    int64_t wide_place = 0;
    BLAS(hipblasIsamin_64(handle, 3, dx.data, 1, &wide_place));
    CHECK(wide_place == 1);
    /* Modified rotations: with flag -2 the matrix is 1, with -1 all of it is given. */
    std::vector<float> y = {1, 2, 3}, rotation = {-1, 2, 3, 4, 5};
    on_device<float> dy(y);
    BLAS(hipblasSrotm(handle, 3, dx.data, 1, dy.data, 1, rotation.data()));
    CHECK((dx.host() == std::vector<float>{39 * 2 + 1 * 4, -52 * 2 + 2 * 4, 65 * 2 + 3 * 4}));
    CHECK((dy.host() == std::vector<float>{39 * 3 + 1 * 5, -52 * 3 + 2 * 5, 65 * 3 + 3 * 5}));
    float d1 = 2, d2 = 3, x1 = 1, y1 = 1, h[5];
    BLAS(hipblasSrotmg(handle, &d1, &d2, &x1, &y1, h));
    float h11 = h[0] == 1 ? h[1] : 1, h21 = h[0] == 1 ? -1 : h[2], h12 = h[0] == 1 ? 1 : h[3], h22 = h[0] == 1 ? h[4] : 1;
    CHECK(std::abs(h21 * 1 + h22 * 1) < 1e-6 && std::abs(x1 - (h11 + h12)) < 1e-6);
    CHECK(std::abs(d1 * x1 * x1 - (2 + 3)) < 1e-5); /* the length is kept */
    hipFloatComplex z[2] = {make_hipFloatComplex(1, 2), make_hipFloatComplex(3, -1)};
    on_device<hipFloatComplex> dz(std::vector<hipFloatComplex>(z, z + 2));
    float half = 0.5f, c = 2;
    hipFloatComplex s = make_hipFloatComplex(1, -1);
    BLAS(hipblasCsscal(handle, 2, &half, dz.data, 1));
    BLAS(hipblasCrot(handle, 1, dz.data, 1, dz.data + 1, 1, &c, &s));
    wide a(0.5, 1), b(1.5, -0.5), ws(1, -1);
    CHECK(difference(dz.host(), {2. * a + ws * b, 2. * b - std::conj(ws) * a}) == 0);
}

/* ---- level 2 ---------------------------------------------------------------------------------------------- */

template <typename T> void general2(hipblasOperation_t trans, int incx, int incy)
{
    const int m = 9, n = 6, lda = 11, kl = 2, ku = 1;
    int rows = trans == HIPBLAS_OP_N ? m : n, columns = trans == HIPBLAS_OP_N ? n : m;
    std::vector<T> a = small_numbers<T>(lda * n), x = small_numbers<T>(columns * std::abs(incx)), y = small_numbers<T>(rows * std::abs(incy));
    std::vector<wide> wa = widened(a), wx = widened(x), wy = widened(y);
    on_device<T> da(a), dx(x), dy(y);
    T alpha = small<T>(), beta = small<T>();
    wide walpha = number<T>::get(alpha), wbeta = number<T>::get(beta);
    BLAS(any::gemv(T(), handle, trans, m, n, &alpha, da.data, lda, dx.data, incx, &beta, dy.data, incy));
    update(wy, rows, incy, walpha, times(op(trans, dense{wa, lda}), rows, columns, wx, incx), wbeta);
    CHECK(difference(dy.host(), wy) == 0);
    BLAS(any::gbmv(T(), handle, trans, m, n, kl, ku, &alpha, da.data, lda, dx.data, incx, &beta, dy.data, incy));
    update(wy, rows, incy, walpha, times(op(trans, banded(wa, lda, kl, ku)), rows, columns, wx, incx), wbeta);
    CHECK(difference(dy.host(), wy) == 0);
    if (trans != HIPBLAS_OP_N)
        return;
    for (bool is_conj : {false, true}) { /* y is m long and x n: ger's x and y */
        BLAS(is_conj ? any::gerc(T(), handle, m, n, &alpha, dy.data, incy, dx.data, incx, da.data, lda)
                     : any::ger(T(), handle, m, n, &alpha, dy.data, incy, dx.data, incx, da.data, lda));
        std::vector<wide> v = widened(dy.host());
        for (int c = 0; c < n; c++)
            for (int r = 0; r < m; r++) {
                wide right = wx[place(n, incx, c)];
                wa[r + c * lda] += walpha * v[place(m, incy, r)] * (is_conj ? std::conj(right) : right);
            }
        CHECK(difference(da.host(), wa) == 0);
    }
}

template <typename T> void symmetric2(hipblasFillMode_t fill, int incx, int incy)
{
    typedef typename number<T>::real real;
    const int n = 7, k = 2, lda = 8;
    const bool is_complex = number<T>::is_complex;
    std::vector<T> a = small_numbers<T>(lda * n), x = small_numbers<T>(n * std::abs(incx)), y = small_numbers<T>(n * std::abs(incy));
    std::vector<wide> wa = widened(a), wx = widened(x), wy = widened(y);
    on_device<T> da(a), dx(x), dy(y);
    T alpha = small<T>(), beta = small<T>();
    real r = 3;
    wide walpha = number<T>::get(alpha), wbeta = number<T>::get(beta);
    auto at = [&](int i, int j) { return wa[packed(fill, n, i, j)]; };
    auto band = fill == HIPBLAS_FILL_MODE_UPPER ? banded(wa, lda, 0, k) : banded(wa, lda, k, 0);
    BLAS(any::hemv(T(), handle, fill, n, &alpha, da.data, lda, dx.data, incx, &beta, dy.data, incy));
    update(wy, n, incy, walpha, times(whole(fill, is_complex, dense{wa, lda}), n, n, wx, incx), wbeta);
    CHECK(difference(dy.host(), wy) == 0);
    BLAS(any::symv(T(), handle, fill, n, &alpha, da.data, lda, dx.data, incx, &beta, dy.data, incy));
    update(wy, n, incy, walpha, times(whole(fill, false, dense{wa, lda}), n, n, wx, incx), wbeta);
    CHECK(difference(dy.host(), wy) == 0);
    OK(hipMemcpy(dy.data, y.data(), y.size() * sizeof(T), hipMemcpyHostToDevice)); /* numbers stay small */
    wy = widened(y);
    BLAS(any::hbmv(T(), handle, fill, n, k, &alpha, da.data, lda, dx.data, incx, &beta, dy.data, incy));
    update(wy, n, incy, walpha, times(whole(fill, is_complex, band), n, n, wx, incx), wbeta);
    CHECK(difference(dy.host(), wy) == 0);
    BLAS(any::hpmv(T(), handle, fill, n, &alpha, da.data, dx.data, incx, &beta, dy.data, incy));
    update(wy, n, incy, walpha, times(whole(fill, is_complex, at), n, n, wx, incx), wbeta);
    CHECK(difference(dy.host(), wy) == 0);

    /* Updates of a triangle, from a fresh matrix each; f(r, c) is what is added, by what is hermitian or not. */
    OK(hipMemcpy(dy.data, y.data(), y.size() * sizeof(T), hipMemcpyHostToDevice));
    wy = widened(y);
    auto X = [&](int i) { return wx[place(n, incx, i)]; };
    auto Y = [&](int i) { return wy[place(n, incy, i)]; };
    auto conj_if = [&](bool is, wide v) { return is ? std::conj(v) : v; };
    auto expect = [&](hipblasStatus_t status, bool is_packed, bool is_hermitian, auto added) {
        std::vector<wide> expected = widened(a);
        for (int c = 0; c < n; c++)
            for (int row = 0; row < n; row++)
                if (in(fill)(row, c)) {
                    wide &e = expected[is_packed ? packed(fill, n, row, c) : row + c * lda];
                    e += added(row, c);
                    if (is_hermitian && row == c)
                        e = e.real(); /* imaginary parts of the diagonal are taken as 0 */
                }
        CHECK(status == HIPBLAS_STATUS_SUCCESS);
        CHECK(difference(da.host(), expected) == 0);
        OK(hipMemcpy(da.data, a.data(), a.size() * sizeof(T), hipMemcpyHostToDevice));
    };
    auto rank1 = [&](int row, int c) { return 3. * X(row) * conj_if(is_complex, X(c)); };
    auto rank1_sym = [&](int row, int c) { return walpha * X(row) * X(c); };
    auto rank2 = [&](int row, int c) {
        return walpha * X(row) * conj_if(is_complex, Y(c)) + conj_if(is_complex, walpha) * Y(row) * conj_if(is_complex, X(c));
    };
    auto rank2_sym = [&](int row, int c) { return walpha * (X(row) * Y(c) + Y(row) * X(c)); };
    expect(any::her(T(), handle, fill, n, &r, dx.data, incx, da.data, lda), false, is_complex, rank1);
    expect(any::hpr(T(), handle, fill, n, &r, dx.data, incx, da.data), true, is_complex, rank1);
    expect(any::her2(T(), handle, fill, n, &alpha, dx.data, incx, dy.data, incy, da.data, lda), false, is_complex, rank2);
    expect(any::hpr2(T(), handle, fill, n, &alpha, dx.data, incx, dy.data, incy, da.data), true, is_complex, rank2);
    expect(any::syr(T(), handle, fill, n, &alpha, dx.data, incx, da.data, lda), false, false, rank1_sym);
    expect(any::spr(T(), handle, fill, n, &alpha, dx.data, incx, da.data), true, false, rank1_sym);
    expect(any::syr2(T(), handle, fill, n, &alpha, dx.data, incx, dy.data, incy, da.data, lda), false, false, rank2_sym);
}

template <typename T> void triangular2(hipblasFillMode_t fill, hipblasOperation_t trans, hipblasDiagType_t diag, int incx)
{
    const int n = 6, k = 2, lda = 7;
    std::vector<T> a = small_numbers<T>(lda * n), x = small_numbers<T>(n * std::abs(incx));
    std::vector<wide> wa = widened(a), wx = widened(x);
    on_device<T> dx(x);
    auto at = [&](int i, int j) { return wa[packed(fill, n, i, j)]; };
    auto band = fill == HIPBLAS_FILL_MODE_UPPER ? banded(wa, lda, 0, k) : banded(wa, lda, k, 0);
    /* Diagonals of 2, so that solutions of what was multiplied are whole numbers again. */
    for (int i = 0; i < n; i++) {
        a[i + i * lda] = number<T>::make(2);
        wa[i + i * lda] = 2;
    }
    on_device<T> da(a);
    auto both = [&](auto matrix, hipblasStatus_t multiplied, auto solve) {
        CHECK(multiplied == HIPBLAS_STATUS_SUCCESS);
        std::vector<wide> expected = wx;
        update(expected, n, incx, 1, times(op(trans, triangle(fill, diag, matrix)), n, n, wx, incx), 0);
        CHECK(difference(dx.host(), expected) == 0);
        CHECK(solve() == HIPBLAS_STATUS_SUCCESS);
        CHECK(difference(dx.host(), wx) < 1e-2);
        OK(hipMemcpy(dx.data, x.data(), x.size() * sizeof(T), hipMemcpyHostToDevice));
    };
    both(dense{wa, lda}, any::trmv(T(), handle, fill, trans, diag, n, da.data, lda, dx.data, incx),
         [&] { return any::trsv(T(), handle, fill, trans, diag, n, da.data, lda, dx.data, incx); });
    for (int i = 0; i < n; i++) { /* where band and packed form have the diagonal */
        int d = (fill == HIPBLAS_FILL_MODE_UPPER ? k : 0) + i * lda;
        a[d] = number<T>::make(2);
        wa[d] = 2;
    }
    OK(hipMemcpy(da.data, a.data(), a.size() * sizeof(T), hipMemcpyHostToDevice));
    both(band, any::tbmv(T(), handle, fill, trans, diag, n, k, da.data, lda, dx.data, incx),
         [&] { return any::tbsv(T(), handle, fill, trans, diag, n, k, da.data, lda, dx.data, incx); });
    for (int i = 0; i < n; i++) {
        a[packed(fill, n, i, i)] = number<T>::make(2);
        wa[packed(fill, n, i, i)] = 2;
    }
    OK(hipMemcpy(da.data, a.data(), a.size() * sizeof(T), hipMemcpyHostToDevice));
    both(at, any::tpmv(T(), handle, fill, trans, diag, n, da.data, dx.data, incx),
         [&] { return any::tpsv(T(), handle, fill, trans, diag, n, da.data, dx.data, incx); });
}

/* ---- level 3 ---------------------------------------------------------------------------------------------- */

template <typename T> void gemm(hipblasOperation_t ta, hipblasOperation_t tb)
{
    const int m = 7, n = 5, k = 9, ld = 12, batch = 3, stride = ld * 10;
    std::vector<T> a = small_numbers<T>(stride * batch), b = small_numbers<T>(stride * batch), c = small_numbers<T>(stride * batch);
    T alpha = small<T>(), beta = small<T>();
    wide walpha = number<T>::get(alpha), wbeta = number<T>::get(beta);
    std::vector<wide> wa = widened(a), wb = widened(b), expected = widened(c);
    for (int i = 0; i < batch; i++) {
        std::vector<wide> ai(wa.begin() + i * stride, wa.end()), bi(wb.begin() + i * stride, wb.end()),
            ci(expected.begin() + i * stride, expected.begin() + (i + 1) * stride);
        product(ci, ld, m, n, k, walpha, op(ta, dense{ai, ld}), op(tb, dense{bi, ld}), wbeta, all_of);
        std::copy(ci.begin(), ci.end(), expected.begin() + i * stride);
    }
    on_device<T> da(a), db(b), dc(c), dc2(c);
    for (int i = 0; i < batch; i++)
        BLAS(any::gemm(T(), handle, ta, tb, m, n, k, &alpha, da.data + i * stride, ld, db.data + i * stride, ld, &beta,
                       dc.data + i * stride, ld));
    CHECK(difference(dc.host(), expected) == 0);
    BLAS(any::gemmStridedBatched(T(), handle, ta, tb, m, n, k, &alpha, da.data, ld, (hipblasStride)stride, db.data, ld,
                                 (hipblasStride)stride, &beta, dc2.data, ld, (hipblasStride)stride, batch));
    CHECK(difference(dc2.host(), expected) == 0);
    OK(hipMemcpy(dc.data, c.data(), c.size() * sizeof(T), hipMemcpyHostToDevice));
    std::vector<T *> pa, pb, pc;
    for (int i = 0; i < batch; i++) {
        pa.push_back(da.data + i * stride);
        pb.push_back(db.data + i * stride);
        pc.push_back(dc.data + i * stride);
    }
    on_device<T *> dpa(pa), dpb(pb), dpc(pc);
    on_device<T> scalars({alpha, beta});
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_DEVICE));
    BLAS(any::gemmBatched(T(), handle, ta, tb, m, n, k, scalars.data, (const T *const *)dpa.data, ld,
                          (const T *const *)dpb.data, ld, scalars.data + 1, dpc.data, ld, batch));
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST));
    CHECK(difference(dc.host(), expected) == 0);
}

template <typename T> void symmetric3(hipblasFillMode_t fill, hipblasOperation_t trans)
{
    typedef typename number<T>::real real;
    const int n = 6, k = 4, ld = 8;
    const bool is_complex = number<T>::is_complex;
    std::vector<T> a = small_numbers<T>(ld * 8), b = small_numbers<T>(ld * 8), c = small_numbers<T>(ld * 8);
    std::vector<wide> wa = widened(a), wb = widened(b);
    on_device<T> da(a), db(b), dc(c);
    T alpha = small<T>(), beta = small<T>();
    real ralpha = 2, rbeta = -3;
    wide walpha = number<T>::get(alpha), wbeta = number<T>::get(beta);
    auto expect = [&](hipblasStatus_t status, bool is_hermitian, auto added, wide by) {
        std::vector<wide> expected = widened(c);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                if (in(fill)(i, j)) {
                    wide &e = expected[i + j * ld], old = is_hermitian && i == j ? e.real() : e;
                    e = added(i, j) + by * old;
                }
        CHECK(status == HIPBLAS_STATUS_SUCCESS);
        CHECK(difference(dc.host(), expected) == 0);
        OK(hipMemcpy(dc.data, c.data(), c.size() * sizeof(T), hipMemcpyHostToDevice));
    };
    /* Row i of op(M), whose other side is its transpose, or its conjugate one. */
    auto sum = [&](const std::vector<wide> &left, const std::vector<wide> &right, bool is_hermitian, int i, int j) {
        wide s = 0;
        for (int l = 0; l < k; l++) {
            wide x = trans == HIPBLAS_OP_N ? left[i + l * ld] : left[l + i * ld];
            wide y = trans == HIPBLAS_OP_N ? right[j + l * ld] : right[l + j * ld];
            if (is_hermitian)
                (trans == HIPBLAS_OP_N ? y : x) = std::conj(trans == HIPBLAS_OP_N ? y : x);
            s += x * y;
        }
        return s;
    };
    if (!is_complex || trans != HIPBLAS_OP_C) {
        expect(any::syrk(T(), handle, fill, trans, n, k, &alpha, da.data, ld, &beta, dc.data, ld), false,
               [&](int i, int j) { return walpha * sum(wa, wa, false, i, j); }, wbeta);
        expect(any::syr2k(T(), handle, fill, trans, n, k, &alpha, da.data, ld, db.data, ld, &beta, dc.data, ld), false,
               [&](int i, int j) { return walpha * (sum(wa, wb, false, i, j) + sum(wb, wa, false, i, j)); }, wbeta);
        expect(any::syrkx(T(), handle, fill, trans, n, k, &alpha, da.data, ld, db.data, ld, &beta, dc.data, ld), false,
               [&](int i, int j) { return walpha * sum(wa, wb, false, i, j); }, wbeta);
    }
    if (!is_complex || trans != HIPBLAS_OP_T) {
        expect(any::herk(T(), handle, fill, trans, n, k, &ralpha, da.data, ld, &rbeta, dc.data, ld), is_complex,
               [&](int i, int j) { return 2. * sum(wa, wa, is_complex, i, j); }, -3);
        expect(any::her2k(T(), handle, fill, trans, n, k, &alpha, da.data, ld, db.data, ld, &rbeta, dc.data, ld), is_complex,
               [&](int i, int j) {
                   return walpha * sum(wa, wb, is_complex, i, j) +
                          (is_complex ? std::conj(walpha) : walpha) * sum(wb, wa, is_complex, i, j);
               },
               -3);
        /* herkx is for products that are hermitian, such as of A with itself. */
        T two = number<T>::make(2);
        expect(any::herkx(T(), handle, fill, trans, n, k, &two, da.data, ld, da.data, ld, &rbeta, dc.data, ld), is_complex,
               [&](int i, int j) { return 2. * sum(wa, wa, is_complex, i, j); }, -3);
    }
}

template <typename T> void sided3(hipblasSideMode_t side, hipblasFillMode_t fill)
{
    const int m = 5, n = 6, ld = 8;
    int size = side == HIPBLAS_SIDE_LEFT ? m : n;
    std::vector<T> a = small_numbers<T>(ld * 8), b = small_numbers<T>(ld * 8), c = small_numbers<T>(ld * 8);
    for (int i = 0; i < 8; i++)
        a[i + i * ld] = number<T>::make(2);
    std::vector<wide> wa = widened(a), wb = widened(b);
    on_device<T> da(a), db(b), dc(c);
    T alpha = small<T>(), beta = small<T>();
    wide walpha = number<T>::get(alpha), wbeta = number<T>::get(beta);
    for (bool is_hermitian : {false, true}) {
        std::vector<wide> expected = widened(dc.host());
        auto h = whole(fill, is_hermitian && number<T>::is_complex, dense{wa, ld});
        BLAS(is_hermitian ? any::hemm(T(), handle, side, fill, m, n, &alpha, da.data, ld, db.data, ld, &beta, dc.data, ld)
                          : any::symm(T(), handle, side, fill, m, n, &alpha, da.data, ld, db.data, ld, &beta, dc.data, ld));
        if (side == HIPBLAS_SIDE_LEFT)
            product(expected, ld, m, n, m, walpha, h, dense{wb, ld}, wbeta, all_of);
        else
            product(expected, ld, m, n, n, walpha, dense{wb, ld}, h, wbeta, all_of);
        CHECK(difference(dc.host(), expected) == 0);
    }
    for (hipblasOperation_t trans : operations)
        for (hipblasDiagType_t diag : diags) {
            std::vector<wide> expected = widened(dc.host());
            auto t = op(trans, triangle(fill, diag, dense{wa, ld}));
            T two = number<T>::make(2), half = number<T>::make(0.5);
            BLAS(any::trmm(T(), handle, side, fill, trans, diag, m, n, &two, da.data, ld, db.data, ld, dc.data, ld));
            if (side == HIPBLAS_SIDE_LEFT)
                product(expected, ld, m, n, m, 2, t, dense{wb, ld}, 0, all_of);
            else
                product(expected, ld, m, n, n, 2, dense{wb, ld}, t, 0, all_of);
            CHECK(difference(dc.host(), expected) == 0);
            BLAS(any::trsm(T(), handle, side, fill, trans, diag, m, n, &half, da.data, ld, dc.data, ld));
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++)
                    expected[i + j * ld] = wb[i + j * ld]; /* the product is undone */
            CHECK(difference(dc.host(), expected) < 1e-2);
        }
    /* Rows or columns by a vector. */
    std::vector<wide> expected = widened(dc.host());
    BLAS(any::dgmm(T(), handle, side, m, n, da.data, ld, db.data, -1, dc.data, ld));
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            expected[i + j * ld] = wa[i + j * ld] * wb[place(size, -1, side == HIPBLAS_SIDE_LEFT ? i : j)];
    CHECK(difference(dc.host(), expected) == 0);
}

template <typename T> void rest3()
{
    const int m = 5, n = 6, ld = 8;
    std::vector<T> a = small_numbers<T>(ld * 8), b = small_numbers<T>(ld * 8), c = small_numbers<T>(ld * 8);
    for (int i = 0; i < 8; i++)
        a[i + i * ld] = number<T>::make(2);
    std::vector<wide> wa = widened(a), wb = widened(b);
    on_device<T> da(a), db(b), dc(c);
    T alpha = small<T>(), beta = small<T>();
    for (hipblasOperation_t ta : operations)
        for (hipblasOperation_t tb : operations) {
            std::vector<wide> expected = widened(dc.host());
            BLAS(any::geam(T(), handle, ta, tb, m, n, &alpha, da.data, ld, &beta, db.data, ld, dc.data, ld));
            for (int j = 0; j < n; j++)
                for (int i = 0; i < m; i++)
                    expected[i + j * ld] = number<T>::get(alpha) * op(ta, dense{wa, ld})(i, j) + number<T>::get(beta) * op(tb, dense{wb, ld})(i, j);
            CHECK(difference(dc.host(), expected) == 0);
        }
    for (hipblasFillMode_t fill : fills)
        for (hipblasDiagType_t diag : diags) {
            BLAS(any::trtri(T(), handle, fill, diag, n, da.data, ld, dc.data, ld));
            std::vector<wide> inverse = widened(dc.host()), product_of(ld * 8), one(ld * 8);
            product(product_of, ld, n, n, n, 1, triangle(fill, diag, dense{wa, ld}), dense{inverse, ld}, 0, all_of);
            double most = 0;
            for (int j = 0; j < n; j++)
                for (int i = 0; i < n; i++)
                    most = std::max(most, std::abs(product_of[i + j * ld] - wide(i == j)));
            CHECK(most < 1e-3);
        }
    /* A strided batch of solutions, and of dot products. */
    T one = number<T>::make(1), results[3];
    on_device<T> dots(small_numbers<T>(30));
    std::vector<wide> w = widened(dots.host());
    BLAS(any::dotcStridedBatched(T(), handle, 4, dots.data, 2, (hipblasStride)10, dots.data + 1, 1, (hipblasStride)10, 3, results));
    for (int i = 0; i < 3; i++) {
        wide sum = 0;
        for (int l = 0; l < 4; l++)
            sum += std::conj(w[i * 10 + 2 * l]) * w[i * 10 + 1 + l];
        CHECK(number<T>::get(results[i]) == sum);
    }
    std::vector<T> eye(4, number<T>::make(0));
    eye[0] = eye[3] = number<T>::make(4);
    on_device<T> deye(eye), dx(small_numbers<T>(12));
    std::vector<wide> before = widened(dx.host());
    BLAS(any::trsmStridedBatched(T(), handle, HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_LOWER, HIPBLAS_OP_N, HIPBLAS_DIAG_NON_UNIT,
                                 2, 2, &one, deye.data, 2, (hipblasStride)0, dx.data, 2, (hipblasStride)4, 3));
    for (wide &v : before)
        v /= 4;
    CHECK(difference(dx.host(), before) == 0);
}

/* ---- types as arguments, narrow types ---------------------------------------------------------------------- */

static float of_bfloat(uint16_t bits)
{
    uint32_t u = (uint32_t)bits << 16;
    float f;
    memcpy(&f, &u, 4);
    return f;
}
static uint16_t to_bfloat(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static void narrow()
{
    const int m = 4, n = 3, k = 2000;
    /* Halves whose sum is far beyond 11 bits: 2000 times 1 and one 1/4, which only a sum in f32 keeps. */
    std::vector<_Float16> a(m * k, 1), b(k * n, 1), c(m * n, 0);
    b[0] = (_Float16)0.25f;
    on_device<_Float16> da(a), db(b), dc(c);
    _Float16 one = 1, zero = 0;
    BLAS(hipblasHgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, m, n, k, (hipblasHalf *)&one, (hipblasHalf *)da.data, m, (hipblasHalf *)db.data,
                      k, (hipblasHalf *)&zero, (hipblasHalf *)dc.data, m));
    CHECK((float)dc.host()[0] == (float)(_Float16)1999.25f && (float)dc.host()[m] == 2000);
    ROC(rocblas_hgemm((rocblas_handle)handle, rocblas_operation_none, rocblas_operation_none, m, n, k, &one, da.data, m, db.data, k, &one,
                      dc.data, m));
    CHECK((float)dc.host()[m] == 4000);
    std::vector<float> c32(m * n, 0.5f);
    on_device<float> dc32(c32);
    float one32 = 1, two32 = 2;
    BLAS(hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, m, n, k, &one32, da.data, HIPBLAS_R_16F, m, db.data, HIPBLAS_R_16F, k, &two32,
                       dc32.data, HIPBLAS_R_32F, m, HIPBLAS_R_32F, HIPBLAS_GEMM_DEFAULT));
    CHECK(dc32.host()[0] == 2000.25f && dc32.host()[m] == 2001);
    /* bfloat16 in and out: rounded once, at the end. */
    std::vector<uint16_t> ba(m * k, to_bfloat(1)), bb(k * n, to_bfloat(1)), bc(m * n);
    bb[0] = to_bfloat(9);
    on_device<uint16_t> dba(ba), dbb(bb), dbc(bc);
    float zero32 = 0;
    BLAS(hipblasGemmStridedBatchedEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, m, n, k, &one32, dba.data, HIPBLAS_R_16B, m, 0, dbb.data, HIPBLAS_R_16B, k, 0,
                                     &zero32, dbc.data, HIPBLAS_R_16B, m, 0, 1, HIPBLAS_R_32F, HIPBLAS_GEMM_DEFAULT));
    CHECK(of_bfloat(dbc.host()[0]) == of_bfloat(to_bfloat(2008)) && of_bfloat(dbc.host()[m]) == 2000);
    /* Bytes: sums are 32-bit integers, and C and D differ. */
    std::vector<int8_t> ia(m * k, -128), ib(k * n, 127);
    std::vector<int32_t> ic(m * n, 7);
    on_device<int8_t> dia(ia), dib(ib);
    on_device<int32_t> dic(ic), did(m * n);
    int32_t i1 = 1, i2 = 2;
    ROC(rocblas_gemm_ex((rocblas_handle)handle, rocblas_operation_none, rocblas_operation_none, m, n, k, &i1, dia.data, rocblas_datatype_i8_r, m, dib.data,
                        rocblas_datatype_i8_r, k, &i2, dic.data, rocblas_datatype_i32_r, m, did.data, rocblas_datatype_i32_r, m,
                        rocblas_datatype_i32_r, rocblas_gemm_algo_standard, 0, 0));
    CHECK(did.host()[5] == -128 * 127 * 2000 + 14 && dic.host()[5] == 7);
    /* Vectors of halves with a scalar in f32; what lies between the elements stays. */
    std::vector<_Float16> x = {1, 2, 3, 4}, y = {5, 77, 6, 77};
    on_device<_Float16> dx(x), dy(y);
    BLAS(hipblasAxpyEx(handle, 2, &two32, HIPBLAS_R_32F, dx.data, HIPBLAS_R_16F, 2, dy.data, HIPBLAS_R_16F, 2, HIPBLAS_R_32F));
    CHECK(difference(dy.host(), {7, 77, 12, 77}) == 0);
    _Float16 dot;
    BLAS(hipblasDotEx(handle, 4, dx.data, HIPBLAS_R_16F, 1, dx.data, HIPBLAS_R_16F, 1, &dot, HIPBLAS_R_16F, HIPBLAS_R_32F));
    CHECK((float)dot == 30);
    BLAS(hipblasHdot(handle, 4, (hipblasHalf *)dx.data, 1, (hipblasHalf *)dx.data, 1, (hipblasHalf *)&dot));
    CHECK((float)dot == 30);
    float norm;
    on_device<float> d345(std::vector<float>{3, 4});
    BLAS(hipblasNrm2Ex(handle, 2, d345.data, HIPBLAS_R_32F, 1, &norm, HIPBLAS_R_32F, HIPBLAS_R_32F));
    CHECK(norm == 5);
    BLAS(hipblasScalEx(handle, 2, &two32, HIPBLAS_R_32F, d345.data, HIPBLAS_R_32F, 1, HIPBLAS_R_32F));
    BLAS(hipblasRotEx(handle, 1, d345.data, HIPBLAS_R_32F, 1, d345.data + 1, HIPBLAS_R_32F, 1, &zero32, &one32, HIPBLAS_R_32F, HIPBLAS_R_32F));
    CHECK(difference(d345.host(), {8, -6}) == 0);
    /* The types of HIPBLAS_V2, which the library takes as well. */
    BLAS(hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, m, n, k, &one32, da.data, (hipblasDatatype_t)HIP_R_16F, m, db.data,
                       (hipblasDatatype_t)HIP_R_16F, k, &zero32, dc32.data, (hipblasDatatype_t)HIP_R_32F, m,
                       (hipblasDatatype_t)HIPBLAS_COMPUTE_32F_FAST_16F, HIPBLAS_GEMM_DEFAULT));
    CHECK(dc32.host()[0] == 1999.25f);
    hipFloatComplex cz[2] = {make_hipFloatComplex(1, 2), make_hipFloatComplex(3, 4)}, c1 = make_hipFloatComplex(0, 1), c0 = make_hipFloatComplex(0, 0);
    on_device<hipFloatComplex> dz(std::vector<hipFloatComplex>(cz, cz + 2)), dout(1);
    BLAS(hipblasGemmEx(handle, HIPBLAS_OP_C, HIPBLAS_OP_N, 1, 1, 2, &c1, dz.data, HIPBLAS_C_32F, 2, dz.data, HIPBLAS_C_32F, 2, &c0, dout.data,
                       HIPBLAS_C_32F, 1, HIPBLAS_C_32F, HIPBLAS_GEMM_DEFAULT));
    CHECK(difference(dout.host(), {wide(0, 30)}) == 0);
    CHECK(hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, 1, &c1, dz.data, HIPBLAS_C_16F, 1, dz.data, HIPBLAS_C_16F, 1, &c0, dout.data,
                        HIPBLAS_C_16F, 1, HIPBLAS_C_32F, HIPBLAS_GEMM_DEFAULT) == HIPBLAS_STATUS_NOT_SUPPORTED);
}

/* ---- handles, streams, errors -------------------------------------------------------------------------------- */

__global__ void spin_then_set(float *x, float value)
{
    float y = value;
    for (int i = 0; i < 20000; i++)
        y = y * 1.0000001f;
    x[threadIdx.x] = y > 0 ? value : 0;
}

static void order()
{
    hipStream_t s;
    OK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    BLAS(hipblasSetStream(handle, s));
    hipStream_t got;
    BLAS(hipblasGetStream(handle, &got));
    CHECK(got == s);
    on_device<float> x(32), out(1);
    float two = 2;
    spin_then_set<<<1, 32, 0, s>>>(x.data, 3); /* before it is done, nothing of the library may run */
    BLAS(hipblasSscal(handle, 32, &two, x.data, 1));
    two = 100; /* the scalar was taken by the call */
    float sum = 0;
    BLAS(hipblasSasum(handle, 32, x.data, 1, &sum)); /* waits, as its result is in host memory */
    CHECK(sum == 192);
    hipEvent_t event;
    OK(hipEventCreate(&event));
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_DEVICE));
    BLAS(hipblasSasum(handle, 32, x.data, 1, out.data));
    OK(hipEventRecord(event, s));
    OK(hipEventSynchronize(event));
    CHECK(out.host()[0] == 192);
    OK(hipEventDestroy(event));
    /* In a graph, whose launches repeat it. */
    hipGraph_t graph;
    hipGraphExec_t exec;
    OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
    BLAS(hipblasSaxpy(handle, 32, out.data, x.data, 1, x.data, 1)); /* x += out x */
    BLAS(hipblasSasum(handle, 32, x.data, 1, out.data));
    OK(hipStreamEndCapture(s, &graph));
    size_t nodes = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 2);
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    OK(hipGraphDestroy(graph));
    CHECK(x.host()[0] == 6);
    OK(hipGraphLaunch(exec, s));
    OK(hipGraphLaunch(exec, s));
    OK(hipStreamSynchronize(s));
    double v = 6;
    for (int i = 0; i < 2; i++)
        v += 32 * v * v;
    CHECK(x.host()[0] == (float)v);
    OK(hipGraphExecDestroy(exec));
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST));
    BLAS(hipblasSetStream(handle, nullptr));
    OK(hipStreamDestroy(s));
    CHECK(hipblasSetStream(handle, s) != HIPBLAS_STATUS_SUCCESS);
}

static void misuse()
{
    float one = 1, r;
    on_device<float> x(16);
    CHECK(hipblasSscal(nullptr, 4, &one, x.data, 1) == HIPBLAS_STATUS_NOT_INITIALIZED);
    CHECK(hipblasSscal((hipblasHandle_t)x.data, 4, &one, x.data, 1) == HIPBLAS_STATUS_NOT_INITIALIZED);
    CHECK(hipblasSscal(handle, 4, nullptr, x.data, 1) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasSasum(handle, 4, x.data, 1, nullptr) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasSscal(handle, 4, &one, nullptr, 1) == HIPBLAS_STATUS_INVALID_VALUE);
    BLAS(hipblasSscal(handle, 0, &one, nullptr, 1));
    BLAS(hipblasSscal(handle, -4, &one, x.data, 1));
    hipblasOperation_t n = HIPBLAS_OP_N;
    CHECK(hipblasSgemm(handle, n, n, -1, 2, 2, &one, x.data, 2, x.data, 2, &one, x.data, 2) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasSgemm(handle, n, n, 4, 2, 2, &one, x.data, 3, x.data, 2, &one, x.data, 4) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasSgemm(handle, n, (hipblasOperation_t)7, 2, 2, 2, &one, x.data, 2, x.data, 2, &one, x.data, 2) == HIPBLAS_STATUS_INVALID_ENUM);
    CHECK(hipblasSgemv(handle, n, 2, 2, &one, x.data, 2, x.data, 0, &one, x.data, 1) == HIPBLAS_STATUS_INVALID_VALUE);
    CHECK(hipblasStrsm(handle, HIPBLAS_SIDE_BOTH, HIPBLAS_FILL_MODE_UPPER, n, HIPBLAS_DIAG_UNIT, 2, 2, &one, x.data, 2, x.data, 2) ==
          HIPBLAS_STATUS_INVALID_ENUM);
    CHECK(hipblasSgemmStridedBatched(handle, n, n, 2, 2, 2, &one, x.data, 2, 4, x.data, 2, 4, &one, x.data, 2, 4, -1) == HIPBLAS_STATUS_INVALID_VALUE);
    BLAS(hipblasSgemmStridedBatched(handle, n, n, 2, 2, 2, &one, x.data, 2, 4, x.data, 2, 4, &one, x.data, 2, 4, 0));
    CHECK(hipblasSscal_64(handle, 1ll << 33, &one, x.data, 1) == HIPBLAS_STATUS_NOT_SUPPORTED);
    ROC(rocblas_sasum((rocblas_handle)handle, 4, x.data, 1, &r)); /* handles are the same */
    CHECK(rocblas_sgemm((rocblas_handle)handle, rocblas_operation_none, rocblas_operation_none, 1, -1, 1, &one, x.data, 1, x.data, 1, &one, x.data, 1) ==
          rocblas_status_invalid_size);
    std::vector<float> from = {1, 2, 3, 4, 5, 6}, to(6, 0);
    BLAS(hipblasSetVector(3, 4, from.data(), 2, x.data, 1));
    BLAS(hipblasGetVector(3, 4, x.data, 1, to.data(), 2));
    CHECK((to == std::vector<float>{1, 0, 3, 0, 5, 0}));
    BLAS(hipblasSetMatrix(2, 2, 4, from.data(), 3, x.data, 2));
    BLAS(hipblasGetMatrix(2, 2, 4, x.data, 2, to.data(), 2));
    CHECK(to[0] == 1 && to[1] == 2 && to[2] == 4 && to[3] == 5);
    CHECK(rocblas_pointer_to_mode(x.data) == rocblas_pointer_mode_device && rocblas_pointer_to_mode(&one) == rocblas_pointer_mode_host);
    CHECK(std::string(hipblasStatusToString(HIPBLAS_STATUS_NOT_SUPPORTED)) == "HIPBLAS_STATUS_NOT_SUPPORTED");
    hipblasHandle_t other;
    BLAS(hipblasCreate(&other));
    BLAS(hipblasDestroy(other));
    CHECK(hipblasDestroy(other) == HIPBLAS_STATUS_NOT_INITIALIZED);
}

template <typename T> void everything()
{
    for (int incx : {1, 2, -3})
        for (int incy : {1, -2}) {
            level1<T>(incx, incy);
            for (hipblasOperation_t trans : operations)
                general2<T>(trans, incx, incy);
            for (hipblasFillMode_t fill : fills)
                symmetric2<T>(fill, incx, incy);
        }
    for (hipblasOperation_t trans : operations) {
        for (hipblasFillMode_t fill : fills) {
            for (hipblasDiagType_t diag : diags)
                for (int incx : {1, -2})
                    triangular2<T>(fill, trans, diag, incx);
            symmetric3<T>(fill, trans);
        }
        for (hipblasOperation_t other : operations)
            gemm<T>(trans, other);
    }
    for (hipblasSideMode_t side : sides)
        for (hipblasFillMode_t fill : fills)
            sided3<T>(side, fill);
    rest3<T>();
}

int main()
{
    BLAS(hipblasCreate(&handle));
    everything<float>();
    everything<double>();
    everything<hipFloatComplex>();
    everything<hipDoubleComplex>();
    level1_edges();
    narrow();
    order();
    misuse();
    BLAS(hipblasDestroy(handle));
    return check_end();
}

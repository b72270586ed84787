/* conjugate_gradient.hip: a sparse system, -u'' = f with 254 inner points, solved by conjugate gradients: products by a kernel, the rest by
 * hipBLAS with scalars that stay in device memory. */
// needs: hipblas
#include "collection.h"

#include <hipblas/hipblas.h>

constexpr int N = 254;

__global__ void apply(const double *x, double *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        y[i] = 2 * x[i] - (i > 0 ? x[i - 1] : 0) - (i < N - 1 ? x[i + 1] : 0);
}

/* s: r.r, p.Ap, alpha, -alpha, beta, r.r before */
__global__ void alpha_of(double *s)
{
    s[2] = s[1] != 0 ? s[0] / s[1] : 0;
    s[3] = -s[2];
    s[5] = s[0];
}
__global__ void beta_of(double *s) { s[4] = s[5] != 0 ? s[0] / s[5] : 0; }

int main()
{
    std::vector<double> f(N);
    for (int i = 0; i < N; i++)
        f[i] = std::sin(0.1 * i) + 0.5;
    on_device<double> x(N), r(f), p(f), ap(N), s(6);
    std::vector<double> one_here(1, 1);
    on_device<double> one(one_here);
    hipblasHandle_t handle;
    CHECK(hipblasCreate(&handle) == HIPBLAS_STATUS_SUCCESS);
    CHECK(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_DEVICE) == HIPBLAS_STATUS_SUCCESS);
    int bad = hipblasDdot(handle, N, r.data, 1, r.data, 1, s.data);
    for (int step = 0; step < N; step++) {
        apply<<<4, 64>>>(p.data, ap.data);
        bad |= hipblasDdot(handle, N, p.data, 1, ap.data, 1, s.data + 1);
        alpha_of<<<1, 1>>>(s.data);
        bad |= hipblasDaxpy(handle, N, s.data + 2, p.data, 1, x.data, 1);
        bad |= hipblasDaxpy(handle, N, s.data + 3, ap.data, 1, r.data, 1);
        bad |= hipblasDdot(handle, N, r.data, 1, r.data, 1, s.data);
        beta_of<<<1, 1>>>(s.data);
        bad |= hipblasDscal(handle, N, s.data + 4, p.data, 1); /* p = r + beta p */
        bad |= hipblasDaxpy(handle, N, one.data, r.data, 1, p.data, 1);
    }
    CHECK(bad == HIPBLAS_STATUS_SUCCESS);
    /* Elimination, as for any matrix of three diagonals. */
    std::vector<double> c(N), d(N), u(N);
    for (int i = 0; i < N; i++) {
        double m = i ? 2 + c[i - 1] : 2;
        c[i] = -1 / m;
        d[i] = (f[i] + (i ? d[i - 1] : 0)) / m;
    }
    for (int i = N - 1; i >= 0; i--)
        u[i] = d[i] - (i < N - 1 ? c[i] * u[i + 1] : 0);
    std::vector<double> got = x.host();
    double most = 0;
    for (int i = 0; i < N; i++)
        most = std::max(most, std::abs(got[i] - u[i]) / (1 + std::abs(u[i])));
    CHECK(most < 1e-8);
    CHECK(hipblasDestroy(handle) == HIPBLAS_STATUS_SUCCESS);
    return check_end();
}

/* convolution_fft.hip: a signal is smoothed by multiplying its spectrum: two transforms of hipFFT, a kernel, and one back; compared
 * with the sums. */
// needs: hipfft
#include "collection.h"

#include <hipfft/hipfft.h>

constexpr int N = 512, BINS = N / 2 + 1;

__global__ void multiply(hipfftComplex *a, const hipfftComplex *b, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < BINS)
        a[i] = make_hipFloatComplex((a[i].x * b[i].x - a[i].y * b[i].y) * scale, (a[i].x * b[i].y + a[i].y * b[i].x) * scale);
}

int main()
{
    numbers random;
    std::vector<float> signal(N), filter(N, 0);
    for (float &x : signal)
        x = random.unit() - 0.5f;
    const float taps[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
    for (int i = 0; i < 5; i++)
        filter[i] = taps[i];
    on_device<float> ds(signal), df(filter), out(N);
    on_device<hipfftComplex> fs(BINS), ff(BINS);
    hipfftHandle forward, backward;
    CHECK(hipfftPlan1d(&forward, N, HIPFFT_R2C, 1) == HIPFFT_SUCCESS && hipfftPlan1d(&backward, N, HIPFFT_C2R, 1) == HIPFFT_SUCCESS);
    CHECK(hipfftExecR2C(forward, ds.data, fs.data) == HIPFFT_SUCCESS);
    CHECK(hipfftExecR2C(forward, df.data, ff.data) == HIPFFT_SUCCESS);
    multiply<<<(BINS + 63) / 64, 64>>>(fs.data, ff.data, 1.0f / N);
    CHECK(hipfftExecC2R(backward, fs.data, out.data) == HIPFFT_SUCCESS);
    std::vector<float> got = out.host();
    float most = 0;
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int t = 0; t < 5; t++)
            sum += taps[t] * signal[(i - t + N) % N];
        most = std::max(most, std::abs(got[i] - sum));
    }
    CHECK(most < 1e-5f);
    CHECK(hipfftDestroy(forward) == HIPFFT_SUCCESS && hipfftDestroy(backward) == HIPFFT_SUCCESS);
    return check_end();
}

// convolution.hip: a filter whose weights are constant memory, changed between launches.
#include "collection.h"

__constant__ float weights[5];

__global__ void convolve(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = -2; k <= 2; k++)
        sum += weights[k + 2] * (i + k >= 0 && i + k < n ? in[i + k] : 0);
    out[i] = sum;
}

int main()
{
    const int n = 777;
    numbers random;
    std::vector<float> in(n);
    for (float &x : in)
        x = (float)(random.next() % 256); // sums of products are exact
    on_device<float> d(in), out(n);
    for (const auto &w : {std::vector<float>{1, 4, 6, 4, 1}, std::vector<float>{-1, -2, 0, 2, 1}}) {
        OK(hipMemcpyToSymbol(HIP_SYMBOL(weights), w.data(), 5 * sizeof(float)));
        convolve<<<(n + 127) / 128, 128>>>(d.data, out.data, n);
        auto got = out.host();
        int wrong = 0;
        for (int i = 0; i < n; i++) {
            int sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += i + k >= 0 && i + k < n ? (int)w[k + 2] * (int)in[i + k] : 0;
            wrong += got[i] != (float)sum;
        }
        CHECK(wrong == 0);
    }
    return check_end();
}

// transpose.hip: a matrix through LDS whose rows are padded; edges are no multiples of a tile. The
// LDS is dynamic.
#include "collection.h"

enum { TILE = 16 };

__global__ void transpose(const float *in, float *out, int width, int height)
{
    extern __shared__ float tile[]; // [TILE][TILE + 1]
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * (TILE + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * (TILE + 1) + threadIdx.y];
}

int main()
{
    const int width = 70, height = 45;
    std::vector<float> in(width * height);
    std::iota(in.begin(), in.end(), 1.0f);
    on_device<float> d(in), out(in.size());
    dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
    transpose<<<blocks, dim3(TILE, TILE), TILE *(TILE + 1) * sizeof(float)>>>(d.data, out.data,
                                                                              width, height);
    auto got = out.host();
    int wrong = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += got[x * height + y] != in[y * width + x];
    CHECK(wrong == 0);
    // Without enough of it nothing is launched.
    transpose<<<1, dim3(TILE, TILE), (64 << 10) + 4>>>(d.data, out.data, width, height);
    CHECK(hipGetLastError() != hipSuccess);
    return check_end();
}

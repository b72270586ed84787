// matmul.hip: a product of matrices in tiles, and one of halves that is summed up in floats. The
// numbers are small whole ones, so that the order of additions does not matter.
#include "collection.h"

#include <hip/hip_fp16.h>

enum { TILE = 16 };

template <typename T>
__global__ void multiply(const T *a, const T *b, float *c, int m, int n, int k)
{
    __shared__ T left[TILE][TILE], right[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        int x = first + threadIdx.x, y = first + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : T(0.0f);
        right[threadIdx.y][threadIdx.x] = y < k && column < n ? b[y * n + column] : T(0.0f);
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += (float)left[threadIdx.y][i] * (float)right[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

template <typename T> static void test(int m, int n, int k)
{
    numbers random;
    std::vector<T> a(m * k), b(k * n);
    std::vector<float> expected(m * n);
    std::vector<int> ia(m * k), ib(k * n);
    for (size_t i = 0; i < a.size(); i++)
        a[i] = T((float)(ia[i] = (int)(random.next() % 17) - 8));
    for (size_t i = 0; i < b.size(); i++)
        b[i] = T((float)(ib[i] = (int)(random.next() % 17) - 8));
    for (int y = 0; y < m; y++)
        for (int x = 0; x < n; x++) {
            int sum = 0;
            for (int i = 0; i < k; i++)
                sum += ia[y * k + i] * ib[i * n + x];
            expected[y * n + x] = (float)sum;
        }
    on_device<T> da(a), db(b);
    on_device<float> c(m * n);
    multiply<T><<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(
        da.data, db.data, c.data, m, n, k);
    CHECK(c.host() == expected);
}

int main()
{
    test<float>(33, 20, 40);
    test<__half>(20, 33, 50);
    return check_end();
}

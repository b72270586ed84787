/* gemm_blas.hip: C = A B by a kernel with tiles, and by hipblasSgemm on the same memory; rows of ones tell whether each sees
 * what the other wrote. */
// needs: hipblas
#include "collection.h"

#include <hipblas/hipblas.h>

constexpr int N = 64, TILE = 16;

/* In columns, as BLAS has matrices. */
__global__ void tiled(const float *a, const float *b, float *c)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int row = blockIdx.x * TILE + threadIdx.x, column = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < N; k += TILE) {
        ta[threadIdx.y][threadIdx.x] = a[row + (k + threadIdx.y) * N];
        tb[threadIdx.y][threadIdx.x] = b[k + threadIdx.x + column * N];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += ta[i][threadIdx.x] * tb[threadIdx.y][i];
        __syncthreads();
    }
    c[row + column * N] = sum;
}

int main()
{
    numbers random;
    std::vector<float> a(N * N), b(N * N), expected(N * N, 0);
    for (float &x : a)
        x = (float)(int)(random.next() % 9) - 4; /* sums of products are exact */
    for (float &x : b)
        x = (float)(int)(random.next() % 9) - 4;
    for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
            for (int i = 0; i < N; i++)
                expected[i + j * N] += a[i + k * N] * b[k + j * N];
    on_device<float> da(a), db(b), mine(N * N), theirs(N * N);
    tiled<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(da.data, db.data, mine.data);
    hipblasHandle_t handle;
    CHECK(hipblasCreate(&handle) == HIPBLAS_STATUS_SUCCESS);
    const float one = 1, zero = 0, minus = -1;
    CHECK(hipblasSgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, N, N, N, &one, da.data, N, db.data, N, &zero, theirs.data, N) == HIPBLAS_STATUS_SUCCESS);
    CHECK(mine.host() == expected);
    CHECK(theirs.host() == expected);
    /* What the kernel wrote is subtracted by the library, and what that wrote is read by a kernel. */
    CHECK(hipblasSaxpy(handle, N * N, &minus, theirs.data, 1, mine.data, 1) == HIPBLAS_STATUS_SUCCESS);
    tiled<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(mine.data, db.data, theirs.data);
    CHECK(theirs.host() == std::vector<float>(N * N, 0));
    CHECK(hipblasDestroy(handle) == HIPBLAS_STATUS_SUCCESS);
    return check_end();
}

// matrices.hip: matrix products with the WMMA instructions, against the sum in double.
#include "check.h"

#include <cmath>
#include <vector>

typedef _Float16 half16 __attribute__((ext_vector_type(16)));
typedef float float8 __attribute__((ext_vector_type(8)));

// One wave per 16 x 16 tile of c = a b; all row by row. Layout of the operands: LLVM's WMMA
// builtins for gfx11: lanes 0 to 15 hold a row of a and a column of b, lanes 16 to 31 the same
// again; element i of the result is row 2 i + lane / 16.
__global__ void multiply(const _Float16 *a, const _Float16 *b, float *c, int n)
{
    int lane = threadIdx.x % 32, l = lane % 16;
    int row = blockIdx.y * 16, column = blockIdx.x * 16;
    float8 sum = {};
    for (int k = 0; k < n; k += 16) {
        half16 x, y;
        for (int i = 0; i < 16; i++) {
            x[i] = a[(row + l) * n + k + i];
            y[i] = b[(k + i) * n + column + l];
        }
        sum = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(x, y, sum);
    }
    for (int i = 0; i < 8; i++)
        c[(row + 2 * i + lane / 16) * n + column + l] = sum[i];
}

int main()
{
    const int n = 64;
    std::vector<_Float16> a(n * n), b(n * n);
    std::vector<float> c(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = (_Float16)((i * 37 % 61 - 30) / 16.0f); // exact in binary16
        b[i] = (_Float16)((i * 53 % 47 - 23) / 8.0f);
    }
    _Float16 *da, *db;
    float *dc;
    OK(hipMalloc((void **)&da, n * n * 2));
    OK(hipMalloc((void **)&db, n * n * 2));
    OK(hipMalloc((void **)&dc, n * n * 4));
    OK(hipMemcpy(da, a.data(), n * n * 2, hipMemcpyHostToDevice));
    OK(hipMemcpy(db, b.data(), n * n * 2, hipMemcpyHostToDevice));
    multiply<<<dim3(n / 16, n / 16), 32>>>(da, db, dc, n);
    OK(hipMemcpy(c.data(), dc, n * n * 4, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += (double)a[y * n + k] * (double)b[k * n + x];
            wrong += c[y * n + x] != sum; // multiples of 1/128 that fit a float
        }
    CHECK(wrong == 0);
    for (void *p : {(void *)da, (void *)db, (void *)dc})
        OK(hipFree(p));
    return check_end();
}

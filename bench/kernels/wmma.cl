/* wmma.cl: C = A B of f16 matrices with sums in f32, a 16 x 16 tile of C per wave (wave32).
 * B is stored by columns. Manual: RDNA3 7.9, WMMA: lanes 16-31 hold copies of A's rows and
 * B's columns; register k of lane i holds C[2 k + i / 16][i % 16]. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half half16_t __attribute__((ext_vector_type(16)));
typedef float float8_t __attribute__((ext_vector_type(8)));

kernel __attribute__((reqd_work_group_size(32, 4, 1))) void
wmma(global float *c, global const half *a, global const half *b, int n)
{
    int lane = get_local_id(0), column = get_group_id(0) * 16, row = get_global_id(1) * 16;
    global const half *a_row = a + (row + (lane & 15)) * n;
    global const half *b_column = b + (column + (lane & 15)) * n;
    float8_t sum = 0;
    for (int k = 0; k < n; k += 16)
        sum = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(*(global const half16_t *)(a_row + k),
                                                         *(global const half16_t *)(b_column + k),
                                                         sum);
    for (int k = 0; k < 8; k++)
        c[(row + 2 * k + (lane >> 4)) * n + column + (lane & 15)] = sum[k];
}

/* matrix.cl: products and a transposition, with and without LDS. */
#pragma OPENCL FP_CONTRACT OFF

/* c[n][n] = a[n][n] * b[n][n], summed in order of k with fma. */
kernel void product(global const float *a, global const float *b, global float *c, int n)
{
    int column = get_global_id(0);
    int row = get_global_id(1);
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum = fma(a[row * n + k], b[k * n + column], sum);
    c[row * n + column] = sum;
}

#define TILE 8

/* The same order of summation; n need not be a multiple of the tile. */
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
product_tiled(global const float *a, global const float *b, global float *c, int n)
{
    local float left[TILE][TILE];
    local float right[TILE][TILE + 1];
    int x = get_local_id(0);
    int y = get_local_id(1);
    int column = get_global_id(0);
    int row = get_global_id(1);
    float sum = 0;
    for (int base = 0; base < n; base += TILE) {
        left[y][x] = row < n && base + x < n ? a[row * n + base + x] : 0;
        right[y][x] = column < n && base + y < n ? b[(base + y) * n + column] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum = fma(left[y][k], right[k][x], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

/* 4 by 4 values per work-item in registers, operands as float4. */
kernel void product_blocked(global const float4 *a, global const float4 *b, global float4 *c,
                            int n4)
{
    int column = get_global_id(0);
    int row = get_global_id(1) * 4;
    float4 sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < n4; k++) {
        float4 lines[4];
        for (int j = 0; j < 4; j++)
            lines[j] = b[(4 * k + j) * n4 + column];
        for (int j = 0; j < 4; j++) {
            float4 left = a[(row + j) * n4 + k];
            sum[j] = fma(left.xxxx, lines[0], sum[j]);
            sum[j] = fma(left.yyyy, lines[1], sum[j]);
            sum[j] = fma(left.zzzz, lines[2], sum[j]);
            sum[j] = fma(left.wwww, lines[3], sum[j]);
        }
    }
    for (int j = 0; j < 4; j++)
        c[(row + j) * n4 + column] = sum[j];
}

/* Through local memory that the caller gives: two arrays with different types. */
kernel void transpose(global const ushort *in, global ushort *out, int width, int height,
                      local ushort *tile, local uint *sums, global uint *row_sums)
{
    int x = get_local_id(0);
    int y = get_local_id(1);
    int tile_width = get_local_size(0);
    if (x == 0)
        sums[y] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int column = get_global_id(0);
    int row = get_global_id(1);
    ushort value = in[row * width + column];
    tile[y * tile_width + x] = value;
    atomic_add(&sums[y], (uint)value);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x == 0)
        atomic_add(&row_sums[row], sums[y]);
    int linear = y * tile_width + x;
    int tile_height = get_local_size(1);
    int out_x = linear % tile_height;
    int out_y = linear / tile_height;
    out[(get_group_id(0) * tile_width + out_y) * height + get_group_id(1) * tile_height + out_x] =
        tile[out_x * tile_width + out_y];
}

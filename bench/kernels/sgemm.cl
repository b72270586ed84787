/* sgemm.cl: C = A B for square matrices of n rows, a work-item per element of C. */
kernel void sgemm_naive(global float *c, global const float *a, global const float *b, int n)
{
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
sgemm_tiled(global float *c, global const float *a, global const float *b, int n)
{
    local float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int column = get_global_id(0), row = get_global_id(1);
    int x = get_local_id(0), y = get_local_id(1);
    float sum = 0;
    for (int at = 0; at < n; at += TILE) {
        a_tile[y][x] = a[row * n + at + x];
        b_tile[y][x] = b[(at + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += a_tile[y][k] * b_tile[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

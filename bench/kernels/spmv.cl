/* spmv.cl: y = A x, A sparse in compressed rows (CSR), a work-item per row. */
kernel void spmv(global float *y, global const int *row_start, global const int *columns,
                 global const float *values, global const float *x)
{
    int row = get_global_id(0);
    float sum = 0;
    for (int k = row_start[row]; k < row_start[row + 1]; k++)
        sum += values[k] * x[columns[k]];
    y[row] = sum;
}

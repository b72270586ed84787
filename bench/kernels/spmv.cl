/* spmv.cl: y = A x for a sparse A, a work-item per row: compressed rows (CSR), and the layout
 * that suits GPUs, ELLPACK with row lengths: element k of all rows, then element k + 1. */
kernel void spmv_csr(global float *y, global const int *row_start, global const int *columns,
                     global const float *values, global const float *x)
{
    int row = get_global_id(0);
    float sum = 0;
    for (int k = row_start[row]; k < row_start[row + 1]; k++)
        sum += values[k] * x[columns[k]];
    y[row] = sum;
}

kernel void spmv_ell(global float *y, global const int *lengths, global const int *columns,
                     global const float *values, global const float *x, int rows)
{
    int row = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < lengths[row]; k++)
        sum += values[k * rows + row] * x[columns[k * rows + row]];
    y[row] = sum;
}

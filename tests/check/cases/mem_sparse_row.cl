// The rows of a sparse matrix: row i ends where row i + 1 begins, which the last one has not.
// @run --grid 32 --block 32 --arg buf:i32:32:iota --arg buf:i32:32:iota --arg buf:i32:32
// @variants -O0; -O2 -mwavefrontsize64
// @check mem
kernel void k(global const int *rows, global const int *values, global int *y)
{
    int i = get_global_id(0), n = get_global_size(0), sum = 0;
    int end = rows[i + 1]; // @expect mem:out-of-bounds item=31,0,0 count=1 @bug
    int end = i + 1 < n ? rows[i + 1] : n; // @right
    for (int at = rows[i]; at < end; at++)
        sum += at < n ? values[at] : 0;
    y[i] = sum;
}

// An allocation of 10 bytes has 10: the byte behind it is nobody's.
// @run --grid 16 --block 16 --arg buf:u8:10 --arg i32:10
kernel void fill(global uchar *y, int n)
{
    int i = get_global_id(0);
    if (i <= n) // @bug
    if (i < n) // @right
        y[i] = 7; // @expect mem:out-of-bounds item=10,0,0 count=1
}

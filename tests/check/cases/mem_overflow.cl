// A product for an index is more than 32 bits have, before it is divided again.
// @run --grid 64 --block 64 --arg buf:i32:64 --arg i32:67108864 --arg i32:26
// @variants -O0; -O2 -mwavefrontsize64
// @check mem
kernel void k(global int *y, int scale, int shift)
{
    int at = (int)get_global_id(0) * scale >> shift; // @bug
    int at = (long)get_global_id(0) * scale >> shift; // @right
    y[at] = 1; // @expect mem:out-of-bounds item=32,0,0 count=32
}

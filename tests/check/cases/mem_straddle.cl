// A vector that begins in the allocation and ends behind it.
// @variants -O2; -O2 -mwavefrontsize64
// @run --grid 8 --block 8 --arg buf:i32:8 --arg buf:i32:30:iota
kernel void sums(global int *y, global const int *x)
{
    int i = get_global_id(0);
    int4 v = vload4(i, x); // @expect mem:out-of-bounds item=7,0,0 @bug
    int4 v = i < 7 ? vload4(i, x) : (int4)(0); // @right
    y[i] = v.x + v.y + v.z + v.w;
}

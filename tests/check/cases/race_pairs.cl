// Two elements for each work-item, which moves on by one instead of two.
// @run --grid 128 --block 128 --arg buf:i32:256
// @variants -O2; -O2 -mwavefrontsize64
// @check race
kernel void k(global int *y)
{
    int i = get_global_id(0);
    int at = i;     // @bug
    int at = 2 * i; // @right
    vstore2((int2)(i + 500, -i), 0, y + at); // @expect race:lanes many=1 @expect race:write-write many=1
}

// Each work-group has its part of the output, whose parts overlap by one element.
// @run --grid 128 --block 64 --arg buf:i32:128
// @variants -O2; -O0 -mwavefrontsize64
// @check race
kernel void k(global int *y)
{
    int part = 63; // @bug
    int part = 64; // @right
    int l = get_local_id(0), g = get_group_id(0);
    y[g * part + l] = g + 10; // @expect race:write-write many=1
}

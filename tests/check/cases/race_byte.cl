// Work-groups store to the bytes of one dword; the wrong one to one byte.
// @run --grid 256 --block 64 --arg buf:i8:64
// @check race
kernel void k(global uchar *y)
{
    int g = get_group_id(0);
    if (get_local_id(0) == 0)
        y[g] = g; // @right
    if (get_local_id(0) == 0) // @bug
        y[g / 2] = g; // @expect race:write-write group=1,0,0 many=1 @bug
}

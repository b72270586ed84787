// Two work-groups store to the same element.
// @run --grid 256 --block 128 --arg buf:i32:256
// @check race
kernel void k(global int *y)
{
    int i = get_global_id(0);
    int at = get_local_id(0);
    at = i; // @right
    y[at] = i; // @expect race:write-write group=1,0,0 many=1
}

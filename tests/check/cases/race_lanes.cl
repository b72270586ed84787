// Lanes of a wave store different values to the same place.
// @run --grid 32 --block 32 --arg buf:i32:32
// @check race
kernel void k(global int *y)
{
    int i = get_global_id(0);
    y[i] = i; // @right
    y[i / 2] = i; // @expect race:lanes item=1,0,0 many=1 @bug
}

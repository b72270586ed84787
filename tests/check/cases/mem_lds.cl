// Local memory for 64 work-items, of which the last one uses its right neighbour's.
// @run --grid 128 --block 64 --arg buf:i32:128 --arg lds:256
kernel void neighbours(global int *y, local int *t)
{
    int l = get_local_id(0);
    t[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = t[l + 1]; // @expect mem:lds-out-of-bounds group=0,0,0 item=63,0,0 count=2 @bug
    y[get_global_id(0)] = t[(l + 1) % 64]; // @right
}

// Columns of LDS are mixed by an exclusive or, with one bit too many.
// @run --grid 256 --block 256 --arg buf:i32:256:iota
// @check mem
kernel void k(global int *y)
{
    local int t[256];
    int l = get_local_id(0), row = l >> 4, column = l & 15;
    int at = row * 16 + (column ^ (row << 1)); // @bug
    int at = row * 16 + (column ^ row); // @right
    t[at] = y[l]; // @expect mem:lds-out-of-bounds
    barrier(CLK_LOCAL_MEM_FENCE);
    y[l] = t[at]; // @expect mem:lds-out-of-bounds
}

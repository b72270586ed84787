// A pointer that nobody set.
// @run --grid 32 --block 32 --arg buf:i32:32 --arg u64:0
kernel void use(global int *y, ulong p)
{
    int i = get_global_id(0);
    global int *q = (global int *)p;
    y[i] = q[i]; // @expect mem:null-pointer item=0,0,0 @bug
    y[i] = q ? q[i] : 0; // @right
}

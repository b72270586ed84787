// A stack of 16 entries, that a deep tree runs out of.
// @run --grid 32 --block 32 --arg buf:i32:32:fill=5000 --arg buf:i32:32
// @variants -O0; -O0 -mwavefrontsize64
// @check mem
kernel void k(global const int *depth, global int *y)
{
    int stack[16];
    int i = get_global_id(0);
    int top = depth[i];
    top = min(top, 15); // @right
    stack[top] = i; // @expect mem:scratch-out-of-bounds item=0,0,0 count=32
    y[i] = stack[top];
}

// A member of a struct in local memory that nobody set.
// @check init
// @run --grid 64 --block 64 --arg buf:i32:64:iota --arg buf:i32:64
struct s { int a; int b; };
__kernel void k(__global const int *x, __global int *y)
{
    __local struct s l[64];
    int i = get_local_id(0);
    l[i].a = x[i];
    l[i].b = 1; // @right
    barrier(CLK_LOCAL_MEM_FENCE);
    struct s t = l[i ^ 1];
    y[(t.a + t.b) & 63] = 1; // @expect init:undefined-address item=0,0,0
}

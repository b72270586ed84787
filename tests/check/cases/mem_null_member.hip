// A list whose last node has no next one.
// @run --kernel k --grid 32 --block 32 --arg buf:u64:2 --arg buf:i32:32
// @variants -O0; -O2 -mwavefrontsize64
#include <hip/hip_runtime.h>
struct node {
    node *next;
    long value;
};
extern "C" __global__ void k(node *first, int *y)
{
    node *second = first->next;
    long value = 0;
    if (second) // @right
        value = second->value; // @expect mem:null-pointer item=0,0,0 many=1
    y[threadIdx.x] = (int)value;
}

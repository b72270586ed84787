// The pointer is a member of a struct, as programs pass them.
// @run --grid 32 --block 32 --arg buf:i32:32 --arg buf:i32:31:iota
struct job { global const int *from; int count; };
int get(const struct job *j, int i) { return j->from[i]; } // @expect mem:out-of-bounds item=31,0,0
kernel void run(global int *y, global const int *x)
{
    int i = get_global_id(0);
    struct job j = {x, 31};
    if (i < j.count) // @right
        y[i] = get(&j, i);
}

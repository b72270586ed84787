// The flag is released and acquired for the work-group only, and the other is in another.
// @run --grid 128 --block 64 --arg buf:i32:1 --arg buf:i32:1 --arg buf:i32:1
// @check race
#define SCOPE memory_scope_work_group // @bug
#define SCOPE memory_scope_device     // @right
kernel void k(global int *data, global atomic_int *flag, global int *out)
{
    if (get_local_id(0) != 0)
        return;
    if (get_group_id(0) == 0) {
        *data = 42;
        atomic_store_explicit(flag, 1, memory_order_release, SCOPE);
    } else {
        while (atomic_load_explicit(flag, memory_order_acquire, SCOPE) == 0)
            ;
        *out = *data; // @expect race:read-write many=1
    }
}

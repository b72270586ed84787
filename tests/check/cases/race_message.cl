// A value is passed on by a flag that is not released.
// @run --grid 128 --block 64 --arg buf:i32:1 --arg buf:i32:1 --arg buf:i32:1
// @check race
kernel void k(global int *data, global atomic_int *flag, global int *out)
{
    if (get_local_id(0) != 0)
        return;
    if (get_group_id(0) == 0) {
        *data = 42;
        atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device); // @bug
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device); // @right
    } else {
        while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0)
            ;
        *out = *data; // @expect race:read-write many=1
    }
}

// The flag is set only where there is something to do, and the other work-group waits for it always.
// @run --grid 128 --block 64 --arg buf:i32:2 --arg i32:3
kernel void k(global atomic_int *flag, int work)
{
    if (get_group_id(0) == 0) {
        if (get_local_id(0) == 0 && work > 5) // @bug
        if (get_local_id(0) == 0) // @right
            atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else if (get_local_id(0) == 0) {
        while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0) // @expect sync:spin item=0,0,0 group=1,0,0
            ;
        atomic_store_explicit(flag + 1, 1, memory_order_relaxed, memory_scope_device);
    }
}

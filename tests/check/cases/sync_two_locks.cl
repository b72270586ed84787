// Two locks that two work-groups take in different order, each when it holds one.
// @run --grid 128 --block 64 --arg buf:i32:4
void lock(global atomic_int *l)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong_explicit(l, &expected, 1, memory_order_acquire, memory_order_relaxed, memory_scope_device)) // @expect sync:spin item=0,0,0 group=0,0,0
        expected = 0;
}
void unlock(global atomic_int *l) { atomic_store_explicit(l, 0, memory_order_release, memory_scope_device); }
kernel void k(global atomic_int *at)
{
    int me = get_group_id(0);
    if (get_local_id(0) != 0)
        return;
    lock(&at[me]); // @bug
    atomic_fetch_add_explicit(&at[2], 1, memory_order_relaxed, memory_scope_device); // @bug
    while (atomic_load_explicit(&at[2], memory_order_relaxed, memory_scope_device) < 2) // @bug
        ; // @bug
    lock(&at[!me]); // @bug
    lock(&at[0]); // @right
    lock(&at[1]); // @right
    atomic_fetch_add_explicit(&at[3], 1, memory_order_relaxed, memory_scope_device);
    unlock(&at[0]);
    unlock(&at[1]);
}

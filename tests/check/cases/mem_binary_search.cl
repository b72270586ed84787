// The upper bound of a search is the number of elements, which is no index.
// @run --grid 32 --block 32 --arg buf:i32:16:iota --arg buf:i32:32 --arg i32:16
// @variants -O0; -O2 -mwavefrontsize64
// @check mem
kernel void k(global const int *x, global int *found, int n)
{
    int key = get_global_id(0), low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (x[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < n)                  // @right
        found[key] = x[low] == key; // @expect mem:out-of-bounds item=16,0,0 count=16
}

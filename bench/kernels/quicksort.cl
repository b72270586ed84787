/* quicksort.cl: each work-item sorts 64 keys of its own with Quicksort and a stack of its own. */
#define KEYS  64
#define SMALL 8

kernel void quicksort(global uint *out, global const uint *in)
{
    global uint *a = out + get_global_id(0) * KEYS;
    for (int k = 0; k < KEYS; k++)
        a[k] = in[get_global_id(0) * KEYS + k];
    int stack[16], depth = 0;
    int low = 0, high = KEYS - 1;
    for (;;) {
        while (high - low >= SMALL) {
            uint pivot = a[(low + high) / 2];
            int i = low, k = high;
            while (i <= k) {
                while (a[i] < pivot)
                    i++;
                while (a[k] > pivot)
                    k--;
                if (i <= k) {
                    uint t = a[i];
                    a[i++] = a[k];
                    a[k--] = t;
                }
            }
            /* The longer part waits. */
            int is_left = k - low < high - i;
            stack[depth] = is_left ? i : low;
            stack[depth + 1] = is_left ? high : k;
            depth += 2;
            low = is_left ? low : i;
            high = is_left ? k : high;
        }
        for (int i = low + 1; i <= high; i++) {
            uint t = a[i];
            int k = i - 1;
            for (; k >= low && a[k] > t; k--)
                a[k + 1] = a[k];
            a[k + 1] = t;
        }
        if (depth == 0)
            return;
        depth -= 2;
        low = stack[depth];
        high = stack[depth + 1];
    }
}

/* bitonic.cl: sorts arrays of 512 keys, one per work-group, in local memory. */
#define KEYS 512

kernel __attribute__((reqd_work_group_size(KEYS / 2, 1, 1))) void
bitonic(global uint *out, global const uint *in)
{
    local uint keys[KEYS];
    int i = get_local_id(0), base = get_group_id(0) * KEYS;
    keys[i] = in[base + i];
    keys[i + KEYS / 2] = in[base + i + KEYS / 2];
    for (int size = 2; size <= KEYS; size *= 2) {
        for (int distance = size / 2; distance > 0; distance /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int low = 2 * i - (i & (distance - 1));
            int high = low + distance;
            uint a = keys[low], b = keys[high];
            bool descends = (low & size) != 0;
            if ((a > b) != descends) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + i] = keys[i];
    out[base + i + KEYS / 2] = keys[i + KEYS / 2];
}

/* dpp_sums.cl: the sums of the rows of a matrix with 32 columns: each row is added up across the
 * lanes of a wave (wave32). */

#define MOVED(x, control)                                                                          \
    as_float(__builtin_amdgcn_update_dpp(0, as_int(x), control, 0xf, 0xf, true))

/* In all lanes. DPP controls: manual, 16.7. */
static float sum_of_lanes(float x)
{
    x += MOVED(x, 0xb1);  /* QUAD_PERM 1 0 3 2 */
    x += MOVED(x, 0x4e);  /* QUAD_PERM 2 3 0 1 */
    x += MOVED(x, 0x141); /* ROW_HALF_MIRROR */
    x += MOVED(x, 0x140); /* ROW_MIRROR */
    return x + as_float(__builtin_amdgcn_permlanex16(0, as_int(x), 0x76543210, 0xfedcba98, false,
                                                     false));
}

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
dpp_sums(global float *sums, global const float *in)
{
    int i = get_global_id(0), lane = i & 31;
    global const float *tile = in + (i & ~31) * 32;
    float sum = 0;
    for (int row = 0; row < 32; row++) {
        float all = sum_of_lanes(tile[row * 32 + lane]);
        sum = row == lane ? all : sum;
    }
    sums[i] = sum;
}

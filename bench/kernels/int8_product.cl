/* int8_product.cl: C = A B of unsigned and signed bytes with 32-bit sums; four rows of B are a row
 * of words. */
static int dot4(uint a, uint b, int sum)
{
#ifdef __AMDGCN__
    return __builtin_amdgcn_sudot4(false, as_int(a), true, as_int(b), sum, false);
#else
    uchar4 x = as_uchar4(a);
    char4 y = as_char4(b);
    return sum + x.s0 * y.s0 + x.s1 * y.s1 + x.s2 * y.s2 + x.s3 * y.s3;
#endif
}

kernel __attribute__((reqd_work_group_size(64, 4, 1))) void
int8_product(global int *c, global const uint *a, global const uint *b, int n)
{
    int column = get_global_id(0), row = get_global_id(1) * 4, words = n / 4;
    int sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < words; k++) {
        uint factor = b[k * n + column];
        for (int i = 0; i < 4; i++)
            sum[i] = dot4(a[(row + i) * words + k], factor, sum[i]);
    }
    for (int i = 0; i < 4; i++)
        c[(row + i) * n + column] = sum[i];
}

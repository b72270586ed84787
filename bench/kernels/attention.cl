/* attention.cl: O = softmax(Q K^T / 8) V for one head of 64 columns in f16 with f32 sums, 16
 * queries per wave (wave32), keys 16 at a time; V is stored by columns. Scores are made as K Q^T
 * and the result as V^T P^T, so that a lane has one query (lanes 16-31: of lane - 16) and half of
 * the keys or columns: register k of lane i holds row 2 k + i / 16 (manual, 7.9). */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half half16_t __attribute__((ext_vector_type(16)));
typedef float float8_t __attribute__((ext_vector_type(8)));

#define COLUMNS 64
#define TILES   (COLUMNS / 16)

/* Of the lane 16 further. */
static float other_half(float x)
{
    return as_float(__builtin_amdgcn_permlanex16(0, as_int(x), 0x76543210, 0xfedcba98, false, false));
}

kernel __attribute__((reqd_work_group_size(32, 4, 1))) void
attention(global half *out, global const half *q, global const half *k, global const half *v, int n)
{
    int lane = get_local_id(0), row = lane & 15, query = get_global_id(1) * 16 + row;
    half16_t q_part[TILES];
    for (int t = 0; t < TILES; t++)
        q_part[t] = *(global const half16_t *)(q + query * COLUMNS + t * 16);
    float8_t sum[TILES] = {0, 0, 0, 0};
    float greatest = -INFINITY, total = 0;
    for (int key = 0; key < n; key += 16) {
        float8_t score = 0;
        for (int t = 0; t < TILES; t++)
            score = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(
                *(global const half16_t *)(k + (key + row) * COLUMNS + t * 16), q_part[t], score);
        float most = greatest;
        for (int i = 0; i < 8; i++)
            most = fmax(most, score[i] * 0.125f);
        most = fmax(most, other_half(most));
        float scale = native_exp(greatest - most);
        greatest = most;
        half16_t weight;
        float part = 0;
        for (int i = 0; i < 8; i++) {
            float mine = native_exp(score[i] * 0.125f - most), theirs = other_half(mine);
            part += mine + theirs;
            weight[2 * i] = (half)(lane < 16 ? mine : theirs);
            weight[2 * i + 1] = (half)(lane < 16 ? theirs : mine);
        }
        total = total * scale + part;
        for (int t = 0; t < TILES; t++)
            sum[t] = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(
                *(global const half16_t *)(v + (t * 16 + row) * n + key), weight, sum[t] * scale);
    }
    for (int t = 0; t < TILES; t++)
        for (int i = 0; i < 8; i++)
            out[query * COLUMNS + t * 16 + 2 * i + (lane >> 4)] = (half)(sum[t][i] / total);
}

/* call.c: expectations for call.cl: the same algorithms in C; exact. */
#include "kernels.h"

enum { N = 200 };

static int collatz_length(uint32_t n)
{
    int length = 0;
    while (n != 1 && length < 500) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        length++;
    }
    return length;
}

static void prepare_nested(kt_run *run)
{
    int32_t *in = kt_in(run, KT_I32, N);
    int64_t *sums = kt_out(run, KT_I64, N);
    int32_t *lengths = kt_out(run, KT_I32, N);
    for (int i = 0; i < N; i++) {
        in[i] = (int32_t)(kt_random(run) % 2000000) - 1000000;
        int64_t sum = 1 + 2;
        int count = 0;
        for (int k = 0; k < (i & 7); k++) {
            sum += in[i] + k;
            count++;
            if (k & 1) {
                sum += collatz_length((uint32_t)k + 1);
                count++;
            }
        }
        for (int k = 0; k < 10; k++)
            sum += (k + 1) * (i + k);
        sum += i + i + (int8_t)i + i - 5;
        sum += i + i - 2 * i + 2 * i;
        sums[i] = sum * 100 + count;
        lengths[i] = collatz_length((uint32_t)in[i] % 1000 + 1);
    }
}

static void prepare_stack(kt_run *run)
{
    uint32_t *in = kt_in(run, KT_U32, N);
    uint32_t *out = kt_out(run, KT_U32, N);
    for (int i = 0; i < N; i++) {
        in[i] = (uint32_t)kt_random(run);
        uint32_t perm[64];
        uint32_t values[24] = {0};
        for (uint32_t k = 0; k < 64; k++)
            perm[k] = k;
        uint32_t state = in[i];
        for (uint32_t k = 63; k > 0; k--) {
            state = state * 1664525u + 1013904223u;
            uint32_t j = (state >> 16) % (k + 1);
            uint32_t t = perm[k];
            perm[k] = perm[j];
            perm[j] = t;
        }
        for (uint32_t k = 0; k < 64; k++)
            values[perm[k] % 24] += k * (perm[k] + 1);
        out[i] = 0;
        for (int k = 0; k < 24; k++)
            out[i] = out[i] * 31 + values[k];
    }
}

static uint32_t step_machine(int opcode, uint32_t a, uint32_t b)
{
    int32_t sa = (int32_t)a;
    int32_t sb = (int32_t)b;
    uint32_t results[15] = {
        a + b,
        a - b,
        a * b,
        a ^ b,
        a & ~b,
        a | b,
        a << (b & 31),
        (uint32_t)(sa >> (b & 31)),
        0 - a,
        ~b,
        sa > sb ? a : b,
        sa < sb ? a : b,
        (a & 0xff) * (b & 0xff),
        (uint32_t)__builtin_popcount(a) + b,
        a == 0 ? b : a,
    };
    return opcode < 15 ? results[opcode] : 0x5a5a5a5a;
}

static void prepare_machine(kt_run *run)
{
    enum { LENGTH = 60 };
    uint8_t *program = kt_in(run, KT_U8, LENGTH);
    kt_i32(run, LENGTH);
    uint32_t *in = kt_in(run, KT_U32, N);
    uint32_t *out = kt_out(run, KT_U32, 2 * N);
    for (int i = 0; i < LENGTH; i++)
        program[i] = (uint8_t)(kt_random(run) % 16);
    kt_fill_edges(run, KT_U32, in, N);
    for (int i = 0; i < N; i++) {
        uint32_t a = in[i];
        uint32_t b = (uint32_t)i - 7;
        for (int pc = 0; pc < LENGTH; pc++) {
            uint32_t t = step_machine(program[pc], a, b);
            b = a;
            a = t;
        }
        out[2 * i] = a;
        out[2 * i + 1] = step_machine(i % 17, a, b);
    }
}

static void prepare_sparse(kt_run *run)
{
    static const uint32_t cases[] = {3, 1000, 70000, 70001, 0x80000000, UINT32_MAX, 4, 999};
    static const int32_t results[] = {1, 20, 4000, 4000, 50000, -1, 4 - 600, 0xe7 - 600};
    uint32_t *in = kt_in(run, KT_U32, N);
    int32_t *out = kt_out(run, KT_I32, N);
    for (int i = 0; i < N; i++) {
        uint64_t pick = kt_random(run) % KT_COUNT(cases);
        in[i] = cases[pick];
        out[i] = results[pick];
    }
}

static void prepare_indirect(kt_run *run)
{
    int32_t *in = kt_in(run, KT_I32, N);
    int32_t *out = kt_out(run, KT_I32, N);
    kt_i32(run, 2);
    for (int i = 0; i < N; i++) {
        in[i] = (int32_t)(kt_random(run) % 2000) - 1000;
        int own[4] = {i * 2, -i, i * i, __builtin_popcount((uint32_t)i)};
        out[i] = in[i] * in[i] + 1000 * own[in[i] & 3];
    }
}

static void prepare_loops(kt_run *run)
{
    enum { LIMIT = 120 };
    int32_t *in = kt_in(run, KT_I32, N);
    int32_t *out = kt_out(run, KT_I32, N);
    kt_i32(run, LIMIT);
    for (int i = 0; i < N; i++) {
        in[i] = 1 + (int32_t)(kt_random(run) % (i % 2 ? 100 : 30000));
        int found = 0;
        int tested = 0;
        for (int p = 2; p < LIMIT; p++) {
            if (p % 2 == 0 && p > 2)
                continue;
            bool prime = true;
            for (int d = 3; prime && d * d <= p; d += 2) {
                tested++;
                prime = p % d != 0;
            }
            if (prime && in[i] % p == 0)
                found++;
            if (prime && p > in[i])
                break;
        }
        out[i] = found * 100000 + tested;
    }
}

static const kt_test tests[] = {
    {"call_nested", "call.cl", "nested_calls", .grid = {N}, .block = {64},
     .prepare = prepare_nested},
    {"call_stack_arrays", "call.cl", "stack_arrays", .grid = {N}, .block = {64},
     .prepare = prepare_stack},
    {"call_jump_table", "call.cl", "machine", .grid = {N}, .block = {64},
     .prepare = prepare_machine},
    {"call_sparse_switch", "call.cl", "sparse_switch", .grid = {N}, .block = {64},
     .prepare = prepare_sparse},
    {"call_function_pointers", "call.cl", "indirect_calls", .grid = {N}, .block = {64},
     .prepare = prepare_indirect},
    {"call_divergent_loops", "call.cl", "loops", .grid = {N}, .block = {64},
     .prepare = prepare_loops},
};
const kt_group kt_group_call = {tests, KT_COUNT(tests)};

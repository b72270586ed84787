/* list.c: 16 K lists of 4 to 28 nodes, anywhere among 256 K. */
#include "native/native.h"

enum { LEAST = 4, MOST = 28, MEAN = (LEAST + MOST) / 2 };

/* Buffers: sums, nodes, next node of each, first node of each list. */
static void setup(struct bench_problem *p, bool quick)
{
    uint32_t lists = p->m = quick ? 1 << 9 : 1 << 14, n = p->n = lists * MEAN;
    bench_buffer(p, lists * 4);
    bench_buffer(p, (size_t)n * 16);
    uint32_t *next = bench_buffer(p, n * 4), *first = bench_buffer(p, lists * 4);
    uint32_t *order = bench_alloc(n * sizeof *order);
    uint64_t state = 26;
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t i = n - 1; i > 0; i--) {
        uint32_t k = bench_random(&state) % (i + 1), t = order[i];
        order[i] = order[k];
        order[k] = t;
    }
    /* Lengths of two lists that follow each other are 2 * MEAN together. */
    for (uint32_t i = 0, at = 0, length = 0; i < lists; i++) {
        length = i % 2 ? 2 * MEAN - length : LEAST + bench_random(&state) % (MOST - LEAST + 1);
        first[i] = order[at];
        for (uint32_t k = 0; k < length; k++, at++)
            next[order[at]] = k + 1 < length ? order[at + 1] : LIST_END;
    }
    free(order);
    bench_step(p, "list_link", n, 1, 256, 1);
    bench_arg_buffer(p, 1);
    bench_arg_buffer(p, 2);
    bench_arg_int(p, LIST_END);
    bench_step(p, "list_sum", lists, 1, 256, 1);
    bench_arg_buffer(p, 0);
    bench_arg_buffer(p, 1);
    bench_arg_buffer(p, 3);
}

static bool check(const struct bench_problem *p, void *const *results, char why[BENCH_WHY_BYTES])
{
    const uint32_t *next = p->buffers[2].bytes, *first = p->buffers[3].bytes;
    uint32_t *want = bench_alloc(p->m * sizeof *want);
    for (uint32_t i = 0; i < p->m; i++) {
        uint32_t head = (i & ~255u) + (255 - i % 256);
        want[i] = head;
        for (uint32_t at = first[head]; at != LIST_END; at = next[at])
            want[i] += at * 2654435761u;
    }
    bool ok = bench_equal(results[0], want, p->m, why);
    free(want);
    return ok;
}

const struct bench_case bench_case_list = {
    .name = "list",
    .source = "list",
    .size = "16 K lists, 256 K nodes",
    .quick_size = "512 lists, 8 K nodes",
    .tolerance = "exact",
    .gpu_only = true, /* PoCL 3.1 has no generic pointers */
    .opencl_options = "-cl-std=CL2.0",
    .setup = setup,
    .check = check,
    .native = native_list,
};

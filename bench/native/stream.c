/* stream.c: saxpy, stencil, reduction and scan: loops that memory limits. */
#include "native/native.h"

enum { GRAIN = 1 << 16 };

struct context {
    const struct bench_problem *problem;
    void *const *buffers;
    float *partial;   /* of the reduction, per grain */
    uint32_t *before; /* of the scan, per grain */
};

static void saxpy(void *context, size_t begin, size_t end)
{
    struct context *c = context;
    float *y = c->buffers[0], a;
    const float *x = c->buffers[1];
    memcpy(&a, &c->problem->steps[0].args[2].bits, sizeof a);
    for (size_t i = begin; i < end; i += 16)
        store_f32(y + i, a * load_f32(x + i) + load_f32(y + i));
}

void native_saxpy(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, GRAIN, saxpy, &(struct context){.problem = p, .buffers = buffers});
}

static void stencil(void *context, size_t begin, size_t end)
{
    struct context *c = context;
    size_t n = c->problem->n;
    for (size_t row = begin; row < end; row++) {
        const float *in = (const float *)c->buffers[1] + row * n;
        float *out = (float *)c->buffers[0] + row * n;
        memcpy(out, in, n * sizeof *out);
        if (row == 0 || row == n - 1)
            continue;
        size_t i = 1;
        for (; i + 16 <= n - 1; i += 16)
            store_f32(out + i, STENCIL_CENTRE * load_f32(in + i) +
                                   STENCIL_SIDE * (load_f32(in + i - 1) + load_f32(in + i + 1) +
                                                   load_f32(in + i - n) + load_f32(in + i + n)));
        for (; i < n - 1; i++)
            out[i] = STENCIL_CENTRE * in[i] +
                     STENCIL_SIDE * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
    }
}

void native_stencil(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    native_for(threads, p->n, 16, stencil, &(struct context){.problem = p, .buffers = buffers});
}

static void reduce(void *context, size_t begin, size_t end)
{
    struct context *c = context;
    const float *in = c->buffers[2];
    f32x16 sum[8] = {0};
    for (size_t i = begin; i < end; i += 128)
        for (size_t k = 0; k < 8; k++)
            sum[k] += load_f32(in + i + 16 * k);
    c->partial[begin / GRAIN] =
        sum_f32(((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7])));
}

void native_reduce(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    float partial[1024], sum = 0;
    native_for(threads, p->n, GRAIN, reduce,
               &(struct context){.problem = p, .buffers = buffers, .partial = partial});
    for (size_t i = 0; i < p->n / GRAIN; i++)
        sum += partial[i];
    *(float *)buffers[0] = sum;
}

static u32x16 prefix(u32x16 v)
{
    u32x16 zero = {0};
    v += __builtin_shufflevector(zero, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                                 30);
    v += __builtin_shufflevector(zero, v, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                 29);
    v += __builtin_shufflevector(zero, v, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                                 27);
    return v +
           __builtin_shufflevector(zero, v, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
}

static u32x16 last(u32x16 v)
{
    return __builtin_shufflevector(v, v, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
                                   15);
}

static void scan_sum(void *context, size_t begin, size_t end)
{
    struct context *c = context;
    const uint32_t *in = c->buffers[3];
    u32x16 sum[4] = {0};
    for (size_t i = begin; i < end; i += 64)
        for (size_t k = 0; k < 4; k++)
            sum[k] += load_u32(in + i + 16 * k);
    c->before[begin / GRAIN + 1] = last(prefix(sum[0] + sum[1] + sum[2] + sum[3]))[0];
}

static void scan(void *context, size_t begin, size_t end)
{
    struct context *c = context;
    const uint32_t *in = c->buffers[3];
    uint32_t *out = c->buffers[0];
    u32x16 before = (u32x16){0} + c->before[begin / GRAIN];
    for (size_t i = begin; i < end; i += 16) {
        u32x16 v = prefix(load_u32(in + i));
        store_u32(out + i, v + before);
        before += last(v);
    }
    c->before[end / GRAIN] = before[0]; /* one thread: for the next part */
}

/* Several threads need the sums of the parts first; one takes the parts in order. */
void native_scan(const struct bench_problem *p, void *const *buffers, unsigned threads)
{
    uint32_t before[1025] = {0};
    struct context c = {.problem = p, .buffers = buffers, .before = before};
    if (threads > 1) {
        native_for(threads, p->n, GRAIN, scan_sum, &c);
        for (size_t i = 0; i < p->n / GRAIN; i++)
            before[i + 1] += before[i];
    }
    native_for(threads, p->n, GRAIN, scan, &c);
}

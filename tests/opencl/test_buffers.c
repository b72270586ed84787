/* test_buffers.c: buffers as the conformance suite tries them: every kind of host memory, fills
 * with patterns of all sizes, rectangles with random pitches through all three ways of copying,
 * sub-buffers that overlap, maps. Expected bytes come from loops over a copy of the memory here. */
#include "check.h"

enum { SIZE = 1 << 14 };

static unsigned seed = 1;
static size_t any(size_t below) /* Park and Miller's */
{
    seed = (unsigned)((unsigned long long)seed * 48271 % 2147483647);
    return seed % below;
}

static void fill_randomly(unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)any(256);
}

static cl_mem buffer(cl_mem_flags flags, size_t size, void *host)
{
    cl_int e;
    cl_mem m = clCreateBuffer(context, flags, size, host, &e);
    OK(e);
    return m;
}

static void contains(cl_mem m, const unsigned char *want, size_t size, const char *what)
{
    unsigned char *got = malloc(size);
    OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, size, got, 0, NULL, NULL));
    const bool is_same = memcmp(got, want, size) == 0;
    IS(true, is_same);
    for (size_t i = 0; !is_same && i < size; i++)
        if (got[i] != want[i]) {
            printf("  %s: byte %zu is %u, not %u\n", what, i, got[i], want[i]);
            break;
        }
    free(got);
}

/* A kernel adds 1 to each byte; what it, the host and maps see is the same, wherever the memory is.
 */
static void host_memory(void)
{
    static const cl_mem_flags kinds[] = {
        0,
        CL_MEM_ALLOC_HOST_PTR,
        CL_MEM_COPY_HOST_PTR,
        CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR,
        CL_MEM_USE_HOST_PTR,
        CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY | CL_MEM_COPY_HOST_PTR,
    };
    cl_int e;
    cl_program p = build("kernel void k(global uchar *x) { x[get_global_id(0)]++; }", NULL);
    cl_kernel k = clCreateKernel(p, "k", &e);
    OK(e);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned char *mine = malloc(SIZE), want[SIZE];
        const bool has = kinds[i] & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR);
        const size_t range = SIZE;
        fill_randomly(mine, SIZE);
        memcpy(want, mine, SIZE);
        cl_mem m = buffer(kinds[i], SIZE, has ? mine : NULL);
        if (!has)
            OK(clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, SIZE, mine, 0, NULL, NULL));
        OK(clSetKernelArg(k, 0, sizeof m, &m));
        OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
        for (size_t n = 0; n < SIZE; n++)
            want[n]++;
        contains(m, want, SIZE, "host memory");
        /* Read, and what is written there. */
        unsigned char *at =
            clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, 100, 1000, 0, NULL, NULL, &e);
        OK(e);
        IS(0, memcmp(at, want + 100, 1000));
        if (kinds[i] & CL_MEM_USE_HOST_PTR)
            IS(true, at == mine + 100);
        OK(clEnqueueUnmapMemObject(queue, m, at, 0, NULL, NULL));
        if (kinds[i] & CL_MEM_HOST_READ_ONLY) {
            IS(CL_INVALID_OPERATION,
               clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 4, mine, 0, NULL, NULL));
        } else {
            at = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 5000, 777, 0,
                                    NULL, NULL, &e);
            OK(e);
            memset(at, 9, 777);
            memset(want + 5000, 9, 777);
            OK(clEnqueueUnmapMemObject(queue, m, at, 0, NULL, NULL));
            OK(clEnqueueNDRangeKernel(queue, k, 1, NULL, &range, NULL, 0, NULL, NULL));
            for (size_t n = 0; n < SIZE; n++)
                want[n]++;
            contains(m, want, SIZE, "a map that was written");
        }
        OK(clReleaseMemObject(m));
        free(mine);
    }
    OK(clReleaseKernel(k));
    OK(clReleaseProgram(p));
}

/* Patterns of 1 to 128 bytes, from multiples of their size on. */
static void fills(void)
{
    unsigned char want[SIZE], pattern[128];
    fill_randomly(want, SIZE);
    cl_mem m = buffer(CL_MEM_COPY_HOST_PTR, SIZE, want);
    for (size_t size = 1; size <= 128; size *= 2)
        for (int tries = 0; tries < 20; tries++) {
            const size_t from = any(SIZE / 128) * size, count = 1 + any((SIZE - from) / size);
            fill_randomly(pattern, size);
            OK(clEnqueueFillBuffer(queue, m, pattern, size, from, count * size, 0, NULL, NULL));
            for (size_t i = 0; i < count * size; i++)
                want[from + i] = pattern[i % size];
        }
    contains(m, want, SIZE, "fills");
    for (size_t size = 1; size <= 130; size++) {
        bool is_good = (size & (size - 1)) == 0 && size <= 128;
        if (!is_good)
            IS(CL_INVALID_VALUE,
               clEnqueueFillBuffer(queue, m, pattern, size, 0, size, 0, NULL, NULL));
    }
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, m, pattern, 8, 4, 8, 0, NULL, NULL));
    IS(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, m, pattern, 8, 8, 12, 0, NULL, NULL));
    OK(clReleaseMemObject(m));
}

/* ---- rectangles ---- */

struct rect {
    size_t origin[3], row, slice;
};

/* A place for a region: its pitches, which may be 0 for the least; false: not in SIZE. */
static bool place(const size_t region[3], struct rect *r)
{
    const bool is_tight = any(4) == 0;
    r->row = is_tight ? 0 : region[0] + any(20);
    r->slice = is_tight ? 0 : r->row * (region[1] + any(5));
    r->origin[0] = any(r->row ? r->row - region[0] + 1 : 1);
    r->origin[1] = any(4);
    r->origin[2] = any(4);
    const size_t row = r->row ? r->row : region[0], slice = r->slice ? r->slice : row * region[1];
    return (r->origin[2] + region[2]) * slice + (r->origin[1] + region[1]) * row + row <= SIZE;
}

static size_t offset_in(const struct rect *r, const size_t region[3], size_t y, size_t z)
{
    const size_t row = r->row ? r->row : region[0], slice = r->slice ? r->slice : row * region[1];
    return (r->origin[2] + z) * slice + (r->origin[1] + y) * row + r->origin[0];
}

static void copy_rows(unsigned char *to, const struct rect *t, const unsigned char *from,
                      const struct rect *f, const size_t region[3])
{
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            memcpy(to + offset_in(t, region, y, z), from + offset_in(f, region, y, z), region[0]);
}

static void rectangles(void)
{
    unsigned char a[SIZE], b[SIZE], c[SIZE], mine[SIZE];
    fill_randomly(a, SIZE);
    fill_randomly(b, SIZE);
    fill_randomly(mine, SIZE);
    cl_mem ma = buffer(CL_MEM_COPY_HOST_PTR, SIZE, a), mb = buffer(CL_MEM_COPY_HOST_PTR, SIZE, b);
    for (int tries = 0; tries < 300; tries++) {
        const size_t region[3] = {1 + any(40), 1 + any(10), 1 + any(6)};
        struct rect f, t;
        if (!place(region, &f) || !place(region, &t))
            continue;
        switch (any(3)) {
        case 0:
            OK(clEnqueueCopyBufferRect(queue, ma, mb, f.origin, t.origin, region, f.row, f.slice,
                                       t.row, t.slice, 0, NULL, NULL));
            copy_rows(b, &t, a, &f, region);
            break;
        case 1:
            OK(clEnqueueWriteBufferRect(queue, ma, any(2) ? CL_TRUE : CL_FALSE, t.origin, f.origin,
                                        region, t.row, t.slice, f.row, f.slice, mine, 0, NULL,
                                        NULL));
            copy_rows(a, &t, mine, &f, region);
            break;
        default:
            memcpy(c, mine, SIZE);
            OK(clFinish(queue)); /* which reads `mine` */
            OK(clEnqueueReadBufferRect(queue, mb, CL_TRUE, f.origin, t.origin, region, f.row,
                                       f.slice, t.row, t.slice, mine, 0, NULL, NULL));
            copy_rows(c, &t, b, &f, region);
            IS(0, memcmp(c, mine, SIZE));
        }
    }
    contains(ma, a, SIZE, "rectangles that were written");
    contains(mb, b, SIZE, "rectangles that were copied");
    OK(clReleaseMemObject(ma));
    OK(clReleaseMemObject(mb));
}

/* Within one buffer: what overlaps is refused, what only interleaves is copied. */
static void overlaps(void)
{
    unsigned char a[SIZE];
    fill_randomly(a, SIZE);
    cl_mem m = buffer(CL_MEM_COPY_HOST_PTR, SIZE, a);
    const size_t zero[3] = {0, 0, 0}, region[3] = {8, 4, 2};
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, m, m, 0, 99, 100, 0, NULL, NULL));
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, m, m, 99, 0, 100, 0, NULL, NULL));
    OK(clEnqueueCopyBuffer(queue, m, m, 0, 100, 100, 0, NULL, NULL));
    memcpy(a + 100, a, 100);
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(queue, m, m, zero, (size_t[3]){7, 0, 0}, region,
                                                    32, 256, 32, 256, 0, NULL, NULL));
    IS(CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(queue, m, m, zero, (size_t[3]){0, 3, 1}, region,
                                                    32, 256, 32, 256, 0, NULL, NULL));
    OK(clEnqueueCopyBufferRect(queue, m, m, zero, (size_t[3]){8, 0, 0}, region, 32, 256, 32, 256, 0,
                               NULL, NULL));
    for (size_t z = 0; z < 2; z++)
        for (size_t y = 0; y < 4; y++)
            memcpy(a + z * 256 + y * 32 + 8, a + z * 256 + y * 32, 8);
    contains(m, a, SIZE, "a copy within a buffer");
    OK(clReleaseMemObject(m));
}

/* Sub-buffers that overlap are views of one memory; each knows where it begins and of what it is a
 * part. */
static void parts(void)
{
    unsigned char want[SIZE];
    fill_randomly(want, SIZE);
    cl_mem m = buffer(CL_MEM_COPY_HOST_PTR, SIZE, want), part[8];
    for (size_t i = 0; i < 8; i++) {
        const cl_buffer_region region = {i * 1024, 4096};
        size_t offset, size;
        cl_mem whole;
        cl_int e;
        part[i] = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &e);
        OK(e);
        OK(clGetMemObjectInfo(part[i], CL_MEM_OFFSET, sizeof offset, &offset, NULL));
        OK(clGetMemObjectInfo(part[i], CL_MEM_SIZE, sizeof size, &size, NULL));
        OK(clGetMemObjectInfo(part[i], CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, NULL));
        IS(region.origin, offset);
        IS(region.size, size);
        IS(true, whole == m);
    }
    for (int tries = 0; tries < 50; tries++) {
        const size_t i = any(8), at = any(4000), size = 1 + any(4096 - at);
        unsigned char data[4096];
        fill_randomly(data, size);
        OK(clEnqueueWriteBuffer(queue, part[i], CL_TRUE, at, size, data, 0, NULL, NULL));
        memcpy(want + i * 1024 + at, data, size);
    }
    contains(m, want, SIZE, "what was written to parts");
    for (size_t i = 0; i < 8; i++)
        contains(part[i], want + i * 1024, 4096, "a part");
    IS(CL_MEM_COPY_OVERLAP,
       clEnqueueCopyBuffer(queue, part[0], part[1], 1024, 0, 100, 0, NULL, NULL));
    OK(clEnqueueCopyBuffer(queue, part[0], part[1], 0, 3072, 512, 0, NULL, NULL));
    memcpy(want + 4096, want, 512);
    contains(m, want, SIZE, "a copy from part to part");
    GIVES(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(part[0], 0, CL_BUFFER_CREATE_TYPE_REGION,
                                                   (&(cl_buffer_region){0, 1024}), &e));
    for (size_t i = 0; i < 8; i++)
        OK(clReleaseMemObject(part[i]));
    OK(clReleaseMemObject(m));
}

int main(void)
{
    start();
    host_memory();
    fills();
    rectangles();
    overlaps();
    parts();
    return finish();
}

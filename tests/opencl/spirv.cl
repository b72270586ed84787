/* spirv.cl: kernels that LLVM's own backend makes SPIR-V of, for tests/opencl/test_spirv.c. */
struct pair {
    int a;
    float b;
};
constant int table[3] = {5, 6, 7};

int next(int *p) { return *p + 1; }

/* All address spaces, a structure by value, built-ins with pointers and vectors, atomics. */
kernel void all(global int *out, global const float *in, local int *l, struct pair p, constant int *c,
                float4 v)
{
    size_t i = get_global_id(0);
    int x[4] = {1, 2, 3, (int)i};
    float whole;
    l[get_local_id(0)] = (int)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    float f = fract(in[i], &whole) + fmax(in[i], v.y);
    vstore4((float4)(f, whole, (float)l[get_local_size(0) - 1], convert_float(popcount((int)i))), i,
            (global float *)(out + 64));
    out[i] = next(&x[i & 3]) + p.a + (int)p.b + table[i % 3] + c[1] + atomic_add(&out[63], 1) * 0;
}

kernel void copies(read_only image2d_t from, write_only image2d_t to, sampler_t s)
{
    const sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    int2 c = (int2)((int)get_global_id(0), (int)get_global_id(1));
    float4 sum = read_imagef(from, exact, c) + read_imagef(from, s, convert_float2(c));
    write_imagef(to, c, sum * (float)get_image_width(from));
}

kernel void groups(global float *out, global const float *in)
{
    local float part[64];
    size_t i = get_global_id(0);
    event_t e = async_work_group_copy(part, in, 64, 0);
    wait_group_events(1, &e);
    out[i] = work_group_reduce_add(part[i]) + sub_group_reduce_max(part[i]);
    if (i == 3)
        printf("%d of %s: %.1f\n", (int)i, "SPIR-V", part[i]);
}

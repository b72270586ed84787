/* simulate.cl: mandelbrot, n-body, stencil, cellular automaton, random walks. */
#pragma OPENCL FP_CONTRACT OFF

kernel void mandelbrot(global uint *iterations, float left, float top, float step, uint limit)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    float cr = left + x * step;
    float ci = top + y * step;
    float zr = 0;
    float zi = 0;
    uint n = 0;
    while (n < limit && zr * zr + zi * zi <= 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = t;
        n++;
    }
    iterations[y * get_global_size(0) + x] = n;
}

/* One step; positions with the mass in w. Tiles of the bodies pass through LDS. */
kernel void n_body(global const float4 *position, global const float4 *velocity,
                   global float4 *new_position, global float4 *new_velocity, int count, float dt)
{
    local float4 tile[64];
    size_t i = get_global_id(0);
    float4 mine = position[i];
    float4 force = 0;
    for (int base = 0; base < count; base += 64) {
        tile[get_local_id(0)] = position[base + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 64; k++) {
            float4 other = tile[k];
            float dx = other.x - mine.x;
            float dy = other.y - mine.y;
            float dz = other.z - mine.z;
            float squared = fma(dx, dx, fma(dy, dy, fma(dz, dz, 0.01f)));
            float inverse = 1.0f / sqrt(squared);
            float strength = other.w * inverse * inverse * inverse;
            force.x = fma(dx, strength, force.x);
            force.y = fma(dy, strength, force.y);
            force.z = fma(dz, strength, force.z);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 v = velocity[i];
    v.xyz = fma(force.xyz, (float3)(dt), v.xyz);
    mine.xyz = fma(v.xyz, (float3)(dt), mine.xyz);
    new_velocity[i] = v;
    new_position[i] = mine;
}

/* Seven-point stencil in three dimensions with a halo in LDS in x and y. */
kernel void stencil(global const float *in, global float *out, int nx, int ny, int nz)
{
    local float plane[6][18];
    int x = get_global_id(0);
    int y = get_global_id(1);
    int lx = get_local_id(0) + 1;
    int ly = get_local_id(1) + 1;
    bool inside = x < nx && y < ny;
    int at = y * nx + x;
    for (int z = 0; z < nz; z++) {
        float here = inside ? in[z * nx * ny + at] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        plane[ly][lx] = here;
        if (lx == 1)
            plane[ly][0] = inside && x > 0 ? in[z * nx * ny + at - 1] : 0;
        if (lx == 16)
            plane[ly][17] = inside && x + 1 < nx ? in[z * nx * ny + at + 1] : 0;
        if (ly == 1)
            plane[0][lx] = inside && y > 0 ? in[z * nx * ny + at - nx] : 0;
        if (ly == 4)
            plane[5][lx] = inside && y + 1 < ny ? in[z * nx * ny + at + nx] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (inside) {
            float below = z > 0 ? in[(z - 1) * nx * ny + at] : 0;
            float above = z + 1 < nz ? in[(z + 1) * nx * ny + at] : 0;
            float sides = plane[ly][lx - 1] + plane[ly][lx + 1];
            float fronts = plane[ly - 1][lx] + plane[ly + 1][lx];
            out[z * nx * ny + at] = ((sides + fronts) + (below + above)) - 6.0f * here;
        }
    }
}

/* Conway's game of life, 32 cells per word, one step on a torus. */
kernel void life(global const uint *in, global uint *out, int words, int rows)
{
    int w = get_global_id(0);
    int y = get_global_id(1);
    uint ones = 0, twos = 0, fours = 0;
    for (int dy = -1; dy <= 1; dy++) {
        int row = (y + dy + rows) % rows;
        uint here = in[row * words + w];
        uint before = in[row * words + (w + words - 1) % words];
        uint after = in[row * words + (w + 1) % words];
        uint neighbours[3] = {here << 1 | before >> 31, here >> 1 | after << 31, here};
        for (int k = 0; k < (dy == 0 ? 2 : 3); k++) {
            uint carry = ones & neighbours[k];
            ones ^= neighbours[k];
            uint carry2 = twos & carry;
            twos ^= carry;
            fours |= carry2; /* 4 to 8 */
        }
    }
    uint alive = in[y * words + w];
    out[y * words + w] = twos & ~fours & (ones | alive);
}

/* Xorshift generators; divergent walks until they leave an interval. */
kernel void walks(global const ulong *seeds, global uint *steps, global int *ends, int width)
{
    size_t i = get_global_id(0);
    ulong s = seeds[i];
    int place = 0;
    uint n = 0;
    do {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        place += (s & 1) ? 1 : -1;
        if ((s >> 60) == 0)
            place += place > 0 ? -2 : 2;
        n++;
    } while (place > -width && place < width && n < 2000);
    steps[i] = n;
    ends[i] = place;
}

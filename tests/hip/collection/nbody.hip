// nbody.hip: bodies that attract each other, in tiles of LDS; compared with the host's doubles, and
// momentum is kept.
#include "collection.h"

enum { TILE = 64 };

__global__ void step(float4 *at, float4 *speed, int n, float dt)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 me = at[i], a = make_float4(0, 0, 0, 0);
    for (int first = 0; first < n; first += TILE) {
        tile[threadIdx.x] = at[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            float x = tile[j].x - me.x, y = tile[j].y - me.y, z = tile[j].z - me.z;
            float r = rsqrtf(x * x + y * y + z * z + 0.01f), s = tile[j].w * r * r * r;
            a.x += s * x, a.y += s * y, a.z += s * z;
        }
        __syncthreads();
    }
    speed[i].x += a.x * dt, speed[i].y += a.y * dt, speed[i].z += a.z * dt;
}

__global__ void move(float4 *at, const float4 *speed, float dt)
{
    int i = blockIdx.x * TILE + threadIdx.x;
    at[i].x += speed[i].x * dt, at[i].y += speed[i].y * dt, at[i].z += speed[i].z * dt;
}

struct body {
    double x[3], v[3], mass;
};

int main()
{
    const int n = 2 * TILE, steps = 3;
    const float dt = 0.01f;
    numbers random;
    std::vector<float4> at(n), speed(n, make_float4(0, 0, 0, 0));
    std::vector<body> bodies(n);
    for (int i = 0; i < n; i++) {
        at[i] = make_float4(random.unit(), random.unit(), random.unit(), 0.5f + random.unit());
        bodies[i] = {{at[i].x, at[i].y, at[i].z}, {}, at[i].w};
    }
    on_device<float4> p(at), v(speed);
    for (int s = 0; s < steps; s++) {
        step<<<n / TILE, TILE>>>(p.data, v.data, n, dt);
        move<<<n / TILE, TILE>>>(p.data, v.data, dt);
        for (auto &b : bodies)
            for (const auto &o : bodies) {
                double d[3], r = 0.01;
                for (int k = 0; k < 3; k++)
                    d[k] = o.x[k] - b.x[k], r += d[k] * d[k];
                for (int k = 0; k < 3; k++)
                    b.v[k] += o.mass * d[k] / (r * std::sqrt(r)) * dt;
            }
        for (auto &b : bodies)
            for (int k = 0; k < 3; k++)
                b.x[k] += b.v[k] * dt;
    }
    auto moved = p.host(), fast = v.host();
    double worst = 0, momentum = 0;
    for (int i = 0; i < n; i++) {
        worst = std::max({worst, std::fabs(moved[i].x - bodies[i].x[0]),
                          std::fabs(moved[i].z - bodies[i].x[2])});
        momentum += (double)fast[i].x * moved[i].w;
    }
    CHECK(worst < 1e-4);
    CHECK(std::fabs(momentum) < 1e-2);
    return check_end();
}

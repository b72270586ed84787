/* nbody.cl: one step of n bodies under gravity, all pairs; w of a position is its mass. */
#define TILE 256

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void
nbody(global float4 *new_position, global float4 *new_velocity, global const float4 *position,
      global const float4 *velocity, int n, float dt, float softening)
{
    local float4 tile[TILE];
    int i = get_global_id(0), here = get_local_id(0);
    float4 p = position[i];
    float ax = 0, ay = 0, az = 0;
    for (int at = 0; at < n; at += TILE) {
        tile[here] = position[at + here];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < TILE; j++) {
            float4 q = tile[j];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
            float s = q.w * inverse * inverse * inverse;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 v = velocity[i];
    v.x += ax * dt;
    v.y += ay * dt;
    v.z += az * dt;
    p.x += v.x * dt;
    p.y += v.y * dt;
    p.z += v.z * dt;
    new_position[i] = p;
    new_velocity[i] = v;
}

/* sync.c: expectations for sync.cl; exact. That the kernels end at all is half of the test:
 * a work-group that waits must not keep the one that it waits for from running. */
#include "kernels.h"

static void prepare_spin(kt_run *run)
{
    enum { GROUP = 64 };
    *(uint32_t *)kt_inout(run, KT_U32, 1).want = 1;
    uint32_t *data = kt_out(run, KT_U32, GROUP);
    uint32_t *out = kt_out(run, KT_U32, GROUP);
    for (uint32_t i = 0; i < GROUP; i++) {
        data[i] = i * 7 + 1;
        out[i] = i * 7 + 2;
    }
}

static void prepare_relay(kt_run *run)
{
    enum { GROUPS = 12, ROUNDS = 5 };
    *(uint32_t *)kt_inout(run, KT_U32, 1).want = GROUPS * ROUNDS;
    uint32_t *log = kt_out(run, KT_U32, GROUPS * ROUNDS);
    kt_u32(run, ROUNDS);
    for (uint32_t i = 0; i < GROUPS * ROUNDS; i++)
        log[i] = GROUPS - 1 - i % GROUPS + 100 * (i / GROUPS);
}

static void prepare_neighbours(kt_run *run)
{
    enum { COUNT = 16 * 64, STEPS = 6, GROUPS = 16 };
    kt_both front = kt_inout(run, KT_U32, COUNT);
    uint32_t *back = kt_inout(run, KT_U32, COUNT).want;
    *(uint32_t *)kt_inout(run, KT_U32, 1).want = GROUPS * STEPS;
    kt_u32(run, STEPS);
    uint32_t *initial = front.initial;
    uint32_t *f = front.want;
    for (int i = 0; i < COUNT; i++)
        f[i] = initial[i] = (uint32_t)kt_random(run);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < COUNT; i++) {
            if (step % 2)
                f[i] = back[i] + back[(i + 1) % COUNT];
            else
                back[i] = f[i] + f[(i + 1) % COUNT];
        }
    }
}

static void prepare_rotate(kt_run *run)
{
    enum { GROUP = 192, GROUPS = 3, ROUNDS = 20 };
    int32_t *in = kt_in(run, KT_I32, GROUP * GROUPS);
    int32_t *out = kt_out(run, KT_I32, GROUP * GROUPS);
    kt_u32(run, ROUNDS);
    for (int i = 0; i < GROUP * GROUPS; i++)
        in[i] = out[i] = (int32_t)(kt_random(run) % 1000);
    for (int g = 0; g < GROUPS; g++) {
        for (uint32_t round = 0; round < ROUNDS; round++) {
            uint32_t ring[GROUP];
            for (int i = 0; i < GROUP; i++)
                ring[i] = (uint32_t)out[g * GROUP + i];
            for (int i = 0; i < GROUP; i++) {
                uint32_t next = ring[(i + 33) % GROUP];
                next = i / 32 % 2 ? next * 3 + 1 : next ^ round;
                out[g * GROUP + i] = (int32_t)next;
            }
        }
    }
}

static const kt_test tests[] = {
    {"sync_spin_on_flag", "sync.cl", "spin_on_flag", .grid = {64 * 40}, .block = {64},
     .prepare = prepare_spin},
    {"sync_relay", "sync.cl", "relay", .grid = {32 * 12}, .block = {32}, .prepare = prepare_relay},
    {"sync_grid_barrier", "sync.cl", "neighbour_sums", .grid = {16 * 64}, .block = {64},
     .prepare = prepare_neighbours},
    {"sync_many_barriers", "sync.cl", "rotate_through_lds", .grid = {3 * 192}, .block = {192},
     .prepare = prepare_rotate},
};
const kt_group kt_group_sync = {tests, KT_COUNT(tests)};

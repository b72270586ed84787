/* roctx.c: libroctx64: marks and ranges that programs set for profilers, shown on stderr with
 * SHOAL_LOG=2.
 *
 * A library of its own, as in ROCm; nothing here uses HIP. */
#include <roctracer/roctx.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local int depth; /* ranges that this thread is in */
static atomic_ullong last_range;

/* Each line is written at once, so that those of several threads do not mix. */
static void show(const char *what, unsigned long long number, const char *message)
{
    const char *level = getenv("SHOAL_LOG");
    if (!level || atoi(level) < 2)
        return;
    if (message)
        fprintf(stderr, "shoal: roctx: %s %llu: %s\n", what, number, message);
    else
        fprintf(stderr, "shoal: roctx: %s %llu\n", what, number);
}

__attribute__((visibility("default"))) uint32_t roctx_version_major(void)
{
    return ROCTX_VERSION_MAJOR;
}
__attribute__((visibility("default"))) uint32_t roctx_version_minor(void)
{
    return ROCTX_VERSION_MINOR;
}

__attribute__((visibility("default"))) void roctxMarkA(const char *message)
{
    show("mark at level", (unsigned)depth, message ? message : "");
}

__attribute__((visibility("default"))) int roctxRangePushA(const char *message)
{
    show("begin of level", (unsigned)depth, message ? message : "");
    return depth++;
}

__attribute__((visibility("default"))) int roctxRangePop(void)
{
    if (depth == 0)
        return -1;
    show("end of level", (unsigned)--depth, NULL);
    return depth;
}

__attribute__((visibility("default"))) roctx_range_id_t roctxRangeStartA(const char *message)
{
    roctx_range_id_t id = atomic_fetch_add(&last_range, 1) + 1;
    show("begin of range", id, message ? message : "");
    return id;
}

__attribute__((visibility("default"))) void roctxRangeStop(roctx_range_id_t id)
{
    show("end of range", id, NULL);
}

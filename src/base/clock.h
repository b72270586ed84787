/* clock.h: the time that passes. */
#ifndef SHOAL_BASE_CLOCK_H
#define SHOAL_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds of the monotonic clock. */
static inline uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

#endif

/* host_count.h: how many instructions the host executes in user mode, by a counter of the CPU, or,
 * on virtual machines without one, by single steps (x86-64; 1 to 10 us each). */
#ifndef BENCH_HOST_COUNT_H
#define BENCH_HOST_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/* Runs body(context) in this thread. false: they cannot be counted, or are more than can be stepped
 * through in a few seconds. */
bool host_count(void (*body)(void *context), void *context, uint64_t *count);

#endif

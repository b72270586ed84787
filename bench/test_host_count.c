/* test_host_count.c: a thousand more turns of a loop of two instructions are two thousand more. */
#include <stdio.h>
#include <stdlib.h>

#include "host_count.h"

static void turn(void *context)
{
#if defined(__x86_64__)
    unsigned turns = *(const unsigned *)context;
    __asm__ volatile("1: decl %0\n\tjnz 1b" : "+r"(turns) : : "cc");
#else
    (void)context;
#endif
}

int main(void)
{
    uint64_t counts[2];
    for (unsigned i = 0; i < 2; i++) {
        unsigned turns = 1000 * (i + 1);
        if (!host_count(turn, &turns, &counts[i])) {
            printf("SKIP: host instructions cannot be counted here\n");
            return 77;
        }
    }
    printf("%llu more\n", (unsigned long long)(counts[1] - counts[0]));
    return llabs((long long)(counts[1] - counts[0]) - 2000) <= 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* check.h: checks of the HIP test programs. The last line of a program's output is
 * `N passed, N failed, 0 skipped`. */
#ifndef CHECK_H
#define CHECK_H

#include <hip/hip_runtime.h>

#include <cstdio>

static int check_passed, check_failed;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (condition) {                                                                           \
            check_passed++;                                                                        \
        } else {                                                                                   \
            check_failed++;                                                                        \
            std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                    \
        }                                                                                          \
    } while (0)
#define EXPECT(call, expected)                                                                     \
    do {                                                                                           \
        hipError_t check_got = (call);                                                             \
        if (check_got == (expected)) {                                                             \
            check_passed++;                                                                        \
        } else {                                                                                   \
            check_failed++;                                                                        \
            std::printf("%s:%d: %s is %s, not %s\n", __FILE__, __LINE__, #call,                    \
                        hipGetErrorName(check_got), #expected);                                    \
        }                                                                                          \
    } while (0)
#define OK(call) EXPECT(call, hipSuccess)

static inline int check_end()
{
    std::printf("%d passed, %d failed, 0 skipped\n", check_passed, check_failed);
    std::fflush(stdout);
    return check_failed != 0;
}

#endif

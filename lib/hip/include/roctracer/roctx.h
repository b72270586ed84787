/* roctx.h: marks and ranges that programs set for profilers. libroctx64 shows them on stderr with
 * SHOAL_LOG=2. */
#ifndef ROCTX_H
#define ROCTX_H

#include <stdint.h>

#define ROCTX_VERSION_MAJOR 4
#define ROCTX_VERSION_MINOR 1

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t roctx_range_id_t;

uint32_t roctx_version_major(void);
uint32_t roctx_version_minor(void);

void roctxMarkA(const char *message);
/* The nesting level of the range, from 0, in this thread. */
int roctxRangePushA(const char *message);
/* The level of the range that ended. Negative: there was none. */
int roctxRangePop(void);
/* Ranges that may overlap, and end in another thread. */
roctx_range_id_t roctxRangeStartA(const char *message);
void roctxRangeStop(roctx_range_id_t id);

#define roctxMark(message)       roctxMarkA(message)
#define roctxRangePush(message)  roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)

#ifdef __cplusplus
}
#endif

#endif

/* code_refresh.h: code that was overwritten while it is loaded. */
#ifndef SHOAL_ENGINE_CODE_REFRESH_H
#define SHOAL_ENGINE_CODE_REFRESH_H

#include "engine/device.h"

/* Replaces the regions whose code in memory has changed since they were made: waves that come to it
 * decode it again. At S_ICACHE_INV, on devices with SHOAL_CODE_WRITABLE=1. */
void code_map_refresh(shoal_device *device);

#endif

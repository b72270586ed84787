/* code_refresh.h: code that was overwritten while it is loaded. */
#ifndef SHOAL_ENGINE_CODE_REFRESH_H
#define SHOAL_ENGINE_CODE_REFRESH_H

#include "engine/device.h"

/* Code that is not in memory any more as it was decoded is decoded anew when it is looked for. */
void code_map_refresh(shoal_device *device);

#endif

/* dis_cfg.h: the basic blocks of `shoal dis --cfg`. */
#ifndef SHOAL_CLI_DIS_CFG_H
#define SHOAL_CLI_DIS_CFG_H

#include "cli/dis_range.h"

/* false: no memory. */
bool dis_cfg_file(const struct dis_request *q, const shoal_object *const *objects, size_t count);

#endif

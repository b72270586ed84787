/* dis_json.h: `shoal dis --json`. */
#ifndef SHOAL_CLI_DIS_JSON_H
#define SHOAL_CLI_DIS_JSON_H

#include "cli/dis_range.h"

void dis_json_file(const struct dis_request *q, const shoal_object *const *objects, size_t count);

#endif

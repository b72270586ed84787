/* dis_text.h: the text of `shoal dis`. */
#ifndef SHOAL_CLI_DIS_TEXT_H
#define SHOAL_CLI_DIS_TEXT_H

#include "cli/dis_range.h"

/* false: no memory. */
bool dis_text_file(const struct dis_request *q, const shoal_object *object);
/* --hex: a line for each line of `text`. */
void dis_hex_lines(const struct dis_request *q, const char *text, size_t size);

#endif

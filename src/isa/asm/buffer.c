/* buffer.c: texts that are read one after the other, without their comments. */
#include "isa/asm/buffer.h"

#include <string.h>

/* Blanks out block comments, which may cover several lines, so that no statement has to look for
 * their ends. One without an end is left for the statement to stumble over. */
static void blank_long_comments(char *text, const char *end)
{
    bool in_string = false, in_comment = false, at_start = true;
    for (char *p = text; p < end; p++) { /* zeros are behind the end */
        if (*p == '\n') {
            in_string = in_comment = false;
            at_start = true;
        } else if (in_string) {
            if (*p == '\\' && p[1] != '\n')
                p++;
            else
                in_string = *p != '"';
        } else if (!in_comment && *p == '/' && p[1] == '*') {
            char *stop = p + 2;
            while (stop < end && !(*stop == '*' && stop[1] == '/'))
                stop++;
            if (stop >= end)
                return;
            for (char *q = p; q < stop + 2; q++)
                if (*q != '\n')
                    *q = ' ';
            p = stop + 1;
        } else if (!in_comment) {
            in_string = *p == '"';
            in_comment = *p == ';' || (*p == '/' && p[1] == '/') || (*p == '#' && at_start);
            at_start &= *p == ' ' || *p == '\t';
        }
    }
}

/* Blanks out comments that begin with #, which are in no string; a # at the start of a line stays.
 */
static void blank_hash_comments(char *text, const char *end)
{
    bool in_string = false;
    for (char *p = text; p < end; p++) {
        if (*p == '\n') {
            in_string = false;
        } else if (in_string && *p == '\\' && p + 1 < end) {
            p++;
        } else if (*p == '"') {
            in_string = !in_string;
        } else if (!in_string && *p == '\'' && p + 2 < end && p[2] == '\'') {
            p += 2;
        } else if (!in_string && *p == '/' && p[1] == '/') {
            while (p + 1 < end && p[1] != '\n')
                p++;
        } else if (!in_string && *p == '#') {
            while (p < end && *p != '\n')
                *p++ = ' ';
            p--;
        }
    }
}

bool asm_push_buffer(struct assembler *as, const char *name, const char *text, size_t length,
                     const char *parent_at, bool is_expansion)
{
    struct asm_buffer *b = asm_alloc(as, sizeof *b);
    char *copy = b ? asm_alloc(as, length + 16) : NULL;
    if (!copy)
        return false;
    memcpy(copy, text, length);
    b->name = name;
    b->text = b->p = copy;
    b->end = copy + length;
    if (!is_expansion && strstr(copy, "/*"))
        blank_long_comments(copy, b->end);
    if (!is_expansion && as->isa->has_hash_comments)
        blank_hash_comments(copy, b->end);
    b->parent = as->buffer;
    b->parent_at = parent_at;
    b->is_expansion = is_expansion;
    b->conditions = as->conditions;
    b->next = as->all_buffers;
    as->all_buffers = b;
    as->buffer = b;
    as->nesting++;
    return true;
}

bool asm_exit_expansion(struct assembler *as)
{
    struct asm_buffer *b = as->buffer;
    if (!b->is_expansion)
        return false;
    b->p = b->end;
    as->conditions = b->conditions;
    return true;
}

const char *asm_next_line(struct assembler *as, size_t *length)
{
    struct asm_buffer *b = as->buffer;
    if (!b || b->p >= b->end)
        return NULL;
    const char *line = b->p, *stop = memchr(line, '\n', (size_t)(b->end - line));
    if (!stop)
        stop = b->end;
    *length = (size_t)(stop - line);
    b->p = stop < b->end ? stop + 1 : stop;
    return line;
}

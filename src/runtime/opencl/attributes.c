/* attributes.c: what CL_KERNEL_ATTRIBUTES tells: the text in a kernel's __attribute__((...)), as
 * the source has it, without expanding macros. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Behind a comment, a string, a character or a line of the preprocessor; `at` itself: it is none.
 */
static const char *skip_opaque(const char *at, bool is_line_start)
{
    if (strncmp(at, "//", 2) == 0 || (*at == '#' && is_line_start)) {
        for (; *at && *at != '\n'; at++)
            if (*at == '\\' && at[1])
                at++;
        return at;
    }
    if (strncmp(at, "/*", 2) == 0) {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'')
        return at;
    char quote = *at++;
    for (; *at && *at != quote; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : at;
}

/* Adds what stands in "((...))", from `at` on, without blanks; attributes are parted by one.
 * Returns what is behind. */
static const char *add_attributes(const char *at, struct bytes *out)
{
    int depth = 0;
    at += strspn(at, " \t\r\n");
    if (*at != '(')
        return at;
    do {
        const char *next = skip_opaque(at, false);
        if (next != at && *at == '/') { /* a comment */
            at = next;
            continue;
        }
        depth += *at == '(';
        if (*at == ')')
            depth--;
        bool is_inside = depth > 2 || (depth == 2 && *at != '(');
        bool is_end = *at == ')' && depth >= 2;
        if (depth == 2 && *at == ',')
            bytes_append(out, " ", 1);
        else if ((is_inside || is_end) && !isspace((unsigned char)*at))
            bytes_append(out, at, 1);
        at++;
    } while (*at && depth);
    return at;
}

char *kernel_attributes(const char *source, const char *name)
{
    struct bytes found = {0};
    bool is_kernel = false, is_line_start = true;
    int depth = 0;
    const size_t name_length = strlen(name);
    for (const char *at = source; *at;) {
        const char *next = skip_opaque(at, is_line_start);
        if (next != at) {
            at = next;
            continue;
        }
        is_line_start = *at == '\n' || (is_line_start && isspace((unsigned char)*at));
        if (!is_word(*at)) {
            depth += *at == '{';
            depth -= *at == '}';
            if (depth == 0 && (*at == '}' || *at == ';')) { /* the next declaration */
                bytes_clear(&found);
                is_kernel = false;
            }
            at++;
            continue;
        }
        size_t length = 0;
        while (is_word(at[length]))
            length++;
        const char *word = at;
        at += length;
        if (depth)
            continue;
        is_kernel |= (length == 6 && strncmp(word, "kernel", 6) == 0) ||
                     (length == 8 && strncmp(word, "__kernel", 8) == 0);
        if (length == 13 && strncmp(word, "__attribute__", 13) == 0) {
            if (found.size)
                bytes_append(&found, " ", 1);
            at = add_attributes(at, &found);
        } else if (is_kernel && length == name_length && strncmp(word, name, length) == 0 &&
                   at[strspn(at, " \t\r\n")] == '(') {
            break;
        }
    }
    if (!is_kernel)
        bytes_clear(&found);
    return found.data ? found.data : strdup("");
}

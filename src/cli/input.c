/* input.c: whole files and streams into memory. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

/* All bytes of a stream, with a zero after them; NULL: an error, in errno. */
static char *read_stream(FILE *in, size_t *size)
{
    size_t room = 1 << 16, n = 0;
    char *bytes = malloc(room);
    while (bytes) {
        n += fread(bytes + n, 1, room - n - 1, in);
        if (n + 1 < room)
            break;
        char *grown = realloc(bytes, room *= 2);
        if (!grown)
            free(bytes);
        bytes = grown;
    }
    if (bytes && ferror(in)) {
        free(bytes);
        return NULL;
    }
    if (bytes)
        bytes[n] = 0;
    *size = n;
    return bytes;
}

char *cli_read_file(const char *path, size_t *size)
{
    struct stat st;
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    char *bytes = NULL;
    if (fstat(fileno(in), &st) == 0 && S_ISDIR(st.st_mode))
        errno = EISDIR;
    else
        bytes = read_stream(in, size);
    int kept = errno;
    fclose(in);
    errno = kept;
    return bytes;
}

char *cli_read_input(const char *name, size_t *size)
{
    return strcmp(name, "-") == 0 ? read_stream(stdin, size) : cli_read_file(name, size);
}

char **cli_cut_lines(char *text, size_t size, size_t *count)
{
    size_t room = 1;
    for (size_t i = 0; i < size; i++)
        room += text[i] == '\n';
    char **lines = calloc(room, sizeof *lines);
    *count = 0;
    for (char *at = text, *end = text + size; lines && at < end;) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        lines[(*count)++] = at;
        if (!stop)
            break;
        *stop = 0;
        at = stop + 1;
    }
    return lines;
}

bool cli_take_stdin(void)
{
    static bool is_taken;
    bool is_first = !is_taken;
    is_taken = true;
    return is_first;
}

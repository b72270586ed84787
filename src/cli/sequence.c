/* sequence.c: see sequence.h. */
#include "cli/sequence.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool has_ending(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

bool sequence_is_case(const struct sequence_case *c)
{
    return c->data || has_ending(c->metadata, ".metadata");
}

/* Takes both names over. false: no memory. */
static bool add(struct sequence *s, char *metadata, char *data)
{
    struct sequence_case *items = realloc(s->items, (s->count + 1) * sizeof *items);
    if (items) {
        s->items = items;
        items[s->count++] = (struct sequence_case){metadata, data};
        return true;
    }
    free(metadata);
    free(data);
    return false;
}

/* A name that counts from the folder of the list. NULL: no memory. */
static char *beside(const char *list, const char *name, size_t length)
{
    const char *slash = strrchr(list, '/');
    size_t folder = slash && name[0] != '/' ? (size_t)(slash - list) + 1 : 0;
    char *path = malloc(folder + length + 1);
    if (!path)
        return NULL;
    memcpy(path, list, folder);
    memcpy(path + folder, name, length);
    path[folder + length] = '\0';
    return path;
}

/* "name=..,metafile=..,datafile=.." */
static int add_kernel(const struct cli_command *command, struct sequence *s, const char *list,
                      unsigned line, const char *text)
{
    char *metadata = NULL, *data = NULL;
    for (const char *at = text; *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        static const char meta_key[] = "metafile=", data_key[] = "datafile=";
        enum { KEY = sizeof meta_key - 1 };
        char **out = strncmp(at, meta_key, KEY) == 0   ? &metadata
                     : strncmp(at, data_key, KEY) == 0 ? &data
                                                       : NULL;
        if (out) {
            free(*out);
            *out = beside(list, at + KEY, length - KEY);
        }
        at += length;
    }
    if (metadata && add(s, metadata, data))
        return CLI_DONE;
    free(data);
    return cli_fail(command,
                    "%s:%u: '--kernel %s' names no metafile; a line is --kernel "
                    "name=NAME,metafile=NAME.metadata,datafile=NAME.data",
                    list, line, text);
}

static int read_line(const struct cli_command *command, struct sequence *s, const char *list,
                     unsigned line, char *text)
{
    static const char blank[] = " \t\r", option[] = "--kernel";
    int status = CLI_DONE;
    char *state = NULL;
    text[strcspn(text, "#")] = '\0';
    for (char *word = strtok_r(text, blank, &state); word && status == CLI_DONE;
         word = strtok_r(NULL, blank, &state)) {
        size_t length = sizeof option - 1;
        if (strncmp(word, option, length) != 0)
            continue;
        if (word[length] == '=')
            status = add_kernel(command, s, list, line, word + length + 1);
        else if (word[length] == '\0') {
            word = strtok_r(NULL, blank, &state);
            status = add_kernel(command, s, list, line, word ? word : "");
        }
    }
    return status;
}

static int read_list(const struct cli_command *command, struct sequence *s, const char *list,
                     char *text)
{
    size_t before = s->count;
    unsigned line = 1;
    int status = CLI_DONE;
    for (char *at = text; status == CLI_DONE && *at; line++) {
        size_t length = strcspn(at, "\n");
        bool is_last = at[length] == '\0';
        at[length] = '\0';
        status = read_line(command, s, list, line, at);
        at += length + !is_last;
    }
    if (status == CLI_DONE && s->count == before)
        status = cli_fail(command, "%s: the list names no kernels", list);
    return status;
}

int sequence_add(const struct cli_command *command, struct sequence *s, const char *file)
{
    size_t size;
    char *text = has_ending(file, ".txt") ? cli_read_file(file, &size) : NULL;
    if (text && strlen(text) == size && strstr(text, "--kernel")) {
        int status = read_list(command, s, file, text);
        free(text);
        return status;
    }
    free(text);
    char *name = strdup(file);
    return name && add(s, name, NULL) ? CLI_DONE : cli_fail(command, "not enough memory");
}

void sequence_free(struct sequence *s)
{
    for (size_t i = 0; i < s->count; i++) {
        free(s->items[i].metadata);
        free(s->items[i].data);
    }
    free(s->items);
    *s = (struct sequence){0};
}

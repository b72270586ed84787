/* log_read.c: see log_read.h. The formats, which are other people's:
 *
 *   core   0: 3 0x800000c4 (0x5e004057) c8_vstart 0x00000000 e32 m1 l4 v0  0000000f 0x00000000 ...
 *   [sm 0 ]warp 0 0x800000c4 0x5e004057 v  0 1111 00000000 00000000 00000000 00000000
 *
 * Spike's lines without the 3 announce an instruction; the RTL's with lsu, Jump? and the like say
 * how it goes on. Both write lanes from the highest down, and the RTL a mask in binary. */
#include "cli/log_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ENDPRG = 0x0000400b, PROGRAMS = 0x70000000 };

struct reader {
    struct log *log;
    size_t capacity;
    unsigned group;        /* of Spike's work-groups or the RTL's kernels */
    bool ended[LOG_WARPS]; /* has executed endprg */
    bool seen[LOG_WARPS];
    bool has_memory; /* false: none was left */
};

static struct log_event *add(struct reader *r, const struct log_event *like)
{
    struct log *log = r->log;
    if (log->count == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 1024;
        struct log_event *events = realloc(log->events, capacity * sizeof *events);
        r->has_memory = events != NULL;
        if (!events)
            return NULL;
        log->events = events;
        r->capacity = capacity;
    }
    log->events[log->count] = *like;
    return &log->events[log->count++];
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t"); }

/* A number in hexadecimal, with or without 0x, of exactly the digits that are there. NULL: none. */
static const char *read_hex(const char *at, unsigned digits, uint32_t *out)
{
    char part[9];
    at = skip_blanks(at);
    if (strncmp(at, "0x", 2) == 0)
        at += 2;
    size_t length = strspn(at, "0123456789abcdefABCDEF");
    if (length == 0 || (digits && length < digits))
        return NULL;
    if (digits && length > digits)
        length = digits;
    if (length > 8)
        return NULL;
    memcpy(part, at, length);
    part[length] = '\0';
    *out = (uint32_t)strtoul(part, NULL, 16);
    return at + length;
}

/* Lanes, the highest first: words with blanks between them, or one long number. */
static const char *read_lanes(const char *at, struct log_event *e)
{
    uint32_t values[LOG_LANES];
    unsigned count = 0;
    at = skip_blanks(at);
    if (strncmp(at, "0x", 2) == 0)
        at += 2;
    for (const char *next; count < LOG_LANES && (next = read_hex(at, 8, &values[count])); at = next)
        count++;
    e->count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        e->values[i] = values[count - 1 - i];
    return at;
}

/* ---- Spike ------------------------------------------------------------------------------- */

static bool is_word_end(const char *at) { return *at == ' ' || *at == '\0' || *at == '\t'; }

/* "0000000f 0x00000003 ...": the mask is missing in older logs. */
static const char *read_spike_vector(const char *at, struct log_event *e)
{
    at = skip_blanks(at);
    e->mask = UINT32_MAX;
    if (strncmp(at, "0x", 2) != 0) {
        at = read_hex(at, 8, &e->mask);
        if (!at)
            return NULL;
    }
    return read_lanes(at, e);
}

static void read_spike_results(struct reader *r, const char *at, const struct log_event *where)
{
    while (*(at = skip_blanks(at)) && r->has_memory) {
        struct log_event e = *where;
        char *end;
        const char *next = NULL;
        if ((at[0] == 'x' || at[0] == 'v') && at[1] >= '0' && at[1] <= '9') {
            e.index = (uint8_t)strtoul(at + 1, &end, 10);
            e.kind = at[0] == 'x' ? LOG_SCALAR : LOG_VECTOR;
            e.count = 1;
            e.mask = 1;
            next = at[0] == 'x' ? read_hex(end, 0, &e.values[0]) : read_spike_vector(end, &e);
        } else if (strncmp(at, "mem ", 4) == 0) {
            e.kind = LOG_MEMORY;
            e.count = 1;
            e.mask = 3;
            next = read_hex(at + 4, 0, &e.values[0]);
            const char *value = next ? skip_blanks(next) : NULL;
            if (value && strncmp(value, "0x", 2) == 0) {
                next = read_hex(value, 0, &e.values[1]);
                e.count = 2;
            }
        }
        if (next && is_word_end(next))
            add(r, &e);
        if (next)
            at = next;
        else
            at += strcspn(at, " \t"); /* CSRs, vtype, the SIMT stack */
    }
}

static bool read_spike(struct reader *r, const char *line, unsigned number)
{
    unsigned core, x, y, z;
    int length = 0;
    struct log_event e = {.line = number};
    if (sscanf(line, "# workgroup %u %u %u", &x, &y, &z) == 3) {
        r->group++;
        return true;
    }
    if (sscanf(line, "core %u: 3 0x%x (0x%x)%n", &core, &e.pc, &e.word, &length) != 3 || !length)
        return strncmp(line, "core", 4) == 0;
    if (r->group)
        core = (r->group - 1) * LOG_WARPS_PER_GROUP + core % LOG_WARPS_PER_GROUP;
    e.warp = (uint16_t)(core % LOG_WARPS);
    if (e.pc < PROGRAMS || r->ended[e.warp])
        return true;
    r->seen[e.warp] = true;
    r->ended[e.warp] = e.word == ENDPRG;
    read_spike_results(r, line + length, &e);
    return true;
}

/* ---- the RTL ------------------------------------------------------------------------------ */

static bool read_rtl(struct reader *r, const char *line, unsigned number)
{
    unsigned sm = 0, warp, index;
    char kind, bits[LOG_LANES + 1];
    int length = 0, more = 0;
    struct log_event e = {.line = number};
    if (sscanf(line, "sm %u %n", &sm, &length) == 1)
        line += length;
    length = 0;
    if (sscanf(line, "warp %u 0x%x 0x%x%n", &warp, &e.pc, &e.word, &length) != 3 || !length)
        return false;
    unsigned group = r->group ? r->group - 1 : 0;
    e.warp =
        (uint16_t)(((group + sm) * LOG_WARPS_PER_GROUP + warp % LOG_WARPS_PER_GROUP) % LOG_WARPS);
    r->seen[e.warp] = true;
    if (sscanf(line + length, " %c %u %n", &kind, &index, &more) != 2 || !more || index >= 256)
        return true;
    const char *at = line + length + more;
    e.index = (uint8_t)index;
    if (kind == 'x' && index) {
        e.kind = LOG_SCALAR;
        e.count = 1;
        e.mask = 1;
        if (read_hex(at, 0, &e.values[0]))
            add(r, &e);
    } else if (kind == 'v' && sscanf(at, "%32[01]%n", bits, &length) == 1) {
        e.kind = LOG_VECTOR;
        e.mask = (uint32_t)strtoul(bits, NULL, 2);
        read_lanes(at + length, &e);
        add(r, &e);
    }
    return true;
}

/* ---- files --------------------------------------------------------------------------------- */

static bool read_lines(struct reader *r)
{
    bool is_log = false;
    unsigned kernel;
    for (size_t i = 0; i < r->log->line_count && r->has_memory; i++) {
        const char *line = r->log->lines[i];
        unsigned number = (unsigned)i + 1;
        if (sscanf(line, "kernel %u", &kernel) == 1)
            r->group++;
        else if (read_rtl(r, line, number))
            is_log = r->log->is_rtl = true;
        else if (read_spike(r, line, number))
            is_log = true;
    }
    r->log->has_groups = r->group != 0;
    for (unsigned i = 0; i < LOG_WARPS; i++)
        r->log->warp_count += r->seen[i];
    return is_log;
}

int log_read(const struct cli_command *command, const char *path, struct log *out)
{
    size_t size;
    *out = (struct log){.text = cli_read_input(path, &size)};
    if (!out->text)
        return cli_fail(command, "cannot read '%s': %s", path, strerror(errno));
    struct reader *r = calloc(1, sizeof *r);
    out->lines = cli_cut_lines(out->text, size, &out->line_count);
    if (!r || !out->lines) {
        free(r);
        return cli_fail(command, "not enough memory");
    }
    r->log = out;
    r->has_memory = true;
    bool is_log = read_lines(r), has_memory = r->has_memory;
    free(r);
    if (!has_memory)
        return cli_fail(command, "not enough memory");
    if (!is_log)
        return cli_fail(command, "%s: this is neither a commit log of Spike nor a log of the RTL",
                        path);
    return CLI_DONE;
}

void log_free(struct log *log)
{
    free(log->text);
    free(log->lines);
    free(log->events);
    *log = (struct log){0};
}

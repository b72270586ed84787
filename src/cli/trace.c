/* trace.c: owns the text of a trace; see trace.h.
 *
 * Which registers an instruction may change is taken from its text (every register that it
 * names) and from the few that instructions change without naming them; their values before
 * and after are compared. */
#include "cli/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WATCHED_MAX = 96,
    LANES_MAX = 64,
    /* observe.h: indices of RDNA3's scalar operands. */
    REG_VCC_LO = 106,
    REG_M0 = 125,
    REG_EXEC_LO = 126,
};

struct watched {
    char name[16];
    shoal_register_file file;
    unsigned index;
    size_t count;
    uint32_t before[LANES_MAX];
};

struct trace {
    struct shoal_observer observer;
    FILE *out;
    bool is_line_open; /* an instruction has begun and not ended */
    struct watched watched[WATCHED_MAX];
    size_t watched_count;
};

/* ---- registers of an instruction ------------------------------------------------------ */

static void watch(struct trace *trace, const shoal_observed *at, shoal_register_file file,
                  unsigned index, const char *name)
{
    for (size_t i = 0; i < trace->watched_count; i++)
        if (trace->watched[i].file == file && trace->watched[i].index == index)
            return;
    if (trace->watched_count == WATCHED_MAX)
        return;
    struct watched *w = &trace->watched[trace->watched_count];
    w->count = shoal_observed_register(at, file, index, w->before);
    if (w->count == 0)
        return;
    w->file = file;
    w->index = index;
    if (name)
        snprintf(w->name, sizeof w->name, "%s", name);
    else
        snprintf(w->name, sizeof w->name, "%c%u", file == SHOAL_REG_VECTOR ? 'v' : 's', index);
    trace->watched_count++;
}

static bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/* "v7", "s[4:7]" at text: the range of registers, and how long its text is; 0: none. */
static size_t register_range(const char *text, unsigned *first, unsigned *last)
{
    int length = 0;
    if (text[0] != 'v' && text[0] != 's')
        return 0;
    if (sscanf(text + 1, "[%3u:%3u]%n", first, last, &length) == 2 && length > 0)
        return 1 + (size_t)length;
    if (text[1] < '0' || text[1] > '9' || sscanf(text + 1, "%3u%n", first, &length) != 1 ||
        is_word(text[1 + length]))
        return 0;
    *last = *first;
    return 1 + (size_t)length;
}

static void watch_named(struct trace *trace, const shoal_observed *at, const char *text)
{
    bool at_word_start = true;
    for (const char *c = text; *c;) {
        unsigned first, last;
        size_t length = at_word_start ? register_range(c, &first, &last) : 0;
        if (length == 0) {
            at_word_start = !is_word(*c);
            c++;
            continue;
        }
        shoal_register_file file = *c == 'v' ? SHOAL_REG_VECTOR : SHOAL_REG_SCALAR;
        for (unsigned r = first; r <= last && r < 256; r++)
            watch(trace, at, file, r, NULL);
        c += length;
    }
}

static void watch_unnamed(struct trace *trace, const shoal_observed *at)
{
    watch(trace, at, SHOAL_REG_STATUS, 0, "scc");
    watch(trace, at, SHOAL_REG_SCALAR, REG_VCC_LO, "vcc_lo");
    watch(trace, at, SHOAL_REG_SCALAR, REG_VCC_LO + 1, "vcc_hi");
    watch(trace, at, SHOAL_REG_SCALAR, REG_EXEC_LO, "exec_lo");
    watch(trace, at, SHOAL_REG_SCALAR, REG_EXEC_LO + 1, "exec_hi");
    watch(trace, at, SHOAL_REG_SCALAR, REG_M0, "m0");
    watch(trace, at, SHOAL_REG_STATUS, 1, "mode");
}

/* ---- lines ----------------------------------------------------------------------------- */

static void before(void *user, const shoal_observed *at)
{
    struct trace *trace = user;
    char text[128];
    uint32_t low[LANES_MAX] = {0};
    uint32_t high[LANES_MAX] = {0};
    if (trace->is_line_open)
        fputs(" | fault\n", trace->out);
    shoal_observed_text(at, text, sizeof text);
    shoal_observed_register(at, SHOAL_REG_SCALAR, REG_EXEC_LO, low);
    fprintf(trace->out,
            "group %" PRIu32 ",%" PRIu32 ",%" PRIu32 " wave %" PRIu32 " %s%#" PRIx64 " %s | exec ",
            at->workgroup[0], at->workgroup[1], at->workgroup[2], at->wave,
            (int64_t)at->pc_offset < 0 ? "-" : "+",
            (int64_t)at->pc_offset < 0 ? 0 - at->pc_offset : at->pc_offset, text);
    if (at->wave_lanes == 64) {
        shoal_observed_register(at, SHOAL_REG_SCALAR, REG_EXEC_LO + 1, high);
        fprintf(trace->out, "%08" PRIx32, high[0]);
    }
    fprintf(trace->out, "%08" PRIx32, low[0]);
    trace->is_line_open = true;
    trace->watched_count = 0;
    watch_named(trace, at, text);
    watch_unnamed(trace, at);
}

static void print_lanes(FILE *out, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t same = 1;
        while (i + same < count && values[i + same] == values[i])
            same++;
        fprintf(out, "%s%" PRIx32, i ? "," : "", values[i]);
        if (same > 1)
            fprintf(out, "*%zu", same);
        i += same;
    }
}

static void after(void *user, const shoal_observed *at)
{
    struct trace *trace = user;
    bool is_first = true;
    for (size_t i = 0; i < trace->watched_count; i++) {
        const struct watched *w = &trace->watched[i];
        uint32_t now[LANES_MAX];
        size_t count = shoal_observed_register(at, w->file, w->index, now);
        if (count != w->count || memcmp(now, w->before, count * sizeof *now) == 0)
            continue;
        fprintf(trace->out, "%s%s=", is_first ? " | " : " ", w->name);
        print_lanes(trace->out, now, count);
        is_first = false;
    }
    fputc('\n', trace->out);
    trace->is_line_open = false;
}

/* ---- life -------------------------------------------------------------------------------- */

struct trace *trace_open(const char *path)
{
    struct trace *trace = calloc(1, sizeof *trace);
    if (!trace)
        return NULL;
    trace->out = strcmp(path, "-") == 0 ? stderr : fopen(path, "w");
    if (!trace->out) {
        free(trace);
        return NULL;
    }
    trace->observer = (struct shoal_observer){.user = trace, .before = before, .after = after};
    return trace;
}

struct shoal_observer *trace_observer(struct trace *trace) { return &trace->observer; }

bool trace_close(struct trace *trace)
{
    if (trace->is_line_open)
        fputs(" | fault\n", trace->out);
    bool written = !ferror(trace->out);
    if (trace->out != stderr && fclose(trace->out) != 0)
        written = false;
    free(trace);
    return written;
}

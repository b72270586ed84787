/* trace.c: owns the text of a trace; see trace.h.
 *
 * Which registers an instruction may change is taken from its text (every register that it
 * names) and from the few that instructions change without naming them; their values before
 * and after are compared. */
#include "cli/trace.h"
#include "cli/trace_insn.h"

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
    /* The same of Ventus's status. */
    STATUS_MASK = 0,
    STATUS_RPC = 1,
    STATUS_STACK = 3,
};

struct watched {
    char name[16];
    shoal_register_file file;
    unsigned index;
    size_t count;
    uint32_t before[LANES_MAX];
};

struct readable {
    struct trace trace; /* first */
    struct trace_decoder decoder;
    struct watched watched[WATCHED_MAX];
    size_t watched_count;
};

/* ---- registers of an instruction ------------------------------------------------------ */

static void watch(struct readable *trace, const shoal_observed *at, shoal_register_file file,
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

static void watch_named(struct readable *trace, const shoal_observed *at, const char *text)
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

static void watch_unnamed(struct readable *trace, const shoal_observed *at)
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

static void begin_line(struct readable *t, const shoal_observed *at, const char *wave,
                       const char *text)
{
    FILE *out = t->trace.out;
    if (t->trace.is_line_open)
        fputs(" | fault\n", out);
    t->trace.is_line_open = true;
    t->watched_count = 0;
    fprintf(out, "group %" PRIu32 ",%" PRIu32 ",%" PRIu32 " %s %" PRIu32 " %s%#" PRIx64 " %s | ",
            at->workgroup[0], at->workgroup[1], at->workgroup[2], wave, at->wave,
            (int64_t)at->pc_offset < 0 ? "-" : "+",
            (int64_t)at->pc_offset < 0 ? 0 - at->pc_offset : at->pc_offset, text);
}

static void before(void *user, const shoal_observed *at)
{
    struct readable *trace = user;
    char text[128];
    uint32_t low[LANES_MAX] = {0};
    uint32_t high[LANES_MAX] = {0};
    shoal_observed_text(at, text, sizeof text);
    shoal_observed_register(at, SHOAL_REG_SCALAR, REG_EXEC_LO, low);
    begin_line(trace, at, "wave", text);
    fputs("exec ", trace->trace.out);
    if (at->wave_lanes == 64) {
        shoal_observed_register(at, SHOAL_REG_SCALAR, REG_EXEC_LO + 1, high);
        fprintf(trace->trace.out, "%08" PRIx32, high[0]);
    }
    fprintf(trace->trace.out, "%08" PRIx32, low[0]);
    watch_named(trace, at, text);
    watch_unnamed(trace, at);
}

/* Ventus says what it writes in its operands, prefixes included. */
static void before_ventus(struct readable *trace, const shoal_observed *at)
{
    char text[SHOAL_INSN_TEXT_BYTES], name[8];
    uint32_t mask = 0;
    shoal_insn insn;
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    bool is_known = trace_decode(&trace->decoder, at, &insn) == SHOAL_OK;
    if (is_known)
        shoal_insn_format(trace->decoder.isa, &insn, NULL, text, sizeof text);
    else
        shoal_observed_text(at, text, sizeof text);
    shoal_observed_register(at, SHOAL_REG_STATUS, STATUS_MASK, &mask);
    begin_line(trace, at, "warp", text);
    fprintf(trace->trace.out, "mask %0*" PRIx32, (int)at->wave_lanes / 4, mask);
    size_t count = is_known ? shoal_insn_operands(trace->decoder.isa, &insn, false, operands) : 0;
    for (size_t i = 0; i < count; i++)
        for (unsigned r = 0; operands[i].is_write && r < operands[i].dwords; r++) {
            unsigned index = operands[i].first + r;
            trace_scalar_name(index, name);
            if (operands[i].kind == SHOAL_OPERAND_VGPR)
                watch(trace, at, SHOAL_REG_VECTOR, index, NULL);
            else if (operands[i].kind == SHOAL_OPERAND_SGPR)
                watch(trace, at, SHOAL_REG_SCALAR, index, name);
        }
    watch(trace, at, SHOAL_REG_STATUS, STATUS_MASK, "mask");
    watch(trace, at, SHOAL_REG_STATUS, STATUS_RPC, "rpc");
    watch(trace, at, SHOAL_REG_STATUS, STATUS_STACK, "stack");
}

static void before_any(void *user, const shoal_observed *at)
{
    if (strncmp(at->isa, "ventus", 6) == 0)
        before_ventus(user, at);
    else
        before(user, at);
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
    struct readable *trace = user;
    FILE *out = trace->trace.out;
    bool is_first = true;
    for (size_t i = 0; i < trace->watched_count; i++) {
        const struct watched *w = &trace->watched[i];
        uint32_t now[LANES_MAX];
        size_t count = shoal_observed_register(at, w->file, w->index, now);
        if (count != w->count || memcmp(now, w->before, count * sizeof *now) == 0)
            continue;
        fprintf(out, "%s%s=", is_first ? " | " : " ", w->name);
        print_lanes(out, now, count);
        is_first = false;
    }
    fputc('\n', out);
    trace->trace.is_line_open = false;
}

/* ---- life -------------------------------------------------------------------------------- */

bool trace_start(struct trace *trace, const char *path)
{
    trace->out = strcmp(path, "-") == 0 ? stderr : fopen(path, "w");
    return trace->out != NULL;
}

struct trace *trace_open(const char *path)
{
    struct readable *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->trace.observer = (struct shoal_observer){.user = r, .before = before_any, .after = after};
    if (!trace_start(&r->trace, path)) {
        free(r);
        return NULL;
    }
    return &r->trace;
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

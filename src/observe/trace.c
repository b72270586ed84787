/* trace.c: owns the text of a trace, and its life; see shoal/trace.h.
 *
 * Which registers an instruction may change is taken from its text (every register that it
 * names) and from the few that instructions change without naming them; their values before
 * and after are compared. */
#include "observe/trace.h"
#include "observe/insn.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WATCHED_MAX = 96,
    LANES_MAX = 64,
    LINE_BYTES = 64 << 10, /* more than a line has */
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
    struct shoal_trace trace; /* first */
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
    trace_end_line(&t->trace);
    t->trace.is_line_open = true;
    t->watched_count = 0;
    fprintf(out, "group %" PRIu32 ",%" PRIu32 ",%" PRIu32 " %s %" PRIu32 " %s%#" PRIx64 " %s | ",
            at->workgroup[0], at->workgroup[1], at->workgroup[2], wave, at->wave,
            (int64_t)at->pc_offset < 0 ? "-" : "+",
            (int64_t)at->pc_offset < 0 ? 0 - at->pc_offset : at->pc_offset, text);
}

/* "200000001000+4*32": addresses of the active lanes, runs at equal distances as one. */
static void print_addresses(FILE *out, const shoal_lane_accesses *a)
{
    uint64_t list[LANES_MAX];
    size_t count = 0;
    for (uint64_t left = a->lanes; left; left &= left - 1)
        list[count++] = a->address[__builtin_ctzll(left)];
    for (size_t i = 0; i < count;) {
        size_t same = 1;
        int64_t step = i + 1 < count ? (int64_t)(list[i + 1] - list[i]) : 0;
        while (i + same < count && (int64_t)(list[i + same] - list[i + same - 1]) == step)
            same++;
        /* Two lanes alone are no pattern. */
        same = same == 2 && step ? 1 : same;
        fprintf(out, "%s%" PRIx64, i ? "," : "", list[i]);
        if (same > 1 && step)
            fprintf(out, "%s%" PRIx64, step < 0 ? "-" : "+",
                    step < 0 ? 0 - (uint64_t)step : (uint64_t)step);
        if (same > 1)
            fprintf(out, "*%zu", same);
        i += same;
    }
}

/* " | load 4 global 200000001000+4*32" */
static void print_access(FILE *out, const shoal_observed *at)
{
    static const char *const spaces[] = {
        [SHOAL_SPACE_GLOBAL] = "global",
        [SHOAL_SPACE_LDS] = "lds",
        [SHOAL_SPACE_SCRATCH] = "scratch",
        [SHOAL_SPACE_FLAT] = "flat",
    };
    shoal_lane_accesses a;
    if (!shoal_observed_lane_accesses(at, &a))
        return;
    fprintf(out, " | %s %" PRIu32 " %s ",
            a.is_load && a.is_store ? "atomic"
            : a.is_store            ? "store"
                                    : "load",
            a.bytes, a.is_scalar ? "scalar" : spaces[a.space]);
    print_addresses(out, &a);
    if (a.has_second) {
        for (uint64_t left = a.lanes; left; left &= left - 1)
            a.address[__builtin_ctzll(left)] += (uint64_t)(int64_t)a.second;
        fputs(" and ", out);
        print_addresses(out, &a);
    }
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
    print_access(trace->trace.out, at);
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
    print_access(trace->trace.out, at);
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
    struct readable *trace = user;
    if (!trace_begins(&trace->trace, at)) {
        trace_skip(&trace->decoder, at);
        return;
    }
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
    if (!trace->trace.is_shown)
        return;
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
    const char *source = filter_source(&trace->trace.filter, at);
    fprintf(out, "%s%s\n", *source ? " | " : "", source);
    trace->trace.is_line_open = false;
}

/* ---- life -------------------------------------------------------------------------------- */

void trace_end_line(struct shoal_trace *trace)
{
    if (trace->is_line_open)
        fputs(" | fault\n", trace->out);
    trace->is_line_open = false;
}

bool trace_begins(struct shoal_trace *trace, const shoal_observed *at)
{
    trace->is_shown = filter_passes(&trace->filter, at);
    if (trace->is_shown && trace->has_kernels && strcmp(trace->kernel, at->kernel) != 0) {
        trace_end_line(trace);
        snprintf(trace->kernel, sizeof trace->kernel, "%s", at->kernel);
        fprintf(trace->out, "# kernel %s\n", at->kernel);
    }
    return trace->is_shown;
}

struct shoal_trace *trace_new_readable(void)
{
    struct readable *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->trace.observer = (struct shoal_observer){.user = r, .before = before_any, .after = after};
    return &r->trace;
}

shoal_status shoal_trace_open(const shoal_trace_options *o, shoal_trace **out, char *why,
                              size_t why_size)
{
    struct shoal_trace *t = o->spike ? trace_new_spike(o->has_hex, o->slots) : trace_new_readable();
    shoal_status status = SHOAL_OK;
    *out = NULL;
    if (!t) {
        snprintf(why, why_size, "not enough memory");
        return SHOAL_E_NOMEM;
    }
    t->has_groups = o->has_groups;
    t->has_kernels = o->has_kernels;
    for (size_t i = 0; i < o->only_count && status == SHOAL_OK; i++)
        if (!filter_add(&t->filter, o->only[i], why, why_size))
            status = SHOAL_E_ARG;
    if (status == SHOAL_OK) {
        t->out = strcmp(o->path, "-") == 0 ? stderr : fopen(o->path, o->append ? "ae" : "we");
        if (t->out && o->append)
            setvbuf(t->out, NULL, _IOLBF, LINE_BYTES);
        if (!t->out) {
            snprintf(why, why_size, "cannot write '%s': %s", o->path, strerror(errno));
            status = SHOAL_E_IO;
        }
    }
    if (status == SHOAL_OK) {
        *out = t;
        return SHOAL_OK;
    }
    filter_free(&t->filter);
    free(t);
    return status;
}

struct shoal_observer *shoal_trace_observer(shoal_trace *trace) { return &trace->observer; }

shoal_status shoal_trace_close(shoal_trace *trace)
{
    if (!trace)
        return SHOAL_OK;
    trace_end_line(trace);
    bool written = !ferror(trace->out);
    if (trace->out == stderr ? fflush(stderr) != 0 : fclose(trace->out) != 0)
        written = false;
    filter_free(&trace->filter);
    free(trace);
    return written ? SHOAL_OK : SHOAL_E_IO;
}

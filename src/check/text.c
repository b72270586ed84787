/* text.c: findings for people. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/checker.h"

enum colour { PLAIN, BOLD, RED };

static const char *colour(FILE *out, enum colour which)
{
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[1;31m"};
    return isatty(fileno(out)) && !getenv("NO_COLOR") ? codes[which] : "";
}

/* Lines of a text, each behind `indent`. */
static void put_lines(FILE *out, const char *indent, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        fprintf(out, "%s%.*s\n", indent, (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* The line of the file that "file:line:column" names, if the file is there. */
static void put_source(FILE *out, const char *source)
{
    char path[256], line[512];
    unsigned number, column;
    place_split(source, path, sizeof path, &number, &column);
    FILE *file = number ? fopen(path, "re") : NULL;
    for (unsigned i = 1; file && i <= number && fgets(line, sizeof line, file); i++)
        if (i == number)
            put_lines(out, "      ", line + strspn(line, " \t"));
    if (file)
        fclose(file);
}

/* What was inlined where, from the inside out. */
static void put_frames(FILE *out, const shoal_check_place *p)
{
    for (size_t i = 1; i < p->frame_count; i++) {
        const shoal_check_frame *f = &p->frames[i];
        fprintf(out, "  in %s, inlined in %s", f[-1].function, f->function);
        fprintf(out, f->source[0] ? " at %s\n" : "\n", f->source);
        put_source(out, f->source);
    }
    if (p->is_called)
        fprintf(out, "  in %s, which was called\n", p->frames[p->frame_count - 1].function);
}

static void put_place(const struct check *c, FILE *out, const shoal_check_place *p,
                      const char *before)
{
    const struct isa_exec *isa = c->device->isa;
    char title[256], offset[24];
    if (!p->kernel[0]) {
        fprintf(out, "  called at %s\n", p->source[0] ? p->source : "a place that is not known");
        put_source(out, p->source);
        return;
    }
    place_title(p, isa->wave_name, isa->lane_name, title, sizeof title);
    fprintf(out, "  %s%s\n", before, title);
    place_offset(p, offset, sizeof offset);
    if (p->source[0])
        fprintf(out, "  at %s (%s): %s\n", p->source, offset, p->instruction);
    else
        fprintf(out, "  at %s: %s\n", offset, p->instruction);
    if (p->source[0])
        put_source(out, p->source);
    else
        put_lines(out, "      ", p->around);
    put_frames(out, p);
}

static void put_report(const struct check *c, FILE *out, const shoal_check_report *r)
{
    fprintf(out, "%sshoal check: %s%s: %s%s%s: %s\n", colour(out, BOLD), r->is_note ? "note: " : "",
            shoal_check_kind_name(r->kind), colour(out, r->is_note ? BOLD : RED), r->rule,
            colour(out, PLAIN), r->message);
    put_place(c, out, &r->place, "in ");
    if (r->has_other) {
        fprintf(out, "  %s:\n", r->other_title);
        put_place(c, out, &r->other, "in ");
    }
    put_lines(out, "  ", r->detail);
    if (r->count > 1)
        fprintf(out, "  %" PRIu64 " times\n", r->count);
}

/* How many of a kind; SHOAL_CHECK_COUNT: of all. */
static size_t count_kind(struct finding *const *list, size_t count, unsigned kind, bool is_note)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += list[i]->report.is_note == is_note &&
             (kind == SHOAL_CHECK_COUNT || list[i]->report.kind == kind);
    return n;
}

static void put_summary(FILE *out, struct finding *const *list, size_t count)
{
    size_t findings = count_kind(list, count, SHOAL_CHECK_COUNT, false), notes = count - findings;
    if (findings == 0 && notes == 0)
        return;
    fprintf(out, "shoal check: %zu finding%s", findings, findings == 1 ? "" : "s");
    const char *separator = ": ";
    for (unsigned kind = 0; kind < SHOAL_CHECK_COUNT; kind++) {
        size_t n = count_kind(list, count, kind, false);
        if (n)
            fprintf(out, "%s%zu %s", separator, n, shoal_check_kind_name(kind));
        separator = n ? ", " : separator;
    }
    if (notes)
        fprintf(out, ", %zu note%s", notes, notes == 1 ? "" : "s");
    fputc('\n', out);
}

void text_write(const struct check *c, FILE *out, struct finding *const *list, size_t count)
{
    for (size_t i = 0; i < count && i < c->max_reports; i++)
        put_report(c, out, &list[i]->report);
    if (count > c->max_reports)
        fprintf(out, "shoal check: %" PRIu64 " more are not shown (--max-reports)\n",
                count - c->max_reports);
    put_summary(out, list, count);
}

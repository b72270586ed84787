/* machine.c: findings for machines: JSON of our own, and SARIF 2.1.0 (OASIS), which code hosts show
 * at the line. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checker.h"

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte < 0x20)
            fprintf(out, "\\u%04x", byte);
        else
            fputc(byte, out);
    }
    fputc('"', out);
}

static void put_member(FILE *out, const char *key, const char *text)
{
    fprintf(out, "\"%s\":", key);
    put_string(out, text);
    fputc(',', out);
}

static void put_place(FILE *out, const shoal_check_place *p)
{
    fputc('{', out);
    put_member(out, "kernel", p->kernel);
    put_member(out, "source", p->source);
    put_member(out, "instruction", p->instruction);
    fprintf(out,
            "\"launch\":%" PRIu64 ",\"workgroup\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32
            "],\"wave\":%" PRIu32 ",\"lane\":%d,\"item\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32
            "],\"pc_offset\":%" PRIi64 "}",
            p->launch, p->workgroup[0], p->workgroup[1], p->workgroup[2], p->wave, p->lane,
            p->item[0], p->item[1], p->item[2], p->pc_offset);
}

static void put_json(FILE *out, struct finding *const *list, size_t count)
{
    fputs("{\"version\":1,\"findings\":[", out);
    for (size_t i = 0; i < count; i++) {
        const shoal_check_report *r = &list[i]->report;
        fputs(i ? ",\n{" : "\n{", out);
        put_member(out, "kind", shoal_check_kind_name(r->kind));
        put_member(out, "rule", r->rule);
        put_member(out, "message", r->message);
        put_member(out, "detail", r->detail);
        fprintf(out, "\"count\":%" PRIu64 ",\"place\":", r->count);
        put_place(out, &r->place);
        if (r->has_other) {
            fputs(",\"other\":", out);
            put_place(out, &r->other);
        }
        fputc('}', out);
    }
    fputs("\n]}\n", out);
}

/* A relative path is taken from the root of the repository, as code hosts do. */
static void put_location(FILE *out, const shoal_check_place *p, const char *text)
{
    char file[256];
    unsigned line, column;
    place_split(p->source, file, sizeof file, &line, &column);
    fputc('{', out);
    if (line) {
        fputs("\"physicalLocation\":{\"artifactLocation\":{\"uri\":", out);
        put_string(out, file);
        fprintf(out, "},\"region\":{\"startLine\":%u", line);
        if (column)
            fprintf(out, ",\"startColumn\":%u", column);
        fputs("}},", out);
    }
    fputs("\"logicalLocations\":[{\"kind\":\"function\",\"name\":", out);
    put_string(out, p->kernel[0] ? p->kernel : "host");
    fputs("}]", out);
    if (text) {
        fputs(",\"id\":1,\"message\":{\"text\":", out);
        put_string(out, text);
        fputc('}', out);
    }
    fputc('}', out);
}

/* The rules that the findings are of, each once, in the order in which they come. */
static void put_rules(FILE *out, struct finding *const *list, size_t count)
{
    bool is_first = true;
    for (size_t i = 0; i < count; i++) {
        const shoal_check_report *r = &list[i]->report;
        bool is_known = false;
        for (size_t j = 0; j < i; j++)
            is_known |=
                list[j]->report.kind == r->kind && strcmp(list[j]->report.rule, r->rule) == 0;
        if (is_known)
            continue;
        fprintf(out, "%s{\"id\":\"%s/%s\",\"name\":\"%s\"}", is_first ? "" : ",",
                shoal_check_kind_name(r->kind), r->rule, r->rule);
        is_first = false;
    }
}

static void put_sarif(const struct check *c, FILE *out, struct finding *const *list, size_t count)
{
    const struct isa_exec *isa = c->device->isa;
    fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
          "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"shoal check\",\"version\":",
          out);
    put_string(out, shoal_version());
    fputs(",\"rules\":[", out);
    put_rules(out, list, count);
    fputs("]}},\"results\":[", out);
    for (size_t i = 0; i < count; i++) {
        const shoal_check_report *r = &list[i]->report;
        char text[1400], title[256] = "";
        if (r->place.kernel[0])
            place_title(&r->place, isa->wave_name, isa->lane_name, title, sizeof title);
        snprintf(text, sizeof text, "%s%s%s%s%s", r->message, title[0] ? "\nin " : "", title,
                 r->detail[0] ? "\n" : "", r->detail);
        fprintf(out,
                "%s\n{\"ruleId\":\"%s/%s\",\"level\":\"error\",\"occurrenceCount\":%" PRIu64
                ",\"message\":{\"text\":",
                i ? "," : "", shoal_check_kind_name(r->kind), r->rule,
                r->count < INT32_MAX ? r->count : INT32_MAX);
        put_string(out, text);
        fputs("},\"locations\":[", out);
        put_location(out, &r->place, NULL);
        fputs("]", out);
        if (r->has_other) {
            fputs(",\"relatedLocations\":[", out);
            put_location(out, &r->other, r->other_title);
            fputs("]", out);
        }
        fputc('}', out);
    }
    fputs("\n]}]}\n", out);
}

shoal_status machine_write(const struct check *c, struct finding *const *list, size_t count,
                           char *why)
{
    FILE *file = fopen(c->report, "we");
    if (file && c->has_json)
        put_json(file, list, count);
    else if (file)
        put_sarif(c, file, list, count);
    bool is_written = file && !ferror(file);
    if (file && fclose(file) == 0 && is_written)
        return SHOAL_OK;
    snprintf(why, SHOAL_CHECK_WHY_BYTES, "cannot write '%s': %s", c->report, strerror(errno));
    return SHOAL_E_IO;
}

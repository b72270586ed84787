/* machine.c: findings for machines: JSON of our own, and SARIF 2.1.0 (OASIS), which code hosts show
 * at the line. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "check/checker.h"

/* ---- JSON ------------------------------------------------------------------------------ */

static void put_three(struct json *json, const char *key, const uint32_t values[3])
{
    json_open_array(json, key);
    for (int i = 0; i < 3; i++)
        json_u64(json, NULL, values[i]);
    json_close_array(json);
}

static void put_place(struct json *json, const char *key, const shoal_check_place *p)
{
    json_open_object(json, key);
    json_string(json, "kernel", p->kernel);
    json_string(json, "source", p->source);
    json_string(json, "instruction", p->instruction);
    json_u64(json, "launch", p->launch);
    put_three(json, "workgroup", p->workgroup);
    json_u64(json, "wave", p->wave);
    json_i64(json, "lane", p->lane);
    put_three(json, "item", p->item);
    json_i64(json, "pc_offset", p->pc_offset);
    json_open_array(json, "frames");
    for (size_t i = 0; i < p->frame_count; i++) {
        json_open_object(json, NULL);
        json_string(json, "function", p->frames[i].function);
        json_string(json, "source", p->frames[i].source);
        json_close_object(json);
    }
    json_close_array(json);
    json_close_object(json);
}

static void put_json(struct json *json, struct finding *const *list, size_t count)
{
    json_open_object(json, NULL);
    json_u64(json, "version", 1);
    json_open_array(json, "findings");
    for (size_t i = 0; i < count; i++) {
        const shoal_check_report *r = &list[i]->report;
        json_newline(json);
        json_open_object(json, NULL);
        json_string(json, "kind", shoal_check_kind_name(r->kind));
        json_string(json, "rule", r->rule);
        json_string(json, "level", r->is_note ? "note" : "error");
        json_string(json, "message", r->message);
        json_string(json, "detail", r->detail);
        json_u64(json, "count", r->count);
        put_place(json, "place", &r->place);
        if (r->has_other)
            put_place(json, "other", &r->other);
        json_close_object(json);
    }
    json_close_array(json);
    json_close_object(json);
}

/* ---- SARIF ----------------------------------------------------------------------------- */

/* "mem/out-of-bounds" */
static void rule_id(const shoal_check_report *r, char id[64])
{
    snprintf(id, 64, "%s/%s", shoal_check_kind_name(r->kind), r->rule);
}

static void put_text(struct json *json, const char *text)
{
    json_open_object(json, "message");
    json_string(json, "text", text);
    json_close_object(json);
}

/* A path as a reference (RFC 3986): below the working folder, which should be the root of the
 * repository, relative to it, as code hosts want them. */
static void put_uri(struct json *json, const char *path)
{
    char uri[3 * 256 + 8];
    size_t n = 0;
    path = place_relative(path);
    if (path[0] == '/')
        n += (size_t)snprintf(uri, sizeof uri, "file://");
    for (; *path && n + 4 < sizeof uri; path++) {
        bool is_plain = isalnum((unsigned char)*path) || strchr("/-._~+,@=", *path);
        n += (size_t)snprintf(uri + n, sizeof uri - n, is_plain ? "%c" : "%%%02X",
                              (unsigned char)*path);
    }
    uri[n] = 0;
    json_string(json, "uri", uri);
}

/* Where a source line is, and in which function. */
static void put_physical(struct json *json, const char *source, const char *function)
{
    char file[256];
    unsigned line, column;
    place_split(source, file, sizeof file, &line, &column);
    if (line) {
        json_open_object(json, "physicalLocation");
        json_open_object(json, "artifactLocation");
        put_uri(json, file);
        json_close_object(json);
        json_open_object(json, "region");
        json_u64(json, "startLine", line);
        if (column)
            json_u64(json, "startColumn", column);
        json_close_object(json);
        json_close_object(json);
    }
    json_open_array(json, "logicalLocations");
    json_open_object(json, NULL);
    json_string(json, "kind", "function");
    json_string(json, "name", function);
    json_close_object(json);
    json_close_array(json);
}

static void put_location(struct json *json, const shoal_check_place *p, const char *text)
{
    json_open_object(json, NULL);
    put_physical(json, p->source, p->kernel[0] ? p->kernel : "host");
    if (text) {
        json_u64(json, "id", 1);
        put_text(json, text);
    }
    json_close_object(json);
}

/* The functions that were inlined, as a call stack (3.44). */
static void put_stack(struct json *json, const shoal_check_place *p, const char *title)
{
    if (p->frame_count < 2)
        return;
    json_open_object(json, NULL);
    put_text(json, title);
    json_open_array(json, "frames");
    for (size_t i = 0; i < p->frame_count; i++) {
        json_open_object(json, NULL);
        json_open_object(json, "location");
        put_physical(json, p->frames[i].source, p->frames[i].function);
        json_close_object(json);
        json_close_object(json);
    }
    json_close_array(json);
    json_close_object(json);
}

/* The rules that the findings are of, each once, in the order in which they come. */
static void put_rules(struct json *json, struct finding *const *list, size_t count)
{
    json_open_array(json, "rules");
    for (size_t i = 0; i < count; i++) {
        const shoal_check_report *r = &list[i]->report;
        char id[64];
        bool is_known = false;
        for (size_t j = 0; j < i; j++)
            is_known |=
                list[j]->report.kind == r->kind && strcmp(list[j]->report.rule, r->rule) == 0;
        if (is_known)
            continue;
        rule_id(r, id);
        json_open_object(json, NULL);
        json_string(json, "id", id);
        json_string(json, "name", r->rule);
        json_close_object(json);
    }
    json_close_array(json);
}

static void put_result(struct json *json, const struct isa_exec *isa, const shoal_check_report *r)
{
    char text[1400], title[256] = "", id[64];
    rule_id(r, id);
    if (r->place.kernel[0])
        place_title(&r->place, isa->wave_name, isa->lane_name, title, sizeof title);
    snprintf(text, sizeof text, "%s%s%s%s%s", r->message, title[0] ? "\nin " : "", title,
             r->detail[0] ? "\n" : "", r->detail);
    json_newline(json);
    json_open_object(json, NULL);
    json_string(json, "ruleId", id);
    json_string(json, "level", r->is_note ? "note" : "error");
    json_u64(json, "occurrenceCount", r->count < INT32_MAX ? r->count : INT32_MAX);
    put_text(json, text);
    json_open_array(json, "locations");
    put_location(json, &r->place, NULL);
    json_close_array(json);
    if (r->has_other) {
        json_open_array(json, "relatedLocations");
        put_location(json, &r->other, r->other_title);
        json_close_array(json);
    }
    if (r->place.frame_count > 1 || (r->has_other && r->other.frame_count > 1)) {
        json_open_array(json, "stacks");
        put_stack(json, &r->place, "functions that were inlined");
        if (r->has_other)
            put_stack(json, &r->other, r->other_title);
        json_close_array(json);
    }
    json_close_object(json);
}

static void put_sarif(const struct check *c, struct json *json, struct finding *const *list,
                      size_t count)
{
    json_open_object(json, NULL);
    json_string(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_string(json, "version", "2.1.0");
    json_open_array(json, "runs");
    json_open_object(json, NULL);
    json_open_object(json, "tool");
    json_open_object(json, "driver");
    json_string(json, "name", "shoal check");
    json_string(json, "version", shoal_version());
    put_rules(json, list, count);
    json_close_object(json);
    json_close_object(json);
    json_open_array(json, "results");
    for (size_t i = 0; i < count; i++)
        put_result(json, c->device->isa, &list[i]->report);
    json_close_array(json);
    json_close_object(json);
    json_close_array(json);
    json_close_object(json);
}

shoal_status machine_write(const struct check *c, struct finding *const *list, size_t count,
                           char *why)
{
    FILE *file = fopen(c->report, "we");
    if (file) {
        struct json json = json_start(file);
        if (c->has_json)
            put_json(&json, list, count);
        else
            put_sarif(c, &json, list, count);
        fputc('\n', file);
    }
    bool is_written = file && !ferror(file);
    if (file && fclose(file) == 0 && is_written)
        return SHOAL_OK;
    snprintf(why, SHOAL_CHECK_WHY_BYTES, "cannot write '%s': %s", c->report, strerror(errno));
    return SHOAL_E_IO;
}

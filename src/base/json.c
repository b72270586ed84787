/* json.c: owns the JSON that the commands print; see json.h. */
#include "base/json.h"

#include <math.h>

struct json json_start(FILE *out) { return (struct json){.out = out}; }

/* Length of the UTF-8 sequence at `s` as RFC 3629 allows it, or 0. */
static int utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    int length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                 : (s[0] & 0xf0) == 0xe0       ? 3
                 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                               : 0;
    for (int i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] >= 0xa0;
    bool too_large = s[0] == 0xf4 && s[1] >= 0x90;
    return overlong || surrogate || too_large ? 0 : length;
}

static void put_quoted(FILE *out, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    fputc('"', out);
    while (*s) {
        int length = utf8_length(s);
        if (length == 0) {
            fputs("\\ufffd", out);
            s++;
            continue;
        }
        if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if (*s == '\n')
            fputs("\\n", out);
        else if (*s < 0x20 || *s == 0x7f)
            fprintf(out, "\\u%04x", *s);
        else
            fwrite(s, 1, (size_t)length, out);
        s += length;
    }
    fputc('"', out);
}

static void begin(struct json *json, const char *key)
{
    if (json->needs_comma)
        fputs(", ", json->out);
    json->needs_comma = true;
    if (key) {
        put_quoted(json->out, key);
        fputs(": ", json->out);
    }
}

static void open_group(struct json *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->out);
    json->needs_comma = false;
}

static void close_group(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->needs_comma = true;
}

void json_open_object(struct json *json, const char *key) { open_group(json, key, '{'); }
void json_close_object(struct json *json) { close_group(json, '}'); }
void json_open_array(struct json *json, const char *key) { open_group(json, key, '['); }
void json_close_array(struct json *json) { close_group(json, ']'); }

void json_string(struct json *json, const char *key, const char *text)
{
    begin(json, key);
    if (text)
        put_quoted(json->out, text);
    else
        fputs("null", json->out);
}

void json_u64(struct json *json, const char *key, uint64_t value)
{
    begin(json, key);
    fprintf(json->out, "%llu", (unsigned long long)value);
}

void json_i64(struct json *json, const char *key, int64_t value)
{
    begin(json, key);
    fprintf(json->out, "%lld", (long long)value);
}

void json_bool(struct json *json, const char *key, bool value)
{
    begin(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_double(struct json *json, const char *key, double value)
{
    begin(json, key);
    if (isfinite(value))
        fprintf(json->out, "%.9g", value);
    else
        fputs("null", json->out);
}

void json_newline(struct json *json)
{
    if (json->needs_comma)
        fputc(',', json->out);
    fputc('\n', json->out);
    json->needs_comma = false;
}

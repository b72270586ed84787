/* json.h: writes one JSON value to a stream, with commas and escapes in the right places.
 *
 *   struct json json = json_start(stdout);
 *   json_open_object(&json, NULL);
 *   json_string(&json, "kernel", "saxpy");
 *   json_open_array(&json, "grid");
 *   json_u64(&json, NULL, 1024);
 *   json_close_array(&json);
 *   json_close_object(&json);
 *
 * Members of an object have a key, elements of an array NULL. */
#ifndef SHOAL_BASE_JSON_H
#define SHOAL_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool needs_comma;
};

struct json json_start(FILE *out);
void json_open_object(struct json *json, const char *key);
void json_close_object(struct json *json);
void json_open_array(struct json *json, const char *key);
void json_close_array(struct json *json);
/* NULL becomes null; bytes that are not UTF-8 become U+FFFD. */
void json_string(struct json *json, const char *key, const char *text);
void json_u64(struct json *json, const char *key, uint64_t value);
void json_i64(struct json *json, const char *key, int64_t value);
void json_bool(struct json *json, const char *key, bool value);
/* Infinities and NaN, which JSON lacks, become null. */
void json_double(struct json *json, const char *key, double value);
/* A line break between two elements, for people who read long arrays. */
void json_newline(struct json *json);

#endif

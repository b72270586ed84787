/* filter.c: see filter.h. */
#include "observe/filter.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const key_names[FILTER_KEYS] = {
    [FILTER_KERNEL] = "kernel", [FILTER_GROUP] = "group",       [FILTER_WAVE] = "wave",
    [FILTER_LINE] = "line",     [FILTER_MNEMONIC] = "mnemonic",
};

__attribute__((format(printf, 3, 4))) static bool refuse(char *why, size_t size, const char *format,
                                                         ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, size, format, args);
    va_end(args);
    return false;
}

/* ---- parsing ----------------------------------------------------------------------------- */

/* "N" or "N-M", the whole text. */
static bool parse_range(const char *text, uint64_t *first, uint64_t *last)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *first = *last = strtoull(text, &end, 10);
    if (*end == '-' && end[1] >= '0' && end[1] <= '9')
        *last = strtoull(end + 1, &end, 10);
    return *end == '\0' && *first <= *last;
}

/* "X[:Y[:Z]]"; what is left out is any. */
static bool parse_group(char *text, struct filter_rule *rule)
{
    char *rest = text;
    for (int i = 0; i < 3; i++) {
        char *part = strsep(&rest, ":");
        rule->last[i] = UINT64_MAX;
        if (part && !parse_range(part, &rule->first[i], &rule->last[i]))
            return false;
    }
    return !rest;
}

/* "[FILE:]N[-M]" */
static bool parse_line(char *text, struct filter_rule *rule)
{
    char *colon = strrchr(text, ':');
    if (!parse_range(colon ? colon + 1 : text, &rule->first[0], &rule->last[0]))
        return false;
    if (colon) {
        *colon = '\0';
        rule->text = strdup(text);
    }
    return true;
}

static bool parse_value(char *value, struct filter_rule *rule)
{
    switch (rule->key) {
    case FILTER_GROUP:
        return parse_group(value, rule);
    case FILTER_WAVE:
        return parse_range(value, &rule->first[0], &rule->last[0]);
    case FILTER_LINE:
        return parse_line(value, rule);
    default:
        rule->text = strdup(value);
        return *value != '\0';
    }
}

static bool add_rule(struct filter *f, char *part, char *why, size_t why_size)
{
    static const char *const takes[FILTER_KEYS] = {
        [FILTER_KERNEL] = "a name or a pattern",
        [FILTER_GROUP] = "X, X:Y or X:Y:Z",
        [FILTER_WAVE] = "N or N-M",
        [FILTER_LINE] = "N, N-M, FILE:N or FILE:N-M",
        [FILTER_MNEMONIC] = "a name or a pattern",
    };
    char *value = strchr(part, '=');
    struct filter_rule rule = {0};
    if (value)
        *value++ = '\0';
    while (rule.key < FILTER_KEYS && strcmp(key_names[rule.key], part) != 0)
        rule.key++;
    if (!value || rule.key == FILTER_KEYS)
        return refuse(why, why_size,
                      "'%s' is none of kernel=, group=, wave=, line= and mnemonic=", part);
    if (!parse_value(value, &rule)) {
        free(rule.text);
        return refuse(why, why_size, "%s= takes %s", part, takes[rule.key]);
    }
    struct filter_rule *grown = realloc(f->rules, (f->count + 1) * sizeof *grown);
    if (!grown) {
        free(rule.text);
        return refuse(why, why_size, "not enough memory");
    }
    f->rules = grown;
    f->rules[f->count++] = rule;
    f->has_key[rule.key] = true;
    return true;
}

bool filter_add(struct filter *f, const char *text, char *why, size_t why_size)
{
    char *copy = strdup(text), *rest = copy;
    bool ok = copy || refuse(why, why_size, "not enough memory");
    while (ok && rest)
        ok = add_rule(f, strsep(&rest, ","), why, why_size);
    free(copy);
    return ok;
}

void filter_forget_sources(struct filter *f)
{
    for (size_t i = 0; f->sources && i < SOURCES; i++)
        free(f->sources[i].text);
    free(f->sources);
    f->sources = NULL;
}

void filter_free(struct filter *f)
{
    filter_forget_sources(f);
    for (size_t i = 0; i < f->count; i++)
        free(f->rules[i].text);
    free(f->rules);
    *f = (struct filter){0};
}

/* ---- asking ------------------------------------------------------------------------------ */

const char *filter_source(struct filter *f, const shoal_observed *at)
{
    char text[256];
    if (!f->sources && !(f->sources = calloc(SOURCES, sizeof *f->sources)))
        return "";
    struct source *s = &f->sources[(at->pc >> 2) % SOURCES];
    if (!s->text || s->pc != at->pc || s->module != at->module) {
        shoal_observed_source(at, text, sizeof text);
        free(s->text);
        *s = (struct source){at->module, at->pc, strdup(text)};
    }
    return s->text ? s->text : "";
}

/* A pattern for the symbol, or the C++ name in it: its length is in front of it there. */
static bool kernel_matches(const char *pattern, const char *kernel)
{
    char part[160];
    if (fnmatch(pattern, kernel, 0) == 0)
        return true;
    snprintf(part, sizeof part, "%zu%s", strlen(pattern), pattern);
    return strncmp(kernel, "_Z", 2) == 0 && strstr(kernel, part) != NULL;
}

/* `text` begins with the mnemonic. */
static bool mnemonic_matches(const char *pattern, const char *text)
{
    static const char *const suffixes[] = {"_e32", "_e64", "_dpp"};
    char name[64];
    size_t length = strcspn(text, " ");
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), text);
    if (fnmatch(pattern, name, 0) == 0)
        return true;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char *at = strstr(name, suffixes[i]);
        if (at)
            *at = '\0';
    }
    return fnmatch(pattern, name, 0) == 0;
}

/* source: "file:line:column" or "file:line". */
static bool line_matches(const struct filter_rule *rule, const char *source)
{
    char file[256];
    snprintf(file, sizeof file, "%s", source);
    char *last = strrchr(file, ':');
    if (!last)
        return false;
    *last = '\0';
    uint64_t line = strtoull(last + 1, NULL, 10);
    char *before = strrchr(file, ':');
    if (before && before[1] >= '0' && before[1] <= '9') { /* that was the column */
        line = strtoull(before + 1, NULL, 10);
        *before = '\0';
    }
    if (line < rule->first[0] || line > rule->last[0])
        return false;
    if (!rule->text)
        return true;
    size_t length = strlen(file), tail = strlen(rule->text);
    return tail <= length && strcmp(file + length - tail, rule->text) == 0 &&
           (tail == length || file[length - tail - 1] == '/');
}

static bool rule_holds(struct filter *f, const struct filter_rule *rule, const shoal_observed *at)
{
    char text[128];
    switch (rule->key) {
    case FILTER_KERNEL:
        return kernel_matches(rule->text, at->kernel);
    case FILTER_GROUP:
        for (int i = 0; i < 3; i++)
            if (at->workgroup[i] < rule->first[i] || at->workgroup[i] > rule->last[i])
                return false;
        return true;
    case FILTER_WAVE:
        return at->wave >= rule->first[0] && at->wave <= rule->last[0];
    case FILTER_LINE:
        return line_matches(rule, filter_source(f, at));
    default:
        shoal_observed_text(at, text, sizeof text);
        return mnemonic_matches(rule->text, text);
    }
}

bool filter_passes(struct filter *f, const shoal_observed *at)
{
    /* In the order of the keys: those that need text come last. */
    for (unsigned key = 0; key < FILTER_KEYS; key++) {
        bool holds = !f->has_key[key];
        for (size_t i = 0; i < f->count && !holds; i++)
            holds = f->rules[i].key == key && rule_holds(f, &f->rules[i], at);
        if (!holds)
            return false;
    }
    return true;
}

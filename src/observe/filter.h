/* filter.h: which instructions a trace shows: shoal_trace_options.only, parsed; and source lines.
 */
#ifndef SHOAL_OBSERVE_FILTER_H
#define SHOAL_OBSERVE_FILTER_H

#include "shoal/observe.h"

enum filter_key {
    FILTER_KERNEL,
    FILTER_GROUP,
    FILTER_WAVE,
    FILTER_LINE,
    FILTER_MNEMONIC,
    FILTER_KEYS,
};

struct filter_rule {
    enum filter_key key;
    char *text;                 /* of kernel and mnemonic; of line: the file, or NULL; owned */
    uint64_t first[3], last[3]; /* of group by dimension; of others in [0] */
};

/* Source lines of instructions that were asked for, by pc. */
enum { SOURCES = 4096 };
struct source {
    const void *module;
    uint64_t pc;
    char *text;
};

struct filter {
    struct filter_rule *rules; /* [count] */
    size_t count;
    bool has_key[FILTER_KEYS];
    struct source *sources; /* [SOURCES], made on first use */
};

/* Adds the rules of one text. false: why says what is wrong. */
bool filter_add(struct filter *filter, const char *text, char *why, size_t why_size);
bool filter_passes(struct filter *filter, const shoal_observed *at);
/* "file:line:column" or "". Valid until the next call. */
const char *filter_source(struct filter *filter, const shoal_observed *at);
/* Lines may be others now: modules have come and gone. */
void filter_forget_sources(struct filter *filter);
void filter_free(struct filter *filter);

#endif

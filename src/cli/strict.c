/* strict.c: the observer of strict.h. */
#include "cli/strict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "shoal/isa.h"

struct strict {
    struct shoal_observer observer, next;
    uint64_t *reported; /* [count] pcs */
    unsigned count, room;
};

static bool is_new(struct strict *s, uint64_t pc)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->reported[i] == pc)
            return false;
    if (s->count == s->room) {
        unsigned room = s->room ? 2 * s->room : 16;
        uint64_t *grown = realloc(s->reported, room * sizeof *grown);
        if (!grown)
            return false;
        s->reported = grown;
        s->room = room;
    }
    s->reported[s->count++] = pc;
    return true;
}

static void before(void *user, const shoal_observed *at)
{
    struct strict *s = user;
    shoal_insn insn;
    const shoal_isa *isa = shoal_isa_find(at->isa);
    if (isa && shoal_insn_decode(isa, at->bytes, at->size_bytes, &insn) == SHOAL_E_RESERVED &&
        is_new(s, at->pc)) {
        char text[SHOAL_INSN_TEXT_BYTES], words[32];
        size_t length = 0;
        for (uint32_t i = 0; i + 4 <= at->size_bytes && i < 12; i += 4) {
            uint32_t word;
            memcpy(&word, at->bytes + i, 4);
            length += (size_t)snprintf(words + length, sizeof words - length, " %08" PRIx32, word);
        }
        shoal_observed_text(at, text, sizeof text);
        cli_fail(&cli_run,
                 "kernel %s, work-group %u,%u,%u, wave %u, pc %#" PRIx64 " (+%#" PRIx64 "): the "
                 "words%s run as '%s' because chips ignore fields that an instruction does not "
                 "use; %s",
                 at->kernel, at->workgroup[0], at->workgroup[1], at->workgroup[2], at->wave, at->pc,
                 at->pc_offset, words, text, insn.reason);
    }
    if (s->next.before)
        s->next.before(s->next.user, at);
}

static void after(void *user, const shoal_observed *at)
{
    struct strict *s = user;
    s->next.after(s->next.user, at);
}

struct strict *strict_open(struct shoal_observer *next)
{
    struct strict *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    if (next)
        s->next = *next;
    s->observer = (struct shoal_observer){s, before, s->next.after ? after : NULL};
    return s;
}

struct shoal_observer *strict_observer(struct strict *strict) { return &strict->observer; }

unsigned strict_close(struct strict *strict)
{
    unsigned count = strict ? strict->count : 0;
    if (strict)
        free(strict->reported);
    free(strict);
    return count;
}

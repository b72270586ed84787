/* test_race_shadow.c: what the launch's shadow says of races between work-groups must not depend on
 * which of them was faster. Random records of three work-groups, in orders that keep the one of
 * each work-group. Witness: the same pairs in all orders, and a race where any two records of the
 * list conflict, found by comparing all of them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/race.h"

enum { GROUPS = 3, MOST = 4, ORDERS = 12, SITES = 6, PAGE = 5, INDEX = 9 };

struct list {
    unsigned count;
    struct race_record of[MOST]; /* segment: 0 or 1, made when it is inserted */
};

static uint64_t random_state;

static uint32_t below(uint32_t n)
{
    random_state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = (random_state ^ random_state >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 32) % n;
}

static void make(struct list *l)
{
    static const unsigned masks[] = {15, 15, 15, 3, 12, 1, 4, 6};
    l->count = 1 + below(MOST);
    uint32_t number = 0;
    for (unsigned i = 0; i < l->count; i++) {
        unsigned kind = below(RACE_ACCESSES);
        number += below(2);
        l->of[i] = (struct race_record){
            .segment = number,
            .where = race_where(1 + below(SITES - 1), below(2), below(4)),
            .value = below(2),
            .kind = kind,
            .mask = masks[below(sizeof masks / sizeof *masks)],
            .has_value = race_is_plain_write(kind) && below(4),
        };
    }
}

static bool has_race(const struct list lists[GROUPS])
{
    for (unsigned a = 0; a < GROUPS; a++)
        for (unsigned b = a + 1; b < GROUPS; b++)
            for (unsigned i = 0; i < lists[a].count; i++)
                for (unsigned k = 0; k < lists[b].count; k++)
                    if (lists[a].of[i].mask & lists[b].of[k].mask &&
                        race_conflict(lists[a].of[i].kind, lists[b].of[k].kind))
                        return true;
    return false;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The pairs as sorted lines; the caller frees. */
static char *describe(struct race_launch *l)
{
    char *lines[64], *text = calloc(64, 128);
    unsigned count = 0;
    for (struct race_pair *p = l->pairs, *next; p; p = next) {
        next = p->next;
        if (count < 64)
            count += asprintf(&lines[count],
                              "%s %" PRIu64 "/%x %" PRIu64 "/%x %" PRIx64 " %" PRIu64 "\n", p->rule,
                              p->first.group, p->first.where, p->second.group, p->second.where,
                              p->address, p->count) > 0;
        free(p);
    }
    l->pairs = NULL;
    qsort(lines, count, sizeof *lines, compare_lines);
    for (unsigned i = 0; i < count; i++) {
        strcat(text, lines[i]);
        free(lines[i]);
    }
    return text;
}

static char *run(const struct list lists[GROUPS])
{
    struct race_site sites[SITES] = {{0}};
    for (unsigned i = 0; i < SITES; i++)
        sites[i].pc = 64 - 8 * i;
    struct race_launch l = {.sites = sites, .site_count = SITES, .shadow = race_shadow_create()};
    pthread_mutex_init(&l.lock, NULL);
    struct shadow_page *page = race_shadow_page(l.shadow, PAGE);
    unsigned done[GROUPS] = {0};
    uint32_t segments[GROUPS][MOST + 1] = {{0}};
    for (;;) {
        unsigned g = below(GROUPS), tried = 0;
        while (done[g] == lists[g].count && tried++ < GROUPS)
            g = (g + 1) % GROUPS;
        if (tried > GROUPS)
            break;
        struct race_record r = lists[g].of[done[g]++];
        uint32_t *segment = &segments[g][r.segment];
        if (!*segment)
            *segment = race_segment(l.shadow, g, r.segment + 1, NULL);
        r.segment = *segment;
        race_shadow_insert(l.shadow, page, INDEX, &r);
    }
    race_shadow_report(&l);
    char *text = describe(&l);
    race_shadow_destroy(l.shadow);
    pthread_mutex_destroy(&l.lock);
    return text;
}

static void print(const struct list lists[GROUPS])
{
    static const char *const kinds[RACE_ACCESSES] = {"read", "write", "atomic", "release"};
    for (unsigned g = 0; g < GROUPS; g++)
        for (unsigned i = 0; i < lists[g].count; i++)
            printf("  group %u: %s of bytes %x at %x, value %u%s, release %u\n", g,
                   kinds[lists[g].of[i].kind], lists[g].of[i].mask, lists[g].of[i].where,
                   lists[g].of[i].value, lists[g].of[i].has_value ? "" : " (unknown)",
                   lists[g].of[i].segment);
}

int main(int argc, char **argv)
{
    unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1500, failed = 0;
    for (unsigned n = 0; n < count; n++) {
        random_state = n;
        struct list lists[GROUPS];
        for (unsigned g = 0; g < GROUPS; g++)
            make(&lists[g]);
        char *first = run(lists);
        bool is_good = has_race(lists) == (first[0] != 0);
        if (!is_good)
            printf("seed %u: %s\n", n, first[0] ? "a race that is none" : "a race is missed");
        for (unsigned k = 1; k < ORDERS && is_good; k++) {
            char *other = run(lists);
            is_good = strcmp(first, other) == 0;
            if (!is_good)
                printf("seed %u: in one order\n%sin another\n%s", n, first, other);
            free(other);
        }
        if (!is_good && failed++ < 5)
            print(lists);
        free(first);
    }
    printf("%u passed, %u failed, 0 skipped\n", count - failed, failed);
    return failed != 0;
}

/* cores.c: see cores.h. Reference: Linux, Documentation/admin-guide/cgroup-v2.rst and
 * Documentation/scheduler/sched-bwc.rst. */
#include "base/cores.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- affinity ---------------------------------------------------------------------------- */

static unsigned affinity_count(void)
{
    /* The kernel refuses a set that is smaller than its own. */
    for (int cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
        cpu_set_t *set = CPU_ALLOC(cpus);
        size_t bytes = CPU_ALLOC_SIZE(cpus);
        if (!set)
            break;
        bool fits = sched_getaffinity(0, bytes, set) == 0;
        unsigned count = fits ? (unsigned)CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (fits)
            return count;
    }
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (unsigned)n;
}

/* ---- control groups ---------------------------------------------------------------------- */

/* The first `count` whole numbers of a file; "max" and -1 are no limit. */
static bool read_numbers(const char *folder, const char *name, size_t count, long long out[])
{
    char path[1024];
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path)
        return false;
    FILE *file = fopen(path, "re");
    size_t n = 0;
    while (file && n < count && fscanf(file, "%lld", &out[n]) == 1)
        n++;
    if (file)
        fclose(file);
    return n == count;
}

/* CPUs that one group grants, rounded up; 0: no limit. */
static unsigned group_limit(const char *folder, bool is_v2)
{
    long long n[2]; /* microseconds of CPU time in each period, and the period */
    bool is_known = is_v2 ? read_numbers(folder, "cpu.max", 2, n)
                          : read_numbers(folder, "cpu.cfs_quota_us", 1, &n[0]) &&
                                read_numbers(folder, "cpu.cfs_period_us", 1, &n[1]);
    if (!is_known || n[0] <= 0 || n[1] <= 0)
        return 0;
    long long cpus = n[0] / n[1] + (n[0] % n[1] != 0);
    return cpus > 1 << 20 ? 0 : (unsigned)cpus;
}

static unsigned least(unsigned a, unsigned b) { return !a ? b : !b || a < b ? a : b; }

/* The least limit of a group and those above it, `path` as in /proc/self/cgroup. A container may
 * see its own group as the root and still read the path that it has outside: missing folders are
 * skipped. */
static unsigned path_limit(const char *mount, const char *path, bool is_v2)
{
    char folder[1024];
    unsigned limit = 0;
    size_t root = strlen(mount);
    if ((size_t)snprintf(folder, sizeof folder, "%s%s", mount, path) >= sizeof folder)
        return group_limit(mount, is_v2);
    for (;;) {
        limit = least(limit, group_limit(folder, is_v2));
        char *slash = strrchr(folder + root, '/');
        if (!slash)
            return limit;
        *slash = '\0';
    }
}

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; *at;) {
        size_t part = strcspn(at, ",");
        if (part == length && memcmp(at, word, length) == 0)
            return true;
        at += part + (at[part] == ',');
    }
    return false;
}

unsigned cores_granted(const char *membership, const char *mount)
{
    char *line = NULL;
    size_t room = 0;
    unsigned limit = 0;
    FILE *file = fopen(membership, "re");
    while (file && getline(&line, &room, file) > 0) { /* NUMBER:CONTROLLERS:PATH */
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = '\0';
        path[strcspn(path, "\n")] = '\0';
        controllers++;
        if (!*controllers) {
            limit = least(limit, path_limit(mount, path, true));
        } else if (has_word(controllers, "cpu")) {
            char folder[512];
            snprintf(folder, sizeof folder, "%s/cpu", mount); /* a link where they are joined */
            limit = least(limit, path_limit(folder, path, false));
        }
    }
    free(line);
    if (file)
        fclose(file);
    return limit;
}

unsigned cores_usable(void)
{
    unsigned count = affinity_count();
    unsigned granted = cores_granted("/proc/self/cgroup", "/sys/fs/cgroup");
    count = granted ? least(count, granted) : count;
    return count ? count : 1;
}

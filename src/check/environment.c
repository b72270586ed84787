/* environment.c: SHOAL_CHECK and its companions. The report comes when the device is destroyed, or
 * when the process exits, which most programs leave their devices to: after all exit handlers and
 * destructors of the program, which may still free memory. */
#include "check/environment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/checker.h"
#include "engine/process.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct check *first; /* under `lock` */
static bool has_findings, has_handler;
static bool is_exiting;
static int exit_status; /* while is_exiting */

static void unlink_check(struct check *c)
{
    pthread_mutex_lock(&lock);
    for (struct check **at = &first; *at; at = &(*at)->next)
        if (*at == c) {
            *at = c->next;
            break;
        }
    pthread_mutex_unlock(&lock);
}

static void report(struct check *c)
{
    char why[SHOAL_CHECK_WHY_BYTES] = "";
    uint64_t findings;
    /* A child of the program has a copy of the parent's findings, which are the parent's to tell.
     */
    if (c->device->generation != process_generation())
        return;
    if (is_exiting && exit_status == 0 && checks(c, SHOAL_CHECK_MEM))
        leak_report(c);
    if (check_write(c, stderr, &findings, why) != SHOAL_OK)
        fprintf(stderr, "shoal: %s\n", why);
    has_findings |= findings != 0;
}

void environment_report(struct check *c)
{
    unlink_check(c);
    report(c);
}

void environment_forget(struct check *c) { unlink_check(c); }

static void at_exit(int status, void *unused)
{
    (void)unused;
    is_exiting = true;
    exit_status = status;
}

/* Destructors of libraries run after all exit handlers. */
__attribute__((destructor)) static void at_end(void)
{
    if (!is_exiting)
        return;
    pthread_mutex_lock(&lock);
    for (struct check *c = first; c; c = c->next)
        report(c);
    pthread_mutex_unlock(&lock);
    if (!has_findings || exit_status != 0)
        return;
    fflush(NULL);
    _exit(SHOAL_CHECK_STATUS);
}

void check_environment(shoal_device *device)
{
    const char *kinds = getenv("SHOAL_CHECK");
    const char *most = getenv("SHOAL_CHECK_MAX_REPORTS");
    char why[SHOAL_CHECK_WHY_BYTES];
    if (!kinds)
        return;
    const char *late = getenv("SHOAL_CHECK_LATE_RESULTS"), *hints = getenv("SHOAL_CHECK_HINTS");
    const shoal_check_options o = {
        .kinds = kinds,
        .max_reports = most ? strtoull(most, NULL, 10) : 0,
        .report = getenv("SHOAL_CHECK_REPORT"),
        .suppressions = getenv("SHOAL_CHECK_SUPPRESSIONS"),
        .suggest = getenv("SHOAL_CHECK_SUGGEST"),
        .baseline = getenv("SHOAL_CHECK_BASELINE"),
        .late_results = late && late[0] && strcmp(late, "0") != 0,
        .hints = hints && hints[0] && strcmp(hints, "0") != 0,
    };
    if (shoal_check_start(device, &o, why) != SHOAL_OK) {
        fprintf(stderr, "shoal: SHOAL_CHECK: %s; nothing is checked\n", why);
        return;
    }
    struct check *c = (struct check *)(void *)device->checker;
    c->is_environment = true;
    pthread_mutex_lock(&lock);
    c->next = first;
    first = c;
    if (!has_handler)
        has_handler = on_exit(at_exit, NULL) == 0;
    pthread_mutex_unlock(&lock);
}

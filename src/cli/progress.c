/* progress.c: owns the progress bar; see progress.h. */
#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

static double now_seconds(void) { return (double)clock_ns() * 1e-9; }

void progress_start(struct progress *bar, const char *title)
{
    *bar = (struct progress){
        .title = title, .enabled = isatty(STDERR_FILENO), .start_seconds = now_seconds()};
    atomic_flag_clear(&bar->drawing);
}

static void draw(const struct progress *bar, uint64_t done, uint64_t total, double elapsed)
{
    enum { width = 30 };
    double part = total ? (double)done / (double)total : 0;
    char cells[width + 1];
    for (int i = 0; i < width; i++)
        cells[i] = i < (int)(part * width) ? '#' : '.';
    cells[width] = '\0';
    fprintf(stderr, "\r%.40s [%s] %3d %%  %.0f s", bar->title, cells, (int)(part * 100), elapsed);
    if (part > 0.01)
        fprintf(stderr, ", about %.0f s left", elapsed / part - elapsed);
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_update(void *user, uint64_t done, uint64_t total)
{
    struct progress *bar = user;
    if (!bar->enabled || atomic_flag_test_and_set(&bar->drawing))
        return;
    /* Short runs show nothing; long ones draw ten times a second. */
    double elapsed = now_seconds() - bar->start_seconds;
    if (elapsed > 0.5 && elapsed - bar->drawn_seconds > 0.1) {
        draw(bar, done, total, elapsed);
        bar->drawn_seconds = elapsed;
        bar->visible = true;
    }
    atomic_flag_clear(&bar->drawing);
}

void progress_end(struct progress *bar)
{
    if (bar->visible) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}

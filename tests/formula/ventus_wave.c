/* ventus_wave.c: runs the requests of ventus_formulas.py (request.h) on a bare warp.
 *
 *     ventus_wave [LEVEL]     avx512, avx2 or sse2; default: the best that the host has
 *
 * Names: xN, vN, mask (active threads), toolchain (1: that dialect). Warps have 32 threads. */
#include <ctype.h>

#include "../ventus/harness.h"
#include "request.h"

static bool set(struct harness *h, const char *name, const char *text)
{
    uint32_t x[32];
    if (!strncmp(name, "toolchain", 9))
        return true;
    size_t n = request_dwords(text, x, 32);
    if (!n)
        return false;
    if (!strcmp(name, "mask"))
        h->w->mask = h->w->on = x[0];
    else if (*name == 'x')
        h->w->x[atoi(name + 1)] = x[0];
    else
        for (unsigned lane = 0; lane < 32; lane++)
            h->w->v[atoi(name + 1)].u[lane] = x[n == 1 ? 0 : lane];
    return true;
}

static void run(struct harness *h, const struct request *r, bool toolchain)
{
    uint8_t code[REQUEST_CODE_BYTES];
    uint32_t words[REQUEST_CODE_BYTES / 4];
    char *save = NULL;
    size_t size = request_assemble(r, toolchain ? "ventus:toolchain" : "ventus", false, code);
    if (!size)
        return;
    harness_reset(h);
    for (char *word = strtok_r(r->state, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *equals = strchr(word, '=');
        if (equals)
            *equals = 0;
        if (!equals || !set(h, word, equals + 1)) {
            printf("error: cannot set %s\n", word);
            return;
        }
    }
    memcpy(words, code, size);
    if (!harness_run(h, words, size / 4)) {
        printf("fault: %s\n", h->w->base.fault.text);
        return;
    }
    for (char *word = strtok_r(r->wanted, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        if (*word == 'x')
            request_print_dwords(&h->w->x[atoi(word + 1)], 1);
        else
            request_print_dwords((const uint32_t *)&h->w->v[atoi(word + 1)], 32);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    struct harness h[2];
    bool open = false;
    for (unsigned i = 0; i < HOST_LEVELS && !open; i++)
        if (argc < 2 || !strcmp(argv[1], host_levels[i]))
            open = harness_open(&h[0], host_levels[i], 32, HARNESS_MANUAL) &&
                   harness_open(&h[1], host_levels[i], 32, HARNESS_TOOLCHAIN);
    if (!open) {
        fprintf(stderr, "SKIP: this build or CPU lacks the level\n");
        return 77;
    }
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        struct request r;
        bool toolchain;
        if (request_cut(line, &r)) {
            toolchain = strstr(r.state, "toolchain=1") != NULL;
            run(&h[toolchain], &r, toolchain);
        } else {
            puts("error: expected CODE | STATE | WANTED");
        }
        fflush(stdout);
    }
    free(line);
    harness_close(&h[0]);
    harness_close(&h[1]);
    return 0;
}

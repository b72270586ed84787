/* rdna3_wave.c: runs the requests of formula_test.py (request.h) on a bare wave.
 *
 *     rdna3_wave [LEVEL]     avx512, avx2 or sse2; default: the best that the host has
 *
 * Names: vN, sN, exec, vcc, m0 (dwords), scc, mode, wave (32 or 64). vN=@OFFSET,.. and sN=@OFFSET
 * set a pair to addresses in memory. */
#include <ctype.h>

#include "../sem/harness.h"
#include "request.h"

static uint32_t *scalar(struct rdna3_wave *w, const char *name)
{
    if (!strcmp(name, "exec"))
        return &w->s[SRC_EXEC_LO];
    if (!strcmp(name, "vcc"))
        return &w->s[SRC_VCC_LO];
    if (!strcmp(name, "m0"))
        return &w->s[SRC_M0];
    unsigned n = *name == 's' ? (unsigned)atoi(name + 1) : SRC_TTMP0;
    return n < SRC_VCC_LO ? &w->s[n] : NULL;
}

static uint8_t *memory(struct harness *h, const char *name, size_t *room)
{
    bool is_lds = !strncmp(name, "lds@", 4);
    size_t at = strtoul(name + 4, NULL, 0), size = is_lds ? HARNESS_LDS : HARNESS_MEMORY;
    *room = at < size ? size - at : 0;
    return (is_lds ? h->group.lds : h->memory) + (at < size ? at : 0);
}

static bool is_memory(const char *name)
{
    return !strncmp(name, "lds@", 4) || !strncmp(name, "mem@", 4);
}

static bool is_vector(const char *name) { return *name == 'v' && isdigit((unsigned char)name[1]); }

static void set_addresses(struct harness *h, const char *name, const char *text)
{
    uint64_t base = (uint64_t)(uintptr_t)h->memory;
    unsigned n = (unsigned)atoi(name + 1), lane = 0;
    for (char *end; *text; text = *end ? end + 1 : end, lane++) {
        uint64_t at = base + strtoul(text, &end, 16);
        if (is_vector(name))
            harness_set_v64(h, n, lane, at);
        else
            set_s64(h->w, n, at);
    }
}

static bool set(struct harness *h, const char *name, const char *text)
{
    uint32_t x[64], *to;
    if (!strcmp(name, "wave"))
        return true;
    if (is_memory(name)) {
        size_t room;
        uint8_t *at = memory(h, name, &room);
        return request_bytes(text, at, room) > 0;
    }
    if (*text == '@') {
        set_addresses(h, name, text + 1);
        return true;
    }
    size_t n = request_dwords(text, x, 64);
    if (!n)
        return false;
    if (is_vector(name)) {
        for (unsigned lane = 0; lane < h->lanes; lane++)
            harness_set_v(h, (unsigned)atoi(name + 1), lane, x[n == 1 ? 0 : lane]);
    } else if (!strcmp(name, "scc")) {
        h->w->scc = x[0] & 1;
    } else if (!strcmp(name, "mode")) {
        h->w->mode = x[0];
    } else {
        to = scalar(h->w, name);
        if (!to)
            return false;
        memcpy(to, x, 4 * n);
    }
    return true;
}

static void print(struct harness *h, const char *name)
{
    if (is_memory(name)) {
        size_t room, length = strtoul(strchr(name, ':') + 1, NULL, 0);
        uint8_t *at = memory(h, name, &room);
        request_print_bytes(at, length < room ? length : room);
    } else if (is_vector(name)) {
        uint32_t x[64];
        for (unsigned lane = 0; lane < h->lanes; lane++)
            x[lane] = harness_v(h, (unsigned)atoi(name + 1), lane);
        request_print_dwords(x, h->lanes);
    } else if (!strcmp(name, "scc")) {
        printf("%x ", h->w->scc);
    } else if (!strcmp(name, "mode")) {
        printf("%x ", h->w->mode);
    } else {
        const uint32_t *x = scalar(h->w, name);
        request_print_dwords(x, !strcmp(name, "exec") || !strcmp(name, "vcc") ? 2 : 1);
    }
}

static void run(struct harness *h, const struct request *r)
{
    uint8_t code[REQUEST_CODE_BYTES];
    uint32_t words[REQUEST_CODE_BYTES / 4];
    char *save = NULL;
    size_t size = request_assemble(r, "rdna3.5", h->lanes == 64, code);
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
    for (char *word = strtok_r(r->wanted, " ", &save); word; word = strtok_r(NULL, " ", &save))
        print(h, word);
    putchar('\n');
}

int main(int argc, char **argv)
{
    struct harness h[2];
    bool open = false;
    for (unsigned i = 0; i < HOST_LEVELS && !open; i++)
        if (argc < 2 || !strcmp(argv[1], host_levels[i]))
            open =
                harness_open(&h[0], host_levels[i], 32) && harness_open(&h[1], host_levels[i], 64);
    if (!open) {
        fprintf(stderr, "SKIP: this build or CPU lacks the level\n");
        return 77;
    }
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        struct request r;
        if (request_cut(line, &r))
            run(&h[strstr(r.state, "wave=64") != NULL], &r);
        else
            puts("error: expected CODE | STATE | WANTED");
        fflush(stdout);
    }
    free(line);
    harness_close(&h[0]);
    harness_close(&h[1]);
    return 0;
}

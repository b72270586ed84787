/* random.c: arbitrary instructions on a bare warp. Nothing may crash (the sanitizer builds run
 * this too), every run ends in a stop that is known, and every host level leaves the same
 * state: registers, memory, flags, SIMT stack, fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness.h"

enum { WORDS = 12, STEPS = 300, ROUNDS = 640 };

static uint64_t seed = 99;

/* Registers that often hold addresses and small numbers. */
static void fill(struct harness *h, uint64_t *r)
{
    for (unsigned i = 1; i < SGPR_COUNT; i++) {
        uint64_t x = harness_random(r);
        h->w->x[i] = x & 64    ? HARNESS_BASE + 0x20000 + (uint32_t)(x >> 8 & 0xfffc)
                     : x & 128 ? 0x70000000u + (uint32_t)(x >> 8 & 0x3fff)
                               : (uint32_t)(x >> 8);
        if (i % 2)
            h->w->x[i] &= x & 256 ? 0 : UINT32_MAX; /* upper halves of addresses */
    }
    for (unsigned i = 0; i < VGPR_COUNT; i++)
        for (unsigned l = 0; l < 32; l++) {
            uint64_t x = harness_random(r);
            h->w->v[i].u[l] = i % 4 == 0   ? HARNESS_BASE + 0x20000 + (uint32_t)(x & 0xfffc)
                              : i % 4 == 1 ? 0
                              : i % 4 == 2 ? (uint32_t)(x & 1023)
                                           : (uint32_t)x;
        }
    for (unsigned i = 0; i < 0x10000; i += 8) {
        uint64_t x = (*r + i) * 0x9e3779b97f4a7c15;
        memcpy(h->memory + 0x20000 + i, &x, 8);
        x = ~x;
        memcpy(h->group.lds + i, &x, 8);
    }
}

/* A random instruction of a row that is executed, or any word at all. */
static size_t instruction(uint32_t *code, bool is_toolchain)
{
    if (harness_random(&seed) % 40 == 0) {
        code[0] = (uint32_t)(harness_random(&seed) >> 3);
        return 1;
    }
    for (;;) {
        unsigned row = (unsigned)(harness_random(&seed) >> 5) % VENTUS_ROW_COUNT;
        if (!ventus_has(row, is_toolchain) || ventus_rows[row].flags & VFLAG_later ||
            (row == VENTUS_ENDPRG && harness_random(&seed) % 8))
            continue;
        const struct ventus_row *r = &ventus_rows[row];
        uint64_t word =
            r->match | ((harness_random(&seed) ^ harness_random(&seed) << 7) & ~r->mask);
        if (r->flags & VFLAG_branch || row == VENTUS_JAL) /* keeps near */
            word =
                (word & ~UINT64_C(0xfe000f80)) | (harness_random(&seed) & 7) << 9 |
                (r->cls == VC_branch && harness_random(&seed) % 3 == 0 ? UINT64_C(0xfe000080) : 0);
        code[0] = (uint32_t)word;
        code[1] = (uint32_t)(word >> 32);
        return ventus_formats[r->format].dwords;
    }
}

struct outcome {
    uint32_t x[SGPR_COUNT], status[8];
    vec32 v[VGPR_COUNT];
    uint8_t memory[0x10000], lds[0x10000];
    struct fault_info fault;
    uint8_t stop;
    bool ended;
};

static void run(struct harness *h, const uint32_t *code, size_t words, uint64_t r,
                struct outcome *out)
{
    harness_reset(h);
    fill(h, &r);
    h->limit = STEPS;
    memset(out, 0, sizeof *out);
    out->ended = harness_run(h, code, words);
    out->stop = h->w->base.stop;
    if (out->stop == STOP_FAULT)
        out->fault = h->w->base.fault;
    memcpy(out->x, h->w->x, sizeof out->x);
    memcpy(out->v, h->w->v, sizeof out->v);
    memcpy(out->memory, h->memory + 0x20000, sizeof out->memory);
    memcpy(out->lds, h->group.lds, sizeof out->lds);
    for (unsigned i = 0; i < 6; i++)
        h->isa->read_register(&h->w->base, 2, i, &out->status[i]);
    h->isa->read_register(&h->w->base, 3, 0x00f, &out->status[6]);
    out->status[7] = h->w->env.first | (uint32_t)h->w->env.fp.scale;
}

static void random_code(void **state)
{
    (void)state;
    static struct outcome first, other;
    static const unsigned sizes[] = {4, 8, 16, 32};
    unsigned ended = 0, faulted = 0;
    for (unsigned s = 0; s < 4; s++)
        for (unsigned dialect = 0; dialect < 2; dialect++) {
            struct harness h[HOST_LEVELS];
            unsigned n = 0;
            for (unsigned level = 0; level < HOST_LEVELS; level++)
                n += harness_open(&h[n], host_levels[level], sizes[s], dialect);
            assert_true(n > 0);
            for (unsigned round = 0; round < ROUNDS / 8; round++) {
                uint32_t code[WORDS + 2];
                size_t words = 0;
                while (words < WORDS)
                    words += instruction(code + words, dialect);
                uint64_t r = harness_random(&seed);
                run(&h[0], code, words, r, &first);
                assert_true(first.stop == STOP_END || first.stop == STOP_FAULT ||
                            first.stop == STOP_YIELD);
                ended += first.ended;
                faulted += first.stop == STOP_FAULT;
                if (first.stop == STOP_FAULT)
                    assert_true(first.fault.cause != SHOAL_FAULT_NOT_IMPLEMENTED);
                assert_true(first.x[0] == 0 && first.status[0] != 0 && first.status[7] == 0);
                for (unsigned k = 1; k < n; k++) {
                    run(&h[k], code, words, r, &other);
                    if (memcmp(&first, &other, sizeof first) != 0) {
                        for (size_t i = 0; i < words; i++)
                            fprintf(stderr, "%08x\n", code[i]);
                        fail_msg("%s and %s differ", h[0].isa->host_cpu, h[k].isa->host_cpu);
                    }
                }
            }
            for (unsigned k = 0; k < n; k++)
                harness_close(&h[k]);
        }
    if (ended < 5 || faulted < 20)
        fail_msg("%u ended, %u faulted", ended, faulted);
}

/* Every executed row, one instruction at a time with random fields. */
static void random_rows(void **state)
{
    (void)state;
    static struct outcome first, other;
    unsigned ended = 0;
    for (unsigned dialect = 0; dialect < 2; dialect++) {
        struct harness h[HOST_LEVELS];
        unsigned n = 0;
        for (unsigned level = 0; level < HOST_LEVELS; level++)
            n += harness_open(&h[n], host_levels[level], 32, dialect);
        for (unsigned row = 0; row < VENTUS_ROW_COUNT; row++) {
            const struct ventus_row *r = &ventus_rows[row];
            if (!ventus_has(row, dialect) || r->flags & VFLAG_later)
                continue;
            for (unsigned k = 0; k < 3; k++) {
                uint64_t word = r->match | (harness_random(&seed) & ~r->mask);
                uint32_t code[3] = {(uint32_t)word, (uint32_t)(word >> 32)};
                /* registers of the kinds that fill() gives addresses */
                if (k && ventus_formats[r->format].dwords == 1)
                    code[0] &= ~(3u << 15 | 3u << 20) | (uint32_t)r->mask;
                code[0] |= (uint32_t)r->match;
                uint64_t at = harness_random(&seed);
                run(&h[0], code, ventus_formats[r->format].dwords, at, &first);
                ended += first.ended;
                for (unsigned i = 1; i < n; i++) {
                    run(&h[i], code, ventus_formats[r->format].dwords, at, &other);
                    if (memcmp(&first, &other, sizeof first) != 0)
                        fail_msg("%s %08x: %s and %s differ", r->name, code[0], h[0].isa->host_cpu,
                                 h[i].isa->host_cpu);
                }
            }
        }
        for (unsigned k = 0; k < n; k++)
            harness_close(&h[k]);
    }
    assert_true(ended > 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_code),
                                       cmocka_unit_test(random_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

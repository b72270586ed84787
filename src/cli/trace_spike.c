/* trace_spike.c: `shoal run --trace FILE --trace-format=spike`: the layout of Spike's commit log,
 * which the Ventus simulators print and RTL testbenches compare with. One line per retired
 * instruction, prefixes too:
 *
 *   core   0: 3 0x80000140 (0xff820213) x4  0x00000000
 *   core   1: 3 0x80000148 (0x0205c507) e32 m1 l4 v10 0x00000003000000020000000100000000 mem
 * 0x90000000
 *
 * core is the warp in its work-group, 3 the privilege (machine mode). Of a vector register all
 * lanes are shown, the highest first. A line "# workgroup x y z" parts work-groups. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/trace.h"
#include "cli/trace_insn.h"

enum { LANES_MAX = 64 };

struct spike {
    struct trace trace; /* first */
    struct trace_decoder decoder;
    bool has_workgroup; /* one was announced */
    uint32_t workgroup[3];
    /* of the instruction that runs */
    bool is_known, has_access;
    shoal_insn insn;
    shoal_access access;
};

static void before(void *user, const shoal_observed *at)
{
    struct spike *s = user;
    s->is_known = trace_decode(&s->decoder, at, &s->insn) == SHOAL_OK;
    s->has_access = shoal_observed_access(at, &s->access);
}

static void announce(struct spike *s, const shoal_observed *at)
{
    if (s->trace.has_groups &&
        (!s->has_workgroup || memcmp(s->workgroup, at->workgroup, sizeof s->workgroup) != 0))
        fprintf(s->trace.out, "# workgroup %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", at->workgroup[0],
                at->workgroup[1], at->workgroup[2]);
    s->has_workgroup = true;
    memcpy(s->workgroup, at->workgroup, sizeof s->workgroup);
}

/* The bits of an instruction, the first word lowest. */
static void put_word(FILE *out, const shoal_observed *at)
{
    fputs(" (0x", out);
    for (uint32_t i = at->size_bytes; i-- > 0;)
        fprintf(out, "%02x", at->bytes[i]);
    fputc(')', out);
}

static void put_scalar(FILE *out, const shoal_observed *at, unsigned index)
{
    uint32_t value;
    char name[8];
    if (index == 0 || shoal_observed_register(at, SHOAL_REG_SCALAR, index, &value) != 1)
        return;
    snprintf(name, sizeof name, "x%u", index);
    fprintf(out, " %-3s 0x%08" PRIx32, name, value);
}

static void put_vector(FILE *out, const shoal_observed *at, unsigned index)
{
    uint32_t values[LANES_MAX];
    char name[8];
    size_t lanes = shoal_observed_register(at, SHOAL_REG_VECTOR, index, values);
    if (lanes == 0)
        return;
    snprintf(name, sizeof name, "v%u", index);
    fprintf(out, " e32 m1 l%zu %-3s 0x", lanes, name);
    while (lanes-- > 0)
        fprintf(out, "%08" PRIx32, values[lanes]);
}

static void put_results(const struct spike *s, const shoal_observed *at)
{
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    size_t count = shoal_insn_operands(s->decoder.isa, &s->insn, false, operands);
    for (size_t i = 0; i < count; i++)
        for (unsigned r = 0; operands[i].is_write && r < operands[i].dwords; r++) {
            if (operands[i].kind == SHOAL_OPERAND_SGPR)
                put_scalar(s->trace.out, at, operands[i].first + r);
            else if (operands[i].kind == SHOAL_OPERAND_VGPR)
                put_vector(s->trace.out, at, operands[i].first + r);
        }
}

static void after(void *user, const shoal_observed *at)
{
    struct spike *s = user;
    FILE *out = s->trace.out;
    announce(s, at);
    fprintf(out, "core%4" PRIu32 ": 3 0x%08" PRIx64, at->wave, at->pc);
    if (at->bytes)
        put_word(out, at);
    if (s->is_known)
        put_results(s, at);
    if (s->has_access) {
        fprintf(out, " mem 0x%08" PRIx64, s->access.address);
        if (s->access.has_value)
            fprintf(out, " 0x%0*" PRIx64, (int)(2 * s->access.bytes), s->access.value);
    }
    fputc('\n', out);
}

struct trace *trace_open_spike(const char *path, bool has_groups)
{
    struct spike *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->trace.has_groups = has_groups;
    s->trace.observer = (struct shoal_observer){.user = s, .before = before, .after = after};
    if (!trace_start(&s->trace, path)) {
        free(s);
        return NULL;
    }
    return &s->trace;
}

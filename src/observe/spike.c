/* spike.c: `shoal run --trace FILE --trace-format=spike`: the commit log of Spike as Ventus's
 * fork of it writes it, which the RTL's test benches and their tools read. Two lines per
 * instruction, prefixes too:
 *
 *   core   0: 0x80000140 (0x02044057) vadd.vx v0, v0, x8
 *   core   0: 3 0x80000140 (0x02044057) c8_vstart 0x00000000 e32 m1 l4 v0  00000007 0x00000003 ...
 *
 * core is the warp in its work-group, counted on by slot; 3 the privilege (machine mode). What an
 * instruction writes follows in the fork's order: scalars, CSRs as cNUMBER_NAME, vector registers
 * with the mask of active threads and all lanes, the highest first; then the state of the SIMT
 * stack for branches; then `mem` with the address of each active thread, and what it stores. The
 * form with `hex` has a vector register as one number. A line "# workgroup x y z" parts
 * work-groups.
 *
 * Reference: THU-DSP-LAB/ventus-gpgpu-isa-simulator, riscv/execute.cc, and the logs beside the
 * RTL's test cases. The text of the first line is Shoal's, with numbers for registers; fflags is
 * shown when it changes, in the fork when a flag is raised. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/insn.h"
#include "observe/trace.h"

enum {
    LANES_MAX = 64,
    WARPS_MAX = 64,
    OP_VECTOR = 0x57,
    OP_SIMT = 0x5b,
    OP_SYSTEM = 0x73,
    FUNCT3_JOIN = 2,
    FUNCT3_SETRPC = 3,
    FUNCT3_VSETVL = 7,
    CSR_FFLAGS = 0x001,
    CSR_VSTART = 0x008,
    CSR_MSTATUS = 0x300,
    CSR_NUMW = 0x801,
    CSR_WGID = 0x804,
    CSR_RPC = 0x80c,
    CSR_VL = 0xc20,
    CSR_VTYPE = 0xc21,
    STATUS_MASK = 0,
};

/* What the log remembers of a warp. */
struct spike_warp {
    uint64_t pc; /* of the latest instruction that was announced */
    uint32_t word;
    unsigned executions; /* of it, in a row */
    uint32_t npc;        /* of the latest branch or join */
};

struct spike {
    struct shoal_trace trace; /* first */
    struct trace_decoder decoder;
    bool has_hex;
    uint32_t slots;
    bool has_workgroup; /* one was announced */
    uint32_t workgroup[3];
    struct spike_warp warps[WARPS_MAX];
    /* of the instruction that runs */
    bool is_known;
    uint32_t word, fflags;
    size_t access_count;
    shoal_insn insn;
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    size_t operand_count;
    shoal_access accesses[LANES_MAX];
};

/* ---- text ------------------------------------------------------------------------------- */

/* The bits of an instruction, the first word lowest. */
static void put_word(FILE *out, const shoal_observed *at)
{
    fputs(" (0x", out);
    for (uint32_t i = at->size_bytes; i-- > 0;)
        fprintf(out, "%02x", at->bytes[i]);
    fputc(')', out);
}

struct announcement {
    FILE *out;
    int pad; /* blanks between the mnemonic and what follows */
    uint64_t pc;
    char target[32];
};

/* Targets of branches, from the pc on. */
static const char *name_target(void *context, uint64_t address)
{
    struct announcement *a = context;
    int64_t distance = (int32_t)(uint32_t)(address - a->pc);
    snprintf(a->target, sizeof a->target, "pc %c %" PRId64, distance < 0 ? '-' : '+',
             distance < 0 ? -distance : distance);
    return a->target;
}

/* Registers by their numbers. */
static void put_token(void *user, shoal_token token, const char *text, size_t length)
{
    struct announcement *a = user;
    char name[8];
    if (token == SHOAL_TOKEN_MNEMONIC)
        a->pad = length < 7 ? 7 - (int)length : 0;
    else
        for (; a->pad; a->pad--)
            fputc(' ', a->out);
    for (unsigned i = 0; token == SHOAL_TOKEN_REGISTER && i < 32; i++) {
        trace_scalar_name(i, name);
        if (strlen(name) == length && memcmp(name, text, length) == 0) {
            fprintf(a->out, "x%u", i);
            return;
        }
    }
    fprintf(a->out, "%.*s", (int)length, text);
}

static uint32_t read_csr(const shoal_observed *at, unsigned number)
{
    uint32_t value[LANES_MAX] = {0};
    shoal_observed_register(at, SHOAL_REG_CSR, number, value);
    return value[0];
}

static void put_core(const struct spike *s, const shoal_observed *at)
{
    uint32_t slot = read_csr(at, CSR_WGID) % s->slots;
    fprintf(s->trace.out, "core%4" PRIu32 ": ", slot * read_csr(at, CSR_NUMW) + at->wave);
}

/* The first line, unless the same instruction runs again at once (a join that jumps to itself). */
static void announce(struct spike *s, const shoal_observed *at)
{
    struct spike_warp *w = &s->warps[at->wave % WARPS_MAX];
    FILE *out = s->trace.out;
    if (w->executions && w->pc == at->pc && w->word == s->word) {
        w->executions++;
        return;
    }
    if (w->executions > 1) {
        put_core(s, at);
        fprintf(out, "Executed %u times\n", w->executions);
    }
    w->pc = at->pc;
    w->word = s->word;
    w->executions = 1;
    put_core(s, at);
    fprintf(out, "0x%08" PRIx64, at->pc);
    put_word(out, at);
    fputc(' ', out);
    if (s->is_known) {
        struct announcement a = {.out = out, .pc = at->pc};
        const shoal_text_options options = {.address = at->pc, .label = name_target, .context = &a};
        shoal_insn_tokens(s->decoder.isa, &s->insn, &options, put_token, &a);
    } else {
        fputs("unknown", out);
    }
    fputc('\n', out);
}

/* ---- before ------------------------------------------------------------------------------ */

static void new_workgroup(struct spike *s, const shoal_observed *at)
{
    if (s->has_workgroup && memcmp(s->workgroup, at->workgroup, sizeof s->workgroup) == 0)
        return;
    if (s->trace.has_groups)
        fprintf(s->trace.out, "# workgroup %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", at->workgroup[0],
                at->workgroup[1], at->workgroup[2]);
    s->has_workgroup = true;
    memcpy(s->workgroup, at->workgroup, sizeof s->workgroup);
    memset(s->warps, 0, sizeof s->warps);
}

static void before(void *user, const shoal_observed *at)
{
    struct spike *s = user;
    if (!trace_begins(&s->trace, at)) {
        trace_skip(&s->decoder, at);
        return;
    }
    s->is_known = trace_decode(&s->decoder, at, &s->insn) == SHOAL_OK;
    s->operand_count = 0;
    if (s->is_known)
        s->operand_count = shoal_insn_operands(s->decoder.isa, &s->insn, false, s->operands);
    s->word = 0;
    if (at->size_bytes >= sizeof s->word)
        memcpy(&s->word, at->bytes, sizeof s->word);
    s->fflags = read_csr(at, CSR_FFLAGS);
    s->access_count = 0;
    for (unsigned lane = 0; lane < at->wave_lanes; lane++)
        s->access_count +=
            shoal_observed_lane_access(at, lane, &s->accesses[s->access_count]) ? 1 : 0;
    new_workgroup(s, at);
    announce(s, at);
}

/* ---- after ------------------------------------------------------------------------------- */

static unsigned major(const struct spike *s) { return s->word & 0x7f; }
static unsigned funct3(const struct spike *s) { return s->word >> 12 & 7; }

static void put_csr(const struct spike *s, const shoal_observed *at, unsigned number,
                    const char *name)
{
    fprintf(s->trace.out, " c%u_%s 0x%08" PRIx32, number, name, read_csr(at, number));
}

static void put_scalars(const struct spike *s, const shoal_observed *at)
{
    for (size_t i = 0; i < s->operand_count; i++) {
        const shoal_operand *o = &s->operands[i];
        if (!o->is_write || o->kind != SHOAL_OPERAND_SGPR)
            continue;
        for (unsigned index = o->first; index < o->first + (unsigned)o->dwords; index++) {
            uint32_t value[LANES_MAX];
            char name[8];
            if (index == 0 || !shoal_observed_register(at, SHOAL_REG_SCALAR, index, value))
                continue;
            snprintf(name, sizeof name, "x%u", index);
            fprintf(s->trace.out, " %-3s 0x%08" PRIx32, name, value[0]);
        }
    }
}

static void put_vtype(const struct spike *s, const shoal_observed *at)
{
    uint32_t vtype = read_csr(at, CSR_VTYPE);
    fprintf(s->trace.out, " e%u m%u l%" PRIu32, 8u << (vtype >> 3 & 7), 1u << (vtype & 3),
            read_csr(at, CSR_VL));
}

static void put_vector(const struct spike *s, const shoal_observed *at, unsigned index)
{
    uint32_t values[LANES_MAX], mask[LANES_MAX] = {0};
    char name[8];
    size_t lanes = shoal_observed_register(at, SHOAL_REG_VECTOR, index, values);
    shoal_observed_register(at, SHOAL_REG_STATUS, STATUS_MASK, mask);
    snprintf(name, sizeof name, "v%u", index);
    fprintf(s->trace.out, " %-3s %08" PRIx32 " 0x", name, mask[0]);
    while (lanes-- > 0)
        fprintf(s->trace.out, s->has_hex ? "%08" PRIx32 : "%08" PRIx32 " ", values[lanes]);
}

static void put_vectors(const struct spike *s, const shoal_observed *at)
{
    bool is_first = true;
    for (size_t i = 0; i < s->operand_count; i++) {
        const shoal_operand *o = &s->operands[i];
        for (unsigned r = 0; o->is_write && o->kind == SHOAL_OPERAND_VGPR && r < o->dwords; r++) {
            if (is_first)
                put_vtype(s, at);
            is_first = false;
            put_vector(s, at, o->first + r);
        }
    }
}

static bool touches_vectors(const struct spike *s)
{
    for (size_t i = 0; i < s->operand_count; i++)
        if (s->operands[i].kind == SHOAL_OPERAND_VGPR)
            return true;
    return false;
}

static bool writes_vectors(const struct spike *s)
{
    for (size_t i = 0; i < s->operand_count; i++)
        if (s->operands[i].kind == SHOAL_OPERAND_VGPR && s->operands[i].is_write)
            return true;
    return false;
}

/* Takes the name of a CSR from the text: "csrrs t4, mstatus, t4", "csrw mtvec, t6". */
struct csr_name {
    char text[24];
};

static void take_name(void *user, shoal_token token, const char *text, size_t length)
{
    struct csr_name *n = user;
    if (token == SHOAL_TOKEN_NAME && !n->text[0])
        snprintf(n->text, sizeof n->text, "%.*s", (int)length, text);
}

static void put_system(const struct spike *s, const shoal_observed *at)
{
    unsigned number = s->word >> 20;
    bool sets_bits = (funct3(s) & 3) != 1;
    if ((funct3(s) & 3) == 0 || (sets_bits && (s->word >> 15 & 31) == 0))
        return; /* no CSR instruction, or one that only reads */
    struct csr_name name = {{0}};
    shoal_insn_tokens(s->decoder.isa, &s->insn, NULL, take_name, &name);
    put_csr(s, at, number, name.text[0] ? name.text : "unknown");
}

static void put_stack(struct spike *s, const shoal_observed *at)
{
    struct spike_warp *w = &s->warps[at->wave % WARPS_MAX];
    uint32_t mask[LANES_MAX] = {0}, entry[LANES_MAX];
    unsigned depth = 0;
    bool has_moved = at->next_pc != at->pc + at->size_bytes;
    if (funct3(s) != FUNCT3_SETRPC && (funct3(s) != FUNCT3_JOIN || has_moved))
        w->npc = (uint32_t)at->next_pc;
    shoal_observed_register(at, SHOAL_REG_STATUS, STATUS_MASK, mask);
    while (shoal_observed_register(at, SHOAL_REG_STACK, depth, entry))
        depth++;
    fprintf(s->trace.out,
            " current mask:\t%08" PRIx32 " current npc:\t%08" PRIx32 " stack size: %u", mask[0],
            w->npc, depth);
    for (unsigned i = 0; i < depth; i++) {
        shoal_observed_register(at, SHOAL_REG_STACK, i, entry);
        fprintf(s->trace.out,
                "\n[r_pc] %08" PRIx32 " [else_pc] %08" PRIx32 " [else_mask] %08" PRIx32 " ",
                entry[0], entry[1], entry[2]);
    }
}

static void put_accesses(const struct spike *s)
{
    for (size_t i = 0; i < s->access_count; i++) {
        const shoal_access *a = &s->accesses[i];
        fprintf(s->trace.out, " mem 0x%08" PRIx64, a->address);
        if (a->has_value)
            fprintf(s->trace.out, " 0x%0*" PRIx64, a->bytes == 1 ? 1 : (int)(2 * a->bytes),
                    a->value);
    }
}

static void put_results(struct spike *s, const shoal_observed *at)
{
    bool is_setvl = major(s) == OP_VECTOR && funct3(s) == FUNCT3_VSETVL;
    bool is_branch = major(s) == OP_SIMT && funct3(s) != FUNCT3_JOIN && funct3(s) != FUNCT3_SETRPC;
    bool is_vector = touches_vectors(s) && !(major(s) == OP_SIMT && !is_branch);
    bool is_load = s->insn.flags & SHOAL_INSN_LOAD && s->access_count && writes_vectors(s);
    if (!is_vector && s->fflags != read_csr(at, CSR_FFLAGS) && major(s) != OP_SYSTEM)
        put_csr(s, at, CSR_FFLAGS, "fflags");
    put_scalars(s, at);
    if ((is_vector && !is_load) || is_setvl)
        put_csr(s, at, CSR_VSTART, "vstart");
    if (is_setvl) {
        put_csr(s, at, CSR_VL, "vl");
        put_csr(s, at, CSR_VTYPE, "vtype");
        put_csr(s, at, CSR_MSTATUS, "mstatus");
    }
    if (is_vector && s->fflags != read_csr(at, CSR_FFLAGS))
        put_csr(s, at, CSR_FFLAGS, "fflags");
    if (is_vector && !writes_vectors(s))
        put_vtype(s, at);
    put_vectors(s, at);
    if (is_load)
        put_csr(s, at, CSR_VSTART, "vstart");
    if (major(s) == OP_SYSTEM)
        put_system(s, at);
    if (major(s) == OP_SIMT) {
        if (funct3(s) == FUNCT3_SETRPC)
            put_csr(s, at, CSR_RPC, "rpc");
        put_stack(s, at);
    }
}

static void after(void *user, const shoal_observed *at)
{
    struct spike *s = user;
    FILE *out = s->trace.out;
    if (!s->trace.is_shown)
        return;
    put_core(s, at);
    fprintf(out, "3 0x%08" PRIx64, at->pc);
    if (at->bytes)
        put_word(out, at);
    if (s->is_known)
        put_results(s, at);
    put_accesses(s);
    fputc('\n', out);
}

struct shoal_trace *trace_new_spike(bool has_hex, uint32_t slots)
{
    struct spike *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->has_hex = has_hex;
    s->slots = slots ? slots : 1;
    s->trace.observer = (struct shoal_observer){.user = s, .before = before, .after = after};
    return &s->trace;
}

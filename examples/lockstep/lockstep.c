/* lockstep.c: compares another machine with Shoal at each retirement, as the test bench of an RTL
 * does.
 *
 *     lockstep [--fault sra|mask]
 *
 * The other machine is a stand-in for the RTL: a few instructions of a Ventus warp in C, by
 * themselves, with a pipeline that tells what it retires. --fault breaks one: `sra` makes the
 * vector unit's arithmetic shift fill with zeros, `mask` moves the threads that store by one. The
 * first difference is printed with the instruction, and the exit status is 1. With Verilator,
 * retire() is what the DPI-C function of the write-back stage calls: docs/ventus.md. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/asm.h"
#include "shoal/lockstep.h"

enum { THREADS = 8, WARPS = 2, WORDS = THREADS * WARPS };

static const char program[] = "lw t0, 0(a0)\n"
                              "csrr t3, 0x805\n" /* warp in the work-group */
                              "slli t3, t3, 5\n"
                              "add t0, t0, t3\n"
                              "vid.v v1\n"
                              "li t1, -100\n"
                              "vmul.vx v2, v1, t1\n"
                              "vsra.vi v2, v2, 3\n"
                              "vsll.vi v3, v1, 2\n"
                              "vadd.vx v3, v3, t0\n"
                              "vsw12.v v2, 0(v3)\n"
                              "ret\n";

/* What the RTL's write-back says of one instruction. */
struct retirement {
    uint64_t pc;
    int scalar, vector; /* register that was written; -1: none */
    uint32_t value;
    uint32_t values[THREADS];
    uint32_t stores; /* threads that store */
    uint32_t address[THREADS], data[THREADS];
};

/* ---- the stand-in ---- */

struct rtl {
    uint32_t pc, x[64], v[256][THREADS], mask;
    uint32_t warp, arguments, buffer;
    const uint8_t *code;
    uint32_t code_base;
    const char *fault;
};

static void alu(const struct rtl *r, uint32_t word, struct retirement *out)
{
    unsigned rd = word >> 7 & 31, rs1 = word >> 15 & 31, rs2 = word >> 20 & 31;
    int32_t immediate = (int32_t)word >> 20;
    out->scalar = (int)rd;
    switch (word & 0x7f) {
    case 0x03: /* lw: the one word of arguments */
        out->value = r->x[rs1] + (uint32_t)immediate == r->arguments ? r->buffer : 0;
        break;
    case 0x13: /* addi, slli */
        out->value =
            (word >> 12 & 7) == 1 ? r->x[rs1] << (immediate & 31) : r->x[rs1] + (uint32_t)immediate;
        break;
    case 0x33: /* add */
        out->value = r->x[rs1] + r->x[rs2];
        break;
    default: /* csrrs: the number of the warp */
        out->value = r->warp;
        break;
    }
}

static uint32_t vector_alu(const struct rtl *r, uint32_t word, unsigned thread)
{
    unsigned vs2 = word >> 20 & 31, rs1 = word >> 15 & 31;
    uint32_t a = r->v[vs2][thread];
    switch (word >> 26) {
    case 0x00: /* vadd.vx */
        return a + r->x[rs1];
    case 0x14: /* vid.v */
        return thread;
    case 0x25: /* vmul.vx, vsll.vi */
        return (word >> 12 & 7) == 3 ? a << rs1 : a * r->x[rs1];
    default: /* vsra.vi */
        return strcmp(r->fault, "sra") == 0 ? a >> rs1 : (uint32_t)((int32_t)a >> rs1);
    }
}

/* Executes an instruction. false: the kernel returns. */
static bool clock_until_retired(struct rtl *r, struct retirement *out)
{
    uint32_t word;
    memcpy(&word, r->code + (r->pc - r->code_base), 4);
    *out = (struct retirement){.pc = r->pc, .scalar = -1, .vector = -1};
    if ((word & 0x7f) == 0x67)
        return false;
    r->pc += 4;
    if ((word & 0x7f) == 0x57) {
        out->vector = (int)(word >> 7 & 31);
        for (unsigned t = 0; t < THREADS; t++)
            out->values[t] = r->v[out->vector][t] = vector_alu(r, word, t);
    } else if ((word & 0x7f) == 0x7b) { /* vsw12.v */
        out->stores = strcmp(r->fault, "mask") == 0 ? r->mask << 1 : r->mask;
        for (unsigned t = 0; t < THREADS; t++) {
            out->address[t] = r->v[word >> 15 & 31][t];
            out->data[t] = r->v[word >> 20 & 31][t];
        }
    } else {
        alu(r, word, out);
        if (out->scalar)
            r->x[out->scalar] = out->value;
    }
    return true;
}

/* ---- comparing ---- */

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "lockstep: %s: %s\n", what, why);
    exit(2);
}

static bool differs(const shoal_retired *s, unsigned warp, const char *what, uint32_t rtl,
                    uint32_t shoal)
{
    printf("warp %u, pc %#" PRIx64 " (kernel + %#" PRIx64 "): %s\n  %s: RTL %#" PRIx32
           ", Shoal %#" PRIx32 "\n",
           warp, s->pc, s->pc_offset, s->text, what, rtl, shoal);
    return false;
}

static bool same_write(const struct retirement *r, const shoal_retired *s, unsigned warp,
                       const shoal_write *w)
{
    char what[64];
    if (w->is_memory && (uint32_t)w->lanes != r->stores)
        return differs(s, warp, "threads that store", r->stores, (uint32_t)w->lanes);
    bool is_vector = w->file == SHOAL_REG_VECTOR;
    for (unsigned t = 0; (w->is_memory || is_vector) && t < THREADS; t++) {
        if (!(w->lanes >> t & 1))
            continue;
        if (w->is_memory && (uint32_t)w->address[t] != r->address[t]) {
            snprintf(what, sizeof what, "address of thread %u", t);
            return differs(s, warp, what, r->address[t], (uint32_t)w->address[t]);
        }
        uint32_t rtl = w->is_memory ? r->data[t] : r->values[t];
        uint32_t shoal = w->is_memory ? (uint32_t)w->contents[t] : w->values[t];
        snprintf(what, sizeof what, w->is_memory ? "store of thread %u" : "v%u thread %u",
                 w->is_memory ? t : w->index, t);
        if (rtl != shoal)
            return differs(s, warp, what, rtl, shoal);
    }
    snprintf(what, sizeof what, "x%u", w->index);
    if (!w->is_memory && w->file == SHOAL_REG_SCALAR && w->values[0] != r->value)
        return differs(s, warp, what, r->value, w->values[0]);
    return true;
}

/* What a test bench calls when an instruction of a warp leaves the write-back. false: they differ.
 */
static bool retire(shoal_lockstep *l, unsigned warp, const struct retirement *r)
{
    shoal_retired s;
    bool writes = false;
    if (shoal_lockstep_step(l, 0, warp, &s) != SHOAL_OK)
        fail("Shoal", shoal_last_error(NULL));
    if (s.pc != r->pc)
        return differs(&s, warp, "pc", (uint32_t)r->pc, (uint32_t)s.pc);
    for (size_t i = 0; i < s.write_count; i++) {
        if (!same_write(r, &s, warp, &s.writes[i]))
            return false;
        writes = true;
    }
    if (!writes && (r->scalar > 0 || r->vector >= 0 || r->stores))
        return differs(&s, warp, "writes", 1, 0);
    return true;
}

/* ---- both machines ---- */

/* Lets a warp run up to the kernel, behind the start code, and gives the RTL its registers. */
static void begin(shoal_lockstep *l, unsigned warp, struct rtl *r)
{
    shoal_lockstep_shape shape = shoal_lockstep_get_shape(l);
    uint32_t values[64];
    uint64_t pc = 0;
    while (shoal_lockstep_where(l, 0, warp, &pc, NULL) == SHOAL_OK && pc != shape.entry)
        if (shoal_lockstep_step(l, 0, warp, NULL) != SHOAL_OK)
            fail("Shoal", shoal_last_error(NULL));
    for (unsigned i = 0; i < 64; i++)
        r->x[i] = shoal_lockstep_read(l, 0, warp, SHOAL_REG_SCALAR, i, values) ? values[0] : 0;
    shoal_lockstep_read(l, 0, warp, SHOAL_REG_STATUS, 0, &r->mask);
    r->pc = (uint32_t)pc;
    r->warp = warp;
    r->arguments = r->x[10];
}

int main(int argc, char **argv)
{
    const char *fault = argc == 3 && strcmp(argv[1], "--fault") == 0 ? argv[2] : "";
    if (argc != 1 && !*fault)
        fail("usage", "lockstep [--fault sra|mask]");
    shoal_asm_options as = shoal_asm_options_default();
    as.output = SHOAL_ASM_RAW;
    shoal_asm_result *code;
    if (shoal_asm_text("ventus", program, strlen(program), &as, &code) != SHOAL_OK)
        fail("program", code->diagnostics[0].text);
    shoal_device_options options = shoal_device_options_default();
    options.isa = "ventus";
    options.wave_lanes = THREADS;
    shoal_load_options load = {.raw = true, .name = "shift"};
    shoal_device *device;
    shoal_module *module;
    uint64_t buffer;
    if (shoal_device_create(&options, &device) != SHOAL_OK ||
        shoal_module_load(device, code->output, code->output_size, &load, &module) != SHOAL_OK ||
        shoal_mem_alloc(device, 4 * WORDS, 0, &buffer) != SHOAL_OK)
        fail("device", shoal_last_error(NULL));
    uint32_t argument = (uint32_t)buffer;
    shoal_launch_desc desc = shoal_launch_desc_default();
    desc.grid[0] = desc.block[0] = THREADS * WARPS;
    desc.args = &argument;
    desc.args_size = sizeof argument;
    shoal_lockstep *l;
    if (shoal_lockstep_create(device, shoal_module_kernel_at(module, 0), &desc, &l) != SHOAL_OK)
        fail("lockstep", shoal_last_error(device));

    static struct rtl rtl[WARPS];
    bool runs[WARPS] = {true, true}, same = true;
    unsigned retired = 0;
    for (unsigned w = 0; w < WARPS; w++) {
        begin(l, w, &rtl[w]);
        rtl[w].code = code->output;
        rtl[w].code_base = rtl[w].pc;
        rtl[w].buffer = argument;
        rtl[w].fault = fault;
    }
    /* The RTL says in which order warps retire: here they take turns. */
    for (unsigned w = 0; same && (runs[0] || runs[1]); w = (w + 1) % WARPS) {
        struct retirement r;
        if (!runs[w] || !(runs[w] = clock_until_retired(&rtl[w], &r)))
            continue;
        same = retire(l, w, &r);
        retired++;
    }
    if (same)
        printf("%u instructions of %d warps retired, no difference\n", retired, WARPS);
    shoal_lockstep_destroy(l);
    shoal_device_destroy(device);
    shoal_asm_result_free(code);
    return same ? 0 : 1;
}

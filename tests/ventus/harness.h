/* harness.h: one bare warp on which tests run single instructions, without the engine.
 *
 *     struct harness h;
 *     harness_open(&h, "avx512", 32, HARNESS_MANUAL)      false: this CPU lacks the level
 *     harness_reset(&h);
 *     h.w->v[1].u[lane] = 5;
 *     struct ventus_insn in = harness_insn("vadd.vv");
 *     in.f[VF_rd] = 3, in.f[VF_rs1] = 1, in.f[VF_rs2] = 2, in.f[VF_vm] = 1;
 *     assert_true(harness_run_insn(&h, &in));             false: h.w->base.fault says why
 *
 * Device memory is 1 MiB at HARNESS_BASE; the warp's private memory begins at its half. The
 * state of a warp is open to tests (exec/state.h). */
#ifndef SHOAL_TESTS_VENTUS_HARNESS_H
#define SHOAL_TESTS_VENTUS_HARNESS_H

#include "../levels.h"
#include "isa/ventus/exec/state.h"

enum {
    HARNESS_MEMORY = 1 << 20,
    HARNESS_LDS = 1 << 16,
    HARNESS_PRIVATE = 1024, /* bytes per thread */
    HARNESS_CODE = 0x1000,  /* where code appears to be, from HARNESS_BASE */
};
#define HARNESS_BASE 0x90000000u

enum harness_dialect { HARNESS_MANUAL, HARNESS_TOOLCHAIN };

struct harness {
    const struct isa_exec *isa;
    struct ventus_wave *w;
    struct ventus_share share;
    struct machine machine;
    struct group group;
    uint8_t *memory; /* of device address HARNESS_BASE */
    void *kernel;
    struct code *code;
    unsigned lanes;
    uint32_t printed;                                  /* last value of a write to CSR_PRINT */
    void (*each)(struct harness *, const struct op *); /* before every instruction, or NULL */
    unsigned limit; /* instructions that a run may take; 0: any number */
};

bool harness_open(struct harness *h, const char *host_cpu, unsigned lanes,
                  enum harness_dialect dialect);
void harness_close(struct harness *h);

/* Registers, LDS and memory to zero; the state of a warp that begins. */
void harness_reset(struct harness *h);

/* Runs words of code, behind which an endprg is put, from the first on. True if the warp
 * reached the end; else it has faulted or, with stop = STOP_YIELD, met the limit. */
bool harness_run(struct harness *h, const uint32_t *code, size_t words);
bool harness_run_insn(struct harness *h, const struct ventus_insn *in);

/* An instruction with all fields zero but vm. Aborts on an unknown name. */
struct ventus_insn harness_insn(const char *mnemonic);

static inline uint32_t harness_lane(const struct harness *h, unsigned reg, unsigned lane)
{
    return h->w->v[reg].u[lane];
}
static inline uint64_t harness_lane64(const struct harness *h, unsigned reg, unsigned lane)
{
    return h->w->v[reg].u[lane] | (uint64_t)h->w->v[reg + 1].u[lane] << 32;
}
static inline void harness_set64(struct harness *h, unsigned reg, unsigned lane, uint64_t x)
{
    h->w->v[reg].u[lane] = (uint32_t)x;
    h->w->v[reg + 1].u[lane] = (uint32_t)(x >> 32);
}

/* A CSR, read by an instruction. */
uint32_t harness_csr(struct harness *h, unsigned csr);
void harness_set_csr(struct harness *h, unsigned csr, uint32_t value);
/* vtype: element width (0: 8 bits .. 3: 64), LMUL 1 or 2, vl. */
void harness_configure(struct harness *h, unsigned sew, unsigned lmul, uint32_t vl);

/* Random numbers, the same in every run; about half are edge cases. */
uint64_t harness_random(uint64_t *state);

#endif

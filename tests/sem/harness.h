/* harness.h: one bare wave on which tests run single instructions, without the engine.
 *
 *     struct harness h;
 *     if (!harness_open(&h, "avx512", 32))
 *         skip();                                    // this CPU lacks the level
 *     harness_reset(&h);
 *     harness_set_v(&h, 1, lane, 0x3f800000);
 *     struct rdna3_insn in = harness_insn("v_add_f32", FMT_VOP2);
 *     in.f[F_vdst] = 0, in.f[F_src0] = 256 + 1, in.f[F_vsrc1] = 1;
 *     assert_true(harness_run_insn(&h, &in));        // false: h.w->base.fault says why
 *     harness_v(&h, 0, lane)
 *
 * Global memory is h.memory [HARNESS_MEMORY]: device addresses are its host addresses.
 * The state of a wave is open to tests (exec/state.h). */
#ifndef SHOAL_TESTS_HARNESS_H
#define SHOAL_TESTS_HARNESS_H

#include "../levels.h"
#include "isa/rdna3/exec/state.h"

enum { HARNESS_MEMORY = 1 << 20, HARNESS_LDS = 1 << 16, HARNESS_SCRATCH = 4096 };

struct harness {
    const struct isa_exec *isa;
    struct rdna3_wave *w;
    struct machine machine;
    struct group group;
    atomic_uint_fast64_t turn;
    uint8_t *memory;
    uint8_t *scratch;
    void *kernel;
    unsigned lanes;
};

/* lanes: 32 or 64. false: this CPU or build lacks the level. */
bool harness_open(struct harness *h, const char *host_cpu, unsigned lanes);
void harness_close(struct harness *h);

/* Registers, LDS, scratch and memory to zero; EXEC to all lanes; MODE to round-to-nearest,
 * denormals on, DX10_CLAMP and IEEE off. */
void harness_reset(struct harness *h);

/* Runs dwords of code behind which an s_endpgm is put. True if the wave reached it. */
bool harness_run(struct harness *h, const uint32_t *code, size_t dwords);
bool harness_run_insn(struct harness *h, const struct rdna3_insn *in);

/* An instruction of row `mnemonic` in encoding `format` with all fields zero (VOP3P:
 * op_sel_hi all ones). Aborts on an unknown name. */
struct rdna3_insn harness_insn(const char *mnemonic, unsigned format);

static inline uint32_t harness_v(const struct harness *h, unsigned reg, unsigned lane)
{
    return *vgpr_lane(h->w, reg, lane);
}
static inline void harness_set_v(struct harness *h, unsigned reg, unsigned lane, uint32_t value)
{
    *vgpr_lane(h->w, reg, lane) = value;
}
static inline uint64_t harness_v64(const struct harness *h, unsigned reg, unsigned lane)
{
    return harness_v(h, reg, lane) | (uint64_t)harness_v(h, reg + 1, lane) << 32;
}
static inline void harness_set_v64(struct harness *h, unsigned reg, unsigned lane, uint64_t value)
{
    harness_set_v(h, reg, lane, (uint32_t)value);
    harness_set_v(h, reg + 1, lane, (uint32_t)(value >> 32));
}

#endif

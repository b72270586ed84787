/* observe.h: watch a kernel run, instruction by instruction.
 *
 *   static void before(void *user, const shoal_observed *at)
 *   {
 *       char text[96];
 *       shoal_observed_text(at, text, sizeof text);
 *       fprintf(user, "%#llx %s\n", (unsigned long long)at->pc_offset, text);
 *   }
 *   struct shoal_observer o = {.user = stderr, .before = before};
 *   desc.observer = &o;
 *
 * A launch with an observer runs on one host thread in the interpreter, so that callbacks
 * come one at a time and, for the same input, in the same order. A launch without one does
 * not pay for this interface. */
#ifndef SHOAL_OBSERVE_H
#define SHOAL_OBSERVE_H

#include "shoal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the observed wave is. Borrowed for the callback. */
typedef struct shoal_observed {
    const char *isa;    /* for shoal_isa_find: "rdna3", "ventus", "ventus:toolchain" */
    const char *kernel; /* name */
    uint32_t workgroup[3];
    uint32_t wave;        /* in the work-group */
    uint32_t wave_lanes;  /* 32 or 64; Ventus: 4 to 32 */
    uint64_t pc;          /* device address of the instruction */
    uint64_t pc_offset;   /* from the kernel's first instruction */
    const uint8_t *bytes; /* [size_bytes] the instruction */
    uint32_t size_bytes;
    unsigned instruction_class; /* SHOAL_CLASS_* */
    uint64_t next_pc;           /* in `after`: where the wave goes on; 0 when it has ended */
    const void *engine;         /* not for the observer */
    void *state;                /* not for the observer */
    const void *op;             /* not for the observer */
    const void *code;           /* not for the observer */
    const void *module;         /* not for the observer */
} shoal_observed;

struct shoal_observer {
    void *user;
    /* Before and after an instruction executes. `after` is not called for an instruction
     * that faults. Either may be NULL. */
    void (*before)(void *user, const shoal_observed *at);
    void (*after)(void *user, const shoal_observed *at);
};

typedef enum shoal_register_file {
    SHOAL_REG_SCALAR, /* index as in the instruction set's scalar operands: RDNA3: 0..105
                       * SGPRs, 106 VCC_LO, 125 M0, 126 EXEC_LO, 127 EXEC_HI; one dword */
    SHOAL_REG_VECTOR, /* VGPRs: one dword per lane of the wave */
    SHOAL_REG_STATUS, /* RDNA3: 0: SCC, 1: MODE, 2: STATUS. Ventus: 0: active mask, 1: CSR_RPC,
                       * 2: fcsr, 3: entries of the SIMT stack, 4: vl, 5: vtype. One dword */
    SHOAL_REG_CSR,    /* Ventus: by number; one dword */
    SHOAL_REG_STACK,  /* Ventus: entries of the SIMT stack, 0 the top; 3 dwords: the pc of the join
                       * that takes it, where threads go on then, which ones */
} shoal_register_file;

/* Reads a register of the observed wave into values[64] and returns the number of dwords:
 * 1, the lanes of the wave, or those of an entry; 0 if there is no such register. */
SHOAL_API size_t shoal_observed_register(const shoal_observed *at, shoal_register_file file,
                                         unsigned index, uint32_t *values);

typedef struct shoal_access {
    uint64_t address; /* device address of the first active lane's access */
    uint32_t bytes;   /* of one lane */
    bool is_store;
    bool has_value; /* a scalar store of `value` */
    uint64_t value;
} shoal_access;

/* What the instruction will do to memory; for use in `before`. false: nothing. Image instructions
 * are not told. */
SHOAL_API bool shoal_observed_access(const shoal_observed *at, shoal_access *out);

/* The same of one lane; has_value also tells a vector store of one word. Scalar accesses are those
 * of lane 0. */
SHOAL_API bool shoal_observed_lane_access(const shoal_observed *at, unsigned lane,
                                          shoal_access *out);

typedef enum shoal_space {
    SHOAL_SPACE_GLOBAL,  /* device addresses */
    SHOAL_SPACE_LDS,     /* byte offsets into the work-group's local memory */
    SHOAL_SPACE_SCRATCH, /* byte offsets into the lane's scratch */
    SHOAL_SPACE_FLAT,    /* device addresses, with apertures for LDS and scratch */
} shoal_space;

typedef struct shoal_lane_accesses {
    shoal_space space;
    uint32_t bytes;         /* of one lane's element */
    bool is_load, is_store; /* both: an atomic */
    bool is_scalar;         /* one access of the wave: address[0] */
    uint64_t lanes;         /* that access memory, a bit each */
    uint64_t address[64];   /* of these lanes' elements */
    bool has_second;        /* each lane makes a second access, `second` bytes after the first */
    int32_t second;
} shoal_lane_accesses;

/* Of every lane at once, with the space. Of buffer instructions: the lanes inside the buffer. */
SHOAL_API bool shoal_observed_lane_accesses(const shoal_observed *at, shoal_lane_accesses *out);

/* Writes "file:line:column" of the instruction with a NUL, cut to size; "" if the file that the
 * kernel is from has no debug information for it. */
SHOAL_API void shoal_observed_source(const shoal_observed *at, char *text, size_t size);

/* Writes the disassembled instruction with a NUL, cut to size. */
SHOAL_API void shoal_observed_text(const shoal_observed *at, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif

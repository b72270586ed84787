/* chip.h: the chips whose code runs here, and what programs that ask are told of them.
 *
 *   const shoal_chip *chip = shoal_chip_find("gfx1100");
 *   printf("%s: %u multiprocessors\n", chip->name, chip->multiprocessors);
 *
 * All text and structures have static storage. In libshoal and in libshoal-isa.
 * Threads: any function from any thread at any time. */
#ifndef SHOAL_CHIP_H
#define SHOAL_CHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A chip, or a target that stands for a family of chips. The numbers are those of the hardware
 * that is modelled, not of the host; they decide what HIP reports, how many waves count as
 * resident, and occupancy, never a result. */
typedef struct shoal_chip {
    const char *name;        /* as compilers call it: -mcpu, --offload-arch */
    const char *isa;         /* its instruction set: "rdna3" */
    const char *form;        /* the generation or dialect of it in which code for the chip is
                              * written, for shoal_isa_find: "rdna3", "rdna3.5" */
    const char *device_name; /* that HIP reports */
    uint32_t elf_machine;    /* of ELF files with its code: e_machine */
    uint32_t elf_flags;      /* what names it in their e_flags (EF_AMDGPU_MACH) */
    bool is_generic;         /* code for it runs on all chips of the family, but no chip is called
                              * so: the fields below are 0 */
    uint32_t version[3];     /* major, minor, stepping: 11, 0, 0 for gfx1100 */

    uint32_t multiprocessors; /* WGPs (RDNA), streaming multiprocessors (Ventus): what one
                               * work-group runs on */
    uint32_t compute_units;   /* as AMD counts them: two in a WGP */
    uint32_t simds;           /* of a multiprocessor */
    uint32_t waves_per_simd;
    uint32_t groups;          /* work-groups that a multiprocessor holds at once */
    uint32_t vgprs_per_simd;  /* registers that the waves of a SIMD share, 32 lanes each */
    uint32_t vgpr_granule;    /* they are granted in multiples of this many, to waves of 32 lanes;
                               * waves of 64 lanes have half of both */
    uint32_t lds_bytes;       /* of a multiprocessor */
    uint32_t lds_granule;     /* bytes; work-groups get multiples of it */
    uint32_t lds_group_bytes; /* most that one work-group may have */
    uint32_t l2_bytes;
    uint32_t clock_khz, memory_clock_khz;
    uint32_t memory_bus_bits;
    uint64_t memory_bytes; /* of the card */
} shoal_chip;

/* The chip or family of this name; NULL: none is known. */
SHOAL_API const shoal_chip *shoal_chip_find(const char *name);

/* All of them, one by one from index 0: the first of an instruction set is what is used where
 * nothing says more. NULL: past the end. */
SHOAL_API const shoal_chip *shoal_chip_at(size_t index);

#ifdef __cplusplus
}
#endif
#endif

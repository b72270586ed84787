/* cfg.h: finds the control flow graph of a kernel. */
#ifndef SHOAL_JIT_CFG_H
#define SHOAL_JIT_CFG_H

#include "jit/isa.h"

struct region_request {
    const struct jit_isa *isa;
    const struct isa_exec *exec;
    struct code *code;
    uint32_t entry;                  /* slot of the kernel's first op */
    uint32_t mode;                   /* MODE that the code is compiled for */
    uint32_t rsrc2;                  /* the kernel's COMPUTE_PGM_RSRC2; 0: the set has none */
    uint32_t group_waves, row_lanes; /* as in struct jit_request */
    uint32_t part_ops;               /* most ops of a part; 0: MAX_PART_OPS */
    void (*decode)(void *context, struct op *); /* makes sure that an op is decoded */
    void *context;
};

/* The region of a kernel, with all that is known of it before IR is made. NULL: no memory, or more
 * than MAX_REGION_OPS. Caller frees with region_free. */
struct region *region_find(const struct region_request *q);

/* The blocks of one part as a region of its own. Edges to other parts leave it; it is entered at
 * labels, with the variables in the wave's struct. It borrows ops and computations of `r`, which
 * must live longer. NULL: no memory. Caller frees with region_free. */
struct region *region_part(const struct region *r, unsigned part);

#endif

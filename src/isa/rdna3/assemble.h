/* assemble.h: what the files of RDNA3's half of the assembler share: the state of a run. */
#ifndef SHOAL_ISA_RDNA3_ASSEMBLE_H
#define SHOAL_ISA_RDNA3_ASSEMBLE_H

#include "isa/asm/assembler.h"
#include "isa/rdna3/rdna3.h"
#include "shoal/chip.h"

struct amdhsa_kernel;

struct rdna3_state {
    bool wave64;
    unsigned code_object_version; /* 4 to 6 */
    struct amdhsa_kernel *kernels, **last_kernel, *open_kernel;
    bool in_metadata, has_metadata;
    char *metadata; /* the lines so far, from malloc */
    size_t metadata_length, metadata_room;
    const char *metadata_at; /* the directive */
};

/* The assembler for each generation. */
extern const struct asm_isa rdna3_asm[RDNA3_GENERATION_COUNT];
/* The chip that the run's code is for. */
const shoal_chip *rdna3_asm_chip(const struct assembler *as);

/* amdhsa.c */
int amdhsa_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t length);
bool amdhsa_finish(struct assembler *as, struct asm_cursor *c);

/* metadata.c: the lines between .amdgpu_metadata and its end, as a MessagePack note. */
bool metadata_line(struct assembler *as, struct asm_cursor *c, const char *line, size_t length);
bool metadata_write(struct assembler *as, struct asm_cursor *c);

#endif

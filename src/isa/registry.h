/* registry.h: the instruction sets and chips that this version knows: the one list of each.
 *
 * An instruction set is a line of ISA_LIST and a struct isa_set, which its folder defines. A chip
 * is a row of registry.c. Everything else asks here. */
#ifndef SHOAL_ISA_REGISTRY_H
#define SHOAL_ISA_REGISTRY_H

#include "shoal/chip.h"
#include "shoal/isa.h"

struct asm_isa;

/* X(id): the instruction set has the folder src/isa/id, the struct id_set, and one struct isa_exec
 * for every host CPU level, id_exec_table_LEVEL (machine.h). The first is the default. */
#define ISA_LIST(X)                                                                                \
    X(rdna3)                                                                                       \
    X(ventus)

/* e_machine of ELF files. */
enum { ELF_MACHINE_AMDGPU = 224, ELF_MACHINE_RISCV = 243 };

/* Where Ventus code begins that has no addresses: bare code and .vmem images. */
#define VENTUS_CODE_BASE UINT64_C(0x80000000)

/* A way to read and write the code of an instruction set: the set itself, or a dialect of it. */
struct isa_form {
    const struct shoal_isa *isa;
    const struct asm_isa *assembler; /* NULL: none writes this form */
};

enum { ISA_MAX_FORMS = 4 };

/* What an instruction set brings besides execution. */
struct isa_set {
    const char *name;                     /* "rdna3" */
    struct isa_form forms[ISA_MAX_FORMS]; /* the first is called like the set */
    /* Behind the functions of shoal/isa.h on rows: whether there is a row `index`; the index of
     * a mnemonic or -1; how many fields a format has. */
    bool (*describe)(size_t index, shoal_isa_insn *out);
    ptrdiff_t (*find)(const char *mnemonic);
    size_t (*fields)(const char *format, shoal_isa_field out[SHOAL_ISA_MAX_FIELDS]);
    void (*page)(size_t index, shoal_isa_page *out); /* of a row that there is */
};

/* The set at `index`; NULL: past the end. */
const struct isa_set *isa_set_at(size_t index);
/* The set with a form of this name, and the form; NULL: there is none. */
const struct isa_set *isa_set_find(const char *name, const struct isa_form **form);

/* The chip that is used where nothing says more; isa NULL: of the default instruction set. NULL: no
 * such instruction set. */
const shoal_chip *chip_default(const char *isa);
/* The chip, or family, that ELF files with this e_machine and these bits of e_flags are for; NULL:
 * none that is known. */
const shoal_chip *chip_of_elf(uint32_t machine, uint32_t flags);

/* The first of these. */
const shoal_chip *chip_of_machine(uint32_t machine);

/* Waves of one SIMD that registers and LDS allow at once (>= 1).
 *
 * vgprs        registers of a lane
 * lanes        of a wave
 * lds_bytes    of a work-group
 * group_items  work-items of a work-group; 0: one wave */
unsigned chip_occupancy(const shoal_chip *chip, uint32_t vgprs, uint32_t lanes, uint32_t lds_bytes,
                        uint32_t group_items);
/* Waves that the whole chip holds at once. */
unsigned chip_resident_waves(const shoal_chip *chip);

#endif

/* fake_isa.h: an instruction set of a few scalar instructions, to test the engine without
 * RDNA3: the engine knows no ISA (docs/architecture.md, rule 4).
 *
 * A wave has 16 registers of 64 bits. An instruction has 8 bytes. */
#ifndef SHOAL_TESTS_FAKE_ISA_H
#define SHOAL_TESTS_FAKE_ISA_H

#include "isa/machine.h"

enum fake_opcode {
    F_END,
    F_BARRIER,
    F_SLEEP, /* yields as a wait */
    F_HALT,
    F_TRAP,
    F_ILLEGAL,
    F_MOV,      /* a = imm */
    F_ADD,      /* a = b + c */
    F_ADDI,     /* a = b + imm */
    F_MULI,     /* a = b * imm */
    F_GROUP,    /* a = work-group id[imm] */
    F_INDEX,    /* a = index of the work-group in dispatch order */
    F_WAVE,     /* a = index of the wave */
    F_BLOCK,    /* a = size[imm] of this work-group */
    F_ARG,      /* a = 64 bits of the kernarg segment at imm */
    F_LOAD,     /* a = 32 bits at address b + imm */
    F_STORE,    /* 32 bits at address b + imm = a */
    F_ATOMIC,   /* a = old 32 bits at address b, to which c is added */
    F_LDS_LOAD, /* a = 32 bits of LDS at b + imm */
    F_LDS_STORE,
    F_SCRATCH_LOAD, /* a = lane 0's 32 bits of scratch at imm */
    F_SCRATCH_STORE,
    F_JUMP,           /* to instruction imm of the kernel */
    F_JNE,            /* to instruction imm if b != c */
    F_JLT,            /* to instruction imm if b < c */
    F_JUMP_TO,        /* to the address in a */
    F_MESSAGE,        /* message number imm to the host */
    F_SELFTEST_CRASH, /* reads address 8: a bug of an instruction set; imm: faulting_access */
    F_PART_BARRIER,   /* of waves: imm is first | count << 8 | kind << 16 */
    F_ENTRY,          /* a = address of the kernel, as the launch says */
    F_PACKET,         /* a = address of the launch's packet */
    F_SCRATCH,        /* a = device address of the wave's scratch */
    F_COUNT,
};

struct fake_insn {
    uint8_t opcode, a, b, c;
    int32_t imm;
};
#define F(op, ra, rb, rc, value)                                                                   \
    (struct fake_insn) { F_##op, ra, rb, rc, value }

extern const struct isa_exec fake_isa;
/* A device with room for 64 waves. */
extern const shoal_chip fake_chip;

/* The same with addresses of 32 bits, waves of 4 to 32 lanes, packets of its own (struct
 * fake_packet), start code that jumps to the kernel, 1 MiB of LDS in every work-group, and full
 * work-groups. Code goes to 0x10000, memory to 0x100000 and up. */
extern const struct isa_exec fake_isa32;

struct fake_packet {
    uint32_t entry, kernarg, print_address, print_bytes;
};

#endif

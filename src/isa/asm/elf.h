/* elf.h: the parts of the ELF format that the assembler writes (gABI, and its AMDGPU supplement
 * where named). elf.h of the system has them too, but not on every system. */
#ifndef SHOAL_ISA_ASM_ELF_H
#define SHOAL_ISA_ASM_ELF_H

enum {
    ELF_SHT_NULL = 0,
    ELF_SHT_PROGBITS = 1,
    ELF_SHT_SYMTAB = 2,
    ELF_SHT_STRTAB = 3,
    ELF_SHT_RELA = 4,
    ELF_SHT_HASH = 5,
    ELF_SHT_DYNAMIC = 6,
    ELF_SHT_NOTE = 7,
    ELF_SHT_NOBITS = 8,
    ELF_SHT_DYNSYM = 11,
    ELF_SHT_INIT_ARRAY = 14,
    ELF_SHT_FINI_ARRAY = 15,
    ELF_SHT_GNU_HASH = 0x6ffffff6,

    ELF_SHF_WRITE = 1,
    ELF_SHF_ALLOC = 2,
    ELF_SHF_EXECINSTR = 4,
    ELF_SHF_MERGE = 16,
    ELF_SHF_STRINGS = 32,
    ELF_SHF_INFO_LINK = 64,

    ELF_STT_NOTYPE = 0,
    ELF_STT_OBJECT = 1,
    ELF_STT_FUNC = 2,
    ELF_STT_SECTION = 3,
    ELF_STT_FILE = 4,
    ELF_STT_COMMON = 5,
    ELF_STT_TLS = 6,
    ELF_STT_GNU_IFUNC = 10,

    ELF_STV_DEFAULT = 0,
    ELF_STV_INTERNAL = 1,
    ELF_STV_HIDDEN = 2,
    ELF_STV_PROTECTED = 3,

    ELF_SHN_UNDEF = 0,
    ELF_SHN_ABS = 0xfff1,
    ELF_SHN_COMMON = 0xfff2,

    ELF_ET_REL = 1,
    ELF_ET_EXEC = 2,
    ELF_ET_DYN = 3,

    ELF_PT_LOAD = 1,
    ELF_PT_DYNAMIC = 2,
    ELF_PT_NOTE = 4,
    ELF_PT_PHDR = 6,
    ELF_PT_GNU_STACK = 0x6474e551,
    ELF_PT_GNU_RELRO = 0x6474e552,

    ELF_PF_X = 1,
    ELF_PF_W = 2,
    ELF_PF_R = 4,

    ELF_DT_NULL = 0,
    ELF_DT_HASH = 4,
    ELF_DT_STRTAB = 5,
    ELF_DT_SYMTAB = 6,
    ELF_DT_RELA = 7,
    ELF_DT_RELASZ = 8,
    ELF_DT_RELAENT = 9,
    ELF_DT_STRSZ = 10,
    ELF_DT_SYMENT = 11,
    ELF_DT_RELACOUNT = 0x6ffffff9,
    ELF_DT_GNU_HASH = 0x6ffffef5,

    ELF32_EHDR_SIZE = 52,
    ELF32_PHDR_SIZE = 32,
    ELF32_SHDR_SIZE = 40,
    ELF32_SYM_SIZE = 16,
    ELF32_RELA_SIZE = 12,

    ELF_EHDR_SIZE = 64,
    ELF_PHDR_SIZE = 56,
    ELF_SHDR_SIZE = 64,
    ELF_SYM_SIZE = 24,
    ELF_RELA_SIZE = 24,
    ELF_DYN_SIZE = 16,
};

#endif

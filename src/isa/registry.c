/* registry.c: see registry.h. */
#include "isa/registry.h"

#include <string.h>

#include "isa/isa.h"

#define SET_DECLARED(id) extern const struct isa_set id##_set;
ISA_LIST(SET_DECLARED)

static const struct isa_set *const sets[] = {
#define SET_ROW(id) &id##_set,
    ISA_LIST(SET_ROW)};

/* EF_AMDGPU_MACH: LLVM, "User Guide for AMDGPU Backend", table "AMDGPU EF_AMDGPU_MACH Values".
 * RDNA3: manual 3.3.2.1 (registers) and 3.3.4 (LDS); which chips have 1536 registers and which 1024
 * as LLVM's occupancies say; clocks, caches and memory are those of a product with the whole chip.
 * Ventus: the configuration of the manual's reference design. */
static const shoal_chip chips[] = {
    {
        .name = "gfx1100",
        .isa = "rdna3",
        .form = "rdna3",
        .device_name = "Shoal gfx1100",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x41,
        .version = {11, 0, 0},
        .multiprocessors = 48,
        .compute_units = 96,
        .simds = 4,
        .waves_per_simd = 16,
        .groups = 32,
        .vgprs_per_simd = 1536,
        .vgpr_granule = 24,
        .lds_bytes = 128 << 10,
        .lds_granule = 1024,
        .lds_group_bytes = 64 << 10,
        .l2_bytes = 6 << 20,
        .clock_khz = 2500000,
        .memory_clock_khz = 1249000,
        .memory_bus_bits = 384,
        .memory_bytes = UINT64_C(24) << 30,
    },
    {
        .name = "gfx1101",
        .isa = "rdna3",
        .form = "rdna3",
        .device_name = "Shoal gfx1101",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x46,
        .version = {11, 0, 1},
        .multiprocessors = 30,
        .compute_units = 60,
        .simds = 4,
        .waves_per_simd = 16,
        .groups = 32,
        .vgprs_per_simd = 1536,
        .vgpr_granule = 24,
        .lds_bytes = 128 << 10,
        .lds_granule = 1024,
        .lds_group_bytes = 64 << 10,
        .l2_bytes = 4 << 20,
        .clock_khz = 2430000,
        .memory_clock_khz = 1219000,
        .memory_bus_bits = 256,
        .memory_bytes = UINT64_C(16) << 30,
    },
    {
        .name = "gfx1102",
        .isa = "rdna3",
        .form = "rdna3",
        .device_name = "Shoal gfx1102",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x47,
        .version = {11, 0, 2},
        .multiprocessors = 16,
        .compute_units = 32,
        .simds = 4,
        .waves_per_simd = 16,
        .groups = 32,
        .vgprs_per_simd = 1024,
        .vgpr_granule = 16,
        .lds_bytes = 128 << 10,
        .lds_granule = 1024,
        .lds_group_bytes = 64 << 10,
        .l2_bytes = 2 << 20,
        .clock_khz = 2655000,
        .memory_clock_khz = 1124000,
        .memory_bus_bits = 128,
        .memory_bytes = UINT64_C(8) << 30,
    },
    {
        .name = "gfx1103",
        .isa = "rdna3",
        .form = "rdna3",
        .device_name = "Shoal gfx1103",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x44,
        .version = {11, 0, 3},
        .multiprocessors = 6,
        .compute_units = 12,
        .simds = 4,
        .waves_per_simd = 16,
        .groups = 32,
        .vgprs_per_simd = 1024,
        .vgpr_granule = 16,
        .lds_bytes = 128 << 10,
        .lds_granule = 1024,
        .lds_group_bytes = 64 << 10,
        .l2_bytes = 2 << 20,
        .clock_khz = 2800000,
        .memory_clock_khz = 2800000,
        .memory_bus_bits = 128,
        .memory_bytes = UINT64_C(8) << 30,
    },
    {
        .name = "gfx1150",
        .isa = "rdna3",
        .form = "rdna3.5",
        .device_name = "Shoal gfx1150",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x43,
        .version = {11, 5, 0},
        .multiprocessors = 8,
        .compute_units = 16,
        .simds = 4,
        .waves_per_simd = 16,
        .groups = 32,
        .vgprs_per_simd = 1024,
        .vgpr_granule = 16,
        .lds_bytes = 128 << 10,
        .lds_granule = 1024,
        .lds_group_bytes = 64 << 10,
        .l2_bytes = 2 << 20,
        .clock_khz = 2900000,
        .memory_clock_khz = 3750000,
        .memory_bus_bits = 128,
        .memory_bytes = UINT64_C(16) << 30,
    },
    {
        .name = "gfx1151",
        .isa = "rdna3",
        .form = "rdna3.5",
        .device_name = "Shoal gfx1151",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x4a,
        .version = {11, 5, 1},
        .multiprocessors = 20,
        .compute_units = 40,
        .simds = 4,
        .waves_per_simd = 16,
        .groups = 32,
        .vgprs_per_simd = 1536,
        .vgpr_granule = 24,
        .lds_bytes = 128 << 10,
        .lds_granule = 1024,
        .lds_group_bytes = 64 << 10,
        .l2_bytes = 2 << 20,
        .clock_khz = 2900000,
        .memory_clock_khz = 4000000,
        .memory_bus_bits = 256,
        .memory_bytes = UINT64_C(64) << 30,
    },
    {
        .name = "gfx1152",
        .isa = "rdna3",
        .form = "rdna3.5",
        .device_name = "Shoal gfx1152",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x55,
        .version = {11, 5, 2},
        .multiprocessors = 4,
        .compute_units = 8,
        .simds = 4,
        .waves_per_simd = 16,
        .groups = 32,
        .vgprs_per_simd = 1024,
        .vgpr_granule = 16,
        .lds_bytes = 128 << 10,
        .lds_granule = 1024,
        .lds_group_bytes = 64 << 10,
        .l2_bytes = 1 << 20,
        .clock_khz = 2800000,
        .memory_clock_khz = 3750000,
        .memory_bus_bits = 128,
        .memory_bytes = UINT64_C(8) << 30,
    },
    {
        .name = "gfx1153",
        .isa = "rdna3",
        .form = "rdna3.5",
        .device_name = "Shoal gfx1153",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x58,
        .version = {11, 5, 3},
        .multiprocessors = 2,
        .compute_units = 4,
        .simds = 4,
        .waves_per_simd = 16,
        .groups = 32,
        .vgprs_per_simd = 1024,
        .vgpr_granule = 16,
        .lds_bytes = 128 << 10,
        .lds_granule = 1024,
        .lds_group_bytes = 64 << 10,
        .l2_bytes = 1 << 20,
        .clock_khz = 2600000,
        .memory_clock_khz = 3750000,
        .memory_bus_bits = 128,
        .memory_bytes = UINT64_C(8) << 30,
    },
    {
        .name = "gfx11-generic",
        .isa = "rdna3",
        .form = "rdna3",
        .device_name = "",
        .elf_machine = ELF_MACHINE_AMDGPU,
        .elf_flags = 0x54,
        .is_generic = true,
    },
    {
        .name = "ventus",
        .isa = "ventus",
        .form = "ventus",
        .device_name = "Shoal Ventus",
        .elf_machine = ELF_MACHINE_RISCV,
        .multiprocessors = 16,
        .compute_units = 16,
        .simds = 1,
        .waves_per_simd = 32,
        .groups = 32,
        .vgprs_per_simd = 1024,
        .vgpr_granule = 4,
        .lds_bytes = 128 << 10,
        .lds_granule = 1,
        .lds_group_bytes = 128 << 10,
    },
};

enum { SET_COUNT = sizeof sets / sizeof *sets, CHIP_COUNT = sizeof chips / sizeof *chips };

/* ---- instruction sets -------------------------------------------------------------------- */

const struct isa_set *isa_set_at(size_t index) { return index < SET_COUNT ? sets[index] : NULL; }

const struct isa_set *isa_set_find(const char *name, const struct isa_form **form)
{
    for (size_t i = 0; name && i < SET_COUNT; i++)
        for (size_t j = 0; j < ISA_MAX_FORMS && sets[i]->forms[j].isa; j++)
            if (strcmp(name, sets[i]->forms[j].isa->name) == 0) {
                *form = &sets[i]->forms[j];
                return sets[i];
            }
    return NULL;
}

const char *shoal_isa_name_at(size_t index) { return index < SET_COUNT ? sets[index]->name : NULL; }

const shoal_isa *shoal_isa_find(const char *name)
{
    const struct isa_form *form;
    return isa_set_find(name, &form) ? form->isa : NULL;
}

/* ---- chips ------------------------------------------------------------------------------- */

const shoal_chip *shoal_chip_at(size_t index) { return index < CHIP_COUNT ? &chips[index] : NULL; }

const shoal_chip *shoal_chip_find(const char *name)
{
    for (size_t i = 0; name && i < CHIP_COUNT; i++)
        if (strcmp(name, chips[i].name) == 0)
            return &chips[i];
    return NULL;
}

const shoal_chip *chip_default(const char *isa)
{
    for (size_t i = 0; i < CHIP_COUNT; i++)
        if (strcmp(isa ? isa : sets[0]->name, chips[i].isa) == 0)
            return &chips[i];
    return NULL;
}

const shoal_chip *chip_of_elf(uint32_t machine, uint32_t flags)
{
    for (size_t i = 0; i < CHIP_COUNT; i++)
        if (chips[i].elf_machine == machine && chips[i].elf_flags == flags)
            return &chips[i];
    return NULL;
}

const shoal_chip *chip_of_machine(uint32_t machine)
{
    for (size_t i = 0; i < CHIP_COUNT; i++)
        if (chips[i].elf_machine == machine)
            return &chips[i];
    return NULL;
}

static uint32_t round_up(uint32_t value, uint32_t granule)
{
    return (value + granule - 1) / granule * granule;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

unsigned chip_occupancy(const shoal_chip *chip, uint32_t vgprs, uint32_t lanes, uint32_t lds_bytes,
                        uint32_t group_items)
{
    uint32_t share = lanes > 32 ? 2 : 1, waves = chip->waves_per_simd;
    uint32_t granted = round_up(vgprs, chip->vgpr_granule / share);
    if (granted)
        waves = least(waves, chip->vgprs_per_simd / share / granted);
    uint32_t group_waves = group_items && lanes ? (group_items + lanes - 1) / lanes : 1;
    if (lds_bytes) {
        uint32_t groups = chip->lds_bytes / round_up(lds_bytes, chip->lds_granule);
        waves = least(waves, (groups * group_waves + chip->simds - 1) / chip->simds);
    }
    return waves ? waves : 1;
}

unsigned chip_resident_waves(const shoal_chip *chip)
{
    return chip->multiprocessors * chip->simds * chip->waves_per_simd;
}

/* amdhsa.h: the kernel descriptor of the AMDHSA ABI for GFX11, the 64 bytes at NAME.kd: the one
 * list of its fields, for the loader, the assembler and the start of waves.
 *
 * LLVM, "User Guide for AMDGPU Backend", Kernel Descriptor: tables compute_pgm_rsrc1 (GFX6-GFX12),
 * rsrc2, rsrc3 (GFX11), kernel_code_properties. */
#ifndef SHOAL_ISA_AMDHSA_H
#define SHOAL_ISA_AMDHSA_H

#include <stdint.h>
#include <string.h>

enum {
    AMDHSA_DESCRIPTOR_BYTES = 64,
    AMDHSA_LDS_GRANULE = 512, /* of rsrc2's field, bytes */
};

/* Where the words of the descriptor begin, in bytes. */
enum {
    AMDHSA_AT_GROUP_SIZE = 0,
    AMDHSA_AT_PRIVATE_SIZE = 4,
    AMDHSA_AT_KERNARG_SIZE = 8,
    AMDHSA_AT_ENTRY = 16, /* 8 bytes: from the descriptor to the first instruction */
    AMDHSA_AT_RSRC3 = 44,
    AMDHSA_AT_RSRC1 = 48,
    AMDHSA_AT_RSRC2 = 52,
    AMDHSA_AT_PROPERTIES = 56, /* 2 bytes */
    AMDHSA_AT_PRELOAD = 58,    /* 2 bytes */
};

/* X(name, word, first bit, bits) */
#define AMDHSA_FIELDS(X)                                                                           \
    X(group_segment_fixed_size, GROUP_SIZE, 0, 32)                                                 \
    X(private_segment_fixed_size, PRIVATE_SIZE, 0, 32)                                             \
    X(kernarg_size, KERNARG_SIZE, 0, 32)                                                           \
    X(rsrc1, RSRC1, 0, 32)                                                                         \
    X(vgpr_granules, RSRC1, 0, 6)                                                                  \
    X(priority, RSRC1, 10, 2)                                                                      \
    X(round_mode_32, RSRC1, 12, 2)                                                                 \
    X(round_mode_16_64, RSRC1, 14, 2)                                                              \
    X(denorm_mode_32, RSRC1, 16, 2)                                                                \
    X(denorm_mode_16_64, RSRC1, 18, 2)                                                             \
    X(priv, RSRC1, 20, 1)                                                                          \
    X(dx10_clamp, RSRC1, 21, 1)                                                                    \
    X(debug_mode, RSRC1, 22, 1)                                                                    \
    X(ieee_mode, RSRC1, 23, 1)                                                                     \
    X(bulky, RSRC1, 24, 1)                                                                         \
    X(cdbg_user, RSRC1, 25, 1)                                                                     \
    X(fp16_overflow, RSRC1, 26, 1)                                                                 \
    X(wgp_mode, RSRC1, 29, 1)                                                                      \
    X(mem_ordered, RSRC1, 30, 1)                                                                   \
    X(fwd_progress, RSRC1, 31, 1)                                                                  \
    X(rsrc2, RSRC2, 0, 32)                                                                         \
    X(private_segment, RSRC2, 0, 1)                                                                \
    X(user_sgpr_count, RSRC2, 1, 5)                                                                \
    X(trap_handler, RSRC2, 6, 1)                                                                   \
    X(workgroup_id_x, RSRC2, 7, 1)                                                                 \
    X(workgroup_id_y, RSRC2, 8, 1)                                                                 \
    X(workgroup_id_z, RSRC2, 9, 1)                                                                 \
    X(workgroup_info, RSRC2, 10, 1)                                                                \
    X(workitem_id, RSRC2, 11, 2)                                                                   \
    X(exception_address_watch, RSRC2, 13, 1)                                                       \
    X(exception_memory, RSRC2, 14, 1)                                                              \
    X(lds_granules, RSRC2, 15, 9)                                                                  \
    X(exceptions, RSRC2, 24, 7)                                                                    \
    X(rsrc3, RSRC3, 0, 32)                                                                         \
    X(shared_vgpr_count, RSRC3, 0, 4)                                                              \
    X(inst_pref_size, RSRC3, 4, 6)                                                                 \
    X(trap_on_start, RSRC3, 10, 1)                                                                 \
    X(trap_on_end, RSRC3, 11, 1)                                                                   \
    X(image_op, RSRC3, 31, 1)                                                                      \
    X(code_properties, PROPERTIES, 0, 16)                                                          \
    X(sgpr_private_segment_buffer, PROPERTIES, 0, 1)                                               \
    X(sgpr_dispatch_ptr, PROPERTIES, 1, 1)                                                         \
    X(sgpr_queue_ptr, PROPERTIES, 2, 1)                                                            \
    X(sgpr_kernarg_segment_ptr, PROPERTIES, 3, 1)                                                  \
    X(sgpr_dispatch_id, PROPERTIES, 4, 1)                                                          \
    X(sgpr_flat_scratch_init, PROPERTIES, 5, 1)                                                    \
    X(sgpr_private_segment_size, PROPERTIES, 6, 1)                                                 \
    X(wave32, PROPERTIES, 10, 1)                                                                   \
    X(uses_dynamic_stack, PROPERTIES, 11, 1)                                                       \
    X(kernarg_preload, PRELOAD, 0, 16)                                                             \
    X(preload_length, PRELOAD, 0, 7)                                                               \
    X(preload_offset, PRELOAD, 7, 9)

/* VGPRs of one granule of the field vgpr_granules, in waves of so many lanes; on all GFX10.3+
 * parts, also where the hardware allocates more at once. */
#define AMDHSA_VGPR_GRANULE(lanes) ((lanes) == 64 ? 4u : 8u)

/* kernel_code_properties that are not assigned. */
#define AMDHSA_RESERVED_PROPERTIES 0xf380u

enum amdhsa_field {
#define AMDHSA_FIELD_ID(name, word, first, bits) AMDHSA_##name,
    AMDHSA_FIELDS(AMDHSA_FIELD_ID)
#undef AMDHSA_FIELD_ID
        AMDHSA_FIELD_COUNT
};

struct amdhsa_place {
    uint8_t byte, first, bits; /* byte: of its word in the descriptor */
};

static inline struct amdhsa_place amdhsa_place(enum amdhsa_field field)
{
    static const struct amdhsa_place places[] = {
#define AMDHSA_PLACE(name, word, first, bits) {AMDHSA_AT_##word, first, bits},
        AMDHSA_FIELDS(AMDHSA_PLACE)
#undef AMDHSA_PLACE
    };
    return places[field];
}

/* The field of a word that is known by itself: of COMPUTE_PGM_RSRC2, for instance. */
static inline uint32_t amdhsa_of_word(uint32_t word, enum amdhsa_field field)
{
    const struct amdhsa_place p = amdhsa_place(field);
    return (uint32_t)(word >> p.first & ((UINT64_C(1) << p.bits) - 1));
}

static inline uint32_t amdhsa_get(const uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES],
                                  enum amdhsa_field field)
{
    const struct amdhsa_place p = amdhsa_place(field);
    uint32_t word; /* little-endian hosts; the last two words overlap, which `bits` cuts off */
    memcpy(&word, descriptor + p.byte, sizeof word);
    return amdhsa_of_word(word, field);
}

/* Puts `value` into the field, which is 0 and has room for it. */
static inline void amdhsa_put(uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES], enum amdhsa_field field,
                              uint32_t value)
{
    const struct amdhsa_place p = amdhsa_place(field);
    uint32_t word;
    memcpy(&word, descriptor + p.byte, sizeof word);
    word |= value << p.first;
    memcpy(descriptor + p.byte, &word, sizeof word);
}

#endif

/* launch.h: the launch ABI of RDNA3 under AMDHSA: what a kernel descriptor says about waves, what
 * their registers hold when they begin, and what kernels find in memory. For struct isa_exec.
 *
 * Manual 3.5 (wave initialisation). LLVM, "User Guide for AMDGPU Backend": Kernel Descriptor,
 * Initial Kernel Execution State, Code Object V4 and V5 Metadata (hidden arguments). HSA Runtime
 * and Platform System Architecture 1.2: AQL packet, hsa_queue_t. */
#ifndef SHOAL_RDNA3_LAUNCH_H
#define SHOAL_RDNA3_LAUNCH_H

#include "isa/amdhsa.h"
#include "isa/machine.h"

enum {
    RDNA3_USER_SGPRS = 32,
    RDNA3_SGPRS = 106,
    RDNA3_VGPRS = 256,
    RDNA3_SCALARS = 144, /* in a wave: SGPRs by their operand, and places that writes get lost in */
    RDNA3_NO_SGPR = 128, /* in struct rdna3_group_sgprs: the kernel does not ask for the value */
};

/* What is known of a kernel from its descriptor. */
struct rdna3_kernel {
    uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES];
    uint32_t lanes;      /* of a wave: 32 or 64 */
    uint32_t vgprs;      /* allocated */
    uint32_t mode;       /* MODE at the start */
    uint32_t status;     /* STATUS at the start, without what depends on the launch */
    uint32_t generation; /* enum rdna3_generation, of the code */
};

/* SGPRs behind the user SGPRs that receive the ids of the work-group, and the word that says how
 * many waves it has and which is the first. */
struct rdna3_group_sgprs {
    uint8_t id[3], info;
};

/* Writes a descriptor with nothing else in it. properties: kernel_code_properties. */
void rdna3_descriptor_write(uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES], uint32_t rsrc1,
                            uint32_t rsrc2, uint32_t properties);
void rdna3_kernel_read(const uint8_t descriptor[AMDHSA_DESCRIPTOR_BYTES], uint32_t lanes,
                       struct rdna3_kernel *out);
/* isa_exec.raw_kernel */
void rdna3_raw_kernel(const shoal_load_options *options, struct raw_kernel *out);
/* isa_exec.start_facts */
void rdna3_start_facts(const void *kernel, struct start_facts *out);

/* ---- registers ----------------------------------------------------------------------------- */

/* Does the kernel get the address of its scratch in SGPRs, which is different for every wave? */
bool rdna3_has_scratch_sgprs(const struct rdna3_kernel *kernel);
/* Sets the user SGPRs from s0 on; the others stay. scratch_base: of the wave. */
void rdna3_user_sgprs(const struct rdna3_kernel *kernel, const struct launch_state *launch,
                      uint64_t scratch_base, uint32_t sgprs[RDNA3_USER_SGPRS]);
struct rdna3_group_sgprs rdna3_group_sgprs(const struct rdna3_kernel *kernel);
/* The word for info, of wave `index`. */
uint32_t rdna3_group_info(const struct group *group, uint32_t index);
/* STATUS of the waves of a launch. */
uint32_t rdna3_status(const struct rdna3_kernel *kernel, const struct launch_state *launch,
                      const struct machine *machine);
/* isa_exec.start_written: what the descriptor asks for, and v0. */
void rdna3_start_written(const struct launch_state *launch, uint64_t written[3], unsigned *vectors);
enum { RDNA3_ID_BITS = 10 };
/* Puts the ids of the work-items of wave `index` into v0 [lanes]: x, and behind it y and z, of
 * which each has RDNA3_ID_BITS; y and z are 0 unless RSRC2.TIDIG_COMP_CNT asks for them: compilers
 * take v0 as x where it does not. Returns EXEC, which has the lanes with a work-item; the others'
 * v0 stays as it is. */
uint64_t rdna3_item_ids(uint32_t *v0, const struct rdna3_kernel *kernel, uint32_t index,
                        const uint32_t block[3]);

/* ---- memory -------------------------------------------------------------------------------- */

enum {
    RDNA3_PACKET_AT = 1024, /* behind the queue */
    RDNA3_PACKET_BYTES = RDNA3_PACKET_AT + 64,
};

/* isa_exec.packet_write: an amd_queue_t, and the AQL packet of the launch in it. */
void rdna3_packet_write(void *packet, uint64_t address, struct launch_state *launch);
/* isa_exec.hidden_argument */
uint64_t rdna3_hidden_argument(enum kernel_arg_kind kind, const struct launch_state *launch);

#endif

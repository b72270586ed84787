/* launch.c: see launch.h. */
#include "isa/ventus/launch.h"

#include <string.h>

/* 16 little-endian words; the last two are zero. */
struct packet {
    uint32_t entry, arguments, work_dim;
    uint32_t global_size[3], local_size[3], global_offset[3];
    uint32_t print_address, print_bytes;
    uint32_t reserved[2];
};
_Static_assert(sizeof(struct packet) == VENTUS_PACKET_BYTES, "the manual's metadata buffer");

void ventus_packet_write(void *packet, uint64_t address, struct launch_state *state)
{
    struct packet p = {
        .entry = (uint32_t)state->kernel_entry,
        .arguments = (uint32_t)state->kernarg,
        .work_dim = state->grid[2] > 1   ? 3
                    : state->grid[1] > 1 ? 2
                                         : 1,
        .print_address = (uint32_t)state->print_buffer,
        .print_bytes = state->print_bytes,
    };
    for (int i = 0; i < 3; i++) {
        p.global_size[i] = (uint32_t)state->grid[i];
        p.local_size[i] = state->block[i];
        p.global_offset[i] = (uint32_t)state->offset[i];
    }
    memcpy(packet, &p, sizeof p);
    state->dispatch_packet = address;
}

void ventus_packet_read(const void *packet, struct launch_state *state)
{
    struct packet p;
    memcpy(&p, packet, sizeof p);
    state->kernel_entry = p.entry;
    state->kernarg = p.arguments;
    state->print_buffer = p.print_address;
    state->print_bytes = p.print_bytes;
}

/* What start.S of the manual does, without what the loader has done (clearing .bss) and what
 * needs symbols (gp, the variables of the print buffer, mtvec). tests/cli/test_ventus.py assembles
 * the text on the right. */
const uint32_t ventus_start_code[VENTUS_START_WORDS] = {
    0x02000e93, /* li t4, 32 */
    0x0d0efed7, /* vsetvli t4, t4, e32, m1, ta, ma */
    0x00002eb7, /* lui t4, 2 */
    0x300eaef3, /* csrrs t4, mstatus, t4 */
    0x80602173, /* csrr sp, 0x806 */
    0x80502ef3, /* csrr t4, 0x805 */
    0x00ae9e93, /* slli t4, t4, 10 */
    0x01d10133, /* add sp, sp, t4 */
    0x80602473, /* csrr s0, 0x806 */
    0x80102ef3, /* csrr t4, 0x801 */
    0x00ae9e93, /* slli t4, t4, 10 */
    0x01d40433, /* add s0, s0, t4 */
    0x00000213, /* li tp, 0 */
    0x803022f3, /* csrr t0, 0x803 */
    0x0002a303, /* lw t1, 0(t0) */
    0x0042a503, /* lw a0, 4(t0) */
    0x000300e7, /* jalr t1 */
    0x0000400b, /* endprg x0, x0, x0 */
};

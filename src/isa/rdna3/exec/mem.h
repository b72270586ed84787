/* mem.h: what the files of the memory layer share.
 *
 * An access goes through three steps: lane addresses (flat.c, lds.c, buffer.c), checks
 * against the window, LDS or scratch, and the transfer between memory and "raw" elements
 * (mem.c): dword i of every lane's element in raw[i], upper bits of narrow elements 0. The
 * row's function turns raw elements into register values and back. Nothing is written
 * to a register before all lanes of the wave have been read, so a fault leaves the state
 * from before the instruction. The transfer of elements is isa/exec/elements.h. */
#ifndef SHOAL_RDNA3_MEM_H
#define SHOAL_RDNA3_MEM_H

#include "isa/exec/elements.h"
#include "isa/rdna3/exec/layer.h"

MEM_RACY_BEGIN

/* EXEC of one pass; 0 if the instruction must do nothing. */
MEM_INLINE uint32_t mem_exec(const struct rdna3_wave *w, const struct rdna3_mem *m, unsigned half)
{
    return m->no_exec ? 0 : w->s[SRC_EXEC_LO + half];
}

/* ---- accesses to device memory ---- */

/* SIGSEGV between begin and end becomes a memory fault of this instruction. */
MEM_INLINE void access_begin(struct rdna3_wave *w, const struct rdna3_op *o)
{
    w->base.next = &o->base;
    w->base.faulting_access = true;
    atomic_signal_fence(memory_order_seq_cst);
}

MEM_INLINE void access_end(struct rdna3_wave *w)
{
    atomic_signal_fence(memory_order_seq_cst);
    w->base.faulting_access = false;
}

/* Whether [at, at + bytes) lies in the window. */
MEM_INLINE bool in_window(const struct machine *mc, uint64_t at, uint64_t bytes)
{
    return at - mc->window_base <= mc->window_size - bytes && bytes <= mc->window_size;
}

/* Whether [at, at + bytes), which is not in the window, may be accessed all the same. */
MEM_INLINE bool is_allowed(const struct machine *mc, uint64_t at, uint64_t bytes)
{
    return mc->allows && mc->allows(mc, at, bytes);
}

/* The lanes of `bad` that may not access their element outside the window either. */
uint32_t FN(mem_refused)(const struct machine *mc, const u64x32 *at, uint32_t bad, unsigned bytes);

/* The lanes of `on` that may not access their element. */
MEM_INLINE uint32_t outside_window(const struct machine *mc, const u64x32 *at, uint32_t on,
                                   unsigned bytes)
{
    uint32_t bad = on;
    if (mc->window_size >= bytes)
        bad &= mask_of64(*at - mc->window_base > mc->window_size - bytes);
    return __builtin_expect(bad != 0, 0) ? FN(mem_refused)(mc, at, bad, bytes) : 0;
}

/* Writes `value` to a register's lanes `on`. */
MEM_INLINE void put_lanes(vec32 *d, uint32_t on, u32x32 value)
{
    d->u = on == UINT32_MAX ? value : select32(on, value, d->u);
}

MEM_RACY_END

/* Elements at host addresses at[lane] for the lanes in `on`; the others get 0. */
void FN(mem_gather)(const u64x32 *at, uint32_t on, unsigned bytes, vec32 raw[4]);
/* The reverse. Lanes in order, so the last one wins. */
void FN(mem_scatter)(const u64x32 *at, uint32_t on, unsigned bytes, const vec32 raw[4]);

/* A read-modify-write of 32 or 64 bits per lane, in lane order, at aligned addresses. */
struct atomic_step {
    atomic_fn fn;
    uint32_t mode;
    unsigned bytes;
    bool is_shared; /* other host threads may access it */
    vec32 data[2], data1[2];
};
/* old: values from before, by dword; lanes not in `on` are left alone. */
void FN(mem_atomic)(const struct atomic_step *a, const u64x32 *at, uint32_t on, vec32 old[2]);
/* The function for all lanes that goes with that for one; NULL: there is none (memory.c). */
atomic_pass_fn FN(atomic_pass)(atomic_fn one);
/* Fetches the operands of an atomic for a pass. */
void FN(atomic_operands)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                         struct atomic_step *a);

/* LDS of the work-group at byte offsets. Lanes out of range read 0 and write nothing
 * (manual 3.3.4.1). */
void FN(lds_gather)(const struct rdna3_wave *w, const u32x32 *offset, uint32_t on, unsigned bytes,
                    vec32 raw[4]);
void FN(lds_scatter)(const struct rdna3_wave *w, const u32x32 *offset, uint32_t on, unsigned bytes,
                     const vec32 raw[4]);
/* Host addresses of LDS elements; *on loses the lanes out of range. */
void FN(lds_addresses)(const struct rdna3_wave *w, const u32x32 *offset, unsigned bytes, u64x32 *at,
                       uint32_t *on);
/* With machine->lds_faults: stops the wave with a fault if active lanes' elements at these byte
 * offsets end behind LDS. on, offset: of each pass. */
bool FN(lds_fault)(struct rdna3_wave *w, const struct rdna3_op *o, const uint32_t on[2],
                   const u32x32 offset[2], unsigned bytes);
/* Stores the result of a load to LDS (the *_LDS_* loads): lane n at M0 + inst_offset + 4 n. */
void FN(store_to_lds)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, uint32_t on,
                      const vec32 raw[4]);

/* Raw elements to the destination VGPRs; register values to raw elements. */
void FN(put_load)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, uint32_t on,
                  const vec32 raw[4]);
void FN(get_store)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, unsigned from,
                   vec32 raw[4]);

/* Device addresses of a GLOBAL, FLAT or SCRATCH instruction (for SCRATCH: offsets into the
 * lane's scratch). */
void FN(flat_addresses)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half, u64x32 *at);
/* Device addresses of a MUBUF or MTBUF instruction; *bytes: of one element. Returns the
 * lanes that access memory. */
uint32_t FN(buffer_addresses)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                              u64x32 *at, unsigned *bytes);
/* Device address of an SMEM load; *bytes: how much of it lies in the buffer. */
/* Bytes of memory from *base on that a buffer descriptor says there are; 0: it has no bounds, or is
 * none. is_scalar: as S_BUFFER_LOAD reads it. */
uint64_t FN(descriptor_bytes)(const uint32_t v[4], bool is_scalar, uint64_t *base);
uint64_t FN(smem_address)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned *bytes);

/* Byte offsets into LDS of a DS instruction's lanes, without the instruction's offsets. */
u32x32 FN(lds_bases)(struct rdna3_wave *w, const struct rdna3_mem *m, unsigned half);

/* Stops the wave at `o`: the lanes bad[0], bad[1] (of each pass) access what they must not.
 * at: device addresses of both passes. */
const struct op *FN(memory_fault)(struct rdna3_wave *w, const struct rdna3_op *o,
                                  shoal_fault_cause cause, const uint32_t bad[2],
                                  const u64x32 at[2], unsigned bytes, const char *text);

#endif

/* fault.c: memory faults: which lanes, which address.
 *
 * Accesses outside the window are found before they are made; pages of the window that are
 * not mapped raise SIGSEGV in the middle of one, and the engine asks access_fault whose
 * fault it was. Registers still hold the instruction's sources then (see mem.h). */
#include "isa/exec/missed.h"
#include "isa/rdna3/exec/mem.h"

void FN(access_fault)(struct wave *wave, const void *at);

const struct op *FN(memory_fault)(struct rdna3_wave *w, const struct rdna3_op *o,
                                  shoal_fault_cause cause, const uint32_t bad[2],
                                  const u64x32 at[2], unsigned bytes, const char *text)
{
    unsigned half = bad[0] ? 0 : 1;
    uint64_t first = ((const uint64_t *)&at[half])[__builtin_ctz(bad[half])];
    return (const struct op *)FN(fault)(w, o, cause, bad[0] | (uint64_t)bad[1] << 32, first, bytes,
                                        text ? "%s" : NULL, text);
}

static bool is_access(const struct rdna3_op *o)
{
    switch (o->insn->format) {
    case FMT_SMEM:
    case FMT_FLAT:
    case FMT_GLOBAL:
    case FMT_SCRATCH:
    case FMT_DS:
    case FMT_MUBUF:
    case FMT_MTBUF:
    case FMT_MIMG:
        return true;
    default:
        return false;
    }
}

/* Where the lanes of a pass are that compiled code accesses by itself. */
static u64x32 row_addresses(const struct rdna3_wave *w, const struct rdna3_op *o, unsigned half,
                            uint32_t how, unsigned bytes)
{
    uint64_t base = w->base.machine->window_base;
    u64x32 at = (u64x32)sext32(w->index[half].u) << (how >> ROW_SHIFT & 3);
    if (how & ROW_INDEX)
        return base + w->rows[2 * half] + at;
    unsigned row = how & ROW_LONG ? 32 : 16;
    for (unsigned l = 0; l < 32; l++)
        at[l] = base + w->rows[2 * half] + (l < row ? 0 : w->rows[2 * half + 1]) +
                (uint64_t)(int64_t)o->mem.offset + (how & ROW_SAME ? 0 : l % row * bytes);
    return at;
}

void FN(access_fault)(struct wave *wave, const void *at)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    uint32_t slot = w->row_slot & ROW_SLOT, how = w->row_slot & ~(uint32_t)ROW_SLOT;
    bool rows = slot != 0;
    const struct rdna3_op *o =
        slot ? &wave_code(w)->ops[slot - 1] : (const struct rdna3_op *)wave->next;
    unsigned bytes = o->mem.bytes;
    w->row_slot = 0;
    wave->faulting_access = false;
    if (!is_access(o)) {
        FN(fault)
        (w, o, SHOAL_FAULT_INTERNAL, 0, (uint64_t)(uintptr_t)at, 0, "%s",
         "Shoal accessed memory on behalf of an instruction that does not");
        return;
    }
    if (o->insn->format == FMT_MIMG) { /* goes lane by lane */
        FN(fault)
        (w, o, SHOAL_FAULT_MEMORY, UINT64_C(1) << w->access_lane, (uint64_t)(uintptr_t)at, 4, NULL);
        return;
    }
    if (o->insn->format == FMT_SMEM) {
        uint64_t address =
            rows ? w->rows[0] + wave->machine->window_base : FN(smem_address)(w, o, &bytes);
        FN(fault)(w, o, SHOAL_FAULT_MEMORY, 0, address, bytes, NULL);
        return;
    }
    bool buffer = o->insn->format == FMT_MUBUF || o->insn->format == FMT_MTBUF;
    u64x32 lane_at[2];
    uint32_t on[2] = {0, 0}, bad[2] = {0, 0};
    uint64_t page = page_of((uint64_t)(uintptr_t)at);
    /* Compiled code meets the guards of the window (machine.h) where an executor tests first. */
    for (unsigned h = 0; rows && h < w->halves; h++) {
        lane_at[h] = row_addresses(w, o, h, how, bytes);
        bad[h] = outside_window(w->base.machine, &lane_at[h], mem_exec(w, &o->mem, h), bytes);
    }
    if (bad[0] | bad[1]) {
        FN(memory_fault)(w, o, SHOAL_FAULT_MEMORY, bad, lane_at, bytes, NULL);
        return;
    }
    for (unsigned h = 0; h < w->halves; h++) {
        on[h] = mem_exec(w, &o->mem, h);
        if (rows)
            lane_at[h] = row_addresses(w, o, h, how, bytes);
        else if (buffer)
            on[h] &= FN(buffer_addresses)(w, o, h, &lane_at[h], &bytes);
        else
            FN(flat_addresses)(w, o, h, &lane_at[h]);
        if (o->insn->format == FMT_FLAT) { /* only global addresses can be concerned */
            const struct machine *mc = w->base.machine;
            on[h] &= ~outside_window(mc, &lane_at[h], on[h], bytes);
        }
        if (at)
            page = lowest_missed(&lane_at[h], on[h], bytes, page);
    }
    for (unsigned h = 0; at && h < w->halves; h++)
        bad[h] = lanes_on_page(&lane_at[h], on[h], bytes, page);
    if (!(bad[0] | bad[1])) /* the host did not say where: the first lane stands for all */
        memcpy(bad, on, sizeof bad);
    if (!(bad[0] | bad[1])) {
        FN(fault)(w, o, SHOAL_FAULT_MEMORY, 0, (uint64_t)(uintptr_t)at, bytes, NULL);
        return;
    }
    FN(memory_fault)(w, o, SHOAL_FAULT_MEMORY, bad, lane_at, bytes, NULL);
}

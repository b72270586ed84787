/* effects.h: what a row of an instruction table says besides its operands: the state that an
 * instruction touches without naming it, what it is to control flow, and the counters by which code
 * waits for it.
 *
 * Every instruction set's rows have one, written by the table's generator (tools/isa_table.py),
 * which refuses rows that leave something open. Whoever needs to know asks here, and keeps no list
 * of instructions. */
#ifndef SHOAL_ISA_EFFECTS_H
#define SHOAL_ISA_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>

/* State of a wave, or shared by waves, that is touched although no operand has it. In the order of
 * tools/isa_table.py. */
enum row_state {
    STATE_SCC = 1 << 0,
    STATE_VCC = 1 << 1,
    STATE_EXEC = 1 << 2, /* which lanes are active; Ventus: the mask of active threads */
    STATE_MODE = 1 << 3, /* rounding, denormals, exceptions; Ventus: frm */
    STATE_M0 = 1 << 4,
    STATE_PC = 1 << 5,
    STATE_STATUS = 1 << 6,
    STATE_FLAT_SCRATCH = 1 << 7, /* where the wave's scratch memory is */
    STATE_HWREG = 1 << 8,        /* other hardware registers: TRAPSTS, ids, clocks, sizes */
    STATE_MEM = 1 << 9,
    STATE_LDS = 1 << 10,
    STATE_GDS = 1 << 11,
    STATE_SGPRS = 1 << 12,  /* a scalar register whose number is computed */
    STATE_VGPRS = 1 << 13,  /* a vector register, likewise */
    STATE_FFLAGS = 1 << 14, /* Ventus: the exception flags of floats */
    STATE_CSR = 1 << 15,    /* Ventus: vl, vtype and other control registers */
    STATE_RPC = 1 << 16,    /* Ventus: where threads meet again */
    STATE_STACK = 1 << 17,  /* Ventus: the SIMT stack */
};

/* What an instruction is to control flow. */
enum row_flow {
    FLOW_NEXT,    /* goes on with the next instruction */
    FLOW_BRANCH,  /* goes there or on, or always there: see is_conditional */
    FLOW_CALL,    /* keeps the address of the next instruction and jumps */
    FLOW_RETURN,  /* jumps to an address in registers */
    FLOW_END,     /* ends the wave's program */
    FLOW_BARRIER, /* waits for the other waves of the work-group */
    FLOW_PAUSE,   /* gives way to other waves, until something happens or time has passed */
    FLOW_WAIT,    /* waits for counters: row_effects.waits */
    FLOW_HINT,    /* guides timing, caches, or measurements only */
    FLOW_MESSAGE, /* sends something to the host, or to other waves */
    FLOW_HALT,    /* may stop the wave for good, or until a debugger resumes it */
    FLOW_FAULT,   /* an exception: the trap handler's turn, or the wave faults */
};

/* Counters that say how much of what a wave has begun is not done yet (RDNA3 manual, 4.4). Other
 * sets have none. */
enum row_counter {
    COUNTER_VMCNT = 1 << 0,   /* loads and atomics with a result */
    COUNTER_VSCNT = 1 << 1,   /* stores and atomics without one */
    COUNTER_LGKMCNT = 1 << 2, /* LDS, GDS, scalar memory, messages */
    COUNTER_EXPCNT = 1 << 3,  /* exports, parameter loads, GDS's sources */
    COUNTER_DEPCTR = 1 << 4,  /* registers of ALU results, and sources that are still to be read */
};

/* How an instruction makes what other waves have done visible to its own, besides barriers of the
 * work-group. */
enum row_sync {
    SYNC_L0 = 1 << 0,   /* later loads see what waves of the work-group had written */
    SYNC_L1 = 1 << 1,   /* the same for all waves of the device */
    SYNC_GRID = 1 << 2, /* waits for, or releases, waves of other work-groups */
};

struct row_effects {
    uint32_t reads, writes; /* STATE_* */
    uint8_t flow;           /* enum row_flow */
    bool is_conditional;    /* FLOW_BRANCH: it may also go on */
    uint8_t raises, waits;  /* COUNTER_*. An atomic raises VMCNT or VSCNT, as its GLC bit says, and
                             * has both here */
    uint8_t syncs;          /* SYNC_* */
};

/* Nothing comes after it. */
static inline bool row_ends_program(const struct row_effects *e) { return e->flow == FLOW_END; }

/* The wave may come to the instruction behind it. */
static inline bool row_goes_on(const struct row_effects *e)
{
    return e->flow != FLOW_END && e->flow != FLOW_RETURN && e->flow != FLOW_FAULT &&
           (e->flow != FLOW_BRANCH || e->is_conditional);
}

/* The wave stops there and goes on behind it, with all it had, when others have moved. */
static inline bool row_gives_way(const struct row_effects *e)
{
    return e->flow == FLOW_BARRIER || e->flow == FLOW_PAUSE;
}

/* Others see what the wave has stored before it loads anything behind it. */
static inline bool row_waits_for_stores(const struct row_effects *e)
{
    return e->waits & COUNTER_VSCNT;
}

/* It changes nothing that a program sees but when things happen, and how stores and loads that
 * others make are ordered with those of the wave. */
static inline bool row_is_timing(const struct row_effects *e)
{
    return e->flow == FLOW_HINT || e->flow == FLOW_WAIT;
}

/* It may set the pc to something other than the next instruction. */
static inline bool row_jumps(const struct row_effects *e)
{
    return e->flow == FLOW_BRANCH || e->flow == FLOW_CALL || e->flow == FLOW_RETURN;
}

#endif

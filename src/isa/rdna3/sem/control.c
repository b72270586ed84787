/* control.c: program flow, waits, messages, indexed scalar moves: scalar instructions that
 * act on the wave as a whole. Manual: chapter 5, 3.3.1.4 (S_MOVREL), 16.2, 16.3, 16.5.
 *
 * Memory operations complete at once in the interpreter, so the wait instructions have
 * nothing to wait for. */
#include "isa/rdna3/exec/lanes.h"
#include "isa/rdna3/exec/trap.h"
#include "isa/rdna3/sem/sem.h"

static uint64_t pc_after(const struct rdna3_wave *w, const struct rdna3_op *o)
{
    return op_pc(w, o) + o->base.size_bytes;
}

static void write64(struct rdna3_wave *w, const struct rdna3_op *o, uint64_t value)
{
    set_s64(w, o->salu.dst, value);
}

/* Instructions that only guide timing, caches or counters. */
#define NO_EFFECT(name)                                                                            \
    SEM(name)                                                                                      \
    {                                                                                              \
        (void)w;                                                                                   \
        return op_next(o);                                                                         \
    }
NO_EFFECT(s_nop)
NO_EFFECT(s_set_inst_prefetch_distance)
NO_EFFECT(s_clause)
NO_EFFECT(s_delay_alu)
NO_EFFECT(s_waitcnt)
NO_EFFECT(s_waitcnt_depctr)
NO_EFFECT(s_wait_event)
NO_EFFECT(s_waitcnt_vmcnt)
NO_EFFECT(s_waitcnt_expcnt)
NO_EFFECT(s_waitcnt_lgkmcnt)
NO_EFFECT(s_incperflevel)
NO_EFFECT(s_decperflevel)
/* No thread trace is ever taken. */
NO_EFFECT(s_ttracedata)
NO_EFFECT(s_ttracedata_imm)
/* Sleeping waves are polled each time the work-group comes round: nothing to wake. */
NO_EFFECT(s_wakeup)

/* Others see what the wave has stored before it loads anything behind such a wait. The host's CPU
 * lets loads pass stores; every other order that waits ask for it keeps by itself. */
#define WAIT_FOR_STORES(name)                                                                      \
    SEM(name)                                                                                      \
    {                                                                                              \
        (void)w;                                                                                   \
        atomic_thread_fence(memory_order_seq_cst);                                                 \
        return op_next(o);                                                                         \
    }
WAIT_FOR_STORES(s_waitcnt_vscnt)
WAIT_FOR_STORES(s_wait_idle)

/* Decoded code is an instruction cache that nothing falls out of. */
SEM(s_icache_inv)
{
    struct machine *m = w->base.machine;
    if (!m->code_is_writable)
        return op_next(o);
    uint64_t pc = pc_after(w, o);
    m->message(m, &w->base, MACHINE_MESSAGE_CODE, 0);
    struct code *code = m->find_code(m, pc, w->base.code->variant);
    if (code)
        w->base.code = code;
    return FN(jump)(w, o, pc);
}

/* ---- end ---- */

SEM(s_endpgm) { return wave_stop(w, o, STOP_END); }
SEM(s_endpgm_saved) { return wave_stop(w, o, STOP_END); }
SEM(s_endpgm_ordered_ps_done) { return wave_stop(w, o, STOP_END); }

/* KILL set by the shader ends the wave as the host's kill command would. */
SEM(s_setkill) { return o->salu.k & 1 ? wave_stop(w, o, STOP_END) : op_next(o); }

SEM(s_sethalt)
{
    if (w->status & STATUS_PRIV) { /* takes effect when the handler returns */
        w->status = o->salu.k & 1 ? w->status | STATUS_HALT : w->status & ~(uint32_t)STATUS_HALT;
        return op_next(o);
    }
    if (!(o->salu.k & 1))
        return op_next(o);
    return FN(fault)(w, o, SHOAL_FAULT_DEADLOCK, 0, 0, 0,
                     "the wave halted itself with s_sethalt and no debugger can resume it");
}

SEM(s_rfe_b64)
{
    if (!(w->status & STATUS_PRIV))
        return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "s_rfe is for the trap handler only");
    return FN(trap_return)(w, o, scalar_value(w, &o->salu.a) & 0xffffffffffff);
}

SEM(s_trap)
{
    if (can_trap(w)) /* the pc is that of the s_trap itself */
        return FN(trap_enter)(w, o, op_pc(w, o), (uint32_t)o->salu.k, false);
    return FN(fault)(w, o, SHOAL_FAULT_TRAP, 0, 0, 0, "s_trap %u, and no trap handler is installed",
                     (unsigned)o->salu.k & 0xff);
}

/* Marks the end of the code; executing it raises an illegal instruction interrupt. */
SEM(s_code_end) { return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "s_code_end was reached"); }

/* A dword of zeros: memory that was never code. */
SEM(v_illegal)
{
    return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "a dword of zeros is no instruction");
}

/* ---- waiting for others ---- */

SEM(s_barrier)
{
    if (w->base.group->wave_count == 1)
        return op_next(o);
    return wave_stop(w, op_next(o), STOP_BARRIER);
}

SEM(s_sleep) { return o->salu.k & 0x7f ? wave_stop(w, op_next(o), STOP_YIELD) : op_next(o); }

/* STATUS.USER_PRIO, bits 4:3 */
SEM(s_setprio)
{
    w->status = (w->status & ~0x18u) | (uint32_t)(o->salu.k & 3) << 3;
    return op_next(o);
}

/* ---- MODE ---- */

SEM(s_round_mode)
{
    w->mode = (w->mode & ~0xfu) | (uint32_t)(o->salu.k & 0xf);
    return op_next(o);
}

SEM(s_denorm_mode)
{
    w->mode = (w->mode & ~0xf0u) | (uint32_t)(o->salu.k & 0xf) << 4;
    return op_next(o);
}

/* ---- the pc ---- */

SEM(s_setpc_b64) { return FN(jump)(w, o, scalar_value(w, &o->salu.a)); }

SEM(s_swappc_b64)
{
    uint64_t to = scalar_value(w, &o->salu.a);
    write64(w, o, pc_after(w, o));
    return FN(jump)(w, o, to);
}

static const struct rdna3_op *jump_relative(struct rdna3_wave *w, const struct rdna3_op *o)
{
    uint64_t distance = 4 * (uint64_t)(int64_t)(int16_t)o->insn->f[F_simm16];
    return FN(jump)(w, o, pc_after(w, o) + distance);
}

SEM(s_call_b64)
{
    write64(w, o, pc_after(w, o));
    return jump_relative(w, o);
}

/* ---- code that runs for the low half of a wave64, then for the high half ---- */

/* A wave32 has no high lanes; what is in EXEC_HI does not count. */
static uint32_t high_lanes(const struct rdna3_wave *w)
{
    return w->halves == 2 ? w->s[SRC_EXEC_HI] : 0;
}

/* RDNA1 manual, 12.2; the RDNA3 manual leaves both out (E-050). The SGPR holds the lanes of the
 * other half while one half runs. */
SEM(s_subvector_loop_begin)
{
    uint32_t low = w->s[SRC_EXEC_LO], high = high_lanes(w);
    if (!(low | high))
        return jump_relative(w, o);
    w->s[o->salu.dst] = low ? high : 0;
    if (low)
        w->s[SRC_EXEC_HI] = 0;
    return op_next(o);
}

SEM(s_subvector_loop_end)
{
    uint32_t other = w->s[o->insn->f[F_sdst]];
    if (high_lanes(w)) { /* the high half has run */
        w->s[SRC_EXEC_LO] = other;
        return op_next(o);
    }
    if (!other) /* the low half has run, and nobody waits in the high one */
        return op_next(o);
    w->s[o->salu.dst] = w->s[SRC_EXEC_LO];
    w->s[SRC_EXEC_HI] = other;
    w->s[SRC_EXEC_LO] = 0;
    return jump_relative(w, o);
}

/* ---- scalar moves indexed by M0 ---- */

/* base + index within base's register range (SGPRs with VCC, or TTMPs), for `dwords`
 * registers; -1: outside (manual 3.3.1.4). */
static int indexed(unsigned base, unsigned index, unsigned dwords)
{
    uint64_t n = (uint64_t)base + index;
    if (dwords == 2)
        n &= ~UINT64_C(1);
    unsigned end = base < SRC_TTMP0 ? SRC_TTMP0 : SRC_NULL;
    return base < SRC_NULL && n + dwords <= end ? (int)n : -1;
}

/* Out of range: s0 is read, nothing is written; TTMPs are read-only. */
static const struct rdna3_op *move_indexed(struct rdna3_wave *w, const struct rdna3_op *o,
                                           unsigned dwords)
{
    uint32_t src_index = m0_index(w, source_index_part(op_row(o))),
             dst_index = m0_index(w, dest_index_part(op_row(o)));
    unsigned src = o->insn->f[F_ssrc0], dst = o->insn->f[F_sdst];
    uint64_t value;
    if (src < SRC_NULL) {
        int from = indexed(src, src_index, dwords);
        value = s64(w, from < 0 ? 0 : (unsigned)from);
    } else {
        value = scalar_value(w, &o->salu.a);
    }
    int to = dst < SRC_TTMP0 ? indexed(dst, dst_index, dwords) : -1;
    if (dst >= SRC_M0 && dst_index == 0)
        to = (int)dst;
    if (to >= 0) {
        w->s[to] = (uint32_t)value;
        if (dwords == 2)
            w->s[to + 1] = (uint32_t)(value >> 32);
    }
    return op_next(o);
}
SEM(s_movrels_b32) { return move_indexed(w, o, 1); }
SEM(s_movrels_b64) { return move_indexed(w, o, 2); }
SEM(s_movreld_b32) { return move_indexed(w, o, 1); }
SEM(s_movreld_b64) { return move_indexed(w, o, 2); }
SEM(s_movrelsd_2_b32) { return move_indexed(w, o, 1); }

/* ---- messages, manual 5.3 ---- */

enum {
    MSG_INTERRUPT = 1,
    MSG_HS_TESSFACTOR = 2,
    MSG_GS_ALLOC_REQ = 9,
    MSG_RTN_GET_DOORBELL = 0x80,
    MSG_RTN_GET_DDID = 0x81,
    MSG_RTN_GET_TMA = 0x82,
    MSG_RTN_GET_REALTIME = 0x83,
    MSG_RTN_SAVE_WAVE = 0x84,
    MSG_RTN_GET_TBA = 0x85,
};

static const struct rdna3_op *send(struct rdna3_wave *w, const struct rdna3_op *o)
{
    unsigned id = (unsigned)o->salu.k & 0xff;
    struct machine *m = w->base.machine;
    switch (id) {
    case MSG_INTERRUPT:
        if (m->message)
            m->message(m, &w->base, id, w->s[SRC_M0] & 0xffffff);
        return op_next(o);
    case MSG_HS_TESSFACTOR:
    case MSG_DEALLOC_VGPRS:
    case MSG_GS_ALLOC_REQ:
        return op_next(o);
    default:
        return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "message %#x is reserved", id);
    }
}
SEM(s_sendmsg) { return send(w, o); }
SEM(s_sendmsghalt)
{
    if (!send(w, o))
        return NULL;
    return FN(fault)(w, o, SHOAL_FAULT_DEADLOCK, 0, 0, 0,
                     "the wave halted itself with s_sendmsghalt and no debugger can resume it");
}

static const struct rdna3_op *request(struct rdna3_wave *w, const struct rdna3_op *o)
{
    struct machine *m = w->base.machine;
    unsigned id = o->insn->f[F_ssrc0];
    uint64_t value;
    switch (id) {
    case MSG_RTN_GET_DOORBELL:
    case MSG_RTN_GET_DDID:
        value = 0;
        break;
    case MSG_RTN_GET_TMA:
        value = m->trap_memory;
        break;
    case MSG_RTN_GET_REALTIME:
        value = m->realtime(m);
        break;
    case MSG_RTN_GET_TBA:
        value = m->trap_handler;
        break;
    default:
        return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0, "message %#x is reserved", id);
    }
    w->s[o->salu.dst] = (uint32_t)value;
    if (o->salu.dst64)
        w->s[o->salu.dst + 1] = (uint32_t)(value >> 32);
    return op_next(o);
}
SEM(s_sendmsg_rtn_b32) { return request(w, o); }
SEM(s_sendmsg_rtn_b64) { return request(w, o); }

/* state.h: what a warp of Ventus is while it runs, and what a decoded instruction is.
 *
 * Every file below exec/ and sem/ is compiled once per host CPU level; FN(name) gives a
 * symbol its level's suffix. See docs/architecture.md, "Semantics".
 *
 * Manual: chapters 2 (registers) and 3 (SIMT stack); spec isa.md 1, 2, 8. */
#ifndef SHOAL_VENTUS_STATE_H
#define SHOAL_VENTUS_STATE_H

#include <stdatomic.h>

#include "isa/exec/op_store.h"
#include "isa/exec/softfloat.h"
#include "isa/exec/vec.h"
#include "isa/ventus/ventus.h"

#ifndef SHOAL_LEVEL
#define SHOAL_LEVEL native
#endif
#define FN_PASTE2(name, level) ventus_##name##_##level
#define FN_PASTE(name, level)  FN_PASTE2(name, level)
#define FN(name)               FN_PASTE(name, SHOAL_LEVEL)

enum {
    SGPR_COUNT = 64,
    VGPR_COUNT = 256,
    /* Writes to x0 and to the pair of x0 go here. */
    SGPR_TRASH = SGPR_COUNT,
    SGPR_SLOTS = SGPR_COUNT + 2,
    /* SIMT stack: as deep as the warp is wide, which always suffices (simt-stack.md 2). */
    STACK_DEPTH = 32,
};

/* The private window of the flat family, manual dialect: bits 31:24 of the address are 0. */
enum { PRIVATE_WINDOW = 1 << 24 };

/* Element widths; also the index of a function in struct ventus_vec. */
enum width { W8, W16, W32, W64, W32_SOFT, WIDTHS };

/* What all warps of a device share (struct machine, share). */
struct ventus_share {
    /* No instruction that was ever decoded writes a vector register from this number on. Memory of
     * warps is zero at first and used for nothing else, so those registers are zero still, and a
     * warp begins without clearing them. */
    atomic_uint vectors_used;
};

struct ventus_kernel {
    uint32_t lanes;
    bool toolchain; /* dialect */
};

struct ventus_op;

/* The decoded form of a code range; ops[i] stands for the word at 4 * i. */
struct ventus_code {
    struct code base;
    uint32_t lanes;
    bool toolchain;
    struct ventus_op *ops; /* store.ops */
    struct op_store store;
};

/* SIMT stack, simt-stack.md 1. */
struct ventus_entry {
    uint32_t rpc, next_pc, mask;
};

/* What functions of vector and scalar arithmetic see besides their operands. */
struct ventus_env {
    struct sf_env fp; /* rounding mode of this operation; flags accumulate */
    uint8_t vxrm, vxsat;
    uint32_t on;    /* lanes that are written */
    uint32_t lanes; /* of the warp */
    uint32_t first; /* number of lane 0's element (second register of LMUL 2) */
    uint32_t pc;    /* of a scalar instruction */
};

struct ventus_wave {
    struct wave base;
    _Alignas(64) uint32_t x[SGPR_SLOTS]; /* x[0] is 0 */
    uint32_t mask;                       /* active lanes; never 0 */
    uint32_t on;                         /* active lanes below vl: what vector instructions touch */
    uint32_t rpc; /* register RPC: where a branch of threads says they meet */
    uint32_t all; /* lanes below warp size and work-items (trim) */
    /* Compiled code is made for one value of these four bytes, PLAIN_MODE. */
    _Alignas(4) bool plain; /* vtype is e32, m1: the common case */
    uint8_t sew;            /* enum width */
    uint8_t lmul;           /* 1 or 2; 0: vill */
    uint8_t frm;
    /* Exception flags of the host's FPU that are the program's too, as the host codes
     * them; env.fp.flags has those found by the semantics. */
    uint32_t host_flags;
    struct ventus_env env;
    uint32_t vl, vtype;
    uint32_t depth;
    struct ventus_entry stack[STACK_DEPTH];
    uint32_t mstatus, mie, mip, mtvec, mscratch, mepc, mcause, mtval;
    uint32_t knl; /* CSR_KNL */
    /* Of compiled code (exec/jit.c): slot of the op that accesses memory, + 1, and where. */
    uint32_t access_slot, access_step;
    const struct op *left_to;      /* what it returns if shoal_call says so */
    _Alignas(128) vec32 access_at; /* addresses of the lanes; access_step: only the first one's */
    /* Reservations of LR, per lane (scalar: lane 0): address and the value read. */
    uint32_t reserved; /* lanes that have one */
    uint32_t reservation[32], reserved_value[32];
    _Alignas(128) vec32 v[VGPR_COUNT];
};

/* e32, m1, frm to nearest. */
enum { PLAIN_MODE = 1 | W32 << 8 | 1 << 16 | SF_RNE << 24 };

/* ---- semantic functions ---- */

/* Arguments of vector functions. Pointers are to 32 elements (vec.h): u8, 16, 32 or 64 bits
 * wide as the function says; all are valid, also those of operands that the row lacks. */
struct vec_args {
    void *d;               /* result; not read */
    const void *a, *b, *c; /* src1, src2, src3 */
    uint32_t m;            /* lane mask read (v0) */
    struct ventus_env *env;
};
typedef void (*vec_fn)(struct vec_args *);

/* A vector row's function at every element width; NULL: reserved at that width. W32_SOFT:
 * the form of a 32-bit float operation that rounds as env->fp.rm says, NULL if the plain one
 * does not depend on the host's rounding mode. */
struct ventus_vec {
    vec_fn at[WIDTHS];
    bool on_host; /* at[W32] rounds in the host's mode and leaves its flags in the host's FPU */
};

struct scalar_args {
    uint64_t d, a, b, c;
    struct ventus_env *env;
};
typedef void (*scalar_fn)(struct scalar_args *);
struct ventus_scalar {
    scalar_fn at32, at64;
};

struct branch_args {
    uint32_t a, b;
    bool taken;
};
typedef void (*branch_fn)(struct branch_args *);
typedef void (*vbranch_fn)(uint32_t *taken, const vec32 *a, const vec32 *b);
typedef const struct ventus_op *(*wave_fn)(struct ventus_wave *, const struct ventus_op *);
typedef void (*convert_fn)(vec32 *, const vec32 *); /* memory element <-> register word */
typedef uint32_t (*sconvert_fn)(uint32_t);
typedef uint32_t (*atomic_fn)(uint32_t mem, uint32_t data);

union ventus_fn {
    const struct ventus_vec *vec;
    const struct ventus_scalar *sca;
    branch_fn branch;
    vbranch_fn vbranch;
    wave_fn wave;
    convert_fn load, store;
    sconvert_fn sload, sstore;
    atomic_fn atomic;
};

/* ---- decoded instructions ---- */

enum ventus_source_kind { FROM_NONE, FROM_VGPR, FROM_SGPR, FROM_IMM };

/* A source of an arithmetic instruction. */
struct ventus_source {
    uint8_t kind;  /* enum ventus_source_kind */
    uint8_t width; /* enum width of the register's contents, mixed operations */
    bool is_float, is_signed;
    bool abs, neg;
    bool high;      /* upper 16 bits */
    bool is_double; /* of twice the element width (vw*) */
    uint16_t reg;
    int64_t imm;
};

struct ventus_vec_op {
    struct ventus_source a, b, c;
    uint8_t d;
    uint8_t d_width; /* mixed operations: enum width of the result */
    bool d_high;
    bool d_signed; /* narrow results are sign-extended, not zero-extended */
    bool d_bool;   /* 0 or 1 in a 32-bit lane, whatever the element width */
    bool d_double; /* twice the element width (vw*) */
    bool masked;   /* vm = 0: lanes whose v0 has bit 0 */
    bool has_m;    /* reads v0 as lane mask */
    bool typed;    /* vtype counts (OP-V); otherwise e32, m1 */
    bool words;    /* 32-bit words whatever the element width (vmand.mm ..) */
    bool fp;       /* rounds, or sets flags */
    bool d_is_float;
    bool selects;  /* mixed: its result is one of its operands */
    uint8_t omod;  /* mixed: 0 as it is, 1 twice, 2 four times, 3 half */
    uint8_t width; /* mixed: enum width to compute in */
};

struct ventus_scalar_op {
    uint8_t d; /* x[]; SGPR_TRASH for x0 unless it is a pair */
    uint8_t a, b, c;
    bool a_imm, b_imm;
    bool reads_pc;
    bool pair; /* 64-bit: pairs of registers */
    bool fp;   /* rounds, or sets flags */
    bool is_float;
    uint8_t rm; /* 7: dynamic */
    uint8_t abs, neg;
    int64_t imm;
};

struct ventus_branch_op {
    uint8_t a, b;
    int32_t offset;             /* in bytes, from the instruction */
    const struct ventus_op *to; /* NULL: outside this range of code */
};

enum mem_kind { MEM_LOAD, MEM_STORE, MEM_ATOMIC };
enum mem_space { SPACE_PLAIN, SPACE_FLAT, SPACE_GLOBAL, SPACE_LOCAL, SPACE_PRIVATE };
enum mem_form {
    FORM_REG,     /* V[addr] + offset */
    FORM_REG64,   /* V[addr + 1]:V[addr] + offset */
    FORM_UNIT,    /* x[addr] + element * bytes */
    FORM_STRIDED, /* x[addr] + element * x[index] */
    FORM_INDEXED, /* x[addr] + low index_bytes of V[index] */
};

struct ventus_mem_op {
    uint8_t kind, space, form;
    uint8_t addr, index, data, d;
    uint8_t bytes; /* of one word of the element: 1, 2, 4 */
    uint8_t words; /* consecutive words, in consecutive registers */
    uint8_t index_bytes;
    bool sew_data; /* element width is SEW */
    bool typed;    /* vl and LMUL count */
    bool masked;
    bool pair;   /* 64-bit address */
    bool vector; /* atomics: operands are vector registers */
    int32_t offset;
};

struct ventus_op {
    struct op base;
    op_exec_fn interp;            /* its executor, whatever base.exec is by now (exec/jit.c) */
    uint8_t executor;             /* EXECUTOR_*, which that is */
    const struct ventus_op *next; /* the instruction behind this one; of a prefix: the
                                   * instruction as the prefix changes it */
    union ventus_fn fn;
    struct ventus_insn *insn; /* belongs to the code */
    union {
        struct ventus_vec_op vec;
        struct ventus_scalar_op sca;
        struct ventus_branch_op branch;
        struct ventus_mem_op mem;
    };
};

static inline const struct ventus_row *op_row(const struct ventus_op *o)
{
    return &ventus_rows[o->base.row];
}

static inline struct ventus_code *wave_code(const struct ventus_wave *w)
{
    return (struct ventus_code *)w->base.code;
}

static inline uint32_t op_pc(const struct ventus_wave *w, const struct ventus_op *o)
{
    return (uint32_t)(w->base.code->base + o->base.offset);
}

static inline uint64_t pair_value(const struct ventus_wave *w, unsigned n)
{
    return n ? w->x[n] | (uint64_t)w->x[n + 1] << 32 : 0; /* pair 0 is zero, isa.md 7.1 */
}

static inline void set_pair(struct ventus_wave *w, unsigned n, uint64_t value)
{
    n = n ? n : SGPR_TRASH;
    w->x[n] = (uint32_t)value;
    w->x[n + 1] = (uint32_t)(value >> 32);
}

static inline void set_x(struct ventus_wave *w, unsigned n, uint32_t value)
{
    w->x[n ? n : SGPR_TRASH] = value;
}

static inline uint32_t *vgpr_lane(struct ventus_wave *w, unsigned n, unsigned lane)
{
    return (uint32_t *)&w->v[n] + lane;
}

/* After a change of mask, vl or vtype. */
static inline void update_on(struct ventus_wave *w)
{
    w->on = w->vl >= 32 ? w->mask : w->mask & ((1u << w->vl) - 1);
    w->plain = w->lmul == 1 && w->sew == W32;
}

/* Vector registers up to `end` are going to be written. */
static inline void use_vectors(struct ventus_wave *w, unsigned end)
{
    atomic_uint *used = &((struct ventus_share *)w->base.machine->share)->vectors_used;
    unsigned before = atomic_load_explicit(used, memory_order_relaxed);
    while (before < end && !atomic_compare_exchange_weak(used, &before, end))
        ;
}

/* Stops the wave with a fault at `o`; returns NULL for the handler to return. lanes 0: the
 * whole wave. format may be NULL. */
__attribute__((format(printf, 7, 8)))
const struct ventus_op *FN(fault)(struct ventus_wave *w, const struct ventus_op *o,
                                  shoal_fault_cause cause, uint64_t lanes, uint64_t address,
                                  uint32_t bytes, const char *format, ...);

/* Stops the wave before `next` for `why`; returns NULL. */
static inline const struct ventus_op *wave_stop(struct ventus_wave *w, const struct ventus_op *next,
                                                enum stop why)
{
    w->base.next = &next->base;
    w->base.stop = (uint8_t)why;
    return NULL;
}

/* Continues at device address pc; faults at `o` if no code is there. */
const struct ventus_op *FN(jump)(struct ventus_wave *w, const struct ventus_op *o, uint32_t pc);

/* CSRs (csr.c). false: there is no such CSR. */
bool FN(csr_read)(const struct ventus_wave *w, unsigned csr, uint32_t *value);
bool FN(csr_write)(struct ventus_wave *w, unsigned csr, uint32_t value);

#endif

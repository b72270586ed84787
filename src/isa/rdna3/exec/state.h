/* state.h: what a wave of RDNA3 is while it runs, and what a decoded instruction is.
 *
 * Every file below exec/ and sem/ is compiled once per host CPU level; FN(name) gives a
 * symbol its level's suffix. See docs/architecture.md, "Semantics".
 *
 * Manual: RDNA3 chapter 3. */
#ifndef SHOAL_RDNA3_STATE_H
#define SHOAL_RDNA3_STATE_H

#include "isa/exec/op_store.h"
#include "isa/exec/vec.h"
#include "isa/rdna3/launch.h"
#include "isa/rdna3/mode.h"
#include "isa/rdna3/rdna3.h"

#ifndef SHOAL_LEVEL
#define SHOAL_LEVEL native
#endif
#define FN_PASTE2(name, level) rdna3_##name##_##level
#define FN_PASTE(name, level)  FN_PASTE2(name, level)
#define FN(name)               FN_PASTE(name, SHOAL_LEVEL)

enum {
    VGPR_COUNT = RDNA3_VGPRS,
    /* s[] is indexed by the 7-bit scalar encoding: SGPRs, VCC at 106, TTMPs at 108, NULL
     * at 124 (always 0), M0 at 125, EXEC at 126. Writes that have no effect (to NULL, to
     * TTMPs) go to s[SGPR_TRASH...]. */
    SGPR_TRASH = RDNA3_NO_SGPR,
    SGPR_SLOTS = RDNA3_SCALARS,
};

/* A message of S_SENDMSG: the wave needs its VGPRs no more (manual 5.3). */
enum { MSG_DEALLOC_VGPRS = 3 };

struct rdna3_op;

/* The decoded form of a code range; ops[i] stands for the dword at 4 * i. */
struct rdna3_code {
    struct code base;
    uint32_t lanes, vgprs; /* code->variant, unpacked */
    unsigned generation;   /* enum rdna3_generation, likewise */
    bool is_privileged;    /* the trap handler: TTMPs can be written */
    struct rdna3_op *ops;  /* store.ops */
    struct op_store store;
};

/* In row_slot: the lanes of a half-wave are all at one place; they are at rows[0], or for the
 * second pass rows[2], + index << shift; all lanes of a pass follow rows[0] or rows[2]. Without
 * ROW_INDEX, the instruction's offset comes to it. */
enum {
    ROW_SAME = 1 << 30,
    ROW_INDEX = 1 << 29,
    ROW_SHIFT = 27, /* two bits */
    ROW_LONG = 1 << 26,
    ROW_SLOT = ROW_LONG - 1
};

struct rdna3_wave {
    struct wave base;
    uint64_t rows[4];         /* with row_slot, by pass: the address, relative to the window, of the
                               * first lane (of SMEM: of the data), and by how much that of lane 16
                               * is larger */
    const struct op *left_to; /* what compiled code returns if shoal_call says so (jit.c) */
    struct texel_look *look;  /* an image instruction only says what it would access; NULL: it is
                               * executed */
    _Alignas(128) vec32 root; /* of an address, for shoal_store_address (jit.c) */
    vec32 index[2];           /* with ROW_INDEX: of each pass, signed; for shoal_store_address
                               * [0]: upper halves of the root (another 128 bytes cost saxpy 15 %) */
    _Alignas(64) uint32_t s[SGPR_SLOTS];
    uint32_t mode;
    bool scc;
    uint8_t halves; /* passes of a vector instruction: 1, or 2 in wave64 */
    bool wake;      /* s_wakeup came before the s_sleep */
    uint32_t vgprs; /* allocated: 1..256 */
    uint32_t status, trapsts;
    uint32_t hw_id1, hw_id2;
    unsigned host_traps; /* of machine->host_traps, those seen */
    bool gws_waits;      /* at a GWS instruction, since gws_phase of its resource */
    uint32_t gws_phase;
    uint8_t watch_hits;  /* of image instructions: address watches met (trap.c) */
    uint8_t access_lane; /* of an image instruction that is reading or writing memory */
    uint32_t row_slot;   /* while compiled code accesses memory by itself: 1 + slot of the op, and
                          * how it does (ROW_*); else 0 */
    uint64_t instructions_at_start;
    _Alignas(128) vec32 v[]; /* VGPR n, lanes 32 h .. 32 h + 31: v[n * halves + h] */
};

/* What is not a register: from mode on, one cache line. */
enum { WAVE_STATUS = offsetof(struct rdna3_wave, mode), WAVE_STATUS_BYTES = 64 };
_Static_assert(WAVE_STATUS % 64 == 0 &&
                   offsetof(struct rdna3_wave, v) == WAVE_STATUS + WAVE_STATUS_BYTES,
               "compiled code copies the status as one vector");

/* Bytes from one wave of a work-group to the next. */
static inline size_t wave_size(unsigned halves)
{
    return sizeof(struct rdna3_wave) + VGPR_COUNT * (size_t)halves * sizeof(vec32);
}

/* launch_state.start: how the waves of full work-groups begin. All registers that are not here
 * are 0. */
struct rdna3_start {
    struct code *code;
    const struct op *next;
    uint32_t lanes, halves;
    uint32_t vgpr_bytes; /* of the VGPRs behind v0 */
    uint32_t wave_count;
    uint8_t id_sgpr[3]; /* where the ids of the work-group go; SGPR_TRASH: nowhere */
    uint8_t info_sgpr;
    uint32_t counts; /* bit counts_bit(waves, row): all lanes of all waves are active, and v0
                      * counts them: struct jit_isa, start_counts */
    _Alignas(64) uint32_t user[32]; /* s[0..31], without those */
    uint32_t preloaded[MAX_PRELOAD_DWORDS];
    struct rdna3_start_wave {
        _Alignas(128) vec32 v0[2];
        uint64_t exec;
        uint32_t info; /* in info_sgpr */
        _Alignas(64) uint8_t status[WAVE_STATUS_BYTES];
    } waves[];
};

/* waves: 1, 2, 4, 8; row: work-items, a power of two up to 32 * waves. */
static inline unsigned counts_bit(unsigned waves, unsigned row)
{
    unsigned w = (unsigned)__builtin_ctz(waves); /* of which there are 6 + w rows */
    return 5 * w + w * (w + 1) / 2 + (unsigned)__builtin_ctz(row);
}

/* Where an operand of a vector instruction comes from. Chosen at decode time. */
enum src_kind {
    SRCK_NONE,
    SRCK_V32, /* VGPR, read in place */
    SRCK_S32, /* scalar, the same for all lanes: s[value] */
    SRCK_I32, /* constant */
    SRCK_V16, /* one half of a VGPR */
    SRCK_S16, /* one half of a scalar */
    SRCK_I16,
    SRCK_V64, /* VGPR pair */
    SRCK_S64,
    SRCK_I64,
    SRCK_V96, /* VGPRs read in place, [3] and [4] dwords */
    SRCK_V128,
    SRCK_SCC, /* 0 or 1 in every lane */
};

struct rdna3_src {
    uint8_t kind; /* enum src_kind */
    uint8_t type; /* enum rdna3_type: which modifiers and denormal flushes apply */
    bool neg, abs;
    bool neg_hi;            /* packed operands: negates the upper half */
    uint8_t half;           /* 16-bit operands: 0 low, 1 high; mix operands: bit 1: is f16 */
    uint8_t sel_lo, sel_hi; /* packed operands: which half feeds the low and high result */
    uint8_t vgpr;           /* its number */
    uint8_t quad;           /* 1 + lane of its quad that each lane reads; 0: its own */
    uint32_t value;         /* VGPR: byte offset from struct rdna3_wave.v (of the low half of the
                             * wave); scalar: index into s[] */
    uint64_t imm;
};

/* Scalar operands: a place to read 64 bits from (semantics truncate): inside the wave
 * or, for constants, inside the op. */
struct rdna3_scalar {
    uint64_t imm;
    uint16_t index; /* into s[], or one of these: */
};
enum { SCALAR_SCC = 0xfffe, SCALAR_IMM = 0xffff };

/* Arguments of vector semantic functions, by role. Pointers are to 32-lane values. */
struct valu_args {
    void *d, *e;               /* results; d holds the old value before the call */
    const void *a, *b, *c, *k; /* sources */
    uint32_t m;                /* lane mask read (VCC, carry in) */
    uint32_t co;               /* lane mask written */
    uint32_t mode;             /* MODE */
    uint32_t lane0;            /* 0, or 32 in the second pass of wave64 */
    uint32_t neg;              /* raw NEG bits (dot products) */
    uint32_t clamp;            /* integer clamp asked for */
};

/* Arguments of scalar semantic functions, by role. */
struct salu_args {
    uint64_t d, a, b, k, s;
    union {
        uint64_t l;  /* literal */
        uint64_t pc; /* of the next instruction; no row has both */
    };
    uint64_t exec;
    uint32_t status;
    bool scc, taken, vccz, execz;
};

typedef void (*valu_fn)(struct valu_args *);
typedef void (*salu_fn)(struct salu_args *);
typedef const struct rdna3_op *(*wave_fn)(struct rdna3_wave *, const struct rdna3_op *);
typedef void (*convert_fn)(vec32 *, const vec32 *); /* loads and stores: element <-> VGPR */
typedef uint64_t (*atomic_fn)(uint64_t mem, uint64_t data, uint64_t data1, uint32_t mode);

/* An atomic of 32 bits on LDS for all lanes in `on`: lane l's element is at lds + offset[l], in
 * range and aligned. old: values from before. */
typedef void (*atomic_pass_fn)(uint8_t *lds, const u32x32 *offset, uint32_t on, const vec32 *data,
                               uint32_t mode, vec32 *old);

union rdna3_fn {
    valu_fn valu;
    salu_fn salu;
    wave_fn wave;
    convert_fn load, store;
    atomic_fn atomic;
};

/* A DPP control word, worked out (dpp.c). */
struct rdna3_dpp {
    u8x32 from;         /* the lane read by each lane of a pass; never leaves its row of 16 */
    uint32_t in_range;  /* lanes for which there is one */
    uint32_t writes[2]; /* lanes that row_mask and bank_mask let write, per pass */
    bool fi, zero;      /* read inactive lanes; no source gives 0 instead of no write */
};

/* DST_S32, DST_S16: a scalar, of rows that run on one lane. */
enum dst_kind { DST_NONE, DST_V32, DST_V16, DST_V64, DST_V128, DST_S32, DST_S16 };

struct rdna3_valu {
    struct rdna3_src src[3];     /* a, b, c */
    uint64_t k;                  /* fmamk, fmaak */
    uint32_t dst;                /* byte offset like rdna3_src.value */
    uint32_t dst2;               /* v_swap: the other VGPR */
    const struct rdna3_dpp *dpp; /* belongs to the code */
    uint8_t dst_vgpr, dst2_vgpr; /* their numbers */
    uint8_t dst_kind, dst_half, dst_type;
    uint8_t nsrc;
    uint8_t omod;
    bool clamp, reads_d, writes_co, co_is_exec, reads_m, swaps, has_k, nan_rule, skip_writes;
    bool keeps_in, keeps_out; /* denormals of sources, of the result, whatever MODE says */
    bool toward_zero;         /* rounds so, whatever MODE says */
    bool nearest;             /* rounds to nearest even, whatever MODE says */
    uint32_t mode_mask;       /* bits of MODE that can change the result */
    uint8_t dpp_kind;         /* 0, 8 or 16 */
    uint8_t neg_bits;
    uint16_t co_sgpr, m_sgpr; /* index into s[] */
    union rdna3_fn fn_y;      /* VOPD: the Y half */
};

struct rdna3_salu {
    struct rdna3_scalar a, b;
    uint64_t k;
    union {
        uint64_t l;  /* literal */
        uint64_t pc; /* of the next instruction, for rows that read it */
    };
    uint16_t dst; /* index into s[] */
    bool dst64, writes_d, writes_scc, writes_exec, exec64, ttmp_dst;
    int32_t target; /* branches: slot distance from this op */
};

enum mem_kind { MEM_LOAD, MEM_STORE, MEM_ATOMIC };

/* Memory instructions, settled by translate_mem (mem.c). Registers are numbers of VGPRs;
 * sources that are out of range have become 0 (manual 3.3.2.2). */
struct rdna3_mem {
    uint8_t kind; /* enum mem_kind */
    uint8_t addr, data, data1, vdst;
    uint8_t bytes;      /* of one element in memory; 0: the format says */
    uint8_t dwords;     /* VGPRs that hold one element */
    uint8_t dst_dwords; /* VGPRs written, without the TFE status */
    uint8_t components; /* of formatted elements */
    uint8_t format;     /* MTBUF; formatted MUBUF that copies: the first of DWORD_FORMATS */
    bool copies;        /* no conversion: fn is mem_copy, or formatted elements are dwords */
    bool returns;       /* an atomic that returns the old value */
    bool no_exec;       /* destination out of range: as if EXEC were 0 (3.3.3) */
    bool has_addr;      /* a VGPR takes part in the address */
    bool addtid, addr2, tolds, offen, idxen, tfe, typed, formatted, d16, hi;
    bool pair_in_data; /* cmpswap: the second operand follows the first in `data` */
    uint16_t saddr;    /* index into s[]; NO_SADDR: none */
    uint16_t rsrc;     /* index into s[]: V#, or the base of SMEM */
    uint16_t sdst;     /* SMEM: index into s[], SGPR_TRASH: nowhere */
    struct rdna3_scalar soffset;
    int32_t offset, offset1;
    atomic_pass_fn pass; /* DS atomics; NULL: lane by lane with fn */
};

enum { NO_SADDR = 0xffff };

/* Passed to atomic functions along with MODE: the access is made by the caches, whose
 * rules for denormals differ from those of LDS (manual 13.2). Unused in MODE itself. */
enum { MODE_CACHE_ATOMIC = 1 << 30 };

/* Image instructions, settled by translate_mimg (mimg.c). */
struct rdna3_mimg {
    uint8_t addr[16]; /* VGPR of each address dword */
    uint8_t vdata, data_dwords;
    uint8_t dim, dmask;  /* of the instruction; DMASK 0 has become 1 */
    uint16_t parts;      /* IMG_* of the row */
    uint16_t rsrc, samp; /* index into s[] */
    bool has_no_mask;    /* DMASK was 0 */
    bool a16, d16, unrm, r128, glc;
    bool has_status, warns; /* TFE or LWE: a status VGPR follows the data; LWE */
    bool no_exec;           /* destination out of range: as if EXEC were 0 (3.3.3) */
};

struct rdna3_op {
    struct op base;
    /* The interpreter's exec, and which executor it is (layer.h); base.exec may come to be
     * compiled code. */
    op_exec_fn interp;
    uint8_t executor;
    union rdna3_fn fn;
    struct rdna3_insn *insn; /* the decoded fields; belongs to the code */
    union {
        struct rdna3_valu valu;
        struct {
            struct rdna3_op *x, *y;
        } vopd; /* the two halves as valu ops */
        struct rdna3_salu salu;
        struct rdna3_mem mem;
        struct rdna3_mimg mimg;
    };
};

static inline const struct rdna3_row *op_row(const struct rdna3_op *o)
{
    return &rdna3_rows[o->base.row];
}

/* The op after this one. Ops of one code range are an array with one slot per dword. */
static inline const struct rdna3_op *op_next(const struct rdna3_op *o)
{
    return o + (o->base.size_bytes >> 2);
}

static inline struct rdna3_code *wave_code(const struct rdna3_wave *w)
{
    return (struct rdna3_code *)w->base.code;
}

static inline uint64_t op_pc(const struct rdna3_wave *w, const struct rdna3_op *o)
{
    return w->base.code->base + o->base.offset;
}

/* VGPR n of the half wave h. n must be in 0..255. */
static inline vec32 *vgpr(struct rdna3_wave *w, unsigned n, unsigned half)
{
    return &w->v[n * w->halves + half];
}

/* Lane l of VGPR n, for code that goes lane by lane. */
static inline uint32_t *vgpr_lane(struct rdna3_wave *w, unsigned n, unsigned lane)
{
    return (uint32_t *)&w->v[n * w->halves] + lane;
}

static inline uint64_t s64(const struct rdna3_wave *w, unsigned index)
{
    return w->s[index] | (uint64_t)w->s[index + 1] << 32;
}

static inline void set_s64(struct rdna3_wave *w, unsigned index, uint64_t value)
{
    w->s[index] = (uint32_t)value;
    w->s[index + 1] = (uint32_t)(value >> 32);
}

/* EXEC over all lanes of the wave (upper half 0 in wave32). */
static inline uint64_t wave_exec(const struct rdna3_wave *w)
{
    return w->halves == 1 ? w->s[SRC_EXEC_LO] : s64(w, SRC_EXEC_LO);
}

static inline uint64_t scalar_value(const struct rdna3_wave *w, const struct rdna3_scalar *x)
{
    if (x->index == SCALAR_IMM)
        return x->imm;
    if (x->index == SCALAR_SCC)
        return w->scc;
    return s64(w, x->index);
}

/* Stops the wave with a fault at `o`; returns NULL for the handler to return. lanes 0:
 * the whole wave. format may be NULL. */
__attribute__((format(printf, 7, 8)))
const struct rdna3_op *FN(fault)(struct rdna3_wave *w, const struct rdna3_op *o,
                                 shoal_fault_cause cause, uint64_t lanes, uint64_t address,
                                 uint32_t bytes, const char *format, ...);

/* Stops the wave before `next` for `why`; returns NULL. */
static inline const struct rdna3_op *wave_stop(struct rdna3_wave *w, const struct rdna3_op *next,
                                               enum stop why)
{
    w->base.next = &next->base;
    w->base.stop = (uint8_t)why;
    return NULL;
}

/* Continues at device address pc; faults at `o` if no code is there. */
const struct rdna3_op *FN(jump)(struct rdna3_wave *w, const struct rdna3_op *o, uint64_t pc);

#endif

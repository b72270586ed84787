/* machine.h: host code before it has registers.
 *
 * A function is blocks of instructions over registers of three classes: general ones, ZMM and
 * masks. Virtual ones may have several definitions (phis, and what an instruction changes in
 * place). Each machine opcode is one row of ops.h. Scalars below 64 bits have zeros above them. A
 * vector is as many ZMM as it has bits, at least one; a lane mask is one mask register for each 16
 * lanes, whose bits above the lanes may be anything. Without AVX-512 they become YMM and general
 * registers (narrow.h). */
#ifndef SHOAL_JIT_DIRECT_MACHINE_H
#define SHOAL_JIT_DIRECT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t reg; /* 0: none */

enum { REG_G = 1, REG_Z = 32, REG_K = 64, REG_VIRTUAL = 128 };
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };
#define G(n) ((reg)(REG_G + (n)))
#define Z(n) ((reg)(REG_Z + (n)))
#define K(n) ((reg)(REG_K + (n)))

enum class { CLASS_G, CLASS_Z, CLASS_K };

/* Not allocated: operands that have no register pass through these. */
#define SCRATCH_G  G(RAX)
#define SCRATCH_G2 G(R11)
enum { SCRATCH_ZMM = 29, SCRATCH_YMM = 13 }; /* and the two behind it */
#define SCRATCH_K  K(0)                      /* cannot select lanes */
#define SCRATCH_K2 K(7)

enum mop {
#define ROW(name, text, form, space, pp, map, opcode, w, tuple, ext, imm) name,
#include "jit/direct/ops.h"
#undef ROW
    OP_ROWS,
    /* Without a row: finish.c */
    OP_COPIES = OP_ROWS, /* copies[imm .. imm + copies] at the same time */
    OP_CALL,             /* calls[imm]; d: what it returns */
    OP_EXCHANGE,         /* lock cmpxchg: b is expected, a the new value, d what was there */
    OP_JUMP,             /* to block imm */
    OP_JCC,              /* to block imm if cc */
    OP_RET,              /* returns b */
    OP_NONE,             /* nothing: its definition has been folded */
};

/* Condition codes, as encoded */
enum {
    CC_O,
    CC_NO,
    CC_B,
    CC_AE,
    CC_E,
    CC_NE,
    CC_BE,
    CC_A,
    CC_S,
    CC_NS,
    CC_P,
    CC_NP,
    CC_L,
    CC_GE,
    CC_LE,
    CC_G
};

enum mem_kind { MEM_NONE, MEM_AT, MEM_POOL, MEM_FRAME };

struct mem {
    uint8_t kind, scale;
    int32_t disp; /* MEM_POOL: in the pool; MEM_FRAME: in the frame's variables */
    reg base, index;
};

struct ins {
    uint16_t op;
    uint8_t vl; /* 0, 1, 2: 128, 256, 512 bits */
    uint8_t cc;
    uint8_t rounding; /* of registers: 1 + MXCSR.RC; 0: as MXCSR has it */
    bool wide;        /* general: 64 bits */
    bool broadcast;   /* the operand in memory is one element */
    bool zeroing;     /* lanes that k does not select become 0 */
    bool tied;        /* d is read, too */
    bool late;        /* registers of mem are read after d is written */
    bool clobbers_k;
    bool is_vex; /* encoded for CPUs without AVX-512 */
    reg d, a, b, k;
    struct mem mem;  /* in place of b, or of d where the form says that the instruction stores */
    uint16_t copies; /* of OP_COPIES */
    int64_t imm;
};

/* Where a copied value comes from. */
enum from { FROM_REG, FROM_IMM, FROM_POOL, FROM_ADDRESS };
struct copy {
    reg to;
    uint8_t from;
    bool broadcast; /* of FROM_POOL: an element in all */
    reg source;
    struct mem mem; /* FROM_POOL, FROM_ADDRESS */
    int64_t imm;
};

enum { MAX_ARGS = 6 };
struct call {
    struct copy args[MAX_ARGS]; /* `to` is not used */
    unsigned count;
    bool keeps_all;     /* the callee keeps every register */
    struct copy target; /* a register, or a place in the pool with the address */
};

struct mblock {
    uint32_t first, end;       /* of its instructions */
    uint32_t succ[2];          /* UINT32_MAX: none */
    bool seldom[2];            /* succ is */
    uint32_t more, more_count; /* of a switch: those of its cases, in `more` of the function */
    uint32_t before;           /* the block whose edge this is the code of; UINT32_MAX: none */
    float frequency;
    bool is_rare;
    bool is_reached;
    uint8_t depth; /* of loops */
};

struct fixup {
    uint32_t at; /* in the pool */
    const char *name;
    int64_t addend;
};

struct mfunction {
    bool is_narrow; /* without AVX-512: YMM instead of ZMM, and no masks (narrow.h) */
    struct ins *code;
    uint32_t count, capacity;
    struct mblock *blocks;
    uint32_t block_count, block_capacity;
    uint32_t *more, more_count, more_capacity;
    struct copy *copies;
    uint32_t copy_count, copy_capacity;
    struct call *calls;
    uint32_t call_count, call_capacity;
    uint8_t *classes; /* [virtual registers] */
    reg *hints;
    uint32_t virtual_count, virtual_capacity;
    uint8_t *pool;
    uint32_t pool_bytes, pool_capacity;
    uint32_t *pool_hash, pool_hash_size; /* offsets + 1 */
    struct fixup *fixups;
    uint32_t fixup_count, fixup_capacity;
    uint32_t frame_bytes; /* of variables */
    const char *why;      /* it cannot be compiled; NULL: it can */
    /* Of each virtual register, by allocate.c: its register, or 0 and its place in the frame. */
    reg *place;
    uint32_t *slot;
    uint64_t *busy; /* [72][busy_words] bits by position: what registers hold */
    uint32_t busy_words;
};

/* The first of the vector registers that are not allocated, and the size of one. */
static inline unsigned scratch_z(const struct mfunction *f)
{
    return f->is_narrow ? SCRATCH_YMM : SCRATCH_ZMM;
}
static inline uint8_t whole_vl(const struct mfunction *f) { return f->is_narrow ? 1 : 2; }

static inline enum class reg_class(const struct mfunction *f, reg r) {
    return r >= REG_VIRTUAL ? (enum class)f->classes[r - REG_VIRTUAL]
           : r >= REG_K     ? CLASS_K
           : r >= REG_Z     ? CLASS_Z
                            : CLASS_G;
}

/* Makes room for `more` elements, which hold anything. false: no memory; f->why is set. */
bool reserve(struct mfunction *f, void *array, uint32_t *capacity, uint32_t count, uint32_t more,
             size_t element);
/* The place of these bytes in the pool. */
uint32_t pool_bytes(struct mfunction *f, const void *bytes, uint32_t count);
/* The place of the address of a symbol plus addend. */
uint32_t pool_address(struct mfunction *f, const char *name, int64_t addend);
void release(void *array);
reg new_reg(struct mfunction *f, enum class c);

/* Calls each(context, r, is_def, is_late) for the registers of an instruction, uses first. */
typedef void each_reg(void *context, reg *r, bool is_def, bool is_late);
void each_operand(struct mfunction *f, struct ins *i, each_reg *each, void *context);

#endif

/* scalar.c: SOP1, SOP2, SOPK, SOPC: scalar arithmetic and logic. Manual: 16.1 to 16.4. */
#include "isa/rdna3/sem/sem.h"

/* ---- SOP2 ---- */

SEM(s_add_u32)
{
    uint64_t sum = (uint64_t)a + b;
    *d = (uint32_t)sum;
    *scc = sum >> 32;
}
SEM(s_sub_u32)
{
    *d = a - b;
    *scc = b > a;
}
SEM(s_add_i32) { *scc = __builtin_add_overflow(a, b, d); }
SEM(s_sub_i32) { *scc = __builtin_sub_overflow(a, b, d); }
SEM(s_addc_u32)
{
    uint64_t sum = (uint64_t)a + b + *scc;
    *d = (uint32_t)sum;
    *scc = sum >> 32;
}
SEM(s_subb_u32)
{
    uint64_t take = (uint64_t)b + *scc;
    *d = (uint32_t)(a - take);
    *scc = take > a;
}
SEM(s_absdiff_i32)
{
    int32_t diff = (int32_t)((uint32_t)a - (uint32_t)b);
    *d = diff < 0 ? (int32_t)(0u - (uint32_t)diff) : diff;
    *scc = *d != 0;
}

SEM(s_lshl_b32) { *scc = (*d = a << (b & 31)) != 0; }
SEM(s_lshr_b32) { *scc = (*d = a >> (b & 31)) != 0; }
SEM(s_ashr_i32) { *scc = (*d = a >> (b & 31)) != 0; }
SEM(s_lshl_b64) { *scc = (*d = a << (b & 63)) != 0; }
SEM(s_lshr_b64) { *scc = (*d = a >> (b & 63)) != 0; }
SEM(s_ashr_i64) { *scc = (*d = a >> (b & 63)) != 0; }

#define LSHL_ADD(name, n)                                                                          \
    SEM(name)                                                                                      \
    {                                                                                              \
        uint64_t sum = ((uint64_t)a << n) + b;                                                     \
        *d = (uint32_t)sum;                                                                        \
        *scc = sum >> 32 != 0;                                                                     \
    }
LSHL_ADD(s_lshl1_add_u32, 1)
LSHL_ADD(s_lshl2_add_u32, 2)
LSHL_ADD(s_lshl3_add_u32, 3)
LSHL_ADD(s_lshl4_add_u32, 4)

/* SCC: the first operand was chosen. */
#define MINMAX(name, compare)                                                                      \
    SEM(name)                                                                                      \
    {                                                                                              \
        *scc = a compare b;                                                                        \
        *d = *scc ? a : b;                                                                         \
    }
MINMAX(s_min_i32, <)
MINMAX(s_min_u32, <)
MINMAX(s_max_i32, >)
MINMAX(s_max_u32, >)

#define LOGIC(name, expression)                                                                    \
    SEM(name##_b32) { *scc = (*d = (expression)) != 0; }                                           \
    SEM(name##_b64) { *scc = (*d = (expression)) != 0; }
LOGIC(s_and, a &b)
LOGIC(s_or, a | b)
LOGIC(s_xor, a ^ b)
LOGIC(s_nand, ~(a &b))
LOGIC(s_nor, ~(a | b))
LOGIC(s_xnor, ~(a ^ b))
LOGIC(s_and_not1, a & ~b)
LOGIC(s_or_not1, a | ~b)

/* Bit field extract: offset in b[4:0] (b[5:0] for 64 bits), width in b[22:16]. */
static inline uint64_t field(uint64_t a, uint32_t b, unsigned bits)
{
    unsigned offset = b & (bits - 1), width = b >> 16 & 0x7f;
    a >>= offset;
    return width >= 64 ? a : a & ((UINT64_C(1) << width) - 1);
}

/* A field whose sign bit is above the value's end is filled with the value's sign. */
static inline int64_t field_signed(int64_t a, uint32_t b, unsigned bits)
{
    unsigned offset = b & (bits - 1), width = b >> 16 & 0x7f;
    a >>= offset;
    if (width == 0)
        return 0;
    return width >= 64 ? a : (int64_t)((uint64_t)a << (64 - width)) >> (64 - width);
}
SEM(s_bfe_u32) { *scc = (*d = (uint32_t)field(a, b, 32)) != 0; }
SEM(s_bfe_i32) { *scc = (*d = (int32_t)field_signed(a, b, 32)) != 0; }
SEM(s_bfe_u64) { *scc = (*d = field(a, b, 64)) != 0; }
SEM(s_bfe_i64) { *scc = (*d = field_signed(a, b, 64)) != 0; }

SEM(s_bfm_b32) { *d = ((1u << (a & 31)) - 1) << (b & 31); }
SEM(s_bfm_b64) { *d = ((UINT64_C(1) << (a & 63)) - 1) << (b & 63); }

SEM(s_mul_i32) { *d = (int32_t)((uint32_t)a * (uint32_t)b); }
SEM(s_mul_hi_u32) { *d = (uint32_t)((uint64_t)a * b >> 32); }
SEM(s_mul_hi_i32) { *d = (int32_t)((int64_t)a * b >> 32); }

SEM(s_cselect_b32) { *d = scc ? a : b; }
SEM(s_cselect_b64) { *d = scc ? a : b; }

SEM(s_pack_ll_b32_b16) { *d = (a & 0xffff) | b << 16; }
SEM(s_pack_lh_b32_b16) { *d = (a & 0xffff) | (b & 0xffff0000); }
SEM(s_pack_hh_b32_b16) { *d = a >> 16 | (b & 0xffff0000); }
SEM(s_pack_hl_b32_b16) { *d = a >> 16 | b << 16; }

/* ---- SOP1 ---- */

SEM(s_mov_b32) { *d = a; }
SEM(s_mov_b64) { *d = a; }
SEM(s_getpc_b64) { *d = pc; }
SEM(s_cmov_b32) { *d = scc ? a : *d; }
SEM(s_cmov_b64) { *d = scc ? a : *d; }
SEM(s_brev_b32) { *d = __builtin_bitreverse32(a); }
SEM(s_brev_b64) { *d = __builtin_bitreverse64(a); }

/* Counts give -1 when there is nothing to find. */
SEM(s_ctz_i32_b32) { *d = a ? __builtin_ctz(a) : -1; }
SEM(s_ctz_i32_b64) { *d = a ? __builtin_ctzll(a) : -1; }
SEM(s_clz_i32_u32) { *d = a ? __builtin_clz(a) : -1; }
SEM(s_clz_i32_u64) { *d = a ? __builtin_clzll(a) : -1; }
/* Equal bits from the top, the sign bit counted; all equal: -1. */
SEM(s_cls_i32) { *d = a == 0 || a == -1 ? -1 : __builtin_clrsb(a) + 1; }
SEM(s_cls_i32_i64) { *d = a == 0 || a == -1 ? -1 : __builtin_clrsbll(a) + 1; }

SEM(s_sext_i32_i8) { *d = (int8_t)a; }
SEM(s_sext_i32_i16) { *d = (int16_t)a; }

SEM(s_bitset0_b32) { *d &= ~(1u << (a & 31)); }
SEM(s_bitset0_b64) { *d &= ~(UINT64_C(1) << (a & 63)); }
SEM(s_bitset1_b32) { *d |= 1u << (a & 31); }
SEM(s_bitset1_b64) { *d |= UINT64_C(1) << (a & 63); }
SEM(s_bitreplicate_b64_b32)
{
    uint64_t x = a;
    x = (x | x << 16) & 0x0000ffff0000ffff;
    x = (x | x << 8) & 0x00ff00ff00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
    x = (x | x << 2) & 0x3333333333333333;
    x = (x | x << 1) & 0x5555555555555555;
    *d = x | x << 1;
}
SEM(s_abs_i32)
{
    *d = a < 0 ? (int32_t)(0u - (uint32_t)a) : a;
    *scc = *d != 0;
}
SEM(s_bcnt0_i32_b32) { *scc = (*d = 32 - __builtin_popcount(a)) != 0; }
SEM(s_bcnt0_i32_b64) { *scc = (*d = 64 - __builtin_popcountll(a)) != 0; }
SEM(s_bcnt1_i32_b32) { *scc = (*d = __builtin_popcount(a)) != 0; }
SEM(s_bcnt1_i32_b64) { *scc = (*d = __builtin_popcountll(a)) != 0; }

/* Bit n of the result: any of bits 4n .. 4n + 3. */
static inline uint64_t quad_any(uint64_t a)
{
    a |= a >> 1;
    a |= a >> 2;
    a &= 0x1111111111111111;
    return a;
}
static inline uint64_t quad_mask(uint64_t a)
{
    a = quad_any(a);
    a = (a | a >> 3) & 0x0303030303030303;
    a = (a | a >> 6) & 0x000f000f000f000f;
    a = (a | a >> 12) & 0x000000ff000000ff;
    return (a | a >> 24) & 0xffff;
}
/* A value that the compiler cannot see through: LLVM 22's instruction selection does not come to an
 * end where compressed quads become a lane mask (jit_differential --wave64 --seed 42358). */
static inline uint64_t opaque(uint64_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

SEM(s_quadmask_b32) { *scc = (*d = (uint32_t)opaque(quad_mask(a))) != 0; }
SEM(s_quadmask_b64) { *scc = (*d = opaque(quad_mask(a))) != 0; }
SEM(s_wqm_b32) { *scc = (*d = (uint32_t)(quad_any(a) * 15)) != 0; }
SEM(s_wqm_b64) { *scc = (*d = quad_any(a) * 15) != 0; }
SEM(s_not_b32) { *scc = (*d = ~a) != 0; }
SEM(s_not_b64) { *scc = (*d = ~a) != 0; }

/* SAVEEXEC: D gets the old EXEC, EXEC the new; WREXEC: both get the new. */
#define SAVEEXEC(name, expression)                                                                 \
    SEM(name##_b32)                                                                                \
    {                                                                                              \
        uint32_t old = *exec;                                                                      \
        *exec = (expression);                                                                      \
        *scc = *exec != 0;                                                                         \
        *d = old;                                                                                  \
    }                                                                                              \
    SEM(name##_b64)                                                                                \
    {                                                                                              \
        uint64_t old = *exec;                                                                      \
        *exec = (expression);                                                                      \
        *scc = *exec != 0;                                                                         \
        *d = old;                                                                                  \
    }
SAVEEXEC(s_and_saveexec, a &old)
SAVEEXEC(s_or_saveexec, a | old)
SAVEEXEC(s_xor_saveexec, a ^ old)
SAVEEXEC(s_nand_saveexec, ~(a &old))
SAVEEXEC(s_nor_saveexec, ~(a | old))
SAVEEXEC(s_xnor_saveexec, ~(a ^ old))
SAVEEXEC(s_and_not0_saveexec, ~a &old)
SAVEEXEC(s_or_not0_saveexec, ~a | old)
SAVEEXEC(s_and_not1_saveexec, a & ~old)
SAVEEXEC(s_or_not1_saveexec, a | ~old)

#define WREXEC(name, expression)                                                                   \
    SEM(name)                                                                                      \
    {                                                                                              \
        *exec = (expression);                                                                      \
        *scc = *exec != 0;                                                                         \
        *d = *exec;                                                                                \
    }
WREXEC(s_and_not0_wrexec_b32, ~a &*exec)
WREXEC(s_and_not0_wrexec_b64, ~a &*exec)
WREXEC(s_and_not1_wrexec_b32, a & ~*exec)
WREXEC(s_and_not1_wrexec_b64, a & ~*exec)

/* ---- SOPC ---- */

#define COMPARE(name, op)                                                                          \
    SEM(name##_i32) { *scc = a op b; }                                                             \
    SEM(name##_u32) { *scc = a op b; }
COMPARE(s_cmp_eq, ==)
COMPARE(s_cmp_lg, !=)
COMPARE(s_cmp_gt, >)
COMPARE(s_cmp_ge, >=)
COMPARE(s_cmp_lt, <)
COMPARE(s_cmp_le, <=)
SEM(s_cmp_eq_u64) { *scc = a == b; }
SEM(s_cmp_lg_u64) { *scc = a != b; }
SEM(s_bitcmp0_b32) { *scc = !(a >> (b & 31) & 1); }
SEM(s_bitcmp1_b32) { *scc = a >> (b & 31) & 1; }
SEM(s_bitcmp0_b64) { *scc = !(a >> (b & 63) & 1); }
SEM(s_bitcmp1_b64) { *scc = a >> (b & 63) & 1; }

/* ---- SOPK ---- */

SEM(s_movk_i32) { *d = k; }
SEM(s_version) { (void)k; } /* a note for tools */
SEM(s_cmovk_i32) { *d = scc ? k : *d; }
#define COMPAREK(name, op)                                                                         \
    SEM(name##_i32) { *scc = s op k; }                                                             \
    SEM(name##_u32) { *scc = s op k; }
COMPAREK(s_cmpk_eq, ==)
COMPAREK(s_cmpk_lg, !=)
COMPAREK(s_cmpk_gt, >)
COMPAREK(s_cmpk_ge, >=)
COMPAREK(s_cmpk_lt, <)
COMPAREK(s_cmpk_le, <=)
SEM(s_addk_i32) { *scc = __builtin_add_overflow(*d, (int32_t)k, d); }
SEM(s_mulk_i32) { *d = (int32_t)((uint32_t)*d * (uint32_t)(int32_t)k); }

/* ---- conditional branches: taken or not (SOPP) ---- */

SEM(s_branch) { *taken = true; }
SEM(s_cbranch_scc0) { *taken = !scc; }
SEM(s_cbranch_scc1) { *taken = scc; }
SEM(s_cbranch_vccz) { *taken = vccz; }
SEM(s_cbranch_vccnz) { *taken = !vccz; }
SEM(s_cbranch_execz) { *taken = execz; }
SEM(s_cbranch_execnz) { *taken = !execz; }
/* STATUS.COND_DBG_USER is bit 20, COND_DBG_SYS bit 21 (3.4.1). */
SEM(s_cbranch_cdbgsys) { *taken = status >> 21 & 1; }
SEM(s_cbranch_cdbguser) { *taken = status >> 20 & 1; }
SEM(s_cbranch_cdbgsys_or_user) { *taken = (status >> 20 & 3) != 0; }
SEM(s_cbranch_cdbgsys_and_user) { *taken = (status >> 20 & 3) == 3; }

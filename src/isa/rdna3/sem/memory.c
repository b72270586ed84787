/* memory.c: what memory instructions do with an element: conversions of loads and stores,
 * read-modify-write functions of atomics. LDS, buffer, flat, global and scratch
 * instructions share them.
 *
 * A load gets the raw element in a (upper bits 0) and the register's old value in d; a store
 * gives the raw element. An atomic gets the value in memory, the operands, MODE, and
 * returns the new value of memory.
 *
 * Manual: 16.15, 16.16, 16.20; chapter 13 for float atomics. */
#include "isa/exec/float_bits.h"
#include "isa/rdna3/exec/mem.h"
#include "isa/rdna3/sem/sem.h"

SEM(mem_copy) { d->u = a->u; }

/* ---- loads ---- */

SEM(load_u8) { d->u = a->u & 0xff; }
SEM(load_i8) { d->i = (i32x32)(a->u << 24) >> 24; }
SEM(load_u16) { d->u = a->u & 0xffff; }
SEM(load_i16) { d->i = (i32x32)(a->u << 16) >> 16; }

/* D16: one half of the register, the other keeps its value. */
static inline u32x32 to_low(u32x32 old, u32x32 v) { return (old & 0xffff0000) | (v & 0xffff); }
static inline u32x32 to_high(u32x32 old, u32x32 v) { return (old & 0xffff) | v << 16; }
static inline u32x32 sext8(u32x32 v) { return (u32x32)((i32x32)(v << 24) >> 24); }

SEM(load_d16_u8) { d->u = to_low(d->u, a->u & 0xff); }
SEM(load_d16_i8) { d->u = to_low(d->u, sext8(a->u)); }
SEM(load_d16_u16) { d->u = to_low(d->u, a->u); }
SEM(load_d16_hi_u8) { d->u = to_high(d->u, a->u & 0xff); }
SEM(load_d16_hi_i8) { d->u = to_high(d->u, sext8(a->u)); }
SEM(load_d16_hi_u16) { d->u = to_high(d->u, a->u); }

/* ---- stores ---- */

SEM(store_b8) { d->u = a->u & 0xff; }
SEM(store_b16) { d->u = a->u & 0xffff; }
SEM(store_hi_b8) { d->u = a->u >> 16 & 0xff; }
SEM(store_hi_b16) { d->u = a->u >> 16; }

/* ---- integer atomics ---- */

/* NAME with operands of 32 and 64 bits; `signed_t` where the sign counts. */
#define ATOMIC(name, u, expression)                                                                \
    SEM(atomic_##name)                                                                             \
    {                                                                                              \
        (void)mem, (void)data, (void)data1, (void)mode;                                            \
        return (u)(expression);                                                                    \
    }
#define ATOMIC_BOTH(name, type, expression)                                                        \
    ATOMIC(name##_##type##32, uint32_t, expression)                                                \
    ATOMIC(name##_##type##64, uint64_t, expression)

ATOMIC_BOTH(add, u, mem + data)
ATOMIC_BOTH(sub, u, mem - data)
ATOMIC_BOTH(rsub, u, data - mem)
ATOMIC_BOTH(inc, u, mem >= data ? 0 : mem + 1)
ATOMIC_BOTH(dec, u, mem == 0 || mem > data ? data : mem - 1)
ATOMIC_BOTH(min, u, data < mem ? data : mem)
ATOMIC_BOTH(max, u, data > mem ? data : mem)
ATOMIC_BOTH(and, b, mem &data)
ATOMIC_BOTH(or, b, mem | data)
ATOMIC_BOTH(xor, b, mem ^ data)
ATOMIC_BOTH(mskor, b, (mem & ~data) | data1)
ATOMIC_BOTH(swap, b, data)
ATOMIC_BOTH(cmpswap, b, mem == data1 ? data : mem)
ATOMIC_BOTH(cmpstore, b, mem == data1 ? data : mem)
ATOMIC(min_i32, uint32_t, (int32_t)data < (int32_t)mem ? data : mem)
ATOMIC(max_i32, uint32_t, (int32_t)data > (int32_t)mem ? data : mem)
ATOMIC(min_i64, uint64_t, (int64_t)data < (int64_t)mem ? data : mem)
ATOMIC(max_i64, uint64_t, (int64_t)data > (int64_t)mem ? data : mem)
ATOMIC(csub_u32, uint32_t, mem < data ? 0 : mem - data)
ATOMIC(wrap_b32, uint32_t, mem >= data ? mem - data : mem + data1)

/* Each half of memory is replaced, without its top bit, if the top bit of data is set. */
SEM(atomic_condxchg32_b64)
{
    (void)data1, (void)mode;
    uint64_t low = data & 0x80000000 ? data & 0x7fffffff : mem & 0xffffffff;
    uint64_t high = data >> 63 ? data >> 32 & 0x7fffffff : mem >> 32;
    return low | high << 32;
}

/* ---- float atomics, manual 13 ---- */

static inline bool is_nan32(uint32_t x) { return (x & 0x7fffffff) > 0x7f800000; }
static inline bool is_nan64(uint64_t x) { return x << 1 > UINT64_C(0x7ff0000000000000) << 1; }
static inline bool is_signalling32(uint32_t x) { return is_nan32(x) && !(x & 0x400000); }
static inline bool is_signalling64(uint64_t x) { return is_nan64(x) && !(x >> 51 & 1); }

/* Denormals become zeros of their sign unless `keep`. */
static inline uint32_t input32(uint32_t x, bool keep)
{
    return keep || x & 0x7f800000 ? x : x & 0x80000000;
}
static inline uint64_t input64(uint64_t x, bool keep)
{
    return keep || x & UINT64_C(0x7ff0000000000000) ? x : x & UINT64_C(1) << 63;
}

/* An integer that orders floats as numbers, with -0 below +0. NaNs must be gone. */
static inline int32_t rank32(uint32_t x) { return (int32_t)(x >> 31 ? ~x ^ 0x80000000 : x); }
static inline int64_t rank64(uint64_t x) { return (int64_t)(x >> 63 ? ~x ^ UINT64_C(1) << 63 : x); }

/* MODE's input denormal bits; the caches look at nothing else (13.2). */
static inline bool keeps32(uint32_t mode) { return mode & MODE_DENORM32_IN; }
static inline bool keeps64(uint32_t mode) { return mode & MODE_DENORM16_64_IN; }

/* The sum is src + tmp, so the register is the first operand. LDS follows MODE for inputs and
 * results; the caches flush inputs always. */
SEM(atomic_add_f32)
{
    (void)data1;
    bool cache = mode & MODE_CACHE_ATOMIC;
    bool keeps = !cache && keeps32(mode);
    uint32_t x = input32(data, keeps), y = input32(mem, keeps);
    if (is_nan32(x))
        return x | 0x400000;
    if (is_nan32(y))
        return y | 0x400000;
    uint32_t sum = bits_of_float(float_of_bits(x) + float_of_bits(y));
    if (is_nan32(sum)) /* inf - inf, 13.3 */
        return 0xffc00000;
    return cache ? sum : input32(sum, mode & MODE_DENORM32_OUT);
}

/* 13.3: a signalling NaN wins and becomes quiet, the register's first; a quiet NaN loses
 * against a number; flushing affects the comparison only. */
#define MIN_MAX(name, bits, u, quiet, op)                                                          \
    SEM(atomic_##name)                                                                             \
    {                                                                                              \
        (void)data1;                                                                               \
        bool keep = keeps##bits(mode);                                                             \
        if (is_signalling##bits(data))                                                             \
            return data | (u)quiet;                                                                \
        if (is_signalling##bits(mem))                                                              \
            return mem | (u)quiet;                                                                 \
        if (is_nan##bits(data))                                                                    \
            return mem;                                                                            \
        if (is_nan##bits(mem))                                                                     \
            return data;                                                                           \
        return rank##bits(input##bits(data, keep)) op rank##bits(input##bits(mem, keep)) ? data    \
                                                                                         : mem;    \
    }
MIN_MAX(min_f32, 32, uint32_t, 0x400000, <)
MIN_MAX(max_f32, 32, uint32_t, 0x400000, >)
MIN_MAX(min_f64, 64, uint64_t, 0x8000000000000, <)
MIN_MAX(max_f64, 64, uint64_t, 0x8000000000000, >)

/* Equal as numbers: -0 equals +0, NaN nothing. */
static inline bool equal32(uint32_t x, uint32_t y)
{
    return !is_nan32(x) && !is_nan32(y) && (x == y || ((x | y) & 0x7fffffff) == 0);
}
static inline bool equal64(uint64_t x, uint64_t y)
{
    return !is_nan64(x) && !is_nan64(y) && (x == y || (x | y) << 1 == 0);
}

/* When inputs are flushed, so is what is stored (13.2). */
#define COMPARE(name, bits)                                                                        \
    SEM(atomic_##name)                                                                             \
    {                                                                                              \
        bool keep = keeps##bits(mode);                                                             \
        bool same = equal##bits(input##bits(mem, keep), input##bits(data1, keep));                 \
        return input##bits(same ? data : mem, keep);                                               \
    }
COMPARE(cmpstore_f32, 32)
COMPARE(cmpstore_f64, 64)
COMPARE(cmpswap_f32, 32)

#ifndef SHOAL_BITCODE
/* ---- all lanes of a pass ---- */

/* Atomics on LDS, which one thread accesses: the function of each lane in turn, inlined. */
#define PASSES(X)                                                                                  \
    X(add_u32)                                                                                     \
    X(sub_u32)                                                                                     \
    X(inc_u32)                                                                                     \
    X(dec_u32)                                                                                     \
    X(min_u32)                                                                                     \
    X(max_u32)                                                                                     \
    X(min_i32)                                                                                     \
    X(max_i32)                                                                                     \
    X(and_b32)                                                                                     \
    X(or_b32)                                                                                      \
    X(xor_b32)                                                                                     \
    X(swap_b32)                                                                                    \
    X(add_f32)

#define X(name)                                                                                    \
    static void pass_##name(uint8_t *lds, const u32x32 *offset, uint32_t on, const vec32 *data,    \
                            uint32_t mode, vec32 *old)                                             \
    {                                                                                              \
        const uint32_t *at = (const uint32_t *)offset, *x = (const uint32_t *)data;                \
        uint32_t *before = (uint32_t *)old;                                                        \
        for (; on; on &= on - 1) {                                                                 \
            unsigned l = (unsigned)__builtin_ctz(on);                                              \
            uint32_t *p = (uint32_t *)(void *)(lds + at[l]);                                       \
            before[l] = *p;                                                                        \
            *p = sem_atomic_##name(before[l], x[l], 0, mode);                                      \
        }                                                                                          \
    }
PASSES(X)
#undef X

atomic_pass_fn FN(atomic_pass)(atomic_fn one)
{
    static const struct {
        atomic_fn one;
        atomic_pass_fn pass;
    } passes[] = {
#define X(name) {FN(x_atomic_##name), pass_##name},
        PASSES(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof passes / sizeof *passes; i++)
        if (passes[i].one == one)
            return passes[i].pass;
    return NULL;
}
#endif

/* varset.h: the variables of a wave, and sets of them.
 *
 * A variable is what the compiler keeps in one SSA value: 32 lanes of a vector register (waves of
 * 64 lanes have two for each register, called halves), a scalar register of 32 bits, or a flag.
 * Vector register n, half h, is variable n * halves + h; scalars begin at VAR_S0; flags come last.
 */
#ifndef SHOAL_JIT_VARSET_H
#define SHOAL_JIT_VARSET_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MAX_VECTORS = 256,
    MAX_SCALARS = 160, /* with flags */
    VAR_S0 = 2 * MAX_VECTORS,
    VAR_COUNT = VAR_S0 + MAX_SCALARS,
    VARSET_WORDS = (VAR_COUNT + 63) / 64,
};

typedef struct varset {
    uint64_t w[VARSET_WORDS];
} varset;

static inline void var_add(varset *s, unsigned v) { s->w[v / 64] |= UINT64_C(1) << v % 64; }
static inline void var_remove(varset *s, unsigned v) { s->w[v / 64] &= ~(UINT64_C(1) << v % 64); }
static inline bool var_has(const varset *s, unsigned v) { return s->w[v / 64] >> v % 64 & 1; }

/* The first variable of the set from `from` on; VAR_COUNT: there is none. */
static inline unsigned var_next(const varset *s, unsigned from)
{
    for (unsigned i = from / 64; i < VARSET_WORDS; i++) {
        uint64_t w = s->w[i] & (i == from / 64 ? UINT64_MAX << from % 64 : UINT64_MAX);
        if (w)
            return 64 * i + (unsigned)__builtin_ctzll(w);
    }
    return VAR_COUNT;
}

static inline void add_set(varset *to, const varset *from)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        to->w[i] |= from->w[i];
}

static inline void remove_set(varset *from, const varset *what)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        from->w[i] &= ~what->w[i];
}

/* Whether there is a variable in both. */
static inline bool sets_meet(const varset *a, const varset *b)
{
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        if (a->w[i] & b->w[i])
            return true;
    return false;
}

/* The VGPRs of a set. */
static inline varset vgprs_of(const varset *s)
{
    varset v = *s;
    for (unsigned i = VAR_S0 / 64; i < VARSET_WORDS; i++)
        v.w[i] &= i == VAR_S0 / 64 ? (UINT64_C(1) << VAR_S0 % 64) - 1 : 0;
    return v;
}

#endif

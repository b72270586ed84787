/* lanes_ahead.h: what lanes go through that each have a strip of memory of their own: bytes from
 * each lane's place on, loaded at once.
 *
 * A gather costs a cycle for each lane, however few bytes it takes, and so does a load of 16 bytes
 * with its part of a transposition, and one of 64 little more. So elements of 16 bytes are loaded
 * so, and lanes that each go through memory by an element per iteration of a loop load what the
 * next iterations will want: 16 bytes, and 64 where they have gone on for a while. */
#ifndef SHOAL_ISA_LANES_AHEAD_H
#define SHOAL_ISA_LANES_AHEAD_H

#include <stdbool.h>
#include <stdint.h>

enum { AHEAD_BYTES = 16, STRIP_BYTES = 64, AHEAD_LANES = 32 };

struct strips;

struct lanes_ahead {
    _Alignas(64) uint32_t row[STRIP_BYTES / 4][AHEAD_LANES]; /* by dword; of active lanes */
    int32_t index[AHEAD_LANES];                              /* where they are: an argument */
    uint64_t at;           /* what all lanes add to their root (jit/forward.h) at the first dword */
    uint64_t bytes;        /* so many have been loaded of each lane; 8 where a loop is entered */
    int64_t first;         /* those below may have been stored since (struct lanes_behind) */
    struct strips *strips; /* of stores that may wait (lanes_behind.h)... */
    const uint32_t *open;  /* ... and whether some do: not 0; NULL: none ever do */
    uint32_t *fails;       /* likewise, of the loop, in struct group */
    const uint8_t *from;   /* of their index and shift: where they were */
    /* An i64 of 0 where a loop is entered. */
    uint32_t lanes; /* whose rows these are; 0: only the first row was loaded */
    uint8_t lone;   /* so many times in turn, nothing else of what had been loaded was wanted */
    uint8_t runs;   /* so many times in turn, what came next was */
    uint16_t none;
    uint32_t shift;
};

#if defined(__x86_64__)
/* What lanes load just now comes behind what waits there: for lanes_ahead.c, in lanes_behind.c. */
__attribute__((no_caller_saved_registers)) void strips_make_way(struct lanes_ahead *w,
                                                                uint64_t lanes);
__attribute__((no_caller_saved_registers)) void strips_make_way_avx2(struct lanes_ahead *w,
                                                                     uint64_t lanes);

/* For hosts with AVX-512, or, as the names say, AVX2. These keep all registers, those of arguments,
 * too: compiled code goes on with what it has in them (keep_registers.h). */

/* Elements of 16 bytes of the active lanes, at from + (index << shift), as four rows by dword. */
void lanes_load_quads(uint32_t (*row)[AHEAD_LANES], const uint8_t *from, uint32_t lanes,
                      uint32_t shift, const int32_t *index);
void lanes_load_quads_avx2(uint32_t (*row)[AHEAD_LANES], const uint8_t *from, uint32_t lanes,
                           uint32_t shift, const int32_t *index);
/* Two such elements behind each other, unless one lane's are on two pages. Keeps no registers. */
bool lanes_load_two_quads(uint32_t (*low)[AHEAD_LANES], uint32_t (*high)[AHEAD_LANES],
                          const uint8_t *from, uint32_t lanes, uint32_t shift,
                          const int32_t *index);
bool lanes_load_two_quads_avx2(uint32_t (*low)[AHEAD_LANES], uint32_t (*high)[AHEAD_LANES],
                               const uint8_t *from, uint32_t lanes, uint32_t shift,
                               const int32_t *index);
/* Elements of 1, 2, 4 or 8 bytes as lanes_load_quads, and what is behind them. If that may be on
 * another page, which need not be there, or was not wanted before, only the elements. */
void lanes_fill_ahead(struct lanes_ahead *w, const uint8_t *from, uint32_t lanes, uint32_t shift,
                      uint64_t at, uint32_t bytes);
void lanes_fill_ahead_avx2(struct lanes_ahead *w, const uint8_t *from, uint32_t lanes,
                           uint32_t shift, uint64_t at, uint32_t bytes);
/* Stores elements of 1 or 2 bytes of the active lanes at from + at[lane], one after the other. */
void lanes_store_parts(uint8_t *from, const uint32_t *at, const uint32_t *v, uint32_t lanes,
                       uint32_t bytes);
#endif

#endif

/* tile.h: what lanes at a constant distance access, as whole rows of memory.
 *
 * Structures of work-items, and pieces of an array that each works on, lie side by side. Where it
 * is known how far apart lanes are, 16 of them are a tile: as many rows of 16 dwords as a lane has
 * dwords, which are loaded or stored whole; where they are more than 64 bytes apart, so many of
 * each lane are a row. Permutations make columns of rows, of which each is one dword of all lanes,
 * and rows of columns: sequences of rows are parted into those of even and of odd dwords, as often
 * as the lanes' dwords are a multiple of 2. Without AVX-512, whose shuffles those are, four dwords
 * of each lane are moved together (quads.h), if there are so many. That is cheaper than gathers and
 * scatters, of which each goes to as many places. */
#ifndef SHOAL_JIT_TILE_H
#define SHOAL_JIT_TILE_H

#include "jit/emitter.h"
#include "jit/team.h"

enum {
    TILE_LANES = 16,
    MAX_TILE_ROWS = 16,
    MAX_TILE_BYTES = 4 * MAX_TILE_ROWS, /* of a lane */
    TILE_LEVELS = 5, /* rows, and sequences of every 2nd, 4th, 8th, and 16th dword */
    MAX_TILES = 32,
    MAX_TILE_STORES = 32,
};

/* Where an element of each lane is, in memory of the device. */
struct spacing {
    LLVMValueRef from; /* i64: a place that several accesses share; NULL: all of this is unknown */
    LLVMValueRef up;   /* i64: how far the first lane of a row (struct batch_rows, row) is from that
                        * of the one before; NULL: row times `step` */
    int64_t by;        /* lane 0 is so far behind `from`; bytes */
    unsigned step;     /* from a lane to the next; bytes */
};

/* Of 32 lanes, `span` bytes of each, from lanes.by on: what is certainly accessed, so that nothing
 * behind the last one's is touched. */
struct tile {
    struct spacing lanes;
    unsigned span;
    LLVMValueRef at[2]; /* host pointers: where lanes 0 and 16 are */
    /* Of 16 lanes: register i of sequence s at level k is [k][s * (rows >> k) + i]; NULL: nothing
     * needed it yet. */
    LLVMValueRef made[2][TILE_LEVELS][MAX_TILE_ROWS];
    LLVMValueRef column[2][MAX_TILE_ROWS]; /* likewise, of quads */
};

/* Stores of a batch (batch.h) into structures, which are made together. */
struct tile_stores {
    struct spacing lanes[MAX_TEAM_WAVES]; /* by: where the structures begin */
    struct tile_store {
        unsigned at, bytes; /* in the structure */
        LLVMValueRef v[MAX_TEAM_WAVES][4];
    } stores[MAX_TILE_STORES];
    unsigned count; /* 0: there are none */
};

/* Of a batch. */
struct tiles {
    struct tile loaded[MAX_TILES]; /* the latest */
    unsigned count;                /* of all that there ever were */
    struct tile_stores put_off;
    bool has_stores; /* some were put off */
};

/* Whether lanes are spaced so that there can be a tile; how many rows it has; and whether the host
 * has shuffles for as many, if `span` bytes of each lane are accessed. */
bool can_tile(const struct emitter *e, const struct spacing *lanes);
unsigned rows_of_tile(const struct spacing *lanes);
bool tile_pays(const struct emitter *e, const struct spacing *lanes, unsigned span);
/* A tile that has these elements. NULL: there is none. */
struct tile *find_tile(struct emitter *e, const struct spacing *lanes, unsigned bytes);
/* A new one, from the lanes' places on. */
struct tile *add_tile(struct emitter *e, const struct spacing *lanes, unsigned span,
                      const LLVMValueRef at[2]);
/* These elements of it, or their dwords. A part of a dword is extended by zeros. */
void load_from_tile(struct emitter *e, struct tile *t, const struct spacing *lanes, unsigned bytes,
                    LLVMValueRef out[4]);

/* Whether elements of so many bytes overlap those of the next lanes by whole parts of a dword, as
 * when each lane looks at a byte and its neighbour. */
bool do_overlap(const struct emitter *e, const struct spacing *lanes, unsigned bytes);
/* Loads such elements, part by part; at: where lanes 0 and 16 are. */
LLVMValueRef load_overlapping(struct emitter *e, const struct spacing *lanes, unsigned bytes,
                              const LLVMValueRef at[2]);

/* Whether elements of all waves lie in the structures that stores are put off for. */
bool joins_tile_stores(const struct emitter *e, const struct spacing lanes[MAX_TEAM_WAVES],
                       unsigned bytes);
/* Rows of 16 dwords of as many columns of 16 lanes. NULL: of none. */
void weave_columns(struct emitter *e, const LLVMValueRef column[MAX_TILE_ROWS], unsigned rows,
                   LLVMValueRef out[MAX_TILE_ROWS]);
/* Makes a wave's stores, at host pointers of lanes 0 and 16. */
void store_tile(struct emitter *e, unsigned wave, const LLVMValueRef at[2]);

#endif

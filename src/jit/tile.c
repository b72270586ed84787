/* tile.c: see tile.h. */
#include "jit/tile.h"

#include "jit/anywhere.h"
#include "jit/batch_rows.h"
#include "jit/build.h"
#include "jit/dead.h"
#include "jit/fold.h"
#include "jit/quads.h"

enum { DWORD = 4, ROW_BYTES = TILE_LANES * DWORD };

/* How many bytes of a lane are in a tile, and how far its rows are from each other. */
static unsigned width_of(const struct spacing *lanes)
{
    return lanes->step < ROW_BYTES ? lanes->step : ROW_BYTES;
}

static size_t row_step_of(const struct spacing *lanes)
{
    return lanes->step > ROW_BYTES ? lanes->step : ROW_BYTES;
}

unsigned rows_of_tile(const struct spacing *lanes) { return width_of(lanes) / DWORD; }

/* AVX2 has shuffles for rows whose number is a power of 2; others take some for each part. */
bool tile_pays(const struct emitter *e, const struct spacing *lanes, unsigned span)
{
    enum { FEW = 3 };
    unsigned rows = rows_of_tile(lanes);
    return e->masks == MASKS_ALL || rows <= FEW || !(rows & (rows - 1)) || span >= QUAD * DWORD;
}

/* Lanes 0 to 15 are at one distance, and 16 to 31. */
static bool is_even(const struct emitter *e, const struct spacing *lanes)
{
    return lanes->from && (!lanes->up || e->rows->row == TILE_LANES);
}

bool can_tile(const struct emitter *e, const struct spacing *lanes)
{
    return e->tiles && is_even(e, lanes) && lanes->step && lanes->step % DWORD == 0 &&
           can_gather(e);
}

/* How often sequences of so many rows can be parted. */
static unsigned levels_of(unsigned rows) { return (unsigned)__builtin_ctz(rows); }

/* Whether both have lanes at the same places, but for `by`. */
static bool are_parallel(const struct spacing *a, const struct spacing *b)
{
    return a->from == b->from && a->up == b->up && a->step == b->step;
}

/* Whether an element that begins so far behind a lane's structure is in its first `span` bytes, in
 * whole dwords or in one. */
static bool is_in_structure(unsigned span, int64_t at, unsigned bytes)
{
    bool is_in = at >= 0 && at + bytes <= span;
    return is_in && (bytes < DWORD ? at % DWORD + bytes <= DWORD : at % DWORD == 0);
}

/* ---- loads ---- */

struct tile *find_tile(struct emitter *e, const struct spacing *lanes, unsigned bytes)
{
    struct tiles *k = e->tiles;
    for (unsigned i = 0; i < k->count && i < MAX_TILES; i++) {
        struct tile *t = &k->loaded[i];
        if (are_parallel(&t->lanes, lanes) &&
            is_in_structure(t->span, lanes->by - t->lanes.by, bytes))
            return t;
    }
    return NULL;
}

struct tile *add_tile(struct emitter *e, const struct spacing *lanes, unsigned span,
                      const LLVMValueRef at[2])
{
    struct tile *t = &e->tiles->loaded[e->tiles->count++ % MAX_TILES];
    *t = (struct tile){.lanes = *lanes, .span = span, .at = {at[0], at[1]}};
    return t;
}

/* Dwords `first`, first + n, ... of n registers, one of each lane. */
static LLVMValueRef column_of(struct emitter *e, const LLVMValueRef *reg, unsigned n,
                              unsigned first)
{
    LLVMValueRef v = reg[0];
    for (unsigned r = n > 1; r < n; r++) {
        uint8_t index[TILE_LANES];
        for (unsigned i = 0; i < TILE_LANES; i++) {
            unsigned at = n * i + first;
            bool is_here = at / TILE_LANES == r, is_first = r == 1 && at < TILE_LANES;
            index[i] = (uint8_t)(is_here ? TILE_LANES + at % TILE_LANES : is_first ? at : i);
        }
        v = shuffle(e, v, reg[r], index, TILE_LANES);
    }
    return v;
}

/* Of how many dwords row i is, without what is behind the last lane's bytes. */
static unsigned dwords_of_row(const struct tile *t, unsigned i)
{
    unsigned lanes = t->lanes.step > ROW_BYTES ? 1 : TILE_LANES,
             end = (lanes - 1) * t->lanes.step + t->span, dwords = (end + DWORD - 1) / DWORD;
    if (lanes == 1)
        return dwords;
    return dwords > i * TILE_LANES ? dwords - i * TILE_LANES : 0;
}

static LLVMValueRef load_row(struct emitter *e, const struct tile *t, unsigned half, unsigned i)
{
    LLVMTypeRef type = LLVMVectorType(e->i32, TILE_LANES);
    LLVMValueRef p = at_offset(e, t->at[half], i * row_step_of(&t->lanes)), lanes[TILE_LANES], v;
    unsigned dwords = dwords_of_row(t, i);
    if (dwords >= TILE_LANES) {
        v = LLVMBuildLoad2(e->b, type, p, "");
        LLVMSetAlignment(v, 1);
    } else {
        for (unsigned k = 0; k < TILE_LANES; k++)
            lanes[k] = LLVMConstInt(e->i1, k < dwords, false);
        v = call_masked(e, false, p, LLVMConstVector(lanes, TILE_LANES), LLVMGetPoison(type));
    }
    mark_load(e, v);
    return v;
}

/* Register i of the dwords at sequence, sequence + 2^level, ... of a tile. */
static LLVMValueRef part_of(struct emitter *e, struct tile *t, unsigned half, unsigned level,
                            unsigned sequence, unsigned i)
{
    unsigned rows = rows_of_tile(&t->lanes);
    LLVMValueRef *v = &t->made[half][level][sequence * (rows >> level) + i];
    if (*v)
        return *v;
    if (level == 0)
        return *v = load_row(e, t, half, i);
    unsigned half_of = 1u << (level - 1), whole = sequence % half_of;
    LLVMValueRef a = part_of(e, t, half, level - 1, whole, 2 * i),
                 b = part_of(e, t, half, level - 1, whole, 2 * i + 1);
    return *v = pick(e, a, b, sequence / half_of, 2, TILE_LANES);
}

/* Whether a column is loaded with three others. */
static bool is_of_quad(const struct emitter *e, const struct tile *t, unsigned column)
{
    unsigned columns = t->span / DWORD; /* that are accessed as a whole */
    return !can_scatter(e) && columns >= QUAD && column < columns;
}

static void load_quad(struct emitter *e, struct tile *t, unsigned half, unsigned column)
{
    unsigned first = column / QUAD * QUAD, last = t->span / DWORD - QUAD;
    first = first < last ? first : last;
    load_quads_apart(e, at_offset(e, t->at[half], (size_t)first * DWORD), t->lanes.step,
                     &t->column[half][first]);
}

/* One dword of each of 16 lanes. */
static LLVMValueRef load_column(struct emitter *e, struct tile *t, unsigned half, unsigned column)
{
    LLVMValueRef *made = &t->column[half][column];
    if (is_of_quad(e, t, column)) {
        if (!*made)
            load_quad(e, t, half, column);
        return *made;
    }
    unsigned rows = rows_of_tile(&t->lanes), level = levels_of(rows), n = rows >> level;
    LLVMValueRef reg[MAX_TILE_ROWS];
    for (unsigned i = 0; i < n; i++)
        reg[i] = part_of(e, t, half, level, column % (1u << level), i);
    return column_of(e, reg, n, column >> level);
}

void load_from_tile(struct emitter *e, struct tile *t, const struct spacing *lanes, unsigned bytes,
                    LLVMValueRef out[4])
{
    unsigned at = (unsigned)(lanes->by - t->lanes.by), shift = 8 * (at % DWORD);
    for (unsigned i = 0; i < (bytes + DWORD - 1) / DWORD; i++) {
        LLVMValueRef v[2];
        for (unsigned half = 0; half < 2; half++)
            v[half] = load_column(e, t, half, at / DWORD + i);
        out[i] = pick(e, v[0], v[1], 0, 1, 2 * TILE_LANES);
    }
    if (shift)
        out[0] = LLVMBuildLShr(e->b, out[0], const_splat(e, e->v32i32, shift), "");
    if (bytes < DWORD && shift + 8 * bytes < 32)
        out[0] = LLVMBuildAnd(e->b, out[0], const_splat(e, e->v32i32, (1u << 8 * bytes) - 1), "");
}

bool do_overlap(const struct emitter *e, const struct spacing *lanes, unsigned bytes)
{
    return is_even(e, lanes) && (lanes->step == 1 || lanes->step == 2) && bytes > lanes->step &&
           bytes <= DWORD;
}

LLVMValueRef load_overlapping(struct emitter *e, const struct spacing *lanes, unsigned bytes,
                              const LLVMValueRef at[2])
{
    unsigned step = lanes->step;
    LLVMTypeRef type = LLVMVectorType(step == 1 ? e->i8 : e->i16, TILE_LANES);
    LLVMValueRef whole = NULL;
    for (unsigned from = 0; from < bytes; from += step) {
        LLVMValueRef v[2];
        for (unsigned half = 0; half < 2; half++) {
            v[half] = LLVMBuildLoad2(e->b, type, at_offset(e, at[half], from), "");
            LLVMSetAlignment(v[half], 1);
            mark_load(e, v[half]);
        }
        LLVMValueRef part = pick(e, v[0], v[1], 0, 1, 2 * TILE_LANES);
        part = LLVMBuildZExt(e->b, part, e->v32i32, "");
        part = fold_binary(e, LLVMShl, part, const_splat(e, e->v32i32, 8 * from));
        whole = whole ? LLVMBuildOr(e->b, whole, part, "") : part;
    }
    return whole;
}

/* ---- stores ---- */

bool joins_tile_stores(const struct emitter *e, const struct spacing lanes[MAX_TEAM_WAVES],
                       unsigned bytes)
{
    const struct tile_stores *s = &e->tiles->put_off;
    int64_t at = lanes[0].by - s->lanes[0].by;
    if (!s->count || s->count == MAX_TILE_STORES ||
        !is_in_structure(width_of(&lanes[0]), at, bytes))
        return false;
    for (unsigned w = 0; w < e->crew->team->waves; w++)
        if (!are_parallel(&lanes[w], &s->lanes[w]) || lanes[w].by - s->lanes[w].by != at)
            return false;
    return true;
}

/* A dword of each lane, and which of its bytes are stored. */
struct column {
    LLVMValueRef v; /* <32 x i32>; NULL: none */
    unsigned bytes; /* a mask */
};

static LLVMValueRef with_constant(struct emitter *e, LLVMOpcode op, LLVMValueRef v, uint32_t n)
{
    return fold_binary(e, op, v, const_splat(e, e->v32i32, n));
}

/* Stores over what the column has. */
static void put_part(struct emitter *e, struct column *c, const struct tile_store *s,
                     LLVMValueRef v)
{
    unsigned from = s->at % DWORD;
    if (s->bytes >= DWORD) {
        *c = (struct column){v, 0xf};
        return;
    }
    uint32_t bits = (1u << 8 * s->bytes) - 1, kept = ~(bits << 8 * from);
    v = with_constant(e, LLVMAnd, v, bits);
    v = from ? with_constant(e, LLVMShl, v, 8 * from) : v;
    c->v = c->v ? LLVMBuildOr(e->b, with_constant(e, LLVMAnd, c->v, kept), v, "") : v;
    c->bytes |= ((1u << s->bytes) - 1) << from;
}

static void find_columns(struct emitter *e, unsigned wave, struct column c[MAX_TILE_ROWS])
{
    const struct tile_stores *k = &e->tiles->put_off;
    for (unsigned i = 0; i < k->count; i++) {
        const struct tile_store *s = &k->stores[i];
        for (unsigned d = 0; d < (s->bytes + DWORD - 1) / DWORD; d++)
            put_part(e, &c[s->at / DWORD + d], s, s->v[wave][d]);
    }
}

/* Register r of n sequences of one register, of which each dword is of the next. NULL: of none. */
static LLVMValueRef woven_row(struct emitter *e, const LLVMValueRef *column, unsigned n, unsigned r)
{
    LLVMValueRef v = NULL;
    for (unsigned c = 0; c < n; c++) {
        uint8_t index[TILE_LANES];
        if (!column[c] || n == 1) {
            v = v ? v : column[c];
            continue;
        }
        for (unsigned i = 0; i < TILE_LANES; i++) {
            unsigned at = TILE_LANES * r + i;
            bool is_here = at % n == c;
            index[i] = (uint8_t)(!v ? at / n : is_here ? TILE_LANES + at / n : i);
        }
        v = shuffle(e, v ? v : column[c], v ? column[c] : NULL, index, TILE_LANES);
    }
    return v;
}

/* Registers 2 i + k of two sequences that are woven dword by dword, from register i of both. */
static LLVMValueRef woven_pair(struct emitter *e, LLVMValueRef a, LLVMValueRef b, unsigned k)
{
    uint8_t index[TILE_LANES];
    for (unsigned i = 0; i < TILE_LANES; i++)
        index[i] = (uint8_t)(TILE_LANES / 2 * k + i / 2 + (a && b && i % 2 ? TILE_LANES : 0));
    return !a && !b ? NULL : shuffle(e, a ? a : b, a ? b : NULL, index, TILE_LANES);
}

void weave_columns(struct emitter *e, const LLVMValueRef column[MAX_TILE_ROWS], unsigned rows,
                   LLVMValueRef out[MAX_TILE_ROWS])
{
    unsigned level = levels_of(rows), n = rows >> level;
    LLVMValueRef now[MAX_TILE_ROWS];
    for (unsigned s = 0; s < 1u << level; s++) {
        LLVMValueRef of[MAX_TILE_ROWS];
        for (unsigned i = 0; i < n; i++)
            of[i] = column[s + (i << level)];
        for (unsigned i = 0; i < n; i++)
            now[s * n + i] = woven_row(e, of, n, i);
    }
    for (; level; level--, n *= 2) {
        unsigned apart = 1u << (level - 1);
        LLVMValueRef next[MAX_TILE_ROWS];
        for (unsigned s = 0; s < apart; s++)
            for (unsigned i = 0; i < 2 * n; i++)
                next[s * 2 * n + i] =
                    woven_pair(e, now[s * n + i / 2], now[(s + apart) * n + i / 2], i % 2);
        for (unsigned i = 0; i < rows; i++)
            now[i] = next[i];
    }
    for (unsigned i = 0; i < rows; i++)
        out[i] = now[i];
}

/* Bytes [first, first + count) of a row. */
static void store_run(struct emitter *e, LLVMValueRef bytes, LLVMValueRef p, unsigned first,
                      unsigned count)
{
    enum { PARTS = 16 }; /* of a row, at most */
    while (count) {
        unsigned n = PARTS;
        while (n > count || first % n)
            n /= 2;
        LLVMValueRef part = pick(e, bytes, NULL, first, 1, n);
        LLVMSetAlignment(LLVMBuildStore(e->b, part, at_offset(e, p, first)), 1);
        first += n;
        count -= n;
    }
}

static void store_runs(struct emitter *e, LLVMValueRef v, LLVMValueRef p,
                       const bool stored[ROW_BYTES])
{
    LLVMValueRef bytes = LLVMBuildBitCast(e->b, v, LLVMVectorType(e->i8, ROW_BYTES), "");
    for (unsigned first = 0, end; first < ROW_BYTES; first = end + 1) {
        for (end = first; end < ROW_BYTES && stored[end];)
            end++;
        store_run(e, bytes, p, first, end - first);
    }
}

/* Stores the bytes of a row that bit i of bytes[c] says of byte i of each dword of column c. */
static void store_row(struct emitter *e, LLVMValueRef v, LLVMValueRef p, unsigned row,
                      unsigned rows, const struct column c[MAX_TILE_ROWS])
{
    LLVMValueRef mask[ROW_BYTES]; /* of dwords, or of bytes */
    bool is_whole = true, is_by_dwords = true, is_empty = true, stored[ROW_BYTES];
    for (unsigned i = 0; i < TILE_LANES; i++) {
        unsigned of = c[(TILE_LANES * row + i) % rows].bytes;
        is_whole &= of == 0xf;
        is_by_dwords &= of == 0xf || of == 0;
        is_empty &= of == 0;
        for (unsigned k = 0; k < DWORD; k++)
            stored[DWORD * i + k] = of >> k & 1;
    }
    if (is_empty)
        return;
    if (is_whole) {
        LLVMSetAlignment(LLVMBuildStore(e->b, v, p), 1);
        return;
    }
    if (e->masks != MASKS_ALL) {
        store_runs(e, v, p, stored);
        return;
    }
    unsigned step = is_by_dwords ? DWORD : 1, elements = ROW_BYTES / step;
    for (unsigned i = 0; i < elements; i++)
        mask[i] = LLVMConstInt(e->i1, stored[step * i], false);
    if (!is_by_dwords)
        v = LLVMBuildBitCast(e->b, v, LLVMVectorType(e->i8, elements), "");
    call_masked(e, true, p, LLVMConstVector(mask, elements), v);
}

/* The columns from `first` on that are stored as a whole. */
static unsigned whole_columns(const struct column c[MAX_TILE_ROWS], unsigned first, unsigned rows)
{
    unsigned n = 0;
    while (first + n < rows && c[first + n].bytes == 0xf)
        n++;
    return n;
}

/* Whether all columns that are stored are so with three others. */
static bool are_quads(const struct emitter *e, const struct column c[MAX_TILE_ROWS], unsigned rows)
{
    unsigned i = 0, n;
    bool are = !can_scatter(e);
    for (; are && i < rows; i += n ? n : 1) {
        n = whole_columns(c, i, rows);
        are = n >= QUAD || (n == 0 && c[i].bytes == 0);
    }
    return are;
}

static void store_by_quads(struct emitter *e, const struct column c[MAX_TILE_ROWS], unsigned rows,
                           const LLVMValueRef column[MAX_TILE_ROWS], LLVMValueRef at, unsigned step)
{
    for (unsigned i = 0, n; i < rows; i += n ? n : 1) {
        n = whole_columns(c, i, rows);
        for (unsigned k = 0; k < n; k += QUAD) {
            unsigned first = i + (k + QUAD < n ? k : n - QUAD);
            store_quads_together(e, &column[first], at_offset(e, at, (size_t)first * DWORD), step);
        }
    }
}

void store_tile(struct emitter *e, unsigned wave, const LLVMValueRef at[2])
{
    const struct spacing *lanes = &e->tiles->put_off.lanes[wave];
    unsigned rows = rows_of_tile(lanes);
    struct column c[MAX_TILE_ROWS] = {{NULL, 0}};
    find_columns(e, wave, c);
    bool by_quads = are_quads(e, c, rows);
    for (unsigned half = 0; half < 2; half++) {
        LLVMValueRef column[MAX_TILE_ROWS], row[MAX_TILE_ROWS];
        for (unsigned i = 0; i < rows; i++)
            column[i] = c[i].v ? pick(e, c[i].v, NULL, TILE_LANES * half, 1, TILE_LANES) : NULL;
        if (by_quads) {
            store_by_quads(e, c, rows, column, at[half], lanes->step);
            continue;
        }
        weave_columns(e, column, rows, row);
        for (unsigned i = 0; i < rows; i++)
            if (row[i])
                store_row(e, row[i], at_offset(e, at[half], i * row_step_of(lanes)), i, rows, c);
    }
}

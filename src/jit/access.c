/* access.c: loads and stores of a wave's lanes, as functions that compiled code calls where
 * not all lanes are active in one row of elements (which it does by itself, emit_mem.c).
 *
 * Compiled to bitcode like the semantics; semlib makes by-value functions of them
 * (signature.c has their parameters), compile.c compiles those that kernels use once per
 * process. Results go to *d; elements narrower than a dword are in its low bits, upper bits
 * 0. GLOBAL: lane n is at base + (hi << 32 | lo); *ok becomes 0, and nothing is done, if an
 * active lane is not in the window. LDS: lane n is at byte `offset`; out of range lanes read
 * 0 and write nothing (manual 3.3.4.1).
 *
 * Patterns are looked for by half-wave: a row of a 16 x 16 work-group is 16 lanes. */
#include "isa/rdna3/exec/mem.h"

typedef VEC(uint32_t, 64) u32x16;
typedef u32x16 any_u32x16 __attribute__((aligned(1), may_alias));

#define LOW16(v) __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define HIGH16(v)                                                                                  \
    __builtin_shufflevector(v, v, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)
#define JOIN16(a, b)                                                                               \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,    \
                            18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)
#define EVENS16(a, b)                                                                              \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODDS16(a, b)                                                                               \
    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define ZIP_LOW16(a, b)                                                                            \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define ZIP_HIGH16(a, b)                                                                           \
    __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

typedef bool bool16 __attribute__((ext_vector_type(16)));

MEM_INLINE bool all16(u32x16 a, u32x16 b)
{
    bool16 c = __builtin_convertvector(a == b, bool16);
    uint16_t m;
    memcpy(&m, &c, sizeof m);
    return m == UINT16_MAX;
}

/* ---- half-waves with all lanes active --------------------------------------------------- */

struct half {
    enum run_kind kind;
    uint32_t first;
};

MEM_INLINE struct half half_of(u32x16 offset, unsigned bytes)
{
    u32x16 ids = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    uint32_t first = offset[0];
    u32x16 rel = offset - first;
    if (all16(rel, ids * bytes) && first <= UINT32_MAX - 16 * bytes)
        return (struct half){RUN_DENSE, first};
    return (struct half){all16(rel, (u32x16){0}) ? RUN_SAME : RUN_NONE, first};
}

MEM_INLINE uint32_t half_span(struct half h, unsigned bytes)
{
    return h.kind == RUN_DENSE ? 16 * bytes : bytes;
}

MEM_INLINE void half_load(struct half h, uint64_t at, unsigned bytes, u32x16 out[4])
{
    const any_u32x16 *p = host(at);
    if (h.kind == RUN_SAME) {
        uint32_t r[128];
        get_element(at, bytes, r);
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            out[i] = (u32x16){0} + r[32 * i];
    } else if (bytes == 4) {
        out[0] = p[0];
    } else if (bytes == 8) {
        u32x16 a = p[0], b = p[1];
        out[0] = EVENS16(a, b);
        out[1] = ODDS16(a, b);
    } else {
        u32x16 a = p[0], b = p[1], c = p[2], d = p[3];
        u32x16 xz0 = EVENS16(a, b), xz1 = EVENS16(c, d);
        u32x16 yw0 = ODDS16(a, b), yw1 = ODDS16(c, d);
        out[0] = EVENS16(xz0, xz1);
        out[1] = EVENS16(yw0, yw1);
        out[2] = ODDS16(xz0, xz1);
        out[3] = ODDS16(yw0, yw1);
    }
}

/* in: the half's lanes. Of lanes at one place the last one wins. */
MEM_INLINE void half_store(struct half h, uint64_t at, unsigned bytes, const u32x16 in[4])
{
    any_u32x16 *p = host(at);
    if (h.kind == RUN_SAME) {
        uint32_t r[128];
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            r[32 * i] = in[i][15];
        put_element(at, bytes, r);
    } else if (bytes == 4) {
        p[0] = in[0];
    } else if (bytes == 8) {
        p[0] = ZIP_LOW16(in[0], in[1]);
        p[1] = ZIP_HIGH16(in[0], in[1]);
    } else {
        u32x16 xz0 = ZIP_LOW16(in[0], in[2]), xz1 = ZIP_HIGH16(in[0], in[2]);
        u32x16 yw0 = ZIP_LOW16(in[1], in[3]), yw1 = ZIP_HIGH16(in[1], in[3]);
        p[0] = ZIP_LOW16(xz0, yw0);
        p[1] = ZIP_HIGH16(xz0, yw0);
        p[2] = ZIP_LOW16(xz1, yw1);
        p[3] = ZIP_HIGH16(xz1, yw1);
    }
}

/* Whether elements of this size have patterns by half-wave. */
MEM_INLINE bool has_halves(unsigned bytes) { return bytes == 4 || bytes == 8 || bytes == 16; }

/* ---- any lanes --------------------------------------------------------------------------- */

typedef uint32_t ext_u32x32 __attribute__((ext_vector_type(32), aligned(4)));
typedef int32_t ext_i32x32 __attribute__((ext_vector_type(32)));
typedef uint64_t ext_u64x32 __attribute__((ext_vector_type(32), aligned(8)));
typedef VEC(uint32_t, 16) u32x4;
typedef u32x4 any_u32x4 __attribute__((aligned(1), may_alias));

#define UNPACK_LOW16(a, b)                                                                         \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define UNPACK_HIGH16(a, b)                                                                        \
    __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define PAIRS_LOW16(a, b)                                                                          \
    __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
#define PAIRS_HIGH16(a, b)                                                                         \
    __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#define JOIN4(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define JOIN8(a, b)                                                                                \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

/* In each of the four blocks of four, element i of v[j] becomes element j of v[i]. */
MEM_INLINE void transpose_blocks(u32x16 v[4])
{
    u32x16 a = UNPACK_LOW16(v[0], v[1]), b = UNPACK_HIGH16(v[0], v[1]);
    u32x16 c = UNPACK_LOW16(v[2], v[3]), d = UNPACK_HIGH16(v[2], v[3]);
    v[0] = PAIRS_LOW16(a, c);
    v[1] = PAIRS_HIGH16(a, c);
    v[2] = PAIRS_LOW16(b, d);
    v[3] = PAIRS_HIGH16(b, d);
}

/* 16 bytes per lane: loaded whole, then transposed. Inactive lanes read what the first active
 * one does, and get 0. */
MEM_INLINE void gather_wide(u64x32 at, uint32_t on, vec32 *d)
{
    const uint64_t *all = (const uint64_t *)&at;
    at ^= (at ^ all[__builtin_ctz(on)]) & ~lanes_of64(on);
    const uint64_t *a = (const uint64_t *)&at;
    u32x16 v[2][4];
    for (unsigned h = 0; h < 2; h++) {
        for (unsigned j = 0; j < 4; j++) {
            const uint64_t *l = a + 16 * h + j;
            u32x4 x0 = *(any_u32x4 *)host(l[0]), x1 = *(any_u32x4 *)host(l[4]);
            u32x4 x2 = *(any_u32x4 *)host(l[8]), x3 = *(any_u32x4 *)host(l[12]);
            v[h][j] = JOIN8(JOIN4(x0, x1), JOIN4(x2, x3));
        }
        transpose_blocks(v[h]);
    }
    for (unsigned i = 0; i < 4; i++)
        d[i].u = JOIN16(v[0][i], v[1][i]) & lanes_of(on);
}

/* Lanes in order, so the last one wins. */
MEM_INLINE void scatter_wide(u64x32 at, uint32_t on, const vec32 *d)
{
    const uint64_t *a = (const uint64_t *)&at;
    u32x4 elements[32];
    for (unsigned h = 0; h < 2; h++) {
        u32x16 v[4];
        for (unsigned i = 0; i < 4; i++)
            v[i] = h ? HIGH16(d[i].u) : LOW16(d[i].u);
        transpose_blocks(v);
        for (unsigned j = 0; j < 4; j++)
            for (unsigned block = 0; block < 4; block++)
                memcpy(&elements[16 * h + 4 * block + j], (const uint32_t *)&v[j] + 4 * block, 16);
    }
    if (on == UINT32_MAX) {
#pragma clang loop unroll_count(4)
        for (unsigned l = 0; l < 32; l++)
            *(any_u32x4 *)host(a[l]) = elements[l];
        return;
    }
    for (; on; on &= on - 1) {
        unsigned l = (unsigned)__builtin_ctz(on);
        *(any_u32x4 *)host(a[l]) = elements[l];
    }
}

/* Whether the places of all active lanes are multiples of `step`, a power of two. */
MEM_INLINE bool are_aligned(u64x32 at, uint32_t on, unsigned step)
{
    return !(mask_of64((at & (step - 1)) != 0) & on);
}

/* Whether instructions with signed 32-bit indices of dwords reach the lanes from the base. */
MEM_INLINE bool has_indices(uint64_t base, u32x32 offset, uint32_t on)
{
    return !(base & 3) && !(mask_of((offset & 0x80000003) != 0) & on);
}

/* Elements at base + offset, host addresses that may be accessed; lanes not in `on` get 0. */
MEM_INLINE void gather(uint64_t base, u32x32 offset, uint32_t on, unsigned bytes, vec32 *d)
{
    u64x32 at = base + zext32(offset);
    for (unsigned i = 0; i < (bytes + 3) / 4; i++)
        d[i].u = splat32(0);
    if (!on)
        return;
    if (bytes == 4 && has_indices(base, offset, on)) {
        d[0].u = (u32x32)__builtin_masked_gather(bools_of(on), (ext_i32x32)((i32x32)offset >> 2),
                                                 (uint32_t *)host(base), (ext_u32x32)splat32(0));
        return;
    }
    if (bytes == 8 && are_aligned(at, on, 8)) {
        u64x32 v = (u64x32)__builtin_masked_gather(bools_of(on), (ext_u64x32)(at >> 3),
                                                   (uint64_t *)NULL, (ext_u64x32)splat64(0));
        d[0].u = trunc32(v);
        d[1].u = trunc32(v >> 32);
        return;
    }
    if (bytes == 16) {
        gather_wide(at, on, d);
        for (unsigned i = 0; i < 4; i++) /* LDS: active lanes behind the end are not in `on` */
            d[i].u &= lanes_of(on);
        return;
    }
    const uint64_t *a = (const uint64_t *)&at;
    for (; on; on &= on - 1) {
        unsigned l = (unsigned)__builtin_ctz(on);
        get_element(a[l], bytes, raw_lane(d, l));
    }
}

/* Lanes in order, so the last one wins: llvm.masked.scatter keeps that order. (Index and
 * element have the same size everywhere: clang 22 scales by the index's in scatters.) */
MEM_INLINE void scatter(uint64_t base, u32x32 offset, uint32_t on, unsigned bytes, const vec32 *d)
{
    u64x32 at = base + zext32(offset);
    if (bytes == 4 && has_indices(base, offset, on)) {
        __builtin_masked_scatter(bools_of(on), (ext_i32x32)((i32x32)offset >> 2),
                                 (ext_u32x32)d[0].u, (uint32_t *)host(base));
        return;
    }
    if (bytes == 8 && are_aligned(at, on, 8)) {
        __builtin_masked_scatter(bools_of(on), (ext_u64x32)(at >> 3),
                                 (ext_u64x32)join32(d[0].u, d[1].u), (uint64_t *)NULL);
        return;
    }
    if (bytes == 16) {
        scatter_wide(at, on, d);
        return;
    }
    const uint64_t *a = (const uint64_t *)&at;
    for (; on; on &= on - 1) {
        unsigned l = (unsigned)__builtin_ctz(on);
        put_element(a[l], bytes, (const uint32_t *)d + l);
    }
}

/* ---- GLOBAL ----------------------------------------------------------------------------- */

struct place {
    uint64_t base;
    u32x32 lo, hi;
    uint32_t exec;
    uint64_t window, size;
};

MEM_INLINE bool is_inside(const struct place *p, uint64_t at, uint64_t bytes)
{
    return at - p->window <= p->size - bytes && bytes <= p->size;
}

/* The lanes of `exec` that have the upper half of the first of them. */
MEM_INLINE uint32_t with_one_upper(const struct place *p, uint32_t exec, uint64_t *base)
{
    uint32_t upper = p->hi[__builtin_ctz(exec)];
    *base = p->base + ((uint64_t)upper << 32);
    return mask_of(p->hi == upper) & exec;
}

MEM_INLINE bool are_inside(const struct place *p, unsigned bytes)
{
    u64x32 at = p->base + join32(p->lo, p->hi);
    return p->size >= bytes && !(mask_of64(at - p->window > p->size - bytes) & p->exec);
}

MEM_INLINE bool any_load(const struct place *p, unsigned bytes, vec32 *d)
{
    if (!are_inside(p, bytes))
        return false;
    for (uint32_t left = p->exec; left;) {
        uint64_t base;
        uint32_t on = with_one_upper(p, left, &base);
        struct run r = run_of(p->lo, on, bytes);
        vec32 part[4];
        if (r.kind == RUN_SAME) {
            get_element(base + r.first, bytes, (uint32_t *)part);
            for (unsigned i = 0; i < (bytes + 3) / 4; i++)
                part[i].u = splat32(part[i].u[0]);
        } else if (r.kind == RUN_DENSE && bytes == 4) {
            part[0].u =
                (u32x32)__builtin_masked_load(bools_of(on), (uint32_t *)host(base + r.first));
        } else {
            gather(base, p->lo, on, bytes, part);
        }
        for (unsigned i = 0; i < (bytes + 3) / 4; i++)
            d[i].u = select32(on, part[i].u, d[i].u);
        left &= ~on;
    }
    return true;
}

MEM_INLINE bool any_store(const struct place *p, unsigned bytes, const vec32 *d)
{
    if (!are_inside(p, bytes))
        return false;
    for (uint32_t left = p->exec; left;) {
        uint64_t base;
        uint32_t on = with_one_upper(p, left, &base);
        struct run r = run_of(p->lo, on, bytes);
        /* Memory of inactive lanes must stay as it is even for a moment. */
        if (r.kind == RUN_DENSE && bytes == 4)
            __builtin_masked_store(bools_of(on), (ext_u32x32)d[0].u,
                                   (uint32_t *)host(base + r.first));
        else
            scatter(base, p->lo, on, bytes, d);
        left &= ~on;
    }
    return true;
}

/* The rare cases are out of line: sem_access_any_WHAT_bN. */
#define COLD __attribute__((noinline, cold))

#define ANY(bits)                                                                                  \
    bool sem_access_any_load_b##bits(const struct place *p, vec32 *d);                             \
    bool sem_access_any_store_b##bits(const struct place *p, const vec32 *d);                      \
    void sem_access_any_gather_b##bits(uint64_t base, const u32x32 *offset, uint32_t on,           \
                                       vec32 *d);                                                  \
    void sem_access_any_scatter_b##bits(uint64_t base, const u32x32 *offset, uint32_t on,          \
                                        const vec32 *d);                                           \
    COLD bool sem_access_any_load_b##bits(const struct place *p, vec32 *d)                         \
    {                                                                                              \
        return any_load(p, bits / 8, d);                                                           \
    }                                                                                              \
    COLD bool sem_access_any_store_b##bits(const struct place *p, const vec32 *d)                  \
    {                                                                                              \
        return any_store(p, bits / 8, d);                                                          \
    }                                                                                              \
    COLD void sem_access_any_gather_b##bits(uint64_t base, const u32x32 *offset, uint32_t on,      \
                                            vec32 *d)                                              \
    {                                                                                              \
        gather(base, *offset, on, bits / 8, d);                                                    \
    }                                                                                              \
    COLD void sem_access_any_scatter_b##bits(uint64_t base, const u32x32 *offset, uint32_t on,     \
                                             const vec32 *d)                                       \
    {                                                                                              \
        scatter(base, *offset, on, bits / 8, d);                                                   \
    }
ANY(8)
ANY(16)
ANY(32)
ANY(64)
ANY(96)
ANY(128)

/* Picks the function for a size that is a constant. */
#define BY_SIZE(what, bytes, ...)                                                                  \
    (bytes == 1    ? sem_access_any_##what##_b8(__VA_ARGS__)                                       \
     : bytes == 2  ? sem_access_any_##what##_b16(__VA_ARGS__)                                      \
     : bytes == 4  ? sem_access_any_##what##_b32(__VA_ARGS__)                                      \
     : bytes == 8  ? sem_access_any_##what##_b64(__VA_ARGS__)                                      \
     : bytes == 12 ? sem_access_any_##what##_b96(__VA_ARGS__)                                      \
                   : sem_access_any_##what##_b128(__VA_ARGS__))

/* Both halves of a pass with one upper half of the addresses. */
struct halves {
    struct half a, b;
    uint64_t at, bt;
};

MEM_INLINE bool find_halves(const struct place *p, unsigned bytes, struct halves *h)
{
    uint32_t upper = p->hi[0];
    if (!has_halves(bytes) || p->exec != UINT32_MAX || mask_of(p->hi != upper))
        return false;
    h->a = half_of(LOW16(p->lo), bytes);
    h->b = half_of(HIGH16(p->lo), bytes);
    uint64_t base = p->base + ((uint64_t)upper << 32);
    h->at = base + h->a.first;
    h->bt = base + h->b.first;
    return h->a.kind != RUN_NONE && h->b.kind != RUN_NONE &&
           is_inside(p, h->at, half_span(h->a, bytes)) &&
           is_inside(p, h->bt, half_span(h->b, bytes));
}

MEM_INLINE bool global_load(struct place p, unsigned bytes, vec32 *d)
{
    struct halves h;
    if (find_halves(&p, bytes, &h)) {
        u32x16 x[4], y[4];
        half_load(h.a, h.at, bytes, x);
        half_load(h.b, h.bt, bytes, y);
        for (unsigned i = 0; i < bytes / 4; i++)
            d[i].u = JOIN16(x[i], y[i]);
        return true;
    }
    struct place q = p;
    vec32 t[4];
    bool ok = BY_SIZE(load, bytes, &q, t);
    for (unsigned i = 0; i < (bytes + 3) / 4; i++)
        d[i] = t[i];
    return ok;
}

MEM_INLINE bool global_store(struct place p, unsigned bytes, const vec32 *d)
{
    struct halves h;
    if (find_halves(&p, bytes, &h)) {
        u32x16 x[4], y[4];
        for (unsigned i = 0; i < bytes / 4; i++) {
            x[i] = LOW16(d[i].u);
            y[i] = HIGH16(d[i].u);
        }
        half_store(h.a, h.at, bytes, x);
        half_store(h.b, h.bt, bytes, y);
        return true;
    }
    struct place q = p;
    vec32 t[4];
    for (unsigned i = 0; i < (bytes + 3) / 4; i++)
        t[i] = d[i];
    return BY_SIZE(store, bytes, &q, t);
}

/* ---- LDS -------------------------------------------------------------------------------- */

MEM_INLINE bool find_lds_halves(u32x32 offset, uint32_t exec, uint64_t lds, uint32_t size,
                                unsigned bytes, struct halves *h)
{
    if (!has_halves(bytes) || exec != UINT32_MAX)
        return false;
    h->a = half_of(LOW16(offset), bytes);
    h->b = half_of(HIGH16(offset), bytes);
    h->at = lds + h->a.first;
    h->bt = lds + h->b.first;
    return h->a.kind != RUN_NONE && h->b.kind != RUN_NONE &&
           h->a.first + (uint64_t)half_span(h->a, bytes) <= size &&
           h->b.first + (uint64_t)half_span(h->b, bytes) <= size;
}

MEM_INLINE uint32_t lds_lanes(u32x32 offset, uint32_t exec, uint32_t size, unsigned bytes)
{
    return size < bytes ? 0 : mask_of(offset <= size - bytes) & exec;
}

MEM_INLINE void lds_load(u32x32 offset, uint32_t exec, uint64_t lds, uint32_t size, unsigned bytes,
                         vec32 *d)
{
    struct halves h;
    if (find_lds_halves(offset, exec, lds, size, bytes, &h)) {
        u32x16 x[4], y[4];
        half_load(h.a, h.at, bytes, x);
        half_load(h.b, h.bt, bytes, y);
        for (unsigned i = 0; i < bytes / 4; i++)
            d[i].u = JOIN16(x[i], y[i]);
        return;
    }
    u32x32 where = offset;
    vec32 t[4];
    BY_SIZE(gather, bytes, lds, &where, lds_lanes(offset, exec, size, bytes), t);
    for (unsigned i = 0; i < (bytes + 3) / 4; i++)
        d[i] = t[i];
}

MEM_INLINE void lds_store(u32x32 offset, uint32_t exec, uint64_t lds, uint32_t size, unsigned bytes,
                          const vec32 *d)
{
    struct halves h;
    if (find_lds_halves(offset, exec, lds, size, bytes, &h)) {
        u32x16 x[4], y[4];
        for (unsigned i = 0; i < bytes / 4; i++) {
            x[i] = LOW16(d[i].u);
            y[i] = HIGH16(d[i].u);
        }
        half_store(h.a, h.at, bytes, x);
        half_store(h.b, h.bt, bytes, y);
        return;
    }
    u32x32 where = offset;
    vec32 t[4];
    for (unsigned i = 0; i < (bytes + 3) / 4; i++)
        t[i] = d[i];
    BY_SIZE(scatter, bytes, lds, &where, lds_lanes(offset, exec, size, bytes), t);
}

/* ---- the functions ---------------------------------------------------------------------- */

#define IN_1  const vec32 *x0
#define IN_2  IN_1, const vec32 *x1
#define IN_3  IN_2, const vec32 *x2
#define IN_4  IN_3, const vec32 *x3
#define OUT_1 vec32 *d0
#define OUT_2 OUT_1, vec32 *d1
#define OUT_3 OUT_2, vec32 *d2
#define OUT_4 OUT_3, vec32 *d3
#define PUT_1 *d0 = d[0]
#define PUT_2 PUT_1, *d1 = d[1]
#define PUT_3 PUT_2, *d2 = d[2]
#define PUT_4 PUT_3, *d3 = d[3]
#define GET_1 *x0
#define GET_2 GET_1, *x1
#define GET_3 GET_2, *x2
#define GET_4 GET_3, *x3

#define ACCESS(bits, n)                                                                            \
    void sem_access_global_load_b##bits(OUT_##n, uint32_t *ok, const vec32 *lo, const vec32 *hi,   \
                                        uint64_t base, uint32_t exec, uint64_t window,             \
                                        uint64_t size)                                             \
    {                                                                                              \
        vec32 d[4];                                                                                \
        *ok = global_load((struct place){base, lo->u, hi->u, exec, window, size}, bits / 8, d);    \
        PUT_##n;                                                                                   \
    }                                                                                              \
    void sem_access_global_store_b##bits(uint32_t *ok, IN_##n, const vec32 *lo, const vec32 *hi,   \
                                         uint64_t base, uint32_t exec, uint64_t window,            \
                                         uint64_t size)                                            \
    {                                                                                              \
        vec32 d[4] = {GET_##n};                                                                    \
        *ok = global_store((struct place){base, lo->u, hi->u, exec, window, size}, bits / 8, d);   \
    }                                                                                              \
    void sem_access_lds_load_b##bits(OUT_##n, const vec32 *offset, uint32_t exec, uint64_t lds,    \
                                     uint32_t size)                                                \
    {                                                                                              \
        vec32 d[4];                                                                                \
        lds_load(offset->u, exec, lds, size, bits / 8, d);                                         \
        PUT_##n;                                                                                   \
    }                                                                                              \
    void sem_access_lds_store_b##bits(IN_##n, const vec32 *offset, uint32_t exec, uint64_t lds,    \
                                      uint32_t size)                                               \
    {                                                                                              \
        vec32 d[4] = {GET_##n};                                                                    \
        lds_store(offset->u, exec, lds, size, bits / 8, d);                                        \
    }

ACCESS(8, 1)
ACCESS(16, 1)
ACCESS(32, 1)
ACCESS(64, 2)
ACCESS(96, 3)
ACCESS(128, 4)

/* matrix.c: mma and mma64: D = A x B + C on fragments of matrices.
 *
 * Elements are unpacked to C arrays, A by rows and B by rows, multiplied there, and D is packed. A
 * fragment numbers its elements over (register, lane, place in the word); a fragment in local
 * memory over (line, place in the line). So both are lines of bytes: rows or columns.
 *
 * One order of sums: an element of D begins as C's and takes the products with k ascending. Floats
 * are computed as f32: each product is rounded, each sum is rounded. Integers are exact.
 *
 * Spec mma.md 4 (fragments), 5 (arithmetic), 6 (mma64), 7 (warp groups). */
#include <fenv.h>

#include "isa/exec/float_bits.h"
#include "isa/ventus/exec/mem.h"
#include "isa/ventus/sem/sem.h"

enum {
    MAX_SIDE = 16, /* M and N */
    MAX_DEPTH = 256,
    MAX_ELEMENTS = MAX_SIDE * MAX_DEPTH,
    MAX_BYTES = MAX_SIDE * MAX_SIDE * 4, /* of a fragment */
    GROUP_WARPS = 4,
};

union values {
    float f[MAX_ELEMENTS];
    int32_t i[MAX_ELEMENTS];
};

/* An instruction with its fields settled. */
struct product {
    struct ventus_matrix t;
    unsigned a, b, c, d;                 /* first registers */
    bool a_by_columns, b_by_columns;     /* what a line is */
    bool a_is_in_memory, b_is_in_memory; /* the registers hold descriptors */
    uint8_t rm;                          /* floats */
    bool saturates;                      /* integers */
    unsigned first_row, all_rows;        /* this warp's part of A */
};

/* ---- elements ---- */

/* Exact: every format is a part of f32. */
static float widen(struct ventus_element t, uint32_t x)
{
    unsigned e = t.exponent, m = t.fraction;
    if (t.bits == 32)
        x >>= 31 - e - m;
    if (e == 8)
        return float_of_bits(x << (23 - m));
    uint32_t sign = (x >> (e + m) & 1) << 31, most = (1u << e) - 1;
    uint32_t exponent = x >> m & most, fraction = x & ((1u << m) - 1), bias = most >> 1;
    bool is_nan = t.specials == VENTUS_IEEE ? fraction != 0 : fraction == (1u << m) - 1;
    if (exponent == most && t.specials != VENTUS_NO_INFTY && (is_nan || t.specials == VENTUS_IEEE))
        return float_of_bits(sign | (is_nan ? 0x7fc00000 : 0x7f800000));
    if (exponent)
        return float_of_bits(sign | (exponent - bias + 127) << 23 | fraction << (23 - m));
    float magnitude = (float)fraction * float_of_bits((128 - bias - m) << 23);
    return sign ? -magnitude : magnitude;
}

static int32_t integer(struct ventus_element t, uint32_t x)
{
    return t.bits == 1 ? (int32_t)x : (int32_t)(x << (32 - t.bits)) >> (32 - t.bits);
}

/* Lines of `length` elements, `stride` bytes from each other. */
struct lines {
    const uint8_t *bytes;
    uint64_t stride;
    unsigned count, length;
};

/* Element i of line l becomes out[l * line_step + i * step]. */
static void unpack(struct ventus_element t, const struct lines *from, unsigned line_step,
                   unsigned step, union values *out)
{
    uint32_t mask = UINT32_MAX >> (32 - t.bits);
    for (unsigned l = 0; l < from->count; l++) {
        const uint8_t *line = from->bytes + l * from->stride;
        for (unsigned i = 0; i < from->length; i++) {
            uint32_t x = 0;
            unsigned bit = i * t.bits;
            memcpy(&x, line + bit / 8, t.bits < 8 ? 1 : t.bits / 8);
            x = x >> bit % 8 & mask;
            unsigned at = l * line_step + i * step;
            if (t.exponent)
                out->f[at] = widen(t, x);
            else
                out->i[at] = integer(t, x);
        }
    }
}

/* ---- fragments ---- */

static unsigned fragment_bytes(unsigned elements, unsigned bits) { return elements * bits / 8; }

/* False: the wave has faulted. */
static bool check_window(struct ventus_wave *w, const struct ventus_op *o, char matrix,
                         unsigned first, unsigned bytes)
{
    unsigned n = bytes / 4 / w->base.lanes;
    if (first + n <= VGPR_COUNT)
        return true;
    FN(fault)
    (w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0,
     "%s: %c takes %u registers from v%u on; the last one is v255", op_row(o)->name, matrix, n,
     first);
    return false;
}

static void read_fragment(const struct ventus_wave *w, unsigned first, unsigned bytes, uint8_t *out)
{
    unsigned each = 4 * w->base.lanes;
    for (unsigned i = 0; i < bytes / each; i++)
        memcpy(out + i * each, &w->v[first + i], each);
}

static void write_fragment(struct ventus_wave *w, unsigned first, unsigned bytes, const uint8_t *in)
{
    unsigned each = 4 * w->base.lanes;
    for (unsigned i = 0; i < bytes / each; i++)
        memcpy(&w->v[first + i], in + i * each, each);
}

/* The lines that the descriptor in v[reg] names: lane 0 address, lane 1 distance of lines (0: no
 * gaps), lane 2 reserved. A line has `all` elements, of which from->length from number `first`
 * on are this warp's; lines from number first_line on. False: the wave has faulted. */
static bool find_lines(struct ventus_wave *w, const struct ventus_op *o, const struct product *p,
                       char matrix, unsigned first_line, unsigned first, unsigned all,
                       struct lines *from)
{
    const vec32 *descriptor = &w->v[matrix == 'A' ? p->a : p->b];
    uint64_t at = descriptor->u[0];
    unsigned bits = p->t.element.bits, bytes = fragment_bytes(from->length, bits);
    from->stride = descriptor->u[1] ? descriptor->u[1] : fragment_bytes(all, bits);
    if (descriptor->u[2]) {
        FN(fault)
        (w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0,
         "%s: word 2 of %c's descriptor is %#x; it is reserved and must be 0", op_row(o)->name,
         matrix, descriptor->u[2]);
        return false;
    }
    at += first_line * from->stride + fragment_bytes(first, bits);
    for (unsigned l = 0; l < from->count; l++) {
        struct place place;
        uint64_t line = at + l * from->stride;
        const char *why = NULL;
        bool is_found = FN(resolve)(w, SPACE_PLAIN, line, 0, bytes, &place, &why);
        if (!is_found || !place.is_lds) {
            FN(fault)
            (w, o, SHOAL_FAULT_MEMORY, 0, line, bytes,
             "line %u of %c is not in the work-group's local memory", first_line + l, matrix);
            return false;
        }
        if (!l)
            from->bytes = host(place.host);
    }
    return true;
}

/* ---- products ---- */

/* Inlined with n a constant, so that a row of sums is a vector. */
#define ROWS(T, U, p, a, b, sums, n)                                                               \
    for (unsigned i = 0; i < (p)->t.m; i++) {                                                      \
        T row[n];                                                                                  \
        memcpy(row, (sums) + i * n, sizeof row);                                                   \
        for (unsigned k = 0; k < (p)->t.k; k++)                                                    \
            for (unsigned j = 0; j < n; j++)                                                       \
                row[j] = (T)((U)row[j] + (U)(a)[i * (p)->t.k + k] * (U)(b)[k * n + j]);            \
        memcpy((sums) + i * n, row, sizeof row);                                                   \
    }

/* Not inlined: its operations must not move out of the region of its rounding mode. */
__attribute__((noinline)) static void add_floats(const struct product *p, const float *restrict a,
                                                 const float *restrict b, float *restrict sums)
{
    if (p->t.n == 8)
        ROWS(float, float, p, a, b, sums, 8)
    else
        ROWS(float, float, p, a, b, sums, 16)
}

/* The sums of products have at most 20 bits. */
static void add_integers(const struct product *p, const int32_t *restrict a,
                         const int32_t *restrict b, int32_t *restrict sums)
{
    if (p->t.n == 8)
        ROWS(int32_t, uint32_t, p, a, b, sums, 8)
    else
        ROWS(int32_t, uint32_t, p, a, b, sums, 16)
}

static void float_product(const struct product *p, const union values *a, const union values *b,
                          uint8_t *c)
{
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    static const struct ventus_element f16 = {16, 5, 10, VENTUS_IEEE};
    float sums[MAX_SIDE * MAX_SIDE];
    unsigned n = p->t.m * p->t.n;
    bool is_half = p->t.accumulator[1] == '1';
    for (unsigned i = 0; i < n; i++) {
        uint16_t half;
        memcpy(&half, c + 2 * i, 2);
        if (is_half)
            sums[i] = widen(f16, half);
        else
            memcpy(&sums[i], c + 4 * i, 4);
    }
    fenv_t env; /* the program's flags do not change */
    feholdexcept(&env);
    fesetround(modes[p->rm]);
    add_floats(p, a->f, b->f, sums);
    fesetenv(&env);
    for (unsigned i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &sums[i], 4);
        if (sf_is_nan(sf_f32, bits))
            bits = 0x7fc00000;
        if (is_half) {
            struct sf_env fp = {.rm = p->rm};
            uint16_t half = (uint16_t)sf_convert(&fp, sf_f32, sf_f16, bits);
            memcpy(c + 2 * i, &half, 2);
        } else {
            memcpy(c + 4 * i, &bits, 4);
        }
    }
}

static void integer_product(const struct product *p, const union values *a, const union values *b,
                            uint8_t *c)
{
    int32_t sums[MAX_SIDE * MAX_SIDE] = {0};
    add_integers(p, a->i, b->i, sums);
    for (unsigned i = 0; i < (unsigned)p->t.m * p->t.n; i++) {
        int32_t start;
        memcpy(&start, c + 4 * i, 4);
        int64_t sum = (int64_t)start + sums[i];
        if (p->saturates)
            sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
        uint32_t bits = (uint32_t)sum;
        memcpy(c + 4 * i, &bits, 4);
    }
}

static const struct ventus_op *multiply(struct ventus_wave *w, const struct ventus_op *o,
                                        const struct product *p)
{
    const struct ventus_matrix *t = &p->t;
    uint32_t full = w->base.lanes == 32 ? UINT32_MAX : (1u << w->base.lanes) - 1;
    if (w->on != full)
        return FN(fault)(w, o, SHOAL_FAULT_ILLEGAL, full & ~w->on, 0, 0,
                         "%s needs every thread of the warp", op_row(o)->name);
    unsigned bits = t->element.bits, half_c = t->accumulator[1] == '1' ? 2 : 1;
    unsigned a_bytes = fragment_bytes(t->m * t->k, bits),
             b_bytes = fragment_bytes(t->k * t->n, bits), c_bytes = t->m * t->n * 4u / half_c;
    if ((!p->a_is_in_memory && !check_window(w, o, 'A', p->a, a_bytes)) ||
        (!p->b_is_in_memory && !check_window(w, o, 'B', p->b, b_bytes)) ||
        !check_window(w, o, 'C', p->c, c_bytes) || !check_window(w, o, 'D', p->d, c_bytes))
        return NULL;
    uint8_t a_fragment[MAX_BYTES], b_fragment[MAX_BYTES], c[MAX_BYTES];
    struct lines a_lines = {.bytes = a_fragment}, b_lines = {.bytes = b_fragment};
    a_lines.count = p->a_by_columns ? t->k : t->m;
    a_lines.length = p->a_by_columns ? t->m : t->k;
    b_lines.count = p->b_by_columns ? t->n : t->k;
    b_lines.length = p->b_by_columns ? t->k : t->n;
    if (!p->a_is_in_memory) {
        read_fragment(w, p->a, a_bytes, a_fragment);
        a_lines.stride = fragment_bytes(a_lines.length, bits);
    } else if (!find_lines(w, o, p, 'A', p->a_by_columns ? 0 : p->first_row,
                           p->a_by_columns ? p->first_row : 0, p->a_by_columns ? p->all_rows : t->k,
                           &a_lines)) {
        return NULL;
    }
    if (!p->b_is_in_memory) {
        read_fragment(w, p->b, b_bytes, b_fragment);
        b_lines.stride = fragment_bytes(b_lines.length, bits);
    } else if (!find_lines(w, o, p, 'B', 0, 0, b_lines.length, &b_lines)) {
        return NULL;
    }
    read_fragment(w, p->c, c_bytes, c);
    union values a, b;
    unpack(t->element, &a_lines, p->a_by_columns ? 1 : t->k, p->a_by_columns ? t->k : 1, &a);
    unpack(t->element, &b_lines, p->b_by_columns ? 1 : t->n, p->b_by_columns ? t->n : 1, &b);
    if (t->element.exponent)
        float_product(p, &a, &b, c);
    else
        integer_product(p, &a, &b, c);
    write_fragment(w, p->d, c_bytes, c);
    return o->next;
}

/* ---- instructions ---- */

static struct product settle(const struct ventus_op *o)
{
    const struct ventus_insn *in = o->insn;
    const uint32_t *f = in->f;
    const char *reason;
    struct product p = {
        .a = ventus_reg(in, VROLE_a),
        .b = ventus_reg(in, VROLE_b),
        .c = ventus_reg(in, VROLE_c),
        .d = ventus_reg(in, VROLE_d),
        .a_by_columns = f[VF_al],
        /* The manual's BL = 0 is column-major; the toolchain's simulator has it the other way
         * round (mma.md 4.1). */
        .b_by_columns = !f[VF_bl] ^ in->is_toolchain,
    };
    ventus_matrix(f[VF_dt], f[VF_shape], f[VF_ct], in->is_toolchain, &p.t, &reason);
    p.all_rows = p.t.m;
    return p;
}

SEM(mma)
{
    struct product p = settle(o);
    return multiply(w, o, &p);
}

SEM(mma64)
{
    struct product p = settle(o);
    const uint32_t *f = o->insn->f;
    p.rm = (uint8_t)f[VF_rdm]; /* the codes of frm */
    p.saturates = !f[VF_rdm];
    if (f[VF_wg]) {
        unsigned first = w->base.index / GROUP_WARPS * GROUP_WARPS;
        if (w->base.group->wave_count < first + GROUP_WARPS)
            return FN(fault)(
                w, o, SHOAL_FAULT_ILLEGAL, 0, 0, 0,
                "%s: a warp group is four warps; the work-group has %u from warp %u on",
                op_row(o)->name, w->base.group->wave_count - first, first);
        p.b_is_in_memory = true;
        p.a_is_in_memory = !f[VF_asrc];
        p.first_row = w->base.index % GROUP_WARPS * p.t.m;
        p.all_rows = GROUP_WARPS * p.t.m;
    }
    return multiply(w, o, &p);
}

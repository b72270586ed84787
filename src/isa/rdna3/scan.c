/* scan.c: the table of scan.h. */
#include "isa/rdna3/scan.h"

#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "isa/rdna3/decode.h"
#include "shoal/shoal.h"

/* Values of a source field that all rows treat alike. */
enum value_class {
    CLASS_REFUSED, /* or rare: never vouched for */
    CLASS_VGPR,
    CLASS_SGPR,      /* far enough from the end for any range */
    CLASS_HIGH_SGPR, /* a wide operand may reach VCC */
    CLASS_VCC,
    CLASS_TTMP,
    CLASS_NULL,
    CLASS_M0,
    CLASS_EXEC,
    CLASS_INTEGER,
    CLASS_FLOAT,
    CLASS_SCC,
    CLASS_LITERAL,
    CLASS_COUNT
};

/* Every first and last value, and each of those where a range may end too early. */
struct class_range {
    uint16_t first, last;
    uint8_t value_class;
};
enum { LAST_ROOMY_SGPR = 89 }; /* 16 registers from there end before VCC */
static const struct class_range class_ranges[] = {
    {0, LAST_ROOMY_SGPR, CLASS_SGPR},
    {LAST_ROOMY_SGPR + 1, SRC_VCC_LO - 1, CLASS_HIGH_SGPR},
    {SRC_VCC_LO, SRC_VCC_LO + 1, CLASS_VCC},
    {SRC_TTMP0, SRC_NULL - 1, CLASS_TTMP},
    {SRC_NULL, SRC_NULL, CLASS_NULL},
    {SRC_M0, SRC_M0, CLASS_M0},
    {SRC_EXEC_LO, SRC_EXEC_HI, CLASS_EXEC},
    {SRC_INT_0, SRC_INT_M1 + 15, CLASS_INTEGER},
    {SRC_FLOAT_FIRST, SRC_FLOAT_LAST, CLASS_FLOAT},
    {SRC_SCC, SRC_SCC, CLASS_SCC},
    {SRC_LITERAL, SRC_LITERAL, CLASS_LITERAL},
    {SRC_VGPR0, SRC_VGPR0 + 255, CLASS_VGPR},
};
enum { CLASS_RANGES = sizeof class_ranges / sizeof *class_ranges };

struct check {
    uint8_t shift; /* of the field in the first two dwords */
    uint8_t scale; /* the register number is the field's value << scale */
    uint16_t mask;
    uint16_t allowed; /* bit per class */
};

/* The first three are always made, the unused ones pass; a fourth is rare. */
enum { MAX_CHECKS = 4, USUAL_CHECKS = 3 };

enum entry_state { ENTRY_EMPTY, ENTRY_CLAIMED, ENTRY_READY, ENTRY_ILLEGAL };

/* The beginning of shoal_insn. */
struct head {
    uint16_t id, id_y, flags;
    uint8_t size_bytes; /* with the literal of FMAMK and the like */
    uint8_t format, class_index, extra;
};
static_assert(offsetof(shoal_insn, id_y) == offsetof(struct head, id_y) &&
                  offsetof(shoal_insn, flags) == offsetof(struct head, flags) &&
                  offsetof(shoal_insn, size_bytes) == offsetof(struct head, size_bytes) &&
                  offsetof(shoal_insn, format) == offsetof(struct head, format) &&
                  offsetof(shoal_insn, class_index) == offsetof(struct head, class_index) &&
                  offsetof(shoal_insn, extra) == offsetof(struct head, extra),
              "a head is copied as one piece");

struct entry {
    _Alignas(64) struct head head;
    _Atomic uint8_t state;
    uint8_t check_count;
    int32_t branch_mask; /* of the distance: all ones for branches that name their target, or 0 */
    struct check checks[MAX_CHECKS];
    uint64_t fixed_mask, fixed_value;
    const char *reason; /* ENTRY_ILLEGAL: no row has this opcode */
};

/* Where the entries of a format start, and the bits that are the opcode, by the first dword's
 * upper nine bits. */
struct lead {
    uint16_t first, mask;
    uint8_t shift;
};

/* As wide as the opcodes: 10 bits for VOP3, 9 for VOPD's two and for FLAT with its segment. */
enum { MAX_ENTRIES = 5120 };
static struct lead leads[512];
static uint64_t long_leads; /* by the upper six bits: the format has two dwords */
static uint8_t value_classes[512];
static struct entry entries[RDNA3_GENERATION_COUNT][MAX_ENTRIES];
static _Atomic uint8_t tables_state;

static const struct {
    uint8_t format, shift, bits;
} opcode_places[] = {
    {FMT_SOP2, 23, 7}, {FMT_SOPK, 23, 5},    {FMT_SOP1, 8, 8},   {FMT_SOPC, 16, 7},
    {FMT_SOPP, 16, 7}, {FMT_SMEM, 18, 8},    {FMT_VOP2, 25, 6},  {FMT_VOP1, 9, 8},
    {FMT_VOPC, 17, 8}, {FMT_VOP3, 16, 10},   {FMT_VOP3P, 16, 7}, {FMT_VOPD, 17, 9},
    {FMT_DS, 18, 8},   {FMT_MUBUF, 18, 8},   {FMT_MTBUF, 15, 4}, {FMT_MIMG, 18, 8},
    {FMT_FLAT, 16, 9}, {FMT_VINTERP, 16, 7},
};
enum { OPCODE_PLACES = sizeof opcode_places / sizeof *opcode_places };

/* Fills in leads and value_classes. One thread does; others go the long way meanwhile. */
static __attribute__((noinline)) bool make_tables(void)
{
    uint8_t state = ENTRY_EMPTY;
    if (!atomic_compare_exchange_strong(&tables_state, &state, ENTRY_CLAIMED))
        return state == ENTRY_READY;
    for (unsigned i = 0; i < CLASS_RANGES; i++)
        for (unsigned v = class_ranges[i].first; v <= class_ranges[i].last; v++)
            value_classes[v] = class_ranges[i].value_class;
    unsigned used = 1; /* entry 0 stays empty: for words of no format */
    uint16_t first[FMT_COUNT] = {0};
    uint8_t place[FMT_COUNT] = {0};
    for (unsigned i = 0; i < OPCODE_PLACES; i++) {
        first[opcode_places[i].format] = (uint16_t)used;
        place[opcode_places[i].format] = (uint8_t)i;
        used += 1u << opcode_places[i].bits;
    }
    for (uint32_t w = 0; w < 512; w++) {
        unsigned format = rdna3_format_of(w << 23);
        if (format == FMT_COUNT)
            continue;
        if (rdna3_formats[format].dwords == 2)
            long_leads |= UINT64_C(1) << (w >> 3);
        uint32_t mask = rdna3_formats[format].mask & 0xff800000u;
        if (first[format] && (w << 23 & mask) == (rdna3_formats[format].match & mask))
            leads[w] = (struct lead){first[format],
                                     (uint16_t)((1u << opcode_places[place[format]].bits) - 1),
                                     opcode_places[place[format]].shift};
    }
    atomic_store_explicit(&tables_state, ENTRY_READY, memory_order_release);
    return true;
}

static inline bool tables_ready(void)
{
    uint8_t state = atomic_load_explicit(&tables_state, memory_order_acquire);
    return __builtin_expect(state == ENTRY_READY, 1) || make_tables();
}

/* ---- entries -------------------------------------------------------------------------------- */

static unsigned scale_of(unsigned kind)
{
    return kind == K_sbase ? 1 : kind == K_srsrc || kind == K_trsrc || kind == K_ssamp ? 2 : 0;
}

/* Which classes of values the operand takes in this row. */
static uint16_t allowed_classes(const struct rdna3_insn *in, const struct rdna3_row *row,
                                const struct rdna3_operand_desc *o, unsigned kind, unsigned bits)
{
    uint16_t allowed = 0;
    unsigned scale = scale_of(kind);
    for (unsigned i = 0; i < CLASS_RANGES; i++) {
        const struct class_range *r = &class_ranges[i];
        bool every = r->last - r->first < 20, ok = true;
        for (unsigned v = r->first; v <= r->last && ok; v += every ? 1 : r->last - r->first)
            if (v >> scale < 1u << bits && !(v & ((1u << scale) - 1)))
                ok = !rdna3_refused_value(in, row, o, kind, v >> scale);
        allowed |= (uint16_t)(ok << r->value_class);
    }
    bool takes_literal = !o->is_write && (kind == K_src || kind == K_ssrc || kind == K_smask);
    return takes_literal ? allowed : allowed & (uint16_t) ~(1u << CLASS_LITERAL);
}

static bool add_check(struct entry *e, unsigned format, unsigned slot, unsigned scale,
                      uint16_t allowed)
{
    const struct rdna3_field_list *list = &rdna3_fields[format];
    for (unsigned i = 0; i < list->count; i++) {
        const struct rdna3_field_info *f = &list->fields[i];
        if (f->slot != slot)
            continue;
        for (unsigned k = 0; k < e->check_count; k++)
            if (e->checks[k].shift == f->first_bit && e->checks[k].scale == scale) {
                e->checks[k].allowed &= allowed; /* read and written */
                return true;
            }
        if (e->check_count == MAX_CHECKS)
            return false;
        e->checks[e->check_count++] =
            (struct check){f->first_bit, (uint8_t)scale, (uint16_t)((1u << f->bits) - 1), allowed};
        return true;
    }
    return false;
}

static bool has_role(const struct rdna3_row *row, unsigned role, bool is_write)
{
    unsigned first = is_write ? 0 : row->n_writes;
    unsigned end = is_write ? row->n_writes : row->n_operands;
    for (unsigned i = first; i < end; i++)
        if (row->operands[i].role == role)
            return true;
    return false;
}

static uint16_t row_flags(unsigned index)
{
    static const uint32_t memory = STATE_MEM | STATE_LDS | STATE_GDS;
    const struct rdna3_row *row = &rdna3_rows[index];
    const struct row_effects *e = &row->effects;
    uint16_t flags = 0;
    if (row_jumps(e))
        flags |= SHOAL_INSN_BRANCH;
    if (e->flow == FLOW_BRANCH && e->is_conditional)
        flags |= SHOAL_INSN_CONDITIONAL;
    if (e->flow == FLOW_CALL)
        flags |= SHOAL_INSN_CALL;
    if (row_jumps(e) && has_role(row, ROLE_a, false))
        flags |= SHOAL_INSN_INDIRECT;
    if (row_ends_program(e))
        flags |= SHOAL_INSN_END;
    if (e->reads & memory)
        flags |= SHOAL_INSN_LOAD;
    if (e->writes & memory)
        flags |= SHOAL_INSN_STORE;
    if (row->flags & FLAG_atomic)
        flags |= SHOAL_INSN_ATOMIC;
    if (e->flow == FLOW_BARRIER)
        flags |= SHOAL_INSN_BARRIER;
    return flags;
}

static bool has_label(const struct rdna3_row *row)
{
    for (unsigned i = row->n_writes; i < row->n_operands; i++)
        if (row->operands[i].type == T_label)
            return true;
    return false;
}

/* The entry vouches only for a field of zeros: VOPD's second source where a half has none, and
 * MIMG without more address dwords. */
static void fix_field(struct entry *e, unsigned format, unsigned slot)
{
    const struct rdna3_field_list *list = &rdna3_fields[format];
    for (unsigned i = 0; i < list->count; i++)
        if (list->fields[i].slot == slot)
            e->fixed_mask |= ((UINT64_C(1) << list->fields[i].bits) - 1)
                             << list->fields[i].first_bit;
}

static bool fill_dual(struct entry *e, const struct rdna3_insn *in)
{
    const struct rdna3_row *x = &rdna3_rows[in->row], *y = &rdna3_rows[in->row_y];
    uint16_t sources = (uint16_t)((1u << CLASS_COUNT) - 1) & ~(1u << CLASS_REFUSED);
    e->head.id_y = in->row_y;
    e->head.flags |= SHOAL_INSN_DUAL;
    if (!has_role(x, ROLE_b, false))
        fix_field(e, FMT_VOPD, F_vsrc1x);
    if (!has_role(y, ROLE_b, false))
        fix_field(e, FMT_VOPD, F_vsrc1y);
    if (has_role(x, ROLE_k, false) || has_role(y, ROLE_k, false)) {
        e->head.size_bytes += 4;
        e->head.extra = EXT_LITERAL;
        e->head.flags |= SHOAL_INSN_LITERAL;
    }
    return add_check(e, FMT_VOPD, F_src0x, 0, sources) &&
           add_check(e, FMT_VOPD, F_src0y, 0, sources);
}

static bool fill_single(struct entry *e, const struct rdna3_insn *in)
{
    const struct rdna3_row *row = &rdna3_rows[in->row];
    const struct rdna3_fixed *fixed = &rdna3_fixed[in->row][in->format != row->format];
    e->fixed_mask = fixed->mask;
    e->fixed_value = fixed->value;
    if (in->format == FMT_FLAT && !add_check(e, FMT_FLAT, F_saddr, 0, 1u << CLASS_NULL))
        return false;
    if (in->format == FMT_MIMG)
        fix_field(e, FMT_MIMG, F_nsa);
    for (unsigned i = 0; i < row->n_operands; i++) {
        struct rdna3_place place = rdna3_places[in->format][row->operands[i].role];
        if (place.kind == K_imm32) {
            if (e->head.extra != EXT_LITERAL)
                e->head.size_bytes += 4;
            e->head.extra = EXT_LITERAL;
            e->head.flags |= SHOAL_INSN_LITERAL;
        }
        if (place.kind == K_none || place.kind == K_implicit || place.field == 0xff ||
            place.kind == K_simm7 || place.kind == K_simm16 || place.kind == K_simm21 ||
            place.kind == K_imm32 || place.kind == K_vaddr || place.kind == K_vbufaddr ||
            place.kind == K_vimgaddr)
            continue;
        if (place.kind == K_vgpr && row->operands[i].role != ROLE_e)
            continue; /* any register will do */
        if (!add_check(e, in->format, place.field, scale_of(place.kind),
                       allowed_classes(in, row, &row->operands[i], place.kind, 9)))
            return false;
    }
    return true;
}

static void fill_entry(struct entry *e, const struct rdna3_insn *in)
{
    uint8_t empty = ENTRY_EMPTY;
    if (!atomic_compare_exchange_strong(&e->state, &empty, ENTRY_CLAIMED))
        return;
    e->head.size_bytes = (uint8_t)(4 * rdna3_formats[in->format].dwords);
    e->head.format = in->format;
    e->head.id = in->row;
    e->head.id_y = SHOAL_INSN_NONE;
    e->head.class_index = rdna3_rows[in->row].cls;
    e->head.flags = row_flags(in->row);
    e->head.extra = EXT_NONE;
    e->branch_mask = has_label(&rdna3_rows[in->row]) ? -1 : 0;
    for (unsigned i = 0; i < MAX_CHECKS; i++)
        e->checks[i] = (struct check){.allowed = UINT16_MAX};
    bool ok = in->format == FMT_VOPD ? fill_dual(e, in) : fill_single(e, in);
    if (ok) /* else it stays claimed: always the long way */
        atomic_store_explicit(&e->state, ENTRY_READY, memory_order_release);
}

/* The decoder found no row: that depends on nothing but the format and the opcode. */
static void fill_illegal(struct entry *e, const char *reason)
{
    uint8_t empty = ENTRY_EMPTY;
    if (!atomic_compare_exchange_strong(&e->state, &empty, ENTRY_CLAIMED))
        return;
    e->reason = reason;
    atomic_store_explicit(&e->state, ENTRY_ILLEGAL, memory_order_release);
}

/* ---- scanning ------------------------------------------------------------------------------- */

static uint16_t find_entry(uint32_t w)
{
    const struct lead *lead = &leads[w >> 23];
    return (uint16_t)(lead->first + (w >> lead->shift & lead->mask));
}

static shoal_status refuse(shoal_insn *out, const char *reason)
{
    *out = (shoal_insn){.id_y = SHOAL_INSN_NONE, .size_bytes = 4, .reason = reason};
    return SHOAL_E_ILLEGAL;
}

static shoal_status scan_slowly(unsigned generation, const void *code, size_t avail,
                                shoal_insn *out)
{
    struct rdna3_insn in;
    shoal_status st = rdna3_decode_of(generation, code, avail, &in);
    if (st == SHOAL_E_ILLEGAL) {
        uint32_t w;
        memcpy(&w, code, sizeof w);
        uint16_t index = tables_ready() ? find_entry(w) : 0;
        if (index)
            fill_illegal(&entries[generation][index], in.reason);
        return refuse(out, in.reason);
    }
    memset(out, 0, sizeof *out);
    out->id = in.row;
    out->id_y = st == SHOAL_OK && in.format == FMT_VOPD ? in.row_y : SHOAL_INSN_NONE;
    out->size_bytes = in.size_bytes;
    out->format = in.format;
    out->reason = st == SHOAL_E_TRUNCATED ? "the code ends inside an instruction" : in.reason;
    if (st == SHOAL_E_RESERVED && avail >= 4)
        memcpy(out->words, code, avail < in.size_bytes ? 4 : in.size_bytes);
    if (st != SHOAL_OK)
        return st;
    memcpy(out->words, code, in.size_bytes);
    const struct rdna3_row *row = &rdna3_rows[in.row];
    out->class_index = row->cls;
    out->flags = row_flags(in.row);
    out->extra = (uint8_t)(in.ext | in.dpp8_fi << 4);
    if (in.ext == EXT_LITERAL)
        out->flags |= SHOAL_INSN_LITERAL;
    if (in.ext == EXT_DPP16 || in.ext == EXT_DPP8)
        out->flags |= SHOAL_INSN_DPP;
    if (in.format == FMT_VOPD)
        out->flags |= SHOAL_INSN_DUAL | row_flags(in.row_y);
    if (has_label(row))
        out->branch_bytes = 4 + 4 * (int16_t)(out->words[0] & 0xffff);
    if (tables_ready()) {
        uint16_t index = find_entry(out->words[0]);
        if (index)
            fill_entry(&entries[generation][index], &in);
    }
    return SHOAL_OK;
}

static __attribute__((noinline)) void add_literal(shoal_insn *out)
{
    if (out->extra == EXT_LITERAL) /* FMAMK and the like have the same one */
        return;
    out->extra = EXT_LITERAL;
    out->flags |= SHOAL_INSN_LITERAL;
    out->size_bytes += 4;
}

static __attribute__((noinline)) void set_size(shoal_insn *out, const struct entry *e)
{
    out->size_bytes = e->head.size_bytes;
}

/* Bit 0: is the value allowed? */
static inline unsigned check_value(const struct check *c, uint64_t both, unsigned *seen)
{
    unsigned value_class = value_classes[(both >> c->shift & c->mask) << c->scale & 511];
    *seen |= 1u << value_class;
    return c->allowed >> value_class;
}

static inline __attribute__((always_inline)) shoal_status
scan(unsigned generation, const void *code, size_t avail, shoal_insn *out)
{
    uint32_t w[3];
    if (__builtin_expect(avail < sizeof w || !tables_ready(), 0))
        return scan_slowly(generation, code, avail, out);
    memcpy(w, code, sizeof w);
    uint64_t both = w[0] | (uint64_t)w[1] << 32;
    struct entry *e = &entries[generation][find_entry(w[0])];
    uint8_t entry_state = atomic_load_explicit(&e->state, memory_order_acquire);
    if (__builtin_expect(entry_state != ENTRY_READY, 0))
        return entry_state == ENTRY_ILLEGAL ? refuse(out, e->reason)
                                            : scan_slowly(generation, code, avail, out);
    unsigned ok = (both & e->fixed_mask) == e->fixed_value, seen = 0;
    for (unsigned i = 0; i < USUAL_CHECKS; i++)
        ok &= check_value(&e->checks[i], both, &seen);
    if (__builtin_expect(e->check_count > USUAL_CHECKS, 0))
        ok &= check_value(&e->checks[USUAL_CHECKS], both, &seen);
    if (__builtin_expect(!(ok & 1), 0))
        return scan_slowly(generation, code, avail, out);
    /* A caller waits for the size to find the next instruction. Nearly always the six bits say it,
     * long before the entry is there. */
    unsigned size = 4 + (long_leads >> (w[0] >> 26) & 1) * 4;
    memcpy(out, &e->head, 8);
    out->size_bytes = (uint8_t)size;
    if (__builtin_expect(size != e->head.size_bytes, 0))
        set_size(out, e);
    out->class_index = e->head.class_index;
    out->extra = e->head.extra;
    out->branch_bytes = (4 + 4 * (int16_t)(w[0] & 0xffff)) & e->branch_mask;
    memcpy(out->words, w, sizeof w);
    out->reason = NULL;
    /* A branch, not arithmetic: so that the place of the next instruction does not wait for the
     * look-ups above. */
    if (__builtin_expect(seen >> CLASS_LITERAL & 1, 0))
        add_literal(out);
    return SHOAL_OK;
}

#define SCAN_OF(index, chip, name)                                                                 \
    shoal_status rdna3_scan_##chip(const void *code, size_t avail, shoal_insn *out)                \
    {                                                                                              \
        return scan(index, code, avail, out);                                                      \
    }
RDNA3_GENERATIONS(SCAN_OF)

void rdna3_expand(const shoal_insn *insn, struct rdna3_insn *in)
{
    memset(in, 0, sizeof *in);
    in->row = insn->id;
    in->row_y = insn->id_y == SHOAL_INSN_NONE ? 0 : insn->id_y;
    in->format = insn->format;
    in->size_bytes = insn->size_bytes;
    in->ext = insn->extra & 15;
    rdna3_unpack(in->format, insn->words, in->f);
    uint32_t last = insn->words[insn->size_bytes / 4 - 1];
    switch (in->ext) {
    case EXT_LITERAL:
        in->literal = last;
        break;
    case EXT_DPP16:
    case EXT_DPP8:
        in->dpp = last;
        in->dpp8_fi = insn->extra >> 4 & 1;
        in->f[F_src0] = SRC_VGPR0 + (last & 0xff);
        break;
    case EXT_NSA:
        in->nsa = last;
        in->nsa_dwords = 1;
        break;
    }
}

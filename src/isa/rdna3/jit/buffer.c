/* buffer.c: where the lanes of MUBUF and MTBUF accesses are (manual, chapter 9). If the buffer is
 * linear and all active lanes are inside it, they are at 32-bit offsets from one place, as those of
 * GLOBAL with an SGPR. Code tests that it is so; else the executor knows all about buffers. */
#include "isa/rdna3/jit/buffer.h"
#include "isa/rdna3/texture/format.h"

#include "jit/emit_steps.h"
#include "jit/fold.h"
#include "jit/place.h"
#include "jit/registers.h"

enum { OOB_STRUCTURED, OOB_INDEX, OOB_EMPTY, OOB_RAW };

bool rdna3_is_plain_buffer(const struct rdna3_op *o)
{
    const struct rdna3_mem *m = &o->mem;
    bool is_scalar = m->soffset.index < SGPR_SLOTS || m->soffset.index == SCALAR_IMM;
    return rdna3_is_convertible(m) && m->rsrc + 3u < SRC_TTMP0 && is_scalar;
}

bool rdna3_is_offset_buffer(const struct rdna3_op *o)
{
    return rdna3_is_plain_buffer(o) && o->mem.offen && !o->mem.idxen;
}

/* The function of component i: of loads, or of stores. */
static LLVMValueRef convert_component(struct emitter *e, const struct texel_format *f, unsigned i,
                                      bool packs, LLVMValueRef v)
{
    unsigned which = rdna3_format_conversion(f, i) + (packs ? CONVERSION_COUNT : 0);
    LLVMValueRef args[3] = {v, const_splat(e, e->v32i32, rdna3_format_first_bit(f, i) % 32),
                            const_splat(e, e->v32i32, f->bits[i])},
                 result;
    emit_semantics(e, signature_beside_rows(&rdna3_signatures, which), args, &result);
    return result;
}

LLVMValueRef rdna3_unpack_component(struct emitter *e, const struct rdna3_mem *m,
                                    const LLVMValueRef element[4], unsigned i)
{
    const struct texel_format *f = texel_format(m->format);
    if (i >= f->components) /* 9.3, table 42 */
        return LLVMConstNull(e->v32i32);
    return convert_component(e, f, i, false, element[rdna3_format_first_bit(f, i) / 32]);
}

void rdna3_pack_element(struct emitter *e, const struct rdna3_mem *m, const LLVMValueRef in[4],
                        LLVMValueRef element[4])
{
    const struct texel_format *f = texel_format(m->format);
    for (unsigned i = 0; i < m->dwords; i++)
        element[i] = LLVMConstNull(e->v32i32); /* what the instruction does not have is 0 */
    for (unsigned i = 0; i < f->components && i < m->components; i++) {
        LLVMValueRef *dword = &element[rdna3_format_first_bit(f, i) / 32];
        *dword = fold_binary(e, LLVMOr, *dword, convert_component(e, f, i, true, in[i]));
    }
}

static LLVMValueRef field(struct emitter *e, LLVMValueRef word, unsigned at, unsigned bits)
{
    LLVMValueRef v = LLVMBuildLShr(e->b, word, const_i32(e, at), "");
    return LLVMBuildAnd(e->b, v, const_i32(e, (1u << bits) - 1), "");
}

static LLVMValueRef equals(struct emitter *e, LLVMValueRef v, uint32_t with)
{
    return is_equal(e, v, const_i32(e, with));
}

static LLVMValueRef is_above(struct emitter *e, LLVMValueRef v, LLVMValueRef limit)
{
    return LLVMBuildICmp(e->b, LLVMIntUGT, v, splat(e, limit, e->v32i32), "");
}

/* i1: the buffer has a format, by the last word of its descriptor: of formatted MUBUF, one whose
 * elements are the instruction's dwords, each component from and to its own. That of MTBUF does not
 * matter. */
static LLVMValueRef has_format(struct emitter *e, const struct rdna3_mem *m, LLVMValueRef word)
{
    static const uint32_t in_order = 4 | 5 << 3 | 6 << 6 | 7 << 9; /* DST_SEL: X, Y, Z, W */
    const unsigned select_bits = 3u * m->components;
    if (m->typed)
        return LLVMConstInt(e->i1, 1, 0);
    LLVMValueRef format = field(e, word, 12, 6);
    if (!m->formatted)
        return LLVMBuildNot(e->b, equals(e, format, 0), "");
    LLVMValueRef n = LLVMBuildSub(e->b, format, const_i32(e, m->format), ""),
                 is_dwords = LLVMBuildICmp(e->b, LLVMIntULT, n, const_i32(e, DWORD_FORMATS), ""),
                 select = field(e, word, 0, select_bits);
    return LLVMBuildAnd(e->b, is_dwords, equals(e, select, in_order & ((1u << select_bits) - 1)),
                        "");
}

/* What the descriptor says of all lanes (9.6). */
struct descriptor {
    LLVMValueRef from;      /* i64: base and SGPR offset */
    LLVMValueRef stride;    /* this and what follows: i32 */
    LLVMValueRef limit;     /* no lane's offset in the register may be above it */
    LLVMValueRef last;      /* no lane's index may be above it */
    LLVMValueRef is_usable; /* i1: linear, and some offset and index are inside */
};

static void read_descriptor(struct emitter *e, const struct rdna3_mem *m, struct descriptor *d)
{
    LLVMValueRef v[4], all = const_i32(e, UINT32_MAX), none = const_i32(e, 0);
    for (unsigned i = 0; i < 4; i++)
        v[i] = get_var(e, VAR_S0 + m->rsrc + i);
    LLVMValueRef soffset = m->soffset.index == SCALAR_IMM ? const_i32(e, (uint32_t)m->soffset.imm)
                                                          : get_var(e, VAR_S0 + m->soffset.index);
    LLVMValueRef oob = field(e, v[3], 28, 2), is_raw = equals(e, oob, OOB_RAW);
    LLVMValueRef high = LLVMBuildAnd(e->b, v[1], const_i32(e, 0xffff), "");
    d->from = LLVMBuildAdd(e->b, join_s64(e, v[0], high), zext64(e, soffset), "");
    d->stride = field(e, v[1], 16, 14);
    /* bytes that a lane may use, from its offset 0 on (9.4.1) */
    LLVMValueRef args[2] = {v[2], soffset};
    LLVMValueRef left = call_intrinsic(e, "llvm.usub.sat", &e->i32, 1, args, 2);
    LLVMValueRef is_structured = equals(e, oob, OOB_STRUCTURED);
    LLVMValueRef bytes = LLVMBuildSelect(e->b, is_raw, left, all, "");
    bytes = LLVMBuildSelect(e->b, is_structured, d->stride, bytes, "");
    LLVMValueRef used = const_i32(e, (uint32_t)m->offset + m->bytes);
    d->limit = LLVMBuildSub(e->b, bytes, used, "");
    LLVMValueRef fits = LLVMBuildICmp(e->b, LLVMIntUGE, bytes, used, "");
    /* records that there are */
    LLVMValueRef has_records = LLVMBuildNot(e->b, equals(e, v[2], 0), "");
    LLVMValueRef records =
        LLVMBuildSelect(e->b, equals(e, oob, OOB_EMPTY),
                        LLVMBuildSelect(e->b, has_records, all, none, ""), v[2], "");
    records = LLVMBuildSelect(e->b, is_raw, all, records, "");
    d->last = LLVMBuildSub(e->b, records, const_i32(e, 1), "");
    LLVMValueRef some = LLVMBuildNot(e->b, equals(e, records, 0), "");
    /* a buffer, without lane ids in its addresses, and with a format; not swizzled */
    LLVMValueRef is_plain = equals(e, LLVMBuildAnd(e->b, v[3], const_i32(e, 0xc0800000), ""), 0);
    LLVMValueRef is_linear = equals(e, LLVMBuildAnd(e->b, v[1], const_i32(e, 1u << 30), ""), 0);
    d->is_usable = LLVMBuildAnd(e->b, fits, some, "");
    LLVMValueRef also[] = {is_plain, has_format(e, m, v[3]), is_linear};
    for (unsigned i = 0; i < 3; i++)
        d->is_usable = LLVMBuildAnd(e->b, d->is_usable, also[i], "");
}

void rdna3_find_buffer(struct emitter *e, const struct rdna3_op *o, struct buffer *out)
{
    enum { INDEX_BITS = 17 }; /* with those of the stride 31 */
    const struct rdna3_mem *m = &o->mem;
    struct descriptor d;
    unsigned halves = e->region->halves;
    read_descriptor(e, m, &d);
    out->from = d.from;
    for (unsigned h = 0; h < halves; h++) {
        LLVMValueRef at = LLVMConstNull(e->v32i32), bad = NULL;
        if (m->offen) {
            at = get_var(e, (m->addr + m->idxen) % e->region->vectors * halves + h);
            bad = is_above(e, at, d.limit);
        }
        if (m->idxen) {
            LLVMValueRef index = get_var(e, m->addr * halves + h);
            LLVMValueRef large =
                LLVMBuildOr(e->b, is_above(e, index, d.last),
                            is_above(e, index, const_i32(e, (1u << INDEX_BITS) - 1)), "");
            large = LLVMBuildOr(e->b, large, is_above(e, at, const_i32(e, INT32_MAX)), "");
            bad = bad ? LLVMBuildOr(e->b, bad, large, "") : large;
            index = LLVMBuildMul(e->b, index, splat(e, d.stride, e->v32i32), "");
            at = LLVMBuildAdd(e->b, at, index, "");
        }
        out->at[h] = at;
        if (bad)
            d.is_usable = LLVMBuildAnd(e->b, d.is_usable, none_active(e, bad, h), "");
    }
    out->holds = d.is_usable;
}

LLVMValueRef rdna3_find_scalar_buffer(struct emitter *e, const struct rdna3_mem *m,
                                      LLVMValueRef *at)
{
    LLVMValueRef v[3], low = const_i64(e, ~UINT64_C(3));
    for (unsigned i = 0; i < 3; i++)
        v[i] = get_var(e, VAR_S0 + m->rsrc + i);
    LLVMValueRef offset = zext64(e, get_var(e, VAR_S0 + m->saddr));
    offset = LLVMBuildAdd(e->b, offset, const_i64(e, (uint64_t)m->offset), "");
    offset = LLVMBuildAnd(e->b, offset, low, "");
    LLVMValueRef stride = field(e, v[1], 16, 14);
    stride = LLVMBuildSelect(e->b, equals(e, stride, 0), const_i32(e, 1), stride, "");
    LLVMValueRef size = LLVMBuildMul(e->b, zext64(e, v[2]), zext64(e, stride), ""),
                 end = LLVMBuildAdd(e->b, offset, const_i64(e, m->bytes), ""),
                 from = join_s64(e, v[0], field(e, v[1], 0, 16));
    from = LLVMBuildSub(e->b, LLVMBuildAnd(e->b, from, low, ""), window_base(e), "");
    *at = LLVMBuildAdd(e->b, from, offset, "");
    LLVMValueRef most = const_i64(e, e->machine->window_size - m->bytes),
                 fits = LLVMBuildICmp(e->b, LLVMIntULE, *at, most, "");
    return LLVMBuildAnd(e->b, fits, LLVMBuildICmp(e->b, LLVMIntULE, end, size, ""), "");
}

/* smem.c: scalar loads. Manual: chapter 8. */
#include "isa/rdna3/exec/mem.h"

MEM_RACY_BEGIN

uint64_t FN(smem_address)(struct rdna3_wave *w, const struct rdna3_op *o, unsigned *bytes)
{
    const struct rdna3_mem *m = &o->mem;
    const uint32_t *base = &w->s[m->rsrc];
    uint32_t soffset = w->s[m->saddr];
    *bytes = m->bytes;
    if (!m->formatted) /* the two low bits of each part are ignored, 8.1.1 */
        return (s64(w, m->rsrc) & ~UINT64_C(3)) + (uint64_t)(int64_t)(m->offset & ~3) +
               (soffset & ~3u);
    /* S_BUFFER_LOAD, 8.1.2. Dwords past the end read as 0, each for itself (8.4.1). */
    uint64_t offset = ((uint64_t)(uint32_t)m->offset + soffset) & ~UINT64_C(3);
    uint32_t stride = base[1] >> 16 & 0x3fff;
    uint64_t size = (uint64_t)base[2] * (stride ? stride : 1);
    uint64_t inside = offset >= size ? 0 : (size - offset + 3) & ~UINT64_C(3);
    if (inside < *bytes)
        *bytes = (unsigned)inside;
    return ((base[0] | (uint64_t)(base[1] & 0xffff) << 32) & ~UINT64_C(3)) + offset;
}

const struct op *FN(exec_smem)(struct wave *wave, const struct op *op)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    const struct rdna3_mem *m = &o->mem;
    unsigned bytes;
    uint64_t at = FN(smem_address)(w, o, &bytes);
    if (__builtin_expect(m->formatted && m->offset < 0, 0))
        return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_MEMORY, 0, at, m->bytes,
                                            "a scalar buffer load has a negative offset");
    if (__builtin_expect(bytes && !in_window(wave->machine, at, bytes), 0) &&
        !is_allowed(wave->machine, at, bytes))
        return (const struct op *)FN(fault)(w, o, SHOAL_FAULT_MEMORY, 0, at, bytes, NULL);
    uint32_t data[16];
    access_begin(w, o);
    if (__builtin_expect(bytes != m->bytes, 0)) {
        memset(data, 0, sizeof data);
        for (unsigned i = 0; i < bytes / 4; i++)
            data[i] = ((any_u32 *)host(at))[i];
    } else {
        typedef VEC(uint32_t, 16) u32x4;
        typedef u32x4 any_u32x4 __attribute__((aligned(1), may_alias));
        uint64_t pair;
        switch (bytes) {
        case 4:
            data[0] = *(any_u32 *)host(at);
            break;
        case 8:
            pair = *(any_u64 *)host(at);
            memcpy(data, &pair, 8);
            break;
        default:
            for (unsigned i = 0; i < bytes / 16; i++)
                ((any_u32x4 *)data)[i] = ((const any_u32x4 *)host(at))[i];
            break;
        }
    }
    access_end(w);
    if (m->sdst != SGPR_TRASH)
        memcpy(&w->s[m->sdst], data, m->bytes);
    return &op_next(o)->base;
}

MEM_RACY_END

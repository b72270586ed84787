/* format.c: components of formatted elements, for all lanes: `bits` bits from `first` on in a
 * dword. Loads unpack them from dword a; stores pack what register a has, for a dword whose bits
 * there are 0. The functions belong to formats, not to rows (insts.tbl, `conversion`).
 *
 * Manual: 9.3.1, table 52. */
#include "isa/rdna3/sem/sem.h"

/* A comparison with a NaN is false. */
static inline f64x32 limited(f64x32 x, f64x32 low, f64x32 high)
{
    x = pickd(x < low, low, x);
    x = pickd(x > high, high, x);
    return pickd(x == x, x, splatd(0));
}

#define U                     u32x32
#define I                     i32x32
#define F                     f32x32
#define TO_F(i)               WIDEN(f32x32, i)
#define AT_LEAST(x, least)    pickf((x) < (least), splatf(least), x)
#define D                     f64x32
#define TO_D(i)               WIDEN(f64x32, i)
#define LOW_BITS(d)           trunc32((u64x32)(d))
#define LIMITED(d, low, high) limited(d, low, high)
#define BITS(f)               ((u32x32)(f))
#define OF_BITS(u)            ((f32x32)(u))
#define TO_F32(i)             WIDEN(f32x32, i)
#define TO_I(f)               WIDEN(i32x32, f)
#define PICK(c, a, b)         pick32((u32x32)(c), a, b)
#include "isa/rdna3/texture/component.inc"

SEM(unpack_unorm) { d->f = component_unorm(component_bits(a->u, first->u, bits->u), bits->u); }
SEM(unpack_snorm) { d->f = component_snorm(component_bits(a->u, first->u, bits->u), bits->u); }
SEM(unpack_uscaled) { d->f = component_uscaled(component_bits(a->u, first->u, bits->u)); }
SEM(unpack_sscaled) { d->f = component_sscaled(component_bits(a->u, first->u, bits->u), bits->u); }
SEM(unpack_uint) { d->u = component_bits(a->u, first->u, bits->u); }
SEM(unpack_sint) { d->i = component_signed(component_bits(a->u, first->u, bits->u), bits->u); }

/* Of 10, 11 and 16 bits, the last ones with a sign: 5 are the exponent. */
static inline u32x32 has_sign(u32x32 bits) { return (u32x32)(bits == 16); }
static inline u32x32 fraction_of(u32x32 bits) { return bits - 5 - (has_sign(bits) & 1); }

SEM(unpack_float)
{
    u32x32 v = component_bits(a->u, first->u, bits->u);
    d->u = component_small(v, fraction_of(bits->u), splat32(5), true);
}

SEM(pack_unorm) { d->u = component_to_unorm(WIDEN(f64x32, a->f), bits->u) << first->u; }
SEM(pack_snorm) { d->u = component_to_snorm(WIDEN(f64x32, a->f), bits->u) << first->u; }
SEM(pack_uscaled) { d->u = component_to_uscaled(WIDEN(f64x32, a->f), bits->u) << first->u; }
SEM(pack_sscaled) { d->u = component_to_sscaled(WIDEN(f64x32, a->f), bits->u) << first->u; }
SEM(pack_uint) { d->u = component_to_uint(a->u, bits->u) << first->u; }
SEM(pack_sint) { d->u = component_to_sint(a->i, bits->u) << first->u; }
SEM(pack_float)
{
    u32x32 x = component_to_small(a->u, fraction_of(bits->u), splat32(5), has_sign(bits->u), true);
    d->u = x << first->u;
}

/* format.c: what formatted loads make of a component of an element, for all lanes: of `bits` bits
 * from `first` on in dword a. They belong to formats, not to rows (insts.tbl, `conversion`).
 *
 * Manual: 9.3.1, table 52. */
#include "isa/rdna3/sem/sem.h"

#define U                  u32x32
#define I                  i32x32
#define F                  f32x32
#define TO_F(i)            WIDEN(f32x32, i)
#define AT_LEAST(x, least) pickf((x) < (least), splatf(least), x)
#define BITS(f)            ((u32x32)(f))
#define OF_BITS(u)         ((f32x32)(u))
#define TO_F32(i)          WIDEN(f32x32, i)
#define PICK(c, a, b)      pick32((u32x32)(c), a, b)
#include "isa/rdna3/texture/component.inc"

SEM(convert_unorm) { d->f = component_unorm(component_bits(a->u, first->u, bits->u), bits->u); }
SEM(convert_snorm) { d->f = component_snorm(component_bits(a->u, first->u, bits->u), bits->u); }
SEM(convert_uscaled) { d->f = component_uscaled(component_bits(a->u, first->u, bits->u)); }
SEM(convert_sscaled) { d->f = component_sscaled(component_bits(a->u, first->u, bits->u), bits->u); }
SEM(convert_uint) { d->u = component_bits(a->u, first->u, bits->u); }
SEM(convert_sint) { d->i = component_signed(component_bits(a->u, first->u, bits->u), bits->u); }

/* Of 10, 11 and 16 bits, the last ones with a sign: 5 are the exponent. */
SEM(convert_float)
{
    u32x32 has_sign = (u32x32)(bits->u == 16), fraction = bits->u - 5 - (has_sign & 1);
    d->u = component_small(component_bits(a->u, first->u, bits->u), fraction, splat32(5), true);
}

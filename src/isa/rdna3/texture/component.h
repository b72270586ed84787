/* component.h: the functions of component.inc for one element, their results as doubles. */
#ifndef SHOAL_RDNA3_COMPONENT_H
#define SHOAL_RDNA3_COMPONENT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "isa/exec/float_bits.h"

#define U                  uint32_t
#define I                  int32_t
#define F                  double
#define TO_F(i)            ((double)(i))
#define AT_LEAST(x, least) fmax(x, least)
#define BITS(f)            bits_of_float(f)
#define OF_BITS(u)         float_of_bits(u)
#define TO_F32(i)          ((float)(i))
#define PICK(c, a, b)      ((c) ? (a) : (b))
#include "isa/rdna3/texture/component.inc"
#undef U
#undef I
#undef F
#undef TO_F
#undef AT_LEAST
#undef BITS
#undef OF_BITS
#undef TO_F32
#undef PICK

#endif

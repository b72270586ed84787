/* memory.c: what loads, stores and atomics do to one element. Addresses, spaces and widths
 * are the memory layer's (exec/mem.c).
 *
 * Spec isa.md 3.5, 5 (RV32A), 8.3. */
#include "isa/ventus/sem/sem.h"

SEM(load_i8) { return (uint32_t)(int8_t)a; }
SEM(load_i16) { return (uint32_t)(int16_t)a; }
SEM(load_u8) { return (uint8_t)a; }
SEM(load_u16) { return (uint16_t)a; }
SEM(load_b32) { return a; }
SEM(store_b8) { return a; }
SEM(store_b16) { return a; }
SEM(store_b32) { return a; }

SEM(vload_i8) { d->i = (i32x32)(a->u << 24) >> 24; }
SEM(vload_i16) { d->i = (i32x32)(a->u << 16) >> 16; }
SEM(vload_u8) { d->u = a->u & 0xff; }
SEM(vload_u16) { d->u = a->u & 0xffff; }
SEM(vload_b32) { d->u = a->u; }
SEM(vstore_b8) { d->u = a->u; }
SEM(vstore_b16) { d->u = a->u; }
SEM(vstore_b32) { d->u = a->u; }

SEM(amoswap)
{
    (void)mem;
    return data;
}
SEM(amoadd) { return mem + data; }
SEM(amoxor) { return mem ^ data; }
SEM(amoand) { return mem & data; }
SEM(amoor) { return mem | data; }
SEM(amomin) { return (int32_t)data < (int32_t)mem ? data : mem; }
SEM(amomax) { return (int32_t)data > (int32_t)mem ? data : mem; }
SEM(amominu) { return data < mem ? data : mem; }
SEM(amomaxu) { return data > mem ? data : mem; }

/* print_insn.c: the printer's entry and the pen that all its parts write with.
 *
 * The syntax is LLVM's for gfx1100. Operands come from the row and the places of its roles;
 * no instruction is printed by name. */
#include <string.h>

#include "isa/rdna3/print_parts.h"

void put_partly(struct pen *p, const char *s, size_t n)
{
    size_t room = (size_t)(p->end - p->at);
    memcpy(p->at, s, room);
    p->at += room;
    p->lost += n - room;
}

void put_large(struct pen *p, uint64_t v)
{
    char digits[20];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + v % 10);
    while (v /= 10);
    put_bytes(p, digits + first, sizeof digits - first);
}

void put_signed(struct pen *p, int64_t v)
{
    if (v < 0)
        put_char(p, '-');
    put_unsigned(p, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

void put_hex(struct pen *p, uint64_t v)
{
    char digits[18];
    size_t first = sizeof digits;
    do
        digits[--first] = "0123456789abcdef"[v & 15];
    while (v >>= 4);
    digits[--first] = 'x';
    digits[--first] = '0';
    put_bytes(p, digits + first, sizeof digits - first);
}

void put_bits(struct pen *p, const char *name, uint32_t bits, unsigned count)
{
    put_char(p, ' ');
    put_text(p, name);
    put_text(p, ":[");
    for (unsigned i = 0; i < count; i++) {
        if (i)
            put_char(p, ',');
        put_char(p, (char)('0' + (bits >> i & 1)));
    }
    put_char(p, ']');
}

size_t rdna3_print(const struct rdna3_insn *in, const struct rdna3_print_options *opt, char *text,
                   size_t size)
{
    static const struct rdna3_print_options plain = {0};
    char none[1];
    struct pen p = {.at = size ? text : none,
                    .end = size ? text + size - 1 : none,
                    .in = in,
                    .row = &rdna3_rows[in->row],
                    .opt = opt ? opt : &plain};
    switch (in->format) {
    case FMT_SMEM:
        print_smem(&p);
        break;
    case FMT_VOP1:
    case FMT_VOP2:
    case FMT_VOPC:
    case FMT_VOP3:
    case FMT_VOP3SD:
    case FMT_VOP3P:
        print_valu(&p);
        break;
    case FMT_VOPD:
        print_vopd(&p);
        break;
    case FMT_VINTERP:
        print_vinterp(&p);
        break;
    case FMT_LDSDIR:
        print_ldsdir(&p);
        break;
    case FMT_DS:
        print_ds(&p);
        break;
    case FMT_FLAT:
    case FMT_GLOBAL:
    case FMT_SCRATCH:
        print_flat(&p);
        break;
    case FMT_MUBUF:
    case FMT_MTBUF:
        print_buffer(&p);
        break;
    case FMT_MIMG:
        print_image(&p);
        break;
    case FMT_EXP:
        print_export(&p);
        break;
    default:
        print_scalar(&p);
        break;
    }
    if (size)
        *p.at = 0;
    return (size_t)(p.at - (size ? text : none)) + p.lost;
}

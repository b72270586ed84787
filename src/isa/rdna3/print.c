/* print.c: the printer's entry and the pen that all its parts write with.
 *
 * The syntax is LLVM's for gfx1100. Operands come from the row and the places of its roles;
 * no instruction is printed by name. */
#include <string.h>

#include "isa/rdna3/print_parts.h"

void put_char(struct pen *p, char c)
{
    if (p->at < p->end)
        *p->at++ = c;
    p->length++;
}

void put_text(struct pen *p, const char *s)
{
    size_t n = strlen(s), room = (size_t)(p->end - p->at), k = n < room ? n : room;
    memcpy(p->at, s, k);
    p->at += k;
    p->length += n;
}

void put_unsigned(struct pen *p, uint64_t v)
{
    char digits[20];
    int n = 0;
    do
        digits[n++] = (char)('0' + v % 10);
    while (v /= 10);
    while (n)
        put_char(p, digits[--n]);
}

void put_signed(struct pen *p, int64_t v)
{
    if (v < 0)
        put_char(p, '-');
    put_unsigned(p, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

void put_hex(struct pen *p, uint64_t v)
{
    char digits[16];
    int n = 0;
    do
        digits[n++] = "0123456789abcdef"[v & 15];
    while (v >>= 4);
    put_text(p, "0x");
    while (n)
        put_char(p, digits[--n]);
}

void put_comma(struct pen *p)
{
    put_text(p, p->has_operand ? ", " : " ");
    p->has_operand = true;
}

void put_flag(struct pen *p, uint32_t on, const char *text)
{
    if (on)
        put_text(p, text);
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
    return p.length;
}

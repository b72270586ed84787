/* print_parts.h: what the files of the printer share; included by print*.c only.
 *
 * A pen writes text and never past its end. Each format family has one function that
 * writes mnemonic and operands; operands are written by kind and type (print_operand.c). */
#ifndef SHOAL_ISA_RDNA3_PRINT_PARTS_H
#define SHOAL_ISA_RDNA3_PRINT_PARTS_H

#include "isa/rdna3/print.h"

struct pen {
    char *at, *end; /* next character, end of the room for text */
    size_t lost;    /* characters that found no room */
    const struct rdna3_insn *in;
    const struct rdna3_row *row;
    const struct rdna3_print_options *opt;
    bool has_operand; /* the next operand needs a comma */
};

/* print_insn.c: text. What is short is inline, so that the length of a constant text is one. */
void put_partly(struct pen *p, const char *s, size_t n); /* text that does not fit */

static inline void put_bytes(struct pen *p, const char *s, size_t n)
{
    if (__builtin_expect((size_t)(p->end - p->at) < n, 0)) {
        put_partly(p, s, n);
        return;
    }
    __builtin_memcpy(p->at, s, n);
    p->at += n;
}

static inline void put_char(struct pen *p, char c)
{
    if (__builtin_expect(p->at < p->end, 1))
        *p->at++ = c;
    else
        p->lost++;
}

static inline void put_text(struct pen *p, const char *s) { put_bytes(p, s, __builtin_strlen(s)); }

static inline void put_flag(struct pen *p, uint32_t on, const char *text)
{
    if (on)
        put_text(p, text);
}

/* Before an operand: a space, or a comma and a space. */
static inline void put_comma(struct pen *p)
{
    if (p->has_operand)
        put_bytes(p, ", ", 2);
    else
        put_bytes(p, " ", 1);
    p->has_operand = true;
}

void put_large(struct pen *p, uint64_t v);

/* Register numbers and most others: four bytes are copied, however many digits there are. */
static inline void put_unsigned(struct pen *p, uint64_t v)
{
    if (__builtin_expect(v < 256 && p->end - p->at >= 4, 1)) {
        __builtin_memcpy(p->at, rdna3_numbers[v].digits, 4);
        p->at += rdna3_numbers[v].length;
    } else {
        put_large(p, v);
    }
}

void put_signed(struct pen *p, int64_t v);
void put_hex(struct pen *p, uint64_t v); /* with 0x */

/* The row's mnemonic. Most are short: 16 bytes are copied at once where there is room. */
static inline void put_name(struct pen *p, const struct rdna3_row *row)
{
    if (__builtin_expect(row->name_length <= 16 && p->end - p->at >= 16, 1)) {
        __builtin_memcpy(p->at, rdna3_short_names[row - rdna3_rows], 16);
        p->at += row->name_length;
    } else {
        put_bytes(p, row->name, row->name_length);
    }
}

void put_bits(struct pen *p, const char *name, uint32_t bits, unsigned count); /* name:[0,1] */

/* print_operand.c: registers and constants */
static inline unsigned type_dwords(const struct pen *p, unsigned type)
{
    return rdna3_type_dwords(type, p->opt->wave64);
}
void put_vgpr(struct pen *p, unsigned first, unsigned dwords);
void put_scalar(struct pen *p, unsigned value, unsigned dwords);
void put_imm32(struct pen *p);                                 /* S_SETREG_IMM32_B32's */
void put_constant_k(struct pen *p);                            /* of FMAAK, FMAMK */
void put_source(struct pen *p, unsigned value, unsigned type); /* 9-bit source, no halves */
bool is_number(const struct pen *p, unsigned value, unsigned type);

/* print_immediate.c: immediates with names */
void put_simm16(struct pen *p, uint32_t value, unsigned type);
void put_message_rtn(struct pen *p, uint32_t value);
void put_dpp(struct pen *p);
void put_swizzle(struct pen *p, uint32_t offset);
void put_buffer_format(struct pen *p, uint32_t format);
void put_export_target(struct pen *p, uint32_t target);
const char *image_dim_name(uint32_t dim);

/* One per family of formats. */
void print_scalar(struct pen *p);
void print_smem(struct pen *p);
void print_valu(struct pen *p);
void print_vopd(struct pen *p);
void print_vinterp(struct pen *p);
void print_ldsdir(struct pen *p);
void print_ds(struct pen *p);
void print_flat(struct pen *p);
void print_buffer(struct pen *p);
void print_image(struct pen *p);
void print_export(struct pen *p);

#endif

/* print_parts.h: what the files of the printer share; included by print*.c only.
 *
 * A pen writes text and never past its end. Each format family has one function that
 * writes mnemonic and operands; operands are written by kind and type (print_operand.c). */
#ifndef SHOAL_ISA_RDNA3_PRINT_PARTS_H
#define SHOAL_ISA_RDNA3_PRINT_PARTS_H

#include "isa/rdna3/print.h"

struct pen {
    char *at, *end; /* next character, end of the room for text */
    size_t length;  /* of the text so far, written or not */
    const struct rdna3_insn *in;
    const struct rdna3_row *row;
    const struct rdna3_print_options *opt;
    bool has_operand; /* the next operand needs a comma */
};

/* print.c: text */
void put_char(struct pen *p, char c);
void put_text(struct pen *p, const char *s);
void put_unsigned(struct pen *p, uint64_t v);
void put_signed(struct pen *p, int64_t v);
void put_hex(struct pen *p, uint64_t v); /* with 0x */
void put_comma(struct pen *p);           /* before an operand: a space or a comma and a space */
void put_flag(struct pen *p, uint32_t on, const char *text);
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

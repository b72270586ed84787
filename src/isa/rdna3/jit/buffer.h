/* buffer.h: accesses through buffer descriptors (buffer.c), for memory.c. */
#ifndef SHOAL_RDNA3_JIT_BUFFER_H
#define SHOAL_RDNA3_JIT_BUFFER_H

#include "isa/rdna3/jit/layer.h"
#include "jit/emitter.h"

/* An access to `from` + at + the instruction's offset, if `holds`. */
struct buffer {
    LLVMValueRef from;  /* i64 */
    LLVMValueRef at[2]; /* <32 x i32>, by pass */
    LLVMValueRef holds; /* i1: all active lanes are in the buffer, and it is of the simple kind */
};

/* Whether a format says what elements are in memory, and they are not dwords as in registers. */
static inline bool rdna3_is_converted(const struct rdna3_mem *m)
{
    return m->formatted && !m->copies;
}
/* Whether elements are as in memory, or code can convert them: those of MTBUF, which says the
 * format, from and to whole registers. */
static inline bool rdna3_is_convertible(const struct rdna3_mem *m)
{
    return !rdna3_is_converted(m) || (m->typed && !m->d16 && m->bytes);
}
/* Of a converted load: result component i, of the element's dwords. */
LLVMValueRef rdna3_unpack_component(struct emitter *e, const struct rdna3_mem *m,
                                    const LLVMValueRef element[4], unsigned i);
/* Of a converted store: the element's dwords, of the instruction's components. */
void rdna3_pack_element(struct emitter *e, const struct rdna3_mem *m, const LLVMValueRef in[4],
                        LLVMValueRef element[4]);
/* Whether it can be one. */
bool rdna3_is_plain_buffer(const struct rdna3_op *o);
/* Whether lanes are at what one register says. */
bool rdna3_is_offset_buffer(const struct rdna3_op *o);
void rdna3_find_buffer(struct emitter *e, const struct rdna3_op *o, struct buffer *out);
/* S_BUFFER_LOAD (8.1.2): *at, i64, relative to the window, and the i1 that all that it loads is
 * inside of the buffer and of the window. */
LLVMValueRef rdna3_find_scalar_buffer(struct emitter *e, const struct rdna3_mem *m,
                                      LLVMValueRef *at);

#endif

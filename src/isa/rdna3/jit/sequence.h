/* sequence.h: looks back from the last op of a sequence that compilers have for one operation: what
 * its ops read, and which op has made that. */
#ifndef SHOAL_RDNA3_JIT_SEQUENCE_H
#define SHOAL_RDNA3_JIT_SEQUENCE_H

#include "isa/rdna3/jit/layer.h"

/* From the last op of a sequence on. */
struct search {
    const struct region *r;
    const struct block *b;
    const struct region_op *exec; /* what wrote EXEC last before the end of the sequence */
    bool is_wide;                 /* f64 */
};

/* What an op reads: a register, or two, as one op has written them, or a constant. */
struct value {
    const struct rdna3_src *src;
    const struct region_op *def; /* NULL: none of this block, or several */
    bool is_known;
};

/* a * b + c, where one factor may be negated. */
struct sum {
    struct value a, b, c;
    bool negates;
};

/* From the op `end`, the last one, on. */
struct search begin_search(const struct region *r, const struct block *b,
                           const struct region_op *end);
/* The op of the block that has written it last before that one. NULL: none. */
const struct region_op *last_writer(const struct search *s, const struct region_op *before,
                                    unsigned var);
/* The op that has made the lane mask in s[sgpr], as all waves have it, also if it was moved there.
 * NULL: none. */
const struct region_op *mask_writer(const struct search *s, const struct region_op *at,
                                    unsigned sgpr);
/* What an op that reads it has in a source. */
struct value value_of(const struct search *s, const struct region_op *at,
                      const struct rdna3_src *src);
bool is_same_value(struct value a, struct value b);
/* Whether it is this constant: the bits in either width. */
bool is_float_value(const struct search *s, struct value v, uint32_t f32, uint64_t f64);
/* The op, if it can be this part of a sequence, for the same lanes as its end, rounds to nearest,
 * and has no modifiers but of sources. */
const struct rdna3_op *sequence_op(const struct search *s, const struct region_op *at,
                                   enum rdna3_exact part);
bool find_sum(const struct search *s, const struct region_op *at, struct sum *out);
/* a * b, of unchanged sources. */
bool find_product(const struct search *s, const struct region_op *at, struct value *a,
                  struct value *b);
/* Whether these ops have made the factors. */
bool multiplies(const struct sum *x, const struct region_op *a, const struct region_op *b);

static inline bool is_unchanged(const struct rdna3_src *src) { return !src->neg && !src->abs; }

#endif

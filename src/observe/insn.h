/* insn.h: the instruction that an observer sees, decoded, for instruction sets whose
 * prefixes run on their own before the instruction that they change (Ventus). */
#ifndef SHOAL_OBSERVE_INSN_H
#define SHOAL_OBSERVE_INSN_H

#include "shoal/isa.h"
#include "shoal/observe.h"

/* Zero it before the first use. */
struct trace_decoder {
    const char *isa_name;
    const shoal_isa *isa;
    const uint8_t *last; /* the instruction before */
    uint32_t workgroup[3], wave;
};

/* The observed instruction with the prefix that ran just before it, if there was one: then
 * out->size_bytes includes that. In the order of execution. SHOAL_OK, or as shoal_insn_decode. */
shoal_status trace_decode(struct trace_decoder *d, const shoal_observed *at, shoal_insn *out);

/* Instead of trace_decode for an instruction that is not shown. */
void trace_skip(struct trace_decoder *d, const shoal_observed *at);

/* "x5" as in the program's text, "t0"; registers above 31 have no other name. */
void trace_scalar_name(unsigned index, char out[8]);

#endif

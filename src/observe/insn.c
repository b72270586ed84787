/* insn.c: see insn.h. */
#include "observe/insn.h"

#include <stdio.h>
#include <string.h>

enum { PREFIX_BYTES = 4 };

void trace_skip(struct trace_decoder *d, const shoal_observed *at)
{
    d->last = at->bytes;
    d->wave = at->wave;
    memcpy(d->workgroup, at->workgroup, sizeof d->workgroup);
}

shoal_status trace_decode(struct trace_decoder *d, const shoal_observed *at, shoal_insn *out)
{
    if (d->isa_name != at->isa) {
        d->isa_name = at->isa;
        d->isa = shoal_isa_find(at->isa);
    }
    bool follows = d->last && at->bytes && at->bytes - d->last == PREFIX_BYTES &&
                   d->wave == at->wave &&
                   memcmp(d->workgroup, at->workgroup, sizeof d->workgroup) == 0;
    trace_skip(d, at);
    if (!d->isa || !at->bytes || !at->size_bytes)
        return SHOAL_E_ILLEGAL;
    /* A prefix and what it changes decode as one. */
    if (follows &&
        shoal_insn_decode(d->isa, at->bytes - PREFIX_BYTES, at->size_bytes + PREFIX_BYTES, out) ==
            SHOAL_OK &&
        out->size_bytes == at->size_bytes + PREFIX_BYTES)
        return SHOAL_OK;
    /* Not more than the instruction itself: a prefix would take the next one in. */
    return shoal_insn_decode(d->isa, at->bytes, at->size_bytes, out);
}

void trace_scalar_name(unsigned index, char out[8])
{
    static const char names[32][5] = {
        "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
        "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
        "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
    };
    if (index < 32)
        snprintf(out, 8, "%s", names[index]);
    else
        snprintf(out, 8, "x%u", index);
}

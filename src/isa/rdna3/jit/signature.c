#include "jit/signature.h"

#include "isa/rdna3/rdna3.h"

#include "rdna3_signatures.inc"

const struct signature_table rdna3_signatures = {signatures, sizeof signatures / sizeof *signatures,
                                                 row_signatures, FIRST_CONVERSION};

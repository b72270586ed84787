#include "jit/signature.h"

#include "isa/rdna3/rdna3.h"

#include "rdna3_signatures.inc"

unsigned signature_count(void) { return sizeof signatures / sizeof *signatures; }

const struct signature *signature_at(unsigned index) { return &signatures[index]; }

int signature_of_row(unsigned row) { return row_signatures[row]; }

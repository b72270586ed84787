#include "jit/signature.h"

#include "isa/ventus/ventus.h"

#include "ventus_signatures.inc"

const struct signature_table ventus_signatures = {
    signatures, sizeof signatures / sizeof *signatures, row_signatures, 0};
